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
use crate::random_player::{RandomPlayer, fight_seeds, visible_reply_text};

/// The number of inputs of a fight.
const INPUT_COUNT: usize = 60;

async fn load_journal(table: &Table) -> Vec<JournalRecord> {
    table.app.load_journal(table.load_state().await.id, 0).await.unwrap()
}

/// Returns everything that can be read of a fight, as texts.
async fn read_everything(table: &Table) -> Vec<String> {
    let mut texts = vec![table.app.export_script(&*table.load_state().await).await.unwrap()];
    for who in ["GM", "Ana", "Zoe"] {
        for what in ["log last:50", "status", "export format:json"] {
            texts.push(visible_reply_text(&table.send_command(who, what).await));
        }
    }
    for record in load_journal(table).await {
        texts.push(serde_json::to_string(&record.game_after).unwrap());
    }
    texts
}

/// Plays the same fight at two tables, one of which is packed after every input. The GM undoes and
/// redoes at random.
async fn check_packed_fight(system: &str, seed: u64) {
    let (plain, packed) = (Table::with_dice_seed(seed).await, Table::with_dice_seed(seed).await);
    plain.start_fight(system).await;
    packed.start_fight(system).await;
    let (mut player, mut choice) = (RandomPlayer::new(seed), SeededDice::new(seed));
    for nth in 0..INPUT_COUNT {
        let state = plain.load_state().await;
        let (user, input) = match choice.number_below(8) {
            0 => (state.gm, parse_input(&format!("undo steps:{}", choice.number_below(9) + 1))),
            1 => (state.gm, parse_input("redo")),
            _ => match player.next_input(&state) {
                Some(drawn_input) => drawn_input,
                None => break,
            },
        };
        let mut replies = Vec::new();
        for table in [&plain, &packed] {
            let context = RequestContext { user, ..table.request_context("GM") };
            replies.push(visible_reply_text(&table.send_confirmed(&context, input.clone()).await));
        }
        assert_eq!(replies[0], replies[1], "{system}, seed {seed}, input {nth}");
        packed.app.compact_store().await.unwrap();
    }
    for table in [&plain, &packed] {
        table.send_command("GM", "end outcome:won").await;
    }
    packed.app.compact_store().await.unwrap();
    assert_eq!(
        read_everything(&plain).await,
        read_everything(&packed).await,
        "{system}, seed {seed}"
    );
    // Undo everything down to the first journal row.
    for table in [&plain, &packed] {
        while let InputReply::Done(_) = table.send_command("GM", "undo steps:20").await {
            packed.app.compact_store().await.unwrap();
        }
    }
    let first_state = load_journal(&packed).await.swap_remove(0).game_after;
    assert_eq!(*packed.load_state().await.game, first_state, "{system}, seed {seed}");
    assert_eq!(
        read_everything(&plain).await,
        read_everything(&packed).await,
        "{system}, seed {seed}"
    );
}

#[tokio::test]
async fn packing_changes_nothing_that_is_read() {
    for system in SYSTEM_KEYS {
        for seed in fight_seeds(2) {
            check_packed_fight(system, seed).await;
        }
    }
}

/// Plays a fight to its end in the table's channel.
async fn play_to_the_end(table: &Table) -> FightId {
    table.set_up_ana_turn().await;
    table.run_command("GM", "end outcome:won").await;
    table.deliver_posts().await;
    table.load_state().await.id
}

/// Returns how many rows the database has of a fight.
async fn count_rows(pruner: &FightPruner, fight: FightId) -> usize {
    let rows = pruner.load_fight_rows(fight).await.unwrap();
    rows.values().map(|rows| rows.as_array().unwrap().len()).sum()
}

/// Pruning runs beside the bot: it deletes fights that have been over for long and nothing else.
#[tokio::test]
async fn pruning_deletes_only_old_finished_fights() {
    let folder = tempfile::tempdir().unwrap();
    let path = crate::databases::path_for(&folder.path().join("fights.db")).await;
    let table = Table::open_file(&path).await;
    let old = play_to_the_end(&table).await;
    let reopened = table.with_next_channel();
    let back = play_to_the_end(&reopened).await;
    let open = reopened.with_next_channel();
    open.set_up_ana_turn().await;
    table.clock.set(table.clock.now() + SignedDuration::from_hours(24 * 200));
    let new = open.with_next_channel();
    let recent = play_to_the_end(&new).await;

    let database = Database::from(&path);
    let pruner = FightPruner::open(&database).await.unwrap();
    let half_a_year_ago = table.clock.now() - SignedDuration::from_hours(24 * 180);
    let long_ago = half_a_year_ago.as_millisecond();
    assert_eq!(pruner.load_closed_fights_idle_and_delivered(long_ago).await.unwrap(), [old, back]);
    let current_time = table.clock.now().as_millisecond() + 1;
    assert_eq!(
        pruner.load_closed_fights_idle_and_delivered(current_time).await.unwrap(),
        [old, back, recent]
    );
    assert!(count_rows(&pruner, old).await > 20);
    let others = [open.load_state().await.id, recent];
    let mut rows_before = Vec::new();
    for fight in others {
        rows_before.push(pruner.load_fight_rows(fight).await.unwrap());
    }
    reopened.run_command("GM", "undo").await;
    assert!(!pruner.delete_fight_if_closed(back).await.unwrap(), "it goes on");
    assert!(pruner.delete_fight_if_closed(old).await.unwrap());
    assert_eq!(count_rows(&pruner, old).await, 0);
    assert!(!pruner.delete_fight_if_closed(open.load_state().await.id).await.unwrap());
    for (fight, rows) in others.iter().zip(rows_before) {
        assert_eq!(pruner.load_fight_rows(*fight).await.unwrap(), rows);
    }
    // The bot still had the fight in its cache.
    assert_eq!(refusal_key(table.send_command("GM", "undo").await), "no-fight");
    reopened.run_command("Ana", "pass").await;
    table.set_up_ana_turn().await;
    assert!(pruner.load_closed_fights_idle_and_delivered(long_ago).await.unwrap().is_empty());
}
