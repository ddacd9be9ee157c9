//! Wounded, down and out (FATES-COND), and Resolve regained.

use super::held_actions::{self, TriggeringEvent};
use super::sheet::{Body, NpcTier, Side};
use super::state::{Event, ExitReason, ResolveBand, ResolveGainCause};
use super::{Fight, Resolver, RuleResult, grapple};
use crate::core::ids::CombatantId;

/// Returns a combatant's side; without one, NPCs are of the opposition and PCs of the party.
#[inline]
pub fn side_of(fight: &Fight, who: CombatantId) -> Side {
    let combatant = fight.combatant(who);
    combatant.body.side.unwrap_or(if combatant.is_npc() { Side::Opposition } else { Side::Party })
}

/// Returns whether two combatants are on the same side.
pub fn are_allies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    side_of(fight, one) == side_of(fight, other)
}

/// Returns whether 0 Resolve makes it Wounded, as PCs and significant NPCs (FATES-COND-1). Minor
/// NPCs go down instead (FATES-COND-2).
pub fn can_be_wounded(is_npc: bool, body: &Body) -> bool {
    !is_npc || body.tier == NpcTier::Significant
}

/// Applies that Resolve has come to 0. A PC or significant NPC is Wounded (FATES-COND-1), stays
/// active (FATES-COND-3), and held actions on that fire; a minor NPC is down (FATES-COND-2).
pub fn become_wounded_or_down_at_zero_resolve(
    resolver: &mut Resolver,
    who: CombatantId,
) -> RuleResult {
    let combatant = resolver.fight().combatant(who);
    if can_be_wounded(combatant.is_npc(), &combatant.body) {
        resolver.emit(Event::BecameWounded(who));
        held_actions::fire_triggered_actions_in_turn_order(resolver, &TriggeringEvent::Wounded(who))
    } else {
        go_down(resolver, who)
    }
}

/// Takes a combatant down. Held actions on it fire afterwards (FATES-HOLD-4).
pub fn go_down(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    make_inactive(resolver, who, ExitReason::Down);
    held_actions::fire_triggered_actions_in_turn_order(resolver, &TriggeringEvent::Wounded(who))
}

/// Makes a combatant inactive; it loses Aim, Help, Hold, Defend and its place in the order
/// (FATES-COND-5), and its grapples end.
pub fn make_inactive(resolver: &mut Resolver, who: CombatantId, reason: ExitReason) {
    grapple::end_all_grapples(resolver, who);
    resolver.emit(Event::BecameInactive { who, reason });
}

/// Gives Resolve back, up to the maximum (FATES-DMG-4). Above 0 a combatant is no longer Wounded
/// (FATES-COND-4).
pub fn regain_resolve_and_end_wounded(
    resolver: &mut Resolver,
    who: CombatantId,
    amount: u8,
    cause: ResolveGainCause,
) {
    let body = resolver.fight().body(who);
    let amount = amount.min(body.resolve_max.saturating_sub(body.resolve));
    let remaining = body.resolve + amount;
    let band = ResolveBand::from_resolve(remaining, body.resolve_max);
    resolver.emit(Event::ResolveRegained {
        who,
        amount: Some(amount),
        remaining: Some(remaining),
        band,
        cause,
    });
}
