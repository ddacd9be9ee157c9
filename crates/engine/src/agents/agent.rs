//! Minds: who decides in a simulation, at once and without being asked by chat.
//!
//! One that looks ahead is in [`judgement`](crate::judgement).

use crate::System;
use crate::agents::evaluation::{ActPurpose, Evaluation, Standing, nearest_enemy_distance};
use crate::core::dice::SeededDice;
use crate::core::fight::Fight;
use crate::core::ids::CombatantId;
use crate::resolution::prompt::PromptRequest;

pub trait Agent<S: System> {
    /// Picks one of the legal acts of a combatant. Invariant: `acts` is not empty.
    fn choose_act(&mut self, fight: &Fight<S>, who: CombatantId, acts: &[S::Act]) -> usize;

    /// Answers one of the open questions: its place, and the answer. At least one is not optional.
    fn choose_answer(
        &mut self,
        fight: &Fight<S>,
        requests: &[PromptRequest<S>],
    ) -> (usize, S::Answer);
}

/// A mind without a plan: every legal choice is as likely as the others.
pub struct RandomAgent(pub SeededDice);

impl<S: System> Agent<S> for RandomAgent {
    fn choose_act(&mut self, _: &Fight<S>, _: CombatantId, acts: &[S::Act]) -> usize {
        self.0.number_below(acts.len())
    }

    fn choose_answer(&mut self, _: &Fight<S>, requests: &[PromptRequest<S>]) -> (usize, S::Answer) {
        let at = self.0.number_below(requests.len());
        let choices = &requests[at].choices;
        (at, choices[self.0.number_below(choices.len())].clone())
    }
}

/// The mind of somebody who is not there: the default to every question, the first legal act.
pub struct AbsentAgent;

impl<S: System> Agent<S> for AbsentAgent {
    fn choose_act(&mut self, _: &Fight<S>, _: CombatantId, _: &[S::Act]) -> usize {
        0
    }

    fn choose_answer(&mut self, _: &Fight<S>, requests: &[PromptRequest<S>]) -> (usize, S::Answer) {
        let at = requests.iter().position(|ask| !ask.is_optional).unwrap_or(0);
        (at, requests[at].default.clone())
    }
}

/// A mind that goes straight for the enemy: it strikes where it can, else it goes to the nearest,
/// else its turn is over.
pub struct AttackingAgent {
    /// One choice of so many is any at all, by these dice.
    pub random_one_in: Option<(usize, SeededDice)>,
    /// It strikes whoever has least left, not the nearest.
    pub targets_weakest: bool,
}

impl AttackingAgent {
    /// Strikes the nearest.
    pub fn targeting_nearest() -> Self {
        Self { random_one_in: None, targets_weakest: false }
    }

    /// Strikes whoever has least left.
    pub fn targeting_weakest() -> Self {
        Self { random_one_in: None, targets_weakest: true }
    }

    fn roll_random_choice(&mut self, count: usize) -> Option<usize> {
        let (whim, dice) = self.random_one_in.as_mut()?;
        (dice.number_below(*whim) == 0).then(|| dice.number_below(count))
    }
}

impl<S: Evaluation> Agent<S> for AttackingAgent {
    fn choose_act(&mut self, fight: &Fight<S>, who: CombatantId, acts: &[S::Act]) -> usize {
        if let Some(any) = self.roll_random_choice(acts.len()) {
            return any;
        }
        let (mut strike, mut step, mut end) = (None, None, None);
        for (at, act) in acts.iter().enumerate() {
            match S::act_purpose(fight, who, act) {
                ActPurpose::BeginTurn => return at,
                ActPurpose::Attack(foe) => {
                    if let Standing::Active(left) = S::standing_of(fight, foe) {
                        let left = if self.targets_weakest { left } else { 0 };
                        let order = (left, S::distance(fight, who, foe), at);
                        strike = Some(strike.map_or(order, |least| order.min(least)));
                    }
                }
                ActPurpose::Move(gap) => {
                    step = Some(step.map_or((gap, at), |least| (gap, at).min(least)))
                }
                ActPurpose::EndTurn => end = end.or(Some(at)),
                ActPurpose::Other => {}
            }
        }
        if let Some((.., at)) = strike {
            return at;
        }
        let gap = nearest_enemy_distance(fight, who, |foe| S::distance(fight, who, foe));
        let closer = step.filter(|(is, _)| *is < gap);
        closer.map(|(_, at)| at).or(end).unwrap_or(0)
    }

    fn choose_answer(&mut self, _: &Fight<S>, requests: &[PromptRequest<S>]) -> (usize, S::Answer) {
        let at = requests.iter().position(|ask| !ask.is_optional).unwrap_or(0);
        let ask = &requests[at];
        let any = self.roll_random_choice(ask.choices.len()).and_then(|any| ask.choices.get(any));
        (at, any.unwrap_or(&ask.default).clone())
    }
}
