//! What users of the page do, and what only a sandbox can do: add people and channels, move the
//! clock on.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Json, Query, State};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::viewpoint::{PageError, PageResult, PageViewpoint};
use crate::clock::{ClockAdvanceRequest, ClockStep};
use crate::limits::count_chars;
use crate::snowflake::Snowflake;
use crate::state::{ChannelKind, SharedState};
use crate::user::{BotAnswer, ClientError};
use crate::visible_message::Modal;

const MAX_NAME_CHARS: usize = 32;
const MAX_CHANNEL_NAME_CHARS: usize = 100;
/// A clock is not moved further at once.
const MAX_ADVANCE_SECS: u64 = 366 * 24 * 60 * 60;

/// What a user does.
#[derive(Deserialize)]
pub(super) struct PageAction {
    #[serde(flatten)]
    viewpoint: PageViewpoint,
    #[serde(flatten)]
    kind: PageActionKind,
}

#[derive(Deserialize)]
#[serde(tag = "act", rename_all = "snake_case")]
enum PageActionKind {
    Slash { text: String },
    Say { text: String },
    Press { message: String, id: String },
    Choose { message: String, id: String, values: Vec<String> },
    Fill { form: String, fields: Vec<(String, String)> },
}

pub(super) async fn perform_action(
    State(shared): State<Arc<SharedState>>,
    Json(deed): Json<PageAction>,
) -> PageResult {
    let user = deed.viewpoint.resolve_user(&shared)?;
    let message = |text: &str| Snowflake::parse(text).ok_or(ClientError::NoSuchMessage);
    let answer = match &deed.kind {
        PageActionKind::Say { text } => {
            user.post_text(text);
            return Ok(Json(json!({})));
        }
        PageActionKind::Slash { text } => user.run_command(text).await,
        PageActionKind::Press { message: on, id } => user.press_button(message(on)?, id).await,
        PageActionKind::Choose { message: on, id, values } => {
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            user.choose_in_menu(message(on)?, id, &values).await
        }
        PageActionKind::Fill { form, fields } => {
            let form = find_open_modal(&shared, form)?;
            let fields: Vec<(&str, &str)> =
                fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            user.submit_modal(&form, &fields).await
        }
    };
    let BotAnswer { message, modal, .. } = answer?;
    let message = message.map(|message| message.id);
    Ok(Json(json!({"message": message, "form": modal.as_ref().map(modal_json)})))
}

fn find_open_modal(shared: &SharedState, opened_by: &str) -> Result<Modal, ClientError> {
    let state = shared.lock();
    let interaction = Snowflake::parse(opened_by).and_then(|id| state.interactions.get(id));
    let form = interaction.and_then(|i| Some(Modal::from_json(i.id, i.modal.as_ref()?)));
    form.ok_or(ClientError::NoSuchModal)
}

fn modal_json(modal: &Modal) -> Value {
    let inputs = modal.inputs.iter().map(|input| {
        json!({
            "id": input.custom_id,
            "label": input.label,
            "value": input.value,
            "placeholder": input.placeholder,
            "is_required": input.is_required,
            "is_long": input.is_long,
            "least": input.min_chars,
            "most": input.max_chars,
        })
    });
    let inputs: Vec<Value> = inputs.collect();
    json!({"id": modal.interaction, "title": modal.title, "inputs": inputs})
}

#[derive(Deserialize)]
pub(super) struct AutocompleteQuery {
    #[serde(flatten)]
    viewpoint: PageViewpoint,
    text: String,
}

pub(super) async fn load_autocomplete_choices(
    State(shared): State<Arc<SharedState>>,
    Json(typed): Json<AutocompleteQuery>,
) -> PageResult {
    let user = typed.viewpoint.resolve_user(&shared)?;
    let choices = user.request_autocomplete(&typed.text).await?;
    let choices = choices.iter().map(|c| json!({"name": c.name, "value": c.value}));
    Ok(Json(choices.collect()))
}

#[derive(Deserialize)]
pub(super) struct PageUpload {
    user: String,
    channel: String,
    name: String,
}

/// Puts a file at the user's hand, to be named in an attachment option.
pub(super) async fn store_upload(
    State(shared): State<Arc<SharedState>>,
    Query(upload): Query<PageUpload>,
    bytes: Bytes,
) -> PageResult {
    let PageUpload { user, channel, name } = upload;
    let user = PageViewpoint { user, channel }.resolve_user(&shared)?;
    user.add_upload(&name, bytes);
    Ok(Json(json!({})))
}

#[derive(Deserialize)]
pub(super) struct NewPerson {
    name: String,
}

/// Somebody new comes to the sandbox.
pub(super) async fn add_person(
    State(shared): State<Arc<SharedState>>,
    Json(new): Json<NewPerson>,
) -> PageResult {
    let name = check_and_trim_name(&new.name, MAX_NAME_CHARS)?;
    let added = shared.change_and_notify(|state| match state.find_person(&name) {
        Some(_) => Err(PageError(format!("{name} is here already"))),
        None => Ok(state.add_person(&name, false)),
    })?;
    Ok(Json(json!({"user": added})))
}

#[derive(Deserialize)]
pub(super) struct NewPageChannel {
    #[serde(flatten)]
    viewpoint: PageViewpoint,
    name: String,
    /// A thread under the channel that is open.
    is_thread: bool,
}

/// A user opens a channel, or a thread under the channel they are in.
pub(super) async fn add_channel(
    State(shared): State<Arc<SharedState>>,
    Json(new): Json<NewPageChannel>,
) -> PageResult {
    let name = check_and_trim_name(&new.name, MAX_CHANNEL_NAME_CHARS)?;
    let user = new.viewpoint.resolve_user(&shared)?;
    let added = shared.change_and_notify(|state| {
        let here = state.channels.get(&user.channel);
        let parent = here.filter(|channel| channel.kind == ChannelKind::Text);
        let (guild, kind, name) = if new.is_thread {
            let under = || PageError("threads are opened in a channel".into());
            let parent = parent.ok_or_else(under)?;
            let kind = ChannelKind::Thread { parent: parent.id, owner: user.id, is_private: false };
            (parent.guild, kind, name)
        } else {
            let name = name.to_lowercase().split_whitespace().collect::<Vec<_>>().join("-");
            if state.find_guild_channel(&name).is_some() {
                return Err(PageError(format!("there is a channel {name} already")));
            }
            (state.guilds.keys().next().copied(), ChannelKind::Text, name)
        };
        let guild = guild.ok_or_else(|| PageError("there is no server".into()))?;
        Ok(state.add_and_announce_channel(guild, kind, &name))
    })?;
    Ok(Json(json!({"channel": added})))
}

fn check_and_trim_name(name: &str, max_chars: usize) -> Result<String, PageError> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || count_chars(&name) > max_chars || name.chars().any(char::is_control) {
        return Err(PageError(format!("a name has 1 to {max_chars} characters")));
    }
    Ok(name)
}

/// By a number of seconds or, without one, to the next deadline.
#[derive(Deserialize)]
pub(super) struct ClockAdvance {
    secs: Option<u64>,
}

/// Moves the clock on, and waits until what fell due has happened.
pub(super) async fn advance_clock(
    State(shared): State<Arc<SharedState>>,
    Json(by): Json<ClockAdvance>,
) -> PageResult {
    let fixed = || PageError("this clock cannot be moved".into());
    let winder = shared.lock().clock_requests.clone().ok_or_else(fixed)?;
    let how = match by.secs {
        Some(secs) => ClockStep::By(Duration::from_secs(secs.min(MAX_ADVANCE_SECS))),
        None => ClockStep::ToNextDeadline,
    };
    let (done, is_done) = oneshot::channel();
    winder.send(ClockAdvanceRequest { step: how, done_sender: done }).await.map_err(|_| fixed())?;
    is_done.await.map_err(|_| fixed())?;
    shared.notify_change();
    Ok(Json(json!({"now": shared.lock().now_ms()})))
}
