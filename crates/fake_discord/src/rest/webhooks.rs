//! The webhook endpoints of an interaction: its first response (`@original`) and its follow-ups.

use serde_json::{Value, json};

use super::{
    ApiRequest, ApiResult, no_content_response, ok_response, report_unknown_message_fields,
};
use crate::api_error::ApiError;
use crate::interactions::{self, InteractionResponseKind, response_type};
use crate::limits::messages::MessageRequestKind;
use crate::messages;
use crate::payloads;
use crate::snowflake::Snowflake;
use crate::state::DiscordState;

/// Handles a request below `/webhooks/{app}/{token}`, which posts, reads, edits or deletes
/// responses.
pub(super) fn handle_interaction_response_request(
    state: &mut DiscordState,
    request: &mut ApiRequest,
    token: &str,
    path: &[&str],
) -> ApiResult {
    match (request.method.as_str(), path) {
        ("POST", []) => {
            let files = std::mem::take(&mut request.files);
            let id = interactions::post_follow_up_or_fill_deferred(
                state,
                token,
                request.body_or_refuse()?,
                files,
            )?;
            message_response(state, id)
        }
        ("GET", ["messages", message_key]) => {
            let id = interactions::response_message_or_refuse(state, token, message_key)?;
            message_response(state, id)
        }
        ("PATCH", ["messages", message_key]) => {
            let id = interactions::response_message_or_refuse(state, token, message_key)?;
            let files = std::mem::take(&mut request.files);
            let body = request.body_or_refuse()?;
            let request_kind = MessageRequestKind::WebhookEdit;
            let unknown_fields =
                interactions::edit_and_announce_message(state, id, body, files, request_kind, "")?;
            report_unknown_message_fields(state, request_kind, &unknown_fields);
            message_response(state, id)
        }
        ("DELETE", ["messages", message_key]) => {
            let id = interactions::response_message_or_refuse(state, token, message_key)?;
            messages::delete_and_announce_message(state, id);
            no_content_response()
        }
        _ => Err(ApiError::unknown_endpoint()),
    }
}

/// Returns a message as the response.
pub(super) fn message_response(state: &DiscordState, id: Snowflake) -> ApiResult {
    let message = state.messages.get(&id).ok_or_else(ApiError::unknown_message)?;
    ok_response(payloads::message_json(state, message))
}

/// Returns the response to a callback with `?with_response=true`.
pub(super) fn callback_response_json(state: &DiscordState, id: Snowflake) -> Value {
    let Some(interaction) = state.interactions.get(id) else { return Value::Null };
    let mut response = json!({"interaction": {"id": id, "type": interaction.kind as u8}});
    let message = interaction.original_message.and_then(|id| state.messages.get(&id));
    let kind = match interaction.response {
        Some(InteractionResponseKind::Message) => Some(response_type::MESSAGE),
        Some(InteractionResponseKind::Deferred) => Some(response_type::DEFERRED_MESSAGE),
        Some(InteractionResponseKind::Update) => Some(response_type::UPDATE),
        _ => None,
    };
    if let (Some(message), Some(kind)) = (message, kind) {
        response["resource"] =
            json!({"type": kind, "message": payloads::message_json(state, message)});
    }
    response
}
