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

use engine::command::{Command, Refusal};
use engine::game::{Game, Prompt};
use engine::ids::{CombatantId, UserId};
use engine::view::Viewer;
use store::fault::Fault;
use store::rows::{JournalRow, Kind, Step};

use crate::change::told::retold;
use crate::change::{Change, InputRecord, Left, Retold, Reworded};
use crate::fight::fight_state::{FightState, Waited, read};
use crate::fight::roles::{Eyes, Role};
use crate::held::app::App;
use crate::terms::chance::ReplayQueue;
use crate::terms::outbox::{Audience, Notice, PromptResult, UndoneAct};
use crate::terms::plans::{Plan, Planned};
use crate::terms::seals::Lane;

/// The last acts, latest first, and the row after which none of them had been done.
struct Last {
    acts: Vec<JournalRow>,
    before: i64,
}

impl Last {
    fn of(now: &FightState) -> Self {
        Self { acts: Vec::new(), before: now.revision }
    }
}

impl App {
    /// Takes the last acts back.
    ///
    /// # Errors
    /// The store could not be read. Within: `nothing-to-undo`.
    pub(crate) async fn undo(
        &self,
        now: &FightState,
        by: UserId,
        steps: usize,
    ) -> Result<Result<Change, Refusal>, Fault> {
        let last = self.last(now, steps).await?;
        if last.acts.is_empty() {
            return Ok(Err(Refusal::new("nothing-to-undo", "")));
        }
        Ok(Ok(self.undone(now, by, last).await?))
    }

    /// Takes back what whoever says it did last: an act or an answer of their own, as long as no
    /// one else has acted or answered since, as far as they know. What a GM or a clock did unseen
    /// goes with it, so that nothing tells of it; the GM reads what. For the GM it is an undo of
    /// one act.
    ///
    /// # Errors
    /// The store could not be read. Within: `nothing-to-take-back`, `fight-paused`.
    pub(crate) async fn take_back(
        &self,
        now: &FightState,
        by: UserId,
    ) -> Result<Result<Change, Refusal>, Fault> {
        if now.role(by) == Role::Gm {
            return self.undo(now, by, 1).await;
        }
        if now.is_paused {
            return Ok(Err(Refusal::new("fight-paused", "")));
        }
        let mut last = Last::of(now);
        while self.one_more(now, &mut last).await? {
            let Some(act) = last.acts.last() else { break };
            if is_own(act, by)? && self.was_in_time(now, act).await? {
                return Ok(Ok(self.undone(now, by, last).await?));
            }
            if !is_unseen(act, now, by)? {
                break;
            }
        }
        Ok(Err(Refusal::new("nothing-to-take-back", "")))
    }

    /// Nothing with which the time was over, as an answer that was ordered for the deadline.
    async fn was_in_time(&self, now: &FightState, act: &JournalRow) -> Result<bool, Fault> {
        let store = &self.inner.store;
        let left = match read::<InputRecord>(&act.said)?.prompt {
            Some(id) => store.prompt(id).await?.and_then(|row| row.millis_left),
            None => store.turn_after(now.id, act.revision - 1).await?.and_then(|it| it.millis_left),
        };
        Ok(left.is_none_or(|left| left > 0))
    }

    /// The last acts that stand, so many or as many as there are.
    async fn last(&self, now: &FightState, most: usize) -> Result<Last, Fault> {
        let mut last = Last::of(now);
        while last.acts.len() < most && self.one_more(now, &mut last).await? {}
        Ok(last)
    }

    /// Adds the act that stands before the last ones; there may be none.
    async fn one_more(&self, now: &FightState, last: &mut Last) -> Result<bool, Fault> {
        loop {
            let step = self.step(now, last.before).await?;
            last.before = match step.kind {
                Kind::Opened => return Ok(false),
                Kind::Undone | Kind::Redone => step.back_to.unwrap_or(step.revision - 1),
                Kind::Aside | Kind::Played => step.revision - 1,
            };
            if step.kind == Kind::Played {
                last.acts.push(self.row(now, step.revision).await?);
                return Ok(true);
            }
        }
    }

    async fn undone(&self, now: &FightState, by: UserId, last: Last) -> Result<Change, Fault> {
        let words = Command::new("undo").with("steps", last.acts.len());
        let mut ahead = Vec::new();
        for act in last.acts.iter().rev() {
            ahead.extend(read::<ReplayQueue>(&act.dice)?.fallen);
        }
        ahead.extend(now.ahead.iter().cloned());
        let held = FightState { ahead, ..now.clone() };
        let mut change = self.back_to(&held, last.before, Kind::Undone, words).await?;
        self.mark(now, &mut change, &last.acts, true).await?;
        for (who, mut acts) in unseen_plans(&last.acts)? {
            match now.plans.get(&who) {
                // Something else was planned since.
                Some(plan) if !plan.is_begun => continue,
                rest => acts.extend(rest.into_iter().flat_map(|plan| plan.acts.clone())),
            }
            let plan = Plan { acts, is_confirmed: true, ..Plan::default() };
            change.plans.push((who, Some(plan)));
        }
        for (viewer, audience) in audiences(now) {
            let mut acts = acts(&last.acts, &Eyes::of(viewer))?;
            let all = acts.len();
            if viewer == Viewer::Public {
                acts.retain(|(revision, _)| !change.is_marked(*revision, audience));
            }
            let marked = all - acts.len();
            let acts: Vec<_> = acts.into_iter().map(|(_, act)| act).collect();
            if viewer == Viewer::Public || !acts.is_empty() {
                change.notices.push((audience, Notice::Undone { by, acts, marked }));
            }
        }
        Ok(change)
    }

    /// Takes the last undo back, if nothing was done since.
    ///
    /// # Errors
    /// The store could not be read. Within: `nothing-to-redo`.
    pub(crate) async fn redo(
        &self,
        now: &FightState,
        by: UserId,
    ) -> Result<Result<Change, Refusal>, Fault> {
        let mut step = self.step(now, now.revision).await?;
        while matches!(step.kind, Kind::Redone | Kind::Aside) {
            let before = step.back_to.unwrap_or(step.revision - 1);
            step = self.step(now, before).await?;
        }
        if step.kind != Kind::Undone {
            return Ok(Err(Refusal::new("nothing-to-redo", "")));
        }
        let undone = self.row(now, step.revision).await?;
        let before = self.row(now, step.revision - 1).await?;
        let steps = read::<InputRecord>(&undone.said)?.words.get("steps").parse().unwrap_or(1);
        let held = FightState { ahead: read::<ReplayQueue>(&before.dice)?.ahead, ..now.clone() };
        let words = Command::new("redo");
        let mut change = self.back_to(&held, before.revision, Kind::Redone, words).await?;
        let there = FightState { revision: before.revision, ..now.clone() };
        let acts = self.last(&there, steps).await?.acts;
        self.mark(now, &mut change, &acts, false).await?;
        change.plans.extend(unseen_plans(&acts)?.into_keys().map(|who| (who, None)));
        change.notices.push((Audience::Channel(now.channel), Notice::Redone { by }));
        Ok(Ok(change))
    }

    /// Marks what was told of acts, and how questions were answered, as taken back or as holding
    /// again. Answers are not shown again while questions are open: they may be sealed.
    async fn mark(
        &self,
        now: &FightState,
        change: &mut Change,
        acts: &[JournalRow],
        is_undone: bool,
    ) -> Result<(), Fault> {
        for act in acts.iter().rev() {
            let revision = act.revision;
            let told_by = self.inner.store.telling_of(now.id, revision).await?.into_iter();
            let told_by =
                told_by.filter_map(|(to, subject)| Some((Audience::from_key(&to)?, subject)));
            change.retold.push(Retold { revision, is_undone, told_by: told_by.collect() });
            let answered = read::<InputRecord>(&act.said)?.prompt;
            let row = match answered.filter(|_| is_undone || change.asked.is_empty()) {
                Some(id) => self.inner.store.prompt(id).await?,
                None => None,
            };
            let Some((row, (closed, outcome))) =
                row.and_then(|row| Some((row.clone(), row.closed?)))
            else {
                continue;
            };
            let outcome = match read(&outcome)? {
                PromptResult::TakenBack(was) if !is_undone => *was,
                outcome if is_undone && outcome.holds() => {
                    PromptResult::TakenBack(Box::new(outcome))
                }
                _ => continue,
            };
            let prompt: Prompt = read(&row.asked)?;
            change.reworded.push(Reworded { id: row.id, prompt, closed, outcome });
        }
        Ok(())
    }

    /// The state after that row holds again, with the dice that are ahead in `now`.
    async fn back_to(
        &self,
        now: &FightState,
        revision: i64,
        kind: Kind,
        words: Command,
    ) -> Result<Change, Fault> {
        let row = self.row(now, revision).await?;
        let game: Game = read(&row.state)?;
        let mut dice = self.dice(now, Lane::Hidden);
        let refitted = game.refit(&mut dice).filter(|it| it.was_refitted);
        let change = match refitted {
            Some(happened) => Change::played(now, InputRecord::of(words), happened, dice),
            None => {
                let asked = game.prompts();
                let after = now.clone().with_game(game);
                Change { asked, after, ..Change::aside(now, InputRecord::of(words)) }
            }
        };
        let left = self.left_after(now, revision).await?;
        Ok(Change { kind, back_to: Some(revision), left, ..change })
    }

    /// What was left of the limits that ran after that row.
    async fn left_after(&self, now: &FightState, revision: i64) -> Result<Left, Fault> {
        let mut left = Left::default();
        for row in self.inner.store.prompts_after(now.id, revision).await? {
            if let Some(millis) = row.millis_left.filter(|millis| *millis > 0) {
                left.prompts.push((read(&row.asked)?, millis));
            }
        }
        let turn = self.inner.store.turn_after(now.id, revision).await?;
        let turn =
            turn.and_then(|row| Some((row.millis_left.filter(|left| *left > 0)?, row.waited)));
        if let Some((millis, waited)) = turn {
            left.turn = Some((read::<Waited>(&waited)?, millis));
        }
        Ok(left)
    }

    async fn step(&self, now: &FightState, revision: i64) -> Result<Step, Fault> {
        let step = self.inner.store.step(now.id, revision).await?;
        step.ok_or_else(|| Fault::Damaged(format!("the journal has no row {revision}")))
    }

    async fn row(&self, now: &FightState, revision: i64) -> Result<JournalRow, Fault> {
        let row = self.inner.store.journal_row(now.id, revision).await?;
        row.ok_or_else(|| Fault::Damaged(format!("the journal has no row {revision}")))
    }
}

/// What was done unseen as it was planned, which nobody had to say: it is planned again.
fn unseen_plans(acts: &[JournalRow]) -> Result<BTreeMap<CombatantId, Vec<Planned>>, Fault> {
    let mut plans: BTreeMap<CombatantId, Vec<Planned>> = BTreeMap::new();
    for act in acts.iter().rev() {
        for (who, words) in read::<InputRecord>(&act.said)?.unseen {
            let planned = Planned { words, stays: Vec::new() };
            if let Some(who) = who {
                plans.entry(who).or_default().push(planned);
            }
        }
    }
    Ok(plans)
}

impl Change {
    /// Whether a row that is taken back is marked as such where this audience was told of it.
    fn is_marked(&self, revision: i64, audience: Audience) -> bool {
        let of = self.retold.iter().filter(|one| one.revision == revision);
        of.flat_map(|one| &one.told_by).any(|(to, _)| *to == audience)
    }
}

/// What was undone, as a viewer may know it: nothing of what they never knew.
fn acts(undone: &[JournalRow], eyes: &Eyes) -> Result<Vec<(i64, UndoneAct)>, Fault> {
    let is_gm = eyes.is_gms();
    let mut acts = Vec::new();
    for row in undone {
        let told = retold(row, eyes)?;
        if told.is_some() || is_gm {
            let said: InputRecord = read(&row.said)?;
            let user = row.user.map(|user| UserId(user as u64));
            let words = is_gm.then(|| said.as_typed());
            acts.push((row.revision, UndoneAct { user, words, told }));
        }
    }
    Ok(acts)
}

/// Who is told of what happens, and as whom.
fn audiences(now: &FightState) -> [(Viewer, Audience); 2] {
    [(Viewer::Public, Audience::Channel(now.channel)), (Viewer::Gm, Audience::Dm(now.gm))]
}

/// What a GM or a clock did, and neither the channel nor this user was told of.
fn is_unseen(act: &JournalRow, now: &FightState, by: UserId) -> Result<bool, Fault> {
    let is_by_player = act.user.is_some_and(|user| !now.is_gm(UserId(user as u64)));
    let is_told = |eyes: &Eyes| Ok::<_, Fault>(retold(act, eyes)?.is_some());
    Ok(!is_by_player && !is_told(&Eyes::of(Viewer::Public))? && !is_told(&now.eyes(by))?)
}

/// An act or an answer by this user.
fn is_own(act: &JournalRow, by: UserId) -> Result<bool, Fault> {
    let is_by_combatant = read::<InputRecord>(&act.said)?.who.is_some();
    Ok(is_by_combatant && act.user == Some(by.0 as i64))
}
