//! Deeds: the three Actions that may also be held (FATES-HOLD-1): Attack, Use an Item, Use a Skill.

use serde::{Deserialize, Serialize};

use super::checks::{self, Check};
use super::holds::WHOEVER;
use super::items::{self, Use};
use super::sheet::{Name, Trait};
use super::state::Note;
use super::{Fight, Scene, Step, attacks, rolls};
use crate::ids::CombatantId;
use crate::why::Why;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    Attack { target: CombatantId, weapon: Name },
    Use(Use),
    Check(Check),
}

/// How a deed comes about.
#[derive(Clone, Copy, Debug)]
pub enum How {
    OwnTurn { fp: bool },
    Held { difficulty: u8 },
}

impl How {
    pub fn is_held(self) -> bool {
        matches!(self, Self::Held { .. })
    }

    pub fn fp(self) -> bool {
        matches!(self, Self::OwnTurn { fp: true })
    }
}

impl Deed {
    /// FATES-TURN-6: the trait whose Free Action it may be.
    pub fn covered_by(&self, fight: &Fight, who: CombatantId) -> Option<Trait> {
        match self {
            Self::Attack { weapon, .. } => {
                attacks::covered_by(fight.body(who).weapon_at_hand(weapon)?)
            }
            Self::Use(_) => Some(Trait::QuickHands),
            Self::Check(_) => None,
        }
    }

    /// The check whose difficulty the GM sets, if it is one.
    pub fn ruled(&self) -> Option<&Check> {
        match self {
            Self::Check(check @ Check::Skill { .. }) => Some(check),
            Self::Check(Check::Grapple(_) | Check::Break(_))
            | Self::Attack { .. }
            | Self::Use(_) => None,
        }
    }

    /// Whom it is done to.
    pub fn target(&self) -> Option<CombatantId> {
        match self {
            Self::Attack { target, .. } | Self::Check(Check::Grapple(target)) => Some(*target),
            Self::Use(thing) => thing.on(),
            Self::Check(Check::Skill { .. } | Check::Break(_)) => None,
        }
    }

    /// The deed, with whoever has triggered it in the place of "whoever triggers it".
    pub fn against(mut self, who: CombatantId) -> Self {
        if let Self::Attack { target, .. }
        | Self::Use(Use::Item { on: target, .. })
        | Self::Check(Check::Grapple(target)) = &mut self
            && *target == WHOEVER
        {
            *target = who;
        }
        self
    }
}

/// What a deed needs, in the order of refusals.
pub fn check(fight: &Fight, who: CombatantId, deed: &Deed) -> Result<(), Why> {
    match deed {
        Deed::Attack { target, weapon } => attacks::check(fight, who, *target, weapon),
        Deed::Use(thing) => items::check(fight, who, thing),
        Deed::Check(check) => checks::check(fight, who, check),
    }
}

/// What a held deed needs already when it is held: the rest may come until it fires.
pub fn check_held(fight: &Fight, who: CombatantId, deed: &Deed) -> Result<(), Why> {
    match deed {
        Deed::Attack { target, weapon } => {
            attacks::check_weapon(fight, who, weapon)?;
            attacks::check_held_target(fight, who, *target)
        }
        Deed::Use(Use::Item { item, on }) => {
            items::check_item(fight, who, item)?;
            attacks::check_receiver(fight, who, *on)
        }
        Deed::Use(Use::Door { to, .. }) => items::check_link(fight, who, *to),
        Deed::Use(Use::Interact(_)) => Ok(()),
        Deed::Check(Check::Grapple(target)) => attacks::check_held_target(fight, who, *target),
        Deed::Check(Check::Break(with)) => checks::check_break_skill(*with),
        Deed::Check(skill @ Check::Skill { .. }) => checks::check(fight, who, skill),
    }
}

/// FATES-ROLL-4: a Fate Point needs a roll.
pub fn check_fp(fight: &Fight, who: CombatantId, deed: &Deed, fp: bool) -> Result<(), Why> {
    match deed {
        Deed::Attack { .. } | Deed::Check(_) => rolls::check_fp(fight, who, fp),
        Deed::Use(_) => Ok(()),
    }
}

/// FATES-ROLL-4: a Fate Point is spent with the command, before the dice.
pub fn play(scene: &mut Scene, who: CombatantId, deed: &Deed, how: How) -> Step {
    if how.fp() {
        scene.note(Note::FpSpent(who));
    }
    match deed {
        Deed::Attack { target, weapon } => attacks::attack(scene, who, *target, weapon, how),
        Deed::Use(thing) => items::handle(scene, who, thing),
        Deed::Check(check) => checks::attempt(scene, who, check, how),
    }
}
