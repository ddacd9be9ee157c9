//! Registration of commands, for all places or for one guild.

use serde_json::{Value, json};

use super::{Answer, Call, done, found, id};
use crate::ids::Id;
use crate::interactions::report_unknown_fields;
use crate::limits::commands::check;
use crate::refusal::Refusal;
use crate::state::State;
use crate::wire::{self, without_nulls};

const DAY_MS: i64 = 86_400_000;

pub(super) fn answer(state: &mut State, call: &Call, path: &[&str]) -> Answer {
    let (guild, rest) = match path {
        ["guilds", guild, "commands", rest @ ..] => {
            let guild = id(guild)?;
            if !state.guilds_of_bot().any(|one| one.id == guild) {
                return Err(Refusal::missing_access());
            }
            (Some(guild), rest)
        }
        ["commands", rest @ ..] => (None, rest),
        _ => return Err(Refusal::unknown_endpoint()),
    };
    match (call.method.as_str(), rest) {
        ("PUT", []) => register(state, guild, call.body()?),
        ("GET", []) => found(json!(list(state, guild))),
        ("GET", [command]) => {
            let position = position(state, guild, command)?;
            found(list(state, guild)[position].clone())
        }
        ("DELETE", [command]) => {
            let position = position(state, guild, command)?;
            list(state, guild).remove(position);
            done()
        }
        _ => Err(Refusal::unknown_endpoint()),
    }
}

fn list(state: &mut State, guild: Option<Id>) -> &mut Vec<Value> {
    match guild {
        None => &mut state.commands.everywhere,
        Some(guild) => state.commands.by_guild.entry(guild).or_default(),
    }
}

fn position(state: &mut State, guild: Option<Id>, command: &str) -> Result<usize, Refusal> {
    let command = id(command)?;
    let mut ids = list(state, guild).iter().map(|known| wire::id(known.get("id")));
    let unknown = || Refusal::expected(404, 10063, "Unknown application command");
    ids.position(|id| id == Some(command)).ok_or_else(unknown)
}

/// The fields of commands that mean something only in those for all places.
fn global_fields(body: &Value) -> Vec<String> {
    let all = ["contexts", "integration_types", "dm_permission"];
    let commands = body.as_array().map_or(&[][..], Vec::as_slice);
    let is_set = |key: &&str| commands.iter().any(|command| !command[*key].is_null());
    all.into_iter().filter(is_set).map(|key| format!("{key} of a guild's command")).collect()
}

/// Counts the commands that are created: a place takes only so many a day.
fn count_new(
    state: &mut State,
    guild: Option<Id>,
    old: &[Value],
    body: &Value,
) -> Result<(), Refusal> {
    let is_new = |command: &&Value| !old.iter().any(|known| known["name"] == command["name"]);
    let count = body.as_array().map_or(0, |all| all.iter().filter(is_new).count());
    let (now, most) = (state.now_ms(), state.commands.most_a_day);
    let created = state.commands.created.entry(guild).or_default();
    created.retain(|at| now - at < DAY_MS);
    if count > 0 && created.len() + count > most {
        let message =
            format!("Max number of daily application command creates has been reached ({most})");
        return Err(Refusal::expected(400, 30034, &message));
    }
    created.extend(std::iter::repeat_n(now, count));
    Ok(())
}

/// Replaces all commands; one that keeps its name keeps its id.
fn register(state: &mut State, guild: Option<Id>, body: &Value) -> Answer {
    let mut unknown = check(body)?;
    if guild.is_some() {
        unknown.extend(global_fields(body));
    }
    report_unknown_fields(state, "commands", &unknown);
    let old = list(state, guild).clone();
    count_new(state, guild, &old, body)?;
    let mut registered = Vec::new();
    for command in body.as_array().into_iter().flatten() {
        let known = old.iter().find(|old| old["name"] == command["name"]);
        let id = match known.and_then(|known| wire::id(known.get("id"))) {
            Some(id) => id,
            None => state.next_id(),
        };
        let mut shown = without_nulls(command);
        shown["id"] = json!(id);
        shown["application_id"] = json!(state.bot);
        shown["version"] = json!(state.next_id());
        for (key, usual) in [("type", json!(1)), ("description", json!(""))] {
            if shown.get(key).is_none() {
                shown[key] = usual;
            }
        }
        let permissions = wire::number(command.get("default_member_permissions"));
        shown["default_member_permissions"] = json!(permissions.map(|bits| bits.to_string()));
        if let Some(guild) = guild {
            shown["guild_id"] = json!(guild);
        }
        registered.push(shown);
    }
    *list(state, guild) = registered.clone();
    found(registered.into())
}
