//! The Discord front end: the only crate that uses poise and serenity.
//!
//! - [`commands`]: the table of slash commands; each becomes one command for the app.
//! - [`buttons`]: buttons, menus and forms. Their ids say what they do ([`custom_id`]).
//! - [`chat_moderation`]: marks or deletes chat messages that the rules of a fight forbid.
//! - [`interaction_replies`]: the immediate, private reply to whoever gave an input.
//! - [`messages`]: renders everything that people see, with the [`map`]; [`delivery`] sends the
//!   messages in the app's outbox.
//! - [`http_client`] makes requests to Discord, [`gateway`] receives its events; [`bot`] runs
//!   everything from start to stop, [`check`] only tests whether it could run.
//! - [`liveness`] records when something was last received or done. The [`watchdog`] derives from
//!   it whether the bot is well, and ends the program when it cannot recover.
//!
//! Sentences come from the crate `narration`, rules and permissions from `app` and `engine`.
//! Nothing is kept in memory that a restart could lose: buttons carry ids, messages are database
//! rows. Only forms that were refused are, for a quarter of an hour.

pub mod bot;
mod bot_permissions;
mod buttons;
mod chat_moderation;
pub mod check;
pub mod commands;
pub mod custom_id;
pub mod delivery;
mod download;
pub mod emoji;
pub mod error;
mod framework_errors;
mod gateway;
pub mod http_client;
mod interaction_replies;
mod liveness;
pub mod map;
mod member_permissions;
pub mod messages;
mod portraits;
mod proxies;
pub mod reader;
pub mod replay;
mod request_context;
pub mod secret;
mod threads;
pub mod watchdog;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use serenity::all::Http;
use tokio_util::task::TaskTracker;

use app::App;
use app::held_items::HeldItems;
use app::ids::FightId;

use custom_id::CustomId;
use download::AttachmentDownloader;
use portraits::PortraitLoader;

pub use error::BotError;
pub use messages::style_for;

/// A form as somebody has filled it in.
#[derive(Clone, Debug)]
pub(crate) struct HeldForm {
    /// The custom id of the form.
    id: CustomId,
    /// What was written in each field, by the field's custom id.
    values: BTreeMap<String, String>,
}

/// The shared state that every command and button handler receives.
#[derive(Clone)]
pub struct BotContext {
    app: App,
    http: Arc<Http>,
    attachments: AttachmentDownloader,
    portraits: PortraitLoader,
    /// The missing permissions that the GM of a fight has been told of. After a restart, the GM is
    /// told again.
    reported_missing_permissions: Arc<Mutex<BTreeSet<(FightId, &'static str)>>>,
    /// Forms that were refused, until they are opened again or expire.
    held_forms: Arc<HeldItems<HeldForm>>,
    /// The number of shards of the whole bot, all processes together.
    shard_total: u32,
    /// Interactions that are being answered; a stop waits for them.
    tasks: TaskTracker,
}
