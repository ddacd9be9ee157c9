//! I7: the rules change while an act is pending. What still matches on its tape is kept, the rest
//! is asked or rolled again, and the GM is told. These tests change the stored rows instead of the
//! rules.

use std::path::{Path, PathBuf};

use jiff::SignedDuration;
use riposte::app::clock::Clock;
use serde_json::{Value, json};
use sqlx::{Connection, SqliteConnection};
use tempfile::TempDir;

use crate::app_table::*;

/// A database with a pending act: Ana moves past two Raiders, was hit, gave up her shield, and the
/// second Raider strikes. The tape has `avoid`, a d20 and `sacrifice-shield`.
struct PendingActDatabase {
    path: PathBuf,
    _folder: TempDir,
}

impl PendingActDatabase {
    async fn new() -> (Self, Table) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fights.db");
        std::fs::copy("tests/saved/0.1.0.db", &path).unwrap();
        let table = Table::open_file(&path).await;
        let shield = table.single_prompt().await;
        expect_done(
            table.press_choice("Ana", "sacrifice-shield", &shield).await,
            "the shield takes the hit",
        );
        assert_eq!(table.single_prompt().await.prompt.choices[0].verb, "dodge");
        table.deliver_posts().await;
        (Self { path, _folder: folder }, table)
    }

    /// Stops the program, changes the pending act in the database, and starts the program an hour
    /// later.
    async fn restart_with_changed_act(&self, table: Table, change: impl Fn(&mut Value)) -> Table {
        let column = ("journal", "state", "revision = (SELECT max(revision) FROM journal)");
        edit_json(&self.path, column, |state| change(&mut state["dr12"]["paused"])).await;
        self.restart(table).await
    }

    async fn restart(&self, table: Table) -> Table {
        table.clock.set(table.clock.now() + SignedDuration::from_hours(1));
        let table = table.restart_from_file(&self.path).await;
        table.app.migrate_and_count_fights_with_open_prompts().await.unwrap();
        table
    }
}

/// Changes the JSON in one column of a row.
async fn edit_json(
    path: &Path,
    (table, column, row): (&str, &str, &str),
    change: impl Fn(&mut Value),
) {
    write_states_whole(path).await;
    let mut file =
        SqliteConnection::connect(&format!("sqlite://{}", path.display())).await.unwrap();
    let select = sqlx::AssertSqlSafe(format!("SELECT {column} FROM {table} WHERE {row}"));
    let text: String = sqlx::query_scalar(select).fetch_one(&mut file).await.unwrap();
    let mut value = serde_json::from_str(&text).unwrap();
    change(&mut value);
    let update = sqlx::AssertSqlSafe(format!("UPDATE {table} SET {column} = ? WHERE {row}"));
    sqlx::query(update).bind(value.to_string()).execute(&mut file).await.unwrap();
    file.close().await.unwrap();
}

/// Delivers, and returns the new posts with those in the channel first.
async fn deliver_posts_sorted(table: &Table) -> Vec<String> {
    let mut posts = table.deliver_posts().await;
    posts.sort_by_key(|line| line.starts_with("dm"));
    posts
}

async fn load_tape(table: &Table) -> Value {
    let state = table.load_state().await;
    serde_json::to_value(&state.game).unwrap()["dr12"]["paused"]["tape"].clone()
}

#[tokio::test]
async fn matching_act_is_not_migrated() {
    let (database, table) = PendingActDatabase::new().await;
    let before = table.load_state().await;
    let table = database.restart(table).await;
    assert_eq!(*before, *table.load_state().await);
    assert_eq!(table.deliver_posts().await, Vec::<String>::new());
}

#[tokio::test]
async fn changed_question_is_asked_again() {
    let (database, table) = PendingActDatabase::new().await;
    let (before, strike) = (table.load_state().await, table.single_prompt().await);
    let tape_before = load_tape(&table).await;
    // The question about the shield differs from the one on the tape.
    let table = database
        .restart_with_changed_act(table, |paused| {
            paused["tape"][2]["answer"]["question"]["shield"]["shield"] = json!("tower shield");
        })
        .await;
    let shield = table.single_prompt().await;
    let verbs: Vec<_> = shield.prompt.choices.iter().map(|choice| &*choice.verb).collect();
    assert_eq!(verbs, ["sacrifice-shield", "take-it"]);
    // The dice are kept, and the time limit starts again.
    assert_eq!(load_tape(&table).await, json!([tape_before[0], tape_before[1]]));
    assert_eq!(shield.deadline_time(), Some(table.clock.now() + SignedDuration::from_hours(12)));
    assert_eq!(
        deliver_posts_sorted(&table).await,
        ["channel: edit gone", "channel: prompt Ana", "dm 1: notice refitted"]
    );
    assert_eq!(refusal_key(table.press_choice("Ana", "dodge", &strike).await), "prompt-closed");
    // A second start migrates nothing.
    let after = table.load_state().await;
    assert_eq!(after.revision, before.revision + 1);
    let table = database.restart(table).await;
    assert_eq!(*after, *table.load_state().await);
    // The fight goes on. The migration was nobody's act, so undo takes back the act after it.
    expect_done(table.press_choice("Ana", "take-it", &shield).await, "no shield this time");
    table.run_command("GM", "undo").await;
    assert_eq!(table.single_prompt().await.prompt.choices, shield.prompt.choices);
}

#[tokio::test]
async fn die_of_other_size_is_rolled_again() {
    let (database, table) = PendingActDatabase::new().await;
    let tape_before = load_tape(&table).await;
    let table = database
        .restart_with_changed_act(table, |paused| paused["tape"][1]["die"]["sides"] = json!(12))
        .await;
    table.single_prompt().await;
    let migrated = load_tape(&table).await;
    assert_eq!((&migrated[0], &migrated[1]["die"]["sides"]), (&tape_before[0], &json!(20)));
    // The new roll is told; what was kept on the tape is not told again.
    let posts = deliver_posts_sorted(&table).await;
    assert!(any_starts_with(&posts, "channel: prompt Ana, told 1"), "{posts:?}");
    assert!(posts.contains(&"dm 1: notice refitted".to_string()), "{posts:?}");
}

#[tokio::test]
async fn prompt_with_changed_choices_is_reissued() {
    let (database, table) = PendingActDatabase::new().await;
    let (tape_before, strike) = (load_tape(&table).await, table.single_prompt().await);
    let row = ("prompt", "asked", "closed IS NULL");
    edit_json(&database.path, row, |asked| {
        asked["asked"] = json!({ "dr12": { "question": "of rules that are no more" } });
        asked["choices"] = json!([{ "verb": "dodge" }, { "verb": "parry" }]);
    })
    .await;
    let table = database.restart(table).await;
    assert_eq!(load_tape(&table).await, tape_before, "every beat fits");
    let reissued = table.single_prompt().await;
    assert_eq!(reissued.prompt, strike.prompt);
    assert_ne!(reissued.id, strike.id);
    assert_eq!(deliver_posts_sorted(&table).await[0], "channel: edit gone");
    expect_done(table.press_choice("Ana", "dodge", &reissued).await, "the new button");
}

#[tokio::test]
async fn unknown_tape_entry_is_asked_again() {
    let (database, table) = PendingActDatabase::new().await;
    let tape_before = load_tape(&table).await;
    let table = database
        .restart_with_changed_act(table, |paused| paused["tape"][2] = json!({ "omen": 3 }))
        .await;
    assert_eq!(table.single_prompt().await.prompt.choices[0].verb, "sacrifice-shield");
    assert_eq!(load_tape(&table).await, json!([tape_before[0], tape_before[1]]));
}

#[tokio::test]
async fn unknown_act_is_dropped() {
    let (database, table) = PendingActDatabase::new().await;
    let act = json!({ "teleport": 0 });
    let table = database
        .restart_with_changed_act(table, |paused| paused["deed"]["act"]["act"] = act.clone())
        .await;
    let state = table.load_state().await;
    assert!(state.prompts.is_empty());
    assert_eq!(table.combatant_field("Ana", "zone").await, json!(1), "before the move");
    let posts = deliver_posts_sorted(&table).await;
    assert!(posts.contains(&"dm 1: notice refitted".to_string()), "{posts:?}");
    table.run_command("Ana", "move zone:Gate as:Ana").await;
}

#[tokio::test]
async fn migration_runs_on_first_access() {
    let (database, table) = PendingActDatabase::new().await;
    let strike = table.single_prompt().await;
    let column = ("journal", "state", "revision = (SELECT max(revision) FROM journal)");
    edit_json(&database.path, column, |state| state["dr12"]["paused"]["tape"] = json!([])).await;
    let table = table.restart_from_file(&database.path).await;
    assert_eq!(refusal_key(table.press_choice("Ana", "dodge", &strike).await), "prompt-closed");
    let first = table.single_prompt().await;
    expect_done(table.press_choice("Ana", "dodge", &first).await, "asked from the start");
}

#[tokio::test]
async fn undo_to_outdated_act_asks_again() {
    let (database, table) = PendingActDatabase::new().await;
    let revision = table.revision().await - 1;
    let row = format!("revision = {revision}");
    edit_json(&database.path, ("journal", "state", &row), |state| {
        state["dr12"]["paused"]["tape"][0] = json!({ "omen": 3 });
    })
    .await;
    let table = database.restart(table).await;
    table.run_command("GM", "undo").await;
    assert_eq!(table.single_prompt().await.prompt.choices[0].verb, "dodge");
    assert_eq!(load_tape(&table).await, json!([]));
    let posts = deliver_posts_sorted(&table).await;
    assert!(posts.contains(&"dm 1: notice refitted".to_string()), "{posts:?}");
}
