//! State: what a fight of `ranks` remembers besides its combatants, and every note that changes it.

use std::collections::BTreeMap;

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
    Ability, ActionKind, Body, DiceCode, Feet, Item, MatchOrder, Name, ResistOrder, Skill,
};
use crate::core::fight::{Event as CoreEvent, Fight};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::keyed_enum::keyed_enum;
use crate::core::modifier::Modifier;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct State {
    pub stage: RoundStage,
    /// The order of turns of this round (RANKS-INIT-1).
    #[serde(rename = "order")]
    pub turn_order: Vec<CombatantId>,
    /// Whose turn runs.
    #[serde(rename = "turn")]
    pub current_combatant: Option<CombatantId>,
    pub chaos: ChaosMode,
    /// The scores of this round are rolled (RANKS-INIT-3).
    #[serde(rename = "rolled")]
    pub is_initiative_rolled: bool,
    /// The end of the line by which a side may leave, where it is not the default (RANKS-DIST-3).
    pub exits: BTreeMap<Name, ExitEnd>,
    /// Pairs of sides that count as one (RANKS-END-1).
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

/// RANKS-INIT-3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChaosMode {
    #[default]
    Off,
    /// Up to and with this round.
    #[serde(rename = "until")]
    UntilRound(u16),
    #[serde(rename = "encounter")]
    WholeEncounter,
}

keyed_enum! {
    ExitEnd {
        Left = "left",
        Right = "right",
        None = "none",
    }
}

keyed_enum! {
    /// RANKS-OPT-1.
    SoakMode {
        Fixed = "fixed",
        Respond = "respond",
    }
}

keyed_enum! {
    /// RANKS-OPT-2.
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
    /// RANKS-COND-2.
    #[serde(rename = "ranks_add")]
    pub condition_ranks_add_up: bool,
    pub turn_secs: u32,
    pub answer_secs: u32,
    pub ruling_secs: u32,
}

impl Default for Settings {
    /// The clocks of the rule text's windows; 0 waits for ever.
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
    /// RANKS-TERR-1.
    #[serde(rename = "terrain")]
    pub movement_hindrance: Option<Hindrance>,
    /// On the border to the next zone to the right.
    #[serde(rename = "obstacle")]
    pub border_obstacle: Option<Hindrance>,
    #[serde(rename = "narrow")]
    pub is_narrow: bool,
    pub hazard: Option<Hazard>,
    pub objects: Vec<Object>,
    /// What was dropped.
    #[serde(rename = "items")]
    pub dropped_items: Vec<DroppedItem>,
}

impl Default for Terrain {
    /// RANKS-DIST-3: zones of 20 ft.
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

/// RANKS-TERR-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hazard {
    pub damage: DiceCode,
    /// Until it first acts.
    #[serde(default)]
    #[serde(rename = "secret")]
    pub is_secret: bool,
}

/// RANKS-TERR-4: something to tip or hurl.
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
    pub mark: Feet,
    pub item: Item,
}

keyed_enum! {
    /// What of a round is spent.
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
    /// How somebody changes the mark.
    MovementKind {
        Incidental = "incidental",
        Bonus = "bonus",
        /// A bonus move by a roll of tumble (RANKS-MOVE-2).
        Tumble = "tumble",
        Full = "full",
        Sprint = "sprint",
        Match = "match",
        Forced = "forced",
        /// By the GM.
        Placed = "placed",
    }
}

keyed_enum! {
    /// What a check is for.
    CheckPurpose {
        Attack = "attack",
        /// The Defend stance.
        Stance = "stance",
        /// Readied (RANKS-READY-4).
        Defend = "defend",
        Resist = "resist",
        Soak = "soak",
        Move = "move",
        Match = "match",
        /// Driven over something (RANKS-FORCE-3).
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

/// One fact of a fight. What may be hidden from players is an `Option`: the engine always notes it,
/// a view leaves it out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// RANKS-TURN-1: budgets are new.
    #[serde(rename = "refreshed")]
    RoundBudgetsReset,
    #[serde(rename = "scored")]
    InitiativeScored {
        who: CombatantId,
        score: Option<i16>,
    },
    #[serde(rename = "ordered")]
    TurnOrderSet(Vec<CombatantId>),
    /// Somebody takes a place, or gives it up; and the order then.
    #[serde(rename = "placed")]
    TurnOrderChanged {
        who: CombatantId,
        order: Vec<CombatantId>,
    },
    /// RANKS-INIT-4: a latecomer whose place has passed.
    #[serde(rename = "place_passed")]
    TurnPassed(CombatantId),
    TurnBegan(CombatantId),
    TurnEnded(CombatantId),
    #[serde(rename = "last_called")]
    LastCallBegan,
    /// Wants nothing more (RANKS-HOLD-2).
    #[serde(rename = "done")]
    HoldingEnded(CombatantId),
    #[serde(rename = "spent")]
    ResourceSpent {
        who: CombatantId,
        #[serde(rename = "what")]
        resource: RoundResource,
    },
    /// RANKS-LUCK-1: an action point became an action.
    #[serde(rename = "point_spent")]
    ActionPointSpent {
        who: CombatantId,
        action: ActionKind,
    },
    LuckSpent(CombatantId),
    LuckGained {
        who: CombatantId,
        amount: u8,
    },
    #[serde(rename = "attention")]
    AttentionSet {
        who: CombatantId,
        #[serde(rename = "on")]
        target: Option<CombatantId>,
    },
    /// What somebody sets about: an attack, a force, an interaction …
    #[serde(rename = "declared")]
    ManeuverDeclared {
        who: CombatantId,
        #[serde(rename = "deed")]
        maneuver: Maneuver,
        /// It was readied, and its moment has come.
        #[serde(rename = "readied")]
        is_readied: bool,
    },
    /// It comes to nothing: one of the two is out of it.
    #[serde(rename = "lost")]
    ManeuverLost(CombatantId),
    /// A check is rolled. Faces and totals only of those whose dice are known.
    #[serde(rename = "rolled")]
    CheckRolled {
        who: CombatantId,
        purpose: CheckPurpose,
        ability: Ability,
        faces: Option<Vec<u8>>,
        /// By advantage or disadvantage.
        #[serde(rename = "dropped")]
        dropped_face: Option<u8>,
        total: Option<i16>,
        /// What changed it; only with the faces.
        #[serde(default)]
        modifiers: Vec<Modifier>,
    },
    /// A check went through; against what, where that may be known.
    #[serde(rename = "succeeded")]
    CheckSucceeded {
        who: CombatantId,
        target: Option<CombatantId>,
        purpose: CheckPurpose,
        #[serde(rename = "against")]
        threshold: Option<i16>,
        rank: u8,
    },
    #[serde(rename = "failed")]
    CheckFailed {
        who: CombatantId,
        target: Option<CombatantId>,
        purpose: CheckPurpose,
        #[serde(rename = "against")]
        threshold: Option<i16>,
    },
    /// One-check effects that go with a check.
    BoonsUsed {
        who: CombatantId,
        boons: Vec<Boon>,
    },
    /// What was combined goes with a check.
    #[serde(rename = "combined_used")]
    CombinedBonusesUsed {
        who: CombatantId,
        kind: CombinableAction,
    },
    DamageRolled {
        target: CombatantId,
        #[serde(rename = "by")]
        attacker: Option<CombatantId>,
        faces: Option<Vec<u8>>,
        total: Option<i16>,
        /// Strength and armour.
        #[serde(rename = "against")]
        toughness: Option<i16>,
    },
    #[serde(rename = "unhurt")]
    DamageResisted(CombatantId),
    #[serde(rename = "suffered")]
    ConditionGained {
        who: CombatantId,
        condition: Condition,
    },
    /// RANKS-COND-2.
    #[serde(rename = "overwhelmed")]
    TrackFilled {
        who: CombatantId,
        track: ConditionTrack,
    },
    #[serde(rename = "went_out")]
    WentOutOfAction(CombatantId),
    ConditionEnded {
        who: CombatantId,
        condition: Condition,
    },
    BoonEnded {
        who: CombatantId,
        boon: Boon,
    },
    #[serde(rename = "defends")]
    DefendStanceTaken(CombatantId),
    #[serde(rename = "stance_ended")]
    DefendStanceEnded(CombatantId),
    /// Declared, paid and rolled.
    #[serde(rename = "sets_out")]
    MovementDeclared {
        who: CombatantId,
        to: Feet,
        #[serde(rename = "way")]
        kind: MovementKind,
        #[serde(rename = "flees")]
        is_flight: bool,
    },
    Moved {
        who: CombatantId,
        from: Feet,
        to: Feet,
        #[serde(rename = "way")]
        kind: MovementKind,
    },
    /// RANKS-MOVE-6.
    #[serde(rename = "stopped")]
    MovementStopped {
        who: CombatantId,
        #[serde(rename = "at")]
        mark: Feet,
    },
    #[serde(rename = "matches")]
    MovementMatched {
        who: CombatantId,
        mover: CombatantId,
        #[serde(rename = "action")]
        payment: MatchPayment,
    },
    HazardStruck {
        who: CombatantId,
        zone: ZoneId,
    },
    #[serde(rename = "prone")]
    FellProne(CombatantId),
    StoodUp(CombatantId),
    ObjectUsed {
        zone: ZoneId,
        object: Name,
    },
    /// RANKS-TERR-4: the GM says what it does.
    #[serde(rename = "tipped")]
    ObjectTipped {
        who: CombatantId,
        object: Name,
    },
    /// RANKS-ADV-2; numbers only for who may know them.
    #[serde(rename = "alert")]
    InitiativePointsGained {
        who: CombatantId,
        points: Option<u8>,
    },
    #[serde(rename = "gained")]
    AdvantageGained {
        who: CombatantId,
        #[serde(rename = "by")]
        maker: CombatantId,
        gain: AdvantageGain,
    },
    #[serde(rename = "readied")]
    CheckReadied {
        who: CombatantId,
        readied: Option<Box<ReadiedCheck>>,
    },
    #[serde(rename = "ready_fired")]
    ReadiedCheckFired(CombatantId),
    /// RANKS-READY-5: impossible when it fired.
    #[serde(rename = "ready_lost")]
    ReadiedCheckLost(CombatantId),
    /// Unfired, the holder's next turn starts.
    #[serde(rename = "ready_ended")]
    ReadiedCheckExpired(CombatantId),
    #[serde(rename = "holds")]
    ActionsHeld(CombatantId),
    #[serde(rename = "combining")]
    CombinedActionDeclared {
        who: CombatantId,
        target: CombatantId,
        kind: CombinableAction,
        skill: Skill,
        /// To interfere.
        #[serde(rename = "hinders")]
        is_hindrance: bool,
    },
    #[serde(rename = "combined")]
    CombinedBonusGained {
        who: CombatantId,
        #[serde(rename = "combined")]
        bonus: CombinedBonus,
    },
    /// The helper's next turn starts, or the GM struck it.
    #[serde(rename = "combined_ended")]
    CombinedBonusesEnded {
        #[serde(rename = "by")]
        helper: CombatantId,
    },
    #[serde(rename = "treated")]
    ConditionTreated {
        who: CombatantId,
        patient: CombatantId,
        treatment: TreatmentResult,
    },
    #[serde(rename = "recovering_used")]
    RecoveryDiceUsed(CombatantId),
    #[serde(rename = "skill_ruled")]
    SkillCheckRuled {
        who: CombatantId,
        difficulty: u8,
        effect: String,
    },
    #[serde(rename = "skill_refused")]
    SkillCheckRefused(CombatantId),
    Fled(CombatantId),
    /// RANKS-FLEE-1: matched all the way.
    Cornered(CombatantId),
    Conceded(CombatantId),
    Equipped {
        who: CombatantId,
        item: Name,
    },
    /// Taken up from the ground.
    PickedUp {
        who: CombatantId,
        zone: ZoneId,
        item: Name,
    },
    Stowed {
        who: CombatantId,
        item: Name,
    },
    Dropped {
        who: CombatantId,
        zone: ZoneId,
        mark: Feet,
        item: Name,
    },
    #[serde(rename = "used_up")]
    ItemUsedUp {
        who: CombatantId,
        item: Name,
    },
    Said {
        who: CombatantId,
        text: String,
    },
    #[serde(rename = "standing_order")]
    StandingOrdersSet {
        who: CombatantId,
        #[serde(rename = "matching")]
        match_order: Option<MatchOrder>,
        #[serde(rename = "resisting")]
        resist_order: Option<ResistOrder>,
    },
    ChaosSet(ChaosMode),
    ExitSet {
        side: Name,
        exit: ExitEnd,
    },
    #[serde(rename = "allied")]
    AllianceSet {
        side: Name,
        #[serde(rename = "with")]
        other_side: Name,
        #[serde(rename = "is_on")]
        is_allied: bool,
    },
    /// By the GM.
    #[serde(rename = "given")]
    BoonGiven {
        who: CombatantId,
        boon: Boon,
    },
    #[serde(rename = "decided")]
    OutcomeDecided(Name),
    /// What ends with the encounter is gone (RANKS-END-2).
    #[serde(rename = "settled")]
    EncounterEffectsEnded,
    SceneEnded,
    #[serde(rename = "meant")]
    DefeatMeaningSet {
        who: CombatantId,
        text: String,
    },
}

impl From<Event> for CoreEvent<Ranks> {
    fn from(event: Event) -> Self {
        CoreEvent::System(event)
    }
}

/// Makes a noted fact true: the only place where the system's state changes.
pub fn apply_event(fight: &mut Fight<Ranks>, event: &Event) {
    match event {
        Event::RoundBudgetsReset => reset_round_budgets(fight),
        Event::InitiativeScored { who, score } => {
            let body = fight.body_mut(*who);
            (body.initiative, body.initiative_points_due) = (*score, 0);
        }
        Event::TurnOrderSet(order) | Event::TurnOrderChanged { order, .. } => {
            fight.state.turn_order.clone_from(order)
        }
        Event::TurnPassed(who) => fight.body_mut(*who).has_acted = true,
        Event::TurnBegan(who) => mark_turn_begun(fight, *who),
        Event::TurnEnded(who) => {
            fight.state.current_combatant = None;
            fight.body_mut(*who).has_incidental_move = false;
        }
        Event::LastCallBegan => fight.state.stage = RoundStage::LastCall,
        Event::HoldingEnded(who) => fight.body_mut(*who).holds_actions = false,
        Event::ResourceSpent { who, resource: what } => {
            let body = fight.body_mut(*who);
            match what {
                RoundResource::Full => body.full_actions = body.full_actions.saturating_sub(1),
                RoundResource::Bonus => body.bonus_actions = body.bonus_actions.saturating_sub(1),
                RoundResource::Incidental => body.has_incidental_move = false,
            }
        }
        Event::ActionPointSpent { who, action } => {
            let body = fight.body_mut(*who);
            body.action_points = body.action_points.saturating_sub(1);
            add_extra_action(body, *action);
        }
        Event::LuckSpent(who) => {
            let luck = &mut fight.body_mut(*who).luck;
            *luck = luck.saturating_sub(1);
        }
        Event::LuckGained { who, amount } => {
            let luck = &mut fight.body_mut(*who).luck;
            *luck = luck.saturating_add(*amount).min(super::points::MAX_POINTS);
        }
        Event::AttentionSet { who, target: on } => fight.body_mut(*who).attention = *on,
        Event::BoonsUsed { who, boons } => {
            let own = &mut fight.body_mut(*who).boons;
            boons.iter().for_each(|used| remove_first_equal(own, used));
        }
        Event::CombinedBonusesUsed { who, kind } => {
            fight.body_mut(*who).combined_bonuses.retain(|one| one.kind != *kind);
        }
        Event::ConditionGained { who, condition } => {
            fight.body_mut(*who).conditions.push(*condition)
        }
        Event::TrackFilled { who, track } => {
            let conditions = &mut fight.body_mut(*who).conditions;
            conditions.retain(|one| one.track != *track);
            let (rank, until) = (super::conditions::OUT_OF_ACTION_RANK, Expiry::Recovered);
            conditions.push(Condition { track: *track, rank, expiry: until });
        }
        Event::WentOutOfAction(who) => drop_stance_and_attention(fight, *who),
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
        Event::ObjectUsed { zone, object } => {
            if let Some(zone) = fight.zones.get_mut(*zone) {
                let objects = &mut zone.terrain.objects;
                let at = objects.iter().position(|one| one.name == *object);
                at.map(|at| objects.remove(at));
            }
        }
        Event::InitiativePointsGained { who, points } => {
            let due = &mut fight.body_mut(*who).initiative_points_due;
            *due = due.saturating_add(points.unwrap_or(0));
        }
        Event::AdvantageGained { who, gain, .. } => apply_gain(fight, *who, gain),
        Event::CheckReadied { who, readied } => {
            fight.body_mut(*who).readied_check = readied.as_deref().cloned();
        }
        Event::ReadiedCheckFired(who) | Event::ReadiedCheckExpired(who) => {
            fight.body_mut(*who).readied_check = None
        }
        Event::ActionsHeld(who) => fight.body_mut(*who).holds_actions = true,
        Event::CombinedBonusGained { who, bonus: combined } => {
            fight.body_mut(*who).combined_bonuses.push(*combined)
        }
        Event::CombinedBonusesEnded { helper: by } => {
            for one in &mut fight.combatants {
                one.body.combined_bonuses.retain(|combined| combined.helper != *by);
            }
        }
        Event::ConditionTreated { patient, treatment, .. } => {
            apply_treatment(fight.body_mut(*patient), treatment)
        }
        Event::RecoveryDiceUsed(who) => fight.body_mut(*who).recovery_dice = 0,
        Event::Fled(who) => {
            fight.body_mut(*who).has_fled = true;
            drop_stance_and_attention(fight, *who);
        }
        Event::Conceded(who) => {
            fight.body_mut(*who).has_conceded = true;
            drop_stance_and_attention(fight, *who);
        }
        Event::Equipped { who, item } => set_item_held(fight.body_mut(*who), item, true),
        Event::Stowed { who, item } => set_item_held(fight.body_mut(*who), item, false),
        Event::PickedUp { who, zone, item } => {
            let Some(lying) = fight.zones.get_mut(*zone) else { return };
            let lying = &mut lying.terrain.dropped_items;
            let at = lying.iter().position(|one| one.item.name == *item);
            let Some(taken) = at.map(|at| lying.remove(at)) else { return };
            fight.body_mut(*who).gear.push(Item { is_held: true, ..taken.item });
        }
        Event::Dropped { who, zone, mark, item } => {
            let Some(item) = remove_item(fight.body_mut(*who), item) else { return };
            if let Some(zone) = fight.zones.get_mut(*zone) {
                zone.terrain
                    .dropped_items
                    .push(DroppedItem { mark: *mark, item: Item { is_held: false, ..item } });
            }
        }
        Event::ItemUsedUp { who, item } => {
            remove_item(fight.body_mut(*who), item);
        }
        Event::StandingOrdersSet { who, match_order: matching, resist_order: resisting } => {
            let body = fight.body_mut(*who);
            body.match_order = matching.unwrap_or(body.match_order);
            body.resist_order = resisting.unwrap_or(body.resist_order);
        }
        Event::ChaosSet(chaos) => fight.state.chaos = *chaos,
        Event::ExitSet { side, exit } => {
            fight.state.exits.insert(side.clone(), *exit);
        }
        Event::AllianceSet { side, other_side: with, is_allied: is_on } => {
            let allied = &mut fight.state.allied_sides;
            allied.retain(|(a, b)| !(a == side && b == with || a == with && b == side));
            if *is_on {
                allied.push((side.clone(), with.clone()));
            }
        }
        Event::BoonGiven { who, boon } => fight.body_mut(*who).boons.push(*boon),
        Event::OutcomeDecided(outcome) => fight.state.outcome = Some(outcome.clone()),
        Event::EncounterEffectsEnded => end_encounter_effects(fight),
        Event::SceneEnded => {
            for one in &mut fight.combatants {
                one.body.conditions.retain(|condition| condition.expiry != Expiry::Scene);
            }
        }
        Event::DefeatMeaningSet { who, text } => {
            fight.body_mut(*who).defeat_meaning.clone_from(text)
        }
        // Facts that are only told.
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

fn remove_first_equal<T: PartialEq>(list: &mut Vec<T>, item: &T) {
    let at = list.iter().position(|other| other == item);
    at.map(|at| list.remove(at));
}

fn remove_item(body: &mut Body, name: &Name) -> Option<Item> {
    let held = body.gear.iter().position(|item| item.name == *name && item.is_held);
    let at = held.or_else(|| body.gear.iter().position(|item| item.name == *name));
    at.map(|at| body.gear.remove(at))
}

fn set_item_held(body: &mut Body, name: &Name, is_held: bool) {
    let item = body.gear.iter_mut().find(|item| item.name == *name && item.is_held != is_held);
    if let Some(item) = item {
        item.is_held = is_held;
    }
}

/// RANKS-ADV-7: at most one extra action of a kind in a round.
fn add_extra_action(body: &mut Body, action: ActionKind) {
    match action {
        ActionKind::Full if !body.got_extra_full_action => {
            (body.full_actions, body.got_extra_full_action) =
                (body.full_actions.saturating_add(1), true);
        }
        ActionKind::Bonus if !body.got_extra_bonus_action => {
            (body.bonus_actions, body.got_extra_bonus_action) =
                (body.bonus_actions.saturating_add(1), true);
        }
        ActionKind::Full | ActionKind::Bonus => {}
    }
}

/// RANKS-TURN-1: one full action, one bonus action, one incidental movement, and the extra actions
/// that are due (RANKS-ADV-5); what was unspent is lost. RANKS-ADV-2: so are points on the
/// initiative of whoever is out of action now.
fn reset_round_budgets(fight: &mut Fight<Ranks>) {
    fight.state.stage = RoundStage::Turns;
    fight.state.is_initiative_rolled = super::initiative::is_chaotic(fight);
    for one in &mut fight.combatants {
        let body = &mut one.body;
        (body.full_actions, body.bonus_actions, body.has_incidental_move) = (1, 1, true);
        (body.got_extra_full_action, body.got_extra_bonus_action) = (false, false);
        if std::mem::take(&mut body.extra_full_action_due) {
            add_extra_action(body, ActionKind::Full);
        }
        if std::mem::take(&mut body.extra_bonus_action_due) {
            add_extra_action(body, ActionKind::Bonus);
        }
        (body.has_acted, body.holds_actions) = (false, false);
        if !body.is_active() {
            body.initiative_points_due = 0;
        }
    }
}

/// Whoever stood before in the order has had its turn, or none (RANKS-COND-5). RANKS-COND-3: what
/// lasts to the end of the next turn ends with this one.
fn mark_turn_begun(fight: &mut Fight<Ranks>, who: CombatantId) {
    fight.state.current_combatant = Some(who);
    for one in fight.state.turn_order.clone() {
        fight.body_mut(one).has_acted = true;
        if one == who {
            break;
        }
    }
    let body = fight.body_mut(who);
    let conditions = body.conditions.iter_mut().map(|one| &mut one.expiry);
    let boons = body.boons.iter_mut().map(|one| &mut one.expiry);
    for until in conditions.chain(boons).filter(|until| **until == Expiry::NextTurn) {
        *until = Expiry::ThisTurn;
    }
}

/// RANKS-COND-5: attention, stance, readied and held actions end. RANKS-ENG-2: attention on
/// someone no longer active becomes none.
fn drop_stance_and_attention(fight: &mut Fight<Ranks>, who: CombatantId) {
    let body = fight.body_mut(who);
    (body.attention, body.is_in_defend_stance, body.readied_check, body.holds_actions) =
        (None, false, None, false);
    for one in &mut fight.combatants {
        if one.body.attention == Some(who) {
            one.body.attention = None;
        }
    }
}

/// RANKS-ADV-4.
fn apply_gain(fight: &mut Fight<Ranks>, who: CombatantId, gain: &AdvantageGain) {
    let body = fight.body_mut(who);
    match gain {
        AdvantageGain::Boon(boon) => body.boons.push(*boon),
        AdvantageGain::Action { action, is_next_round: false } => add_extra_action(body, *action),
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

/// RANKS-REC-3, RANKS-REC-4.
fn apply_treatment(body: &mut Body, treatment: &TreatmentResult) {
    match treatment {
        TreatmentResult::Removed(condition) => remove_first_equal(&mut body.conditions, condition),
        TreatmentResult::Changed { from, to } => {
            if let Some(one) = body.conditions.iter_mut().find(|one| *one == from) {
                *one = *to;
            }
        }
        TreatmentResult::RecoveryDieAdded => {
            body.recovery_dice = body.recovery_dice.saturating_add(1)
        }
    }
}

/// RANKS-END-2: everything that lasts to the end of a turn, a round, some rounds or the encounter.
fn end_encounter_effects(fight: &mut Fight<Ranks>) {
    fight.state.current_combatant = None;
    for one in &mut fight.combatants {
        let body = &mut one.body;
        body.conditions.retain(Condition::outlasts_encounter);
        (body.is_prone, body.recovery_dice, body.is_in_defend_stance) = (false, 0, false);
        (body.readied_check, body.holds_actions, body.attention) = (None, false, None);
        (body.extra_full_action_due, body.extra_bonus_action_due, body.initiative_points_due) =
            (false, false, 0);
        body.boons.clear();
        body.combined_bonuses.clear();
        body.raised_skills.clear();
    }
}

impl Boon {
    /// Of the GM's (RANKS-REF-1): on the next check.
    pub fn for_next_check(effect: BoonEffect) -> Self {
        Self { effect, opponent: None, expiry: Expiry::Encounter }
    }
}
