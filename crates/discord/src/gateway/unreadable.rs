//! What serenity cannot read: a new kind of interaction, a field that has changed. It takes that
//! for an event it does not know, without a word in any log; so what matters is tried here first.
//! An interaction is told and counted, and whoever pressed something hears that it came to nothing.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;
use serenity::all::{Http, Interaction, Ready};

use super::frame::content;
use crate::faults;

/// As much of an interaction as it takes to answer it.
#[derive(Deserialize)]
struct Torso {
    id: String,
    token: String,
    #[serde(rename = "type")]
    kind: u64,
}

const AUTOCOMPLETE: u64 = 4;
const MESSAGE: u64 = 4;
const EPHEMERAL: u64 = 1 << 6;

/// Whether serenity can read an event without which the bot would be deaf.
///
/// # Errors
/// What is wrong with it.
pub fn check(name: &str, text: &str) -> serde_json::Result<()> {
    match name {
        "READY" => content::<Ready>(text).map(drop),
        "INTERACTION_CREATE" => content::<Interaction>(text).map(drop),
        _ => Ok(()),
    }
}

/// Told, counted, and answered as far as possible.
pub fn report(http: &Arc<Http>, text: &str, why: &serde_json::Error) {
    metrics::counter!("riposte_unreadable_total").increment(1);
    let interaction = content::<Torso>(text).ok();
    let kind = interaction.as_ref().map(|it| it.kind);
    tracing::warn!(%why, ?kind, "an interaction cannot be read");
    let Some(Torso { id, token, kind }) = interaction else { return };
    // What is offered while somebody types may as well be nothing.
    let (Ok(id), false) = (id.parse::<u64>(), kind == AUTOCOMPLETE) else { return };
    let http = Arc::clone(http);
    tokio::spawn(async move {
        let data = json!({"content": faults::broken(), "flags": EPHEMERAL});
        let answer = json!({"type": MESSAGE, "data": data});
        let sent = http.create_interaction_response(id.into(), &token, &answer, vec![]).await;
        if let Err(error) = sent {
            tracing::warn!(%error, "nor could that be said");
        }
    });
}
