//! Ids as buttons carry them: they count the inputs of a fight, hidden ones as well, so everybody
//! who reads the data of a button gets a number that tells nothing. Buttons of earlier releases,
//! and of fights from before there were secrets, carry the numbers themselves.

use store::ids::{PromptId, TurnId};

use crate::state::fight_state::FightState;

/// How many questions one input may open.
const MAX_PROMPTS_PER_INPUT: i64 = 256;
/// In the place of a question: it is a turn.
const TURN_PLACE: i64 = MAX_PROMPTS_PER_INPUT - 1;

impl FightState {
    pub fn encrypt_turn_id(&self, id: TurnId) -> TurnId {
        let revision = self.encrypt_revision(id.revision, TURN_PLACE).unwrap_or(id.revision);
        TurnId { revision, ..id }
    }

    pub fn encrypt_prompt_id(&self, id: PromptId) -> PromptId {
        match self.encrypt_revision(id.revision, id.place) {
            Some(revision) => PromptId { revision, place: 0, ..id },
            None => id,
        }
    }

    /// The turn of a button.
    pub fn decrypt_turn_id(&self, id: TurnId) -> TurnId {
        self.decrypt_revision(id.revision).map_or(id, |(revision, _)| TurnId { revision, ..id })
    }

    /// The question of a button.
    pub fn decrypt_prompt_id(&self, id: PromptId) -> PromptId {
        let meant = self.decrypt_revision(id.revision);
        meant.map_or(id, |(revision, place)| PromptId { revision, place, ..id })
    }

    fn encrypt_revision(&self, revision: i64, place: i64) -> Option<i64> {
        let is_whole = (0..MAX_PROMPTS_PER_INPUT).contains(&place);
        let number = revision.checked_mul(MAX_PROMPTS_PER_INPUT).filter(|_| is_whole)? + place;
        self.secrets.id_cipher()?.encrypt(number)
    }

    /// The revision and the place of a number on a button; none where it is not covered.
    fn decrypt_revision(&self, number: i64) -> Option<(i64, i64)> {
        let number = self.secrets.id_cipher()?.decrypt(number)?;
        Some((number / MAX_PROMPTS_PER_INPUT, number % MAX_PROMPTS_PER_INPUT))
    }
}
