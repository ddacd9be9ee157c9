//! The acts that a combatant may attempt: their checks, in the order in which refusals take
//! precedence, and the dispatch to the module whose rules resolve them.

use serde::{Deserialize, Serialize};

use super::Cards;
use super::sheet::{
    Action, Body, CardSlots, CriticalInjury, ItemId, PanicReaction, Reaction, ShakenState,
    StandingOrder,
};
use super::state::{Event, ManeuverSlot, MovementKind};
use super::zones::{
    are_enemies, check_enemy_target, is_exit, is_known_and_not_fled, obstacle_between, zone_of,
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
    /// Attacks with a weapon (CARDS-ATK-1, CARDS-ATK-2).
    Attack {
        target: CombatantId,
        weapon: ItemId,
        #[serde(rename = "thrown")]
        is_thrown: bool,
    },
    /// Attacks with a spell (CARDS-MAG-1).
    Cast {
        target: CombatantId,
        spell: ItemId,
    },
    /// Shoves an enemy (CARDS-ATK-7).
    Shove(CombatantId),
    /// Grapples an enemy (CARDS-GRAP-1).
    Grapple(CombatantId),
    /// Tries to leave the fight through an exit (CARDS-FLEE-1).
    Flee {
        action: Action,
        exit: Option<ZoneId>,
    },
    /// Tests an Action that the GM interprets (CARDS-SKILL-1).
    Skill {
        action: Action,
        /// The combatant that the skill is tried on, if any.
        #[serde(default)]
        target: Option<CombatantId>,
        text: String,
    },
    Lure {
        action: Action,
        target: CombatantId,
        zone: ZoneId,
    },
    /// Keeps a dying combatant alive (CARDS-HARM-5).
    Stabilise(CombatantId),
    /// Clears or crosses the obstacle on the border to a zone (CARDS-ZONE-3).
    Cross {
        zone: ZoneId,
        action: Option<Action>,
    },
    /// Fights the fire on a combatant (CARDS-FIRE-4).
    Douse(CombatantId),
    /// Enters an adjacent zone (CARDS-MOVE-1).
    Move(ZoneId),
    /// Closes in on a combatant in the same zone (CARDS-MOVE-2).
    CloseIn(CombatantId),
    #[serde(rename = "apart")]
    StepApart,
    /// Takes the best free cover in the zone (CARDS-MOVE-3).
    TakeCover,
    /// Sets what is in hand (CARDS-MOVE-4).
    Equip(Vec<ItemId>),
    /// Stands up from Prone (CARDS-MOVE-5).
    #[serde(rename = "stand")]
    StandUp,
    /// Works a door or a lever, or turns around (CARDS-MOVE-6).
    Interact(String),
    Shout(String),
    PickUp(ItemId),
    /// Uses an antidote on a combatant (CARDS-POIS-3).
    #[serde(rename = "use")]
    UseItem {
        item: ItemId,
        #[serde(rename = "on")]
        target: CombatantId,
    },
    /// Assists an ally with severe Harm (CARDS-HARM-4).
    Assist(CombatantId),
    /// Says a couple of words for free (CARDS-TURN-6).
    Say(String),
    Drop(ItemId),
    #[serde(rename = "release")]
    ReleaseGrapple,
    /// Ends the turn (CARDS-TURN-4).
    Pass,
    /// Tries to get out of a hold (CARDS-GRAP-4).
    #[serde(rename = "break")]
    BreakFree {
        is_slow: bool,
    },
    /// Offers another PC a swap of cards (CARDS-SWAP-1).
    #[serde(rename = "swap")]
    OfferSwap(CombatantId),
    #[serde(rename = "accept")]
    AcceptSwap(CombatantId),
    #[serde(rename = "decline")]
    DeclineSwap(CombatantId),
    /// Sets how a reaction is answered in advance (CARDS-REACT-5).
    #[serde(rename = "auto")]
    SetStandingOrder {
        reaction: Reaction,
        #[serde(rename = "standing")]
        order: StandingOrder,
    },
    /// A command that names an unknown Action, reaction or standing order. It is always refused.
    Unreadable,
}

/// The price of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActCost {
    Slow,
    Fast,
    /// The slow or the fast Maneuver, as the obstacle says (CARDS-ZONE-3).
    Obstacle,
    Reaction,
    Free,
}

impl ActCost {
    /// Returns the cost as a label; `None` if the act is free.
    pub fn label(self) -> Option<&'static str> {
        match self {
            Self::Slow => Some("Slow"),
            Self::Fast => Some("Fast"),
            Self::Obstacle => Some("Maneuver"),
            Self::Reaction => Some("Reaction"),
            Self::Free => None,
        }
    }
}

impl Act {
    /// Returns the price of the act, by the rule text's tables of Maneuvers.
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

    /// Returns the combatant that the act attacks, if it is an attack.
    fn attack_target(&self) -> Option<CombatantId> {
        match self {
            Self::Attack { target, .. }
            | Self::Cast { target, .. }
            | Self::Shove(target)
            | Self::Grapple(target) => Some(*target),
            _ => None,
        }
    }

    /// Returns whether the act moves the actor, which a Prone combatant cannot do (CARDS-MOVE-5).
    pub fn is_movement(&self, fight: &Fight, who: CombatantId) -> bool {
        match self {
            Self::Move(_) | Self::CloseIn(_) | Self::StepApart | Self::Flee { .. } => true,
            Self::Cross { zone, .. } => obstacle_between(fight, zone_of(fight, who), *zone)
                .is_none_or(|obstacle| !obstacle.is_removed_by_success),
            _ => false,
        }
    }
}

/// Returns whether an act is a slow or a fast Maneuver by the rule text, before injuries change it;
/// `None` for reactions and free acts. Crossing costs what the obstacle says; the slow slot if
/// there is no obstacle.
fn base_maneuver_slot(fight: &Fight, who: CombatantId, act: &Act) -> Option<ManeuverSlot> {
    match act.cost() {
        ActCost::Slow => Some(ManeuverSlot::Slow),
        ActCost::Fast => Some(ManeuverSlot::Fast),
        ActCost::Obstacle => {
            let obstacle = match act {
                Act::Cross { zone, .. } => obstacle_between(fight, zone_of(fight, who), *zone),
                _ => None,
            };
            Some(obstacle.map_or(ManeuverSlot::Slow, |obstacle| obstacle.maneuver))
        }
        ActCost::Reaction | ActCost::Free => None,
    }
}

/// Returns the slot that an act uses up (CARDS-TURN-3); `None` for reactions and free acts.
///
/// By the critical table, entering a zone with a broken leg costs the slow slot.
fn maneuver_slot_used_with_injuries(
    fight: &Fight,
    who: CombatantId,
    act: &Act,
) -> Option<ManeuverSlot> {
    let is_entering = match act {
        Act::Move(_) => true,
        Act::Cross { .. } => act.is_movement(fight, who),
        _ => false,
    };
    let is_slowed = is_entering && fight.body(who).has_critical(CriticalInjury::BrokenLeg);
    if is_slowed { Some(ManeuverSlot::Slow) } else { base_maneuver_slot(fight, who, act) }
}

/// Returns whether an act uses up a slot, as Maneuvers and reactions do.
pub fn uses_slot(fight: &Fight, who: CombatantId, act: &Act) -> bool {
    act.cost() == ActCost::Reaction || maneuver_slot_used_with_injuries(fight, who, act).is_some()
}

/// Checks whether a combatant may perform an act now.
///
/// # Errors
///
/// Returns the first reason against it, in the order of the rule text's refusals.
pub fn check_act(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    match act {
        Act::SetStandingOrder { .. } => check_can_set_standing_order(fight),
        Act::OfferSwap(target) => card_swaps::check_new_swap_offer_between_pcs(fight, who, *target),
        Act::AcceptSwap(from) | Act::DeclineSwap(from) => {
            card_swaps::check_swap_offer_is_open_to_reply(fight, who, *from)
        }
        Act::BreakFree { is_slow } => grapple::check_break_free(fight, who, *is_slow),
        Act::Pass if fight.state.is_swap_hold => card_swaps::check_can_decline_swaps(fight, who),
        _ if fight.phase == FightPhase::Setup => {
            check_is_attack_on_enemy_before_start(fight, who, act)
        }
        _ => {
            turns::check_may_act_now(fight, who)?;
            check_conditions_and_slot(fight, who, act, turns::remaining_turn_slots(fight, who))?;
            check_act_requirements(fight, who, act)
        }
    }
}

/// Refuses a standing order once the fight is over (CARDS-REACT-5).
fn check_can_set_standing_order(fight: &Fight) -> Result<(), RefusalReason> {
    match fight.phase {
        FightPhase::Setup | FightPhase::Running => Ok(()),
        FightPhase::Over(_) => Err(RefusalReason::new("too-late", "CARDS-REACT-5")),
    }
}

/// Checks an act before the start: an attack on an enemy only asks the GM to begin the fight, and
/// everything else is refused (CARDS-INIT-1).
fn check_is_attack_on_enemy_before_start(
    fight: &Fight,
    who: CombatantId,
    act: &Act,
) -> Result<(), RefusalReason> {
    let Some(target) = act.attack_target() else {
        return Err(RefusalReason::new("not-your-turn", "CARDS-INIT-1"));
    };
    let is_enemy = is_known_and_not_fled(fight, who, target) && are_enemies(fight, who, target);
    RefusalReason::new("bad-target", "CARDS-INIT-1").with_combatant(target).refuse_unless(is_enemy)
}

/// Refuses an act that a condition forbids, or that no remaining slot can pay for (CARDS-TURN-3).
fn check_conditions_and_slot(
    fight: &Fight,
    who: CombatantId,
    act: &Act,
    slots: CardSlots,
) -> Result<(), RefusalReason> {
    check_not_forbidden_by_conditions(fight, who, act)?;
    match maneuver_slot_used_with_injuries(fight, who, act) {
        Some(slot) if turns::slot_that_pays(slots, slot).is_none() => {
            Err(RefusalReason::new("no-slot", "CARDS-TURN-3"))
        }
        Some(_) | None => Ok(()),
    }
}

/// Checks what the act itself requires: its target, range, items and the like.
fn check_act_requirements(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    match act {
        Act::Attack { target, weapon, is_thrown } => {
            attacks::check_weapon_attack(fight, who, *target, *weapon, *is_thrown)
        }
        Act::Cast { target, spell } => attacks::check_cast(fight, who, *target, *spell),
        Act::Shove(target) => attacks::check_shove(fight, who, *target),
        Act::Grapple(target) => grapple::check_grapple(fight, who, *target),
        Act::Flee { action, exit } => {
            flee::check_action_usable_to_flee(fight, *action)?;
            flee::check_flee_route(fight, who, *exit)
        }
        Act::Lure { action, target, zone } => {
            skills::check_lure(fight, who, *action, *target, *zone)
        }
        Act::Stabilise(target) => skills::check_stabilise(fight, who, *target),
        Act::Cross { zone, .. } => skills::check_cross_obstacle(fight, who, *zone),
        Act::Douse(target) => skills::check_douse(fight, who, *target),
        Act::Move(to) => movement::check_border_is_open(fight, who, *to),
        Act::CloseIn(with) => movement::check_close_in(fight, who, *with),
        Act::StepApart => movement::check_step_apart_changes_something(fight, who),
        Act::TakeCover => movement::check_take_cover(fight, who),
        Act::Equip(items) => items::check_new_set_of_held_items(fight, who, items),
        Act::StandUp => movement::check_stand_up(fight, who),
        Act::PickUp(item) => items::check_pick_up(fight, who, *item),
        Act::UseItem { item, target } => items::check_use_antidote(fight, who, *item, *target),
        Act::Assist(target) => skills::check_target_is_badly_harmed_ally_pc(fight, who, *target),
        Act::Drop(item) => items::check_drop(fight, who, *item),
        Act::ReleaseGrapple => grapple::check_release_grapple(fight, who),
        Act::Unreadable => {
            Err(RefusalReason::new("bad-target", "CARDS-SKILL-1").with_cause("action"))
        }
        Act::Skill { target, .. } => skills::check_skill_target_is_known_other(fight, who, *target),
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

/// Refuses an act that a condition of the actor forbids. Free acts are allowed but for speech while
/// Gagged. The first condition that applies gives the reason:
///
/// - Gagged: speaking and shouting (CARDS-GRAP-2).
///
/// - Held: every Maneuver but shout; breaking free is checked elsewhere (CARDS-GRAP-3).
///
/// - Burning: every Maneuver but douse, flee and shout (CARDS-FIRE-3).
///
/// - Shaken: see [`is_allowed_while_shaken`] (CARDS-FEAR-5).
///
/// - Prone: moving and fleeing (CARDS-MOVE-5).
///
/// - A PC with severe Harm and without help: slow Maneuvers (CARDS-HARM-4).
///
/// - Broken arm: attacks with 2-hand weapons, and taking them in hand (the critical table).
fn check_not_forbidden_by_conditions(
    fight: &Fight,
    who: CombatantId,
    act: &Act,
) -> Result<(), RefusalReason> {
    let body = fight.body(who);
    let forbid = |cause, rule| Err(RefusalReason::new("condition-forbids", rule).with_cause(cause));
    let is_maneuver = act.cost() != ActCost::Free;
    if body.is_gagged && matches!(act, Act::Say(_) | Act::Shout(_)) {
        return forbid("gagged", "CARDS-GRAP-2");
    }
    if body.held_by.is_some() && is_maneuver && !matches!(act, Act::Shout(_)) {
        return forbid(refusal_cause_while_held(body), "CARDS-GRAP-3");
    }
    let is_allowed_while_burning = matches!(act, Act::Douse(_) | Act::Flee { .. } | Act::Shout(_));
    if body.fire.is_some() && is_maneuver && !is_allowed_while_burning {
        return forbid("burning", "CARDS-FIRE-3");
    }
    if let Some(shaken) = body.shaken
        && is_maneuver
        && !is_allowed_while_shaken(fight, who, act, shaken)
    {
        return forbid("shaken", "CARDS-FEAR-5");
    }
    if body.is_prone && act.is_movement(fight, who) {
        return forbid("prone", "CARDS-MOVE-5");
    }
    let needs_help =
        damage::has_severe_harm(body) && !body.is_assisted && !fight.combatant(who).is_npc();
    if needs_help && base_maneuver_slot(fight, who, act) == Some(ManeuverSlot::Slow) {
        return forbid("severe-harm", "CARDS-HARM-4");
    }
    if uses_item_forbidden_by_broken_arm(body, act) {
        return forbid("broken-arm", "CARDS-HARM-5");
    }
    Ok(())
}

/// Returns the cause with which a Held combatant's Maneuver is refused. Its sentence says what is
/// left to do: no shout while Gagged, no parry while Burning.
fn refusal_cause_while_held(body: &Body) -> &'static str {
    let is_burning = body.fire.is_some();
    match (body.is_gagged, is_burning) {
        (false, false) => "held",
        (true, false) => "held-gagged",
        (false, true) => "held-burning",
        (true, true) => "held-gagged-burning",
    }
}

/// Returns whether an act attacks with a 2-hand weapon, or takes a 2-hand item in hand, although
/// the actor has a broken arm (the critical table).
fn uses_item_forbidden_by_broken_arm(body: &Body, act: &Act) -> bool {
    let is_forbidden = |item: &ItemId| {
        body.item(*item).is_some_and(|item| items::is_forbidden_by_broken_arm(body, item))
    };
    match act {
        Act::Attack { weapon, .. } => is_forbidden(weapon),
        Act::Equip(items) => items.iter().any(is_forbidden),
        _ => false,
    }
}

/// Returns whether a Shaken combatant may perform an act (CARDS-FEAR-5).
///
/// One who panics to flee may use the slow Maneuver only to flee, and may not move nearer to the
/// source of the fear. One who panics to attack may use it only against the source, and may only
/// move nearer; without a known source it may attack and move as it likes.
fn is_allowed_while_shaken(
    fight: &Fight,
    who: CombatantId,
    act: &Act,
    shaken: ShakenState,
) -> bool {
    let source = shaken.source.filter(|source| is_known_and_not_fled(fight, who, *source));
    let is_slow = base_maneuver_slot(fight, who, act) == Some(ManeuverSlot::Slow);
    match (shaken.panic, source) {
        (PanicReaction::Freeze | PanicReaction::Faint, _) => false,
        (PanicReaction::Flee, _) => {
            let leads_nearer =
                source.is_some_and(|source| leads_nearer_to(fight, who, act, source));
            let is_slow_but_no_flight = is_slow && !matches!(act, Act::Flee { .. });
            !leads_nearer && !is_slow_but_no_flight
        }
        (PanicReaction::Attack, None) => !is_slow || act.attack_target().is_some(),
        (PanicReaction::Attack, Some(source)) => {
            let is_move =
                matches!(act, Act::Move(_) | Act::Cross { .. } | Act::CloseIn(_) | Act::StepApart);
            let leads_elsewhere = is_move && !leads_nearer_to(fight, who, act, source);
            let is_slow_but_no_attack = is_slow && act.attack_target() != Some(source);
            !leads_elsewhere && !is_slow_but_no_attack
        }
    }
}

/// Returns whether an act closes in on another combatant, or leads into a zone from which fewer
/// borders lie between the two.
fn leads_nearer_to(fight: &Fight, who: CombatantId, act: &Act, other: CombatantId) -> bool {
    match act {
        Act::Move(to) | Act::Cross { zone: to, .. } => {
            let goal = zone_of(fight, other);
            let distance_from = |zone: ZoneId| fight.zones.distance(zone, goal);
            distance_from(*to) < distance_from(zone_of(fight, who))
        }
        Act::CloseIn(with) => *with == other,
        _ => false,
    }
}

/// Converts the reason into a refusal. For a flight to a blocked exit it adds the names of the
/// exits that are open (CARDS-FLEE-2).
fn to_refusal_adding_open_exits_for_flight(
    fight: &Fight,
    who: CombatantId,
    act: &Act,
    reason: RefusalReason,
) -> Refusal {
    let refusal = reason.to_refusal(fight, who);
    let names_an_exit = matches!(act, Act::Flee { exit: Some(_), .. });
    if refusal.key != "no-path" || !names_an_exit {
        return refusal;
    }
    let open_exits = flee::reachable_exits(fight, who);
    let exit_names: Vec<&str> = open_exits.into_iter().map(|exit| fight.zones.name(exit)).collect();
    refusal.with("names", exit_names.join(", "))
}

impl Acts for Cards {
    /// Performs an act. A refused command costs nothing and changes nothing (CARDS-TURN-7).
    fn check_and_perform_act(resolver: &mut Resolver, who: CombatantId, act: &Act) -> RuleResult {
        check_act(resolver.fight(), who, act).map_err(|reason| {
            to_refusal_adding_open_exits_for_flight(resolver.fight(), who, act, reason)
        })?;
        match act {
            Act::SetStandingOrder { reaction, order } => {
                let (reaction, order) = (*reaction, *order);
                resolver.emit(Event::StandingOrderSet { who, reaction, order });
            }
            Act::OfferSwap(to) => resolver.emit(Event::SwapOffered { from: who, to: *to }),
            Act::AcceptSwap(from) => card_swaps::accept_swap_of_lowest_cards(resolver, who, *from),
            Act::DeclineSwap(from) => resolver.emit(Event::SwapDeclined { from: *from, to: who }),
            Act::BreakFree { is_slow } => {
                return grapple::ask_holder_and_roll_break_free(resolver, who, *is_slow);
            }
            Act::Pass if resolver.fight().state.is_swap_hold => {
                resolver.emit(Event::SwapHoldReady(who))
            }
            _ if resolver.fight().phase == FightPhase::Setup => {
                if let Some(target) = act.attack_target() {
                    resolver.emit(Event::FightRequested { who, target });
                }
            }
            _ => {
                turns::begin_turn_if_none_runs(resolver, who);
                if let Some(slot) = maneuver_slot_used_with_injuries(resolver.fight(), who, act) {
                    turns::pay_maneuver(resolver, who, slot);
                }
                return resolve_already_paid_turn_act(resolver, who, act);
            }
        }
        Ok(())
    }

    /// Collects every legal act of a combatant, as its controller knows the fight.
    ///
    /// A check that gives the same result for all acts of one kind runs once per kind.
    fn list_legal_acts(fight: &Fight, who: CombatantId, out: &mut Vec<Act>) {
        if turns::check_may_act_now(fight, who).is_ok() {
            ActCollector::new(fight, who, out).collect_turn_acts();
        }
        let mut offer_if_legal = |act: Act| {
            if check_act(fight, who, &act).is_ok() {
                out.push(act);
            }
        };
        let others = || fight.present_ids().filter(|other| *other != who);
        if fight.phase == FightPhase::Setup {
            let gear = fight.body(who).gear.iter();
            let weapons = gear.filter(|item| item.weapon.is_some()).map(|item| item.id);
            for target in others() {
                offer_attacks_shove_and_grapple(target, weapons.clone(), &mut offer_if_legal);
            }
        } else if fight.state.is_swap_hold {
            offer_if_legal(Act::Pass);
        }
        if fight.body(who).held_by.is_some() {
            for is_slow in [false, true] {
                offer_if_legal(Act::BreakFree { is_slow });
            }
        }
        if fight.state.is_swap_open {
            for other in others() {
                offer_if_legal(Act::AcceptSwap(other));
                offer_if_legal(Act::DeclineSwap(other));
                offer_if_legal(Act::OfferSwap(other));
            }
        }
        if check_can_set_standing_order(fight).is_ok() {
            for reaction in Reaction::ALL {
                for order in StandingOrder::ALL {
                    out.push(Act::SetStandingOrder { reaction, order });
                }
            }
        }
    }

    /// Returns the standing orders that differ from the default (CARDS-REACT-5).
    fn list_changed_standing_orders(body: &Body) -> Vec<Act> {
        let mut acts = Vec::new();
        for reaction in Reaction::ALL {
            let order = body.standing_orders.order_for(reaction);
            if order != StandingOrder::Ask {
                acts.push(Act::SetStandingOrder { reaction, order });
            }
        }
        acts
    }

    /// Returns the Harm that a pinned combatant takes if the act leaves its zone.
    fn known_risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
        movement::pin_harm_risks(fight, who, act)
    }

    fn cost_label(act: &Act) -> Option<&'static str> {
        act.cost().label()
    }

    /// Returns the Maneuver that the act costs now: what the obstacle says (CARDS-ZONE-3), and the
    /// slow one to enter a zone with a broken leg (CARDS-HARM-5).
    fn current_cost_label(fight: &Fight, who: CombatantId, act: &Act) -> Option<&'static str> {
        match maneuver_slot_used_with_injuries(fight, who, act) {
            Some(ManeuverSlot::Slow) => ActCost::Slow.label(),
            Some(ManeuverSlot::Fast) => ActCost::Fast.label(),
            None => act.cost().label(),
        }
    }

    /// Returns who may accept or decline an offer to swap cards.
    fn list_optional_responses(fight: &Fight) -> Vec<(CombatantId, Vec<Act>)> {
        card_swaps::swap_invitations(fight)
    }

    /// Returns a warning if the act makes open offers to swap cards lapse.
    fn permanent_loss_warning(fight: &Fight, who: CombatantId, act: &Act) -> Option<Refusal> {
        card_swaps::warn_if_act_lapses_known_offers(fight, who, act)
    }
}

/// Resolves an act of the running turn by calling the rule of its kind; the caller has checked it
/// and paid its slot. Acts that need no turn are performed earlier, and do nothing here.
fn resolve_already_paid_turn_act(
    resolver: &mut Resolver,
    who: CombatantId,
    act: &Act,
) -> RuleResult {
    match act {
        Act::Attack { target, weapon, is_thrown } => {
            return attacks::resolve_weapon_attack(resolver, who, *target, *weapon, *is_thrown);
        }
        Act::Cast { target, spell } => {
            return attacks::resolve_spell(resolver, who, *target, *spell);
        }
        Act::Shove(target) => return attacks::resolve_shove(resolver, who, *target),
        Act::Grapple(target) => {
            return grapple::ask_reaction_and_roll_grapple(resolver, who, *target);
        }
        Act::Flee { action, exit } => return flee::resolve_flee(resolver, who, *action, *exit),
        Act::Skill { action, target, text } => {
            return skills::roll_skill_for_survey_or_outmaneuver(
                resolver, who, *action, *target, text,
            );
        }
        Act::Lure { action, target, zone } => {
            return skills::roll_lure_spend_extras_and_move_target(
                resolver, who, *action, *target, *zone,
            );
        }
        Act::Stabilise(target) => skills::roll_stabilise(resolver, who, *target),
        Act::Cross { zone, action } => {
            skills::roll_to_clear_or_cross_obstacle(resolver, who, *zone, *action)
        }
        Act::Douse(target) => hazards::roll_douse_and_apply_failure_harm(resolver, who, *target),
        Act::Move(to) => movement::move_to_zone(resolver, who, *to, MovementKind::Move),
        Act::CloseIn(with) => movement::close_in_on(resolver, who, *with),
        Act::StepApart => movement::set_apart_ending_pairs_and_cover(resolver, who),
        Act::TakeCover => movement::take_best_free_cover_ending_pairs_and_apart(resolver, who),
        Act::Equip(items) => items::set_items_in_hand(resolver, who, items),
        Act::StandUp => resolver.emit(Event::ProneSet { who, is_on: false }),
        Act::Interact(text) => resolver.emit(Event::Interacted { who, text: text.clone() }),
        Act::Shout(text) => resolver.emit(Event::Spoke { who, text: text.clone(), is_shout: true }),
        Act::PickUp(item) => items::pick_up_item_and_hold_if_hands_free(resolver, who, *item),
        Act::UseItem { item, target } => {
            items::use_up_antidote_and_end_poisons(resolver, who, *item, *target)
        }
        Act::Assist(target) => resolver.emit(Event::Assisted { who: *target, helper: who }),
        Act::Say(text) => resolver.emit(Event::Spoke { who, text: text.clone(), is_shout: false }),
        Act::Drop(item) => items::drop_carried_item(resolver, who, *item),
        Act::ReleaseGrapple => grapple::release_grapple(resolver, who),
        Act::Pass => turns::pass_turn(resolver, who),
        // Performed before a turn begins.
        Act::BreakFree { .. }
        | Act::OfferSwap(_)
        | Act::AcceptSwap(_)
        | Act::DeclineSwap(_)
        | Act::SetStandingOrder { .. } => {}
        // Refused by the checks.
        Act::Unreadable => {}
    }
    Ok(())
}

/// Offers all attacks on a target: with the given weapons and spells, unarmed, a shove and a
/// grapple.
fn offer_attacks_shove_and_grapple(
    target: CombatantId,
    weapons_and_spells: impl Iterator<Item = ItemId>,
    offer: &mut impl FnMut(Act),
) {
    for weapon in weapons_and_spells {
        for is_thrown in [false, true] {
            offer(Act::Attack { target, weapon, is_thrown });
        }
        offer(Act::Cast { target, spell: weapon });
    }
    offer(Act::Attack { target, weapon: ItemId::UNARMED, is_thrown: false });
    offer(Act::Shove(target));
    offer(Act::Grapple(target));
}

/// Collects the legal acts of one combatant in its turn.
struct ActCollector<'a> {
    fight: &'a Fight,
    who: CombatantId,
    /// The slots that the card of this turn still has.
    slots: CardSlots,
    /// Whether conditions forbid some acts of one kind and allow others: by their target
    /// (CARDS-FEAR-5), or by what is in hand (CARDS-HARM-5). If so, each act is checked by itself.
    checks_each_act: bool,
    acts: &'a mut Vec<Act>,
}

impl<'a> ActCollector<'a> {
    /// Creates a collector that appends to `acts`, for a combatant who has the turn or may begin
    /// it.
    fn new(fight: &'a Fight, who: CombatantId, acts: &'a mut Vec<Act>) -> Self {
        let body = fight.body(who);
        let checks_each_act = body.shaken.is_some() || body.has_critical(CriticalInjury::BrokenArm);
        Self { fight, who, slots: turns::remaining_turn_slots(fight, who), checks_each_act, acts }
    }

    /// Returns whether no condition forbids an act and this turn's card has a slot that pays for
    /// it.
    fn passes_conditions_and_slot(&self, act: &Act) -> bool {
        check_conditions_and_slot(self.fight, self.who, act, self.slots).is_ok()
    }

    /// Returns whether conditions and slot allow acts of the same kind as `sample`. Returns true
    /// unchecked where each act is checked by itself.
    fn may_offer_kind(&self, sample: &Act) -> bool {
        self.checks_each_act || self.passes_conditions_and_slot(sample)
    }

    /// Adds an act if its own requirements are met and no condition forbids it.
    fn add_if_requirements_met(&mut self, act: Act) {
        self.add_if_ok(check_act_requirements(self.fight, self.who, &act), || act);
    }

    /// Adds an act whose own requirements have been checked already. It is built only if it is
    /// needed.
    fn add_if_ok(&mut self, check: Result<(), RefusalReason>, act: impl FnOnce() -> Act) {
        if check.is_ok() {
            self.add_act_if_conditions_and_slot_allow(act);
        }
    }

    /// Adds an act whose requirements are met already. Conditions and slot are checked again only
    /// where they differ within its kind; the act is built only if it is added or checked.
    fn add_act_if_conditions_and_slot_allow(&mut self, act: impl FnOnce() -> Act) {
        if !self.checks_each_act {
            return push_with(self.acts, act);
        }
        let act = act();
        if self.passes_conditions_and_slot(&act) {
            self.acts.push(act);
        }
    }

    /// Adds an act that is the only one of its kind, after all checks.
    fn add_if_legal(&mut self, act: Act) {
        if check_act_requirements(self.fight, self.who, &act).is_ok()
            && self.passes_conditions_and_slot(&act)
        {
            self.acts.push(act);
        }
    }

    /// Adds all acts of the turn. Whether conditions and slots allow a kind of act is checked once,
    /// with a sample act of that kind.
    fn collect_turn_acts(&mut self) {
        let may_slow = self.may_offer_kind(&Act::Shove(self.who));
        let may_fast = self.may_offer_kind(&Act::TakeCover);
        if may_slow {
            self.collect_attack_acts();
        }
        self.collect_flee_acts();
        self.collect_move_acts();
        self.collect_acts_on_known_combatants(may_slow, may_fast);
        self.collect_item_acts(may_fast);
        if may_slow {
            for action in Action::ALL {
                self.add_act_if_conditions_and_slot_allow(|| Act::Skill {
                    action,
                    target: None,
                    text: String::new(),
                });
            }
        }
        for act in [Act::StepApart, Act::TakeCover, Act::StandUp, Act::ReleaseGrapple, Act::Pass] {
            self.add_if_legal(act);
        }
        for act in [Act::Interact, Act::Shout, Act::Say].map(|act| act(String::new())) {
            self.add_if_legal(act);
        }
    }

    /// Adds attacks, spells, shoves and grapples on each enemy, with what is in hand or natural.
    /// The caller has checked that slow Maneuvers are allowed.
    fn collect_attack_acts(&mut self) {
        let (fight, who) = (self.fight, self.who);
        let gear = fight.body(who).gear.iter();
        let weapons =
            gear.filter(|item| item.weapon.is_some() && item.is_in_hand()).map(|item| item.id);
        let combatants = fight.present_ids();
        for enemy in combatants.filter(|other| check_enemy_target(fight, who, *other).is_ok()) {
            offer_attacks_shove_and_grapple(enemy, weapons.clone(), &mut |act| {
                self.add_if_requirements_met(act)
            });
        }
    }

    /// Adds, for each combatant whom the actor knows, itself included: lures and social skills,
    /// stabilising, dousing, closing in, help and antidotes.
    fn collect_acts_on_known_combatants(
        &mut self,
        has_slow_maneuver: bool,
        has_fast_maneuver: bool,
    ) {
        let (fight, who) = (self.fight, self.who);
        let may_close_in = self.may_offer_kind(&Act::CloseIn(who));
        let may_douse = self.may_offer_kind(&Act::Douse(who));
        let viewer = fight.viewer_of(Initiator::Combatant(who));
        for (other, _) in
            fight.present_combatants().filter(|(other, _)| fight.viewer_knows(viewer, *other))
        {
            if has_slow_maneuver {
                self.collect_lures_and_social_skills_on_enemy(other);
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
            if has_fast_maneuver {
                self.add_if_ok(
                    skills::check_target_is_badly_harmed_ally_pc(fight, who, other),
                    || Act::Assist(other),
                );
                for item in fight.body(who).gear.iter().filter(|item| item.is_antidote) {
                    self.add_if_requirements_met(Act::UseItem { item: item.id, target: other });
                }
            }
        }
    }

    /// Adds flights to any exit and to each exit. The route is computed once for both Actions.
    fn collect_flee_acts(&mut self) {
        let (fight, who) = (self.fight, self.who);
        if !self.passes_conditions_and_slot(&Act::Flee { action: Action::Finesse, exit: None }) {
            return;
        }
        let exits = fight.zones.iter().map(|(zone, _)| zone).filter(|zone| is_exit(fight, *zone));
        // `None` stands for any exit.
        let exit_choices = [None].into_iter().chain(exits.map(Some));
        let reachable: Vec<Option<ZoneId>> =
            exit_choices.filter(|exit| flee::check_flee_route(fight, who, *exit).is_ok()).collect();
        for action in [Action::Finesse, Action::Sneak] {
            if flee::check_action_usable_to_flee(fight, action).is_ok() {
                self.acts.extend(reachable.iter().map(|exit| Act::Flee { action, exit: *exit }));
            }
        }
    }

    /// Adds a move to each adjacent zone, and the ways to cross where an obstacle is on the border.
    fn collect_move_acts(&mut self) {
        let here = zone_of(self.fight, self.who);
        for zone in self.fight.zones.neighbours(here) {
            self.add_if_legal(Act::Move(zone));
            if obstacle_between(self.fight, here, zone).is_none() {
                continue;
            }
            self.add_if_legal(Act::Cross { zone, action: None });
            for action in skills::crossing_choices(self.fight, self.who, zone) {
                self.add_if_legal(Act::Cross { zone, action: Some(*action) });
            }
        }
    }

    /// Adds lures of an enemy into each zone adjacent to its own, and the skills that sway it;
    /// nothing for a combatant who is no enemy.
    fn collect_lures_and_social_skills_on_enemy(&mut self, other: CombatantId) {
        if !are_enemies(self.fight, self.who, other) {
            return;
        }
        let (fight, who) = (self.fight, self.who);
        let neighbours = || fight.zones.neighbours(zone_of(fight, other));
        let may_lure_to =
            |zone| skills::check_lure(fight, who, Action::Finesse, other, zone).is_ok();
        // The check is the same for all adjacent zones and for both Actions.
        if neighbours().next().is_some_and(may_lure_to) {
            for action in [Action::Finesse, Action::Intimidate] {
                for zone in neighbours() {
                    self.add_act_if_conditions_and_slot_allow(|| Act::Lure {
                        action,
                        target: other,
                        zone,
                    });
                }
            }
        }
        if skills::check_skill_target_is_known_other(fight, who, Some(other)).is_ok() {
            for action in skills::SOCIAL_ACTIONS {
                let (target, text) = (Some(other), String::new());
                self.add_act_if_conditions_and_slot_allow(|| Act::Skill { action, target, text });
            }
        }
    }

    /// Adds the act that takes exactly these items in hand, if it is legal.
    fn add_equip(&mut self, items: &[ItemId]) {
        let check = items::check_new_set_of_held_items(self.fight, self.who, items);
        self.add_if_ok(check, || Act::Equip(items.to_vec()));
    }

    /// Adds acts with the actor's own items, and with the items that lie in the zone.
    fn collect_item_acts(&mut self, has_fast_maneuver: bool) {
        let (fight, who) = (self.fight, self.who);
        let own_items =
            || fight.body(who).gear.iter().filter(|item| !item.is_natural).map(|item| item.id);
        if has_fast_maneuver {
            self.add_equip(&[]);
        }
        for item in own_items() {
            if has_fast_maneuver {
                self.add_equip(&[item]);
                for second in own_items().filter(|second| *second > item) {
                    self.add_equip(&[item, second]);
                }
            }
            self.add_if_requirements_met(Act::Drop(item));
        }
        if has_fast_maneuver && let Some(own_zone) = fight.zones.get(zone_of(fight, who)) {
            for item in &own_zone.terrain.items {
                self.add_if_requirements_met(Act::PickUp(item.id));
            }
        }
    }
}
