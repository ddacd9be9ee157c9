//! The REST interface. Each request comes in as a [`Call`], is answered by one function under the
//! lock, and whatever is not listed here Discord does not know either.

mod channels;
mod commands;
mod people;
mod webhooks;

use axum::http::Method;
use serde_json::{Value, json};

use super::gateway::gateway_url;
use super::ids::Id;
use super::interactions;
use super::limits::messages::Carrier;
use super::messages::Files;
use super::refusal::Refusal;
use super::state::State;

/// A request, read.
pub(crate) struct Call {
    pub method: Method,
    /// Without `/api/v10`.
    pub path: String,
    pub query: String,
    pub body: Option<Value>,
    pub files: Files,
}

impl Call {
    /// The body, which must be there.
    pub fn body(&self) -> Result<&Value, Refusal> {
        let missing = || Refusal::field("", "BASE_TYPE_REQUIRED", "This field is required");
        self.body.as_ref().ok_or_else(missing)
    }

    /// A parameter of the query.
    pub fn asked(&self, name: &str) -> Option<&str> {
        let pairs = self.query.split('&').filter_map(|pair| pair.split_once('='));
        pairs.into_iter().find(|(key, _)| *key == name).map(|(_, value)| value)
    }
}

/// A status and perhaps a body.
pub(crate) struct Reply {
    pub status: u16,
    pub body: Option<Value>,
}

pub(crate) type Answer = Result<Reply, Refusal>;

fn found(body: Value) -> Answer {
    Ok(Reply { status: 200, body: Some(body) })
}

fn done() -> Answer {
    Ok(Reply { status: 204, body: None })
}

/// An id of the path; what is no snowflake is a wrong form.
fn id(text: &str) -> Result<Id, Refusal> {
    let message = format!("Value \"{text}\" is not snowflake.");
    Id::parse(text).ok_or_else(|| Refusal::field("path", "NUMBER_TYPE_COERCE", &message))
}

/// Answers a request.
pub(crate) fn answer(state: &mut State, call: &mut Call) -> Answer {
    let path = call.path.clone();
    let segments: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    match (call.method.as_str(), segments.as_slice()) {
        ("GET", ["gateway"]) => found(json!({"url": gateway_url(state)})),
        ("GET", ["gateway", "bot"]) => found(json!({
            "url": gateway_url(state),
            "shards": state.shards.at_least,
            "session_start_limit": {
                "total": 1000,
                "remaining": 999,
                "reset_after": 14_400_000,
                "max_concurrency": state.shards.max_concurrency(),
            },
        })),
        ("GET", ["oauth2", "applications", "@me"] | ["applications", "@me"]) => {
            people::application(state)
        }
        (_, ["applications", app, rest @ ..]) => {
            own_application(state, app)?;
            commands::answer(state, call, rest)
        }
        ("POST", ["interactions", interaction, token, "callback"]) => {
            let interaction = id(interaction)?;
            let files = std::mem::take(&mut call.files);
            interactions::answer(state, interaction, token, call.body()?, files)?;
            if call.asked("with_response") == Some("true") {
                found(webhooks::callback_response(state, interaction))
            } else {
                done()
            }
        }
        (_, ["webhooks", app, token, rest @ ..]) => {
            own_application(state, app)?;
            webhooks::answer(state, call, token, rest)
        }
        (_, ["channels", channel, rest @ ..]) => {
            let channel = id(channel)?;
            channels::answer(state, call, channel, rest)
        }
        (_, ["users", rest @ ..]) => people::users(state, call, rest),
        ("GET", ["guilds", guild, rest @ ..]) => people::guilds(state, id(guild)?, rest),
        _ => Err(Refusal::unknown_endpoint()),
    }
}

fn own_application(state: &State, app: &str) -> Result<(), Refusal> {
    if id(app)? == state.bot {
        Ok(())
    } else {
        Err(Refusal::expected(403, 50001, "Missing Access"))
    }
}

/// Reports the fields of a body that Discord does not know.
fn report(state: &mut State, carrier: Carrier, unknown: &[String]) {
    interactions::report_unknown_fields(state, &format!("{carrier:?}"), unknown);
}
