//! Defend (FATES-DEF), and the comparison of a roll with the Defense.

use super::sheet::{Body, Skill};
use super::state::Event;
use super::{Resolver, rolls};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// The skills that a Defend can use (FATES-DEF-1).
pub const DEFEND_SKILLS: &[Skill] = &[Skill::Agility, Skill::Athletics, Skill::Hide];

/// Refuses a Defend without a skill, or with one that is not Agility, Athletics or Hide
/// (FATES-DEF-1).
pub fn check_skill_allows_defend(skill: Option<Skill>) -> Result<(), RefusalReason> {
    let reason = RefusalReason::new("no-skill", "FATES-DEF-1");
    reason.refuse_unless(skill.is_some_and(|skill| DEFEND_SKILLS.contains(&skill)))
}

/// Raises Defense by twice the rank until the own next turn (FATES-DEF-1). The newest Defend
/// replaces an older one (FATES-DEF-4).
pub fn take_defend(resolver: &mut Resolver, who: CombatantId, skill: Skill) {
    let bonus = Some(resolver.fight().body(who).rank(skill).saturating_mul(2));
    resolver.emit(Event::DefendTaken { who, skill, bonus });
}

/// Compares a total with the Defense, Defend bonus included, and returns the margin of a hit;
/// `None` for a miss (FATES-ATK-3).
///
/// A bonus that makes the difference ends at once (FATES-DEF-2); otherwise it stays (FATES-DEF-3).
pub fn record_hit_or_miss_ending_decisive_defend(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    total: u8,
) -> Option<u8> {
    let body = resolver.fight().body(target);
    let bare_defense = body.defense;
    let is_defending = body.defend_bonus.is_some();
    let total_defense = bare_defense.saturating_add(body.defend_bonus.unwrap_or(0));
    let defense = Some(total_defense);
    if rolls::is_success(total, total_defense) {
        resolver.emit(Event::AttackHit { who, target, total, defense });
        return Some(total - total_defense);
    }
    resolver.emit(Event::AttackMissed { who, target, total, defense });
    if is_defending && rolls::is_success(total, bare_defense) {
        resolver.emit(Event::DefendEnded { who: target, is_broken: true });
    }
    None
}

/// Returns the skill of a Defend that names none: the one with the highest rank, of equals the
/// first of [`DEFEND_SKILLS`].
pub fn default_defend_skill(body: &Body) -> Option<Skill> {
    body.best_skill(DEFEND_SKILLS)
}
