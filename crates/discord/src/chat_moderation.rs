//! Marks or deletes chat messages in the channel of a fight where the rules forbid them.
//!
//! The bot sees who writes where, but not the text: that would need a privileged intent.

use std::sync::PoisonError;

use serenity::all::{CreateMessage, Message, ReactionType};

use super::BotContext;
use super::error::{BotError, is_missing_permission};
use super::messages;
use super::reader::{locale_for_tag, render_in_locale};
use app::ids::ChannelId;
use engine::ChatPolicy;
use engine::core::ids::UserId;

const WARNING_EMOJI: &str = "⚠️";

/// The permission to delete, as Discord's settings call it. The invitation does not ask for it.
const DELETE_PERMISSION: &str = "Manage Messages";
const REACT_PERMISSION: &str = "Add Reactions";

/// Marks or deletes a message, if the rules of the fight in its channel say so. A message that the
/// bot may not delete is marked, and the GM is told which permission is missing.
///
/// What comes through a webhook is no chatter: the bot posts so itself, and so do the proxy bots of
/// a server.
///
/// # Errors
/// The store cannot be read, or Discord refuses a request for another reason than a missing
/// permission.
pub async fn moderate_message(bot: &BotContext, message: &Message) -> Result<(), BotError> {
    let is_of_program = message.author.bot || message.webhook_id.is_some();
    if is_of_program || message.guild_id.is_none() {
        return Ok(());
    }
    let (channel, user) = (ChannelId(message.channel_id.get()), UserId(message.author.id.get()));
    match bot.app.chat_policy_for_players_of_running_fight(channel, user).await? {
        ChatPolicy::Allow => {}
        ChatPolicy::Warn => add_warning_reaction(bot, message).await?,
        ChatPolicy::Delete => {
            let deleted = bot.http.delete_message(message.channel_id, message.id, None).await;
            if !succeeded_or_notify_gm_once(bot, message, deleted, DELETE_PERMISSION).await? {
                add_warning_reaction(bot, message).await?;
            }
        }
    }
    Ok(())
}

/// Adds the warning reaction. If the bot may not react, tells the GM.
async fn add_warning_reaction(bot: &BotContext, message: &Message) -> Result<(), BotError> {
    let warning = ReactionType::Unicode(WARNING_EMOJI.into());
    let outcome = bot.http.create_reaction(message.channel_id, message.id, &warning).await;
    succeeded_or_notify_gm_once(bot, message, outcome, REACT_PERMISSION).await.map(drop)
}

/// Returns whether the request of `outcome` succeeded. If a permission was missing, sends the GM of
/// the channel's fight a direct message, once per fight and permission since the start of the bot.
///
/// # Errors
/// The request failed for another reason, or the store cannot be read.
async fn succeeded_or_notify_gm_once(
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
    let is_first_report = bot
        .reported_missing_permissions
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert((fight, permission));
    if is_first_report {
        notify_gm_of_missing_permission(bot, message, gm, permission).await?;
    }
    Ok(false)
}

/// Sends the GM of the fight in a message's channel a direct message that names a missing
/// permission. That it cannot be sent is only logged: the GM may not accept direct messages.
///
/// # Errors
/// The store cannot be read.
async fn notify_gm_of_missing_permission(
    bot: &BotContext,
    message: &Message,
    gm: UserId,
    permission: &'static str,
) -> Result<(), BotError> {
    let guild = message.guild_id.map(|guild| guild.get()).unwrap_or_default();
    let language = bot.app.language_of_user(gm, guild).await?;
    let act = if permission == DELETE_PERMISSION {
        messages::ModerationAct::Delete
    } else {
        messages::ModerationAct::Mark
    };
    let channel = ChannelId(message.channel_id.get());
    let text = render_in_locale(locale_for_tag(language.as_deref()), || {
        messages::format_missing_moderation_permission(channel, permission, act)
    });
    let gm = serenity::all::UserId::new(gm.0);
    if let Err(error) = gm.direct_message(&bot.http, CreateMessage::new().content(text)).await {
        tracing::warn!(%error, permission, "could not tell the GM which permission is missing");
    }
    Ok(())
}
