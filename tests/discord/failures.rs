//! What goes wrong on the way: broken connections, closed channels, a file in use, wild names.

use std::time::Duration;

use riposte::fake_discord::permissions::SEND_MESSAGES;
use riposte::fake_discord::{InjectedFault, VisibleMessage};

use crate::table::{SOON, Table};

/// A fight is opened: its summary.
async fn opened(table: &Table) -> VisibleMessage {
    table.slash(&table.gm, "/init new system:dr12").await;
    table.sees(&table.ana, "pinned").await;
    all_is_told(table).await;
    table.ana.screen_messages().into_iter().find(|message| message.is_pinned).unwrap()
}

/// Waits until nothing is left to be told.
async fn all_is_told(table: &Table) {
    while table.app.next_delivery_time().await.unwrap().is_some() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(table.discord.wait_until_idle(SOON).await);
}

#[tokio::test]
async fn what_did_not_arrive_is_sent_again_and_seen_once() {
    let table = Table::set().await;
    table.slash(&table.gm, "/init new system:dr12").await;
    table.sees(&table.ana, "opens a fight").await;
    table.sees(&table.ana, "pinned").await;
    let troubles = [
        InjectedFault::ServerError,
        InjectedFault::ConnectionLost,
        InjectedFault::ConnectionLostWhenDone,
        InjectedFault::ProxyPage { status: 403 },
        InjectedFault::ProxyPageWhenDone,
    ];
    let mut told = Vec::new();
    for (n, trouble) in troubles.into_iter().enumerate() {
        // What is told an hour later is told by a message of its own.
        table.later(1).await;
        table.discord.inject_fault("POST /api/v10/channels", trouble, 1);
        for zone in ["Yard", "Tower"] {
            table.slash(&table.gm, &format!("/init zones layout:\"Gate - {zone} {n}\"")).await;
            told.push(format!("The zones are Gate and {zone} {n}."));
            table.sees_later(&table.ana, told.last().unwrap()).await;
        }
    }
    assert!(table.discord.wait_until_idle(SOON).await);
    let screen = table.ana.screen_text();
    for one in told {
        assert_eq!(screen.matches(&one).count(), 1, "{one}: {screen}");
    }
    table.clear().await;
}

/// A record that somebody has deleted comes again with what happens next.
#[tokio::test]
async fn a_record_that_was_deleted_comes_again() {
    let table = Table::set().await;
    opened(&table).await;
    table.slash(&table.gm, "/init zones layout:\"Gate - Yard\"").await;
    let record = table.sees(&table.ana, "The zones are Gate and Yard.").await;
    all_is_told(&table).await;
    table.discord.delete_message(record.id);
    table.slash(&table.gm, "/init zones layout:\"Gate - Tower\"").await;
    let again = table.sees(&table.ana, "The zones are Gate and Tower.").await;
    assert_ne!(again.id, record.id);
    table.clear().await;
}

/// Summaries are edited: where that is refused as too fast it is done later.
#[tokio::test]
async fn an_edit_that_came_too_fast_is_made_later() {
    let table = Table::set().await;
    table.slash(&table.gm, "/init new system:dr12").await;
    let summary = table.sees(&table.ana, "pinned").await;
    assert!(table.discord.wait_until_idle(SOON).await);
    let summary =
        table.ana.screen_messages().into_iter().find(|it| it.is_pinned).unwrap_or(summary);
    let retry_after = Duration::from_millis(500);
    table.discord.inject_fault(
        "PATCH /api/v10/channels",
        InjectedFault::RateLimited { retry_after },
        1,
    );
    table.slash(&table.ana, "/init join from:warrior name:Ana").await;
    assert!(table.discord.wait_until_idle(SOON).await);
    assert!(!table.ana.visible_message(summary.id).unwrap().full_text().contains("Ana"));
    let edited = table.sees_later(&table.ana, "**Ana** ▰▰▰▰ 10/10").await;
    assert_eq!(edited.id, summary.id);
    table.clear().await;
}

/// What is in between may say that all is well: the message goes on to be edited.
#[tokio::test]
async fn an_edit_that_nobody_has_read_is_made_again() {
    let table = Table::set().await;
    let summary = opened(&table).await;
    for (trouble, user, name) in [
        (InjectedFault::ProxyPageWhenDone, &table.ana, "Ana"),
        (InjectedFault::ProxyPage { status: 404 }, &table.ben, "Bo"),
    ] {
        while table.app.next_delivery_time().await.unwrap().is_some() {
            table.later(1).await;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        table.discord.inject_fault("PATCH /api/v10/channels", trouble, 1);
        table.slash(user, &format!("/init join from:warrior name:{name}")).await;
        let edited = table.sees_later(&table.ana, &format!("**{name}** ▰▰▰▰ 10/10")).await;
        assert_eq!(edited.id, summary.id);
    }
    table.clear().await;
}

/// The gate lets through what Discord refuses all the same: what is to be said arrives.
#[tokio::test]
async fn what_discord_refuses_is_said_as_text_alone() {
    let table = Table::set().await;
    let summary = opened(&table).await;
    table.discord.inject_fault("PATCH /api/v10/channels", InjectedFault::BodyRejected, 1);
    table.slash(&table.ana, "/init join from:warrior name:Ana").await;
    let bare = table.becomes(&table.ana, &summary, "**Ana** 10/10").await;
    assert!(bare.embeds().is_empty() && bare.buttons().is_empty());
    table.discord.inject_fault("/callback", InjectedFault::BodyRejected, 1);
    let shown = table.ana.run_command("/status").await.unwrap();
    assert!(shown.text().contains("**Ana** 10/10"), "{}", shown.text());
    table.slash(&table.ben, "/init join from:warrior name:Bo").await;
    let whole = table.becomes(&table.ana, &summary, "**Bo** ▰▰▰▰ 10/10").await;
    assert!(!whole.embeds().is_empty() && !whole.buttons().is_empty());
    table.clear().await;
}

/// What is done unseen leaves no trace: a message that would look the same is not edited.
#[tokio::test]
async fn a_secret_edits_nothing() {
    let table = Table::set().await;
    table.begin().await;
    all_is_told(&table).await;
    let edits = || {
        let calls = table.discord.logged_requests();
        calls.iter().filter(|call| call["method"] == "PATCH").count()
    };
    let before = edits();
    table.slash(&table.gm, "/init add from:bowman name:Lurker at:Tower hidden:true").await;
    all_is_told(&table).await;
    assert_eq!(edits(), before);
    table.slash(&table.gm, "/init add from:bowman name:Archer at:Tower").await;
    table.sees(&table.ana, "**Archer**").await;
    all_is_told(&table).await;
    assert!(edits() > before);
    table.clear().await;
}

#[tokio::test]
async fn an_answer_that_broke_off_is_given_again() {
    let table = Table::set().await;
    table.discord.inject_fault("/callback", InjectedFault::ConnectionLost, 1);
    let opened = table.slash(&table.gm, "/init new system:dr12").await;
    assert!(opened.contains("DR12 · set-up"), "{opened}");
    table.discord.inject_fault("/callback", InjectedFault::ConnectionLostWhenDone, 1);
    let joined = table.slash(&table.ana, "/init join from:rogue name:Ana").await;
    assert!(joined.contains("**Ana** joins"), "{joined}");
    table.sees(&table.ben, "**Ana** joins").await;
    assert!(table.discord.wait_until_idle(SOON).await);
    table.discord.take_violations();
    table.clear().await;
}

#[tokio::test]
async fn who_cannot_be_reached_is_named_once() {
    let table = Table::set().await;
    table.gm.set_accepts_dms(false);
    table.begin().await;
    table.slash(&table.ana, "/pass").await;
    table.sees(&table.ben, "**Ben**, it's your turn").await;
    table.slash(&table.ben, "/pass").await;
    let word = table.sees(&table.ana, "I cannot write in direct messages").await;
    assert!(word.pings.is_empty());
    // The fight goes on: commands need no direct messages.
    table.slash(&table.gm, "/attack as:Wolf target:Ana").await;
    table.sees(&table.ana, "[Avoid (DEX Test)]").await;
    table.clear().await;
}

#[tokio::test]
async fn a_channel_that_is_closed_to_the_bot() {
    let table = Table::set().await;
    table.slash(&table.gm, "/init new system:dr12").await;
    table.sees(&table.ana, "pinned").await;
    table.discord.remove_bot_permissions(table.ana.channel, SEND_MESSAGES);
    let joined = table.slash(&table.ana, "/init join from:rogue name:Ana").await;
    assert!(joined.contains("**Ana** joins"), "{joined}");
    table.sees(&table.gm.in_dm(), "I cannot write in").await;
    table.discord.reset_bot_permissions(table.ana.channel);
    table.slash(&table.ben, "/init join from:warrior name:Ben").await;
    table.sees(&table.ana, "**Ben** joins").await;
    table.clear().await;
}

#[tokio::test]
async fn a_summary_that_was_deleted_comes_again() {
    let table = Table::set().await;
    table.begin().await;
    let summary = table.sees(&table.ana, "DR12 · round").await;
    assert!(table.discord.wait_until_idle(SOON).await);
    table.discord.delete_message(summary.id);
    table.slash(&table.ana, "/pass").await;
    let again = table.discord.wait_for(SOON, || {
        let screen = table.ana.screen_messages().into_iter();
        screen.filter(|message| message.full_text().contains("DR12 · round")).find(|m| m.is_pinned)
    });
    assert_ne!(again.await.unwrap().id, summary.id);
    table.clear().await;
}

#[tokio::test]
async fn a_summary_too_old_to_edit_is_sent_anew() {
    let table = Table::set_in_one_time().await;
    table.begin().await;
    let summary = table.sees(&table.ana, "DR12 · round").await;
    assert!(table.discord.wait_until_idle(SOON).await);
    table.discord.limit_hourly_old_edits(0);
    table.later(2).await;
    table.slash(&table.ana, "/pass").await;
    let again = table.discord.wait_for(SOON, || {
        let screen = table.ana.screen_messages().into_iter();
        screen.filter(|message| message.is_pinned).find(|message| message.id != summary.id)
    });
    assert!(again.await.unwrap().full_text().contains("✓ **Ana** ▰▰▰▰ 10/10 · Gate"));
    assert!(table.ana.visible_message(summary.id).is_none(), "two summaries");
    table.clear().await;
}

/// What was said in a message that takes no more edits stands once: the old one goes first, also
/// where that must be tried again.
#[tokio::test]
async fn a_record_too_old_to_edit_stands_once() {
    let table = Table::set_in_one_time().await;
    table.begin().await;
    table.slash(&table.ana, "/disengage").await;
    let turn = table.sees(&table.ben, "**Ana** disengages").await;
    all_is_told(&table).await;
    table.discord.limit_hourly_old_edits(0);
    table.later(2).await;
    for trouble in [InjectedFault::ServerError, InjectedFault::ProxyPage { status: 403 }] {
        table.discord.inject_fault("DELETE /api/v10/channels", trouble, 1);
    }
    table.slash(&table.ana, "/move zone:Yard").await;
    let again = table.sees_later(&table.ben, "**Ana** moves from Gate to Yard").await;
    assert_ne!(again.id, turn.id);
    while table.app.next_delivery_time().await.unwrap().is_some() {
        table.later(1).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // Ana has her private answers besides.
    let screen = table.ben.screen_text();
    assert_eq!(screen.matches("**Ana** disengages").count(), 1, "{screen}");
    assert_eq!(screen.matches("it's your turn").count(), 1, "{screen}");
    assert!(table.ben.visible_message(turn.id).is_none(), "{screen}");
    table.clear().await;
}

/// A session that is lost is made anew; what was pressed meanwhile must be pressed again.
#[tokio::test]
async fn the_gateway_breaks() {
    let table = Table::set().await;
    table.begin().await;
    table.discord.drop_gateway_connections();
    let back = table.discord.wait_for(SOON, || table.discord.is_bot_connected().then_some(()));
    back.await.unwrap();
    assert!(table.slash(&table.ana, "/pass").await.contains("passes."));
    table.clear().await;
}

/// A session that has timed out is made anew; Discord wants 5 seconds between two of them.
#[tokio::test]
async fn the_gateway_forgets_the_session() {
    let table = Table::set().await;
    table.begin().await;
    table.discord.close_gateway(4009);
    let gone = table.discord.wait_for(SOON, || (!table.discord.is_bot_connected()).then_some(()));
    gone.await.unwrap();
    table.discord.remove_disconnected_sessions();
    let back = table.discord.wait_for(2 * SOON, || table.discord.is_bot_connected().then_some(()));
    back.await.unwrap();
    assert!(table.slash(&table.ana, "/pass").await.contains("passes."));
    table.clear().await;
}

#[tokio::test]
async fn a_file_in_use_is_said_in_time() {
    let table = Table::set().await;
    table.slash(&table.gm, "/init new system:dr12").await;
    table.sees(&table.ana, "pinned").await;
    assert!(table.discord.wait_until_idle(SOON).await);
    let lock = table.lock_file().await;
    let answer = table.slash(&table.ana, "/init join from:rogue name:Ana").await;
    assert!(answer.contains("Another program is using"), "{answer}");
    drop(lock);
    let found = table.discord.wait_for(Duration::from_secs(1), || {
        table.ben.screen_text().contains("joins").then_some(())
    });
    assert!(found.await.is_none(), "what was refused was done");
    table.slash(&table.ana, "/init join from:rogue name:Ana").await;
    table.sees(&table.ben, "**Ana** joins").await;
    table.clear().await;
}

#[tokio::test]
async fn wild_names_do_no_harm() {
    let table = Table::set().await;
    table.slash(&table.gm, "/init new system:dr12").await;
    let name = format!("@everyone {}", table.ben.mention());
    assert!(name.chars().count() <= 32);
    table.slash(&table.ana, &format!("/init join from:rogue name:\"{name}\"")).await;
    table.slash(&table.ben, "/init join from:rogue name:\"**`||B\"").await;
    for unseen in ["Gate \u{202e}dray", "Gate - \u{200b}"] {
        let layout = format!("/init zones layout:\"{unseen}\"");
        assert!(table.slash(&table.gm, &layout).await.contains("invisible"), "{unseen:?}");
    }
    table.slash(&table.gm, "/init zones layout:\"Gate || - # Yard\"").await;
    table.sees(&table.gm, "**@\u{200b}everyone \\<@\u{200b}").await;
    table.sees(&table.gm, "**\\*\\*\\`\\|\\|B** joins").await;
    assert!(table.ben.pinging_messages().is_empty() && table.gm.pinging_messages().is_empty());
    let words = "x".repeat(300);
    table.slash(&table.gm, "/init add from:raider").await;
    table.dice(&[(6, 6), (6, 6), (6, 1)]);
    table.slash(&table.gm, "/init start").await;
    table.slash(&table.ana, &format!("/skill attribute:str text:\"{words}\"")).await;
    table.sees(&table.gm.in_dm(), "Rule otherwise…").await;
    table.clear().await;
}

#[tokio::test]
async fn bots_take_no_part() {
    let table = Table::set().await;
    table.begin().await;
    for command in ["/gm hand-over user:Riposte", "/co-gm add user:Riposte"] {
        assert!(table.slash(&table.gm, command).await.contains("is a bot"), "{command}");
    }
    assert!(table.slash(&table.ana, "/stand-in user:Riposte").await.contains("is a bot"));
    table.clear().await;
}
