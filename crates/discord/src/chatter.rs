//! What is said in a fight's channel past the bot: where the rules forbid it, marked or deleted.
//!
//! The bot sees who speaks where, never what is said: that would be a privilege it does not ask
//! for.

use std::sync::PoisonError;

use serenity::all::{CreateMessage, Message, ReactionType};

use super::Front;
use super::messages;
use super::trouble::{Trouble, is_not_allowed};
use app::ids::ChannelId;
use engine::Chatter;
use engine::ids::UserId;

const WARNING: &str = "⚠️";

/// As Discord's settings call it. It is not asked for in the invitation.
const DELETING: &str = "Manage Messages";
const MARKING: &str = "Add Reactions";

/// Marks or deletes a message that the rules of the fight here forbid. What may not be deleted is
/// marked, and the GM is told what permission is missing.
///
/// # Errors
/// The fights cannot be read, or Discord does not let us.
pub async fn overhear(front: &Front, message: &Message) -> Result<(), Trouble> {
    if message.author.bot || message.guild_id.is_none() {
        return Ok(());
    }
    let (channel, user) = (ChannelId(message.channel_id.get()), UserId(message.author.id.get()));
    match front.app.chatter(channel, user).await? {
        Chatter::Free => {}
        Chatter::Marked => mark(front, message).await?,
        Chatter::Deleted => {
            let deleted = front.http.delete_message(message.channel_id, message.id, None).await;
            if !is_allowed(front, message, deleted, DELETING).await? {
                mark(front, message).await?;
            }
        }
    }
    Ok(())
}

async fn mark(front: &Front, message: &Message) -> Result<(), Trouble> {
    let warning = ReactionType::Unicode(WARNING.into());
    let marked = front.http.create_reaction(message.channel_id, message.id, &warning).await;
    is_allowed(front, message, marked, MARKING).await.map(drop)
}

/// Whether something could be done with a message; where a permission is missing the GM is told,
/// once a fight.
async fn is_allowed(
    front: &Front,
    message: &Message,
    done: serenity::Result<()>,
    right: &'static str,
) -> Result<bool, Trouble> {
    match done {
        Ok(()) => return Ok(true),
        Err(error) if is_not_allowed(&error) => {}
        Err(error) => return Err(error.into()),
    }
    let channel = ChannelId(message.channel_id.get());
    let Some((fight, gm)) = front.app.gm_in(channel).await? else { return Ok(false) };
    if !front.told_missing.lock().unwrap_or_else(PoisonError::into_inner).insert((fight, right)) {
        return Ok(false);
    }
    let text = messages::chatter_right(channel, right, right == DELETING);
    let gm = serenity::all::UserId::new(gm.0);
    // A GM who takes no direct messages is not told.
    if let Err(error) = gm.direct_message(&front.http, CreateMessage::new().content(text)).await {
        tracing::warn!(%error, right, "the GM does not hear what permission is missing");
    }
    Ok(false)
}
