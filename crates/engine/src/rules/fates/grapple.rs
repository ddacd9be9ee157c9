//! Grapples: letting go, and how they end (FATES-SKILL-3).

use super::state::Event;
use super::zones::zone_of;
use super::{Fight, Resolver};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// Returns whom a combatant has Grappled, in join order.
fn grappled_targets(fight: &Fight, holder: CombatantId) -> Vec<CombatantId> {
    let held = fight
        .present_combatants()
        .filter(|(_, combatant)| combatant.body.grappled_by == Some(holder));
    held.map(|(who, _)| who).collect()
}

/// Checks that a combatant has Grappled the target, or with `None` anybody (FATES-SKILL-3).
pub fn check_release_grapple(
    fight: &Fight,
    who: CombatantId,
    target: Option<CombatantId>,
) -> Result<(), RefusalReason> {
    let bad_target = RefusalReason::new("bad-target", "FATES-SKILL-3");
    let is_holding = match target {
        None => !grappled_targets(fight, who).is_empty(),
        Some(target) => {
            let is_known = fight.controller_knows(who, target);
            is_known && fight.body(target).grappled_by == Some(who)
        }
    };
    if is_holding {
        return Ok(());
    }
    Err(match target {
        Some(target) => bad_target.with_combatant(target),
        None => bad_target,
    })
}

/// Ends a combatant's grapple on the target, or with `None` all grapples that it exerts. Other
/// targets are ignored.
pub fn release_grapple_or_all(
    resolver: &mut Resolver,
    who: CombatantId,
    target: Option<CombatantId>,
) {
    for held in grappled_targets(resolver.fight(), who) {
        if target.is_none_or(|target| target == held) {
            end_grapple_on(resolver, held);
        }
    }
}

/// Ends the grapple on a combatant, if there is one.
pub fn end_grapple_on(resolver: &mut Resolver, who: CombatantId) {
    if let Some(holder) = resolver.fight().body(who).grappled_by {
        resolver.emit(Event::Freed { who, holder });
    }
}

/// Ends the grapples that a combatant exerts and the one that it suffers, because it is out
/// (FATES-SKILL-3).
pub fn end_all_grapples(resolver: &mut Resolver, who: CombatantId) {
    end_grapple_on(resolver, who);
    release_grapple_or_all(resolver, who, None);
}

/// Ends grapples between combatants who are no longer in one zone (FATES-SKILL-3).
pub fn end_grapples_across_zones(resolver: &mut Resolver, who: CombatantId) {
    let fight = resolver.fight();
    let here = zone_of(fight, who);
    let mut apart = grappled_targets(fight, who);
    apart.retain(|held| zone_of(fight, *held) != here);
    let holder = fight.body(who).grappled_by;
    if holder.is_some_and(|holder| zone_of(fight, holder) != here) {
        apart.push(who);
    }
    for held in apart {
        end_grapple_on(resolver, held);
    }
}
