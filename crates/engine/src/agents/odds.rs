//! The odds that acts succeed, as far as everybody can know them.
//!
//! An act is run once for each way in which its dice may fall, in several fights that look like
//! this one to everybody. They are made only of what everybody knows, and everything else is random
//! in them ([`randomize::build_publicly_plausible_fight`]). If all give the same chance, it is the
//! true one. If they differ, no odds are given. Neither reveals anything hidden. Reactions of
//! others are left out: the odds are those before anybody reacts.

use std::cell::Cell;

use crate::Rules;
use crate::agents::agent::{Agent, first_awaited_request};
use crate::agents::evaluation::{AttemptResult, Evaluation, WeightedFace};
use crate::core::dice::{Dice, SeededDice};
use crate::core::fight::Fight;
use crate::core::ids::{CombatantId, Initiator};
use crate::resolution::prompt::{GivenAnswer, PromptRequest};
use crate::resolution::resolver::Resolver;
use crate::visibility::randomize;

/// The number of imagined fights in which an act must have the same chance.
const IMAGINED_FIGHTS: u64 = 8;

/// An act that takes more runs in one imagined fight has no odds.
const MAX_RUNS_PER_FIGHT: usize = 1_000;
/// Acts for which the runs of all acts together exceed this number have no odds.
const MAX_TOTAL_RUNS: usize = 8_000;

/// The weight of a certain result.
const CERTAINTY: u128 = 1 << 64;

/// A chance of success in percent, or `None` if there are no odds to tell.
pub type OddsPercent = Option<u8>;

/// Returns the odds of each act, in the order of `acts`, as far as everybody can know them.
///
/// `None` if they depend on hidden facts or on a ruling, if the act cannot fail, or if its dice may
/// fall in too many ways.
pub fn public_odds_percent_by_act<S: Rules>(
    fight: &Fight<S>,
    who: CombatantId,
    acts: &[S::Act],
) -> Vec<OddsPercent> {
    let mut imagined_fights: Vec<Fight<S>> = Vec::new();
    for seed in 0..IMAGINED_FIGHTS {
        let mut dice = SeededDice::new(seed);
        let mut pick = |below| dice.number_below(below);
        imagined_fights.push(randomize::build_publicly_plausible_fight(fight, who, &mut pick));
    }
    // If nothing is hidden, all are equal and one suffices.
    imagined_fights.dedup();
    let mut total_runs = 0;
    acts.iter().map(|act| common_odds(&imagined_fights, who, act, &mut total_runs)).collect()
}

/// Returns the odds of an act if they are the same in all imagined fights. Adds the number of runs
/// to `total_runs`; there are no odds once these are [`MAX_TOTAL_RUNS`].
fn common_odds<S: Rules>(
    imagined_fights: &[Fight<S>],
    who: CombatantId,
    act: &S::Act,
    total_runs: &mut usize,
) -> OddsPercent {
    let mut common_chance: Option<u32> = None;
    for imagined in imagined_fights {
        let chance = success_chance_millionths(imagined, who, act, total_runs)?;
        let differs = common_chance.is_some_and(|common| common != chance);
        if differs || *total_runs >= MAX_TOTAL_RUNS {
            return None;
        }
        common_chance = Some(chance);
    }
    percent_unless_certain(common_chance?)
}

/// Returns the odds of an act in percent in the real fight, hidden facts included. Only for tests.
pub fn exact_odds<S: Rules>(fight: &Fight<S>, who: CombatantId, act: &S::Act) -> OddsPercent {
    percent_unless_certain(success_chance_millionths(fight, who, act, &mut 0)?)
}

const MILLION: u32 = 1_000_000;

/// Converts millionths to percent. Only an impossible act has 0, and none has 100. `None` if the
/// act cannot fail.
fn percent_unless_certain(millionths: u32) -> OddsPercent {
    if millionths >= MILLION {
        return None;
    }
    let rounded_percent = (millionths + 5_000) / 10_000;
    let least_percent = if millionths > 0 { 1 } else { 0 };
    Some(rounded_percent.clamp(least_percent, 99) as u8)
}

/// The result of an act in one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ActVerdict {
    /// The act has neither succeeded nor failed yet.
    Open,
    Decided(AttemptResult),
    /// The GM must rule on it, or its dice may fall in too many ways.
    Unknown,
}

/// Returns the chance that an act succeeds in one fight, in millionths, or `None` if it is unknown.
/// Adds the number of runs to `run_counter`.
///
/// Each run is one path through the outcomes of its rolls. The next path has the next outcome of
/// the last roll; where there is none, that of the roll before it, as an odometer counts.
fn success_chance_millionths<S: Rules>(
    fight: &Fight<S>,
    who: CombatantId,
    act: &S::Act,
    run_counter: &mut usize,
) -> Option<u32> {
    let mut rolls = Vec::new();
    let mut success_weight = 0;
    for _ in 0..MAX_RUNS_PER_FIGHT {
        *run_counter += 1;
        match run_current_dice_path(fight, who, act, &mut rolls) {
            ActVerdict::Decided(AttemptResult::Success) => {
                success_weight += weight_of_current_path(&rolls);
            }
            ActVerdict::Decided(AttemptResult::Failure) => {}
            ActVerdict::Open | ActVerdict::Unknown => return None,
        }
        // Go on to the next outcome of the last roll that has one.
        while rolls.last().is_some_and(EnumeratedRoll::is_last_outcome) {
            rolls.pop();
        }
        match rolls.last_mut() {
            Some(roll) => roll.current_index += 1,
            None => {
                // All paths are done. Adding one half rounds the quotient to the nearest number.
                let rounded = success_weight * u128::from(MILLION) + CERTAINTY / 2;
                return Some((rounded / CERTAINTY) as u32);
            }
        }
    }
    None
}

/// Returns the chance that all rolls come to their current outcomes, as a part of [`CERTAINTY`].
fn weight_of_current_path(rolls: &[EnumeratedRoll]) -> u128 {
    let mut path_weight = CERTAINTY;
    for roll in rolls {
        path_weight = path_weight * roll.outcomes[roll.current_index].weight / roll.total_weight;
    }
    path_weight
}

/// Runs the act on a copy of the fight with the current outcomes of `rolls`, and returns how it
/// ended. Appends the rolls after those, in their first outcomes, until the act is decided.
fn run_current_dice_path<S: Rules>(
    fight: &Fight<S>,
    who: CombatantId,
    act: &S::Act,
    rolls: &mut Vec<EnumeratedRoll>,
) -> ActVerdict {
    // The events decide it. The dice make it unknown if they may fall in too many ways, the agent
    // if the GM must rule.
    let verdict = Cell::new(ActVerdict::Open);
    let mut simulated_fight = fight.clone();
    let mut dice = EnumeratingDice {
        rolls,
        next: 0,
        verdict: &verdict,
        equivalent_faces: S::equivalent_faces,
    };
    let mut agent = PassiveAgent { who, verdict: &verdict };
    let mut decide_by_event = |event: &S::Event| {
        // The first event that decides counts.
        if verdict.get() == ActVerdict::Open
            && let Some(result) = S::act_success_in_event(event, who, act)
        {
            verdict.set(ActVerdict::Decided(result));
        }
    };
    let mut resolver = Resolver::new_simulation(&mut simulated_fight, &mut agent, &mut dice)
        .with_observer(&mut decide_by_event);
    // The result does not matter, because the verdict is set on the way.
    drop(S::check_and_perform_act(&mut resolver, who, act));
    verdict.get()
}

/// Dice rolled together, with all their outcomes and the current one.
struct EnumeratedRoll {
    outcomes: Vec<RollOutcome>,
    current_index: usize,
    /// The sum of the weights of all outcomes.
    total_weight: u128,
}

/// One outcome of dice rolled together, and the number of ways in which it comes about.
#[derive(Clone, Debug, PartialEq)]
struct RollOutcome {
    faces: Vec<u8>,
    weight: u128,
}

impl RollOutcome {
    /// Returns the outcomes in which some more dice show a face: none of the remaining ones in the
    /// first, all of them in the last. `None` if a weight is too large.
    fn extend_by_face(&self, face: WeightedFace, remaining_dice: u8) -> Option<Vec<Self>> {
        let mut extensions = Vec::new();
        let mut faces = self.faces.clone();
        let mut weight = self.weight;
        for dice_with_face in 0..=remaining_dice {
            extensions.push(Self { faces: faces.clone(), weight });
            // One more of the remaining dice shows this face. Their order does not count, hence the
            // division.
            faces.push(face.face);
            let ways = u128::from(remaining_dice - dice_with_face) * u128::from(face.alike_count);
            weight = weight.checked_mul(ways)? / u128::from(dice_with_face + 1);
        }
        Some(extensions)
    }
}

impl EnumeratedRoll {
    /// Enumerates the outcomes of `count` dice, regardless of order. `weighted_faces` are the
    /// distinct faces, each with the number of faces that count alike. `None` if there are too many
    /// outcomes or the weights are too large.
    ///
    /// It begins with the outcome of no dice. Face by face, each outcome so far is extended by
    /// every number of dice that may show this face.
    fn enumerate_outcomes(count: u8, weighted_faces: &[WeightedFace]) -> Option<Self> {
        let mut outcomes = vec![RollOutcome { faces: Vec::new(), weight: 1 }];
        for (index, weighted_face) in weighted_faces.iter().enumerate() {
            let is_last_face = index + 1 == weighted_faces.len();
            let mut extended: Vec<RollOutcome> = Vec::new();
            for partial in &outcomes {
                let remaining_dice = count - partial.faces.len() as u8;
                let mut extensions = partial.extend_by_face(*weighted_face, remaining_dice)?;
                if is_last_face {
                    // The last face takes all remaining dice.
                    extended.extend(extensions.pop());
                } else {
                    extended.append(&mut extensions);
                }
            }
            if extended.len() > MAX_RUNS_PER_FIGHT {
                return None;
            }
            outcomes = extended;
        }
        let total_weight: u128 = outcomes.iter().map(|outcome| outcome.weight).sum();
        // A larger weight could overflow when it is multiplied by the chance of earlier rolls.
        if total_weight >= CERTAINTY {
            return None;
        }
        Some(Self { outcomes, current_index: 0, total_weight })
    }

    /// Returns whether the current outcome is the last one of the roll.
    fn is_last_outcome(&self) -> bool {
        self.current_index + 1 == self.outcomes.len()
    }
}

/// Dice that show the current outcomes of `rolls`, and after those append new rolls in their first
/// outcome.
struct EnumeratingDice<'a> {
    rolls: &'a mut Vec<EnumeratedRoll>,
    /// The index in `rolls` of the roll that comes next.
    next: usize,
    verdict: &'a Cell<ActVerdict>,
    equivalent_faces: fn(u8) -> Vec<WeightedFace>,
}

impl EnumeratingDice<'_> {
    /// Returns the faces of the next roll of the current dice path. A roll that is not enumerated
    /// yet is added to `rolls` in its first outcome. Once the act is decided, and for a roll with
    /// too many outcomes (which makes the verdict unknown), all dice show the first face.
    fn next_faces_of_path_or_new_roll(
        &mut self,
        count: u8,
        weighted_faces: &[WeightedFace],
    ) -> Vec<u8> {
        let lowest =
            || vec![weighted_faces.first().map_or(1, |weighted| weighted.face); usize::from(count)];
        if self.verdict.get() != ActVerdict::Open {
            return lowest();
        }
        if self.next == self.rolls.len() {
            match EnumeratedRoll::enumerate_outcomes(count, weighted_faces) {
                Some(roll) => self.rolls.push(roll),
                None => {
                    self.verdict.set(ActVerdict::Unknown);
                    return lowest();
                }
            }
        }
        let roll = &self.rolls[self.next];
        self.next += 1;
        roll.outcomes[roll.current_index].faces.clone()
    }
}

impl Dice for EnumeratingDice<'_> {
    fn roll_die(&mut self, sides: u8) -> u8 {
        self.roll_dice(1, sides).first().copied().unwrap_or(1)
    }

    fn roll_dice(&mut self, count: u8, sides: u8) -> Vec<u8> {
        let faces = (self.equivalent_faces)(sides);
        self.next_faces_of_path_or_new_roll(count, &faces)
    }

    fn draw_card(&mut self, remaining: &[u8]) -> u8 {
        let cards: Vec<WeightedFace> =
            remaining.iter().map(|card| WeightedFace::single(*card)).collect();
        self.next_faces_of_path_or_new_roll(1, &cards).first().copied().unwrap_or(remaining[0])
    }
}

/// An agent for which nobody reacts. A ruling by the GM makes the verdict unknown.
struct PassiveAgent<'a> {
    who: CombatantId,
    verdict: &'a Cell<ActVerdict>,
}

impl<S: Evaluation + Rules> Agent<S> for PassiveAgent<'_> {
    fn choose_act(&mut self, _: &Fight<S>, _: CombatantId, _: &[S::Act]) -> usize {
        0
    }

    /// Answers for the actor with the default, and for everybody else accepts the threat if that is
    /// a choice. A question to the GM makes the verdict unknown.
    fn choose_answer(&mut self, _: &Fight<S>, requests: &[PromptRequest<S>]) -> GivenAnswer<S> {
        let request_index = first_awaited_request(requests);
        let request = &requests[request_index];
        if request.respondent == Initiator::Gm && self.verdict.get() == ActVerdict::Open {
            self.verdict.set(ActVerdict::Unknown);
        }
        if request.respondent == Initiator::Combatant(self.who) {
            return GivenAnswer { request_index, answer: request.default.clone() };
        }
        let accepting = request.choices.iter().find(|answer| S::accepts_threat(answer));
        GivenAnswer { request_index, answer: accepting.unwrap_or(&request.default).clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weighted(faces: &[(u8, u8)]) -> Vec<WeightedFace> {
        faces.iter().map(|(face, alike_count)| WeightedFace::new(*face, *alike_count)).collect()
    }

    fn outcomes(count: u8, faces: &[(u8, u8)]) -> Vec<(Vec<u8>, u128)> {
        let roll =
            EnumeratedRoll::enumerate_outcomes(count, &weighted(faces)).expect("they are few");
        roll.outcomes.into_iter().map(|outcome| (outcome.faces, outcome.weight)).collect()
    }

    #[test]
    fn enumerated_rolls_weigh_outcomes_by_their_number_of_ways() {
        assert_eq!(outcomes(1, &[(1, 1), (2, 1)]), [(vec![2], 1), (vec![1], 1)]);
        let two_coins = [(vec![2, 2], 1), (vec![1, 2], 2), (vec![1, 1], 1)];
        assert_eq!(outcomes(2, &[(1, 1), (2, 1)]), two_coins);
        let pool = [(vec![6, 6], 1), (vec![1, 6], 10), (vec![1, 1], 25)];
        assert_eq!(outcomes(2, &[(1, 5), (6, 1)]), pool);
        let d6: Vec<(u8, u8)> = (1..=6).map(|face| (face, 1)).collect();
        let total_weight: u128 = outcomes(6, &d6).iter().map(|(_, weight)| weight).sum();
        assert_eq!((outcomes(6, &d6).len(), total_weight), (462, 6u128.pow(6)));
        assert_eq!(outcomes(0, &d6), [(vec![], 1)]);
        assert!(EnumeratedRoll::enumerate_outcomes(20, &weighted(&d6)).is_none());
    }

    #[test]
    fn to_percent_gives_0_only_for_impossible_acts_and_never_100() {
        let percents =
            [0, 1, 5_000, 545_000, 550_000, 999_999, MILLION].map(percent_unless_certain);
        let expected = [Some(0), Some(1), Some(1), Some(55), Some(55), Some(99), None];
        assert_eq!(percents, expected);
    }
}
