//! What the bot may do in a channel: looked at when a fight is opened there, so that its GM hears
//! at once what is missing, and not in the middle of the fight.

use serenity::all::{
    Builder, ChannelId, CreateInteractionResponseFollowup, Http, MessageId, Permissions,
};

use super::answers::Asking;
use super::messages::missing_rights;
use super::trouble::{Trouble, is_not_allowed};
use engine::command::Command;

/// What is needed, as Discord's settings call it. Pinning is apart: serenity has no such right.
/// What one rule alone needs is said when it is missed ([`super::chatter`]).
const NEEDED: &[(Permissions, &str)] = &[
    (Permissions::VIEW_CHANNEL, "View Channel"),
    (Permissions::SEND_MESSAGES, "Send Messages"),
    (Permissions::EMBED_LINKS, "Embed Links"),
    (Permissions::ATTACH_FILES, "Attach Files"),
    (Permissions::READ_MESSAGE_HISTORY, "Read Message History"),
    (Permissions::SEND_MESSAGES_IN_THREADS, "Send Messages in Threads"),
];

const PINNING: &str = "Pin Messages";
const PINNING_BIT: u64 = 1 << 51;

/// What is needed and not among these, as Discord's settings call it. Pinning is left out.
pub fn missing(has: Permissions) -> Vec<&'static str> {
    let has_it = |right| has.administrator() || has.contains(right);
    NEEDED.iter().filter(|(right, _)| !has_it(*right)).map(|(_, name)| *name).collect()
}

/// What is missing of permissions as Discord gives them, pinning included.
pub fn missing_of(bits: u64) -> Vec<&'static str> {
    let has = Permissions::from_bits_truncate(bits);
    let may_pin = has.administrator() || bits & PINNING_BIT != 0;
    missing(has).into_iter().chain((!may_pin).then_some(PINNING)).collect()
}

/// Whether a command opens a fight.
pub fn is_opening(words: &Command) -> bool {
    match words.verb.as_str() {
        "new" => !words.get("system").is_empty(),
        "again" => true,
        "load" => !words.get("name").is_empty() && words.get("drop") != "true",
        _ => false,
    }
}

/// Tells whoever opens a fight which permissions the bot lacks here. To be called after the first
/// answer.
///
/// # Errors
/// Discord does not take the message.
pub async fn tell_missing(
    http: &Http,
    asking: &impl Asking,
    channel: ChannelId,
    has: Option<Permissions>,
) -> Result<(), Trouble> {
    let mut missing = missing(has.unwrap_or(Permissions::all()));
    if !may_pin(http, channel, asking).await {
        missing.push(PINNING);
    }
    if missing.is_empty() {
        return Ok(());
    }
    let message = CreateInteractionResponseFollowup::new().ephemeral(true);
    let message = message.content(missing_rights(&missing));
    message.execute(http, (None, asking.token())).await?;
    Ok(())
}

/// serenity drops the permission to pin, which is newer than it is. So a pin is tried, of a message
/// that is not there: whether it may be done is checked before.
async fn may_pin(http: &Http, channel: ChannelId, asking: &impl Asking) -> bool {
    let nothing = MessageId::new(asking.id().get());
    let pinned = http.pin_message(channel, nothing, None).await;
    !pinned.is_err_and(|error| is_not_allowed(&error))
}

#[cfg(test)]
mod tests {
    use super::super::bot::PERMISSIONS;
    use super::*;

    #[test]
    fn what_the_bot_is_invited_with_is_all_it_needs() {
        assert_eq!(missing_of(PERMISSIONS), [""; 0]);
        assert_eq!(missing_of(PERMISSIONS & !PINNING_BIT), [PINNING]);
        assert_eq!(missing_of(PERMISSIONS & !Permissions::EMBED_LINKS.bits()), ["Embed Links"]);
        assert_eq!(missing_of(Permissions::ADMINISTRATOR.bits()), [""; 0]);
        assert_eq!(missing_of(0).len(), NEEDED.len() + 1);
    }
}
