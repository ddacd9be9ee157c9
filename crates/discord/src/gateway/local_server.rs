//! What serenity takes for Discord. It greets, answers every heartbeat, and passes events on, those
//! of all shards as if there was one; of what happens outside serenity learns nothing.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::auth::LocalSocket;
use super::frame::{self, ClientFrame};
use crate::liveness::Liveness;

/// How often serenity shows that it lives.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(30);

/// Until serenity hangs up, or `events` has ended.
pub async fn serve_client(
    mut socket: LocalSocket,
    identified: oneshot::Sender<Value>,
    mut events: mpsc::Receiver<Utf8Bytes>,
    liveness: &Liveness,
) {
    let (mut introduce, mut passed) = (Some(identified), 0);
    liveness.record_client_frame();
    let mut answer = Some(frame::format_hello(HEARTBEAT_INTERVAL));
    loop {
        if let Some(answer) = answer.take()
            && socket.send(Message::text(answer)).await.is_err()
        {
            break;
        }
        tokio::select! {
            said = socket.next() => match said {
                Some(Ok(Message::Text(text))) => {
                    liveness.record_client_frame();
                    answer = handle_client_frame(&text, &mut introduce);
                }
                // A goodbye is answered when the next is asked for.
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break,
            },
            event = events.recv() => match event {
                Some(event) => {
                    passed += 1;
                    let event = frame::renumber_event(&event, passed);
                    if socket.send(Message::text(event)).await.is_err() {
                        break;
                    }
                }
                None => break,
            },
        }
    }
}

fn handle_client_frame(
    text: &str,
    identified: &mut Option<oneshot::Sender<Value>>,
) -> Option<String> {
    match frame::parse_client_frame(text) {
        ClientFrame::Heartbeat => Some(frame::format_heartbeat_ack()),
        ClientFrame::Identify(introduction) => {
            if let Some(introduce) = identified.take() {
                // Whoever is not there any more needs no introduction.
                let _ = introduce.send(introduction);
            }
            None
        }
        // Its line within this machine broke; what is outside goes by what it says next.
        ClientFrame::Resume => Some(frame::format_invalid_session()),
        ClientFrame::Other => None,
    }
}
