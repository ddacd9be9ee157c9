//! What all systems tell alike: the notes of the engine itself.

use std::collections::BTreeMap;

use serde_json::Value;

use super::catalogue::{Set, Speaks, Variant, say};
use super::page::Page;
use super::voice::Voice;
use super::{listed, words};
use crate::engine::System;
use crate::engine::fight::Note;
use crate::engine::ids::{CombatantId, ZoneId};
use crate::engine::json;
use crate::engine::ladder::{Guise, is_something};
use crate::engine::limits::write_span;

/// Tells a note that no system's rules left. Who joins, and what the ground is like, each system
/// tells itself.
pub fn tell<S: System>(voice: Voice<'_>, note: &Note<S>, page: &mut Page) {
    match note {
        Note::Removed(who) => page.begin(say!(voice, "removed", who)),
        Note::Laid(zones) => {
            let names: Vec<_> = zones.iter().map(|(_, zone)| voice.set(&zone.name)).collect();
            page.begin(say!(voice, "zones-laid", zones = Set(listed(voice.tongue(), &names))));
        }
        Note::Configured(_) => page.begin(say!(voice, "configured")),
        Note::Set { changed, .. } => page.begin(configured(voice, &settings::<S>(changed))),
        Note::Decoys(is_on) => {
            page.begin(configured(voice, &[("decoys".into(), is_on.to_string())]));
        }
        Note::Adjusted { who, field, body } => {
            let value = json::written(body).ok();
            let value = value.and_then(|body| at_path(voice, &body, field));
            let field = words::path(voice.tongue(), field);
            page.begin(say!(voice, "adjusted", field, who, value));
        }
        Note::Given { who, item, .. } => page.begin(say!(voice, "given", who, item)),
        Note::LaidDown { zone, item, .. } => page.begin(say!(voice, "laid-down", item, zone)),
        Note::Revealed(who) => page.begin(say!(voice, "revealed", who)),
        Note::Shown { who, was, is } => shown(voice, *who, was, is, page),
        Note::GaveWay { who, was, .. } => page.begin(say!(voice, "gave-way", who, was)),
        Note::Started => page.begin(say!(voice, "started")),
        Note::RoundBegan(round) => page.begin(say!(voice, "round-began", round)),
        Note::Ended(outcome) => match outcome.as_str() {
            "won" | "lost" | "truce" => page.begin(say!(voice, "fight-over")),
            key => page.begin(words::outcome(voice.tongue(), key)),
        },
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
    let text = |value: Value| match value {
        Value::String(text) => text,
        other => other.to_string(),
    };
    all.extend(rest.into_iter().map(|(key, value)| (key, text(value))));
    all
}

fn configured(voice: Voice<'_>, settings: &[(String, String)]) -> String {
    let set: Vec<String> =
        settings.iter().map(|(key, value)| words::setting(voice, key, value)).collect();
    let settings = (!set.is_empty()).then(|| Set(listed(voice.tongue(), &set)));
    say!(voice, "settings-changed", settings)
}

/// An NPC is shown more, or less: under another name, with how it fares, or not at all.
fn shown(voice: Voice<'_>, who: CombatantId, was: &Guise, is: &Guise, page: &mut Page) {
    let name = &was.name;
    match (was.is_hidden, is.is_hidden) {
        (false, true) => return page.begin(say!(voice, "vanished", name)),
        (true, true) => return page.begin(say!(voice, "stays-unseen", who)),
        (_, false) => {}
    }
    if is.name != was.name {
        let (is_unclear, was_unclear) = (is_something(&is.name), is_something(&was.name));
        page.begin(say!(voice, "renamed", name, who, is_unclear, was_unclear));
    }
    if is.look != was.look {
        page.begin(say!(voice, "looks", who, look = Variant(&is.look)));
    }
}

/// The value of a field, where it is one number or word.
fn at_path(voice: Voice<'_>, body: &serde_json::Value, path: &str) -> Option<String> {
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
            Some(zone.map_or_else(|| number.to_string(), |zone| voice.zone(ZoneId(zone))))
        }
        serde_json::Value::String(text) => Some(text.clone()),
        serde_json::Value::Bool(is) => Some(say!(voice, "yes-or-no", is)),
        _ => None,
    }
}
