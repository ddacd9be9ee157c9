//! `/init move`: lets a fight go on in another channel of its server, when nothing can be posted in
//! its own any more.

use engine::core::command::{Command, Refusal};
use engine::core::ids::UserId;
use store::error::StoreError;
use store::ids::{ChannelId, FightId};

use crate::api::input::{RequestContext, RequestPlace};
use crate::api::outbox::{Audience, Notice};
use crate::commands::find_fight::UNCLEAR_FIGHT;
use crate::runtime::app::App;
use crate::state::fight_state::FightState;
use crate::transaction::StateChange;

/// The verb of `/init move`; `move` itself is a verb of rule systems.
pub const RELOCATE: &str = "relocate";

impl App {
    /// Returns the fight of a server that the user may move, because its channel takes no posts.
    /// The inner error is a refusal: there is none, or several.
    pub(crate) async fn find_gms_fight_with_unreachable_channel(
        &self,
        user: UserId,
        guild: u64,
    ) -> Result<Result<FightId, Refusal>, StoreError> {
        let mut movable_fights = Vec::new();
        for row in self.inner.store.load_open_fights_of_user(user.0).await? {
            let Some(state) = self.load_fight(row.fight_id()).await? else { continue };
            let is_in_server = state.guild == guild;
            if is_in_server && state.is_gm(user) && state.is_channel_refusing_posts() {
                movable_fights.push(state.id);
            }
        }
        Ok(match movable_fights.as_slice() {
            [only] => Ok(*only),
            [] => Err(Refusal::new("nothing-to-move", "")),
            _ => Err(Refusal::new(UNCLEAR_FIGHT, "")),
        })
    }
}

impl FightState {
    /// Returns whether the chat service refuses posts in the fight's channel.
    fn is_channel_refusing_posts(&self) -> bool {
        let channel = self.unreachable_channel(Audience::Channel(self.channel));
        channel.is_some_and(|channel| channel.is_refused)
    }

    /// Parses where the fight goes on: in the channel that `channel:` names, or in that where the
    /// command was typed.
    ///
    /// # Errors
    /// `channel-open` while the fight's own channel takes posts, `move-where` for a text that names
    /// no channel, and in a direct message for none; `move-other-server`.
    pub(crate) fn parse_new_channel_if_own_refuses_posts(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<ChannelId, Refusal> {
        if !self.is_channel_refusing_posts() {
            return Err(Refusal::new("channel-open", ""));
        }
        let place = match context.place {
            RequestPlace::Channel { guild, channel } => Some((guild, channel)),
            RequestPlace::Dm { .. } => None,
        };
        let text = command.get("channel").trim();
        let unknown = || Refusal::new("move-where", "").with("value", text);
        let (guild, channel) = match text {
            "" => place.ok_or_else(unknown)?,
            text => parse_channel(text, place.map(|(guild, _)| guild)).ok_or_else(unknown)?,
        };
        if guild != self.guild {
            return Err(Refusal::new("move-other-server", ""));
        }
        Ok(channel)
    }

    /// Builds the change that lets the fight go on in another channel. Everything that waits for
    /// somebody is posted there anew.
    pub(crate) fn build_relocation_change(&self, user: UserId, to: ChannelId) -> StateChange {
        let command = Command::new(RELOCATE);
        let mut change = StateChange::without_game_change(self, command);
        let (old, new) = (Audience::Channel(self.channel), Audience::Channel(to));
        let after = &mut change.after;
        after.channel = to;
        after.people.unreachable = None;
        // The new channel is no thread that the bot opens or archives.
        after.people.thread = None;
        after.people.current_records.retain(|(audience, _)| *audience != old);
        after.people.active_reminders.retain(|(audience, _)| *audience != old);
        for open in &mut after.prompts {
            if open.audience == old {
                open.audience = new;
            }
        }
        for answer in &mut after.sealed_answers {
            if answer.audience == old {
                answer.audience = new;
            }
        }
        change.notices.push((new, Notice::Moved { user }));
        change
    }
}

/// Parses a channel: its link, or within a server its mention or id. Returns its server too.
pub fn parse_channel(text: &str, guild: Option<u64>) -> Option<(u64, ChannelId)> {
    if let Some((_, path)) = text.split_once("/channels/") {
        let mut ids = path.trim_end_matches('>').split('/').map(str::parse);
        return Some((ids.next()?.ok()?, ChannelId(ids.next()?.ok()?)));
    }
    let mention = text.strip_prefix("<#").and_then(|text| text.strip_suffix('>'));
    Some((guild?, ChannelId(mention.unwrap_or(text).parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn channel_is_parsed_from_links_mentions_and_ids() {
        let link = "https://discord.com/channels/400/77";
        assert_eq!(parse_channel(link, None), Some((400, ChannelId(77))));
        assert_eq!(parse_channel("<https://discord.com/channels/4/7/9>", Some(400)).unwrap().0, 4);
        for text in ["<#77>", "77"] {
            assert_eq!(parse_channel(text, Some(400)), Some((400, ChannelId(77))));
            assert_eq!(parse_channel(text, None), None);
        }
        for text in ["#arena", "<@77>", "arena", "https://discord.com/channels/400"] {
            assert_eq!(parse_channel(text, Some(400)), None, "{text}");
        }
    }
}
