//! The application, users, guilds and members.

use serde_json::json;

use super::{Answer, Call, found, id};
use crate::ids::Id;
use crate::refusal::Refusal;
use crate::state::State;
use crate::wire;

/// The bot's application. The first guild's owner owns it.
pub(super) fn application(state: &State) -> Answer {
    let owner = state.guilds.values().next().map(|guild| wire::user_of(state, guild.owner));
    found(json!({
        "id": state.bot,
        "name": state.name_of(state.bot),
        "icon": null,
        "description": "",
        "type": null,
        "bot": wire::user_of(state, state.bot),
        "bot_public": true,
        "bot_require_code_grant": false,
        "verify_key": "0000000000000000000000000000000000000000000000000000000000000000",
        "flags": 0,
        "flags_new": "0",
        "redirect_uris": [],
        "interactions_endpoint_url": null,
        "role_connections_verification_url": null,
        "owner": owner,
        "approximate_guild_count": state.guilds_of_bot().count(),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": null,
        "eligible_oauth2_scopes": [],
    }))
}

pub(super) fn users(state: &mut State, call: &Call, path: &[&str]) -> Answer {
    match (call.method.as_str(), path) {
        ("GET", ["@me"]) => {
            let mut me = wire::user_of(state, state.bot);
            me["mfa_enabled"] = json!(false);
            me["locale"] = json!("en-US");
            me["verified"] = json!(true);
            me["email"] = json!(null);
            found(me)
        }
        ("GET", ["@me", "guilds"]) => {
            let guilds = state.guilds_of_bot().map(|guild| {
                json!({
                    "id": guild.id,
                    "name": guild.name,
                    "icon": null,
                    "banner": null,
                    "owner": false,
                    "permissions": state.permissions_of(state.bot, guild.id).to_string(),
                    "features": [],
                })
            });
            found(guilds.collect())
        }
        ("POST", ["@me", "channels"]) => open_dm(state, call),
        ("GET", [user]) => {
            let person = state.person(id(user)?).ok_or_else(unknown_user)?;
            found(wire::user(person))
        }
        _ => Err(Refusal::unknown_endpoint()),
    }
}

fn unknown_user() -> Refusal {
    Refusal::expected(404, 10013, "Unknown User")
}

fn open_dm(state: &mut State, call: &Call) -> Answer {
    let Some(recipient) = wire::id(call.body()?.get("recipient_id")) else {
        return Err(Refusal::field("recipient_id", "BASE_TYPE_REQUIRED", "This field is required"));
    };
    let person = state.person(recipient).filter(|person| !person.is_bot);
    let invalid = || Refusal::expected(400, 50033, "Invalid Recipient(s)");
    let recipient = person.ok_or_else(invalid)?.id;
    let channel = state.dm_with(recipient);
    found(wire::channel(state, state.channel(channel)?))
}

pub(super) fn guilds(state: &State, guild: Id, path: &[&str]) -> Answer {
    let unknown = || Refusal::expected(404, 10004, "Unknown Guild");
    let guild = state.guilds_of_bot().find(|one| one.id == guild).ok_or_else(unknown)?;
    let member = |user: Id| {
        let unknown = || Refusal::expected(404, 10007, "Unknown Member");
        state.person(user).map(|person| wire::member(person, guild.id)).ok_or_else(unknown)
    };
    match path {
        [] => found(wire::guild(state, guild)),
        ["channels"] => {
            let own = state.channels.values().filter(|channel| channel.guild == Some(guild.id));
            found(own.map(|channel| wire::channel(state, channel)).collect())
        }
        ["roles"] => found(json!(wire::roles(guild))),
        ["members", user] => found(member(id(user)?)?),
        _ => Err(Refusal::unknown_endpoint()),
    }
}
