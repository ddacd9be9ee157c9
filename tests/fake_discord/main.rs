//! The stand-in under the real client: a small bot with a bit of everything, and every refusal.
#![cfg(feature = "sandbox")]

mod client_refusals;
mod conversation;
mod gateway;
#[path = "../support/killable.rs"]
mod killable;
mod page;
mod refusals;
mod sample_bot;
