//! Conditions (RANKS-COND): three tracks of five ranks, what each condition does, and when it ends.
//! RANKS-DMG-2, RANKS-FAT-2 and RANKS-COMP-1 are the tables of effects.

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
    /// A condition by its name, which stands for one rank of one track. The order of the variants
    /// is that of the tracks and ranks.
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

/// The rank that means Out of Action, and the sum of ranks at which it is reached (RANKS-COND-2).
pub const OUT_OF_ACTION_RANK: u8 = 5;

impl ConditionName {
    /// Returns the condition of a track at a rank, which is clamped to 1 to 5 (RANKS-DMG-2,
    /// RANKS-FAT-2, RANKS-COMP-1).
    pub fn from_rank(track: ConditionTrack, rank: u8) -> Self {
        // The variants stand in the order of the tracks, and in each track in that of the ranks.
        let first_of_track = track as usize * usize::from(OUT_OF_ACTION_RANK);
        let place_in_track = usize::from(rank.clamp(1, OUT_OF_ACTION_RANK)) - 1;
        Self::ALL[first_of_track + place_in_track]
    }

    pub fn track(self) -> ConditionTrack {
        ConditionTrack::ALL[self as usize / usize::from(OUT_OF_ACTION_RANK)]
    }

    pub fn rank(self) -> u8 {
        (self as usize % usize::from(OUT_OF_ACTION_RANK)) as u8 + 1
    }

    /// Returns what the condition changes in a rolled check under this attribute; `None` if nothing
    /// (RANKS-DMG-2, RANKS-FAT-2, RANKS-COMP-1). RANKS-COND-4: an attribute's checks include those
    /// of every skill under it.
    fn check_change(self, attribute: Attribute) -> Option<ModifierChange> {
        const ONE_DIE_LESS: Option<ModifierChange> = Some(ModifierChange::ExtraDice(-1));
        match self {
            Self::Stunned => Some(ModifierChange::Bonus(-2)),
            Self::Hurt => ONE_DIE_LESS,
            Self::Wounded if attribute == Attribute::Dexterity => ONE_DIE_LESS,
            Self::Exhausted if attribute == Attribute::Strength => ONE_DIE_LESS,
            Self::Demoralized if attribute == Attribute::Presence => ONE_DIE_LESS,
            Self::Incapacitated | Self::Breathless | Self::Disoriented => {
                Some(ModifierChange::Disadvantage)
            }
            Self::Wounded
            | Self::Exhausted
            | Self::Demoralized
            | Self::Winded
            | Self::Tired
            | Self::Startled
            | Self::Discouraged
            | Self::OutDamage
            | Self::OutFatigue
            | Self::OutComposure => None,
        }
    }
}

/// When a condition or boon ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expiry {
    /// At the end of the first turn of its own that begins from now on (RANKS-COND-3).
    NextTurn,
    /// At the end of its turn that is running.
    ThisTurn,
    /// At the end of the round with this number.
    Round(u16),
    Encounter,
    Scene,
    Recovered,
}

/// One condition entry with its own end (RANKS-COND-1).
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

    /// Returns whether the condition lasts beyond the encounter (RANKS-END-2).
    pub fn outlasts_encounter(&self) -> bool {
        match self.expiry {
            Expiry::NextTurn | Expiry::ThisTurn | Expiry::Round(_) | Expiry::Encounter => false,
            Expiry::Scene | Expiry::Recovered => true,
        }
    }

    /// Creates a condition with the duration of its rank (RANKS-DMG-2, RANKS-FAT-2, RANKS-COMP-1).
    /// RANKS-COND-3: "next round" is the round after `round`.
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
    /// Returns the name of each condition that the combatant has, as often as it has it.
    fn condition_names(&self) -> impl Iterator<Item = ConditionName> {
        self.conditions.iter().map(Condition::name)
    }

    /// Returns how many conditions of this name the combatant has.
    fn count_conditions(&self, name: ConditionName) -> i16 {
        self.condition_names().filter(|own| *own == name).count() as i16
    }

    /// Returns whether any condition has rank 5 (RANKS-COND-5).
    pub fn is_out_of_action(&self) -> bool {
        self.conditions.iter().any(|condition| condition.rank >= OUT_OF_ACTION_RANK)
    }

    /// Returns what the conditions change in a rolled check under this attribute. RANKS-COND-1: all
    /// effects add up.
    pub fn condition_modifiers(&self, attribute: Attribute) -> Vec<Modifier> {
        let mut modifiers = Vec::new();
        for name in self.condition_names() {
            if let Some(change) = name.check_change(attribute) {
                modifiers.push(Modifier::new(name.key(), change));
            }
        }
        modifiers
    }

    /// Returns whether several conditions of a track add up to Out of Action (RANKS-COND-2). A
    /// single one of that rank is Out of Action already, and does not count.
    fn is_out_of_action_by_sum(&self, track: ConditionTrack) -> bool {
        let mut count = 0;
        let mut rank_sum: u8 = 0;
        for condition in self.conditions.iter().filter(|held| held.track == track) {
            count += 1;
            rank_sum = rank_sum.saturating_add(condition.rank);
        }
        count > 1 && rank_sum >= OUT_OF_ACTION_RANK
    }

    /// Returns how much Tired takes off all fixed values: 2 for each (RANKS-FAT-2).
    pub fn fixed_value_penalty(&self) -> i16 {
        2 * self.count_conditions(ConditionName::Tired)
    }

    /// Returns whether a condition forbids bonus actions, on the own turn and for responses
    /// (RANKS-FAT-2, RANKS-COMP-1, RANKS-COND-4).
    pub fn is_bonus_action_barred(&self) -> bool {
        self.condition_names()
            .any(|name| matches!(name, ConditionName::Winded | ConditionName::Discouraged))
    }

    /// Returns 2 for each Startled that counts for this round (RANKS-INIT-1).
    pub fn startled_penalty(&self, round: u16) -> i16 {
        let counts_now = |condition: &&Condition| {
            condition.name() == ConditionName::Startled && condition.expiry == Expiry::Round(round)
        };
        2 * self.conditions.iter().filter(counts_now).count() as i16
    }
}

/// Returns `Fell` if one more condition of this rank would take the combatant out of action
/// (RANKS-COND-2), otherwise `Wound`.
pub fn threat_of_one_more_condition(
    fight: &Fight,
    who: CombatantId,
    track: ConditionTrack,
    rank: u8,
) -> ThreatLevel {
    let mut sum = rank;
    if fight.settings.condition_ranks_add_up {
        for condition in fight.body(who).conditions.iter().filter(|held| held.track == track) {
            sum = sum.saturating_add(condition.rank);
        }
    }
    if sum >= OUT_OF_ACTION_RANK { ThreatLevel::Fell } else { ThreatLevel::Wound }
}

/// Gives a condition to a combatant. RANKS-COND-2: conditions of one track whose ranks add up to 5
/// are replaced by one Out of Action, unless the GM has turned that off. RANKS-END-1: ends the
/// fight if one side is left.
pub fn add_condition_and_knock_out_if_track_full(
    resolver: &mut Resolver,
    who: CombatantId,
    name: ConditionName,
) -> RuleResult {
    let condition = Condition::new(name, resolver.fight().round);
    let track = condition.track;
    let previous = &resolver.fight().body(who).conditions;
    let is_repeated = previous.iter().any(|held| held.name() == condition.name());
    resolver.emit(Event::ConditionGained { who, condition, is_repeated });
    let fight = resolver.fight();
    let is_track_full = fight.body(who).is_out_of_action_by_sum(track);
    if is_track_full && fight.settings.condition_ranks_add_up {
        resolver.emit(Event::TrackFilled { who, track });
    }
    if resolver.fight().body(who).is_out_of_action() {
        record_out_of_action(resolver, who);
    }
    end::decide_outcome_if_no_enemies_left(resolver)
}

/// Records that a combatant goes out of action. RANKS-COND-5: its attention, stance, readied check
/// and held actions end; its mark stays. RANKS-ENG-2: attention on it ends.
pub fn record_out_of_action(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::WentOutOfAction(who));
}

/// Returns the conditions of a combatant whose expiry satisfies `is_expiring`.
pub fn expiring_conditions(
    fight: &Fight,
    who: CombatantId,
    is_expiring: impl Fn(&Expiry) -> bool,
) -> Vec<Condition> {
    fight
        .body(who)
        .conditions
        .iter()
        .filter(|condition| is_expiring(&condition.expiry))
        .copied()
        .collect()
}
