//! Failures on the way to Discord: broken connections, closed channels, a locked database, names
//! full of markup.

use std::time::Duration;

use riposte::fake_discord::permissions::{READ_MESSAGE_HISTORY, SEND_MESSAGES};
use riposte::fake_discord::{InjectedFault, VisibleMessage};

use crate::table::{TIMEOUT, Table};

/// Opens a fight and returns its pinned summary.
async fn open_fight(table: &Table) -> VisibleMessage {
    table.run_command(&table.gm, "/init new system:dr12").await;
    table.wait_for_message(&table.ana, "pinned").await;
    wait_for_all_deliveries(table).await;
    table.ana.screen_messages().into_iter().find(|message| message.is_pinned).unwrap()
}

/// Waits until the outbox is empty and the bot is idle.
async fn wait_for_all_deliveries(table: &Table) {
    while table.app.next_delivery_time().await.unwrap().is_some() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
}

#[tokio::test]
async fn failed_posts_are_retried_and_appear_once() {
    let table = Table::start().await;
    table.run_command(&table.gm, "/init new system:dr12").await;
    table.wait_for_message(&table.ana, "opens a fight").await;
    table.wait_for_message(&table.ana, "pinned").await;
    let faults = [
        InjectedFault::ServerError,
        InjectedFault::ConnectionLost,
        InjectedFault::ConnectionLostWhenDone,
        InjectedFault::ProxyPage { status: 403 },
        InjectedFault::ProxyPageWhenDone,
    ];
    let mut expected = Vec::new();
    for (n, fault) in faults.into_iter().enumerate() {
        // An hour later a change is posted as a message of its own instead of an edit.
        table.advance_hours(1).await;
        table.discord.inject_fault("POST /api/v10/channels", fault, 1);
        for zone in ["Yard", "Tower"] {
            table
                .run_command(&table.gm, &format!("/init zones layout:\"Gate - {zone} {n}\""))
                .await;
            expected.push(format!("The zones are Gate and {zone} {n}."));
            table.advance_until_message(&table.ana, expected.last().unwrap()).await;
        }
    }
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    let screen = table.ana.screen_text();
    for text in expected {
        assert_eq!(screen.matches(&text).count(), 1, "{text}: {screen}");
    }
    table.finish_cleanly().await;
}

/// A record that somebody has deleted is posted again with the next event.
#[tokio::test]
async fn deleted_record_is_posted_again() {
    let table = Table::start().await;
    open_fight(&table).await;
    table.run_command(&table.gm, "/init zones layout:\"Gate - Yard\"").await;
    let record = table.wait_for_message(&table.ana, "The zones are Gate and Yard.").await;
    wait_for_all_deliveries(&table).await;
    table.discord.delete_message(record.id);
    table.run_command(&table.gm, "/init zones layout:\"Gate - Tower\"").await;
    let reposted = table.wait_for_message(&table.ana, "The zones are Gate and Tower.").await;
    assert_ne!(reposted.id, record.id);
    table.finish_cleanly().await;
}

/// An edit of the summary that Discord answers with 429 is made later.
#[tokio::test]
async fn rate_limited_edit_is_retried() {
    let table = Table::start().await;
    table.run_command(&table.gm, "/init new system:dr12").await;
    let summary = table.wait_for_message(&table.ana, "pinned").await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    let summary =
        table.ana.screen_messages().into_iter().find(|it| it.is_pinned).unwrap_or(summary);
    let retry_after = Duration::from_millis(500);
    table.discord.inject_fault(
        "PATCH /api/v10/channels",
        InjectedFault::RateLimited { retry_after },
        1,
    );
    table.run_command(&table.ana, "/init join from:warrior name:Ana").await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    assert!(!table.ana.visible_message(summary.id).unwrap().full_text().contains("Ana"));
    let edited = table.advance_until_message(&table.ana, "**Ana** ▰▰▰▰ 10/10").await;
    assert_eq!(edited.id, summary.id);
    table.finish_cleanly().await;
}

/// A proxy in between may answer with a page of its own, also with status 200: the same message
/// goes on being edited.
#[tokio::test]
async fn edit_answered_by_a_proxy_is_retried() {
    let table = Table::start().await;
    let summary = open_fight(&table).await;
    for (fault, user, name) in [
        (InjectedFault::ProxyPageWhenDone, &table.ana, "Ana"),
        (InjectedFault::ProxyPage { status: 404 }, &table.ben, "Bo"),
    ] {
        while table.app.next_delivery_time().await.unwrap().is_some() {
            table.advance_hours(1).await;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        table.discord.inject_fault("PATCH /api/v10/channels", fault, 1);
        table.run_command(user, &format!("/init join from:warrior name:{name}")).await;
        let edited =
            table.advance_until_message(&table.ana, &format!("**{name}** ▰▰▰▰ 10/10")).await;
        assert_eq!(edited.id, summary.id);
    }
    table.finish_cleanly().await;
}

/// Discord may reject a message that passed the bot's own checks: its text arrives all the same.
#[tokio::test]
async fn rejected_body_is_sent_as_plain_text() {
    let table = Table::start().await;
    let summary = open_fight(&table).await;
    table.discord.inject_fault("PATCH /api/v10/channels", InjectedFault::BodyRejected, 1);
    table.run_command(&table.ana, "/init join from:warrior name:Ana").await;
    let plain = table.wait_for_edit(&table.ana, &summary, "**Ana** 10/10").await;
    assert!(plain.embeds().is_empty() && plain.buttons().is_empty());
    table.discord.inject_fault("/callback", InjectedFault::BodyRejected, 1);
    let shown = table.ana.run_command("/status").await.unwrap();
    assert!(shown.text().contains("**Ana** 10/10"), "{}", shown.text());
    table.run_command(&table.ben, "/init join from:warrior name:Bo").await;
    let whole = table.wait_for_edit(&table.ana, &summary, "**Bo** ▰▰▰▰ 10/10").await;
    assert!(!whole.embeds().is_empty() && !whole.buttons().is_empty());
    table.finish_cleanly().await;
}

/// A hidden change leaves no trace: a message that would look the same is not edited.
#[tokio::test]
async fn hidden_changes_edit_no_message() {
    let table = Table::start().await;
    table.begin_fight().await;
    wait_for_all_deliveries(&table).await;
    let count_edits = || {
        let calls = table.discord.logged_requests();
        calls.iter().filter(|call| call["method"] == "PATCH").count()
    };
    let before = count_edits();
    table.run_command(&table.gm, "/init add from:bowman name:Lurker at:Tower hidden:true").await;
    wait_for_all_deliveries(&table).await;
    assert_eq!(count_edits(), before);
    table.run_command(&table.gm, "/init add from:bowman name:Archer at:Tower").await;
    table.wait_for_message(&table.ana, "**Archer**").await;
    wait_for_all_deliveries(&table).await;
    assert!(count_edits() > before);
    table.finish_cleanly().await;
}

#[tokio::test]
async fn answer_is_retried_after_lost_connection() {
    let table = Table::start().await;
    table.discord.inject_fault("/callback", InjectedFault::ConnectionLost, 1);
    let opened = table.run_command(&table.gm, "/init new system:dr12").await;
    assert!(opened.contains("DR12 · set-up"), "{opened}");
    table.discord.inject_fault("/callback", InjectedFault::ConnectionLostWhenDone, 1);
    let joined = table.run_command(&table.ana, "/init join from:rogue name:Ana").await;
    assert!(joined.contains("**Ana** joins"), "{joined}");
    table.wait_for_message(&table.ben, "**Ana** joins").await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    table.discord.take_violations();
    table.finish_cleanly().await;
}

#[tokio::test]
async fn closed_direct_messages_are_reported_in_channel() {
    let table = Table::start().await;
    table.gm.set_accepts_dms(false);
    table.begin_fight().await;
    table.run_command(&table.ana, "/pass").await;
    table.wait_for_message(&table.ben, "**Ben**, it's your turn").await;
    table.run_command(&table.ben, "/pass").await;
    let notice = table.wait_for_message(&table.ana, "I cannot write in direct messages").await;
    assert!(notice.pings.is_empty());
    // The fight goes on, since commands need no direct messages.
    table.run_command(&table.gm, "/attack as:Wolf target:Ana").await;
    table.wait_for_message(&table.ana, "[Avoid (DEX Test)]").await;
    table.finish_cleanly().await;
}

#[tokio::test]
async fn closed_channel_is_reported_to_the_gm() {
    let table = Table::start().await;
    table.run_command(&table.gm, "/init new system:dr12").await;
    table.wait_for_message(&table.ana, "pinned").await;
    table.discord.remove_bot_permissions(table.ana.channel, SEND_MESSAGES);
    let joined = table.run_command(&table.ana, "/init join from:rogue name:Ana").await;
    assert!(joined.contains("**Ana** joins"), "{joined}");
    table.wait_for_message(&table.gm.in_dm(), "I cannot write in").await;
    table.discord.reset_bot_permissions(table.ana.channel);
    table.run_command(&table.ben, "/init join from:warrior name:Ben").await;
    table.wait_for_message(&table.ana, "The party: **Ana** and **Ben**.").await;
    table.finish_cleanly().await;
}

/// A reminder is a reply. Without the permission that replies need it is a message of its own.
#[tokio::test]
async fn reminder_needs_no_message_history() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.discord.remove_bot_permissions(table.ana.channel, READ_MESSAGE_HISTORY);
    table.advance_until_message(&table.ana, "it's still **Ana**'s turn").await;
    let notices = table.gm.in_dm().screen_messages();
    assert!(notices.iter().all(|notice| !notice.full_text().contains("I cannot write in")));
    table.finish_cleanly().await;
}

/// Discord refuses posts with a code that the bot does not know. Nothing is lost by that: the GM
/// is told, and everything is posted once the channel takes it.
#[tokio::test]
async fn posts_refused_with_an_unknown_code_follow_later() {
    for (status, code) in [(403, 40_004), (403, 0), (404, 10_004), (400, 110_001), (403, 40_333)] {
        let table = Table::start().await;
        table.run_command(&table.gm, "/init new system:dr12").await;
        table.wait_for_message(&table.ana, "pinned").await;
        let posts = format!("POST /api/v10/channels/{}/messages", table.ana.channel);
        table.advance_hours(1).await;
        table.discord.inject_fault(&posts, InjectedFault::Refused { status, code }, 1);
        table.run_command(&table.ana, "/init join from:rogue name:Ana").await;
        table.wait_for_message(&table.gm.in_dm(), "Discord refused it").await;
        table.advance_until_message(&table.ana, "**Ana** joins the party").await;
        table.finish_cleanly().await;
    }
}

#[tokio::test]
async fn deleted_summary_is_posted_again() {
    let table = Table::start().await;
    table.begin_fight().await;
    let summary = table.wait_for_message(&table.ana, "DR12 · round").await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    table.discord.delete_message(summary.id);
    table.run_command(&table.ana, "/pass").await;
    let reposted = table.discord.wait_for(TIMEOUT, || {
        let screen = table.ana.screen_messages().into_iter();
        screen.filter(|message| message.full_text().contains("DR12 · round")).find(|m| m.is_pinned)
    });
    assert_ne!(reposted.await.unwrap().id, summary.id);
    table.finish_cleanly().await;
}

#[tokio::test]
async fn summary_too_old_to_edit_is_reposted() {
    let table = Table::start_on_one_clock().await;
    table.begin_fight().await;
    let summary = table.wait_for_message(&table.ana, "DR12 · round").await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    table.discord.limit_hourly_old_edits(0);
    table.advance_hours(2).await;
    table.run_command(&table.ana, "/pass").await;
    let reposted = table.discord.wait_for(TIMEOUT, || {
        let screen = table.ana.screen_messages().into_iter();
        screen.filter(|message| message.is_pinned).find(|message| message.id != summary.id)
    });
    assert!(reposted.await.unwrap().full_text().contains("✓ **Ana** ▰▰▰▰ 10/10 · Gate"));
    assert!(table.ana.visible_message(summary.id).is_none(), "two summaries");
    table.finish_cleanly().await;
}

/// The bot deletes a record that takes no more edits before it posts the new one, also when the
/// deletion must be retried, so that its text stands once.
#[tokio::test]
async fn record_too_old_to_edit_is_replaced() {
    let table = Table::start_on_one_clock().await;
    table.begin_fight().await;
    table.run_command(&table.ana, "/disengage").await;
    let turn = table.wait_for_message(&table.ben, "**Ana** disengages").await;
    wait_for_all_deliveries(&table).await;
    table.discord.limit_hourly_old_edits(0);
    table.advance_hours(2).await;
    for fault in [InjectedFault::ServerError, InjectedFault::ProxyPage { status: 403 }] {
        table.discord.inject_fault("DELETE /api/v10/channels", fault, 1);
    }
    table.run_command(&table.ana, "/move zone:Yard").await;
    let reposted = table.advance_until_message(&table.ben, "**Ana** moves from Gate to Yard").await;
    assert_ne!(reposted.id, turn.id);
    while table.app.next_delivery_time().await.unwrap().is_some() {
        table.advance_hours(1).await;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // Ben's screen is checked, since Ana's has her private answers as well.
    let screen = table.ben.screen_text();
    assert_eq!(screen.matches("**Ana** disengages").count(), 1, "{screen}");
    assert_eq!(screen.matches("it's your turn").count(), 1, "{screen}");
    assert!(table.ben.visible_message(turn.id).is_none(), "{screen}");
    table.finish_cleanly().await;
}

/// The bot reconnects and goes on when its gateway connection breaks.
#[tokio::test]
async fn gateway_reconnects_after_dropped_connection() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.discord.drop_gateway_connections();
    let reconnected =
        table.discord.wait_for(TIMEOUT, || table.discord.is_bot_connected().then_some(()));
    reconnected.await.unwrap();
    assert!(table.run_command(&table.ana, "/pass").await.contains("passes."));
    table.finish_cleanly().await;
}

/// The bot opens a new session when the old one has timed out (close code 4009). Discord wants 5
/// seconds between two of them.
#[tokio::test]
async fn gateway_identifies_again_after_session_timeout() {
    let table = Table::start().await;
    table.begin_fight().await;
    table.discord.close_gateway(4009);
    let disconnected =
        table.discord.wait_for(TIMEOUT, || (!table.discord.is_bot_connected()).then_some(()));
    disconnected.await.unwrap();
    table.discord.remove_disconnected_sessions();
    let reconnected =
        table.discord.wait_for(2 * TIMEOUT, || table.discord.is_bot_connected().then_some(()));
    reconnected.await.unwrap();
    assert!(table.run_command(&table.ana, "/pass").await.contains("passes."));
    table.finish_cleanly().await;
}

#[tokio::test]
async fn locked_database_is_reported_in_time() {
    let table = Table::start().await;
    table.run_command(&table.gm, "/init new system:dr12").await;
    table.wait_for_message(&table.ana, "pinned").await;
    assert!(table.discord.wait_until_idle(TIMEOUT).await);
    let lock = table.lock_database().await;
    let answer = table.run_command(&table.ana, "/init join from:rogue name:Ana").await;
    assert!(answer.contains("Another program is using"), "{answer}");
    drop(lock);
    let found = table.discord.wait_for(Duration::from_secs(1), || {
        table.ben.screen_text().contains("joins").then_some(())
    });
    assert!(found.await.is_none(), "what was refused was done");
    table.run_command(&table.ana, "/init join from:rogue name:Ana").await;
    table.wait_for_message(&table.ben, "**Ana** joins").await;
    table.finish_cleanly().await;
}

#[tokio::test]
async fn names_with_markup_are_escaped() {
    let table = Table::start().await;
    table.run_command(&table.gm, "/init new system:dr12").await;
    let name = format!("@everyone {}", table.ben.mention());
    assert!(name.chars().count() <= 32);
    table.run_command(&table.ana, &format!("/init join from:rogue name:\"{name}\"")).await;
    table.run_command(&table.ben, "/init join from:rogue name:\"**`||B\"").await;
    for name in ["Gate \u{202e}dray", "Gate - \u{200b}"] {
        let layout = format!("/init zones layout:\"{name}\"");
        assert!(table.run_command(&table.gm, &layout).await.contains("invisible"), "{name:?}");
    }
    table.run_command(&table.gm, "/init zones layout:\"Gate || - # Yard\"").await;
    table.wait_for_message(&table.gm, "**@\u{200b}everyone \\<@\u{200b}").await;
    table.wait_for_message(&table.gm, " and **\\*\\*\\`\\|\\|B**.").await;
    assert!(table.ben.pinging_messages().is_empty() && table.gm.pinging_messages().is_empty());
    let long_text = "x".repeat(300);
    table.run_command(&table.gm, "/init add from:raider").await;
    table.script_dice(&[(6, 6), (6, 6), (6, 1)]);
    table.run_command(&table.gm, "/init start").await;
    table.run_command(&table.ana, &format!("/skill attribute:str text:\"{long_text}\"")).await;
    table.wait_for_message(&table.gm.in_dm(), "Rule otherwise…").await;
    table.finish_cleanly().await;
}

#[tokio::test]
async fn bots_are_refused_as_participants() {
    let table = Table::start().await;
    table.begin_fight().await;
    for command in ["/gm hand-over user:Riposte", "/co-gm add user:Riposte"] {
        assert!(table.run_command(&table.gm, command).await.contains("is a bot"), "{command}");
    }
    assert!(table.run_command(&table.ana, "/stand-in user:Riposte").await.contains("is a bot"));
    table.finish_cleanly().await;
}

/// A fight moves only where its GM sees the channel and may write, also by a link in a direct
/// message, where Discord does not check it.
#[tokio::test]
async fn fight_moves_by_link_only_to_a_channel_that_its_gm_sees() {
    let table = Table::start().await;
    let (gm, guild) = (table.ana.clone(), table.discord.first_guild());
    table.run_command(&gm, "/init new system:dr12").await;
    table.discord.remove_bot_permissions(gm.channel, SEND_MESSAGES);
    table.run_command(&table.ben, "/init join from:warrior name:Ben").await;
    table.wait_for_message(&gm.in_dm(), "I cannot write in").await;
    let (secret, hall) =
        (table.discord.find_or_add_channel("secret"), table.discord.find_or_add_channel("hall"));
    table.discord.hide_channel_from(secret, &gm);
    let thread = table.discord.add_thread(secret, &table.ben, "plans");
    let send_move = async |channel: &str| {
        let link = format!("https://discord.com/channels/{guild}/{channel}");
        table.run_command(&gm.in_dm(), &format!("/init move channel:\"{link}\"")).await
    };
    for unseen in [secret.to_string(), thread.to_string(), "123456789".to_string()] {
        let refused = send_move(&unseen).await;
        assert!(refused.contains("no channel there in which you can write"), "{refused}");
    }
    let mentioned = format!("/init move channel:<#{secret}>");
    let refused = table.run_command(&gm, &mentioned).await;
    assert!(refused.contains("no channel there in which you can write"), "{refused}");
    let moved = send_move(&hall.to_string()).await;
    assert!(!moved.contains("no channel there"), "{moved}");
    table.wait_for_message(&gm.in_channel(hall), "lets the fight go on here").await;
    assert!(table.ben.visible_messages(secret).is_empty());
    table.finish_cleanly().await;
}
