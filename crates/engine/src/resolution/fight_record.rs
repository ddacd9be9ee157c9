//! A stored fight: the fight before the pending act, that act, and its tape.
//!
//! Every act, order and answer goes through [`FightRecord::apply_input`].

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::core::command::Refusal;
use crate::core::dice::Dice;
use crate::core::fight::{Event, Fight, Order};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::json;
use crate::resolution::orders;
use crate::resolution::prompt::PromptRequest;
use crate::resolution::resolver::{Interrupt, OpenPrompts, Resolver};
use crate::resolution::tape::{Tape, TapeEntry, TapeUsage};
use crate::{Rules, System};

/// An act or order from outside the engine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case", remote = "Self")]
pub enum RecordedAction<S: System> {
    Act {
        who: CombatantId,
        act: S::Act,
    },
    Order(Order<S>),
    /// An action of rules that no longer exist. It is always refused (I7).
    #[serde(skip)]
    Lost(Value),
}

json::keep_unreadable_as_lost!(RecordedAction<S>, S: System);

#[derive(Clone, Debug, PartialEq)]
pub enum FightInput<S: System> {
    Action(RecordedAction<S>),
    Answer {
        respondent: Initiator,
        question: S::Question,
        answer: S::Answer,
    },
    /// The end of a decoy delay.
    DecoyDelayOver,
}

/// A fight as it is stored, with the act that waits for an answer if there is one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct FightRecord<S: System> {
    /// The fight before the pending act, or the current fight if no act is pending.
    #[serde(rename = "fight")]
    pub base_fight: Fight<S>,
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    #[serde(rename = "paused")]
    pub pending: Option<PendingAct<S>>,
    /// The replayed pending act, computed on first use. Invariant: neither field above changes
    /// after that.
    #[serde(skip)]
    replay_cache: ReplayCache<S>,
}

/// A lazily computed replay of the pending act, up to where it waits.
#[derive(Clone, Debug)]
struct ReplayCache<S: System>(OnceLock<Arc<ReplayedAct<S>>>);

#[derive(Debug)]
struct ReplayedAct<S: System> {
    fight: Fight<S>,
    events: Vec<Event<S>>,
    /// `None` if the act no longer waits, because the rules changed and it was not migrated.
    open_prompts: Option<OpenPrompts<S>>,
}

impl<S: System> Default for ReplayCache<S> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

/// All caches are equal, because the other fields determine the replay.
impl<S: System> PartialEq for ReplayCache<S> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

fn none<T>() -> Option<T> {
    None
}

/// An act or order that waits for an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct PendingAct<S: System> {
    #[serde(rename = "deed")]
    pub action: RecordedAction<S>,
    pub tape: Tape<S>,
}

impl<S: System> Default for FightRecord<S> {
    fn default() -> Self {
        Self::new(Fight::default())
    }
}

/// The result of an input that was not refused.
#[derive(Clone, Debug, PartialEq)]
pub struct ActResult<S: System> {
    /// The record to store.
    pub record: FightRecord<S>,
    /// The fight now, including the effects of a pending act so far.
    pub current_fight: Fight<S>,
    /// The new events, without those that a pending act emitted earlier.
    pub events: Vec<Event<S>>,
    /// The prompts that are open now.
    pub requests: Vec<PromptRequest<S>>,
    /// The tape index of the decoy delay that runs, if any.
    pub decoy_delay_index: Option<usize>,
    /// The dice and answers of the action so far.
    pub tape: Tape<S>,
    /// Whether the rules no longer matched the stored tape, so that a part of it was rolled or
    /// asked again.
    pub was_migrated: bool,
}

/// The result of one run of an action over its tape.
struct TapeRun<S: System> {
    fight: Fight<S>,
    events: Vec<Event<S>>,
    usage: TapeUsage,
    ending: RunEnding<S>,
}

enum RunEnding<S: System> {
    Done,
    Pending(OpenPrompts<S>),
    Refused(Refusal),
}

impl<S: System> FightRecord<S> {
    /// Makes the record of a fight without a pending act.
    pub fn new(base_fight: Fight<S>) -> Self {
        Self { base_fight, pending: None, replay_cache: ReplayCache::default() }
    }
}

impl<S: Rules> FightRecord<S> {
    /// Returns the current fight and its open requests as owned values.
    pub fn clone_fight_and_requests(&self) -> (Fight<S>, Vec<PromptRequest<S>>) {
        let (fight, open_prompts) = self.clone_current_state();
        (fight, open_prompts.requests)
    }

    /// Returns the current fight and its open prompts as owned values.
    pub fn clone_current_state(&self) -> (Fight<S>, OpenPrompts<S>) {
        let (fight, open_prompts) = self.current_state();
        (fight.clone(), open_prompts.into_owned())
    }

    /// Returns the current fight, including the effects of a pending act so far.
    pub fn current_fight(&self) -> &Fight<S> {
        self.current_state().0
    }

    /// Returns the current fight and its open prompts.
    pub fn current_state(&self) -> (&Fight<S>, Cow<'_, OpenPrompts<S>>) {
        let no_prompts = Cow::Owned(OpenPrompts { requests: Vec::new(), decoy_delay_index: None });
        match &self.pending {
            None => (&self.base_fight, no_prompts),
            Some(pending) => {
                let replayed = self.get_or_replay_pending(pending);
                let open_prompts = replayed.open_prompts.as_ref();
                (&replayed.fight, open_prompts.map_or(no_prompts, Cow::Borrowed))
            }
        }
    }

    /// Applies one input, from its checks to its last consequence.
    ///
    /// # Errors
    /// Returns the refusal if the rules refuse the input. Nothing has happened then.
    pub fn apply_input(
        &self,
        input: FightInput<S>,
        dice: &mut dyn Dice,
    ) -> Result<ActResult<S>, Refusal> {
        let Some(pending) = &self.pending else {
            return match input {
                FightInput::Action(action) => self.start_action(action, dice),
                FightInput::Answer { .. } | FightInput::DecoyDelayOver => {
                    Err(Refusal::new("prompt-closed", ""))
                }
            };
        };
        let replayed = self.get_or_replay_pending(pending);
        let Some(open_prompts) = &replayed.open_prompts else {
            // The rules changed, and the pending act was not migrated.
            return Err(Refusal::new("prompt-closed", ""));
        };
        let entry = input_to_tape_entry(input, open_prompts)?;
        self.rerun_pending_with_entry(pending, entry, &replayed.events, dice)
    }

    /// Performs a new act or order on the current fight. Its tape is new, so all dice are rolled
    /// and everybody is asked.
    fn start_action(
        &self,
        action: RecordedAction<S>,
        dice: &mut dyn Dice,
    ) -> Result<ActResult<S>, Refusal> {
        let mut tape = Tape::default();
        let accepted_len = 0;
        let run = run_action_and_automatic_steps(
            self.base_fight.clone(),
            &action,
            &mut tape,
            accepted_len,
            dice,
        );
        let known_events = 0;
        self.build_act_result_or_refusal(action, tape, run, known_events)
    }

    /// Runs the pending act again under the current rules.
    ///
    /// What matches on its tape is kept, the rest is rolled and asked again (I7). An act that the
    /// rules now refuse is dropped. Returns `None` if no act is pending. Call it on every fight
    /// that was loaded from the store.
    pub fn rerun_or_drop_pending_under_current_rules(
        &self,
        dice: &mut dyn Dice,
    ) -> Option<ActResult<S>> {
        let pending = self.pending.as_ref()?;
        let mut tape = pending.tape.clone();
        let accepted_len = tape.0.len();
        let run = run_action_and_automatic_steps(
            self.base_fight.clone(),
            &pending.action,
            &mut tape,
            accepted_len,
            dice,
        );
        let is_unchanged =
            matches!(run.ending, RunEnding::Pending(_)) && !run.usage.rolled_past_end;
        let known_events = run.usage.kept_event_count;
        let migrated =
            self.build_act_result_or_refusal(pending.action.clone(), tape, run, known_events);
        let mut result = migrated.unwrap_or_else(|_| self.build_result_without_pending_act());
        result.was_migrated |= !is_unchanged;
        Some(result)
    }

    /// Builds the result of dropping the pending act: the fight as it was before that act.
    fn build_result_without_pending_act(&self) -> ActResult<S> {
        ActResult {
            record: Self::new(self.base_fight.clone()),
            current_fight: self.base_fight.clone(),
            events: Vec::new(),
            requests: Vec::new(),
            decoy_delay_index: None,
            tape: Tape::default(),
            was_migrated: true,
        }
    }

    /// Runs the pending act again with one entry added to its tape: an answer, or an order that
    /// takes effect where the act waits. `previous_events` are those of the last run.
    fn rerun_pending_with_entry(
        &self,
        pending: &PendingAct<S>,
        entry: TapeEntry<S>,
        previous_events: &[Event<S>],
        dice: &mut dyn Dice,
    ) -> Result<ActResult<S>, Refusal> {
        let mut tape = pending.tape.clone();
        let accepted_len = tape.0.len();
        tape.0.push(entry);
        let run = run_action_and_automatic_steps(
            self.base_fight.clone(),
            &pending.action,
            &mut tape,
            accepted_len,
            dice,
        );
        // The run begins with the events of the last one; what follows them is new.
        let pairs = previous_events.iter().zip(&run.events);
        let known_events = pairs.take_while(|(previous, event)| previous == event).count();
        self.build_act_result_or_refusal(pending.action.clone(), tape, run, known_events)
    }

    /// Performs an action over the beginning of a complete tape and removes the entries it used.
    /// For the tests of I1.
    ///
    /// # Errors
    /// Fails if the action is refused, or if it does not use the tape as it was recorded.
    pub fn replay_action_from_tape(
        &self,
        action: &RecordedAction<S>,
        tape: &mut Tape<S>,
    ) -> Result<Self, String> {
        let mut used_tape = tape.clone();
        // No entry counts as accepted before, so an order that is refused now is not skipped.
        let accepted_len = 0;
        let mut no_dice = crate::core::dice::ScriptedDice::default();
        let run = run_action_and_automatic_steps(
            self.base_fight.clone(),
            action,
            &mut used_tape,
            accepted_len,
            &mut no_dice,
        );
        if !tape.0.starts_with(&used_tape.0) {
            return Err("the tape does not fit".into());
        }
        tape.0.drain(..used_tape.0.len());
        let known_events = 0;
        let result = self.build_act_result_or_refusal(action.clone(), used_tape, run, known_events);
        result.map(|result| result.record).map_err(|refusal| format!("refused: {}", refusal.key))
    }

    /// Returns how the fight stands where the pending act waits: from the cache or, the first time,
    /// by running the act again. That rolls no new dice, because the act stopped at a prompt and
    /// its tape holds everything before that.
    fn get_or_replay_pending(&self, pending: &PendingAct<S>) -> &ReplayedAct<S> {
        self.replay_cache.0.get_or_init(|| {
            let mut no_dice = crate::core::dice::ScriptedDice::default();
            let mut tape = pending.tape.clone();
            let accepted_len = tape.0.len();
            let run = run_action_and_automatic_steps(
                self.base_fight.clone(),
                &pending.action,
                &mut tape,
                accepted_len,
                &mut no_dice,
            );
            let open_prompts = match run.ending {
                RunEnding::Pending(open_prompts) => Some(open_prompts),
                RunEnding::Done | RunEnding::Refused(_) => None,
            };
            Arc::new(ReplayedAct { fight: run.fight, events: run.events, open_prompts })
        })
    }

    /// Builds the result of a run, without its first `skipped_event_count` events, which an earlier
    /// run emitted already.
    fn build_act_result_or_refusal(
        &self,
        action: RecordedAction<S>,
        tape: Tape<S>,
        run: TapeRun<S>,
        skipped_event_count: usize,
    ) -> Result<ActResult<S>, Refusal> {
        let events = run.events[skipped_event_count..].to_vec();
        let current_fight = run.fight;
        let (record, open_prompts) = match run.ending {
            RunEnding::Refused(refusal) => return Err(refusal),
            RunEnding::Pending(open_prompts) => {
                let pending = Some(PendingAct { action, tape: tape.clone() });
                (Self { pending, ..Self::new(self.base_fight.clone()) }, open_prompts)
            }
            RunEnding::Done => (
                Self::new(current_fight.clone()),
                OpenPrompts { requests: Vec::new(), decoy_delay_index: None },
            ),
        };
        Ok(ActResult {
            record,
            current_fight,
            events,
            requests: open_prompts.requests,
            decoy_delay_index: open_prompts.decoy_delay_index,
            tape,
            was_migrated: run.usage.was_truncated,
        })
    }
}

/// Returns the entry that an input adds to the tape of a pending act.
///
/// # Errors
/// `prompt-open` for an act that must wait; `prompt-closed` for an answer to a prompt that is not
/// open, and for the end of a decoy delay while none runs.
fn input_to_tape_entry<S: Rules>(
    input: FightInput<S>,
    open_prompts: &OpenPrompts<S>,
) -> Result<TapeEntry<S>, Refusal> {
    match input {
        FightInput::Action(RecordedAction::Act { who, act })
            if S::is_act_allowed_during_prompt(&act) =>
        {
            Ok(TapeEntry::InterjectedAct { who, act })
        }
        FightInput::Action(RecordedAction::Act { .. } | RecordedAction::Lost(_)) => {
            Err(Refusal::new("prompt-open", ""))
        }
        FightInput::Action(RecordedAction::Order(order)) => {
            Ok(TapeEntry::InterjectedOrder(Box::new(order)))
        }
        FightInput::Answer { respondent, question, answer } => {
            let mut requests = open_prompts.requests.iter();
            let is_open = requests
                .any(|request| request.respondent == respondent && request.question == question);
            if !is_open {
                return Err(Refusal::new("prompt-closed", ""));
            }
            Ok(TapeEntry::Answer { respondent, question, answer })
        }
        FightInput::DecoyDelayOver if open_prompts.decoy_delay_index.is_none() => {
            Err(Refusal::new("prompt-closed", ""))
        }
        FightInput::DecoyDelayOver => Ok(TapeEntry::DecoyDelayOver),
    }
}

/// Plays an action from its start, then automatic steps until somebody must decide. Answers and
/// dice come from the tape; dice beyond its end are rolled and added to it. The first
/// `previously_accepted_len` entries were taken in earlier runs.
fn run_action_and_automatic_steps<S: Rules>(
    mut fight: Fight<S>,
    action: &RecordedAction<S>,
    tape: &mut Tape<S>,
    previously_accepted_len: usize,
    dice: &mut dyn Dice,
) -> TapeRun<S> {
    let mut resolver = Resolver::from_tape(&mut fight, tape, previously_accepted_len, dice);
    // `Interrupt::EndAct` ends the act alone: the fight goes on as after a whole one.
    let action_result = match action {
        RecordedAction::Act { who, act } => resolver.perform_act(*who, act),
        RecordedAction::Order(order) => orders::perform_order(&mut resolver, order),
        RecordedAction::Lost(_) => Err(Refusal::new("not-in-system", "").into()),
    };
    let final_result = match action_result {
        Ok(()) | Err(Interrupt::EndAct) => resolver.run_steps_until_decision(),
        interrupted => interrupted,
    };
    let (events, usage) = resolver.finish_tape_cutting_unused();
    let ending = match final_result {
        Ok(()) | Err(Interrupt::EndAct) => RunEnding::Done,
        Err(Interrupt::AwaitInput(open_prompts)) => RunEnding::Pending(open_prompts),
        Err(Interrupt::Refuse(refusal)) => RunEnding::Refused(*refusal),
    };
    TapeRun { fight, events, usage, ending }
}
