//! The `ranks` kit: items, armour, archetypes of player characters and creatures.

use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

use super::creatures::{AboutLine, CreatureTags};
use super::{find_entry, split_names, to_json, to_kit_name};
use engine::core::command::Refusal;
use engine::game::set_existing_json_field;
use engine::rules::ranks::sheet::{Body, DiceCode, Feet, Item, Skill, SkillCodes, Weapon};

/// An item of the kit; its name is its key.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RanksItemEntry {
    #[serde(default = "one")]
    hands: u8,
    weapon: Option<Weapon>,
    /// The skill whose checks the item helps while it is held. `once` items are used up by that.
    #[serde(rename = "aids")]
    aided_skill: Option<Skill>,
    #[serde(default)]
    #[serde(rename = "once")]
    is_single_use: bool,
}

fn one() -> u8 {
    1
}

/// Deserializes the name of an armour, or the number that it adds, as text.
fn read_name_or_number<'de, D: Deserializer<'de>>(input: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "takes the name of an armour, or a number")]
    enum NameOrNumber {
        Name(String),
        Number(u8),
    }
    Ok(Some(match NameOrNumber::deserialize(input)? {
        NameOrNumber::Name(name) => name,
        NameOrNumber::Number(value) => value.to_string(),
    }))
}

/// An archetype or a creature. Fields that are left out have the defaults of the rule text's
/// "Sheet".
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RanksTemplate {
    dexterity: DiceCode,
    strength: DiceCode,
    perception: DiceCode,
    presence: DiceCode,
    knowledge: DiceCode,
    /// The skills that are higher than their attribute.
    skills: SkillCodes,
    #[serde(rename = "move")]
    move_feet: Feet,
    /// The name of an armour in the kit, or what one adds.
    #[serde(deserialize_with = "read_name_or_number")]
    armour: Option<String>,
    /// Names of items in the kit.
    gear: Vec<String>,
    /// Weapons that are part of the body.
    natural: Vec<Item>,
    luck: u8,
    action_points: u8,
    rarity: u8,
    #[serde(rename = "understands")]
    understands_speech: bool,
    /// What it is and how it fights.
    about: Option<AboutLine>,
    tags: CreatureTags,
}

impl Default for RanksTemplate {
    /// Returns what a template has of which its file says nothing: that of a new sheet.
    fn default() -> Self {
        let body = Body::default();
        Self {
            dexterity: body.dexterity,
            strength: body.strength,
            perception: body.perception,
            presence: body.presence,
            knowledge: body.knowledge,
            skills: body.skills,
            move_feet: body.move_feet,
            armour: None,
            gear: Vec::new(),
            natural: Vec::new(),
            luck: body.luck,
            action_points: body.action_points,
            rarity: body.rarity,
            understands_speech: body.understands_speech,
            about: None,
            tags: CreatureTags::default(),
        }
    }
}

crate::kit_tables! { "../../../data/ranks/" makes Body:
    items: RanksItemEntry,
    // The bonus to the fixed Strength.
    armour: u8,
    archetypes: RanksTemplate,
    creatures: RanksTemplate,
}

impl KitTables {
    fn blank_body() -> Body {
        Body::default()
    }

    /// Makes the body of a creature, as that of an archetype.
    fn creature_body(&self, _: &str, creature: &RanksTemplate) -> Result<Body, Refusal> {
        self.archetype_body(creature)
    }

    /// Makes the body of an entry, without a side: that is set when the combatant joins.
    fn archetype_body(&self, entry: &RanksTemplate) -> Result<Body, Refusal> {
        let armour = entry.armour.as_ref().map(|name| self.armour_value(name)).transpose()?;
        let mut gear = self.make_gear(entry.gear.iter().map(String::as_str))?;
        gear.extend(entry.natural.iter().cloned());
        Ok(Body {
            dexterity: entry.dexterity,
            strength: entry.strength,
            perception: entry.perception,
            presence: entry.presence,
            knowledge: entry.knowledge,
            skills: entry.skills,
            move_feet: entry.move_feet,
            armour: armour.unwrap_or(0),
            luck: entry.luck,
            action_points: entry.action_points,
            rarity: entry.rarity,
            understands_speech: entry.understands_speech,
            gear,
            ..Body::default()
        })
    }

    /// Makes items by their names. What is held is decided when the combatant joins.
    fn make_gear<'a>(&self, names: impl Iterator<Item = &'a str>) -> Result<Vec<Item>, Refusal> {
        names.map(|name| self.make_item(name)).collect()
    }

    /// Makes an item of the kit, which nobody holds. Refuses an unknown name.
    fn make_item(&self, name: &str) -> Result<Item, Refusal> {
        let RanksItemEntry { hands, weapon, aided_skill, is_single_use } =
            find_entry("item", name, || self.items.iter())?.clone();
        Ok(Item {
            name: to_kit_name(name).into(),
            weapon,
            hands_needed: hands,
            is_held: false,
            aided_skill,
            is_single_use,
        })
    }

    /// Returns the number that is given, or that of the armour of this name. Refuses an unknown
    /// name.
    fn armour_value(&self, name: &str) -> Result<u8, Refusal> {
        if let Ok(value) = name.parse() {
            return Ok(value);
        }
        Ok(*find_entry("armour", name, || self.armour.iter())?)
    }

    /// Sets one field. Gear may be given by names (`gear="spear, field kit"`), and so may armour
    /// (`armour=plate`, `armour=none`).
    fn set_field_from_text_or_names(
        &self,
        body: &mut Value,
        path: &str,
        text: &str,
    ) -> Result<(), Refusal> {
        let is_json = text.trim_start().starts_with(['[', '{']);
        let (path, value) = match path {
            "gear" if !is_json => {
                let old_gear = body["gear"].as_array().into_iter().flatten();
                // What is part of the body, such as fangs, needs no hands.
                let natural: Vec<Value> =
                    old_gear.filter(|item| item["hands"] == 0).cloned().collect();
                let items = self.make_gear(split_names(text))?;
                let mut gear = items.into_iter().map(to_json).collect::<Result<Vec<Value>, _>>()?;
                gear.extend(natural);
                (path, json!(gear))
            }
            "armour" if text.parse::<u8>().is_err() => match to_kit_name(text).as_str() {
                "none" => (path, json!(0)),
                name => (path, json!(self.armour_value(name)?)),
            },
            _ => return set_existing_json_field(body, path, text),
        };
        set_existing_json_field(body, path, &value.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::refusal_text;

    fn make(template: &str, fields: &[(&str, &str)]) -> Value {
        crate::tests::make("ranks", template, fields)
    }

    /// The table has the attributes, the fixed values of a trained and an untrained skill, move,
    /// armour and rarity.
    #[test]
    fn kit_matches_the_table_of_the_rule_text() {
        let table = [
            ("blade", "4D 3D 3D 3D 2D", [16, 6], [30, 4, 15]),
            ("duelist", "4D 2D+2 4D 3D+1 2D", [12, 6], [30, 2, 15]),
            ("warden", "3D 3D 3D 4D 4D", [9, 15], [30, 2, 15]),
            ("thug", "3D 3D 2D 2D 2D", [12, 6], [30, 2, 15]),
            ("pikeman", "3D 3D 3D 2D 2D", [9, 9], [30, 4, 15]),
            ("brute", "3D 5D 2D 3D 1D", [14, 3], [25, 2, 15]),
            ("wolf", "4D 3D 4D 2D 1D", [12, 3], [50, 0, 10]),
        ];
        for (name, codes, skills, numbers) in table {
            let body = make(name, &[]);
            let attributes = ["dexterity", "strength", "perception", "presence", "knowledge"];
            let own_codes: Vec<&str> =
                attributes.map(|attribute| body[attribute].as_str().unwrap()).into();
            assert_eq!(own_codes.join(" "), codes, "{name}");
            let fields = ["move", "armour", "rarity"];
            assert_eq!(fields.map(|field| body[field].as_u64().unwrap()), numbers, "{name}");
            let body: Body = engine::core::json::from_value(&body).unwrap();
            let fixed_values = [Skill::Martial, Skill::Arena]
                .map(|skill| body.skill_or_attribute_dice_code(skill).fixed_value());
            assert_eq!(fixed_values, skills, "{name}");
        }
    }

    #[test]
    fn every_item_of_the_kit_can_be_carried() {
        let item_names = KIT.as_ref().unwrap().items.keys().cloned().collect::<Vec<_>>().join(", ");
        let body = make("wolf", &[("gear", &item_names)]);
        let gear = body["gear"].as_array().unwrap();
        let count = KIT.as_ref().unwrap().items.len();
        assert_eq!((gear.len(), &gear[count]["name"]), (count + 1, &json!("fangs")));
    }

    #[test]
    fn fields_are_set_by_name() {
        let fields = [
            ("armour", "Plate"),
            ("gear", "flash powder, spear"),
            ("skills.tumble", "6D+2"),
            ("side", "Reds"),
        ];
        let body = make("warden", &fields);
        assert_eq!((&body["armour"], &body["side"]), (&json!(6), &json!("Reds")));
        assert_eq!(body["gear"][0]["aids"], "misdirection");
        assert_eq!(body["skills"]["tumble"], "6D+2");
        assert_eq!(make("thug", &[("armour", "none")])["armour"], 0);
        assert_eq!(make("thug", &[("armour", "9")])["armour"], 9);
        let refusal = refusal_text("ranks", "blad", &[]);
        assert!(refusal.contains("blade"), "{refusal}");
        let refusal = refusal_text("ranks", "thug", &[("strength", "four")]);
        assert!(refusal.contains("4D+2"), "{refusal}");
    }
}
