//! Stunts (DR12-STUNT): actions against an enemy that are not attacks. Only the aggressor Tests.

use super::attacks::reveal_both_and_stop_target_parleying;
use super::other_actions::ask_ruling_roll_test_and_record_effect;
use super::prompts::RulingProposal;
use super::sheet::{Ailment, Attribute, Cure};
use super::state::{Event, MovementKind, TestPurpose, TurnCost};
use super::test_rolls::Test;
use super::zones::{are_close, is_zone_visibly_full_for, zone_of};
use super::{Fight, Resolver, RuleResult, ailments, movement, test_rolls};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;

/// Refuses a push that cannot work. DR12-STUNT-2: the target must be Close and not Stuck
/// (DR12-HIND-7), and the zone adjacent to it and not full (DR12-ZONE-4).
pub fn check_push(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    zone: ZoneId,
) -> Result<(), RefusalReason> {
    if fight.body(target).stuck.is_some() {
        return Err(RefusalReason::new("bad-target", "DR12-STUNT-2")
            .with_combatant(target)
            .with_cause("stuck"));
    }
    if !fight.zones.are_adjacent(zone_of(fight, target), zone) {
        return Err(RefusalReason::new("not-adjacent", "DR12-STUNT-2").with_zone(zone));
    }
    if is_zone_visibly_full_for(fight, zone, who) {
        return Err(RefusalReason::new("zone-full", "DR12-ZONE-4").with_zone(zone));
    }
    check_target_is_close(fight, who, target, "DR12-STUNT-2")
}

/// Refuses to grapple a target that is not Close (DR12-STUNT-3).
pub fn check_grapple(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    check_target_is_close(fight, who, target, "DR12-STUNT-3")
}

/// Refuses a target that is not Close, which physical stunts need (DR12-ZONE-3).
fn check_target_is_close(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    rule: &'static str,
) -> Result<(), RefusalReason> {
    let reason = RefusalReason::new("not-close", rule).with_combatant(target);
    reason.refuse_unless(are_close(fight, who, target))
}

/// Spends the Action, Tests STR and returns whether the Test passed. DR12-STUNT-1: only the
/// aggressor Tests, DR 12; a fail only costs the Action.
fn spend_action_and_roll_stunt(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    purpose: TestPurpose,
) -> bool {
    resolver.emit(Event::CostSpent(who, TurnCost::Action));
    reveal_both_and_stop_target_parleying(resolver, who, target);
    let text = if purpose == TestPurpose::Push { "push" } else { "grapple" };
    resolver.emit(Event::StuntTried { who, target, text: text.into() });
    test_rolls::roll_test(resolver, Test::new(who, Attribute::Str, purpose)).passed
}

/// Resolves a push. DR12-STUNT-2: a pass moves the target to the zone, without free attacks.
pub fn resolve_push(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    zone: ZoneId,
) -> RuleResult {
    if spend_action_and_roll_stunt(resolver, who, target, TestPurpose::Push) {
        movement::enter_zone_end_grapples_and_roll_hazard(
            resolver,
            target,
            zone,
            MovementKind::Pushed,
        )?;
    }
    Ok(())
}

/// Resolves a grapple. DR12-STUNT-3: a pass makes the target Stuck, Action-bound, STR, DR 12, until
/// the grappler leaves the zone, falls or is Paralysed.
pub fn roll_grapple_and_stick_target(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
) -> RuleResult {
    if spend_action_and_roll_stunt(resolver, who, target, TestPurpose::Grapple) {
        let cure =
            Cure { is_action_bound: true, held_by: Some(who), ..Cure::new(Attribute::Str, 12) };
        ailments::inflict_or_renew_ailment(resolver, target, Ailment::Stuck, cure)?;
    }
    Ok(())
}

/// Resolves any other stunt. DR12-STUNT-4: the player proposes attribute and effect; the GM sets
/// attribute, DR and effect before the roll; it is the same prompt as for a skill.
pub fn ask_ruling_and_roll_stunt(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    attribute: Attribute,
    text: &str,
) -> RuleResult {
    resolver.emit(Event::CostSpent(who, TurnCost::Action));
    reveal_both_and_stop_target_parleying(resolver, who, target);
    resolver.emit(Event::StuntTried { who, target, text: text.into() });
    let proposal = RulingProposal { who, target: Some(target), attribute, text: text.into() };
    let ailment = ask_ruling_roll_test_and_record_effect(resolver, proposal, TestPurpose::Stunt)?;
    if let Some((ailment, cure)) = ailment {
        ailments::inflict_or_renew_ailment(resolver, target, ailment, cure)?;
    }
    Ok(())
}
