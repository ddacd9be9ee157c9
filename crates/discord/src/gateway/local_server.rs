//! The server that serenity takes for Discord. It greets, answers every heartbeat, and passes on
//! the events of all shards as if there were only one. What happens outside is hidden from
//! serenity.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::auth::LocalSocket;
use super::frame::{self, ClientFrame};
use crate::liveness::Liveness;

/// How often serenity is told to send a heartbeat.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(30);

/// Serves one connection of serenity until it closes it, or until `events` ends. The data of
/// serenity's IDENTIFY are sent to `identify_sender`.
pub async fn serve_client(
    mut socket: LocalSocket,
    identify_sender: oneshot::Sender<Value>,
    mut events: mpsc::Receiver<Utf8Bytes>,
    liveness: &Liveness,
) {
    let (mut identify_sender, mut forwarded_count) = (Some(identify_sender), 0);
    liveness.record_client_frame();
    let mut answer = Some(frame::format_hello(HEARTBEAT_INTERVAL));
    loop {
        if let Some(answer) = answer.take()
            && socket.send(Message::text(answer)).await.is_err()
        {
            break;
        }
        tokio::select! {
            received = socket.next() => match received {
                Some(Ok(Message::Text(text))) => {
                    liveness.record_client_frame();
                    answer = answer_client_frame(&text, &mut identify_sender);
                }
                // The WebSocket library answers a close frame on the next read.
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break,
            },
            event = events.recv() => match event {
                Some(event) => {
                    forwarded_count += 1;
                    let event = frame::renumber_event(&event, forwarded_count);
                    if socket.send(Message::text(event)).await.is_err() {
                        break;
                    }
                }
                None => break,
            },
        }
    }
}

/// Returns the frame with which a frame from serenity is answered, if any: a heartbeat is
/// acknowledged, and RESUME refused. The data of the first IDENTIFY are sent to `identify_sender`.
fn answer_client_frame(
    text: &str,
    identify_sender: &mut Option<oneshot::Sender<Value>>,
) -> Option<String> {
    match frame::parse_client_frame(text) {
        ClientFrame::Heartbeat => Some(frame::format_heartbeat_ack()),
        ClientFrame::Identify(identify_data) => {
            if let Some(sender) = identify_sender.take() {
                // The receiver may be gone already.
                let _ = sender.send(identify_data);
            }
            None
        }
        // Its local connection broke. It has to identify again.
        ClientFrame::Resume => Some(frame::format_invalid_session()),
        ClientFrame::Other => None,
    }
}
