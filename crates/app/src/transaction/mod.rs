//! What an input changes: from the fight before and what was done, to the fight after and the rows
//! that are stored of it.
//!
//! Here turns begin and end, and the outbox is filled; questions, plans and clocks have files of
//! their own. None of this asks the store or rolls a die; `commit.rs` stores what comes of it.

mod checkouts;
pub mod commit;
pub mod journal_view;
mod migrate_pending;
mod plans;
mod prompts;
mod reminders;
pub mod scheduling;
mod sleep;

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use engine::core::command::Command;
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::game::{Game, GameOutcome, Narrative, Prompt, PromptSubject};
use engine::visibility::view::Viewer;
use store::error::StoreError;
use store::ids::{Millis, PromptId, TurnId};
use store::rows::{
    Checkout, Commit, Deadline, DeadlineKind, JournalKind, JournalRow, NewMessageRecord,
    NewOutboxRow, PlanRow, PromptRow, TurnRow,
};

use crate::api::dice_source::{DecoyDelays, RecordedRoll, ReplayDice, RollLog};
use crate::api::outbox::{Audience, Notice, PromptOutcome, ReminderSubject};
use crate::api::plans::Plan;
use crate::state::fight_state::{AwaitedTurn, FightState, OpenPrompt, OpenTurn, to_json};
use crate::state::message_slots::{
    CurrentRecord, MessageKind, MessageSlot, PendingMessage, RecordSpan,
};
use crate::state::outbox_entry::OutboxEntry;
use crate::state::people::{FightPeople, InputTime};
use crate::state::plan_execution::AutoPassed;
use crate::state::roles::ViewerSet;
use crate::transaction::reminders::build_reminders;
use crate::transaction::scheduling::{
    DUE_AT_ONCE, remaining_millis, schedule_deadlines, schedule_prepared_deadlines,
    time_limit_from_secs,
};

/// The slot that holds a thing as the engine knows it; nobody types it.
pub(crate) const ITEM_SLOT: &str = "thing";

/// The notes and the tape of what the rules have no part in.
const EMPTY_JSON_LIST: &str = "[]";

/// What was said, as the journal keeps it.
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
    /// Said by what its user had prepared: nobody needs to know.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_prepared: bool,
    /// The turn in which it was said was ended in the same breath.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ends_turn: bool,
    /// What was done in the same breath in turns that nobody saw: planned acts, and passing, which
    /// nobody does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "unseen")]
    pub unseen_commands: Vec<(Option<CombatantId>, Command)>,
}

impl InputRecord {
    /// What was said, as somebody types it.
    pub fn typed_command(&self) -> Command {
        let mut words = self.command.clone();
        words.slots.remove(ITEM_SLOT);
        words
    }

    pub fn from_command(command: Command) -> Self {
        Self { command, ..Self::default() }
    }
}

/// A question that was answered, closed anew with another outcome.
pub(crate) struct RevisedPrompt {
    pub id: PromptId,
    pub prompt: Prompt,
    pub closed_at_revision: i64,
    pub outcome: PromptOutcome,
}

/// A row of the journal that was taken back, or holds again, and the messages that tell of it.
pub(crate) struct RevisedRecord {
    pub revision: i64,
    pub is_undone: bool,
    pub messages: Vec<(Audience, String)>,
}

/// What was left of the limits of questions, and of a turn, that are taken up again.
#[derive(Default)]
pub(crate) struct RemainingTime {
    pub prompts: Vec<(Prompt, Millis)>,
    pub turn: Option<(AwaitedTurn, Millis)>,
}

/// What an input does to a fight.
pub(crate) struct StateChange {
    pub kind: JournalKind,
    pub back_to: Option<i64>,
    pub input: InputRecord,
    /// None: the clock.
    pub user: Option<UserId>,
    pub input_key: Option<u64>,
    /// The fight afterwards, as far as the input itself says: its row and its game.
    pub after: FightState,
    /// The questions that are open afterwards.
    pub prompts: Vec<Prompt>,
    /// What happened and how it fell, as the journal keeps it.
    pub events: String,
    pub tape: String,
    /// The prompt that was answered, and how.
    pub answered_prompt: Option<(PromptId, PromptOutcome)>,
    /// What the channel and the GM are told.
    pub public_narrative: Option<Narrative>,
    pub gm_narrative: Option<Narrative>,
    pub notices: Vec<(Audience, Notice)>,
    /// What nobody is told but whoever said it.
    pub private_reply: Option<Notice>,
    /// The GM has been reminded of this turn: its clock has run out.
    pub reminded_turn: Option<TurnId>,
    /// The clock of a nudge that has run out.
    pub expired_deadline: Option<DeadlineKind>,
    /// Plans that are played or given up, and what is left of them.
    pub plan_updates: Vec<(CombatantId, Option<Plan>)>,
    /// Sheets that come into the fight or leave it.
    pub checkouts: Vec<Checkout>,
    /// The dice that fell.
    pub rolls: Vec<RecordedRoll>,
    /// Questions that were answered before, and what has become of their answers.
    pub revised_prompts: Vec<RevisedPrompt>,
    /// What happened before, told as it stands now.
    pub revised_records: Vec<RevisedRecord>,
    pub remaining_time: RemainingTime,
}

impl StateChange {
    /// A change that leaves the game as it is.
    pub fn without_game_change(before: &FightState, input: InputRecord) -> Self {
        let prompts = before.prompts.iter().map(|open| open.prompt.clone()).collect();
        Self { prompts, ..Self::new(before.clone(), input) }
    }

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
            revised_prompts: Vec::new(),
            revised_records: Vec::new(),
            remaining_time: RemainingTime::default(),
        }
    }

    /// A change by the rules, with the dice that were used.
    pub fn from_outcome(
        before: &FightState,
        input: InputRecord,
        outcome: GameOutcome,
        mut dice: ReplayDice,
    ) -> Self {
        let passed = before.play_hidden_turns(outcome, &mut dice);
        let AutoPassed {
            outcome: happened,
            hidden_acts: unseen,
            remaining_plans: plan_updates,
            mut notices,
        } = passed;
        let RollLog { rolled: rolls, queued: ahead, draw_counts: drawn } = dice.roll_log;
        let public_narrative = happened.narrative_for(Viewer::Public);
        let gm_narrative = happened.narrative_for(Viewer::Gm);
        if happened.was_migrated {
            notices.push((Audience::Dm(before.gm), Notice::PendingActMigrated));
        }
        let (events, tape) = happened.to_journal_json();
        let after = FightState {
            queued_rolls: ahead,
            draw_counts: drawn,
            ..before.clone().with_game(happened.game)
        };
        Self {
            kind: JournalKind::Played,
            prompts: happened.prompts,
            rolls,
            events,
            tape,
            public_narrative,
            gm_narrative,
            notices,
            plan_updates,
            ..Self::new(after, InputRecord { unseen_commands: unseen, ..input })
        }
    }
}

/// The rows of one input as they are drawn up.
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
    /// Who did something, and the user who said so just now; none where it was prepared.
    actor: Option<CombatantId>,
    acting_user: Option<UserId>,
    /// With decoys, how long windows wait that are opened now and hide who is asked.
    decoy_delay: Option<Millis>,
    remaining_time: RemainingTime,
    /// The messages that waited for somebody before.
    pending_before: Vec<PendingMessage>,
    /// The question that was answered.
    answered_prompt: Option<PromptId>,
    /// Whoever plays the turn that goes on is called to it again, by a message of its own.
    is_turn_resumed: bool,
    /// Who has been called to the turn before, by another message.
    already_called: BTreeSet<UserId>,
    /// Something was told that everybody can read.
    pub(crate) is_channel_notified: bool,
}

/// Draws up what is stored of a change, and the fight as it stands once that is stored.
///
/// # Errors
/// Something cannot be written as JSON.
pub(crate) fn build_commit(
    before: &FightState,
    change: StateChange,
    delays: DecoyDelays,
    input_time: &InputTime,
) -> Result<(Arc<FightState>, Commit), StoreError> {
    let StateChange {
        kind,
        back_to,
        input: said,
        user,
        input_key,
        after,
        prompts: asked,
        events: notes,
        tape,
        ..
    } = change;
    let (revision, at) = (before.revision + 1, input_time.now);
    let mut now = FightState { revision, ..after };
    now.people.refresh_absences(input_time, &now.members);
    let is_there = said.actor.filter(|_| !said.is_prepared);
    let player = is_there.filter(|who| now.member(*who).and_then(|one| one.user) == user);
    if let (Some(who), Some(user)) = (player, user)
        && !now.people.away_until.contains_key(&user)
    {
        now.people.deactivate_stand_in(who);
    }
    if user.is_none() {
        now.fall_asleep_if_unattended();
    }
    let mut waits = delays;
    let lull = now.game.has_decoys().then(|| waits.draw_delay());
    let mut draft = CommitBuilder {
        before,
        after: now,
        input_time,
        prompts: Vec::new(),
        turns: Vec::new(),
        timers: Vec::new(),
        outbox: Vec::new(),
        records: Vec::new(),
        plans: Vec::new(),
        delays: waits,
        actor: said.actor.filter(|_| kind == JournalKind::Played),
        acting_user: user.filter(|_| !said.is_prepared),
        decoy_delay: lull,
        remaining_time: change.remaining_time,
        pending_before: before.pending_messages(),
        answered_prompt: change.answered_prompt.as_ref().map(|(id, _)| *id),
        is_turn_resumed: false,
        already_called: BTreeSet::new(),
        is_channel_notified: false,
    };
    draft.enqueue_revised_prompts(change.revised_prompts)?;
    let has_plans = !change.plan_updates.is_empty();
    draft.apply_plan_updates(change.plan_updates, &said)?;
    let empty = draft.drop_removed_combatants();
    let opened = draft.update_prompts(asked, change.answered_prompt)?;
    // What was taken back is asked of people, not of what they prepared.
    if kind == JournalKind::Played {
        draft.schedule_ordered_answers(false);
    }
    let has_said = user == Some(draft.after.gm) && !said.is_prepared;
    draft.is_turn_resumed = draft.should_call_players_again();
    let (told, told_gm) = match draft.record_act_and_detect_end(&said, user) {
        true => (
            change.public_narrative.map(Narrative::mark_follows_other_acts),
            change.gm_narrative.map(Narrative::mark_follows_other_acts),
        ),
        false => (change.public_narrative, change.gm_narrative),
    };
    draft.enqueue_narratives(told, told_gm, has_said, said.is_quiet, &opened)?;
    let undone = change.revised_records.iter().map(|one| (one.revision, one.is_undone)).collect();
    for (to, subject) in change.revised_records.into_iter().flat_map(|one| one.messages) {
        draft.refresh_record_message(to, &subject)?;
    }
    draft.mark_npc_taken_over(&said, user);
    draft.update_turn(change.reminded_turn)?;
    match kind {
        JournalKind::Undone | JournalKind::Redone => draft.reset_turn_after_undo()?,
        JournalKind::Played => draft.schedule_planned_turn(),
        // One that is given up makes room for another.
        JournalKind::Administrative if has_plans => draft.schedule_planned_turn(),
        JournalKind::Administrative
            if before.people.npc_temperaments != draft.after.people.npc_temperaments =>
        {
            draft.schedule_ordered_answers(true);
            draft.schedule_planned_turn();
        }
        JournalKind::Opened | JournalKind::Administrative => {}
    }
    for (audience, notice) in change.notices {
        draft.enqueue_message(audience, &OutboxEntry::Notice(notice))?;
    }
    draft.enqueue_fight_report()?;
    draft.enqueue_stand_in_notices()?;
    if user.is_some() {
        draft.record_attendance();
    }
    draft.enqueue_sleep_notice()?;
    let nudged = change.expired_deadline;
    draft.clear_prompt_deadline(nudged);
    for (audience, post) in build_reminders(&draft.after, nudged, input_time) {
        draft.enqueue_reminder(audience, post)?;
    }
    draft.timers.extend(schedule_deadlines(&mut draft.after, before, input_time, nudged));
    draft.timers.extend(schedule_prepared_deadlines(&mut draft.after, input_time.now));
    draft.refresh_changed_messages(said.is_quiet)?;
    draft.enqueue_new_messages()?;
    let mut turns = draft.turns.iter();
    let has_begun_or_ended = turns.any(|turn| turn.is_over || turn.id.revision == revision);
    let is_of_channel = !said.is_quiet || !draft.prompts.is_empty() || has_begun_or_ended;
    // With decoys not even that something went on unseen.
    if is_of_channel
        && (!draft.after.game.has_decoys() || has_summary_changed(before, &draft.after))
    {
        let summary =
            MessageSlot::new(MessageKind::Summary, Audience::Channel(draft.after.channel));
        draft.refresh_message(&summary)?;
    }
    let journal = JournalRow {
        revision,
        at,
        user: user.map(|user| user.0 as i64),
        kind,
        back_to,
        said: to_json(&said)?,
        tape,
        notes,
        state: to_json(&draft.after.game)?,
        input_key: input_key.map(|key| key as i64),
        dice: to_json(&RollLog {
            rolled: change.rolls,
            queued: draft.after.queued_rolls.clone(),
            draw_counts: draft.after.draw_counts,
        })?,
    };
    let CommitBuilder { after: now, prompts, turns, timers, outbox: posts, records, plans, .. } =
        draft;
    let (people, known) = (now.participants(), before.stored_participants());
    let joined = people.difference(&known).map(|user| user.0).collect();
    let left = known.difference(&people).map(|user| user.0).collect();
    let row = now.to_row()?;
    let fight = (row != before.to_row()?).then_some(row);
    let lendings = change.checkouts;
    let commit = Commit {
        journal,
        fight,
        joined_users: joined,
        left_users: left,
        prompts,
        turns,
        timers,
        outbox_rows: posts,
        message_records: records,
        undone_flags: undone,
        plans,
        checkouts: lendings,
        first_removed_combatant: empty,
    };
    Ok((Arc::new(now), commit))
}

/// Whether the summary says something else now.
fn has_summary_changed(before: &FightState, after: &FightState) -> bool {
    let eyes = ViewerSet::from_viewer(Viewer::Public);
    let summary =
        |now: &FightState| (eyes.view_of(&now.game), now.visible_awaited(&eyes), now.is_paused);
    summary(before) != summary(after)
}

impl CommitBuilder<'_> {
    pub(crate) fn enqueue_message(
        &mut self,
        audience: Audience,
        entry: &OutboxEntry,
    ) -> Result<(), StoreError> {
        let is_news = !matches!(entry, OutboxEntry::Show { .. } | OutboxEntry::RemoveReminder(_));
        self.is_channel_notified |= is_news && matches!(audience, Audience::Channel(_));
        self.outbox.push(entry.to_new_post(audience)?);
        Ok(())
    }

    /// Whether somebody ends a turn in which everybody saw them do something else; what they do
    /// now is kept for that.
    fn record_act_and_detect_end(&mut self, input: &InputRecord, user: Option<UserId>) -> bool {
        let Some(who) = self.actor.filter(|_| input.prompt.is_none()) else { return false };
        let is_seen = self.after.member(who).is_some_and(|one| !one.is_hidden);
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

    /// Whoever plays an NPC that would play alone has its turn.
    fn mark_npc_taken_over(&mut self, input: &InputRecord, user: Option<UserId>) {
        let is_taken = user.is_some() && !input.is_prepared && input.prompt.is_none();
        if let Some(who) =
            self.actor.filter(|who| is_taken && self.after.autoplay_temperament(*who).is_some())
        {
            self.after.people.taken_over_npcs.insert(who);
        }
    }

    /// Who is told what happened: the channel, and the GM of what the channel is not told. Whoever
    /// has said something quietly, or in secret, hears of it where they are answered.
    fn enqueue_narratives(
        &mut self,
        public_narrative: Option<Narrative>,
        gm_narrative: Option<Narrative>,
        is_gm_author: bool,
        is_quiet: bool,
        opened_prompts: &[OpenPrompt],
    ) -> Result<(), StoreError> {
        let is_more = match (&public_narrative, &gm_narrative) {
            (Some(told), Some(told_gm)) => !told_gm.has_same_events_as(told),
            (None, told_gm) => told_gm.is_some(),
            (Some(_), None) => false,
        };
        let gm = Audience::Dm(self.after.gm);
        // The message of a turn of the GM's tells all that is done in it, and so does that of what
        // the GM was asked.
        let has_turn = |of: &OpenTurn| self.before.turn_audience(of) == gm;
        let asked = self.answered_prompt.and_then(|id| self.before.find_open_prompt(id));
        let is_gms = self.before.turn.as_ref().is_some_and(has_turn)
            || asked.is_some_and(|open| open.audience == gm && !open.prompt.is_hidden_from_public);
        let is_news = is_more && !is_gm_author && !is_quiet && self.after.is_gm_shown_details;
        if let Some(told) = public_narrative.filter(|_| !is_quiet) {
            self.enqueue_narrative(Audience::Channel(self.after.channel), &told, opened_prompts)?;
            self.is_channel_notified = true;
        }
        match gm_narrative {
            Some(told) if is_gms || is_news => self.enqueue_narrative(gm, &told, opened_prompts),
            _ => Ok(()),
        }
    }

    /// Tells an audience what happened, in the message that it belongs to.
    fn enqueue_narrative(
        &mut self,
        recipient: Audience,
        narrative: &Narrative,
        opened_prompts: &[OpenPrompt],
    ) -> Result<(), StoreError> {
        let slot =
            MessageSlot::new(self.choose_record_message(recipient, opened_prompts), recipient);
        let (subject, audience) = (slot.record_subject(), recipient.to_key());
        self.records.push(NewMessageRecord { subject, audience, narrative: to_json(narrative)? });
        self.refresh_record_and_copies(&slot)
    }

    /// A message that tells something, and its copies, which tell the same.
    fn refresh_record_and_copies(&mut self, slot: &MessageSlot) -> Result<(), StoreError> {
        let subject = slot.record_subject();
        let waited = self.pending_before.iter().map(|live| &live.slot);
        let copies =
            waited.filter(|copy| copy.copy_for.is_some() && copy.record_subject() == subject);
        let copies: Vec<MessageSlot> = copies.cloned().collect();
        self.refresh_message(slot)?;
        copies.iter().try_for_each(|copy| self.refresh_message(copy))
    }

    /// The message in which an audience is told what is done now: that of the question that was
    /// answered, else of the first that it asks, else the one in which this turn was told last,
    /// while that takes more. So a channel reads in the order in which things happened.
    fn choose_record_message(
        &mut self,
        recipient: Audience,
        opened_prompts: &[OpenPrompt],
    ) -> MessageKind {
        let answered = self.answered_prompt.and_then(|id| self.before.find_open_prompt(id));
        let mut asked =
            answered.into_iter().chain(opened_prompts.iter().filter(|_| answered.is_none()));
        let is_here = |open: &&OpenPrompt| {
            open.audience == recipient
                && !open.prompt.is_hidden_from_public
                && !matches!(open.prompt.subject, PromptSubject::DecoyDelay(_))
        };
        let asked = asked.find(is_here).map(OpenPrompt::message_kind);
        let was = self
            .after
            .people
            .current_records
            .iter()
            .position(|(audience, _)| *audience == recipient);
        let was = was.map(|at| self.after.people.current_records.remove(at).1);
        let recording = match asked {
            Some(what) => self.record_in_prompt_message(what, recipient, was),
            None => self.record_in_turn_message(recipient, was),
        };
        let what = recording.kind.clone();
        self.after.people.current_records.push((recipient, recording));
        what
    }

    /// The message of a question, which tells from now on what is done in the turn.
    fn record_in_prompt_message(
        &self,
        kind: MessageKind,
        audience: Audience,
        previous: Option<CurrentRecord>,
    ) -> CurrentRecord {
        let of = self
            .before
            .turn
            .as_ref()
            .filter(|turn| self.before.can_audience_see_turn(turn, audience));
        let turn =
            of.map(|turn| turn.id.revision).or(previous.as_ref().map(|was| was.turn_revision));
        let (since, rows) = match previous.filter(|was| was.kind == kind) {
            Some(was) => (was.started_at, was.row_count),
            None => (self.input_time.now, 0),
        };
        CurrentRecord {
            kind,
            turn_revision: turn.unwrap_or_default(),
            started_at: since,
            row_count: rows + 1,
        }
    }

    fn record_in_turn_message(
        &self,
        audience: Audience,
        previous: Option<CurrentRecord>,
    ) -> CurrentRecord {
        let (revision, at) = (self.after.revision, self.input_time.now);
        let of = self
            .before
            .turn
            .as_ref()
            .filter(|turn| self.before.can_audience_see_turn(turn, audience));
        if let Some(turn) = of.filter(|_| self.is_turn_resumed) {
            // What made it go on is told where they are called to it.
            let what = match self.after.turn_audience(turn) == audience {
                true => MessageKind::Turn(TurnId { revision, ..turn.id }),
                false => MessageKind::Record(RecordSpan {
                    first_revision: revision,
                    turn_revision: revision,
                }),
            };
            return CurrentRecord {
                kind: what,
                turn_revision: revision,
                started_at: at,
                row_count: 1,
            };
        }
        // What is done in a turn that they know nothing of is told as if it was the one before.
        let turn = match (of, &previous) {
            (Some(turn), _) => turn.id.revision,
            (None, Some(was)) => was.turn_revision,
            (None, None) => 0,
        };
        let is_full = previous.as_ref().is_some_and(|was| was.turn_revision == turn);
        if let Some(was) = previous.filter(|was| was.has_room_for_turn(turn, at)) {
            return CurrentRecord { row_count: was.row_count + 1, ..was };
        }
        let has_room = |turn: &&OpenTurn| !is_full && self.before.turn_audience(turn) == audience;
        let (what, since) = match of.filter(has_room) {
            Some(turn) => (MessageKind::Turn(turn.id), turn.started_at),
            None => (
                MessageKind::Record(RecordSpan { first_revision: revision, turn_revision: turn }),
                at,
            ),
        };
        CurrentRecord { kind: what, turn_revision: turn, started_at: since, row_count: 1 }
    }

    /// A message that tells of something which was taken back, or holds again.
    fn refresh_record_message(
        &mut self,
        audience: Audience,
        subject: &str,
    ) -> Result<(), StoreError> {
        match MessageSlot::parse_subject(self.after.id, subject, audience) {
            Some(slot) => self.refresh_record_and_copies(&slot),
            None => Ok(()),
        }
    }

    /// Whoever has fought hears how it went.
    fn enqueue_fight_report(&mut self) -> Result<(), StoreError> {
        if !self.before.is_open || self.after.is_open {
            return Ok(());
        }
        self.enqueue_message(Audience::Channel(self.after.channel), &OutboxEntry::Report)?;
        self.enqueue_message(Audience::Dm(self.after.gm), &OutboxEntry::Report)
    }

    /// What is shown of a message may have changed.
    pub(crate) fn refresh_message(&mut self, slot: &MessageSlot) -> Result<(), StoreError> {
        let post = OutboxEntry::show_without_ping(slot);
        let subject = post.message_subject(slot.audience);
        match self.outbox.iter().any(|waits| waits.subject == subject) {
            true => Ok(()),
            false => self.enqueue_message(slot.audience, &post),
        }
    }

    /// Messages that waited for somebody and do so no longer, or show something else now. What
    /// they are nudged for goes with them.
    fn refresh_changed_messages(&mut self, is_quiet: bool) -> Result<(), StoreError> {
        for was in &self.before.prompts {
            if self.after.find_open_prompt(was.id).is_none() {
                self.refresh_prompt_message(was.message_kind(), was.id, was.audience)?;
            }
        }
        let now = self.after.pending_messages();
        let is_held_up = |of: &FightState| !of.prompts.is_empty();
        let plays = |of: &FightState| (is_held_up(of), of.are_clocks_stopped());
        let goes_on =
            self.before.game != self.after.game || plays(self.before) != plays(&self.after);
        // With decoys not even the order of edits tells of what went on unseen.
        let is_seen =
            !self.after.game.has_decoys() || has_summary_changed(self.before, &self.after);
        for was in self.pending_before.clone() {
            // What is done quietly touches nothing that all can see.
            let is_open = matches!(was.slot.audience, Audience::Channel(_));
            let is_drawn_anew = match was.slot.kind {
                MessageKind::Turn(_) => goes_on,
                MessageKind::Invitation(_) => is_held_up(self.before) != is_held_up(&self.after),
                _ => false,
            };
            let is_known = !(is_open && (is_quiet || !is_seen));
            if (is_drawn_anew && is_known) || !now.contains(&was) {
                self.refresh_message(&was.slot)?;
            }
        }
        let turn = self.after.turn.as_ref().map(|turn| turn.id);
        let open: BTreeSet<PromptId> = self.after.prompts.iter().map(|open| open.id).collect();
        let is_over = |nudged: &mut (Audience, ReminderSubject)| {
            !nudged.1.is_still_open(turn, |id| open.contains(&id))
        };
        let over: Vec<_> = self.after.people.active_reminders.extract_if(.., is_over).collect();
        for (to, of) in over {
            self.enqueue_message(to, &OutboxEntry::RemoveReminder(of))?;
        }
        Ok(())
    }

    /// Somebody is called in the channel by a message of its own.
    pub(crate) fn has_new_channel_message(&self) -> bool {
        let now = self.after.pending_messages();
        let mut new = now.iter().filter(|live| self.is_new_message(&live.slot));
        new.any(|live| matches!(live.slot.audience, Audience::Channel(_)))
    }

    /// There was no such message before.
    fn is_new_message(&self, slot: &MessageSlot) -> bool {
        self.pending_before.iter().all(|was| was.slot != *slot)
    }

    /// Messages that wait for somebody from now on call those who were not called before.
    fn enqueue_new_messages(&mut self) -> Result<(), StoreError> {
        for PendingMessage { slot, called_users: mut calls, has_time_limit: is_limited, .. } in
            self.after.pending_messages()
        {
            if !self.is_new_message(&slot) {
                continue;
            }
            let is_turn = matches!(slot.kind, MessageKind::Turn(_));
            // A nudge makes up for it, and nobody is nudged who has all the time there is.
            calls.retain(|user| {
                let is_known = is_turn && self.already_called.contains(user);
                !(is_known || is_limited && self.input_time.is_away_or_quiet(*user))
            });
            let MessageSlot { kind: what, copy_for: copy, .. } = slot.clone();
            let post = OutboxEntry::Show { kind: what, copy_for: copy, pinged_users: calls };
            let subject = post.message_subject(slot.audience);
            // What it tells may be told already.
            self.outbox.retain(|waits| waits.subject != subject);
            self.enqueue_message(slot.audience, &post)?;
        }
        Ok(())
    }

    /// One nudge takes the place of another.
    fn enqueue_reminder(
        &mut self,
        audience: Audience,
        entry: OutboxEntry,
    ) -> Result<(), StoreError> {
        if let OutboxEntry::Reminder { subject: of, .. } = &entry {
            let one = (audience, *of);
            if !self.after.people.active_reminders.contains(&one) {
                self.after.people.active_reminders.push(one);
            }
        }
        self.enqueue_message(audience, &entry)
    }

    /// A turn goes on while questions are open; else it is the one that is waited for now.
    fn update_turn(&mut self, reminded_turn: Option<TurnId>) -> Result<(), StoreError> {
        if !self.after.prompts.is_empty() && self.after.is_open {
            return self.reopen_held_turn_if_reassigned();
        }
        let waited = FightState::awaited_turn_in(&self.after.game);
        if let (Some(turn), Some(waited)) = (&self.after.turn, &waited)
            && self.after.is_same_turn(&turn.awaited, waited)
        {
            let waited = waited.clone().with_initial_actors_of(&turn.awaited);
            return self.continue_turn(OpenTurn { awaited: waited, ..turn.clone() }, reminded_turn);
        }
        self.after.people.reset_turn();
        if let Some(turn) = self.after.turn.take() {
            self.drop_plans_of_ended_turn(&turn, waited.as_ref())?;
            self.close_turn(&turn)?;
        }
        if let Some(waited) = waited {
            let id = self.open_turn(&waited)?;
            let left = self
                .remaining_time
                .turn
                .as_ref()
                .filter(|(was, _)| self.after.is_same_turn(was, &waited));
            let alarm = match (self.after.is_turn_unattended(&waited), left) {
                (true, _) => DUE_AT_ONCE,
                (false, Some((_, left))) => Some(Deadline::Paused(*left)),
                (false, None) => time_limit_from_secs(waited.clock_secs),
            };
            let since = self.input_time.now;
            self.after.turn = Some(OpenTurn {
                id,
                started_at: since,
                awaited: waited,
                deadline: alarm,
                reminder: None,
                plan_deadline: None,
            });
        }
        Ok(())
    }

    fn open_turn(&mut self, awaited_turn: &AwaitedTurn) -> Result<TurnId, StoreError> {
        let id = TurnId { fight: self.after.id, revision: self.after.revision };
        self.push_turn_row(id, awaited_turn, false, None)?;
        Ok(id)
    }

    fn push_turn_row(
        &mut self,
        id: TurnId,
        awaited_turn: &AwaitedTurn,
        is_over: bool,
        millis_left: Option<Millis>,
    ) -> Result<(), StoreError> {
        self.turns.push(TurnRow { id, awaited: to_json(awaited_turn)?, is_over, millis_left });
        Ok(())
    }

    fn close_turn(&mut self, turn: &OpenTurn) -> Result<(), StoreError> {
        let users = self.before.turn_users(turn);
        let id = turn.id;
        // Where there is a limit and no clock any more, the time is over.
        let is_over = turn.deadline.is_none() && turn.awaited.clock_secs > 0;
        let left = remaining_millis(turn.deadline, &users, self.before, self.input_time);
        let millis_left = left.or(is_over.then_some(0));
        self.push_turn_row(id, &turn.awaited, true, millis_left)?;
        self.timers.push((DeadlineKind::TurnLimit(id), None));
        self.timers.push((DeadlineKind::TurnReminder(id), None));
        Ok(())
    }

    /// Others play it now than those who were told of it: it is told of anew, and they have what
    /// is left of its time.
    fn reopen_turn(
        &mut self,
        turn: OpenTurn,
        already_called: &BTreeSet<UserId>,
    ) -> Result<(), StoreError> {
        self.close_turn(&turn)?;
        if turn.plan_deadline.is_some() {
            self.timers.push((DeadlineKind::TurnPlan(turn.id), None));
        }
        let waited = turn.awaited.into_new_turn();
        let (id, since) = (self.open_turn(&waited)?, self.input_time.now);
        self.after.turn =
            Some(OpenTurn { id, started_at: since, awaited: waited, reminder: None, ..turn });
        self.already_called.clone_from(already_called);
        Ok(())
    }

    /// Who has been told of the turn that goes on.
    fn users_told_of_turn(&self) -> BTreeSet<UserId> {
        let was = self.before.turn.as_ref();
        was.map(|was| self.before.turn_users(was).into_iter().collect()).unwrap_or_default()
    }

    /// While questions are open nobody is called to a turn that stands still, whoever plays it.
    fn reopen_held_turn_if_reassigned(&mut self) -> Result<(), StoreError> {
        let Some(turn) = self.after.turn.clone() else { return Ok(()) };
        let users: BTreeSet<UserId> = self.after.turn_users(&turn).into_iter().collect();
        if users.is_subset(&self.users_told_of_turn()) {
            return Ok(());
        }
        let known = &users | &self.after.turn_copy_recipients(&turn);
        self.reopen_turn(turn, &known)
    }

    fn continue_turn(
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
        let was = self.before.turn.as_ref();
        let was_left_alone = was.is_some_and(|was| self.before.is_turn_unattended(&was.awaited));
        let is_left_alone = self.after.is_turn_unattended(&turn.awaited);
        if is_left_alone && !was_left_alone {
            turn.deadline = DUE_AT_ONCE;
            self.timers.push((DeadlineKind::TurnLimit(id), turn.deadline));
        }
        let were = self.users_told_of_turn();
        let is_known = self.after.turn_users(&turn).iter().all(|user| were.contains(user));
        if !is_known || self.is_turn_resumed {
            // Where it stood still all are called to it again.
            let known = match self.before.prompts.is_empty() && !self.is_turn_resumed {
                true => &were | &self.users_with_turn_copies(),
                false => self.acting_user.into_iter().collect(),
            };
            return self.reopen_turn(turn, &known);
        }
        // While a question is open the fight itself does not say whom the turn waits for.
        if was.is_none_or(|was| was.awaited != turn.awaited) {
            self.push_turn_row(id, &turn.awaited, false, None)?;
        }
        self.after.turn = Some(turn);
        Ok(())
    }

    /// Whether a turn stood still until others had answered, or what was planned in it is done, so
    /// that whoever plays it is called to it again: but for whoever has done that just now.
    fn should_call_players_again(&self) -> bool {
        let Some(turn) = self.before.turn.as_ref().filter(|_| self.after.prompts.is_empty()) else {
            return false;
        };
        let was_asked = !self.before.prompts.is_empty();
        if !was_asked && self.acting_user.is_some() {
            return false;
        }
        let Some(waited) =
            FightState::awaited_turn_in(&self.after.game).filter(|_| self.after.is_open)
        else {
            return false;
        };
        let has_acted = self.actor.is_some_and(|who| self.after.can_take_turn(&waited, who));
        let is_planned = self.actor.is_some_and(|who| self.after.plans.contains_key(&who));
        let is_done = has_acted && self.acting_user.is_none() && !is_planned;
        // Whoever plays it alone is called to nothing.
        let is_alone = self.after.find_autoplayer(&waited).is_some();
        let is_same = self.after.is_same_turn(&turn.awaited, &waited);
        let turn = OpenTurn { awaited: waited, ..turn.clone() };
        let calls = |user: &UserId| {
            self.acting_user != Some(*user) && !self.input_time.is_away_or_quiet(*user)
        };
        (was_asked || is_done)
            && !is_alone
            && is_same
            && self.after.turn_users(&turn).iter().any(calls)
    }

    /// Who begins to stand in for whom, and who does so no longer.
    fn enqueue_stand_in_notices(&mut self) -> Result<(), StoreError> {
        let (before, now) = (&self.before.people, self.after.people.clone());
        let all = before.stand_ins.keys().chain(now.stand_ins.keys());
        let tells = |of: &FightPeople, who: &CombatantId| {
            of.active_stand_in(*who).map(|stand_in| (stand_in.user, stand_in.until))
        };
        let changed = all.filter(|who| tells(before, who) != tells(&now, who));
        let changed: BTreeSet<CombatantId> = changed.copied().collect();
        for who in changed {
            let Some(member) = self.after.member(who).cloned() else { continue };
            let (was, is) = (tells(before, &who), tells(&now, &who));
            let by = was.into_iter().chain(is).map(|(user, _)| user);
            let (user, until) = is.map_or((None, None), |(user, until)| (Some(user), until));
            let notice = Notice::StandInChanged { name: member.name, user, until };
            let to: BTreeSet<Audience> = match self.after.audience_for(Initiator::Combatant(who)) {
                public @ Audience::Channel(_) => [public].into(),
                Audience::Dm(_) => by.chain(member.user).map(Audience::Dm).collect(),
            };
            for audience in to {
                self.enqueue_message(audience, &OutboxEntry::Notice(notice.clone()))?;
            }
        }
        Ok(())
    }

    /// Whoever joins later is another: nothing stays prepared or arranged for those whose joining
    /// was taken back. From which number on there is nobody any more.
    fn drop_removed_combatants(&mut self) -> Option<u8> {
        let seats = self.after.game.ever_joined_count();
        if seats >= self.before.game.ever_joined_count() {
            return None;
        }
        let is_there = |who: &CombatantId| usize::from(who.0) < seats;
        self.after.standing_orders.retain(|who, _| is_there(who));
        self.after.plans.retain(|who, _| is_there(who));
        self.after.people.stand_ins.retain(|who, _| is_there(who));
        self.after.people.absence_policies.retain(|who, _| is_there(who));
        self.after.people.npc_temperaments.retain(|who, _| is_there(who));
        self.after.people.npc_portraits.retain(|who, _| is_there(who));
        u8::try_from(seats).ok()
    }

    /// What was taken back in a turn is not done by the rest of a plan.
    fn reset_turn_after_undo(&mut self) -> Result<(), StoreError> {
        self.after.people.acted_this_turn.clear();
        let Some(turn) = self.after.turn.take() else { return Ok(()) };
        self.drop_begun_plans(&turn, &BTreeSet::new(), true)?;
        self.after.turn = Some(OpenTurn { plan_deadline: None, ..turn });
        Ok(())
    }

    /// Who has a copy of the turn that goes on.
    fn users_with_turn_copies(&self) -> BTreeSet<UserId> {
        let was = self.before.turn.as_ref();
        was.map(|was| self.before.turn_copy_recipients(was)).unwrap_or_default()
    }
}
