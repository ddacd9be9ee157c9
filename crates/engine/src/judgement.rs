//! A mind that weighs what it may do by what comes of it: each choice is tried in imagined runs, in
//! which everybody plays on in a hurry ([`Striker`]), and judged by how everybody stands then
//! ([`Stakes`]). What does worse is soon tried no more.
//!
//! Nothing of it touches the fight or its dice: runs go on copies, with dice of their own. What the
//! side of whoever thinks cannot know to be there is not there in them.
//!
//! Invariant: the same fight, the same nature and the same seed give the same choice.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::command::Command;
use super::dice::Seeded;
use super::fight::{Fight, Order, Phase};
use super::ids::{By, CombatantId};
use super::keyed::keyed;
use super::mind::{Mind, Striker};
use super::orders;
use super::prompt::Ask;
use super::saved::{Deed, Saved};
use super::scene::{Scene, Step, Stop};
use super::stakes::{Aim, Lot, Stakes};
use super::tape::{Tape, TapeEntry};
use super::verbs::Verb;
use super::{Codec, Rules, simulation};

keyed! {
    /// What somebody cares for.
    Temper {
        /// Their own skin first.
        Cautious = "cautious",
        Plain = "plain",
        /// The enemy's harm first.
        Reckless = "reckless",
    }
}

/// How somebody plays whom a mind plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nature {
    pub temper: Temper,
    /// Does nothing to those who are down.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_sparing: bool,
}

impl Default for Nature {
    fn default() -> Self {
        Self { temper: Temper::Plain, is_sparing: false }
    }
}

/// How much is imagined for one choice.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// How many runs a choice has at first; those that do well have more.
    pub runs: usize,
    /// How many acts in a run, for each combatant.
    pub depth: usize,
}

impl Effort {
    /// For one choice among people: it must not keep others waiting.
    pub const QUICK: Self = Self { runs: 8, depth: 4 };
}

/// The most choices of a kind that are tried: strikes, steps, all else.
const MOST_STRIKES: usize = 9;
const MOST_STEPS: usize = 4;
const MOST_ELSE: usize = 9;

/// Whims in imagined runs: one act of so many.
const WHIM: usize = 8;

/// What came of a run, in thousandths of a combatant: of one's own side, without and with extra
/// weight on oneself, and of the enemies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Worth {
    friends: i64,
    foes: i64,
    own: i64,
}

impl Worth {
    fn of<S: Stakes>(fight: &Fight<S>, who: CombatantId, temper: Temper) -> Self {
        let gone = match temper {
            Temper::Cautious => 400,
            Temper::Plain => 250,
            Temper::Reckless => 100,
        };
        let mut worth = Self::default();
        let (mut friends, mut foes) = (0, 0);
        for (other, _) in fight.iter() {
            let lot = match S::lot(fight, other) {
                Lot::Up(left) => 450 + i64::from(left) * 55 / 100,
                Lot::Gone => gone,
                Lot::Down => 0,
            };
            if other == who {
                worth.own = lot;
            }
            if S::are_enemies(fight, who, other) {
                worth.foes += lot;
                foes += 1;
            } else {
                worth.friends += lot;
                friends += 1;
            }
        }
        worth.friends /= friends.max(1);
        worth.foes /= foes.max(1);
        worth
    }

    fn sum(self, temper: Temper) -> i64 {
        let (friends, foes, own) = match temper {
            Temper::Cautious => (2, 2, 3),
            Temper::Plain => (4, 4, 0),
            Temper::Reckless => (2, 6, 0),
        };
        friends * self.friends + own * self.own - foes * self.foes
    }
}

/// One who weighs.
struct Judge {
    who: CombatantId,
    nature: Nature,
    seed: u64,
    effort: Effort,
}

/// What somebody had best do, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    pub words: Command,
    pub why: Why,
}

keyed! {
    /// Why it is best, against doing nothing.
    Why {
        /// It harms the enemies.
        Harm = "harm",
        /// It keeps its own side from harm.
        Guard = "guard",
        /// There is nothing better.
        Least = "least",
    }
}

/// The place of the act that somebody had best do, among those that are offered; none where no act
/// is for them to choose: what is left needs words of their own.
pub fn act<S: Rules>(
    fight: &Fight<S>,
    who: CombatantId,
    acts: &[S::Act],
    nature: Nature,
    (seed, effort): (u64, Effort),
) -> Option<(usize, Why)> {
    let judge = Judge { who, nature, seed, effort };
    let choices = judge.choices(fight, acts);
    let first = *choices.first()?;
    if choices.len() == 1 || S::aim(fight, who, &acts[first]) == Aim::Begin {
        return Some((first, Why::Least));
    }
    let known = judge.known(fight);
    let after = |at: usize, seed: u64| judge.after(&known, &acts[choices[at]], seed);
    let best = judge.weigh(choices.len(), &after);
    let idle = choices.iter().position(|at| S::aim(fight, who, &acts[*at]) == Aim::End);
    let idle = idle.filter(|idle| *idle != best.at).map(|at| {
        let mut idle = Tried::new(at);
        judge.tries(&mut idle, best.worths.len(), &after);
        idle
    });
    Some((choices[best.at], why(&best, idle.as_ref())))
}

/// What somebody had best answer.
pub fn answer<S: Rules>(
    saved: &Saved<S>,
    ask: &Ask<S>,
    nature: Nature,
    (seed, effort): (u64, Effort),
) -> S::Answer {
    let (By::Combatant(who), Some(paused)) = (ask.to, &saved.paused) else {
        return ask.default.clone();
    };
    let others = ask.choices.iter().filter(|choice| **choice != ask.default);
    let choices: Vec<&S::Answer> = std::iter::once(&ask.default).chain(others).collect();
    let judge = Judge { who, nature, seed, effort };
    let after = |at: usize, seed: u64| {
        let (mut fight, mut tape) = (saved.fight.clone(), paused.tape.clone());
        let (to, question) = (ask.to, ask.question.clone());
        tape.0.push(TapeEntry::Answer { to, question, answer: choices[at].clone() });
        go_on(&mut fight, &paused.deed, &mut tape, seed);
        judge.later(fight, seed)
    };
    let most = MOST_STRIKES + MOST_STEPS + MOST_ELSE;
    choices[judge.weigh(choices.len().min(most), &after).at].clone()
}

/// A paused deed over its tape, and past its end as everybody answers in a hurry.
pub(super) fn go_on<S: Rules>(fight: &mut Fight<S>, deed: &Deed<S>, tape: &mut Tape<S>, seed: u64) {
    let (mut mind, mut dice) = hurried(seed);
    let mut scene = Scene::imagined_over(fight, tape, &mut mind, &mut dice).until_decided();
    let step = match deed {
        Deed::Act { who, act } => S::perform(&mut scene, *who, act),
        Deed::Order(order) => orders::perform(&mut scene, order),
        Deed::Lost(_) => return,
    };
    // A refusal changes nothing.
    drop(settled(&mut scene, step));
}

/// All that follows from an imagined deed; nobody is waited for.
pub(super) fn settled<S: Rules>(scene: &mut Scene<'_, S>, step: Step<S>) -> Step<S> {
    match step {
        Ok(()) | Err(Stop::Cut) => scene.settle(),
        stopped => stopped,
    }
}

/// Who plays on in imagined runs, and by which dice.
pub(super) fn hurried(seed: u64) -> (Striker, Seeded) {
    let whim = Some((WHIM, Seeded::new(seed ^ 0x5EED)));
    (Striker { whim, is_sure: true }, Seeded::new(seed))
}

/// A choice, and what came of it so far: in each run, of which each has the same dice for all.
struct Tried {
    at: usize,
    worths: Vec<Worth>,
}

impl Tried {
    fn new(at: usize) -> Self {
        Self { at, worths: Vec::new() }
    }

    /// By how much it is better than another that was tried as often, in the last of the runs: on
    /// average, and by how much that can be chance; in hundredths.
    fn gain(&self, other: &Self, temper: Temper, last: usize) -> (i64, i64) {
        let all = self.worths.len().min(other.worths.len());
        let runs = last.min(all).max(1) as i64;
        let pairs = self.worths.iter().zip(&other.worths).skip(all.saturating_sub(last));
        let gains = pairs.map(|(one, other)| one.sum(temper) - other.sum(temper));
        let (sum, squares) =
            gains.fold((0, 0), |(sum, squares), gain| (sum + gain, squares + gain * gain));
        let spread = (squares - sum * sum / runs).max(0) / (runs - 1).max(1) / runs;
        (sum * 100 / runs, spread.isqrt() * 100)
    }
}

impl Judge {
    /// What is worth a try, what one would do in a hurry first: nothing that needs own words or a
    /// ruling, that answers later questions, or that a nature forbids. Where there are too many,
    /// the plainest strikes, the steps that lead nearest, and of all else some of each verb.
    fn choices<S: Rules>(&self, fight: &Fight<S>, acts: &[S::Act]) -> Vec<usize> {
        let (mut strikes, mut steps, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        let mut others: BTreeMap<(&str, bool), Vec<usize>> = BTreeMap::new();
        for (at, act) in acts.iter().enumerate() {
            let words = S::write_act(fight, act);
            let Some(verb) = verb_of::<S>(&words) else { continue };
            if S::is_aside(act) || verb.is_standing || !verb.to_tell(&words).is_empty() {
                continue;
            }
            let rareness = verb.rareness(&words);
            match S::aim(fight, self.who, act) {
                Aim::Begin => return vec![at],
                Aim::Strike(foe) if self.nature.is_sparing && !S::lot(fight, foe).is_up() => {}
                Aim::Strike(_) if rareness == 0 => strikes.push(at),
                Aim::Step(gap) if rareness == 0 => steps.push((gap, at)),
                Aim::End => ends.push(at),
                Aim::Strike(_) | Aim::Step(_) | Aim::Else => {
                    others.entry((verb.name, rareness > 0)).or_default().push(at);
                }
            }
        }
        steps.sort_unstable();
        strikes.truncate(MOST_STRIKES);
        steps.truncate(MOST_STEPS);
        let mut choices = strikes;
        choices.extend(steps.into_iter().map(|(_, at)| at));
        choices.extend(ends.first());
        choices.extend(self.some_of_each(others.into_values().collect()));
        choices.sort_unstable();
        let offered: Vec<S::Act> = choices.iter().map(|at| acts[*at].clone()).collect();
        if !offered.is_empty() {
            let first = Striker::sure().choose(fight, self.who, &offered);
            choices[..=first].rotate_right(1);
        }
        choices
    }

    /// In turns one of each group, by chance which.
    fn some_of_each(&self, mut groups: Vec<Vec<usize>>) -> Vec<usize> {
        let mut chance = Seeded::new(self.seed);
        let mut some = Vec::new();
        while some.len() < MOST_ELSE && !groups.is_empty() {
            for group in &mut groups {
                some.push(group.swap_remove(chance.below(group.len())));
            }
            groups.retain(|group| !group.is_empty());
        }
        some.truncate(MOST_ELSE);
        some
    }

    /// The fight without those of whom whoever thinks cannot know.
    fn known<S: Rules>(&self, fight: &Fight<S>) -> Fight<S> {
        let mut known = fight.clone();
        let unknown = fight.iter().map(|(other, _)| other).filter(|other| {
            S::are_enemies(fight, self.who, *other) && !S::is_aware(fight, self.who, *other)
        });
        for other in unknown {
            let (mut mind, mut dice) = hurried(self.seed);
            let mut without = known.clone();
            let mut scene = Scene::imagined(&mut without, &mut mind, &mut dice);
            let step = orders::perform(&mut scene, &Order::Remove(other));
            if settled(&mut scene, step).is_ok() && without.phase == Phase::Running {
                known = without;
            }
        }
        known
    }

    fn after<S: Rules>(&self, fight: &Fight<S>, act: &S::Act, seed: u64) -> Worth {
        let mut fight = fight.clone();
        let (mut mind, mut dice) = hurried(seed);
        let mut scene = Scene::imagined(&mut fight, &mut mind, &mut dice).until_decided();
        let step = S::perform(&mut scene, self.who, act);
        drop(settled(&mut scene, step));
        self.later(fight, seed)
    }

    /// How everybody stands after a while.
    fn later<S: Rules>(&self, mut fight: Fight<S>, seed: u64) -> Worth {
        let (mut mind, mut dice) = hurried(seed.wrapping_add(1 << 32));
        let most = self.effort.depth * fight.iter().count();
        simulation::play_to_decision(&mut fight, &mut mind, &mut dice, most);
        Worth::of(&fight, self.who, self.nature.temper)
    }

    fn tries(&self, tried: &mut Tried, runs: usize, after: &dyn Fn(usize, u64) -> Worth) {
        for _ in 0..runs {
            let seed = self.seed.wrapping_add(tried.worths.len() as u64);
            tried.worths.push(after(tried.at, seed));
        }
    }

    /// The first choice, or another that does better than by chance: all are tried equally often at
    /// first, by the same dice, then twice as often those that do best.
    fn weigh(&self, choices: usize, after: &dyn Fn(usize, u64) -> Worth) -> Tried {
        let temper = self.nature.temper;
        let mut first = Tried::new(0);
        let mut others: Vec<Tried> = (1..choices).map(Tried::new).collect();
        let mut runs = self.effort.runs;
        while !others.is_empty() {
            self.tries(&mut first, runs, after);
            others.iter_mut().for_each(|tried| self.tries(tried, runs, after));
            others.sort_by_key(|tried| Reverse(tried.gain(&first, temper, usize::MAX).0));
            if others.len() == 1 {
                break;
            }
            others.truncate(others.len().div_ceil(4));
            runs *= 2;
        }
        // By the runs for which it was not chosen.
        let is_better = |tried: &Tried| {
            let (gain, chance) = tried.gain(&first, temper, runs);
            gain * 2 > chance
        };
        others.into_iter().next().filter(is_better).unwrap_or(first)
    }
}

fn verb_of<S: Codec>(words: &Command) -> Option<&'static Verb> {
    S::VERBS.iter().find(|verb| verb.name == words.verb)
}

/// What tells it from doing nothing.
fn why(best: &Tried, idle: Option<&Tried>) -> Why {
    let Some(idle) = idle else { return Why::Least };
    let sum = |of: fn(&Worth) -> i64, tried: &Tried| tried.worths.iter().map(of).sum::<i64>();
    let harm = sum(|worth| worth.foes, idle) - sum(|worth| worth.foes, best);
    let guard = sum(|worth| worth.friends, best) - sum(|worth| worth.friends, idle);
    if harm.max(guard) <= 0 {
        Why::Least
    } else if harm >= guard {
        Why::Harm
    } else {
        Why::Guard
    }
}
