//! Frames of the gateway, as far as they must be understood here. Events go on as they came.
//!
//! What they are: <https://discord.com/developers/docs/events/gateway-events>.

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use app::servers::Shard;

/// Discord's is 41 seconds. Sooner could be too many frames a minute, later is no sign of life.
const BEATS: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(45));

/// What came from Discord.
#[derive(Debug, PartialEq)]
pub enum Frame {
    Event {
        number: u64,
        name: String,
    },
    Hello {
        beat: Duration,
    },
    /// Discord wants a heartbeat now.
    Beat,
    /// A heartbeat has arrived.
    Answer,
    Reconnect,
    Invalid {
        can_resume: bool,
    },
    Unknown,
}

#[derive(Deserialize)]
struct Envelope<'a> {
    op: u64,
    s: Option<u64>,
    #[serde(borrow)]
    t: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct Content<T> {
    d: T,
}

#[derive(Deserialize)]
struct Hello {
    heartbeat_interval: u64,
}

/// What is needed to resume a session.
#[derive(Debug, Deserialize)]
pub struct Ready {
    pub session_id: String,
    pub resume_gateway_url: String,
}

/// What came from Discord; none if it is no frame.
pub fn read(text: &str) -> Option<Frame> {
    let envelope: Envelope = serde_json::from_str(text).ok()?;
    Some(match (envelope.op, envelope.s, envelope.t) {
        (0, Some(number), Some(name)) => Frame::Event { number, name: name.into_owned() },
        (0, ..) => return None,
        (1, ..) => Frame::Beat,
        (7, ..) => Frame::Reconnect,
        (9, ..) => Frame::Invalid { can_resume: content(text).unwrap_or(false) },
        (10, ..) => {
            let hello: Hello = content(text).ok()?;
            let beat = Duration::from_millis(hello.heartbeat_interval);
            Frame::Hello { beat: beat.clamp(BEATS.0, BEATS.1) }
        }
        (11, ..) => Frame::Answer,
        _ => Frame::Unknown,
    })
}

/// What a frame carries.
///
/// # Errors
/// What is wrong with it.
pub fn content<'a, T: Deserialize<'a>>(text: &'a str) -> serde_json::Result<T> {
    serde_json::from_str::<Content<T>>(text).map(|frame| frame.d)
}

/// What serenity says.
pub enum GatewayMessage {
    Beat,
    /// How the bot introduces itself: everything that Discord wants to know.
    Identify(Value),
    Resume,
    /// What this bot never says: its presence, whose members it wants to know.
    Other,
}

pub fn said(text: &str) -> GatewayMessage {
    let Ok(mut frame) = serde_json::from_str::<Value>(text) else { return GatewayMessage::Other };
    match frame["op"].as_u64() {
        Some(1) => GatewayMessage::Beat,
        Some(2) => GatewayMessage::Identify(frame["d"].take()),
        Some(6) => GatewayMessage::Resume,
        _ => GatewayMessage::Other,
    }
}

pub fn hello(beat: Duration) -> String {
    json!({"op": 10, "d": {"heartbeat_interval": beat.as_millis()}}).to_string()
}

pub fn answer() -> String {
    json!({"op": 11}).to_string()
}

pub fn invalid() -> String {
    json!({"op": 9, "d": false}).to_string()
}

pub fn beat(last: Option<u64>) -> String {
    json!({"op": 1, "d": last}).to_string()
}

#[derive(Deserialize, Serialize)]
struct Event<'a> {
    op: u64,
    s: u64,
    #[serde(borrow)]
    t: &'a RawValue,
    #[serde(borrow)]
    d: &'a RawValue,
}

/// An event under another number; as it was, where it is none.
pub fn numbered(text: &str, number: u64) -> String {
    let event = serde_json::from_str::<Event>(text);
    let numbered = event.and_then(|event| serde_json::to_string(&Event { s: number, ..event }));
    numbered.unwrap_or_else(|_| text.into())
}

/// Frames are read here, so they come as text: few are long.
pub fn identify(introduction: &Value, shard: Shard) -> String {
    let mut introduction = introduction.clone();
    introduction["compress"] = false.into();
    introduction["shard"] = json!([shard.number, shard.total]);
    json!({"op": 2, "d": introduction}).to_string()
}

pub fn resume(introduction: &Value, session: &str, last: u64) -> String {
    let token = &introduction["token"];
    json!({"op": 6, "d": {"token": token, "session_id": session, "seq": last}}).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_as_far_as_needed() {
        let event = read(r#"{"t":"MESSAGE_CREATE","s":3,"op":0,"d":{"op":9}}"#);
        assert_eq!(event, Some(Frame::Event { number: 3, name: "MESSAGE_CREATE".into() }));
        assert_eq!(read(r#"{"op":11}"#), Some(Frame::Answer));
        assert_eq!(read(r#"{"op":9,"d":true}"#), Some(Frame::Invalid { can_resume: true }));
        assert_eq!(read(r#"{"op":9}"#), Some(Frame::Invalid { can_resume: false }));
        assert_eq!(read(r#"{"op":99,"t":null}"#), Some(Frame::Unknown));
        for none in ["", "[]", "{}", r#"{"op":0}"#, r#"{"op":10}"#] {
            assert_eq!(read(none), None, "{none}");
        }
    }

    #[test]
    fn an_event_gets_another_number() {
        let event = r#"{"t":"READY","s":3,"op":0,"d":{"s":3,"x":[1.50,"\u00e9"]}}"#;
        let again = r#"{"op":0,"s":71,"t":"READY","d":{"s":3,"x":[1.50,"\u00e9"]}}"#;
        assert_eq!(numbered(event, 71), again);
        assert_eq!(numbered("{}", 71), "{}");
    }

    #[test]
    fn a_heartbeat_is_neither_a_flood_nor_silence() {
        let beat = |ms: u64| read(&format!(r#"{{"op":10,"d":{{"heartbeat_interval":{ms}}}}}"#));
        let hello = |ms: u64| Some(Frame::Hello { beat: Duration::from_millis(ms) });
        assert_eq!(beat(41_250), hello(41_250));
        assert_eq!((beat(0), beat(9_000_000)), (hello(500), hello(45_000)));
    }
}
