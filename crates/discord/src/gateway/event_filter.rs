//! Drops events that the bot does nothing with, before they are parsed: most of what Discord sends
//! is chat in channels without a fight.

use serde::Deserialize;

use super::frame::parse_data;
use app::ids::ChannelId;

/// The part of a chat message that tells whether it matters.
#[derive(Deserialize)]
struct ChatMessageStub<'a> {
    channel_id: &'a str,
    guild_id: Option<&'a str>,
    author: AuthorStub,
}

#[derive(Deserialize)]
struct AuthorStub {
    #[serde(default)]
    bot: bool,
}

/// Returns whether nothing in the bot handles this event. Chat matters if a person writes it on a
/// server, in a channel that may have a fight.
pub fn is_ignored_chat_event(
    name: &str,
    text: &str,
    may_have_fight: impl Fn(ChannelId) -> bool,
) -> bool {
    match name {
        "MESSAGE_CREATE" => match parse_data::<ChatMessageStub>(text) {
            Ok(message) => !is_needed_message(&message, may_have_fight),
            // serenity decides.
            Err(_) => false,
        },
        "MESSAGE_UPDATE" | "MESSAGE_DELETE" | "MESSAGE_DELETE_BULK" => true,
        _ => false,
    }
}

/// Returns whether a person wrote the message on a server, in a channel that may have a fight.
fn is_needed_message(
    message: &ChatMessageStub,
    may_have_fight: impl Fn(ChannelId) -> bool,
) -> bool {
    let channel = message.channel_id.parse().map(ChannelId);
    message.guild_id.is_some() && !message.author.bot && channel.is_ok_and(may_have_fight)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_chat_of_people_in_channels_with_a_fight_matters() {
        let is_dropped = |name: &str, data: serde_json::Value| {
            let text = json!({"op": 0, "t": name, "s": 3, "d": data}).to_string();
            is_ignored_chat_event(name, &text, |channel| channel == ChannelId(7))
        };
        let chat = |channel: &str, is_bot: bool| {
            let author = json!({"id": "1", "username": "Ana", "bot": is_bot});
            json!({"id": "9", "channel_id": channel, "guild_id": "5", "author": author})
        };
        assert!(!is_dropped("MESSAGE_CREATE", chat("7", false)));
        assert!(is_dropped("MESSAGE_CREATE", chat("8", false)), "no fight there");
        assert!(is_dropped("MESSAGE_CREATE", chat("7", true)), "another bot");
        let mut private = chat("7", false);
        private["guild_id"].take();
        assert!(is_dropped("MESSAGE_CREATE", private));
        assert!(!is_dropped("MESSAGE_CREATE", json!({"channel_id": 7})), "an unknown form");
        assert!(is_dropped("MESSAGE_UPDATE", chat("7", false)));
        assert!(!is_dropped("CHANNEL_UPDATE", json!({"id": "8"})));
        assert!(!is_dropped("INTERACTION_CREATE", chat("8", false)));
    }
}
