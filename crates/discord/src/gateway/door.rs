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
const MOST_ARRIVING: usize = 64;
/// How long the machine is left alone when it has no file for a connection.
const AFTER_A_FAULT: Duration = Duration::from_secs(1);

pub type Socket = WebSocketStream<TcpStream>;

pub struct Door {
    at: SocketAddr,
    secret: String,
    arrivals: mpsc::Receiver<Socket>,
    _keeper: AbortOnDropHandle<()>,
}

impl Door {
    pub async fn open(patience: Duration) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let at = listener.local_addr()?;
        let secret = format!("/{:032x}", rand::random::<u128>());
        let (let_in, arrivals) = mpsc::channel(1);
        let keeper = tokio::spawn(keep(listener, secret.clone(), patience, let_in));
        Ok(Self { at, secret, arrivals, _keeper: AbortOnDropHandle::new(keeper) })
    }

    pub fn address(&self) -> String {
        format!("ws://{}{}", self.at, self.secret)
    }

    /// The next who knows the secret; none if nobody keeps the door any more.
    pub async fn next(&mut self) -> Option<Socket> {
        self.arrivals.recv().await
    }
}

/// Answers whoever knocks, also while somebody is in: serenity lets go of a connection only when
/// it has the next.
async fn keep(
    listener: TcpListener,
    secret: String,
    patience: Duration,
    let_in: mpsc::Sender<Socket>,
) {
    let mut arriving = JoinSet::new();
    loop {
        tokio::select! {
            knock = listener.accept(), if arriving.len() < MOST_ARRIVING => match knock {
                Ok((stream, _)) => {
                    arriving.spawn(greet(stream, secret.clone(), patience, let_in.clone()));
                }
                Err(error) => {
                    tracing::warn!(%error, "no connection within this machine");
                    sleep(AFTER_A_FAULT).await;
                }
            },
            Some(_) = arriving.join_next() => {}
        }
    }
}

/// Whoever knows the secret is let in as soon as there is room.
async fn greet(
    stream: TcpStream,
    secret: String,
    patience: Duration,
    let_in: mpsc::Sender<Socket>,
) -> Option<()> {
    // A frame is small, and somebody waits for it.
    stream.set_nodelay(true).ok()?;
    let guarded = accept_hdr_async(stream, Guard { secret });
    let socket = timeout(patience, guarded).await.ok()?.ok()?;
    let_in.send(socket).await.ok()
}

struct Guard {
    secret: String,
}

impl Callback for Guard {
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
