//! Tests of the gateway between a Discord that misbehaves, frame by frame, and a client that
//! behaves like serenity.

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
use app::clock::WallClock;
use app::dice_source;
use store::Store;

const SOON: Duration = Duration::from_secs(5);
/// How long a test waits to see that no frame arrives.
const QUIET: Duration = Duration::from_millis(300);

/// Returns time limits of less than a second, so that tests need not wait long.
fn short_timings() -> GatewayTimings {
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

struct GatewayHarness {
    discord: TcpListener,
    rest: TcpListener,
    client: WebSocketStream<MaybeTlsStream<TcpStream>>,
    address: String,
    liveness: Arc<Liveness>,
    running: JoinHandle<Result<(), BotError>>,
}

impl GatewayHarness {
    /// Opens the gateway, and connects and identifies the client.
    async fn start(timings: GatewayTimings) -> Self {
        let discord = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let rest = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let proxy = format!("http://{}", rest.local_addr().unwrap());
        let http = HttpBuilder::new("a.b.c").proxy(proxy).ratelimiter_disabled(true).build();
        let url = format!("ws://{}/gw/", discord.local_addr().unwrap());
        let (liveness, identify_queue) =
            (Arc::new(Liveness::new(ShardRange::all(1))), IdentifyQueue::new(1));
        let (http, recorder) = (Arc::new(http), Arc::clone(&liveness));
        let store = Store::in_memory().await.unwrap();
        let app = App::new(store, Arc::new(WallClock), dice_source::os_random_dice());
        let gateway =
            Gateway::open(&url, ShardRange::all(1), identify_queue, http, timings, recorder, app)
                .await
                .unwrap();
        let address = gateway.local_url();
        let running = tokio::spawn(gateway.run(CancellationToken::new()));
        let (mut client, _) = connect_async(format!("{address}?v=10")).await.unwrap();
        assert_eq!(next_frame(&mut client).await["op"], 10);
        let identify_data = json!({"token": "a.b.c", "compress": true, "intents": 1});
        send_frame(&mut client, &json!({"op": 2, "d": identify_data})).await;
        // The request for the remaining IDENTIFYs gets no answer.
        drop(timeout(SOON, rest.accept()).await.unwrap().unwrap());
        Self { discord, rest, client, address, liveness, running }
    }

    /// Accepts the next connection to Discord, greets, and returns the socket and the first frame
    /// of the bot that is no heartbeat: IDENTIFY or RESUME. REST requests meanwhile get no answer.
    async fn accept_identified(&self) -> (WebSocketStream<TcpStream>, Value) {
        loop {
            tokio::select! {
                accepted = timeout(SOON, self.discord.accept()) => {
                    let mut socket = accept_async(accepted.unwrap().unwrap().0).await.unwrap();
                    let hello = json!({"op": 10, "d": {"heartbeat_interval": 500}});
                    send_frame(&mut socket, &hello).await;
                    let first_frame = loop {
                        let frame = next_frame(&mut socket).await;
                        if frame["op"] != 1 {
                            break frame;
                        }
                    };
                    return (socket, first_frame);
                }
                request = self.rest.accept() => drop(request),
            }
        }
    }

    /// Accepts the next connection, checks IDENTIFY, answers READY and waits until the client has
    /// it. Returns the socket.
    async fn become_ready(&mut self) -> WebSocketStream<TcpStream> {
        let (mut socket, identify) = self.accept_identified().await;
        assert_eq!((&identify["op"], &identify["d"]["compress"]), (&json!(2), &json!(false)));
        let url = format!("ws://{}/gw/", self.discord.local_addr().unwrap());
        let bot = json!({"id": "1", "username": "riposte", "discriminator": "0", "avatar": null});
        let ready = json!({
            "v": 10, "user": bot, "guilds": [], "application": {"id": "1", "flags": 0},
            "session_id": "s1", "resume_gateway_url": url,
        });
        send_frame(&mut socket, &event("READY", 1, &ready)).await;
        assert_eq!(next_frame(&mut self.client).await["t"], "READY");
        socket
    }
}

/// Returns the frame of an event with this sequence number.
fn event(name: &str, number: u64, data: &Value) -> Value {
    json!({"op": 0, "t": name, "s": number, "d": data})
}

async fn send_frame<S>(socket: &mut WebSocketStream<S>, frame: &Value)
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    socket.send(Message::text(frame.to_string())).await.unwrap();
}

/// Returns the next frame, or null for a close frame.
async fn next_frame<S>(socket: &mut WebSocketStream<S>) -> Value
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin,
{
    match timeout(SOON, socket.next()).await.unwrap() {
        Some(Ok(Message::Text(text))) => serde_json::from_str(&text).unwrap(),
        _ => Value::Null,
    }
}

/// Closes a connection with this close code, and waits until the other side has received it.
async fn close(mut socket: WebSocketStream<TcpStream>, code: Option<u16>) {
    let goodbye = code.map(|code| CloseFrame { code: code.into(), reason: "".into() });
    socket.close(goodbye).await.unwrap();
    // Wait until the other side has received it.
    let _ = timeout(SOON, socket.next()).await;
}

#[tokio::test]
async fn silent_connection_is_given_up() {
    let mut harness = GatewayHarness::start(short_timings()).await;
    let mut silent = Vec::new();
    while silent.len() < 3 {
        tokio::select! {
            accepted = timeout(SOON, harness.discord.accept()) => {
                silent.push(accepted.unwrap().unwrap());
            }
            request = harness.rest.accept() => drop(request),
        }
        // Meanwhile, the client's heartbeats are answered.
        send_frame(&mut harness.client, &json!({"op": 1, "d": null})).await;
        assert_eq!(next_frame(&mut harness.client).await["op"], 11);
        assert!(!harness.liveness.are_all_shards_up());
    }
    harness.become_ready().await;
    assert!(harness.liveness.are_all_shards_up());
}

#[tokio::test]
async fn dead_connection_is_resumed_without_losing_events() {
    let mut harness = GatewayHarness::start(short_timings()).await;
    let mut socket = harness.become_ready().await;
    send_frame(&mut socket, &event("GUILD_CREATE", 2, &json!({}))).await;
    assert_eq!(next_frame(&mut harness.client).await["s"], 2);
    // The test answers no heartbeat, but keeps the connection open.
    let (mut resumed, first_frame) = harness.accept_identified().await;
    let resume = json!({"token": "a.b.c", "session_id": "s1", "seq": 2});
    assert_eq!(first_frame, json!({"op": 6, "d": resume}));
    send_frame(&mut resumed, &event("GUILD_CREATE", 3, &json!({}))).await;
    send_frame(&mut resumed, &event("RESUMED", 4, &json!({}))).await;
    assert_eq!(next_frame(&mut harness.client).await["s"], 3);
    assert_eq!(next_frame(&mut harness.client).await["t"], "RESUMED");
    drop(socket);
}

#[tokio::test]
async fn session_is_resumed_where_discord_allows_it() {
    for (code, op) in
        [(None, 6), (Some(1000), 6), (Some(4000), 6), (Some(4003), 2), (Some(4009), 2)]
    {
        let mut harness = GatewayHarness::start(short_timings()).await;
        close(harness.become_ready().await, code).await;
        let (_, first_frame) = harness.accept_identified().await;
        assert_eq!(first_frame["op"], op, "{code:?}");
    }
    for (frame, op) in [
        (json!({"op": 7, "d": null}), 6),
        (json!({"op": 9, "d": true}), 6),
        (json!({"op": 9, "d": false}), 2),
    ] {
        let mut harness = GatewayHarness::start(short_timings()).await;
        let mut socket = harness.become_ready().await;
        send_frame(&mut socket, &frame).await;
        let (_, first_frame) = harness.accept_identified().await;
        assert_eq!(first_frame["op"], op, "{frame}");
    }
}

#[tokio::test]
async fn gateway_ends_with_a_reason_after_a_fatal_close() {
    for (code, word) in [(4004, "token"), (4010, "shard"), (4011, "shard"), (4014, "4014")] {
        let mut harness = GatewayHarness::start(short_timings()).await;
        close(harness.become_ready().await, Some(code)).await;
        let outcome = timeout(SOON, harness.running).await.unwrap().unwrap();
        let message = outcome.unwrap_err().to_string();
        assert!(message.contains(word), "{code}: {message}");
    }
}

#[tokio::test]
async fn repeated_closes_slow_down_reconnecting() {
    let mut harness = GatewayHarness::start(GatewayTimings::default()).await;
    close(harness.become_ready().await, Some(4000)).await;
    let mut connections = 0;
    let _ = timeout(Duration::from_secs(2), async {
        loop {
            let (mut socket, _) = harness.accept_identified().await;
            connections += 1;
            send_frame(&mut socket, &event("RESUMED", 2, &json!({}))).await;
            close(socket, None).await;
        }
    })
    .await;
    assert!((1..=3).contains(&connections), "{connections} connections in 2 seconds");
}

#[tokio::test]
async fn client_without_the_secret_is_refused() {
    let harness = GatewayHarness::start(short_timings()).await;
    let (base, secret) = harness.address.rsplit_once('/').unwrap();
    assert!(base.starts_with("ws://127.0.0.1:") && secret.len() == 32, "{}", harness.address);
    for wrong in ["", "?v=10", &"0".repeat(32)] {
        let refused = connect_async(format!("{base}/{wrong}")).await.unwrap_err().to_string();
        assert!(refused.contains("404"), "{refused}");
    }
}

/// serenity drops a connection only after it has made the next one.
#[tokio::test]
async fn returning_client_goes_on_with_the_session() {
    let mut harness = GatewayHarness::start(short_timings()).await;
    let mut socket = harness.become_ready().await;
    send_frame(&mut socket, &event("GUILD_CREATE", 2, &json!({"id": "5"}))).await;
    assert_eq!(next_frame(&mut harness.client).await["s"], 2);
    let (next, _) = connect_async(format!("{}?v=10", harness.address)).await.unwrap();
    drop(std::mem::replace(&mut harness.client, next));
    assert_eq!(next_frame(&mut harness.client).await["op"], 10);
    let identify_data = json!({"token": "a.b.c", "intents": 1});
    send_frame(&mut harness.client, &json!({"op": 2, "d": identify_data})).await;
    let (mut resumed, first_frame) = harness.accept_identified().await;
    let resume = json!({"token": "a.b.c", "session_id": "s1", "seq": 2});
    assert_eq!(first_frame, json!({"op": 6, "d": resume}));
    // The client is new, so it is greeted before it receives what it has missed.
    send_frame(&mut resumed, &event("GUILD_CREATE", 3, &json!({"id": "6"}))).await;
    let ready = next_frame(&mut harness.client).await;
    let guilds = json!([{"id": "5", "unavailable": true}, {"id": "6", "unavailable": true}]);
    assert_eq!((&ready["t"], &ready["d"]["guilds"]), (&json!("READY"), &guilds));
    assert_eq!(next_frame(&mut harness.client).await["t"], "GUILD_CREATE");
    drop(socket);
}

#[tokio::test]
async fn close_of_the_client_keeps_the_session() {
    let mut harness = GatewayHarness::start(short_timings()).await;
    let mut socket = harness.become_ready().await;
    let goodbye = |code: u16| CloseFrame { code: code.into(), reason: "".into() };
    harness.client.close(Some(goodbye(1000))).await.unwrap();
    let last = timeout(SOON, async {
        loop {
            match socket.next().await {
                Some(Ok(Message::Text(_))) => {}
                other => break other,
            }
        }
    });
    assert_eq!(last.await.unwrap().unwrap().unwrap(), Message::Close(Some(goodbye(4000))));
}

/// Accepts requests until one is a response to an interaction, answers that with 204 and returns
/// its text. Other requests lose their connection.
async fn accept_interaction_response(rest: &TcpListener) -> String {
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
async fn unreadable_interaction_is_answered_with_an_error() {
    let mut harness = GatewayHarness::start(short_timings()).await;
    let mut socket = harness.become_ready().await;
    let unreadable = json!({"id": "7", "token": "tok", "type": 2, "data": "from another time"});
    send_frame(&mut socket, &event("INTERACTION_CREATE", 2, &unreadable)).await;
    let request = accept_interaction_response(&harness.rest).await;
    assert!(request.starts_with("POST /api/v10/interactions/7/tok/callback"), "{request}");
    assert!(request.contains(&crate::interaction_replies::format_internal_error()), "{request}");
    // serenity does not receive it, but does receive what follows.
    send_frame(&mut socket, &event("GUILD_CREATE", 3, &json!({}))).await;
    assert_eq!(next_frame(&mut harness.client).await["s"], 2);
    assert!(timeout(QUIET, harness.client.next()).await.is_err());
}

/// The built-in TLS works: it sends a handshake, and refuses a server that does not speak TLS.
#[tokio::test]
async fn wss_address_uses_tls() {
    let plain = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("wss://{}", plain.local_addr().unwrap());
    let (opened, ()) = tokio::join!(connection::GatewayConnection::connect(&url, SOON), async {
        let (mut stream, _) = plain.accept().await.unwrap();
        let mut hello = [0; 3];
        stream.read_exact(&mut hello).await.unwrap();
        assert_eq!(hello[..2], [22, 3], "a TLS handshake");
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.unwrap();
    });
    let error = opened.err().unwrap().to_string();
    assert!(error.contains("no connection to Discord"), "{error}");
}
