//! One WebSocket connection to Discord's gateway. Every step of it has a time limit.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

use super::frame::{self, GatewayFrame};
use super::session::ConnectionEnd;

pub struct GatewayConnection {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    step_timeout: Duration,
}

impl GatewayConnection {
    /// Connects, and waits for Discord's HELLO. Returns the connection and the heartbeat interval.
    ///
    /// # Errors
    /// The connection cannot be made, or HELLO does not come first or in time.
    pub async fn connect(
        url: &str,
        step_timeout: Duration,
    ) -> Result<(Self, Duration), ConnectionEnd> {
        let url = format!("{}/?v=10&encoding=json", url.trim_end_matches('/'));
        let connected = timeout(step_timeout, connect_async_with_config(url, None, true)).await;
        let (socket, _) = connected
            .map_err(|_| broken_connection("Discord takes the connection and says nothing"))?
            .map_err(|error| broken_connection(format!("no connection to Discord: {error}")))?;
        let mut connection = Self { socket, step_timeout };
        let hello = timeout(step_timeout, connection.next_frame()).await;
        match hello.map_err(|_| broken_connection("Discord does not greet"))?? {
            (GatewayFrame::Hello { heartbeat_interval }, _) => Ok((connection, heartbeat_interval)),
            _ => Err(broken_connection("Discord greets with something else")),
        }
    }

    /// Waits for the next frame. Returns it parsed, and as text.
    ///
    /// # Errors
    /// The connection has ended, or what arrived is not a text frame of the gateway.
    pub async fn next_frame(&mut self) -> Result<(GatewayFrame, Utf8Bytes), ConnectionEnd> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => match frame::parse(&text) {
                    Some(frame) => return Ok((frame, text)),
                    None => return Err(broken_connection("Discord sends what is no frame")),
                },
                Some(Ok(Message::Close(frame))) => {
                    return Err(ConnectionEnd::Closed(frame.map(|frame| frame.code.into())));
                }
                // The bot asks for no compression, so Discord has no reason to send binary frames.
                Some(Ok(Message::Binary(_))) => {
                    return Err(broken_connection("Discord sends binary frames"));
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Err(error)) => {
                    return Err(broken_connection(format!("the connection broke: {error}")));
                }
                None => return Err(broken_connection("the connection broke")),
            }
        }
    }

    pub async fn send(&mut self, text: String) -> Result<(), ConnectionEnd> {
        let sent = timeout(self.step_timeout, self.socket.send(Message::text(text))).await;
        sent.map_err(|_| broken_connection("nothing can be sent"))?
            .map_err(|error| broken_connection(format!("the connection broke: {error}")))
    }

    /// Closes the connection properly, so that the bot is shown as offline at once.
    pub async fn close(mut self) {
        let goodbye = CloseFrame { code: CloseCode::Normal, reason: "".into() };
        // Discord may be gone already.
        let _ = timeout(self.step_timeout, self.socket.close(Some(goodbye))).await;
    }
}

fn broken_connection(reason: impl Into<String>) -> ConnectionEnd {
    ConnectionEnd::Broken(reason.into())
}
