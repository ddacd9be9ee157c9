//! The odds of acts, computed by a background worker once for each revision of a fight: the turn
//! messages, their menus and the guide show the same odds.
//!
//! Invariant: odds follow from what everybody knows ([`engine::agents::odds`]), so anybody can see
//! them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use engine::core::command::{Command, Offer};
use engine::core::ids::CombatantId;
use store::ids::FightId;

use crate::runtime::app::App;
use crate::state::fight_state::FightState;

const MAX_CACHED_FIGHTS: usize = 500;

/// The odds of one combatant's acts, in percent.
type ActOdds = Arc<BTreeMap<Command, u8>>;

#[derive(Default)]
pub(crate) struct OddsCache {
    /// `None`: nobody is told any odds (scripts and tests).
    is_enabled: OnceLock<()>,
    odds_by_fight: Mutex<BTreeMap<FightId, FightOdds>>,
}

/// The odds of a fight at one revision.
#[derive(Default)]
struct FightOdds {
    revision: i64,
    by_combatant: BTreeMap<CombatantId, ActOdds>,
}

impl OddsCache {
    /// Returns the odds of a combatant's acts, if they were computed for this revision of the
    /// fight.
    fn cached_odds(&self, state: &FightState, who: CombatantId) -> Option<ActOdds> {
        let fights = self.lock_fights();
        let fight_odds = fights.get(&state.id)?;
        if fight_odds.revision != state.revision {
            return None;
        }
        fight_odds.by_combatant.get(&who).cloned()
    }

    /// Keeps the odds of a combatant's acts. Odds of other revisions of the fight are dropped, and
    /// all odds where too many fights have some.
    fn insert(&self, state: &FightState, who: CombatantId, odds: &ActOdds) {
        let mut fights = self.lock_fights();
        if fights.len() >= MAX_CACHED_FIGHTS {
            fights.clear();
        }
        let fight_odds = fights.entry(state.id).or_default();
        if fight_odds.revision != state.revision {
            *fight_odds = FightOdds { revision: state.revision, by_combatant: BTreeMap::new() };
        }
        fight_odds.by_combatant.insert(who, Arc::clone(odds));
    }

    fn lock_fights(&self) -> MutexGuard<'_, BTreeMap<FightId, FightOdds>> {
        self.odds_by_fight.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl App {
    /// Tells players the odds of their acts from now on.
    #[must_use]
    pub fn with_odds(self) -> Self {
        // The first call wins, as for the rate limiter.
        let _ = self.inner.odds_cache.is_enabled.set(());
        self
    }

    /// Adds the odds to each of these offers, if the combatant is a player's and no prompt is open.
    pub(crate) async fn add_player_odds_if_no_prompt_is_open(
        &self,
        state: &FightState,
        who: CombatantId,
        offers: &mut [Offer],
    ) {
        let is_players = state.member(who).is_some_and(|member| member.user.is_some());
        let may_show_odds = is_players && !state.people.is_without_odds && state.prompts.is_empty();
        if offers.is_empty() || !may_show_odds || self.inner.odds_cache.is_enabled.get().is_none() {
            return;
        }
        let Some(odds) = self.cached_odds_or_compute_within_budget(state, who).await else {
            return;
        };
        for offer in offers {
            offer.odds_percent = odds.get(&offer.command).copied();
        }
    }

    /// Returns the odds of a combatant's acts from the cache, else computes and caches them.
    /// Returns `None` where the worker has no time.
    async fn cached_odds_or_compute_within_budget(
        &self,
        state: &FightState,
        who: CombatantId,
    ) -> Option<ActOdds> {
        let cache = &self.inner.odds_cache;
        if let Some(odds) = cache.cached_odds(state, who) {
            return Some(odds);
        }
        let game = state.game.clone();
        let odds = self
            .inner
            .public_worker
            .run_if_cpu_budget_allows(move || game.find_public_odds(who))
            .await;
        // While this waited in vain, another message may have had the same odds computed.
        let Some(odds) = odds else { return cache.cached_odds(state, who) };
        let odds = Arc::new(odds);
        cache.insert(state, who, &odds);
        Some(odds)
    }
}
