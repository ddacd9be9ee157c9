//! Minds: who decides in a simulation, at once and without being asked by chat.
//!
//! One that looks ahead is in [`judgement`](super::judgement).

use super::System;
use super::dice::Seeded;
use super::fight::Fight;
use super::ids::CombatantId;
use super::prompt::Ask;
use super::stakes::{Aim, Lot, Stakes, nearest};

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

/// A mind that goes straight for the enemy: it strikes where it can, else it goes to the nearest,
/// else its turn is over.
pub struct Striker {
    /// One choice of so many is any at all, by these dice.
    pub whim: Option<(usize, Seeded)>,
    /// It strikes whoever has least left, not the nearest.
    pub is_sure: bool,
}

impl Striker {
    /// Strikes the nearest.
    pub fn plain() -> Self {
        Self { whim: None, is_sure: false }
    }

    /// Strikes whoever has least left.
    pub fn sure() -> Self {
        Self { whim: None, is_sure: true }
    }

    fn on_a_whim(&mut self, count: usize) -> Option<usize> {
        let (whim, dice) = self.whim.as_mut()?;
        (dice.below(*whim) == 0).then(|| dice.below(count))
    }
}

impl<S: Stakes> Mind<S> for Striker {
    fn choose(&mut self, fight: &Fight<S>, who: CombatantId, acts: &[S::Act]) -> usize {
        if let Some(any) = self.on_a_whim(acts.len()) {
            return any;
        }
        let (mut strike, mut step, mut end) = (None, None, None);
        for (at, act) in acts.iter().enumerate() {
            match S::aim(fight, who, act) {
                Aim::Begin => return at,
                Aim::Strike(foe) => {
                    if let Lot::Up(left) = S::lot(fight, foe) {
                        let left = if self.is_sure { left } else { 0 };
                        let order = (left, S::gap(fight, who, foe), at);
                        strike = Some(strike.map_or(order, |least| order.min(least)));
                    }
                }
                Aim::Step(gap) => step = Some(step.map_or((gap, at), |least| (gap, at).min(least))),
                Aim::End => end = end.or(Some(at)),
                Aim::Else => {}
            }
        }
        if let Some((.., at)) = strike {
            return at;
        }
        let gap = nearest(fight, who, |foe| S::gap(fight, who, foe));
        let closer = step.filter(|(is, _)| *is < gap);
        closer.map(|(_, at)| at).or(end).unwrap_or(0)
    }

    fn answer(&mut self, _: &Fight<S>, asks: &[Ask<S>]) -> (usize, S::Answer) {
        let at = asks.iter().position(|ask| !ask.is_optional).unwrap_or(0);
        let ask = &asks[at];
        let any = self.on_a_whim(ask.choices.len()).and_then(|any| ask.choices.get(any));
        (at, any.unwrap_or(&ask.default).clone())
    }
}
