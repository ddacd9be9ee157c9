//! Whose turn it is: one ping, and what can be done in it.

use super::controls::{controls, why};
use super::text::{cut, escaped};
use super::{CONTENT, LOCALE, STYLE, Written, mentions, soon};
use app::outbox::{Actor, TurnCard};
use engine::ids::CombatantId;
use engine::view::{Mark, MemberView, View};
use narration::catalogue::Set;
use narration::{say, words};

/// The most of whom a turn says that they are next.
const MOST_NEXT: usize = 3;

/// The message of a turn: whose it is, in which round and until when; how they stand, who is near
/// and who comes next; then what can be done.
pub fn card(view: &View, card: &TurnCard) -> Written {
    let names = names(&card.actors);
    if !card.waits_for.is_empty() {
        let known: Vec<&String> = card.waits_for.iter().filter(|name| !name.is_empty()).collect();
        let known: Vec<String> = known.into_iter().map(|name| escaped(name)).collect();
        let whom = (!known.is_empty()).then(|| Set(known.join(", ")));
        return Written::text(say!(STYLE, "turn-stands", names, whom));
    }
    let (users, until, round) = (mentions(&card.users), card.until.map(soon), card.round);
    // Where each has a line of its own below, it is enough to say how many they are.
    let is_listed = view.is_whole && card.actors.len() > 1;
    let first = match card.actors.len() {
        1 => say!(STYLE, "turn-yours", users, names, round, until),
        count if is_listed => say!(STYLE, "turn-choose-among", users, count, round, until),
        _ => say!(STYLE, "turn-choose", users, names, round, until),
    };
    let mut lines = vec![first];
    match card.actors.as_slice() {
        [actor] => lines.extend(standing(view, actor.who, true)),
        // Who plays many has their numbers before them.
        several if is_listed => lines.extend(several.iter().filter_map(|actor| {
            let standing = standing(view, actor.who, false)?;
            Some(format!("**{}** {standing}", escaped(&actor.name)))
        })),
        _ => {}
    }
    lines.extend(next(view, &card.actors));
    lines.extend(card.actors.iter().filter_map(why));
    let controls = controls(card.id, &card.actors);
    if controls.is_short {
        lines.push(say!(STYLE, "turn-more"));
    }
    Written {
        content: cut(&lines.join("\n"), CONTENT),
        components: controls.rows,
        pings: card.pings.clone(),
        ..Written::default()
    }
}

/// What is left of them and what they have left, where they are, and who else is there.
fn standing(view: &View, who: CombatantId, is_near_told: bool) -> Option<String> {
    let one = view.everybody().find(|one| one.id == who)?;
    let mut parts = Vec::from_iter(words::wounds(LOCALE, &view.system, &one.wounds));
    parts.extend(one.conditions.iter().map(|key| words::condition_with_end(LOCALE, key)));
    parts.extend(words::budget(LOCALE, &one.budget));
    if let Some(zone) = one.zone.and_then(|zone| view.zones.get(usize::from(zone))) {
        let is_near = |other: &&MemberView| {
            other.zone == one.zone && other.id != who && other.mark != Mark::Out
        };
        let near = |other: &MemberView| {
            let is_told = !other.wounds.is_unhurt();
            let wounds = words::wounds(LOCALE, &view.system, &other.wounds);
            let wounds = wounds.filter(|_| is_told).map(Set);
            say!(LOCALE, "turn-near-one", name = other.name, wounds)
        };
        let near = view.everybody().filter(|one| is_near_told && is_near(one)).map(near);
        let near: Vec<String> = near.collect();
        let zone = words::placed(LOCALE, &zone.name, one.feet);
        parts.push(match near.is_empty() {
            true => zone,
            false => say!(LOCALE, "turn-near", zone, names = Set(near.join(", "))),
        });
    }
    (!parts.is_empty()).then(|| escaped(&parts.join(" · ")))
}

/// Who acts after them in this round, the first few. Where several may act, or the order is not
/// settled, nobody knows.
fn next(view: &View, actors: &[Actor]) -> Option<String> {
    if actors.len() != 1 || view.round == 0 {
        return None;
    }
    let is_next = |one: &&MemberView| {
        one.mark == Mark::Ready && actors.iter().all(|actor| actor.who != one.id)
    };
    let all = view.in_order().into_iter();
    let next: Vec<String> =
        all.filter(is_next).take(MOST_NEXT).map(|one| escaped(&one.name)).collect();
    (!next.is_empty()).then(|| say!(STYLE, "turn-next", names = Set(next.join(", "))))
}

/// The GM has kept everybody waiting.
pub fn reminder(card: &TurnCard) -> Written {
    let (names, to) = (names(&card.actors), mentions(&card.users).map(|users| users.0));
    let text = format!("{} {}", to.unwrap_or_default(), say!(STYLE, "turn-reminder", names));
    Written { pings: card.pings.clone(), ..Written::text(text.trim()) }
}

/// Who may act; none where the GM is to choose.
fn names(actors: &[Actor]) -> Option<Set> {
    let names: Vec<String> = actors.iter().map(|one| escaped(&one.name)).collect();
    (!names.is_empty()).then(|| Set(names.join(", ")))
}
