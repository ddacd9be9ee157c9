//! Simulation: whole fights by the same rules, with a mind that answers at once. For random play,
//! absent players and the forecast. Nothing is recorded, no note is kept.

use super::Rules;
use super::dice::Dice;
use super::fight::{Fight, Phase};
use super::ids::{By, CombatantId};
use super::mind::Mind;
use super::scene::{Scene, Stop};

/// Plays on until the fight is over or `most` acts are done; gives back how many were.
///
/// Invariant (I3): every act that is offered is performed; a refusal of one is a broken assumption.
pub fn play<S: Rules>(
    fight: &mut Fight<S>,
    mind: &mut dyn Mind<S>,
    dice: &mut dyn Dice,
    most: usize,
) -> usize {
    let mut acts = Vec::new();
    for done in 0..most {
        if !step(fight, mind, dice, &mut acts, false) {
            return done;
        }
    }
    most
}

/// The same up to where it is decided: everybody is as they were then.
pub fn play_to_decision<S: Rules>(
    fight: &mut Fight<S>,
    mind: &mut dyn Mind<S>,
    dice: &mut dyn Dice,
    most: usize,
) {
    let mut acts = Vec::new();
    let mut left = most;
    while left > 0 && !S::is_decided(fight) && step(fight, mind, dice, &mut acts, true) {
        left -= 1;
    }
}

/// One act of somebody who may act now; false when nobody can.
fn step<S: Rules>(
    fight: &mut Fight<S>,
    mind: &mut dyn Mind<S>,
    dice: &mut dyn Dice,
    acts: &mut Vec<S::Act>,
    is_cut_short: bool,
) -> bool {
    if fight.phase != Phase::Running {
        return false;
    }
    let Some(who) = chosen(fight, dice, acts) else { return false };
    let act = acts.swap_remove(mind.choose(fight, who, acts));
    // The mind answers from inside the scene, so the scene borrows it anew.
    let scene = Scene::imagined(fight, mind, dice);
    let mut scene = if is_cut_short { scene.until_decided() } else { scene };
    let step = S::perform(&mut scene, who, &act);
    assert!(!matches!(step, Err(Stop::Refuse(_))), "an offered act was refused: {act:?} {step:?}");
    let settled = scene.settle();
    assert!(matches!(settled, Ok(()) | Err(Stop::Cut)), "settling stopped: {settled:?}");
    true
}

/// One who is waited for and has a legal act, by chance where there are several. Their acts are
/// left in `acts`.
fn chosen<S: Rules>(
    fight: &Fight<S>,
    dice: &mut dyn Dice,
    acts: &mut Vec<S::Act>,
) -> Option<CombatantId> {
    let mut can_act = |who: CombatantId| {
        acts.clear();
        S::acts(fight, who, acts);
        !acts.is_empty()
    };
    let mut npcs = fight.iter().filter(|(_, one)| one.is_npc()).map(|(who, _)| who);
    let mut on = S::waits(fight)?.on;
    if on.len() > 1 {
        let first = usize::from(dice.roll(on.len() as u8)) - 1;
        on.rotate_left(first);
    }
    on.into_iter().find_map(|by| match by {
        By::Combatant(who) => can_act(who).then_some(who),
        By::Gm => npcs.find(|who| can_act(*who)),
    })
}
