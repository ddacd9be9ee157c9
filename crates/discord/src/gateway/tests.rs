//! The gateway between a Discord that misbehaves, frame by frame, and a client as serenity is one.

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use serenity::all::HttpBuilder;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, accept_async, connect_async};

use super::*;

const SOON: Duration = Duration::from_secs(5);
/// No frame comes in so long.
const QUIET: Duration = Duration::from_millis(300);

fn quick() -> GatewayTimings {
    let ms = Duration::from_millis;
    GatewayTimings {
        step_timeout: ms(200),
        ready_timeout: ms(1_000),
        first_delay: ms(20),
        max_delay_to_resume: ms(100),
        max_delay_to_identify: ms(100),
        identify_interval: ms(10),
        ..GatewayTimings::default()
    }
}

struct Stage {
    discord: TcpListener,
    rest: TcpListener,
    client: WebSocketStream<MaybeTlsStream<TcpStream>>,
    address: String,
    signs: Arc<Liveness>,
    running: JoinHandle<Result<(), BotError>>,
}

impl Stage {
    /// The client has introduced itself.
    async fn set(tempo: GatewayTimings) -> Self {
        let discord = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let rest = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = format!("http://{}", rest.local_addr().unwrap());
        let http = HttpBuilder::new("a.b.c").proxy(proxy).ratelimiter_disabled(true).build();
        let url = format!("ws://{}/gw/", discord.local_addr().unwrap());
        let (signs, turns) = (Arc::new(Liveness::new(ShardRange::all(1))), IdentifyQueue::new(1));
        let (http, noted) = (Arc::new(http), Arc::clone(&signs));
        let gateway =
            Gateway::open(&url, ShardRange::all(1), turns, http, tempo, noted).await.unwrap();
        let address = gateway.local_url();
        let running = tokio::spawn(gateway.run(CancellationToken::new()));
        let (mut client, _) = connect_async(format!("{address}?v=10")).await.unwrap();
        assert_eq!(heard(&mut client).await["op"], 10);
        let introduction = json!({"token": "a.b.c", "compress": true, "intents": 1});
        say(&mut client, &json!({"op": 2, "d": introduction})).await;
        // Nobody says how many IDENTIFYs are left.
        drop(timeout(SOON, rest.accept()).await.unwrap().unwrap());
        Self { discord, rest, client, address, signs, running }
    }

    /// The next connection that Discord takes, after its greeting and the bot's first word.
    async fn connects(&self) -> (WebSocketStream<TcpStream>, Value) {
        loop {
            tokio::select! {
                taken = timeout(SOON, self.discord.accept()) => {
                    let mut line = accept_async(taken.unwrap().unwrap().0).await.unwrap();
                    let hello = json!({"op": 10, "d": {"heartbeat_interval": 500}});
                    say(&mut line, &hello).await;
                    let opening = loop {
                        let frame = heard(&mut line).await;
                        if frame["op"] != 1 {
                            break frame;
                        }
                    };
                    return (line, opening);
                }
                asked = self.rest.accept() => drop(asked),
            }
        }
    }

    /// … and the bot is in.
    async fn is_up(&mut self) -> WebSocketStream<TcpStream> {
        let (mut line, opening) = self.connects().await;
        assert_eq!((&opening["op"], &opening["d"]["compress"]), (&json!(2), &json!(false)));
        let url = format!("ws://{}/gw/", self.discord.local_addr().unwrap());
        let bot = json!({"id": "1", "username": "riposte", "discriminator": "0", "avatar": null});
        let ready = json!({
            "v": 10, "user": bot, "guilds": [], "application": {"id": "1", "flags": 0},
            "session_id": "s1", "resume_gateway_url": url,
        });
        say(&mut line, &event("READY", 1, &ready)).await;
        assert_eq!(heard(&mut self.client).await["t"], "READY");
        line
    }
}

fn event(name: &str, number: u64, data: &Value) -> Value {
    json!({"op": 0, "t": name, "s": number, "d": data})
}

async fn say<S>(socket: &mut WebSocketStream<S>, frame: &Value)
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    socket.send(Message::text(frame.to_string())).await.unwrap();
}

/// The next frame; null for a goodbye.
async fn heard<S>(socket: &mut WebSocketStream<S>) -> Value
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    match timeout(SOON, socket.next()).await.unwrap() {
        Some(Ok(Message::Text(text))) => serde_json::from_str(&text).unwrap(),
        _ => Value::Null,
    }
}

async fn close(mut line: WebSocketStream<TcpStream>, code: Option<u16>) {
    let goodbye = code.map(|code| CloseFrame { code: code.into(), reason: "".into() });
    line.close(goodbye).await.unwrap();
    // Until the other side has heard it.
    let _ = timeout(SOON, line.next()).await;
}

#[tokio::test]
async fn who_takes_a_connection_and_says_nothing_is_given_up() {
    let mut stage = Stage::set(quick()).await;
    let mut mute = Vec::new();
    while mute.len() < 3 {
        tokio::select! {
            taken = timeout(SOON, stage.discord.accept()) => mute.push(taken.unwrap().unwrap()),
            asked = stage.rest.accept() => drop(asked),
        }
        // serenity notices nothing of it.
        say(&mut stage.client, &json!({"op": 1, "d": null})).await;
        assert_eq!(heard(&mut stage.client).await["op"], 11);
        assert!(!stage.signs.are_all_shards_up());
    }
    stage.is_up().await;
    assert!(stage.signs.are_all_shards_up());
}

#[tokio::test]
async fn a_connection_that_died_in_silence_costs_no_event() {
    let mut stage = Stage::set(quick()).await;
    let mut line = stage.is_up().await;
    say(&mut line, &event("GUILD_CREATE", 2, &json!({}))).await;
    assert_eq!(heard(&mut stage.client).await["s"], 2);
    // No heartbeat is answered, nor is the connection broken.
    let (mut again, opening) = stage.connects().await;
    let resume = json!({"token": "a.b.c", "session_id": "s1", "seq": 2});
    assert_eq!(opening, json!({"op": 6, "d": resume}));
    say(&mut again, &event("GUILD_CREATE", 3, &json!({}))).await;
    say(&mut again, &event("RESUMED", 4, &json!({}))).await;
    assert_eq!(heard(&mut stage.client).await["s"], 3);
    assert_eq!(heard(&mut stage.client).await["t"], "RESUMED");
    drop(line);
}

#[tokio::test]
async fn what_can_be_resumed_is_resumed() {
    for (code, op) in
        [(None, 6), (Some(1000), 6), (Some(4000), 6), (Some(4003), 2), (Some(4009), 2)]
    {
        let mut stage = Stage::set(quick()).await;
        close(stage.is_up().await, code).await;
        let (_, opening) = stage.connects().await;
        assert_eq!(opening["op"], op, "{code:?}");
    }
    for (frame, op) in [
        (json!({"op": 7, "d": null}), 6),
        (json!({"op": 9, "d": true}), 6),
        (json!({"op": 9, "d": false}), 2),
    ] {
        let mut stage = Stage::set(quick()).await;
        let mut line = stage.is_up().await;
        say(&mut line, &frame).await;
        let (_, opening) = stage.connects().await;
        assert_eq!(opening["op"], op, "{frame}");
    }
}

#[tokio::test]
async fn where_coming_back_is_of_no_use_it_says_why() {
    for (code, why) in [(4004, "token"), (4010, "shard"), (4011, "shard"), (4014, "4014")] {
        let mut stage = Stage::set(quick()).await;
        close(stage.is_up().await, Some(code)).await;
        let refused = timeout(SOON, stage.running).await.unwrap().unwrap();
        let said = refused.unwrap_err().to_string();
        assert!(said.contains(why), "{code}: {said}");
    }
}

#[tokio::test]
async fn who_is_thrown_out_again_and_again_takes_its_time() {
    let mut stage = Stage::set(GatewayTimings::default()).await;
    close(stage.is_up().await, Some(4000)).await;
    let mut connections = 0;
    let _ = timeout(Duration::from_secs(2), async {
        loop {
            let (mut line, _) = stage.connects().await;
            connections += 1;
            say(&mut line, &event("RESUMED", 2, &json!({}))).await;
            close(line, None).await;
        }
    })
    .await;
    assert!((1..=3).contains(&connections), "{connections} connections in 2 seconds");
}

#[tokio::test]
async fn nobody_else_is_let_in() {
    let stage = Stage::set(quick()).await;
    let (place, secret) = stage.address.rsplit_once('/').unwrap();
    assert!(place.starts_with("ws://127.0.0.1:") && secret.len() == 32, "{}", stage.address);
    for wrong in ["", "?v=10", &"0".repeat(32)] {
        let refused = connect_async(format!("{place}/{wrong}")).await.unwrap_err().to_string();
        assert!(refused.contains("404"), "{refused}");
    }
}

/// serenity lets go of a connection only when it has the next.
#[tokio::test]
async fn a_client_that_comes_back_is_let_in() {
    let mut stage = Stage::set(quick()).await;
    let line = stage.is_up().await;
    let (next, _) = connect_async(format!("{}?v=10", stage.address)).await.unwrap();
    drop(std::mem::replace(&mut stage.client, next));
    assert_eq!(heard(&mut stage.client).await["op"], 10);
    let introduction = json!({"token": "a.b.c", "intents": 1});
    say(&mut stage.client, &json!({"op": 2, "d": introduction})).await;
    stage.is_up().await;
    drop(line);
}

#[tokio::test]
async fn when_the_bot_hangs_up_discord_hears_it() {
    let mut stage = Stage::set(quick()).await;
    let mut line = stage.is_up().await;
    let goodbye = CloseFrame { code: 1000.into(), reason: "".into() };
    stage.client.close(Some(goodbye.clone())).await.unwrap();
    let last = timeout(SOON, async {
        loop {
            match line.next().await {
                Some(Ok(Message::Text(_))) => {}
                other => break other,
            }
        }
    });
    assert_eq!(last.await.unwrap().unwrap().unwrap(), Message::Close(Some(goodbye)));
}

/// The next answer to an interaction, taken with 204. Other requests lose their connection.
async fn answered(rest: &TcpListener) -> String {
    loop {
        let (mut stream, _) = timeout(SOON, rest.accept()).await.unwrap().unwrap();
        let (mut request, mut part) = (Vec::new(), [0; 4096]);
        while !request.starts_with(b"GET") {
            let count = timeout(SOON, stream.read(&mut part)).await.unwrap().unwrap();
            request.extend_from_slice(&part[..count]);
            let text = String::from_utf8_lossy(&request);
            assert!(count > 0, "{text}");
            if text.contains("\"type\":4") {
                stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").await.unwrap();
                return text.into_owned();
            }
        }
    }
}

#[tokio::test]
async fn an_interaction_that_cannot_be_read_is_answered() {
    let mut stage = Stage::set(quick()).await;
    let mut line = stage.is_up().await;
    let unreadable = json!({"id": "7", "token": "tok", "type": 2, "data": "from another time"});
    say(&mut line, &event("INTERACTION_CREATE", 2, &unreadable)).await;
    let request = answered(&stage.rest).await;
    assert!(request.starts_with("POST /api/v10/interactions/7/tok/callback"), "{request}");
    assert!(request.contains(&crate::framework_errors::format_internal_error()), "{request}");
    // serenity does not get it, but what comes after it.
    say(&mut line, &event("GUILD_CREATE", 3, &json!({}))).await;
    assert_eq!(heard(&mut stage.client).await["s"], 2);
    assert!(timeout(QUIET, stage.client.next()).await.is_err());
}

/// The TLS that is built in works: it refuses what is no TLS, and does not fail for want of it.
#[tokio::test]
async fn real_addresses_are_safe_ones() {
    let plain = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("wss://{}", plain.local_addr().unwrap());
    let (opened, ()) = tokio::join!(connection::GatewayConnection::connect(&url, SOON), async {
        let (mut stream, _) = plain.accept().await.unwrap();
        let mut hello = [0; 3];
        stream.read_exact(&mut hello).await.unwrap();
        assert_eq!(hello[..2], [22, 3], "a TLS handshake");
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
    });
    let why = opened.err().unwrap().to_string();
    assert!(why.contains("no connection to Discord"), "{why}");
}
