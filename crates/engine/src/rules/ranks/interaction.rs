//! Interaction (RANKS-TALK): insults, threats and doubts.

use super::checks::{self, Check, Verdict};
use super::conditions::{self, Ailment, Track};
use super::deeds::How;
use super::engagement::check_enemy;
use super::responses::{self, Threat};
use super::sheet::Skill;
use super::state::Purpose;
use super::{Fight, Scene, Step};
use crate::ids::CombatantId;
use crate::keyed::keyed;
use crate::why::Why;

keyed! {
    /// RANKS-TALK-1.
    Talk {
        Insult = "insult",
        Startle = "startle",
        Demoralize = "demoralize",
    }
}

/// RANKS-TALK-1: with what each is done, and resisted.
fn skills_of(how: Talk) -> (Skill, Skill) {
    match how {
        Talk::Insult => (Skill::Insult, Skill::Ego),
        Talk::Startle => (Skill::Startle, Skill::Resolve),
        Talk::Demoralize => (Skill::Demoralize, Skill::Conviction),
    }
}

/// RANKS-TALK-1: an active enemy at any distance; the GM may bar those who cannot understand.
pub fn check_what(
    fight: &Fight,
    who: CombatantId,
    how: Option<Talk>,
    target: CombatantId,
) -> Result<(), Why> {
    check_target(fight, who, target)?;
    how.map(|_| ()).ok_or(Why::new("bad-skill", "RANKS-TALK-1"))
}

/// Whom one may talk to like that.
pub fn check_target(fight: &Fight, who: CombatantId, target: CombatantId) -> Result<(), Why> {
    check_enemy(fight, who, target, "RANKS-TALK-1")?;
    if !fight.body(target).understands {
        return Err(Why::new("bad-target", "RANKS-TALK-1").about(target).because("no-speech"));
    }
    Ok(())
}

/// RANKS-TALK-1: a success makes a composure condition of its rank, with no damage roll.
pub fn talk(scene: &mut Scene, who: CombatantId, how: Talk, target: CombatantId, by: How) -> Step {
    let (skill, with) = skills_of(how);
    let check = Check::new(who, skill, Purpose::Interact).against(Some(target)).lucky(by.luck);
    let total = checks::roll(scene, check);
    let (purpose, with) = (Purpose::Interact, vec![with.into()]);
    let threat = Threat { who: target, actor: who, purpose, with, least: 0 };
    let against = responses::resist(scene, &threat, total)?;
    if super::deeds::is_lost(scene, who, &[who, target]) {
        return Ok(());
    }
    let verdict = Verdict { who, target: Some(target), purpose };
    match verdict.of(scene, total, against) {
        Some(rank) => conditions::put(scene, target, Ailment::of(Track::Composure, rank)),
        None => Ok(()),
    }
}
