//! The gateway: a websocket over which the bot identifies itself and is told of events.
//!
//! A session outlives its connection: events for a lost bot are kept until it resumes.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedSender};

use super::payloads;
use super::snowflake::Snowflake;
use super::state::{DiscordState, SharedState};
use super::violations::ViolationKind;

const HEARTBEAT_INTERVAL_MS: u64 = 41_250;
/// Events kept for a bot that may resume.
const MAX_BUFFERED_EVENTS: usize = 1_000;
const MAX_FRAMES_PER_MINUTE: usize = 120;
const MAX_FRAME_BYTES: usize = 4_096;

const GUILDS_INTENT: u64 = 1 << 0;
const GUILD_MESSAGES_INTENT: u64 = 1 << 9;
const DIRECT_MESSAGES_INTENT: u64 = 1 << 12;
/// Members, presences and message contents must be allowed by Discord first.
const PRIVILEGED_INTENTS: u64 = 1 << 1 | 1 << 8 | 1 << 15;

/// What goes to the bot, or happens to its connection.
enum OutgoingFrame {
    Text(String),
    Close(u16),
    /// The connection breaks without a word.
    DropConnection,
}

/// The time in which one shard of a row identifies:
/// <https://discord.com/developers/docs/events/gateway#sharding-max-concurrency>.
const IDENTIFY_INTERVAL: Duration = Duration::from_secs(5);

/// Into how many shards the bot must be divided, and how they take turns.
#[derive(Clone, Debug)]
pub(crate) struct ShardingLimits {
    pub min_shards: u64,
    /// How many may identify at once. None: whoever comes, so that tests are quick.
    pub concurrency_limit: Option<u64>,
    last_identified: BTreeMap<u64, Instant>,
}

impl Default for ShardingLimits {
    fn default() -> Self {
        Self { min_shards: 1, concurrency_limit: None, last_identified: BTreeMap::new() }
    }
}

impl ShardingLimits {
    pub fn max_concurrency(&self) -> u64 {
        self.concurrency_limit.unwrap_or(self.min_shards)
    }

    fn record_identify_if_allowed(&mut self, shard: u64) -> bool {
        let Some(rows) = self.concurrency_limit else { return true };
        let last = self.last_identified.insert(shard % rows, Instant::now());
        last.is_none_or(|last| last.elapsed() >= IDENTIFY_INTERVAL)
    }
}

/// All sessions of the bot.
#[derive(Default)]
pub(crate) struct GatewaySessions {
    sessions: Vec<GatewaySession>,
    last_connection_id: u64,
}

struct GatewaySession {
    id: String,
    intents: u64,
    shard: (u64, u64),
    sequence: u64,
    sent_events: VecDeque<(u64, String)>,
    connection: Option<SessionConnection>,
}

/// A connection, seen from the side of the events.
#[derive(Clone)]
struct SessionConnection {
    id: u64,
    frame_sender: UnboundedSender<OutgoingFrame>,
}

impl SessionConnection {
    fn send(&self, frame: OutgoingFrame) {
        // A connection that has just broken takes nothing; the session keeps its events.
        let _ = self.frame_sender.send(frame);
    }
}

impl GatewaySession {
    fn receives_guild(&self, guild: Option<Snowflake>) -> bool {
        let (shard, shards) = self.shard;
        guild.map_or(0, |guild| (guild.0 >> 22) % shards) == shard
    }

    fn send_event(&mut self, event: &str, data: &Value) {
        self.sequence += 1;
        let frame = json!({"op": 0, "t": event, "s": self.sequence, "d": data}).to_string();
        if let Some(line) = &self.connection {
            line.send(OutgoingFrame::Text(frame.clone()));
        }
        self.sent_events.push_back((self.sequence, frame));
        if self.sent_events.len() > MAX_BUFFERED_EVENTS {
            self.sent_events.pop_front();
        }
    }
}

impl GatewaySessions {
    pub fn is_connection_open(&self, connection_id: u64) -> bool {
        self.connections().any(|line| line.id == connection_id)
    }

    fn connections(&self) -> impl Iterator<Item = &SessionConnection> {
        self.sessions.iter().filter_map(|session| session.connection.as_ref())
    }

    /// Is the bot there now?
    pub fn is_connected(&self) -> bool {
        self.connections().next().is_some()
    }

    /// Is it there with so many shards?
    pub fn has_all_shards(&self, shards: u64) -> bool {
        self.connections().count() as u64 >= shards
    }

    /// Is this shard there now?
    pub fn is_shard_connected(&self, number: u64) -> bool {
        self.sessions
            .iter()
            .any(|session| session.shard.0 == number && session.connection.is_some())
    }

    /// Could anybody get an event, now or by resuming?
    pub fn can_reach_guild(&self, guild: Option<Snowflake>) -> bool {
        self.sessions.iter().any(|session| session.receives_guild(guild))
    }

    pub fn wants_message_events(&self) -> bool {
        let wanted = GUILD_MESSAGES_INTENT | DIRECT_MESSAGES_INTENT;
        self.sessions.iter().any(|session| session.intents & wanted != 0)
    }

    /// Breaks all connections without a word.
    pub fn drop_connections(&self) {
        self.connections().for_each(|line| line.send(OutgoingFrame::DropConnection));
    }

    pub fn close_connections(&self, code: u16) {
        self.connections().for_each(|line| line.send(OutgoingFrame::Close(code)));
    }

    /// Op 7: asks the bot to reconnect and resume.
    pub fn send_reconnect(&self) {
        let frame = json!({"op": 7, "d": null}).to_string();
        self.connections().for_each(|line| line.send(OutgoingFrame::Text(frame.clone())));
    }

    /// Op 9: the sessions are over, and so are their events.
    pub fn invalidate_all(&mut self) {
        let frame = json!({"op": 9, "d": false}).to_string();
        self.connections().for_each(|line| line.send(OutgoingFrame::Text(frame.clone())));
        self.sessions.clear();
    }

    /// Forgets the sessions of lost bots.
    pub fn remove_disconnected(&mut self) {
        self.sessions.retain(|session| session.connection.is_some());
    }

    fn session_on(&mut self, connection_id: u64) -> Option<&mut GatewaySession> {
        self.sessions
            .iter_mut()
            .find(|s| s.connection.as_ref().is_some_and(|line| line.id == connection_id))
    }

    fn close_session_connection(&mut self, connection_id: u64, is_session_over: bool) {
        if is_session_over {
            self.sessions
                .retain(|s| s.connection.as_ref().is_none_or(|line| line.id != connection_id));
        } else if let Some(session) = self.session_on(connection_id) {
            session.connection = None;
        }
    }
}

/// Sends an event to the sessions that it concerns and gives the connection of the last. An
/// interaction goes to one session only.
pub(crate) fn dispatch_event(
    state: &mut DiscordState,
    guild: Option<Snowflake>,
    event: &str,
    data: &Value,
) -> Option<u64> {
    let needed = match event {
        "INTERACTION_CREATE" => 0,
        "MESSAGE_CREATE" | "MESSAGE_UPDATE" | "MESSAGE_DELETE" if guild.is_some() => {
            GUILD_MESSAGES_INTENT
        }
        "MESSAGE_CREATE" | "MESSAGE_UPDATE" | "MESSAGE_DELETE" => DIRECT_MESSAGES_INTENT,
        _ => GUILDS_INTENT,
    };
    let wants = |session: &&mut GatewaySession| {
        session.receives_guild(guild) && session.intents & needed == needed
    };
    let mut sessions: Vec<&mut GatewaySession> =
        state.sessions.sessions.iter_mut().filter(wants).collect();
    if event == "INTERACTION_CREATE" {
        sessions.sort_by_key(|session| session.connection.is_none());
        sessions.truncate(1);
    }
    let mut connection = None;
    for session in sessions {
        session.send_event(event, data);
        connection = session.connection.as_ref().map(|line| line.id);
    }
    connection
}

/// Serves one connection to its end.
pub(crate) async fn serve_connection(shared: Arc<SharedState>, mut socket: WebSocket) {
    let (frames, mut outgoing) = mpsc::unbounded_channel();
    let connection = {
        let mut state = shared.lock();
        state.sessions.last_connection_id += 1;
        state.sessions.last_connection_id
    };
    let line = SessionConnection { id: connection, frame_sender: frames };
    let hello = json!({"op": 10, "d": {"heartbeat_interval": HEARTBEAT_INTERVAL_MS}});
    line.send(OutgoingFrame::Text(hello.to_string()));
    let mut arrivals = VecDeque::new();
    let mut is_over = false;
    loop {
        tokio::select! {
            frame = outgoing.recv() => match frame {
                Some(OutgoingFrame::Text(text)) => {
                    if socket.send(Message::Text(text.into())).await.is_err() {
                        break;
                    }
                }
                Some(OutgoingFrame::Close(code)) => {
                    let frame = CloseFrame { code, reason: "".into() };
                    let _ = socket.send(Message::Close(Some(frame))).await;
                    break;
                }
                Some(OutgoingFrame::DropConnection) | None => break,
            },
            incoming = socket.recv() => match incoming {
                Some(Ok(Message::Text(text))) => {
                    shared.change_and_notify(|state| handle_frame(state, &line, &text, &mut arrivals));
                }
                Some(Ok(Message::Close(frame))) => {
                    is_over = frame.is_some_and(|frame| matches!(frame.code, 1000 | 1001));
                    break;
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break,
            },
        }
    }
    shared.change_and_notify(|state| state.sessions.close_session_connection(connection, is_over));
}

/// Discord's close code for who gives a wrong token.
const INVALID_TOKEN_CODE: u16 = 4004;

/// Takes a frame of the bot. What Discord closes a connection for is a fault.
fn handle_frame(
    state: &mut DiscordState,
    connection: &SessionConnection,
    text: &str,
    recent_frames_ms: &mut VecDeque<i64>,
) {
    let now = state.now_ms();
    recent_frames_ms.push_back(now);
    recent_frames_ms.retain(|&at| now - at < 60_000);
    let frame: Value = serde_json::from_str(text).unwrap_or(Value::Null);
    let refused = if text.len() > MAX_FRAME_BYTES {
        Some((4002, "a frame of more than 4096 bytes"))
    } else if recent_frames_ms.len() > MAX_FRAMES_PER_MINUTE {
        Some((4008, "more than 120 frames in a minute"))
    } else {
        apply_frame(state, connection, &frame).err()
    };
    if let Some((code, why)) = refused {
        if code == INVALID_TOKEN_CODE {
            state.unauthorized_requests += 1;
        } else {
            state.record_violation(ViolationKind::BadFrame, format!("gateway: {why} ({code})"));
        }
        connection.send(OutgoingFrame::Close(code));
    }
}

fn apply_frame(
    state: &mut DiscordState,
    connection: &SessionConnection,
    frame: &Value,
) -> Result<(), (u16, &'static str)> {
    let data = &frame["d"];
    let is_known = state.sessions.session_on(connection.id).is_some();
    match frame["op"].as_u64() {
        Some(1) => connection.send(OutgoingFrame::Text(json!({"op": 11}).to_string())),
        Some(2) if is_known => return Err((4005, "a second IDENTIFY")),
        Some(2) => handle_identify(state, connection, data)?,
        Some(6) if is_known => return Err((4005, "RESUME after IDENTIFY")),
        Some(6) => handle_resume(state, connection, data)?,
        Some(3 | 4 | 8) if is_known => {}
        Some(3 | 4 | 8) => return Err((4003, "a frame before IDENTIFY")),
        Some(_) => return Err((4001, "an unknown opcode")),
        None => return Err((4002, "a frame that is no JSON with an opcode")),
    }
    Ok(())
}

/// Discord takes the token with and without `Bot ` before it.
fn check_token(state: &DiscordState, data: &Value) -> Result<(), (u16, &'static str)> {
    let token = data["token"].as_str().unwrap_or("");
    if token.trim_start_matches("Bot ") == state.token {
        Ok(())
    } else {
        Err((INVALID_TOKEN_CODE, "a wrong token"))
    }
}

fn handle_identify(
    state: &mut DiscordState,
    connection: &SessionConnection,
    data: &Value,
) -> Result<(), (u16, &'static str)> {
    check_token(state, data)?;
    let intents = data["intents"].as_u64().ok_or((4013, "no intents"))?;
    if intents & PRIVILEGED_INTENTS != 0 {
        return Err((4014, "privileged intents"));
    }
    if !data["properties"].is_object() {
        return Err((4002, "IDENTIFY without properties"));
    }
    let shard = |at: usize| data["shard"][at].as_u64();
    let shard = (shard(0).unwrap_or(0), shard(1).unwrap_or(1));
    if shard.0 >= shard.1 {
        return Err((4010, "a shard that does not exist"));
    }
    if shard.1 < state.sharding.min_shards {
        return Err((4011, "fewer shards than the bot needs"));
    }
    if !state.sharding.record_identify_if_allowed(shard.0) {
        state.record_violation(ViolationKind::BadFrame, "gateway: IDENTIFY out of turn");
        connection.send(OutgoingFrame::Text(json!({"op": 9, "d": false}).to_string()));
        return Ok(());
    }
    let name = format!("session-{:016x}", rand::random::<u64>());
    let mut session = GatewaySession {
        id: name.clone(),
        intents,
        shard,
        sequence: 0,
        sent_events: VecDeque::new(),
        connection: Some(connection.clone()),
    };
    let own = |guild: &Snowflake| session.receives_guild(Some(*guild));
    let guilds: Vec<Snowflake> = state.bot_guilds().map(|guild| guild.id).filter(own).collect();
    let ready = json!({
        "v": 10,
        "user": payloads::user_json_by_id(state, state.bot_id),
        "guilds": guilds
            .iter()
            .map(|id| json!({"id": id, "unavailable": true}))
            .collect::<Vec<_>>(),
        "session_id": name,
        "resume_gateway_url": gateway_url(state),
        "session_type": "normal",
        "shard": [shard.0, shard.1],
        "application": {"id": state.bot_id, "flags": 0},
    });
    session.send_event("READY", &ready);
    if intents & GUILDS_INTENT != 0 {
        for guild in guilds.iter().filter_map(|id| state.guilds.get(id)) {
            session.send_event("GUILD_CREATE", &payloads::guild_create_json(state, guild));
        }
    }
    // A bot that identifies anew does not come back for its lost session.
    state.sessions.sessions.retain(|old| old.connection.is_some() || old.shard != shard);
    state.sessions.sessions.push(session);
    Ok(())
}

fn handle_resume(
    state: &mut DiscordState,
    connection: &SessionConnection,
    data: &Value,
) -> Result<(), (u16, &'static str)> {
    check_token(state, data)?;
    let seen = data["seq"].as_u64().unwrap_or(0);
    let session = state.sessions.sessions.iter_mut().find(|s| data["session_id"] == s.id.as_str());
    let Some(session) = session else {
        connection.send(OutgoingFrame::Text(json!({"op": 9, "d": false}).to_string()));
        return Ok(());
    };
    if let Some(old) = session.connection.replace(connection.clone()) {
        old.send(OutgoingFrame::DropConnection);
    }
    for (_, frame) in session.sent_events.iter().filter(|(sequence, _)| *sequence > seen) {
        connection.send(OutgoingFrame::Text(frame.clone()));
    }
    session.send_event("RESUMED", &json!({}));
    Ok(())
}

/// Where bots connect.
pub(crate) fn gateway_url(state: &DiscordState) -> String {
    format!("{}/gateway/", state.base_url.replacen("http", "ws", 1))
}
