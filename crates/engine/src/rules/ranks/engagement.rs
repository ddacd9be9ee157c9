//! Engagement (RANKS-ENG): to whom a combatant pays attention, and who is engaged with whom.

use super::state::Event;
use super::{Fight, Resolver};
use crate::core::alliances;
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// Returns true for combatants of different sides that the GM has not allied.
pub fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    let (side, other_side) = (&fight.body(one).side, &fight.body(other).side);
    side != other_side && !are_sides_allied_by_gm(fight, side, other_side)
}

/// Returns whether the GM has allied two different sides.
pub fn are_sides_allied_by_gm(fight: &Fight, side: &str, other_side: &str) -> bool {
    alliances::are_allied(&fight.state.allied_sides, side, other_side)
}

/// Returns whether the actor's controller knows of the other combatant and it is active.
pub fn knows_and_is_active(fight: &Fight, who: CombatantId, other: CombatantId) -> bool {
    fight.controller_knows(who, other) && fight.body(other).is_active()
}

/// Refuses (`bad-target`) any target but an active enemy whom the actor knows of.
pub fn check_enemy_target(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    rule: &'static str,
) -> Result<(), RefusalReason> {
    let is_enemy = knows_and_is_active(fight, who, target) && are_enemies(fight, who, target);
    RefusalReason::new("bad-target", rule).with_combatant(target).refuse_unless(is_enemy)
}

/// Refuses (`bad-target`) any target but an active ally, not the actor itself, whom the actor knows
/// of.
pub fn check_ally_target(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    rule: &'static str,
) -> Result<(), RefusalReason> {
    let is_ally = target != who
        && knows_and_is_active(fight, who, target)
        && !are_enemies(fight, who, target);
    RefusalReason::new("bad-target", rule).with_combatant(target).refuse_unless(is_ally)
}

/// Returns true for enemies of whom one pays attention to the other, at any distance (RANKS-ENG-2).
pub fn are_engaged(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    let watches = |who: CombatantId, target| fight.body(who).attention == Some(target);
    are_enemies(fight, one, other) && (watches(one, other) || watches(other, one))
}

/// Refuses a target that is no active enemy, and one to whom the combatant attends already, which
/// may be nobody (RANKS-ENG-1).
pub fn check_new_attention_target(
    fight: &Fight,
    who: CombatantId,
    target: Option<CombatantId>,
) -> Result<(), RefusalReason> {
    if let Some(target) = target {
        check_enemy_target(fight, who, target, "RANKS-ENG-1")?;
    }
    if has_attention_on(fight, who, target) {
        let reason = RefusalReason::new("bad-target", "RANKS-ENG-1").with_cause("already");
        return Err(target.map_or(reason, |target| reason.with_combatant(target)));
    }
    Ok(())
}

/// Returns whether the combatant attends to exactly this target, which may be nobody.
pub fn has_attention_on(fight: &Fight, who: CombatantId, target: Option<CombatantId>) -> bool {
    fight.body(who).attention == target
}

/// Ends every attention that is on a combatant who is no longer an enemy (RANKS-ENG-1).
pub fn end_attention_on_non_enemies(resolver: &mut Resolver) {
    let fight = resolver.fight();
    let watches_ally = |who: &CombatantId| {
        let target =
            fight.body(*who).attention.filter(|target| fight.get_present(*target).is_some());
        target.is_some_and(|target| !are_enemies(fight, *who, target))
    };
    let watchers: Vec<CombatantId> = fight.present_ids().filter(watches_ally).collect();
    for who in watchers {
        set_attention(resolver, who, None);
    }
}

/// Sets the attention of `who`, if that changes it (RANKS-ENG-1).
pub fn set_attention(resolver: &mut Resolver, who: CombatantId, target: Option<CombatantId>) {
    if !has_attention_on(resolver.fight(), who, target) {
        resolver.emit(Event::AttentionSet { who, target });
    }
}
