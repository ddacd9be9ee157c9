//! Wounded, down and out (FATES-COND), and Resolve regained.

use super::held_actions::{self, TriggeringEvent};
use super::sheet::{Body, NpcTier, Side};
use super::state::{Event, ExitReason, ResolveBand, ResolveGainCause};
use super::{Fight, Resolver, RuleResult, grapple};
use crate::core::ids::CombatantId;

/// The side somebody is on.
#[inline]
pub fn side_of(fight: &Fight, who: CombatantId) -> Side {
    let one = fight.combatant(who);
    one.body.side.unwrap_or(if one.is_npc() { Side::Opposition } else { Side::Party })
}

/// Same side = ally.
pub fn are_allies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    side_of(fight, one) == side_of(fight, other)
}

/// FATES-COND-1: PCs and significant NPCs become Wounded; FATES-COND-2: minor NPCs go down.
pub fn can_be_wounded(is_npc: bool, body: &Body) -> bool {
    !is_npc || body.tier == NpcTier::Significant
}

/// FATES-COND-1: at 0 Resolve a PC or significant NPC is Wounded; FATES-COND-3: and stays active.
/// FATES-COND-2: a minor NPC is down.
pub fn become_wounded_or_go_down(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    let one = resolver.fight().combatant(who);
    if can_be_wounded(one.is_npc(), &one.body) {
        resolver.emit(Event::BecameWounded(who));
        held_actions::fire_triggered_actions(resolver, &TriggeringEvent::Wounded(who))
    } else {
        go_down(resolver, who)
    }
}

/// FATES-HOLD-4: what is held for it fires after somebody is down.
pub fn go_down(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    make_inactive(resolver, who, ExitReason::Down);
    held_actions::fire_triggered_actions(resolver, &TriggeringEvent::Wounded(who))
}

/// FATES-COND-5: who stops being active loses Aim, Help, Hold, Defend and the place in the order.
pub fn make_inactive(resolver: &mut Resolver, who: CombatantId, reason: ExitReason) {
    grapple::end_all_grapples(resolver, who);
    resolver.emit(Event::BecameInactive { who, reason });
}

/// FATES-DMG-4: regained Resolve stops at the maximum. FATES-COND-4: above 0 nobody is Wounded.
pub fn regain_resolve(
    resolver: &mut Resolver,
    who: CombatantId,
    amount: u8,
    cause: ResolveGainCause,
) {
    let body = resolver.fight().body(who);
    let amount = amount.min(body.resolve_max.saturating_sub(body.resolve));
    let left = body.resolve + amount;
    let band = ResolveBand::from_resolve(left, body.resolve_max);
    resolver.emit(Event::ResolveRegained {
        who,
        amount: Some(amount),
        remaining: Some(left),
        band,
        cause,
    });
}
