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
    AutocompleteChoice, CommandInteraction, CreateAutocompleteResponse, CreateCommandOption,
    GuildId, ResolvedOption, ResolvedValue,
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
    let typed = match parse_options_except_files(spec, context.args) {
        Ok(typed) => typed,
        Err(problem) => {
            return interaction_replies::send_private_text(bot, interaction, problem).await;
        }
    };
    let request_context = build_command_request_context(interaction);
    let TypedCommand { mut command, actor_name, is_quiet } = typed;
    if let Some(group_text) = replace_name_in_why_or_format_group(&mut command) {
        return interaction_replies::send_private_text(bot, interaction, group_text).await;
    }
    if command.verb == "new" && command.get("thread") == "true" && interaction.guild_id.is_some() {
        match threads::find_permitted_thread_parent(interaction) {
            Ok(parent) => command = command.with("thread", parent.get()),
            Err(problem) => {
                return interaction_replies::send_private_text(bot, interaction, problem).await;
            }
        }
    }
    // As the form that *Join* opens has it.
    let lacks_name =
        command.verb == "join" && command.has_slot("from") && !command.has_slot("name");
    if lacks_name
        && !command.has_slot("sheet")
        && let Some(name) = suggest_combatant_name(&interaction.user, interaction.member.as_deref())
    {
        command = command.with("name", name);
    }
    let is_opening = bot_permissions::is_fight_opening(&command) && interaction.guild_id.is_some();
    let file = context.args.iter().find_map(|option| match option.value {
        ResolvedValue::Attachment(file) => Some(file),
        _ => None,
    });
    if matches!(command.verb.as_str(), "npc-new" | "sheet-new") {
        let input = UserInput::Command { command, actor_name, is_private: is_quiet };
        return run_input_and_open_form_or_reply(bot, interaction, &request_context, input).await;
    }
    let reply = async {
        if let Some(refusal) =
            refuse_move_to_channel_user_cannot_write_in(bot, interaction, &command).await
        {
            return Ok(InputReply::Refused(Box::new(refusal)));
        }
        if let Some(file) = file {
            match bot.attachments.download_text(file).await {
                Ok(text) => command = command.with("text", text).with("file", &file.filename),
                Err(refusal) => return Ok(InputReply::Refused(Box::new(refusal))),
            }
        }
        let input = UserInput::Command { command, actor_name, is_private: is_quiet };
        bot.app.handle_input(&request_context, input).await
    };
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
/// app cannot know this, and Discord checks it only where a command is typed.
async fn refuse_move_to_channel_user_cannot_write_in(
    bot: &BotContext,
    interaction: &CommandInteraction,
    command: &Command,
) -> Option<Refusal> {
    let typed = command.get("channel").trim();
    if command.verb != relocation::RELOCATE || typed.is_empty() {
        return None;
    }
    let guild = interaction.guild_id.map(GuildId::get);
    let (guild, channel) = relocation::parse_channel(typed, guild)?;
    let is_here = channel.0 == interaction.channel_id.get();
    let (user, guild, channel) = (interaction.user.id, GuildId::new(guild), channel.0.into());
    if is_here {
        return None;
    }
    let can_write = can_member_write_in(&bot.http, user, guild, channel).await;
    let can_write = can_write.unwrap_or_else(|error| {
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
        let kind = spec.options.iter().find(|known| known.name == option.name);
        if kind.is_some_and(|known| known.kind == OptionKind::File) {
            continue;
        }
        let (Some(kind), Some(value)) =
            (kind.map(|known| known.kind), format_option_value(&option.value))
        else {
            return Err(say!(
                reader_style(),
                "typed-option-unknown",
                option = FormattedText(option.name.into())
            ));
        };
        if let ResolvedValue::User(user, _) = &option.value
            && user.bot
        {
            return Err(say!(reader_style(), "typed-user-bot", name = user.name));
        }
        match kind {
            OptionKind::Actor => typed.actor_name = Some(value),
            OptionKind::Quiet => typed.is_quiet = value == "true",
            OptionKind::Fields => {
                for (slot, value) in parse_fields(&value)? {
                    typed.command = typed.command.with(&slot, value);
                }
            }
            OptionKind::Word
            | OptionKind::List
            | OptionKind::Prose
            | OptionKind::Speech
            | OptionKind::Number
            | OptionKind::Amount
            | OptionKind::Flag
            | OptionKind::User
            | OptionKind::File => {
                typed.command = typed.command.with(option.name, value);
            }
        }
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
    let mut pairs = Vec::new();
    let mut tokens = tokens.iter().peekable();
    while let Some(token) = tokens.next() {
        let separated = token
            .split_at_unquoted_separator('=')
            .or_else(|| token.split_at_unquoted_separator(':'));
        let is_number = |next: &&TextToken| next.text.parse::<i64>().is_ok();
        let (name, value) = match separated {
            // `hp: 5`
            Some((name, "")) if token.text.ends_with(':') && !token.is_quoted => {
                (name, tokens.next().map_or("", |next| next.text.as_str()))
            }
            Some(pair) => pair,
            // `HP 5`
            None => {
                let number = tokens.next_if(|next| !token.is_quoted && is_number(next));
                (token.text.as_str(), number.map_or("true", |next| next.text.as_str()))
            }
        };
        if name.is_empty() || (value.is_empty() && !token.is_quoted) {
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
    let focused = context.args.iter().find_map(|option| match option.value {
        ResolvedValue::Autocomplete { .. } => Some(option.name),
        _ => None,
    });
    let Some(focused) = focused else { return Vec::new() };
    let other_options: Vec<ResolvedOption<'_>> =
        context.args.iter().filter(|option| option.name != focused).cloned().collect();
    // An incomplete command may not be parseable yet.
    let command_so_far = parse_options_except_files(spec, &other_options).unwrap_or_default();
    let Some(option) = spec.options.iter().find(|option| option.name == focused) else {
        return Vec::new();
    };
    let (is_actor, is_list) = (option.kind == OptionKind::Actor, option.kind == OptionKind::List);
    let (before, typed) = match typed.rsplit_once(',') {
        Some((before, last)) if is_list => (format!("{before}, "), last.trim_start()),
        _ => (String::new(), typed),
    };
    let partial_command = PartialCommand {
        command: command_so_far.command,
        actor_name: command_so_far.actor_name,
        slot: if is_actor { "as".into() } else { focused.into() },
        typed_text: typed.into(),
    };
    let interaction = context.interaction;
    let request_context = build_command_request_context(interaction);
    let bot = context.framework.user_data;
    let suggestions =
        bot.app.complete_slot_by_name_or_value(&request_context, &partial_command).await;
    let suggestions = suggestions.unwrap_or_else(|error| {
        tracing::warn!(%error, "autocompletion failed");
        Vec::new()
    });
    // For the verbs of a system, only the app knows which system applies.
    let is_app_verb = permissions::is_common_verb(spec.verb);
    let suggestions = if suggestions.is_empty() && is_app_verb {
        filter_choices(option, typed)
    } else {
        suggestions
    };
    let complete_list = |NamedCompletion { name, value }| NamedCompletion {
        name: format!("{before}{name}"),
        value: format!("{before}{value}"),
    };
    suggestions.into_iter().map(complete_list).collect()
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
