//! Counts the instructions of what the bot does most: an attack with its answers, the list of legal
//! acts, a view, messages, pictures, stored states and forecasts, in a fight of four against four
//! of the kit of each system. Setting up is not counted.
//!
//! Valgrind counts, so a busy machine changes nothing: two runs of one build differ by no more than
//! the order of hash tables does. Read `Instructions`, as a multiple of those of the reference in
//! the same run, `roll_hundred_dice`. What waits for a disk or a network is in other benches.
//!
//! `cargo bench --bench instructions` needs Valgrind and `gungraun-runner`, of the same version as
//! gungraun in `Cargo.lock`. A second run says what has changed since the first;
//! `-- --save-baseline=NAME` keeps the counts under a name, and `-- --baseline=NAME` compares with
//! them.

#[path = "../tests/support/kit_fights.rs"]
#[allow(dead_code)]
mod kit_fights;

use std::hint::black_box;

use gungraun::{library_benchmark, library_benchmark_group, main};
use jiff::Timestamp;
use kit_fights::{KitFights, Player, start};
use riposte::app::ids::{ChannelId, FightId};
use riposte::app::outbox::{
    Audience, Delivery, MessageBody, MessageRecord, Presentation, RecordEntry,
};
use riposte::discord::map::{Picture, render_map_picture_cached, render_map_svg};
use riposte::discord::messages::{RenderedMessage, render_delivery};
use riposte::engine::agents::forecast::Forecast;
use riposte::engine::core::command::{Command, Offer};
use riposte::engine::core::dice::{Dice, SeededDice};
use riposte::engine::core::ids::{CombatantId, Initiator};
use riposte::engine::game::{Game, GameOutcome};
use riposte::engine::visibility::view::{FightView, Viewer};
use riposte::store::pack_state;

/// The seed of all dice and choices.
const SEED: u64 = 1;
/// The largest number of random inputs until somebody may attack.
const MAX_INPUTS: usize = 200;

/// A fight in which a player character may attack.
pub struct Attack {
    pub game: Game,
    pub who: CombatantId,
    pub command: Command,
}

/// The stored state of a fight before and after an attack, as JSON.
pub struct StoredStates {
    pub before: String,
    pub after: String,
}

/// Plays a fight of four archetypes against four creatures at random until a player character may
/// attack.
fn prepare_attack(system: &'static str) -> Attack {
    let (archetype, creature) = match system {
        "cards" => ("hunter", "wolf"),
        "dr12" => ("warrior", "raider"),
        "factions" => ("reaver", "wolf"),
        "fates" => ("bruiser", "thug"),
        "ranks" => ("blade", "thug"),
        other => panic!("who fights by {other}?"),
    };
    let mut dice = SeededDice::new(SEED);
    let zones = "Gate - Yard - Hall";
    let set_up = KitFights::new(system).set_up(zones, &[archetype; 4], &[creature; 4], 0);
    let mut game = start(&set_up, &mut dice);
    let mut player = Player::Random(SeededDice::new(SEED));
    for _ in 0..MAX_INPUTS {
        if let Some((who, command)) = find_attack(&game) {
            return Attack { game, who, command };
        }
        game = player.play_input(&game, &mut dice, &mut |_, _| {}).expect("the fight goes on");
    }
    panic!("{system}: nobody may attack within {MAX_INPUTS} inputs");
}

/// Returns the plainest attack on a foe, and who may make it now; `None` if nobody may.
fn find_attack(game: &Game) -> Option<(CombatantId, Command)> {
    game.pending_turn()?.actors.into_iter().find_map(|actor| {
        let Initiator::Combatant(who) = actor else { return None };
        let offers = game.list_legal_act_offers(who).into_iter().map(|offer| offer.command);
        let attacks = offers
            .filter(|command| command.verb == "attack" && command.get("target").starts_with("Foe"));
        let plainest = attacks.min_by_key(|command| command.slots.len());
        plainest.map(|command| (who, command))
    })
}

/// Makes the attack, and answers all prompts that hold it up with their defaults. Returns the
/// outcome of each input.
fn play_attack(attack: &Attack) -> Vec<GameOutcome> {
    let mut dice = SeededDice::new(SEED);
    let performed = attack.game.perform_act(attack.who, &attack.command, &mut dice);
    let mut outcomes = vec![performed.expect("an offered act is legal")];
    loop {
        let last = &outcomes[outcomes.len() - 1];
        let Some(prompt) = last.prompts.iter().find(|prompt| !prompt.is_optional) else {
            return outcomes;
        };
        let answered = last.game.answer_prompt(&prompt.subject, &prompt.default_choice, &mut dice);
        outcomes.push(answered.expect("a default is a legal answer"));
    }
}

fn prepare_states(system: &'static str) -> StoredStates {
    let attack = prepare_attack(system);
    let outcomes = play_attack(&attack);
    let to_json = |game: &Game| serde_json::to_string(game).expect("a fight is plain data");
    let states = StoredStates {
        before: to_json(&attack.game),
        after: to_json(&outcomes[outcomes.len() - 1].game),
    };
    // Makes the compressor, which is kept.
    black_box(pack_state(&states.before, &states.after).expect("there is memory"));
    states
}

fn prepare_view(system: &'static str) -> FightView {
    let view = prepare_attack(system).game.view_for(Viewer::Public);
    // Reads the fonts, which are kept.
    black_box(render_map_picture_cached(&view));
    // Another round is another picture, which no cache has.
    FightView { round: view.round + 1, ..view }
}

/// Prepares the pinned message of the fight, whose picture is in the cache.
fn prepare_board(system: &'static str) -> Delivery {
    let board = MessageBody::Summary { awaited: Vec::new() };
    let game = prepare_attack(system).game;
    warm_up(make_delivery(system, &game, board, MessageRecord::default()))
}

/// Prepares the message that tells of an attack.
fn prepare_record(system: &'static str) -> Delivery {
    let attack = prepare_attack(system);
    let outcomes = play_attack(&attack);
    let narratives = outcomes.iter().filter_map(|outcome| outcome.narrative_for(Viewer::Public));
    let entries = (1..).zip(narratives).map(|(revision, narrative)| RecordEntry {
        revision,
        narrative,
        is_undone: false,
        is_timed_out: false,
        is_of_actors: true,
    });
    let record = MessageRecord { entries: entries.collect(), ..MessageRecord::default() };
    let game = &outcomes[outcomes.len() - 1].game;
    warm_up(make_delivery(system, game, MessageBody::Record, record))
}

fn make_delivery(system: &str, game: &Game, body: MessageBody, record: MessageRecord) -> Delivery {
    Delivery {
        audience: Audience::Channel(ChannelId(1)),
        fight: FightId(1),
        guild: 1,
        fight_channel: ChannelId(1),
        system: system.into(),
        nonce: String::new(),
        may_be_duplicate: false,
        enqueued_at: Timestamp::UNIX_EPOCH,
        newest_known: None,
        needs_access: false,
        is_probe: false,
        edit_target: None,
        presentation: Presentation::Rich,
        language: None,
        view: game.view_for(Viewer::Public),
        body,
        record,
    }
}

/// Renders the message once, so that the catalogue has been read and the picture is in the cache.
fn warm_up(delivery: Delivery) -> Delivery {
    black_box(render_delivery(&delivery));
    delivery
}

// What is counted. Each function gives back what it was given, so that nothing is dropped in it.
// These comments are no doc comments, because `library_benchmark` takes no other attributes.

// The reference: the bare random generator, as in the bench of simulations.
#[library_benchmark]
fn roll_hundred_dice() -> u32 {
    let mut dice = SeededDice::new(SEED);
    (0..100).map(|_| u32::from(dice.roll_die(20))).sum()
}

#[library_benchmark(setup = prepare_attack)]
#[benches::system("cards", "dr12", "factions", "fates", "ranks")]
fn attack_with_answers(attack: Attack) -> (Attack, Vec<GameOutcome>) {
    let outcomes = play_attack(&attack);
    (attack, outcomes)
}

#[library_benchmark(setup = prepare_attack)]
#[benches::system("cards", "dr12", "factions", "fates", "ranks")]
fn list_legal_acts(attack: Attack) -> (Attack, Vec<Offer>) {
    let offers = attack.game.list_legal_act_offers(attack.who);
    (attack, offers)
}

#[library_benchmark(setup = prepare_attack)]
#[benches::system("cards", "dr12", "factions", "fates", "ranks")]
fn view_for_everybody(attack: Attack) -> (Attack, FightView) {
    let view = attack.game.view_for(Viewer::Public);
    (attack, view)
}

#[library_benchmark(setup = prepare_board)]
#[benches::system("cards", "dr12", "factions", "fates", "ranks")]
fn render_board(board: Delivery) -> (Delivery, Option<RenderedMessage>) {
    let message = render_delivery(&board);
    (board, message)
}

#[library_benchmark(setup = prepare_record)]
#[benches::system("cards", "dr12", "factions", "fates", "ranks")]
fn render_record(record: Delivery) -> (Delivery, Option<RenderedMessage>) {
    let message = render_delivery(&record);
    (record, message)
}

#[library_benchmark(setup = prepare_view)]
#[benches::system("cards", "dr12", "factions", "fates", "ranks")]
fn lay_out_picture(view: FightView) -> (FightView, String) {
    let svg = render_map_svg(&view);
    (view, svg)
}

// Most of it is the drawing of pixels, the same for all systems.
#[library_benchmark(setup = prepare_view)]
#[bench::dr12("dr12")]
fn draw_picture(view: FightView) -> (FightView, Option<Picture>) {
    let picture = render_map_picture_cached(&view);
    (view, picture)
}

#[library_benchmark(setup = prepare_attack)]
#[benches::system("cards", "dr12", "factions", "fates", "ranks")]
fn write_state(attack: Attack) -> (Attack, String) {
    let state = serde_json::to_string(&attack.game).expect("a fight is plain data");
    (attack, state)
}

#[library_benchmark(setup = prepare_states)]
#[benches::system("cards", "dr12", "factions", "fates", "ranks")]
fn pack_written_state(states: StoredStates) -> (StoredStates, String) {
    let packed = pack_state(&states.before, &states.after).expect("there is memory");
    (states, packed)
}

#[library_benchmark(setup = prepare_attack)]
#[benches::system("cards", "dr12", "factions", "fates", "ranks")]
fn forecast_one_run(attack: Attack) -> (Attack, Forecast) {
    let forecast = attack.game.forecast(1, SEED, &mut || true).expect("the fight is running");
    (attack, forecast)
}

library_benchmark_group!(
    name = hot_paths,
    benchmarks = [
        roll_hundred_dice,
        attack_with_answers,
        list_legal_acts,
        view_for_everybody,
        render_board,
        render_record,
        lay_out_picture,
        draw_picture,
        write_state,
        pack_written_state,
        forecast_one_run,
    ]
);

main!(library_benchmark_groups = hot_paths);
