//! Interaction (RANKS-TALK): insults, threats and doubts.

use super::checks::{self, CheckContext, CheckRoll};
use super::conditions::{self, ConditionName, ConditionTrack};
use super::engagement::check_enemy_target;
use super::maneuvers::ManeuverOptions;
use super::responses::{self, ResistDemand};
use super::sheet::Skill;
use super::state::CheckPurpose;
use super::{Fight, Resolver, RuleResult};
use crate::core::ids::CombatantId;
use crate::core::keyed_enum::keyed_enum;
use crate::core::refusal_reason::RefusalReason;

keyed_enum! {
    /// RANKS-TALK-1.
    TauntKind {
        Insult = "insult",
        Startle = "startle",
        Demoralize = "demoralize",
    }
}

/// RANKS-TALK-1: with what each is done, and resisted.
fn taunt_and_resist_skills(kind: TauntKind) -> (Skill, Skill) {
    match kind {
        TauntKind::Insult => (Skill::Insult, Skill::Ego),
        TauntKind::Startle => (Skill::Startle, Skill::Resolve),
        TauntKind::Demoralize => (Skill::Demoralize, Skill::Conviction),
    }
}

/// RANKS-TALK-1: an active enemy at any distance; the GM may bar those who cannot understand.
pub fn check_taunt(
    fight: &Fight,
    who: CombatantId,
    kind: Option<TauntKind>,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    check_taunt_target(fight, who, target)?;
    kind.map(|_| ()).ok_or(RefusalReason::new("bad-skill", "RANKS-TALK-1"))
}

/// Whom one may talk to like that.
pub fn check_taunt_target(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    check_enemy_target(fight, who, target, "RANKS-TALK-1")?;
    if !fight.body(target).understands_speech {
        return Err(RefusalReason::new("bad-target", "RANKS-TALK-1")
            .with_combatant(target)
            .with_cause("no-speech"));
    }
    Ok(())
}

/// RANKS-TALK-1: a success makes a composure condition of its rank, with no damage roll.
pub fn resolve_taunt(
    resolver: &mut Resolver,
    who: CombatantId,
    kind: TauntKind,
    target: CombatantId,
    options: ManeuverOptions,
) -> RuleResult {
    let (skill, with) = taunt_and_resist_skills(kind);
    let check = CheckRoll::new(who, skill, CheckPurpose::Interact)
        .with_opponent(Some(target))
        .with_luck(options.spends_luck);
    let total = checks::roll_check(resolver, check);
    let (purpose, with) = (CheckPurpose::Interact, vec![with.into()]);
    let threat = ResistDemand { target, actor: who, purpose, abilities: with, min_resistance: 0 };
    let against = responses::resolve_resistance(resolver, &threat, total)?;
    if super::maneuvers::record_if_lost(resolver, who, &[who, target]) {
        return Ok(());
    }
    let verdict = CheckContext { who, target: Some(target), purpose };
    match verdict.record_outcome(resolver, total, against) {
        Some(rank) => conditions::apply_condition(
            resolver,
            target,
            ConditionName::from_rank(ConditionTrack::Composure, rank),
        ),
        None => Ok(()),
    }
}
