//! Turns (FACT-TURN): the actions of a turn, and handling items, interacting, speaking and using
//! skills.

use super::acts::ItemHandling;
use super::prompts::{self, Answer};
use super::sheet::{Ability, Item, ItemId, Remedy};
use super::state::{Event, HealthChangeCause, ItemLocation, SavePurpose, Turn, TurnCost};
use super::zones::{are_nearby, is_aware, place_of, protective_terrain};
use super::{Fight, Resolver, RuleResult, damage, grapple, initiative, saves, sneaking};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// The maximum length of a speech in characters (FACT-TURN-3).
const LONGEST_SPEECH: usize = 120;

/// Returns a combatant's running turn, or the one that it would begin.
pub fn running_or_new_turn(fight: &Fight, who: CombatantId) -> Turn {
    fight.state.turn.filter(|turn| turn.who == who).unwrap_or_else(|| Turn::new(who))
}

/// Returns whether the main action is left. FACT-TURN-1: a turn has one, unless two bonus actions
/// are used.
pub fn has_main_action(turn: &Turn) -> bool {
    !turn.main_used && turn.bonus_used < 2
}

/// Returns whether a bonus action is left. FACT-TURN-1: a turn has one, or two without a main
/// action.
pub fn has_bonus_action(turn: &Turn) -> bool {
    turn.bonus_used + u8::from(turn.main_used) < 2
}

/// Returns whether a turn ends. FACT-TURN-1: when its character ends it, when nothing is left, or
/// when the character stops being active. FACT-CHASE-1: or is off the map.
pub fn is_turn_over(fight: &Fight, turn: &Turn) -> bool {
    let Some(combatant) = fight.get_present(turn.who) else { return true };
    let body = &combatant.body;
    let can_move = turn.movement_halves > 0 && body.grabbed_by.is_none();
    let is_used_up = !has_main_action(turn) && !has_bonus_action(turn) && !can_move;
    turn.is_finished || is_used_up || !body.is_active() || !body.is_on_map()
}

/// Refuses an item that is not where it must be, or for which no hand is free (FACT-TURN-3,
/// FACT-TURN-4).
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
    let not_in_hand = RefusalReason::new("not-in-hand", "FACT-TURN-3");
    let require = |condition: bool| if condition { Ok(()) } else { Err(not_in_hand) };
    if handling == ItemHandling::PickUp {
        return require(find_reachable_lying_item(fight, who, item).is_some());
    }
    let handled = body.find_item(item).filter(|own| !own.is_natural).ok_or(not_in_hand)?;
    match handling {
        ItemHandling::Equip => require(
            !handled.is_held
                && !handled.is_destroyed()
                && body.free_hands() >= handled.hands_needed,
        ),
        ItemHandling::Unequip => require(handled.is_held),
        ItemHandling::PutDown => Ok(()),
        ItemHandling::Reload => require(handled.is_unloaded && handled.is_in_hand()),
        ItemHandling::Coat(weapon) => {
            require(handled.remedy == Some(Remedy::Poison))?;
            let weapon_item = body.find_item(weapon);
            require(weapon_item.is_some_and(|weapon_item| {
                weapon_item.is_in_hand() && weapon_item.weapon.is_some() && !weapon_item.is_coated
            }))
        }
        ItemHandling::Use(receiver) => {
            require(matches!(handled.remedy, Some(Remedy::Heals(_) | Remedy::Antidote)))?;
            check_recipient_nearby_and_willing(fight, who, receiver)
        }
        // What is carried cannot be picked up; what lies was checked above.
        ItemHandling::PickUp => require(false),
    }
}

/// Refuses a receiver who is not oneself or a nearby willing or incapacitated character; friends
/// count as willing (FACT-TURN-3).
fn check_recipient_nearby_and_willing(
    fight: &Fight,
    who: CombatantId,
    recipient: CombatantId,
) -> Result<(), RefusalReason> {
    let bad_target = RefusalReason::new("bad-target", "FACT-TURN-3").with_combatant(recipient);
    let Some(combatant) = fight.get_present(recipient) else { return Err(bad_target) };
    let is_willing =
        combatant.body.is_incapacitated() || !initiative::are_enemies(fight, who, recipient);
    if !combatant.body.is_on_map() || !is_willing || !is_aware(fight, who, recipient) {
        return Err(bad_target);
    }
    let reason = RefusalReason::new("not-nearby", "FACT-TURN-3").with_combatant(recipient);
    reason.refuse_unless(who == recipient || are_nearby(fight, who, recipient))
}

/// Returns the item with this id that lies in a zone of the combatant's place, and where.
pub fn find_reachable_lying_item(
    fight: &Fight,
    who: CombatantId,
    item: ItemId,
) -> Option<(ItemLocation, &Item)> {
    place_of(fight, who).zones().find_map(|zone| {
        let items = &fight.zones.get(zone)?.terrain.items;
        Some((ItemLocation::InZone(zone), items.iter().find(|lying| lying.id == item)?))
    })
}

/// Resolves handling an item, for one bonus action (FACT-TURN-3). FACT-TURN-4: each item put away
/// and each readied is one.
pub fn spend_bonus_action_and_handle_item(
    resolver: &mut Resolver,
    who: CombatantId,
    handling: ItemHandling,
    item: ItemId,
) -> RuleResult {
    resolver.emit(Event::CostSpent(who, TurnCost::Bonus));
    let fight = resolver.fight();
    let Some((from, handled)) = find_own_or_reachable_lying_item(fight, who, item) else {
        return Ok(());
    };
    let name = handled.name.clone();
    let item_moved_to = |to| Event::ItemMoved { item, name: name.clone(), actor: who, from, to };
    match handling {
        ItemHandling::Equip => resolver.emit(Event::ItemHeldSet { who, item, name, is_on: true }),
        ItemHandling::Unequip => {
            resolver.emit(Event::ItemHeldSet { who, item, name, is_on: false })
        }
        ItemHandling::PutDown => {
            let floor = ItemLocation::InZone(place_of(fight, who).zone);
            resolver.emit(item_moved_to(floor));
        }
        ItemHandling::PickUp => {
            let has_free_hands = fight.body(who).free_hands() >= handled.hands_needed;
            let can_equip = has_free_hands && !handled.is_destroyed();
            resolver.emit(item_moved_to(ItemLocation::CarriedBy(who)));
            if can_equip {
                resolver.emit(Event::ItemHeldSet { who, item, name, is_on: true });
            }
        }
        ItemHandling::Reload => {
            resolver.emit(Event::WeaponUnloadedSet { who, item, name, is_on: false })
        }
        ItemHandling::Coat(weapon) => {
            let coated = fight.body(who).find_item(weapon);
            let coated_name = coated.map(|weapon_item| weapon_item.name.clone());
            resolver.emit(item_moved_to(ItemLocation::Gone));
            if let Some(name) = coated_name {
                resolver.emit(Event::CoatingSet { who, item: weapon, name, is_on: true });
            }
        }
        ItemHandling::Use(receiver) => {
            let remedy = handled.remedy;
            resolver.emit(item_moved_to(ItemLocation::Gone));
            apply_remedy(resolver, who, receiver, remedy);
        }
    }
    Ok(())
}

/// Returns an item that a combatant carries or that lies in its place, and where it is.
fn find_own_or_reachable_lying_item(
    fight: &Fight,
    who: CombatantId,
    item: ItemId,
) -> Option<(ItemLocation, &Item)> {
    match fight.body(who).find_item(item) {
        Some(own) => Some((ItemLocation::CarriedBy(who), own)),
        None => find_reachable_lying_item(fight, who, item),
    }
}

/// Applies what an item that is used up does to its receiver: rolled healing, or the end of poison.
/// Any other item does nothing.
fn apply_remedy(
    resolver: &mut Resolver,
    user: CombatantId,
    receiver: CombatantId,
    remedy: Option<Remedy>,
) {
    match remedy {
        Some(Remedy::Heals(pool)) => {
            let amount = resolver.roll_total(&[user, receiver], pool);
            let cause = HealthChangeCause::Item;
            damage::restore_health_unless_dead(resolver, receiver, amount, cause);
        }
        Some(Remedy::Antidote) => resolver.emit(Event::PoisonEnded(receiver)),
        Some(Remedy::Poison) | None => {}
    }
}

/// Resolves an interaction with the surroundings: a bonus action, or a main action if it is complex
/// (FACT-TURN-3).
pub fn resolve_interaction(
    resolver: &mut Resolver,
    who: CombatantId,
    text: &str,
    is_complex: bool,
) {
    let cost = if is_complex { TurnCost::Main } else { TurnCost::Bonus };
    resolver.emit(Event::CostSpent(who, cost));
    resolver.emit(Event::Interacted { who, text: text.into() });
}

/// Refuses a speech of more than 120 characters (FACT-TURN-3).
pub fn check_speech_length(text: &str) -> Result<(), RefusalReason> {
    let reason = RefusalReason::new("not-suitable", "FACT-TURN-3").with_cause("too-long");
    reason.refuse_unless(text.chars().count() <= LONGEST_SPEECH)
}

/// Resolves a speech, for a bonus action (FACT-TURN-3). FACT-SNEAK-4: it reveals.
pub fn resolve_speech(resolver: &mut Resolver, who: CombatantId, text: &str) {
    resolver.emit(Event::CostSpent(who, TurnCost::Bonus));
    resolver.emit(Event::Said { who, text: text.into() });
    sneaking::reveal_if_concealed(resolver, who);
}

/// Asks the GM about a skill or power and resolves it. FACT-TURN-2: it is a main action; the GM
/// decides its effect and names one save. FACT-ROUND-8: no answer refuses, and the action is kept.
/// FACT-SNEAK-4: a power reveals.
pub fn ask_ruling_and_roll_skill_save(
    resolver: &mut Resolver,
    who: CombatantId,
    ability: Ability,
    text: &str,
) -> RuleResult {
    resolver.emit(Event::SkillTried { who, ability, text: text.into() });
    let prompt = prompts::ruling_prompt(resolver.fight(), who, ability, text);
    let Answer::Rule { ability, effect } = resolver.ask(prompt)? else {
        resolver.emit(Event::SkillRefused(who));
        return Ok(());
    };
    grapple::release_grabbed(resolver, who);
    resolver.emit(Event::CostSpent(who, TurnCost::Main));
    if saves::roll_d20_save(resolver, who, ability, SavePurpose::Skill) {
        resolver.emit(Event::EffectDescribed { who, text: effect });
    }
    sneaking::reveal_if_concealed(resolver, who);
    Ok(())
}

/// Refuses to get behind a barrier where there is none or while behind one, and to leave one while
/// not behind one (FACT-PROT-3).
pub fn check_barrier_cover(
    fight: &Fight,
    who: CombatantId,
    enters: bool,
) -> Result<(), RefusalReason> {
    let is_behind = fight.body(who).behind_barrier;
    let has_barrier = protective_terrain(fight, who).is_some_and(|terrain| terrain.barrier);
    let refusal = RefusalReason::new("not-suitable", "FACT-PROT-3");
    match (enters, is_behind) {
        (true, true) => Err(refusal.with_cause("already-behind")),
        (true, false) if !has_barrier => Err(refusal),
        (false, false) => Err(refusal.with_cause("not-behind")),
        (true, false) | (false, true) => Ok(()),
    }
}

/// Gets a character behind the barrier, for a bonus action, or lets it leave for free
/// (FACT-PROT-3).
pub fn resolve_barrier_cover(resolver: &mut Resolver, who: CombatantId, enters: bool) {
    if enters {
        resolver.emit(Event::CostSpent(who, TurnCost::Bonus));
    }
    resolver.emit(Event::CoverSet { who, is_on: enters });
}
