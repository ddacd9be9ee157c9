//! What serenity cannot read: a new kind of interaction, a field that has changed. It takes that
//! for an event it does not know, without a word in any log; so what matters is tried here first.
//! An interaction is told and counted, and whoever pressed something hears that it came to nothing.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;
use serenity::all::{Http, Interaction, Ready};

use super::frame::parse_data;
use crate::framework_errors;

/// As much of an interaction as it takes to answer it.
#[derive(Deserialize)]
struct InteractionStub {
    id: String,
    token: String,
    #[serde(rename = "type")]
    interaction_type: u64,
}

const AUTOCOMPLETE_TYPE: u64 = 4;
const MESSAGE_RESPONSE: u64 = 4;
const EPHEMERAL_FLAG: u64 = 1 << 6;

/// Whether serenity can read an event without which the bot would be deaf.
///
/// # Errors
/// What is wrong with it.
pub fn check_readable(name: &str, text: &str) -> serde_json::Result<()> {
    match name {
        "READY" => parse_data::<Ready>(text).map(drop),
        "INTERACTION_CREATE" => parse_data::<Interaction>(text).map(drop),
        _ => Ok(()),
    }
}

/// Told, counted, and answered as far as possible.
pub fn answer_unreadable(http: &Arc<Http>, text: &str, why: &serde_json::Error) {
    metrics::counter!("riposte_unreadable_total").increment(1);
    let interaction = parse_data::<InteractionStub>(text).ok();
    let kind = interaction.as_ref().map(|it| it.interaction_type);
    tracing::warn!(%why, ?kind, "an interaction cannot be read");
    let Some(InteractionStub { id, token, interaction_type: kind }) = interaction else { return };
    // What is offered while somebody types may as well be nothing.
    let (Ok(id), false) = (id.parse::<u64>(), kind == AUTOCOMPLETE_TYPE) else { return };
    let http = Arc::clone(http);
    tokio::spawn(async move {
        let data =
            json!({"content": framework_errors::format_internal_error(), "flags": EPHEMERAL_FLAG});
        let answer = json!({"type": MESSAGE_RESPONSE, "data": data});
        let sent = http.create_interaction_response(id.into(), &token, &answer, vec![]).await;
        if let Err(error) = sent {
            tracing::warn!(%error, "nor could that be said");
        }
    });
}
