//! The DR12 kit: items, spells, archetypes of Characters and creatures.

use serde::Deserialize;
use serde_json::Value;

use super::tables::tables;
use super::{find, key, listed, no_entry, value};
use engine::command::Refusal;
use engine::game::set_path;
use engine::rules::dr12::sheet::{
    Armour, Attitude, Attribute, Body, Distance, Item, Pool, Rider, Side, Spell, Weapon,
};

/// An item of a kit; its name is its key.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct ItemEntry {
    #[serde(default = "one")]
    hands: u8,
    weapon: Option<Weapon>,
    armour: Option<Armour>,
    #[serde(default)]
    ammo: bool,
    heals: Option<Pool>,
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
    damage: Option<Pool>,
    rider: Option<Rider>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Archetype {
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

impl Default for Archetype {
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
struct Creature {
    #[serde(default = "one")]
    level: u8,
    /// The level, at most 6, where left out.
    skill: Option<i8>,
    /// 4 + 4 × level where left out.
    hp: Option<u8>,
    #[serde(default)]
    ap: u8,
    attacks: Vec<Item>,
    attitude: Option<Attitude>,
    #[serde(default)]
    leader: bool,
}

tables! { "dr12" makes Body:
    items: ItemEntry,
    spells: SpellEntry,
    archetypes: Archetype,
    creatures: Creature,
}

impl Kit {
    fn body(&self, from: &str) -> Result<Body, Refusal> {
        if from.is_empty() {
            return Ok(Body { side: Side::Party, ..Body::default() });
        }
        if let Some(archetype) = self.archetypes.get(&key(from)) {
            return self.character(archetype);
        }
        let creature = self.creatures.get(&key(from)).ok_or_else(|| {
            no_entry("creature", from, self.archetypes.keys().chain(self.creatures.keys()))
        })?;
        Ok(npc(creature))
    }

    fn character(&self, one: &Archetype) -> Result<Body, Refusal> {
        let all = |names: &[String]| -> Result<Vec<Item>, Refusal> {
            names.iter().map(|name| self.item(name)).collect()
        };
        let maybe = |name: &Option<String>| name.as_deref().map(|name| self.item(name)).transpose();
        Ok(Body {
            side: Side::Party,
            level: one.level,
            hp: one.hp,
            hp_max: one.hp,
            str: one.str,
            dex: one.dex,
            con: one.con,
            int: one.int,
            wis: one.wis,
            cha: one.cha,
            hands: all(&one.hands)?,
            ready: all(&one.ready)?,
            pack: all(&one.pack)?,
            armour: maybe(&one.armour)?,
            helmet: maybe(&one.helmet)?,
            spells: one.spells.iter().map(|name| self.spell(name)).collect::<Result<_, _>>()?,
            ..Body::default()
        })
    }

    fn item(&self, name: &str) -> Result<Item, Refusal> {
        let entry = find("item", name, || self.items.iter())?.clone();
        Ok(Item {
            name: key(name).into(),
            hands: entry.hands,
            weapon: entry.weapon,
            armour: entry.armour,
            ammo: entry.ammo,
            heals: entry.heals,
            ..Item::default()
        })
    }

    fn spell(&self, name: &str) -> Result<Spell, Refusal> {
        let SpellEntry { casts, clean, max, damage, rider } =
            find("spell", name, || self.spells.iter())?.clone();
        Ok(Spell { name: key(name).into(), marks: 0, casts, clean, max, damage, rider })
    }

    /// Sets one field. Items and spells may be given by their names of the kit: `hands="longsword,
    /// large shield"`, `helmet=helmet`.
    fn set(&self, body: &mut Value, path: &str, text: &str) -> Result<(), Refusal> {
        let is_json = text.trim_start().starts_with(['[', '{']);
        let named: Option<Value> = match path {
            "hands" | "ready" | "pack" if !is_json => Some(value(
                listed(text).map(|name| self.item(name)).collect::<Result<Vec<_>, _>>()?,
            )?),
            "spells" if !is_json => Some(value(
                listed(text).map(|name| self.spell(name)).collect::<Result<Vec<_>, _>>()?,
            )?),
            "armour" | "helmet" if !is_json => match text {
                "none" | "null" | "" => Some(Value::Null),
                name => Some(value(self.item(name)?)?),
            },
            _ => None,
        };
        match named {
            Some(value) => set_path(body, path, &value.to_string()),
            None => set_path(body, path, text),
        }
    }
}

/// The rule text's defaults for NPCs: Skill = Level, at most 6; HP = 4 + 4 × Level.
fn npc(one: &Creature) -> Body {
    let hp = one.hp.unwrap_or(4 + 4 * one.level);
    Body {
        side: Side::Enemy,
        level: one.level,
        hp,
        hp_max: hp,
        skill: one.skill.unwrap_or(one.level.min(6) as i8),
        ap: one.ap,
        attacks: one.attacks.clone(),
        attitude: one.attitude,
        leader: one.leader,
        ..Body::default()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::{Fields, Kind, Kit as _, make as make_of};

    fn make(from: &str, fields: &Fields) -> Result<Value, Refusal> {
        make_of("dr12", from, fields)
    }

    fn names(kind: Kind) -> Vec<String> {
        KIT.as_ref().unwrap().names(kind)
    }

    #[test]
    fn everything_in_the_kit_can_be_made() {
        for name in names(Kind::Archetype).iter().chain(&names(Kind::Creature)) {
            make(name, &BTreeMap::new()).unwrap_or_else(|wrong| panic!("{name}: {wrong:?}"));
        }
        assert_eq!(names(Kind::Archetype).len() + names(Kind::Creature).len(), 7);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let field = |path: &str, value: &str| {
            make("warrior", &BTreeMap::from([(path.into(), value.into())]))
        };
        let wrong = format!("{:?}", field("hpp", "3").unwrap_err());
        assert!(wrong.contains("\"hpp\"") && wrong.contains("hp_max"), "{wrong}");
        let wrong = format!("{:?}", field("hands", "halberd").unwrap_err());
        assert!(wrong.contains("\"halberd\"") && wrong.contains("longsword"), "{wrong}");
        let wrong = format!("{:?}", make("knight", &BTreeMap::new()).unwrap_err());
        assert!(wrong.contains("warrior"), "{wrong}");
        let read = crate::read::<ItemEntry>("dr12/x.toml", "[a]\nhand = 1");
        let wrong = format!("{:?}", read.err().unwrap());
        assert!(wrong.contains("x.toml") && wrong.contains("line 2"), "{wrong}");
    }
}
