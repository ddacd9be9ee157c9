//! Replies to interactions: private, short, and sent before the messages in the channel.
//!
//! Discord waits three seconds for the first response. If the app takes longer than two, the
//! response is deferred ("thinking"), and edited into the reply later.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use serde_json::json;
use serenity::all::{
    Builder, CommandInteraction, ComponentInteraction, CreateActionRow, CreateAllowedMentions,
    CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    EditInteractionResponse, GuildId, Http, InteractionId, ModalInteraction,
};

use super::BotContext;
use super::commands::mentions::CommandIds;
use super::error::{BotError, RequestFailure, classify_error};
use super::map::portraits::clear_portrait_cache;
use super::messages::forms::Form;
use super::messages::{self, RenderedMessage, reader_style};
use super::reader::{load_server_locale, locale_for_tag, reader_locale, render_in_locale};
use app::StoreError;
use app::export::FightExport;
use app::input::{InputReply, QueryResult};
use app::library::LibraryReply;
use app::outbox::Presentation;
use app::privacy::PrivacyReply;
use engine::core::ids::UserId;
use narration::catalogue::Locale;
use narration::say;

/// After how long a response is deferred.
const DEFER_AFTER: Duration = Duration::from_secs(2);

/// How long a reply waits until the commands that it mentions are registered.
const COMMANDS_TIMEOUT: Duration = Duration::from_millis(1500);

/// An interaction that must get a response.
pub trait RepliableInteraction: Sync {
    fn id(&self) -> InteractionId;
    fn token(&self) -> &str;
    fn user(&self) -> UserId;
    /// Returns the server in which it happened; `None` in direct messages.
    fn guild_id(&self) -> Option<GuildId>;
    /// Returns the language of the user's client.
    fn locale(&self) -> &str;
    /// Returns the language that the server says it has; `None` in direct messages.
    fn guild_locale(&self) -> Option<&str>;
    /// Returns the controls below a refusal, which let the user try again. Called once, and only
    /// for what was refused. The default holds nothing and returns `None`.
    fn hold_form_and_build_retry_button(&self) -> Option<CreateActionRow> {
        None
    }
}

macro_rules! impl_repliable_interaction {
    ($($kind:ty),*) => {$(
        impl RepliableInteraction for $kind {
            fn id(&self) -> InteractionId {
                self.id
            }
            fn token(&self) -> &str {
                &self.token
            }
            fn user(&self) -> UserId {
                UserId(self.user.id.get())
            }
            fn guild_id(&self) -> Option<GuildId> {
                self.guild_id
            }
            fn locale(&self) -> &str {
                &self.locale
            }
            fn guild_locale(&self) -> Option<&str> {
                self.guild_locale.as_deref()
            }
        }
    )*};
}

impl_repliable_interaction!(CommandInteraction, ComponentInteraction, ModalInteraction);

/// Returns the response to send for the app's reply, or `None` to send the reply itself. The other
/// arguments are how the user reads, and the ids of commands to mention.
pub type CustomResponse<'f> =
    dyn Fn(&InputReply, Presentation, &CommandIds) -> Option<CreateInteractionResponse> + Sync + 'f;

/// Sends the app's reply privately.
///
/// # Errors
/// Discord refuses the response. The command itself has been carried out.
pub async fn reply_privately(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    reply: impl Future<Output = Result<InputReply, StoreError>>,
) -> Result<(), BotError> {
    send_custom_response_or_reply_and_wake_tasks(bot, interaction, reply, &|_, _, _| None).await
}

/// Sends the response that `custom_response` returns for the app's reply, or for `None` the reply
/// itself, privately. Background tasks are woken after the response.
///
/// # Errors
/// Discord refuses the response. The command itself has been carried out.
pub async fn send_custom_response_or_reply_and_wake_tasks(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    reply: impl Future<Output = Result<InputReply, StoreError>>,
    custom_response: &CustomResponse<'_>,
) -> Result<(), BotError> {
    // Boxed, because the stack of a worker thread is small.
    let outcome =
        Box::pin(send_or_defer_reply_with_missed_events(bot, interaction, reply, custom_response))
            .await;
    // The reply goes out before the messages to the channel.
    bot.app.wake_background_tasks();
    outcome
}

/// The app's reply, with what is needed to render it.
struct ReplyToSend {
    reply: Result<InputReply, StoreError>,
    presentation: Presentation,
    locale: Locale,
    /// The ids of commands to mention.
    command_ids: CommandIds,
}

/// Awaits the app's reply and sends it with what the user has missed. If it takes longer than
/// [`DEFER_AFTER`], the response is deferred and edited later, without `custom_response`. A message
/// that Discord refuses is sent again as text only.
async fn send_or_defer_reply_with_missed_events(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    reply: impl Future<Output = Result<InputReply, StoreError>>,
    custom_response: &CustomResponse<'_>,
) -> Result<(), BotError> {
    let mut awaited = pin!(async {
        let reply = await_and_complete_reply(bot, reply).await;
        load_display_settings(bot, interaction, reply).await
    });
    if let Ok(to_send) = tokio::time::timeout(DEFER_AFTER, &mut awaited).await {
        return Box::pin(send_reply_and_missed_events_at_once(
            bot,
            interaction,
            to_send,
            custom_response,
        ))
        .await;
    }
    let deferral = CreateInteractionResponseMessage::new().ephemeral(true);
    let defer_outcome = send_response_retrying_once(
        &bot.http,
        interaction,
        CreateInteractionResponse::Defer(deferral),
    )
    .await;
    // The command is carried out even if the user does not hear of it.
    let ReplyToSend { reply, presentation, locale, command_ids } = awaited.await;
    let missed = bot.app.take_missed_events(interaction.user());
    let controls = hold_form_and_build_retry_button(&reply, interaction);
    let rendered = render_in_locale(locale, || {
        render_reply_or_log_and_explain_error(&reply, presentation, controls)
    });
    let (rendered, missed) = messages::missed::attach_missed_if_fits(rendered, missed);
    defer_outcome?;
    let mentioning = rendered.with_command_mentions(&command_ids, presentation);
    let edited = Box::pin(edit_deferred_response(bot, interaction, &mentioning)).await;
    if let Err(error) = edited {
        if classify_error(&error) != RequestFailure::InvalidPayload {
            return Err(error.into());
        }
        messages::count_refused_message(&error);
        Box::pin(edit_deferred_response(bot, interaction, &rendered.to_text_only())).await?;
    }
    Box::pin(send_missed_events_follow_up(bot, interaction, missed)).await
}

/// Awaits the app's reply, and then does what the bot must do before it can be shown: clears the
/// portrait cache if personal data was deleted, loads portraits that a replay shows, and waits for
/// the registration of commands, whose outcome is stored in the reply.
async fn await_and_complete_reply(
    bot: &BotContext,
    reply: impl Future<Output = Result<InputReply, StoreError>>,
) -> Result<InputReply, StoreError> {
    let mut reply = reply.await;
    if is_personal_data_deleted(&reply) {
        clear_portrait_cache();
    }
    load_portraits_of_replay(bot, &reply).await;
    wait_for_commands_and_store_whether_registered(bot, &mut reply).await;
    reply
}

/// Loads how and in which language a reply is to be shown. Settings that cannot be loaded have
/// their defaults.
async fn load_display_settings(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    reply: Result<InputReply, StoreError>,
) -> ReplyToSend {
    let presentation = load_presentation_or_default(bot, interaction.user()).await;
    let locale = locale_of_reply(bot, interaction, &reply).await;
    let command_ids = CommandIds::load_or_empty(&bot.app, interaction.guild_id()).await;
    ReplyToSend { reply, presentation, locale, command_ids }
}

/// Sends a reply as the first response: what `custom_response` returns, or for `None` the reply
/// itself. What the user has missed is added, or follows where it does not fit. A message that
/// Discord refuses is sent again as text only.
async fn send_reply_and_missed_events_at_once(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    to_send: ReplyToSend,
    custom_response: &CustomResponse<'_>,
) -> Result<(), BotError> {
    let ReplyToSend { reply, presentation, locale, command_ids } = to_send;
    let custom =
        reply.as_ref().ok().and_then(|reply| custom_response(reply, presentation, &command_ids));
    let controls = hold_form_and_build_retry_button(&reply, interaction);
    let render_reply = || {
        let controls = controls.clone();
        render_in_locale(locale, || {
            render_reply_or_log_and_explain_error(&reply, presentation, controls)
        })
    };
    let to_response = |rendered: &RenderedMessage| {
        let mentioning = rendered.with_command_mentions(&command_ids, presentation);
        CreateInteractionResponse::Message(build_response_message(&mentioning))
    };
    let missed = bot.app.take_missed_events(interaction.user());
    // What does not fit into the response follows as a message of its own.
    let (response, follow_up) = if let Some(custom) = custom {
        let follow_up = missed.map(|missed| messages::missed::render_missed_events(&missed));
        (custom, follow_up)
    } else {
        let (rendered, follow_up) = messages::missed::attach_missed_if_fits(render_reply(), missed);
        (to_response(&rendered), follow_up)
    };
    match send_response_retrying_once(&bot.http, interaction, response).await {
        Err(BotError::Discord(error))
            if classify_error(&error) == RequestFailure::InvalidPayload =>
        {
            messages::count_refused_message(&error);
            let text_only = to_response(&render_reply().to_text_only());
            Box::pin(send_response_retrying_once(&bot.http, interaction, text_only)).await?;
        }
        outcome => outcome?,
    }
    Box::pin(send_missed_events_follow_up(bot, interaction, follow_up)).await
}

/// Sends the summary of missed events as an ephemeral message of its own, if there is one.
async fn send_missed_events_follow_up(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    missed: Option<RenderedMessage>,
) -> Result<(), BotError> {
    let Some(missed) = missed else { return Ok(()) };
    let message = CreateInteractionResponseFollowup::new().ephemeral(true);
    let message = message.content(&missed.content).components(missed.components.clone());
    message.execute(&bot.http, (None, interaction.token())).await?;
    Ok(())
}

/// Replaces a deferred response ("thinking…") by the reply.
async fn edit_deferred_response(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    rendered: &RenderedMessage,
) -> serenity::Result<()> {
    let edit = EditInteractionResponse::new()
        .content(&rendered.content)
        .embeds(rendered.embeds_with_picture_in_first())
        .components(rendered.components.clone())
        .allowed_mentions(CreateAllowedMentions::new());
    let edit =
        rendered.to_attachments().into_iter().fold(edit, EditInteractionResponse::new_attachment);
    match edit.execute(&bot.http, interaction.token()).await {
        // Discord took the edit; its answer holds nothing that is needed.
        Ok(_) | Err(serenity::Error::Json(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Edits the private message with the pressed button into the app's reply. Refusals, requests for
/// confirmation and files are sent as a new private message instead.
///
/// # Errors
/// Discord refuses the response. The command itself has been carried out.
pub async fn reply_in_place(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    reply: impl Future<Output = Result<InputReply, StoreError>>,
) -> Result<(), BotError> {
    reply_in_place_with(bot, interaction, reply, messages::reply::render_reply_in_place).await
}

/// Like [`reply_in_place`], with the message that `render` returns.
///
/// # Errors
/// Like [`reply_in_place`].
pub async fn reply_in_place_with(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    reply: impl Future<Output = Result<InputReply, StoreError>>,
    render: fn(&InputReply) -> RenderedMessage,
) -> Result<(), BotError> {
    send_custom_response_or_reply_and_wake_tasks(
        bot,
        interaction,
        reply,
        &|reply, presentation, ids| {
            if needs_message_of_its_own(reply) {
                return None;
            }
            let rendered = render(reply).into_sendable(presentation);
            let rendered = rendered.with_command_mentions(ids, presentation);
            let message = CreateInteractionResponseMessage::new()
                .content(&rendered.content)
                .embeds(rendered.embeds_with_picture_in_first())
                .components(rendered.components.clone())
                .add_files(rendered.to_attachments());
            Some(CreateInteractionResponse::UpdateMessage(message))
        },
    )
    .await
}

/// Returns whether a reply must not replace another message: a refusal, a request for confirmation,
/// or a file, which people keep.
fn needs_message_of_its_own(reply: &InputReply) -> bool {
    match reply {
        InputReply::Refused(_) | InputReply::NeedsConfirmation(_) => true,
        InputReply::Library(library_reply) => {
            matches!(**library_reply, LibraryReply::SheetFile { .. })
        }
        InputReply::QueryResult(result) => {
            matches!(**result, QueryResult::Privacy(PrivacyReply::File(..)))
        }
        InputReply::Done(_) => false,
    }
}

/// Returns whether a reply confirms that a user's data was deleted.
fn is_personal_data_deleted(reply: &Result<InputReply, StoreError>) -> bool {
    matches!(reply, Ok(InputReply::QueryResult(result))
        if matches!(**result, QueryResult::Privacy(PrivacyReply::Deleted)))
}

/// Loads the portraits that a replay shows into the cache. Does nothing for other replies.
async fn load_portraits_of_replay(bot: &BotContext, reply: &Result<InputReply, StoreError>) {
    if let Ok(InputReply::QueryResult(result)) = reply
        && let QueryResult::Export(FightExport::Replay(replay)) = &**result
    {
        bot.portraits.load_missing(replay.story.view.portraits.values()).await;
    }
}

/// If a reply is about the commands of a server, waits for up to [`COMMANDS_TIMEOUT`] until they
/// are registered, and stores in the reply whether they are.
async fn wait_for_commands_and_store_whether_registered(
    bot: &BotContext,
    reply: &mut Result<InputReply, StoreError>,
) {
    let (guild, has_commands) = match reply {
        Ok(InputReply::Done(done)) => match &mut done.added_system {
            Some(added) => (added.guild, &mut added.has_commands),
            None => return,
        },
        Ok(InputReply::QueryResult(result)) => match &mut **result {
            QueryResult::ServerSystems(systems) => (systems.guild, &mut systems.has_commands),
            _ => return,
        },
        Ok(InputReply::Refused(_) | InputReply::NeedsConfirmation(_) | InputReply::Library(_))
        | Err(_) => return,
    };
    let is_registered =
        tokio::time::timeout(COMMANDS_TIMEOUT, bot.app.wait_for_commands_unless_postponed(guild))
            .await;
    *has_commands = is_registered.unwrap_or(false);
}

/// Returns how the user reads messages, or the default if that cannot be loaded: a reply should not
/// fail because of it.
async fn load_presentation_or_default(bot: &BotContext, user: UserId) -> Presentation {
    bot.app.presentation_for_user(user).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "could not read whether the user wants plain messages");
        Presentation::default()
    })
}

/// Returns the language of a reply: that of the server if the whole channel sees it, and otherwise
/// that of the user, which the command may have set just now.
async fn locale_of_reply(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    reply: &Result<InputReply, StoreError>,
) -> Locale {
    match (reply, interaction.guild_id()) {
        (Ok(InputReply::QueryResult(result)), Some(guild)) if result.is_public() => {
            load_server_locale(&bot.app, guild.get()).await
        }
        (Ok(InputReply::QueryResult(result)), _) => match &**result {
            // It may have been chosen just now.
            QueryResult::Availability { language, .. } => {
                locale_for_tag(language.as_deref().or(Some(interaction.locale())))
            }
            _ => reader_locale(),
        },
        _ => reader_locale(),
    }
}

/// Returns the controls below a reply that refuses or fails, with which the user tries again.
/// Called once for a reply, because it may hold what was written in a form.
fn hold_form_and_build_retry_button(
    reply: &Result<InputReply, StoreError>,
    interaction: &impl RepliableInteraction,
) -> Option<CreateActionRow> {
    match reply {
        Ok(InputReply::Refused(_)) | Err(_) => interaction.hold_form_and_build_retry_button(),
        Ok(
            InputReply::Done(_)
            | InputReply::NeedsConfirmation(_)
            | InputReply::QueryResult(_)
            | InputReply::Library(_),
        ) => None,
    }
}

/// Renders the reply with these controls below it, or a sentence about the error, which is also
/// logged.
fn render_reply_or_log_and_explain_error(
    reply: &Result<InputReply, StoreError>,
    presentation: Presentation,
    controls: Option<CreateActionRow>,
) -> RenderedMessage {
    let mut rendered = match reply {
        Ok(reply) => messages::reply::render_reply(reply).into_sendable(presentation),
        Err(error) => {
            tracing::error!(%error, "an input failed");
            RenderedMessage::from_text(format_actionable_or_general_store_error(error))
        }
    };
    rendered.components.extend(controls);
    rendered
}

/// Returns a sentence for errors that the user can do something about, and a general one for all
/// others. Paths and codes are only logged.
fn format_actionable_or_general_store_error(error: &StoreError) -> String {
    match error {
        StoreError::Locked => say!(reader_style(), "fault-locked"),
        StoreError::Unreachable(_) => say!(reader_style(), "fault-lost"),
        StoreError::DiskFull => say!(reader_style(), "fault-full"),
        StoreError::ReadOnly => say!(reader_style(), "fault-read-only"),
        _ => format_internal_error(),
    }
}

/// Returns the sentence for an error that the user can do nothing about.
pub fn format_internal_error() -> String {
    say!(reader_style(), "fault-broken")
}

/// Sends a text that only the user of the interaction sees.
///
/// # Errors
/// Discord refuses the response.
pub async fn send_private_text(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    text: String,
) -> Result<(), BotError> {
    let rendered = RenderedMessage::from_text(text);
    Box::pin(send_or_replace_private_message(
        bot,
        interaction,
        rendered,
        MessagePlacement::NewMessage,
    ))
    .await
}

/// Where the response to a pressed button appears.
#[derive(Clone, Copy, PartialEq)]
pub enum MessagePlacement {
    NewMessage,
    InPlaceOfPressed,
}

/// Sends a message that only the user of the interaction sees, or puts it in place of the private
/// message whose button was pressed.
///
/// # Errors
/// Discord refuses the response.
pub async fn send_or_replace_private_message(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    rendered: RenderedMessage,
    placement: MessagePlacement,
) -> Result<(), BotError> {
    let presentation = load_presentation_or_default(bot, interaction.user()).await;
    let ids = CommandIds::load_or_empty(&bot.app, interaction.guild_id()).await;
    let rendered = rendered.into_sendable(presentation).with_command_mentions(&ids, presentation);
    let response = if placement == MessagePlacement::InPlaceOfPressed {
        let message = CreateInteractionResponseMessage::new()
            .content(&rendered.content)
            .embeds(rendered.embeds_with_picture_in_first())
            .components(rendered.components.clone());
        CreateInteractionResponse::UpdateMessage(message)
    } else {
        CreateInteractionResponse::Message(build_response_message(&rendered))
    };
    send_response_retrying_once(&bot.http, interaction, response).await
}

/// Builds Discord's form of a message as a first response, ephemeral unless the message is public.
fn build_response_message(rendered: &RenderedMessage) -> CreateInteractionResponseMessage {
    let mut message = CreateInteractionResponseMessage::new().ephemeral(!rendered.is_public);
    if !rendered.content.is_empty() {
        message = message.content(&rendered.content);
    }
    if !rendered.embeds.is_empty() {
        message = message.embeds(rendered.embeds_with_picture_in_first());
    }
    message = message.add_files(rendered.to_attachments());
    if !rendered.components.is_empty() {
        message = message.components(rendered.components.clone());
    }
    message
}

/// Opens a form as the first response to an interaction, like [`send_response_retrying_once`].
///
/// # Errors
/// Like [`send_response_retrying_once`].
pub async fn send_form_retrying_once(
    http: &Http,
    interaction: &impl RepliableInteraction,
    form: &Form,
) -> Result<(), BotError> {
    const MODAL: u8 = 9;
    let response = json!({ "type": MODAL, "data": form.to_modal_json() });
    let (id, token) = (interaction.id(), interaction.token());
    send_first_response_retrying_once(|| {
        http.create_interaction_response(id, token, &response, Vec::new())
    })
    .await
}

/// Sends the first response to an interaction. After a transient failure it tries once more: if
/// the first attempt did arrive, Discord refuses the second, which does no harm.
///
/// # Errors
/// Discord refuses the response, or both attempts fail.
pub async fn send_response_retrying_once(
    http: &Http,
    interaction: &impl RepliableInteraction,
    response: CreateInteractionResponse,
) -> Result<(), BotError> {
    let target = (interaction.id(), interaction.token());
    send_first_response_retrying_once(|| response.clone().execute(http, target)).await
}

/// Sends a request, and after a transient failure once more. If the second is refused because the
/// interaction is answered, the first has arrived, which counts as success.
async fn send_first_response_retrying_once<F: Future<Output = serenity::Result<()>>>(
    send: impl Fn() -> F,
) -> Result<(), BotError> {
    let Err(error) = send().await else { return Ok(()) };
    if !matches!(classify_error(&error), RequestFailure::Transient { .. }) {
        return Err(error.into());
    }
    match send().await {
        Err(error) if classify_error(&error) != RequestFailure::AlreadyAnswered => {
            Err(error.into())
        }
        _ => Ok(()),
    }
}
