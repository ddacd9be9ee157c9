//! The session with Discord: what there is to resume, and what becomes of it when a connection
//! ends. Which closes mean what:
//! <https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway>.

use std::fmt;

use serde_json::Value;

use super::frame::{self, Ready};
use app::servers::Shard;

/// How a connection to Discord ended, or did not begin.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// serenity is gone, so nobody listens any more.
    Unheard,
    /// Discord has closed it, with a code or without.
    Closed(Option<u16>),
    /// Discord asks the bot to come back.
    Reconnect,
    /// Discord does not know the session, or not now.
    Invalid { can_resume: bool },
    /// A heartbeat was not answered.
    Silent,
    /// It broke, or could not be made.
    Broken(String),
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unheard => f.write_str("the bot has hung up"),
            Self::Closed(Some(code)) => write!(f, "Discord closed the connection ({code})"),
            Self::Closed(None) => f.write_str("Discord closed the connection without a reason"),
            Self::Reconnect => f.write_str("Discord asks to come back"),
            Self::Invalid { .. } => f.write_str("Discord does not know the session"),
            Self::Silent => f.write_str("Discord does not answer heartbeats"),
            Self::Broken(why) => f.write_str(why),
        }
    }
}

/// After so many connections in vain a session is tried where all begin.
const MOST_IN_VAIN: u32 = 4;

/// Whether an address that Discord names is with TLS where the first one was.
pub fn is_as_safe(url: &str, first: &str) -> bool {
    let scheme = |url: &str| url.split_once("://").map(|(scheme, _)| scheme.to_string());
    scheme(url) == scheme(first)
}

/// What there is to resume.
#[derive(Debug, Default)]
pub struct Session {
    ready: Option<Ready>,
    /// The number of the last event that went on.
    last: Option<u64>,
    /// How many connections in a row have not brought it back.
    in_vain: u32,
}

impl Session {
    pub fn begins(&mut self, ready: Ready) {
        self.ready = Some(ready);
        self.in_vain = 0;
    }

    pub fn goes_on(&mut self) {
        self.in_vain = 0;
    }

    pub fn took(&mut self, number: u64) {
        self.last = Some(number);
    }

    pub fn last(&self) -> Option<u64> {
        self.last
    }

    pub fn can_resume(&self) -> bool {
        self.ready.is_some() && self.last.is_some()
    }

    /// Where to resume it: where Discord wants that, unless nobody is there any more.
    pub fn url<'a>(&'a self, began: &'a str) -> &'a str {
        let own = self.ready.as_ref().filter(|_| self.in_vain < MOST_IN_VAIN);
        let own = own.map(|ready| ready.resume_gateway_url.as_str());
        own.filter(|own| is_as_safe(own, began)).unwrap_or(began)
    }

    /// The first word on a connection.
    pub fn opening(&self, introduction: &Value, shard: Shard) -> String {
        match (&self.ready, self.last) {
            (Some(ready), Some(last)) => frame::resume(introduction, &ready.session_id, last),
            _ => frame::identify(introduction, shard),
        }
    }

    /// A connection has ended: the session is kept, or over.
    ///
    /// # Errors
    /// A sentence that says why coming back is of no use.
    pub fn ended(&mut self, end: &End) -> Result<(), String> {
        let is_over = match end {
            End::Closed(Some(4004)) => {
                return Err("Discord refuses the token. Is DISCORD_TOKEN still good?".into());
            }
            End::Closed(Some(4010 | 4011)) => {
                return Err("Discord wants the bot divided into more shards (sharding). Start it \
                            again: it asks how many, unless RIPOSTE_SHARDS says it."
                    .into());
            }
            End::Closed(Some(code @ 4012..=4014)) => {
                return Err(format!(
                    "Discord's gateway refuses the bot ({code}). A newer Riposte may be needed."
                ));
            }
            // Not introduced; a number that never was; too long away.
            End::Closed(Some(4003 | 4007 | 4009)) | End::Invalid { can_resume: false } => true,
            End::Unheard => true,
            End::Closed(_) | End::Invalid { can_resume: true } => false,
            End::Reconnect | End::Silent | End::Broken(_) => false,
        };
        self.in_vain = self.in_vain.saturating_add(1);
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

    fn session() -> Session {
        let resume_gateway_url = "wss://other".into();
        let mut session = Session::default();
        session.begins(Ready { session_id: "s".into(), resume_gateway_url });
        session.took(7);
        session
    }

    #[test]
    fn what_a_close_means() {
        let after = |end: End| {
            let mut session = session();
            session.ended(&end).map(|()| session.can_resume())
        };
        let closed = |code: u16| after(End::Closed(Some(code)));
        for code in [1000, 1001, 1006, 4000, 4001, 4002, 4005, 4008, 4999] {
            assert_eq!(closed(code), Ok(true), "{code}");
        }
        assert_eq!(after(End::Closed(None)), Ok(true));
        assert_eq!([4003, 4007, 4009].map(closed), [Ok(false), Ok(false), Ok(false)]);
        for code in [4004, 4010, 4011, 4012, 4013, 4014] {
            assert!(closed(code).is_err(), "{code}");
        }
        assert_eq!(after(End::Invalid { can_resume: true }), Ok(true));
        assert_eq!(after(End::Invalid { can_resume: false }), Ok(false));
        assert_eq!(after(End::Silent), Ok(true));
    }

    #[test]
    fn a_session_is_resumed_where_it_ended() {
        let introduction = json!({"token": "t", "compress": true, "intents": 1});
        let opening = |session: &Session| -> Value {
            serde_json::from_str(&session.opening(&introduction, Shard::SOLE)).unwrap()
        };
        let resume = json!({"op": 6, "d": {"token": "t", "session_id": "s", "seq": 7}});
        assert_eq!(opening(&session()), resume);
        let identify = json!({"token": "t", "compress": false, "intents": 1, "shard": [0, 1]});
        assert_eq!(opening(&Session::default()), json!({"op": 2, "d": identify}));
        assert_eq!(session().url("wss://first"), "wss://other");
        assert_eq!(session().url("ws://first"), "ws://first", "not less safe, nor more");
        assert_eq!(Session::default().url("wss://first"), "wss://first");
        // Where nobody answers any more it is tried elsewhere, but not given up.
        let mut lost = session();
        for _ in 0..MOST_IN_VAIN {
            assert_eq!(lost.url("wss://first"), "wss://other");
            lost.ended(&End::Broken("nobody is there".into())).unwrap();
        }
        assert_eq!((lost.url("wss://first"), lost.can_resume()), ("wss://first", true));
        lost.goes_on();
        assert_eq!(lost.url("wss://first"), "wss://other");
    }
}
