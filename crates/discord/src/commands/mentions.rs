//! Mentions of commands: what a message names as `` `/init join` `` is sent as `</init join:ID>`,
//! which people can tap.
//!
//! Discord gives each command an id when it is registered. The ids are stored with the digest of
//! the commands (see [`registration`](super::registration)). They are put into a message when it is
//! sent, after its content is hashed, so no id is ever the reason for an edit.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde_json::Value;
use serenity::all::GuildId;

use super::super::error::BotError;
use super::command_specs::{SlashCommand, list_server_commands};
use app::App;
use app::servers::CommandScope;
use engine::game::SYSTEM_KEYS;

/// The type of slash commands in Discord's list of commands, which is also the default.
const SLASH_COMMAND: u64 = 1;

/// The names of all commands that can be run, such as `attack` and `init join`.
static COMMAND_NAMES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let commands = list_server_commands(SYSTEM_KEYS);
    SlashCommand::flatten(&commands).into_iter().map(|(name, _)| name).collect()
});

/// The ids of the slash commands of one scope, by the first word of their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandIds(BTreeMap<String, u64>);

impl CommandIds {
    /// Reads the ids from Discord's list of registered commands. Entries of another form are left
    /// out.
    pub fn from_registered(commands: &Value) -> Self {
        let slash_commands =
            commands.as_array().into_iter().flatten().filter(|command| {
                command["type"].as_u64().unwrap_or(SLASH_COMMAND) == SLASH_COMMAND
            });
        let id_by_name = slash_commands.filter_map(|command| {
            let id = command["id"].as_str()?.parse().ok()?;
            Some((command["name"].as_str()?.to_string(), id))
        });
        Self(id_by_name.collect())
    }

    /// Formats the ids for the store: `attack=12 init=34`.
    pub fn to_stored(&self) -> String {
        let pairs = self.0.iter().map(|(name, id)| format!("{name}={id}"));
        pairs.collect::<Vec<_>>().join(" ")
    }

    /// Parses what [`to_stored`](Self::to_stored) returns.
    fn from_stored(text: &str) -> Self {
        let pairs = text.split_whitespace().filter_map(|pair| {
            let (name, id) = pair.split_once('=')?;
            Some((name.to_string(), id.parse().ok()?))
        });
        Self(pairs.collect())
    }

    /// Loads the ids of the commands that are used in this server, or in direct messages. There are
    /// none while the commands are not registered, or if the store cannot be read: a message should
    /// not fail because of them.
    pub async fn load_or_empty(app: &App, guild: Option<GuildId>) -> Self {
        let scope = match guild {
            Some(guild) => CommandScope::Server(guild.get()),
            None => CommandScope::DirectMessages,
        };
        match app.load_key_value(&ids_key(scope)).await {
            Ok(stored) => Self::from_stored(&stored.unwrap_or_default()),
            Err(error) => {
                tracing::warn!(
                    %error, ?scope,
                    "could not load command ids; sentences name commands as text"
                );
                Self::default()
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Replaces each command in backticks by its mention, unless the text would then have more than
    /// `max_chars` characters. Options stay in backticks behind it. Blocks of code, and commands
    /// whose id is unknown, stay as they are.
    ///
    /// Returns `None` if nothing is replaced.
    pub fn replace_commands_with_mentions_if_fits(
        &self,
        text: &str,
        max_chars: usize,
    ) -> Option<String> {
        if self.is_empty() || !text.contains("`/") {
            return None;
        }
        let mut mentioned = String::with_capacity(text.len() + 64);
        let mut has_mention = false;
        let mut rest = text;
        while let Some(start) = rest.find('`') {
            let (before, from_backtick) = rest.split_at(start);
            mentioned.push_str(before);
            if is_next_letter_escaped(&mentioned) {
                mentioned.push('`');
                rest = &from_backtick[1..];
                continue;
            }
            // Code stands between two fences of equally many backticks.
            let fence_length = from_backtick.len() - from_backtick.trim_start_matches('`').len();
            let (fence, behind_fence) = from_backtick.split_at(fence_length);
            let Some((code, behind_code)) = behind_fence.split_once(fence) else {
                rest = from_backtick;
                break;
            };
            let is_block = fence_length > 1;
            let mention = if is_block { None } else { self.mention_command_with_options(code) };
            has_mention |= mention.is_some();
            mentioned.push_str(&mention.unwrap_or_else(|| format!("{fence}{code}{fence}")));
            rest = behind_code;
        }
        mentioned.push_str(rest);
        let fits = mentioned.chars().count() <= max_chars;
        (has_mention && fits).then_some(mentioned)
    }

    /// Formats a command as a mention, with its options behind it in backticks: `/roll salt:` as
    /// ``</roll:12> `salt:` ``. Returns `None` if it is no command, or its id is unknown.
    fn mention_command_with_options(&self, command: &str) -> Option<String> {
        let words: Vec<&str> = command.strip_prefix('/')?.split(' ').collect();
        let id = self.0.get(*words.first()?)?;
        let begins_with_name = |length: usize| {
            words.get(..length).is_some_and(|name| COMMAND_NAMES.contains(&name.join(" ")))
        };
        // A command in a group has two words.
        let name_length = if begins_with_name(2) {
            2
        } else if begins_with_name(1) {
            1
        } else {
            return None;
        };
        let (name, options) = words.split_at(name_length);
        let mention = format!("</{}:{id}>", name.join(" "));
        if options.is_empty() {
            return Some(mention);
        }
        Some(format!("{mention} `{}`", options.join(" ")))
    }
}

/// Stores the ids of a scope's commands. An empty set counts as none stored.
///
/// # Errors
/// The store cannot be written.
pub async fn store_ids(app: &App, scope: CommandScope, ids: &CommandIds) -> Result<(), BotError> {
    Ok(app.store_key_value(&ids_key(scope), &ids.to_stored()).await?)
}

/// Whether the ids of a scope's commands are stored.
///
/// # Errors
/// The store cannot be read.
pub async fn has_stored_ids(app: &App, scope: CommandScope) -> Result<bool, BotError> {
    Ok(app.load_key_value(&ids_key(scope)).await?.is_some_and(|ids| !ids.is_empty()))
}

/// Returns the key under which the ids of a scope's commands are stored.
fn ids_key(scope: CommandScope) -> String {
    match scope {
        CommandScope::DirectMessages => "command ids in direct messages".into(),
        CommandScope::Server(guild) => format!("command ids in server {guild}"),
    }
}

/// Returns whether the Markdown of a text escapes the letter that follows: whether an odd number of
/// backslashes is at its end.
fn is_next_letter_escaped(text: &str) -> bool {
    let backslashes = text.len() - text.trim_end_matches('\\').len();
    backslashes % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn ids() -> CommandIds {
        CommandIds::from_registered(&json!([
            { "id": "12", "name": "attack", "type": 1 },
            { "id": "34", "name": "init" },
            { "id": "56", "name": "gm", "type": 1 },
            { "id": "78", "name": "guide", "type": 2 },
            { "id": 90, "name": "roll", "type": 1 },
        ]))
    }

    #[test]
    fn slash_command_with_an_id_becomes_a_mention() {
        let mentioned = |text| ids().replace_commands_with_mentions_if_fits(text, 2000);
        let expected = "</attack:12>, </init join:34> `who:` and </gm undo:56>.";
        assert_eq!(
            mentioned("`/attack`, `/init join who:` and `/gm undo`.").as_deref(),
            Some(expected)
        );
        // A group cannot be run, and neither id of the last two can be used.
        assert_eq!(mentioned("`/gm`, `/init jump`, `/guide`, `/roll`, `/move`, /attack"), None);
    }

    #[test]
    fn code_and_escaped_backticks_stay() {
        let mentioned = |text| ids().replace_commands_with_mentions_if_fits(text, 2000);
        assert_eq!(mentioned("```\n`/attack`\n```"), None);
        assert_eq!(mentioned(r"\`/attack\`"), None);
        assert_eq!(mentioned(r"\\`/attack`").as_deref(), Some(r"\\</attack:12>"));
        assert_eq!(mentioned("``/attack`` `b`"), None);
        assert_eq!(mentioned("`a` `/attack` `").as_deref(), Some("`a` </attack:12> `"));
    }

    #[test]
    fn text_that_would_be_too_long_stays() {
        assert_eq!(
            ids().replace_commands_with_mentions_if_fits("`/attack`", 12).as_deref(),
            Some("</attack:12>")
        );
        assert_eq!(ids().replace_commands_with_mentions_if_fits("`/attack`", 11), None);
    }

    #[test]
    fn ids_survive_the_store() {
        assert_eq!(ids().to_stored(), "attack=12 gm=56 init=34");
        assert_eq!(CommandIds::from_stored(&ids().to_stored()), ids());
        assert!(CommandIds::from_stored("").is_empty());
    }
}
