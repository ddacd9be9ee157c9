//! What goes back to whoever said something: private, short, and before anything else is done.
//!
//! Discord waits three seconds for the first word. If the file of fights is in use for longer than
//! two, we say "thinking" and answer by an edit.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use serenity::all::{
    Builder, CommandInteraction, ComponentInteraction, CreateAllowedMentions,
    CreateInteractionResponse, CreateInteractionResponseFollowup, CreateInteractionResponseMessage,
    EditInteractionResponse, Http, InteractionId, ModalInteraction,
};

use super::BotContext;
use super::error::{BotError, RequestFailure, classify_error};
use super::framework_errors::format_internal_error;
use super::messages::{self, RenderedMessage, STYLE};
use app::StoreError;
use app::input::{InputReply, QueryResult};
use app::library::LibraryReply;
use app::privacy::PrivacyReply;
use engine::core::ids::UserId;
use narration::say;

const DEFER_AFTER: Duration = Duration::from_secs(2);

/// How long an answer waits for the commands that it speaks of.
const COMMANDS_TIMEOUT: Duration = Duration::from_millis(1500);

/// Anything that must be answered.
pub trait RepliableInteraction: Sync {
    fn id(&self) -> InteractionId;
    fn token(&self) -> &str;
    /// Who is answered.
    fn user(&self) -> UserId;
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
        }
    )*};
}

impl_repliable_interaction!(CommandInteraction, ComponentInteraction, ModalInteraction);

/// Answers with what the app says, privately.
///
/// # Errors
/// Discord does not take the answer. What the app did stays done.
pub async fn reply_privately(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    reply: impl Future<Output = Result<InputReply, StoreError>>,
) -> Result<(), BotError> {
    reply_privately_or_with(bot, interaction, reply, |_, _| None).await
}

/// Answers; where `quietly` says so (of the reply, and whether it is read in plain mode) with
/// another answer.
///
/// # Errors
/// Discord does not take the answer. What the app did stays done.
pub async fn reply_privately_or_with(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    reply: impl Future<Output = Result<InputReply, StoreError>>,
    custom_response: impl Fn(&InputReply, bool) -> Option<CreateInteractionResponse>,
) -> Result<(), BotError> {
    // Boxed, as whatever is tried twice: the stack of a worker is small.
    let answered = Box::pin(send_first_response(bot, interaction, reply, custom_response)).await;
    // Whoever asked comes first, the channel after.
    bot.app.wake_background_tasks();
    answered
}

async fn send_first_response(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    reply: impl Future<Output = Result<InputReply, StoreError>>,
    custom_response: impl Fn(&InputReply, bool) -> Option<CreateInteractionResponse>,
) -> Result<(), BotError> {
    let mut reply = pin!(async {
        let reply = await_command_registration(bot, reply.await).await;
        (reply, load_plain_mode(bot, interaction.user()).await)
    });
    if let Ok((reply, is_plain)) = tokio::time::timeout(DEFER_AFTER, &mut reply).await {
        let response = reply.as_ref().ok().and_then(|reply| custom_response(reply, is_plain));
        let in_words = || render_reply_or_error(&reply, is_plain);
        let missed = bot.app.take_missed(interaction.user());
        let message = |written: &RenderedMessage| {
            CreateInteractionResponse::Message(build_response_message(written))
        };
        let (response, missed) = match response {
            Some(by_change) => (by_change, missed.map(|it| messages::missed::render_missed(&it))),
            None => {
                let (answer, missed) = messages::missed::attach_missed(in_words(), missed);
                (message(&answer), missed)
            }
        };
        let answered = match send_response_with_retry(&bot.http, interaction, response).await {
            Err(BotError::Discord(error))
                if classify_error(&error) == RequestFailure::InvalidPayload =>
            {
                messages::count_refused_message(&error);
                let bare = message(&in_words().to_text_only());
                Box::pin(send_response_with_retry(&bot.http, interaction, bare)).await
            }
            responded => responded,
        };
        answered?;
        return Box::pin(send_missed_follow_up(bot, interaction, missed)).await;
    }
    let thinking = CreateInteractionResponseMessage::new().ephemeral(true);
    let deferred = send_response_with_retry(
        &bot.http,
        interaction,
        CreateInteractionResponse::Defer(thinking),
    )
    .await;
    // Whether or not the user hears of it, what was begun is done.
    let (reply, is_plain) = reply.await;
    let missed = bot.app.take_missed(interaction.user());
    let (written, missed) =
        messages::missed::attach_missed(render_reply_or_error(&reply, is_plain), missed);
    deferred?;
    match Box::pin(edit_deferred_response(bot, interaction, &written)).await {
        Err(error) if classify_error(&error) == RequestFailure::InvalidPayload => {
            messages::count_refused_message(&error);
            Box::pin(edit_deferred_response(bot, interaction, &written.to_text_only())).await?;
        }
        edited => edited?,
    }
    Box::pin(send_missed_follow_up(bot, interaction, missed)).await
}

/// What whoever comes back has missed, where the answer has no room for it.
async fn send_missed_follow_up(
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

async fn edit_deferred_response(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    rendered: &RenderedMessage,
) -> serenity::Result<()> {
    let edit = EditInteractionResponse::new()
        .content(&rendered.content)
        .embeds(rendered.embeds_with_picture())
        .components(rendered.components.clone())
        .allowed_mentions(CreateAllowedMentions::new());
    let edit =
        rendered.to_attachments().into_iter().fold(edit, EditInteractionResponse::new_attachment);
    match edit.execute(&bot.http, interaction.token()).await {
        // It was taken, and there is nothing in the answer that matters.
        Ok(_) | Err(serenity::Error::Json(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Changes the private message with the button into what the app says; a refusal is said beside it,
/// and so is what is to be confirmed.
///
/// # Errors
/// Discord does not take the answer. What the app did stays done.
pub async fn reply_in_place(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    reply: impl Future<Output = Result<InputReply, StoreError>>,
) -> Result<(), BotError> {
    reply_in_place_with(bot, interaction, reply, messages::reply::render_reply_in_place).await
}

/// As [`answer_in_place`], written as this says.
///
/// # Errors
/// As [`answer_in_place`].
pub async fn reply_in_place_with(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    reply: impl Future<Output = Result<InputReply, StoreError>>,
    render: fn(&InputReply) -> RenderedMessage,
) -> Result<(), BotError> {
    reply_privately_or_with(bot, interaction, reply, |reply, is_plain| match reply {
        InputReply::Refused(_) | InputReply::NeedsConfirmation(_) => None,
        // A file is to be kept, whatever becomes of the message.
        InputReply::Library(shelf) if matches!(**shelf, LibraryReply::SheetFile { .. }) => None,
        InputReply::QueryResult(shown)
            if matches!(**shown, QueryResult::Privacy(PrivacyReply::File(..))) =>
        {
            None
        }
        InputReply::Done(_) | InputReply::QueryResult(_) | InputReply::Library(_) => {
            let written = render(reply).into_sendable(is_plain);
            let message = CreateInteractionResponseMessage::new()
                .content(&written.content)
                .embeds(written.embeds_with_picture())
                .components(written.components.clone())
                .add_files(written.to_attachments());
            Some(CreateInteractionResponse::UpdateMessage(message))
        }
    })
    .await
}

/// Where something brings commands into a server, its answer waits a moment until they are there.
async fn await_command_registration(
    bot: &BotContext,
    mut reply: Result<InputReply, StoreError>,
) -> Result<InputReply, StoreError> {
    let (guild, is_shown) = match &mut reply {
        Ok(InputReply::Done(done)) => match &mut done.added_system {
            Some(brought) => (brought.guild, &mut brought.has_commands),
            None => return reply,
        },
        Ok(InputReply::QueryResult(shown)) => match &mut **shown {
            QueryResult::ServerSystems(card) => (card.guild, &mut card.has_commands),
            _ => return reply,
        },
        Ok(InputReply::Refused(_) | InputReply::NeedsConfirmation(_) | InputReply::Library(_))
        | Err(_) => return reply,
    };
    let settled =
        tokio::time::timeout(COMMANDS_TIMEOUT, bot.app.wait_for_server_commands(guild)).await;
    *is_shown = settled.unwrap_or(false);
    reply
}

/// Whether they read in plain mode. An answer does not fail for not knowing that.
async fn load_plain_mode(bot: &BotContext, user: UserId) -> bool {
    bot.app.is_plain_for_user(user).await.unwrap_or_else(|fault| {
        tracing::warn!(%fault, "plain or not, nobody knows");
        false
    })
}

fn render_reply_or_error(
    reply: &Result<InputReply, StoreError>,
    is_plain: bool,
) -> RenderedMessage {
    match reply {
        Ok(reply) => messages::reply::render_reply(reply).into_sendable(is_plain),
        Err(fault) => {
            tracing::error!(%fault, "an input was not taken");
            RenderedMessage::from_text(format_store_error(fault))
        }
    }
}

/// Faults that the user can do something about; paths and codes are for the log.
fn format_store_error(error: &StoreError) -> String {
    match error {
        StoreError::Locked => say!(STYLE, "fault-locked"),
        StoreError::Unreachable(_) => say!(STYLE, "fault-lost"),
        StoreError::DiskFull => say!(STYLE, "fault-full"),
        StoreError::ReadOnly => say!(STYLE, "fault-read-only"),
        _ => format_internal_error(),
    }
}

/// Says something to one user only.
///
/// # Errors
/// Discord does not take it.
pub async fn send_private_text(
    http: &Http,
    interaction: &impl RepliableInteraction,
    text: String,
) -> Result<(), BotError> {
    let message = build_response_message(&RenderedMessage::from_text(text));
    send_response_with_retry(http, interaction, CreateInteractionResponse::Message(message)).await
}

/// Shows a message to one user only: a new one, or in place of the private one that they pressed.
///
/// # Errors
/// Discord does not take it.
pub async fn send_private_message(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    rendered: RenderedMessage,
    is_in_place: bool,
) -> Result<(), BotError> {
    let written = rendered.into_sendable(load_plain_mode(bot, interaction.user()).await);
    let response = if is_in_place {
        let message = CreateInteractionResponseMessage::new()
            .content(&written.content)
            .embeds(written.embeds_with_picture())
            .components(written.components.clone());
        CreateInteractionResponse::UpdateMessage(message)
    } else {
        CreateInteractionResponse::Message(build_response_message(&written))
    };
    send_response_with_retry(&bot.http, interaction, response).await
}

fn build_response_message(rendered: &RenderedMessage) -> CreateInteractionResponseMessage {
    let mut message = CreateInteractionResponseMessage::new().ephemeral(!rendered.is_public);
    if !rendered.content.is_empty() {
        message = message.content(&rendered.content);
    }
    if !rendered.embeds.is_empty() {
        message = message.embeds(rendered.embeds_with_picture());
    }
    message = message.add_files(rendered.to_attachments());
    if !rendered.components.is_empty() {
        message = message.components(rendered.components.clone());
    }
    message
}

/// Sends the first answer. Once more where the first try may not have arrived: a second one that
/// is not needed is refused by Discord and does no harm.
///
/// # Errors
/// Discord does not take it.
pub async fn send_response_with_retry(
    http: &Http,
    interaction: &impl RepliableInteraction,
    response: CreateInteractionResponse,
) -> Result<(), BotError> {
    let place = (interaction.id(), interaction.token());
    let Err(error) = response.clone().execute(http, place).await else { return Ok(()) };
    if !matches!(classify_error(&error), RequestFailure::Transient { .. }) {
        return Err(error.into());
    }
    match response.execute(http, place).await {
        Err(error) if classify_error(&error) != RequestFailure::AlreadyAnswered => {
            Err(error.into())
        }
        _ => Ok(()),
    }
}
