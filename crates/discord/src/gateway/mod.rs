//! The connection to Discord's gateway, over which the bot receives events.
//!
//! serenity has a gateway client, but it has flaws: it hangs for ever if nobody answers, it
//! reconnects without a pause when it is thrown out, it loses the session when a connection dies
//! silently, and the TLS library it was built with is old. So serenity never talks to Discord
//! directly. It connects to a server on this machine, which behaves like a Discord that never
//! goes away.
//!
//! ```text
//!  Discord ── wss ──► remote_session ── events ──► local_server ── ws, loopback ──► serenity
//! ```
//!
//! - [`local_server`] greets serenity and answers its heartbeats, whatever happens outside;
//!   [`auth`] lets no other client connect.
//! - [`remote_session`] keeps one session with Discord per shard: it connects
//!   ([`mod@connection`]), identifies or resumes, sends heartbeats, and forwards events.
//!   [`session`] knows what can be resumed, also after a restart, and what each close code means;
//!   [`backoff`] decides how long to wait before each attempt, and which shard may identify.
//! - [`stream_decoder`] decompresses what Discord sends.
//! - [`filled_forms`] rewrites what serenity cannot parse of forms.
//! - [`event_filter`] drops the events that the bot does nothing with, above all other people's
//!   chat.
//! - [`frame`] parses the parts of frames that matter here; [`unreadable_events`] answers
//!   interactions that serenity would drop silently.
//!
//! When something was received is recorded in [`super::liveness`].
mod auth;
mod backoff;
mod connection;
mod event_filter;
mod filled_forms;
mod frame;
mod local_server;
mod remote_session;
mod session;
mod session_storage;
mod stream_decoder;
#[cfg(test)]
mod tests;
mod unreadable_events;

use std::sync::Arc;

use futures_util::future::try_join_all;
use serde_json::Value;
use serenity::all::Http;
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::sync::CancellationToken;

use super::error::BotError;
use super::liveness::Liveness;
use app::servers::{Shard, ShardRange};
use app::{App, describe_network_error};
use auth::LoopbackListener;
pub use backoff::{GatewayTimings, IdentifyQueue};
use remote_session::RemoteSession;
use session::SESSION_LIFETIME;

/// How many events per shard may be queued for serenity. If the queue overflows, the session is
/// resumed, so Discord sends the events again.
const MAX_QUEUED_EVENTS: usize = 4096;

pub struct Gateway {
    listener: LoopbackListener,
    sessions: Vec<RemoteSession>,
    liveness: Arc<Liveness>,
}

impl Gateway {
    /// Starts listening for serenity, and prepares the sessions of these shards. Deadlines are held
    /// until all of them are up.
    ///
    /// # Errors
    /// No local port can be bound.
    pub async fn open(
        url: &str,
        shards: ShardRange,
        identify_queue: IdentifyQueue,
        http: Arc<Http>,
        timings: GatewayTimings,
        liveness: Arc<Liveness>,
        app: App,
    ) -> Result<Self, BotError> {
        let listener = LoopbackListener::bind(timings.step_timeout).await;
        let listener = listener.map_err(|error| {
            let problem = describe_network_error(&error);
            BotError::Fatal(format!("The bot finds no port for itself here: {problem}."))
        })?;
        app.hold_deadlines_for(SESSION_LIFETIME);
        let identify_queue = Arc::new(identify_queue);
        let new_session = |number| {
            let (url, http, liveness) = (url.to_string(), Arc::clone(&http), Arc::clone(&liveness));
            let shard = Shard { number, total: shards.total() };
            let (queue, app) = (Arc::clone(&identify_queue), app.clone());
            RemoteSession::new(shard, url, http, timings, queue, liveness, app)
        };
        let shards = shards.shard_numbers().map(new_session).collect();
        Ok(Self { listener, sessions: shards, liveness })
    }

    /// Returns the address of the local server for serenity. The address contains a secret.
    pub fn local_url(&self) -> String {
        self.listener.url()
    }

    /// Serves serenity, one connection after the other, until `stop`.
    ///
    /// # Errors
    /// Discord refuses the bot for good, or the local server fails; the error is a sentence.
    pub async fn run(mut self, stop: CancellationToken) -> Result<(), BotError> {
        loop {
            let socket = tokio::select! {
                socket = self.listener.accept() => socket,
                () = stop.cancelled() => return Ok(()),
            };
            let Some(socket) = socket else {
                return Err(BotError::Fatal("The bot cannot reach itself any more.".into()));
            };
            let (events, queued_events) =
                mpsc::channel(MAX_QUEUED_EVENTS * self.sessions.len().max(1));
            let (identify_sender, identified) = oneshot::channel();
            // Each side notices by its end of the channel that the other side is gone.
            let (outcome, ()) = tokio::join!(
                run_sessions(&mut self.sessions, identified, events),
                local_server::serve_client(socket, identify_sender, queued_events, &self.liveness),
            );
            outcome.map_err(BotError::Fatal)?;
        }
    }
}

/// Waits for serenity's IDENTIFY, then runs the sessions of all shards until nobody receives their
/// events any more.
///
/// # Errors
/// Discord refuses one of the shards for good.
async fn run_sessions(
    sessions: &mut [RemoteSession],
    identified: oneshot::Receiver<Value>,
    events: mpsc::Sender<Utf8Bytes>,
) -> Result<(), String> {
    let Ok(identify_data) = identified.await else { return Ok(()) };
    let running = sessions.iter_mut().map(|session| session.run(&identify_data, events.clone()));
    try_join_all(running).await.map(drop)
}
