//! Who comes into a fight: players who join, NPCs whom the GM adds.

use crate::content;
use crate::engine::game::Joining;
use crate::engine::ids::UserId;
use crate::engine::words::{Refusal, Words};

use super::fight_now::FightNow;
use super::input::Fields;

/// The longest name of a combatant, in characters.
pub const LONGEST_NAME: usize = 32;

/// The most that are added at once.
pub const MOST_AT_ONCE: usize = 20;

/// A player's combatant: `join name: from:`, and any field of the sheet.
///
/// # Errors
/// `bad-setup`, and why.
pub(super) fn joining(
    now: &FightNow,
    user: Option<UserId>,
    words: &Words,
) -> Result<Joining, Refusal> {
    let name = name(words.get("name"))?;
    let body = body(now, words)?;
    Ok(Joining { name, user, is_hidden: false, body })
}

/// The GM's NPCs: `add from: name: count: hidden:`, and any field of the sheet. Several are
/// numbered.
///
/// # Errors
/// `bad-setup`, and why.
pub(super) fn adding(now: &FightNow, words: &Words) -> Result<Vec<Joining>, Refusal> {
    let count = match words.get("count") {
        "" => 1,
        text => text.parse().ok().filter(|count| (1..=MOST_AT_ONCE).contains(count)).ok_or_else(
            || wrong(format!("count is a number from 1 to {MOST_AT_ONCE}, not `{text}`")),
        )?,
    };
    let first = match words.get("name") {
        "" => capitalised(words.get("from")),
        text => text.to_string(),
    };
    let is_hidden = words.get("hidden") == "true";
    let body = body(now, words)?;
    let names = names(now, &name(&first)?, count);
    let join = |name| Joining { name, user: None, is_hidden, body: body.clone() };
    Ok(names.into_iter().map(join).collect())
}

fn body(now: &FightNow, words: &Words) -> Result<serde_json::Value, Refusal> {
    let mut fields: Fields = words.slots.clone();
    for own in ["name", "from", "count", "hidden", "at"] {
        fields.remove(own);
    }
    if let Some(at) = words.slots.get("at") {
        let zone = now.game.find_zone(at).ok_or_else(|| wrong(format!("no zone `{at}`")))?;
        fields.insert("zone".into(), zone.0.to_string());
    }
    content::make(now.system(), words.get("from"), &fields).map_err(wrong)
}

fn wrong(why: impl std::fmt::Display) -> Refusal {
    Refusal::new("bad-setup", "").with("why", why)
}

fn name(text: &str) -> Result<String, Refusal> {
    let name: String = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match name.chars().count() {
        0 => Err(wrong("a combatant needs a name")),
        1..=LONGEST_NAME => Ok(name),
        _ => Err(wrong(format!("a name has at most {LONGEST_NAME} characters"))),
    }
}

/// One keeps the name; several are numbered past those that are there.
fn names(now: &FightNow, name: &str, count: usize) -> Vec<String> {
    if count == 1 {
        return vec![name.to_string()];
    }
    let is_free = |name: &String| !now.members.iter().any(|one| one.name == *name);
    (1..).map(|n| format!("{name} {n}")).filter(is_free).take(count).collect()
}

/// `venom spider` is called `Venom Spider` where nobody says otherwise.
fn capitalised(text: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
    };
    text.split([' ', '_', '-']).filter_map(capital).collect::<Vec<_>>().join(" ")
}
