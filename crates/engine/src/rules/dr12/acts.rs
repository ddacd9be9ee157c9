//! Acts: what a combatant may attempt, the checks before an act in the order of DR12-REF-1, and the
//! dispatch to its rule.

use serde::{Deserialize, Serialize};

use super::Dr12;
use super::other_actions::{self, ItemHandling};
use super::sheet::{Ailment, Attribute, Item, ItemId, Mood};
use super::state::{Event, MovementKind, TurnCost};
use super::{Fight, Resolver, RuleResult, ailments, attacks, movement, stunts, turns, zones};
use crate::Acts;
use crate::core::command::Risk;
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;
use crate::resolution::resolver::ActProgress;

/// Something that a combatant spends its Move or Action on, or does for free (DR12-ACT-1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act {
    Attack {
        target: CombatantId,
        weapon: ItemId,
    },
    /// Casts the spell at this index of the caster's `spells`.
    Cast {
        #[serde(rename = "spell")]
        spell_index: u8,
        target: CombatantId,
    },
    Move(ZoneId),
    Dash(ZoneId),
    Disengage,
    Push {
        target: CombatantId,
        zone: ZoneId,
    },
    Grapple(CombatantId),
    Stunt {
        target: CombatantId,
        attribute: Attribute,
        text: String,
    },
    Parley(CombatantId),
    #[serde(rename = "skill")]
    TrySkill {
        attribute: Attribute,
        text: String,
    },
    Recover(Ailment),
    #[serde(rename = "item")]
    HandleItem {
        handling: ItemHandling,
        item: ItemId,
    },
    Flee,
    Pass,
}

impl Act {
    /// Returns what the act costs, as text for its label; `None` if it is free.
    pub fn cost_label(&self) -> Option<&'static str> {
        match self {
            Self::Move(_) => Some("Move"),
            Self::Flee => Some("Move or Action"),
            _ if self.always_costs_action() => Some("Action"),
            _ => None,
        }
    }

    /// Returns whether the act always costs the Action. Fleeing, which may cost it, does not count.
    fn always_costs_action(&self) -> bool {
        match self {
            Self::Move(_) | Self::Flee | Self::Pass => false,
            Self::HandleItem { handling, .. } => !handling.is_free(),
            _ => true,
        }
    }

    /// Returns the enemy that the act is aimed at, or the friend where the settings allow that.
    pub fn target_enemy(&self) -> Option<CombatantId> {
        match self {
            Self::Attack { target, .. }
            | Self::Cast { target, .. }
            | Self::Push { target, .. }
            | Self::Grapple(target)
            | Self::Stunt { target, .. }
            | Self::Parley(target) => Some(*target),
            _ => None,
        }
    }

    /// Returns the item handling and who receives the item; `None` if nobody does.
    fn handling_and_recipient(&self) -> Option<(ItemHandling, CombatantId)> {
        match self {
            Self::HandleItem { handling, .. } => Some((*handling, handling.recipient()?)),
            _ => None,
        }
    }
}

/// Checks whether a combatant may take an act now.
///
/// # Errors
/// DR12-REF-1: of all reasons that apply, returns the first in the order of the rule text.
pub fn check_act(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    turns::check_may_act_now(fight, who)?;
    check_act_in_turn(fight, who, act)
}

/// Makes the checks of [`check_act`] that remain once the actor has the Turn.
fn check_act_in_turn(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    check_mood_ailments_and_turn(fight, who, act)?;
    if let Some(target) = act.target_enemy() {
        attacks::check_known_enemy_in_action(fight, who, target)?;
    }
    if let Some((handling, other)) = act.handling_and_recipient() {
        other_actions::check_item_recipient(fight, who, other, handling)?;
    }
    check_act_beyond_budget_and_target(fight, who, act)
}

/// Makes the checks of [`check_act`] that remain once the budget and the target are in order.
fn check_act_beyond_budget_and_target(
    fight: &Fight,
    who: CombatantId,
    act: &Act,
) -> Result<(), RefusalReason> {
    match act {
        Act::Attack { target, weapon } => attacks::check_attack(fight, who, *target, *weapon),
        Act::Cast { spell_index, target } => {
            other_actions::check_cast(fight, who, *spell_index, *target)
        }
        Act::Move(zone) | Act::Dash(zone) => movement::check_step_to_zone(fight, who, *zone),
        Act::Push { target, zone } => stunts::check_push(fight, who, *target, *zone),
        Act::Grapple(target) => stunts::check_grapple(fight, who, *target),
        Act::Parley(target) => other_actions::check_parley_with_enemy_npc(fight, who, *target),
        Act::Recover(ailment) => check_recover(fight, who, *ailment),
        Act::HandleItem { handling, item } => {
            other_actions::check_item_handling(fight, who, *handling, *item)
        }
        Act::Flee => movement::check_flee(fight, who),
        Act::Stunt { .. } | Act::Disengage | Act::TrySkill { .. } | Act::Pass => Ok(()),
    }
}

/// Refuses an act that the actor's mood, hindrances or Turn do not allow, in this order.
fn check_mood_ailments_and_turn(
    fight: &Fight,
    who: CombatantId,
    act: &Act,
) -> Result<(), RefusalReason> {
    check_mood(fight, who, act)?;
    if matches!(act, Act::Move(_) | Act::Dash(_) | Act::Flee) {
        refuse_if_barred_by(ailments::ailment_barring_movement(fight, who))?;
    }
    if act.always_costs_action() {
        refuse_if_barred_by(ailments::ailment_barring_action(fight, who))?;
    }
    check_turn_budget(fight, who, act)
}

/// Refuses what a combatant who flees or parleys does not do (DR12-MORALE-4).
fn check_mood(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    let (cause, is_allowed) = match fight.body(who).mood {
        Mood::Fighting => return Ok(()),
        Mood::Fleeing => {
            let leads_away = match act {
                Act::Move(zone) | Act::Dash(zone) => {
                    movement::is_step_towards_exit(fight, who, *zone)
                }
                Act::Flee | Act::Pass => true,
                _ => false,
            };
            ("fleeing", leads_away)
        }
        Mood::Parleying => {
            let is_attack = matches!(act, Act::Attack { .. } | Act::Cast { .. });
            ("parleying", !is_attack)
        }
    };
    let reason = RefusalReason::new("hindered", "DR12-MORALE-4").with_cause(cause);
    reason.refuse_unless(is_allowed)
}

/// Refuses an act that this ailment bars; `None` bars nothing (DR12-HIND-6 to DR12-HIND-8).
fn refuse_if_barred_by(ailment: Option<Ailment>) -> Result<(), RefusalReason> {
    match ailment {
        Some(ailment) => {
            let reason = RefusalReason::new("hindered", ailment_rule(ailment));
            Err(reason.with_cause(ailment.key()))
        }
        None => Ok(()),
    }
}

/// Refuses an act for which the Turn has nothing left to pay: it has one Move and one Action
/// (DR12-TURN-1). DR12-FLEE-2: fleeing takes the Action if the Move is used, unless an ailment bars
/// the Action (DR12-HIND-6, DR12-HIND-8).
fn check_turn_budget(fight: &Fight, who: CombatantId, act: &Act) -> Result<(), RefusalReason> {
    let turn = turns::running_or_new_turn(fight, who);
    match act {
        Act::Move(_) if turn.has_moved => Err(RefusalReason::new("no-move", "DR12-TURN-1")),
        Act::Flee if turn.has_moved && turn.has_acted => {
            Err(RefusalReason::new("no-move", "DR12-FLEE-2"))
        }
        Act::Flee if turn.has_moved => {
            refuse_if_barred_by(ailments::ailment_barring_action(fight, who))
        }
        _ if act.always_costs_action() && turn.has_acted => {
            Err(RefusalReason::new("no-action", "DR12-TURN-1"))
        }
        _ => Ok(()),
    }
}

/// Returns the id of the rule that describes an ailment.
fn ailment_rule(ailment: Ailment) -> &'static str {
    match ailment {
        Ailment::Ongoing => "DR12-ONG-1",
        Ailment::Weakened => "DR12-HIND-5",
        Ailment::Distracted => "DR12-HIND-6",
        Ailment::Stuck => "DR12-HIND-7",
        Ailment::Paralysed => "DR12-HIND-8",
    }
}

/// Returns what fleeing costs now. DR12-FLEE-2: the Move, or the Action if the Move is used.
pub fn flight_cost(fight: &Fight, who: CombatantId) -> TurnCost {
    if turns::running_or_new_turn(fight, who).has_moved { TurnCost::Action } else { TurnCost::Move }
}

/// Refuses to recover from anything but an Action-bound hindrance of one's own (DR12-HIND-3).
fn check_recover(fight: &Fight, who: CombatantId, ailment: Ailment) -> Result<(), RefusalReason> {
    match fight.body(who).active_cure_for(ailment) {
        Some(cure) if cure.is_action_bound => Ok(()),
        _ => Err(RefusalReason::new("bad-target", "DR12-HIND-3").with_cause(ailment.key())),
    }
}

impl Acts for Dr12 {
    /// Checks an act and resolves it. DR12-REF-1: a refused act costs nothing, rolls nothing and
    /// changes nothing.
    ///
    /// An act may start the actor's Turn (DR12-INIT-6, DR12-OPT-1). The start step of that Turn
    /// runs first. If it makes the act impossible, the act lapses, and the Turn goes on.
    fn check_and_perform_act(resolver: &mut Resolver, who: CombatantId, act: &Act) -> RuleResult {
        check_act(resolver.fight(), who, act)
            .map_err(|reason| reason.to_refusal(resolver.fight(), who))?;
        if resolver.fight().state.turn.is_none()
            && begin_turn_and_recheck_act(resolver, who, act)? == ActProgress::Stopped
        {
            return Ok(());
        }
        spend_cost_and_resolve_act(resolver, who, act)
    }

    /// Adds every legal act of a combatant to `legal_acts`. DR12-TURN-5: passing is among them
    /// whenever the combatant has the Turn.
    ///
    /// Calling [`check_act`] for every possible act would repeat most of its checks. So this checks
    /// once per kind of act what depends on the kind, and once per target what depends on the
    /// target.
    fn list_legal_acts(fight: &Fight, who: CombatantId, legal_acts: &mut Vec<Act>) {
        if turns::check_may_act_now(fight, who).is_err() {
            return;
        }
        let has_budget = |act: &Act| check_mood_ailments_and_turn(fight, who, act).is_ok();
        // The check does not look at target or weapon, so any Action and any attack will do.
        let can_act = has_budget(&Act::Disengage);
        let can_strike = has_budget(&Act::Attack { target: who, weapon: ItemId::NONE });
        let mut collector = ActCollector { fight, who, acts: legal_acts };
        for zone in fight.zones.neighbours(zones::zone_of(fight, who)) {
            for act in [Act::Move(zone), Act::Dash(zone)] {
                if has_budget(&act) {
                    collector.push_if_requirements_met(act);
                }
            }
        }
        if has_budget(&Act::Flee) {
            collector.push_if_requirements_met(Act::Flee);
        }
        if can_act {
            for (target, _) in fight.present_combatants() {
                if attacks::check_known_enemy_in_action(fight, who, target).is_ok() {
                    collector.push_acts_against_checked_enemy(target, can_strike);
                }
            }
            collector.push_actions_involving_nobody_else();
        }
        if !fight.combatant(who).is_npc() {
            collector.push_item_acts(can_act);
        }
        collector.push_if_requirements_met(Act::Pass);
    }

    /// Returns the risks of a movement; nothing for any other act.
    fn known_risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
        movement::movement_risks(fight, who, act)
    }

    fn cost_label(act: &Act) -> Option<&'static str> {
        act.cost_label()
    }
}

/// Begins the Turn that an act starts, and checks the act again after the start step. The act
/// stops if that step ended the Turn, or made the act impossible, which is recorded.
fn begin_turn_and_recheck_act(
    resolver: &mut Resolver,
    who: CombatantId,
    act: &Act,
) -> RuleResult<ActProgress> {
    turns::begin_turn_with_damage_and_hazard(resolver, who)?;
    if resolver.fight().state.turn.is_none() {
        return Ok(ActProgress::Stopped);
    }
    if check_act(resolver.fight(), who, act).is_err() {
        resolver.emit(Event::ActLapsed(who));
        return Ok(ActProgress::Stopped);
    }
    Ok(ActProgress::GoesOn)
}

/// Spends what a checked act of the running Turn costs, and resolves it by its rule.
fn spend_cost_and_resolve_act(resolver: &mut Resolver, who: CombatantId, act: &Act) -> RuleResult {
    match act {
        Act::Attack { target, weapon } => {
            attacks::spend_action_and_attack(resolver, who, *target, *weapon)
        }
        Act::Cast { spell_index, target } => {
            other_actions::roll_cast_and_apply_effect(resolver, who, *spell_index, *target)
        }
        Act::Move(zone) => movement::resolve_move_or_dash(resolver, who, *zone, MovementKind::Move),
        Act::Dash(zone) => movement::resolve_move_or_dash(resolver, who, *zone, MovementKind::Dash),
        Act::Disengage => movement::resolve_disengage(resolver, who),
        Act::Push { target, zone } => stunts::resolve_push(resolver, who, *target, *zone),
        Act::Grapple(target) => stunts::roll_grapple_and_stick_target(resolver, who, *target),
        Act::Stunt { target, attribute, text } => {
            stunts::ask_ruling_and_roll_stunt(resolver, who, *target, *attribute, text)
        }
        Act::Parley(target) => other_actions::roll_parley_and_ask_gm(resolver, who, *target),
        Act::TrySkill { attribute, text } => {
            other_actions::ask_ruling_and_roll_skill(resolver, who, *attribute, text)
        }
        Act::Recover(ailment) => {
            resolver.emit(Event::CostSpent(who, TurnCost::Action));
            ailments::roll_action_bound_recovery(resolver, who, *ailment)
        }
        Act::HandleItem { handling, item } => {
            other_actions::spend_action_and_resolve_item_handling(resolver, who, *handling, *item)
        }
        Act::Flee => movement::resolve_free_attacks_and_flee(resolver, who),
        Act::Pass => {
            resolver.emit(Event::TurnPassed(who));
            Ok(())
        }
    }
}

/// Collects the legal acts of one combatant.
struct ActCollector<'a> {
    fight: &'a Fight,
    who: CombatantId,
    acts: &'a mut Vec<Act>,
}

impl ActCollector<'_> {
    /// Adds an act that has passed all checks but those of
    /// [`check_act_beyond_budget_and_target`], if it passes these too.
    fn push_if_requirements_met(&mut self, act: Act) {
        if check_act_beyond_budget_and_target(self.fight, self.who, &act).is_ok() {
            self.acts.push(act);
        }
    }

    /// Adds the acts against an enemy who has passed [`attacks::check_known_enemy_in_action`].
    fn push_acts_against_checked_enemy(&mut self, target: CombatantId, can_attack_or_cast: bool) {
        let fight = self.fight;
        let (body, is_npc) = (fight.body(self.who), fight.combatant(self.who).is_npc());
        if can_attack_or_cast {
            let items = if is_npc { &body.attacks } else { &body.hands };
            for weapon in items.iter().filter(|item| item.weapon.is_some()) {
                self.push_if_requirements_met(Act::Attack { target, weapon: weapon.id });
            }
            if !is_npc {
                self.push_if_requirements_met(Act::Attack { target, weapon: ItemId::UNARMED });
            }
            for spell_index in 0..body.spells.len() as u8 {
                self.push_if_requirements_met(Act::Cast { spell_index, target });
            }
        }
        if !is_npc {
            self.push_if_requirements_met(Act::Parley(target));
        }
        for zone in fight.zones.neighbours(zones::zone_of(fight, target)) {
            self.push_if_requirements_met(Act::Push { target, zone });
        }
        self.push_if_requirements_met(Act::Grapple(target));
        // An improvised stunt has no requirements of its own.
        let improvised_stunt = |attribute| Act::Stunt { target, attribute, text: String::new() };
        self.acts.extend(Attribute::ALL.into_iter().map(improvised_stunt));
    }

    /// Adds the Actions that involve nobody else: disengaging, skills, recovering.
    fn push_actions_involving_nobody_else(&mut self) {
        self.acts.push(Act::Disengage);
        let skill = |attribute| Act::TrySkill { attribute, text: String::new() };
        self.acts.extend(Attribute::ALL.into_iter().map(skill));
        for ailment in Ailment::ALL {
            self.push_if_requirements_met(Act::Recover(ailment));
        }
    }

    /// Adds the acts with items. Those that cost an Action are added only if `can_use_action`.
    fn push_item_acts(&mut self, can_use_action: bool) {
        let (fight, who) = (self.fight, self.who);
        let body = fight.body(who);
        let at_hand = || body.hands.iter().chain(&body.ready);
        let mut push = |handling, item: &Item| {
            self.push_if_requirements_met(Act::HandleItem { handling, item: item.id })
        };
        if can_use_action {
            for item in &body.pack {
                push(ItemHandling::Retrieve, item);
            }
            for (other, _) in fight.present_combatants() {
                for handling in [ItemHandling::Use(other), ItemHandling::Give(other)] {
                    if other_actions::check_item_recipient(fight, who, other, handling).is_err() {
                        continue;
                    }
                    for item in at_hand() {
                        push(handling, item);
                    }
                }
            }
            if let Some(zone) = fight.zones.get(zones::zone_of(fight, who)) {
                for item in &zone.terrain.items {
                    push(ItemHandling::Take, item);
                }
            }
        }
        for item in at_hand() {
            for handling in [ItemHandling::Draw, ItemHandling::Stow, ItemHandling::Drop] {
                push(handling, item);
            }
        }
    }
}

/// Returns the weapon of an attack that names none. A Character uses the first held weapon with
/// which the attack is possible, an NPC its first such attack. If there is none, returns the first
/// weapon, else bare hands.
pub fn default_weapon(fight: &Fight, who: CombatantId, target: CombatantId) -> ItemId {
    let body = fight.body(who);
    let items = if fight.combatant(who).is_npc() { &body.attacks } else { &body.hands };
    let mut first_weapon = None;
    for item in items.iter().filter(|item| item.weapon.is_some()) {
        if attacks::check_attack(fight, who, target, item.id).is_ok() {
            return item.id;
        }
        first_weapon = first_weapon.or(Some(item.id));
    }
    first_weapon.unwrap_or(ItemId::UNARMED)
}
