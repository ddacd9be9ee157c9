//! Ongoing Damage and hindrances (DR12-ONG, DR12-HIND).

use super::sheet::{Ailment, Attribute, Cure};
use super::state::{Event, HealthChangeCause, TestPurpose};
use super::test_rolls::Test;
use super::{Fight, Resolver, RuleResult, damage, test_rolls};
use crate::core::command::Refusal;
use crate::core::ids::CombatantId;

/// Inflicts an ailment that lasts until its Test succeeds (DR12-HIND-1).
///
/// DR12-HIND-3: only Weakened and Stuck can be Action-bound; for the others the binding is dropped.
/// DR12-HIND-4: different ailments add up; the same one again replaces attribute, DR, binding and
/// grappler but keeps its age. DR12-STUNT-3: a Paralysed grappler frees whom it holds.
pub fn inflict_or_renew_ailment(
    resolver: &mut Resolver,
    who: CombatantId,
    ailment: Ailment,
    cure: Cure,
) -> RuleResult {
    let fight = resolver.fight();
    let existing = fight.body(who).active_cure_for(ailment);
    let is_repeated = existing.is_some();
    let age = existing.map_or(fight.state.next_ailment_age, |existing| existing.age);
    let cure = Some(Cure {
        age,
        is_action_bound: cure.is_action_bound && ailment.can_be_action_bound(),
        ..cure
    });
    resolver.emit(Event::AilmentInflicted { who, ailment, cure, is_repeated });
    if ailment == Ailment::Paralysed {
        release_grappled(resolver, who);
    }
    Ok(())
}

/// Refuses a cure that is Action-bound for an ailment that then would never end (DR12-HIND-3).
pub fn check_action_bound_cure_can_end(ailment: Ailment, cure: Cure) -> Result<(), Refusal> {
    if cure.is_action_bound && !ailment.can_be_action_bound() {
        let refusal = Refusal::bad_setup("DR12-HIND-3", "unbindable");
        return Err(refusal.with("because", ailment.key()));
    }
    Ok(())
}

/// Frees everybody whom a grappler holds. DR12-STUNT-3: a grapple ends when the grappler leaves the
/// zone, falls to 0 HP or is Paralysed.
pub fn release_grappled(resolver: &mut Resolver, grappler: CombatantId) {
    let is_held_by_grappler =
        |cure: Option<Cure>| cure.is_some_and(|cure| cure.held_by == Some(grappler));
    let held: Vec<_> = resolver
        .fight()
        .present_combatants()
        .filter(|(_, combatant)| is_held_by_grappler(combatant.body.stuck))
        .map(|(who, _)| who)
        .collect();
    for who in held {
        resolver.emit(Event::AilmentEnded { who, ailment: Ailment::Stuck });
    }
}

/// Takes the HP that Ongoing Damage costs at the start of a Turn, if the combatant suffers from it.
///
/// DR12-ONG-1: it loses HP equal to its own Level, at least 1, at the start of its own Turns.
/// DR12-DMG-2: AP does not reduce the loss.
pub fn lose_level_hp_if_ongoing_damage(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    let body = resolver.fight().body(who);
    if body.ongoing.is_some() && body.is_in_action() {
        damage::lose_hp_and_fall_at_zero(
            resolver,
            who,
            u16::from(body.level.max(1)),
            HealthChangeCause::Ongoing,
        )?;
    }
    Ok(())
}

/// Rolls the Tests of the end step of a Turn.
///
/// DR12-TURN-3: first against Ongoing Damage, then against each hindrance that is not Action-bound,
/// the oldest first. DR12-TURN-4: all of them use the conditions as they were when the end step
/// began. DR12-HIND-2: they are free and automatic, from the very Turn in which the hindrance was
/// gained. DR12-ONG-2: a pass ends Ongoing Damage likewise.
pub fn roll_turn_end_recoveries(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    let body = resolver.fight().body(who);
    let counts_as_weakened = Some(body.weakened.is_some());
    let mut ailments: Vec<(Ailment, Cure)> = Vec::new();
    for ailment in Ailment::ALL {
        if let Some(cure) = body.active_cure_for(ailment)
            && !cure.is_action_bound
        {
            ailments.push((ailment, cure));
        }
    }
    // Ongoing Damage comes first, since `false` is less than `true`.
    ailments.sort_by_key(|(ailment, cure)| (*ailment != Ailment::Ongoing, cure.age));
    for (ailment, cure) in ailments {
        roll_to_end_ailment(resolver, who, ailment, cure, counts_as_weakened);
    }
    Ok(())
}

/// Tests an Action-bound hindrance, which is Tested only when its bearer spends an Action on it
/// (DR12-HIND-3). The caller spends the Action.
pub fn roll_action_bound_recovery(
    resolver: &mut Resolver,
    who: CombatantId,
    ailment: Ailment,
) -> RuleResult {
    if let Some(cure) = resolver.fight().body(who).active_cure_for(ailment) {
        roll_to_end_ailment(resolver, who, ailment, cure, None);
    }
    Ok(())
}

/// Tests an ailment and ends it on a pass. `counts_as_weakened` replaces the combatant's present
/// state, if given.
fn roll_to_end_ailment(
    resolver: &mut Resolver,
    who: CombatantId,
    ailment: Ailment,
    cure: Cure,
    counts_as_weakened: Option<bool>,
) {
    let test = Test::new(who, cure.attribute, TestPurpose::Recover(ailment));
    if test_rolls::roll_test(resolver, Test { dr: cure.dr, counts_as_weakened, ..test }).passed {
        resolver.emit(Event::AilmentEnded { who, ailment });
    }
}

/// Returns the ailment that bars all movement; `None` if the combatant may move. DR12-HIND-8:
/// Paralysed. DR12-HIND-7: Stuck.
pub fn ailment_barring_movement(fight: &Fight, who: CombatantId) -> Option<Ailment> {
    let body = fight.body(who);
    if body.paralysed.is_some() {
        Some(Ailment::Paralysed)
    } else if body.stuck.is_some() {
        Some(Ailment::Stuck)
    } else {
        None
    }
}

/// Returns the ailment that bars all Actions; `None` if the combatant may act. DR12-HIND-8:
/// Paralysed. DR12-HIND-6: Distracted.
pub fn ailment_barring_action(fight: &Fight, who: CombatantId) -> Option<Ailment> {
    let body = fight.body(who);
    if body.paralysed.is_some() {
        Some(Ailment::Paralysed)
    } else if body.distracted.is_some() {
        Some(Ailment::Distracted)
    } else {
        None
    }
}

/// The attribute whose Test ends an ailment if the GM names none (DR12-HIND-1, DR12-ONG-2).
pub const DEFAULT_CURE_ATTRIBUTE: Attribute = Attribute::Con;
