//! Encrypts the ids that buttons carry. An id counts the inputs of a fight, hidden ones included,
//! and everybody can read the data of a button; so a button carries an encrypted number that
//! reveals nothing. Buttons of earlier releases, and of fights without secrets, carry plain
//! numbers.

use store::ids::{PromptId, TurnId};

use crate::state::fight_state::FightState;

/// The most prompts that one input can open.
const MAX_PROMPTS_PER_INPUT: i64 = 256;
/// The place that stands for a turn instead of a prompt.
const TURN_PLACE: i64 = MAX_PROMPTS_PER_INPUT - 1;

impl FightState {
    /// Returns the id of a turn as buttons hold it: encrypted in fights with secrets, since it
    /// counts inputs.
    pub fn encrypt_turn_id(&self, id: TurnId) -> TurnId {
        let revision = self.encrypt_revision(id.revision, TURN_PLACE).unwrap_or(id.revision);
        TurnId { revision, ..id }
    }

    /// Returns the id of a prompt as buttons hold it: encrypted in fights with secrets.
    pub fn encrypt_prompt_id(&self, id: PromptId) -> PromptId {
        match self.encrypt_revision(id.revision, id.place) {
            Some(revision) => PromptId { revision, place: 0, ..id },
            None => id,
        }
    }

    /// Returns the turn that a button belongs to.
    pub fn decrypt_turn_id(&self, id: TurnId) -> TurnId {
        self.decrypt_revision(id.revision).map_or(id, |(revision, _)| TurnId { revision, ..id })
    }

    /// Returns the prompt that a button belongs to.
    pub fn decrypt_prompt_id(&self, id: PromptId) -> PromptId {
        let decrypted = self.decrypt_revision(id.revision);
        decrypted.map_or(id, |(revision, place)| PromptId { revision, place, ..id })
    }

    /// Encrypts a revision and a place into one number; `None` in fights without secrets, and where
    /// they are too large.
    fn encrypt_revision(&self, revision: i64, place: i64) -> Option<i64> {
        if !(0..MAX_PROMPTS_PER_INPUT).contains(&place) {
            return None;
        }
        let number = revision.checked_mul(MAX_PROMPTS_PER_INPUT)? + place;
        self.secrets.id_cipher()?.encrypt(number)
    }

    /// Returns the revision and the place in a button's number; `None` where it is not encrypted.
    fn decrypt_revision(&self, encrypted: i64) -> Option<(i64, i64)> {
        let number = self.secrets.id_cipher()?.decrypt(encrypted)?;
        Some((number / MAX_PROMPTS_PER_INPUT, number % MAX_PROMPTS_PER_INPUT))
    }
}
