//! Use a Skill (FATES-SKILL): Attribute checks, grapples and getting free.

use serde::{Deserialize, Serialize};

use super::held_actions::{self, PromptWaitResult, TriggeringEvent};
use super::holdable_actions::ActionOrigin;
use super::prompts::{self, Answer};
use super::rolls::{self, RollPool};
use super::sheet::{Attribute, FreeText, RangeBand, Skill};
use super::state::Event;
use super::{Fight, Resolver, RuleResult, attacks, defend, grapple, turns, visibility};
use crate::core::ids::CombatantId;
use crate::core::modifier::Modifier;
use crate::core::refusal_reason::RefusalReason;
use crate::resolution::resolver::DecoyDelay;

/// The difficulty if the GM sets none (FATES-ROLL-3).
pub const MODERATE_DIFFICULTY: u8 = 11;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SkillCheck {
    /// An Attribute check (FATES-SKILL-1); without an attribute if the command names one that does
    /// not fit, which is refused.
    Skill { attribute: Option<Attribute>, skill: Option<Skill>, text: FreeText },
    /// A grapple of a combatant at Close range (FATES-SKILL-2).
    Grapple(CombatantId),
    /// Getting free of a grapple, with Athletics or Agility (FATES-SKILL-3).
    #[serde(rename = "break")]
    BreakFree(Option<Skill>),
}

impl SkillCheck {
    /// Returns whom the check is tried on; `None` if it is nobody.
    pub fn target(&self) -> Option<&CombatantId> {
        if let Self::Grapple(target) = self { Some(target) } else { None }
    }
}

/// The skills that can get a combatant free (FATES-SKILL-3).
pub const BREAK_FREE_SKILLS: &[Skill] = &[Skill::Athletics, Skill::Agility];

/// Refuses a skill that is neither Athletics nor Agility (FATES-SKILL-3).
pub fn check_break_free_skill(skill: Option<Skill>) -> Result<(), RefusalReason> {
    let reason = RefusalReason::new("no-skill", "FATES-SKILL-3");
    reason.refuse_unless(skill.is_some_and(|skill| BREAK_FREE_SKILLS.contains(&skill)))
}

/// Checks what a skill use requires: an attribute above 0D and a skill of this attribute
/// (FATES-SKILL-1), a combatant at Close range who is not Grappled for a grapple (FATES-SKILL-2),
/// being Grappled to get free (FATES-SKILL-3).
pub fn check_skill_use(
    fight: &Fight,
    who: CombatantId,
    skill_check: &SkillCheck,
) -> Result<(), RefusalReason> {
    match skill_check {
        SkillCheck::Skill { attribute: None, .. } => {
            Err(RefusalReason::new("no-skill", "FATES-SKILL-1"))
        }
        SkillCheck::Skill { attribute: Some(attribute), skill, .. } => {
            if fight.body(who).attribute_dice(*attribute) == 0 {
                return Err(RefusalReason::new("no-attribute", "FATES-SKILL-1"));
            }
            if skill.is_some_and(|skill| skill.attribute() != *attribute) {
                return Err(RefusalReason::new("no-skill", "FATES-SKILL-1"));
            }
            Ok(())
        }
        SkillCheck::Grapple(target) => {
            attacks::check_known_active_other(fight, who, *target)?;
            check_not_grappled(fight, *target)?;
            attacks::check_range(fight, who, *target, RangeBand::Close)
        }
        SkillCheck::BreakFree(skill) => {
            check_break_free_skill(*skill)?;
            match fight.body(who).grappled_by {
                Some(_) => Ok(()),
                None => Err(RefusalReason::new("bad-target", "FATES-SKILL-3")),
            }
        }
    }
}

/// Refuses to grapple who is Grappled already (FATES-SKILL-2).
pub fn check_not_grappled(fight: &Fight, target: CombatantId) -> Result<(), RefusalReason> {
    match fight.body(target).grappled_by {
        None => Ok(()),
        Some(_) => Err(RefusalReason::new("bad-target", "FATES-SKILL-2").with_combatant(target)),
    }
}

/// Asks the GM for the difficulty before the dice fall and returns it, moderate without an answer
/// (FATES-ROLL-3). Meanwhile held actions with a text trigger may fire. Where the actor is out
/// meanwhile, the question closes and no difficulty is recorded.
pub fn ask_gm_and_record_difficulty(
    resolver: &mut Resolver,
    who: CombatantId,
    skill_check: &SkillCheck,
) -> RuleResult<u8> {
    let mut decoy_delay = DecoyDelay::NONE;
    let difficulty = loop {
        let prompt = prompts::difficulty_prompt(resolver.fight(), who, skill_check);
        let result = held_actions::ask_while_text_triggers_may_fire(
            resolver,
            vec![prompt],
            &mut decoy_delay,
        )?;
        match result {
            // Nobody has answered yet: ask again.
            PromptWaitResult::HeldActionFired => {}
            PromptWaitResult::Answer(_, Answer::SetDifficulty(difficulty)) => break difficulty,
            PromptWaitResult::Answer(..) | PromptWaitResult::NobodyLeft => {
                break MODERATE_DIFFICULTY;
            }
        }
    };
    if turns::is_active(resolver.fight(), who) {
        resolver.emit(Event::DifficultySet { who, difficulty });
    }
    Ok(difficulty)
}

/// Resolves a check from its declaration, which reveals the actor and fires held actions, to its
/// result. Only a skill in the own turn asks the GM for the difficulty.
pub fn declare_and_resolve_check(
    resolver: &mut Resolver,
    who: CombatantId,
    skill_check: &SkillCheck,
    origin: ActionOrigin,
) -> RuleResult {
    visibility::reveal_actor(resolver, who);
    resolver.emit(Event::CheckDeclared {
        who,
        check: skill_check.clone(),
        is_held_action: origin.is_held(),
    });
    held_actions::fire_triggered_actions_in_turn_order(resolver, &TriggeringEvent::UsesSkill(who))?;
    if record_abort_if_check_impossible(resolver, who, skill_check) {
        return Ok(());
    }
    match skill_check {
        SkillCheck::Skill { attribute, skill, .. } => {
            let attribute = attribute.unwrap_or(Attribute::Knowledge);
            roll_against_gm_difficulty(resolver, who, attribute, *skill, skill_check, origin)
        }
        SkillCheck::Grapple(target) => {
            roll_grapple_against_defense(resolver, who, *target, skill_check, origin)
        }
        SkillCheck::BreakFree(skill) => {
            let skill = skill.unwrap_or(Skill::Athletics);
            roll_to_break_free(resolver, who, skill, skill_check, origin)
        }
    }
}

/// Rolls an Attribute check and records its result (FATES-SKILL-1). The GM sets the difficulty
/// before the dice; that of a held check is known already.
fn roll_against_gm_difficulty(
    resolver: &mut Resolver,
    who: CombatantId,
    attribute: Attribute,
    skill: Option<Skill>,
    skill_check: &SkillCheck,
    origin: ActionOrigin,
) -> RuleResult {
    let difficulty = match origin {
        ActionOrigin::OwnTurn { .. } => ask_gm_and_record_difficulty(resolver, who, skill_check)?,
        ActionOrigin::Held { difficulty } => difficulty,
    };
    if record_abort_if_check_impossible(resolver, who, skill_check) {
        return Ok(());
    }
    let total = roll_check_total_with_help(resolver, who, attribute, skill, origin)?;
    if !record_abort_if_check_impossible(resolver, who, skill_check) {
        record_check_result(resolver, who, total, difficulty);
    }
    Ok(())
}

/// Rolls a grapple with Brawl against the target's Defense and records the result; Defend applies
/// and breaks as against an attack (FATES-SKILL-2).
fn roll_grapple_against_defense(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    skill_check: &SkillCheck,
    origin: ActionOrigin,
) -> RuleResult {
    let total =
        roll_check_total_with_help(resolver, who, Attribute::Strength, Some(Skill::Brawl), origin)?;
    if record_abort_if_check_impossible(resolver, who, skill_check) {
        return Ok(());
    }
    let margin = defend::record_hit_or_miss_ending_decisive_defend(resolver, who, target, total);
    if margin.is_some() {
        resolver.emit(Event::Grappled { who: target, holder: who, total });
    }
    Ok(())
}

/// Rolls to break free against the final total of the grapple, and ends the grapple on success
/// (FATES-SKILL-3).
fn roll_to_break_free(
    resolver: &mut Resolver,
    who: CombatantId,
    skill: Skill,
    skill_check: &SkillCheck,
    origin: ActionOrigin,
) -> RuleResult {
    let total = roll_check_total_with_help(resolver, who, skill.attribute(), Some(skill), origin)?;
    if record_abort_if_check_impossible(resolver, who, skill_check) {
        return Ok(());
    }
    let difficulty = resolver.fight().body(who).grapple_difficulty;
    if record_check_result(resolver, who, total, difficulty) {
        grapple::end_grapple_on(resolver, who);
    }
    Ok(())
}

/// Records that a check is aborted, and returns true, if it can no longer go on: the actor is out,
/// the target of a grapple is gone or Grappled by somebody meanwhile (FATES-SKILL-2), or who breaks
/// free is free already.
fn record_abort_if_check_impossible(
    resolver: &mut Resolver,
    who: CombatantId,
    skill_check: &SkillCheck,
) -> bool {
    let fight = resolver.fight();
    let is_active = fight.get_present(who).is_some_and(|combatant| combatant.body.is_active());
    let can_still = match skill_check {
        SkillCheck::Skill { .. } => is_active,
        SkillCheck::Grapple(target) => {
            attacks::can_still_attack(fight, who, *target, RangeBand::Close)
                && fight.body(*target).grappled_by.is_none()
        }
        SkillCheck::BreakFree(_) => is_active && fight.body(who).grappled_by.is_some(),
    };
    if !can_still {
        resolver.emit(Event::CheckAborted(who));
    }
    !can_still
}

/// Rolls the attribute with the skill's rank, asks allies for Help, and returns the final total.
fn roll_check_total_with_help(
    resolver: &mut Resolver,
    who: CombatantId,
    attribute: Attribute,
    skill: Option<Skill>,
    origin: ActionOrigin,
) -> RuleResult<u8> {
    let body = resolver.fight().body(who);
    let rank_bonus = skill.and_then(|skill| Modifier::bonus(skill.key(), body.rank(skill)));
    let modifiers = rank_bonus.into_iter().collect();
    rolls::roll_and_open_for_help(
        resolver,
        who,
        RollPool { attribute, modifiers, spends_fate_point: origin.spends_fate_point() },
    );
    rolls::ask_help_and_close_roll(resolver, who)
}

/// Records whether the total reaches the difficulty, and returns the same (FATES-ROLL-3).
fn record_check_result(
    resolver: &mut Resolver,
    who: CombatantId,
    total: u8,
    difficulty: u8,
) -> bool {
    let succeeds = rolls::is_success(total, difficulty);
    resolver.emit(if succeeds {
        Event::CheckSucceeded { who, total, difficulty }
    } else {
        Event::CheckFailed { who, total, difficulty }
    });
    succeeds
}
