//! State: what a fight of `fates` remembers besides its combatants, and every note that changes it.

use serde::{Deserialize, Serialize};

use super::Fates;
use super::checks::Check;
use super::fallen::Fate;
use super::holds::Hold;
use super::sheet::{Aim, Attribute, Item, Name, Skill, Trait};
use crate::dice::Thrown;
use crate::fight::{Fight, Note as CoreNote};
use crate::ids::{CombatantId, ZoneId};
use crate::keyed::keyed;
use crate::modifier::Modifier;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct State {
    pub stage: Stage,
    /// The order of turns (FATES-INIT-4). Who stops being active has no place in it.
    pub order: Vec<CombatantId>,
    /// Who was chosen to go before the others of that score (FATES-INIT-5).
    pub chosen: Vec<CombatantId>,
    pub turn: Option<Turn>,
    /// Whose Blaze of Glory comes next (FATES-FATE-7).
    pub blaze: Option<CombatantId>,
    /// Whose come after that, in this order (FATES-FATE-9).
    pub later_blazes: Vec<CombatantId>,
    /// Rolls that are shown and not yet decided, the innermost last.
    pub rolls: Vec<Roll>,
    /// The last roll has had all the Help it may have (FATES-HELP-3).
    pub help_full: bool,
    /// A turn has ended, and the next one has not begun: time to see whether a side is left.
    pub turn_over: bool,
    /// How the fight ends, once that is decided.
    pub outcome: Option<Outcome>,
}

impl State {
    /// FATES-FATE-9: Blaze turns come in the order in which they were chosen.
    fn add_blaze(&mut self, who: CombatantId) {
        match self.blaze {
            None => self.blaze = Some(who),
            Some(_) => self.later_blazes.push(who),
        }
    }

    /// That turn has begun, or never will.
    fn drop_blaze(&mut self, who: CombatantId) {
        let all = self.blaze.into_iter().chain(std::mem::take(&mut self.later_blazes));
        let mut left = all.filter(|one| *one != who);
        self.blaze = left.next();
        self.later_blazes = left.collect();
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    #[default]
    Setup,
    /// Players roll for initiative.
    Init,
    /// The order stands, and tied players choose who goes first (FATES-INIT-5).
    Ties,
    Rounds,
}

/// The turn that is running (FATES-TURN-3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    pub who: CombatantId,
    pub moved: bool,
    /// How many Actions are used, without Free Actions.
    pub actions: u8,
    /// The traits whose Free Action is used.
    pub free: Vec<Trait>,
    /// The one object handling is used (FATES-TURN-7).
    pub handled: bool,
    /// It has Gained Momentum (FATES-TURN-5).
    pub momentum: bool,
    /// A Blaze of Glory.
    pub blaze: bool,
    pub done: bool,
}

impl Turn {
    pub fn new(who: CombatantId, blaze: bool) -> Self {
        let (moved, handled, momentum, done) = (false, false, false, false);
        Self { who, moved, actions: 0, free: Vec::new(), handled, momentum, blaze, done }
    }

    /// Nothing of it is used.
    pub fn is_fresh(&self) -> bool {
        !self.moved && self.actions == 0 && self.free.is_empty() && !self.handled
    }
}

/// A roll that is shown and not yet decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    pub who: CombatantId,
    /// As it was rolled.
    pub total: u8,
    pub helps: Vec<Help>,
}

impl Roll {
    /// What it comes to with the Helps it has had.
    pub fn helped(&self) -> u8 {
        self.helps.iter().fold(self.total, |total, help| total.saturating_add(help.rank))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Help {
    pub by: CombatantId,
    pub rank: u8,
}

keyed! {
    /// How a fight ends.
    Outcome {
        Won = "won",
        Lost = "lost",
        Truce = "truce",
    }
}

keyed! {
    /// FATES-OPT-1.
    Destiny {
        Momentum = "momentum",
        Off = "off",
    }
}

keyed! {
    /// FATES-TURN-10: what the bot does when the turn clock runs out.
    Absent {
        Defend = "defend",
        Pass = "pass",
        Wait = "wait",
    }
}

keyed! {
    /// FATES-FLEE-2: where every enemy must be for an escape.
    FleeRange {
        /// At Extreme range.
        Extreme = "extreme",
        /// Closer than that.
        Closer = "closer",
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    pub destiny: Destiny,
    pub absent: Absent,
    pub flee_range: FleeRange,
    /// FATES-OPT-2: a label.
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
    /// The clocks of the rule text's windows; 0 waits for ever.
    fn default() -> Self {
        Self {
            destiny: Destiny::Momentum,
            absent: Absent::Defend,
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

/// What a zone is besides its name and neighbours.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Ground {
    /// Doors on its links (FATES-ZONE-5). Invariant: the other zone has the same one.
    pub doors: Vec<Door>,
    /// What lies here.
    pub items: Vec<Item>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Door {
    pub to: ZoneId,
    pub state: DoorState,
}

keyed! {
    DoorState {
        Open = "open",
        Closed = "closed",
        Locked = "locked",
    }
}

keyed! {
    /// FATES-GM-1: what players may know of an NPC's Resolve.
    Band {
        Unhurt = "unhurt",
        Hurt = "hurt",
        Battered = "battered",
    }
}

impl Band {
    pub fn of(resolve: u8, resolve_max: u8) -> Self {
        if u16::from(resolve) * 2 <= u16::from(resolve_max) {
            Self::Battered
        } else if resolve < resolve_max {
            Self::Hurt
        } else {
            Self::Unhurt
        }
    }
}

keyed! {
    /// How somebody stops being active (FATES-COND-5).
    Exit {
        Down = "down",
        Dead = "dead",
        Removed = "removed",
        Escaped = "escaped",
    }
}

keyed! {
    /// What of a turn is spent.
    Allowance {
        Move = "move",
        Action = "action",
        Free = "free",
        Handling = "handling",
    }
}

keyed! {
    Way {
        Move = "move",
        Dash = "dash",
        /// With the Defend of a Juggernaut.
        Step = "step",
        /// By the GM.
        Placed = "placed",
    }
}

keyed! {
    /// Why Resolve was regained.
    Relief {
        Help = "help",
        Item = "item",
        Push = "push",
        Demise = "demise",
        Rest = "rest",
        Gm = "gm",
    }
}

/// One fact of a fight. What may be hidden from players is an `Option`: the engine always notes it,
/// a view leaves it out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    /// Players roll for initiative now.
    InitBegan,
    /// An initiative score: a die was rolled for a PC.
    Scored {
        who: CombatantId,
        face: Option<u8>,
        score: u8,
    },
    /// Chosen by tied players (FATES-INIT-5).
    GoesFirst(CombatantId),
    Ordered(Vec<CombatantId>),
    /// Somebody takes a place, or gives it up; and the order then.
    Placed {
        who: CombatantId,
        order: Vec<CombatantId>,
    },
    /// The order stands but for who goes first of the tied (FATES-INIT-5).
    TiesBegan,
    /// FATES-TURN-1: in a new round nobody has acted yet.
    Refreshed,
    /// Who joins a running fight before the turn that runs has acted (FATES-INIT-11).
    CountsAsActed(CombatantId),
    TurnBegan {
        who: CombatantId,
        blaze: bool,
    },
    TurnEnded(CombatantId),
    /// It wants nothing more of its turn.
    Finished(CombatantId),
    Delayed {
        who: CombatantId,
        after: CombatantId,
    },
    Spent {
        who: CombatantId,
        what: Allowance,
        by: Option<Trait>,
    },
    FpSpent(CombatantId),
    FpGained(CombatantId),
    Moved {
        who: CombatantId,
        from: ZoneId,
        to: ZoneId,
        way: Way,
    },
    Attacked {
        who: CombatantId,
        target: CombatantId,
        weapon: Name,
        held: bool,
    },
    /// Somebody is out of it, or out of range, when the dice should fall (FATES-ATK-5).
    AttackLost {
        who: CombatantId,
        target: CombatantId,
    },
    Tried {
        who: CombatantId,
        check: Check,
        held: bool,
    },
    /// Whoever tried is out of it before the dice fall.
    CheckLost(CombatantId),
    DifficultySet {
        who: CombatantId,
        difficulty: u8,
    },
    /// A roll is shown. Faces only of those whose dice are known.
    Rolled {
        who: CombatantId,
        faces: Option<Vec<u8>>,
        total: u8,
        /// What was added and which dice; only with the faces.
        #[serde(default)]
        modifiers: Vec<Modifier>,
    },
    DestinyRolled {
        who: CombatantId,
        face: u8,
    },
    Momentum(CombatantId),
    /// A Help, and what the roll comes to with it.
    Helped {
        who: CombatantId,
        by: CombatantId,
        skill: Skill,
        rank: Option<u8>,
        total: Option<u8>,
        text: String,
    },
    HelpStruck(CombatantId),
    /// The total that counts; the Help window is closed.
    RollClosed {
        who: CombatantId,
        total: u8,
    },
    Hit {
        who: CombatantId,
        target: CombatantId,
        total: u8,
        defense: Option<u8>,
    },
    Missed {
        who: CombatantId,
        target: CombatantId,
        total: u8,
        defense: Option<u8>,
    },
    Succeeded {
        who: CombatantId,
        total: u8,
        difficulty: u8,
    },
    Failed {
        who: CombatantId,
        total: u8,
        difficulty: u8,
    },
    DamageRolled {
        who: CombatantId,
        target: CombatantId,
        total: u8,
        /// What armour takes off it, halved or not.
        armour: Option<u8>,
        halved: Option<bool>,
        /// Only for who may know the attacker's numbers.
        #[serde(default)]
        dice: Option<Thrown>,
    },
    /// Resolve lost; numbers only for who may know them.
    Lost {
        who: CombatantId,
        amount: Option<u8>,
        left: Option<u8>,
        band: Band,
    },
    /// Damage to one who dies at the end of this turn anyway (FATES-FATE-8).
    NoEffect(CombatantId),
    Wounded(CombatantId),
    Regained {
        who: CombatantId,
        amount: Option<u8>,
        left: Option<u8>,
        band: Band,
        relief: Relief,
    },
    /// No longer active.
    Out {
        who: CombatantId,
        exit: Exit,
    },
    Defended {
        who: CombatantId,
        with: Skill,
        bonus: Option<u8>,
    },
    DefendEnded {
        who: CombatantId,
        /// By an attack (FATES-DEF-2).
        broken: bool,
    },
    Aimed {
        who: CombatantId,
        with: Option<Skill>,
        aim: Option<Aim>,
    },
    AimUsed(CombatantId),
    HelpStored(CombatantId),
    /// An unused Help pays out (FATES-HELP-6).
    HelpPaid {
        who: CombatantId,
        to: Option<CombatantId>,
    },
    Held {
        who: CombatantId,
        hold: Option<Box<Hold>>,
    },
    HoldFired(CombatantId),
    /// It was illegal when it fired (FATES-HOLD-6).
    HoldWasted(CombatantId),
    /// The holder's next turn has come.
    HoldEnded(CombatantId),
    Grappled {
        who: CombatantId,
        by: CombatantId,
        total: u8,
    },
    Freed {
        who: CombatantId,
        by: CombatantId,
    },
    DoorSet {
        zone: ZoneId,
        to: ZoneId,
        state: Option<DoorState>,
        by: Option<CombatantId>,
    },
    Swapped {
        who: CombatantId,
        item: Name,
    },
    PickedUp {
        who: CombatantId,
        zone: ZoneId,
        item: Name,
    },
    Dropped {
        who: CombatantId,
        zone: ZoneId,
        item: Name,
    },
    LooseLaid {
        zone: ZoneId,
        item: Name,
    },
    /// Declared: an item is about to be used up.
    Using {
        who: CombatantId,
        item: Name,
        on: CombatantId,
    },
    UsedUp {
        who: CombatantId,
        item: Name,
        on: CombatantId,
    },
    Interacted {
        who: CombatantId,
        text: String,
    },
    /// Declared: a door is about to be worked.
    DoorTried {
        who: CombatantId,
        to: ZoneId,
        open: bool,
    },
    /// A declared use of an item comes to nothing.
    UseLost(CombatantId),
    /// With the player's own words, where there are any (FATES-FATE-1).
    FateChosen {
        who: CombatantId,
        fate: Fate,
        text: String,
    },
    Ignored {
        who: CombatantId,
        text: String,
    },
    /// Attributes lowered for good, 1D for each time they are named, and the dice that are left of
    /// them.
    Lowered {
        who: CombatantId,
        attributes: Vec<Attribute>,
        left: Option<Vec<u8>>,
    },
    PickOwed(CombatantId),
    PushRolled {
        who: CombatantId,
        total: u8,
    },
    DemiseRolled {
        who: CombatantId,
        total: u8,
    },
    /// The turn that runs is cut, and theirs comes next (FATES-FATE-7).
    Blazed(CombatantId),
    Escaping(CombatantId),
    /// It did not get away.
    EscapeFailed(CombatantId),
    Rested(CombatantId),
    /// The GM goes on although a side has nobody left (FATES-END-1).
    WentOn,
    Decided(Outcome),
    /// What ends with the fight is gone (FATES-END-2).
    Settled,
}

impl From<Note> for CoreNote<Fates> {
    fn from(note: Note) -> Self {
        CoreNote::Rule(note)
    }
}

/// Makes a noted fact true: the only place where the system's state changes.
pub fn apply(fight: &mut Fight<Fates>, note: &Note) {
    match note {
        Note::InitBegan => fight.state.stage = Stage::Init,
        Note::Scored { who, score, .. } => fight.body_mut(*who).score = Some(*score),
        Note::GoesFirst(who) => fight.state.chosen.push(*who),
        Note::Ordered(order) | Note::Placed { order, .. } => fight.state.order.clone_from(order),
        Note::TiesBegan => fight.state.stage = Stage::Ties,
        Note::Refreshed => refresh(fight),
        Note::CountsAsActed(who) => {
            let body = fight.body_mut(*who);
            (body.acted, body.started) = (true, true);
        }
        Note::TurnBegan { who, blaze } => {
            fight.body_mut(*who).started = true;
            fight.state.turn = Some(Turn::new(*who, *blaze));
            fight.state.turn_over = false;
            fight.state.drop_blaze(*who);
        }
        Note::TurnEnded(who) => end_turn(fight, *who),
        Note::Finished(who) => on_turn(fight, *who, |turn| turn.done = true),
        Note::Delayed { who, after } => {
            fight.body_mut(*who).delayed = true;
            let state = &mut fight.state;
            state.turn = None;
            state.order.retain(|one| one != who);
            let at = state.order.iter().position(|one| one == after);
            state.order.insert(at.map_or(state.order.len(), |at| at + 1), *who);
        }
        Note::Spent { who, what, by } => on_turn(fight, *who, |turn| match what {
            Allowance::Move => turn.moved = true,
            Allowance::Action => turn.actions += 1,
            Allowance::Free => turn.free.extend(*by),
            Allowance::Handling => turn.handled = true,
        }),
        Note::FpSpent(who) => {
            let fp = &mut fight.body_mut(*who).fp;
            *fp = fp.saturating_sub(1);
        }
        Note::FpGained(who) => {
            let fp = &mut fight.body_mut(*who).fp;
            *fp = fp.saturating_add(1);
        }
        Note::Moved { who, to, .. } => fight.body_mut(*who).zone = Some(*to),
        Note::Rolled { who, total, .. } => {
            fight.state.help_full = false;
            fight.state.rolls.push(Roll { who: *who, total: *total, helps: Vec::new() });
        }
        Note::Momentum(who) => on_turn(fight, *who, |turn| turn.momentum = true),
        Note::Helped { by, rank, .. } => {
            let help = &mut fight.body_mut(*by).help;
            *help = help.saturating_sub(1);
            if let Some(roll) = fight.state.rolls.last_mut() {
                roll.helps.push(Help { by: *by, rank: rank.unwrap_or(0) });
            }
        }
        Note::HelpStruck(by) => {
            if fight.body(*by).is_active() {
                store_help(fight, *by);
            }
            if let Some(roll) = fight.state.rolls.last_mut()
                && let Some(at) = roll.helps.iter().rposition(|help| help.by == *by)
            {
                roll.helps.remove(at);
            }
        }
        Note::RollClosed { .. } => {
            let closed = fight.state.rolls.pop();
            let is_full = |roll: Roll| roll.helps.len() >= super::help::MOST_HELPS;
            fight.state.help_full = closed.is_some_and(is_full);
        }
        Note::Lost { who, amount, .. } => {
            let body = fight.body_mut(*who);
            body.resolve = body.resolve.saturating_sub(amount.unwrap_or(0));
        }
        Note::Wounded(who) => fight.body_mut(*who).wounded = true,
        Note::Regained { who, amount, .. } => {
            let body = fight.body_mut(*who);
            body.resolve = (body.resolve + amount.unwrap_or(0)).min(body.resolve_max);
            body.wounded &= body.resolve == 0;
        }
        Note::Out { who, exit } => go_out(fight, *who, *exit),
        Note::Defended { who, bonus, .. } => {
            fight.body_mut(*who).defend = Some(bonus.unwrap_or(0));
        }
        Note::DefendEnded { who, .. } => fight.body_mut(*who).defend = None,
        Note::Aimed { who, aim, .. } => fight.body_mut(*who).aim = *aim,
        Note::AimUsed(who) => fight.body_mut(*who).aim = None,
        Note::HelpStored(who) => store_help(fight, *who),
        Note::HelpPaid { who, .. } => {
            let help = &mut fight.body_mut(*who).help;
            *help = help.saturating_sub(1);
        }
        Note::Held { who, hold } => fight.body_mut(*who).hold = hold.as_deref().cloned(),
        Note::HoldFired(who) | Note::HoldEnded(who) => fight.body_mut(*who).hold = None,
        Note::Grappled { who, by, total } => {
            let body = fight.body_mut(*who);
            (body.grappled_by, body.grapple_total) = (Some(*by), *total);
        }
        Note::Freed { who, .. } => {
            let body = fight.body_mut(*who);
            (body.grappled_by, body.grapple_total) = (None, 0);
        }
        Note::DoorSet { zone, to, state, .. } => {
            for (zone, to) in [(*zone, *to), (*to, *zone)] {
                if let Some(zone) = fight.zones.get_mut(zone) {
                    let doors = &mut zone.ground.doors;
                    doors.retain(|door| door.to != to);
                    doors.extend(state.map(|state| Door { to, state }));
                }
            }
        }
        Note::Swapped { who, item } => fight.body_mut(*who).in_hand.clone_from(item),
        Note::PickedUp { who, zone, item } => {
            let Some(lying) = fight.zones.get_mut(*zone) else { return };
            let lying = &mut lying.ground.items;
            let at = lying.iter().position(|one| one.name == *item);
            let Some(item) = at.map(|at| lying.remove(at)) else { return };
            let body = fight.body_mut(*who);
            if body.in_hand.is_empty() {
                body.in_hand.clone_from(&item.name);
            }
            body.gear.push(item);
        }
        Note::Dropped { who, zone, item } => {
            let taken = take_item(fight, *who, item);
            if let Some(zone) = fight.zones.get_mut(*zone) {
                zone.ground.items.extend(taken);
            }
        }
        Note::LooseLaid { zone, item } => {
            if let Some(zone) = fight.zones.get_mut(*zone) {
                zone.ground.items.push(Item::new(item));
            }
        }
        Note::UsedUp { who, item, .. } => {
            take_item(fight, *who, item);
        }
        Note::Ignored { who, .. } => fight.body_mut(*who).ignores += 1,
        Note::Lowered { who, attributes, .. } => {
            let body = fight.body_mut(*who);
            body.pick_owed = false;
            for attribute in attributes {
                let dice = body.attribute_mut(*attribute);
                *dice = dice.saturating_sub(1);
            }
        }
        Note::FateChosen { who, fate: Fate::Never, .. } => {
            fight.body_mut(*who).never_the_same += 1;
        }
        Note::PickOwed(who) => fight.body_mut(*who).pick_owed = true,
        Note::Blazed(who) => {
            if let Some(turn) = fight.state.turn.take() {
                fight.body_mut(turn.who).acted = true;
            }
            fight.state.rolls.clear();
            fight.state.add_blaze(*who);
        }
        Note::Rested(who) => {
            let body = fight.body_mut(*who);
            (body.resolve, body.wounded, body.ignores) = (body.resolve_max, false, 0);
        }
        Note::WentOn => fight.state.turn_over = false,
        Note::Decided(outcome) => fight.state.outcome = Some(*outcome),
        Note::Settled => {
            fight.state.turn = None;
            fight.state.rolls.clear();
            for one in &mut fight.combatants {
                let body = &mut one.body;
                (body.defend, body.aim, body.help, body.hold) = (None, None, 0, None);
                (body.grappled_by, body.grapple_total) = (None, 0);
            }
        }
        // Facts that are only told.
        Note::Attacked { .. }
        | Note::AttackLost { .. }
        | Note::Tried { .. }
        | Note::CheckLost(_)
        | Note::DifficultySet { .. }
        | Note::DestinyRolled { .. }
        | Note::Hit { .. }
        | Note::Missed { .. }
        | Note::Succeeded { .. }
        | Note::Failed { .. }
        | Note::DamageRolled { .. }
        | Note::NoEffect(_)
        | Note::HoldWasted(_)
        | Note::Using { .. }
        | Note::Interacted { .. }
        | Note::DoorTried { .. }
        | Note::UseLost(_)
        | Note::FateChosen { .. }
        | Note::PushRolled { .. }
        | Note::DemiseRolled { .. }
        | Note::Escaping(_)
        | Note::EscapeFailed(_) => {}
    }
}

fn on_turn(fight: &mut Fight<Fates>, who: CombatantId, change: impl FnOnce(&mut Turn)) {
    if let Some(turn) = fight.state.turn.as_mut().filter(|turn| turn.who == who) {
        change(turn);
    }
}

fn store_help(fight: &mut Fight<Fates>, who: CombatantId) {
    let help = &mut fight.body_mut(who).help;
    *help = help.saturating_add(1);
}

fn end_turn(fight: &mut Fight<Fates>, who: CombatantId) {
    fight.body_mut(who).acted = true;
    fight.state.turn = None;
    fight.state.turn_over = true;
}

/// FATES-TURN-1: in a new round nobody has acted yet.
fn refresh(fight: &mut Fight<Fates>) {
    fight.state.stage = Stage::Rounds;
    for one in &mut fight.combatants {
        (one.body.acted, one.body.started, one.body.delayed) = (false, false, false);
    }
}

/// FATES-COND-5: who stops being active loses Aim, Help, Hold, Defend and the place in the order.
fn go_out(fight: &mut Fight<Fates>, who: CombatantId, exit: Exit) {
    fight.state.order.retain(|one| *one != who);
    fight.state.drop_blaze(who);
    let body = fight.body_mut(who);
    (body.aim, body.help, body.hold, body.defend) = (None, 0, None, None);
    match exit {
        Exit::Down => body.down = true,
        Exit::Dead => body.dead = true,
        Exit::Removed => body.removed = true,
        Exit::Escaped => body.escaped = true,
    }
}

/// Takes an item out of somebody's hands or pack.
fn take_item(fight: &mut Fight<Fates>, who: CombatantId, item: &Name) -> Option<Item> {
    let body = fight.body_mut(who);
    let at = body.gear.iter().position(|one| one.name == *item)?;
    let taken = body.gear.remove(at);
    if body.in_hand == *item && body.item(item).is_none() {
        body.in_hand = "".into();
    }
    Some(taken)
}
