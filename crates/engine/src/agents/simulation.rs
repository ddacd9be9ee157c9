//! Simulation: whole fights by the same rules, with a mind that answers at once. For random play,
//! absent players and the forecast. Nothing is recorded, no note is kept.

use crate::Rules;
use crate::agents::agent::Agent;
use crate::core::dice::Dice;
use crate::core::fight::{Fight, FightPhase};
use crate::core::ids::{CombatantId, Initiator};
use crate::resolution::resolver::{Interrupt, Resolver};

/// Plays on until the fight is over or `most` acts are done; gives back how many were.
///
/// Invariant (I3): every act that is offered is performed; a refusal of one is a broken assumption.
pub fn play_fight<S: Rules>(
    fight: &mut Fight<S>,
    agent: &mut dyn Agent<S>,
    dice: &mut dyn Dice,
    max_acts: usize,
) -> usize {
    let mut acts = Vec::new();
    for done in 0..max_acts {
        if !play_one_act(fight, agent, dice, &mut acts, false) {
            return done;
        }
    }
    max_acts
}

/// The same up to where it is decided: everybody is as they were then.
pub fn play_until_decided<S: Rules>(
    fight: &mut Fight<S>,
    agent: &mut dyn Agent<S>,
    dice: &mut dyn Dice,
    max_acts: usize,
) {
    let mut acts = Vec::new();
    let mut left = max_acts;
    while left > 0 && !S::is_decided(fight) && play_one_act(fight, agent, dice, &mut acts, true) {
        left -= 1;
    }
}

/// One act of somebody who may act now; false when nobody can.
fn play_one_act<S: Rules>(
    fight: &mut Fight<S>,
    agent: &mut dyn Agent<S>,
    dice: &mut dyn Dice,
    acts: &mut Vec<S::Act>,
    stops_when_decided: bool,
) -> bool {
    if fight.phase != FightPhase::Running {
        return false;
    }
    let Some(who) = choose_actor(fight, dice, acts) else { return false };
    let act = acts.swap_remove(agent.choose_act(fight, who, acts));
    // The mind answers from inside the scene, so the scene borrows it anew.
    let scene = Resolver::new_simulation(fight, agent, dice);
    let mut scene = if stops_when_decided { scene.stop_when_decided() } else { scene };
    let step = S::perform(&mut scene, who, &act);
    assert!(
        !matches!(step, Err(Interrupt::Refuse(_))),
        "an offered act was refused: {act:?} {step:?}"
    );
    let settled = scene.run_automatic_steps();
    assert!(matches!(settled, Ok(()) | Err(Interrupt::EndAct)), "settling stopped: {settled:?}");
    true
}

/// One who is waited for and has a legal act, by chance where there are several. Their acts are
/// left in `acts`.
fn choose_actor<S: Rules>(
    fight: &Fight<S>,
    dice: &mut dyn Dice,
    acts: &mut Vec<S::Act>,
) -> Option<CombatantId> {
    let mut can_act = |who: CombatantId| {
        acts.clear();
        S::list_legal_acts(fight, who, acts);
        !acts.is_empty()
    };
    let mut npcs = fight.iter().filter(|(_, one)| one.is_npc()).map(|(who, _)| who);
    let mut on = S::pending_turn(fight)?.actors;
    if on.len() > 1 {
        let first = usize::from(dice.roll_die(on.len() as u8)) - 1;
        on.rotate_left(first);
    }
    on.into_iter().find_map(|by| match by {
        Initiator::Combatant(who) => can_act(who).then_some(who),
        Initiator::Gm => npcs.find(|who| can_act(*who)),
    })
}
