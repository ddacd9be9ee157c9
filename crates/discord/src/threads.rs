//! Threads: where one for a fight may be opened, and keeping them open while a fight is.

use serenity::all::{
    ChannelId, ChannelType, CommandInteraction, EditThread, GuildChannel, Permissions,
};

use super::BotContext;
use super::error::BotError;
use super::messages::{format_permissions, reader_style};
use app::ids;
use narration::say;

/// Reopens a thread that was archived during a fight, unless somebody has locked it.
///
/// # Errors
/// The store cannot be read, or Discord refuses the edit.
pub async fn unarchive_unless_locked_if_fight_open(
    bot: &BotContext,
    thread: &GuildChannel,
) -> Result<(), BotError> {
    let is_archived = thread.thread_metadata.is_some_and(|data| data.archived && !data.locked);
    if is_archived && bot.app.has_open_fight(ids::ChannelId(thread.id.get())).await? {
        thread.id.edit_thread(&bot.http, EditThread::new().archived(false)).await?;
    }
    Ok(())
}

/// Returns the channel or forum in which a command opens a thread, if the bot may do that there.
///
/// # Errors
/// Such a channel has no threads, or the bot may not open them; the error is a sentence.
pub fn find_permitted_thread_parent(interaction: &CommandInteraction) -> Result<ChannelId, String> {
    let (parent, create_permission) = find_thread_parent_and_needed_permission(interaction)?;
    check_bot_may_open_threads(interaction, create_permission)?;
    Ok(parent)
}

/// Returns the channel or forum in which a command opens a thread (its own, or the one above a
/// thread), and the permission that the bot needs there to open it. The error is a sentence: such a
/// channel has no threads.
fn find_thread_parent_and_needed_permission(
    interaction: &CommandInteraction,
) -> Result<(ChannelId, Permissions), String> {
    let channel = interaction.channel.as_ref();
    let kind = channel.map_or(ChannelType::Text, |channel| channel.kind);
    let wrong_channel = || say!(reader_style(), "thread-wrong-channel");
    match kind {
        ChannelType::Text | ChannelType::News => {
            Ok((interaction.channel_id, Permissions::CREATE_PUBLIC_THREADS))
        }
        // Nobody knows whether the channel above is a forum, which needs another permission. If it
        // is missing, the GM hears of it when the thread is opened.
        ChannelType::PublicThread | ChannelType::PrivateThread | ChannelType::NewsThread => {
            let parent = channel.and_then(|channel| channel.parent_id);
            Ok((parent.ok_or_else(wrong_channel)?, Permissions::empty()))
        }
        _ => Err(wrong_channel()),
    }
}

/// Checks that the bot has the permission to open threads, and may write in them. The error is a
/// sentence that names what is missing.
fn check_bot_may_open_threads(
    interaction: &CommandInteraction,
    create_permission: Permissions,
) -> Result<(), String> {
    let granted = interaction.app_permissions.unwrap_or(Permissions::all());
    let needed = [
        (create_permission, "Create Public Threads"),
        (Permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
    ];
    let is_missing = |(permission, _): &&(Permissions, &str)| {
        !granted.administrator() && !granted.contains(*permission)
    };
    let missing: Vec<&str> = needed.iter().filter(is_missing).map(|(_, name)| *name).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let rights = format_permissions(&missing);
    Err(say!(reader_style(), "thread-missing-permission", rights))
}
