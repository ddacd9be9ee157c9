//! State: what a fight of `cards` remembers besides its combatants, and every note that changes it.

use serde::{Deserialize, Serialize};

use super::damage;
use super::prompts::Buy;
use super::sheet::{
    Action, CardSlots, Critical, Fate, Fire, Harm, Intensity, Item, ItemId, Name, Poison, Raise,
    Reaction, Shaken, Standing,
};
use super::{Cards, Fight};
use crate::fight::Note as CoreNote;
use crate::ids::{CombatantId, ZoneId};
use crate::keyed::keyed;
use crate::modifier::Modifier;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct State {
    /// CARDS-AMB-1: rolled at the start.
    pub ambush: Option<Ambush>,
    /// Nobody has performed a Maneuver in this round (CARDS-SWAP-2).
    pub swap_open: bool,
    /// The swap hold runs: nobody may act yet (CARDS-SWAP-2).
    pub hold: bool,
    /// Who wants no swap while it runs.
    pub ready: Vec<CombatantId>,
    pub offers: Vec<Offer>,
    pub turn: Option<Turn>,
    /// Pairs that are closed in (CARDS-MOVE-2). Invariant: the first is the smaller.
    pub pairs: Vec<(CombatantId, CombatantId)>,
    /// Pairs that cannot hear each other (CARDS-SWAP-3).
    pub deaf: Vec<(CombatantId, CombatantId)>,
    /// CARDS-CIRC-1, for the scene.
    pub raises: Vec<Raise>,
    /// The GM goes on although one side is left (CARDS-END-1).
    pub is_going_on: bool,
    /// Whom the GM was told to test for fear of whom (CARDS-FEAR-1): who, and the creature.
    pub suggested: Vec<(CombatantId, CombatantId)>,
    /// How the fight ended, once it has: the aftermath runs.
    pub outcome: Option<Name>,
}

/// CARDS-AMB-1: who lies in wait, and who of each side rolls; none: the biggest pools.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ambush {
    pub side: Name,
    pub by: Option<CombatantId>,
    pub against: Option<CombatantId>,
    pub action: Option<Action>,
    /// CARDS-AMB-5: without a test.
    pub auto: bool,
}

/// An open offer of a swap (CARDS-SWAP-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    pub from: CombatantId,
    pub to: CombatantId,
}

/// The turn that is running, of one of the combatant's cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    pub who: CombatantId,
    /// The place of the card among its cards.
    pub place: u8,
    /// Where it stood when the turn began (CARDS-FLEE-2).
    pub start: ZoneId,
}

keyed! {
    /// How dangerous a test is (CARDS-TEST-6).
    #[derive(Default)]
    Position {
        Controlled = "controlled",
        #[default]
        Risky = "risky",
        Desperate = "desperate",
    }
}

impl Position {
    /// CARDS-TEST-6: what a failure costs.
    pub fn harm(self) -> u8 {
        match self {
            Self::Controlled => 1,
            Self::Risky => 2,
            Self::Desperate => 3,
        }
    }
}

/// CARDS-OPT-1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OwnPosition {
    #[default]
    Off,
    Controlled,
    Risky,
    Desperate,
}

/// CARDS-FLEE-1: the Action that the GM names for flights.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FleeAction {
    #[default]
    Any,
    Finesse,
    Sneak,
}

/// CARDS-HARM-6: how long the Harm points of an NPC cost it dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HarmDice {
    /// On its next test, once.
    NextTest,
    /// As long as the points stay.
    Lasting,
}

impl HarmDice {
    fn of_old() -> Self {
        Self::Lasting
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// CARDS-SWAP-2, in minutes.
    pub swap_hold: u16,
    /// CARDS-REACT-2.
    pub dodge_close: bool,
    /// CARDS-FEAR-2.
    pub fear_count_self: bool,
    /// CARDS-OPT-1.
    pub position: OwnPosition,
    pub position_harm: Harm,
    /// CARDS-FLEE-1.
    pub flee_action: FleeAction,
    /// CARDS-MOVE-4: the fight starts with weapons stowed.
    pub stowed: bool,
    /// CARDS-END-2.
    pub poison_at_end: bool,
    /// CARDS-HARM-6. Fights of before it was a setting have lasting ones.
    #[serde(default = "HarmDice::of_old")]
    pub harm_dice: HarmDice,
    /// CARDS-FALL-1: for each full 5 feet.
    pub fall_dice: u8,
    pub turn_secs: u32,
    pub answer_secs: u32,
    pub gm_secs: u32,
}

impl Default for Settings {
    /// CARDS-TURN-8: turns 24 h, windows 12 h.
    fn default() -> Self {
        Self {
            swap_hold: 0,
            dodge_close: false,
            fear_count_self: true,
            position: OwnPosition::Off,
            position_harm: Harm::Phys,
            flee_action: FleeAction::Any,
            stowed: false,
            poison_at_end: true,
            harm_dice: HarmDice::NextTest,
            fall_dice: 1,
            turn_secs: 24 * 3600,
            answer_secs: 12 * 3600,
            gm_secs: 24 * 3600,
        }
    }
}

/// What a zone is besides its name and neighbours (CARDS-ZONE-1, CARDS-ZONE-3).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Ground {
    /// Whether it is an exit; none: if it has one neighbour at most.
    pub exit: Option<bool>,
    /// The dice of each place of cover.
    pub cover: Vec<u8>,
    /// Invariant: the same on both sides of the border.
    pub obstacles: Vec<Obstacle>,
    /// Zones to which there is no sight. Invariant: symmetric.
    pub blocked: Vec<ZoneId>,
    pub raises: Vec<Raise>,
    /// What lies here.
    pub items: Vec<Item>,
}

/// CARDS-ZONE-3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Obstacle {
    /// The zone beyond it.
    pub to: ZoneId,
    pub maneuver: Slot,
    /// The test it needs; none: only the Maneuver.
    pub action: Option<Action>,
    pub need: u8,
    /// Success removes it for all; else it lets only the climber across.
    pub removed: bool,
}

/// CARDS-TURN-2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Slot {
    Slow,
    Fast,
}

/// How hurt somebody looks (CARDS-HID-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wound {
    Unhurt,
    Hurt,
    BadlyHurt,
    Out,
}

impl Wound {
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
pub enum Purpose {
    Attack,
    Shove,
    Grapple,
    Cast,
    React(Reaction),
    /// The attempt of the Held one (CARDS-GRAP-5).
    BreakFree,
    Flee,
    Douse,
    Skill,
    Stabilise,
    Obstacle,
    Ambush,
    Watch,
    // Automatic from here on: no Maneuver.
    Called,
    Fear,
    Fire,
    Poison,
    Fall,
    Fatigue,
    Treatment,
    // No test at all.
    Armour,
    Cover,
}

impl Purpose {
    /// CARDS-TEST-4: a test of any kind takes the saved bonus dice.
    pub fn is_test(self) -> bool {
        !matches!(self, Self::Armour | Self::Cover)
    }

    /// CARDS-AMB-3: a Maneuver with a roll takes the ambusher's dice.
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
            | Self::Called
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

/// With what somebody goes for somebody else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Manner {
    Weapon(Name),
    Thrown(Name),
    Spell(Name),
    Shove,
    Grapple,
    /// Words and wiles (CARDS-SKILL-1).
    Skill(Action),
}

impl Manner {
    /// The name of the weapon or spell, or what else is done.
    pub fn word(&self) -> &str {
        match self {
            Self::Weapon(name) | Self::Thrown(name) | Self::Spell(name) => name,
            Self::Shove => "shove",
            Self::Grapple => "grapple",
            Self::Skill(action) => action.key(),
        }
    }
}

/// Why Harm was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    Attack,
    /// A test that failed (CARDS-TEST-6, CARDS-OPT-1).
    Test,
    Fear,
    Fire,
    Poison,
    Fall,
    Fatigue,
    /// CARDS-ATK-5.
    Pin,
    Gm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Way {
    Move,
    Pushed,
    Lured,
    Crossed,
    /// Along the route of a flight that was stopped (CARDS-FLEE-4).
    Chase,
    Placed,
}

/// Why two cards changed owners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Swap {
    Agreed,
    Outmaneuver,
    Reaction,
}

/// How cards came to their owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deal {
    Start,
    /// CARDS-INIT-7.
    Late,
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

keyed! {
    /// Conditions that the GM sets or lifts.
    Flag {
        Prone = "prone",
        Apart = "apart",
        Pinned = "pinned",
        Out = "out",
        Dead = "dead",
        Shaken = "shaken",
        Helped = "helped",
    }
}

/// For whom a need is raised, besides those in a zone, which is ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    Scene,
    Combatant(CombatantId),
}

/// One typed fact of what happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Note {
    // Set-up.
    Assigned {
        who: CombatantId,
        side: Name,
    },
    Grouped {
        who: Vec<CombatantId>,
        name: Name,
    },
    AmbushSet(Option<Ambush>),
    DeafSet {
        one: CombatantId,
        other: CombatantId,
        is_on: bool,
    },
    RaiseSet {
        scope: Scope,
        raise: Raise,
    },
    /// CARDS-INIT-1: somebody wants a fight to begin.
    FightCalled {
        who: CombatantId,
        target: CombatantId,
    },
    // Cards.
    Dealt {
        who: Vec<CombatantId>,
        cards: Vec<u8>,
        deal: Deal,
    },
    /// CARDS-AMB-2: one more card was drawn, and these are kept.
    ExtraDrawn {
        who: Vec<CombatantId>,
        card: u8,
        kept: Vec<u8>,
    },
    AmbushSettled {
        side: Name,
        succeeded: bool,
        bonus: u8,
        /// Who gets the bonus dice.
        ambushers: Vec<CombatantId>,
    },
    AmbushBonusLost,
    /// CARDS-TURN-1: slots are refreshed, the swap window opens.
    Refreshed,
    HoldBegan,
    Ready(CombatantId),
    HoldEnded,
    SwapOffered {
        from: CombatantId,
        to: CombatantId,
    },
    SwapDeclined {
        from: CombatantId,
        to: CombatantId,
    },
    CardsSwapped {
        who: CombatantId,
        own: u8,
        with: CombatantId,
        other: u8,
        swap: Swap,
    },
    /// CARDS-SWAP-2: the first Maneuver of the round.
    SwapClosed,
    // Turns.
    TurnBegan {
        who: CombatantId,
        place: u8,
    },
    Passed(CombatantId),
    TurnEnded(CombatantId),
    Spent {
        who: CombatantId,
        place: u8,
        slot: Slot,
    },
    AutoSet {
        who: CombatantId,
        reaction: Reaction,
        standing: Standing,
    },
    // Tests.
    /// By nobody: dice of the GM, against somebody.
    Rolled {
        who: Option<CombatantId>,
        action: Option<Action>,
        purpose: Purpose,
        faces: Vec<u8>,
        #[serde(default)]
        against: Option<CombatantId>,
        /// What the dice are made of; only for who may know the numbers of who rolls.
        #[serde(default)]
        modifiers: Vec<Modifier>,
    },
    /// What a test that needs so much came to.
    Tested {
        who: CombatantId,
        action: Action,
        purpose: Purpose,
        successes: u8,
        need: u8,
        text: String,
        /// Against whom, where it is somebody.
        #[serde(default)]
        target: Option<CombatantId>,
    },
    BonusSaved(CombatantId),
    // Attacks.
    Attacked {
        who: CombatantId,
        target: CombatantId,
        manner: Manner,
    },
    Reacted {
        who: CombatantId,
        to: CombatantId,
        reaction: Reaction,
        is_slow: bool,
    },
    /// The attack's successes, what the reaction took off, and what was needed.
    Settled {
        who: CombatantId,
        target: CombatantId,
        manner: Manner,
        successes: u8,
        taken_off: u8,
        need: u8,
    },
    /// The attacker cannot go on.
    AttackLost(CombatantId),
    Bought {
        who: CombatantId,
        target: CombatantId,
        buy: Buy,
    },
    SwapKept(CombatantId),
    Harmed {
        who: CombatantId,
        harm: Harm,
        cause: Cause,
        /// None where the viewer may not know the number.
        amount: Option<u8>,
        wound: Wound,
    },
    Unharmed {
        who: CombatantId,
        cause: Cause,
    },
    Healed {
        who: CombatantId,
        harm: Harm,
        amount: Option<u8>,
        wound: Wound,
    },
    FellOut(CombatantId),
    CriticalRolled {
        who: CombatantId,
        harm: Harm,
        face: u8,
        critical: Critical,
    },
    FateSet {
        who: CombatantId,
        fate: Fate,
    },
    Stabilised {
        who: CombatantId,
        by: CombatantId,
    },
    // Conditions and places.
    Moved {
        who: CombatantId,
        from: ZoneId,
        to: ZoneId,
        way: Way,
    },
    ClosedIn {
        who: CombatantId,
        with: CombatantId,
    },
    PairsEnded(CombatantId),
    ApartSet {
        who: CombatantId,
        is_on: bool,
    },
    CoverSet {
        who: CombatantId,
        place: Option<u8>,
    },
    ProneSet {
        who: CombatantId,
        is_on: bool,
    },
    Pinned(CombatantId),
    Gagged(CombatantId),
    Held {
        who: CombatantId,
        by: CombatantId,
    },
    Freed {
        who: CombatantId,
        by: CombatantId,
    },
    BreakTried {
        who: CombatantId,
        by: CombatantId,
    },
    HoldKept {
        who: CombatantId,
        by: CombatantId,
    },
    Helped {
        who: CombatantId,
        by: CombatantId,
    },
    FlagSet {
        who: CombatantId,
        flag: Flag,
        is_on: bool,
    },
    // Things.
    /// What is in hand now.
    Equipped {
        who: CombatantId,
        items: Vec<ItemId>,
        names: Vec<Name>,
    },
    ItemMoved {
        item: ItemId,
        name: Name,
        by: CombatantId,
        from: At,
        to: At,
    },
    Said {
        who: CombatantId,
        text: String,
        is_shout: bool,
    },
    Interacted {
        who: CombatantId,
        text: String,
    },
    // Flight and skills.
    FleeTried {
        who: CombatantId,
        exit: ZoneId,
    },
    FleeFailed {
        who: CombatantId,
        is_chased: bool,
    },
    Fled(CombatantId),
    /// CARDS-INIT-7: the GM takes them out of the fight.
    Left(CombatantId),
    /// CARDS-FLEE-5: a new zone behind this one.
    ZoneOpened {
        of: ZoneId,
        name: Name,
    },
    Surveyed {
        who: CombatantId,
        questions: u8,
    },
    ObstacleRemoved {
        zone: ZoneId,
        to: ZoneId,
    },
    // Hazards.
    FearSuggested {
        source: CombatantId,
        who: Vec<CombatantId>,
    },
    Feared {
        who: CombatantId,
        source: Option<CombatantId>,
        value: u8,
        position: Position,
        successes: u8,
    },
    Shaken {
        who: CombatantId,
        shaken: Shaken,
    },
    CaughtFire {
        who: CombatantId,
        intensity: Intensity,
    },
    Doused {
        who: CombatantId,
        by: CombatantId,
        saved: u8,
    },
    FireOut(CombatantId),
    Poisoned {
        who: CombatantId,
        poison: Poison,
    },
    PoisonsTicked(CombatantId),
    PoisonsEnded(CombatantId),
    // The end.
    GoingOn(bool),
    Decided(Name),
    /// CARDS-END-2: what the end of the fight clears.
    Cleared,
    /// For the GM: who is still dying.
    Dying(Vec<CombatantId>),
    Recovered {
        who: CombatantId,
        by: Option<CombatantId>,
        successes: u8,
    },
    DayBegan,
}

impl From<Note> for CoreNote<Cards> {
    fn from(note: Note) -> Self {
        CoreNote::Rule(note)
    }
}

/// Makes a noted fact true: the only place where the system's state changes.
pub fn apply(fight: &mut Fight, note: &Note) {
    let round = fight.round;
    match note {
        Note::Assigned { who, side } => fight.body_mut(*who).side.clone_from(side),
        Note::Grouped { who, name } => {
            who.iter().for_each(|who| fight.body_mut(*who).group.clone_from(name));
        }
        Note::AmbushSet(ambush) => fight.state.ambush.clone_from(ambush),
        Note::DeafSet { one, other, is_on } => {
            let pair = pair(*one, *other);
            fight.state.deaf.retain(|known| *known != pair);
            if *is_on {
                fight.state.deaf.push(pair);
            }
        }
        Note::RaiseSet { scope, raise } => match scope {
            Scope::Scene => set_raise(&mut fight.state.raises, *raise),
            Scope::Combatant(who) => set_raise(&mut fight.body_mut(*who).raises, *raise),
        },
        Note::Dealt { who, cards, deal } => {
            // CARDS-INIT-7: who comes late first acts in the next round.
            let slots = CardSlots { slow: false, fast: false, acted: *deal == Deal::Late };
            for who in who {
                let body = fight.body_mut(*who);
                body.card.clone_from(cards);
                body.slots = vec![slots; cards.len()];
            }
        }
        Note::ExtraDrawn { who, kept, .. } => {
            who.iter().for_each(|who| fight.body_mut(*who).card.clone_from(kept));
        }
        Note::AmbushSettled { bonus, ambushers, .. } => {
            ambushers.iter().for_each(|who| fight.body_mut(*who).ambush_bonus = *bonus);
        }
        Note::AmbushBonusLost => {
            fight.combatants.iter_mut().for_each(|one| one.body.ambush_bonus = 0);
        }
        Note::Refreshed => {
            (fight.state.swap_open, fight.state.turn) = (true, None);
            fight.state.offers.clear();
            fight.state.ready.clear();
            let fresh = CardSlots { slow: true, fast: true, acted: false };
            for one in &mut fight.combatants {
                one.body.slots = vec![fresh; one.body.card.len()];
                one.body.has_broken = false;
            }
        }
        Note::HoldBegan => fight.state.hold = true,
        Note::Ready(who) => fight.state.ready.push(*who),
        Note::HoldEnded => fight.state.hold = false,
        Note::SwapOffered { from, to } => {
            fight.state.offers.push(Offer { from: *from, to: *to });
        }
        Note::SwapDeclined { from, to } => end_offers(fight, *from, *to),
        Note::CardsSwapped { who, own, with, other, .. } => {
            end_offers(fight, *with, *who);
            end_offers(fight, *who, *with);
            swap_cards(fight, *own, *other);
        }
        Note::SwapClosed => {
            fight.state.swap_open = false;
            fight.state.offers.clear();
        }
        Note::TurnBegan { who, place } => {
            let start = fight.body(*who).zone.unwrap_or(ZoneId(0));
            fight.state.turn = Some(Turn { who: *who, place: *place, start });
        }
        Note::TurnEnded(who) => end_turn(fight, *who),
        Note::Spent { who, place, slot } => {
            if let Some(slots) = fight.body_mut(*who).slots.get_mut(usize::from(*place)) {
                match slot {
                    Slot::Slow => slots.slow = false,
                    Slot::Fast => slots.fast = false,
                }
            }
        }
        Note::AutoSet { who, reaction, standing } => {
            fight.body_mut(*who).auto.set(*reaction, *standing);
        }
        Note::Rolled { who: Some(who), purpose, .. } => {
            let body = fight.body_mut(*who);
            if purpose.is_test() {
                (body.bonus, body.fewer_dice) = (0, 0);
            }
            if purpose.is_maneuver() {
                body.ambush_bonus = 0;
            }
        }
        Note::BonusSaved(who) => {
            let bonus = &mut fight.body_mut(*who).bonus;
            *bonus = bonus.saturating_add(1);
        }
        Note::Harmed { who, harm, amount, .. } => {
            let harm_dice = fight.settings.harm_dice;
            damage::record(fight.body_mut(*who), *harm, amount.unwrap_or(0), harm_dice);
        }
        Note::Healed { who, harm, amount, .. } => {
            damage::restore(fight.body_mut(*who), *harm, amount.unwrap_or(0));
        }
        Note::FellOut(who) => {
            let body = fight.body_mut(*who);
            (body.out, body.cover, body.apart) = (true, None, false);
            (body.shaken, body.pinned) = (None, false);
            end_pairs(fight, *who);
        }
        Note::CriticalRolled { who, critical, .. } => {
            let body = fight.body_mut(*who);
            body.criticals.push(*critical);
            if *critical == Critical::Mortal {
                body.dies_after = body.dies_after.or(Some(round + 3));
            }
        }
        Note::FateSet { who, fate } => set_fate(fight, *who, *fate),
        Note::Stabilised { who, .. } => {
            let body = fight.body_mut(*who);
            body.dies_after = None;
            body.fate = body.fate.map(|_| Fate::Helpless);
        }
        Note::Moved { who, to, .. } => {
            let body = fight.body_mut(*who);
            (body.zone, body.cover, body.apart) = (Some(*to), None, false);
            end_pairs(fight, *who);
        }
        Note::ClosedIn { who, with } => {
            let body = fight.body_mut(*who);
            (body.cover, body.apart) = (None, false);
            fight.state.pairs.push(pair(*who, *with));
        }
        Note::PairsEnded(who) => end_pairs(fight, *who),
        Note::ApartSet { who, is_on } => fight.body_mut(*who).apart = *is_on,
        Note::CoverSet { who, place } => fight.body_mut(*who).cover = *place,
        Note::ProneSet { who, is_on } => fight.body_mut(*who).prone = *is_on,
        Note::Pinned(who) => fight.body_mut(*who).pinned = true,
        Note::Gagged(who) => fight.body_mut(*who).gagged = true,
        Note::Held { who, by } => {
            fight.body_mut(*who).held_by = Some(*by);
            fight.body_mut(*by).holding = Some(*who);
        }
        Note::Freed { who, by } => {
            let body = fight.body_mut(*who);
            (body.held_by, body.gagged) = (None, false);
            fight.body_mut(*by).holding = None;
        }
        Note::BreakTried { who, .. } => fight.body_mut(*who).has_broken = true,
        Note::Helped { who, .. } => fight.body_mut(*who).helped = true,
        Note::FlagSet { who, flag, is_on } => set_flag(fight, *who, *flag, *is_on),
        Note::Equipped { who, items, .. } => {
            for item in &mut fight.body_mut(*who).gear {
                item.held = items.contains(&item.id);
            }
        }
        Note::ItemMoved { item, from, to, .. } => move_item(fight, *item, *from, *to),
        Note::Fled(who) | Note::Left(who) => leave(fight, *who),
        Note::ZoneOpened { of, name } => {
            let beyond = fight.zones.add(name);
            fight.zones.link(*of, beyond);
            for (zone, is_exit) in [(*of, false), (beyond, true)] {
                if let Some(zone) = fight.zones.get_mut(zone) {
                    zone.ground.exit = Some(is_exit);
                }
            }
        }
        Note::ObstacleRemoved { zone, to } => {
            for (zone, to) in [(*zone, *to), (*to, *zone)] {
                if let Some(zone) = fight.zones.get_mut(zone) {
                    zone.ground.obstacles.retain(|obstacle| obstacle.to != to);
                }
            }
        }
        Note::FearSuggested { source, who } => {
            fight.state.suggested.extend(who.iter().map(|who| (*who, *source)));
        }
        Note::Shaken { who, shaken } => fight.body_mut(*who).shaken = Some(*shaken),
        Note::CaughtFire { who, intensity } => {
            let fire = &mut fight.body_mut(*who).fire;
            let quenched = fire.map_or(0, |fire| fire.quenched);
            let intensity = fire.map_or(*intensity, |fire| fire.intensity.max(*intensity));
            *fire = Some(Fire { intensity, quenched });
        }
        Note::Doused { who, saved, .. } => {
            if let Some(fire) = &mut fight.body_mut(*who).fire {
                fire.quenched = fire.quenched.saturating_add(*saved);
            }
        }
        Note::FireOut(who) => fight.body_mut(*who).fire = None,
        Note::Poisoned { who, poison } => fight.body_mut(*who).poisons.push(*poison),
        Note::PoisonsTicked(who) => {
            let poisons = &mut fight.body_mut(*who).poisons;
            poisons.iter_mut().for_each(|poison| poison.next = poison.next.saturating_sub(1));
            poisons.retain(|poison| poison.next > 0);
        }
        Note::PoisonsEnded(who) => fight.body_mut(*who).poisons.clear(),
        Note::GoingOn(is_on) => fight.state.is_going_on = *is_on,
        Note::Decided(outcome) => {
            fight.state.outcome = Some(outcome.clone());
            fight.state.turn = None;
            fight.state.hold = false;
        }
        Note::Cleared => clear(fight),
        Note::Recovered { who, successes, .. } => {
            damage::recover(fight.body_mut(*who), *successes);
        }
        Note::DayBegan => {
            fight.combatants.iter_mut().for_each(|one| one.body.recovered = false);
        }
        // Facts that are only told.
        Note::FightCalled { .. }
        | Note::Passed(_)
        | Note::Rolled { who: None, .. }
        | Note::Tested { .. }
        | Note::Attacked { .. }
        | Note::Reacted { .. }
        | Note::Settled { .. }
        | Note::AttackLost(_)
        | Note::Bought { .. }
        | Note::SwapKept(_)
        | Note::Unharmed { .. }
        | Note::HoldKept { .. }
        | Note::Said { .. }
        | Note::Interacted { .. }
        | Note::FleeTried { .. }
        | Note::FleeFailed { .. }
        | Note::Surveyed { .. }
        | Note::Feared { .. }
        | Note::Dying(_) => {}
    }
}

/// Two combatants in the order in which pairs are kept.
pub fn pair(one: CombatantId, other: CombatantId) -> (CombatantId, CombatantId) {
    (one.min(other), one.max(other))
}

fn end_pairs(fight: &mut Fight, who: CombatantId) {
    fight.state.pairs.retain(|(one, other)| *one != who && *other != who);
}

fn end_offers(fight: &mut Fight, from: CombatantId, to: CombatantId) {
    fight.state.offers.retain(|offer| *offer != Offer { from, to });
}

/// CARDS-INIT-7: who leaves gives the card back, and is not Active any more.
fn leave(fight: &mut Fight, who: CombatantId) {
    let body = fight.body_mut(who);
    (body.fled, body.zone, body.cover, body.apart) = (true, None, None, false);
    body.card.clear();
    body.slots.clear();
    fight.state.offers.retain(|offer| offer.from != who && offer.to != who);
    end_pairs(fight, who);
}

fn set_raise(raises: &mut Vec<Raise>, raise: Raise) {
    raises.retain(|known| known.action != raise.action);
    if raise.by > 0 {
        raises.push(raise);
    }
}

/// CARDS-SWAP-6: only cards move; what is left of each, and whether it has acted, stays with the
/// owner. CARDS-INIT-3: a group's card moves for all who share it.
fn swap_cards(fight: &mut Fight, own: u8, other: u8) {
    for card in fight.combatants.iter_mut().flat_map(|one| &mut one.body.card) {
        if *card == own {
            *card = other;
        } else if *card == other {
            *card = own;
        }
    }
}

/// CARDS-TURN-2 and state machine, 7: the card has acted, and what lasts to the end of the turn
/// ends: pinned (CARDS-ATK-5), Shaken (CARDS-FEAR-5), help (CARDS-HARM-4). CARDS-GRAP-4: with
/// another turn to come in this round there is another attempt to break free.
fn end_turn(fight: &mut Fight, who: CombatantId) {
    let place = fight.state.turn.take().map_or(0, |turn| turn.place);
    let body = fight.body_mut(who);
    if let Some(slots) = body.slots.get_mut(usize::from(place)) {
        slots.acted = true;
    }
    (body.pinned, body.shaken, body.helped) = (false, None, false);
    body.has_broken &= body.slots.iter().all(|slots| slots.acted);
}

fn set_fate(fight: &mut Fight, who: CombatantId, fate: Fate) {
    let round = fight.round;
    let body = fight.body_mut(who);
    body.fate = Some(fate);
    body.dies_after = match fate {
        Fate::Dying => Some(round + 3),
        Fate::Helpless | Fate::Dead => None,
    };
}

fn set_flag(fight: &mut Fight, who: CombatantId, flag: Flag, is_on: bool) {
    let body = fight.body_mut(who);
    match flag {
        Flag::Prone => body.prone = is_on,
        Flag::Apart => body.apart = is_on,
        Flag::Pinned => body.pinned = is_on,
        Flag::Out => {
            body.out = is_on;
            body.fate = None;
            body.dies_after = None;
        }
        Flag::Dead => {
            body.out = is_on;
            body.fate = is_on.then_some(Fate::Dead);
            body.dies_after = None;
        }
        Flag::Shaken => {
            let frozen = Shaken { how: super::sheet::Panic::Freeze, source: None };
            body.shaken = is_on.then_some(frozen);
        }
        Flag::Helped => body.helped = is_on,
    }
}

fn move_item(fight: &mut Fight, item: ItemId, from: At, to: At) {
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
    one.held = false;
    match to {
        At::With(who) => fight.body_mut(who).gear.push(one),
        At::Floor(zone) => {
            if let Some(zone) = fight.zones.get_mut(zone) {
                zone.ground.items.push(one);
            }
        }
        At::Gone => {}
    }
}

/// CARDS-END-2: cards, slots, bonus dice, cover, holds and all conditions but Harm, criticals and
/// poison end with the fight; fires count as put out. CARDS-HID-1: a Hidden NPC was never there.
fn clear(fight: &mut Fight) {
    fight.state.pairs.clear();
    fight.state.offers.clear();
    for one in &mut fight.combatants {
        one.is_hidden &= one.is_npc();
        let body = &mut one.body;
        body.card.clear();
        body.slots.clear();
        (body.bonus, body.fewer_dice, body.ambush_bonus) = (0, 0, 0);
        (body.held_by, body.holding, body.gagged, body.has_broken) = (None, None, false, false);
        (body.prone, body.pinned, body.apart, body.cover) = (false, false, false, None);
        (body.fire, body.shaken, body.helped) = (None, None, false);
        (body.out, body.fled) = (false, false);
    }
}
