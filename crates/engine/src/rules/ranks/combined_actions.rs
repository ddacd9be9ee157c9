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
    /// The kinds of action that can be helped or hindered (RANKS-COMB-1).
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
    /// Returns the skills that fit a kind of action (RANKS-COMB-1).
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

/// A bonus or penalty to one check of a kind. It is kept until such a check is rolled or the
/// helper's next turn starts (RANKS-COMB-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CombinedBonus {
    #[serde(rename = "by")]
    pub helper: CombatantId,
    pub kind: CombinableAction,
    #[serde(rename = "plus")]
    pub bonus: i8,
}

/// An attempt to help or hinder another combatant's next action of a kind with a skill that fits it
/// (RANKS-COMB-1). An `Option` is `None` where the command named something that does not exist.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Combination {
    pub target: CombatantId,
    /// True to interfere with an enemy, false to assist an ally.
    #[serde(rename = "hinders")]
    pub is_hindrance: bool,
    pub kind: Option<CombinableAction>,
    pub skill: Option<Skill>,
    /// For an attack: its target, and the actor's weapon.
    pub enemy: CombatantId,
    pub weapon: Name,
}

/// The most that combined actions add to or take from one check (RANKS-COMB-3).
const MAX_BONUS: i16 = 6;

/// The difficulty of the helper's check (RANKS-COMB-2).
const HELP_DIFFICULTY: i16 = 10;

/// The bonus that a helper gives for each rank of its check, up to [`MAX_HELP_RANK`]
/// (RANKS-COMB-2).
const HELP_BONUS_PER_RANK: i8 = 2;

/// The rank above which the help does not grow (RANKS-COMB-2).
const MAX_HELP_RANK: u8 = 3;

/// Checks the target, the kind and the skill (RANKS-COMB-1). For an attack the weapon must be in
/// hand and reach an enemy: the one interfered with, or the one whom the ally is to attack.
///
/// # Errors
///
/// Returns `bad-target`, `bad-skill`, `not-in-hand`, `too-close` or `out-of-reach`.
pub fn check_combination(
    fight: &Fight,
    who: CombatantId,
    combination: &Combination,
) -> Result<(), RefusalReason> {
    let Combination { target, is_hindrance, kind, skill, enemy, weapon } = combination;
    if *is_hindrance {
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

/// Rolls the helper's check against 10 at once: rank 1, 2, 3 or more gives 2, 4 or 6 to the
/// target's next own check of that kind (RANKS-COMB-2). RANKS-ENG-1: an interference sets the
/// attention.
pub fn roll_assist_or_interfere_and_store_bonus(
    resolver: &mut Resolver,
    who: CombatantId,
    combination: &Combination,
    spends_luck: bool,
) {
    let (Some(kind), Some(skill)) = (combination.kind, combination.skill) else { return };
    let Combination { target, is_hindrance, .. } = *combination;
    visibility::reveal_actor(resolver, who);
    if is_hindrance {
        engagement::set_attention(resolver, who, Some(target));
    }
    resolver.emit(Event::CombinedActionDeclared { who, target, kind, skill, is_hindrance });
    let total = checks::roll_check_total_spending_bonuses(
        resolver,
        CheckRoll::new(who, skill, CheckPurpose::Combine).with_luck(spends_luck),
    );
    let context = CheckContext { who, target: None, purpose: CheckPurpose::Combine };
    let Some(rank) = context.record_check_and_rank(resolver, total, HELP_DIFFICULTY) else {
        return;
    };
    let help = HELP_BONUS_PER_RANK * rank.min(MAX_HELP_RANK) as i8;
    let amount = if is_hindrance { -help } else { help };
    let bonus = CombinedBonus { helper: who, kind, bonus: amount };
    resolver.emit(Event::CombinedBonusGained { who: target, bonus });
}

/// Uses up the combined bonuses for a check of this kind and returns their sum, at most +6 and at
/// least -6 (RANKS-COMB-3).
pub fn use_up_and_sum_combined_bonuses(
    resolver: &mut Resolver,
    who: CombatantId,
    kind: Option<CombinableAction>,
) -> i16 {
    let Some(kind) = kind else { return 0 };
    let used =
        resolver.fight().body(who).combined_bonuses.iter().filter(|bonus| bonus.kind == kind);
    let amounts: Vec<i16> = used.map(|bonus| i16::from(bonus.bonus)).collect();
    if !amounts.is_empty() {
        resolver.emit(Event::CombinedBonusesUsed { who, kind });
    }
    amounts.iter().sum::<i16>().clamp(-MAX_BONUS, MAX_BONUS)
}

/// Returns whether somebody still has a combined bonus from this helper.
pub fn has_given_combined_bonuses(fight: &Fight, helper: CombatantId) -> bool {
    fight.present_combatants().any(|(_, combatant)| {
        combatant.body.combined_bonuses.iter().any(|bonus| bonus.helper == helper)
    })
}

/// Ends the unused bonuses that a helper gave, because its next turn starts (RANKS-COMB-3) or the
/// GM removes them (RANKS-COMB-1).
pub fn end_combined_bonuses(resolver: &mut Resolver, helper: CombatantId) {
    if has_given_combined_bonuses(resolver.fight(), helper) {
        resolver.emit(Event::CombinedBonusesEnded { helper });
    }
}
