//! The line to Discord's gateway, over which the bot is told of events.
//!
//! serenity has a client for that. Where nobody answers it hangs for ever, where it is thrown out
//! it comes back without a pause, a connection that died in silence costs it the session, and the
//! TLS it was built with is old. So it never meets Discord: it is given an address on this
//! machine, at which a Discord lives that never goes away.
//!
//! ```text
//!  Discord ─── wss ───► outside ─── events ───► inside ─── ws, loopback ───► serenity
//! ```
//!
//! - [`inside`] is that Discord: it greets serenity and answers its heartbeats, whatever happens
//!   outside. [`door`] lets nobody else in.
//! - [`outside`] keeps a session with the real one, one for each shard: it connects
//!   ([`mod@line`]), identifies or resumes, beats, and passes events on. What there is to resume,
//!   and what a close means, is in [`session`]; how long it waits before each attempt, and whose
//!   turn it is, in [`pace`].
//! - [`frame`] reads as much of a frame as must be understood here; [`unreadable`] is what serenity
//!   would drop without a word.
//!
//! What was heard, and when, goes into the signs of life ([`super::signs`]).

mod auth;
mod backoff;
mod connection;
mod frame;
mod local_server;
mod remote_session;
mod session;
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
use auth::AuthListener;
pub use backoff::{GatewayTimings, IdentifyQueue};
use remote_session::RemoteSession;

/// How many events of a shard may wait for serenity. If there are more, Discord is asked for them
/// again.
const MAX_QUEUED_EVENTS: usize = 4096;

pub struct Gateway {
    listener: AuthListener,
    sessions: Vec<RemoteSession>,
    liveness: Arc<Liveness>,
}

impl Gateway {
    /// Opens the door for serenity, for these shards of the bot.
    ///
    /// # Errors
    /// This machine gives no port.
    pub async fn open(
        url: &str,
        shards: ShardRange,
        identify_queue: IdentifyQueue,
        http: Arc<Http>,
        timings: GatewayTimings,
        liveness: Arc<Liveness>,
    ) -> Result<Self, BotError> {
        let door = AuthListener::bind(timings.step_timeout).await;
        let door =
            door.map_err(|why| BotError::Fatal(format!("no port for the gateway: {why}")))?;
        let turns = Arc::new(identify_queue);
        let of_shard = |number| {
            let (url, http, signs) = (url.to_string(), Arc::clone(&http), Arc::clone(&liveness));
            let shard = Shard { number, total: shards.total() };
            RemoteSession::new(shard, url, http, timings, Arc::clone(&turns), signs)
        };
        let shards = shards.shard_numbers().map(of_shard).collect();
        Ok(Self { listener: door, sessions: shards, liveness })
    }

    /// Where serenity finds its Discord. The address is a secret.
    pub fn local_url(&self) -> String {
        self.listener.url()
    }

    /// Serves serenity, one connection after the other, until `stop`, or until Discord will not
    /// have the bot at all.
    ///
    /// # Errors
    /// A sentence that says why it will not.
    pub async fn run(mut self, stop: CancellationToken) -> Result<(), BotError> {
        loop {
            let socket = tokio::select! {
                socket = self.listener.accept() => socket,
                () = stop.cancelled() => return Ok(()),
            };
            let Some(socket) = socket else {
                return Err(BotError::Fatal("The bot cannot reach itself any more.".into()));
            };
            let (events, waiting) = mpsc::channel(MAX_QUEUED_EVENTS * self.sessions.len().max(1));
            let (introduce, introduced) = oneshot::channel();
            // Either notices by its end of the channel that the other is gone.
            let (kept, ()) = tokio::join!(
                run_sessions(&mut self.sessions, introduced, events),
                local_server::serve_client(socket, introduce, waiting, &self.liveness),
            );
            kept.map_err(BotError::Fatal)?;
        }
    }
}

/// Keeps the sessions of all shards, until nobody listens, or Discord will not have one of them.
async fn run_sessions(
    sessions: &mut [RemoteSession],
    identified: oneshot::Receiver<Value>,
    events: mpsc::Sender<Utf8Bytes>,
) -> Result<(), String> {
    let Ok(introduction) = identified.await else { return Ok(()) };
    let all = sessions.iter_mut().map(|shard| shard.run(&introduction, events.clone()));
    try_join_all(all).await.map(drop)
}
