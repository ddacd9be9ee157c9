//! Questions: which stay open, which close and which open, and the messages that show them.

use engine::core::ids::Initiator;
use engine::game::Prompt;
use store::error::StoreError;
use store::ids::PromptId;
use store::rows::{Deadline, DeadlineKind, PromptRow};

use crate::api::outbox::{Audience, PromptOutcome};
use crate::api::standing_orders::OrderTrigger;
use crate::state::fight_state::{OpenPrompt, SealedAnswer, to_json};
use crate::state::message_slots::{MessageKind, MessageSlot};
use crate::transaction::scheduling::{DUE_AT_ONCE, remaining_millis, time_limit_from_secs};
use crate::transaction::{CommitBuilder, RevisedPrompt};

/// The names it needs may have changed since it was asked.
pub(crate) fn is_same_question(previous: &Prompt, current: &Prompt) -> bool {
    (previous.respondent, &previous.subject, &previous.choices, &previous.default_choice)
        == (current.respondent, &current.subject, &current.choices, &current.default_choice)
}

/// The same question, of which other things may be answered now.
fn is_revised_question(previous: &Prompt, current: &Prompt) -> bool {
    previous.respondent == current.respondent && previous.subject.is_same_question(&current.subject)
}

impl CommitBuilder<'_> {
    /// A prompt that is asked as before keeps its id and its clock; others close and open. Gives
    /// back those that open.
    pub(super) fn update_prompts(
        &mut self,
        mut prompts: Vec<Prompt>,
        answered_prompt: Option<(PromptId, PromptOutcome)>,
    ) -> Result<Vec<OpenPrompt>, StoreError> {
        // Their places must not tell of others: of those whom nobody sees, and of the GM's.
        let is_private = |to| matches!(self.after.audience_for(to), Audience::Dm(_));
        prompts.sort_by_key(|prompt| (prompt.is_hidden_from_public, is_private(prompt.respondent)));
        let is_answered =
            |id| answered_prompt.as_ref().is_some_and(|(answered, _)| *answered == id);
        let mut open = std::mem::take(&mut self.after.prompts);
        let (mut kept, mut opened) = (Vec::new(), Vec::new());
        for prompt in prompts {
            // Asked of somebody else now (the fight was handed over), it is asked anew.
            let user = self.after.controller_of(prompt.respondent);
            let is_same = |was: &OpenPrompt| {
                is_same_question(&was.prompt, &prompt) && !is_answered(was.id) && was.user == user
            };
            if let Some(at) = open.iter().position(is_same) {
                let was = open.remove(at);
                if was.prompt.choice_risks != prompt.choice_risks {
                    let (id, asked) = (was.id, to_json(&prompt)?);
                    self.prompts.push(PromptRow {
                        id,
                        question: asked,
                        closed: None,
                        millis_left: None,
                    });
                    self.refresh_prompt_message(was.message_kind(), id, was.audience)?;
                }
                kept.push(self.keep_prompt_open(was, prompt));
            } else {
                let was = open.iter().find(|was| is_revised_question(&was.prompt, &prompt));
                let was = was.filter(|was| !is_answered(was.id));
                let place = opened.len() as i64;
                opened.push(self.open_prompt(prompt, place, was)?);
            }
        }
        for was in open {
            let outcome = match &answered_prompt {
                Some((id, outcome)) if *id == was.id => outcome.clone(),
                _ => PromptOutcome::Withdrawn,
            };
            self.close_prompt(was, outcome)?;
        }
        kept.extend(opened.iter().cloned());
        self.after.prompts = kept;
        self.reveal_answered_prompts()?;
        Ok(opened)
    }

    /// A question that stays open.
    fn keep_prompt_open(&mut self, previous: OpenPrompt, prompt: Prompt) -> OpenPrompt {
        let OpenPrompt {
            id,
            deadline: alarm,
            reminder: nudge,
            order_deadline: order,
            provisional_answer: kept,
            prompt: before,
            ..
        } = previous;
        let mut now = OpenPrompt {
            order_deadline: order,
            provisional_answer: kept,
            ..self.after.new_open_prompt(id, prompt, alarm, nudge)
        };
        if now.prompt.is_hidden_from_public {
            if !before.is_hidden_from_public {
                now.deadline = self.decoy_delay.map(Deadline::Paused);
            }
        } else if self.is_newly_unattended(now.prompt.respondent) {
            now.deadline = DUE_AT_ONCE;
            self.timers.push((DeadlineKind::PromptLimit(id), now.deadline));
        }
        now
    }

    /// A question that is opened. Where it was open, but somebody in it was called otherwise or a
    /// choice was there that is gone, the time that is left stays what it was.
    fn open_prompt(
        &mut self,
        prompt: Prompt,
        place: i64,
        previous: Option<&OpenPrompt>,
    ) -> Result<OpenPrompt, StoreError> {
        let id = PromptId { fight: self.after.id, revision: self.after.revision, place };
        let lull = self.decoy_delay.filter(|_| prompt.is_hidden_from_public).map(Deadline::Paused);
        let (alarm, order) = match previous {
            Some(was) if self.is_newly_unattended(prompt.respondent) => {
                (DUE_AT_ONCE, was.order_deadline)
            }
            // What was ordered may be gone with a choice.
            Some(was) => {
                (was.deadline, was.order_deadline.filter(|_| was.prompt.subject == prompt.subject))
            }
            None if lull.is_some() => (lull, None),
            None if self.after.has_absence_policy_in_force(prompt.respondent, true) => {
                (DUE_AT_ONCE, None)
            }
            None => (self.time_limit_for(&prompt), None),
        };
        let asked = to_json(&prompt)?;
        self.prompts.push(PromptRow { id, question: asked, closed: None, millis_left: None });
        Ok(OpenPrompt {
            order_deadline: order,
            ..self.after.new_open_prompt(id, prompt, alarm, None)
        })
    }

    /// Nobody waits for them any longer, as somebody did before.
    fn is_newly_unattended(&self, initiator: Initiator) -> bool {
        self.after.has_absence_policy_in_force(initiator, true)
            && !self.before.has_absence_policy_in_force(initiator, true)
    }

    /// The limit of a question that is opened now: what was left of it where it is asked again.
    fn time_limit_for(&self, prompt: &Prompt) -> Option<Deadline> {
        let mut left = self.remaining_time.prompts.iter().rev();
        let left = left.find(|(was, _)| is_same_question(was, prompt));
        left.map_or_else(
            || time_limit_from_secs(prompt.timeout_secs),
            |(_, left)| Some(Deadline::Paused(*left)),
        )
    }

    /// The clock of a question has run out to which nothing is answered for whoever is asked.
    pub(super) fn clear_prompt_deadline(&mut self, expired_deadline: Option<DeadlineKind>) {
        let Some(DeadlineKind::PromptLimit(id)) = expired_deadline else { return };
        for open in self.after.prompts.iter_mut().filter(|open| open.id == id) {
            open.deadline = None;
        }
        self.timers.push((DeadlineKind::PromptLimit(id), None));
    }

    fn close_prompt(
        &mut self,
        open_prompt: OpenPrompt,
        outcome: PromptOutcome,
    ) -> Result<(), StoreError> {
        let OpenPrompt {
            id,
            prompt,
            user,
            audience: shown,
            deadline: alarm,
            order_deadline: order,
            ..
        } = open_prompt;
        let closed = Some((self.after.revision, to_json(&outcome)?));
        let millis_left = remaining_millis(alarm, &[user], self.before, self.input_time);
        self.prompts.push(PromptRow { id, question: to_json(&prompt)?, closed, millis_left });
        self.timers.extend([
            (DeadlineKind::PromptLimit(id), None),
            (DeadlineKind::PromptReminder(id), None),
        ]);
        if order.is_some() {
            self.timers.push((DeadlineKind::StandingOrder(id), None));
        }
        if outcome != PromptOutcome::Withdrawn {
            let (is_shared, closed) = (prompt.shares_message, self.after.revision);
            self.after.sealed_answers.push(SealedAnswer {
                prompt: id,
                audience: shown,
                is_shared,
                closed_revision: closed,
            });
        }
        Ok(())
    }

    /// Questions that were opened just now and for which there is an order, or somebody who answers
    /// alone: that one also if they were open before.
    pub(super) fn schedule_ordered_answers(&mut self, includes_open: bool) {
        let (now, waits) = (&self.after, &mut self.delays);
        let order = |open: &OpenPrompt| {
            // Of the unseen they are heeded when the wait is over.
            let is_new = open.id.revision == now.revision;
            let is_heeded = !open.prompt.is_hidden_from_public && open.order_deadline.is_none();
            let ordered =
                || now.matching_orders(open).into_iter().next().map(|(order, _)| order.trigger);
            let ordered = (is_heeded && is_new).then(ordered).flatten();
            let alone = is_heeded && (is_new || includes_open) && now.is_answered_by_autoplay(open);
            waits.draw_trigger_delay(ordered.or_else(|| alone.then_some(OrderTrigger::AfterDelay))?)
        };
        let orders: Vec<_> = now.prompts.iter().map(order).collect();
        for (open, order) in self.after.prompts.iter_mut().zip(orders) {
            open.order_deadline = open.order_deadline.or(order.map(Deadline::Paused));
        }
    }

    /// Answers that were taken back, or that hold again.
    pub(super) fn enqueue_revised_prompts(
        &mut self,
        revised_prompts: Vec<RevisedPrompt>,
    ) -> Result<(), StoreError> {
        for RevisedPrompt { id, prompt, closed_at_revision: closed, outcome } in revised_prompts {
            self.after.sealed_answers.retain(|sealed| sealed.prompt != id);
            let open = self.after.new_open_prompt(id, prompt, None, None);
            let (closed, asked) = (Some((closed, to_json(&outcome)?)), to_json(&open.prompt)?);
            self.prompts.push(PromptRow { id, question: asked, closed, millis_left: None });
            self.refresh_prompt_message(open.message_kind(), id, open.audience)?;
        }
        Ok(())
    }

    /// What was answered is shown once nobody who was asked at the time is waited for.
    fn reveal_answered_prompts(&mut self) -> Result<(), StoreError> {
        let is_waited_for = |one: &SealedAnswer| {
            self.after.prompts.iter().any(|open| open.id.revision < one.closed_revision)
        };
        let (sealed, shown): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.after.sealed_answers).into_iter().partition(is_waited_for);
        self.after.sealed_answers = sealed;
        for one in shown {
            // What closed just now is shown already.
            if one.closed_revision < self.after.revision {
                self.refresh_prompt_message(
                    MessageKind::for_prompt(one.prompt, one.is_shared),
                    one.prompt,
                    one.audience,
                )?;
            }
        }
        Ok(())
    }

    /// The message of a question, and its copies.
    pub(super) fn refresh_prompt_message(
        &mut self,
        kind: MessageKind,
        id: PromptId,
        audience: Audience,
    ) -> Result<(), StoreError> {
        self.refresh_message(&MessageSlot::new(kind, audience))?;
        for user in &self.before.prompt_copy_recipients(audience)
            | &self.after.prompt_copy_recipients(audience)
        {
            self.refresh_message(&MessageSlot::new_copy(MessageKind::Prompt(id), user))?;
        }
        Ok(())
    }
}
