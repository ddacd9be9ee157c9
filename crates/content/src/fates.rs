//! The `fates` kit: items, armour, archetypes of player characters and creatures.

use serde::Deserialize;
use serde_json::{Value, json};

use super::creatures::{AboutLine, CreatureTags};
use super::{find_entry, split_names, to_json, to_kit_name};
use engine::core::command::Refusal;
use engine::core::dice::DicePool;
use engine::game::set_existing_json_field;
use engine::rules::fates::sheet::{Body, Item, NpcTier, Side, SkillRanks, Weapon};

/// An item of the kit; its name is its key.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct FatesItemEntry {
    weapon: Option<Weapon>,
    heals: Option<DicePool>,
}

/// The damage that armour absorbs, by kind.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct ArmourRatings {
    physical: u8,
    energy: u8,
}

/// An archetype or a creature. Fields that are left out have the defaults of the rule text's
/// "Sheet".
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct FatesTemplate {
    tier: NpcTier,
    major: bool,
    dexterity: u8,
    strength: u8,
    perception: u8,
    knowledge: u8,
    mechanical: u8,
    technical: u8,
    power: u8,
    skills: SkillRanks,
    initiative: Option<u8>,
    defense: Option<u8>,
    resolve: Option<u8>,
    fp: u8,
    /// The name of the worn armour in the kit.
    armour: Option<String>,
    /// The armour ratings of the hide, if no armour is worn.
    ar: ArmourRatings,
    /// Names of items in the kit.
    gear: Vec<String>,
    /// Weapons that are part of the body.
    natural: Vec<Item>,
    /// What it is and how it fights.
    about: Option<AboutLine>,
    tags: CreatureTags,
}

impl Default for FatesTemplate {
    /// Returns what a template has of which its file says nothing: that of a new sheet.
    fn default() -> Self {
        let body = Body::default();
        Self {
            tier: body.tier,
            major: body.is_major_npc,
            dexterity: body.dexterity,
            strength: body.strength,
            perception: body.perception,
            knowledge: body.knowledge,
            mechanical: body.mechanical,
            technical: body.technical,
            power: body.power,
            skills: body.skills,
            initiative: None,
            defense: None,
            resolve: None,
            fp: body.fate_points,
            armour: None,
            ar: ArmourRatings::default(),
            gear: Vec::new(),
            natural: Vec::new(),
            about: None,
            tags: CreatureTags::default(),
        }
    }
}

crate::kit_tables! { "../../../data/fates/" makes Body:
    items: FatesItemEntry,
    armour: ArmourRatings,
    archetypes: FatesTemplate,
    creatures: FatesTemplate,
}

impl KitTables {
    fn blank_body() -> Body {
        Body { side: Some(Side::Party), ..Body::default() }
    }

    /// Makes the body of an archetype, on the party's side.
    fn archetype_body(&self, archetype: &FatesTemplate) -> Result<Body, Refusal> {
        self.body_on_side(archetype, Side::Party)
    }

    /// Makes the body of a creature, on the opposition's side.
    fn creature_body(&self, _: &str, creature: &FatesTemplate) -> Result<Body, Refusal> {
        self.body_on_side(creature, Side::Opposition)
    }

    /// Makes the body of an entry. Initiative, Defense and Resolve that the entry leaves out follow
    /// from its other values.
    fn body_on_side(&self, entry: &FatesTemplate, side: Side) -> Result<Body, Refusal> {
        let armour_ratings = match &entry.armour {
            Some(name) => self.armour_ratings(name)?,
            None => entry.ar,
        };
        let mut gear = self.make_gear(entry.gear.iter().map(String::as_str))?;
        gear.extend(entry.natural.iter().map(|item| Item { is_natural: true, ..item.clone() }));
        let body = Body {
            side: Some(side),
            tier: entry.tier,
            is_major_npc: entry.major,
            dexterity: entry.dexterity,
            strength: entry.strength,
            perception: entry.perception,
            knowledge: entry.knowledge,
            mechanical: entry.mechanical,
            technical: entry.technical,
            power: entry.power,
            skills: entry.skills,
            ar_physical: armour_ratings.physical,
            ar_energy: armour_ratings.energy,
            fate_points: entry.fp,
            item_in_hand: first_weapon_name(&gear).into(),
            gear,
            ..Body::default()
        };
        let resolve = entry.resolve.unwrap_or(body.default_resolve());
        Ok(Body {
            initiative_rank: entry.initiative.unwrap_or(body.default_initiative()),
            defense: entry.defense.unwrap_or(body.default_defense()),
            resolve_max: resolve,
            resolve,
            ..body
        })
    }

    /// Makes items by their names. Refuses an unknown name.
    fn make_gear<'a>(&self, names: impl Iterator<Item = &'a str>) -> Result<Vec<Item>, Refusal> {
        names.map(|name| self.make_item(name)).collect()
    }

    /// Makes an item of the kit. Refuses an unknown name.
    fn make_item(&self, name: &str) -> Result<Item, Refusal> {
        let FatesItemEntry { weapon, heals } =
            find_entry("item", name, || self.items.iter())?.clone();
        Ok(Item { weapon, healing_pool: heals, ..Item::new(&to_kit_name(name)) })
    }

    /// Returns the ratings of an armour of the kit. Refuses an unknown name.
    fn armour_ratings(&self, armour: &str) -> Result<ArmourRatings, Refusal> {
        Ok(*find_entry("armour", armour, || self.armour.iter())?)
    }

    /// Sets one field. Gear may be given by names (`gear="knife, field medkit"`), and its first
    /// weapon is then in hand. Armour may be given by its name (`armour="combat shell"`,
    /// `armour=none`).
    fn set_field_from_text_or_names(
        &self,
        body: &mut Value,
        path: &str,
        text: &str,
    ) -> Result<(), Refusal> {
        let is_json = text.trim_start().starts_with(['[', '{']);
        match path {
            "gear" if !is_json => {
                let old_gear = body["gear"].as_array().into_iter().flatten();
                let natural: Vec<Value> =
                    old_gear.filter(|item| item["natural"] == true).cloned().collect();
                let items = self.make_gear(split_names(text))?;
                let in_hand = json!(first_weapon_name(&items));
                let mut gear = items.into_iter().map(to_json).collect::<Result<Vec<Value>, _>>()?;
                gear.extend(natural);
                set_existing_json_field(body, "in_hand", &in_hand.to_string())?;
                set_existing_json_field(body, "gear", &json!(gear).to_string())
            }
            "armour" => {
                let ratings = match text {
                    "none" => ArmourRatings::default(),
                    name => self.armour_ratings(name)?,
                };
                set_existing_json_field(body, "ar_physical", &ratings.physical.to_string())?;
                set_existing_json_field(body, "ar_energy", &ratings.energy.to_string())
            }
            _ => set_existing_json_field(body, path, text),
        }
    }
}

/// Returns the name of the first weapon that is not part of the body, or "" if there is none.
fn first_weapon_name(gear: &[Item]) -> &str {
    let weapon = gear.iter().find(|item| item.weapon.is_some() && !item.is_natural);
    weapon.map_or("", |item| &item.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::refusal_text;

    fn make(template: &str, fields: &[(&str, &str)]) -> Value {
        crate::tests::make("fates", template, fields)
    }

    /// The table has initiative, Defense, Resolve, both armour ratings, Fate Points and the item in
    /// hand.
    #[test]
    fn kit_matches_the_table_of_the_rule_text() {
        let table = [
            ("sharpshooter", [3, 13, 17, 2, 2, 1], "long rifle"),
            ("bruiser", [2, 11, 23, 4, 3, 1], "power maul"),
            ("adept", [3, 13, 17, 1, 1, 2], "arc blade"),
            ("thug", [1, 9, 8, 1, 1, 1], "light pistol"),
            ("trooper", [2, 11, 12, 3, 3, 1], "carbine"),
            ("pack beast", [3, 10, 14, 2, 0, 1], ""),
            ("warlord", [3, 13, 30, 5, 4, 1], "power maul"),
        ];
        let fields = ["initiative", "defense", "resolve", "ar_physical", "ar_energy", "fp"];
        for (name, numbers, in_hand) in table {
            let body = make(name, &[]);
            assert_eq!(fields.map(|field| body[field].as_u64().unwrap()), numbers, "{name}");
            assert_eq!(body["in_hand"], in_hand, "{name}");
            assert_eq!(body["resolve"], body["resolve_max"], "{name}");
        }
    }

    #[test]
    fn every_item_of_the_kit_can_be_carried() {
        let items = &KIT.as_ref().unwrap().items;
        let item_names = items.keys().cloned().collect::<Vec<_>>().join(", ");
        let body = make("pack beast", &[("gear", &item_names)]);
        let gear = body["gear"].as_array().unwrap();
        assert_eq!((gear.len(), &gear[items.len()]["name"]), (items.len() + 1, &json!("fangs")));
        assert_eq!(body["in_hand"], "knife");
    }

    #[test]
    fn fields_are_set_by_name() {
        let fields =
            [("armour", "Combat Shell"), ("gear", "field medkit, knife"), ("resolve", "5")];
        let body = make("adept", &fields);
        assert_eq!((&body["ar_physical"], &body["ar_energy"]), (&json!(4), &json!(3)));
        assert_eq!((&body["in_hand"], &body["resolve"]), (&json!("knife"), &json!(5)));
        assert_eq!(make("thug", &[("gear", "none")])["in_hand"], "");
        assert_eq!(make("thug", &[("skills.light_melee", "2")])["skills"]["light_melee"], 2);
        let refusal = refusal_text("fates", "sharpshoter", &[]);
        assert!(refusal.contains("sharpshooter"), "{refusal}");
    }
}
