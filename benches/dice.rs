//! Fairness: ten million dice of each kind, and as many cards, from a secret drawn just now, by
//! chi-square. `cargo bench --bench dice` prints the figures; about one in twenty is above its bound of 5 %.

use riposte::app::sealed_dice::{StreamDice, os_random_secrets};
use riposte::engine::core::dice::Dice;

const DRAWS: u32 = 10_000_000;

fn main() {
    let mut dice = StreamDice { stream: os_random_secrets()().derive_stream(&[]), next_index: 0 };
    println!("of {DRAWS} each     chi-square   5 % bound");
    for sides in [2, 3, 4, 6, 8, 10, 12, 20, 100] {
        let mut counts = vec![0; usize::from(sides)];
        (0..DRAWS).for_each(|_| counts[usize::from(dice.roll_die(sides)) - 1] += 1);
        tell(&format!("d{sides}"), &counts);
    }
    let deck: Vec<u8> = (0..54).collect();
    let mut counts = vec![0; deck.len()];
    (0..DRAWS).for_each(|_| counts[usize::from(dice.draw_card(&deck))] += 1);
    tell("card of 54", &counts);
}

fn tell(kind: &str, counts: &[u32]) {
    let free = (counts.len() - 1) as f64;
    let expected = f64::from(DRAWS) / counts.len() as f64;
    let chi: f64 = counts.iter().map(|n| (f64::from(*n) - expected).powi(2) / expected).sum();
    // Wilson and Hilferty.
    let spread = 2.0 / (9.0 * free);
    let bound = free * (1.0 - spread + 1.645 * spread.sqrt()).powi(3);
    println!("{kind:<20} {chi:>10.1} {bound:>11.1}");
}
