//! Slash commands: builds poise's commands from the table in [`command_specs`], and the app's
//! commands from what a user typed.
//!
//! All commands run through [`handle_command`], which passes the command to the app and replies at
//! once. The messages to the channel go through the outbox (see [`delivery`](super::delivery)).

pub mod command_specs;
pub mod context_menus;
mod localizations;
pub mod mentions;
pub mod registration;

use std::borrow::Cow;

use poise::Command as PoiseCommand;
use poise::{ApplicationContext, BoxFuture, CommandParameter, FrameworkError};
use serenity::all::CommandOptionType as Type;
use serenity::all::{
    Attachment, AutocompleteChoice, CommandInteraction, CreateAutocompleteResponse,
    CreateCommandOption, GuildId, ResolvedOption, ResolvedValue,
};

use super::BotContext;
use super::bot_permissions;
use super::error::BotError;
use super::interaction_replies;
use super::member_permissions::can_member_write_in;
use super::messages::forms::form_in_reply;
use super::messages::reader_style;
use super::messages::reply;
use super::messages::text::cut_to_length;
use super::reader::{self, answer_in_user_language_and_record_it};
use super::request_context::{build_command_request_context, suggest_combatant_name};
use super::threads;
use app::StoreError;
use app::completion::NamedCompletion;
use app::input::{InputReply, PartialCommand, RequestContext, UserInput};
use app::speech::MAX_SPEECH_CHARS;
use app::value_reader::NameLanguage;
use app::{permissions, relocation};
use command_specs::{CommandOption, OptionKind, SlashBody, SlashCommand, VerbCommand};
use engine::core::command::{self, Command, Refusal, TextToken};
use engine::core::values::ValueKind;
use engine::game::SYSTEM_KEYS;
use narration::catalogue::{self, FormattedText, Locale, sentence_or_first_key};
use narration::say;

/// The longest word, and the longest free text, in characters.
const MAX_WORD: u16 = 100;
const MAX_PROSE: u16 = 300;
const MAX_SPEECH: u16 = MAX_SPEECH_CHARS as u16;

type CommandContext<'a> = ApplicationContext<'a, BotContext, BotError>;
/// The form in which the framework wants the handler of a command.
type HandlerFuture<'a> = BoxFuture<'a, Result<(), FrameworkError<'a, BotContext, BotError>>>;

/// Builds all commands, for the framework.
pub fn build_all_commands() -> Vec<PoiseCommand<BotContext, BotError>> {
    build_commands_for(SYSTEM_KEYS)
}

/// Builds the commands of a server in which these systems are played.
pub fn build_commands_for(systems: &[&str]) -> Vec<PoiseCommand<BotContext, BotError>> {
    command_specs::list_server_commands(systems)
        .into_iter()
        .map(|slash| build_command("command", slash))
        .chain(context_menus::build_context_menus())
        .collect()
}

/// Builds a command with its name and description from the catalogue, such as `command-gm-set` and
/// `command-gm-set.about`.
fn build_command(key_prefix: &str, slash: SlashCommand) -> PoiseCommand<BotContext, BotError> {
    let key = format!("{key_prefix}-{}", slash.name);
    let about_key = format!("{key}.about");
    let name = sentence_or_first_key(Locale::ENGLISH, &[&key]);
    let about = sentence_or_first_key(Locale::ENGLISH, &[&about_key]);
    let mut command = PoiseCommand {
        name: name.clone().into(),
        qualified_name: name.clone().into(),
        identifying_name: name.into(),
        name_localizations: localizations(&[&key]),
        description: Some(about.into()),
        description_localizations: localizations(&[&about_key]),
        slash_action: Some(handle_command),
        ..PoiseCommand::default()
    };
    match slash.body {
        SlashBody::Verb(spec) => {
            command.parameters =
                spec.options.iter().map(|option| build_parameter(&key, option)).collect();
            command.custom_data = Box::new(spec);
        }
        SlashBody::Group(subcommands) => {
            command.subcommand_required = true;
            command.subcommands =
                subcommands.into_iter().map(|slash| self::build_command(&key, slash)).collect();
        }
    }
    command
}

/// Returns the translations of a catalogue entry by Discord's language tags.
fn localizations(keys: &[&str]) -> Localizations {
    let translations = catalogue::non_english_translations_by_discord_code(keys).into_iter();
    translations.map(|(tag, text)| (tag.into(), text.into())).collect()
}

type Localizations = Cow<'static, [(Cow<'static, str>, Cow<'static, str>)]>;

/// Builds an option. Its description is the one for this command, if the catalogue has one, and
/// otherwise the common one.
fn build_parameter(
    command_key: &str,
    option: &CommandOption,
) -> CommandParameter<BotContext, BotError> {
    let (specific_key, common_key) =
        (format!("{command_key}.{}", option.name), format!("option-{}", option.name));
    let about_keys = [specific_key.as_str(), &format!("{common_key}.about")];
    let about = sentence_or_first_key(Locale::ENGLISH, &about_keys);
    let is_completed =
        matches!(option.kind, OptionKind::Word | OptionKind::List | OptionKind::Actor);
    CommandParameter {
        name: sentence_or_first_key(Locale::ENGLISH, &[&common_key]).into(),
        name_localizations: localizations(&[&common_key]),
        description: Some(about.into()),
        description_localizations: localizations(&about_keys),
        required: option.is_required,
        channel_types: None,
        choices: Vec::new().into(),
        type_setter: Some(option_type_and_limits_setter(option.kind)),
        autocomplete_callback: is_completed.then_some(complete_option),
        __non_exhaustive: (),
    }
}

/// Returns the function that sets Discord's type and limits of an option.
fn option_type_and_limits_setter(
    kind: OptionKind,
) -> fn(CreateCommandOption) -> CreateCommandOption {
    match kind {
        OptionKind::Amount | OptionKind::Word | OptionKind::List | OptionKind::Actor => {
            |option| option.kind(Type::String).max_length(MAX_WORD)
        }
        OptionKind::Prose | OptionKind::Fields => {
            |option| option.kind(Type::String).max_length(MAX_PROSE)
        }
        OptionKind::Speech => |option| option.kind(Type::String).max_length(MAX_SPEECH),
        OptionKind::Number => {
            |option| option.kind(Type::Integer).min_int_value(0).max_int_value(999)
        }
        OptionKind::Flag | OptionKind::Quiet => |option| option.kind(Type::Boolean),
        OptionKind::User => |option| option.kind(Type::User),
        OptionKind::File => |option| option.kind(Type::Attachment),
    }
}

/// The handler of every slash command.
fn handle_command(context: CommandContext<'_>) -> HandlerFuture<'_> {
    answer_before_stop(context, Box::pin(run_command_and_reply(context)))
}

/// Runs the answer to a command in the language of its user. A stop of the bot waits for it.
fn answer_before_stop<'a>(
    context: CommandContext<'a>,
    answer: BoxFuture<'a, Result<(), BotError>>,
) -> HandlerFuture<'a> {
    Box::pin(async move {
        let bot = context.framework.user_data;
        bot.tasks
            .track_future(answer_in_user_language_and_record_it(bot, context.interaction, answer))
            .await
            .map_err(|error| FrameworkError::new_command(context.into(), error))
    })
}

/// Parses a typed command, downloads its file if it has one, runs it and replies privately, or
/// opens the form that the app replies with. After a command that opens a fight, it also warns of
/// missing permissions.
async fn run_command_and_reply(context: CommandContext<'_>) -> Result<(), BotError> {
    let bot = context.framework.user_data;
    let Some(spec) = command_spec(&context) else { return Err(BotError::UnknownCommand) };
    let interaction = context.interaction;
    let mut typed = match parse_options_except_files(spec, context.args) {
        Ok(typed) => typed,
        Err(problem) => {
            return interaction_replies::send_private_text(bot, interaction, problem).await;
        }
    };
    if let Some(group_text) = replace_name_in_why_or_format_group(&mut typed.command) {
        return interaction_replies::send_private_text(bot, interaction, group_text).await;
    }
    if let Err(problem) = add_slots_from_interaction(interaction, &mut typed.command) {
        return interaction_replies::send_private_text(bot, interaction, problem).await;
    }
    let request_context = build_command_request_context(interaction);
    if matches!(typed.command.verb.as_str(), "npc-new" | "sheet-new") {
        let input = typed.into_input();
        return run_input_and_open_form_or_reply(bot, interaction, &request_context, input).await;
    }
    let is_opening =
        bot_permissions::is_fight_opening(&typed.command) && interaction.guild_id.is_some();
    let file = find_attached_file(context.args);
    let reply = download_file_and_run_command(bot, interaction, &request_context, typed, file);
    interaction_replies::reply_privately(bot, interaction, reply).await?;
    if is_opening {
        let (channel, granted) = (interaction.channel_id, interaction.app_permissions);
        bot_permissions::probe_pinning_and_warn_of_missing_permissions(
            &bot.http,
            interaction,
            channel,
            granted,
        )
        .await?;
    }
    Ok(())
}

/// Adds to a command what the app learns only from the interaction: the channel in which `new`
/// opens a thread, and for `join` the name that the user has here, as its form suggests it.
///
/// # Errors
/// No thread can be opened there; the error is a sentence for the user.
fn add_slots_from_interaction(
    interaction: &CommandInteraction,
    command: &mut Command,
) -> Result<(), String> {
    let opens_thread =
        command.verb == "new" && command.get("thread") == "true" && interaction.guild_id.is_some();
    if opens_thread {
        let parent = threads::find_permitted_thread_parent(interaction)?;
        command.slots.insert("thread".into(), parent.get().to_string());
    }
    let lacks_name = command.verb == "join"
        && command.has_slot("from")
        && !command.has_slot("name")
        && !command.has_slot("sheet");
    if lacks_name
        && let Some(name) = suggest_combatant_name(&interaction.user, interaction.member.as_deref())
    {
        command.slots.insert("name".into(), name);
    }
    Ok(())
}

/// Returns the file that is attached to a command.
fn find_attached_file<'a>(options: &[ResolvedOption<'a>]) -> Option<&'a Attachment> {
    options.iter().find_map(|option| match option.value {
        ResolvedValue::Attachment(file) => Some(file),
        _ => None,
    })
}

/// Downloads the file of a command, if it has one, and runs the command. It is refused if it moves
/// a fight to where its user may not write, or if the file cannot be used.
async fn download_file_and_run_command(
    bot: &BotContext,
    interaction: &CommandInteraction,
    request_context: &RequestContext,
    mut typed: TypedCommand,
    file: Option<&Attachment>,
) -> Result<InputReply, StoreError> {
    let command = &mut typed.command;
    let refusal = refuse_move_to_channel_user_cannot_write_in(bot, interaction, command).await;
    if let Some(refusal) = refusal {
        return Ok(InputReply::Refused(Box::new(refusal)));
    }
    if let Some(file) = file {
        let text = match bot.attachments.download_text(file).await {
            Ok(text) => text,
            Err(refusal) => return Ok(InputReply::Refused(Box::new(refusal))),
        };
        command.slots.insert("text".into(), text);
        command.slots.insert("file".into(), file.filename.clone());
    }
    bot.app.handle_input(request_context, typed.into_input()).await
}

/// Replaces the name of a command in `why:` by its verb. If a group of commands is named there,
/// returns the list of its commands instead, as a text for the user.
fn replace_name_in_why_or_format_group(command: &mut Command) -> Option<String> {
    let asked_command = command.slots.get_mut("why")?;
    let group = command_specs::list_names_and_verbs_in_group(asked_command, SYSTEM_KEYS);
    if !group.is_empty() {
        return Some(reply::format_command_group(asked_command, &group));
    }
    *asked_command = command_specs::replace_command_name_with_verb_and_fixed_slots(asked_command);
    None
}

/// Runs an input to which the app may reply with a form, and opens that form. Any other reply is
/// sent privately.
async fn run_input_and_open_form_or_reply(
    bot: &BotContext,
    interaction: &CommandInteraction,
    request_context: &RequestContext,
    input: UserInput,
) -> Result<(), BotError> {
    let reply = bot.app.handle_input(request_context, input).await;
    match form_in_reply(&reply) {
        Some(form) => {
            interaction_replies::send_form_retrying_once(&bot.http, interaction, &form).await
        }
        None => interaction_replies::reply_privately(bot, interaction, async { reply }).await,
    }
}

/// Returns a refusal if a command moves a fight to a channel in which its user may not write. The
/// app cannot know this, and Discord checks it only where a command is typed. If Discord cannot be
/// asked, the move is refused as well.
async fn refuse_move_to_channel_user_cannot_write_in(
    bot: &BotContext,
    interaction: &CommandInteraction,
    command: &Command,
) -> Option<Refusal> {
    let typed = command.get("channel").trim();
    if command.verb != relocation::RELOCATE || typed.is_empty() {
        return None;
    }
    let own_guild = interaction.guild_id.map(GuildId::get);
    let (guild, channel) = relocation::parse_channel(typed, own_guild)?;
    if channel.0 == interaction.channel_id.get() {
        return None;
    }
    let (user, guild, channel) = (interaction.user.id, GuildId::new(guild), channel.0.into());
    let answer = can_member_write_in(&bot.http, user, guild, channel).await;
    let can_write = answer.unwrap_or_else(|error| {
        tracing::warn!(%error, "could not read whether the GM sees a channel");
        false
    });
    (!can_write).then(|| Refusal::new("move-unseen", ""))
}

/// Returns the row of the table that the framework keeps with a command; `None` for a context menu.
fn command_spec<'a>(context: &CommandContext<'a>) -> Option<&'a VerbCommand> {
    context.command().custom_data.downcast_ref()
}

/// What a user typed, as a command for the app.
#[derive(Debug, Default, PartialEq)]
struct TypedCommand {
    command: Command,
    actor_name: Option<String>,
    is_quiet: bool,
}

impl TypedCommand {
    fn into_input(self) -> UserInput {
        let Self { command, actor_name, is_quiet } = self;
        UserInput::Command { command, actor_name, is_private: is_quiet }
    }

    /// Takes the value of an option: as the actor, as the wish to be quiet, or as one or several
    /// slots of the command.
    ///
    /// # Errors
    /// Several slots cannot be read; the error is a sentence for the user.
    fn set_option(&mut self, option: &CommandOption, value: String) -> Result<(), String> {
        match option.kind {
            OptionKind::Actor => self.actor_name = Some(value),
            OptionKind::Quiet => self.is_quiet = value == "true",
            OptionKind::Fields => self.command.slots.extend(parse_fields(&value)?),
            OptionKind::Word
            | OptionKind::List
            | OptionKind::Prose
            | OptionKind::Speech
            | OptionKind::Number
            | OptionKind::Amount
            | OptionKind::Flag
            | OptionKind::User
            | OptionKind::File => {
                self.command.slots.insert(option.name.into(), value);
            }
        }
        Ok(())
    }
}

/// Parses the options of a command. Attached files are skipped; the caller downloads them.
///
/// # Errors
/// An option cannot be read; the error is a sentence for the user.
fn parse_options_except_files(
    spec: &VerbCommand,
    options: &[ResolvedOption<'_>],
) -> Result<TypedCommand, String> {
    let mut typed = TypedCommand { command: Command::new(spec.verb), ..TypedCommand::default() };
    for (slot, value) in spec.fixed_slots {
        typed.command = typed.command.with(slot, value);
    }
    for option in options {
        let known_option = spec.options.iter().find(|known| known.name == option.name);
        if known_option.is_some_and(|known| known.kind == OptionKind::File) {
            continue;
        }
        let value = format_option_value(&option.value);
        let (Some(known_option), Some(value)) = (known_option, value) else {
            let name = FormattedText(option.name.into());
            return Err(say!(reader_style(), "typed-option-unknown", option = name));
        };
        if let ResolvedValue::User(user, _) = &option.value
            && user.bot
        {
            return Err(say!(reader_style(), "typed-user-bot", name = user.name));
        }
        typed.set_option(known_option, value)?;
    }
    Ok(typed)
}

/// Returns the value of an option as text, of a user the id. `None` for a kind that no command of
/// the table has, and for files.
fn format_option_value(value: &ResolvedValue<'_>) -> Option<String> {
    Some(match value {
        ResolvedValue::String(text) => (*text).to_string(),
        ResolvedValue::Autocomplete { value, .. } => (*value).to_string(),
        ResolvedValue::Integer(number) => number.to_string(),
        ResolvedValue::Boolean(flag) => flag.to_string(),
        ResolvedValue::User(user, _) => user.id.to_string(),
        _ => return None,
    })
}

/// Parses pairs such as `hp=5 name="Old Wolf" hidden`, with blanks or commas between them, or `hp:
/// 5` and `HP 5`. A name without a value is `true`.
///
/// # Errors
/// A quotation is not closed, or a name or an unquoted value is empty; the error is a sentence for
/// the user.
fn parse_fields(text: &str) -> Result<Vec<(String, String)>, String> {
    let is_separator = |letter: char| letter.is_whitespace() || letter == ',';
    let tokens = command::split_tokens(text, is_separator)
        .ok_or_else(|| say!(reader_style(), "typed-quotation-open"))?;
    let is_number = |next: &&TextToken| next.text.parse::<i64>().is_ok();
    let mut pairs = Vec::new();
    let mut tokens = tokens.iter().peekable();
    while let Some(token) = tokens.next() {
        let separated = token
            .split_at_unquoted_separator('=')
            .or_else(|| token.split_at_unquoted_separator(':'));
        let (name, value) = match separated {
            // `hp: 5`: the value is the next word.
            Some((name, "")) if token.text.ends_with(':') && !token.is_quoted => {
                let next = tokens.next();
                (name, next.map_or("", |next| next.text.as_str()))
            }
            // `hp=5`
            Some((name, value)) => (name, value),
            // `HP 5`: a number after a name is its value. Without one, the name is a flag.
            None => {
                let number = tokens.next_if(|next| !token.is_quoted && is_number(next));
                (token.text.as_str(), number.map_or("true", |number| number.text.as_str()))
            }
        };
        let lacks_value = value.is_empty() && !token.is_quoted;
        if name.is_empty() || lacks_value {
            return Err(say!(reader_style(), "typed-fields"));
        }
        pairs.push((name.to_string(), value.to_string()));
    }
    Ok(pairs)
}

/// Handles autocompletion: suggests values for the focused option, at most 25, with names cut to
/// 100 characters.
fn complete_option<'a>(
    context: CommandContext<'a>,
    typed: &'a str,
) -> BoxFuture<'a, CreateAutocompleteResponse> {
    Box::pin(async move {
        let bot = context.framework.user_data;
        let answer = Box::pin(suggest_or_filter_values(&context, typed));
        let answer = answer_in_user_language_and_record_it(bot, context.interaction, answer);
        let suggestions = bot.tasks.track_future(answer).await;
        let choice = |found: NamedCompletion| {
            AutocompleteChoice::new(cut_to_length(&found.name, 100), found.value)
        };
        // A value must not be cut, so one that is too long cannot be suggested.
        let fitting = suggestions.into_iter().filter(|found| found.value.chars().count() <= 100);
        CreateAutocompleteResponse::new().set_choices(fitting.take(25).map(choice).collect())
    })
}

/// Returns the values that the app suggests for the focused option. For a command of the app
/// without suggestions, the option's own choices are filtered; in a list, only the word after the
/// last comma is completed.
async fn suggest_or_filter_values(
    context: &CommandContext<'_>,
    typed: &str,
) -> Vec<NamedCompletion> {
    let Some(spec) = command_spec(context) else { return Vec::new() };
    let Some(focused) = find_focused_option(spec, context.args) else { return Vec::new() };
    let other_options: Vec<ResolvedOption<'_>> =
        context.args.iter().filter(|option| option.name != focused.name).cloned().collect();
    // An incomplete command may not be parseable yet.
    let command_so_far = parse_options_except_files(spec, &other_options).unwrap_or_default();
    let (earlier_words, last_word) = match typed.rsplit_once(',') {
        Some((earlier, last)) if focused.kind == OptionKind::List => {
            (format!("{earlier}, "), last.trim_start())
        }
        _ => (String::new(), typed),
    };
    let is_actor = focused.kind == OptionKind::Actor;
    let partial_command = PartialCommand {
        command: command_so_far.command,
        actor_name: command_so_far.actor_name,
        slot: if is_actor { "as".into() } else { focused.name.into() },
        typed_text: last_word.into(),
    };
    let mut suggestions = suggest_values_or_log_error(context, &partial_command).await;
    // For the verbs of a system, only the app knows which system applies.
    if suggestions.is_empty() && permissions::is_common_verb(spec.verb) {
        suggestions = filter_choices(focused, last_word);
    }
    let complete_list = |NamedCompletion { name, value }| NamedCompletion {
        name: format!("{earlier_words}{name}"),
        value: format!("{earlier_words}{value}"),
    };
    suggestions.into_iter().map(complete_list).collect()
}

/// Returns the option in which a user is typing.
fn find_focused_option<'s>(
    spec: &'s VerbCommand,
    options: &[ResolvedOption<'_>],
) -> Option<&'s CommandOption> {
    let is_focused =
        |option: &&ResolvedOption<'_>| matches!(option.value, ResolvedValue::Autocomplete { .. });
    let focused = options.iter().find(is_focused)?;
    spec.options.iter().find(|option| option.name == focused.name)
}

/// Asks the app which values complete a command. If it cannot tell, that is logged, and there are
/// none.
async fn suggest_values_or_log_error(
    context: &CommandContext<'_>,
    partial_command: &PartialCommand,
) -> Vec<NamedCompletion> {
    let bot = context.framework.user_data;
    let request_context = build_command_request_context(context.interaction);
    let suggestions =
        bot.app.complete_slot_by_name_or_value(&request_context, partial_command).await;
    suggestions.unwrap_or_else(|error| {
        tracing::warn!(%error, "autocompletion failed");
        Vec::new()
    })
}

/// Returns the choices of an option whose words, or their names for the reader, have the typed
/// text.
fn filter_choices(option: &CommandOption, typed: &str) -> Vec<NamedCompletion> {
    let typed = typed.trim().to_lowercase();
    let to_completion = |word: &&str| {
        let kind = ValueKind::SlotWord(option.name);
        let name =
            reader::localized_name_unless_english_or_same(NameLanguage::Reader, "", kind, word);
        NamedCompletion { name: name.unwrap_or_else(|| (*word).into()), value: (*word).into() }
    };
    let named = option.choices.iter().map(to_completion);
    let has_text = |text: &str| text.to_lowercase().contains(&typed);
    named.filter(|found| has_text(&found.name) || has_text(&found.value)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn fields_are_parsed_with_quotes_and_commas() {
        let pair = |name: &str, value: &str| (name.to_string(), value.to_string());
        assert_eq!(parse_fields("").unwrap(), []);
        assert_eq!(parse_fields("hp=5, str=-2").unwrap(), [pair("hp", "5"), pair("str", "-2")]);
        assert_eq!(
            parse_fields(r#" leader worn.0="light armour" "#).unwrap(),
            [pair("leader", "true"), pair("worn.0", "light armour")]
        );
        assert_eq!(
            parse_fields("hp: 5, STR 2 hidden level:3").unwrap(),
            [pair("hp", "5"), pair("STR", "2"), pair("hidden", "true"), pair("level", "3")]
        );
        assert_eq!(parse_fields("pack=\"\" hp=5").unwrap(), [pair("pack", ""), pair("hp", "5")]);
        assert_eq!(
            parse_fields(r#"name="Big \"Al\", C:\x" text='he said "a=b"'"#).unwrap(),
            [pair("name", r#"Big "Al", C:\x"#), pair("text", r#"he said "a=b""#)]
        );
        assert!(parse_fields("hp=").is_err());
        assert!(parse_fields("=5").is_err());
        assert!(parse_fields("a=\"b").is_err());
    }

    /// Checks Discord's limits, as far as the table can exceed them.
    #[test]
    fn commands_stay_within_discords_limits() {
        for systems in SYSTEM_KEYS.iter().map(std::slice::from_ref).chain([SYSTEM_KEYS]) {
            let json = registration::to_json(&build_commands_for(systems));
            let all = json.as_array().unwrap();
            let (slash, menus): (Vec<_>, Vec<_>) =
                all.iter().partition(|command| !matches!(command["type"].as_u64(), Some(2 | 3)));
            assert!(slash.len() <= 100 && menus.len() == context_menus::ContextMenu::ALL.len());
            for command in slash {
                check_limits(command);
                assert!(
                    localizations::count_command_chars_as_discord_does(command) <= 8000,
                    "{}",
                    command["name"]
                );
            }
        }
    }

    /// Checks the names, descriptions and options of a command or option, and of all within it.
    fn check_limits(part: &Value) {
        let (name, about) = (part["name"].as_str().unwrap(), part["description"].as_str().unwrap());
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
        assert!(name.len() <= 32 && name.chars().all(is_name), "{name}");
        assert!((1..=100).contains(&about.chars().count()), "{name}: {about}");
        let options = part["options"].as_array().map_or(&[][..], Vec::as_slice);
        assert!(options.len() <= 25, "{name}");
        let required: Vec<bool> = options.iter().map(|option| option["required"] == true).collect();
        assert!(required.is_sorted_by(|a, b| a >= b), "{name}: required options first");
        for (index, option) in options.iter().enumerate() {
            assert!(
                !options[..index].iter().any(|earlier| earlier["name"] == option["name"]),
                "{name}"
            );
            check_limits(option);
        }
    }
}
