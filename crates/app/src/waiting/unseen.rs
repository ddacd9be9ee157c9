//! Questions that nobody must see to be asked, in fights with decoys: what is answered is kept
//! until their wait is over. The GM may end it, of somebody and of nobody alike.
//!
//! Neither is an input of the fight: no row of the journal tells that anybody has answered.

use std::sync::Arc;

use engine::command::{Command, Refusal};
use engine::dice::Seeded;
use engine::ids::By;
use store::fault::Fault;
use store::ids::PromptId;
use store::rows::{Alarm, NewPost, Timed};

use crate::fight::fight_state::{FightState, OpenPrompt, json};
use crate::fight::posts::OutboxEntry;
use crate::fight::slots::{Slot, What};
use crate::held::app::App;
use crate::held::fights::Exclusive;
use crate::terms::input::Shown;
use crate::terms::outbox::Audience;

impl App {
    /// An answer that counts when the clock of its question runs out.
    ///
    /// # Errors
    /// The store could not be used. Within: the refusal of an answer that the question does not
    /// take.
    pub(crate) async fn keep_answer(
        &self,
        exclusive: &mut Exclusive,
        now: &FightState,
        id: PromptId,
        words: &Command,
    ) -> Result<Result<Shown, Refusal>, Fault> {
        let Some(open) = now.open(id) else {
            return Ok(Err(Refusal::new("prompt-closed", "")));
        };
        // Whether it is taken; what comes of it, and the dice, are those of later.
        if let Err(refusal) = now.game.answer(&open.prompt.asked, words, &mut Seeded::new(0)) {
            return Ok(Err(refusal));
        }
        let (until, posts) = (open.due(), now.shown_again(open)?);
        self.inner.store.keep_answer(id, json(words)?, posts, self.millis()).await?;
        let mut now = now.clone();
        for open in now.prompts.iter_mut().filter(|open| open.id == id) {
            open.kept = Some(words.clone());
        }
        exclusive.keep(Arc::new(now));
        Ok(Ok(Shown::Kept { until }))
    }

    /// The wait of the unseen is over, or of one of them: the clocks of all that they are asked run
    /// out now, as they would have later.
    ///
    /// # Errors
    /// The store could not be used. Within: `fight-paused`.
    pub(crate) async fn end_wait(
        &self,
        mut exclusive: Exclusive,
        now: &FightState,
        whose: Option<By>,
    ) -> Result<Result<Shown, Refusal>, Fault> {
        if now.is_paused {
            return Ok(Err(Refusal::new("fight-paused", "")));
        }
        let at = self.millis();
        let mut now = now.clone();
        let is_meant = |open: &&mut OpenPrompt| {
            open.prompt.is_unseen && whose.is_none_or(|by| open.prompt.to == by)
        };
        for open in now.prompts.iter_mut().filter(is_meant) {
            self.inner.store.let_run_out(Timed::Prompt(open.id), at).await?;
            open.alarm = Some(Alarm::At(at));
        }
        exclusive.keep(Arc::new(now));
        drop(exclusive);
        self.fire_due().await?;
        Ok(Ok(Shown::WaitOver))
    }
}

impl FightState {
    /// The messages that ask it, as they stand now; none where others would see that it is asked.
    fn shown_again(&self, open: &OpenPrompt) -> Result<Vec<NewPost>, Fault> {
        let Audience::Dm(_) = open.shown else { return Ok(Vec::new()) };
        let own = Slot::of(open.what(), open.shown);
        let copies = self.mirrors(open.shown).into_iter();
        let copies = copies.map(|to| Slot::copy(What::Prompt(open.id), to));
        std::iter::once(own)
            .chain(copies)
            .map(|slot| OutboxEntry::shows(&slot).to(slot.to))
            .collect()
    }
}
