//! Sheets: what a combatant of `cards` is, its gear, and its state in the fight.
//!
//! Field names are those of the rule text's "Sheet" section; scripts and kits use them as they
//! stand here. What is counted from them (penalties, what is in hand) is a function below.

use serde::{Deserialize, Deserializer, Serialize};

use crate::ids::{CombatantId, ZoneId};
pub use crate::ids::{ItemId, Name};
use crate::keyed::keyed;

keyed! {
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

/// A number for each Action: what a PC adds to its attributes, or the pools of an NPC.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Actions {
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

impl Actions {
    /// One number for every Action: pools that a template does not list are 2.
    pub fn all(number: u8) -> Self {
        let mut all = Self::default();
        Action::ALL.into_iter().for_each(|action| *all.of_mut(action) = number);
        all
    }

    pub fn of(&self, action: Action) -> u8 {
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

    pub fn of_mut(&mut self, action: Action) -> &mut u8 {
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

keyed! {
    /// The two types of Harm.
    #[derive(Default)]
    Harm {
        #[default]
        Phys = "phys",
        Ment = "ment",
    }
}

/// How Harm is kept (CARDS-HARM-2, CARDS-HARM-6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Track {
    #[default]
    Slots,
    Points,
}

/// The Harm slots of one type that are filled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Slots {
    pub lesser: u8,
    pub moderate: u8,
    pub severe: u8,
}

impl Slots {
    /// How many slots there are of each kind.
    pub const MOST: Self = Self { lesser: 2, moderate: 2, severe: 1 };

    /// CARDS-HARM-3: how many dice they take away.
    pub fn levels(self) -> u8 {
        self.lesser + 2 * self.moderate + 3 * self.severe
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trait {
    /// CARDS-HARM-6.
    Relentless,
    /// CARDS-CIRC-1.
    NightSight,
    ImmuneFire,
    ImmunePoison,
    ImmuneMent,
}

impl Trait {
    pub const ALL: [Self; 5] = [
        Self::Relentless,
        Self::NightSight,
        Self::ImmuneFire,
        Self::ImmunePoison,
        Self::ImmuneMent,
    ];
}

keyed! {
    /// The fire table.
    Intensity {
        Small = "small",
        Medium = "medium",
        Large = "large",
        Inferno = "inferno",
    }
}

impl Intensity {
    /// CARDS-FIRE-1: damage. CARDS-FIRE-4: so many successes put it out.
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
    /// Strike, Force, Shoot, or Cast for a spell.
    pub action: Action,
    pub damage: u8,
    /// In zones, both ends included.
    #[serde(default)]
    pub min: u8,
    #[serde(default)]
    pub max: u8,
    #[serde(default)]
    pub bonus: u8,
    /// CARDS-ATK-2: it leaves the hand; a Strike weapon may be thrown.
    #[serde(default)]
    pub thrown: bool,
    /// Gone once it is thrown.
    #[serde(default)]
    pub used_up: bool,
    /// CARDS-DMG-1.
    #[serde(default)]
    pub fire: Option<Intensity>,
    /// CARDS-DMG-1: its toxicity.
    #[serde(default)]
    pub poison: Option<u8>,
    #[serde(default)]
    pub harm: Harm,
    /// CARDS-MAG-2: what a spell is resisted with.
    #[serde(default = "endure")]
    pub resist: Action,
}

fn endure() -> Action {
    Action::Endure
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    /// Set on joining; 0 before.
    #[serde(default)]
    pub id: ItemId,
    pub name: Name,
    #[serde(default = "one")]
    pub hands: u8,
    #[serde(default)]
    pub held: bool,
    /// Part of the body, or a spell: always ready, never dropped.
    #[serde(default)]
    pub natural: bool,
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// A shield's dice; none for what is no shield.
    #[serde(default)]
    pub parry_bonus: Option<u8>,
    #[serde(default)]
    pub antidote: bool,
    /// Whose it is (CARDS-END-2). Set on joining.
    #[serde(default)]
    pub owner: Option<CombatantId>,
}

fn one() -> u8 {
    1
}

impl Item {
    /// What no kit knows can be struck with.
    pub fn thing(name: &str) -> Self {
        let weapon = Weapon {
            action: Action::Strike,
            damage: 1,
            min: 0,
            max: 0,
            bonus: 0,
            thrown: false,
            used_up: false,
            fire: None,
            poison: None,
            harm: Harm::Phys,
            resist: endure(),
        };
        Self {
            id: ItemId::default(),
            name: name.into(),
            hands: 1,
            held: false,
            natural: false,
            weapon: Some(weapon),
            parry_bonus: None,
            antidote: false,
            owner: None,
        }
    }

    pub fn is_in_hand(&self) -> bool {
        self.held || self.natural
    }

    /// A weapon or a spell of that Action, ready to be used.
    pub fn ready(&self, action: Action) -> Option<&Weapon> {
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
    pub slow: bool,
    pub fast: bool,
    pub acted: bool,
}

keyed! {
    /// The reactions of CARDS-TURN-5.
    Reaction {
        Dodge = "dodge",
        Parry = "parry",
        Resist = "resist",
        Break = "break",
        Hold = "hold",
        Chase = "chase",
    }
}

keyed! {
    /// A standing order for a reaction (CARDS-REACT-5).
    #[derive(Default)]
    Standing {
        #[default]
        Ask = "ask",
        Fast = "fast",
        Never = "never",
    }
}

/// The standing orders of a combatant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "snake_case")]
pub struct Auto {
    pub dodge: Standing,
    pub parry: Standing,
    pub resist: Standing,
    pub r#break: Standing,
    pub hold: Standing,
    pub chase: Standing,
}

impl Auto {
    pub fn of(&self, reaction: Reaction) -> Standing {
        match reaction {
            Reaction::Dodge => self.dodge,
            Reaction::Parry => self.parry,
            Reaction::Resist => self.resist,
            Reaction::Break => self.r#break,
            Reaction::Hold => self.hold,
            Reaction::Chase => self.chase,
        }
    }

    pub fn set(&mut self, reaction: Reaction, standing: Standing) {
        *match reaction {
            Reaction::Dodge => &mut self.dodge,
            Reaction::Parry => &mut self.parry,
            Reaction::Resist => &mut self.resist,
            Reaction::Break => &mut self.r#break,
            Reaction::Hold => &mut self.hold,
            Reaction::Chase => &mut self.chase,
        } = standing;
    }
}

/// CARDS-FIRE-1, CARDS-FIRE-4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fire {
    pub intensity: Intensity,
    /// Successes saved so far.
    #[serde(default)]
    pub quenched: u8,
}

/// CARDS-POIS-2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Poison {
    /// What it does at the start of the next round.
    pub next: u8,
    #[serde(default)]
    pub harm: Harm,
}

keyed! {
    /// CARDS-FEAR-4.
    Panic {
        Flee = "flee",
        Freeze = "freeze",
        Faint = "faint",
        Attack = "attack",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shaken {
    pub how: Panic,
    /// What was feared, where it is somebody.
    #[serde(default)]
    pub source: Option<CombatantId>,
}

keyed! {
    /// What becomes of an NPC that is Out (CARDS-HARM-7).
    Fate {
        Helpless = "helpless",
        Dying = "dying",
        Dead = "dead",
    }
}

/// The critical tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Critical {
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

impl Critical {
    /// The entry of the table of that type.
    pub fn of(harm: Harm, face: u8) -> Self {
        match (harm, face) {
            (Harm::Phys, 0..=2) => Self::Senseless,
            (Harm::Phys, 3) => Self::TornMuscle,
            (Harm::Phys, 4) => Self::BrokenArm,
            (Harm::Phys, 5) => Self::BrokenLeg,
            (Harm::Phys, _) => Self::Mortal,
            (Harm::Ment, 0..=2) => Self::Fainted,
            (Harm::Ment, 3) => Self::Rattled,
            (Harm::Ment, 4) => Self::Dread,
            (Harm::Ment, 5) => Self::Numb,
            (Harm::Ment, _) => Self::BrokenMind,
        }
    }

    /// Results 3 to 5 last until they are treated.
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

/// CARDS-CIRC-1: an Action needs more successes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Raise {
    pub action: Action,
    pub by: u8,
    #[serde(default)]
    pub darkness: bool,
}

/// A combatant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Body {
    /// Who fights together. Invariant after joining: not empty.
    pub side: Name,
    /// NPCs of one group share their cards (CARDS-INIT-3); empty: a card of its own.
    pub group: Name,
    pub strength: u8,
    pub dexterity: u8,
    pub intuition: u8,
    pub reason: u8,
    pub presence: u8,
    pub actions: Actions,
    /// An NPC's dice, in place of attribute and Action (CARDS-TEST-1).
    pub pools: Option<Actions>,
    pub track: Track,
    pub phys_slots: Slots,
    pub ment_slots: Slots,
    pub phys: u8,
    pub ment: u8,
    pub phys_cap: u8,
    pub ment_cap: u8,
    /// How many cards it is dealt (CARDS-INIT-4).
    pub cards: u8,
    pub fear: u8,
    pub traits: Vec<Trait>,
    pub armour: Option<Armour>,
    pub gear: Vec<Item>,
    /// The zone it stands in; none once it is gone.
    pub zone: Option<ZoneId>,
    /// The numbers of its cards. Those set before the start are kept (CARDS-INIT-2).
    #[serde(deserialize_with = "one_or_many")]
    pub card: Vec<u8>,
    /// What is left of each card, in the order of `card`.
    pub slots: Vec<CardSlots>,
    pub auto: Auto,
    /// CARDS-TEST-4.
    pub bonus: u8,
    /// CARDS-HARM-6: so many dice fewer has its next test.
    pub fewer_dice: u8,
    /// CARDS-AMB-3.
    pub ambush_bonus: u8,
    pub prone: bool,
    pub held_by: Option<CombatantId>,
    pub holding: Option<CombatantId>,
    pub gagged: bool,
    /// CARDS-GRAP-4: it has tried to break free, and may not again before its turn is over.
    pub has_broken: bool,
    /// CARDS-ATK-5.
    pub pinned: bool,
    pub fire: Option<Fire>,
    pub poisons: Vec<Poison>,
    pub shaken: Option<Shaken>,
    /// CARDS-MOVE-3: the place of cover in its zone.
    pub cover: Option<u8>,
    /// CARDS-MOVE-2.
    pub apart: bool,
    pub out: bool,
    pub fled: bool,
    pub fate: Option<Fate>,
    /// It dies at the end of this round unless stabilised.
    pub dies_after: Option<u16>,
    pub criticals: Vec<Critical>,
    /// CARDS-HARM-4: an ally has assisted it.
    pub helped: bool,
    pub raises: Vec<Raise>,
    /// CARDS-END-3: it has recovered today.
    pub recovered: bool,
}

/// A list of cards, or the number of the only one.
fn one_or_many<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Cards {
        One(u8),
        Many(Vec<u8>),
    }
    Ok(match Cards::deserialize(from)? {
        Cards::One(card) => vec![card],
        Cards::Many(cards) => cards,
    })
}

impl Default for Body {
    fn default() -> Self {
        Self {
            side: "".into(),
            group: "".into(),
            strength: 2,
            dexterity: 2,
            intuition: 2,
            reason: 2,
            presence: 2,
            actions: Actions::default(),
            pools: None,
            track: Track::Slots,
            phys_slots: Slots::default(),
            ment_slots: Slots::default(),
            phys: 0,
            ment: 0,
            phys_cap: 4,
            ment_cap: 4,
            cards: 1,
            fear: 0,
            traits: Vec::new(),
            armour: None,
            gear: Vec::new(),
            zone: None,
            card: Vec::new(),
            slots: Vec::new(),
            auto: Auto::default(),
            bonus: 0,
            fewer_dice: 0,
            ambush_bonus: 0,
            prone: false,
            held_by: None,
            holding: None,
            gagged: false,
            has_broken: false,
            pinned: false,
            fire: None,
            poisons: Vec::new(),
            shaken: None,
            cover: None,
            apart: false,
            out: false,
            fled: false,
            fate: None,
            dies_after: None,
            criticals: Vec::new(),
            helped: false,
            raises: Vec::new(),
            recovered: false,
        }
    }
}

impl Body {
    /// In the fight and neither Out nor Fled.
    pub fn is_active(&self) -> bool {
        !self.out && !self.fled
    }

    /// What outlasts the fight (CARDS-END-2): Harm, critical injuries, poison that the GM has let
    /// run on, and gear; cards, slots and all other conditions are of the fight alone.
    pub fn lasting(&self) -> Self {
        let item = |item: &Item| Item { id: ItemId::default(), owner: None, ..item.clone() };
        Self {
            gear: self.gear.iter().map(item).collect(),
            zone: None,
            card: Vec::new(),
            slots: Vec::new(),
            bonus: 0,
            fewer_dice: 0,
            ambush_bonus: 0,
            prone: false,
            held_by: None,
            holding: None,
            gagged: false,
            has_broken: false,
            pinned: false,
            fire: None,
            shaken: None,
            cover: None,
            apart: false,
            out: false,
            fled: false,
            dies_after: None,
            helped: false,
            raises: Vec::new(),
            ..self.clone()
        }
    }

    pub fn is_dead(&self) -> bool {
        self.fate == Some(Fate::Dead)
    }

    pub fn has(&self, one: Trait) -> bool {
        self.traits.contains(&one)
    }

    pub fn has_critical(&self, one: Critical) -> bool {
        self.criticals.contains(&one)
    }

    pub fn attribute(&self, attribute: Attribute) -> u8 {
        match attribute {
            Attribute::Strength => self.strength,
            Attribute::Dexterity => self.dexterity,
            Attribute::Intuition => self.intuition,
            Attribute::Reason => self.reason,
            Attribute::Presence => self.presence,
        }
    }

    pub fn slots_of(&self, harm: Harm) -> Slots {
        match harm {
            Harm::Phys => self.phys_slots,
            Harm::Ment => self.ment_slots,
        }
    }

    pub fn points(&self, harm: Harm) -> u8 {
        match harm {
            Harm::Phys => self.phys,
            Harm::Ment => self.ment,
        }
    }

    pub fn cap(&self, harm: Harm) -> u8 {
        match harm {
            Harm::Phys => self.phys_cap,
            Harm::Ment => self.ment_cap,
        }
    }

    /// CARDS-FEAR-5: frozen or fainted.
    pub fn is_stunned(&self) -> bool {
        self.shaken.is_some_and(|shaken| matches!(shaken.how, Panic::Freeze | Panic::Faint))
    }

    pub fn item(&self, item: ItemId) -> Option<&Item> {
        self.gear.iter().find(|one| one.id == item)
    }

    pub fn item_mut(&mut self, item: ItemId) -> Option<&mut Item> {
        self.gear.iter_mut().find(|one| one.id == item)
    }

    pub fn free_hands(&self) -> u8 {
        let held = self.gear.iter().filter(|item| item.held && !item.natural);
        held.fold(2, |free: u8, item| free.saturating_sub(item.hands))
    }

    /// The shield in hand.
    pub fn shield(&self) -> u8 {
        let held = self.gear.iter().filter(|item| item.is_in_hand());
        held.filter_map(|item| item.parry_bonus).max().unwrap_or(0)
    }
}
