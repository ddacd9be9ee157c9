//! Sheets: what a combatant of `fates` is, its gear, and its state in the fight.
//!
//! Field names are those of the rule text's "Sheet" section; scripts and kits use them as they
//! stand here. What is counted from them (traits, being active) is a function below.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::holds::Hold;
pub use crate::dice::Pool;
use crate::ids::{CombatantId, ZoneId};
pub use crate::ids::{Name, Prose};
use crate::keyed::keyed;
use crate::things::kinds;

keyed! {
    /// Same side = ally, other side = enemy.
    Side {
        Party = "party",
        Opposition = "opposition",
    }
}

keyed! {
    /// What 0 Resolve means to an NPC.
    Tier {
        Minor = "minor",
        Significant = "significant",
    }
}

keyed! {
    Attribute {
        Dexterity = "dexterity",
        Strength = "strength",
        Perception = "perception",
        Knowledge = "knowledge",
        Mechanical = "mechanical",
        Technical = "technical",
        Power = "power",
    }
}

keyed! {
    Skill {
        Agility = "agility",
        Firearms = "firearms",
        LightMelee = "light_melee",
        Athletics = "athletics",
        Brawl = "brawl",
        HeavyMelee = "heavy_melee",
        Intimidate = "intimidate",
        Stamina = "stamina",
        Hide = "hide",
        Search = "search",
        Persuade = "persuade",
        Tactics = "tactics",
        Medicine = "medicine",
        Pilot = "pilot",
        Security = "security",
        Repair = "repair",
        Control = "control",
    }
}

impl Skill {
    /// The attribute that a skill goes with.
    pub fn attribute(self) -> Attribute {
        match self {
            Self::Agility | Self::Firearms | Self::LightMelee => Attribute::Dexterity,
            Self::Athletics | Self::Brawl | Self::HeavyMelee | Self::Intimidate | Self::Stamina => {
                Attribute::Strength
            }
            Self::Hide | Self::Search | Self::Persuade => Attribute::Perception,
            Self::Tactics | Self::Medicine => Attribute::Knowledge,
            Self::Pilot => Attribute::Mechanical,
            Self::Security | Self::Repair => Attribute::Technical,
            Self::Control => Attribute::Power,
        }
    }
}

keyed! {
    /// What grants a Free Action, as long as an attribute is high enough.
    Trait {
        Brute = "brute",
        Juggernaut = "juggernaut",
        QuickHands = "quick_hands",
        KeenEye = "keen_eye",
        Commander = "commander",
    }
}

impl Trait {
    /// The attribute that a trait needs, and how many dice of it.
    pub fn needs(self) -> (Attribute, u8) {
        match self {
            Self::Brute => (Attribute::Strength, 4),
            Self::Juggernaut => (Attribute::Strength, 6),
            Self::QuickHands => (Attribute::Dexterity, 4),
            Self::KeenEye => (Attribute::Perception, 4),
            Self::Commander => (Attribute::Knowledge, 4),
        }
    }
}

keyed! {
    DamageType {
        Physical = "physical",
        Energy = "energy",
    }
}

keyed! {
    /// A range, from nearest to furthest (FATES-ZONE-1).
    Band {
        Close = "close",
        Short = "short",
        Medium = "medium",
        Long = "long",
        Extreme = "extreme",
    }
}

/// The ranks of all skills.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<Skill, u8>", into = "BTreeMap<Skill, u8>")]
pub struct Skills([u8; Skill::ALL.len()]);

impl Skills {
    pub fn rank(&self, skill: Skill) -> u8 {
        self.0[skill as usize]
    }

    pub fn set(&mut self, skill: Skill, rank: u8) {
        self.0[skill as usize] = rank;
    }
}

impl From<BTreeMap<Skill, u8>> for Skills {
    fn from(ranks: BTreeMap<Skill, u8>) -> Self {
        let mut skills = Self::default();
        ranks.into_iter().for_each(|(skill, rank)| skills.set(skill, rank));
        skills
    }
}

impl From<Skills> for BTreeMap<Skill, u8> {
    fn from(skills: Skills) -> Self {
        Skill::ALL.iter().map(|skill| (*skill, skills.rank(*skill))).collect()
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    pub attribute: Attribute,
    pub skill: Skill,
    /// Damage: so many d6, and a number added.
    pub dice: u8,
    #[serde(default)]
    pub plus: u8,
    pub damage: DamageType,
    #[serde(default)]
    pub ranged: bool,
    /// How far it reaches; melee weapons reach Close (FATES-ATK-2).
    #[serde(default = "close")]
    pub band: Band,
    #[serde(default)]
    pub piercing: bool,
}

fn close() -> Band {
    Band::Close
}

impl Weapon {
    pub fn damage(&self) -> Pool {
        Pool { count: self.dice, sides: 6, plus: self.plus as i8 }
    }
}

/// Something carried, something that lies about, or a natural weapon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    pub name: Name,
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// Part of the body: needs no hand.
    #[serde(default)]
    pub natural: bool,
    /// A consumable that restores so much Resolve, once (FATES-ITEM-3).
    #[serde(default)]
    pub heals: Option<Pool>,
}

impl Item {
    /// What no kit knows is a loose object.
    pub fn thing(name: &str) -> Self {
        Self::new(name)
    }

    pub fn new(name: &str) -> Self {
        Self { name: name.into(), weapon: None, natural: false, heals: None }
    }
}

/// Fists need no hand, and everybody has them.
pub const FISTS: &str = "fists";

static FISTS_ITEM: LazyLock<Item> = LazyLock::new(|| {
    let weapon = Weapon {
        attribute: Attribute::Strength,
        skill: Skill::Brawl,
        dice: 2,
        plus: 0,
        damage: DamageType::Physical,
        ranged: false,
        band: Band::Close,
        piercing: false,
    };
    Item { weapon: Some(weapon), natural: true, ..Item::new(FISTS) }
});

/// An Aim that waits for the next Attack roll (FATES-AIM-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// A rank, added to the roll.
    Bonus(u8),
    /// Ignores up to 1D of the Long or Extreme penalty.
    Steady,
}

/// A combatant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Body {
    /// Set on joining where nobody says: PCs are of the party, NPCs of the opposition.
    pub side: Option<Side>,
    pub tier: Tier,
    /// FATES-INIT-3.
    pub major: bool,
    pub dexterity: u8,
    pub strength: u8,
    pub perception: u8,
    pub knowledge: u8,
    pub mechanical: u8,
    pub technical: u8,
    pub power: u8,
    pub skills: Skills,
    /// The initiative rank.
    pub initiative: u8,
    pub defense: u8,
    pub resolve_max: u8,
    pub resolve: u8,
    pub ar_physical: u8,
    pub ar_energy: u8,
    /// Fate Points.
    pub fp: u8,
    pub wounded: bool,
    /// Fates ignored since the last Rest.
    pub ignores: u8,
    /// How often Never the Same was chosen, for life.
    pub never_the_same: u8,
    /// A Never the Same whose attributes are not picked yet (FATES-FATE-12).
    pub pick_owed: bool,
    /// The name of the item in hand; empty: nothing.
    pub in_hand: Name,
    /// What is carried, what is in hand included, and natural weapons.
    pub gear: Vec<Item>,
    /// The zone it stands in. None before the start.
    pub zone: Option<ZoneId>,
    /// The initiative score; none before it is rolled.
    pub score: Option<u8>,
    /// It has had its turn this round.
    pub acted: bool,
    /// Its turn has come up this round (FATES-TURN-2).
    pub started: bool,
    /// It has delayed this round (FATES-INIT-10).
    pub delayed: bool,
    /// The bonus of a Defend.
    pub defend: Option<u8>,
    pub aim: Option<Aim>,
    /// How many Helps are stored.
    pub help: u8,
    pub hold: Option<Hold>,
    pub grappled_by: Option<CombatantId>,
    /// What must be reached to get free (FATES-SKILL-3).
    pub grapple_total: u8,
    pub down: bool,
    pub dead: bool,
    /// Out of this encounter by Never the Same.
    pub removed: bool,
    pub escaped: bool,
}

impl Default for Body {
    fn default() -> Self {
        Self {
            side: None,
            tier: Tier::Minor,
            major: false,
            dexterity: 2,
            strength: 2,
            perception: 2,
            knowledge: 2,
            mechanical: 2,
            technical: 2,
            power: 0,
            skills: Skills::default(),
            initiative: 2,
            defense: 9,
            resolve_max: 16,
            resolve: 16,
            ar_physical: 0,
            ar_energy: 0,
            fp: 1,
            wounded: false,
            ignores: 0,
            never_the_same: 0,
            pick_owed: false,
            in_hand: "".into(),
            gear: Vec::new(),
            zone: None,
            score: None,
            acted: false,
            started: false,
            delayed: false,
            defend: None,
            aim: None,
            help: 0,
            hold: None,
            grappled_by: None,
            grapple_total: 0,
            down: false,
            dead: false,
            removed: false,
            escaped: false,
        }
    }
}

impl Body {
    /// The initiative rank of a sheet that does not say another.
    pub fn default_initiative(&self) -> u8 {
        self.perception
    }

    /// The Defense of a sheet that does not say another.
    pub fn default_defense(&self) -> u8 {
        7 + self.dexterity + self.rank(Skill::Agility)
    }

    /// The maximum of Resolve of a sheet that does not say another.
    pub fn default_resolve(&self) -> u8 {
        12 + 2 * self.strength + self.rank(Skill::Stamina)
    }

    /// What outlasts the fight. FATES-END-2: Resolve, Wounded, ignores used, lowered attributes,
    /// Never the Same, Fate Points, used-up items and death do; Defend, Aim, Help, Hold, Grappled
    /// and the place in the order do not.
    pub fn lasting(&self) -> Self {
        Self {
            zone: None,
            score: None,
            acted: false,
            started: false,
            delayed: false,
            defend: None,
            aim: None,
            help: 0,
            hold: None,
            grappled_by: None,
            grapple_total: 0,
            down: false,
            removed: false,
            escaped: false,
            ..self.clone()
        }
    }

    /// FATES-COND-5: neither down, dead, removed nor escaped.
    pub fn is_active(&self) -> bool {
        !self.down && !self.dead && !self.removed && !self.escaped
    }

    pub fn attribute(&self, attribute: Attribute) -> u8 {
        match attribute {
            Attribute::Dexterity => self.dexterity,
            Attribute::Strength => self.strength,
            Attribute::Perception => self.perception,
            Attribute::Knowledge => self.knowledge,
            Attribute::Mechanical => self.mechanical,
            Attribute::Technical => self.technical,
            Attribute::Power => self.power,
        }
    }

    pub fn attribute_mut(&mut self, attribute: Attribute) -> &mut u8 {
        match attribute {
            Attribute::Dexterity => &mut self.dexterity,
            Attribute::Strength => &mut self.strength,
            Attribute::Perception => &mut self.perception,
            Attribute::Knowledge => &mut self.knowledge,
            Attribute::Mechanical => &mut self.mechanical,
            Attribute::Technical => &mut self.technical,
            Attribute::Power => &mut self.power,
        }
    }

    pub fn rank(&self, skill: Skill) -> u8 {
        self.skills.rank(skill)
    }

    /// The one of several skills with the highest rank; of equal ones the first.
    pub fn best(&self, skills: &[Skill]) -> Option<Skill> {
        skills.iter().copied().rev().max_by_key(|skill| self.rank(*skill))
    }

    /// FATES-TURN-6: a sheet has a trait as long as the attribute is high enough.
    pub fn has(&self, one: Trait) -> bool {
        let (attribute, dice) = one.needs();
        self.attribute(attribute) >= dice
    }

    pub fn armour(&self, damage: DamageType) -> u8 {
        match damage {
            DamageType::Physical => self.ar_physical,
            DamageType::Energy => self.ar_energy,
        }
    }

    pub fn item(&self, name: &str) -> Option<&Item> {
        self.gear.iter().find(|item| *item.name == *name)
    }

    /// A weapon that can be used now: in hand, natural, or fists.
    pub fn weapon_at_hand(&self, name: &str) -> Option<&Weapon> {
        if name == FISTS {
            return FISTS_ITEM.weapon.as_ref();
        }
        let is_at_hand = |item: &&Item| item.natural || item.name == self.in_hand;
        self.item(name).filter(is_at_hand)?.weapon.as_ref()
    }

    /// All weapons at hand, each name once, what is in hand first, fists last.
    pub fn weapons_at_hand(&self) -> impl Iterator<Item = (&Name, &Weapon)> {
        let in_hand = self.item(&self.in_hand).filter(|item| item.weapon.is_some());
        let natural = self.gear.iter().filter(|item| item.natural && item.weapon.is_some());
        let all = kinds(in_hand.into_iter().chain(natural).chain([&*FISTS_ITEM]));
        all.filter_map(|item| Some((&item.name, self.weapon_at_hand(&item.name)?)))
    }
}
