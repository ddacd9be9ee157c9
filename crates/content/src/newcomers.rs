//! What the forms of new combatants ask, and what becomes of what was filled in.
//!
//! The body of a system declares which fields these are ([`AskedField`]), so a new system has its
//! forms.

use serde_json::{Map, Value};

use super::form_fields::format_field;
use super::{Fields, Kit, with_outer_place};
use engine::core::body_fields::{AskedAs, AskedField};
use engine::core::command::Refusal;
use engine::game::Game;

/// Whose form it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewcomerKind {
    Npc,
    Character,
}

impl NewcomerKind {
    /// Returns how the form asks for a field; `None` if it does not.
    fn asks_for(self, field: &AskedField) -> Option<AskedAs> {
        match self {
            Self::Npc => field.of_npc,
            Self::Character => field.of_character,
        }
    }
}

/// A field with what a form shows of it, or with what was filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedValue {
    pub field: &'static AskedField,
    pub content: AskedContent,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AskedContent {
    /// A number or a dice code.
    Number(String),
    /// Parts of the field with their numbers.
    Counts(Vec<(String, String)>),
    /// Names of items.
    Gear(Vec<String>),
    /// The chosen keys.
    Choice(Vec<String>),
    Flag(bool),
}

/// Returns the fields of a body for which a form asks, in the order of the body. Of counts it has
/// those that are not zero.
pub fn list_form_fields_with_values(
    system: &str,
    kind: NewcomerKind,
    body: &Value,
) -> Vec<AskedValue> {
    let to_value = |field: &'static AskedField| {
        let value = &body[field.key];
        let content = match kind.asks_for(field)? {
            AskedAs::Number => AskedContent::Number(format_field(value)),
            AskedAs::Counts => AskedContent::Counts(list_nonzero_counts(value)),
            AskedAs::Gear => AskedContent::Gear(list_item_or_word_names(value)),
            AskedAs::Choice => AskedContent::Choice(list_item_or_word_names(value)),
            AskedAs::Flag => AskedContent::Flag(*value == Value::Bool(true)),
        };
        Some(AskedValue { field, content })
    };
    Game::asked_fields(system).iter().filter_map(to_value).collect()
}

/// Returns the parts of a field whose number is not zero.
fn list_nonzero_counts(value: &Value) -> Vec<(String, String)> {
    let parts = value.as_object().into_iter().flatten();
    let present = parts.filter(|(_, count)| !count.is_null() && count.as_i64() != Some(0));
    present.map(|(part, count)| (part.clone(), format_field(count))).collect()
}

/// Returns the names of the items or the words of a field.
fn list_item_or_word_names(value: &Value) -> Vec<String> {
    match value {
        Value::Array(list) => list.iter().map(format_field).collect(),
        Value::Null => Vec::new(),
        single => vec![format_field(single)],
    }
}

/// Returns the fields that make the body of a template into what was filled in. Values that the
/// template has already are left out. A maximum (`hp_max`) also sets the field without `_max`.
///
/// # Errors
/// Refuses an item that the kit lacks, a part that a field does not have, and two keys where one
/// is chosen. Numbers are checked when the body is made.
pub fn fields_for_asked_values(
    kit: &dyn Kit,
    system: &str,
    kind: NewcomerKind,
    template: &str,
    values: &[AskedValue],
) -> Result<Fields, Refusal> {
    let body = kit.make_body(template, &Fields::new())?;
    let current = list_form_fields_with_values(system, kind, &body);
    let mut fields = Fields::new();
    for value in values.iter().filter(|value| !current.contains(value)) {
        let key = value.field.key;
        let text = match &value.content {
            AskedContent::Number(number) => Some(number.clone()),
            AskedContent::Counts(counts) => {
                Some(json_with_changed_counts(&body[key], key, counts)?)
            }
            AskedContent::Gear(names) => {
                Some(format_gear_as_names_or_items(kit, template, &body, key, names)?)
            }
            AskedContent::Choice(chosen) => {
                format_chosen_keys_unless_nothing_changes(&body[key], key, chosen)?
            }
            AskedContent::Flag(is_set) => Some(is_set.to_string()),
        };
        let Some(text) = text else { continue };
        // Whoever is new is unhurt, so `hp_max` also sets `hp`.
        if let Some(current_key) = key.strip_suffix("_max")
            && body.get(current_key).is_some()
        {
            fields.insert(current_key.into(), text.clone());
        }
        fields.insert(key.into(), text);
    }
    Ok(fields)
}

/// Returns counts with some of them changed, as JSON. Refuses a part that the field does not have;
/// a count that is no number is kept as text.
fn json_with_changed_counts(
    current: &Value,
    key: &str,
    counts: &[(String, String)],
) -> Result<String, Refusal> {
    let mut changed: Map<String, Value> = current.as_object().cloned().unwrap_or_default();
    for (part, count) in counts {
        if !changed.contains_key(part) {
            let known: Vec<&str> = changed.keys().map(String::as_str).collect();
            let refusal = Refusal::bad_setup("", "no-field").with("slot", part);
            return Err(with_outer_place(refusal.with("names", known.join(", ")), key));
        }
        let number = count.parse::<i64>().map_or_else(|_| count.as_str().into(), Value::from);
        changed.insert(part.clone(), number);
    }
    Ok(Value::Object(changed).to_string())
}

/// Returns the list of keys that was chosen, as JSON, or the single key, or `null` for none.
/// `None`, so that nothing changes, where no key is chosen for a field that must have one. Refuses
/// two keys for a field that takes one.
fn format_chosen_keys_unless_nothing_changes(
    current: &Value,
    key: &str,
    chosen: &[String],
) -> Result<Option<String>, Refusal> {
    match (current, chosen) {
        (Value::Array(_), _) => Ok(Some(Value::from(chosen.to_vec()).to_string())),
        (Value::String(_), []) => Ok(None),
        (_, []) => Ok(Some("null".into())),
        (_, [only]) => Ok(Some(only.clone())),
        (_, [first, second, ..]) => Err(Refusal::bad_setup("", "two-choices")
            .with("slot", key)
            .with("first", first)
            .with("second", second)),
    }
}

/// Returns the gear of these names: as names where the kit itself puts the same gear together, else
/// item by item. What belongs to the creature alone, such as fangs, is kept if it is named.
fn format_gear_as_names_or_items(
    kit: &dyn Kit,
    template: &str,
    body: &Value,
    key: &str,
    names: &[String],
) -> Result<String, Refusal> {
    let Some(current_items) = body[key].as_array() else {
        return Ok(names.first().cloned().unwrap_or_else(|| "none".into()));
    };
    let has_name = |item: &Value, name: &str| format_field(item).eq_ignore_ascii_case(name);
    let find_own_item = |name: &str| {
        let is_in_kit = kit.item_value(name).is_ok();
        let mut items = current_items.iter();
        if is_in_kit { None } else { items.find(|item| has_name(item, name)) }
    };
    let mut kit_names: Vec<&str> = Vec::new();
    for name in names {
        if find_own_item(name).is_none() {
            kit_names.push(name);
        }
    }
    let text = if kit_names.is_empty() { "none".to_string() } else { kit_names.join(", ") };
    let body_with_kit_items = kit
        .make_body(template, &Fields::from([(key.to_string(), text.clone())]))
        .map_err(|refusal| with_outer_place(refusal, key))?;
    let mut kit_items: Vec<Value> =
        body_with_kit_items[key].as_array().cloned().unwrap_or_default();
    let made_names = sorted_in_lower_case(kit_items.iter().map(format_field));
    if made_names == sorted_in_lower_case(names.iter().cloned()) {
        return Ok(text);
    }
    let mut gear = Vec::new();
    for name in names {
        match kit_items.iter().position(|item| has_name(item, name)) {
            Some(position) => gear.push(kit_items.remove(position)),
            None => gear.extend(find_own_item(name).cloned()),
        }
    }
    Ok(Value::from(gear).to_string())
}

/// Returns names in the form in which two lists of the same names are equal.
fn sorted_in_lower_case(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut sorted: Vec<String> = names.map(|name| name.to_lowercase()).collect();
    sorted.sort();
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{TemplateKind, built_in_kit};
    use engine::game::SYSTEM_KEYS;

    fn change(
        system: &str,
        kind: NewcomerKind,
        template: &str,
        key: &str,
        content: AskedContent,
    ) -> Result<Value, Refusal> {
        let kit = built_in_kit(system).unwrap();
        let field = Game::asked_fields(system).iter().find(|field| field.key == key).unwrap();
        let values = [AskedValue { field, content }];
        let fields = fields_for_asked_values(&*kit, system, kind, template, &values)?;
        kit.make_body(template, &fields)
    }

    fn names(names: &[&str]) -> AskedContent {
        AskedContent::Gear(names.iter().map(ToString::to_string).collect())
    }

    /// A form that is sent as it was opened changes nothing.
    #[test]
    fn shown_values_change_nothing() {
        for system in SYSTEM_KEYS {
            let kit = built_in_kit(system).unwrap();
            for (kind, templates) in [
                (NewcomerKind::Npc, kit.template_names(TemplateKind::Creature)),
                (NewcomerKind::Character, kit.template_names(TemplateKind::Archetype)),
            ] {
                for template in templates {
                    let body = kit.make_body(&template, &Fields::new()).unwrap();
                    let shown = list_form_fields_with_values(system, kind, &body);
                    assert!(shown.len() >= 5, "{system} {template}");
                    let fields = fields_for_asked_values(&*kit, system, kind, &template, &shown);
                    assert_eq!(fields, Ok(Fields::new()), "{system} {template}");
                }
            }
        }
    }

    /// Each key that a form offers is one that the body takes.
    #[test]
    fn every_choice_is_taken() {
        for system in SYSTEM_KEYS {
            let kit = built_in_kit(system).unwrap();
            let template = &kit.template_names(TemplateKind::Creature)[0];
            let chosen = Game::asked_fields(system).iter().filter(|field| {
                [field.of_npc, field.of_character].contains(&Some(AskedAs::Choice))
            });
            for field in chosen {
                assert!(!field.choices.is_empty(), "{system} {}", field.key);
                for key in field.choices {
                    let content = AskedContent::Choice(vec![key.to_string()]);
                    let body = change(system, NewcomerKind::Npc, template, field.key, content);
                    let body = body.unwrap_or_else(|refusal| panic!("{system}: {refusal:?}"));
                    assert_eq!(
                        list_item_or_word_names(&body[field.key]),
                        [*key],
                        "{system} {}",
                        field.key
                    );
                }
            }
        }
    }

    #[test]
    fn highest_number_is_also_the_present_one() {
        let content = AskedContent::Number("17".into());
        let body = change("dr12", NewcomerKind::Npc, "raider", "hp_max", content).unwrap();
        assert_eq!((&body["hp"], &body["hp_max"]), (&17.into(), &17.into()));
    }

    #[test]
    fn gear_keeps_what_only_the_creature_has_if_it_is_named() {
        let gear = |template: &str, wanted: &[&str]| {
            let body = change("cards", NewcomerKind::Npc, template, "gear", names(wanted));
            list_item_or_word_names(&body.unwrap()["gear"])
        };
        let natural = list_item_or_word_names(
            &built_in_kit("cards").unwrap().make_body("wolf", &Fields::new()).unwrap()["gear"],
        );
        let fangs = natural[0].as_str();
        assert_eq!(gear("wolf", &[fangs, "knife"]), [fangs, "knife"]);
        assert_eq!(gear("wolf", &["knife"]), ["knife"]);
        let attacks = |wanted: &[&str]| {
            let body = change("dr12", NewcomerKind::Npc, "raider", "attacks", names(wanted));
            body.map(|body| list_item_or_word_names(&body["attacks"]))
        };
        assert_eq!(attacks(&["bow", "shortsword"]).unwrap(), ["bow", "shortsword"]);
        let refusal = attacks(&["halberd"]).unwrap_err();
        assert_eq!(
            (&*refusal.details["value"], &*refusal.details["within"]),
            ("halberd", "attacks")
        );
    }

    #[test]
    fn counts_that_are_not_named_stay() {
        let content = AskedContent::Counts(vec![("strike".into(), "9".into())]);
        let body = change("cards", NewcomerKind::Npc, "wolf", "pools", content).unwrap();
        let before = built_in_kit("cards").unwrap().make_body("wolf", &Fields::new()).unwrap();
        assert_eq!(body["pools"]["strike"], 9);
        assert_eq!(body["pools"]["endure"], before["pools"]["endure"]);
        let content = AskedContent::Counts(vec![("dance".into(), "9".into())]);
        let refusal = change("cards", NewcomerKind::Npc, "wolf", "pools", content).unwrap_err();
        assert!(refusal.details["names"].contains("strike"), "{refusal:?}");
    }

    #[test]
    fn of_two_keys_where_one_is_chosen_both_are_named() {
        let content = AskedContent::Choice(vec!["wary".into(), "kind".into()]);
        let refusal = change("dr12", NewcomerKind::Npc, "raider", "attitude", content).unwrap_err();
        assert_eq!((&*refusal.details["first"], &*refusal.details["second"]), ("wary", "kind"));
    }
}
