//! Registration of commands, for all places or for one guild.

use serde_json::{Value, json};

use super::{ApiRequest, ApiResult, no_content_response, ok_response, parse_path_id};
use crate::api_error::ApiError;
use crate::interactions::report_unknown_fields;
use crate::limits::commands::check_commands_body;
use crate::payloads::{self, remove_nulls};
use crate::snowflake::Snowflake;
use crate::state::DiscordState;

const DAY_MS: i64 = 86_400_000;

pub(super) fn handle_commands_request(
    state: &mut DiscordState,
    call: &ApiRequest,
    path: &[&str],
) -> ApiResult {
    let (guild, rest) = match path {
        ["guilds", guild, "commands", rest @ ..] => {
            let guild = parse_path_id(guild)?;
            if !state.bot_guilds().any(|one| one.id == guild) {
                return Err(ApiError::missing_access());
            }
            (Some(guild), rest)
        }
        ["commands", rest @ ..] => (None, rest),
        _ => return Err(ApiError::unknown_endpoint()),
    };
    match (call.method.as_str(), rest) {
        ("PUT", []) => replace_commands(state, guild, call.body_or_refuse()?),
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

fn commands_mut(state: &mut DiscordState, guild: Option<Snowflake>) -> &mut Vec<Value> {
    match guild {
        None => &mut state.command_registry.global,
        Some(guild) => state.command_registry.by_guild.entry(guild).or_default(),
    }
}

fn find_command_position(
    state: &mut DiscordState,
    guild: Option<Snowflake>,
    command: &str,
) -> Result<usize, ApiError> {
    let command = parse_path_id(command)?;
    let mut ids =
        commands_mut(state, guild).iter().map(|known| payloads::parse_id(known.get("id")));
    let unknown = || ApiError::new(404, 10063, "Unknown application command");
    ids.position(|id| id == Some(command)).ok_or_else(unknown)
}

/// The fields of commands that mean something only in those for all places.
fn find_global_only_fields(body: &Value) -> Vec<String> {
    let all = ["contexts", "integration_types", "dm_permission"];
    let commands = body.as_array().map_or(&[][..], Vec::as_slice);
    let is_set = |key: &&str| commands.iter().any(|command| !command[*key].is_null());
    all.into_iter().filter(is_set).map(|key| format!("{key} of a guild's command")).collect()
}

/// Counts the commands that are created: a place takes only so many a day.
fn check_and_count_new_commands(
    state: &mut DiscordState,
    guild: Option<Snowflake>,
    old: &[Value],
    body: &Value,
) -> Result<(), ApiError> {
    let is_new = |command: &&Value| !old.iter().any(|known| known["name"] == command["name"]);
    let count = body.as_array().map_or(0, |all| all.iter().filter(is_new).count());
    let (now, most) = (state.now_ms(), state.command_registry.max_new_per_day);
    let created = state.command_registry.created_ms.entry(guild).or_default();
    created.retain(|at| now - at < DAY_MS);
    if count > 0 && created.len() + count > most {
        let message =
            format!("Max number of daily application command creates has been reached ({most})");
        return Err(ApiError::new(400, 30034, &message));
    }
    created.extend(std::iter::repeat_n(now, count));
    Ok(())
}

/// Replaces all commands; one that keeps its name keeps its id.
fn replace_commands(state: &mut DiscordState, guild: Option<Snowflake>, body: &Value) -> ApiResult {
    let mut unknown = check_commands_body(body)?;
    if guild.is_some() {
        unknown.extend(find_global_only_fields(body));
    }
    report_unknown_fields(state, "commands", &unknown);
    let old = commands_mut(state, guild).clone();
    check_and_count_new_commands(state, guild, &old, body)?;
    let mut registered = Vec::new();
    for command in body.as_array().into_iter().flatten() {
        let known = old.iter().find(|old| old["name"] == command["name"]);
        let id = match known.and_then(|known| payloads::parse_id(known.get("id"))) {
            Some(id) => id,
            None => state.next_snowflake(),
        };
        let mut shown = remove_nulls(command);
        shown["id"] = json!(id);
        shown["application_id"] = json!(state.bot_id);
        shown["version"] = json!(state.next_snowflake());
        for (key, usual) in [("type", json!(1)), ("description", json!(""))] {
            if shown.get(key).is_none() {
                shown[key] = usual;
            }
        }
        let permissions = payloads::parse_number(command.get("default_member_permissions"));
        shown["default_member_permissions"] = json!(permissions.map(|bits| bits.to_string()));
        if let Some(guild) = guild {
            shown["guild_id"] = json!(guild);
        }
        registered.push(shown);
    }
    *commands_mut(state, guild) = registered.clone();
    ok_response(registered.into())
}
