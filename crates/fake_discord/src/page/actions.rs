//! The web page's requests that change something: the actions of users, and those that only a
//! sandbox has (adding people and channels, advancing the clock).

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
/// How far one request may advance the clock.
const MAX_ADVANCE_SECS: u64 = 366 * 24 * 60 * 60;

/// An action of a user.
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
    Json(action): Json<PageAction>,
) -> PageResult {
    let user = action.viewpoint.resolve_user(&shared)?;
    let parse_message = |text: &str| Snowflake::parse(text).ok_or(ClientError::NoSuchMessage);
    let answer = match &action.kind {
        PageActionKind::Say { text } => {
            user.post_text(text);
            return Ok(Json(json!({})));
        }
        PageActionKind::Slash { text } => user.run_command(text).await,
        PageActionKind::Press { message, id } => {
            user.press_button(parse_message(message)?, id).await
        }
        PageActionKind::Choose { message, id, values } => {
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            user.choose_in_menu(parse_message(message)?, id, &values).await
        }
        PageActionKind::Fill { form, fields } => {
            let modal = find_open_modal(&shared, form)?;
            let fields: Vec<(&str, &str)> =
                fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
            user.submit_modal(&modal, &fields).await
        }
    };
    let BotAnswer { message, modal, .. } = answer?;
    let message_id = message.map(|message| message.id);
    Ok(Json(json!({"message": message_id, "form": modal.as_ref().map(modal_json)})))
}

/// Returns the modal that the bot opened in response to this interaction.
fn find_open_modal(shared: &SharedState, interaction_id: &str) -> Result<Modal, ClientError> {
    let state = shared.lock();
    let interaction = Snowflake::parse(interaction_id).and_then(|id| state.interactions.get(id));
    let interaction = interaction.ok_or(ClientError::NoSuchModal)?;
    let modal = interaction.modal.as_ref().ok_or(ClientError::NoSuchModal)?;
    Ok(Modal::from_json(interaction.id, modal))
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
    Json(query): Json<AutocompleteQuery>,
) -> PageResult {
    let user = query.viewpoint.resolve_user(&shared)?;
    let choices = user.request_autocomplete(&query.text).await?;
    let choices = choices.iter().map(|choice| json!({"name": choice.name, "value": choice.value}));
    Ok(Json(choices.collect()))
}

#[derive(Deserialize)]
pub(super) struct PageUpload {
    user: String,
    channel: String,
    name: String,
}

/// Uploads a file, which the user can then name in an attachment option.
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

/// Adds a user to the sandbox.
pub(super) async fn add_person(
    State(shared): State<Arc<SharedState>>,
    Json(new_person): Json<NewPerson>,
) -> PageResult {
    let name = check_and_trim_name(&new_person.name, MAX_NAME_CHARS)?;
    let user_id = shared.change_and_notify(|state| match state.find_person(&name) {
        Some(_) => Err(PageError(format!("{name} is here already"))),
        None => Ok(state.add_person(&name, false)),
    })?;
    Ok(Json(json!({"user": user_id})))
}

#[derive(Deserialize)]
pub(super) struct NewPageChannel {
    #[serde(flatten)]
    viewpoint: PageViewpoint,
    name: String,
    /// Whether it is a thread under the open channel.
    is_thread: bool,
}

/// Adds a channel, or a thread under the user's open channel.
pub(super) async fn add_channel(
    State(shared): State<Arc<SharedState>>,
    Json(new_channel): Json<NewPageChannel>,
) -> PageResult {
    let name = check_and_trim_name(&new_channel.name, MAX_CHANNEL_NAME_CHARS)?;
    let user = new_channel.viewpoint.resolve_user(&shared)?;
    let channel_id = shared.change_and_notify(|state| {
        let (guild, kind, name) = if new_channel.is_thread {
            let open_channel = state.channels.get(&user.channel);
            let parent = open_channel.filter(|channel| channel.kind == ChannelKind::Text);
            let no_parent = || PageError("threads are opened in a channel".into());
            let parent = parent.ok_or_else(no_parent)?;
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
    Ok(Json(json!({"channel": channel_id})))
}

fn check_and_trim_name(name: &str, max_chars: usize) -> Result<String, PageError> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() || count_chars(&name) > max_chars || name.chars().any(char::is_control) {
        return Err(PageError(format!("a name has 1 to {max_chars} characters")));
    }
    Ok(name)
}

#[derive(Deserialize)]
pub(super) struct ClockAdvance {
    /// `None` advances the clock to the next deadline.
    secs: Option<u64>,
}

/// Advances the clock, and waits until everything that was due has happened.
pub(super) async fn advance_clock(
    State(shared): State<Arc<SharedState>>,
    Json(advance): Json<ClockAdvance>,
) -> PageResult {
    let fixed_clock = || PageError("this clock cannot be moved".into());
    let clock_requests = shared.lock().clock_requests.clone().ok_or_else(fixed_clock)?;
    let step = match advance.secs {
        Some(secs) => ClockStep::By(Duration::from_secs(secs.min(MAX_ADVANCE_SECS))),
        None => ClockStep::ToNextDeadline,
    };
    let (done_sender, done) = oneshot::channel();
    let request = ClockAdvanceRequest { step, done_sender };
    clock_requests.send(request).await.map_err(|_| fixed_clock())?;
    done.await.map_err(|_| fixed_clock())?;
    shared.notify_change();
    Ok(Json(json!({"now": shared.lock().now_ms()})))
}
