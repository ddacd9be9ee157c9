//! What the guide says.

pub use content::rulebook::{Book, Rule};
use engine::command::{Offer, Refusal};
use engine::game::Prompt;
use engine::ids::CombatantId;
use engine::view::View;

use crate::terms::input::Waiting;

/// What the guide says.
#[derive(Clone, Debug, PartialEq)]
pub enum Guide {
    /// What a combatant may do, and what it is asked; if nothing, who is waited for.
    Now {
        who: CombatantId,
        view: View,
        name: String,
        offers: Vec<Offer>,
        asked: Vec<Prompt>,
        waiting: Vec<Waiting>,
    },
    /// What the GM may order, who plays nobody just now.
    Orders {
        verbs: Vec<&'static str>,
    },
    /// It may be done: in these ways, as far as there are several.
    Can {
        /// Whose acts these are; none where it is an order or an answer.
        who: Option<CombatantId>,
        verb: String,
        system: &'static str,
        offers: Vec<Offer>,
    },
    /// They may say it; whether it comes to anything depends on what else is said.
    May {
        verb: String,
    },
    /// Why it may not be done, each with those it was tried on (none: whoever it is), and what may
    /// be done instead.
    Cannot {
        verb: String,
        why: Vec<(Vec<String>, Refusal)>,
        instead: Vec<Offer>,
    },
    Rule(Rule),
    /// Rules in which the words are that were asked for.
    Found(Vec<Rule>),
    /// A rule text: its chapters and the ids of their rules.
    Book(&'static Book),
}
