//! Bench (a): acts per second in random fights of four against four, on one core. The reference, in
//! the same run, is the bare random generator that rolls their dice (a hundred faces of d20).
//!
//! Like a release, the bench is built for size. `CARGO_PROFILE_BENCH_OPT_LEVEL=2` shows the speed
//! of rules that are built for speed: about a third more.

#[path = "../tests/support/random_fights/mod.rs"]
#[allow(dead_code)]
mod random_fights;

use std::hint::black_box;

use criterion::measurement::WallTime;
use criterion::{
    BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main,
};
use random_fights::FightGenerator;
use riposte::engine::agents::agent::RandomAgent;
use riposte::engine::agents::simulation;
use riposte::engine::core::dice::{Dice, SeededDice};

const ACT_COUNT: usize = 100;

fn bench_simulations(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("simulation");
    group.throughput(Throughput::Elements(100));
    group.bench_function("reference: 100 faces", |bencher| {
        let mut dice = SeededDice::new(1);
        bencher.iter(|| (0..100).map(|_| u32::from(dice.roll_die(20))).sum::<u32>());
    });
    macro_rules! bench_systems {
        ([$($System:ident $module:ident),*]) => {
            $(bench_system::<riposte::engine::rules::$module::$System>(&mut group);)*
        };
    }
    riposte::engine::for_each_system!(bench_systems!);
    group.finish();
}

fn bench_system<S: FightGenerator>(group: &mut BenchmarkGroup<'_, WallTime>) {
    let fights: Vec<_> = (0..64).map(|seed| S::generate_pc_npc_fight(4, seed)).collect();
    let mut index = 0;
    // When a fight ends early, the next one is played, until the number of acts is reached.
    group.throughput(Throughput::Elements(ACT_COUNT as u64));
    group.bench_function(format!("{}: acts of 4 against 4", S::KEY), |bencher| {
        bencher.iter_batched(
            || {
                index += 1;
                let batch = (0..32).map(|n| fights[(index + n) % fights.len()].clone()).collect();
                (
                    batch,
                    SeededDice::new(index as u64),
                    RandomAgent(SeededDice::new(index as u64 ^ 7)),
                )
            },
            |(mut fights, mut dice, mut agent): (Vec<_>, _, _)| {
                let mut remaining_acts = ACT_COUNT;
                for fight in &mut fights {
                    remaining_acts -=
                        simulation::play_fight(fight, &mut agent, &mut dice, remaining_acts);
                    if remaining_acts == 0 {
                        // Returned so that criterion drops it outside of the measured time.
                        return black_box(fights);
                    }
                }
                panic!("thirty-two fights were over in fewer than {ACT_COUNT} acts");
            },
            BatchSize::SmallInput,
        );
    });
}

criterion_group!(benches, bench_simulations);
criterion_main!(benches);
