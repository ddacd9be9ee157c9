//! Fights drawn by seed, for random play and benches, and what else a system must draw so that its
//! invariants can be tried.

mod cards;
mod dr12;
mod factions;
mod fates;
mod ranks;

use riposte::engine::System;
use riposte::engine::dice::Seeded;
use riposte::engine::fight::{Fight, Order};
use riposte::engine::game::Game;
use riposte::engine::saved::{Deed, Input, Saved};
use riposte::engine::words::Words;

/// A system whose fights can be drawn.
pub trait Drawn: System {
    /// The same fight for the same seed, started.
    fn fight(seed: u64) -> Saved<Self>;
    /// Four players against four NPCs, started: what the benches play.
    fn four_against_four(seed: u64) -> Fight<Self>;
    fn game(saved: Saved<Self>) -> Game;
    /// An order of the GM that may be given while a question is open.
    fn drawn_order(fight: &Fight<Self>, choice: &mut Seeded) -> Option<Order<Self>>;
    /// Words that may or may not make sense in a slot; none where it is left out.
    fn values(slot: &str) -> &'static [&'static str];
}

pub fn pick<'a>(dice: &mut Seeded, list: &[&'a str]) -> &'a str {
    list[dice.below(list.len())]
}

/// Reads `verb slot:value slot:value`, values without spaces.
pub fn words(text: &str) -> Words {
    let mut parts = text.split(' ');
    let verb = Words::new(parts.next().unwrap_or_default());
    parts
        .filter_map(|part| part.split_once(':'))
        .fold(verb, |words, (slot, value)| words.with(slot, value))
}

pub fn order<S: System>(saved: &Saved<S>, order: Order<S>, dice: &mut Seeded) -> Saved<S> {
    let outcome = saved.take(Input::Deed(Deed::Order(order)), dice);
    outcome.expect("a set-up order is taken").saved
}
