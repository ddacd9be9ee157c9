//! Handles events that serenity cannot parse, such as a new kind of interaction or a field that has
//! changed. serenity would drop them silently, so important events are test-parsed here first. An
//! unreadable interaction is logged and counted, and the user gets an error message.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::json;
use serenity::all::{Http, Interaction, Ready};

use super::frame::parse_data;
use crate::interaction_replies;

/// The part of an interaction that is needed to answer it.
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

/// Checks that serenity can parse an event, if it is one that the bot cannot do without.
///
/// # Errors
/// The event cannot be parsed.
pub fn check_can_parse_if_essential(name: &str, text: &str) -> serde_json::Result<()> {
    match name {
        "READY" => parse_data::<Ready>(text).map(drop),
        "INTERACTION_CREATE" => parse_data::<Interaction>(text).map(drop),
        _ => Ok(()),
    }
}

/// Logs and counts an interaction that cannot be parsed, and answers it in a task of its own if its
/// id and token are readable. Autocompletion gets no answer.
pub fn log_and_answer_unreadable_interaction(
    http: &Arc<Http>,
    text: &str,
    error: &serde_json::Error,
) {
    metrics::counter!("riposte_unreadable_total").increment(1);
    let interaction = parse_data::<InteractionStub>(text).ok();
    let kind = interaction.as_ref().map(|stub| stub.interaction_type);
    tracing::warn!(%error, ?kind, "could not parse an interaction");
    let Some(InteractionStub { id, token, interaction_type: kind }) = interaction else { return };
    // Autocompletion may simply stay empty.
    let (Ok(id), false) = (id.parse::<u64>(), kind == AUTOCOMPLETE_TYPE) else { return };
    let http = Arc::clone(http);
    tokio::spawn(async move {
        let content = interaction_replies::format_internal_error();
        let data = json!({"content": content, "flags": EPHEMERAL_FLAG});
        let answer = json!({"type": MESSAGE_RESPONSE, "data": data});
        let sent = http.create_interaction_response(id.into(), &token, &answer, vec![]).await;
        if let Err(error) = sent {
            tracing::warn!(%error, "could not send the error message");
        }
    });
}
