//! What the framework could not do: told to the user privately in a sentence of ours, and logged.
//! Internal error texts are for the log only.

use poise::{BoxFuture, FrameworkError};
use serenity::all::{CommandInteraction, Http};

use super::Front;
use super::answers::private;
use super::trouble::{Failure, Trouble, failure};

const OUT_OF_DATE: &str =
    "This command is out of date. Reload Discord (Ctrl+R, or restart the app) and try again.";
pub const BROKEN: &str = "Something went wrong here, and nothing was changed. It is in the log of \
                          whoever runs this bot; trying once more may help.";

/// For every variant of the framework's errors.
pub fn on_error(error: FrameworkError<'_, Front, Trouble>) -> BoxFuture<'_, ()> {
    Box::pin(async move {
        match error {
            FrameworkError::Command { error, ctx, .. } => {
                if let poise::Context::Application(ctx) = ctx {
                    after(&error, &ctx.framework.user_data.http, ctx.interaction).await;
                }
            }
            FrameworkError::CommandPanic { payload, ctx, .. } => {
                let command = &ctx.command().qualified_name;
                tracing::error!(%command, panic = payload.unwrap_or_default(), "a command failed");
                if let poise::Context::Application(ctx) = ctx
                    && ctx.interaction_type == poise::CommandInteractionType::Command
                {
                    tell(&ctx.framework.user_data.http, ctx.interaction, BROKEN).await;
                }
            }
            FrameworkError::UnknownInteraction { framework, interaction, .. } => {
                tracing::warn!(command = %interaction.data.name, "an unknown command");
                tell(&framework.user_data.http, interaction, OUT_OF_DATE).await;
            }
            FrameworkError::SubcommandRequired { ctx } => {
                if let poise::Context::Application(ctx) = ctx {
                    tell(&ctx.framework.user_data.http, ctx.interaction, OUT_OF_DATE).await;
                }
            }
            FrameworkError::CommandStructureMismatch { description, ctx, .. } => {
                tracing::warn!(%description, "a command of another form than registered");
                tell(&ctx.framework.user_data.http, ctx.interaction, OUT_OF_DATE).await;
            }
            FrameworkError::Setup { error, .. } => {
                // Ours does nothing that can fail.
                tracing::error!(%error, "the set-up failed");
            }
            FrameworkError::EventHandler { error, event, .. } => {
                tracing::error!(%error, event = event.snake_case_name(), "an event was lost");
            }
            // No command of ours has permissions, cooldowns, checks or a prefix.
            other => tracing::error!(%other, "an error that cannot be"),
        }
    })
}

/// After a command failed: what the user is told, if they can still be told.
async fn after(error: &Trouble, http: &Http, interaction: &CommandInteraction) {
    match error {
        Trouble::UnknownCommand => tell(http, interaction, OUT_OF_DATE).await,
        Trouble::Discord(error) => match failure(error) {
            Failure::TooLate => tracing::warn!("an answer came too late"),
            Failure::AnsweredAlready => tracing::warn!("answered already"),
            _ => tracing::error!(%error, "an answer was not taken"),
        },
        Trouble::Fault(_) | Trouble::Start(_) => {
            tracing::error!(%error, "a command failed");
            tell(http, interaction, BROKEN).await;
        }
    }
}

async fn tell(http: &Http, interaction: &CommandInteraction, text: &str) {
    if let Err(error) = private(http, interaction, text.into()).await {
        tracing::warn!(%error, "nor could that be said");
    }
}
