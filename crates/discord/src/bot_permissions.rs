//! Checks which permissions the bot lacks in a channel. This happens when a fight is opened, so
//! that the GM hears of it at once and not in the middle of the fight.

use serenity::all::{
    Builder, ChannelId, CreateInteractionResponseFollowup, Http, MessageId, Permissions,
};

use super::error::{BotError, is_missing_permission};
use super::interaction_replies::RepliableInteraction;
use super::messages::format_missing_permissions;
use engine::core::command::Command;

/// The permissions that the bot needs, with their names in Discord's settings. Pinning is separate,
/// because serenity does not know that permission. A permission that only one rule needs is
/// reported when that rule misses it ([`super::chat_moderation`]).
const NEEDED_PERMISSIONS: &[(Permissions, &str)] = &[
    (Permissions::VIEW_CHANNEL, "View Channel"),
    (Permissions::SEND_MESSAGES, "Send Messages"),
    (Permissions::EMBED_LINKS, "Embed Links"),
    (Permissions::ATTACH_FILES, "Attach Files"),
    (Permissions::READ_MESSAGE_HISTORY, "Read Message History"),
    (Permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
];

/// The permission without which words in character are posted as embeds.
const WEBHOOK_PERMISSION: Permissions = Permissions::MANAGE_WEBHOOKS;

const PIN_PERMISSION: &str = "Pin Messages";
const PIN_PERMISSION_BIT: u64 = 1 << 51;

/// Returns the names of the needed permissions that are not granted, pinning aside.
pub fn list_missing_permissions_except_pin(granted: Permissions) -> Vec<&'static str> {
    let is_granted = |permission| granted.administrator() || granted.contains(permission);
    NEEDED_PERMISSIONS
        .iter()
        .filter(|(permission, _)| !is_granted(*permission))
        .map(|(_, name)| *name)
        .collect()
}

/// Returns the names of the needed permissions that these raw bits lack, pinning included.
pub fn list_missing_permissions_with_pin(bits: u64) -> Vec<&'static str> {
    let granted = Permissions::from_bits_truncate(bits);
    let may_pin = granted.administrator() || bits & PIN_PERMISSION_BIT != 0;
    list_missing_permissions_except_pin(granted)
        .into_iter()
        .chain((!may_pin).then_some(PIN_PERMISSION))
        .collect()
}

/// Returns whether these raw bits let the bot post through webhooks.
pub fn has_webhook_permission(bits: u64) -> bool {
    let granted = Permissions::from_bits_truncate(bits);
    granted.administrator() || granted.contains(WEBHOOK_PERMISSION)
}

/// Returns whether a command, if it is taken, opens a fight: `new` with a system, `again`, or
/// `load` that does not drop what was saved.
pub fn is_fight_opening(command: &Command) -> bool {
    match command.verb.as_str() {
        "new" => !command.get("system").is_empty(),
        "again" => true,
        "load" => !command.get("name").is_empty() && command.get("drop") != "true",
        _ => false,
    }
}

/// Sends an ephemeral follow-up that says which permissions the bot lacks in the channel, if any.
/// Without `granted`, only pinning is checked. Must be called after the first response.
///
/// # Errors
/// Discord refuses the message.
pub async fn probe_pinning_and_warn_of_missing_permissions(
    http: &Http,
    interaction: &impl RepliableInteraction,
    channel: ChannelId,
    granted: Option<Permissions>,
) -> Result<(), BotError> {
    let mut missing = list_missing_permissions_except_pin(granted.unwrap_or(Permissions::all()));
    if !probe_pin_permission(http, channel, interaction).await {
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

/// Returns whether the bot may pin. serenity does not parse that permission, so this tries to pin a
/// message that does not exist: Discord checks the permission first. Any error but a missing
/// permission counts as `true`.
async fn probe_pin_permission(
    http: &Http,
    channel: ChannelId,
    interaction: &impl RepliableInteraction,
) -> bool {
    let missing_message = MessageId::new(interaction.id().get());
    let outcome = http.pin_message(channel, missing_message, None).await;
    !outcome.is_err_and(|error| is_missing_permission(&error))
}

#[cfg(test)]
mod tests {
    use super::super::bot::PERMISSIONS;
    use super::*;

    #[test]
    fn invitation_grants_all_needed_permissions() {
        assert_eq!(list_missing_permissions_with_pin(PERMISSIONS), [""; 0]);
        assert_eq!(
            list_missing_permissions_with_pin(PERMISSIONS & !PIN_PERMISSION_BIT),
            [PIN_PERMISSION]
        );
        assert_eq!(
            list_missing_permissions_with_pin(PERMISSIONS & !Permissions::EMBED_LINKS.bits()),
            ["Embed Links"]
        );
        assert_eq!(list_missing_permissions_with_pin(Permissions::ADMINISTRATOR.bits()), [""; 0]);
        assert_eq!(list_missing_permissions_with_pin(0).len(), NEEDED_PERMISSIONS.len() + 1);
        assert!(has_webhook_permission(PERMISSIONS) && !has_webhook_permission(0));
    }
}
