//! Points (RANKS-LUCK): luck goes with a check ([`checks`](super::checks)), action points become
//! actions.

use super::sheet::Action;
use super::state::Note;
use super::{Fight, Scene};
use crate::ids::CombatantId;
use crate::why::Why;

/// The most luck or action points that somebody has.
pub const MOST: u8 = 9;

/// RANKS-LUCK-1: on the own turn one more full or bonus action in this round; RANKS-ADV-7: at most
/// one of a kind.
pub fn check(fight: &Fight, who: CombatantId, action: Action) -> Result<(), Why> {
    let body = fight.body(who);
    if body.action_points == 0 {
        return Err(Why::new("no-points", "RANKS-LUCK-1"));
    }
    let is_spent = match action {
        Action::Full => body.extra_full,
        Action::Bonus => body.extra_bonus,
    };
    if is_spent { Err(Why::new("limit", "RANKS-ADV-7")) } else { Ok(()) }
}

pub fn spend(scene: &mut Scene, who: CombatantId, action: Action) {
    scene.note(Note::PointSpent { who, action });
}
