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

mod door;
mod frame;
mod inside;
mod line;
mod outside;
mod pace;
mod session;
#[cfg(test)]
mod tests;
mod unreadable;

use std::sync::Arc;

use futures_util::future::try_join_all;
use serde_json::Value;
use serenity::all::Http;
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::Utf8Bytes;
use tokio_util::sync::CancellationToken;

use super::signs::Signs;
use super::trouble::Trouble;
use app::servers::{Shard, Shards};
use door::Door;
use outside::Outside;
pub use pace::{Tempo, Turns};

/// How many events of a shard may wait for serenity. If there are more, Discord is asked for them
/// again.
const MOST_WAITING: usize = 4096;

pub struct Gateway {
    door: Door,
    shards: Vec<Outside>,
    signs: Arc<Signs>,
}

impl Gateway {
    /// Opens the door for serenity, for these shards of the bot.
    ///
    /// # Errors
    /// This machine gives no port.
    pub async fn open(
        url: &str,
        shards: Shards,
        turns: Turns,
        http: Arc<Http>,
        tempo: Tempo,
        signs: Arc<Signs>,
    ) -> Result<Self, Trouble> {
        let door = Door::open(tempo.patience).await;
        let door = door.map_err(|why| Trouble::Start(format!("no port for the gateway: {why}")))?;
        let turns = Arc::new(turns);
        let of_shard = |number| {
            let (url, http, signs) = (url.to_string(), Arc::clone(&http), Arc::clone(&signs));
            let shard = Shard { number, total: shards.total() };
            Outside::new(shard, url, http, tempo, Arc::clone(&turns), signs)
        };
        let shards = shards.numbers().map(of_shard).collect();
        Ok(Self { door, shards, signs })
    }

    /// Where serenity finds its Discord. The address is a secret.
    pub fn address(&self) -> String {
        self.door.address()
    }

    /// Serves serenity, one connection after the other, until `stop`, or until Discord will not
    /// have the bot at all.
    ///
    /// # Errors
    /// A sentence that says why it will not.
    pub async fn run(mut self, stop: CancellationToken) -> Result<(), Trouble> {
        loop {
            let socket = tokio::select! {
                socket = self.door.next() => socket,
                () = stop.cancelled() => return Ok(()),
            };
            let Some(socket) = socket else {
                return Err(Trouble::Start("The bot cannot reach itself any more.".into()));
            };
            let (events, waiting) = mpsc::channel(MOST_WAITING * self.shards.len().max(1));
            let (introduce, introduced) = oneshot::channel();
            // Either notices by its end of the channel that the other is gone.
            let (kept, ()) = tokio::join!(
                keep(&mut self.shards, introduced, events),
                inside::serve(socket, introduce, waiting, &self.signs),
            );
            kept.map_err(Trouble::Start)?;
        }
    }
}

/// Keeps the sessions of all shards, until nobody listens, or Discord will not have one of them.
async fn keep(
    shards: &mut [Outside],
    introduced: oneshot::Receiver<Value>,
    events: mpsc::Sender<Utf8Bytes>,
) -> Result<(), String> {
    let Ok(introduction) = introduced.await else { return Ok(()) };
    let all = shards.iter_mut().map(|shard| shard.keep(&introduction, events.clone()));
    try_join_all(all).await.map(drop)
}
