//! The sensible mind wins fights of equals, in every system, and plays the same for the same seed.
//! How often is measured by `benches/mind.rs`.

#[allow(dead_code)]
#[macro_use]
#[path = "support/random_fights/mod.rs"]
mod random_fights;
#[path = "support/agent_duels.rs"]
mod agent_duels;

use agent_duels::{Opponent, duels};
use random_fights::Drawn;
use riposte::engine::agents::agent::RandomAgent;
use riposte::engine::agents::evaluator::{RiskAttitude, SearchBudget, Temperament};
use riposte::engine::agents::simulation;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::ids::CombatantId;
use riposte::engine::game::Game;
use riposte::engine::resolution::fight_record::FightRecord;

/// Thinks little, so that it is tried fast.
const LITTLE: SearchBudget = SearchBudget { runs: 2, acts_per_combatant: 2 };

/// Of four against a mind that plays at random it loses none.
fn the_sensible_mind_wins<S: Drawn>() {
    let score = duels::<S>(2, 4, Opponent::Random, LITTLE);
    assert!(score.won >= 3 && score.lost == 0, "{}: {score:?}", S::KEY);
}

/// Whatever the fight has come to: an act that is offered, the same for the same seed, and nothing
/// that needs own words.
fn it_chooses_what_is_offered<S: Drawn>() {
    for seed in 0..3 {
        let mut fight = S::fight(seed).base_fight;
        let mut mind = RandomAgent(SeededDice::new(seed));
        simulation::play_fight(
            &mut fight,
            &mut mind,
            &mut SeededDice::new(seed),
            7 * seed as usize,
        );
        let game = S::game(FightRecord::new(fight));
        for who in (0..game.ever_joined_count().min(4) as u8).map(CombatantId) {
            let offers = game.list_offers(who);
            let nature = Temperament {
                risk_attitude: RiskAttitude::ALL[seed as usize % 3],
                spares_downed: true,
            };
            let advice = || game.advise_act(who, nature, (seed, LITTLE));
            let Some(best) = advice() else { continue };
            assert_eq!(Some(&best), advice().as_ref());
            assert!(offers.iter().any(|offer| offer.command == best.command), "{best:?}");
            assert!(!best.command.slots.contains_key("text"), "{best:?}");
            let verb = Game::find_act_verb(S::KEY, &best.command.verb).unwrap();
            assert!(!verb.is_turn_start, "{best:?}");
        }
    }
}

/// The same for the same seed, and everybody is in it.
fn it_foretells_how_a_fight_will_go<S: Drawn>() {
    let game = S::game(FightRecord::new(S::against(2, 3)));
    let told = |seed| game.forecast((30, seed), &mut || true).expect("it runs");
    let forecast = told(1);
    assert_eq!(forecast, told(1));
    assert_ne!(forecast, told(2));
    let ends: u32 = forecast.outcome_counts.iter().map(|(_, count)| count).sum();
    assert_eq!(
        (forecast.fights_played, ends + forecast.unfinished_count, forecast.combatants.len()),
        (30, 30, 4)
    );
    assert!(forecast.round_percentiles[0] <= forecast.round_percentiles[2], "{forecast:?}");
    // It must stop: one was played all the same.
    assert_eq!(game.forecast((30, 1), &mut || false).expect("it runs").fights_played, 1);
}

of_each_system! {
    the_sensible_mind_wins
    it_chooses_what_is_offered
    it_foretells_how_a_fight_will_go
}
