//! The web page's requests that change something: the actions of users, and those that only a
//! sandbox has (adding people and channels, advancing the clock).

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Json, State};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use super::requests::{
    FieldKind, PageBytes, PageError, PageJson, PageQuery, PageRequest, PageResult, RequestField,
};
use super::viewpoint::{PageViewpoint, VIEWPOINT_FIELDS};
use crate::clock::{ClockAdvanceRequest, ClockStep};
use crate::limits::count_chars;
use crate::snowflake::Snowflake;
use crate::state::{AccountKind, ChannelKind, SharedState};
use crate::user::{BotAnswer, ClientError};
use crate::visible_message::Modal;

/// The languages of Discord's clients.
pub(super) const DISCORD_LOCALES: [&str; 32] = [
    "en-US", "en-GB", "de", "es-ES", "es-419", "fr", "pt-BR", "id", "da", "hr", "it", "lt", "hu",
    "nl", "no", "pl", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko",
];

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
    OnPerson { person: String, command: String },
    OnMessage { message: String, command: String },
    Press { message: String, id: String },
    Choose { message: String, id: String, values: Vec<String> },
    Fill { form: String, fields: Vec<(String, String)> },
}

/// The fields that each kind of action has besides the viewpoint.
const ACTION_FIELDS: &[(&str, &[RequestField])] = &[
    ("slash", &[RequestField::required("text", FieldKind::Text)]),
    ("say", &[RequestField::required("text", FieldKind::Text)]),
    (
        "on_person",
        &[
            RequestField::required("person", FieldKind::Text),
            RequestField::required("command", FieldKind::Text),
        ],
    ),
    (
        "on_message",
        &[
            RequestField::required("message", FieldKind::Text),
            RequestField::required("command", FieldKind::Text),
        ],
    ),
    (
        "press",
        &[
            RequestField::required("message", FieldKind::Text),
            RequestField::required("id", FieldKind::Text),
        ],
    ),
    (
        "choose",
        &[
            RequestField::required("message", FieldKind::Text),
            RequestField::required("id", FieldKind::Text),
            RequestField::required("values", FieldKind::Texts),
        ],
    ),
    (
        "fill",
        &[
            RequestField::required("form", FieldKind::Text),
            RequestField::required("fields", FieldKind::TextPairs),
        ],
    ),
];

const ACT_FIELD: RequestField = RequestField::required(
    "act",
    FieldKind::OneOf(&["slash", "say", "on_person", "on_message", "press", "choose", "fill"]),
);

impl PageRequest for PageAction {
    fn list_fields(body: &Value) -> Vec<&'static RequestField> {
        let act_fields = ACTION_FIELDS.iter().find(|(act, _)| body["act"] == *act);
        let act_fields = act_fields.map_or(&[][..], |(_, fields)| fields);
        VIEWPOINT_FIELDS.iter().chain([&ACT_FIELD]).chain(act_fields).collect()
    }
}

/// Does what a user does on the page, and returns the bot's answer as JSON. A plain message gets
/// none.
pub(super) async fn perform_action(
    State(shared): State<Arc<SharedState>>,
    PageJson(action): PageJson<PageAction>,
) -> PageResult {
    let user = action.viewpoint.resolve_user_with_open_channel(&shared)?;
    let parse_message = |text: &str| Snowflake::parse(text).ok_or(ClientError::NoSuchMessage);
    let answer = match &action.kind {
        PageActionKind::Say { text } => {
            user.post_text(text);
            return Ok(Json(json!({})));
        }
        PageActionKind::Slash { text } => user.run_command(text).await,
        PageActionKind::OnPerson { person, command } => {
            let bad_value = || ClientError::BadValue {
                option: command.clone(),
                why: format!("nobody here is {person:?}"),
            };
            let person = Snowflake::parse(person).ok_or_else(bad_value)?;
            user.choose_on_person(person, command).await
        }
        PageActionKind::OnMessage { message, command } => {
            user.choose_on_message(parse_message(message)?, command).await
        }
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

/// Returns a modal as the page shows it.
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
            "kind": match input.kind {
                3 => "menu",
                23 => "checkbox",
                _ => "text",
            },
            "options": input.options,
            "most_chosen": input.max_values,
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

const TEXT_FIELD: RequestField = RequestField::required("text", FieldKind::Text);

impl PageRequest for AutocompleteQuery {
    fn list_fields(_: &Value) -> Vec<&'static RequestField> {
        VIEWPOINT_FIELDS.iter().chain([&TEXT_FIELD]).collect()
    }
}

pub(super) async fn request_autocomplete_choices(
    State(shared): State<Arc<SharedState>>,
    PageJson(query): PageJson<AutocompleteQuery>,
) -> PageResult {
    let user = query.viewpoint.resolve_user_with_open_channel(&shared)?;
    let choices = user.request_autocomplete(&query.text).await?;
    let choices = choices.iter().map(|choice| json!({"name": choice.name, "value": choice.value}));
    Ok(Json(choices.collect()))
}

#[derive(Deserialize)]
pub(super) struct PageUpload {
    #[serde(flatten)]
    viewpoint: PageViewpoint,
    name: String,
}

const NAME_FIELD: RequestField = RequestField::required("name", FieldKind::Text);

impl PageRequest for PageUpload {
    fn list_fields(_: &Value) -> Vec<&'static RequestField> {
        VIEWPOINT_FIELDS.iter().chain([&NAME_FIELD]).collect()
    }
}

/// Uploads a file, which the user can then name in an attachment option.
pub(super) async fn store_upload(
    State(shared): State<Arc<SharedState>>,
    PageQuery(upload): PageQuery<PageUpload>,
    PageBytes(bytes): PageBytes,
) -> PageResult {
    upload
        .viewpoint
        .resolve_user_with_open_channel(&shared)?
        .upload_file_and_get_url(&upload.name, bytes);
    Ok(Json(json!({})))
}

#[derive(Deserialize)]
pub(super) struct NewPerson {
    name: String,
}

impl PageRequest for NewPerson {
    fn list_fields(_: &Value) -> Vec<&'static RequestField> {
        vec![&NAME_FIELD]
    }
}

/// Adds a user to the sandbox.
pub(super) async fn add_person(
    State(shared): State<Arc<SharedState>>,
    PageJson(new_person): PageJson<NewPerson>,
) -> PageResult {
    let name = check_and_trim_name(&new_person.name, MAX_NAME_CHARS)?;
    let user_id = shared.change_and_notify(|state| match state.find_person(&name) {
        Some(_) => Err(PageError(format!("{name} is here already"))),
        None => Ok(state.add_person(&name, AccountKind::User)),
    })?;
    Ok(Json(json!({"user": user_id})))
}

/// The language of a user's client.
#[derive(Deserialize)]
pub(super) struct ClientLanguage {
    #[serde(flatten)]
    viewpoint: PageViewpoint,
    locale: String,
}

const LOCALE_FIELD: RequestField =
    RequestField::required("locale", FieldKind::OneOf(&DISCORD_LOCALES));

impl PageRequest for ClientLanguage {
    fn list_fields(_: &Value) -> Vec<&'static RequestField> {
        VIEWPOINT_FIELDS.iter().chain([&LOCALE_FIELD]).collect()
    }
}

/// Sets the language of a user's client.
pub(super) async fn set_language(
    State(shared): State<Arc<SharedState>>,
    PageJson(language): PageJson<ClientLanguage>,
) -> PageResult {
    language.viewpoint.resolve_user_with_open_channel(&shared)?.set_locale(&language.locale);
    Ok(Json(json!({})))
}

#[derive(Deserialize)]
pub(super) struct NewPageChannel {
    #[serde(flatten)]
    viewpoint: PageViewpoint,
    name: String,
    /// Whether it is a thread under the open channel.
    is_thread: bool,
}

const IS_THREAD_FIELD: RequestField = RequestField::required("is_thread", FieldKind::Flag);

impl PageRequest for NewPageChannel {
    fn list_fields(_: &Value) -> Vec<&'static RequestField> {
        VIEWPOINT_FIELDS.iter().chain([&NAME_FIELD, &IS_THREAD_FIELD]).collect()
    }
}

/// Adds a channel, or a thread under the user's open channel.
pub(super) async fn add_channel(
    State(shared): State<Arc<SharedState>>,
    PageJson(new_channel): PageJson<NewPageChannel>,
) -> PageResult {
    let name = check_and_trim_name(&new_channel.name, MAX_CHANNEL_NAME_CHARS)?;
    let user = new_channel.viewpoint.resolve_user_with_open_channel(&shared)?;
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

/// Returns a name with single spaces between its words. Fails if it is empty, too long, or holds
/// control characters.
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

const SECS_FIELD: RequestField = RequestField::optional("secs", FieldKind::Count);

impl PageRequest for ClockAdvance {
    fn list_fields(_: &Value) -> Vec<&'static RequestField> {
        vec![&SECS_FIELD]
    }
}

/// Advances the clock, and waits until everything that was due has happened.
pub(super) async fn advance_clock(
    State(shared): State<Arc<SharedState>>,
    PageJson(advance): PageJson<ClockAdvance>,
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
