//! Undo and redo: the state after an earlier row of the journal holds again. The journal itself
//! only grows: an undo is a row of its own, and the dice of an undone act stay in it.
//!
//! Rows of undoing are stepped over: undoing twice goes back two acts, redoing takes an undo back.

use crate::engine::game::Game;
use crate::engine::ids::UserId;
use crate::engine::view::Viewer;
use crate::engine::words::{Refusal, Words};
use crate::store::fault::Fault;
use crate::store::rows::{JournalRow, Kind, Step};

use super::App;
use super::change::{Change, Said};
use super::fight_now::{FightNow, read};
use super::looks::retold;
use super::outbox::{Audience, Notice, UndoneAct};
use super::roles::Eyes;

impl App {
    /// Takes the last acts back.
    ///
    /// # Errors
    /// The store could not be read. Within: `nothing-to-undo`, `fight-here`.
    pub(super) async fn undo(
        &self,
        now: &FightNow,
        by: UserId,
        steps: usize,
    ) -> Result<Result<Change, Refusal>, Fault> {
        let mut undone = Vec::new();
        let mut at = now.revision;
        while undone.len() < steps {
            let step = self.step(now, at).await?;
            at = match step.kind {
                Kind::Opened => break,
                Kind::Undone | Kind::Redone => step.back_to.unwrap_or(step.revision - 1),
                Kind::Aside => step.revision - 1,
                Kind::Played => {
                    undone.push(self.row(now, step.revision).await?);
                    step.revision - 1
                }
            };
        }
        if undone.is_empty() {
            return Ok(Err(Refusal::new("nothing-to-undo", "")));
        }
        let words = Words::new("undo").with("steps", undone.len());
        let mut change = self.back_to(now, at, Kind::Undone, words).await?;
        for (viewer, audience) in
            [(Viewer::Public, Audience::Channel(now.channel)), (Viewer::Gm, Audience::Dm(now.gm))]
        {
            let acts = acts(&undone, &Eyes::of(viewer))?;
            if viewer == Viewer::Public || !acts.is_empty() {
                change.notices.push((audience, Notice::Undone { by, acts }));
            }
        }
        Ok(Ok(change))
    }

    /// Takes the last undo back, if nothing was done since.
    ///
    /// # Errors
    /// The store could not be read. Within: `nothing-to-redo`.
    pub(super) async fn redo(
        &self,
        now: &FightNow,
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
        let words = Words::new("redo");
        let mut change = self.back_to(now, step.revision - 1, Kind::Redone, words).await?;
        change.notices.push((Audience::Channel(now.channel), Notice::Redone { by }));
        Ok(Ok(change))
    }

    async fn back_to(
        &self,
        now: &FightNow,
        revision: i64,
        kind: Kind,
        words: Words,
    ) -> Result<Change, Fault> {
        let row = self.row(now, revision).await?;
        let game: Game = read(&row.state)?;
        let refitted = game.refit(&mut *(self.inner.dice)()).filter(|it| it.was_refitted);
        let change = match refitted {
            Some(happened) => Change::played(now, Said::of(words), happened),
            None => {
                let asked = game.prompts();
                let after = now.clone().with_game(game);
                Change { asked, after, ..Change::aside(now, Said::of(words)) }
            }
        };
        Ok(Change { kind, back_to: Some(revision), ..change })
    }

    async fn step(&self, now: &FightNow, revision: i64) -> Result<Step, Fault> {
        let step = self.inner.store.step(now.id, revision).await?;
        step.ok_or_else(|| Fault::Damaged(format!("the journal has no row {revision}")))
    }

    async fn row(&self, now: &FightNow, revision: i64) -> Result<JournalRow, Fault> {
        let row = self.inner.store.journal_row(now.id, revision).await?;
        row.ok_or_else(|| Fault::Damaged(format!("the journal has no row {revision}")))
    }
}

/// What was undone, as a viewer may know it: nothing of what they never knew.
fn acts(undone: &[JournalRow], eyes: &Eyes) -> Result<Vec<UndoneAct>, Fault> {
    let is_gm = eyes.is_gms();
    let mut acts = Vec::new();
    for row in undone {
        let told = retold(row, eyes)?;
        if told.is_some() || is_gm {
            let said: Said = read(&row.said)?;
            let user = row.user.map(|user| UserId(user as u64));
            acts.push(UndoneAct { user, words: is_gm.then_some(said.words), told });
        }
    }
    Ok(acts)
}
