//! Combined actions (RANKS-COMB): to assist an ally or to interfere with an enemy.

use serde::{Deserialize, Serialize};

use super::attacks;
use super::checks::{self, Check, Verdict};
use super::engagement::{self, check_ally, check_enemy};
use super::sheet::{Name, Skill};
use super::state::{Note, Purpose};
use super::zones::MOVEMENT;
use super::{Fight, Scene, visibility};
use crate::ids::CombatantId;
use crate::keyed::keyed;
use crate::why::Why;

keyed! {
    /// RANKS-COMB-1: kinds of action.
    Kind {
        Attack = "attack",
        Move = "move",
        Force = "force",
        Advantage = "advantage",
        Interact = "interact",
        Recover = "recover",
    }
}

impl Kind {
    /// RANKS-COMB-1: the skills that fit a kind.
    pub fn skills(self) -> &'static [Skill] {
        match self {
            Self::Attack => {
                &[Skill::Strike, Skill::Close, Skill::Light, Skill::Martial, Skill::Long]
            }
            Self::Move => &MOVEMENT,
            Self::Force => &[Skill::Arena, Skill::Grapple],
            Self::Advantage => &[Skill::Misdirection, Skill::Memory, Skill::Focus],
            Self::Interact => &[Skill::Insult, Skill::Startle, Skill::Demoralize],
            Self::Recover => &[Skill::Recover, Skill::Focus, Skill::Medicine],
        }
    }
}

/// RANKS-COMB-3: kept until such a check is rolled or the helper's next turn starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combined {
    pub by: CombatantId,
    pub kind: Kind,
    pub plus: i8,
}

/// RANKS-COMB-1: a kind of action of somebody's, and an own skill that fits it. None: what is named
/// there is not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combination {
    pub target: CombatantId,
    /// To interfere with an enemy, not to assist an ally.
    pub hinders: bool,
    pub kind: Option<Kind>,
    pub skill: Option<Skill>,
    /// With an attack: against whom, and with what.
    pub enemy: CombatantId,
    pub weapon: Name,
}

/// RANKS-COMB-3: what is added at most.
const MOST: i16 = 6;

/// RANKS-COMB-2: the difficulty of helping.
const DIFFICULTY: i16 = 10;

/// RANKS-COMB-1: an ally or an enemy, a kind and a skill that fits it; for an attack with its
/// weapon in hand and an enemy, the one interfered with, in reach.
pub fn check(fight: &Fight, who: CombatantId, combination: &Combination) -> Result<(), Why> {
    let Combination { target, hinders, kind, skill, enemy, weapon } = combination;
    if *hinders {
        check_enemy(fight, who, *target, "RANKS-COMB-1")?;
    } else {
        check_ally(fight, who, *target, "RANKS-COMB-1")?;
    }
    let is_attack = *kind == Some(Kind::Attack);
    if is_attack {
        check_enemy(fight, who, *enemy, "RANKS-COMB-1")?;
    }
    let fitting = kind.map_or(&[][..], Kind::skills);
    let Some(skill) = skill.filter(|skill| fitting.contains(skill)) else {
        return Err(Why::new("bad-skill", "RANKS-COMB-1"));
    };
    if !is_attack {
        return Ok(());
    }
    let at_hand = fight.body(who).weapon_at_hand(weapon);
    if at_hand.is_none_or(|weapon| attacks::skill_of(weapon.category) != skill) {
        return Err(Why::new("not-in-hand", "RANKS-COMB-1"));
    }
    attacks::check_reach(fight, who, *enemy, weapon)
}

/// RANKS-COMB-2: rolled at once against 10; rank 1, 2, 3 or more gives 2, 4 or 6 to that
/// combatant's next own check of that kind. RANKS-ENG-1: an interference sets the attention.
pub fn combine(scene: &mut Scene, who: CombatantId, combination: &Combination, luck: bool) {
    let (Some(kind), Some(skill)) = (combination.kind, combination.skill) else { return };
    let (target, hinders) = (combination.target, combination.hinders);
    visibility::show(scene, who);
    if hinders {
        engagement::attend(scene, who, Some(target));
    }
    scene.note(Note::Combining { who, target, kind, skill, hinders });
    let total = checks::roll(scene, Check::new(who, skill, Purpose::Combine).lucky(luck));
    let verdict = Verdict { who, target: None, purpose: Purpose::Combine };
    let Some(rank) = verdict.of(scene, total, DIFFICULTY) else { return };
    let plus = 2 * rank.min(3) as i8;
    let combined = Combined { by: who, kind, plus: if hinders { -plus } else { plus } };
    scene.note(Note::Combined { who: target, combined });
}

/// RANKS-COMB-3: several add up, to +6 or -6 at most per check, and are used by it.
pub fn take(scene: &mut Scene, who: CombatantId, kind: Option<Kind>) -> i16 {
    let Some(kind) = kind else { return 0 };
    let of_kind = scene.fight().body(who).combined.iter().filter(|one| one.kind == kind);
    let all: Vec<i16> = of_kind.map(|one| i16::from(one.plus)).collect();
    if !all.is_empty() {
        scene.note(Note::CombinedUsed { who, kind });
    }
    all.iter().sum::<i16>().clamp(-MOST, MOST)
}

/// Whether somebody has combined something that still waits.
pub fn has_combined(fight: &Fight, who: CombatantId) -> bool {
    fight.iter().any(|(_, one)| one.body.combined.iter().any(|combined| combined.by == who))
}

/// RANKS-COMB-3: the helper's next turn starts. RANKS-COMB-1: the GM may strike one.
pub fn end(scene: &mut Scene, who: CombatantId) {
    if has_combined(scene.fight(), who) {
        scene.note(Note::CombinedEnded { by: who });
    }
}
