//! Engagement (RANKS-ENG): on whom a combatant's attention is, and who is engaged with whom.

use super::state::Event;
use super::{Fight, Resolver};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::refusal_reason::RefusalReason;

/// Sides that the GM has allied are no enemies; "enemy" is of another side.
pub fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    let (a, b) = (&fight.body(one).side, &fight.body(other).side);
    a != b && !are_allied(fight, a, b)
}

pub fn are_allied(fight: &Fight, side: &str, other_side: &str) -> bool {
    let is_pair = |(c, d): &(_, _)| {
        let (c, d): (&str, &str) = (c as &super::sheet::Name, d as &super::sheet::Name);
        (c, d) == (side, other_side) || (c, d) == (other_side, side)
    };
    fight.state.allied_sides.iter().any(is_pair)
}

/// Somebody whom the actor knows of.
pub fn knows_of(fight: &Fight, who: CombatantId, other: CombatantId) -> bool {
    fight.viewer_knows(fight.viewer_of(Initiator::Combatant(who)), other)
}

/// The same, and active.
pub fn knows_in_action(fight: &Fight, who: CombatantId, other: CombatantId) -> bool {
    knows_of(fight, who, other) && fight.body(other).is_active()
}

/// An active enemy whom the actor knows of.
pub fn check_enemy_target(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    rule: &'static str,
) -> Result<(), RefusalReason> {
    let is_enemy = knows_in_action(fight, who, target) && are_enemies(fight, who, target);
    if is_enemy {
        Ok(())
    } else {
        Err(RefusalReason::new("bad-target", rule).with_combatant(target))
    }
}

/// An active ally, not oneself, whom the actor knows of.
pub fn check_ally_target(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    rule: &'static str,
) -> Result<(), RefusalReason> {
    let is_ally =
        target != who && knows_in_action(fight, who, target) && !are_enemies(fight, who, target);
    if is_ally {
        Ok(())
    } else {
        Err(RefusalReason::new("bad-target", rule).with_combatant(target))
    }
}

/// RANKS-ENG-2: two enemies are engaged while the attention of either is on the other, at any
/// distance.
pub fn are_engaged(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    let is_on = |who: CombatantId, on| fight.body(who).attention == Some(on);
    are_enemies(fight, one, other) && (is_on(one, other) || is_on(other, one))
}

/// RANKS-ENG-1: attention is set to an enemy or to nobody, free of cost on the own turn.
pub fn check_attention_target(
    fight: &Fight,
    who: CombatantId,
    target: Option<CombatantId>,
) -> Result<(), RefusalReason> {
    target.map_or(Ok(()), |target| check_enemy_target(fight, who, target, "RANKS-ENG-1"))
}

/// RANKS-ENG-1: attention is on an enemy: on who is none any more it ends.
pub fn drop_attention_on_allies(resolver: &mut Resolver) {
    let fight = resolver.fight();
    let is_on_friend = |who: &CombatantId| {
        let on = fight.body(*who).attention.filter(|on| fight.get(*on).is_some());
        on.is_some_and(|on| !are_enemies(fight, *who, on))
    };
    let all: Vec<CombatantId> = fight.iter().map(|(who, _)| who).filter(is_on_friend).collect();
    all.into_iter().for_each(|who| set_attention(resolver, who, None));
}

/// RANKS-ENG-1: each combatant's attention is on one enemy or nobody.
pub fn set_attention(resolver: &mut Resolver, who: CombatantId, target: Option<CombatantId>) {
    if resolver.fight().body(who).attention != target {
        resolver.emit(Event::AttentionSet { who, target });
    }
}
