//! The door for serenity: a port on this machine, at an address that nobody else can know.

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

/// How many may stand before the door. Strangers are let go after a while.
const MAX_HANDSHAKES: usize = 64;
/// How long the machine is left alone when it has no file for a connection.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_secs(1);

pub type LocalSocket = WebSocketStream<TcpStream>;

pub struct AuthListener {
    address: SocketAddr,
    secret: String,
    accepted: mpsc::Receiver<LocalSocket>,
    _accept_task: AbortOnDropHandle<()>,
}

impl AuthListener {
    pub async fn bind(handshake_timeout: Duration) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let at = listener.local_addr()?;
        let secret = format!("/{:032x}", rand::random::<u128>());
        let (let_in, arrivals) = mpsc::channel(1);
        let keeper =
            tokio::spawn(accept_connections(listener, secret.clone(), handshake_timeout, let_in));
        Ok(Self {
            address: at,
            secret,
            accepted: arrivals,
            _accept_task: AbortOnDropHandle::new(keeper),
        })
    }

    pub fn url(&self) -> String {
        format!("ws://{}{}", self.address, self.secret)
    }

    /// The next who knows the secret; none if nobody keeps the door any more.
    pub async fn accept(&mut self) -> Option<LocalSocket> {
        self.accepted.recv().await
    }
}

/// Answers whoever knocks, also while somebody is in: serenity lets go of a connection only when
/// it has the next.
async fn accept_connections(
    listener: TcpListener,
    secret: String,
    handshake_timeout: Duration,
    accepted: mpsc::Sender<LocalSocket>,
) {
    let mut arriving = JoinSet::new();
    loop {
        tokio::select! {
            knock = listener.accept(), if arriving.len() < MAX_HANDSHAKES => match knock {
                Ok((stream, _)) => {
                    arriving.spawn(authenticate(stream, secret.clone(), handshake_timeout, accepted.clone()));
                }
                Err(error) => {
                    tracing::warn!(%error, "no connection within this machine");
                    sleep(ACCEPT_RETRY_DELAY).await;
                }
            },
            Some(_) = arriving.join_next() => {}
        }
    }
}

/// Whoever knows the secret is let in as soon as there is room.
async fn authenticate(
    stream: TcpStream,
    secret: String,
    handshake_timeout: Duration,
    accepted: mpsc::Sender<LocalSocket>,
) -> Option<()> {
    // A frame is small, and somebody waits for it.
    stream.set_nodelay(true).ok()?;
    let guarded = accept_hdr_async(stream, SecretPathCheck { secret });
    let socket = timeout(handshake_timeout, guarded).await.ok()?.ok()?;
    accepted.send(socket).await.ok()
}

struct SecretPathCheck {
    secret: String,
}

impl Callback for SecretPathCheck {
    fn on_request(self, asked: &Request, answer: Response) -> Result<Response, ErrorResponse> {
        if asked.uri().path() == self.secret {
            return Ok(answer);
        }
        tracing::warn!("a stranger knocked where only the bot itself should");
        let mut refusal = ErrorResponse::new(None);
        *refusal.status_mut() = StatusCode::NOT_FOUND;
        Err(refusal)
    }
}
