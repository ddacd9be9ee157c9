//! Measures how fair dice and cards are: ten million of each kind are drawn from a new random
//! secret and tested by chi-square. `cargo bench --bench dice` prints the statistics. About one in
//! twenty exceeds the 5 % bound.

use riposte::app::sealed_dice::{StreamDice, os_random_secrets};
use riposte::engine::core::dice::Dice;

const DRAWS: u32 = 10_000_000;

fn main() {
    let mut dice = StreamDice { stream: os_random_secrets()().derive_stream(&[]), next_index: 0 };
    println!("of {DRAWS} each     chi-square   5 % bound");
    for sides in [2, 3, 4, 6, 8, 10, 12, 20, 100] {
        let mut counts = vec![0; usize::from(sides)];
        (0..DRAWS).for_each(|_| counts[usize::from(dice.roll_die(sides)) - 1] += 1);
        print_chi_square(&format!("d{sides}"), &counts);
    }
    let deck: Vec<u8> = (0..54).collect();
    let mut counts = vec![0; deck.len()];
    (0..DRAWS).for_each(|_| counts[usize::from(dice.draw_card(&deck))] += 1);
    print_chi_square("card of 54", &counts);
}

fn print_chi_square(kind: &str, counts: &[u32]) {
    let degrees_of_freedom = (counts.len() - 1) as f64;
    let expected = f64::from(DRAWS) / counts.len() as f64;
    let chi_square: f64 =
        counts.iter().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
    // The Wilson–Hilferty approximation of the chi-square quantile.
    let variance = 2.0 / (9.0 * degrees_of_freedom);
    let bound = degrees_of_freedom * (1.0 - variance + 1.645 * variance.sqrt()).powi(3);
    println!("{kind:<20} {chi_square:>10.1} {bound:>11.1}");
}
