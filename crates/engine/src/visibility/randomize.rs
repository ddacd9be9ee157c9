//! Fights with other hidden facts and the same public ones, for the tests of I6 and for odds.
//!
//! The JSON of NPCs, terrain and state is walked leaf by leaf, and every leaf is changed at random.
//! Then what everybody may know is restored: of a body the fields that declare it ([`BodyFields`]),
//! and by the system what must fit to that ([`Visibility::restore_public_looks`] and the like). So
//! a new field counts as secret until somebody makes it public. In events, numbers count as secret
//! unless [`Redact::NUMBER_OWNERS`] says otherwise.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::core::body_fields::{BodyFields, FieldAudience};
use crate::core::fight::{Combatant, Event, Fight};
use crate::core::ids::{CombatantId, Initiator, ItemId, ZoneId};
use crate::core::json;
use crate::visibility::disclosure::DetailLevel;
use crate::visibility::knowledge::Redact;
use crate::visibility::view::Viewer;
use crate::{System, Visibility};

/// A random source: returns a number below its argument.
pub type Pick<'a> = &'a mut dyn FnMut(usize) -> usize;

/// The highest random number. Every number field of a sheet accepts it.
const MAX_NUMBER: usize = 20;

/// Random numbers of events are below this.
const EVENT_NUMBER_BOUND: usize = 60;

/// How many items a random list has at most.
const MAX_LIST_ITEMS: usize = 3;

/// How many ids randomised items may have, from [`ItemId::FIRST_IMAGINED`] on.
const IMAGINED_ITEM_IDS: usize = 10_000;

/// Fields of events that name a combatant, in every system.
const COMBATANT_FIELDS: &[&str] = &["who", "target", "by", "with", "on", "one", "other"];
/// Fields that name a combatant only in this event, with the event's key.
const COMBATANT_FIELDS_BY_EVENT: &[(&str, &str)] = &[("help_paid", "to"), ("feared", "source")];
/// Fields that name a zone or an item by number, which is no secret.
const PLACE_AND_ITEM_FIELDS: &[&str] = &["from", "to", "at", "zone", "exit", "item", "items"];

/// Maps a random number to the range `min..=max`.
pub fn wrap_into_range(min: u8, max: u8, drawn: u8) -> u8 {
    min + drawn % (max.saturating_sub(min) + 1)
}

/// Returns a random remaining and maximal health (or the like) in place of the given ones. Both are
/// new in any case.
///
/// With `keeps_wound_band`, for wounds that are seen, the new values stay in the same band (full,
/// more than half, half or less, 0). Without it only 0 stays 0. `random_numbers` are two random
/// numbers.
pub fn randomize_wounds(
    (remaining, max): (u8, u8),
    keeps_wound_band: bool,
    random_numbers: (u8, u8),
) -> (u8, u8) {
    let (drawn_remaining, drawn_max) = random_numbers;
    // With less than 3, a band would have no number of its own.
    let new_max = wrap_into_range(3, u8::MAX, drawn_max);
    let is_half_or_less = u16::from(remaining) * 2 <= u16::from(max);
    let new_remaining = if remaining == 0 {
        0
    } else if !keeps_wound_band {
        wrap_into_range(1, new_max, drawn_remaining)
    } else if remaining >= max {
        new_max
    } else if is_half_or_less {
        wrap_into_range(1, new_max / 2, drawn_remaining)
    } else {
        wrap_into_range(new_max / 2 + 1, new_max - 1, drawn_remaining)
    };
    (new_remaining, new_max)
}

/// Returns the gear of a randomised body: the items that everybody sees, and those of a random body
/// that would not be seen.
pub fn with_unseen_items_of<Item>(
    seen_items: Vec<Item>,
    random_gear: Vec<Item>,
    is_seen: impl Fn(&Item) -> bool,
) -> Vec<Item> {
    let mut gear = seen_items;
    gear.extend(random_gear.into_iter().filter(|item| !is_seen(item)));
    gear
}

/// Maps a random zone id to a zone of the fight.
pub fn wrap_to_zone<S: System>(fight: &Fight<S>, drawn: Option<ZoneId>) -> Option<ZoneId> {
    let zone_count = fight.zones.len().max(1) as u8;
    Some(ZoneId(drawn.map_or(0, |zone| zone.0) % zone_count))
}

/// Parses sample JSON that the code holds. Panics if it does not fit.
pub fn parse_sample<T: DeserializeOwned>(json: &str) -> T {
    serde_json::from_str(json).unwrap_or_else(|why| panic!("{why}: {json}"))
}

/// Changes the hidden facts of a fight at random. What everybody may know stays the same.
pub fn randomize_hidden_parts_of_fight<S: Visibility>(fight: &mut Fight<S>, pick: Pick) {
    let original = fight.clone();
    let sample = to_json(&S::sample_body_with_optional_fields());
    let bodies: Vec<Value> =
        original.combatants.iter().map(|combatant| to_json(&combatant.body)).collect();
    let body_donors: Vec<&Value> = bodies.iter().chain([&sample]).collect();
    for (own_body, combatant) in bodies.iter().zip(&mut fight.combatants) {
        randomize_hidden_parts_of_npc(&original, combatant, own_body, &body_donors, pick);
    }
    randomize_hidden_terrain(&original, fight, pick);
    fight.state = from_json(&build_random_json_like(&to_json(&original.state), &[], pick));
    S::copy_public_state(&original.state, &mut fight.state);
}

/// Changes what is hidden of the terrain of each zone at random, with parts taken from the terrain
/// of all zones of the original fight.
fn randomize_hidden_terrain<S: Visibility>(original: &Fight<S>, fight: &mut Fight<S>, pick: Pick) {
    let terrains: Vec<Value> =
        original.zones.iter().map(|(_, zone)| to_json(&zone.terrain)).collect();
    let terrain_donors: Vec<&Value> = terrains.iter().collect();
    for (index, own_terrain) in terrains.iter().enumerate() {
        let Some(zone) = fight.zones.get_mut(ZoneId(index as u8)) else { continue };
        let random_terrain = from_json(&build_random_json_like(own_terrain, &terrain_donors, pick));
        let own_terrain = std::mem::replace(&mut zone.terrain, random_terrain);
        S::copy_public_terrain(&own_terrain, &mut zone.terrain);
    }
}

/// Returns a random fight that looks like this one to everybody and is made only of what everybody
/// knows. Hidden combatants other than `observer` are removed, and what is unknown of NPCs is drawn
/// from players' characters and the sample body.
pub fn build_publicly_plausible_fight<S: Visibility>(
    fight: &Fight<S>,
    observer: CombatantId,
    pick: Pick,
) -> Fight<S> {
    let mut imagined = fight.clone();
    let observer_viewer = fight.viewer_of(Initiator::Combatant(observer));
    let mut known_bodies = vec![to_json(&S::sample_body_with_optional_fields())];
    let mut npcs = Vec::new();
    for (index, combatant) in imagined.combatants.iter_mut().enumerate() {
        let who = CombatantId(index as u8);
        combatant.is_removed |= combatant.is_hidden && who != observer;
        if combatant.is_removed {
            continue;
        }
        if combatant.is_npc() {
            npcs.push(combatant);
        } else {
            let viewer = if who == observer { observer_viewer } else { Viewer::Public };
            combatant.body = combatant.redact_body_for(viewer);
            known_bodies.push(to_json(&combatant.body));
        }
    }
    let donors: Vec<&Value> = known_bodies.iter().collect();
    for npc in npcs {
        let random_body = from_json(&build_random_json_like(donors[0], &donors, pick));
        // The NPC gets the sample body first, so that no unknown fact of its own body is left.
        let sample_body = S::sample_body_with_optional_fields();
        npc.body = restore_public_body(fight, npc, sample_body);
        npc.body = restore_public_body(fight, npc, random_body);
    }
    remove_hidden_terrain(&mut imagined);
    imagined.state = S::State::default();
    S::copy_public_state(&fight.state, &mut imagined.state);
    imagined
}

/// Gives each zone the default terrain, with what everybody may know of its own.
fn remove_hidden_terrain<S: Visibility>(fight: &mut Fight<S>) {
    for index in 0..fight.zones.len() {
        let Some(zone) = fight.zones.get_mut(ZoneId(index as u8)) else { continue };
        let own_terrain = std::mem::take(&mut zone.terrain);
        S::copy_public_terrain(&own_terrain, &mut zone.terrain);
    }
}

/// Changes an NPC at random so that it looks the same to everybody. `own_body` is its body as JSON.
/// Leaves players' characters unchanged.
fn randomize_hidden_parts_of_npc<S: Visibility>(
    fight: &Fight<S>,
    combatant: &mut Combatant<S>,
    own_body: &Value,
    donors: &[&Value],
    pick: Pick,
) {
    if !combatant.is_npc() {
        return;
    }
    let random_body = from_json(&build_random_json_like(own_body, donors, pick));
    combatant.body = restore_public_body(fight, combatant, random_body);
    if combatant.detail_for(Viewer::Public) < DetailLevel::Numbers
        && let Some(standing) = &mut combatant.final_standing
    {
        standing.health = standing.health.map(|_| pick(1_000) as u16);
    }
    randomize_true_name(&mut combatant.true_name, pick);
    if combatant.is_hidden {
        combatant.name = format!("Somebody {}", pick(1_000_000));
        combatant.former_names = vec![format!("Who was {}", pick(1_000_000))];
        combatant.public_detail =
            [DetailLevel::Nothing, DetailLevel::Wounds, DetailLevel::Numbers][pick(3)];
    }
}

/// Returns a `random` body of an NPC with everything in it that everybody may know of the original.
fn restore_public_body<S: Visibility>(
    fight: &Fight<S>,
    original: &Combatant<S>,
    random: S::Body,
) -> S::Body {
    let mut body;
    if original.detail_for(Viewer::Public) == DetailLevel::Numbers {
        // All is public but what other fields declare.
        body = original.body.clone();
        for audience in [FieldAudience::Owner, FieldAudience::GmOfNpcs, FieldAudience::Gm] {
            body.copy_fields_of(audience, &random);
        }
    } else {
        body = random.clone();
        body.copy_fields_of(FieldAudience::Public, &original.body);
    }
    body.copy_public_presence(&original.body);
    S::restore_public_looks(fight, original, random, &mut body);
    body
}

/// Marks the hidden NPCs of a fight as removed.
pub fn remove_hidden_npcs<S: System>(fight: &mut Fight<S>) {
    for combatant in &mut fight.combatants {
        if combatant.is_hidden && combatant.is_npc() {
            combatant.is_removed = true;
        }
    }
}

/// Removes hidden NPCs from all optional fields of the systems' events. Events common to all
/// systems have no such fields and stay unchanged.
pub fn remove_hidden_npcs_from_events<S: System>(fight: &Fight<S>, events: &mut [Event<S>]) {
    let is_hidden = |value: &Value| {
        let who = read_combatant_id(value);
        who.is_some_and(|who| fight.is_hidden_npc(Initiator::Combatant(who)))
    };
    for event in events {
        let Event::System(system_event) = event else { continue };
        let mut event_json = to_json(system_event);
        let mut paths = Vec::new();
        collect_paths_naming_nonactor_combatants(&event_json, "", "", &is_hidden, &mut paths);
        for path in paths {
            if !remove_field_if_optional(system_event, &mut event_json, &path) {
                continue;
            }
            // Rolls by hidden NPCs and values compared with theirs are not told either. They stand
            // beside the field: `/harmed/faces` beside `/harmed/by`.
            let (parent, key) = path.rsplit_once('/').unwrap_or_default();
            let number_keys: &[&str] = if key == "by" { &["faces", "total"] } else { &["against"] };
            for number_key in number_keys {
                let number_path = format!("{parent}/{number_key}");
                remove_field_if_optional(system_event, &mut event_json, &number_path);
            }
        }
    }
}

/// Reads the id of a combatant from JSON; `None` if the value cannot be one.
fn read_combatant_id(value: &Value) -> Option<CombatantId> {
    let id = u8::try_from(value.as_u64()?).ok()?;
    Some(CombatantId(id))
}

/// Removes one field from an event and its JSON, and returns true, if the field is optional.
/// Otherwise changes nothing and returns false.
fn remove_field_if_optional<T: DeserializeOwned>(
    event: &mut T,
    json: &mut Value,
    path: &str,
) -> bool {
    let Some(removed) = json.pointer_mut(path).map(Value::take) else { return false };
    match json::from_value(json) {
        Ok(event_without_field) => {
            *event = event_without_field;
            true
        }
        Err(_) => {
            if let Some(field) = json.pointer_mut(path) {
                *field = removed;
            }
            false
        }
    }
}

/// Collects the paths of an event's fields, except the actor's, that name a combatant for which
/// `is_match` holds. `path` and `key_of_value` are the path and the key of `value` itself.
fn collect_paths_naming_nonactor_combatants(
    value: &Value,
    path: &str,
    key_of_value: &str,
    is_match: &dyn Fn(&Value) -> bool,
    paths: &mut Vec<String>,
) {
    // The fields of a roll name no combatants.
    let Some(fields) = value.as_object().filter(|_| key_of_value != "rolled") else { return };
    for (key, value) in fields {
        let path = format!("{path}/{key}");
        // The actor stays: without `who` the event would be a different one, about the GM.
        let names_combatant = (COMBATANT_FIELDS.contains(&key.as_str()) && key != "who")
            || COMBATANT_FIELDS_BY_EVENT.contains(&(key_of_value, key));
        if names_combatant && is_match(value) {
            paths.push(path);
        } else {
            collect_paths_naming_nonactor_combatants(value, &path, key, is_match, paths);
        }
    }
}

/// Changes what is hidden in events at random.
pub fn randomize_hidden_parts_of_events<S: Visibility>(
    fight: &Fight<S>,
    events: &mut [Event<S>],
    pick: Pick,
) {
    let sample = to_json(&S::sample_body_with_optional_fields());
    let is_closed = |who: CombatantId| fight.detail_for(Viewer::Public, who) < DetailLevel::Numbers;
    for event in events {
        match event {
            Event::System(system_event) => {
                let mut event_json = to_json(system_event);
                if let Value::Object(fields_by_key) = &mut event_json {
                    randomize_secret_numbers::<S>(fight, fields_by_key, pick);
                    *system_event = from_json(&event_json);
                }
                S::randomize_event_secrets(fight, system_event, pick);
            }
            Event::Joined(_, combatant) => {
                let own_body = to_json(&combatant.body);
                randomize_hidden_parts_of_npc(
                    fight,
                    combatant,
                    &own_body,
                    &[&own_body, &sample],
                    pick,
                );
            }
            Event::FieldSet { who, body, .. } | Event::ItemGiven { who, body, .. }
                if is_closed(*who) =>
            {
                **body = from_json(&build_random_json_like(&to_json(body), &[&sample], pick));
            }
            Event::AmountRolled { who, amount, roll } if who.is_none_or(is_closed) => {
                *amount = pick(EVENT_NUMBER_BOUND) as i32;
                roll.total = pick(EVENT_NUMBER_BOUND) as i32;
            }
            Event::RenamedForNewcomer { previous_name, name, true_name, .. } => {
                *previous_name = "Nobody".into();
                *name = format!("Nobody {}", pick(1_000_000));
                randomize_true_name(true_name, pick);
            }
            Event::DisclosureChanged { before, after, .. } => {
                randomize_true_name(&mut before.true_name, pick);
                randomize_true_name(&mut after.true_name, pick);
            }
            Event::Removed(_)
            | Event::ItemGiven { .. }
            | Event::ItemPlaced { .. }
            | Event::ZonesSet(_)
            | Event::TerrainSet(..)
            | Event::LegacySettingsSet(_)
            | Event::SettingsChanged { .. }
            | Event::DecoysToggled(_)
            | Event::AskSingleToggled(_)
            | Event::ActsOverWhileHidden { .. }
            | Event::FieldSet { .. }
            | Event::AmountRolled { .. }
            | Event::Revealed(_)
            | Event::Started
            | Event::RoundStarted(_)
            | Event::Ended(_) => {}
        }
    }
}

/// Changes the secret numbers of an event at random. The JSON of an event is an object with one
/// field, whose key is that of the event and whose value has the event's own fields.
fn randomize_secret_numbers<S: Visibility>(
    fight: &Fight<S>,
    event: &mut Map<String, Value>,
    pick: Pick,
) {
    let Some((event_key, Value::Object(fields))) = event.iter_mut().next() else { return };
    // Not everybody may know the numbers of a combatant in one of these fields.
    let mut closed_fields: Vec<&str> = Vec::new();
    for key in COMBATANT_FIELDS.iter().copied() {
        let who = fields.get(key).and_then(read_combatant_id);
        let combatant = who.and_then(|who| fight.combatants.get(who.index()));
        if combatant.is_some_and(|known| known.detail_for(Viewer::Public) < DetailLevel::Numbers) {
            closed_fields.push(key);
        }
    }
    for (key, value) in fields.iter_mut() {
        let key = key.as_str();
        if COMBATANT_FIELDS.contains(&key) || PLACE_AND_ITEM_FIELDS.contains(&key) {
            continue;
        }
        let is_this_field =
            |field: &str| field == key || field.split_once('.') == Some((event_key, key));
        let owner = S::Event::NUMBER_OWNERS.iter().find(|(field, _)| is_this_field(field));
        let is_secret = match owner {
            Some((_, owner_field)) => closed_fields.contains(owner_field),
            None => !closed_fields.is_empty(),
        };
        if is_secret {
            randomize_numbers(value, pick);
        }
    }
}

/// Replaces every number in a JSON value by a random one.
fn randomize_numbers(value: &mut Value, pick: Pick) {
    match value {
        Value::Number(number) => *number = pick(EVENT_NUMBER_BOUND).into(),
        Value::Array(items) => items.iter_mut().for_each(|item| randomize_numbers(item, pick)),
        Value::Object(fields) => {
            fields.values_mut().for_each(|field| randomize_numbers(field, pick));
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// Returns a random value of the same form as `own` and `donors`, with parts taken from the same
/// places of all of them. One of them, drawn at random, says whether it is a number, a list or the
/// like.
fn build_random_json_like(own: &Value, donors: &[&Value], pick: Pick) -> Value {
    let drawn_index = pick(donors.len() + 1);
    let drawn = donors.get(drawn_index).copied().unwrap_or(own);
    match drawn {
        Value::Null => Value::Null,
        Value::String(text) => Value::String(maybe_randomize_lone_first_digit(text, pick)),
        Value::Bool(_) => Value::Bool(pick(2) == 1),
        Value::Number(number) if pick(2) == 0 => Value::Number(number.clone()),
        Value::Number(_) => Value::from(pick(MAX_NUMBER + 1)),
        Value::Array(items) if items.iter().any(Value::is_number) => {
            randomize_elements(items, pick)
        }
        Value::Array(_) => build_list_of_random_items(own, donors, pick),
        Value::Object(fields) => Value::Object(randomize_fields(fields, donors, pick)),
    }
}

/// Returns a list of up to [`MAX_LIST_ITEMS`] items, each a random one of all items in the lists
/// `own` and `donors`, changed at random.
fn build_list_of_random_items(own: &Value, donors: &[&Value], pick: Pick) -> Value {
    let mut all_items: Vec<&Value> = Vec::new();
    for donor in donors {
        all_items.extend(donor.as_array().into_iter().flatten());
    }
    all_items.extend(own.as_array().into_iter().flatten());
    if all_items.is_empty() {
        return Value::Array(Vec::new());
    }
    let mut list = Vec::new();
    for _ in 0..pick(MAX_LIST_ITEMS + 1) {
        list.push(match all_items[pick(all_items.len())] {
            Value::Array(elements) => randomize_elements(elements, pick),
            item => build_random_json_like(item, &[], pick),
        });
    }
    Value::Array(list)
}

/// Returns fields in which each value is random, with parts taken from the same field of the
/// donors. The field `id` is that of an item, and gets a number that no item of the fight has.
fn randomize_fields(
    fields: &Map<String, Value>,
    donors: &[&Value],
    pick: Pick,
) -> Map<String, Value> {
    let mut randomized = Map::new();
    for (key, value) in fields {
        let random_value = if key == "id" {
            Value::from(usize::from(ItemId::FIRST_IMAGINED.0) + pick(IMAGINED_ITEM_IDS))
        } else {
            let field_donors: Vec<&Value> =
                donors.iter().filter_map(|donor| donor.get(key)).collect();
            build_random_json_like(value, &field_donors, pick)
        };
        randomized.insert(key.clone(), random_value);
    }
    randomized
}

/// Replaces the first digit of a text at random if it stands alone, which makes other dice of
/// `2d6`.
fn maybe_randomize_lone_first_digit(text: &str, pick: Pick) -> String {
    let is_digit = |letter: char| letter.is_ascii_digit();
    match text.split_once(is_digit) {
        Some((before, after)) if !after.starts_with(is_digit) && pick(2) == 0 => {
            format!("{before}{}{after}", 1 + pick(9))
        }
        Some(_) | None => text.into(),
    }
}

/// Changes each element of a list (a pair or the like) at random and keeps its length.
fn randomize_elements(elements: &[Value], pick: Pick) -> Value {
    elements.iter().map(|element| build_random_json_like(element, &[], pick)).collect()
}

/// Changes a true name at random. One that is missing stays so.
fn randomize_true_name(true_name: &mut Option<String>, pick: Pick) {
    if let Some(name) = true_name {
        *name = format!("Nobody {}", pick(1_000_000));
    }
}

/// Returns the JSON form of plain data. Panics if it has none.
fn to_json<T: Serialize>(value: &T) -> Value {
    json::to_value(value).expect("a fight is plain data")
}

/// Reads plain data from its JSON form. Panics if it has another form.
fn from_json<T: DeserializeOwned>(value: &Value) -> T {
    json::from_value(value).unwrap_or_else(|why| panic!("{why}: {value}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::for_each_system;

    /// Collects the paths of all null fields and empty lists.
    fn collect_empty_paths(value: &Value, path: &str, empty_paths: &mut Vec<String>) {
        match value {
            Value::Null => empty_paths.push(path.into()),
            Value::Array(items) if items.is_empty() => empty_paths.push(path.into()),
            Value::Array(items) => {
                items.iter().for_each(|item| collect_empty_paths(item, path, empty_paths));
            }
            Value::Object(fields) => {
                for (key, field) in fields {
                    collect_empty_paths(field, &format!("{path}.{key}"), empty_paths);
                }
            }
            Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// A field that is empty in the sample would never be filled in the tests of I6.
    fn assert_sample_has_no_empty_field<S: Visibility>() {
        let mut empty_paths = Vec::new();
        collect_empty_paths(
            &to_json(&S::sample_body_with_optional_fields()),
            S::KEY,
            &mut empty_paths,
        );
        assert!(empty_paths.is_empty(), "a sample holds nothing in: {empty_paths:?}");
    }

    #[test]
    fn sample_bodies_have_no_empty_fields() {
        macro_rules! assert_samples {
            ([$($System:ident $module:ident),*]) => {
                $(assert_sample_has_no_empty_field::<crate::rules::$module::$System>();)*
            };
        }
        for_each_system!(assert_samples!);
    }

    /// Asserts that no field of a closed NPC, except those that are declared public, is the same in
    /// every randomised body. Otherwise the tests of I6 would not notice that it is shown.
    fn assert_only_public_fields_survive<S: Visibility>() {
        let (default, sample) =
            (to_json(&S::Body::default()), to_json(&S::sample_body_with_optional_fields()));
        let mut fight = Fight::<S> {
            zones: crate::core::zones::ZoneMap::from_row(["one", "two", "three"]),
            ..Fight::default()
        };
        let mut dice = crate::core::dice::SeededDice::new(1);
        let declared = S::Body::DECLARED_AUDIENCES.iter();
        let mut survivors: Vec<&str> = declared
            .filter(|(_, audience, _)| *audience != Some(FieldAudience::Public))
            .map(|(key, ..)| *key)
            .collect();
        for own in [&default, &sample] {
            let mut original: Combatant<S> = Combatant::new("Somebody", None, from_json(own));
            original.public_detail = DetailLevel::Nothing;
            fight.combatants = vec![original.clone().into()];
            for _ in 0..200 {
                let random = build_random_json_like(own, &[&default, &sample], &mut |below| {
                    dice.number_below(below)
                });
                let restored = to_json(&restore_public_body(&fight, &original, from_json(&random)));
                survivors.retain(|key| restored[key] == own[key]);
            }
        }
        // No sample has a group: imagined NPCs of one group would share their cards.
        let exceptions: &[&str] = if S::KEY == "cards" { &["group"] } else { &[] };
        assert_eq!(survivors, exceptions, "never randomised in {}", S::KEY);
    }

    #[test]
    fn only_public_fields_survive_randomising() {
        macro_rules! assert_systems {
            ([$($System:ident $module:ident),*]) => {
                $(assert_only_public_fields_survive::<crate::rules::$module::$System>();)*
            };
        }
        for_each_system!(assert_systems!);
    }

    #[test]
    fn randomize_json_can_change_every_field() {
        let own = serde_json::json!({"a": 1, "b": false, "c": null, "d": [], "e": "x"});
        let donor = serde_json::json!({"a": 2, "b": true, "c": 3, "d": [{"f": 1}], "e": "y"});
        let mut dice = crate::core::dice::SeededDice::new(1);
        let mut is_always_same = [true; 5];
        for _ in 0..100 {
            let other = build_random_json_like(&own, &[&own, &donor], &mut |below| {
                dice.number_below(below)
            });
            for (index, key) in ["a", "b", "c", "d", "e"].into_iter().enumerate() {
                is_always_same[index] &= other[key] == own[key];
            }
        }
        assert_eq!(is_always_same, [false; 5]);
    }

    #[test]
    fn same_looking_wounds_keep_their_wound_word() {
        let look = |remaining: u8, max: u8| {
            (remaining == 0, remaining >= max, u16::from(remaining) * 2 <= max.into())
        };
        for drawn in 0..=u8::MAX {
            for (remaining, max) in [(0, 9), (9, 9), (4, 9), (5, 9), (1, 2)] {
                let (new_remaining, new_max) =
                    randomize_wounds((remaining, max), true, (drawn, drawn ^ 0x5a));
                assert_eq!(
                    look(remaining, max),
                    look(new_remaining, new_max),
                    "{remaining} of {max}: {new_remaining} of {new_max}"
                );
            }
        }
    }
}
