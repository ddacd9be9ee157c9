//! Keys of views as words. An unknown key is shown as it is, with spaces for its hyphens.
//!
//! All of it raw text, as labels are.

use super::capital;
use super::catalogue::{Key, Set, Speaks, Tongue, say};
use crate::engine::view::{Camp, Mark, MemberView, View, Wounds, ZoneView};
use crate::engine::words::Risk;

/// `▰▰▰▱ 7/10`, or how hurt somebody looks; none where that is not known.
pub fn health(tongue: Tongue, wounds: &Wounds) -> Option<String> {
    match wounds {
        Wounds::Exact { now, max } => Some(format!("{} {now}/{max}", bar(*now, *max))),
        Wounds::Word(_) => self::wounds(tongue, "", wounds),
        Wounds::Unknown => None,
    }
}

/// Four parts, of which all are full where nothing is lost, and none where nothing is left.
fn bar(now: u16, max: u16) -> String {
    let parts = match now {
        0 => 0,
        all if all >= max => 4,
        some => (f32::from(some) * 4.0 / f32::from(max)).round().clamp(1.0, 3.0) as usize,
    };
    format!("{}{}", "▰".repeat(parts), "▱".repeat(4 - parts))
}

/// `7/10 HP`, by the name that the rules of a system have for it, or how hurt somebody looks; none
/// where that is not known.
pub fn wounds(tongue: Tongue, system: &str, wounds: &Wounds) -> Option<String> {
    match wounds {
        Wounds::Exact { now, max } => {
            Some(say!(tongue, "wounds-exact", now, max, system = Key(system)))
        }
        Wounds::Word(key) => Some(say!(tongue, "wounds", wound = Key(key), named = plain(key))),
        Wounds::Unknown => None,
    }
}

/// A condition as its rules write it.
pub fn condition(tongue: Tongue, key: &str) -> String {
    let key = key.split(':').next().unwrap_or_default();
    say!(tongue, "condition", condition = Key(key), named = capital(&plain(key)))
}

/// A condition, and when it ends (see [`MemberView::conditions`]).
///
/// [`MemberView::conditions`]: crate::engine::view::MemberView::conditions
pub fn condition_with_end(tongue: Tongue, key: &str) -> String {
    let condition = condition(tongue, key);
    let mut parts = key.split(':').skip(1);
    let Some(ends) = parts.next() else { return condition };
    let count = parts.next().and_then(|count| count.parse().ok()).unwrap_or(0u16);
    say!(tongue, "condition-ends", condition, ends = Key(ends), count)
}

/// A condition, and when it ends where that is soon.
pub fn condition_in_short(tongue: Tongue, key: &str) -> String {
    let condition = condition(tongue, key);
    let mut parts = key.split(':').skip(1);
    let Some(ends @ ("next-turn" | "this-turn" | "round")) = parts.next() else { return condition };
    let count = parts.next().and_then(|count| count.parse().ok()).unwrap_or(0u16);
    say!(tongue, "condition-ends-soon", condition, ends = Key(ends), count)
}

/// The name of a zone, with its marks where zones are stretches of a line: `Yard 20–35`.
pub fn zone(tongue: Tongue, zone: &ZoneView) -> String {
    let (from, to) = zone.span.unzip();
    say!(tongue, "zone-named", zone = zone.name, from, to)
}

/// Somebody, or a zone, with the mark where they stand: `Ann 25`.
pub fn placed(tongue: Tongue, name: &str, feet: Option<u16>) -> String {
    let is_numbered = name.ends_with(|last: char| last.is_ascii_digit());
    say!(tongue, "placed", name, feet, is_numbered)
}

/// The short name of an attribute or ability: `STR`.
pub fn attribute(tongue: Tongue, key: &str) -> String {
    say!(tongue, "attribute", attribute = Key(key), named = key.to_uppercase())
}

/// What somebody does by a skill: `Strike`.
pub fn action(tongue: Tongue, key: &str) -> String {
    say!(tongue, "action", action = Key(key), named = capital(key))
}

/// The name of a skill.
pub fn skill(tongue: Tongue, key: &str) -> String {
    say!(tongue, "skill", skill = Key(key), named = capital(&plain(key)))
}

/// What an attack is made with.
pub fn weapon(tongue: Tongue, name: &str) -> String {
    if name == "unarmed" { say!(tongue, "bare-hands") } else { name.into() }
}

/// Why a roll is changed.
pub fn cause(tongue: Tongue, key: &str) -> String {
    let named = capital(&plain(key));
    let named = say!(tongue, "skill", skill = Key(key), named);
    let named = say!(tongue, "attribute", attribute = Key(key), named);
    say!(tongue, "roll-cause", cause = Key(key), named)
}

/// The name of a side or block; of a faction, as the GM calls it.
pub fn group(tongue: Tongue, key: &str) -> String {
    say!(tongue, "group", group = Key(key), named = capital(key))
}

/// Whose side somebody is on, where it does not follow from who plays them.
pub fn side(tongue: Tongue, view: &View, one: &MemberView) -> Option<String> {
    let is_usual = match one.camp {
        Camp::Players => one.user.is_some(),
        Camp::Foes => one.user.is_none(),
        Camp::Others => false,
    };
    let is_other = |other: &MemberView| other.camp == one.camp && other.side != one.side;
    let is_set_up = !view.is_running && view.outcome.is_none();
    let is_told = is_set_up || !is_usual || view.everybody().any(is_other);
    (is_told && !one.side.is_empty()).then(|| group(tongue, &one.side))
}

/// That it is the time of a side or block to act.
pub fn acting_group(tongue: Tongue, key: &str) -> String {
    say!(tongue, "acting-group", group = Key(key), named = group(tongue, key))
}

/// A fact of a zone, key and value.
pub fn zone_fact(tongue: Tongue, key: &str, value: &str) -> String {
    let (fact, side, named) = (Key(key), Key(value), plain(key));
    // A hazard is known by its attribute.
    let value = if key == "hazard" { value.to_uppercase() } else { value.into() };
    say!(tongue, "zone-fact", fact, side, value, named)
}

/// A fact of a combatant, key and value.
pub fn fact(tongue: Tongue, key: &str, value: &str) -> String {
    let (fact, word, named) = (Key(key), Key(value), capital(&plain(key)));
    say!(tongue, "body-fact", fact, word, value, named)
}

/// A field of a sheet.
pub fn field(tongue: Tongue, key: &str) -> String {
    say!(tongue, "sheet-field", field = Key(key), named = capital(&plain(key)))
}

/// A field by its path: `hands.small_shield.marks` is `Hands, small shield, marks`.
pub fn path(tongue: Tongue, path: &str) -> String {
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let rest = rest.split('.').filter(|step| !step.is_empty()).map(plain);
    [field(tongue, first)].into_iter().chain(rest).collect::<Vec<_>>().join(", ")
}

/// A setting and its value. The value may be text of a user.
pub fn setting<S: Speaks>(speaker: S, key: &str, value: &str) -> String {
    let (setting, named, text) = (Key(key), capital(&plain(key)), plain(value));
    say!(speaker, "setting-told", setting, named, value = Key(value), text)
}

/// A fact of the whole fight, key and value.
pub fn fight_fact(tongue: Tongue, key: &str, value: &str) -> String {
    let (fact, word, named) = (Key(key), Key(value), capital(&plain(key)));
    say!(tongue, "fight-fact", fact, word, group = group(tongue, value), value, named)
}

/// What is left of a turn: `Move, Action left`; none where somebody has no turn.
pub fn budget(tongue: Tongue, budget: &[(String, String)]) -> Option<String> {
    let is_left = |(_, value): &&(String, String)| !matches!(value.as_str(), "spent" | "barred");
    let part = |(key, value): &(String, String)| {
        let (what, left, named) = (Key(key), Key(value), capital(&plain(key)));
        say!(tongue, "budget", what, left, value, named)
    };
    let left: Vec<String> = budget.iter().filter(is_left).map(part).collect();
    let named = (!left.is_empty()).then(|| left.join(", "));
    (!budget.is_empty()).then(|| say!(tongue, "budget-left", named))
}

/// Where somebody stands in the order.
pub fn mark(tongue: Tongue, mark: Mark) -> String {
    let key = match mark {
        Mark::Acting => "acting",
        Mark::Ready => "ready",
        Mark::Spent => "spent",
        Mark::Out => "out",
    };
    say!(tongue, "mark", mark = Key(key))
}

/// How a fight ended.
pub fn outcome(tongue: Tongue, key: &str) -> String {
    say!(tongue, "outcome", outcome = Key(key), named = plain(key))
}

/// The name of a rule system.
pub fn system(tongue: Tongue, key: &str) -> String {
    say!(tongue, "system", system = Key(key), named = capital(key))
}

pub fn plain(key: &str) -> String {
    key.replace(['-', '_'], " ")
}

/// What an act may bring on: `Brute 2, Wolf may strike`. "" where nothing is known.
pub fn risks(tongue: Tongue, risks: &[Risk]) -> String {
    let one = |risk: &Risk| {
        let names = (!risk.by.is_empty()).then(|| Set(risk.by.join(", ")));
        say!(tongue, "risk", risk = Key(&risk.key), names)
    };
    risks.iter().map(one).collect::<Vec<_>>().join(" · ")
}
