//! The sensible mind wins fights of equals, in every system, and plays the same for the same seed.
//! How often is measured by `benches/mind.rs`.

#[allow(dead_code)]
#[macro_use]
mod drawn;
mod duel;

use drawn::Drawn;
use duel::{Opponent, duels};
use riposte::engine::dice::Seeded;
use riposte::engine::game::Game;
use riposte::engine::ids::CombatantId;
use riposte::engine::judgement::{Effort, Nature, Temper};
use riposte::engine::mind::Random;
use riposte::engine::saved::Saved;
use riposte::engine::simulation;

/// Thinks little, so that it is tried fast.
const LITTLE: Effort = Effort { runs: 2, depth: 2 };

/// Of four against a mind that plays at random it loses none.
fn the_sensible_mind_wins<S: Drawn>() {
    let score = duels::<S>(2, 4, Opponent::Random, LITTLE);
    assert!(score.won >= 3 && score.lost == 0, "{}: {score:?}", S::KEY);
}

/// Whatever the fight has come to: an act that is offered, the same for the same seed, and nothing
/// that needs own words.
fn it_chooses_what_is_offered<S: Drawn>() {
    for seed in 0..3 {
        let mut fight = S::fight(seed).fight;
        let mut mind = Random(Seeded::new(seed));
        simulation::play(&mut fight, &mut mind, &mut Seeded::new(seed), 7 * seed as usize);
        let game = S::game(Saved::of(fight));
        for who in (0..game.seats().min(4) as u8).map(CombatantId) {
            let offers = game.offers(who);
            let nature = Nature { temper: Temper::ALL[seed as usize % 3], is_sparing: true };
            let advice = || game.advice(who, nature, (seed, LITTLE));
            let Some(best) = advice() else { continue };
            assert_eq!(Some(&best), advice().as_ref());
            assert!(offers.iter().any(|offer| offer.words == best.words), "{best:?}");
            assert!(!best.words.slots.contains_key("text"), "{best:?}");
            let verb = Game::act_verb(S::KEY, &best.words.verb).unwrap();
            assert!(!verb.is_begin, "{best:?}");
        }
    }
}

/// The same for the same seed, and everybody is in it.
fn it_foretells_how_a_fight_will_go<S: Drawn>() {
    let game = S::game(Saved::of(S::against(2, 3)));
    let told = |seed| game.forecast((30, seed), &mut || true).expect("it runs");
    let forecast = told(1);
    assert_eq!(forecast, told(1));
    assert_ne!(forecast, told(2));
    let ends: u32 = forecast.ends.iter().map(|(_, count)| count).sum();
    assert_eq!((forecast.fights, ends + forecast.open, forecast.ones.len()), (30, 30, 4));
    assert!(forecast.rounds[0] <= forecast.rounds[2], "{forecast:?}");
    // It must stop: one was played all the same.
    assert_eq!(game.forecast((30, 1), &mut || false).expect("it runs").fights, 1);
}

of_each_system! {
    the_sensible_mind_wins
    it_chooses_what_is_offered
    it_foretells_how_a_fight_will_go
}
