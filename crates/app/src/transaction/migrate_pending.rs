//! Fights whose rules have changed while an act of theirs waited (I7): the act runs again over its
//! tape, what matches is kept, the rest is asked again, and the GM is told.
//!
//! Done whenever a fight is read from the store, so that nothing in the program ever sees one that
//! does not fit; and for all of them at the start, so that nobody waits for what is never asked.

use std::sync::Arc;

use engine::core::command::Command;
use store::error::StoreError;
use store::ids::FightId;
use store::rows::JournalKind;

use crate::api::sealed_dice::DiceLane;
use crate::runtime::app::App;
use crate::runtime::fight_cache::FightLock;
use crate::state::fight_state::FightState;
use crate::transaction::commit::MAX_COMMIT_ATTEMPTS;
use crate::transaction::prompts::is_same_question;
use crate::transaction::{InputRecord, StateChange};

impl App {
    /// Refits every fight that waits for an answer; how many do.
    ///
    /// # Errors
    /// The store could not be used.
    pub async fn migrate_all_pending(&self) -> Result<usize, StoreError> {
        let waiting = self.inner.store.load_fights_with_open_prompts().await?;
        for fight in &waiting {
            match self.load_fight(*fight).await {
                Ok(_) => {}
                // One fight that cannot be read does not keep the others waiting.
                Err(StoreError::Corrupt(why)) => {
                    tracing::error!(%fight, %why, "a fight is damaged")
                }
                Err(fault) => return Err(fault),
            }
        }
        Ok(waiting.len())
    }

    /// A fight that is held, as it stands; none where there is no such fight.
    ///
    /// # Errors
    /// The store could not be used, or what is stored cannot be read.
    pub(crate) async fn load_migrated_fight(
        &self,
        exclusive: &mut FightLock,
        id: FightId,
    ) -> Result<Option<Arc<FightState>>, StoreError> {
        for _ in 0..MAX_COMMIT_ATTEMPTS {
            if let Some(now) = exclusive.cached_state() {
                if exclusive.is_fresh() || self.is_cached_fight_current(&now).await? {
                    return Ok(Some(now));
                }
                exclusive.clear_state();
            }
            let Some(stored) = self.inner.store.load_fight(id).await? else { return Ok(None) };
            let now = FightState::from_stored(stored)?;
            match self.migrate_pending(&now) {
                None => exclusive.set_state(Arc::new(now)),
                // Another program may be faster: then what that one stored is read.
                Some(change) => {
                    self.commit_change(exclusive, &now, change).await?;
                    self.wake_background_tasks();
                }
            }
        }
        exclusive.cached_state().map_or(Err(StoreError::Locked), |now| Ok(Some(now)))
    }

    /// Whether a fight that was kept is what is stored.
    async fn is_cached_fight_current(&self, state: &FightState) -> Result<bool, StoreError> {
        let store = &self.inner.store;
        match store.shard_range() {
            // What is over may have been taken away since (`riposte prune`).
            None => Ok(state.is_open || store.load_fight_row(state.id).await?.is_some()),
            // Another program may have gone on with it, and this one has not heard so yet.
            Some(_) => Ok(store.load_last_revision(state.id).await? == Some(state.revision)),
        }
    }

    /// What changes where a fight that was stored does not fit the rules as they are now.
    fn migrate_pending(&self, state: &FightState) -> Option<StateChange> {
        let mut dice = self.dice_for_input(state, DiceLane::Hidden);
        let mut happened = state.game.migrate_pending(&mut dice)?;
        let is_asked =
            |prompt| state.prompts.iter().any(|open| is_same_question(&open.prompt, prompt));
        let is_same =
            happened.prompts.len() == state.prompts.len() && happened.prompts.iter().all(is_asked);
        if is_same && !happened.was_migrated {
            return None;
        }
        tracing::warn!(fight = %state.id, "the rules no longer fit what was asked: asked again");
        happened.was_migrated = true;
        let change = StateChange::from_outcome(
            state,
            InputRecord::from_command(Command::new("refit")),
            happened,
            dice,
        );
        // It is nobody's act, and not to be undone.
        Some(StateChange { kind: JournalKind::Administrative, ..change })
    }
}
