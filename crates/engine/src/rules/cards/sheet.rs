//! Sheets: the numbers of a combatant of `cards`, its gear, and its state in the fight.
//!
//! The stored field names are those of the rule text's "Sheet" section, which scripts and kits use.
//! Values that are derived from them are methods.

use declare::BodyFields;
use serde::{Deserialize, Deserializer, Serialize};

use crate::core::body_fields::BodyFields as _;
use crate::core::ids::{CombatantId, ZoneId};
pub use crate::core::ids::{ItemId, Name};
use crate::core::keyed_enum::keyed_enum;

keyed_enum! {
    /// The thirteen Actions.
    Action {
        Strike = "strike",
        Shoot = "shoot",
        Force = "force",
        Endure = "endure",
        Finesse = "finesse",
        Sneak = "sneak",
        Track = "track",
        Read = "read",
        Study = "study",
        Persuade = "persuade",
        Charm = "charm",
        Intimidate = "intimidate",
        Cast = "cast",
    }
}

/// A number of dice for each Action: what a PC adds to its attributes, or the whole pool of an NPC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ActionDice {
    pub strike: u8,
    pub shoot: u8,
    pub force: u8,
    pub endure: u8,
    pub finesse: u8,
    pub sneak: u8,
    pub track: u8,
    pub read: u8,
    pub study: u8,
    pub persuade: u8,
    pub charm: u8,
    pub intimidate: u8,
    pub cast: u8,
}

impl ActionDice {
    /// Returns dice with the same number for every Action.
    pub fn with_same_number_for_all(number: u8) -> Self {
        let mut dice = Self::default();
        for action in Action::ALL {
            *dice.dice_for_mut(action) = number;
        }
        dice
    }

    /// Returns the dice that the sheet has for an Action, before any modifier.
    pub fn dice_for(&self, action: Action) -> u8 {
        match action {
            Action::Strike => self.strike,
            Action::Shoot => self.shoot,
            Action::Force => self.force,
            Action::Endure => self.endure,
            Action::Finesse => self.finesse,
            Action::Sneak => self.sneak,
            Action::Track => self.track,
            Action::Read => self.read,
            Action::Study => self.study,
            Action::Persuade => self.persuade,
            Action::Charm => self.charm,
            Action::Intimidate => self.intimidate,
            Action::Cast => self.cast,
        }
    }

    /// Returns a mutable reference to the dice for an Action.
    pub fn dice_for_mut(&mut self, action: Action) -> &mut u8 {
        match action {
            Action::Strike => &mut self.strike,
            Action::Shoot => &mut self.shoot,
            Action::Force => &mut self.force,
            Action::Endure => &mut self.endure,
            Action::Finesse => &mut self.finesse,
            Action::Sneak => &mut self.sneak,
            Action::Track => &mut self.track,
            Action::Read => &mut self.read,
            Action::Study => &mut self.study,
            Action::Persuade => &mut self.persuade,
            Action::Charm => &mut self.charm,
            Action::Intimidate => &mut self.intimidate,
            Action::Cast => &mut self.cast,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Attribute {
    Strength,
    Dexterity,
    Intuition,
    Reason,
    Presence,
}

keyed_enum! {
    #[derive(Default)]
    HarmType {
        #[default]
        Physical = "phys",
        Mental = "ment",
    }
}

/// How a combatant records Harm (CARDS-HARM-2, CARDS-HARM-6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HarmTrack {
    #[default]
    Slots,
    Points,
}

/// How many Harm slots of one type are filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct HarmSlots {
    pub lesser: u8,
    pub moderate: u8,
    pub severe: u8,
}

impl HarmSlots {
    /// How many slots of each level a combatant has.
    pub const CAPACITY: Self = Self { lesser: 2, moderate: 2, severe: 1 };

    /// Returns the sum of the levels, which is also how many dice they take away (CARDS-HARM-3).
    pub fn levels(self) -> u8 {
        self.lesser + 2 * self.moderate + 3 * self.severe
    }
}

keyed_enum! {
    CombatantTrait {
        /// Harm points cost it no dice (CARDS-HARM-6).
        Relentless = "relentless",
        /// Darkness raises no need (CARDS-CIRC-1).
        NightSight = "night_sight",
        ImmuneFire = "immune_fire",
        ImmunePoison = "immune_poison",
        ImmuneMental = "immune_ment",
    }
}

keyed_enum! {
    /// How strong a fire is, by the fire table.
    FireIntensity {
        Small = "small",
        Medium = "medium",
        Large = "large",
        Inferno = "inferno",
    }
}

impl FireIntensity {
    /// Returns the damage of the fire (CARDS-FIRE-1), and how many successes put it out
    /// (CARDS-FIRE-4).
    pub fn strength(self) -> u8 {
        match self {
            Self::Small => 1,
            Self::Medium => 2,
            Self::Large => 3,
            Self::Inferno => 4,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Strike, Force or Shoot, or Cast for a spell.
    pub action: Action,
    pub damage: u8,
    /// The shortest range, in zones; both ends are included.
    #[serde(default)]
    #[serde(rename = "min")]
    pub min_range: u8,
    #[serde(default)]
    #[serde(rename = "max")]
    pub max_range: u8,
    #[serde(default)]
    #[serde(rename = "bonus")]
    pub bonus_dice: u8,
    /// It can be thrown, and then leaves the hand (CARDS-ATK-2).
    #[serde(default)]
    #[serde(rename = "thrown")]
    pub can_be_thrown: bool,
    /// It is gone once it is thrown.
    #[serde(default)]
    #[serde(rename = "used_up")]
    pub is_used_up: bool,
    /// The fire that a hit sets (CARDS-DMG-1).
    #[serde(default)]
    pub fire: Option<FireIntensity>,
    /// The toxicity of the poison that a harmful hit gives (CARDS-DMG-1).
    #[serde(default)]
    pub poison: Option<u8>,
    #[serde(default)]
    #[serde(rename = "harm")]
    pub harm_type: HarmType,
    /// The Action that resists this spell (CARDS-MAG-2).
    #[serde(default = "default_resistance")]
    #[serde(rename = "resist")]
    pub resisted_with: Action,
}

impl Weapon {
    /// Creates a weapon for close combat that does 1 damage and has nothing special.
    pub fn close_combat_with_1_damage(action: Action) -> Self {
        Self {
            action,
            damage: 1,
            min_range: 0,
            max_range: 0,
            bonus_dice: 0,
            can_be_thrown: false,
            is_used_up: false,
            fire: None,
            poison: None,
            harm_type: HarmType::Physical,
            resisted_with: default_resistance(),
        }
    }
}

/// Returns the Action that resists a spell if its entry names none: Endure.
fn default_resistance() -> Action {
    Action::Endure
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Set on joining; 0 before.
    #[serde(default)]
    pub id: ItemId,
    pub name: Name,
    #[serde(default = "default_hands")]
    pub hands: u8,
    #[serde(default)]
    #[serde(rename = "held")]
    pub is_held: bool,
    /// Part of the body, or a spell: always ready, and never dropped.
    #[serde(default)]
    #[serde(rename = "natural")]
    pub is_natural: bool,
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// The dice that a shield adds to a parry; `None` for other items.
    #[serde(default)]
    pub parry_bonus: Option<u8>,
    #[serde(default)]
    #[serde(rename = "antidote")]
    pub is_antidote: bool,
    /// The combatant who gets it back after the fight (CARDS-END-2). Set on joining.
    #[serde(default)]
    pub owner: Option<CombatantId>,
}

fn default_hands() -> u8 {
    1
}

impl Item {
    /// Creates an item that no kit knows; it can be struck with.
    pub fn improvised_weapon(name: &str) -> Self {
        Self {
            id: ItemId::default(),
            name: name.into(),
            hands: 1,
            is_held: false,
            is_natural: false,
            weapon: Some(Weapon::close_combat_with_1_damage(Action::Strike)),
            parry_bonus: None,
            is_antidote: false,
            owner: None,
        }
    }

    /// Returns whether the item is ready for use: held, or natural.
    pub fn is_in_hand(&self) -> bool {
        self.is_held || self.is_natural
    }

    /// Returns the weapon or spell if it uses this Action and is ready for use.
    pub fn ready_weapon(&self, action: Action) -> Option<&Weapon> {
        self.weapon.as_ref().filter(|weapon| self.is_in_hand() && weapon.action == action)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    pub name: Name,
    pub dice: u8,
    #[serde(default)]
    pub finesse_penalty: u8,
}

/// What one card still gives in this round (CARDS-TURN-2), and whether its turn is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CardSlots {
    #[serde(rename = "slow")]
    pub has_slow: bool,
    #[serde(rename = "fast")]
    pub has_fast: bool,
    #[serde(rename = "acted")]
    pub has_acted: bool,
}

keyed_enum! {
    /// The reactions of CARDS-TURN-5.
    Reaction {
        Dodge = "dodge",
        Parry = "parry",
        Resist = "resist",
        BreakFree = "break",
        Hold = "hold",
        Chase = "chase",
    }
}

keyed_enum! {
    /// How a reaction is answered in advance (CARDS-REACT-5).
    #[derive(Default)]
    StandingOrder {
        #[default]
        Ask = "ask",
        Fast = "fast",
        Never = "never",
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "snake_case")]
pub struct StandingOrders {
    pub dodge: StandingOrder,
    pub parry: StandingOrder,
    pub resist: StandingOrder,
    pub r#break: StandingOrder,
    pub hold: StandingOrder,
    pub chase: StandingOrder,
}

impl StandingOrders {
    /// Returns the standing order for a reaction.
    pub fn order_for(&self, reaction: Reaction) -> StandingOrder {
        match reaction {
            Reaction::Dodge => self.dodge,
            Reaction::Parry => self.parry,
            Reaction::Resist => self.resist,
            Reaction::BreakFree => self.r#break,
            Reaction::Hold => self.hold,
            Reaction::Chase => self.chase,
        }
    }

    pub fn set_order(&mut self, reaction: Reaction, order: StandingOrder) {
        *match reaction {
            Reaction::Dodge => &mut self.dodge,
            Reaction::Parry => &mut self.parry,
            Reaction::Resist => &mut self.resist,
            Reaction::BreakFree => &mut self.r#break,
            Reaction::Hold => &mut self.hold,
            Reaction::Chase => &mut self.chase,
        } = order;
    }
}

/// A fire on a combatant (CARDS-FIRE-1, CARDS-FIRE-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Burning {
    pub intensity: FireIntensity,
    /// The successes that have been saved against it.
    #[serde(default)]
    #[serde(rename = "quenched")]
    pub doused_successes: u8,
}

/// A poison in a combatant (CARDS-POIS-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Poison {
    /// The Harm that it gives at the start of the next round.
    #[serde(rename = "next")]
    pub next_harm: u8,
    #[serde(default)]
    pub harm: HarmType,
}

keyed_enum! {
    /// How a Shaken combatant behaves (CARDS-FEAR-4).
    PanicReaction {
        Flee = "flee",
        Freeze = "freeze",
        Faint = "faint",
        Attack = "attack",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShakenState {
    #[serde(rename = "how")]
    pub panic: PanicReaction,
    /// The combatant that was feared, if any.
    #[serde(default)]
    pub source: Option<CombatantId>,
}

keyed_enum! {
    /// What becomes of an NPC that is Out (CARDS-HARM-7).
    NpcFate {
        Helpless = "helpless",
        Dying = "dying",
        Dead = "dead",
    }
}

/// The entries of the critical tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CriticalInjury {
    Senseless,
    TornMuscle,
    BrokenArm,
    BrokenLeg,
    Mortal,
    Fainted,
    Rattled,
    Dread,
    Numb,
    BrokenMind,
}

impl CriticalInjury {
    /// Returns the entry for the face of a d6 on the table of this type of Harm; 1 and 2 are the
    /// same.
    pub fn from_roll(harm: HarmType, face: u8) -> Self {
        match (harm, face) {
            (HarmType::Physical, 0..=2) => Self::Senseless,
            (HarmType::Physical, 3) => Self::TornMuscle,
            (HarmType::Physical, 4) => Self::BrokenArm,
            (HarmType::Physical, 5) => Self::BrokenLeg,
            (HarmType::Physical, _) => Self::Mortal,
            (HarmType::Mental, 0..=2) => Self::Fainted,
            (HarmType::Mental, 3) => Self::Rattled,
            (HarmType::Mental, 4) => Self::Dread,
            (HarmType::Mental, 5) => Self::Numb,
            (HarmType::Mental, _) => Self::BrokenMind,
        }
    }

    /// Returns whether the injury lasts until it is treated, as results 3 to 5 do.
    pub fn is_treatable(self) -> bool {
        match self {
            Self::TornMuscle
            | Self::BrokenArm
            | Self::BrokenLeg
            | Self::Rattled
            | Self::Dread
            | Self::Numb => true,
            Self::Senseless | Self::Mortal | Self::Fainted | Self::BrokenMind => false,
        }
    }
}

/// A circumstance by which an Action needs more successes (CARDS-CIRC-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DifficultyRaise {
    pub action: Action,
    #[serde(rename = "by")]
    pub amount: u8,
    #[serde(default)]
    #[serde(rename = "darkness")]
    pub is_from_darkness: bool,
}

/// The sheet and the state of a combatant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, BodyFields)]
#[serde(deny_unknown_fields, default)]
pub struct Body {
    /// The name of the side it fights on. Invariant after joining: not empty.
    #[field(public, refers_to = side)]
    pub side: Name,
    /// NPCs of one group share their cards (CARDS-INIT-3); empty for cards of its own.
    #[field(refers_to = group)]
    pub group: Name,
    #[field(initial = 2, range = 1..=5, character = number)]
    pub strength: u8,
    #[field(initial = 2, range = 1..=5, character = number)]
    pub dexterity: u8,
    #[field(initial = 2, range = 1..=5, character = number)]
    pub intuition: u8,
    #[field(initial = 2, range = 1..=5, character = number)]
    pub reason: u8,
    #[field(initial = 2, range = 1..=5, character = number)]
    pub presence: u8,
    #[field(character = counts)]
    pub actions: ActionDice,
    /// An NPC's dice, in place of attribute and Action (CARDS-TEST-1).
    #[field(npc = counts)]
    pub pools: Option<ActionDice>,
    pub track: HarmTrack,
    pub phys_slots: HarmSlots,
    pub ment_slots: HarmSlots,
    #[serde(rename = "phys")]
    pub phys_points: u8,
    #[serde(rename = "ment")]
    pub ment_points: u8,
    #[field(initial = 4, range = 1..=20, npc = number)]
    pub phys_cap: u8,
    #[field(initial = 4, range = 1..=20, npc = number)]
    pub ment_cap: u8,
    /// How many cards it is dealt (CARDS-INIT-4).
    #[serde(rename = "cards")]
    #[field(initial = 1, range = 1..=3, npc = number)]
    pub dealt_card_count: u8,
    #[serde(rename = "fear")]
    #[field(range = 0..=6, npc = number)]
    pub fear_value: u8,
    #[field(npc = choice, choices = CombatantTrait::KEYS)]
    pub traits: Vec<CombatantTrait>,
    #[field(npc = gear, character = gear)]
    pub armour: Option<Armour>,
    #[field(npc = gear, character = gear)]
    pub gear: Vec<Item>,
    /// The zone it stands in; `None` once it has left.
    #[field(public, of_fight, refers_to = zone)]
    pub zone: Option<ZoneId>,
    /// The numbers of its cards. Those set before the start are kept (CARDS-INIT-2).
    #[serde(deserialize_with = "deserialize_one_or_many")]
    #[serde(rename = "card")]
    #[field(public, of_fight)]
    pub card_numbers: Vec<u8>,
    /// The remaining slots of each card, in the order of `card_numbers`.
    #[serde(rename = "slots")]
    #[field(public, of_fight)]
    pub card_slots: Vec<CardSlots>,
    #[serde(rename = "auto")]
    #[field(owner_only)]
    pub standing_orders: StandingOrders,
    /// Dice that the next test adds (CARDS-TEST-4).
    #[serde(rename = "bonus")]
    #[field(of_fight)]
    pub saved_bonus_dice: u8,
    /// How many dice fewer the next test has (CARDS-HARM-6).
    #[field(of_fight)]
    pub fewer_dice: u8,
    /// Dice that the first Maneuver in round 1 adds (CARDS-AMB-3).
    #[field(of_fight)]
    pub ambush_bonus: u8,
    #[serde(rename = "prone")]
    #[field(public, of_fight)]
    pub is_prone: bool,
    #[field(public, of_fight, refers_to = combatant)]
    pub held_by: Option<CombatantId>,
    #[field(public, of_fight, refers_to = combatant)]
    pub holding: Option<CombatantId>,
    #[serde(rename = "gagged")]
    #[field(public, of_fight)]
    pub is_gagged: bool,
    /// It has tried to break free, and may not try again before its turn is over (CARDS-GRAP-4).
    #[serde(rename = "has_broken")]
    #[field(public, of_fight)]
    pub has_tried_to_break_free: bool,
    /// It takes Harm when it leaves its zone (CARDS-ATK-5).
    #[serde(rename = "pinned")]
    #[field(public, of_fight)]
    pub is_pinned: bool,
    #[field(public, of_fight)]
    pub fire: Option<Burning>,
    #[field(public)]
    pub poisons: Vec<Poison>,
    #[field(public, of_fight)]
    pub shaken: Option<ShakenState>,
    /// The index of its place of cover in the zone (CARDS-MOVE-3).
    #[serde(rename = "cover")]
    #[field(public, of_fight)]
    pub cover_place: Option<u8>,
    /// It stands Apart from everyone in the zone (CARDS-MOVE-2).
    #[serde(rename = "apart")]
    #[field(public, of_fight)]
    pub is_apart: bool,
    #[serde(rename = "out")]
    #[field(public, of_fight)]
    pub is_out: bool,
    #[serde(rename = "fled")]
    #[field(public, of_fight)]
    pub has_fled: bool,
    #[field(public)]
    pub fate: Option<NpcFate>,
    /// The round at whose end it dies unless it is stabilised.
    #[serde(rename = "dies_after")]
    #[field(public, of_fight)]
    pub dies_after_round: Option<u16>,
    #[field(public)]
    pub criticals: Vec<CriticalInjury>,
    /// An ally has assisted it, so it may use slow Maneuvers (CARDS-HARM-4).
    #[serde(rename = "helped")]
    #[field(public, of_fight)]
    pub is_assisted: bool,
    #[serde(rename = "raises")]
    #[field(public, of_fight)]
    pub difficulty_raises: Vec<DifficultyRaise>,
    /// It has recovered today (CARDS-END-3).
    #[serde(rename = "recovered")]
    pub has_recovered_today: bool,
}

/// Deserializes a list of card numbers, or one number without a list.
fn deserialize_one_or_many<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<u8>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Cards {
        One(u8),
        Many(Vec<u8>),
    }
    Ok(match Cards::deserialize(deserializer)? {
        Cards::One(card) => vec![card],
        Cards::Many(cards) => cards,
    })
}

impl Body {
    /// Returns whether it is in the fight and neither Out nor Fled.
    pub fn is_active(&self) -> bool {
        !self.is_out && !self.has_fled
    }

    /// Returns the sheet without what ends with the fight (CARDS-END-2). Harm, critical injuries,
    /// poison that the GM has let run on, and gear are kept; cards, slots and all other conditions
    /// are reset.
    pub fn without_fight_state(&self) -> Self {
        let mut body = self.clone();
        body.reset_fight_fields();
        for item in &mut body.gear {
            item.id = ItemId::default();
            item.owner = None;
        }
        body
    }

    pub fn is_dead(&self) -> bool {
        self.fate == Some(NpcFate::Dead)
    }

    pub fn has_trait(&self, combatant_trait: CombatantTrait) -> bool {
        self.traits.contains(&combatant_trait)
    }

    pub fn has_critical(&self, critical: CriticalInjury) -> bool {
        self.criticals.contains(&critical)
    }

    /// Returns an attribute as the sheet has it, without what wounds take off.
    pub fn attribute_on_sheet(&self, attribute: Attribute) -> u8 {
        match attribute {
            Attribute::Strength => self.strength,
            Attribute::Dexterity => self.dexterity,
            Attribute::Intuition => self.intuition,
            Attribute::Reason => self.reason,
            Attribute::Presence => self.presence,
        }
    }

    /// Returns how many Harm slots of this type are filled (CARDS-HARM-2).
    pub fn harm_slots(&self, harm: HarmType) -> HarmSlots {
        match harm {
            HarmType::Physical => self.phys_slots,
            HarmType::Mental => self.ment_slots,
        }
    }

    /// Returns the Harm points of this type that were taken (CARDS-HARM-6).
    pub fn harm_points(&self, harm: HarmType) -> u8 {
        match harm {
            HarmType::Physical => self.phys_points,
            HarmType::Mental => self.ment_points,
        }
    }

    /// Returns how much Harm of this type was taken, and how much there is room for in all: of
    /// slots in levels, else in points.
    pub fn harm_and_capacity(&self, harm: HarmType) -> (u8, u8) {
        match self.track {
            HarmTrack::Slots => (self.harm_slots(harm).levels(), HarmSlots::CAPACITY.levels()),
            HarmTrack::Points => (self.harm_points(harm), self.harm_cap(harm)),
        }
    }

    /// Returns the Harm points of this type at which the combatant is Out (CARDS-HARM-7).
    pub fn harm_cap(&self, harm: HarmType) -> u8 {
        match harm {
            HarmType::Physical => self.phys_cap,
            HarmType::Mental => self.ment_cap,
        }
    }

    /// Returns whether it is frozen or has fainted (CARDS-FEAR-5).
    pub fn is_stunned(&self) -> bool {
        self.shaken.is_some_and(|shaken| {
            matches!(shaken.panic, PanicReaction::Freeze | PanicReaction::Faint)
        })
    }

    /// Returns an item that is carried, whether it is in hand or not.
    pub fn item(&self, item: ItemId) -> Option<&Item> {
        self.gear.iter().find(|candidate| candidate.id == item)
    }

    /// Returns how many of the two hands hold nothing. Natural items need none.
    pub fn free_hands(&self) -> u8 {
        let held = self.gear.iter().filter(|item| item.is_held && !item.is_natural);
        held.fold(2, |free: u8, item| free.saturating_sub(item.hands))
    }

    /// Returns the parry dice of the best shield in hand; 0 without a shield.
    pub fn shield_bonus(&self) -> u8 {
        let held = self.gear.iter().filter(|item| item.is_in_hand());
        held.filter_map(|item| item.parry_bonus).max().unwrap_or(0)
    }
}
