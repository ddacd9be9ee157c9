//! The odds of what somebody may do, worked out beside the bot once for each state of a fight: the
//! messages of a turn, its choosers and the guide show the same.
//!
//! Invariant: odds follow from what everybody knows ([`engine::odds`]), so they are for
//! whoever reads them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use engine::command::{Command, Offer};
use engine::ids::CombatantId;
use store::ids::FightId;

use crate::fight::fight_state::FightState;
use crate::held::app::App;

/// Of how many fights they are kept.
const MOST_KEPT: usize = 500;

/// The odds of one combatant's acts, in hundredths.
type OfOne = Arc<BTreeMap<Command, u8>>;

#[derive(Default)]
pub(crate) struct Odds {
    /// None: nobody is told any, in scripts and tests.
    is_on: OnceLock<()>,
    known: Mutex<BTreeMap<FightId, OfFight>>,
}

/// Those of a fight, as it stood then.
#[derive(Default)]
struct OfFight {
    revision: i64,
    all: BTreeMap<CombatantId, OfOne>,
}

impl Odds {
    fn known(&self, now: &FightState, who: CombatantId) -> Option<OfOne> {
        let known = self.locked();
        let of = known.get(&now.id).filter(|of| of.revision == now.revision)?;
        of.all.get(&who).cloned()
    }

    fn keep(&self, now: &FightState, who: CombatantId, odds: &OfOne) {
        let mut known = self.locked();
        if known.len() >= MOST_KEPT {
            known.clear();
        }
        let of = known.entry(now.id).or_default();
        if of.revision != now.revision {
            *of = OfFight { revision: now.revision, all: BTreeMap::new() };
        }
        of.all.insert(who, Arc::clone(odds));
    }

    fn locked(&self) -> MutexGuard<'_, BTreeMap<FightId, OfFight>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl App {
    /// Players are told the odds of what they may do, from now on.
    #[must_use]
    pub fn telling_odds(self) -> Self {
        // Once is for good, like the guard.
        let _ = self.inner.odds.is_on.set(());
        self
    }

    /// Adds its odds to each of these offers to a player's character.
    pub(crate) async fn add_odds(&self, now: &FightState, who: CombatantId, offers: &mut [Offer]) {
        let is_players = now.member(who).is_some_and(|one| one.user.is_some());
        let is_told = is_players && !now.people.is_without_odds && now.prompts.is_empty();
        if offers.is_empty() || !is_told || self.inner.odds.is_on.get().is_none() {
            return;
        }
        let Some(odds) = self.odds(now, who).await else { return };
        for offer in offers {
            offer.odds = odds.get(&offer.words).copied();
        }
    }

    async fn odds(&self, now: &FightState, who: CombatantId) -> Option<OfOne> {
        let kept = &self.inner.odds;
        if let Some(known) = kept.known(now, who) {
            return Some(known);
        }
        let game = now.game.clone();
        let odds = self.inner.for_all.work_out(move || game.odds(who)).await?;
        let odds = Arc::new(odds);
        kept.keep(now, who, &odds);
        Some(odds)
    }
}
