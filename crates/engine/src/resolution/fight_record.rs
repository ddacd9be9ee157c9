//! A fight as it is stored: the fight before the act that is paused, that act, and its tape.
//!
//! Everything that happens to a fight goes through [`Saved::take`]: an act, an order, an answer.

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

/// What may be done to a fight from outside, besides answering.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case", remote = "Self")]
pub enum RecordedAction<S: System> {
    Act {
        who: CombatantId,
        act: S::Act,
    },
    Order(Order<S>),
    /// A deed of rules that are no more: it cannot be done (I7).
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
    /// A decoy wait is over.
    DecoyDelayOver,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct FightRecord<S: System> {
    /// As it stood before the paused act, or as it stands when none is.
    #[serde(rename = "fight")]
    pub base_fight: Fight<S>,
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    #[serde(rename = "paused")]
    pub pending: Option<PendingAct<S>>,
    /// Worked out when it is first asked for. Invariant: neither of the above changes after that.
    #[serde(skip)]
    replay_cache: ReplayCache<S>,
}

/// The paused act as it was run once more, up to where it waits.
#[derive(Clone, Debug)]
struct ReplayCache<S: System>(OnceLock<Arc<ReplayedAct<S>>>);

#[derive(Debug)]
struct ReplayedAct<S: System> {
    fight: Fight<S>,
    events: Vec<Event<S>>,
    /// None where it does not wait: it was not refitted to rules that have changed.
    open_prompts: Option<OpenPrompts<S>>,
}

impl<S: System> Default for ReplayCache<S> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

/// It follows from the rest.
impl<S: System> PartialEq for ReplayCache<S> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

fn none<T>() -> Option<T> {
    None
}

/// An act that waits for an answer.
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

/// What came of an input.
#[derive(Clone, Debug, PartialEq)]
pub struct ActResult<S: System> {
    /// To be stored.
    pub record: FightRecord<S>,
    /// The fight as it stands now, a paused act included as far as it has come.
    pub current_fight: Fight<S>,
    /// What happened now; what a paused act had noted before is not repeated.
    pub events: Vec<Event<S>>,
    /// The questions that are open now.
    pub requests: Vec<PromptRequest<S>>,
    /// A decoy wait runs, by its place on the tape.
    pub decoy_delay_index: Option<usize>,
    /// Dice and answers of the deed so far.
    pub tape: Tape<S>,
    /// The rules no longer fitted the stored tape: what matched was kept, the rest asked again.
    pub was_migrated: bool,
}

/// How one run of a deed over its tape went.
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
    /// A fight in which nothing is paused.
    pub fn new(base_fight: Fight<S>) -> Self {
        Self { base_fight, pending: None, replay_cache: ReplayCache::default() }
    }
}

impl<S: Rules> FightRecord<S> {
    /// The questions that are open, and the fight as it stands while they are.
    pub fn clone_fight_and_requests(&self) -> (Fight<S>, Vec<PromptRequest<S>>) {
        let (fight, open) = self.clone_current_state();
        (fight, open.requests)
    }

    /// The fight as shown, with its questions and the decoy wait that may run beside them.
    pub fn clone_current_state(&self) -> (Fight<S>, OpenPrompts<S>) {
        let (fight, open) = self.current_state();
        (fight.clone(), open.into_owned())
    }

    /// What [`Self::open`] gives, to be looked at.
    pub fn current_state(&self) -> (&Fight<S>, Cow<'_, OpenPrompts<S>>) {
        let nothing = Cow::Owned(OpenPrompts { requests: Vec::new(), decoy_delay_index: None });
        match &self.pending {
            None => (&self.base_fight, nothing),
            Some(paused) => {
                let waiting = self.replay_pending(paused);
                (&waiting.fight, waiting.open_prompts.as_ref().map_or(nothing, Cow::Borrowed))
            }
        }
    }

    /// One input, from its checks to its last consequence.
    ///
    /// # Errors
    /// The refusal, in which case nothing has happened.
    pub fn apply_input(
        &self,
        input: FightInput<S>,
        dice: &mut dyn Dice,
    ) -> Result<ActResult<S>, Refusal> {
        let Some(paused) = &self.pending else {
            return match input {
                FightInput::Action(deed) => self.start_action(deed, dice),
                FightInput::Answer { .. } | FightInput::DecoyDelayOver => {
                    Err(Refusal::new("prompt-closed", ""))
                }
            };
        };
        let before = self.replay_pending(paused);
        let Some(open) = &before.open_prompts else {
            // It was not refitted to rules that have changed.
            return Err(Refusal::new("prompt-closed", ""));
        };
        let beat = match input {
            FightInput::Action(RecordedAction::Act { who, act })
                if S::is_act_allowed_during_prompt(&act) =>
            {
                TapeEntry::InterjectedAct { who, act }
            }
            FightInput::Action(RecordedAction::Act { .. } | RecordedAction::Lost(_)) => {
                return Err(Refusal::new("prompt-open", ""));
            }
            FightInput::Action(RecordedAction::Order(order)) => {
                TapeEntry::InterjectedOrder(Box::new(order))
            }
            FightInput::Answer { respondent: to, question, answer } => {
                if !open.requests.iter().any(|ask| ask.respondent == to && ask.question == question)
                {
                    return Err(Refusal::new("prompt-closed", ""));
                }
                TapeEntry::Answer { respondent: to, question, answer }
            }
            FightInput::DecoyDelayOver if open.decoy_delay_index.is_none() => {
                return Err(Refusal::new("prompt-closed", ""));
            }
            FightInput::DecoyDelayOver => TapeEntry::DecoyDelayOver,
        };
        self.resume_with_entry(paused, beat, &before.events, dice)
    }

    fn start_action(
        &self,
        action: RecordedAction<S>,
        dice: &mut dyn Dice,
    ) -> Result<ActResult<S>, Refusal> {
        let mut tape = Tape::default();
        let run = run_action(self.base_fight.clone(), &action, &mut tape, 0, dice);
        self.build_result(action, tape, run, 0)
    }

    /// The paused act run again by the rules as they are now: what matches on its tape is kept, the
    /// rest is rolled and asked again (I7). An act that the rules refuse now does not take place.
    /// None where nothing is paused; to be used on every fight that was stored.
    pub fn migrate_pending(&self, dice: &mut dyn Dice) -> Option<ActResult<S>> {
        let paused = self.pending.as_ref()?;
        let mut tape = paused.tape.clone();
        let settled = tape.0.len();
        let run = run_action(self.base_fight.clone(), &paused.action, &mut tape, settled, dice);
        let is_as_it_was =
            matches!(run.ending, RunEnding::Pending(_)) && !run.usage.rolled_past_end;
        let told = run.usage.kept_event_count;
        let refitted = self.build_result(paused.action.clone(), tape, run, told);
        let mut outcome = refitted.unwrap_or_else(|_| ActResult {
            record: Self::new(self.base_fight.clone()),
            current_fight: self.base_fight.clone(),
            events: Vec::new(),
            requests: Vec::new(),
            decoy_delay_index: None,
            tape: Tape::default(),
            was_migrated: true,
        });
        outcome.was_migrated |= !is_as_it_was;
        Some(outcome)
    }

    /// The paused act once more, with one beat added: an answer, or an order that takes effect
    /// where the act waits.
    fn resume_with_entry(
        &self,
        pending: &PendingAct<S>,
        entry: TapeEntry<S>,
        previous_events: &[Event<S>],
        dice: &mut dyn Dice,
    ) -> Result<ActResult<S>, Refusal> {
        let mut tape = pending.tape.clone();
        let settled = tape.0.len();
        tape.0.push(entry);
        let run = run_action(self.base_fight.clone(), &pending.action, &mut tape, settled, dice);
        let told = previous_events.iter().zip(&run.events).take_while(|(a, b)| a == b).count();
        self.build_result(pending.action.clone(), tape, run, told)
    }

    /// A deed over the beginning of a tape that is complete as it is; what it uses is taken away.
    /// Proof of I1 by test.
    ///
    /// # Errors
    /// Why it does not go through, or that the tape is not used as it was laid.
    pub fn replay_action(
        &self,
        action: &RecordedAction<S>,
        tape: &mut Tape<S>,
    ) -> Result<Self, String> {
        let mut used = tape.clone();
        let mut no_dice = crate::core::dice::ScriptedDice::default();
        let run = run_action(self.base_fight.clone(), action, &mut used, 0, &mut no_dice);
        if !tape.0.starts_with(&used.0) {
            return Err("the tape does not fit".into());
        }
        tape.0.drain(..used.0.len());
        let outcome = self.build_result(action.clone(), used, run, 0);
        outcome.map(|it| it.record).map_err(|refusal| format!("refused: {}", refusal.key))
    }

    /// The paused act once more, up to where it waits. It rolls nothing new: it stopped at a
    /// question, and its tape holds all before that.
    fn replay_pending(&self, pending: &PendingAct<S>) -> &ReplayedAct<S> {
        self.replay_cache.0.get_or_init(|| {
            let mut no_dice = crate::core::dice::ScriptedDice::default();
            let mut tape = pending.tape.clone();
            let settled = tape.0.len();
            let run = run_action(
                self.base_fight.clone(),
                &pending.action,
                &mut tape,
                settled,
                &mut no_dice,
            );
            let open = if let RunEnding::Pending(open) = run.ending { Some(open) } else { None };
            Arc::new(ReplayedAct { fight: run.fight, events: run.events, open_prompts: open })
        })
    }

    fn build_result(
        &self,
        action: RecordedAction<S>,
        tape: Tape<S>,
        run: TapeRun<S>,
        skipped_events: usize,
    ) -> Result<ActResult<S>, Refusal> {
        let notes = run.events[skipped_events..].to_vec();
        let (shown, was_refitted) = (run.fight, run.usage.was_truncated);
        let (saved, OpenPrompts { requests: asks, decoy_delay_index: lull }) = match run.ending {
            RunEnding::Refused(refusal) => return Err(refusal),
            RunEnding::Pending(open) => {
                let paused = Some(PendingAct { action, tape: tape.clone() });
                (Self { pending: paused, ..Self::new(self.base_fight.clone()) }, open)
            }
            RunEnding::Done => (
                Self::new(shown.clone()),
                OpenPrompts { requests: Vec::new(), decoy_delay_index: None },
            ),
        };
        Ok(ActResult {
            record: saved,
            current_fight: shown,
            events: notes,
            requests: asks,
            decoy_delay_index: lull,
            tape,
            was_migrated: was_refitted,
        })
    }
}

fn run_action<S: Rules>(
    mut fight: Fight<S>,
    action: &RecordedAction<S>,
    tape: &mut Tape<S>,
    accepted_len: usize,
    dice: &mut dyn Dice,
) -> TapeRun<S> {
    let mut scene = Resolver::from_tape(&mut fight, tape, accepted_len, dice);
    let step = match action {
        RecordedAction::Act { who, act } => S::perform(&mut scene, *who, act),
        RecordedAction::Order(order) => orders::perform_order(&mut scene, order),
        RecordedAction::Lost(_) => Err(Refusal::new("not-in-system", "").into()),
    };
    let step = match step {
        Ok(()) | Err(Interrupt::EndAct) => scene.run_automatic_steps(),
        stopped => stopped,
    };
    let (notes, fit) = scene.into_events_and_usage();
    let end = match step {
        Ok(()) | Err(Interrupt::EndAct) => RunEnding::Done,
        Err(Interrupt::AwaitInput(open)) => RunEnding::Pending(open),
        Err(Interrupt::Refuse(refusal)) => RunEnding::Refused(*refusal),
    };
    TapeRun { fight, events: notes, usage: fit, ending: end }
}
