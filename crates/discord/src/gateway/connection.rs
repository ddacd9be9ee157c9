//! One WebSocket connection to Discord's gateway. Every step of it has a time limit.

use std::time::Duration;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{self, Message, Utf8Bytes};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, client_async_tls, connect_async_with_config,
};

use super::frame::{self, GatewayFrame};
use super::session::ConnectionEnd;
use super::stream_decoder::StreamDecoder;
use crate::proxies::{Proxy, describe_proxy};
use app::describe_network_error;

/// Discord ends the session after 1000 and 1001, and after no other code:
/// <https://discord.com/developers/docs/events/gateway#initiating-a-disconnect>.
const RESUMABLE_CLOSE_CODE: u16 = 4000;

pub struct GatewayConnection {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    step_timeout: Duration,
    decoder: StreamDecoder,
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
        let url = format!("{}/?v=10&encoding=json&compress=zstd-stream", url.trim_end_matches('/'));
        let socket = timeout(step_timeout, open_socket(&url)).await.map_err(|_| {
            let proxy = describe_proxy(&url);
            broken_connection(format!("Discord takes the connection{proxy} and says nothing"))
        })??;
        let decoder = StreamDecoder::new().map_err(|error| {
            broken_connection(format!("what Discord compresses cannot be read: {error}"))
        })?;
        let mut connection = Self { socket, step_timeout, decoder };
        let hello = timeout(step_timeout, connection.next_frame()).await;
        match hello.map_err(|_| broken_connection("Discord does not greet"))?? {
            (GatewayFrame::Hello { heartbeat_interval }, _) => Ok((connection, heartbeat_interval)),
            _ => Err(broken_connection("Discord greets with something else")),
        }
    }

    /// Waits for the next frame. Returns it parsed, and as text.
    ///
    /// # Errors
    /// The connection has ended, or what arrived is not a frame of the gateway.
    pub async fn next_frame(&mut self) -> Result<(GatewayFrame, Utf8Bytes), ConnectionEnd> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return parse_frame(text),
                Some(Ok(Message::Binary(compressed))) => {
                    let text = self.decoder.decode(&compressed).map_err(|error| {
                        broken_connection(format!("Discord sends what cannot be read: {error}"))
                    })?;
                    return parse_frame(text.into());
                }
                Some(Ok(Message::Close(frame))) => {
                    return Err(ConnectionEnd::Closed(frame.map(|frame| frame.code.into())));
                }
                Some(Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_))) => {}
                Some(Err(error)) => {
                    return Err(describe_failure("the connection broke", &error));
                }
                None => return Err(broken_connection("the connection broke")),
            }
        }
    }

    /// Sends a frame as text.
    ///
    /// # Errors
    /// The connection has ended, or the frame is not sent in time.
    pub async fn send(&mut self, text: String) -> Result<(), ConnectionEnd> {
        let sent = timeout(self.step_timeout, self.socket.send(Message::text(text))).await;
        sent.map_err(|_| broken_connection("nothing can be sent"))?
            .map_err(|error| describe_failure("the connection broke", &error))
    }

    /// Closes the connection in a way that does not end the session, so that it can be resumed.
    pub async fn close(mut self) {
        let goodbye = CloseFrame { code: RESUMABLE_CLOSE_CODE.into(), reason: "".into() };
        // Discord may be gone already.
        let _ = timeout(self.step_timeout, self.socket.close(Some(goodbye))).await;
    }
}

/// Parses a frame, and returns it with its text. Fails if it is not a frame of the gateway.
fn parse_frame(text: Utf8Bytes) -> Result<(GatewayFrame, Utf8Bytes), ConnectionEnd> {
    match frame::parse(&text) {
        Some(frame) => Ok((frame, text)),
        None => Err(broken_connection("Discord sends what is no frame")),
    }
}

/// Opens a websocket, through the proxy of the environment if there is one.
async fn open_socket(
    url: &str,
) -> Result<WebSocketStream<MaybeTlsStream<TcpStream>>, ConnectionEnd> {
    let opened = match Proxy::find(url) {
        None => connect_async_with_config(url, None, true).await,
        Some(proxy) => {
            let stream = proxy.connect(url).await.map_err(|error| {
                let problem = describe_network_error(&*error);
                let proxy = proxy.host();
                broken_connection(format!("no connection to Discord through {proxy}: {problem}"))
            })?;
            client_async_tls(url, stream).await
        }
    };
    let (socket, _) = opened.map_err(|error| {
        let proxy = describe_proxy(url);
        describe_failure(&format!("no connection to Discord{proxy}"), &error)
    })?;
    Ok(socket)
}

/// Describes the end of a connection: `what` happened, then the HTTP status of the answer or the
/// error.
fn describe_failure(what: &str, error: &tungstenite::Error) -> ConnectionEnd {
    broken_connection(match error {
        tungstenite::Error::Http(response) => {
            format!("{what}: the answer is {}", response.status())
        }
        error => format!("{what}: {}", describe_network_error(error)),
    })
}

/// Returns the end of a connection that broke for this reason.
fn broken_connection(reason: impl Into<String>) -> ConnectionEnd {
    ConnectionEnd::Broken(reason.into())
}
