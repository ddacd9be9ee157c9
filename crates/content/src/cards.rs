//! The `cards` kit: items and spells, armour, archetypes of player characters and NPCs.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::creatures::{AboutLine, CreatureTags};
use super::{find_entry, split_names, to_json, to_kit_name};
use engine::core::command::Refusal;
use engine::game::set_existing_json_field;
use engine::rules::cards::sheet::{
    Action, ActionDice, Armour, Body, CombatantTrait, HarmTrack, Item, Weapon,
};

/// The hands of a combatant, in which gear is held.
const HANDS: u8 = 2;

/// An item or a spell of the kit; its name is its key.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct CardsItemEntry {
    #[serde(default = "one")]
    hands: u8,
    #[serde(default)]
    natural: bool,
    weapon: Option<Weapon>,
    parry_bonus: Option<u8>,
    #[serde(default)]
    antidote: bool,
}

fn one() -> u8 {
    1
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmourEntry {
    dice: u8,
    #[serde(default)]
    finesse_penalty: u8,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct CardsArchetype {
    strength: u8,
    dexterity: u8,
    intuition: u8,
    reason: u8,
    presence: u8,
    #[serde(default)]
    actions: ActionDice,
    /// Names of items in the kit.
    #[serde(default)]
    gear: Vec<String>,
    /// The name of an armour in the kit.
    armour: Option<String>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct CardsCreature {
    #[serde(default)]
    pools: BTreeMap<Action, u8>,
    phys_cap: u8,
    ment_cap: u8,
    #[serde(default = "one")]
    cards: u8,
    #[serde(default)]
    fear: u8,
    #[serde(default)]
    traits: Vec<CombatantTrait>,
    #[serde(default)]
    gear: Vec<String>,
    armour: Option<String>,
    /// Weapons that are part of the body.
    #[serde(default)]
    natural: Vec<Item>,
    /// What it is and how it fights.
    about: Option<AboutLine>,
    #[serde(default)]
    tags: CreatureTags,
}

crate::kit_tables! { "../../../data/cards/" makes Body:
    items: CardsItemEntry,
    armour: ArmourEntry,
    archetypes: CardsArchetype,
    creatures: CardsCreature,
}

impl KitTables {
    fn blank_body() -> Body {
        Body::default()
    }

    /// Makes the body of an archetype, without a side. Refuses an item or armour that the kit
    /// lacks.
    fn archetype_body(&self, archetype: &CardsArchetype) -> Result<Body, Refusal> {
        Ok(Body {
            strength: archetype.strength,
            dexterity: archetype.dexterity,
            intuition: archetype.intuition,
            reason: archetype.reason,
            presence: archetype.presence,
            actions: archetype.actions,
            armour: self.make_armour(archetype.armour.as_deref())?,
            gear: self.make_gear_holding_first_weapon_and_shield(
                archetype.gear.iter().map(String::as_str),
            )?,
            ..Body::default()
        })
    }

    /// Makes a creature. NPCs of one template share a card, so the template's name is their group.
    fn creature_body(&self, name: &str, creature: &CardsCreature) -> Result<Body, Refusal> {
        let mut pools = ActionDice::with_same_number_for_all(2);
        creature.pools.iter().for_each(|(action, dice)| *pools.dice_for_mut(*action) = *dice);
        let mut gear = self
            .make_gear_holding_first_weapon_and_shield(creature.gear.iter().map(String::as_str))?;
        gear.extend(creature.natural.iter().map(|item| Item { is_natural: true, ..item.clone() }));
        Ok(Body {
            group: name.into(),
            pools: Some(pools),
            track: HarmTrack::Points,
            phys_cap: creature.phys_cap,
            ment_cap: creature.ment_cap,
            dealt_card_count: creature.cards,
            fear_value: creature.fear,
            traits: creature.traits.clone(),
            armour: self.make_armour(creature.armour.as_deref())?,
            gear,
            ..Body::default()
        })
    }

    /// Makes items by their names. The first weapon is held, and so is the shield if a hand is
    /// free.
    fn make_gear_holding_first_weapon_and_shield<'a>(
        &self,
        names: impl Iterator<Item = &'a str>,
    ) -> Result<Vec<Item>, Refusal> {
        let mut gear = names.map(|name| self.make_item(name)).collect::<Result<Vec<Item>, _>>()?;
        let mut free_hands = HANDS;
        let weapon = gear.iter_mut().find(|item| item.weapon.is_some() && !item.is_natural);
        if let Some(weapon) = weapon {
            weapon.is_held = true;
            free_hands -= weapon.hands.min(HANDS);
        }
        let shield = gear.iter_mut().find(|item| item.parry_bonus.is_some());
        if let Some(shield) = shield.filter(|shield| shield.hands <= free_hands) {
            shield.is_held = true;
        }
        Ok(gear)
    }

    /// Makes an item of the kit, which nobody holds or owns. Refuses an unknown name.
    fn make_item(&self, name: &str) -> Result<Item, Refusal> {
        let CardsItemEntry { hands, natural, weapon, parry_bonus, antidote } =
            find_entry("item", name, || self.items.iter())?.clone();
        Ok(Item {
            id: Default::default(),
            name: to_kit_name(name).into(),
            hands,
            is_held: false,
            is_natural: natural,
            weapon,
            parry_bonus,
            is_antidote: antidote,
            owner: Default::default(),
        })
    }

    /// Makes an armour of the kit; `None` without a name. Refuses an unknown name.
    fn make_armour(&self, name: Option<&str>) -> Result<Option<Armour>, Refusal> {
        let Some(name) = name else { return Ok(None) };
        let ArmourEntry { dice, finesse_penalty } =
            find_entry("armour", name, || self.armour.iter())?;
        let (dice, finesse_penalty) = (*dice, *finesse_penalty);
        Ok(Some(Armour { name: to_kit_name(name).into(), dice, finesse_penalty }))
    }

    /// Sets one field. Gear may be given by names (`gear="knife, shield"`), and an NPC keeps its
    /// natural weapons. Armour may be given by its name (`armour=mail`, `armour=none`). Cards and
    /// traits (`card=7,8`) and numbers by name (`actions="strike 3, read 1"`) are separated by
    /// commas.
    fn set_field_from_text_or_names(
        &self,
        body: &mut Value,
        path: &str,
        text: &str,
    ) -> Result<(), Refusal> {
        let is_json = text.trim_start().starts_with(['[', '{']);
        let value = match path {
            "gear" if !is_json => Some(self.replace_gear_keeping_body_parts(&body["gear"], text)?),
            "card" if !is_json => {
                let to_value =
                    |card: &str| card.parse::<u8>().map_or_else(|_| json!(card), Value::from);
                Some(split_names(text).map(to_value).collect())
            }
            "traits" if !is_json => Some(split_names(text).map(Value::from).collect()),
            "actions" | "pools" | "phys_slots" | "ment_slots" if !is_json && text != "null" => {
                Some(parse_named_numbers(text)?)
            }
            "armour" if !is_json && text != "null" => {
                Some(to_json(self.make_armour(split_names(text).next())?)?)
            }
            _ => None,
        };
        match value {
            Some(value) => set_existing_json_field(body, path, &value.to_string()),
            None => set_existing_json_field(body, path, text),
        }
    }

    /// Makes the gear of a body from the names of items. Of the old gear it keeps what is part of
    /// the body: natural weapons that are no items of the kit.
    fn replace_gear_keeping_body_parts(
        &self,
        old_gear: &Value,
        names: &str,
    ) -> Result<Value, Refusal> {
        let is_body_part = |item: &Value| match item["name"].as_str() {
            Some(name) => item["natural"] == true && !self.items.contains_key(name),
            None => false,
        };
        let mut gear: Vec<Value> = Vec::new();
        for item in old_gear.as_array().into_iter().flatten() {
            if is_body_part(item) {
                gear.push(item.clone());
            }
        }
        for item in self.make_gear_holding_first_weapon_and_shield(split_names(names))? {
            gear.push(to_json(item)?);
        }
        Ok(json!(gear))
    }
}

/// Parses `strike 3, read 1` to an object with a number for each name.
fn parse_named_numbers(text: &str) -> Result<Value, Refusal> {
    let mut numbers = Map::new();
    for pair in split_names(text) {
        let no_number = || Refusal::bad_setup("", "no-number").with("value", pair);
        let (name, number_text) = pair.rsplit_once(' ').ok_or_else(no_number)?;
        let number: u8 = number_text.parse().map_err(|_| no_number())?;
        numbers.insert(name.trim().to_lowercase(), number.into());
    }
    Ok(Value::Object(numbers))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::refusal_text;

    fn make(template: &str, fields: &[(&str, &str)]) -> Value {
        crate::tests::make("cards", template, fields)
    }

    fn held_item_names(body: &Value) -> Vec<&str> {
        let gear = body["gear"].as_array().unwrap().iter();
        gear.filter(|item| item["held"] == true)
            .map(|item| item["name"].as_str().unwrap())
            .collect()
    }

    #[test]
    fn every_item_of_the_kit_can_be_carried() {
        let items = &KIT.as_ref().unwrap().items;
        let item_names = items.keys().cloned().collect::<Vec<_>>().join(", ");
        assert_eq!(
            make("wolf", &[("gear", &item_names)])["gear"].as_array().unwrap().len(),
            items.len() + 1
        );
        assert_eq!(make("wolf", &[("armour", "mail")])["armour"]["dice"], 4);
        for none in ["none", "null"] {
            assert_eq!(make("soldier", &[("armour", none)])["armour"], Value::Null);
        }
    }

    #[test]
    fn gear_is_held_first_weapon_then_shield_if_a_hand_is_free() {
        assert_eq!(held_item_names(&make("warden", &[])), ["broadsword", "shield"]);
        assert_eq!(held_item_names(&make("hunter", &[("gear", "longbow, shield")])), ["longbow"]);
        assert_eq!(
            held_item_names(&make("adept", &[("gear", "hex bolt, sling, knife")])),
            ["sling"]
        );
        assert_eq!(held_item_names(&make("cave brute", &[])), [""; 0]);
    }

    #[test]
    fn npcs_get_pools_and_a_group_and_fields_parse_by_name() {
        let brute = make("cave brute", &[("pools.study", "3")]);
        assert_eq!((&brute["pools"]["study"], &brute["pools"]["cast"]), (&json!(3), &json!(2)));
        assert_eq!((&brute["group"], &brute["track"]), (&json!("cave brute"), &json!("points")));
        assert_eq!(make("adept", &[("card", "3")])["card"], json!([3]));
        let read = make("adept", &[("actions", "strike 3, read 1")]);
        assert_eq!((&read["actions"]["strike"], &read["actions"]["cast"]), (&json!(3), &json!(0)));
        let brute = make("cave brute", &[("card", "7,8"), ("traits", "immune_fire")]);
        assert_eq!((&brute["card"], &brute["traits"]), (&json!([7, 8]), &json!(["immune_fire"])));
        assert!(refusal_text("cards", "wardn", &[]).contains("warden"));
    }
}
