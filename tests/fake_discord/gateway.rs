//! Lost connections, killed bots, unanswered interactions and injected faults.

use std::time::Duration;

use riposte::fake_discord::{
    BotAnswerKind, ClientError, FakeClock, FakeDiscord, InjectedFault, ViolationKind,
};

use crate::sample_bot::{Bot, TIMEOUT, build_http, discord_setup, start_sample_bot};

#[tokio::test]
async fn reconnecting_bot_answers_pending_commands() {
    let (discord, _bot) = start_sample_bot().await;
    let ana = discord.find_or_add_user("Ana");
    discord.drop_gateway_connections();
    assert_eq!(ana.run_command("/guard down").await.unwrap().text(), "down");
    discord.send_reconnect();
    assert_eq!(ana.run_command("/guard down").await.unwrap().text(), "down");
    discord.assert_no_violations();
}

#[tokio::test]
async fn dead_bot_answers_nobody_until_restarted() {
    let (discord, bot) = start_sample_bot().await;
    let ana = discord.find_or_add_user("Ana");
    let strike = ana.run_command("/strike target:Ana").await.unwrap().message.unwrap();
    bot.kill();
    assert!(
        discord.wait_for(TIMEOUT, || (!discord.is_bot_connected()).then_some(())).await.is_some()
    );
    discord.remove_disconnected_sessions();
    assert_eq!(ana.run_command("/strike target:Ana").await.unwrap_err(), ClientError::NoAnswer);
    let _bot = Bot::start(&discord).await;
    assert!(discord.wait_for(TIMEOUT, || discord.is_bot_connected().then_some(())).await.is_some());
    assert_eq!(ana.press_button(strike.id, "Parry").await.unwrap().kind, BotAnswerKind::Update);
    discord.assert_no_violations();
}

/// The operating system reuses ports, so the bot of an earlier server may connect to a later one.
#[tokio::test]
async fn token_of_another_server_is_unauthorized() {
    let earlier = FakeDiscord::start(discord_setup()).await.unwrap();
    let discord = FakeDiscord::start(discord_setup()).await.unwrap();
    let response = build_http(&discord, &earlier.token()).get_current_user().await;
    let serenity::Error::Http(refused) = response.unwrap_err() else { panic!("not refused") };
    assert_eq!(refused.status_code().map(|code| code.as_u16()), Some(401));
    let own = Bot::start(&discord).await;
    assert_eq!(own.http.get_current_user().await.unwrap().id.get(), discord.bot_id().0);
    assert_eq!(discord.unauthorized_request_count(), 1);
    discord.assert_no_violations();
}

#[tokio::test]
async fn silence_is_a_violation_after_three_seconds() {
    let discord =
        FakeDiscord::start(discord_setup().with_clock(FakeClock::manual())).await.unwrap();
    let _bot = Bot::start(&discord).await;
    let ana = discord.find_or_add_user("Ana");
    let pending = ana.send_command("/silent").unwrap();
    discord.advance_clock(Duration::from_millis(3_001));
    assert_eq!(pending.wait_for_answer().await.unwrap_err(), ClientError::NoAnswer);
    let violations = discord.take_violations();
    assert_eq!(violations.iter().map(|f| f.kind).collect::<Vec<_>>(), [ViolationKind::Unanswered]);
    discord.assert_no_violations();
}

#[tokio::test]
async fn injected_faults_happen_in_order() {
    let (discord, bot) = start_sample_bot().await;
    let channel = serenity::all::ChannelId::new(discord.find_or_add_channel("arena").0);
    let retry_after = Duration::from_millis(1_500);
    discord.inject_fault("POST /api/v10/channels", InjectedFault::RateLimited { retry_after }, 1);
    discord.inject_fault("POST /api/v10/channels", InjectedFault::ServerError, 1);
    discord.inject_fault("POST /api/v10/channels", InjectedFault::ServerErrorWhenDone, 1);
    discord.inject_fault("POST /api/v10/channels", InjectedFault::ConnectionLost, 1);
    discord.inject_fault("POST /api/v10/channels", InjectedFault::ConnectionLostWhenDone, 1);
    let ana = discord.find_or_add_user("Ana");
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
        outcomes
            .push((outcome, ana.screen_messages().iter().any(|message| message.content == text)));
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

    let hold = discord.hold_next_response("POST /api/v10/channels");
    let http = bot.http.clone();
    let held = tokio::spawn(async move { channel.say(&http, "held").await });
    ana.wait_for_message("held", TIMEOUT).await.unwrap();
    assert!(!held.is_finished());
    hold.release();
    held.await.unwrap().unwrap();
    discord.assert_no_violations();
}
