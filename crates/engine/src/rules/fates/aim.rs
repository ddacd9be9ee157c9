//! Aim (FATES-AIM).

use super::Resolver;
use super::acts::AimMode;
use super::sheet::{AimEffect, Body, RangeBand, Skill};
use super::state::Event;
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// The skills whose rank an Aim can add (FATES-AIM-1).
pub const AIM_SKILLS: &[Skill] = &[Skill::Tactics, Skill::Search];

/// Refuses a skill that is neither Tactics nor Search (FATES-AIM-1).
pub fn check_aim_skill(skill: Option<Skill>) -> Result<(), RefusalReason> {
    match skill {
        Some(skill) if AIM_SKILLS.contains(&skill) => Ok(()),
        _ => Err(RefusalReason::new("no-skill", "FATES-AIM-1")),
    }
}

/// Takes an Aim, with the rank of its skill or steady, in place of an older one (FATES-AIM-1,
/// FATES-AIM-3). The caller has spent the action.
pub fn take_aim_replacing_older(resolver: &mut Resolver, who: CombatantId, mode: AimMode) {
    let (skill, aim) = match mode {
        AimMode::Bonus(skill) => {
            let rank = skill.map_or(0, |skill| resolver.fight().body(who).rank(skill));
            (skill, AimEffect::Bonus(rank))
        }
        AimMode::Steady => (None, AimEffect::Steady),
    };
    resolver.emit(Event::AimTaken { who, skill, aim: Some(aim) });
}

/// Returns the range penalty with a steady Aim, which ignores up to 1D of that for Long or Extreme
/// range, and nothing of that for Close (FATES-AIM-1).
pub fn steadied_penalty(band: RangeBand, penalty: i8) -> i8 {
    match band {
        RangeBand::Long | RangeBand::Extreme => (penalty + 1).min(0),
        RangeBand::Close | RangeBand::Short | RangeBand::Medium => penalty,
    }
}

/// Uses up the Aim, if there is one, with the next Attack roll, even if it had no effect
/// (FATES-AIM-2).
pub fn use_up_aim(resolver: &mut Resolver, who: CombatantId) {
    if resolver.fight().body(who).aim.is_some() {
        resolver.emit(Event::AimUsed(who));
    }
}

/// Returns the skill of an Aim that names none: the one with the higher rank, of equals Tactics.
pub fn default_aim_skill(body: &Body) -> Option<Skill> {
    body.best_skill(AIM_SKILLS)
}
