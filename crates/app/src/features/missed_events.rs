//! Missed events: a user who acts in a fight after eight hours is told what they have missed, next
//! to the answer and never in a message of its own.
//!
//! The last visit is kept in memory, and to the hour in the store. Missed events wait in memory for
//! the answer; a crash only loses the notice.

use std::collections::{BTreeMap, BTreeSet};

use engine::core::fight::FightPhase;
use engine::core::ids::{CombatantId, UserId};
use engine::game::Game;
use engine::visibility::view::{FightView, TurnStatus, VisibleWounds};
use store::error::StoreError;
use store::rows::{JournalRow, LastPresence};

use crate::api::missed_events::{HurtCombatant, MissedEvents};
use crate::runtime::app::App;
use crate::runtime::presence::LastVisit;
use crate::state::fight_state::{FightState, from_json};
use crate::state::perspective::Perspective;
use crate::state::roles::Role;

const HOUR_MILLIS: i64 = 3_600_000;
const MIN_ABSENCE_MILLIS: i64 = 8 * HOUR_MILLIS;
/// The most rows that are counted, latest first.
const MAX_COUNTED_ROWS: u32 = 200;

impl App {
    /// Removes and returns the summary of what a user has missed; the caller shows it with its
    /// reply. `None` if there is none.
    pub fn take_missed_events(&self, user: UserId) -> Option<MissedEvents> {
        self.inner.presence.take_missed_events(user)
    }

    /// Records a visit of a user with a part in a running fight. If they were absent for long,
    /// queues what they have missed since the last visit. Strangers are not recorded.
    pub(crate) async fn record_visit_and_queue_missed(
        &self,
        state: &FightState,
        user: UserId,
    ) -> Result<(), StoreError> {
        if state.highest_role_of(user) == Role::Stranger
            || state.game.phase() != FightPhase::Running
        {
            return Ok(());
        }
        let now = self.now_millis();
        let last_in_memory = self.inner.presence.last_visit(user, state.id);
        // Loaded first, because this visit takes its place.
        let visit_before_absence =
            self.load_visit_before_absence(state, user, last_in_memory, now).await?;
        self.record_visit_and_store_hourly(state, user, last_in_memory, now).await?;
        match visit_before_absence {
            Some(visit) => self.queue_missed_since(state, user, &visit, now).await,
            None => Ok(()),
        }
    }

    /// Records a visit in memory, and in the store if the one that is stored is an hour old.
    async fn record_visit_and_store_hourly(
        &self,
        state: &FightState,
        user: UserId,
        last_in_memory: Option<LastVisit>,
        now: i64,
    ) -> Result<(), StoreError> {
        let mut stored_at = last_in_memory.map_or(0, |visit| visit.stored_at);
        if now - stored_at >= HOUR_MILLIS {
            self.inner.store.store_presence(user.0, state.id, state.revision, now).await?;
            stored_at = now;
        }
        let visit = LastVisit { time: now, revision: state.revision, stored_at };
        self.inner.presence.record_visit(user, state.id, visit);
        Ok(())
    }

    /// Queues for the user what they have missed since a visit, if it is anything.
    async fn queue_missed_since(
        &self,
        state: &FightState,
        user: UserId,
        visit: &LastPresence,
        now: i64,
    ) -> Result<(), StoreError> {
        let missed = self.count_missed_turns_and_hurts(state, user, visit.revision).await?;
        if missed.others_turns > 0 || !missed.hurt_combatants.is_empty() {
            // An hour that has begun counts as a whole one.
            let hours = (now - visit.time).div_euclid(HOUR_MILLIS) + 1;
            self.inner.presence.queue_missed_events(user, MissedEvents { hours, ..missed });
        }
        Ok(())
    }

    /// Returns the user's last visit, in memory (`known`) or in the store, if they have been absent
    /// long enough since to be told what they missed.
    async fn load_visit_before_absence(
        &self,
        state: &FightState,
        user: UserId,
        known: Option<LastVisit>,
        now: i64,
    ) -> Result<Option<LastPresence>, StoreError> {
        let is_long_ago = |time: i64| now - time >= MIN_ABSENCE_MILLIS;
        let mut last: Option<LastPresence> = None;
        if let Some(visit) = known {
            if !is_long_ago(visit.time) {
                return Ok(None);
            }
            last = Some(LastPresence { revision: visit.revision, time: visit.time });
        }
        // Another process may have seen the user since.
        let stored = self.inner.store.load_last_presence_or_input(user.0, state.id).await?;
        if let Some(stored) = stored {
            let is_later = last.as_ref().is_none_or(|last| stored.time > last.time);
            if is_later {
                last = Some(stored);
            }
        }
        Ok(last.filter(|presence| is_long_ago(presence.time)))
    }

    /// Counts what has happened since a revision, without what the user did.
    async fn count_missed_turns_and_hurts(
        &self,
        state: &FightState,
        user: UserId,
        since_revision: i64,
    ) -> Result<MissedEvents, StoreError> {
        let mut rows = self
            .inner
            .store
            .load_journal_rows_before(state.id, state.revision + 1, MAX_COUNTED_ROWS)
            .await?;
        rows.retain(|row| row.revision >= since_revision);
        rows.reverse();
        let perspective = state.perspective_of_user(user);
        let own_combatants = state
            .members
            .iter()
            .filter(|member| member.user.is_some() && state.is_player_of(user, member));
        let own_combatants: BTreeSet<CombatantId> =
            own_combatants.map(|member| member.id).collect();
        let (turns, hurt) = count_others_turns_and_own_hurts(
            &rows,
            since_revision,
            user,
            &perspective,
            &own_combatants,
        )?;
        let (fight, system) = (state.id, state.system().to_string());
        Ok(MissedEvents { fight, system, hours: 0, others_turns: turns, hurt_combatants: hurt })
    }
}

/// Counts the turns that others had, and how often each own combatant was hurt.
fn count_others_turns_and_own_hurts(
    rows: &[JournalRow],
    since_revision: i64,
    user: UserId,
    perspective: &Perspective,
    own_combatants: &BTreeSet<CombatantId>,
) -> Result<(u32, Vec<HurtCombatant>), StoreError> {
    let mut others_turns = 0;
    // Who had the turn when a row was committed, and in the turn that was counted last.
    let mut acting: BTreeSet<(u16, CombatantId)> = BTreeSet::new();
    let mut acting_when_counted = acting.clone();
    let mut hurt: BTreeMap<CombatantId, HurtCombatant> = BTreeMap::new();
    for row in rows {
        let view = perspective.view_of(&from_json::<Game>(&row.state)?);
        let is_missed = row.revision > since_revision && row.user != Some(user.0 as i64);
        let is_turn_of_others = acting.iter().any(|(_, who)| !own_combatants.contains(who));
        let is_new_turn = acting != acting_when_counted;
        if is_missed && is_turn_of_others && is_new_turn {
            others_turns += 1;
            acting_when_counted.clone_from(&acting);
        }
        acting = acting_combatants(&view);
        for member in view.members().filter(|member| own_combatants.contains(&member.id)) {
            let (name, wounds) = (member.name.clone(), member.wounds.clone());
            let known =
                hurt.entry(member.id).or_insert(HurtCombatant { name, hurt_count: 0, wounds });
            if is_missed && has_lost_exactly_known_wounds(&known.wounds, &member.wounds) {
                known.hurt_count += 1;
            }
            known.name.clone_from(&member.name);
            known.wounds = member.wounds.clone();
        }
    }
    Ok((others_turns, hurt.into_values().filter(|member| member.hurt_count > 0).collect()))
}

/// Returns who has the turn, with the round.
fn acting_combatants(view: &FightView) -> BTreeSet<(u16, CombatantId)> {
    let acting = view.members().filter(|member| member.turn_status == TurnStatus::Acting);
    acting.map(|member| (view.round, member.id)).collect()
}

/// Returns whether exact wounds have sunk. Vague wounds never count.
fn has_lost_exactly_known_wounds(before: &VisibleWounds, after: &VisibleWounds) -> bool {
    match (before, after) {
        (
            VisibleWounds::Exact { current: old_value, .. },
            VisibleWounds::Exact { current: new_value, .. },
        ) => new_value < old_value,
        _ => false,
    }
}
