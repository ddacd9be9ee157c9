//! Simulation: plays fights by the same rules with an agent that answers at once, for random play,
//! absent players and forecasts. It records neither dice nor events.

use crate::Rules;
use crate::agents::agent::Agent;
use crate::core::dice::Dice;
use crate::core::fight::{Fight, FightPhase};
use crate::core::ids::{CombatantId, Initiator};
use crate::resolution::resolver::{Interrupt, Resolver};

/// Plays until the fight is over or `max_acts` acts are done, and returns the number of acts done.
///
/// Invariant (I3): every legal act that is listed can be performed. Panics if one is refused.
pub fn play_fight<S: Rules>(
    fight: &mut Fight<S>,
    agent: &mut dyn Agent<S>,
    dice: &mut dyn Dice,
    max_acts: usize,
) -> usize {
    let mut acts = Vec::new();
    for done_acts in 0..max_acts {
        if play_one_act_of_random_actor(fight, agent, dice, &mut acts, PlayUntil::FightOver)
            == PlayStep::NobodyCanAct
        {
            return done_acts;
        }
    }
    max_acts
}

/// Plays like [`play_fight`], but stops as soon as the fight is decided, so that combatants stay as
/// they are at that moment.
pub fn play_until_decided<S: Rules>(
    fight: &mut Fight<S>,
    agent: &mut dyn Agent<S>,
    dice: &mut dyn Dice,
    max_acts: usize,
) {
    let mut acts = Vec::new();
    for _ in 0..max_acts {
        if S::decided_outcome(fight).is_some()
            || play_one_act_of_random_actor(fight, agent, dice, &mut acts, PlayUntil::FightDecided)
                == PlayStep::NobodyCanAct
        {
            return;
        }
    }
}

/// How far a simulated fight is played.
#[derive(Clone, Copy, PartialEq)]
enum PlayUntil {
    FightOver,
    /// An act stops at the moment that decides the fight.
    FightDecided,
}

/// What one step of a simulated fight was.
#[derive(Clone, Copy, PartialEq)]
enum PlayStep {
    Acted,
    NobodyCanAct,
}

/// Plays one act of a combatant who may act now, and changes the fight. `act_buffer` only saves
/// allocations.
fn play_one_act_of_random_actor<S: Rules>(
    fight: &mut Fight<S>,
    agent: &mut dyn Agent<S>,
    dice: &mut dyn Dice,
    act_buffer: &mut Vec<S::Act>,
    until: PlayUntil,
) -> PlayStep {
    if fight.phase != FightPhase::Running {
        return PlayStep::NobodyCanAct;
    }
    let Some(who) = choose_random_actor_and_list_acts(fight, dice, act_buffer) else {
        return PlayStep::NobodyCanAct;
    };
    let act = act_buffer.swap_remove(agent.choose_act(fight, who, act_buffer));
    let mut resolver = Resolver::new_simulation(fight, agent, dice);
    if until == PlayUntil::FightDecided {
        resolver = resolver.stop_when_decided();
    }
    let result = S::check_and_perform_act(&mut resolver, who, &act);
    assert!(
        !matches!(result, Err(Interrupt::Refuse(_))),
        "an offered act was refused: {act:?} {result:?}"
    );
    let settled = resolver.run_steps_until_decision();
    assert!(matches!(settled, Ok(()) | Err(Interrupt::EndAct)), "settling stopped: {settled:?}");
    PlayStep::Acted
}

/// Chooses one of the combatants who may act now and have a legal act, at random if several may;
/// for the GM the first NPC that can act. Leaves its legal acts in `legal_acts`.
fn choose_random_actor_and_list_acts<S: Rules>(
    fight: &Fight<S>,
    dice: &mut dyn Dice,
    legal_acts: &mut Vec<S::Act>,
) -> Option<CombatantId> {
    let mut can_act = |who: CombatantId| {
        legal_acts.clear();
        S::list_legal_acts(fight, who, legal_acts);
        !legal_acts.is_empty()
    };
    let mut actors = S::pending_turn(fight)?.actors;
    if actors.len() > 1 {
        let first = usize::from(dice.roll_die(actors.len() as u8)) - 1;
        actors.rotate_left(first);
    }
    for actor in actors {
        let able = match actor {
            Initiator::Combatant(who) => Some(who).filter(|who| can_act(*who)),
            Initiator::Gm => {
                let mut npcs = fight.present_combatants().filter(|(_, other)| other.is_npc());
                npcs.find(|(npc, _)| can_act(*npc)).map(|(npc, _)| npc)
            }
        };
        if able.is_some() {
            return able;
        }
    }
    None
}
