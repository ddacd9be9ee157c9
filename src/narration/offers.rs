//! What somebody may do: as the label of a button, and as half a sentence.

use std::collections::BTreeMap;

use super::catalogue::{Key, Set, Tongue, given, say};
use super::{Ink, capital, words};
use crate::engine::words::{Offer, Words};

/// So many verbs, and so many examples of each, are named in a sentence.
const MOST_VERBS: usize = 6;
const MOST_EXAMPLES: usize = 3;
/// So many acts stand on a line.
const MOST_ACTS: usize = 3;

/// What is spent on an act besides.
const RIDERS: [&str; 2] = ["fp", "luck"];

/// `Attack Raider with longsword · Action`. Raw text, for a button or a menu.
pub fn offer_label(tongue: Tongue, offer: &Offer) -> String {
    let label = priced(tongue, phrase(tongue, &offer.words), &offer.cost);
    let riders = RIDERS.iter().filter(|rider| offer.words.has(rider));
    riders.fold(label, |act, rider| say!(tongue, "offer-with", act, rider = Key(rider)))
}

/// What is likeliest, as short as a button needs it: `Attack Raider · longsword`.
pub fn likely(tongue: Tongue, act: &Words) -> String {
    let is_strike = act.verb == "attack" && act.slots.len() == 2;
    match (given(act.get("target")), given(act.get("weapon"))) {
        (Some(target), Some(weapon)) if is_strike => {
            say!(tongue, "act-likely-attack", target, weapon)
        }
        _ => phrase(tongue, act),
    }
}

/// What is done by a verb: `Hold an act`.
pub fn acts_of(tongue: Tongue, verb: &str) -> String {
    say!(tongue, "acts-of", verb = Key(verb), named = capital(&words::plain(verb)))
}

/// A label with what it costs, or brings on: `Pass · ends the round`.
pub fn priced(tongue: Tongue, act: String, named: &str) -> String {
    let key = named.to_lowercase();
    let cost = (!key.is_empty()).then_some(Key(&key));
    say!(tongue, "offer", act, cost, named)
}

/// An act in a few words, raw: `Attack Raider with longsword`.
pub fn phrase(tongue: Tongue, act: &Words) -> String {
    let (target, zone, item) = (act.get("target"), act.get("zone"), act.get("item"));
    let is = |flag: &str| act.get(flag) == "true";
    let attribute = || words::attribute(tongue, act.get("attribute"));
    let action = || given(act.get("action")).map(|key| words::action(tongue, key));
    match act.verb.as_str() {
        "attack" if act.has("weapon") => {
            let (target, weapon, thrown) = (given(target), act.get("weapon"), is("thrown"));
            let (last, held, indirect) = (is("final"), is("hold_back"), is("indirect"));
            say!(tongue, "act-attack", target, zone, weapon, thrown, last, held, indirect)
        }
        "disarm" => say!(tongue, "act-disarm", target, item),
        "grapple" => say!(tongue, "act-grapple", target),
        "shove" if act.has("target") => say!(tongue, "act-shove", target),
        "manoeuvre" => {
            say!(tongue, "act-manoeuvre", kind = capital(act.get("kind")), target)
        }
        "move" | "dash" if act.has("to") => {
            let (verb, to, way) = (Key(act.verb.as_str()), act.get("to"), Key(act.get("action")));
            say!(tongue, "act-move-along", verb, to, way)
        }
        "move" if act.has("near") => say!(tongue, "act-close-in", target = act.get("near")),
        "move" if is("apart") => say!(tongue, "act-apart"),
        "move" if is("sneak") => say!(tongue, "act-sneak", zone),
        "initiative" => say!(tongue, "act-initiative", first = act.get("first")),
        "stance" => {
            let when = act.slots.keys().next().map_or("", String::as_str);
            let value = act.get(when);
            say!(tongue, "act-stance", when = Key(when), word = Key(value), value)
        }
        "pass" if act.has("faction") => {
            say!(tongue, "act-pass-for-all", faction = act.get("faction"))
        }
        "hold" if act.has("do") => {
            let (event, who) = (Key(act.get("trigger")), Key(act.get("who")));
            let (verb, target) = (Key(act.get("do")), given(target));
            let with = given(act.get("weapon")).or_else(|| given(item));
            let skill = given(act.get("skill")).or_else(|| given(act.get("attribute")));
            let skill = skill.map(|key| words::skill(tongue, key));
            let to = given(act.get("to"));
            let named = words::plain(act.get("do"));
            say!(tongue, "act-hold", event, who, verb, named, target, with, skill, to)
        }
        "ready" if act.has("check") => {
            let (event, enemy) = (Key(act.get("trigger")), given(act.get("enemy")));
            let (verb, target) = (Key(act.get("check")), given(target));
            let (weapon, how) = (given(act.get("weapon")), Key(act.get("how")));
            let named = words::plain(act.get("check"));
            say!(tongue, "act-ready", event, enemy, verb, named, target, weapon, how)
        }
        "shove" => {
            let is_into = is("hazard");
            say!(tongue, "act-shove-held", zone = given(zone), is_into)
        }
        "skill" if act.has("ability") => {
            let attribute = words::attribute(tongue, act.get("ability"));
            say!(tongue, "act-skill", attribute)
        }
        "interact" if is("complex") => say!(tongue, "act-interact-complex"),
        "done" | "pass" => say!(tongue, "act-end-turn"),
        "turn" => say!(tongue, "act-turn"),
        "take-cover" => say!(tongue, "act-take-cover"),
        "leave-cover" => say!(tongue, "act-leave-cover"),
        "cast" => say!(tongue, "act-cast", spell = act.get("spell"), target),
        "move" => say!(tongue, "act-move", zone),
        "dash" => say!(tongue, "act-dash", zone = given(zone)),
        "push" => say!(tongue, "act-push", target, zone),
        "stunt" => say!(tongue, "act-stunt", target, attribute = attribute()),
        "parley" => say!(tongue, "act-parley", target),
        "flee" if act.has("action") => {
            let exit = given(act.get("exit"));
            say!(tongue, "act-flee", exit, action = action())
        }
        "force" => {
            let (how, direction) = (Key(act.get("how")), given(act.get("direction")).map(Key));
            say!(tongue, "act-force", how, target, direction)
        }
        "shift" => say!(tongue, "act-shift", object = act.get("object"), target = given(target)),
        "advantage" => {
            let (how, item) = (Key(act.get("how")), given(item));
            say!(tongue, "act-advantage", how, target = given(target), item)
        }
        "taunt" => say!(tongue, "act-taunt", how = Key(act.get("how")), target),
        "engage" => say!(tongue, "act-engage", target = Some(target).filter(|one| *one != "none")),
        "assist" | "interfere" if act.has("kind") => {
            let skill = words::skill(tongue, act.get("skill"));
            let (verb, kind) = (Key(act.verb.as_str()), Key(act.get("kind")));
            say!(tongue, "act-combine", verb, target, kind, skill)
        }
        "skill" if act.has("target") && act.has("zone") => {
            say!(tongue, "act-lure", target, zone, action = action())
        }
        "skill" if act.get("action") == "study" && act.has("target") => {
            say!(tongue, "act-stabilise", target)
        }
        "skill" if act.has("target") => say!(tongue, "act-sway", target, action = action()),
        "skill" if act.has("zone") => say!(tongue, "act-cross", zone, action = action()),
        "skill" if act.has("action") => say!(tongue, "act-skill-by-action", action = action()),
        "skill" if act.has("skill") => {
            let attribute = words::skill(tongue, act.get("skill"));
            say!(tongue, "act-skill", attribute)
        }
        "skill" => say!(tongue, "act-skill", attribute = attribute()),
        "douse" => say!(tongue, "act-douse", target),
        "assist" if act.has("target") => say!(tongue, "act-assist", target),
        "assist" => say!(tongue, "act-assist-somebody"),
        "break" if act.has("with") => {
            say!(tongue, "act-break-by", skill = words::skill(tongue, act.get("with")))
        }
        "break" => say!(tongue, "act-break", is_slow = is("slow")),
        "swap" if act.has("item") => say!(tongue, "act-swap-item", item),
        "swap" => say!(tongue, "act-swap", target),
        "auto" => {
            let (reaction, order) = (act.get("reaction"), Key(act.get("order")));
            say!(tongue, "act-auto", reaction = Key(reaction), named = capital(reaction), order)
        }
        "accept" => say!(tongue, "act-accept", target),
        "decline" => say!(tongue, "act-decline", target),
        "equip" if item == "none" || item.contains(',') => {
            say!(tongue, "act-equip", item = Some(item).filter(|item| *item != "none"))
        }
        "recover" if act.has("skill") => {
            let skill = words::skill(tongue, act.get("skill"));
            say!(tongue, "act-treat", skill, target = given(target))
        }
        "recover" => {
            let hindrance = words::condition(tongue, act.get("hindrance"));
            say!(tongue, "act-recover", hindrance)
        }
        "defend" if act.has("with") => {
            let skill = words::skill(tongue, act.get("with"));
            say!(tongue, "act-defend", skill, zone = given(zone))
        }
        "aim" => {
            let skill = given(act.get("with")).map(|key| words::skill(tongue, key));
            say!(tongue, "act-aim", skill)
        }
        "open" | "close" => say!(tongue, "act-door", is_open = act.verb == "open", zone),
        "delay" => say!(tongue, "act-delay", after = act.get("after")),
        "fate" if act.has("action") => {
            say!(tongue, "act-action-point", action = Key(act.get("action")))
        }
        "fate" => say!(tongue, "act-pick", attributes = act.get("attributes")),
        "release" if act.has("target") => say!(tongue, "act-release", target),
        "use" => say!(tongue, "act-use", item, target),
        "give" => say!(tongue, "act-give", item, target),
        verb => {
            let slots: Vec<&str> = act.slots.values().map(String::as_str).collect();
            let slots = Some(slots.join(" ")).filter(|slots| !slots.is_empty());
            let named = capital(&words::plain(verb));
            say!(tongue, "act-other", verb = Key(verb), named, slots)
        }
    }
}

/// What is possible, by verbs with a few examples each: `attack (Raider), move (Yard, Road)`.
/// Empty when nothing is.
pub fn offers(ink: Ink, offers: &[Offer]) -> String {
    let mut order: Vec<&str> = Vec::new();
    let mut by_verb: BTreeMap<&str, (&Words, Vec<&str>)> = BTreeMap::new();
    for offer in offers {
        let verb = offer.words.verb.as_str();
        let (_, examples) = by_verb.entry(verb).or_insert_with(|| {
            order.push(verb);
            (&offer.words, Vec::new())
        });
        let example = example(&offer.words);
        if !example.is_empty() && !examples.contains(&example) {
            examples.push(example);
        }
    }
    let shown = |verb: &&str| {
        let (act, examples) = &by_verb[*verb];
        let command = Set((ink.command)(act));
        let first = examples.iter().take(MOST_EXAMPLES).map(|example| (ink.text)(example));
        let first = Set(first.collect::<Vec<_>>().join(", "));
        match examples.len() {
            0 => say!(ink, "may-do", command),
            1..=MOST_EXAMPLES => say!(ink, "may-do-such-as", command, examples = first),
            _ => say!(ink, "may-do-and-more", command, examples = first),
        }
    };
    let mut parts: Vec<String> = order.iter().take(MOST_VERBS).map(shown).collect();
    if order.len() > MOST_VERBS {
        parts.push("…".into());
    }
    parts.join(", ")
}

/// Every way to act with what it costs, a line each: `/attack · Action: Attack Raider with bow`.
pub fn ways<'a>(ink: Ink, offers: impl IntoIterator<Item = &'a Offer>) -> Vec<String> {
    let mut ways: Vec<(&str, &str, Vec<String>)> = Vec::new();
    for Offer { words, cost, .. } in offers {
        let act = (ink.text)(&phrase(ink.tongue, words));
        match ways.iter_mut().find(|way| (way.0, way.1) == (words.verb.as_str(), cost)) {
            // Ways that differ in what is spent on them besides are one here.
            Some((.., acts)) if acts.contains(&act) => {}
            Some((.., acts)) => acts.push(act),
            None => ways.push((&words.verb, cost, vec![act])),
        }
    }
    let line = |(verb, cost, acts): &(&str, &str, Vec<String>)| {
        let key = cost.to_lowercase();
        let cost_key = given(&key).map(Key);
        let first = Set(acts.iter().take(MOST_ACTS).cloned().collect::<Vec<_>>().join(", "));
        say!(
            ink,
            "guide-way",
            command = Set((ink.command)(&Words::new(verb))),
            cost = cost_key,
            named = Set((*cost).into()),
            acts = first,
            more = acts.len().saturating_sub(MOST_ACTS),
        )
    };
    ways.iter().map(line).collect()
}

/// The slot that says most of an offer.
fn example(words: &Words) -> &str {
    let slots = [
        "target",
        "zone",
        "to",
        "spell",
        "item",
        "object",
        "hindrance",
        "attribute",
        "skill",
        "action",
        "after",
    ];
    slots.into_iter().map(|slot| words.get(slot)).find(|value| !value.is_empty()).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::super::PLAIN;
    use super::*;

    #[test]
    fn a_way_is_said_once() {
        let attack = Words::new("attack").with("target", "Wolf").with("weapon", "bow");
        let offer = |words: Words| Offer { cost: "Action".into(), ..Offer::free(words) };
        let ways = [offer(attack.clone()), offer(attack.clone().with("fp", true)), offer(attack)];
        let said = ways_of(&ways);
        assert_eq!(said.matches("Attack Wolf with bow").count(), 1, "{said}");
    }

    fn ways_of(offers: &[Offer]) -> String {
        ways(PLAIN, offers).join("\n")
    }
}
