//! Wounded, down and out (FATES-COND), and Resolve regained.

use super::holds::{self, Happening};
use super::sheet::{Body, Side, Tier};
use super::state::{Band, Exit, Note, Relief};
use super::{Fight, Scene, Step, grapple};
use crate::ids::CombatantId;

/// The side somebody is on.
#[inline]
pub fn side_of(fight: &Fight, who: CombatantId) -> Side {
    let one = fight.one(who);
    one.body.side.unwrap_or(if one.is_npc() { Side::Opposition } else { Side::Party })
}

/// Same side = ally.
pub fn are_allies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    side_of(fight, one) == side_of(fight, other)
}

/// FATES-COND-1: PCs and significant NPCs become Wounded; FATES-COND-2: minor NPCs go down.
pub fn can_be_wounded(is_npc: bool, body: &Body) -> bool {
    !is_npc || body.tier == Tier::Significant
}

/// FATES-COND-1: at 0 Resolve a PC or significant NPC is Wounded; FATES-COND-3: and stays active.
/// FATES-COND-2: a minor NPC is down.
pub fn reach_nought(scene: &mut Scene, who: CombatantId) -> Step {
    let one = scene.fight().one(who);
    if can_be_wounded(one.is_npc(), &one.body) {
        scene.note(Note::Wounded(who));
        holds::spring(scene, &Happening::Wounded(who))
    } else {
        go_down(scene, who)
    }
}

/// FATES-HOLD-4: what is held for it fires after somebody is down.
pub fn go_down(scene: &mut Scene, who: CombatantId) -> Step {
    leave(scene, who, Exit::Down);
    holds::spring(scene, &Happening::Wounded(who))
}

/// FATES-COND-5: who stops being active loses Aim, Help, Hold, Defend and the place in the order.
pub fn leave(scene: &mut Scene, who: CombatantId, exit: Exit) {
    grapple::end_all(scene, who);
    scene.note(Note::Out { who, exit });
}

/// FATES-DMG-4: regained Resolve stops at the maximum. FATES-COND-4: above 0 nobody is Wounded.
pub fn regain(scene: &mut Scene, who: CombatantId, amount: u8, relief: Relief) {
    let body = scene.fight().body(who);
    let amount = amount.min(body.resolve_max.saturating_sub(body.resolve));
    let left = body.resolve + amount;
    let band = Band::of(left, body.resolve_max);
    scene.note(Note::Regained { who, amount: Some(amount), left: Some(left), band, relief });
}
