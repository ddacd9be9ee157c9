//! Handles errors of the poise framework: logs them, and sends the user a private message. Error
//! texts are only logged.

use poise::{BoxFuture, FrameworkError};
use serenity::all::CommandInteraction;

use super::BotContext;
use super::error::{BotError, RequestFailure, classify_error};
use super::interaction_replies::{format_internal_error, send_private_text};
use super::messages::reader_style;
use super::reader::answer_in_user_language_and_record_it;
use narration::say;

/// Formats the sentence that a command is of an earlier version, for the reader.
fn format_outdated_command() -> String {
    say!(reader_style(), "fault-out-of-date")
}

/// Logs an error of the framework. If a command failed, panicked or is outdated, its user gets a
/// private message as well.
pub fn handle_framework_error(
    error: FrameworkError<'_, BotContext, BotError>,
) -> BoxFuture<'_, ()> {
    Box::pin(async move {
        match error {
            FrameworkError::Command { error, ctx, .. } => {
                if let poise::Context::Application(ctx) = ctx {
                    report_command_error(&error, ctx.framework.user_data, ctx.interaction).await;
                }
            }
            FrameworkError::CommandPanic { payload, ctx, .. } => {
                let command = &ctx.command().qualified_name;
                tracing::error!(
                    %command, panic = payload.unwrap_or_default(),
                    "a command panicked"
                );
                // A completion of options that panicked needs no answer.
                if let poise::Context::Application(ctx) = ctx
                    && ctx.interaction_type == poise::CommandInteractionType::Command
                {
                    tell_of_internal_error(ctx.framework.user_data, ctx.interaction).await;
                }
            }
            FrameworkError::UnknownInteraction { framework, interaction, .. } => {
                let command = &interaction.data.name;
                tracing::warn!(%command, "received a command that is not known");
                tell_of_outdated_command(framework.user_data, interaction).await;
            }
            FrameworkError::SubcommandRequired { ctx } => {
                if let poise::Context::Application(ctx) = ctx {
                    tell_of_outdated_command(ctx.framework.user_data, ctx.interaction).await;
                }
            }
            FrameworkError::CommandStructureMismatch { description, ctx, .. } => {
                tracing::warn!(reason = %description, "received a command in an outdated form");
                tell_of_outdated_command(ctx.framework.user_data, ctx.interaction).await;
            }
            FrameworkError::Setup { error, .. } => {
                // Our setup does nothing that can fail.
                tracing::error!(%error, "the setup of the framework failed");
            }
            FrameworkError::EventHandler { error, event, .. } => {
                tracing::error!(%error, event = event.snake_case_name(), "an event handler failed");
            }
            // The other errors need permissions, cooldowns, checks or prefixes, which no command
            // has.
            other => tracing::error!(error = %other, "unexpected error of the framework"),
        }
    })
}

/// Tells a user privately that their command is of an earlier version.
async fn tell_of_outdated_command(bot: &BotContext, interaction: &CommandInteraction) {
    try_send_error_text(bot, interaction, format_outdated_command).await;
}

/// Tells a user privately that something failed in the bot.
async fn tell_of_internal_error(bot: &BotContext, interaction: &CommandInteraction) {
    try_send_error_text(bot, interaction, format_internal_error).await;
}

/// Logs why a command failed, and tells the user privately, unless Discord did not take the
/// response.
async fn report_command_error(
    error: &BotError,
    bot: &BotContext,
    interaction: &CommandInteraction,
) {
    match error {
        BotError::UnknownCommand => tell_of_outdated_command(bot, interaction).await,
        BotError::Discord(error) => match classify_error(error) {
            RequestFailure::InteractionExpired => tracing::warn!(%error, "a reply came too late"),
            RequestFailure::AlreadyAnswered => {
                tracing::warn!(%error, "a command was answered twice")
            }
            _ => tracing::error!(%error, "Discord refused a reply"),
        },
        BotError::Store(_) | BotError::Fatal(_) => {
            tracing::error!(%error, "a command failed");
            tell_of_internal_error(bot, interaction).await;
        }
    }
}

/// Sends the text that `format_text` returns privately, in the language of the user. If it cannot
/// be sent, that is logged.
async fn try_send_error_text(
    bot: &BotContext,
    interaction: &CommandInteraction,
    format_text: fn() -> String,
) {
    let answer = async { send_private_text(bot, interaction, format_text()).await };
    if let Err(error) = answer_in_user_language_and_record_it(bot, interaction, answer).await {
        tracing::warn!(%error, "could not send the error message");
    }
}
