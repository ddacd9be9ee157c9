//! Conditions (RANKS-COND): three tracks of five ranks, what each does, and when it ends.
//! RANKS-DMG-2, RANKS-FAT-2 and RANKS-COMP-1 are tables of effects.

use serde::{Deserialize, Serialize};

use super::sheet::{Attribute, Body};
use super::state::Note;
use super::{Fight, Scene, Step, end};
use crate::ids::CombatantId;
use crate::keyed::keyed;
use crate::modifier::{Change, Modifier};
use crate::prompt::Threat;

keyed! {
    Track {
        Damage = "damage",
        Fatigue = "fatigue",
        Composure = "composure",
    }
}

keyed! {
    /// A condition by its name: a rank of a track.
    Ailment {
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
pub const OUT: u8 = 5;

impl Ailment {
    /// RANKS-DMG-2, RANKS-FAT-2, RANKS-COMP-1.
    pub fn of(track: Track, rank: u8) -> Self {
        let place = track as usize * usize::from(OUT) + usize::from(rank.clamp(1, OUT)) - 1;
        Self::ALL[place]
    }

    pub fn track(self) -> Track {
        Track::ALL[self as usize / usize::from(OUT)]
    }

    pub fn rank(self) -> u8 {
        (self as usize % usize::from(OUT)) as u8 + 1
    }
}

/// When something ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
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
    pub track: Track,
    pub rank: u8,
    pub until: Until,
}

impl Condition {
    pub fn kind(&self) -> Ailment {
        Ailment::of(self.track, self.rank)
    }

    /// RANKS-END-2: whether it lasts beyond the encounter.
    pub fn outlasts(&self) -> bool {
        match self.until {
            Until::NextTurn | Until::ThisTurn | Until::Round(_) | Until::Encounter => false,
            Until::Scene | Until::Recovered => true,
        }
    }

    /// RANKS-DMG-2, RANKS-FAT-2, RANKS-COMP-1: a condition with a fresh duration. RANKS-COND-3:
    /// "next round" is the one after that in which it is made.
    pub fn fresh(kind: Ailment, round: u16) -> Self {
        let until = match kind {
            Ailment::Stunned | Ailment::Breathless => Until::NextTurn,
            Ailment::Hurt | Ailment::Winded | Ailment::Disoriented | Ailment::Startled => {
                Until::Round(round + 1)
            }
            Ailment::Wounded | Ailment::Tired | Ailment::Discouraged => Until::Encounter,
            Ailment::Exhausted | Ailment::Demoralized => Until::Scene,
            Ailment::Incapacitated
            | Ailment::OutDamage
            | Ailment::OutFatigue
            | Ailment::OutComposure => Until::Recovered,
        };
        Self { track: kind.track(), rank: kind.rank(), until }
    }
}

impl Body {
    fn kinds(&self) -> impl Iterator<Item = Ailment> {
        self.conditions.iter().map(Condition::kind)
    }

    fn count(&self, kind: Ailment) -> i16 {
        self.kinds().filter(|one| *one == kind).count() as i16
    }

    /// RANKS-COND-5.
    pub fn is_out(&self) -> bool {
        self.conditions.iter().any(|one| one.rank >= OUT)
    }

    /// RANKS-COND-1: all effects add up. RANKS-COND-4: an attribute's checks are those of every
    /// skill under it, too.
    pub fn burden(&self, attribute: Attribute) -> Vec<Modifier> {
        let one_less = |is: bool| is.then_some(Change::Dice(-1));
        let weighs = |kind: Ailment| {
            let change = match kind {
                Ailment::Stunned => Some(Change::Plus(-2)),
                Ailment::Hurt => one_less(true),
                Ailment::Wounded => one_less(attribute == Attribute::Dexterity),
                Ailment::Exhausted => one_less(attribute == Attribute::Strength),
                Ailment::Demoralized => one_less(attribute == Attribute::Presence),
                Ailment::Incapacitated | Ailment::Breathless | Ailment::Disoriented => {
                    Some(Change::Disadvantage)
                }
                Ailment::Winded
                | Ailment::Tired
                | Ailment::Startled
                | Ailment::Discouraged
                | Ailment::OutDamage
                | Ailment::OutFatigue
                | Ailment::OutComposure => None,
            };
            change.map(|change| Modifier::new(kind.key(), change))
        };
        self.kinds().filter_map(weighs).collect()
    }

    /// RANKS-FAT-2: Tired takes 2 off all fixed values.
    pub fn tiredness(&self) -> i16 {
        2 * self.count(Ailment::Tired)
    }

    /// RANKS-FAT-2, RANKS-COMP-1, RANKS-COND-4: no bonus action, on the own turn and for responses.
    pub fn is_barred(&self) -> bool {
        self.kinds().any(|kind| matches!(kind, Ailment::Winded | Ailment::Discouraged))
    }

    /// RANKS-INIT-1: -2 for each Startled that counts for this round.
    pub fn startled_in(&self, round: u16) -> i16 {
        let counts =
            |one: &&Condition| one.kind() == Ailment::Startled && one.until == Until::Round(round);
        2 * self.conditions.iter().filter(counts).count() as i16
    }
}

/// What a condition of that rank would come to (RANKS-COND-2).
pub fn threat(fight: &Fight, who: CombatantId, track: Track, rank: u8) -> Threat {
    let (body, adds) = (fight.body(who), fight.settings.ranks_add);
    let of_track = body.conditions.iter().filter(|one| one.track == track && adds);
    let sum = of_track.fold(rank, |sum, one| sum.saturating_add(one.rank));
    if sum >= OUT { Threat::Fell } else { Threat::Wound }
}

/// Puts a condition on somebody. RANKS-COND-2: ranks of one track that add up to 5 are replaced by
/// one Out of Action, unless the GM has set that they do not. RANKS-END-1: the fight may be over
/// with that.
pub fn put(scene: &mut Scene, who: CombatantId, kind: Ailment) -> Step {
    let condition = Condition::fresh(kind, scene.fight().round);
    let track = condition.track;
    scene.note(Note::Suffered { who, condition });
    let of_track = scene.fight().body(who).conditions.iter().filter(|one| one.track == track);
    let (entries, sum) =
        of_track.fold((0, 0), |(n, sum), one| (n + 1, one.rank.saturating_add(sum)));
    if sum >= OUT && entries > 1 && scene.fight().settings.ranks_add {
        scene.note(Note::Overwhelmed { who, track });
    }
    if scene.fight().body(who).is_out() {
        fall(scene, who);
    }
    end::check(scene)
}

/// RANKS-COND-5: attention, stance, readied and held actions end; the mark stays. RANKS-ENG-2:
/// attention on someone no longer active becomes none.
pub fn fall(scene: &mut Scene, who: CombatantId) {
    scene.note(Note::WentOut(who));
}

/// The entries of somebody's that end now.
pub fn due(fight: &Fight, who: CombatantId, ends: impl Fn(&Until) -> bool) -> Vec<Condition> {
    fight.body(who).conditions.iter().filter(|one| ends(&one.until)).copied().collect()
}
