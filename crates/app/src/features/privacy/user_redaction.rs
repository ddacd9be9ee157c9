//! Somebody whom a fight forgets: their number and their words, taken out of its texts.
//!
//! By what stands in the texts and not by what the texts mean, so that nothing is missed and every
//! system is served. Names of characters, zones and groups are the fight's and stay; so do lines
//! that were mixed into the dice, or nobody could check those any more.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use engine::core::command::Command;
use engine::core::ids::UserId;
use engine::core::verbs::SlotKind;
use engine::game::Game;
use store::rows::StoredInput;

use crate::state::fight_state::from_json;
use crate::transaction::InputRecord;

/// What stands in the place of words.
const REDACTED_TEXT: &str = "…";

/// No other number of a fight is as large as those of the chat service: times and counts are far
/// below.
const MIN_USER_ID: u64 = 1 << 48;

pub(super) struct UserRedaction {
    user_id: String,
    /// Who stands for them in this fight.
    pub placeholder: UserId,
    /// As JSON has them between its quotes.
    own_texts: BTreeSet<String>,
    /// What words are called there.
    prose_keys: &'static [&'static str],
}

impl UserRedaction {
    /// Somebody, by all that was said in a fight. Words are whose who said them first: a GM who
    /// allows something says the player's words again.
    pub fn from_inputs(user: UserId, system: &str, rows: &[StoredInput]) -> Self {
        debug_assert!(user.0 >= MIN_USER_ID, "{user:?} could be any number of a fight");
        let mut first: BTreeMap<String, UserId> = BTreeMap::new();
        let mut gone = BTreeSet::new();
        for row in rows {
            let Some(by) = row.user.map(UserId) else { continue };
            gone.extend(Some(by).filter(|by| by.is_forgotten()));
            // What cannot be read is told nobody.
            let Ok(said) = from_json::<InputRecord>(&row.input) else { continue };
            for text in prose_texts(system, &said) {
                first.entry(text).or_insert(by);
            }
        }
        let placeholder = UserId::forgotten(u16::try_from(gone.len()).unwrap_or(u16::MAX));
        let own = first.into_iter().filter(|(text, by)| *by == user && text != REDACTED_TEXT);
        let (own_texts, prose_keys) =
            (own.map(|(text, _)| text).collect(), Game::free_text_slots(system));
        Self { user_id: user.0.to_string(), placeholder, own_texts, prose_keys }
    }

    /// A text of the fight without them.
    pub fn redact(&self, text: &str) -> String {
        self.redact_user_id(&self.redact_own_texts(text))
    }

    fn redact_own_texts(&self, text: &str) -> String {
        let (mut rest, mut done) = (String::with_capacity(text.len()), 0);
        // Quotes within texts have a backslash before them.
        for (at, found) in text.match_indices("\":\"") {
            let begin = at + found.len();
            let key = text[..at].rsplit('"').next().unwrap_or_default();
            if !self.prose_keys.contains(&key) {
                continue;
            }
            let end = begin + json_string_length(&text[begin..]);
            if self.own_texts.contains(&text[begin..end]) {
                rest += &text[done..begin];
                rest += REDACTED_TEXT;
                done = end;
            }
        }
        rest + &text[done..]
    }

    fn redact_user_id(&self, text: &str) -> String {
        let (mut rest, mut done) = (String::with_capacity(text.len()), 0);
        let is_digit = |letter: Option<char>| letter.is_some_and(|it| it.is_ascii_digit());
        for (at, found) in text.match_indices(&self.user_id) {
            let end = at + found.len();
            if !is_digit(text[..at].chars().next_back()) && !is_digit(text[end..].chars().next()) {
                rest += &text[done..at];
                rest += &self.placeholder.0.to_string();
                done = end;
            }
        }
        rest + &text[done..]
    }
}

/// What was said in somebody's own words, as it was typed and without the blanks around it.
fn prose_texts(system: &str, input: &InputRecord) -> BTreeSet<String> {
    let is_prose = |words: &Command, slot: &str| {
        Game::free_text_slots(system).contains(&slot)
            && Game::find_slots(system, &words.verb, slot)
                .any(|slot| slot.kind == SlotKind::FreeText)
    };
    let all = input.unseen_commands.iter().map(|(_, words)| words).chain([&input.command]);
    let texts = all.flat_map(|words| {
        words.slots.iter().filter(|(slot, _)| is_prose(words, slot)).map(|(_, text)| text)
    });
    let both = texts.flat_map(|text| [text.as_str(), text.trim()]).filter(|text| !text.is_empty());
    both.map(json_escaped).collect()
}

/// A text as it stands between the quotes.
fn json_escaped(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    quoted[1..quoted.len() - 1].into()
}

/// How far a text reaches whose quotes were opened just before.
fn json_string_length(text: &str) -> usize {
    let mut is_escaped = false;
    let ends = |(_, byte): &(usize, u8)| match (is_escaped, byte) {
        (true, _) => {
            is_escaped = false;
            false
        }
        (false, b'\\') => {
            is_escaped = true;
            false
        }
        (false, byte) => *byte == b'"',
    };
    text.bytes().enumerate().find(ends).map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    const USER: u64 = 170_000_000_000_000_011;

    fn said(user: u64, words: &Command) -> StoredInput {
        let said = serde_json::json!({"words": words}).to_string();
        StoredInput { at: 0, user: Some(user), input: said }
    }

    fn talk(text: &str) -> Command {
        Command::new("say").with("text", text)
    }

    #[test]
    fn words_go_where_they_were_said() {
        let rows = [
            said(USER, &talk("Run, \"you\" fools\\")),
            said(USER, &talk(" Hold ")),
            said(USER, &talk("Ana")),
            said(7, &talk("Yes")),
            said(USER, &talk("Yes")),
        ];
        let leaver = UserRedaction::from_inputs(UserId(USER), "cards", &rows);
        let text = r#"{"say":"Run, \"you\" fools\\","text":"Hold","name":"Ana","say":"Ana"}"#;
        assert_eq!(leaver.redact(text), r#"{"say":"…","text":"…","name":"Ana","say":"…"}"#);
        let others = r#"{"text":"Yes","line":"Hold","text":"Hold on"}"#;
        assert_eq!(leaver.redact(others), others);
        let tricky = r#"{"name":"\"text\":\"Hold","text":"\\"}"#;
        assert_eq!(leaver.redact(tricky), tricky);
    }

    /// Words that people say are theirs, and go; names and dice are the fight's.
    #[test]
    fn every_slot_of_prose_is_judged() {
        for system in engine::game::SYSTEM_KEYS {
            for verb in Game::all_verbs(system) {
                for slot in verb.slots.iter().filter(|slot| slot.kind == SlotKind::FreeText) {
                    let is_of_fight = ["name", "damage"].contains(&slot.name);
                    let is_theirs = Game::free_text_slots(system).contains(&slot.name);
                    assert!(is_of_fight != is_theirs, "{system}: {} {}", verb.name, slot.name);
                }
            }
        }
    }

    #[test]
    fn a_number_goes_wherever_it_stands() {
        let rows = [said(UserId::forgotten(0).0, &talk("Bye"))];
        let leaver = UserRedaction::from_inputs(UserId(USER), "cards", &rows);
        assert_eq!(leaver.placeholder, UserId::forgotten(1));
        let gone = leaver.placeholder.0;
        let text = format!(r#"{{"user":{USER},"{USER}":1,"to":"dm {USER}","n":{USER}0}}"#);
        let without = format!(r#"{{"user":{gone},"{gone}":1,"to":"dm {gone}","n":{USER}0}}"#);
        assert_eq!(leaver.redact(&text), without);
    }
}
