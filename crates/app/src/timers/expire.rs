//! Fires deadlines: a prompt takes its default, a turn passes, the GM is reminded. Each is an input
//! of its own, and overdue ones come in order.

use jiff::Timestamp;

use engine::core::command::{Command, Refusal};
use store::BoxFuture;
use store::error::StoreError;
use store::ids::Millis;
use store::rows::{CommitOutcome, DeadlineKind};

use crate::api::clock::timestamp_from_millis;
use crate::api::outbox::{Audience, Notice};
use crate::runtime::app::App;
use crate::runtime::counters::count_fired_deadline;
use crate::runtime::fight_cache::FightLock;
use crate::state::fight_state::{self, FightState, OpenPrompt, OpenTurn};
use crate::transaction::{AVAILABILITY_VERB, GM_REMINDER_VERB, PLAYER_REMINDER_VERB, StateChange};

/// How long a deadline is postponed whose default was refused, so that nothing runs in circles.
const POSTPONE_MILLIS: i64 = 3_600_000;

impl App {
    /// Fires all overdue deadlines, oldest first, each as an input of its own. Returns how many
    /// there were.
    ///
    /// Deadlines that an overdue one starts run from now. A caller that moves the clock by hand and
    /// wants them to start when the overdue one was due must go from one
    /// [`App::next_deadline_time`] to the next.
    ///
    /// # Errors
    /// Fails when the store cannot be used; what was not done yet stays due.
    pub fn fire_due_deadlines(&self) -> BoxFuture<'_, Result<usize, StoreError>> {
        // Boxed, so that other crates do not compile again what is behind it.
        Box::pin(self.fire_all_due_deadlines_counting())
    }

    /// Fires all deadlines that are due, one after the other, and returns how many. The deadline of
    /// a damaged fight is postponed.
    async fn fire_all_due_deadlines_counting(&self) -> Result<usize, StoreError> {
        let mut fired = 0;
        while let Some((kind, due)) = self.inner.store.load_next_timer().await? {
            if due > self.now_millis() {
                break;
            }
            match self.fire_or_postpone_deadline(kind, due).await {
                Ok(()) => {}
                // A damaged fight does not keep the others waiting.
                Err(StoreError::Corrupt(reason)) => {
                    let fight = kind.fight_id();
                    tracing::error!(%fight, %reason, "deadline of a damaged fight postponed");
                    self.inner
                        .store
                        .postpone_timer_if_present(kind, self.now_millis() + POSTPONE_MILLIS)
                        .await?;
                }
                Err(error) => return Err(error),
            }
            fired += 1;
            count_fired_deadline();
            self.wake_background_tasks();
        }
        Ok(fired)
    }

    /// Returns when the next deadline comes due; `None` where there is none.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn next_deadline_time(&self) -> Result<Option<Timestamp>, StoreError> {
        Ok(self.inner.store.load_next_timer().await?.map(|(_, due)| timestamp_from_millis(due)))
    }

    /// Resolves one overdue deadline and commits the result. A deadline that no longer exists is
    /// deleted; one whose default is refused is postponed, and the GM is told.
    async fn fire_or_postpone_deadline(
        &self,
        kind: DeadlineKind,
        due: Millis,
    ) -> Result<(), StoreError> {
        let fight = kind.fight_id();
        let mut fight_lock = self.inner.fight_cache.lock_fight(fight).await;
        let unknown_deadline =
            || StoreError::Corrupt(format!("a deadline of fight {fight}, which is not there"));
        let mut state = self
            .load_and_migrate_fight(&mut fight_lock, fight)
            .await?
            .ok_or_else(unknown_deadline)?;
        if state.deadline_time(kind) != Some(timestamp_from_millis(due)) {
            // Answered in the meantime, or cached from before another process wrote: check again.
            fight_lock.clear_state();
            state = self
                .load_and_migrate_fight(&mut fight_lock, fight)
                .await?
                .ok_or_else(unknown_deadline)?;
            if self.inner.store.load_next_timer().await? != Some((kind, due)) {
                return Ok(());
            }
            if state.deadline_time(kind).is_none() {
                // Another process set it for something that was over just then.
                tracing::warn!(%fight, "deleted a deadline without a prompt or turn");
                return self.inner.store.delete_timer(kind).await;
            }
        }
        // Nobody runs out of time who could not be told.
        if let Some(change) = self.build_unreachable_change_if_never_posted(&state, kind).await? {
            self.commit_and_cache_change_or_clear_cache(&mut fight_lock, &state, change).await?;
            return Ok(());
        }
        let is_prepared =
            matches!(kind, DeadlineKind::StandingOrder(_) | DeadlineKind::TurnPlan(_));
        match self.resolve_deadline(&state, kind) {
            Ok(change) => {
                self.commit_and_cache_change_or_clear_cache(&mut fight_lock, &state, change)
                    .await?;
                Ok(())
            }
            // The prepared command no longer applies: people are awaited as usual.
            Err(_) if is_prepared => {
                fight_lock.clear_state();
                self.inner.store.delete_timer(kind).await
            }
            Err(refusal) => {
                self.postpone_deadline_with_refused_default(&mut fight_lock, &state, kind, refusal)
                    .await
            }
        }
    }

    /// Tells the GM that the default of a deadline was refused, and postpones the deadline.
    async fn postpone_deadline_with_refused_default(
        &self,
        fight_lock: &mut FightLock,
        state: &FightState,
        kind: DeadlineKind,
        refusal: Refusal,
    ) -> Result<(), StoreError> {
        let refusal_key = refusal.key.clone();
        let change = build_default_refused_change(state, refusal);
        let outcome =
            self.commit_and_cache_change_or_clear_cache(fight_lock, state, change).await?;
        if let CommitOutcome::Stored(fight) = outcome {
            tracing::error!(%fight, key = refusal_key, "a default was refused; deadline postponed");
            self.inner
                .store
                .postpone_timer_if_present(kind, self.now_millis() + POSTPONE_MILLIS)
                .await?;
            fight_lock.clear_state();
        }
        Ok(())
    }

    /// Builds the change that a deadline causes: a default or prepared answer, a planned act, the
    /// end of a turn, a reminder, or the end of an absence.
    fn resolve_deadline(
        &self,
        state: &FightState,
        kind: DeadlineKind,
    ) -> Result<StateChange, Refusal> {
        match kind {
            DeadlineKind::PromptLimit(id)
                if state
                    .find_open_prompt(id)
                    .is_some_and(|open| open.prompt.only_reminds_on_timeout) =>
            {
                let change =
                    StateChange::without_game_change(state, Command::new(GM_REMINDER_VERB));
                Ok(StateChange { expired_deadline: Some(kind), ..change })
            }
            DeadlineKind::PromptLimit(id) => self.resolve_prepared_or_default_answer(state, id),
            DeadlineKind::StandingOrder(id) => self
                .resolve_prepared_answer(state, id)
                .ok_or_else(|| Refusal::new("prompt-closed", "")),
            DeadlineKind::TurnPlan(id) => self
                .resolve_planned_or_autoplay_act(state, id)
                .ok_or_else(|| Refusal::new("turn-over", "")),
            DeadlineKind::TurnLimit(id) => self.resolve_turn_timeout_by_policies(state, id),
            // Every change drops absences that have ended.
            DeadlineKind::Availability(_) => {
                Ok(StateChange::without_game_change(state, Command::new(AVAILABILITY_VERB)))
            }
            DeadlineKind::PromptReminder(_) | DeadlineKind::TurnReminder(_) => {
                let change =
                    StateChange::without_game_change(state, Command::new(PLAYER_REMINDER_VERB));
                Ok(StateChange { expired_deadline: Some(kind), ..change })
            }
        }
    }
}

/// Tells the GM that a default was refused, so that they can act.
fn build_default_refused_change(state: &FightState, refusal: Refusal) -> StateChange {
    let mut change = StateChange::without_game_change(state, Command::new(GM_REMINDER_VERB));
    change.notices.push((Audience::Dm(state.gm), Notice::DefaultRefused(refusal)));
    change
}

impl FightState {
    /// Returns when a deadline is due by the state of the fight; `None` if it is stopped or no
    /// longer exists.
    fn deadline_time(&self, kind: DeadlineKind) -> Option<Timestamp> {
        match kind {
            DeadlineKind::PromptLimit(id) => {
                self.find_open_prompt(id).and_then(OpenPrompt::deadline_time)
            }
            DeadlineKind::StandingOrder(id) => {
                self.find_open_prompt(id).and_then(OpenPrompt::order_time)
            }
            DeadlineKind::PromptReminder(id) => self
                .find_open_prompt(id)
                .and_then(|open| fight_state::running_deadline_time(open.reminder)),
            DeadlineKind::TurnLimit(id) => {
                self.find_open_turn(id).and_then(OpenTurn::deadline_time)
            }
            DeadlineKind::TurnPlan(id) => self.find_open_turn(id).and_then(OpenTurn::plan_time),
            DeadlineKind::TurnReminder(id) => self
                .find_open_turn(id)
                .and_then(|turn| fight_state::running_deadline_time(turn.reminder)),
            DeadlineKind::Availability(_) => self.people.next_expiry().map(timestamp_from_millis),
        }
    }
}
