//! Undo and redo: the state after an earlier row of the journal holds again. The journal itself
//! only grows: an undo is a row of its own, and the dice of an undone act stay in it.
//!
//! Rows of undoing are stepped over: undoing twice goes back two acts, redoing takes an undo back.
//!
//! Nobody gets other luck by undoing: the dice of what was undone are ahead, and fall again before
//! any new ones do ([`ReplayQueue`]). What was told of it is marked as taken back where it stands.
//!
//! Nobody gets more time by undoing: a question that is asked again, or a turn that goes on, has
//! what was left of its limit. Where nothing was left only the GM can take back what came of it,
//! and it has the whole limit again.

use std::collections::BTreeMap;

use engine::core::command::{Command, Refusal};
use engine::core::ids::{CombatantId, UserId};
use engine::game::{Game, Prompt};
use engine::visibility::view::Viewer;
use store::error::StoreError;
use store::rows::{JournalHeader, JournalKind, JournalRow};

use crate::api::dice_source::RollLog;
use crate::api::outbox::{Audience, Notice, PromptOutcome, UndoneAct};
use crate::api::plans::{Plan, PlannedAct};
use crate::api::sealed_dice::DiceLane;
use crate::runtime::app::App;
use crate::state::fight_state::{AwaitedTurn, FightState, from_json};
use crate::state::roles::{Role, ViewerSet};
use crate::transaction::journal_view::narrate_row_for;
use crate::transaction::{InputRecord, RemainingTime, RevisedPrompt, RevisedRecord, StateChange};

/// The last acts, latest first, and the row after which none of them had been done.
struct LatestActs {
    acts: Vec<JournalRow>,
    before_revision: i64,
}

impl LatestActs {
    fn new_at(state: &FightState) -> Self {
        Self { acts: Vec::new(), before_revision: state.revision }
    }
}

impl App {
    /// Takes the last acts back.
    ///
    /// # Errors
    /// The store could not be read. Within: `nothing-to-undo`.
    pub(crate) async fn undo_acts(
        &self,
        state: &FightState,
        user: UserId,
        steps: usize,
    ) -> Result<Result<StateChange, Refusal>, StoreError> {
        let last = self.load_latest_acts(state, steps).await?;
        if last.acts.is_empty() {
            return Ok(Err(Refusal::new("nothing-to-undo", "")));
        }
        Ok(Ok(self.build_undo_change(state, user, last).await?))
    }

    /// Takes back what whoever says it did last: an act or an answer of their own, as long as no
    /// one else has acted or answered since, as far as they know. What a GM or a clock did unseen
    /// goes with it, so that nothing tells of it; the GM reads what. For the GM it is an undo of
    /// one act.
    ///
    /// # Errors
    /// The store could not be read. Within: `nothing-to-take-back`, `fight-paused`.
    pub(crate) async fn take_back_own_act(
        &self,
        state: &FightState,
        user: UserId,
    ) -> Result<Result<StateChange, Refusal>, StoreError> {
        if state.role_of(user) == Role::Gm {
            return self.undo_acts(state, user, 1).await;
        }
        if state.is_paused {
            return Ok(Err(Refusal::new("fight-paused", "")));
        }
        let mut last = LatestActs::new_at(state);
        while self.load_one_more_act(state, &mut last).await? {
            let Some(act) = last.acts.last() else { break };
            if is_act_of_user(act, user)? && self.was_done_in_time(state, act).await? {
                return Ok(Ok(self.build_undo_change(state, user, last).await?));
            }
            if !is_act_unseen_by(act, state, user)? {
                break;
            }
        }
        Ok(Err(Refusal::new("nothing-to-take-back", "")))
    }

    /// Nothing with which the time was over, as an answer that was ordered for the deadline.
    async fn was_done_in_time(
        &self,
        state: &FightState,
        act: &JournalRow,
    ) -> Result<bool, StoreError> {
        let store = &self.inner.store;
        let left = match from_json::<InputRecord>(&act.said)?.prompt {
            Some(id) => store.load_prompt(id).await?.and_then(|row| row.millis_left),
            None => store
                .load_turn_after(state.id, act.revision - 1)
                .await?
                .and_then(|it| it.millis_left),
        };
        Ok(left.is_none_or(|left| left > 0))
    }

    /// The last acts that stand, so many or as many as there are.
    async fn load_latest_acts(
        &self,
        state: &FightState,
        max_count: usize,
    ) -> Result<LatestActs, StoreError> {
        let mut last = LatestActs::new_at(state);
        while last.acts.len() < max_count && self.load_one_more_act(state, &mut last).await? {}
        Ok(last)
    }

    /// Adds the act that stands before the last ones; there may be none.
    async fn load_one_more_act(
        &self,
        state: &FightState,
        latest: &mut LatestActs,
    ) -> Result<bool, StoreError> {
        loop {
            let step = self.load_step(state, latest.before_revision).await?;
            latest.before_revision = match step.kind {
                JournalKind::Opened => return Ok(false),
                JournalKind::Undone | JournalKind::Redone => {
                    step.back_to.unwrap_or(step.revision - 1)
                }
                JournalKind::Administrative | JournalKind::Played => step.revision - 1,
            };
            if step.kind == JournalKind::Played {
                latest.acts.push(self.load_journal_row(state, step.revision).await?);
                return Ok(true);
            }
        }
    }

    async fn build_undo_change(
        &self,
        state: &FightState,
        user: UserId,
        latest: LatestActs,
    ) -> Result<StateChange, StoreError> {
        let words = Command::new("undo").with("steps", latest.acts.len());
        let mut ahead = Vec::new();
        for act in latest.acts.iter().rev() {
            ahead.extend(from_json::<RollLog>(&act.dice)?.rolled);
        }
        ahead.extend(state.queued_rolls.iter().cloned());
        let held = FightState { queued_rolls: ahead, ..state.clone() };
        let mut change = self
            .build_rewind_change(&held, latest.before_revision, JournalKind::Undone, words)
            .await?;
        self.add_revised_records(state, &mut change, &latest.acts, true).await?;
        for (who, mut acts) in plans_from_unseen_acts(&latest.acts)? {
            match state.plans.get(&who) {
                // Something else was planned since.
                Some(plan) if !plan.is_begun => continue,
                rest => acts.extend(rest.into_iter().flat_map(|plan| plan.acts.clone())),
            }
            let plan = Plan { acts, is_confirmed: true, ..Plan::default() };
            change.plan_updates.push((who, Some(plan)));
        }
        for (viewer, audience) in viewers_with_audiences(state) {
            let mut acts = undone_acts_for(&latest.acts, &ViewerSet::from_viewer(viewer))?;
            let all = acts.len();
            if viewer == Viewer::Public {
                acts.retain(|(revision, _)| !change.is_record_revised_for(*revision, audience));
            }
            let marked = all - acts.len();
            let acts: Vec<_> = acts.into_iter().map(|(_, act)| act).collect();
            if viewer == Viewer::Public || !acts.is_empty() {
                change
                    .notices
                    .push((audience, Notice::Undone { user, acts, marked_count: marked }));
            }
        }
        Ok(change)
    }

    /// Takes the last undo back, if nothing was done since.
    ///
    /// # Errors
    /// The store could not be read. Within: `nothing-to-redo`.
    pub(crate) async fn redo_undone_acts(
        &self,
        state: &FightState,
        user: UserId,
    ) -> Result<Result<StateChange, Refusal>, StoreError> {
        let mut step = self.load_step(state, state.revision).await?;
        while matches!(step.kind, JournalKind::Redone | JournalKind::Administrative) {
            let before = step.back_to.unwrap_or(step.revision - 1);
            step = self.load_step(state, before).await?;
        }
        if step.kind != JournalKind::Undone {
            return Ok(Err(Refusal::new("nothing-to-redo", "")));
        }
        let undone = self.load_journal_row(state, step.revision).await?;
        let before = self.load_journal_row(state, step.revision - 1).await?;
        let steps =
            from_json::<InputRecord>(&undone.said)?.command.get("steps").parse().unwrap_or(1);
        let held = FightState {
            queued_rolls: from_json::<RollLog>(&before.dice)?.queued,
            ..state.clone()
        };
        let words = Command::new("redo");
        let mut change =
            self.build_rewind_change(&held, before.revision, JournalKind::Redone, words).await?;
        let there = FightState { revision: before.revision, ..state.clone() };
        let acts = self.load_latest_acts(&there, steps).await?.acts;
        self.add_revised_records(state, &mut change, &acts, false).await?;
        change
            .plan_updates
            .extend(plans_from_unseen_acts(&acts)?.into_keys().map(|who| (who, None)));
        change.notices.push((Audience::Channel(state.channel), Notice::Redone { user }));
        Ok(Ok(change))
    }

    /// Marks what was told of acts, and how questions were answered, as taken back or as holding
    /// again. Answers are not shown again while questions are open: they may be sealed.
    async fn add_revised_records(
        &self,
        state: &FightState,
        change: &mut StateChange,
        acts: &[JournalRow],
        is_undone: bool,
    ) -> Result<(), StoreError> {
        for act in acts.iter().rev() {
            let revision = act.revision;
            let told_by =
                self.inner.store.load_messages_showing(state.id, revision).await?.into_iter();
            let told_by =
                told_by.filter_map(|(to, subject)| Some((Audience::from_key(&to)?, subject)));
            change.revised_records.push(RevisedRecord {
                revision,
                is_undone,
                messages: told_by.collect(),
            });
            let answered = from_json::<InputRecord>(&act.said)?.prompt;
            let row = match answered.filter(|_| is_undone || change.prompts.is_empty()) {
                Some(id) => self.inner.store.load_prompt(id).await?,
                None => None,
            };
            let Some((row, (closed, outcome))) =
                row.and_then(|row| Some((row.clone(), row.closed?)))
            else {
                continue;
            };
            let outcome = match from_json(&outcome)? {
                PromptOutcome::Undone(was) if !is_undone => *was,
                outcome if is_undone && outcome.is_answered() => {
                    PromptOutcome::Undone(Box::new(outcome))
                }
                _ => continue,
            };
            let prompt: Prompt = from_json(&row.question)?;
            change.revised_prompts.push(RevisedPrompt {
                id: row.id,
                prompt,
                closed_at_revision: closed,
                outcome,
            });
        }
        Ok(())
    }

    /// The state after that row holds again, with the dice that are ahead in `now`.
    async fn build_rewind_change(
        &self,
        state: &FightState,
        revision: i64,
        kind: JournalKind,
        command: Command,
    ) -> Result<StateChange, StoreError> {
        let row = self.load_journal_row(state, revision).await?;
        let game: Game = from_json(&row.state)?;
        let mut dice = self.dice_for_input(state, DiceLane::Hidden);
        let refitted = game.migrate_pending(&mut dice).filter(|it| it.was_migrated);
        let change = match refitted {
            Some(happened) => {
                StateChange::from_outcome(state, InputRecord::from_command(command), happened, dice)
            }
            None => {
                let asked = game.open_prompts();
                let after = state.clone().with_game(game);
                StateChange {
                    prompts: asked,
                    after,
                    ..StateChange::without_game_change(state, InputRecord::from_command(command))
                }
            }
        };
        let left = self.load_remaining_time_after(state, revision).await?;
        Ok(StateChange { kind, back_to: Some(revision), remaining_time: left, ..change })
    }

    /// What was left of the limits that ran after that row.
    async fn load_remaining_time_after(
        &self,
        state: &FightState,
        revision: i64,
    ) -> Result<RemainingTime, StoreError> {
        let mut left = RemainingTime::default();
        for row in self.inner.store.load_prompts_closed_after(state.id, revision).await? {
            if let Some(millis) = row.millis_left.filter(|millis| *millis > 0) {
                left.prompts.push((from_json(&row.question)?, millis));
            }
        }
        let turn = self.inner.store.load_turn_after(state.id, revision).await?;
        let turn =
            turn.and_then(|row| Some((row.millis_left.filter(|left| *left > 0)?, row.awaited)));
        if let Some((millis, waited)) = turn {
            left.turn = Some((from_json::<AwaitedTurn>(&waited)?, millis));
        }
        Ok(left)
    }

    async fn load_step(
        &self,
        state: &FightState,
        revision: i64,
    ) -> Result<JournalHeader, StoreError> {
        let step = self.inner.store.load_journal_header(state.id, revision).await?;
        step.ok_or_else(|| StoreError::Corrupt(format!("the journal has no row {revision}")))
    }

    async fn load_journal_row(
        &self,
        state: &FightState,
        revision: i64,
    ) -> Result<JournalRow, StoreError> {
        let row = self.inner.store.load_journal_row(state.id, revision).await?;
        row.ok_or_else(|| StoreError::Corrupt(format!("the journal has no row {revision}")))
    }
}

/// What was done unseen as it was planned, which nobody had to say: it is planned again.
fn plans_from_unseen_acts(
    acts: &[JournalRow],
) -> Result<BTreeMap<CombatantId, Vec<PlannedAct>>, StoreError> {
    let mut plans: BTreeMap<CombatantId, Vec<PlannedAct>> = BTreeMap::new();
    for act in acts.iter().rev() {
        for (who, words) in from_json::<InputRecord>(&act.said)?.unseen_commands {
            let planned = PlannedAct { command: words, required_positions: Vec::new() };
            if let Some(who) = who {
                plans.entry(who).or_default().push(planned);
            }
        }
    }
    Ok(plans)
}

impl StateChange {
    /// Whether a row that is taken back is marked as such where this audience was told of it.
    fn is_record_revised_for(&self, revision: i64, audience: Audience) -> bool {
        let of = self.revised_records.iter().filter(|one| one.revision == revision);
        of.flat_map(|one| &one.messages).any(|(to, _)| *to == audience)
    }
}

/// What was undone, as a viewer may know it: nothing of what they never knew.
fn undone_acts_for(
    rows: &[JournalRow],
    viewers: &ViewerSet,
) -> Result<Vec<(i64, UndoneAct)>, StoreError> {
    let is_gm = viewers.is_gm();
    let mut acts = Vec::new();
    for row in rows {
        let told = narrate_row_for(row, viewers)?;
        if told.is_some() || is_gm {
            let said: InputRecord = from_json(&row.said)?;
            let user = row.user.map(|user| UserId(user as u64));
            let words = is_gm.then(|| said.typed_command());
            acts.push((row.revision, UndoneAct { user, command: words, narrative: told }));
        }
    }
    Ok(acts)
}

/// Who is told of what happens, and as whom.
fn viewers_with_audiences(state: &FightState) -> [(Viewer, Audience); 2] {
    [(Viewer::Public, Audience::Channel(state.channel)), (Viewer::Gm, Audience::Dm(state.gm))]
}

/// What a GM or a clock did, and neither the channel nor this user was told of.
fn is_act_unseen_by(
    act: &JournalRow,
    state: &FightState,
    requester: UserId,
) -> Result<bool, StoreError> {
    let is_by_player = act.user.is_some_and(|user| !state.is_gm(UserId(user as u64)));
    let is_told = |eyes: &ViewerSet| Ok::<_, StoreError>(narrate_row_for(act, eyes)?.is_some());
    Ok(!is_by_player
        && !is_told(&ViewerSet::from_viewer(Viewer::Public))?
        && !is_told(&state.viewers_for(requester))?)
}

/// An act or an answer by this user.
fn is_act_of_user(act: &JournalRow, user: UserId) -> Result<bool, StoreError> {
    let is_by_combatant = from_json::<InputRecord>(&act.said)?.actor.is_some();
    Ok(is_by_combatant && act.user == Some(user.0 as i64))
}
