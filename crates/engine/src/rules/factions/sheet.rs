//! Sheets: the values, gear and fight state of a combatant of FACTIONS.
//!
//! Field names in files are those of the rule text's "Sheet" section; scripts and kits use them.
//! Values that follow from the fields (shield, active) are functions.

use declare::BodyFields;
use serde::{Deserialize, Serialize};

use crate::core::body_fields::BodyFields as _;
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

keyed_enum! {
    /// How fast a combatant is over a long way (FACT-CHASE-3).
    #[derive(Default)]
    Pace {
        Slow = "slow",
        #[default]
        Normal = "normal",
        Fast = "fast",
    }
}

keyed_enum! {
    CombatantTrait {
        ImmuneToFear = "immune_to_fear",
        /// Has one free dodge a turn against opportunity attacks (FACT-OPP-3).
        Elusive = "elusive",
        /// May dodge or counter as part of guarding (FACT-REACT-11).
        Bodyguard = "bodyguard",
    }
}

/// Whether a combatant still has its turn of the round (FACT-ROUND-2).
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
    /// The number of sides of its damage die.
    #[serde(rename = "die")]
    pub damage_die: u8,
    pub kind: AttackKind,
    /// The range in zones of ranged weapons, and of melee weapons that are thrown.
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
    /// Whether it can be thrown, and then lands in the target's zone.
    #[serde(default)]
    #[serde(rename = "thrown")]
    pub can_be_thrown: bool,
    /// Whether it needs a bonus action after each shot.
    #[serde(default)]
    #[serde(rename = "reload")]
    pub needs_reload: bool,
    /// Whether it is treated as damaged (FACT-GEAR-3).
    #[serde(default)]
    #[serde(rename = "improvised")]
    pub is_improvised: bool,
    /// Whether throwing uses it up.
    #[serde(default)]
    pub gone_when_thrown: bool,
    /// Its damage is always impaired (FACT-ATK-4).
    #[serde(default)]
    #[serde(rename = "impaired")]
    pub is_impaired: bool,
}

/// The effect of a consumable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Remedy {
    /// Restores this much health.
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
    /// Returns the next worse state; destroyed stays destroyed.
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
    /// Assigned when its bearer joins the fight; 0 before.
    #[serde(default)]
    pub id: ItemId,
    pub name: Name,
    /// How many hands hold it.
    #[serde(default = "one_hand")]
    #[serde(rename = "hands")]
    pub hands_needed: u8,
    /// Whether it is equipped, that is held in a hand. Natural weapons always are.
    #[serde(default)]
    #[serde(rename = "held")]
    pub is_held: bool,
    #[serde(default)]
    pub state: GearState,
    /// Whether it attacked, or reduced a hit, in this fight (FACT-GEAR-4).
    #[serde(default)]
    #[serde(rename = "used")]
    pub used_in_fight: bool,
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// The armour value of a shield; 0 for any other item.
    #[serde(default)]
    #[serde(rename = "shield")]
    pub shield_value: u8,
    #[serde(default)]
    pub remedy: Option<Remedy>,
    /// Whether it is part of the body: never put away, never worn.
    #[serde(default)]
    #[serde(rename = "natural")]
    pub is_natural: bool,
    /// Whether poison is on it.
    #[serde(default)]
    #[serde(rename = "coated")]
    pub is_coated: bool,
    /// Whether it has been shot and needs reloading.
    #[serde(default)]
    #[serde(rename = "empty")]
    pub is_unloaded: bool,
    /// Who dropped it, while it lies on the ground: it is rolled for with their gear (FACT-GEAR-4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "left_by")]
    pub dropped_by: Option<CombatantId>,
}

fn one_hand() -> u8 {
    1
}

impl Weapon {
    /// Creates a melee weapon with this damage die and no tags.
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
    /// Creates an item that no kit has: a simple hand weapon that counts as damaged (FACT-GEAR-3).
    pub fn from_name(name: &str) -> Self {
        let weapon = Weapon { is_improvised: true, ..Weapon::simple_melee(6) };
        Self { weapon: Some(weapon), ..Self::new(name) }
    }

    /// Creates an intact one-handed item that is nothing but a name.
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

    /// Returns the state of the item, where an improvised weapon counts as damaged (FACT-GEAR-3).
    pub fn effective_state(&self) -> GearState {
        let is_improvised = self.weapon.as_ref().is_some_and(|weapon| weapon.is_improvised);
        if is_improvised { self.state.max(GearState::Damaged) } else { self.state }
    }

    pub fn is_destroyed(&self) -> bool {
        self.state == GearState::Destroyed
    }

    /// Returns whether it can be used: held or natural, and not destroyed.
    pub fn is_in_hand(&self) -> bool {
        (self.is_held || self.is_natural) && !self.is_destroyed()
    }
}

/// The flags that the GM may set on a single combatant (FACT-ZONE-4, FACT-ATK-2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GmFlags {
    pub cover: bool,
    pub obscured: bool,
    /// Whether its attacks need a WIT save.
    #[serde(rename = "hard")]
    pub hard_circumstances: bool,
}

/// The sheet of a combatant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, BodyFields)]
#[serde(deny_unknown_fields, default)]
pub struct Body {
    /// The faction whose slots it shares. Invariant in a running fight: not empty.
    #[field(public, refers_to = side)]
    pub faction: Name,
    /// The group that checks morale together; empty for the whole faction.
    #[field(refers_to = group)]
    pub group: Name,
    #[field(initial = 10, range = 1..=20, npc = number, character = number)]
    pub str: u8,
    #[field(initial = 10, range = 1..=20, npc = number, character = number)]
    pub agi: u8,
    #[field(initial = 10, range = 1..=20, npc = number, character = number)]
    pub wit: u8,
    #[field(initial = 6, range = 1..=40, npc = number, character = number, kit = "health")]
    pub health_max: u8,
    #[field(initial = 6)]
    pub health: u8,
    /// The value of the worn armour.
    #[field(range = 0..=3, npc = number, character = number)]
    pub armour: u8,
    pub armour_state: GearState,
    /// Whether the armour reduced a hit in this fight (FACT-GEAR-4).
    #[field(of_fight)]
    pub armour_used: bool,
    /// How many hands it can hold items with.
    #[field(initial = 2, range = 0..=2)]
    pub hands: u8,
    #[field(npc = choice, character = choice, choices = Pace::KEYS)]
    pub pace: Pace,
    #[field(npc = choice, character = choice, choices = CombatantTrait::KEYS)]
    pub traits: Vec<CombatantTrait>,
    #[field(npc = gear, character = gear)]
    pub gear: Vec<Item>,
    /// The zone where it stands; `None` before the start.
    #[field(public, of_fight, refers_to = zone)]
    pub zone: Option<ZoneId>,
    /// The other zone, if it stands on a border (FACT-ZONE-1).
    #[field(public, of_fight, refers_to = zone)]
    pub border: Option<ZoneId>,
    #[serde(rename = "turn")]
    #[field(public, of_fight)]
    pub readiness: Readiness,
    #[field(owner_only)]
    pub stance: OpportunityStance,
    #[field(public)]
    pub dead: bool,
    #[field(public, of_fight, refers_to = combatant)]
    pub grabbed_by: Option<CombatantId>,
    #[field(public, of_fight, refers_to = combatant)]
    pub grabbing: Option<CombatantId>,
    #[field(public, of_fight)]
    pub concealed: bool,
    /// Enemies who are aware of it although it is concealed (FACT-SNEAK-1).
    #[field(public, of_fight)]
    pub noticed_by: Vec<CombatantId>,
    #[field(public, of_fight)]
    pub unseen: bool,
    #[field(public, of_fight)]
    pub behind_barrier: bool,
    #[field(public)]
    pub poisoned: bool,
    #[field(public, of_fight)]
    pub broken: bool,
    /// The round at whose end it broke (FACT-MORALE-4).
    #[serde(rename = "broken_in")]
    #[field(of_fight)]
    pub broken_in_round: u16,
    /// Whether it has moved away since it broke (FACT-MORALE-4).
    #[field(public, of_fight)]
    pub retreated: bool,
    #[field(public)]
    pub steady: bool,
    #[field(public, of_fight)]
    pub surrendered: bool,
    /// The exit zone through which it left the map, while pursuit is not settled (FACT-CHASE-1).
    #[serde(rename = "left_by")]
    #[field(public, of_fight, refers_to = zone)]
    pub left_through: Option<ZoneId>,
    #[field(public, of_fight)]
    pub fled: bool,
    /// The round in which damage took it to half or less (FACT-MORALE-2); 0 for none.
    #[serde(rename = "halved_in")]
    #[field(of_fight)]
    pub halved_in_round: u16,
    /// The round in which its group lost it (FACT-MORALE-1); 0 for none.
    #[serde(rename = "lost_in")]
    #[field(of_fight)]
    pub lost_in_round: u16,
    #[field(public, of_fight)]
    pub flags: GmFlags,
    /// Whether an NPC's gear is rolled for after the fight (FACT-GEAR-4).
    #[serde(rename = "durability")]
    #[field(gm_only)]
    pub has_durability_roll: bool,
}

impl Body {
    /// Returns whether it is in the fight and not incapacitated, dead, surrendered or fled. A
    /// combatant off the map counts until pursuit is settled (FACT-CHASE-1).
    pub fn is_active(&self) -> bool {
        self.health > 0 && !self.dead && !self.surrendered && !self.fled
    }

    /// Returns whether it is at 0 health, but not dead (FACT-DMG-2).
    pub fn is_incapacitated(&self) -> bool {
        self.health == 0 && !self.dead
    }

    /// Returns the sheet as it is after the fight. FACT-END-2: health is not restored, gear keeps
    /// its wear, and steady combatants stay steady until the stretch ends; holds end, and the
    /// concealed are shown.
    pub fn without_fight_state(&self) -> Self {
        let mut body = self.clone();
        body.reset_fight_fields();
        for item in &mut body.gear {
            item.id = ItemId::default();
            item.used_in_fight = false;
            item.is_unloaded = false;
        }
        body
    }

    /// Returns whether it is on the map, where attacks can reach it.
    pub fn is_on_map(&self) -> bool {
        !self.dead && !self.fled && self.left_through.is_none()
    }

    pub fn has_trait(&self, wanted: CombatantTrait) -> bool {
        self.traits.contains(&wanted)
    }

    /// Returns the group that checks morale together: its own, else its faction.
    pub fn morale_group(&self) -> &Name {
        if self.group.is_empty() { &self.faction } else { &self.group }
    }

    pub fn ability_value(&self, ability: Ability) -> u8 {
        match ability {
            Ability::Str => self.str,
            Ability::Agi => self.agi,
            Ability::Wit => self.wit,
        }
    }

    /// Returns an item that is carried, whether it is held or not.
    pub fn find_item(&self, id: ItemId) -> Option<&Item> {
        self.gear.iter().find(|item| item.id == id)
    }

    pub fn find_item_mut(&mut self, id: ItemId) -> Option<&mut Item> {
        self.gear.iter_mut().find(|item| item.id == id)
    }

    /// Returns the first shield that is held and not destroyed.
    pub fn held_shield(&self) -> Option<&Item> {
        self.gear.iter().find(|item| item.shield_value > 0 && item.is_in_hand())
    }

    /// Returns the value of the armour; 0 if it is destroyed.
    pub fn worn_armour_value(&self) -> u8 {
        if self.armour_state == GearState::Destroyed { 0 } else { self.armour }
    }

    /// Returns how many hands hold nothing. Natural items need none.
    pub fn free_hands(&self) -> u8 {
        let held = self.gear.iter().filter(|item| item.is_held && !item.is_natural);
        self.hands.saturating_sub(held.map(|item| item.hands_needed).sum())
    }
}
