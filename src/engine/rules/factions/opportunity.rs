//! Opportunity attacks (FACT-OPP).

use super::acts::Attack;
use super::attacks::{self, Means, check_means, find_weapon};
use super::damage::means_of;
use super::prompts::{self, Answer};
use super::reactions::can_strike;
use super::sheet::{Kind, Stance};
use super::state::{Note, Occasion};
use super::zones::{Place, place_of};
use super::{Fight, Scene, Step, initiative};
use crate::engine::ids::{By, CombatantId};
use crate::engine::scene::Lull;

/// FACT-OPP-1: enemies who are nearby now and would not be after the step, and who may answer it
/// with a melee or non-lethal attack. FACT-CHASE-1: leaving the map is such a step (`to` is none).
fn left_behind(fight: &Fight, mover: CombatantId, to: Option<Place>) -> Vec<CombatantId> {
    let from = place_of(fight, mover);
    let is_left = |who: CombatantId| {
        let place = place_of(fight, who);
        place.is_nearby(from) && to.is_none_or(|to| !place.is_nearby(to))
    };
    let enemies = fight.iter().map(|(who, _)| who).filter(|who| {
        initiative::are_enemies(fight, *who, mover) && can_strike(fight, *who, mover)
    });
    enemies.filter(|who| is_left(*who) && first_means(fight, *who, mover).is_some()).collect()
}

/// FACT-OPP-1: one melee or non-lethal attack at the mover.
fn means<'a>(
    fight: &'a Fight,
    who: CombatantId,
    mover: CombatantId,
) -> impl Iterator<Item = Means> + 'a {
    let is_melee = move |means: &Means| match means {
        Means::Weapon(item) => find_weapon(fight.body(who), *item)
            .and_then(|arm| arm.weapon.as_ref())
            .is_some_and(|weapon| weapon.kind == Kind::Melee),
        Means::Disarm(_) | Means::Grapple | Means::Manoeuvre(_) => true,
    };
    let can = move |means: &Means| {
        check_means(fight, who, mover, *means, false, Occasion::Opportunity).is_ok()
    };
    means_of(fight, who, mover).into_iter().filter(move |one| is_melee(one) && can(one))
}

fn first_means(fight: &Fight, who: CombatantId, mover: CombatantId) -> Option<Means> {
    means(fight, who, mover).next()
}

/// FACT-OPP-2: the step is held while attacks are resolved from where it began; true when the mover
/// goes on: still active and not grabbed. FACT-OPP-4: enemies answer separately and are resolved in
/// the order answered, those with the standing order `always` first; one whose attack never starts
/// because the mover is down keeps its turn. With decoys an NPC's standing order is the default of
/// its window, and every step waits as if somebody unseen was asked.
pub fn provoke(scene: &mut Scene, mover: CombatantId, to: Option<Place>) -> Step<bool> {
    let mut open = left_behind(scene.fight(), mover, to);
    let goes_on = |scene: &Scene| {
        let body = scene.fight().body(mover);
        body.is_active() && body.grabbed_by.is_none()
    };
    let stance = |scene: &Scene, who: CombatantId| match scene.fight().is_veiled(who) {
        true => Stance::Ask,
        false => scene.fight().body(who).stance,
    };
    let mut lull = Lull::if_hidden(!scene.fight().is_hidden(By::Combatant(mover)));
    open.retain(|who| stance(scene, *who) != Stance::Never);
    for who in open.clone() {
        if stance(scene, who) != Stance::Always || !goes_on(scene) {
            continue;
        }
        open.retain(|one| *one != who);
        // What happened meanwhile may have left it nothing to strike with.
        if let Some(means) = first_means(scene.fight(), who, mover)
            && can_strike(scene.fight(), who, mover)
        {
            strike(scene, who, mover, means, false)?;
        }
    }
    while goes_on(scene) {
        let fight = scene.fight();
        open.retain(|who| {
            can_strike(fight, *who, mover) && first_means(fight, *who, mover).is_some()
        });
        let asks = open.iter().map(|who| {
            let strikes = means(fight, *who, mover);
            let mut choices: Vec<Answer> =
                strikes.map(|means| Answer::Strike { means, hold_back: false }).collect();
            choices.push(Answer::LetGo);
            prompts::opportunity(fight, *who, mover, choices)
        });
        let asks: Vec<_> = asks.collect();
        let Some((at, answer)) = scene.ask_next_in(&asks, &mut lull)? else { break };
        let who = open.remove(at);
        if let Answer::Strike { means, hold_back } = answer {
            strike(scene, who, mover, means, hold_back)?;
            lull = Lull::if_hidden(!scene.fight().is_hidden(By::Combatant(mover)));
        }
    }
    Ok(goes_on(scene))
}

/// FACT-REACT-2: it costs the turn of this round.
fn strike(
    scene: &mut Scene,
    who: CombatantId,
    mover: CombatantId,
    means: Means,
    hold_back: bool,
) -> Step {
    scene.note(Note::TurnSpent(who));
    let attack = Attack { target: mover, means, hold_back, indirect: false, stunt: None };
    attacks::attack(scene, who, &attack, Occasion::Opportunity)
}
