//! Narrates the events of the engine itself, which are the same for all systems.

use std::collections::BTreeMap;

use serde_json::Value;

use super::catalogue::{FormattedText, SerdeVariantKey, TextContext, non_empty, say};
use super::formatter::NarrativeFormatter;
use super::newcomers::Newcomer;
use super::paragraphs::ParagraphBuilder;
use super::{SystemNarration, join_list, terms};
use engine::System;
use engine::core::body_fields::{BodyFields as _, FieldReference};
use engine::core::dice_expression::ExpressionRoll;
use engine::core::fight::Event;
use engine::core::ids::{CombatantId, ZoneId};
use engine::core::json;
use engine::core::time_limits::format_duration;
use engine::visibility::disclosure::{Disclosure, is_unnamed};

/// The most faces of an amount's dice that are told.
const MAX_TOLD_FACES: usize = 40;

/// Fields of bodies that hold what people wrote, and no words of the rules.
const FREE_TEXT_FIELDS: [&str; 4] = ["name", "group", "in_hand", "meaning"];

/// Narrates an event of the engine itself. Combatants who join in a row are told together.
pub fn narrate_core_event<S: SystemNarration>(
    formatter: NarrativeFormatter<'_>,
    event: &Event<S>,
    paragraphs: &mut ParagraphBuilder,
) {
    match event {
        Event::Joined(who, combatant) => {
            let side = S::side_name(formatter.locale(), &combatant.body);
            let sentence = S::joined_sentence(formatter, *who, &combatant.body);
            paragraphs.add_newcomer(Newcomer::new(formatter, *who, side.as_deref(), sentence));
        }
        Event::TerrainSet(zone, terrain) => {
            let notes = S::terrain_notes(formatter, terrain);
            let ground = if notes.is_empty() {
                say!(formatter, "nothing-special")
            } else {
                join_list(formatter.locale(), &notes)
            };
            let ground = FormattedText(ground);
            paragraphs.begin_paragraph(say!(formatter, "ground", zone, ground));
        }
        Event::Removed(who) => paragraphs.begin_paragraph(say!(formatter, "removed", who)),
        Event::ZonesSet(zones) => {
            let names: Vec<_> =
                zones.iter().map(|(_, zone)| formatter.escape(&zone.name)).collect();
            paragraphs.begin_paragraph(say!(
                formatter,
                "zones-laid",
                zones = FormattedText(join_list(formatter.locale(), &names))
            ));
        }
        Event::LegacySettingsSet(_) => paragraphs.begin_paragraph(say!(formatter, "configured")),
        Event::SettingsChanged { changed, .. } => paragraphs
            .begin_paragraph(settings_sentence(formatter, &format_changed_settings::<S>(changed))),
        Event::DecoysToggled(is_on) => {
            paragraphs.begin_paragraph(settings_sentence(
                formatter,
                &[("decoys".into(), is_on.to_string())],
            ));
        }
        // It says who may know the events before it.
        Event::ActsOverWhileHidden { .. } => {}
        Event::AskSingleToggled(is_on) => {
            paragraphs.begin_paragraph(settings_sentence(
                formatter,
                &[("ask_single".into(), is_on.to_string())],
            ));
        }
        Event::FieldSet { who, field, body } => {
            let value = json::to_value(body).ok();
            let reference = S::Body::reference_of_field(field);
            let value =
                value.and_then(|body| format_scalar_at_path(formatter, &body, field, reference));
            let field = terms::sheet_path_name(formatter.locale(), field);
            paragraphs.begin_paragraph(say!(formatter, "adjusted", field, who, value));
        }
        Event::ItemGiven { who, item, .. } => paragraphs.begin_paragraph(say!(
            formatter,
            "given",
            who,
            item = FormattedText(formatter.item_name(item))
        )),
        Event::ItemPlaced { zone, item, .. } => paragraphs.begin_paragraph(say!(
            formatter,
            "laid-down",
            item = FormattedText(formatter.item_name(item)),
            zone
        )),
        Event::Revealed(who) => paragraphs.begin_paragraph(say!(formatter, "revealed", who)),
        Event::DisclosureChanged { who, before, after } => {
            narrate_disclosure_change(formatter, *who, before, after, paragraphs)
        }
        Event::RenamedForNewcomer { who, previous_name: was, .. } => {
            paragraphs.begin_paragraph(say!(formatter, "gave-way", who, was))
        }
        Event::AmountRolled { amount, roll, .. } => {
            paragraphs.begin_paragraph(amount_rolled_sentence(formatter, *amount, roll))
        }
        Event::Started => paragraphs.begin_paragraph(say!(formatter, "started")),
        Event::RoundStarted(round) => {
            paragraphs.begin_paragraph(say!(formatter, "round-began", round))
        }
        Event::Ended(key) => {
            let outcome = terms::outcome_text(formatter.locale(), key);
            // The system may have narrated the outcome already.
            let is_narrated = paragraphs.contains_sentence(&outcome);
            paragraphs.begin_paragraph(if is_narrated {
                say!(formatter, "fight-over")
            } else {
                outcome
            });
        }
        // Each system narrates its own events.
        Event::System(_) => {}
    }
}

/// Says which zones cannot be seen from another; `None` if there are none.
pub fn no_sight_note(formatter: NarrativeFormatter<'_>, zones: &[ZoneId]) -> Option<String> {
    let names: Vec<String> = zones.iter().map(|zone| formatter.zone_name(*zone)).collect();
    let zones = FormattedText(non_empty(&join_list(formatter.locale(), &names))?.into());
    Some(say!(formatter, "no-sight", zones))
}

/// Tells the dice of an amount: `The GM rolls 4d6kh3 + 1: 5, 4, 3 (not 1), so 13.`
fn amount_rolled_sentence(
    formatter: NarrativeFormatter<'_>,
    amount: i32,
    roll: &ExpressionRoll,
) -> String {
    let all_faces: Vec<_> = roll.pools.iter().flat_map(|pool| &pool.faces).collect();
    let (mut kept_faces, mut dropped_faces) = (Vec::new(), Vec::new());
    for rolled in all_faces.iter().copied() {
        let faces = if rolled.is_kept { &mut kept_faces } else { &mut dropped_faces };
        faces.push(rolled.face.to_string());
    }
    kept_faces.truncate(MAX_TOLD_FACES);
    dropped_faces.truncate(MAX_TOLD_FACES);
    let faces = kept_faces.join(", ");
    let dropped = Some(dropped_faces.join(", ")).filter(|dropped| !dropped.is_empty());
    let is_raised = amount != roll.total;
    // One die that nothing changes makes what it shows.
    let is_plain = match all_faces.as_slice() {
        [only] => only.face == roll.total && !is_raised,
        _ => false,
    };
    let (dice, total, comment) = (&roll.expression, roll.total, roll.comment.as_deref());
    say!(
        formatter,
        "amount-rolled",
        dice,
        faces,
        dropped,
        is_plain,
        total,
        amount,
        is_raised,
        comment
    )
}

/// Returns the changed settings as they may be typed; time limits by their common names.
fn format_changed_settings<S: System>(changed: &BTreeMap<String, Value>) -> Vec<(String, String)> {
    let mut other_settings = changed.clone();
    let mut settings = Vec::new();
    for (limit, keys) in S::TIME_LIMITS.settings_by_limit() {
        if let Some(secs) = common_secs(changed, keys) {
            other_settings.retain(|key, _| !keys.contains(&key.as_str()));
            settings.push((limit.to_string(), format_duration(secs as u32)));
        }
    }
    for (key, value) in other_settings {
        let text = format_setting_value(&key, value);
        settings.push((key, text));
    }
    settings
}

/// Returns the seconds that all of these settings are changed to; `None` if one is not changed, or
/// if they are changed to different values.
fn common_secs(changed: &BTreeMap<String, Value>, keys: &[&str]) -> Option<u64> {
    let secs_of = |key: &str| changed.get(key).and_then(Value::as_u64);
    let first_secs = secs_of(keys.first()?)?;
    let have_same_value = keys.iter().all(|key| secs_of(key) == Some(first_secs));
    if have_same_value { Some(first_secs) } else { None }
}

/// Formats the value of a setting as it may be typed: seconds as a length of time.
fn format_setting_value(key: &str, value: Value) -> String {
    if key.ends_with("_secs")
        && let Some(secs) = value.as_u64()
    {
        return format_duration(secs as u32);
    }
    match value {
        Value::String(text) => text,
        other => other.to_string(),
    }
}

/// Returns the sentence about changed settings, each given with its value.
fn settings_sentence(formatter: NarrativeFormatter<'_>, settings: &[(String, String)]) -> String {
    let texts: Vec<String> =
        settings.iter().map(|(key, value)| terms::setting_text(formatter, key, value)).collect();
    let settings =
        (!texts.is_empty()).then(|| FormattedText(join_list(formatter.locale(), &texts)));
    say!(formatter, "settings-changed", settings)
}

/// Narrates that an NPC is disclosed more or less: by another name, with or without its wounds, or
/// not at all.
fn narrate_disclosure_change(
    formatter: NarrativeFormatter<'_>,
    who: CombatantId,
    before: &Disclosure,
    after: &Disclosure,
    paragraphs: &mut ParagraphBuilder,
) {
    let name = &before.name;
    match (before.is_hidden, after.is_hidden) {
        (false, true) => return paragraphs.begin_paragraph(say!(formatter, "vanished", name)),
        (true, true) => return paragraphs.begin_paragraph(say!(formatter, "stays-unseen", who)),
        (_, false) => {}
    }
    if after.name != before.name {
        let (is_unclear, was_unclear) = (is_unnamed(&after.name), is_unnamed(&before.name));
        paragraphs.begin_paragraph(say!(formatter, "renamed", name, who, is_unclear, was_unclear));
    }
    if after.public_detail != before.public_detail {
        paragraphs.begin_paragraph(say!(
            formatter,
            "looks",
            who,
            was_hidden = before.is_hidden,
            look = SerdeVariantKey(&after.public_detail)
        ));
    }
}

/// Returns the value of a field as text, if it is a single number, word or flag.
fn format_scalar_at_path(
    formatter: NarrativeFormatter<'_>,
    body: &serde_json::Value,
    path: &str,
    reference: Option<FieldReference>,
) -> Option<FormattedText> {
    match value_at_path(body, path)? {
        serde_json::Value::Number(number) => {
            Some(format_number_or_referenced_name(formatter, number, reference))
        }
        serde_json::Value::String(side) if matches!(path, "side" | "faction") => {
            Some(FormattedText(formatter.escape(&terms::group_name(formatter.locale(), side))))
        }
        serde_json::Value::String(text) => {
            let field = path.rsplit('.').next().unwrap_or(path);
            let may_be_word = !FREE_TEXT_FIELDS.contains(&field)
                && text.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_');
            let shown = if may_be_word {
                terms::sheet_value_text(formatter.locale(), field, text)
            } else {
                text.clone()
            };
            Some(FormattedText(formatter.escape(&shown)))
        }
        serde_json::Value::Bool(is) => Some(FormattedText(say!(formatter, "yes-or-no", is))),
        _ => None,
    }
}

/// Returns the value at a path such as `gear.sword.state`: a step into a list is an index, or the
/// name of an item. `None` if there is no such value.
fn value_at_path<'v>(body: &'v Value, path: &str) -> Option<&'v Value> {
    let mut value = body;
    for step in path.split('.') {
        value = match (step.parse::<usize>(), value.as_array()) {
            (Ok(index), Some(list)) => list.get(index)?,
            (Err(_), Some(list)) => list.iter().find(|item| item["name"] == step)?,
            (_, None) => value.get(step)?,
        };
    }
    Some(value)
}

/// Returns the name of the zone or combatant that a number stands for; the number if the field
/// refers to neither.
fn format_number_or_referenced_name(
    formatter: NarrativeFormatter<'_>,
    number: &serde_json::Number,
    reference: Option<FieldReference>,
) -> FormattedText {
    let index = number.as_u64().and_then(|index| u8::try_from(index).ok());
    FormattedText(match (reference, index) {
        (Some(FieldReference::Zone), Some(index)) => formatter.zone_name(ZoneId(index)),
        (Some(FieldReference::Combatant), Some(index)) => {
            formatter.combatant_name(CombatantId(index))
        }
        _ => formatter.escape(&number.to_string()),
    })
}
