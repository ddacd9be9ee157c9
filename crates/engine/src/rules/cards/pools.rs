//! Tests (CARDS-TEST): pools, what takes dice away, and what is rolled.

use super::damage;
use super::sheet::{Action, Attribute, Body, Critical, Harm, Raise, Trait};
use super::state::{Cause, Note, Position, Purpose};
use super::zones::zone_of;
use super::{Fight, Scene};
use crate::ids::CombatantId;
use crate::modifier::{Change, Modifier};

/// A test that somebody is about to roll.
#[derive(Clone, Copy, Debug)]
pub struct Test {
    pub action: Action,
    pub purpose: Purpose,
    /// Dice of a weapon, a shield or company.
    pub bonus: u8,
    /// What is resisted would give this Harm (CARDS-TEST-3).
    pub against: Harm,
}

impl Test {
    pub fn new(action: Action, purpose: Purpose) -> Self {
        Self { action, purpose, bonus: 0, against: Harm::Phys }
    }
}

/// CARDS-TEST-3: the attribute of each Action.
fn attribute(action: Action, against: Harm) -> Attribute {
    match action {
        Action::Strike | Action::Force => Attribute::Strength,
        Action::Shoot | Action::Finesse | Action::Sneak => Attribute::Dexterity,
        Action::Track | Action::Read => Attribute::Intuition,
        Action::Study | Action::Cast => Attribute::Reason,
        Action::Persuade | Action::Charm | Action::Intimidate => Attribute::Presence,
        Action::Endure => match against {
            Harm::Phys => Attribute::Strength,
            Harm::Ment => Attribute::Intuition,
        },
    }
}

/// CARDS-HARM-3: the type of Harm that counts against an attribute.
fn harm_against(attribute: Attribute) -> Harm {
    match attribute {
        Attribute::Strength | Attribute::Dexterity => Harm::Phys,
        Attribute::Intuition | Attribute::Reason | Attribute::Presence => Harm::Ment,
    }
}

/// CARDS-TEST-1: how many dice somebody rolls; never below one. CARDS-TEST-4: saved bonus dice.
/// CARDS-AMB-3: the ambusher's dice.
pub fn pool(fight: &Fight, who: CombatantId, test: Test) -> u8 {
    let dice = |modifier: Modifier| match modifier.change {
        Change::Dice(dice) => dice,
        _ => 0,
    };
    made_of(fight, who, test).into_iter().map(dice).sum::<i16>().clamp(1, 60) as u8
}

/// What a pool is made of.
fn made_of(fight: &Fight, who: CombatantId, test: Test) -> Vec<Modifier> {
    let body = fight.body(who);
    let attribute = attribute(test.action, test.against);
    let base = match &body.pools {
        Some(pools) => pools.of(test.action),
        None => body.attribute(attribute) + body.actions.of(test.action),
    };
    let ambush = if test.purpose.is_maneuver() { body.ambush_bonus } else { 0 };
    let armour = match (test.action, &body.armour) {
        (Action::Finesse, Some(armour)) => armour.finesse_penalty,
        _ => 0,
    };
    // The critical tables: torn muscle, rattled.
    let critical = match attribute {
        Attribute::Strength => count(body, Critical::TornMuscle),
        Attribute::Presence => count(body, Critical::Rattled),
        Attribute::Dexterity | Attribute::Intuition | Attribute::Reason => 0,
    };
    let penalty = damage::penalty(body, harm_against(attribute), fight.settings.harm_dice);
    let more =
        [("own", base), ("gear", test.bonus), ("saved-dice", body.bonus), ("ambush", ambush)];
    let less = [("harm", penalty), ("armour", armour), ("injury", critical)];
    let more = more.map(|(why, dice)| Modifier::dice(why, dice));
    let less = less.map(|(why, dice)| Modifier::dice(why, -i16::from(dice)));
    more.into_iter().chain(less).flatten().collect()
}

fn count(body: &Body, critical: Critical) -> u8 {
    body.criticals.iter().filter(|one| **one == critical).count() as u8
}

/// CARDS-TEST-2: every 6 is a success. No re-rolls.
pub fn roll(scene: &mut Scene, who: CombatantId, test: Test) -> u8 {
    let dice = pool(scene.fight(), who, test);
    let modifiers = made_of(scene.fight(), who, test);
    let (who, action, purpose, against) = (Some(who), Some(test.action), test.purpose, None);
    throw(scene, dice, |faces| Note::Rolled { who, action, purpose, faces, against, modifiers })
}

/// Dice of somebody that are no pool of a test: of armour, of cover.
pub fn roll_dice(scene: &mut Scene, who: CombatantId, purpose: Purpose, dice: u8) -> u8 {
    let (who, action, against, modifiers) = (Some(who), None, None, Vec::new());
    throw(scene, dice, |faces| Note::Rolled { who, action, purpose, faces, against, modifiers })
}

/// The GM's dice in a hazard.
pub fn roll_against(scene: &mut Scene, victim: CombatantId, purpose: Purpose, dice: u8) -> u8 {
    let (who, action, against, modifiers) = (None, None, Some(victim), Vec::new());
    throw(scene, dice, |faces| Note::Rolled { who, action, purpose, faces, against, modifiers })
}

fn throw(scene: &mut Scene, dice: u8, note: impl FnOnce(Vec<u8>) -> Note) -> u8 {
    let faces = scene.faces(dice, 6);
    let successes = faces.iter().filter(|face| **face == 6).count() as u8;
    if dice > 0 {
        scene.note(note(faces));
    }
    successes
}

/// CARDS-TEST-2: how many successes a Maneuver needs: one, and what circumstances add.
///
/// CARDS-CIRC-1: the scene's, the zone's and the combatant's raises; darkness is nothing to those
/// with `night_sight`.
pub fn need(fight: &Fight, who: CombatantId, action: Action) -> u8 {
    let body = fight.body(who);
    let counts =
        |raise: &&Raise| raise.action == action && !(raise.darkness && body.has(Trait::NightSight));
    let zone = fight.zones.get(zone_of(fight, who));
    let raises = fight.state.raises.iter().chain(&body.raises);
    let raises = raises.chain(zone.into_iter().flat_map(|zone| &zone.ground.raises));
    raises.filter(counts).fold(1, |need: u8, raise| need.saturating_add(raise.by))
}

/// CARDS-TEST-6: a test that the GM calls, of any Action, which costs no Maneuver; harmful, its
/// failure gives 1, 2 or 3 Harm by position.
pub fn call(
    scene: &mut Scene,
    who: CombatantId,
    action: Action,
    need: u8,
    danger: Option<(Position, Harm)>,
) {
    let against = danger.map_or(Harm::Phys, |(_, harm)| harm);
    let test = Test { against, ..Test::new(action, Purpose::Called) };
    let successes = roll(scene, who, test);
    let (purpose, text) = (Purpose::Called, String::new());
    scene.note(Note::Tested { who, action, purpose, successes, need, text, target: None });
    if let Some((position, harm)) = danger.filter(|_| successes < need) {
        damage::harm(scene, who, harm, position.harm(), Cause::Test);
    }
}
