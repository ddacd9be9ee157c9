//! What the guide says.

pub use content::rulebook::{Rule, Rulebook};
use engine::core::command::{Offer, Refusal};
use engine::core::ids::CombatantId;
use engine::game::Prompt;
use engine::visibility::view::FightView;

use crate::api::input::AwaitedPlayer;

/// What the guide says.
#[derive(Clone, Debug, PartialEq)]
pub enum GuideReply {
    /// What a combatant may do, and what it is asked; if nothing, who is waited for.
    AvailableActs {
        combatant: CombatantId,
        view: FightView,
        name: String,
        offers: Vec<Offer>,
        prompts: Vec<Prompt>,
        awaited: Vec<AwaitedPlayer>,
    },
    /// What the GM may order, who plays nobody just now.
    GmOrders {
        verbs: Vec<&'static str>,
    },
    /// It may be done: in these ways, as far as there are several.
    Allowed {
        /// Whose acts these are; none where it is an order or an answer.
        combatant: Option<CombatantId>,
        verb: String,
        system: &'static str,
        offers: Vec<Offer>,
    },
    /// They may say it; whether it comes to anything depends on what else is said.
    MaybeAllowed {
        verb: String,
    },
    /// Why it may not be done, each with those it was tried on (none: whoever it is), and what may
    /// be done instead.
    NotAllowed {
        verb: String,
        refusals: Vec<(Vec<String>, Refusal)>,
        alternatives: Vec<Offer>,
    },
    Rule(Rule),
    /// Rules in which the words are that were asked for.
    MatchingRules(Vec<Rule>),
    /// A rule text: its chapters and the ids of their rules.
    Rulebook(&'static Rulebook),
}
