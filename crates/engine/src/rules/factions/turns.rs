//! Turns (FACT-TURN): what a turn holds, and what one does with things, the surroundings, words and
//! skills.

use super::acts::Handling;
use super::prompts::{self, Answer};
use super::sheet::{Ability, Item, ItemId, Remedy};
use super::state::{At, Cause, Cost, Note, Purpose, Turn};
use super::zones::{are_nearby, ground_of, is_aware, place_of};
use super::{Fight, Scene, Step, damage, grapple, initiative, saves, sneaking};
use crate::ids::CombatantId;
use crate::why::Why;

/// The longest that one may say in a fight (FACT-TURN-3).
const LONGEST_SPEECH: usize = 120;

/// The turn of a combatant: the one that runs, or the one it would start.
pub fn turn_of(fight: &Fight, who: CombatantId) -> Turn {
    fight.state.turn.filter(|turn| turn.who == who).unwrap_or_else(|| Turn::new(who))
}

/// FACT-TURN-1: one main action, unless two bonus actions are used.
pub fn has_main(turn: &Turn) -> bool {
    !turn.main && turn.bonus < 2
}

/// FACT-TURN-1: one bonus action, or two without a main action.
pub fn has_bonus(turn: &Turn) -> bool {
    turn.bonus + u8::from(turn.main) < 2
}

/// FACT-TURN-1: a turn ends when its character wants nothing more, when nothing is left, or when it
/// stops being active; FACT-CHASE-1: or is off the map.
pub fn is_over(fight: &Fight, turn: &Turn) -> bool {
    let Some(one) = fight.get(turn.who) else { return true };
    let body = &one.body;
    let can_move = turn.halves > 0 && body.grabbed_by.is_none();
    let is_used_up = !has_main(turn) && !has_bonus(turn) && !can_move;
    turn.done || is_used_up || !body.is_active() || !body.is_on_map()
}

/// FACT-TURN-3, FACT-TURN-4: where the item must be, and whether there is a hand for it.
pub fn check_item(
    fight: &Fight,
    who: CombatantId,
    handling: Handling,
    item: ItemId,
) -> Result<(), Why> {
    // FACT-TURN-4: worn armour cannot be put on or off in a fight.
    if item == ItemId::ARMOUR {
        return Err(Why::new("worn-armour", "FACT-TURN-4"));
    }
    let body = fight.body(who);
    let absent = Why::new("not-in-hand", "FACT-TURN-3");
    let require = |holds: bool| if holds { Ok(()) } else { Err(absent) };
    if handling == Handling::PickUp {
        return require(find_lying(fight, who, item).is_some());
    }
    let one = body.item(item).filter(|one| !one.natural).ok_or(absent)?;
    match handling {
        Handling::Equip => {
            require(!one.held && !one.is_destroyed() && body.free_hands() >= one.hands)
        }
        Handling::Unequip => require(one.held),
        Handling::PutDown => Ok(()),
        Handling::Reload => require(one.empty && one.is_in_hand()),
        Handling::Coat(weapon) => {
            require(one.remedy == Some(Remedy::Poison))?;
            let arm = body.item(weapon);
            require(arm.is_some_and(|arm| arm.is_in_hand() && arm.weapon.is_some() && !arm.coated))
        }
        Handling::Use(on) => {
            require(matches!(one.remedy, Some(Remedy::Heals(_) | Remedy::Antidote)))?;
            check_receiver(fight, who, on)
        }
        Handling::PickUp => require(false),
    }
}

/// FACT-TURN-3: oneself, or a nearby willing or incapacitated character; friends are willing.
fn check_receiver(fight: &Fight, who: CombatantId, on: CombatantId) -> Result<(), Why> {
    let bad = Why::new("bad-target", "FACT-TURN-3").about(on);
    let Some(one) = fight.get(on) else { return Err(bad) };
    let is_willing = one.body.is_incapacitated() || !initiative::are_enemies(fight, who, on);
    if !one.body.is_on_map() || !is_willing || !is_aware(fight, who, on) {
        return Err(bad);
    }
    if who == on || are_nearby(fight, who, on) {
        Ok(())
    } else {
        Err(Why::new("not-nearby", "FACT-TURN-3").about(on))
    }
}

/// Where something lies within reach, and what it is.
pub fn find_lying(fight: &Fight, who: CombatantId, item: ItemId) -> Option<(At, &Item)> {
    place_of(fight, who).zones().find_map(|zone| {
        let items = &fight.zones.get(zone)?.ground.items;
        Some((At::Floor(zone), items.iter().find(|one| one.id == item)?))
    })
}

/// FACT-TURN-3: one bonus action. FACT-TURN-4: each item put away and each readied is one.
pub fn handle(scene: &mut Scene, who: CombatantId, handling: Handling, item: ItemId) -> Step {
    scene.note(Note::Spent(who, Cost::Bonus));
    let fight = scene.fight();
    let own = fight.body(who).item(item).map(|one| (At::With(who), one));
    let Some((from, one)) = own.or_else(|| find_lying(fight, who, item)) else { return Ok(()) };
    let (name, hands, remedy) = (one.name.clone(), one.hands, one.remedy);
    let moved = |to| Note::ItemMoved { item, name: name.clone(), by: who, from, to };
    match handling {
        Handling::Equip => scene.note(Note::Held { who, item, name, is_on: true }),
        Handling::Unequip => scene.note(Note::Held { who, item, name, is_on: false }),
        Handling::PutDown => {
            let floor = At::Floor(place_of(fight, who).zone);
            scene.note(moved(floor));
        }
        Handling::PickUp => {
            let is_free = fight.body(who).free_hands() >= hands && !one.is_destroyed();
            scene.note(moved(At::With(who)));
            if is_free {
                scene.note(Note::Held { who, item, name, is_on: true });
            }
        }
        Handling::Reload => scene.note(Note::Emptied { who, item, name, is_on: false }),
        Handling::Coat(weapon) => {
            let arm = fight.body(who).item(weapon).map(|arm| arm.name.clone());
            scene.note(moved(At::Gone));
            if let Some(name) = arm {
                scene.note(Note::Coated { who, item: weapon, name, is_on: true });
            }
        }
        Handling::Use(on) => {
            scene.note(moved(At::Gone));
            match remedy {
                Some(Remedy::Heals(pool)) => {
                    let amount = scene.total(pool);
                    damage::heal(scene, on, amount, Cause::Item);
                }
                Some(Remedy::Antidote) => scene.note(Note::PoisonEnded(on)),
                Some(Remedy::Poison) | None => {}
            }
        }
    }
    Ok(())
}

/// FACT-TURN-3: a bonus action; a complex interaction is a main action.
pub fn interact(scene: &mut Scene, who: CombatantId, text: &str, complex: bool) {
    scene.note(Note::Spent(who, if complex { Cost::Main } else { Cost::Bonus }));
    scene.note(Note::Interacted { who, text: text.into() });
}

/// FACT-TURN-3: a few words, up to 120 characters.
pub fn check_say(text: &str) -> Result<(), Why> {
    if text.chars().count() <= LONGEST_SPEECH {
        Ok(())
    } else {
        Err(Why::new("not-suitable", "FACT-TURN-3").because("too-long"))
    }
}

/// FACT-TURN-3: a bonus action. FACT-SNEAK-4: it reveals.
pub fn say(scene: &mut Scene, who: CombatantId, text: &str) {
    scene.note(Note::Spent(who, Cost::Bonus));
    scene.note(Note::Said { who, text: text.into() });
    sneaking::reveal(scene, who);
}

/// FACT-TURN-2: a skill or power is a main action; its effect is the GM's, who names one save.
/// FACT-ROUND-8: no answer refuses, and the action is kept. FACT-SNEAK-4: a power reveals.
pub fn skill(scene: &mut Scene, who: CombatantId, ability: Ability, text: &str) -> Step {
    scene.note(Note::SkillTried { who, ability, text: text.into() });
    let ask = prompts::ruling(scene.fight(), who, ability, text);
    let Answer::Rule { ability, effect } = scene.ask(ask)? else {
        scene.note(Note::SkillRefused(who));
        return Ok(());
    };
    grapple::let_go(scene, who);
    scene.note(Note::Spent(who, Cost::Main));
    if saves::roll(scene, who, ability, Purpose::Skill) {
        scene.note(Note::Effect { who, text: effect });
    }
    sneaking::reveal(scene, who);
    Ok(())
}

/// FACT-PROT-3: only where there is a barrier, and only once.
pub fn check_cover(fight: &Fight, who: CombatantId, is_on: bool) -> Result<(), Why> {
    let is_behind = fight.body(who).behind_barrier;
    let has_barrier = ground_of(fight, who).is_some_and(|ground| ground.barrier);
    let may = if is_on { has_barrier && !is_behind } else { is_behind };
    if may { Ok(()) } else { Err(Why::new("not-suitable", "FACT-PROT-3")) }
}

/// FACT-PROT-3: a bonus action puts a character behind the barrier; leaving it is free.
pub fn take_cover(scene: &mut Scene, who: CombatantId, is_on: bool) {
    if is_on {
        scene.note(Note::Spent(who, Cost::Bonus));
    }
    scene.note(Note::Covered { who, is_on });
}
