//! Whose turn it is: one ping, and what can be done in it.

use super::controls::{build_controls, format_advice_reason};
use super::text::{cut_to_length, escape_markdown};
use super::{LOCALE, MAX_CONTENT, RenderedMessage, STYLE, format_mentions, format_relative_time};
use app::outbox::{Actor, TurnCard};
use engine::core::ids::CombatantId;
use engine::visibility::view::{FightView, MemberView, TurnStatus};
use narration::catalogue::FormattedText;
use narration::{say, terms};

/// The most of whom a turn says that they are next.
const MAX_NEXT: usize = 3;

/// The message of a turn: whose it is, in which round and until when; how they stand, who is near
/// and who comes next; then what can be done.
pub fn render_turn(view: &FightView, card: &TurnCard) -> RenderedMessage {
    let names = format_actor_names(&card.actors);
    if !card.awaited_names.is_empty() {
        let known: Vec<&String> =
            card.awaited_names.iter().filter(|name| !name.is_empty()).collect();
        let known: Vec<String> = known.into_iter().map(|name| escape_markdown(name)).collect();
        let whom = (!known.is_empty()).then(|| FormattedText(known.join(", ")));
        return RenderedMessage::from_text(say!(STYLE, "turn-stands", names, whom));
    }
    let (users, until, round) =
        (format_mentions(&card.users), card.deadline.map(format_relative_time), card.round);
    // Where each has a line of its own below, it is enough to say how many they are.
    let is_listed = view.is_gm_view && card.actors.len() > 1;
    let first = match card.actors.len() {
        1 => say!(STYLE, "turn-yours", users, names, round, until),
        count if is_listed => say!(STYLE, "turn-choose-among", users, count, round, until),
        _ => say!(STYLE, "turn-choose", users, names, round, until),
    };
    let mut lines = vec![first];
    match card.actors.as_slice() {
        [actor] => lines.extend(format_standing(view, actor.combatant, true)),
        // Who plays many has their numbers before them.
        several if is_listed => lines.extend(several.iter().filter_map(|actor| {
            let standing = format_standing(view, actor.combatant, false)?;
            Some(format!("**{}** {standing}", escape_markdown(&actor.name)))
        })),
        _ => {}
    }
    lines.extend(format_next(view, &card.actors));
    lines.extend(card.actors.iter().filter_map(format_advice_reason));
    let controls = build_controls(card.id, &card.actors);
    if controls.lacks_room {
        lines.push(say!(STYLE, "turn-more"));
    }
    RenderedMessage {
        content: cut_to_length(&lines.join("\n"), MAX_CONTENT),
        components: controls.rows,
        pings: card.pinged_users.clone(),
        ..RenderedMessage::default()
    }
}

/// What is left of them and what they have left, where they are, and who else is there.
fn format_standing(view: &FightView, who: CombatantId, lists_nearby: bool) -> Option<String> {
    let one = view.members().find(|one| one.id == who)?;
    let mut parts = Vec::from_iter(terms::wounds_text(LOCALE, &view.system, &one.wounds));
    parts.extend(one.conditions.iter().map(|key| terms::condition_with_end(LOCALE, key)));
    parts.extend(terms::budget_text(LOCALE, &one.remaining_budget));
    if let Some(zone) = one.zone.and_then(|zone| view.zones.get(usize::from(zone))) {
        let is_near = |other: &&MemberView| {
            other.zone == one.zone && other.id != who && other.turn_status != TurnStatus::Out
        };
        let near = |other: &MemberView| {
            let is_told = !other.wounds.is_unhurt();
            let wounds = terms::wounds_text(LOCALE, &view.system, &other.wounds);
            let wounds = wounds.filter(|_| is_told).map(FormattedText);
            say!(LOCALE, "turn-near-one", name = other.name, wounds)
        };
        let near = view.members().filter(|one| lists_nearby && is_near(one)).map(near);
        let near: Vec<String> = near.collect();
        let zone = terms::name_with_mark(LOCALE, &zone.name, one.position_feet);
        parts.push(match near.is_empty() {
            true => zone,
            false => say!(LOCALE, "turn-near", zone, names = FormattedText(near.join(", "))),
        });
    }
    (!parts.is_empty()).then(|| escape_markdown(&parts.join(" · ")))
}

/// Who acts after them in this round, the first few. Where several may act, or the order is not
/// settled, nobody knows.
fn format_next(view: &FightView, actors: &[Actor]) -> Option<String> {
    if actors.len() != 1 || view.round == 0 {
        return None;
    }
    let is_next = |one: &&MemberView| {
        one.turn_status == TurnStatus::Ready && actors.iter().all(|actor| actor.combatant != one.id)
    };
    let all = view.members_in_turn_order().into_iter();
    let next: Vec<String> =
        all.filter(is_next).take(MAX_NEXT).map(|one| escape_markdown(&one.name)).collect();
    (!next.is_empty()).then(|| say!(STYLE, "turn-next", names = FormattedText(next.join(", "))))
}

/// The GM has kept everybody waiting.
pub fn render_gm_reminder(card: &TurnCard) -> RenderedMessage {
    let (names, to) =
        (format_actor_names(&card.actors), format_mentions(&card.users).map(|users| users.0));
    let text = format!("{} {}", to.unwrap_or_default(), say!(STYLE, "turn-reminder", names));
    RenderedMessage { pings: card.pinged_users.clone(), ..RenderedMessage::from_text(text.trim()) }
}

/// Who may act; none where the GM is to choose.
fn format_actor_names(actors: &[Actor]) -> Option<FormattedText> {
    let names: Vec<String> = actors.iter().map(|one| escape_markdown(&one.name)).collect();
    (!names.is_empty()).then(|| FormattedText(names.join(", ")))
}
