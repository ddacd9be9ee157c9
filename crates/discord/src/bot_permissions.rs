//! What the bot may do in a channel: looked at when a fight is opened there, so that its GM hears
//! at once what is missing, and not in the middle of the fight.

use serenity::all::{
    Builder, ChannelId, CreateInteractionResponseFollowup, Http, MessageId, Permissions,
};

use super::error::{BotError, is_missing_permission};
use super::interaction_replies::RepliableInteraction;
use super::messages::format_missing_permissions;
use engine::core::command::Command;

/// What is needed, as Discord's settings call it. Pinning is apart: serenity has no such right.
/// What one rule alone needs is said when it is missed ([`super::chatter`]).
const NEEDED_PERMISSIONS: &[(Permissions, &str)] = &[
    (Permissions::VIEW_CHANNEL, "View Channel"),
    (Permissions::SEND_MESSAGES, "Send Messages"),
    (Permissions::EMBED_LINKS, "Embed Links"),
    (Permissions::ATTACH_FILES, "Attach Files"),
    (Permissions::READ_MESSAGE_HISTORY, "Read Message History"),
    (Permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
];

const PIN_PERMISSION: &str = "Pin Messages";
const PIN_PERMISSION_BIT: u64 = 1 << 51;

/// What is needed and not among these, as Discord's settings call it. Pinning is left out.
pub fn list_missing(granted: Permissions) -> Vec<&'static str> {
    let has_it = |right| granted.administrator() || granted.contains(right);
    NEEDED_PERMISSIONS.iter().filter(|(right, _)| !has_it(*right)).map(|(_, name)| *name).collect()
}

/// What is missing of permissions as Discord gives them, pinning included.
pub fn list_missing_in_bits(bits: u64) -> Vec<&'static str> {
    let has = Permissions::from_bits_truncate(bits);
    let may_pin = has.administrator() || bits & PIN_PERMISSION_BIT != 0;
    list_missing(has).into_iter().chain((!may_pin).then_some(PIN_PERMISSION)).collect()
}

/// Whether a command opens a fight.
pub fn is_fight_opening(command: &Command) -> bool {
    match command.verb.as_str() {
        "new" => !command.get("system").is_empty(),
        "again" => true,
        "load" => !command.get("name").is_empty() && command.get("drop") != "true",
        _ => false,
    }
}

/// Tells whoever opens a fight which permissions the bot lacks here. To be called after the first
/// answer.
///
/// # Errors
/// Discord does not take the message.
pub async fn send_missing_permissions(
    http: &Http,
    interaction: &impl RepliableInteraction,
    channel: ChannelId,
    granted: Option<Permissions>,
) -> Result<(), BotError> {
    let mut missing = list_missing(granted.unwrap_or(Permissions::all()));
    if !try_pin(http, channel, interaction).await {
        missing.push(PIN_PERMISSION);
    }
    if missing.is_empty() {
        return Ok(());
    }
    let message = CreateInteractionResponseFollowup::new().ephemeral(true);
    let message = message.content(format_missing_permissions(&missing));
    message.execute(http, (None, interaction.token())).await?;
    Ok(())
}

/// serenity drops the permission to pin, which is newer than it is. So a pin is tried, of a message
/// that is not there: whether it may be done is checked before.
async fn try_pin(http: &Http, channel: ChannelId, interaction: &impl RepliableInteraction) -> bool {
    let nothing = MessageId::new(interaction.id().get());
    let pinned = http.pin_message(channel, nothing, None).await;
    !pinned.is_err_and(|error| is_missing_permission(&error))
}

#[cfg(test)]
mod tests {
    use super::super::bot::PERMISSIONS;
    use super::*;

    #[test]
    fn what_the_bot_is_invited_with_is_all_it_needs() {
        assert_eq!(list_missing_in_bits(PERMISSIONS), [""; 0]);
        assert_eq!(list_missing_in_bits(PERMISSIONS & !PIN_PERMISSION_BIT), [PIN_PERMISSION]);
        assert_eq!(
            list_missing_in_bits(PERMISSIONS & !Permissions::EMBED_LINKS.bits()),
            ["Embed Links"]
        );
        assert_eq!(list_missing_in_bits(Permissions::ADMINISTRATOR.bits()), [""; 0]);
        assert_eq!(list_missing_in_bits(0).len(), NEEDED_PERMISSIONS.len() + 1);
    }
}
