//! Threads are kept from archiving while a fight in them is open.

use serenity::all::{EditThread, GuildChannel};

use super::Front;
use super::trouble::Trouble;
use app::ids::ChannelId;

/// Opens a thread again that was archived during a fight. One that somebody has locked stays so.
///
/// # Errors
/// The fights cannot be read, or Discord does not let us.
pub async fn keep_open(front: &Front, thread: &GuildChannel) -> Result<(), Trouble> {
    let is_archived = thread.thread_metadata.is_some_and(|data| data.archived && !data.locked);
    if is_archived && front.app.has_open_fight(ChannelId(thread.id.get())).await? {
        thread.id.edit_thread(&front.http, EditThread::new().archived(false)).await?;
    }
    Ok(())
}
