//! Turns the effect of one input into the next fight state and the rows that are stored of it.
//!
//! This file begins and ends turns and fills the outbox; prompts, plans and deadlines have files of
//! their own. Nothing here reads the store or rolls a die; `commit.rs` stores the result.

mod checkouts;
pub mod commit;
pub mod journal_view;
mod migrate_pending;
mod plans;
mod prompts;
mod reachability;
mod reminders;
pub mod scheduling;
mod sleep;

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use engine::core::command::Command;
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::game::{Game, GameOutcome, JournalJson, Narrative, Prompt, PromptSubject};
use engine::visibility::view::Viewer;
use store::error::StoreError;
use store::ids::{ChannelId, Millis, PromptId, TurnId};
use store::rows::{
    Checkout, Commit, Deadline, DeadlineKind, JournalKind, JournalRow, NewMessageRecord,
    NewOutboxRow, PlanRow, PromptRow, TurnRow,
};

use crate::api::dice_source::{DecoyDelays, RecordedRoll, RecordingDice, RollLog};
use crate::api::outbox::{Audience, Notice, PromptOutcome, ReminderSubject};
use crate::api::plans::Plan;
use crate::api::speech::{StoredSpeech, TEXT_SLOT};
use crate::state::awaiting_messages::AwaitingMessage;
use crate::state::fight_state::{AwaitedTurn, FightState, OpenPrompt, OpenTurn, to_json};
use crate::state::message_slots::{CurrentRecord, MessageKind, MessageSlot, RecordSpan};
use crate::state::outbox_entry::OutboxEntry;
use crate::state::people::{FightThread, InputTime};
use crate::state::perspective::Perspective;
use crate::state::plan_execution::{OutcomeWithHiddenTurns, PlanDropReason};
use crate::state::roles::Role;
use crate::state::turn_audience::TurnProgress;
use crate::transaction::prompts::AutoplayedPrompts;
use crate::transaction::reminders::build_reminders_before_time_limit;
use crate::transaction::scheduling::{
    DUE_AT_ONCE, remaining_millis_with_quiet_hours, run_or_pause_prepared_deadlines,
    schedule_deadlines_listing_changed, time_limit_from_secs,
};

/// The slot that holds an item as the engine spells it out; nobody types it.
pub(crate) const ITEM_SLOT: &str = "thing";

// The verbs of inputs that the program gives itself. They stand in stored journals and stay.

/// A time limit is over, and nothing is played: the GM is told.
pub(crate) const GM_REMINDER_VERB: &str = "remind";
/// Those who are awaited get a reminder before their time limit is over.
pub(crate) const PLAYER_REMINDER_VERB: &str = "nudge";
/// An absence or the time of a stand-in ends.
pub(crate) const AVAILABILITY_VERB: &str = "people";
/// The rules have changed, and a pending act was migrated to them.
pub(crate) const MIGRATION_VERB: &str = "refit";

/// The events and the tape of a change that the rules have no part in.
const EMPTY_JSON_LIST: &str = "[]";

/// One input as the journal stores it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct InputRecord {
    #[serde(rename = "words")]
    pub command: Command,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "who")]
    pub actor: Option<CombatantId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<PromptId>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_quiet: bool,
    /// A standing order, a plan or an agent gave the command; the user need not be there.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_prepared: bool,
    /// The turn ends together with this command.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ends_turn: bool,
    /// The orders that the command stands for, if it sets up a scene.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Command>,
    /// Commands performed in hidden turns that followed at once: planned acts, and passes (which
    /// have no combatant).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "unseen")]
    pub unseen_commands: Vec<(Option<CombatantId>, Command)>,
    /// The name under which everybody reads the words of the command, if it posts any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "voice")]
    pub speaker_name: Option<String>,
    /// Whether it was an NPC's words: then players are not told who wrote them, whatever has become
    /// of the NPC.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_speaker_npc: bool,
    /// The words are not those of the first post, or were taken away.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_edited: bool,
    #[serde(default, skip_serializing_if = "SpeechState::is_readable")]
    #[serde(rename = "voice_is")]
    pub speech_state: SpeechState,
}

impl From<Command> for InputRecord {
    fn from(command: Command) -> Self {
        Self { command, ..Self::default() }
    }
}

/// Who can read the words of an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SpeechState {
    /// Everybody in the channel, unless their author has taken them away.
    #[default]
    Readable,
    /// Their author alone: the server blocks them, or their speaker was hidden before they could be
    /// posted. Other words in their place are posted.
    Unposted,
    /// Nobody: somebody other than their author has taken them out.
    TakenOut,
}

impl SpeechState {
    fn is_readable(&self) -> bool {
        *self == Self::Readable
    }
}

impl InputRecord {
    /// Returns the command as a user types it, without slots that the engine adds.
    pub fn typed_command(&self) -> Command {
        let mut command = self.command.clone();
        command.slots.remove(ITEM_SLOT);
        command
    }

    /// Returns the words that the input posted as a combatant; `None` for other inputs, and if the
    /// words were taken away or never posted.
    pub fn speech(&self) -> Option<StoredSpeech> {
        self.written_speech().filter(|_| self.speech_state.is_readable())
    }

    /// Returns the words as their author wrote them, also if they could not be posted.
    pub fn written_speech(&self) -> Option<StoredSpeech> {
        let (speaker, name) = (self.actor?, self.speaker_name.clone()?);
        let text = self.command.slots.get(TEXT_SLOT)?.clone();
        Some(StoredSpeech { speaker, name, text, is_edited: self.is_edited })
    }
}

/// A closed prompt that gets another outcome, because its answer was undone or redone.
pub(crate) struct UndoneOrRedonePrompt {
    pub id: PromptId,
    pub prompt: Prompt,
    pub closed_at_revision: i64,
    pub outcome: PromptOutcome,
}

/// What becomes of words in the channel.
pub(crate) enum SpeechUpdate {
    /// This input posts its words.
    Posted,
    /// The words of an earlier input change: the input as it is stored from now on, and whether
    /// they are posted if no message has them yet.
    Changed { revision: i64, input: Box<InputRecord>, is_first_post: bool },
}

/// A journal row that was undone or redone, and the messages that show it.
pub(crate) struct RevisedRecord {
    pub revision: i64,
    pub is_undone: bool,
    pub messages: Vec<(Audience, String)>,
}

/// The time that was left of limits which run again after an undo.
#[derive(Default)]
pub(crate) struct RemainingTime {
    pub prompts: Vec<(Prompt, Millis)>,
    pub turn: Option<(AwaitedTurn, Millis)>,
}

/// Everything that one input changes in a fight.
pub(crate) struct StateChange {
    pub kind: JournalKind,
    pub back_to: Option<i64>,
    pub input: InputRecord,
    /// `None` when a deadline caused the change.
    pub user: Option<UserId>,
    pub input_key: Option<u64>,
    /// The fight after the change; [`build_commit`] still derives prompts, turns and deadlines.
    pub after: FightState,
    /// The prompts that are open afterwards.
    pub prompts: Vec<Prompt>,
    /// The events and the tape of the dice, as JSON for the journal.
    pub events: String,
    pub tape: String,
    /// The prompt that was answered, and how.
    pub answered_prompt: Option<(PromptId, PromptOutcome)>,
    /// The events as the channel and as the GM may see them.
    pub public_narrative: Option<Narrative>,
    pub gm_narrative: Option<Narrative>,
    pub notices: Vec<(Audience, Notice)>,
    /// A notice for the requesting user alone.
    pub private_reply: Option<Notice>,
    /// The turn whose time is over and of which the GM is to be reminded.
    pub reminded_turn: Option<TurnId>,
    /// The reminder (or the limit that only reminds) which has come due.
    pub expired_deadline: Option<DeadlineKind>,
    /// Plans that were performed or given up, each with the acts that remain.
    pub plan_updates: Vec<(CombatantId, Option<Plan>)>,
    /// Sheets that enter or leave the fight.
    pub checkouts: Vec<Checkout>,
    /// The dice that were rolled.
    pub rolls: Vec<RecordedRoll>,
    /// Closed prompts whose answers were undone or redone.
    pub undone_or_redone_prompts: Vec<UndoneOrRedonePrompt>,
    /// Journal rows that were undone or redone.
    pub revised_records: Vec<RevisedRecord>,
    pub remaining_time: RemainingTime,
    /// Limits that start again in full, because nobody could be told of them.
    pub restarted_limits: Vec<DeadlineKind>,
    /// The channel that the fight had until its thread was opened, and the thread.
    pub opened_thread: Option<(ChannelId, ChannelId)>,
    pub speech: Option<SpeechUpdate>,
}

impl StateChange {
    /// Builds a change that leaves the game as it is.
    pub fn without_game_change(before: &FightState, input: impl Into<InputRecord>) -> Self {
        let prompts = before.prompts.iter().map(|open| open.prompt.clone()).collect();
        Self { prompts, ..Self::new(before.clone(), input.into()) }
    }

    /// Creates a change that leads to `after` and tells, asks and rolls nothing.
    fn new(after: FightState, input: InputRecord) -> Self {
        Self {
            kind: JournalKind::Administrative,
            back_to: None,
            input,
            user: None,
            input_key: None,
            prompts: Vec::new(),
            after,
            events: EMPTY_JSON_LIST.into(),
            tape: EMPTY_JSON_LIST.into(),
            answered_prompt: None,
            public_narrative: None,
            gm_narrative: None,
            notices: Vec::new(),
            private_reply: None,
            reminded_turn: None,
            expired_deadline: None,
            plan_updates: Vec::new(),
            checkouts: Vec::new(),
            rolls: Vec::new(),
            undone_or_redone_prompts: Vec::new(),
            revised_records: Vec::new(),
            remaining_time: RemainingTime::default(),
            restarted_limits: Vec::new(),
            opened_thread: None,
            speech: None,
        }
    }

    /// Builds the change that follows from a rule outcome and the dice it used. Plays hidden turns
    /// that come next on their own.
    pub fn from_outcome_playing_hidden_turns(
        before: &FightState,
        input: impl Into<InputRecord>,
        rule_outcome: GameOutcome,
        mut dice: RecordingDice,
    ) -> Self {
        let auto_passed = before.play_hidden_turns_until_round_end(rule_outcome, &mut dice);
        let OutcomeWithHiddenTurns {
            outcome,
            hidden_acts: unseen_commands,
            remaining_plans: plan_updates,
            mut notices,
        } = auto_passed;
        let RollLog { rolled: rolls, queued: queued_rolls, draw_counts } = dice.roll_log;
        let public_narrative = outcome.narrative_for(Viewer::Public);
        let gm_narrative = outcome.narrative_for(Viewer::Gm);
        if outcome.was_migrated {
            notices.push((Audience::Dm(before.gm), Notice::PendingActMigrated));
        }
        let JournalJson { events, tape } = outcome.to_journal_json();
        let after =
            FightState { queued_rolls, draw_counts, ..before.clone().with_game(outcome.game) };
        Self {
            kind: JournalKind::Played,
            prompts: outcome.prompts,
            rolls,
            events,
            tape,
            public_narrative,
            gm_narrative,
            notices,
            plan_updates,
            ..Self::new(after, InputRecord { unseen_commands, ..input.into() })
        }
    }
}

/// Collects the rows of one input.
pub(crate) struct CommitBuilder<'a> {
    pub(crate) before: &'a FightState,
    pub(crate) after: FightState,
    input_time: &'a InputTime,
    prompts: Vec<PromptRow>,
    turns: Vec<TurnRow>,
    timers: Vec<(DeadlineKind, Option<Deadline>)>,
    pub(crate) outbox: Vec<NewOutboxRow>,
    records: Vec<NewMessageRecord>,
    plans: Vec<PlanRow>,
    delays: DecoyDelays,
    /// The acting combatant, if the rules played the input; and the user who gave the command just
    /// now (`None` where it was prepared).
    actor: Option<CombatantId>,
    acting_user: Option<UserId>,
    /// In fights with decoys: how long prompts stay open that hide whom they ask.
    decoy_delay: Option<Millis>,
    remaining_time: RemainingTime,
    /// The messages that awaited somebody before the change.
    awaiting_before: Vec<AwaitingMessage>,
    /// The prompt that was answered.
    answered_prompt: Option<PromptId>,
    /// Whether the players of the current turn are pinged again by a new message.
    is_turn_resumed: bool,
    /// The users whom an earlier message has pinged for this turn.
    already_pinged: BTreeSet<UserId>,
    /// Whether the outbox has news for the channel.
    pub(crate) is_channel_notified: bool,
}

/// Builds the rows that store a change, and the fight as it stands once they are stored.
///
/// # Errors
/// Fails when something cannot be written as JSON.
pub(crate) fn build_commit(
    before: &FightState,
    change: StateChange,
    mut delays: DecoyDelays,
    input_time: &InputTime,
) -> Result<(Arc<FightState>, Commit), StoreError> {
    let StateChange { kind, user, input, .. } = change;
    let after = advance_revision_absences_and_sleep(before, change.after, &input, user, input_time);
    let decoy_delay = after.game.has_decoys().then(|| delays.draw_delay());
    let mut builder = CommitBuilder {
        decoy_delay,
        actor: input.actor.filter(|_| kind == JournalKind::Played),
        acting_user: user.filter(|_| !input.is_prepared),
        remaining_time: change.remaining_time,
        answered_prompt: change.answered_prompt.as_ref().map(|(id, _)| *id),
        ..CommitBuilder::new(before, after, delays, input_time)
    };
    builder.store_and_show_undone_prompt_outcomes(change.undone_or_redone_prompts)?;
    let has_plan_updates = !change.plan_updates.is_empty();
    builder.apply_plan_updates_and_drop_plan_of_actor(change.plan_updates, &input)?;
    let first_removed_combatant = builder.drop_data_of_removed_combatants();
    let opened_prompts =
        builder.reconcile_prompts_returning_opened(change.prompts, change.answered_prompt)?;
    // After an undo people answer the prompts again, not their standing orders.
    if kind == JournalKind::Played {
        builder.schedule_prepared_answers(AutoplayedPrompts::New);
    }
    builder.is_turn_resumed = builder.should_ping_turn_players_again();
    builder.record_act_and_enqueue_narratives(
        change.public_narrative,
        change.gm_narrative,
        &input,
        user,
        &opened_prompts,
    )?;
    let undone_flags =
        builder.refresh_revised_records_returning_undone_flags(change.revised_records)?;
    builder.stop_autoplay_if_user_acts(&input, user);
    builder.continue_open_or_close_turn(change.reminded_turn)?;
    let is_told_to_all =
        change.notices.iter().any(|(audience, _)| matches!(audience, Audience::Channel(_)));
    builder.schedule_plans_and_autoplay_or_drop_after_undo(
        kind,
        has_plan_updates,
        is_told_to_all,
    )?;
    for (audience, notice) in change.notices {
        builder.enqueue_message(audience, &OutboxEntry::Notice(notice))?;
    }
    let edited_inputs = builder.enqueue_speech_returning_edited_inputs(change.speech)?;
    builder.enqueue_report_if_ended()?;
    builder.enqueue_digest_and_report_for_followers()?;
    builder.enqueue_stand_in_notices()?;
    if user.is_some() {
        builder.record_attendance_if_visible();
    }
    builder.enqueue_sleep_or_wake_notice()?;
    builder.remind_and_schedule_deadlines(change.expired_deadline, &change.restarted_limits)?;
    builder.refresh_messages_and_enqueue_new_ones(input.is_quiet)?;
    let journal = JournalRow {
        revision: builder.after.revision,
        at: input_time.now,
        user: user.map(|user| user.0 as i64),
        kind,
        back_to: change.back_to,
        said: to_json(&input)?,
        tape: change.tape,
        notes: change.events,
        state: to_json(&builder.after.game)?,
        input_key: change.input_key.map(|key| key as i64),
        dice: to_json(&RollLog {
            rolled: change.rolls,
            queued: builder.after.queued_rolls.clone(),
            draw_counts: builder.after.draw_counts,
        })?,
    };
    let (state, commit) = builder.into_state_and_commit(journal)?;
    let commit = Commit {
        undone_flags,
        checkouts: change.checkouts,
        first_removed_combatant,
        opened_thread: change.opened_thread,
        edited_inputs,
        ..commit
    };
    Ok((Arc::new(state), commit))
}

/// Returns the fight right after an input, with the next revision and up-to-date absences. The
/// stand-in of a player who acts becomes inactive, unless the player is marked as away; a fight
/// that deadlines alone have played for too long falls asleep.
fn advance_revision_absences_and_sleep(
    before: &FightState,
    after: FightState,
    input: &InputRecord,
    user: Option<UserId>,
    input_time: &InputTime,
) -> FightState {
    let mut state = FightState { revision: before.revision + 1, ..after };
    state.people.refresh_absences_and_stand_ins(input_time, &state.members);
    let present_actor = input.actor.filter(|_| !input.is_prepared);
    let acting_player =
        present_actor.filter(|who| state.member(*who).and_then(|member| member.user) == user);
    if let (Some(who), Some(user)) = (acting_player, user)
        && !state.people.away_until.contains_key(&user)
    {
        state.people.deactivate_stand_in(who);
    }
    if user.is_none() {
        state.fall_asleep_if_unattended();
    }
    state
}

/// Returns whether the public summary differs between two states.
fn has_summary_changed(before: &FightState, after: &FightState) -> bool {
    let perspective = Perspective::from_viewer(Viewer::Public);
    let summary = |state: &FightState| {
        (perspective.view_of(&state.game), state.visible_awaited(&perspective), state.is_paused)
    };
    summary(before) != summary(after)
}

impl<'a> CommitBuilder<'a> {
    /// Creates a builder without rows and without a decoy delay, for an input that nobody gave.
    fn new(
        before: &'a FightState,
        after: FightState,
        delays: DecoyDelays,
        input_time: &'a InputTime,
    ) -> Self {
        Self {
            before,
            after,
            input_time,
            prompts: Vec::new(),
            turns: Vec::new(),
            timers: Vec::new(),
            outbox: Vec::new(),
            records: Vec::new(),
            plans: Vec::new(),
            delays,
            actor: None,
            acting_user: None,
            decoy_delay: None,
            remaining_time: RemainingTime::default(),
            awaiting_before: before.messages_awaiting_users(),
            answered_prompt: None,
            is_turn_resumed: false,
            already_pinged: BTreeSet::new(),
            is_channel_notified: false,
        }
    }

    /// Returns the fight after the change, and a commit of the collected rows and of this journal
    /// row. Messages to a channel that the fight leaves are left out. What the builder does not
    /// know is empty: undone flags, sheets, removed combatants, an opened thread and edited inputs.
    fn into_state_and_commit(
        self,
        journal: JournalRow,
    ) -> Result<(FightState, Commit), StoreError> {
        let left_channel = self.left_channel();
        let left_audience = left_channel.map(|channel| Audience::Channel(channel).to_key());
        let Self { before, after: state, outbox: mut outbox_rows, .. } = self;
        outbox_rows.retain(|row| Some(&row.audience) != left_audience.as_ref());
        let (people, known_users) = (state.participants_if_open(), before.stored_participants());
        let row = state.to_row()?;
        let commit = Commit {
            guild: state.guild,
            journal,
            joined_users: people.difference(&known_users).map(|user| user.0).collect(),
            left_users: known_users.difference(&people).map(|user| user.0).collect(),
            fight: (row != before.to_row()?).then_some(row),
            prompts: self.prompts,
            turns: self.turns,
            timers: self.timers,
            outbox_rows,
            message_records: self.records,
            undone_flags: Vec::new(),
            plans: self.plans,
            checkouts: Vec::new(),
            first_removed_combatant: None,
            left_channel,
            opened_thread: None,
            edited_inputs: Vec::new(),
        };
        Ok((state, commit))
    }

    /// Enqueues what follows from the fight as it is after the change: edits of messages that are
    /// outdated, new messages to those who are awaited, and the change of the fight's thread.
    fn refresh_messages_and_enqueue_new_ones(&mut self, is_quiet: bool) -> Result<(), StoreError> {
        self.refresh_outdated_messages_and_remove_reminders(is_quiet)?;
        self.enqueue_new_messages_to_awaited()?;
        self.refresh_summary_if_channel_may_notice(is_quiet)?;
        // Last, because edits reopen a thread.
        self.enqueue_thread_change_if_ended_or_reopened()
    }

    /// Adds a message to the outbox, and notes whether it is news for the channel: edits and
    /// removed reminders are none.
    pub(crate) fn enqueue_message(
        &mut self,
        audience: Audience,
        entry: &OutboxEntry,
    ) -> Result<(), StoreError> {
        let is_news = !matches!(entry, OutboxEntry::Show { .. } | OutboxEntry::RemoveReminder(_));
        self.is_channel_notified |= is_news && matches!(audience, Audience::Channel(_));
        self.outbox.push(entry.to_new_outbox_row(audience)?);
        Ok(())
    }

    /// Records that a combatant acted in the open this turn. Returns whether a user's input ends
    /// the turn of a combatant who acted in the open before.
    fn record_act_or_check_turn_end_after_acts(
        &mut self,
        input: &InputRecord,
        user: Option<UserId>,
    ) -> bool {
        let Some(who) = self.actor.filter(|_| input.prompt.is_none()) else { return false };
        let is_seen = self.after.member(who).is_some_and(|member| !member.is_hidden);
        let acted = &mut self.after.people.acted_this_turn;
        match Game::find_act_verb(self.before.system(), &input.command.verb) {
            Some(verb) if verb.is_turn_end => user.is_some() && acted.contains(&who),
            Some(verb) if !verb.is_turn_start && is_seen && !input.is_quiet => {
                acted.insert(who);
                false
            }
            _ => false,
        }
    }

    /// Stops autoplay for the rest of the turn when a user acts for an autoplayed NPC.
    fn stop_autoplay_if_user_acts(&mut self, input: &InputRecord, user: Option<UserId>) {
        let is_taken = user.is_some() && !input.is_prepared && input.prompt.is_none();
        if let Some(who) =
            self.actor.filter(|who| is_taken && self.after.autoplay_temperament(*who).is_some())
        {
            self.after.people.taken_over_npcs.insert(who);
        }
    }

    /// Records that a combatant acted, and enqueues the public and the GM's narrative of the act:
    /// the public one for the channel, and the GM's where it has more. The author of a quiet or
    /// secret command reads the result in the reply instead.
    fn record_act_and_enqueue_narratives(
        &mut self,
        mut public_narrative: Option<Narrative>,
        mut gm_narrative: Option<Narrative>,
        input: &InputRecord,
        user: Option<UserId>,
        opened_prompts: &[OpenPrompt],
    ) -> Result<(), StoreError> {
        if self.record_act_or_check_turn_end_after_acts(input, user) {
            public_narrative = public_narrative.map(Narrative::mark_follows_other_acts);
            gm_narrative = gm_narrative.map(Narrative::mark_follows_other_acts);
        }
        let is_gm_author = user == Some(self.after.gm) && !input.is_prepared;
        let has_gm_more = match (&public_narrative, &gm_narrative) {
            (Some(public), Some(for_gm)) => !for_gm.has_same_events_as(public),
            (None, for_gm) => for_gm.is_some(),
            (Some(_), None) => false,
        };
        let is_news_for_gm =
            has_gm_more && !is_gm_author && !input.is_quiet && self.after.is_gm_shown_details;
        if let Some(public) = public_narrative
            && !input.is_quiet
        {
            let channel = Audience::Channel(self.after.channel);
            self.record_narrative_and_refresh(channel, &public, opened_prompts)?;
            self.is_channel_notified = true;
        }
        if let Some(for_gm) = gm_narrative
            && (is_news_for_gm || self.shows_gm_every_act())
        {
            let gm = Audience::Dm(self.after.gm);
            self.record_narrative_and_refresh(gm, &for_gm, opened_prompts)?;
        }
        Ok(())
    }

    /// Returns whether the GM has a message that shows everything done now: that of the GM's own
    /// turn, or that of a prompt that the GM answered.
    fn shows_gm_every_act(&self) -> bool {
        let gm = Audience::Dm(self.after.gm);
        let is_gms_turn = match &self.before.turn {
            Some(turn) => self.before.turn_audience(turn) == gm,
            None => false,
        };
        let answered = self.answered_prompt.and_then(|id| self.before.find_open_prompt(id));
        let is_gms_answer =
            answered.is_some_and(|open| open.audience == gm && !open.prompt.is_hidden_from_public);
        is_gms_turn || is_gms_answer
    }

    /// Stores the narrative with the message that shows it to the recipient, and refreshes that
    /// message.
    fn record_narrative_and_refresh(
        &mut self,
        recipient: Audience,
        narrative: &Narrative,
        opened_prompts: &[OpenPrompt],
    ) -> Result<(), StoreError> {
        let slot = MessageSlot::new(
            self.choose_and_track_message_showing_act(recipient, opened_prompts),
            recipient,
        );
        let (subject, audience) = (slot.record_subject(), recipient.to_key());
        self.records.push(NewMessageRecord { subject, audience, narrative: to_json(narrative)? });
        self.refresh_record_and_copies(&slot)
    }

    /// Refreshes a message that holds a record, and its copies.
    fn refresh_record_and_copies(&mut self, slot: &MessageSlot) -> Result<(), StoreError> {
        let subject = slot.record_subject();
        let mut copies: Vec<MessageSlot> = Vec::new();
        for awaiting in &self.awaiting_before {
            let is_copy = awaiting.slot.copy_for.is_some();
            if is_copy && awaiting.slot.record_subject() == subject {
                copies.push(awaiting.slot.clone());
            }
        }
        self.enqueue_message_edit_once(slot)?;
        for copy in &copies {
            self.enqueue_message_edit_once(copy)?;
        }
        Ok(())
    }

    /// Schedules the planned and autoplayed acts after an input of this kind, or drops those that
    /// an undo has taken back. An undo that is not told to all leaves the plans of those whom all
    /// know alone.
    fn schedule_plans_and_autoplay_or_drop_after_undo(
        &mut self,
        kind: JournalKind,
        has_plan_updates: bool,
        is_told_to_all: bool,
    ) -> Result<(), StoreError> {
        let people_before = &self.before.people;
        let has_autoplay_changed =
            people_before.npc_temperaments != self.after.people.npc_temperaments;
        match kind {
            JournalKind::Undone | JournalKind::Redone
                if is_told_to_all || self.awaits_hidden_combatant() =>
            {
                self.drop_begun_plans_after_undo()?
            }
            JournalKind::Undone | JournalKind::Redone => {}
            JournalKind::Played => self.schedule_planned_or_autoplay_act(),
            // A plan that is given up makes room for another.
            JournalKind::Administrative if has_plan_updates => {
                self.schedule_planned_or_autoplay_act()
            }
            JournalKind::Administrative if has_autoplay_changed => {
                self.schedule_prepared_answers(AutoplayedPrompts::AllOpen);
                self.schedule_planned_or_autoplay_act();
            }
            JournalKind::Opened | JournalKind::Administrative => {}
        }
        Ok(())
    }

    /// Enqueues the reminders that are due before a time limit, and updates the deadlines.
    fn remind_and_schedule_deadlines(
        &mut self,
        expired_deadline: Option<DeadlineKind>,
        restarted_limits: &[DeadlineKind],
    ) -> Result<(), StoreError> {
        self.clear_expired_prompt_limit(expired_deadline);
        for (audience, reminder) in
            build_reminders_before_time_limit(&self.after, expired_deadline, self.input_time)
        {
            self.enqueue_and_track_reminder(audience, reminder)?;
        }
        self.timers.extend(schedule_deadlines_listing_changed(
            &mut self.after,
            self.before,
            self.input_time,
            expired_deadline,
            restarted_limits,
        ));
        self.timers.extend(run_or_pause_prepared_deadlines(&mut self.after, self.input_time.now));
        Ok(())
    }

    /// Refreshes the summary in the channel, if the channel may notice the input. Also refreshes it
    /// if the bot can no longer post in a channel, or can again.
    ///
    /// The channel does not notice a quiet input, which its GM gave in private, unless it opens
    /// prompts or begins or ends a turn. In fights with decoys the mere edit would show that
    /// something hidden happened, so there it needs a visible reason: a record in the channel or
    /// another text of the summary.
    fn refresh_summary_if_channel_may_notice(&mut self, is_quiet: bool) -> Result<(), StoreError> {
        let channel = Audience::Channel(self.after.channel);
        let revision = self.after.revision;
        let mut turns = self.turns.iter();
        let has_begun_or_ended = turns.any(|turn| turn.is_over || turn.id.revision == revision);
        let is_noticed = !is_quiet || !self.prompts.is_empty() || has_begun_or_ended;
        let channel_key = channel.to_key();
        let tells_channel = self.records.iter().any(|record| record.audience == channel_key);
        let has_reachability_changed =
            self.before.people.unreachable != self.after.people.unreachable;
        let would_edit_reveal_hidden = self.after.game.has_decoys()
            && !tells_channel
            && !has_summary_changed(self.before, &self.after);
        let may_channel_notice = is_noticed && !would_edit_reveal_hidden;
        if may_channel_notice || has_reachability_changed {
            self.enqueue_message_edit_once(&MessageSlot::new(MessageKind::Summary, channel))?;
        }
        Ok(())
    }

    /// Chooses the message that shows the recipient the current act, and keeps it as their current
    /// record. It is that of the answered prompt, else of the first prompt it opens, else the
    /// message that recorded this turn last, while that has room. So a channel reads events in
    /// their order.
    fn choose_and_track_message_showing_act(
        &mut self,
        recipient: Audience,
        opened_prompts: &[OpenPrompt],
    ) -> MessageKind {
        let current_records = &mut self.after.people.current_records;
        let position = current_records.iter().position(|(audience, _)| *audience == recipient);
        let previous = position.map(|position| current_records.remove(position).1);
        let record = match self.message_of_answered_or_opened_prompt(recipient, opened_prompts) {
            Some(kind) => self.continue_or_start_record(kind, recipient, previous),
            None => self.build_record_in_turn_or_own_message(recipient, previous),
        };
        let kind = record.kind.clone();
        self.after.people.current_records.push((recipient, record));
        kind
    }

    /// Returns the message of the answered prompt, or if none was answered that of the first opened
    /// one, if the recipient sees it.
    fn message_of_answered_or_opened_prompt(
        &self,
        recipient: Audience,
        opened_prompts: &[OpenPrompt],
    ) -> Option<MessageKind> {
        let is_shown_to_recipient = |open: &&OpenPrompt| {
            open.audience == recipient
                && !open.prompt.is_hidden_from_public
                && !matches!(open.prompt.subject, PromptSubject::DecoyDelay(_))
        };
        let answered = self.answered_prompt.and_then(|id| self.before.find_open_prompt(id));
        let shown = match answered {
            Some(answered) => Some(answered).filter(is_shown_to_recipient),
            None => opened_prompts.iter().find(is_shown_to_recipient),
        };
        shown.map(OpenPrompt::message_kind)
    }

    /// Returns the record of one more row in a message of a kind. It continues the previous record
    /// if that is of the same kind; else it starts now and counts from one.
    fn continue_or_start_record(
        &self,
        kind: MessageKind,
        audience: Audience,
        previous: Option<CurrentRecord>,
    ) -> CurrentRecord {
        let visible_turn = self.before.turn_visible_to(audience);
        let turn_revision = visible_turn
            .map(|turn| turn.id.revision)
            .or(previous.as_ref().map(|record| record.turn_revision));
        let (started_at, row_count) = match previous.filter(|record| record.kind == kind) {
            Some(record) => (record.started_at, record.row_count),
            None => (self.input_time.now, 0),
        };
        CurrentRecord {
            kind,
            turn_revision: turn_revision.unwrap_or_default(),
            started_at,
            row_count: row_count + 1,
        }
    }

    /// Returns the record after the current act: in the message that calls the players back, in the
    /// one that recorded this turn last while it has room, in that of the turn, or in a message of
    /// its own.
    fn build_record_in_turn_or_own_message(
        &self,
        audience: Audience,
        previous: Option<CurrentRecord>,
    ) -> CurrentRecord {
        let (revision, now) = (self.after.revision, self.input_time.now);
        // The start of a fight is told in a new message: an edit of the set-up goes unnoticed.
        let starts_fight = !self.before.is_running() && self.after.is_running();
        let previous = previous.filter(|_| !starts_fight);
        let visible_turn = self.before.turn_visible_to(audience);
        if let Some(turn) = visible_turn
            && self.is_turn_resumed
        {
            return self.build_record_of_resumed_turn(turn, audience);
        }
        // Acts in a turn that the audience cannot see count to the turn before it.
        let turn_revision = match (visible_turn, &previous) {
            (Some(turn), _) => turn.id.revision,
            (None, Some(record)) => record.turn_revision,
            (None, None) => 0,
        };
        let has_record_of_turn =
            previous.as_ref().is_some_and(|record| record.turn_revision == turn_revision);
        if let Some(record) = previous
            && record.has_room_for_turn(turn_revision, now)
        {
            return CurrentRecord { row_count: record.row_count + 1, ..record };
        }
        // A record of this turn that has no room means that the turn's own message is full as well.
        if let Some(turn) = visible_turn
            && !has_record_of_turn
            && self.before.turn_audience(turn) == audience
        {
            let (kind, started_at) = (MessageKind::Turn(turn.id), turn.started_at);
            return CurrentRecord { kind, turn_revision, started_at, row_count: 1 };
        }
        let kind = MessageKind::Record(RecordSpan { first_revision: revision, turn_revision });
        CurrentRecord { kind, turn_revision, started_at: now, row_count: 1 }
    }

    /// Returns the record of an act that resumes a turn. The message that calls the players back
    /// also shows what resumed the turn; an audience that gets no such message gets one of the act
    /// alone.
    fn build_record_of_resumed_turn(&self, turn: &OpenTurn, audience: Audience) -> CurrentRecord {
        let revision = self.after.revision;
        let kind = match self.after.turn_audience(turn) == audience {
            true => MessageKind::Turn(TurnId { revision, ..turn.id }),
            false => MessageKind::Record(RecordSpan {
                first_revision: revision,
                turn_revision: revision,
            }),
        };
        let started_at = self.input_time.now;
        CurrentRecord { kind, turn_revision: revision, started_at, row_count: 1 }
    }

    /// Refreshes the messages that show acts which were undone or redone. Returns the revision of
    /// each act, and whether it is undone now.
    fn refresh_revised_records_returning_undone_flags(
        &mut self,
        revised_records: Vec<RevisedRecord>,
    ) -> Result<Vec<(i64, bool)>, StoreError> {
        let mut undone_flags = Vec::new();
        for RevisedRecord { revision, is_undone, messages } in revised_records {
            undone_flags.push((revision, is_undone));
            for (audience, subject) in messages {
                self.refresh_record_message(audience, &subject)?;
            }
        }
        Ok(undone_flags)
    }

    /// Refreshes a message that shows an act which was undone or redone.
    fn refresh_record_message(
        &mut self,
        audience: Audience,
        subject: &str,
    ) -> Result<(), StoreError> {
        match MessageSlot::parse_subject_of_message_with_events(self.after.id, subject, audience) {
            Some(slot) => self.refresh_record_and_copies(&slot),
            None => Ok(()),
        }
    }

    /// Enqueues the post of words in character, or its edit. Returns the earlier inputs that change
    /// with it, as they are stored from now on.
    fn enqueue_speech_returning_edited_inputs(
        &mut self,
        update: Option<SpeechUpdate>,
    ) -> Result<Vec<(i64, String)>, StoreError> {
        let (revision, is_first_post, edited_inputs) = match update {
            None => return Ok(Vec::new()),
            Some(SpeechUpdate::Posted) => (self.after.revision, true, Vec::new()),
            Some(SpeechUpdate::Changed { revision, input, is_first_post }) => {
                (revision, is_first_post, vec![(revision, to_json(&input)?)])
            }
        };
        let channel = Audience::Channel(self.after.channel);
        self.enqueue_message(channel, &OutboxEntry::Speech { revision, is_first_post })?;
        Ok(edited_inputs)
    }

    /// Enqueues the report for the channel and the GM when the fight ends.
    fn enqueue_report_if_ended(&mut self) -> Result<(), StoreError> {
        if !self.before.is_open || self.after.is_open {
            return Ok(());
        }
        self.enqueue_message(Audience::Channel(self.after.channel), &OutboxEntry::Report)?;
        self.enqueue_message(Audience::Dm(self.after.gm), &OutboxEntry::Report)
    }

    /// Enqueues a digest for those who follow the fight when a round ends, and the report when the
    /// fight does. Players and GMs get neither, as they get messages of the fight itself. Only what
    /// everybody can see counts.
    fn enqueue_digest_and_report_for_followers(&mut self) -> Result<(), StoreError> {
        let followers = self.after.people.followers.iter().copied();
        let followers: Vec<UserId> =
            followers.filter(|user| self.after.highest_role_of(*user) == Role::Stranger).collect();
        if followers.is_empty() {
            return Ok(());
        }
        let public = Perspective::from_viewer(Viewer::Public);
        let round = |state: &FightState| public.view_of(&state.game).round;
        let (before, after) = (round(self.before), round(&self.after));
        let has_fight_ended = self.before.is_open && !self.after.is_open;
        for user in followers {
            let audience = Audience::Dm(user);
            if before > 0 && after > before {
                let entry = OutboxEntry::RoundDigest { round: before };
                self.enqueue_message(audience, &entry)?;
            }
            if has_fight_ended {
                self.enqueue_message(audience, &OutboxEntry::Report)?;
            }
        }
        Ok(())
    }

    /// Archives the fight's own thread when the fight ends, and reopens it when the end is undone.
    fn enqueue_thread_change_if_ended_or_reopened(&mut self) -> Result<(), StoreError> {
        let has_thread = self.after.people.thread == Some(FightThread::Open);
        if !has_thread || self.before.is_open == self.after.is_open {
            return Ok(());
        }
        let entry = OutboxEntry::ArchiveOrReopenThread;
        self.enqueue_message(Audience::Channel(self.after.channel), &entry)
    }

    /// Enqueues an edit of a message, unless one is queued already.
    pub(crate) fn enqueue_message_edit_once(
        &mut self,
        slot: &MessageSlot,
    ) -> Result<(), StoreError> {
        let entry = OutboxEntry::show_without_ping(slot);
        let subject = entry.message_subject(slot.audience);
        match self.outbox.iter().any(|queued| queued.subject == subject) {
            true => Ok(()),
            false => self.enqueue_message(slot.audience, &entry),
        }
    }

    /// Refreshes messages that no longer await somebody or whose content has changed, and removes
    /// reminders of prompts and turns that are over.
    fn refresh_outdated_messages_and_remove_reminders(
        &mut self,
        is_quiet: bool,
    ) -> Result<(), StoreError> {
        for previous in &self.before.prompts {
            if self.after.find_open_prompt(previous.id).is_none() {
                self.refresh_prompt_message_and_copies(
                    previous.message_kind(),
                    previous.id,
                    previous.audience,
                )?;
            }
        }
        self.refresh_messages_that_awaited_users(is_quiet)?;
        self.remove_reminders_of_what_is_over()
    }

    /// Refreshes the messages that awaited somebody and do so no longer, and those whose buttons
    /// change with the fight. A quiet act changes no message in the channel of the latter kind, and
    /// neither does a hidden one in a fight with decoys: not even the order of edits may reveal it.
    fn refresh_messages_that_awaited_users(&mut self, is_quiet: bool) -> Result<(), StoreError> {
        let pending_now = self.after.messages_awaiting_users();
        let is_held_up = |state: &FightState| !state.prompts.is_empty();
        let turn_state = |state: &FightState| (is_held_up(state), state.are_deadlines_stopped());
        let has_turn_changed = self.before.game != self.after.game
            || turn_state(self.before) != turn_state(&self.after);
        let is_seen =
            !self.after.game.has_decoys() || has_summary_changed(self.before, &self.after);
        let may_change_in_channel = is_seen && !is_quiet;
        for previous in self.awaiting_before.clone() {
            let has_content_changed = match previous.slot.kind {
                MessageKind::Turn(_) => has_turn_changed,
                MessageKind::Invitation(_) => is_held_up(self.before) != is_held_up(&self.after),
                _ => false,
            };
            let is_in_channel = matches!(previous.slot.audience, Audience::Channel(_));
            let is_redrawn = has_content_changed && (may_change_in_channel || !is_in_channel);
            if is_redrawn || !pending_now.contains(&previous) {
                self.enqueue_message_edit_once(&previous.slot)?;
            }
        }
        Ok(())
    }

    /// Removes the reminders of prompts and turns that are over.
    fn remove_reminders_of_what_is_over(&mut self) -> Result<(), StoreError> {
        let turn = self.after.turn.as_ref().map(|turn| turn.id);
        let open_prompts: BTreeSet<PromptId> =
            self.after.prompts.iter().map(|open| open.id).collect();
        let is_outdated = |reminder: &mut (Audience, ReminderSubject)| {
            !reminder.1.is_still_open(turn, |id| open_prompts.contains(&id))
        };
        let outdated: Vec<_> =
            self.after.people.active_reminders.extract_if(.., is_outdated).collect();
        for (audience, subject) in outdated {
            self.enqueue_message(audience, &OutboxEntry::RemoveReminder(subject))?;
        }
        Ok(())
    }

    /// Returns whether a new message in the channel awaits somebody.
    pub(crate) fn has_new_channel_message(&self) -> bool {
        let pending_messages = self.after.messages_awaiting_users();
        let mut new = pending_messages.iter().filter(|pending| self.is_new_message(&pending.slot));
        new.any(|pending| matches!(pending.slot.audience, Audience::Channel(_)))
    }

    /// Returns the channel that the fight leaves.
    fn left_channel(&self) -> Option<ChannelId> {
        (self.before.channel != self.after.channel).then_some(self.before.channel)
    }

    /// Returns whether no message of this slot existed before the change.
    fn is_new_message(&self, slot: &MessageSlot) -> bool {
        self.awaiting_before.iter().all(|previous| previous.slot != *slot)
    }

    /// Enqueues the messages that await somebody from now on; they ping those who were not pinged
    /// before.
    fn enqueue_new_messages_to_awaited(&mut self) -> Result<(), StoreError> {
        for AwaitingMessage { slot, users_to_ping: mut pinged_users, has_time_limit, .. } in
            self.after.messages_awaiting_users()
        {
            if !self.is_new_message(&slot) {
                continue;
            }
            let is_turn = matches!(slot.kind, MessageKind::Turn(_));
            // A ping in a channel that the fight has left, or that is unreachable, does not count.
            let is_unreachable = self.before.unreachable_channel(slot.audience).is_some();
            let do_earlier_pings_count = self.left_channel().is_none() && !is_unreachable;
            pinged_users.retain(|user| {
                let was_pinged =
                    is_turn && do_earlier_pings_count && self.already_pinged.contains(user);
                // A reminder before the end of the time limit pings those who are away now.
                let is_reminded_later = has_time_limit && self.input_time.is_away_or_quiet(*user);
                !was_pinged && !is_reminded_later
            });
            let MessageSlot { kind, copy_for, .. } = slot.clone();
            let entry = OutboxEntry::Show { kind, copy_for, pinged_users };
            let subject = entry.message_subject(slot.audience);
            // The new message shows everything that a queued edit of it would.
            self.outbox.retain(|queued| queued.subject != subject);
            self.enqueue_message(slot.audience, &entry)?;
        }
        Ok(())
    }

    /// Enqueues a reminder, which replaces the earlier one of its subject.
    fn enqueue_and_track_reminder(
        &mut self,
        audience: Audience,
        entry: OutboxEntry,
    ) -> Result<(), StoreError> {
        if let OutboxEntry::Reminder { subject, .. } = &entry {
            let active_reminder = (audience, *subject);
            if !self.after.people.active_reminders.contains(&active_reminder) {
                self.after.people.active_reminders.push(active_reminder);
            }
        }
        self.enqueue_message(audience, &entry)
    }

    /// Keeps, opens or closes the current turn. While prompts are open the turn goes on; else it is
    /// the one that the game awaits.
    fn continue_open_or_close_turn(
        &mut self,
        reminded_turn: Option<TurnId>,
    ) -> Result<(), StoreError> {
        if !self.after.prompts.is_empty() && self.after.is_open {
            return self.reopen_turn_behind_prompts_if_reassigned();
        }
        let awaited = FightState::turn_awaited_once_no_prompt_open(&self.after.game);
        if let (Some(turn), Some(awaited)) = (&self.after.turn, &awaited)
            && self.after.is_same_turn_state(&turn.awaited, awaited)
        {
            let awaited = awaited.clone().with_initial_actors_of(&turn.awaited);
            return self.continue_or_reopen_turn_and_remind_gm(
                OpenTurn { awaited, ..turn.clone() },
                reminded_turn,
            );
        }
        self.after.people.reset_turn();
        if let Some(turn) = self.after.turn.take() {
            self.drop_begun_plans_of_ended_turn(&turn, awaited.as_ref())?;
            self.close_turn_and_clear_timers(&turn)?;
        }
        let Some(awaited) = awaited else { return Ok(()) };
        let id = self.push_new_turn_row(&awaited)?;
        self.after.turn = Some(OpenTurn {
            id,
            started_at: self.input_time.now,
            deadline: self.deadline_of_new_turn(&awaited),
            awaited,
            reminder: None,
            plan_deadline: None,
        });
        Ok(())
    }

    /// Returns the time limit of a turn that begins: at once where absence policies play it, after
    /// an undo the time that was left, else the full limit. `None` where it has no limit.
    fn deadline_of_new_turn(&self, awaited: &AwaitedTurn) -> Option<Deadline> {
        if self.after.is_turn_left_to_absence_policies(awaited) {
            return DUE_AT_ONCE;
        }
        if let Some((earlier, remaining_millis)) = &self.remaining_time.turn
            && self.after.is_same_turn_state(earlier, awaited)
        {
            return Some(Deadline::Paused(*remaining_millis));
        }
        time_limit_from_secs(awaited.clock_secs)
    }

    /// Stores a turn that begins with this input. Returns its id.
    fn push_new_turn_row(&mut self, awaited_turn: &AwaitedTurn) -> Result<TurnId, StoreError> {
        let id = TurnId { fight: self.after.id, revision: self.after.revision };
        self.push_turn_row(id, awaited_turn, TurnProgress::Running, None)?;
        Ok(id)
    }

    /// Adds the row of a turn. `millis_left` is what was left of its limit when it was over.
    fn push_turn_row(
        &mut self,
        id: TurnId,
        awaited_turn: &AwaitedTurn,
        progress: TurnProgress,
        millis_left: Option<Millis>,
    ) -> Result<(), StoreError> {
        let is_over = progress == TurnProgress::Over;
        self.turns.push(TurnRow { id, awaited: to_json(awaited_turn)?, is_over, millis_left });
        Ok(())
    }

    /// Stores that a turn is over, with the time that was left of its limit, and clears its
    /// deadlines.
    fn close_turn_and_clear_timers(&mut self, turn: &OpenTurn) -> Result<(), StoreError> {
        let users = self.before.users_who_move_turn_times(turn);
        let id = turn.id;
        let mut millis_left =
            remaining_millis_with_quiet_hours(turn.deadline, &users, self.before, self.input_time);
        // A turn with a limit but no deadline has run out of time.
        let has_run_out = turn.deadline.is_none() && turn.awaited.clock_secs > 0;
        if millis_left.is_none() && has_run_out {
            millis_left = Some(0);
        }
        self.push_turn_row(id, &turn.awaited, TurnProgress::Over, millis_left)?;
        self.timers.push((DeadlineKind::TurnLimit(id), None));
        self.timers.push((DeadlineKind::TurnReminder(id), None));
        Ok(())
    }

    /// Replaces the turn by a new one with the remaining time, because other users play it now than
    /// those who were told of it.
    fn replace_turn_keeping_deadline(
        &mut self,
        turn: OpenTurn,
        already_pinged: &BTreeSet<UserId>,
    ) -> Result<(), StoreError> {
        self.close_turn_and_clear_timers(&turn)?;
        // The timer of a plan is stored under the id of the turn, so the old one is removed.
        if turn.plan_deadline.is_some() {
            self.timers.push((DeadlineKind::TurnPlan(turn.id), None));
        }
        let awaited = turn.awaited.into_new_turn();
        let (id, started_at) = (self.push_new_turn_row(&awaited)?, self.input_time.now);
        self.after.turn = Some(OpenTurn { id, started_at, awaited, reminder: None, ..turn });
        self.already_pinged.clone_from(already_pinged);
        Ok(())
    }

    /// Returns the users who were told of the turn before this change.
    fn users_told_of_turn(&self) -> BTreeSet<UserId> {
        let previous_turn = self.before.turn.as_ref();
        previous_turn
            .map(|turn| self.before.turn_users(turn).into_iter().collect())
            .unwrap_or_default()
    }

    /// Reopens a turn that stands still behind prompts, if other users play it now. Nobody is
    /// pinged while prompts are open.
    fn reopen_turn_behind_prompts_if_reassigned(&mut self) -> Result<(), StoreError> {
        let Some(turn) = self.after.turn.clone() else { return Ok(()) };
        let users: BTreeSet<UserId> = self.after.turn_users(&turn).into_iter().collect();
        if users.is_subset(&self.users_told_of_turn()) {
            return Ok(());
        }
        let already_pinged = &users | &self.after.turn_copy_recipients(&turn);
        self.replace_turn_keeping_deadline(turn, &already_pinged)
    }

    /// Keeps the running turn. It is reopened under a new id if other users play it now or its
    /// players are to be pinged again; if it is `reminded_turn`, the GM is told that its time is
    /// over.
    fn continue_or_reopen_turn_and_remind_gm(
        &mut self,
        mut turn: OpenTurn,
        reminded_turn: Option<TurnId>,
    ) -> Result<(), StoreError> {
        let id = turn.id;
        if reminded_turn == Some(id) {
            turn.deadline = None;
            self.timers.push((DeadlineKind::TurnLimit(id), None));
            self.enqueue_message(
                Audience::Dm(self.after.gm),
                &OutboxEntry::GmReminder { turn: id },
            )?;
        }
        let previous_awaited = self.before.turn.as_ref().map(|previous| &previous.awaited);
        let was_unattended = previous_awaited
            .is_some_and(|awaited| self.before.is_turn_left_to_absence_policies(awaited));
        let is_unattended = self.after.is_turn_left_to_absence_policies(&turn.awaited);
        if is_unattended && !was_unattended {
            turn.deadline = DUE_AT_ONCE;
            self.timers.push((DeadlineKind::TurnLimit(id), turn.deadline));
        }
        let told_users = self.users_told_of_turn();
        let are_all_told =
            self.after.turn_users(&turn).iter().all(|user| told_users.contains(user));
        if !are_all_told || self.is_turn_resumed {
            // After prompts everybody is pinged again, except whoever has just acted.
            let was_held_up = self.is_turn_resumed || !self.before.prompts.is_empty();
            let already_pinged: BTreeSet<UserId> = match was_held_up {
                true => self.acting_user.into_iter().collect(),
                false => &told_users | &self.users_with_turn_copies(),
            };
            return self.replace_turn_keeping_deadline(turn, &already_pinged);
        }
        // While a prompt is open the game itself does not say whom the turn awaits.
        if previous_awaited != Some(&turn.awaited) {
            self.push_turn_row(id, &turn.awaited, TurnProgress::Running, None)?;
        }
        self.after.turn = Some(turn);
        Ok(())
    }

    /// Returns whether the players of the turn are pinged again: the turn stood still behind
    /// prompts, or a plan for it has been performed. Whoever caused that just now is not pinged.
    fn should_ping_turn_players_again(&self) -> bool {
        let Some(previous_turn) = &self.before.turn else { return false };
        if !self.after.prompts.is_empty() || !self.after.is_open {
            return false;
        }
        let Some(awaited) = FightState::turn_awaited_once_no_prompt_open(&self.after.game) else {
            return false;
        };
        if !self.after.is_same_turn_state(&previous_turn.awaited, &awaited) {
            return false;
        }
        let stood_still = !self.before.prompts.is_empty();
        let has_finished_plan = self.acting_user.is_none()
            && self.actor.is_some_and(|who| {
                self.after.can_take_turn(&awaited, who) && !self.after.plans.contains_key(&who)
            });
        if !stood_still && !has_finished_plan {
            return false;
        }
        // An autoplayed turn pings nobody.
        if self.after.find_autoplayer_to_act(&awaited).is_some() {
            return false;
        }
        let turn = OpenTurn { awaited, ..previous_turn.clone() };
        let is_pinged = |user: &UserId| {
            self.acting_user != Some(*user) && !self.input_time.is_away_or_quiet(*user)
        };
        self.after.turn_users(&turn).iter().any(is_pinged)
    }

    /// Enqueues notices about stand-ins that become active or end.
    fn enqueue_stand_in_notices(&mut self) -> Result<(), StoreError> {
        let people_before = &self.before.people;
        let people_now = self.after.people.clone();
        let mut combatants: BTreeSet<CombatantId> =
            people_before.stand_ins.keys().copied().collect();
        combatants.extend(people_now.stand_ins.keys());
        for who in combatants {
            let previous = people_before.active_stand_in(who);
            let current = people_now.active_stand_in(who);
            let previous_user = previous.map(|stand_in| stand_in.user);
            let user = current.map(|stand_in| stand_in.user);
            let previous_until = previous.and_then(|stand_in| stand_in.until);
            let until = current.and_then(|stand_in| stand_in.until);
            if previous_user == user && previous_until == until {
                continue;
            }
            let Some(member) = self.after.member(who).cloned() else { continue };
            let notice = Notice::StandInChanged { name: member.name, user, until };
            let audiences: BTreeSet<Audience> =
                match self.after.channel_or_private_audience_for(Initiator::Combatant(who)) {
                    channel @ Audience::Channel(_) => [channel].into(),
                    // Those whom it concerns, each in private: the stand-ins and the player.
                    Audience::Dm(_) => {
                        let users = [previous_user, user, member.user].into_iter().flatten();
                        users.map(Audience::Dm).collect()
                    }
                };
            for audience in audiences {
                self.enqueue_message(audience, &OutboxEntry::Notice(notice.clone()))?;
            }
        }
        Ok(())
    }

    /// Drops standing orders, plans and arrangements of combatants whose joining was undone, since
    /// whoever joins later is somebody else. Returns the first free combatant number, `None` when
    /// nobody was removed.
    fn drop_data_of_removed_combatants(&mut self) -> Option<u8> {
        let joined_count = self.after.game.ever_joined_count();
        if joined_count >= self.before.game.ever_joined_count() {
            return None;
        }
        let is_kept = |who: &CombatantId| usize::from(who.0) < joined_count;
        self.after.standing_orders.retain(|who, _| is_kept(who));
        self.after.plans.retain(|who, _| is_kept(who));
        self.after.people.stand_ins.retain(|who, _| is_kept(who));
        self.after.people.absence_policies.retain(|who, _| is_kept(who));
        self.after.people.npc_temperaments.retain(|who, _| is_kept(who));
        self.after.people.npc_portraits.retain(|who, _| is_kept(who));
        u8::try_from(joined_count).ok()
    }

    /// Returns whether the current turn awaits a hidden combatant. Unlike
    /// `engine::core::fight::Fight::is_hidden_npc` it counts hidden player characters.
    fn awaits_hidden_combatant(&self) -> bool {
        let is_hidden = |actor: &Initiator| match actor {
            Initiator::Gm => false,
            Initiator::Combatant(who) => {
                self.after.member(*who).is_some_and(|member| member.is_hidden)
            }
        };
        let turn = self.after.turn.iter();
        turn.flat_map(|turn| &turn.awaited.actors).any(is_hidden)
    }

    /// Drops the rest of begun plans after an undo, so that they do not repeat what was undone.
    fn drop_begun_plans_after_undo(&mut self) -> Result<(), StoreError> {
        self.after.people.acted_this_turn.clear();
        let Some(turn) = self.after.turn.take() else { return Ok(()) };
        self.drop_partly_played_plans_and_tell_owners(
            &turn,
            &BTreeSet::new(),
            PlanDropReason::ActUndone,
        )?;
        self.after.turn = Some(OpenTurn { plan_deadline: None, ..turn });
        Ok(())
    }

    /// Returns the users who have a copy of the message of the turn before this change.
    fn users_with_turn_copies(&self) -> BTreeSet<UserId> {
        let previous_turn = self.before.turn.as_ref();
        previous_turn.map(|turn| self.before.turn_copy_recipients(turn)).unwrap_or_default()
    }
}
