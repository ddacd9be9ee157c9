//! Packing and pruning of the database are invisible to users.

use jiff::SignedDuration;
use riposte::app::clock::Clock;
use riposte::app::input::{InputReply, RequestContext};
use riposte::app::journal::JournalRecord;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::game::SYSTEM_KEYS;
use riposte::store::database::Database;
use riposte::store::ids::FightId;
use riposte::store::pruning::FightPruner;

use crate::app_table::*;
use crate::random_player::{Player, read, seeds};

/// The number of inputs of a fight.
const MOVES: usize = 60;

async fn journal(table: &Table) -> Vec<JournalRecord> {
    table.app.load_journal(table.now().await.id, 0).await.unwrap()
}

/// Returns everything that can be read of a fight, as texts.
async fn all_read(table: &Table) -> Vec<String> {
    let mut texts = vec![table.app.export_script(&*table.now().await).await.unwrap()];
    for who in ["GM", "Ana", "Zoe"] {
        for what in ["log last:50", "status", "export format:json"] {
            texts.push(read(&table.say(who, what).await));
        }
    }
    for record in journal(table).await {
        texts.push(serde_json::to_string(&record.game_after).unwrap());
    }
    texts
}

/// Plays the same fight at two tables, one of which is packed after every input. The GM undoes and
/// redoes at random.
async fn check(system: &str, seed: u64) {
    let (plain, packed) = (Table::rolling(seed).await, Table::rolling(seed).await);
    plain.plays(system).await;
    packed.plays(system).await;
    let (mut player, mut choice) = (Player::new(seed), SeededDice::new(seed));
    for nth in 0..MOVES {
        let now = plain.now().await;
        let (user, input) = match choice.number_below(8) {
            0 => (now.gm, command(&format!("undo steps:{}", choice.number_below(9) + 1))),
            1 => (now.gm, command("redo")),
            _ => match player.input(&now) {
                Some(said) => said,
                None => break,
            },
        };
        let mut replies = Vec::new();
        for table in [&plain, &packed] {
            let origin = RequestContext { user, ..table.origin("GM") };
            replies.push(read(&table.insists(&origin, input.clone()).await));
        }
        assert_eq!(replies[0], replies[1], "{system}, seed {seed}, input {nth}");
        packed.app.pack_store().await.unwrap();
    }
    for table in [&plain, &packed] {
        table.say("GM", "end outcome:won").await;
    }
    packed.app.pack_store().await.unwrap();
    assert_eq!(all_read(&plain).await, all_read(&packed).await, "{system}, seed {seed}");
    // Undo everything down to the first journal row.
    for table in [&plain, &packed] {
        while let InputReply::Done(_) = table.say("GM", "undo steps:20").await {
            packed.app.pack_store().await.unwrap();
        }
    }
    let first = journal(&packed).await.swap_remove(0).game_after;
    assert_eq!(*packed.now().await.game, first, "{system}, seed {seed}");
    assert_eq!(all_read(&plain).await, all_read(&packed).await, "{system}, seed {seed}");
}

#[tokio::test]
async fn a_fight_that_is_packed_is_the_same_fight() {
    for system in SYSTEM_KEYS {
        for seed in seeds(2) {
            check(system, seed).await;
        }
    }
}

/// Plays a fight to its end in the table's channel.
async fn over(table: &Table) -> FightId {
    table.ana_to_act().await;
    table.does("GM", "end outcome:won").await;
    table.posts().await;
    table.now().await.id
}

/// Returns how many rows the database has of a fight.
async fn rows(pruning: &FightPruner, fight: FightId) -> usize {
    let rows = pruning.load_fight_rows(fight).await.unwrap();
    rows.values().map(|rows| rows.as_array().unwrap().len()).sum()
}

/// Pruning runs beside the bot: it deletes fights that have been over for long and nothing else.
#[tokio::test]
async fn what_is_over_is_taken_away() {
    let folder = tempfile::tempdir().unwrap();
    let place = crate::databases::place(&folder.path().join("fights.db")).await;
    let table = Table::in_file(&place).await;
    let old = over(&table).await;
    let reopened = table.beside();
    let back = over(&reopened).await;
    let open = reopened.beside();
    open.ana_to_act().await;
    table.clock.set(table.clock.now() + SignedDuration::from_hours(24 * 200));
    let new = open.beside();
    let recent = over(&new).await;

    let database = Database::from(&place);
    let pruning = FightPruner::open(&database).await.unwrap();
    let long_ago = table.clock.now() - SignedDuration::from_hours(24 * 180);
    let long_ago = long_ago.as_millisecond();
    assert_eq!(pruning.load_fights_over_before(long_ago).await.unwrap(), [old, back]);
    let now = table.clock.now().as_millisecond() + 1;
    assert_eq!(pruning.load_fights_over_before(now).await.unwrap(), [old, back, recent]);
    assert!(rows(&pruning, old).await > 20);
    let others = [open.now().await.id, recent];
    let mut kept = Vec::new();
    for fight in others {
        kept.push(pruning.load_fight_rows(fight).await.unwrap());
    }
    reopened.does("GM", "undo").await;
    assert!(!pruning.delete_closed_fight(back).await.unwrap(), "it goes on");
    assert!(pruning.delete_closed_fight(old).await.unwrap());
    assert_eq!(rows(&pruning, old).await, 0);
    assert!(!pruning.delete_closed_fight(open.now().await.id).await.unwrap());
    for (fight, kept) in others.iter().zip(kept) {
        assert_eq!(pruning.load_fight_rows(*fight).await.unwrap(), kept);
    }
    // The bot still had the fight in its cache.
    assert_eq!(refused(table.say("GM", "undo").await), "no-fight");
    reopened.does("Ana", "pass").await;
    table.ana_to_act().await;
    assert!(pruning.load_fights_over_before(long_ago).await.unwrap().is_empty());
}
