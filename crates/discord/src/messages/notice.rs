//! Renders notices: events of a fight that do not come from its rules.

use jiff::Timestamp;

use super::text::{cut_to_length, fit_lines, format_code};
use super::{
    MAX_CONTENT, RenderedMessage, STYLE, format_channel_link, format_mention, format_paragraphs,
    format_relative_time, orders, roll,
};
use app::outbox::{Audience, Notice, UndoneAct};
use narration::catalogue::{FormattedText, SerdeVariantKey, VariantKey};
use narration::{self, say};

/// The most characters of a blocked text that its notice quotes.
const MAX_QUOTED_TEXT: usize = 600;

/// Renders a notice, or returns `None` if there is nothing to tell.
pub fn render_notice(notice: &Notice) -> Option<RenderedMessage> {
    let text = match notice {
        Notice::Opened { gm, dice_seal: seal } => {
            let opened = say!(STYLE, "notice-opened", gm = format_mention(*gm));
            match seal {
                None => opened,
                Some(seal) => {
                    format!("{opened}\n{}", say!(STYLE, "notice-sealed", seal = format_code(seal)))
                }
            }
        }
        Notice::SaltAdded { user: by, line } => {
            say!(STYLE, "notice-salted", by = format_mention(*by), line)
        }
        Notice::Undone { user: by, acts, marked_count: marked } => {
            format_undone(format_mention(*by), acts, *marked)
        }
        Notice::Redone { user: by } => say!(STYLE, "notice-redone", by = format_mention(*by)),
        Notice::Paused { user: by } => say!(STYLE, "notice-paused", by = format_mention(*by)),
        Notice::Resumed { user: by } => say!(STYLE, "notice-resumed", by = format_mention(*by)),
        Notice::Moved { user: by } => say!(STYLE, "notice-moved", by = format_mention(*by)),
        Notice::Asleep => say!(STYLE, "notice-asleep"),
        Notice::Awake => say!(STYLE, "notice-awake"),
        Notice::GmHandedOver { from, to } if from == to => return None,
        Notice::GmHandedOver { from, to } => {
            say!(
                STYLE,
                "notice-handed-over",
                from = format_mention(*from),
                to = format_mention(*to)
            )
        }
        Notice::CoGmChanged { user, is_added } => {
            say!(STYLE, "notice-co-gm", user = format_mention(*user), is_added = *is_added)
        }
        Notice::StandInChanged { name, user, until } => {
            let until = until
                .and_then(|until| Timestamp::from_millisecond(until).ok())
                .map(format_relative_time);
            say!(STYLE, "notice-stands-in", name, user = user.map(format_mention), until)
        }
        Notice::AbsencePolicyChanged { name, policy } => {
            say!(STYLE, "notice-absence", name, policy = policy.as_deref().map(VariantKey))
        }
        Notice::PlayerForgotten { names } => say!(STYLE, "notice-player-gone", names),
        Notice::NpcAutoplayChanged { names, temperament: nature } => {
            let temper = nature.map(|nature| VariantKey(nature.risk_attitude.key()));
            let spares = nature.is_some_and(|nature| nature.spares_downed);
            say!(STYLE, "notice-nature", names, temper, spares)
        }
        Notice::PortraitChanged { name, is_set: is_given } => {
            say!(STYLE, "notice-portrait", name, is_given = *is_given)
        }
        Notice::FreeRoll { user: by, roll } => {
            say!(
                STYLE,
                "notice-rolled",
                by = format_mention(*by),
                roll = FormattedText(roll::format_sealed_roll(roll))
            )
        }
        Notice::Following { is_on } => say!(STYLE, "notice-following", is_on = *is_on),
        Notice::WordsChanged { name, change } => {
            say!(STYLE, "notice-words", name, change = SerdeVariantKey(change))
        }
        Notice::PendingActMigrated => say!(STYLE, "notice-refitted"),
        Notice::ThreadNotOpened { parent, reason: why } => {
            say!(STYLE, "thread-not-opened", channel = format_channel_link(*parent), why)
        }
        Notice::Undelivered { audience: Audience::Channel(channel), reason: why } => {
            say!(STYLE, "notice-undelivered", channel = format_channel_link(*channel), why)
        }
        Notice::Undelivered { audience: Audience::Dm(user), reason: why } => {
            say!(STYLE, "notice-undelivered-dm", user = format_mention(*user), why)
        }
        Notice::Blocked { channel, text } => {
            let text = cut_to_length(text, MAX_QUOTED_TEXT).replace('\n', "\n> ");
            let text = FormattedText(format!("\n> {text}"));
            say!(STYLE, "notice-blocked", channel = format_channel_link(*channel), text)
        }
        Notice::PlanAbandoned { name: who, command, refusal: why } => {
            let (act, why) = (
                FormattedText(orders::format_command_as_code(command)),
                FormattedText(narration::explain_refusal(STYLE, why)),
            );
            say!(STYLE, "notice-plan-given-up", who, act, why)
        }
        Notice::PlanDropped { name: who, command, is_undone } => {
            let act = FormattedText(orders::format_command_as_code(command));
            say!(STYLE, "notice-plan-dropped", who, act, is_undone = *is_undone)
        }
        Notice::DefaultRefused(refusal) => {
            say!(
                STYLE,
                "notice-stuck",
                why = FormattedText(narration::explain_refusal(STYLE, refusal))
            )
        }
    };
    Some(RenderedMessage::from_text(text))
}

/// Formats the acts that were undone. `marked` counts those that are struck through in the channel;
/// they are not listed again.
fn format_undone(undone_by: FormattedText, acts: &[UndoneAct], marked_count: usize) -> String {
    if acts.is_empty() {
        return say!(STYLE, "notice-undone-marked", by = undone_by, count = marked_count);
    }
    let mut lines = vec![say!(STYLE, "notice-undone", by = undone_by, count = acts.len())];
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
            parts.push(say!(STYLE, "notice-undone-order"));
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
        let text = render_notice(&Notice::Undone { user: UserId(1), acts, marked_count: 0 })
            .unwrap()
            .content;
        assert!(text.contains("- `zones layout:Gate` · The zones"), "{text}");
    }
}
