//! I9: inputs of one fight run one at a time, inputs of different fights in parallel.

use std::sync::Arc;

use riposte::app::input::InputReply;
use riposte::store::ids::ChannelId;

use crate::app_table::*;

#[tokio::test(flavor = "multi_thread")]
async fn many_at_once_are_all_stored_in_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let table = Arc::new(Table::at(&folder.path().join("fights.db")).await);
    table.sets_up().await;
    let before = table.revision().await;
    let mut all = tokio::task::JoinSet::new();
    for n in 0..40 {
        let table = Arc::clone(&table);
        all.spawn(async move {
            let text = format!("join name:Guest{n} from:rogue at:Gate");
            done(table.say("Cleo", &text).await, &text).revision
        });
    }
    let mut revisions = all.join_all().await;
    revisions.sort_unstable();
    let expected: Vec<i64> = (before + 1..=before + 40).collect();
    assert_eq!(revisions, expected);
    assert_eq!(table.now().await.members.len(), 43);
}

#[tokio::test(flavor = "multi_thread")]
async fn different_fights_do_not_mix() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::at(&folder.path().join("fights.db")).await;
    let mut all = tokio::task::JoinSet::new();
    for n in 0..20 {
        let (app, clock, chat) = (table.app.clone(), table.clock.clone(), table.chat.clone());
        let table = Table { app, clock, chat, channel: ChannelId(1000 + n) };
        all.spawn(async move {
            table.sets_up().await;
            table.does("GM", &format!("adjust who:Ana field:hp value:{}", n % 20)).await;
            assert_eq!(table.field("Ana", "hp").await, n % 20);
            table.now().await.revision
        });
    }
    assert_eq!(all.join_all().await, [7; 20]);
}

#[tokio::test]
async fn a_fight_is_opened_by_one() {
    let table = Table::new().await;
    let (one, other) =
        tokio::join!(table.say("GM", "new system:dr12"), table.say("Ana", "new system:dr12"));
    let done = [&one, &other].iter().filter(|reply| matches!(reply, InputReply::Done(_))).count();
    assert_eq!(done, 1, "{one:?} {other:?}");
}
