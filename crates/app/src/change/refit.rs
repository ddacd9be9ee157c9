//! Fights whose rules have changed while an act of theirs waited (I7): the act runs again over its
//! tape, what matches is kept, the rest is asked again, and the GM is told.
//!
//! Done whenever a fight is read from the store, so that nothing in the program ever sees one that
//! does not fit; and for all of them at the start, so that nobody waits for what is never asked.

use std::sync::Arc;

use engine::command::Command;
use store::fault::Fault;
use store::ids::FightId;
use store::rows::Kind;

use crate::change::commit::MOST_TRIES;
use crate::change::questions::asks_the_same;
use crate::change::{Change, InputRecord};
use crate::fight::fight_state::FightState;
use crate::held::app::App;
use crate::held::fights::Exclusive;
use crate::terms::seals::Lane;

impl App {
    /// Refits every fight that waits for an answer; how many do.
    ///
    /// # Errors
    /// The store could not be used.
    pub async fn refit_all(&self) -> Result<usize, Fault> {
        let waiting = self.inner.store.waiting().await?;
        for fight in &waiting {
            match self.now(*fight).await {
                Ok(_) => {}
                // One fight that cannot be read does not keep the others waiting.
                Err(Fault::Damaged(why)) => tracing::error!(%fight, %why, "a fight is damaged"),
                Err(fault) => return Err(fault),
            }
        }
        Ok(waiting.len())
    }

    /// A fight that is held, as it stands; none where there is no such fight.
    ///
    /// # Errors
    /// The store could not be used, or what is stored cannot be read.
    pub(crate) async fn stand(
        &self,
        exclusive: &mut Exclusive,
        id: FightId,
    ) -> Result<Option<Arc<FightState>>, Fault> {
        for _ in 0..MOST_TRIES {
            if let Some(now) = exclusive.kept() {
                if exclusive.is_fresh() || self.is_as_stored(&now).await? {
                    return Ok(Some(now));
                }
                exclusive.forget();
            }
            let Some(stored) = self.inner.store.load(id).await? else { return Ok(None) };
            let now = FightState::read(stored)?;
            match self.refit(&now) {
                None => exclusive.keep(Arc::new(now)),
                // Another program may be faster: then what that one stored is read.
                Some(change) => {
                    self.commit(exclusive, &now, change).await?;
                    self.look_again();
                }
            }
        }
        exclusive.kept().map_or(Err(Fault::Locked), |now| Ok(Some(now)))
    }

    /// Whether a fight that was kept is what is stored.
    async fn is_as_stored(&self, now: &FightState) -> Result<bool, Fault> {
        let store = &self.inner.store;
        match store.shards() {
            // What is over may have been taken away since (`riposte prune`).
            None => Ok(now.is_open || store.fight(now.id).await?.is_some()),
            // Another program may have gone on with it, and this one has not heard so yet.
            Some(_) => Ok(store.last_revision(now.id).await? == Some(now.revision)),
        }
    }

    /// What changes where a fight that was stored does not fit the rules as they are now.
    fn refit(&self, now: &FightState) -> Option<Change> {
        let mut dice = self.dice(now, Lane::Hidden);
        let mut happened = now.game.refit(&mut dice)?;
        let is_asked = |prompt| now.prompts.iter().any(|open| asks_the_same(&open.prompt, prompt));
        let is_same =
            happened.prompts.len() == now.prompts.len() && happened.prompts.iter().all(is_asked);
        if is_same && !happened.was_refitted {
            return None;
        }
        tracing::warn!(fight = %now.id, "the rules no longer fit what was asked: asked again");
        happened.was_refitted = true;
        let change = Change::played(now, InputRecord::of(Command::new("refit")), happened, dice);
        // It is nobody's act, and not to be undone.
        Some(Change { kind: Kind::Aside, ..change })
    }
}
