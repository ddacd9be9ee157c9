//! Ids as buttons carry them: they count the inputs of a fight, hidden ones as well, so everybody
//! who reads the data of a button gets a number that tells nothing. Buttons of earlier releases,
//! and of fights from before there were secrets, carry the numbers themselves.

use store::ids::{PromptId, TurnId};

use crate::fight::fight_state::FightState;

/// How many questions one input may open.
const MOST_PLACES: i64 = 256;
/// In the place of a question: it is a turn.
const TURN: i64 = MOST_PLACES - 1;

impl FightState {
    pub fn turn_on_button(&self, id: TurnId) -> TurnId {
        let revision = self.covered(id.revision, TURN).unwrap_or(id.revision);
        TurnId { revision, ..id }
    }

    pub fn prompt_on_button(&self, id: PromptId) -> PromptId {
        match self.covered(id.revision, id.place) {
            Some(revision) => PromptId { revision, place: 0, ..id },
            None => id,
        }
    }

    /// The turn of a button.
    pub fn turn_meant(&self, id: TurnId) -> TurnId {
        self.uncovered(id.revision).map_or(id, |(revision, _)| TurnId { revision, ..id })
    }

    /// The question of a button.
    pub fn prompt_meant(&self, id: PromptId) -> PromptId {
        let meant = self.uncovered(id.revision);
        meant.map_or(id, |(revision, place)| PromptId { revision, place, ..id })
    }

    fn covered(&self, revision: i64, place: i64) -> Option<i64> {
        let is_whole = (0..MOST_PLACES).contains(&place);
        let number = revision.checked_mul(MOST_PLACES).filter(|_| is_whole)? + place;
        self.seals.cover()?.put_on(number)
    }

    /// The revision and the place of a number on a button; none where it is not covered.
    fn uncovered(&self, number: i64) -> Option<(i64, i64)> {
        let number = self.seals.cover()?.take_off(number)?;
        Some((number / MOST_PLACES, number % MOST_PLACES))
    }
}
