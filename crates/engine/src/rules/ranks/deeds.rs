//! Deeds: what is done by an own check, with all its details, on the own turn, held, or readied.

use serde::{Deserialize, Serialize};

use super::advantages::{self, Ploy};
use super::checks::{self, Check, Verdict};
use super::force::{self, Direction, Forcing};
use super::interaction::{self, Talk};
use super::movement;
use super::prompts::{self, Answer};
use super::responses::pay;
use super::sheet::{Ability, Action, Feet, Name, Skill};
use super::state::{Note, Purpose, Way};
use super::{Fight, Scene, Step, attacks, engagement, objects, recovery, visibility};
use crate::ids::CombatantId;
use crate::why::Why;

/// None: what is named there is not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// RANKS-ATK-1.
    Attack { target: CombatantId, weapon: Name },
    /// RANKS-FORCE-1.
    Force { how: Option<Forcing>, target: CombatantId, direction: Option<Direction> },
    /// RANKS-MOVE-4.
    Dash { to: Option<Feet> },
    /// RANKS-TERR-4.
    Shift { object: Name, target: Option<CombatantId> },
    /// RANKS-ADV-1.
    Advantage { how: Option<Ploy>, target: Option<CombatantId>, item: Option<Name> },
    /// RANKS-TALK-1.
    Interact { how: Option<Talk>, target: CombatantId },
    /// RANKS-REC-1.
    Recover { skill: Option<Skill>, patient: CombatantId },
    /// What the GM rules on.
    Skill { ability: Option<Ability>, text: String },
}

/// How a deed comes to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct How {
    /// RANKS-LUCK-1.
    pub luck: bool,
    /// RANKS-READY-3: it was readied, and its moment has come.
    pub is_readied: bool,
}

impl Deed {
    /// What it costs; none: the GM says.
    pub fn cost(&self) -> Option<Action> {
        match self {
            Self::Attack { .. }
            | Self::Force { .. }
            | Self::Dash { .. }
            | Self::Shift { .. }
            | Self::Recover { .. } => Some(Action::Full),
            Self::Advantage { .. } | Self::Interact { .. } => Some(Action::Bonus),
            Self::Skill { .. } => None,
        }
    }

    /// RANKS-ENG-1: the enemy to whom it draws the attention.
    pub fn enemy(&self) -> Option<CombatantId> {
        match self {
            Self::Attack { target, .. }
            | Self::Force { target, .. }
            | Self::Interact { target, .. } => Some(*target),
            Self::Shift { target, .. } | Self::Advantage { target, .. } => *target,
            Self::Dash { .. } | Self::Recover { .. } | Self::Skill { .. } => None,
        }
    }

    /// RANKS-HID-1: what is done to an enemy, or to an object, is not done unseen.
    fn shows(&self) -> bool {
        self.enemy().is_some() || matches!(self, Self::Shift { .. })
    }
}

/// Whether somebody is in the fight and active.
pub fn is_in(fight: &Fight, who: CombatantId) -> bool {
    fight.get(who).is_some_and(|one| one.body.is_active())
}

/// RANKS-COND-5: whether a deed comes to nothing, because somebody whom it needs went out of the
/// fight while a question was open.
pub fn is_lost(scene: &mut Scene, who: CombatantId, needs: &[CombatantId]) -> bool {
    let is_lost = needs.iter().any(|one| !is_in(scene.fight(), *one));
    if is_lost {
        scene.note(Note::Lost(who));
    }
    is_lost
}

pub fn are_both_in(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    is_in(fight, one) && is_in(fight, other)
}

/// The checks of a deed in the order of refusals, wherever everybody stands.
pub fn check_what(fight: &Fight, who: CombatantId, deed: &Deed) -> Result<(), Why> {
    match deed {
        Deed::Attack { target, weapon } => attacks::check_what(fight, who, *target, weapon),
        Deed::Force { how, target, direction } => {
            force::check_what(fight, who, *how, *target, *direction)
        }
        Deed::Dash { to } => movement::check_named(*to),
        Deed::Shift { object, target } => objects::check_what(fight, who, object, *target),
        Deed::Advantage { how, target, item } => {
            advantages::check_what(fight, who, *how, *target, item.as_ref())
        }
        Deed::Interact { how, target } => interaction::check_what(fight, who, *how, *target),
        Deed::Recover { skill, patient } => recovery::check_what(fight, who, *skill, *patient),
        Deed::Skill { ability: None, .. } => Err(Why::new("bad-skill", "RANKS-CHK-1")),
        Deed::Skill { ability: Some(_), .. } => Ok(()),
    }
}

/// All checks of a deed, but what it costs.
pub fn check(fight: &Fight, who: CombatantId, deed: &Deed) -> Result<(), Why> {
    if matches!(deed, Deed::Dash { .. }) {
        movement::check_upright(fight, who)?;
    }
    check_what(fight, who, deed)?;
    check_there(fight, who, deed)
}

/// The checks that are left from where everybody stands.
fn check_there(fight: &Fight, who: CombatantId, deed: &Deed) -> Result<(), Why> {
    match deed {
        Deed::Attack { target, weapon } => attacks::check_reach(fight, who, *target, weapon),
        Deed::Force { how, target, .. } => force::check_reach(fight, who, *how, *target),
        Deed::Dash { to } => movement::check(fight, who, *to, Way::Sprint),
        Deed::Shift { target, .. } => objects::check_reach(fight, who, *target),
        Deed::Recover { skill, patient } => recovery::check_patient(fight, who, *skill, *patient),
        Deed::Advantage { .. } | Deed::Interact { .. } | Deed::Skill { .. } => Ok(()),
    }
}

/// Does it; what it costs is paid. RANKS-ENG-1: declaring it sets the attention, unless it was
/// readied.
pub fn play(scene: &mut Scene, who: CombatantId, deed: &Deed, how: How) -> Step {
    if let Deed::Dash { to: Some(to) } = deed {
        return movement::travel(scene, who, *to, Way::Sprint, how);
    }
    if deed.shows() {
        visibility::show(scene, who);
    }
    if let Some(enemy) = deed.enemy().filter(|_| !how.is_readied) {
        engagement::attend(scene, who, Some(enemy));
    }
    scene.note(Note::Declared { who, deed: deed.clone(), readied: how.is_readied });
    match deed {
        Deed::Attack { target, weapon } => attacks::attack(scene, who, *target, weapon, how),
        Deed::Force { how: Some(kind), target, direction: Some(direction) } => {
            force::force(scene, who, *kind, *target, *direction, how)
        }
        Deed::Shift { object, target } => objects::shift(scene, who, object, *target, how),
        Deed::Advantage { how: Some(ploy), target, item } => {
            advantages::seek(scene, who, *ploy, *target, item.as_ref(), how)
        }
        Deed::Interact { how: Some(talk), target } => {
            interaction::talk(scene, who, *talk, *target, how)
        }
        Deed::Recover { skill: Some(skill), patient } => {
            recovery::recover(scene, who, *skill, *patient, how)
        }
        Deed::Skill { ability: Some(ability), text } => skill(scene, who, *ability, text, how),
        // Refused before: something is named that is not.
        Deed::Dash { .. }
        | Deed::Force { .. }
        | Deed::Advantage { .. }
        | Deed::Interact { .. }
        | Deed::Recover { .. }
        | Deed::Skill { .. } => Ok(()),
    }
}

/// Another check: the GM says how hard it is, what it costs and what it does (W7); or refuses, and
/// nothing is spent. RANKS-READY-1: what was readied is paid.
fn skill(scene: &mut Scene, who: CombatantId, ability: Ability, text: &str, how: How) -> Step {
    let ask = prompts::ruling(scene.fight(), who, ability, text, how.is_readied);
    let Answer::Rule { difficulty, action, effect } = scene.ask(ask)? else {
        scene.note(Note::SkillRefused(who));
        return Ok(());
    };
    if is_lost(scene, who, &[who]) {
        return Ok(());
    }
    if let Some(action) = action {
        pay(scene, who, action);
    }
    scene.note(Note::SkillRuled { who, difficulty, effect });
    let total = checks::roll(scene, Check::new(who, ability, Purpose::Skill).lucky(how.luck));
    let verdict = Verdict { who, target: None, purpose: Purpose::Skill };
    verdict.of(scene, total, difficulty.into());
    Ok(())
}
