//! The `factions` kit: items, archetypes of player characters and creatures.

use serde::Deserialize;
use serde_json::{Value, json};

use super::creatures::{AboutLine, CreatureTags};
use super::find_entry;
use engine::System as _;
use engine::core::command::Refusal;
use engine::game::set_existing_json_field;
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
    /// Names of items in the kit.
    #[serde(default)]
    gear: Vec<String>,
    /// Attacks that are part of the body.
    #[serde(default)]
    natural: Vec<Item>,
    /// What it is and how it fights.
    about: Option<AboutLine>,
    #[serde(default)]
    tags: CreatureTags,
}

crate::kit_tables! { "../../../data/factions/" makes Body:
    items: FactionsItemEntry,
    archetypes: FactionsTemplate,
    creatures: FactionsTemplate,
}

impl KitTables {
    fn blank_body() -> Body {
        Body { faction: Factions::DEFAULT_SIDES[0].into(), ..Body::default() }
    }

    /// Makes the body of an archetype in the players' faction.
    fn archetype_body(&self, archetype: &FactionsTemplate) -> Result<Body, Refusal> {
        self.body_in_faction(archetype, Factions::DEFAULT_SIDES[0])
    }

    /// Makes the body of a creature in the NPCs' faction.
    fn creature_body(&self, _: &str, creature: &FactionsTemplate) -> Result<Body, Refusal> {
        self.body_in_faction(creature, Factions::DEFAULT_SIDES[1])
    }

    /// Makes the body of an entry, with full health. Refuses an item that the kit lacks.
    fn body_in_faction(&self, entry: &FactionsTemplate, faction: &str) -> Result<Body, Refusal> {
        let mut gear = self.make_equipped_gear(entry.gear.iter().map(String::as_str))?;
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

    /// Makes items by their names. Weapons and shields are held as long as hands are free.
    fn make_equipped_gear<'a>(
        &self,
        names: impl Iterator<Item = &'a str>,
    ) -> Result<Vec<Item>, Refusal> {
        let mut free_hands: u8 = 2;
        let mut gear = Vec::new();
        for name in names {
            let mut item = self.make_item(name)?;
            let can_be_held = item.weapon.is_some() || item.shield_value > 0;
            item.is_held = can_be_held && item.hands_needed <= free_hands;
            if item.is_held {
                free_hands -= item.hands_needed;
            }
            gear.push(item);
        }
        Ok(gear)
    }

    /// Makes an item of the kit, which nobody holds. Refuses an unknown name.
    fn make_item(&self, name: &str) -> Result<Item, Refusal> {
        let FactionsItemEntry { hands, weapon, shield, remedy } =
            find_entry("item", name, || self.items.iter())?.clone();
        Ok(Item {
            hands_needed: hands,
            weapon,
            shield_value: shield,
            remedy,
            ..Item::new(&super::to_kit_name(name))
        })
    }

    /// Sets one field. `side` sets the faction. Gear may be given by names (`gear="sword,
    /// shield"`), the state of an item by its name (`gear.sword=damaged`), armour by its weight
    /// (`armour=light`).
    fn set_field_from_text_or_names(
        &self,
        body: &mut Value,
        path: &str,
        text: &str,
    ) -> Result<(), Refusal> {
        let is_json = text.trim_start().starts_with(['[', '{']);
        let (path, value) = match path {
            "side" => ("faction", json!(text)),
            "gear" if !is_json => {
                let old_gear = body["gear"].as_array().into_iter().flatten();
                let mut gear: Vec<Value> =
                    old_gear.filter(|item| item["natural"] == true).cloned().collect();
                for item in self.make_equipped_gear(super::split_names(text))? {
                    gear.push(super::to_json(item)?);
                }
                ("gear", json!(gear))
            }
            "armour" => match super::to_kit_name(text).as_str() {
                "none" => ("armour", json!(0)),
                "light" => ("armour", json!(1)),
                "medium" => ("armour", json!(2)),
                "heavy" => ("armour", json!(3)),
                _ => return set_existing_json_field(body, path, text),
            },
            _ => return self.set_field_with_short_gear_state(body, path, text),
        };
        set_existing_json_field(body, path, &value.to_string())
    }

    /// Sets a field that may be part of an item: `gear.sword=damaged`, `gear.sword.held=false`.
    fn set_field_with_short_gear_state(
        &self,
        body: &mut Value,
        path: &str,
        text: &str,
    ) -> Result<(), Refusal> {
        let is_state = matches!(text, "intact" | "damaged" | "destroyed");
        let full_path = match path.strip_prefix("gear.") {
            Some(item) if is_state && !item.contains('.') => format!("{path}.state"),
            _ => path.to_string(),
        };
        set_existing_json_field(body, &full_path, text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::refusal_text;

    fn make(template: &str, fields: &[(&str, &str)]) -> Value {
        crate::tests::make("factions", template, fields)
    }

    #[test]
    fn every_item_of_the_kit_can_be_carried() {
        let items = &KIT.as_ref().unwrap().items;
        let item_names = items.keys().cloned().collect::<Vec<_>>().join(", ");
        assert_eq!(
            make("wolf", &[("gear", &item_names)])["gear"].as_array().unwrap().len(),
            items.len() + 1
        );
    }

    #[test]
    fn gear_is_held_while_hands_are_free() {
        let held = |body: &Value| {
            let gear = body["gear"].as_array().unwrap().iter();
            let held = gear.filter(|item| item["held"] == true);
            held.map(|item| item["name"].as_str().unwrap().to_string()).collect::<Vec<_>>()
        };
        assert_eq!(held(&make("hunter", &[])), ["hunting bow"]);
        assert_eq!(held(&make("bandit", &[])), ["simple hand weapon", "sling"]);
        let body = make("reaver", &[("gear", "sword, crossbow, shield")]);
        assert_eq!(held(&body), ["sword", "shield"]);
    }

    #[test]
    fn fields_are_set_by_name() {
        let fields = [("side", "Wolves"), ("armour", "heavy"), ("gear.sword", "damaged")];
        let body = make("shieldbearer", &fields);
        assert_eq!((&body["faction"], &body["armour"]), (&json!("Wolves"), &json!(3)));
        assert_eq!(body["gear"][0]["state"], "damaged");
        assert!(refusal_text("factions", "reavr", &[]).contains("reaver"));
    }
}
