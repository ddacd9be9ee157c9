//! I7: saved fights of every release load and can be played on, those with a pending act included.
//!
//! `tests/saved/<version>.db` is a database of that version: Ana moves away from two Raiders; the
//! first free attack has hit, and she is asked for her shield (W2 inside W1 inside a move). `cargo
//! test --test app -- --ignored save_this_version` rewrites the one of this version; the file of a
//! released version is never written again.

use std::path::{Path, PathBuf};

use riposte::app::sealed_dice;
use riposte::engine::core::fight::FightPhase;
use sqlx::Connection;

use crate::app_table::*;

/// Lists the databases in a folder.
pub fn list_databases(folder: &str) -> Vec<PathBuf> {
    let found = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    found.filter(|path| path.extension().is_some_and(|end| end == "db")).collect()
}

#[tokio::test]
async fn fights_of_every_release_can_be_played_on() {
    let databases = list_databases("tests/saved");
    assert!(!databases.is_empty());
    for path in databases {
        let folder = tempfile::tempdir().unwrap();
        let copy = folder.path().join("fights.db");
        std::fs::copy(&path, &copy).unwrap();
        let table = Table::open_file(&copy).await;
        let table = Table { app: table.app.with_secrets(sealed_dice::seeded_secrets(1)), ..table };
        table.app.compact_store().await.unwrap();
        play_on(&table, &path).await;
        // They keep the dice of their version, which follow from no secret.
        assert_eq!(table.load_state().await.draw_counts, sealed_dice::DrawCounts::default());
    }
}

async fn play_on(table: &Table, path: &Path) {
    let file = path.display();
    let shield = table.single_prompt().await;
    let verbs: Vec<_> = shield.prompt.choices.iter().map(|choice| &*choice.verb).collect();
    assert_eq!(verbs, ["sacrifice-shield", "take-it"], "{file}");
    // While the prompt is open nothing else is possible, as before the fight was saved.
    table.assert_refused("Ana", "pass as:Ana", "prompt-open").await;
    assert_eq!(refusal_key(table.press_choice("Ben", "take-it", &shield).await), "bad-target");
    expect_done(
        table.press_choice("Ana", "sacrifice-shield", &shield).await,
        "the shield takes the hit",
    );
    assert_eq!(table.combatant_field("Ana", "hp").await, 10, "{file}");
    let second = table.single_prompt().await;
    expect_done(table.press_choice("Ana", "dodge", &second).await, "the second free attack");
    // Whatever the dice show, every prompt can be answered, and the fight can be ended.
    answer_all_prompts(table).await;
    table.run_command("GM", "end outcome:won").await;
    answer_all_prompts(table).await;
    let phase = table.load_state().await.game.phase();
    assert_eq!(phase, FightPhase::Over("won".into()), "{file}");
}

async fn answer_all_prompts(table: &Table) {
    while let Some(open) = table.load_state().await.prompts.first().cloned() {
        let default = open.prompt.default_choice.verb.clone();
        expect_done(table.press_choice("Ana", &default, &open).await, &default);
    }
}

#[tokio::test]
#[ignore = "writes the file of this version"]
async fn save_this_version() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fights.db");
    let table = Table::open_file(&path).await;
    for (who, text) in [
        ("GM", "new system:dr12"),
        ("GM", "set key:avoid_rolls value:prompt"),
        ("GM", "zones layout:\"Gate - Yard - Hall\""),
        ("Ana", "join name:Ana from:warrior at:Yard"),
        ("Ben", "join name:Ben from:rogue at:Gate"),
        ("GM", "add name:Wolf from:raider at:Yard"),
        ("GM", "add name:Rat from:raider at:Yard"),
        ("GM", "surprise side:none"),
        ("GM", "start"),
    ] {
        table.run_command(who, text).await;
    }
    for _ in 0..4 {
        let state_json = table.load_state().await.game.full_state_json();
        match state_json["state"]["turn"]["who"].as_u64() {
            Some(0) => break,
            Some(_) => table.run_command("GM", "skip").await,
            None => table.run_command("GM", "pass-all").await,
        };
    }
    // Only a natural 20 passes this difficulty, so the first free attack hits.
    table.run_command("GM", "dr who:Ana dr:60").await;
    table.run_command("Ana", "move zone:Gate as:Ana").await;
    let first = table.single_prompt().await;
    expect_done(table.press_choice("Ana", "dodge", &first).await, "the first free attack");
    assert_eq!(table.single_prompt().await.prompt.choices[0].verb, "sacrifice-shield");
    write_compact_copy(&path, &format!("tests/saved/{}.db", env!("CARGO_PKG_VERSION"))).await;
}

/// Writes a database into one file without free pages, in the place of what is there.
pub async fn write_compact_copy(database: &Path, copy: &str) {
    let _ = std::fs::remove_file(copy);
    let address = format!("sqlite://{}", database.display());
    let mut connection = sqlx::SqliteConnection::connect(&address).await.unwrap();
    let vacuum = sqlx::AssertSqlSafe(format!("VACUUM INTO '{copy}'"));
    sqlx::query(vacuum).execute(&mut connection).await.unwrap();
}
