//! A change is stored, and the fight kept as it stands then.

use std::sync::Arc;

use store::fault::Fault;
use store::ids::FightId;
use store::rows::Committed;

use crate::change::{Change, draw_up};
use crate::fight::fight_state::FightState;
use crate::held::app::App;
use crate::held::fights::Exclusive;
use crate::terms::chance::{Others, ReplayDice};
use crate::terms::seals::Lane;

/// How often an input is worked out anew because another program was faster. In one program the
/// lock of the fight makes that impossible.
pub(crate) const MOST_TRIES: usize = 3;

impl App {
    /// Stores a change of a fight that is held, and keeps the fight as it stands then.
    pub(crate) async fn commit(
        &self,
        exclusive: &mut Exclusive,
        before: &FightState,
        change: Change,
    ) -> Result<Committed, Fault> {
        let lendings = self.lendings(before, &change.after, change.kind).await?;
        let mut change = Change { lendings, ..change };
        self.seal_what_follows(before, &mut change.after);
        let present = self.present(&change.after).await?;
        let (now, commit) = draw_up(before, change, (self.inner.waits)(), &present)?;
        let committed = self.inner.store.commit(before.id, commit).await;
        match committed {
            Ok(Committed::Stored(_)) => {
                if now.is_open && !before.is_open {
                    self.remember(now.channel, now.id);
                }
                exclusive.keep(now);
            }
            // Whatever went wrong: what is stored is what holds.
            Ok(_) | Err(_) => exclusive.forget(),
        }
        committed
    }

    /// A fight as it stands.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn now(&self, fight: FightId) -> Result<Option<Arc<FightState>>, Fault> {
        let mut exclusive = self.inner.fights.enter(fight).await;
        self.stand(&mut exclusive, fight).await
    }

    /// The dice of one input of this fight.
    pub(crate) fn dice(&self, now: &FightState, lane: Lane) -> ReplayDice {
        let others = match now.seals.stream() {
            Some(stream) => Others::Following(stream),
            None => Others::Thrown((self.inner.dice)()),
        };
        ReplayDice::new(now.ahead.clone(), now.drawn, lane, others)
    }

    /// Once a fight is over its secrets are out: what may still fall is sealed anew.
    fn seal_what_follows(&self, before: &FightState, after: &mut FightState) {
        let is_over = !after.is_open && after.seals.is_out(before.is_open, after.drawn);
        if let Some(secrets) = self.inner.secrets.get().filter(|_| is_over) {
            after.seals.add(secrets(), after.drawn);
        }
    }
}
