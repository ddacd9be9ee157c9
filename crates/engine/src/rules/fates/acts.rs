//! The acts that a combatant may attempt: their checks, in the order in which refusals take
//! precedence, and the dispatch to the module whose rules resolve them.

use serde::{Deserialize, Serialize};

use super::Fates;
use super::checks::{BREAK_FREE_SKILLS, SkillCheck};
use super::held_actions::{
    self, HeldAction, HoldEvent, HoldTrigger, TriggerScope, WHOEVER_TRIGGERS,
};
use super::holdable_actions::{self, ActionOrigin, HoldableAction};
use super::items::ItemUse;
use super::sheet::{Attribute, Body, FreeActionTrait, FreeText, Name, RangeBand, Skill, Weapon};
use super::state::{Event, MovementKind, Turn, TurnAllowance};
use super::wounded::are_allies;
use super::zones::{check_step_through_open_link, range_between, zone_of};
use super::{
    Fight, Resolver, RuleResult, aim, attacks, checks, defend, escape, fallen_fates, grapple, help,
};
use super::{initiative, items, rolls, turns, zones};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::items::unique_by_name;
use crate::core::refusal_reason::RefusalReason;
use crate::{Acts, push_with};

/// What a combatant attempts. Short talk is free and needs no act (FATES-TURN-8).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    /// Rolls for initiative (FATES-INIT-1).
    #[serde(rename = "init")]
    RollInitiative,
    /// Delays the turn until after this combatant's (FATES-INIT-8).
    Delay(CombatantId),
    /// Takes the Move of the turn to an adjacent zone (FATES-ZONE-2).
    Move(ZoneId),
    /// Moves to an adjacent zone as an Action (FATES-ZONE-3).
    Dash(ZoneId),
    /// Takes one of the Actions that can also be held: Attack, Use an Item, Use a Skill.
    #[serde(rename = "do")]
    TakeAction {
        #[serde(rename = "deed")]
        action: HoldableAction,
        #[serde(rename = "free")]
        is_free_action: bool,
        #[serde(rename = "fp")]
        spends_fate_point: bool,
    },
    /// Defends with a skill (FATES-DEF-1); `None` for an unknown one, which is refused. With the
    /// Free Action of a Juggernaut the act may include a step to an adjacent zone.
    Defend {
        #[serde(rename = "with")]
        skill: Option<Skill>,
        #[serde(rename = "free")]
        is_free_action: bool,
        #[serde(rename = "step")]
        step_to: Option<ZoneId>,
    },
    /// Aims (FATES-AIM-1).
    Aim {
        mode: AimMode,
        #[serde(rename = "free")]
        is_free_action: bool,
    },
    /// Stores a Help for another's roll (FATES-HELP-1).
    #[serde(rename = "assist")]
    StoreHelp {
        #[serde(rename = "free")]
        is_free_action: bool,
    },
    /// Holds an action (FATES-HOLD-1); `None` for one that cannot be held, which is refused.
    #[serde(rename = "hold")]
    HoldAction(Option<HeldAction>),
    /// Fires the own held action that has a text trigger, in anybody's turn (FATES-HOLD-3).
    #[serde(rename = "trigger")]
    FireHeldAction,
    /// Swaps the item in hand for a carried one (FATES-TURN-7).
    #[serde(rename = "swap")]
    TakeInHand(Name),
    PickUp(Name),
    /// Lets go of one Grappled combatant, or with `None` of all of them (FATES-SKILL-3).
    #[serde(rename = "release")]
    ReleaseGrapple(Option<CombatantId>),
    /// Tries to escape from the fight (FATES-FLEE-1).
    Flee,
    /// Ends the turn (FATES-TURN-9).
    Pass,
    /// Picks the attributes that an earlier Never the Same lowers (FATES-FATE-12).
    #[serde(rename = "pick")]
    PickAttributes(Vec<Attribute>),
}

/// The two ways to Aim (FATES-AIM-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AimMode {
    /// Adds the rank of a skill; `None` for an unknown one, which is refused.
    Bonus(Option<Skill>),
    Steady,
}

/// The allowance of a turn that an act uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnCost {
    Move,
    Action,
    /// A Free Action of this trait; `None` if no trait covers the act.
    Free(Option<FreeActionTrait>),
    Handling,
    Nothing,
}

/// Returns which allowance an act uses (FATES-TURN-3). Which trait covers a Free Action can depend
/// on the weapon in the fight.
fn turn_cost(fight: &Fight, who: CombatantId, act: &Act) -> TurnCost {
    match act {
        Act::Move(_) => TurnCost::Move,
        Act::TakeAction { action, is_free_action: true, .. } => {
            TurnCost::Free(action.free_action_trait(fight, who))
        }
        Act::Defend { skill, is_free_action: true, .. } => {
            TurnCost::Free(trait_for_free_defend(*skill))
        }
        Act::Aim { is_free_action: true, .. } => TurnCost::Free(Some(FreeActionTrait::KeenEye)),
        Act::StoreHelp { is_free_action: true } => TurnCost::Free(Some(FreeActionTrait::Commander)),
        Act::TakeAction { .. }
        | Act::Defend { .. }
        | Act::Aim { .. }
        | Act::StoreHelp { .. }
        | Act::Dash(_)
        | Act::HoldAction(_) => TurnCost::Action,
        Act::TakeInHand(_) | Act::PickUp(_) => TurnCost::Handling,
        Act::RollInitiative
        | Act::Delay(_)
        | Act::FireHeldAction
        | Act::ReleaseGrapple(_)
        | Act::Flee
        | Act::Pass
        | Act::PickAttributes(_) => TurnCost::Nothing,
    }
}

/// Returns the trait by which a Defend with this skill is a Free Action: a Juggernaut defends with
/// Athletics (FATES-TURN-6). `None` for any other skill.
fn trait_for_free_defend(skill: Option<Skill>) -> Option<FreeActionTrait> {
    match skill {
        Some(Skill::Athletics) => Some(FreeActionTrait::Juggernaut),
        _ => None,
    }
}

impl Act {
    /// Returns whether the act pays an owed pick, which is possible at any time, even while a
    /// prompt is open (FATES-FATE-12).
    pub fn pays_attribute_pick(&self) -> bool {
        matches!(self, Self::PickAttributes(attributes) if !attributes.is_empty())
    }

    /// Returns the cost of the act for its label; `None` if it is free.
    pub fn cost_label(&self) -> Option<&'static str> {
        match self {
            Self::TakeAction { is_free_action: true, .. }
            | Self::Defend { is_free_action: true, .. }
            | Self::Aim { is_free_action: true, .. }
            | Self::StoreHelp { is_free_action: true } => Some("Free Action"),
            Self::TakeAction { .. }
            | Self::Defend { .. }
            | Self::Aim { .. }
            | Self::StoreHelp { .. }
            | Self::Dash(_) => Some("Action"),
            Self::HoldAction(_) => Some("Action, ends the turn"),
            Self::Move(_) => Some("Move"),
            Self::TakeInHand(_) | Self::PickUp(_) => Some("Handling"),
            Self::Flee => Some("Turn"),
            Self::RollInitiative
            | Self::Delay(_)
            | Self::FireHeldAction
            | Self::ReleaseGrapple(_)
            | Self::Pass
            | Self::PickAttributes(_) => None,
        }
    }
}

/// Checks whether a combatant may perform an act now.
///
/// # Errors
///
/// Returns the first reason against it, in the order in which refusals take precedence.
pub fn check_act(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    match act {
        Act::RollInitiative => return initiative::check_pc_can_roll_initiative(fight, who),
        Act::FireHeldAction => return held_actions::check_fire_text_triggered_action(fight, who),
        Act::PickAttributes(attributes) => {
            return fallen_fates::check_owed_attribute_pick(fight.body(who), attributes);
        }
        _ => turns::check_has_turn(fight, who)?,
    }
    check_allowed_in_blaze_turn(fight, who, act)?;
    check_allowance_left_in_turn(fight, who, act)?;
    check_act_requirements(fight, who, act)
}

/// Refuses delay, Hold and escape in a Blaze turn (FATES-FATE-8).
fn check_allowed_in_blaze_turn(
    fight: &Fight,
    who: CombatantId,
    act: &Act,
) -> Result<(), RefusalReason> {
    let is_blaze = turns::running_turn_of(fight, who).is_some_and(|turn| turn.is_blaze);
    if is_blaze && matches!(act, Act::Delay(_) | Act::HoldAction(_) | Act::Flee) {
        return Err(RefusalReason::new("blaze-turn", "FATES-FATE-8"));
    }
    Ok(())
}

/// Checks that the running turn has the allowance for an act: one Move (FATES-ZONE-2), an Action
/// (FATES-TURN-3), each trait's Free Action once (FATES-TURN-6), one object handling
/// (FATES-TURN-7). FATES-TURN-4: Actions and Free Actions together never exceed two, unless the
/// turn has Momentum. Passes if no turn of the combatant is running.
fn check_allowance_left_in_turn(
    fight: &Fight,
    who: CombatantId,
    act: &Act,
) -> Result<(), RefusalReason> {
    let Some(turn) = turns::running_turn_of(fight, who) else { return Ok(()) };
    let cost = turn_cost(fight, who, act);
    if matches!(cost, TurnCost::Action | TurnCost::Free(_)) && is_action_cap_reached(turn) {
        return Err(RefusalReason::new("action-cap", "FATES-TURN-4"));
    }
    match cost {
        TurnCost::Move if turn.has_moved => Err(RefusalReason::new("no-move", "FATES-ZONE-2")),
        TurnCost::Action if turn.actions_used >= actions_allowed(turn) => {
            Err(RefusalReason::new("no-action", "FATES-TURN-3"))
        }
        TurnCost::Free(free_action_trait) => {
            let owned_trait = free_action_trait.filter(|needed| fight.body(who).has_trait(*needed));
            check_trait_owned_and_free_action_unused(turn, owned_trait)
        }
        TurnCost::Handling if turn.has_handled_object => {
            Err(RefusalReason::new("no-handling", "FATES-TURN-7"))
        }
        TurnCost::Move | TurnCost::Action | TurnCost::Handling | TurnCost::Nothing => Ok(()),
    }
}

/// Refuses a Free Action if the combatant lacks the trait that gives it (`owned_trait` is `None`),
/// or has used it in this turn (FATES-TURN-6).
fn check_trait_owned_and_free_action_unused(
    turn: &Turn,
    owned_trait: Option<FreeActionTrait>,
) -> Result<(), RefusalReason> {
    match owned_trait {
        None => Err(RefusalReason::new("no-trait", "FATES-TURN-6")),
        Some(used) if turn.free_actions_used.contains(&used) => {
            Err(RefusalReason::new("no-free-action", "FATES-TURN-6"))
        }
        Some(_) => Ok(()),
    }
}

/// Returns how many Actions a turn has in all: one (FATES-TURN-3), two with Momentum
/// (FATES-TURN-5).
fn actions_allowed(turn: &Turn) -> u8 {
    1 + u8::from(turn.has_momentum)
}

/// Returns whether the turn has no Action or Free Action left because two are used; Momentum lifts
/// that limit (FATES-TURN-4, FATES-TURN-5).
fn is_action_cap_reached(turn: &Turn) -> bool {
    !turn.has_momentum && turn.actions_used as usize + turn.free_actions_used.len() >= 2
}

/// Returns whether the turn has an Action left.
pub fn has_action_left(turn: &Turn) -> bool {
    !is_action_cap_reached(turn) && turn.actions_used < actions_allowed(turn)
}

/// Checks what the act itself requires: its target, range, items and the like.
fn check_act_requirements(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    match act {
        Act::Delay(after) => initiative::check_delay_allowed(fight, who, *after),
        Act::Move(to) | Act::Dash(to) => check_step_through_open_link(fight, who, *to),
        Act::TakeAction { action, spends_fate_point, .. } => {
            holdable_actions::check_action_requirements_now(fight, who, action)?;
            holdable_actions::check_fate_point_if_spent(fight, who, action, *spends_fate_point)
        }
        Act::Defend { skill, is_free_action, step_to } => {
            defend::check_skill_allows_defend(*skill)?;
            match step_to {
                Some(_) if !is_free_action => Err(RefusalReason::new("no-trait", "FATES-TURN-6")),
                Some(to) => check_step_through_open_link(fight, who, *to),
                None => Ok(()),
            }
        }
        Act::Aim { mode: AimMode::Bonus(skill), .. } => aim::check_aim_skill(*skill),
        Act::HoldAction(hold) => held_actions::check_hold(fight, who, hold.as_ref()),
        Act::TakeInHand(item) => items::check_take_in_hand(fight, who, item),
        Act::PickUp(item) => items::check_pick_up(fight, who, item),
        Act::ReleaseGrapple(target) => grapple::check_release_grapple(fight, who, *target),
        Act::Flee => escape::check_escape_allowed(fight, who),
        Act::Aim { mode: AimMode::Steady, .. }
        | Act::StoreHelp { .. }
        | Act::RollInitiative
        | Act::FireHeldAction
        | Act::Pass
        | Act::PickAttributes(_) => Ok(()),
    }
}

/// Spends the Action or Free Action that an act uses. Does nothing for an act that uses another
/// allowance or none.
pub fn spend_action_or_free_action(resolver: &mut Resolver, who: CombatantId, act: &Act) {
    match turn_cost(resolver.fight(), who, act) {
        TurnCost::Action => turns::spend_allowance(resolver, who, TurnAllowance::Action),
        TurnCost::Free(free_action_trait) => {
            let allowance = TurnAllowance::Free;
            resolver.emit(Event::AllowanceSpent { who, allowance, free_action_trait });
        }
        TurnCost::Move | TurnCost::Handling | TurnCost::Nothing => {}
    }
}

impl Acts for Fates {
    /// Checks, pays for and resolves an act. A refused command rolls nothing, spends nothing and
    /// changes nothing (FATES-ROLL-6).
    fn check_and_perform_act(resolver: &mut Resolver, who: CombatantId, act: &Act) -> RuleResult {
        check_act(resolver.fight(), who, act)
            .map_err(|reason| reason.to_refusal(resolver.fight(), who))?;
        spend_allowance_and_resolve_act(resolver, who, act)
    }

    /// Collects every legal act of a combatant, as its controller knows the fight. Of held actions
    /// it lists only the likely ones; others can still be typed.
    ///
    /// A check that gives the same result for all acts of one kind runs once per kind.
    fn list_legal_acts(fight: &Fight, who: CombatantId, out: &mut Vec<Act>) {
        let mut offer_if_legal = |act: Act| {
            if check_act(fight, who, &act).is_ok() {
                out.push(act);
            }
        };
        offer_if_legal(Act::RollInitiative);
        offer_if_legal(Act::FireHeldAction);
        if fight.body(who).owes_attribute_pick {
            attribute_picks().for_each(|pick| offer_if_legal(Act::PickAttributes(pick)));
        }
        let Some(turn) = turns::running_turn_of(fight, who) else { return };
        if turns::check_has_turn(fight, who).is_ok() {
            ActCollector::new(fight, who, turn, out).collect_turn_acts(turn);
        }
    }

    fn is_act_allowed_during_prompt(act: &Act) -> bool {
        act.pays_attribute_pick()
    }

    fn cost_label(act: &Act) -> Option<&'static str> {
        act.cost_label()
    }
}

/// Spends what a checked act uses of the turn, and resolves it by its rule.
fn spend_allowance_and_resolve_act(
    resolver: &mut Resolver,
    who: CombatantId,
    act: &Act,
) -> RuleResult {
    // Moves, object handling and holding an action spend what they use by themselves.
    if !matches!(act, Act::HoldAction(_)) {
        spend_action_or_free_action(resolver, who, act);
    }
    match act {
        Act::RollInitiative => initiative::roll_initiative_and_place_if_latecomer(resolver, who),
        Act::Delay(after) => initiative::delay_turn(resolver, who, *after),
        Act::Move(to) => {
            zones::move_one_zone_and_fire_triggers(resolver, who, *to, MovementKind::Move)?
        }
        Act::Dash(to) => {
            zones::move_one_zone_and_fire_triggers(resolver, who, *to, MovementKind::Dash)?
        }
        Act::TakeAction { action, spends_fate_point, .. } => {
            let origin = ActionOrigin::OwnTurn { spends_fate_point: *spends_fate_point };
            holdable_actions::resolve_action_spending_chosen_fate_point(
                resolver, who, action, origin,
            )?
        }
        Act::Defend { skill, step_to, .. } => {
            defend::take_defend(resolver, who, skill.unwrap_or(Skill::Agility));
            if let Some(to) = step_to {
                zones::move_one_zone_and_fire_triggers(resolver, who, *to, MovementKind::Step)?;
            }
        }
        Act::Aim { mode, .. } => aim::take_aim_replacing_older(resolver, who, *mode),
        Act::StoreHelp { .. } => help::store_help(resolver, who),
        Act::HoldAction(Some(hold)) => {
            held_actions::ask_difficulty_hold_action_and_end_turn(resolver, who, hold)?
        }
        // `check_act` has refused it.
        Act::HoldAction(None) => {}
        Act::FireHeldAction => {
            held_actions::fire_or_lose_held_action(resolver, who, CombatantId::NOBODY)?
        }
        Act::TakeInHand(item) => items::spend_handling_and_take_item_in_hand(resolver, who, item),
        Act::PickUp(item) => items::spend_handling_and_pick_up_item(resolver, who, item),
        Act::ReleaseGrapple(target) => grapple::release_grapple_or_all(resolver, who, *target),
        Act::Flee => escape::try_escape_after_held_actions_and_end_turn(resolver, who)?,
        Act::Pass => resolver.emit(Event::TurnPassed(who)),
        Act::PickAttributes(attributes) => {
            fallen_fates::pay_attribute_pick(resolver, who, attributes)
        }
    }
    Ok(())
}

/// Returns every possible pick: one attribute, or two different ones.
fn attribute_picks() -> impl Iterator<Item = Vec<Attribute>> {
    Attribute::ALL.iter().enumerate().flat_map(|(index, first)| {
        let pairs = Attribute::ALL[index + 1..].iter().map(|second| vec![*first, *second]);
        std::iter::once(vec![*first]).chain(pairs)
    })
}

/// Combatants that can be attacked, with their range; `None` if no open path leads to them.
type TargetList = [(CombatantId, Option<RangeBand>)];
/// Weapons at hand, with their names.
type WeaponList<'a> = [(&'a Name, &'a Weapon)];

/// Collects the legal acts of one combatant in its turn.
struct ActCollector<'a> {
    fight: &'a Fight,
    who: CombatantId,
    has_action_left: bool,
    has_fate_point: bool,
    /// Whether the Free Action of each trait is left, in the order of [`FreeActionTrait::ALL`].
    free_actions_left: [bool; FreeActionTrait::ALL.len()],
    acts: &'a mut Vec<Act>,
}

impl<'a> ActCollector<'a> {
    /// Creates a collector that appends to `acts`, for the combatant whose turn is running.
    fn new(fight: &'a Fight, who: CombatantId, turn: &Turn, acts: &'a mut Vec<Act>) -> Self {
        let body = fight.body(who);
        let is_cap_reached = is_action_cap_reached(turn);
        let is_left = |free_action_trait: FreeActionTrait| {
            !is_cap_reached
                && body.has_trait(free_action_trait)
                && !turn.free_actions_used.contains(&free_action_trait)
        };
        Self {
            fight,
            who,
            has_action_left: has_action_left(turn),
            has_fate_point: rolls::check_fate_point_available(fight, who).is_ok(),
            free_actions_left: FreeActionTrait::ALL.map(is_left),
            acts,
        }
    }

    /// Adds all acts of the turn.
    fn collect_turn_acts(&mut self, turn: &Turn) {
        if self.has_action_left || self.free_actions_left.contains(&true) {
            self.collect_actions(turn);
        }
        if !turn.has_moved {
            self.collect_moves();
        }
        if !turn.has_handled_object {
            self.collect_object_handling();
        }
        self.collect_release_grapple_and_delay(turn);
        if !turn.is_blaze {
            self.add_if_requirements_met(Act::Flee);
        }
        self.acts.push(Act::Pass);
    }

    /// Adds all that uses an Action or a Free Action. In a Blaze turn nothing can be held.
    fn collect_actions(&mut self, turn: &Turn) {
        let (fight, who) = (self.fight, self.who);
        let targets = targets_enemies_before_allies(fight, who);
        let weapons: Vec<_> = fight.body(who).weapons_at_hand().collect();
        let uses = possible_item_and_door_uses(fight, who);
        self.collect_attacks_and_grapples(&targets, &weapons);
        self.collect_item_uses(&uses);
        self.collect_skill_checks();
        self.collect_dash_and_defend();
        self.collect_aim_and_help();
        if self.has_action_left && !turn.is_blaze {
            self.collect_likely_held_attacks(&targets, &weapons);
            self.collect_likely_held_uses(&uses);
        }
    }

    /// Adds the Move to each adjacent zone behind an open link.
    fn collect_moves(&mut self) {
        let (fight, who) = (self.fight, self.who);
        for to in fight.zones.neighbours(zone_of(fight, who)) {
            if check_step_through_open_link(fight, who, to).is_ok() {
                self.acts.push(Act::Move(to));
            }
        }
    }

    /// Adds an act that the turn allows, if what it requires itself is met too.
    fn add_if_requirements_met(&mut self, act: Act) {
        if check_act_requirements(self.fight, self.who, &act).is_ok() {
            self.acts.push(act);
        }
    }

    /// Returns whether the turn has the free action of this trait left. False without a trait.
    fn has_free_action_left(&self, free_action_trait: Option<FreeActionTrait>) -> bool {
        free_action_trait
            .is_some_and(|free_action_trait| self.free_actions_left[free_action_trait as usize])
    }

    /// Adds taking a carried item in hand, and picking up one that lies in the zone.
    fn collect_object_handling(&mut self) {
        let (fight, who) = (self.fight, self.who);
        let carried = unique_by_name(&fight.body(who).gear).map(|item| &item.name);
        let not_in_hand =
            carried.filter(|item| items::check_take_in_hand(fight, who, item).is_ok());
        self.acts.extend(not_in_hand.cloned().map(Act::TakeInHand));
        let lying = unique_by_name(items::lying_items(fight, who)).map(|item| item.name.clone());
        self.acts.extend(lying.map(Act::PickUp));
    }

    /// Adds letting go of all or of one Grappled combatant, and delaying to after another's turn.
    fn collect_release_grapple_and_delay(&mut self, turn: &Turn) {
        let (fight, who) = (self.fight, self.who);
        self.add_if_requirements_met(Act::ReleaseGrapple(None));
        let may_delay = turn.is_unused() && !turn.is_blaze && !fight.body(who).has_delayed;
        for (other, combatant) in fight.present_combatants() {
            if combatant.body.grappled_by == Some(who) {
                self.add_if_requirements_met(Act::ReleaseGrapple(Some(other)));
            }
            if may_delay && initiative::check_delay_target_has_not_acted(fight, who, other).is_ok()
            {
                push_with(self.acts, || Act::Delay(other));
            }
        }
    }

    /// Adds an act once as an Action and once as the Free Action of a trait, where those are left.
    fn add_as_remaining_action_and_free_action(
        &mut self,
        free_action_trait: Option<FreeActionTrait>,
        act: impl Fn(bool) -> Act,
    ) {
        if self.has_action_left {
            push_with(self.acts, || act(false));
        }
        if self.has_free_action_left(free_action_trait) {
            push_with(self.acts, || act(true));
        }
    }

    /// Adds a legal action, without a Fate Point, as an Action and as a Free Action.
    fn add_holdable_action(
        &mut self,
        free_action_trait: Option<FreeActionTrait>,
        action: impl Fn() -> HoldableAction,
    ) {
        self.add_as_remaining_action_and_free_action(free_action_trait, |is_free_action| {
            Act::TakeAction { action: action(), is_free_action, spends_fate_point: false }
        });
    }

    /// Adds a legal action with a roll, as an Action and as a Free Action, without and with a Fate
    /// Point.
    fn add_action_with_and_without_fate_point(
        &mut self,
        free_action_trait: Option<FreeActionTrait>,
        action: impl Fn() -> HoldableAction,
    ) {
        self.add_holdable_action(free_action_trait, &action);
        if self.has_fate_point {
            self.add_as_remaining_action_and_free_action(free_action_trait, |is_free_action| {
                Act::TakeAction { action: action(), is_free_action, spends_fate_point: true }
            });
        }
    }

    /// Adds attacks on each target within the range of a weapon, and grapples at Close range.
    fn collect_attacks_and_grapples(&mut self, targets: &TargetList, weapons: &WeaponList) {
        for (target, band) in targets.iter().copied() {
            let is_within = |furthest_band: RangeBand| {
                attacks::check_target_in_band(target, band, furthest_band).is_ok()
            };
            for (name, weapon) in weapons.iter().copied() {
                if is_within(attacks::furthest_band(weapon)) {
                    self.add_action_with_and_without_fate_point(
                        attacks::free_action_trait(weapon),
                        || HoldableAction::Attack { target, weapon: name.clone() },
                    );
                }
            }
            let is_grappled = checks::check_not_grappled(self.fight, target).is_err();
            if !is_grappled && is_within(RangeBand::Close) {
                self.add_action_with_and_without_fate_point(None, || {
                    HoldableAction::UseSkill(SkillCheck::Grapple(target))
                });
            }
        }
    }

    /// Adds those of the uses that are possible now.
    fn collect_item_uses(&mut self, uses: &[ItemUse]) {
        let (fight, who) = (self.fight, self.who);
        let usable = uses.iter().filter(|item_use| {
            items::check_item_target_in_zone_or_door_usable(fight, who, item_use).is_ok()
        });
        for item_use in usable {
            self.add_holdable_action(Some(FreeActionTrait::QuickHands), || {
                HoldableAction::UseItem(item_use.clone())
            });
        }
    }

    /// Adds a check of each attribute and skill that the actor can roll, and breaking free.
    fn collect_skill_checks(&mut self) {
        let (fight, who) = (self.fight, self.who);
        for (attribute, skill) in rollable_attributes_and_skills(fight.body(who)) {
            self.add_action_with_and_without_fate_point(None, || {
                HoldableAction::UseSkill(build_skill_check(attribute, skill))
            });
        }
        for skill in BREAK_FREE_SKILLS {
            let check = SkillCheck::BreakFree(Some(*skill));
            if checks::check_skill_use(fight, who, &check).is_ok() {
                self.add_action_with_and_without_fate_point(None, || {
                    HoldableAction::UseSkill(check.clone())
                });
            }
        }
    }

    /// Adds Dash to each adjacent zone behind an open link, and Defend with each skill, for a
    /// Juggernaut also with a step there.
    fn collect_dash_and_defend(&mut self) {
        let (fight, who) = (self.fight, self.who);
        let neighbours = fight.zones.neighbours(zone_of(fight, who));
        for to in neighbours.filter(|to| check_step_through_open_link(fight, who, *to).is_ok()) {
            self.add_as_remaining_action_and_free_action(None, |_| Act::Dash(to));
            if self.has_free_action_left(Some(FreeActionTrait::Juggernaut)) {
                push_with(self.acts, || Act::Defend {
                    skill: Some(Skill::Athletics),
                    is_free_action: true,
                    step_to: Some(to),
                });
            }
        }
        for skill in defend::DEFEND_SKILLS {
            let free_action_trait = trait_for_free_defend(Some(*skill));
            self.add_as_remaining_action_and_free_action(free_action_trait, |is_free_action| {
                Act::Defend { skill: Some(*skill), is_free_action, step_to: None }
            });
        }
    }

    /// Adds Aim with each skill and steady, and Help.
    fn collect_aim_and_help(&mut self) {
        for skill in aim::AIM_SKILLS {
            let mode = AimMode::Bonus(Some(*skill));
            self.add_as_remaining_action_and_free_action(
                Some(FreeActionTrait::KeenEye),
                |is_free_action| Act::Aim { mode, is_free_action },
            );
        }
        self.add_as_remaining_action_and_free_action(
            Some(FreeActionTrait::KeenEye),
            |is_free_action| Act::Aim { mode: AimMode::Steady, is_free_action },
        );
        self.add_as_remaining_action_and_free_action(
            Some(FreeActionTrait::Commander),
            |is_free_action| Act::StoreHelp { is_free_action },
        );
    }

    /// Adds holding an action until the first event of this kind (FATES-HOLD-1).
    fn add_held_action(
        &mut self,
        trigger_event: HoldEvent,
        scope: TriggerScope,
        action: impl FnOnce() -> HoldableAction,
    ) {
        push_with(self.acts, || {
            let trigger = HoldTrigger { event: trigger_event, scope };
            Act::HoldAction(Some(HeldAction {
                trigger,
                action: action(),
                difficulty: checks::MODERATE_DIFFICULTY,
            }))
        });
    }

    /// Adds the likely held attacks: on whichever enemy comes, goes, acts or flees, and on a
    /// certain enemy when an ally is Wounded or the player fires it.
    fn collect_likely_held_attacks(&mut self, targets: &TargetList, weapons: &WeaponList) {
        let (fight, who) = (self.fight, self.who);
        let here = zone_of(fight, who);
        // Enemies come before allies in the list of targets.
        let enemy_count = targets.partition_point(|(target, _)| !are_allies(fight, who, *target));
        for (weapon, _) in weapons {
            let enemy_events = [
                HoldEvent::Enters(Some(here)),
                HoldEvent::Leaves(Some(here)),
                HoldEvent::Attacks(None),
                HoldEvent::UsesItem,
                HoldEvent::UsesSkill,
                HoldEvent::Flees,
            ];
            for event in enemy_events {
                self.add_held_action(event, TriggerScope::Enemies, || HoldableAction::Attack {
                    target: WHOEVER_TRIGGERS,
                    weapon: Name::clone(weapon),
                });
            }
            for (enemy, _) in &targets[..enemy_count] {
                let attack =
                    || HoldableAction::Attack { target: *enemy, weapon: Name::clone(weapon) };
                let fired_by_player = HoldEvent::Text(FreeText::default());
                self.add_held_action(HoldEvent::Wounded, TriggerScope::Allies, attack);
                self.add_held_action(fired_by_player, TriggerScope::Enemies, attack);
            }
        }
    }

    /// Adds the likely held uses of items and skills: items on the actor and allies, a grapple of
    /// whoever triggers it, breaking free, and the first skill that the actor can roll.
    fn collect_likely_held_uses(&mut self, uses: &[ItemUse]) {
        let (fight, who) = (self.fight, self.who);
        for item_use in uses {
            if item_use.target().is_none_or(|target| are_allies(fight, who, target)) {
                self.add_held_actions_on_moves(|| HoldableAction::UseItem(item_use.clone()));
            }
        }
        let mut skill_checks = vec![
            SkillCheck::Grapple(WHOEVER_TRIGGERS),
            SkillCheck::BreakFree(Some(Skill::Athletics)),
        ];
        if let Some((attribute, skill)) = rollable_attributes_and_skills(fight.body(who)).next() {
            skill_checks.push(build_skill_check(attribute, skill));
        }
        for check in &skill_checks {
            self.add_held_actions_on_moves(|| HoldableAction::UseSkill(check.clone()));
        }
    }

    /// Adds holding an action for when an enemy comes, and for when the last ally has left the
    /// zone.
    fn add_held_actions_on_moves(&mut self, action: impl Fn() -> HoldableAction) {
        let here = zone_of(self.fight, self.who);
        self.add_held_action(HoldEvent::Enters(None), TriggerScope::Enemies, &action);
        self.add_held_action(HoldEvent::LastLeaves(here), TriggerScope::Allies, &action);
    }
}

/// Returns whom a combatant can attack, enemies before allies, because attacks on allies are rare.
fn targets_enemies_before_allies(
    fight: &Fight,
    who: CombatantId,
) -> Vec<(CombatantId, Option<RangeBand>)> {
    let mut targets = Vec::with_capacity(fight.combatants.len());
    for is_ally in [false, true] {
        let valid = fight.present_ids().filter(|target| {
            are_allies(fight, who, *target) == is_ally
                && attacks::check_known_active_other(fight, who, *target).is_ok()
        });
        targets.extend(valid.map(|target| (target, range_between(fight, who, target))));
    }
    targets
}

/// Returns the items and things that a combatant might use, now or when a held action fires.
fn possible_item_and_door_uses(fight: &Fight, who: CombatantId) -> Vec<ItemUse> {
    let mut uses = Vec::with_capacity(2 * fight.combatants.len());
    uses.push(ItemUse::Interact(FreeText::default()));
    for item in unique_by_name(&fight.body(who).gear).filter(|item| item.healing_pool.is_some()) {
        let targets = fight.present_ids();
        let valid =
            targets.filter(|target| attacks::check_item_target(fight, who, *target).is_ok());
        uses.extend(valid.map(|target| ItemUse::Consumable { item: item.name.clone(), target }));
    }
    for to in fight.zones.neighbours(zone_of(fight, who)) {
        uses.extend([true, false].map(|is_opening| ItemUse::Door { to, is_opening }));
    }
    uses
}

/// Returns each attribute alone and each skill with its attribute, where the combatant has dice.
fn rollable_attributes_and_skills(body: &Body) -> impl Iterator<Item = (Attribute, Option<Skill>)> {
    let plain = Attribute::ALL.iter().map(|attribute| (*attribute, None));
    let skilled = Skill::ALL.iter().map(|skill| (skill.attribute(), Some(*skill)));
    plain.chain(skilled).filter(|(attribute, _)| body.attribute_dice(*attribute) > 0)
}

/// Builds an Attribute check without a text.
fn build_skill_check(attribute: Attribute, skill: Option<Skill>) -> SkillCheck {
    SkillCheck::Skill { attribute: Some(attribute), skill, text: FreeText::default() }
}
