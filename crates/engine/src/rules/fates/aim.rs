//! Aim (FATES-AIM).

use super::Resolver;
use super::acts::AimMode;
use super::sheet::{AimEffect, Body, RangeBand, Skill};
use super::state::Event;
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// The skills whose rank may be added (FATES-AIM-1).
pub const AIM_SKILLS: &[Skill] = &[Skill::Tactics, Skill::Search];

/// FATES-AIM-1: Tactics or Search.
pub fn check_aim_skill(skill: Option<Skill>) -> Result<(), RefusalReason> {
    match skill {
        Some(with) if AIM_SKILLS.contains(&with) => Ok(()),
        _ => Err(RefusalReason::new("no-skill", "FATES-AIM-1")),
    }
}

/// FATES-AIM-1: chosen when taking it: a rank, or `steady`. FATES-AIM-3: a new one replaces the
/// old.
pub fn take_aim(resolver: &mut Resolver, who: CombatantId, mode: AimMode) {
    let (with, aim) = match mode {
        AimMode::Bonus(with) => {
            (with, AimEffect::Bonus(with.map_or(0, |with| resolver.fight().body(who).rank(with))))
        }
        AimMode::Steady => (None, AimEffect::Steady),
    };
    resolver.emit(Event::AimTaken { who, skill: with, aim: Some(aim) });
}

/// FATES-AIM-1: `steady` ignores up to 1D of the penalty of Long or Extreme, never that of Close.
pub fn steadied_penalty(band: RangeBand, penalty: i8) -> i8 {
    match band {
        RangeBand::Long | RangeBand::Extreme => (penalty + 1).min(0),
        RangeBand::Close | RangeBand::Short | RangeBand::Medium => penalty,
    }
}

/// FATES-AIM-2: the next Attack roll uses it up, even if it had no effect.
pub fn use_up_aim(resolver: &mut Resolver, who: CombatantId) {
    if resolver.fight().body(who).aim.is_some() {
        resolver.emit(Event::AimUsed(who));
    }
}

/// The skill with the higher rank, where nothing is said.
pub fn default_aim_skill(body: &Body) -> Option<Skill> {
    body.best_skill(AIM_SKILLS)
}
