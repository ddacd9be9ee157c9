//! Standing orders, used: which one answers a question.
//!
//! An order is used as an input of its own, when its clock runs out (`waiting/timers.rs`): it
//! is journalled and undone like a press, and told like one. Nobody but its owner learns of it.
//!
//! Invariant (I6): an order goes by the question, by the names its owner knows, and by
//! [`Game::about`](engine::game::Game::about): by nothing that its owner may not know.
//!
//! How they are given and taken back is a feature of its own, `features/orders.rs`.

use engine::command::Command;
use engine::ids::{By, CombatantId};
use engine::prompt::{About, Price};

use crate::fight::fight_state::{FightState, OpenPrompt};
use crate::terms::orders::{Only, StandingOrder};

/// The combatant of a name, as whoever is asked knows it.
type Find<'a> = dyn Fn(&str) -> Option<CombatantId> + 'a;

impl Only {
    /// Whether it holds, by the names that whoever is asked knows.
    fn holds(&self, about: &About, find: &Find<'_>) -> bool {
        let is_named = |wanted: &Option<String>, who: Option<CombatantId>| {
            wanted.as_ref().is_none_or(|wanted| who.is_some() && find(wanted) == who)
        };
        is_named(&self.by, about.by)
            && is_named(&self.whom, about.whom)
            && self.way.as_ref().is_none_or(|way| is_same(&about.way, way))
            && self.threat.is_none_or(|least| about.threat.is_some_and(|threat| threat >= least))
    }
}

pub(crate) fn is_same(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

impl StandingOrder {
    /// The first choice that it means and that is not too dear; none where it does not speak.
    fn answer(
        &self,
        open: &OpenPrompt,
        (about, prices): (&About, &[Price]),
        find: &Find<'_>,
    ) -> Option<Command> {
        if self.question != about.kind || !self.only.holds(about, find) {
            return None;
        }
        let choices = open.prompt.choices.iter().zip(prices);
        let mut payable = choices.filter(|(_, price)| **price <= self.only.spend);
        payable.find_map(|(choice, _)| filled_in(choice, &self.answer))
    }
}

impl FightState {
    /// The orders that answer an open question, in the order in which they are tried, and what
    /// each would say.
    pub(crate) fn ordered(&self, open: &OpenPrompt) -> Vec<(&StandingOrder, Command)> {
        let By::Combatant(who) = open.prompt.to else { return Vec::new() };
        let Some(orders) = self.orders.get(&who) else { return Vec::new() };
        let Some((about, prices)) = self.game.about(&open.prompt.asked) else { return Vec::new() };
        let eyes = self.eyes(self.controller(open.prompt.to));
        let find = |name: &str| eyes.find(&self.game, name);
        let asked = (&about, prices.as_slice());
        let answer = |order| Some((order, StandingOrder::answer(order, open, asked, &find)?));
        orders.iter().filter_map(answer).collect()
    }
}

/// Whether what was typed leaves room for this choice. An empty slot of a choice is there to be
/// filled in.
pub(crate) fn fits(typed: &Command, choice: &Command) -> bool {
    let same =
        |own: &String, value: &String| own.is_empty() || own.to_lowercase() == value.to_lowercase();
    typed
        .slots
        .iter()
        .all(|(slot, value)| choice.slots.get(slot).is_some_and(|own| same(own, value)))
}

/// A choice with what was typed filled in; none where something else was typed.
pub(crate) fn filled_in(choice: &Command, words: &Command) -> Option<Command> {
    if choice.verb != words.verb || !fits(words, choice) {
        return None;
    }
    let mut meant = choice.clone();
    for (slot, value) in meant.slots.iter_mut().filter(|(_, value)| value.is_empty()) {
        value.clone_from(words.slots.get(slot).unwrap_or(&String::new()));
    }
    Some(meant)
}
