//! Minds: who decides in a simulation, at once and without being asked by chat.

use super::System;
use super::dice::Seeded;
use super::fight::Fight;
use super::ids::CombatantId;
use super::prompt::Ask;

pub trait Mind<S: System> {
    /// Picks one of the legal acts of a combatant. Invariant: `acts` is not empty.
    fn choose(&mut self, fight: &Fight<S>, who: CombatantId, acts: &[S::Act]) -> usize;

    /// Answers one of the open questions: its place, and the answer. At least one is not optional.
    fn answer(&mut self, fight: &Fight<S>, asks: &[Ask<S>]) -> (usize, S::Answer);
}

/// A mind without a plan: every legal choice is as likely as the others.
pub struct Random(pub Seeded);

impl<S: System> Mind<S> for Random {
    fn choose(&mut self, _: &Fight<S>, _: CombatantId, acts: &[S::Act]) -> usize {
        self.0.below(acts.len())
    }

    fn answer(&mut self, _: &Fight<S>, asks: &[Ask<S>]) -> (usize, S::Answer) {
        let at = self.0.below(asks.len());
        let choices = &asks[at].choices;
        (at, choices[self.0.below(choices.len())].clone())
    }
}

/// The mind of somebody who is not there: the default to every question, the first legal act.
pub struct Absent;

impl<S: System> Mind<S> for Absent {
    fn choose(&mut self, _: &Fight<S>, _: CombatantId, _: &[S::Act]) -> usize {
        0
    }

    fn answer(&mut self, _: &Fight<S>, asks: &[Ask<S>]) -> (usize, S::Answer) {
        let at = asks.iter().position(|ask| !ask.is_optional).unwrap_or(0);
        (at, asks[at].default.clone())
    }
}
