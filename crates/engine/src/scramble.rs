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

use super::fight::{Combatant, Fight, Note};
use super::ids::{By, CombatantId, ZoneId};
use super::json;
use super::ladder::Detail;
use super::view::Viewer;
use super::{System, Visibility};

/// Gives a number below the one it is given.
pub type Pick<'a> = &'a mut dyn FnMut(usize) -> usize;

/// The most that numbers become. All that stands in a sheet is read up to there.
const MOST: usize = 20;

/// The numbers of things that are there only for the proof.
const FIRST_ID: usize = 100;
const MOST_IDS: usize = 140;

/// Fields of notes that say who, in every system.
const PEOPLE: &[&str] = &["who", "target", "by", "with", "on", "one", "other"];
/// Fields of single notes that say who, though fields of that name say something else elsewhere.
const OTHER_PEOPLE: &[(&str, &str)] = &[("help_paid", "to"), ("feared", "source")];
/// Those that say where, or with what: numbers, but no secrets.
const PLACES: &[&str] = &["from", "to", "at", "zone", "exit", "item", "items"];

/// A number of that range, after one that is drawn from a larger one.
pub fn within(least: u8, most: u8, drawn: u8) -> u8 {
    least + drawn % (most.saturating_sub(least) + 1)
}

/// How much is left of so many, which looks as it did: all, more than half, half or less, nothing;
/// where it is not seen how it looks, anything but nothing. And of how many.
pub fn looking_alike((left, of): (u8, u8), is_seen: bool, drawn: (u8, u8)) -> (u8, u8) {
    let most = within(3, u8::MAX, drawn.1);
    let other = match left {
        0 => 0,
        _ if !is_seen => within(1, most, drawn.0),
        _ if left >= of => most,
        _ if u16::from(left) * 2 <= u16::from(of) => within(1, most / 2, drawn.0),
        _ => within(most / 2 + 1, most - 1, drawn.0),
    };
    (other, most)
}

/// A zone of the fight, after one that is drawn.
pub fn somewhere<S: System>(fight: &Fight<S>, drawn: Option<ZoneId>) -> Option<ZoneId> {
    let size = fight.zones.len().max(1) as u8;
    Some(ZoneId(drawn.map_or(0, |zone| zone.0) % size))
}

/// A thing of a system as it is written.
pub fn sample<T: DeserializeOwned>(text: &str) -> T {
    serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"))
}

/// Other hidden facts, the same public ones.
pub fn scramble_fight<S: Visibility>(fight: &mut Fight<S>, pick: Pick) {
    let was = fight.clone();
    let sample = written(&S::sample());
    let bodies: Vec<Value> = was.combatants.iter().map(|one| written(&one.body)).collect();
    let donors: Vec<&Value> = bodies.iter().chain([&sample]).collect();
    for (own, one) in bodies.iter().zip(&mut fight.combatants) {
        scramble_one(&was, one, own, &donors, pick);
    }
    let grounds: Vec<Value> = was.zones.iter().map(|(_, zone)| written(&zone.ground)).collect();
    let donors: Vec<&Value> = grounds.iter().collect();
    for (at, own) in grounds.iter().enumerate() {
        let id = ZoneId(at as u8);
        let Some(zone) = fight.zones.get_mut(id) else { continue };
        zone.ground = read(&other(own, &donors, pick));
        S::take_back_ground(&was, id, &mut zone.ground);
    }
    fight.state = read(&other(&written(&was.state), &[], pick));
    S::take_back_state(&was, &mut fight.state);
}

/// A fight that looks like this one to everybody, and is made of nothing but what everybody knows:
/// those who are hidden are not there, but for the one who wonders, and of other NPCs what is not
/// known is drawn from what there is of its kind.
pub fn imagined<S: Visibility>(fight: &Fight<S>, wonders: CombatantId, pick: Pick) -> Fight<S> {
    let mut imagined = fight.clone();
    let own = fight.viewer_of(By::Combatant(wonders));
    let all = imagined.combatants.iter_mut().zip(0..).map(|(one, at)| (one, CombatantId(at)));
    let mut donors = vec![written(&S::sample())];
    let mut closed = Vec::new();
    for (one, who) in all {
        one.is_removed |= one.is_hidden && who != wonders;
        if one.is_removed || one.is_npc() {
            closed.extend((!one.is_removed).then_some(one));
        } else {
            let viewer = if who == wonders { own } else { Viewer::Public };
            one.body = S::seen_body(fight, viewer, one);
            donors.push(written(&one.body));
        }
    }
    let donors: Vec<&Value> = donors.iter().collect();
    for one in closed {
        // It becomes the sample first: so nothing of it is left that is not known.
        for mut body in [S::sample(), read(&other(donors[0], &donors, pick))] {
            S::take_back(fight, one, &mut body);
            one.body = body;
        }
    }
    for (id, _) in fight.zones.iter() {
        let mut ground = S::Ground::default();
        S::take_back_ground(fight, id, &mut ground);
        if let Some(zone) = imagined.zones.get_mut(id) {
            zone.ground = ground;
        }
    }
    imagined.state = S::State::default();
    S::take_back_state(fight, &mut imagined.state);
    imagined
}

/// An NPC becomes another one that looks the same to everybody.
fn scramble_one<S: Visibility>(
    fight: &Fight<S>,
    one: &mut Combatant<S>,
    own: &Value,
    donors: &[&Value],
    pick: Pick,
) {
    if !one.is_npc() {
        return;
    }
    let mut body = read(&other(own, donors, pick));
    S::take_back(fight, one, &mut body);
    one.body = body;
    rename_truly(&mut one.true_name, pick);
    if one.is_hidden {
        one.name = format!("Somebody {}", pick(1_000_000));
        one.known_as = vec![format!("Who was {}", pick(1_000_000))];
        one.look = [Detail::Nothing, Detail::Wounds, Detail::Numbers][pick(3)];
    }
}

/// Removes the hidden NPCs from a fight.
pub fn remove_hidden<S: System>(fight: &mut Fight<S>) {
    for one in &mut fight.combatants {
        if one.is_hidden && one.is_npc() {
            one.is_removed = true;
        }
    }
}

/// Puts nobody in the place of hidden NPCs, in each note that can be about nobody. The notes of the
/// core are about somebody or nobody, so they stay.
pub fn remove_hidden_from_notes<S: System>(fight: &Fight<S>, notes: &mut [Note<S>]) {
    let is_hidden = |value: &Value| {
        let who = value.as_u64().and_then(|id| u8::try_from(id).ok()).map(CombatantId);
        who.is_some_and(|who| fight.is_hidden(By::Combatant(who)))
    };
    for note in notes {
        let Note::Rule(rule) = note else { continue };
        let mut text = written(rule);
        let mut paths = Vec::new();
        find_people(&text, "", "", &is_hidden, &mut paths);
        for path in paths {
            if !remove_at(rule, &mut text, &path) {
                continue;
            }
            // What is measured against them, or rolled by them, is not told of hidden ones.
            let (parent, key) = path.rsplit_once('/').unwrap_or_default();
            let numbers: &[&str] = if key == "by" { &["faces", "total"] } else { &["against"] };
            for number in numbers {
                remove_at(rule, &mut text, &format!("{parent}/{number}"));
            }
        }
    }
}

/// Takes one field out of a note, and returns whether the note can do without it.
fn remove_at<T: DeserializeOwned>(note: &mut T, text: &mut Value, path: &str) -> bool {
    let Some(removed) = text.pointer_mut(path).map(Value::take) else { return false };
    match json::read(text) {
        Ok(without) => {
            *note = without;
            true
        }
        Err(_) => {
            if let Some(place) = text.pointer_mut(path) {
                *place = removed;
            }
            false
        }
    }
}

/// Collects the paths of those places of a note in which somebody like that is named.
fn find_people(
    value: &Value,
    path: &str,
    name: &str,
    is_it: &dyn Fn(&Value) -> bool,
    paths: &mut Vec<String>,
) {
    // The dice of a roll say nothing of who.
    let Some(fields) = value.as_object().filter(|_| name != "rolled") else { return };
    for (key, value) in fields {
        let path = format!("{path}/{key}");
        // Without an actor it is the GM's act, and another one.
        let is_naming = PEOPLE.contains(&key.as_str()) && key != "who";
        let is_naming = is_naming || OTHER_PEOPLE.contains(&(name, key));
        if is_naming && is_it(value) {
            paths.push(path);
        } else {
            find_people(value, &path, key, is_it, paths);
        }
    }
}

/// Notes with what is hidden in them changed at random.
pub fn scramble_notes<S: Visibility>(fight: &Fight<S>, notes: &mut [Note<S>], pick: Pick) {
    let sample = written(&S::sample());
    let is_closed = |who: CombatantId| fight.look(Viewer::Public, who) < Detail::Numbers;
    for note in notes {
        match note {
            Note::Rule(rule) => {
                let mut text = written(rule);
                if let Value::Object(parts) = &mut text {
                    scramble_note::<S>(fight, parts, pick);
                    *rule = read(&text);
                }
                S::scramble_note(fight, rule, pick);
            }
            Note::Joined(_, one) => {
                let own = written(&one.body);
                scramble_one(fight, one, &own, &[&own, &sample], pick);
            }
            Note::Adjusted { who, body, .. } | Note::Given { who, body, .. } if is_closed(*who) => {
                **body = read(&other(&written(body), &[&sample], pick));
            }
            Note::GaveWay { was, name, true_name, .. } => {
                (*was, *name) = ("Nobody".into(), format!("Nobody {}", pick(1_000_000)));
                rename_truly(true_name, pick);
            }
            Note::Shown { was, is, .. } => {
                rename_truly(&mut was.true_name, pick);
                rename_truly(&mut is.true_name, pick);
            }
            Note::Removed(_)
            | Note::Given { .. }
            | Note::LaidDown { .. }
            | Note::Laid(_)
            | Note::GroundLaid(..)
            | Note::Configured(_)
            | Note::Set { .. }
            | Note::Decoys(_)
            | Note::AskSingle(_)
            | Note::Adjusted { .. }
            | Note::Revealed(_)
            | Note::Started
            | Note::RoundBegan(_)
            | Note::Ended(_) => {}
        }
    }
}

/// Numbers of those of whom players do not know all, in a note by its name.
fn scramble_note<S: Visibility>(fight: &Fight<S>, note: &mut Map<String, Value>, pick: Pick) {
    let Some((name, Value::Object(fields))) = note.iter_mut().next() else { return };
    let is_closed = |id: &Value| {
        let who = id.as_u64().and_then(|id| u8::try_from(id).ok()).map(CombatantId);
        let one = who.and_then(|who| fight.combatants.get(who.index()));
        one.is_some_and(|one| one.look_of(Viewer::Public) < Detail::Numbers)
    };
    let closed: Vec<&str> =
        PEOPLE.iter().copied().filter(|key| fields.get(*key).is_some_and(is_closed)).collect();
    let is_naming = |key: &str| PEOPLE.contains(&key) || PLACES.contains(&key);
    for (key, value) in fields.iter_mut().filter(|(key, _)| !is_naming(key)) {
        let is_it = |of: &str| of == *key || of.split_once('.') == Some((name, key));
        let whose = S::NUMBERS.iter().find(|(of, _)| is_it(of)).map(|(_, whose)| *whose);
        if whose.map_or(!closed.is_empty(), |whose| closed.contains(&whose)) {
            number(value, pick);
        }
    }
}

/// Every number in it is another one.
fn number(value: &mut Value, pick: Pick) {
    match value {
        Value::Number(number) => *number = pick(60).into(),
        Value::Array(all) => all.iter_mut().for_each(|one| number(one, pick)),
        Value::Object(all) => all.values_mut().for_each(|one| number(one, pick)),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// What a thing of that form could be as well: of the parts of such things, by their places.
fn other(own: &Value, donors: &[&Value], pick: Pick) -> Value {
    let at = pick(donors.len() + 1);
    let base = donors.get(at).copied().unwrap_or(own);
    match base {
        Value::Null => base.clone(),
        Value::String(text) => Value::String(other_text(text, pick)),
        Value::Bool(_) => Value::Bool(pick(2) == 1),
        Value::Number(number) if pick(2) == 0 => Value::Number(number.clone()),
        Value::Number(_) => Value::from(pick(MOST + 1)),
        Value::Array(all) if all.iter().any(Value::is_number) => pair(all, pick),
        Value::Array(_) => {
            let lists = donors.iter().copied().chain([own]).filter_map(Value::as_array);
            let members: Vec<&Value> = lists.flatten().collect();
            let most = if members.is_empty() { 0 } else { pick(4) };
            let mut member = || match members[pick(members.len())] {
                Value::Array(all) => pair(all, pick),
                one => other(one, &[], pick),
            };
            (0..most).map(|_| member()).collect()
        }
        Value::Object(fields) => {
            let of_each = |(key, value): (&String, &Value)| {
                // Things of one fight have numbers of their own.
                if key == "id" {
                    return (key.clone(), Value::from(FIRST_ID + pick(MOST_IDS)));
                }
                let donors: Vec<&Value> = donors.iter().filter_map(|one| one.get(key)).collect();
                (key.clone(), other(value, &donors, pick))
            };
            fields.iter().map(of_each).collect::<Map<_, _>>().into()
        }
    }
}

/// A text with another first digit, where it has one: other dice.
fn other_text(text: &str, pick: Pick) -> String {
    let is_digit = |letter: char| letter.is_ascii_digit();
    match text.split_once(is_digit) {
        Some((before, after)) if !after.starts_with(is_digit) && pick(2) == 0 => {
            format!("{before}{}{after}", 1 + pick(9))
        }
        Some(_) | None => text.into(),
    }
}

/// A pair or the like: it stays as long as it is.
fn pair(all: &[Value], pick: Pick) -> Value {
    all.iter().map(|one| other(one, &[], pick)).collect()
}

fn rename_truly(true_name: &mut Option<String>, pick: Pick) {
    if let Some(name) = true_name {
        *name = format!("Nobody {}", pick(1_000_000));
    }
}

fn written<T: Serialize>(thing: &T) -> Value {
    json::written(thing).expect("a fight is plain data")
}

fn read<T: DeserializeOwned>(value: &Value) -> T {
    json::read(value).unwrap_or_else(|why| panic!("{why}: {value}"))
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
        hollow(&written(&S::sample()), S::KEY, &mut found);
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
        let mut dice = crate::dice::Seeded::new(1);
        let mut same = [true; 5];
        for _ in 0..100 {
            let other = other(&own, &[&own, &donor], &mut |below| dice.below(below));
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
                let (other, most) = looking_alike((left, of), true, (drawn, drawn ^ 0x5a));
                let word =
                    |left: u8, of: u8| (left == 0, left >= of, u16::from(left) * 2 <= of.into());
                assert_eq!(word(left, of), word(other, most), "{left} of {of}: {other} of {most}");
            }
        }
    }
}
