//! I9: inputs of one fight run one at a time, inputs of different fights in parallel.

use std::sync::Arc;

use riposte::app::input::InputReply;
use riposte::store::ids::ChannelId;

use crate::app_table::*;

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_inputs_of_a_fight_are_serialized() {
    let folder = tempfile::tempdir().unwrap();
    let table = Arc::new(Table::open_at(&folder.path().join("fights.db")).await);
    table.set_up_fight().await;
    let before = table.revision().await;
    let mut tasks = tokio::task::JoinSet::new();
    for n in 0..40 {
        let table = Arc::clone(&table);
        tasks.spawn(async move {
            let text = format!("join name:Guest{n} from:rogue at:Gate");
            expect_done(table.send_command("Cleo", &text).await, &text).revision
        });
    }
    let mut revisions = tasks.join_all().await;
    revisions.sort_unstable();
    let expected: Vec<i64> = (before + 1..=before + 40).collect();
    assert_eq!(revisions, expected);
    assert_eq!(table.load_state().await.members.len(), 43);
}

#[tokio::test(flavor = "multi_thread")]
async fn parallel_fights_do_not_mix() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::open_at(&folder.path().join("fights.db")).await;
    let mut tasks = tokio::task::JoinSet::new();
    for n in 0..20 {
        let (app, clock, chat) = (table.app.clone(), table.clock.clone(), table.chat.clone());
        let table = Table { app, clock, chat, channel: ChannelId(1000 + n) };
        tasks.spawn(async move {
            table.set_up_fight().await;
            table.run_command("GM", &format!("adjust who:Ana field:hp value:{}", n % 20)).await;
            assert_eq!(table.combatant_field("Ana", "hp").await, n % 20);
            table.load_state().await.revision
        });
    }
    assert_eq!(tasks.join_all().await, [7; 20]);
}

#[tokio::test]
async fn simultaneous_openings_create_one_fight() {
    let table = Table::new().await;
    let (first, second) = tokio::join!(
        table.send_command("GM", "new system:dr12"),
        table.send_command("Ana", "new system:dr12")
    );
    let done =
        [&first, &second].iter().filter(|reply| matches!(reply, InputReply::Done(_))).count();
    assert_eq!(done, 1, "{first:?} {second:?}");
}
