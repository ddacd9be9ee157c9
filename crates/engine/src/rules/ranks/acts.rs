//! Acts: what a combatant may attempt, the checks before it in the order of refusals, and the way
//! to its rule.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::Ranks;
use super::advantages::{self, AdvantageMethod};
use super::checks::check_luck;
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
    Ability, ActionKind, Attribute, Feet, Item, MatchOrder, Name, ResistOrder, Skill, Weapon,
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

/// What a combatant attempts. None: what is named there is not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    #[serde(rename = "do")]
    Maneuver {
        #[serde(rename = "deed")]
        maneuver: Maneuver,
        luck: bool,
    },
    /// RANKS-DEF-4.
    Defend,
    /// RANKS-MOVE-1 to RANKS-MOVE-3.
    Move {
        to: Option<Feet>,
        #[serde(rename = "gait")]
        payment: Option<MovePayment>,
        luck: bool,
    },
    /// RANKS-FLEE-1.
    Flee {
        #[serde(rename = "flight")]
        method: Option<FleeMethod>,
        luck: bool,
    },
    /// RANKS-FLEE-2.
    Concede,
    /// RANKS-READY-1.
    Ready(Option<ReadiedCheck>),
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
    #[serde(rename = "done")]
    EndHolding,
    /// RANKS-ENG-1.
    #[serde(rename = "engage")]
    SetAttention(Option<CombatantId>),
    /// RANKS-MOVE-7.
    #[serde(rename = "stand")]
    StandUp,
    /// RANKS-FREE-1.
    #[serde(rename = "handle")]
    HandleItem {
        handling: ItemHandling,
        item: Name,
    },
    Say(String),
    /// Standing orders (RANKS-MATCH-2, W1).
    #[serde(rename = "stance")]
    SetStandingOrders {
        #[serde(rename = "matching")]
        match_order: Option<MatchOrder>,
        #[serde(rename = "resisting")]
        resist_order: Option<ResistOrder>,
    },
    /// RANKS-LUCK-1.
    #[serde(rename = "fate")]
    SpendActionPoint(Option<ActionKind>),
}

keyed_enum! {
    /// What pays for a movement.
    MovePayment {
        Free = "free",
        Bonus = "bonus",
        Full = "full",
        /// RANKS-MOVE-2: a bonus move by a roll of tumble.
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

/// What of a round an act takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ActCost {
    Incidental,
    Action(ActionKind),
    /// The GM says which (W7).
    GmChoice,
    Nothing,
}

impl Act {
    fn action_cost(&self) -> ActCost {
        match self {
            Self::Maneuver { maneuver: deed, .. } => {
                deed.action_cost().map_or(ActCost::GmChoice, ActCost::Action)
            }
            Self::Defend => ActCost::Action(ActionKind::Full),
            Self::Move { payment: Some(MovePayment::Free) | None, .. } => ActCost::Incidental,
            Self::Move { payment: Some(MovePayment::Bonus | MovePayment::Tumble), .. }
            | Self::Ready(_)
            | Self::Combine { .. } => ActCost::Action(ActionKind::Bonus),
            Self::Move { payment: Some(MovePayment::Full), .. } => {
                ActCost::Action(ActionKind::Full)
            }
            Self::Flee { method: flight, .. } => {
                ActCost::Action(flight.map_or(ActionKind::Full, FleeMethod::action_cost))
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

    /// What the act costs, for its label.
    pub fn cost_label(&self) -> &'static str {
        match (self.action_cost(), self) {
            (ActCost::Incidental, _) => "Incidental movement",
            (ActCost::Action(ActionKind::Full), _) => "Full action",
            (ActCost::Action(ActionKind::Bonus), _) => "Bonus action",
            (ActCost::GmChoice, _) => "Full or bonus action",
            (ActCost::Nothing, Self::SpendActionPoint(_)) => "Action point",
            (ActCost::Nothing, _) => "",
        }
    }

    /// RANKS-HOLD-2: what a holder may do in the turns of others.
    fn allowed_timing(&self) -> ActTiming {
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

    /// RANKS-REF-2: what is taken also while a window is open.
    pub fn is_allowed_while_prompts_open(&self) -> bool {
        matches!(self, Self::Say(_) | Self::SetStandingOrders { .. })
    }
}

/// The checks of an act, in the order in which refusals take precedence.
pub fn check_act(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    match act {
        Act::Say(text) => return free_actions::check_speech(text),
        Act::SetStandingOrders { match_order: matching, resist_order: resisting } => {
            return check_standing_orders(fight, matching.is_some() || resisting.is_some());
        }
        Act::Trigger => {
            turns::check_active(fight, who)?;
            return readied::check_text_trigger(fight, who);
        }
        Act::EndHolding => {
            turns::check_active(fight, who)?;
            return holding::check_end_holding(fight, who);
        }
        // RANKS-FLEE-2: the GM for NPCs at any time.
        Act::Concede if fight.combatant(who).is_npc() && turns::is_running(fight) => {
            return turns::check_active(fight, who);
        }
        _ => turns::check_turn(fight, who, act.allowed_timing())?,
    }
    check_budget(fight, who, act.action_cost())?;
    check_act_details(fight, who, act)
}

fn check_standing_orders(fight: &Fight, sets_any: bool) -> Result<(), RefusalReason> {
    let is_over = matches!(fight.phase, FightPhase::Over(_));
    if is_over || !sets_any {
        return Err(RefusalReason::new("bad-target", "RANKS-MATCH-2"));
    }
    Ok(())
}

/// RANKS-TURN-1: what a round gives. RANKS-COND-4: a bonus action may be barred.
fn check_budget(fight: &Fight, who: CombatantId, cost: ActCost) -> Result<(), RefusalReason> {
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

/// The checks that are left once there is the budget for it.
fn check_act_details(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    match act {
        Act::Maneuver { maneuver: deed, luck } => {
            maneuvers::check_maneuver(fight, who, deed)?;
            check_luck(fight, who, *luck)
        }
        Act::Move { to, payment: gait, luck } => {
            movement::check_not_prone(fight, who)?;
            let gait = gait.ok_or(RefusalReason::new("bad-skill", "RANKS-MOVE-1"))?;
            movement::check_movement(fight, who, *to, gait.movement_kind())?;
            check_luck(fight, who, *luck)
        }
        Act::Flee { method: flight, luck } => {
            movement::check_not_prone(fight, who)?;
            let flight = flight.ok_or(RefusalReason::new("bad-skill", "RANKS-FLEE-1"))?;
            fleeing::check_flee(fight, who, flight)?;
            check_luck(fight, who, *luck)
        }
        Act::Ready(readied) => readied::check_readied(fight, who, readied.as_ref()),
        Act::Combine { combination, luck } => {
            combined_actions::check_combination(fight, who, combination)?;
            check_luck(fight, who, *luck)
        }
        Act::Hold => holding::check_hold(fight, who),
        Act::SetAttention(target) => engagement::check_attention_target(fight, who, *target),
        Act::StandUp => movement::check_stand_up(fight, who),
        Act::HandleItem { handling, item } => {
            free_actions::check_item_handling(fight, who, *handling, item)
        }
        Act::SpendActionPoint(None) => Err(RefusalReason::new("bad-skill", "RANKS-LUCK-1")),
        Act::SpendActionPoint(Some(action)) => points::check_action_point(fight, who, *action),
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
    /// RANKS-REF-1: a refused command costs nothing, rolls nothing and changes nothing.
    fn perform(resolver: &mut Resolver, who: CombatantId, act: &Act) -> RuleResult {
        check_act(resolver.fight(), who, act)
            .map_err(|why| why.to_refusal(resolver.fight(), who))?;
        match act.action_cost() {
            ActCost::Incidental => {
                resolver.emit(Event::ResourceSpent { who, resource: RoundResource::Incidental })
            }
            ActCost::Action(action) => spend_action(resolver, who, action),
            ActCost::GmChoice | ActCost::Nothing => {}
        }
        let how = |luck: bool| ManeuverOptions { spends_luck: luck, is_readied: false };
        match act {
            Act::Maneuver { maneuver: deed, luck } => {
                return maneuvers::resolve_maneuver(resolver, who, deed, how(*luck));
            }
            Act::Defend => attacks::take_defend_stance(resolver, who),
            Act::Move { to, payment: gait, luck } => {
                let (Some(to), Some(gait)) = (to, gait) else { return Ok(()) };
                return movement::resolve_movement(
                    resolver,
                    who,
                    *to,
                    gait.movement_kind(),
                    how(*luck),
                );
            }
            Act::Flee { method: flight, luck } => {
                let Some(flight) = flight else { return Ok(()) };
                return fleeing::resolve_flee(resolver, who, *flight, how(*luck));
            }
            Act::Concede => return fleeing::concede_fight(resolver, who),
            Act::Ready(readied) => {
                readied.iter().for_each(|readied| readied::ready_check(resolver, who, readied));
            }
            Act::Trigger => return readied::fire_readied(resolver, who, None),
            Act::Combine { combination, luck } => {
                combined_actions::resolve_combination(resolver, who, combination, *luck)
            }
            Act::Hold => holding::hold_actions(resolver, who),
            Act::Pass => turns::end_turn(resolver, who),
            Act::EndHolding => holding::end_holding(resolver, who),
            Act::SetAttention(target) => engagement::set_attention(resolver, who, *target),
            Act::StandUp => movement::stand_up(resolver, who),
            Act::HandleItem { handling, item } => {
                free_actions::handle_item(resolver, who, *handling, item)
            }
            Act::Say(text) => resolver.emit(Event::Said { who, text: text.clone() }),
            Act::SetStandingOrders { match_order: matching, resist_order: resisting } => {
                let (matching, resisting) = (*matching, *resisting);
                resolver.emit(Event::StandingOrdersSet {
                    who,
                    match_order: matching,
                    resist_order: resisting,
                });
            }
            Act::SpendActionPoint(action) => {
                action.iter().for_each(|action| points::spend_action_point(resolver, who, *action))
            }
        }
        Ok(())
    }

    /// Every legal act of a combatant, as its controller knows the fight. Of readied checks the
    /// likely ones are listed; others may be said.
    ///
    /// What [`check`] asks of every act of a kind is asked once for the kind.
    fn list_legal_acts(fight: &Fight, who: CombatantId, out: &mut Vec<Act>) {
        let is_own = turns::check_turn(fight, who, ActTiming::OwnTurn).is_ok();
        if is_own || turns::check_turn(fight, who, ActTiming::OwnTurnOrHeld).is_ok() {
            let others = fight.iter().map(|(one, _)| one).filter(|one| *one != who);
            let others = others.filter(|one| engagement::knows_in_action(fight, who, *one));
            let (enemies, allies): (Vec<_>, Vec<_>) =
                others.partition(|one| engagement::are_enemies(fight, who, *one));
            let arms: Vec<(&Name, &Weapon)> = fight.body(who).weapons_at_hand().collect();
            let (enemies, allies, arms) = (&enemies[..], &allies[..], &arms[..]);
            let mut offers = ActCollector { fight, who, enemies, allies, weapons: arms, acts: out };
            let has = |cost| check_budget(fight, who, ActCost::Action(cost)).is_ok();
            if has(ActionKind::Full) {
                offers.push_full_action_acts();
            }
            if has(ActionKind::Bonus) {
                offers.push_bonus_action_acts();
            }
            if is_own {
                offers.push_own_turn_acts();
            }
        }
        let at_any_time = [Act::Trigger, Act::EndHolding, Act::Concede].into_iter();
        out.extend(at_any_time.filter(|act| check_act(fight, who, act).is_ok()));
        if check_standing_orders(fight, true).is_ok() {
            let stance = |matching, resisting| Act::SetStandingOrders {
                match_order: matching,
                resist_order: resisting,
            };
            out.extend(MatchOrder::ALL.iter().map(|order| stance(Some(*order), None)));
            out.extend(ResistOrder::ALL.iter().map(|order| stance(None, Some(*order))));
        }
    }

    fn is_act_allowed_during_prompt(act: &Act) -> bool {
        act.is_allowed_while_prompts_open()
    }

    fn known_risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
        matching::follow_risks(fight, who, act)
    }

    fn cost_label(act: &Act) -> &'static str {
        act.cost_label()
    }

    fn list_optional_responses(fight: &Fight) -> Vec<(CombatantId, Vec<Act>)> {
        readied::trigger_invitations(fight)
    }
}

/// The legal acts of one combatant, as far as they have been found.
struct ActCollector<'a> {
    fight: &'a Fight,
    who: CombatantId,
    enemies: &'a [CombatantId],
    /// Without oneself.
    allies: &'a [CombatantId],
    /// The weapons at hand.
    weapons: &'a [(&'a Name, &'a Weapon)],
    acts: &'a mut Vec<Act>,
}

impl ActCollector<'_> {
    fn push_if_legal(&mut self, act: Act) {
        if check_act_details(self.fight, self.who, &act).is_ok() {
            self.acts.push(act);
        }
    }

    fn push_maneuver_if_legal(&mut self, maneuver: Maneuver) {
        if maneuvers::check_maneuver(self.fight, self.who, &maneuver).is_ok() {
            self.push_maneuver_and_lucky_variant(|| maneuver.clone());
        }
    }

    /// A deed that is legal, and with a luck point as well where there is one.
    fn push_maneuver_and_lucky_variant(&mut self, make_maneuver: impl Fn() -> Maneuver) {
        if self.fight.body(self.who).luck > 0 {
            push_with(self.acts, || Act::Maneuver { maneuver: make_maneuver(), luck: true });
        }
        push_with(self.acts, || Act::Maneuver { maneuver: make_maneuver(), luck: false });
    }

    fn push_moves(&mut self, payment: MovePayment) {
        let to = |to| Act::Move { to: Some(to), payment: Some(payment), luck: false };
        self.push_movements(payment.movement_kind(), to);
    }

    /// Movements to all marks that are not too far.
    fn push_movements(&mut self, kind: MovementKind, make_act: impl Fn(Feet) -> Act) {
        let (fight, who) = (self.fight, self.who);
        if movement::check_not_prone(fight, who).is_err() {
            return;
        }
        let (from, most) = (mark_of(fight, who), movement::movement_length(fight, who, kind));
        let ends = [from.saturating_sub(most), (from + most).min(last_mark(fight))];
        for end in ends {
            self.acts.extend(movement::reachable_marks(fight, from, end, kind).map(&make_act));
        }
    }

    fn push_flight_if_legal(&mut self, method: FleeMethod) {
        self.push_if_legal(Act::Flee { method: Some(method), luck: false });
    }

    /// What costs a full action.
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
            for how in ForceMethod::ALL.into_iter().map(Some) {
                if force::check_force_reach(fight, who, how, target).is_ok() {
                    for direction in ForceDirection::ALL.into_iter().map(Some) {
                        if force::check_method_and_direction(how, direction).is_ok() {
                            self.push_maneuver_and_lucky_variant(|| Maneuver::Force {
                                method: how,
                                target,
                                direction,
                            });
                        }
                    }
                }
            }
        }
        let objects: BTreeSet<&Name> =
            objects::zone_and_objects(fight, who).1.iter().map(|object| &object.name).collect();
        for object in objects {
            let targets = self.enemies.iter().copied().map(Some);
            for target in targets.chain([None]) {
                self.push_maneuver_if_legal(Maneuver::ShiftObject {
                    object: object.clone(),
                    target,
                });
            }
        }
        for (patient, one) in fight.iter() {
            if !one.body.conditions.is_empty() {
                for skill in [Skill::Recover, Skill::Focus, Skill::Medicine] {
                    self.push_maneuver_if_legal(Maneuver::TreatCondition {
                        skill: Some(skill),
                        patient,
                    });
                }
            }
        }
        self.push_movements(MovementKind::Sprint, |to| Act::Maneuver {
            maneuver: Maneuver::Dash { to: Some(to) },
            luck: false,
        });
        self.push_moves(MovePayment::Full);
        self.acts.push(Act::Defend);
    }

    /// What costs a bonus action.
    fn push_bonus_action_acts(&mut self) {
        let (fight, who) = (self.fight, self.who);
        let items: Vec<&Item> =
            unique_by_name(fight.body(who).gear.iter().filter(|item| item.is_single_use)).collect();
        for target in self.enemies.iter().copied() {
            if interaction::check_taunt_target(fight, who, target).is_ok() {
                for how in TauntKind::ALL {
                    self.push_maneuver_and_lucky_variant(|| Maneuver::Taunt {
                        kind: Some(how),
                        target,
                    });
                }
            }
            for how in [AdvantageMethod::Misdirection, AdvantageMethod::Memory] {
                let seek = |item| Maneuver::GainAdvantage {
                    method: Some(how),
                    target: Some(target),
                    item,
                };
                self.push_maneuver_and_lucky_variant(|| seek(None));
                for item in &items {
                    if advantages::check_helping_item(fight, who, how, &item.name).is_ok() {
                        self.push_maneuver_and_lucky_variant(|| seek(Some(item.name.clone())));
                    }
                }
            }
        }
        for how in [AdvantageMethod::Psych, AdvantageMethod::Awareness] {
            self.push_maneuver_if_legal(Maneuver::GainAdvantage {
                method: Some(how),
                target: None,
                item: None,
            });
        }
        readied::for_each_likely_readied(self.enemies, self.weapons, |readied| {
            if readied::check_trigger_fits(fight, who, &readied).is_ok() {
                push_with(self.acts, || Act::Ready(Some(readied)));
            }
        });
        self.push_combinations();
        self.push_moves(MovePayment::Bonus);
        self.push_moves(MovePayment::Tumble);
    }

    /// To help allies and to hinder enemies, who are such already: it needs nothing more, but with
    /// an attack a weapon of that skill, and somebody in its reach.
    fn push_combinations(&mut self) {
        let (fight, who) = (self.fight, self.who);
        let hindered = self.enemies.iter().map(|target| (target, true));
        for (target, hinders) in self.allies.iter().map(|target| (target, false)).chain(hindered) {
            let with = |kind, skill, enemy, weapon| {
                let (kind, skill) = (Some(kind), Some(skill));
                let target = *target;
                let combination =
                    Combination { target, is_hindrance: hinders, kind, skill, enemy, weapon };
                Act::Combine { combination, luck: false }
            };
            let attacked = if hinders { std::slice::from_ref(target) } else { self.enemies };
            for skill in CombinableAction::Attack.fitting_skills().iter().copied() {
                let fits = |(_, arm): &&(_, &Weapon)| attacks::attack_skill(arm.category) == skill;
                for (name, Weapon { category, .. }) in self.weapons.iter().filter(fits) {
                    for enemy in attacked.iter().copied() {
                        if attacks::check_category_reach(fight, who, enemy, *category).is_ok() {
                            push_with(self.acts, || {
                                with(CombinableAction::Attack, skill, enemy, Name::clone(name))
                            });
                        }
                    }
                }
            }
            for kind in
                CombinableAction::ALL.into_iter().filter(|kind| *kind != CombinableAction::Attack)
            {
                let nobody =
                    |skill: &Skill| with(kind, *skill, CombatantId::NOBODY, Name::default());
                self.acts.extend(kind.fitting_skills().iter().map(nobody));
            }
        }
    }

    /// What is done on the own turn only.
    fn push_own_turn_acts(&mut self) {
        let (fight, who) = (self.fight, self.who);
        let body = fight.body(who);
        if body.has_incidental_move {
            self.push_moves(MovePayment::Free);
        }
        for flight in FleeMethod::ALL {
            if check_budget(fight, who, ActCost::Action(flight.action_cost())).is_ok() {
                self.push_flight_if_legal(flight);
            }
        }
        if actions_left(fight, who).next().is_some() {
            let skills = Skill::ALL.iter().map(|skill| Ability::Skill(*skill));
            let attributes = Attribute::ALL.iter().map(|one| Ability::Attribute(*one));
            self.acts.extend(skills.chain(attributes).map(|ability| {
                let (ability, text) = (Some(ability), String::new());
                Act::Maneuver { maneuver: Maneuver::OtherSkill { ability, text }, luck: false }
            }));
        }
        self.acts.extend(self.enemies.iter().map(|target| Act::SetAttention(Some(*target))));
        for handling in [ItemHandling::Equip, ItemHandling::Stow, ItemHandling::Drop] {
            for item in unique_by_name(body.gear.iter()).map(|item| item.name.clone()) {
                self.push_if_legal(Act::HandleItem { handling, item });
            }
        }
        let is_owned = |item: &Item| body.gear.iter().any(|own| own.name == item.name);
        let lying = free_actions::dropped_items_in_reach(fight, who).map(|(_, lying)| &lying.item);
        for item in unique_by_name(lying.filter(|item| !is_owned(item))) {
            self.push_if_legal(Act::HandleItem {
                handling: ItemHandling::Equip,
                item: item.name.clone(),
            });
        }
        for action in ActionKind::ALL {
            self.push_if_legal(Act::SpendActionPoint(Some(action)));
        }
        self.push_if_legal(Act::StandUp);
        self.push_if_legal(Act::Hold);
        self.acts.extend([Act::SetAttention(None), Act::Pass]);
    }
}
