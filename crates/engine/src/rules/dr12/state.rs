//! State: what a DR12 fight remembers besides its combatants, and every event that changes it.

use declare::Redact;
use serde::{Deserialize, Deserializer, Serialize};

use super::Dr12;
use super::sheet::{
    Ailment, AttackKind, Attitude, Attribute, Body, Cure, InventorySlot, Item, ItemId, Mood, Name,
    NextTest, Side,
};
use crate::core::dice::DiceRoll;
use crate::core::fight::{Event as CoreEvent, Fight};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::keyed_enum::keyed_enum;
use crate::core::lists::remove_first;
use crate::core::modifier::Modifier;
pub use crate::visibility::wounds::WoundLevel;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct State {
    /// The side named as surprised (DR12-SURP-1).
    #[serde(rename = "surprised")]
    pub surprised_side: Option<Side>,
    /// The side whose block comes first in every round (DR12-INIT-5).
    #[serde(rename = "first")]
    pub first_side: Side,
    /// All Characters in the order in which they act.
    #[serde(rename = "order")]
    pub initiative_order: Vec<CombatantId>,
    /// The side whose block is running; `None` before the first.
    #[serde(rename = "block")]
    pub running_block: Option<Side>,
    pub turn: Option<Turn>,
    /// Who took the last place in the running party block: a Character of the rolled order, or an
    /// NPC, after whom no place of a Character is left.
    #[serde(rename = "place")]
    pub last_place_taken: Option<CombatantId>,
    /// Whether the GM has closed the block early (DR12-INIT-7).
    #[serde(rename = "is_passing")]
    pub is_block_passing: bool,
    /// The [`Cure::age`] of the next ailment.
    #[serde(rename = "next_age")]
    pub next_ailment_age: u16,
    /// How the fight ended; the aftermath runs once it is set.
    pub outcome: Option<Outcome>,
    /// The suggestions that the GM has had already.
    #[serde(rename = "suggested")]
    pub morale_suggestions: Vec<MoraleSuggestion>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            surprised_side: None,
            first_side: Side::Enemy,
            initiative_order: Vec::new(),
            running_block: None,
            turn: None,
            last_place_taken: None,
            is_block_passing: false,
            next_ailment_age: 1,
            outcome: None,
            morale_suggestions: Vec::new(),
        }
    }
}

/// The running Turn (DR12-TURN-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    pub who: CombatantId,
    #[serde(rename = "moved")]
    pub has_moved: bool,
    #[serde(rename = "acted")]
    pub has_acted: bool,
    /// Whether its movements grant no free attacks any more (DR12-DIS-3).
    #[serde(rename = "disengaged")]
    pub has_disengaged: bool,
    /// Whether only the end step remains.
    #[serde(rename = "passed")]
    pub has_passed: bool,
}

impl Turn {
    /// Makes a turn in which nothing has been done.
    pub fn new(who: CombatantId) -> Self {
        Self { who, has_moved: false, has_acted: false, has_disengaged: false, has_passed: false }
    }
}

keyed_enum! {
    Outcome {
        Won = "won",
        Lost = "lost",
        Truce = "truce",
    }
}

/// A reason why the bot suggests morale Tests to the GM, once each (DR12-MORALE-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MoraleSuggestion {
    #[serde(rename = "half_out")]
    HalfOfEnemiesOut,
    LeaderFell,
    #[serde(rename = "last_at_half")]
    LastEnemyAtHalfHp,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// In which order the Characters act (DR12-OPT-1).
    pub party_order: PartyOrder,
    /// Whether a Character presses to avoid an attack (DR12-OPT-2).
    pub avoid_rolls: AvoidRolls,
    /// Whether shields may be sacrificed (DR12-SHLD-1).
    pub shield_sacrifice: bool,
    /// Whether leaving NPCs grant free attacks (DR12-DIS-7).
    pub npc_provoke: bool,
    /// Whether friends may be attacked (DR12-ATK-1).
    pub friendly_targets: bool,
    /// Whether dropped and thrown items return after the fight (DR12-END-2).
    pub items_return: RuleOverride,
    /// Whether bodies are recovered after the fight (DR12-END-5).
    pub bodies_recovered: RuleOverride,
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
            items_return: RuleOverride::Auto,
            bodies_recovered: RuleOverride::Auto,
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

/// A choice between what the rules say and what the GM decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleOverride {
    Auto,
    Yes,
    No,
}

impl RuleOverride {
    /// Returns the GM's decision, or what the rule says if the GM has not decided.
    pub fn gm_choice_or_rule_default(self, rule_default: bool) -> bool {
        match self {
            Self::Auto => rule_default,
            Self::Yes => true,
            Self::No => false,
        }
    }
}

/// The properties of a zone besides its name and neighbours.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Terrain {
    /// How many standing combatants fit (DR12-ZONE-4).
    #[serde(rename = "limit")]
    pub combatant_limit: Option<u8>,
    pub hazard: Option<Hazard>,
    /// The sides that start here (DR12-ZONE-1). If no zone is marked, the party starts in the first
    /// and the enemies in the last.
    #[serde(deserialize_with = "deserialize_start_sides_or_old_form")]
    #[serde(rename = "start")]
    pub start_of: Vec<Side>,
    /// The sides for which the GM marked it as an exit (DR12-FLEE-1).
    pub exit_for: Vec<Side>,
    /// The items that lie here.
    pub items: Vec<Item>,
}

/// Reads the sides that start in a zone. Older fights stored one side or null.
fn deserialize_start_sides_or_old_form<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Side>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Sides {
        AtMostOne(Option<Side>),
        All(Vec<Side>),
    }
    Ok(match Sides::deserialize(deserializer)? {
        Sides::AtMostOne(side) => side.into_iter().collect(),
        Sides::All(sides) => sides,
    })
}

/// A danger of a zone (DR12-ZONE-5).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hazard {
    pub attribute: Attribute,
    pub dr: u8,
    pub trigger: HazardTrigger,
    pub damage: Option<crate::core::dice::DicePool>,
    pub ailments: Vec<Ailment>,
    /// Whether only the GM knows of it, until it first triggers.
    #[serde(rename = "secret")]
    pub is_secret: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HazardTrigger {
    #[serde(rename = "start")]
    TurnStart,
    Enter,
    Both,
}

/// What a Test is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TestPurpose {
    Attack,
    Avoid,
    Cast,
    Push,
    Grapple,
    Stunt,
    Skill,
    Parley,
    /// To end an ailment.
    Recover(Ailment),
    /// To prevent an ailment.
    Resist(Ailment),
    Hazard,
    Morale,
}

/// The dice and numbers of a Test.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TestRoll {
    /// The face that counts.
    #[serde(rename = "natural")]
    pub kept_face: u8,
    /// The other face, if two dice were rolled.
    #[serde(rename = "other")]
    pub discarded_face: Option<u8>,
    pub total: i16,
    pub dr: u8,
    /// What total and DR consist of.
    #[serde(default)]
    pub modifiers: Vec<Modifier>,
}

/// Why HP were lost or regained.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HealthChangeCause {
    #[serde(rename = "blow")]
    Attack,
    Ongoing,
    Hazard,
    Item,
    Gm,
    Aftermath,
}

/// Where an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemLocation {
    #[serde(rename = "on")]
    CarriedBy(CombatantId, InventorySlot),
    #[serde(rename = "floor")]
    InZone(ZoneId),
    /// Used up, destroyed or lost.
    Gone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnCost {
    Move,
    Action,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MovementKind {
    Move,
    Dash,
    Pushed,
    /// Placed by the GM.
    Placed,
}

/// What becomes of a Character who ends the fight Out of Action (DR12-END-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FallConsequence {
    KnockedOut,
    Shaken,
    WeakForADay,
    Crippled(Attribute),
    Disfigured,
    Dead,
    /// The body could not be recovered (DR12-END-5).
    Lost,
}

impl FallConsequence {
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

/// Something that happened in a DR12 fight. Values that may be hidden from players are `Option`s:
/// the engine always records them, a view leaves them out.
///
/// DR12-TEST-5: players do not see dice and totals of NPC Tests, nor NPCs' exact losses.
/// DR12-RCT-2, DR12-MORALE-2: reactions and morale are Tested in secret.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, Redact)]
#[redact(Dr12)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    #[visible(true)]
    SurpriseSet(Option<Side>),
    /// The zone where a combatant starts the fight (DR12-ZONE-1); `None` for the start of its side.
    #[serde(rename = "starts_in")]
    #[visible(viewer.knows(who))]
    StartZoneSet {
        who: CombatantId,
        zone: Option<ZoneId>,
    },
    /// The side die was rolled (DR12-INIT-1).
    #[serde(rename = "side_rolled")]
    #[visible(true)]
    FirstSideRolled {
        #[open]
        face: u8,
        first: Side,
    },
    #[visible(viewer.knows(who))]
    InitiativeRolled {
        who: CombatantId,
        #[open]
        face: u8,
        #[open]
        total: i8,
    },
    /// The order of the Characters was set, at the start or when a Character joined late.
    #[serde(rename = "ordered")]
    #[visible(true)]
    InitiativeOrderSet(#[each(viewer.knows(it))] Vec<CombatantId>),
    #[visible(true)]
    BlockBegan(Side),
    /// The GM lets the rest of the block pass.
    #[visible(true)]
    BlockPassed,
    #[visible(viewer.knows(it))]
    TurnBegan(CombatantId),
    #[serde(rename = "passed")]
    #[visible(viewer.knows(it))]
    TurnPassed(CombatantId),
    #[visible(viewer.knows(it))]
    TurnEnded(CombatantId),
    #[serde(rename = "spent")]
    #[visible(viewer.knows(it))]
    CostSpent(CombatantId, TurnCost),
    /// The GM set something for a combatant's next Test, or it was used up.
    #[serde(rename = "bent")]
    NextTestSet {
        who: CombatantId,
        next: NextTest,
    },
    #[serde(rename = "tested")]
    #[visible(viewer.knows(who) && *purpose != TestPurpose::Morale || viewer.is_gm())]
    TestRolled {
        who: CombatantId,
        purpose: TestPurpose,
        #[serde(rename = "rolled")]
        #[numbers_of(who)]
        roll: Option<TestRoll>,
        passed: bool,
    },
    #[visible(viewer.knows(who))]
    Moved {
        who: CombatantId,
        from: ZoneId,
        to: ZoneId,
        #[serde(rename = "way")]
        movement: MovementKind,
    },
    /// A movement did not take place (DR12-DIS-6).
    #[visible(viewer.knows(it))]
    MovementCancelled(CombatantId),
    #[visible(viewer.knows(it))]
    Disengaged(CombatantId),
    #[visible(viewer.knows(it))]
    Fled(CombatantId),
    #[visible(viewer.knows(attacker) && viewer.knows(target))]
    Attacked {
        #[serde(rename = "who")]
        attacker: CombatantId,
        target: CombatantId,
        weapon: Name,
        kind: AttackKind,
        #[serde(rename = "free")]
        is_free_attack: bool,
    },
    #[serde(rename = "cast_at")]
    #[visible(viewer.knows(caster) && viewer.knows(target))]
    SpellCast {
        #[serde(rename = "who")]
        caster: CombatantId,
        target: CombatantId,
        spell: Name,
    },
    #[visible(viewer.knows(attacker) && viewer.knows(target))]
    DamageRolled {
        #[serde(rename = "who")]
        attacker: CombatantId,
        target: CombatantId,
        #[open]
        total: u16,
        #[serde(rename = "doubled")]
        is_doubled: bool,
        /// The dice before doubling; `None` for viewers who may not know the attacker's numbers.
        #[serde(default)]
        #[numbers_of(attacker)]
        dice: Option<DiceRoll>,
        /// What AP takes off; `None` for viewers who may not know the target's numbers.
        #[serde(default)]
        #[serde(rename = "armour")]
        #[numbers_of(target)]
        armour_reduction: Option<u8>,
    },
    /// HP were lost; `amount` and `remaining` are `None` for viewers who may not know them.
    #[serde(rename = "lost")]
    #[visible(viewer.knows_wounds(who))]
    HealthLost {
        who: CombatantId,
        cause: HealthChangeCause,
        #[numbers_of(who)]
        amount: Option<u8>,
        #[serde(rename = "left")]
        #[numbers_of(who)]
        remaining: Option<u8>,
        wound: WoundLevel,
    },
    /// AP reduced a blow to nothing.
    #[serde(rename = "no_loss")]
    #[visible(viewer.knows_wounds(who))]
    NoHealthLost {
        who: CombatantId,
    },
    #[visible(viewer.knows_wounds(who))]
    Healed {
        who: CombatantId,
        cause: HealthChangeCause,
        #[numbers_of(who)]
        amount: Option<u8>,
        #[serde(rename = "left")]
        #[numbers_of(who)]
        remaining: Option<u8>,
        wound: WoundLevel,
    },
    /// A combatant came to 0 HP: a Character is Out of Action, an NPC out for good.
    #[visible(viewer.knows(it))]
    Fell(CombatantId),
    /// Armour, helmet or held shield reduced a blow.
    #[serde(rename = "armour_took")]
    #[visible(viewer.knows(it))]
    ArmourReducedHit(CombatantId),
    #[serde(rename = "marked")]
    #[visible(viewer.knows(who))]
    ItemMarked {
        who: CombatantId,
        item: ItemId,
        name: Name,
        #[serde(rename = "marks")]
        #[open]
        usage_marks: u8,
    },
    #[visible(viewer.knows(who))]
    SpellMarked {
        who: CombatantId,
        name: Name,
        #[serde(rename = "marks")]
        #[open]
        usage_marks: u8,
    },
    #[visible(viewer.knows(who))]
    ShieldSacrificed {
        who: CombatantId,
        item: ItemId,
        name: Name,
    },
    #[visible(viewer.knows(actor))]
    ItemMoved {
        item: ItemId,
        name: Name,
        #[serde(rename = "by")]
        actor: CombatantId,
        from: ItemLocation,
        to: ItemLocation,
    },
    /// Ammunition was shot.
    #[serde(rename = "shot")]
    #[visible(viewer.knows(who))]
    AmmunitionUsed {
        who: CombatantId,
        item: ItemId,
    },
    #[serde(rename = "ailing")]
    #[visible(viewer.knows(who))]
    AilmentInflicted {
        who: CombatantId,
        ailment: Ailment,
        #[numbers_of(who)]
        cure: Option<Cure>,
        /// Whether it replaces the same ailment (DR12-HIND-4).
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        is_repeated: bool,
    },
    #[serde(rename = "recovered")]
    #[visible(viewer.knows(who))]
    AilmentEnded {
        who: CombatantId,
        ailment: Ailment,
    },
    #[serde(rename = "hazard_struck")]
    #[visible(viewer.knows(who))]
    HazardTriggered {
        who: CombatantId,
        zone: ZoneId,
    },
    /// The start step of the Turn made the act that had started it impossible.
    #[serde(rename = "lapsed")]
    #[visible(viewer.knows(it))]
    ActLapsed(CombatantId),
    #[visible(viewer.knows(who) && viewer.knows(target))]
    StuntTried {
        who: CombatantId,
        target: CombatantId,
        text: String,
    },
    #[visible(viewer.knows(who))]
    SkillTried {
        who: CombatantId,
        attribute: Attribute,
        text: String,
    },
    /// A stunt or skill passed, and the GM ruled this effect.
    #[serde(rename = "effect")]
    #[visible(viewer.knows(who))]
    EffectDescribed {
        who: CombatantId,
        text: String,
    },
    #[visible(viewer.knows(who) && viewer.knows(target))]
    ParleyTried {
        who: CombatantId,
        target: CombatantId,
    },
    #[visible(viewer.knows(who) && viewer.knows(target))]
    ParleyRefused {
        who: CombatantId,
        target: CombatantId,
    },
    #[visible(viewer.knows(who) && viewer.knows(target))]
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
    #[serde(rename = "start_offered")]
    StartSuggested,
    MoraleSuggested(MoraleSuggestion),
    #[visible(viewer.knows(who))]
    MoodSet {
        who: CombatantId,
        mood: Mood,
    },
    /// The fight is decided; the aftermath follows.
    #[serde(rename = "decided")]
    #[visible(true)]
    OutcomeDecided(Outcome),
    /// The wear of an item was rolled after the fight (DR12-END-3).
    #[visible(viewer.knows(who))]
    WearRolled {
        who: CombatantId,
        item: ItemId,
        name: Name,
        #[open]
        face: u8,
    },
    #[serde(rename = "fate_rolled")]
    #[visible(viewer.knows(who))]
    FallConsequenceRolled {
        who: CombatantId,
        #[open]
        face: u8,
    },
    #[serde(rename = "scarred")]
    #[visible(viewer.knows(who))]
    FallConsequenceSet {
        who: CombatantId,
        #[serde(rename = "scar")]
        consequence: FallConsequence,
    },
}

impl From<Event> for CoreEvent<Dr12> {
    fn from(event: Event) -> Self {
        CoreEvent::System(event)
    }
}

/// Returns the running Turn if it is this combatant's.
fn running_turn_mut(fight: &mut Fight<Dr12>, who: CombatantId) -> Option<&mut Turn> {
    fight.state.turn.as_mut().filter(|turn| turn.who == who)
}

/// Applies an event to the fight. DR12 state changes nowhere else.
pub fn apply_event(fight: &mut Fight<Dr12>, event: &Event) {
    match event {
        Event::SurpriseSet(side) => fight.state.surprised_side = *side,
        Event::StartZoneSet { who, zone } => fight.body_mut(*who).zone = *zone,
        Event::FirstSideRolled { first, .. } => fight.state.first_side = *first,
        Event::InitiativeRolled { who, total, .. } => fight.body_mut(*who).initiative = *total,
        Event::InitiativeOrderSet(order) => fight.state.initiative_order.clone_from(order),
        Event::BlockBegan(side) => {
            fight.state.running_block = Some(*side);
            fight.state.last_place_taken = None;
            fight.state.is_block_passing = false;
        }
        Event::BlockPassed => fight.state.is_block_passing = true,
        Event::TurnBegan(who) => {
            fight.body_mut(*who).last_turn = fight.round;
            record_place_taken_if_party_block_runs(fight, *who);
            fight.state.turn = Some(Turn::new(*who));
        }
        Event::TurnPassed(who) => {
            if let Some(turn) = running_turn_mut(fight, *who) {
                turn.has_passed = true;
            }
        }
        Event::TurnEnded(_) => fight.state.turn = None,
        Event::CostSpent(who, cost) => {
            if let Some(turn) = running_turn_mut(fight, *who) {
                match cost {
                    TurnCost::Move => turn.has_moved = true,
                    TurnCost::Action => turn.has_acted = true,
                }
            }
        }
        Event::NextTestSet { who, next } => fight.body_mut(*who).next_test = *next,
        Event::TestRolled { who, .. } => fight.body_mut(*who).next_test = NextTest::default(),
        Event::Moved { who, to, .. } => fight.body_mut(*who).zone = Some(*to),
        Event::Disengaged(who) => {
            if let Some(turn) = running_turn_mut(fight, *who) {
                turn.has_disengaged = true;
            }
        }
        Event::Fled(who) => fight.body_mut(*who).has_fled = true,
        Event::HealthLost { who, amount, .. } => {
            let body = fight.body_mut(*who);
            body.hp = body.hp.saturating_sub(amount.unwrap_or(0));
        }
        Event::Healed { who, amount, .. } => {
            let body = fight.body_mut(*who);
            body.hp = body.hp.saturating_add(amount.unwrap_or(0)).min(body.hp_max);
        }
        Event::Fell(who) => end_ailments_and_mood(fight.body_mut(*who)),
        Event::ArmourReducedHit(who) => mark_worn_ap_as_used(fight.body_mut(*who)),
        Event::ItemMarked { who, item, usage_marks, .. } => {
            for marked in fight.body_mut(*who).items_mut().filter(|own| own.id == *item) {
                marked.usage_marks = *usage_marks;
            }
        }
        Event::SpellMarked { who, name, usage_marks } => {
            for spell in fight.body_mut(*who).spells.iter_mut().filter(|own| own.name == *name) {
                spell.usage_marks = *usage_marks;
            }
        }
        Event::ShieldSacrificed { who, item, .. } => {
            fight.body_mut(*who).hands.retain(|held| held.id != *item);
        }
        Event::ItemMoved { item, actor, from, to, .. } => {
            move_item_and_remember_owner(fight, *item, *actor, *from, *to)
        }
        Event::AmmunitionUsed { who, item } => {
            for used in fight.body_mut(*who).ready.iter_mut().filter(|own| own.id == *item) {
                used.used_in_fight = true;
            }
        }
        Event::AilmentInflicted { who, ailment, cure, .. } => {
            *fight.body_mut(*who).active_cure_for_mut(*ailment) = *cure;
            fight.state.next_ailment_age += 1;
        }
        Event::AilmentEnded { who, ailment } => {
            *fight.body_mut(*who).active_cure_for_mut(*ailment) = None
        }
        Event::HazardTriggered { zone, .. } => {
            let hazard = fight.zones.get_mut(*zone).and_then(|zone| zone.terrain.hazard.as_mut());
            if let Some(hazard) = hazard {
                hazard.is_secret = false;
            }
        }
        Event::ReactionRolled { npcs, attitude, .. } => {
            for who in npcs {
                fight.body_mut(*who).attitude = Some(*attitude);
            }
        }
        Event::MoraleSuggested(suggestion) => fight.state.morale_suggestions.push(*suggestion),
        Event::MoodSet { who, mood } => fight.body_mut(*who).mood = *mood,
        Event::OutcomeDecided(outcome) => {
            fight.state.outcome = Some(*outcome);
            fight.state.turn = None;
        }
        Event::FallConsequenceSet { who, consequence } => {
            add_fall_consequence_and_lower_attribute(fight.body_mut(*who), *consequence)
        }
        // Events that change nothing.
        Event::MovementCancelled(_)
        | Event::Attacked { .. }
        | Event::SpellCast { .. }
        | Event::DamageRolled { .. }
        | Event::NoHealthLost { .. }
        | Event::ActLapsed(_)
        | Event::StuntTried { .. }
        | Event::SkillTried { .. }
        | Event::EffectDescribed { .. }
        | Event::ParleyTried { .. }
        | Event::ParleyRefused { .. }
        | Event::ParleyAccepted { .. }
        | Event::StartSuggested
        | Event::WearRolled { .. }
        | Event::FallConsequenceRolled { .. } => {}
    }
}

/// Ends all ailments of a combatant who falls; it neither flees nor parleys any more.
fn end_ailments_and_mood(body: &mut Body) {
    for ailment in Ailment::ALL {
        *body.active_cure_for_mut(ailment) = None;
    }
    body.mood = Mood::Fighting;
}

/// Marks held shields, armour and helmet as used in this fight, as far as they have AP.
fn mark_worn_ap_as_used(body: &mut Body) {
    let shields = body.hands.iter_mut().filter(|item| item.is_shield());
    let worn = shields.chain(&mut body.armour).chain(&mut body.helmet);
    worn.filter(|item| item.ap() > 0).for_each(|item| item.used_in_fight = true);
}

/// Writes a consequence onto the sheet. A crippled attribute, or CHA of the disfigured, goes down
/// by 2, not below -3.
fn add_fall_consequence_and_lower_attribute(body: &mut Body, consequence: FallConsequence) {
    body.fall_consequences.push(consequence.key().into());
    let lowered = match consequence {
        FallConsequence::Crippled(attribute) => Some(attribute),
        FallConsequence::Disfigured => Some(Attribute::Cha),
        _ => None,
    };
    if let Some(attribute) = lowered {
        let value = body.attribute_mut(attribute);
        *value = (*value - 2).max(-3);
    }
}

/// Records that a combatant who begins a Turn in the party block has taken its place there, which
/// closes the places of the rolled order up to it (DR12-INIT-2). An NPC comes after all Characters
/// and closes theirs (DR12-INIT-6).
fn record_place_taken_if_party_block_runs(fight: &mut Fight<Dr12>, who: CombatantId) {
    // DR12-OPT-1: with the order `any`, Characters take Turns as they like, so that the Turn of one
    // closes nobody's place.
    let closes_places =
        fight.combatant(who).is_npc() || fight.settings.party_order == PartyOrder::Rolled;
    if fight.state.running_block == Some(Side::Party) && closes_places {
        fight.state.last_place_taken = Some(who);
    }
}

/// Moves an item, or does nothing if it is not at `from`. An item that lands in a zone remembers
/// `actor` as its owner, unless it has one already, until that owner carries it again.
fn move_item_and_remember_owner(
    fight: &mut Fight<Dr12>,
    item: ItemId,
    actor: CombatantId,
    from: ItemLocation,
    to: ItemLocation,
) {
    let is_meant = |listed: &Item| listed.id == item;
    let removed = match from {
        ItemLocation::CarriedBy(who, slot) => {
            remove_first(fight.body_mut(who).items_in_mut(slot), is_meant)
        }
        ItemLocation::InZone(zone) => {
            let zone = fight.zones.get_mut(zone);
            zone.and_then(|zone| remove_first(&mut zone.terrain.items, is_meant))
        }
        ItemLocation::Gone => None,
    };
    let Some(mut item) = removed else { return };
    match to {
        ItemLocation::CarriedBy(who, slot) => {
            item.original_owner = item.original_owner.filter(|owner| *owner != who);
            fight.body_mut(who).items_in_mut(slot).push(item);
        }
        ItemLocation::InZone(zone) => {
            item.original_owner = item.original_owner.or(Some(actor));
            if let Some(zone) = fight.zones.get_mut(zone) {
                zone.terrain.items.push(item);
            }
        }
        ItemLocation::Gone => {}
    }
}
