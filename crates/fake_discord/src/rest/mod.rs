//! The REST API. Each request arrives as an [`ApiRequest`], and one function answers it while it
//! holds the lock. Endpoints that are not listed here are refused.

mod channels;
mod commands;
mod emojis;
mod incoming_webhooks;
mod users_and_guilds;
mod webhooks;

use axum::http::Method;
use serde_json::{Value, json};

use super::api_error::ApiError;
use super::gateway::gateway_url;
use super::interactions;
use super::limits::messages::MessageRequestKind;
use super::messages::UploadedFiles;
use super::snowflake::Snowflake;
use super::state::DiscordState;

/// A request to the API.
pub(crate) struct ApiRequest {
    pub method: Method,
    /// Without `/api/v10`.
    pub path: String,
    pub query: String,
    pub body: Option<Value>,
    pub files: UploadedFiles,
}

impl ApiRequest {
    pub fn body_or_refuse(&self) -> Result<&Value, ApiError> {
        let missing =
            || ApiError::invalid_field("", "BASE_TYPE_REQUIRED", "This field is required");
        self.body.as_ref().ok_or_else(missing)
    }

    /// Returns the value of a query parameter as it is written, without percent decoding.
    pub fn query_parameter(&self, name: &str) -> Option<&str> {
        let mut pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
    }
}

pub(crate) struct ApiResponse {
    pub status: u16,
    pub body: Option<Value>,
}

pub(crate) type ApiResult = Result<ApiResponse, ApiError>;

fn ok_response(body: Value) -> ApiResult {
    Ok(ApiResponse { status: 200, body: Some(body) })
}

fn no_content_response() -> ApiResult {
    Ok(ApiResponse { status: 204, body: None })
}

/// Parses an id in a path.
///
/// # Errors
/// Fails as an invalid form if the text is no snowflake.
fn parse_path_id(text: &str) -> Result<Snowflake, ApiError> {
    let message = format!("Value \"{text}\" is not snowflake.");
    Snowflake::parse(text)
        .ok_or_else(|| ApiError::invalid_field("path", "NUMBER_TYPE_COERCE", &message))
}

/// Executes a request, and returns its response.
pub(crate) fn handle_request(state: &mut DiscordState, request: &mut ApiRequest) -> ApiResult {
    let path = request.path.clone();
    let segments: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    match (request.method.as_str(), segments.as_slice()) {
        ("GET", ["gateway"]) => ok_response(json!({"url": gateway_url(state)})),
        ("GET", ["gateway", "bot"]) => ok_response(json!({
            "url": gateway_url(state),
            "shards": state.sharding.min_shards,
            "session_start_limit": {
                "total": 1000,
                "remaining": 999,
                "reset_after": 14_400_000,
                "max_concurrency": state.sharding.max_concurrency(),
            },
        })),
        ("GET", ["oauth2", "applications", "@me"] | ["applications", "@me"]) => {
            users_and_guilds::application_response(state)
        }
        (_, ["applications", app, rest @ ..]) => {
            check_own_application(state, app)?;
            match rest {
                ["emojis", rest @ ..] => emojis::handle_emojis_request(state, request, rest),
                _ => commands::handle_commands_request(state, request, rest),
            }
        }
        ("POST", ["interactions", interaction, token, "callback"]) => {
            let interaction = parse_path_id(interaction)?;
            let files = std::mem::take(&mut request.files);
            interactions::apply_callback(
                state,
                interaction,
                token,
                request.body_or_refuse()?,
                files,
            )?;
            if request.query_parameter("with_response") == Some("true") {
                ok_response(webhooks::callback_response_json(state, interaction))
            } else {
                no_content_response()
            }
        }
        (_, ["webhooks", id, token, rest @ ..]) => match parse_path_id(id)? {
            app if app == state.bot_id => {
                webhooks::handle_interaction_response_request(state, request, token, rest)
            }
            webhook => {
                incoming_webhooks::handle_incoming_webhook(state, request, webhook, token, rest)
            }
        },
        ("GET" | "POST", ["channels", channel, "webhooks"]) => {
            let channel = parse_path_id(channel)?;
            incoming_webhooks::handle_channel_webhooks(state, request, channel)
        }
        (_, ["channels", channel, rest @ ..]) => {
            let channel = parse_path_id(channel)?;
            channels::handle_channel_request(state, request, channel, rest)
        }
        (_, ["users", rest @ ..]) => users_and_guilds::handle_users_request(state, request, rest),
        ("GET", ["guilds", guild, rest @ ..]) => {
            users_and_guilds::handle_guilds_request(state, parse_path_id(guild)?, rest)
        }
        _ => Err(ApiError::unknown_endpoint()),
    }
}

/// Fails if the id in the path is not that of the bot's own application.
fn check_own_application(state: &DiscordState, app: &str) -> Result<(), ApiError> {
    if parse_path_id(app)? == state.bot_id {
        Ok(())
    } else {
        Err(ApiError::new(403, 50001, "Missing Access"))
    }
}

/// Records a violation for each field of a message that Discord does not know.
fn report_unknown_message_fields(
    state: &mut DiscordState,
    request_kind: MessageRequestKind,
    unknown_fields: &[String],
) {
    interactions::report_unknown_fields(state, &format!("{request_kind:?}"), unknown_fields);
}
