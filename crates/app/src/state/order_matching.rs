//! Standing orders, used: which one answers a question.
//!
//! An order is used as an input of its own, when its clock runs out (`waiting/timers.rs`): it
//! is journalled and undone like a press, and told like one. Nobody but its owner learns of it.
//!
//! Invariant (I6): an order goes by the question, by the names its owner knows, and by
//! [`Game::about`](engine::game::Game::about): by nothing that its owner may not know.
//!
//! How they are given and taken back is a feature of its own, `features/orders.rs`.

use engine::core::command::Command;
use engine::core::ids::{CombatantId, Initiator};
use engine::resolution::prompt::{AnswerCost, PromptContext};

use crate::api::standing_orders::{OrderScope, StandingOrder};
use crate::state::fight_state::{FightState, OpenPrompt};

/// The combatant of a name, as whoever is asked knows it.
type NameLookup<'a> = dyn Fn(&str) -> Option<CombatantId> + 'a;

impl OrderScope {
    /// Whether it holds, by the names that whoever is asked knows.
    fn matches(&self, context: &PromptContext, find_by_name: &NameLookup<'_>) -> bool {
        let is_named = |wanted: &Option<String>, who: Option<CombatantId>| {
            wanted.as_ref().is_none_or(|wanted| who.is_some() && find_by_name(wanted) == who)
        };
        is_named(&self.actor, context.actor)
            && is_named(&self.beneficiary, context.beneficiary)
            && self.method.as_ref().is_none_or(|way| is_same_ignoring_case(&context.means, way))
            && self
                .min_threat
                .is_none_or(|least| context.threat.is_some_and(|threat| threat >= least))
    }
}

pub(crate) fn is_same_ignoring_case(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

impl StandingOrder {
    /// The first choice that it means and that is not too dear; none where it does not speak.
    fn choose_answer(
        &self,
        open_prompt: &OpenPrompt,
        (context, costs): (&PromptContext, &[AnswerCost]),
        find_by_name: &NameLookup<'_>,
    ) -> Option<Command> {
        if self.question_kind != context.kind || !self.scope.matches(context, find_by_name) {
            return None;
        }
        let choices = open_prompt.prompt.choices.iter().zip(costs);
        let mut payable = choices.filter(|(_, price)| **price <= self.scope.max_cost);
        payable.find_map(|(choice, _)| fill_in_choice(choice, &self.answer))
    }
}

impl FightState {
    /// The orders that answer an open question, in the order in which they are tried, and what
    /// each would say.
    pub(crate) fn matching_orders(
        &self,
        open_prompt: &OpenPrompt,
    ) -> Vec<(&StandingOrder, Command)> {
        let Initiator::Combatant(who) = open_prompt.prompt.respondent else { return Vec::new() };
        let Some(orders) = self.standing_orders.get(&who) else { return Vec::new() };
        let Some((about, prices)) = self.game.prompt_context_and_costs(&open_prompt.prompt.subject)
        else {
            return Vec::new();
        };
        let eyes = self.viewers_for(self.controller_of(open_prompt.prompt.respondent));
        let find = |name: &str| eyes.find_combatant(&self.game, name);
        let asked = (&about, prices.as_slice());
        let answer =
            |order| Some((order, StandingOrder::choose_answer(order, open_prompt, asked, &find)?));
        orders.iter().filter_map(answer).collect()
    }
}

/// Whether what was typed leaves room for this choice. An empty slot of a choice is there to be
/// filled in.
pub(crate) fn fits_choice(typed: &Command, choice: &Command) -> bool {
    let same =
        |own: &String, value: &String| own.is_empty() || own.to_lowercase() == value.to_lowercase();
    typed
        .slots
        .iter()
        .all(|(slot, value)| choice.slots.get(slot).is_some_and(|own| same(own, value)))
}

/// A choice with what was typed filled in; none where something else was typed.
pub(crate) fn fill_in_choice(choice: &Command, typed: &Command) -> Option<Command> {
    if choice.verb != typed.verb || !fits_choice(typed, choice) {
        return None;
    }
    let mut meant = choice.clone();
    for (slot, value) in meant.slots.iter_mut().filter(|(_, value)| value.is_empty()) {
        value.clone_from(typed.slots.get(slot).unwrap_or(&String::new()));
    }
    Some(meant)
}
