//! Tests (CARDS-TEST): the size of pools, and the rolls.

use super::damage;
use super::sheet::{
    Action, Attribute, Body, CombatantTrait, CriticalInjury, DifficultyRaise, HarmType,
};
use super::state::{Event, RollPurpose, TestPosition};
use super::zones::zone_of;
use super::{Fight, Resolver};
use crate::core::ids::CombatantId;
use crate::core::modifier::{Modifier, ModifierChange};

/// The most dice that a pool can have.
pub const MAX_POOL_DICE: u8 = 60;

/// A test that a combatant is about to roll.
#[derive(Clone, Copy, Debug)]
pub struct ActionTest {
    pub action: Action,
    pub purpose: RollPurpose,
    /// Dice that a weapon, a shield or company adds.
    pub bonus_dice: u8,
    /// The type of Harm that a failed resistance would give; it decides the attribute of Endure
    /// (CARDS-TEST-3).
    pub resisted_harm: HarmType,
}

impl ActionTest {
    pub fn new(action: Action, purpose: RollPurpose) -> Self {
        Self { action, purpose, bonus_dice: 0, resisted_harm: HarmType::Physical }
    }
}

/// Returns the attribute of an Action (CARDS-TEST-3).
fn attribute_for(action: Action, resisted_harm: HarmType) -> Attribute {
    match action {
        Action::Strike | Action::Force => Attribute::Strength,
        Action::Shoot | Action::Finesse | Action::Sneak => Attribute::Dexterity,
        Action::Track | Action::Read => Attribute::Intuition,
        Action::Study | Action::Cast => Attribute::Reason,
        Action::Persuade | Action::Charm | Action::Intimidate => Attribute::Presence,
        Action::Endure => match resisted_harm {
            HarmType::Physical => Attribute::Strength,
            HarmType::Mental => Attribute::Intuition,
        },
    }
}

/// Returns the type of Harm that takes dice from tests of an attribute (CARDS-HARM-3).
fn hindering_harm_type(attribute: Attribute) -> HarmType {
    match attribute {
        Attribute::Strength | Attribute::Dexterity => HarmType::Physical,
        Attribute::Intuition | Attribute::Reason | Attribute::Presence => HarmType::Mental,
    }
}

/// Returns how many dice a combatant rolls, at least one (CARDS-TEST-1). It includes saved bonus
/// dice (CARDS-TEST-4) and the ambush bonus (CARDS-AMB-3).
pub fn pool_size(fight: &Fight, who: CombatantId, test: ActionTest) -> u8 {
    let dice_of = |modifier: Modifier| match modifier.change {
        ModifierChange::ExtraDice(dice) => dice,
        _ => 0,
    };
    let dice: i16 = pool_modifiers(fight, who, test).into_iter().map(dice_of).sum();
    dice.clamp(1, MAX_POOL_DICE.into()) as u8
}

/// Returns the parts of a pool that are not 0: the dice that are added, then those that are taken
/// away, which are negative.
fn pool_modifiers(fight: &Fight, who: CombatantId, test: ActionTest) -> Vec<Modifier> {
    let body = fight.body(who);
    let attribute = attribute_for(test.action, test.resisted_harm);
    let own_dice = match &body.pools {
        Some(pools) => pools.dice_for(test.action),
        None => body.attribute_on_sheet(attribute) + body.actions.dice_for(test.action),
    };
    let ambush_bonus = if test.purpose.is_maneuver() { body.ambush_bonus } else { 0 };
    let harm_penalty = damage::harm_dice_penalty(
        body,
        hindering_harm_type(attribute),
        fight.settings.harm_dice_duration,
    );
    let armour_penalty = match (test.action, &body.armour) {
        (Action::Finesse, Some(armour)) => armour.finesse_penalty,
        _ => 0,
    };
    let parts = [
        Modifier::extra_dice("own", own_dice),
        Modifier::extra_dice("gear", test.bonus_dice),
        Modifier::extra_dice("saved-dice", body.saved_bonus_dice),
        Modifier::extra_dice("ambush", ambush_bonus),
        Modifier::extra_dice("harm", -i16::from(harm_penalty)),
        Modifier::extra_dice("armour", -i16::from(armour_penalty)),
        Modifier::extra_dice("injury", -i16::from(critical_dice_penalty(body, attribute))),
    ];
    parts.into_iter().flatten().collect()
}

/// Returns how many dice critical injuries take away from tests of an attribute. By the critical
/// tables each torn muscle, and each time that a combatant is rattled, costs a die.
fn critical_dice_penalty(body: &Body, attribute: Attribute) -> u8 {
    match attribute {
        Attribute::Strength => critical_count(body, CriticalInjury::TornMuscle),
        Attribute::Presence => critical_count(body, CriticalInjury::Rattled),
        Attribute::Dexterity | Attribute::Intuition | Attribute::Reason => 0,
    }
}

/// Returns how many times a combatant has this injury; each time counts.
fn critical_count(body: &Body, critical: CriticalInjury) -> u8 {
    body.criticals.iter().filter(|injury| **injury == critical).count() as u8
}

/// Rolls a test and returns its successes: every 6 is one (CARDS-TEST-2).
pub fn roll_test(resolver: &mut Resolver, who: CombatantId, test: ActionTest) -> u8 {
    let dice = pool_size(resolver.fight(), who, test);
    let modifiers = pool_modifiers(resolver.fight(), who, test);
    roll_d6_and_count_sixes(resolver, &[who], dice, |faces| Event::DiceRolled {
        who: Some(who),
        action: Some(test.action),
        purpose: test.purpose,
        faces,
        victim: None,
        modifiers,
    })
}

/// Rolls and records the dice of armour or cover, which are no test. Returns the successes.
pub fn roll_protection_dice(
    resolver: &mut Resolver,
    who: CombatantId,
    purpose: RollPurpose,
    dice: u8,
) -> u8 {
    roll_d6_and_count_sixes(resolver, &[who], dice, |faces| Event::DiceRolled {
        who: Some(who),
        action: None,
        purpose,
        faces,
        victim: None,
        modifiers: Vec::new(),
    })
}

/// Rolls the GM's dice of a hazard against a victim. Returns the successes.
pub fn roll_gm_dice_of_hazard(
    resolver: &mut Resolver,
    victim: CombatantId,
    purpose: RollPurpose,
    dice: u8,
) -> u8 {
    roll_d6_and_count_sixes(resolver, &[victim], dice, |faces| Event::DiceRolled {
        who: None,
        action: None,
        purpose,
        faces,
        victim: Some(victim),
        modifiers: Vec::new(),
    })
}

/// Rolls d6 of these parties and returns how many sixes fell. Emits the event built from the faces,
/// unless there are no dice.
fn roll_d6_and_count_sixes(
    resolver: &mut Resolver,
    parties: &[CombatantId],
    dice: u8,
    build_event: impl FnOnce(Vec<u8>) -> Event,
) -> u8 {
    let faces = resolver.roll_faces(parties, dice, 6);
    let successes = faces.iter().filter(|face| **face == 6).count() as u8;
    if dice > 0 {
        resolver.emit(build_event(faces));
    }
    successes
}

/// Returns how many successes a Maneuver needs: one, plus what circumstances add (CARDS-TEST-2).
///
/// CARDS-CIRC-1: raises count for the scene, the zone and the combatant. Darkness does not count
/// for those with `night_sight`.
pub fn required_successes_with_difficulty_raises(
    fight: &Fight,
    who: CombatantId,
    action: Action,
) -> u8 {
    let body = fight.body(who);
    let counts = |raise: &DifficultyRaise| {
        raise.action == action
            && !(raise.is_from_darkness && body.has_trait(CombatantTrait::NightSight))
    };
    let zone = fight.zones.get(zone_of(fight, who));
    let zone_raises = zone.into_iter().flat_map(|zone| &zone.terrain.difficulty_raises);
    let scene_raises = fight.state.difficulty_raises.iter();
    let mut required: u8 = 1;
    for raise in scene_raises.chain(&body.difficulty_raises).chain(zone_raises) {
        if counts(raise) {
            required = required.saturating_add(raise.amount);
        }
    }
    required
}

/// Rolls a test that the GM calls, which costs no Maneuver (CARDS-TEST-6). If it is harmful,
/// failure gives 1, 2 or 3 Harm by position; `failure_harm` is `None` for a harmless test.
pub fn roll_called_test_and_deal_failure_harm(
    resolver: &mut Resolver,
    who: CombatantId,
    action: Action,
    required: u8,
    failure_harm: Option<(TestPosition, HarmType)>,
) {
    let resisted_harm = failure_harm.map_or(HarmType::Physical, |(_, harm)| harm);
    let test = ActionTest { resisted_harm, ..ActionTest::new(action, RollPurpose::CalledByGm) };
    let successes = roll_test(resolver, who, test);
    resolver.emit(Event::TestResolved {
        who,
        action,
        purpose: RollPurpose::CalledByGm,
        successes,
        required,
        text: String::new(),
        target: None,
    });
    if successes < required
        && let Some((position, harm)) = failure_harm
    {
        damage::deal_failed_test_harm(resolver, who, harm, position);
    }
}
