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
struct Waiting {
    path: PathBuf,
    _folder: TempDir,
}

impl Waiting {
    async fn new() -> (Self, Table) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("fights.db");
        std::fs::copy("tests/saved/0.1.0.db", &path).unwrap();
        let table = Table::in_file(&path).await;
        let shield = table.prompt().await;
        done(table.presses("Ana", "sacrifice-shield", &shield).await, "the shield takes the hit");
        assert_eq!(table.prompt().await.prompt.choices[0].verb, "dodge");
        table.posts().await;
        (Self { path, _folder: folder }, table)
    }

    /// Stops the program, changes the pending act in the database, and starts the program an hour
    /// later.
    async fn changed(&self, table: Table, change: impl Fn(&mut Value)) -> Table {
        let column = ("journal", "state", "revision = (SELECT max(revision) FROM journal)");
        edit(&self.path, column, |state| change(&mut state["dr12"]["paused"])).await;
        self.restarted(table).await
    }

    async fn restarted(&self, table: Table) -> Table {
        table.clock.set(table.clock.now() + SignedDuration::from_hours(1));
        let table = table.restart_in_file(&self.path).await;
        table.app.migrate_all_pending().await.unwrap();
        table
    }
}

/// Changes the JSON in one column of a row.
async fn edit(path: &Path, (table, column, row): (&str, &str, &str), change: impl Fn(&mut Value)) {
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
async fn posts(table: &Table) -> Vec<String> {
    let mut posts = table.posts().await;
    posts.sort_by_key(|line| line.starts_with("dm"));
    posts
}

async fn tape(table: &Table) -> Value {
    let now = table.now().await;
    serde_json::to_value(&now.game).unwrap()["dr12"]["paused"]["tape"].clone()
}

#[tokio::test]
async fn where_nothing_differs_nothing_is_written() {
    let (waiting, table) = Waiting::new().await;
    let before = table.now().await;
    let table = waiting.restarted(table).await;
    assert_eq!(*before, *table.now().await);
    assert_eq!(table.posts().await, Vec::<String>::new());
}

#[tokio::test]
async fn what_matches_is_kept_and_the_rest_is_asked_again() {
    let (waiting, table) = Waiting::new().await;
    let (before, strike) = (table.now().await, table.prompt().await);
    let laid = tape(&table).await;
    // The question about the shield differs from the one on the tape.
    let table = waiting
        .changed(table, |paused| {
            paused["tape"][2]["answer"]["question"]["shield"]["shield"] = json!("tower shield");
        })
        .await;
    let shield = table.prompt().await;
    let verbs: Vec<_> = shield.prompt.choices.iter().map(|choice| &*choice.verb).collect();
    assert_eq!(verbs, ["sacrifice-shield", "take-it"]);
    // The dice are kept, and the time limit starts again.
    assert_eq!(tape(&table).await, json!([laid[0], laid[1]]));
    assert_eq!(shield.deadline_time(), Some(table.clock.now() + SignedDuration::from_hours(12)));
    assert_eq!(
        posts(&table).await,
        ["channel: edit gone", "channel: prompt Ana", "dm 1: notice refitted"]
    );
    assert_eq!(refused(table.presses("Ana", "dodge", &strike).await), "prompt-closed");
    // A second start migrates nothing.
    let after = table.now().await;
    assert_eq!(after.revision, before.revision + 1);
    let table = waiting.restarted(table).await;
    assert_eq!(*after, *table.now().await);
    // The fight goes on. The migration was nobody's act, so undo takes back the act after it.
    done(table.presses("Ana", "take-it", &shield).await, "no shield this time");
    table.does("GM", "undo").await;
    assert_eq!(table.prompt().await.prompt.choices, shield.prompt.choices);
}

#[tokio::test]
async fn a_die_that_does_not_fit_is_rolled_anew() {
    let (waiting, table) = Waiting::new().await;
    let laid = tape(&table).await;
    let table =
        waiting.changed(table, |paused| paused["tape"][1]["die"]["sides"] = json!(12)).await;
    table.prompt().await;
    let now = tape(&table).await;
    assert_eq!((&now[0], &now[1]["die"]["sides"]), (&laid[0], &json!(20)));
    // The new roll is told; what was kept on the tape is not told again.
    let posts = posts(&table).await;
    assert!(has(&posts, "channel: prompt Ana, told 1"), "{posts:?}");
    assert!(posts.contains(&"dm 1: notice refitted".to_string()), "{posts:?}");
}

#[tokio::test]
async fn a_question_with_other_choices_is_asked_anew() {
    let (waiting, table) = Waiting::new().await;
    let (laid, strike) = (tape(&table).await, table.prompt().await);
    let row = ("prompt", "asked", "closed IS NULL");
    edit(&waiting.path, row, |asked| {
        asked["asked"] = json!({ "dr12": { "question": "of rules that are no more" } });
        asked["choices"] = json!([{ "verb": "dodge" }, { "verb": "parry" }]);
    })
    .await;
    let table = waiting.restarted(table).await;
    assert_eq!(tape(&table).await, laid, "every beat fits");
    let again = table.prompt().await;
    assert_eq!(again.prompt, strike.prompt);
    assert_ne!(again.id, strike.id);
    assert_eq!(posts(&table).await[0], "channel: edit gone");
    done(table.presses("Ana", "dodge", &again).await, "the new button");
}

#[tokio::test]
async fn a_beat_of_rules_that_are_no_more_is_asked_again() {
    let (waiting, table) = Waiting::new().await;
    let laid = tape(&table).await;
    let table = waiting.changed(table, |paused| paused["tape"][2] = json!({ "omen": 3 })).await;
    assert_eq!(table.prompt().await.prompt.choices[0].verb, "sacrifice-shield");
    assert_eq!(tape(&table).await, json!([laid[0], laid[1]]));
}

#[tokio::test]
async fn an_act_of_rules_that_are_no_more_does_not_take_place() {
    let (waiting, table) = Waiting::new().await;
    let act = json!({ "teleport": 0 });
    let table = waiting.changed(table, |paused| paused["deed"]["act"]["act"] = act.clone()).await;
    let now = table.now().await;
    assert!(now.prompts.is_empty());
    assert_eq!(table.field("Ana", "zone").await, json!(1), "before the move");
    let posts = posts(&table).await;
    assert!(posts.contains(&"dm 1: notice refitted".to_string()), "{posts:?}");
    table.does("Ana", "move zone:Gate as:Ana").await;
}

#[tokio::test]
async fn the_first_touch_finds_it_too() {
    let (waiting, table) = Waiting::new().await;
    let strike = table.prompt().await;
    let column = ("journal", "state", "revision = (SELECT max(revision) FROM journal)");
    edit(&waiting.path, column, |state| state["dr12"]["paused"]["tape"] = json!([])).await;
    let table = table.restart_in_file(&waiting.path).await;
    assert_eq!(refused(table.presses("Ana", "dodge", &strike).await), "prompt-closed");
    let first = table.prompt().await;
    done(table.presses("Ana", "dodge", &first).await, "asked from the start");
}

#[tokio::test]
async fn undoing_to_what_does_not_fit_asks_again() {
    let (waiting, table) = Waiting::new().await;
    let revision = table.revision().await - 1;
    let row = format!("revision = {revision}");
    edit(&waiting.path, ("journal", "state", &row), |state| {
        state["dr12"]["paused"]["tape"][0] = json!({ "omen": 3 });
    })
    .await;
    let table = waiting.restarted(table).await;
    table.does("GM", "undo").await;
    assert_eq!(table.prompt().await.prompt.choices[0].verb, "dodge");
    assert_eq!(tape(&table).await, json!([]));
    let posts = posts(&table).await;
    assert!(posts.contains(&"dm 1: notice refitted".to_string()), "{posts:?}");
}
