//! What waits for somebody, in all their fights.

use store::ids::ChannelId;

use crate::terms::outbox::{MessageRef, PromptCard, TurnCard};

/// Something to decide.
#[derive(Clone, Debug, PartialEq)]
pub struct Waits {
    pub guild: u64,
    pub channel: ChannelId,
    /// The message that asks, and whether it is in their direct messages.
    pub message: Option<(MessageRef, bool)>,
    pub decision: Decision,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    Prompt(Box<PromptCard>),
    Turn(TurnCard),
}

impl Decision {
    pub(crate) fn until(&self) -> Option<jiff::Timestamp> {
        match self {
            Self::Prompt(card) => card.until,
            Self::Turn(card) => card.until,
        }
    }
}
