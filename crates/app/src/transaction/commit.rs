//! Commits changes and keeps the new fight state in the cache.

use std::sync::Arc;

use store::error::StoreError;
use store::ids::FightId;
use store::rows::CommitOutcome;

use crate::api::dice_source::{DiceSource, RecordingDice};
use crate::api::sealed_dice::DiceLane;
use crate::runtime::app::App;
use crate::runtime::fight_cache::FightLock;
use crate::state::fight_state::FightState;
use crate::transaction::{StateChange, build_commit};

/// How often an input is resolved again after another process committed first. Within one process
/// the lock of the fight prevents that.
pub(crate) const MAX_COMMIT_ATTEMPTS: usize = 3;

impl App {
    /// Commits a change of a locked fight and caches the new state. Clears the cached state unless
    /// the change was stored.
    pub(crate) async fn commit_and_cache_change_or_clear_cache(
        &self,
        fight_lock: &mut FightLock,
        before: &FightState,
        change: StateChange,
    ) -> Result<CommitOutcome, StoreError> {
        let checkouts =
            self.build_sheet_checkouts_and_write_backs(before, &change.after, change.kind).await?;
        let mut change = StateChange { checkouts, ..change };
        self.reseal_dice_if_finished(before, &mut change.after);
        let input_time = self.load_time_and_availability(&change.after).await?;
        let (state, commit) =
            build_commit(before, change, (self.inner.delay_factory)(), &input_time)?;
        let committed = self.inner.store.commit(before.id, commit).await;
        match committed {
            Ok(CommitOutcome::Stored(_)) => {
                self.update_channel_indexes(before, &state);
                fight_lock.set_state(state);
            }
            // Only the store knows the state now.
            Ok(_) | Err(_) => fight_lock.clear_state(),
        }
        committed
    }

    /// Loads a fight in its current state; `None` where there is none. If its rules have changed
    /// while an act was pending, the act is migrated and stored first.
    ///
    /// # Errors
    /// Fails when the store cannot be used.
    pub async fn load_fight(&self, fight: FightId) -> Result<Option<Arc<FightState>>, StoreError> {
        let mut fight_lock = self.inner.fight_cache.lock_fight(fight).await;
        self.load_and_migrate_fight(&mut fight_lock, fight).await
    }

    /// Returns the dice for one input: queued rolls first, then the fight's sealed stream or random
    /// dice.
    pub(crate) fn dice_for_input(&self, state: &FightState, lane: DiceLane) -> RecordingDice {
        let source = match state.secrets.current_stream() {
            Some(stream) => DiceSource::Stream(stream),
            None => DiceSource::Random((self.inner.dice_factory)()),
        };
        RecordingDice::new(state.queued_rolls.clone(), state.draw_counts, lane, source)
    }

    /// Adds a new dice secret when a fight ends, because its secrets are revealed then.
    fn reseal_dice_if_finished(&self, before: &FightState, after: &mut FightState) {
        let is_over =
            !after.is_open && after.secrets.needs_new_secret(before.is_open, after.draw_counts);
        if let Some(new_secret) = self.inner.secret_factory.get().filter(|_| is_over) {
            after.secrets.push_secret(new_secret(), after.draw_counts);
        }
    }
}
