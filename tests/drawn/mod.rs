//! Fights drawn by seed, for random play and benches, and what else a system must draw so that its
//! invariants can be tried.

mod cards;
mod dr12;
mod factions;
mod fates;
mod ranks;

use riposte::engine::dice::Seeded;
use riposte::engine::fight::{Combatant, Fight, Order};
use riposte::engine::game::Game;
use riposte::engine::ids::{CombatantId, UserId};
use riposte::engine::ladder::{Look, Rung};
use riposte::engine::saved::{Deed, Input, Saved};
use riposte::engine::words::Words;
use riposte::engine::{Rules, System};

/// A system whose fights can be drawn.
pub trait Drawn: Rules {
    /// The same fight for the same seed, started.
    fn fight(seed: u64) -> Saved<Self>;
    /// So many players against as many NPCs, started: what the benches play.
    fn against(each: usize, seed: u64) -> Fight<Self>;
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

/// Somebody joins: a player, or an NPC somewhere on the ladder.
pub fn join<S: System>(
    (at, name): (usize, String),
    user: Option<UserId>,
    body: S::Body,
    is_hidden: bool,
) -> Order<S> {
    let one = Combatant { is_hidden, ..Combatant::new(&name, user, body) };
    let alias = format!("Mask {at}");
    Order::Join(Box::new(match (user, at % 4) {
        (None, 1) => Combatant { look: Look::Nothing, ..one },
        (None, 2) => Combatant { look: Look::Numbers, ..one },
        (None, 3) => Combatant { name: alias, true_name: Some(name), look: Look::Nothing, ..one },
        _ => one,
    }))
}

/// The GM shows an NPC more than before, or less; none where that cannot be.
pub fn shown<S: System>(fight: &Fight<S>, choice: &mut Seeded) -> Option<Order<S>> {
    let who = CombatantId(choice.below(fight.combatants.len()) as u8);
    let rung = Rung::ALL[choice.below(Rung::ALL.len())];
    let is_called = matches!(rung, Rung::Alias | Rung::Wounds | Rung::Numbers);
    let alias = (is_called && choice.below(2) == 0).then(|| format!("Face {}", choice.below(9)));
    let guise = fight.guise_on(who, rung, alias.as_deref()).ok()?;
    (guise != fight.one(who).guise()).then_some(Order::Show { who, rung, alias })
}

pub fn order<S: Rules>(saved: &Saved<S>, order: Order<S>, dice: &mut Seeded) -> Saved<S> {
    let outcome = saved.take(Input::Deed(Deed::Order(order)), dice);
    outcome.expect("a set-up order is taken").saved
}
