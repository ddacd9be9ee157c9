//! Random fights, each generated from a seed, and random inputs for them. Tests of random play and
//! benches use them.

/// Declares one test for each of these generic functions and each rule system.
#[allow(unused_macros)]
macro_rules! test_each_system {
    ($($test:ident)*) => {
        riposte::engine::for_each_system! { test_systems!, ($($test)*) }
    };
}

#[allow(unused_macros)]
macro_rules! test_systems {
    ([$($System:ident $module:ident),*] $tests:tt) => {
        $(test_systems! { $System $module $tests })*
    };
    ($System:ident $module:ident ($($test:ident)*)) => {
        mod $module {$(
            #[test]
            fn $test() {
                super::$test::<riposte::engine::rules::$module::$System>();
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

/// A rule system for which random fights and inputs can be generated.
pub trait FightGenerator: Rules {
    /// Generates a started fight with random combatants, settings and zones.
    fn generate_fight(seed: u64) -> FightRecord<Self>;
    /// Generates a started fight of as many NPCs as player characters, as the benches play it.
    fn generate_pc_npc_fight(per_side: usize, seed: u64) -> Fight<Self>;
    /// Generates a started fight of two sides whose combatants have the same bodies.
    fn generate_mirror_fight(per_side: usize, seed: u64) -> Fight<Self>;
    /// Picks an order of the GM that is legal even while a prompt is open, if any is picked.
    fn pick_gm_order(fight: &Fight<Self>, rng: &mut SeededDice) -> Option<Order<Self>>;
    /// Returns values to try in a slot, legal or not. An empty list means that the slot is left
    /// out.
    fn sample_slot_values(slot: &str) -> &'static [&'static str];
}

/// A system of the program, whose fights a [`Game`] can hold.
pub trait RegisteredGenerator: FightGenerator {
    /// Makes a game of a fight record.
    fn game_from_record(record: FightRecord<Self>) -> Game;
}

impl<S: FightGenerator> RegisteredGenerator for S
where
    Game: From<FightRecord<S>>,
{
    fn game_from_record(record: FightRecord<Self>) -> Game {
        record.into()
    }
}

/// Returns a random element of the list.
pub fn pick_random<'a>(dice: &mut SeededDice, list: &[&'a str]) -> &'a str {
    list[dice.number_below(list.len())]
}

/// Parses `verb slot:value slot:value`, where no value contains a space.
pub fn parse_command(text: &str) -> Command {
    let mut parts = text.split(' ');
    let verb = Command::new(parts.next().unwrap_or_default());
    parts
        .filter_map(|part| part.split_once(':'))
        .fold(verb, |command, (slot, value)| command.with(slot, value))
}

/// Builds the order by which a combatant joins. An NPC gets one of four disclosures, by its index:
/// as the system has it, without details, with numbers, or with an alias.
pub fn build_join_order<S: System>(
    (index, name): (usize, String),
    user: Option<UserId>,
    body: S::Body,
    is_hidden: bool,
) -> Order<S> {
    let combatant = Combatant { is_hidden, ..Combatant::new(&name, user, body) };
    let alias = format!("Mask {index}");
    Order::Join(Box::new(match (user, index % 4) {
        (None, 1) => Combatant { public_detail: DetailLevel::Nothing, ..combatant },
        (None, 2) => Combatant { public_detail: DetailLevel::Numbers, ..combatant },
        (None, 3) => Combatant {
            name: alias,
            true_name: Some(name),
            public_detail: DetailLevel::Nothing,
            ..combatant
        },
        _ => combatant,
    }))
}

/// Picks an order that changes what players are shown of a combatant. Returns `None` if the picked
/// change is illegal or changes nothing.
pub fn pick_disclosure_order<S: System>(
    fight: &Fight<S>,
    rng: &mut SeededDice,
) -> Option<Order<S>> {
    let who = CombatantId(rng.number_below(fight.combatants.len()) as u8);
    let level = DisclosureLevel::ALL[rng.number_below(DisclosureLevel::ALL.len())];
    let has_alias = matches!(
        level,
        DisclosureLevel::Alias | DisclosureLevel::Wounds | DisclosureLevel::Numbers
    );
    let alias =
        (has_alias && rng.number_below(2) == 0).then(|| format!("Face {}", rng.number_below(9)));
    let disclosure = fight.build_disclosure_at_level(who, level, alias.as_deref()).ok()?;
    (disclosure != fight.combatant(who).disclosure()).then_some(Order::SetDisclosure {
        who,
        level,
        alias,
    })
}

/// Picks the input that a pending act waits for: a random answer to its first prompt, or the end of
/// the decoy delay. Returns `None` if no act is pending.
pub fn pick_pending_input<S: Rules>(
    record: &FightRecord<S>,
    rng: &mut SeededDice,
) -> Option<FightInput<S>> {
    let (_, OpenPrompts { requests, decoy_delay_index }) = record.clone_current_state();
    let answer = requests.first().map(|request| {
        let answer = request.choices[rng.number_below(request.choices.len())].clone();
        FightInput::Answer {
            respondent: request.respondent,
            question: request.question.clone(),
            answer,
        }
    });
    answer.or_else(|| decoy_delay_index.is_some().then_some(FightInput::DecoyDelayOver))
}

/// Applies an order and returns the record after it; panics if the order is refused.
pub fn apply_order<S: Rules>(
    record: &FightRecord<S>,
    order: Order<S>,
    dice: &mut SeededDice,
) -> FightRecord<S> {
    let outcome = record.apply_input(FightInput::Action(RecordedAction::Order(order)), dice);
    outcome.expect("a set-up order is taken").record
}
