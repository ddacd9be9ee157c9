//! The endpoints of the application, users, guilds and members.

use serde_json::{Value, json};

use super::{ApiRequest, ApiResult, ok_response, parse_path_id};
use crate::api_error::ApiError;
use crate::payloads;
use crate::snowflake::Snowflake;
use crate::state::{ChannelKind, DiscordState};

/// Returns the bot's application. It belongs to the owner of the first guild.
pub(super) fn application_response(state: &DiscordState) -> ApiResult {
    let owner =
        state.guilds.values().next().map(|guild| payloads::user_json_by_id(state, guild.owner));
    ok_response(json!({
        "id": state.bot_id,
        "name": state.person_name(state.bot_id),
        "icon": null,
        "description": "",
        "type": null,
        "bot": payloads::user_json_by_id(state, state.bot_id),
        "bot_public": true,
        "bot_require_code_grant": false,
        "verify_key": "0000000000000000000000000000000000000000000000000000000000000000",
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": null,
        "role_connections_verification_url": null,
        "owner": owner,
        "approximate_guild_count": state.bot_guilds().count(),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": null,
        "eligible_oauth2_scopes": [],
    }))
}

/// Handles a request below `/users`.
pub(super) fn handle_users_request(
    state: &mut DiscordState,
    request: &ApiRequest,
    path: &[&str],
) -> ApiResult {
    match (request.method.as_str(), path) {
        ("GET", ["@me"]) => {
            let mut me = payloads::user_json_by_id(state, state.bot_id);
            me["mfa_enabled"] = json!(false);
            me["locale"] = json!("en-US");
            me["verified"] = json!(true);
            me["email"] = json!(null);
            ok_response(me)
        }
        ("GET", ["@me", "guilds"]) => {
            let guilds = state.bot_guilds().map(|guild| {
                json!({
                    "id": guild.id,
                    "name": guild.name,
                    "icon": null,
                    "banner": null,
                    "owner": false,
                    "permissions": state.effective_permissions(state.bot_id, guild.id).to_string(),
                    "features": [],
                })
            });
            ok_response(guilds.collect())
        }
        ("POST", ["@me", "channels"]) => open_dm_channel(state, request),
        ("GET", [user]) => {
            let person = state.person(parse_path_id(user)?).ok_or_else(unknown_user_error)?;
            ok_response(payloads::user_json(person))
        }
        _ => Err(ApiError::unknown_endpoint()),
    }
}

fn unknown_user_error() -> ApiError {
    ApiError::new(404, 10013, "Unknown User")
}

/// Returns the DM channel with a user, and opens it if it is new. Fails for bots and unknown users.
fn open_dm_channel(state: &mut DiscordState, request: &ApiRequest) -> ApiResult {
    let Some(recipient) = payloads::parse_id(request.body_or_refuse()?.get("recipient_id")) else {
        return Err(ApiError::invalid_field(
            "recipient_id",
            "BASE_TYPE_REQUIRED",
            "This field is required",
        ));
    };
    let person = state.person(recipient).filter(|person| !person.is_bot);
    if person.is_none() {
        return Err(ApiError::new(400, 50033, "Invalid Recipient(s)"));
    }
    let channel = state.find_or_add_dm(recipient);
    ok_response(payloads::channel_json(state, state.channel_or_refuse(channel)?))
}

/// Handles a read-only request below `/guilds/{guild}`. Fails for a guild without the bot.
pub(super) fn handle_guilds_request(
    state: &DiscordState,
    guild_id: Snowflake,
    path: &[&str],
) -> ApiResult {
    let unknown_guild = || ApiError::new(404, 10004, "Unknown Guild");
    let guild = state.bot_guilds().find(|guild| guild.id == guild_id).ok_or_else(unknown_guild)?;
    match path {
        [] => ok_response(payloads::guild_json(state, guild)),
        ["channels"] => {
            let channels =
                state.channels.values().filter(|channel| channel.guild == Some(guild.id));
            ok_response(channels.map(|channel| payloads::channel_json(state, channel)).collect())
        }
        ["threads", "active"] => {
            let threads = state.channels.values().filter(|channel| {
                let is_thread = matches!(channel.kind, ChannelKind::Thread { .. });
                is_thread && channel.guild == Some(guild.id) && !channel.is_archived
            });
            let threads: Vec<Value> =
                threads.map(|thread| payloads::channel_json(state, thread)).collect();
            ok_response(json!({"threads": threads, "members": [], "has_more": false}))
        }
        ["roles"] => ok_response(json!(payloads::roles_json(guild))),
        ["members", user] => {
            let unknown_member = || ApiError::new(404, 10007, "Unknown Member");
            let person = state.person(parse_path_id(user)?).ok_or_else(unknown_member)?;
            ok_response(payloads::member_json(person, guild.id))
        }
        _ => Err(ApiError::unknown_endpoint()),
    }
}
