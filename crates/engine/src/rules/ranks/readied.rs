//! Readied checks (RANKS-READY): a trigger, one enemy or any, and one check with all its details;
//! what sets them off, and how they break into what is going on.

use serde::{Deserialize, Serialize};

use super::acts::Act;
use super::attacks::weapon_reach;
use super::engagement::{are_enemies, check_enemy_target, knows_of};
use super::force::{self, ForceDirection, ForceMethod};
use super::maneuvers::{self, Maneuver, ManeuverOptions};
use super::sheet::{Feet, Name, Weapon, WeaponCategory};
use super::state::Event;
use super::zones::{mark_of, nearest_mark_at_distance};
use super::{Fight, Resolver, RuleResult, visibility};
use crate::core::fight::FightPhase;
use crate::core::ids::CombatantId;
use crate::core::keyed_enum::keyed_enum;
use crate::core::refusal_reason::RefusalReason;

/// RANKS-READY-1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadiedCheck {
    pub trigger: Trigger,
    /// None: any.
    pub enemy: Option<CombatantId>,
    #[serde(rename = "check")]
    pub action: ReadiedAction,
    /// A text trigger in words.
    #[serde(default)]
    #[serde(rename = "text")]
    pub trigger_text: String,
}

keyed_enum! {
    /// RANKS-READY-2.
    Trigger {
        EntersReach = "enters-reach",
        LeavesReach = "leaves-reach",
        Attacked = "attacked",
        Text = "text",
    }
}

/// RANKS-READY-2: the checks that triggers make possible.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadiedAction {
    /// An attack on whoever enters the reach of this weapon.
    Strike { weapon: Name, category: WeaponCategory },
    /// A force on whoever enters its reach. None: what is named there is not.
    Force {
        #[serde(rename = "how")]
        method: Option<ForceMethod>,
        direction: Option<ForceDirection>,
    },
    /// A sprint after whoever leaves the reach of this weapon.
    Pursue { weapon: Name, category: WeaponCategory },
    /// To fight defensively.
    Defend,
    /// Any one check, with a text trigger.
    #[serde(rename = "do")]
    Maneuver(Maneuver),
}

impl ReadiedCheck {
    /// Whom it names: who sets it off, and to whom it is done.
    pub fn named_combatants(&self) -> impl Iterator<Item = CombatantId> {
        let done_to = match &self.action {
            ReadiedAction::Maneuver(deed) => deed.target_enemy(),
            ReadiedAction::Strike { .. }
            | ReadiedAction::Force { .. }
            | ReadiedAction::Pursue { .. }
            | ReadiedAction::Defend => None,
        };
        self.enemy.into_iter().chain(done_to)
    }
}

/// RANKS-READY-2: the trigger must itself make the check possible; distance is not checked
/// otherwise.
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

/// Whether the trigger makes the check possible.
pub fn check_trigger_fits(
    fight: &Fight,
    who: CombatantId,
    readied: &ReadiedCheck,
) -> Result<(), RefusalReason> {
    let ReadiedCheck { trigger, enemy, action: check, .. } = readied;
    let fits = match trigger {
        Trigger::EntersReach => match (trigger_reach(check), enemy) {
            (Some(reach), Some(enemy)) => {
                !is_within_reach(reach, mark_of(fight, who), mark_of(fight, *enemy))
            }
            (reach, _) => reach.is_some(),
        },
        Trigger::LeavesReach => matches!(check, ReadiedAction::Pursue { .. }),
        Trigger::Attacked => matches!(check, ReadiedAction::Defend),
        Trigger::Text => matches!(check, ReadiedAction::Maneuver(_)),
    };
    if fits { Ok(()) } else { Err(RefusalReason::new("bad-trigger", "RANKS-READY-2")) }
}

/// What a readied check needs whoever sets it off.
fn check_readied_action(
    fight: &Fight,
    who: CombatantId,
    action: &ReadiedAction,
) -> Result<(), RefusalReason> {
    match action {
        ReadiedAction::Strike { weapon, .. } | ReadiedAction::Pursue { weapon, .. } => {
            let at_hand = fight.body(who).weapon_at_hand(weapon);
            at_hand.map(|_| ()).ok_or(RefusalReason::new("not-in-hand", "RANKS-READY-2"))
        }
        ReadiedAction::Force { method: how, direction } => match (how, direction) {
            (None, _) | (_, None) | (Some(ForceMethod::Arena), Some(ForceDirection::Down)) => {
                Err(RefusalReason::new("bad-skill", "RANKS-READY-2"))
            }
            (Some(_), Some(_)) => Ok(()),
        },
        ReadiedAction::Defend => Ok(()),
        ReadiedAction::Maneuver(deed) => maneuvers::check_maneuver_target(fight, who, deed),
    }
}

/// The reach that somebody comes into.
fn trigger_reach(action: &ReadiedAction) -> Option<(Feet, Feet)> {
    match action {
        ReadiedAction::Strike { category, .. } => Some(weapon_reach(*category)),
        ReadiedAction::Force { method: how, .. } => how.map(force::force_reach),
        ReadiedAction::Pursue { .. } | ReadiedAction::Defend | ReadiedAction::Maneuver(_) => None,
    }
}

fn is_within_reach((least, most): (Feet, Feet), mark: Feet, other_mark: Feet) -> bool {
    (least..=most).contains(&mark.abs_diff(other_mark))
}

/// RANKS-READY-1: the bonus action is the whole price; one readied check at a time.
pub fn ready_check(resolver: &mut Resolver, who: CombatantId, readied: &ReadiedCheck) {
    resolver.emit(Event::CheckReadied { who, readied: Some(Box::new(readied.clone())) });
}

/// Whether what somebody has readied is meant for this enemy, and may fire at all.
fn readied_check_against(
    fight: &Fight,
    holder: CombatantId,
    enemy: CombatantId,
) -> Option<&ReadiedCheck> {
    let one = fight.get(holder)?;
    let readied = one.body.readied_check.as_ref()?;
    let is_meant = one.body.is_active()
        && readied.enemy.is_none_or(|meant| meant == enemy)
        && are_enemies(fight, holder, enemy)
        && knows_of(fight, holder, enemy);
    is_meant.then_some(readied)
}

/// RANKS-READY-2: whose readied checks an enemy's step from mark to mark sets off: from outside
/// into the reach of that weapon or force. RANKS-READY-5: in initiative order.
pub fn holders_triggered_by(
    fight: &Fight,
    mover: CombatantId,
    from: Feet,
    to: Feet,
) -> Vec<CombatantId> {
    let is_set_off = |holder: &CombatantId| {
        let Some(readied) = readied_check_against(fight, *holder, mover) else { return false };
        let at = mark_of(fight, *holder);
        let comes_in = |reach| !is_within_reach(reach, at, from) && is_within_reach(reach, at, to);
        readied.trigger == Trigger::EntersReach
            && trigger_reach(&readied.action).is_some_and(comes_in)
    };
    fight.state.turn_order.iter().copied().filter(is_set_off).collect()
}

/// RANKS-READY-2: after an enemy's movement that began inside and ended outside the reach of the
/// weapon in hand. RANKS-READY-5: in initiative order.
pub fn fire_pursuits(resolver: &mut Resolver, mover: CombatantId, start: Feet) -> RuleResult {
    let fight = resolver.fight();
    let is_set_off = |holder: &CombatantId| {
        let Some(readied) = readied_check_against(fight, *holder, mover) else { return false };
        let ReadiedAction::Pursue { category, .. } = readied.action else { return false };
        let (at, reach) = (mark_of(fight, *holder), weapon_reach(category));
        is_within_reach(reach, at, start) && !is_within_reach(reach, at, mark_of(fight, mover))
    };
    if !maneuvers::is_in_action(fight, mover) {
        return Ok(());
    }
    let due: Vec<CombatantId> = fight.state.turn_order.iter().copied().filter(is_set_off).collect();
    for holder in due {
        fire_readied(resolver, holder, Some(mover))?;
    }
    Ok(())
}

/// RANKS-READY-4: whether the one attacked fights defensively.
pub fn fights_defensively(fight: &Fight, who: CombatantId, attacker: CombatantId) -> bool {
    readied_check_against(fight, who, attacker)
        .is_some_and(|readied| readied.trigger == Trigger::Attacked)
}

/// It has fired.
pub fn use_up_readied(resolver: &mut Resolver, who: CombatantId) {
    visibility::reveal_actor(resolver, who);
    resolver.emit(Event::ReadiedCheckFired(who));
}

/// RANKS-READY-3: it fires by itself, just before what sets it off goes on, with all its windows.
/// RANKS-READY-5: one that is impossible when it fires is lost.
pub fn fire_readied(
    resolver: &mut Resolver,
    who: CombatantId,
    enemy: Option<CombatantId>,
) -> RuleResult {
    let fight = resolver.fight();
    let Some(one) = fight.get(who).filter(|one| one.body.is_active()) else { return Ok(()) };
    let Some(readied) = one.body.readied_check.clone() else { return Ok(()) };
    use_up_readied(resolver, who);
    let deed = readied_maneuver(resolver.fight(), who, &readied.action, enemy);
    let deed = deed.filter(|deed| maneuvers::check_maneuver(resolver.fight(), who, deed).is_ok());
    match deed {
        Some(deed) => maneuvers::resolve_maneuver(
            resolver,
            who,
            &deed,
            ManeuverOptions { spends_luck: false, is_readied: true },
        ),
        None => {
            resolver.emit(Event::ReadiedCheckLost(who));
            Ok(())
        }
    }
}

/// What a readied check is against whoever sets it off. RANKS-READY-5: a sprint goes to the nearest
/// mark from which the weapon reaches that enemy.
fn readied_maneuver(
    fight: &Fight,
    who: CombatantId,
    action: &ReadiedAction,
    enemy: Option<CombatantId>,
) -> Option<Maneuver> {
    match action {
        ReadiedAction::Strike { weapon, .. } => {
            Some(Maneuver::Attack { target: enemy?, weapon: weapon.clone() })
        }
        ReadiedAction::Force { method: how, direction } => {
            Some(Maneuver::Force { method: *how, target: enemy?, direction: *direction })
        }
        ReadiedAction::Pursue { weapon, category } => {
            fight.body(who).weapon_at_hand(weapon)?;
            let reach = weapon_reach(*category);
            let by = enemy.filter(|by| maneuvers::is_in_action(fight, *by))?;
            let to =
                nearest_mark_at_distance(fight, mark_of(fight, by), reach, mark_of(fight, who))?;
            Some(Maneuver::Dash { to: Some(to) })
        }
        ReadiedAction::Defend => None,
        ReadiedAction::Maneuver(deed) => Some(deed.clone()),
    }
}

/// Whether somebody has readied a check with a text trigger.
pub fn has_text_trigger(fight: &Fight, who: CombatantId) -> bool {
    fight.get(who).is_some_and(|one| {
        let readied = one.body.readied_check.as_ref();
        one.body.is_active() && readied.is_some_and(|it| it.trigger == Trigger::Text)
    })
}

/// RANKS-READY-2: a text trigger is fired by its holder or the GM, when no window is open.
pub fn check_text_trigger(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    let is_open = fight.phase == FightPhase::Running && fight.state.outcome.is_none();
    if is_open && has_text_trigger(fight, who) {
        return Ok(());
    }
    Err(RefusalReason::new("bad-trigger", "RANKS-READY-2").with_cause("nothing-readied"))
}

/// The checks that fit each trigger, as they are likely said.
pub fn for_each_likely_readied(
    enemies: &[CombatantId],
    weapons: &[(&Name, &Weapon)],
    mut offer: impl FnMut(ReadiedCheck),
) {
    let mut ready = |trigger, enemy, check| {
        offer(ReadiedCheck { trigger, enemy, action: check, trigger_text: String::new() })
    };
    ready(Trigger::Attacked, None, ReadiedAction::Defend);
    for (name, Weapon { category, .. }) in weapons {
        let (weapon, category) = (|| Name::clone(name), *category);
        let strike = || ReadiedAction::Strike { weapon: weapon(), category };
        ready(Trigger::EntersReach, None, strike());
        ready(Trigger::LeavesReach, None, ReadiedAction::Pursue { weapon: weapon(), category });
        for enemy in enemies.iter().copied() {
            let attack = Maneuver::Attack { target: enemy, weapon: weapon() };
            ready(Trigger::Text, None, ReadiedAction::Maneuver(attack));
            ready(Trigger::EntersReach, Some(enemy), strike());
        }
    }
    for how in ForceMethod::ALL {
        let check =
            ReadiedAction::Force { method: Some(how), direction: Some(ForceDirection::Away) };
        ready(Trigger::EntersReach, None, check);
    }
}

/// RANKS-READY-2: the button of a text trigger waits beside everything and stops nothing.
pub fn trigger_invitations(fight: &Fight) -> Vec<(CombatantId, Vec<Act>)> {
    let all = fight.iter().map(|(who, _)| who);
    let ready = all.filter(|who| check_text_trigger(fight, *who).is_ok());
    ready.map(|who| (who, vec![Act::Trigger])).collect()
}
