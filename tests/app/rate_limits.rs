//! Rate limits and blocked users or servers.

use std::collections::BTreeSet;

use jiff::SignedDuration;
use riposte::app::input::{InputReply, PartialCommand, UserInput};
use riposte::engine::core::command::Command;
use riposte::store::ids::ChannelId;

use crate::app_table::*;

async fn guarded(barred: &[u64]) -> Table {
    let table = Table::new().await;
    let app = table.app.clone().with_rate_limits(BTreeSet::from_iter(barred.iter().copied()));
    Table { app, ..table }
}

impl Table {
    fn in_channel(&self, number: u64) -> Table {
        Table { channel: ChannelId(CHANNEL.0 + number), ..self.beside() }
    }
}

#[tokio::test]
async fn somebody_opens_as_many_fights_as_anybody_needs_and_no_more() {
    let table = guarded(&[]).await;
    for number in 0..20 {
        table.in_channel(number).does("GM", "new system:dr12").await;
        // A fight counts for whoever opened it, even after a hand-over.
        table.in_channel(number).does("GM", "hand-over user:11").await;
    }
    let next = table.in_channel(20);
    assert_eq!(refused(next.say("GM", "new system:dr12").await), "too-many-fights");
    next.does("Ana", "new system:dr12").await;
    // A fight that is over no longer counts.
    table.in_channel(3).does("Ana", "end").await;
    table.in_channel(21).does("GM", "new system:dr12").await;
}

#[tokio::test]
async fn whoever_says_too_much_waits_a_moment() {
    let table = guarded(&[]).await;
    table.does("GM", "new system:dr12").await;
    for _ in 1..120 {
        shown(table.say("GM", "status").await);
    }
    let InputReply::Refused(refusal) = table.say("GM", "status").await else { panic!("too fast") };
    assert_eq!((refusal.key, refusal.details["secs"].as_str()), ("too-fast".into(), "1"));
    // Other users are not limited, and a second later the GM is not either.
    shown(table.say("Ana", "status").await);
    table.clock.advance(SignedDuration::from_secs(1));
    shown(table.say("GM", "status").await);
    // Completions have a limit of their own.
    let typing = PartialCommand {
        command: Command::new("new"),
        actor_name: None,
        slot: "system".into(),
        typed_text: String::new(),
    };
    for _ in 0..300 {
        assert!(!table.app.complete_slot(&table.origin("GM"), &typing).await.unwrap().is_empty());
    }
    assert!(table.app.complete_slot(&table.origin("GM"), &typing).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_channel_takes_so_much_from_all() {
    let table = guarded(&[]).await;
    table.does("GM", "new system:dr12").await;
    let mut keys = BTreeSet::new();
    for who in ["GM", "Ana", "Ben", "Cleo"] {
        for _ in 0..80 {
            if let InputReply::Refused(refusal) = table.say(who, "status").await {
                keys.insert((refusal.key.to_string(), refusal.details["of"].clone()));
            }
        }
    }
    assert_eq!(keys, BTreeSet::from([("too-fast".into(), "channel".into())]));
}

#[tokio::test]
async fn the_barred_are_told_so_and_nothing_is_done_for_them() {
    for barred in [user("Ana").0, GUILD] {
        let table = guarded(&[barred]).await;
        assert_eq!(refused(table.say("Ana", "new system:dr12").await), "not-served");
        assert!(table.now_or_never().await.is_none());
        let is_server = barred == GUILD;
        let reply =
            table.input(&table.origin("GM"), UserInput::from_command(Command::new("inbox"))).await;
        assert_eq!(matches!(reply, InputReply::Refused(_)), is_server, "others of the server");
    }
}
