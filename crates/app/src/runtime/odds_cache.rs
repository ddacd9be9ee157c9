//! The odds of what somebody may do, worked out beside the bot once for each state of a fight: the
//! messages of a turn, its choosers and the guide show the same.
//!
//! Invariant: odds follow from what everybody knows ([`engine::agents::odds`]), so they are for
//! whoever reads them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use engine::core::command::{Command, Offer};
use engine::core::ids::CombatantId;
use store::ids::FightId;

use crate::runtime::app::App;
use crate::state::fight_state::FightState;

/// Of how many fights they are kept.
const MAX_CACHED_FIGHTS: usize = 500;

/// The odds of one combatant's acts, in hundredths.
type ActOdds = Arc<BTreeMap<Command, u8>>;

#[derive(Default)]
pub(crate) struct OddsCache {
    /// None: nobody is told any, in scripts and tests.
    is_enabled: OnceLock<()>,
    odds_by_fight: Mutex<BTreeMap<FightId, FightOdds>>,
}

/// Those of a fight, as it stood then.
#[derive(Default)]
struct FightOdds {
    revision: i64,
    by_combatant: BTreeMap<CombatantId, ActOdds>,
}

impl OddsCache {
    fn cached_odds(&self, state: &FightState, who: CombatantId) -> Option<ActOdds> {
        let known = self.lock_fights();
        let of = known.get(&state.id).filter(|of| of.revision == state.revision)?;
        of.by_combatant.get(&who).cloned()
    }

    fn insert(&self, state: &FightState, who: CombatantId, odds: &ActOdds) {
        let mut known = self.lock_fights();
        if known.len() >= MAX_CACHED_FIGHTS {
            known.clear();
        }
        let of = known.entry(state.id).or_default();
        if of.revision != state.revision {
            *of = FightOdds { revision: state.revision, by_combatant: BTreeMap::new() };
        }
        of.by_combatant.insert(who, Arc::clone(odds));
    }

    fn lock_fights(&self) -> MutexGuard<'_, BTreeMap<FightId, FightOdds>> {
        self.odds_by_fight.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl App {
    /// Players are told the odds of what they may do, from now on.
    #[must_use]
    pub fn with_odds(self) -> Self {
        // Once is for good, like the guard.
        let _ = self.inner.odds_cache.is_enabled.set(());
        self
    }

    /// Adds its odds to each of these offers to a player's character.
    pub(crate) async fn add_odds_to_offers(
        &self,
        state: &FightState,
        who: CombatantId,
        offers: &mut [Offer],
    ) {
        let is_players = state.member(who).is_some_and(|one| one.user.is_some());
        let is_told = is_players && !state.people.is_without_odds && state.prompts.is_empty();
        if offers.is_empty() || !is_told || self.inner.odds_cache.is_enabled.get().is_none() {
            return;
        }
        let Some(odds) = self.load_or_compute_odds(state, who).await else { return };
        for offer in offers {
            offer.odds_percent = odds.get(&offer.command).copied();
        }
    }

    async fn load_or_compute_odds(&self, state: &FightState, who: CombatantId) -> Option<ActOdds> {
        let kept = &self.inner.odds_cache;
        if let Some(known) = kept.cached_odds(state, who) {
            return Some(known);
        }
        let game = state.game.clone();
        let odds = self.inner.public_worker.try_run(move || game.estimate_odds(who)).await?;
        let odds = Arc::new(odds);
        kept.insert(state, who, &odds);
        Some(odds)
    }
}
