//! What all systems tell alike: the notes of the engine itself.

use std::collections::BTreeMap;

use serde_json::Value;

use super::catalogue::{FormattedText, SerdeVariantKey, TextContext, say};
use super::formatter::NarrativeFormatter;
use super::paragraphs::ParagraphBuilder;
use super::{join_list, terms};
use engine::System;
use engine::core::fight::Event;
use engine::core::ids::{CombatantId, ZoneId};
use engine::core::json;
use engine::core::time_limits::format_duration;
use engine::visibility::disclosure::{Disclosure, is_unnamed};

/// Tells a note that no system's rules left. Who joins, and what the ground is like, each system
/// tells itself.
pub fn narrate_core_event<S: System>(
    formatter: NarrativeFormatter<'_>,
    event: &Event<S>,
    page: &mut ParagraphBuilder,
) {
    match event {
        Event::Removed(who) => page.begin_paragraph(say!(formatter, "removed", who)),
        Event::ZonesSet(zones) => {
            let names: Vec<_> =
                zones.iter().map(|(_, zone)| formatter.escape(&zone.name)).collect();
            page.begin_paragraph(say!(
                formatter,
                "zones-laid",
                zones = FormattedText(join_list(formatter.locale(), &names))
            ));
        }
        Event::LegacySettingsSet(_) => page.begin_paragraph(say!(formatter, "configured")),
        Event::SettingsChanged { changed, .. } => {
            page.begin_paragraph(settings_sentence(formatter, &changed_settings::<S>(changed)))
        }
        Event::DecoysToggled(is_on) => {
            page.begin_paragraph(settings_sentence(
                formatter,
                &[("decoys".into(), is_on.to_string())],
            ));
        }
        Event::AskSingleToggled(is_on) => {
            page.begin_paragraph(settings_sentence(
                formatter,
                &[("ask_single".into(), is_on.to_string())],
            ));
        }
        Event::FieldSet { who, field, body } => {
            let value = json::to_value(body).ok();
            let value = value.and_then(|body| value_at_path(formatter, &body, field));
            let field = terms::sheet_path_name(formatter.locale(), field);
            page.begin_paragraph(say!(formatter, "adjusted", field, who, value));
        }
        Event::ItemGiven { who, item, .. } => {
            page.begin_paragraph(say!(formatter, "given", who, item))
        }
        Event::ItemPlaced { zone, item, .. } => {
            page.begin_paragraph(say!(formatter, "laid-down", item, zone))
        }
        Event::Revealed(who) => page.begin_paragraph(say!(formatter, "revealed", who)),
        Event::DisclosureChanged { who, before: was, after: is } => {
            narrate_disclosure_change(formatter, *who, was, is, page)
        }
        Event::RenamedForNewcomer { who, previous_name: was, .. } => {
            page.begin_paragraph(say!(formatter, "gave-way", who, was))
        }
        Event::Started => page.begin_paragraph(say!(formatter, "started")),
        Event::RoundStarted(round) => page.begin_paragraph(say!(formatter, "round-began", round)),
        Event::Ended(key) => {
            let outcome = terms::outcome_text(formatter.locale(), key);
            // The rules may have told it already.
            let is_told = page.contains_sentence(&outcome);
            page.begin_paragraph(if is_told { say!(formatter, "fight-over") } else { outcome });
        }
        Event::Joined(..) | Event::TerrainSet(..) | Event::System(_) => {}
    }
}

/// Settings that were changed, as they may be typed: limits of time by their common names.
fn changed_settings<S: System>(changed: &BTreeMap<String, Value>) -> Vec<(String, String)> {
    let mut rest = changed.clone();
    let mut all = Vec::new();
    for (limit, keys) in S::TIME_LIMITS.settings_by_limit() {
        let secs = keys.first().and_then(|key| changed.get(*key)).and_then(Value::as_u64);
        let is_all = keys.iter().all(|key| changed.get(*key).and_then(Value::as_u64) == secs);
        if let Some(secs) = secs.filter(|_| is_all) {
            rest.retain(|key, _| !keys.contains(&key.as_str()));
            all.push((limit.to_string(), format_duration(secs as u32)));
        }
    }
    let text = |key: &str, value: Value| match (value.as_u64(), value) {
        (Some(secs), _) if key.ends_with("_secs") => format_duration(secs as u32),
        (_, Value::String(text)) => text,
        (_, other) => other.to_string(),
    };
    all.extend(rest.into_iter().map(|(key, value)| (key.clone(), text(&key, value))));
    all
}

fn settings_sentence(formatter: NarrativeFormatter<'_>, settings: &[(String, String)]) -> String {
    let set: Vec<String> =
        settings.iter().map(|(key, value)| terms::setting_text(formatter, key, value)).collect();
    let settings = (!set.is_empty()).then(|| FormattedText(join_list(formatter.locale(), &set)));
    say!(formatter, "settings-changed", settings)
}

/// An NPC is shown more, or less: under another name, with how it fares, or not at all.
fn narrate_disclosure_change(
    formatter: NarrativeFormatter<'_>,
    who: CombatantId,
    before: &Disclosure,
    after: &Disclosure,
    page: &mut ParagraphBuilder,
) {
    let name = &before.name;
    match (before.is_hidden, after.is_hidden) {
        (false, true) => return page.begin_paragraph(say!(formatter, "vanished", name)),
        (true, true) => return page.begin_paragraph(say!(formatter, "stays-unseen", who)),
        (_, false) => {}
    }
    if after.name != before.name {
        let (is_unclear, was_unclear) = (is_unnamed(&after.name), is_unnamed(&before.name));
        page.begin_paragraph(say!(formatter, "renamed", name, who, is_unclear, was_unclear));
    }
    if after.public_detail != before.public_detail {
        page.begin_paragraph(say!(
            formatter,
            "looks",
            who,
            look = SerdeVariantKey(&after.public_detail)
        ));
    }
}

/// The value of a field, where it is one number or word.
fn value_at_path(
    formatter: NarrativeFormatter<'_>,
    body: &serde_json::Value,
    path: &str,
) -> Option<String> {
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
            Some(zone.map_or_else(|| number.to_string(), |zone| formatter.zone_name(ZoneId(zone))))
        }
        serde_json::Value::String(text) => Some(text.clone()),
        serde_json::Value::Bool(is) => Some(say!(formatter, "yes-or-no", is)),
        _ => None,
    }
}
