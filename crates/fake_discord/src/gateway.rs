//! The gateway: a websocket over which the bot identifies itself and receives events.
//!
//! A session outlives its connection: its events are kept until the bot resumes.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedReceiver, UnboundedSender};
use zstd::stream::raw::{Encoder, InBuffer, Operation as _, OutBuffer};

use super::payloads;
use super::snowflake::Snowflake;
use super::state::{DiscordState, SharedState};
use super::violations::ViolationKind;

/// The opcodes of frames: <https://discord.com/developers/docs/topics/opcodes-and-status-codes>.
mod opcode {
    pub const DISPATCH: u64 = 0;
    pub const HEARTBEAT: u64 = 1;
    pub const IDENTIFY: u64 = 2;
    pub const PRESENCE_UPDATE: u64 = 3;
    pub const VOICE_STATE_UPDATE: u64 = 4;
    pub const RESUME: u64 = 6;
    pub const RECONNECT: u64 = 7;
    pub const REQUEST_GUILD_MEMBERS: u64 = 8;
    pub const INVALID_SESSION: u64 = 9;
    pub const HELLO: u64 = 10;
    pub const HEARTBEAT_ACK: u64 = 11;
}

const HEARTBEAT_INTERVAL_MS: u64 = 41_250;
/// How many events a session keeps for a bot that may resume.
const MAX_BUFFERED_EVENTS: usize = 1_000;
const MAX_FRAMES_PER_MINUTE: usize = 120;
const MAX_FRAME_BYTES: usize = 4_096;

const GUILDS_INTENT: u64 = 1 << 0;
const GUILD_MESSAGES_INTENT: u64 = 1 << 9;
const DIRECT_MESSAGES_INTENT: u64 = 1 << 12;
/// The intents of members, presences and message contents, which need Discord's approval.
const PRIVILEGED_INTENTS: u64 = 1 << 1 | 1 << 8 | 1 << 15;

/// A frame to the bot, or the end of its connection.
enum OutgoingFrame {
    Text(String),
    Close(u16),
    /// The connection breaks without a close frame.
    DropConnection,
}

/// How long only one shard of a `max_concurrency` bucket may identify:
/// <https://discord.com/developers/docs/events/gateway#sharding-max-concurrency>.
const IDENTIFY_INTERVAL: Duration = Duration::from_secs(5);

/// How many shards the bot must have, and how many may identify at once.
#[derive(Clone, Debug)]
pub(crate) struct ShardingLimits {
    pub min_shards: u64,
    /// How many shards may identify at once. `None` sets no limit, so that tests are quick.
    pub concurrency_limit: Option<u64>,
    /// When a shard of each bucket last identified.
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

    /// Records that a shard identifies. Returns whether it may: no other shard of its bucket has
    /// identified within [`IDENTIFY_INTERVAL`].
    fn record_and_check_identify(&mut self, shard: u64) -> bool {
        let Some(bucket_count) = self.concurrency_limit else { return true };
        let previous = self.last_identified.insert(shard % bucket_count, Instant::now());
        previous.is_none_or(|previous| previous.elapsed() >= IDENTIFY_INTERVAL)
    }
}

#[derive(Default)]
pub(crate) struct GatewaySessions {
    sessions: Vec<GatewaySession>,
    last_connection_id: u64,
}

struct GatewaySession {
    id: String,
    intents: u64,
    /// The number of the shard, and how many shards there are.
    shard: (u64, u64),
    /// The sequence number of the last event.
    sequence: u64,
    /// The last events, with their sequence numbers.
    sent_events: VecDeque<(u64, String)>,
    connection: Option<SessionConnection>,
}

/// The sending side of a connection.
#[derive(Clone)]
struct SessionConnection {
    id: u64,
    frame_sender: UnboundedSender<OutgoingFrame>,
}

impl SessionConnection {
    fn send(&self, frame: OutgoingFrame) {
        // Sending fails if the connection has just broken; the session keeps its events.
        let _ = self.frame_sender.send(frame);
    }
}

impl GatewaySession {
    fn is_on_connection(&self, connection_id: u64) -> bool {
        self.connection.as_ref().is_some_and(|connection| connection.id == connection_id)
    }

    /// Returns whether the session gets events of a guild, or of direct messages (`None`).
    fn receives_guild(&self, guild: Option<Snowflake>) -> bool {
        let (shard_number, shard_count) = self.shard;
        let receiving_shard = match guild {
            // Discord's formula: the time in the id, which stands above its low 22 bits.
            Some(guild) => (guild.0 >> 22) % shard_count,
            // Direct messages go to shard 0.
            None => 0,
        };
        receiving_shard == shard_number
    }

    /// Sends an event, if the bot is connected, and keeps it for a bot that resumes the session.
    fn send_and_buffer_event(&mut self, event: &str, data: &Value) {
        self.sequence += 1;
        let frame = json!({"op": opcode::DISPATCH, "t": event, "s": self.sequence, "d": data});
        let frame = frame.to_string();
        if let Some(connection) = &self.connection {
            connection.send(OutgoingFrame::Text(frame.clone()));
        }
        self.sent_events.push_back((self.sequence, frame));
        if self.sent_events.len() > MAX_BUFFERED_EVENTS {
            self.sent_events.pop_front();
        }
    }
}

impl GatewaySessions {
    pub fn is_connection_open(&self, connection_id: u64) -> bool {
        self.connections().any(|connection| connection.id == connection_id)
    }

    fn connections(&self) -> impl Iterator<Item = &SessionConnection> {
        self.sessions.iter().filter_map(|session| session.connection.as_ref())
    }

    /// Returns whether any shard of the bot is connected.
    pub fn is_connected(&self) -> bool {
        self.connections().next().is_some()
    }

    /// Returns whether at least this many shards are connected.
    pub fn has_connected_shards(&self, min_count: u64) -> bool {
        self.connections().count() as u64 >= min_count
    }

    pub fn is_shard_connected(&self, number: u64) -> bool {
        self.sessions
            .iter()
            .any(|session| session.shard.0 == number && session.connection.is_some())
    }

    /// Returns whether a session would get a guild's events, now or after it resumes.
    pub fn can_reach_guild(&self, guild: Option<Snowflake>) -> bool {
        self.sessions.iter().any(|session| session.receives_guild(guild))
    }

    /// Returns whether a session of the bot has asked for events of messages.
    pub fn wants_message_events(&self) -> bool {
        let wanted = GUILD_MESSAGES_INTENT | DIRECT_MESSAGES_INTENT;
        self.sessions.iter().any(|session| session.intents & wanted != 0)
    }

    /// Breaks all connections without close frames.
    pub fn drop_connections(&self) {
        self.connections().for_each(|connection| connection.send(OutgoingFrame::DropConnection));
    }

    pub fn close_connections(&self, code: u16) {
        self.connections().for_each(|connection| connection.send(OutgoingFrame::Close(code)));
    }

    /// Sends op 7 on all connections, which asks the bot to reconnect and resume.
    pub fn send_reconnect(&self) {
        self.send_to_all(&json!({"op": opcode::RECONNECT, "d": null}));
    }

    /// Sends op 9 on all connections, and deletes all sessions with their events.
    pub fn invalidate_all(&mut self) {
        self.send_to_all(&invalid_session_json());
        self.sessions.clear();
    }

    fn send_to_all(&self, frame: &Value) {
        for connection in self.connections() {
            connection.send(OutgoingFrame::Text(frame.to_string()));
        }
    }

    /// Deletes the sessions without a connection.
    pub fn remove_disconnected(&mut self) {
        self.sessions.retain(|session| session.connection.is_some());
    }

    fn session_on(&mut self, connection_id: u64) -> Option<&mut GatewaySession> {
        self.sessions.iter_mut().find(|session| session.is_on_connection(connection_id))
    }

    /// Records that a connection is closed. Deletes its session if that is over as well.
    fn close_session_connection(&mut self, connection_id: u64, is_session_over: bool) {
        if is_session_over {
            self.sessions.retain(|session| !session.is_on_connection(connection_id));
        } else if let Some(session) = self.session_on(connection_id) {
            session.connection = None;
        }
    }
}

/// Returns the frame of a session that is over and cannot be resumed.
fn invalid_session_json() -> Value {
    json!({"op": opcode::INVALID_SESSION, "d": false})
}

/// Sends an event to all sessions with the guild's shard and the needed intent.
pub(crate) fn send_event_to_intended_sessions(
    state: &mut DiscordState,
    guild: Option<Snowflake>,
    event: &str,
    data: &Value,
) {
    let needed_intent = match event {
        "MESSAGE_CREATE" | "MESSAGE_UPDATE" | "MESSAGE_DELETE" if guild.is_some() => {
            GUILD_MESSAGES_INTENT
        }
        "MESSAGE_CREATE" | "MESSAGE_UPDATE" | "MESSAGE_DELETE" => DIRECT_MESSAGES_INTENT,
        _ => GUILDS_INTENT,
    };
    for session in &mut state.sessions.sessions {
        if session.receives_guild(guild) && session.intents & needed_intent == needed_intent {
            session.send_and_buffer_event(event, data);
        }
    }
}

/// Sends an interaction to one session with the guild's shard, if possible to a connected one.
/// Returns the id of its connection; `None` if it is not connected, or there is no such session.
pub(crate) fn send_interaction_and_get_open_connection(
    state: &mut DiscordState,
    guild: Option<Snowflake>,
    data: &Value,
) -> Option<u64> {
    let sessions = state.sessions.sessions.iter_mut();
    let receivers = sessions.filter(|session| session.receives_guild(guild));
    let session = receivers.min_by_key(|session| session.connection.is_none())?;
    session.send_and_buffer_event("INTERACTION_CREATE", data);
    session.connection.as_ref().map(|connection| connection.id)
}

/// Compresses the frames of one connection, as Discord does with `compress=zstd-stream`: one
/// stream, flushed after each frame.
struct FrameCompressor {
    encoder: Encoder<'static>,
}

impl FrameCompressor {
    fn new() -> io::Result<Self> {
        Ok(Self { encoder: Encoder::new(zstd::DEFAULT_COMPRESSION_LEVEL)? })
    }

    /// Compresses a frame. All frames of a connection are one compressed stream.
    fn compress(&mut self, text: &str) -> io::Result<Message> {
        let mut buffer = vec![0; zstd::zstd_safe::compress_bound(text.len()) + FLUSH_BYTES];
        let mut output = OutBuffer::around(&mut buffer[..]);
        let mut input = InBuffer::around(text.as_bytes());
        while input.pos() < text.len() {
            self.encoder.run(&mut input, &mut output)?;
        }
        if self.encoder.flush(&mut output)? > 0 {
            return Err(io::Error::other("a frame does not fit its buffer"));
        }
        Ok(Message::Binary(output.as_slice().to_vec().into()))
    }
}

/// Room for the headers of a stream and of a flush, in bytes.
const FLUSH_BYTES: usize = 1 << 10;

/// How the bot wants its frames.
#[derive(Deserialize)]
pub(crate) struct ConnectionOptions {
    compress: Option<String>,
}

impl ConnectionOptions {
    /// Returns the compressor for a connection; `None` if frames are sent as text.
    ///
    /// # Errors
    /// The bot asks for a compression that is not known here, or there is no memory for it.
    fn build_compressor(&self) -> io::Result<Option<FrameCompressor>> {
        match self.compress.as_deref() {
            None => Ok(None),
            Some("zstd-stream") => FrameCompressor::new().map(Some),
            Some(other) => Err(io::Error::other(format!("unknown compression {other}"))),
        }
    }
}

/// Serves a connection until it ends.
pub(crate) async fn serve_connection(
    shared: Arc<SharedState>,
    mut socket: WebSocket,
    options: ConnectionOptions,
) {
    let compressor = match options.build_compressor() {
        Ok(compressor) => compressor,
        Err(error) => {
            shared.change_and_notify(|state| {
                state.record_violation(ViolationKind::BadFrame, format!("gateway: {error}"));
            });
            return;
        }
    };
    let (frame_sender, outgoing_frames) = mpsc::unbounded_channel();
    let connection_id = {
        let mut state = shared.lock();
        state.sessions.last_connection_id += 1;
        state.sessions.last_connection_id
    };
    let connection = SessionConnection { id: connection_id, frame_sender };
    let hello = json!({"op": opcode::HELLO, "d": {"heartbeat_interval": HEARTBEAT_INTERVAL_MS}});
    connection.send(OutgoingFrame::Text(hello.to_string()));
    let is_session_over = exchange_frames_and_check_if_session_over(
        &shared,
        &mut socket,
        compressor,
        &connection,
        outgoing_frames,
    )
    .await;
    shared.change_and_notify(|state| {
        state.sessions.close_session_connection(connection_id, is_session_over);
    });
}

/// Sends the outgoing frames to the bot and applies those that it sends, until the connection ends.
/// Returns whether the session ends with it; if not, the bot may resume.
async fn exchange_frames_and_check_if_session_over(
    shared: &SharedState,
    socket: &mut WebSocket,
    mut compressor: Option<FrameCompressor>,
    connection: &SessionConnection,
    mut outgoing_frames: UnboundedReceiver<OutgoingFrame>,
) -> bool {
    let mut recent_frames_ms = VecDeque::new();
    loop {
        tokio::select! {
            frame = outgoing_frames.recv() => {
                let frame = frame.unwrap_or(OutgoingFrame::DropConnection);
                if send_frame(socket, compressor.as_mut(), frame).await.is_break() {
                    return false;
                }
            }
            incoming = socket.recv() => match incoming {
                Some(Ok(Message::Text(text))) => {
                    let recent_frames_ms = &mut recent_frames_ms;
                    shared.change_and_notify(|state| {
                        apply_frame_or_close_connection(state, connection, &text, recent_frames_ms);
                    });
                }
                Some(Ok(Message::Close(frame))) => {
                    // With any other code than these two the bot may resume its session.
                    return frame.is_some_and(|frame| {
                        matches!(frame.code, NORMAL_CLOSURE_CODE | GOING_AWAY_CODE)
                    });
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return false,
            },
        }
    }
}

/// Sends a frame to the bot. Breaks if the connection is over.
async fn send_frame(
    socket: &mut WebSocket,
    compressor: Option<&mut FrameCompressor>,
    frame: OutgoingFrame,
) -> ControlFlow<()> {
    let text = match frame {
        OutgoingFrame::Text(text) => text,
        OutgoingFrame::Close(code) => {
            let frame = CloseFrame { code, reason: "".into() };
            let _ = socket.send(Message::Close(Some(frame))).await;
            return ControlFlow::Break(());
        }
        OutgoingFrame::DropConnection => return ControlFlow::Break(()),
    };
    let message = match compressor {
        Some(compressor) => compressor.compress(&text),
        None => Ok(Message::Text(text.into())),
    };
    let Ok(message) = message else { return ControlFlow::Break(()) };
    match socket.send(message).await {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}

/// The close codes with which a bot ends its session.
const NORMAL_CLOSURE_CODE: u16 = 1000;
const GOING_AWAY_CODE: u16 = 1001;
/// Discord's close code for a wrong token.
const INVALID_TOKEN_CODE: u16 = 4004;

/// Handles a frame of the bot. Closes the connection, and records a violation, where Discord would
/// close it.
fn apply_frame_or_close_connection(
    state: &mut DiscordState,
    connection: &SessionConnection,
    text: &str,
    recent_frames_ms: &mut VecDeque<i64>,
) {
    let now = state.now_ms();
    recent_frames_ms.push_back(now);
    recent_frames_ms.retain(|&received_ms| now - received_ms < 60_000);
    let frame: Value = serde_json::from_str(text).unwrap_or(Value::Null);
    let result = if text.len() > MAX_FRAME_BYTES {
        Err((4002, "a frame of more than 4096 bytes"))
    } else if recent_frames_ms.len() > MAX_FRAMES_PER_MINUTE {
        Err((4008, "more than 120 frames in a minute"))
    } else {
        apply_frame(state, connection, &frame)
    };
    if let Err((code, reason)) = result {
        if code == INVALID_TOKEN_CODE {
            state.unauthorized_request_count += 1;
        } else {
            state.record_violation(ViolationKind::BadFrame, format!("gateway: {reason} ({code})"));
        }
        connection.send(OutgoingFrame::Close(code));
    }
}

/// The code with which Discord closes a connection, and why, for the report of violations.
type CloseReason = (u16, &'static str);

/// Applies a frame by its opcode.
///
/// # Errors
/// Returns the close code and the reason if Discord would close the connection.
fn apply_frame(
    state: &mut DiscordState,
    connection: &SessionConnection,
    frame: &Value,
) -> Result<(), CloseReason> {
    let data = &frame["d"];
    let has_session = state.sessions.session_on(connection.id).is_some();
    let Some(opcode) = frame["op"].as_u64() else {
        return Err((4002, "a frame that is no JSON with an opcode"));
    };
    match opcode {
        opcode::HEARTBEAT => {
            let acknowledgement = json!({"op": opcode::HEARTBEAT_ACK});
            connection.send(OutgoingFrame::Text(acknowledgement.to_string()));
            Ok(())
        }
        opcode::IDENTIFY if has_session => Err((4005, "a second IDENTIFY")),
        opcode::IDENTIFY => identify_session_or_invalidate(state, connection, data),
        opcode::RESUME if has_session => Err((4005, "RESUME after IDENTIFY")),
        opcode::RESUME => resume_session_or_invalidate(state, connection, data),
        opcode::PRESENCE_UPDATE | opcode::VOICE_STATE_UPDATE | opcode::REQUEST_GUILD_MEMBERS => {
            if has_session {
                Ok(())
            } else {
                Err((4003, "a frame before IDENTIFY"))
            }
        }
        _ => Err((4001, "an unknown opcode")),
    }
}

/// Checks the token of a frame. Discord accepts it with and without `Bot ` before it.
fn check_token(state: &DiscordState, data: &Value) -> Result<(), CloseReason> {
    let token = data["token"].as_str().unwrap_or("");
    if token.trim_start_matches("Bot ") == state.token {
        Ok(())
    } else {
        Err((INVALID_TOKEN_CODE, "a wrong token"))
    }
}

/// What a client says of itself in IDENTIFY.
struct Identification {
    intents: u64,
    /// The number of the shard, and how many there are.
    shard: (u64, u64),
}

/// Checks and reads the data of IDENTIFY.
///
/// # Errors
/// Returns why Discord would close the connection.
fn read_identification(state: &DiscordState, data: &Value) -> Result<Identification, CloseReason> {
    check_token(state, data)?;
    let intents = data["intents"].as_u64().ok_or((4013, "no intents"))?;
    if intents & PRIVILEGED_INTENTS != 0 {
        return Err((4014, "privileged intents"));
    }
    if !data["properties"].is_object() {
        return Err((4002, "IDENTIFY without properties"));
    }
    let shard_number = data["shard"][0].as_u64().unwrap_or(0);
    let shard_count = data["shard"][1].as_u64().unwrap_or(1);
    if shard_number >= shard_count {
        return Err((4010, "a shard that does not exist"));
    }
    if shard_count < state.sharding.min_shards {
        return Err((4011, "fewer shards than the bot needs"));
    }
    Ok(Identification { intents, shard: (shard_number, shard_count) })
}

/// Creates a session for the bot, and sends READY and the guilds of its shard. A shard that
/// identifies too early gets a violation and op 9 instead.
fn identify_session_or_invalidate(
    state: &mut DiscordState,
    connection: &SessionConnection,
    data: &Value,
) -> Result<(), CloseReason> {
    let Identification { intents, shard } = read_identification(state, data)?;
    if !state.sharding.record_and_check_identify(shard.0) {
        state.record_violation(ViolationKind::BadFrame, "gateway: IDENTIFY out of turn");
        connection.send(OutgoingFrame::Text(invalid_session_json().to_string()));
        return Ok(());
    }
    let mut session = GatewaySession {
        id: format!("session-{:016x}", rand::random::<u64>()),
        intents,
        shard,
        sequence: 0,
        sent_events: VecDeque::new(),
        connection: Some(connection.clone()),
    };
    let receives = |guild: &Snowflake| session.receives_guild(Some(*guild));
    let guilds: Vec<Snowflake> =
        state.bot_guilds().map(|guild| guild.id).filter(receives).collect();
    let ready = ready_json(state, &session, &guilds);
    session.send_and_buffer_event("READY", &ready);
    if intents & GUILDS_INTENT != 0 {
        for guild in guilds.iter().filter_map(|id| state.guilds.get(id)) {
            session
                .send_and_buffer_event("GUILD_CREATE", &payloads::guild_create_json(state, guild));
        }
    }
    // A bot that identifies anew will not resume its lost session.
    state.sessions.sessions.retain(|old| old.connection.is_some() || old.shard != shard);
    state.sessions.sessions.push(session);
    Ok(())
}

/// Returns the data of READY for a new session, which lists the guilds of its shard as not yet
/// available.
fn ready_json(state: &DiscordState, session: &GatewaySession, guilds: &[Snowflake]) -> Value {
    let (shard_number, shard_count) = session.shard;
    let unavailable_guilds: Vec<Value> =
        guilds.iter().map(|id| json!({"id": id, "unavailable": true})).collect();
    json!({
        "v": 10,
        "user": payloads::user_json_by_id(state, state.bot_id),
        "guilds": unavailable_guilds,
        "session_id": session.id,
        "resume_gateway_url": gateway_url(state),
        "session_type": "normal",
        "shard": [shard_number, shard_count],
        "application": {"id": state.bot_id, "flags": 0},
    })
}

/// Attaches the connection to its session, and sends the events that the bot has missed. An unknown
/// session gets op 9.
fn resume_session_or_invalidate(
    state: &mut DiscordState,
    connection: &SessionConnection,
    data: &Value,
) -> Result<(), CloseReason> {
    check_token(state, data)?;
    let last_received = data["seq"].as_u64().unwrap_or(0);
    let mut sessions = state.sessions.sessions.iter_mut();
    let Some(session) = sessions.find(|session| data["session_id"] == session.id.as_str()) else {
        connection.send(OutgoingFrame::Text(invalid_session_json().to_string()));
        return Ok(());
    };
    if let Some(old_connection) = session.connection.replace(connection.clone()) {
        old_connection.send(OutgoingFrame::DropConnection);
    }
    for (sequence, frame) in &session.sent_events {
        if *sequence > last_received {
            connection.send(OutgoingFrame::Text(frame.clone()));
        }
    }
    session.send_and_buffer_event("RESUMED", &json!({}));
    Ok(())
}

/// Returns the address of the gateway.
pub(crate) fn gateway_url(state: &DiscordState) -> String {
    format!("{}/gateway/", state.base_url.replacen("http", "ws", 1))
}
