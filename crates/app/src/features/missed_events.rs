//! Coming back: whoever presses or types something in a fight after eight hours is told what they
//! have missed, beside the answer and never in a message that nobody asked for.
//!
//! When somebody was last there is kept in memory, and to the hour in the file. What is to be told
//! waits in memory for the answer: lost with a crash, it is only not told.

use std::collections::{BTreeMap, BTreeSet};

use engine::core::fight::FightPhase;
use engine::core::ids::{CombatantId, UserId};
use engine::game::Game;
use engine::visibility::view::{FightView, TurnStatus, VisibleWounds};
use store::error::StoreError;
use store::rows::JournalRow;

use crate::api::missed_events::{HurtCombatant, MissedEvents};
use crate::runtime::app::App;
use crate::runtime::presence::LastVisit;
use crate::state::fight_state::{FightState, from_json};
use crate::state::roles::{Role, ViewerSet};

const HOUR_MILLIS: i64 = 3_600_000;
const MIN_ABSENCE_MILLIS: i64 = 8 * HOUR_MILLIS;
/// The rows that are counted, the latest.
const MAX_COUNTED_ROWS: u32 = 200;

impl App {
    /// What a user has missed and was not told yet: to be told with the answer to what they said.
    pub fn take_missed(&self, user: UserId) -> Option<MissedEvents> {
        self.inner.presence.take_missed_events(user)
    }

    /// Somebody with a part in a fight says something there.
    pub(crate) async fn record_missed_since_last_visit(
        &self,
        state: &FightState,
        user: UserId,
    ) -> Result<(), StoreError> {
        if state.role_of(user) == Role::Stranger || state.game.phase() != FightPhase::Running {
            return Ok(());
        }
        let at = self.now_millis();
        let known = self.inner.presence.last_visit(user, state.id);
        let known_at = known.map_or(i64::MIN, |last| last.time);
        let before = match known {
            Some(last) if at - last.time < MIN_ABSENCE_MILLIS => None,
            // Another program may have heard them since.
            _ => {
                let stored = self.inner.store.load_last_presence(user.0, state.id).await?;
                let known = known.map(|last| (last.revision, last.time));
                stored.filter(|(_, at)| *at > known_at).or(known)
            }
        };
        let mut kept_at = known.map_or(0, |last| last.stored_at);
        if at - kept_at >= HOUR_MILLIS {
            self.inner.store.store_presence(user.0, state.id, state.revision, at).await?;
            kept_at = at;
        }
        let last = LastVisit { time: at, revision: state.revision, stored_at: kept_at };
        self.inner.presence.record_visit(user, state.id, last);
        if let Some((revision, was)) = before.filter(|(_, was)| at - was >= MIN_ABSENCE_MILLIS) {
            let missed = self.load_missed(state, user, revision).await?;
            let missed = MissedEvents { hours: (at - was).div_euclid(HOUR_MILLIS) + 1, ..missed };
            if missed.others_turns > 0 || !missed.hurt_combatants.is_empty() {
                self.inner.presence.queue_missed_events(user, missed);
            }
        }
        Ok(())
    }

    /// What has happened since a row, without what the user did.
    async fn load_missed(
        &self,
        state: &FightState,
        user: UserId,
        since: i64,
    ) -> Result<MissedEvents, StoreError> {
        let mut rows = self
            .inner
            .store
            .load_journal_rows_before(state.id, state.revision + 1, MAX_COUNTED_ROWS)
            .await?;
        rows.retain(|row| row.revision >= since);
        rows.reverse();
        let eyes = state.viewers_for(user);
        let own =
            state.members.iter().filter(|one| one.user.is_some() && state.is_player_of(user, one));
        let own: BTreeSet<CombatantId> = own.map(|one| one.id).collect();
        let (turns, hurt) = count_turns_and_hurts(&rows, since, user, &eyes, &own)?;
        let (fight, system) = (state.id, state.system().to_string());
        Ok(MissedEvents { fight, system, hours: 0, others_turns: turns, hurt_combatants: hurt })
    }
}

/// The turns that others had, and how often each of these was hurt.
fn count_turns_and_hurts(
    rows: &[JournalRow],
    since: i64,
    user: UserId,
    viewers: &ViewerSet,
    own_combatants: &BTreeSet<CombatantId>,
) -> Result<(u32, Vec<HurtCombatant>), StoreError> {
    let mut turns = 0;
    let mut acting: BTreeSet<(u16, CombatantId)> = BTreeSet::new();
    let mut counted = acting.clone();
    let mut hurt: BTreeMap<CombatantId, HurtCombatant> = BTreeMap::new();
    for row in rows {
        let view = viewers.view_of(&from_json::<Game>(&row.state)?);
        let is_missed = row.revision > since && row.user != Some(user.0 as i64);
        // Whose turn it was when that was done.
        let is_others = acting.iter().any(|(_, who)| !own_combatants.contains(who));
        if is_missed && is_others && acting != counted {
            turns += 1;
            counted.clone_from(&acting);
        }
        acting = acting_combatants(&view);
        for one in view.members().filter(|one| own_combatants.contains(&one.id)) {
            let (name, wounds) = (one.name.clone(), one.wounds.clone());
            let so_far =
                hurt.entry(one.id).or_insert(HurtCombatant { name, hurt_count: 0, wounds });
            so_far.hurt_count +=
                u32::from(is_missed && is_more_wounded(&so_far.wounds, &one.wounds));
            so_far.name.clone_from(&one.name);
            so_far.wounds = one.wounds.clone();
        }
    }
    Ok((turns, hurt.into_values().filter(|one| one.hurt_count > 0).collect()))
}

/// Who has the turn, in which round.
fn acting_combatants(view: &FightView) -> BTreeSet<(u16, CombatantId)> {
    let acting = view.members().filter(|one| one.turn_status == TurnStatus::Acting);
    acting.map(|one| (view.round, one.id)).collect()
}

fn is_more_wounded(before: &VisibleWounds, after: &VisibleWounds) -> bool {
    matches!((before, after), (VisibleWounds::Exact { current: was, .. }, VisibleWounds::Exact { current: is, .. }) if is < was)
}
