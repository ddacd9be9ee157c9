//! Responding out of turn (RANKS-RESP): the fixed value, or a roll for an action.

use super::checks::{self, CheckRoll};
use super::prompts::{self, Answer, Question};
use super::sheet::{Ability, ActionKind, ResistOrder};
use super::state::{CheckPurpose, Event};
use super::{Fight, PromptRequest, Resolver, RuleResult, visibility};
use crate::core::ids::CombatantId;

/// Returns the actions that a combatant can still spend, the full action first. RANKS-COND-4: a
/// bonus action may be barred.
pub fn actions_left(fight: &Fight, who: CombatantId) -> impl Iterator<Item = ActionKind> {
    let body = fight.body(who);
    let full = (body.full_actions > 0).then_some(ActionKind::Full);
    let bonus =
        (body.bonus_actions > 0 && !body.is_bonus_action_barred()).then_some(ActionKind::Bonus);
    full.into_iter().chain(bonus)
}

/// Spends an action. RANKS-RESP-5: a full action spent at any time ends a Defend stance.
pub fn spend_action(resolver: &mut Resolver, who: CombatantId, action: ActionKind) {
    resolver.emit(Event::ResourceSpent { who, resource: action.into() });
    if action == ActionKind::Full && resolver.fight().body(who).is_in_defend_stance {
        resolver.emit(Event::DefendStanceEnded(who));
    }
}

/// What a combatant must resist.
#[derive(Clone, Debug)]
pub struct ResistDemand {
    pub target: CombatantId,
    pub actor: CombatantId,
    /// What the actor's check is for.
    pub purpose: CheckPurpose,
    /// The abilities that may resist it; unless one is rolled, the highest fixed value counts.
    pub abilities: Vec<Ability>,
    /// The resistance is never below this.
    pub min_resistance: i16,
}

impl ResistDemand {
    /// Returns the resistance without an action: the highest fixed value (RANKS-RESP-1).
    pub fn fixed_resistance(&self, fight: &Fight) -> i16 {
        let values =
            self.abilities.iter().map(|ability| checks::fixed_value(fight, self.target, *ability));
        values.max().unwrap_or(0).max(self.min_resistance)
    }

    /// Returns the ability with the highest fixed value; of equals the first.
    fn best_ability(&self, fight: &Fight) -> Option<Ability> {
        // `max_by_key` returns the last maximum, so that the order is reversed.
        let abilities = self.abilities.iter().copied().rev();
        abilities.max_by_key(|ability| checks::fixed_value(fight, self.target, *ability))
    }
}

/// Returns the total with which the target resists a check. That is its fixed value if it suffices,
/// else a roll if the target chooses one and has an action left for it (RANKS-RESP-3).
/// RANKS-RESP-2: a roll replaces the fixed value even if it is lower.
pub fn ask_and_roll_resistance_if_needed(
    resolver: &mut Resolver,
    demand: &ResistDemand,
    check_total: i16,
) -> RuleResult<i16> {
    let who = demand.target;
    let fixed = demand.fixed_resistance(resolver.fight());
    if check_total < fixed {
        wait_decoy_delay_if_hidden(resolver, who)?;
        return Ok(fixed);
    }
    let ResistDemand { actor, purpose, abilities, .. } = demand;
    let question = Question::Resist {
        who,
        actor: *actor,
        purpose: *purpose,
        rank: checks::success_rank(check_total - fixed),
        abilities: abilities.clone(),
    };
    let best = demand.best_ability(resolver.fight());
    let Some(response) =
        choose_response_by_order_or_prompt_and_pay(resolver, who, question, abilities, best)?
    else {
        return Ok(fixed);
    };
    let check = CheckRoll::new(who, response.ability, CheckPurpose::Resist);
    let check = check.with_opponent(Some(*actor)).with_luck(response.spends_luck);
    Ok(checks::roll_check_total_spending_bonuses(resolver, check).max(demand.min_resistance))
}

/// The roll of a response. Its action is spent already.
#[derive(Clone, Copy, Debug)]
pub struct ResponseRoll {
    pub ability: Ability,
    pub spends_luck: bool,
}

/// Waits as long as a prompt might take, so that nobody can tell an NPC that is asked from one that
/// is not.
pub fn wait_decoy_delay_if_hidden(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    if resolver.fight().hides_response_time(who) {
        resolver.ask_hidden(None)?;
    }
    Ok(())
}

/// Lets a combatant choose between a roll, which costs an action, and its fixed value: by its
/// standing order or, if it has none, by a prompt. Spends the action and returns which ability is
/// rolled and whether luck is spent; `None` means that the fixed value counts. Where response times
/// are hidden, the standing order becomes the default of a prompt, so that it takes as long as an
/// answer.
pub fn choose_response_by_order_or_prompt_and_pay(
    resolver: &mut Resolver,
    who: CombatantId,
    question: Question,
    abilities: &[Ability],
    best_ability: Option<Ability>,
) -> RuleResult<Option<ResponseRoll>> {
    let fight = resolver.fight();
    let order = fight.body(who).resist_order;
    if order == ResistOrder::Ask {
        return ask_and_pay_response(resolver, who, question, abilities);
    }
    let has_bonus_action = actions_left(fight, who).any(|action| action == ActionKind::Bonus);
    let orders_roll = order == ResistOrder::Bonus && has_bonus_action;
    let ordered_ability = if orders_roll { best_ability } else { None };
    if fight.hides_response_time(who) {
        let default = match ordered_ability {
            Some(ability) => {
                Answer::Resist { action: ActionKind::Bonus, ability, spends_luck: false }
            }
            None => Answer::UseFixedValue,
        };
        return ask_and_pay_response_with_default(resolver, who, question, abilities, default);
    }
    let Some(ability) = ordered_ability else { return Ok(None) };
    visibility::reveal_actor(resolver, who);
    spend_action(resolver, who, ActionKind::Bonus);
    Ok(Some(ResponseRoll { ability, spends_luck: false }))
}

/// Asks whether a combatant resists by a roll, if an action is left, and spends the action. Without
/// an answer the fixed value counts.
pub fn ask_and_pay_response(
    resolver: &mut Resolver,
    who: CombatantId,
    question: Question,
    abilities: &[Ability],
) -> RuleResult<Option<ResponseRoll>> {
    ask_and_pay_response_with_default(resolver, who, question, abilities, Answer::UseFixedValue)
}

/// Asks whether a combatant resists by a roll, and spends the action that the answer pays with.
/// Returns `None` for the fixed value: also without asking if no action is left, and if the GM took
/// the action away meanwhile. `default` counts without an answer.
fn ask_and_pay_response_with_default(
    resolver: &mut Resolver,
    who: CombatantId,
    question: Question,
    abilities: &[Ability],
    default: Answer,
) -> RuleResult<Option<ResponseRoll>> {
    let is_active =
        resolver.fight().get_present(who).is_some_and(|combatant| combatant.body.is_active());
    if !is_active || actions_left(resolver.fight(), who).next().is_none() {
        wait_decoy_delay_if_hidden(resolver, who)?;
        return Ok(None);
    }
    let prompt = PromptRequest {
        default,
        ..prompts::resist_prompt(resolver.fight(), who, question, abilities)
    };
    let Answer::Resist { action, ability, spends_luck } = resolver.ask(prompt)? else {
        return Ok(None);
    };
    // The GM may have taken away the action that the default would pay with.
    if !actions_left(resolver.fight(), who).any(|left| left == action) {
        return Ok(None);
    }
    visibility::reveal_actor(resolver, who);
    spend_action(resolver, who, action);
    Ok(Some(ResponseRoll { ability, spends_luck }))
}
