//! What users of the page do, and what only a sandbox can do: add people and channels, move the
//! clock on.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Json, Query, State};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::seat::{Reply, Seat, Wrong};
use crate::clock::{Wind, Winding};
use crate::ids::Id;
use crate::limits::chars;
use crate::state::{ChannelKind, Shared};
use crate::user::{Answer, ClientError};
use crate::view::Modal;

const LONGEST_NAME: usize = 32;
const LONGEST_CHANNEL: usize = 100;
/// A clock is not moved further at once.
const MOST_SECS: u64 = 366 * 24 * 60 * 60;

/// What a user does.
#[derive(Deserialize)]
pub(super) struct Deed {
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

pub(super) async fn act(State(shared): State<Arc<Shared>>, Json(deed): Json<Deed>) -> Reply {
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
pub(super) struct Unfinished {
    #[serde(flatten)]
    seat: Seat,
    text: String,
}

pub(super) async fn autocomplete(
    State(shared): State<Arc<Shared>>,
    Json(typed): Json<Unfinished>,
) -> Reply {
    let user = typed.seat.take(&shared)?;
    let choices = user.autocomplete(&typed.text).await?;
    let choices = choices.iter().map(|c| json!({"name": c.name, "value": c.value}));
    Ok(Json(choices.collect()))
}

#[derive(Deserialize)]
pub(super) struct Upload {
    user: String,
    channel: String,
    name: String,
}

/// Puts a file at the user's hand, to be named in an attachment option.
pub(super) async fn attach(
    State(shared): State<Arc<Shared>>,
    Query(upload): Query<Upload>,
    bytes: Bytes,
) -> Reply {
    let Upload { user, channel, name } = upload;
    let user = Seat { user, channel }.take(&shared)?;
    user.attach(&name, bytes);
    Ok(Json(json!({})))
}

#[derive(Deserialize)]
pub(super) struct Newcomer {
    name: String,
}

/// Somebody new comes to the sandbox.
pub(super) async fn add_person(
    State(shared): State<Arc<Shared>>,
    Json(new): Json<Newcomer>,
) -> Reply {
    let name = named(&new.name, LONGEST_NAME)?;
    let added = shared.change(|state| match state.person_named(&name) {
        Some(_) => Err(Wrong(format!("{name} is here already"))),
        None => Ok(state.add_person(&name, false)),
    })?;
    Ok(Json(json!({"user": added})))
}

#[derive(Deserialize)]
pub(super) struct NewChannel {
    #[serde(flatten)]
    seat: Seat,
    name: String,
    /// A thread under the channel that is open.
    is_thread: bool,
}

/// A user opens a channel, or a thread under the channel they are in.
pub(super) async fn add_channel(
    State(shared): State<Arc<Shared>>,
    Json(new): Json<NewChannel>,
) -> Reply {
    let name = named(&new.name, LONGEST_CHANNEL)?;
    let user = new.seat.take(&shared)?;
    let added = shared.change(|state| {
        let here = state.channels.get(&user.channel);
        let parent = here.filter(|channel| channel.kind == ChannelKind::Text);
        let (guild, kind, name) = if new.is_thread {
            let under = || Wrong("threads are opened in a channel".into());
            let parent = parent.ok_or_else(under)?;
            let kind = ChannelKind::Thread { parent: parent.id, owner: user.id, private: false };
            (parent.guild, kind, name)
        } else {
            let name = name.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-");
            if state.channel_named(&name).is_some() {
                return Err(Wrong(format!("there is a channel {name} already")));
            }
            (state.guilds.keys().next().copied(), ChannelKind::Text, name)
        };
        let guild = guild.ok_or_else(|| Wrong("there is no server".into()))?;
        Ok(state.open_channel(guild, kind, &name))
    })?;
    Ok(Json(json!({"channel": added})))
}

fn named(name: &str, most: usize) -> Result<String, Wrong> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || chars(&name) > most || name.chars().any(char::is_control) {
        return Err(Wrong(format!("a name has 1 to {most} characters")));
    }
    Ok(name)
}

/// By a number of seconds or, without one, to the next deadline.
#[derive(Deserialize)]
pub(super) struct By {
    secs: Option<u64>,
}

/// Moves the clock on, and waits until what fell due has happened.
pub(super) async fn wind(State(shared): State<Arc<Shared>>, Json(by): Json<By>) -> Reply {
    let fixed = || Wrong("this clock cannot be moved".into());
    let winder = shared.look().winder.clone().ok_or_else(fixed)?;
    let how = match by.secs {
        Some(secs) => Wind::By(Duration::from_secs(secs.min(MOST_SECS))),
        None => Wind::ToNext,
    };
    let (done, is_done) = oneshot::channel();
    winder.send(Winding { how, done }).await.map_err(|_| fixed())?;
    is_done.await.map_err(|_| fixed())?;
    shared.ring();
    Ok(Json(json!({"now": shared.look().now_ms()})))
}
