//! What an input changes: from the fight before and what was done, to the fight after and the rows
//! that are stored of it.
//!
//! Here turns begin and end, and the outbox is filled; questions, plans and clocks have files of
//! their own. None of this asks the store or rolls a die; `commit.rs` stores what comes of it.

pub mod commit;
mod lending;
mod nudges;
mod plans;
mod questions;
mod refit;
pub mod scheduling;
mod sleep;
pub mod told;

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use engine::command::Command;
use engine::game::{Asked, Game, Happened, Prompt, Telling};
use engine::ids::{By, CombatantId, UserId};
use engine::view::Viewer;
use store::fault::Fault;
use store::ids::{Millis, PromptId, TurnId};
use store::rows::{
    Alarm, Commit, JournalRow, Kind, Lending, NewPost, NewRecord, PlanRow, PromptRow, Timed,
    TurnRow,
};

use crate::change::nudges::nudges;
use crate::change::scheduling::{AT_ONCE, clock, left, schedule, wind_prepared};
use crate::fight::fight_state::{FightState, OpenPrompt, OpenTurn, Waited, json};
use crate::fight::people::{People, Present};
use crate::fight::planned::PassedOver;
use crate::fight::posts::OutboxEntry;
use crate::fight::roles::Eyes;
use crate::fight::slots::{Chapter, Live, Recording, Slot, What};
use crate::terms::chance::{Fallen, ReplayDice, ReplayQueue, Waits};
use crate::terms::outbox::{Audience, Notice, Nudged, PromptResult};
use crate::terms::plans::Plan;

/// The slot that holds a thing as the engine knows it; nobody types it.
pub(crate) const THING: &str = "thing";

/// The notes and the tape of what the rules have no part in.
const NOTHING: &str = "[]";

/// What was said, as the journal keeps it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct InputRecord {
    pub words: Command,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<CombatantId>,
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
    pub unseen: Vec<(Option<CombatantId>, Command)>,
}

impl InputRecord {
    /// What was said, as somebody types it.
    pub fn as_typed(&self) -> Command {
        let mut words = self.words.clone();
        words.slots.remove(THING);
        words
    }

    pub fn of(words: Command) -> Self {
        Self { words, ..Self::default() }
    }
}

/// A question that was answered, closed anew with another outcome.
pub(crate) struct Reworded {
    pub id: PromptId,
    pub prompt: Prompt,
    pub closed: i64,
    pub outcome: PromptResult,
}

/// A row of the journal that was taken back, or holds again, and the messages that tell of it.
pub(crate) struct Retold {
    pub revision: i64,
    pub is_undone: bool,
    pub told_by: Vec<(Audience, String)>,
}

/// What was left of the limits of questions, and of a turn, that are taken up again.
#[derive(Default)]
pub(crate) struct Left {
    pub prompts: Vec<(Prompt, Millis)>,
    pub turn: Option<(Waited, Millis)>,
}

/// What an input does to a fight.
pub(crate) struct Change {
    pub kind: Kind,
    pub back_to: Option<i64>,
    pub said: InputRecord,
    /// None: the clock.
    pub user: Option<UserId>,
    pub input_key: Option<u64>,
    /// The fight afterwards, as far as the input itself says: its row and its game.
    pub after: FightState,
    /// The questions that are open afterwards.
    pub asked: Vec<Prompt>,
    /// What happened and how it fell, as the journal keeps it.
    pub notes: String,
    pub tape: String,
    /// The prompt that was answered, and how.
    pub answered: Option<(PromptId, PromptResult)>,
    /// What the channel and the GM are told.
    pub told: Option<Telling>,
    pub told_gm: Option<Telling>,
    pub notices: Vec<(Audience, Notice)>,
    /// What nobody is told but whoever said it.
    pub answer: Option<Notice>,
    /// The GM has been reminded of this turn: its clock has run out.
    pub reminded: Option<TurnId>,
    /// The clock of a nudge that has run out.
    pub nudged: Option<Timed>,
    /// Plans that are played or given up, and what is left of them.
    pub plans: Vec<(CombatantId, Option<Plan>)>,
    /// Sheets that come into the fight or leave it.
    pub lendings: Vec<Lending>,
    /// The dice that fell.
    pub fallen: Vec<Fallen>,
    /// Questions that were answered before, and what has become of their answers.
    pub reworded: Vec<Reworded>,
    /// What happened before, told as it stands now.
    pub retold: Vec<Retold>,
    pub left: Left,
}

impl Change {
    /// A change that leaves the game as it is.
    pub fn aside(before: &FightState, said: InputRecord) -> Self {
        let asked = before.prompts.iter().map(|open| open.prompt.clone()).collect();
        Self { asked, ..Self::to(before.clone(), said) }
    }

    fn to(after: FightState, said: InputRecord) -> Self {
        Self {
            kind: Kind::Aside,
            back_to: None,
            said,
            user: None,
            input_key: None,
            asked: Vec::new(),
            after,
            notes: NOTHING.into(),
            tape: NOTHING.into(),
            answered: None,
            told: None,
            told_gm: None,
            notices: Vec::new(),
            answer: None,
            reminded: None,
            nudged: None,
            plans: Vec::new(),
            lendings: Vec::new(),
            fallen: Vec::new(),
            reworded: Vec::new(),
            retold: Vec::new(),
            left: Left::default(),
        }
    }

    /// A change by the rules, with the dice that were used.
    pub fn played(
        before: &FightState,
        said: InputRecord,
        happened: Happened,
        mut dice: ReplayDice,
    ) -> Self {
        let passed = before.pass_over(happened, &mut dice);
        let PassedOver { happened, unseen, plans, mut notices } = passed;
        let ReplayQueue { fallen, ahead, drawn } = dice.luck;
        let told = happened.tell(Viewer::Public);
        let told_gm = happened.tell(Viewer::Gm);
        if happened.was_refitted {
            notices.push((Audience::Dm(before.gm), Notice::Refitted));
        }
        let (notes, tape) = happened.texts();
        let after = FightState { ahead, drawn, ..before.clone().with_game(happened.game) };
        Self {
            kind: Kind::Played,
            asked: happened.prompts,
            fallen,
            notes,
            tape,
            told,
            told_gm,
            notices,
            plans,
            ..Self::to(after, InputRecord { unseen, ..said })
        }
    }
}

/// The rows of one input as they are drawn up.
pub(crate) struct Draft<'a> {
    pub(crate) before: &'a FightState,
    pub(crate) now: FightState,
    present: &'a Present,
    prompts: Vec<PromptRow>,
    turns: Vec<TurnRow>,
    timers: Vec<(Timed, Option<Alarm>)>,
    pub(crate) posts: Vec<NewPost>,
    records: Vec<NewRecord>,
    plans: Vec<PlanRow>,
    waits: Waits,
    /// Who did something, and the user who said so just now; none where it was prepared.
    who: Option<CombatantId>,
    by: Option<UserId>,
    /// With decoys, how long windows wait that are opened now and hide who is asked.
    lull: Option<Millis>,
    left: Left,
    /// The messages that waited for somebody before.
    waited: Vec<Live>,
    /// The question that was answered.
    answered: Option<PromptId>,
    /// Whoever plays the turn that goes on is called to it again, by a message of its own.
    is_resumed: bool,
    /// Who has been called to the turn before, by another message.
    known: BTreeSet<UserId>,
    /// Something was told that everybody can read.
    pub(crate) is_heard: bool,
}

/// Draws up what is stored of a change, and the fight as it stands once that is stored.
///
/// # Errors
/// Something cannot be written as JSON.
pub(crate) fn draw_up(
    before: &FightState,
    change: Change,
    waits: Waits,
    present: &Present,
) -> Result<(Arc<FightState>, Commit), Fault> {
    let Change { kind, back_to, said, user, input_key, after, asked, notes, tape, .. } = change;
    let (revision, at) = (before.revision + 1, present.at);
    let mut now = FightState { revision, ..after };
    now.people.go_on(present, &now.members);
    let is_there = said.who.filter(|_| !said.is_prepared);
    let player = is_there.filter(|who| now.member(*who).and_then(|one| one.user) == user);
    if let (Some(who), Some(user)) = (player, user)
        && !now.people.away.contains_key(&user)
    {
        now.people.is_back(who);
    }
    if user.is_none() {
        now.fall_asleep();
    }
    let mut waits = waits;
    let lull = now.game.has_decoys().then(|| waits.draw());
    let mut draft = Draft {
        before,
        now,
        present,
        prompts: Vec::new(),
        turns: Vec::new(),
        timers: Vec::new(),
        posts: Vec::new(),
        records: Vec::new(),
        plans: Vec::new(),
        waits,
        who: said.who.filter(|_| kind == Kind::Played),
        by: user.filter(|_| !said.is_prepared),
        lull,
        left: change.left,
        waited: before.live(),
        answered: change.answered.as_ref().map(|(id, _)| *id),
        is_resumed: false,
        known: BTreeSet::new(),
        is_heard: false,
    };
    draft.reword(change.reworded)?;
    let has_plans = !change.plans.is_empty();
    draft.take_plans(change.plans, &said)?;
    let empty = draft.forget_those_gone();
    let opened = draft.compare_prompts(asked, change.answered)?;
    // What was taken back is asked of people, not of what they prepared.
    if kind == Kind::Played {
        draft.heed_orders(false);
    }
    let has_said = user == Some(draft.now.gm) && !said.is_prepared;
    draft.is_resumed = draft.resumes();
    let (told, told_gm) = match draft.ends_more(&said, user) {
        true => (change.told.map(Telling::after_more), change.told_gm.map(Telling::after_more)),
        false => (change.told, change.told_gm),
    };
    draft.tell(told, told_gm, has_said, said.is_quiet, &opened)?;
    let undone = change.retold.iter().map(|one| (one.revision, one.is_undone)).collect();
    for (to, subject) in change.retold.into_iter().flat_map(|one| one.told_by) {
        draft.tell_again(to, &subject)?;
    }
    draft.take_over(&said, user);
    draft.turn(change.reminded)?;
    match kind {
        Kind::Undone | Kind::Redone => draft.drop_begun()?,
        Kind::Played => draft.heed_plans(),
        // One that is given up makes room for another.
        Kind::Aside if has_plans => draft.heed_plans(),
        Kind::Aside if before.people.natures != draft.now.people.natures => {
            draft.heed_orders(true);
            draft.heed_plans();
        }
        Kind::Opened | Kind::Aside => {}
    }
    for (audience, notice) in change.notices {
        draft.post(audience, &OutboxEntry::Notice(notice))?;
    }
    draft.report()?;
    draft.tell_of_stand_ins()?;
    if user.is_some() {
        draft.attend();
    }
    draft.tell_of_sleep()?;
    let nudged = change.nudged;
    draft.stop_clock(nudged);
    for (audience, post) in nudges(&draft.now, nudged, present) {
        draft.nudge(audience, post)?;
    }
    draft.timers.extend(schedule(&mut draft.now, before, present, nudged));
    draft.timers.extend(wind_prepared(&mut draft.now, present.at));
    draft.settle_messages(said.is_quiet)?;
    draft.call()?;
    let mut turns = draft.turns.iter();
    let has_begun_or_ended = turns.any(|turn| turn.is_over || turn.id.revision == revision);
    let is_of_channel = !said.is_quiet || !draft.prompts.is_empty() || has_begun_or_ended;
    // With decoys not even that something went on unseen.
    if is_of_channel && (!draft.now.game.has_decoys() || is_changed(before, &draft.now)) {
        let summary = Slot::of(What::Summary, Audience::Channel(draft.now.channel));
        draft.show(&summary)?;
    }
    let journal = JournalRow {
        revision,
        at,
        user: user.map(|user| user.0 as i64),
        kind,
        back_to,
        said: json(&said)?,
        tape,
        notes,
        state: json(&draft.now.game)?,
        input_key: input_key.map(|key| key as i64),
        dice: json(&ReplayQueue {
            fallen: change.fallen,
            ahead: draft.now.ahead.clone(),
            drawn: draft.now.drawn,
        })?,
    };
    let Draft { now, prompts, turns, timers, posts, records, plans, .. } = draft;
    let (people, known) = (now.participants(), before.known_participants());
    let joined = people.difference(&known).map(|user| user.0).collect();
    let left = known.difference(&people).map(|user| user.0).collect();
    let row = now.row()?;
    let fight = (row != before.row()?).then_some(row);
    let lendings = change.lendings;
    let commit = Commit {
        journal,
        fight,
        joined,
        left,
        prompts,
        turns,
        timers,
        posts,
        records,
        undone,
        plans,
        lendings,
        empty,
    };
    Ok((Arc::new(now), commit))
}

/// Whether the summary says something else now.
fn is_changed(before: &FightState, after: &FightState) -> bool {
    let eyes = Eyes::of(Viewer::Public);
    let summary = |now: &FightState| (eyes.view(&now.game), now.waiting(&eyes), now.is_paused);
    summary(before) != summary(after)
}

impl Draft<'_> {
    pub(crate) fn post(&mut self, audience: Audience, post: &OutboxEntry) -> Result<(), Fault> {
        let is_news = !matches!(post, OutboxEntry::Show { .. } | OutboxEntry::Nudged(_));
        self.is_heard |= is_news && matches!(audience, Audience::Channel(_));
        self.posts.push(post.to(audience)?);
        Ok(())
    }

    /// Whether somebody ends a turn in which everybody saw them do something else; what they do
    /// now is kept for that.
    fn ends_more(&mut self, said: &InputRecord, user: Option<UserId>) -> bool {
        let Some(who) = self.who.filter(|_| said.prompt.is_none()) else { return false };
        let is_seen = self.now.member(who).is_some_and(|one| !one.is_hidden);
        let acted = &mut self.now.people.acted;
        match Game::act_verb(self.before.system(), &said.words.verb) {
            Some(verb) if verb.is_end => user.is_some() && acted.contains(&who),
            Some(verb) if !verb.is_begin && is_seen && !said.is_quiet => {
                acted.insert(who);
                false
            }
            _ => false,
        }
    }

    /// Whoever plays an NPC that would play alone has its turn.
    fn take_over(&mut self, said: &InputRecord, user: Option<UserId>) {
        let is_taken = user.is_some() && !said.is_prepared && said.prompt.is_none();
        if let Some(who) = self.who.filter(|who| is_taken && self.now.nature(*who).is_some()) {
            self.now.people.taken_over.insert(who);
        }
    }

    /// Who is told what happened: the channel, and the GM of what the channel is not told. Whoever
    /// has said something quietly, or in secret, hears of it where they are answered.
    fn tell(
        &mut self,
        told: Option<Telling>,
        told_gm: Option<Telling>,
        has_said: bool,
        is_quiet: bool,
        opened: &[OpenPrompt],
    ) -> Result<(), Fault> {
        let is_more = match (&told, &told_gm) {
            (Some(told), Some(told_gm)) => !told_gm.tells_as_much_as(told),
            (None, told_gm) => told_gm.is_some(),
            (Some(_), None) => false,
        };
        let gm = Audience::Dm(self.now.gm);
        // The message of a turn of the GM's tells all that is done in it, and so does that of what
        // the GM was asked.
        let has_turn = |of: &OpenTurn| self.before.turn_audience(of) == gm;
        let asked = self.answered.and_then(|id| self.before.open(id));
        let is_gms = self.before.turn.as_ref().is_some_and(has_turn)
            || asked.is_some_and(|open| open.shown == gm && !open.prompt.is_unseen);
        let is_news = is_more && !has_said && !is_quiet && self.now.is_gm_told;
        if let Some(told) = told.filter(|_| !is_quiet) {
            self.record(Audience::Channel(self.now.channel), &told, opened)?;
            self.is_heard = true;
        }
        match told_gm {
            Some(told) if is_gms || is_news => self.record(gm, &told, opened),
            _ => Ok(()),
        }
    }

    /// Tells an audience what happened, in the message that it belongs to.
    fn record(&mut self, to: Audience, told: &Telling, opened: &[OpenPrompt]) -> Result<(), Fault> {
        let slot = Slot::of(self.told_in(to, opened), to);
        let (subject, audience) = (slot.record(), to.key());
        self.records.push(NewRecord { subject, audience, told: json(told)? });
        self.show_telling(&slot)
    }

    /// A message that tells something, and its copies, which tell the same.
    fn show_telling(&mut self, slot: &Slot) -> Result<(), Fault> {
        let subject = slot.record();
        let waited = self.waited.iter().map(|live| &live.slot);
        let copies = waited.filter(|copy| copy.copy.is_some() && copy.record() == subject);
        let copies: Vec<Slot> = copies.cloned().collect();
        self.show(slot)?;
        copies.iter().try_for_each(|copy| self.show(copy))
    }

    /// The message in which an audience is told what is done now: that of the question that was
    /// answered, else of the first that it asks, else the one in which this turn was told last,
    /// while that takes more. So a channel reads in the order in which things happened.
    fn told_in(&mut self, to: Audience, opened: &[OpenPrompt]) -> What {
        let answered = self.answered.and_then(|id| self.before.open(id));
        let mut asked = answered.into_iter().chain(opened.iter().filter(|_| answered.is_none()));
        let is_here = |open: &&OpenPrompt| {
            open.shown == to
                && !open.prompt.is_unseen
                && !matches!(open.prompt.asked, Asked::DecoyWait(_))
        };
        let asked = asked.find(is_here).map(OpenPrompt::what);
        let was = self.now.people.told.iter().position(|(audience, _)| *audience == to);
        let was = was.map(|at| self.now.people.told.remove(at).1);
        let recording = match asked {
            Some(what) => self.recording_below(what, to, was),
            None => self.recording(to, was),
        };
        let what = recording.what.clone();
        self.now.people.told.push((to, recording));
        what
    }

    /// The message of a question, which tells from now on what is done in the turn.
    fn recording_below(&self, what: What, to: Audience, was: Option<Recording>) -> Recording {
        let of = self.before.turn.as_ref().filter(|turn| self.before.is_known_turn(turn, to));
        let turn = of.map(|turn| turn.id.revision).or(was.as_ref().map(|was| was.turn));
        let (since, rows) = match was.filter(|was| was.what == what) {
            Some(was) => (was.since, was.rows),
            None => (self.present.at, 0),
        };
        Recording { what, turn: turn.unwrap_or_default(), since, rows: rows + 1 }
    }

    fn recording(&self, to: Audience, was: Option<Recording>) -> Recording {
        let (revision, at) = (self.now.revision, self.present.at);
        let of = self.before.turn.as_ref().filter(|turn| self.before.is_known_turn(turn, to));
        if let Some(turn) = of.filter(|_| self.is_resumed) {
            // What made it go on is told where they are called to it.
            let what = match self.now.turn_audience(turn) == to {
                true => What::Turn(TurnId { revision, ..turn.id }),
                false => What::Record(Chapter { revision, turn: revision }),
            };
            return Recording { what, turn: revision, since: at, rows: 1 };
        }
        // What is done in a turn that they know nothing of is told as if it was the one before.
        let turn = match (of, &was) {
            (Some(turn), _) => turn.id.revision,
            (None, Some(was)) => was.turn,
            (None, None) => 0,
        };
        let is_full = was.as_ref().is_some_and(|was| was.turn == turn);
        if let Some(was) = was.filter(|was| was.takes_more(turn, at)) {
            return Recording { rows: was.rows + 1, ..was };
        }
        let has_room = |turn: &&OpenTurn| !is_full && self.before.turn_audience(turn) == to;
        let (what, since) = match of.filter(has_room) {
            Some(turn) => (What::Turn(turn.id), turn.since),
            None => (What::Record(Chapter { revision, turn }), at),
        };
        Recording { what, turn, since, rows: 1 }
    }

    /// A message that tells of something which was taken back, or holds again.
    fn tell_again(&mut self, to: Audience, subject: &str) -> Result<(), Fault> {
        match Slot::read(self.now.id, subject, to) {
            Some(slot) => self.show_telling(&slot),
            None => Ok(()),
        }
    }

    /// Whoever has fought hears how it went.
    fn report(&mut self) -> Result<(), Fault> {
        if !self.before.is_open || self.now.is_open {
            return Ok(());
        }
        self.post(Audience::Channel(self.now.channel), &OutboxEntry::Report)?;
        self.post(Audience::Dm(self.now.gm), &OutboxEntry::Report)
    }

    /// What is shown of a message may have changed.
    pub(crate) fn show(&mut self, slot: &Slot) -> Result<(), Fault> {
        let post = OutboxEntry::shows(slot);
        let subject = post.subject(slot.to);
        match self.posts.iter().any(|waits| waits.subject == subject) {
            true => Ok(()),
            false => self.post(slot.to, &post),
        }
    }

    /// Messages that waited for somebody and do so no longer, or show something else now. What
    /// they are nudged for goes with them.
    fn settle_messages(&mut self, is_quiet: bool) -> Result<(), Fault> {
        for was in &self.before.prompts {
            if self.now.open(was.id).is_none() {
                self.show_question(was.what(), was.id, was.shown)?;
            }
        }
        let now = self.now.live();
        let is_held_up = |of: &FightState| !of.prompts.is_empty();
        let plays = |of: &FightState| (is_held_up(of), of.stands_still());
        let goes_on = self.before.game != self.now.game || plays(self.before) != plays(&self.now);
        // With decoys not even the order of edits tells of what went on unseen.
        let is_seen = !self.now.game.has_decoys() || is_changed(self.before, &self.now);
        for was in self.waited.clone() {
            // What is done quietly touches nothing that all can see.
            let is_open = matches!(was.slot.to, Audience::Channel(_));
            let is_drawn_anew = match was.slot.what {
                What::Turn(_) => goes_on,
                What::Invitation(_) => is_held_up(self.before) != is_held_up(&self.now),
                _ => false,
            };
            let is_known = !(is_open && (is_quiet || !is_seen));
            if (is_drawn_anew && is_known) || !now.contains(&was) {
                self.show(&was.slot)?;
            }
        }
        let turn = self.now.turn.as_ref().map(|turn| turn.id);
        let open: BTreeSet<PromptId> = self.now.prompts.iter().map(|open| open.id).collect();
        let is_over =
            |nudged: &mut (Audience, Nudged)| !nudged.1.is_of(turn, |id| open.contains(&id));
        let over: Vec<_> = self.now.people.nudged.extract_if(.., is_over).collect();
        for (to, of) in over {
            self.post(to, &OutboxEntry::Nudged(of))?;
        }
        Ok(())
    }

    /// Somebody is called in the channel by a message of its own.
    pub(crate) fn calls_openly(&self) -> bool {
        let now = self.now.live();
        let mut new = now.iter().filter(|live| self.is_new(&live.slot));
        new.any(|live| matches!(live.slot.to, Audience::Channel(_)))
    }

    /// There was no such message before.
    fn is_new(&self, slot: &Slot) -> bool {
        self.waited.iter().all(|was| was.slot != *slot)
    }

    /// Messages that wait for somebody from now on call those who were not called before.
    fn call(&mut self) -> Result<(), Fault> {
        for Live { slot, mut calls, is_limited, .. } in self.now.live() {
            if !self.is_new(&slot) {
                continue;
            }
            let is_turn = matches!(slot.what, What::Turn(_));
            // A nudge makes up for it, and nobody is nudged who has all the time there is.
            calls.retain(|user| {
                let is_known = is_turn && self.known.contains(user);
                !(is_known || is_limited && self.present.is_silent(*user))
            });
            let Slot { what, copy, .. } = slot.clone();
            let post = OutboxEntry::Show { what, copy, pings: calls };
            let subject = post.subject(slot.to);
            // What it tells may be told already.
            self.posts.retain(|waits| waits.subject != subject);
            self.post(slot.to, &post)?;
        }
        Ok(())
    }

    /// One nudge takes the place of another.
    fn nudge(&mut self, to: Audience, post: OutboxEntry) -> Result<(), Fault> {
        if let OutboxEntry::Nudge { of, .. } = &post {
            let one = (to, *of);
            if !self.now.people.nudged.contains(&one) {
                self.now.people.nudged.push(one);
            }
        }
        self.post(to, &post)
    }

    /// A turn goes on while questions are open; else it is the one that is waited for now.
    fn turn(&mut self, reminded: Option<TurnId>) -> Result<(), Fault> {
        if !self.now.prompts.is_empty() && self.now.is_open {
            return self.stand_still();
        }
        let waited = FightState::waits(&self.now.game);
        if let (Some(turn), Some(waited)) = (&self.now.turn, &waited)
            && self.now.is_same_turn(&turn.waited, waited)
        {
            let waited = waited.clone().since(&turn.waited);
            return self.go_on(OpenTurn { waited, ..turn.clone() }, reminded);
        }
        self.now.people.begin_turn();
        if let Some(turn) = self.now.turn.take() {
            self.stop_plan(&turn, waited.as_ref())?;
            self.close_turn(&turn)?;
        }
        if let Some(waited) = waited {
            let id = self.open_turn(&waited)?;
            let left =
                self.left.turn.as_ref().filter(|(was, _)| self.now.is_same_turn(was, &waited));
            let alarm = match (self.now.is_turn_left_alone(&waited), left) {
                (true, _) => AT_ONCE,
                (false, Some((_, left))) => Some(Alarm::Standing(*left)),
                (false, None) => clock(waited.clock_secs),
            };
            let since = self.present.at;
            self.now.turn = Some(OpenTurn { id, since, waited, alarm, nudge: None, plan: None });
        }
        Ok(())
    }

    fn open_turn(&mut self, waited: &Waited) -> Result<TurnId, Fault> {
        let id = TurnId { fight: self.now.id, revision: self.now.revision };
        self.write_turn(id, waited, false, None)?;
        Ok(id)
    }

    fn write_turn(
        &mut self,
        id: TurnId,
        waited: &Waited,
        is_over: bool,
        millis_left: Option<Millis>,
    ) -> Result<(), Fault> {
        self.turns.push(TurnRow { id, waited: json(waited)?, is_over, millis_left });
        Ok(())
    }

    fn close_turn(&mut self, turn: &OpenTurn) -> Result<(), Fault> {
        let users = self.before.turn_users(turn);
        let id = turn.id;
        // Where there is a limit and no clock any more, the time is over.
        let is_over = turn.alarm.is_none() && turn.waited.clock_secs > 0;
        let left = left(turn.alarm, &users, self.before, self.present);
        let millis_left = left.or(is_over.then_some(0));
        self.write_turn(id, &turn.waited, true, millis_left)?;
        self.timers.push((Timed::Turn(id), None));
        self.timers.push((Timed::NudgeTurn(id), None));
        Ok(())
    }

    /// Others play it now than those who were told of it: it is told of anew, and they have what
    /// is left of its time.
    fn renew(&mut self, turn: OpenTurn, known: &BTreeSet<UserId>) -> Result<(), Fault> {
        self.close_turn(&turn)?;
        if turn.plan.is_some() {
            self.timers.push((Timed::Plan(turn.id), None));
        }
        let waited = turn.waited.begins();
        let (id, since) = (self.open_turn(&waited)?, self.present.at);
        self.now.turn = Some(OpenTurn { id, since, waited, nudge: None, ..turn });
        self.known.clone_from(known);
        Ok(())
    }

    /// Who has been told of the turn that goes on.
    fn were_told(&self) -> BTreeSet<UserId> {
        let was = self.before.turn.as_ref();
        was.map(|was| self.before.turn_users(was).into_iter().collect()).unwrap_or_default()
    }

    /// While questions are open nobody is called to a turn that stands still, whoever plays it.
    fn stand_still(&mut self) -> Result<(), Fault> {
        let Some(turn) = self.now.turn.clone() else { return Ok(()) };
        let users: BTreeSet<UserId> = self.now.turn_users(&turn).into_iter().collect();
        if users.is_subset(&self.were_told()) {
            return Ok(());
        }
        let known = &users | &self.now.turn_copies(&turn);
        self.renew(turn, &known)
    }

    fn go_on(&mut self, mut turn: OpenTurn, reminded: Option<TurnId>) -> Result<(), Fault> {
        let id = turn.id;
        if reminded == Some(id) {
            turn.alarm = None;
            self.timers.push((Timed::Turn(id), None));
            self.post(Audience::Dm(self.now.gm), &OutboxEntry::Reminder { turn: id })?;
        }
        let was = self.before.turn.as_ref();
        let was_left_alone = was.is_some_and(|was| self.before.is_turn_left_alone(&was.waited));
        let is_left_alone = self.now.is_turn_left_alone(&turn.waited);
        if is_left_alone && !was_left_alone {
            turn.alarm = AT_ONCE;
            self.timers.push((Timed::Turn(id), turn.alarm));
        }
        let were = self.were_told();
        let is_known = self.now.turn_users(&turn).iter().all(|user| were.contains(user));
        if !is_known || self.is_resumed {
            // Where it stood still all are called to it again.
            let known = match self.before.prompts.is_empty() && !self.is_resumed {
                true => &were | &self.had_copies(),
                false => self.by.into_iter().collect(),
            };
            return self.renew(turn, &known);
        }
        // While a question is open the fight itself does not say whom the turn waits for.
        if was.is_none_or(|was| was.waited != turn.waited) {
            self.write_turn(id, &turn.waited, false, None)?;
        }
        self.now.turn = Some(turn);
        Ok(())
    }

    /// Whether a turn stood still until others had answered, or what was planned in it is done, so
    /// that whoever plays it is called to it again: but for whoever has done that just now.
    fn resumes(&self) -> bool {
        let Some(turn) = self.before.turn.as_ref().filter(|_| self.now.prompts.is_empty()) else {
            return false;
        };
        let was_asked = !self.before.prompts.is_empty();
        if !was_asked && self.by.is_some() {
            return false;
        }
        let Some(waited) = FightState::waits(&self.now.game).filter(|_| self.now.is_open) else {
            return false;
        };
        let has_acted = self.who.is_some_and(|who| self.now.is_on(&waited, who));
        let is_planned = self.who.is_some_and(|who| self.now.plans.contains_key(&who));
        let is_done = has_acted && self.by.is_none() && !is_planned;
        // Whoever plays it alone is called to nothing.
        let is_alone = self.now.thinker(&waited).is_some();
        let is_same = self.now.is_same_turn(&turn.waited, &waited);
        let turn = OpenTurn { waited, ..turn.clone() };
        let calls = |user: &UserId| self.by != Some(*user) && !self.present.is_silent(*user);
        (was_asked || is_done)
            && !is_alone
            && is_same
            && self.now.turn_users(&turn).iter().any(calls)
    }

    /// Who begins to stand in for whom, and who does so no longer.
    fn tell_of_stand_ins(&mut self) -> Result<(), Fault> {
        let (before, now) = (&self.before.people, self.now.people.clone());
        let all = before.stand_ins.keys().chain(now.stand_ins.keys());
        let tells = |of: &People, who: &CombatantId| {
            of.stand_in(*who).map(|stand_in| (stand_in.user, stand_in.until))
        };
        let changed = all.filter(|who| tells(before, who) != tells(&now, who));
        let changed: BTreeSet<CombatantId> = changed.copied().collect();
        for who in changed {
            let Some(member) = self.now.member(who).cloned() else { continue };
            let (was, is) = (tells(before, &who), tells(&now, &who));
            let by = was.into_iter().chain(is).map(|(user, _)| user);
            let (user, until) = is.map_or((None, None), |(user, until)| (Some(user), until));
            let notice = Notice::StandsIn { name: member.name, user, until };
            let to: BTreeSet<Audience> = match self.now.audience(By::Combatant(who)) {
                public @ Audience::Channel(_) => [public].into(),
                Audience::Dm(_) => by.chain(member.user).map(Audience::Dm).collect(),
            };
            for audience in to {
                self.post(audience, &OutboxEntry::Notice(notice.clone()))?;
            }
        }
        Ok(())
    }

    /// Whoever joins later is another: nothing stays prepared or arranged for those whose joining
    /// was taken back. From which number on there is nobody any more.
    fn forget_those_gone(&mut self) -> Option<u8> {
        let seats = self.now.game.seats();
        if seats >= self.before.game.seats() {
            return None;
        }
        let is_there = |who: &CombatantId| usize::from(who.0) < seats;
        self.now.orders.retain(|who, _| is_there(who));
        self.now.plans.retain(|who, _| is_there(who));
        self.now.people.stand_ins.retain(|who, _| is_there(who));
        self.now.people.absences.retain(|who, _| is_there(who));
        self.now.people.natures.retain(|who, _| is_there(who));
        self.now.people.portraits.retain(|who, _| is_there(who));
        u8::try_from(seats).ok()
    }

    /// What was taken back in a turn is not done by the rest of a plan.
    fn drop_begun(&mut self) -> Result<(), Fault> {
        self.now.people.acted.clear();
        let Some(turn) = self.now.turn.take() else { return Ok(()) };
        self.drop_plans(&turn, &BTreeSet::new(), true)?;
        self.now.turn = Some(OpenTurn { plan: None, ..turn });
        Ok(())
    }

    /// Who has a copy of the turn that goes on.
    fn had_copies(&self) -> BTreeSet<UserId> {
        let was = self.before.turn.as_ref();
        was.map(|was| self.before.turn_copies(was)).unwrap_or_default()
    }
}
