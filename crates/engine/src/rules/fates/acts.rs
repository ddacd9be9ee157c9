//! Acts: what a combatant may attempt, the checks before it in the order of refusals, and the way
//! to its rule.

use serde::{Deserialize, Serialize};

use super::Fates;
use super::checks::{BREAKING, Check};
use super::deeds::{self, Deed, How};
use super::holds::{self, Event, Hold, Scope, Trigger, WHOEVER};
use super::items::Use;
use super::sheet::{Attribute, Band, Body, Name, Prose, Skill, Trait, Weapon};
use super::state::{Allowance, Note, Turn, Way};
use super::wounded::are_allies;
use super::zones::{between, check_step, zone_of};
use super::{Fight, Scene, Step, aim, attacks, checks, defend, escape, fallen, grapple, help};
use super::{initiative, items, rolls, turns, zones};
use crate::ids::{CombatantId, ZoneId};
use crate::things::kinds;
use crate::why::Why;
use crate::{Acts, put};

/// What a combatant attempts. FATES-TURN-8: short talk is free and needs no act.
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
    /// FATES-HOLD-1; none: what cannot be held.
    Hold(Option<Hold>),
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
    /// FATES-FATE-12: an owed pick is paid at any time in the fight, also while a window is open.
    pub fn is_aside(&self) -> bool {
        matches!(self, Self::Pick(attributes) if !attributes.is_empty())
    }

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

/// FATES-TURN-4: Actions and Free Actions together never exceed two; FATES-TURN-5: Momentum lifts
/// that, and gives one more Action. FATES-TURN-3: one Move, one Action. FATES-TURN-6: each
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
    !turn.momentum && turn.actions as usize + turn.free.len() >= 2
}

/// Whether an Action is left.
pub fn has_action(turn: &Turn) -> bool {
    !is_capped(turn) && turn.actions <= u8::from(turn.momentum)
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
        Act::Hold(hold) => holds::check(fight, who, hold.as_ref()),
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

impl Acts for Fates {
    /// FATES-ROLL-6: a refused command rolls nothing, spends nothing and changes nothing.
    fn perform(scene: &mut Scene, who: CombatantId, act: &Act) -> Step {
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
            Act::Hold(hold) => {
                let Some(hold) = hold else { return Ok(()) };
                return holds::hold(scene, who, hold);
            }
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

    /// Every legal act of a combatant, as its controller knows the fight. Of held actions the
    /// likely ones are listed; others may be said.
    ///
    /// What [`check`] asks of every act of a kind is asked once for the kind.
    fn acts(fight: &Fight, who: CombatantId, out: &mut Vec<Act>) {
        let mut out_of_turn = |act: Act| {
            if check(fight, who, &act).is_ok() {
                out.push(act);
            }
        };
        out_of_turn(Act::Init);
        out_of_turn(Act::Trigger);
        if fight.body(who).pick_owed {
            picks().for_each(|pick| out_of_turn(Act::Pick(pick)));
        }
        let Some(turn) = turns::turn_of(fight, who) else { return };
        if turns::check_turn(fight, who).is_err() {
            return;
        }
        let body = fight.body(who);
        let can_act = has_action(turn);
        let is_free = |one: Trait| body.has(one) && !turn.free.contains(&one);
        let free = Trait::ALL.map(|one| !is_capped(turn) && is_free(one));
        let has_fp = rolls::check_fp(fight, who, true).is_ok();
        let mut offers = Offers { fight, who, can_act, has_fp, free, out };
        if can_act || free.contains(&true) {
            let targets = targets(fight, who);
            let weapons: Vec<_> = body.weapons_at_hand().collect();
            let uses = uses(fight, who);
            offers.deeds(&targets, &weapons, &uses);
            offers.actions();
            if can_act && !turn.blaze {
                offers.holds(&targets, &weapons, &uses);
            }
        }
        if !turn.moved {
            let near = fight.zones.neighbours(zone_of(fight, who));
            let near = near.filter(|to| check_step(fight, who, *to).is_ok());
            offers.out.extend(near.map(Act::Move));
        }
        if !turn.handled {
            let own = kinds(&body.gear).map(|item| &item.name);
            let own = own.filter(|item| items::check_swap(fight, who, item).is_ok());
            offers.out.extend(own.cloned().map(Act::Swap));
            let lying = kinds(items::lying(fight, who)).map(|item| item.name.clone());
            offers.out.extend(lying.map(Act::PickUp));
        }
        offers.add(Act::Release(None));
        let may_delay = turn.is_fresh() && !turn.blaze && !body.delayed;
        for (other, one) in fight.iter() {
            if one.body.grappled_by == Some(who) {
                offers.add(Act::Release(Some(other)));
            }
            if may_delay && initiative::check_place(fight, who, other).is_ok() {
                put(offers.out, || Act::Delay(other));
            }
        }
        if !turn.blaze {
            offers.add(Act::Flee);
        }
        offers.out.push(Act::Pass);
    }

    fn is_aside(act: &Act) -> bool {
        act.is_aside()
    }

    fn cost(act: &Act) -> &'static str {
        act.cost()
    }
}

/// Every pick of attributes: one, or two different ones.
fn picks() -> impl Iterator<Item = Vec<Attribute>> {
    Attribute::ALL.iter().enumerate().flat_map(|(at, one)| {
        let two = Attribute::ALL[at + 1..].iter().map(|other| vec![*one, *other]);
        std::iter::once(vec![*one]).chain(two)
    })
}

/// Whom one may attack, and how far away they are.
type Targets = [(CombatantId, Option<Band>)];
/// With what.
type Weapons<'a> = [(&'a Name, &'a Weapon)];

/// The legal acts of one combatant, as far as they have been found.
struct Offers<'a> {
    fight: &'a Fight,
    who: CombatantId,
    /// The Action is left.
    can_act: bool,
    /// A Fate Point is left.
    has_fp: bool,
    /// Of each trait, whether its Free Action is left.
    free: [bool; Trait::ALL.len()],
    out: &'a mut Vec<Act>,
}

impl Offers<'_> {
    fn add(&mut self, act: Act) {
        if check_itself(self.fight, self.who, &act).is_ok() {
            self.out.push(act);
        }
    }

    fn has_free(&self, by: Option<Trait>) -> bool {
        by.is_some_and(|by| self.free[by as usize])
    }

    /// As an Action, and as the Free Action of a trait.
    fn ways(&mut self, by: Option<Trait>, act: impl Fn(bool) -> Act) {
        if self.can_act {
            put(self.out, || act(false));
        }
        if self.has_free(by) {
            put(self.out, || act(true));
        }
    }

    /// A deed that is legal: as an Action, and as the Free Action of a trait.
    fn offer(&mut self, by: Option<Trait>, deed: impl Fn() -> Deed) {
        self.ways(by, |free| Act::Do { deed: deed(), free, fp: false });
    }

    /// One that has a roll: with a Fate Point as well.
    fn roll(&mut self, by: Option<Trait>, deed: impl Fn() -> Deed) {
        self.offer(by, &deed);
        if self.has_fp {
            self.ways(by, |free| Act::Do { deed: deed(), free, fp: true });
        }
    }

    /// Attack, Use an Item, Use a Skill.
    fn deeds(&mut self, targets: &Targets, weapons: &Weapons, uses: &[Use]) {
        let (fight, who) = (self.fight, self.who);
        for (target, band) in targets.iter().copied() {
            for (name, weapon) in weapons.iter().copied() {
                if attacks::check_band(target, band, attacks::furthest(weapon)).is_ok() {
                    let attack = || Deed::Attack { target, weapon: name.clone() };
                    self.roll(attacks::covered_by(weapon), attack);
                }
            }
            if attacks::check_band(target, band, Band::Close).is_ok() {
                self.roll(None, || Deed::Check(Check::Grapple(target)));
            }
        }
        for thing in uses.iter().filter(|thing| items::check_here(fight, who, thing).is_ok()) {
            self.offer(Some(Trait::QuickHands), || Deed::Use(thing.clone()));
        }
        for (attribute, skill) in skill_checks(fight.body(who)) {
            self.roll(None, || Deed::Check(skill_check(attribute, skill)));
        }
        for with in BREAKING.iter().map(|with| Check::Break(Some(*with))) {
            if checks::check(fight, who, &with).is_ok() {
                self.roll(None, || Deed::Check(with.clone()));
            }
        }
    }

    /// What else is an Action.
    fn actions(&mut self) {
        let (fight, who) = (self.fight, self.who);
        let near = fight.zones.neighbours(zone_of(fight, who));
        for to in near.filter(|to| check_step(fight, who, *to).is_ok()) {
            self.ways(None, |_| Act::Dash(to));
            if self.has_free(Some(Trait::Juggernaut)) {
                let with = Some(Skill::Athletics);
                put(self.out, || Act::Defend { with, free: true, step: Some(to) });
            }
        }
        for with in defend::SKILLS {
            let by = Some(Trait::Juggernaut).filter(|_| *with == Skill::Athletics);
            self.ways(by, |free| Act::Defend { with: Some(*with), free, step: None });
        }
        for with in aim::SKILLS {
            let mode = AimMode::Bonus(Some(*with));
            self.ways(Some(Trait::KeenEye), |free| Act::Aim { mode, free });
        }
        self.ways(Some(Trait::KeenEye), |free| Act::Aim { mode: AimMode::Steady, free });
        self.ways(Some(Trait::Commander), |free| Act::Assist { free });
    }

    /// A deed that may be held, for whatever comes first of these.
    fn hold(&mut self, event: impl FnOnce() -> Event, who: Scope, deed: impl FnOnce() -> Deed) {
        put(self.out, || {
            let trigger = Trigger { event: event(), who };
            Act::Hold(Some(Hold { trigger, deed: deed(), difficulty: checks::MODERATE }))
        });
    }

    /// What is likely held: attacks on whoever comes, attacks or runs, and on one enemy where an
    /// ally is wounded or the player says so; other deeds, for oneself and allies, where somebody
    /// comes or the last ally has gone.
    fn holds(&mut self, targets: &Targets, weapons: &Weapons, uses: &[Use]) {
        let (fight, who) = (self.fight, self.who);
        let here = zone_of(fight, who);
        let is_friend = |one: CombatantId| are_allies(fight, who, one);
        let enemies = &targets[..targets.partition_point(|(one, _)| !is_friend(*one))];
        for (name, _) in weapons {
            let attack = |target| Deed::Attack { target, weapon: Name::clone(name) };
            let whoever = || attack(WHOEVER);
            self.hold(|| Event::Enters(Some(here)), Scope::Enemies, whoever);
            self.hold(|| Event::Leaves(Some(here)), Scope::Enemies, whoever);
            self.hold(|| Event::Attacks(None), Scope::Enemies, whoever);
            self.hold(|| Event::UsesItem, Scope::Enemies, whoever);
            self.hold(|| Event::UsesSkill, Scope::Enemies, whoever);
            self.hold(|| Event::Flees, Scope::Enemies, whoever);
            for (target, _) in enemies.iter().copied() {
                self.hold(|| Event::Wounded, Scope::Allies, || attack(target));
                self.hold(|| Event::Text(Prose::default()), Scope::Enemies, || attack(target));
            }
        }
        for thing in uses.iter().filter(|thing| thing.on().is_none_or(is_friend)) {
            self.hold_alone(|| Deed::Use(thing.clone()));
        }
        self.hold_alone(|| Deed::Check(Check::Grapple(WHOEVER)));
        self.hold_alone(|| Deed::Check(Check::Break(Some(Skill::Athletics))));
        if let Some((attribute, skill)) = skill_checks(fight.body(who)).next() {
            self.hold_alone(|| Deed::Check(skill_check(attribute, skill)));
        }
    }

    /// A deed for where somebody comes, or the last ally has gone.
    fn hold_alone(&mut self, deed: impl Fn() -> Deed) {
        let here = zone_of(self.fight, self.who);
        self.hold(|| Event::Enters(None), Scope::Enemies, &deed);
        self.hold(|| Event::LastLeaves(here), Scope::Allies, &deed);
    }
}

/// Whom one may attack, enemies before allies: allies are seldom meant by what does harm.
fn targets(fight: &Fight, who: CombatantId) -> Vec<(CombatantId, Option<Band>)> {
    let mut targets = Vec::with_capacity(fight.combatants.len());
    for is_ally in [false, true] {
        let all = fight.iter().map(|(one, _)| one);
        let all = all.filter(|one| are_allies(fight, who, *one) == is_ally);
        let all = all.filter(|one| attacks::check_target(fight, who, *one).is_ok());
        targets.extend(all.map(|one| (one, between(fight, who, one))));
    }
    targets
}

/// What one might work or use up, as an item or a thing, now or when it is held.
fn uses(fight: &Fight, who: CombatantId) -> Vec<Use> {
    let mut uses = Vec::with_capacity(2 * fight.combatants.len());
    uses.push(Use::Interact(Prose::default()));
    for item in kinds(&fight.body(who).gear).filter(|item| item.heals.is_some()) {
        let all = fight.iter().map(|(on, _)| on);
        let all = all.filter(|on| attacks::check_receiver(fight, who, *on).is_ok());
        uses.extend(all.map(|on| Use::Item { item: item.name.clone(), on }));
    }
    for to in fight.zones.neighbours(zone_of(fight, who)) {
        uses.extend([true, false].into_iter().map(|open| Use::Door { to, open }));
    }
    uses
}

/// Each attribute by itself, and each skill with its own, of which somebody has dice.
fn skill_checks(body: &Body) -> impl Iterator<Item = (Attribute, Option<Skill>)> {
    let plain = Attribute::ALL.iter().map(|attribute| (*attribute, None));
    let skilled = Skill::ALL.iter().map(|skill| (skill.attribute(), Some(*skill)));
    plain.chain(skilled).filter(|(attribute, _)| body.attribute(*attribute) > 0)
}

fn skill_check(attribute: Attribute, skill: Option<Skill>) -> Check {
    Check::Skill { attribute: Some(attribute), skill, text: Prose::default() }
}
