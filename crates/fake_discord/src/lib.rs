//! A strict local Discord: REST API, gateway and CDN for a bot, and simulated users for tests,
//! fight scripts and the web page. The bot is the real one, pointed at another address.
//!
//! ```text
//! let setup = DiscordSetup::new().with_user("GM").with_user("Ana").with_channel("arena");
//! let discord = FakeDiscord::start(setup).await?;
//! // … start the bot with RIPOSTE_DISCORD_URL = discord.url() and the token discord.token() …
//! discord.wait_until_ready(Duration::from_secs(5)).await; // connected, commands registered
//! let ana = discord.find_or_add_user("Ana");
//! let answer = ana.run_command("/attack target:Wolf weapon:\"hand axe\"").await?;
//! ana.press_button(answer.message.unwrap().id, "Parry").await?;
//! assert!(ana.screen_text().contains("parries"));
//! discord.assert_no_violations();
//! ```
//!
//! * [`DiscordSetup`] describes the start: users, channels, clock. [`FakeDiscord`] is the running
//!   server; it injects faults, controls the gateway, and collects violations and traffic.
//!   [`User`] types, presses and reads. [`VisibleMessage`] is a message as a user sees it;
//!   [`VisibleMessage::full_text`] is all of it as plain text.
//! * Waiting users are woken at every change, never by a timer: [`FakeDiscord::wait_for`].
//! * The [`FakeClock`] of the setup measures Discord's deadlines. Only a user's wait for the first
//!   answer is real time (3 s); it ends at once if no bot can receive the interaction.
//! * The bot may die and come back: sessions, messages and nonces live here.
//!   [`FakeDiscord::remove_disconnected_sessions`] makes users notice a dead bot at once.
//!
//! Where to look: `rest/` has the endpoints, `limits/` checks request bodies, `gateway` keeps the
//! sessions, `interactions` the deadlines and responses, `messages` the stored messages;
//! `command_input` parses typed commands, `user` is the user side, `page` the web page, and
//! `traffic_log` writes the requests.
//!
//! Deliberately missing: users' reactions, voice, polls, stickers, components V2, and counted rate
//! limits other than those of webhooks (a 429 must be injected).
//!
//! Invariant: this crate uses no other crate of the workspace.

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
pub use handle::{DiscordSetup, FakeDiscord, PermissionEvent, TranscriptLine};
pub use messages::{MessageChange, MessageChangeKind};
pub use page::PageHint;
pub use snowflake::Snowflake;
pub use user::{BotAnswer, BotAnswerKind, ClientError, PendingAnswer, User};
pub use violations::{ProtocolViolation, ViolationKind};
pub use visible_message::{
    AutocompleteChoice, MessageButton, Modal, ModalField, SelectMenu, VisibleMessage,
    spell_out_command_mentions,
};
