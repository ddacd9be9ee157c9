//! A fight as it is stored: the fight before the act that is paused, that act, and its tape.
//!
//! Everything that happens to a fight goes through [`Saved::take`]: an act, an order, an answer.

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::command::Refusal;
use super::dice::Dice;
use super::fight::{Fight, Note, Order};
use super::ids::{By, CombatantId};
use super::json;
use super::prompt::Ask;
use super::scene::{Open, Scene, Stop};
use super::tape::{Fit, Tape, TapeEntry};
use super::{Rules, System, orders};

/// What may be done to a fight from outside, besides answering.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case", remote = "Self")]
pub enum Deed<S: System> {
    Act {
        who: CombatantId,
        act: S::Act,
    },
    Order(Order<S>),
    /// A deed of rules that are no more: it cannot be done (I7).
    #[serde(skip)]
    Lost(Value),
}

json::lost_if_unread!(Deed<S>, S: System);

#[derive(Clone, Debug, PartialEq)]
pub enum Input<S: System> {
    Deed(Deed<S>),
    Answer {
        to: By,
        question: S::Question,
        answer: S::Answer,
    },
    /// A decoy wait is over.
    DecoyWait,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Saved<S: System> {
    /// As it stood before the paused act, or as it stands when none is.
    pub fight: Fight<S>,
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub paused: Option<Paused<S>>,
    /// Worked out when it is first asked for. Invariant: neither of the above changes after that.
    #[serde(skip)]
    rerun: Rerun<S>,
}

/// The paused act as it was run once more, up to where it waits.
#[derive(Clone, Debug)]
struct Rerun<S: System>(OnceLock<Arc<Waiting<S>>>);

#[derive(Debug)]
struct Waiting<S: System> {
    fight: Fight<S>,
    notes: Vec<Note<S>>,
    /// None where it does not wait: it was not refitted to rules that have changed.
    open: Option<Open<S>>,
}

impl<S: System> Default for Rerun<S> {
    fn default() -> Self {
        Self(OnceLock::new())
    }
}

/// It follows from the rest.
impl<S: System> PartialEq for Rerun<S> {
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
pub struct Paused<S: System> {
    pub deed: Deed<S>,
    pub tape: Tape<S>,
}

impl<S: System> Default for Saved<S> {
    fn default() -> Self {
        Self::of(Fight::default())
    }
}

/// What came of an input.
#[derive(Clone, Debug, PartialEq)]
pub struct RunResult<S: System> {
    /// To be stored.
    pub saved: Saved<S>,
    /// The fight as it stands now, a paused act included as far as it has come.
    pub shown: Fight<S>,
    /// What happened now; what a paused act had noted before is not repeated.
    pub notes: Vec<Note<S>>,
    /// The questions that are open now.
    pub asks: Vec<Ask<S>>,
    /// A decoy wait runs, by its place on the tape.
    pub lull: Option<usize>,
    /// Dice and answers of the deed so far.
    pub tape: Tape<S>,
    /// The rules no longer fitted the stored tape: what matched was kept, the rest asked again.
    pub was_refitted: bool,
}

/// How one run of a deed over its tape went.
struct Run<S: System> {
    fight: Fight<S>,
    notes: Vec<Note<S>>,
    fit: Fit,
    end: End<S>,
}

enum End<S: System> {
    Done,
    Open(Open<S>),
    Refused(Refusal),
}

impl<S: System> Saved<S> {
    /// A fight in which nothing is paused.
    pub fn of(fight: Fight<S>) -> Self {
        Self { fight, paused: None, rerun: Rerun::default() }
    }
}

impl<S: Rules> Saved<S> {
    /// The questions that are open, and the fight as it stands while they are.
    pub fn now(&self) -> (Fight<S>, Vec<Ask<S>>) {
        let (fight, open) = self.open();
        (fight, open.asks)
    }

    /// The fight as shown, with its questions and the decoy wait that may run beside them.
    pub fn open(&self) -> (Fight<S>, Open<S>) {
        let (fight, open) = self.shown();
        (fight.clone(), open.into_owned())
    }

    /// What [`Self::open`] gives, to be looked at.
    pub fn shown(&self) -> (&Fight<S>, Cow<'_, Open<S>>) {
        let nothing = Cow::Owned(Open { asks: Vec::new(), lull: None });
        match &self.paused {
            None => (&self.fight, nothing),
            Some(paused) => {
                let waiting = self.waiting(paused);
                (&waiting.fight, waiting.open.as_ref().map_or(nothing, Cow::Borrowed))
            }
        }
    }

    /// One input, from its checks to its last consequence.
    ///
    /// # Errors
    /// The refusal, in which case nothing has happened.
    pub fn take(&self, input: Input<S>, dice: &mut dyn Dice) -> Result<RunResult<S>, Refusal> {
        let Some(paused) = &self.paused else {
            return match input {
                Input::Deed(deed) => self.begin(deed, dice),
                Input::Answer { .. } | Input::DecoyWait => Err(Refusal::new("prompt-closed", "")),
            };
        };
        let before = self.waiting(paused);
        let Some(open) = &before.open else {
            // It was not refitted to rules that have changed.
            return Err(Refusal::new("prompt-closed", ""));
        };
        let beat = match input {
            Input::Deed(Deed::Act { who, act }) if S::is_aside(&act) => {
                TapeEntry::Aside { who, act }
            }
            Input::Deed(Deed::Act { .. } | Deed::Lost(_)) => {
                return Err(Refusal::new("prompt-open", ""));
            }
            Input::Deed(Deed::Order(order)) => TapeEntry::Order(Box::new(order)),
            Input::Answer { to, question, answer } => {
                if !open.asks.iter().any(|ask| ask.to == to && ask.question == question) {
                    return Err(Refusal::new("prompt-closed", ""));
                }
                TapeEntry::Answer { to, question, answer }
            }
            Input::DecoyWait if open.lull.is_none() => {
                return Err(Refusal::new("prompt-closed", ""));
            }
            Input::DecoyWait => TapeEntry::DecoyWait,
        };
        self.go_on(paused, beat, &before.notes, dice)
    }

    fn begin(&self, deed: Deed<S>, dice: &mut dyn Dice) -> Result<RunResult<S>, Refusal> {
        let mut tape = Tape::default();
        let run = run(self.fight.clone(), &deed, &mut tape, 0, dice);
        self.outcome(deed, tape, run, 0)
    }

    /// The paused act run again by the rules as they are now: what matches on its tape is kept, the
    /// rest is rolled and asked again (I7). An act that the rules refuse now does not take place.
    /// None where nothing is paused; to be used on every fight that was stored.
    pub fn refit(&self, dice: &mut dyn Dice) -> Option<RunResult<S>> {
        let paused = self.paused.as_ref()?;
        let mut tape = paused.tape.clone();
        let settled = tape.0.len();
        let run = run(self.fight.clone(), &paused.deed, &mut tape, settled, dice);
        let is_as_it_was = matches!(run.end, End::Open(_)) && !run.fit.was_rolled_on;
        let told = run.fit.kept;
        let refitted = self.outcome(paused.deed.clone(), tape, run, told);
        let mut outcome = refitted.unwrap_or_else(|_| RunResult {
            saved: Self::of(self.fight.clone()),
            shown: self.fight.clone(),
            notes: Vec::new(),
            asks: Vec::new(),
            lull: None,
            tape: Tape::default(),
            was_refitted: true,
        });
        outcome.was_refitted |= !is_as_it_was;
        Some(outcome)
    }

    /// The paused act once more, with one beat added: an answer, or an order that takes effect
    /// where the act waits.
    fn go_on(
        &self,
        paused: &Paused<S>,
        beat: TapeEntry<S>,
        told: &[Note<S>],
        dice: &mut dyn Dice,
    ) -> Result<RunResult<S>, Refusal> {
        let mut tape = paused.tape.clone();
        let settled = tape.0.len();
        tape.0.push(beat);
        let run = run(self.fight.clone(), &paused.deed, &mut tape, settled, dice);
        let told = told.iter().zip(&run.notes).take_while(|(a, b)| a == b).count();
        self.outcome(paused.deed.clone(), tape, run, told)
    }

    /// A deed over the beginning of a tape that is complete as it is; what it uses is taken away.
    /// Proof of I1 by test.
    ///
    /// # Errors
    /// Why it does not go through, or that the tape is not used as it was laid.
    pub fn replayed(&self, deed: &Deed<S>, tape: &mut Tape<S>) -> Result<Self, String> {
        let mut used = tape.clone();
        let mut no_dice = super::dice::Scripted::default();
        let run = run(self.fight.clone(), deed, &mut used, 0, &mut no_dice);
        if !tape.0.starts_with(&used.0) {
            return Err("the tape does not fit".into());
        }
        tape.0.drain(..used.0.len());
        let outcome = self.outcome(deed.clone(), used, run, 0);
        outcome.map(|it| it.saved).map_err(|refusal| format!("refused: {}", refusal.key))
    }

    /// The paused act once more, up to where it waits. It rolls nothing new: it stopped at a
    /// question, and its tape holds all before that.
    fn waiting(&self, paused: &Paused<S>) -> &Waiting<S> {
        self.rerun.0.get_or_init(|| {
            let mut no_dice = super::dice::Scripted::default();
            let mut tape = paused.tape.clone();
            let settled = tape.0.len();
            let run = run(self.fight.clone(), &paused.deed, &mut tape, settled, &mut no_dice);
            let open = if let End::Open(open) = run.end { Some(open) } else { None };
            Arc::new(Waiting { fight: run.fight, notes: run.notes, open })
        })
    }

    fn outcome(
        &self,
        deed: Deed<S>,
        tape: Tape<S>,
        run: Run<S>,
        told: usize,
    ) -> Result<RunResult<S>, Refusal> {
        let notes = run.notes[told..].to_vec();
        let (shown, was_refitted) = (run.fight, run.fit.was_cut);
        let (saved, Open { asks, lull }) = match run.end {
            End::Refused(refusal) => return Err(refusal),
            End::Open(open) => {
                let paused = Some(Paused { deed, tape: tape.clone() });
                (Self { paused, ..Self::of(self.fight.clone()) }, open)
            }
            End::Done => (Self::of(shown.clone()), Open { asks: Vec::new(), lull: None }),
        };
        Ok(RunResult { saved, shown, notes, asks, lull, tape, was_refitted })
    }
}

fn run<S: Rules>(
    mut fight: Fight<S>,
    deed: &Deed<S>,
    tape: &mut Tape<S>,
    settled: usize,
    dice: &mut dyn Dice,
) -> Run<S> {
    let mut scene = Scene::over(&mut fight, tape, settled, dice);
    let step = match deed {
        Deed::Act { who, act } => S::perform(&mut scene, *who, act),
        Deed::Order(order) => orders::perform(&mut scene, order),
        Deed::Lost(_) => Err(Refusal::new("not-in-system", "").into()),
    };
    let step = match step {
        Ok(()) | Err(Stop::Cut) => scene.settle(),
        stopped => stopped,
    };
    let (notes, fit) = scene.finish();
    let end = match step {
        Ok(()) | Err(Stop::Cut) => End::Done,
        Err(Stop::Ask(open)) => End::Open(open),
        Err(Stop::Refuse(refusal)) => End::Refused(*refusal),
    };
    Run { fight, notes, fit, end }
}
