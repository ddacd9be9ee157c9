//! Acts: what a combatant may attempt, the checks before it in the order of refusals, and the way
//! to its rule.

use serde::{Deserialize, Serialize};

use super::Cards;
use super::sheet::{Action, Body, CardSlots, Critical, ItemId, Panic, Reaction, Shaken, Standing};
use super::state::{Note, Slot, Way};
use super::zones::{are_enemies, check_enemy, is_exit, is_there, obstacle, zone_of};
use super::{Fight, Scene, Step, attacks, damage, flee, gear, hazards, holding, movement};
use super::{skills, swapping, turns};
use crate::command::{Refusal, Risk};
use crate::fight::Phase;
use crate::ids::{By, CombatantId, ZoneId};
use crate::why::Why;
use crate::{Acts, put};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// CARDS-ATK-1, CARDS-ATK-2.
    Attack {
        target: CombatantId,
        weapon: ItemId,
        thrown: bool,
    },
    /// CARDS-MAG-1.
    Cast {
        target: CombatantId,
        spell: ItemId,
    },
    /// CARDS-ATK-7.
    Shove(CombatantId),
    /// CARDS-GRAP-1.
    Grapple(CombatantId),
    /// CARDS-FLEE-1.
    Flee {
        action: Action,
        exit: Option<ZoneId>,
    },
    /// CARDS-SKILL-1.
    Skill {
        action: Action,
        /// Whom it is tried on, where it is somebody.
        #[serde(default)]
        target: Option<CombatantId>,
        text: String,
    },
    Lure {
        action: Action,
        target: CombatantId,
        zone: ZoneId,
    },
    /// CARDS-HARM-5.
    Stabilise(CombatantId),
    /// CARDS-ZONE-3.
    Cross {
        zone: ZoneId,
        action: Option<Action>,
    },
    /// CARDS-FIRE-4.
    Douse(CombatantId),
    /// CARDS-MOVE-1.
    Move(ZoneId),
    /// CARDS-MOVE-2.
    CloseIn(CombatantId),
    Apart,
    /// CARDS-MOVE-3.
    TakeCover,
    /// CARDS-MOVE-4.
    Equip(Vec<ItemId>),
    /// CARDS-MOVE-5.
    Stand,
    /// CARDS-MOVE-6.
    Interact(String),
    Shout(String),
    PickUp(ItemId),
    /// CARDS-POIS-3.
    Use {
        item: ItemId,
        on: CombatantId,
    },
    /// CARDS-HARM-4.
    Assist(CombatantId),
    /// CARDS-TURN-6.
    Say(String),
    Drop(ItemId),
    Release,
    /// CARDS-TURN-4.
    Pass,
    /// CARDS-GRAP-4.
    Break {
        is_slow: bool,
    },
    /// CARDS-SWAP-1.
    Swap(CombatantId),
    Accept(CombatantId),
    Decline(CombatantId),
    /// CARDS-REACT-5.
    Auto {
        reaction: Reaction,
        standing: Standing,
    },
    /// With an Action, a reaction or an order that there is not.
    Unreadable,
}

/// What an act costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    Slow,
    Fast,
    /// As the obstacle says (CARDS-ZONE-3).
    Obstacle,
    Reaction,
    Free,
}

impl Cost {
    pub fn label(self) -> &'static str {
        match self {
            Self::Slow => "Slow",
            Self::Fast => "Fast",
            Self::Obstacle => "Maneuver",
            Self::Reaction => "Reaction",
            Self::Free => "",
        }
    }
}

impl Act {
    /// The tables of Maneuvers.
    pub fn cost(&self) -> Cost {
        match self {
            Self::Attack { .. }
            | Self::Cast { .. }
            | Self::Shove(_)
            | Self::Grapple(_)
            | Self::Flee { .. }
            | Self::Skill { .. }
            | Self::Lure { .. }
            | Self::Stabilise(_)
            | Self::Douse(_) => Cost::Slow,
            Self::Cross { .. } => Cost::Obstacle,
            Self::Move(_)
            | Self::CloseIn(_)
            | Self::Apart
            | Self::TakeCover
            | Self::Equip(_)
            | Self::Stand
            | Self::Interact(_)
            | Self::Shout(_)
            | Self::PickUp(_)
            | Self::Use { .. }
            | Self::Assist(_) => Cost::Fast,
            Self::Break { .. } => Cost::Reaction,
            Self::Say(_)
            | Self::Drop(_)
            | Self::Release
            | Self::Pass
            | Self::Swap(_)
            | Self::Accept(_)
            | Self::Decline(_)
            | Self::Auto { .. }
            | Self::Unreadable => Cost::Free,
        }
    }

    /// Whom it harms, or means to.
    fn victim(&self) -> Option<CombatantId> {
        match self {
            Self::Attack { target, .. }
            | Self::Cast { target, .. }
            | Self::Shove(target)
            | Self::Grapple(target) => Some(*target),
            _ => None,
        }
    }

    /// Whether it is a movement of one's own, which the Prone cannot make (CARDS-MOVE-5).
    fn is_movement(&self, fight: &Fight, who: CombatantId) -> bool {
        match self {
            Self::Move(_) | Self::CloseIn(_) | Self::Apart | Self::Flee { .. } => true,
            Self::Cross { zone, .. } => {
                obstacle(fight, zone_of(fight, who), *zone).is_none_or(|found| !found.removed)
            }
            _ => false,
        }
    }
}

/// Which Maneuver an act is; none for reactions and what is free.
fn maneuver_of(fight: &Fight, who: CombatantId, act: &Act) -> Option<Slot> {
    match act.cost() {
        Cost::Slow => Some(Slot::Slow),
        Cost::Fast => Some(Slot::Fast),
        Cost::Obstacle => match act {
            Act::Cross { zone, .. } => {
                let found = obstacle(fight, zone_of(fight, who), *zone);
                Some(found.map_or(Slot::Slow, |found| found.maneuver))
            }
            _ => Some(Slot::Slow),
        },
        Cost::Reaction | Cost::Free => None,
    }
}

/// CARDS-TURN-3: the slot that an act uses up. The critical table: with a broken leg entering a
/// zone costs the slow slot.
fn slot_of(fight: &Fight, who: CombatantId, act: &Act) -> Option<Slot> {
    let is_entering = match act {
        Act::Move(_) => true,
        Act::Cross { .. } => act.is_movement(fight, who),
        _ => false,
    };
    let is_slowed = is_entering && fight.body(who).has_critical(Critical::BrokenLeg);
    if is_slowed { Some(Slot::Slow) } else { maneuver_of(fight, who, act) }
}

/// Whether an act uses up a slot, as Maneuvers and reactions do.
pub fn is_paid(fight: &Fight, who: CombatantId, act: &Act) -> bool {
    act.cost() == Cost::Reaction || slot_of(fight, who, act).is_some()
}

/// The checks of an act, in the order of the rule text's refusals.
pub fn check(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), Why> {
    match act {
        Act::Auto { .. } => check_auto(fight),
        Act::Swap(target) => swapping::check_offer(fight, who, *target),
        Act::Accept(from) | Act::Decline(from) => swapping::check_reply(fight, who, *from),
        Act::Break { is_slow } => holding::check_break(fight, who, *is_slow),
        Act::Pass if fight.state.hold => swapping::check_ready(fight, who),
        _ if fight.phase == Phase::Setup => check_call(fight, who, act),
        _ => {
            turns::check_turn(fight, who)?;
            check_budget(fight, who, act, turns::slots_of(fight, who))?;
            check_itself(fight, who, act)
        }
    }
}

/// CARDS-REACT-5: standing orders are set at any time, as long as the fight is not over.
fn check_auto(fight: &Fight) -> Result<(), Why> {
    match fight.phase {
        Phase::Setup | Phase::Running => Ok(()),
        Phase::Over(_) => Err(Why::new("too-late", "CARDS-REACT-5")),
    }
}

/// CARDS-INIT-1: before the fight a harmful Maneuver only asks the GM to begin it.
fn check_call(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), Why> {
    let Some(target) = act.victim() else {
        return Err(Why::new("not-your-turn", "CARDS-INIT-1"));
    };
    if is_there(fight, who, target) && are_enemies(fight, who, target) {
        Ok(())
    } else {
        Err(Why::new("bad-target", "CARDS-INIT-1").about(target))
    }
}

/// What a condition forbids, and what is left no slot for (CARDS-TURN-3).
fn check_budget(fight: &Fight, who: CombatantId, act: &Act, left: CardSlots) -> Result<(), Why> {
    check_conditions(fight, who, act)?;
    match slot_of(fight, who, act) {
        Some(slot) if turns::payment(left, slot).is_none() => {
            Err(Why::new("no-slot", "CARDS-TURN-3"))
        }
        Some(_) | None => Ok(()),
    }
}

/// The checks that are left once it may be done at all: what the act itself needs.
fn check_itself(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), Why> {
    match act {
        Act::Attack { target, weapon, thrown } => {
            attacks::check_attack(fight, who, *target, *weapon, *thrown)
        }
        Act::Cast { target, spell } => attacks::check_cast(fight, who, *target, *spell),
        Act::Shove(target) => attacks::check_shove(fight, who, *target),
        Act::Grapple(target) => holding::check_grapple(fight, who, *target),
        Act::Flee { action, exit } => {
            flee::check_action(fight, *action)?;
            flee::check_way(fight, who, *exit)
        }
        Act::Lure { action, target, zone } => {
            skills::check_lure(fight, who, *action, *target, *zone)
        }
        Act::Stabilise(target) => skills::check_stabilise(fight, who, *target),
        Act::Cross { zone, .. } => skills::check_cross(fight, who, *zone),
        Act::Douse(target) => skills::check_douse(fight, who, *target),
        Act::Move(to) => movement::check_move(fight, who, *to),
        Act::CloseIn(with) => movement::check_close_in(fight, who, *with),
        Act::Apart => movement::check_apart(fight, who),
        Act::TakeCover => movement::check_cover(fight, who),
        Act::Equip(items) => gear::check_equip(fight, who, items),
        Act::Stand => movement::check_stand(fight, who),
        Act::PickUp(item) => gear::check_pick_up(fight, who, *item),
        Act::Use { item, on } => gear::check_use(fight, who, *item, *on),
        Act::Assist(target) => skills::check_assist(fight, who, *target),
        Act::Drop(item) => gear::check_drop(fight, who, *item),
        Act::Release => holding::check_release(fight, who),
        Act::Unreadable => Err(Why::new("bad-target", "CARDS-SKILL-1").because("action")),
        Act::Skill { target, .. } => skills::check_skill(fight, who, *target),
        Act::Interact(_)
        | Act::Shout(_)
        | Act::Say(_)
        | Act::Pass
        | Act::Break { .. }
        | Act::Swap(_)
        | Act::Accept(_)
        | Act::Decline(_)
        | Act::Auto { .. } => Ok(()),
    }
}

/// CARDS-GRAP-3: the Held only break free, parry and shout. CARDS-FIRE-3: the Burning only douse,
/// flee and shout. CARDS-GRAP-2: the Gagged neither speak nor shout. CARDS-MOVE-5: the Prone do not
/// move or flee. CARDS-HARM-4: severe Harm. The critical table: no 2-hand weapons with a broken
/// arm.
fn check_conditions(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), Why> {
    let body = fight.body(who);
    let forbid = |because, rule| Err(Why::new("condition-forbids", rule).because(because));
    let is_maneuver = act.cost() != Cost::Free;
    if body.gagged && matches!(act, Act::Say(_) | Act::Shout(_)) {
        return forbid("gagged", "CARDS-GRAP-2");
    }
    if body.held_by.is_some() && is_maneuver && !matches!(act, Act::Shout(_)) {
        return forbid("held", "CARDS-GRAP-3");
    }
    let may_burn = matches!(act, Act::Douse(_) | Act::Flee { .. } | Act::Shout(_));
    if body.fire.is_some() && is_maneuver && !may_burn {
        return forbid("burning", "CARDS-FIRE-3");
    }
    if let Some(shaken) = body.shaken.filter(|_| is_maneuver)
        && !is_panic(fight, who, act, shaken)
    {
        return forbid("shaken", "CARDS-FEAR-5");
    }
    if body.prone && act.is_movement(fight, who) {
        return forbid("prone", "CARDS-MOVE-5");
    }
    let needs_help = damage::needs_help(body) && !body.helped && !fight.one(who).is_npc();
    if needs_help && maneuver_of(fight, who, act) == Some(Slot::Slow) {
        return forbid("severe-harm", "CARDS-HARM-4");
    }
    let needs_arms =
        |item: &ItemId| body.item(*item).is_some_and(|item| gear::needs_both_arms(body, item));
    let is_two_handed = match act {
        Act::Attack { weapon, .. } => needs_arms(weapon),
        Act::Equip(items) => items.iter().any(needs_arms),
        _ => false,
    };
    if is_two_handed { forbid("broken-arm", "CARDS-HARM-5") } else { Ok(()) }
}

/// CARDS-FEAR-5: what somebody Shaken may do: who flees, as slow Maneuver only flight, and no move
/// nearer to the source; who attacks, only the source, and only moves that lead nearer to it.
fn is_panic(fight: &Fight, who: CombatantId, act: &Act, shaken: Shaken) -> bool {
    let knows = |source: &CombatantId| is_there(fight, who, *source);
    let source = shaken.source.filter(knows);
    let is_slow = maneuver_of(fight, who, act) == Some(Slot::Slow);
    let far = |zone| source.and_then(|to| fight.zones.distance(zone, zone_of(fight, to)));
    let here = zone_of(fight, who);
    let to = match act {
        Act::Move(to) | Act::Cross { zone: to, .. } => Some(*to),
        _ => None,
    };
    match shaken.how {
        Panic::Freeze | Panic::Faint => false,
        Panic::Flee => {
            let is_nearer = to.is_some_and(|to| far(to) < far(here))
                || matches!(act, Act::CloseIn(with) if Some(*with) == source);
            let is_flight = !is_slow || matches!(act, Act::Flee { .. });
            is_flight && !is_nearer
        }
        Panic::Attack => {
            let Some(source) = source else { return !is_slow || act.victim().is_some() };
            let leads_on = match act {
                Act::Move(to) | Act::Cross { zone: to, .. } => far(*to) < far(here),
                Act::CloseIn(with) => *with == source,
                Act::Apart => false,
                _ => true,
            };
            let is_attack = !is_slow || act.victim() == Some(source);
            leads_on && is_attack
        }
    }
}

/// CARDS-FLEE-2: of a flight towards a blocked exit it is said which exits are open.
fn refusal(fight: &Fight, who: CombatantId, act: &Act, why: Why) -> Refusal {
    let refusal = why.refusal(fight, who);
    let is_towards = matches!(act, Act::Flee { exit: Some(_), .. });
    if refusal.key != "no-path" || !is_towards {
        return refusal;
    }
    let open = flee::open_exits(fight, who);
    let open: Vec<&str> = open.into_iter().map(|exit| fight.zones.name(exit)).collect();
    refusal.with("names", open.join(", "))
}

impl Acts for Cards {
    /// CARDS-TURN-7: a refused command costs nothing and changes nothing.
    fn perform(scene: &mut Scene, who: CombatantId, act: &Act) -> Step {
        check(scene.fight(), who, act).map_err(|why| refusal(scene.fight(), who, act, why))?;
        match act {
            Act::Auto { reaction, standing } => {
                let (reaction, standing) = (*reaction, *standing);
                scene.note(Note::AutoSet { who, reaction, standing });
            }
            Act::Swap(to) => scene.note(Note::SwapOffered { from: who, to: *to }),
            Act::Accept(from) => swapping::accept(scene, who, *from),
            Act::Decline(from) => scene.note(Note::SwapDeclined { from: *from, to: who }),
            Act::Break { is_slow } => return holding::break_free(scene, who, *is_slow),
            Act::Pass if scene.fight().state.hold => scene.note(Note::Ready(who)),
            _ if scene.fight().phase == Phase::Setup => {
                if let Some(target) = act.victim() {
                    scene.note(Note::FightCalled { who, target });
                }
            }
            _ => {
                turns::begin(scene, who);
                if let Some(slot) = slot_of(scene.fight(), who, act) {
                    turns::pay(scene, who, slot);
                }
                return play(scene, who, act);
            }
        }
        Ok(())
    }

    /// Every legal act of a combatant, as its controller knows the fight.
    ///
    /// What [`check`] asks of every act of a kind is asked once for the kind.
    fn acts(fight: &Fight, who: CombatantId, out: &mut Vec<Act>) {
        let is_turn = turns::check_turn(fight, who).is_ok();
        let others = || fight.iter().map(|(other, _)| other).filter(|other| *other != who);
        if is_turn {
            Offers::of(fight, who, out).all();
        }
        let mut offer = |act: Act| {
            if check(fight, who, &act).is_ok() {
                out.push(act);
            }
        };
        if fight.phase == Phase::Setup {
            let arms = fight.body(who).gear.iter().filter(|item| item.weapon.is_some());
            let arms = arms.map(|item| item.id);
            others().for_each(|target| offer_attacks(target, arms.clone(), &mut offer));
        } else if fight.state.hold {
            offer(Act::Pass);
        }
        if fight.body(who).held_by.is_some() {
            [false, true].into_iter().for_each(|is_slow| offer(Act::Break { is_slow }));
        }
        if fight.state.swap_open {
            for other in others() {
                [Act::Accept(other), Act::Decline(other), Act::Swap(other)]
                    .into_iter()
                    .for_each(&mut offer);
            }
        }
        if check_auto(fight).is_ok() {
            for reaction in Reaction::ALL {
                let order = |standing| Act::Auto { reaction, standing };
                out.extend(Standing::ALL.into_iter().map(order));
            }
        }
    }

    /// The standing orders that the rules know (CARDS-REACT-5).
    fn standing(body: &Body) -> Vec<Act> {
        let given = |reaction: &Reaction| body.auto.of(*reaction) != Standing::Ask;
        let given = Reaction::ALL.into_iter().filter(given);
        given.map(|reaction| Act::Auto { reaction, standing: body.auto.of(reaction) }).collect()
    }

    fn risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
        movement::risks(fight, who, act)
    }

    fn cost(act: &Act) -> &'static str {
        act.cost().label()
    }

    fn invitations(fight: &Fight) -> Vec<(CombatantId, Vec<Act>)> {
        swapping::invitations(fight)
    }

    fn lapses(fight: &Fight, who: CombatantId, act: &Act) -> Option<Refusal> {
        swapping::lapses(fight, who, act)
    }
}

fn play(scene: &mut Scene, who: CombatantId, act: &Act) -> Step {
    match act {
        Act::Attack { target, weapon, thrown } => {
            return attacks::attack(scene, who, *target, *weapon, *thrown);
        }
        Act::Cast { target, spell } => return attacks::cast(scene, who, *target, *spell),
        Act::Shove(target) => return attacks::shove(scene, who, *target),
        Act::Grapple(target) => return holding::grapple(scene, who, *target),
        Act::Flee { action, exit } => return flee::flee(scene, who, *action, *exit),
        Act::Skill { action, target, text } => {
            return skills::skill(scene, who, *action, *target, text);
        }
        Act::Lure { action, target, zone } => {
            return skills::lure(scene, who, *action, *target, *zone);
        }
        Act::Stabilise(target) => skills::stabilise(scene, who, *target),
        Act::Cross { zone, action } => skills::cross(scene, who, *zone, *action),
        Act::Douse(target) => hazards::douse(scene, who, *target),
        Act::Move(to) => movement::enter(scene, who, *to, Way::Move),
        Act::CloseIn(with) => movement::close_in(scene, who, *with),
        Act::Apart => movement::set_apart(scene, who),
        Act::TakeCover => movement::take_cover(scene, who),
        Act::Equip(items) => gear::equip(scene, who, items),
        Act::Stand => scene.note(Note::ProneSet { who, is_on: false }),
        Act::Interact(text) => scene.note(Note::Interacted { who, text: text.clone() }),
        Act::Shout(text) => scene.note(Note::Said { who, text: text.clone(), is_shout: true }),
        Act::PickUp(item) => gear::pick_up(scene, who, *item),
        Act::Use { item, on } => gear::use_antidote(scene, who, *item, *on),
        Act::Assist(target) => scene.note(Note::Helped { who: *target, by: who }),
        Act::Say(text) => scene.note(Note::Said { who, text: text.clone(), is_shout: false }),
        Act::Drop(item) => gear::drop(scene, who, *item),
        Act::Release => holding::let_go(scene, who),
        Act::Pass => turns::pass(scene, who),
        // Done before any turn begins.
        Act::Break { .. } | Act::Swap(_) | Act::Accept(_) | Act::Decline(_) | Act::Auto { .. } => {}
        // Refused.
        Act::Unreadable => {}
    }
    Ok(())
}

/// What harms somebody, or means to, with such weapons and spells.
fn offer_attacks(
    target: CombatantId,
    arms: impl Iterator<Item = ItemId>,
    offer: &mut impl FnMut(Act),
) {
    for weapon in arms {
        for thrown in [false, true] {
            offer(Act::Attack { target, weapon, thrown });
        }
        offer(Act::Cast { target, spell: weapon });
    }
    offer(Act::Attack { target, weapon: ItemId::UNARMED, thrown: false });
    offer(Act::Shove(target));
    offer(Act::Grapple(target));
}

/// The legal acts of one combatant in its turn, as far as they have been found.
struct Offers<'a> {
    fight: &'a Fight,
    who: CombatantId,
    /// What its card still gives.
    left: CardSlots,
    /// What is forbidden hangs on more than the kind of an act: on whom it is against
    /// (CARDS-FEAR-5), or what is in hand (CARDS-HARM-5). Then each is asked for by itself.
    is_torn: bool,
    out: &'a mut Vec<Act>,
}

impl<'a> Offers<'a> {
    fn of(fight: &'a Fight, who: CombatantId, out: &'a mut Vec<Act>) -> Self {
        let body = fight.body(who);
        let is_torn = body.shaken.is_some() || body.has_critical(Critical::BrokenArm);
        Self { fight, who, left: turns::slots_of(fight, who), is_torn, out }
    }

    fn has_budget(&self, act: &Act) -> bool {
        check_budget(self.fight, self.who, act, self.left).is_ok()
    }

    /// Whether acts of the kind of this one may be done at all.
    fn may(&self, one: &Act) -> bool {
        self.is_torn || self.has_budget(one)
    }

    /// An act of a kind that may be done.
    fn add(&mut self, act: Act) {
        self.offer(check_itself(self.fight, self.who, &act), || act);
    }

    /// One of which it is known what it needs itself: it is made only where that is there.
    fn offer(&mut self, may: Result<(), Why>, act: impl FnOnce() -> Act) {
        if may.is_ok() {
            self.add_checked(act);
        }
    }

    /// One that needs nothing more itself.
    fn add_checked(&mut self, act: impl FnOnce() -> Act) {
        if !self.is_torn {
            return put(self.out, act);
        }
        let act = act();
        if self.has_budget(&act) {
            self.out.push(act);
        }
    }

    /// The only act of its kind.
    fn add_one(&mut self, act: Act) {
        if check_itself(self.fight, self.who, &act).is_ok() && self.has_budget(&act) {
            self.out.push(act);
        }
    }

    fn all(&mut self) {
        let (fight, who) = (self.fight, self.who);
        // One act for all of its kind.
        let (may_slow, may_fast) = (self.may(&Act::Shove(who)), self.may(&Act::TakeCover));
        let (may_close_in, may_douse) = (self.may(&Act::CloseIn(who)), self.may(&Act::Douse(who)));
        if may_slow {
            let arms = fight.body(who).gear.iter();
            let arms = arms.filter(|item| item.weapon.is_some() && item.is_in_hand());
            let arms = arms.map(|item| item.id);
            let enemies = fight.iter().map(|(other, _)| other);
            let enemies = enemies.filter(|other| check_enemy(fight, who, *other).is_ok());
            enemies.for_each(|one| offer_attacks(one, arms.clone(), &mut |act| self.add(act)));
        }
        self.flights();
        self.moves();
        let viewer = fight.viewer_of(By::Combatant(who));
        for (other, _) in fight.iter().filter(|(other, _)| fight.knows(viewer, *other)) {
            if may_slow {
                self.wiles(other);
                self.offer(skills::check_stabilise(fight, who, other), || Act::Stabilise(other));
            }
            if may_douse {
                self.offer(skills::check_douse(fight, who, other), || Act::Douse(other));
            }
            if may_close_in {
                self.offer(movement::check_close_in(fight, who, other), || Act::CloseIn(other));
            }
            if may_fast {
                self.offer(skills::check_assist(fight, who, other), || Act::Assist(other));
                for item in fight.body(who).gear.iter().filter(|item| item.antidote) {
                    self.add(Act::Use { item: item.id, on: other });
                }
            }
        }
        self.things(may_fast);
        let text = String::new;
        if may_slow {
            for action in Action::ALL {
                self.add_checked(|| Act::Skill { action, target: None, text: text() });
            }
        }
        for act in [Act::Apart, Act::TakeCover, Act::Stand, Act::Release, Act::Pass] {
            self.add_one(act);
        }
        for act in [Act::Interact(text()), Act::Shout(text()), Act::Say(text())] {
            self.add_one(act);
        }
    }

    /// By any exit, or by one; the way is looked for once for both Actions.
    fn flights(&mut self) {
        let (fight, who) = (self.fight, self.who);
        if !self.has_budget(&Act::Flee { action: Action::Finesse, exit: None }) {
            return;
        }
        let exits = fight.zones.iter().map(|(zone, _)| zone).filter(|zone| is_exit(fight, *zone));
        let exits = [None].into_iter().chain(exits.map(Some));
        let open: Vec<_> =
            exits.filter(|exit| flee::check_way(fight, who, *exit).is_ok()).collect();
        for action in [Action::Finesse, Action::Sneak] {
            if flee::check_action(fight, action).is_ok() {
                self.out.extend(open.iter().map(|exit| Act::Flee { action, exit: *exit }));
            }
        }
    }

    fn moves(&mut self) {
        let here = zone_of(self.fight, self.who);
        for zone in self.fight.zones.neighbours(here) {
            self.add_one(Act::Move(zone));
            if obstacle(self.fight, here, zone).is_some() {
                for action in [None, Some(Action::Finesse), Some(Action::Endure)] {
                    self.add_one(Act::Cross { zone, action });
                }
            }
        }
    }

    /// Lures, and words.
    fn wiles(&mut self, other: CombatantId) {
        if !are_enemies(self.fight, self.who, other) {
            return;
        }
        let (fight, who) = (self.fight, self.who);
        let near = || fight.zones.neighbours(zone_of(fight, other));
        let may = |zone| skills::check_lure(fight, who, Action::Finesse, other, zone).is_ok();
        if near().next().is_some_and(may) {
            for action in [Action::Finesse, Action::Intimidate] {
                for zone in near() {
                    self.add_checked(|| Act::Lure { action, target: other, zone });
                }
            }
        }
        if skills::check_skill(fight, who, Some(other)).is_ok() {
            for action in skills::SWAY {
                let (target, text) = (Some(other), String::new());
                self.add_checked(|| Act::Skill { action, target, text });
            }
        }
    }

    fn equip(&mut self, items: &[ItemId]) {
        let may = gear::check_equip(self.fight, self.who, items);
        self.offer(may, || Act::Equip(items.to_vec()));
    }

    /// What may be done with things of one's own, and with what lies about.
    fn things(&mut self, may_fast: bool) {
        let (fight, who) = (self.fight, self.who);
        let own = || fight.body(who).gear.iter().filter(|item| !item.natural).map(|item| item.id);
        if may_fast {
            self.equip(&[]);
        }
        for one in own() {
            if may_fast {
                self.equip(&[one]);
                own().filter(|other| *other > one).for_each(|other| self.equip(&[one, other]));
            }
            self.add(Act::Drop(one));
        }
        let lying = fight.zones.get(zone_of(fight, who)).filter(|_| may_fast);
        for item in lying.into_iter().flat_map(|zone| &zone.ground.items) {
            self.add(Act::PickUp(item.id));
        }
    }
}
