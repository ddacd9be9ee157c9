//! Fights drawn by seed, for random play and benches, and what else a system must draw so that its
//! invariants can be tried.

/// Each of these as a test of its own for each system.
#[allow(unused_macros)]
macro_rules! of_each_system {
    ($($test:ident)*) => {
        of_system! { cards: Cards; $($test)* }
        of_system! { dr12: Dr12; $($test)* }
        of_system! { factions: Factions; $($test)* }
        of_system! { fates: Fates; $($test)* }
        of_system! { ranks: Ranks; $($test)* }
    };
}

#[allow(unused_macros)]
macro_rules! of_system {
    ($name:ident: $system:ident; $($test:ident)*) => {
        mod $name {$(
            #[test]
            fn $test() {
                super::$test::<riposte::engine::rules::$name::$system>();
            }
        )*}
    };
}

mod cards;
mod dr12;
mod factions;
mod fates;
mod ranks;

use riposte::engine::command::Command;
use riposte::engine::dice::Seeded;
use riposte::engine::fight::{Combatant, Fight, Order};
use riposte::engine::game::Game;
use riposte::engine::ids::{CombatantId, UserId};
use riposte::engine::ladder::{Detail, DisclosureLevel};
use riposte::engine::saved::{Deed, Input, Saved};
use riposte::engine::scene::Open;
use riposte::engine::{Rules, System};

/// A system whose fights can be drawn.
pub trait Drawn: Rules {
    /// The fight of a seed, started.
    fn fight(seed: u64) -> Saved<Self>;
    /// As many NPCs as players, started: what the benches play.
    fn against(each: usize, seed: u64) -> Fight<Self>;
    /// Two sides of the same bodies, started.
    fn mirrored(each: usize, seed: u64) -> Fight<Self>;
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
pub fn words(text: &str) -> Command {
    let mut parts = text.split(' ');
    let verb = Command::new(parts.next().unwrap_or_default());
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
        (None, 1) => Combatant { look: Detail::Nothing, ..one },
        (None, 2) => Combatant { look: Detail::Numbers, ..one },
        (None, 3) => Combatant { name: alias, true_name: Some(name), look: Detail::Nothing, ..one },
        _ => one,
    }))
}

/// The GM shows an NPC more than before, or less; none where that cannot be.
pub fn shown<S: System>(fight: &Fight<S>, choice: &mut Seeded) -> Option<Order<S>> {
    let who = CombatantId(choice.below(fight.combatants.len()) as u8);
    let rung = DisclosureLevel::ALL[choice.below(DisclosureLevel::ALL.len())];
    let is_called =
        matches!(rung, DisclosureLevel::Alias | DisclosureLevel::Wounds | DisclosureLevel::Numbers);
    let alias = (is_called && choice.below(2) == 0).then(|| format!("Face {}", choice.below(9)));
    let guise = fight.guise_on(who, rung, alias.as_deref()).ok()?;
    (guise != fight.one(who).guise()).then_some(Order::Show { who, rung, alias })
}

/// What a fight waits for that nobody does in their turn: an answer to its first question, drawn,
/// or that a decoy wait is over.
pub fn answered<S: Rules>(saved: &Saved<S>, choice: &mut Seeded) -> Option<Input<S>> {
    let (_, Open { asks, lull }) = saved.open();
    let answer = asks.first().map(|ask| {
        let answer = ask.choices[choice.below(ask.choices.len())].clone();
        Input::Answer { to: ask.to, question: ask.question.clone(), answer }
    });
    answer.or_else(|| lull.is_some().then_some(Input::DecoyWait))
}

pub fn order<S: Rules>(saved: &Saved<S>, order: Order<S>, dice: &mut Seeded) -> Saved<S> {
    let outcome = saved.take(Input::Deed(Deed::Order(order)), dice);
    outcome.expect("a set-up order is taken").saved
}
