//! Registration of commands, for all places or for one guild.

use serde_json::{Value, json};

use super::{Answer, Call, done, found, id};
use crate::standin::ids::Id;
use crate::standin::interactions::report_unknown_fields;
use crate::standin::limits::commands::check;
use crate::standin::refusal::Refusal;
use crate::standin::state::State;
use crate::standin::wire::{self, without_nulls};

pub(super) fn answer(state: &mut State, call: &Call, path: &[&str]) -> Answer {
    let (guild, rest) = match path {
        ["guilds", guild, "commands", rest @ ..] => {
            let guild = id(guild)?;
            if !state.guilds.contains_key(&guild) {
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

/// Replaces all commands; one that keeps its name keeps its id.
fn register(state: &mut State, guild: Option<Id>, body: &Value) -> Answer {
    let unknown = check(body)?;
    report_unknown_fields(state, "commands", &unknown);
    let old = list(state, guild).clone();
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
    found(json!(registered))
}
