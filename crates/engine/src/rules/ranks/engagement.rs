//! Engagement (RANKS-ENG): on whom a combatant's attention is, and who is engaged with whom.

use super::state::Note;
use super::{Fight, Scene};
use crate::ids::{By, CombatantId};
use crate::why::Why;

/// Sides that the GM has allied are no enemies; "enemy" is of another side.
pub fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    let (a, b) = (&fight.body(one).side, &fight.body(other).side);
    a != b && !are_allied(fight, a, b)
}

pub fn are_allied(fight: &Fight, a: &str, b: &str) -> bool {
    let is_pair = |(c, d): &(_, _)| {
        let (c, d): (&str, &str) = (c as &super::sheet::Name, d as &super::sheet::Name);
        (c, d) == (a, b) || (c, d) == (b, a)
    };
    fight.state.allied.iter().any(is_pair)
}

/// Somebody whom the actor knows of.
pub fn is_known(fight: &Fight, who: CombatantId, other: CombatantId) -> bool {
    fight.knows(fight.viewer_of(By::Combatant(who)), other)
}

/// The same, and active.
pub fn is_met(fight: &Fight, who: CombatantId, other: CombatantId) -> bool {
    is_known(fight, who, other) && fight.body(other).is_active()
}

/// An active enemy whom the actor knows of.
pub fn check_enemy(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    rule: &'static str,
) -> Result<(), Why> {
    let is_enemy = is_met(fight, who, target) && are_enemies(fight, who, target);
    if is_enemy { Ok(()) } else { Err(Why::new("bad-target", rule).about(target)) }
}

/// An active ally, not oneself, whom the actor knows of.
pub fn check_ally(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    rule: &'static str,
) -> Result<(), Why> {
    let is_ally = target != who && is_met(fight, who, target) && !are_enemies(fight, who, target);
    if is_ally { Ok(()) } else { Err(Why::new("bad-target", rule).about(target)) }
}

/// RANKS-ENG-2: two enemies are engaged while the attention of either is on the other, at any
/// distance.
pub fn are_engaged(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    let is_on = |who: CombatantId, on| fight.body(who).attention == Some(on);
    are_enemies(fight, one, other) && (is_on(one, other) || is_on(other, one))
}

/// RANKS-ENG-1: attention is set to an enemy or to nobody, free of cost on the own turn.
pub fn check_engage(
    fight: &Fight,
    who: CombatantId,
    target: Option<CombatantId>,
) -> Result<(), Why> {
    target.map_or(Ok(()), |target| check_enemy(fight, who, target, "RANKS-ENG-1"))
}

/// RANKS-ENG-1: attention is on an enemy: on who is none any more it ends.
pub fn leave_friends(scene: &mut Scene) {
    let fight = scene.fight();
    let is_on_friend = |who: &CombatantId| {
        let on = fight.body(*who).attention.filter(|on| fight.get(*on).is_some());
        on.is_some_and(|on| !are_enemies(fight, *who, on))
    };
    let all: Vec<CombatantId> = fight.iter().map(|(who, _)| who).filter(is_on_friend).collect();
    all.into_iter().for_each(|who| attend(scene, who, None));
}

/// RANKS-ENG-1: each combatant's attention is on one enemy or nobody.
pub fn attend(scene: &mut Scene, who: CombatantId, on: Option<CombatantId>) {
    if scene.fight().body(who).attention != on {
        scene.note(Note::Attention { who, on });
    }
}
