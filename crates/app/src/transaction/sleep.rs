//! Sleep: a fight in which only clocks act stands still until somebody is there again.
//!
//! Invariant (I6): a fight falls asleep by what everybody can see, its rounds and what people do
//! in the open. What is done in secret puts it off as little as what nobody does.

use engine::core::command::Command;
use store::error::StoreError;

use crate::api::outbox::{Audience, Notice};
use crate::state::fight_state::FightState;
use crate::state::outbox_entry::OutboxEntry;
use crate::transaction::{CommitBuilder, InputRecord, StateChange};

/// The whole rounds that clocks alone may play. Everybody has had a turn in each of them, so
/// whoever waits for others to be skipped has acted in between.
const MAX_UNATTENDED_ROUNDS: u16 = 2;

impl FightState {
    /// Something was done by a clock, perhaps once too often.
    pub(crate) fn fall_asleep_if_unattended(&mut self) {
        if !self.is_running() {
            return;
        }
        let round = self.game.round();
        // Of a fight that an earlier version has stored it is not known.
        let attended = *self.people.last_attended_round.get_or_insert(round);
        self.people.is_asleep |= round > attended.saturating_add(MAX_UNATTENDED_ROUNDS);
    }

    /// Somebody is there again.
    pub(crate) fn build_wake_change(&self) -> StateChange {
        let mut change =
            StateChange::without_game_change(self, InputRecord::from_command(Command::new("wake")));
        change.after.people.is_asleep = false;
        change.after.people.last_attended_round = Some(self.game.round());
        change
    }
}

impl CommitBuilder<'_> {
    /// Something was done by somebody. It counts where the channel is told of it.
    pub(crate) fn record_attendance(&mut self) {
        if self.is_channel_notified || self.has_new_channel_message() {
            self.after.people.last_attended_round = Some(self.after.game.round());
            self.after.people.is_asleep = false;
        }
    }

    /// The channel hears that the fight has fallen asleep, and that it is awake again.
    pub(crate) fn enqueue_sleep_notice(&mut self) -> Result<(), StoreError> {
        let notice = match (self.before.people.is_asleep, self.after.people.is_asleep) {
            (false, true) => Notice::Asleep,
            (true, false) => Notice::Awake,
            (true, true) | (false, false) => return Ok(()),
        };
        self.enqueue_message(Audience::Channel(self.after.channel), &OutboxEntry::Notice(notice))
    }
}
