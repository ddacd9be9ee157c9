//! Keys of views as words. An unknown key is shown as it is, with spaces for its hyphens.
//!
//! All of it raw text, as labels are.

use super::capital;
use super::catalogue::{Key, Locale, Set, Speaks, say};
use engine::command::Risk;
use engine::view::{Camp, Mark, MemberView, View, Wounds, ZoneView};

/// `▰▰▰▱ 7/10`, or how hurt somebody looks; none where that is not known.
pub fn health(locale: Locale, wounds: &Wounds) -> Option<String> {
    match wounds {
        Wounds::Exact { now, max } => Some(format!("{} {now}/{max}", bar(*now, *max))),
        Wounds::Word(_) => self::wounds(locale, "", wounds),
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
pub fn wounds(locale: Locale, system: &str, wounds: &Wounds) -> Option<String> {
    match wounds {
        Wounds::Exact { now, max } => {
            Some(say!(locale, "wounds-exact", now, max, system = Key(system)))
        }
        Wounds::Word(key) => Some(say!(locale, "wounds", wound = Key(key), named = plain(key))),
        Wounds::Unknown => None,
    }
}

/// A condition as its rules write it.
pub fn condition(locale: Locale, key: &str) -> String {
    let key = key.split(':').next().unwrap_or_default();
    say!(locale, "condition", condition = Key(key), named = capital(&plain(key)))
}

/// A condition, and when it ends (see [`MemberView::conditions`]).
///
/// [`MemberView::conditions`]: engine::view::MemberView::conditions
pub fn condition_with_end(locale: Locale, key: &str) -> String {
    let condition = condition(locale, key);
    let mut parts = key.split(':').skip(1);
    let Some(ends) = parts.next() else { return condition };
    let count = parts.next().and_then(|count| count.parse().ok()).unwrap_or(0u16);
    say!(locale, "condition-ends", condition, ends = Key(ends), count)
}

/// A condition, and when it ends where that is soon.
pub fn condition_in_short(locale: Locale, key: &str) -> String {
    let condition = condition(locale, key);
    let mut parts = key.split(':').skip(1);
    let Some(ends @ ("next-turn" | "this-turn" | "round")) = parts.next() else { return condition };
    let count = parts.next().and_then(|count| count.parse().ok()).unwrap_or(0u16);
    say!(locale, "condition-ends-soon", condition, ends = Key(ends), count)
}

/// The name of a zone, with its marks where zones are stretches of a line: `Yard 20–35`.
pub fn zone(locale: Locale, zone: &ZoneView) -> String {
    let (from, to) = zone.span.unzip();
    say!(locale, "zone-named", zone = zone.name, from, to)
}

/// Somebody, or a zone, with the mark where they stand: `Ann 25`.
pub fn placed(locale: Locale, name: &str, feet: Option<u16>) -> String {
    let is_numbered = name.ends_with(|last: char| last.is_ascii_digit());
    say!(locale, "placed", name, feet, is_numbered)
}

/// The short name of an attribute or ability: `STR`.
pub fn attribute(locale: Locale, key: &str) -> String {
    say!(locale, "attribute", attribute = Key(key), named = key.to_uppercase())
}

/// What somebody does by a skill: `Strike`.
pub fn action(locale: Locale, key: &str) -> String {
    say!(locale, "action", action = Key(key), named = capital(key))
}

/// The name of a skill.
pub fn skill(locale: Locale, key: &str) -> String {
    say!(locale, "skill", skill = Key(key), named = capital(&plain(key)))
}

/// What an attack is made with.
pub fn weapon(locale: Locale, name: &str) -> String {
    if name == "unarmed" { say!(locale, "bare-hands") } else { name.into() }
}

/// Why a roll is changed.
pub fn cause(locale: Locale, key: &str) -> String {
    let named = capital(&plain(key));
    let named = say!(locale, "skill", skill = Key(key), named);
    let named = say!(locale, "attribute", attribute = Key(key), named);
    say!(locale, "roll-cause", cause = Key(key), named)
}

/// The name of a side or block; of a faction, as the GM calls it.
pub fn group(locale: Locale, key: &str) -> String {
    say!(locale, "group", group = Key(key), named = capital(key))
}

/// A side or block within a sentence, after its article.
pub fn team(locale: Locale, key: &str) -> String {
    say!(locale, "team", team = Key(key), named = key)
}

/// Whose side somebody is on, where it does not follow from who plays them.
pub fn side(locale: Locale, view: &View, one: &MemberView) -> Option<String> {
    let is_usual = match one.camp {
        Camp::Players => one.user.is_some(),
        Camp::Foes => one.user.is_none(),
        Camp::Others => false,
    };
    let is_other = |other: &MemberView| other.camp == one.camp && other.side != one.side;
    let is_set_up = !view.is_running && view.outcome.is_none();
    let is_told = is_set_up || !is_usual || view.everybody().any(is_other);
    (is_told && !one.side.is_empty()).then(|| group(locale, &one.side))
}

/// That it is the time of a side or block to act.
pub fn acting_group(locale: Locale, key: &str) -> String {
    say!(locale, "acting-group", group = Key(key), named = group(locale, key))
}

/// A fact of a zone, key and value.
pub fn zone_fact(locale: Locale, key: &str, value: &str) -> String {
    let (fact, side, named) = (Key(key), Key(value), plain(key));
    // A hazard is known by its attribute.
    let value = if key == "hazard" { value.to_uppercase() } else { value.into() };
    say!(locale, "zone-fact", fact, side, value, named)
}

/// A fact of a combatant, key and value.
pub fn fact(locale: Locale, key: &str, value: &str) -> String {
    let (fact, word, named) = (Key(key), Key(value), capital(&plain(key)));
    say!(locale, "body-fact", fact, word, value, named)
}

/// A field of a sheet.
pub fn field(locale: Locale, key: &str) -> String {
    say!(locale, "sheet-field", field = Key(key), named = capital(&plain(key)))
}

/// A field by its path: `hands.small_shield.marks` is `Hands, small shield, marks`.
pub fn path(locale: Locale, path: &str) -> String {
    let (first, rest) = path.split_once('.').unwrap_or((path, ""));
    let rest = rest.split('.').filter(|step| !step.is_empty()).map(plain);
    [field(locale, first)].into_iter().chain(rest).collect::<Vec<_>>().join(", ")
}

/// A setting and its value. The value may be text of a user.
pub fn setting<S: Speaks>(speaker: S, key: &str, value: &str) -> String {
    let (setting, named, text) = (Key(key), capital(&plain(key)), plain(value));
    say!(speaker, "setting-told", setting, named, value = Key(value), text)
}

/// A setting that is on or off: `NPC gear wears out: off`.
pub fn switch(locale: Locale, key: &str, is_on: bool) -> String {
    say!(locale, "setting-switch", setting = Key(key), named = capital(&plain(key)), is_on)
}

/// A fact of the whole fight, key and value.
pub fn fight_fact(locale: Locale, key: &str, value: &str) -> String {
    let (fact, word, named) = (Key(key), Key(value), capital(&plain(key)));
    say!(locale, "fight-fact", fact, word, group = group(locale, value), value, named)
}

/// What is left of a turn: `Move, Action left`; none where somebody has no turn.
pub fn budget(locale: Locale, budget: &[(String, String)]) -> Option<String> {
    let is_left = |(_, value): &&(String, String)| !matches!(value.as_str(), "spent" | "barred");
    let part = |(key, value): &(String, String)| {
        let (what, left, named) = (Key(key), Key(value), capital(&plain(key)));
        say!(locale, "budget", what, left, value, named)
    };
    let left: Vec<String> = budget.iter().filter(is_left).map(part).collect();
    let named = (!left.is_empty()).then(|| left.join(", "));
    (!budget.is_empty()).then(|| say!(locale, "budget-left", named))
}

/// Where somebody stands in the order.
pub fn mark(locale: Locale, mark: Mark) -> String {
    let key = match mark {
        Mark::Acting => "acting",
        Mark::Ready => "ready",
        Mark::Spent => "spent",
        Mark::Out => "out",
    };
    say!(locale, "mark", mark = Key(key))
}

/// How a fight ended.
pub fn outcome(locale: Locale, key: &str) -> String {
    say!(locale, "outcome", outcome = Key(key), named = team(locale, key))
}

/// The name of a rule system.
pub fn system(locale: Locale, key: &str) -> String {
    say!(locale, "system", system = Key(key), named = capital(key))
}

pub fn plain(key: &str) -> String {
    key.replace(['-', '_'], " ")
}

/// What an act may bring on: `Brute 2, Wolf may strike`. "" where nothing is known.
pub fn risks(locale: Locale, risks: &[Risk]) -> String {
    let one = |risk: &Risk| {
        let names = (!risk.by.is_empty()).then(|| Set(risk.by.join(", ")));
        say!(locale, "risk", risk = Key(&risk.key), names)
    };
    risks.iter().map(one).collect::<Vec<_>>().join(" · ")
}
