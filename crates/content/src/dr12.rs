//! The DR12 kit: items, spells, archetypes of Characters and creatures.

use serde::Deserialize;
use serde_json::Value;

use super::creatures::{AboutLine, CreatureTags};
use super::{find_entry, split_names, to_json, to_kit_name};
use engine::core::command::Refusal;
use engine::game::set_existing_json_field;
use engine::rules::dr12::sheet::{
    AilmentRider, Armour, Attitude, Attribute, Body, DicePool, Distance, Item, Side, Spell, Weapon,
};

/// An item of a kit; its name is its key.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Dr12ItemEntry {
    #[serde(default = "one")]
    hands: u8,
    weapon: Option<Weapon>,
    armour: Option<Armour>,
    #[serde(default)]
    ammo: bool,
    heals: Option<DicePool>,
}

fn one() -> u8 {
    1
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct SpellEntry {
    casts: Attribute,
    clean: Distance,
    max: Distance,
    damage: Option<DicePool>,
    rider: Option<AilmentRider>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Dr12Archetype {
    str: i8,
    dex: i8,
    con: i8,
    int: i8,
    wis: i8,
    cha: i8,
    level: u8,
    hp: u8,
    hands: Vec<String>,
    ready: Vec<String>,
    pack: Vec<String>,
    armour: Option<String>,
    helmet: Option<String>,
    spells: Vec<String>,
}

impl Default for Dr12Archetype {
    /// Returns what a template has of which its file says nothing.
    fn default() -> Self {
        Self {
            str: 0,
            dex: 0,
            con: 0,
            int: 0,
            wis: 0,
            cha: 0,
            level: 1,
            hp: 8,
            hands: Vec::new(),
            ready: Vec::new(),
            pack: Vec::new(),
            armour: None,
            helmet: None,
            spells: Vec::new(),
        }
    }
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Dr12Creature {
    #[serde(default = "one")]
    level: u8,
    /// The default is the level, at most 6.
    skill: Option<i8>,
    /// The default is 4 + 4 × level.
    hp: Option<u8>,
    #[serde(default)]
    ap: u8,
    attacks: Vec<Item>,
    attitude: Option<Attitude>,
    #[serde(default)]
    leader: bool,
    /// What it is and how it fights.
    about: Option<AboutLine>,
    #[serde(default)]
    tags: CreatureTags,
}

crate::kit_tables! { "../../../data/dr12/" makes Body:
    items: Dr12ItemEntry,
    spells: SpellEntry,
    archetypes: Dr12Archetype,
    creatures: Dr12Creature,
}

impl KitTables {
    fn blank_body() -> Body {
        Body { side: Side::Party, ..Body::default() }
    }

    /// Makes the body of an archetype, on the party's side. Refuses a name that the kit lacks.
    fn archetype_body(&self, archetype: &Dr12Archetype) -> Result<Body, Refusal> {
        let make_items = |names: &[String]| -> Result<Vec<Item>, Refusal> {
            names.iter().map(|name| self.make_item(name)).collect()
        };
        let make_optional_item =
            |name: &Option<String>| name.as_deref().map(|name| self.make_item(name)).transpose();
        Ok(Body {
            side: Side::Party,
            level: archetype.level,
            hp: archetype.hp,
            hp_max: archetype.hp,
            str: archetype.str,
            dex: archetype.dex,
            con: archetype.con,
            int: archetype.int,
            wis: archetype.wis,
            cha: archetype.cha,
            hands: make_items(&archetype.hands)?,
            ready: make_items(&archetype.ready)?,
            pack: make_items(&archetype.pack)?,
            armour: make_optional_item(&archetype.armour)?,
            helmet: make_optional_item(&archetype.helmet)?,
            spells: archetype
                .spells
                .iter()
                .map(|name| self.make_spell(name))
                .collect::<Result<_, _>>()?,
            ..Body::default()
        })
    }

    /// Makes a creature, on the enemies' side, with the defaults of the rule text for NPCs: Skill =
    /// Level, at most 6; HP = 4 + 4 × Level.
    fn creature_body(&self, _: &str, creature: &Dr12Creature) -> Result<Body, Refusal> {
        let hp = creature.hp.unwrap_or_else(|| creature.level.saturating_mul(4).saturating_add(4));
        Ok(Body {
            side: Side::Enemy,
            level: creature.level,
            hp,
            hp_max: hp,
            skill: creature.skill.unwrap_or(creature.level.min(6) as i8),
            ap: creature.ap,
            attacks: creature.attacks.clone(),
            attitude: creature.attitude,
            is_leader: creature.leader,
            ..Body::default()
        })
    }

    /// Makes an item of the kit, without usage marks. Refuses an unknown name.
    fn make_item(&self, name: &str) -> Result<Item, Refusal> {
        let entry = find_entry("item", name, || self.items.iter())?.clone();
        Ok(Item {
            name: to_kit_name(name).into(),
            hands_needed: entry.hands,
            weapon: entry.weapon,
            armour: entry.armour,
            is_ammunition: entry.ammo,
            healing: entry.heals,
            ..Item::default()
        })
    }

    /// Makes a spell of the kit, without usage marks. Refuses an unknown name.
    fn make_spell(&self, name: &str) -> Result<Spell, Refusal> {
        let SpellEntry { casts, clean, max, damage, rider } =
            find_entry("spell", name, || self.spells.iter())?.clone();
        Ok(Spell {
            name: to_kit_name(name).into(),
            usage_marks: 0,
            cast_attribute: casts,
            clean_range: clean,
            max_range: max,
            damage,
            rider,
        })
    }

    /// Sets one field. Items and spells may be given by their names in the kit:
    /// `hands="longsword, large shield"`, `helmet=helmet`.
    fn set_field_from_text_or_names(
        &self,
        body: &mut Value,
        path: &str,
        text: &str,
    ) -> Result<(), Refusal> {
        let is_json = text.trim_start().starts_with(['[', '{']);
        let value: Option<Value> = match path {
            "hands" | "ready" | "pack" | "attacks" if !is_json => {
                let items: Result<Vec<Item>, Refusal> =
                    split_names(text).map(|name| self.make_item(name)).collect();
                Some(to_json(items?)?)
            }
            "spells" if !is_json => {
                let spells: Result<Vec<Spell>, Refusal> =
                    split_names(text).map(|name| self.make_spell(name)).collect();
                Some(to_json(spells?)?)
            }
            "armour" | "helmet" if !is_json => match text {
                "none" | "null" | "" => Some(Value::Null),
                name => Some(to_json(self.make_item(name)?)?),
            },
            _ => None,
        };
        match value {
            Some(value) => set_existing_json_field(body, path, &value.to_string()),
            None => set_existing_json_field(body, path, text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::refusal_text;

    #[test]
    fn refusals_name_the_wrong_value_and_what_exists() {
        let refusal = refusal_text("dr12", "warrior", &[("hpp", "3")]);
        assert!(refusal.contains("\"hpp\"") && refusal.contains("hp_max"), "{refusal}");
        let refusal = refusal_text("dr12", "warrior", &[("hands", "halberd")]);
        assert!(refusal.contains("\"halberd\"") && refusal.contains("greatsword"), "{refusal}");
        let refusal = refusal_text("dr12", "warior", &[]);
        assert!(refusal.contains("warrior"), "{refusal}");
        let table = crate::tables::parse_table::<Dr12ItemEntry>(
            "../../../data/dr12/x.toml",
            "[a]\nhand = 1",
        );
        let refusal = format!("{:?}", table.err().unwrap());
        assert!(refusal.contains("x.toml") && refusal.contains("line 2"), "{refusal}");
    }
}
