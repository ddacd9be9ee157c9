//! The end of the fight and its aftermath (DR12-END).

use super::prompts::{self, Answer};
use super::sheet::{Ailment, Attribute, Body, InventorySlot, Item, Side};
use super::state::{Event, FallConsequence, HealthChangeCause, ItemLocation, Outcome};
use super::{Fight, Resolver, RuleResult, ailments, damage, morale, turns};
use crate::core::dice::DicePool;
use crate::core::fight::Event as CoreEvent;
use crate::core::ids::CombatantId;

/// Decides the fight when one side has nobody in action, after every loss, hazard and flight.
///
/// DR12-END-1: with no enemies the party wins; with the party all out or fled it loses.
///
/// # Errors
/// Returns an interrupt if the fight is decided, which stops the running act at once.
pub fn decide_and_interrupt_if_side_is_out(resolver: &mut Resolver) -> RuleResult {
    let fight = resolver.fight();
    if !fight.is_undecided() {
        return Ok(());
    }
    if !has_member_in_action(fight, Side::Party) {
        damage::decide_and_interrupt(resolver, Outcome::Lost)
    } else if !has_member_in_action(fight, Side::Enemy) {
        damage::decide_and_interrupt(resolver, Outcome::Won)
    } else {
        Ok(())
    }
}

/// Returns whether somebody of a side stands.
pub fn has_member_in_action(fight: &Fight, side: Side) -> bool {
    fight
        .present_combatants()
        .any(|(_, combatant)| combatant.body.side == side && combatant.body.is_in_action())
}

/// Resolves what follows when a combatant no longer stands or has left. DR12-STUNT-3: whoever it
/// held is free. DR12-TURN-6: its running Turn is over, end step included. DR12-END-1 and
/// DR12-MORALE-1 may follow.
pub fn resolve_loss_of_combatant(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    ailments::release_grappled(resolver, who);
    if turns::has_turn(resolver.fight(), who) {
        resolver.emit(Event::TurnEnded(who));
    }
    decide_and_interrupt_if_side_is_out(resolver)?;
    morale::suggest_due_morale_tests_once(resolver);
    Ok(())
}

/// Ends all ailments (DR12-END-2), returns items, rolls the wear of equipment (DR12-END-3) and what
/// becomes of each fallen Character (DR12-END-4, DR12-END-5), and ends the fight.
pub fn resolve_aftermath_and_end(resolver: &mut Resolver, outcome: Outcome) -> RuleResult {
    end_all_ailments(resolver);
    let settings = &resolver.fight().settings;
    let is_not_lost = outcome != Outcome::Lost;
    let do_items_return = settings.items_return.gm_choice_or_rule_default(is_not_lost);
    let are_bodies_recovered = settings.bodies_recovered.gm_choice_or_rule_default(is_not_lost);
    if do_items_return {
        return_items_where_owners_have_room(resolver);
    }
    let characters = player_character_ids(resolver.fight());
    for who in &characters {
        roll_wear_of_used_gear(resolver, *who);
    }
    for who in characters {
        // A prompt about another Character may be open for long, and the GM may have removed this
        // one meanwhile.
        let present = resolver.fight().get_present(who);
        if present.is_some_and(|combatant| combatant.body.hp == 0) {
            roll_fall_consequence_and_hp_or_mark_lost(resolver, who, are_bodies_recovered)?;
        }
    }
    resolver.emit(CoreEvent::Ended(outcome.key().into()));
    Ok(())
}

/// Returns all Characters in the fight, in join order, also those who are out or have fled.
pub fn player_character_ids(fight: &Fight) -> Vec<CombatantId> {
    fight
        .present_combatants()
        .filter(|(_, combatant)| !combatant.is_npc())
        .map(|(who, _)| who)
        .collect()
}

/// Ends Ongoing Damage and all hindrances (DR12-END-2).
fn end_all_ailments(resolver: &mut Resolver) {
    let everybody: Vec<_> = resolver.fight().present_ids().collect();
    for who in everybody {
        for ailment in Ailment::ALL {
            if resolver.fight().body(who).active_cure_for(ailment).is_some() {
                resolver.emit(Event::AilmentEnded { who, ailment });
            }
        }
    }
}

/// Gives dropped and thrown items back to their owners. DR12-END-2: an item for which its owner has
/// no room stays where it is.
fn return_items_where_owners_have_room(resolver: &mut Resolver) {
    for (from, item) in items_away_from_owners(resolver.fight()) {
        let Some(owner) = item.original_owner else { continue };
        let Some(combatant) = resolver.fight().get_present(owner) else { continue };
        let Some(slot) = free_slot_for_returned_item(&combatant.body, &item) else { continue };
        let to = ItemLocation::CarriedBy(owner, slot);
        let actor = match from {
            ItemLocation::CarriedBy(holder, _) => holder,
            ItemLocation::InZone(_) | ItemLocation::Gone => owner,
        };
        let name = item.name.clone();
        resolver.emit(Event::ItemMoved { item: item.id, name, actor, from, to });
    }
}

/// Returns the first free place for an item that is given back: a hand, else ready, else the pack;
/// `None` if all are full.
fn free_slot_for_returned_item(body: &Body, item: &Item) -> Option<InventorySlot> {
    let slot = body.free_hand_or_ready_slot_for(item);
    if slot.is_none() && body.has_room_in_pack() {
        return Some(InventorySlot::Pack);
    }
    slot
}

/// Returns the dropped and thrown items that are not with their owners: those that lie in a zone,
/// and those that somebody else picked up.
fn items_away_from_owners(fight: &Fight) -> Vec<(ItemLocation, Item)> {
    let mut items = Vec::new();
    for (zone_id, zone) in fight.zones.iter() {
        for item in &zone.terrain.items {
            items.push((ItemLocation::InZone(zone_id), item.clone()));
        }
    }
    for (who, combatant) in fight.present_combatants() {
        for slot in [InventorySlot::Hands, InventorySlot::Ready, InventorySlot::Pack] {
            for item in combatant.body.items_in(slot) {
                if item.original_owner.is_some_and(|owner| owner != who) {
                    items.push((ItemLocation::CarriedBy(who, slot), item.clone()));
                }
            }
        }
    }
    items
}

/// The highest face of a wear die that marks a usage (DR12-END-3).
pub const MAX_WEARING_FACE: u8 = 2;

/// Rolls the wear of one Character's equipment. DR12-END-3: d6 for each of armour, shield, helmet
/// (if its AP reduced a blow in this fight) and ammunition (if shot), in this order; 1–2 marks one
/// usage. Weapons do not roll, and a sacrificed shield is gone.
fn roll_wear_of_used_gear(resolver: &mut Resolver, who: CombatantId) {
    let body = resolver.fight().body(who);
    let shields = body.carried_items().filter(|item| item.is_shield());
    let ammunition = body.carried_items().filter(|item| item.is_ammunition);
    let gear = body.armour.iter().chain(shields).chain(&body.helmet).chain(ammunition);
    let used_items: Vec<Item> =
        gear.filter(|item| item.used_in_fight && !item.is_broken()).cloned().collect();
    for Item { id: item, name, usage_marks, .. } in used_items {
        let face = resolver.roll_die(&[who], 6);
        resolver.emit(Event::WearRolled { who, item, name: name.clone(), face });
        if face <= MAX_WEARING_FACE {
            resolver.emit(Event::ItemMarked { who, item, name, usage_marks: usage_marks + 1 });
        }
    }
}

/// Rolls what becomes of a Character who ends the fight Out of Action. DR12-END-4: d6 for the
/// consequence, and d4 HP regained unless it is dead. DR12-END-5: a Character whose body cannot be
/// recovered is lost without a roll.
fn roll_fall_consequence_and_hp_or_mark_lost(
    resolver: &mut Resolver,
    who: CombatantId,
    is_body_recovered: bool,
) -> RuleResult {
    if !is_body_recovered {
        resolver.emit(Event::FallConsequenceSet { who, consequence: FallConsequence::Lost });
        return Ok(());
    }
    let face = resolver.roll_die(&[who], 6);
    resolver.emit(Event::FallConsequenceRolled { who, face });
    let consequence = match face {
        1 => FallConsequence::KnockedOut,
        2 => FallConsequence::Shaken,
        3 => FallConsequence::WeakForADay,
        4 => match ask_attribute_to_lower(resolver, who)? {
            Some(attribute) => FallConsequence::Crippled(attribute),
            None => return Ok(()),
        },
        5 => FallConsequence::Disfigured,
        _ => FallConsequence::Dead,
    };
    resolver.emit(Event::FallConsequenceSet { who, consequence });
    if consequence != FallConsequence::Dead {
        let amount = resolver.roll_total(&[who], DicePool::one_die(4));
        damage::restore_hp_unless_downed_npc(resolver, who, amount, HealthChangeCause::Aftermath);
    }
    Ok(())
}

/// Asks a crippled Character which attribute is lowered for good (DR12-END-4). Returns `None` if it
/// has left the fight before it answers.
fn ask_attribute_to_lower(
    resolver: &mut Resolver,
    who: CombatantId,
) -> RuleResult<Option<Attribute>> {
    let prompt = prompts::crippling_prompt(resolver.fight(), who);
    match resolver.ask_and_drop_if_obsolete(prompt)? {
        Some(Answer::Lower(attribute)) => Ok(Some(attribute)),
        Some(_) => Ok(Some(Attribute::Str)),
        None => Ok(None),
    }
}
