//! Advantages (RANKS-ADV): how they are gained, what they give, and to whom.

use serde::{Deserialize, Serialize};

use super::conditions::Until;
use super::sheet::{Action, Skill, keyed};
use crate::engine::ids::CombatantId;

keyed! {
    /// RANKS-ADV-1.
    Ploy {
        Misdirection = "misdirection",
        Memory = "memory",
        Psych = "psych",
        Awareness = "awareness",
    }
}

/// What a one-check effect gives to that check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gift {
    Flat(i8),
    Die,
    Advantage,
    Disadvantage,
}

/// RANKS-ADV-6: a one-check effect, which serves the first fitting check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Boon {
    pub gives: Gift,
    /// Only checks against that enemy; none: any check.
    pub against: Option<CombatantId>,
    pub until: Until,
}

keyed! {
    /// RANKS-ADV-4.
    Effect {
        Plus = "plus-2",
        Advantage = "advantage",
        Die = "die",
        BonusAction = "bonus-action",
        Skill = "skill",
        FullAction = "full-action",
        ActionPoint = "action-point",
        Ability = "ability",
    }
}

/// What a receiver gets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gain {
    Boon(Boon),
    /// At once, or at the start of the next round (RANKS-ADV-5).
    Action {
        action: Action,
        is_due: bool,
    },
    Skill(Skill),
    Point,
    Ability(String),
}
