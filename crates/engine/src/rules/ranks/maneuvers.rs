//! Deeds: what is done by an own check, with all its details, on the own turn, held, or readied.

use serde::{Deserialize, Serialize};

use super::advantages::{self, AdvantageMethod};
use super::checks::{self, CheckContext, CheckRoll};
use super::force::{self, ForceDirection, ForceMethod};
use super::interaction::{self, TauntKind};
use super::movement;
use super::prompts::{self, Answer};
use super::responses::spend_action;
use super::sheet::{Ability, ActionKind, Feet, Name, Skill};
use super::state::{CheckPurpose, Event, MovementKind};
use super::{Fight, Resolver, RuleResult, attacks, engagement, objects, recovery, visibility};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// None: what is named there is not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Maneuver {
    /// RANKS-ATK-1.
    Attack { target: CombatantId, weapon: Name },
    /// RANKS-FORCE-1.
    Force {
        #[serde(rename = "how")]
        method: Option<ForceMethod>,
        target: CombatantId,
        direction: Option<ForceDirection>,
    },
    /// RANKS-MOVE-4.
    Dash { to: Option<Feet> },
    /// RANKS-TERR-4.
    #[serde(rename = "shift")]
    ShiftObject { object: Name, target: Option<CombatantId> },
    /// RANKS-ADV-1.
    #[serde(rename = "advantage")]
    GainAdvantage {
        #[serde(rename = "how")]
        method: Option<AdvantageMethod>,
        target: Option<CombatantId>,
        item: Option<Name>,
    },
    /// RANKS-TALK-1.
    #[serde(rename = "interact")]
    Taunt {
        #[serde(rename = "how")]
        kind: Option<TauntKind>,
        target: CombatantId,
    },
    /// RANKS-REC-1.
    #[serde(rename = "recover")]
    TreatCondition { skill: Option<Skill>, patient: CombatantId },
    /// What the GM rules on.
    #[serde(rename = "skill")]
    OtherSkill { ability: Option<Ability>, text: String },
}

/// How a deed comes to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ManeuverOptions {
    /// RANKS-LUCK-1.
    pub spends_luck: bool,
    /// RANKS-READY-3: it was readied, and its moment has come.
    pub is_readied: bool,
}

impl Maneuver {
    /// What it costs; none: the GM says.
    pub fn action_cost(&self) -> Option<ActionKind> {
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

    /// RANKS-ENG-1: the enemy to whom it draws the attention.
    pub fn target_enemy(&self) -> Option<CombatantId> {
        match self {
            Self::Attack { target, .. }
            | Self::Force { target, .. }
            | Self::Taunt { target, .. } => Some(*target),
            Self::ShiftObject { target, .. } | Self::GainAdvantage { target, .. } => *target,
            Self::Dash { .. } | Self::TreatCondition { .. } | Self::OtherSkill { .. } => None,
        }
    }

    /// RANKS-HID-1: what is done to an enemy, or to an object, is not done unseen.
    fn reveals_actor(&self) -> bool {
        self.target_enemy().is_some() || matches!(self, Self::ShiftObject { .. })
    }
}

/// Whether somebody is in the fight and active.
pub fn is_in_action(fight: &Fight, who: CombatantId) -> bool {
    fight.get(who).is_some_and(|one| one.body.is_active())
}

/// RANKS-COND-5: whether a deed comes to nothing, because somebody whom it needs went out of the
/// fight while a question was open.
pub fn record_if_lost(
    resolver: &mut Resolver,
    who: CombatantId,
    participants: &[CombatantId],
) -> bool {
    let is_lost = participants.iter().any(|one| !is_in_action(resolver.fight(), *one));
    if is_lost {
        resolver.emit(Event::ManeuverLost(who));
    }
    is_lost
}

pub fn are_both_in_action(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    is_in_action(fight, one) && is_in_action(fight, other)
}

/// The checks of a deed in the order of refusals, wherever everybody stands.
pub fn check_maneuver_target(
    fight: &Fight,
    who: CombatantId,
    maneuver: &Maneuver,
) -> Result<(), RefusalReason> {
    match maneuver {
        Maneuver::Attack { target, weapon } => attacks::check_attack(fight, who, *target, weapon),
        Maneuver::Force { method: how, target, direction } => {
            force::check_force(fight, who, *how, *target, *direction)
        }
        Maneuver::Dash { to } => movement::check_goal_known(*to),
        Maneuver::ShiftObject { object, target } => {
            objects::check_shift(fight, who, object, *target)
        }
        Maneuver::GainAdvantage { method: how, target, item } => {
            advantages::check_advantage(fight, who, *how, *target, item.as_ref())
        }
        Maneuver::Taunt { kind: how, target } => {
            interaction::check_taunt(fight, who, *how, *target)
        }
        Maneuver::TreatCondition { skill, patient } => {
            recovery::check_treatment(fight, who, *skill, *patient)
        }
        Maneuver::OtherSkill { ability: None, .. } => {
            Err(RefusalReason::new("bad-skill", "RANKS-CHK-1"))
        }
        Maneuver::OtherSkill { ability: Some(_), .. } => Ok(()),
    }
}

/// All checks of a deed, but what it costs.
pub fn check_maneuver(
    fight: &Fight,
    who: CombatantId,
    maneuver: &Maneuver,
) -> Result<(), RefusalReason> {
    if matches!(maneuver, Maneuver::Dash { .. }) {
        movement::check_not_prone(fight, who)?;
    }
    check_maneuver_target(fight, who, maneuver)?;
    check_maneuver_reach(fight, who, maneuver)
}

/// The checks that are left from where everybody stands.
fn check_maneuver_reach(
    fight: &Fight,
    who: CombatantId,
    maneuver: &Maneuver,
) -> Result<(), RefusalReason> {
    match maneuver {
        Maneuver::Attack { target, weapon } => {
            attacks::check_weapon_reach(fight, who, *target, weapon)
        }
        Maneuver::Force { method: how, target, .. } => {
            force::check_force_reach(fight, who, *how, *target)
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

/// Does it; what it costs is paid. RANKS-ENG-1: declaring it sets the attention, unless it was
/// readied.
pub fn resolve_maneuver(
    resolver: &mut Resolver,
    who: CombatantId,
    maneuver: &Maneuver,
    options: ManeuverOptions,
) -> RuleResult {
    if let Maneuver::Dash { to: Some(to) } = maneuver {
        return movement::resolve_movement(resolver, who, *to, MovementKind::Sprint, options);
    }
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
    match maneuver {
        Maneuver::Attack { target, weapon } => {
            attacks::resolve_attack(resolver, who, *target, weapon, options)
        }
        Maneuver::Force { method: Some(kind), target, direction: Some(direction) } => {
            force::resolve_force(resolver, who, *kind, *target, *direction, options)
        }
        Maneuver::ShiftObject { object, target } => {
            objects::resolve_shift(resolver, who, object, *target, options)
        }
        Maneuver::GainAdvantage { method: Some(ploy), target, item } => {
            advantages::resolve_advantage(resolver, who, *ploy, *target, item.as_ref(), options)
        }
        Maneuver::Taunt { kind: Some(talk), target } => {
            interaction::resolve_taunt(resolver, who, *talk, *target, options)
        }
        Maneuver::TreatCondition { skill: Some(skill), patient } => {
            recovery::resolve_recovery(resolver, who, *skill, *patient, options)
        }
        Maneuver::OtherSkill { ability: Some(ability), text } => {
            resolve_skill_check(resolver, who, *ability, text, options)
        }
        // Refused before: something is named that is not.
        Maneuver::Dash { .. }
        | Maneuver::Force { .. }
        | Maneuver::GainAdvantage { .. }
        | Maneuver::Taunt { .. }
        | Maneuver::TreatCondition { .. }
        | Maneuver::OtherSkill { .. } => Ok(()),
    }
}

/// Another check: the GM says how hard it is, what it costs and what it does (W7); or refuses, and
/// nothing is spent. RANKS-READY-1: what was readied is paid.
fn resolve_skill_check(
    resolver: &mut Resolver,
    who: CombatantId,
    ability: Ability,
    text: &str,
    options: ManeuverOptions,
) -> RuleResult {
    let ask = prompts::ruling_prompt(resolver.fight(), who, ability, text, options.is_readied);
    let Answer::Rule { difficulty, action, effect } = resolver.ask(ask)? else {
        resolver.emit(Event::SkillCheckRefused(who));
        return Ok(());
    };
    if record_if_lost(resolver, who, &[who]) {
        return Ok(());
    }
    if let Some(action) = action {
        spend_action(resolver, who, action);
    }
    resolver.emit(Event::SkillCheckRuled { who, difficulty, effect });
    let total = checks::roll_check(
        resolver,
        CheckRoll::new(who, ability, CheckPurpose::Skill).with_luck(options.spends_luck),
    );
    let verdict = CheckContext { who, target: None, purpose: CheckPurpose::Skill };
    verdict.record_outcome(resolver, total, difficulty.into());
    Ok(())
}
