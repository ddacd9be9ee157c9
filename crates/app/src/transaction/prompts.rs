//! Decides which prompts stay open, which close and which open, and refreshes the messages that
//! show them.

use engine::core::ids::Initiator;
use engine::game::Prompt;
use store::error::StoreError;
use store::ids::PromptId;
use store::rows::{Deadline, DeadlineKind, PromptRow};

use crate::api::outbox::{Audience, PromptOutcome};
use crate::api::standing_orders::OrderTrigger;
use crate::state::fight_state::{FightState, OpenPrompt, SealedAnswer, to_json};
use crate::state::message_slots::{MessageKind, MessageSlot};
use crate::state::turn_audience::AwaitedInput;
use crate::transaction::scheduling::{
    DUE_AT_ONCE, remaining_millis_with_quiet_hours, time_limit_from_secs,
};
use crate::transaction::{CommitBuilder, UndoneOrRedonePrompt};

/// The prompts that autoplay answers.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum AutoplayedPrompts {
    New,
    /// Those that were open before as well.
    AllOpen,
}

/// Returns whether two prompts ask the same of the same respondent, with the same choices. The
/// names they mention may differ.
pub(crate) fn is_same_prompt_with_same_choices(previous: &Prompt, current: &Prompt) -> bool {
    (previous.respondent, &previous.subject, &previous.choices, &previous.default_choice)
        == (current.respondent, &current.subject, &current.choices, &current.default_choice)
}

/// Returns whether `current` asks the same of the same respondent with other choices.
fn is_revised_question(previous: &Prompt, current: &Prompt) -> bool {
    previous.respondent == current.respondent
        && previous.subject.has_same_respondent_and_question(&current.subject)
}

impl CommitBuilder<'_> {
    /// Matches the prompts of the game with the open ones: a prompt that is asked as before keeps
    /// its id and its deadline, others close and open. Returns the prompts that open.
    pub(super) fn reconcile_prompts_returning_opened(
        &mut self,
        mut prompts: Vec<Prompt>,
        answered_prompt: Option<(PromptId, PromptOutcome)>,
    ) -> Result<Vec<OpenPrompt>, StoreError> {
        // Sorted, so that the place in an id reveals no hidden prompt and none of the GM's.
        let is_private = |respondent| {
            matches!(self.after.channel_or_private_audience_for(respondent), Audience::Dm(_))
        };
        prompts.sort_by_key(|prompt| (prompt.is_hidden_from_public, is_private(prompt.respondent)));
        let is_answered =
            |id| answered_prompt.as_ref().is_some_and(|(answered, _)| *answered == id);
        // Those that are not asked again remain in it at the end, and are closed.
        let mut open_prompts = std::mem::take(&mut self.after.prompts);
        let mut kept = Vec::new();
        let mut opened: Vec<OpenPrompt> = Vec::new();
        for prompt in prompts {
            // After a handover somebody else is asked, so the prompt opens again.
            let user = self.after.controller_of(prompt.respondent);
            let is_same = |previous: &OpenPrompt| {
                is_same_prompt_with_same_choices(&previous.prompt, &prompt)
                    && !is_answered(previous.id)
                    && previous.user == user
            };
            if let Some(position) = open_prompts.iter().position(is_same) {
                let previous = open_prompts.remove(position);
                if previous.prompt.choice_risks != prompt.choice_risks {
                    self.store_and_show_new_choice_risks(&previous, &prompt)?;
                }
                kept.push(self.keep_prompt_open_updating_deadlines(previous, prompt));
                continue;
            }
            let revised = open_prompts
                .iter()
                .find(|previous| is_revised_question(&previous.prompt, &prompt))
                .filter(|previous| !is_answered(previous.id));
            let place = opened.len() as i64;
            opened.push(self.open_and_store_prompt(prompt, place, revised)?);
        }
        for previous in open_prompts {
            let outcome = match &answered_prompt {
                Some((id, outcome)) if *id == previous.id => outcome.clone(),
                _ => PromptOutcome::Withdrawn,
            };
            self.close_prompt_clear_deadlines_and_seal(previous, outcome)?;
        }
        kept.extend(opened.iter().cloned());
        self.after.prompts = kept;
        self.reveal_unsealed_answers()?;
        Ok(opened)
    }

    /// Stores a prompt that stays open under its id with the choices' risks as they are now, and
    /// refreshes its message.
    fn store_and_show_new_choice_risks(
        &mut self,
        previous: &OpenPrompt,
        prompt: &Prompt,
    ) -> Result<(), StoreError> {
        let (id, question) = (previous.id, to_json(prompt)?);
        self.prompts.push(PromptRow { id, question, closed: None, millis_left: None });
        self.refresh_prompt_message_and_copies(previous.message_kind(), id, previous.audience)
    }

    /// Returns a prompt that stays open, with its deadlines updated. One that is hidden only now
    /// gets a decoy delay; one that is left to an absence policy only now is due at once.
    fn keep_prompt_open_updating_deadlines(
        &mut self,
        previous: OpenPrompt,
        prompt: Prompt,
    ) -> OpenPrompt {
        let OpenPrompt {
            id,
            deadline,
            reminder,
            order_deadline,
            provisional_answer,
            prompt: previous_prompt,
            ..
        } = previous;
        let mut kept_prompt = OpenPrompt {
            order_deadline,
            provisional_answer,
            ..self.after.new_open_prompt(id, prompt, deadline, reminder)
        };
        if kept_prompt.prompt.is_hidden_from_public {
            if !previous_prompt.is_hidden_from_public {
                kept_prompt.deadline = self.decoy_delay.map(Deadline::Paused);
            }
        } else if self.is_newly_unattended(kept_prompt.prompt.respondent) {
            kept_prompt.deadline = DUE_AT_ONCE;
            self.timers.push((DeadlineKind::PromptLimit(id), kept_prompt.deadline));
        }
        kept_prompt
    }

    /// Opens a prompt and adds its row. If `previous` is the same question under an older name or
    /// with a choice that is gone, the remaining time stays.
    fn open_and_store_prompt(
        &mut self,
        prompt: Prompt,
        place: i64,
        previous: Option<&OpenPrompt>,
    ) -> Result<OpenPrompt, StoreError> {
        let id = PromptId { fight: self.after.id, revision: self.after.revision, place };
        let deadline = self.deadline_of_opening_prompt(&prompt, previous);
        let order_deadline =
            previous.and_then(|previous| self.order_deadline_to_keep(&prompt, previous));
        let question = to_json(&prompt)?;
        self.prompts.push(PromptRow { id, question, closed: None, millis_left: None });
        Ok(OpenPrompt { order_deadline, ..self.after.new_open_prompt(id, prompt, deadline, None) })
    }

    /// Returns the time limit of a prompt that opens in place of `previous`, or anew. `None` where
    /// it has no limit.
    fn deadline_of_opening_prompt(
        &self,
        prompt: &Prompt,
        previous: Option<&OpenPrompt>,
    ) -> Option<Deadline> {
        if let Some(previous) = previous {
            let is_unattended_now = self.is_newly_unattended(prompt.respondent);
            return if is_unattended_now { DUE_AT_ONCE } else { previous.deadline };
        }
        if prompt.is_hidden_from_public
            && let Some(decoy_delay) = self.decoy_delay
        {
            return Some(Deadline::Paused(decoy_delay));
        }
        if self.after.has_absence_policy_in_force(prompt.respondent, AwaitedInput::Answer) {
            return DUE_AT_ONCE;
        }
        self.remaining_or_full_limit(prompt)
    }

    /// Returns when a standing order answers a prompt that opens in place of `previous`. `None`
    /// where none did, and where the ordered answer may be gone together with a choice.
    fn order_deadline_to_keep(&self, prompt: &Prompt, previous: &OpenPrompt) -> Option<Deadline> {
        let is_same_subject = previous.prompt.subject == prompt.subject;
        if is_same_subject || self.is_newly_unattended(prompt.respondent) {
            return previous.order_deadline;
        }
        None
    }

    /// Returns whether an absence policy applies now that did not apply before the change.
    fn is_newly_unattended(&self, initiator: Initiator) -> bool {
        self.after.has_absence_policy_in_force(initiator, AwaitedInput::Answer)
            && !self.before.has_absence_policy_in_force(initiator, AwaitedInput::Answer)
    }

    /// Returns the time limit of a prompt that opens: after an undo the time that was left.
    fn remaining_or_full_limit(&self, prompt: &Prompt) -> Option<Deadline> {
        for (earlier, remaining_millis) in self.remaining_time.prompts.iter().rev() {
            if is_same_prompt_with_same_choices(earlier, prompt) {
                return Some(Deadline::Paused(*remaining_millis));
            }
        }
        time_limit_from_secs(prompt.timeout_secs)
    }

    /// Clears the deadline of a prompt whose time is over, and its timer. A prompt that only
    /// reminds is still open then, without a limit.
    pub(super) fn clear_expired_prompt_limit(&mut self, expired_deadline: Option<DeadlineKind>) {
        let Some(DeadlineKind::PromptLimit(id)) = expired_deadline else { return };
        for open in self.after.prompts.iter_mut().filter(|open| open.id == id) {
            open.deadline = None;
        }
        self.timers.push((DeadlineKind::PromptLimit(id), None));
    }

    /// Stores how a prompt was closed and the time that was left, and clears its deadlines. An
    /// answer stays sealed until all who were asked at the same time have answered; a withdrawn
    /// prompt has none.
    fn close_prompt_clear_deadlines_and_seal(
        &mut self,
        open_prompt: OpenPrompt,
        outcome: PromptOutcome,
    ) -> Result<(), StoreError> {
        let OpenPrompt {
            id,
            prompt,
            user,
            audience: prompt_audience,
            deadline,
            order_deadline,
            ..
        } = open_prompt;
        let closed = Some((self.after.revision, to_json(&outcome)?));
        let millis_left =
            remaining_millis_with_quiet_hours(deadline, &[user], self.before, self.input_time);
        self.prompts.push(PromptRow { id, question: to_json(&prompt)?, closed, millis_left });
        self.timers.extend([
            (DeadlineKind::PromptLimit(id), None),
            (DeadlineKind::PromptReminder(id), None),
        ]);
        if order_deadline.is_some() {
            self.timers.push((DeadlineKind::StandingOrder(id), None));
        }
        if outcome != PromptOutcome::Withdrawn {
            let (is_shared, closed) = (prompt.shares_message, self.after.revision);
            self.after.sealed_answers.push(SealedAnswer {
                prompt: id,
                audience: prompt_audience,
                is_shared,
                closed_revision: closed,
            });
        }
        Ok(())
    }

    /// Schedules the answers that standing orders or autoplay give to new prompts, and those
    /// that autoplay gives to open ones if it is to answer all of them.
    pub(super) fn schedule_prepared_answers(&mut self, autoplayed: AutoplayedPrompts) {
        let mut new_deadlines = Vec::new();
        for open in &self.after.prompts {
            let trigger = prepared_answer_trigger(&self.after, open, autoplayed);
            let delay = trigger.and_then(|trigger| self.delays.draw_trigger_delay(trigger));
            new_deadlines.push(delay.map(Deadline::Paused));
        }
        for (open, new_deadline) in self.after.prompts.iter_mut().zip(new_deadlines) {
            open.order_deadline = open.order_deadline.or(new_deadline);
        }
    }

    /// Stores and shows the outcomes of prompts whose answers were undone or redone.
    pub(super) fn store_and_show_undone_prompt_outcomes(
        &mut self,
        undone_or_redone_prompts: Vec<UndoneOrRedonePrompt>,
    ) -> Result<(), StoreError> {
        for UndoneOrRedonePrompt { id, prompt, closed_at_revision, outcome } in
            undone_or_redone_prompts
        {
            self.after.sealed_answers.retain(|sealed| sealed.prompt != id);
            // Built only to find the messages that show the prompt; it stays closed.
            let shown_prompt = self.after.new_open_prompt(id, prompt, None, None);
            self.prompts.push(PromptRow {
                id,
                question: to_json(&shown_prompt.prompt)?,
                closed: Some((closed_at_revision, to_json(&outcome)?)),
                millis_left: None,
            });
            self.refresh_prompt_message_and_copies(
                shown_prompt.message_kind(),
                id,
                shown_prompt.audience,
            )?;
        }
        Ok(())
    }

    /// Shows sealed answers as soon as no prompt is open that was asked before they closed.
    fn reveal_unsealed_answers(&mut self) -> Result<(), StoreError> {
        let is_still_sealed = |answer: &SealedAnswer| {
            self.after.prompts.iter().any(|open| open.id.revision < answer.closed_revision)
        };
        let (sealed, revealed): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.after.sealed_answers).into_iter().partition(is_still_sealed);
        self.after.sealed_answers = sealed;
        for answer in revealed {
            // A prompt that closes with this change is refreshed anyway.
            if answer.closed_revision < self.after.revision {
                self.refresh_prompt_message_and_copies(
                    MessageKind::for_prompt(answer.prompt, answer.is_shared),
                    answer.prompt,
                    answer.audience,
                )?;
            }
        }
        Ok(())
    }

    /// Refreshes the message of a prompt and its copies.
    pub(super) fn refresh_prompt_message_and_copies(
        &mut self,
        kind: MessageKind,
        id: PromptId,
        audience: Audience,
    ) -> Result<(), StoreError> {
        self.enqueue_message_edit_once(&MessageSlot::new(kind, audience))?;
        for user in &self.before.prompt_copy_recipients(audience)
            | &self.after.prompt_copy_recipients(audience)
        {
            self.enqueue_message_edit_once(&MessageSlot::new_copy(MessageKind::Prompt(id), user))?;
        }
        Ok(())
    }
}

/// Returns when a standing order or else autoplay answers a prompt. `None` where neither does, and
/// where a time is set already. A hidden prompt heeds them when its decoy delay is over.
fn prepared_answer_trigger(
    state: &FightState,
    open: &OpenPrompt,
    autoplayed: AutoplayedPrompts,
) -> Option<OrderTrigger> {
    if open.prompt.is_hidden_from_public || open.order_deadline.is_some() {
        return None;
    }
    let is_new = open.id.revision == state.revision;
    if is_new && let Some((order, _)) = state.matching_orders(open).first() {
        return Some(order.trigger);
    }
    let takes_autoplay = is_new || autoplayed == AutoplayedPrompts::AllOpen;
    if takes_autoplay && state.is_answered_by_autoplay(open) {
        return Some(OrderTrigger::AfterDelay);
    }
    None
}
