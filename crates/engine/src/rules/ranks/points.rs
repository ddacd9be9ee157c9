//! Points (RANKS-LUCK): luck points go with a check ([`checks`](super::checks)), action points
//! become actions.

use super::sheet::ActionKind;
use super::state::Event;
use super::{Fight, Resolver};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// The most luck or action points that a combatant can have.
pub const MAX_POINTS: u8 = 9;

/// Checks that an action point can become this kind of action (RANKS-LUCK-1). Nothing is to be had
/// of a bonus action that is barred (RANKS-COND-4).
///
/// # Errors
///
/// Returns `barred`, `no-points`, or `limit` if an extra action of the kind was received in this
/// round (RANKS-ADV-7).
pub fn check_spend_action_point(
    fight: &Fight,
    who: CombatantId,
    action: ActionKind,
) -> Result<(), RefusalReason> {
    let body = fight.body(who);
    if action == ActionKind::Bonus && body.is_bonus_action_barred() {
        return Err(RefusalReason::new("barred", "RANKS-COND-4"));
    }
    if body.action_points == 0 {
        return Err(RefusalReason::new("no-points", "RANKS-LUCK-1"));
    }
    let was_received = match action {
        ActionKind::Full => body.got_extra_full_action,
        ActionKind::Bonus => body.got_extra_bonus_action,
    };
    if was_received { Err(RefusalReason::new("limit", "RANKS-ADV-7")) } else { Ok(()) }
}

/// Turns an action point into one more action of this kind (RANKS-LUCK-1). The caller has checked
/// it.
pub fn spend_action_point(resolver: &mut Resolver, who: CombatantId, action: ActionKind) {
    resolver.emit(Event::ActionPointSpent { who, action });
}
