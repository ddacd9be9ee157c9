//! The front on Discord: the only room with poise and serenity.
//!
//! - [`commands`]: a table of slash commands; each says one verb to the app.
//! - [`buttons`]: buttons, menus and forms, by what their ids carry ([`custom_id`]).
//! - [`chatter`]: what is said in a channel past the bot.
//! - [`answers`]: what goes back to whoever said something, privately and at once.
//! - [`messages`]: what things look like, the [`map`] among them; [`delivery`] sends what is in the
//!   app's outbox.
//! - [`connection`] speaks to Discord's address, [`gateway`] is told of events; [`bot`] runs it all
//!   from start to stop, [`check`] only asks whether it could.
//! - [`signs`] of life are noted wherever something is heard or done; by them the [`pulse`] says
//!   whether the bot is well, and ends it where it is past help.
//!
//! Not here: sentences (narration), who may do what and what comes of it (app, engine). Nothing is
//! kept in memory that a restart could lose: buttons carry ids, messages are rows.

#![warn(clippy::unwrap_used, clippy::dbg_macro, clippy::todo)]

pub mod bot;
mod bot_permissions;
mod buttons;
mod chat_moderation;
pub mod check;
pub mod commands;
pub mod custom_id;
pub mod delivery;
mod download;
mod error;
mod framework_errors;
mod gateway;
pub mod http_client;
mod interaction_replies;
mod liveness;
pub mod map;
pub mod messages;
mod request_context;
pub mod secret;
mod threads;
pub mod watchdog;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use serenity::all::Http;
use tokio_util::task::TaskTracker;

use app::App;
use app::ids::FightId;

use download::AttachmentDownloader;

pub use error::BotError;
pub use messages::STYLE;

/// What every command and button has at hand.
#[derive(Clone)]
pub struct BotContext {
    app: App,
    http: Arc<Http>,
    attachments: AttachmentDownloader,
    /// Which permission the GM of which fight has been told of. After a restart they are told
    /// again, if it is missing still.
    reported_missing_permissions: Arc<Mutex<BTreeSet<(FightId, &'static str)>>>,
    /// Into how many shards the bot is divided.
    shard_total: u32,
    /// What is being answered: waited for when the bot stops.
    tasks: TaskTracker,
}
