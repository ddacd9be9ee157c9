//! What waits for somebody, over all fights: a line each with a link, and buttons for as much as
//! has room.

use serenity::all::{CreateActionRow, CreateEmbed};

use super::text::{cut_to_length, escape_markdown, fit_lines};
use super::{
    LOCALE, MAX_DESCRIPTION, MAX_ROWS, RenderedMessage, STYLE, controls, format_channel_link,
    format_relative_time, prompt,
};
use app::inbox::{DecisionCard, PendingDecision};
use app::outbox::Actor;
use engine::game::PromptSubject;
use narration::catalogue::FormattedText;
use narration::say;

/// The longest question in a line.
const MAX_QUESTION: usize = 200;

pub fn render_inbox(decisions: &[PendingDecision]) -> RenderedMessage {
    if decisions.is_empty() {
        return RenderedMessage::from_text(say!(LOCALE, "inbox-empty"));
    }
    let lines: Vec<String> = match decisions {
        [only] => vec![format_decision(only)],
        _ => (1..)
            .zip(decisions)
            .map(|(number, one)| format!("**{number}.** {}", format_decision(one)))
            .collect(),
    };
    let (components, is_short) = allot_rows(decisions);
    let more = if is_short { say!(STYLE, "inbox-no-room") } else { String::new() };
    let text = fit_lines(&lines, MAX_DESCRIPTION - more.chars().count() - 1);
    let embed = CreateEmbed::new()
        .title(say!(LOCALE, "inbox-title", count = decisions.len()))
        .description(format!("{text}\n{more}").trim_end());
    RenderedMessage { embeds: vec![embed], components, ..RenderedMessage::default() }
}

/// The rows of each that has room: of a turn all, of a question at least the first, and more
/// where there is room when all have theirs; whether some are left out.
fn allot_rows(decisions: &[PendingDecision]) -> (Vec<CreateActionRow>, bool) {
    let numbers = (1..).map(|number: usize| Some(number).filter(|_| decisions.len() > 1));
    let own: Vec<(Vec<CreateActionRow>, bool)> = decisions
        .iter()
        .zip(numbers)
        .map(|(one, number)| build_decision_rows(one, number))
        .collect();
    let mut free = MAX_ROWS;
    let mut kept = vec![0; own.len()];
    for is_first in [true, false] {
        for ((one, (own, _)), kept) in decisions.iter().zip(&own).zip(&mut kept) {
            let more = match &one.decision {
                DecisionCard::Turn(_) if own.len() - *kept > free => 0,
                DecisionCard::Prompt(_) if is_first => own.len().min(1).min(free),
                DecisionCard::Turn(_) | DecisionCard::Prompt(_) => (own.len() - *kept).min(free),
            };
            *kept += more;
            free -= more;
        }
    }
    let is_cut =
        |((rows, is_short), kept): (&(Vec<_>, bool), &usize)| *is_short || rows.len() > *kept;
    let is_short = own.iter().zip(&kept).any(is_cut);
    let rows = own.into_iter().zip(kept).flat_map(|((own, _), kept)| own.into_iter().take(kept));
    (rows.collect(), is_short)
}

/// The rows of one, by its number where there are several, and whether it has more than that.
fn build_decision_rows(
    decision: &PendingDecision,
    number: Option<usize>,
) -> (Vec<CreateActionRow>, bool) {
    let numbered = |name: &str| number.map(|number| format!("{number}. {name}"));
    match &decision.decision {
        DecisionCard::Prompt(card) if matches!(card.subject, PromptSubject::DecoyDelay(_)) => {
            (Vec::new(), false)
        }
        DecisionCard::Prompt(card) => {
            let name = match &card.combatant {
                Some((_, name)) => numbered(name),
                None => number.map(|number| number.to_string()),
            };
            (prompt::build_rows(card, name.as_deref()), false)
        }
        DecisionCard::Turn(card) => {
            let actor = |one: &Actor| {
                let name = numbered(&one.name).unwrap_or_else(|| one.name.clone());
                Actor { name, ..one.clone() }
            };
            let actors: Vec<Actor> = card.actors.iter().map(actor).collect();
            let is_named = number.is_some() || actors.len() > 1;
            let controls = controls::build_controls_among(card.id, &actors, is_named);
            (controls.rows, controls.lacks_room)
        }
    }
}

fn format_decision(decision: &PendingDecision) -> String {
    let (place, jump) =
        (format_channel_link(decision.channel), FormattedText(format_message_url(decision)));
    match &decision.decision {
        DecisionCard::Prompt(card) => {
            let until = card.deadline.map(format_relative_time);
            let what = cut_to_length(prompt::to_question(card).first_line(), MAX_QUESTION);
            let what = FormattedText(what + &prompt::format_kept_answer(card));
            say!(STYLE, "inbox-prompt", what, until, place, jump)
        }
        DecisionCard::Turn(card) => {
            let until = card.deadline.map(format_relative_time);
            let names: Vec<String> =
                card.actors.iter().map(|one| escape_markdown(&one.name)).collect();
            let names = (!names.is_empty()).then(|| FormattedText(names.join(", ")));
            say!(STYLE, "inbox-turn", names, until, place, jump)
        }
    }
}

/// Where the message is that asks; else the channel.
fn format_message_url(decision: &PendingDecision) -> String {
    match &decision.message {
        None => format!("https://discord.com/channels/{}/{}", decision.guild, decision.channel.0),
        Some((at, is_dm)) => {
            let server = if *is_dm { "@me".into() } else { decision.guild.to_string() };
            format!("https://discord.com/channels/{server}/{}/{}", at.channel.0, at.message.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use app::ids::{ChannelId, FightId, TurnId};
    use app::outbox::{Surroundings, TurnCard};
    use engine::core::command::{Command, Offer};
    use engine::core::ids::CombatantId;

    /// A turn of somebody called Wolf, in a fight of its own.
    fn turn(fight: i64) -> PendingDecision {
        let offers = ["attack", "move", "use", "pass"].map(|verb| {
            let words = Command::new(verb);
            let words = if verb == "pass" { words } else { words.with("zone", "Yard") };
            Offer::free(words)
        });
        let (name, acting_as) = ("Wolf".to_string(), "Wolf".to_string());
        let (who, offers) = (CombatantId(0), offers.to_vec());
        let around = Surroundings::default();
        let (system, cockpit) = ("dr12", None);
        let actor = Actor {
            combatant: who,
            name,
            public_name: acting_as,
            system,
            offers,
            surroundings: around,
            gm_controls: cockpit,
        };
        let decision = DecisionCard::Turn(TurnCard {
            id: TurnId { fight: FightId(fight), revision: 1 },
            round: 1,
            users: Default::default(),
            pinged_users: Default::default(),
            actors: vec![actor],
            deadline: None,
            awaited_names: Vec::new(),
        });
        PendingDecision { guild: 1, channel: ChannelId(2), message: None, decision }
    }

    fn json(all: &[PendingDecision]) -> String {
        let written = render_inbox(all);
        let parts = (&written.embeds, &written.components);
        serde_json::to_string(&parts).unwrap()
    }

    #[test]
    fn buttons_say_which_of_several_they_are_for() {
        let one = json(&[turn(1)]);
        assert!(one.contains("End turn") && !one.contains("1. Wolf"), "{one}");
        let two = json(&[turn(1), turn(2)]);
        assert!(two.contains("1. Wolf") && two.contains("**2.**"), "{two}");
    }

    #[test]
    fn what_has_no_room_is_said() {
        let no_room = "no room here for all buttons";
        assert!(!json(&[turn(1)]).contains(no_room));
        let two = json(&[turn(1), turn(2)]);
        assert!(two.contains(no_room) && !two.contains("2. Wolf:"), "{two}");
    }
}
