//! Matches standing orders to a prompt: which order answers it.
//!
//! An order is used when its deadline passes (`timers/expire.rs`), as an input of its own: it is
//! journalled and undone like a button press, and told like one. Only its owner learns of it.
//!
//! Invariant (I6): matching uses the prompt, the names its owner knows, and
//! [`Game::context_and_costs_if_orders_may_answer`](engine::game::Game):
//! nothing that its owner must not know.
//!
//! `features/standing_orders.rs` adds and removes orders.

use engine::core::command::Command;
use engine::core::ids::{CombatantId, Initiator};
use engine::core::names::{is_same_name, strip_article};
use engine::game::StandingOrderBasis;
use engine::resolution::prompt::PromptContext;

use crate::api::standing_orders::{OrderScope, StandingOrder};
use crate::state::fight_state::{FightState, OpenPrompt};

/// Finds the combatant of a name, as whoever is asked knows it.
type NameLookup<'a> = dyn Fn(&str) -> Option<CombatantId> + 'a;

impl OrderScope {
    /// Whether all conditions hold, by the names that whoever is asked knows. A condition that is
    /// not set holds always.
    fn matches(&self, context: &PromptContext, find_by_name: &NameLookup<'_>) -> bool {
        let is_named = |wanted: &Option<String>, who: Option<CombatantId>| {
            wanted.as_ref().is_none_or(|wanted| who.is_some() && find_by_name(wanted) == who)
        };
        let is_right_method = self
            .method
            .as_ref()
            .is_none_or(|method| is_same_name_without_article(&context.means, method));
        let is_threat_high_enough = self
            .min_threat
            .is_none_or(|min_threat| context.threat.is_some_and(|threat| threat >= min_threat));
        is_named(&self.actor, context.actor)
            && is_named(&self.beneficiary, context.beneficiary)
            && is_right_method
            && is_threat_high_enough
    }
}

/// Returns whether two texts name the same weapon or other means, with or without an article.
pub(crate) fn is_same_name_without_article(first: &str, second: &str) -> bool {
    is_same_name(strip_article(first.trim()), strip_article(second.trim()))
}

impl StandingOrder {
    /// Returns the first choice that the order means and that is not too dear; `None` where the
    /// order does not apply.
    fn choose_answer(
        &self,
        open_prompt: &OpenPrompt,
        basis: &StandingOrderBasis,
        find_by_name: &NameLookup<'_>,
    ) -> Option<Command> {
        let context = &basis.context;
        if self.question_kind != context.kind || !self.scope.matches(context, find_by_name) {
            return None;
        }
        for (choice, cost) in open_prompt.prompt.choices.iter().zip(&basis.answer_costs) {
            let is_too_dear = *cost > self.scope.max_cost;
            if is_too_dear {
                continue;
            }
            if let Some(answer) = fill_in_choice(choice, &self.answer) {
                return Some(answer);
            }
        }
        None
    }
}

impl FightState {
    /// Returns the orders that answer an open prompt, in the order in which they are tried, each
    /// with its answer.
    pub(crate) fn matching_orders(
        &self,
        open_prompt: &OpenPrompt,
    ) -> Vec<(&StandingOrder, Command)> {
        let Initiator::Combatant(who) = open_prompt.prompt.respondent else { return Vec::new() };
        let Some(orders) = self.standing_orders.get(&who) else { return Vec::new() };
        let subject = &open_prompt.prompt.subject;
        let Some(basis) = self.game.context_and_costs_if_orders_may_answer(subject) else {
            return Vec::new();
        };
        let perspective =
            self.perspective_of_user(self.controller_of(open_prompt.prompt.respondent));
        let find_by_name = |name: &str| perspective.find_combatant(&self.game, name);
        let mut matching = Vec::new();
        for order in orders {
            let answer = order.choose_answer(open_prompt, &basis, &find_by_name);
            matching.extend(answer.map(|answer| (order, answer)));
        }
        matching
    }
}

/// Whether the typed command leaves room for this choice. An empty slot of a choice can be filled
/// in freely.
pub(crate) fn typed_slots_fit_choice(typed: &Command, choice: &Command) -> bool {
    let is_same = |choice_value: &String, typed_value: &String| {
        choice_value.is_empty() || choice_value.to_lowercase() == typed_value.to_lowercase()
    };
    typed.slots.iter().all(|(slot, typed_value)| {
        choice.slots.get(slot).is_some_and(|choice_value| is_same(choice_value, typed_value))
    })
}

/// Fills the empty slots of a choice from a typed command; `None` where the command means another
/// choice.
pub(crate) fn fill_in_choice(choice: &Command, typed: &Command) -> Option<Command> {
    if choice.verb != typed.verb || !typed_slots_fit_choice(typed, choice) {
        return None;
    }
    let mut filled = choice.clone();
    for (slot, value) in filled.slots.iter_mut().filter(|(_, value)| value.is_empty()) {
        if let Some(typed_value) = typed.slots.get(slot) {
            value.clone_from(typed_value);
        }
    }
    Some(filled)
}
