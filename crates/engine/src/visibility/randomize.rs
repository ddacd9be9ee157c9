//! Other hidden facts, the same public ones: for the proof of I6 by test, and for odds.
//!
//! What is written of an NPC, of the ground and of the state of a fight is walked leaf by leaf, and
//! all of it becomes something else. Then the system takes back, field by field, what everybody may
//! know, and what must fit to that ([`Visibility::take_back`] and the like). So a field that nobody
//! has thought of is secret until somebody shows it. In notes numbers are secret, unless they are
//! on the table ([`Visibility::NUMBERS`]).

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::core::fight::{Combatant, Event, Fight};
use crate::core::ids::{CombatantId, Initiator, ZoneId};
use crate::core::json;
use crate::visibility::disclosure::DetailLevel;
use crate::visibility::view::Viewer;
use crate::{System, Visibility};

/// Gives a number below the one it is given.
pub type Pick<'a> = &'a mut dyn FnMut(usize) -> usize;

/// The most that numbers become. All that stands in a sheet is read up to there.
const MAX_NUMBER: usize = 20;

/// The numbers of things that are there only for the proof.
const FIRST_ITEM_ID: usize = 100;
const ITEM_ID_COUNT: usize = 140;

/// Fields of notes that say who, in every system.
const COMBATANT_FIELDS: &[&str] = &["who", "target", "by", "with", "on", "one", "other"];
/// Fields of single notes that say who, though fields of that name say something else elsewhere.
const COMBATANT_FIELDS_BY_EVENT: &[(&str, &str)] = &[("help_paid", "to"), ("feared", "source")];
/// Those that say where, or with what: numbers, but no secrets.
const PLACE_AND_ITEM_FIELDS: &[&str] = &["from", "to", "at", "zone", "exit", "item", "items"];

/// A number of that range, after one that is drawn from a larger one.
pub fn wrap_into_range(min: u8, max: u8, drawn: u8) -> u8 {
    min + drawn % (max.saturating_sub(min) + 1)
}

/// How much is left of so many, which looks as it did: all, more than half, half or less, nothing;
/// where it is not seen how it looks, anything but nothing. And of how many.
pub fn same_looking_wounds(
    (remaining, max): (u8, u8),
    is_visible: bool,
    drawn: (u8, u8),
) -> (u8, u8) {
    let most = wrap_into_range(3, u8::MAX, drawn.1);
    let other = match remaining {
        0 => 0,
        _ if !is_visible => wrap_into_range(1, most, drawn.0),
        _ if remaining >= max => most,
        _ if u16::from(remaining) * 2 <= u16::from(max) => wrap_into_range(1, most / 2, drawn.0),
        _ => wrap_into_range(most / 2 + 1, most - 1, drawn.0),
    };
    (other, most)
}

/// A zone of the fight, after one that is drawn.
pub fn wrap_to_zone<S: System>(fight: &Fight<S>, drawn: Option<ZoneId>) -> Option<ZoneId> {
    let size = fight.zones.len().max(1) as u8;
    Some(ZoneId(drawn.map_or(0, |zone| zone.0) % size))
}

/// A thing of a system as it is written.
pub fn parse_sample<T: DeserializeOwned>(json: &str) -> T {
    serde_json::from_str(json).unwrap_or_else(|why| panic!("{why}: {json}"))
}

/// Other hidden facts, the same public ones.
pub fn randomize_fight<S: Visibility>(fight: &mut Fight<S>, pick: Pick) {
    let was = fight.clone();
    let sample = to_json(&S::sample_body());
    let bodies: Vec<Value> = was.combatants.iter().map(|one| to_json(&one.body)).collect();
    let donors: Vec<&Value> = bodies.iter().chain([&sample]).collect();
    for (own, one) in bodies.iter().zip(&mut fight.combatants) {
        randomize_npc(&was, one, own, &donors, pick);
    }
    let grounds: Vec<Value> = was.zones.iter().map(|(_, zone)| to_json(&zone.terrain)).collect();
    let donors: Vec<&Value> = grounds.iter().collect();
    for (at, own) in grounds.iter().enumerate() {
        let id = ZoneId(at as u8);
        let Some(zone) = fight.zones.get_mut(id) else { continue };
        zone.terrain = from_json(&randomize_json(own, &donors, pick));
        S::restore_public_terrain(&was, id, &mut zone.terrain);
    }
    fight.state = from_json(&randomize_json(&to_json(&was.state), &[], pick));
    S::restore_public_state(&was, &mut fight.state);
}

/// A fight that looks like this one to everybody, and is made of nothing but what everybody knows:
/// those who are hidden are not there, but for the one who wonders, and of other NPCs what is not
/// known is drawn from what there is of its kind.
pub fn imagine_fight_for<S: Visibility>(
    fight: &Fight<S>,
    observer: CombatantId,
    pick: Pick,
) -> Fight<S> {
    let mut imagined = fight.clone();
    let own = fight.viewer_of(Initiator::Combatant(observer));
    let all = imagined.combatants.iter_mut().zip(0..).map(|(one, at)| (one, CombatantId(at)));
    let mut donors = vec![to_json(&S::sample_body())];
    let mut closed = Vec::new();
    for (one, who) in all {
        one.is_removed |= one.is_hidden && who != observer;
        if one.is_removed || one.is_npc() {
            closed.extend((!one.is_removed).then_some(one));
        } else {
            let viewer = if who == observer { own } else { Viewer::Public };
            one.body = S::redact_body(fight, viewer, one);
            donors.push(to_json(&one.body));
        }
    }
    let donors: Vec<&Value> = donors.iter().collect();
    for one in closed {
        // It becomes the sample first: so nothing of it is left that is not known.
        for mut body in [S::sample_body(), from_json(&randomize_json(donors[0], &donors, pick))] {
            S::restore_public_body(fight, one, &mut body);
            one.body = body;
        }
    }
    for (id, _) in fight.zones.iter() {
        let mut ground = S::Terrain::default();
        S::restore_public_terrain(fight, id, &mut ground);
        if let Some(zone) = imagined.zones.get_mut(id) {
            zone.terrain = ground;
        }
    }
    imagined.state = S::State::default();
    S::restore_public_state(fight, &mut imagined.state);
    imagined
}

/// An NPC becomes another one that looks the same to everybody.
fn randomize_npc<S: Visibility>(
    fight: &Fight<S>,
    combatant: &mut Combatant<S>,
    own: &Value,
    donors: &[&Value],
    pick: Pick,
) {
    if !combatant.is_npc() {
        return;
    }
    let mut body = from_json(&randomize_json(own, donors, pick));
    S::restore_public_body(fight, combatant, &mut body);
    combatant.body = body;
    randomize_true_name(&mut combatant.true_name, pick);
    if combatant.is_hidden {
        combatant.name = format!("Somebody {}", pick(1_000_000));
        combatant.former_names = vec![format!("Who was {}", pick(1_000_000))];
        combatant.public_detail =
            [DetailLevel::Nothing, DetailLevel::Wounds, DetailLevel::Numbers][pick(3)];
    }
}

/// Removes the hidden NPCs from a fight.
pub fn remove_hidden_npcs<S: System>(fight: &mut Fight<S>) {
    for one in &mut fight.combatants {
        if one.is_hidden && one.is_npc() {
            one.is_removed = true;
        }
    }
}

/// Puts nobody in the place of hidden NPCs, in each note that can be about nobody. The notes of the
/// core are about somebody or nobody, so they stay.
pub fn remove_hidden_npcs_from_events<S: System>(fight: &Fight<S>, events: &mut [Event<S>]) {
    let is_hidden = |value: &Value| {
        let who = value.as_u64().and_then(|id| u8::try_from(id).ok()).map(CombatantId);
        who.is_some_and(|who| fight.is_hidden_npc(Initiator::Combatant(who)))
    };
    for note in events {
        let Event::System(rule) = note else { continue };
        let mut text = to_json(rule);
        let mut paths = Vec::new();
        find_combatant_paths(&text, "", "", &is_hidden, &mut paths);
        for path in paths {
            if !remove_optional_field(rule, &mut text, &path) {
                continue;
            }
            // What is measured against them, or rolled by them, is not told of hidden ones.
            let (parent, key) = path.rsplit_once('/').unwrap_or_default();
            let numbers: &[&str] = if key == "by" { &["faces", "total"] } else { &["against"] };
            for number in numbers {
                remove_optional_field(rule, &mut text, &format!("{parent}/{number}"));
            }
        }
    }
}

/// Takes one field out of a note, and returns whether the note can do without it.
fn remove_optional_field<T: DeserializeOwned>(event: &mut T, json: &mut Value, path: &str) -> bool {
    let Some(removed) = json.pointer_mut(path).map(Value::take) else { return false };
    match json::from_value(json) {
        Ok(without) => {
            *event = without;
            true
        }
        Err(_) => {
            if let Some(place) = json.pointer_mut(path) {
                *place = removed;
            }
            false
        }
    }
}

/// Collects the paths of those places of a note in which somebody like that is named.
fn find_combatant_paths(
    value: &Value,
    path: &str,
    name: &str,
    is_match: &dyn Fn(&Value) -> bool,
    paths: &mut Vec<String>,
) {
    // The dice of a roll say nothing of who.
    let Some(fields) = value.as_object().filter(|_| name != "rolled") else { return };
    for (key, value) in fields {
        let path = format!("{path}/{key}");
        // Without an actor it is the GM's act, and another one.
        let is_naming = COMBATANT_FIELDS.contains(&key.as_str()) && key != "who";
        let is_naming = is_naming || COMBATANT_FIELDS_BY_EVENT.contains(&(name, key));
        if is_naming && is_match(value) {
            paths.push(path);
        } else {
            find_combatant_paths(value, &path, key, is_match, paths);
        }
    }
}

/// Notes with what is hidden in them changed at random.
pub fn randomize_events<S: Visibility>(fight: &Fight<S>, events: &mut [Event<S>], pick: Pick) {
    let sample = to_json(&S::sample_body());
    let is_closed = |who: CombatantId| fight.detail_for(Viewer::Public, who) < DetailLevel::Numbers;
    for note in events {
        match note {
            Event::System(rule) => {
                let mut text = to_json(rule);
                if let Value::Object(parts) = &mut text {
                    randomize_event_numbers::<S>(fight, parts, pick);
                    *rule = from_json(&text);
                }
                S::randomize_event_secrets(fight, rule, pick);
            }
            Event::Joined(_, one) => {
                let own = to_json(&one.body);
                randomize_npc(fight, one, &own, &[&own, &sample], pick);
            }
            Event::FieldSet { who, body, .. } | Event::ItemGiven { who, body, .. }
                if is_closed(*who) =>
            {
                **body = from_json(&randomize_json(&to_json(body), &[&sample], pick));
            }
            Event::RenamedForNewcomer { previous_name: was, name, true_name, .. } => {
                (*was, *name) = ("Nobody".into(), format!("Nobody {}", pick(1_000_000)));
                randomize_true_name(true_name, pick);
            }
            Event::DisclosureChanged { before: was, after: is, .. } => {
                randomize_true_name(&mut was.true_name, pick);
                randomize_true_name(&mut is.true_name, pick);
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
            | Event::FieldSet { .. }
            | Event::Revealed(_)
            | Event::Started
            | Event::RoundStarted(_)
            | Event::Ended(_) => {}
        }
    }
}

/// Numbers of those of whom players do not know all, in a note by its name.
fn randomize_event_numbers<S: Visibility>(
    fight: &Fight<S>,
    event: &mut Map<String, Value>,
    pick: Pick,
) {
    let Some((name, Value::Object(fields))) = event.iter_mut().next() else { return };
    let is_closed = |id: &Value| {
        let who = id.as_u64().and_then(|id| u8::try_from(id).ok()).map(CombatantId);
        let one = who.and_then(|who| fight.combatants.get(who.index()));
        one.is_some_and(|one| one.detail_for(Viewer::Public) < DetailLevel::Numbers)
    };
    let closed: Vec<&str> = COMBATANT_FIELDS
        .iter()
        .copied()
        .filter(|key| fields.get(*key).is_some_and(is_closed))
        .collect();
    let is_naming =
        |key: &str| COMBATANT_FIELDS.contains(&key) || PLACE_AND_ITEM_FIELDS.contains(&key);
    for (key, value) in fields.iter_mut().filter(|(key, _)| !is_naming(key)) {
        let is_it = |of: &str| of == *key || of.split_once('.') == Some((name, key));
        let whose = S::NUMBER_OWNERS.iter().find(|(of, _)| is_it(of)).map(|(_, whose)| *whose);
        if whose.map_or(!closed.is_empty(), |whose| closed.contains(&whose)) {
            randomize_numbers(value, pick);
        }
    }
}

/// Every number in it is another one.
fn randomize_numbers(value: &mut Value, pick: Pick) {
    match value {
        Value::Number(number) => *number = pick(60).into(),
        Value::Array(all) => all.iter_mut().for_each(|one| randomize_numbers(one, pick)),
        Value::Object(all) => all.values_mut().for_each(|one| randomize_numbers(one, pick)),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// What a thing of that form could be as well: of the parts of such things, by their places.
fn randomize_json(own: &Value, donors: &[&Value], pick: Pick) -> Value {
    let at = pick(donors.len() + 1);
    let base = donors.get(at).copied().unwrap_or(own);
    match base {
        Value::Null => base.clone(),
        Value::String(text) => Value::String(randomize_first_digit(text, pick)),
        Value::Bool(_) => Value::Bool(pick(2) == 1),
        Value::Number(number) if pick(2) == 0 => Value::Number(number.clone()),
        Value::Number(_) => Value::from(pick(MAX_NUMBER + 1)),
        Value::Array(all) if all.iter().any(Value::is_number) => randomize_elements(all, pick),
        Value::Array(_) => {
            let lists = donors.iter().copied().chain([own]).filter_map(Value::as_array);
            let members: Vec<&Value> = lists.flatten().collect();
            let most = if members.is_empty() { 0 } else { pick(4) };
            let mut member = || match members[pick(members.len())] {
                Value::Array(all) => randomize_elements(all, pick),
                one => randomize_json(one, &[], pick),
            };
            (0..most).map(|_| member()).collect()
        }
        Value::Object(fields) => {
            let of_each = |(key, value): (&String, &Value)| {
                // Things of one fight have numbers of their own.
                if key == "id" {
                    return (key.clone(), Value::from(FIRST_ITEM_ID + pick(ITEM_ID_COUNT)));
                }
                let donors: Vec<&Value> = donors.iter().filter_map(|one| one.get(key)).collect();
                (key.clone(), randomize_json(value, &donors, pick))
            };
            fields.iter().map(of_each).collect::<Map<_, _>>().into()
        }
    }
}

/// A text with another first digit, where it has one: other dice.
fn randomize_first_digit(text: &str, pick: Pick) -> String {
    let is_digit = |letter: char| letter.is_ascii_digit();
    match text.split_once(is_digit) {
        Some((before, after)) if !after.starts_with(is_digit) && pick(2) == 0 => {
            format!("{before}{}{after}", 1 + pick(9))
        }
        Some(_) | None => text.into(),
    }
}

/// A pair or the like: it stays as long as it is.
fn randomize_elements(elements: &[Value], pick: Pick) -> Value {
    elements.iter().map(|one| randomize_json(one, &[], pick)).collect()
}

fn randomize_true_name(true_name: &mut Option<String>, pick: Pick) {
    if let Some(name) = true_name {
        *name = format!("Nobody {}", pick(1_000_000));
    }
}

fn to_json<T: Serialize>(value: &T) -> Value {
    json::to_value(value).expect("a fight is plain data")
}

fn from_json<T: DeserializeOwned>(value: &Value) -> T {
    json::from_value(value).unwrap_or_else(|why| panic!("{why}: {value}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::cards::Cards;
    use crate::rules::dr12::Dr12;
    use crate::rules::factions::Factions;
    use crate::rules::fates::Fates;
    use crate::rules::ranks::Ranks;

    /// The places of a thing that hold nothing.
    fn hollow(value: &Value, path: &str, found: &mut Vec<String>) {
        match value {
            Value::Null => found.push(path.into()),
            Value::Array(all) if all.is_empty() => found.push(path.into()),
            Value::Array(all) => all.iter().for_each(|one| hollow(one, path, found)),
            Value::Object(all) => {
                all.iter().for_each(|(key, one)| hollow(one, &format!("{path}.{key}"), found));
            }
            Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }

    /// Where a sample holds nothing, nobody would have anything there in the proof of I6.
    fn holds_something_everywhere<S: Visibility>() {
        let mut found = Vec::new();
        hollow(&to_json(&S::sample_body()), S::KEY, &mut found);
        assert!(found.is_empty(), "a sample holds nothing in: {found:?}");
    }

    #[test]
    fn samples_hold_something_everywhere() {
        holds_something_everywhere::<Cards>();
        holds_something_everywhere::<Dr12>();
        holds_something_everywhere::<Factions>();
        holds_something_everywhere::<Fates>();
        holds_something_everywhere::<Ranks>();
    }

    #[test]
    fn all_of_it_may_be_something_else() {
        let (own, donor) = (
            serde_json::json!({"a": 1, "b": false, "c": null, "d": [], "e": "x"}),
            serde_json::json!({"a": 2, "b": true, "c": 3, "d": [{"f": 1}], "e": "y"}),
        );
        let mut dice = crate::core::dice::SeededDice::new(1);
        let mut same = [true; 5];
        for _ in 0..100 {
            let other =
                randomize_json(&own, &[&own, &donor], &mut |below| dice.number_below(below));
            for (at, key) in ["a", "b", "c", "d", "e"].into_iter().enumerate() {
                same[at] &= other[key] == own[key];
            }
        }
        assert_eq!(same, [false; 5]);
    }

    #[test]
    fn what_looks_alike_looks_alike() {
        for drawn in 0..=u8::MAX {
            for (left, of) in [(0, 9), (9, 9), (4, 9), (5, 9), (1, 2)] {
                let (other, most) = same_looking_wounds((left, of), true, (drawn, drawn ^ 0x5a));
                let word =
                    |left: u8, of: u8| (left == 0, left >= of, u16::from(left) * 2 <= of.into());
                assert_eq!(word(left, of), word(other, most), "{left} of {of}: {other} of {most}");
            }
        }
    }
}
