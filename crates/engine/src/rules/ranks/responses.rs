//! Responding out of turn (RANKS-RESP): the fixed value, or an action for a roll.

use super::checks::{self, CheckRoll};
use super::prompts::{self, Answer, Question};
use super::sheet::{Ability, ActionKind, ResistOrder};
use super::state::{CheckPurpose, Event};
use super::{Fight, PromptRequest, Resolver, RuleResult, visibility};
use crate::core::ids::CombatantId;

/// The actions that somebody has left. RANKS-COND-4: a bonus action may be barred.
pub fn actions_left(fight: &Fight, who: CombatantId) -> impl Iterator<Item = ActionKind> {
    let body = fight.body(who);
    let full = (body.full_actions > 0).then_some(ActionKind::Full);
    let bonus =
        (body.bonus_actions > 0 && !body.is_bonus_action_barred()).then_some(ActionKind::Bonus);
    full.into_iter().chain(bonus)
}

/// RANKS-RESP-5: a full action spent at any time ends a Defend stance.
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
    /// What the actor is about.
    pub purpose: CheckPurpose,
    /// With what it is resisted, of which the highest counts where it is not rolled.
    pub abilities: Vec<Ability>,
    /// The resistance is never below this.
    pub min_resistance: i16,
}

impl ResistDemand {
    /// RANKS-RESP-1: the fixed value, automatically and free.
    pub fn fixed_resistance(&self, fight: &Fight) -> i16 {
        let all = self.abilities.iter().map(|with| checks::fixed_value(fight, self.target, *with));
        all.max().unwrap_or(0).max(self.min_resistance)
    }

    /// Of several the one with the highest fixed value.
    fn best_ability(&self, fight: &Fight) -> Option<Ability> {
        let all = self.abilities.iter().copied().rev();
        all.max_by_key(|with| checks::fixed_value(fight, self.target, *with))
    }
}

/// RANKS-RESP-3: W1 is open only if the fixed value would not do and an action is left.
/// RANKS-RESP-2: a roll replaces the fixed value even if lower.
pub fn resolve_resistance(
    resolver: &mut Resolver,
    demand: &ResistDemand,
    check_total: i16,
) -> RuleResult<i16> {
    let who = demand.target;
    let fixed = demand.fixed_resistance(resolver.fight());
    if check_total < fixed {
        wait_decoy_delay(resolver, who)?;
        return Ok(fixed);
    }
    let (actor, purpose, with) = (demand.actor, demand.purpose, demand.abilities.clone());
    let rank = checks::success_rank(check_total - fixed);
    let question = Question::Resist { who, actor, purpose, rank, abilities: with.clone() };
    let best = demand.best_ability(resolver.fight());
    let Some(response) = choose_response(resolver, who, question, &with, best)? else {
        return Ok(fixed);
    };
    let check = CheckRoll::new(who, response.ability, CheckPurpose::Resist);
    let check = check.with_opponent(Some(actor)).with_luck(response.spends_luck);
    Ok(checks::roll_check(resolver, check).max(demand.min_resistance))
}

/// A roll that was paid for.
#[derive(Clone, Copy, Debug)]
pub struct PaidResponse {
    pub ability: Ability,
    pub spends_luck: bool,
}

/// With decoys nobody sees whether an NPC is asked: not even where it is not.
pub fn wait_decoy_delay(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    if resolver.fight().hides_response_time(who) {
        resolver.ask_hidden(None)?;
    }
    Ok(())
}

/// The standing order, or what the one who must resist answers; paid. None: the fixed value. With
/// decoys the standing order of an NPC is the default of its window.
pub fn choose_response(
    resolver: &mut Resolver,
    who: CombatantId,
    question: Question,
    abilities: &[Ability],
    best_ability: Option<Ability>,
) -> RuleResult<Option<PaidResponse>> {
    let fight = resolver.fight();
    let has_bonus = actions_left(fight, who).any(|action| action == ActionKind::Bonus);
    match (fight.body(who).resist_order, best_ability) {
        (ResistOrder::Ask, _) => ask_response(resolver, who, question, abilities),
        (order, best) if fight.hides_response_time(who) => {
            let best = best.filter(|_| order == ResistOrder::Bonus && has_bonus);
            let roll = |with| Answer::Resist {
                action: ActionKind::Bonus,
                ability: with,
                spends_luck: false,
            };
            ask_response_or(
                resolver,
                who,
                question,
                abilities,
                best.map_or(Answer::UseFixedValue, roll),
            )
        }
        (ResistOrder::Bonus, Some(with)) if has_bonus => {
            spend_action(resolver, who, ActionKind::Bonus);
            Ok(Some(PaidResponse { ability: with, spends_luck: false }))
        }
        (ResistOrder::Bonus | ResistOrder::Never, _) => Ok(None),
    }
}

/// W1 and W3, where an action is left; paid.
pub fn ask_response(
    resolver: &mut Resolver,
    who: CombatantId,
    question: Question,
    abilities: &[Ability],
) -> RuleResult<Option<PaidResponse>> {
    ask_response_or(resolver, who, question, abilities, Answer::UseFixedValue)
}

/// The answer, or what counts where nobody answers.
fn ask_response_or(
    resolver: &mut Resolver,
    who: CombatantId,
    question: Question,
    abilities: &[Ability],
    default: Answer,
) -> RuleResult<Option<PaidResponse>> {
    let is_able = resolver.fight().get(who).is_some_and(|one| one.body.is_active());
    if !is_able || actions_left(resolver.fight(), who).next().is_none() {
        wait_decoy_delay(resolver, who)?;
        return Ok(None);
    }
    let ask = PromptRequest {
        default,
        ..prompts::resist_prompt(resolver.fight(), who, question, abilities)
    };
    let Answer::Resist { action, ability: with, spends_luck: luck } = resolver.ask(ask)? else {
        return Ok(None);
    };
    // The GM may have taken meanwhile what the default would pay.
    if !actions_left(resolver.fight(), who).any(|left| left == action) {
        return Ok(None);
    }
    visibility::reveal_actor(resolver, who);
    spend_action(resolver, who, action);
    Ok(Some(PaidResponse { ability: with, spends_luck: luck }))
}
