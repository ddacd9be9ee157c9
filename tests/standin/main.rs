//! The stand-in under the real client: a small bot with a bit of everything, and every refusal.
#![cfg(feature = "sandbox")]

#[path = "../apart/mod.rs"]
mod apart;
mod conversation;
mod gateway;
mod page;
mod pong;
mod refusals;
mod typing;
