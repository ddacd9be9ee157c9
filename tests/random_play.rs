//! Random play: the invariants hold in fights of every system that are played from seeds to their
//! end. `support/checked_fights.rs` says which.
//!
//! `RIPOSTE_FIGHTS=100000 cargo test --release --test random_play` plays more fights.

#[allow(dead_code)]
#[macro_use]
#[path = "support/random_fights/mod.rs"]
mod random_fights;
#[path = "support/checked_fights.rs"]
mod checked_fights;

use checked_fights::*;
use riposte::engine::core::dice::{Dice, ScriptedDice};

test_each_system! {
    fights_end_and_every_offer_is_accepted
    invariants_hold_at_every_step_of_a_fight
    same_seed_gives_the_same_fight
    hidden_npc_is_invisible_to_players
}

#[test]
fn scripted_dice_report_unused_and_mismatched_dice() {
    let mut dice = ScriptedDice::default();
    dice.push_die(6, 3);
    dice.push_die(20, 9);
    assert_eq!(dice.roll_die(6), 3);
    assert_eq!(dice.take_errors_and_unused(), vec!["d20=9 not used"]);
    dice.push_die(6, 3);
    dice.roll_die(20);
    assert_eq!(dice.take_errors_and_unused().len(), 2);
    dice.roll_die(4);
    assert_eq!(dice.take_errors_and_unused(), vec!["a d4 is rolled, but no dice are left"]);
}
