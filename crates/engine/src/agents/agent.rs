//! Agents: they decide at once in simulations, where nobody is asked by chat.
//!
//! Choices that look ahead are in [`evaluator`](crate::agents::evaluator).

use crate::System;
use crate::agents::evaluation::{ActPurpose, CombatantStatus, Evaluation, nearest_enemy_distance};
use crate::core::dice::SeededDice;
use crate::core::fight::Fight;
use crate::core::ids::CombatantId;
use crate::resolution::prompt::{GivenAnswer, PromptRequest};

/// Decides for combatants (and the GM) in a simulation.
pub trait Agent<S: System> {
    /// Returns the index of one of the legal acts of a combatant. Invariant: `acts` is not empty.
    fn choose_act(&mut self, fight: &Fight<S>, who: CombatantId, acts: &[S::Act]) -> usize;

    /// Answers one of the open requests. At least one request is not optional.
    fn choose_answer(&mut self, fight: &Fight<S>, requests: &[PromptRequest<S>]) -> GivenAnswer<S>;
}

/// Returns the index of the first request that is not optional.
pub(crate) fn first_awaited_request<S: System>(requests: &[PromptRequest<S>]) -> usize {
    requests.iter().position(|request| !request.is_optional).unwrap_or(0)
}

/// An agent that makes every legal choice with the same chance.
pub struct RandomAgent(pub SeededDice);

impl<S: System> Agent<S> for RandomAgent {
    /// Returns a random act.
    fn choose_act(&mut self, _: &Fight<S>, _: CombatantId, acts: &[S::Act]) -> usize {
        self.0.number_below(acts.len())
    }

    fn choose_answer(&mut self, _: &Fight<S>, requests: &[PromptRequest<S>]) -> GivenAnswer<S> {
        let request_index = self.0.number_below(requests.len());
        let choices = &requests[request_index].choices;
        let answer = choices[self.0.number_below(choices.len())].clone();
        GivenAnswer { request_index, answer }
    }
}

/// The agent of an absent player: gives every default answer and performs the first legal act.
pub struct AbsentAgent;

impl<S: System> Agent<S> for AbsentAgent {
    /// Returns the first act.
    fn choose_act(&mut self, _: &Fight<S>, _: CombatantId, _: &[S::Act]) -> usize {
        0
    }

    fn choose_answer(&mut self, _: &Fight<S>, requests: &[PromptRequest<S>]) -> GivenAnswer<S> {
        let request_index = first_awaited_request(requests);
        GivenAnswer { request_index, answer: requests[request_index].default.clone() }
    }
}

/// An agent that attacks an enemy if it can, else removes what keeps it from that, else moves
/// closer to the nearest enemy, else ends its turn.
pub struct AttackingAgent {
    /// Makes one choice in this number at random, with these dice.
    pub random_one_in: Option<(usize, SeededDice)>,
    /// Whether it attacks the enemy with the least health left. Otherwise it attacks the nearest.
    pub targets_weakest: bool,
}

impl AttackingAgent {
    /// Makes an agent that attacks the nearest enemy and makes no choice at random.
    pub fn targeting_nearest() -> Self {
        Self { random_one_in: None, targets_weakest: false }
    }

    /// Makes an agent that attacks the weakest enemy and makes no choice at random.
    pub fn targeting_weakest() -> Self {
        Self { random_one_in: None, targets_weakest: true }
    }

    /// Rolls whether this choice is random, and returns a random index below `count` if so.
    fn roll_random_choice(&mut self, count: usize) -> Option<usize> {
        let (one_in, dice) = self.random_one_in.as_mut()?;
        let is_random = dice.number_below(*one_in) == 0;
        if is_random { Some(dice.number_below(count)) } else { None }
    }

    /// Finds the best act of each purpose: of attacks the one on the weakest or nearest enemy, of
    /// moves the one that ends nearest to an enemy, of others the first. Looks no further once an
    /// act begins the turn, which comes before all others.
    fn find_best_act_per_purpose<S: Evaluation>(
        &self,
        fight: &Fight<S>,
        who: CombatantId,
        acts: &[S::Act],
    ) -> BestActPerPurpose {
        let mut best = BestActPerPurpose::default();
        for (index, act) in acts.iter().enumerate() {
            match S::act_purpose(fight, who, act) {
                ActPurpose::BeginTurn => {
                    best.turn_start = Some(index);
                    break;
                }
                ActPurpose::Attack(enemy) => {
                    if let CombatantStatus::Active(remaining) = S::status_of(fight, enemy) {
                        let health_left = if self.targets_weakest { remaining } else { 0 };
                        let distance = S::distance(fight, who, enemy);
                        keep_least(&mut best.attack, AttackOption { health_left, distance, index });
                    }
                }
                ActPurpose::Prepare => best.preparation = best.preparation.or(Some(index)),
                ActPurpose::Move(distance_after) => {
                    keep_least(&mut best.step, Step { distance_after, index });
                }
                ActPurpose::Dash(distance_after) => {
                    keep_least(&mut best.dash, Step { distance_after, index });
                }
                ActPurpose::EndTurn => best.turn_end = best.turn_end.or(Some(index)),
                ActPurpose::Other => best.other = best.other.or(Some(index)),
                ActPurpose::GiveUp | ActPurpose::Unwanted => {}
            }
        }
        best
    }
}

/// The acts that an attacking agent chooses from, by purpose: the best one, or the first where
/// none is better, as its index.
#[derive(Default)]
struct BestActPerPurpose {
    turn_start: Option<usize>,
    attack: Option<AttackOption>,
    preparation: Option<usize>,
    step: Option<Step>,
    dash: Option<Step>,
    turn_end: Option<usize>,
    other: Option<usize>,
}

/// An attack that may be chosen. The least one is the best: the fields are compared in their order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct AttackOption {
    /// What the enemy has left of its health, in thousandths, or 0 if that does not matter.
    health_left: u16,
    distance: u16,
    index: usize,
}

/// A move that may be chosen. The least one is the best: it leads nearest to an enemy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    distance_after: u16,
    index: usize,
}

/// Replaces `best` by `candidate` if there is none yet or the candidate is less.
fn keep_least<T: Copy + Ord>(best: &mut Option<T>, candidate: T) {
    *best = Some(best.map_or(candidate, |known| candidate.min(known)));
}

impl<S: Evaluation> Agent<S> for AttackingAgent {
    /// Returns the act that begins the turn or, in this order: an attack on the weakest or nearest
    /// enemy, a preparation, a move or else a dash that brings an enemy nearer, the end of the
    /// turn, any other act. Now and then it is a random harmless act instead.
    fn choose_act(&mut self, fight: &Fight<S>, who: CombatantId, acts: &[S::Act]) -> usize {
        if let Some(random_index) = self.roll_random_choice(acts.len())
            && S::act_purpose(fight, who, &acts[random_index]).is_harmless()
        {
            return random_index;
        }
        let best = self.find_best_act_per_purpose(fight, who, acts);
        let attack = best.attack.map(|attack| attack.index);
        if let Some(index) = best.turn_start.or(attack).or(best.preparation) {
            return index;
        }
        let distance_now =
            nearest_enemy_distance(fight, who, |enemy| S::distance(fight, who, enemy));
        // A move leaves the action for an attack, so it comes before a dash.
        let is_nearer = |step: &Step| step.distance_after < distance_now;
        let approach = best.step.filter(is_nearer).or(best.dash.filter(is_nearer));
        approach.map(|step| step.index).or(best.turn_end).or(best.other).unwrap_or(0)
    }

    /// Picks the first request that is not optional, and answers it at random or, if this agent
    /// does not act at random now, with its default.
    fn choose_answer(&mut self, _: &Fight<S>, requests: &[PromptRequest<S>]) -> GivenAnswer<S> {
        let request_index = first_awaited_request(requests);
        let request = &requests[request_index];
        let random_choice = self.roll_random_choice(request.choices.len());
        let random_answer = random_choice.and_then(|choice| request.choices.get(choice));
        GivenAnswer { request_index, answer: random_answer.unwrap_or(&request.default).clone() }
    }
}
