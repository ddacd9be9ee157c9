//! Escape (FATES-FLEE).

use super::held_actions::{self, TriggeringEvent};
use super::sheet::RangeBand;
use super::state::{Event, ExitReason, FleeRange};
use super::turns::running_turn_of;
use super::{Fight, Resolver, RuleResult, visibility, wounded, zones};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// Checks an escape: an unused turn (FATES-FLEE-1), not Grappled, and every active enemy far enough
/// away (FATES-FLEE-2).
///
/// Enemies must be at Extreme range or without an open path; with the setting `closer` all must be
/// closer than Extreme. Enemies that the actor cannot see count too, so the refusal names nobody.
pub fn check_escape_allowed(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    if fight.body(who).grappled_by.is_some() {
        return Err(RefusalReason::new("grappled", "FATES-SKILL-3"));
    }
    if !running_turn_of(fight, who).is_some_and(|turn| turn.is_unused()) {
        return Err(RefusalReason::new("flee-not-whole", "FATES-FLEE-1"));
    }
    let is_enemy = |combatant: &CombatantId| {
        !wounded::are_allies(fight, who, *combatant) && fight.body(*combatant).is_active()
    };
    let is_near = |enemy: CombatantId| {
        zones::range_between(fight, who, enemy).is_some_and(|band| band < RangeBand::Extreme)
    };
    let mut enemies = fight.present_ids().filter(is_enemy);
    match fight.settings.flee_range {
        FleeRange::Extreme => {
            let reason = RefusalReason::new("enemy-too-near", "FATES-FLEE-2");
            reason.refuse_unless(!enemies.any(is_near))
        }
        FleeRange::Closer => {
            let reason = RefusalReason::new("enemy-too-far", "FATES-FLEE-2");
            reason.refuse_unless(enemies.all(is_near))
        }
    }
}

/// Resolves an escape, which needs no roll. Held actions on it fire first; the combatant escapes if
/// it is still active and not Grappled after them (FATES-FLEE-3). The turn ends either way
/// (FATES-FLEE-1).
pub fn try_escape_after_held_actions_and_end_turn(
    resolver: &mut Resolver,
    who: CombatantId,
) -> RuleResult {
    visibility::reveal_actor(resolver, who);
    resolver.emit(Event::EscapeAttempted(who));
    held_actions::fire_triggered_actions_in_turn_order(resolver, &TriggeringEvent::Flees(who))?;
    let body = resolver.fight().get_present(who).map(|combatant| &combatant.body);
    if body.is_some_and(|body| body.is_active() && body.grappled_by.is_none()) {
        wounded::make_inactive(resolver, who, ExitReason::Escaped);
    } else {
        resolver.emit(Event::EscapeFailed(who));
    }
    resolver.emit(Event::TurnPassed(who));
    Ok(())
}
