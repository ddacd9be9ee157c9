//! Replies of the guide: what can be done, why not, and what the rules say.

pub use content::rulebook::{Rule, Rulebook};
use engine::core::command::{Offer, Refusal};
use engine::core::ids::CombatantId;
use engine::game::Prompt;
use engine::visibility::view::FightView;

use crate::api::outbox::AwaitedPlayer;

#[derive(Clone, Debug, PartialEq)]
pub enum GuideReply {
    /// The acts and prompts of a combatant; where there are none, the players who are awaited.
    AvailableActs {
        combatant: CombatantId,
        view: Box<FightView>,
        name: String,
        offers: Vec<Offer>,
        prompts: Vec<Prompt>,
        awaited: Vec<AwaitedPlayer>,
    },
    /// The orders of a GM who plays no combatant at the moment.
    GmOrders {
        verbs: Vec<&'static str>,
    },
    /// What to begin with, for people who play nobody here.
    FirstSteps {
        has_open_fight: bool,
    },
    /// The act is possible, in each of these ways where there are several.
    Allowed {
        /// The combatant whose acts these are; `None` for an order or an answer.
        combatant: Option<CombatantId>,
        verb: String,
        system: &'static str,
        offers: Vec<Offer>,
    },
    /// The user may give this command; whether it is refused depends on its other slots.
    MaybeAllowed {
        verb: String,
    },
    /// Why the act is not possible: each refusal with the targets it was tried on (none for a
    /// refusal that holds for every target), and what is possible instead.
    NotAllowed {
        verb: String,
        refusals: Vec<(Vec<String>, Refusal)>,
        alternatives: Vec<Offer>,
    },
    Rule(Rule),
    /// Rules whose text contains the words that were searched for.
    MatchingRules(Vec<Rule>),
    /// A whole rule text: its chapters and the ids of their rules.
    Rulebook(&'static Rulebook),
}
