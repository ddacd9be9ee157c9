//! Keeps threads from being archived while a fight in them is open.

use serenity::all::{EditThread, GuildChannel};

use super::BotContext;
use super::error::BotError;
use app::ids::ChannelId;

/// Reopens a thread that was archived during a fight, unless somebody has locked it.
///
/// # Errors
/// The store cannot be read, or Discord refuses the edit.
pub async fn unarchive_unless_locked_if_fight_open(
    bot: &BotContext,
    thread: &GuildChannel,
) -> Result<(), BotError> {
    let is_archived = thread.thread_metadata.is_some_and(|data| data.archived && !data.locked);
    if is_archived && bot.app.has_open_fight(ChannelId(thread.id.get())).await? {
        thread.id.edit_thread(&bot.http, EditThread::new().archived(false)).await?;
    }
    Ok(())
}
