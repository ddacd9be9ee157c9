//! Keys of views as words. An unknown key is shown as it is, with spaces for its hyphens.

use crate::engine::view::{Mark, Wounds};

/// `7/10 HP`, or how hurt somebody looks.
pub fn wounds(wounds: &Wounds) -> String {
    match wounds {
        Wounds::Exact { now, max } => format!("{now}/{max} HP"),
        Wounds::Word(key) if key == "half-or-less" => "at half or less".into(),
        Wounds::Word(key) => plain(key),
    }
}

/// A condition as its rules write it.
pub fn condition(key: &str) -> String {
    match key {
        "ongoing" => "Ongoing Damage".into(),
        _ => super::capital(&plain(key)),
    }
}

/// The name of a side or block.
pub fn group(key: &str) -> String {
    match key {
        "party" => "Party".into(),
        "enemy" => "Enemies".into(),
        // A faction, as the GM calls it.
        name => super::capital(name),
    }
}

/// A fact of a zone, key and value, value raw.
pub fn zone_fact(key: &str, value: &str) -> String {
    match key {
        "limit" => format!("room for {value}"),
        "hazard" => format!("hazard ({})", value.to_uppercase()),
        "exit" if value == "yes" => "exit".into(),
        "exit" => format!("exit of the {}", group(value).to_lowercase()),
        "cover" | "obscured" | "barrier" => key.into(),
        "hard" => "hard going".into(),
        "no-sight" => format!("no sight of {value}"),
        "item" => format!("{value} lies here"),
        _ => format!("{} {value}", plain(key)),
    }
}

/// A fact of a combatant, key and value.
pub fn fact(key: &str, value: &str) -> String {
    match key {
        "ap" | "str" | "agi" | "wit" => format!("{} {value}", key.to_uppercase()),
        _ => format!("{} {value}", super::capital(&plain(key))),
    }
}

/// A fact of the whole fight, key and value.
pub fn fight_fact(key: &str, value: &str) -> String {
    match key {
        "surprised" => format!("{} surprised", group(value)),
        "stage" => format!("Stage: {}", plain(value)),
        "threshold" => format!("Fast: WIT {value} or more"),
        "first" => format!("First slot: {value}"),
        _ => format!("{} {value}", super::capital(&plain(key))),
    }
}

/// What is left of a turn: `Move left`, `Action spent`.
pub fn budget(key: &str, value: &str) -> String {
    format!("{} {value}", super::capital(&plain(key)))
}

/// Where somebody stands in the order.
pub fn mark(mark: Mark) -> &'static str {
    match mark {
        Mark::Acting => "acting",
        Mark::Ready => "to act",
        Mark::Spent => "done",
        Mark::Out => "out",
    }
}

/// How a fight ended.
pub fn outcome(key: &str) -> String {
    match key {
        "won" => "The party has won.".into(),
        "lost" => "The party has lost.".into(),
        "truce" => "A truce ends the fight.".into(),
        "called-off" => "The fight is called off.".into(),
        _ => format!("The fight is over: {}.", plain(key)),
    }
}

/// The name of a rule system.
pub fn system(key: &str) -> String {
    match key {
        "dr12" => "DR12".into(),
        _ => super::capital(key),
    }
}

pub(super) fn plain(key: &str) -> String {
    key.replace(['-', '_'], " ")
}
