//! Removes a deleted user's id and free texts from the stored texts of a fight.
//!
//! It works on the texts and not on their meaning, so it misses nothing and serves every system.
//! Names of characters, zones and groups belong to the fight and stay; so do lines that were mixed
//! into the dice, or nobody could check those any more.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use engine::core::command::Command;
use engine::core::ids::UserId;
use engine::core::verbs::SlotKind;
use engine::game::Game;
use store::rows::StoredInput;

use crate::api::speech::{DESCRIBE_VERB, TEXT_SLOT};
use crate::state::fight_state::from_json;
use crate::transaction::InputRecord;

/// Replaces a removed text.
const REDACTED_TEXT: &str = "…";

/// The least id of a user. Other numbers in a fight, such as times and counts, are far smaller.
const MIN_USER_ID: u64 = 1 << 48;

pub(super) struct UserRedaction {
    user_id: String,
    /// The id that replaces theirs in this fight.
    pub placeholder: UserId,
    /// The user's texts, escaped as in JSON.
    own_texts: BTreeSet<String>,
    /// The JSON keys of free texts.
    free_text_keys: &'static [&'static str],
}

impl UserRedaction {
    /// Collects a user's texts from all inputs of a fight, also those of others. A text belongs to
    /// whoever entered it first: a GM who allows an act repeats the player's text. The placeholder
    /// is the next id after those of the users who were forgotten before.
    pub fn from_all_inputs(user: UserId, system: &str, all_inputs: &[StoredInput]) -> Self {
        debug_assert!(user.0 >= MIN_USER_ID, "{user:?} could be any number of a fight");
        let mut first_authors: BTreeMap<String, UserId> = BTreeMap::new();
        let mut forgotten = BTreeSet::new();
        for stored in all_inputs {
            let Some(author) = stored.user.map(UserId) else { continue };
            if author.is_forgotten() {
                forgotten.insert(author);
            }
            // An unreadable input is shown to nobody.
            let Ok(input) = from_json::<InputRecord>(&stored.input) else { continue };
            for text in collect_json_escaped_free_texts(system, &input) {
                first_authors.entry(text).or_insert(author);
            }
        }
        let placeholder = UserId::forgotten(u16::try_from(forgotten.len()).unwrap_or(u16::MAX));
        let own_entries = first_authors
            .into_iter()
            .filter(|(text, author)| *author == user && text != REDACTED_TEXT);
        Self {
            user_id: user.0.to_string(),
            placeholder,
            own_texts: own_entries.map(|(text, _)| text).collect(),
            free_text_keys: Game::free_text_slots(system),
        }
    }

    /// Returns a text of the fight without the user's id and texts.
    pub fn redact(&self, text: &str) -> String {
        self.replace_whole_user_id(&self.redact_own_texts(text))
    }

    /// Replaces in JSON text each value that the user wrote, where its key is one of those for free
    /// text.
    fn redact_own_texts(&self, text: &str) -> String {
        let (mut result, mut copied_to) = (String::with_capacity(text.len()), 0);
        // Quotes within JSON strings are escaped, so this finds only keys with a string value.
        for (start, found) in text.match_indices("\":\"") {
            let value_start = start + found.len();
            let key = text[..start].rsplit('"').next().unwrap_or_default();
            if !self.free_text_keys.contains(&key) {
                continue;
            }
            let value_end = value_start + length_to_closing_quote(&text[value_start..]);
            if self.own_texts.contains(&text[value_start..value_end]) {
                result += &text[copied_to..value_start];
                result += REDACTED_TEXT;
                copied_to = value_end;
            }
        }
        result + &text[copied_to..]
    }

    /// Replaces the user's id by the placeholder, except where it is a part of a longer number.
    fn replace_whole_user_id(&self, text: &str) -> String {
        let (mut result, mut copied_to) = (String::with_capacity(text.len()), 0);
        let is_digit =
            |neighbour: Option<char>| neighbour.is_some_and(|character| character.is_ascii_digit());
        for (start, found) in text.match_indices(&self.user_id) {
            let end = start + found.len();
            let is_part_of_number =
                is_digit(text[..start].chars().next_back()) || is_digit(text[end..].chars().next());
            if !is_part_of_number {
                result += &text[copied_to..start];
                result += &self.placeholder.0.to_string();
                copied_to = end;
            }
        }
        result + &text[copied_to..]
    }
}

/// Returns the free texts of an input, as typed and trimmed, escaped for JSON.
fn collect_json_escaped_free_texts(system: &str, input: &InputRecord) -> BTreeSet<String> {
    let mut escaped_texts = BTreeSet::new();
    let unseen_commands = input.unseen_commands.iter().map(|(_, command)| command);
    for command in unseen_commands.chain([&input.command]) {
        for (slot, text) in &command.slots {
            if !is_free_text(system, command, slot) {
                continue;
            }
            for typed_or_trimmed in [text.as_str(), text.trim()] {
                if !typed_or_trimmed.is_empty() {
                    escaped_texts.insert(json_escaped(typed_or_trimmed));
                }
            }
        }
    }
    escaped_texts
}

/// Returns whether a slot of a command holds words in character or other free text.
fn is_free_text(system: &str, command: &Command, slot: &str) -> bool {
    if command.verb == DESCRIBE_VERB && slot == TEXT_SLOT {
        return true;
    }
    Game::free_text_slots(system).contains(&slot)
        && Game::find_slots(system, &command.verb, slot)
            .any(|found| found.kind == SlotKind::FreeText)
}

/// Escapes a text as in a JSON string.
fn json_escaped(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    quoted[1..quoted.len() - 1].into()
}

/// Returns the length in bytes of a JSON string whose opening quote lies just before `text`.
fn length_to_closing_quote(text: &str) -> usize {
    let mut is_escaped = false;
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return index,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const USER: u64 = 170_000_000_000_000_011;

    fn stored_input(user: u64, command: &Command) -> StoredInput {
        let input = serde_json::json!({"words": command}).to_string();
        StoredInput { at: 0, user: Some(user), input }
    }

    fn say_command(text: &str) -> Command {
        Command::new("say").with("text", text)
    }

    #[test]
    fn redaction_removes_own_texts_from_free_text_keys_only() {
        let rows = [
            stored_input(USER, &say_command("Run, \"you\" fools\\")),
            stored_input(USER, &say_command(" Hold ")),
            stored_input(USER, &say_command("Ana")),
            stored_input(7, &say_command("Yes")),
            stored_input(USER, &say_command("Yes")),
        ];
        let redaction = UserRedaction::from_all_inputs(UserId(USER), "cards", &rows);
        let text = r#"{"say":"Run, \"you\" fools\\","text":"Hold","name":"Ana","say":"Ana"}"#;
        assert_eq!(redaction.redact(text), r#"{"say":"…","text":"…","name":"Ana","say":"…"}"#);
        let others = r#"{"text":"Yes","line":"Hold","text":"Hold on"}"#;
        assert_eq!(redaction.redact(others), others);
        let tricky = r#"{"name":"\"text\":\"Hold","text":"\\"}"#;
        assert_eq!(redaction.redact(tricky), tricky);
    }

    /// Every free-text slot counts either as the user's own text, which is removed, or as the
    /// fight's, such as names and dice.
    #[test]
    fn free_text_slots_belong_to_user_or_fight() {
        for system in engine::game::SYSTEM_KEYS {
            for verb in Game::all_verbs(system) {
                for slot in verb.slots.iter().filter(|slot| slot.kind == SlotKind::FreeText) {
                    let belongs_to_fight = ["name", "damage"].contains(&slot.name);
                    let belongs_to_user = Game::free_text_slots(system).contains(&slot.name);
                    assert!(
                        belongs_to_fight != belongs_to_user,
                        "{system}: {} {}",
                        verb.name,
                        slot.name
                    );
                }
            }
        }
    }

    #[test]
    fn redaction_replaces_user_id_everywhere() {
        let rows = [stored_input(UserId::forgotten(0).0, &say_command("Bye"))];
        let redaction = UserRedaction::from_all_inputs(UserId(USER), "cards", &rows);
        assert_eq!(redaction.placeholder, UserId::forgotten(1));
        let placeholder = redaction.placeholder.0;
        let text = format!(r#"{{"user":{USER},"{USER}":1,"to":"dm {USER}","n":{USER}0}}"#);
        let expected = format!(
            r#"{{"user":{placeholder},"{placeholder}":1,"to":"dm {placeholder}","n":{USER}0}}"#
        );
        assert_eq!(redaction.redact(&text), expected);
    }
}
