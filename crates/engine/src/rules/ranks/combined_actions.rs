//! Combined actions (RANKS-COMB): to assist an ally or to interfere with an enemy.

use serde::{Deserialize, Serialize};

use super::attacks;
use super::checks::{self, CheckContext, CheckRoll};
use super::engagement::{self, check_ally_target, check_enemy_target};
use super::sheet::{Name, Skill};
use super::state::{CheckPurpose, Event};
use super::zones::MOVEMENT_SKILLS;
use super::{Fight, Resolver, visibility};
use crate::core::ids::CombatantId;
use crate::core::keyed_enum::keyed_enum;
use crate::core::refusal_reason::RefusalReason;

keyed_enum! {
    /// RANKS-COMB-1: kinds of action.
    CombinableAction {
        Attack = "attack",
        Move = "move",
        Force = "force",
        Advantage = "advantage",
        Interact = "interact",
        Recover = "recover",
    }
}

impl CombinableAction {
    /// RANKS-COMB-1: the skills that fit a kind.
    pub fn fitting_skills(self) -> &'static [Skill] {
        match self {
            Self::Attack => {
                &[Skill::Strike, Skill::Close, Skill::Light, Skill::Martial, Skill::Long]
            }
            Self::Move => &MOVEMENT_SKILLS,
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
pub struct CombinedBonus {
    #[serde(rename = "by")]
    pub helper: CombatantId,
    pub kind: CombinableAction,
    #[serde(rename = "plus")]
    pub bonus: i8,
}

/// RANKS-COMB-1: a kind of action of somebody's, and an own skill that fits it. None: what is named
/// there is not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combination {
    pub target: CombatantId,
    /// To interfere with an enemy, not to assist an ally.
    #[serde(rename = "hinders")]
    pub is_hindrance: bool,
    pub kind: Option<CombinableAction>,
    pub skill: Option<Skill>,
    /// With an attack: against whom, and with what.
    pub enemy: CombatantId,
    pub weapon: Name,
}

/// RANKS-COMB-3: what is added at most.
const MAX_BONUS: i16 = 6;

/// RANKS-COMB-2: the difficulty of helping.
const HELP_DIFFICULTY: i16 = 10;

/// RANKS-COMB-1: an ally or an enemy, a kind and a skill that fits it; for an attack with its
/// weapon in hand and an enemy, the one interfered with, in reach.
pub fn check_combination(
    fight: &Fight,
    who: CombatantId,
    combination: &Combination,
) -> Result<(), RefusalReason> {
    let Combination { target, is_hindrance: hinders, kind, skill, enemy, weapon } = combination;
    if *hinders {
        check_enemy_target(fight, who, *target, "RANKS-COMB-1")?;
    } else {
        check_ally_target(fight, who, *target, "RANKS-COMB-1")?;
    }
    let is_attack = *kind == Some(CombinableAction::Attack);
    if is_attack {
        check_enemy_target(fight, who, *enemy, "RANKS-COMB-1")?;
    }
    let fitting = kind.map_or(&[][..], CombinableAction::fitting_skills);
    let Some(skill) = skill.filter(|skill| fitting.contains(skill)) else {
        return Err(RefusalReason::new("bad-skill", "RANKS-COMB-1"));
    };
    if !is_attack {
        return Ok(());
    }
    let at_hand = fight.body(who).weapon_at_hand(weapon);
    if at_hand.is_none_or(|weapon| attacks::attack_skill(weapon.category) != skill) {
        return Err(RefusalReason::new("not-in-hand", "RANKS-COMB-1"));
    }
    attacks::check_weapon_reach(fight, who, *enemy, weapon)
}

/// RANKS-COMB-2: rolled at once against 10; rank 1, 2, 3 or more gives 2, 4 or 6 to that
/// combatant's next own check of that kind. RANKS-ENG-1: an interference sets the attention.
pub fn resolve_combination(
    resolver: &mut Resolver,
    who: CombatantId,
    combination: &Combination,
    spends_luck: bool,
) {
    let (Some(kind), Some(skill)) = (combination.kind, combination.skill) else { return };
    let (target, hinders) = (combination.target, combination.is_hindrance);
    visibility::reveal_actor(resolver, who);
    if hinders {
        engagement::set_attention(resolver, who, Some(target));
    }
    resolver.emit(Event::CombinedActionDeclared {
        who,
        target,
        kind,
        skill,
        is_hindrance: hinders,
    });
    let total = checks::roll_check(
        resolver,
        CheckRoll::new(who, skill, CheckPurpose::Combine).with_luck(spends_luck),
    );
    let verdict = CheckContext { who, target: None, purpose: CheckPurpose::Combine };
    let Some(rank) = verdict.record_outcome(resolver, total, HELP_DIFFICULTY) else { return };
    let plus = 2 * rank.min(3) as i8;
    let combined = CombinedBonus { helper: who, kind, bonus: if hinders { -plus } else { plus } };
    resolver.emit(Event::CombinedBonusGained { who: target, bonus: combined });
}

/// RANKS-COMB-3: several add up, to +6 or -6 at most per check, and are used by it.
pub fn spend_combined_bonuses(
    resolver: &mut Resolver,
    who: CombatantId,
    kind: Option<CombinableAction>,
) -> i16 {
    let Some(kind) = kind else { return 0 };
    let of_kind = resolver.fight().body(who).combined_bonuses.iter().filter(|one| one.kind == kind);
    let all: Vec<i16> = of_kind.map(|one| i16::from(one.bonus)).collect();
    if !all.is_empty() {
        resolver.emit(Event::CombinedBonusesUsed { who, kind });
    }
    all.iter().sum::<i16>().clamp(-MAX_BONUS, MAX_BONUS)
}

/// Whether somebody has combined something that still waits.
pub fn has_given_combined_bonuses(fight: &Fight, helper: CombatantId) -> bool {
    fight
        .iter()
        .any(|(_, one)| one.body.combined_bonuses.iter().any(|combined| combined.helper == helper))
}

/// RANKS-COMB-3: the helper's next turn starts. RANKS-COMB-1: the GM may strike one.
pub fn end_combined_bonuses(resolver: &mut Resolver, helper: CombatantId) {
    if has_given_combined_bonuses(resolver.fight(), helper) {
        resolver.emit(Event::CombinedBonusesEnded { helper });
    }
}
