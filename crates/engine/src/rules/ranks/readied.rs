//! Readied checks (RANKS-READY): a trigger, one enemy or any, and one check with all its details;
//! what triggers them, and how they interrupt what is going on.

use serde::{Deserialize, Serialize};

use super::acts::Act;
use super::attacks::weapon_reach_bounds;
use super::engagement::{are_enemies, check_enemy_target};
use super::force::{self, ForceDirection, ForceMethod};
use super::maneuvers::{self, Maneuver, ManeuverOptions};
use super::sheet::{Feet, Mark, Name, Weapon, WeaponCategory};
use super::state::Event;
use super::zones::{mark_of, nearest_mark_at_distance};
use super::{Fight, Resolver, RuleResult, visibility};
use crate::core::ids::CombatantId;
use crate::core::keyed_enum::keyed_enum;
use crate::core::refusal_reason::RefusalReason;

/// A check that waits for its trigger (RANKS-READY-1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadiedCheck {
    pub trigger: Trigger,
    /// The enemy who can trigger it; `None`: any enemy.
    pub enemy: Option<CombatantId>,
    #[serde(rename = "check")]
    pub action: ReadiedAction,
    /// The trigger in words, for [`Trigger::Text`].
    #[serde(default)]
    #[serde(rename = "text")]
    pub trigger_text: String,
}

keyed_enum! {
    /// What makes a readied check fire (RANKS-READY-2).
    Trigger {
        EntersReach = "enters-reach",
        LeavesReach = "leaves-reach",
        Attacked = "attacked",
        Text = "text",
    }
}

/// The checks that triggers make possible (RANKS-READY-2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadiedAction {
    /// An attack on whoever enters the reach of this weapon.
    Strike { weapon: Name, category: WeaponCategory },
    /// A force on whoever enters its reach. `None` where the command named something that does not
    /// exist.
    Force {
        #[serde(rename = "how")]
        method: Option<ForceMethod>,
        direction: Option<ForceDirection>,
    },
    /// A sprint after whoever leaves the reach of this weapon.
    Pursue { weapon: Name, category: WeaponCategory },
    /// A defence with a bonus against the next attack.
    Defend,
    /// Any one check, with a text trigger.
    #[serde(rename = "do")]
    Maneuver(Maneuver),
}

impl ReadiedCheck {
    /// Returns the combatants whom it names: the enemy who triggers it and the enemy it is aimed
    /// at.
    pub fn named_combatants(&self) -> impl Iterator<Item = CombatantId> {
        let target = match &self.action {
            ReadiedAction::Maneuver(maneuver) => maneuver.target_enemy(),
            ReadiedAction::Strike { .. }
            | ReadiedAction::Force { .. }
            | ReadiedAction::Pursue { .. }
            | ReadiedAction::Defend => None,
        };
        self.enemy.into_iter().chain(target)
    }
}

/// Checks a readied check. RANKS-READY-2: the trigger must itself make the check possible; the
/// distance is not checked otherwise.
///
/// # Errors
///
/// Returns `bad-target`, `not-in-hand`, `bad-skill` or `bad-trigger`.
pub fn check_readied(
    fight: &Fight,
    who: CombatantId,
    readied: Option<&ReadiedCheck>,
) -> Result<(), RefusalReason> {
    let readied = readied.ok_or(RefusalReason::new("bad-trigger", "RANKS-READY-2"))?;
    if let Some(enemy) = readied.enemy {
        check_enemy_target(fight, who, enemy, "RANKS-READY-1")?;
    }
    check_readied_action(fight, who, &readied.action)?;
    check_trigger_fits(fight, who, readied)
}

/// Refuses a trigger that does not make the check possible.
pub fn check_trigger_fits(
    fight: &Fight,
    who: CombatantId,
    readied: &ReadiedCheck,
) -> Result<(), RefusalReason> {
    let ReadiedCheck { trigger, enemy, action, .. } = readied;
    let fits = match trigger {
        Trigger::EntersReach => can_be_stepped_into(fight, who, action, *enemy),
        Trigger::LeavesReach => matches!(action, ReadiedAction::Pursue { .. }),
        Trigger::Attacked => matches!(action, ReadiedAction::Defend),
        Trigger::Text => matches!(action, ReadiedAction::Maneuver(_)),
    };
    if fits { Ok(()) } else { Err(RefusalReason::new("bad-trigger", "RANKS-READY-2")) }
}

/// Returns whether the action has a reach into which an enemy can step. An enemy that is named must
/// not stand in it already.
fn can_be_stepped_into(
    fight: &Fight,
    who: CombatantId,
    action: &ReadiedAction,
    named_enemy: Option<CombatantId>,
) -> bool {
    let Some(reach) = trigger_reach_bounds(action) else { return false };
    let Some(enemy) = named_enemy else { return true };
    !is_within_reach(reach, mark_of(fight, who), mark_of(fight, enemy))
}

/// Checks what a readied check needs regardless of who triggers it.
fn check_readied_action(
    fight: &Fight,
    who: CombatantId,
    action: &ReadiedAction,
) -> Result<(), RefusalReason> {
    match action {
        ReadiedAction::Strike { weapon, .. } | ReadiedAction::Pursue { weapon, .. } => {
            let is_at_hand = fight.body(who).weapon_at_hand(weapon).is_some();
            RefusalReason::new("not-in-hand", "RANKS-READY-2").refuse_unless(is_at_hand)
        }
        ReadiedAction::Force { method, direction } => match (method, direction) {
            (None, _) | (_, None) | (Some(ForceMethod::Arena), Some(ForceDirection::Down)) => {
                Err(RefusalReason::new("bad-skill", "RANKS-READY-2"))
            }
            (Some(_), Some(_)) => Ok(()),
        },
        ReadiedAction::Defend => Ok(()),
        ReadiedAction::Maneuver(maneuver) => {
            maneuvers::check_maneuver_ignoring_reach(fight, who, maneuver)
        }
    }
}

/// Returns the distances, in feet, into which an enemy must step to trigger the action, or `None`
/// if it is triggered otherwise.
fn trigger_reach_bounds(action: &ReadiedAction) -> Option<(Feet, Feet)> {
    match action {
        ReadiedAction::Strike { category, .. } => Some(weapon_reach_bounds(*category)),
        ReadiedAction::Force { method, .. } => method.map(force::force_reach_bounds),
        ReadiedAction::Pursue { .. } | ReadiedAction::Defend | ReadiedAction::Maneuver(_) => None,
    }
}

/// Returns whether two marks are so far apart as a reach says, its bounds in feet included.
fn is_within_reach((least, most): (Feet, Feet), mark: Mark, other_mark: Mark) -> bool {
    (least..=most).contains(&mark.abs_diff(other_mark))
}

/// Readies a check, in place of any readied before. The bonus action is its whole price
/// (RANKS-READY-1).
pub fn ready_check(resolver: &mut Resolver, who: CombatantId, readied: &ReadiedCheck) {
    resolver.emit(Event::CheckReadied { who, readied: Some(Box::new(readied.clone())) });
}

/// Returns a holder's readied check if this enemy, whom the holder knows of, may trigger it.
fn readied_check_against(
    fight: &Fight,
    holder: CombatantId,
    enemy: CombatantId,
) -> Option<&ReadiedCheck> {
    let combatant = fight.get_present(holder)?;
    let readied = combatant.body.readied_check.as_ref()?;
    let can_fire = combatant.body.is_active()
        && readied.enemy.is_none_or(|named| named == enemy)
        && are_enemies(fight, holder, enemy)
        && fight.controller_knows(holder, enemy);
    can_fire.then_some(readied)
}

/// Returns the combatants whose readied checks an enemy's step triggers: it comes from outside into
/// the reach of their weapon or force (RANKS-READY-2). RANKS-READY-5: in initiative order.
pub fn holders_triggered_by_step_into_reach(
    fight: &Fight,
    mover: CombatantId,
    from: Mark,
    to: Mark,
) -> Vec<CombatantId> {
    let is_triggered = |holder: &CombatantId| is_triggered_by_step(fight, *holder, mover, from, to);
    fight.state.turn_order.iter().copied().filter(is_triggered).collect()
}

/// Returns whether an enemy's step from mark to mark triggers the readied check of one holder.
fn is_triggered_by_step(
    fight: &Fight,
    holder: CombatantId,
    mover: CombatantId,
    from: Mark,
    to: Mark,
) -> bool {
    let Some(readied) = readied_check_against(fight, holder, mover) else { return false };
    if readied.trigger != Trigger::EntersReach {
        return false;
    }
    let Some(reach) = trigger_reach_bounds(&readied.action) else { return false };
    let holder_mark = mark_of(fight, holder);
    !is_within_reach(reach, holder_mark, from) && is_within_reach(reach, holder_mark, to)
}

/// Fires the pursuits of holders whose reach an enemy's movement, begun on `start`, has left
/// (RANKS-READY-2). RANKS-READY-5: in initiative order.
pub fn fire_pursuits_of_enemy_leaving_reach(
    resolver: &mut Resolver,
    mover: CombatantId,
    start: Mark,
) -> RuleResult {
    let fight = resolver.fight();
    if !maneuvers::is_in_action(fight, mover) {
        return Ok(());
    }
    let is_left = |holder: &CombatantId| has_left_reach_of_pursuer(fight, *holder, mover, start);
    let triggered_holders: Vec<CombatantId> =
        fight.state.turn_order.iter().copied().filter(is_left).collect();
    for holder in triggered_holders {
        use_up_and_resolve_or_lose_readied_check(resolver, holder, Some(mover))?;
    }
    Ok(())
}

/// Returns whether an enemy's movement, begun on `start`, has taken it out of the reach of a holder
/// who has readied a pursuit of it.
fn has_left_reach_of_pursuer(
    fight: &Fight,
    holder: CombatantId,
    mover: CombatantId,
    start: Mark,
) -> bool {
    let Some(readied) = readied_check_against(fight, holder, mover) else { return false };
    let ReadiedAction::Pursue { category, .. } = readied.action else { return false };
    let reach = weapon_reach_bounds(category);
    let holder_mark = mark_of(fight, holder);
    let mover_mark = mark_of(fight, mover);
    is_within_reach(reach, holder_mark, start) && !is_within_reach(reach, holder_mark, mover_mark)
}

/// Returns whether the target has readied a defence against this attacker (RANKS-READY-4).
pub fn fights_defensively(fight: &Fight, who: CombatantId, attacker: CombatantId) -> bool {
    readied_check_against(fight, who, attacker)
        .is_some_and(|readied| readied.trigger == Trigger::Attacked)
}

/// Records that the combatant's readied check fires, which also reveals the combatant.
pub fn use_up_readied(resolver: &mut Resolver, who: CombatantId) {
    visibility::reveal_actor(resolver, who);
    resolver.emit(Event::ReadiedCheckFired(who));
}

/// Uses up a readied check and resolves it, with all its prompts, before whatever triggered it goes
/// on (RANKS-READY-3); does nothing if `who` is not active or has none. `triggering_enemy` is who
/// triggered it; `None` for a text trigger. RANKS-READY-5: a check that is impossible when it fires
/// is lost.
pub fn use_up_and_resolve_or_lose_readied_check(
    resolver: &mut Resolver,
    who: CombatantId,
    triggering_enemy: Option<CombatantId>,
) -> RuleResult {
    let fight = resolver.fight();
    let Some(combatant) = fight.get_present(who).filter(|combatant| combatant.body.is_active())
    else {
        return Ok(());
    };
    let Some(readied) = combatant.body.readied_check.clone() else { return Ok(()) };
    use_up_readied(resolver, who);
    let fight = resolver.fight();
    let maneuver = readied_maneuver_at_triggerer(fight, who, &readied.action, triggering_enemy)
        .filter(|maneuver| maneuvers::check_maneuver(fight, who, maneuver).is_ok());
    match maneuver {
        Some(maneuver) => maneuvers::resolve_already_paid_maneuver(
            resolver,
            who,
            &maneuver,
            ManeuverOptions { spends_luck: false, is_readied: true },
        ),
        None => {
            resolver.emit(Event::ReadiedCheckLost(who));
            Ok(())
        }
    }
}

/// Returns the maneuver of a readied check against the enemy who triggered it; `None` if there is
/// none. RANKS-READY-5: a sprint goes to the nearest mark from which the weapon reaches that enemy.
fn readied_maneuver_at_triggerer(
    fight: &Fight,
    who: CombatantId,
    action: &ReadiedAction,
    triggering_enemy: Option<CombatantId>,
) -> Option<Maneuver> {
    match action {
        ReadiedAction::Strike { weapon, .. } => {
            Some(Maneuver::Attack { target: triggering_enemy?, weapon: weapon.clone() })
        }
        ReadiedAction::Force { method, direction } => Some(Maneuver::Force {
            method: *method,
            target: triggering_enemy?,
            direction: *direction,
        }),
        ReadiedAction::Pursue { weapon, category } => {
            fight.body(who).weapon_at_hand(weapon)?;
            let reach = weapon_reach_bounds(*category);
            let enemy = triggering_enemy.filter(|enemy| maneuvers::is_in_action(fight, *enemy))?;
            let to =
                nearest_mark_at_distance(fight, mark_of(fight, enemy), reach, mark_of(fight, who))?;
            Some(Maneuver::Dash { to: Some(to) })
        }
        ReadiedAction::Defend => None,
        ReadiedAction::Maneuver(maneuver) => Some(maneuver.clone()),
    }
}

/// Returns whether an active combatant has readied a check with a text trigger.
pub fn has_text_trigger(fight: &Fight, who: CombatantId) -> bool {
    fight.get_present(who).is_some_and(|combatant| {
        let readied = combatant.body.readied_check.as_ref();
        combatant.body.is_active() && readied.is_some_and(|check| check.trigger == Trigger::Text)
    })
}

/// Refuses to fire where no check with a text trigger is readied. The holder or the GM fires it
/// while no prompt is open (RANKS-READY-2).
pub fn check_text_trigger_is_readied(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    if fight.is_undecided() && has_text_trigger(fight, who) {
        return Ok(());
    }
    Err(RefusalReason::new("bad-trigger", "RANKS-READY-2").with_cause("nothing-readied"))
}

/// Calls `offer` with the readied checks that a player is likely to want, for each trigger.
pub fn for_each_likely_readied(
    enemies: &[CombatantId],
    weapons: &[(&Name, &Weapon)],
    mut offer: impl FnMut(ReadiedCheck),
) {
    let mut offer_check = |trigger, enemy, action| {
        offer(ReadiedCheck { trigger, enemy, action, trigger_text: String::new() })
    };
    offer_check(Trigger::Attacked, None, ReadiedAction::Defend);
    for (name, Weapon { category, .. }) in weapons {
        let category = *category;
        let weapon_name = || Name::clone(name);
        let strike = || ReadiedAction::Strike { weapon: weapon_name(), category };
        offer_check(Trigger::EntersReach, None, strike());
        offer_check(
            Trigger::LeavesReach,
            None,
            ReadiedAction::Pursue { weapon: weapon_name(), category },
        );
        for enemy in enemies.iter().copied() {
            let attack = Maneuver::Attack { target: enemy, weapon: weapon_name() };
            offer_check(Trigger::Text, None, ReadiedAction::Maneuver(attack));
            offer_check(Trigger::EntersReach, Some(enemy), strike());
        }
    }
    for method in ForceMethod::ALL {
        let action =
            ReadiedAction::Force { method: Some(method), direction: Some(ForceDirection::Away) };
        offer_check(Trigger::EntersReach, None, action);
    }
}

/// Returns the holders of text triggers with the act that fires it. Their button waits beside
/// everything and stops nothing (RANKS-READY-2).
pub fn trigger_invitations(fight: &Fight) -> Vec<(CombatantId, Vec<Act>)> {
    let combatants = fight.present_ids();
    let holders = combatants.filter(|who| check_text_trigger_is_readied(fight, *who).is_ok());
    holders.map(|who| (who, vec![Act::Trigger])).collect()
}
