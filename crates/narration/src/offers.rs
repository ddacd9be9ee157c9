//! Offers: what a combatant may do, as the label of a button and as part of a sentence.
//!
//! The label of an act follows from its verb: the catalogue has `<system>-act-<verb>`, or
//! `act-<verb>` where several systems mean the same by it. The slots of the verb are its arguments.

use fluent_bundle::FluentArgs;

use super::catalogue::{
    FluentArg, FormattedText, Locale, SideName, ToFluentArg, VariantKey, find_sentence, non_empty,
    say, sentence_or_first_key,
};
use super::kit_names::KitEntry;
use super::{Style, join_with_commas, terms, uppercase_first};
use engine::core::command::{Command, Offer};
use engine::core::verbs::{Slot, SlotKind, SlotNeed};
use engine::game::Game;

/// The most verbs that are named in a sentence.
const MAX_VERBS: usize = 6;
/// The most examples that are named of each verb.
const MAX_EXAMPLES: usize = 3;
/// The most acts that are named on a line.
const MAX_ACTS: usize = 3;

/// Returns the label of an offer for a button or a menu, as raw text: `Attack Raider with longsword
/// · Action`.
pub fn offer_label(locale: Locale, system: &str, offer: &Offer) -> String {
    let Offer { command, cost_label, .. } = offer;
    let label = label_with_cost(locale, act_phrase(locale, system, command), cost_label.as_deref());
    label_with_add_ons(locale, system, command, label)
}

/// Adds to a label what the act also uses: `Attack Raider, with luck`.
fn label_with_add_ons(
    locale: Locale,
    system: &str,
    command: &Command,
    mut label: String,
) -> String {
    for slot in act_slots(system, command) {
        if slot.need == SlotNeed::AddOn && command.has_slot(slot.name) {
            let rider = sentence_or_first_key(locale, &[&format!("{system}-rider-{}", slot.name)]);
            label = say!(locale, "offer-with", act = label, rider);
        }
    }
    label
}

/// Returns the slots of an act's verb; none for a verb that is no act of the system.
fn act_slots(system: &str, command: &Command) -> &'static [Slot] {
    Game::find_act_verb(system, &command.verb).map(|verb| verb.slots).unwrap_or_default()
}

/// Returns the shortest label of a likely act: `Attack Raider · longsword`. It also names what the
/// act uses beside: an act that spends luck is another one.
pub fn short_act_label(locale: Locale, system: &str, command: &Command) -> String {
    // An act with a flag is no plain one, so its label must name the flag.
    let has_flag = act_slots(system, command).iter().any(|slot| {
        slot.kind == SlotKind::Flag && slot.need != SlotNeed::AddOn && command.has_slot(slot.name)
    });
    let short = if has_flag {
        None
    } else {
        act_sentence_of_system_or_common(locale, system, command, ".likely")
    };
    let label = short.unwrap_or_else(|| act_phrase(locale, system, command));
    label_with_add_ons(locale, system, command, label)
}

/// Returns the label of everything that a verb does: `Hold an act`.
pub fn verb_label(locale: Locale, system: &str, verb: &str) -> String {
    let label = act_sentence_of_system_or_common(locale, system, &Command::new(verb), ".all");
    label.unwrap_or_else(|| uppercase_first(&terms::key_to_words(verb)))
}

/// Returns how likely an act is to succeed and what it may provoke, as far as its actor can know:
/// `55 % · Brute 2 may strike`. `None` where nothing is known.
pub fn odds_and_risks_text(locale: Locale, offer: &Offer) -> Option<String> {
    let odds = offer.odds_percent.map(|odds| say!(locale, "odds", odds));
    let risks = terms::risks_text(locale, &offer.risks);
    let parts: Vec<String> = odds.into_iter().chain(risks).collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

/// Adds to a label what the act costs or causes: `Pass · ends the round`.
pub fn label_with_cost(locale: Locale, act: String, cost_label: Option<&str>) -> String {
    let key = cost_label.map(str::to_lowercase);
    let cost = key.as_deref().map(VariantKey);
    say!(locale, "offer", act, cost, named = cost_label)
}

/// Returns an act in a few words, as raw text: `Attack Raider with longsword`.
pub fn act_phrase(locale: Locale, system: &str, command: &Command) -> String {
    let label = act_sentence_of_system_or_common(locale, system, command, "")
        .unwrap_or_else(|| terms::key_to_words(&command.verb));
    uppercase_first(&label)
}

/// Returns the catalogue's entry for an act, that of the system or else the common one, with the
/// act's slots as arguments. `attribute` is the part of the entry, such as `.likely`, or empty for
/// the whole. `None` if there is no such entry, or if the verb is no act of the system.
fn act_sentence_of_system_or_common(
    locale: Locale,
    system: &str,
    command: &Command,
    attribute: &str,
) -> Option<String> {
    let slots = Game::find_act_verb(system, &command.verb)?.slots;
    let mut args = FluentArgs::new();
    for slot in slots {
        let value = non_empty(command.get(slot.name)).filter(|value| *value != "none");
        let named = value.and_then(|value| word_name(locale, system, slot.name, value));
        args.set(format!("{}-name", slot.name), named.to_fluent_arg(&locale));
        args.set(slot.name, slot_arg(locale, slot, value));
    }
    let system_key = format!("{system}-act-{}{attribute}", command.verb);
    let common_key = format!("act-{}{attribute}", command.verb);
    find_sentence(locale, &[&system_key, &common_key], &args)
}

/// Returns the value of a slot as an argument of a sentence. A flag says whether it is given. A
/// word of the rules stays a key, by which the sentence chooses its words. Names of items and sides
/// are put into the reader's language; any other value stays.
fn slot_arg(locale: Locale, slot: &Slot, value: Option<&str>) -> FluentArg {
    if slot.kind == SlotKind::Flag {
        let is_given = value.is_some();
        return is_given.to_fluent_arg(&locale);
    }
    let is_word_of_rules = value.is_some_and(|value| slot.allowed_values.contains(&value));
    if is_word_of_rules {
        return value.map(VariantKey).to_fluent_arg(&locale);
    }
    if takes_item_name(slot.name) {
        return value.map(|name| KitEntry::Item.name(locale, name)).to_fluent_arg(&locale);
    }
    // A slot may take sides, combatants and zones alike. What is called like a side is one: no
    // combatant or zone has such a name.
    value.map(SideName).to_fluent_arg(&locale)
}

/// Returns whether a slot takes the name of an item, which a kit may translate.
fn takes_item_name(slot: &str) -> bool {
    matches!(slot, "item" | "weapon" | "spell" | "object" | "shield" | "with")
}

/// Returns what people read for a word of the rules that stands in a slot, such as `bare hands` for
/// `unarmed` in the slot `weapon`. `None` if the catalogue names no words of that slot, neither for
/// the system nor for all.
pub(crate) fn word_name(locale: Locale, system: &str, slot: &str, word: &str) -> Option<String> {
    let word_or_item_name =
        if takes_item_name(slot) { KitEntry::Item.name(locale, word) } else { word.to_string() };
    let capitalised_words = uppercase_first(&terms::key_to_words(word));
    let mut args = FluentArgs::new();
    // An entry selects by the word, and shows `named` or `said` for words that it does not know.
    args.set(slot, VariantKey(word).to_fluent_arg(&locale));
    args.set("named", capitalised_words.to_fluent_arg(&locale));
    args.set("said", word_or_item_name.to_fluent_arg(&locale));
    let system_key = format!("{system}-word-{slot}");
    let common_key = format!("word-{slot}");
    find_sentence(locale, &[&system_key, &common_key], &args)
}

/// Lists the possible verbs with a few examples each: `attack (Raider), move (Yard, Road)`. `None`
/// without any offers.
pub fn offers_summary(style: Style, offers: &[Offer]) -> Option<String> {
    let verbs = group_examples_by_verb(style, offers);
    if verbs.is_empty() {
        return None;
    }
    let shown_verbs = verbs.iter().take(MAX_VERBS);
    let mut parts: Vec<String> = shown_verbs.map(|verb| verb_with_examples(style, verb)).collect();
    if verbs.len() > MAX_VERBS {
        parts.push("…".into());
    }
    Some(join_with_commas(style.locale, &parts))
}

/// A verb that is offered, by its first act, with different examples of what it may be used on.
struct OfferedVerb<'a> {
    first_act: &'a Command,
    examples: Vec<String>,
}

/// Groups offers by their verbs, in the order in which the verbs are first offered.
fn group_examples_by_verb(style: Style, offers: &[Offer]) -> Vec<OfferedVerb<'_>> {
    let mut verbs: Vec<OfferedVerb<'_>> = Vec::new();
    for Offer { command, .. } in offers {
        let example = most_telling_slot_value(style, command);
        let has_example = !example.is_empty();
        match verbs.iter_mut().find(|known| known.first_act.verb == command.verb) {
            Some(known) if has_example && !known.examples.contains(&example) => {
                known.examples.push(example);
            }
            Some(_) => {}
            None => {
                let examples = if has_example { vec![example] } else { Vec::new() };
                verbs.push(OfferedVerb { first_act: command, examples });
            }
        }
    }
    verbs
}

/// Formats a verb with its first examples, and whether there are more: `attack (Raider)`.
fn verb_with_examples(style: Style, verb: &OfferedVerb<'_>) -> String {
    let command = style.typed_command(verb.first_act);
    let mut shown_examples = Vec::new();
    for example in verb.examples.iter().take(MAX_EXAMPLES) {
        // A list would read like several examples.
        shown_examples.push((style.escape_text)(&example.replace(", ", " + ")));
    }
    let examples = FormattedText(join_with_commas(style.locale, &shown_examples));
    match verb.examples.len() {
        0 => say!(style, "may-do", command),
        1..=MAX_EXAMPLES => say!(style, "may-do-such-as", command, examples),
        _ => say!(style, "may-do-and-more", command, examples),
    }
}

/// Returns one line for each verb and cost of the offers, in their order: `/attack · Action: Attack
/// Raider with bow`. A line names the first `MAX_ACTS` different acts, each with its odds where
/// known, and how many more there are.
pub fn offer_lines_by_verb_and_cost<'a>(
    style: Style,
    system: &str,
    offers: impl IntoIterator<Item = &'a Offer>,
) -> Vec<String> {
    let style = style.for_system(system);
    let groups = group_distinct_acts_by_verb_and_cost(style, system, offers);
    groups.iter().map(|group| line_of_acts(style, group)).collect()
}

/// Returns the line about acts of one verb and cost: `/attack · Action: Attack Raider with bow`.
fn line_of_acts(style: Style, group: &ActsOfOneCost<'_>) -> String {
    let ActsOfOneCost { verb, cost_label, acts } = group;
    let mut shown_acts = Vec::new();
    for OfferedAct { text, odds_percent } in acts.iter().take(MAX_ACTS) {
        shown_acts.push(match odds_percent {
            Some(odds) => say!(style, "guide-odds", act = FormattedText(text.clone()), odds),
            None => text.clone(),
        });
    }
    let cost_key = cost_label.map(str::to_lowercase);
    say!(
        style,
        "guide-way",
        command = style.typed_command(&Command::new(verb)),
        cost = cost_key.as_deref().map(VariantKey),
        named = cost_label.map(|cost_label| FormattedText(cost_label.into())),
        acts = FormattedText(join_with_commas(style.locale, &shown_acts)),
        more = acts.len().saturating_sub(MAX_ACTS),
    )
}

/// Groups the acts of offers by verb and cost, in their order. Of acts that read the same, since
/// they differ only in their add-ons, the first is listed.
fn group_distinct_acts_by_verb_and_cost<'a>(
    style: Style,
    system: &str,
    offers: impl IntoIterator<Item = &'a Offer>,
) -> Vec<ActsOfOneCost<'a>> {
    let mut groups: Vec<ActsOfOneCost> = Vec::new();
    for Offer { command, cost_label, odds_percent, .. } in offers {
        let text = (style.escape_text)(&act_phrase(style.locale, system, command));
        let act = OfferedAct { text, odds_percent: *odds_percent };
        let (verb, cost_label) = (command.verb.as_str(), cost_label.as_deref());
        match groups.iter_mut().find(|group| group.verb == verb && group.cost_label == cost_label) {
            Some(group) if group.acts.iter().any(|known| known.text == act.text) => {}
            Some(group) => group.acts.push(act),
            None => groups.push(ActsOfOneCost { verb, cost_label, acts: vec![act] }),
        }
    }
    groups
}

/// Acts of one verb that cost the same.
struct ActsOfOneCost<'a> {
    verb: &'a str,
    cost_label: Option<&'a str>,
    acts: Vec<OfferedAct>,
}

/// An act as text, and how likely it is to succeed if that is known.
struct OfferedAct {
    text: String,
    odds_percent: Option<u8>,
}

/// Returns the value of the slot that says most about an offer, as the reader calls it.
fn most_telling_slot_value(style: Style, command: &Command) -> String {
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
    let mut values = slots.into_iter().map(|slot| (slot, command.get(slot)));
    match values.find(|(_, value)| !matches!(*value, "" | "none")) {
        None => String::new(),
        // In English, what is typed is what is read.
        Some((_, value)) if style.locale == Locale::ENGLISH => value.into(),
        Some((slot, value)) if takes_item_name(slot) => KitEntry::Item.name(style.locale, value),
        Some((slot, value)) => {
            let system = style.system.unwrap_or_default();
            word_name(style.locale, system, slot, value).unwrap_or_else(|| value.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::PLAIN;
    use super::*;

    #[test]
    fn acts_differing_only_in_add_ons_are_listed_once() {
        let attack = Command::new("attack").with("target", "Wolf").with("weapon", "bow");
        let offer =
            |command: Command| Offer { cost_label: Some("Action".into()), ..Offer::free(command) };
        let offers = [offer(attack.clone()), offer(attack.clone().with("fp", true)), offer(attack)];
        let text = list_by_cost(&offers);
        assert_eq!(text.matches("Attack Wolf with bow").count(), 1, "{text}");
    }

    #[test]
    fn short_label_names_what_the_act_uses_beside() {
        let attack = Command::new("attack").with("target", "Tom").with("weapon", "great axe");
        let label = |command: &Command| short_act_label(Locale::ENGLISH, "ranks", command);
        let plain = label(&attack);
        assert_eq!(plain, "Attack Tom · great axe");
        assert_eq!(label(&attack.with("luck", true)), format!("{plain} · with luck"));
    }

    fn list_by_cost(offers: &[Offer]) -> String {
        offer_lines_by_verb_and_cost(PLAIN, "fates", offers).join("\n")
    }
}
