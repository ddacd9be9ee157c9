//! The web page of the sandbox and the interface behind it: who is here, what one of them sees,
//! what they do, and a websocket that says when to look again.
//!
//! Only pages of this very server may ask; see [`same_origin_only`].

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::{Message as Frame, WebSocket};
use axum::extract::{Json, Query, Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};

use super::ids::{Id, timestamp};
use super::state::{ChannelKind, Shared, State as World};
use super::user::{Answer, ClientError, User};
use super::view::{Message, Modal};

const INDEX: &str = include_str!("index.html");
const SCRIPT: &str = include_str!("app.js");
const STYLE: &str = include_str!("style.css");

/// Nothing from elsewhere, nothing inline.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
                      connect-src 'self'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

pub(crate) fn routes() -> Router<Arc<Shared>> {
    Router::new()
        .route("/", get(|| async { asset("text/html; charset=utf-8", INDEX) }))
        .route("/sandbox/app.js", get(|| async { asset("text/javascript", SCRIPT) }))
        .route("/sandbox/style.css", get(|| async { asset("text/css", STYLE) }))
        .route("/sandbox/world", get(world))
        .route("/sandbox/view", get(view))
        .route("/sandbox/do", post(act))
        .route("/sandbox/autocomplete", post(autocomplete))
        .route("/sandbox/attach", post(attach))
        .route("/sandbox/live", get(live))
        .layer(middleware::from_fn(same_origin_only))
}

fn asset(kind: &'static str, text: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    (headers, text).into_response()
}

/// Refuses what a page from elsewhere sends, websockets too.
async fn same_origin_only(request: Request, next: Next) -> Response {
    let is_page = request.uri().path() == "/";
    if is_page || is_same_origin(request.headers()) {
        next.run(request).await
    } else {
        (StatusCode::FORBIDDEN, "only this server's own page may ask").into_response()
    }
}

fn is_same_origin(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let site = text(header::HeaderName::from_static("sec-fetch-site"));
    if site.is_some_and(|site| site != "same-origin" && site != "none") {
        return false;
    }
    match (text(header::ORIGIN), text(header::HOST)) {
        (None, _) => true,
        (Some(origin), Some(host)) => origin == format!("http://{host}"),
        (Some(_), None) => false,
    }
}

/// Who looks, and at which channel (`dm` for the direct messages with the bot).
#[derive(Deserialize)]
struct Seat {
    user: String,
    #[serde(default)]
    channel: String,
}

impl Seat {
    fn take(&self, shared: &Arc<Shared>) -> Result<User, Wrong> {
        let user = Id::parse(&self.user).filter(|id| shared.look().people.contains_key(id));
        let user = user.ok_or_else(|| Wrong("this user is not here".into()))?;
        let channel = if self.channel == "dm" {
            Some(shared.change(|state| state.dm_with(user)))
        } else {
            Id::parse(&self.channel)
        };
        let may_see = |id: &Id| {
            shared.look().channels.get(id).is_some_and(|channel| match channel.kind {
                ChannelKind::Dm { with } => with == user,
                ChannelKind::Text | ChannelKind::Thread { .. } => true,
            })
        };
        let channel = channel.filter(may_see);
        let channel = channel.ok_or_else(|| Wrong("this channel is not here".into()))?;
        Ok(User::new(shared, user, channel))
    }
}

/// A mistake of the user, as a sentence.
struct Wrong(String);

impl From<ClientError> for Wrong {
    fn from(error: ClientError) -> Wrong {
        Wrong(error.to_string())
    }
}

impl IntoResponse for Wrong {
    fn into_response(self) -> Response {
        (StatusCode::UNPROCESSABLE_ENTITY, Json(json!({"error": self.0}))).into_response()
    }
}

type Reply = Result<Json<Value>, Wrong>;

#[derive(Deserialize)]
struct Asker {
    #[serde(default)]
    user: String,
}

/// People, channels as one user sees them, and commands.
async fn world(State(shared): State<Arc<Shared>>, Query(asker): Query<Asker>) -> Json<Value> {
    let state = shared.look();
    let asker = Id::parse(&asker.user);
    let people = state.people.values().filter(|person| !person.is_bot);
    let people = people.map(|person| json!({"id": person.id, "name": person.name}));
    let channels = state.channels.values().filter(|channel| match channel.kind {
        ChannelKind::Dm { with } => asker == Some(with),
        ChannelKind::Text | ChannelKind::Thread { .. } => true,
    });
    let channels = channels.map(|channel| {
        let (kind, parent) = match channel.kind {
            ChannelKind::Text => ("text", None),
            ChannelKind::Dm { .. } => ("dm", None),
            ChannelKind::Thread { parent, .. } => ("thread", Some(parent)),
        };
        let seen = |id: &&Id| {
            let message = state.messages.get(*id);
            message.is_some_and(|m| asker.is_some_and(|asker| m.is_visible_to(asker)))
        };
        let last = channel.messages.iter().rev().find(seen);
        let (id, name) = (channel.id, &channel.name);
        json!({"id": id, "name": name, "kind": kind, "parent": parent, "last": last})
    });
    let guild = state.guilds.keys().next().copied();
    Json(json!({
        "guild": guild.and_then(|guild| state.guilds.get(&guild)).map(|guild| &guild.name),
        "bot": state.name_of(state.bot),
        "is_connected": state.sessions.is_connected(),
        "people": people.collect::<Vec<_>>(),
        "channels": channels.collect::<Vec<_>>(),
        "commands": state.commands_in(guild).collect::<Vec<_>>(),
    }))
}

/// What one user sees in one channel.
async fn view(State(shared): State<Arc<Shared>>, Query(seat): Query<Seat>) -> Reply {
    let user = seat.take(&shared)?;
    let messages = user.screen();
    let state = shared.look();
    let messages: Vec<Value> =
        messages.iter().map(|message| shown(&state, message, user.id)).collect();
    let names = state.people.values().map(|p| (p.id.to_string(), json!(p.name)));
    let channels = state.channels.values().map(|c| (c.id.to_string(), json!(c.name)));
    let names: Value = names.chain(channels).collect();
    Ok(Json(json!({"channel": user.channel, "messages": messages, "names": names})))
}

fn shown(state: &World, message: &Message, reader: Id) -> Value {
    json!({
        "id": message.id,
        "author": message.author_name,
        "is_bot": message.author == state.bot,
        "at": timestamp(message.id.made_ms()),
        "content": message.content,
        "embeds": local(state, &message.wire["embeds"]),
        "attachments": local(state, &message.wire["attachments"]),
        "components": message.wire["components"],
        "is_private": message.ephemeral_to.is_some(),
        "is_edited": message.is_edited,
        "is_pinned": message.is_pinned,
        "is_loading": message.is_loading,
        "is_ping": message.pings.contains(&reader),
    })
}

/// Addresses of this server without its name, so that the page may be opened as `localhost` too.
fn local(state: &World, value: &Value) -> Value {
    match value {
        Value::String(text) => match text.strip_prefix(&state.base) {
            Some(path) => json!(path),
            None => value.clone(),
        },
        Value::Array(list) => list.iter().map(|item| local(state, item)).collect(),
        Value::Object(map) => {
            Value::Object(map.iter().map(|(k, v)| (k.clone(), local(state, v))).collect())
        }
        other => other.clone(),
    }
}

/// What a user does.
#[derive(Deserialize)]
struct Deed {
    #[serde(flatten)]
    seat: Seat,
    #[serde(flatten)]
    what: What,
}

#[derive(Deserialize)]
#[serde(tag = "act", rename_all = "snake_case")]
enum What {
    Slash { text: String },
    Say { text: String },
    Press { message: String, id: String },
    Choose { message: String, id: String, values: Vec<String> },
    Fill { form: String, fields: Vec<(String, String)> },
}

async fn act(State(shared): State<Arc<Shared>>, Json(deed): Json<Deed>) -> Reply {
    let user = deed.seat.take(&shared)?;
    let message = |text: &str| Id::parse(text).ok_or(ClientError::NoSuchMessage);
    let answer = match &deed.what {
        What::Say { text } => {
            user.say(text);
            return Ok(Json(json!({})));
        }
        What::Slash { text } => user.slash(text).await,
        What::Press { message: on, id } => user.press(message(on)?, id).await,
        What::Choose { message: on, id, values } => {
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            user.choose(message(on)?, id, &values).await
        }
        What::Fill { form, fields } => {
            let form = open_form(&shared, form)?;
            let fields: Vec<(&str, &str)> =
                fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            user.fill(&form, &fields).await
        }
    };
    let Answer { message, modal, .. } = answer?;
    let message = message.map(|message| message.id);
    Ok(Json(json!({"message": message, "form": modal.as_ref().map(form_json)})))
}

fn open_form(shared: &Shared, opened_by: &str) -> Result<Modal, ClientError> {
    let state = shared.look();
    let interaction = Id::parse(opened_by).and_then(|id| state.interactions.get(id));
    let form = interaction.and_then(|i| Some(Modal::of(i.id, i.modal.as_ref()?)));
    form.ok_or(ClientError::NoSuchModal)
}

fn form_json(form: &Modal) -> Value {
    let inputs = form.inputs.iter().map(|input| {
        json!({
            "id": input.custom_id,
            "label": input.label,
            "value": input.value,
            "placeholder": input.placeholder,
            "is_required": input.is_required,
            "is_long": input.is_long,
            "least": input.least,
            "most": input.most,
        })
    });
    let inputs: Vec<Value> = inputs.collect();
    json!({"id": form.opened_by, "title": form.title, "inputs": inputs})
}

#[derive(Deserialize)]
struct Unfinished {
    #[serde(flatten)]
    seat: Seat,
    text: String,
}

async fn autocomplete(State(shared): State<Arc<Shared>>, Json(typed): Json<Unfinished>) -> Reply {
    let user = typed.seat.take(&shared)?;
    let choices = user.autocomplete(&typed.text).await?;
    let choices = choices.iter().map(|c| json!({"name": c.name, "value": c.value}));
    Ok(Json(choices.collect()))
}

#[derive(Deserialize)]
struct Upload {
    user: String,
    channel: String,
    name: String,
}

/// Puts a file at the user's hand, to be named in an attachment option.
async fn attach(
    State(shared): State<Arc<Shared>>,
    Query(upload): Query<Upload>,
    bytes: Bytes,
) -> Reply {
    let Upload { user, channel, name } = upload;
    let user = Seat { user, channel }.take(&shared)?;
    user.attach(&name, bytes);
    Ok(Json(json!({})))
}

async fn live(State(shared): State<Arc<Shared>>, upgrade: WebSocketUpgrade) -> Response {
    upgrade.on_upgrade(|socket| tell_changes(shared, socket))
}

/// Says "look again" at every change, until the page is closed.
async fn tell_changes(shared: Arc<Shared>, mut socket: WebSocket) {
    let mut changes = shared.listen();
    loop {
        let count = *changes.borrow_and_update();
        if socket.send(Frame::Text(count.to_string().into())).await.is_err() {
            return;
        }
        tokio::select! {
            changed = changes.changed() => if changed.is_err() { return },
            incoming = socket.recv() => if !matches!(incoming, Some(Ok(_))) { return },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(headers: &[(&'static str, &'static str)], expected: bool) {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.insert(*name, header::HeaderValue::from_static(value));
        }
        assert_eq!(is_same_origin(&map), expected, "{headers:?}");
    }

    #[test]
    fn only_the_own_page_may_ask() {
        check(&[("host", "127.0.0.1:8080")], true);
        check(&[("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:8080")], true);
        check(&[("host", "127.0.0.1:8080"), ("origin", "http://127.0.0.1:9")], false);
        check(&[("host", "127.0.0.1:8080"), ("origin", "https://evil.example")], false);
        check(&[("host", "localhost:1"), ("sec-fetch-site", "same-origin")], true);
        check(&[("host", "localhost:1"), ("sec-fetch-site", "cross-site")], false);
    }
}
