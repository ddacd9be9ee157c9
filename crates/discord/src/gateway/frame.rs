//! Parses and formats gateway frames, as far as they matter here. Events are passed on as text.
//!
//! The format: <https://discord.com/developers/docs/events/gateway-events>.

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use app::servers::Shard;

/// The shortest and longest heartbeat interval that is accepted. Discord's is 41 seconds. A shorter
/// one could exceed the limit of frames a minute; a longer one would detect a dead connection late.
const HEARTBEAT_BOUNDS: (Duration, Duration) =
    (Duration::from_millis(500), Duration::from_secs(45));

/// A frame from Discord.
#[derive(Debug, PartialEq)]
pub enum GatewayFrame {
    Event {
        sequence: u64,
        name: String,
    },
    Hello {
        heartbeat_interval: Duration,
    },
    /// Discord asks for a heartbeat at once.
    HeartbeatRequest,
    /// Discord acknowledges a heartbeat.
    HeartbeatAck,
    Reconnect,
    InvalidSession {
        can_resume: bool,
    },
    Unknown,
}

#[derive(Deserialize)]
struct FrameEnvelope<'a> {
    op: u64,
    s: Option<u64>,
    #[serde(borrow)]
    t: Option<Cow<'a, str>>,
}

#[derive(Deserialize)]
struct FrameData<T> {
    d: T,
}

#[derive(Deserialize)]
struct HelloData {
    heartbeat_interval: u64,
}

/// The data of READY: what is needed to resume the session, and what serenity is told of it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct ReadyData {
    pub session_id: String,
    pub resume_gateway_url: String,
    #[serde(default)]
    pub guilds: Vec<GuildStub>,
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// A server of READY, of GUILD_CREATE and GUILD_DELETE.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct GuildStub {
    pub id: String,
    /// Whether the server cannot be reached for now.
    #[serde(default)]
    pub unavailable: bool,
}

/// Parses a frame from Discord. Returns `None` if the text is not a valid frame.
pub fn parse(text: &str) -> Option<GatewayFrame> {
    let envelope: FrameEnvelope = serde_json::from_str(text).ok()?;
    Some(match (envelope.op, envelope.s, envelope.t) {
        (0, Some(sequence), Some(name)) => {
            GatewayFrame::Event { sequence, name: name.into_owned() }
        }
        (0, ..) => return None,
        (1, ..) => GatewayFrame::HeartbeatRequest,
        (7, ..) => GatewayFrame::Reconnect,
        (9, ..) => GatewayFrame::InvalidSession { can_resume: parse_data(text).unwrap_or(false) },
        (10, ..) => {
            let hello: HelloData = parse_data(text).ok()?;
            let interval = Duration::from_millis(hello.heartbeat_interval);
            GatewayFrame::Hello {
                heartbeat_interval: interval.clamp(HEARTBEAT_BOUNDS.0, HEARTBEAT_BOUNDS.1),
            }
        }
        (11, ..) => GatewayFrame::HeartbeatAck,
        _ => GatewayFrame::Unknown,
    })
}

/// Parses the data (`d`) of a frame.
///
/// # Errors
/// The text is not a frame, or its data is no `T`.
pub fn parse_data<'a, T: Deserialize<'a>>(text: &'a str) -> serde_json::Result<T> {
    serde_json::from_str::<FrameData<T>>(text).map(|frame| frame.d)
}

/// A frame from serenity.
pub enum ClientFrame {
    Heartbeat,
    /// IDENTIFY, with its data.
    Identify(Value),
    Resume,
    /// Frames that this bot never sends (presence, requests for members), and invalid ones.
    Other,
}

/// Parses a frame from serenity by its opcode.
pub fn parse_client_frame(text: &str) -> ClientFrame {
    let Ok(mut frame) = serde_json::from_str::<Value>(text) else { return ClientFrame::Other };
    match frame["op"].as_u64() {
        Some(1) => ClientFrame::Heartbeat,
        Some(2) => ClientFrame::Identify(frame["d"].take()),
        Some(6) => ClientFrame::Resume,
        _ => ClientFrame::Other,
    }
}

pub fn format_hello(heartbeat_interval: Duration) -> String {
    json!({"op": 10, "d": {"heartbeat_interval": heartbeat_interval.as_millis()}}).to_string()
}

/// Formats READY as the first event, with sequence number 0.
pub fn format_ready(ready: &ReadyData) -> String {
    json!({"op": 0, "t": "READY", "s": 0, "d": ready}).to_string()
}

pub fn format_heartbeat_ack() -> String {
    json!({"op": 11}).to_string()
}

/// Formats the frame that says that the session is unknown and cannot be resumed.
pub fn format_invalid_session() -> String {
    json!({"op": 9, "d": false}).to_string()
}

/// Formats a heartbeat, with the sequence number of the last event that was received, if any.
pub fn format_heartbeat(last_sequence: Option<u64>) -> String {
    json!({"op": 1, "d": last_sequence}).to_string()
}

#[derive(Deserialize, Serialize)]
struct EventFrame<'a> {
    op: u64,
    s: u64,
    #[serde(borrow)]
    t: &'a RawValue,
    #[serde(borrow)]
    d: &'a RawValue,
}

/// Replaces the sequence number of an event. A text that is not an event is returned unchanged.
pub fn renumber_event(text: &str, sequence: u64) -> String {
    let event = serde_json::from_str::<EventFrame>(text);
    let numbered =
        event.and_then(|event| serde_json::to_string(&EventFrame { s: sequence, ..event }));
    numbered.unwrap_or_else(|_| text.into())
}

/// Formats IDENTIFY with the data from serenity, for this shard. Compression is switched off,
/// because frames are read here as text, and few are long.
pub fn format_identify(identify_data: &Value, shard: Shard) -> String {
    let mut data = identify_data.clone();
    data["compress"] = false.into();
    data["shard"] = json!([shard.number, shard.total]);
    json!({"op": 2, "d": data}).to_string()
}

/// Formats RESUME after the event with this sequence number. The token is that of the IDENTIFY
/// data.
pub fn format_resume(identify_data: &Value, session_id: &str, last_sequence: u64) -> String {
    let token = &identify_data["token"];
    json!({"op": 6, "d": {"token": token, "session_id": session_id, "seq": last_sequence}})
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_parsed_by_their_opcode() {
        let event = parse(r#"{"t":"MESSAGE_CREATE","s":3,"op":0,"d":{"op":9}}"#);
        assert_eq!(event, Some(GatewayFrame::Event { sequence: 3, name: "MESSAGE_CREATE".into() }));
        assert_eq!(parse(r#"{"op":11}"#), Some(GatewayFrame::HeartbeatAck));
        assert_eq!(
            parse(r#"{"op":9,"d":true}"#),
            Some(GatewayFrame::InvalidSession { can_resume: true })
        );
        assert_eq!(parse(r#"{"op":9}"#), Some(GatewayFrame::InvalidSession { can_resume: false }));
        assert_eq!(parse(r#"{"op":99,"t":null}"#), Some(GatewayFrame::Unknown));
        for invalid in ["", "[]", "{}", r#"{"op":0}"#, r#"{"op":10}"#] {
            assert_eq!(parse(invalid), None, "{invalid}");
        }
    }

    #[test]
    fn event_is_renumbered_and_otherwise_unchanged() {
        let event = r#"{"t":"READY","s":3,"op":0,"d":{"s":3,"x":[1.50,"\u00e9"]}}"#;
        let renumbered = r#"{"op":0,"s":71,"t":"READY","d":{"s":3,"x":[1.50,"\u00e9"]}}"#;
        assert_eq!(renumber_event(event, 71), renumbered);
        assert_eq!(renumber_event("{}", 71), "{}");
    }

    #[test]
    fn heartbeat_interval_is_clamped() {
        let parse_hello =
            |ms: u64| parse(&format!(r#"{{"op":10,"d":{{"heartbeat_interval":{ms}}}}}"#));
        let hello =
            |ms: u64| Some(GatewayFrame::Hello { heartbeat_interval: Duration::from_millis(ms) });
        assert_eq!(parse_hello(41_250), hello(41_250));
        assert_eq!((parse_hello(0), parse_hello(9_000_000)), (hello(500), hello(45_000)));
    }
}
