//! Migrates fights whose rules changed while an act was pending (I7): the act runs again over its
//! tape, matching answers are kept, the rest is asked again, and the GM is told.
//!
//! This happens whenever a fight is loaded, so the program never sees one that does not fit its
//! rules; and for all fights at startup, so that nobody waits for a prompt that is never asked.

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
use crate::transaction::prompts::is_same_prompt_with_same_choices;
use crate::transaction::{MIGRATION_VERB, StateChange};

impl App {
    /// Migrates every fight with open prompts. Returns how many have open prompts.
    ///
    /// # Errors
    /// Fails when the store cannot be used.
    pub async fn migrate_and_count_fights_with_open_prompts(&self) -> Result<usize, StoreError> {
        let fights = self.inner.store.load_fights_of_process_with_open_prompts().await?;
        for fight in &fights {
            match self.load_fight(*fight).await {
                Ok(_) => {}
                // A damaged fight does not keep the others waiting.
                Err(StoreError::Corrupt(reason)) => {
                    tracing::error!(%fight, %reason, "a fight is damaged; not migrated")
                }
                Err(error) => return Err(error),
            }
        }
        Ok(fights.len())
    }

    /// Returns the current state of a locked fight, from the cache where that is current; `None`
    /// where there is no such fight.
    ///
    /// # Errors
    /// Fails when the store cannot be used, the stored fight is damaged, or other processes keep
    /// changing it.
    pub(crate) async fn load_and_migrate_fight(
        &self,
        fight_lock: &mut FightLock,
        id: FightId,
    ) -> Result<Option<Arc<FightState>>, StoreError> {
        for _ in 0..MAX_COMMIT_ATTEMPTS {
            if let Some(state) = fight_lock.cached_state() {
                if fight_lock.is_fresh()
                    || self.is_cached_fight_neither_pruned_nor_outdated(&state).await?
                {
                    return Ok(Some(state));
                }
                fight_lock.clear_state();
            }
            let Some(stored) = self.inner.store.load_fight(id).await? else { return Ok(None) };
            let state = FightState::from_stored(stored)?;
            match self.build_migration_change_if_needed(&state) {
                None => fight_lock.set_state(Arc::new(state)),
                // Another process may be faster; then the loop reads what that one stored.
                Some(change) => {
                    self.commit_and_cache_change_or_clear_cache(fight_lock, &state, change).await?;
                    self.wake_background_tasks();
                }
            }
        }
        fight_lock.cached_state().map_or(Err(StoreError::Locked), |state| Ok(Some(state)))
    }

    /// Returns whether the cached fight may still be used: in a single process unless it is
    /// finished and was pruned, with several processes only if the stored revision is the same.
    async fn is_cached_fight_neither_pruned_nor_outdated(
        &self,
        state: &FightState,
    ) -> Result<bool, StoreError> {
        let store = &self.inner.store;
        match store.shard_range() {
            // A finished fight may have been pruned (`riposte prune`).
            None => Ok(state.is_open || store.load_fight_row(state.id).await?.is_some()),
            // Another process may have changed the fight.
            Some(_) => Ok(store.load_last_revision(state.id).await? == Some(state.revision)),
        }
    }

    /// Returns the change that adapts a stored fight to the current rules; `None` where it fits.
    fn build_migration_change_if_needed(&self, state: &FightState) -> Option<StateChange> {
        let mut dice = self.dice_for_input(state, DiceLane::Hidden);
        let mut outcome = state.game.rerun_or_drop_pending_under_current_rules(&mut dice)?;
        let is_asked = |prompt| {
            state.prompts.iter().any(|open| is_same_prompt_with_same_choices(&open.prompt, prompt))
        };
        let are_questions_same =
            outcome.prompts.len() == state.prompts.len() && outcome.prompts.iter().all(is_asked);
        // The questions may be the same although the act ran again.
        if are_questions_same && !outcome.was_migrated {
            return None;
        }
        tracing::warn!(fight = %state.id, "the rules have changed; asked open questions again");
        outcome.was_migrated = true;
        let change = StateChange::from_outcome_playing_hidden_turns(
            state,
            Command::new(MIGRATION_VERB),
            outcome,
            dice,
        );
        // Nobody acted, so an undo must skip this row.
        Some(StateChange { kind: JournalKind::Administrative, ..change })
    }
}
