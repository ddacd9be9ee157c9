//! What somebody may do: as the label of a button, and as half a sentence.

use std::collections::BTreeMap;

use super::{Ink, capital, words};
use crate::engine::words::{Offer, Words};

/// So many verbs, and so many examples of each, are named in a sentence.
const MOST_VERBS: usize = 6;
const MOST_EXAMPLES: usize = 3;

/// `Attack Raider with longsword · Action`. Raw text, for a button or a menu.
pub fn offer_label(offer: &Offer) -> String {
    let phrase = phrase(&offer.words);
    if offer.cost.is_empty() { phrase } else { format!("{phrase} · {}", offer.cost) }
}

/// An act in a few words, raw: `Attack Raider with longsword`.
pub fn phrase(words: &Words) -> String {
    let (target, zone, item) = (words.get("target"), words.get("zone"), words.get("item"));
    match words.verb.as_str() {
        "attack" if words.has("weapon") => {
            let on = if target.is_empty() { format!("all of {zone}") } else { target.into() };
            let flags = [("final", " · final blow"), ("hold_back", " · holding back")];
            let flags = flags.into_iter().chain([("indirect", " · indirectly")]);
            let flags = flags.filter(|(flag, _)| words.get(flag) == "true").map(|(_, said)| said);
            format!("Attack {on} with {}{}", words.get("weapon"), flags.collect::<String>())
        }
        "disarm" => format!("Disarm {target} of {item}"),
        "grapple" => format!("Grab {target}"),
        "manoeuvre" => format!("{} on {target}", capital(words.get("kind"))),
        "move" if words.get("sneak") == "true" => format!("Sneak to {zone}"),
        "initiative" => format!("First slot to {}", words.get("first")),
        "stance" => format!("When enemies step away: {}", words.get("opportunity")),
        "interact" if words.get("complex") == "true" => "Interact, a complex thing".into(),
        "done" => "End turn".into(),
        "turn" => "Take the slot".into(),
        "take-cover" => "Get behind the barrier".into(),
        "leave-cover" => "Leave the barrier".into(),
        "cast" => format!("Cast {} on {target}", words.get("spell")),
        "move" => format!("Move to {zone}"),
        "dash" => format!("Dash to {zone}"),
        "push" => format!("Push {target} to {zone}"),
        "stunt" => format!("Stunt on {target} ({})", words.get("attribute").to_uppercase()),
        "parley" => format!("Parley with {target}"),
        "skill" => format!("Other action ({})", words.get("attribute").to_uppercase()),
        "recover" => format!("Shake off {}", words::condition(words.get("hindrance"))),
        "use" => format!("Use {item} on {target}"),
        "give" => format!("Give {item} to {target}"),
        "pass" => "End turn".into(),
        verb => {
            let slots: Vec<&str> = words.slots.values().map(String::as_str).collect();
            format!("{} {}", capital(&words::plain(verb)), slots.join(" ")).trim_end().into()
        }
    }
}

/// What is possible, by verbs with a few examples each: `attack (Raider), move (Yard, Road)`.
/// Empty when nothing is.
pub fn offers(ink: Ink, offers: &[Offer]) -> String {
    let mut order: Vec<&str> = Vec::new();
    let mut by_verb: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for offer in offers {
        let verb = offer.words.verb.as_str();
        let examples = by_verb.entry(verb).or_insert_with(|| {
            order.push(verb);
            Vec::new()
        });
        let example = example(&offer.words);
        if !example.is_empty() && !examples.contains(&example) {
            examples.push(example);
        }
    }
    let shown = |verb: &&str| {
        let examples = &by_verb[*verb];
        if examples.is_empty() {
            return format!("`{}`", (ink.command)(verb));
        }
        let more = if examples.len() > MOST_EXAMPLES { ", …" } else { "" };
        let first = examples.iter().take(MOST_EXAMPLES).map(|example| (ink.text)(example));
        let first: Vec<String> = first.collect();
        format!("`{}` ({}{more})", (ink.command)(verb), first.join(", "))
    };
    let mut parts: Vec<String> = order.iter().take(MOST_VERBS).map(shown).collect();
    if order.len() > MOST_VERBS {
        parts.push("…".into());
    }
    parts.join(", ")
}

/// The slot that says most of an offer.
fn example(words: &Words) -> &str {
    let slots = ["target", "zone", "spell", "item", "hindrance", "attribute"];
    slots.into_iter().map(|slot| words.get(slot)).find(|value| !value.is_empty()).unwrap_or("")
}
