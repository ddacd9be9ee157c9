//! Puts a fight to sleep in which only deadlines act, until somebody acts again.
//!
//! Invariant (I6): only what everybody can see decides whether a fight falls asleep: its rounds,
//! and acts in the open. A secret act delays it no more than no act at all.

use engine::core::command::Command;
use store::error::StoreError;

use crate::api::outbox::{Audience, Notice};
use crate::state::fight_state::FightState;
use crate::state::outbox_entry::OutboxEntry;
use crate::transaction::{CommitBuilder, StateChange};

/// How many whole rounds deadlines alone may play. Everybody has a turn in each round, so a player
/// who waits for others to be skipped has acted in between.
const MAX_UNATTENDED_ROUNDS: u16 = 2;

impl FightState {
    /// Marks the fight as asleep when deadlines alone have played too many rounds.
    pub(crate) fn fall_asleep_if_unattended(&mut self) {
        if !self.is_running() {
            return;
        }
        let round = self.game.round();
        // Fights stored by earlier versions do not have the round.
        let last_attended = *self.people.last_attended_round.get_or_insert(round);
        self.people.is_asleep |= round > last_attended.saturating_add(MAX_UNATTENDED_ROUNDS);
    }

    /// Builds the change that wakes the fight.
    pub(crate) fn build_wake_change(&self) -> StateChange {
        let mut change = StateChange::without_game_change(self, Command::new("wake"));
        change.after.people.is_asleep = false;
        change.after.people.last_attended_round = Some(self.game.round());
        change
    }
}

impl CommitBuilder<'_> {
    /// Records that a user acted, and wakes the fight, if the channel learns of the act.
    pub(crate) fn record_attendance_if_visible(&mut self) {
        if self.is_channel_notified || self.has_new_channel_message() {
            self.after.people.last_attended_round = Some(self.after.game.round());
            self.after.people.is_asleep = false;
        }
    }

    /// Tells the channel when the fight falls asleep or wakes.
    pub(crate) fn enqueue_sleep_or_wake_notice(&mut self) -> Result<(), StoreError> {
        let notice = match (self.before.people.is_asleep, self.after.people.is_asleep) {
            (false, true) => Notice::Asleep,
            (true, false) => Notice::Awake,
            (true, true) | (false, false) => return Ok(()),
        };
        self.enqueue_message(Audience::Channel(self.after.channel), &OutboxEntry::Notice(notice))
    }
}
