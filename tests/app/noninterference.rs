//! I6: a database is copied and all hidden facts in the copy are randomised. Everything that a user
//! other than a GM can read, complete, try or look up is the same in both, to the last byte:
//! rendered messages with their attachments, answers and refusals.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use riposte::app::App;
use riposte::app::clock::Clock;
use riposte::app::dice_source;
use riposte::app::fight_state::FightState;
use riposte::app::input::{InputReply, PartialCommand, UserInput};
use riposte::app::outbox::{Audience, Presentation};
use riposte::app::sealed_dice;
use riposte::discord::messages;
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::game::{Game, SYSTEM_KEYS};
use riposte::engine::visibility::view::Viewer;
use riposte::store::Store;
use sqlx::{Connection as _, SqliteConnection};
use tempfile::TempDir;

use crate::app_table::*;
use crate::full_message::comparable_text;
use crate::random_player::RandomPlayer;

/// The number of inputs of a fight, and the number of inputs between two comparisons.
const INPUTS: usize = 14;
const INPUTS_BETWEEN: usize = 7;

/// Two participants and an outsider.
const READERS: [&str; 3] = ["Ana", "Ben", "Stranger"];

/// The queries that are compared.
const QUERIES: &[&str] = &[
    "status",
    "map",
    "mine",
    "guide",
    "guide why:attack",
    "log last:50",
    "log kind:gm",
    "log who:Wolf",
    "log who:Lurker",
    "inbox",
    "orders-list",
    "queue-list",
    "export format:json",
    "export format:replay",
    "export",
    "describe text:Boo as:Lurker",
    "describe text:Boo as:Nobody",
    "words-delete",
];

/// Slots whose completions are compared, besides those of the rules.
const SLOTS: &[(&str, &str, &str)] = &[
    ("log", "who", ""),
    ("guide", "why", ""),
    ("guide", "why", "/attack "),
    ("queue-add", "act", "attack "),
    ("orders-add", "question", ""),
    ("orders-add", "answer", ""),
    ("join", "side", ""),
];

/// Everything that players can read of one copy: a label of each reading with its text.
type Readings = Vec<(String, String)>;

/// Starts a fight with a hidden combatant and with one that players know by an alias.
pub async fn start_fight_with_hidden(path: &Path, system: &str, seed: u64) -> Table {
    let table = Table::open_file(path).await;
    let table = Table {
        app: table.app.with_secrets(sealed_dice::seeded_secrets(seed)).with_odds(),
        ..table
    };
    let (ana, ben, wolf) = archetypes(system);
    table.run_command("GM", &format!("new system:{system}")).await;
    table.run_command("GM", "zones layout:\"Gate - Yard - Hall\"").await;
    table.run_command("GM", &format!("set key:decoys value:{}", seed % 2 == 1)).await;
    table.run_command("Ana", &format!("join name:Ana from:{ana} at:Yard")).await;
    table.run_command("GM", &format!("add name:Lurker from:{wolf} at:Yard hidden:true")).await;
    table.run_command("Ben", &format!("join name:Ben from:{ben} at:Yard")).await;
    table
        .run_command("GM", &format!("add name:Vorn alias:Wolf show:wounds from:{wolf} at:Yard"))
        .await;
    table.run_command("GM", &format!("add name:Rat from:{wolf} at:Hall")).await;
    if system == "factions" {
        table.run_command("GM", "started faction:party").await;
    }
    table.run_command("GM", "start").await;
    table
}

/// Opens an app on a copy of the database that `change` has modified.
async fn open_copy(
    table: &Table,
    path: &Path,
    to: PathBuf,
    change: impl AsyncFnOnce(&mut SqliteConnection),
) -> Table {
    let name = |path: &Path| format!("sqlite:{}", path.display());
    let mut file = SqliteConnection::connect(&name(path)).await.unwrap();
    sqlx::query("VACUUM INTO ?").bind(to.to_str().unwrap()).execute(&mut file).await.unwrap();
    file.close().await.unwrap();
    write_states_whole(&to).await;
    let mut file = SqliteConnection::connect(&name(&to)).await.unwrap();
    change(&mut file).await;
    file.close().await.unwrap();
    let clock = Arc::clone(&table.clock);
    let app = App::new_with_decoy_delays(
        Store::open(&to).await.unwrap(),
        Arc::clone(&clock) as Arc<dyn Clock>,
        dice_source::seeded_dice(8),
        dice_source::seeded_delays(8),
    );
    Table { app: app.with_odds(), clock, chat: Arc::default(), channel: table.channel }
}

/// Randomises hidden facts in each journal row in which no prompt is open.
async fn randomize_hidden_facts(file: &mut SqliteConnection, seed: u64) {
    let mut choice = SeededDice::new(seed);
    let mut pick = |below| choice.number_below(below);
    let rows: Vec<(i64, i64, String, String)> =
        sqlx::query_as("SELECT fight, revision, notes, state FROM journal")
            .fetch_all(&mut *file)
            .await
            .unwrap();
    for (fight, revision, events, state) in rows {
        let game: Game = serde_json::from_str(&state).unwrap();
        if !game.open_prompts().is_empty() {
            continue;
        }
        let events = game.randomize_hidden_in_events(&events, &mut pick);
        let (game, _) = game.randomize_hidden_in_fight_and_prompts(&mut pick);
        sqlx::query("UPDATE journal SET notes = ?, state = ? WHERE fight = ? AND revision = ?")
            .bind(events)
            .bind(serde_json::to_string(&game).unwrap())
            .bind(fight)
            .bind(revision)
            .execute(&mut *file)
            .await
            .unwrap();
    }
}

fn reply_text(reply: &InputReply) -> String {
    comparable_text(messages::reply::render_reply(reply).into_sendable(Presentation::Rich))
}

/// Returns everything that can be read without changing the fight.
async fn collect_readings(table: &Table) -> Readings {
    let state = table.load_state().await;
    let mut readings = Readings::new();
    for delivery in table.app.rebuild_awaiting_messages_and_summary(&state).await.unwrap() {
        let is_for_players = match delivery.audience {
            Audience::Channel(_) => true,
            Audience::Dm(user) => !state.is_gm(user),
        };
        if is_for_players {
            let text =
                messages::render_delivery(&delivery).map(comparable_text).unwrap_or_default();
            readings.push(("a message".into(), text));
        }
    }
    // Its chart shows health over the rounds, and who did what to whom.
    if !state.is_open {
        let report = table.app.rebuild_report(&state).await.unwrap();
        let report = messages::render_delivery(&report).expect("a report");
        readings.push(("the report and its picture".into(), comparable_text(report)));
    }
    let due = |at: Option<jiff::Timestamp>| format!("{at:?}");
    let open = state.prompts.iter().filter(|open| !state.is_gm(open.user));
    readings.extend(open.map(|open| ("a clock".into(), due(open.default_answer_time()))));
    readings.extend(state.turn.iter().map(|turn| ("the clock".into(), due(turn.deadline_time()))));
    for who in READERS {
        for query in QUERIES {
            readings.push((
                format!("{who}: /{query}"),
                reply_text(&table.send_command(who, query).await),
            ));
        }
        for target in ["Ana", "Ben", "GM", "Stranger"] {
            let look = Command::new("look-at").with("user", user_id(target).0);
            let reply =
                table.send_input(&table.request_context(who), UserInput::from_command(look)).await;
            readings.push((format!("{who} looks at {target}"), reply_text(&reply)));
        }
        for (command, slot, typed_text) in completion_slots(state.system()) {
            let case = format!("{who}: /{command} {slot}:{typed_text}…");
            let (slot, actor_name) = (slot.to_string(), None);
            let typing =
                PartialCommand { command, actor_name, slot, typed_text: typed_text.into() };
            let found =
                table.app.complete_slot(&table.request_context(who), &typing).await.unwrap();
            readings.push((case, format!("{found:?}")));
        }
        for act in candidate_acts(&state) {
            let question = Command::new("guide").with("why", &act);
            let reply = table
                .send_input(&table.request_context(who), UserInput::from_command(question))
                .await;
            readings.push((format!("{who}: why not /{act}"), reply_text(&reply)));
            // The target is unknown to players, so the command must be refused.
            let target = act.get("target");
            if !target.is_empty() && state.game.find_combatant(Viewer::Public, target).is_none() {
                let reply = table
                    .send_input(&table.request_context(who), UserInput::from_command(act.clone()))
                    .await;
                assert!(!matches!(reply, InputReply::Done(_)), "{act}");
                readings.push((format!("{who}: /{act}"), reply_text(&reply)));
            }
        }
    }
    readings
}

fn completion_slots(system: &str) -> Vec<(Command, &'static str, &'static str)> {
    let rule_slots = Game::all_verbs(system)
        .flat_map(|verb| verb.slots.iter().map(|slot| (Command::new(verb.name), slot.name, "")));
    let common_slots =
        SLOTS.iter().map(|(verb, slot, typed_text)| (Command::new(verb), *slot, *typed_text));
    rule_slots.chain(common_slots).collect()
}

/// Returns every act of the system, with the slots of an act that a player may do where there is
/// one. Targets are visible, hidden and unknown names.
fn candidate_acts(state: &FightState) -> Vec<Command> {
    let (verbs, _) = Game::act_and_order_verbs(state.system()).unwrap();
    let players = state.members.iter().filter(|member| member.user.is_some());
    let offered: Vec<Command> = players
        .flat_map(|member| state.game.list_legal_act_offers(member.id))
        .map(|offer| offer.command)
        .collect();
    let acts = verbs.iter().flat_map(|verb| {
        let is_aimed = verb.slot("target").is_some();
        let is_match = |command: &&Command| {
            command.verb == verb.name && command.slots.contains_key("target") == is_aimed
        };
        let offered_act = offered.iter().find(is_match);
        let command = offered_act.cloned().unwrap_or_else(|| Command::new(verb.name));
        let names = ["Wolf", "Rat", "Lurker", "Vorn", "Zorro"];
        let with_target = names.map(|name| command.clone().with("target", name));
        let zones = ["Gate", "Yard", "Hall"].map(|zone| command.clone().with("zone", zone));
        match (is_aimed, verb.slot("zone").is_some()) {
            (true, _) => with_target.to_vec(),
            (false, true) => zones.to_vec(),
            (false, false) => vec![command],
        }
    });
    acts.collect()
}

async fn assert_copies_read_alike(table: &Table, path: &Path, case: &str, seed: u64) {
    let folder = TempDir::new().unwrap();
    let plain = open_copy(table, path, folder.path().join("one.db"), async |_| {}).await;
    let other_path = folder.path().join("other.db");
    let randomized =
        open_copy(table, path, other_path, async |file| randomize_hidden_facts(file, seed).await)
            .await;
    let (state_json, other_state_json) = (
        plain.load_state().await.game.full_state_json(),
        randomized.load_state().await.game.full_state_json(),
    );
    assert_ne!(state_json, other_state_json, "{case}: nothing is hidden");
    let (readings, other_readings) =
        (collect_readings(&plain).await, collect_readings(&randomized).await);
    for ((what, text), (_, other)) in readings.iter().zip(&other_readings) {
        assert_eq!(text, other, "{case}: {what}");
    }
    assert_eq!(readings.len(), other_readings.len(), "{case}");
}

async fn play_and_compare(system: &str, seed: u64) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("riposte.db");
    let table = start_fight_with_hidden(&path, system, seed).await;
    let mut player = RandomPlayer::new(seed);
    let mut compared = 0;
    for step in 0..INPUTS {
        if step >= compared * INPUTS_BETWEEN
            && table.load_state().await.game.open_prompts().is_empty()
        {
            compared += 1;
            let case = format!("{system}, seed {seed}, step {step}");
            assert_copies_read_alike(&table, &path, &case, seed * 1_000 + step as u64).await;
        }
        player.play_input(&table).await;
        // Words in character stand in the log and in the exports.
        let state = table.load_state().await;
        let is_rat_there = state.members.iter().any(|member| member.name == "Rat");
        if state.is_running() && is_rat_there {
            table.run_command("GM", "describe text:\"The rat hisses.\" as:Rat").await;
        }
        // Let decoy delays run out.
        table.advance_hours(1).await;
        table.deliver_posts().await;
        if !table.load_state().await.is_running() {
            break;
        }
    }
    assert!(compared > 1, "{system}, seed {seed}: it was looked at {compared} times");
    if table.load_state().await.is_running() {
        table.run_command("GM", "end outcome:truce").await;
    }
    assert_copies_read_alike(&table, &path, &format!("{system}, seed {seed}, at the end"), seed)
        .await;
}

macro_rules! for_each_system {
    ($($name:ident)*) => {$(
        #[tokio::test]
        async fn $name() {
            assert!(SYSTEM_KEYS.contains(&stringify!($name)));
            for seed in crate::random_player::fight_seeds(2) {
                play_and_compare(stringify!($name), seed).await;
            }
        }
    )*};
}

for_each_system! { cards dr12 factions fates ranks }
