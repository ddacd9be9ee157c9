//! State: what a fight of `ranks` remembers besides its combatants, and every note that changes it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Ranks;
use super::advantages::{Boon, Gain, Gift};
use super::combine::{Combined, Kind};
use super::conditions::{Condition, Track, Until};
use super::deeds::Deed;
use super::matching::Payment;
use super::readied::Readied;
use super::recovery::Treatment;
use super::sheet::{Ability, Action, Body, Code, Feet, Item, Matching, Name, Resisting, Skill};
use crate::fight::{Fight, Note as CoreNote};
use crate::ids::{CombatantId, ZoneId};
use crate::keyed::keyed;
use crate::modifier::Modifier;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct State {
    pub stage: Stage,
    /// The order of turns of this round (RANKS-INIT-1).
    pub order: Vec<CombatantId>,
    /// Whose turn runs.
    pub turn: Option<CombatantId>,
    pub chaos: Chaos,
    /// The scores of this round are rolled (RANKS-INIT-3).
    pub rolled: bool,
    /// The end of the line by which a side may leave, where it is not the default (RANKS-DIST-3).
    pub exits: BTreeMap<Name, Exit>,
    /// Pairs of sides that count as one (RANKS-END-1).
    pub allied: Vec<(Name, Name)>,
    /// How the fight ends, once that is decided.
    pub outcome: Option<Name>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    #[default]
    Setup,
    Turns,
    /// Holders are asked before the round ends (RANKS-HOLD-2).
    LastCall,
}

/// RANKS-INIT-3.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chaos {
    #[default]
    Off,
    /// Up to and with this round.
    Until(u16),
    Encounter,
}

keyed! {
    Exit {
        Left = "left",
        Right = "right",
        None = "none",
    }
}

keyed! {
    /// RANKS-OPT-1.
    Soak {
        Fixed = "fixed",
        Respond = "respond",
    }
}

keyed! {
    /// RANKS-OPT-2.
    FailMoves {
        Go = "go",
        Stop = "stop",
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    pub soak: Soak,
    pub fail_moves: FailMoves,
    /// RANKS-COND-2.
    pub ranks_add: bool,
    pub turn_secs: u32,
    pub answer_secs: u32,
    pub ruling_secs: u32,
}

impl Default for Settings {
    /// The clocks of the rule text's windows; 0 waits for ever.
    fn default() -> Self {
        Self {
            soak: Soak::Fixed,
            fail_moves: FailMoves::Go,
            ranks_add: true,
            turn_secs: 24 * 3600,
            answer_secs: 12 * 3600,
            ruling_secs: 24 * 3600,
        }
    }
}

/// What a zone is besides its name and its place in the row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Ground {
    pub length: Feet,
    /// RANKS-TERR-1.
    pub terrain: Option<Hindrance>,
    /// On the border to the next zone to the right.
    pub obstacle: Option<Hindrance>,
    pub narrow: bool,
    pub hazard: Option<Hazard>,
    pub objects: Vec<Object>,
    /// What was dropped.
    pub items: Vec<Lying>,
}

impl Default for Ground {
    /// RANKS-DIST-3: zones of 20 ft.
    fn default() -> Self {
        Self {
            length: 20,
            terrain: None,
            obstacle: None,
            narrow: false,
            hazard: None,
            objects: Vec::new(),
            items: Vec::new(),
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
    pub stops: bool,
}

/// RANKS-TERR-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hazard {
    pub damage: Code,
    /// Until it first acts.
    #[serde(default)]
    pub secret: bool,
}

/// RANKS-TERR-4: something to tip or hurl.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Object {
    pub name: Name,
    pub difficulty: u8,
    pub damage: Code,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lying {
    pub mark: Feet,
    pub item: Item,
}

keyed! {
    /// What of a round is spent.
    Allowance {
        Full = "full",
        Bonus = "bonus",
        Incidental = "incidental",
    }
}

impl From<Action> for Allowance {
    fn from(action: Action) -> Self {
        match action {
            Action::Full => Self::Full,
            Action::Bonus => Self::Bonus,
        }
    }
}

keyed! {
    /// How somebody changes the mark.
    Way {
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

keyed! {
    /// What a check is for.
    Purpose {
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
pub enum Note {
    /// RANKS-TURN-1: budgets are new.
    Refreshed,
    Scored {
        who: CombatantId,
        score: Option<i16>,
    },
    Ordered(Vec<CombatantId>),
    /// Somebody takes a place, or gives it up; and the order then.
    Placed {
        who: CombatantId,
        order: Vec<CombatantId>,
    },
    /// RANKS-INIT-4: a latecomer whose place has passed.
    PlacePassed(CombatantId),
    TurnBegan(CombatantId),
    TurnEnded(CombatantId),
    LastCalled,
    /// Wants nothing more (RANKS-HOLD-2).
    Done(CombatantId),
    Spent {
        who: CombatantId,
        what: Allowance,
    },
    /// RANKS-LUCK-1: an action point became an action.
    PointSpent {
        who: CombatantId,
        action: Action,
    },
    LuckSpent(CombatantId),
    LuckGained {
        who: CombatantId,
        amount: u8,
    },
    Attention {
        who: CombatantId,
        on: Option<CombatantId>,
    },
    /// What somebody sets about: an attack, a force, an interaction …
    Declared {
        who: CombatantId,
        deed: Deed,
        /// It was readied, and its moment has come.
        readied: bool,
    },
    /// It comes to nothing: one of the two is out of it.
    Lost(CombatantId),
    /// A check is rolled. Faces and totals only of those whose dice are known.
    Rolled {
        who: CombatantId,
        purpose: Purpose,
        ability: Ability,
        faces: Option<Vec<u8>>,
        /// By advantage or disadvantage.
        dropped: Option<u8>,
        total: Option<i16>,
        /// What changed it; only with the faces.
        #[serde(default)]
        modifiers: Vec<Modifier>,
    },
    /// A check went through; against what, where that may be known.
    Succeeded {
        who: CombatantId,
        target: Option<CombatantId>,
        purpose: Purpose,
        against: Option<i16>,
        rank: u8,
    },
    Failed {
        who: CombatantId,
        target: Option<CombatantId>,
        purpose: Purpose,
        against: Option<i16>,
    },
    /// One-check effects that go with a check.
    BoonsUsed {
        who: CombatantId,
        boons: Vec<Boon>,
    },
    /// What was combined goes with a check.
    CombinedUsed {
        who: CombatantId,
        kind: Kind,
    },
    DamageRolled {
        target: CombatantId,
        by: Option<CombatantId>,
        faces: Option<Vec<u8>>,
        total: Option<i16>,
        /// Strength and armour.
        against: Option<i16>,
    },
    Unhurt(CombatantId),
    Suffered {
        who: CombatantId,
        condition: Condition,
    },
    /// RANKS-COND-2.
    Overwhelmed {
        who: CombatantId,
        track: Track,
    },
    WentOut(CombatantId),
    ConditionEnded {
        who: CombatantId,
        condition: Condition,
    },
    BoonEnded {
        who: CombatantId,
        boon: Boon,
    },
    Defends(CombatantId),
    StanceEnded(CombatantId),
    /// Declared, paid and rolled.
    SetsOut {
        who: CombatantId,
        to: Feet,
        way: Way,
        flees: bool,
    },
    Moved {
        who: CombatantId,
        from: Feet,
        to: Feet,
        way: Way,
    },
    /// RANKS-MOVE-6.
    Stopped {
        who: CombatantId,
        at: Feet,
    },
    Matches {
        who: CombatantId,
        mover: CombatantId,
        action: Payment,
    },
    HazardStruck {
        who: CombatantId,
        zone: ZoneId,
    },
    Prone(CombatantId),
    StoodUp(CombatantId),
    ObjectUsed {
        zone: ZoneId,
        object: Name,
    },
    /// RANKS-TERR-4: the GM says what it does.
    Tipped {
        who: CombatantId,
        object: Name,
    },
    /// RANKS-ADV-2; numbers only for who may know them.
    Alert {
        who: CombatantId,
        points: Option<u8>,
    },
    Gained {
        who: CombatantId,
        by: CombatantId,
        gain: Gain,
    },
    Readied {
        who: CombatantId,
        readied: Option<Box<Readied>>,
    },
    ReadyFired(CombatantId),
    /// RANKS-READY-5: impossible when it fired.
    ReadyLost(CombatantId),
    /// Unfired, the holder's next turn starts.
    ReadyEnded(CombatantId),
    Holds(CombatantId),
    Combining {
        who: CombatantId,
        target: CombatantId,
        kind: Kind,
        skill: Skill,
        /// To interfere.
        hinders: bool,
    },
    Combined {
        who: CombatantId,
        combined: Combined,
    },
    /// The helper's next turn starts, or the GM struck it.
    CombinedEnded {
        by: CombatantId,
    },
    Treated {
        who: CombatantId,
        patient: CombatantId,
        treatment: Treatment,
    },
    RecoveringUsed(CombatantId),
    SkillRuled {
        who: CombatantId,
        difficulty: u8,
        effect: String,
    },
    SkillRefused(CombatantId),
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
    UsedUp {
        who: CombatantId,
        item: Name,
    },
    Said {
        who: CombatantId,
        text: String,
    },
    StandingOrder {
        who: CombatantId,
        matching: Option<Matching>,
        resisting: Option<Resisting>,
    },
    ChaosSet(Chaos),
    ExitSet {
        side: Name,
        exit: Exit,
    },
    Allied {
        side: Name,
        with: Name,
        is_on: bool,
    },
    /// By the GM.
    Given {
        who: CombatantId,
        boon: Boon,
    },
    Decided(Name),
    /// What ends with the encounter is gone (RANKS-END-2).
    Settled,
    SceneEnded,
    Meant {
        who: CombatantId,
        text: String,
    },
}

impl From<Note> for CoreNote<Ranks> {
    fn from(note: Note) -> Self {
        CoreNote::Rule(note)
    }
}

/// Makes a noted fact true: the only place where the system's state changes.
pub fn apply(fight: &mut Fight<Ranks>, note: &Note) {
    match note {
        Note::Refreshed => refresh(fight),
        Note::Scored { who, score } => {
            let body = fight.body_mut(*who);
            (body.score, body.due_initiative) = (*score, 0);
        }
        Note::Ordered(order) | Note::Placed { order, .. } => fight.state.order.clone_from(order),
        Note::PlacePassed(who) => fight.body_mut(*who).acted = true,
        Note::TurnBegan(who) => begin_turn(fight, *who),
        Note::TurnEnded(who) => {
            fight.state.turn = None;
            fight.body_mut(*who).incidental = false;
        }
        Note::LastCalled => fight.state.stage = Stage::LastCall,
        Note::Done(who) => fight.body_mut(*who).held = false,
        Note::Spent { who, what } => {
            let body = fight.body_mut(*who);
            match what {
                Allowance::Full => body.full = body.full.saturating_sub(1),
                Allowance::Bonus => body.bonus = body.bonus.saturating_sub(1),
                Allowance::Incidental => body.incidental = false,
            }
        }
        Note::PointSpent { who, action } => {
            let body = fight.body_mut(*who);
            body.action_points = body.action_points.saturating_sub(1);
            add_action(body, *action);
        }
        Note::LuckSpent(who) => {
            let luck = &mut fight.body_mut(*who).luck;
            *luck = luck.saturating_sub(1);
        }
        Note::LuckGained { who, amount } => {
            let luck = &mut fight.body_mut(*who).luck;
            *luck = luck.saturating_add(*amount).min(super::points::MOST);
        }
        Note::Attention { who, on } => fight.body_mut(*who).attention = *on,
        Note::BoonsUsed { who, boons } => {
            let own = &mut fight.body_mut(*who).boons;
            boons.iter().for_each(|used| take_one(own, used));
        }
        Note::CombinedUsed { who, kind } => {
            fight.body_mut(*who).combined.retain(|one| one.kind != *kind);
        }
        Note::Suffered { who, condition } => fight.body_mut(*who).conditions.push(*condition),
        Note::Overwhelmed { who, track } => {
            let conditions = &mut fight.body_mut(*who).conditions;
            conditions.retain(|one| one.track != *track);
            let (rank, until) = (super::conditions::OUT, Until::Recovered);
            conditions.push(Condition { track: *track, rank, until });
        }
        Note::WentOut(who) => go_out(fight, *who),
        Note::ConditionEnded { who, condition } => {
            take_one(&mut fight.body_mut(*who).conditions, condition);
        }
        Note::BoonEnded { who, boon } => take_one(&mut fight.body_mut(*who).boons, boon),
        Note::Defends(who) => fight.body_mut(*who).defending = true,
        Note::StanceEnded(who) => fight.body_mut(*who).defending = false,
        Note::Moved { who, to, .. } => fight.body_mut(*who).mark = Some(*to),
        Note::HazardStruck { zone, .. } => {
            let zone = fight.zones.get_mut(*zone);
            if let Some(hazard) = zone.and_then(|zone| zone.ground.hazard.as_mut()) {
                hazard.secret = false;
            }
        }
        Note::Prone(who) => fight.body_mut(*who).prone = true,
        Note::StoodUp(who) => fight.body_mut(*who).prone = false,
        Note::ObjectUsed { zone, object } => {
            if let Some(zone) = fight.zones.get_mut(*zone) {
                let objects = &mut zone.ground.objects;
                let at = objects.iter().position(|one| one.name == *object);
                at.map(|at| objects.remove(at));
            }
        }
        Note::Alert { who, points } => {
            let due = &mut fight.body_mut(*who).due_initiative;
            *due = due.saturating_add(points.unwrap_or(0));
        }
        Note::Gained { who, gain, .. } => gain_advantage(fight, *who, gain),
        Note::Readied { who, readied } => {
            fight.body_mut(*who).readied = readied.as_deref().cloned();
        }
        Note::ReadyFired(who) | Note::ReadyEnded(who) => fight.body_mut(*who).readied = None,
        Note::Holds(who) => fight.body_mut(*who).held = true,
        Note::Combined { who, combined } => fight.body_mut(*who).combined.push(*combined),
        Note::CombinedEnded { by } => {
            for one in &mut fight.combatants {
                one.body.combined.retain(|combined| combined.by != *by);
            }
        }
        Note::Treated { patient, treatment, .. } => treat(fight.body_mut(*patient), treatment),
        Note::RecoveringUsed(who) => fight.body_mut(*who).recovering = 0,
        Note::Fled(who) => {
            fight.body_mut(*who).gone = true;
            go_out(fight, *who);
        }
        Note::Conceded(who) => {
            fight.body_mut(*who).conceded = true;
            go_out(fight, *who);
        }
        Note::Equipped { who, item } => hold(fight.body_mut(*who), item, true),
        Note::Stowed { who, item } => hold(fight.body_mut(*who), item, false),
        Note::PickedUp { who, zone, item } => {
            let Some(lying) = fight.zones.get_mut(*zone) else { return };
            let lying = &mut lying.ground.items;
            let at = lying.iter().position(|one| one.item.name == *item);
            let Some(taken) = at.map(|at| lying.remove(at)) else { return };
            fight.body_mut(*who).gear.push(Item { held: true, ..taken.item });
        }
        Note::Dropped { who, zone, mark, item } => {
            let Some(item) = take_item(fight.body_mut(*who), item) else { return };
            if let Some(zone) = fight.zones.get_mut(*zone) {
                zone.ground.items.push(Lying { mark: *mark, item: Item { held: false, ..item } });
            }
        }
        Note::UsedUp { who, item } => {
            take_item(fight.body_mut(*who), item);
        }
        Note::StandingOrder { who, matching, resisting } => {
            let body = fight.body_mut(*who);
            body.matching = matching.unwrap_or(body.matching);
            body.resisting = resisting.unwrap_or(body.resisting);
        }
        Note::ChaosSet(chaos) => fight.state.chaos = *chaos,
        Note::ExitSet { side, exit } => {
            fight.state.exits.insert(side.clone(), *exit);
        }
        Note::Allied { side, with, is_on } => {
            let allied = &mut fight.state.allied;
            allied.retain(|(a, b)| !(a == side && b == with || a == with && b == side));
            if *is_on {
                allied.push((side.clone(), with.clone()));
            }
        }
        Note::Given { who, boon } => fight.body_mut(*who).boons.push(*boon),
        Note::Decided(outcome) => fight.state.outcome = Some(outcome.clone()),
        Note::Settled => settle(fight),
        Note::SceneEnded => {
            for one in &mut fight.combatants {
                one.body.conditions.retain(|condition| condition.until != Until::Scene);
            }
        }
        Note::Meant { who, text } => fight.body_mut(*who).meaning.clone_from(text),
        // Facts that are only told.
        Note::Declared { .. }
        | Note::Lost(_)
        | Note::Rolled { .. }
        | Note::Succeeded { .. }
        | Note::Failed { .. }
        | Note::DamageRolled { .. }
        | Note::Unhurt(_)
        | Note::SetsOut { .. }
        | Note::Stopped { .. }
        | Note::Matches { .. }
        | Note::Tipped { .. }
        | Note::ReadyLost(_)
        | Note::Combining { .. }
        | Note::SkillRuled { .. }
        | Note::SkillRefused(_)
        | Note::Cornered(_)
        | Note::Said { .. } => {}
    }
}

fn take_one<T: PartialEq>(list: &mut Vec<T>, one: &T) {
    let at = list.iter().position(|other| other == one);
    at.map(|at| list.remove(at));
}

fn take_item(body: &mut Body, name: &Name) -> Option<Item> {
    let held = body.gear.iter().position(|item| item.name == *name && item.held);
    let at = held.or_else(|| body.gear.iter().position(|item| item.name == *name));
    at.map(|at| body.gear.remove(at))
}

fn hold(body: &mut Body, name: &Name, held: bool) {
    let item = body.gear.iter_mut().find(|item| item.name == *name && item.held != held);
    if let Some(item) = item {
        item.held = held;
    }
}

/// RANKS-ADV-7: at most one extra action of a kind in a round.
fn add_action(body: &mut Body, action: Action) {
    match action {
        Action::Full if !body.extra_full => {
            (body.full, body.extra_full) = (body.full.saturating_add(1), true);
        }
        Action::Bonus if !body.extra_bonus => {
            (body.bonus, body.extra_bonus) = (body.bonus.saturating_add(1), true);
        }
        Action::Full | Action::Bonus => {}
    }
}

/// RANKS-TURN-1: one full action, one bonus action, one incidental movement, and the extra actions
/// that are due (RANKS-ADV-5); what was unspent is lost. RANKS-ADV-2: so are points on the
/// initiative of whoever is out of action now.
fn refresh(fight: &mut Fight<Ranks>) {
    fight.state.stage = Stage::Turns;
    fight.state.rolled = super::initiative::is_chaotic(fight);
    for one in &mut fight.combatants {
        let body = &mut one.body;
        (body.full, body.bonus, body.incidental) = (1, 1, true);
        (body.extra_full, body.extra_bonus) = (false, false);
        if std::mem::take(&mut body.due_full) {
            add_action(body, Action::Full);
        }
        if std::mem::take(&mut body.due_bonus) {
            add_action(body, Action::Bonus);
        }
        (body.acted, body.held) = (false, false);
        if !body.is_active() {
            body.due_initiative = 0;
        }
    }
}

/// Whoever stood before in the order has had its turn, or none (RANKS-COND-5). RANKS-COND-3: what
/// lasts to the end of the next turn ends with this one.
fn begin_turn(fight: &mut Fight<Ranks>, who: CombatantId) {
    fight.state.turn = Some(who);
    for one in fight.state.order.clone() {
        fight.body_mut(one).acted = true;
        if one == who {
            break;
        }
    }
    let body = fight.body_mut(who);
    let conditions = body.conditions.iter_mut().map(|one| &mut one.until);
    let boons = body.boons.iter_mut().map(|one| &mut one.until);
    for until in conditions.chain(boons).filter(|until| **until == Until::NextTurn) {
        *until = Until::ThisTurn;
    }
}

/// RANKS-COND-5: attention, stance, readied and held actions end. RANKS-ENG-2: attention on
/// someone no longer active becomes none.
fn go_out(fight: &mut Fight<Ranks>, who: CombatantId) {
    let body = fight.body_mut(who);
    (body.attention, body.defending, body.readied, body.held) = (None, false, None, false);
    for one in &mut fight.combatants {
        if one.body.attention == Some(who) {
            one.body.attention = None;
        }
    }
}

/// RANKS-ADV-4.
fn gain_advantage(fight: &mut Fight<Ranks>, who: CombatantId, gain: &Gain) {
    let body = fight.body_mut(who);
    match gain {
        Gain::Boon(boon) => body.boons.push(*boon),
        Gain::Action { action, is_due: false } => add_action(body, *action),
        Gain::Action { action: Action::Full, is_due: true } => body.due_full = true,
        Gain::Action { action: Action::Bonus, is_due: true } => body.due_bonus = true,
        Gain::Skill(skill) if body.raised.contains(skill) => {}
        Gain::Skill(skill) => body.raised.push(*skill),
        Gain::Point => {
            body.action_points = body.action_points.saturating_add(1).min(super::points::MOST);
        }
        Gain::Ability(text) => body.abilities.push(text.clone()),
    }
}

/// RANKS-REC-3, RANKS-REC-4.
fn treat(body: &mut Body, treatment: &Treatment) {
    match treatment {
        Treatment::Removed(condition) => take_one(&mut body.conditions, condition),
        Treatment::Changed { from, to } => {
            if let Some(one) = body.conditions.iter_mut().find(|one| *one == from) {
                *one = *to;
            }
        }
        Treatment::Recovering => body.recovering = body.recovering.saturating_add(1),
    }
}

/// RANKS-END-2: everything that lasts to the end of a turn, a round, some rounds or the encounter.
fn settle(fight: &mut Fight<Ranks>) {
    fight.state.turn = None;
    for one in &mut fight.combatants {
        let body = &mut one.body;
        body.conditions.retain(Condition::outlasts);
        (body.prone, body.recovering, body.defending) = (false, 0, false);
        (body.readied, body.held, body.attention) = (None, false, None);
        (body.due_full, body.due_bonus, body.due_initiative) = (false, false, 0);
        body.boons.clear();
        body.combined.clear();
        body.raised.clear();
    }
}

impl Boon {
    /// Of the GM's (RANKS-REF-1): on the next check.
    pub fn on_next_check(gives: Gift) -> Self {
        Self { gives, against: None, until: Until::Encounter }
    }
}
