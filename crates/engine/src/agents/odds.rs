//! How likely acts are to come off, as far as everybody can know: each is run once for each way its
//! dice may fall, in fights that look like this one to everybody.
//!
//! What is not known is something else in each of those fights ([`scramble::imagined`]), and they
//! are made of what is known alone. So where they give one chance it is the true one, and where
//! they give several nothing is said; neither tells anything hidden. What others may do about it
//! is left out: the odds are those before anybody reacts.

use std::cell::Cell;

use crate::Rules;
use crate::agents::agent::Agent;
use crate::agents::evaluation::Evaluation;
use crate::core::dice::{Dice, SeededDice};
use crate::core::fight::Fight;
use crate::core::ids::{CombatantId, Initiator};
use crate::resolution::prompt::PromptRequest;
use crate::resolution::resolver::Resolver;
use crate::visibility::randomize;

/// In how many fights an act must have the same chance.
const IMAGINED_FIGHTS: u64 = 8;

/// An act that takes more runs in one of them has no odds, nor have those that come after so many.
const MAX_RUNS_PER_FIGHT: usize = 1_000;
const MAX_TOTAL_RUNS: usize = 4_000;

/// The chance of all that may happen.
const CERTAINTY: u128 = 1 << 64;

/// The odds of acts of one combatant, in hundredths, as everybody can know them: none where they
/// hang on what is hidden or on a ruling, where nothing can fail, and where there are too many ways
/// for the dice to fall.
pub fn estimate_odds<S: Rules>(
    fight: &Fight<S>,
    who: CombatantId,
    acts: &[S::Act],
) -> Vec<Option<u8>> {
    let mut worlds: Vec<Fight<S>> = (0..IMAGINED_FIGHTS)
        .map(|seed| {
            let mut chance = SeededDice::new(seed);
            randomize::imagine_fight_for(fight, who, &mut |below| chance.number_below(below))
        })
        .collect();
    // Where nothing is hidden there is one.
    worlds.dedup();
    let mut runs = 0;
    let of = |act: &S::Act| {
        let mut chances = worlds.iter().map(|world| {
            let chance = success_chance(world, who, act, &mut runs)?;
            (runs < MAX_TOTAL_RUNS).then_some(chance)
        });
        let first = chances.next()??;
        chances.all(|chance| chance == Some(first)).then(|| to_percent(first))?
    };
    acts.iter().map(of).collect()
}

/// The odds of an act in the fight as it is, hidden facts and all: for tests.
pub fn exact_odds<S: Rules>(fight: &Fight<S>, who: CombatantId, act: &S::Act) -> Option<u8> {
    to_percent(success_chance(fight, who, act, &mut 0)?)
}

const MILLION: u32 = 1_000_000;

/// What is possible is not 0, and what may fail is not 100; none where nothing can.
fn to_percent(chance: u32) -> Option<u8> {
    let rounded = (chance + 5_000) / 10_000;
    (chance < MILLION).then(|| rounded.clamp(u32::from(chance > 0), 99) as u8)
}

/// How an act came out in one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ActVerdict {
    /// Not known yet.
    Open,
    Decided(bool),
    /// Somebody must rule on it, or there are too many ways to go on.
    Unknown,
}

/// The chance that an act comes off in one fight, in millionths.
fn success_chance<S: Rules>(
    fight: &Fight<S>,
    who: CombatantId,
    act: &S::Act,
    runs: &mut usize,
) -> Option<u32> {
    let mut throws = Vec::new();
    let mut won = 0;
    for _ in 0..MAX_RUNS_PER_FIGHT {
        *runs += 1;
        match run_next_dice_path(fight, who, act, &mut throws) {
            ActVerdict::Decided(true) => {
                won += throws.iter().fold(CERTAINTY, EnumeratedRoll::multiply_weight)
            }
            ActVerdict::Decided(false) => {}
            ActVerdict::Open | ActVerdict::Unknown => return None,
        }
        // The next way: the last throw falls otherwise, if it still can.
        while throws.last().is_some_and(EnumeratedRoll::is_last_outcome) {
            throws.pop();
        }
        match throws.last_mut() {
            Some(throw) => throw.current_index += 1,
            None => return Some(((won * u128::from(MILLION) + CERTAINTY / 2) / CERTAINTY) as u32),
        }
    }
    None
}

/// The act once more, as its first throws are laid; the throws after those are added, up to what
/// decides it.
fn run_next_dice_path<S: Rules>(
    fight: &Fight<S>,
    who: CombatantId,
    act: &S::Act,
    rolls: &mut Vec<EnumeratedRoll>,
) -> ActVerdict {
    let verdict = Cell::new(ActVerdict::Open);
    let mut fight = fight.clone();
    let mut dice = EnumeratingDice {
        rolls,
        next: 0,
        verdict: &verdict,
        equivalent_faces: S::equivalent_faces,
    };
    let mut mind = PassiveAgent { who, verdict: &verdict };
    let mut watch = |note: &S::Event| {
        if let (ActVerdict::Open, Some(is)) =
            (verdict.get(), S::act_success_in_event(note, who, act))
        {
            verdict.set(ActVerdict::Decided(is));
        }
    };
    let mut scene =
        Resolver::new_simulation(&mut fight, &mut mind, &mut dice).with_observer(&mut watch);
    // However it ends, what counts was noted.
    drop(S::perform(&mut scene, who, act));
    verdict.get()
}

/// Dice thrown together, in one of the ways in which they may fall.
struct EnumeratedRoll {
    outcomes: Vec<RollOutcome>,
    current_index: usize,
    /// How often all ways happen.
    total_weight: u128,
}

/// How dice may fall together, and how often they do.
#[derive(Clone, Debug, PartialEq)]
struct RollOutcome {
    faces: Vec<u8>,
    weight: u128,
}

impl EnumeratedRoll {
    /// All ways of so many dice, of whose faces so many count alike; none where there are too many.
    fn enumerate(count: u8, faces: &[(u8, u8)]) -> Option<Self> {
        let mut ways = vec![RollOutcome { faces: Vec::new(), weight: 1 }];
        for (at, (face, alike)) in faces.iter().enumerate() {
            let is_last = at + 1 == faces.len();
            let mut next = Vec::new();
            for way in &ways {
                let left = count - way.faces.len() as u8;
                let (mut more, mut times) = (way.faces.clone(), way.weight);
                for taken in 0..=left {
                    if !is_last || taken == left {
                        next.push(RollOutcome { faces: more.clone(), weight: times });
                    }
                    more.push(*face);
                    // One die more of those that are left falls so.
                    let among = u128::from(left - taken) * u128::from(*alike);
                    times = times.checked_mul(among)? / u128::from(taken + 1);
                }
            }
            if next.len() > MAX_RUNS_PER_FIGHT {
                return None;
            }
            ways = next;
        }
        let all = ways.iter().map(|way| way.weight).sum();
        // Room for the chance of what happens before.
        (all < CERTAINTY).then_some(Self { outcomes: ways, current_index: 0, total_weight: all })
    }

    fn multiply_weight(weight: u128, roll: &Self) -> u128 {
        weight * roll.outcomes[roll.current_index].weight / roll.total_weight
    }

    fn is_last_outcome(&self) -> bool {
        self.current_index + 1 == self.outcomes.len()
    }
}

/// Dice that fall as they are laid, and then in the first way there is.
struct EnumeratingDice<'a> {
    rolls: &'a mut Vec<EnumeratedRoll>,
    next: usize,
    verdict: &'a Cell<ActVerdict>,
    equivalent_faces: fn(u8) -> Vec<(u8, u8)>,
}

impl EnumeratingDice<'_> {
    fn next_faces(&mut self, count: u8, faces: &[(u8, u8)]) -> Vec<u8> {
        let lowest = || vec![faces.first().map_or(1, |(face, _)| *face); usize::from(count)];
        if self.verdict.get() != ActVerdict::Open {
            return lowest();
        }
        if self.next == self.rolls.len() {
            match EnumeratedRoll::enumerate(count, faces) {
                Some(throw) => self.rolls.push(throw),
                None => {
                    self.verdict.set(ActVerdict::Unknown);
                    return lowest();
                }
            }
        }
        let throw = &self.rolls[self.next];
        self.next += 1;
        throw.outcomes[throw.current_index].faces.clone()
    }
}

impl Dice for EnumeratingDice<'_> {
    fn roll_die(&mut self, sides: u8) -> u8 {
        self.roll_dice(1, sides).first().copied().unwrap_or(1)
    }

    fn roll_dice(&mut self, count: u8, sides: u8) -> Vec<u8> {
        let faces = (self.equivalent_faces)(sides);
        self.next_faces(count, &faces)
    }

    fn draw_card(&mut self, remaining: &[u8]) -> u8 {
        let cards: Vec<(u8, u8)> = remaining.iter().map(|card| (*card, 1)).collect();
        self.next_faces(1, &cards).first().copied().unwrap_or(remaining[0])
    }
}

/// Nobody reacts; what somebody must rule on is not known.
struct PassiveAgent<'a> {
    who: CombatantId,
    verdict: &'a Cell<ActVerdict>,
}

impl<S: Evaluation + Rules> Agent<S> for PassiveAgent<'_> {
    fn choose_act(&mut self, _: &Fight<S>, _: CombatantId, _: &[S::Act]) -> usize {
        0
    }

    fn choose_answer(&mut self, _: &Fight<S>, requests: &[PromptRequest<S>]) -> (usize, S::Answer) {
        let at = requests.iter().position(|ask| !ask.is_optional).unwrap_or(0);
        let ask = &requests[at];
        if ask.respondent == Initiator::Gm && self.verdict.get() == ActVerdict::Open {
            self.verdict.set(ActVerdict::Unknown);
        }
        let lets_come = ask.choices.iter().find(|answer| S::accepts_threat(answer));
        let is_others = ask.respondent != Initiator::Combatant(self.who);
        (at, lets_come.filter(|_| is_others).unwrap_or(&ask.default).clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(count: u8, faces: &[(u8, u8)]) -> Vec<(Vec<u8>, u128)> {
        let throw = EnumeratedRoll::enumerate(count, faces).expect("they are few");
        throw.outcomes.into_iter().map(|way| (way.faces, way.weight)).collect()
    }

    #[test]
    fn dice_fall_in_each_way_as_often_as_they_do() {
        assert_eq!(ways(1, &[(1, 1), (2, 1)]), [(vec![2], 1), (vec![1], 1)]);
        let two = [(vec![2, 2], 1), (vec![1, 2], 2), (vec![1, 1], 1)];
        assert_eq!(ways(2, &[(1, 1), (2, 1)]), two);
        let pool = [(vec![6, 6], 1), (vec![1, 6], 10), (vec![1, 1], 25)];
        assert_eq!(ways(2, &[(1, 5), (6, 1)]), pool);
        let d6: Vec<(u8, u8)> = (1..=6).map(|face| (face, 1)).collect();
        let six: u128 = ways(6, &d6).iter().map(|(_, times)| times).sum();
        assert_eq!((ways(6, &d6).len(), six), (462, 6u128.pow(6)));
        assert_eq!(ways(0, &d6), [(vec![], 1)]);
        assert!(EnumeratedRoll::enumerate(20, &d6).is_none());
    }

    #[test]
    fn only_what_is_certain_is_nothing_or_all() {
        let all = [0, 1, 5_000, 545_000, 550_000, 999_999, MILLION].map(to_percent);
        let odds = [Some(0), Some(1), Some(1), Some(55), Some(55), Some(99), None];
        assert_eq!(all, odds);
    }
}
