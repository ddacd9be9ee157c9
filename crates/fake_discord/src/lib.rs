//! A strict local Discord: REST, gateway and CDN for a bot, and a user side for tests, fight
//! scripts and the web page. The bot under it is the real one, pointed at another address.
//!
//! ```text
//! let discord = Discord::start(World::new().user("GM").user("Ana").channel("arena")).await?;
//! // … start the bot with RIPOSTE_DISCORD_URL = discord.url() and the token discord.token() …
//! discord.ready(Duration::from_secs(5)).await;         // connected, commands registered
//! let ana = discord.add_user("Ana");                    // who is already here is found by name
//! let answer = ana.slash("/attack target:Wolf weapon:\"hand axe\"").await?;
//! ana.press(answer.message.unwrap().id, "Parry").await?;
//! assert!(ana.screen_text().contains("parries"));
//! discord.assert_no_faults();
//! ```
//!
//! * [`World`] says what there is at the start; [`Discord`] is the running server: world, faults,
//!   trouble on order, gateway, recording. [`User`] types, presses and reads. [`Message`] is what a
//!   reader sees, [`Message::text`] all of it as plain text.
//! * Users wait on a bell that rings at every change, never on a timer: [`Discord::wait_for`].
//! * Deadlines are measured with the [`Clock`] handed in. Only the patience of a user who gets no
//!   answer at all is real time (3 s); it ends at once when no bot could hear.
//! * The bot may die and come back: sessions, messages and nonces live here.
//!   [`Discord::forget_lost_sessions`] makes users notice a dead bot at once.
//!
//! Where to look: `rest/` the endpoints, `limits/` what bodies may hold, `gateway` sessions,
//! `interactions` deadlines and answers, `messages` what is kept, `typing` how commands are read,
//! `user` the user side, `page` the web page, `recording` the format of the recorded traffic.
//!
//! Deliberately not here: reactions, voice, polls, stickers, components V2, rate limits that count
//! (a 429 comes on order), and anything of the crate around it.
//!
//! Invariant: this room imports nothing else of the crate.

#![warn(clippy::unwrap_used, clippy::dbg_macro, clippy::todo)]

mod api_error;
mod clock;
mod command_input;
mod fault_injection;
mod gateway;
mod handle;
mod interactions;
mod limits;
mod messages;
mod page;
mod payloads;
pub mod permissions;
mod rest;
mod server;
mod snowflake;
mod state;
mod traffic_log;
mod user;
mod violations;
mod visible_message;

pub use clock::{ClockAdvanceRequest, ClockStep, FakeClock};
pub use fault_injection::{InjectedFault, ResponseHold};
pub use handle::{DiscordSetup, FakeDiscord, TranscriptLine};
pub use messages::{MessageChange, MessageChangeKind};
pub use page::PageHint;
pub use snowflake::Snowflake;
pub use user::{BotAnswer, BotAnswerKind, ClientError, PendingAnswer, User};
pub use violations::{ProtocolViolation, ViolationKind};
pub use visible_message::{
    AutocompleteChoice, MessageButton, Modal, SelectMenu, TextInput, VisibleMessage, message_text,
};
