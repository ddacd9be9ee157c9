//! Hidden prompts in fights with decoys: an answer is kept until the decoy delay is over. The GM
//! may end the delay, whether somebody is asked or nobody.
//!
//! Neither is an input of the fight, so no journal row reveals that anybody has answered.

use std::sync::Arc;

use engine::core::command::{Command, Refusal};
use engine::core::dice::SeededDice;
use engine::core::ids::Initiator;
use store::error::StoreError;
use store::ids::PromptId;
use store::rows::{Deadline, DeadlineKind, NewOutboxRow};

use crate::api::RefusableResult;
use crate::api::input::QueryResult;
use crate::api::outbox::Audience;
use crate::runtime::app::App;
use crate::runtime::fight_cache::FightLock;
use crate::state::fight_state::{FightState, OpenPrompt, to_json};
use crate::state::message_slots::{MessageKind, MessageSlot};
use crate::state::outbox_entry::OutboxEntry;

impl App {
    /// Stores an answer that counts when the deadline of its prompt comes due.
    ///
    /// # Errors
    /// Fails when the store cannot be used. The inner error is the refusal of an answer that the
    /// prompt does not take.
    pub(crate) async fn store_provisional_answer(
        &self,
        fight_lock: &mut FightLock,
        state: &FightState,
        id: PromptId,
        command: &Command,
    ) -> RefusableResult<QueryResult> {
        let Some(open) = state.find_open_prompt(id) else {
            return Ok(Err(Refusal::new("prompt-closed", "")));
        };
        // Only checks that the rules take it; the result and the dice come later.
        if let Err(refusal) =
            state.game.answer_prompt(&open.prompt.subject, command, &mut SeededDice::new(0))
        {
            return Ok(Err(refusal));
        }
        let (until, outbox_rows) =
            (open.deadline_time(), state.build_refresh_rows_if_prompt_private(open)?);
        self.inner
            .store
            .replace_answer_and_insert_outbox_rows(
                id,
                to_json(command)?,
                outbox_rows,
                self.now_millis(),
            )
            .await?;
        let mut updated = state.clone();
        for open in updated.prompts.iter_mut().filter(|open| open.id == id) {
            open.provisional_answer = Some(command.clone());
        }
        fight_lock.set_state(Arc::new(updated));
        Ok(Ok(QueryResult::AnswerHeld { until }))
    }

    /// Ends the decoy delay of all hidden prompts, or of one respondent: their deadlines come due
    /// now, with the same effect as later.
    ///
    /// # Errors
    /// Fails when the store cannot be used. The inner error is `fight-paused`.
    pub(crate) async fn end_decoy_delays_and_fire_deadlines(
        &self,
        mut fight_lock: FightLock,
        state: &FightState,
        only_respondent: Option<Initiator>,
    ) -> RefusableResult<QueryResult> {
        if state.is_paused {
            return Ok(Err(Refusal::new("fight-paused", "")));
        }
        let now = self.now_millis();
        let mut updated = state.clone();
        let is_meant = |open: &&mut OpenPrompt| {
            open.prompt.is_hidden_from_public
                && only_respondent.is_none_or(|initiator| open.prompt.respondent == initiator)
        };
        for open in updated.prompts.iter_mut().filter(is_meant) {
            self.inner.store.set_timer_due(DeadlineKind::PromptLimit(open.id), now).await?;
            open.deadline = Some(Deadline::At(now));
        }
        fight_lock.set_state(Arc::new(updated));
        drop(fight_lock);
        self.fire_due_deadlines().await?;
        Ok(Ok(QueryResult::DecoyDelayEnded))
    }
}

impl FightState {
    /// Returns outbox rows that refresh the messages of a prompt; none where others would see from
    /// it that somebody is asked.
    fn build_refresh_rows_if_prompt_private(
        &self,
        open: &OpenPrompt,
    ) -> Result<Vec<NewOutboxRow>, StoreError> {
        let Audience::Dm(_) = open.audience else { return Ok(Vec::new()) };
        let mut slots = vec![MessageSlot::new(open.message_kind(), open.audience)];
        for user in self.prompt_copy_recipients(open.audience) {
            slots.push(MessageSlot::new_copy(MessageKind::Prompt(open.id), user));
        }
        let mut rows = Vec::new();
        for slot in &slots {
            let entry = OutboxEntry::show_without_ping(slot);
            rows.push(entry.to_new_outbox_row(slot.audience)?);
        }
        Ok(rows)
    }
}
