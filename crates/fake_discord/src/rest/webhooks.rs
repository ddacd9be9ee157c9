//! Later words to an interaction: its first answer as `@original`, and follow-ups.

use serde_json::{Value, json};

use super::{Answer, Call, done, found, report};
use crate::ids::Id;
use crate::interactions::{self, Answered};
use crate::limits::messages::Carrier;
use crate::messages;
use crate::refusal::Refusal;
use crate::state::State;
use crate::wire;

pub(super) fn answer(state: &mut State, call: &mut Call, token: &str, path: &[&str]) -> Answer {
    match (call.method.as_str(), path) {
        ("POST", []) => {
            let files = std::mem::take(&mut call.files);
            let id = interactions::follow_up(state, token, call.body()?, files)?;
            shown(state, id)
        }
        ("GET", ["messages", which]) => {
            let id = interactions::message_of(state, token, which)?;
            shown(state, id)
        }
        ("PATCH", ["messages", which]) => {
            let id = interactions::message_of(state, token, which)?;
            let files = std::mem::take(&mut call.files);
            let carrier = Carrier::WebhookEdit;
            let unknown = interactions::edit(state, id, call.body()?, files, carrier, "")?;
            report(state, carrier, &unknown);
            shown(state, id)
        }
        ("DELETE", ["messages", which]) => {
            let id = interactions::message_of(state, token, which)?;
            messages::delete(state, id);
            done()
        }
        _ => Err(Refusal::unknown_endpoint()),
    }
}

fn shown(state: &State, id: Id) -> Answer {
    let message = state.messages.get(&id).ok_or_else(Refusal::unknown_message)?;
    found(wire::message(state, message))
}

/// What `?with_response=true` gives for an answered interaction.
pub(super) fn callback_response(state: &State, id: Id) -> Value {
    let Some(interaction) = state.interactions.get(id) else { return Value::Null };
    let mut response = json!({"interaction": {"id": id, "type": interaction.kind as u8}});
    let message = interaction.original.and_then(|id| state.messages.get(&id));
    let kind = match interaction.answered {
        Some(Answered::Message) => Some(4),
        Some(Answered::Deferred) => Some(5),
        Some(Answered::Update) => Some(7),
        _ => None,
    };
    if let (Some(message), Some(kind)) = (message, kind) {
        response["resource"] = json!({"type": kind, "message": wire::message(state, message)});
    }
    response
}
