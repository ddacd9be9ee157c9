//! Damage (RANKS-DMG).

use super::checks::{self, Check};
use super::conditions::{self, Ailment, Track};
use super::prompts::Question;
use super::responses;
use super::sheet::{Ability, Attribute, Code};
use super::state::{Note, Purpose, Soak};
use super::{Fight, Scene, Step, deeds};
use crate::ids::CombatantId;
use crate::prompt::Threat;

const STRENGTH: Ability = Ability::Attribute(Attribute::Strength);

/// RANKS-DMG-1: the target's fixed Strength, without any skill, plus armour.
fn toughness(fight: &Fight, who: CombatantId) -> i16 {
    checks::fixed(fight, who, STRENGTH) + i16::from(fight.body(who).armour)
}

/// The worst that damage dice may do.
pub fn threat(fight: &Fight, who: CombatantId, dice: Code) -> Threat {
    let most = i16::from(dice.dice) * 6 + i16::from(dice.pips);
    match most - toughness(fight, who) {
        short if short < 0 => Threat::Nothing,
        points => conditions::threat(fight, who, Track::Damage, checks::rank(points)),
    }
}

/// RANKS-DMG-1: a damage roll below that does nothing; equal or above it makes a condition of its
/// rank. RANKS-CHK-7: nothing changes its dice.
pub fn strike(scene: &mut Scene, by: Option<CombatantId>, target: CombatantId, dice: Code) -> Step {
    let faces: Vec<u8> = (0..dice.dice).map(|_| scene.roll(6)).collect();
    let sum: i16 = faces.iter().map(|face| i16::from(*face)).sum();
    let total = sum + i16::from(dice.pips);
    let against = toughness(scene.fight(), target);
    let (faces, shown) = (Some(faces), Some(against));
    scene.note(Note::DamageRolled { target, by, faces, total: Some(total), against: shown });
    let against = soak(scene, by, target, total, against)?;
    if deeds::is_lost(scene, by.unwrap_or(target), &[target]) {
        return Ok(());
    }
    if total < against {
        scene.note(Note::Unhurt(target));
        return Ok(());
    }
    let rank = checks::rank(total - against);
    conditions::put(scene, target, Ailment::of(Track::Damage, rank))
}

/// RANKS-OPT-1: with `respond` an action may be spent to roll Strength plus armour instead, against
/// damage that would make a rank.
fn soak(
    scene: &mut Scene,
    by: Option<CombatantId>,
    who: CombatantId,
    total: i16,
    against: i16,
) -> Step<i16> {
    if scene.fight().settings.soak == Soak::Fixed {
        return Ok(against);
    }
    if total < against {
        responses::unasked(scene, who)?;
        return Ok(against);
    }
    let rank = checks::rank(total - against);
    let question = Question::Soak { who, by, rank };
    let response = responses::choose(scene, who, question, &[STRENGTH], Some(STRENGTH))?;
    let Some(response) = response else { return Ok(against) };
    let check = Check::new(who, STRENGTH, Purpose::Soak).against(by).lucky(response.luck);
    let check = Check { plus: i16::from(scene.fight().body(who).armour), ..check };
    Ok(checks::roll(scene, check))
}
