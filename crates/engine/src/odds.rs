//! How likely acts are to come off, as far as everybody can know: each is run once for each way its
//! dice may fall, in fights that look like this one to everybody.
//!
//! What is not known is something else in each of those fights ([`scramble::imagined`]), and they
//! are made of what is known alone. So where they give one chance it is the true one, and where
//! they give several nothing is said; neither tells anything hidden. What others may do about it
//! is left out: the odds are those before anybody reacts.

use std::cell::Cell;

use super::Rules;
use super::dice::{Dice, Seeded};
use super::fight::Fight;
use super::ids::{By, CombatantId};
use super::mind::Mind;
use super::prompt::Ask;
use super::scene::Scene;
use super::scramble;
use super::stakes::Stakes;

/// In how many fights an act must have the same chance.
const WORLDS: u64 = 8;

/// An act that takes more runs in one of them has no odds, nor have those that come after so many.
const MOST_RUNS: usize = 1_000;
const MOST_RUNS_IN_ALL: usize = 4_000;

/// The chance of all that may happen.
const SURE: u128 = 1 << 64;

/// The odds of acts of one combatant, in hundredths, as everybody can know them: none where they
/// hang on what is hidden or on a ruling, where nothing can fail, and where there are too many ways
/// for the dice to fall.
pub fn odds<S: Rules>(fight: &Fight<S>, who: CombatantId, acts: &[S::Act]) -> Vec<Option<u8>> {
    let mut worlds: Vec<Fight<S>> = (0..WORLDS)
        .map(|seed| {
            let mut chance = Seeded::new(seed);
            scramble::imagined(fight, who, &mut |below| chance.below(below))
        })
        .collect();
    // Where nothing is hidden there is one.
    worlds.dedup();
    let mut runs = 0;
    let of = |act: &S::Act| {
        let mut chances = worlds.iter().map(|world| {
            let chance = chance(world, who, act, &mut runs)?;
            (runs < MOST_RUNS_IN_ALL).then_some(chance)
        });
        let first = chances.next()??;
        chances.all(|chance| chance == Some(first)).then(|| in_hundredths(first))?
    };
    acts.iter().map(of).collect()
}

/// The odds of an act in the fight as it is, hidden facts and all: for tests.
pub fn true_odds<S: Rules>(fight: &Fight<S>, who: CombatantId, act: &S::Act) -> Option<u8> {
    in_hundredths(chance(fight, who, act, &mut 0)?)
}

const MILLION: u32 = 1_000_000;

/// What is possible is not 0, and what may fail is not 100; none where nothing can.
fn in_hundredths(chance: u32) -> Option<u8> {
    let rounded = (chance + 5_000) / 10_000;
    (chance < MILLION).then(|| rounded.clamp(u32::from(chance > 0), 99) as u8)
}

/// How an act came out in one run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Not known yet.
    Open,
    CameOff(bool),
    /// Somebody must rule on it, or there are too many ways to go on.
    Unknown,
}

/// The chance that an act comes off in one fight, in millionths.
fn chance<S: Rules>(
    fight: &Fight<S>,
    who: CombatantId,
    act: &S::Act,
    runs: &mut usize,
) -> Option<u32> {
    let mut throws = Vec::new();
    let mut won = 0;
    for _ in 0..MOST_RUNS {
        *runs += 1;
        match run(fight, who, act, &mut throws) {
            Verdict::CameOff(true) => won += throws.iter().fold(SURE, Throw::times),
            Verdict::CameOff(false) => {}
            Verdict::Open | Verdict::Unknown => return None,
        }
        // The next way: the last throw falls otherwise, if it still can.
        while throws.last().is_some_and(Throw::is_last) {
            throws.pop();
        }
        match throws.last_mut() {
            Some(throw) => throw.at += 1,
            None => return Some(((won * u128::from(MILLION) + SURE / 2) / SURE) as u32),
        }
    }
    None
}

/// The act once more, as its first throws are laid; the throws after those are added, up to what
/// decides it.
fn run<S: Rules>(
    fight: &Fight<S>,
    who: CombatantId,
    act: &S::Act,
    throws: &mut Vec<Throw>,
) -> Verdict {
    let verdict = Cell::new(Verdict::Open);
    let mut fight = fight.clone();
    let mut dice = Walk { throws, next: 0, verdict: &verdict, alike: S::alike };
    let mut mind = Bystander { who, verdict: &verdict };
    let mut watch = |note: &S::Note| {
        if let (Verdict::Open, Some(is)) = (verdict.get(), S::came_off(note, who, act)) {
            verdict.set(Verdict::CameOff(is));
        }
    };
    let mut scene = Scene::imagined(&mut fight, &mut mind, &mut dice).watched(&mut watch);
    // However it ends, what counts was noted.
    drop(S::perform(&mut scene, who, act));
    verdict.get()
}

/// Dice thrown together, in one of the ways in which they may fall.
struct Throw {
    ways: Vec<Way>,
    at: usize,
    /// How often all ways happen.
    all: u128,
}

/// How dice may fall together, and how often they do.
#[derive(Clone, Debug, PartialEq)]
struct Way {
    faces: Vec<u8>,
    times: u128,
}

impl Throw {
    /// All ways of so many dice, of whose faces so many count alike; none where there are too many.
    fn of(count: u8, faces: &[(u8, u8)]) -> Option<Self> {
        let mut ways = vec![Way { faces: Vec::new(), times: 1 }];
        for (at, (face, alike)) in faces.iter().enumerate() {
            let is_last = at + 1 == faces.len();
            let mut next = Vec::new();
            for way in &ways {
                let left = count - way.faces.len() as u8;
                let (mut more, mut times) = (way.faces.clone(), way.times);
                for taken in 0..=left {
                    if !is_last || taken == left {
                        next.push(Way { faces: more.clone(), times });
                    }
                    more.push(*face);
                    // One die more of those that are left falls so.
                    let among = u128::from(left - taken) * u128::from(*alike);
                    times = times.checked_mul(among)? / u128::from(taken + 1);
                }
            }
            if next.len() > MOST_RUNS {
                return None;
            }
            ways = next;
        }
        let all = ways.iter().map(|way| way.times).sum();
        // Room for the chance of what happens before.
        (all < SURE).then_some(Self { ways, at: 0, all })
    }

    fn times(before: u128, throw: &Self) -> u128 {
        before * throw.ways[throw.at].times / throw.all
    }

    fn is_last(&self) -> bool {
        self.at + 1 == self.ways.len()
    }
}

/// Dice that fall as they are laid, and then in the first way there is.
struct Walk<'a> {
    throws: &'a mut Vec<Throw>,
    next: usize,
    verdict: &'a Cell<Verdict>,
    alike: fn(u8) -> Vec<(u8, u8)>,
}

impl Walk<'_> {
    fn fall(&mut self, count: u8, faces: &[(u8, u8)]) -> Vec<u8> {
        let lowest = || vec![faces.first().map_or(1, |(face, _)| *face); usize::from(count)];
        if self.verdict.get() != Verdict::Open {
            return lowest();
        }
        if self.next == self.throws.len() {
            match Throw::of(count, faces) {
                Some(throw) => self.throws.push(throw),
                None => {
                    self.verdict.set(Verdict::Unknown);
                    return lowest();
                }
            }
        }
        let throw = &self.throws[self.next];
        self.next += 1;
        throw.ways[throw.at].faces.clone()
    }
}

impl Dice for Walk<'_> {
    fn roll(&mut self, sides: u8) -> u8 {
        self.throw(1, sides).first().copied().unwrap_or(1)
    }

    fn throw(&mut self, count: u8, sides: u8) -> Vec<u8> {
        let faces = (self.alike)(sides);
        self.fall(count, &faces)
    }

    fn draw(&mut self, left: &[u8]) -> u8 {
        let cards: Vec<(u8, u8)> = left.iter().map(|card| (*card, 1)).collect();
        self.fall(1, &cards).first().copied().unwrap_or(left[0])
    }
}

/// Nobody reacts; what somebody must rule on is not known.
struct Bystander<'a> {
    who: CombatantId,
    verdict: &'a Cell<Verdict>,
}

impl<S: Stakes + Rules> Mind<S> for Bystander<'_> {
    fn choose(&mut self, _: &Fight<S>, _: CombatantId, _: &[S::Act]) -> usize {
        0
    }

    fn answer(&mut self, _: &Fight<S>, asks: &[Ask<S>]) -> (usize, S::Answer) {
        let at = asks.iter().position(|ask| !ask.is_optional).unwrap_or(0);
        let ask = &asks[at];
        if ask.to == By::Gm && self.verdict.get() == Verdict::Open {
            self.verdict.set(Verdict::Unknown);
        }
        let lets_come = ask.choices.iter().find(|answer| S::lets_come(answer));
        let is_others = ask.to != By::Combatant(self.who);
        (at, lets_come.filter(|_| is_others).unwrap_or(&ask.default).clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ways(count: u8, faces: &[(u8, u8)]) -> Vec<(Vec<u8>, u128)> {
        let throw = Throw::of(count, faces).expect("they are few");
        throw.ways.into_iter().map(|way| (way.faces, way.times)).collect()
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
        assert!(Throw::of(20, &d6).is_none());
    }

    #[test]
    fn only_what_is_certain_is_nothing_or_all() {
        let all = [0, 1, 5_000, 545_000, 550_000, 999_999, MILLION].map(in_hundredths);
        let odds = [Some(0), Some(1), Some(1), Some(55), Some(55), Some(99), None];
        assert_eq!(all, odds);
    }
}
