//! Sheets: the numbers of a combatant of `fates`, its gear, and its state in the fight.
//!
//! The stored field names are those of the rule text's "Sheet" section, which scripts and kits use.
//! Values that are derived from them are methods.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use declare::BodyFields;
use serde::{Deserialize, Serialize};

use super::fallen_fates::MAX_NEVER_THE_SAME;
use super::held_actions::HeldAction;
pub use crate::core::dice::DicePool;
use crate::core::ids::{CombatantId, ZoneId};
pub use crate::core::ids::{FreeText, Name};
use crate::core::items::unique_by_name;
use crate::core::keyed_enum::keyed_enum;

keyed_enum! {
    /// Combatants of the same side are allies, all others enemies.
    Side {
        Party = "party",
        Opposition = "opposition",
    }
}

keyed_enum! {
    /// Decides what 0 Resolve means to an NPC.
    #[derive(Default)]
    NpcTier {
        #[default]
        Minor = "minor",
        Significant = "significant",
    }
}

keyed_enum! {
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

keyed_enum! {
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
    /// Returns the attribute that the skill is rolled with.
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

keyed_enum! {
    /// A trait grants a Free Action, as long as an attribute is high enough.
    FreeActionTrait {
        Brute = "brute",
        Juggernaut = "juggernaut",
        QuickHands = "quick_hands",
        KeenEye = "keen_eye",
        Commander = "commander",
    }
}

impl FreeActionTrait {
    /// Returns the attribute that the trait needs, and how many dice of it.
    pub fn required_attribute(self) -> (Attribute, u8) {
        match self {
            Self::Brute => (Attribute::Strength, 4),
            Self::Juggernaut => (Attribute::Strength, 6),
            Self::QuickHands => (Attribute::Dexterity, 4),
            Self::KeenEye => (Attribute::Perception, 4),
            Self::Commander => (Attribute::Knowledge, 4),
        }
    }
}

keyed_enum! {
    DamageType {
        Physical = "physical",
        Energy = "energy",
    }
}

keyed_enum! {
    /// A range, from nearest to furthest (FATES-ZONE-1).
    RangeBand {
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
pub struct SkillRanks([u8; Skill::ALL.len()]);

impl SkillRanks {
    pub fn rank(&self, skill: Skill) -> u8 {
        self.0[skill as usize]
    }

    pub fn set_rank(&mut self, skill: Skill, rank: u8) {
        self.0[skill as usize] = rank;
    }
}

impl From<BTreeMap<Skill, u8>> for SkillRanks {
    fn from(ranks: BTreeMap<Skill, u8>) -> Self {
        let mut skills = Self::default();
        for (skill, rank) in ranks {
            skills.set_rank(skill, rank);
        }
        skills
    }
}

impl From<SkillRanks> for BTreeMap<Skill, u8> {
    fn from(skills: SkillRanks) -> Self {
        Skill::ALL.iter().map(|skill| (*skill, skills.rank(*skill))).collect()
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    pub attribute: Attribute,
    pub skill: Skill,
    /// The d6 of damage, to which `damage_bonus` is added.
    #[serde(rename = "dice")]
    pub damage_dice: u8,
    #[serde(default)]
    #[serde(rename = "plus")]
    pub damage_bonus: u8,
    #[serde(rename = "damage")]
    pub damage_type: DamageType,
    #[serde(default)]
    #[serde(rename = "ranged")]
    pub is_ranged: bool,
    /// How far it reaches; melee weapons reach Close (FATES-ATK-2).
    #[serde(default = "default_range_band")]
    #[serde(rename = "band")]
    pub range_band: RangeBand,
    #[serde(default)]
    #[serde(rename = "piercing")]
    pub is_piercing: bool,
}

fn default_range_band() -> RangeBand {
    RangeBand::Close
}

impl Weapon {
    pub fn damage_pool(&self) -> DicePool {
        DicePool { count: self.damage_dice, sides: 6, modifier: self.damage_bonus as i8 }
    }
}

/// An item that is carried or lies in a zone, or a natural weapon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    pub name: Name,
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// Part of the body, which needs no hand.
    #[serde(default)]
    #[serde(rename = "natural")]
    pub is_natural: bool,
    /// The Resolve that this consumable restores, once (FATES-ITEM-3); `None` for other items.
    #[serde(default)]
    #[serde(rename = "heals")]
    pub healing_pool: Option<DicePool>,
}

impl Item {
    /// Creates an item that is neither a weapon nor a consumable, such as one that no kit knows.
    pub fn new(name: &str) -> Self {
        Self { name: name.into(), weapon: None, is_natural: false, healing_pool: None }
    }
}

/// The name of everybody's fists, which need no hand.
pub const FISTS_NAME: &str = "fists";

static FISTS_ITEM: LazyLock<Item> = LazyLock::new(|| {
    let weapon = Weapon {
        attribute: Attribute::Strength,
        skill: Skill::Brawl,
        damage_dice: 2,
        damage_bonus: 0,
        damage_type: DamageType::Physical,
        is_ranged: false,
        range_band: RangeBand::Close,
        is_piercing: false,
    };
    Item { weapon: Some(weapon), is_natural: true, ..Item::new(FISTS_NAME) }
});

/// The effect of an Aim on the next Attack roll (FATES-AIM-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AimEffect {
    /// Adds this rank to the roll.
    Bonus(u8),
    /// Ignores up to 1D of the Long or Extreme penalty.
    Steady,
}

/// The sheet and the state of a combatant. FATES-END-2: of the state, Resolve, Wounded, ignored
/// Fates, lowered attributes, Never the Same, Fate Points, used-up items and death are kept after
/// the fight; Defend, Aim, Help, Hold, Grappled and the place in the order are reset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, BodyFields)]
#[serde(deny_unknown_fields, default)]
pub struct Body {
    /// If no side is given, joining sets the party for PCs and the opposition for NPCs.
    #[field(public, refers_to = side)]
    pub side: Option<Side>,
    #[field(npc = choice, choices = NpcTier::KEYS)]
    pub tier: NpcTier,
    /// A major NPC has a higher initiative score (FATES-INIT-3).
    #[serde(rename = "major")]
    #[field(npc = flag)]
    pub is_major_npc: bool,
    #[field(initial = 2, range = 1..=6, npc = number, character = number)]
    pub dexterity: u8,
    #[field(initial = 2, range = 1..=6, npc = number, character = number)]
    pub strength: u8,
    #[field(initial = 2, range = 1..=6, npc = number, character = number)]
    pub perception: u8,
    #[field(initial = 2, range = 1..=6, npc = number, character = number)]
    pub knowledge: u8,
    #[field(initial = 2, range = 1..=6, npc = number, character = number)]
    pub mechanical: u8,
    #[field(initial = 2, range = 1..=6, npc = number, character = number)]
    pub technical: u8,
    #[field(range = 0..=6, npc = number, character = number)]
    pub power: u8,
    #[field(npc = counts, character = counts)]
    pub skills: SkillRanks,
    #[serde(rename = "initiative")]
    #[field(initial = 2, range = 0..=6, npc = number, character = number)]
    pub initiative_rank: u8,
    #[field(initial = 9, range = 1..=30, npc = number, character = number)]
    pub defense: u8,
    #[field(initial = 16, npc = number, character = number, kit = "resolve")]
    pub resolve_max: u8,
    #[field(initial = 16)]
    pub resolve: u8,
    #[field(range = 0..=10, npc = number, character = number, kit = "ar.physical")]
    pub ar_physical: u8,
    #[field(range = 0..=10, npc = number, character = number, kit = "ar.energy")]
    pub ar_energy: u8,
    #[serde(rename = "fp")]
    #[field(initial = 1, npc = number, character = number)]
    pub fate_points: u8,
    #[serde(rename = "wounded")]
    #[field(public)]
    pub is_wounded: bool,
    /// How many Fates it has ignored since the last Rest.
    #[serde(rename = "ignores")]
    #[field(gm_only_of_npcs)]
    pub ignored_fates: u8,
    /// How often Never the Same was chosen, for life.
    #[serde(rename = "never_the_same")]
    #[field(range = 0..=MAX_NEVER_THE_SAME)]
    pub never_the_same_count: u8,
    /// It has to pick the attributes of an earlier Never the Same (FATES-FATE-12).
    #[serde(rename = "pick_owed")]
    #[field(public)]
    pub owes_attribute_pick: bool,
    /// The name of the item in hand; empty if the hand is.
    #[serde(rename = "in_hand")]
    #[field(public, refers_to = carried_item)]
    pub item_in_hand: Name,
    /// All carried items, those in hand included, and natural weapons.
    #[field(npc = gear, character = gear)]
    pub gear: Vec<Item>,
    /// The zone it stands in; `None` before the start.
    #[field(public, of_fight, refers_to = zone)]
    pub zone: Option<ZoneId>,
    /// The initiative score; `None` before it is rolled.
    #[serde(rename = "score")]
    #[field(presence_public, of_fight)]
    pub initiative_score: Option<u8>,
    /// It has had its turn this round.
    #[serde(rename = "acted")]
    #[field(public, of_fight)]
    pub has_acted: bool,
    /// Its turn has come up this round (FATES-TURN-2).
    #[serde(rename = "started")]
    #[field(public, of_fight)]
    pub has_started_turn: bool,
    /// It has delayed this round (FATES-INIT-10).
    #[serde(rename = "delayed")]
    #[field(public, of_fight)]
    pub has_delayed: bool,
    /// The bonus of the Defend that it has taken.
    #[serde(rename = "defend")]
    #[field(presence_public, of_fight)]
    pub defend_bonus: Option<u8>,
    #[field(presence_public, of_fight)]
    pub aim: Option<AimEffect>,
    #[serde(rename = "help")]
    #[field(public, of_fight, range = 0..=20)]
    pub stored_helps: u8,
    #[serde(rename = "hold")]
    #[field(gm_only_of_npcs, presence_public, of_fight)]
    pub held_action: Option<HeldAction>,
    #[field(public, of_fight, refers_to = combatant)]
    pub grappled_by: Option<CombatantId>,
    /// The total that must be reached to get free (FATES-SKILL-3).
    #[serde(rename = "grapple_total")]
    #[field(public, of_fight)]
    pub grapple_difficulty: u8,
    #[serde(rename = "down")]
    #[field(public, of_fight)]
    pub is_down: bool,
    #[serde(rename = "dead")]
    #[field(public)]
    pub is_dead: bool,
    /// It is out of this encounter by Never the Same.
    #[serde(rename = "removed")]
    #[field(public, of_fight)]
    pub is_removed: bool,
    #[serde(rename = "escaped")]
    #[field(public, of_fight)]
    pub has_escaped: bool,
}

impl Body {
    /// Returns the initiative rank of a sheet that does not set one.
    pub fn default_initiative(&self) -> u8 {
        self.perception
    }

    /// Returns the Defense of a sheet that does not set one.
    pub fn default_defense(&self) -> u8 {
        7 + self.dexterity + self.rank(Skill::Agility)
    }

    /// Returns the maximum Resolve of a sheet that does not set one.
    pub fn default_resolve(&self) -> u8 {
        12 + 2 * self.strength + self.rank(Skill::Stamina)
    }

    /// Returns whether it is neither down, dead, removed nor escaped (FATES-COND-5).
    pub fn is_active(&self) -> bool {
        !self.is_down && !self.is_dead && !self.is_removed && !self.has_escaped
    }

    /// Returns how many dice the body has in an attribute.
    pub fn attribute_dice(&self, attribute: Attribute) -> u8 {
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

    /// Returns the one of these skills with the highest rank, the first one if several are equal;
    /// `None` for an empty list.
    pub fn best_skill(&self, skills: &[Skill]) -> Option<Skill> {
        skills.iter().copied().rev().max_by_key(|skill| self.rank(*skill))
    }

    /// Returns whether the attribute of the trait is high enough (FATES-TURN-6).
    pub fn has_trait(&self, free_action_trait: FreeActionTrait) -> bool {
        let (attribute, dice) = free_action_trait.required_attribute();
        self.attribute_dice(attribute) >= dice
    }

    /// Returns the AR against damage of this type.
    pub fn armour_against(&self, damage_type: DamageType) -> u8 {
        match damage_type {
            DamageType::Physical => self.ar_physical,
            DamageType::Energy => self.ar_energy,
        }
    }

    /// Returns the first item of this name in the gear, in hand or not, also a natural one.
    pub fn item(&self, name: &str) -> Option<&Item> {
        self.gear.iter().find(|item| *item.name == *name)
    }

    /// Returns a weapon that can be used now: in hand, natural, or fists.
    pub fn weapon_at_hand(&self, name: &str) -> Option<&Weapon> {
        if name == FISTS_NAME {
            return FISTS_ITEM.weapon.as_ref();
        }
        let is_at_hand = |item: &&Item| item.is_natural || item.name == self.item_in_hand;
        self.item(name).filter(is_at_hand)?.weapon.as_ref()
    }

    /// Returns all weapons at hand, each name once: the one in hand first, fists last.
    pub fn weapons_at_hand(&self) -> impl Iterator<Item = (&Name, &Weapon)> {
        let in_hand = self.item(&self.item_in_hand).filter(|item| item.weapon.is_some());
        let natural = self.gear.iter().filter(|item| item.is_natural && item.weapon.is_some());
        let items = unique_by_name(in_hand.into_iter().chain(natural).chain([&*FISTS_ITEM]));
        items.filter_map(|item| Some((&item.name, self.weapon_at_hand(&item.name)?)))
    }
}
