//! Sheets: what a Ranks combatant is, its gear, and its state in the fight.
//!
//! Field names are those of the rule text's "Sheet" section; scripts and kits use the stored names.
//! What conditions do to checks is in [`conditions`](super::conditions).

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use declare::BodyFields;
use serde::{Deserialize, Serialize};

use super::advantages::Boon;
use super::combined_actions::CombinedBonus;
use super::conditions::Condition;
use super::readied::ReadiedCheck;
use crate::core::body_fields::BodyFields as _;
pub use crate::core::ids::Name;
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::items::unique_by_name;
use crate::core::keyed_enum::keyed_enum;

/// A distance along the line, in feet.
pub type Feet = u16;

/// A place on the line: its distance from the left end, in feet (RANKS-DIST-1).
pub type Mark = Feet;

/// A number of dice that are summed, and pips (RANKS-CHK-1), written `4D+1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct DiceCode {
    pub dice: u8,
    pub pips: u8,
}

impl DiceCode {
    /// Makes a code without pips.
    pub const fn from_dice(dice: u8) -> Self {
        Self { dice, pips: 0 }
    }

    /// Returns 3n+p for a code nD+p (RANKS-CHK-2).
    pub fn fixed_value(self) -> i16 {
        3 * i16::from(self.dice) + i16::from(self.pips)
    }
}

impl std::fmt::Display for DiceCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}D", self.dice)?;
        if self.pips > 0 { write!(f, "+{}", self.pips) } else { Ok(()) }
    }
}

impl std::str::FromStr for DiceCode {
    type Err = String;

    /// Parses a code such as `3D` or `4D+2`: 1 to 20 dice, and at most 2 pips.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is not a code: write for example 3D or 4D+2");
        let (dice_text, after_d) = text.trim().split_once(['D', 'd']).ok_or_else(wrong)?;
        let pips: u8 = match after_d.trim().strip_prefix('+') {
            Some(pips_text) => pips_text.trim().parse().map_err(|_| wrong())?,
            None if after_d.trim().is_empty() => 0,
            None => return Err(wrong()),
        };
        let dice: u8 = dice_text.trim().parse().map_err(|_| wrong())?;
        let is_in_range = (1..=20).contains(&dice) && pips <= 2;
        if is_in_range { Ok(Self { dice, pips }) } else { Err(wrong()) }
    }
}

impl TryFrom<String> for DiceCode {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<DiceCode> for String {
    fn from(code: DiceCode) -> Self {
        code.to_string()
    }
}

keyed_enum! {
    Attribute {
        Dexterity = "dexterity",
        Strength = "strength",
        Perception = "perception",
        Presence = "presence",
        Knowledge = "knowledge",
    }
}

keyed_enum! {
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
    /// Returns the attribute under which the skill is listed.
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
    /// Returns the attribute itself, or the one that a skill belongs to.
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

    /// Parses the key of a skill or of an attribute.
    pub fn parse(text: &str) -> Option<Self> {
        let skill = Skill::parse(text).map(Self::Skill);
        skill.or_else(|| Attribute::parse(text).map(Self::Attribute))
    }
}

impl From<Skill> for Ability {
    fn from(skill: Skill) -> Self {
        Self::Skill(skill)
    }
}

/// The codes of trained skills; a skill without training has none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "BTreeMap<Skill, Option<DiceCode>>", into = "BTreeMap<Skill, Option<DiceCode>>")]
pub struct SkillCodes([Option<DiceCode>; Skill::ALL.len()]);

impl SkillCodes {
    /// Returns the code of a trained skill; `None` for one without training.
    pub fn get(&self, skill: Skill) -> Option<DiceCode> {
        self.0[skill as usize]
    }

    /// Sets the code of a skill; `None` takes the training away.
    pub fn set(&mut self, skill: Skill, code: Option<DiceCode>) {
        self.0[skill as usize] = code;
    }
}

impl From<BTreeMap<Skill, Option<DiceCode>>> for SkillCodes {
    fn from(codes: BTreeMap<Skill, Option<DiceCode>>) -> Self {
        let mut skills = Self::default();
        codes.into_iter().for_each(|(skill, code)| skills.set(skill, code));
        skills
    }
}

impl From<SkillCodes> for BTreeMap<Skill, Option<DiceCode>> {
    fn from(skills: SkillCodes) -> Self {
        Skill::ALL.iter().map(|skill| (*skill, skills.get(*skill))).collect()
    }
}

keyed_enum! {
    /// The kind of a weapon, which sets attack skill, defence and reach (RANKS-ATK-2).
    WeaponCategory {
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
    pub category: WeaponCategory,
    pub damage: DiceCode,
}

/// Something carried or lying about, or a natural weapon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Item {
    pub name: Name,
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// The hands that hold it. With 0 it is always at hand.
    #[serde(default = "one_hand")]
    #[serde(rename = "hands")]
    pub hands_needed: u8,
    #[serde(default)]
    #[serde(rename = "held")]
    pub is_held: bool,
    /// The skill whose checks get +1D while it is in hand.
    #[serde(default)]
    #[serde(rename = "aids")]
    pub aided_skill: Option<Skill>,
    /// It helps one check and is then used up.
    #[serde(default)]
    #[serde(rename = "once")]
    pub is_single_use: bool,
}

fn one_hand() -> u8 {
    1
}

impl Item {
    /// Creates an item that no kit describes: no weapon, held in one hand, put away.
    pub fn one_handed_item_named(name: &str) -> Self {
        Self {
            name: name.into(),
            weapon: None,
            hands_needed: 1,
            is_held: false,
            aided_skill: None,
            is_single_use: false,
        }
    }

    /// Returns whether it is held or needs no hand.
    pub fn is_at_hand(&self) -> bool {
        self.is_held || self.hands_needed == 0
    }

    /// Returns whether it gives +1D to checks with this ability while it is in hand.
    pub fn always_aids(&self, ability: Ability) -> bool {
        !self.is_single_use && self.aided_skill.map(Ability::Skill) == Some(ability)
    }

    /// Returns whether it gives +1D to one check with this skill and is then used up.
    pub fn aids_one_check(&self, skill: Skill) -> bool {
        self.is_single_use && self.aided_skill == Some(skill)
    }
}

pub const HANDS_PER_COMBATANT: u16 = 2;

/// The most dice that a GM can add to the next recovery check on a patient.
const MAX_RECOVERY_DICE: u8 = 20;

/// The name of the weapon that everybody has and that needs no hand.
pub const UNARMED: &str = "unarmed";

static UNARMED_ITEM: LazyLock<Item> = LazyLock::new(|| Item {
    weapon: Some(Weapon { category: WeaponCategory::Unarmed, damage: DiceCode::from_dice(3) }),
    hands_needed: 0,
    ..Item::one_handed_item_named(UNARMED)
});

keyed_enum! {
    /// An action of which a round gives one each (RANKS-TURN-1).
    ActionKind {
        Full = "full",
        Bonus = "bonus",
    }
}

keyed_enum! {
    /// A standing order on matching movement (RANKS-MATCH-2).
    #[derive(Default)]
    MatchOrder {
        #[default]
        Ask = "ask",
        Always = "always",
        Never = "never",
    }
}

keyed_enum! {
    /// A standing order on resisting.
    #[derive(Default)]
    ResistOrder {
        #[default]
        Ask = "ask",
        Bonus = "bonus",
        Never = "never",
    }
}

/// The codes that an attribute may have.
const ATTRIBUTE_CODES: RangeInclusive<DiceCode> =
    DiceCode::from_dice(1)..=DiceCode { dice: 6, pips: 2 };

/// A combatant: its sheet, its gear and its state in the fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, BodyFields)]
#[serde(deny_unknown_fields, default)]
pub struct Body {
    /// If empty, joining sets it: the party for player characters, the opposition for NPCs.
    #[field(public, refers_to = side)]
    pub side: Name,
    #[field(initial = DiceCode::from_dice(3), range = ATTRIBUTE_CODES)]
    #[field(npc = number, character = number)]
    pub dexterity: DiceCode,
    #[field(initial = DiceCode::from_dice(3), range = ATTRIBUTE_CODES)]
    #[field(npc = number, character = number)]
    pub strength: DiceCode,
    #[field(initial = DiceCode::from_dice(3), range = ATTRIBUTE_CODES)]
    #[field(npc = number, character = number)]
    pub perception: DiceCode,
    #[field(initial = DiceCode::from_dice(3), range = ATTRIBUTE_CODES)]
    #[field(npc = number, character = number)]
    pub presence: DiceCode,
    #[field(initial = DiceCode::from_dice(3), range = ATTRIBUTE_CODES)]
    #[field(npc = number, character = number)]
    pub knowledge: DiceCode,
    #[field(npc = counts, character = counts)]
    pub skills: SkillCodes,
    #[serde(rename = "move")]
    #[field(initial = 30, npc = number, character = number)]
    pub move_feet: Feet,
    #[field(range = 0..=9, npc = number, character = number)]
    pub armour: u8,
    #[field(initial = 1, range = 0..=9, npc = number, character = number)]
    pub luck: u8,
    #[field(range = 0..=9, npc = number, character = number)]
    pub action_points: u8,
    /// The difficulty of `memory` against this combatant (RANKS-ADV-1).
    #[field(initial = 15, npc = number)]
    pub rarity: u8,
    /// Whether it can be the target of talk, as the GM sets (RANKS-TALK-1).
    #[serde(rename = "understands")]
    #[field(public, initial = true, npc = flag)]
    pub understands_speech: bool,
    #[field(npc = gear, character = gear)]
    pub gear: Vec<Item>,
    /// The zone to begin in, if `mark` is not set.
    #[serde(rename = "zone")]
    #[field(public, of_fight, refers_to = zone)]
    pub start_zone: Option<ZoneId>,
    /// Where it stands; may be `None` before the start.
    #[field(public, of_fight)]
    pub mark: Option<Mark>,
    /// The enemy to whom it pays attention (RANKS-ENG-1).
    #[field(public, of_fight, refers_to = combatant)]
    pub attention: Option<CombatantId>,
    /// Full actions left in this round.
    #[serde(rename = "full")]
    #[field(initial = 1, of_fight)]
    pub full_actions: u8,
    #[serde(rename = "bonus")]
    #[field(initial = 1, of_fight)]
    pub bonus_actions: u8,
    /// Whether the incidental movement of this round is left.
    #[serde(rename = "incidental")]
    #[field(initial = true, of_fight)]
    pub has_incidental_move: bool,
    /// Whether an extra action was received in this round (RANKS-ADV-7).
    #[serde(rename = "extra_full")]
    #[field(of_fight)]
    pub got_extra_full_action: bool,
    #[serde(rename = "extra_bonus")]
    #[field(of_fight)]
    pub got_extra_bonus_action: bool,
    /// Whether an extra action will be received at the next round start (RANKS-ADV-5).
    #[serde(rename = "due_full")]
    #[field(of_fight)]
    pub extra_full_action_due: bool,
    #[serde(rename = "due_bonus")]
    #[field(of_fight)]
    pub extra_bonus_action_due: bool,
    /// Points to be added to the next round's initiative (RANKS-ADV-2).
    #[serde(rename = "due_initiative")]
    #[field(of_fight)]
    pub initiative_points_due: u8,
    #[field(public)]
    pub conditions: Vec<Condition>,
    #[serde(rename = "prone")]
    #[field(public, of_fight)]
    pub is_prone: bool,
    /// Dice added to the next recovery check on this patient (RANKS-REC-3).
    #[serde(rename = "recovering")]
    #[field(public, of_fight, range = 0..=MAX_RECOVERY_DICE)]
    pub recovery_dice: u8,
    /// RANKS-DEF-4.
    #[serde(rename = "defending")]
    #[field(public, of_fight)]
    pub is_in_defend_stance: bool,
    #[serde(rename = "readied")]
    #[field(presence_public, of_fight)]
    pub readied_check: Option<ReadiedCheck>,
    /// Whether it holds its remaining actions (RANKS-HOLD-1).
    #[serde(rename = "held")]
    #[field(public, of_fight)]
    pub holds_actions: bool,
    #[field(of_fight)]
    pub boons: Vec<Boon>,
    #[serde(rename = "combined")]
    #[field(of_fight)]
    pub combined_bonuses: Vec<CombinedBonus>,
    /// Skills raised by an advantage (RANKS-ADV-4).
    #[serde(rename = "raised")]
    #[field(of_fight)]
    pub raised_skills: Vec<Skill>,
    #[serde(rename = "abilities")]
    pub gained_abilities: Vec<String>,
    /// This round's initiative score (RANKS-INIT-1).
    #[serde(rename = "score")]
    #[field(presence_public, of_fight)]
    pub initiative: Option<i16>,
    /// Whether its turn of this round is over, or its place in the order has passed.
    #[serde(rename = "acted")]
    #[field(public, of_fight)]
    pub has_acted: bool,
    #[serde(rename = "match")]
    #[field(owner_only)]
    pub match_order: MatchOrder,
    #[serde(rename = "resist")]
    #[field(owner_only)]
    pub resist_order: ResistOrder,
    #[serde(rename = "conceded")]
    #[field(public, of_fight)]
    pub has_conceded: bool,
    #[serde(rename = "gone")]
    #[field(public, of_fight)]
    pub has_fled: bool,
    /// What Out of Action means for it, in the GM's words (RANKS-END-3).
    #[serde(rename = "meaning")]
    #[field(public)]
    pub defeat_meaning: String,
}

impl Body {
    /// Returns the code of an ability. RANKS-CHK-1: a skill without training uses its attribute's
    /// code. RANKS-ADV-4: a raised skill has +1D.
    pub fn skill_or_attribute_dice_code(&self, ability: impl Into<Ability>) -> DiceCode {
        let ability = ability.into();
        let attribute_code = self.attribute_code(ability.attribute());
        let Ability::Skill(skill) = ability else { return attribute_code };
        let code = self.skills.get(skill).unwrap_or(attribute_code);
        let raise = u8::from(self.raised_skills.contains(&skill));
        DiceCode { dice: code.dice.saturating_add(raise), ..code }
    }

    pub fn attribute_code(&self, attribute: Attribute) -> DiceCode {
        match attribute {
            Attribute::Dexterity => self.dexterity,
            Attribute::Strength => self.strength,
            Attribute::Perception => self.perception,
            Attribute::Presence => self.presence,
            Attribute::Knowledge => self.knowledge,
        }
    }

    pub fn attribute_code_mut(&mut self, attribute: Attribute) -> &mut DiceCode {
        match attribute {
            Attribute::Dexterity => &mut self.dexterity,
            Attribute::Strength => &mut self.strength,
            Attribute::Perception => &mut self.perception,
            Attribute::Presence => &mut self.presence,
            Attribute::Knowledge => &mut self.knowledge,
        }
    }

    /// Returns true unless it is out of action, has conceded or has fled.
    pub fn is_active(&self) -> bool {
        !self.has_conceded && !self.has_fled && !self.is_out_of_action()
    }

    /// Returns half of Move in feet, rounded down to a multiple of 5.
    pub fn half_move(&self) -> Feet {
        self.move_feet / 2 / 5 * 5
    }

    /// Returns how many hands the held items need together.
    pub fn hands_in_use(&self) -> u16 {
        let held = self.gear.iter().filter(|item| item.is_held);
        held.map(|item| u16::from(item.hands_needed)).sum()
    }

    /// Returns the first item of this name, held or not.
    pub fn item(&self, name: &str) -> Option<&Item> {
        self.gear.iter().find(|item| *item.name == *name)
    }

    /// Returns an item in hand, or one that needs no hand.
    pub fn item_at_hand(&self, name: &str) -> Option<&Item> {
        self.gear.iter().find(|item| *item.name == *name && item.is_at_hand())
    }

    /// Returns a weapon that can be used now: in hand, natural, or unarmed.
    pub fn weapon_at_hand(&self, name: &str) -> Option<&Weapon> {
        if name == UNARMED {
            return UNARMED_ITEM.weapon.as_ref();
        }
        self.item_at_hand(name)?.weapon.as_ref()
    }

    /// Returns all weapons at hand, each name once: held ones first, unarmed last.
    pub fn weapons_at_hand(&self) -> impl Iterator<Item = (&Name, &Weapon)> {
        let held = self.gear.iter().filter(|item| item.is_held);
        let natural = self.gear.iter().filter(|item| item.hands_needed == 0);
        let at_hand = held.chain(natural).chain([&*UNARMED_ITEM]);
        let weapons = unique_by_name(at_hand.filter(|item| item.weapon.is_some()));
        // Of two items of one name the first at hand counts, as it does where a command names it.
        weapons.filter_map(|item| Some((&item.name, self.weapon_at_hand(&item.name)?)))
    }

    /// Returns the first weapon at hand: a held one, else a natural one, else unarmed.
    pub fn first_weapon(&self) -> (&Name, &Weapon) {
        let unarmed = UNARMED_ITEM.weapon.as_ref().map(|weapon| (&UNARMED_ITEM.name, weapon));
        self.weapons_at_hand().next().or(unarmed).expect("unarmed is a weapon")
    }

    /// Takes gear in hand in its order, unless something is held already. It stops before the first
    /// item for which not enough of two hands are left.
    pub fn hold_first_gear_if_hands_empty(&mut self) {
        if self.gear.iter().any(|item| item.is_held) {
            return;
        }
        let mut free_hands = HANDS_PER_COMBATANT;
        for item in self.gear.iter_mut().filter(|item| item.hands_needed > 0) {
            let needed = u16::from(item.hands_needed);
            if needed > free_hands {
                return;
            }
            item.is_held = true;
            free_hands -= needed;
        }
    }

    /// Returns the body as it leaves the fight, with nothing in hand. RANKS-END-2: conditions until
    /// the scene ends or until recovered stay, and so do points, gear and what the GM wrote.
    pub fn without_fight_state(&self) -> Self {
        let mut kept = self.clone();
        kept.conditions.retain(Condition::outlasts_encounter);
        kept.gear.iter_mut().for_each(|item| item.is_held = false);
        kept.reset_fight_fields();
        kept
    }
}
