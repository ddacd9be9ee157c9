//! State: what a DR12 fight remembers besides its combatants, and every note that changes it.

use serde::{Deserialize, Deserializer, Serialize};

use super::Dr12;
use super::sheet::{
    Ailment, Attitude, Attribute, Cure, Item, ItemId, Kind, Mood, Name, NextTest, Side, Spot,
};
use crate::dice::Thrown;
use crate::fight::{Fight, Note as CoreNote};
use crate::ids::{CombatantId, ZoneId};
use crate::keyed::keyed;
use crate::modifier::Modifier;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct State {
    /// The side named as surprised (DR12-SURP-1).
    pub surprised: Option<Side>,
    /// The side that acts first in every round (DR12-INIT-5).
    pub first: Side,
    /// Characters of the party in the order in which they act.
    pub order: Vec<CombatantId>,
    /// Whose block is running; none before the first.
    pub block: Option<Side>,
    pub turn: Option<Turn>,
    /// The last place taken in the running party block: a Character of the rolled order, or an NPC,
    /// after which no Character's place is left.
    pub place: Option<CombatantId>,
    /// The GM closes the enemy block early (DR12-INIT-7).
    pub is_passing: bool,
    /// The age of the next ailment.
    pub next_age: u16,
    /// How the fight ended, once it has: the aftermath runs.
    pub outcome: Option<Outcome>,
    /// What has been suggested to the GM already.
    pub suggested: Vec<Suggestion>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            surprised: None,
            first: Side::Enemy,
            order: Vec::new(),
            block: None,
            turn: None,
            place: None,
            is_passing: false,
            next_age: 1,
            outcome: None,
            suggested: Vec::new(),
        }
    }
}

/// The Turn that is running (DR12-TURN-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    pub who: CombatantId,
    pub moved: bool,
    pub acted: bool,
    /// DR12-DIS-3: its movements grant no free attacks any more.
    pub disengaged: bool,
    /// It has passed: only the end step is left.
    pub passed: bool,
}

keyed! {
    Outcome {
        Won = "won",
        Lost = "lost",
        Truce = "truce",
    }
}

/// What makes the bot suggest morale Tests to the GM, once each (DR12-MORALE-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Suggestion {
    HalfOut,
    LeaderFell,
    LastAtHalf,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// DR12-OPT-1.
    pub party_order: PartyOrder,
    /// DR12-OPT-2.
    pub avoid_rolls: AvoidRolls,
    /// DR12-SHLD-1.
    pub shield_sacrifice: bool,
    /// DR12-DIS-7.
    pub npc_provoke: bool,
    /// DR12-ATK-1: friends may be attacked.
    pub friendly_targets: bool,
    /// Dropped and thrown items return after the fight, whatever its end (DR12-END-2).
    pub items_return: ByRule,
    /// Bodies are recovered after the fight, whatever its end (DR12-END-5).
    pub bodies_recovered: ByRule,
    pub turn_secs: u32,
    pub window_secs: u32,
    pub ruling_secs: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            party_order: PartyOrder::Rolled,
            avoid_rolls: AvoidRolls::Auto,
            shield_sacrifice: true,
            npc_provoke: false,
            friendly_targets: false,
            items_return: ByRule::Auto,
            bodies_recovered: ByRule::Auto,
            turn_secs: 24 * 3600,
            window_secs: 12 * 3600,
            ruling_secs: 24 * 3600,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartyOrder {
    Rolled,
    Any,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AvoidRolls {
    Prompt,
    Auto,
}

/// As the rules say, or as the GM rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByRule {
    Auto,
    Yes,
    No,
}

impl ByRule {
    pub fn or(self, rule: bool) -> bool {
        match self {
            Self::Auto => rule,
            Self::Yes => true,
            Self::No => false,
        }
    }
}

/// What a zone is besides its name and neighbours.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Ground {
    /// How many standing combatants fit (DR12-ZONE-4).
    pub limit: Option<u8>,
    pub hazard: Option<Hazard>,
    /// Whose start it is (DR12-ZONE-1); where no zone says so, the first and the last.
    #[serde(deserialize_with = "sides")]
    pub start: Vec<Side>,
    /// Sides for which the GM marked it as an exit (DR12-FLEE-1).
    pub exit_for: Vec<Side>,
    /// What lies here.
    pub items: Vec<Item>,
}

/// The sides that start in a zone; fights of old know one at most.
fn sides<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Side>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Sides {
        AtMostOne(Option<Side>),
        All(Vec<Side>),
    }
    Ok(match Sides::deserialize(from)? {
        Sides::AtMostOne(side) => side.into_iter().collect(),
        Sides::All(sides) => sides,
    })
}

/// DR12-ZONE-5.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hazard {
    pub attribute: Attribute,
    pub dr: u8,
    pub trigger: Trigger,
    pub damage: Option<crate::dice::Pool>,
    pub ailments: Vec<Ailment>,
    /// Known to the GM only, until it first triggers.
    pub secret: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    Start,
    Enter,
    Both,
}

/// What a Test is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    Attack,
    Avoid,
    Cast,
    Push,
    Grapple,
    Stunt,
    Skill,
    Parley,
    /// To shake off an ailment.
    Recover(Ailment),
    /// To prevent an ailment.
    Resist(Ailment),
    Hazard,
    Morale,
}

/// The dice of a Test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rolled {
    /// The kept face.
    pub natural: u8,
    /// The other face, where two were rolled.
    pub other: Option<u8>,
    pub total: i16,
    pub dr: u8,
    /// What the total and the DR are made of.
    #[serde(default)]
    pub modifiers: Vec<Modifier>,
}

/// A wound word: what players may know of an NPC's HP (DR12-TEST-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wound {
    Unhurt,
    Hurt,
    BadlyHurt,
    Down,
}

impl Wound {
    pub fn of(hp: u8, hp_max: u8) -> Self {
        if hp == 0 {
            Self::Down
        } else if u16::from(hp) * 2 <= u16::from(hp_max) {
            Self::BadlyHurt
        } else if hp < hp_max {
            Self::Hurt
        } else {
            Self::Unhurt
        }
    }

    pub fn key(self) -> &'static str {
        match self {
            Self::Unhurt => "unhurt",
            Self::Hurt => "hurt",
            Self::BadlyHurt => "badly-hurt",
            Self::Down => "down",
        }
    }
}

/// Why HP were lost or regained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    Blow,
    Ongoing,
    Hazard,
    Item,
    Gm,
    Aftermath,
}

/// Where an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum At {
    On(CombatantId, Spot),
    Floor(ZoneId),
    /// Used up, destroyed or lost.
    Gone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cost {
    Move,
    Action,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    Move,
    Dash,
    Pushed,
    /// Placed by the GM.
    Placed,
}

/// What happens to a Character who ends the fight Out of Action (DR12-END-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scar {
    KnockedOut,
    Shaken,
    WeakForADay,
    Crippled(Attribute),
    Disfigured,
    Dead,
    /// The body could not be recovered (DR12-END-5).
    Lost,
}

impl Scar {
    pub fn key(self) -> &'static str {
        match self {
            Self::KnockedOut => "knocked-out",
            Self::Shaken => "shaken-for-an-hour",
            Self::WeakForADay => "weak-for-a-day",
            Self::Crippled(_) => "crippled",
            Self::Disfigured => "disfigured",
            Self::Dead => "dead",
            Self::Lost => "lost",
        }
    }
}

/// One fact of a DR12 fight. What may be hidden from players is an `Option`: the engine always
/// notes it, a view leaves it out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    SurpriseSet(Option<Side>),
    /// Where somebody is when the fight starts (DR12-ZONE-1); none for the start of their side.
    StartsIn {
        who: CombatantId,
        zone: Option<ZoneId>,
    },
    /// The side die (DR12-INIT-1).
    SideRolled {
        face: u8,
        first: Side,
    },
    InitiativeRolled {
        who: CombatantId,
        face: u8,
        total: i8,
    },
    /// The order of Characters, once rolled or when somebody joined late.
    Ordered(Vec<CombatantId>),
    BlockBegan(Side),
    /// The GM lets the rest of the block pass.
    BlockPassed,
    TurnBegan(CombatantId),
    Passed(CombatantId),
    TurnEnded(CombatantId),
    Spent(CombatantId, Cost),
    /// The GM laid something on a combatant's next Test.
    Bent {
        who: CombatantId,
        next: NextTest,
    },
    Tested {
        who: CombatantId,
        purpose: Purpose,
        rolled: Option<Rolled>,
        passed: bool,
    },
    Moved {
        who: CombatantId,
        from: ZoneId,
        to: ZoneId,
        way: Way,
    },
    /// A movement that did not take place after all (DR12-DIS-6).
    MovementCancelled(CombatantId),
    Disengaged(CombatantId),
    Fled(CombatantId),
    Attacked {
        who: CombatantId,
        target: CombatantId,
        weapon: Name,
        kind: Kind,
        free: bool,
    },
    CastAt {
        who: CombatantId,
        target: CombatantId,
        spell: Name,
    },
    DamageRolled {
        who: CombatantId,
        target: CombatantId,
        total: u16,
        doubled: bool,
        /// The dice, before they are doubled; only for who may know the attacker's numbers.
        #[serde(default)]
        dice: Option<Thrown>,
        /// What AP takes off; only for who may know the target's numbers.
        #[serde(default)]
        armour: Option<u8>,
    },
    /// HP lost; `amount` and `left` only for who may know them.
    Lost {
        who: CombatantId,
        cause: Cause,
        amount: Option<u8>,
        left: Option<u8>,
        wound: Wound,
    },
    /// A blow that AP swallowed whole.
    NoLoss {
        who: CombatantId,
    },
    Healed {
        who: CombatantId,
        cause: Cause,
        amount: Option<u8>,
        left: Option<u8>,
        wound: Wound,
    },
    /// At 0 HP: Out of Action, or out for good.
    Fell(CombatantId),
    /// Armour, helmet and held shield have reduced a blow.
    ArmourTook(CombatantId),
    Marked {
        who: CombatantId,
        item: ItemId,
        name: Name,
        marks: u8,
    },
    SpellMarked {
        who: CombatantId,
        name: Name,
        marks: u8,
    },
    ShieldSacrificed {
        who: CombatantId,
        item: ItemId,
        name: Name,
    },
    ItemMoved {
        item: ItemId,
        name: Name,
        by: CombatantId,
        from: At,
        to: At,
    },
    /// Ammunition was shot.
    Shot {
        who: CombatantId,
        item: ItemId,
    },
    Ailing {
        who: CombatantId,
        ailment: Ailment,
        cure: Option<Cure>,
    },
    Recovered {
        who: CombatantId,
        ailment: Ailment,
    },
    HazardStruck {
        who: CombatantId,
        zone: ZoneId,
    },
    /// An act lost its sense when its Turn's start step had run.
    Lapsed(CombatantId),
    StuntTried {
        who: CombatantId,
        target: CombatantId,
        text: String,
    },
    SkillTried {
        who: CombatantId,
        attribute: Attribute,
        text: String,
    },
    /// What the GM ruled a passed stunt or skill to bring.
    Effect {
        who: CombatantId,
        text: String,
    },
    ParleyTried {
        who: CombatantId,
        target: CombatantId,
    },
    ParleyRefused {
        who: CombatantId,
        target: CombatantId,
    },
    ParleyAccepted {
        who: CombatantId,
        target: CombatantId,
    },
    ReactionRolled {
        npcs: Vec<CombatantId>,
        face: u8,
        attitude: Attitude,
    },
    /// The bot offers the GM to start the fight (DR12-RCT-2).
    StartOffered,
    MoraleSuggested(Suggestion),
    MoodSet {
        who: CombatantId,
        mood: Mood,
    },
    /// The fight is decided; the aftermath follows.
    Decided(Outcome),
    /// Wear after the fight (DR12-END-3).
    WearRolled {
        who: CombatantId,
        item: ItemId,
        name: Name,
        face: u8,
    },
    FateRolled {
        who: CombatantId,
        face: u8,
    },
    Scarred {
        who: CombatantId,
        scar: Scar,
    },
}

impl From<Note> for CoreNote<Dr12> {
    fn from(note: Note) -> Self {
        CoreNote::Rule(note)
    }
}

fn turn(fight: &mut Fight<Dr12>, who: CombatantId) -> Option<&mut Turn> {
    fight.state.turn.as_mut().filter(|turn| turn.who == who)
}

/// Makes a noted fact true: the only place where DR12 state changes.
pub fn apply(fight: &mut Fight<Dr12>, note: &Note) {
    match note {
        Note::SurpriseSet(side) => fight.state.surprised = *side,
        Note::StartsIn { who, zone } => fight.body_mut(*who).zone = *zone,
        Note::SideRolled { first, .. } => fight.state.first = *first,
        Note::InitiativeRolled { who, total, .. } => fight.body_mut(*who).initiative = *total,
        Note::Ordered(order) => fight.state.order.clone_from(order),
        Note::BlockBegan(side) => {
            fight.state.block = Some(*side);
            fight.state.place = None;
            fight.state.is_passing = false;
        }
        Note::BlockPassed => fight.state.is_passing = true,
        Note::TurnBegan(who) => {
            fight.body_mut(*who).last_turn = fight.round;
            take_place(fight, *who);
            let (moved, acted, disengaged, passed) = (false, false, false, false);
            fight.state.turn = Some(Turn { who: *who, moved, acted, disengaged, passed });
        }
        Note::Passed(who) => {
            if let Some(turn) = turn(fight, *who) {
                turn.passed = true;
            }
        }
        Note::TurnEnded(_) => fight.state.turn = None,
        Note::Spent(who, cost) => {
            if let Some(turn) = turn(fight, *who) {
                match cost {
                    Cost::Move => turn.moved = true,
                    Cost::Action => turn.acted = true,
                }
            }
        }
        Note::Bent { who, next } => fight.body_mut(*who).next_test = *next,
        Note::Tested { who, .. } => fight.body_mut(*who).next_test = NextTest::default(),
        Note::Moved { who, to, .. } => fight.body_mut(*who).zone = Some(*to),
        Note::Disengaged(who) => {
            if let Some(turn) = turn(fight, *who) {
                turn.disengaged = true;
            }
        }
        Note::Fled(who) => fight.body_mut(*who).fled = true,
        Note::Lost { who, amount, .. } => {
            let body = fight.body_mut(*who);
            body.hp = body.hp.saturating_sub(amount.unwrap_or(0));
        }
        Note::Healed { who, amount, .. } => {
            let body = fight.body_mut(*who);
            body.hp = body.hp.saturating_add(amount.unwrap_or(0)).min(body.hp_max);
        }
        Note::Fell(who) => {
            let body = fight.body_mut(*who);
            for ailment in Ailment::ALL {
                *body.cure_mut(ailment) = None;
            }
            body.mood = Mood::Fighting;
        }
        Note::ArmourTook(who) => {
            let body = fight.body_mut(*who);
            let shields = body.hands.iter_mut().filter(|item| item.is_shield());
            let worn = shields.chain(&mut body.armour).chain(&mut body.helmet);
            worn.filter(|item| item.ap() > 0).for_each(|item| item.used = true);
        }
        Note::Marked { who, item, marks, .. } => {
            for one in fight.body_mut(*who).items_mut().filter(|one| one.id == *item) {
                one.marks = *marks;
            }
        }
        Note::SpellMarked { who, name, marks } => {
            for spell in fight.body_mut(*who).spells.iter_mut().filter(|one| one.name == *name) {
                spell.marks = *marks;
            }
        }
        Note::ShieldSacrificed { who, item, .. } => {
            fight.body_mut(*who).hands.retain(|one| one.id != *item);
        }
        Note::ItemMoved { item, by, from, to, .. } => move_item(fight, *item, *by, *from, *to),
        Note::Shot { who, item } => {
            for one in fight.body_mut(*who).ready.iter_mut().filter(|one| one.id == *item) {
                one.used = true;
            }
        }
        Note::Ailing { who, ailment, cure } => {
            *fight.body_mut(*who).cure_mut(*ailment) = *cure;
            fight.state.next_age += 1;
        }
        Note::Recovered { who, ailment } => *fight.body_mut(*who).cure_mut(*ailment) = None,
        Note::HazardStruck { zone, .. } => {
            let hazard = fight.zones.get_mut(*zone).and_then(|zone| zone.ground.hazard.as_mut());
            if let Some(hazard) = hazard {
                hazard.secret = false;
            }
        }
        Note::ReactionRolled { npcs, attitude, .. } => {
            for who in npcs {
                fight.body_mut(*who).attitude = Some(*attitude);
            }
        }
        Note::MoraleSuggested(suggestion) => fight.state.suggested.push(*suggestion),
        Note::MoodSet { who, mood } => fight.body_mut(*who).mood = *mood,
        Note::Decided(outcome) => {
            fight.state.outcome = Some(*outcome);
            fight.state.turn = None;
        }
        Note::Scarred { who, scar } => {
            let body = fight.body_mut(*who);
            body.scars.push(scar.key().into());
            let lowered = match scar {
                Scar::Crippled(attribute) => Some(*attribute),
                Scar::Disfigured => Some(Attribute::Cha),
                _ => None,
            };
            if let Some(attribute) = lowered {
                let value = body.attribute_mut(attribute);
                *value = (*value - 2).max(-3);
            }
        }
        // Facts that are only told.
        Note::MovementCancelled(_)
        | Note::Attacked { .. }
        | Note::CastAt { .. }
        | Note::DamageRolled { .. }
        | Note::NoLoss { .. }
        | Note::Lapsed(_)
        | Note::StuntTried { .. }
        | Note::SkillTried { .. }
        | Note::Effect { .. }
        | Note::ParleyTried { .. }
        | Note::ParleyRefused { .. }
        | Note::ParleyAccepted { .. }
        | Note::StartOffered
        | Note::WearRolled { .. }
        | Note::FateRolled { .. } => {}
    }
}

/// DR12-INIT-2: in the party block a Turn takes its place in the rolled order. DR12-OPT-1: with
/// `any` the places of all Characters stay to come, until an NPC has its Turn (DR12-INIT-6).
fn take_place(fight: &mut Fight<Dr12>, who: CombatantId) {
    let has_place = fight.one(who).is_npc() || fight.settings.party_order == PartyOrder::Rolled;
    if fight.state.block == Some(Side::Party) && has_place {
        fight.state.place = Some(who);
    }
}

fn move_item(fight: &mut Fight<Dr12>, item: ItemId, by: CombatantId, from: At, to: At) {
    let take = |list: &mut Vec<Item>| {
        let at = list.iter().position(|one| one.id == item)?;
        Some(list.remove(at))
    };
    let taken = match from {
        At::On(who, spot) => take(fight.body_mut(who).spot_mut(spot)),
        At::Floor(zone) => fight.zones.get_mut(zone).and_then(|zone| take(&mut zone.ground.items)),
        At::Gone => None,
    };
    let Some(mut one) = taken else { return };
    match to {
        At::On(who, spot) => {
            one.owner = one.owner.filter(|owner| *owner != who);
            fight.body_mut(who).spot_mut(spot).push(one);
        }
        At::Floor(zone) => {
            one.owner = one.owner.or(Some(by));
            if let Some(zone) = fight.zones.get_mut(zone) {
                zone.ground.items.push(one);
            }
        }
        At::Gone => {}
    }
}
