//! The three Actions that can also be held (FATES-HOLD-1): Attack, Use an Item, Use a Skill.

use serde::{Deserialize, Serialize};

use super::checks::{self, SkillCheck};
use super::held_actions::WHOEVER_TRIGGERS;
use super::items::{self, ItemUse};
use super::sheet::{FreeActionTrait, Name};
use super::state::Event;
use super::{Fight, Resolver, RuleResult, attacks, rolls};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HoldableAction {
    Attack {
        target: CombatantId,
        weapon: Name,
    },
    #[serde(rename = "use")]
    UseItem(ItemUse),
    #[serde(rename = "check")]
    UseSkill(SkillCheck),
}

/// Whether an action is taken in the own turn or was held.
#[derive(Clone, Copy, Debug)]
pub enum ActionOrigin {
    OwnTurn { spends_fate_point: bool },
    Held { difficulty: u8 },
}

impl ActionOrigin {
    pub fn is_held(self) -> bool {
        matches!(self, Self::Held { .. })
    }

    /// Returns whether a Fate Point is spent on the roll; a held action never spends one.
    pub fn spends_fate_point(self) -> bool {
        matches!(self, Self::OwnTurn { spends_fate_point: true })
    }
}

impl HoldableAction {
    /// Returns the trait that lets a combatant take this action as a Free Action (FATES-TURN-6), or
    /// `None` if no trait does.
    pub fn free_action_trait(&self, fight: &Fight, who: CombatantId) -> Option<FreeActionTrait> {
        match self {
            Self::Attack { weapon, .. } => {
                attacks::free_action_trait(fight.body(who).weapon_at_hand(weapon)?)
            }
            Self::UseItem(_) => Some(FreeActionTrait::QuickHands),
            Self::UseSkill(_) => None,
        }
    }

    /// Returns the Attribute check, whose difficulty the GM sets; `None` for any other action.
    pub fn gm_ruled_check(&self) -> Option<&SkillCheck> {
        match self {
            Self::UseSkill(check @ SkillCheck::Skill { .. }) => Some(check),
            Self::UseSkill(SkillCheck::Grapple(_) | SkillCheck::BreakFree(_))
            | Self::Attack { .. }
            | Self::UseItem(_) => None,
        }
    }

    /// Returns the combatant that the action targets, if any.
    pub fn target(&self) -> Option<CombatantId> {
        match self {
            Self::Attack { target, .. } | Self::UseSkill(SkillCheck::Grapple(target)) => {
                Some(*target)
            }
            Self::UseItem(item_use) => item_use.target(),
            Self::UseSkill(SkillCheck::Skill { .. } | SkillCheck::BreakFree(_)) => None,
        }
    }

    /// Replaces [`WHOEVER_TRIGGERS`] as the target by the triggerer.
    pub fn with_placeholder_target_replaced_by(mut self, triggerer: CombatantId) -> Self {
        if let Self::Attack { target, .. }
        | Self::UseItem(ItemUse::Consumable { target, .. })
        | Self::UseSkill(SkillCheck::Grapple(target)) = &mut self
            && *target == WHOEVER_TRIGGERS
        {
            *target = triggerer;
        }
        self
    }
}

/// Checks what an action requires at the moment it is performed (target, range, items, skill), in
/// the order of refusals. The turn's allowances are checked elsewhere.
pub fn check_action_requirements_now(
    fight: &Fight,
    who: CombatantId,
    action: &HoldableAction,
) -> Result<(), RefusalReason> {
    match action {
        HoldableAction::Attack { target, weapon } => {
            attacks::check_attack(fight, who, *target, weapon)
        }
        HoldableAction::UseItem(item_use) => items::check_item_or_door_use(fight, who, item_use),
        HoldableAction::UseSkill(check) => checks::check_skill_use(fight, who, check),
    }
}

/// Checks what an action requires when it is held. The rest is checked when it fires.
pub fn check_action_to_hold(
    fight: &Fight,
    who: CombatantId,
    action: &HoldableAction,
) -> Result<(), RefusalReason> {
    match action {
        HoldableAction::Attack { target, weapon } => {
            attacks::check_weapon_ready(fight, who, weapon)?;
            attacks::check_target_or_triggerer(fight, who, *target)
        }
        HoldableAction::UseItem(ItemUse::Consumable { item, target }) => {
            items::check_consumable(fight, who, item)?;
            attacks::check_item_target(fight, who, *target)
        }
        HoldableAction::UseItem(ItemUse::Door { to, .. }) => {
            items::check_zone_is_adjacent(fight, who, *to)
        }
        HoldableAction::UseItem(ItemUse::Interact(_)) => Ok(()),
        HoldableAction::UseSkill(SkillCheck::Grapple(target)) => {
            attacks::check_target_or_triggerer(fight, who, *target)
        }
        HoldableAction::UseSkill(SkillCheck::BreakFree(skill)) => {
            checks::check_break_free_skill(*skill)
        }
        HoldableAction::UseSkill(check @ SkillCheck::Skill { .. }) => {
            checks::check_skill_use(fight, who, check)
        }
    }
}

/// Checks that a Fate Point is available if the act has a roll that is to spend one (FATES-ROLL-4).
/// Use an Item has no roll, spends no point, and passes in any case.
pub fn check_fate_point_if_spent(
    fight: &Fight,
    who: CombatantId,
    action: &HoldableAction,
    spends_fate_point: bool,
) -> Result<(), RefusalReason> {
    let has_roll = match action {
        HoldableAction::Attack { .. } | HoldableAction::UseSkill(_) => true,
        HoldableAction::UseItem(_) => false,
    };
    if has_roll && spends_fate_point {
        rolls::check_fate_point_available(fight, who)
    } else {
        Ok(())
    }
}

/// Resolves an action. A Fate Point is spent first, before the dice (FATES-ROLL-4).
pub fn resolve_action_spending_chosen_fate_point(
    resolver: &mut Resolver,
    who: CombatantId,
    action: &HoldableAction,
    origin: ActionOrigin,
) -> RuleResult {
    if origin.spends_fate_point() {
        resolver.emit(Event::FatePointSpent(who));
    }
    match action {
        HoldableAction::Attack { target, weapon } => {
            attacks::resolve_attack(resolver, who, *target, weapon, origin)
        }
        HoldableAction::UseItem(item_use) => {
            items::declare_use_fire_triggers_and_apply(resolver, who, item_use)
        }
        HoldableAction::UseSkill(check) => {
            checks::declare_and_resolve_check(resolver, who, check, origin)
        }
    }
}
