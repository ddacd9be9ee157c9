//! State: what a fight of FACTIONS remembers besides its combatants, and every event that changes
//! it.

use declare::Redact;
use serde::{Deserialize, Serialize};

use super::Factions;
use super::attacks::AttackManner;
use super::sheet::{
    Ability, Body, DicePool, GearState, Item, ItemId, Name, OpportunityStance, Readiness,
};
use super::visibility::{hide_unknown_ambush, redact_save_results};
use super::zones::Place;
use crate::core::alliances;
use crate::core::fight::{Event as CoreEvent, Fight};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::lists::remove_first;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct State {
    /// The cycle of factions, in the order in which their first member joined (FACT-INIT-1).
    pub factions: Vec<Name>,
    /// Pairs of factions that are not enemies.
    #[serde(rename = "allied")]
    pub allied_pairs: Vec<(Name, Name)>,
    /// Captains that the GM named; a faction without one has its first player as captain
    /// (FACT-ROUND-4).
    #[serde(rename = "captains")]
    pub named_captains: Vec<CombatantId>,
    /// The faction that has initiative, as the GM stated or as rolled at the start (FACT-INIT-2).
    #[serde(rename = "holder")]
    pub initiative_holder: Option<Name>,
    /// The faction that has the first slot, until it is changed (FACT-INIT-3).
    #[serde(rename = "first")]
    pub first_faction: Option<Name>,
    pub stage: Option<RoundStage>,
    /// The open d20 of this round (FACT-FAT-1).
    #[serde(rename = "threshold")]
    pub fast_threshold: Option<u8>,
    /// The faction whose slot is open. A turn is part of its slot.
    #[serde(rename = "slot")]
    pub slot_faction: Option<Name>,
    /// The faction that had the previous slot of this stage (FACT-ROUND-1).
    #[serde(rename = "last")]
    pub last_slot_faction: Option<Name>,
    /// Whether the first slot of the round is used, and it is too late to choose (FACT-INIT-3).
    #[serde(rename = "is_slot_used")]
    pub is_first_slot_used: bool,
    /// The factions that have passed in a row (FACT-ROUND-5).
    #[serde(rename = "passes")]
    pub passed_factions: Vec<Name>,
    /// How many combatants began the fight; later ones are reinforcements (FACT-MORALE-1).
    #[serde(rename = "began")]
    pub initial_combatants: u8,
    /// The combatants who have passed this slot (FACT-ROUND-4).
    #[serde(rename = "passed")]
    pub passed_combatants: Vec<CombatantId>,
    pub turn: Option<Turn>,
    /// How the fight ended; the aftermath runs once it is set.
    pub outcome: Option<Name>,
    /// The manoeuvres that the GM added (FACT-NL-3).
    pub manoeuvres: Vec<Manoeuvre>,
}

/// The highest face of a durability roll that makes gear worse (FACT-GEAR-4).
pub const MAX_WEARING_FACE: u8 = 2;

/// The stage that is being played (state machine, 2 to 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundStage {
    /// Only the concealed act, before round 1 (FACT-SNEAK-2).
    Ambush,
    /// A round without phases.
    Round,
    /// The first phase, for the fast (FACT-FAT-1).
    Fast,
    /// The second phase, for everybody (FACT-FAT-2).
    Slow,
    /// The steps of FACT-ROUND-7.
    RoundEnd,
}

impl RoundStage {
    pub fn key(self) -> &'static str {
        match self {
            Self::Ambush => "ambush",
            Self::Round => "round",
            Self::Fast => "fast",
            Self::Slow => "slow",
            Self::RoundEnd => "round-end",
        }
    }
}

/// The running turn (FACT-TURN-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    pub who: CombatantId,
    #[serde(rename = "main")]
    pub main_used: bool,
    /// How many bonus actions are used.
    #[serde(rename = "bonus")]
    pub bonus_used: u8,
    /// How many halves of movement are left (FACT-TURN-5).
    #[serde(rename = "halves")]
    pub movement_halves: u8,
    /// Whether it has spent movement (FACT-ATK-10).
    #[serde(rename = "moved")]
    pub has_moved: bool,
    /// Whether it has sneaked (FACT-SNEAK-5).
    #[serde(rename = "sneaked")]
    pub has_sneaked: bool,
    /// Whether the free dodge of an `elusive` mover is used (FACT-OPP-3).
    #[serde(rename = "dodged")]
    pub free_dodge_used: bool,
    #[serde(rename = "done")]
    pub is_finished: bool,
}

impl Turn {
    /// Creates a turn of which nothing is used, with two halves of movement.
    pub fn new(who: CombatantId) -> Self {
        Self {
            who,
            main_used: false,
            bonus_used: 0,
            movement_halves: 2,
            has_moved: false,
            has_sneaked: false,
            free_dodge_used: false,
            is_finished: false,
        }
    }

    /// Returns whether no action and no movement of the turn is used.
    pub fn is_unused(&self) -> bool {
        !self.main_used && self.bonus_used == 0 && !self.has_moved
    }
}

/// An attack that does no damage, which the GM added (FACT-NL-3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manoeuvre {
    pub name: Name,
    #[serde(rename = "save")]
    pub save_ability: Ability,
    pub effect: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Whether rounds have a fast and a slow phase (FACT-FAT-1).
    pub fast_slow: bool,
    /// Whether chaos of combat applies (FACT-CHAOS-1).
    pub chaos: bool,
    /// The seconds of a slot and a turn with chaos (FACT-CHAOS-2).
    pub chaos_secs: u32,
    /// Whether chatter is deleted, not only marked (FACT-CHAOS-1).
    pub chaos_delete: bool,
    /// Whether players' characters check morale (FACT-MORALE-3).
    pub player_morale: bool,
    /// Whether ending a move nearby an enemy reveals (FACT-SNEAK-4).
    pub reveal_nearby: bool,
    /// Whether NPC gear is rolled for as well (FACT-GEAR-4).
    pub npc_durability: bool,
    /// Whether cover counts; if not, attacks go through (FACT-PROT-2).
    pub cover_counts: bool,
    /// Whether every interaction is complex (FACT-TURN-3).
    pub complex_interactions: bool,
    pub slot_secs: u32,
    pub turn_secs: u32,
    pub answer_secs: u32,
    pub ruling_secs: u32,
}

impl Default for Settings {
    /// Sets the time limits of FACT-ROUND-8: slot and turn 24 h, answers 12 h, the GM 24 h.
    fn default() -> Self {
        Self {
            fast_slow: false,
            chaos: false,
            chaos_secs: 15,
            chaos_delete: false,
            player_morale: true,
            reveal_nearby: true,
            npc_durability: false,
            cover_counts: true,
            complex_interactions: false,
            slot_secs: 24 * 3600,
            turn_secs: 24 * 3600,
            answer_secs: 12 * 3600,
            ruling_secs: 24 * 3600,
        }
    }
}

/// The properties of a zone besides its name and neighbours (FACT-ZONE-4).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Terrain {
    pub cover: bool,
    pub obscured: bool,
    pub barrier: bool,
    pub hazard: Option<DicePool>,
    pub hard: bool,
    pub exit: bool,
    /// The zones that cannot be seen from here (FACT-ZONE-3). Invariant: symmetric.
    #[serde(rename = "blocked")]
    pub sight_blocked_to: Vec<ZoneId>,
    /// The items that lie here.
    pub items: Vec<Item>,
}

/// A tag that a zone may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ZoneTag {
    Cover,
    Obscured,
    Barrier,
    Hard,
    Exit,
}

/// How hurt a combatant looks: all that players may know of an NPC's health (FACT-DMG-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WoundLevel {
    Unhurt,
    Hurt,
    HalfOrLess,
    Down,
}

impl WoundLevel {
    /// Returns how hurt a combatant with this health looks; exactly half counts as half or less.
    pub fn from_health(health: u8, health_max: u8) -> Self {
        if health == 0 {
            Self::Down
        } else if u16::from(health) * 2 <= u16::from(health_max) {
            Self::HalfOrLess
        } else if health < health_max {
            Self::Hurt
        } else {
            Self::Unhurt
        }
    }

    pub fn key(self) -> &'static str {
        match self {
            Self::Unhurt => "unhurt",
            Self::Hurt => "hurt",
            Self::HalfOrLess => "half-or-less",
            Self::Down => "down",
        }
    }
}

/// What a save is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SavePurpose {
    /// To hit with an attack (FACT-ATK-2).
    Hit,
    Dodge,
    Disarm,
    Grapple,
    Manoeuvre,
    #[serde(rename = "break")]
    BreakFree,
    Poison,
    Morale,
    Chase,
    Skill,
}

/// One member's result of a group save (FACT-CORE-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveResult {
    pub who: CombatantId,
    /// The ability that the roll was compared with; `None` if the viewer may not know it.
    #[serde(rename = "value")]
    pub ability_value: Option<u8>,
    pub passed: bool,
}

/// Why health was lost or regained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HealthChangeCause {
    Attack,
    Poison,
    Hazard,
    Item,
    Gm,
}

/// Why a slot was passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PassReason {
    /// Everybody who could have taken it passed.
    #[serde(rename = "all")]
    AllPassed,
    /// The captain passed for all.
    #[serde(rename = "captain")]
    CaptainPassed,
    /// The GM skipped it, or the time was up.
    Skipped,
    /// Nobody was ready and eligible (FACT-ROUND-6).
    #[serde(rename = "nobody")]
    NobodyEligible,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MovementKind {
    Move,
    Sneak,
    /// Moved along with the grabber.
    Dragged,
    Shoved,
    /// Placed by the GM.
    Placed,
    /// Put back on the map after a chase (FACT-CHASE-3).
    Reached,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnCost {
    Main,
    Bonus,
    /// This many halves of movement.
    Movement(u8),
}

/// When an attack is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackOccasion {
    Turn,
    Counter,
    Opportunity,
}

/// Where an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemLocation {
    #[serde(rename = "with")]
    CarriedBy(CombatantId),
    #[serde(rename = "floor")]
    InZone(ZoneId),
    /// Used up.
    Gone,
}

impl ItemLocation {
    /// Returns who carries the item; `None` if nobody does.
    fn carrier(&self) -> Option<&CombatantId> {
        if let Self::CarriedBy(who) = self { Some(who) } else { None }
    }
}

/// Gear that wears: an item, or the worn armour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GearRef {
    Item(ItemId),
    Armour,
}

/// A flag or condition of one combatant that the GM sets or lifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CombatantFlag {
    Unseen,
    Cover,
    Obscured,
    #[serde(rename = "hard")]
    HardCircumstances,
    #[serde(rename = "barrier")]
    BehindBarrier,
    Concealed,
    Broken,
    Steady,
    Surrendered,
    Poisoned,
    Dead,
}

impl CombatantFlag {
    pub const ALL: [Self; 11] = [
        Self::Unseen,
        Self::Cover,
        Self::Obscured,
        Self::HardCircumstances,
        Self::BehindBarrier,
        Self::Concealed,
        Self::Broken,
        Self::Steady,
        Self::Surrendered,
        Self::Poisoned,
        Self::Dead,
    ];

    /// Returns the flag as orders name it.
    pub fn key(self) -> &'static str {
        match self {
            Self::Unseen => "unseen",
            Self::Cover => "cover",
            Self::Obscured => "obscured",
            Self::HardCircumstances => "hard",
            Self::BehindBarrier => "behind_barrier",
            Self::Concealed => "concealed",
            Self::Broken => "broken",
            Self::Steady => "steady",
            Self::Surrendered => "surrendered",
            Self::Poisoned => "poisoned",
            Self::Dead => "dead",
        }
    }
}

/// Something that happened in a fight. Values that may be hidden from players are `Option`s: the
/// engine always records them, a view leaves them out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Redact)]
#[redact(Factions)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A faction joined the cycle.
    #[visible(viewer.knows_faction(it))]
    FactionFormed(Name),
    #[serde(rename = "assigned")]
    #[visible(viewer.knows(who) && viewer.knows_faction(faction))]
    FactionAssigned {
        who: CombatantId,
        faction: Name,
        group: Name,
    },
    #[visible(viewer.knows_faction(one) && viewer.knows_faction(other))]
    AllianceSet {
        one: Name,
        other: Name,
        is_on: bool,
    },
    #[visible(viewer.knows(it))]
    CaptainNamed(CombatantId),
    /// A faction has initiative: stated by the GM, passed on, or rolled (then with the face of dN).
    #[visible(viewer.knows_faction(faction))]
    InitiativeSet {
        faction: Name,
        #[open]
        face: Option<u8>,
    },
    /// The faction with the first slot of the round was chosen (FACT-INIT-3).
    #[serde(rename = "first_set")]
    #[visible(viewer.knows_faction(it))]
    FirstFactionSet(Name),
    /// A stage begins. Whoever knows nobody in the ambush reads that the round begins
    /// (FACT-SNEAK-2).
    #[visible(*stage != RoundStage::Ambush || threshold.is_some() || viewer.knows_ambush())]
    StageBegan {
        #[redacted_by(hide_unknown_ambush)]
        stage: RoundStage,
        #[open]
        threshold: Option<u8>,
    },
    /// An ambush ends within the round that began with it, which goes on with this stage
    /// (FACT-SNEAK-2).
    #[visible(viewer.knows_ambush())]
    AmbushEnded {
        stage: RoundStage,
        #[open]
        threshold: Option<u8>,
    },
    #[visible(viewer.knows_faction(it))]
    SlotBegan(Name),
    /// These combatants will not take this slot.
    #[visible(viewer.knows_any(it))]
    PassPressed(#[each(viewer.knows(it))] Vec<CombatantId>),
    #[visible(viewer.knows_faction(faction)
        && (*reason != PassReason::NobodyEligible || viewer.is_gm() || !viewer.fight.has_decoys))]
    SlotPassed {
        faction: Name,
        #[serde(rename = "how")]
        reason: PassReason,
    },
    #[visible(viewer.knows(it))]
    TurnBegan(CombatantId),
    #[visible(viewer.knows(it))]
    TurnEnded(CombatantId),
    /// A combatant uses nothing more of its turn.
    #[serde(rename = "finished")]
    #[visible(viewer.knows(it))]
    TurnEndRequested(CombatantId),
    #[serde(rename = "spent")]
    #[visible(viewer.knows(it))]
    CostSpent(CombatantId, TurnCost),
    #[visible(viewer.knows(it))]
    Dashed(CombatantId),
    /// A reaction cost the turn of this round (FACT-REACT-2).
    #[visible(viewer.knows(it))]
    TurnSpent(CombatantId),
    /// An `elusive` mover used its free dodge.
    #[visible(viewer.knows(it))]
    FreeDodgeUsed(CombatantId),
    #[visible(viewer.is_gm() || viewer.plays(who))]
    StanceSet {
        who: CombatantId,
        stance: OpportunityStance,
    },
    #[visible(viewer.is_gm() || (viewer.knows(who) && !is_secret))]
    Moved {
        who: CombatantId,
        from: Option<Place>,
        to: Place,
        #[serde(rename = "way")]
        movement: MovementKind,
        /// Whether only the GM may know of it, as it is the move of a concealed NPC.
        is_secret: bool,
    },
    /// A step did not take place (FACT-OPP-2).
    #[serde(rename = "step_cancelled")]
    #[visible(viewer.knows(it))]
    MovementCancelled(CombatantId),
    #[serde(rename = "saved")]
    #[visible(viewer.knows(who))]
    SaveRolled {
        who: CombatantId,
        ability: Ability,
        #[open]
        purpose: SavePurpose,
        #[open]
        face: u8,
        #[serde(rename = "value")]
        #[numbers_of(who)]
        ability_value: Option<u8>,
        passed: bool,
    },
    #[serde(rename = "group_saved")]
    #[visible(members.iter().any(|member| viewer.knows(&member.who)))]
    GroupSaveRolled {
        ability: Ability,
        #[open]
        purpose: SavePurpose,
        #[open]
        face: u8,
        #[redacted_by(redact_save_results)]
        members: Vec<SaveResult>,
    },
    #[visible(viewer.knows(attacker) && viewer.knows(target))]
    Attacked {
        #[serde(rename = "who")]
        attacker: CombatantId,
        target: CombatantId,
        #[open]
        manner: AttackManner,
        #[open]
        occasion: AttackOccasion,
        hold_back: bool,
        indirect: bool,
    },
    #[visible(viewer.knows(attacker))]
    Blasted {
        #[serde(rename = "who")]
        attacker: CombatantId,
        zone: ZoneId,
        #[open]
        manner: AttackManner,
        #[each(viewer.knows_position(it))]
        targets: Vec<CombatantId>,
    },
    #[serde(rename = "missed")]
    #[visible(viewer.knows(attacker))]
    AttackMissed {
        #[serde(rename = "who")]
        attacker: CombatantId,
        /// `None` for a blast.
        #[only_if(viewer.knows_all(target))]
        target: Option<CombatantId>,
    },
    /// A blast that missed lands elsewhere (FACT-BLAST-4); `zone` is `None` if there is no
    /// neighbour.
    #[serde(rename = "deviated")]
    #[visible(true)]
    BlastDeviated {
        zone: Option<ZoneId>,
        #[open]
        face: Option<u8>,
    },
    /// The damage die of an attack fell; `die` is its number of sides.
    #[visible(viewer.knows(attacker) && viewer.knows_position(target))]
    DamageRolled {
        #[serde(rename = "who")]
        attacker: CombatantId,
        target: CombatantId,
        #[open]
        die: u8,
        #[open]
        face: u8,
        is_impaired: bool,
        /// What armour takes off; `None` for viewers who may not know the target's numbers.
        #[serde(default)]
        #[serde(rename = "armour")]
        #[numbers_of(target)]
        armour_reduction: Option<u8>,
    },
    /// The d4 of poison fell (FACT-DMG-4).
    #[visible(viewer.knows(who))]
    PoisonRolled {
        who: CombatantId,
        #[open]
        face: u8,
    },
    /// Health was lost; numbers are `None` for viewers who may not know them.
    #[serde(rename = "lost")]
    #[visible(viewer.knows_wounds(who))]
    HealthLost {
        who: CombatantId,
        #[serde(rename = "by")]
        #[only_if(viewer.knows_all(attacker))]
        attacker: Option<CombatantId>,
        #[open]
        cause: HealthChangeCause,
        #[numbers_of(who)]
        amount: Option<u8>,
        #[serde(rename = "left")]
        #[numbers_of(who)]
        remaining: Option<u8>,
        wound: WoundLevel,
    },
    /// A hit did no damage.
    #[serde(rename = "no_loss")]
    #[visible(viewer.knows_position(it) && viewer.knows_wounds(it))]
    NoHealthLost(CombatantId),
    #[visible(viewer.knows(it))]
    Fell(CombatantId),
    #[visible(viewer.knows(it))]
    Died(CombatantId),
    #[visible(viewer.knows_wounds(who))]
    Healed {
        who: CombatantId,
        #[open]
        cause: HealthChangeCause,
        #[numbers_of(who)]
        amount: Option<u8>,
        #[serde(rename = "left")]
        #[numbers_of(who)]
        remaining: Option<u8>,
        wound: WoundLevel,
    },
    #[visible(viewer.knows(it))]
    PoisonEnded(CombatantId),
    #[visible(viewer.knows(who) && viewer.knows(target))]
    StuntOffered {
        who: CombatantId,
        target: CombatantId,
        text: String,
    },
    #[visible(viewer.knows(who) && viewer.knows(target))]
    StuntRefused {
        who: CombatantId,
        target: CombatantId,
    },
    #[visible(viewer.knows(who) && viewer.knows(target))]
    StuntDeclined {
        who: CombatantId,
        target: CombatantId,
    },
    #[serde(rename = "stunt_taken")]
    #[visible(viewer.knows(who) && viewer.knows(target))]
    StuntAccepted {
        who: CombatantId,
        target: CombatantId,
        text: String,
    },
    #[visible(viewer.knows(who) && viewer.knows(behind))]
    HidBehind {
        who: CombatantId,
        #[open]
        behind: CombatantId,
    },
    #[visible(viewer.knows(who) && viewer.knows_position(refuser))]
    ShelterRefused {
        who: CombatantId,
        #[serde(rename = "by")]
        refuser: CombatantId,
    },
    #[visible(viewer.knows(who) && viewer.knows(target))]
    Guarded {
        who: CombatantId,
        target: CombatantId,
    },
    /// An attacker who was hit first cannot hit any more (FACT-REACT-6, FACT-NL-2).
    #[visible(viewer.knows(it))]
    AttackLost(CombatantId),
    /// The effect of a manoeuvre or a skill, in words.
    #[serde(rename = "effect")]
    #[visible(viewer.knows(who))]
    EffectDescribed {
        who: CombatantId,
        text: String,
    },
    #[visible(viewer.knows(who) && viewer.knows(grabber))]
    Grabbed {
        who: CombatantId,
        #[serde(rename = "by")]
        grabber: CombatantId,
    },
    #[serde(rename = "freed")]
    #[visible(viewer.knows(who) && viewer.knows(grabber))]
    GrabEnded {
        who: CombatantId,
        #[serde(rename = "by")]
        grabber: CombatantId,
    },
    #[visible(viewer.knows(who) && viewer.knows(shover))]
    Shoved {
        who: CombatantId,
        #[serde(rename = "by")]
        shover: CombatantId,
    },
    #[serde(rename = "hazard_struck")]
    #[visible(viewer.knows_position(who))]
    HazardTriggered {
        who: CombatantId,
        zone: ZoneId,
    },
    #[serde(rename = "covered")]
    #[visible(viewer.knows_position(who))]
    CoverSet {
        who: CombatantId,
        is_on: bool,
    },
    #[visible(viewer.knows(it))]
    Concealed(CombatantId),
    #[visible(viewer.knows(it))]
    Revealed(CombatantId),
    #[visible(viewer.knows(who))]
    HideTried {
        who: CombatantId,
        text: String,
    },
    #[visible(viewer.knows(it))]
    HideRefused(CombatantId),
    NoticedSet {
        who: CombatantId,
        #[serde(rename = "by")]
        observer: CombatantId,
        is_on: bool,
    },
    /// An item was equipped or put away.
    #[serde(rename = "held")]
    #[visible(viewer.knows(who))]
    ItemHeldSet {
        who: CombatantId,
        item: ItemId,
        name: Name,
        is_on: bool,
    },
    #[visible(viewer.knows_position(actor)
        && viewer.knows_all(from.carrier())
        && viewer.knows_all(to.carrier()))]
    ItemMoved {
        item: ItemId,
        name: Name,
        #[serde(rename = "by")]
        actor: CombatantId,
        from: ItemLocation,
        to: ItemLocation,
    },
    #[serde(rename = "coated")]
    #[visible(viewer.knows(who))]
    CoatingSet {
        who: CombatantId,
        item: ItemId,
        name: Name,
        is_on: bool,
    },
    #[serde(rename = "emptied")]
    #[visible(viewer.knows(who))]
    WeaponUnloadedSet {
        who: CombatantId,
        item: ItemId,
        name: Name,
        is_on: bool,
    },
    /// Gear was used to attack, or reduced a hit.
    #[serde(rename = "used")]
    #[visible(viewer.knows(who) && (*gear != GearRef::Armour || viewer.knows_numbers(who)))]
    GearUsed {
        who: CombatantId,
        #[open]
        gear: GearRef,
    },
    #[serde(rename = "worn")]
    #[visible(viewer.knows(who))]
    GearStateSet {
        who: CombatantId,
        #[open]
        gear: GearRef,
        name: Name,
        state: GearState,
    },
    #[visible(viewer.knows(who))]
    DurabilityRolled {
        who: CombatantId,
        #[open]
        gear: GearRef,
        name: Name,
        #[open]
        face: u8,
    },
    #[visible(viewer.knows(who))]
    Said {
        who: CombatantId,
        text: String,
    },
    #[visible(viewer.knows(who))]
    Interacted {
        who: CombatantId,
        text: String,
    },
    #[visible(viewer.knows(who))]
    SkillTried {
        who: CombatantId,
        ability: Ability,
        text: String,
    },
    #[visible(viewer.knows(it))]
    SkillRefused(CombatantId),
    #[visible(viewer.knows(it))]
    Steadied(CombatantId),
    #[serde(rename = "broke")]
    #[visible(viewer.knows(it))]
    MoraleBroke(CombatantId),
    /// A broken combatant moved away (FACT-MORALE-4).
    #[visible(viewer.knows(it))]
    Retreated(CombatantId),
    #[visible(viewer.knows(who))]
    Surrendered {
        who: CombatantId,
        is_forced: bool,
    },
    /// A surrendered combatant whom an enemy hurt is no longer surrendered or broken (FACT-SURR-2).
    #[visible(viewer.knows(it))]
    Rallied(CombatantId),
    #[visible(true)]
    StretchEnded,
    /// A combatant left the map through this zone (FACT-CHASE-1).
    #[serde(rename = "left")]
    #[visible(viewer.knows_position(who))]
    LeftMap {
        who: CombatantId,
        exit: ZoneId,
    },
    #[visible(viewer.knows_faction(faction))]
    Pursued {
        faction: Name,
        #[each(viewer.knows(it))]
        pursuers: Vec<CombatantId>,
        #[each(viewer.knows(it))]
        leavers: Vec<CombatantId>,
    },
    #[visible(viewer.knows(it))]
    Fled(CombatantId),
    /// A leaver was reached and is back on the map.
    #[serde(rename = "reached")]
    #[visible(viewer.knows(it))]
    CaughtUp(CombatantId),
    #[visible(viewer.knows(who))]
    FlagSet {
        who: CombatantId,
        flag: CombatantFlag,
        is_on: bool,
    },
    #[visible(true)]
    ManoeuvreAdded(Manoeuvre),
    DurabilityOrdered {
        who: CombatantId,
        is_on: bool,
    },
    /// The fight is decided, with the name of who is left; the aftermath follows.
    #[serde(rename = "decided")]
    #[visible(true)]
    OutcomeDecided(Name),
    /// For the GM: who ended the fight broken, and who surrendered (FACT-END-2).
    #[serde(rename = "listed")]
    BrokenAndSurrenderedListed {
        broken: Vec<CombatantId>,
        surrendered: Vec<CombatantId>,
    },
}

impl From<Event> for CoreEvent<Factions> {
    fn from(event: Event) -> Self {
        CoreEvent::System(event)
    }
}

/// Returns the round whose morale checks count losses that happen now (FACT-MORALE-1,
/// FACT-MORALE-2): the current one. Losses in the ambush before round 1 count in round 1
/// (FACT-SNEAK-2).
pub fn morale_round_of_current_losses(fight: &Fight<Factions>) -> u16 {
    match fight.state.stage {
        // The round is 0 during an ambush that the public knows of, and 1 already during a secret
        // one.
        Some(RoundStage::Ambush) => fight.round.max(1),
        _ => fight.round,
    }
}

/// Returns the running turn if it is this combatant's.
fn running_turn_mut(fight: &mut Fight<Factions>, who: CombatantId) -> Option<&mut Turn> {
    fight.state.turn.as_mut().filter(|turn| turn.who == who)
}

/// Applies an event to the fight. The state of FACTIONS changes nowhere else.
pub fn apply_event(fight: &mut Fight<Factions>, event: &Event) {
    let (round, loss_round) = (fight.round, morale_round_of_current_losses(fight));
    match event {
        Event::FactionFormed(name) => fight.state.factions.push(name.clone()),
        Event::FactionAssigned { who, faction, group } => {
            let body = fight.body_mut(*who);
            body.faction.clone_from(faction);
            body.group.clone_from(group);
        }
        Event::AllianceSet { one, other, is_on } => {
            alliances::set_alliance(&mut fight.state.allied_pairs, one, other, *is_on)
        }
        Event::CaptainNamed(who) => name_captain_in_place_of_former(fight, *who),
        Event::InitiativeSet { faction, .. } => {
            set_initiative_holder_and_default_first_faction(fight, faction)
        }
        Event::FirstFactionSet(faction) => set_first_faction_and_restart_cycle(fight, faction),
        Event::StageBegan { stage, threshold } | Event::AmbushEnded { stage, threshold } => {
            record_initial_combatants_once(fight);
            begin_stage_without_slots(fight, *stage, *threshold);
            if matches!(stage, RoundStage::Round | RoundStage::Fast) {
                ready_all_for_new_round(fight);
            }
        }
        Event::SlotBegan(faction) => {
            fight.state.slot_faction = Some(faction.clone());
            fight.state.passed_combatants.clear();
        }
        Event::PassPressed(combatants) => fight.state.passed_combatants.extend(combatants),
        Event::SlotPassed { faction, reason } => close_passed_slot(fight, faction, *reason),
        Event::TurnBegan(who) => begin_turn_and_clear_passes(fight, *who),
        Event::TurnEnded(who) => {
            fight.body_mut(*who).readiness = Readiness::Spent;
            fight.state.turn = None;
            fight.state.slot_faction = None;
        }
        Event::TurnEndRequested(who) => {
            if let Some(turn) = running_turn_mut(fight, *who) {
                turn.is_finished = true;
            }
        }
        Event::CostSpent(who, cost) => {
            if let Some(turn) = running_turn_mut(fight, *who) {
                subtract_turn_cost(turn, *cost);
            }
        }
        Event::Dashed(who) => {
            if let Some(turn) = running_turn_mut(fight, *who) {
                turn.movement_halves += 2;
            }
        }
        Event::TurnSpent(who) => fight.body_mut(*who).readiness = Readiness::Spent,
        Event::FreeDodgeUsed(who) => {
            if let Some(turn) = running_turn_mut(fight, *who) {
                turn.free_dodge_used = true;
            }
        }
        Event::StanceSet { who, stance } => fight.body_mut(*who).stance = *stance,
        Event::Moved { who, to, movement, .. } => {
            set_place_and_leave_barrier(fight, *who, *to, *movement)
        }
        Event::HealthLost { who, cause, amount, .. } => {
            reduce_health_and_record_halving(fight, *who, amount.unwrap_or(0), *cause);
        }
        Event::Fell(who) => fight.body_mut(*who).lost_in_round = loss_round,
        Event::Died(who) => {
            let body = fight.body_mut(*who);
            body.dead = true;
            body.health = 0;
            body.lost_in_round = loss_round;
        }
        Event::Healed { who, amount, .. } => {
            let body = fight.body_mut(*who);
            body.health = (body.health + amount.unwrap_or(0)).min(body.health_max);
        }
        Event::PoisonEnded(who) => fight.body_mut(*who).poisoned = false,
        Event::Grabbed { who, grabber } => {
            fight.body_mut(*who).grabbed_by = Some(*grabber);
            fight.body_mut(*grabber).grabbing = Some(*who);
        }
        Event::GrabEnded { who, grabber } => {
            fight.body_mut(*who).grabbed_by = None;
            fight.body_mut(*grabber).grabbing = None;
        }
        Event::CoverSet { who, is_on } => fight.body_mut(*who).behind_barrier = *is_on,
        Event::Concealed(who) => fight.body_mut(*who).concealed = true,
        Event::Revealed(who) => clear_concealment(fight, *who),
        Event::NoticedSet { who, observer, is_on } => {
            set_noticed_and_unhide_from_players(fight, *who, *observer, *is_on)
        }
        Event::ItemHeldSet { who, item, is_on, .. } => {
            if let Some(item) = fight.body_mut(*who).find_item_mut(*item) {
                item.is_held = *is_on;
            }
        }
        Event::ItemMoved { item, from, to, .. } => {
            move_item_and_remember_dropper(fight, *item, *from, *to)
        }
        Event::CoatingSet { who, item, is_on, .. } => {
            if let Some(item) = fight.body_mut(*who).find_item_mut(*item) {
                item.is_coated = *is_on;
            }
        }
        Event::WeaponUnloadedSet { who, item, is_on, .. } => {
            if let Some(item) = fight.body_mut(*who).find_item_mut(*item) {
                item.is_unloaded = *is_on;
            }
        }
        Event::GearUsed { who, gear } => match gear {
            GearRef::Armour => fight.body_mut(*who).armour_used = true,
            GearRef::Item(item) => {
                if let Some(item) = fight.body_mut(*who).find_item_mut(*item) {
                    item.used_in_fight = true;
                }
            }
        },
        Event::GearStateSet { who, gear, state, .. } => {
            set_gear_state_unhold_if_destroyed(fight, *who, *gear, *state)
        }
        Event::Steadied(who) => fight.body_mut(*who).steady = true,
        Event::MoraleBroke(who) => {
            let body = fight.body_mut(*who);
            body.broken = true;
            body.broken_in_round = round;
            body.retreated = false;
        }
        Event::Retreated(who) => fight.body_mut(*who).retreated = true,
        Event::Surrendered { who, .. } => {
            let body = fight.body_mut(*who);
            body.surrendered = true;
            body.readiness = Readiness::Spent;
            body.lost_in_round = loss_round;
        }
        Event::Rallied(who) => {
            let body = fight.body_mut(*who);
            body.surrendered = false;
            body.broken = false;
            body.steady = true;
            body.readiness = Readiness::Spent;
        }
        Event::StretchEnded => {
            for combatant in &mut fight.combatants {
                combatant.body.steady = false;
            }
        }
        Event::LeftMap { who, exit } => {
            let body = fight.body_mut(*who);
            body.left_through = Some(*exit);
            body.zone = None;
            body.border = None;
            body.behind_barrier = false;
        }
        Event::Fled(who) => {
            let body = fight.body_mut(*who);
            body.fled = true;
            body.left_through = None;
            body.lost_in_round = loss_round;
            body.zone = None;
            body.border = None;
        }
        Event::CaughtUp(who) => {
            let body = fight.body_mut(*who);
            body.zone = body.left_through.take().or(body.zone);
            body.border = None;
        }
        Event::FlagSet { who, flag, is_on } => {
            set_gm_flag_and_count_losses(fight, *who, *flag, *is_on)
        }
        Event::ManoeuvreAdded(added) => add_or_replace_manoeuvre(fight, added),
        Event::DurabilityOrdered { who, is_on } => {
            fight.body_mut(*who).has_durability_roll = *is_on
        }
        Event::OutcomeDecided(outcome) => {
            fight.state.outcome = Some(outcome.clone());
            fight.state.turn = None;
            fight.state.slot_faction = None;
        }
        // Events that change nothing.
        Event::MovementCancelled(_)
        | Event::SaveRolled { .. }
        | Event::GroupSaveRolled { .. }
        | Event::Attacked { .. }
        | Event::Blasted { .. }
        | Event::AttackMissed { .. }
        | Event::BlastDeviated { .. }
        | Event::DamageRolled { .. }
        | Event::PoisonRolled { .. }
        | Event::NoHealthLost(_)
        | Event::StuntOffered { .. }
        | Event::StuntRefused { .. }
        | Event::StuntDeclined { .. }
        | Event::StuntAccepted { .. }
        | Event::HidBehind { .. }
        | Event::ShelterRefused { .. }
        | Event::Guarded { .. }
        | Event::AttackLost(_)
        | Event::EffectDescribed { .. }
        | Event::Shoved { .. }
        | Event::HazardTriggered { .. }
        | Event::HideTried { .. }
        | Event::HideRefused(_)
        | Event::DurabilityRolled { .. }
        | Event::Said { .. }
        | Event::Interacted { .. }
        | Event::SkillTried { .. }
        | Event::SkillRefused(_)
        | Event::Pursued { .. }
        | Event::BrokenAndSurrenderedListed { .. } => {}
    }
}

/// Names a captain, who takes the place of the one that its faction had (FACT-ROUND-4).
fn name_captain_in_place_of_former(fight: &mut Fight<Factions>, who: CombatantId) {
    let faction = fight.body(who).faction.clone();
    let mut captains = std::mem::take(&mut fight.state.named_captains);
    captains.retain(|captain| fight.body(*captain).faction != faction);
    captains.push(who);
    fight.state.named_captains = captains;
}

/// Gives initiative to a faction. FACT-INIT-3: the first slot is the holder's, unless another
/// faction was chosen for it.
fn set_initiative_holder_and_default_first_faction(fight: &mut Fight<Factions>, faction: &Name) {
    let state = &mut fight.state;
    let previous_holder = state.initiative_holder.replace(faction.clone());
    if state.first_faction.is_none() || state.first_faction == previous_holder {
        state.first_faction = Some(faction.clone());
    }
}

/// Sets which faction has the first slot, and forgets the slots and passes of this stage, so that
/// the cycle begins again with it (FACT-INIT-3).
fn set_first_faction_and_restart_cycle(fight: &mut Fight<Factions>, faction: &Name) {
    let state = &mut fight.state;
    state.first_faction = Some(faction.clone());
    state.slot_faction = None;
    state.last_slot_faction = None;
    state.passed_factions.clear();
    state.passed_combatants.clear();
}

/// Closes a faction's slot without a turn. It counts as used unless nobody could have taken it
/// (FACT-ROUND-6).
fn close_passed_slot(fight: &mut Fight<Factions>, faction: &Name, reason: PassReason) {
    let state = &mut fight.state;
    state.passed_factions.push(faction.clone());
    state.is_first_slot_used |= reason != PassReason::NobodyEligible;
    state.slot_faction = None;
    state.last_slot_faction = Some(faction.clone());
    state.passed_combatants.clear();
}

/// Begins a combatant's turn in a slot of its faction; all passes before it no longer count
/// (FACT-ROUND-3, FACT-ROUND-5).
fn begin_turn_and_clear_passes(fight: &mut Fight<Factions>, who: CombatantId) {
    fight.body_mut(who).readiness = Readiness::Acting;
    let faction = fight.body(who).faction.clone();
    let state = &mut fight.state;
    state.turn = Some(Turn::new(who));
    state.is_first_slot_used = true;
    state.passed_factions.clear();
    state.passed_combatants.clear();
    state.slot_faction = Some(faction.clone());
    state.last_slot_faction = Some(faction);
}

/// Takes a cost off what is left of a turn (FACT-TURN-1, FACT-TURN-5).
fn subtract_turn_cost(turn: &mut Turn, cost: TurnCost) {
    match cost {
        TurnCost::Main => turn.main_used = true,
        TurnCost::Bonus => turn.bonus_used += 1,
        TurnCost::Movement(halves) => {
            turn.movement_halves = turn.movement_halves.saturating_sub(halves);
            turn.has_moved = true;
        }
    }
}

/// Sets where a combatant is, which leaves a barrier (FACT-PROT-3). A sneaking step also marks its
/// running turn (FACT-SNEAK-5).
fn set_place_and_leave_barrier(
    fight: &mut Fight<Factions>,
    who: CombatantId,
    to: Place,
    movement: MovementKind,
) {
    let body = fight.body_mut(who);
    body.zone = Some(to.zone);
    body.border = to.border;
    body.behind_barrier = false;
    if movement == MovementKind::Sneak
        && let Some(turn) = running_turn_mut(fight, who)
    {
        turn.has_sneaked = true;
    }
}

/// Takes health from a combatant, down to 0. FACT-MORALE-2: damage that takes it from above half to
/// half or less is noted, unless the GM ordered it.
fn reduce_health_and_record_halving(
    fight: &mut Fight<Factions>,
    who: CombatantId,
    amount: u8,
    cause: HealthChangeCause,
) {
    let loss_round = morale_round_of_current_losses(fight);
    let body = fight.body_mut(who);
    let was_halved = has_half_health_or_less(body);
    body.health = body.health.saturating_sub(amount);
    if !was_halved && has_half_health_or_less(body) && cause != HealthChangeCause::Gm {
        body.halved_in_round = loss_round;
    }
}

fn has_half_health_or_less(body: &Body) -> bool {
    let wound = WoundLevel::from_health(body.health, body.health_max);
    matches!(wound, WoundLevel::HalfOrLess | WoundLevel::Down)
}

/// Sets whether an observer is aware of a concealed combatant (FACT-SNEAK-1). Players know that
/// somebody is there whom a player noticed, though not where.
fn set_noticed_and_unhide_from_players(
    fight: &mut Fight<Factions>,
    who: CombatantId,
    observer: CombatantId,
    is_on: bool,
) {
    let noticed = &mut fight.body_mut(who).noticed_by;
    noticed.retain(|other| *other != observer);
    if is_on {
        noticed.push(observer);
        fight.combatants[who.index()].is_hidden &= fight.combatant(observer).is_npc();
    }
}

/// Sets how worn an item or the armour is; an item that is destroyed is no longer held. The item
/// may lie on the ground.
fn set_gear_state_unhold_if_destroyed(
    fight: &mut Fight<Factions>,
    who: CombatantId,
    gear: GearRef,
    state: GearState,
) {
    match gear {
        GearRef::Armour => fight.body_mut(who).armour_state = state,
        GearRef::Item(item) => {
            if let Some(item) = item_carried_or_lying_anywhere_mut(fight, who, item) {
                item.state = state;
                item.is_held &= state != GearState::Destroyed;
            }
        }
    }
}

/// Adds a manoeuvre, in place of one of the same name if there is one (FACT-NL-3).
fn add_or_replace_manoeuvre(fight: &mut Fight<Factions>, added: &Manoeuvre) {
    let manoeuvres = &mut fight.state.manoeuvres;
    match manoeuvres.iter_mut().find(|known| known.name == added.name) {
        Some(known) => known.clone_from(added),
        None => manoeuvres.push(added.clone()),
    }
}

/// Records how many combatants there are when the first stage begins.
fn record_initial_combatants_once(fight: &mut Fight<Factions>) {
    if fight.state.stage.is_none() {
        fight.state.initial_combatants = fight.combatants.len() as u8;
    }
}

/// Begins a stage, in which no faction has had a slot or passed yet. An ambush and the first stage
/// of a round bring the round's threshold.
fn begin_stage_without_slots(
    fight: &mut Fight<Factions>,
    stage: RoundStage,
    threshold: Option<u8>,
) {
    let state = &mut fight.state;
    state.stage = Some(stage);
    state.passed_factions.clear();
    state.slot_faction = None;
    state.last_slot_faction = None;
    state.passed_combatants.clear();
    if matches!(stage, RoundStage::Ambush | RoundStage::Round | RoundStage::Fast) {
        state.fast_threshold = threshold;
    }
}

/// Makes everybody ready at the start of a round, whose first slot is still to come (FACT-ROUND-2).
/// A phase within a round and the steps at its end leave that as it is.
fn ready_all_for_new_round(fight: &mut Fight<Factions>) {
    fight.state.is_first_slot_used = false;
    for combatant in &mut fight.combatants {
        combatant.body.readiness = Readiness::Ready;
    }
}

/// Makes a combatant neither concealed nor hidden, and forgets who had noticed it.
fn clear_concealment(fight: &mut Fight<Factions>, who: CombatantId) {
    fight.combatants[who.index()].is_hidden = false;
    let body = fight.body_mut(who);
    body.concealed = false;
    body.noticed_by.clear();
}

/// Sets or clears a flag that the GM controls. FACT-MORALE-1: whoever it makes inactive counts as
/// lost in this round.
fn set_gm_flag_and_count_losses(
    fight: &mut Fight<Factions>,
    who: CombatantId,
    flag: CombatantFlag,
    is_on: bool,
) {
    let (round, loss_round) = (fight.round, morale_round_of_current_losses(fight));
    let body = fight.body_mut(who);
    let was_active = body.is_active();
    match flag {
        CombatantFlag::Unseen => body.unseen = is_on,
        CombatantFlag::Cover => body.flags.cover = is_on,
        CombatantFlag::Obscured => body.flags.obscured = is_on,
        CombatantFlag::HardCircumstances => body.flags.hard_circumstances = is_on,
        CombatantFlag::BehindBarrier => body.behind_barrier = is_on,
        CombatantFlag::Concealed if is_on => body.concealed = true,
        CombatantFlag::Concealed => clear_concealment(fight, who),
        CombatantFlag::Broken => {
            body.broken = is_on;
            body.broken_in_round = round;
            body.retreated = false;
        }
        CombatantFlag::Steady => body.steady = is_on,
        CombatantFlag::Surrendered => body.surrendered = is_on,
        CombatantFlag::Poisoned => body.poisoned = is_on,
        CombatantFlag::Dead => body.dead = is_on,
    }
    // FACT-MORALE-1: those not active count as lost.
    let body = fight.body_mut(who);
    if was_active && !body.is_active() {
        body.lost_in_round = loss_round;
    }
}

/// Returns an item that `who` carries, or that lies on the ground.
fn item_carried_or_lying_anywhere_mut(
    fight: &mut Fight<Factions>,
    who: CombatantId,
    item: ItemId,
) -> Option<&mut Item> {
    if fight.body(who).find_item(item).is_some() {
        return fight.body_mut(who).find_item_mut(item);
    }
    let has_id = |lying: &Item| lying.id == item;
    let (zone, _) = fight.zones.iter().find(|(_, zone)| zone.terrain.items.iter().any(has_id))?;
    fight.zones.get_mut(zone)?.terrain.items.iter_mut().find(|lying| has_id(lying))
}

/// Moves an item between its bearer, a zone and nowhere; does nothing if it is not at `from`. The
/// zone's copy remembers who dropped it (FACT-GEAR-4).
fn move_item_and_remember_dropper(
    fight: &mut Fight<Factions>,
    item: ItemId,
    from: ItemLocation,
    to: ItemLocation,
) {
    let is_meant = |listed: &Item| listed.id == item;
    let removed = match from {
        ItemLocation::CarriedBy(who) => remove_first(&mut fight.body_mut(who).gear, is_meant),
        ItemLocation::InZone(zone) => {
            let zone = fight.zones.get_mut(zone);
            zone.and_then(|zone| remove_first(&mut zone.terrain.items, is_meant))
        }
        ItemLocation::Gone => None,
    };
    let Some(mut item) = removed else { return };
    item.dropped_by = None;
    match to {
        ItemLocation::CarriedBy(who) => fight.body_mut(who).gear.push(item),
        ItemLocation::InZone(zone) => {
            item.is_held = false;
            if let ItemLocation::CarriedBy(who) = from {
                item.dropped_by = Some(who);
            }
            if let Some(zone) = fight.zones.get_mut(zone) {
                zone.terrain.items.push(item);
            }
        }
        ItemLocation::Gone => {}
    }
}
