//! The inbox: the decisions that wait for a user, in all their fights.

use store::ids::ChannelId;

use crate::api::outbox::{MessageRef, PromptCard, TurnCard};

#[derive(Clone, Debug, PartialEq)]
pub struct PendingDecision {
    pub guild: u64,
    pub channel: ChannelId,
    /// The message that asks, and whether it is in the user's direct messages.
    pub message: Option<(MessageRef, bool)>,
    pub card: DecisionCard,
}

#[derive(Clone, Debug, PartialEq)]
pub enum DecisionCard {
    Prompt(Box<PromptCard>),
    Turn(TurnCard),
}

impl DecisionCard {
    /// Returns when the time to decide ends, if it does.
    pub(crate) fn deadline(&self) -> Option<jiff::Timestamp> {
        match self {
            Self::Prompt(card) => card.deadline,
            Self::Turn(card) => card.deadline,
        }
    }
}
