//! The slash commands: from the [`table`] to poise's commands, and from what a user typed to
//! what the app is told.
//!
//! All commands run through the one function [`run`]: say it to the app, answer at once. What the
//! channel sees of it is in the outbox (see [`delivery`](super::delivery)).

pub mod registration;
pub mod table;

use std::borrow::Cow;

use poise::Command as PoiseCommand;
use poise::{ApplicationContext, BoxFuture, CommandParameter, FrameworkError};
use serenity::all::CommandOptionType as Type;
use serenity::all::{
    AutocompleteChoice, CreateAutocompleteResponse, CreateCommandOption, ResolvedOption,
    ResolvedValue,
};

use super::Front;
use super::answers;
use super::messages::text::cut;
use super::messages::{LOCALE, STYLE};
use super::origin::origin;
use super::rights;
use super::trouble::Trouble;
use app::input::{Input, Reply, Unfinished};
use app::permissions;
use engine::command::{self, Command, Token};
use engine::game::SYSTEMS;
use narration::catalogue::{self, Set, entry};
use narration::say;
use table::{Does, Kind, Opt, Saying, Slash};

/// The longest word, and the longest text of one's own, in characters.
const LONGEST_WORD: u16 = 100;
const LONGEST_PROSE: u16 = 300;

type Here<'a> = ApplicationContext<'a, Front, Trouble>;

/// All commands, for the framework.
pub fn commands() -> Vec<PoiseCommand<Front, Trouble>> {
    commands_of(SYSTEMS)
}

/// The commands of a server in which these systems are played.
pub fn commands_of(systems: &[&str]) -> Vec<PoiseCommand<Front, Trouble>> {
    table::table(systems).into_iter().map(|slash| command("command", slash)).collect()
}

/// A command with its words of the catalogue: `command-gm-set`, and `command-gm-set.about`.
fn command(above: &str, slash: Slash) -> PoiseCommand<Front, Trouble> {
    let key = format!("{above}-{}", slash.name);
    let about_key = format!("{key}.about");
    let name = entry(LOCALE, &[&key]);
    let about = entry(LOCALE, &[&about_key]);
    let mut command = PoiseCommand {
        name: name.clone().into(),
        qualified_name: name.clone().into(),
        identifying_name: name.into(),
        name_localizations: elsewhere(&[&key]),
        description: Some(about.into()),
        description_localizations: elsewhere(&[&about_key]),
        slash_action: Some(run),
        ..PoiseCommand::default()
    };
    match slash.does {
        Does::Say(saying) => {
            command.parameters =
                saying.options.iter().map(|option| parameter(&key, option)).collect();
            command.custom_data = Box::new(saying);
        }
        Does::Offer(within) => {
            command.subcommand_required = true;
            command.subcommands =
                within.into_iter().map(|slash| self::command(&key, slash)).collect();
        }
    }
    command
}

/// The same in the languages that Discord's users read.
fn elsewhere(keys: &[&str]) -> Localized {
    let all = catalogue::elsewhere(keys).into_iter();
    all.map(|(tag, text)| (tag.into(), text.into())).collect()
}

type Localized = Cow<'static, [(Cow<'static, str>, Cow<'static, str>)]>;

/// An option: what it means wherever it stands, or what this command means by it.
fn parameter(command: &str, option: &Opt) -> CommandParameter<Front, Trouble> {
    let (own, common) = (format!("{command}.{}", option.name), format!("option-{}", option.name));
    let about_keys = [own.as_str(), &format!("{common}.about")];
    let about = entry(LOCALE, &about_keys);
    let is_completed = matches!(option.kind, Kind::Word | Kind::List | Kind::Actor);
    CommandParameter {
        name: entry(LOCALE, &[&common]).into(),
        name_localizations: elsewhere(&[&common]),
        description: Some(about.into()),
        description_localizations: elsewhere(&about_keys),
        required: option.is_required,
        channel_types: None,
        choices: Vec::new().into(),
        type_setter: Some(type_setter(option.kind)),
        autocomplete_callback: is_completed.then_some(complete),
        __non_exhaustive: (),
    }
}

fn type_setter(kind: Kind) -> fn(CreateCommandOption) -> CreateCommandOption {
    match kind {
        Kind::Word | Kind::List | Kind::Actor => {
            |option| option.kind(Type::String).max_length(LONGEST_WORD)
        }
        Kind::Prose | Kind::Fields => |option| option.kind(Type::String).max_length(LONGEST_PROSE),
        Kind::Number => |option| option.kind(Type::Integer).min_int_value(0).max_int_value(999),
        Kind::Flag | Kind::Quiet => |option| option.kind(Type::Boolean),
        Kind::Person => |option| option.kind(Type::User),
        Kind::File => |option| option.kind(Type::Attachment),
    }
}

/// Any command: told to the app, and answered before anything else is done.
fn run(here: Here<'_>) -> BoxFuture<'_, Result<(), FrameworkError<'_, Front, Trouble>>> {
    Box::pin(async move {
        let front = here.framework.user_data;
        front
            .tasks
            .track_future(say(here))
            .await
            .map_err(|trouble| FrameworkError::new_command(here.into(), trouble))
    })
}

async fn say(here: Here<'_>) -> Result<(), Trouble> {
    let front = here.framework.user_data;
    let Some(saying) = saying(&here) else { return Err(Trouble::UnknownCommand) };
    let interaction = here.interaction;
    let said = match read(saying, here.args) {
        Ok(said) => said,
        Err(why) => return answers::private(&front.http, interaction, why).await,
    };
    let origin = origin(
        interaction.id,
        &interaction.user,
        interaction.member.as_deref(),
        interaction.guild_id,
        interaction.channel_id,
    );
    let Typed { mut words, acting_as, is_quiet } = said;
    if let Some(why) = words.slots.get_mut("why") {
        *why = table::meant(why);
    }
    let is_opening = rights::is_opening(&words) && interaction.guild_id.is_some();
    let file = here.args.iter().find_map(|option| match option.value {
        ResolvedValue::Attachment(file) => Some(file),
        _ => None,
    });
    let reply = async {
        if let Some(file) = file {
            match front.files.text(file).await {
                Ok(text) => words = words.with("text", text).with("file", &file.filename),
                Err(refusal) => return Ok(Reply::Refused(Box::new(refusal))),
            }
        }
        front.app.handle(&origin, Input::Command { words, acting_as, is_quiet }).await
    };
    answers::answer(front, interaction, reply).await?;
    if is_opening {
        let (channel, has) = (interaction.channel_id, interaction.app_permissions);
        rights::tell_missing(&front.http, interaction, channel, has).await?;
    }
    Ok(())
}

fn saying<'a>(here: &Here<'a>) -> Option<&'a Saying> {
    here.command().custom_data.downcast_ref()
}

/// What was typed, in the app's form.
#[derive(Debug, Default, PartialEq)]
struct Typed {
    words: Command,
    acting_as: Option<String>,
    is_quiet: bool,
}

/// Reads the options of a command.
///
/// # Errors
/// What cannot be read, as a sentence for the user.
fn read(saying: &Saying, options: &[ResolvedOption<'_>]) -> Result<Typed, String> {
    let mut typed = Typed { words: Command::new(saying.verb), ..Typed::default() };
    for (slot, value) in saying.fixed {
        typed.words = typed.words.with(slot, value);
    }
    for option in options {
        let kind = saying.options.iter().find(|known| known.name == option.name);
        if kind.is_some_and(|known| known.kind == Kind::File) {
            continue;
        }
        let (Some(kind), Some(value)) = (kind.map(|known| known.kind), text(&option.value)) else {
            return Err(say!(STYLE, "typed-option-unknown", option = Set(option.name.into())));
        };
        if let ResolvedValue::User(user, _) = &option.value
            && user.bot
        {
            return Err(say!(STYLE, "typed-user-bot", name = user.name));
        }
        match kind {
            Kind::Actor => typed.acting_as = Some(value),
            Kind::Quiet => typed.is_quiet = value == "true",
            Kind::Fields => {
                for (slot, value) in fields(&value)? {
                    typed.words = typed.words.with(&slot, value);
                }
            }
            Kind::Word
            | Kind::List
            | Kind::Prose
            | Kind::Number
            | Kind::Flag
            | Kind::Person
            | Kind::File => {
                typed.words = typed.words.with(option.name, value);
            }
        }
    }
    Ok(typed)
}

fn text(value: &ResolvedValue<'_>) -> Option<String> {
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
fn fields(text: &str) -> Result<Vec<(String, String)>, String> {
    let is_gap = |letter: char| letter.is_whitespace() || letter == ',';
    let tokens =
        command::parted(text, is_gap).ok_or_else(|| say!(STYLE, "typed-quotation-open"))?;
    let pair = |token: &Token| {
        let (name, value) = token.pair('=').unwrap_or((&token.text, "true"));
        if name.is_empty() || (value.is_empty() && !token.is_quoted) {
            return Err(say!(STYLE, "typed-fields"));
        }
        Ok((name.to_string(), value.to_string()))
    };
    tokens.iter().map(pair).collect()
}

/// What may be typed in the option at the cursor.
fn complete<'a>(here: Here<'a>, typed: &'a str) -> BoxFuture<'a, CreateAutocompleteResponse> {
    Box::pin(async move {
        let front = here.framework.user_data;
        let found = front.tasks.track_future(choices(&here, typed)).await;
        let choice = |text: String| AutocompleteChoice::new(cut(&text, 100), text);
        // A value may not be cut: what is longer cannot be chosen, only typed.
        let fitting = found.into_iter().filter(|text| text.chars().count() <= 100);
        CreateAutocompleteResponse::new().set_choices(fitting.take(25).map(choice).collect())
    })
}

async fn choices(here: &Here<'_>, typed: &str) -> Vec<String> {
    let Some(saying) = saying(here) else { return Vec::new() };
    let focused = here.args.iter().find_map(|option| match option.value {
        ResolvedValue::Autocomplete { .. } => Some(option.name),
        _ => None,
    });
    let Some(focused) = focused else { return Vec::new() };
    let others: Vec<ResolvedOption<'_>> =
        here.args.iter().filter(|option| option.name != focused).cloned().collect();
    // A half-typed command may not be readable yet.
    let said = read(saying, &others).unwrap_or_default();
    let Some(option) = saying.options.iter().find(|one| one.name == focused) else {
        return Vec::new();
    };
    let (is_actor, is_list) = (option.kind == Kind::Actor, option.kind == Kind::List);
    let (before, typed) = match typed.rsplit_once(',') {
        Some((before, last)) if is_list => (format!("{before}, "), last.trim_start()),
        _ => (String::new(), typed),
    };
    let typing = Unfinished {
        words: said.words,
        acting_as: said.acting_as,
        slot: if is_actor { "as".into() } else { focused.into() },
        typed: typed.into(),
    };
    let interaction = here.interaction;
    let origin = origin(
        interaction.id,
        &interaction.user,
        interaction.member.as_deref(),
        interaction.guild_id,
        interaction.channel_id,
    );
    let front = here.framework.user_data;
    let known = front.app.complete(&origin, &typing).await.unwrap_or_else(|fault| {
        tracing::warn!(%fault, "nothing to complete with");
        Vec::new()
    });
    // By which rules a verb of theirs is played, the app knows better.
    let is_apps = permissions::is_common(saying.verb);
    let known = if known.is_empty() && is_apps { among(option, typed) } else { known };
    known.into_iter().map(|word| format!("{before}{word}")).collect()
}

fn among(option: &Opt, typed: &str) -> Vec<String> {
    let typed = typed.trim().to_lowercase();
    let fitting = option.among.iter().filter(|word| word.contains(&typed));
    fitting.map(|word| (*word).to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn fields_are_read() {
        let pair = |name: &str, value: &str| (name.to_string(), value.to_string());
        assert_eq!(fields("").unwrap(), []);
        assert_eq!(fields("hp=5, str=-2").unwrap(), [pair("hp", "5"), pair("str", "-2")]);
        assert_eq!(
            fields(r#" leader worn.0="light armour" "#).unwrap(),
            [pair("leader", "true"), pair("worn.0", "light armour")]
        );
        assert_eq!(fields("pack=\"\" hp=5").unwrap(), [pair("pack", ""), pair("hp", "5")]);
        assert_eq!(
            fields(r#"name="Big \"Al\", C:\x" text='he said "a=b"'"#).unwrap(),
            [pair("name", r#"Big "Al", C:\x"#), pair("text", r#"he said "a=b""#)]
        );
        assert!(fields("hp=").is_err());
        assert!(fields("=5").is_err());
        assert!(fields("a=\"b").is_err());
    }

    /// Discord's limits, as far as a table can break them.
    #[test]
    fn the_commands_fit_into_discord() {
        for systems in SYSTEMS.iter().map(std::slice::from_ref).chain([SYSTEMS]) {
            let json = registration::json(&commands_of(systems));
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
