//! Odds and forecasts: odds do not depend on hidden facts (I6), equal the exact odds wherever they
//! are given, and match how often an act succeeds. Forecasts match how fights end.
//!
//! `RIPOSTE_FIGHTS=100 cargo test --release --test odds` plays more fights.

#[allow(dead_code)]
#[macro_use]
#[path = "support/random_fights/mod.rs"]
mod random_fights;

use std::time::{Duration, Instant};

use random_fights::RegisteredGenerator;
use riposte::engine::agents::agent::AttackingAgent;
use riposte::engine::agents::evaluation::AttemptResult;
use riposte::engine::agents::forecast::Proportion;
use riposte::engine::agents::odds::{exact_odds, public_odds_percent_by_act};
use riposte::engine::agents::simulation;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::{Event, Fight, FightPhase};
use riposte::engine::core::ids::{CombatantId, Initiator};
use riposte::engine::resolution::fight_record::{FightInput, FightRecord, RecordedAction};
use riposte::engine::resolution::prompt::PromptRequest;
use riposte::engine::visibility::randomize::randomize_hidden_parts_of_fight;

/// The number of random fights, and of acts in each.
const FIGHTS: u64 = 3;
const ACTS_PER_FIGHT: usize = 12;

/// How often an act is tried to measure its share of successes.
const TRIALS: u64 = 400;
/// The allowed difference between odds and measured share, in per cent: four standard deviations.
const TOLERANCE_PERCENT: f64 = 10.0;
/// The largest number of acts that are measured in one fight.
const MAX_MEASURED_ACTS: usize = 2;

/// Plays random fights and checks all odds of everybody before each act.
fn odds_are_exact_wherever_given<S: RegisteredGenerator>() {
    let (mut given_count, mut hidden_count) = (0, 0);
    let (mut estimate_count, mut total_time, mut longest_time) =
        (0, Duration::ZERO, Duration::ZERO);
    let fight_count =
        std::env::var("RIPOSTE_FIGHTS").ok().and_then(|fight_count| fight_count.parse().ok());
    for seed in 0..fight_count.unwrap_or(FIGHTS) {
        let mut rng = SeededDice::new(seed ^ 0x0DD5);
        let mut record = S::generate_fight(seed);
        let (mut remaining_acts, mut measured_count) = (ACTS_PER_FIGHT, 0);
        while remaining_acts > 0 && !matches!(record.base_fight.phase, FightPhase::Over(_)) {
            let input = if let Some(answer) = random_fights::pick_pending_input(&record, &mut rng) {
                answer
            } else {
                remaining_acts -= 1;
                let fight = &record.base_fight;
                for who in player_characters(fight) {
                    let acts = list_acts(fight, who);
                    let started_at = Instant::now();
                    let estimates = public_odds_percent_by_act(fight, who, &acts);
                    let elapsed = started_at.elapsed();
                    (estimate_count, total_time, longest_time) =
                        (estimate_count + 1, total_time + elapsed, longest_time.max(elapsed));
                    assert_odds_ignore_hidden_facts(fight, who, &acts, &estimates, &mut rng);
                    for (act, odds) in acts.iter().zip(&estimates) {
                        let case = || format!("{} {seed}: {}", S::KEY, S::format_act(fight, act));
                        let exact = exact_odds(fight, who, act);
                        hidden_count += usize::from(odds.is_none() && exact.is_some());
                        let Some(odds) = *odds else { continue };
                        assert_eq!(Some(odds), exact, "{}", case());
                        given_count += 1;
                        if measured_count < MAX_MEASURED_ACTS && rng.number_below(8) == 0 {
                            measured_count += 1;
                            let measured_share = measure_success_share(&record, who, act);
                            let is_close =
                                (measured_share - f64::from(odds)).abs() < TOLERANCE_PERCENT;
                            assert!(is_close, "{}: {odds} %, and {measured_share} %", case());
                        }
                    }
                }
                let Some((who, act)) = pick_act(fight, &mut rng) else { break };
                FightInput::Action(RecordedAction::Act { who, act })
            };
            record = record.apply_input(input, &mut rng).expect("it is offered").record;
        }
    }
    println!("{}: {given_count} odds given, {hidden_count} depend on hidden facts", S::KEY);
    println!(
        "{}: {:?} for all acts of a combatant, {longest_time:?} at most",
        S::KEY,
        total_time / estimate_count.max(1)
    );
    assert!(given_count > 0, "{}: no odds are ever given", S::KEY);
}

fn player_characters<S: RegisteredGenerator>(fight: &Fight<S>) -> Vec<CombatantId> {
    fight
        .present_combatants()
        .filter(|(_, combatant)| !combatant.is_npc())
        .map(|(who, _)| who)
        .collect()
}

/// Returns the legal acts of a combatant.
fn list_acts<S: RegisteredGenerator>(fight: &Fight<S>, who: CombatantId) -> Vec<S::Act> {
    let mut acts = Vec::new();
    S::list_legal_acts(fight, who, &mut acts);
    acts
}

/// Picks a random act of a random combatant that may act now.
fn pick_act<S: RegisteredGenerator>(
    fight: &Fight<S>,
    rng: &mut SeededDice,
) -> Option<(CombatantId, S::Act)> {
    let initiators = S::pending_turn(fight)?.actors;
    let may_act = |who| {
        initiators.contains(&Initiator::Gm) || initiators.contains(&Initiator::Combatant(who))
    };
    let candidates = fight
        .present_combatants()
        .filter(|(who, _)| may_act(*who))
        .map(|(who, _)| (who, list_acts(fight, who)));
    let mut candidates: Vec<_> = candidates.filter(|(_, acts)| !acts.is_empty()).collect();
    if candidates.is_empty() {
        return None;
    }
    let (who, mut acts) = candidates.swap_remove(rng.number_below(candidates.len()));
    Some((who, acts.swap_remove(rng.number_below(acts.len()))))
}

/// I6: odds are the same in a fight that differs only in hidden facts.
fn assert_odds_ignore_hidden_facts<S: RegisteredGenerator>(
    fight: &Fight<S>,
    who: CombatantId,
    acts: &[S::Act],
    estimates: &[Option<u8>],
    rng: &mut SeededDice,
) {
    let mut other_fight = fight.clone();
    randomize_hidden_parts_of_fight(&mut other_fight, &mut |below| rng.number_below(below));
    let other_estimates = public_odds_percent_by_act(&other_fight, who, acts);
    for (act, (estimate, other_estimate)) in acts.iter().zip(estimates.iter().zip(&other_estimates))
    {
        assert_eq!(estimate, other_estimate, "{}: {}", S::KEY, S::format_act(fight, act));
    }
}

/// Measures how often an act succeeds if nobody reacts to it, in per cent.
fn measure_success_share<S: RegisteredGenerator>(
    record: &FightRecord<S>,
    who: CombatantId,
    act: &S::Act,
) -> f64 {
    let succeeds = |seed: &u64| {
        let mut dice = SeededDice::new(*seed);
        let mut input = FightInput::Action(RecordedAction::Act { who, act: act.clone() });
        let mut record = record.clone();
        for _ in 0..20 {
            let result = record.apply_input(input, &mut dice).expect("it is offered");
            let verdict = result.events.iter().find_map(|event| match event {
                Event::System(event) => S::act_success_in_event(event, who, act),
                _ => None,
            });
            if let Some(verdict) = verdict {
                return verdict == AttemptResult::Success;
            }
            input = match result.requests.iter().find(|request| !request.is_optional) {
                Some(request) => answer_without_reaction(request, who),
                None => FightInput::DecoyDelayOver,
            };
            record = result.record;
        }
        panic!("the act gets no verdict: {}", S::format_act(&record.base_fight, act));
    };
    (0..TRIALS).filter(succeeds).count() as f64 * 100.0 / TRIALS as f64
}

/// Answers a prompt so that the actor's act goes on: others accept the threat where they can.
fn answer_without_reaction<S: RegisteredGenerator>(
    request: &PromptRequest<S>,
    who: CombatantId,
) -> FightInput<S> {
    let mut choices = request.choices.iter();
    let accepting_answer = choices.find(|answer| {
        request.respondent != Initiator::Combatant(who) && S::accepts_threat(answer)
    });
    let answer = accepting_answer.unwrap_or(&request.default).clone();
    FightInput::Answer {
        respondent: request.respondent,
        question: request.question.clone(),
        answer,
    }
}

/// The number of fights with a forecast.
const FORECAST_FIGHTS: u64 = 6;
/// The number of simulations that a forecast is made from.
const SIMULATIONS_PER_FORECAST: u32 = 40;
/// How often each fight is played to check its forecast.
const PLAYS_PER_FIGHT: u32 = 160;
/// The number of forecasts that must be right.
const MIN_RIGHT_FORECASTS: u64 = 5;
const MAX_ACTS: usize = 2_000;

/// The likeliest outcome occurs as often as the forecast says, if the fight is played by the same
/// kind of agents as in the forecast.
fn forecasts_match_played_fights<S: RegisteredGenerator>() {
    let mut right_count = 0;
    for seed in 0..FORECAST_FIGHTS {
        let fight = S::generate_pc_npc_fight(2, seed);
        let game = S::game_from_record(FightRecord::new(fight.clone()));
        let forecast =
            game.forecast(SIMULATIONS_PER_FORECAST, seed, &mut || true).expect("it runs");
        let (outcome, count) = &forecast.outcome_counts[0];
        let expected = Proportion::from_counts_with_wilson_bounds(*count, forecast.fights_played);
        let has_outcome = |play: &u32| {
            let seed = (seed << 32) + u64::from(*play);
            let (mut fight, mut dice) = (fight.clone(), SeededDice::new(seed ^ 0xD1CE));
            let random_choices = Some((8, SeededDice::new(seed ^ 0x314D)));
            let mut agent = AttackingAgent { random_one_in: random_choices, targets_weakest: true };
            simulation::play_fight(&mut fight, &mut agent, &mut dice, MAX_ACTS);
            fight.phase == FightPhase::Over(outcome.clone())
        };
        let measured = Proportion::from_counts_with_wilson_bounds(
            (0..PLAYS_PER_FIGHT).filter(has_outcome).count() as u32,
            PLAYS_PER_FIGHT,
        );
        // Both shares are uncertain, so their intervals are compared.
        let is_right = measured.lower_bound <= expected.upper_bound
            && expected.lower_bound <= measured.upper_bound;
        println!(
            "{} {seed}: {outcome} {} to {}, measured {} to {}",
            S::KEY,
            expected.lower_bound,
            expected.upper_bound,
            measured.lower_bound,
            measured.upper_bound
        );
        right_count += u64::from(is_right);
    }
    println!("{}: {right_count} of {FORECAST_FIGHTS} right", S::KEY);
    assert!(
        right_count >= MIN_RIGHT_FORECASTS,
        "{}: {right_count} of {FORECAST_FIGHTS} right",
        S::KEY
    );
}

test_each_system! {
    odds_are_exact_wherever_given
    forecasts_match_played_fights
}
