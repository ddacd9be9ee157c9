//! The state of a fight of `fates` besides its combatants, and the events that change it.

use declare::Redact;
use serde::{Deserialize, Serialize};

use super::Fates;
use super::checks::SkillCheck;
use super::fallen_fates::FallenFate;
use super::held_actions::HeldAction;
use super::sheet::{AimEffect, Attribute, Body, FreeActionTrait, Item, Name, Skill};
use crate::core::dice::DiceRoll;
use crate::core::fight::{Event as CoreEvent, Fight};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::keyed_enum::keyed_enum;
use crate::core::lists::remove_first;
use crate::core::modifier::Modifier;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct State {
    pub stage: FightStage,
    /// The order of turns (FATES-INIT-4). Combatants who are no longer active have no place in it.
    #[serde(rename = "order")]
    pub turn_order: Vec<CombatantId>,
    /// Those who were chosen to go before others with the same score (FATES-INIT-5).
    #[serde(rename = "chosen")]
    pub tie_winners: Vec<CombatantId>,
    pub turn: Option<Turn>,
    /// Whose Blaze of Glory comes next (FATES-FATE-7).
    #[serde(rename = "blaze")]
    pub next_blaze: Option<CombatantId>,
    /// Whose Blazes of Glory come after that, in this order (FATES-FATE-9).
    pub later_blazes: Vec<CombatantId>,
    /// Rolls that are shown and not yet decided, the innermost last.
    #[serde(rename = "rolls")]
    pub open_rolls: Vec<OpenRoll>,
    /// The last roll took all the Help that it could have (FATES-HELP-3).
    #[serde(rename = "help_full")]
    pub is_help_full: bool,
    /// A turn has ended and the next one has not begun, so it must be checked whether a side is
    /// left.
    #[serde(rename = "turn_over")]
    pub is_turn_over: bool,
    /// The outcome, once it is decided.
    pub outcome: Option<FightOutcome>,
}

impl State {
    /// Adds a Blaze turn; they come in the order in which they were chosen (FATES-FATE-9).
    fn queue_blaze_turn(&mut self, who: CombatantId) {
        match self.next_blaze {
            None => self.next_blaze = Some(who),
            Some(_) => self.later_blazes.push(who),
        }
    }

    /// Returns whose Blaze turns are to come, in their order (FATES-FATE-9).
    pub fn queued_blazes(&self) -> impl Iterator<Item = CombatantId> {
        self.next_blaze.into_iter().chain(self.later_blazes.iter().copied())
    }

    /// Removes a Blaze turn that has begun or never will.
    fn remove_blaze_turn(&mut self, who: CombatantId) {
        let queued = self.next_blaze.into_iter().chain(std::mem::take(&mut self.later_blazes));
        let mut remaining = queued.filter(|blazing| *blazing != who);
        self.next_blaze = remaining.next();
        self.later_blazes = remaining.collect();
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FightStage {
    #[default]
    Setup,
    /// Players roll for initiative.
    Init,
    /// The order stands, and tied players choose who goes first (FATES-INIT-5).
    Ties,
    Rounds,
}

/// The running turn, and what of it is used (FATES-TURN-3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    pub who: CombatantId,
    #[serde(rename = "moved")]
    pub has_moved: bool,
    /// How many Actions are used, not counting Free Actions.
    #[serde(rename = "actions")]
    pub actions_used: u8,
    /// The traits whose Free Action is used.
    #[serde(rename = "free")]
    pub free_actions_used: Vec<FreeActionTrait>,
    /// The one object handling is used (FATES-TURN-7).
    #[serde(rename = "handled")]
    pub has_handled_object: bool,
    /// The combatant has Gained Momentum (FATES-TURN-5).
    #[serde(rename = "momentum")]
    pub has_momentum: bool,
    /// It is a Blaze of Glory.
    #[serde(rename = "blaze")]
    pub is_blaze: bool,
    #[serde(rename = "done")]
    pub is_done: bool,
}

impl Turn {
    /// Makes a turn in which nothing has been done.
    pub fn new(who: CombatantId, is_blaze: bool) -> Self {
        Self {
            who,
            has_moved: false,
            actions_used: 0,
            free_actions_used: Vec::new(),
            has_handled_object: false,
            has_momentum: false,
            is_blaze,
            is_done: false,
        }
    }

    /// Returns whether nothing of the turn is used.
    pub fn is_unused(&self) -> bool {
        !self.has_moved
            && self.actions_used == 0
            && self.free_actions_used.is_empty()
            && !self.has_handled_object
    }
}

/// A roll that is shown and not yet decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpenRoll {
    pub who: CombatantId,
    /// The total without Help.
    pub total: u8,
    pub helps: Vec<GivenHelp>,
}

impl OpenRoll {
    /// Returns the total with the Helps given so far.
    pub fn total_with_help(&self) -> u8 {
        self.helps.iter().fold(self.total, |total, help| total.saturating_add(help.rank))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GivenHelp {
    #[serde(rename = "by")]
    pub helper: CombatantId,
    pub rank: u8,
}

keyed_enum! {
    FightOutcome {
        Won = "won",
        Lost = "lost",
        Truce = "truce",
    }
}

keyed_enum! {
    /// Whether attacks roll the Destiny die (FATES-OPT-1).
    DestinyRule {
        Momentum = "momentum",
        Off = "off",
    }
}

keyed_enum! {
    /// What the bot does when the turn clock runs out (FATES-TURN-10).
    AbsentTurnPolicy {
        Defend = "defend",
        Pass = "pass",
        Wait = "wait",
    }
}

keyed_enum! {
    /// Where every enemy must be for an escape (FATES-FLEE-2).
    FleeRange {
        /// At Extreme range, or without an open path.
        Extreme = "extreme",
        /// Closer than Extreme range, by an open path.
        Closer = "closer",
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    pub destiny: DestinyRule,
    #[serde(rename = "absent")]
    pub absent_turn: AbsentTurnPolicy,
    pub flee_range: FleeRange,
    /// A label of the scene (FATES-OPT-2).
    pub scene: Name,
    pub turn_secs: u32,
    pub init_secs: u32,
    pub fate_secs: u32,
    pub second_fate_secs: u32,
    pub tie_secs: u32,
    pub difficulty_secs: u32,
    pub help_secs: u32,
    pub end_secs: u32,
}

impl Default for Settings {
    /// The default clocks of the rule text's windows; 0 waits for ever.
    fn default() -> Self {
        Self {
            destiny: DestinyRule::Momentum,
            absent_turn: AbsentTurnPolicy::Defend,
            flee_range: FleeRange::Extreme,
            scene: "combat".into(),
            turn_secs: 24 * 3600,
            init_secs: 12 * 3600,
            fate_secs: 24 * 3600,
            second_fate_secs: 24 * 3600,
            tie_secs: 12 * 3600,
            difficulty_secs: 12 * 3600,
            help_secs: 6 * 3600,
            end_secs: 24 * 3600,
        }
    }
}

/// A zone's properties besides its name and neighbours.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Terrain {
    /// The doors on its links (FATES-ZONE-5). Invariant: the other zone has the same ones.
    pub doors: Vec<Door>,
    /// The items that lie in the zone.
    pub items: Vec<Item>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Door {
    pub to: ZoneId,
    pub state: DoorState,
}

keyed_enum! {
    DoorState {
        Open = "open",
        Closed = "closed",
        Locked = "locked",
    }
}

keyed_enum! {
    /// What players may know of an NPC's Resolve (FATES-GM-1).
    ResolveBand {
        Unhurt = "unhurt",
        Hurt = "hurt",
        Battered = "battered",
    }
}

impl ResolveBand {
    /// Returns how somebody with this much Resolve looks: battered at half the maximum or less.
    pub fn from_resolve(resolve: u8, resolve_max: u8) -> Self {
        if u16::from(resolve) * 2 <= u16::from(resolve_max) {
            Self::Battered
        } else if resolve < resolve_max {
            Self::Hurt
        } else {
            Self::Unhurt
        }
    }
}

keyed_enum! {
    /// How a combatant stops being active (FATES-COND-5).
    ExitReason {
        Down = "down",
        Dead = "dead",
        Removed = "removed",
        Escaped = "escaped",
    }
}

keyed_enum! {
    /// The parts of a turn that acts use up.
    TurnAllowance {
        Move = "move",
        Action = "action",
        Free = "free",
        Handling = "handling",
    }
}

keyed_enum! {
    MovementKind {
        Move = "move",
        Dash = "dash",
        /// With the Defend of a Juggernaut.
        Step = "step",
        /// By the GM.
        Placed = "placed",
    }
}

keyed_enum! {
    ResolveGainCause {
        Help = "help",
        Item = "item",
        Push = "push",
        Demise = "demise",
        Rest = "rest",
        Gm = "gm",
    }
}

/// A fact of what happened in a fight. Values that can be hidden from players are `Option`s:
/// recorded events always have them, views may not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Redact)]
#[redact(Fates)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Players can roll for initiative from now on.
    #[serde(rename = "init_began")]
    #[visible(true)]
    InitiativeBegan,
    /// A combatant got its initiative score; a PC rolled a die for it.
    #[serde(rename = "scored")]
    #[visible(viewer.knows(who) && viewer.knows_numbers(who))]
    InitiativeScored {
        who: CombatantId,
        #[open]
        face: Option<u8>,
        #[numbers_of(who)]
        score: u8,
    },
    /// The tied players chose who goes first (FATES-INIT-5).
    #[serde(rename = "goes_first")]
    #[visible(viewer.knows(it))]
    TieWinnerChosen(CombatantId),
    #[serde(rename = "ordered")]
    #[visible(true)]
    TurnOrderSet(#[each(viewer.knows(it))] Vec<CombatantId>),
    /// A combatant took a place in the order, or lost it; this is the new order.
    #[serde(rename = "placed")]
    #[visible(viewer.knows(who))]
    TurnOrderChanged {
        who: CombatantId,
        #[each(viewer.knows(it))]
        order: Vec<CombatantId>,
    },
    /// The order stands, except for who goes first of the tied (FATES-INIT-5).
    #[serde(rename = "ties_began")]
    #[visible(true)]
    TieBreakBegan,
    /// A new round began, in which nobody has acted yet (FATES-TURN-1).
    #[serde(rename = "refreshed")]
    #[visible(true)]
    RoundRefreshed,
    /// A newcomer's place is before the running turn, so it counts as having acted (FATES-INIT-11).
    #[serde(rename = "counts_as_acted")]
    #[visible(viewer.knows(it))]
    MarkedAsActed(CombatantId),
    #[visible(viewer.knows(who))]
    TurnBegan {
        who: CombatantId,
        #[serde(rename = "blaze")]
        is_blaze: bool,
    },
    #[visible(viewer.knows(it))]
    TurnEnded(CombatantId),
    /// The combatant ended its turn.
    #[serde(rename = "finished")]
    #[visible(viewer.knows(it))]
    TurnPassed(CombatantId),
    #[serde(rename = "delayed")]
    #[visible(viewer.knows(who) && viewer.knows(after))]
    TurnDelayed {
        who: CombatantId,
        #[open]
        after: CombatantId,
    },
    #[serde(rename = "spent")]
    #[visible(viewer.knows(who))]
    AllowanceSpent {
        who: CombatantId,
        #[serde(rename = "what")]
        allowance: TurnAllowance,
        #[serde(rename = "by")]
        free_action_trait: Option<FreeActionTrait>,
    },
    #[serde(rename = "fp_spent")]
    #[visible(viewer.knows(it))]
    FatePointSpent(CombatantId),
    #[serde(rename = "fp_gained")]
    #[visible(viewer.knows(it))]
    FatePointGained(CombatantId),
    #[visible(viewer.knows(who))]
    Moved {
        who: CombatantId,
        from: ZoneId,
        to: ZoneId,
        #[serde(rename = "way")]
        kind: MovementKind,
    },
    #[serde(rename = "attacked")]
    #[visible(viewer.knows(who) && viewer.knows(target))]
    AttackDeclared {
        who: CombatantId,
        target: CombatantId,
        weapon: Name,
        #[serde(rename = "held")]
        is_held_action: bool,
    },
    /// One of the two is out, or out of range, before the dice fall (FATES-ATK-5).
    #[serde(rename = "attack_lost")]
    #[visible(viewer.knows(who) && viewer.knows(target))]
    AttackAborted { who: CombatantId, target: CombatantId },
    #[serde(rename = "tried")]
    #[visible(viewer.knows(who) && viewer.knows_all(check.target()))]
    CheckDeclared {
        who: CombatantId,
        #[open]
        check: SkillCheck,
        #[serde(rename = "held")]
        is_held_action: bool,
    },
    /// The actor is out before the dice fall.
    #[serde(rename = "check_lost")]
    #[visible(viewer.knows(it))]
    CheckAborted(CombatantId),
    #[visible(viewer.knows(who))]
    DifficultySet {
        who: CombatantId,
        #[open]
        difficulty: u8,
    },
    /// A roll is shown. The faces are only for viewers who may know the roller's numbers.
    #[serde(rename = "rolled")]
    #[visible(viewer.knows(who))]
    DiceRolled {
        who: CombatantId,
        #[numbers_of(who)]
        faces: Option<Vec<u8>>,
        #[open]
        total: u8,
        /// The bonuses and extra dice; only where the faces are shown.
        #[serde(default)]
        #[numbers_of(who)]
        modifiers: Vec<Modifier>,
    },
    #[visible(viewer.knows(who))]
    DestinyRolled {
        who: CombatantId,
        #[open]
        face: u8,
    },
    #[serde(rename = "momentum")]
    #[visible(viewer.knows(it))]
    MomentumGained(CombatantId),
    /// A Help was added, which gives the roll this total.
    #[serde(rename = "helped")]
    #[visible(viewer.knows(who) && viewer.knows(helper))]
    HelpGiven {
        who: CombatantId,
        #[serde(rename = "by")]
        helper: CombatantId,
        skill: Skill,
        #[numbers_of(helper)]
        rank: Option<u8>,
        #[numbers_of(helper)]
        total: Option<u8>,
        text: String,
    },
    #[serde(rename = "help_struck")]
    #[visible(viewer.knows(it))]
    HelpCancelled(CombatantId),
    /// The final total, after which no Help can be added.
    #[visible(viewer.knows(who))]
    RollClosed {
        who: CombatantId,
        #[open]
        total: u8,
    },
    #[serde(rename = "hit")]
    #[visible(viewer.knows(who) && viewer.knows(target))]
    AttackHit {
        who: CombatantId,
        target: CombatantId,
        #[open]
        total: u8,
        #[numbers_of(target)]
        defense: Option<u8>,
    },
    #[serde(rename = "missed")]
    #[visible(viewer.knows(who) && viewer.knows(target))]
    AttackMissed {
        who: CombatantId,
        target: CombatantId,
        #[open]
        total: u8,
        #[numbers_of(target)]
        defense: Option<u8>,
    },
    #[serde(rename = "succeeded")]
    #[visible(viewer.knows(who))]
    CheckSucceeded {
        who: CombatantId,
        #[open]
        total: u8,
        #[open]
        difficulty: u8,
    },
    #[serde(rename = "failed")]
    #[visible(viewer.knows(who))]
    CheckFailed {
        who: CombatantId,
        #[open]
        total: u8,
        #[open]
        difficulty: u8,
    },
    #[visible(viewer.knows(who) && viewer.knows(target))]
    DamageRolled {
        who: CombatantId,
        target: CombatantId,
        #[open]
        total: u8,
        /// What armour takes off the total, after halving.
        #[numbers_of(target)]
        armour: Option<u8>,
        #[serde(rename = "halved")]
        #[numbers_of(target)]
        is_armour_halved: Option<bool>,
        /// Only for viewers who may know the attacker's numbers.
        #[serde(default)]
        #[numbers_of(who)]
        dice: Option<DiceRoll>,
    },
    /// Resolve was lost. The numbers are only for viewers who may know them.
    #[serde(rename = "lost")]
    #[visible(viewer.knows_wounds(who))]
    ResolveLost {
        who: CombatantId,
        #[numbers_of(who)]
        amount: Option<u8>,
        #[serde(rename = "left")]
        #[numbers_of(who)]
        remaining: Option<u8>,
        band: ResolveBand,
    },
    /// Damage does nothing to a combatant who has a Blaze turn (FATES-FATE-8).
    #[serde(rename = "no_effect")]
    #[visible(viewer.knows_wounds(it))]
    DamageWithoutEffect(CombatantId),
    #[serde(rename = "wounded")]
    #[visible(viewer.knows(it))]
    BecameWounded(CombatantId),
    #[serde(rename = "regained")]
    #[visible(viewer.knows_wounds(who))]
    ResolveRegained {
        who: CombatantId,
        #[numbers_of(who)]
        amount: Option<u8>,
        #[serde(rename = "left")]
        #[numbers_of(who)]
        remaining: Option<u8>,
        band: ResolveBand,
        #[serde(rename = "relief")]
        cause: ResolveGainCause,
    },
    /// A combatant is no longer active.
    #[serde(rename = "out")]
    #[visible(viewer.knows(who))]
    BecameInactive {
        who: CombatantId,
        #[serde(rename = "exit")]
        reason: ExitReason,
    },
    #[serde(rename = "defended")]
    #[visible(viewer.knows(who))]
    DefendTaken {
        who: CombatantId,
        #[serde(rename = "with")]
        skill: Skill,
        #[numbers_of(who)]
        bonus: Option<u8>,
    },
    #[visible(viewer.knows(who))]
    DefendEnded {
        who: CombatantId,
        /// An attack ended it (FATES-DEF-2).
        #[serde(rename = "broken")]
        is_broken: bool,
    },
    #[serde(rename = "aimed")]
    #[visible(viewer.knows(who))]
    AimTaken {
        who: CombatantId,
        #[serde(rename = "with")]
        skill: Option<Skill>,
        #[numbers_of(who)]
        aim: Option<AimEffect>,
    },
    #[visible(viewer.knows(it))]
    AimUsed(CombatantId),
    #[visible(viewer.knows(it))]
    HelpStored(CombatantId),
    /// An unused Help was paid out (FATES-HELP-6).
    #[serde(rename = "help_paid")]
    #[visible(viewer.knows(who))]
    HelpPaidOut {
        who: CombatantId,
        #[only_if(viewer.knows_all(to))]
        to: Option<CombatantId>,
    },
    #[serde(rename = "held")]
    #[visible(viewer.knows(who))]
    ActionHeld {
        who: CombatantId,
        #[serde(rename = "hold")]
        #[only_if(viewer.knows_intentions(who))]
        action: Option<Box<HeldAction>>,
    },
    #[serde(rename = "hold_fired")]
    #[visible(viewer.knows(it))]
    HeldActionFired(CombatantId),
    /// The held action was illegal when it fired (FATES-HOLD-6).
    #[serde(rename = "hold_wasted")]
    #[visible(viewer.knows(it))]
    HeldActionWasted(CombatantId),
    /// The held action is lost, because the holder's next turn has come.
    #[serde(rename = "hold_ended")]
    #[visible(viewer.knows(it))]
    HeldActionEnded(CombatantId),
    #[visible(viewer.knows(who) && viewer.knows(holder))]
    Grappled {
        who: CombatantId,
        #[serde(rename = "by")]
        holder: CombatantId,
        #[open]
        total: u8,
    },
    #[visible(viewer.knows(who) && viewer.knows(holder))]
    Freed {
        who: CombatantId,
        #[serde(rename = "by")]
        holder: CombatantId,
    },
    #[visible(true)]
    DoorSet {
        zone: ZoneId,
        to: ZoneId,
        state: Option<DoorState>,
        #[serde(rename = "by")]
        #[only_if(viewer.knows_all(opener))]
        opener: Option<CombatantId>,
    },
    #[serde(rename = "swapped")]
    #[visible(viewer.knows(who))]
    ItemTakenInHand { who: CombatantId, item: Name },
    #[serde(rename = "picked_up")]
    #[visible(viewer.knows(who))]
    ItemPickedUp { who: CombatantId, zone: ZoneId, item: Name },
    #[serde(rename = "dropped")]
    #[visible(viewer.knows(who))]
    ItemDropped { who: CombatantId, zone: ZoneId, item: Name },
    #[serde(rename = "loose_laid")]
    #[visible(true)]
    LooseItemPlaced { zone: ZoneId, item: Name },
    /// A consumable is about to be used up.
    #[serde(rename = "using")]
    #[visible(viewer.knows(who) && viewer.knows(target))]
    ItemUseDeclared {
        who: CombatantId,
        item: Name,
        #[serde(rename = "on")]
        target: CombatantId,
    },
    #[serde(rename = "used_up")]
    #[visible(viewer.knows(who) && viewer.knows(target))]
    ItemUsedUp {
        who: CombatantId,
        item: Name,
        #[serde(rename = "on")]
        target: CombatantId,
    },
    #[visible(viewer.knows(who))]
    Interacted { who: CombatantId, text: String },
    /// A door is about to be opened or closed.
    #[serde(rename = "door_tried")]
    #[visible(viewer.knows(who))]
    DoorUseDeclared {
        who: CombatantId,
        to: ZoneId,
        #[serde(rename = "open")]
        is_opening: bool,
    },
    /// A declared use of an item has no effect.
    #[serde(rename = "use_lost")]
    #[visible(viewer.knows(it))]
    UseAborted(CombatantId),
    /// A Fate was chosen, with the player's own text if there is one (FATES-FATE-1).
    #[visible(viewer.knows(who))]
    FateChosen { who: CombatantId, fate: FallenFate, text: String },
    #[serde(rename = "ignored")]
    #[visible(viewer.knows(who) && viewer.knows_intentions(who))]
    FateIgnored { who: CombatantId, text: String },
    /// Attributes were lowered for good, by 1D each time they are named, to these dice.
    #[serde(rename = "lowered")]
    #[visible(viewer.knows(who))]
    AttributesLowered {
        who: CombatantId,
        attributes: Vec<Attribute>,
        #[serde(rename = "left")]
        #[numbers_of(who)]
        remaining_dice: Option<Vec<u8>>,
    },
    #[serde(rename = "pick_owed")]
    #[visible(viewer.knows(it))]
    AttributePickOwed(CombatantId),
    #[visible(viewer.knows(who))]
    PushRolled {
        who: CombatantId,
        #[open]
        total: u8,
    },
    #[visible(viewer.knows(who))]
    DemiseRolled {
        who: CombatantId,
        #[open]
        total: u8,
    },
    /// A Blaze of Glory cut the running turn; the blazing turn comes next (FATES-FATE-7).
    #[serde(rename = "blazed")]
    #[visible(viewer.knows(it))]
    BlazeOfGloryBegan(CombatantId),
    #[serde(rename = "escaping")]
    #[visible(viewer.knows(it))]
    EscapeAttempted(CombatantId),
    /// The combatant did not get away.
    #[visible(viewer.knows(it))]
    EscapeFailed(CombatantId),
    #[visible(viewer.knows(it))]
    Rested(CombatantId),
    /// The GM goes on although a side has nobody left (FATES-END-1).
    #[serde(rename = "went_on")]
    #[visible(true)]
    FightContinued,
    #[serde(rename = "decided")]
    #[visible(true)]
    OutcomeDecided(FightOutcome),
    /// All that ends with the fight is cleared (FATES-END-2).
    #[serde(rename = "settled")]
    #[visible(true)]
    FightStateCleared,
}

impl From<Event> for CoreEvent<Fates> {
    fn from(event: Event) -> Self {
        CoreEvent::System(event)
    }
}

/// Applies an event. It is the only function that changes the state of this system.
pub fn apply_event(fight: &mut Fight<Fates>, event: &Event) {
    match event {
        Event::InitiativeBegan => fight.state.stage = FightStage::Init,
        Event::InitiativeScored { who, score, .. } => {
            fight.body_mut(*who).initiative_score = Some(*score)
        }
        Event::TieWinnerChosen(who) => fight.state.tie_winners.push(*who),
        Event::TurnOrderSet(order) => fight.state.turn_order.clone_from(order),
        Event::TurnOrderChanged { who, order } => {
            fight.state.turn_order.clone_from(order);
            if !order.contains(who) {
                fight.state.remove_blaze_turn(*who);
            }
        }
        Event::TieBreakBegan => fight.state.stage = FightStage::Ties,
        Event::RoundRefreshed => enter_rounds_with_nobody_acted(fight),
        Event::MarkedAsActed(who) => {
            let body = fight.body_mut(*who);
            body.has_acted = true;
            body.has_started_turn = true;
        }
        Event::TurnBegan { who, is_blaze } => begin_turn(fight, *who, *is_blaze),
        Event::TurnEnded(who) => end_turn(fight, *who),
        Event::TurnPassed(who) => change_turn_of(fight, *who, |turn| turn.is_done = true),
        Event::TurnDelayed { who, after } => delay_running_turn(fight, *who, *after),
        Event::AllowanceSpent { who, allowance, free_action_trait } => {
            change_turn_of(fight, *who, |turn| {
                use_up_allowance(turn, *allowance, *free_action_trait);
            });
        }
        Event::FatePointSpent(who) => {
            let fate_points = &mut fight.body_mut(*who).fate_points;
            *fate_points = fate_points.saturating_sub(1);
        }
        Event::FatePointGained(who) => {
            let fate_points = &mut fight.body_mut(*who).fate_points;
            *fate_points = fate_points.saturating_add(1);
        }
        Event::Moved { who, to, .. } => fight.body_mut(*who).zone = Some(*to),
        Event::DiceRolled { who, total, .. } => {
            fight.state.is_help_full = false;
            fight.state.open_rolls.push(OpenRoll { who: *who, total: *total, helps: Vec::new() });
        }
        Event::MomentumGained(who) => change_turn_of(fight, *who, |turn| turn.has_momentum = true),
        Event::HelpGiven { helper, rank, .. } => {
            use_up_stored_help(fight, *helper);
            if let Some(roll) = fight.state.open_rolls.last_mut() {
                roll.helps.push(GivenHelp { helper: *helper, rank: rank.unwrap_or(0) });
            }
        }
        Event::HelpCancelled(helper) => cancel_last_help_and_give_it_back(fight, *helper),
        Event::RollClosed { .. } => close_roll_noting_if_help_is_full(fight),
        Event::ResolveLost { who, amount, .. } => {
            let body = fight.body_mut(*who);
            body.resolve = body.resolve.saturating_sub(amount.unwrap_or(0));
        }
        Event::BecameWounded(who) => fight.body_mut(*who).is_wounded = true,
        Event::ResolveRegained { who, amount, .. } => {
            regain_resolve_and_end_wounded_above_zero(fight.body_mut(*who), amount.unwrap_or(0));
        }
        Event::BecameInactive { who, reason } => {
            make_inactive_and_clear_place_and_effects(fight, *who, *reason)
        }
        Event::DefendTaken { who, bonus, .. } => {
            fight.body_mut(*who).defend_bonus = Some(bonus.unwrap_or(0));
        }
        Event::DefendEnded { who, .. } => fight.body_mut(*who).defend_bonus = None,
        Event::AimTaken { who, aim, .. } => fight.body_mut(*who).aim = *aim,
        Event::AimUsed(who) => fight.body_mut(*who).aim = None,
        Event::HelpStored(who) => store_help(fight, *who),
        Event::HelpPaidOut { who, .. } => use_up_stored_help(fight, *who),
        Event::ActionHeld { who, action } => {
            fight.body_mut(*who).held_action = action.as_deref().cloned()
        }
        Event::HeldActionFired(who) | Event::HeldActionEnded(who) => {
            fight.body_mut(*who).held_action = None
        }
        Event::Grappled { who, holder, total } => {
            let body = fight.body_mut(*who);
            body.grappled_by = Some(*holder);
            body.grapple_difficulty = *total;
        }
        Event::Freed { who, .. } => {
            let body = fight.body_mut(*who);
            body.grappled_by = None;
            body.grapple_difficulty = 0;
        }
        Event::DoorSet { zone, to, state, .. } => {
            set_door_on_one_side(fight, *zone, *to, *state);
            set_door_on_one_side(fight, *to, *zone, *state);
        }
        Event::ItemTakenInHand { who, item } => fight.body_mut(*who).item_in_hand.clone_from(item),
        Event::ItemPickedUp { who, zone, item } => pick_up_lying_item(fight, *who, *zone, item),
        Event::ItemDropped { who, zone, item } => {
            let taken = remove_carried_item(fight, *who, item);
            if let Some(zone) = fight.zones.get_mut(*zone) {
                zone.terrain.items.extend(taken);
            }
        }
        Event::LooseItemPlaced { zone, item } => {
            if let Some(zone) = fight.zones.get_mut(*zone) {
                zone.terrain.items.push(Item::new(item));
            }
        }
        Event::ItemUsedUp { who, item, .. } => {
            remove_carried_item(fight, *who, item);
        }
        Event::FateIgnored { who, .. } => fight.body_mut(*who).ignored_fates += 1,
        Event::AttributesLowered { who, attributes, .. } => {
            lower_attributes_and_clear_owed_pick(fight.body_mut(*who), attributes)
        }
        Event::FateChosen { who, fate: FallenFate::NeverTheSame, .. } => {
            fight.body_mut(*who).never_the_same_count += 1;
        }
        Event::AttributePickOwed(who) => fight.body_mut(*who).owes_attribute_pick = true,
        Event::BlazeOfGloryBegan(who) => cut_turn_and_queue_blaze(fight, *who),
        Event::Rested(who) => restore_resolve_and_clear_wounds(fight.body_mut(*who)),
        Event::FightContinued => fight.state.is_turn_over = false,
        Event::OutcomeDecided(outcome) => fight.state.outcome = Some(*outcome),
        Event::FightStateCleared => clear_turn_rolls_and_temporary_effects(fight),
        // Events that change no state.
        Event::AttackDeclared { .. }
        | Event::AttackAborted { .. }
        | Event::CheckDeclared { .. }
        | Event::CheckAborted(_)
        | Event::DifficultySet { .. }
        | Event::DestinyRolled { .. }
        | Event::AttackHit { .. }
        | Event::AttackMissed { .. }
        | Event::CheckSucceeded { .. }
        | Event::CheckFailed { .. }
        | Event::DamageRolled { .. }
        | Event::DamageWithoutEffect(_)
        | Event::HeldActionWasted(_)
        | Event::ItemUseDeclared { .. }
        | Event::Interacted { .. }
        | Event::DoorUseDeclared { .. }
        | Event::UseAborted(_)
        | Event::FateChosen { .. }
        | Event::PushRolled { .. }
        | Event::DemiseRolled { .. }
        | Event::EscapeAttempted(_)
        | Event::EscapeFailed(_) => {}
    }
}

/// Changes the running turn if it is this combatant's; does nothing otherwise.
fn change_turn_of(fight: &mut Fight<Fates>, who: CombatantId, change: impl FnOnce(&mut Turn)) {
    if let Some(turn) = fight.state.turn.as_mut().filter(|turn| turn.who == who) {
        change(turn);
    }
}

/// Begins a turn. A Blaze of Glory waits for its turn no more.
fn begin_turn(fight: &mut Fight<Fates>, who: CombatantId, is_blaze: bool) {
    fight.body_mut(who).has_started_turn = true;
    fight.state.turn = Some(Turn::new(who, is_blaze));
    fight.state.is_turn_over = false;
    fight.state.remove_blaze_turn(who);
}

/// Notes that an allowance of the turn is used; for a Free Action, that of the trait.
fn use_up_allowance(
    turn: &mut Turn,
    allowance: TurnAllowance,
    free_action_trait: Option<FreeActionTrait>,
) {
    match allowance {
        TurnAllowance::Move => turn.has_moved = true,
        TurnAllowance::Action => turn.actions_used += 1,
        TurnAllowance::Free => turn.free_actions_used.extend(free_action_trait),
        TurnAllowance::Handling => turn.has_handled_object = true,
    }
}

/// Cuts the running turn, whose combatant has acted, with its open rolls, and lets a Blaze of Glory
/// wait for its turn (FATES-FATE-7).
fn cut_turn_and_queue_blaze(fight: &mut Fight<Fates>, who: CombatantId) {
    if let Some(cut_turn) = fight.state.turn.take() {
        fight.body_mut(cut_turn.who).has_acted = true;
    }
    fight.state.open_rolls.clear();
    fight.state.queue_blaze_turn(who);
}

/// Closes the innermost open roll, and notes whether it had all the Help that it could have
/// (FATES-HELP-3).
fn close_roll_noting_if_help_is_full(fight: &mut Fight<Fates>) {
    let closed_roll = fight.state.open_rolls.pop();
    fight.state.is_help_full =
        closed_roll.is_some_and(|roll| roll.helps.len() >= super::help::MAX_HELPS_PER_ROLL);
}

/// Gives Resolve back, up to the maximum (FATES-DMG-4). Above 0 a combatant is not Wounded
/// (FATES-COND-4).
fn regain_resolve_and_end_wounded_above_zero(body: &mut Body, amount: u8) {
    body.resolve = (body.resolve + amount).min(body.resolve_max);
    if body.resolve > 0 {
        body.is_wounded = false;
    }
}

/// Applies a rest: full Resolve, neither Wounded nor down, no Fates ignored (FATES-END-3).
fn restore_resolve_and_clear_wounds(body: &mut Body) {
    body.resolve = body.resolve_max;
    body.is_wounded = false;
    body.is_down = false;
    body.ignored_fates = 0;
}

/// Stores one more Help.
fn store_help(fight: &mut Fight<Fates>, who: CombatantId) {
    let stored_helps = &mut fight.body_mut(who).stored_helps;
    *stored_helps = stored_helps.saturating_add(1);
}

/// Uses up one stored Help.
fn use_up_stored_help(fight: &mut Fight<Fates>, who: CombatantId) {
    let stored_helps = &mut fight.body_mut(who).stored_helps;
    *stored_helps = stored_helps.saturating_sub(1);
}

/// Takes the last Help of a helper off the open roll. An active helper gets it back.
fn cancel_last_help_and_give_it_back(fight: &mut Fight<Fates>, helper: CombatantId) {
    if fight.body(helper).is_active() {
        store_help(fight, helper);
    }
    if let Some(roll) = fight.state.open_rolls.last_mut()
        && let Some(index) = roll.helps.iter().rposition(|help| help.helper == helper)
    {
        roll.helps.remove(index);
    }
}

/// Takes the turn away and moves its combatant to the place after another (FATES-INIT-8), or to the
/// end of the order if that one has no place.
fn delay_running_turn(fight: &mut Fight<Fates>, who: CombatantId, after: CombatantId) {
    fight.body_mut(who).has_delayed = true;
    let state = &mut fight.state;
    state.turn = None;
    state.turn_order.retain(|other| *other != who);
    let after_index = state.turn_order.iter().position(|other| *other == after);
    let new_index = after_index.map_or(state.turn_order.len(), |index| index + 1);
    state.turn_order.insert(new_index, who);
}

/// Sets the door that a zone has on its link to another; `None` removes it.
fn set_door_on_one_side(
    fight: &mut Fight<Fates>,
    zone: ZoneId,
    to: ZoneId,
    state: Option<DoorState>,
) {
    if let Some(zone) = fight.zones.get_mut(zone) {
        let doors = &mut zone.terrain.doors;
        doors.retain(|door| door.to != to);
        doors.extend(state.map(|state| Door { to, state }));
    }
}

/// Moves the first item of this name from a zone to a combatant's gear, and into an empty hand.
/// Does nothing if there is none.
fn pick_up_lying_item(fight: &mut Fight<Fates>, who: CombatantId, zone: ZoneId, name: &Name) {
    let Some(zone) = fight.zones.get_mut(zone) else { return };
    let taken = remove_first(&mut zone.terrain.items, |item| item.name == *name);
    let Some(item) = taken else { return };
    let body = fight.body_mut(who);
    if body.item_in_hand.is_empty() {
        body.item_in_hand.clone_from(&item.name);
    }
    body.gear.push(item);
}

/// Lowers attributes by 1D each time they are listed, which pays an owed pick.
fn lower_attributes_and_clear_owed_pick(body: &mut Body, attributes: &[Attribute]) {
    body.owes_attribute_pick = false;
    for attribute in attributes {
        let dice = body.attribute_mut(*attribute);
        *dice = dice.saturating_sub(1);
    }
}

/// Ends the turn, open rolls, and everybody's Defend, Aim, Help, Hold and Grappled (FATES-END-2).
fn clear_turn_rolls_and_temporary_effects(fight: &mut Fight<Fates>) {
    fight.state.turn = None;
    fight.state.open_rolls.clear();
    for combatant in &mut fight.combatants {
        let body = &mut combatant.body;
        body.defend_bonus = None;
        body.aim = None;
        body.stored_helps = 0;
        body.held_action = None;
        body.grappled_by = None;
        body.grapple_difficulty = 0;
    }
}

/// Ends the running turn. Its combatant has acted, and it must be checked whether a side is left.
fn end_turn(fight: &mut Fight<Fates>, who: CombatantId) {
    fight.body_mut(who).has_acted = true;
    fight.state.turn = None;
    fight.state.is_turn_over = true;
}

/// Begins a round, in which nobody has acted yet (FATES-TURN-1).
fn enter_rounds_with_nobody_acted(fight: &mut Fight<Fates>) {
    fight.state.stage = FightStage::Rounds;
    for combatant in &mut fight.combatants {
        combatant.body.has_acted = false;
        combatant.body.has_started_turn = false;
        combatant.body.has_delayed = false;
    }
}

/// Makes a combatant inactive; it loses Aim, Help, Hold, Defend and its place in the order
/// (FATES-COND-5).
fn make_inactive_and_clear_place_and_effects(
    fight: &mut Fight<Fates>,
    who: CombatantId,
    reason: ExitReason,
) {
    fight.state.turn_order.retain(|other| *other != who);
    fight.state.remove_blaze_turn(who);
    let body = fight.body_mut(who);
    body.aim = None;
    body.stored_helps = 0;
    body.held_action = None;
    body.defend_bonus = None;
    match reason {
        ExitReason::Down => body.is_down = true,
        ExitReason::Dead => body.is_dead = true,
        ExitReason::Removed => body.is_removed = true,
        ExitReason::Escaped => body.has_escaped = true,
    }
}

/// Removes the first item of this name from a combatant's gear and returns it; `None` if there is
/// none. The hand is empty if it held the last one.
fn remove_carried_item(fight: &mut Fight<Fates>, who: CombatantId, item: &Name) -> Option<Item> {
    let body = fight.body_mut(who);
    let taken = remove_first(&mut body.gear, |carried| carried.name == *item)?;
    if body.item_in_hand == *item && body.item(item).is_none() {
        body.item_in_hand = "".into();
    }
    Some(taken)
}
