//! Interaction (RANKS-TALK): insults, threats and doubts.

use super::checks::CheckRoll;
use super::conditions::{self, ConditionName, ConditionTrack};
use super::engagement::check_enemy_target;
use super::maneuvers::{self, ManeuverOptions};
use super::sheet::Skill;
use super::state::CheckPurpose;
use super::{Fight, Resolver, RuleResult};
use crate::core::ids::CombatantId;
use crate::core::keyed_enum::keyed_enum;
use crate::core::refusal_reason::RefusalReason;

keyed_enum! {
    /// What is said to shake an enemy's composure (RANKS-TALK-1).
    TauntKind {
        Insult = "insult",
        Startle = "startle",
        Demoralize = "demoralize",
    }
}

/// The skill that makes a taunt and the one that resists it.
struct TauntSkills {
    taunt: Skill,
    resist: Skill,
}

/// Returns the skills of each kind of taunt (RANKS-TALK-1).
fn taunt_and_resist_skills(kind: TauntKind) -> TauntSkills {
    let (taunt, resist) = match kind {
        TauntKind::Insult => (Skill::Insult, Skill::Ego),
        TauntKind::Startle => (Skill::Startle, Skill::Resolve),
        TauntKind::Demoralize => (Skill::Demoralize, Skill::Conviction),
    };
    TauntSkills { taunt, resist }
}

/// Refuses a target that cannot be taunted, or a missing kind of taunt (RANKS-TALK-1).
pub fn check_taunt(
    fight: &Fight,
    who: CombatantId,
    kind: Option<TauntKind>,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    check_taunt_target(fight, who, target)?;
    kind.map(|_| ()).ok_or(RefusalReason::new("bad-skill", "RANKS-TALK-1"))
}

/// Refuses a target that is no active enemy or that cannot understand, as the GM may have set. The
/// distance does not matter (RANKS-TALK-1).
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

/// Rolls a taunt; a success makes a composure condition of its rank, without a damage roll
/// (RANKS-TALK-1).
pub fn roll_taunt_and_add_condition(
    resolver: &mut Resolver,
    who: CombatantId,
    kind: TauntKind,
    target: CombatantId,
    options: ManeuverOptions,
) -> RuleResult {
    let skills = taunt_and_resist_skills(kind);
    let check =
        CheckRoll::new(who, skills.taunt, CheckPurpose::Interact).with_luck(options.spends_luck);
    let abilities = vec![skills.resist.into()];
    match maneuvers::roll_resisted_check_and_rank_unless_lost(resolver, check, target, abilities)? {
        Some(rank) => conditions::add_condition_and_knock_out_if_track_full(
            resolver,
            target,
            ConditionName::from_rank(ConditionTrack::Composure, rank),
        ),
        None => Ok(()),
    }
}
