//! Sleep: a fight in which only clocks act stands still until somebody is there again.
//!
//! Invariant (I6): a fight falls asleep by what everybody can see, its rounds and what people do
//! in the open. What is done in secret puts it off as little as what nobody does.

use engine::command::Command;
use store::fault::Fault;

use crate::change::{Change, Draft, InputRecord};
use crate::fight::fight_state::FightState;
use crate::fight::posts::OutboxEntry;
use crate::terms::outbox::{Audience, Notice};

/// The whole rounds that clocks alone may play. Everybody has had a turn in each of them, so
/// whoever waits for others to be skipped has acted in between.
const ROUNDS_UNATTENDED: u16 = 2;

impl FightState {
    /// Something was done by a clock, perhaps once too often.
    pub(crate) fn fall_asleep(&mut self) {
        if !self.is_running() {
            return;
        }
        let round = self.game.round();
        // Of a fight that an earlier version has stored it is not known.
        let attended = *self.people.attended.get_or_insert(round);
        self.people.is_asleep |= round > attended.saturating_add(ROUNDS_UNATTENDED);
    }

    /// Somebody is there again.
    pub(crate) fn awoken(&self) -> Change {
        let mut change = Change::aside(self, InputRecord::of(Command::new("wake")));
        change.after.people.is_asleep = false;
        change.after.people.attended = Some(self.game.round());
        change
    }
}

impl Draft<'_> {
    /// Something was done by somebody. It counts where the channel is told of it.
    pub(crate) fn attend(&mut self) {
        if self.is_heard || self.calls_openly() {
            self.now.people.attended = Some(self.now.game.round());
            self.now.people.is_asleep = false;
        }
    }

    /// The channel hears that the fight has fallen asleep, and that it is awake again.
    pub(crate) fn tell_of_sleep(&mut self) -> Result<(), Fault> {
        let notice = match (self.before.people.is_asleep, self.now.people.is_asleep) {
            (false, true) => Notice::Asleep,
            (true, false) => Notice::Awake,
            (true, true) | (false, false) => return Ok(()),
        };
        self.post(Audience::Channel(self.now.channel), &OutboxEntry::Notice(notice))
    }
}
