//! What all systems tell alike: the notes of the engine itself.

use std::collections::BTreeMap;

use serde_json::Value;

use super::catalogue::{Set, Speaks, Variant, say};
use super::formatter::Formatter;
use super::page::Page;
use super::{listed, words};
use engine::System;
use engine::fight::Note;
use engine::ids::{CombatantId, ZoneId};
use engine::json;
use engine::ladder::{Disclosure, is_something};
use engine::limits::write_span;

/// Tells a note that no system's rules left. Who joins, and what the ground is like, each system
/// tells itself.
pub fn tell<S: System>(formatter: Formatter<'_>, note: &Note<S>, page: &mut Page) {
    match note {
        Note::Removed(who) => page.begin(say!(formatter, "removed", who)),
        Note::Laid(zones) => {
            let names: Vec<_> = zones.iter().map(|(_, zone)| formatter.set(&zone.name)).collect();
            page.begin(say!(
                formatter,
                "zones-laid",
                zones = Set(listed(formatter.locale(), &names))
            ));
        }
        Note::Configured(_) => page.begin(say!(formatter, "configured")),
        Note::Set { changed, .. } => page.begin(configured(formatter, &settings::<S>(changed))),
        Note::Decoys(is_on) => {
            page.begin(configured(formatter, &[("decoys".into(), is_on.to_string())]));
        }
        Note::AskSingle(is_on) => {
            page.begin(configured(formatter, &[("ask_single".into(), is_on.to_string())]));
        }
        Note::Adjusted { who, field, body } => {
            let value = json::written(body).ok();
            let value = value.and_then(|body| at_path(formatter, &body, field));
            let field = words::path(formatter.locale(), field);
            page.begin(say!(formatter, "adjusted", field, who, value));
        }
        Note::Given { who, item, .. } => page.begin(say!(formatter, "given", who, item)),
        Note::LaidDown { zone, item, .. } => page.begin(say!(formatter, "laid-down", item, zone)),
        Note::Revealed(who) => page.begin(say!(formatter, "revealed", who)),
        Note::Shown { who, was, is } => shown(formatter, *who, was, is, page),
        Note::GaveWay { who, was, .. } => page.begin(say!(formatter, "gave-way", who, was)),
        Note::Started => page.begin(say!(formatter, "started")),
        Note::RoundBegan(round) => page.begin(say!(formatter, "round-began", round)),
        Note::Ended(key) => {
            let outcome = words::outcome(formatter.locale(), key);
            // The rules may have told it already.
            let is_told = page.has_told(&outcome);
            page.begin(if is_told { say!(formatter, "fight-over") } else { outcome });
        }
        Note::Joined(..) | Note::GroundLaid(..) | Note::Rule(_) => {}
    }
}

/// Settings that were changed, as they may be typed: limits of time by their common names.
fn settings<S: System>(changed: &BTreeMap<String, Value>) -> Vec<(String, String)> {
    let mut rest = changed.clone();
    let mut all = Vec::new();
    for (limit, keys) in S::LIMITS.all() {
        let secs = keys.first().and_then(|key| changed.get(*key)).and_then(Value::as_u64);
        let is_all = keys.iter().all(|key| changed.get(*key).and_then(Value::as_u64) == secs);
        if let Some(secs) = secs.filter(|_| is_all) {
            rest.retain(|key, _| !keys.contains(&key.as_str()));
            all.push((limit.to_string(), write_span(secs as u32)));
        }
    }
    let text = |key: &str, value: Value| match (value.as_u64(), value) {
        (Some(secs), _) if key.ends_with("_secs") => write_span(secs as u32),
        (_, Value::String(text)) => text,
        (_, other) => other.to_string(),
    };
    all.extend(rest.into_iter().map(|(key, value)| (key.clone(), text(&key, value))));
    all
}

fn configured(formatter: Formatter<'_>, settings: &[(String, String)]) -> String {
    let set: Vec<String> =
        settings.iter().map(|(key, value)| words::setting(formatter, key, value)).collect();
    let settings = (!set.is_empty()).then(|| Set(listed(formatter.locale(), &set)));
    say!(formatter, "settings-changed", settings)
}

/// An NPC is shown more, or less: under another name, with how it fares, or not at all.
fn shown(
    formatter: Formatter<'_>,
    who: CombatantId,
    was: &Disclosure,
    is: &Disclosure,
    page: &mut Page,
) {
    let name = &was.name;
    match (was.is_hidden, is.is_hidden) {
        (false, true) => return page.begin(say!(formatter, "vanished", name)),
        (true, true) => return page.begin(say!(formatter, "stays-unseen", who)),
        (_, false) => {}
    }
    if is.name != was.name {
        let (is_unclear, was_unclear) = (is_something(&is.name), is_something(&was.name));
        page.begin(say!(formatter, "renamed", name, who, is_unclear, was_unclear));
    }
    if is.look != was.look {
        page.begin(say!(formatter, "looks", who, look = Variant(&is.look)));
    }
}

/// The value of a field, where it is one number or word.
fn at_path(formatter: Formatter<'_>, body: &serde_json::Value, path: &str) -> Option<String> {
    let mut at = body;
    for step in path.split('.') {
        at = match (step.parse::<usize>(), at.as_array()) {
            (Ok(place), Some(list)) => list.get(place)?,
            (Err(_), Some(list)) => list.iter().find(|one| one["name"] == step)?,
            (_, None) => at.get(step)?,
        };
    }
    match at {
        serde_json::Value::Number(number) => {
            let zone = number.as_u64().filter(|_| path == "zone");
            let zone = zone.and_then(|zone| u8::try_from(zone).ok());
            Some(zone.map_or_else(|| number.to_string(), |zone| formatter.zone(ZoneId(zone))))
        }
        serde_json::Value::String(text) => Some(text.clone()),
        serde_json::Value::Bool(is) => Some(say!(formatter, "yes-or-no", is)),
        _ => None,
    }
}
