//! Acts: what a combatant may attempt, the checks before it in the order of refusals, and the way
//! to its rule.

use serde::{Deserialize, Serialize};

use super::checks::{BREAKING, Check};
use super::deeds::{self, Deed, How};
use super::holds::{self, Event, Hold, Scope, Trigger, WHOEVER};
use super::items::Use;
use super::sheet::{Attribute, Name, Skill, Trait};
use super::state::{Allowance, Note, Turn, Way};
use super::zones::{check_step, zone_of};
use super::{Fight, Scene, Step, aim, attacks, checks, defend, escape, fallen, grapple, help};
use super::{initiative, items, turns, zones};
use crate::engine::ids::{CombatantId, ZoneId};
use crate::engine::why::Why;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// FATES-INIT-1.
    Init,
    /// FATES-INIT-8: after this one.
    Delay(CombatantId),
    /// FATES-ZONE-2.
    Move(ZoneId),
    /// FATES-ZONE-3.
    Dash(ZoneId),
    /// Attack, Use an Item, Use a Skill.
    Do {
        deed: Deed,
        free: bool,
        fp: bool,
    },
    /// FATES-DEF-1; none: a skill that there is not. The step is the Juggernaut's.
    Defend {
        with: Option<Skill>,
        free: bool,
        step: Option<ZoneId>,
    },
    /// FATES-AIM-1.
    Aim {
        mode: AimMode,
        free: bool,
    },
    /// FATES-HELP-1.
    Assist {
        free: bool,
    },
    /// FATES-HOLD-1.
    Hold(Box<Hold>),
    /// FATES-HOLD-3: what is held with a text trigger, in anybody's turn.
    Trigger,
    /// FATES-TURN-7.
    Swap(Name),
    PickUp(Name),
    /// FATES-SKILL-3.
    Release(Option<CombatantId>),
    /// FATES-FLEE-1.
    Flee,
    /// FATES-TURN-9.
    Pass,
    /// FATES-FATE-12: pays an owed pick.
    Pick(Vec<Attribute>),
}

/// FATES-AIM-1: which of the two is chosen when taking it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AimMode {
    /// None: a skill that there is not.
    Bonus(Option<Skill>),
    Steady,
}

/// What of a turn an act takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cost {
    Move,
    Action,
    /// By this trait, where one covers it.
    Free(Option<Trait>),
    Handling,
    Nothing,
}

/// What an act costs (FATES-TURN-3); what a Free Action needs is asked of the fight.
fn cost(fight: &Fight, who: CombatantId, act: &Act) -> Cost {
    let spends = |free: bool, by: &dyn Fn() -> Option<Trait>| {
        if free { Cost::Free(by()) } else { Cost::Action }
    };
    match act {
        Act::Move(_) => Cost::Move,
        Act::Dash(_) | Act::Hold(_) => Cost::Action,
        Act::Do { deed, free, .. } => spends(*free, &|| deed.covered_by(fight, who)),
        Act::Defend { with, free, .. } => spends(*free, &|| {
            with.filter(|with| *with == Skill::Athletics).map(|_| Trait::Juggernaut)
        }),
        Act::Aim { free, .. } => spends(*free, &|| Some(Trait::KeenEye)),
        Act::Assist { free } => spends(*free, &|| Some(Trait::Commander)),
        Act::Swap(_) | Act::PickUp(_) => Cost::Handling,
        Act::Init
        | Act::Delay(_)
        | Act::Trigger
        | Act::Release(_)
        | Act::Flee
        | Act::Pass
        | Act::Pick(_) => Cost::Nothing,
    }
}

impl Act {
    /// What the act costs, for its label.
    pub fn cost(&self) -> &'static str {
        match self {
            Self::Do { free: true, .. }
            | Self::Defend { free: true, .. }
            | Self::Aim { free: true, .. }
            | Self::Assist { free: true } => "Free Action",
            Self::Do { .. }
            | Self::Defend { .. }
            | Self::Aim { .. }
            | Self::Assist { .. }
            | Self::Dash(_) => "Action",
            Self::Hold(_) => "Action, ends the turn",
            Self::Move(_) => "Move",
            Self::Swap(_) | Self::PickUp(_) => "Handling",
            Self::Flee => "Turn",
            Self::Init
            | Self::Delay(_)
            | Self::Trigger
            | Self::Release(_)
            | Self::Pass
            | Self::Pick(_) => "",
        }
    }
}

/// The checks of an act, in the order in which refusals take precedence.
pub fn check(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), Why> {
    match act {
        Act::Init => return initiative::check(fight, who),
        Act::Trigger => return holds::check_trigger(fight, who),
        Act::Pick(attributes) => return fallen::check_pick(fight.body(who), attributes),
        _ => turns::check_turn(fight, who)?,
    }
    check_blaze(fight, who, act)?;
    check_budget(fight, who, act)?;
    check_itself(fight, who, act)
}

/// FATES-FATE-8: in a Blaze turn delay, Hold and escape are refused.
fn check_blaze(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), Why> {
    let is_blaze = turns::turn_of(fight, who).is_some_and(|turn| turn.blaze);
    if is_blaze && matches!(act, Act::Delay(_) | Act::Hold(_) | Act::Flee) {
        return Err(Why::new("blaze-turn", "FATES-FATE-8"));
    }
    Ok(())
}

/// FATES-TURN-4: Actions and Free Actions together never exceed two; FATES-TURN-5: three with
/// Momentum, which gives one more Action. FATES-TURN-3: one Move, one Action. FATES-TURN-6: each
/// trait serves once. FATES-TURN-7: one object handling.
fn check_budget(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), Why> {
    let Some(turn) = turns::turn_of(fight, who) else { return Ok(()) };
    let cost = cost(fight, who, act);
    if matches!(cost, Cost::Action | Cost::Free(_)) && is_capped(turn) {
        return Err(Why::new("action-cap", "FATES-TURN-4"));
    }
    match cost {
        Cost::Move if turn.moved => Err(Why::new("no-move", "FATES-ZONE-2")),
        Cost::Action if turn.actions > u8::from(turn.momentum) => {
            Err(Why::new("no-action", "FATES-TURN-3"))
        }
        Cost::Free(by) => match by.filter(|by| fight.body(who).has(*by)) {
            None => Err(Why::new("no-trait", "FATES-TURN-6")),
            Some(by) if turn.free.contains(&by) => Err(Why::new("no-free-action", "FATES-TURN-6")),
            Some(_) => Ok(()),
        },
        Cost::Handling if turn.handled => Err(Why::new("no-handling", "FATES-TURN-7")),
        Cost::Move | Cost::Action | Cost::Handling | Cost::Nothing => Ok(()),
    }
}

fn is_capped(turn: &Turn) -> bool {
    turn.actions as usize + turn.free.len() >= 2 + usize::from(turn.momentum)
}

/// The checks that are left once there is the budget for it.
fn check_itself(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), Why> {
    match act {
        Act::Delay(after) => initiative::check_delay(fight, who, *after),
        Act::Move(to) | Act::Dash(to) => check_step(fight, who, *to),
        Act::Do { deed, fp, .. } => {
            deeds::check(fight, who, deed)?;
            deeds::check_fp(fight, who, deed, *fp)
        }
        Act::Defend { with, free, step } => {
            defend::check(*with)?;
            match step {
                Some(_) if !free => Err(Why::new("no-trait", "FATES-TURN-6")),
                Some(to) => check_step(fight, who, *to),
                None => Ok(()),
            }
        }
        Act::Aim { mode: AimMode::Bonus(with), .. } => aim::check(*with),
        Act::Hold(hold) => holds::check(fight, who, hold),
        Act::Swap(item) => items::check_swap(fight, who, item),
        Act::PickUp(item) => items::check_pickup(fight, who, item),
        Act::Release(target) => grapple::check_release(fight, who, *target),
        Act::Flee => escape::check(fight, who),
        Act::Aim { mode: AimMode::Steady, .. }
        | Act::Assist { .. }
        | Act::Init
        | Act::Trigger
        | Act::Pass
        | Act::Pick(_) => Ok(()),
    }
}

/// The Action or Free Action that an act takes of the turn.
pub fn spend(scene: &mut Scene, who: CombatantId, act: &Act) {
    let (what, by) = match cost(scene.fight(), who, act) {
        Cost::Action => (Allowance::Action, None),
        Cost::Free(by) => (Allowance::Free, by),
        Cost::Move | Cost::Handling | Cost::Nothing => return,
    };
    scene.note(Note::Spent { who, what, by });
}

/// FATES-ROLL-6: a refused command rolls nothing, spends nothing and changes nothing.
pub fn perform(scene: &mut Scene, who: CombatantId, act: &Act) -> Step {
    check(scene.fight(), who, act).map_err(|why| why.refusal(scene.fight(), who))?;
    match act {
        Act::Init => initiative::roll(scene, who),
        Act::Delay(after) => initiative::delay(scene, who, *after),
        Act::Move(to) => return zones::step(scene, who, *to, Way::Move),
        Act::Dash(to) => {
            spend(scene, who, act);
            return zones::step(scene, who, *to, Way::Dash);
        }
        Act::Do { deed, fp, .. } => {
            spend(scene, who, act);
            return deeds::play(scene, who, deed, How::OwnTurn { fp: *fp });
        }
        Act::Defend { with, step, .. } => {
            spend(scene, who, act);
            defend::defend(scene, who, with.unwrap_or(Skill::Agility));
            if let Some(to) = step {
                return zones::step(scene, who, *to, Way::Step);
            }
        }
        Act::Aim { mode, .. } => {
            spend(scene, who, act);
            aim::take(scene, who, *mode);
        }
        Act::Assist { .. } => {
            spend(scene, who, act);
            help::store(scene, who);
        }
        Act::Hold(hold) => return holds::hold(scene, who, hold),
        Act::Trigger => return holds::fire(scene, who, CombatantId::NOBODY),
        Act::Swap(item) => items::swap(scene, who, item),
        Act::PickUp(item) => items::pick_up(scene, who, item),
        Act::Release(target) => grapple::release(scene, who, *target),
        Act::Flee => return escape::flee(scene, who),
        Act::Pass => scene.note(Note::Finished(who)),
        Act::Pick(attributes) => fallen::pick(scene, who, attributes),
    }
    Ok(())
}

/// Every legal act of a combatant, as its controller knows the fight. Of held actions the likely
/// ones are listed; others may be said.
pub fn legal(fight: &Fight, who: CombatantId, out: &mut Vec<Act>) {
    let mut offer = |act: Act| {
        if check(fight, who, &act).is_ok() {
            out.push(act);
        }
    };
    offer(Act::Init);
    offer(Act::Trigger);
    if fight.body(who).pick_owed {
        offer_picks(&mut offer);
    }
    let Some(turn) = turns::turn_of(fight, who) else { return };
    if turns::check_turn(fight, who).is_err() {
        return;
    }
    if !is_capped(turn) {
        offer_deeds(fight, who, &mut offer);
        offer_actions(fight, who, &mut offer);
        offer_holds(fight, who, &mut offer);
    }
    for to in fight.zones.neighbours(zone_of(fight, who)) {
        offer(Act::Move(to));
    }
    let body = fight.body(who);
    body.gear.iter().for_each(|item| offer(Act::Swap(item.name.clone())));
    items::lying(fight, who).for_each(|item| offer(Act::PickUp(item.name.clone())));
    offer(Act::Release(None));
    for (other, _) in fight.iter() {
        offer(Act::Release(Some(other)));
        if turn.is_fresh() {
            offer(Act::Delay(other));
        }
    }
    offer(Act::Flee);
    offer(Act::Pass);
}

fn offer_picks(offer: &mut impl FnMut(Act)) {
    for (at, one) in Attribute::ALL.iter().enumerate() {
        offer(Act::Pick(vec![*one]));
        for other in &Attribute::ALL[at + 1..] {
            offer(Act::Pick(vec![*one, *other]));
        }
    }
}

/// Attack, Use an Item, Use a Skill: as an Action, as a Free Action, with a Fate Point.
fn offer_deeds(fight: &Fight, who: CombatantId, offer: &mut impl FnMut(Act)) {
    let mut ways = |deed: Deed, has_roll: bool| {
        for free in [false, true] {
            offer(Act::Do { deed: deed.clone(), free, fp: false });
            if has_roll {
                offer(Act::Do { deed: deed.clone(), free, fp: true });
            }
        }
    };
    let body = fight.body(who);
    for (target, _) in fight.iter() {
        if attacks::check_target(fight, who, target).is_ok() {
            for weapon in body.weapons_at_hand() {
                ways(Deed::Attack { target, weapon: weapon.clone() }, true);
            }
            ways(Deed::Check(Check::Grapple(target)), true);
        }
    }
    uses(fight, who).into_iter().for_each(|thing| ways(Deed::Use(thing), false));
    for skill in skill_checks() {
        ways(Deed::Check(skill), true);
    }
    for with in BREAKING {
        ways(Deed::Check(Check::Break(Some(*with))), true);
    }
}

fn uses(fight: &Fight, who: CombatantId) -> Vec<Use> {
    let mut all = vec![Use::Interact(String::new())];
    for item in fight.body(who).gear.iter().filter(|item| item.heals.is_some()) {
        let on = fight.iter().map(|(on, _)| on);
        all.extend(on.map(|on| Use::Item { item: item.name.clone(), on }));
    }
    for to in fight.zones.neighbours(zone_of(fight, who)) {
        all.extend([true, false].map(|open| Use::Door { to, open }));
    }
    all
}

/// Each attribute by itself, and each skill with its own.
fn skill_checks() -> impl Iterator<Item = Check> {
    let plain = Attribute::ALL.iter().map(|attribute| (*attribute, None));
    let skilled = Skill::ALL.iter().map(|skill| (skill.attribute(), Some(*skill)));
    plain.chain(skilled).map(|(attribute, skill)| Check::Skill {
        attribute: Some(attribute),
        skill,
        text: String::new(),
    })
}

fn offer_actions(fight: &Fight, who: CombatantId, offer: &mut impl FnMut(Act)) {
    for to in fight.zones.neighbours(zone_of(fight, who)) {
        offer(Act::Dash(to));
        offer(Act::Defend { with: Some(Skill::Athletics), free: true, step: Some(to) });
    }
    for free in [false, true] {
        for with in defend::SKILLS {
            offer(Act::Defend { with: Some(*with), free, step: None });
        }
        for with in aim::SKILLS {
            offer(Act::Aim { mode: AimMode::Bonus(Some(*with)), free });
        }
        offer(Act::Aim { mode: AimMode::Steady, free });
        offer(Act::Assist { free });
    }
}

/// Held attacks on whoever comes, attacks or runs; held deeds of other kinds against enemies who
/// come.
fn offer_holds(fight: &Fight, who: CombatantId, offer: &mut impl FnMut(Act)) {
    let here = zone_of(fight, who);
    let mut hold = |event: Event, who: Scope, deed: Deed| {
        let trigger = Trigger { event, who };
        let difficulty = checks::MODERATE;
        offer(Act::Hold(Box::new(Hold { trigger, deed, difficulty })));
    };
    for weapon in fight.body(who).weapons_at_hand() {
        let attack = |target| Deed::Attack { target, weapon: weapon.clone() };
        for event in [
            Event::Enters(Some(here)),
            Event::Leaves(Some(here)),
            Event::Attacks(None),
            Event::UsesItem,
            Event::UsesSkill,
            Event::Flees,
        ] {
            hold(event, Scope::Enemies, attack(WHOEVER));
        }
        for (target, _) in fight.iter() {
            if attacks::check_target(fight, who, target).is_ok() {
                hold(Event::Wounded, Scope::Allies, attack(target));
                hold(Event::Text(String::new()), Scope::Enemies, attack(target));
            }
        }
    }
    let others = uses(fight, who).into_iter().map(Deed::Use);
    let checks = [Check::Grapple(WHOEVER), Check::Break(Some(Skill::Athletics))];
    for deed in others.chain(checks.into_iter().chain(skill_checks().take(1)).map(Deed::Check)) {
        hold(Event::Enters(None), Scope::Enemies, deed.clone());
        hold(Event::LastLeaves(here), Scope::Allies, deed);
    }
}
