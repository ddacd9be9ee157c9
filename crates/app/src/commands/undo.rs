//! Undo and redo: the state after an earlier journal row holds again. The journal itself only
//! grows: an undo is a row of its own, and the dice of an undone act stay in it.
//!
//! Undo rows are skipped: undoing twice goes back two acts, and a redo reverts an undo.
//!
//! Nobody gets other luck by undoing: the dice of undone acts are queued and fall again before any
//! new ones ([`RecordingDice`](crate::api::dice_source::RecordingDice)). Messages mark undone acts
//! where they show them.
//!
//! Nobody gets more time by undoing: a prompt that is asked again, or a turn that resumes, has the
//! time that was left. If none was left, only the GM can undo the result, and the whole limit
//! starts again.

use std::collections::BTreeMap;

use engine::core::command::{Command, Refusal};
use engine::core::ids::{CombatantId, UserId};
use engine::game::{Game, Prompt};
use engine::visibility::view::Viewer;
use store::error::StoreError;
use store::ids::MessageId;
use store::rows::{JournalHeader, JournalKind, JournalRow};

use crate::api::dice_source::RollLog;
use crate::api::input::{RequestContext, UndoChoice};
use crate::api::outbox::{Audience, Notice, PromptOutcome, UndoneAct};
use crate::api::plans::{Plan, PlannedAct};
use crate::api::sealed_dice::DiceLane;
use crate::api::{RefusableResult, ok_or_return_refusal};
use crate::runtime::app::App;
use crate::state::fight_state::{AwaitedTurn, FightState, from_json};
use crate::state::message_slots::{MessageKind, MessageSlot};
use crate::state::perspective::Perspective;
use crate::state::roles::Role;
use crate::transaction::journal_view::narrate_row_for;
use crate::transaction::{
    InputRecord, RemainingTime, RevisedRecord, StateChange, UndoneOrRedonePrompt,
};

/// The most acts that are undone at once.
pub(crate) const MAX_UNDO_STEPS: usize = 20;

/// The result of a request to undo a message: the change, or the choice that the user must make
/// first.
pub(crate) enum UndoOrChoice {
    Undo(Box<StateChange>),
    /// Its user says first how far to go back.
    Choice(UndoChoice),
}

/// The last acts, latest first, and the revision before the earliest of them.
struct LatestActs {
    acts: Vec<JournalRow>,
    before_revision: i64,
}

impl LatestActs {
    /// Starts with no act, at the newest journal row of the fight.
    fn new_at(state: &FightState) -> Self {
        Self { acts: Vec::new(), before_revision: state.revision }
    }
}

impl App {
    /// Builds the change that undoes the last acts. With `expected_last`, only if the last of them
    /// has that journal row.
    ///
    /// # Errors
    /// Fails when the store cannot be read. The inner error is `nothing-to-undo` or
    /// `undo-outdated`.
    pub(crate) async fn build_undo_of_fights_last_acts(
        &self,
        state: &FightState,
        user: UserId,
        steps: usize,
        expected_last: Option<i64>,
    ) -> RefusableResult<StateChange> {
        let latest = self.load_latest_acts(state, steps).await?;
        match (latest.acts.first(), expected_last) {
            (None, _) => Ok(Err(Refusal::new("nothing-to-undo", ""))),
            (Some(last), Some(expected)) if last.revision != expected => {
                Ok(Err(Refusal::new("undo-outdated", "")))
            }
            _ => Ok(Ok(self.build_undo_change(state, user, latest).await?)),
        }
    }

    /// Builds the change that undoes what a message tells: for a player their own last act, if the
    /// message tells it, and for a GM the last act, if the message tells no earlier one. Where it
    /// does, returns the choice of how far to go back.
    ///
    /// # Errors
    /// Fails when the store cannot be read. The inner error is `no-record`, `nothing-to-take-back`,
    /// `nothing-to-undo` or `fight-paused`.
    pub(crate) async fn build_undo_of_message_or_choice(
        &self,
        state: &FightState,
        context: &RequestContext,
        message: MessageId,
    ) -> RefusableResult<UndoOrChoice> {
        let user = context.user;
        let told_rows = self.load_revisions_told_by_message(state, context, message).await?;
        if told_rows.is_empty() {
            return Ok(Err(Refusal::new("no-record", "")));
        }
        if state.is_gm(user) {
            return self.build_gms_undo_or_choice(state, user, &told_rows).await;
        }
        let latest = ok_or_return_refusal!(self.find_own_last_act(state, user).await?);
        let own_act = latest.acts.last();
        if !own_act.is_some_and(|act| told_rows.contains(&act.revision)) {
            return Ok(Err(Refusal::new("nothing-to-take-back", "")));
        }
        let change = self.build_undo_change(state, user, latest).await?;
        Ok(Ok(UndoOrChoice::Undo(Box::new(change))))
    }

    /// Builds the change that undoes the last act for a GM, if these journal rows have no earlier
    /// act; otherwise returns the choice of how far to go back.
    async fn build_gms_undo_or_choice(
        &self,
        state: &FightState,
        user: UserId,
        told_rows: &[i64],
    ) -> RefusableResult<UndoOrChoice> {
        let mut latest = self.load_latest_acts(state, MAX_UNDO_STEPS).await?;
        let mut steps: Vec<usize> = Vec::new();
        for (index, act) in latest.acts.iter().enumerate() {
            if told_rows.contains(&act.revision) {
                steps.push(index + 1);
            }
        }
        let (Some(last), Some(furthest)) = (latest.acts.first(), steps.last().copied()) else {
            return Ok(Err(Refusal::new("nothing-to-undo", "")));
        };
        if furthest == 1 {
            let change = self.build_undo_of_fights_last_acts(state, user, 1, None).await?;
            return Ok(change.map(|change| UndoOrChoice::Undo(Box::new(change))));
        }
        let last_revision = last.revision;
        latest.acts.truncate(furthest);
        let acts = undone_acts_for(&latest.acts, &Perspective::from_viewer(Viewer::Gm))?;
        let acts = acts.into_iter().map(|(_, act)| act).collect();
        Ok(Ok(UndoOrChoice::Choice(UndoChoice { acts, steps, last_revision })))
    }

    /// Returns the journal rows that a message in the place of the request tells.
    pub(crate) async fn load_revisions_told_by_message(
        &self,
        state: &FightState,
        context: &RequestContext,
        message: MessageId,
    ) -> Result<Vec<i64>, StoreError> {
        let store = &self.inner.store;
        let found = store.find_subject_of_message(context.place.channel(), message).await?;
        let Some((_, subject)) = found.filter(|(fight, _)| *fight == state.id) else {
            return Ok(Vec::new());
        };
        // A copy of a message tells what the original does.
        let audience = Audience::Channel(context.place.channel());
        let slot = MessageSlot::parse_subject_of_message_with_events(state.id, &subject, audience);
        let original = match slot {
            Some(slot) if matches!(slot.kind, MessageKind::Turn(_) | MessageKind::Prompt(_)) => {
                slot.record_subject()
            }
            _ => subject,
        };
        let rows = store.load_records_shown_by_message(state.id, &original).await?;
        Ok(rows.into_iter().map(|row| row.revision).collect())
    }

    /// Builds the change that undoes the user's own last act or answer, if no other player has
    /// acted since, as far as the user knows. Acts of a GM or a deadline that the user did not see
    /// are undone with it, so that nothing reveals them; the GM reads which. For the GM (not for a
    /// co-GM) the change undoes the last act, whoever gave it.
    ///
    /// # Errors
    /// Fails when the store cannot be read. The inner error is `nothing-to-take-back` or
    /// `fight-paused`.
    pub(crate) async fn build_undo_of_own_act_or_gms_last(
        &self,
        state: &FightState,
        user: UserId,
    ) -> RefusableResult<StateChange> {
        if state.highest_role_of(user) == Role::Gm {
            return self.build_undo_of_fights_last_acts(state, user, 1, None).await;
        }
        Ok(match self.find_own_last_act(state, user).await? {
            Ok(latest) => Ok(self.build_undo_change(state, user, latest).await?),
            Err(refusal) => Err(refusal),
        })
    }

    /// Finds the user's own last act that they may undo, with the acts since.
    ///
    /// # Errors
    /// As [`Self::build_undo_of_own_act_or_gms_last`].
    async fn find_own_last_act(
        &self,
        state: &FightState,
        user: UserId,
    ) -> RefusableResult<LatestActs> {
        if state.is_paused {
            return Ok(Err(Refusal::new("fight-paused", "")));
        }
        let mut latest = LatestActs::new_at(state);
        while self.add_next_earlier_act(state, &mut latest).await? {
            let Some(act) = latest.acts.last() else { break };
            if is_act_of_user(act, user)? && self.was_done_before_deadline(state, act).await? {
                return Ok(Ok(latest));
            }
            if !is_unseen_nonplayer_act(act, state, user)? {
                break;
            }
        }
        Ok(Err(Refusal::new("nothing-to-take-back", "")))
    }

    /// Returns whether the user acted before the deadline. An answer ordered for the deadline does
    /// not count.
    async fn was_done_before_deadline(
        &self,
        state: &FightState,
        act: &JournalRow,
    ) -> Result<bool, StoreError> {
        let store = &self.inner.store;
        // What was left of the time limit when the prompt or the turn was over; the turn is that in
        // which the act was done.
        let remaining = match from_json::<InputRecord>(&act.said)?.prompt {
            Some(id) => store.load_prompt(id).await?.and_then(|row| row.millis_left),
            None => store
                .load_turn_in_force_after_row(state.id, act.revision - 1)
                .await?
                .and_then(|turn| turn.millis_left),
        };
        Ok(remaining.is_none_or(|remaining| remaining > 0))
    }

    /// Loads the last acts that are not undone, at most `max_count`.
    async fn load_latest_acts(
        &self,
        state: &FightState,
        max_count: usize,
    ) -> Result<LatestActs, StoreError> {
        let mut latest = LatestActs::new_at(state);
        while latest.acts.len() < max_count {
            let is_added = self.add_next_earlier_act(state, &mut latest).await?;
            if !is_added {
                break;
            }
        }
        Ok(latest)
    }

    /// Walks back from `before_revision` to the next act that is not undone, and adds it to the
    /// latest acts. `before_revision` is then that before the act. Returns `false` where the fight
    /// has no such act.
    async fn add_next_earlier_act(
        &self,
        state: &FightState,
        latest: &mut LatestActs,
    ) -> Result<bool, StoreError> {
        loop {
            let header = self.load_header(state, latest.before_revision).await?;
            latest.before_revision = match header.kind {
                JournalKind::Opened => return Ok(false),
                // It has put the fight back to how it stood after `back_to`, so the acts between
                // do not count.
                JournalKind::Undone | JournalKind::Redone => {
                    header.back_to.unwrap_or(header.revision - 1)
                }
                JournalKind::Administrative | JournalKind::Played => header.revision - 1,
            };
            if header.kind == JournalKind::Played {
                latest.acts.push(self.load_journal_row(state, header.revision).await?);
                return Ok(true);
            }
        }
    }

    /// Builds the change that undoes these acts: the game goes back, their dice are queued to fall
    /// again, messages and answers are marked as undone, plans that hidden turns played are
    /// restored, and the GM is told, and the channel of what it saw.
    async fn build_undo_change(
        &self,
        state: &FightState,
        user: UserId,
        latest: LatestActs,
    ) -> Result<StateChange, StoreError> {
        let command = Command::new("undo").with("steps", latest.acts.len());
        let mut queued_rolls = Vec::new();
        for act in latest.acts.iter().rev() {
            queued_rolls.extend(from_json::<RollLog>(&act.dice)?.rolled);
        }
        queued_rolls.extend(state.queued_rolls.iter().cloned());
        let state_with_dice = FightState { queued_rolls, ..state.clone() };
        let mut change = self
            .build_rewind_change(
                &state_with_dice,
                latest.before_revision,
                JournalKind::Undone,
                command,
            )
            .await?;
        self.add_revised_records_and_prompts(state, &mut change, &latest.acts, JournalKind::Undone)
            .await?;
        change.plan_updates.extend(plans_restored_by_undo(state, &latest.acts)?);
        let undo_row = UndoRow { user, revision: state.revision + 1 };
        let notices = notices_of_undo(state, &change, &latest.acts, undo_row)?;
        change.notices.extend(notices);
        Ok(change)
    }

    /// Builds the change that redoes what the last undo undid, if nobody has acted since.
    ///
    /// # Errors
    /// Fails when the store cannot be read. The inner error is `nothing-to-redo`.
    pub(crate) async fn build_redo_of_last_undo(
        &self,
        state: &FightState,
        user: UserId,
    ) -> RefusableResult<StateChange> {
        let Some(undo_revision) = self.find_undo_to_redo(state).await? else {
            return Ok(Err(Refusal::new("nothing-to-redo", "")));
        };
        let undo = self.load_journal_row(state, undo_revision).await?;
        let previous = self.load_journal_row(state, undo_revision - 1).await?;
        let undo_command = from_json::<InputRecord>(&undo.said)?.command;
        let steps = undo_command.get("steps").parse().unwrap_or(1);
        let state_with_dice = FightState {
            queued_rolls: from_json::<RollLog>(&previous.dice)?.queued,
            ..state.clone()
        };
        let command = Command::new("redo");
        let mut change = self
            .build_rewind_change(&state_with_dice, previous.revision, JournalKind::Redone, command)
            .await?;
        let earlier_state = FightState { revision: previous.revision, ..state.clone() };
        let acts = self.load_latest_acts(&earlier_state, steps).await?.acts;
        self.add_revised_records_and_prompts(state, &mut change, &acts, JournalKind::Redone)
            .await?;
        // The acts that the undo had put back into plans are done again.
        for who in plans_from_unseen_acts(&acts)?.into_keys() {
            change.plan_updates.push((who, None));
        }
        // As the undo was told: where nobody saw the acts, to the GM alone.
        let acts_seen_by_all = undone_acts_for(&acts, &Perspective::from_viewer(Viewer::Public))?;
        let audience = if acts_seen_by_all.is_empty() {
            Audience::Dm(state.gm)
        } else {
            Audience::Channel(state.channel)
        };
        change.notices.push((audience, Notice::Redone { user }));
        // What told of the undo is struck through.
        if let Some(undone_by) = undo.user {
            let undo_row = UndoRow { user: UserId(undone_by as u64), revision: undo_revision };
            let notices = notices_of_undo(state, &change, &acts, undo_row)?;
            change.notices.extend(notices);
        }
        Ok(Ok(change))
    }

    /// Returns whether the undo of a journal row was redone later.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub(crate) async fn is_undo_redone(
        &self,
        state: &FightState,
        undo_revision: i64,
    ) -> Result<bool, StoreError> {
        let headers = self.inner.store.load_journal_headers(state.id).await?;
        let is_redo = |header: &JournalHeader| {
            header.kind == JournalKind::Redone
                && header.revision > undo_revision
                && header.back_to == Some(undo_revision - 1)
        };
        Ok(headers.iter().any(is_redo))
    }

    /// Returns the revision of the last undo that is not redone; `None` where somebody has acted
    /// since, or nothing was undone.
    async fn find_undo_to_redo(&self, state: &FightState) -> Result<Option<i64>, StoreError> {
        let mut header = self.load_header(state, state.revision).await?;
        // A redo leads to the row before the undo that it redid, an administrative row to the one
        // before it.
        while matches!(header.kind, JournalKind::Redone | JournalKind::Administrative) {
            let row_before = header.back_to.unwrap_or(header.revision - 1);
            header = self.load_header(state, row_before).await?;
        }
        let is_undo = header.kind == JournalKind::Undone;
        Ok(if is_undo { Some(header.revision) } else { None })
    }

    /// Adds to a change which records of acts and which answers to prompts are undone or valid
    /// again. Answers are not shown again while prompts are open, since they may be sealed.
    async fn add_revised_records_and_prompts(
        &self,
        state: &FightState,
        change: &mut StateChange,
        acts: &[JournalRow],
        revision_kind: JournalKind,
    ) -> Result<(), StoreError> {
        for act in acts.iter().rev() {
            let record = self.load_revised_record(state, act.revision, revision_kind).await?;
            change.revised_records.push(record);
            if revision_kind == JournalKind::Undone || change.prompts.is_empty() {
                let prompt = self.load_revised_prompt(act, revision_kind).await?;
                change.undone_or_redone_prompts.extend(prompt);
            }
        }
        Ok(())
    }

    /// Loads the messages that show a journal row, to mark it in them as undone or as valid again.
    async fn load_revised_record(
        &self,
        state: &FightState,
        revision: i64,
        revision_kind: JournalKind,
    ) -> Result<RevisedRecord, StoreError> {
        let store = &self.inner.store;
        let mut messages = Vec::new();
        for (audience, subject) in
            store.load_audiences_and_subjects_showing(state.id, revision).await?
        {
            if let Some(audience) = Audience::from_key(&audience) {
                messages.push((audience, subject));
            }
        }
        let is_undone = revision_kind == JournalKind::Undone;
        Ok(RevisedRecord { revision, is_undone, messages })
    }

    /// Loads the prompt that an act answered, with its outcome marked as undone or as valid again.
    /// `None` where the act answered none, or its outcome does not change by that.
    async fn load_revised_prompt(
        &self,
        act: &JournalRow,
        revision_kind: JournalKind,
    ) -> Result<Option<UndoneOrRedonePrompt>, StoreError> {
        let Some(id) = from_json::<InputRecord>(&act.said)?.prompt else { return Ok(None) };
        let Some(row) = self.inner.store.load_prompt(id).await? else { return Ok(None) };
        let Some((closed_at_revision, stored_outcome)) = row.closed else { return Ok(None) };
        let is_undone = revision_kind == JournalKind::Undone;
        let outcome = match from_json(&stored_outcome)? {
            PromptOutcome::Undone(original) if !is_undone => *original,
            outcome if is_undone && outcome.is_answered() => {
                PromptOutcome::Undone(Box::new(outcome))
            }
            _ => return Ok(None),
        };
        let prompt: Prompt = from_json(&row.question)?;
        Ok(Some(UndoneOrRedonePrompt { id: row.id, prompt, closed_at_revision, outcome }))
    }

    /// Builds the change that restores the game after a journal row, with the dice queued in
    /// `state`.
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
        let migrated = game
            .rerun_or_drop_pending_under_current_rules(&mut dice)
            .filter(|outcome| outcome.was_migrated);
        let change = match migrated {
            Some(rule_outcome) => {
                StateChange::from_outcome_playing_hidden_turns(state, command, rule_outcome, dice)
            }
            None => {
                let prompts = game.open_prompts();
                let after = state.clone().with_game(game);
                StateChange { prompts, after, ..StateChange::without_game_change(state, command) }
            }
        };
        let remaining_time = self.load_remaining_time_after(state, revision).await?;
        Ok(StateChange { kind, back_to: Some(revision), remaining_time, ..change })
    }

    /// Loads the time that was left of the limits that ran after that row.
    async fn load_remaining_time_after(
        &self,
        state: &FightState,
        revision: i64,
    ) -> Result<RemainingTime, StoreError> {
        let mut remaining = RemainingTime::default();
        let store = &self.inner.store;
        for row in store.load_prompts_open_at_but_since_closed(state.id, revision).await? {
            if let Some(millis @ 1..) = row.millis_left {
                remaining.prompts.push((from_json(&row.question)?, millis));
            }
        }
        if let Some(row) = store.load_turn_in_force_after_row(state.id, revision).await?
            && let Some(millis @ 1..) = row.millis_left
        {
            remaining.turn = Some((from_json::<AwaitedTurn>(&row.awaited)?, millis));
        }
        Ok(remaining)
    }

    async fn load_header(
        &self,
        state: &FightState,
        revision: i64,
    ) -> Result<JournalHeader, StoreError> {
        let header = self.inner.store.load_journal_header(state.id, revision).await?;
        header.ok_or_else(|| StoreError::Corrupt(format!("the journal has no row {revision}")))
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

/// Returns the planned acts that hidden turns performed, by combatant: an undo plans them again.
fn plans_from_unseen_acts(
    acts: &[JournalRow],
) -> Result<BTreeMap<CombatantId, Vec<PlannedAct>>, StoreError> {
    let mut plans: BTreeMap<CombatantId, Vec<PlannedAct>> = BTreeMap::new();
    for act in acts.iter().rev() {
        for (who, command) in from_json::<InputRecord>(&act.said)?.unseen_commands {
            let planned = PlannedAct { command, required_positions: Vec::new() };
            if let Some(who) = who {
                plans.entry(who).or_default().push(planned);
            }
        }
    }
    Ok(plans)
}

/// Returns, as updates, the plans that hold again once these acts are undone: those whose acts were
/// played in hidden turns, with what was left of them.
fn plans_restored_by_undo(
    state: &FightState,
    undone_acts: &[JournalRow],
) -> Result<Vec<(CombatantId, Option<Plan>)>, StoreError> {
    let mut restored_plans = Vec::new();
    for (who, mut acts) in plans_from_unseen_acts(undone_acts)? {
        if let Some(current_plan) = state.plans.get(&who) {
            if !current_plan.is_begun {
                // The player has made another plan since.
                continue;
            }
            acts.extend(current_plan.acts.iter().cloned());
        }
        let plan = Plan { acts, is_confirmed: true, ..Plan::default() };
        restored_plans.push((who, Some(plan)));
    }
    Ok(restored_plans)
}

impl StateChange {
    /// Returns whether the audience has a message that marks this row as undone.
    fn is_record_revised_for(&self, revision: i64, audience: Audience) -> bool {
        let records = self.revised_records.iter().filter(|record| record.revision == revision);
        records.flat_map(|record| &record.messages).any(|(recipient, _)| *recipient == audience)
    }
}

/// The journal row of an undo, and who gave it.
#[derive(Clone, Copy)]
struct UndoRow {
    user: UserId,
    revision: i64,
}

/// Returns the notices of the undo of these acts, each with its audience. Acts that nobody saw are
/// taken back unseen.
fn notices_of_undo(
    state: &FightState,
    change: &StateChange,
    acts: &[JournalRow],
    undo_row: UndoRow,
) -> Result<Vec<(Audience, Notice)>, StoreError> {
    let mut notices = Vec::new();
    for (viewer, audience) in viewers_with_audiences(state) {
        let known_acts = undone_acts_for(acts, &Perspective::from_viewer(viewer))?;
        if known_acts.is_empty() {
            continue;
        }
        let mut listed_acts = Vec::new();
        for (revision, act) in known_acts {
            // The message in the channel that told of the act is struck through, which says enough.
            // The notice comes even if it lists no act: it says who undid them.
            let is_marked_in_channel =
                viewer == Viewer::Public && change.is_record_revised_for(revision, audience);
            if !is_marked_in_channel {
                listed_acts.push(act);
            }
        }
        let notice = Notice::Undone {
            user: undo_row.user,
            acts: listed_acts,
            revision: Some(undo_row.revision),
            is_redone: false,
        };
        notices.push((audience, notice));
    }
    Ok(notices)
}

/// Returns the undone acts that the viewers know of.
fn undone_acts_for(
    rows: &[JournalRow],
    perspective: &Perspective,
) -> Result<Vec<(i64, UndoneAct)>, StoreError> {
    let is_gm = perspective.is_gm();
    let mut acts = Vec::new();
    for row in rows {
        let narrative = narrate_row_for(row, perspective)?;
        if narrative.is_some() || is_gm {
            let input: InputRecord = from_json(&row.said)?;
            let user = row.user.map(|user| UserId(user as u64));
            let command = if is_gm { Some(input.typed_command()) } else { None };
            acts.push((row.revision, UndoneAct { user, command, narrative }));
        }
    }
    Ok(acts)
}

/// Returns who is told of an undo, and with which view.
fn viewers_with_audiences(state: &FightState) -> [(Viewer, Audience); 2] {
    [(Viewer::Public, Audience::Channel(state.channel)), (Viewer::Gm, Audience::Dm(state.gm))]
}

/// Returns whether a GM or a deadline acted and neither the channel nor this user saw it.
fn is_unseen_nonplayer_act(
    act: &JournalRow,
    state: &FightState,
    requester: UserId,
) -> Result<bool, StoreError> {
    let is_by_player = act.user.is_some_and(|user| !state.is_gm(UserId(user as u64)));
    if is_by_player {
        return Ok(false);
    }
    let perspectives =
        [Perspective::from_viewer(Viewer::Public), state.perspective_of_user(requester)];
    for perspective in &perspectives {
        if narrate_row_for(act, perspective)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns whether the user acted or answered with this row.
fn is_act_of_user(act: &JournalRow, user: UserId) -> Result<bool, StoreError> {
    let is_by_combatant = from_json::<InputRecord>(&act.said)?.actor.is_some();
    Ok(is_by_combatant && act.user == Some(user.0 as i64))
}
