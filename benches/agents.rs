//! Measures how well the evaluator plays: how many of a hundred fights it wins, and how long a
//! choice takes. It fights three against three of the same bodies, in every second fight on the
//! other side, against an agent that plays at random and one that attacks the nearest enemy.
//!
//! `cargo bench --bench agents` prints the table. `RIPOSTE_FIGHTS=20` sets the number of fights for
//! each opponent, `RIPOSTE_SYSTEM=dr12` limits the bench to one system, and `RIPOSTE_RUNS` and
//! `RIPOSTE_DEPTH` set the search budget.

#[path = "../tests/support/agent_duels.rs"]
mod agent_duels;
#[path = "../tests/support/random_fights/mod.rs"]
#[allow(dead_code)]
mod random_fights;

use std::time::Instant;

use agent_duels::{Opponent, play_duels};
use random_fights::FightGenerator;
use riposte::engine::agents::evaluator::SearchBudget;

const COMBATANTS_PER_SIDE: usize = 3;

fn main() {
    println!(
        "| system | of | against random: won (lost) | against the striker: won (lost) | ms a choice |"
    );
    println!("|---|---:|---:|---:|---:|");
    macro_rules! measure_systems {
        ([$($System:ident $module:ident),*]) => {
            $(measure_system::<riposte::engine::rules::$module::$System>();)*
        };
    }
    riposte::engine::for_each_system!(measure_systems!);
}

fn measure_system<S: FightGenerator>() {
    let read_variable = |key: &str| std::env::var(key).ok();
    if read_variable("RIPOSTE_SYSTEM").is_some_and(|system| system != S::KEY) {
        return;
    }
    let read_number = |key: &str, default: u64| {
        read_variable(key).and_then(|n| n.parse().ok()).unwrap_or(default)
    };
    let fight_count = read_number("RIPOSTE_FIGHTS", 100);
    let budget = SearchBudget {
        runs: read_number("RIPOSTE_RUNS", SearchBudget::QUICK.runs as u64) as usize,
        acts_per_combatant: read_number(
            "RIPOSTE_DEPTH",
            SearchBudget::QUICK.acts_per_combatant as u64,
        ) as usize,
    };
    let started_at = Instant::now();
    let random = play_duels::<S>(COMBATANTS_PER_SIDE, fight_count, Opponent::Random, budget);
    let attacker = play_duels::<S>(COMBATANTS_PER_SIDE, fight_count, Opponent::Attacker, budget);
    let choices = (random.choices + attacker.choices).max(1);
    let millis_per_choice = started_at.elapsed().as_secs_f64() * 1000.0 / choices as f64;
    println!(
        "| {} | {fight_count} | {} ({}) | {} ({}) | {millis_per_choice:.1} |",
        S::KEY,
        random.won,
        random.lost,
        attacker.won,
        attacker.lost
    );
}
