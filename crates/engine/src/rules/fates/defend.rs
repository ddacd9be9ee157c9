//! Defend (FATES-DEF), and what an attack is compared with.

use super::sheet::{Body, Skill};
use super::state::Event;
use super::{Resolver, rolls};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// The skills that Defend may go by (FATES-DEF-1).
pub const DEFEND_SKILLS: &[Skill] = &[Skill::Agility, Skill::Athletics, Skill::Hide];

/// FATES-DEF-1: Agility, Athletics or Hide.
pub fn check_defend_skill(skill: Option<Skill>) -> Result<(), RefusalReason> {
    if skill.is_some_and(|with| DEFEND_SKILLS.contains(&with)) {
        Ok(())
    } else {
        Err(RefusalReason::new("no-skill", "FATES-DEF-1"))
    }
}

/// FATES-DEF-1: Defense rises by twice the rank until the own next turn. FATES-DEF-4: the newest
/// replaces the old.
pub fn take_defend(resolver: &mut Resolver, who: CombatantId, skill: Skill) {
    let bonus = Some(resolver.fight().body(who).rank(skill).saturating_mul(2));
    resolver.emit(Event::DefendTaken { who, skill, bonus });
}

/// FATES-ATK-3: equal to or above the Defense, Defend bonus included, hits; by how much, if so.
/// FATES-DEF-2: a bonus that makes the difference ends at once. FATES-DEF-3: else it stays.
pub fn resolve_against_defense(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
    total: u8,
) -> Option<u8> {
    let body = resolver.fight().body(target);
    let (bare, is_defending) = (body.defense, body.defend_bonus.is_some());
    let whole = bare.saturating_add(body.defend_bonus.unwrap_or(0));
    let defense = Some(whole);
    if rolls::is_success(total, whole) {
        resolver.emit(Event::AttackHit { who, target, total, defense });
        return Some(total - whole);
    }
    resolver.emit(Event::AttackMissed { who, target, total, defense });
    if is_defending && rolls::is_success(total, bare) {
        resolver.emit(Event::DefendEnded { who: target, is_broken: true });
    }
    None
}

/// The skill with the highest rank, where nothing is said.
pub fn default_defend_skill(body: &Body) -> Option<Skill> {
    body.best_skill(DEFEND_SKILLS)
}
