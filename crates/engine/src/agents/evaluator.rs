//! The evaluator: chooses acts and answers by simulating what follows from each choice.
//!
//! Every choice is tried in several runs, in which an [`AttackingAgent`] plays on for everybody,
//! and is scored by how combatants then stand ([`Evaluation`]). Choices that do worse are soon
//! dropped.
//!
//! Runs use copies of the fight and their own dice. Enemies that the combatant's side cannot know
//! of are removed from them.
//!
//! Invariant: the same fight, temperament and seed give the same choice.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Rules;
use crate::agents::agent::{Agent, AttackingAgent};
use crate::agents::evaluation::{ActPurpose, CombatantStatus, Evaluation, nearest_enemy_distance};
use crate::agents::simulation;
use crate::core::command::Command;
use crate::core::dice::SeededDice;
use crate::core::fight::{Fight, FightPhase, Order};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::keyed_enum::keyed_enum;
use crate::resolution::commands::find_verb;
use crate::resolution::fight_record::{FightRecord, RecordedAction};
use crate::resolution::orders;
use crate::resolution::prompt::PromptRequest;
use crate::resolution::resolver::{Interrupt, Resolver, RuleResult};
use crate::resolution::tape::{Tape, TapeEntry};

keyed_enum! {
    /// What a combatant values.
    RiskAttitude {
        /// Values its own safety most.
        Cautious = "cautious",
        Plain = "plain",
        /// Values harm to enemies most.
        Reckless = "reckless",
    }
}

/// How the evaluator plays a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Temperament {
    #[serde(rename = "temper")]
    pub risk_attitude: RiskAttitude,
    /// Whether it does not attack combatants who are down.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "is_sparing")]
    pub spares_downed: bool,
}

impl Default for Temperament {
    fn default() -> Self {
        Self { risk_attitude: RiskAttitude::Plain, spares_downed: false }
    }
}

/// How much the evaluator simulates for one decision.
#[derive(Clone, Copy, Debug)]
pub struct SearchBudget {
    /// The number of runs that each choice gets at first. Good choices get more.
    pub runs: usize,
    /// The number of acts in a run for each combatant in the fight.
    pub acts_per_combatant: usize,
}

impl SearchBudget {
    /// A small budget for decisions that people wait for.
    pub const QUICK: Self = Self { runs: 8, acts_per_combatant: 4 };
}

/// The most choices of each kind that are tried.
const MAX_ATTACK_CHOICES: usize = 9;
const MAX_PREPARATION_CHOICES: usize = 2;
const MAX_MOVE_CHOICES: usize = 3;
const MAX_DASH_CHOICES: usize = 1;
const MAX_OTHER_CHOICES: usize = 9;

/// How many half standard errors a choice must be better than what the quick agent would do:
/// attacks and approaches, which seldom do harm, acts whose use is not plain, and acts that nothing
/// can undo. With fewer, an act that does nothing would often win by luck.
const ERRORS_FOR_DIRECT_ACT: i64 = 1;
const ERRORS_FOR_INDIRECT_ACT: i64 = 4;
const ERRORS_FOR_GIVING_UP: i64 = 8;

/// The most answers to a question that are tried.
const MAX_ANSWER_CHOICES: usize = 22;

/// In simulated runs, one choice in this number is random.
const RANDOM_CHOICE_ONE_IN: usize = 8;

/// The score of a position, in thousandths of an unhurt combatant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct FightScore {
    /// The average of the combatant's own side.
    friends: i64,
    /// The average of its enemies.
    foes: i64,
    /// The combatant's own score.
    own: i64,
}

impl FightScore {
    /// Scores a fight for a combatant: itself, and the averages of its friends and foes. Each
    /// counts 450 to 1000 while it is active, by what it has left; who has left counts by the
    /// attitude, who is down 0.
    fn from_fight<S: Evaluation>(
        fight: &Fight<S>,
        who: CombatantId,
        attitude: RiskAttitude,
    ) -> Self {
        let score_if_left = match attitude {
            RiskAttitude::Cautious => 400,
            RiskAttitude::Plain => 250,
            RiskAttitude::Reckless => 100,
        };
        // A combatant with no health left that still acts is worth much more than one who is down.
        let score_if_active = |remaining: u16| 450 + i64::from(remaining) * 55 / 100;
        let mut score = Self::default();
        let (mut friend_count, mut foe_count) = (0, 0);
        for (other, _) in fight.present_combatants() {
            let other_score = match S::status_of(fight, other) {
                CombatantStatus::Active(remaining) => score_if_active(remaining),
                CombatantStatus::Left => score_if_left,
                CombatantStatus::Down => 0,
            };
            if other == who {
                score.own = other_score;
            }
            if S::are_enemies(fight, who, other) {
                score.foes += other_score;
                foe_count += 1;
            } else {
                score.friends += other_score;
                friend_count += 1;
            }
        }
        score.friends /= friend_count.max(1);
        score.foes /= foe_count.max(1);
        score
    }

    /// Returns one number for the whole score, higher if it is better for the combatant, by what
    /// the attitude values.
    fn weighted_total(self, attitude: RiskAttitude) -> i64 {
        let (friend_weight, foe_weight, own_weight) = match attitude {
            RiskAttitude::Cautious => (2, 2, 3),
            RiskAttitude::Plain => (4, 4, 0),
            RiskAttitude::Reckless => (2, 6, 0),
        };
        friend_weight * self.friends + own_weight * self.own - foe_weight * self.foes
    }
}

/// Evaluates the choices of one combatant.
struct ChoiceEvaluator {
    who: CombatantId,
    temperament: Temperament,
    seed: u64,
    budget: SearchBudget,
}

/// The best act of a combatant, and why it is best.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    pub command: Command,
    pub reason: AdviceReason,
}

keyed_enum! {
    /// Why an act is better than doing nothing.
    AdviceReason {
        /// Harms the enemies.
        Harm = "harm",
        /// Keeps its own side from harm.
        Guard = "guard",
        /// Is no worse than anything else.
        Least = "least",
    }
}

/// The act that an evaluator prefers, by its index in the list of legal acts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChosenAct {
    pub index: usize,
    pub reason: AdviceReason,
}

/// Returns the index of the best act of a combatant and why it is best. The first act worth trying
/// is returned without any simulation if it is the only one or begins the turn. `None` if no act
/// can be chosen, because all need a description in the player's own words or a ruling, harm the
/// own side or give something up for good.
pub fn search_best_act_unless_all_unwanted<S: Rules>(
    fight: &Fight<S>,
    who: CombatantId,
    acts: &[S::Act],
    temperament: Temperament,
    seed: u64,
    budget: SearchBudget,
) -> Option<ChosenAct> {
    let evaluator = ChoiceEvaluator { who, temperament, seed, budget };
    // A choice is an index of this list, which has indices of `acts`.
    let act_indices = evaluator.select_acts_to_try_quick_choice_first(fight, acts);
    let first_act_index = *act_indices.first()?;
    let purposes: Vec<ActPurpose> =
        act_indices.iter().map(|index| S::act_purpose(fight, who, &acts[*index])).collect();
    if !purposes.iter().any(|purpose| purpose.is_harmless()) {
        return None;
    }
    let begins_turn = purposes[0] == ActPurpose::BeginTurn;
    if act_indices.len() == 1 || begins_turn {
        return Some(ChosenAct { index: first_act_index, reason: AdviceReason::Least });
    }
    let known_fight = evaluator.without_unknown_enemies(fight);
    let score_run = |choice: usize, seed: u64| {
        evaluator.simulate_act_play_on_and_score(&known_fight, &acts[act_indices[choice]], seed)
    };
    let distance_now = nearest_enemy_distance(fight, who, |enemy| S::distance(fight, who, enemy));
    let required_errors = |choice: usize| required_errors_for_act(purposes[choice], distance_now);
    let best =
        evaluator.choose_clearly_better_or_first(act_indices.len(), &score_run, &required_errors);
    let idle_choice = purposes.iter().position(|purpose| *purpose == ActPurpose::EndTurn);
    let tried_idle = idle_choice.filter(|choice| *choice != best.index).map(|choice| {
        let mut tried = TriedChoice::new(choice);
        evaluator.run_trials(&mut tried, best.scores.len(), &score_run);
        tried
    });
    let reason = explain_gain_over_idling(&best, tried_idle.as_ref());
    Some(ChosenAct { index: act_indices[best.index], reason })
}

/// Returns how many half standard errors an act must be better than what the quick agent would do.
/// `distance_now` is the actor's distance from the nearest enemy.
fn required_errors_for_act(purpose: ActPurpose, distance_now: u16) -> i64 {
    match purpose {
        ActPurpose::BeginTurn | ActPurpose::Attack(_) | ActPurpose::Prepare => {
            ERRORS_FOR_DIRECT_ACT
        }
        ActPurpose::Move(distance_after) | ActPurpose::Dash(distance_after)
            if distance_after < distance_now =>
        {
            ERRORS_FOR_DIRECT_ACT
        }
        ActPurpose::Move(_) | ActPurpose::Dash(_) | ActPurpose::EndTurn | ActPurpose::Other => {
            ERRORS_FOR_INDIRECT_ACT
        }
        ActPurpose::GiveUp | ActPurpose::Unwanted => ERRORS_FOR_GIVING_UP,
    }
}

/// Returns the best answer to an open request. If it is the GM's or no act is pending, returns the
/// default.
pub fn choose_answer_or_default<S: Rules>(
    record: &FightRecord<S>,
    request: &PromptRequest<S>,
    temperament: Temperament,
    seed: u64,
    budget: SearchBudget,
) -> S::Answer {
    let (Initiator::Combatant(who), Some(pending)) = (request.respondent, &record.pending) else {
        return request.default.clone();
    };
    // The default comes first, because the first choice stands unless another is clearly better.
    let others = request.choices.iter().filter(|choice| **choice != request.default);
    let choices: Vec<&S::Answer> = std::iter::once(&request.default).chain(others).collect();
    let evaluator = ChoiceEvaluator { who, temperament, seed, budget };
    let score_run = |choice: usize, seed: u64| {
        let (mut fight, mut tape) = (record.base_fight.clone(), pending.tape.clone());
        tape.0.push(TapeEntry::Answer {
            respondent: request.respondent,
            question: request.question.clone(),
            answer: choices[choice].clone(),
        });
        replay_tape_then_simulate_act_in_place(&mut fight, &pending.action, &mut tape, seed);
        evaluator.play_on_and_score(fight, seed)
    };
    let choice_count = choices.len().min(MAX_ANSWER_CHOICES);
    let best = evaluator
        .choose_clearly_better_or_first(choice_count, &score_run, &|_| ERRORS_FOR_DIRECT_ACT);
    choices[best.index].clone()
}

/// Runs a pending act again on `fight`, which it changes, with the dice and answers of the tape.
/// After the end of the tape the quick agent answers for everybody. A refused or lost act changes
/// nothing.
pub(crate) fn replay_tape_then_simulate_act_in_place<S: Rules>(
    fight: &mut Fight<S>,
    action: &RecordedAction<S>,
    tape: &mut Tape<S>,
    seed: u64,
) {
    let (mut agent, mut dice) = quick_agent_and_dice(seed);
    let mut resolver =
        Resolver::new_simulation_from_tape(fight, tape, &mut agent, &mut dice).stop_when_decided();
    let result = match action {
        RecordedAction::Act { who, act } => S::check_and_perform_act(&mut resolver, *who, act),
        RecordedAction::Order(order) => orders::perform_order(&mut resolver, order),
        RecordedAction::Lost(_) => return,
    };
    // A refusal changes nothing.
    drop(finish_simulated_act(&mut resolver, result));
}

/// Runs the automatic steps after a simulated act, unless it was interrupted.
pub(crate) fn finish_simulated_act<S: Rules>(
    resolver: &mut Resolver<'_, S>,
    result: RuleResult<S>,
) -> RuleResult<S> {
    match result {
        Ok(()) | Err(Interrupt::EndAct) => resolver.run_steps_until_decision(),
        interrupted => interrupted,
    }
}

/// Returns the agent that plays for everybody in simulated runs, and its dice.
pub(crate) fn quick_agent_and_dice(seed: u64) -> (AttackingAgent, SeededDice) {
    let random_one_in = Some((RANDOM_CHOICE_ONE_IN, SeededDice::new(seed ^ 0x5EED)));
    (AttackingAgent { random_one_in, targets_weakest: true }, SeededDice::new(seed))
}

/// How much better one choice did than another on average, and the standard error of that average.
struct GainEstimate {
    mean_hundredths: i64,
    error_hundredths: i64,
}

/// A choice with its scores so far, one for each run. Run n has the same dice for all choices.
struct TriedChoice {
    index: usize,
    scores: Vec<FightScore>,
}

impl TriedChoice {
    /// Makes a choice that has not been tried yet.
    fn new(index: usize) -> Self {
        Self { index, scores: Vec::new() }
    }

    /// Returns how much better than `other` the choice did on average in the last runs that both
    /// have, and the standard error of that average, both in hundredths.
    fn average_gain_and_standard_error(
        &self,
        other: &Self,
        attitude: RiskAttitude,
        last_runs: usize,
    ) -> GainEstimate {
        let common_runs = self.scores.len().min(other.scores.len());
        let skipped_runs = common_runs.saturating_sub(last_runs);
        let (mut sum, mut sum_of_squares) = (0, 0);
        for (score, other_score) in self.scores.iter().zip(&other.scores).skip(skipped_runs) {
            let gain = score.weighted_total(attitude) - other_score.weighted_total(attitude);
            sum += gain;
            sum_of_squares += gain * gain;
        }
        let runs = last_runs.min(common_runs).max(1) as i64;
        // The variance of one gain is the sum of squared deviations by n - 1; that of their mean
        // is again divided by n.
        let variance_of_mean =
            (sum_of_squares - sum * sum / runs).max(0) / (runs - 1).max(1) / runs;
        GainEstimate {
            mean_hundredths: sum * 100 / runs,
            error_hundredths: variance_of_mean.isqrt() * 100,
        }
    }
}

/// The acts worth trying, by what they are for, as their indices in the list of legal acts.
#[derive(Default)]
struct ActGroups {
    attacks: Vec<usize>,
    preparations: Vec<usize>,
    /// The distance from the nearest enemy after each move, and the index of the move.
    moves: Vec<(u16, usize)>,
    dashes: Vec<(u16, usize)>,
    turn_ends: Vec<usize>,
    /// All other acts by their verb, those with an add-on or a dearer payment apart (`true`).
    others: BTreeMap<(&'static str, bool), Vec<usize>>,
}

impl ActGroups {
    /// Adds an act to its group; a rare one, with an add-on or a dearer payment, to the others.
    /// Leaves out an unwanted act.
    fn add(&mut self, index: usize, purpose: ActPurpose, verb: &'static str, is_rare: bool) {
        match purpose {
            ActPurpose::Attack(_) if !is_rare => self.attacks.push(index),
            ActPurpose::Prepare if !is_rare => self.preparations.push(index),
            ActPurpose::Move(distance_after) if !is_rare => {
                self.moves.push((distance_after, index));
            }
            ActPurpose::Dash(distance_after) if !is_rare => {
                self.dashes.push((distance_after, index));
            }
            ActPurpose::EndTurn => self.turn_ends.push(index),
            ActPurpose::Unwanted => {}
            ActPurpose::BeginTurn
            | ActPurpose::Attack(_)
            | ActPurpose::Prepare
            | ActPurpose::Move(_)
            | ActPurpose::Dash(_)
            | ActPurpose::GiveUp
            | ActPurpose::Other => {
                self.others.entry((verb, is_rare)).or_default().push(index);
            }
        }
    }

    /// Takes the first attacks and preparations, the moves that lead nearest to an enemy, and one
    /// end of the turn, each up to its limit. The other acts stay.
    fn take_most_promising(&mut self) -> Vec<usize> {
        self.moves.sort_unstable();
        self.dashes.sort_unstable();
        let mut choices: Vec<usize> = Vec::new();
        choices.extend(self.attacks.iter().take(MAX_ATTACK_CHOICES));
        choices.extend(self.preparations.iter().take(MAX_PREPARATION_CHOICES));
        choices.extend(self.moves.iter().take(MAX_MOVE_CHOICES).map(|(_, index)| index));
        choices.extend(self.dashes.iter().take(MAX_DASH_CHOICES).map(|(_, index)| index));
        choices.extend(self.turn_ends.first());
        choices
    }
}

impl ChoiceEvaluator {
    /// Returns the indices of the acts worth trying. The first one is what the quick agent would
    /// do. An act that begins the turn is returned alone.
    ///
    /// Acts that need a description or a ruling, standing orders, unwanted acts and those against
    /// the temperament are left out. If there are too many, common attacks, moves that lead nearest
    /// to an enemy, and a sample of all other verbs remain.
    fn select_acts_to_try_quick_choice_first<S: Rules>(
        &self,
        fight: &Fight<S>,
        acts: &[S::Act],
    ) -> Vec<usize> {
        let mut groups = ActGroups::default();
        for (index, act) in acts.iter().enumerate() {
            let command = S::format_act(fight, act);
            let Some(verb) = find_verb(S::ACT_VERBS, &command) else { continue };
            if S::is_act_allowed_during_prompt(act)
                || verb.is_standing_order
                || !verb.missing_description_slots(&command).is_empty()
            {
                continue;
            }
            let purpose = S::act_purpose(fight, self.who, act);
            if purpose == ActPurpose::BeginTurn {
                return vec![index];
            }
            if !self.is_against_temperament(fight, purpose) {
                let is_rare = verb.add_on_and_payment_score(&command) > 0;
                groups.add(index, purpose, verb.name, is_rare);
            }
        }
        let mut choices = groups.take_most_promising();
        choices.extend(self.sample_from_each_group_in_turn(groups.others.into_values().collect()));
        choices.sort_unstable();
        let chosen_acts: Vec<S::Act> = choices.iter().map(|index| acts[*index].clone()).collect();
        if !chosen_acts.is_empty() {
            let mut quick_agent = AttackingAgent::targeting_weakest();
            let quick_choice = quick_agent.choose_act(fight, self.who, &chosen_acts);
            // The quick agent's choice goes to the front; the others keep their order.
            choices[..=quick_choice].rotate_right(1);
        }
        choices
    }

    /// Returns whether an act attacks somebody who is down, although the combatant spares them.
    fn is_against_temperament<S: Rules>(&self, fight: &Fight<S>, purpose: ActPurpose) -> bool {
        let ActPurpose::Attack(enemy) = purpose else { return false };
        self.temperament.spares_downed && !S::status_of(fight, enemy).is_active()
    }

    /// Takes one random index from each group in turn, until there are enough.
    fn sample_from_each_group_in_turn(&self, mut groups: Vec<Vec<usize>>) -> Vec<usize> {
        let mut dice = SeededDice::new(self.seed);
        let mut sample = Vec::new();
        while sample.len() < MAX_OTHER_CHOICES && !groups.is_empty() {
            for group in &mut groups {
                sample.push(group.swap_remove(dice.number_below(group.len())));
            }
            groups.retain(|group| !group.is_empty());
        }
        sample.truncate(MAX_OTHER_CHOICES);
        sample
    }

    /// Returns the fight without the enemies that the combatant cannot know of. An enemy stays if
    /// removing it would end the fight.
    fn without_unknown_enemies<S: Rules>(&self, fight: &Fight<S>) -> Fight<S> {
        let mut known_fight = fight.clone();
        let unknown = fight.present_ids().filter(|other| {
            S::are_enemies(fight, self.who, *other) && !S::is_aware_of(fight, self.who, *other)
        });
        for enemy in unknown {
            let (mut agent, mut dice) = quick_agent_and_dice(self.seed);
            let mut without_enemy = known_fight.clone();
            let mut resolver = Resolver::new_simulation(&mut without_enemy, &mut agent, &mut dice);
            let result = orders::perform_order(&mut resolver, &Order::Remove(enemy));
            if finish_simulated_act(&mut resolver, result).is_ok()
                && without_enemy.phase == FightPhase::Running
            {
                known_fight = without_enemy;
            }
        }
        known_fight
    }

    /// Performs an act on a copy of the fight, plays on for the acts of the budget, and scores the
    /// result. A refused act scores like doing nothing.
    fn simulate_act_play_on_and_score<S: Rules>(
        &self,
        fight: &Fight<S>,
        act: &S::Act,
        seed: u64,
    ) -> FightScore {
        let mut fight = fight.clone();
        let (mut agent, mut dice) = quick_agent_and_dice(seed);
        let mut resolver =
            Resolver::new_simulation(&mut fight, &mut agent, &mut dice).stop_when_decided();
        let result = S::check_and_perform_act(&mut resolver, self.who, act);
        drop(finish_simulated_act(&mut resolver, result));
        self.play_on_and_score(fight, seed)
    }

    /// Plays a fight on for the acts of the budget and scores it.
    fn play_on_and_score<S: Rules>(&self, mut fight: Fight<S>, seed: u64) -> FightScore {
        let (mut agent, mut dice) = quick_agent_and_dice(seed.wrapping_add(1 << 32));
        let max_acts = self.budget.acts_per_combatant * fight.present_combatants().count();
        simulation::play_until_decided(&mut fight, &mut agent, &mut dice, max_acts);
        FightScore::from_fight(&fight, self.who, self.temperament.risk_attitude)
    }

    /// Tries a choice in `runs` more runs. `score_run` gets the index of the choice and a seed.
    fn run_trials(
        &self,
        tried: &mut TriedChoice,
        runs: usize,
        score_run: &dyn Fn(usize, u64) -> FightScore,
    ) {
        for _ in 0..runs {
            let seed = self.seed.wrapping_add(tried.scores.len() as u64);
            tried.scores.push(score_run(tried.index, seed));
        }
    }

    /// Returns choice 0 with its scores, or the choice that is better in the last runs by more than
    /// the half standard errors that `required_errors` gives for it.
    ///
    /// All choices are tried, then the best quarter of the others again in twice as many runs,
    /// until one is left to compare with choice 0.
    fn choose_clearly_better_or_first(
        &self,
        choice_count: usize,
        score_run: &dyn Fn(usize, u64) -> FightScore,
        required_errors: &dyn Fn(usize) -> i64,
    ) -> TriedChoice {
        let attitude = self.temperament.risk_attitude;
        let mut first = TriedChoice::new(0);
        let mut others: Vec<TriedChoice> = (1..choice_count).map(TriedChoice::new).collect();
        let mut runs = self.budget.runs;
        while !others.is_empty() {
            self.run_trials(&mut first, runs, score_run);
            others.iter_mut().for_each(|tried| self.run_trials(tried, runs, score_run));
            others.sort_by_key(|tried| {
                let gain = tried.average_gain_and_standard_error(&first, attitude, usize::MAX);
                Reverse(gain.mean_hundredths)
            });
            if others.len() == 1 {
                break;
            }
            others.truncate(others.len().div_ceil(4));
            runs *= 2;
        }
        // Only the last runs count: the earlier ones selected the choice, so they favour it.
        let is_better = |tried: &TriedChoice| {
            let gain = tried.average_gain_and_standard_error(&first, attitude, runs);
            let required_gain = gain.error_hundredths * required_errors(tried.index);
            gain.mean_hundredths * 2 > required_gain
        };
        others.into_iter().next().filter(is_better).unwrap_or(first)
    }
}

/// Returns why the best choice is better than ending the turn (`idle`).
fn explain_gain_over_idling(best: &TriedChoice, idle: Option<&TriedChoice>) -> AdviceReason {
    let Some(idle) = idle else { return AdviceReason::Least };
    let foe_total =
        |tried: &TriedChoice| -> i64 { tried.scores.iter().map(|score| score.foes).sum() };
    let friend_total =
        |tried: &TriedChoice| -> i64 { tried.scores.iter().map(|score| score.friends).sum() };
    let harm_to_foes = foe_total(idle) - foe_total(best);
    let gain_of_friends = friend_total(best) - friend_total(idle);
    if harm_to_foes.max(gain_of_friends) <= 0 {
        AdviceReason::Least
    } else if harm_to_foes >= gain_of_friends {
        AdviceReason::Harm
    } else {
        AdviceReason::Guard
    }
}
