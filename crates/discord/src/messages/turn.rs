//! Renders the message of a turn: one ping, and what can be done in it.

use super::controls::{build_act_controls, format_advice_reason, format_advised_act};
use super::text::{cut_to_length, escape_markdown, join_names};
use super::{
    MAX_CONTENT, RenderedMessage, format_mentions, format_relative_time, reader_locale,
    reader_style,
};
use app::outbox::{Actor, TurnCard};
use engine::core::ids::CombatantId;
use engine::visibility::view::{FightView, MemberView, TurnStatus};
use narration::catalogue::FormattedText;
use narration::newcomers::collapse_numbered_names;
use narration::{say, terms};

/// Formats that a turn waits for the GM, for readers who may not know whether anybody is asked.
pub fn format_turn_waits_for_gm() -> String {
    let (names, whom) = (None::<FormattedText>, None::<FormattedText>);
    say!(reader_style(), "turn-stands", names, whom, is_own = false)
}

/// How many of the next combatants are named.
const MAX_NEXT: usize = 3;

/// Renders the message of a turn: whose it is, its round and deadline, the state of the actors, who
/// is near and who comes next, and the controls. While the turn waits for answers of others, it has
/// only one line that names them.
pub fn render_turn(view: &FightView, card: &TurnCard) -> RenderedMessage {
    if !card.awaited_names.is_empty() {
        return RenderedMessage::from_text(format_turn_waits_for_answers(view, card));
    }
    // If each actor has a line below, the first line only counts them.
    let is_listed = view.is_gm_view && card.actors.len() > 1;
    let mut lines = vec![format_whose_turn(card, is_listed)];
    if card.waits_for_gm {
        lines.push(format!("-# {}", format_turn_waits_for_gm()));
    }
    if is_listed {
        lines.extend(actor_lines_with_advice(view, &card.actors));
        let has_advice = |actor: &Actor| format_advised_act(actor).is_some();
        let advised_count = card.actors.iter().filter(|actor| has_advice(actor)).count();
        if advised_count > 0 && advised_count < card.actors.len() {
            lines.push(say!(reader_style(), "turn-advice-follows"));
        }
    } else if let [actor] = card.actors.as_slice() {
        lines.extend(format_combatant_state(view, actor.combatant, Nearby::Named));
    }
    lines.extend(format_next_combatants_if_single_actor(view, &card.actors));
    if !is_listed {
        lines.extend(card.actors.iter().filter_map(format_advice_reason));
    }
    let controls = build_act_controls(card.id, &card.actors);
    if controls.lacks_room {
        lines.push(say!(reader_style(), "turn-more"));
    }
    RenderedMessage {
        content: cut_to_length(&lines.join("\n"), MAX_CONTENT),
        components: controls.rows,
        pings: card.pinged_users.clone(),
        ..RenderedMessage::default()
    }
}

/// Formats that a turn waits for the answers of others, and of whom.
fn format_turn_waits_for_answers(view: &FightView, card: &TurnCard) -> String {
    let names = format_actor_names(&card.actors);
    let whom = join_known_names(&card.awaited_names);
    // A GM who is asked, also for an NPC, finds the question in a message of its own. Without a
    // name it is the GM's.
    let is_npc = |name: &String| card.actors.iter().any(|actor| actor.name == *name);
    let is_gms = |name: &String| name.is_empty() || is_npc(name);
    let is_own = view.is_gm_view && card.awaited_names.iter().all(is_gms);
    say!(reader_style(), "turn-stands", names, whom, is_own)
}

/// Formats the first line of a turn: its users, its round and deadline, and who acts or may be
/// chosen. With `is_listed`, the actors are only counted.
fn format_whose_turn(card: &TurnCard, is_listed: bool) -> String {
    let names = format_actor_names(&card.actors);
    let users = format_mentions(&card.users);
    let until = card.deadline.map(format_relative_time);
    let round = card.round;
    match card.actors.len() {
        1 => say!(reader_style(), "turn-yours", users, names, round, until),
        count if is_listed => say!(reader_style(), "turn-choose-among", users, count, round, until),
        _ => say!(reader_style(), "turn-choose", users, names, round, until),
    }
}

/// Returns a line for each actor of somebody who plays several: how they are, and what is advised.
/// Numbered actors of whom the same is said share a line: `**Wolf 1–14** 8/8 · Yard → Bite Ana`.
/// Actors of whom nothing is known have none.
fn actor_lines_with_advice(view: &FightView, actors: &[Actor]) -> Vec<String> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for actor in actors {
        let state = format_combatant_state(view, actor.combatant, Nearby::Omitted);
        let advice = format_advised_act(actor).map(|act| escape_markdown(&act));
        let text = state.into_iter().chain(advice).collect::<Vec<_>>().join(" → ");
        match groups.iter_mut().find(|(other_text, _)| *other_text == text) {
            Some((_, names)) => names.push(actor.name.clone()),
            None => groups.push((text, vec![actor.name.clone()])),
        }
    }
    let mut lines = Vec::new();
    for (text, names) in groups {
        if !text.is_empty() {
            let names = join_names(&collapse_numbered_names(reader_locale(), &names));
            lines.push(format!("**{}** {text}", escape_markdown(&names)));
        }
    }
    lines
}

/// Joins the names that are not empty, as those are of whom the reader does not know. Numbered ones
/// are drawn together. Returns `None` if there are none.
pub fn join_known_names(names: &[String]) -> Option<FormattedText> {
    let known_names = names.iter().filter(|name| !name.is_empty());
    let known_names: Vec<String> = known_names.map(|name| escape_markdown(name)).collect();
    let known_names = collapse_numbered_names(reader_locale(), &known_names);
    (!known_names.is_empty()).then(|| FormattedText(join_names(&known_names)))
}

/// Formats the wounds and conditions of a combatant, and when the conditions end.
pub fn format_wounds_and_conditions(view: &FightView, member: &MemberView) -> Vec<String> {
    let (wounds, conditions) =
        terms::distinct_wounds_text_and_condition_keys(reader_locale(), &view.system, member);
    let conditions = conditions.into_iter();
    let conditions = conditions.map(|key| terms::condition_with_end(reader_locale(), key));
    wounds.into_iter().chain(conditions).collect()
}

/// Whether those in the same zone are named.
#[derive(Clone, Copy, PartialEq)]
enum Nearby {
    Named,
    Omitted,
}

/// Formats wounds, conditions and remaining budget of a combatant, and where they are. Returns
/// `None` if nothing of this is known.
fn format_combatant_state(view: &FightView, who: CombatantId, nearby: Nearby) -> Option<String> {
    let member = view.members().find(|member| member.id == who)?;
    let mut parts = format_wounds_and_conditions(view, member);
    parts.extend(terms::budget_text(reader_locale(), &member.remaining_budget));
    parts.extend(format_zone(view, member, nearby));
    (!parts.is_empty()).then(|| escape_markdown(&parts.join(" · ")))
}

/// Formats the zone of a combatant with their position in it, and who else is there. Not escaped.
/// Returns `None` for somebody in no zone.
fn format_zone(view: &FightView, member: &MemberView, nearby: Nearby) -> Option<String> {
    let zone = view.zones.get(usize::from(member.zone?))?;
    let zone = terms::name_with_position(reader_locale(), &zone.name, member.position_feet);
    let names = match nearby {
        Nearby::Named => list_nearby_with_wounds(view, member),
        Nearby::Omitted => Vec::new(),
    };
    if names.is_empty() {
        return Some(zone);
    }
    Some(say!(reader_locale(), "turn-near", zone, names = FormattedText(join_names(&names))))
}

/// Lists the others in the zone of a combatant, with their wounds if they have any that are known.
/// Those who are out are left out, and numbered ones of whom the same is said share an entry.
fn list_nearby_with_wounds(view: &FightView, member: &MemberView) -> Vec<String> {
    let is_near = |other: &&MemberView| {
        other.zone == member.zone && other.id != member.id && other.turn_status != TurnStatus::Out
    };
    let describe = |other: &MemberView| {
        let shows_wounds = !other.wounds.has_no_known_wounds();
        let wounds = terms::known_wounds_text(reader_locale(), &view.system, &other.wounds);
        let wounds = wounds.filter(|_| shows_wounds).map(FormattedText);
        say!(reader_locale(), "turn-near-one", name = other.name, wounds)
    };
    let nearby: Vec<String> = view.members().filter(is_near).map(describe).collect();
    collapse_numbered_names(reader_locale(), &nearby)
}

/// Names the next few combatants who act in this round, at most [`MAX_NEXT`]. Returns `None` if
/// several may act now, nobody comes next, or the fight has not begun.
fn format_next_combatants_if_single_actor(view: &FightView, actors: &[Actor]) -> Option<String> {
    if actors.len() != 1 || view.round == 0 {
        return None;
    }
    let is_next = |member: &&MemberView| {
        member.turn_status == TurnStatus::Ready
            && actors.iter().all(|actor| actor.combatant != member.id)
    };
    let members = view.members_in_turn_order().into_iter();
    let next_names: Vec<String> = members
        .filter(is_next)
        .take(MAX_NEXT)
        .map(|member| escape_markdown(&member.name))
        .collect();
    (!next_names.is_empty())
        .then(|| say!(reader_style(), "turn-next", names = FormattedText(join_names(&next_names))))
}

/// Renders a reminder for a GM whom everybody waits for.
pub fn render_gm_reminder(card: &TurnCard) -> RenderedMessage {
    let names = format_actor_names(&card.actors);
    let reminder = say!(reader_style(), "turn-reminder", names);
    let text = match format_mentions(&card.users) {
        Some(mentions) => format!("{} {reminder}", mentions.0),
        None => reminder,
    };
    RenderedMessage { pings: card.pinged_users.clone(), ..RenderedMessage::from_text(text.trim()) }
}

/// Joins the names of the actors, or returns `None` if the GM must choose who acts.
fn format_actor_names(actors: &[Actor]) -> Option<FormattedText> {
    let names: Vec<String> = actors.iter().map(|actor| escape_markdown(&actor.name)).collect();
    let names = collapse_numbered_names(reader_locale(), &names);
    (!names.is_empty()).then(|| FormattedText(join_names(&names)))
}
