//! Whose turn it is: one ping, and what can be done in it.

use super::controls::controls;
use super::text::{cut, escaped};
use super::{CONTENT, INK, Written, mention, mentions, soon};
use crate::app::outbox::{Actor, TurnCard};
use crate::narration::catalogue::Set;
use crate::narration::say;

/// The message of a turn, and what is left of it once the turn is over.
pub fn card(card: &TurnCard) -> Written {
    let names = names(&card.actors);
    if card.is_over {
        let is_elsewhere = card.is_elsewhere;
        return Written::text(say!(INK, "turn-over", round = card.round, names, is_elsewhere));
    }
    let mut content = match (card.ping.map(mention), card.actors.as_slice()) {
        (Some(user), [_]) => say!(INK, "turn-yours", user, names),
        (Some(user), _) => say!(INK, "turn-choose", user, names),
        (None, _) => say!(INK, "turn-of", users = mentions(&card.pings), names),
    };
    if let Some(until) = card.until {
        content += &format!(" {}", say!(INK, "turn-passes", until = soon(until)));
    }
    let controls = controls(card.id, &card.actors);
    if controls.is_short {
        content += &format!("\n{}", say!(INK, "turn-more"));
    }
    let pings = card.pings.iter().copied();
    Written {
        content: cut(&content, CONTENT),
        components: controls.rows,
        pings: card.ping.filter(|_| !card.is_silent).into_iter().chain(pings).collect(),
        ..Written::default()
    }
}

/// The GM has kept everybody waiting.
pub fn reminder(card: &TurnCard) -> Written {
    let (names, to) = (names(&card.actors), card.ping.map(|user| mention(user).0));
    let text = format!("{} {}", to.unwrap_or_default(), say!(INK, "turn-reminder", names));
    Written { pings: card.ping.into_iter().collect(), ..Written::text(text.trim()) }
}

/// Who may act; none where the GM is to choose.
fn names(actors: &[Actor]) -> Option<Set> {
    let names: Vec<String> = actors.iter().map(|one| escaped(&one.name)).collect();
    (!names.is_empty()).then(|| Set(names.join(", ")))
}
