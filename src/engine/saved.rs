//! A fight as it is stored: the fight before the act that is paused, that act, and its tape.
//!
//! Everything that happens to a fight goes through [`Saved::take`]: an act, an order, an answer.

use serde::{Deserialize, Serialize};

use super::System;
use super::dice::Dice;
use super::fight::{Fight, Note, Order};
use super::ids::{By, CombatantId};
use super::prompt::Ask;
use super::scene::{Scene, Stop};
use super::tape::{Beat, Tape};
use super::words::Refusal;

/// What may be done to a fight from outside, besides answering.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case")]
pub enum Deed<S: System> {
    Act { who: CombatantId, act: S::Act },
    Order(Order<S>),
}

#[derive(Clone, Debug, PartialEq)]
pub enum Input<S: System> {
    Deed(Deed<S>),
    Answer { to: By, question: S::Question, answer: S::Answer },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Saved<S: System> {
    /// As it stood before the paused act, or as it stands when none is.
    pub fight: Fight<S>,
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub paused: Option<Paused<S>>,
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
        Self { fight: Fight::default(), paused: None }
    }
}

/// What came of an input.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome<S: System> {
    /// To be stored.
    pub saved: Saved<S>,
    /// The fight as it stands now, a paused act included as far as it has come.
    pub shown: Fight<S>,
    /// What happened now; what a paused act had noted before is not repeated.
    pub notes: Vec<Note<S>>,
    /// The questions that are open now.
    pub asks: Vec<Ask<S>>,
    /// Dice and answers of the deed so far.
    pub tape: Tape<S>,
    /// The rules no longer fitted the stored tape: what matched was kept, the rest asked again.
    pub was_refitted: bool,
    /// A paused act that an order made impossible, and why.
    pub dropped: Option<Refusal>,
}

/// How one run of a deed over its tape went.
struct Run<S: System> {
    fight: Fight<S>,
    notes: Vec<Note<S>>,
    was_refitted: bool,
    end: End<S>,
}

enum End<S: System> {
    Done,
    Open(Vec<Ask<S>>),
    Refused(Refusal),
}

impl<S: System> Saved<S> {
    /// The questions that are open, and the fight as it stands while they are.
    pub fn now(&self) -> (Fight<S>, Vec<Ask<S>>) {
        match &self.paused {
            None => (self.fight.clone(), Vec::new()),
            Some(paused) => {
                let run = self.rerun(paused);
                let asks = if let End::Open(asks) = run.end { asks } else { Vec::new() };
                (run.fight, asks)
            }
        }
    }

    /// One input, from its checks to its last consequence.
    ///
    /// # Errors
    /// The refusal, in which case nothing has happened.
    pub fn take(&self, input: Input<S>, dice: &mut dyn Dice) -> Result<Outcome<S>, Refusal> {
        match (&self.paused, input) {
            (None, Input::Deed(deed)) => self.begin(deed, dice),
            (Some(_), Input::Deed(Deed::Act { .. })) => Err(Refusal::new("prompt-open", "")),
            // The end takes what has happened so far as done, and closes every question.
            (Some(paused), Input::Deed(deed @ Deed::Order(Order::End(_)))) => {
                Self { fight: self.rerun(paused).fight, paused: None }.begin(deed, dice)
            }
            (Some(paused), Input::Deed(Deed::Order(order))) => self.interject(paused, &order, dice),
            (Some(paused), Input::Answer { to, question, answer }) => {
                self.go_on(paused, to, question, answer, dice)
            }
            (None, Input::Answer { .. }) => Err(Refusal::new("prompt-closed", "")),
        }
    }

    fn begin(&self, deed: Deed<S>, dice: &mut dyn Dice) -> Result<Outcome<S>, Refusal> {
        let mut tape = Tape::default();
        let run = run(self.fight.clone(), &deed, &mut tape, dice);
        if let End::Refused(refusal) = run.end {
            return Err(refusal);
        }
        Ok(self.outcome(deed, tape, run, &[]))
    }

    fn go_on(
        &self,
        paused: &Paused<S>,
        to: By,
        question: S::Question,
        answer: S::Answer,
        dice: &mut dyn Dice,
    ) -> Result<Outcome<S>, Refusal> {
        let before = self.rerun(paused);
        let is_open = match &before.end {
            End::Open(asks) => asks.iter().any(|ask| ask.to == to && ask.question == question),
            _ => false,
        };
        if !is_open {
            return Err(Refusal::new("prompt-closed", ""));
        }
        let mut tape = paused.tape.clone();
        tape.0.push(Beat::Answer { to, question, answer });
        let run = run(self.fight.clone(), &paused.deed, &mut tape, dice);
        if let End::Refused(refusal) = run.end {
            return Err(refusal);
        }
        Ok(self.outcome(paused.deed.clone(), tape, run, &before.notes))
    }

    /// An order while an act is paused: it changes the fight before the act, and the act runs
    /// again over its tape.
    fn interject(
        &self,
        paused: &Paused<S>,
        order: &Order<S>,
        dice: &mut dyn Dice,
    ) -> Result<Outcome<S>, Refusal> {
        let before = self.rerun(paused);
        let mut fight = self.fight.clone();
        let mut own = Tape::default();
        let mut scene = Scene::over(&mut fight, &mut own, dice).as_interjection();
        let step = S::order(&mut scene, order);
        let (mut notes, _) = scene.finish();
        match step {
            Ok(()) | Err(Stop::Cut) => {}
            Err(Stop::Refuse(refusal)) => return Err(*refusal),
            Err(Stop::Ask(_)) => return Err(Refusal::new("prompt-open", "")),
        }
        let changed = Self { fight, paused: None };
        let mut tape = paused.tape.clone();
        let run = run(changed.fight.clone(), &paused.deed, &mut tape, dice);
        if let End::Refused(refusal) = run.end {
            let outcome = Outcome::settled(changed.fight, notes, own);
            return Ok(Outcome { dropped: Some(refusal), ..outcome });
        }
        let mut outcome = changed.outcome(paused.deed.clone(), tape, run, &before.notes);
        notes.append(&mut outcome.notes);
        Ok(Outcome { notes, ..outcome })
    }

    /// The paused act once more, up to where it waits. It rolls nothing new: it stopped at a
    /// question, and its tape holds all before that.
    fn rerun(&self, paused: &Paused<S>) -> Run<S> {
        let mut no_dice = super::dice::Scripted::default();
        let mut tape = paused.tape.clone();
        run(self.fight.clone(), &paused.deed, &mut tape, &mut no_dice)
    }

    fn outcome(&self, deed: Deed<S>, tape: Tape<S>, run: Run<S>, told: &[Note<S>]) -> Outcome<S> {
        let known = told.iter().zip(&run.notes).take_while(|(a, b)| a == b).count();
        let notes = run.notes[known..].to_vec();
        let (shown, was_refitted, dropped) = (run.fight, run.was_refitted, None);
        let (saved, asks) = match run.end {
            End::Open(asks) => {
                let paused = Some(Paused { deed, tape: tape.clone() });
                (Self { fight: self.fight.clone(), paused }, asks)
            }
            End::Done | End::Refused(_) => {
                (Self { fight: shown.clone(), paused: None }, Vec::new())
            }
        };
        Outcome { saved, shown, notes, asks, tape, was_refitted, dropped }
    }
}

impl<S: System> Outcome<S> {
    fn settled(fight: Fight<S>, notes: Vec<Note<S>>, tape: Tape<S>) -> Self {
        Self {
            saved: Saved { fight: fight.clone(), paused: None },
            shown: fight,
            notes,
            asks: Vec::new(),
            tape,
            was_refitted: false,
            dropped: None,
        }
    }
}

fn run<S: System>(
    mut fight: Fight<S>,
    deed: &Deed<S>,
    tape: &mut Tape<S>,
    dice: &mut dyn Dice,
) -> Run<S> {
    let mut scene = Scene::over(&mut fight, tape, dice);
    let step = match deed {
        Deed::Act { who, act } => S::perform(&mut scene, *who, act),
        Deed::Order(order) => S::order(&mut scene, order),
    };
    let step = match step {
        Ok(()) | Err(Stop::Cut) => S::settle(&mut scene),
        stopped => stopped,
    };
    let (notes, was_refitted) = scene.finish();
    let end = match step {
        Ok(()) | Err(Stop::Cut) => End::Done,
        Err(Stop::Ask(asks)) => End::Open(asks),
        Err(Stop::Refuse(refusal)) => End::Refused(*refusal),
    };
    Run { fight, notes, was_refitted, end }
}
