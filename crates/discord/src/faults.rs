//! What the framework could not do: told to the user privately in a sentence of ours, and logged.
//! Internal error texts are for the log only.

use poise::{BoxFuture, FrameworkError};
use serenity::all::{CommandInteraction, Http};

use super::Front;
use super::answers::private;
use super::messages::STYLE;
use super::trouble::{Failure, Trouble, failure};
use narration::say;

fn out_of_date() -> String {
    say!(STYLE, "fault-out-of-date")
}

pub fn broken() -> String {
    say!(STYLE, "fault-broken")
}

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
                    tell(&ctx.framework.user_data.http, ctx.interaction, broken()).await;
                }
            }
            FrameworkError::UnknownInteraction { framework, interaction, .. } => {
                tracing::warn!(command = %interaction.data.name, "an unknown command");
                tell(&framework.user_data.http, interaction, out_of_date()).await;
            }
            FrameworkError::SubcommandRequired { ctx } => {
                if let poise::Context::Application(ctx) = ctx {
                    tell(&ctx.framework.user_data.http, ctx.interaction, out_of_date()).await;
                }
            }
            FrameworkError::CommandStructureMismatch { description, ctx, .. } => {
                tracing::warn!(%description, "a command of another form than registered");
                tell(&ctx.framework.user_data.http, ctx.interaction, out_of_date()).await;
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
        Trouble::UnknownCommand => tell(http, interaction, out_of_date()).await,
        Trouble::Discord(error) => match failure(error) {
            Failure::TooLate => tracing::warn!("an answer came too late"),
            Failure::AnsweredAlready => tracing::warn!("answered already"),
            _ => tracing::error!(%error, "an answer was not taken"),
        },
        Trouble::Fault(_) | Trouble::Start(_) => {
            tracing::error!(%error, "a command failed");
            tell(http, interaction, broken()).await;
        }
    }
}

async fn tell(http: &Http, interaction: &CommandInteraction, text: String) {
    if let Err(error) = private(http, interaction, text).await {
        tracing::warn!(%error, "nor could that be said");
    }
}
