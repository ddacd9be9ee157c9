//! Prompts: the only question of a duel, and its answers.

use engine::Prompts;
use engine::core::ids::{CombatantId, Initiator};
use engine::resolution::prompt::{PromptContext, PromptKind};
use serde::{Deserialize, Serialize};

use super::acts::can_strike;
use super::{Duel, Fight, PromptRequest};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Whether the target of a miss strikes back (DUEL-RIP-1).
    Riposte { who: CombatantId, attacker: CombatantId },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Riposte,
    Decline,
}

/// Builds the question whether to strike back. Without an answer, nobody does.
pub fn riposte_prompt(fight: &Fight, who: CombatantId, attacker: CombatantId) -> PromptRequest {
    PromptRequest::new(
        Initiator::Combatant(who),
        Question::Riposte { who, attacker },
        vec![Answer::Riposte, Answer::Decline],
        Answer::Decline,
        fight.settings.answer_secs,
    )
}

impl Prompts for Duel {
    const PROMPT_KINDS: &'static [PromptKind] =
        &[PromptKind::new("riposte", &["riposte", "decline"])];

    fn is_obsolete(fight: &Fight, request: &PromptRequest) -> bool {
        let Question::Riposte { who, attacker } = request.question;
        !can_strike(fight, who, attacker)
    }

    fn context_for_standing_orders(_: &Fight, request: &PromptRequest) -> Option<PromptContext> {
        let Question::Riposte { attacker, .. } = request.question;
        Some(PromptContext::new("riposte").with_actor(attacker))
    }
}
