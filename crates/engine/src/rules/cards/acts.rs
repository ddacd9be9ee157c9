//! Acts: what a combatant may attempt, the checks before it in the order of refusals, and the way
//! to its rule.

use serde::{Deserialize, Serialize};

use super::Cards;
use super::sheet::{
    Action, Body, CardSlots, CriticalInjury, ItemId, PanicReaction, Reaction, ShakenState,
    StandingOrder,
};
use super::state::{Event, ManeuverSlot, MovementKind};
use super::zones::{
    are_enemies, check_enemy_target, is_exit, is_known_present, obstacle_between, zone_of,
};
use super::{
    Fight, Resolver, RuleResult, attacks, damage, flee, grapple, hazards, items, movement,
};
use super::{card_swaps, skills, turns};
use crate::core::command::{Refusal, Risk};
use crate::core::fight::FightPhase;
use crate::core::ids::{CombatantId, Initiator, ZoneId};
use crate::core::refusal_reason::RefusalReason;
use crate::{Acts, push_with};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// CARDS-ATK-1, CARDS-ATK-2.
    Attack {
        target: CombatantId,
        weapon: ItemId,
        #[serde(rename = "thrown")]
        is_thrown: bool,
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
    #[serde(rename = "apart")]
    StepApart,
    /// CARDS-MOVE-3.
    TakeCover,
    /// CARDS-MOVE-4.
    Equip(Vec<ItemId>),
    /// CARDS-MOVE-5.
    #[serde(rename = "stand")]
    StandUp,
    /// CARDS-MOVE-6.
    Interact(String),
    Shout(String),
    PickUp(ItemId),
    /// CARDS-POIS-3.
    #[serde(rename = "use")]
    UseItem {
        item: ItemId,
        #[serde(rename = "on")]
        target: CombatantId,
    },
    /// CARDS-HARM-4.
    Assist(CombatantId),
    /// CARDS-TURN-6.
    Say(String),
    Drop(ItemId),
    #[serde(rename = "release")]
    ReleaseGrapple,
    /// CARDS-TURN-4.
    Pass,
    /// CARDS-GRAP-4.
    #[serde(rename = "break")]
    BreakFree {
        is_slow: bool,
    },
    /// CARDS-SWAP-1.
    #[serde(rename = "swap")]
    OfferSwap(CombatantId),
    #[serde(rename = "accept")]
    AcceptSwap(CombatantId),
    #[serde(rename = "decline")]
    DeclineSwap(CombatantId),
    /// CARDS-REACT-5.
    #[serde(rename = "auto")]
    SetStandingOrder {
        reaction: Reaction,
        #[serde(rename = "standing")]
        order: StandingOrder,
    },
    /// With an Action, a reaction or an order that there is not.
    Unreadable,
}

/// What an act costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActCost {
    Slow,
    Fast,
    /// As the obstacle says (CARDS-ZONE-3).
    Obstacle,
    Reaction,
    Free,
}

impl ActCost {
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
    pub fn cost(&self) -> ActCost {
        match self {
            Self::Attack { .. }
            | Self::Cast { .. }
            | Self::Shove(_)
            | Self::Grapple(_)
            | Self::Flee { .. }
            | Self::Skill { .. }
            | Self::Lure { .. }
            | Self::Stabilise(_)
            | Self::Douse(_) => ActCost::Slow,
            Self::Cross { .. } => ActCost::Obstacle,
            Self::Move(_)
            | Self::CloseIn(_)
            | Self::StepApart
            | Self::TakeCover
            | Self::Equip(_)
            | Self::StandUp
            | Self::Interact(_)
            | Self::Shout(_)
            | Self::PickUp(_)
            | Self::UseItem { .. }
            | Self::Assist(_) => ActCost::Fast,
            Self::BreakFree { .. } => ActCost::Reaction,
            Self::Say(_)
            | Self::Drop(_)
            | Self::ReleaseGrapple
            | Self::Pass
            | Self::OfferSwap(_)
            | Self::AcceptSwap(_)
            | Self::DeclineSwap(_)
            | Self::SetStandingOrder { .. }
            | Self::Unreadable => ActCost::Free,
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
            Self::Move(_) | Self::CloseIn(_) | Self::StepApart | Self::Flee { .. } => true,
            Self::Cross { zone, .. } => obstacle_between(fight, zone_of(fight, who), *zone)
                .is_none_or(|found| !found.is_removed_by_success),
            _ => false,
        }
    }
}

/// Which Maneuver an act is; none for reactions and what is free.
fn maneuver_slot(fight: &Fight, who: CombatantId, act: &Act) -> Option<ManeuverSlot> {
    match act.cost() {
        ActCost::Slow => Some(ManeuverSlot::Slow),
        ActCost::Fast => Some(ManeuverSlot::Fast),
        ActCost::Obstacle => match act {
            Act::Cross { zone, .. } => {
                let found = obstacle_between(fight, zone_of(fight, who), *zone);
                Some(found.map_or(ManeuverSlot::Slow, |found| found.maneuver))
            }
            _ => Some(ManeuverSlot::Slow),
        },
        ActCost::Reaction | ActCost::Free => None,
    }
}

/// CARDS-TURN-3: the slot that an act uses up. The critical table: with a broken leg entering a
/// zone costs the slow slot.
fn slot_to_spend(fight: &Fight, who: CombatantId, act: &Act) -> Option<ManeuverSlot> {
    let is_entering = match act {
        Act::Move(_) => true,
        Act::Cross { .. } => act.is_movement(fight, who),
        _ => false,
    };
    let is_slowed = is_entering && fight.body(who).has_critical(CriticalInjury::BrokenLeg);
    if is_slowed { Some(ManeuverSlot::Slow) } else { maneuver_slot(fight, who, act) }
}

/// Whether an act uses up a slot, as Maneuvers and reactions do.
pub fn uses_slot(fight: &Fight, who: CombatantId, act: &Act) -> bool {
    act.cost() == ActCost::Reaction || slot_to_spend(fight, who, act).is_some()
}

/// The checks of an act, in the order of the rule text's refusals.
pub fn check_act(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    match act {
        Act::SetStandingOrder { .. } => check_can_set_standing_order(fight),
        Act::OfferSwap(target) => card_swaps::check_swap_offer(fight, who, *target),
        Act::AcceptSwap(from) | Act::DeclineSwap(from) => {
            card_swaps::check_swap_reply(fight, who, *from)
        }
        Act::BreakFree { is_slow } => grapple::check_break_free(fight, who, *is_slow),
        Act::Pass if fight.state.is_swap_hold => card_swaps::check_can_decline_swaps(fight, who),
        _ if fight.phase == FightPhase::Setup => check_fight_request(fight, who, act),
        _ => {
            turns::check_has_turn(fight, who)?;
            check_conditions_and_slot(fight, who, act, turns::remaining_slots(fight, who))?;
            check_act_requirements(fight, who, act)
        }
    }
}

/// CARDS-REACT-5: standing orders are set at any time, as long as the fight is not over.
fn check_can_set_standing_order(fight: &Fight) -> Result<(), RefusalReason> {
    match fight.phase {
        FightPhase::Setup | FightPhase::Running => Ok(()),
        FightPhase::Over(_) => Err(RefusalReason::new("too-late", "CARDS-REACT-5")),
    }
}

/// CARDS-INIT-1: before the fight a harmful Maneuver only asks the GM to begin it.
fn check_fight_request(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    let Some(target) = act.victim() else {
        return Err(RefusalReason::new("not-your-turn", "CARDS-INIT-1"));
    };
    if is_known_present(fight, who, target) && are_enemies(fight, who, target) {
        Ok(())
    } else {
        Err(RefusalReason::new("bad-target", "CARDS-INIT-1").with_combatant(target))
    }
}

/// What a condition forbids, and what is left no slot for (CARDS-TURN-3).
fn check_conditions_and_slot(
    fight: &Fight,
    who: CombatantId,
    act: &Act,
    slots: CardSlots,
) -> Result<(), RefusalReason> {
    check_conditions(fight, who, act)?;
    match slot_to_spend(fight, who, act) {
        Some(slot) if turns::slot_that_pays(slots, slot).is_none() => {
            Err(RefusalReason::new("no-slot", "CARDS-TURN-3"))
        }
        Some(_) | None => Ok(()),
    }
}

/// The checks that are left once it may be done at all: what the act itself needs.
fn check_act_requirements(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    match act {
        Act::Attack { target, weapon, is_thrown: thrown } => {
            attacks::check_attack(fight, who, *target, *weapon, *thrown)
        }
        Act::Cast { target, spell } => attacks::check_cast(fight, who, *target, *spell),
        Act::Shove(target) => attacks::check_shove(fight, who, *target),
        Act::Grapple(target) => grapple::check_grapple(fight, who, *target),
        Act::Flee { action, exit } => {
            flee::check_flee_action(fight, *action)?;
            flee::check_flee_route(fight, who, *exit)
        }
        Act::Lure { action, target, zone } => {
            skills::check_lure(fight, who, *action, *target, *zone)
        }
        Act::Stabilise(target) => skills::check_stabilise(fight, who, *target),
        Act::Cross { zone, .. } => skills::check_cross_obstacle(fight, who, *zone),
        Act::Douse(target) => skills::check_douse(fight, who, *target),
        Act::Move(to) => movement::check_move(fight, who, *to),
        Act::CloseIn(with) => movement::check_close_in(fight, who, *with),
        Act::StepApart => movement::check_step_apart(fight, who),
        Act::TakeCover => movement::check_take_cover(fight, who),
        Act::Equip(items) => items::check_equip(fight, who, items),
        Act::StandUp => movement::check_stand_up(fight, who),
        Act::PickUp(item) => items::check_pick_up(fight, who, *item),
        Act::UseItem { item, target: on } => items::check_use_antidote(fight, who, *item, *on),
        Act::Assist(target) => skills::check_assist(fight, who, *target),
        Act::Drop(item) => items::check_drop(fight, who, *item),
        Act::ReleaseGrapple => grapple::check_release_grapple(fight, who),
        Act::Unreadable => {
            Err(RefusalReason::new("bad-target", "CARDS-SKILL-1").with_cause("action"))
        }
        Act::Skill { target, .. } => skills::check_skill(fight, who, *target),
        Act::Interact(_)
        | Act::Shout(_)
        | Act::Say(_)
        | Act::Pass
        | Act::BreakFree { .. }
        | Act::OfferSwap(_)
        | Act::AcceptSwap(_)
        | Act::DeclineSwap(_)
        | Act::SetStandingOrder { .. } => Ok(()),
    }
}

/// CARDS-GRAP-3: the Held only break free, parry and shout. CARDS-FIRE-3: the Burning only douse,
/// flee and shout. CARDS-GRAP-2: the Gagged neither speak nor shout. CARDS-MOVE-5: the Prone do not
/// move or flee. CARDS-HARM-4: severe Harm. The critical table: no 2-hand weapons with a broken
/// arm.
fn check_conditions(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    let body = fight.body(who);
    let forbid =
        |because, rule| Err(RefusalReason::new("condition-forbids", rule).with_cause(because));
    let is_maneuver = act.cost() != ActCost::Free;
    if body.is_gagged && matches!(act, Act::Say(_) | Act::Shout(_)) {
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
        && !is_allowed_while_shaken(fight, who, act, shaken)
    {
        return forbid("shaken", "CARDS-FEAR-5");
    }
    if body.is_prone && act.is_movement(fight, who) {
        return forbid("prone", "CARDS-MOVE-5");
    }
    let needs_help =
        damage::has_severe_harm(body) && !body.is_assisted && !fight.combatant(who).is_npc();
    if needs_help && maneuver_slot(fight, who, act) == Some(ManeuverSlot::Slow) {
        return forbid("severe-harm", "CARDS-HARM-4");
    }
    let needs_arms = |item: &ItemId| {
        body.item(*item).is_some_and(|item| items::is_forbidden_by_broken_arm(body, item))
    };
    let is_two_handed = match act {
        Act::Attack { weapon, .. } => needs_arms(weapon),
        Act::Equip(items) => items.iter().any(needs_arms),
        _ => false,
    };
    if is_two_handed { forbid("broken-arm", "CARDS-HARM-5") } else { Ok(()) }
}

/// CARDS-FEAR-5: what somebody Shaken may do: who flees, as slow Maneuver only flight, and no move
/// nearer to the source; who attacks, only the source, and only moves that lead nearer to it.
fn is_allowed_while_shaken(
    fight: &Fight,
    who: CombatantId,
    act: &Act,
    shaken: ShakenState,
) -> bool {
    let knows = |source: &CombatantId| is_known_present(fight, who, *source);
    let source = shaken.source.filter(knows);
    let is_slow = maneuver_slot(fight, who, act) == Some(ManeuverSlot::Slow);
    let far = |zone| source.and_then(|to| fight.zones.distance(zone, zone_of(fight, to)));
    let here = zone_of(fight, who);
    let to = match act {
        Act::Move(to) | Act::Cross { zone: to, .. } => Some(*to),
        _ => None,
    };
    match shaken.panic {
        PanicReaction::Freeze | PanicReaction::Faint => false,
        PanicReaction::Flee => {
            let is_nearer = to.is_some_and(|to| far(to) < far(here))
                || matches!(act, Act::CloseIn(with) if Some(*with) == source);
            let is_flight = !is_slow || matches!(act, Act::Flee { .. });
            is_flight && !is_nearer
        }
        PanicReaction::Attack => {
            let Some(source) = source else { return !is_slow || act.victim().is_some() };
            let leads_on = match act {
                Act::Move(to) | Act::Cross { zone: to, .. } => far(*to) < far(here),
                Act::CloseIn(with) => *with == source,
                Act::StepApart => false,
                _ => true,
            };
            let is_attack = !is_slow || act.victim() == Some(source);
            leads_on && is_attack
        }
    }
}

/// CARDS-FLEE-2: of a flight towards a blocked exit it is said which exits are open.
fn explain_refusal(fight: &Fight, who: CombatantId, act: &Act, reason: RefusalReason) -> Refusal {
    let refusal = reason.to_refusal(fight, who);
    let is_towards = matches!(act, Act::Flee { exit: Some(_), .. });
    if refusal.key != "no-path" || !is_towards {
        return refusal;
    }
    let open = flee::reachable_exits(fight, who);
    let open: Vec<&str> = open.into_iter().map(|exit| fight.zones.name(exit)).collect();
    refusal.with("names", open.join(", "))
}

impl Acts for Cards {
    /// CARDS-TURN-7: a refused command costs nothing and changes nothing.
    fn perform(resolver: &mut Resolver, who: CombatantId, act: &Act) -> RuleResult {
        check_act(resolver.fight(), who, act)
            .map_err(|why| explain_refusal(resolver.fight(), who, act, why))?;
        match act {
            Act::SetStandingOrder { reaction, order: standing } => {
                let (reaction, standing) = (*reaction, *standing);
                resolver.emit(Event::StandingOrderSet { who, reaction, order: standing });
            }
            Act::OfferSwap(to) => resolver.emit(Event::SwapOffered { from: who, to: *to }),
            Act::AcceptSwap(from) => card_swaps::accept_swap(resolver, who, *from),
            Act::DeclineSwap(from) => resolver.emit(Event::SwapDeclined { from: *from, to: who }),
            Act::BreakFree { is_slow } => {
                return grapple::resolve_break_free(resolver, who, *is_slow);
            }
            Act::Pass if resolver.fight().state.is_swap_hold => {
                resolver.emit(Event::SwapHoldReady(who))
            }
            _ if resolver.fight().phase == FightPhase::Setup => {
                if let Some(target) = act.victim() {
                    resolver.emit(Event::FightRequested { who, target });
                }
            }
            _ => {
                turns::begin_turn_if_none_runs(resolver, who);
                if let Some(slot) = slot_to_spend(resolver.fight(), who, act) {
                    turns::pay_maneuver(resolver, who, slot);
                }
                return resolve_act(resolver, who, act);
            }
        }
        Ok(())
    }

    /// Every legal act of a combatant, as its controller knows the fight.
    ///
    /// What [`check`] asks of every act of a kind is asked once for the kind.
    fn list_legal_acts(fight: &Fight, who: CombatantId, out: &mut Vec<Act>) {
        let is_turn = turns::check_has_turn(fight, who).is_ok();
        let others = || fight.iter().map(|(other, _)| other).filter(|other| *other != who);
        if is_turn {
            ActCollector::new(fight, who, out).collect_all();
        }
        let mut offer = |act: Act| {
            if check_act(fight, who, &act).is_ok() {
                out.push(act);
            }
        };
        if fight.phase == FightPhase::Setup {
            let arms = fight.body(who).gear.iter().filter(|item| item.weapon.is_some());
            let arms = arms.map(|item| item.id);
            others().for_each(|target| offer_attack_acts(target, arms.clone(), &mut offer));
        } else if fight.state.is_swap_hold {
            offer(Act::Pass);
        }
        if fight.body(who).held_by.is_some() {
            [false, true].into_iter().for_each(|is_slow| offer(Act::BreakFree { is_slow }));
        }
        if fight.state.is_swap_open {
            for other in others() {
                [Act::AcceptSwap(other), Act::DeclineSwap(other), Act::OfferSwap(other)]
                    .into_iter()
                    .for_each(&mut offer);
            }
        }
        if check_can_set_standing_order(fight).is_ok() {
            for reaction in Reaction::ALL {
                let order = |standing| Act::SetStandingOrder { reaction, order: standing };
                out.extend(StandingOrder::ALL.into_iter().map(order));
            }
        }
    }

    /// The standing orders that the rules know (CARDS-REACT-5).
    fn standing_orders(body: &Body) -> Vec<Act> {
        let given =
            |reaction: &Reaction| body.standing_orders.order_for(*reaction) != StandingOrder::Ask;
        let given = Reaction::ALL.into_iter().filter(given);
        given
            .map(|reaction| Act::SetStandingOrder {
                reaction,
                order: body.standing_orders.order_for(reaction),
            })
            .collect()
    }

    fn known_risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
        movement::movement_risks(fight, who, act)
    }

    fn cost_label(act: &Act) -> &'static str {
        act.cost().label()
    }

    fn list_optional_responses(fight: &Fight) -> Vec<(CombatantId, Vec<Act>)> {
        card_swaps::swap_invitations(fight)
    }

    fn permanent_loss_warning(fight: &Fight, who: CombatantId, act: &Act) -> Option<Refusal> {
        card_swaps::warn_of_lapsing_offers(fight, who, act)
    }
}

fn resolve_act(resolver: &mut Resolver, who: CombatantId, act: &Act) -> RuleResult {
    match act {
        Act::Attack { target, weapon, is_thrown: thrown } => {
            return attacks::resolve_attack(resolver, who, *target, *weapon, *thrown);
        }
        Act::Cast { target, spell } => {
            return attacks::resolve_spell(resolver, who, *target, *spell);
        }
        Act::Shove(target) => return attacks::resolve_shove(resolver, who, *target),
        Act::Grapple(target) => return grapple::resolve_grapple(resolver, who, *target),
        Act::Flee { action, exit } => return flee::resolve_flee(resolver, who, *action, *exit),
        Act::Skill { action, target, text } => {
            return skills::resolve_skill(resolver, who, *action, *target, text);
        }
        Act::Lure { action, target, zone } => {
            return skills::resolve_lure(resolver, who, *action, *target, *zone);
        }
        Act::Stabilise(target) => skills::roll_stabilise(resolver, who, *target),
        Act::Cross { zone, action } => skills::resolve_crossing(resolver, who, *zone, *action),
        Act::Douse(target) => hazards::roll_douse(resolver, who, *target),
        Act::Move(to) => movement::move_to_zone(resolver, who, *to, MovementKind::Move),
        Act::CloseIn(with) => movement::close_in_on(resolver, who, *with),
        Act::StepApart => movement::set_apart(resolver, who),
        Act::TakeCover => movement::take_cover(resolver, who),
        Act::Equip(items) => items::set_items_in_hand(resolver, who, items),
        Act::StandUp => resolver.emit(Event::ProneSet { who, is_on: false }),
        Act::Interact(text) => resolver.emit(Event::Interacted { who, text: text.clone() }),
        Act::Shout(text) => resolver.emit(Event::Spoke { who, text: text.clone(), is_shout: true }),
        Act::PickUp(item) => items::pick_up_item(resolver, who, *item),
        Act::UseItem { item, target: on } => items::use_antidote(resolver, who, *item, *on),
        Act::Assist(target) => resolver.emit(Event::Assisted { who: *target, helper: who }),
        Act::Say(text) => resolver.emit(Event::Spoke { who, text: text.clone(), is_shout: false }),
        Act::Drop(item) => items::drop_item(resolver, who, *item),
        Act::ReleaseGrapple => grapple::release_grapple(resolver, who),
        Act::Pass => turns::pass_turn(resolver, who),
        // Done before any turn begins.
        Act::BreakFree { .. }
        | Act::OfferSwap(_)
        | Act::AcceptSwap(_)
        | Act::DeclineSwap(_)
        | Act::SetStandingOrder { .. } => {}
        // Refused.
        Act::Unreadable => {}
    }
    Ok(())
}

/// What harms somebody, or means to, with such weapons and spells.
fn offer_attack_acts(
    target: CombatantId,
    weapons: impl Iterator<Item = ItemId>,
    offer: &mut impl FnMut(Act),
) {
    for weapon in weapons {
        for thrown in [false, true] {
            offer(Act::Attack { target, weapon, is_thrown: thrown });
        }
        offer(Act::Cast { target, spell: weapon });
    }
    offer(Act::Attack { target, weapon: ItemId::UNARMED, is_thrown: false });
    offer(Act::Shove(target));
    offer(Act::Grapple(target));
}

/// The legal acts of one combatant in its turn, as far as they have been found.
struct ActCollector<'a> {
    fight: &'a Fight,
    who: CombatantId,
    /// What its card still gives.
    slots: CardSlots,
    /// What is forbidden hangs on more than the kind of an act: on whom it is against
    /// (CARDS-FEAR-5), or what is in hand (CARDS-HARM-5). Then each is asked for by itself.
    checks_each_act: bool,
    acts: &'a mut Vec<Act>,
}

impl<'a> ActCollector<'a> {
    fn new(fight: &'a Fight, who: CombatantId, acts: &'a mut Vec<Act>) -> Self {
        let body = fight.body(who);
        let checks_each_act = body.shaken.is_some() || body.has_critical(CriticalInjury::BrokenArm);
        Self { fight, who, slots: turns::remaining_slots(fight, who), checks_each_act, acts }
    }

    fn passes_conditions_and_slot(&self, act: &Act) -> bool {
        check_conditions_and_slot(self.fight, self.who, act, self.slots).is_ok()
    }

    /// Whether acts of the kind of this one may be done at all.
    fn may_offer_kind(&self, sample: &Act) -> bool {
        self.checks_each_act || self.passes_conditions_and_slot(sample)
    }

    /// An act of a kind that may be done.
    fn add_if_requirements_met(&mut self, act: Act) {
        self.add_if_ok(check_act_requirements(self.fight, self.who, &act), || act);
    }

    /// One of which it is known what it needs itself: it is made only where that is there.
    fn add_if_ok(&mut self, check: Result<(), RefusalReason>, act: impl FnOnce() -> Act) {
        if check.is_ok() {
            self.add_if_not_forbidden(act);
        }
    }

    /// One that needs nothing more itself.
    fn add_if_not_forbidden(&mut self, act: impl FnOnce() -> Act) {
        if !self.checks_each_act {
            return push_with(self.acts, act);
        }
        let act = act();
        if self.passes_conditions_and_slot(&act) {
            self.acts.push(act);
        }
    }

    /// The only act of its kind.
    fn add_if_legal(&mut self, act: Act) {
        if check_act_requirements(self.fight, self.who, &act).is_ok()
            && self.passes_conditions_and_slot(&act)
        {
            self.acts.push(act);
        }
    }

    fn collect_all(&mut self) {
        let (fight, who) = (self.fight, self.who);
        // One act for all of its kind.
        let (may_slow, may_fast) =
            (self.may_offer_kind(&Act::Shove(who)), self.may_offer_kind(&Act::TakeCover));
        let (may_close_in, may_douse) =
            (self.may_offer_kind(&Act::CloseIn(who)), self.may_offer_kind(&Act::Douse(who)));
        if may_slow {
            let arms = fight.body(who).gear.iter();
            let arms = arms.filter(|item| item.weapon.is_some() && item.is_in_hand());
            let arms = arms.map(|item| item.id);
            let enemies = fight.iter().map(|(other, _)| other);
            let enemies = enemies.filter(|other| check_enemy_target(fight, who, *other).is_ok());
            enemies.for_each(|one| {
                offer_attack_acts(one, arms.clone(), &mut |act| self.add_if_requirements_met(act))
            });
        }
        self.collect_flee_acts();
        self.collect_move_acts();
        let viewer = fight.viewer_of(Initiator::Combatant(who));
        for (other, _) in fight.iter().filter(|(other, _)| fight.viewer_knows(viewer, *other)) {
            if may_slow {
                self.collect_social_acts(other);
                self.add_if_ok(skills::check_stabilise(fight, who, other), || {
                    Act::Stabilise(other)
                });
            }
            if may_douse {
                self.add_if_ok(skills::check_douse(fight, who, other), || Act::Douse(other));
            }
            if may_close_in {
                self.add_if_ok(movement::check_close_in(fight, who, other), || Act::CloseIn(other));
            }
            if may_fast {
                self.add_if_ok(skills::check_assist(fight, who, other), || Act::Assist(other));
                for item in fight.body(who).gear.iter().filter(|item| item.is_antidote) {
                    self.add_if_requirements_met(Act::UseItem { item: item.id, target: other });
                }
            }
        }
        self.collect_item_acts(may_fast);
        let text = String::new;
        if may_slow {
            for action in Action::ALL {
                self.add_if_not_forbidden(|| Act::Skill { action, target: None, text: text() });
            }
        }
        for act in [Act::StepApart, Act::TakeCover, Act::StandUp, Act::ReleaseGrapple, Act::Pass] {
            self.add_if_legal(act);
        }
        for act in [Act::Interact(text()), Act::Shout(text()), Act::Say(text())] {
            self.add_if_legal(act);
        }
    }

    /// By any exit, or by one; the way is looked for once for both Actions.
    fn collect_flee_acts(&mut self) {
        let (fight, who) = (self.fight, self.who);
        if !self.passes_conditions_and_slot(&Act::Flee { action: Action::Finesse, exit: None }) {
            return;
        }
        let exits = fight.zones.iter().map(|(zone, _)| zone).filter(|zone| is_exit(fight, *zone));
        let exits = [None].into_iter().chain(exits.map(Some));
        let open: Vec<_> =
            exits.filter(|exit| flee::check_flee_route(fight, who, *exit).is_ok()).collect();
        for action in [Action::Finesse, Action::Sneak] {
            if flee::check_flee_action(fight, action).is_ok() {
                self.acts.extend(open.iter().map(|exit| Act::Flee { action, exit: *exit }));
            }
        }
    }

    fn collect_move_acts(&mut self) {
        let here = zone_of(self.fight, self.who);
        for zone in self.fight.zones.neighbours(here) {
            self.add_if_legal(Act::Move(zone));
            if obstacle_between(self.fight, here, zone).is_some() {
                for action in [None, Some(Action::Finesse), Some(Action::Endure)] {
                    self.add_if_legal(Act::Cross { zone, action });
                }
            }
        }
    }

    /// Lures, and words.
    fn collect_social_acts(&mut self, other: CombatantId) {
        if !are_enemies(self.fight, self.who, other) {
            return;
        }
        let (fight, who) = (self.fight, self.who);
        let near = || fight.zones.neighbours(zone_of(fight, other));
        let may = |zone| skills::check_lure(fight, who, Action::Finesse, other, zone).is_ok();
        if near().next().is_some_and(may) {
            for action in [Action::Finesse, Action::Intimidate] {
                for zone in near() {
                    self.add_if_not_forbidden(|| Act::Lure { action, target: other, zone });
                }
            }
        }
        if skills::check_skill(fight, who, Some(other)).is_ok() {
            for action in skills::SOCIAL_ACTIONS {
                let (target, text) = (Some(other), String::new());
                self.add_if_not_forbidden(|| Act::Skill { action, target, text });
            }
        }
    }

    fn add_equip(&mut self, items: &[ItemId]) {
        let may = items::check_equip(self.fight, self.who, items);
        self.add_if_ok(may, || Act::Equip(items.to_vec()));
    }

    /// What may be done with things of one's own, and with what lies about.
    fn collect_item_acts(&mut self, may_use_fast: bool) {
        let (fight, who) = (self.fight, self.who);
        let own =
            || fight.body(who).gear.iter().filter(|item| !item.is_natural).map(|item| item.id);
        if may_use_fast {
            self.add_equip(&[]);
        }
        for one in own() {
            if may_use_fast {
                self.add_equip(&[one]);
                own().filter(|other| *other > one).for_each(|other| self.add_equip(&[one, other]));
            }
            self.add_if_requirements_met(Act::Drop(one));
        }
        let lying = fight.zones.get(zone_of(fight, who)).filter(|_| may_use_fast);
        for item in lying.into_iter().flat_map(|zone| &zone.terrain.items) {
            self.add_if_requirements_met(Act::PickUp(item.id));
        }
    }
}
