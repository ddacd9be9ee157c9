//! A change is stored, and the fight kept as it stands then.

use std::sync::Arc;

use store::error::StoreError;
use store::ids::FightId;
use store::rows::CommitOutcome;

use crate::api::dice_source::{DiceSource, ReplayDice};
use crate::api::sealed_dice::DiceLane;
use crate::runtime::app::App;
use crate::runtime::fight_cache::FightLock;
use crate::state::fight_state::FightState;
use crate::transaction::{StateChange, build_commit};

/// How often an input is worked out anew because another program was faster. In one program the
/// lock of the fight makes that impossible.
pub(crate) const MAX_COMMIT_ATTEMPTS: usize = 3;

impl App {
    /// Stores a change of a fight that is held, and keeps the fight as it stands then.
    pub(crate) async fn commit_change(
        &self,
        exclusive: &mut FightLock,
        before: &FightState,
        change: StateChange,
    ) -> Result<CommitOutcome, StoreError> {
        let lendings = self.build_sheet_checkouts(before, &change.after, change.kind).await?;
        let mut change = StateChange { checkouts: lendings, ..change };
        self.reseal_dice_if_finished(before, &mut change.after);
        let present = self.load_input_time(&change.after).await?;
        let (now, commit) = build_commit(before, change, (self.inner.delay_factory)(), &present)?;
        let committed = self.inner.store.commit(before.id, commit).await;
        match committed {
            Ok(CommitOutcome::Stored(_)) => {
                if now.is_open && !before.is_open {
                    self.cache_latest_fight(now.channel, now.id);
                }
                exclusive.set_state(now);
            }
            // Whatever went wrong: what is stored is what holds.
            Ok(_) | Err(_) => exclusive.clear_state(),
        }
        committed
    }

    /// A fight as it stands.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn load_fight(&self, fight: FightId) -> Result<Option<Arc<FightState>>, StoreError> {
        let mut exclusive = self.inner.fight_cache.lock_fight(fight).await;
        self.load_migrated_fight(&mut exclusive, fight).await
    }

    /// The dice of one input of this fight.
    pub(crate) fn dice_for_input(&self, state: &FightState, lane: DiceLane) -> ReplayDice {
        let others = match state.secrets.current_stream() {
            Some(stream) => DiceSource::Stream(stream),
            None => DiceSource::Random((self.inner.dice_factory)()),
        };
        ReplayDice::new(state.queued_rolls.clone(), state.draw_counts, lane, others)
    }

    /// Once a fight is over its secrets are out: what may still fall is sealed anew.
    fn reseal_dice_if_finished(&self, before: &FightState, after: &mut FightState) {
        let is_over =
            !after.is_open && after.secrets.needs_new_secret(before.is_open, after.draw_counts);
        if let Some(secrets) = self.inner.secret_factory.get().filter(|_| is_over) {
            after.secrets.push_secret(secrets(), after.draw_counts);
        }
    }
}
