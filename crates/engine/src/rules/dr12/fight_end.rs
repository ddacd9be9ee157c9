//! The end of the fight and its aftermath (DR12-END).

use super::prompts::{self, Answer};
use super::sheet::{Ailment, Attribute, InventorySlot, Item, Side};
use super::state::{Event, FallConsequence, HealthChangeCause, ItemLocation, Outcome};
use super::{Fight, Resolver, RuleResult, ailments, damage, morale, turns};
use crate::core::dice::DicePool;
use crate::core::fight::{Event as CoreEvent, FightPhase};
use crate::core::ids::CombatantId;

/// DR12-END-1: the fight ends by itself when one side has nobody standing: no enemies, the party
/// wins; the party all out or fled, it loses. Checked after every loss, hazard and flight; if it is
/// so, what is running stops at once.
pub fn end_if_one_sided(resolver: &mut Resolver) -> RuleResult {
    let fight = resolver.fight();
    if fight.phase != FightPhase::Running || fight.state.outcome.is_some() {
        return Ok(());
    }
    let stands =
        |side: Side| fight.iter().any(|(_, one)| one.body.side == side && one.body.is_standing());
    if !stands(Side::Party) {
        damage::decide_and_interrupt(resolver, Outcome::Lost)
    } else if !stands(Side::Enemy) {
        damage::decide_and_interrupt(resolver, Outcome::Won)
    } else {
        Ok(())
    }
}

/// Somebody is no longer standing, or no longer there. DR12-STUNT-3: whom it held is free.
/// DR12-TURN-6: its running Turn is over, end step included. DR12-END-1 and DR12-MORALE-1 may
/// follow.
pub fn resolve_drop_out(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    ailments::release_grappled(resolver, who);
    if turns::has_turn(resolver.fight(), who) {
        resolver.emit(Event::TurnEnded(who));
    }
    end_if_one_sided(resolver)?;
    morale::suggest_morale_tests(resolver);
    Ok(())
}

/// What follows the end, in order: DR12-END-2, DR12-END-3, DR12-END-4 with DR12-END-5.
pub fn resolve_aftermath(resolver: &mut Resolver, outcome: Outcome) -> RuleResult {
    end_all_ailments(resolver);
    if resolver.fight().settings.items_return.or_rule(outcome != Outcome::Lost) {
        return_items_to_owners(resolver);
    }
    for who in character_ids(resolver.fight()) {
        roll_item_wear(resolver, who);
    }
    let is_recovered = resolver.fight().settings.bodies_recovered.or_rule(outcome != Outcome::Lost);
    for who in character_ids(resolver.fight()) {
        if resolver.fight().get(who).is_some_and(|one| one.body.hp == 0) {
            roll_fall_consequence(resolver, who, is_recovered)?;
        }
    }
    resolver.emit(CoreEvent::Ended(outcome.key().into()));
    Ok(())
}

fn character_ids(fight: &Fight) -> Vec<CombatantId> {
    fight.iter().filter(|(_, one)| !one.is_npc()).map(|(who, _)| who).collect()
}

/// DR12-END-2: Ongoing Damage and hindrances end with the fight.
fn end_all_ailments(resolver: &mut Resolver) {
    let everybody: Vec<_> = resolver.fight().iter().map(|(who, _)| who).collect();
    for who in everybody {
        for ailment in Ailment::ALL {
            if resolver.fight().body(who).cure(ailment).is_some() {
                resolver.emit(Event::AilmentEnded { who, ailment });
            }
        }
    }
}

/// DR12-END-2: dropped and thrown items return to their owners after won or truce; one for which
/// its owner has no place stays where it is.
fn return_items_to_owners(resolver: &mut Resolver) {
    for (from, item) in items_away_from_owners(resolver.fight()) {
        let Some(owner) =
            item.original_owner.filter(|owner| resolver.fight().get(*owner).is_some())
        else {
            continue;
        };
        let body = resolver.fight().body(owner);
        let spot = body
            .free_slot_for(&item)
            .or_else(|| body.has_room_in_pack().then_some(InventorySlot::Pack));
        let Some(spot) = spot else { continue };
        let to = ItemLocation::CarriedBy(owner, spot);
        let by = match from {
            ItemLocation::CarriedBy(holder, _) => holder,
            ItemLocation::InZone(_) | ItemLocation::Gone => owner,
        };
        let name = item.name.clone();
        resolver.emit(Event::ItemMoved { item: item.id, name, actor: by, from, to });
    }
}

/// What was dropped or thrown and is not with its owner: lying in a zone, or picked up by another.
fn items_away_from_owners(fight: &Fight) -> Vec<(ItemLocation, Item)> {
    let lying = fight.zones.iter().flat_map(|(id, zone)| {
        zone.terrain.items.iter().map(move |item| (ItemLocation::InZone(id), item.clone()))
    });
    let carried = fight.iter().flat_map(|(who, one)| {
        [InventorySlot::Hands, InventorySlot::Ready, InventorySlot::Pack].into_iter().flat_map(
            move |spot| {
                let items = one.body.items_in(spot).iter();
                let others =
                    items.filter(move |item| item.original_owner.is_some_and(|owner| owner != who));
                others.map(move |item| (ItemLocation::CarriedBy(who, spot), item.clone()))
            },
        )
    });
    lying.chain(carried).collect()
}

/// DR12-END-3: d6 for each of armour, shield, helmet (if its AP reduced a blow in this fight) and
/// ammunition (if shot), in this order; 1–2 marks one usage. Weapons do not roll, and a sacrificed
/// shield is gone.
fn roll_item_wear(resolver: &mut Resolver, who: CombatantId) {
    let body = resolver.fight().body(who);
    let shields = body.carried_items().filter(|item| item.is_shield());
    let ammunition = body.carried_items().filter(|item| item.is_ammunition);
    let due: Vec<_> = body
        .armour
        .iter()
        .chain(shields)
        .chain(&body.helmet)
        .chain(ammunition)
        .filter(|item| item.used_in_fight && !item.is_broken())
        .map(|item| (item.id, item.name.clone(), item.usage_marks))
        .collect();
    for (item, name, marks) in due {
        let face = resolver.roll_die(6);
        resolver.emit(Event::WearRolled { who, item, name: name.clone(), face });
        if face <= 2 {
            resolver.emit(Event::ItemMarked { who, item, name, usage_marks: marks + 1 });
        }
    }
}

/// DR12-END-4: a Character still Out of Action rolls d6 for what becomes of it, and regains d4 HP
/// if not dead. DR12-END-5: whose body cannot be recovered is lost without a roll.
fn roll_fall_consequence(
    resolver: &mut Resolver,
    who: CombatantId,
    is_body_recovered: bool,
) -> RuleResult {
    if !is_body_recovered {
        resolver.emit(Event::FallConsequenceSet { who, consequence: FallConsequence::Lost });
        return Ok(());
    }
    let face = resolver.roll_die(6);
    resolver.emit(Event::FallConsequenceRolled { who, face });
    let scar = match face {
        1 => FallConsequence::KnockedOut,
        2 => FallConsequence::Shaken,
        3 => FallConsequence::WeakForADay,
        4 => {
            let ask = prompts::crippling_prompt(resolver.fight(), who);
            match resolver.ask_unless_obsolete(ask)? {
                Some(Answer::Lower(attribute)) => FallConsequence::Crippled(attribute),
                Some(_) => FallConsequence::Crippled(Attribute::Str),
                None => return Ok(()),
            }
        }
        5 => FallConsequence::Disfigured,
        _ => FallConsequence::Dead,
    };
    resolver.emit(Event::FallConsequenceSet { who, consequence: scar });
    if scar != FallConsequence::Dead {
        let amount = resolver.roll_total(DicePool::one_die(4));
        damage::restore_hp(resolver, who, amount, HealthChangeCause::Aftermath);
    }
    Ok(())
}
