//! The fake Discord with a real client library: a small sample bot, and everything that is refused.
#![cfg(feature = "sandbox")]

mod client_refusals;
mod conversation;
mod gateway;
#[path = "../support/killable.rs"]
mod killable;
mod page;
mod refusals;
mod sample_bot;
