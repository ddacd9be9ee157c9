//! What is said in a fight's channel past the bot: where the rules forbid it, marked or deleted.
//!
//! The bot sees who speaks where, never what is said: that would be a privilege it does not ask
//! for.

use std::sync::PoisonError;

use serenity::all::{CreateMessage, Message, ReactionType};

use super::BotContext;
use super::error::{BotError, is_missing_permission};
use super::messages;
use app::ids::ChannelId;
use engine::ChatPolicy;
use engine::core::ids::UserId;

const WARNING_EMOJI: &str = "⚠️";

/// As Discord's settings call it. It is not asked for in the invitation.
const DELETE_PERMISSION: &str = "Manage Messages";
const REACT_PERMISSION: &str = "Add Reactions";

/// Marks or deletes a message that the rules of the fight here forbid. What may not be deleted is
/// marked, and the GM is told what permission is missing.
///
/// # Errors
/// The fights cannot be read, or Discord does not let us.
pub async fn moderate_message(bot: &BotContext, message: &Message) -> Result<(), BotError> {
    if message.author.bot || message.guild_id.is_none() {
        return Ok(());
    }
    let (channel, user) = (ChannelId(message.channel_id.get()), UserId(message.author.id.get()));
    match bot.app.chatter_policy(channel, user).await? {
        ChatPolicy::Allow => {}
        ChatPolicy::Warn => add_warning_reaction(bot, message).await?,
        ChatPolicy::Delete => {
            let deleted = bot.http.delete_message(message.channel_id, message.id, None).await;
            if !notify_gm_if_forbidden(bot, message, deleted, DELETE_PERMISSION).await? {
                add_warning_reaction(bot, message).await?;
            }
        }
    }
    Ok(())
}

async fn add_warning_reaction(bot: &BotContext, message: &Message) -> Result<(), BotError> {
    let warning = ReactionType::Unicode(WARNING_EMOJI.into());
    let marked = bot.http.create_reaction(message.channel_id, message.id, &warning).await;
    notify_gm_if_forbidden(bot, message, marked, REACT_PERMISSION).await.map(drop)
}

/// Whether something could be done with a message; where a permission is missing the GM is told,
/// once a fight.
async fn notify_gm_if_forbidden(
    bot: &BotContext,
    message: &Message,
    outcome: serenity::Result<()>,
    permission: &'static str,
) -> Result<bool, BotError> {
    match outcome {
        Ok(()) => return Ok(true),
        Err(error) if is_missing_permission(&error) => {}
        Err(error) => return Err(error.into()),
    }
    let channel = ChannelId(message.channel_id.get());
    let Some((fight, gm)) = bot.app.find_open_fight_with_gm(channel).await? else {
        return Ok(false);
    };
    if !bot
        .reported_missing_permissions
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert((fight, permission))
    {
        return Ok(false);
    }
    let text = messages::format_missing_moderation_permission(
        channel,
        permission,
        permission == DELETE_PERMISSION,
    );
    let gm = serenity::all::UserId::new(gm.0);
    // A GM who takes no direct messages is not told.
    if let Err(error) = gm.direct_message(&bot.http, CreateMessage::new().content(text)).await {
        tracing::warn!(%error, permission, "the GM does not hear what permission is missing");
    }
    Ok(false)
}
