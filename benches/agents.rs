//! How well the sensible mind plays: fights of three against three of the same bodies, in every second
//! one the sides changed over, against a mind that plays at random and one that strikes the nearest.
//! How many of a hundred it wins, and how long it thinks about a choice.
//!
//! `cargo bench --bench mind` prints the table; `RIPOSTE_FIGHTS=20` plays so many of each, and
//! `RIPOSTE_SYSTEM=dr12` those of one system.

#[path = "../tests/support/agent_duels.rs"]
mod agent_duels;
#[path = "../tests/support/random_fights/mod.rs"]
#[allow(dead_code)]
mod random_fights;

use std::time::Instant;

use agent_duels::{Opponent, duels};
use random_fights::Drawn;
use riposte::engine::agents::evaluator::SearchBudget;
use riposte::engine::rules::cards::Cards;
use riposte::engine::rules::dr12::Dr12;
use riposte::engine::rules::factions::Factions;
use riposte::engine::rules::fates::Fates;
use riposte::engine::rules::ranks::Ranks;

const EACH: usize = 3;

fn main() {
    println!(
        "| system | of | against random: won (lost) | against the striker: won (lost) | ms a choice |"
    );
    println!("|---|---:|---:|---:|---:|");
    row::<Cards>();
    row::<Dr12>();
    row::<Factions>();
    row::<Fates>();
    row::<Ranks>();
}

fn row<S: Drawn>() {
    let said = |key: &str| std::env::var(key).ok();
    if said("RIPOSTE_SYSTEM").is_some_and(|system| system != S::KEY) {
        return;
    }
    let number = |key: &str, usual: u64| said(key).and_then(|n| n.parse().ok()).unwrap_or(usual);
    let fights = number("RIPOSTE_FIGHTS", 100);
    let effort = SearchBudget {
        runs: number("RIPOSTE_RUNS", SearchBudget::QUICK.runs as u64) as usize,
        acts_per_combatant: number("RIPOSTE_DEPTH", SearchBudget::QUICK.acts_per_combatant as u64)
            as usize,
    };
    let began = Instant::now();
    let random = duels::<S>(EACH, fights, Opponent::Random, effort);
    let striker = duels::<S>(EACH, fights, Opponent::Striker, effort);
    let thoughts = (random.thoughts + striker.thoughts).max(1);
    let millis = began.elapsed().as_secs_f64() * 1000.0 / thoughts as f64;
    println!(
        "| {} | {fights} | {} ({}) | {} ({}) | {millis:.1} |",
        S::KEY,
        random.won,
        random.lost,
        striker.won,
        striker.lost
    );
}
