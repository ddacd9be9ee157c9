//! Sheets: what a combatant of `ranks` is, its gear, and its state in the fight.
//!
//! Field names are those of the rule text's "Sheet" section; scripts and kits use them as they
//! stand here. What conditions do to checks is in [`conditions`](super::conditions).

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use super::advantages::Boon;
use super::combine::Combined;
use super::conditions::Condition;
use super::readied::Readied;
pub use crate::ids::Name;
use crate::ids::{CombatantId, ZoneId};
use crate::keyed::keyed;
use crate::things::kinds;

/// Feet along the line.
pub type Feet = u16;

/// A number of dice that are summed, and pips (RANKS-CHK-1): `4D+1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Code {
    pub dice: u8,
    pub pips: u8,
}

impl Code {
    pub const fn d(dice: u8) -> Self {
        Self { dice, pips: 0 }
    }

    /// RANKS-CHK-2: the fixed value of a code nD+p is 3n+p.
    pub fn fixed(self) -> i16 {
        3 * i16::from(self.dice) + i16::from(self.pips)
    }
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}D", self.dice)?;
        if self.pips > 0 { write!(f, "+{}", self.pips) } else { Ok(()) }
    }
}

impl std::str::FromStr for Code {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a code: write for example 3D or 4D+2");
        let (dice, rest) = text.trim().split_once(['D', 'd']).ok_or_else(wrong)?;
        let pips = match rest.trim().strip_prefix('+') {
            Some(pips) => pips.trim().parse().map_err(|_| wrong())?,
            None if rest.trim().is_empty() => 0,
            None => return Err(wrong()),
        };
        let code = Self { dice: dice.trim().parse().map_err(|_| wrong())?, pips };
        if (1..=20).contains(&code.dice) && code.pips <= 2 { Ok(code) } else { Err(wrong()) }
    }
}

impl TryFrom<String> for Code {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Code> for String {
    fn from(code: Code) -> Self {
        code.to_string()
    }
}

keyed! {
    Attribute {
        Dexterity = "dexterity",
        Strength = "strength",
        Perception = "perception",
        Presence = "presence",
        Knowledge = "knowledge",
    }
}

keyed! {
    Skill {
        Balance = "balance",
        Tumble = "tumble",
        Martial = "martial",
        Long = "long",
        Deflect = "deflect",
        Close = "close",
        Light = "light",
        Parry = "parry",
        Sprint = "sprint",
        Climbing = "climbing",
        Jumping = "jumping",
        Strike = "strike",
        Block = "block",
        Grapple = "grapple",
        Shift = "shift",
        Recover = "recover",
        Awareness = "awareness",
        Cues = "cues",
        Ego = "ego",
        Misdirection = "misdirection",
        Insult = "insult",
        Startle = "startle",
        Demoralize = "demoralize",
        Focus = "focus",
        Resolve = "resolve",
        Conviction = "conviction",
        Memory = "memory",
        Arena = "arena",
        Medicine = "medicine",
    }
}

impl Skill {
    /// The attribute under which a skill is listed.
    pub fn attribute(self) -> Attribute {
        match self {
            Self::Balance
            | Self::Tumble
            | Self::Martial
            | Self::Long
            | Self::Deflect
            | Self::Close
            | Self::Light
            | Self::Parry => Attribute::Dexterity,
            Self::Sprint
            | Self::Climbing
            | Self::Jumping
            | Self::Strike
            | Self::Block
            | Self::Grapple
            | Self::Shift
            | Self::Recover => Attribute::Strength,
            Self::Awareness | Self::Cues | Self::Ego => Attribute::Perception,
            Self::Misdirection
            | Self::Insult
            | Self::Startle
            | Self::Demoralize
            | Self::Focus
            | Self::Resolve
            | Self::Conviction => Attribute::Presence,
            Self::Memory | Self::Arena | Self::Medicine => Attribute::Knowledge,
        }
    }
}

/// What a check is made with: a skill, or an attribute by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Ability {
    Skill(Skill),
    Attribute(Attribute),
}

impl Ability {
    pub fn attribute(self) -> Attribute {
        match self {
            Self::Skill(skill) => skill.attribute(),
            Self::Attribute(attribute) => attribute,
        }
    }

    pub fn key(self) -> &'static str {
        match self {
            Self::Skill(skill) => skill.key(),
            Self::Attribute(attribute) => attribute.key(),
        }
    }

    pub fn read(text: &str) -> Option<Self> {
        let skill = Skill::read(text).map(Self::Skill);
        skill.or_else(|| Attribute::read(text).map(Self::Attribute))
    }
}

impl From<Skill> for Ability {
    fn from(skill: Skill) -> Self {
        Self::Skill(skill)
    }
}

/// The codes of trained skills.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<Skill, Option<Code>>", into = "BTreeMap<Skill, Option<Code>>")]
pub struct Skills([Option<Code>; Skill::ALL.len()]);

impl Skills {
    pub fn get(&self, skill: Skill) -> Option<Code> {
        self.0[skill as usize]
    }

    pub fn set(&mut self, skill: Skill, code: Option<Code>) {
        self.0[skill as usize] = code;
    }
}

impl From<BTreeMap<Skill, Option<Code>>> for Skills {
    fn from(codes: BTreeMap<Skill, Option<Code>>) -> Self {
        let mut skills = Self::default();
        codes.into_iter().for_each(|(skill, code)| skills.set(skill, code));
        skills
    }
}

impl From<Skills> for BTreeMap<Skill, Option<Code>> {
    fn from(skills: Skills) -> Self {
        Skill::ALL.iter().map(|skill| (*skill, skills.get(*skill))).collect()
    }
}

keyed! {
    /// RANKS-ATK-2: sets attack skill, defence and reach.
    Category {
        Unarmed = "unarmed",
        Close = "close",
        Light = "light",
        Martial = "martial",
        Long = "long",
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    pub category: Category,
    pub damage: Code,
}

/// Something carried or lying about, or a natural weapon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    pub name: Name,
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// How many hands hold it; what needs none is always at hand.
    #[serde(default = "one_hand")]
    pub hands: u8,
    /// In hand.
    #[serde(default)]
    pub held: bool,
    /// A skill whose checks get +1D while it is in hand.
    #[serde(default)]
    pub aids: Option<Skill>,
    /// It helps one check and is used up.
    #[serde(default)]
    pub once: bool,
}

fn one_hand() -> u8 {
    1
}

impl Item {
    /// What no kit knows is a thing to hold.
    pub fn thing(name: &str) -> Self {
        Self { name: name.into(), weapon: None, hands: 1, held: false, aids: None, once: false }
    }

    pub fn is_at_hand(&self) -> bool {
        self.held || self.hands == 0
    }

    /// +1D to checks with this ability as long as it is in hand.
    pub fn helps_always(&self, ability: Ability) -> bool {
        !self.once && self.aids.map(Ability::Skill) == Some(ability)
    }

    /// +1D to one check with this skill, and then it is used up.
    pub fn helps_once(&self, skill: Skill) -> bool {
        self.once && self.aids == Some(skill)
    }
}

/// How many hands everybody has.
pub const HANDS: u8 = 2;

/// Unarmed needs no hand, and everybody can.
pub const UNARMED: &str = "unarmed";

static UNARMED_ITEM: LazyLock<Item> = LazyLock::new(|| Item {
    name: UNARMED.into(),
    weapon: Some(Weapon { category: Category::Unarmed, damage: Code::d(3) }),
    hands: 0,
    held: false,
    aids: None,
    once: false,
});

keyed! {
    /// What a round gives once each (RANKS-TURN-1).
    Action {
        Full = "full",
        Bonus = "bonus",
    }
}

keyed! {
    /// A standing order to match movement (RANKS-MATCH-2).
    Matching {
        Ask = "ask",
        Always = "always",
        Never = "never",
    }
}

keyed! {
    /// A standing order to resist.
    Resisting {
        Ask = "ask",
        Bonus = "bonus",
        Never = "never",
    }
}

/// A combatant.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Body {
    /// Set on joining where nobody says: PCs are of the party, NPCs of the opposition.
    pub side: Name,
    pub dexterity: Code,
    pub strength: Code,
    pub perception: Code,
    pub presence: Code,
    pub knowledge: Code,
    pub skills: Skills,
    #[serde(rename = "move")]
    pub pace: Feet,
    pub armour: u8,
    pub luck: u8,
    pub action_points: u8,
    /// The difficulty of `memory` against it (RANKS-ADV-1).
    pub rarity: u8,
    /// RANKS-TALK-1: the GM may bar targets that cannot understand.
    pub understands: bool,
    pub gear: Vec<Item>,
    /// The zone to begin in, where no mark is said.
    pub zone: Option<ZoneId>,
    /// Where it stands. None before the start.
    pub mark: Option<Feet>,
    /// RANKS-ENG-1.
    pub attention: Option<CombatantId>,
    /// Full actions left in this round.
    pub full: u8,
    pub bonus: u8,
    /// The incidental movement is left.
    pub incidental: bool,
    /// An extra action was received this round (RANKS-ADV-7).
    pub extra_full: bool,
    pub extra_bonus: bool,
    /// An extra action is received at the next round start (RANKS-ADV-5).
    pub due_full: bool,
    pub due_bonus: bool,
    /// Points on the next round's initiative (RANKS-ADV-2).
    pub due_initiative: u8,
    pub conditions: Vec<Condition>,
    pub prone: bool,
    /// +1D each to the next recovery check on this patient (RANKS-REC-3).
    pub recovering: u8,
    /// In the Defend stance (RANKS-DEF-4).
    pub defending: bool,
    pub readied: Option<Readied>,
    /// Holds what actions are left (RANKS-HOLD-1).
    pub held: bool,
    pub boons: Vec<Boon>,
    pub combined: Vec<Combined>,
    /// Skills raised by an advantage (RANKS-ADV-4).
    pub raised: Vec<Skill>,
    pub abilities: Vec<String>,
    /// This round's initiative (RANKS-INIT-1).
    pub score: Option<i16>,
    /// Its turn of this round has been, or its place in the order has passed.
    pub acted: bool,
    #[serde(rename = "match")]
    pub matching: Matching,
    #[serde(rename = "resist")]
    pub resisting: Resisting,
    pub conceded: bool,
    /// Fled.
    pub gone: bool,
    /// What Out of Action means for it, in the GM's words (RANKS-END-3).
    pub meaning: String,
}

impl Default for Body {
    fn default() -> Self {
        Self {
            side: "".into(),
            dexterity: Code::d(3),
            strength: Code::d(3),
            perception: Code::d(3),
            presence: Code::d(3),
            knowledge: Code::d(3),
            skills: Skills::default(),
            pace: 30,
            armour: 0,
            luck: 1,
            action_points: 0,
            rarity: 15,
            understands: true,
            gear: Vec::new(),
            zone: None,
            mark: None,
            attention: None,
            full: 1,
            bonus: 1,
            incidental: true,
            extra_full: false,
            extra_bonus: false,
            due_full: false,
            due_bonus: false,
            due_initiative: 0,
            conditions: Vec::new(),
            prone: false,
            recovering: 0,
            defending: false,
            readied: None,
            held: false,
            boons: Vec::new(),
            combined: Vec::new(),
            raised: Vec::new(),
            abilities: Vec::new(),
            score: None,
            acted: false,
            matching: Matching::Ask,
            resisting: Resisting::Ask,
            conceded: false,
            gone: false,
            meaning: String::new(),
        }
    }
}

impl Body {
    /// RANKS-CHK-1: a skill without training uses its attribute's code. RANKS-ADV-4: a raised skill
    /// has +1D.
    pub fn code(&self, ability: impl Into<Ability>) -> Code {
        let ability = ability.into();
        let own = self.attribute(ability.attribute());
        let Ability::Skill(skill) = ability else { return own };
        let code = self.skills.get(skill).unwrap_or(own);
        Code { dice: code.dice.saturating_add(u8::from(self.raised.contains(&skill))), ..code }
    }

    pub fn attribute(&self, attribute: Attribute) -> Code {
        match attribute {
            Attribute::Dexterity => self.dexterity,
            Attribute::Strength => self.strength,
            Attribute::Perception => self.perception,
            Attribute::Presence => self.presence,
            Attribute::Knowledge => self.knowledge,
        }
    }

    pub fn attribute_mut(&mut self, attribute: Attribute) -> &mut Code {
        match attribute {
            Attribute::Dexterity => &mut self.dexterity,
            Attribute::Strength => &mut self.strength,
            Attribute::Perception => &mut self.perception,
            Attribute::Presence => &mut self.presence,
            Attribute::Knowledge => &mut self.knowledge,
        }
    }

    /// In the fight and not out of action, conceded or gone.
    pub fn is_active(&self) -> bool {
        !self.conceded && !self.gone && !self.is_out()
    }

    /// Half Move, rounded down to 5 ft.
    pub fn half_pace(&self) -> Feet {
        self.pace / 2 / 5 * 5
    }

    pub fn hands_full(&self) -> u8 {
        self.gear.iter().filter(|item| item.held).map(|item| item.hands).sum()
    }

    pub fn item(&self, name: &str) -> Option<&Item> {
        self.gear.iter().find(|item| *item.name == *name)
    }

    /// An item in hand, or one that needs no hand.
    pub fn item_at_hand(&self, name: &str) -> Option<&Item> {
        self.gear.iter().find(|item| *item.name == *name && item.is_at_hand())
    }

    /// A weapon that can be used now: in hand, natural, or unarmed.
    pub fn weapon_at_hand(&self, name: &str) -> Option<&Weapon> {
        if name == UNARMED {
            return UNARMED_ITEM.weapon.as_ref();
        }
        self.item_at_hand(name)?.weapon.as_ref()
    }

    /// All weapons at hand, each name once: what is held first, unarmed last.
    pub fn weapons_at_hand(&self) -> impl Iterator<Item = (&Name, &Weapon)> {
        let held = self.gear.iter().filter(|item| item.held);
        let natural = self.gear.iter().filter(|item| item.hands == 0);
        let all = held.chain(natural).chain([&*UNARMED_ITEM]);
        let all = kinds(all.filter(|item| item.weapon.is_some()));
        all.filter_map(|item| Some((&item.name, self.weapon_at_hand(&item.name)?)))
    }

    /// The first weapon at hand.
    pub fn first_weapon(&self) -> (&Name, &Weapon) {
        let unarmed = (&UNARMED_ITEM.name, UNARMED_ITEM.weapon.as_ref());
        let first = self.weapons_at_hand().next();
        first.or(unarmed.1.map(|weapon| (unarmed.0, weapon))).expect("unarmed is a weapon")
    }

    /// "At the start the gear named first is in hand, as far as two hands go."
    pub fn take_in_hand(&mut self) {
        if self.gear.iter().any(|item| item.held) {
            return;
        }
        let mut free = HANDS;
        for item in self.gear.iter_mut().filter(|item| item.hands > 0) {
            if item.hands > free {
                return;
            }
            (item.held, free) = (true, free - item.hands);
        }
    }

    /// What outlasts the fight. RANKS-END-2: conditions until the scene ends or until recovered
    /// do; so do points, gear and what the GM wrote.
    pub fn lasting(&self) -> Self {
        let mut kept = self.clone();
        kept.conditions.retain(Condition::outlasts);
        kept.gear.iter_mut().for_each(|item| item.held = false);
        let fresh = Self::default();
        Self {
            zone: None,
            mark: None,
            attention: None,
            full: fresh.full,
            bonus: fresh.bonus,
            incidental: fresh.incidental,
            extra_full: false,
            extra_bonus: false,
            due_full: false,
            due_bonus: false,
            due_initiative: 0,
            prone: false,
            recovering: 0,
            defending: false,
            readied: None,
            held: false,
            boons: Vec::new(),
            combined: Vec::new(),
            raised: Vec::new(),
            score: None,
            acted: false,
            conceded: false,
            gone: false,
            ..kept
        }
    }
}
