//! The `ranks` kit: items, armour, archetypes of player characters and creatures.

use serde::Deserialize;
use serde_json::{Value, json};

use super::tables::tables;
use super::{find, key, listed, value};
use engine::command::Refusal;
use engine::game::set_path;
use engine::rules::ranks::sheet::{Body, Code, Feet, Item, Skill, Skills, Weapon};

/// An item of the kit; its name is its key.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemEntry {
    #[serde(default = "one")]
    hands: u8,
    weapon: Option<Weapon>,
    /// A skill whose checks it helps while in hand; with `once` it is used up by that.
    aids: Option<Skill>,
    #[serde(default)]
    once: bool,
}

fn one() -> u8 {
    1
}

/// An archetype or a creature. What is left out is as the rule text's "Sheet" has it.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Entry {
    dexterity: Code,
    strength: Code,
    perception: Code,
    presence: Code,
    knowledge: Code,
    /// Those above their attribute.
    skills: Skills,
    #[serde(rename = "move")]
    pace: Feet,
    /// By its name in the kit.
    armour: Option<String>,
    /// By their names in the kit.
    gear: Vec<String>,
    /// Weapons that are part of the body.
    natural: Vec<Item>,
    luck: u8,
    action_points: u8,
    rarity: u8,
    understands: bool,
}

impl Default for Entry {
    fn default() -> Self {
        let body = Body::default();
        Self {
            dexterity: body.dexterity,
            strength: body.strength,
            perception: body.perception,
            presence: body.presence,
            knowledge: body.knowledge,
            skills: body.skills,
            pace: body.pace,
            armour: None,
            gear: Vec::new(),
            natural: Vec::new(),
            luck: body.luck,
            action_points: body.action_points,
            rarity: body.rarity,
            understands: body.understands,
        }
    }
}

tables! { "ranks" makes Body:
    items: ItemEntry,
    // What it adds to the fixed Strength.
    armour: u8,
    archetypes: Entry,
    creatures: Entry,
}

impl Kit {
    /// Which side it is on is said on joining.
    fn body(&self, from: &str) -> Result<Body, Refusal> {
        if from.is_empty() {
            return Ok(Body::default());
        }
        let all = || self.archetypes.iter().chain(&self.creatures);
        let entry = find("creature", from, all)?;
        let armour = entry.armour.as_ref().map(|name| self.armour(name)).transpose()?;
        let mut gear = self.gear(entry.gear.iter().map(String::as_str))?;
        gear.extend(entry.natural.iter().cloned());
        Ok(Body {
            dexterity: entry.dexterity,
            strength: entry.strength,
            perception: entry.perception,
            presence: entry.presence,
            knowledge: entry.knowledge,
            skills: entry.skills,
            pace: entry.pace,
            armour: armour.unwrap_or(0),
            luck: entry.luck,
            action_points: entry.action_points,
            rarity: entry.rarity,
            understands: entry.understands,
            gear,
            ..Body::default()
        })
    }

    /// What of it is in hand is settled on joining.
    fn gear<'a>(&self, names: impl Iterator<Item = &'a str>) -> Result<Vec<Item>, Refusal> {
        names.map(|name| self.item(name)).collect()
    }

    fn item(&self, name: &str) -> Result<Item, Refusal> {
        let found = find("item", name, || self.items.iter())?.clone();
        let ItemEntry { hands, weapon, aids, once } = found;
        Ok(Item { name: key(name).into(), weapon, hands, held: false, aids, once })
    }

    fn armour(&self, name: &str) -> Result<u8, Refusal> {
        Ok(*find("armour", name, || self.armour.iter())?)
    }

    /// Sets one field. Gear may be given by names (`gear="spear, field kit"`), and so may armour
    /// (`armour=plate`, `armour=none`).
    fn set(&self, body: &mut Value, path: &str, text: &str) -> Result<(), Refusal> {
        let is_json = text.trim_start().starts_with(['[', '{']);
        let (path, value) = match path {
            "gear" if !is_json => {
                let natural = body["gear"].as_array().into_iter().flatten();
                let natural: Vec<Value> =
                    natural.filter(|item| item["hands"] == 0).cloned().collect();
                let gear = self.gear(listed(text))?.into_iter().map(value);
                (path, json!([gear.collect::<Result<Vec<Value>, _>>()?, natural].concat()))
            }
            "armour" if text.parse::<u8>().is_err() => match key(text).as_str() {
                "none" => (path, json!(0)),
                name => (path, json!(self.armour(name)?)),
            },
            _ => return set_path(body, path, text),
        };
        set_path(body, path, &value.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fields, Kind};

    fn made(from: &str, fields: &[(&str, &str)]) -> Value {
        let fields = fields.iter().map(|(path, text)| (path.to_string(), text.to_string()));
        let made = kit().unwrap().make(from, &fields.collect());
        made.unwrap_or_else(|wrong| panic!("{from}: {wrong:?}"))
    }

    /// The rule text's table: the attributes, one trained and one untrained skill's fixed value,
    /// move, armour and rarity.
    #[test]
    fn the_kit_is_that_of_the_rule_text() {
        let table = [
            ("blade", "4D 3D 3D 3D 2D", [16, 6], [30, 4, 15]),
            ("duelist", "4D 2D+2 4D 3D+1 2D", [12, 6], [30, 2, 15]),
            ("warden", "3D 3D 3D 4D 4D", [9, 15], [30, 2, 15]),
            ("thug", "3D 3D 2D 2D 2D", [12, 6], [30, 2, 15]),
            ("pikeman", "3D 3D 3D 2D 2D", [9, 9], [30, 4, 15]),
            ("brute", "3D 5D 2D 3D 1D", [14, 3], [25, 2, 15]),
            ("wolf", "4D 3D 4D 2D 1D", [12, 3], [50, 0, 10]),
        ];
        let names = |kind| kit().unwrap().names(kind).len();
        assert_eq!(names(Kind::Archetype) + names(Kind::Creature), table.len());
        for (name, codes, skills, numbers) in table {
            let body = made(name, &[]);
            let attributes = ["dexterity", "strength", "perception", "presence", "knowledge"];
            let own: Vec<&str> = attributes.map(|one| body[one].as_str().unwrap()).into();
            assert_eq!(own.join(" "), codes, "{name}");
            let fields = ["move", "armour", "rarity"];
            assert_eq!(fields.map(|field| body[field].as_u64().unwrap()), numbers, "{name}");
            let body: Body = engine::json::read(&body).unwrap();
            let fixed = [Skill::Martial, Skill::Arena].map(|skill| body.code(skill).fixed());
            assert_eq!(fixed, skills, "{name}");
        }
    }

    #[test]
    fn everything_can_be_carried() {
        let all = KIT.as_ref().unwrap().items.keys().cloned().collect::<Vec<_>>().join(", ");
        let body = made("wolf", &[("gear", &all)]);
        let gear = body["gear"].as_array().unwrap();
        assert_eq!((gear.len(), &gear[8]["name"]), (8 + 1, &json!("fangs")));
    }

    #[test]
    fn fields_are_set_by_name() {
        let fields = [
            ("armour", "Plate"),
            ("gear", "flash powder, spear"),
            ("skills.tumble", "6D+2"),
            ("side", "Reds"),
        ];
        let body = made("warden", &fields);
        assert_eq!((&body["armour"], &body["side"]), (&json!(6), &json!("Reds")));
        assert_eq!(body["gear"][0]["aids"], "misdirection");
        assert_eq!(body["skills"]["tumble"], "6D+2");
        assert_eq!(made("thug", &[("armour", "none")])["armour"], 0);
        assert_eq!(made("thug", &[("armour", "9")])["armour"], 9);
        let wrong = format!("{:?}", kit().unwrap().make("knight", &Fields::new()).unwrap_err());
        assert!(wrong.contains("blade") && wrong.contains("pikeman"), "{wrong}");
        let wrong = Fields::from([("strength".into(), "four".into())]);
        let wrong = format!("{:?}", kit().unwrap().make("thug", &wrong).unwrap_err());
        assert!(wrong.contains("4D+2"), "{wrong}");
    }
}
