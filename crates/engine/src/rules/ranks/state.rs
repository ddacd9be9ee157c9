//! State: what a Ranks fight remembers besides its combatants, and every event that changes it.

use std::collections::BTreeMap;

use declare::Redact;
use serde::{Deserialize, Serialize};

use super::Ranks;
use super::advantages::{AdvantageGain, Boon, BoonEffect};
use super::combined_actions::{CombinableAction, CombinedBonus};
use super::conditions::{Condition, ConditionTrack, Expiry};
use super::maneuvers::Maneuver;
use super::matching::MatchPayment;
use super::readied::ReadiedCheck;
use super::recovery::TreatmentResult;
use super::sheet::{
    Ability, ActionKind, Body, DiceCode, Feet, Item, Mark, MatchOrder, Name, ResistOrder, Skill,
};
use super::visibility::hide_unknown_optional_target;
use crate::core::alliances;
use crate::core::fight::{Event as CoreEvent, Fight};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::keyed_enum::keyed_enum;
use crate::core::lists::remove_first;
use crate::core::modifier::Modifier;

/// The fight's state besides its combatants and zones.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct State {
    pub stage: RoundStage,
    /// The order of turns of this round (RANKS-INIT-1).
    #[serde(rename = "order")]
    pub turn_order: Vec<CombatantId>,
    /// Whose turn is running.
    #[serde(rename = "turn")]
    pub current_combatant: Option<CombatantId>,
    pub chaos: ChaosMode,
    /// Whether the scores of this round are rolled (RANKS-INIT-3).
    #[serde(rename = "rolled")]
    pub is_initiative_rolled: bool,
    /// The exits that differ from the default of RANKS-DIST-3, by side.
    pub exits: BTreeMap<Name, ExitEnd>,
    /// Pairs of sides that are not enemies (RANKS-END-1).
    #[serde(rename = "allied")]
    pub allied_sides: Vec<(Name, Name)>,
    /// How the fight ends, once that is decided.
    pub outcome: Option<Name>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoundStage {
    #[default]
    Setup,
    Turns,
    /// Holders are asked before the round ends (RANKS-HOLD-2).
    LastCall,
}

/// How long initiative is rolled (RANKS-INIT-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChaosMode {
    #[default]
    Off,
    /// Up to and including this round.
    #[serde(rename = "until")]
    UntilRound(u16),
    #[serde(rename = "encounter")]
    WholeEncounter,
}

keyed_enum! {
    /// The end of the line by which a side may leave (RANKS-DIST-3).
    ExitEnd {
        Left = "left",
        Right = "right",
        None = "none",
    }
}

keyed_enum! {
    /// Whether a target may roll against damage (RANKS-OPT-1).
    SoakMode {
        Fixed = "fixed",
        Respond = "respond",
    }
}

keyed_enum! {
    /// Whether every failed movement check stops the mover (RANKS-OPT-2).
    FailedMoves {
        Go = "go",
        Stop = "stop",
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    #[serde(rename = "soak")]
    pub soak_mode: SoakMode,
    #[serde(rename = "fail_moves")]
    pub failed_moves: FailedMoves,
    /// Whether the ranks of a track are added up (RANKS-COND-2).
    #[serde(rename = "ranks_add")]
    pub condition_ranks_add_up: bool,
    pub turn_secs: u32,
    pub answer_secs: u32,
    pub ruling_secs: u32,
}

impl Default for Settings {
    /// The time limits are those of the rule text's windows; 0 waits for ever.
    fn default() -> Self {
        Self {
            soak_mode: SoakMode::Fixed,
            failed_moves: FailedMoves::Go,
            condition_ranks_add_up: true,
            turn_secs: 24 * 3600,
            answer_secs: 12 * 3600,
            ruling_secs: 24 * 3600,
        }
    }
}

/// What a zone is besides its name and its place in the row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Terrain {
    pub length: Feet,
    /// Counts for a movement that enters any mark of the zone (RANKS-TERR-1).
    #[serde(rename = "terrain")]
    pub movement_hindrance: Option<Hindrance>,
    /// The obstacle on the border to the next zone to the right.
    #[serde(rename = "obstacle")]
    pub border_obstacle: Option<Hindrance>,
    #[serde(rename = "narrow")]
    pub is_narrow: bool,
    pub hazard: Option<Hazard>,
    pub objects: Vec<Object>,
    #[serde(rename = "items")]
    pub dropped_items: Vec<DroppedItem>,
}

impl Default for Terrain {
    /// A zone is 20 ft long by default (RANKS-DIST-3).
    fn default() -> Self {
        Self {
            length: 20,
            movement_hindrance: None,
            border_obstacle: None,
            is_narrow: false,
            hazard: None,
            objects: Vec::new(),
            dropped_items: Vec::new(),
        }
    }
}

/// What is hard to move over: a movement skill and a difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hindrance {
    pub skill: Skill,
    pub difficulty: u8,
    #[serde(default)]
    #[serde(rename = "stops")]
    pub stops_on_failure: bool,
}

/// What does damage on entering a zone (RANKS-TERR-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hazard {
    pub damage: DiceCode,
    /// Hidden from players until it first acts.
    #[serde(default)]
    #[serde(rename = "secret")]
    pub is_secret: bool,
}

/// Something to tip or hurl (RANKS-TERR-4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Object {
    pub name: Name,
    pub difficulty: u8,
    pub damage: DiceCode,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DroppedItem {
    pub mark: Mark,
    pub item: Item,
}

keyed_enum! {
    /// The part of a round budget that is spent.
    RoundResource {
        Full = "full",
        Bonus = "bonus",
        Incidental = "incidental",
    }
}

impl From<ActionKind> for RoundResource {
    fn from(action: ActionKind) -> Self {
        match action {
            ActionKind::Full => Self::Full,
            ActionKind::Bonus => Self::Bonus,
        }
    }
}

keyed_enum! {
    /// How a combatant moves to another mark.
    MovementKind {
        Incidental = "incidental",
        Bonus = "bonus",
        /// A bonus move by a roll of tumble (RANKS-MOVE-2).
        Tumble = "tumble",
        Full = "full",
        Sprint = "sprint",
        Match = "match",
        Forced = "forced",
        /// Placed by the GM.
        Placed = "placed",
    }
}

keyed_enum! {
    /// What a check is for.
    CheckPurpose {
        Attack = "attack",
        /// The defence of a Defend stance.
        Stance = "stance",
        /// A readied defence (RANKS-READY-4).
        Defend = "defend",
        Resist = "resist",
        Soak = "soak",
        Move = "move",
        Match = "match",
        /// A forced movement over a hindrance (RANKS-FORCE-3).
        Driven = "driven",
        Force = "force",
        Shift = "shift",
        Advantage = "advantage",
        Interact = "interact",
        Recover = "recover",
        Skill = "skill",
        Combine = "combine",
        Initiative = "initiative",
    }
}

/// One fact of a fight. What may be hidden from players is an `Option`: the engine always records
/// it, and a view may leave it out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Redact)]
#[redact(Ranks)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// Everybody's round budget is set anew (RANKS-TURN-1).
    #[serde(rename = "refreshed")]
    #[visible(true)]
    RoundBudgetsReset,
    #[serde(rename = "scored")]
    #[visible(viewer.knows(who) && viewer.knows_numbers(who))]
    InitiativeScored {
        who: CombatantId,
        #[numbers_of(who)]
        score: Option<i16>,
    },
    #[serde(rename = "ordered")]
    #[visible(true)]
    TurnOrderSet(#[each(viewer.knows(it))] Vec<CombatantId>),
    /// A combatant takes a place in the order or gives it up.
    #[serde(rename = "placed")]
    #[visible(viewer.knows(who))]
    TurnOrderChanged {
        who: CombatantId,
        #[each(viewer.knows(it))]
        order: Vec<CombatantId>,
    },
    /// A latecomer's place has passed in this round (RANKS-INIT-4).
    #[serde(rename = "place_passed")]
    #[visible(viewer.knows(it))]
    TurnPassed(CombatantId),
    #[visible(viewer.knows(it))]
    TurnBegan(CombatantId),
    #[visible(viewer.knows(it))]
    TurnEnded(CombatantId),
    #[serde(rename = "last_called")]
    #[visible(viewer.knows_a_holder())]
    LastCallBegan,
    /// A holder declines to use its held actions (RANKS-HOLD-2).
    #[serde(rename = "done")]
    #[visible(viewer.knows(it))]
    HoldingEnded(CombatantId),
    #[serde(rename = "spent")]
    #[visible(viewer.knows(who) && viewer.knows_numbers(who))]
    ResourceSpent {
        who: CombatantId,
        #[serde(rename = "what")]
        resource: RoundResource,
    },
    /// An action point became an action (RANKS-LUCK-1).
    #[serde(rename = "point_spent")]
    #[visible(viewer.knows(who) && viewer.knows_numbers(who))]
    ActionPointSpent { who: CombatantId, action: ActionKind },
    #[visible(viewer.knows(it) && viewer.knows_numbers(it))]
    LuckSpent(CombatantId),
    #[visible(viewer.knows(who) && viewer.knows_numbers(who))]
    LuckGained {
        who: CombatantId,
        #[numbers_of(who)]
        amount: u8,
    },
    #[serde(rename = "attention")]
    #[visible(viewer.knows(who))]
    AttentionSet {
        who: CombatantId,
        #[serde(rename = "on")]
        #[only_if(viewer.knows_all(target))]
        target: Option<CombatantId>,
    },
    /// A combatant begins a maneuver.
    #[serde(rename = "declared")]
    #[visible(viewer.knows(who) && viewer.knows_all(maneuver.required_target()))]
    ManeuverDeclared {
        who: CombatantId,
        #[serde(rename = "deed")]
        #[open]
        #[redacted_by(hide_unknown_optional_target)]
        maneuver: Maneuver,
        /// It was readied and its trigger has come.
        #[serde(rename = "readied")]
        is_readied: bool,
    },
    /// A maneuver has no effect because a participant is out of action.
    #[serde(rename = "lost")]
    #[visible(viewer.knows(it))]
    ManeuverLost(CombatantId),
    /// A check is rolled. Faces, total and modifiers are visible only to those who know the
    /// roller's numbers.
    #[serde(rename = "rolled")]
    #[visible(viewer.knows(who))]
    CheckRolled {
        who: CombatantId,
        purpose: CheckPurpose,
        ability: Ability,
        #[numbers_of(who)]
        faces: Option<Vec<u8>>,
        /// Dropped by advantage or disadvantage.
        #[serde(rename = "dropped")]
        #[numbers_of(who)]
        dropped_face: Option<u8>,
        #[numbers_of(who)]
        total: Option<i16>,
        /// Empty where the faces are hidden.
        #[serde(default)]
        #[numbers_of(who)]
        modifiers: Vec<Modifier>,
    },
    /// A check succeeded; the threshold is hidden from those who may not know it.
    #[serde(rename = "succeeded")]
    #[visible(viewer.knows(who))]
    CheckSucceeded {
        who: CombatantId,
        #[only_if(viewer.knows_all(target))]
        target: Option<CombatantId>,
        purpose: CheckPurpose,
        #[serde(rename = "against")]
        #[only_if(viewer.knows_numbers(who) && viewer.knows_numbers(target))]
        threshold: Option<i16>,
        #[open]
        rank: u8,
    },
    #[serde(rename = "failed")]
    #[visible(viewer.knows(who))]
    CheckFailed {
        who: CombatantId,
        #[only_if(viewer.knows_all(target))]
        target: Option<CombatantId>,
        purpose: CheckPurpose,
        #[serde(rename = "against")]
        #[only_if(viewer.knows_numbers(who) && viewer.knows_numbers(target))]
        threshold: Option<i16>,
    },
    /// One-check effects are used up by a check.
    #[visible(viewer.knows(who) && viewer.knows_numbers(who))]
    BoonsUsed { who: CombatantId, boons: Vec<Boon> },
    /// Combined bonuses are used up by a check.
    #[serde(rename = "combined_used")]
    #[visible(viewer.knows(who))]
    CombinedBonusesUsed { who: CombatantId, kind: CombinableAction },
    #[visible(viewer.knows(target))]
    DamageRolled {
        target: CombatantId,
        #[serde(rename = "by")]
        #[only_if(viewer.knows_all(attacker))]
        attacker: Option<CombatantId>,
        #[numbers_of(attacker)]
        faces: Option<Vec<u8>>,
        #[numbers_of(attacker)]
        total: Option<i16>,
        /// Strength and armour.
        #[serde(rename = "against")]
        #[numbers_of(target)]
        toughness: Option<i16>,
    },
    #[serde(rename = "unhurt")]
    #[visible(viewer.knows(it))]
    DamageResisted(CombatantId),
    #[serde(rename = "suffered")]
    #[visible(viewer.knows(who))]
    ConditionGained {
        who: CombatantId,
        #[open]
        condition: Condition,
        /// Whether they have one of that name already: both count (RANKS-COND-1).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_repeated: bool,
    },
    /// The conditions of a track are replaced by Out of Action (RANKS-COND-2).
    #[serde(rename = "overwhelmed")]
    #[visible(viewer.knows(who))]
    TrackFilled { who: CombatantId, track: ConditionTrack },
    #[serde(rename = "went_out")]
    #[visible(viewer.knows(it))]
    WentOutOfAction(CombatantId),
    #[visible(viewer.knows(who))]
    ConditionEnded {
        who: CombatantId,
        #[open]
        condition: Condition,
    },
    #[visible(viewer.knows(who))]
    BoonEnded {
        who: CombatantId,
        #[open]
        boon: Boon,
    },
    #[serde(rename = "defends")]
    #[visible(viewer.knows(it))]
    DefendStanceTaken(CombatantId),
    #[serde(rename = "stance_ended")]
    #[visible(viewer.knows(it))]
    DefendStanceEnded(CombatantId),
    /// A movement is declared and paid for.
    #[serde(rename = "sets_out")]
    #[visible(viewer.knows(who))]
    MovementDeclared {
        who: CombatantId,
        to: Mark,
        #[serde(rename = "way")]
        kind: MovementKind,
        #[serde(rename = "flees")]
        is_flight: bool,
    },
    #[visible(viewer.knows(who))]
    Moved {
        who: CombatantId,
        from: Mark,
        to: Mark,
        #[serde(rename = "way")]
        kind: MovementKind,
    },
    /// A failed check stops the mover (RANKS-MOVE-6).
    #[serde(rename = "stopped")]
    #[visible(viewer.knows(who))]
    MovementStopped {
        who: CombatantId,
        #[serde(rename = "at")]
        mark: Mark,
    },
    #[serde(rename = "matches")]
    #[visible(viewer.knows(who) && viewer.knows(mover))]
    MovementMatched {
        who: CombatantId,
        #[open]
        mover: CombatantId,
        #[serde(rename = "action")]
        payment: MatchPayment,
    },
    #[visible(viewer.knows(who))]
    HazardStruck { who: CombatantId, zone: ZoneId },
    #[serde(rename = "prone")]
    #[visible(viewer.knows(it))]
    FellProne(CombatantId),
    #[visible(viewer.knows(it))]
    StoodUp(CombatantId),
    #[visible(true)]
    ObjectUsed { zone: ZoneId, object: Name },
    /// An object is tipped without a target; the GM says what it does (RANKS-TERR-4).
    #[serde(rename = "tipped")]
    #[visible(viewer.knows(who))]
    ObjectTipped { who: CombatantId, object: Name },
    /// A combatant wins points for its next initiative (RANKS-ADV-2). The number is hidden from
    /// those who do not know its numbers.
    #[serde(rename = "alert")]
    #[visible(viewer.knows(who))]
    InitiativePointsGained {
        who: CombatantId,
        #[numbers_of(who)]
        points: Option<u8>,
    },
    #[serde(rename = "gained")]
    #[visible(viewer.knows(who) && viewer.knows(maker))]
    AdvantageGained {
        who: CombatantId,
        #[serde(rename = "by")]
        maker: CombatantId,
        #[open]
        gain: AdvantageGain,
    },
    #[serde(rename = "readied")]
    #[visible(viewer.knows(who))]
    CheckReadied {
        who: CombatantId,
        #[numbers_of(who)]
        readied: Option<Box<ReadiedCheck>>,
    },
    #[serde(rename = "ready_fired")]
    #[visible(viewer.knows(it))]
    ReadiedCheckFired(CombatantId),
    /// A readied check was impossible when it fired (RANKS-READY-5).
    #[serde(rename = "ready_lost")]
    #[visible(viewer.knows(it))]
    ReadiedCheckLost(CombatantId),
    /// A readied check did not fire before its holder's next turn.
    #[serde(rename = "ready_ended")]
    #[visible(viewer.knows(it))]
    ReadiedCheckExpired(CombatantId),
    #[serde(rename = "holds")]
    #[visible(viewer.knows(it))]
    ActionsHeld(CombatantId),
    #[serde(rename = "combining")]
    #[visible(viewer.knows(who) && viewer.knows(target))]
    CombinedActionDeclared {
        who: CombatantId,
        target: CombatantId,
        kind: CombinableAction,
        skill: Skill,
        /// True to interfere, false to assist.
        #[serde(rename = "hinders")]
        is_hindrance: bool,
    },
    #[serde(rename = "combined")]
    #[visible(
        viewer.knows(who)
            && viewer.knows(&bonus.helper)
            && viewer.knows_numbers(&bonus.helper)
    )]
    CombinedBonusGained {
        who: CombatantId,
        #[serde(rename = "combined")]
        #[open]
        bonus: CombinedBonus,
    },
    /// The helper's next turn starts, or the GM removed the bonuses.
    #[serde(rename = "combined_ended")]
    #[visible(viewer.knows(helper))]
    CombinedBonusesEnded {
        #[serde(rename = "by")]
        helper: CombatantId,
    },
    #[serde(rename = "treated")]
    #[visible(viewer.knows(who) && viewer.knows(patient))]
    ConditionTreated {
        who: CombatantId,
        #[open]
        patient: CombatantId,
        #[open]
        treatment: TreatmentResult,
    },
    #[serde(rename = "recovering_used")]
    #[visible(viewer.knows(it))]
    RecoveryDiceUsed(CombatantId),
    #[serde(rename = "skill_ruled")]
    #[visible(viewer.knows(who))]
    SkillCheckRuled {
        who: CombatantId,
        #[open]
        difficulty: u8,
        effect: String,
    },
    #[serde(rename = "skill_refused")]
    #[visible(viewer.knows(it))]
    SkillCheckRefused(CombatantId),
    #[visible(viewer.knows(it))]
    Fled(CombatantId),
    /// A runner was matched all the way and did not get out (RANKS-FLEE-1).
    #[visible(viewer.knows(it))]
    Cornered(CombatantId),
    #[visible(viewer.knows(it))]
    Conceded(CombatantId),
    #[visible(viewer.knows(who))]
    Equipped { who: CombatantId, item: Name },
    /// An item is taken up from the ground.
    #[visible(viewer.knows(who))]
    PickedUp {
        who: CombatantId,
        zone: ZoneId,
        /// Where it lay; `None` in older fights, in which the first of its name was meant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[open]
        mark: Option<Mark>,
        item: Name,
    },
    #[visible(viewer.knows(who))]
    Stowed { who: CombatantId, item: Name },
    #[visible(viewer.knows(who))]
    Dropped {
        who: CombatantId,
        zone: ZoneId,
        #[open]
        mark: Mark,
        item: Name,
    },
    #[serde(rename = "used_up")]
    #[visible(viewer.knows(who))]
    ItemUsedUp { who: CombatantId, item: Name },
    #[visible(viewer.knows(who))]
    Said { who: CombatantId, text: String },
    #[serde(rename = "standing_order")]
    #[visible(viewer.is_gm() || viewer.plays(who))]
    StandingOrdersSet {
        who: CombatantId,
        #[serde(rename = "matching")]
        match_order: Option<MatchOrder>,
        #[serde(rename = "resisting")]
        resist_order: Option<ResistOrder>,
    },
    #[visible(true)]
    ChaosSet(ChaosMode),
    #[visible(viewer.knows_side(side))]
    ExitSet { side: Name, exit: ExitEnd },
    #[serde(rename = "allied")]
    #[visible(viewer.knows_side(side) && viewer.knows_side(other_side))]
    AllianceSet {
        side: Name,
        #[serde(rename = "with")]
        other_side: Name,
        #[serde(rename = "is_on")]
        is_allied: bool,
    },
    /// The GM gives a one-check effect.
    #[serde(rename = "given")]
    #[visible(viewer.knows(who) && viewer.knows_numbers(who))]
    BoonGiven { who: CombatantId, boon: Boon },
    #[serde(rename = "decided")]
    #[visible(true)]
    OutcomeDecided(Name),
    /// What lasts no longer than the encounter has ended (RANKS-END-2).
    #[serde(rename = "settled")]
    #[visible(true)]
    EncounterEffectsEnded,
    #[visible(true)]
    SceneEnded,
    #[serde(rename = "meant")]
    #[visible(viewer.knows(who))]
    DefeatMeaningSet { who: CombatantId, text: String },
}

impl From<Event> for CoreEvent<Ranks> {
    fn from(event: Event) -> Self {
        CoreEvent::System(event)
    }
}

/// Applies an event. Only this function changes the system's state.
pub fn apply_event(fight: &mut Fight<Ranks>, event: &Event) {
    match event {
        Event::RoundBudgetsReset => reset_round_budgets_with_due_extras(fight),
        Event::InitiativeScored { who, score } => {
            let body = fight.body_mut(*who);
            body.initiative = *score;
            body.initiative_points_due = 0;
        }
        Event::TurnOrderSet(order) | Event::TurnOrderChanged { order, .. } => {
            fight.state.turn_order.clone_from(order)
        }
        Event::TurnPassed(who) => fight.body_mut(*who).has_acted = true,
        Event::TurnBegan(who) => begin_turn_skip_earlier_and_age_expiries(fight, *who),
        Event::TurnEnded(who) => {
            fight.state.current_combatant = None;
            fight.body_mut(*who).has_incidental_move = false;
        }
        Event::LastCallBegan => fight.state.stage = RoundStage::LastCall,
        Event::HoldingEnded(who) => fight.body_mut(*who).holds_actions = false,
        Event::ResourceSpent { who, resource } => {
            spend_round_resource(fight.body_mut(*who), *resource)
        }
        Event::ActionPointSpent { who, action } => {
            let body = fight.body_mut(*who);
            body.action_points = body.action_points.saturating_sub(1);
            add_extra_action_once_a_round(body, *action);
        }
        Event::LuckSpent(who) => {
            let luck = &mut fight.body_mut(*who).luck;
            *luck = luck.saturating_sub(1);
        }
        Event::LuckGained { who, amount } => {
            let luck = &mut fight.body_mut(*who).luck;
            *luck = luck.saturating_add(*amount).min(super::points::MAX_POINTS);
        }
        Event::AttentionSet { who, target } => fight.body_mut(*who).attention = *target,
        Event::BoonsUsed { who, boons } => {
            let held = &mut fight.body_mut(*who).boons;
            boons.iter().for_each(|used| remove_first_equal(held, used));
        }
        Event::CombinedBonusesUsed { who, kind } => {
            fight.body_mut(*who).combined_bonuses.retain(|bonus| bonus.kind != *kind);
        }
        Event::ConditionGained { who, condition, .. } => {
            fight.body_mut(*who).conditions.push(*condition)
        }
        Event::TrackFilled { who, track } => {
            replace_track_by_out_of_action(&mut fight.body_mut(*who).conditions, *track)
        }
        Event::WentOutOfAction(who) => end_stances_and_attention_both_ways(fight, *who),
        Event::ConditionEnded { who, condition } => {
            remove_first_equal(&mut fight.body_mut(*who).conditions, condition);
        }
        Event::BoonEnded { who, boon } => remove_first_equal(&mut fight.body_mut(*who).boons, boon),
        Event::DefendStanceTaken(who) => fight.body_mut(*who).is_in_defend_stance = true,
        Event::DefendStanceEnded(who) => fight.body_mut(*who).is_in_defend_stance = false,
        Event::Moved { who, to, .. } => fight.body_mut(*who).mark = Some(*to),
        Event::HazardStruck { zone, .. } => {
            let zone = fight.zones.get_mut(*zone);
            if let Some(hazard) = zone.and_then(|zone| zone.terrain.hazard.as_mut()) {
                hazard.is_secret = false;
            }
        }
        Event::FellProne(who) => fight.body_mut(*who).is_prone = true,
        Event::StoodUp(who) => fight.body_mut(*who).is_prone = false,
        Event::ObjectUsed { zone, object } => remove_object(fight, *zone, object),
        Event::InitiativePointsGained { who, points } => {
            let due = &mut fight.body_mut(*who).initiative_points_due;
            *due = due.saturating_add(points.unwrap_or(0));
        }
        Event::AdvantageGained { who, gain, .. } => {
            grant_gain_or_mark_action_due_next_round(fight, *who, gain)
        }
        Event::CheckReadied { who, readied } => {
            fight.body_mut(*who).readied_check = readied.as_deref().cloned();
        }
        Event::ReadiedCheckFired(who) | Event::ReadiedCheckExpired(who) => {
            fight.body_mut(*who).readied_check = None
        }
        Event::ActionsHeld(who) => fight.body_mut(*who).holds_actions = true,
        Event::CombinedBonusGained { who, bonus } => {
            fight.body_mut(*who).combined_bonuses.push(*bonus)
        }
        Event::CombinedBonusesEnded { helper } => {
            for combatant in &mut fight.combatants {
                combatant.body.combined_bonuses.retain(|bonus| bonus.helper != *helper);
            }
        }
        Event::ConditionTreated { patient, treatment, .. } => {
            apply_treatment_result(fight.body_mut(*patient), treatment)
        }
        Event::RecoveryDiceUsed(who) => fight.body_mut(*who).recovery_dice = 0,
        Event::Fled(who) => {
            fight.body_mut(*who).has_fled = true;
            end_stances_and_attention_both_ways(fight, *who);
        }
        Event::Conceded(who) => {
            fight.body_mut(*who).has_conceded = true;
            end_stances_and_attention_both_ways(fight, *who);
        }
        Event::Equipped { who, item } => set_item_held(fight.body_mut(*who), item, true),
        Event::Stowed { who, item } => set_item_held(fight.body_mut(*who), item, false),
        Event::PickedUp { who, zone, mark, item } => {
            take_dropped_item_in_hand(fight, *who, *zone, *mark, item)
        }
        Event::Dropped { who, zone, mark, item } => {
            drop_carried_item(fight, *who, *zone, *mark, item)
        }
        Event::ItemUsedUp { who, item } => {
            remove_carried_item(fight.body_mut(*who), item);
        }
        Event::StandingOrdersSet { who, match_order, resist_order } => {
            let body = fight.body_mut(*who);
            body.match_order = match_order.unwrap_or(body.match_order);
            body.resist_order = resist_order.unwrap_or(body.resist_order);
        }
        Event::ChaosSet(chaos) => fight.state.chaos = *chaos,
        Event::ExitSet { side, exit } => {
            fight.state.exits.insert(side.clone(), *exit);
        }
        Event::AllianceSet { side, other_side, is_allied } => {
            let allied_sides = &mut fight.state.allied_sides;
            alliances::set_alliance(allied_sides, side, other_side, *is_allied)
        }
        Event::BoonGiven { who, boon } => fight.body_mut(*who).boons.push(*boon),
        Event::OutcomeDecided(outcome) => fight.state.outcome = Some(outcome.clone()),
        Event::EncounterEffectsEnded => end_encounter_effects(fight),
        Event::SceneEnded => {
            for combatant in &mut fight.combatants {
                combatant.body.conditions.retain(|condition| condition.expiry != Expiry::Scene);
            }
        }
        Event::DefeatMeaningSet { who, text } => {
            fight.body_mut(*who).defeat_meaning.clone_from(text)
        }
        // These events change no state.
        Event::ManeuverDeclared { .. }
        | Event::ManeuverLost(_)
        | Event::CheckRolled { .. }
        | Event::CheckSucceeded { .. }
        | Event::CheckFailed { .. }
        | Event::DamageRolled { .. }
        | Event::DamageResisted(_)
        | Event::MovementDeclared { .. }
        | Event::MovementStopped { .. }
        | Event::MovementMatched { .. }
        | Event::ObjectTipped { .. }
        | Event::ReadiedCheckLost(_)
        | Event::CombinedActionDeclared { .. }
        | Event::SkillCheckRuled { .. }
        | Event::SkillCheckRefused(_)
        | Event::Cornered(_)
        | Event::Said { .. } => {}
    }
}

/// Removes the first entry that equals `item`; does nothing if there is none.
fn remove_first_equal<T: PartialEq>(list: &mut Vec<T>, item: &T) {
    remove_first(list, |other| other == item);
}

/// Takes one action, or the incidental movement, off the round budget.
fn spend_round_resource(body: &mut Body, resource: RoundResource) {
    match resource {
        RoundResource::Full => body.full_actions = body.full_actions.saturating_sub(1),
        RoundResource::Bonus => body.bonus_actions = body.bonus_actions.saturating_sub(1),
        RoundResource::Incidental => body.has_incidental_move = false,
    }
}

/// Replaces all conditions of a track by one Out of Action, which lasts until recovered.
fn replace_track_by_out_of_action(conditions: &mut Vec<Condition>, track: ConditionTrack) {
    conditions.retain(|condition| condition.track != track);
    let rank = super::conditions::OUT_OF_ACTION_RANK;
    conditions.push(Condition { track, rank, expiry: Expiry::Recovered });
}

/// Removes the first object of this name from a zone, if there is one.
fn remove_object(fight: &mut Fight<Ranks>, zone: ZoneId, name: &Name) {
    if let Some(zone) = fight.zones.get_mut(zone) {
        remove_first(&mut zone.terrain.objects, |object| object.name == *name);
    }
}

/// Moves the first item of this name that lies on `mark` from a zone into a combatant's hand; with
/// `None` the first in the zone. Does nothing if there is none.
fn take_dropped_item_in_hand(
    fight: &mut Fight<Ranks>,
    who: CombatantId,
    zone: ZoneId,
    mark: Option<Mark>,
    name: &Name,
) {
    let Some(zone) = fight.zones.get_mut(zone) else { return };
    let is_meant = |dropped: &DroppedItem| {
        dropped.item.name == *name && mark.is_none_or(|mark| dropped.mark == mark)
    };
    let taken = remove_first(&mut zone.terrain.dropped_items, is_meant);
    let Some(taken) = taken else { return };
    fight.body_mut(who).gear.push(Item { is_held: true, ..taken.item });
}

/// Moves an item of this name, a held one first, from a combatant to a mark of a zone. Does nothing
/// if the combatant carries none.
fn drop_carried_item(
    fight: &mut Fight<Ranks>,
    who: CombatantId,
    zone: ZoneId,
    mark: Mark,
    name: &Name,
) {
    let Some(item) = remove_carried_item(fight.body_mut(who), name) else { return };
    if let Some(zone) = fight.zones.get_mut(zone) {
        let item = Item { is_held: false, ..item };
        zone.terrain.dropped_items.push(DroppedItem { mark, item });
    }
}

/// Removes the first held item of this name, else the first of this name, and returns it; `None` if
/// there is none.
fn remove_carried_item(body: &mut Body, name: &Name) -> Option<Item> {
    let held = remove_first(&mut body.gear, |item| item.name == *name && item.is_held);
    held.or_else(|| remove_first(&mut body.gear, |item| item.name == *name))
}

/// Takes the first item of this name that is not held in hand, or with `is_held` false puts away
/// the first that is; does nothing if there is none.
fn set_item_held(body: &mut Body, name: &Name, is_held: bool) {
    let item = body.gear.iter_mut().find(|item| item.name == *name && item.is_held != is_held);
    if let Some(item) = item {
        item.is_held = is_held;
    }
}

/// Adds an extra action; does nothing if one of this kind came in this round already (RANKS-ADV-7).
fn add_extra_action_once_a_round(body: &mut Body, action: ActionKind) {
    match action {
        ActionKind::Full if !body.got_extra_full_action => {
            body.full_actions = body.full_actions.saturating_add(1);
            body.got_extra_full_action = true;
        }
        ActionKind::Bonus if !body.got_extra_bonus_action => {
            body.bonus_actions = body.bonus_actions.saturating_add(1);
            body.got_extra_bonus_action = true;
        }
        ActionKind::Full | ActionKind::Bonus => {}
    }
}

/// Gives everybody one full action, one bonus action, one incidental movement, and the extra
/// actions that are due (RANKS-TURN-1, RANKS-ADV-5); what was unspent is lost. RANKS-ADV-2: a
/// combatant out of action loses its initiative points.
fn reset_round_budgets_with_due_extras(fight: &mut Fight<Ranks>) {
    fight.state.stage = RoundStage::Turns;
    fight.state.is_initiative_rolled =
        super::initiative::is_initiative_rolled_instead_of_fixed(fight);
    for combatant in &mut fight.combatants {
        let body = &mut combatant.body;
        body.full_actions = 1;
        body.bonus_actions = 1;
        body.has_incidental_move = true;
        body.got_extra_full_action = false;
        body.got_extra_bonus_action = false;
        if body.extra_full_action_due {
            body.extra_full_action_due = false;
            add_extra_action_once_a_round(body, ActionKind::Full);
        }
        if body.extra_bonus_action_due {
            body.extra_bonus_action_due = false;
            add_extra_action_once_a_round(body, ActionKind::Bonus);
        }
        body.has_acted = false;
        body.holds_actions = false;
        if !body.is_active() {
            body.initiative_points_due = 0;
        }
    }
}

/// Starts a turn. Everybody earlier in the order has had its turn, or gets none (RANKS-COND-5).
/// RANKS-COND-3: what lasts to the end of the next turn ends with this one.
fn begin_turn_skip_earlier_and_age_expiries(fight: &mut Fight<Ranks>, who: CombatantId) {
    fight.state.current_combatant = Some(who);
    for earlier in fight.state.turn_order.clone() {
        fight.body_mut(earlier).has_acted = true;
        if earlier == who {
            break;
        }
    }
    let body = fight.body_mut(who);
    for condition in &mut body.conditions {
        if condition.expiry == Expiry::NextTurn {
            condition.expiry = Expiry::ThisTurn;
        }
    }
    for boon in &mut body.boons {
        if boon.expiry == Expiry::NextTurn {
            boon.expiry = Expiry::ThisTurn;
        }
    }
}

/// Ends a combatant's attention, stance, readied check and held actions (RANKS-COND-5), and
/// everybody's attention on it (RANKS-ENG-2).
fn end_stances_and_attention_both_ways(fight: &mut Fight<Ranks>, who: CombatantId) {
    let body = fight.body_mut(who);
    body.attention = None;
    body.is_in_defend_stance = false;
    body.readied_check = None;
    body.holds_actions = false;
    for combatant in &mut fight.combatants {
        if combatant.body.attention == Some(who) {
            combatant.body.attention = None;
        }
    }
}

/// Gives a combatant what an advantage grants; an action of the next round is only marked as due.
fn grant_gain_or_mark_action_due_next_round(
    fight: &mut Fight<Ranks>,
    who: CombatantId,
    gain: &AdvantageGain,
) {
    let body = fight.body_mut(who);
    match gain {
        AdvantageGain::Boon(boon) => body.boons.push(*boon),
        AdvantageGain::Action { action, is_next_round: false } => {
            add_extra_action_once_a_round(body, *action)
        }
        AdvantageGain::Action { action: ActionKind::Full, is_next_round: true } => {
            body.extra_full_action_due = true
        }
        AdvantageGain::Action { action: ActionKind::Bonus, is_next_round: true } => {
            body.extra_bonus_action_due = true
        }
        AdvantageGain::RaisedSkill(skill) if body.raised_skills.contains(skill) => {}
        AdvantageGain::RaisedSkill(skill) => body.raised_skills.push(*skill),
        AdvantageGain::ActionPoint => {
            body.action_points =
                body.action_points.saturating_add(1).min(super::points::MAX_POINTS);
        }
        AdvantageGain::NewAbility(text) => body.gained_abilities.push(text.clone()),
    }
}

/// Removes or changes the treated condition, or adds a recovery die.
fn apply_treatment_result(body: &mut Body, treatment: &TreatmentResult) {
    match treatment {
        TreatmentResult::Removed(condition) => remove_first_equal(&mut body.conditions, condition),
        TreatmentResult::Changed { from, to } => {
            if let Some(condition) = body.conditions.iter_mut().find(|held| *held == from) {
                *condition = *to;
            }
        }
        TreatmentResult::RecoveryDieAdded => {
            body.recovery_dice = body.recovery_dice.saturating_add(1)
        }
    }
}

/// Ends everything that lasts to the end of a turn, a round, some rounds or the encounter
/// (RANKS-END-2).
fn end_encounter_effects(fight: &mut Fight<Ranks>) {
    fight.state.current_combatant = None;
    for combatant in &mut fight.combatants {
        let body = &mut combatant.body;
        body.conditions.retain(Condition::outlasts_encounter);
        body.is_prone = false;
        body.recovery_dice = 0;
        body.is_in_defend_stance = false;
        body.readied_check = None;
        body.holds_actions = false;
        body.attention = None;
        body.extra_full_action_due = false;
        body.extra_bonus_action_due = false;
        body.initiative_points_due = 0;
        body.boons.clear();
        body.combined_bonuses.clear();
        body.raised_skills.clear();
    }
}

impl Boon {
    /// Creates a boon that the GM gives: it counts for the next check of any kind.
    pub fn for_next_check(effect: BoonEffect) -> Self {
        Self { effect, opponent: None, expiry: Expiry::Encounter }
    }
}
