//! I7: a database of every release, with a fight of each system, loads, shows what it showed, and
//! can be played on. Each fight has a pending act, standing orders, a plan and sealed dice.
//!
//! `tests/saved/systems/<version>.db` is such a database and `<version>.json` what was read from it
//! when it was written. `cargo test --test app -- --ignored save_systems_of_this_version` writes
//! both for this version; those of a released version are never written again.

use std::path::Path;

use riposte::app::input::QueryResult;
use riposte::app::sealed_dice;
use riposte::engine::game::{Game, SYSTEM_KEYS};
use riposte::store::ids::ChannelId;
use serde_json::{Value, json};

use crate::app_table::*;
use crate::random_player::RandomPlayer;
use crate::saved_fights::{list_databases, write_compact_copy};

const FOLDER: &str = "tests/saved/systems";

/// Returns the table in the channel of this system's fight.
fn fight_table(table: &Table, index: usize) -> Table {
    Table { channel: ChannelId(CHANNEL.0 + index as u64), ..table.with_next_channel() }
}

async fn open_database(path: &Path) -> Table {
    let table = Table::open_file(path).await;
    Table { app: table.app.with_secrets(sealed_dice::seeded_secrets(3)), ..table }
}

/// Reads a fight: the state by its stored keys, the open prompts with their choices, the standing
/// orders and plans of both players, and how many dice are used.
async fn snapshot(table: &Table) -> Value {
    let state = table.load_state().await;
    let prompts: Vec<Value> = state
        .prompts
        .iter()
        .map(|open| {
            let choices: Vec<String> =
                open.prompt.choices.iter().map(ToString::to_string).collect();
            json!({"user": open.user.0, "choices": choices})
        })
        .collect();
    let mut prepared = Vec::new();
    for who in ["Ana", "Ben"] {
        if let QueryResult::StandingOrders(lists) =
            expect_query_result(table.send_command(who, "orders-list").await)
        {
            let orders: Vec<String> = lists
                .iter()
                .flat_map(|list| &list.orders)
                .map(|order| format!("{} {}", order.question_kind, order.answer))
                .collect();
            prepared.push(json!({"orders": orders}));
        }
        if let QueryResult::Plan { plan, .. } =
            expect_query_result(table.send_command(who, "queue-list").await)
        {
            let acts = plan.map(|plan| {
                plan.acts.iter().map(|planned| planned.command.to_string()).collect::<Vec<_>>()
            });
            prepared.push(json!({"plan": acts}));
        }
    }
    json!({
        "system": state.game.system_key(),
        "round": state.game.round(),
        "facts": state.game.full_state_json(),
        "prompts": prompts,
        "prepared": prepared,
        "drawn": serde_json::to_value(state.draw_counts).unwrap(),
    })
}

#[tokio::test]
async fn database_of_every_release_loads_in_all_systems() {
    let databases = list_databases(FOLDER);
    assert!(!databases.is_empty());
    for path in databases {
        let text = std::fs::read_to_string(path.with_extension("json")).unwrap();
        let expected: Value = serde_json::from_str(&text).unwrap();
        for (index, system) in SYSTEM_KEYS.iter().enumerate() {
            // Each system gets a copy, because advancing the clock affects all fights of a
            // database.
            let folder = tempfile::tempdir().unwrap();
            let copy = folder.path().join("fights.db");
            std::fs::copy(&path, &copy).unwrap();
            let table = fight_table(&open_database(&copy).await, index);
            table.app.compact_store().await.unwrap();
            let loaded = snapshot(&table).await;
            assert_eq!(loaded, expected[*system], "{system} in {}", path.display());
            play_on(&table, system).await;
        }
    }
}

/// Answers the pending act, undoes the answer, and plays the fight on.
async fn play_on(table: &Table, system: &str) {
    let mut player = RandomPlayer::new(5);
    let paused = table.load_state().await.game.full_state_json();
    assert!(player.play_input(table).await, "{system}: the open prompt is answered");
    assert_ne!(table.load_state().await.game.full_state_json(), paused, "{system}");
    table.run_command("GM", "undo").await;
    assert_eq!(table.load_state().await.game.full_state_json(), paused, "{system}: undone");
    for _ in 0..60 {
        if !player.play_input(table).await {
            break;
        }
        table.advance_hours(1).await;
        table.deliver_posts().await;
    }
}

#[tokio::test]
#[ignore = "writes the database of this version"]
async fn save_systems_of_this_version() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let mut snapshots = serde_json::Map::new();
    for (index, system) in SYSTEM_KEYS.iter().enumerate() {
        // The database is reopened for each system, so that the secret is the one with which the
        // seed was found.
        let table = fight_table(&open_database(&path).await, index);
        assert!(play_until_pending_act(&table, system, find_seed(system).await).await, "{system}");
        snapshots.insert((*system).to_owned(), snapshot(&table).await);
    }
    std::fs::create_dir_all(FOLDER).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    write_compact_copy(&path, &format!("{FOLDER}/{version}.db")).await;
    let text = serde_json::to_string_pretty(&Value::Object(snapshots)).unwrap();
    std::fs::write(format!("{FOLDER}/{version}.json"), text + "\n").unwrap();
}

/// Plays a fight until a player is asked in the middle of an act, with orders and plans prepared.
/// Returns false if the fight ends first.
async fn play_until_pending_act(table: &Table, system: &str, seed: u64) -> bool {
    table.start_fight(system).await;
    let mut accepted = 0;
    for who in ["Ana", "Ben"] {
        for verb in Game::answer_verbs(system).unwrap() {
            let order = format!("orders-add answer:{} when:deadline", verb.name);
            accepted += usize::from(returns_query_result(table, who, &order).await);
        }
    }
    assert!(accepted > 0, "{system}: no order");
    let players = [user_id("Ana"), user_id("Ben")];
    let mut player = RandomPlayer::new(seed);
    for step in 0..400 {
        let state = table.load_state().await;
        let is_asked = state
            .prompts
            .iter()
            .any(|open| players.contains(&open.user) && !open.prompt.is_optional);
        if step >= 8 && is_asked {
            assert!(plan_turn(table, "Ana").await || plan_turn(table, "Ben").await, "{system}");
            return true;
        }
        if !player.play_input(table).await {
            return false;
        }
    }
    false
}

/// Plans the first act that the queue accepts for the next turn, and confirms the plan.
async fn plan_turn(table: &Table, who: &str) -> bool {
    for act in ["pass", "end", "dodge", "defend", "brace", "wait", "rest", "end-turn"] {
        if returns_query_result(table, who, &format!("queue-add act:{act}")).await {
            return returns_query_result(table, who, "queue-confirm").await;
        }
    }
    false
}

/// Returns the first seed with which a player is asked.
async fn find_seed(system: &str) -> u64 {
    for seed in 0..100 {
        let folder = tempfile::tempdir().unwrap();
        let table = open_database(&folder.path().join("fights.db")).await;
        if play_until_pending_act(&table, system, seed).await {
            return seed;
        }
    }
    panic!("{system}: no seed comes to a question");
}

async fn returns_query_result(table: &Table, who: &str, text: &str) -> bool {
    matches!(table.send_command(who, text).await, riposte::app::input::InputReply::QueryResult(_))
}
