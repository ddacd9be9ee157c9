//! The local listener for serenity: a port on this machine whose URL contains a secret path, so
//! that no other client can connect.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::tungstenite::handshake::server::{
    Callback, ErrorResponse, Request, Response,
};
use tokio_tungstenite::tungstenite::http::StatusCode;
use tokio_tungstenite::{WebSocketStream, accept_hdr_async};
use tokio_util::task::AbortOnDropHandle;

/// How many handshakes may run at once. Each has a time limit.
const MAX_HANDSHAKES: usize = 64;
/// The pause after a connection could not be accepted, for example for lack of file descriptors.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_secs(1);

pub type LocalSocket = WebSocketStream<TcpStream>;

pub struct LoopbackListener {
    address: SocketAddr,
    secret: String,
    accepted: mpsc::Receiver<LocalSocket>,
    _accept_task: AbortOnDropHandle<()>,
}

impl LoopbackListener {
    /// Listens on a free local port with a random secret path, and starts the task that accepts
    /// clients.
    pub async fn bind(handshake_timeout: Duration) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let secret = format!("/{:032x}", rand::random::<u128>());
        let (accepted_sender, accepted) = mpsc::channel(1);
        let accept_task = tokio::spawn(accept_connections_forever(
            listener,
            secret.clone(),
            handshake_timeout,
            accepted_sender,
        ));
        Ok(Self { address, secret, accepted, _accept_task: AbortOnDropHandle::new(accept_task) })
    }

    /// Returns the URL with the secret path, for the only client that may connect.
    pub fn url(&self) -> String {
        format!("ws://{}{}", self.address, self.secret)
    }

    /// Waits for the next client that knows the secret. Returns `None` if the listener has ended.
    pub async fn accept(&mut self) -> Option<LocalSocket> {
        self.accepted.recv().await
    }
}

/// Accepts connections for ever, even while a client is connected: serenity drops a connection
/// only after it has made the next one.
async fn accept_connections_forever(
    listener: TcpListener,
    secret: String,
    handshake_timeout: Duration,
    accepted: mpsc::Sender<LocalSocket>,
) {
    let mut handshakes = JoinSet::new();
    loop {
        tokio::select! {
            connection = listener.accept(),
                if handshakes.len() < MAX_HANDSHAKES => match connection {
                Ok((stream, _)) => {
                    let (secret, accepted) = (secret.clone(), accepted.clone());
                    let handshake =
                        authenticate_and_forward(stream, secret, handshake_timeout, accepted);
                    handshakes.spawn(handshake);
                }
                Err(error) => {
                    tracing::warn!(%error, "could not accept a local gateway connection");
                    sleep(ACCEPT_RETRY_DELAY).await;
                }
            },
            Some(_) = handshakes.join_next() => {}
        }
    }
}

/// Performs the handshake, and passes the socket on if the client knows the secret. Returns `None`
/// if it does not, takes too long, or nobody accepts sockets any more.
async fn authenticate_and_forward(
    stream: TcpStream,
    secret: String,
    handshake_timeout: Duration,
    accepted: mpsc::Sender<LocalSocket>,
) -> Option<()> {
    // Frames are small, and latency matters.
    stream.set_nodelay(true).ok()?;
    let handshake = accept_hdr_async(stream, SecretPathCheck { secret });
    let socket = timeout(handshake_timeout, handshake).await.ok()?.ok()?;
    accepted.send(socket).await.ok()
}

struct SecretPathCheck {
    secret: String,
}

impl Callback for SecretPathCheck {
    /// Accepts a connection whose path is the secret, and answers any other with 404.
    fn on_request(self, request: &Request, response: Response) -> Result<Response, ErrorResponse> {
        if request.uri().path() == self.secret {
            return Ok(response);
        }
        tracing::warn!("refused a local gateway connection without the secret");
        let mut refusal = ErrorResponse::new(None);
        *refusal.status_mut() = StatusCode::NOT_FOUND;
        Err(refusal)
    }
}
