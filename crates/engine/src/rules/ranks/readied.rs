//! Readied checks (RANKS-READY): a trigger, one enemy or any, and one check with all its details;
//! what sets them off, and how they break into what is going on.

use serde::{Deserialize, Serialize};

use super::acts::Act;
use super::attacks::reach_of;
use super::deeds::{self, Deed, How};
use super::engagement::{are_enemies, check_enemy, is_known};
use super::force::{self, Direction, Forcing};
use super::sheet::{Category, Feet, Name, Weapon};
use super::state::Note;
use super::zones::{mark_of, nearest_at};
use super::{Fight, Scene, Step, visibility};
use crate::fight::Phase;
use crate::ids::CombatantId;
use crate::keyed::keyed;
use crate::why::Why;

/// RANKS-READY-1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Readied {
    pub trigger: Trigger,
    /// None: any.
    pub enemy: Option<CombatantId>,
    pub check: Check,
    /// A text trigger in words.
    #[serde(default)]
    pub text: String,
}

keyed! {
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
pub enum Check {
    /// An attack on whoever enters the reach of this weapon.
    Strike { weapon: Name, category: Category },
    /// A force on whoever enters its reach. None: what is named there is not.
    Force { how: Option<Forcing>, direction: Option<Direction> },
    /// A sprint after whoever leaves the reach of this weapon.
    Pursue { weapon: Name, category: Category },
    /// To fight defensively.
    Defend,
    /// Any one check, with a text trigger.
    Do(Deed),
}

impl Readied {
    /// Whom it names: who sets it off, and to whom it is done.
    pub fn names(&self) -> impl Iterator<Item = CombatantId> {
        let done_to = match &self.check {
            Check::Do(deed) => deed.enemy(),
            Check::Strike { .. } | Check::Force { .. } | Check::Pursue { .. } | Check::Defend => {
                None
            }
        };
        self.enemy.into_iter().chain(done_to)
    }
}

/// RANKS-READY-2: the trigger must itself make the check possible; distance is not checked
/// otherwise.
pub fn check(fight: &Fight, who: CombatantId, readied: Option<&Readied>) -> Result<(), Why> {
    let readied = readied.ok_or(Why::new("bad-trigger", "RANKS-READY-2"))?;
    if let Some(enemy) = readied.enemy {
        check_enemy(fight, who, enemy, "RANKS-READY-1")?;
    }
    check_what(fight, who, &readied.check)?;
    check_fit(fight, who, readied)
}

/// Whether the trigger makes the check possible.
pub fn check_fit(fight: &Fight, who: CombatantId, readied: &Readied) -> Result<(), Why> {
    let Readied { trigger, enemy, check, .. } = readied;
    let fits = match trigger {
        Trigger::EntersReach => match (reach(check), enemy) {
            (Some(reach), Some(enemy)) => {
                !is_within(reach, mark_of(fight, who), mark_of(fight, *enemy))
            }
            (reach, _) => reach.is_some(),
        },
        Trigger::LeavesReach => matches!(check, Check::Pursue { .. }),
        Trigger::Attacked => matches!(check, Check::Defend),
        Trigger::Text => matches!(check, Check::Do(_)),
    };
    if fits { Ok(()) } else { Err(Why::new("bad-trigger", "RANKS-READY-2")) }
}

/// What a readied check needs whoever sets it off.
fn check_what(fight: &Fight, who: CombatantId, check: &Check) -> Result<(), Why> {
    match check {
        Check::Strike { weapon, .. } | Check::Pursue { weapon, .. } => {
            let at_hand = fight.body(who).weapon_at_hand(weapon);
            at_hand.map(|_| ()).ok_or(Why::new("not-in-hand", "RANKS-READY-2"))
        }
        Check::Force { how, direction } => match (how, direction) {
            (None, _) | (_, None) | (Some(Forcing::Arena), Some(Direction::Down)) => {
                Err(Why::new("bad-skill", "RANKS-READY-2"))
            }
            (Some(_), Some(_)) => Ok(()),
        },
        Check::Defend => Ok(()),
        Check::Do(deed) => deeds::check_what(fight, who, deed),
    }
}

/// The reach that somebody comes into.
fn reach(check: &Check) -> Option<(Feet, Feet)> {
    match check {
        Check::Strike { category, .. } => Some(reach_of(*category)),
        Check::Force { how, .. } => how.map(force::reach_of),
        Check::Pursue { .. } | Check::Defend | Check::Do(_) => None,
    }
}

fn is_within((least, most): (Feet, Feet), one: Feet, other: Feet) -> bool {
    (least..=most).contains(&one.abs_diff(other))
}

/// RANKS-READY-1: the bonus action is the whole price; one readied check at a time.
pub fn ready(scene: &mut Scene, who: CombatantId, readied: &Readied) {
    scene.note(Note::Readied { who, readied: Some(Box::new(readied.clone())) });
}

/// Whether what somebody has readied is meant for this enemy, and may fire at all.
fn is_meant(fight: &Fight, holder: CombatantId, enemy: CombatantId) -> Option<&Readied> {
    let one = fight.get(holder)?;
    let readied = one.body.readied.as_ref()?;
    let is_meant = one.body.is_active()
        && readied.enemy.is_none_or(|meant| meant == enemy)
        && are_enemies(fight, holder, enemy)
        && is_known(fight, holder, enemy);
    is_meant.then_some(readied)
}

/// RANKS-READY-2: whose readied checks an enemy's step from mark to mark sets off: from outside
/// into the reach of that weapon or force. RANKS-READY-5: in initiative order.
pub fn set_off_by(fight: &Fight, mover: CombatantId, from: Feet, to: Feet) -> Vec<CombatantId> {
    let is_set_off = |holder: &CombatantId| {
        let Some(readied) = is_meant(fight, *holder, mover) else { return false };
        let at = mark_of(fight, *holder);
        let comes_in = |reach| !is_within(reach, at, from) && is_within(reach, at, to);
        readied.trigger == Trigger::EntersReach && reach(&readied.check).is_some_and(comes_in)
    };
    fight.state.order.iter().copied().filter(is_set_off).collect()
}

/// RANKS-READY-2: after an enemy's movement that began inside and ended outside the reach of the
/// weapon in hand. RANKS-READY-5: in initiative order.
pub fn pursue(scene: &mut Scene, mover: CombatantId, begin: Feet) -> Step {
    let fight = scene.fight();
    let is_set_off = |holder: &CombatantId| {
        let Some(readied) = is_meant(fight, *holder, mover) else { return false };
        let Check::Pursue { category, .. } = readied.check else { return false };
        let (at, reach) = (mark_of(fight, *holder), reach_of(category));
        is_within(reach, at, begin) && !is_within(reach, at, mark_of(fight, mover))
    };
    if !deeds::is_in(fight, mover) {
        return Ok(());
    }
    let due: Vec<CombatantId> = fight.state.order.iter().copied().filter(is_set_off).collect();
    for holder in due {
        fire(scene, holder, Some(mover))?;
    }
    Ok(())
}

/// RANKS-READY-4: whether the one attacked fights defensively.
pub fn fights_defensively(fight: &Fight, who: CombatantId, attacker: CombatantId) -> bool {
    is_meant(fight, who, attacker).is_some_and(|readied| readied.trigger == Trigger::Attacked)
}

/// It has fired.
pub fn use_up(scene: &mut Scene, who: CombatantId) {
    visibility::show(scene, who);
    scene.note(Note::ReadyFired(who));
}

/// RANKS-READY-3: it fires by itself, just before what sets it off goes on, with all its windows.
/// RANKS-READY-5: one that is impossible when it fires is lost.
pub fn fire(scene: &mut Scene, who: CombatantId, by: Option<CombatantId>) -> Step {
    let fight = scene.fight();
    let Some(one) = fight.get(who).filter(|one| one.body.is_active()) else { return Ok(()) };
    let Some(readied) = one.body.readied.clone() else { return Ok(()) };
    use_up(scene, who);
    let deed = deed_of(scene.fight(), who, &readied.check, by);
    let deed = deed.filter(|deed| deeds::check(scene.fight(), who, deed).is_ok());
    match deed {
        Some(deed) => deeds::play(scene, who, &deed, How { luck: false, is_readied: true }),
        None => {
            scene.note(Note::ReadyLost(who));
            Ok(())
        }
    }
}

/// What a readied check is against whoever sets it off. RANKS-READY-5: a sprint goes to the nearest
/// mark from which the weapon reaches that enemy.
fn deed_of(
    fight: &Fight,
    who: CombatantId,
    check: &Check,
    by: Option<CombatantId>,
) -> Option<Deed> {
    match check {
        Check::Strike { weapon, .. } => Some(Deed::Attack { target: by?, weapon: weapon.clone() }),
        Check::Force { how, direction } => {
            Some(Deed::Force { how: *how, target: by?, direction: *direction })
        }
        Check::Pursue { weapon, category } => {
            fight.body(who).weapon_at_hand(weapon)?;
            let reach = reach_of(*category);
            let by = by.filter(|by| deeds::is_in(fight, *by))?;
            let to = nearest_at(fight, mark_of(fight, by), reach, mark_of(fight, who))?;
            Some(Deed::Dash { to: Some(to) })
        }
        Check::Defend => None,
        Check::Do(deed) => Some(deed.clone()),
    }
}

/// Whether somebody has readied a check with a text trigger.
pub fn has_text_trigger(fight: &Fight, who: CombatantId) -> bool {
    fight.get(who).is_some_and(|one| {
        let readied = one.body.readied.as_ref();
        one.body.is_active() && readied.is_some_and(|it| it.trigger == Trigger::Text)
    })
}

/// RANKS-READY-2: a text trigger is fired by its holder or the GM, when no window is open.
pub fn check_trigger(fight: &Fight, who: CombatantId) -> Result<(), Why> {
    let is_open = fight.phase == Phase::Running && fight.state.outcome.is_none();
    if is_open && has_text_trigger(fight, who) {
        return Ok(());
    }
    Err(Why::new("bad-trigger", "RANKS-READY-2").because("nothing-readied"))
}

/// The checks that fit each trigger, as they are likely said.
pub fn likely(enemies: &[CombatantId], arms: &[(&Name, &Weapon)], mut offer: impl FnMut(Readied)) {
    let mut ready =
        |trigger, enemy, check| offer(Readied { trigger, enemy, check, text: String::new() });
    ready(Trigger::Attacked, None, Check::Defend);
    for (name, Weapon { category, .. }) in arms {
        let (weapon, category) = (|| Name::clone(name), *category);
        let strike = || Check::Strike { weapon: weapon(), category };
        ready(Trigger::EntersReach, None, strike());
        ready(Trigger::LeavesReach, None, Check::Pursue { weapon: weapon(), category });
        for enemy in enemies.iter().copied() {
            let attack = Deed::Attack { target: enemy, weapon: weapon() };
            ready(Trigger::Text, None, Check::Do(attack));
            ready(Trigger::EntersReach, Some(enemy), strike());
        }
    }
    for how in Forcing::ALL {
        let check = Check::Force { how: Some(how), direction: Some(Direction::Away) };
        ready(Trigger::EntersReach, None, check);
    }
}

/// RANKS-READY-2: the button of a text trigger waits beside everything and stops nothing.
pub fn invitations(fight: &Fight) -> Vec<(CombatantId, Vec<Act>)> {
    let all = fight.iter().map(|(who, _)| who);
    let ready = all.filter(|who| check_trigger(fight, *who).is_ok());
    ready.map(|who| (who, vec![Act::Trigger])).collect()
}
