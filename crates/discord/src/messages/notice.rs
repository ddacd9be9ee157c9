//! Renders notices: events of a fight that do not come from its rules.

use jiff::Timestamp;

use super::super::error::{ClosedChannelReason, DMS_CLOSED, THREAD_REFUSED};
use super::text::{cut_to_length, fit_lines, format_code};
use super::{
    MAX_CONTENT, RenderedMessage, format_channel_link, format_mention, format_paragraphs,
    format_relative_time, orders, reader_style, roll,
};
use app::outbox::{Audience, Notice, UndoneAct};
use engine::core::ids::UserId;
use narration::catalogue::{FormattedText, SerdeVariantKey, VariantKey};
use narration::{self, say};

/// The most characters of a blocked text that its notice quotes.
const MAX_QUOTED_TEXT: usize = 600;

/// The most characters of words in character that could not be posted. Their author needs most of
/// them to change them.
const MAX_QUOTED_WORDS: usize = 1500;

/// Renders a notice, or returns `None` if there is nothing to tell.
pub fn render_notice(notice: &Notice) -> Option<RenderedMessage> {
    format_notice_unless_self_handover(notice).map(RenderedMessage::from_text)
}

/// Formats the sentence of a notice. Returns `None` if there is nothing to tell: a GM who hands the
/// fight over to themselves.
fn format_notice_unless_self_handover(notice: &Notice) -> Option<String> {
    let style = reader_style();
    Some(match notice {
        Notice::Opened { gm, dice_seal } => format_opened(*gm, dice_seal.as_deref()),
        Notice::SaltAdded { user, line } => {
            say!(style, "notice-salted", by = format_mention(*user), line)
        }
        Notice::Undone { user, acts, is_redone, .. } => {
            format_undone(format_mention(*user), acts, *is_redone)
        }
        Notice::Redone { user } => say!(style, "notice-redone", by = format_mention(*user)),
        Notice::Paused { user } => say!(style, "notice-paused", by = format_mention(*user)),
        Notice::Resumed { user } => say!(style, "notice-resumed", by = format_mention(*user)),
        Notice::Moved { user } => say!(style, "notice-moved", by = format_mention(*user)),
        Notice::Asleep => say!(style, "notice-asleep"),
        Notice::Awake => say!(style, "notice-awake"),
        Notice::PendingActMigrated => say!(style, "notice-refitted"),
        Notice::FreeRoll { user, roll } => {
            let (by, roll) = (format_mention(*user), FormattedText(roll::format_sealed_roll(roll)));
            say!(style, "notice-rolled", by, roll)
        }
        Notice::Following { is_on } => say!(style, "notice-following", is_on = *is_on),
        Notice::FollowingEnded => say!(style, "notice-following-ended"),
        Notice::GmHandedOver { .. }
        | Notice::CoGmChanged { .. }
        | Notice::StandInChanged { .. }
        | Notice::AbsencePolicyChanged { .. }
        | Notice::PlayerForgotten { .. }
        | Notice::NpcAutoplayChanged { .. }
        | Notice::PortraitChanged { .. } => return format_if_who_plays_whom_notice(notice),
        Notice::SpeechChanged { .. }
        | Notice::WordsNotPosted { .. }
        | Notice::WordsNotChanged { .. }
        | Notice::WordsTakenOut { .. } => return format_if_speech_notice(notice),
        Notice::ThreadNotOpened { .. } | Notice::Undelivered { .. } | Notice::Blocked { .. } => {
            return format_if_delivery_notice(notice);
        }
        Notice::PlanAbandoned { .. } | Notice::PlanDropped { .. } | Notice::DefaultRefused(_) => {
            return format_if_automatic_act_not_done(notice);
        }
    })
}

/// Formats that a fight was opened, and the seal of its dice if there is one.
fn format_opened(gm: UserId, dice_seal: Option<&str>) -> String {
    let opened = say!(reader_style(), "notice-opened", gm = format_mention(gm));
    match dice_seal {
        None => opened,
        Some(seal) => {
            let sealed = say!(reader_style(), "notice-sealed", seal = format_code(seal));
            format!("{opened}\n-# {sealed}")
        }
    }
}

/// Formats a notice about who plays whom. Returns `None` for any other notice, and for a GM who
/// hands the fight over to themselves.
fn format_if_who_plays_whom_notice(notice: &Notice) -> Option<String> {
    let style = reader_style();
    Some(match notice {
        Notice::GmHandedOver { from, to } if from == to => return None,
        Notice::GmHandedOver { from, to } => {
            let (from, to) = (format_mention(*from), format_mention(*to));
            say!(style, "notice-handed-over", from, to)
        }
        Notice::CoGmChanged { user, is_added } => {
            say!(style, "notice-co-gm", user = format_mention(*user), is_added = *is_added)
        }
        Notice::StandInChanged { name, user, until } => {
            let until = until
                .and_then(|until| Timestamp::from_millisecond(until).ok())
                .map(format_relative_time);
            say!(style, "notice-stands-in", name, user = user.map(format_mention), until)
        }
        Notice::AbsencePolicyChanged { name, policy } => {
            say!(style, "notice-absence", name, policy = policy.as_deref().map(VariantKey))
        }
        Notice::PlayerForgotten { names } => say!(style, "notice-player-gone", names),
        Notice::NpcAutoplayChanged { names, temperament } => {
            let temper = temperament.map(|temperament| VariantKey(temperament.risk_attitude.key()));
            let spares = temperament.is_some_and(|temperament| temperament.spares_downed);
            say!(style, "notice-nature", names, temper, spares)
        }
        Notice::PortraitChanged { name, is_set } => {
            say!(style, "notice-portrait", name, is_given = *is_set)
        }
        _ => return None,
    })
}

/// Formats a notice about words in character. Returns `None` for any other notice.
fn format_if_speech_notice(notice: &Notice) -> Option<String> {
    let style = reader_style();
    Some(match notice {
        Notice::SpeechChanged { name, change } => {
            say!(style, "notice-words", name, change = SerdeVariantKey(change))
        }
        Notice::WordsNotPosted { channel, name, text, reason } => {
            let text = FormattedText(format_quotation(text, MAX_QUOTED_WORDS));
            let (channel, reason) = (format_channel_link(*channel), SerdeVariantKey(reason));
            say!(style, "notice-words-unposted", name, channel, text, reason)
        }
        Notice::WordsNotChanged { channel, name } => {
            let channel = format_channel_link(*channel);
            say!(style, "notice-words-unchanged", name, channel)
        }
        Notice::WordsTakenOut { channel, name } => {
            let channel = format_channel_link(*channel);
            say!(style, "notice-words-taken-out", name, channel)
        }
        _ => return None,
    })
}

/// Formats a notice about what could not be opened or posted. Returns `None` for any other notice.
fn format_if_delivery_notice(notice: &Notice) -> Option<String> {
    let style = reader_style();
    Some(match notice {
        Notice::ThreadNotOpened { parent, reason } => {
            let (channel, why) = (format_channel_link(*parent), explain_posting_failure(reason));
            say!(style, "thread-not-opened", channel, why)
        }
        Notice::Undelivered { audience: Audience::Channel(channel), reason } => {
            let (channel, why) = (format_channel_link(*channel), explain_posting_failure(reason));
            say!(style, "notice-undelivered", channel, why)
        }
        Notice::Undelivered { audience: Audience::Dm(user), reason } => {
            let (user, why) = (format_mention(*user), explain_posting_failure(reason));
            say!(style, "notice-undelivered-dm", user, why)
        }
        Notice::Blocked { channel, text } => {
            let text = FormattedText(format_quotation(text, MAX_QUOTED_TEXT));
            say!(style, "notice-blocked", channel = format_channel_link(*channel), text)
        }
        _ => return None,
    })
}

/// Formats a notice about a planned act or a default answer that was not carried out. Returns
/// `None` for any other notice.
fn format_if_automatic_act_not_done(notice: &Notice) -> Option<String> {
    let style = reader_style();
    Some(match notice {
        Notice::PlanAbandoned { name, command, refusal } => {
            let (act, why) = (
                FormattedText(orders::format_command_as_code(command)),
                FormattedText(narration::explain_refusal(style, refusal)),
            );
            say!(style, "notice-plan-given-up", who = name, act, why)
        }
        Notice::PlanDropped { name, command, is_undone } => {
            let act = FormattedText(orders::format_command_as_code(command));
            say!(style, "notice-plan-dropped", who = name, act, is_undone = *is_undone)
        }
        Notice::DefaultRefused(refusal) => {
            let why = FormattedText(narration::explain_refusal(style, refusal));
            say!(style, "notice-stuck", why)
        }
        _ => return None,
    })
}

/// Quotes a text below a sentence, or its beginning if it is long.
fn format_quotation(text: &str, max_chars: usize) -> String {
    format!("\n> {}", cut_to_length(text, max_chars).replace('\n', "\n> "))
}

/// Says in a clause why something could not be posted. A reason that is no stored word is shown as
/// it is: Discord's own, or one that an earlier version stored.
fn explain_posting_failure(reason: &str) -> String {
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

/// Formats who undid acts, and a line for each: its command and what it told. Without acts it only
/// says that they are struck through in the channel. Once the undo is redone, the notice itself is
/// struck through.
fn format_undone(undone_by: FormattedText, acts: &[UndoneAct], is_redone: bool) -> String {
    let strike = |line: String| if is_redone { format!("~~{line}~~") } else { line };
    if acts.is_empty() {
        return strike(say!(reader_style(), "notice-undone-marked", by = undone_by));
    }
    let heading = say!(reader_style(), "notice-undone", by = undone_by, count = acts.len());
    let mut lines = vec![strike(heading)];
    for act in acts {
        let mut parts = Vec::new();
        parts.extend(
            act.command
                .as_ref()
                .map(|command| format!("`{}`", command.to_string().replace('`', "'"))),
        );
        parts.extend(format_paragraphs(act.narrative.as_slice()));
        if parts.is_empty() {
            parts.push(say!(reader_style(), "notice-undone-order"));
        }
        lines.push(format!("- {}", strike(parts.join(" · "))));
    }
    fit_lines(&lines, MAX_CONTENT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::core::command::Command;
    use engine::core::dice::SeededDice;
    use engine::game::Game;
    use engine::visibility::view::Viewer;

    #[test]
    fn undone_command_is_listed_before_its_narrative() {
        let command = Command::new("zones").with("layout", "Gate");
        let outcome =
            Game::new("dr12").unwrap().perform_order(&command, &mut SeededDice::new(0)).unwrap();
        let (user, narrative) = (Some(UserId(1)), outcome.narrative_for(Viewer::Gm));
        let acts = vec![UndoneAct { user, command: Some(command), narrative }];
        let render = |is_redone| {
            let (user, acts, revision) = (UserId(1), acts.clone(), Some(2));
            render_notice(&Notice::Undone { user, acts, revision, is_redone }).unwrap().content
        };
        let text = render(false);
        assert!(text.contains("- `zones layout:Gate` · The zones"), "{text}");
        let text = render(true);
        assert!(text.contains("- ~~`zones layout:Gate` · The zones"), "{text}");
        assert!(text.starts_with("~~") && text.ends_with("~~"), "{text}");
    }
}
