//! Questions: which stay open, which close and which open, and the messages that show them.

use engine::game::Prompt;
use engine::ids::By;
use store::fault::Fault;
use store::ids::PromptId;
use store::rows::{Alarm, PromptRow, Timed};

use crate::change::scheduling::{AT_ONCE, clock, left};
use crate::change::{Draft, Reworded};
use crate::fight::fight_state::{OpenPrompt, Sealed, json};
use crate::fight::slots::{Slot, What};
use crate::terms::orders::When;
use crate::terms::outbox::{Audience, PromptResult};

/// The names it needs may have changed since it was asked.
pub(crate) fn asks_the_same(one: &Prompt, other: &Prompt) -> bool {
    (one.to, &one.asked, &one.choices, &one.default)
        == (other.to, &other.asked, &other.choices, &other.default)
}

/// The same question, of which other things may be answered now.
fn is_still(one: &Prompt, other: &Prompt) -> bool {
    one.to == other.to && one.asked.is_still(&other.asked)
}

impl Draft<'_> {
    /// A prompt that is asked as before keeps its id and its clock; others close and open. Gives
    /// back those that open.
    pub(super) fn compare_prompts(
        &mut self,
        mut asked: Vec<Prompt>,
        answered: Option<(PromptId, PromptResult)>,
    ) -> Result<Vec<OpenPrompt>, Fault> {
        // Their places must not tell of others: of those whom nobody sees, and of the GM's.
        let is_private = |to| matches!(self.now.audience(to), Audience::Dm(_));
        asked.sort_by_key(|prompt| (prompt.is_unseen, is_private(prompt.to)));
        let is_answered = |id| answered.as_ref().is_some_and(|(answered, _)| *answered == id);
        let mut open = std::mem::take(&mut self.now.prompts);
        let (mut kept, mut opened) = (Vec::new(), Vec::new());
        for prompt in asked {
            // Asked of somebody else now (the fight was handed over), it is asked anew.
            let user = self.now.controller(prompt.to);
            let is_same = |was: &OpenPrompt| {
                asks_the_same(&was.prompt, &prompt) && !is_answered(was.id) && was.user == user
            };
            if let Some(at) = open.iter().position(is_same) {
                let was = open.remove(at);
                if was.prompt.risks != prompt.risks {
                    let (id, asked) = (was.id, json(&prompt)?);
                    self.prompts.push(PromptRow { id, asked, closed: None, millis_left: None });
                    self.show_question(was.what(), id, was.shown)?;
                }
                kept.push(self.still_asked(was, prompt));
            } else {
                let was = open.iter().find(|was| is_still(&was.prompt, &prompt));
                let was = was.filter(|was| !is_answered(was.id));
                let place = opened.len() as i64;
                opened.push(self.ask(prompt, place, was)?);
            }
        }
        for was in open {
            let outcome = match &answered {
                Some((id, outcome)) if *id == was.id => outcome.clone(),
                _ => PromptResult::Void,
            };
            self.close(was, outcome)?;
        }
        kept.extend(opened.iter().cloned());
        self.now.prompts = kept;
        self.unseal()?;
        Ok(opened)
    }

    /// A question that stays open.
    fn still_asked(&mut self, was: OpenPrompt, prompt: Prompt) -> OpenPrompt {
        let OpenPrompt { id, alarm, nudge, order, kept, prompt: before, .. } = was;
        let mut now = OpenPrompt { order, kept, ..self.now.open_prompt(id, prompt, alarm, nudge) };
        if now.prompt.is_unseen {
            if !before.is_unseen {
                now.alarm = self.lull.map(Alarm::Standing);
            }
        } else if self.is_deserted(now.prompt.to) {
            now.alarm = AT_ONCE;
            self.timers.push((Timed::Prompt(id), now.alarm));
        }
        now
    }

    /// A question that is opened. Where it was open, but somebody in it was called otherwise or a
    /// choice was there that is gone, the time that is left stays what it was.
    fn ask(
        &mut self,
        prompt: Prompt,
        place: i64,
        was: Option<&OpenPrompt>,
    ) -> Result<OpenPrompt, Fault> {
        let id = PromptId { fight: self.now.id, revision: self.now.revision, place };
        let lull = self.lull.filter(|_| prompt.is_unseen).map(Alarm::Standing);
        let (alarm, order) = match was {
            Some(was) if self.is_deserted(prompt.to) => (AT_ONCE, was.order),
            // What was ordered may be gone with a choice.
            Some(was) => (was.alarm, was.order.filter(|_| was.prompt.asked == prompt.asked)),
            None if lull.is_some() => (lull, None),
            None if self.now.is_left_alone(prompt.to, true) => (AT_ONCE, None),
            None => (self.limit(&prompt), None),
        };
        let asked = json(&prompt)?;
        self.prompts.push(PromptRow { id, asked, closed: None, millis_left: None });
        Ok(OpenPrompt { order, ..self.now.open_prompt(id, prompt, alarm, None) })
    }

    /// Nobody waits for them any longer, as somebody did before.
    fn is_deserted(&self, by: By) -> bool {
        self.now.is_left_alone(by, true) && !self.before.is_left_alone(by, true)
    }

    /// The limit of a question that is opened now: what was left of it where it is asked again.
    fn limit(&self, prompt: &Prompt) -> Option<Alarm> {
        let mut left = self.left.prompts.iter().rev();
        let left = left.find(|(was, _)| asks_the_same(was, prompt));
        left.map_or_else(|| clock(prompt.clock_secs), |(_, left)| Some(Alarm::Standing(*left)))
    }

    /// The clock of a question has run out to which nothing is answered for whoever is asked.
    pub(super) fn stop_clock(&mut self, fired: Option<Timed>) {
        let Some(Timed::Prompt(id)) = fired else { return };
        for open in self.now.prompts.iter_mut().filter(|open| open.id == id) {
            open.alarm = None;
        }
        self.timers.push((Timed::Prompt(id), None));
    }

    fn close(&mut self, was: OpenPrompt, outcome: PromptResult) -> Result<(), Fault> {
        let OpenPrompt { id, prompt, user, shown, alarm, order, .. } = was;
        let closed = Some((self.now.revision, json(&outcome)?));
        let millis_left = left(alarm, &[user], self.before, self.present);
        self.prompts.push(PromptRow { id, asked: json(&prompt)?, closed, millis_left });
        self.timers.extend([(Timed::Prompt(id), None), (Timed::NudgePrompt(id), None)]);
        if order.is_some() {
            self.timers.push((Timed::Order(id), None));
        }
        if outcome != PromptResult::Void {
            let (is_shared, closed) = (prompt.is_shared, self.now.revision);
            self.now.sealed.push(Sealed { id, shown, is_shared, closed });
        }
        Ok(())
    }

    /// Questions that were opened just now and for which there is an order, or somebody who answers
    /// alone: that one also if they were open before.
    pub(super) fn heed_orders(&mut self, is_all: bool) {
        let (now, waits) = (&self.now, &mut self.waits);
        let order = |open: &OpenPrompt| {
            // Of the unseen they are heeded when the wait is over.
            let is_new = open.id.revision == now.revision;
            let is_heeded = !open.prompt.is_unseen && open.order.is_none();
            let ordered = || now.ordered(open).into_iter().next().map(|(order, _)| order.when);
            let ordered = (is_heeded && is_new).then(ordered).flatten();
            let alone = is_heeded && (is_new || is_all) && now.thinks(open);
            waits.until(ordered.or_else(|| alone.then_some(When::Soon))?)
        };
        let orders: Vec<_> = now.prompts.iter().map(order).collect();
        for (open, order) in self.now.prompts.iter_mut().zip(orders) {
            open.order = open.order.or(order.map(Alarm::Standing));
        }
    }

    /// Answers that were taken back, or that hold again.
    pub(super) fn reword(&mut self, reworded: Vec<Reworded>) -> Result<(), Fault> {
        for Reworded { id, prompt, closed, outcome } in reworded {
            self.now.sealed.retain(|sealed| sealed.id != id);
            let open = self.now.open_prompt(id, prompt, None, None);
            let (closed, asked) = (Some((closed, json(&outcome)?)), json(&open.prompt)?);
            self.prompts.push(PromptRow { id, asked, closed, millis_left: None });
            self.show_question(open.what(), id, open.shown)?;
        }
        Ok(())
    }

    /// What was answered is shown once nobody who was asked at the time is waited for.
    fn unseal(&mut self) -> Result<(), Fault> {
        let is_waited_for =
            |one: &Sealed| self.now.prompts.iter().any(|open| open.id.revision < one.closed);
        let (sealed, shown): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.now.sealed).into_iter().partition(is_waited_for);
        self.now.sealed = sealed;
        for one in shown {
            // What closed just now is shown already.
            if one.closed < self.now.revision {
                self.show_question(What::question(one.id, one.is_shared), one.id, one.shown)?;
            }
        }
        Ok(())
    }

    /// The message of a question, and its copies.
    pub(super) fn show_question(
        &mut self,
        what: What,
        id: PromptId,
        to: Audience,
    ) -> Result<(), Fault> {
        self.show(&Slot::of(what, to))?;
        for user in &self.before.mirrors(to) | &self.now.mirrors(to) {
            self.show(&Slot::copy(What::Prompt(id), user))?;
        }
        Ok(())
    }
}
