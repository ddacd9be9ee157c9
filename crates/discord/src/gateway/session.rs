//! What can be resumed of a session with Discord, and what happens to it when a connection ends.
//!
//! Close codes:
//! <https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway>.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::frame::{self, GuildStub, ReadyData};
use app::servers::Shard;

/// Why a connection to Discord ended, or could not be made.
#[derive(Clone, Debug, PartialEq)]
pub enum ConnectionEnd {
    /// serenity has disconnected, so nobody receives events any more.
    ClientGone,
    /// Discord closed the connection, with or without a close code.
    Closed(Option<u16>),
    /// Discord asks the bot to reconnect.
    ReconnectRequested,
    /// Discord does not know the session, or cannot resume it now.
    InvalidSession { can_resume: bool },
    /// A heartbeat was not acknowledged in time.
    HeartbeatUnanswered,
    /// The connection broke, or could not be made; the text says how.
    Broken(String),
}

impl fmt::Display for ConnectionEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ClientGone => f.write_str("the bot has hung up"),
            Self::Closed(Some(code)) => write!(f, "Discord closed the connection ({code})"),
            Self::Closed(None) => f.write_str("Discord closed the connection without a reason"),
            Self::ReconnectRequested => f.write_str("Discord asks to come back"),
            Self::InvalidSession { .. } => f.write_str("Discord does not know the session"),
            Self::HeartbeatUnanswered => f.write_str("Discord does not answer heartbeats"),
            Self::Broken(reason) => f.write_str(reason),
        }
    }
}

/// How long a session is kept without a connection. Discord does not say; this is about what has
/// been seen.
pub const SESSION_LIFETIME: Duration = Duration::from_secs(5 * 60);

/// After this many failed connections in a row, the session is resumed at the initial address
/// instead of the one that Discord named for resuming.
const MAX_FAILED_RESUMES: u32 = 4;

/// Returns whether two addresses have the same scheme, that is, both use TLS or neither does.
pub fn has_same_scheme(url: &str, other: &str) -> bool {
    let scheme = |url: &str| url.split_once("://").map(|(scheme, _)| scheme.to_string());
    scheme(url) == scheme(other)
}

/// The data needed to resume a session; empty before the first READY.
#[derive(Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct ResumableSession {
    ready: Option<ReadyData>,
    /// The sequence number of the last forwarded event.
    last_sequence: Option<u64>,
    /// How many connections in a row have ended without resuming the session.
    #[serde(skip)]
    failed_resumes: u32,
}

impl ResumableSession {
    /// Leaves one attempt at the address for resuming, as after a restart: it may be long gone, and
    /// more attempts would only delay the start.
    #[must_use]
    pub fn with_single_attempt(self) -> Self {
        Self { failed_resumes: MAX_FAILED_RESUMES - 1, ..self }
    }

    /// Takes the data of READY as a new session.
    pub fn start(&mut self, ready: ReadyData) {
        self.ready = Some(ready);
        self.failed_resumes = 0;
    }

    /// Returns a READY for a client that is new to this session; `None` before the first READY. It
    /// lists the servers that the bot is on now.
    pub fn format_ready(&self) -> Option<String> {
        self.ready.as_ref().map(frame::format_ready)
    }

    /// Updates the list of servers, if an event says that the bot has joined or left one.
    pub fn update_guild_list_on_join_or_leave(&mut self, event: &str, text: &str) {
        if !matches!(event, "GUILD_CREATE" | "GUILD_DELETE") {
            return;
        }
        let (Some(ready), Ok(guild)) = (&mut self.ready, frame::parse_data::<GuildStub>(text))
        else {
            return;
        };
        // An outage is told as GUILD_DELETE with `unavailable`.
        let has_left = event == "GUILD_DELETE" && !guild.unavailable;
        let is_listed = ready.guilds.iter().any(|listed| listed.id == guild.id);
        if has_left {
            ready.guilds.retain(|listed| listed.id != guild.id);
        } else if !is_listed {
            ready.guilds.push(GuildStub { unavailable: true, ..guild });
        }
    }

    /// Records that Discord has resumed the session, so failures are counted anew.
    pub fn mark_resumed(&mut self) {
        self.failed_resumes = 0;
    }

    /// Records the sequence number of the last event, after which a resume begins.
    pub fn record_sequence(&mut self, sequence: u64) {
        self.last_sequence = Some(sequence);
    }

    pub fn last_sequence(&self) -> Option<u64> {
        self.last_sequence
    }

    /// Returns whether there is a session that Discord may resume.
    pub fn can_resume(&self) -> bool {
        self.ready.is_some() && self.last_sequence.is_some()
    }

    /// Returns the address for the next connection: the one that Discord named for resuming, or
    /// `initial_url` after [`MAX_FAILED_RESUMES`] failures, or if only one of the two uses TLS.
    pub fn connect_url<'a>(&'a self, initial_url: &'a str) -> &'a str {
        let resume_url = self.ready.as_ref().filter(|_| self.failed_resumes < MAX_FAILED_RESUMES);
        let resume_url = resume_url.map(|ready| ready.resume_gateway_url.as_str());
        resume_url
            .filter(|resume_url| has_same_scheme(resume_url, initial_url))
            .unwrap_or(initial_url)
    }

    /// Returns the first frame to send on a connection: RESUME, or else IDENTIFY.
    pub fn format_resume_or_identify(&self, identify_data: &Value, shard: Shard) -> String {
        match (&self.ready, self.last_sequence) {
            (Some(ready), Some(last)) => {
                frame::format_resume(identify_data, &ready.session_id, last)
            }
            _ => frame::format_identify(identify_data, shard),
        }
    }

    /// Records that a connection has ended, and forgets the session if it cannot be resumed.
    ///
    /// # Errors
    /// Discord refuses the bot for good; the error is a sentence that says why.
    pub fn forget_unresumable_session_or_fail_if_fatal(
        &mut self,
        end: &ConnectionEnd,
    ) -> Result<(), String> {
        let is_over = match end {
            ConnectionEnd::Closed(Some(4004)) => {
                return Err("Discord refuses the token. Is DISCORD_TOKEN still good?".into());
            }
            ConnectionEnd::Closed(Some(4010 | 4011)) => {
                return Err("Discord wants the bot divided into more shards (sharding). Start it \
                            again: it asks how many, unless RIPOSTE_SHARDS says it."
                    .into());
            }
            ConnectionEnd::Closed(Some(code @ 4012..=4014)) => {
                return Err(format!(
                    "Discord's gateway refuses the bot ({code}). A newer Riposte may be needed."
                ));
            }
            // Not identified; invalid sequence number; session timed out.
            ConnectionEnd::Closed(Some(4003 | 4007 | 4009))
            | ConnectionEnd::InvalidSession { can_resume: false } => true,
            ConnectionEnd::Closed(_) | ConnectionEnd::InvalidSession { can_resume: true } => false,
            ConnectionEnd::ClientGone
            | ConnectionEnd::ReconnectRequested
            | ConnectionEnd::HeartbeatUnanswered
            | ConnectionEnd::Broken(_) => false,
        };
        self.failed_resumes = self.failed_resumes.saturating_add(1);
        if is_over {
            *self = Self::default();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn session() -> ResumableSession {
        let ready = json!({
            "session_id": "s", "resume_gateway_url": "wss://other", "user": {"id": "1"},
            "guilds": [{"id": "5", "unavailable": true}],
        });
        let mut session = ResumableSession::default();
        session.start(serde_json::from_value(ready).unwrap());
        session.record_sequence(7);
        session
    }

    #[test]
    fn close_code_decides_what_becomes_of_the_session() {
        let after = |end: ConnectionEnd| {
            let mut session = session();
            session.forget_unresumable_session_or_fail_if_fatal(&end).map(|()| session.can_resume())
        };
        let closed = |code: u16| after(ConnectionEnd::Closed(Some(code)));
        for code in [1000, 1001, 1006, 4000, 4001, 4002, 4005, 4008, 4999] {
            assert_eq!(closed(code), Ok(true), "{code}");
        }
        assert_eq!(after(ConnectionEnd::Closed(None)), Ok(true));
        assert_eq!([4003, 4007, 4009].map(closed), [Ok(false), Ok(false), Ok(false)]);
        for code in [4004, 4010, 4011, 4012, 4013, 4014] {
            assert!(closed(code).is_err(), "{code}");
        }
        assert_eq!(after(ConnectionEnd::InvalidSession { can_resume: true }), Ok(true));
        assert_eq!(after(ConnectionEnd::InvalidSession { can_resume: false }), Ok(false));
        assert_eq!(after(ConnectionEnd::HeartbeatUnanswered), Ok(true));
    }

    #[test]
    fn new_client_is_told_the_servers_of_now() {
        let mut session = session();
        let mut handle = |name: &str, data: Value| {
            session.update_guild_list_on_join_or_leave(
                name,
                &json!({"op": 0, "t": name, "d": data}).to_string(),
            );
        };
        handle("GUILD_CREATE", json!({"id": "5", "name": "Old"}));
        handle("GUILD_CREATE", json!({"id": "6", "name": "New"}));
        handle("GUILD_CREATE", json!({"id": "7", "name": "Short"}));
        handle("GUILD_DELETE", json!({"id": "7"}));
        handle("GUILD_DELETE", json!({"id": "5", "unavailable": true}));
        handle("CHANNEL_UPDATE", json!({"id": "8"}));
        let ready: Value = serde_json::from_str(&session.format_ready().unwrap()).unwrap();
        let guilds =
            [json!({"id": "5", "unavailable": true}), json!({"id": "6", "unavailable": true})];
        assert_eq!(ready["d"]["guilds"], json!(guilds));
        assert_eq!((&ready["t"], &ready["d"]["user"]["id"]), (&json!("READY"), &json!("1")));
        let stored = serde_json::to_string(&session).unwrap();
        assert_eq!(serde_json::from_str::<ResumableSession>(&stored).unwrap(), session);
    }

    #[test]
    fn session_is_resumed_after_the_last_event() {
        let identify_data = json!({"token": "t", "compress": true, "intents": 1});
        let first_frame = |session: &ResumableSession| -> Value {
            serde_json::from_str(
                &session.format_resume_or_identify(&identify_data, Shard::UNSHARDED),
            )
            .unwrap()
        };
        let resume = json!({"op": 6, "d": {"token": "t", "session_id": "s", "seq": 7}});
        assert_eq!(first_frame(&session()), resume);
        let identify = json!({"token": "t", "compress": false, "intents": 1, "shard": [0, 1]});
        assert_eq!(first_frame(&ResumableSession::default()), json!({"op": 2, "d": identify}));
        assert_eq!(session().connect_url("wss://first"), "wss://other");
        assert_eq!(session().connect_url("ws://first"), "ws://first", "not less safe, nor more");
        assert_eq!(ResumableSession::default().connect_url("wss://first"), "wss://first");
        // After repeated failures the initial address is tried, but the session is kept.
        let mut lost = session();
        for _ in 0..MAX_FAILED_RESUMES {
            assert_eq!(lost.connect_url("wss://first"), "wss://other");
            lost.forget_unresumable_session_or_fail_if_fatal(&ConnectionEnd::Broken(
                "nobody is there".into(),
            ))
            .unwrap();
        }
        assert_eq!((lost.connect_url("wss://first"), lost.can_resume()), ("wss://first", true));
        lost.mark_resumed();
        assert_eq!(lost.connect_url("wss://first"), "wss://other");
        let mut restored = session().with_single_attempt();
        assert_eq!(restored.connect_url("wss://first"), "wss://other");
        restored
            .forget_unresumable_session_or_fail_if_fatal(&ConnectionEnd::Broken(
                "nobody is there".into(),
            ))
            .unwrap();
        assert_eq!(restored.connect_url("wss://first"), "wss://first");
    }
}
