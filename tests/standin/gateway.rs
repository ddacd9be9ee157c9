//! Lost connections, dead bots, and silence.

use std::time::Duration;

use riposte::fake_discord::{AnswerKind, ClientError, Clock, Discord, FaultKind, Trouble};

use crate::pong::{Bot, SOON, http, table, world};

#[tokio::test]
async fn a_lost_connection_loses_nothing() {
    let (discord, _bot) = table().await;
    let ana = discord.add_user("Ana");
    discord.cut_gateway();
    assert_eq!(ana.slash("/guard down").await.unwrap().text(), "down");
    discord.ask_to_reconnect();
    assert_eq!(ana.slash("/guard down").await.unwrap().text(), "down");
    discord.assert_no_faults();
}

#[tokio::test]
async fn a_dead_bot_answers_nobody_and_comes_back() {
    let (discord, bot) = table().await;
    let ana = discord.add_user("Ana");
    let strike = ana.slash("/strike target:Ana").await.unwrap().message.unwrap();
    bot.kill();
    assert!(discord.wait_for(SOON, || (!discord.is_connected()).then_some(())).await.is_some());
    discord.forget_lost_sessions();
    assert_eq!(ana.slash("/strike target:Ana").await.unwrap_err(), ClientError::NoAnswer);
    let _bot = Bot::start(&discord).await;
    assert!(discord.wait_for(SOON, || discord.is_connected().then_some(())).await.is_some());
    assert_eq!(ana.press(strike.id, "Parry").await.unwrap().kind, AnswerKind::Update);
    discord.assert_no_faults();
}

/// Ports are given out again: the bot of a table that is gone may look for it at another's.
#[tokio::test]
async fn the_bot_of_another_table_is_a_stranger() {
    let gone = Discord::start(world()).await.unwrap();
    let discord = Discord::start(world()).await.unwrap();
    let lost = http(&discord, &gone.token()).get_current_user().await;
    let serenity::Error::Http(refused) = lost.unwrap_err() else { panic!("not refused") };
    assert_eq!(refused.status_code().map(|code| code.as_u16()), Some(401));
    let own = Bot::start(&discord).await;
    assert_eq!(own.http.get_current_user().await.unwrap().id.get(), discord.bot().0);
    assert_eq!(discord.strangers(), 1);
    discord.assert_no_faults();
}

#[tokio::test]
async fn silence_is_a_fault_after_three_seconds() {
    let discord = Discord::start(world().clock(Clock::by_hand())).await.unwrap();
    let _bot = Bot::start(&discord).await;
    let ana = discord.add_user("Ana");
    let pending = ana.send_slash("/silent").unwrap();
    discord.advance(Duration::from_millis(3_001));
    assert_eq!(pending.answer().await.unwrap_err(), ClientError::NoAnswer);
    let faults = discord.take_faults();
    assert_eq!(faults.iter().map(|f| f.kind).collect::<Vec<_>>(), [FaultKind::Unanswered]);
    discord.assert_no_faults();
}

#[tokio::test]
async fn trouble_on_order() {
    let (discord, bot) = table().await;
    let channel = serenity::all::ChannelId::new(discord.add_channel("arena").0);
    let retry_after = Duration::from_millis(1_500);
    discord.trouble("POST /api/v10/channels", Trouble::RateLimited { retry_after }, 1);
    discord.trouble("POST /api/v10/channels", Trouble::ServerError, 1);
    discord.trouble("POST /api/v10/channels", Trouble::ServerErrorAfter, 1);
    discord.trouble("POST /api/v10/channels", Trouble::Drop, 1);
    discord.trouble("POST /api/v10/channels", Trouble::DropAfter, 1);
    let ana = discord.add_user("Ana");
    let mut outcomes = Vec::new();
    for text in ["limited", "failed", "failed after", "dropped", "dropped after", "fine"] {
        let sent = channel.say(&bot.http, text).await;
        let outcome = match sent {
            Ok(_) => "ok".to_owned(),
            Err(serenity::Error::Http(error)) => {
                error.status_code().map_or("broken".into(), |code| code.as_u16().to_string())
            }
            Err(error) => panic!("{error}"),
        };
        outcomes.push((outcome, ana.screen().iter().any(|message| message.content == text)));
    }
    let expected = [
        ("429", false),
        ("500", false),
        ("500", true),
        ("broken", false),
        ("broken", true),
        ("ok", true),
    ];
    assert_eq!(outcomes, expected.map(|(outcome, seen)| (outcome.to_owned(), seen)));

    let hold = discord.hold("POST /api/v10/channels");
    let http = bot.http.clone();
    let held = tokio::spawn(async move { channel.say(&http, "held").await });
    ana.waits_for("held", SOON).await.unwrap();
    assert!(!held.is_finished());
    hold.release();
    held.await.unwrap().unwrap();
    discord.assert_no_faults();
}
