//! Rate limits and blocked users or servers.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use riposte::app::input::{InputReply, PartialCommand, UserInput};
use riposte::engine::core::command::Command;
use riposte::store::ids::ChannelId;

use crate::app_table::*;

async fn table_with_rate_limits(blocked: &[u64]) -> Table {
    let table = Table::new().await;
    let app = table.app.clone().with_rate_limits(BTreeSet::from_iter(blocked.iter().copied()));
    Table { app, ..table }
}

impl Table {
    fn with_nth_channel(&self, number: u64) -> Table {
        Table { channel: ChannelId(CHANNEL.0 + number), ..self.with_next_channel() }
    }
}

#[tokio::test]
async fn user_opens_at_most_twenty_fights() {
    let table = table_with_rate_limits(&[]).await;
    for number in 0..20 {
        table.with_nth_channel(number).run_command("GM", "new system:dr12").await;
        // A fight counts for whoever opened it, even after a hand-over.
        table.with_nth_channel(number).run_command("GM", "hand-over user:11").await;
    }
    let next = table.with_nth_channel(20);
    assert_eq!(refusal_key(next.send_command("GM", "new system:dr12").await), "too-many-fights");
    next.run_command("Ana", "new system:dr12").await;
    // A fight that is over no longer counts.
    table.with_nth_channel(3).run_command("Ana", "end").await;
    table.with_nth_channel(21).run_command("GM", "new system:dr12").await;
}

#[tokio::test]
async fn user_is_limited_and_recovers() {
    let table = table_with_rate_limits(&[]).await;
    table.run_command("GM", "new system:dr12").await;
    for _ in 1..120 {
        expect_query_result(table.send_command("GM", "status").await);
    }
    let InputReply::Refused(refusal) = table.send_command("GM", "status").await else {
        panic!("too fast")
    };
    assert_eq!((refusal.key, refusal.details["secs"].as_str()), ("too-fast".into(), "1"));
    // Other users are not limited, and a second later the GM is not either.
    expect_query_result(table.send_command("Ana", "status").await);
    table.clock.advance(SignedDuration::from_secs(1));
    expect_query_result(table.send_command("GM", "status").await);
    // Completions have a limit of their own.
    let typing = PartialCommand {
        command: Command::new("new"),
        actor_name: None,
        slot: "system".into(),
        typed_text: String::new(),
    };
    for _ in 0..300 {
        assert!(
            !table
                .app
                .complete_slot(&table.request_context("GM"), &typing)
                .await
                .unwrap()
                .is_empty()
        );
    }
    assert!(
        table.app.complete_slot(&table.request_context("GM"), &typing).await.unwrap().is_empty()
    );
}

#[tokio::test]
async fn channel_is_limited_for_all_users() {
    let table = table_with_rate_limits(&[]).await;
    table.run_command("GM", "new system:dr12").await;
    let mut keys = BTreeSet::new();
    for who in ["GM", "Ana", "Ben", "Cleo"] {
        for _ in 0..80 {
            if let InputReply::Refused(refusal) = table.send_command(who, "status").await {
                keys.insert((refusal.key.to_string(), refusal.details["of"].clone()));
            }
        }
    }
    assert_eq!(keys, BTreeSet::from([("too-fast".into(), "channel".into())]));
}

#[tokio::test]
async fn blocked_users_and_servers_are_refused() {
    for blocked in [user_id("Ana").0, GUILD] {
        let table = table_with_rate_limits(&[blocked]).await;
        assert_eq!(refusal_key(table.send_command("Ana", "new system:dr12").await), "not-served");
        assert!(table.load_state_if_any().await.is_none());
        let is_server = blocked == GUILD;
        let reply = table
            .send_input(
                &table.request_context("GM"),
                UserInput::from_command(Command::new("inbox")),
            )
            .await;
        assert_eq!(matches!(reply, InputReply::Refused(_)), is_server, "others of the server");
    }
}
