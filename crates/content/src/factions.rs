//! The `factions` kit: items, archetypes of player characters and creatures.

use serde::Deserialize;
use serde_json::{Value, json};

use super::find_entry;
use super::tables::tables;
use engine::System as _;
use engine::core::command::Refusal;
use engine::game::set_json_field;
use engine::rules::factions::Factions;
use engine::rules::factions::sheet::{Body, CombatantTrait, Item, Pace, Remedy, Weapon};

/// An item of the kit; its name is its key.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct FactionsItemEntry {
    #[serde(default = "one")]
    hands: u8,
    weapon: Option<Weapon>,
    #[serde(default)]
    shield: u8,
    remedy: Option<Remedy>,
}

fn one() -> u8 {
    1
}

/// An archetype or a creature.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct FactionsTemplate {
    str: u8,
    agi: u8,
    wit: u8,
    health: u8,
    #[serde(default)]
    armour: u8,
    #[serde(default)]
    pace: Pace,
    #[serde(default)]
    traits: Vec<CombatantTrait>,
    /// By their names in the kit.
    #[serde(default)]
    gear: Vec<String>,
    /// Attacks that are part of the body.
    #[serde(default)]
    natural: Vec<Item>,
}

tables! { "factions" makes Body:
    items: FactionsItemEntry,
    archetypes: FactionsTemplate,
    creatures: FactionsTemplate,
}

impl KitTables {
    fn body_from_template(&self, template: &str) -> Result<Body, Refusal> {
        let [of_players, of_npcs] = Factions::DEFAULT_SIDES;
        if template.is_empty() {
            return Ok(Body { faction: of_players.into(), ..Body::default() });
        }
        let (entry, faction) = match self.archetypes.get(&super::normalize_name(template)) {
            Some(entry) => (entry, of_players),
            None => {
                let all = || self.archetypes.iter().chain(&self.creatures);
                (find_entry("creature", template, all)?, of_npcs)
            }
        };
        let mut gear = self.make_gear(entry.gear.iter().map(String::as_str))?;
        gear.extend(entry.natural.iter().map(|item| Item { is_natural: true, ..item.clone() }));
        Ok(Body {
            faction: faction.into(),
            str: entry.str,
            agi: entry.agi,
            wit: entry.wit,
            health: entry.health,
            health_max: entry.health,
            armour: entry.armour,
            pace: entry.pace,
            traits: entry.traits.clone(),
            gear,
            ..Body::default()
        })
    }

    /// Items by their names; weapons and shields are held, as long as two hands suffice.
    fn make_gear<'a>(&self, names: impl Iterator<Item = &'a str>) -> Result<Vec<Item>, Refusal> {
        let mut free: u8 = 2;
        let mut gear = Vec::new();
        for name in names {
            let mut item = self.make_item(name)?;
            item.is_held =
                (item.weapon.is_some() || item.shield_value > 0) && item.hands_needed <= free;
            if item.is_held {
                free -= item.hands_needed;
            }
            gear.push(item);
        }
        Ok(gear)
    }

    fn make_item(&self, name: &str) -> Result<Item, Refusal> {
        let FactionsItemEntry { hands, weapon, shield, remedy } =
            find_entry("item", name, || self.items.iter())?.clone();
        Ok(Item {
            hands_needed: hands,
            weapon,
            shield_value: shield,
            remedy,
            ..Item::new(&super::normalize_name(name))
        })
    }

    /// Sets one field: `side` is the faction; gear may be given by names (`gear="sword, shield"`)
    /// and one of it worn (`gear.sword=damaged`), armour by its weight (`armour=light`).
    fn set_field(&self, body: &mut Value, path: &str, text: &str) -> Result<(), Refusal> {
        let is_json = text.trim_start().starts_with(['[', '{']);
        let (path, value) = match path {
            "side" => ("faction", json!(text)),
            "gear" if !is_json => {
                let natural = body["gear"].as_array().into_iter().flatten();
                let natural = natural.filter(|item| item["natural"] == true).cloned();
                let mut gear: Vec<Value> = natural.collect();
                for item in self.make_gear(super::split_names(text))? {
                    gear.push(super::to_json(item)?);
                }
                ("gear", json!(gear))
            }
            "armour" => match super::normalize_name(text).as_str() {
                "none" => ("armour", json!(0)),
                "light" => ("armour", json!(1)),
                "medium" => ("armour", json!(2)),
                "heavy" => ("armour", json!(3)),
                _ => return set_json_field(body, path, text),
            },
            _ => return self.set_gear_field(body, path, text),
        };
        set_json_field(body, path, &value.to_string())
    }

    /// `gear.sword=damaged`, `gear.sword.held=false`.
    fn set_gear_field(&self, body: &mut Value, path: &str, text: &str) -> Result<(), Refusal> {
        let is_state = matches!(text, "intact" | "damaged" | "destroyed");
        let full = match path.strip_prefix("gear.") {
            Some(item) if is_state && !item.contains('.') => format!("{path}.state"),
            _ => path.to_string(),
        };
        set_json_field(body, &full, text)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{Fields, Kit as _, TemplateKind, make_body_from_built_in as make_of};

    fn make(from: &str, fields: &Fields) -> Result<Value, Refusal> {
        make_of("factions", from, fields)
    }

    fn names(kind: TemplateKind) -> Vec<String> {
        KIT.as_ref().unwrap().template_names(kind)
    }

    fn made(from: &str, fields: &[(&str, &str)]) -> Value {
        let fields = fields.iter().map(|(path, text)| (path.to_string(), text.to_string()));
        make(from, &fields.collect()).unwrap_or_else(|wrong| panic!("{from}: {wrong:?}"))
    }

    #[test]
    fn everything_in_the_kit_can_be_made() {
        let all: Vec<String> = names(TemplateKind::Archetype)
            .into_iter()
            .chain(names(TemplateKind::Creature))
            .collect();
        assert_eq!(all.len(), 7);
        all.iter().for_each(|name| assert_eq!(made(name, &[])["hands"], 2));
        let all = KIT.as_ref().unwrap().items.keys().cloned().collect::<Vec<_>>().join(", ");
        assert_eq!(made("wolf", &[("gear", &all)])["gear"].as_array().unwrap().len(), 15 + 1);
    }

    #[test]
    fn as_much_is_held_as_hands_can() {
        let held = |body: &Value| {
            let gear = body["gear"].as_array().unwrap().iter();
            let held = gear.filter(|item| item["held"] == true);
            held.map(|item| item["name"].as_str().unwrap().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(held(&made("hunter", &[])), ["hunting bow"]);
        assert_eq!(held(&made("bandit", &[])), ["simple hand weapon", "sling"]);
        let body = made("reaver", &[("gear", "sword, crossbow, shield")]);
        assert_eq!(held(&body), ["sword", "shield"]);
    }

    #[test]
    fn fields_are_set_by_name() {
        let fields = [("side", "Wolves"), ("armour", "heavy"), ("gear.sword", "damaged")];
        let body = made("shieldbearer", &fields);
        assert_eq!((&body["faction"], &body["armour"]), (&json!("Wolves"), &json!(3)));
        assert_eq!(body["gear"][0]["state"], "damaged");
        assert!(format!("{:?}", make("knight", &BTreeMap::new()).unwrap_err()).contains("reaver"));
    }
}
