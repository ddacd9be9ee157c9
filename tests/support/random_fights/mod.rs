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
use riposte::engine::core::zones::ZoneMap;
use riposte::engine::game::{Game, with_field_set};
use riposte::engine::resolution::fight_record::{FightInput, FightRecord, RecordedAction};
use riposte::engine::resolution::resolver::OpenPrompts;
use riposte::engine::visibility::disclosure::{DetailLevel, DisclosureLevel};
use riposte::engine::{Rules, System};

/// The zones of random fights, of which one is set.
const LAYOUTS: &[&str] = &["A - B - C", "A-B, B-C, C-A, C-D", "A - B", "A - B - C - D - E"];

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

/// Picks a combatant whose body is fit for an order. Returns `None` if there is none.
fn pick_combatant<'a, S: System>(
    fight: &'a Fight<S>,
    rng: &mut SeededDice,
    is_fit: impl Fn(&S::Body) -> bool,
) -> Option<(CombatantId, &'a Combatant<S>)> {
    let present = fight.present_combatants();
    let fit: Vec<_> = present.filter(|(_, combatant)| is_fit(&combatant.body)).collect();
    fit.get(rng.number_below(fit.len())).copied()
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

/// Builds the order by which a body joins as `one <index>`. The PCs belong to three users.
fn build_numbered_join_order<S: System>(
    index: usize,
    body: S::Body,
    is_npc: bool,
    is_hidden: bool,
) -> Order<S> {
    let user = (!is_npc).then_some(UserId(100 + (index % 3) as u64));
    build_join_order((index, format!("one {index}")), user, body, is_hidden)
}

/// Lets combatants join, each by the order that `build_order` builds for its index.
fn join_combatants<S: Rules>(
    mut record: FightRecord<S>,
    count: usize,
    dice: &mut SeededDice,
    mut build_order: impl FnMut(usize, &mut SeededDice) -> Order<S>,
) -> FightRecord<S> {
    for index in 0..count {
        let order = build_order(index, dice);
        record = apply_order(&record, order, dice);
    }
    record
}

/// Starts a fight of combatants who join by the orders that `build_order` builds.
fn start_fight_of<S: Rules>(
    count: usize,
    dice: &mut SeededDice,
    build_order: impl FnMut(usize, &mut SeededDice) -> Order<S>,
) -> Fight<S> {
    let record = join_combatants(FightRecord::default(), count, dice, build_order);
    apply_order(&record, Order::Start, dice).base_fight
}

/// Sets each setting to one of its values, and the zones to one of the layouts.
fn apply_random_settings_and_zones<S: Rules>(
    mut record: FightRecord<S>,
    settings: &[(&str, &[&str])],
    layouts: &[&str],
    dice: &mut SeededDice,
) -> FightRecord<S> {
    for (key, values) in settings {
        let value = pick_random(dice, values);
        let settings =
            with_field_set(&record.base_fight.settings, key, value).expect("a setting that fits");
        record = apply_order(&record, Order::ChangeSettings(Box::new(settings)), dice);
    }
    let zones = ZoneMap::parse(pick_random(dice, layouts)).expect("a layout that reads");
    apply_order(&record, Order::SetZones(zones), dice)
}

/// Applies each order with a chance of one in `one_in`. In their values, underscores stand for
/// spaces. An order that names a zone or a border which the fight does not have is left out.
///
/// # Panics
/// Panics if an order is refused for another reason.
fn apply_some_orders<S: Rules>(
    mut record: FightRecord<S>,
    orders: &[&str],
    one_in: usize,
    dice: &mut SeededDice,
) -> FightRecord<S> {
    for text in orders {
        if dice.number_below(one_in) > 0 {
            continue;
        }
        let mut command = parse_command(text);
        command.slots.values_mut().for_each(|value| *value = value.replace('_', " "));
        if let Ok(order) = S::parse_order(&record.base_fight, &command) {
            let action = RecordedAction::Order(Order::System(order));
            record = match record.apply_input(FightInput::Action(action), dice) {
                Ok(accepted) => accepted.record,
                Err(refusal)
                    if refusal.details.get("why").is_some_and(|why| why == "no-border") =>
                {
                    record
                }
                Err(refusal) => panic!("{text}: {refusal:?}"),
            };
        }
    }
    record
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
