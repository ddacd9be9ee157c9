//! In every system, agents that look ahead win fights between equal sides, choose only legal acts,
//! and choose the same for the same seed. `benches/agents.rs` measures how often they win.

#[allow(dead_code)]
#[macro_use]
#[path = "support/random_fights/mod.rs"]
mod random_fights;
#[path = "support/agent_duels.rs"]
mod agent_duels;

use agent_duels::{Opponent, play_duels};
use random_fights::RegisteredGenerator;
use riposte::engine::agents::agent::{Agent, AttackingAgent, RandomAgent};
use riposte::engine::agents::evaluation::ActPurpose;
use riposte::engine::agents::evaluator::{RiskAttitude, SearchBudget, Temperament};
use riposte::engine::agents::simulation;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::ids::CombatantId;
use riposte::engine::game::Game;
use riposte::engine::resolution::fight_record::{FightInput, FightRecord, RecordedAction};

/// A small budget, so that the tests are fast.
const SMALL_BUDGET: SearchBudget = SearchBudget { runs: 2, acts_per_combatant: 2 };

fn evaluator_beats_random_agent<S: RegisteredGenerator>() {
    let score = play_duels::<S>(2, 4, Opponent::Random, SMALL_BUDGET);
    assert!(score.won >= 3 && score.lost == 0, "{}: {score:?}", S::KEY);
}

/// In any state of a fight, the advised act is one that is offered, is the same for the same seed,
/// and needs no text of the player's own.
fn advised_act_is_offered_and_reproducible<S: RegisteredGenerator>() {
    for seed in 0..3 {
        let mut fight = S::generate_fight(seed).base_fight;
        let mut agent = RandomAgent(SeededDice::new(seed));
        simulation::play_fight(
            &mut fight,
            &mut agent,
            &mut SeededDice::new(seed),
            7 * seed as usize,
        );
        let game = S::game_from_record(FightRecord::new(fight));
        for who in (0..game.ever_joined_count().min(4) as u8).map(CombatantId) {
            let offers = game.list_legal_act_offers(who);
            let temperament = Temperament {
                risk_attitude: RiskAttitude::ALL[seed as usize % 3],
                spares_downed: true,
            };
            let advice = || game.advise_act(who, temperament, seed, SMALL_BUDGET);
            let Some(best) = advice() else { continue };
            assert_eq!(Some(&best), advice().as_ref());
            assert!(offers.iter().any(|offer| offer.command == best.command), "{best:?}");
            assert!(!best.command.slots.contains_key("text"), "{best:?}");
            let verb = Game::find_act_verb(S::KEY, &best.command.verb).unwrap();
            assert!(!verb.is_turn_start, "{best:?}");
        }
    }
}

/// The forecast is the same for the same seed and covers every combatant.
fn forecast_is_reproducible_and_complete<S: RegisteredGenerator>() {
    let game = S::game_from_record(FightRecord::new(S::generate_pc_npc_fight(2, 3)));
    let forecast_for_seed = |seed| game.forecast(30, seed, &mut || true).expect("it runs");
    let forecast = forecast_for_seed(1);
    assert_eq!(forecast, forecast_for_seed(1));
    assert_ne!(forecast, forecast_for_seed(2));
    let finished_count: u32 = forecast.outcome_counts.iter().map(|(_, count)| count).sum();
    assert_eq!(
        (
            forecast.fights_played,
            finished_count + forecast.unfinished_count,
            forecast.combatants.len()
        ),
        (30, 30, 4)
    );
    assert!(forecast.round_percentiles[0] <= forecast.round_percentiles[2], "{forecast:?}");
    // Even a forecast that is stopped at once has played one fight.
    assert_eq!(game.forecast(30, 1, &mut || false).expect("it runs").fights_played, 1);
}

/// In any state of a fight, whatever a legal act attacks is an enemy, what the quick agent chooses
/// is harmless to its own side, and every act does something: it causes an event or asks somebody.
fn agents_spare_their_own_side_and_no_act_is_void<S: RegisteredGenerator>() {
    for seed in 0..6 {
        let mut fight = S::generate_fight(seed).base_fight;
        let mut agent = RandomAgent(SeededDice::new(seed));
        simulation::play_fight(
            &mut fight,
            &mut agent,
            &mut SeededDice::new(seed),
            5 * seed as usize,
        );
        let record = FightRecord::new(fight.clone());
        let everybody: Vec<CombatantId> = fight.present_combatants().map(|(who, _)| who).collect();
        for who in everybody {
            let mut acts = Vec::new();
            S::list_legal_acts(&fight, who, &mut acts);
            for act in &acts {
                let case = || format!("{} {seed}: {}", S::KEY, S::format_act(&fight, act));
                if let ActPurpose::Attack(target) = S::act_purpose(&fight, who, act) {
                    assert!(S::are_enemies(&fight, who, target), "{}", case());
                }
                let input = FightInput::Action(RecordedAction::Act { who, act: act.clone() });
                let result = record.apply_input(input, &mut SeededDice::new(seed));
                let result = result.unwrap_or_else(|refusal| panic!("{}: {refusal:?}", case()));
                assert!(!result.events.is_empty() || result.record.pending.is_some(), "{}", case());
            }
            let is_harmless = |act: &S::Act| S::act_purpose(&fight, who, act).is_harmless();
            if acts.iter().any(is_harmless) {
                let chosen = AttackingAgent::targeting_weakest().choose_act(&fight, who, &acts);
                assert!(is_harmless(&acts[chosen]), "{}: {:?}", S::KEY, acts[chosen]);
            }
        }
    }
}

test_each_system! {
    evaluator_beats_random_agent
    agents_spare_their_own_side_and_no_act_is_void
    advised_act_is_offered_and_reproducible
    forecast_is_reproducible_and_complete
}
