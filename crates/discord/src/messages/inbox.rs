//! Renders the open decisions of a user in all fights: one line each with a link, and as many
//! buttons as fit.

use serenity::all::{CreateActionRow, CreateEmbed};

use super::text::{cut_to_length, escape_markdown, fit_lines, join_names};
use super::{
    MAX_DESCRIPTION, MAX_ROWS, RenderedMessage, controls, format_channel_link,
    format_relative_time, prompt, reader_locale, reader_style,
};
use app::inbox::{DecisionCard, PendingDecision};
use app::outbox::Actor;
use engine::game::PromptSubject;
use narration::catalogue::FormattedText;
use narration::say;

/// The longest question in a line, in characters.
const MAX_QUESTION: usize = 200;

/// Renders all decisions that await the user, numbered if they are several, with as many controls
/// as fit.
pub fn render_inbox(decisions: &[PendingDecision]) -> RenderedMessage {
    if decisions.is_empty() {
        return RenderedMessage::from_text(say!(reader_locale(), "inbox-empty"));
    }
    let lines: Vec<String> = match decisions {
        [only] => vec![format_decision(only)],
        _ => (1..)
            .zip(decisions)
            .map(|(number, decision)| format!("**{number}.** {}", format_decision(decision)))
            .collect(),
    };
    let (components, lacks_room) = select_fitting_rows_and_check_overflow(decisions);
    let hint = if lacks_room { say!(reader_style(), "inbox-no-room") } else { String::new() };
    let text = fit_lines(&lines, MAX_DESCRIPTION - hint.chars().count() - 1);
    let embed = CreateEmbed::new()
        .title(say!(reader_locale(), "inbox-title", count = decisions.len()))
        .description(format!("{text}\n{hint}").trim_end());
    RenderedMessage { embeds: vec![embed], components, ..RenderedMessage::default() }
}

/// The rows of a decision, of which the first `kept_count` are shown.
struct DecisionRows {
    is_turn: bool,
    rows: Vec<CreateActionRow>,
    /// Whether the rows themselves leave something out.
    lacks_room: bool,
    kept_count: usize,
}

/// Distributes the rows of a message: a turn gets all of its rows or none, a prompt at least its
/// first, and then more if there is room. The second value says whether rows are left out.
fn select_fitting_rows_and_check_overflow(
    decisions: &[PendingDecision],
) -> (Vec<CreateActionRow>, bool) {
    let mut all: Vec<DecisionRows> = Vec::new();
    for (decision, number) in decisions.iter().zip(1..) {
        let shown_number = (decisions.len() > 1).then_some(number);
        let is_turn = matches!(decision.card, DecisionCard::Turn(_));
        let (rows, lacks_room) = build_decision_rows_and_check_overflow(decision, shown_number);
        all.push(DecisionRows { is_turn, rows, lacks_room, kept_count: 0 });
    }
    let mut free = MAX_ROWS;
    for is_first_pass in [true, false] {
        for decision in &mut all {
            let remaining = decision.rows.len() - decision.kept_count;
            let added = if decision.is_turn {
                if remaining <= free { remaining } else { 0 }
            } else if is_first_pass {
                remaining.min(1).min(free)
            } else {
                remaining.min(free)
            };
            decision.kept_count += added;
            free -= added;
        }
    }
    let is_incomplete =
        |decision: &DecisionRows| decision.lacks_room || decision.rows.len() > decision.kept_count;
    let lacks_room = all.iter().any(is_incomplete);
    let mut shown_rows = Vec::new();
    for DecisionRows { rows, kept_count, .. } in all {
        shown_rows.extend(rows.into_iter().take(kept_count));
    }
    (shown_rows, lacks_room)
}

/// Builds the rows of one decision, labelled with its number if there are several. The second value
/// says whether they lack room for more.
fn build_decision_rows_and_check_overflow(
    decision: &PendingDecision,
    number: Option<usize>,
) -> (Vec<CreateActionRow>, bool) {
    let numbered = |name: &str| number.map(|number| format!("{number}. {name}"));
    match &decision.card {
        DecisionCard::Prompt(card) if matches!(card.subject, PromptSubject::DecoyDelay(_)) => {
            (Vec::new(), false)
        }
        DecisionCard::Prompt(card) => {
            let name = match &card.combatant {
                Some((_, name)) => numbered(name),
                None => number.map(|number| number.to_string()),
            };
            (prompt::build_button_rows(card, name.as_deref()), false)
        }
        DecisionCard::Turn(card) => {
            let actor = |actor: &Actor| {
                let name = numbered(&actor.name).unwrap_or_else(|| actor.name.clone());
                Actor { name, ..actor.clone() }
            };
            let actors: Vec<Actor> = card.actors.iter().map(actor).collect();
            let is_named = number.is_some() || actors.len() > 1;
            let controls =
                controls::build_controls_naming_actor_among_turns(card.id, &actors, is_named);
            (controls.rows, controls.lacks_room)
        }
    }
}

/// Formats a decision in a line: what is asked or whose turn it is, until when, and a link to it.
fn format_decision(decision: &PendingDecision) -> String {
    let (place, jump) = (
        format_channel_link(decision.channel),
        FormattedText(format_message_or_channel_url(decision)),
    );
    match &decision.card {
        DecisionCard::Prompt(card) => {
            let until = card.deadline.map(format_relative_time);
            let question = cut_to_length(prompt::to_prompt_text(card).first_line(), MAX_QUESTION);
            let question = FormattedText(question + &prompt::format_provisional_answer(card));
            say!(reader_style(), "inbox-prompt", what = question, until, place, jump)
        }
        DecisionCard::Turn(card) => {
            let until = card.deadline.map(format_relative_time);
            let names: Vec<String> =
                card.actors.iter().map(|actor| escape_markdown(&actor.name)).collect();
            let names = (!names.is_empty()).then(|| FormattedText(join_names(&names)));
            say!(reader_style(), "inbox-turn", names, until, place, jump)
        }
    }
}

/// Returns the URL of the message that asks, or otherwise of the channel.
fn format_message_or_channel_url(decision: &PendingDecision) -> String {
    match &decision.message {
        None => format!("https://discord.com/channels/{}/{}", decision.guild, decision.channel.0),
        Some((message, is_dm)) => {
            let server = if *is_dm { "@me".into() } else { decision.guild.to_string() };
            format!(
                "https://discord.com/channels/{server}/{}/{}",
                message.channel.0, message.message.0
            )
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

    /// Returns a turn of a combatant called Wolf, in a fight of its own.
    fn turn(fight: i64) -> PendingDecision {
        let offers = ["attack", "move", "use", "pass"].map(|verb| {
            let command = Command::new(verb);
            let command = if verb == "pass" { command } else { command.with("zone", "Yard") };
            Offer::free(command)
        });
        let (name, public_name) = ("Wolf".to_string(), "Wolf".to_string());
        let (who, offers) = (CombatantId(0), offers.to_vec());
        let surroundings = Surroundings::default();
        let (system, gm_controls) = ("dr12", None);
        let actor = Actor {
            combatant: who,
            name,
            public_name,
            system,
            offers,
            surroundings,
            can_speak: false,
            gm_controls,
        };
        let decision = DecisionCard::Turn(TurnCard {
            id: TurnId { fight: FightId(fight), revision: 1 },
            round: 1,
            users: Default::default(),
            pinged_users: Default::default(),
            actors: vec![actor],
            deadline: None,
            awaited_names: Vec::new(),
            waits_for_gm: false,
        });
        PendingDecision { guild: 1, channel: ChannelId(2), message: None, card: decision }
    }

    fn json(decisions: &[PendingDecision]) -> String {
        let rendered = render_inbox(decisions);
        let parts = (&rendered.embeds, &rendered.components);
        serde_json::to_string(&parts).unwrap()
    }

    #[test]
    fn buttons_carry_the_number_of_their_decision() {
        let one = json(&[turn(1)]);
        assert!(one.contains("End turn") && !one.contains("1. Wolf"), "{one}");
        let two = json(&[turn(1), turn(2)]);
        assert!(two.contains("1. Wolf") && two.contains("**2.**"), "{two}");
    }

    #[test]
    fn missing_buttons_are_mentioned() {
        let no_room = "no room here for all buttons";
        assert!(!json(&[turn(1)]).contains(no_room));
        let two = json(&[turn(1), turn(2)]);
        assert!(two.contains(no_room) && !two.contains("2. Wolf:"), "{two}");
    }
}
