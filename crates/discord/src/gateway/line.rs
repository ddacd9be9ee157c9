//! One connection to Discord's gateway. Every step of it has a time limit.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use super::frame::{self, Frame};
use super::session::End;

pub struct Line {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    patience: Duration,
}

impl Line {
    /// Connects, and waits for Discord's greeting: how often it wants a heartbeat.
    pub async fn open(url: &str, patience: Duration) -> Result<(Self, Duration), End> {
        let url = format!("{}/?v=10&encoding=json", url.trim_end_matches('/'));
        let connected = timeout(patience, connect_async_with_config(url, None, true)).await;
        let (socket, _) = connected
            .map_err(|_| broken("Discord takes the connection and says nothing"))?
            .map_err(|error| broken(format!("no connection to Discord: {error}")))?;
        let mut line = Self { socket, patience };
        let greeting = timeout(patience, line.next()).await;
        match greeting.map_err(|_| broken("Discord does not greet"))?? {
            (Frame::Hello { beat }, _) => Ok((line, beat)),
            _ => Err(broken("Discord greets with something else")),
        }
    }

    /// The next frame, and what it reads.
    pub async fn next(&mut self) -> Result<(Frame, Utf8Bytes), End> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => match frame::read(&text) {
                    Some(frame) => return Ok((frame, text)),
                    None => return Err(broken("Discord sends what is no frame")),
                },
                Some(Ok(Message::Close(frame))) => {
                    return Err(End::Closed(frame.map(|frame| frame.code.into())));
                }
                // Asked not to, Discord compresses nothing.
                Some(Ok(Message::Binary(_))) => return Err(broken("Discord sends binary frames")),
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Err(error)) => return Err(broken(format!("the connection broke: {error}"))),
                None => return Err(broken("the connection broke")),
            }
        }
    }

    pub async fn send(&mut self, text: String) -> Result<(), End> {
        let sent = timeout(self.patience, self.socket.send(Message::text(text))).await;
        sent.map_err(|_| broken("nothing can be sent"))?
            .map_err(|error| broken(format!("the connection broke: {error}")))
    }

    /// Says goodbye: the bot is shown as offline at once.
    pub async fn close(mut self) {
        let goodbye = CloseFrame { code: CloseCode::Normal, reason: "".into() };
        // Discord may be gone already.
        let _ = timeout(self.patience, self.socket.close(Some(goodbye))).await;
    }
}

fn broken(why: impl Into<String>) -> End {
    End::Broken(why.into())
}
