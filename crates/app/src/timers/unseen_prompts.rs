//! Questions that nobody must see to be asked, in fights with decoys: what is answered is kept
//! until their wait is over. The GM may end it, of somebody and of nobody alike.
//!
//! Neither is an input of the fight: no row of the journal tells that anybody has answered.

use std::sync::Arc;

use engine::core::command::{Command, Refusal};
use engine::core::dice::SeededDice;
use engine::core::ids::Initiator;
use store::error::StoreError;
use store::ids::PromptId;
use store::rows::{Deadline, DeadlineKind, NewOutboxRow};

use crate::api::input::QueryResult;
use crate::api::outbox::Audience;
use crate::runtime::app::App;
use crate::runtime::fight_cache::FightLock;
use crate::state::fight_state::{FightState, OpenPrompt, to_json};
use crate::state::message_slots::{MessageKind, MessageSlot};
use crate::state::outbox_entry::OutboxEntry;

impl App {
    /// An answer that counts when the clock of its question runs out.
    ///
    /// # Errors
    /// The store could not be used. Within: the refusal of an answer that the question does not
    /// take.
    pub(crate) async fn store_unseen_answer(
        &self,
        exclusive: &mut FightLock,
        state: &FightState,
        id: PromptId,
        command: &Command,
    ) -> Result<Result<QueryResult, Refusal>, StoreError> {
        let Some(open) = state.find_open_prompt(id) else {
            return Ok(Err(Refusal::new("prompt-closed", "")));
        };
        // Whether it is taken; what comes of it, and the dice, are those of later.
        if let Err(refusal) =
            state.game.answer_prompt(&open.prompt.subject, command, &mut SeededDice::new(0))
        {
            return Ok(Err(refusal));
        }
        let (until, posts) = (open.deadline_time(), state.messages_to_refresh(open)?);
        self.inner.store.store_answer(id, to_json(command)?, posts, self.now_millis()).await?;
        let mut now = state.clone();
        for open in now.prompts.iter_mut().filter(|open| open.id == id) {
            open.provisional_answer = Some(command.clone());
        }
        exclusive.set_state(Arc::new(now));
        Ok(Ok(QueryResult::AnswerHeld { until }))
    }

    /// The wait of the unseen is over, or of one of them: the clocks of all that they are asked run
    /// out now, as they would have later.
    ///
    /// # Errors
    /// The store could not be used. Within: `fight-paused`.
    pub(crate) async fn end_decoy_delays(
        &self,
        mut exclusive: FightLock,
        state: &FightState,
        awaited: Option<Initiator>,
    ) -> Result<Result<QueryResult, Refusal>, StoreError> {
        if state.is_paused {
            return Ok(Err(Refusal::new("fight-paused", "")));
        }
        let at = self.now_millis();
        let mut now = state.clone();
        let is_meant = |open: &&mut OpenPrompt| {
            open.prompt.is_hidden_from_public
                && awaited.is_none_or(|by| open.prompt.respondent == by)
        };
        for open in now.prompts.iter_mut().filter(is_meant) {
            self.inner.store.set_timer_due(DeadlineKind::PromptLimit(open.id), at).await?;
            open.deadline = Some(Deadline::At(at));
        }
        exclusive.set_state(Arc::new(now));
        drop(exclusive);
        self.fire_due_deadlines().await?;
        Ok(Ok(QueryResult::DecoyDelayEnded))
    }
}

impl FightState {
    /// The messages that ask it, as they stand now; none where others would see that it is asked.
    fn messages_to_refresh(&self, open: &OpenPrompt) -> Result<Vec<NewOutboxRow>, StoreError> {
        let Audience::Dm(_) = open.audience else { return Ok(Vec::new()) };
        let own = MessageSlot::new(open.message_kind(), open.audience);
        let copies = self.prompt_copy_recipients(open.audience).into_iter();
        let copies = copies.map(|to| MessageSlot::new_copy(MessageKind::Prompt(open.id), to));
        std::iter::once(own)
            .chain(copies)
            .map(|slot| OutboxEntry::show_without_ping(&slot).to_new_post(slot.audience))
            .collect()
    }
}
