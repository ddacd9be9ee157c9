//! The endpoints that register commands, globally or for one guild.

use serde_json::{Value, json};

use super::{ApiRequest, ApiResult, no_content_response, ok_response, parse_path_id};
use crate::api_error::ApiError;
use crate::interactions::report_unknown_fields;
use crate::limits::commands::check_commands_body;
use crate::payloads::{self, remove_nulls};
use crate::snowflake::Snowflake;
use crate::state::DiscordState;

const DAY_MS: i64 = 86_400_000;

/// Handles a request about the commands of the application, global or of a guild.
pub(super) fn handle_commands_request(
    state: &mut DiscordState,
    request: &ApiRequest,
    path: &[&str],
) -> ApiResult {
    let (guild, rest) = match path {
        ["guilds", guild, "commands", rest @ ..] => {
            let guild_id = parse_path_id(guild)?;
            if !state.bot_guilds().any(|guild| guild.id == guild_id) {
                return Err(ApiError::missing_access());
            }
            (Some(guild_id), rest)
        }
        ["commands", rest @ ..] => (None, rest),
        _ => return Err(ApiError::unknown_endpoint()),
    };
    match (request.method.as_str(), rest) {
        ("PUT", []) => replace_commands(state, guild, request.body_or_refuse()?),
        ("GET", []) => ok_response(json!(commands_mut(state, guild))),
        ("GET", [command]) => {
            let position = find_command_position(state, guild, command)?;
            ok_response(commands_mut(state, guild)[position].clone())
        }
        ("DELETE", [command]) => {
            let position = find_command_position(state, guild, command)?;
            commands_mut(state, guild).remove(position);
            no_content_response()
        }
        _ => Err(ApiError::unknown_endpoint()),
    }
}

/// Returns the commands of a guild, or the global ones (`None`).
fn commands_mut(state: &mut DiscordState, guild: Option<Snowflake>) -> &mut Vec<Value> {
    match guild {
        None => &mut state.command_registry.global,
        Some(guild) => state.command_registry.by_guild.entry(guild).or_default(),
    }
}

/// Returns the position of a command in the list of its guild, or in the global list.
fn find_command_position(
    state: &mut DiscordState,
    guild: Option<Snowflake>,
    command: &str,
) -> Result<usize, ApiError> {
    let command_id = parse_path_id(command)?;
    let mut ids =
        commands_mut(state, guild).iter().map(|command| payloads::parse_id(command.get("id")));
    let unknown = || ApiError::new(404, 10063, "Unknown application command");
    ids.position(|id| id == Some(command_id)).ok_or_else(unknown)
}

/// Returns the fields in a guild's commands that have a meaning only in global ones.
fn find_global_only_fields(body: &Value) -> Vec<String> {
    let global_only_keys = ["contexts", "integration_types", "dm_permission"];
    let commands = body.as_array().map_or(&[][..], Vec::as_slice);
    let is_set = |key: &&str| commands.iter().any(|command| !command[*key].is_null());
    let set_keys = global_only_keys.into_iter().filter(is_set);
    set_keys.map(|key| format!("{key} of a guild's command")).collect()
}

/// Counts the new commands in a body.
///
/// # Errors
/// Fails if that makes too many new commands in a day, globally or for the guild.
fn check_and_count_new_commands(
    state: &mut DiscordState,
    guild: Option<Snowflake>,
    old_commands: &[Value],
    body: &Value,
) -> Result<(), ApiError> {
    let is_new = |command: &&Value| !old_commands.iter().any(|old| old["name"] == command["name"]);
    let new_count = body.as_array().map_or(0, |commands| commands.iter().filter(is_new).count());
    let now = state.now_ms();
    let max_new = state.command_registry.max_new_per_day;
    let created_ms = state.command_registry.created_ms.entry(guild).or_default();
    created_ms.retain(|created_ms| now - created_ms < DAY_MS);
    if new_count > 0 && created_ms.len() + new_count > max_new {
        let message =
            format!("Max number of daily application command creates has been reached ({max_new})");
        return Err(ApiError::new(400, 30034, &message));
    }
    created_ms.extend(std::iter::repeat_n(now, new_count));
    Ok(())
}

/// Replaces all commands of a guild, or the global ones. A command that keeps its name keeps its
/// id.
fn replace_commands(state: &mut DiscordState, guild: Option<Snowflake>, body: &Value) -> ApiResult {
    let mut unknown_fields = check_commands_body(body)?;
    if guild.is_some() {
        unknown_fields.extend(find_global_only_fields(body));
    }
    report_unknown_fields(state, "commands", &unknown_fields);
    let old_commands = commands_mut(state, guild).clone();
    check_and_count_new_commands(state, guild, &old_commands, body)?;
    let mut registered = Vec::new();
    for command in body.as_array().into_iter().flatten() {
        let old_command = old_commands.iter().find(|old| old["name"] == command["name"]);
        let id = match old_command.and_then(|old| payloads::parse_id(old.get("id"))) {
            Some(id) => id,
            None => state.next_snowflake(),
        };
        let mut new_command = remove_nulls(command);
        new_command["id"] = json!(id);
        new_command["application_id"] = json!(state.bot_id);
        new_command["version"] = json!(state.next_snowflake());
        for (key, default) in [("type", json!(1)), ("description", json!(""))] {
            if new_command.get(key).is_none() {
                new_command[key] = default;
            }
        }
        let permissions = payloads::parse_number(command.get("default_member_permissions"));
        new_command["default_member_permissions"] = json!(permissions.map(|bits| bits.to_string()));
        if let Some(guild) = guild {
            new_command["guild_id"] = json!(guild);
        }
        registered.push(new_command);
    }
    *commands_mut(state, guild) = registered.clone();
    ok_response(registered.into())
}
