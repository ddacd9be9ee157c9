//! Standing orders: answers given in advance to a kind of question, by whoever plays the one who is
//! asked.
//!
//! An order is used as an input of its own, when its clock runs out ([`timers`](super::timers)): it
//! is journalled and undone like a press, and told like one. Nobody but its owner learns of it.
//!
//! Invariant (I6): an order goes by the question, by the names its owner knows, and by
//! [`Game::about`](crate::engine::game::Game::about): by nothing that its owner may not know.
//!
//! Here: what an order is, and which one answers. How they are given and taken back: [`keep`].

pub mod keep;

use serde::{Deserialize, Serialize};

use crate::engine::ids::{By, CombatantId};
use crate::engine::prompt::{About, Price, Threat};
use crate::engine::words::Words;
use crate::store::ids::PromptId;

use super::App;
use super::change::{Change, Said};
use super::fight_now::{FightNow, OpenPrompt};
use super::outbox::Outcome;
use super::resolve::filled_in;

/// The most that a combatant may have.
pub const MOST_ORDERS: usize = 20;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingOrder {
    /// What its owner calls it by.
    pub number: u16,
    /// The kind of question.
    pub question: String,
    /// As far as it is spelled out.
    pub answer: Words,
    pub only: Only,
    pub when: When,
}

/// What must hold for an order to be used. What is not known does not hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Only {
    /// Whose doing it answers, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// Whom it helps, by name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whom: Option<String>,
    /// The weapon, or what else is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way: Option<String>,
    /// At least so bad.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threat: Option<Threat>,
    /// At most so dear.
    pub spend: Price,
}

impl Default for Only {
    fn default() -> Self {
        Self { by: None, whom: None, way: None, threat: None, spend: Price::Turn }
    }
}

/// When what was prepared is used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// After a while, as if somebody had looked in.
    #[default]
    Soon,
    AtOnce,
    /// In the place of the default, when nobody has answered.
    Deadline,
}

impl When {
    pub const ALL: [(&'static str, Self); 3] =
        [("soon", Self::Soon), ("at-once", Self::AtOnce), ("deadline", Self::Deadline)];
}

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

fn is_same(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

impl StandingOrder {
    /// The first choice that it means and that is not too dear; none where it does not speak.
    fn answer(
        &self,
        open: &OpenPrompt,
        (about, prices): (&About, &[Price]),
        find: &Find<'_>,
    ) -> Option<Words> {
        if self.question != about.kind || !self.only.holds(about, find) {
            return None;
        }
        let choices = open.prompt.choices.iter().zip(prices);
        let mut payable = choices.filter(|(_, price)| **price <= self.only.spend);
        payable.find_map(|(choice, _)| filled_in(choice, &self.answer))
    }
}

impl FightNow {
    /// The orders that answer an open question, in the order in which they are tried, and what
    /// each would say.
    pub(super) fn ordered(&self, open: &OpenPrompt) -> Vec<(&StandingOrder, Words)> {
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

impl App {
    /// An open question answered by what was kept for it, or by the first order that does; none
    /// where none does.
    pub(super) fn obey(&self, now: &FightNow, id: PromptId) -> Option<Change> {
        let open = now.open(id)?;
        let ordered = now.ordered(open).into_iter().map(|(_, words)| words);
        let mut prepared = open.kept.iter().cloned().chain(ordered);
        let change = prepared.find_map(|words| {
            self.reply_to(now, id, &words, Outcome::Answered(words.clone())).ok()
        })?;
        let said = Said { is_prepared: true, ..change.said };
        // Nobody must see that anybody has answered: it is the clock's doing, as a decoy is.
        let user = Some(open.user).filter(|_| !open.prompt.is_unseen);
        Some(Change { user, said, ..change })
    }
}
