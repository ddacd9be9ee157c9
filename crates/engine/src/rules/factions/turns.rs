//! Turns (FACT-TURN): what a turn holds, and what one does with things, the surroundings, words and
//! skills.

use super::acts::ItemHandling;
use super::prompts::{self, Answer};
use super::sheet::{Ability, Item, ItemId, Remedy};
use super::state::{Event, HealthChangeCause, ItemLocation, SavePurpose, Turn, TurnCost};
use super::zones::{are_nearby, is_aware, place_of, protective_terrain};
use super::{Fight, Resolver, RuleResult, damage, grapple, initiative, saves, sneaking};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// The longest that one may say in a fight (FACT-TURN-3).
const LONGEST_SPEECH: usize = 120;

/// The turn of a combatant: the one that runs, or the one it would start.
pub fn running_or_new_turn(fight: &Fight, who: CombatantId) -> Turn {
    fight.state.turn.filter(|turn| turn.who == who).unwrap_or_else(|| Turn::new(who))
}

/// FACT-TURN-1: one main action, unless two bonus actions are used.
pub fn has_main_action(turn: &Turn) -> bool {
    !turn.main_used && turn.bonus_used < 2
}

/// FACT-TURN-1: one bonus action, or two without a main action.
pub fn has_bonus_action(turn: &Turn) -> bool {
    turn.bonus_used + u8::from(turn.main_used) < 2
}

/// FACT-TURN-1: a turn ends when its character wants nothing more, when nothing is left, or when it
/// stops being active; FACT-CHASE-1: or is off the map.
pub fn is_turn_over(fight: &Fight, turn: &Turn) -> bool {
    let Some(one) = fight.get(turn.who) else { return true };
    let body = &one.body;
    let can_move = turn.movement_halves > 0 && body.grabbed_by.is_none();
    let is_used_up = !has_main_action(turn) && !has_bonus_action(turn) && !can_move;
    turn.is_finished || is_used_up || !body.is_active() || !body.is_on_map()
}

/// FACT-TURN-3, FACT-TURN-4: where the item must be, and whether there is a hand for it.
pub fn check_item_handling(
    fight: &Fight,
    who: CombatantId,
    handling: ItemHandling,
    item: ItemId,
) -> Result<(), RefusalReason> {
    // FACT-TURN-4: worn armour cannot be put on or off in a fight.
    if item == ItemId::WORN_ARMOUR {
        return Err(RefusalReason::new("worn-armour", "FACT-TURN-4"));
    }
    let body = fight.body(who);
    let absent = RefusalReason::new("not-in-hand", "FACT-TURN-3");
    let require = |holds: bool| if holds { Ok(()) } else { Err(absent) };
    if handling == ItemHandling::PickUp {
        return require(find_lying_item(fight, who, item).is_some());
    }
    let one = body.find_item(item).filter(|one| !one.is_natural).ok_or(absent)?;
    match handling {
        ItemHandling::Equip => {
            require(!one.is_held && !one.is_destroyed() && body.free_hands() >= one.hands_needed)
        }
        ItemHandling::Unequip => require(one.is_held),
        ItemHandling::PutDown => Ok(()),
        ItemHandling::Reload => require(one.is_unloaded && one.is_in_hand()),
        ItemHandling::Coat(weapon) => {
            require(one.remedy == Some(Remedy::Poison))?;
            let arm = body.find_item(weapon);
            require(
                arm.is_some_and(|arm| arm.is_in_hand() && arm.weapon.is_some() && !arm.is_coated),
            )
        }
        ItemHandling::Use(on) => {
            require(matches!(one.remedy, Some(Remedy::Heals(_) | Remedy::Antidote)))?;
            check_receiver(fight, who, on)
        }
        ItemHandling::PickUp => require(false),
    }
}

/// FACT-TURN-3: oneself, or a nearby willing or incapacitated character; friends are willing.
fn check_receiver(
    fight: &Fight,
    who: CombatantId,
    receiver: CombatantId,
) -> Result<(), RefusalReason> {
    let bad = RefusalReason::new("bad-target", "FACT-TURN-3").with_combatant(receiver);
    let Some(one) = fight.get(receiver) else { return Err(bad) };
    let is_willing = one.body.is_incapacitated() || !initiative::are_enemies(fight, who, receiver);
    if !one.body.is_on_map() || !is_willing || !is_aware(fight, who, receiver) {
        return Err(bad);
    }
    if who == receiver || are_nearby(fight, who, receiver) {
        Ok(())
    } else {
        Err(RefusalReason::new("not-nearby", "FACT-TURN-3").with_combatant(receiver))
    }
}

/// Where something lies within reach, and what it is.
pub fn find_lying_item(
    fight: &Fight,
    who: CombatantId,
    item: ItemId,
) -> Option<(ItemLocation, &Item)> {
    place_of(fight, who).zones().find_map(|zone| {
        let items = &fight.zones.get(zone)?.terrain.items;
        Some((ItemLocation::InZone(zone), items.iter().find(|one| one.id == item)?))
    })
}

/// FACT-TURN-3: one bonus action. FACT-TURN-4: each item put away and each readied is one.
pub fn resolve_item_handling(
    resolver: &mut Resolver,
    who: CombatantId,
    handling: ItemHandling,
    item: ItemId,
) -> RuleResult {
    resolver.emit(Event::CostSpent(who, TurnCost::Bonus));
    let fight = resolver.fight();
    let own = fight.body(who).find_item(item).map(|one| (ItemLocation::CarriedBy(who), one));
    let Some((from, one)) = own.or_else(|| find_lying_item(fight, who, item)) else {
        return Ok(());
    };
    let (name, hands, remedy) = (one.name.clone(), one.hands_needed, one.remedy);
    let moved = |to| Event::ItemMoved { item, name: name.clone(), actor: who, from, to };
    match handling {
        ItemHandling::Equip => resolver.emit(Event::ItemHeldSet { who, item, name, is_on: true }),
        ItemHandling::Unequip => {
            resolver.emit(Event::ItemHeldSet { who, item, name, is_on: false })
        }
        ItemHandling::PutDown => {
            let floor = ItemLocation::InZone(place_of(fight, who).zone);
            resolver.emit(moved(floor));
        }
        ItemHandling::PickUp => {
            let is_free = fight.body(who).free_hands() >= hands && !one.is_destroyed();
            resolver.emit(moved(ItemLocation::CarriedBy(who)));
            if is_free {
                resolver.emit(Event::ItemHeldSet { who, item, name, is_on: true });
            }
        }
        ItemHandling::Reload => {
            resolver.emit(Event::WeaponUnloadedSet { who, item, name, is_on: false })
        }
        ItemHandling::Coat(weapon) => {
            let arm = fight.body(who).find_item(weapon).map(|arm| arm.name.clone());
            resolver.emit(moved(ItemLocation::Gone));
            if let Some(name) = arm {
                resolver.emit(Event::CoatingSet { who, item: weapon, name, is_on: true });
            }
        }
        ItemHandling::Use(on) => {
            resolver.emit(moved(ItemLocation::Gone));
            match remedy {
                Some(Remedy::Heals(pool)) => {
                    let amount = resolver.roll_total(pool);
                    damage::restore_health(resolver, on, amount, HealthChangeCause::Item);
                }
                Some(Remedy::Antidote) => resolver.emit(Event::PoisonEnded(on)),
                Some(Remedy::Poison) | None => {}
            }
        }
    }
    Ok(())
}

/// FACT-TURN-3: a bonus action; a complex interaction is a main action.
pub fn resolve_interaction(
    resolver: &mut Resolver,
    who: CombatantId,
    text: &str,
    is_complex: bool,
) {
    resolver.emit(Event::CostSpent(who, if is_complex { TurnCost::Main } else { TurnCost::Bonus }));
    resolver.emit(Event::Interacted { who, text: text.into() });
}

/// FACT-TURN-3: a few words, up to 120 characters.
pub fn check_speech(text: &str) -> Result<(), RefusalReason> {
    if text.chars().count() <= LONGEST_SPEECH {
        Ok(())
    } else {
        Err(RefusalReason::new("not-suitable", "FACT-TURN-3").with_cause("too-long"))
    }
}

/// FACT-TURN-3: a bonus action. FACT-SNEAK-4: it reveals.
pub fn resolve_speech(resolver: &mut Resolver, who: CombatantId, text: &str) {
    resolver.emit(Event::CostSpent(who, TurnCost::Bonus));
    resolver.emit(Event::Said { who, text: text.into() });
    sneaking::reveal_if_concealed(resolver, who);
}

/// FACT-TURN-2: a skill or power is a main action; its effect is the GM's, who names one save.
/// FACT-ROUND-8: no answer refuses, and the action is kept. FACT-SNEAK-4: a power reveals.
pub fn resolve_skill(
    resolver: &mut Resolver,
    who: CombatantId,
    ability: Ability,
    text: &str,
) -> RuleResult {
    resolver.emit(Event::SkillTried { who, ability, text: text.into() });
    let ask = prompts::ruling_prompt(resolver.fight(), who, ability, text);
    let Answer::Rule { ability, effect } = resolver.ask(ask)? else {
        resolver.emit(Event::SkillRefused(who));
        return Ok(());
    };
    grapple::release_grabbed(resolver, who);
    resolver.emit(Event::CostSpent(who, TurnCost::Main));
    if saves::roll_save(resolver, who, ability, SavePurpose::Skill) {
        resolver.emit(Event::EffectDescribed { who, text: effect });
    }
    sneaking::reveal_if_concealed(resolver, who);
    Ok(())
}

/// FACT-PROT-3: only where there is a barrier, and only once.
pub fn check_cover(fight: &Fight, who: CombatantId, is_on: bool) -> Result<(), RefusalReason> {
    let is_behind = fight.body(who).behind_barrier;
    let has_barrier = protective_terrain(fight, who).is_some_and(|ground| ground.barrier);
    let may = if is_on { has_barrier && !is_behind } else { is_behind };
    if may { Ok(()) } else { Err(RefusalReason::new("not-suitable", "FACT-PROT-3")) }
}

/// FACT-PROT-3: a bonus action puts a character behind the barrier; leaving it is free.
pub fn resolve_cover(resolver: &mut Resolver, who: CombatantId, is_on: bool) {
    if is_on {
        resolver.emit(Event::CostSpent(who, TurnCost::Bonus));
    }
    resolver.emit(Event::CoverSet { who, is_on });
}
