//! What is said in a fight's channel past the bot: where the rules forbid it, marked or deleted.
//!
//! The bot sees who speaks where, never what is said: that would be a privilege it does not ask
//! for.

use serenity::all::{Message, ReactionType};

use super::Front;
use super::trouble::Trouble;
use crate::app::ids::ChannelId;
use crate::engine::Chatter;
use crate::engine::ids::UserId;

const WARNING: &str = "⚠️";

/// Marks or deletes a message that the rules of the fight here forbid.
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
        Chatter::Marked => {
            let warning = ReactionType::Unicode(WARNING.into());
            front.http.create_reaction(message.channel_id, message.id, &warning).await?;
        }
        Chatter::Deleted => {
            front.http.delete_message(message.channel_id, message.id, None).await?;
        }
    }
    Ok(())
}
