//! Turns keys of views into words. An unknown key is shown as it is, with spaces for its hyphens.
//!
//! All functions return raw text, as labels do.

use super::catalogue::{FormattedText, Locale, SideName, TextContext, VariantKey, say};
use super::kit_names::KitEntry;
use super::newcomers::collapse_numbered_names;
use super::{join_with_commas, offers, uppercase_first};
use engine::core::command::Risk;
use engine::visibility::facts::{Fact, FactValue};
use engine::visibility::view::{Camp, FightView, MemberView, TurnStatus, VisibleWounds, ZoneView};

/// Returns a bar with the numbers (`▰▰▰▱ 7/10`) or with the word for how hurt a combatant looks
/// (`▰▱▱▱ badly hurt`), and the bar alone for those who look unhurt. `None` where nothing is known.
pub fn health_bar_with_text(locale: Locale, wounds: &VisibleWounds) -> Option<String> {
    let filled = wounds.remaining_quarters().map(usize::from);
    let bar = filled.map(|filled| format!("{}{}", "▰".repeat(filled), "▱".repeat(4 - filled)));
    let said = match wounds {
        VisibleWounds::Exact { current, max } => Some(format!("{current}/{max}")),
        VisibleWounds::Word(_) if wounds.has_no_known_wounds() => None,
        VisibleWounds::Word(_) | VisibleWounds::Unknown => known_wounds_text(locale, "", wounds),
    };
    let parts: Vec<String> = bar.into_iter().chain(said).collect();
    (!parts.is_empty()).then(|| parts.join(" "))
}

/// Returns `7/10 HP`, by the system's name for it, or the word for how hurt a combatant looks;
/// `None` where that is not known.
pub fn known_wounds_text(locale: Locale, system: &str, wounds: &VisibleWounds) -> Option<String> {
    match wounds {
        VisibleWounds::Exact { current: now, max } => {
            Some(say!(locale, "wounds-exact", now, max, system = VariantKey(system)))
        }
        VisibleWounds::Word(key) => {
            Some(say!(locale, "wounds", wound = VariantKey(key), named = key_to_words(key)))
        }
        VisibleWounds::Unknown => None,
    }
}

/// Words for somebody who is out of the fight. A word of [`EXACT_ENDS`] says more.
const GENERAL_ENDS: [&str; 4] = ["down", "out", "incapacitated", "out-of-action"];

/// Conditions that say what became of somebody who is out of the fight.
const EXACT_ENDS: [&str; 6] =
    ["dead", "dying", "lost", "out-damage", "out-fatigue", "out-composure"];

/// Returns the keys of a combatant's conditions, without those that another one implies: whoever is
/// dead is not called down as well.
pub fn distinct_conditions(member: &MemberView) -> impl Iterator<Item = &str> {
    let keys = || member.conditions.iter().map(String::as_str);
    let has_exact_end = keys().any(|key| EXACT_ENDS.contains(&without_end(key)));
    keys().filter(move |key| !has_exact_end || !GENERAL_ENDS.contains(&without_end(key)))
}

/// Returns the key of a condition without the time when it ends.
fn without_end(key: &str) -> &str {
    key.split(':').next().unwrap_or_default()
}

/// Returns the words for a combatant's wounds and the keys of its conditions. Nothing is said
/// twice: neither a condition that the word for the wounds says, nor the word for the wounds of
/// somebody of whom a condition says more.
pub fn distinct_wounds_text_and_condition_keys<'a>(
    locale: Locale,
    system: &str,
    member: &'a MemberView,
) -> (Option<String>, Vec<&'a str>) {
    let wounds = known_wounds_text(locale, system, &member.wounds);
    let is_said = |key: &&str| {
        let condition = condition_name(locale, key).to_lowercase();
        wounds.as_ref().is_some_and(|word| word.to_lowercase() == condition)
    };
    let conditions: Vec<&str> = distinct_conditions(member).filter(|key| !is_said(key)).collect();
    let is_implied = match &member.wounds {
        VisibleWounds::Word(_) => conditions.iter().any(|key| {
            let key = without_end(key);
            EXACT_ENDS.contains(&key) || GENERAL_ENDS.contains(&key)
        }),
        VisibleWounds::Exact { .. } | VisibleWounds::Unknown => false,
    };
    (wounds.filter(|_| !is_implied), conditions)
}

/// Returns the name of a condition as its rules spell it.
pub fn condition_name(locale: Locale, key: &str) -> String {
    let key = without_end(key);
    say!(
        locale,
        "condition",
        condition = VariantKey(key),
        named = uppercase_first(&key_to_words(key))
    )
}

/// Returns a condition and when it ends (see [`MemberView::conditions`]).
///
/// [`MemberView::conditions`]: engine::visibility::view::MemberView::conditions
pub fn condition_with_end(locale: Locale, key: &str) -> String {
    let condition = condition_name(locale, key);
    let mut parts = key.split(':').skip(1);
    let Some(ends) = parts.next() else { return condition };
    let count = parts.next().and_then(|count| count.parse().ok()).unwrap_or(0u16);
    say!(locale, "condition-ends", condition, ends = VariantKey(ends), count)
}

/// Returns a condition, and when it ends if that is soon.
pub fn condition_with_near_end(locale: Locale, key: &str) -> String {
    let condition = condition_name(locale, key);
    let mut parts = key.split(':').skip(1);
    let Some(ends @ ("next-turn" | "this-turn" | "round")) = parts.next() else { return condition };
    let count = parts.next().and_then(|count| count.parse().ok()).unwrap_or(0u16);
    say!(locale, "condition-ends-soon", condition, ends = VariantKey(ends), count)
}

/// Returns the name of a zone, with its marks where zones are stretches of a line: `Yard 20–35`.
pub fn zone_label(locale: Locale, zone: &ZoneView) -> String {
    let (from, to) = zone.span_feet.unzip();
    say!(locale, "zone-named", zone = zone.name, from, to)
}

/// Returns a name with the mark where its bearer is: `Ann 25`.
pub fn name_with_position(locale: Locale, name: &str, feet: Option<u16>) -> String {
    let is_numbered = name.ends_with(|letter: char| letter.is_ascii_digit());
    say!(locale, "placed", name, feet, is_numbered)
}

/// Returns the short name of an attribute or ability: `STR`.
pub fn attribute_abbreviation(locale: Locale, key: &str) -> String {
    say!(locale, "attribute", attribute = VariantKey(key), named = key.to_uppercase())
}

/// Returns the name of an action: `Strike`.
pub fn action_name(locale: Locale, key: &str) -> String {
    say!(locale, "action", action = VariantKey(key), named = uppercase_first(key))
}

/// Returns the name of a skill: `Firearms`.
pub fn skill_name(locale: Locale, key: &str) -> String {
    say!(locale, "skill", skill = VariantKey(key), named = uppercase_first(&key_to_words(key)))
}

/// Returns the name of a weapon; `unarmed` is called bare hands.
pub fn weapon_name(locale: Locale, name: &str) -> String {
    match name {
        "unarmed" => say!(locale, "bare-hands"),
        _ => KitEntry::Item.name(locale, name),
    }
}

/// Returns the name of what changes a roll.
pub fn roll_cause_name(locale: Locale, key: &str) -> String {
    // A sentence that does not know the key shows `named`, so the last one that knows it counts.
    let named = uppercase_first(&key_to_words(key));
    let named = say!(locale, "skill", skill = VariantKey(key), named);
    let named = say!(locale, "attribute", attribute = VariantKey(key), named);
    let named = say!(locale, "condition", condition = VariantKey(key), named);
    say!(locale, "roll-cause", cause = VariantKey(key), named)
}

/// Returns the name of a side or block; a faction's is as the GM wrote it.
pub fn group_name(locale: Locale, key: &str) -> String {
    say!(locale, "group", group = VariantKey(key), named = uppercase_first(key))
}

/// Returns the name of a side or block within a sentence, after its article.
pub fn team_name(locale: Locale, key: &str) -> String {
    say!(locale, "team", team = VariantKey(key), named = key)
}

/// Returns the name of a member's side where readers cannot guess it: during set-up, if its camp
/// does not fit who plays it, or if its camp has several sides. Otherwise returns `None`.
pub fn side_name_unless_obvious(
    locale: Locale,
    view: &FightView,
    member: &MemberView,
) -> Option<String> {
    let is_usual = match member.camp {
        Camp::Players => member.user.is_some(),
        Camp::Foes => member.user.is_none(),
        Camp::Others => false,
    };
    let has_other_side =
        |other: &MemberView| other.camp == member.camp && other.side != member.side;
    let is_set_up = !view.is_running && view.outcome.is_none();
    let is_shown = is_set_up || !is_usual || view.members().any(has_other_side);
    (is_shown && !member.side.is_empty()).then(|| group_name(locale, &member.side))
}

/// Returns the announcement that a side or block may act.
pub fn acting_group_text(locale: Locale, key: &str) -> String {
    say!(locale, "acting-group", group = VariantKey(key), named = group_name(locale, key))
}

/// Returns the value of a fact in words. A word of the rules is told by the sentence of its fact.
fn fact_value_text(locale: Locale, value: &FactValue) -> String {
    match value {
        FactValue::Text(text) => with_real_minus(text),
        FactValue::Word(key) => key_to_words(key),
        FactValue::Items(names) => {
            let names = names.iter().map(|name| KitEntry::Item.name(locale, name));
            join_with_commas(locale, &names.collect::<Vec<_>>())
        }
        FactValue::Attribute(key) => attribute_abbreviation(locale, key),
        FactValue::Skill(key) => skill_name(locale, key),
        FactValue::Action(key) => action_name(locale, key),
        FactValue::Side(key) => team_name(locale, key),
        FactValue::Act { system, command } => offers::act_phrase(locale, system, command),
    }
}

/// Returns the words of what belongs to the value of a fact, and its key if it is one of the rules.
fn fact_detail(locale: Locale, fact: &Fact) -> (Option<String>, Option<VariantKey<'_>>) {
    let detail = fact.detail.as_ref();
    let state = detail.and_then(FactValue::as_rules_key).map(VariantKey);
    (detail.map(|detail| fact_value_text(locale, detail)), state)
}

/// Returns a fact about a zone as a text: `cover`, `no sight to Yard`.
pub fn zone_fact_text(locale: Locale, fact: &Fact) -> String {
    let (detail, state) = fact_detail(locale, fact);
    let side = fact.value.as_rules_key().map(VariantKey);
    let value = fact_value_text(locale, &fact.value);
    let (fact, named) = (VariantKey(&fact.key), key_to_words(&fact.key));
    say!(locale, "zone-fact", fact, side, value, detail, state, named)
}

/// Returns what a fact of a zone says of the border to another zone, for a picture.
pub fn border_text(locale: Locale, fact: &Fact) -> String {
    let (detail, state) = fact_detail(locale, fact);
    let value = fact_value_text(locale, &fact.value);
    say!(locale, "picture-border", fact = VariantKey(&fact.key), value, detail, state)
}

/// Returns a fact about a combatant as a text: `Armour 2`.
pub fn combatant_fact_text(locale: Locale, fact: &Fact) -> String {
    let (detail, state) = fact_detail(locale, fact);
    let value = fact_value_text(locale, &fact.value);
    let word = || fact.value.as_rules_key().map(VariantKey);
    let (word, reaction) = (word(), word());
    let (fact, named) = (VariantKey(&fact.key), uppercase_first(&key_to_words(&fact.key)));
    say!(locale, "body-fact", fact, word, reaction, value, detail, state, named)
}

/// Returns the name of a field of a sheet: as the field's own, else as that of a condition, an
/// attribute, a skill or an action, else the words of its key.
pub fn sheet_field_name(locale: Locale, key: &str) -> String {
    // A sentence that does not know the key shows `named`, so the last one that knows it counts.
    let named = uppercase_first(&key_to_words(key));
    let named = say!(locale, "action", action = VariantKey(key), named);
    let named = say!(locale, "skill", skill = VariantKey(key), named);
    let named = say!(locale, "attribute", attribute = VariantKey(key), named);
    let named = say!(locale, "condition", condition = VariantKey(key), named);
    say!(locale, "sheet-field", field = VariantKey(key), named)
}

/// Returns what is true of a combatant by a word on its sheet: `Attitude: wary`.
pub fn trait_text(locale: Locale, word: &str) -> String {
    let named = uppercase_first(&key_to_words(word));
    say!(locale, "sheet-trait", word = VariantKey(word), named)
}

/// Returns the name of a sheet field by its path: `hands.small_shield.marks` is `Hands, small
/// shield, marks`.
pub fn sheet_path_name(locale: Locale, path: &str) -> String {
    let (field, inner_path) = path.split_once('.').unwrap_or((path, ""));
    let mut names = vec![sheet_field_name(locale, field)];
    for step in inner_path.split('.') {
        if !step.is_empty() {
            names.push(name_of_path_step(locale, field, step));
        }
    }
    join_with_commas(locale, &names)
}

/// Returns the name of a step of a path inside a sheet field: an item, an action (in the field
/// `actions`), or a field.
fn name_of_path_step(locale: Locale, field: &str, step: &str) -> String {
    let words = key_to_words(step);
    if locale == Locale::ENGLISH {
        return words;
    }
    match KitEntry::Item.translate(locale, &words) {
        Some(item) => item,
        None if field == "actions" => action_name(locale, step),
        None => sheet_field_name(locale, step),
    }
}

/// Returns a negative number with a real minus: `−1` for `-1`. Other texts stay as they are.
pub fn with_real_minus(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(number) if number.starts_with(|digit: char| digit.is_ascii_digit()) => {
            format!("−{number}")
        }
        _ => text.into(),
    }
}

/// Returns the value of a sheet field in words: the name of a side, an item or a condition, or one
/// of the words for when to ask.
pub fn sheet_value_text(locale: Locale, field: &str, value: &str) -> String {
    let words = key_to_words(value);
    if locale == Locale::ENGLISH {
        return words;
    }
    if matches!(field, "side" | "faction") {
        return SideName(value).in_language(locale);
    }
    if matches!(value, "ask" | "always" | "never") {
        return say!(locale, "word", word = VariantKey(value), value);
    }
    match KitEntry::Item.translate(locale, &words) {
        Some(item) => item,
        None => {
            let named = say!(locale, "condition", condition = VariantKey(value), named = words);
            say!(locale, "field-value", value = VariantKey(value), named)
        }
    }
}

/// Returns a setting and its value. The value may be users' text.
pub fn setting_text<S: TextContext>(context: S, key: &str, value: &str) -> String {
    let (setting, named, text) =
        (VariantKey(key), uppercase_first(&key_to_words(key)), key_to_words(value));
    say!(context, "setting-told", setting, named, value = VariantKey(value), text)
}

/// Returns the name of a setting.
pub fn setting_name(locale: Locale, key: &str) -> String {
    let named = uppercase_first(&key_to_words(key));
    say!(locale, "setting-name", setting = VariantKey(key), named)
}

/// Returns the value of a setting as it follows "is now": `left to the player`.
pub fn setting_value_text(locale: Locale, setting: &str, value: &str) -> String {
    let (setting, text) = (VariantKey(setting), key_to_words(value));
    say!(locale, "setting-value", setting, value = VariantKey(value), text)
}

/// Returns a setting that is on or off: `NPC gear wears out: off`.
pub fn on_off_setting_text(locale: Locale, key: &str, is_on: bool) -> String {
    say!(
        locale,
        "setting-switch",
        setting = VariantKey(key),
        named = uppercase_first(&key_to_words(key)),
        is_on
    )
}

/// Returns a fact about the fight as a whole as a text: `First side: the party`.
pub fn fight_fact_text(locale: Locale, fact: &Fact) -> String {
    let (detail, _) = fact_detail(locale, fact);
    let value = fact_value_text(locale, &fact.value);
    let word = fact.value.as_rules_key().map(VariantKey);
    let group = group_name(locale, fact.value.as_rules_key().unwrap_or(&value));
    let (fact, named) = (VariantKey(&fact.key), uppercase_first(&key_to_words(&fact.key)));
    say!(locale, "fight-fact", fact, word, group, value, detail, named)
}

/// Returns what is left of a turn: `Move, Action left`; `None` for a member without a budget.
pub fn budget_text(locale: Locale, budget: &[Fact]) -> Option<String> {
    let is_left = |fact: &&Fact| !matches!(fact.value.as_rules_key(), Some("spent" | "barred"));
    let part_text = |fact: &Fact| {
        let left = fact.value.as_rules_key().map(VariantKey);
        let value = fact_value_text(locale, &fact.value);
        let (detail, _) = fact_detail(locale, fact);
        let (what, named) = (VariantKey(&fact.key), uppercase_first(&key_to_words(&fact.key)));
        say!(locale, "budget", what, left, value, detail, named)
    };
    let parts_left: Vec<String> = budget.iter().filter(is_left).map(part_text).collect();
    let named = (!parts_left.is_empty()).then(|| join_with_commas(locale, &parts_left));
    (!budget.is_empty()).then(|| say!(locale, "budget-left", named))
}

/// Returns the mark that shows a combatant's turn status in the order.
pub fn turn_mark_text(locale: Locale, mark: TurnStatus) -> String {
    let key = match mark {
        TurnStatus::Acting => "acting",
        TurnStatus::Ready => "ready",
        TurnStatus::Spent => "spent",
        TurnStatus::Out => "out",
    };
    say!(locale, "mark", mark = VariantKey(key))
}

/// Returns how a fight ended.
pub fn outcome_text(locale: Locale, key: &str) -> String {
    say!(locale, "outcome", outcome = VariantKey(key), named = team_name(locale, key))
}

/// Returns the name of a rule system.
pub fn system_name(locale: Locale, key: &str) -> String {
    say!(locale, "system", system = VariantKey(key), named = uppercase_first(key))
}

pub fn key_to_words(key: &str) -> String {
    key.replace(['-', '_'], " ")
}

/// Returns what an act may provoke: `Brute 1 to 3, Wolf may strike`. `None` where nothing is known.
pub fn risks_text(locale: Locale, risks: &[Risk]) -> Option<String> {
    let risk_text = |risk: &Risk| {
        let actors = collapse_numbered_names(locale, &risk.actors);
        let names = (!actors.is_empty()).then(|| FormattedText(join_with_commas(locale, &actors)));
        say!(locale, "risk", risk = VariantKey(&risk.key), names)
    };
    let texts: Vec<String> = risks.iter().map(risk_text).collect();
    (!texts.is_empty()).then(|| texts.join(" · "))
}
