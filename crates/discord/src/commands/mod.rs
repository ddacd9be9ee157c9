//! The slash commands: from the [`table`] to poise's commands, and from what a user typed to
//! what the app is told.
//!
//! All commands run through the one function [`run`]: say it to the app, answer at once. What the
//! channel sees of it is in the outbox (see [`delivery`](super::delivery)).

pub mod command_specs;
pub mod registration;

use std::borrow::Cow;

use poise::Command as PoiseCommand;
use poise::{ApplicationContext, BoxFuture, CommandParameter, FrameworkError};
use serenity::all::CommandOptionType as Type;
use serenity::all::{
    AutocompleteChoice, CreateAutocompleteResponse, CreateCommandOption, ResolvedOption,
    ResolvedValue,
};

use super::BotContext;
use super::bot_permissions;
use super::error::BotError;
use super::interaction_replies;
use super::messages::text::cut_to_length;
use super::messages::{LOCALE, STYLE};
use super::request_context::build_request_context;
use app::input::{InputReply, PartialCommand, UserInput};
use app::permissions;
use command_specs::{CommandOption, OptionKind, SlashBody, SlashCommand, VerbCommand};
use engine::core::command::{self, Command, TextToken};
use engine::game::SYSTEM_KEYS;
use narration::catalogue::{self, FormattedText, sentence_or_first_key};
use narration::say;

/// The longest word, and the longest text of one's own, in characters.
const MAX_WORD: u16 = 100;
const MAX_PROSE: u16 = 300;

type CommandContext<'a> = ApplicationContext<'a, BotContext, BotError>;

/// All commands, for the framework.
pub fn build_all_commands() -> Vec<PoiseCommand<BotContext, BotError>> {
    build_commands_for(SYSTEM_KEYS)
}

/// The commands of a server in which these systems are played.
pub fn build_commands_for(systems: &[&str]) -> Vec<PoiseCommand<BotContext, BotError>> {
    command_specs::list_commands(systems)
        .into_iter()
        .map(|slash| build_command("command", slash))
        .collect()
}

/// A command with its words of the catalogue: `command-gm-set`, and `command-gm-set.about`.
fn build_command(above: &str, slash: SlashCommand) -> PoiseCommand<BotContext, BotError> {
    let key = format!("{above}-{}", slash.name);
    let about_key = format!("{key}.about");
    let name = sentence_or_first_key(LOCALE, &[&key]);
    let about = sentence_or_first_key(LOCALE, &[&about_key]);
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
        SlashBody::Verb(saying) => {
            command.parameters =
                saying.options.iter().map(|option| build_parameter(&key, option)).collect();
            command.custom_data = Box::new(saying);
        }
        SlashBody::Group(within) => {
            command.subcommand_required = true;
            command.subcommands =
                within.into_iter().map(|slash| self::build_command(&key, slash)).collect();
        }
    }
    command
}

/// The same in the languages that Discord's users read.
fn localizations(keys: &[&str]) -> Localizations {
    let all = catalogue::translations(keys).into_iter();
    all.map(|(tag, text)| (tag.into(), text.into())).collect()
}

type Localizations = Cow<'static, [(Cow<'static, str>, Cow<'static, str>)]>;

/// An option: what it means wherever it stands, or what this command means by it.
fn build_parameter(
    command: &str,
    option: &CommandOption,
) -> CommandParameter<BotContext, BotError> {
    let (own, common) = (format!("{command}.{}", option.name), format!("option-{}", option.name));
    let about_keys = [own.as_str(), &format!("{common}.about")];
    let about = sentence_or_first_key(LOCALE, &about_keys);
    let is_completed =
        matches!(option.kind, OptionKind::Word | OptionKind::List | OptionKind::Actor);
    CommandParameter {
        name: sentence_or_first_key(LOCALE, &[&common]).into(),
        name_localizations: localizations(&[&common]),
        description: Some(about.into()),
        description_localizations: localizations(&about_keys),
        required: option.is_required,
        channel_types: None,
        choices: Vec::new().into(),
        type_setter: Some(option_type_setter(option.kind)),
        autocomplete_callback: is_completed.then_some(complete_option),
        __non_exhaustive: (),
    }
}

fn option_type_setter(kind: OptionKind) -> fn(CreateCommandOption) -> CreateCommandOption {
    match kind {
        OptionKind::Word | OptionKind::List | OptionKind::Actor => {
            |option| option.kind(Type::String).max_length(MAX_WORD)
        }
        OptionKind::Prose | OptionKind::Fields => {
            |option| option.kind(Type::String).max_length(MAX_PROSE)
        }
        OptionKind::Number => {
            |option| option.kind(Type::Integer).min_int_value(0).max_int_value(999)
        }
        OptionKind::Flag | OptionKind::Quiet => |option| option.kind(Type::Boolean),
        OptionKind::User => |option| option.kind(Type::User),
        OptionKind::File => |option| option.kind(Type::Attachment),
    }
}

/// Any command: told to the app, and answered before anything else is done.
fn handle_command(
    context: CommandContext<'_>,
) -> BoxFuture<'_, Result<(), FrameworkError<'_, BotContext, BotError>>> {
    Box::pin(async move {
        let front = context.framework.user_data;
        front
            .tasks
            .track_future(parse_and_run(context))
            .await
            .map_err(|trouble| FrameworkError::new_command(context.into(), trouble))
    })
}

async fn parse_and_run(context: CommandContext<'_>) -> Result<(), BotError> {
    let front = context.framework.user_data;
    let Some(saying) = command_spec(&context) else { return Err(BotError::UnknownCommand) };
    let interaction = context.interaction;
    let said = match parse_options(saying, context.args) {
        Ok(said) => said,
        Err(why) => {
            return interaction_replies::send_private_text(&front.http, interaction, why).await;
        }
    };
    let origin = build_request_context(
        interaction.id,
        &interaction.user,
        interaction.member.as_deref(),
        interaction.guild_id,
        interaction.channel_id,
    );
    let TypedCommand { command: mut words, acting_as, is_quiet } = said;
    if let Some(why) = words.slots.get_mut("why") {
        *why = command_specs::replace_name_with_verb(why);
    }
    let is_opening = bot_permissions::is_fight_opening(&words) && interaction.guild_id.is_some();
    let file = context.args.iter().find_map(|option| match option.value {
        ResolvedValue::Attachment(file) => Some(file),
        _ => None,
    });
    let reply = async {
        if let Some(file) = file {
            match front.attachments.download_text(file).await {
                Ok(text) => words = words.with("text", text).with("file", &file.filename),
                Err(refusal) => return Ok(InputReply::Refused(Box::new(refusal))),
            }
        }
        front
            .app
            .handle_input(
                &origin,
                UserInput::Command { command: words, actor_name: acting_as, is_private: is_quiet },
            )
            .await
    };
    interaction_replies::reply_privately(front, interaction, reply).await?;
    if is_opening {
        let (channel, has) = (interaction.channel_id, interaction.app_permissions);
        bot_permissions::send_missing_permissions(&front.http, interaction, channel, has).await?;
    }
    Ok(())
}

fn command_spec<'a>(context: &CommandContext<'a>) -> Option<&'a VerbCommand> {
    context.command().custom_data.downcast_ref()
}

/// What was typed, in the app's form.
#[derive(Debug, Default, PartialEq)]
struct TypedCommand {
    command: Command,
    acting_as: Option<String>,
    is_quiet: bool,
}

/// Reads the options of a command.
///
/// # Errors
/// What cannot be read, as a sentence for the user.
fn parse_options(
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
                STYLE,
                "typed-option-unknown",
                option = FormattedText(option.name.into())
            ));
        };
        if let ResolvedValue::User(user, _) = &option.value
            && user.bot
        {
            return Err(say!(STYLE, "typed-user-bot", name = user.name));
        }
        match kind {
            OptionKind::Actor => typed.acting_as = Some(value),
            OptionKind::Quiet => typed.is_quiet = value == "true",
            OptionKind::Fields => {
                for (slot, value) in parse_fields(&value)? {
                    typed.command = typed.command.with(&slot, value);
                }
            }
            OptionKind::Word
            | OptionKind::List
            | OptionKind::Prose
            | OptionKind::Number
            | OptionKind::Flag
            | OptionKind::User
            | OptionKind::File => {
                typed.command = typed.command.with(option.name, value);
            }
        }
    }
    Ok(typed)
}

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

/// `hp=5 name="Old Wolf" hidden`: pairs with blanks or commas between them; a word alone is true.
fn parse_fields(text: &str) -> Result<Vec<(String, String)>, String> {
    let is_gap = |letter: char| letter.is_whitespace() || letter == ',';
    let tokens =
        command::split_tokens(text, is_gap).ok_or_else(|| say!(STYLE, "typed-quotation-open"))?;
    let pair = |token: &TextToken| {
        let (name, value) = token.split_at_separator('=').unwrap_or((&token.text, "true"));
        if name.is_empty() || (value.is_empty() && !token.is_quoted) {
            return Err(say!(STYLE, "typed-fields"));
        }
        Ok((name.to_string(), value.to_string()))
    };
    tokens.iter().map(pair).collect()
}

/// What may be typed in the option at the cursor.
fn complete_option<'a>(
    context: CommandContext<'a>,
    typed: &'a str,
) -> BoxFuture<'a, CreateAutocompleteResponse> {
    Box::pin(async move {
        let front = context.framework.user_data;
        let found = front.tasks.track_future(suggest_values(&context, typed)).await;
        let choice = |text: String| AutocompleteChoice::new(cut_to_length(&text, 100), text);
        // A value may not be cut: what is longer cannot be chosen, only typed.
        let fitting = found.into_iter().filter(|text| text.chars().count() <= 100);
        CreateAutocompleteResponse::new().set_choices(fitting.take(25).map(choice).collect())
    })
}

async fn suggest_values(context: &CommandContext<'_>, typed: &str) -> Vec<String> {
    let Some(saying) = command_spec(context) else { return Vec::new() };
    let focused = context.args.iter().find_map(|option| match option.value {
        ResolvedValue::Autocomplete { .. } => Some(option.name),
        _ => None,
    });
    let Some(focused) = focused else { return Vec::new() };
    let others: Vec<ResolvedOption<'_>> =
        context.args.iter().filter(|option| option.name != focused).cloned().collect();
    // A half-typed command may not be readable yet.
    let said = parse_options(saying, &others).unwrap_or_default();
    let Some(option) = saying.options.iter().find(|one| one.name == focused) else {
        return Vec::new();
    };
    let (is_actor, is_list) = (option.kind == OptionKind::Actor, option.kind == OptionKind::List);
    let (before, typed) = match typed.rsplit_once(',') {
        Some((before, last)) if is_list => (format!("{before}, "), last.trim_start()),
        _ => (String::new(), typed),
    };
    let typing = PartialCommand {
        command: said.command,
        actor_name: said.acting_as,
        slot: if is_actor { "as".into() } else { focused.into() },
        typed_text: typed.into(),
    };
    let interaction = context.interaction;
    let origin = build_request_context(
        interaction.id,
        &interaction.user,
        interaction.member.as_deref(),
        interaction.guild_id,
        interaction.channel_id,
    );
    let front = context.framework.user_data;
    let known = front.app.complete_slot(&origin, &typing).await.unwrap_or_else(|fault| {
        tracing::warn!(%fault, "nothing to complete with");
        Vec::new()
    });
    // By which rules a verb of theirs is played, the app knows better.
    let is_apps = permissions::is_common_verb(saying.verb);
    let known = if known.is_empty() && is_apps { filter_choices(option, typed) } else { known };
    known.into_iter().map(|word| format!("{before}{word}")).collect()
}

fn filter_choices(option: &CommandOption, typed: &str) -> Vec<String> {
    let typed = typed.trim().to_lowercase();
    let fitting = option.choices.iter().filter(|word| word.contains(&typed));
    fitting.map(|word| (*word).to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn fields_are_read() {
        let pair = |name: &str, value: &str| (name.to_string(), value.to_string());
        assert_eq!(parse_fields("").unwrap(), []);
        assert_eq!(parse_fields("hp=5, str=-2").unwrap(), [pair("hp", "5"), pair("str", "-2")]);
        assert_eq!(
            parse_fields(r#" leader worn.0="light armour" "#).unwrap(),
            [pair("leader", "true"), pair("worn.0", "light armour")]
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

    /// Discord's limits, as far as a table can break them.
    #[test]
    fn the_commands_fit_into_discord() {
        for systems in SYSTEM_KEYS.iter().map(std::slice::from_ref).chain([SYSTEM_KEYS]) {
            let json = registration::to_json(&build_commands_for(systems));
            let all = json.as_array().unwrap();
            assert!(all.len() <= 100);
            for command in all {
                check(command);
                assert!(weight(command) <= 8000, "{}", command["name"]);
            }
        }
    }

    fn check(part: &Value) {
        let (name, about) = (part["name"].as_str().unwrap(), part["description"].as_str().unwrap());
        let is_name = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
        assert!(name.len() <= 32 && name.chars().all(is_name), "{name}");
        assert!((1..=100).contains(&about.chars().count()), "{name}: {about}");
        let options = part["options"].as_array().map_or(&[][..], Vec::as_slice);
        assert!(options.len() <= 25, "{name}");
        let required: Vec<bool> = options.iter().map(|one| one["required"] == true).collect();
        assert!(required.is_sorted_by(|a, b| a >= b), "{name}: required options first");
        for (at, option) in options.iter().enumerate() {
            assert!(!options[..at].iter().any(|one| one["name"] == option["name"]), "{name}");
            check(option);
        }
    }

    fn weight(part: &Value) -> usize {
        let own = |key: &str| part[key].as_str().map_or(0, |text| text.chars().count());
        let within = part["options"].as_array().map_or(0, |all| all.iter().map(weight).sum());
        own("name") + own("description") + within
    }
}
