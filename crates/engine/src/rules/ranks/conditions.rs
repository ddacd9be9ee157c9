//! Conditions (RANKS-COND): three tracks of five ranks, what each does, and when it ends.
//! RANKS-DMG-2, RANKS-FAT-2 and RANKS-COMP-1 are tables of effects.

use serde::{Deserialize, Serialize};

use super::sheet::{Attribute, Body};
use super::state::Event;
use super::{Fight, Resolver, RuleResult, end};
use crate::core::ids::CombatantId;
use crate::core::keyed_enum::keyed_enum;
use crate::core::modifier::{Modifier, ModifierChange};
use crate::resolution::prompt::ThreatLevel;

keyed_enum! {
    ConditionTrack {
        Damage = "damage",
        Fatigue = "fatigue",
        Composure = "composure",
    }
}

keyed_enum! {
    /// A condition by its name: a rank of a track.
    ConditionName {
        Stunned = "stunned",
        Hurt = "hurt",
        Wounded = "wounded",
        Incapacitated = "incapacitated",
        OutDamage = "out-damage",
        Breathless = "breathless",
        Winded = "winded",
        Tired = "tired",
        Exhausted = "exhausted",
        OutFatigue = "out-fatigue",
        Startled = "startled",
        Disoriented = "disoriented",
        Discouraged = "discouraged",
        Demoralized = "demoralized",
        OutComposure = "out-composure",
    }
}

/// The rank that is Out of Action, and the sum of ranks that comes to it (RANKS-COND-2).
pub const OUT_OF_ACTION_RANK: u8 = 5;

impl ConditionName {
    /// RANKS-DMG-2, RANKS-FAT-2, RANKS-COMP-1.
    pub fn from_rank(track: ConditionTrack, rank: u8) -> Self {
        let place = track as usize * usize::from(OUT_OF_ACTION_RANK)
            + usize::from(rank.clamp(1, OUT_OF_ACTION_RANK))
            - 1;
        Self::ALL[place]
    }

    pub fn track(self) -> ConditionTrack {
        ConditionTrack::ALL[self as usize / usize::from(OUT_OF_ACTION_RANK)]
    }

    pub fn rank(self) -> u8 {
        (self as usize % usize::from(OUT_OF_ACTION_RANK)) as u8 + 1
    }
}

/// When something ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expiry {
    /// RANKS-COND-3: with the first own turn that begins from now on.
    NextTurn,
    /// With the own turn that runs.
    ThisTurn,
    /// With this round.
    Round(u16),
    Encounter,
    Scene,
    Recovered,
}

/// RANKS-COND-1: an entry of its own, with its own end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    pub track: ConditionTrack,
    pub rank: u8,
    #[serde(rename = "until")]
    pub expiry: Expiry,
}

impl Condition {
    pub fn name(&self) -> ConditionName {
        ConditionName::from_rank(self.track, self.rank)
    }

    /// RANKS-END-2: whether it lasts beyond the encounter.
    pub fn outlasts_encounter(&self) -> bool {
        match self.expiry {
            Expiry::NextTurn | Expiry::ThisTurn | Expiry::Round(_) | Expiry::Encounter => false,
            Expiry::Scene | Expiry::Recovered => true,
        }
    }

    /// RANKS-DMG-2, RANKS-FAT-2, RANKS-COMP-1: a condition with a fresh duration. RANKS-COND-3:
    /// "next round" is the one after that in which it is made.
    pub fn new(name: ConditionName, round: u16) -> Self {
        let expiry = match name {
            ConditionName::Stunned | ConditionName::Breathless => Expiry::NextTurn,
            ConditionName::Hurt
            | ConditionName::Winded
            | ConditionName::Disoriented
            | ConditionName::Startled => Expiry::Round(round + 1),
            ConditionName::Wounded | ConditionName::Tired | ConditionName::Discouraged => {
                Expiry::Encounter
            }
            ConditionName::Exhausted | ConditionName::Demoralized => Expiry::Scene,
            ConditionName::Incapacitated
            | ConditionName::OutDamage
            | ConditionName::OutFatigue
            | ConditionName::OutComposure => Expiry::Recovered,
        };
        Self { track: name.track(), rank: name.rank(), expiry }
    }
}

impl Body {
    fn condition_names(&self) -> impl Iterator<Item = ConditionName> {
        self.conditions.iter().map(Condition::name)
    }

    fn count_conditions(&self, name: ConditionName) -> i16 {
        self.condition_names().filter(|one| *one == name).count() as i16
    }

    /// RANKS-COND-5.
    pub fn is_out_of_action(&self) -> bool {
        self.conditions.iter().any(|one| one.rank >= OUT_OF_ACTION_RANK)
    }

    /// RANKS-COND-1: all effects add up. RANKS-COND-4: an attribute's checks are those of every
    /// skill under it, too.
    pub fn condition_modifiers(&self, attribute: Attribute) -> Vec<Modifier> {
        let one_less = |is: bool| is.then_some(ModifierChange::ExtraDice(-1));
        let weighs = |kind: ConditionName| {
            let change = match kind {
                ConditionName::Stunned => Some(ModifierChange::Bonus(-2)),
                ConditionName::Hurt => one_less(true),
                ConditionName::Wounded => one_less(attribute == Attribute::Dexterity),
                ConditionName::Exhausted => one_less(attribute == Attribute::Strength),
                ConditionName::Demoralized => one_less(attribute == Attribute::Presence),
                ConditionName::Incapacitated
                | ConditionName::Breathless
                | ConditionName::Disoriented => Some(ModifierChange::Disadvantage),
                ConditionName::Winded
                | ConditionName::Tired
                | ConditionName::Startled
                | ConditionName::Discouraged
                | ConditionName::OutDamage
                | ConditionName::OutFatigue
                | ConditionName::OutComposure => None,
            };
            change.map(|change| Modifier::new(kind.key(), change))
        };
        self.condition_names().filter_map(weighs).collect()
    }

    /// RANKS-FAT-2: Tired takes 2 off all fixed values.
    pub fn fixed_value_penalty(&self) -> i16 {
        2 * self.count_conditions(ConditionName::Tired)
    }

    /// RANKS-FAT-2, RANKS-COMP-1, RANKS-COND-4: no bonus action, on the own turn and for responses.
    pub fn is_bonus_action_barred(&self) -> bool {
        self.condition_names()
            .any(|kind| matches!(kind, ConditionName::Winded | ConditionName::Discouraged))
    }

    /// RANKS-INIT-1: -2 for each Startled that counts for this round.
    pub fn startled_penalty(&self, round: u16) -> i16 {
        let counts = |one: &&Condition| {
            one.name() == ConditionName::Startled && one.expiry == Expiry::Round(round)
        };
        2 * self.conditions.iter().filter(counts).count() as i16
    }
}

/// What a condition of that rank would come to (RANKS-COND-2).
pub fn condition_threat(
    fight: &Fight,
    who: CombatantId,
    track: ConditionTrack,
    rank: u8,
) -> ThreatLevel {
    let (body, adds) = (fight.body(who), fight.settings.condition_ranks_add_up);
    let of_track = body.conditions.iter().filter(|one| one.track == track && adds);
    let sum = of_track.fold(rank, |sum, one| sum.saturating_add(one.rank));
    if sum >= OUT_OF_ACTION_RANK { ThreatLevel::Fell } else { ThreatLevel::Wound }
}

/// Puts a condition on somebody. RANKS-COND-2: ranks of one track that add up to 5 are replaced by
/// one Out of Action, unless the GM has set that they do not. RANKS-END-1: the fight may be over
/// with that.
pub fn apply_condition(
    resolver: &mut Resolver,
    who: CombatantId,
    name: ConditionName,
) -> RuleResult {
    let condition = Condition::new(name, resolver.fight().round);
    let track = condition.track;
    resolver.emit(Event::ConditionGained { who, condition });
    let of_track = resolver.fight().body(who).conditions.iter().filter(|one| one.track == track);
    let (entries, sum) =
        of_track.fold((0, 0), |(n, sum), one| (n + 1, one.rank.saturating_add(sum)));
    if sum >= OUT_OF_ACTION_RANK && entries > 1 && resolver.fight().settings.condition_ranks_add_up
    {
        resolver.emit(Event::TrackFilled { who, track });
    }
    if resolver.fight().body(who).is_out_of_action() {
        record_out_of_action(resolver, who);
    }
    end::end_if_one_sided(resolver)
}

/// RANKS-COND-5: attention, stance, readied and held actions end; the mark stays. RANKS-ENG-2:
/// attention on someone no longer active becomes none.
pub fn record_out_of_action(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::WentOutOfAction(who));
}

/// The entries of somebody's that end now.
pub fn expiring_conditions(
    fight: &Fight,
    who: CombatantId,
    is_expiring: impl Fn(&Expiry) -> bool,
) -> Vec<Condition> {
    fight.body(who).conditions.iter().filter(|one| is_expiring(&one.expiry)).copied().collect()
}
