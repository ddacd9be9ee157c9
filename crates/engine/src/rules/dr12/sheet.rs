//! Sheets: the values, items and fight state of a DR12 combatant.
//!
//! Field names in files are those of the rule text's "Sheet" section, in lower case; scripts and
//! kits use them.

use std::sync::LazyLock;

use declare::BodyFields;
use serde::{Deserialize, Serialize};

use crate::core::body_fields::BodyFields as _;
pub use crate::core::dice::DicePool;
use crate::core::ids::{CombatantId, ZoneId};
pub use crate::core::ids::{ItemId, Name};
use crate::core::keyed_enum::keyed_enum;

keyed_enum! {
    #[derive(Default)]
    Side {
        Party = "party",
        #[default]
        Enemy = "enemy",
    }
}

impl Side {
    pub fn opposite(self) -> Self {
        match self {
            Self::Party => Self::Enemy,
            Self::Enemy => Self::Party,
        }
    }
}

keyed_enum! {
    Attribute {
        Str = "str",
        Dex = "dex",
        Con = "con",
        Int = "int",
        Wis = "wis",
        Cha = "cha",
    }
}

keyed_enum! {
    /// Ongoing Damage or one of the four hindrances, which last until a Test ends them.
    Ailment {
        Ongoing = "ongoing",
        Weakened = "weakened",
        Distracted = "distracted",
        Stuck = "stuck",
        Paralysed = "paralysed",
    }
}

impl Ailment {
    /// Returns whether the ailment may be Action-bound; others would then never end (DR12-HIND-3).
    pub fn can_be_action_bound(self) -> bool {
        match self {
            Self::Weakened | Self::Stuck => true,
            Self::Ongoing | Self::Distracted | Self::Paralysed => false,
        }
    }
}

/// How an ailment ends. A file may write it as text: `"con"`, `"str 15"`, `"str 12 bound"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "CureForm")]
pub struct Cure {
    pub attribute: Attribute,
    pub dr: u8,
    /// Whether the Test is made only by spending an Action on it (DR12-HIND-3).
    #[serde(rename = "bound")]
    pub is_action_bound: bool,
    /// A number that rises with every ailment of the fight: the lower, the older (DR12-TURN-3).
    pub age: u16,
    /// The grappler who holds the bearer, if the ailment is a grapple (DR12-STUNT-3).
    pub held_by: Option<CombatantId>,
}

impl Cure {
    /// Makes the cure of a fresh ailment that ends by a Test against this DR, without an Action.
    pub fn new(attribute: Attribute, dr: u8) -> Self {
        Self { attribute, dr, is_action_bound: false, age: 0, held_by: None }
    }
}

#[derive(Deserialize)]
#[serde(untagged)]
enum CureForm {
    Text(String),
    #[serde(rename_all = "snake_case")]
    Fields {
        attribute: Attribute,
        #[serde(default = "default_dr")]
        dr: u8,
        #[serde(default)]
        bound: bool,
        #[serde(default)]
        age: u16,
        #[serde(default)]
        held_by: Option<CombatantId>,
    },
}

fn default_dr() -> u8 {
    12
}

impl TryFrom<CureForm> for Cure {
    type Error = String;

    fn try_from(form: CureForm) -> Result<Self, String> {
        match form {
            CureForm::Fields { attribute, dr, bound, age, held_by } => {
                Ok(Self { attribute, dr, is_action_bound: bound, age, held_by })
            }
            CureForm::Text(text) => parse_cure_words(&text),
        }
    }
}

/// Parses a cure from its words, in any order: an attribute, a DR, and `bound`. What is missing is
/// CON, DR 12, not Action-bound.
fn parse_cure_words(text: &str) -> Result<Cure, String> {
    let mut cure = Cure::new(Attribute::Con, default_dr());
    for word in text.split_whitespace() {
        if let Some(attribute) = Attribute::parse(word) {
            cure.attribute = attribute;
        } else if word == "bound" {
            cure.is_action_bound = true;
        } else {
            cure.dr = word.parse().map_err(|_| {
                format!("`{text}`: write an attribute, a DR and `bound`: \"str 12\"")
            })?;
        }
    }
    Ok(cure)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackKind {
    Melee,
    Ranged,
}

/// A distance in zones (DR12-ZONE-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Distance {
    #[default]
    Close,
    Nearby,
    FarAway,
    Distant,
}

impl Distance {
    /// Returns the distance of so many steps between zones; `None`, without a way, is Distant.
    pub fn from_steps(steps: Option<u8>) -> Self {
        match steps {
            Some(0) => Self::Close,
            Some(1) => Self::Nearby,
            Some(2) => Self::FarAway,
            _ => Self::Distant,
        }
    }
}

/// An ailment that an attack or spell adds to its damage (DR12-DMG-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AilmentRider {
    pub ailment: Ailment,
    /// The attribute whose Test ends the ailment.
    #[serde(rename = "ends")]
    pub cure_attribute: Attribute,
    #[serde(default = "default_dr")]
    pub dr: u8,
    #[serde(default)]
    #[serde(rename = "bound")]
    pub is_action_bound: bool,
    /// The attribute whose Test prevents the ailment, if there is one.
    #[serde(default)]
    #[serde(rename = "resist")]
    pub resist_attribute: Option<Attribute>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    pub kind: AttackKind,
    pub damage: DicePool,
    /// The furthest distance without Disadvantage.
    #[serde(default)]
    #[serde(rename = "clean")]
    pub clean_range: Distance,
    /// The furthest distance at all.
    #[serde(default)]
    #[serde(rename = "max")]
    pub max_range: Distance,
    #[serde(default)]
    #[serde(rename = "thrown")]
    pub can_be_thrown: bool,
    /// Whether it needs ammunition in ready.
    #[serde(default)]
    #[serde(rename = "ammo")]
    pub needs_ammunition: bool,
    #[serde(default)]
    pub rider: Option<AilmentRider>,
    /// The attribute that a Character Tests to avoid it.
    #[serde(default = "default_avoid_attribute")]
    #[serde(rename = "avoid")]
    pub avoid_attribute: Attribute,
}

fn default_avoid_attribute() -> Attribute {
    Attribute::Dex
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ArmourSlot {
    Armour,
    Helmet,
    /// Held in a hand.
    Shield,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    pub ap: u8,
    /// The increase of the DR of the wearer's DEX Tests.
    #[serde(default)]
    pub dex_dr: u8,
    #[serde(rename = "wear")]
    pub slot: ArmourSlot,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Assigned when its bearer joins the fight; 0 before.
    #[serde(default)]
    pub id: ItemId,
    pub name: Name,
    /// How many hands hold it.
    #[serde(default = "one_hand")]
    #[serde(rename = "hands")]
    pub hands_needed: u8,
    #[serde(default)]
    #[serde(rename = "marks")]
    pub usage_marks: u8,
    #[serde(default)]
    pub weapon: Option<Weapon>,
    #[serde(default)]
    pub armour: Option<Armour>,
    #[serde(default)]
    #[serde(rename = "ammo")]
    pub is_ammunition: bool,
    /// The HP that one use restores; `None` if it cannot be used.
    #[serde(default)]
    #[serde(rename = "heals")]
    pub healing: Option<DicePool>,
    /// Its owner before it was dropped or thrown.
    #[serde(default)]
    #[serde(rename = "owner")]
    pub original_owner: Option<CombatantId>,
    /// Whether its AP reduced a blow, or it was shot, in this fight (DR12-END-3).
    #[serde(default)]
    #[serde(rename = "used")]
    pub used_in_fight: bool,
}

fn one_hand() -> u8 {
    1
}

impl Item {
    /// Creates the improvised weapon of the starter kit under a name that no kit has: one hand,
    /// melee, d4.
    pub fn improvised_weapon(name: &str) -> Self {
        let weapon = Weapon {
            kind: AttackKind::Melee,
            damage: DicePool::one_die(4),
            clean_range: Distance::default(),
            max_range: Distance::default(),
            can_be_thrown: false,
            needs_ammunition: false,
            rider: None,
            avoid_attribute: default_avoid_attribute(),
        };
        Self { name: name.into(), hands_needed: 1, weapon: Some(weapon), ..Self::default() }
    }

    /// Returns whether three usage marks have broken the item (DR12-USE-1).
    pub fn is_broken(&self) -> bool {
        self.usage_marks >= 3
    }

    pub fn is_shield(&self) -> bool {
        self.armour.is_some_and(|armour| armour.slot == ArmourSlot::Shield)
    }

    /// Returns whether the item is a weapon for attacks in melee.
    pub fn is_melee_weapon(&self) -> bool {
        self.weapon.as_ref().is_some_and(|weapon| weapon.kind == AttackKind::Melee)
    }

    /// Returns the AP while worn or held; 0 for a broken item (DR12-DMG-2).
    pub fn ap(&self) -> u8 {
        if self.is_broken() { 0 } else { self.armour.map_or(0, |armour| armour.ap) }
    }
}

impl Default for Item {
    fn default() -> Self {
        Self {
            id: ItemId::default(),
            name: "item".into(),
            hands_needed: 1,
            usage_marks: 0,
            weapon: None,
            armour: None,
            is_ammunition: false,
            healing: None,
            original_owner: None,
            used_in_fight: false,
        }
    }
}

/// Bare hands, which everybody has and which are never marked. They strike like an improvised
/// weapon.
pub static UNARMED: LazyLock<Item> = LazyLock::new(|| Item {
    id: ItemId::UNARMED,
    hands_needed: 0,
    ..Item::improvised_weapon("unarmed")
});

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spell {
    pub name: Name,
    #[serde(default)]
    #[serde(rename = "marks")]
    pub usage_marks: u8,
    /// The attribute that the caster Tests.
    #[serde(rename = "casts")]
    pub cast_attribute: Attribute,
    #[serde(rename = "clean")]
    pub clean_range: Distance,
    #[serde(rename = "max")]
    pub max_range: Distance,
    /// The damage dice. A spell that has them counts as an attack (DR12-CAST-2).
    #[serde(default)]
    pub damage: Option<DicePool>,
    #[serde(default)]
    pub rider: Option<AilmentRider>,
}

keyed_enum! {
    Attitude {
        Hostile = "hostile",
        Wary = "wary",
        Curious = "curious",
        Kind = "kind",
        Helpful = "helpful",
    }
}

keyed_enum! {
    /// Whether a combatant fights on; a failed morale Test changes it (DR12-MORALE-4).
    #[derive(Default)]
    Mood {
        #[default]
        Fighting = "fighting",
        Fleeing = "fleeing",
        Parleying = "parleying",
    }
}

/// What the GM has set for a combatant's next Test, which uses it up (DR12-TEST-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NextTest {
    pub dr: Option<u8>,
    #[serde(rename = "advantage")]
    pub has_advantage: bool,
    #[serde(rename = "disadvantage")]
    pub has_disadvantage: bool,
}

/// The sheet of a combatant. Characters use the six attributes and the inventory; NPCs use skill,
/// AP and attacks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, BodyFields)]
#[serde(deny_unknown_fields, default)]
pub struct Body {
    #[field(public, refers_to = side)]
    pub side: Side,
    #[field(initial = 1, range = 0..=10, npc = number, character = number)]
    pub level: u8,
    #[field(initial = 8)]
    pub hp: u8,
    #[field(initial = 8, range = 0..=99, npc = number, character = number, kit = "hp")]
    pub hp_max: u8,

    #[field(range = -3..=6, character = number)]
    pub str: i8,
    #[field(range = -3..=6, character = number)]
    pub dex: i8,
    #[field(range = -3..=6, character = number)]
    pub con: i8,
    #[field(range = -3..=6, character = number)]
    pub int: i8,
    #[field(range = -3..=6, character = number)]
    pub wis: i8,
    #[field(range = -3..=6, character = number)]
    pub cha: i8,
    #[field(character = gear)]
    pub hands: Vec<Item>,
    #[field(character = gear)]
    pub ready: Vec<Item>,
    #[field(character = gear)]
    pub pack: Vec<Item>,
    #[field(character = gear)]
    pub armour: Option<Item>,
    #[field(character = gear)]
    pub helmet: Option<Item>,
    #[field(character = gear)]
    pub spells: Vec<Spell>,

    #[field(initial = 1, range = -1..=6, npc = number)]
    pub skill: i8,
    #[field(range = 0..=6, npc = number)]
    pub ap: u8,
    #[field(npc = gear)]
    pub attacks: Vec<Item>,
    #[field(gm_only, npc = choice, choices = Attitude::KEYS)]
    pub attitude: Option<Attitude>,
    #[serde(rename = "leader")]
    #[field(gm_only, npc = flag)]
    pub is_leader: bool,
    #[field(public, of_fight)]
    pub mood: Mood,

    /// `None` before the start, when the start zone of the side is taken.
    #[field(public, of_fight, refers_to = zone)]
    pub zone: Option<ZoneId>,
    #[field(of_fight)]
    pub ongoing: Option<Cure>,
    #[field(of_fight)]
    pub weakened: Option<Cure>,
    #[field(of_fight)]
    pub distracted: Option<Cure>,
    #[field(of_fight)]
    pub stuck: Option<Cure>,
    #[field(of_fight)]
    pub paralysed: Option<Cure>,
    #[field(gm_only, of_fight)]
    pub next_test: NextTest,
    /// The roll of d6 + DEX (DR12-INIT-2).
    #[field(of_fight)]
    pub initiative: i8,
    /// The last round in which it had its Turn; 0 if it had none.
    #[field(public, of_fight)]
    pub last_turn: u16,
    /// Whether it has left the fight for good.
    #[serde(rename = "fled")]
    #[field(public, of_fight)]
    pub has_fled: bool,
    /// Keys of what earlier fights left behind (DR12-END-4).
    #[serde(rename = "scars")]
    pub fall_consequences: Vec<Name>,
}

/// A place for items on a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InventorySlot {
    Hands,
    Ready,
    Pack,
}

impl Body {
    /// Returns whether the combatant has HP above 0 and has not fled.
    pub fn is_in_action(&self) -> bool {
        self.hp > 0 && !self.has_fled
    }

    /// Returns the sheet as it is after the fight. DR12-END-2: Ongoing Damage and hindrances end.
    /// Items lose their ids, remembered owners and marks of use. Usage marks (DR12-END-3) and
    /// consequences of a fall (DR12-END-4) stay, and no HP are restored.
    pub fn without_fight_state(&self) -> Self {
        let mut body = self.clone();
        body.reset_fight_fields();
        for item in body.items_mut() {
            item.id = ItemId::default();
            item.original_owner = None;
            item.used_in_fight = false;
        }
        body
    }

    /// Returns an attribute as the sheet has it.
    pub fn attribute_on_sheet(&self, attribute: Attribute) -> i8 {
        match attribute {
            Attribute::Str => self.str,
            Attribute::Dex => self.dex,
            Attribute::Con => self.con,
            Attribute::Int => self.int,
            Attribute::Wis => self.wis,
            Attribute::Cha => self.cha,
        }
    }

    pub fn attribute_mut(&mut self, attribute: Attribute) -> &mut i8 {
        match attribute {
            Attribute::Str => &mut self.str,
            Attribute::Dex => &mut self.dex,
            Attribute::Con => &mut self.con,
            Attribute::Int => &mut self.int,
            Attribute::Wis => &mut self.wis,
            Attribute::Cha => &mut self.cha,
        }
    }

    /// Returns how an ailment ends; `None` if the combatant does not suffer from it.
    pub fn active_cure_for(&self, ailment: Ailment) -> Option<Cure> {
        match ailment {
            Ailment::Ongoing => self.ongoing,
            Ailment::Weakened => self.weakened,
            Ailment::Distracted => self.distracted,
            Ailment::Stuck => self.stuck,
            Ailment::Paralysed => self.paralysed,
        }
    }

    /// Returns the place that says how an ailment ends; to clear it ends the ailment.
    pub fn active_cure_for_mut(&mut self, ailment: Ailment) -> &mut Option<Cure> {
        match ailment {
            Ailment::Ongoing => &mut self.ongoing,
            Ailment::Weakened => &mut self.weakened,
            Ailment::Distracted => &mut self.distracted,
            Ailment::Stuck => &mut self.stuck,
            Ailment::Paralysed => &mut self.paralysed,
        }
    }

    /// Returns a Character's AP: armour, helmet and held shields, at most 6 (DR12-DMG-2).
    pub fn worn_ap(&self) -> u8 {
        let shields: u8 = self.hands.iter().filter(|item| item.is_shield()).map(Item::ap).sum();
        let worn: u8 = self.armour.iter().chain(&self.helmet).map(Item::ap).sum();
        (shields + worn).min(6)
    }

    /// Returns what the armour adds to the DR of its wearer's DEX Tests (DR12-DMG-3).
    pub fn dex_dr(&self) -> u8 {
        self.armour.as_ref().and_then(|item| item.armour).map_or(0, |armour| armour.dex_dr)
    }

    /// Returns the items at one place of the body.
    pub fn items_in(&self, slot: InventorySlot) -> &Vec<Item> {
        match slot {
            InventorySlot::Hands => &self.hands,
            InventorySlot::Ready => &self.ready,
            InventorySlot::Pack => &self.pack,
        }
    }

    pub fn items_in_mut(&mut self, slot: InventorySlot) -> &mut Vec<Item> {
        match slot {
            InventorySlot::Hands => &mut self.hands,
            InventorySlot::Ready => &mut self.ready,
            InventorySlot::Pack => &mut self.pack,
        }
    }

    /// Returns the item with this id that is in hand, ready or pack, and where it is.
    pub fn find_carried_item(&self, item: ItemId) -> Option<(InventorySlot, &Item)> {
        for slot in [InventorySlot::Hands, InventorySlot::Ready, InventorySlot::Pack] {
            for carried in self.items_in(slot) {
                if carried.id == item {
                    return Some((slot, carried));
                }
            }
        }
        None
    }

    /// Returns whether the item with this id is in a hand.
    pub fn is_holding(&self, item: ItemId) -> bool {
        self.hands.iter().any(|held| held.id == item)
    }

    /// Returns every item: carried, worn and natural ones.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        let worn = self.armour.iter().chain(&self.helmet);
        self.carried_items().chain(worn).chain(&self.attacks)
    }

    /// Returns every item in hand, ready or pack.
    pub fn carried_items(&self) -> impl Iterator<Item = &Item> {
        self.hands.iter().chain(&self.ready).chain(&self.pack)
    }

    /// Returns mutable references to [`Body::items`].
    pub fn items_mut(&mut self) -> impl Iterator<Item = &mut Item> {
        self.hands
            .iter_mut()
            .chain(&mut self.ready)
            .chain(&mut self.pack)
            .chain(&mut self.armour)
            .chain(&mut self.helmet)
            .chain(&mut self.attacks)
    }

    /// Returns how many of two hands hold nothing.
    pub fn free_hands(&self) -> u8 {
        2u8.saturating_sub(self.hands.iter().map(|item| item.hands_needed).sum())
    }

    /// Returns the first free place for an item: a hand, else ready; `None` if both are full
    /// (DR12-ACT-2).
    pub fn free_hand_or_ready_slot_for(&self, item: &Item) -> Option<InventorySlot> {
        if self.free_hands() >= item.hands_needed {
            Some(InventorySlot::Hands)
        } else {
            self.has_room_in_ready().then_some(InventorySlot::Ready)
        }
    }

    /// Returns whether a further item fits in ready, which holds two.
    pub fn has_room_in_ready(&self) -> bool {
        self.ready.len() < 2
    }

    /// Returns whether a further item fits in the pack, which holds six.
    pub fn has_room_in_pack(&self) -> bool {
        self.pack.len() < 6
    }

    /// Returns the first ammunition in ready that can still be shot (DR12-ATK-9); `None` if there
    /// is none.
    pub fn usable_ammunition(&self) -> Option<ItemId> {
        self.ready.iter().find(|item| item.is_ammunition && !item.is_broken()).map(|item| item.id)
    }
}
