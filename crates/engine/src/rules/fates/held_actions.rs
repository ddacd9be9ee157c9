//! Held actions (FATES-HOLD): what triggers them, and how they interrupt other acts. A held action
//! that interrupts another one is a nested call.

use serde::{Deserialize, Serialize};

use super::holdable_actions::{self, HoldableAction};
use super::prompts::{self, Answer};
use super::sheet::FreeText;
use super::state::{Event, TurnAllowance};
use super::wounded::are_allies;
use super::zones::zone_of;
use super::{Fight, PromptRequest, Resolver, RuleResult, turns};
use crate::core::ids::{CombatantId, Initiator, ZoneId};
use crate::core::keyed_enum::keyed_enum;
use crate::core::refusal_reason::RefusalReason;
use crate::resolution::prompt::GivenAnswer;
use crate::resolution::resolver::DecoyDelay;

/// The target of a held action that is meant for whoever triggers it (FATES-HOLD-7).
pub const WHOEVER_TRIGGERS: CombatantId = CombatantId(u8::MAX - 1);

/// An action that is held, with all its details, and its trigger (FATES-HOLD-1).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeldAction {
    pub trigger: HoldTrigger,
    #[serde(rename = "deed")]
    pub action: HoldableAction,
    /// The difficulty of a held skill, which is asked when holding (FATES-HOLD-7).
    pub difficulty: u8,
}

impl HeldAction {
    /// Returns all combatants that the action and its trigger name.
    pub fn named_combatants(&self) -> impl Iterator<Item = CombatantId> {
        let attacked =
            if let HoldEvent::Attacks(target) = self.trigger.event { target } else { None };
        let triggerer =
            if let TriggerScope::One(who) = self.trigger.scope { Some(who) } else { None };
        [self.action.target(), attacked, triggerer]
            .into_iter()
            .flatten()
            .filter(|who| *who != WHOEVER_TRIGGERS)
    }
}

/// What triggers a held action (FATES-HOLD-2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HoldTrigger {
    pub event: HoldEvent,
    #[serde(rename = "who")]
    pub scope: TriggerScope,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoldEvent {
    /// Enters this zone; `None` for any zone.
    Enters(Option<ZoneId>),
    Leaves(Option<ZoneId>),
    LastLeaves(ZoneId),
    /// Attacks this target; `None` for any target.
    Attacks(Option<CombatantId>),
    UsesItem,
    UsesSkill,
    Wounded,
    Flees,
    Text(FreeText),
}

/// Whose deeds can trigger a held action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TriggerScope {
    One(CombatantId),
    Allies,
    Enemies,
}

keyed_enum! {
    /// The kinds of triggers, by their words in commands.
    HoldEventKind {
        Enters = "enters",
        Leaves = "leaves",
        LastLeaves = "last-leaves",
        Attacks = "attacks",
        UsesItem = "uses-item",
        UsesSkill = "uses-skill",
        Wounded = "wounded",
        Flees = "flees",
        Text = "text",
    }
}

/// An event that may trigger held actions.
#[derive(Clone, Copy, Debug)]
pub enum TriggeringEvent {
    Moved { who: CombatantId, from: ZoneId, to: ZoneId },
    Attacks { who: CombatantId, target: CombatantId },
    UsesItem(CombatantId),
    UsesSkill(CombatantId),
    Wounded(CombatantId),
    Flees(CombatantId),
}

impl TriggeringEvent {
    /// Returns who moves, attacks, uses, flees or is Wounded.
    fn actor(self) -> CombatantId {
        match self {
            Self::Moved { who, .. } | Self::Attacks { who, .. } => who,
            Self::UsesItem(who) | Self::UsesSkill(who) | Self::Wounded(who) | Self::Flees(who) => {
                who
            }
        }
    }
}

/// Checks a held action and its trigger, as far as the details are fixed already (FATES-HOLD-1).
///
/// `hold` is `None` for an action that cannot be held, which is refused.
pub fn check_hold(
    fight: &Fight,
    who: CombatantId,
    hold: Option<&HeldAction>,
) -> Result<(), RefusalReason> {
    let hold = hold.ok_or(RefusalReason::new("bad-target", "FATES-HOLD-1"))?;
    let no_zone =
        |zone: ZoneId| Err(RefusalReason::new("bad-target", "FATES-HOLD-2").with_zone(zone));
    match hold.trigger.event {
        HoldEvent::Enters(Some(zone))
        | HoldEvent::Leaves(Some(zone))
        | HoldEvent::LastLeaves(zone)
            if fight.zones.get(zone).is_none() =>
        {
            return no_zone(zone);
        }
        HoldEvent::Attacks(Some(target)) => check_known_and_active(fight, who, target)?,
        _ => {}
    }
    if let TriggerScope::One(triggerer) = hold.trigger.scope {
        check_known_and_active(fight, who, triggerer)?;
    }
    holdable_actions::check_action_to_hold(fight, who, &hold.action)?;
    // FATES-HOLD-7: nobody triggers an action that is fired by a button.
    let is_fired_by_button = matches!(hold.trigger.event, HoldEvent::Text(_));
    if is_fired_by_button && hold.action.target() == Some(WHOEVER_TRIGGERS) {
        return Err(RefusalReason::new("bad-target", "FATES-HOLD-7"));
    }
    Ok(())
}

/// Refuses a combatant that a trigger names, if the holder does not know it or it is not active
/// (FATES-HOLD-2).
fn check_known_and_active(
    fight: &Fight,
    who: CombatantId,
    other: CombatantId,
) -> Result<(), RefusalReason> {
    let is_known = fight.controller_knows(who, other);
    let reason = RefusalReason::new("bad-target", "FATES-HOLD-2").with_combatant(other);
    reason.refuse_unless(is_known && fight.body(other).is_active())
}

/// Holds an action, which is an Action and ends the turn (FATES-HOLD-1). The difficulty of a held
/// skill is asked now (FATES-HOLD-7).
pub fn ask_difficulty_hold_action_and_end_turn(
    resolver: &mut Resolver,
    who: CombatantId,
    hold: &HeldAction,
) -> RuleResult {
    turns::spend_allowance(resolver, who, TurnAllowance::Action);
    let mut held_action = hold.clone();
    if let Some(check) = held_action.action.gm_ruled_check() {
        held_action.difficulty = super::checks::ask_gm_and_record_difficulty(resolver, who, check)?;
    }
    if resolver.fight().get_present(who).is_some_and(|combatant| combatant.body.is_active()) {
        resolver.emit(Event::ActionHeld { who, action: Some(Box::new(held_action)) });
    }
    resolver.emit(Event::TurnPassed(who));
    Ok(())
}

/// Fires all held actions that the event triggers, in turn order and in anybody's turn
/// (FATES-HOLD-3). One that is triggered inside another is resolved first; each fires once
/// (FATES-HOLD-5).
pub fn fire_triggered_actions_in_turn_order(
    resolver: &mut Resolver,
    event: &TriggeringEvent,
) -> RuleResult {
    let fight = resolver.fight();
    if fight.present_combatants().all(|(_, combatant)| combatant.body.held_action.is_none()) {
        return Ok(());
    }
    let is_due = |who: &CombatantId| is_visibly_triggered(fight, *who, *event);
    let due: Vec<CombatantId> = fight.state.turn_order.iter().copied().filter(is_due).collect();
    for who in due {
        fire_or_lose_held_action(resolver, who, event.actor())?;
    }
    Ok(())
}

/// Returns whether an event triggers a holder's action, as far as the holder can see it
/// (FATES-HOLD-2).
fn is_visibly_triggered(fight: &Fight, holder: CombatantId, event: TriggeringEvent) -> bool {
    let Some(HeldAction { trigger, .. }) = &fight.body(holder).held_action else { return false };
    let who = event.actor();
    let is_in_scope = match trigger.scope {
        TriggerScope::One(triggerer) => triggerer == who,
        TriggerScope::Allies => holder != who && are_allies(fight, holder, who),
        TriggerScope::Enemies => !are_allies(fight, holder, who),
    };
    let matches_zone =
        |wanted: &Option<ZoneId>, zone: ZoneId| wanted.is_none_or(|wanted| wanted == zone);
    let matches_event = match (&trigger.event, event) {
        (HoldEvent::Enters(zone), TriggeringEvent::Moved { to, .. }) => {
            is_in_scope && matches_zone(zone, to)
        }
        (HoldEvent::Leaves(zone), TriggeringEvent::Moved { from, .. }) => {
            is_in_scope && matches_zone(zone, from)
        }
        (HoldEvent::LastLeaves(zone), TriggeringEvent::Moved { from, .. }) => {
            from == *zone && is_last_known_ally_leaving(fight, holder, who, *zone)
        }
        (HoldEvent::Attacks(wanted), TriggeringEvent::Attacks { target, .. }) => {
            is_in_scope && wanted.is_none_or(|wanted| wanted == target)
        }
        (HoldEvent::UsesItem, TriggeringEvent::UsesItem(_))
        | (HoldEvent::UsesSkill, TriggeringEvent::UsesSkill(_))
        | (HoldEvent::Wounded, TriggeringEvent::Wounded(_))
        | (HoldEvent::Flees, TriggeringEvent::Flees(_)) => is_in_scope,
        _ => false,
    };
    matches_event && fight.controller_knows(holder, who)
}

/// Returns whether the mover was the last ally in the zone, as far as the holder knows; the holder
/// does not count (FATES-HOLD-2).
fn is_last_known_ally_leaving(
    fight: &Fight,
    holder: CombatantId,
    mover: CombatantId,
    zone: ZoneId,
) -> bool {
    let viewer = fight.viewer_of(Initiator::Combatant(holder));
    let is_remaining_ally = |other: CombatantId| {
        other != holder
            && are_allies(fight, holder, other)
            && fight.viewer_knows(viewer, other)
            && fight.body(other).is_active()
            && zone_of(fight, other) == zone
    };
    mover != holder
        && are_allies(fight, holder, mover)
        && !fight.present_combatants().any(|(other, _)| is_remaining_ally(other))
}

/// Fires a held action; does nothing if none is held. If it is illegal by then, it is lost
/// (FATES-HOLD-6). The triggerer becomes the target if it is meant for whoever triggers it
/// (FATES-HOLD-7).
pub fn fire_or_lose_held_action(
    resolver: &mut Resolver,
    holder: CombatantId,
    triggerer: CombatantId,
) -> RuleResult {
    let combatant = resolver.fight().get_present(holder);
    let held_action = combatant.and_then(|combatant| combatant.body.held_action.clone());
    let Some(hold) = held_action else { return Ok(()) };
    resolver.emit(Event::HeldActionFired(holder));
    let action = hold.action.with_placeholder_target_replaced_by(triggerer);
    if holdable_actions::check_action_requirements_now(resolver.fight(), holder, &action).is_err() {
        resolver.emit(Event::HeldActionWasted(holder));
        return Ok(());
    }
    holdable_actions::resolve_action_spending_chosen_fate_point(
        resolver,
        holder,
        &action,
        holdable_actions::ActionOrigin::Held { difficulty: hold.difficulty },
    )
}

/// Returns whether a combatant holds an action whose trigger is free text, so that the player fires
/// it with a button.
pub fn holds_action_with_text_trigger(fight: &Fight, who: CombatantId) -> bool {
    let Some(combatant) = fight.get_present(who) else { return false };
    let held_action = combatant.body.held_action.as_ref();
    held_action.is_some_and(|hold| matches!(hold.trigger.event, HoldEvent::Text(_)))
}

/// Refuses to fire when the combatant holds no action with a text trigger (FATES-HOLD-3).
pub fn check_fire_text_triggered_action(
    fight: &Fight,
    who: CombatantId,
) -> Result<(), RefusalReason> {
    let reason = RefusalReason::new("no-hold", "FATES-HOLD-3");
    reason.refuse_unless(holds_action_with_text_trigger(fight, who))
}

/// What ended the wait for an answer.
pub enum PromptWaitResult {
    /// The index of the prompt that was answered, and the answer.
    Answer(usize, Answer),
    /// A holder fired an action with a text trigger, and it has been resolved.
    HeldActionFired,
    /// Nobody is left who must answer.
    NobodyLeft,
}

/// Asks the prompts and returns the first answer to any of them. Meanwhile holders of text triggers
/// may fire, for which nobody waits; `HeldActionFired` then means that the caller must ask again,
/// also where the held action is gone (FATES-HOLD-3).
pub fn ask_while_text_triggers_may_fire(
    resolver: &mut Resolver,
    mut prompts: Vec<PromptRequest>,
    decoy_delay: &mut DecoyDelay,
) -> RuleResult<PromptWaitResult> {
    let fight = resolver.fight();
    let holders: Vec<CombatantId> =
        fight.present_ids().filter(|who| holds_action_with_text_trigger(fight, *who)).collect();
    let prompt_count = prompts.len();
    prompts.extend(holders.iter().map(|who| prompts::fire_held_action_prompt(fight, *who)));
    match resolver.await_next_answer_with_decoy_delay(&prompts, decoy_delay)? {
        None => Ok(PromptWaitResult::NobodyLeft),
        Some(GivenAnswer { request_index, answer }) if request_index < prompt_count => {
            Ok(PromptWaitResult::Answer(request_index, answer))
        }
        Some(GivenAnswer { request_index, .. }) => {
            let who = holders[request_index - prompt_count];
            fire_or_lose_held_action(resolver, who, CombatantId::NOBODY)?;
            Ok(PromptWaitResult::HeldActionFired)
        }
    }
}
