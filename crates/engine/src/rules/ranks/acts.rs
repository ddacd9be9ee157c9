//! Acts: what a combatant may attempt, the checks in the order in which refusals take precedence,
//! and the dispatch to the rule that resolves the act.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::Ranks;
use super::advantages::{self, AdvantageMethod};
use super::checks::check_luck_left_if_spent;
use super::combined_actions::{self, CombinableAction, Combination};
use super::engagement;
use super::fleeing::{self, FleeMethod};
use super::force::{self, ForceDirection, ForceMethod};
use super::free_actions::{self, ItemHandling};
use super::interaction::{self, TauntKind};
use super::maneuvers::{self, Maneuver, ManeuverOptions};
use super::matching;
use super::readied::{self, ReadiedCheck};
use super::responses::{actions_left, spend_action};
use super::sheet::{
    Ability, ActionKind, Attribute, Item, Mark, MatchOrder, Name, ResistOrder, Skill, Weapon,
};
use super::state::{Event, MovementKind, RoundResource};
use super::turns::{self, ActTiming};
use super::zones::{last_mark, mark_of};
use super::{Fight, Resolver, RuleResult, attacks, holding, movement, objects, points};
use crate::core::command::Risk;
use crate::core::fight::FightPhase;
use crate::core::ids::CombatantId;
use crate::core::items::unique_by_name;
use crate::core::keyed_enum::keyed_enum;
use crate::core::refusal_reason::RefusalReason;
use crate::{Acts, push_with};

/// An act that a combatant attempts. An `Option` is `None` where the command named something that
/// does not exist; the check then refuses the act.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    #[serde(rename = "do")]
    Maneuver {
        #[serde(rename = "deed")]
        maneuver: Maneuver,
        luck: bool,
    },
    /// Takes the Defend stance (RANKS-DEF-4).
    Defend,
    /// Moves along the line (RANKS-MOVE-1 to RANKS-MOVE-3).
    Move {
        to: Option<Mark>,
        #[serde(rename = "gait")]
        payment: Option<MovePayment>,
        luck: bool,
    },
    /// Leaves the fight over the exit end of the line (RANKS-FLEE-1).
    Flee {
        #[serde(rename = "flight")]
        method: Option<FleeMethod>,
        luck: bool,
    },
    /// Gives up and leaves the fight (RANKS-FLEE-2).
    Concede,
    /// Readies a check for a trigger (RANKS-READY-1).
    Ready(Option<ReadiedCheck>),
    /// Fires the actor's readied check with a text trigger (RANKS-READY-2).
    Trigger,
    /// Assists an ally or interferes with an enemy (RANKS-COMB-1).
    Combine {
        combination: Combination,
        luck: bool,
    },
    /// Keeps the remaining actions for later in the round (RANKS-HOLD-1).
    Hold,
    /// Ends the actor's turn (RANKS-TURN-3).
    Pass,
    /// Declines to use held actions in the last call (RANKS-HOLD-2).
    #[serde(rename = "done")]
    EndHolding,
    /// Turns the actor's attention to an enemy or to nobody (RANKS-ENG-1).
    #[serde(rename = "engage")]
    SetAttention(Option<CombatantId>),
    /// Stands up from prone (RANKS-MOVE-7).
    #[serde(rename = "stand")]
    StandUp,
    /// Equips, stows or drops an item (RANKS-FREE-1).
    #[serde(rename = "handle")]
    HandleItem {
        handling: ItemHandling,
        item: Name,
    },
    Say(String),
    /// Sets the answers that are given without asking, to matching (RANKS-MATCH-2) and resisting.
    #[serde(rename = "stance")]
    SetStandingOrders {
        #[serde(rename = "matching")]
        match_order: Option<MatchOrder>,
        #[serde(rename = "resisting")]
        resist_order: Option<ResistOrder>,
    },
    /// Turns an action point into one more action (RANKS-LUCK-1).
    #[serde(rename = "fate")]
    SpendActionPoint(Option<ActionKind>),
}

keyed_enum! {
    /// What pays for a movement.
    MovePayment {
        Free = "free",
        Bonus = "bonus",
        Full = "full",
        /// A bonus move by a roll of tumble (RANKS-MOVE-2).
        Tumble = "tumble",
    }
}

impl MovePayment {
    pub fn movement_kind(self) -> MovementKind {
        match self {
            Self::Free => MovementKind::Incidental,
            Self::Bonus => MovementKind::Bonus,
            Self::Full => MovementKind::Full,
            Self::Tumble => MovementKind::Tumble,
        }
    }
}

const INCIDENTAL_LABEL: &str = "Incidental movement";
const BONUS_ACTION_LABEL: &str = "Bonus action";

/// The part of a combatant's round budget that an act spends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ActCost {
    Incidental,
    Action(ActionKind),
    /// The GM rules which action it costs.
    GmChoice,
    Nothing,
}

impl Act {
    /// Returns what the act costs: an action, the incidental movement, what the GM rules, or
    /// nothing.
    fn action_cost(&self) -> ActCost {
        match self {
            Self::Maneuver { maneuver, .. } => {
                maneuver.action_cost_unless_gm_rules().map_or(ActCost::GmChoice, ActCost::Action)
            }
            Self::Defend => ActCost::Action(ActionKind::Full),
            Self::Move { payment: Some(MovePayment::Free) | None, .. } => ActCost::Incidental,
            Self::Move { payment: Some(MovePayment::Bonus | MovePayment::Tumble), .. }
            | Self::Ready(_)
            | Self::Combine { .. } => ActCost::Action(ActionKind::Bonus),
            Self::Move { payment: Some(MovePayment::Full), .. } => {
                ActCost::Action(ActionKind::Full)
            }
            Self::Flee { method, .. } => {
                ActCost::Action(method.map_or(ActionKind::Full, FleeMethod::action_cost))
            }
            Self::Concede
            | Self::Trigger
            | Self::Hold
            | Self::Pass
            | Self::EndHolding
            | Self::SetAttention(_)
            | Self::StandUp
            | Self::HandleItem { .. }
            | Self::Say(_)
            | Self::SetStandingOrders { .. }
            | Self::SpendActionPoint(_) => ActCost::Nothing,
        }
    }

    /// Returns the words for the act's cost on its button or in a list; `None` for a free act.
    pub fn cost_label(&self) -> Option<&'static str> {
        match (self.action_cost(), self) {
            (ActCost::Incidental, _) => Some(INCIDENTAL_LABEL),
            (ActCost::Action(ActionKind::Full), _) => Some("Full action"),
            (ActCost::Action(ActionKind::Bonus), _) => Some(BONUS_ACTION_LABEL),
            (ActCost::GmChoice, _) => Some("Full or bonus action"),
            (ActCost::Nothing, Self::SpendActionPoint(_)) => Some("Action point"),
            (ActCost::Nothing, _) => None,
        }
    }

    /// Returns when the act may be done: only in the actor's own turn, or with held actions also in
    /// the turns of others (RANKS-HOLD-2).
    fn act_timing(&self) -> ActTiming {
        match self {
            Self::Maneuver { maneuver: Maneuver::OtherSkill { .. }, .. } => ActTiming::OwnTurn,
            Self::Maneuver { .. }
            | Self::Defend
            | Self::Move {
                payment: Some(MovePayment::Bonus | MovePayment::Tumble | MovePayment::Full),
                ..
            }
            | Self::Ready(_)
            | Self::Combine { .. } => ActTiming::OwnTurnOrHeld,
            Self::Move { payment: Some(MovePayment::Free) | None, .. }
            | Self::Flee { .. }
            | Self::Concede
            | Self::Trigger
            | Self::Hold
            | Self::Pass
            | Self::EndHolding
            | Self::SetAttention(_)
            | Self::StandUp
            | Self::HandleItem { .. }
            | Self::Say(_)
            | Self::SetStandingOrders { .. }
            | Self::SpendActionPoint(_) => ActTiming::OwnTurn,
        }
    }

    /// Returns true for acts that are accepted while a prompt is open (RANKS-REF-2).
    pub fn is_allowed_while_prompts_open(&self) -> bool {
        matches!(self, Self::Say(_) | Self::SetStandingOrders { .. })
    }
}

/// Checks an act before it is paid for.
///
/// # Errors
///
/// Returns the first reason, in the order in which refusals take precedence (RANKS-REF-1).
pub fn check_act(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    match act {
        Act::Say(text) => return free_actions::check_speech_not_empty(text),
        Act::SetStandingOrders { match_order, resist_order } => {
            return check_any_order_set_and_fight_not_over(fight, *match_order, *resist_order);
        }
        Act::Trigger => {
            turns::check_active(fight, who)?;
            return readied::check_text_trigger_is_readied(fight, who);
        }
        Act::EndHolding => {
            turns::check_active(fight, who)?;
            return holding::check_end_holding(fight, who);
        }
        // RANKS-FLEE-2: the GM may concede for an NPC at any time.
        Act::Concede if fight.combatant(who).is_npc() && fight.is_undecided() => {
            return turns::check_active(fight, who);
        }
        _ => turns::check_act_timing(fight, who, act.act_timing())?,
    }
    check_round_budget_can_pay(fight, who, act.action_cost())?;
    check_act_details(fight, who, act)
}

/// Returns whether the fight still takes standing orders.
fn can_set_standing_orders(fight: &Fight) -> bool {
    !matches!(fight.phase, FightPhase::Over(_))
}

/// Refuses standing orders that set nothing, and all of them once the fight is over
/// (RANKS-MATCH-2).
fn check_any_order_set_and_fight_not_over(
    fight: &Fight,
    match_order: Option<MatchOrder>,
    resist_order: Option<ResistOrder>,
) -> Result<(), RefusalReason> {
    let sets_none = match_order.is_none() && resist_order.is_none();
    if sets_none || !can_set_standing_orders(fight) {
        return Err(RefusalReason::new("bad-target", "RANKS-MATCH-2"));
    }
    Ok(())
}

/// Refuses an act that the combatant's remaining round budget cannot pay for (RANKS-TURN-1), or
/// whose bonus action is barred (RANKS-COND-4).
fn check_round_budget_can_pay(
    fight: &Fight,
    who: CombatantId,
    cost: ActCost,
) -> Result<(), RefusalReason> {
    let body = fight.body(who);
    match cost {
        ActCost::Action(ActionKind::Bonus) if body.is_bonus_action_barred() => {
            Err(RefusalReason::new("barred", "RANKS-COND-4"))
        }
        ActCost::Action(ActionKind::Full) if body.full_actions == 0 => {
            Err(RefusalReason::new("no-full", "RANKS-TURN-1"))
        }
        ActCost::Action(ActionKind::Bonus) if body.bonus_actions == 0 => {
            Err(RefusalReason::new("no-bonus", "RANKS-TURN-1"))
        }
        ActCost::GmChoice if actions_left(fight, who).next().is_none() => {
            Err(RefusalReason::new("no-full", "RANKS-TURN-1"))
        }
        ActCost::Incidental if !body.has_incidental_move => {
            Err(RefusalReason::new("no-move", "RANKS-MOVE-1"))
        }
        ActCost::Action(_) | ActCost::GmChoice | ActCost::Incidental | ActCost::Nothing => Ok(()),
    }
}

/// Checks everything but the timing and the budget, which the caller has checked.
fn check_act_details(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    match act {
        Act::Maneuver { maneuver, luck } => {
            maneuvers::check_maneuver(fight, who, maneuver)?;
            check_luck_left_if_spent(fight, who, *luck)
        }
        Act::Move { to, payment, luck } => {
            movement::check_not_prone(fight, who)?;
            let payment = payment.ok_or(RefusalReason::new("bad-skill", "RANKS-MOVE-1"))?;
            movement::check_movement(fight, who, *to, payment.movement_kind())?;
            check_luck_left_if_spent(fight, who, *luck)
        }
        Act::Flee { method, luck } => {
            movement::check_not_prone(fight, who)?;
            let method = method.ok_or(RefusalReason::new("bad-skill", "RANKS-FLEE-1"))?;
            fleeing::check_flee(fight, who, method)?;
            check_luck_left_if_spent(fight, who, *luck)
        }
        Act::Ready(readied) => readied::check_readied(fight, who, readied.as_ref()),
        Act::Combine { combination, luck } => {
            combined_actions::check_combination(fight, who, combination)?;
            check_luck_left_if_spent(fight, who, *luck)
        }
        Act::Hold => holding::check_hold(fight, who),
        Act::SetAttention(target) => engagement::check_new_attention_target(fight, who, *target),
        Act::StandUp => movement::check_prone_and_can_pay_to_stand(fight, who),
        Act::HandleItem { handling, item } => {
            free_actions::check_item_handling(fight, who, *handling, item)
        }
        Act::SpendActionPoint(None) => Err(RefusalReason::new("bad-skill", "RANKS-LUCK-1")),
        Act::SpendActionPoint(Some(action)) => {
            points::check_spend_action_point(fight, who, *action)
        }
        Act::Defend
        | Act::Concede
        | Act::Trigger
        | Act::Pass
        | Act::EndHolding
        | Act::Say(_)
        | Act::SetStandingOrders { .. } => Ok(()),
    }
}

impl Acts for Ranks {
    /// Checks, pays for and resolves an act. RANKS-REF-1: a refused act costs nothing, rolls
    /// nothing and changes nothing.
    fn check_and_perform_act(resolver: &mut Resolver, who: CombatantId, act: &Act) -> RuleResult {
        check_act(resolver.fight(), who, act)
            .map_err(|reason| reason.to_refusal(resolver.fight(), who))?;
        match act.action_cost() {
            ActCost::Incidental => {
                resolver.emit(Event::ResourceSpent { who, resource: RoundResource::Incidental })
            }
            ActCost::Action(action) => spend_action(resolver, who, action),
            ActCost::GmChoice | ActCost::Nothing => {}
        }
        resolve_already_paid_act(resolver, who, act)
    }

    /// Pushes every legal act of a combatant, judged by what its controller knows, to `out`. Of
    /// readied checks only the likely ones are listed.
    ///
    /// The parts of [`check_act`] that are the same for all acts of a kind are checked once per
    /// kind, because this list is made very often.
    fn list_legal_acts(fight: &Fight, who: CombatantId, out: &mut Vec<Act>) {
        if turns::check_act_timing(fight, who, ActTiming::OwnTurnOrHeld).is_ok() {
            push_acts_of_own_turn_or_held(fight, who, out);
        }
        let turn_independent = [Act::Trigger, Act::EndHolding, Act::Concede].into_iter();
        out.extend(turn_independent.filter(|act| check_act(fight, who, act).is_ok()));
        if can_set_standing_orders(fight) {
            for order in MatchOrder::ALL {
                let match_order = Some(order);
                push_with(out, || Act::SetStandingOrders { match_order, resist_order: None });
            }
            for order in ResistOrder::ALL {
                let resist_order = Some(order);
                push_with(out, || Act::SetStandingOrders { match_order: None, resist_order });
            }
        }
    }

    fn is_act_allowed_during_prompt(act: &Act) -> bool {
        act.is_allowed_while_prompts_open()
    }

    /// Returns the risk that enemies follow a movement.
    fn known_risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
        matching::risks_of_being_followed(fight, who, act)
    }

    fn cost_label(act: &Act) -> Option<&'static str> {
        act.cost_label()
    }

    /// Returns what the act costs now: to stand up, the incidental movement or, if that is spent,
    /// the bonus action (RANKS-MOVE-7).
    fn current_cost_label(fight: &Fight, who: CombatantId, act: &Act) -> Option<&'static str> {
        match act {
            Act::StandUp if fight.body(who).has_incidental_move => Some(INCIDENTAL_LABEL),
            Act::StandUp => Some(BONUS_ACTION_LABEL),
            _ => act.cost_label(),
        }
    }

    /// Returns who may fire a readied check whose trigger is a text.
    fn list_optional_responses(fight: &Fight) -> Vec<(CombatantId, Vec<Act>)> {
        readied::trigger_invitations(fight)
    }
}

/// Resolves a checked act whose action or incidental movement is spent, by its rule.
fn resolve_already_paid_act(resolver: &mut Resolver, who: CombatantId, act: &Act) -> RuleResult {
    let options = |luck: bool| ManeuverOptions { spends_luck: luck, is_readied: false };
    match act {
        Act::Maneuver { maneuver, luck } => {
            maneuvers::resolve_already_paid_maneuver(resolver, who, maneuver, options(*luck))?
        }
        Act::Defend => attacks::take_defend_stance(resolver, who),
        Act::Move { to: Some(to), payment: Some(payment), luck } => {
            let kind = payment.movement_kind();
            movement::roll_and_move_with_following_enemies(
                resolver,
                who,
                *to,
                kind,
                options(*luck),
            )?
        }
        Act::Flee { method: Some(method), luck } => {
            fleeing::resolve_flight_with_following_enemies(resolver, who, *method, options(*luck))?
        }
        Act::Concede => fleeing::concede_fight(resolver, who)?,
        Act::Ready(Some(check)) => readied::ready_check(resolver, who, check),
        Act::Trigger => readied::use_up_and_resolve_or_lose_readied_check(resolver, who, None)?,
        Act::Combine { combination, luck } => {
            combined_actions::roll_assist_or_interfere_and_store_bonus(
                resolver,
                who,
                combination,
                *luck,
            )
        }
        Act::Hold => holding::hold_actions(resolver, who),
        Act::Pass => turns::end_turn(resolver, who),
        Act::EndHolding => holding::end_holding(resolver, who),
        Act::SetAttention(target) => engagement::set_attention(resolver, who, *target),
        Act::StandUp => movement::pay_and_stand_up(resolver, who),
        Act::HandleItem { handling, item } => {
            free_actions::record_item_handling(resolver, who, *handling, item)
        }
        Act::Say(text) => resolver.emit(Event::Said { who, text: text.clone() }),
        Act::SetStandingOrders { match_order, resist_order } => {
            let (match_order, resist_order) = (*match_order, *resist_order);
            resolver.emit(Event::StandingOrdersSet { who, match_order, resist_order });
        }
        Act::SpendActionPoint(Some(action)) => {
            points::spend_action_point(resolver, who, *action);
        }
        // `check_act` has refused these: they name something that does not exist.
        Act::Move { .. } | Act::Flee { .. } | Act::Ready(None) | Act::SpendActionPoint(None) => {}
    }
    Ok(())
}

/// Pushes the legal acts of a combatant who may use its actions now: those that its budget pays
/// for and, if the turn is its own, those that need that.
fn push_acts_of_own_turn_or_held(fight: &Fight, who: CombatantId, out: &mut Vec<Act>) {
    let mut enemies = Vec::new();
    let mut allies = Vec::new();
    for other in fight.present_ids() {
        if other == who || !engagement::knows_and_is_active(fight, who, other) {
            continue;
        }
        let is_enemy = engagement::are_enemies(fight, who, other);
        if is_enemy { enemies.push(other) } else { allies.push(other) }
    }
    let weapons: Vec<(&Name, &Weapon)> = fight.body(who).weapons_at_hand().collect();
    let mut collector = ActCollector {
        fight,
        who,
        enemies: &enemies,
        allies: &allies,
        weapons: &weapons,
        acts: out,
    };
    let can_pay = |action| check_round_budget_can_pay(fight, who, ActCost::Action(action)).is_ok();
    if can_pay(ActionKind::Full) {
        collector.push_full_action_acts();
    }
    if can_pay(ActionKind::Bonus) {
        collector.push_bonus_action_acts();
    }
    if turns::check_act_timing(fight, who, ActTiming::OwnTurn).is_ok() {
        collector.push_own_turn_acts();
    }
}

/// Collects the legal acts of one combatant.
struct ActCollector<'a> {
    fight: &'a Fight,
    who: CombatantId,
    enemies: &'a [CombatantId],
    /// The actor is not among them.
    allies: &'a [CombatantId],
    weapons: &'a [(&'a Name, &'a Weapon)],
    acts: &'a mut Vec<Act>,
}

impl ActCollector<'_> {
    /// Pushes an act whose timing and budget are checked, if its details are legal too.
    fn push_if_legal(&mut self, act: Act) {
        if check_act_details(self.fight, self.who, &act).is_ok() {
            self.acts.push(act);
        }
    }

    /// Pushes a maneuver if it is legal, and then also with a luck point if the actor has one.
    fn push_maneuver_if_legal(&mut self, maneuver: Maneuver) {
        if maneuvers::check_maneuver(self.fight, self.who, &maneuver).is_ok() {
            self.push_maneuver_and_lucky_variant(|| maneuver.clone());
        }
    }

    /// Pushes a maneuver that is known to be legal, and once more with a luck point if the actor
    /// has one.
    fn push_maneuver_and_lucky_variant(&mut self, make_maneuver: impl Fn() -> Maneuver) {
        if self.fight.body(self.who).luck > 0 {
            push_with(self.acts, || Act::Maneuver { maneuver: make_maneuver(), luck: true });
        }
        push_with(self.acts, || Act::Maneuver { maneuver: make_maneuver(), luck: false });
    }

    /// Pushes a move, paid so, to each mark that it reaches; none if the actor is prone.
    fn push_moves(&mut self, payment: MovePayment) {
        let make_act = |to| Act::Move { to: Some(to), payment: Some(payment), luck: false };
        self.push_movements_to_reachable_marks_unless_prone(payment.movement_kind(), make_act);
    }

    /// Pushes a movement to each mark (a place on the fight's line, in feet) that this kind of
    /// movement reaches; none if the actor is prone.
    fn push_movements_to_reachable_marks_unless_prone(
        &mut self,
        kind: MovementKind,
        make_act: impl Fn(Mark) -> Act,
    ) {
        let (fight, who) = (self.fight, self.who);
        if movement::check_not_prone(fight, who).is_err() {
            return;
        }
        let (from, length) = (mark_of(fight, who), movement::max_movement_feet(fight, who, kind));
        let ends = [from.saturating_sub(length), (from + length).min(last_mark(fight))];
        for end in ends {
            self.acts.extend(movement::reachable_marks(fight, from, end, kind).map(&make_act));
        }
    }

    fn push_flee_if_legal(&mut self, method: FleeMethod) {
        self.push_if_legal(Act::Flee { method: Some(method), luck: false });
    }

    /// Pushes the acts that cost a full action.
    fn push_full_action_acts(&mut self) {
        let (fight, who) = (self.fight, self.who);
        for target in self.enemies.iter().copied() {
            for (name, weapon) in self.weapons {
                if attacks::check_category_reach(fight, who, target, weapon.category).is_ok() {
                    self.push_maneuver_and_lucky_variant(|| Maneuver::Attack {
                        target,
                        weapon: Name::clone(name),
                    });
                }
            }
            self.push_force_maneuvers(target);
        }
        self.push_object_shifts();
        self.push_treatments();
        self.push_movements_to_reachable_marks_unless_prone(MovementKind::Sprint, |to| {
            Act::Maneuver { maneuver: Maneuver::Dash { to: Some(to) }, luck: false }
        });
        self.push_moves(MovePayment::Full);
        self.acts.push(Act::Defend);
    }

    /// Pushes every way to shift an object of the actor's zone, at each enemy and without a target.
    /// Objects of one name are offered once.
    fn push_object_shifts(&mut self) {
        let objects_here = objects::objects_in_zone_of(self.fight, self.who);
        let names: BTreeSet<&Name> = objects_here.iter().map(|object| &object.name).collect();
        for name in names {
            for target in self.enemies.iter().copied() {
                let (object, target) = (name.clone(), Some(target));
                self.push_maneuver_if_legal(Maneuver::ShiftObject { object, target });
            }
            let object = name.clone();
            self.push_maneuver_if_legal(Maneuver::ShiftObject { object, target: None });
        }
    }

    /// Pushes every way to treat somebody who has a condition.
    fn push_treatments(&mut self) {
        for (patient, combatant) in self.fight.present_combatants() {
            if combatant.body.conditions.is_empty() {
                continue;
            }
            for skill in [Skill::Recover, Skill::Focus, Skill::Medicine] {
                let skill = Some(skill);
                self.push_maneuver_if_legal(Maneuver::TreatCondition { skill, patient });
            }
        }
    }

    /// Pushes every way to force an enemy that is in reach, in every direction.
    fn push_force_maneuvers(&mut self, target: CombatantId) {
        for method in ForceMethod::ALL.into_iter().map(Some) {
            if force::check_force_reach(self.fight, self.who, method, target).is_err() {
                continue;
            }
            for direction in ForceDirection::ALL.into_iter().map(Some) {
                if force::check_method_and_direction(method, direction).is_ok() {
                    self.push_maneuver_and_lucky_variant(|| Maneuver::Force {
                        method,
                        target,
                        direction,
                    });
                }
            }
        }
    }

    /// Pushes the acts that cost a bonus action.
    fn push_bonus_action_acts(&mut self) {
        let (fight, who) = (self.fight, self.who);
        let single_use_items: Vec<&Item> =
            unique_by_name(fight.body(who).gear.iter().filter(|item| item.is_single_use)).collect();
        for target in self.enemies.iter().copied() {
            self.push_taunts(target);
            self.push_advantages_over(target, &single_use_items);
        }
        for method in [AdvantageMethod::Psych, AdvantageMethod::Awareness] {
            self.push_maneuver_if_legal(Maneuver::GainAdvantage {
                method: Some(method),
                target: None,
                item: None,
            });
        }
        readied::for_each_likely_readied(self.enemies, self.weapons, |readied| {
            if readied::check_trigger_fits(fight, who, &readied).is_ok() {
                push_with(self.acts, || Act::Ready(Some(readied)));
            }
        });
        self.push_assist_and_interfere_acts();
        self.push_moves(MovePayment::Bonus);
        self.push_moves(MovePayment::Tumble);
    }

    /// Pushes every kind of taunt of an enemy who can be taunted.
    fn push_taunts(&mut self, target: CombatantId) {
        if interaction::check_taunt_target(self.fight, self.who, target).is_err() {
            return;
        }
        for kind in TauntKind::ALL {
            let kind = Some(kind);
            self.push_maneuver_and_lucky_variant(|| Maneuver::Taunt { kind, target });
        }
    }

    /// Pushes every way to gain an advantage over an enemy: without an item, and with each of
    /// these that helps the method.
    fn push_advantages_over(&mut self, target: CombatantId, single_use_items: &[&Item]) {
        let (fight, who) = (self.fight, self.who);
        for method in [AdvantageMethod::Misdirection, AdvantageMethod::Memory] {
            let gain =
                |item| Maneuver::GainAdvantage { method: Some(method), target: Some(target), item };
            self.push_maneuver_and_lucky_variant(|| gain(None));
            for item in single_use_items {
                if advantages::check_helping_item(fight, who, method, &item.name).is_ok() {
                    self.push_maneuver_and_lucky_variant(|| gain(Some(item.name.clone())));
                }
            }
        }
    }

    /// Pushes every way to assist an ally or to interfere with an enemy. An ally is assisted in an
    /// attack on any enemy, an enemy is hindered by an attack on itself.
    fn push_assist_and_interfere_acts(&mut self) {
        let (allies, enemies) = (self.allies, self.enemies);
        for ally in allies {
            self.push_combinations(*ally, false, enemies);
        }
        for enemy in enemies {
            self.push_combinations(*enemy, true, std::slice::from_ref(enemy));
        }
    }

    /// Pushes every way to assist or to hinder one combatant. Allies and enemies were filtered
    /// before, so only attacks need a check: a weapon of the skill and one of `attack_targets` in
    /// its reach.
    fn push_combinations(
        &mut self,
        target: CombatantId,
        is_hindrance: bool,
        attack_targets: &[CombatantId],
    ) {
        let combine = |kind, skill, enemy, weapon| {
            let (kind, skill) = (Some(kind), Some(skill));
            let combination = Combination { target, is_hindrance, kind, skill, enemy, weapon };
            Act::Combine { combination, luck: false }
        };
        for kind in CombinableAction::ALL {
            for skill in kind.fitting_skills().iter().copied() {
                if kind == CombinableAction::Attack {
                    self.push_combined_attacks(skill, attack_targets, |enemy, weapon| {
                        combine(kind, skill, enemy, weapon)
                    });
                } else {
                    let (no_enemy, no_weapon) = (CombatantId::NOBODY, Name::default());
                    push_with(self.acts, || combine(kind, skill, no_enemy, no_weapon));
                }
            }
        }
    }

    /// Pushes a combined attack for each weapon of the skill and each target in its reach.
    fn push_combined_attacks(
        &mut self,
        skill: Skill,
        targets: &[CombatantId],
        make_act: impl Fn(CombatantId, Name) -> Act,
    ) {
        for (name, weapon) in self.weapons {
            if attacks::attack_skill(weapon.category) != skill {
                continue;
            }
            for enemy in targets.iter().copied() {
                let reach =
                    attacks::check_category_reach(self.fight, self.who, enemy, weapon.category);
                if reach.is_ok() {
                    push_with(self.acts, || make_act(enemy, Name::clone(name)));
                }
            }
        }
    }

    /// Pushes the acts that are allowed on the actor's own turn only.
    fn push_own_turn_acts(&mut self) {
        let (fight, who) = (self.fight, self.who);
        let body = fight.body(who);
        if body.has_incidental_move {
            self.push_moves(MovePayment::Free);
        }
        for method in FleeMethod::ALL {
            if check_round_budget_can_pay(fight, who, ActCost::Action(method.action_cost())).is_ok()
            {
                self.push_flee_if_legal(method);
            }
        }
        if actions_left(fight, who).next().is_some() {
            self.push_checks_of_other_skills();
        }
        self.push_attention_changes();
        self.push_item_handling();
        for action in ActionKind::ALL {
            self.push_if_legal(Act::SpendActionPoint(Some(action)));
        }
        self.push_if_legal(Act::StandUp);
        self.push_if_legal(Act::Hold);
        self.acts.push(Act::Pass);
    }

    /// Pushes a check of every skill and of every attribute, on which the GM rules.
    fn push_checks_of_other_skills(&mut self) {
        let skills = Skill::ALL.into_iter().map(Ability::Skill);
        let attributes = Attribute::ALL.into_iter().map(Ability::Attribute);
        self.acts.extend(skills.chain(attributes).map(|ability| {
            let maneuver = Maneuver::OtherSkill { ability: Some(ability), text: String::new() };
            Act::Maneuver { maneuver, luck: false }
        }));
    }

    /// Pushes the turn of attention to each enemy, and to nobody, except to whom it is on already.
    fn push_attention_changes(&mut self) {
        let attention_targets = self.enemies.iter().copied().map(Some).chain([None]);
        for target in attention_targets {
            if !engagement::has_attention_on(self.fight, self.who, target) {
                push_with(self.acts, || Act::SetAttention(target));
            }
        }
    }

    /// Pushes what can be done with carried items, and the picking up of those that lie in reach.
    /// Items of one name are offered once.
    fn push_item_handling(&mut self) {
        let gear = &self.fight.body(self.who).gear;
        for handling in [ItemHandling::Equip, ItemHandling::Stow, ItemHandling::Drop] {
            for item in unique_by_name(gear.iter()) {
                self.push_if_legal(Act::HandleItem { handling, item: item.name.clone() });
            }
        }
        let is_carried = |item: &Item| gear.iter().any(|carried| carried.name == item.name);
        let dropped = free_actions::dropped_items_in_reach(self.fight, self.who)
            .map(|(_, dropped)| &dropped.item);
        for item in unique_by_name(dropped.filter(|item| !is_carried(item))) {
            let (handling, item) = (ItemHandling::Equip, item.name.clone());
            self.push_if_legal(Act::HandleItem { handling, item });
        }
    }
}
