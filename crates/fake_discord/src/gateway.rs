//! The gateway: a websocket over which the bot identifies itself and is told of events.
//!
//! A session outlives its connection: events for a lost bot are kept until it resumes.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message, WebSocket};
use serde_json::{Value, json};
use tokio::sync::mpsc::{self, UnboundedSender};

use super::faults::FaultKind;
use super::ids::Id;
use super::state::{Shared, State};
use super::wire;

const HEARTBEAT_MS: u64 = 41_250;
/// Events kept for a bot that may resume.
const KEPT_EVENTS: usize = 1_000;
const MOST_FRAMES_A_MINUTE: usize = 120;
const LONGEST_FRAME: usize = 4_096;

const GUILDS: u64 = 1 << 0;
const GUILD_MESSAGES: u64 = 1 << 9;
const DIRECT_MESSAGES: u64 = 1 << 12;
/// Members, presences and message contents must be allowed by Discord first.
const PRIVILEGED: u64 = 1 << 1 | 1 << 8 | 1 << 15;

/// What goes to the bot, or happens to its connection.
enum Frame {
    Text(String),
    Close(u16),
    /// The connection breaks without a word.
    Cut,
}

/// The time in which one shard of a row identifies:
/// <https://discord.com/developers/docs/events/gateway#sharding-max-concurrency>.
const TURN: Duration = Duration::from_secs(5);

/// Into how many shards the bot must be divided, and how they take turns.
#[derive(Clone, Debug)]
pub(crate) struct Shards {
    pub at_least: u64,
    /// How many may identify at once. None: whoever comes, so that tests are quick.
    pub at_once: Option<u64>,
    identified: BTreeMap<u64, Instant>,
}

impl Default for Shards {
    fn default() -> Self {
        Self { at_least: 1, at_once: None, identified: BTreeMap::new() }
    }
}

impl Shards {
    pub fn max_concurrency(&self) -> u64 {
        self.at_once.unwrap_or(self.at_least)
    }

    fn may_identify(&mut self, shard: u64) -> bool {
        let Some(rows) = self.at_once else { return true };
        let last = self.identified.insert(shard % rows, Instant::now());
        last.is_none_or(|last| last.elapsed() >= TURN)
    }
}

/// All sessions of the bot.
#[derive(Default)]
pub(crate) struct Sessions {
    sessions: Vec<Session>,
    last_connection: u64,
}

struct Session {
    name: String,
    intents: u64,
    shard: (u64, u64),
    sequence: u64,
    sent: VecDeque<(u64, String)>,
    line: Option<Line>,
}

/// A connection, seen from the side of the events.
#[derive(Clone)]
struct Line {
    connection: u64,
    frames: UnboundedSender<Frame>,
}

impl Line {
    fn send(&self, frame: Frame) {
        // A connection that has just broken takes nothing; the session keeps its events.
        let _ = self.frames.send(frame);
    }
}

impl Session {
    fn is_for(&self, guild: Option<Id>) -> bool {
        let (shard, shards) = self.shard;
        guild.map_or(0, |guild| (guild.0 >> 22) % shards) == shard
    }

    fn dispatch(&mut self, event: &str, data: &Value) {
        self.sequence += 1;
        let frame = json!({"op": 0, "t": event, "s": self.sequence, "d": data}).to_string();
        if let Some(line) = &self.line {
            line.send(Frame::Text(frame.clone()));
        }
        self.sent.push_back((self.sequence, frame));
        if self.sent.len() > KEPT_EVENTS {
            self.sent.pop_front();
        }
    }
}

impl Sessions {
    pub fn is_live(&self, connection: u64) -> bool {
        self.lines().any(|line| line.connection == connection)
    }

    fn lines(&self) -> impl Iterator<Item = &Line> {
        self.sessions.iter().filter_map(|session| session.line.as_ref())
    }

    /// Is the bot there now?
    pub fn is_connected(&self) -> bool {
        self.lines().next().is_some()
    }

    /// Is it there with so many shards?
    pub fn is_complete(&self, shards: u64) -> bool {
        self.lines().count() as u64 >= shards
    }

    /// Is this shard there now?
    pub fn has_shard(&self, number: u64) -> bool {
        self.sessions.iter().any(|session| session.shard.0 == number && session.line.is_some())
    }

    /// Could anybody get an event, now or by resuming?
    pub fn can_reach(&self, guild: Option<Id>) -> bool {
        self.sessions.iter().any(|session| session.is_for(guild))
    }

    pub fn wants_messages(&self) -> bool {
        let wanted = GUILD_MESSAGES | DIRECT_MESSAGES;
        self.sessions.iter().any(|session| session.intents & wanted != 0)
    }

    /// Breaks all connections without a word.
    pub fn cut(&self) {
        self.lines().for_each(|line| line.send(Frame::Cut));
    }

    pub fn close(&self, code: u16) {
        self.lines().for_each(|line| line.send(Frame::Close(code)));
    }

    /// Op 7: asks the bot to reconnect and resume.
    pub fn ask_to_reconnect(&self) {
        let frame = json!({"op": 7, "d": null}).to_string();
        self.lines().for_each(|line| line.send(Frame::Text(frame.clone())));
    }

    /// Op 9: the sessions are over, and so are their events.
    pub fn invalidate(&mut self) {
        let frame = json!({"op": 9, "d": false}).to_string();
        self.lines().for_each(|line| line.send(Frame::Text(frame.clone())));
        self.sessions.clear();
    }

    /// Forgets the sessions of lost bots.
    pub fn forget_lost(&mut self) {
        self.sessions.retain(|session| session.line.is_some());
    }

    fn of(&mut self, connection: u64) -> Option<&mut Session> {
        self.sessions
            .iter_mut()
            .find(|s| s.line.as_ref().is_some_and(|line| line.connection == connection))
    }

    fn hang_up(&mut self, connection: u64, is_over: bool) {
        if is_over {
            self.sessions
                .retain(|s| s.line.as_ref().is_none_or(|line| line.connection != connection));
        } else if let Some(session) = self.of(connection) {
            session.line = None;
        }
    }
}

/// Sends an event to the sessions that it concerns and gives the connection of the last. An
/// interaction goes to one session only.
pub(crate) fn dispatch(
    state: &mut State,
    guild: Option<Id>,
    event: &str,
    data: &Value,
) -> Option<u64> {
    let needed = match event {
        "INTERACTION_CREATE" => 0,
        "MESSAGE_CREATE" | "MESSAGE_UPDATE" | "MESSAGE_DELETE" if guild.is_some() => GUILD_MESSAGES,
        "MESSAGE_CREATE" | "MESSAGE_UPDATE" | "MESSAGE_DELETE" => DIRECT_MESSAGES,
        _ => GUILDS,
    };
    let wants =
        |session: &&mut Session| session.is_for(guild) && session.intents & needed == needed;
    let mut sessions: Vec<&mut Session> =
        state.sessions.sessions.iter_mut().filter(wants).collect();
    if event == "INTERACTION_CREATE" {
        sessions.sort_by_key(|session| session.line.is_none());
        sessions.truncate(1);
    }
    let mut connection = None;
    for session in sessions {
        session.dispatch(event, data);
        connection = session.line.as_ref().map(|line| line.connection);
    }
    connection
}

/// Serves one connection to its end.
pub(crate) async fn serve(shared: Arc<Shared>, mut socket: WebSocket) {
    let (frames, mut outgoing) = mpsc::unbounded_channel();
    let connection = {
        let mut state = shared.look();
        state.sessions.last_connection += 1;
        state.sessions.last_connection
    };
    let line = Line { connection, frames };
    let hello = json!({"op": 10, "d": {"heartbeat_interval": HEARTBEAT_MS}});
    line.send(Frame::Text(hello.to_string()));
    let mut arrivals = VecDeque::new();
    let mut is_over = false;
    loop {
        tokio::select! {
            frame = outgoing.recv() => match frame {
                Some(Frame::Text(text)) => {
                    if socket.send(Message::Text(text.into())).await.is_err() {
                        break;
                    }
                }
                Some(Frame::Close(code)) => {
                    let frame = CloseFrame { code, reason: "".into() };
                    let _ = socket.send(Message::Close(Some(frame))).await;
                    break;
                }
                Some(Frame::Cut) | None => break,
            },
            incoming = socket.recv() => match incoming {
                Some(Ok(Message::Text(text))) => {
                    shared.change(|state| take(state, &line, &text, &mut arrivals));
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
    shared.change(|state| state.sessions.hang_up(connection, is_over));
}

/// Discord's close code for who gives a wrong token.
const WRONG_TOKEN: u16 = 4004;

/// Takes a frame of the bot. What Discord closes a connection for is a fault.
fn take(state: &mut State, line: &Line, text: &str, arrivals: &mut VecDeque<i64>) {
    let now = state.now_ms();
    arrivals.push_back(now);
    arrivals.retain(|&at| now - at < 60_000);
    let frame: Value = serde_json::from_str(text).unwrap_or(Value::Null);
    let refused = if text.len() > LONGEST_FRAME {
        Some((4002, "a frame of more than 4096 bytes"))
    } else if arrivals.len() > MOST_FRAMES_A_MINUTE {
        Some((4008, "more than 120 frames in a minute"))
    } else {
        obey(state, line, &frame).err()
    };
    if let Some((code, why)) = refused {
        if code == WRONG_TOKEN {
            state.strangers += 1;
        } else {
            state.fault(FaultKind::BadFrame, format!("gateway: {why} ({code})"));
        }
        line.send(Frame::Close(code));
    }
}

fn obey(state: &mut State, line: &Line, frame: &Value) -> Result<(), (u16, &'static str)> {
    let data = &frame["d"];
    let is_known = state.sessions.of(line.connection).is_some();
    match frame["op"].as_u64() {
        Some(1) => line.send(Frame::Text(json!({"op": 11}).to_string())),
        Some(2) if is_known => return Err((4005, "a second IDENTIFY")),
        Some(2) => identify(state, line, data)?,
        Some(6) if is_known => return Err((4005, "RESUME after IDENTIFY")),
        Some(6) => resume(state, line, data)?,
        Some(3 | 4 | 8) if is_known => {}
        Some(3 | 4 | 8) => return Err((4003, "a frame before IDENTIFY")),
        Some(_) => return Err((4001, "an unknown opcode")),
        None => return Err((4002, "a frame that is no JSON with an opcode")),
    }
    Ok(())
}

/// Discord takes the token with and without `Bot ` before it.
fn is_own_token(state: &State, data: &Value) -> Result<(), (u16, &'static str)> {
    let token = data["token"].as_str().unwrap_or("");
    if token.trim_start_matches("Bot ") == state.token {
        Ok(())
    } else {
        Err((WRONG_TOKEN, "a wrong token"))
    }
}

fn identify(state: &mut State, line: &Line, data: &Value) -> Result<(), (u16, &'static str)> {
    is_own_token(state, data)?;
    let intents = data["intents"].as_u64().ok_or((4013, "no intents"))?;
    if intents & PRIVILEGED != 0 {
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
    if shard.1 < state.shards.at_least {
        return Err((4011, "fewer shards than the bot needs"));
    }
    if !state.shards.may_identify(shard.0) {
        state.fault(FaultKind::BadFrame, "gateway: IDENTIFY out of turn");
        line.send(Frame::Text(json!({"op": 9, "d": false}).to_string()));
        return Ok(());
    }
    let name = format!("session-{:016x}", rand::random::<u64>());
    let mut session = Session {
        name: name.clone(),
        intents,
        shard,
        sequence: 0,
        sent: VecDeque::new(),
        line: Some(line.clone()),
    };
    let own = |guild: &Id| session.is_for(Some(*guild));
    let guilds: Vec<Id> = state.guilds_of_bot().map(|guild| guild.id).filter(own).collect();
    let ready = json!({
        "v": 10,
        "user": wire::user_of(state, state.bot),
        "guilds": guilds
            .iter()
            .map(|id| json!({"id": id, "unavailable": true}))
            .collect::<Vec<_>>(),
        "session_id": name,
        "resume_gateway_url": gateway_url(state),
        "session_type": "normal",
        "shard": [shard.0, shard.1],
        "application": {"id": state.bot, "flags": 0},
    });
    session.dispatch("READY", &ready);
    if intents & GUILDS != 0 {
        for guild in guilds.iter().filter_map(|id| state.guilds.get(id)) {
            session.dispatch("GUILD_CREATE", &wire::guild_create(state, guild));
        }
    }
    // A bot that identifies anew does not come back for its lost session.
    state.sessions.sessions.retain(|old| old.line.is_some() || old.shard != shard);
    state.sessions.sessions.push(session);
    Ok(())
}

fn resume(state: &mut State, line: &Line, data: &Value) -> Result<(), (u16, &'static str)> {
    is_own_token(state, data)?;
    let seen = data["seq"].as_u64().unwrap_or(0);
    let session =
        state.sessions.sessions.iter_mut().find(|s| data["session_id"] == s.name.as_str());
    let Some(session) = session else {
        line.send(Frame::Text(json!({"op": 9, "d": false}).to_string()));
        return Ok(());
    };
    if let Some(old) = session.line.replace(line.clone()) {
        old.send(Frame::Cut);
    }
    for (_, frame) in session.sent.iter().filter(|(sequence, _)| *sequence > seen) {
        line.send(Frame::Text(frame.clone()));
    }
    session.dispatch("RESUMED", &json!({}));
    Ok(())
}

/// Where bots connect.
pub(crate) fn gateway_url(state: &State) -> String {
    format!("{}/gateway/", state.base.replacen("http", "ws", 1))
}
