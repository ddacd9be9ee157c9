//! Sheets: what a combatant of `factions` is, its gear, and its state in the fight.
//!
//! Field names are those of the rule text's "Sheet" section; scripts and kits use them as they
//! stand here. What is counted from them (shield, grabbing, being active) is a function below.

use serde::{Deserialize, Serialize};

pub use crate::core::dice::DicePool;
use crate::core::ids::{CombatantId, ZoneId};
pub use crate::core::ids::{ItemId, Name};
use crate::core::keyed_enum::keyed_enum;

keyed_enum! {
    /// The three abilities, used for saves.
    Ability {
        Str = "str",
        Agi = "agi",
        Wit = "wit",
    }
}

/// How fast somebody is over a long way (FACT-CHASE-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    Slow,
    #[default]
    Normal,
    Fast,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CombatantTrait {
    ImmuneToFear,
    /// FACT-OPP-3: one free dodge a turn against opportunity attacks.
    Elusive,
    /// FACT-REACT-11: may dodge or counter as part of guarding.
    Bodyguard,
}

/// Where somebody stands in the round (FACT-ROUND-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Readiness {
    #[default]
    Ready,
    Acting,
    Spent,
}

keyed_enum! {
    /// A standing order for opportunity attacks (FACT-OPP-4).
    #[derive(Default)]
    OpportunityStance {
        #[default]
        Ask = "ask",
        Always = "always",
        Never = "never",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackKind {
    Melee,
    Ranged,
}

/// A weapon: its die and its tags.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// How many sides its damage die has.
    #[serde(rename = "die")]
    pub damage_die: u8,
    pub kind: AttackKind,
    /// In zones: of ranged weapons, and of melee weapons that are thrown.
    #[serde(default)]
    pub range: u8,
    /// May be shot over obstacles (FACT-ATK-11).
    #[serde(default)]
    #[serde(rename = "indirect")]
    pub can_be_indirect: bool,
    /// Hits everyone in one zone (FACT-BLAST-1).
    #[serde(default)]
    #[serde(rename = "blast")]
    pub is_blast: bool,
    /// Goes through cover (FACT-PROT-2).
    #[serde(default)]
    #[serde(rename = "penetrating")]
    pub is_penetrating: bool,
    /// Lands in the target's zone when it is thrown.
    #[serde(default)]
    #[serde(rename = "thrown")]
    pub can_be_thrown: bool,
    /// Needs a bonus action after each shot.
    #[serde(default)]
    #[serde(rename = "reload")]
    pub needs_reload: bool,
    /// Treated as already damaged (FACT-GEAR-3).
    #[serde(default)]
    #[serde(rename = "improvised")]
    pub is_improvised: bool,
    /// Used up when it is thrown.
    #[serde(default)]
    pub gone_when_thrown: bool,
    /// Its damage is always impaired (FACT-ATK-4).
    #[serde(default)]
    #[serde(rename = "impaired")]
    pub is_impaired: bool,
}

/// What a consumable does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// Restores so much health.
    Heals(DicePool),
    /// Ends poison.
    Antidote,
    /// Coats a held weapon.
    Poison,
}

keyed_enum! {
    #[derive(Default)]
    GearState {
        #[default]
        Intact = "intact",
        Damaged = "damaged",
        Destroyed = "destroyed",
    }
}

impl GearState {
    /// The next worse state.
    pub fn next_worse(self) -> Self {
        match self {
            Self::Intact => Self::Damaged,
            Self::Damaged | Self::Destroyed => Self::Destroyed,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Set on joining; 0 before.
    #[serde(default)]
    pub id: ItemId,
    pub name: Name,
    /// Hands needed to hold it.
    #[serde(default = "one_hand")]
    #[serde(rename = "hands")]
    pub hands_needed: u8,
    /// Equipped: held in a hand. Natural weapons always are.
    #[serde(default)]
    #[serde(rename = "held")]
    pub is_held: bool,
    #[serde(default)]
    pub state: GearState,
    /// Used to attack, or reduced a hit, in this fight (FACT-GEAR-4).
    #[serde(default)]
    #[serde(rename = "used")]
    pub used_in_fight: bool,
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// A shield's value; 0 for what is none.
    #[serde(default)]
    #[serde(rename = "shield")]
    pub shield_value: u8,
    #[serde(default)]
    pub remedy: Option<Remedy>,
    /// Part of the body: never put away, never wears.
    #[serde(default)]
    #[serde(rename = "natural")]
    pub is_natural: bool,
    /// Poison is on it.
    #[serde(default)]
    #[serde(rename = "coated")]
    pub is_coated: bool,
    /// It has been shot and needs reloading.
    #[serde(default)]
    #[serde(rename = "empty")]
    pub is_unloaded: bool,
    /// Whose hands it left, while it lies on the ground: with their gear it is rolled for
    /// (FACT-GEAR-4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "left_by")]
    pub dropped_by: Option<CombatantId>,
}

fn one_hand() -> u8 {
    1
}

impl Weapon {
    /// For hand to hand, with this die, and nothing else to say of it.
    pub fn simple_melee(damage_die: u8) -> Self {
        Self {
            damage_die,
            kind: AttackKind::Melee,
            range: 0,
            can_be_indirect: false,
            is_blast: false,
            is_penetrating: false,
            can_be_thrown: false,
            needs_reload: false,
            is_improvised: false,
            gone_when_thrown: false,
            is_impaired: false,
        }
    }
}

impl Item {
    /// FACT-GEAR-3: what no kit knows works as a simple hand weapon, and is damaged.
    pub fn from_name(name: &str) -> Self {
        let weapon = Weapon { is_improvised: true, ..Weapon::simple_melee(6) };
        Self { weapon: Some(weapon), ..Self::new(name) }
    }

    pub fn new(name: &str) -> Self {
        Self {
            id: ItemId::default(),
            name: name.into(),
            hands_needed: 1,
            is_held: false,
            state: GearState::Intact,
            used_in_fight: false,
            weapon: None,
            shield_value: 0,
            remedy: None,
            is_natural: false,
            is_coated: false,
            is_unloaded: false,
            dropped_by: None,
        }
    }

    /// FACT-GEAR-3: an improvised weapon is treated as already damaged.
    pub fn effective_state(&self) -> GearState {
        let is_improvised = self.weapon.as_ref().is_some_and(|weapon| weapon.is_improvised);
        if is_improvised { self.state.max(GearState::Damaged) } else { self.state }
    }

    pub fn is_destroyed(&self) -> bool {
        self.state == GearState::Destroyed
    }

    /// Ready to be used: held, and not destroyed.
    pub fn is_in_hand(&self) -> bool {
        (self.is_held || self.is_natural) && !self.is_destroyed()
    }
}

/// What the GM may flag a single combatant with (FACT-ZONE-4, FACT-ATK-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GmFlags {
    pub cover: bool,
    pub obscured: bool,
    /// Its attacks need a WIT save.
    #[serde(rename = "hard")]
    pub hard_circumstances: bool,
}

/// A combatant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Body {
    /// Who alternates together. Invariant in a running fight: not empty.
    pub faction: Name,
    /// Who checks morale together; empty: the faction.
    pub group: Name,
    pub str: u8,
    pub agi: u8,
    pub wit: u8,
    pub health_max: u8,
    pub health: u8,
    /// The value of the armour worn.
    pub armour: u8,
    pub armour_state: GearState,
    /// It reduced a hit in this fight (FACT-GEAR-4).
    pub armour_used: bool,
    /// How many hands' worth can be held together.
    pub hands: u8,
    pub pace: Pace,
    pub traits: Vec<CombatantTrait>,
    pub gear: Vec<Item>,
    /// The zone it stands in. None before the start.
    pub zone: Option<ZoneId>,
    /// It stands on the border between `zone` and this one (FACT-ZONE-1).
    pub border: Option<ZoneId>,
    #[serde(rename = "turn")]
    pub readiness: Readiness,
    pub stance: OpportunityStance,
    pub dead: bool,
    pub grabbed_by: Option<CombatantId>,
    pub grabbing: Option<CombatantId>,
    pub concealed: bool,
    /// Enemies who are aware of it although it is concealed (FACT-SNEAK-1).
    pub noticed_by: Vec<CombatantId>,
    pub unseen: bool,
    pub behind_barrier: bool,
    pub poisoned: bool,
    pub broken: bool,
    /// The round at whose end it broke, and whether it has moved away since (FACT-MORALE-4).
    #[serde(rename = "broken_in")]
    pub broken_in_round: u16,
    pub retreated: bool,
    pub steady: bool,
    pub surrendered: bool,
    /// It has left the map by this zone, and pursuit is not settled (FACT-CHASE-1).
    #[serde(rename = "left_by")]
    pub left_through: Option<ZoneId>,
    pub fled: bool,
    /// The round in which damage took it to half or less (FACT-MORALE-2); 0 for none.
    #[serde(rename = "halved_in")]
    pub halved_in_round: u16,
    /// The round in which it was lost to its group (FACT-MORALE-1); 0 for none.
    #[serde(rename = "lost_in")]
    pub lost_in_round: u16,
    pub flags: GmFlags,
    /// An NPC whose gear is rolled for after the fight (FACT-GEAR-4).
    #[serde(rename = "durability")]
    pub has_durability_roll: bool,
}

impl Default for Body {
    fn default() -> Self {
        Self {
            faction: "".into(),
            group: "".into(),
            str: 10,
            agi: 10,
            wit: 10,
            health_max: 6,
            health: 6,
            armour: 0,
            armour_state: GearState::Intact,
            armour_used: false,
            hands: 2,
            pace: Pace::Normal,
            traits: Vec::new(),
            gear: Vec::new(),
            zone: None,
            border: None,
            readiness: Readiness::Ready,
            stance: OpportunityStance::Ask,
            dead: false,
            grabbed_by: None,
            grabbing: None,
            concealed: false,
            noticed_by: Vec::new(),
            unseen: false,
            behind_barrier: false,
            poisoned: false,
            broken: false,
            broken_in_round: 0,
            retreated: false,
            steady: false,
            surrendered: false,
            left_through: None,
            fled: false,
            halved_in_round: 0,
            lost_in_round: 0,
            flags: GmFlags::default(),
            has_durability_roll: false,
        }
    }
}

impl Body {
    /// In the fight and not incapacitated, dead, surrendered or fled. Who has left the map counts
    /// until pursuit is settled (FACT-CHASE-1).
    pub fn is_active(&self) -> bool {
        self.health > 0 && !self.dead && !self.surrendered && !self.fled
    }

    /// At 0 health, but not dead (FACT-DMG-2).
    pub fn is_incapacitated(&self) -> bool {
        self.health == 0 && !self.dead
    }

    /// What outlasts the fight. FACT-END-2: health is not restored, gear stays as worn as it is,
    /// and who is steady remains so until the stretch ends; holds end, and who hid is shown.
    pub fn without_fight_state(&self) -> Self {
        let gear = self.gear.iter().map(|item| Item {
            id: ItemId::default(),
            used_in_fight: false,
            is_unloaded: false,
            ..item.clone()
        });
        Self {
            armour_used: false,
            gear: gear.collect(),
            zone: None,
            border: None,
            readiness: Readiness::Ready,
            grabbed_by: None,
            grabbing: None,
            concealed: false,
            noticed_by: Vec::new(),
            unseen: false,
            behind_barrier: false,
            broken: false,
            broken_in_round: 0,
            retreated: false,
            surrendered: false,
            left_through: None,
            fled: false,
            halved_in_round: 0,
            lost_in_round: 0,
            flags: GmFlags::default(),
            ..self.clone()
        }
    }

    /// On the map: it can be reached, and stands in the way of blasts.
    pub fn is_on_map(&self) -> bool {
        !self.dead && !self.fled && self.left_through.is_none()
    }

    pub fn has_trait(&self, wanted: CombatantTrait) -> bool {
        self.traits.contains(&wanted)
    }

    /// Who checks morale together with it.
    pub fn morale_group(&self) -> &Name {
        if self.group.is_empty() { &self.faction } else { &self.group }
    }

    pub fn ability(&self, ability: Ability) -> u8 {
        match ability {
            Ability::Str => self.str,
            Ability::Agi => self.agi,
            Ability::Wit => self.wit,
        }
    }

    pub fn find_item(&self, id: ItemId) -> Option<&Item> {
        self.gear.iter().find(|one| one.id == id)
    }

    pub fn find_item_mut(&mut self, id: ItemId) -> Option<&mut Item> {
        self.gear.iter_mut().find(|one| one.id == id)
    }

    /// The shield held, if any.
    pub fn held_shield(&self) -> Option<&Item> {
        self.gear.iter().find(|item| item.shield_value > 0 && item.is_in_hand())
    }

    /// The value of the armour, as long as it is not destroyed.
    pub fn worn_armour_value(&self) -> u8 {
        if self.armour_state == GearState::Destroyed { 0 } else { self.armour }
    }

    pub fn free_hands(&self) -> u8 {
        let held = self.gear.iter().filter(|item| item.is_held && !item.is_natural);
        self.hands.saturating_sub(held.map(|item| item.hands_needed).sum())
    }
}
