//! What serenity takes for Discord. It greets, answers every heartbeat, and passes events on, those
//! of all shards as if there was one; of what happens outside serenity learns nothing.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::Value;
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::door::Socket;
use super::frame::{self, GatewayMessage};
use crate::signs::Signs;

/// How often serenity shows that it lives.
const BEAT: Duration = Duration::from_secs(30);

/// Until serenity hangs up, or `events` has ended.
pub async fn serve(
    mut socket: Socket,
    introduce: oneshot::Sender<Value>,
    mut events: mpsc::Receiver<Utf8Bytes>,
    signs: &Signs,
) {
    let (mut introduce, mut passed) = (Some(introduce), 0);
    signs.client_lives();
    let mut answer = Some(frame::hello(BEAT));
    loop {
        if let Some(answer) = answer.take()
            && socket.send(Message::text(answer)).await.is_err()
        {
            break;
        }
        tokio::select! {
            said = socket.next() => match said {
                Some(Ok(Message::Text(text))) => {
                    signs.client_lives();
                    answer = answered(&text, &mut introduce);
                }
                // A goodbye is answered when the next is asked for.
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break,
            },
            event = events.recv() => match event {
                Some(event) => {
                    passed += 1;
                    let event = frame::numbered(&event, passed);
                    if socket.send(Message::text(event)).await.is_err() {
                        break;
                    }
                }
                None => break,
            },
        }
    }
}

fn answered(text: &str, introduce: &mut Option<oneshot::Sender<Value>>) -> Option<String> {
    match frame::said(text) {
        GatewayMessage::Beat => Some(frame::answer()),
        GatewayMessage::Identify(introduction) => {
            if let Some(introduce) = introduce.take() {
                // Whoever is not there any more needs no introduction.
                let _ = introduce.send(introduction);
            }
            None
        }
        // Its line within this machine broke; what is outside goes by what it says next.
        GatewayMessage::Resume => Some(frame::invalid()),
        GatewayMessage::Other => None,
    }
}
