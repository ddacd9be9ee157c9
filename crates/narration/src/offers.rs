//! What somebody may do: as the label of a button, and as half a sentence.
//!
//! The label of an act follows from its verb: the catalogue says `<system>-act-<verb>`, or
//! `act-<verb>` where several systems mean the same by it, with the slots of the verb.

use std::collections::BTreeMap;

use fluent_bundle::FluentArgs;

use super::catalogue::{Key, Locale, Sayable, Set, entry, find, given, say};
use super::{Style, capital, words};
use engine::command::{Command, Offer};
use engine::game::Game;
use engine::verbs::{Kind, Need, Slot};

/// The most verbs, and the most examples of each, that are named in a sentence.
const MOST_VERBS: usize = 6;
const MOST_EXAMPLES: usize = 3;
/// The most acts on a line.
const MOST_ACTS: usize = 3;

/// `Attack Raider with longsword · Action`. Raw text, for a button or a menu.
pub fn offer_label(locale: Locale, system: &str, offer: &Offer) -> String {
    let Offer { words, cost, .. } = offer;
    let label = priced(locale, phrase(locale, system, words), cost);
    let slots = Game::act_verb(system, &words.verb).map(|verb| verb.slots).unwrap_or_default();
    let spent = slots.iter().filter(|slot| slot.need == Need::Rider && words.has(slot.name));
    spent.fold(label, |act, slot| {
        let rider = entry(locale, &[&format!("{system}-rider-{}", slot.name)]);
        say!(locale, "offer-with", act, rider)
    })
}

/// What is likeliest, as short as a button needs it: `Attack Raider · longsword`.
pub fn likely(locale: Locale, system: &str, act: &Command) -> String {
    let slots = Game::act_verb(system, &act.verb).map(|verb| verb.slots).unwrap_or_default();
    // What is done in a way of its own says so.
    let is_plain = !slots.iter().any(|slot| slot.kind == Kind::Flag && act.has(slot.name));
    let short = is_plain.then(|| said(locale, system, act, ".likely")).flatten();
    short.unwrap_or_else(|| phrase(locale, system, act))
}

/// What is done by a verb: `Hold an act`.
pub fn acts_of(locale: Locale, system: &str, verb: &str) -> String {
    let all = said(locale, system, &Command::new(verb), ".all");
    all.unwrap_or_else(|| capital(&words::plain(verb)))
}

/// `55 % · Brute 2 may strike`: how likely it is to come off and what it may bring on, as far as
/// its actor can know. "" where nothing of it is known.
pub fn prospects(locale: Locale, offer: &Offer) -> String {
    let odds = offer.odds.map(|odds| say!(locale, "odds", odds));
    let risks = words::risks(locale, &offer.risks);
    let parts = odds.into_iter().chain(Some(risks).filter(|risks| !risks.is_empty()));
    parts.collect::<Vec<_>>().join(" · ")
}

/// A label with what it costs, or brings on: `Pass · ends the round`.
pub fn priced(locale: Locale, act: String, named: &str) -> String {
    let key = named.to_lowercase();
    let cost = (!key.is_empty()).then_some(Key(&key));
    say!(locale, "offer", act, cost, named)
}

/// An act in a few words, raw: `Attack Raider with longsword`.
pub fn phrase(locale: Locale, system: &str, act: &Command) -> String {
    let label = said(locale, system, act, "").unwrap_or_else(|| words::plain(&act.verb));
    capital(&label)
}

/// What the catalogue says of an act in that system, or else in all of them.
fn said(locale: Locale, system: &str, act: &Command, part: &str) -> Option<String> {
    let slots = Game::act_verb(system, &act.verb)?.slots;
    let mut args = FluentArgs::new();
    for slot in slots {
        let value = given(act.get(slot.name)).filter(|value| *value != "none");
        let named = value.and_then(|value| named(locale, system, slot, value));
        args.set(format!("{}-name", slot.name), named.said(&locale));
        args.set(
            slot.name,
            match slot.kind {
                Kind::Flag => value.is_some().said(&locale),
                _ if value.is_some_and(|value| slot.among.contains(&value)) => {
                    value.map(Key).said(&locale)
                }
                _ => value.said(&locale),
            },
        );
    }
    let own = format!("{system}-act-{}{part}", act.verb);
    find(locale, &[&own, &format!("act-{}{part}", act.verb)], &args)
}

/// A word of the rules as it is called, where what stands in a slot has words of its own.
fn named(locale: Locale, system: &str, slot: &Slot, word: &str) -> Option<String> {
    let mut args = FluentArgs::new();
    args.set(slot.name, Key(word).said(&locale));
    args.set("named", capital(&words::plain(word)).said(&locale));
    args.set("said", word.said(&locale));
    let own = format!("{system}-word-{}", slot.name);
    find(locale, &[&own, &format!("word-{}", slot.name)], &args)
}

/// What is possible, by verbs with a few examples each: `attack (Raider), move (Yard, Road)`.
/// Empty when nothing is.
pub fn offers(style: Style, offers: &[Offer]) -> String {
    let mut order: Vec<&str> = Vec::new();
    let mut by_verb: BTreeMap<&str, (&Command, Vec<&str>)> = BTreeMap::new();
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
        let command = style.typed(act);
        let first = examples.iter().take(MOST_EXAMPLES).map(|example| (style.text)(example));
        let first = Set(first.collect::<Vec<_>>().join(", "));
        match examples.len() {
            0 => say!(style, "may-do", command),
            1..=MOST_EXAMPLES => say!(style, "may-do-such-as", command, examples = first),
            _ => say!(style, "may-do-and-more", command, examples = first),
        }
    };
    let mut parts: Vec<String> = order.iter().take(MOST_VERBS).map(shown).collect();
    if order.len() > MOST_VERBS {
        parts.push("…".into());
    }
    parts.join(", ")
}

/// Every way to act with what it costs, a line each: `/attack · Action: Attack Raider with bow`.
pub fn ways<'a>(
    style: Style,
    system: &str,
    offers: impl IntoIterator<Item = &'a Offer>,
) -> Vec<String> {
    let style = style.of(system);
    let mut ways: Vec<Way> = Vec::new();
    for Offer { words, cost, odds, .. } in offers {
        let act = (style.text)(&phrase(style.locale, system, words));
        match ways.iter_mut().find(|way| (way.verb, way.cost) == (words.verb.as_str(), cost)) {
            // Ways that differ in what is spent on them besides are one here: the first.
            Some(way) if way.acts.iter().any(|(known, _)| *known == act) => {}
            Some(way) => way.acts.push((act, *odds)),
            None => ways.push(Way { verb: &words.verb, cost, acts: vec![(act, *odds)] }),
        }
    }
    let named = |(act, odds): &(String, Option<u8>)| match odds {
        Some(odds) => say!(style, "guide-odds", act = Set(act.clone()), odds = *odds),
        None => act.clone(),
    };
    let line = |Way { verb, cost, acts }: &Way| {
        let key = cost.to_lowercase();
        let cost_key = given(&key).map(Key);
        let first = acts.iter().take(MOST_ACTS).map(named).collect::<Vec<_>>();
        say!(
            style,
            "guide-way",
            command = style.typed(&Command::new(verb)),
            cost = cost_key,
            named = Set((*cost).into()),
            acts = Set(first.join(", ")),
            more = acts.len().saturating_sub(MOST_ACTS),
        )
    };
    ways.iter().map(line).collect()
}

/// Acts of one verb that cost the same, with their odds.
struct Way<'a> {
    verb: &'a str,
    cost: &'a str,
    acts: Vec<(String, Option<u8>)>,
}

/// The slot that says most of an offer.
fn example(words: &Command) -> &str {
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
    let mut values = slots.into_iter().map(|slot| words.get(slot));
    values.find(|value| !matches!(*value, "" | "none")).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::super::PLAIN;
    use super::*;

    #[test]
    fn a_way_is_said_once() {
        let attack = Command::new("attack").with("target", "Wolf").with("weapon", "bow");
        let offer = |words: Command| Offer { cost: "Action".into(), ..Offer::free(words) };
        let ways = [offer(attack.clone()), offer(attack.clone().with("fp", true)), offer(attack)];
        let said = ways_of(&ways);
        assert_eq!(said.matches("Attack Wolf with bow").count(), 1, "{said}");
    }

    fn ways_of(offers: &[Offer]) -> String {
        ways(PLAIN, "fates", offers).join("\n")
    }
}
