//! What somebody may do: as the label of a button, and as half a sentence.
//!
//! The label of an act follows from its verb: the catalogue says `<system>-act-<verb>`, or
//! `act-<verb>` where several systems mean the same by it, with the slots of the verb.

use std::collections::BTreeMap;

use fluent_bundle::FluentArgs;

use super::catalogue::{
    FormattedText, Locale, ToFluentArg, VariantKey, find_sentence, non_empty, say,
    sentence_or_first_key,
};
use super::{Style, terms, uppercase_first};
use engine::core::command::{Command, Offer};
use engine::core::verbs::{Slot, SlotKind, SlotNeed};
use engine::game::Game;

/// The most verbs, and the most examples of each, that are named in a sentence.
const MOST_VERBS: usize = 6;
const MOST_EXAMPLES: usize = 3;
/// The most acts on a line.
const MOST_ACTS: usize = 3;

/// `Attack Raider with longsword · Action`. Raw text, for a button or a menu.
pub fn offer_label(locale: Locale, system: &str, offer: &Offer) -> String {
    let Offer { command: words, cost_label: cost, .. } = offer;
    let label = label_with_cost(locale, act_phrase(locale, system, words), cost);
    let slots = Game::find_act_verb(system, &words.verb).map(|verb| verb.slots).unwrap_or_default();
    let spent =
        slots.iter().filter(|slot| slot.need == SlotNeed::AddOn && words.has_slot(slot.name));
    spent.fold(label, |act, slot| {
        let rider = sentence_or_first_key(locale, &[&format!("{system}-rider-{}", slot.name)]);
        say!(locale, "offer-with", act, rider)
    })
}

/// What is likeliest, as short as a button needs it: `Attack Raider · longsword`.
pub fn likely_act_label(locale: Locale, system: &str, command: &Command) -> String {
    let slots =
        Game::find_act_verb(system, &command.verb).map(|verb| verb.slots).unwrap_or_default();
    // What is done in a way of its own says so.
    let is_plain =
        !slots.iter().any(|slot| slot.kind == SlotKind::Flag && command.has_slot(slot.name));
    let short = is_plain.then(|| act_sentence(locale, system, command, ".likely")).flatten();
    short.unwrap_or_else(|| act_phrase(locale, system, command))
}

/// What is done by a verb: `Hold an act`.
pub fn verb_label(locale: Locale, system: &str, verb: &str) -> String {
    let all = act_sentence(locale, system, &Command::new(verb), ".all");
    all.unwrap_or_else(|| uppercase_first(&terms::key_to_words(verb)))
}

/// `55 % · Brute 2 may strike`: how likely it is to come off and what it may bring on, as far as
/// its actor can know. "" where nothing of it is known.
pub fn odds_and_risks(locale: Locale, offer: &Offer) -> String {
    let odds = offer.odds_percent.map(|odds| say!(locale, "odds", odds));
    let risks = terms::risks_text(locale, &offer.risks);
    let parts = odds.into_iter().chain(Some(risks).filter(|risks| !risks.is_empty()));
    parts.collect::<Vec<_>>().join(" · ")
}

/// A label with what it costs, or brings on: `Pass · ends the round`.
pub fn label_with_cost(locale: Locale, act: String, named: &str) -> String {
    let key = named.to_lowercase();
    let cost = (!key.is_empty()).then_some(VariantKey(&key));
    say!(locale, "offer", act, cost, named)
}

/// An act in a few words, raw: `Attack Raider with longsword`.
pub fn act_phrase(locale: Locale, system: &str, command: &Command) -> String {
    let label = act_sentence(locale, system, command, "")
        .unwrap_or_else(|| terms::key_to_words(&command.verb));
    uppercase_first(&label)
}

/// What the catalogue says of an act in that system, or else in all of them.
fn act_sentence(
    locale: Locale,
    system: &str,
    command: &Command,
    attribute: &str,
) -> Option<String> {
    let slots = Game::find_act_verb(system, &command.verb)?.slots;
    let mut args = FluentArgs::new();
    for slot in slots {
        let value = non_empty(command.get(slot.name)).filter(|value| *value != "none");
        let named = value.and_then(|value| word_name(locale, system, slot, value));
        args.set(format!("{}-name", slot.name), named.to_fluent_arg(&locale));
        args.set(
            slot.name,
            match slot.kind {
                SlotKind::Flag => value.is_some().to_fluent_arg(&locale),
                _ if value.is_some_and(|value| slot.allowed_values.contains(&value)) => {
                    value.map(VariantKey).to_fluent_arg(&locale)
                }
                _ => value.to_fluent_arg(&locale),
            },
        );
    }
    let own = format!("{system}-act-{}{attribute}", command.verb);
    find_sentence(locale, &[&own, &format!("act-{}{attribute}", command.verb)], &args)
}

/// A word of the rules as it is called, where what stands in a slot has words of its own.
fn word_name(locale: Locale, system: &str, slot: &Slot, word: &str) -> Option<String> {
    let mut args = FluentArgs::new();
    args.set(slot.name, VariantKey(word).to_fluent_arg(&locale));
    args.set("named", uppercase_first(&terms::key_to_words(word)).to_fluent_arg(&locale));
    args.set("said", word.to_fluent_arg(&locale));
    let own = format!("{system}-word-{}", slot.name);
    find_sentence(locale, &[&own, &format!("word-{}", slot.name)], &args)
}

/// What is possible, by verbs with a few examples each: `attack (Raider), move (Yard, Road)`.
/// Empty when nothing is.
pub fn offers_summary(style: Style, offers: &[Offer]) -> String {
    let mut order: Vec<&str> = Vec::new();
    let mut by_verb: BTreeMap<&str, (&Command, Vec<&str>)> = BTreeMap::new();
    for offer in offers {
        let verb = offer.command.verb.as_str();
        let (_, examples) = by_verb.entry(verb).or_insert_with(|| {
            order.push(verb);
            (&offer.command, Vec::new())
        });
        let example = offer_example(&offer.command);
        if !example.is_empty() && !examples.contains(&example) {
            examples.push(example);
        }
    }
    let shown = |verb: &&str| {
        let (act, examples) = &by_verb[*verb];
        let command = style.typed_command(act);
        let first = examples.iter().take(MOST_EXAMPLES).map(|example| (style.escape_text)(example));
        let first = FormattedText(first.collect::<Vec<_>>().join(", "));
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
pub fn offers_by_cost<'a>(
    style: Style,
    system: &str,
    offers: impl IntoIterator<Item = &'a Offer>,
) -> Vec<String> {
    let style = style.for_system(system);
    let mut ways: Vec<ActsOfOneCost> = Vec::new();
    for Offer { command: words, cost_label: cost, odds_percent: odds, .. } in offers {
        let act = (style.escape_text)(&act_phrase(style.locale, system, words));
        match ways.iter_mut().find(|way| (way.verb, way.cost) == (words.verb.as_str(), cost)) {
            // Ways that differ in what is spent on them besides are one here: the first.
            Some(way) if way.acts.iter().any(|(known, _)| *known == act) => {}
            Some(way) => way.acts.push((act, *odds)),
            None => ways.push(ActsOfOneCost { verb: &words.verb, cost, acts: vec![(act, *odds)] }),
        }
    }
    let named = |(act, odds): &(String, Option<u8>)| match odds {
        Some(odds) => say!(style, "guide-odds", act = FormattedText(act.clone()), odds = *odds),
        None => act.clone(),
    };
    let line = |ActsOfOneCost { verb, cost, acts }: &ActsOfOneCost| {
        let key = cost.to_lowercase();
        let cost_key = non_empty(&key).map(VariantKey);
        let first = acts.iter().take(MOST_ACTS).map(named).collect::<Vec<_>>();
        say!(
            style,
            "guide-way",
            command = style.typed_command(&Command::new(verb)),
            cost = cost_key,
            named = FormattedText((*cost).into()),
            acts = FormattedText(first.join(", ")),
            more = acts.len().saturating_sub(MOST_ACTS),
        )
    };
    ways.iter().map(line).collect()
}

/// Acts of one verb that cost the same, with their odds.
struct ActsOfOneCost<'a> {
    verb: &'a str,
    cost: &'a str,
    acts: Vec<(String, Option<u8>)>,
}

/// The slot that says most of an offer.
fn offer_example(command: &Command) -> &str {
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
    let mut values = slots.into_iter().map(|slot| command.get(slot));
    values.find(|value| !matches!(*value, "" | "none")).unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::super::PLAIN;
    use super::*;

    #[test]
    fn a_way_is_said_once() {
        let attack = Command::new("attack").with("target", "Wolf").with("weapon", "bow");
        let offer = |words: Command| Offer { cost_label: "Action".into(), ..Offer::free(words) };
        let ways = [offer(attack.clone()), offer(attack.clone().with("fp", true)), offer(attack)];
        let said = ways_of(&ways);
        assert_eq!(said.matches("Attack Wolf with bow").count(), 1, "{said}");
    }

    fn ways_of(offers: &[Offer]) -> String {
        offers_by_cost(PLAIN, "fates", offers).join("\n")
    }
}
