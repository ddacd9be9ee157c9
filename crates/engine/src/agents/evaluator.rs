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

use crate::agents::agent::{Agent, AttackingAgent};
use crate::agents::evaluation::{ActPurpose, Evaluation, Standing};
use crate::agents::simulation;
use crate::core::command::Command;
use crate::core::dice::SeededDice;
use crate::core::fight::{Fight, FightPhase, Order};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::keyed_enum::keyed_enum;
use crate::core::verbs::Verb;
use crate::resolution::fight_record::{FightRecord, RecordedAction};
use crate::resolution::orders;
use crate::resolution::prompt::PromptRequest;
use crate::resolution::resolver::{Interrupt, Resolver, RuleResult};
use crate::resolution::tape::{Tape, TapeEntry};
use crate::{Codec, Rules};

keyed_enum! {
    /// What somebody cares for.
    RiskAttitude {
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
pub struct Temperament {
    #[serde(rename = "temper")]
    pub risk_attitude: RiskAttitude,
    /// Does nothing to those who are down.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "is_sparing")]
    pub spares_downed: bool,
}

impl Default for Temperament {
    fn default() -> Self {
        Self { risk_attitude: RiskAttitude::Plain, spares_downed: false }
    }
}

/// How much is imagined for one choice.
#[derive(Clone, Copy, Debug)]
pub struct SearchBudget {
    /// How many runs a choice has at first; those that do well have more.
    pub runs: usize,
    /// How many acts in a run, for each combatant.
    pub acts_per_combatant: usize,
}

impl SearchBudget {
    /// For one choice among people: it must not keep others waiting.
    pub const QUICK: Self = Self { runs: 8, acts_per_combatant: 4 };
}

/// The most choices of a kind that are tried: strikes, steps, all else.
const MAX_ATTACK_CHOICES: usize = 9;
const MAX_MOVE_CHOICES: usize = 4;
const MAX_OTHER_CHOICES: usize = 9;

/// Whims in imagined runs: one act of so many.
const RANDOM_CHOICE_ONE_IN: usize = 8;

/// What came of a run, in thousandths of a combatant: of one's own side, without and with extra
/// weight on oneself, and of the enemies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct PositionScore {
    friends: i64,
    foes: i64,
    own: i64,
}

impl PositionScore {
    fn from_fight<S: Evaluation>(
        fight: &Fight<S>,
        who: CombatantId,
        attitude: RiskAttitude,
    ) -> Self {
        let gone = match attitude {
            RiskAttitude::Cautious => 400,
            RiskAttitude::Plain => 250,
            RiskAttitude::Reckless => 100,
        };
        let mut worth = Self::default();
        let (mut friends, mut foes) = (0, 0);
        for (other, _) in fight.iter() {
            let lot = match S::standing_of(fight, other) {
                Standing::Active(left) => 450 + i64::from(left) * 55 / 100,
                Standing::Left => gone,
                Standing::Down => 0,
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

    fn weighted_total(self, attitude: RiskAttitude) -> i64 {
        let (friends, foes, own) = match attitude {
            RiskAttitude::Cautious => (2, 2, 3),
            RiskAttitude::Plain => (4, 4, 0),
            RiskAttitude::Reckless => (2, 6, 0),
        };
        friends * self.friends + own * self.own - foes * self.foes
    }
}

/// One who weighs.
struct ChoiceEvaluator {
    who: CombatantId,
    temperament: Temperament,
    seed: u64,
    budget: SearchBudget,
}

/// What somebody had best do, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    pub command: Command,
    pub reason: AdviceReason,
}

keyed_enum! {
    /// Why it is best, against doing nothing.
    AdviceReason {
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
pub fn choose_act<S: Rules>(
    fight: &Fight<S>,
    who: CombatantId,
    acts: &[S::Act],
    temperament: Temperament,
    (seed, budget): (u64, SearchBudget),
) -> Option<(usize, AdviceReason)> {
    let judge = ChoiceEvaluator { who, temperament, seed, budget };
    let choices = judge.select_choices(fight, acts);
    let first = *choices.first()?;
    if choices.len() == 1 || S::act_purpose(fight, who, &acts[first]) == ActPurpose::BeginTurn {
        return Some((first, AdviceReason::Least));
    }
    let known = judge.remove_unknown_enemies(fight);
    let after = |at: usize, seed: u64| judge.score_after_act(&known, &acts[choices[at]], seed);
    let best = judge.find_best_choice(choices.len(), &after);
    let idle =
        choices.iter().position(|at| S::act_purpose(fight, who, &acts[*at]) == ActPurpose::EndTurn);
    let idle = idle.filter(|idle| *idle != best.index).map(|at| {
        let mut idle = TriedChoice::new(at);
        judge.run_trials(&mut idle, best.scores.len(), &after);
        idle
    });
    Some((choices[best.index], explain_choice(&best, idle.as_ref())))
}

/// What somebody had best answer.
pub fn choose_answer<S: Rules>(
    record: &FightRecord<S>,
    request: &PromptRequest<S>,
    temperament: Temperament,
    (seed, budget): (u64, SearchBudget),
) -> S::Answer {
    let (Initiator::Combatant(who), Some(paused)) = (request.respondent, &record.pending) else {
        return request.default.clone();
    };
    let others = request.choices.iter().filter(|choice| **choice != request.default);
    let choices: Vec<&S::Answer> = std::iter::once(&request.default).chain(others).collect();
    let judge = ChoiceEvaluator { who, temperament, seed, budget };
    let after = |at: usize, seed: u64| {
        let (mut fight, mut tape) = (record.base_fight.clone(), paused.tape.clone());
        let (to, question) = (request.respondent, request.question.clone());
        tape.0.push(TapeEntry::Answer { respondent: to, question, answer: choices[at].clone() });
        simulate_pending_act(&mut fight, &paused.action, &mut tape, seed);
        judge.score_after_playing_on(fight, seed)
    };
    let most = MAX_ATTACK_CHOICES + MAX_MOVE_CHOICES + MAX_OTHER_CHOICES;
    choices[judge.find_best_choice(choices.len().min(most), &after).index].clone()
}

/// A paused deed over its tape, and past its end as everybody answers in a hurry.
pub(crate) fn simulate_pending_act<S: Rules>(
    fight: &mut Fight<S>,
    action: &RecordedAction<S>,
    tape: &mut Tape<S>,
    seed: u64,
) {
    let (mut mind, mut dice) = quick_agent_and_dice(seed);
    let mut scene =
        Resolver::new_simulation_from_tape(fight, tape, &mut mind, &mut dice).stop_when_decided();
    let step = match action {
        RecordedAction::Act { who, act } => S::perform(&mut scene, *who, act),
        RecordedAction::Order(order) => orders::perform_order(&mut scene, order),
        RecordedAction::Lost(_) => return,
    };
    // A refusal changes nothing.
    drop(finish_simulated_act(&mut scene, step));
}

/// All that follows from an imagined deed; nobody is waited for.
pub(crate) fn finish_simulated_act<S: Rules>(
    resolver: &mut Resolver<'_, S>,
    result: RuleResult<S>,
) -> RuleResult<S> {
    match result {
        Ok(()) | Err(Interrupt::EndAct) => resolver.run_automatic_steps(),
        stopped => stopped,
    }
}

/// Who plays on in imagined runs, and by which dice.
pub(crate) fn quick_agent_and_dice(seed: u64) -> (AttackingAgent, SeededDice) {
    let whim = Some((RANDOM_CHOICE_ONE_IN, SeededDice::new(seed ^ 0x5EED)));
    (AttackingAgent { random_one_in: whim, targets_weakest: true }, SeededDice::new(seed))
}

/// A choice, and what came of it so far: in each run, of which each has the same dice for all.
struct TriedChoice {
    index: usize,
    scores: Vec<PositionScore>,
}

impl TriedChoice {
    fn new(index: usize) -> Self {
        Self { index, scores: Vec::new() }
    }

    /// By how much it is better than another that was tried as often, in the last of the runs: on
    /// average, and by how much that can be chance; in hundredths.
    fn average_gain_over(
        &self,
        other: &Self,
        attitude: RiskAttitude,
        last_runs: usize,
    ) -> (i64, i64) {
        let all = self.scores.len().min(other.scores.len());
        let runs = last_runs.min(all).max(1) as i64;
        let pairs = self.scores.iter().zip(&other.scores).skip(all.saturating_sub(last_runs));
        let gains =
            pairs.map(|(one, other)| one.weighted_total(attitude) - other.weighted_total(attitude));
        let (sum, squares) =
            gains.fold((0, 0), |(sum, squares), gain| (sum + gain, squares + gain * gain));
        let spread = (squares - sum * sum / runs).max(0) / (runs - 1).max(1) / runs;
        (sum * 100 / runs, spread.isqrt() * 100)
    }
}

impl ChoiceEvaluator {
    /// What is worth a try, what one would do in a hurry first: nothing that needs own words or a
    /// ruling, that answers later questions, or that a nature forbids. Where there are too many,
    /// the plainest strikes, the steps that lead nearest, and of all else some of each verb.
    fn select_choices<S: Rules>(&self, fight: &Fight<S>, acts: &[S::Act]) -> Vec<usize> {
        let (mut strikes, mut steps, mut ends) = (Vec::new(), Vec::new(), Vec::new());
        let mut others: BTreeMap<(&str, bool), Vec<usize>> = BTreeMap::new();
        for (at, act) in acts.iter().enumerate() {
            let words = S::format_act(fight, act);
            let Some(verb) = find_act_verb::<S>(&words) else { continue };
            if S::is_act_allowed_during_prompt(act)
                || verb.is_standing_order
                || !verb.missing_description_slots(&words).is_empty()
            {
                continue;
            }
            let rareness = verb.rarity_score(&words);
            match S::act_purpose(fight, self.who, act) {
                ActPurpose::BeginTurn => return vec![at],
                ActPurpose::Attack(foe)
                    if self.temperament.spares_downed
                        && !S::standing_of(fight, foe).is_active() => {}
                ActPurpose::Attack(_) if rareness == 0 => strikes.push(at),
                ActPurpose::Move(gap) if rareness == 0 => steps.push((gap, at)),
                ActPurpose::EndTurn => ends.push(at),
                ActPurpose::Attack(_) | ActPurpose::Move(_) | ActPurpose::Other => {
                    others.entry((verb.name, rareness > 0)).or_default().push(at);
                }
            }
        }
        steps.sort_unstable();
        strikes.truncate(MAX_ATTACK_CHOICES);
        steps.truncate(MAX_MOVE_CHOICES);
        let mut choices = strikes;
        choices.extend(steps.into_iter().map(|(_, at)| at));
        choices.extend(ends.first());
        choices.extend(self.sample_from_groups(others.into_values().collect()));
        choices.sort_unstable();
        let offered: Vec<S::Act> = choices.iter().map(|at| acts[*at].clone()).collect();
        if !offered.is_empty() {
            let first = AttackingAgent::targeting_weakest().choose_act(fight, self.who, &offered);
            choices[..=first].rotate_right(1);
        }
        choices
    }

    /// In turns one of each group, by chance which.
    fn sample_from_groups(&self, mut groups: Vec<Vec<usize>>) -> Vec<usize> {
        let mut chance = SeededDice::new(self.seed);
        let mut some = Vec::new();
        while some.len() < MAX_OTHER_CHOICES && !groups.is_empty() {
            for group in &mut groups {
                some.push(group.swap_remove(chance.number_below(group.len())));
            }
            groups.retain(|group| !group.is_empty());
        }
        some.truncate(MAX_OTHER_CHOICES);
        some
    }

    /// The fight without those of whom whoever thinks cannot know.
    fn remove_unknown_enemies<S: Rules>(&self, fight: &Fight<S>) -> Fight<S> {
        let mut known = fight.clone();
        let unknown = fight.iter().map(|(other, _)| other).filter(|other| {
            S::are_enemies(fight, self.who, *other) && !S::is_aware_of(fight, self.who, *other)
        });
        for other in unknown {
            let (mut mind, mut dice) = quick_agent_and_dice(self.seed);
            let mut without = known.clone();
            let mut scene = Resolver::new_simulation(&mut without, &mut mind, &mut dice);
            let step = orders::perform_order(&mut scene, &Order::Remove(other));
            if finish_simulated_act(&mut scene, step).is_ok()
                && without.phase == FightPhase::Running
            {
                known = without;
            }
        }
        known
    }

    fn score_after_act<S: Rules>(
        &self,
        fight: &Fight<S>,
        act: &S::Act,
        seed: u64,
    ) -> PositionScore {
        let mut fight = fight.clone();
        let (mut mind, mut dice) = quick_agent_and_dice(seed);
        let mut scene =
            Resolver::new_simulation(&mut fight, &mut mind, &mut dice).stop_when_decided();
        let step = S::perform(&mut scene, self.who, act);
        drop(finish_simulated_act(&mut scene, step));
        self.score_after_playing_on(fight, seed)
    }

    /// How everybody stands after a while.
    fn score_after_playing_on<S: Rules>(&self, mut fight: Fight<S>, seed: u64) -> PositionScore {
        let (mut mind, mut dice) = quick_agent_and_dice(seed.wrapping_add(1 << 32));
        let most = self.budget.acts_per_combatant * fight.iter().count();
        simulation::play_until_decided(&mut fight, &mut mind, &mut dice, most);
        PositionScore::from_fight(&fight, self.who, self.temperament.risk_attitude)
    }

    fn run_trials(
        &self,
        tried: &mut TriedChoice,
        runs: usize,
        score_run: &dyn Fn(usize, u64) -> PositionScore,
    ) {
        for _ in 0..runs {
            let seed = self.seed.wrapping_add(tried.scores.len() as u64);
            tried.scores.push(score_run(tried.index, seed));
        }
    }

    /// The first choice, or another that does better than by chance: all are tried equally often at
    /// first, by the same dice, then twice as often those that do best.
    fn find_best_choice(
        &self,
        choice_count: usize,
        score_run: &dyn Fn(usize, u64) -> PositionScore,
    ) -> TriedChoice {
        let temper = self.temperament.risk_attitude;
        let mut first = TriedChoice::new(0);
        let mut others: Vec<TriedChoice> = (1..choice_count).map(TriedChoice::new).collect();
        let mut runs = self.budget.runs;
        while !others.is_empty() {
            self.run_trials(&mut first, runs, score_run);
            others.iter_mut().for_each(|tried| self.run_trials(tried, runs, score_run));
            others.sort_by_key(|tried| {
                Reverse(tried.average_gain_over(&first, temper, usize::MAX).0)
            });
            if others.len() == 1 {
                break;
            }
            others.truncate(others.len().div_ceil(4));
            runs *= 2;
        }
        // By the runs for which it was not chosen.
        let is_better = |tried: &TriedChoice| {
            let (gain, chance) = tried.average_gain_over(&first, temper, runs);
            gain * 2 > chance
        };
        others.into_iter().next().filter(is_better).unwrap_or(first)
    }
}

fn find_act_verb<S: Codec>(command: &Command) -> Option<&'static Verb> {
    S::ACT_VERBS.iter().find(|verb| verb.name == command.verb)
}

/// What tells it from doing nothing.
fn explain_choice(best: &TriedChoice, idle: Option<&TriedChoice>) -> AdviceReason {
    let Some(idle) = idle else { return AdviceReason::Least };
    let sum = |of: fn(&PositionScore) -> i64, tried: &TriedChoice| {
        tried.scores.iter().map(of).sum::<i64>()
    };
    let harm = sum(|worth| worth.foes, idle) - sum(|worth| worth.foes, best);
    let guard = sum(|worth| worth.friends, best) - sum(|worth| worth.friends, idle);
    if harm.max(guard) <= 0 {
        AdviceReason::Least
    } else if harm >= guard {
        AdviceReason::Harm
    } else {
        AdviceReason::Guard
    }
}
