//! Bench (a): acts per second of random fights of four against four, on one core, as a ratio to
//! the bare generator that feeds them (a hundred faces of d20), measured in the same run.
//!
//! What ships is built small, and so is this. `CARGO_PROFILE_BENCH_OPT_LEVEL=2` shows what the rules
//! do when they are built fast: about a third more.

#[path = "../tests/support/random_fights/mod.rs"]
#[allow(dead_code)]
mod random_fights;

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{
    BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main,
};
use random_fights::Drawn;
use riposte::engine::agents::agent::RandomAgent;
use riposte::engine::agents::simulation;
use riposte::engine::core::dice::{Dice, SeededDice};
use riposte::engine::rules::cards::Cards;
use riposte::engine::rules::dr12::Dr12;
use riposte::engine::rules::factions::Factions;
use riposte::engine::rules::fates::Fates;
use riposte::engine::rules::ranks::Ranks;

const ACTS: usize = 100;

fn simulations(c: &mut Criterion) {
    let mut group = c.benchmark_group("simulation");
    group.throughput(Throughput::Elements(100));
    group.bench_function("reference: 100 faces", |b| {
        let mut dice = SeededDice::new(1);
        b.iter(|| (0..100).map(|_| u32::from(dice.roll_die(20))).sum::<u32>());
    });
    simulation_of::<Cards>(&mut group);
    simulation_of::<Dr12>(&mut group);
    simulation_of::<Factions>(&mut group);
    simulation_of::<Fates>(&mut group);
    simulation_of::<Ranks>(&mut group);
    group.finish();
}

fn simulation_of<S: Drawn>(group: &mut BenchmarkGroup<'_, WallTime>) {
    let fights: Vec<_> = (0..64).map(|seed| S::against(4, seed)).collect();
    let mut at = 0;
    // A fight that ends before so many acts goes on with the next one: all of them are counted.
    group.throughput(Throughput::Elements(ACTS as u64));
    group.bench_function(format!("{}: acts of 4 against 4", S::KEY), |b| {
        b.iter_batched(
            || {
                at += 1;
                let next = (0..32).map(|n| fights[(at + n) % fights.len()].clone()).collect();
                (next, SeededDice::new(at as u64), RandomAgent(SeededDice::new(at as u64 ^ 7)))
            },
            |(mut fights, mut dice, mut mind): (Vec<_>, _, _)| {
                let mut left = ACTS;
                for fight in &mut fights {
                    left -= simulation::play_fight(fight, &mut mind, &mut dice, left);
                    if left == 0 {
                        // To be dropped, as it was made, outside of what is measured.
                        return black_box(fights);
                    }
                }
                panic!("thirty-two fights were over in fewer than {ACTS} acts");
            },
            BatchSize::SmallInput,
        );
    });
}

criterion_group!(benches, simulations);
criterion_main!(benches);
