//! State: what a fight of `factions` remembers besides its combatants, and every note that changes
//! it.

use serde::{Deserialize, Serialize};

use super::Factions;
use super::attacks::Manner;
use super::sheet::{Ability, GearState, Item, ItemId, Name, Pool, Readiness, Stance};
use super::zones::Place;
use crate::fight::{Fight, Note as CoreNote};
use crate::ids::{CombatantId, ZoneId};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct State {
    /// The cycle: factions in the order in which their first member joined (FACT-INIT-1).
    pub factions: Vec<Name>,
    /// Pairs that are not enemies.
    pub allied: Vec<(Name, Name)>,
    /// Captains that the GM named; else the first player to join (FACT-ROUND-4).
    pub captains: Vec<CombatantId>,
    /// Who has initiative (FACT-INIT-2): as the GM stated, or as rolled at the start.
    pub holder: Option<Name>,
    /// Who has the first slot, until it is changed (FACT-INIT-3).
    pub first: Option<Name>,
    pub stage: Option<Stage>,
    /// The open d20 of this round (FACT-FAT-1).
    pub threshold: Option<u8>,
    /// Whose slot it is; the turn that is taken in it is part of it.
    pub slot: Option<Name>,
    /// Who had the slot before, in this stage (FACT-ROUND-1).
    pub last: Option<Name>,
    /// The first slot of the round is used: too late for FACT-INIT-3.
    pub is_slot_used: bool,
    /// The factions that have passed in a row (FACT-ROUND-5).
    pub passes: Vec<Name>,
    /// How many combatants began the fight; those who came later are reinforcements
    /// (FACT-MORALE-1).
    pub began: u8,
    /// Who has pressed Pass in this slot (FACT-ROUND-4).
    pub passed: Vec<CombatantId>,
    pub turn: Option<Turn>,
    /// How the fight ended, once it has: the aftermath runs.
    pub outcome: Option<Name>,
    /// Attacks of the kind of FACT-NL-3 that the GM added.
    pub manoeuvres: Vec<Manoeuvre>,
}

/// What is being played (state machine, 2 to 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// FACT-SNEAK-2.
    Ambush,
    /// A round without phases.
    Round,
    /// FACT-FAT-1.
    Fast,
    /// FACT-FAT-2.
    Slow,
    /// The steps of FACT-ROUND-7.
    RoundEnd,
}

impl Stage {
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

/// The turn that is running (FACT-TURN-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    pub who: CombatantId,
    /// The main action is used.
    pub main: bool,
    /// How many bonus actions are used.
    pub bonus: u8,
    /// Halves of movement left (FACT-TURN-5).
    pub halves: u8,
    /// It has spent movement (FACT-ATK-10).
    pub moved: bool,
    /// It has sneaked (FACT-SNEAK-5).
    pub sneaked: bool,
    /// The free dodge of an `elusive` mover is used (FACT-OPP-3).
    pub dodged: bool,
    pub done: bool,
}

impl Turn {
    pub fn new(who: CombatantId) -> Self {
        let (main, moved, sneaked, dodged, done) = (false, false, false, false, false);
        Self { who, main, bonus: 0, halves: 2, moved, sneaked, dodged, done }
    }

    /// Nothing of it is used.
    pub fn is_fresh(&self) -> bool {
        !self.main && self.bonus == 0 && !self.moved
    }
}

/// FACT-NL-3: an attack that does no damage, as the GM made it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manoeuvre {
    pub name: Name,
    pub save: Ability,
    pub effect: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// FACT-FAT-1.
    pub fast_slow: bool,
    /// FACT-CHAOS-1.
    pub chaos: bool,
    /// FACT-CHAOS-2.
    pub chaos_secs: u32,
    /// FACT-CHAOS-1: chatter is deleted, not only marked.
    pub chaos_delete: bool,
    /// FACT-MORALE-3.
    pub player_morale: bool,
    /// FACT-SNEAK-4: ending a move nearby an enemy reveals.
    pub reveal_nearby: bool,
    /// FACT-GEAR-4: NPC gear is rolled for as well.
    pub npc_durability: bool,
    /// FACT-PROT-2: cover counts; false where attacks go through.
    pub cover_counts: bool,
    /// FACT-TURN-3: every interaction is complex.
    pub complex_interactions: bool,
    pub slot_secs: u32,
    pub turn_secs: u32,
    pub answer_secs: u32,
    pub ruling_secs: u32,
}

impl Default for Settings {
    /// FACT-ROUND-8: slot and turn 24 h, answers 12 h, the GM 24 h.
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

/// What a zone is besides its name and neighbours (FACT-ZONE-4).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Ground {
    pub cover: bool,
    pub obscured: bool,
    pub barrier: bool,
    pub hazard: Option<Pool>,
    pub hard: bool,
    pub exit: bool,
    /// Zones that cannot be seen from here (FACT-ZONE-3). Invariant: symmetric.
    pub blocked: Vec<ZoneId>,
    /// What lies here.
    pub items: Vec<Item>,
}

/// A tag that a zone has or has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tag {
    Cover,
    Obscured,
    Barrier,
    Hard,
    Exit,
}

/// A wound word: what players may know of an NPC's health (FACT-DMG-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wound {
    Unhurt,
    Hurt,
    HalfOrLess,
    Down,
}

impl Wound {
    pub fn of(health: u8, health_max: u8) -> Self {
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
pub enum Purpose {
    /// FACT-ATK-2.
    Hit,
    Dodge,
    Disarm,
    Grapple,
    Manoeuvre,
    Break,
    Poison,
    Morale,
    Chase,
    Skill,
}

/// One of a group save (FACT-CORE-2), or of a single one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Saved {
    pub who: CombatantId,
    /// The ability it was rolled against.
    pub value: Option<u8>,
    pub passed: bool,
}

/// Why health was lost or regained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    Attack,
    Poison,
    Hazard,
    Item,
    Gm,
}

/// How a slot came to be passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Passing {
    /// By everybody who could have taken it.
    All,
    /// By the captain.
    Captain,
    /// By the GM, or because the time was up.
    Skipped,
    /// Nobody is ready and eligible (FACT-ROUND-6).
    Nobody,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    Move,
    Sneak,
    /// Along with the one who holds them.
    Dragged,
    Shoved,
    /// Placed by the GM.
    Placed,
    /// Back from a chase (FACT-CHASE-3).
    Reached,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cost {
    Main,
    Bonus,
    /// How many halves of movement.
    Movement(u8),
}

/// Where an attack comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Occasion {
    Turn,
    Counter,
    Opportunity,
}

/// Where an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum At {
    With(CombatantId),
    Floor(ZoneId),
    /// Used up.
    Gone,
}

/// A thing that wears: an item, or the armour worn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gear {
    Item(ItemId),
    Armour,
}

/// What the GM sets or lifts of one combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flag {
    Unseen,
    Cover,
    Obscured,
    Hard,
    Barrier,
    Concealed,
    Broken,
    Steady,
    Surrendered,
    Poisoned,
    Dead,
}

impl Flag {
    pub const ALL: [Self; 11] = [
        Self::Unseen,
        Self::Cover,
        Self::Obscured,
        Self::Hard,
        Self::Barrier,
        Self::Concealed,
        Self::Broken,
        Self::Steady,
        Self::Surrendered,
        Self::Poisoned,
        Self::Dead,
    ];

    pub fn key(self) -> &'static str {
        match self {
            Self::Unseen => "unseen",
            Self::Cover => "cover",
            Self::Obscured => "obscured",
            Self::Hard => "hard",
            Self::Barrier => "behind_barrier",
            Self::Concealed => "concealed",
            Self::Broken => "broken",
            Self::Steady => "steady",
            Self::Surrendered => "surrendered",
            Self::Poisoned => "poisoned",
            Self::Dead => "dead",
        }
    }
}

/// One fact of a fight. What may be hidden from players is an `Option`: the engine always notes it,
/// a view leaves it out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    /// A faction joins the cycle.
    FactionFormed(Name),
    Assigned {
        who: CombatantId,
        faction: Name,
        group: Name,
    },
    AllianceSet {
        one: Name,
        other: Name,
        is_on: bool,
    },
    CaptainNamed(CombatantId),
    /// Who has initiative: stated by the GM, handed on, or rolled (the face of dN).
    InitiativeSet {
        faction: Name,
        face: Option<u8>,
    },
    /// Who has the first slot of the round (FACT-INIT-3).
    FirstSet(Name),
    StageBegan {
        stage: Stage,
        threshold: Option<u8>,
    },
    SlotBegan(Name),
    /// These will not take this slot.
    PassPressed(Vec<CombatantId>),
    SlotPassed {
        faction: Name,
        how: Passing,
    },
    TurnBegan(CombatantId),
    TurnEnded(CombatantId),
    /// It wants nothing more of its turn.
    Finished(CombatantId),
    Spent(CombatantId, Cost),
    Dashed(CombatantId),
    /// A reaction has cost the turn of this round (FACT-REACT-2).
    TurnSpent(CombatantId),
    /// An `elusive` mover has used its free dodge.
    FreeDodgeUsed(CombatantId),
    StanceSet {
        who: CombatantId,
        stance: Stance,
    },
    Moved {
        who: CombatantId,
        from: Option<Place>,
        to: Place,
        way: Way,
        /// A concealed NPC: for the GM alone.
        is_secret: bool,
    },
    /// A step that did not take place (FACT-OPP-2).
    StepCancelled(CombatantId),
    Saved {
        who: CombatantId,
        ability: Ability,
        purpose: Purpose,
        face: u8,
        value: Option<u8>,
        passed: bool,
    },
    GroupSaved {
        ability: Ability,
        purpose: Purpose,
        face: u8,
        members: Vec<Saved>,
    },
    Attacked {
        who: CombatantId,
        target: CombatantId,
        manner: Manner,
        occasion: Occasion,
        hold_back: bool,
        indirect: bool,
    },
    Blasted {
        who: CombatantId,
        zone: ZoneId,
        manner: Manner,
        targets: Vec<CombatantId>,
    },
    Missed {
        who: CombatantId,
        /// None: a blast.
        target: Option<CombatantId>,
    },
    /// A blast that missed lands elsewhere (FACT-BLAST-4); nowhere where there is no neighbour.
    Deviated {
        zone: Option<ZoneId>,
        face: Option<u8>,
    },
    /// The die of an attack, and of what size it was.
    DamageRolled {
        who: CombatantId,
        target: CombatantId,
        die: u8,
        face: u8,
        is_impaired: bool,
        /// What armour takes off; only for who may know the target's numbers.
        #[serde(default)]
        armour: Option<u8>,
    },
    /// The d4 of poison (FACT-DMG-4).
    PoisonRolled {
        who: CombatantId,
        face: u8,
    },
    /// Health lost; numbers only for who may know them.
    Lost {
        who: CombatantId,
        by: Option<CombatantId>,
        cause: Cause,
        amount: Option<u8>,
        left: Option<u8>,
        wound: Wound,
    },
    /// A hit of which nothing got through.
    NoLoss(CombatantId),
    Fell(CombatantId),
    Died(CombatantId),
    Healed {
        who: CombatantId,
        cause: Cause,
        amount: Option<u8>,
        left: Option<u8>,
        wound: Wound,
    },
    PoisonEnded(CombatantId),
    StuntOffered {
        who: CombatantId,
        target: CombatantId,
        text: String,
    },
    StuntRefused {
        who: CombatantId,
        target: CombatantId,
    },
    StuntDeclined {
        who: CombatantId,
        target: CombatantId,
    },
    StuntTaken {
        who: CombatantId,
        target: CombatantId,
        text: String,
    },
    HidBehind {
        who: CombatantId,
        behind: CombatantId,
    },
    ShelterRefused {
        who: CombatantId,
        by: CombatantId,
    },
    Guarded {
        who: CombatantId,
        target: CombatantId,
    },
    /// Somebody who was hit first cannot hit any more (FACT-REACT-6, FACT-NL-2).
    AttackLost(CombatantId),
    /// What a manoeuvre or a skill brings, in words.
    Effect {
        who: CombatantId,
        text: String,
    },
    Grabbed {
        who: CombatantId,
        by: CombatantId,
    },
    Freed {
        who: CombatantId,
        by: CombatantId,
    },
    Shoved {
        who: CombatantId,
        by: CombatantId,
    },
    HazardStruck {
        who: CombatantId,
        zone: ZoneId,
    },
    Covered {
        who: CombatantId,
        is_on: bool,
    },
    Concealed(CombatantId),
    Revealed(CombatantId),
    HideTried {
        who: CombatantId,
        text: String,
    },
    HideRefused(CombatantId),
    NoticedSet {
        who: CombatantId,
        by: CombatantId,
        is_on: bool,
    },
    /// An item is held now, or not any more.
    Held {
        who: CombatantId,
        item: ItemId,
        name: Name,
        is_on: bool,
    },
    ItemMoved {
        item: ItemId,
        name: Name,
        by: CombatantId,
        from: At,
        to: At,
    },
    Coated {
        who: CombatantId,
        item: ItemId,
        name: Name,
        is_on: bool,
    },
    Emptied {
        who: CombatantId,
        item: ItemId,
        name: Name,
        is_on: bool,
    },
    /// It was used to attack, or reduced a hit.
    Used {
        who: CombatantId,
        gear: Gear,
    },
    Worn {
        who: CombatantId,
        gear: Gear,
        name: Name,
        state: GearState,
    },
    DurabilityRolled {
        who: CombatantId,
        gear: Gear,
        name: Name,
        face: u8,
    },
    Said {
        who: CombatantId,
        text: String,
    },
    Interacted {
        who: CombatantId,
        text: String,
    },
    SkillTried {
        who: CombatantId,
        ability: Ability,
        text: String,
    },
    SkillRefused(CombatantId),
    Steadied(CombatantId),
    Broke(CombatantId),
    /// A broken one has moved away (FACT-MORALE-4).
    Retreated(CombatantId),
    Surrendered {
        who: CombatantId,
        is_forced: bool,
    },
    /// Hurt by an enemy: no longer surrendered or broken (FACT-SURR-2).
    Rallied(CombatantId),
    StretchEnded,
    /// Off the map by this zone (FACT-CHASE-1).
    Left {
        who: CombatantId,
        exit: ZoneId,
    },
    Pursued {
        faction: Name,
        pursuers: Vec<CombatantId>,
        leavers: Vec<CombatantId>,
    },
    Fled(CombatantId),
    /// Caught up with; back on the map.
    Reached(CombatantId),
    FlagSet {
        who: CombatantId,
        flag: Flag,
        is_on: bool,
    },
    ManoeuvreAdded(Manoeuvre),
    DurabilityOrdered {
        who: CombatantId,
        is_on: bool,
    },
    /// The fight is decided: the name of who is left; the aftermath follows.
    Decided(Name),
    /// For the GM: who ends the fight broken, and who surrendered (FACT-END-2).
    Listed {
        broken: Vec<CombatantId>,
        surrendered: Vec<CombatantId>,
    },
}

impl From<Note> for CoreNote<Factions> {
    fn from(note: Note) -> Self {
        CoreNote::Rule(note)
    }
}

/// FACT-MORALE-1, FACT-MORALE-2: the round at whose end what is lost now counts: that of an ambush
/// is the one that it precedes (FACT-SNEAK-2).
pub fn loss_round(fight: &Fight<Factions>) -> u16 {
    fight.round + u16::from(fight.state.stage == Some(Stage::Ambush))
}

fn turn(fight: &mut Fight<Factions>, who: CombatantId) -> Option<&mut Turn> {
    fight.state.turn.as_mut().filter(|turn| turn.who == who)
}

/// Makes a noted fact true: the only place where the system's state changes.
pub fn apply(fight: &mut Fight<Factions>, note: &Note) {
    let (round, loss_round) = (fight.round, loss_round(fight));
    match note {
        Note::FactionFormed(name) => fight.state.factions.push(name.clone()),
        Note::Assigned { who, faction, group } => {
            let body = fight.body_mut(*who);
            body.faction.clone_from(faction);
            body.group.clone_from(group);
        }
        Note::AllianceSet { one, other, is_on } => {
            let allied = &mut fight.state.allied;
            allied.retain(|(a, b)| !((a == one && b == other) || (a == other && b == one)));
            if *is_on {
                allied.push((one.clone(), other.clone()));
            }
        }
        Note::CaptainNamed(who) => {
            let faction = fight.body(*who).faction.clone();
            let mut captains = std::mem::take(&mut fight.state.captains);
            captains.retain(|one| fight.body(*one).faction != faction);
            captains.push(*who);
            fight.state.captains = captains;
        }
        Note::InitiativeSet { faction, .. } => {
            // FACT-INIT-3: at first the holder; what was chosen stays.
            let before = fight.state.holder.replace(faction.clone());
            if fight.state.first.is_none() || fight.state.first == before {
                fight.state.first = Some(faction.clone());
            }
        }
        Note::FirstSet(faction) => {
            let state = &mut fight.state;
            state.first = Some(faction.clone());
            (state.slot, state.last) = (None, None);
            state.passes.clear();
            state.passed.clear();
        }
        Note::StageBegan { stage, threshold } => begin_stage(fight, *stage, *threshold),
        Note::SlotBegan(faction) => {
            fight.state.slot = Some(faction.clone());
            fight.state.passed.clear();
        }
        Note::PassPressed(all) => fight.state.passed.extend(all),
        Note::SlotPassed { faction, how } => {
            fight.state.passes.push(faction.clone());
            fight.state.is_slot_used |= *how != Passing::Nobody;
            fight.state.slot = None;
            fight.state.last = Some(faction.clone());
            fight.state.passed.clear();
        }
        Note::TurnBegan(who) => {
            fight.body_mut(*who).turn = Readiness::Acting;
            fight.state.turn = Some(Turn::new(*who));
            fight.state.is_slot_used = true;
            fight.state.passes.clear();
            fight.state.passed.clear();
            let faction = fight.body(*who).faction.clone();
            (fight.state.slot, fight.state.last) = (Some(faction.clone()), Some(faction));
        }
        Note::TurnEnded(who) => {
            fight.body_mut(*who).turn = Readiness::Spent;
            (fight.state.turn, fight.state.slot) = (None, None);
        }
        Note::Finished(who) => {
            if let Some(turn) = turn(fight, *who) {
                turn.done = true;
            }
        }
        Note::Spent(who, cost) => {
            if let Some(turn) = turn(fight, *who) {
                match cost {
                    Cost::Main => turn.main = true,
                    Cost::Bonus => turn.bonus += 1,
                    Cost::Movement(halves) => {
                        turn.halves = turn.halves.saturating_sub(*halves);
                        turn.moved = true;
                    }
                }
            }
        }
        Note::Dashed(who) => {
            if let Some(turn) = turn(fight, *who) {
                turn.halves += 2;
            }
        }
        Note::TurnSpent(who) => fight.body_mut(*who).turn = Readiness::Spent,
        Note::FreeDodgeUsed(who) => {
            if let Some(turn) = turn(fight, *who) {
                turn.dodged = true;
            }
        }
        Note::StanceSet { who, stance } => fight.body_mut(*who).stance = *stance,
        Note::Moved { who, to, way, .. } => {
            let body = fight.body_mut(*who);
            (body.zone, body.border) = (Some(to.zone), to.border);
            body.behind_barrier = false;
            if *way == Way::Sneak
                && let Some(turn) = turn(fight, *who)
            {
                turn.sneaked = true;
            }
        }
        Note::Lost { who, cause, amount, .. } => {
            let body = fight.body_mut(*who);
            let before = Wound::of(body.health, body.health_max);
            body.health = body.health.saturating_sub(amount.unwrap_or(0));
            let is_half = |wound| matches!(wound, Wound::HalfOrLess | Wound::Down);
            let after = Wound::of(body.health, body.health_max);
            if !is_half(before) && is_half(after) && *cause != Cause::Gm {
                body.halved_in = loss_round;
            }
        }
        Note::Fell(who) => fight.body_mut(*who).lost_in = loss_round,
        Note::Died(who) => {
            let body = fight.body_mut(*who);
            (body.dead, body.health, body.lost_in) = (true, 0, loss_round);
        }
        Note::Healed { who, amount, .. } => {
            let body = fight.body_mut(*who);
            body.health = (body.health + amount.unwrap_or(0)).min(body.health_max);
        }
        Note::PoisonEnded(who) => fight.body_mut(*who).poisoned = false,
        Note::Grabbed { who, by } => {
            fight.body_mut(*who).grabbed_by = Some(*by);
            fight.body_mut(*by).grabbing = Some(*who);
        }
        Note::Freed { who, by } => {
            fight.body_mut(*who).grabbed_by = None;
            fight.body_mut(*by).grabbing = None;
        }
        Note::Covered { who, is_on } => fight.body_mut(*who).behind_barrier = *is_on,
        Note::Concealed(who) => fight.body_mut(*who).concealed = true,
        Note::Revealed(who) => reveal(fight, *who),
        Note::NoticedSet { who, by, is_on } => {
            let noticed = &mut fight.body_mut(*who).noticed_by;
            noticed.retain(|one| one != by);
            if *is_on {
                noticed.push(*by);
                // Who is noticed by a player is known to be there, though not where.
                fight.combatants[who.index()].is_hidden &= fight.one(*by).is_npc();
            }
        }
        Note::Held { who, item, is_on, .. } => {
            if let Some(item) = fight.body_mut(*who).item_mut(*item) {
                item.held = *is_on;
            }
        }
        Note::ItemMoved { item, from, to, .. } => move_item(fight, *item, *from, *to),
        Note::Coated { who, item, is_on, .. } => {
            if let Some(item) = fight.body_mut(*who).item_mut(*item) {
                item.coated = *is_on;
            }
        }
        Note::Emptied { who, item, is_on, .. } => {
            if let Some(item) = fight.body_mut(*who).item_mut(*item) {
                item.empty = *is_on;
            }
        }
        Note::Used { who, gear } => match gear {
            Gear::Armour => fight.body_mut(*who).armour_used = true,
            Gear::Item(item) => {
                if let Some(item) = fight.body_mut(*who).item_mut(*item) {
                    item.used = true;
                }
            }
        },
        Note::Worn { who, gear, state, .. } => match gear {
            Gear::Armour => fight.body_mut(*who).armour_state = *state,
            Gear::Item(item) => {
                if let Some(item) = carried_or_lying(fight, *who, *item) {
                    item.state = *state;
                    item.held &= *state != GearState::Destroyed;
                }
            }
        },
        Note::Steadied(who) => fight.body_mut(*who).steady = true,
        Note::Broke(who) => {
            let body = fight.body_mut(*who);
            (body.broken, body.broken_in, body.retreated) = (true, round, false);
        }
        Note::Retreated(who) => fight.body_mut(*who).retreated = true,
        Note::Surrendered { who, .. } => {
            let body = fight.body_mut(*who);
            (body.surrendered, body.turn, body.lost_in) = (true, Readiness::Spent, loss_round);
        }
        Note::Rallied(who) => {
            let body = fight.body_mut(*who);
            (body.surrendered, body.broken, body.steady) = (false, false, true);
            body.turn = Readiness::Spent;
        }
        Note::StretchEnded => {
            for one in &mut fight.combatants {
                one.body.steady = false;
            }
        }
        Note::Left { who, exit } => {
            let body = fight.body_mut(*who);
            (body.left_by, body.zone, body.border) = (Some(*exit), None, None);
            body.behind_barrier = false;
        }
        Note::Fled(who) => {
            let body = fight.body_mut(*who);
            (body.fled, body.left_by, body.lost_in) = (true, None, loss_round);
            (body.zone, body.border) = (None, None);
        }
        Note::Reached(who) => {
            let body = fight.body_mut(*who);
            body.zone = body.left_by.take().or(body.zone);
            body.border = None;
        }
        Note::FlagSet { who, flag, is_on } => set_flag(fight, *who, *flag, *is_on),
        Note::ManoeuvreAdded(one) => {
            let list = &mut fight.state.manoeuvres;
            match list.iter_mut().find(|known| known.name == one.name) {
                Some(known) => known.clone_from(one),
                None => list.push(one.clone()),
            }
        }
        Note::DurabilityOrdered { who, is_on } => fight.body_mut(*who).durability = *is_on,
        Note::Decided(outcome) => {
            fight.state.outcome = Some(outcome.clone());
            fight.state.turn = None;
            fight.state.slot = None;
        }
        // Facts that are only told.
        Note::StepCancelled(_)
        | Note::Saved { .. }
        | Note::GroupSaved { .. }
        | Note::Attacked { .. }
        | Note::Blasted { .. }
        | Note::Missed { .. }
        | Note::Deviated { .. }
        | Note::DamageRolled { .. }
        | Note::PoisonRolled { .. }
        | Note::NoLoss(_)
        | Note::StuntOffered { .. }
        | Note::StuntRefused { .. }
        | Note::StuntDeclined { .. }
        | Note::StuntTaken { .. }
        | Note::HidBehind { .. }
        | Note::ShelterRefused { .. }
        | Note::Guarded { .. }
        | Note::AttackLost(_)
        | Note::Effect { .. }
        | Note::Shoved { .. }
        | Note::HazardStruck { .. }
        | Note::HideTried { .. }
        | Note::HideRefused(_)
        | Note::DurabilityRolled { .. }
        | Note::Said { .. }
        | Note::Interacted { .. }
        | Note::SkillTried { .. }
        | Note::SkillRefused(_)
        | Note::Pursued { .. }
        | Note::Listed { .. } => {}
    }
}

/// FACT-ROUND-2: at the start of a round everybody becomes ready; a phase within a round and the
/// steps at its end leave that as it is.
fn begin_stage(fight: &mut Fight<Factions>, stage: Stage, threshold: Option<u8>) {
    let state = &mut fight.state;
    if state.stage.is_none() {
        state.began = fight.combatants.len() as u8;
    }
    state.stage = Some(stage);
    state.passes.clear();
    (state.slot, state.last) = (None, None);
    state.passed.clear();
    if matches!(stage, Stage::Round | Stage::Fast) {
        state.threshold = threshold;
        state.is_slot_used = false;
        for one in &mut fight.combatants {
            one.body.turn = Readiness::Ready;
        }
    }
}

fn reveal(fight: &mut Fight<Factions>, who: CombatantId) {
    fight.combatants[who.index()].is_hidden = false;
    let body = fight.body_mut(who);
    body.concealed = false;
    body.noticed_by.clear();
}

fn set_flag(fight: &mut Fight<Factions>, who: CombatantId, flag: Flag, is_on: bool) {
    let (round, loss_round) = (fight.round, loss_round(fight));
    let body = fight.body_mut(who);
    let was_active = body.is_active();
    match flag {
        Flag::Unseen => body.unseen = is_on,
        Flag::Cover => body.flags.cover = is_on,
        Flag::Obscured => body.flags.obscured = is_on,
        Flag::Hard => body.flags.hard = is_on,
        Flag::Barrier => body.behind_barrier = is_on,
        Flag::Concealed if is_on => body.concealed = true,
        Flag::Concealed => reveal(fight, who),
        Flag::Broken => {
            (body.broken, body.broken_in, body.retreated) = (is_on, round, false);
        }
        Flag::Steady => body.steady = is_on,
        Flag::Surrendered => body.surrendered = is_on,
        Flag::Poisoned => body.poisoned = is_on,
        Flag::Dead => body.dead = is_on,
    }
    // FACT-MORALE-1: those not active count as lost.
    let body = fight.body_mut(who);
    if was_active && !body.is_active() {
        body.lost_in = loss_round;
    }
}

/// An item that somebody carries, or that lies on the ground.
fn carried_or_lying(
    fight: &mut Fight<Factions>,
    who: CombatantId,
    item: ItemId,
) -> Option<&mut Item> {
    if fight.body(who).item(item).is_some() {
        return fight.body_mut(who).item_mut(item);
    }
    let is_it = |one: &Item| one.id == item;
    let (zone, _) = fight.zones.iter().find(|(_, zone)| zone.ground.items.iter().any(is_it))?;
    fight.zones.get_mut(zone)?.ground.items.iter_mut().find(|one| is_it(one))
}

fn move_item(fight: &mut Fight<Factions>, item: ItemId, from: At, to: At) {
    let take = |list: &mut Vec<Item>| {
        let at = list.iter().position(|one| one.id == item)?;
        Some(list.remove(at))
    };
    let taken = match from {
        At::With(who) => take(&mut fight.body_mut(who).gear),
        At::Floor(zone) => fight.zones.get_mut(zone).and_then(|zone| take(&mut zone.ground.items)),
        At::Gone => None,
    };
    let Some(mut one) = taken else { return };
    one.left_by = None;
    match to {
        At::With(who) => fight.body_mut(who).gear.push(one),
        At::Floor(zone) => {
            one.held = false;
            if let At::With(who) = from {
                one.left_by = Some(who);
            }
            if let Some(zone) = fight.zones.get_mut(zone) {
                zone.ground.items.push(one);
            }
        }
        At::Gone => {}
    }
}
