//! Maneuvers: what a combatant does by a check of its own, on its own turn, with a held action, or
//! readied.

use serde::{Deserialize, Serialize};

use super::advantages::{self, AdvantageMethod};
use super::checks::{self, CheckContext, CheckRoll};
use super::force::{self, ForceDirection, ForceMethod};
use super::interaction::{self, TauntKind};
use super::movement;
use super::prompts::{self, Answer};
use super::responses::{self, ResistDemand, spend_action};
use super::sheet::{Ability, ActionKind, Mark, Name, Skill};
use super::state::{CheckPurpose, Event, MovementKind};
use super::{Fight, Resolver, RuleResult, attacks, engagement, objects, recovery, visibility};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// An action with a check of its own. An `Option` is `None` where the command named something that
/// does not exist, which is refused; an optional target or item may be left out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Maneuver {
    /// Attacks an enemy (RANKS-ATK-1).
    Attack { target: CombatantId, weapon: Name },
    /// Forces an enemy to move or fall (RANKS-FORCE-1).
    Force {
        #[serde(rename = "how")]
        method: Option<ForceMethod>,
        target: CombatantId,
        direction: Option<ForceDirection>,
    },
    /// Sprints to a mark (RANKS-MOVE-4).
    Dash { to: Option<Mark> },
    /// Tips an object or hurls it at an enemy (RANKS-TERR-4).
    #[serde(rename = "shift")]
    ShiftObject { object: Name, target: Option<CombatantId> },
    /// Gains an advantage (RANKS-ADV-1).
    #[serde(rename = "advantage")]
    GainAdvantage {
        #[serde(rename = "how")]
        method: Option<AdvantageMethod>,
        target: Option<CombatantId>,
        item: Option<Name>,
    },
    /// Attacks an enemy's composure (RANKS-TALK-1).
    #[serde(rename = "interact")]
    Taunt {
        #[serde(rename = "how")]
        kind: Option<TauntKind>,
        target: CombatantId,
    },
    /// Treats a condition (RANKS-REC-1).
    #[serde(rename = "recover")]
    TreatCondition { skill: Option<Skill>, patient: CombatantId },
    /// Makes any other check, on which the GM rules.
    #[serde(rename = "skill")]
    OtherSkill { ability: Option<Ability>, text: String },
}

/// The circumstances of a maneuver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManeuverOptions {
    /// Spends a luck point on the check (RANKS-LUCK-1).
    pub spends_luck: bool,
    /// The maneuver was readied and its trigger has come (RANKS-READY-3).
    pub is_readied: bool,
}

impl Maneuver {
    /// Returns the action it costs; `None` if the GM rules on the cost.
    pub fn action_cost_unless_gm_rules(&self) -> Option<ActionKind> {
        match self {
            Self::Attack { .. }
            | Self::Force { .. }
            | Self::Dash { .. }
            | Self::ShiftObject { .. }
            | Self::TreatCondition { .. } => Some(ActionKind::Full),
            Self::GainAdvantage { .. } | Self::Taunt { .. } => Some(ActionKind::Bonus),
            Self::OtherSkill { .. } => None,
        }
    }

    /// Returns the target or patient that it cannot do without; `None` where it needs none.
    pub fn required_target(&self) -> Option<&CombatantId> {
        match self {
            Self::Attack { target, .. }
            | Self::Force { target, .. }
            | Self::Taunt { target, .. }
            | Self::TreatCondition { patient: target, .. } => Some(target),
            Self::ShiftObject { .. }
            | Self::GainAdvantage { .. }
            | Self::Dash { .. }
            | Self::OtherSkill { .. } => None,
        }
    }

    /// Returns the enemy to whom it draws the actor's attention (RANKS-ENG-1); `None` if it is
    /// aimed at no enemy.
    pub fn target_enemy(&self) -> Option<CombatantId> {
        match self {
            Self::Attack { target, .. }
            | Self::Force { target, .. }
            | Self::Taunt { target, .. } => Some(*target),
            Self::ShiftObject { target, .. } | Self::GainAdvantage { target, .. } => *target,
            Self::Dash { .. } | Self::TreatCondition { .. } | Self::OtherSkill { .. } => None,
        }
    }

    /// Returns true for what a hidden actor cannot do unseen: anything done to an enemy or an
    /// object (RANKS-HID-1).
    fn reveals_actor(&self) -> bool {
        self.target_enemy().is_some() || matches!(self, Self::ShiftObject { .. })
    }
}

/// Returns whether a combatant is in the fight and active.
pub fn is_in_action(fight: &Fight, who: CombatantId) -> bool {
    fight.get_present(who).is_some_and(|combatant| combatant.body.is_active())
}

/// Records that the maneuver of `who` has no effect if a participant is no longer in action,
/// because of what came while a prompt was open (RANKS-COND-5). Returns whether it is lost.
pub fn record_maneuver_if_lost(
    resolver: &mut Resolver,
    who: CombatantId,
    participants: &[CombatantId],
) -> bool {
    let is_lost =
        participants.iter().any(|participant| !is_in_action(resolver.fight(), *participant));
    if is_lost {
        resolver.emit(Event::ManeuverLost(who));
    }
    is_lost
}

/// Rolls a check that its target resists with one of the abilities, and records how it comes out.
/// Returns the rank of a success; `None` for a failure, and for a maneuver that is lost.
pub fn roll_resisted_check_and_rank_unless_lost(
    resolver: &mut Resolver,
    check: CheckRoll,
    target: CombatantId,
    abilities: Vec<Ability>,
) -> RuleResult<Option<u8>> {
    let CheckRoll { who, purpose, .. } = check;
    let total =
        checks::roll_check_total_spending_bonuses(resolver, check.with_opponent(Some(target)));
    let demand = ResistDemand { target, actor: who, purpose, abilities, min_resistance: 0 };
    let threshold = responses::ask_and_roll_resistance_if_needed(resolver, &demand, total)?;
    if record_maneuver_if_lost(resolver, who, &[who, target]) {
        return Ok(None);
    }
    let context = CheckContext { who, target: Some(target), purpose };
    Ok(context.record_check_and_rank(resolver, total, threshold))
}

/// Returns whether both combatants are in the fight and active.
pub fn are_both_in_action(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    is_in_action(fight, one) && is_in_action(fight, other)
}

/// Checks a maneuver in the order of refusals, except for anything that depends on where the
/// combatants stand.
pub fn check_maneuver_ignoring_reach(
    fight: &Fight,
    who: CombatantId,
    maneuver: &Maneuver,
) -> Result<(), RefusalReason> {
    match maneuver {
        Maneuver::Attack { target, weapon } => {
            attacks::check_attack_ignoring_reach(fight, who, *target, weapon)
        }
        Maneuver::Force { method, target, direction } => {
            force::check_force(fight, who, *method, *target, *direction)
        }
        Maneuver::Dash { to } => movement::check_goal_known(*to),
        Maneuver::ShiftObject { object, target } => {
            objects::check_shift_ignoring_range(fight, who, object, *target)
        }
        Maneuver::GainAdvantage { method, target, item } => {
            advantages::check_advantage_target_and_item(fight, who, *method, *target, item.as_ref())
        }
        Maneuver::Taunt { kind, target } => interaction::check_taunt(fight, who, *kind, *target),
        Maneuver::TreatCondition { skill, patient } => {
            recovery::check_treatment_skill_and_patient(fight, who, *skill, *patient)
        }
        Maneuver::OtherSkill { ability: None, .. } => {
            Err(RefusalReason::new("bad-skill", "RANKS-CHK-1"))
        }
        Maneuver::OtherSkill { ability: Some(_), .. } => Ok(()),
    }
}

/// Checks everything about a maneuver except its cost.
pub fn check_maneuver(
    fight: &Fight,
    who: CombatantId,
    maneuver: &Maneuver,
) -> Result<(), RefusalReason> {
    if matches!(maneuver, Maneuver::Dash { .. }) {
        movement::check_not_prone(fight, who)?;
    }
    check_maneuver_ignoring_reach(fight, who, maneuver)?;
    check_maneuver_positions(fight, who, maneuver)
}

/// Checks what depends on where the combatants stand.
fn check_maneuver_positions(
    fight: &Fight,
    who: CombatantId,
    maneuver: &Maneuver,
) -> Result<(), RefusalReason> {
    match maneuver {
        Maneuver::Attack { target, weapon } => {
            attacks::check_weapon_reach(fight, who, *target, weapon)
        }
        Maneuver::Force { method, target, .. } => {
            force::check_force_reach(fight, who, *method, *target)
        }
        Maneuver::Dash { to } => movement::check_movement(fight, who, *to, MovementKind::Sprint),
        Maneuver::ShiftObject { target, .. } => objects::check_shift_range(fight, who, *target),
        Maneuver::TreatCondition { skill, patient } => {
            recovery::check_patient_treatable(fight, who, *skill, *patient)
        }
        Maneuver::GainAdvantage { .. } | Maneuver::Taunt { .. } | Maneuver::OtherSkill { .. } => {
            Ok(())
        }
    }
}

/// Declares and resolves a maneuver whose action is spent, with all its rolls and prompts. A dash
/// is resolved as a sprint, which has a declaration of its own.
pub fn resolve_already_paid_maneuver(
    resolver: &mut Resolver,
    who: CombatantId,
    maneuver: &Maneuver,
    options: ManeuverOptions,
) -> RuleResult {
    if let Maneuver::Dash { to: Some(to) } = maneuver {
        return movement::roll_and_move_with_following_enemies(
            resolver,
            who,
            *to,
            MovementKind::Sprint,
            options,
        );
    }
    declare_maneuver_reveal_and_set_attention(resolver, who, maneuver, options);
    roll_declared_maneuver(resolver, who, maneuver, options)
}

/// Records that a combatant begins a maneuver. RANKS-HID-1: one against an enemy or an object
/// reveals it. RANKS-ENG-1: one against an enemy sets its attention, unless it was readied.
fn declare_maneuver_reveal_and_set_attention(
    resolver: &mut Resolver,
    who: CombatantId,
    maneuver: &Maneuver,
    options: ManeuverOptions,
) {
    if maneuver.reveals_actor() {
        visibility::reveal_actor(resolver, who);
    }
    if let Some(enemy) = maneuver.target_enemy().filter(|_| !options.is_readied) {
        engagement::set_attention(resolver, who, Some(enemy));
    }
    resolver.emit(Event::ManeuverDeclared {
        who,
        maneuver: maneuver.clone(),
        is_readied: options.is_readied,
    });
}

/// Rolls a declared maneuver and applies what comes of it, by its rule.
fn roll_declared_maneuver(
    resolver: &mut Resolver,
    who: CombatantId,
    maneuver: &Maneuver,
    options: ManeuverOptions,
) -> RuleResult {
    match maneuver {
        Maneuver::Attack { target, weapon } => {
            attacks::roll_attack_and_damage_by_rank(resolver, who, *target, weapon, options)
        }
        Maneuver::Force { method: Some(method), target, direction: Some(direction) } => {
            force::roll_force_and_move_target(resolver, who, *method, *target, *direction, options)
        }
        Maneuver::ShiftObject { object, target } => {
            objects::roll_object_shift_for_damage_or_fatigue(
                resolver, who, object, *target, options,
            )
        }
        Maneuver::GainAdvantage { method: Some(method), target, item } => {
            advantages::roll_and_grant_advantage(
                resolver,
                who,
                *method,
                *target,
                item.as_ref(),
                options,
            )
        }
        Maneuver::Taunt { kind: Some(kind), target } => {
            interaction::roll_taunt_and_add_condition(resolver, who, *kind, *target, options)
        }
        Maneuver::TreatCondition { skill: Some(skill), patient } => {
            recovery::roll_recovery_and_ask_treatment(resolver, who, *skill, *patient, options)
        }
        Maneuver::OtherSkill { ability: Some(ability), text } => {
            ask_ruling_and_roll_skill_check(resolver, who, *ability, text, options)
        }
        // `check_maneuver` has refused these: they name something that does not exist.
        Maneuver::Dash { .. }
        | Maneuver::Force { .. }
        | Maneuver::GainAdvantage { .. }
        | Maneuver::Taunt { .. }
        | Maneuver::TreatCondition { .. }
        | Maneuver::OtherSkill { .. } => Ok(()),
    }
}

/// Asks the GM how hard a check of another skill is, what it costs and what it does, and rolls it.
/// If the GM refuses, nothing is spent and the refusal is recorded. RANKS-READY-1: a readied check
/// is already paid for.
fn ask_ruling_and_roll_skill_check(
    resolver: &mut Resolver,
    who: CombatantId,
    ability: Ability,
    text: &str,
    options: ManeuverOptions,
) -> RuleResult {
    let prompt = prompts::ruling_prompt(resolver.fight(), who, ability, text, options.is_readied);
    let Answer::Rule { difficulty, action, effect } = resolver.ask(prompt)? else {
        resolver.emit(Event::SkillCheckRefused(who));
        return Ok(());
    };
    if record_maneuver_if_lost(resolver, who, &[who]) {
        return Ok(());
    }
    if let Some(action) = action {
        spend_action(resolver, who, action);
    }
    resolver.emit(Event::SkillCheckRuled { who, difficulty, effect });
    let total = checks::roll_check_total_spending_bonuses(
        resolver,
        CheckRoll::new(who, ability, CheckPurpose::Skill).with_luck(options.spends_luck),
    );
    let context = CheckContext { who, target: None, purpose: CheckPurpose::Skill };
    context.record_check_and_rank(resolver, total, difficulty.into());
    Ok(())
}
