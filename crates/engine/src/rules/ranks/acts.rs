//! Acts: what a combatant may attempt, the checks before it in the order of refusals, and the way
//! to its rule.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::Ranks;
use super::advantages::{self, Ploy};
use super::checks::check_luck;
use super::combine::{self, Combination, Kind};
use super::deeds::{self, Deed, How};
use super::engagement;
use super::force::{self, Direction, Forcing};
use super::free::{self, Handling};
use super::interaction::{self, Talk};
use super::leaving::{self, Flight};
use super::matching;
use super::readied::{self, Readied};
use super::responses::{actions_left, pay};
use super::sheet::{
    Ability, Action, Attribute, Feet, Item, Matching, Name, Resisting, Skill, Weapon,
};
use super::state::{Allowance, Note, Way};
use super::turns::{self, When};
use super::zones::{last_mark, mark_of};
use super::{Fight, Scene, Step, attacks, holding, movement, objects, points};
use crate::command::Risk;
use crate::fight::Phase;
use crate::ids::CombatantId;
use crate::keyed::keyed;
use crate::things::kinds;
use crate::why::Why;
use crate::{Acts, put};

/// What a combatant attempts. None: what is named there is not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    Do {
        deed: Deed,
        luck: bool,
    },
    /// RANKS-DEF-4.
    Defend,
    /// RANKS-MOVE-1 to RANKS-MOVE-3.
    Move {
        to: Option<Feet>,
        gait: Option<Gait>,
        luck: bool,
    },
    /// RANKS-FLEE-1.
    Flee {
        flight: Option<Flight>,
        luck: bool,
    },
    /// RANKS-FLEE-2.
    Concede,
    /// RANKS-READY-1.
    Ready(Option<Readied>),
    /// RANKS-READY-2: fires what is readied with a text trigger.
    Trigger,
    /// RANKS-COMB-1.
    Combine {
        combination: Combination,
        luck: bool,
    },
    /// RANKS-HOLD-1.
    Hold,
    /// RANKS-TURN-3.
    Pass,
    /// RANKS-HOLD-2.
    Done,
    /// RANKS-ENG-1.
    Engage(Option<CombatantId>),
    /// RANKS-MOVE-7.
    Stand,
    /// RANKS-FREE-1.
    Handle {
        handling: Handling,
        item: Name,
    },
    Say(String),
    /// Standing orders (RANKS-MATCH-2, W1).
    Stance {
        matching: Option<Matching>,
        resisting: Option<Resisting>,
    },
    /// RANKS-LUCK-1.
    Fate(Option<Action>),
}

keyed! {
    /// What pays for a movement.
    Gait {
        Free = "free",
        Bonus = "bonus",
        Full = "full",
        /// RANKS-MOVE-2: a bonus move by a roll of tumble.
        Tumble = "tumble",
    }
}

impl Gait {
    pub fn way(self) -> Way {
        match self {
            Self::Free => Way::Incidental,
            Self::Bonus => Way::Bonus,
            Self::Full => Way::Full,
            Self::Tumble => Way::Tumble,
        }
    }
}

/// What of a round an act takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cost {
    Incidental,
    Action(Action),
    /// The GM says which (W7).
    Either,
    Nothing,
}

impl Act {
    fn price(&self) -> Cost {
        match self {
            Self::Do { deed, .. } => deed.cost().map_or(Cost::Either, Cost::Action),
            Self::Defend => Cost::Action(Action::Full),
            Self::Move { gait: Some(Gait::Free) | None, .. } => Cost::Incidental,
            Self::Move { gait: Some(Gait::Bonus | Gait::Tumble), .. }
            | Self::Ready(_)
            | Self::Combine { .. } => Cost::Action(Action::Bonus),
            Self::Move { gait: Some(Gait::Full), .. } => Cost::Action(Action::Full),
            Self::Flee { flight, .. } => Cost::Action(flight.map_or(Action::Full, Flight::cost)),
            Self::Concede
            | Self::Trigger
            | Self::Hold
            | Self::Pass
            | Self::Done
            | Self::Engage(_)
            | Self::Stand
            | Self::Handle { .. }
            | Self::Say(_)
            | Self::Stance { .. }
            | Self::Fate(_) => Cost::Nothing,
        }
    }

    /// What the act costs, for its label.
    pub fn cost(&self) -> &'static str {
        match (self.price(), self) {
            (Cost::Incidental, _) => "Incidental movement",
            (Cost::Action(Action::Full), _) => "Full action",
            (Cost::Action(Action::Bonus), _) => "Bonus action",
            (Cost::Either, _) => "Full or bonus action",
            (Cost::Nothing, Self::Fate(_)) => "Action point",
            (Cost::Nothing, _) => "",
        }
    }

    /// RANKS-HOLD-2: what a holder may do in the turns of others.
    fn when(&self) -> When {
        match self {
            Self::Do { deed: Deed::Skill { .. }, .. } => When::OwnTurn,
            Self::Do { .. }
            | Self::Defend
            | Self::Move { gait: Some(Gait::Bonus | Gait::Tumble | Gait::Full), .. }
            | Self::Ready(_)
            | Self::Combine { .. } => When::Held,
            Self::Move { gait: Some(Gait::Free) | None, .. }
            | Self::Flee { .. }
            | Self::Concede
            | Self::Trigger
            | Self::Hold
            | Self::Pass
            | Self::Done
            | Self::Engage(_)
            | Self::Stand
            | Self::Handle { .. }
            | Self::Say(_)
            | Self::Stance { .. }
            | Self::Fate(_) => When::OwnTurn,
        }
    }

    /// RANKS-REF-2: what is taken also while a window is open.
    pub fn is_aside(&self) -> bool {
        matches!(self, Self::Say(_) | Self::Stance { .. })
    }
}

/// The checks of an act, in the order in which refusals take precedence.
pub fn check(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), Why> {
    match act {
        Act::Say(text) => return free::check_say(text),
        Act::Stance { matching, resisting } => {
            return check_stance(fight, matching.is_some() || resisting.is_some());
        }
        Act::Trigger => {
            turns::check_active(fight, who)?;
            return readied::check_trigger(fight, who);
        }
        Act::Done => {
            turns::check_active(fight, who)?;
            return holding::check_done(fight, who);
        }
        // RANKS-FLEE-2: the GM for NPCs at any time.
        Act::Concede if fight.one(who).is_npc() && turns::is_open(fight) => {
            return turns::check_active(fight, who);
        }
        _ => turns::check_turn(fight, who, act.when())?,
    }
    check_budget(fight, who, act.price())?;
    check_itself(fight, who, act)
}

fn check_stance(fight: &Fight, says_something: bool) -> Result<(), Why> {
    let is_over = matches!(fight.phase, Phase::Over(_));
    if is_over || !says_something {
        return Err(Why::new("bad-target", "RANKS-MATCH-2"));
    }
    Ok(())
}

/// RANKS-TURN-1: what a round gives. RANKS-COND-4: a bonus action may be barred.
fn check_budget(fight: &Fight, who: CombatantId, cost: Cost) -> Result<(), Why> {
    let body = fight.body(who);
    match cost {
        Cost::Action(Action::Bonus) if body.is_barred() => Err(Why::new("barred", "RANKS-COND-4")),
        Cost::Action(Action::Full) if body.full == 0 => Err(Why::new("no-full", "RANKS-TURN-1")),
        Cost::Action(Action::Bonus) if body.bonus == 0 => Err(Why::new("no-bonus", "RANKS-TURN-1")),
        Cost::Either if actions_left(fight, who).next().is_none() => {
            Err(Why::new("no-full", "RANKS-TURN-1"))
        }
        Cost::Incidental if !body.incidental => Err(Why::new("no-move", "RANKS-MOVE-1")),
        Cost::Action(_) | Cost::Either | Cost::Incidental | Cost::Nothing => Ok(()),
    }
}

/// The checks that are left once there is the budget for it.
fn check_itself(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), Why> {
    match act {
        Act::Do { deed, luck } => {
            deeds::check(fight, who, deed)?;
            check_luck(fight, who, *luck)
        }
        Act::Move { to, gait, luck } => {
            movement::check_upright(fight, who)?;
            let gait = gait.ok_or(Why::new("bad-skill", "RANKS-MOVE-1"))?;
            movement::check(fight, who, *to, gait.way())?;
            check_luck(fight, who, *luck)
        }
        Act::Flee { flight, luck } => {
            movement::check_upright(fight, who)?;
            let flight = flight.ok_or(Why::new("bad-skill", "RANKS-FLEE-1"))?;
            leaving::check_flee(fight, who, flight)?;
            check_luck(fight, who, *luck)
        }
        Act::Ready(readied) => readied::check(fight, who, readied.as_ref()),
        Act::Combine { combination, luck } => {
            combine::check(fight, who, combination)?;
            check_luck(fight, who, *luck)
        }
        Act::Hold => holding::check(fight, who),
        Act::Engage(target) => engagement::check_engage(fight, who, *target),
        Act::Stand => movement::check_stand(fight, who),
        Act::Handle { handling, item } => free::check(fight, who, *handling, item),
        Act::Fate(None) => Err(Why::new("bad-skill", "RANKS-LUCK-1")),
        Act::Fate(Some(action)) => points::check(fight, who, *action),
        Act::Defend
        | Act::Concede
        | Act::Trigger
        | Act::Pass
        | Act::Done
        | Act::Say(_)
        | Act::Stance { .. } => Ok(()),
    }
}

impl Acts for Ranks {
    /// RANKS-REF-1: a refused command costs nothing, rolls nothing and changes nothing.
    fn perform(scene: &mut Scene, who: CombatantId, act: &Act) -> Step {
        check(scene.fight(), who, act).map_err(|why| why.refusal(scene.fight(), who))?;
        match act.price() {
            Cost::Incidental => scene.note(Note::Spent { who, what: Allowance::Incidental }),
            Cost::Action(action) => pay(scene, who, action),
            Cost::Either | Cost::Nothing => {}
        }
        let how = |luck: bool| How { luck, is_readied: false };
        match act {
            Act::Do { deed, luck } => return deeds::play(scene, who, deed, how(*luck)),
            Act::Defend => attacks::defend(scene, who),
            Act::Move { to, gait, luck } => {
                let (Some(to), Some(gait)) = (to, gait) else { return Ok(()) };
                return movement::travel(scene, who, *to, gait.way(), how(*luck));
            }
            Act::Flee { flight, luck } => {
                let Some(flight) = flight else { return Ok(()) };
                return leaving::flee(scene, who, *flight, how(*luck));
            }
            Act::Concede => return leaving::concede(scene, who),
            Act::Ready(readied) => {
                readied.iter().for_each(|readied| readied::ready(scene, who, readied));
            }
            Act::Trigger => return readied::fire(scene, who, None),
            Act::Combine { combination, luck } => combine::combine(scene, who, combination, *luck),
            Act::Hold => holding::hold(scene, who),
            Act::Pass => turns::end_turn(scene, who),
            Act::Done => holding::done(scene, who),
            Act::Engage(target) => engagement::attend(scene, who, *target),
            Act::Stand => movement::stand(scene, who),
            Act::Handle { handling, item } => free::handle(scene, who, *handling, item),
            Act::Say(text) => scene.note(Note::Said { who, text: text.clone() }),
            Act::Stance { matching, resisting } => {
                let (matching, resisting) = (*matching, *resisting);
                scene.note(Note::StandingOrder { who, matching, resisting });
            }
            Act::Fate(action) => {
                action.iter().for_each(|action| points::spend(scene, who, *action))
            }
        }
        Ok(())
    }

    /// Every legal act of a combatant, as its controller knows the fight. Of readied checks the
    /// likely ones are listed; others may be said.
    ///
    /// What [`check`] asks of every act of a kind is asked once for the kind.
    fn acts(fight: &Fight, who: CombatantId, out: &mut Vec<Act>) {
        let is_own = turns::check_turn(fight, who, When::OwnTurn).is_ok();
        if is_own || turns::check_turn(fight, who, When::Held).is_ok() {
            let others = fight.iter().map(|(one, _)| one).filter(|one| *one != who);
            let others = others.filter(|one| engagement::is_met(fight, who, *one));
            let (enemies, allies): (Vec<_>, Vec<_>) =
                others.partition(|one| engagement::are_enemies(fight, who, *one));
            let arms: Vec<(&Name, &Weapon)> = fight.body(who).weapons_at_hand().collect();
            let (enemies, allies, arms) = (&enemies[..], &allies[..], &arms[..]);
            let mut offers = Offers { fight, who, enemies, allies, arms, out };
            let has = |cost| check_budget(fight, who, Cost::Action(cost)).is_ok();
            if has(Action::Full) {
                offers.full();
            }
            if has(Action::Bonus) {
                offers.bonus();
            }
            if is_own {
                offers.own_turn();
            }
        }
        let at_any_time = [Act::Trigger, Act::Done, Act::Concede].into_iter();
        out.extend(at_any_time.filter(|act| check(fight, who, act).is_ok()));
        if check_stance(fight, true).is_ok() {
            let stance = |matching, resisting| Act::Stance { matching, resisting };
            out.extend(Matching::ALL.iter().map(|order| stance(Some(*order), None)));
            out.extend(Resisting::ALL.iter().map(|order| stance(None, Some(*order))));
        }
    }

    fn is_aside(act: &Act) -> bool {
        act.is_aside()
    }

    fn risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
        matching::risks(fight, who, act)
    }

    fn cost(act: &Act) -> &'static str {
        act.cost()
    }

    fn invitations(fight: &Fight) -> Vec<(CombatantId, Vec<Act>)> {
        readied::invitations(fight)
    }
}

/// The legal acts of one combatant, as far as they have been found.
struct Offers<'a> {
    fight: &'a Fight,
    who: CombatantId,
    enemies: &'a [CombatantId],
    /// Without oneself.
    allies: &'a [CombatantId],
    /// The weapons at hand.
    arms: &'a [(&'a Name, &'a Weapon)],
    out: &'a mut Vec<Act>,
}

impl Offers<'_> {
    fn add(&mut self, act: Act) {
        if check_itself(self.fight, self.who, &act).is_ok() {
            self.out.push(act);
        }
    }

    fn deed(&mut self, deed: Deed) {
        if deeds::check(self.fight, self.who, &deed).is_ok() {
            self.offer(|| deed.clone());
        }
    }

    /// A deed that is legal, and with a luck point as well where there is one.
    fn offer(&mut self, deed: impl Fn() -> Deed) {
        if self.fight.body(self.who).luck > 0 {
            put(self.out, || Act::Do { deed: deed(), luck: true });
        }
        put(self.out, || Act::Do { deed: deed(), luck: false });
    }

    fn moves(&mut self, gait: Gait) {
        let to = |to| Act::Move { to: Some(to), gait: Some(gait), luck: false };
        self.go(gait.way(), to);
    }

    /// Movements to all marks that are not too far.
    fn go(&mut self, way: Way, act: impl Fn(Feet) -> Act) {
        let (fight, who) = (self.fight, self.who);
        if movement::check_upright(fight, who).is_err() {
            return;
        }
        let (from, most) = (mark_of(fight, who), movement::length_of(fight, who, way));
        let ends = [from.saturating_sub(most), (from + most).min(last_mark(fight))];
        for end in ends {
            self.out.extend(movement::open_marks(fight, from, end, way).map(&act));
        }
    }

    fn flight(&mut self, flight: Flight) {
        self.add(Act::Flee { flight: Some(flight), luck: false });
    }

    /// What costs a full action.
    fn full(&mut self) {
        let (fight, who) = (self.fight, self.who);
        for target in self.enemies.iter().copied() {
            for (name, weapon) in self.arms {
                if attacks::check_distance(fight, who, target, weapon.category).is_ok() {
                    self.offer(|| Deed::Attack { target, weapon: Name::clone(name) });
                }
            }
            for how in Forcing::ALL.into_iter().map(Some) {
                if force::check_reach(fight, who, how, target).is_ok() {
                    for direction in Direction::ALL.into_iter().map(Some) {
                        if force::check_how(how, direction).is_ok() {
                            self.offer(|| Deed::Force { how, target, direction });
                        }
                    }
                }
            }
        }
        let objects: BTreeSet<&Name> =
            objects::here(fight, who).1.iter().map(|object| &object.name).collect();
        for object in objects {
            let targets = self.enemies.iter().copied().map(Some);
            for target in targets.chain([None]) {
                self.deed(Deed::Shift { object: object.clone(), target });
            }
        }
        for (patient, one) in fight.iter() {
            if !one.body.conditions.is_empty() {
                for skill in [Skill::Recover, Skill::Focus, Skill::Medicine] {
                    self.deed(Deed::Recover { skill: Some(skill), patient });
                }
            }
        }
        self.go(Way::Sprint, |to| Act::Do { deed: Deed::Dash { to: Some(to) }, luck: false });
        self.moves(Gait::Full);
        self.out.push(Act::Defend);
    }

    /// What costs a bonus action.
    fn bonus(&mut self) {
        let (fight, who) = (self.fight, self.who);
        let items: Vec<&Item> =
            kinds(fight.body(who).gear.iter().filter(|item| item.once)).collect();
        for target in self.enemies.iter().copied() {
            if interaction::check_target(fight, who, target).is_ok() {
                for how in Talk::ALL {
                    self.offer(|| Deed::Interact { how: Some(how), target });
                }
            }
            for how in [Ploy::Misdirection, Ploy::Memory] {
                let seek = |item| Deed::Advantage { how: Some(how), target: Some(target), item };
                self.offer(|| seek(None));
                for item in &items {
                    if advantages::check_item(fight, who, how, &item.name).is_ok() {
                        self.offer(|| seek(Some(item.name.clone())));
                    }
                }
            }
        }
        for how in [Ploy::Psych, Ploy::Awareness] {
            self.deed(Deed::Advantage { how: Some(how), target: None, item: None });
        }
        readied::likely(self.enemies, self.arms, |readied| {
            if readied::check_fit(fight, who, &readied).is_ok() {
                put(self.out, || Act::Ready(Some(readied)));
            }
        });
        self.combinations();
        self.moves(Gait::Bonus);
        self.moves(Gait::Tumble);
    }

    /// To help allies and to hinder enemies, who are such already: it needs nothing more, but with
    /// an attack a weapon of that skill, and somebody in its reach.
    fn combinations(&mut self) {
        let (fight, who) = (self.fight, self.who);
        let hindered = self.enemies.iter().map(|target| (target, true));
        for (target, hinders) in self.allies.iter().map(|target| (target, false)).chain(hindered) {
            let with = |kind, skill, enemy, weapon| {
                let (kind, skill) = (Some(kind), Some(skill));
                let target = *target;
                let combination = Combination { target, hinders, kind, skill, enemy, weapon };
                Act::Combine { combination, luck: false }
            };
            let attacked = if hinders { std::slice::from_ref(target) } else { self.enemies };
            for skill in Kind::Attack.skills().iter().copied() {
                let fits = |(_, arm): &&(_, &Weapon)| attacks::skill_of(arm.category) == skill;
                for (name, Weapon { category, .. }) in self.arms.iter().filter(fits) {
                    for enemy in attacked.iter().copied() {
                        if attacks::check_distance(fight, who, enemy, *category).is_ok() {
                            put(self.out, || with(Kind::Attack, skill, enemy, Name::clone(name)));
                        }
                    }
                }
            }
            for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::Attack) {
                let nobody =
                    |skill: &Skill| with(kind, *skill, CombatantId::NOBODY, Name::default());
                self.out.extend(kind.skills().iter().map(nobody));
            }
        }
    }

    /// What is done on the own turn only.
    fn own_turn(&mut self) {
        let (fight, who) = (self.fight, self.who);
        let body = fight.body(who);
        if body.incidental {
            self.moves(Gait::Free);
        }
        for flight in Flight::ALL {
            if check_budget(fight, who, Cost::Action(flight.cost())).is_ok() {
                self.flight(flight);
            }
        }
        if actions_left(fight, who).next().is_some() {
            let skills = Skill::ALL.iter().map(|skill| Ability::Skill(*skill));
            let attributes = Attribute::ALL.iter().map(|one| Ability::Attribute(*one));
            self.out.extend(skills.chain(attributes).map(|ability| {
                let (ability, text) = (Some(ability), String::new());
                Act::Do { deed: Deed::Skill { ability, text }, luck: false }
            }));
        }
        self.out.extend(self.enemies.iter().map(|target| Act::Engage(Some(*target))));
        for handling in [Handling::Equip, Handling::Stow, Handling::Drop] {
            for item in kinds(body.gear.iter()).map(|item| item.name.clone()) {
                self.add(Act::Handle { handling, item });
            }
        }
        let is_owned = |item: &Item| body.gear.iter().any(|own| own.name == item.name);
        let lying = free::lying(fight, who).map(|(_, lying)| &lying.item);
        for item in kinds(lying.filter(|item| !is_owned(item))) {
            self.add(Act::Handle { handling: Handling::Equip, item: item.name.clone() });
        }
        for action in Action::ALL {
            self.add(Act::Fate(Some(action)));
        }
        self.add(Act::Stand);
        self.add(Act::Hold);
        self.out.extend([Act::Engage(None), Act::Pass]);
    }
}
