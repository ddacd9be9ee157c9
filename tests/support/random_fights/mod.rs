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

use riposte::engine::core::command::Command;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::fight::{Combatant, Fight, Order};
use riposte::engine::core::ids::{CombatantId, UserId};
use riposte::engine::game::Game;
use riposte::engine::resolution::fight_record::{FightInput, FightRecord, RecordedAction};
use riposte::engine::resolution::resolver::OpenPrompts;
use riposte::engine::visibility::disclosure::{DetailLevel, DisclosureLevel};
use riposte::engine::{Rules, System};

/// A system whose fights can be drawn.
pub trait Drawn: Rules {
    /// The fight of a seed, started.
    fn fight(seed: u64) -> FightRecord<Self>;
    /// As many NPCs as players, started: what the benches play.
    fn against(each: usize, seed: u64) -> Fight<Self>;
    /// Two sides of the same bodies, started.
    fn mirrored(each: usize, seed: u64) -> Fight<Self>;
    fn game(saved: FightRecord<Self>) -> Game;
    /// An order of the GM that may be given while a question is open.
    fn drawn_order(fight: &Fight<Self>, choice: &mut SeededDice) -> Option<Order<Self>>;
    /// Words that may or may not make sense in a slot; none where it is left out.
    fn values(slot: &str) -> &'static [&'static str];
}

pub fn pick<'a>(dice: &mut SeededDice, list: &[&'a str]) -> &'a str {
    list[dice.number_below(list.len())]
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
        (None, 1) => Combatant { public_detail: DetailLevel::Nothing, ..one },
        (None, 2) => Combatant { public_detail: DetailLevel::Numbers, ..one },
        (None, 3) => Combatant {
            name: alias,
            true_name: Some(name),
            public_detail: DetailLevel::Nothing,
            ..one
        },
        _ => one,
    }))
}

/// The GM shows an NPC more than before, or less; none where that cannot be.
pub fn shown<S: System>(fight: &Fight<S>, choice: &mut SeededDice) -> Option<Order<S>> {
    let who = CombatantId(choice.number_below(fight.combatants.len()) as u8);
    let rung = DisclosureLevel::ALL[choice.number_below(DisclosureLevel::ALL.len())];
    let is_called =
        matches!(rung, DisclosureLevel::Alias | DisclosureLevel::Wounds | DisclosureLevel::Numbers);
    let alias = (is_called && choice.number_below(2) == 0)
        .then(|| format!("Face {}", choice.number_below(9)));
    let guise = fight.disclosure_at_level(who, rung, alias.as_deref()).ok()?;
    (guise != fight.combatant(who).disclosure()).then_some(Order::SetDisclosure {
        who,
        level: rung,
        alias,
    })
}

/// What a fight waits for that nobody does in their turn: an answer to its first question, drawn,
/// or that a decoy wait is over.
pub fn answered<S: Rules>(
    saved: &FightRecord<S>,
    choice: &mut SeededDice,
) -> Option<FightInput<S>> {
    let (_, OpenPrompts { requests: asks, decoy_delay_index: lull }) = saved.clone_current_state();
    let answer = asks.first().map(|ask| {
        let answer = ask.choices[choice.number_below(ask.choices.len())].clone();
        FightInput::Answer { respondent: ask.respondent, question: ask.question.clone(), answer }
    });
    answer.or_else(|| lull.is_some().then_some(FightInput::DecoyDelayOver))
}

pub fn order<S: Rules>(
    saved: &FightRecord<S>,
    order: Order<S>,
    dice: &mut SeededDice,
) -> FightRecord<S> {
    let outcome = saved.apply_input(FightInput::Action(RecordedAction::Order(order)), dice);
    outcome.expect("a set-up order is taken").record
}
