//! The state of a fight of `cards` besides its combatants, and the events that change it.

use declare::Redact;
use serde::{Deserialize, Serialize};

use super::damage;
use super::prompts::BoughtEffect;
use super::sheet::{
    Action, Burning, CardSlots, CriticalInjury, DifficultyRaise, FireIntensity, HarmType, Item,
    ItemId, Name, NpcFate, Poison, Reaction, ShakenState, StandingOrder,
};
use super::{Cards, Fight};
use crate::core::fight::Event as CoreEvent;
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::keyed_enum::keyed_enum;
use crate::core::lists::remove_first;
use crate::core::modifier::Modifier;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct State {
    /// The ambush that is rolled at the start (CARDS-AMB-1).
    pub ambush: Option<Ambush>,
    /// Nobody has performed a Maneuver in this round (CARDS-SWAP-2).
    #[serde(rename = "swap_open")]
    pub is_swap_open: bool,
    /// The swap hold runs, and nobody may act yet (CARDS-SWAP-2).
    #[serde(rename = "hold")]
    pub is_swap_hold: bool,
    /// Who has said during the swap hold that they want no swap.
    #[serde(rename = "ready")]
    pub swap_ready: Vec<CombatantId>,
    #[serde(rename = "offers")]
    pub swap_offers: Vec<SwapOffer>,
    pub turn: Option<Turn>,
    /// Pairs that are closed in (CARDS-MOVE-2). Invariant: the smaller id comes first.
    #[serde(rename = "pairs")]
    pub closed_in_pairs: Vec<(CombatantId, CombatantId)>,
    /// Pairs that cannot hear each other (CARDS-SWAP-3).
    #[serde(rename = "deaf")]
    pub deaf_pairs: Vec<(CombatantId, CombatantId)>,
    /// Raised needs for the whole scene (CARDS-CIRC-1).
    #[serde(rename = "raises")]
    pub difficulty_raises: Vec<DifficultyRaise>,
    /// The GM goes on although only one side is left (CARDS-END-1).
    #[serde(rename = "is_going_on")]
    pub is_continued_by_gm: bool,
    /// The Fear tests that were suggested to the GM (CARDS-FEAR-1): the tester, and the creature.
    #[serde(rename = "suggested")]
    pub suggested_fear_tests: Vec<(CombatantId, CombatantId)>,
    /// The outcome, once it is decided; the aftermath follows.
    pub outcome: Option<Name>,
}

/// An ambush that the GM has set up (CARDS-AMB-1). Where nobody is named to roll, the biggest pool
/// does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ambush {
    pub side: Name,
    #[serde(rename = "by")]
    pub ambusher: Option<CombatantId>,
    #[serde(rename = "against")]
    pub watcher: Option<CombatantId>,
    pub action: Option<Action>,
    /// It succeeds without a test (CARDS-AMB-5).
    #[serde(rename = "auto")]
    pub is_automatic: bool,
}

/// An open offer of a swap (CARDS-SWAP-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SwapOffer {
    pub from: CombatantId,
    pub to: CombatantId,
}

/// The running turn of one of a combatant's cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    pub who: CombatantId,
    /// The index of the card among the combatant's cards.
    #[serde(rename = "place")]
    pub card_index: u8,
    /// The zone in which the combatant began the turn (CARDS-FLEE-2).
    #[serde(rename = "start")]
    pub start_zone: ZoneId,
}

keyed_enum! {
    /// How dangerous a test is (CARDS-TEST-6).
    #[derive(Default)]
    TestPosition {
        Controlled = "controlled",
        #[default]
        Risky = "risky",
        Desperate = "desperate",
    }
}

impl TestPosition {
    /// Returns the Harm that a failure gives (CARDS-TEST-6).
    pub fn harm_on_failure(self) -> u8 {
        match self {
            Self::Controlled => 1,
            Self::Risky => 2,
            Self::Desperate => 3,
        }
    }
}

/// The position of PCs' own Maneuvers, as the GM sets it (CARDS-OPT-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OwnTestPosition {
    #[default]
    Off,
    Controlled,
    Risky,
    Desperate,
}

/// The Action that the GM allows for flights (CARDS-FLEE-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FleeAction {
    #[default]
    Any,
    Finesse,
    Sneak,
}

/// How long an NPC's Harm points cost it dice (CARDS-HARM-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HarmDiceDuration {
    /// They cost dice once, on its next test.
    NextTest,
    /// They cost dice as long as they stay.
    Lasting,
}

impl HarmDiceDuration {
    fn legacy_default() -> Self {
        Self::Lasting
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// How long the swap hold lasts, in minutes (CARDS-SWAP-2).
    #[serde(rename = "swap_hold")]
    pub swap_hold_minutes: u16,
    /// Dodging works in close combat, too (CARDS-REACT-2).
    #[serde(rename = "dodge_close")]
    pub can_dodge_close_combat: bool,
    /// The tester counts as company in a Fear test (CARDS-FEAR-2).
    #[serde(rename = "fear_count_self")]
    pub fear_company_includes_self: bool,
    /// The position of PCs' own Maneuvers (CARDS-OPT-1).
    #[serde(rename = "position")]
    pub own_position: OwnTestPosition,
    pub position_harm: HarmType,
    /// The Action that flights must use (CARDS-FLEE-1).
    pub flee_action: FleeAction,
    /// The fight starts with weapons stowed (CARDS-MOVE-4).
    #[serde(rename = "stowed")]
    pub starts_with_weapons_stowed: bool,
    /// At the end poison does all its remaining Harm at once (CARDS-END-2).
    #[serde(rename = "poison_at_end")]
    pub poison_runs_out_at_end: bool,
    /// How long Harm points cost dice (CARDS-HARM-6). In fights that are older than this setting
    /// they last.
    #[serde(default = "HarmDiceDuration::legacy_default")]
    #[serde(rename = "harm_dice")]
    pub harm_dice_duration: HarmDiceDuration,
    /// How many dice a fall rolls for each full 5 feet (CARDS-FALL-1).
    #[serde(rename = "fall_dice")]
    pub fall_dice_per_5_feet: u8,
    pub turn_secs: u32,
    pub answer_secs: u32,
    pub gm_secs: u32,
}

impl Default for Settings {
    /// The default clocks: turns 24 h, prompts 12 h (CARDS-TURN-8).
    fn default() -> Self {
        Self {
            swap_hold_minutes: 0,
            can_dodge_close_combat: false,
            fear_company_includes_self: true,
            own_position: OwnTestPosition::Off,
            position_harm: HarmType::Physical,
            flee_action: FleeAction::Any,
            starts_with_weapons_stowed: false,
            poison_runs_out_at_end: true,
            harm_dice_duration: HarmDiceDuration::NextTest,
            fall_dice_per_5_feet: 1,
            turn_secs: 24 * 3600,
            answer_secs: 12 * 3600,
            gm_secs: 24 * 3600,
        }
    }
}

/// A zone's properties besides its name and neighbours (CARDS-ZONE-1, CARDS-ZONE-3).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Terrain {
    /// Whether it is an exit; with `None` it is one if it has at most one neighbour.
    #[serde(rename = "exit")]
    pub is_exit: Option<bool>,
    /// The dice of each place of cover.
    #[serde(rename = "cover")]
    pub cover_dice: Vec<u8>,
    /// Invariant: both zones at a border have the same obstacle.
    pub obstacles: Vec<Obstacle>,
    /// Zones that cannot be seen from here. Invariant: symmetric.
    #[serde(rename = "blocked")]
    pub sight_blocked_to: Vec<ZoneId>,
    #[serde(rename = "raises")]
    pub difficulty_raises: Vec<DifficultyRaise>,
    /// The items that lie in the zone.
    pub items: Vec<Item>,
}

/// An obstacle on a border (CARDS-ZONE-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Obstacle {
    /// The zone beyond it.
    pub to: ZoneId,
    pub maneuver: ManeuverSlot,
    /// The Action that it tests; `None` if it needs only the Maneuver.
    pub action: Option<Action>,
    #[serde(rename = "need")]
    pub required: u8,
    /// Success removes it for all; otherwise it lets only the climber across.
    #[serde(rename = "removed")]
    pub is_removed_by_success: bool,
}

/// The two slots that a card gives each round (CARDS-TURN-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ManeuverSlot {
    Slow,
    Fast,
}

/// How hurt a combatant looks (CARDS-HID-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WoundLevel {
    Unhurt,
    Hurt,
    BadlyHurt,
    Out,
}

impl WoundLevel {
    pub fn key(self) -> &'static str {
        match self {
            Self::Unhurt => "unhurt",
            Self::Hurt => "hurt",
            Self::BadlyHurt => "badly-hurt",
            Self::Out => "out",
        }
    }
}

/// What dice are rolled for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RollPurpose {
    Attack,
    Shove,
    Grapple,
    Cast,
    React(Reaction),
    /// The attempt of a Held combatant to get free (CARDS-GRAP-5).
    BreakFree,
    Flee,
    Douse,
    Skill,
    Stabilise,
    Obstacle,
    Ambush,
    Watch,
    // The following tests are automatic and no Maneuvers.
    #[serde(rename = "called")]
    CalledByGm,
    Fear,
    Fire,
    Poison,
    Fall,
    Fatigue,
    Treatment,
    // The following rolls are no tests.
    Armour,
    Cover,
}

impl RollPurpose {
    /// Returns whether the roll is a test, which uses up saved bonus dice (CARDS-TEST-4).
    pub fn is_test(self) -> bool {
        !matches!(self, Self::Armour | Self::Cover)
    }

    /// Returns whether the roll is part of a Maneuver, which uses up the ambush bonus
    /// (CARDS-AMB-3).
    pub fn is_maneuver(self) -> bool {
        match self {
            Self::Attack
            | Self::Shove
            | Self::Grapple
            | Self::Cast
            | Self::React(_)
            | Self::BreakFree
            | Self::Flee
            | Self::Douse
            | Self::Skill
            | Self::Stabilise
            | Self::Obstacle => true,
            Self::Ambush
            | Self::Watch
            | Self::CalledByGm
            | Self::Fear
            | Self::Fire
            | Self::Poison
            | Self::Fall
            | Self::Fatigue
            | Self::Treatment
            | Self::Armour
            | Self::Cover => false,
        }
    }
}

/// The means by which a combatant attacks another.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttackMethod {
    Weapon(Name),
    Thrown(Name),
    Spell(Name),
    Shove,
    Grapple,
    /// A skill that sways an enemy by words or wiles (CARDS-SKILL-1).
    Skill(Action),
}

impl AttackMethod {
    /// Returns the name of the weapon or spell, or the key of the method.
    pub fn name(&self) -> &str {
        match self {
            Self::Weapon(name) | Self::Thrown(name) | Self::Spell(name) => name,
            Self::Shove => "shove",
            Self::Grapple => "grapple",
            Self::Skill(action) => action.key(),
        }
    }
}

/// What gave the Harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HarmCause {
    Attack,
    /// A failed test (CARDS-TEST-6, CARDS-OPT-1).
    Test,
    Fear,
    Fire,
    Poison,
    Fall,
    Fatigue,
    /// Leaving the zone while pinned (CARDS-ATK-5).
    Pin,
    Gm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MovementKind {
    Move,
    Pushed,
    Lured,
    Crossed,
    /// Along the route of a flight that chasers stopped (CARDS-FLEE-4).
    Chase,
    Placed,
}

/// Why two cards changed owners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SwapReason {
    Agreed,
    Outmaneuver,
    Reaction,
}

/// When cards are dealt to a combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DealTiming {
    Start,
    /// To a late arrival (CARDS-INIT-7).
    Late,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemLocation {
    #[serde(rename = "with")]
    CarriedBy(CombatantId),
    Floor(ZoneId),
    #[serde(rename = "gone")]
    UsedUp,
}

impl ItemLocation {
    /// Returns who carries the item; `None` if nobody does.
    fn carrier(&self) -> Option<&CombatantId> {
        if let Self::CarriedBy(who) = self { Some(who) } else { None }
    }
}

keyed_enum! {
    /// The conditions that the GM can set or lift.
    ConditionFlag {
        Prone = "prone",
        Apart = "apart",
        Pinned = "pinned",
        Out = "out",
        Dead = "dead",
        Shaken = "shaken",
        Helped = "helped",
    }
}

/// Where a need is raised. Raises in a zone are part of its terrain instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RaiseScope {
    Scene,
    Combatant(CombatantId),
}

/// A fact of what happened in a fight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Redact)]
#[redact(Cards)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    // Set-up.
    #[serde(rename = "assigned")]
    #[visible(viewer.knows(who) && viewer.knows_side(side))]
    SideAssigned {
        who: CombatantId,
        side: Name,
    },
    #[serde(rename = "grouped")]
    #[visible(viewer.is_gm() && viewer.knows_any(who))]
    GroupAssigned {
        #[each(viewer.knows(it))]
        who: Vec<CombatantId>,
        name: Name,
    },
    AmbushSet(Option<Ambush>),
    #[serde(rename = "deaf_set")]
    #[visible(viewer.knows(one) && viewer.knows(other))]
    DeafnessSet {
        one: CombatantId,
        other: CombatantId,
        is_on: bool,
    },
    #[serde(rename = "raise_set")]
    #[visible(match scope {
        RaiseScope::Scene => true,
        RaiseScope::Combatant(who) => viewer.knows(who),
    })]
    DifficultyRaiseSet {
        scope: RaiseScope,
        raise: DifficultyRaise,
    },
    /// A combatant asks the GM to begin the fight (CARDS-INIT-1).
    #[serde(rename = "fight_called")]
    #[visible(viewer.knows(who) && viewer.knows(target))]
    FightRequested {
        who: CombatantId,
        target: CombatantId,
    },
    // Cards.
    #[serde(rename = "dealt")]
    #[visible(viewer.knows_any(who))]
    CardsDealt {
        #[each(viewer.knows(it))]
        who: Vec<CombatantId>,
        #[open]
        cards: Vec<u8>,
        #[serde(rename = "deal")]
        timing: DealTiming,
    },
    /// A unit drew one more card, and kept these (CARDS-AMB-2).
    #[serde(rename = "extra_drawn")]
    #[visible(viewer.knows_any(who))]
    ExtraCardDrawn {
        #[each(viewer.knows(it))]
        who: Vec<CombatantId>,
        #[open]
        card: u8,
        #[open]
        kept: Vec<u8>,
    },
    #[serde(rename = "ambush_settled")]
    #[visible(viewer.knows_side(side))]
    AmbushResolved {
        side: Name,
        succeeded: bool,
        #[open]
        bonus: u8,
        /// The combatants who get the bonus dice.
        #[each(viewer.knows(it))]
        ambushers: Vec<CombatantId>,
    },
    /// The bonus dice that an ambush gave and nobody used are lost (CARDS-AMB-3).
    #[serde(rename = "ambush_dice_lost")]
    #[visible(viewer.knows_any(who))]
    AmbushBonusLost {
        #[each(viewer.knows(it))]
        who: Vec<CombatantId>,
    },
    /// The same in journals of early versions, which did not say whose dice are lost.
    #[serde(rename = "ambush_bonus_lost")]
    #[visible(viewer.knows_ambushing_side())]
    LegacyAmbushBonusLost,
    /// A round begins: all slots are available again, and the swap window opens (CARDS-TURN-1).
    #[serde(rename = "refreshed")]
    #[visible(true)]
    SlotsRefreshed,
    #[serde(rename = "hold_began")]
    #[visible(true)]
    SwapHoldBegan,
    #[serde(rename = "ready")]
    #[visible(viewer.knows(it))]
    SwapHoldReady(CombatantId),
    #[serde(rename = "hold_ended")]
    #[visible(true)]
    SwapHoldEnded,
    #[visible(viewer.knows(from) && viewer.knows(to))]
    SwapOffered {
        from: CombatantId,
        to: CombatantId,
    },
    #[visible(viewer.knows(from) && viewer.knows(to))]
    SwapDeclined {
        from: CombatantId,
        to: CombatantId,
    },
    #[visible(viewer.knows(who) && viewer.knows(with))]
    CardsSwapped {
        who: CombatantId,
        #[serde(rename = "own")]
        #[open]
        own_card: u8,
        with: CombatantId,
        #[serde(rename = "other")]
        #[open]
        other_card: u8,
        #[serde(rename = "swap")]
        reason: SwapReason,
    },
    /// The first Maneuver of the round closes the swap window (CARDS-SWAP-2).
    #[serde(rename = "swap_closed")]
    #[visible(true)]
    SwapWindowClosed,
    // Turns.
    #[visible(viewer.knows(who))]
    TurnBegan {
        who: CombatantId,
        #[serde(rename = "place")]
        #[open]
        card_index: u8,
    },
    #[serde(rename = "passed")]
    #[visible(viewer.knows(it))]
    TurnPassed(CombatantId),
    #[visible(viewer.knows(it))]
    TurnEnded(CombatantId),
    #[serde(rename = "spent")]
    #[visible(viewer.knows(who))]
    SlotSpent {
        who: CombatantId,
        #[serde(rename = "place")]
        #[open]
        card_index: u8,
        slot: ManeuverSlot,
    },
    #[serde(rename = "auto_set")]
    #[visible(viewer.is_gm() || viewer.plays(who))]
    StandingOrderSet {
        who: CombatantId,
        reaction: Reaction,
        #[serde(rename = "standing")]
        order: StandingOrder,
    },
    // Tests.
    /// Dice were rolled. Without `who` they are the GM's dice against a victim.
    #[serde(rename = "rolled")]
    #[visible(match who {
        // CARDS-HID-1: whoever keeps watch against a side that nobody knows rolls unseen.
        Some(who) if *purpose == RollPurpose::Watch => {
            viewer.knows(who) && viewer.knows_ambushing_side()
        }
        Some(who) => viewer.knows(who),
        // CARDS-HID-1: rolls of the GM against a hidden NPC stay secret.
        None => viewer.knows_all(victim),
    })]
    DiceRolled {
        who: Option<CombatantId>,
        action: Option<Action>,
        #[open]
        purpose: RollPurpose,
        #[open]
        faces: Vec<u8>,
        #[serde(default)]
        #[serde(rename = "against")]
        #[open]
        victim: Option<CombatantId>,
        /// The parts of the pool; only for viewers who may know the roller's numbers.
        #[serde(default)]
        #[numbers_of(who)]
        modifiers: Vec<Modifier>,
    },
    /// The result of a test against a need.
    #[serde(rename = "tested")]
    #[visible(viewer.knows(who))]
    TestResolved {
        who: CombatantId,
        action: Action,
        #[open]
        purpose: RollPurpose,
        #[open]
        successes: u8,
        #[serde(rename = "need")]
        #[open]
        required: u8,
        text: String,
        /// The combatant that the test is tried on, if any.
        #[serde(default)]
        #[only_if(viewer.knows_all(target))]
        target: Option<CombatantId>,
    },
    #[serde(rename = "bonus_saved")]
    #[visible(viewer.knows(it))]
    BonusDieSaved(CombatantId),
    // Attacks.
    #[serde(rename = "attacked")]
    #[visible(viewer.knows(who) && viewer.knows(target))]
    AttackDeclared {
        who: CombatantId,
        target: CombatantId,
        #[serde(rename = "manner")]
        #[open]
        method: AttackMethod,
    },
    #[serde(rename = "reacted")]
    #[visible(viewer.knows(who) && viewer.knows(to))]
    ReactionDeclared {
        who: CombatantId,
        to: CombatantId,
        reaction: Reaction,
        is_slow: bool,
    },
    /// The attack's successes, how many of them the reaction cancelled, and the need.
    #[serde(rename = "settled")]
    #[visible(viewer.knows(who) && viewer.knows(target))]
    AttackResolved {
        who: CombatantId,
        target: CombatantId,
        #[serde(rename = "manner")]
        #[open]
        method: AttackMethod,
        #[open]
        successes: u8,
        #[serde(rename = "taken_off")]
        #[open]
        cancelled: u8,
        #[serde(rename = "need")]
        #[open]
        required: u8,
    },
    /// The attacker can no longer go on.
    #[serde(rename = "attack_lost")]
    #[visible(viewer.knows(it))]
    AttackAborted(CombatantId),
    #[serde(rename = "bought")]
    #[visible(viewer.knows(who) && viewer.knows(target))]
    EffectBought {
        who: CombatantId,
        target: CombatantId,
        #[serde(rename = "buy")]
        #[open]
        effect: BoughtEffect,
    },
    #[serde(rename = "swap_kept")]
    #[visible(viewer.knows(it))]
    ReactionSwapDeclined(CombatantId),
    #[serde(rename = "harmed")]
    #[visible(viewer.knows_wounds(who))]
    HarmTaken {
        who: CombatantId,
        harm: HarmType,
        #[open]
        cause: HarmCause,
        /// `None` if the viewer may not know the number.
        #[numbers_of(who)]
        amount: Option<u8>,
        wound: WoundLevel,
    },
    #[serde(rename = "unharmed")]
    #[visible(viewer.knows_wounds(who))]
    NoHarmTaken {
        who: CombatantId,
        #[open]
        cause: HarmCause,
    },
    #[serde(rename = "healed")]
    #[visible(viewer.knows_wounds(who))]
    HarmHealed {
        who: CombatantId,
        harm: HarmType,
        #[numbers_of(who)]
        amount: Option<u8>,
        wound: WoundLevel,
    },
    #[serde(rename = "fell_out")]
    #[visible(viewer.knows(it))]
    TakenOut(CombatantId),
    #[visible(viewer.knows(who))]
    CriticalRolled {
        who: CombatantId,
        harm: HarmType,
        #[open]
        face: u8,
        #[open]
        critical: CriticalInjury,
    },
    #[visible(viewer.knows(who))]
    FateSet {
        who: CombatantId,
        fate: NpcFate,
    },
    #[visible(viewer.knows(who) && viewer.knows(healer))]
    Stabilised {
        who: CombatantId,
        #[serde(rename = "by")]
        healer: CombatantId,
    },
    // Conditions and places.
    #[visible(viewer.knows(who))]
    Moved {
        who: CombatantId,
        from: ZoneId,
        to: ZoneId,
        #[serde(rename = "way")]
        kind: MovementKind,
    },
    #[visible(viewer.knows(who) && viewer.knows(with))]
    ClosedIn {
        who: CombatantId,
        with: CombatantId,
    },
    #[serde(rename = "pairs_ended")]
    #[visible(viewer.knows(it))]
    ClosedInPairsEnded(CombatantId),
    #[visible(viewer.knows(who))]
    ApartSet {
        who: CombatantId,
        is_on: bool,
    },
    #[visible(viewer.knows(who))]
    CoverSet {
        who: CombatantId,
        #[open]
        place: Option<u8>,
    },
    #[visible(viewer.knows(who))]
    ProneSet {
        who: CombatantId,
        is_on: bool,
    },
    #[visible(viewer.knows(it))]
    Pinned(CombatantId),
    #[visible(viewer.knows(it))]
    Gagged(CombatantId),
    #[serde(rename = "held")]
    #[visible(viewer.knows(who) && viewer.knows(holder))]
    Grappled {
        who: CombatantId,
        #[serde(rename = "by")]
        holder: CombatantId,
    },
    #[visible(viewer.knows(who) && viewer.knows(holder))]
    Freed {
        who: CombatantId,
        #[serde(rename = "by")]
        holder: CombatantId,
    },
    #[serde(rename = "break_tried")]
    #[visible(viewer.knows(who) && viewer.knows(holder))]
    BreakFreeAttempted {
        who: CombatantId,
        #[serde(rename = "by")]
        holder: CombatantId,
    },
    #[serde(rename = "hold_kept")]
    #[visible(viewer.knows(who) && viewer.knows(holder))]
    GrappleMaintained {
        who: CombatantId,
        #[serde(rename = "by")]
        holder: CombatantId,
    },
    #[serde(rename = "helped")]
    #[visible(viewer.knows(who) && viewer.knows(helper))]
    Assisted {
        who: CombatantId,
        #[serde(rename = "by")]
        helper: CombatantId,
    },
    #[serde(rename = "flag_set")]
    #[visible(viewer.knows(who))]
    ConditionSet {
        who: CombatantId,
        flag: ConditionFlag,
        is_on: bool,
    },
    // Items.
    /// The items that are in hand from now on.
    #[visible(viewer.knows(who))]
    Equipped {
        who: CombatantId,
        items: Vec<ItemId>,
        names: Vec<Name>,
    },
    #[visible(
        viewer.knows(by)
            && viewer.knows_all(from.carrier())
            && viewer.knows_all(to.carrier())
    )]
    ItemMoved {
        item: ItemId,
        name: Name,
        by: CombatantId,
        from: ItemLocation,
        to: ItemLocation,
    },
    #[serde(rename = "said")]
    #[visible(viewer.knows(who))]
    Spoke {
        who: CombatantId,
        text: String,
        is_shout: bool,
    },
    #[visible(viewer.knows(who))]
    Interacted {
        who: CombatantId,
        text: String,
    },
    // Flights and skills.
    #[serde(rename = "flee_tried")]
    #[visible(viewer.knows(who))]
    FleeAttempted {
        who: CombatantId,
        exit: ZoneId,
    },
    #[visible(viewer.knows(who))]
    FleeFailed {
        who: CombatantId,
        is_chased: bool,
    },
    #[visible(viewer.knows(it))]
    Fled(CombatantId),
    /// The combatant is taken out of the fight (CARDS-INIT-7).
    #[serde(rename = "left")]
    #[visible(viewer.knows(it))]
    LeftFight(CombatantId),
    /// A new zone behind this one is added (CARDS-FLEE-5).
    #[serde(rename = "zone_opened")]
    #[visible(true)]
    ZoneAdded {
        #[serde(rename = "of")]
        behind: ZoneId,
        name: Name,
    },
    #[visible(viewer.knows(who))]
    Surveyed {
        who: CombatantId,
        #[open]
        questions: u8,
    },
    #[visible(true)]
    ObstacleRemoved {
        zone: ZoneId,
        to: ZoneId,
    },
    // Hazards.
    #[serde(rename = "fear_suggested")]
    FearTestSuggested {
        source: CombatantId,
        who: Vec<CombatantId>,
    },
    #[serde(rename = "feared")]
    #[visible(viewer.knows(who))]
    FearTested {
        who: CombatantId,
        #[open]
        #[only_if(viewer.knows_all(source))]
        source: Option<CombatantId>,
        #[serde(rename = "value")]
        #[open]
        fear_value: u8,
        position: TestPosition,
        #[open]
        successes: u8,
    },
    #[serde(rename = "shaken")]
    #[visible(viewer.knows(who))]
    BecameShaken {
        who: CombatantId,
        #[open]
        shaken: ShakenState,
        /// Whether they were Shaken already: the new state replaces the old one.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_repeated: bool,
    },
    #[visible(viewer.knows(who))]
    CaughtFire {
        who: CombatantId,
        intensity: FireIntensity,
        /// Whether they burned already: the larger fire counts.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_repeated: bool,
    },
    #[serde(rename = "doused")]
    #[visible(viewer.knows(who) && viewer.knows(by))]
    DouseAttempted {
        who: CombatantId,
        by: CombatantId,
        #[serde(rename = "saved")]
        #[open]
        saved_successes: u8,
    },
    #[serde(rename = "fire_out")]
    #[visible(viewer.knows(it))]
    FirePutOut(CombatantId),
    #[visible(viewer.knows(who))]
    Poisoned {
        who: CombatantId,
        #[open]
        poison: Poison,
        /// Whether they have a poison already: each runs by itself (CARDS-POIS-2).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_repeated: bool,
    },
    #[visible(viewer.knows(it))]
    PoisonsTicked(CombatantId),
    #[visible(viewer.knows(it))]
    PoisonsEnded(CombatantId),
    // The end.
    /// Whether the fight goes on although one side is down. That it may end again is for the GM
    /// alone: perhaps somebody hidden has joined.
    #[serde(rename = "going_on")]
    #[visible(*it || viewer.is_gm())]
    ContinuationSet(bool),
    #[serde(rename = "decided")]
    #[visible(true)]
    OutcomeDecided(Name),
    /// All that ends with the fight is cleared (CARDS-END-2).
    #[serde(rename = "cleared")]
    #[visible(true)]
    FightStateCleared,
    /// Tells the GM who is still dying.
    #[serde(rename = "dying")]
    DyingReported(Vec<CombatantId>),
    #[visible(viewer.knows(who))]
    Recovered {
        who: CombatantId,
        #[serde(rename = "by")]
        #[only_if(viewer.knows_all(healer))]
        healer: Option<CombatantId>,
        #[open]
        successes: u8,
    },
    #[visible(true)]
    DayBegan,
}

impl From<Event> for CoreEvent<Cards> {
    fn from(event: Event) -> Self {
        CoreEvent::System(event)
    }
}

/// Applies an event. It is the only function that changes the state of this system.
pub fn apply_event(fight: &mut Fight, event: &Event) {
    match event {
        Event::SideAssigned { who, side } => fight.body_mut(*who).side.clone_from(side),
        Event::GroupAssigned { who, name } => {
            who.iter().for_each(|who| fight.body_mut(*who).group.clone_from(name));
        }
        Event::AmbushSet(ambush) => fight.state.ambush.clone_from(ambush),
        Event::DeafnessSet { one, other, is_on } => set_deafness(fight, *one, *other, *is_on),
        Event::DifficultyRaiseSet { scope, raise } => match scope {
            RaiseScope::Scene => set_difficulty_raise(&mut fight.state.difficulty_raises, *raise),
            RaiseScope::Combatant(who) => {
                set_difficulty_raise(&mut fight.body_mut(*who).difficulty_raises, *raise)
            }
        },
        Event::CardsDealt { who, cards, timing } => {
            who.iter().for_each(|who| set_dealt_cards(fight, *who, cards, *timing));
        }
        Event::ExtraCardDrawn { who, kept, .. } => {
            who.iter().for_each(|who| fight.body_mut(*who).card_numbers.clone_from(kept));
        }
        Event::AmbushResolved { bonus, ambushers, .. } => {
            ambushers.iter().for_each(|who| fight.body_mut(*who).ambush_bonus = *bonus);
        }
        Event::AmbushBonusLost { .. } | Event::LegacyAmbushBonusLost => {
            fight.combatants.iter_mut().for_each(|combatant| combatant.body.ambush_bonus = 0);
        }
        Event::SlotsRefreshed => refresh_slots_and_open_swaps(fight),
        Event::SwapHoldBegan => fight.state.is_swap_hold = true,
        Event::SwapHoldReady(who) => fight.state.swap_ready.push(*who),
        Event::SwapHoldEnded => fight.state.is_swap_hold = false,
        Event::SwapOffered { from, to } => {
            fight.state.swap_offers.push(SwapOffer { from: *from, to: *to });
        }
        Event::SwapDeclined { from, to } => withdraw_swap_offer(fight, *from, *to),
        Event::CardsSwapped { who, own_card, with, other_card, .. } => {
            withdraw_swap_offer(fight, *with, *who);
            withdraw_swap_offer(fight, *who, *with);
            exchange_card_numbers(fight, *own_card, *other_card);
        }
        Event::SwapWindowClosed => {
            fight.state.is_swap_open = false;
            fight.state.swap_offers.clear();
        }
        Event::TurnBegan { who, card_index } => set_running_turn(fight, *who, *card_index),
        Event::TurnEnded(who) => end_turn_and_its_conditions(fight, *who),
        Event::SlotSpent { who, card_index, slot } => {
            remove_slot(fight, *who, *card_index, *slot);
        }
        Event::StandingOrderSet { who, reaction, order } => {
            fight.body_mut(*who).standing_orders.set_order(*reaction, *order);
        }
        Event::DiceRolled { who: Some(who), purpose, .. } => {
            use_up_dice_for_next_roll(fight, *who, *purpose);
        }
        Event::BonusDieSaved(who) => {
            let bonus = &mut fight.body_mut(*who).saved_bonus_dice;
            *bonus = bonus.saturating_add(1);
        }
        Event::HarmTaken { who, harm, amount, .. } => {
            let harm_dice = fight.settings.harm_dice_duration;
            damage::add_harm_and_next_test_penalty(
                fight.body_mut(*who),
                *harm,
                amount.unwrap_or(0),
                harm_dice,
            );
        }
        Event::HarmHealed { who, harm, amount, .. } => {
            damage::remove_harm(fight.body_mut(*who), *harm, amount.unwrap_or(0));
        }
        Event::TakenOut(who) => set_out_and_end_conditions(fight, *who),
        Event::CriticalRolled { who, critical, .. } => {
            add_critical_and_set_death_round(fight, *who, *critical)
        }
        Event::FateSet { who, fate } => set_npc_fate_and_death_round(fight, *who, *fate),
        Event::Stabilised { who, .. } => cancel_death_and_make_npc_helpless(fight, *who),
        Event::Moved { who, to, .. } => set_zone_ending_cover_apart_and_pairs(fight, *who, *to),
        Event::ClosedIn { who, with } => add_pair_ending_cover_and_apart(fight, *who, *with),
        Event::ClosedInPairsEnded(who) => end_closed_in_pairs(fight, *who),
        Event::ApartSet { who, is_on } => fight.body_mut(*who).is_apart = *is_on,
        Event::CoverSet { who, place } => fight.body_mut(*who).cover_place = *place,
        Event::ProneSet { who, is_on } => fight.body_mut(*who).is_prone = *is_on,
        Event::Pinned(who) => fight.body_mut(*who).is_pinned = true,
        Event::Gagged(who) => fight.body_mut(*who).is_gagged = true,
        Event::Grappled { who, holder } => {
            fight.body_mut(*who).held_by = Some(*holder);
            fight.body_mut(*holder).holding = Some(*who);
        }
        Event::Freed { who, holder } => end_hold_and_gag(fight, *who, *holder),
        Event::BreakFreeAttempted { who, .. } => {
            fight.body_mut(*who).has_tried_to_break_free = true
        }
        Event::Assisted { who, .. } => fight.body_mut(*who).is_assisted = true,
        Event::ConditionSet { who, flag, is_on } => set_condition_by_gm(fight, *who, *flag, *is_on),
        Event::Equipped { who, items, .. } => {
            for item in &mut fight.body_mut(*who).gear {
                item.is_held = items.contains(&item.id);
            }
        }
        Event::ItemMoved { item, from, to, .. } => move_item(fight, *item, *from, *to),
        Event::Fled(who) | Event::LeftFight(who) => mark_fled_and_return_cards(fight, *who),
        Event::ZoneAdded { behind, name } => {
            add_zone_behind_and_move_exit_there(fight, *behind, name)
        }
        Event::ObstacleRemoved { zone, to } => remove_obstacle_on_both_sides(fight, *zone, *to),
        Event::FearTestSuggested { source, who } => {
            fight.state.suggested_fear_tests.extend(who.iter().map(|who| (*who, *source)));
        }
        Event::BecameShaken { who, shaken, .. } => fight.body_mut(*who).shaken = Some(*shaken),
        Event::CaughtFire { who, intensity, .. } => ignite_or_enlarge(fight, *who, *intensity),
        Event::DouseAttempted { who, saved_successes, .. } => {
            if let Some(fire) = &mut fight.body_mut(*who).fire {
                fire.doused_successes = fire.doused_successes.saturating_add(*saved_successes);
            }
        }
        Event::FirePutOut(who) => fight.body_mut(*who).fire = None,
        Event::Poisoned { who, poison, .. } => fight.body_mut(*who).poisons.push(*poison),
        Event::PoisonsTicked(who) => weaken_poisons(fight, *who),
        Event::PoisonsEnded(who) => fight.body_mut(*who).poisons.clear(),
        Event::ContinuationSet(is_on) => fight.state.is_continued_by_gm = *is_on,
        Event::OutcomeDecided(outcome) => set_outcome_and_end_turn(fight, outcome),
        Event::FightStateCleared => clear_what_ends_with_fight(fight),
        Event::Recovered { who, successes, .. } => {
            damage::apply_daily_recovery(fight.body_mut(*who), *successes);
        }
        Event::DayBegan => {
            for combatant in &mut fight.combatants {
                combatant.body.has_recovered_today = false;
            }
        }
        // Events that change no state.
        Event::FightRequested { .. }
        | Event::TurnPassed(_)
        | Event::DiceRolled { who: None, .. }
        | Event::TestResolved { .. }
        | Event::AttackDeclared { .. }
        | Event::ReactionDeclared { .. }
        | Event::AttackResolved { .. }
        | Event::AttackAborted(_)
        | Event::EffectBought { .. }
        | Event::ReactionSwapDeclined(_)
        | Event::NoHarmTaken { .. }
        | Event::GrappleMaintained { .. }
        | Event::Spoke { .. }
        | Event::Interacted { .. }
        | Event::FleeAttempted { .. }
        | Event::FleeFailed { .. }
        | Event::Surveyed { .. }
        | Event::FearTested { .. }
        | Event::DyingReported(_) => {}
    }
}

/// How many rounds the dying live from the round on in which they begin to die (CARDS-HARM-5).
const ROUNDS_TO_DEATH: u16 = 3;

/// Sets whether two combatants cannot hear each other (CARDS-SWAP-3).
fn set_deafness(fight: &mut Fight, one: CombatantId, other: CombatantId, is_on: bool) {
    let pair = ordered_pair(one, other);
    fight.state.deaf_pairs.retain(|known| *known != pair);
    if is_on {
        fight.state.deaf_pairs.push(pair);
    }
}

/// Replaces a combatant's cards. They have no slots before the next round begins, and those of a
/// late arrival count as having acted (CARDS-INIT-7).
fn set_dealt_cards(fight: &mut Fight, who: CombatantId, cards: &[u8], timing: DealTiming) {
    let has_acted = timing == DealTiming::Late;
    let slots = CardSlots { has_slow: false, has_fast: false, has_acted };
    let body = fight.body_mut(who);
    body.card_numbers = cards.to_vec();
    body.card_slots = vec![slots; cards.len()];
}

/// Begins a round: every card has both slots and has not acted, nobody has tried to break free, and
/// the swap window opens without offers (CARDS-TURN-1).
fn refresh_slots_and_open_swaps(fight: &mut Fight) {
    fight.state.is_swap_open = true;
    fight.state.turn = None;
    fight.state.swap_offers.clear();
    fight.state.swap_ready.clear();
    let full = CardSlots { has_slow: true, has_fast: true, has_acted: false };
    for combatant in &mut fight.combatants {
        combatant.body.card_slots = vec![full; combatant.body.card_numbers.len()];
        combatant.body.has_tried_to_break_free = false;
    }
}

/// Begins a turn of one of a combatant's cards. A flight in this turn may pass the zone where it
/// began (CARDS-FLEE-2).
fn set_running_turn(fight: &mut Fight, who: CombatantId, card_index: u8) {
    let start_zone = fight.body(who).zone.unwrap_or(ZoneId(0));
    fight.state.turn = Some(Turn { who, card_index, start_zone });
}

/// Removes the slow or the fast slot of one of a combatant's cards; does nothing if there is no
/// such card.
fn remove_slot(fight: &mut Fight, who: CombatantId, card_index: u8, slot: ManeuverSlot) {
    if let Some(slots) = fight.body_mut(who).card_slots.get_mut(usize::from(card_index)) {
        match slot {
            ManeuverSlot::Slow => slots.has_slow = false,
            ManeuverSlot::Fast => slots.has_fast = false,
        }
    }
}

/// Removes the dice that a roll has used up: a test uses saved and lost dice (CARDS-TEST-4,
/// CARDS-HARM-6), a Maneuver also the ambush bonus (CARDS-AMB-3).
fn use_up_dice_for_next_roll(fight: &mut Fight, who: CombatantId, purpose: RollPurpose) {
    let body = fight.body_mut(who);
    if purpose.is_test() {
        body.saved_bonus_dice = 0;
        body.fewer_dice = 0;
    }
    if purpose.is_maneuver() {
        body.ambush_bonus = 0;
    }
}

/// Puts a combatant Out, which ends its cover, Apart, closed-in pairs, pin and panic
/// (CARDS-HARM-8).
fn set_out_and_end_conditions(fight: &mut Fight, who: CombatantId) {
    let body = fight.body_mut(who);
    body.is_out = true;
    body.cover_place = None;
    body.is_apart = false;
    body.shaken = None;
    body.is_pinned = false;
    end_closed_in_pairs(fight, who);
}

/// Adds a critical injury. A mortal one kills three rounds later; one who was dying already dies no
/// later for it (CARDS-HARM-5).
fn add_critical_and_set_death_round(fight: &mut Fight, who: CombatantId, critical: CriticalInjury) {
    let round = fight.round;
    let body = fight.body_mut(who);
    body.criticals.push(critical);
    if critical == CriticalInjury::Mortal {
        body.dies_after_round = body.dies_after_round.or(Some(round + ROUNDS_TO_DEATH));
    }
}

/// Keeps a dying combatant alive; an NPC is helpless from then on (CARDS-HARM-5, CARDS-HARM-7).
fn cancel_death_and_make_npc_helpless(fight: &mut Fight, who: CombatantId) {
    let body = fight.body_mut(who);
    body.dies_after_round = None;
    if body.fate.is_some() {
        body.fate = Some(NpcFate::Helpless);
    }
}

/// Puts a combatant into a zone, without cover, Apart and closed-in pairs (CARDS-MOVE-2,
/// CARDS-MOVE-3).
fn set_zone_ending_cover_apart_and_pairs(fight: &mut Fight, who: CombatantId, to: ZoneId) {
    let body = fight.body_mut(who);
    body.zone = Some(to);
    body.cover_place = None;
    body.is_apart = false;
    end_closed_in_pairs(fight, who);
}

/// Makes two combatants closed in on each other. The one who comes leaves its cover and is no
/// longer Apart (CARDS-MOVE-2).
fn add_pair_ending_cover_and_apart(fight: &mut Fight, who: CombatantId, with: CombatantId) {
    let body = fight.body_mut(who);
    body.cover_place = None;
    body.is_apart = false;
    fight.state.closed_in_pairs.push(ordered_pair(who, with));
}

/// Ends a hold, and with it the gag of the combatant that was Held.
fn end_hold_and_gag(fight: &mut Fight, held: CombatantId, holder: CombatantId) {
    let body = fight.body_mut(held);
    body.held_by = None;
    body.is_gagged = false;
    fight.body_mut(holder).holding = None;
}

/// Lets each poison of a combatant do one Harm less from now on, until it ends (CARDS-POIS-2).
fn weaken_poisons(fight: &mut Fight, who: CombatantId) {
    let poisons = &mut fight.body_mut(who).poisons;
    for poison in poisons.iter_mut() {
        poison.next_harm = poison.next_harm.saturating_sub(1);
    }
    poisons.retain(|poison| poison.next_harm > 0);
}

/// Sets the outcome of the fight. No turn and no swap hold runs any more.
fn set_outcome_and_end_turn(fight: &mut Fight, outcome: &Name) {
    fight.state.outcome = Some(outcome.clone());
    fight.state.turn = None;
    fight.state.is_swap_hold = false;
}

/// Adds a zone that is an exit, next to `behind`, which is none from now on (CARDS-FLEE-5).
fn add_zone_behind_and_move_exit_there(fight: &mut Fight, behind: ZoneId, name: &str) {
    let beyond = fight.zones.add_zone(name);
    fight.zones.link_zones(behind, beyond);
    for (zone, is_exit) in [(behind, false), (beyond, true)] {
        if let Some(zone) = fight.zones.get_mut(zone) {
            zone.terrain.is_exit = Some(is_exit);
        }
    }
}

/// Removes the obstacle between two zones from the terrain of both.
fn remove_obstacle_on_both_sides(fight: &mut Fight, zone: ZoneId, other: ZoneId) {
    for (zone, to) in [(zone, other), (other, zone)] {
        if let Some(zone) = fight.zones.get_mut(zone) {
            zone.terrain.obstacles.retain(|obstacle| obstacle.to != to);
        }
    }
}

/// Sets a combatant on fire. Of two fires the larger counts, and successes that were saved against
/// the first one stay.
fn ignite_or_enlarge(fight: &mut Fight, who: CombatantId, intensity: FireIntensity) {
    let fire = &mut fight.body_mut(who).fire;
    let doused_successes = fire.map_or(0, |fire| fire.doused_successes);
    let intensity = fire.map_or(intensity, |fire| fire.intensity.max(intensity));
    *fire = Some(Burning { intensity, doused_successes });
}

/// Returns two combatants in the order in which pairs are stored: the smaller id first.
pub fn ordered_pair(one: CombatantId, other: CombatantId) -> (CombatantId, CombatantId) {
    (one.min(other), one.max(other))
}

/// Ends all closed-in pairs that a combatant is part of (CARDS-MOVE-2).
fn end_closed_in_pairs(fight: &mut Fight, who: CombatantId) {
    fight.state.closed_in_pairs.retain(|(one, other)| *one != who && *other != who);
}

/// Removes the open offer of `from` to `to`, if there is one.
fn withdraw_swap_offer(fight: &mut Fight, from: CombatantId, to: CombatantId) {
    fight.state.swap_offers.retain(|offer| *offer != SwapOffer { from, to });
}

/// Takes a combatant out of the fight: it counts as Fled, has no zone, cover, pairs or offers any
/// more, and its cards go back to the deck (CARDS-INIT-7).
fn mark_fled_and_return_cards(fight: &mut Fight, who: CombatantId) {
    let body = fight.body_mut(who);
    body.has_fled = true;
    body.zone = None;
    body.cover_place = None;
    body.is_apart = false;
    body.card_numbers.clear();
    body.card_slots.clear();
    fight.state.swap_offers.retain(|offer| offer.from != who && offer.to != who);
    end_closed_in_pairs(fight, who);
}

/// Replaces the raise for the same Action. An amount of 0 only removes it.
pub(super) fn set_difficulty_raise(raises: &mut Vec<DifficultyRaise>, raise: DifficultyRaise) {
    raises.retain(|known| known.action != raise.action);
    if raise.amount > 0 {
        raises.push(raise);
    }
}

/// Swaps two cards. The slots, and whether they have acted, stay with the owner (CARDS-SWAP-6). A
/// group's card changes for all who share it (CARDS-INIT-3).
fn exchange_card_numbers(fight: &mut Fight, own_card: u8, other_card: u8) {
    for card in fight.combatants.iter_mut().flat_map(|combatant| &mut combatant.body.card_numbers) {
        if *card == own_card {
            *card = other_card;
        } else if *card == other_card {
            *card = own_card;
        }
    }
}

/// Ends the running turn (CARDS-TURN-2, state machine 7): the card has acted, and what lasts to the
/// end of the turn ends: Pinned (CARDS-ATK-5), Shaken (CARDS-FEAR-5) and help (CARDS-HARM-4).
///
/// CARDS-GRAP-4: a combatant with another turn in this round may try to break free once more.
fn end_turn_and_its_conditions(fight: &mut Fight, who: CombatantId) {
    let card_index = fight.state.turn.take().map_or(0, |turn| turn.card_index);
    let body = fight.body_mut(who);
    if let Some(slots) = body.card_slots.get_mut(usize::from(card_index)) {
        slots.has_acted = true;
    }
    body.is_pinned = false;
    body.shaken = None;
    body.is_assisted = false;
    body.has_tried_to_break_free &= body.card_slots.iter().all(|slots| slots.has_acted);
}

/// Sets what becomes of an NPC that is Out. One that is dying dies three rounds later, unless
/// it is stabilised; one that was dying already dies no later for it (CARDS-HARM-7).
fn set_npc_fate_and_death_round(fight: &mut Fight, who: CombatantId, fate: NpcFate) {
    let round = fight.round;
    let body = fight.body_mut(who);
    body.fate = Some(fate);
    body.dies_after_round = match fate {
        NpcFate::Dying => body.dies_after_round.or(Some(round + ROUNDS_TO_DEATH)),
        NpcFate::Helpless | NpcFate::Dead => None,
    };
}

/// Sets or lifts a condition by order of the GM. Out and Dead clear an earlier fate and the round
/// of death; Shaken means frozen, without a source. Dead also sets and lifts Out.
fn set_condition_by_gm(fight: &mut Fight, who: CombatantId, flag: ConditionFlag, is_on: bool) {
    let body = fight.body_mut(who);
    match flag {
        ConditionFlag::Prone => body.is_prone = is_on,
        ConditionFlag::Apart => body.is_apart = is_on,
        ConditionFlag::Pinned => body.is_pinned = is_on,
        ConditionFlag::Out => {
            body.is_out = is_on;
            body.fate = None;
            body.dies_after_round = None;
        }
        ConditionFlag::Dead => {
            body.is_out = is_on;
            body.fate = is_on.then_some(NpcFate::Dead);
            body.dies_after_round = None;
        }
        ConditionFlag::Shaken => {
            let frozen = ShakenState { panic: super::sheet::PanicReaction::Freeze, source: None };
            body.shaken = is_on.then_some(frozen);
        }
        ConditionFlag::Helped => body.is_assisted = is_on,
    }
}

/// Moves an item from one place to another, where it is not in hand. An item that is not at `from`
/// is ignored; one that is used up is gone.
fn move_item(fight: &mut Fight, item: ItemId, from: ItemLocation, to: ItemLocation) {
    let is_meant = |listed: &Item| listed.id == item;
    let taken = match from {
        ItemLocation::CarriedBy(who) => remove_first(&mut fight.body_mut(who).gear, is_meant),
        ItemLocation::Floor(zone) => {
            let zone = fight.zones.get_mut(zone);
            zone.and_then(|zone| remove_first(&mut zone.terrain.items, is_meant))
        }
        ItemLocation::UsedUp => None,
    };
    let Some(mut item) = taken else { return };
    item.is_held = false;
    match to {
        ItemLocation::CarriedBy(who) => fight.body_mut(who).gear.push(item),
        ItemLocation::Floor(zone) => {
            if let Some(zone) = fight.zones.get_mut(zone) {
                zone.terrain.items.push(item);
            }
        }
        ItemLocation::UsedUp => {}
    }
}

/// Clears what ends with the fight (CARDS-END-2): cards, slots, bonus dice, cover, holds, fires,
/// and all conditions but Harm, critical injuries and poison. Combatants who are not NPCs are no
/// longer hidden (CARDS-HID-1).
fn clear_what_ends_with_fight(fight: &mut Fight) {
    fight.state.closed_in_pairs.clear();
    fight.state.swap_offers.clear();
    for combatant in &mut fight.combatants {
        combatant.is_hidden &= combatant.is_npc();
        let body = &mut combatant.body;
        body.card_numbers.clear();
        body.card_slots.clear();
        body.saved_bonus_dice = 0;
        body.fewer_dice = 0;
        body.ambush_bonus = 0;
        body.held_by = None;
        body.holding = None;
        body.is_gagged = false;
        body.has_tried_to_break_free = false;
        body.is_prone = false;
        body.is_pinned = false;
        body.is_apart = false;
        body.cover_place = None;
        body.fire = None;
        body.shaken = None;
        body.is_assisted = false;
        body.is_out = false;
        body.has_fled = false;
    }
}
