//! Renders notices: events of a fight that do not come from its rules.

use jiff::Timestamp;

use super::super::error::{ClosedChannelReason, DMS_CLOSED, THREAD_REFUSED};
use super::text::{cut_to_length, fit_lines, format_code};
use super::{
    MAX_CONTENT, RenderedMessage, format_channel_link, format_mention, format_paragraphs,
    format_relative_time, orders, reader_style, roll,
};
use app::outbox::{Audience, Notice, UndoneAct};
use narration::catalogue::{FormattedText, SerdeVariantKey, VariantKey};
use narration::{self, say};

/// The most characters of a blocked text that its notice quotes.
const MAX_QUOTED_TEXT: usize = 600;

/// The most characters of words in character that could not be posted. Their author needs most of
/// them to change them.
const MAX_QUOTED_WORDS: usize = 1500;

/// Renders a notice, or returns `None` if there is nothing to tell.
pub fn render_notice(notice: &Notice) -> Option<RenderedMessage> {
    let text = match notice {
        Notice::Opened { gm, dice_seal: seal } => {
            let opened = say!(reader_style(), "notice-opened", gm = format_mention(*gm));
            match seal {
                None => opened,
                Some(seal) => {
                    format!(
                        "{opened}\n{}",
                        say!(reader_style(), "notice-sealed", seal = format_code(seal))
                    )
                }
            }
        }
        Notice::SaltAdded { user: by, line } => {
            say!(reader_style(), "notice-salted", by = format_mention(*by), line)
        }
        Notice::Undone { user: by, acts } => format_undone(format_mention(*by), acts),
        Notice::Redone { user: by } => {
            say!(reader_style(), "notice-redone", by = format_mention(*by))
        }
        Notice::Paused { user: by } => {
            say!(reader_style(), "notice-paused", by = format_mention(*by))
        }
        Notice::Resumed { user: by } => {
            say!(reader_style(), "notice-resumed", by = format_mention(*by))
        }
        Notice::Moved { user: by } => {
            say!(reader_style(), "notice-moved", by = format_mention(*by))
        }
        Notice::Asleep => say!(reader_style(), "notice-asleep"),
        Notice::Awake => say!(reader_style(), "notice-awake"),
        Notice::GmHandedOver { from, to } if from == to => return None,
        Notice::GmHandedOver { from, to } => {
            say!(
                reader_style(),
                "notice-handed-over",
                from = format_mention(*from),
                to = format_mention(*to)
            )
        }
        Notice::CoGmChanged { user, is_added } => {
            say!(reader_style(), "notice-co-gm", user = format_mention(*user), is_added = *is_added)
        }
        Notice::StandInChanged { name, user, until } => {
            let until = until
                .and_then(|until| Timestamp::from_millisecond(until).ok())
                .map(format_relative_time);
            say!(reader_style(), "notice-stands-in", name, user = user.map(format_mention), until)
        }
        Notice::AbsencePolicyChanged { name, policy } => {
            say!(reader_style(), "notice-absence", name, policy = policy.as_deref().map(VariantKey))
        }
        Notice::PlayerForgotten { names } => say!(reader_style(), "notice-player-gone", names),
        Notice::NpcAutoplayChanged { names, temperament: nature } => {
            let temper = nature.map(|nature| VariantKey(nature.risk_attitude.key()));
            let spares = nature.is_some_and(|nature| nature.spares_downed);
            say!(reader_style(), "notice-nature", names, temper, spares)
        }
        Notice::PortraitChanged { name, is_set: is_given } => {
            say!(reader_style(), "notice-portrait", name, is_given = *is_given)
        }
        Notice::FreeRoll { user: by, roll } => {
            say!(
                reader_style(),
                "notice-rolled",
                by = format_mention(*by),
                roll = FormattedText(roll::format_sealed_roll(roll))
            )
        }
        Notice::Following { is_on } => say!(reader_style(), "notice-following", is_on = *is_on),
        Notice::SpeechChanged { name, change } => {
            say!(reader_style(), "notice-words", name, change = SerdeVariantKey(change))
        }
        Notice::FollowingEnded => say!(reader_style(), "notice-following-ended"),
        Notice::WordsNotPosted { channel, name, text, reason } => {
            let text = FormattedText(format_quotation(text, MAX_QUOTED_WORDS));
            let (channel, reason) = (format_channel_link(*channel), SerdeVariantKey(reason));
            say!(reader_style(), "notice-words-unposted", name, channel, text, reason)
        }
        Notice::WordsNotChanged { channel, name } => {
            let channel = format_channel_link(*channel);
            say!(reader_style(), "notice-words-unchanged", name, channel)
        }
        Notice::WordsTakenOut { channel, name } => {
            let channel = format_channel_link(*channel);
            say!(reader_style(), "notice-words-taken-out", name, channel)
        }
        Notice::PendingActMigrated => say!(reader_style(), "notice-refitted"),
        Notice::ThreadNotOpened { parent, reason } => {
            let (channel, why) = (format_channel_link(*parent), explain_failure(reason));
            say!(reader_style(), "thread-not-opened", channel, why)
        }
        Notice::Undelivered { audience: Audience::Channel(channel), reason } => {
            let (channel, why) = (format_channel_link(*channel), explain_failure(reason));
            say!(reader_style(), "notice-undelivered", channel, why)
        }
        Notice::Undelivered { audience: Audience::Dm(user), reason } => {
            let (user, why) = (format_mention(*user), explain_failure(reason));
            say!(reader_style(), "notice-undelivered-dm", user, why)
        }
        Notice::Blocked { channel, text } => {
            let text = FormattedText(format_quotation(text, MAX_QUOTED_TEXT));
            say!(reader_style(), "notice-blocked", channel = format_channel_link(*channel), text)
        }
        Notice::PlanAbandoned { name: who, command, refusal: why } => {
            let (act, why) = (
                FormattedText(orders::format_command_as_code(command)),
                FormattedText(narration::explain_refusal(reader_style(), why)),
            );
            say!(reader_style(), "notice-plan-given-up", who, act, why)
        }
        Notice::PlanDropped { name: who, command, is_undone } => {
            let act = FormattedText(orders::format_command_as_code(command));
            say!(reader_style(), "notice-plan-dropped", who, act, is_undone = *is_undone)
        }
        Notice::DefaultRefused(refusal) => {
            say!(
                reader_style(),
                "notice-stuck",
                why = FormattedText(narration::explain_refusal(reader_style(), refusal))
            )
        }
    };
    Some(RenderedMessage::from_text(text))
}

/// Says in a clause why something could not be posted. A reason that is no stored word is shown as
/// it is: Discord's own, or one that an earlier version stored.
/// Quotes a text below a sentence, or its beginning if it is long.
fn format_quotation(text: &str, max_chars: usize) -> String {
    format!("\n> {}", cut_to_length(text, max_chars).replace('\n', "\n> "))
}

fn explain_failure(reason: &str) -> String {
    let has_key = |closed: ClosedChannelReason| closed.key() == reason;
    match reason {
        THREAD_REFUSED => say!(reader_style(), "thread-refused"),
        DMS_CLOSED => say!(reader_style(), "dm-closed"),
        _ if has_key(ClosedChannelReason::Refused) => say!(reader_style(), "thread-refused"),
        _ if has_key(ClosedChannelReason::MissingAccess) => {
            say!(reader_style(), "channel-closed-access")
        }
        _ if has_key(ClosedChannelReason::MissingPermission) => {
            say!(reader_style(), "channel-closed-permission")
        }
        _ if has_key(ClosedChannelReason::ThreadLocked) => {
            say!(reader_style(), "channel-closed-locked")
        }
        _ if has_key(ClosedChannelReason::Deleted) => {
            say!(reader_style(), "channel-closed-deleted")
        }
        _ if has_key(ClosedChannelReason::AllBlocked) => {
            say!(reader_style(), "channel-closed-blocked")
        }
        _ => reason.into(),
    }
}

/// Formats the acts that were undone; there are none if all are struck through in the channel.
fn format_undone(undone_by: FormattedText, acts: &[UndoneAct]) -> String {
    if acts.is_empty() {
        return say!(reader_style(), "notice-undone-marked", by = undone_by);
    }
    let mut lines = vec![say!(reader_style(), "notice-undone", by = undone_by, count = acts.len())];
    for act in acts {
        let mut parts = Vec::new();
        parts.extend(
            act.command
                .as_ref()
                .map(|command| format!("`{}`", command.to_string().replace('`', "'"))),
        );
        parts.extend(
            act.narrative
                .iter()
                .flat_map(|narrative| format_paragraphs(std::slice::from_ref(narrative))),
        );
        if parts.is_empty() {
            parts.push(say!(reader_style(), "notice-undone-order"));
        }
        lines.push(format!("- {}", parts.join(" · ")));
    }
    fit_lines(&lines, MAX_CONTENT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::core::command::Command;
    use engine::core::dice::SeededDice;
    use engine::core::ids::UserId;
    use engine::game::Game;
    use engine::visibility::view::Viewer;

    #[test]
    fn undone_command_is_listed_before_its_narrative() {
        let command = Command::new("zones").with("layout", "Gate");
        let outcome =
            Game::new("dr12").unwrap().perform_order(&command, &mut SeededDice::new(0)).unwrap();
        let (user, narrative) = (Some(UserId(1)), outcome.narrative_for(Viewer::Gm));
        let acts = vec![UndoneAct { user, command: Some(command), narrative }];
        let text = render_notice(&Notice::Undone { user: UserId(1), acts }).unwrap().content;
        assert!(text.contains("- `zones layout:Gate` · The zones"), "{text}");
    }
}
