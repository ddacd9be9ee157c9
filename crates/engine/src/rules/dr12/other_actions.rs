//! Other actions (DR12-ACT): casting (DR12-CAST), negotiating, skills, items.

use super::attacks::{apply_rider_if_hurt, apply_rider_unless_resisted, reveal_and_stop_parleying};
use super::damage::{self, deal_damage, decide_and_interrupt};
use super::prompts::{self, Answer, RulingProposal};
use super::sheet::{Attribute, InventorySlot, Item, ItemId, Mood};
use super::state::{Event, HealthChangeCause, ItemLocation, Outcome, TestPurpose, TurnCost};
use super::test_rolls::{LONG_RANGE, RollBias, Test};
use super::zones::{are_close, distance, zone_of};
use super::{Fight, Resolver, RuleResult, morale, test_rolls};
use crate::core::ids::{CombatantId, Initiator};
use crate::core::refusal_reason::RefusalReason;

/// DR12-CAST-1: a spell needs a target within its range. DR12-CAST-2: three marks make a damaging
/// spell unusable.
pub fn check_cast(
    fight: &Fight,
    caster: CombatantId,
    spell_index: u8,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    let known = fight.body(caster).spells.get(usize::from(spell_index));
    let Some(known) = known else { return Err(RefusalReason::new("not-in-hand", "DR12-CAST-1")) };
    if distance(fight, caster, target) > known.max_range {
        return Err(RefusalReason::new("out-of-range", "DR12-CAST-1").with_combatant(target));
    }
    if known.usage_marks >= 3 { Err(RefusalReason::new("broken", "DR12-CAST-2")) } else { Ok(()) }
}

/// DR12-CAST-1: casting is an Action; the caster Tests the spell's attribute, DR 12, and a pass
/// brings the effect. DR12-CAST-2: a damaging spell counts as an attack for criticals (a natural 20
/// doubles, a natural 1 marks the spell), but has no Disadvantage against Close targets.
pub fn resolve_cast(
    resolver: &mut Resolver,
    caster: CombatantId,
    spell: u8,
    target: CombatantId,
) -> RuleResult {
    let Some(spell) = resolver.fight().body(caster).spells.get(usize::from(spell)).cloned() else {
        return Ok(());
    };
    resolver.emit(Event::CostSpent(caster, TurnCost::Action));
    reveal_and_stop_parleying(resolver, caster, target);
    resolver.emit(Event::SpellCast { caster, target, spell: spell.name.clone() });
    let far = distance(resolver.fight(), caster, target) > spell.clean_range;
    let bend = if far { RollBias::disadvantage(LONG_RANGE) } else { RollBias::NONE };
    let tested = test_rolls::roll_test(
        resolver,
        Test { bias: bend, ..Test::new(caster, spell.cast_attribute, TestPurpose::Cast) },
    );
    if spell.damage.is_some() && tested.kept_face == 1 {
        let marks = (spell.usage_marks + 1).min(3);
        resolver.emit(Event::SpellMarked {
            who: caster,
            name: spell.name.clone(),
            usage_marks: marks,
        });
    }
    if !tested.passed {
        return Ok(());
    }
    match (spell.damage, &spell.rider) {
        (Some(pool), rider) => {
            let dice = resolver.roll_pool(pool);
            let lost = deal_damage(resolver, caster, target, dice, tested.kept_face == 20)?;
            apply_rider_if_hurt(resolver, target, rider.as_ref(), lost)
        }
        (None, Some(rider)) => apply_rider_unless_resisted(resolver, target, rider),
        (None, None) => Ok(()),
    }
}

/// DR12-ACT-6: negotiating needs an enemy who can be spoken to, also where friends may be attacked.
pub fn check_parley(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    let (one, other) = (fight.combatant(who), fight.combatant(target));
    let speaks = !one.is_npc() && other.is_npc() && one.body.side != other.body.side;
    if speaks {
        Ok(())
    } else {
        Err(RefusalReason::new("bad-target", "DR12-ACT-6").with_combatant(target))
    }
}

/// DR12-ACT-6: an Action: CHA Test, DR 12. On a pass the GM accepts (truce, DR12-END-1), calls a
/// morale Test, or refuses (W4; no answer refuses); on a fail nothing happens. DR12-MORALE-3: what
/// who fails the morale Test tries is the GM's choice.
pub fn resolve_parley(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
) -> RuleResult {
    resolver.emit(Event::CostSpent(who, TurnCost::Action));
    resolver.emit(Event::ParleyTried { who, target });
    if !test_rolls::roll_test(resolver, Test::new(who, Attribute::Cha, TestPurpose::Parley)).passed
    {
        return Ok(());
    }
    let ask = prompts::parley_prompt(resolver.fight(), who, target);
    let Some(answer) = resolver.ask_unless_obsolete(ask)? else { return Ok(()) };
    match answer {
        Answer::Accept => {
            resolver.emit(Event::ParleyAccepted { who, target });
            decide_and_interrupt(resolver, Outcome::Truce)
        }
        Answer::MoraleOrFlee => {
            morale::roll_morale_tests(resolver, &[target], Mood::Fleeing);
            Ok(())
        }
        Answer::MoraleOrParley => {
            morale::roll_morale_tests(resolver, &[target], Mood::Parleying);
            Ok(())
        }
        _ => {
            resolver.emit(Event::ParleyRefused { who, target });
            Ok(())
        }
    }
}

/// DR12-ACT-5: any other Action: the player proposes an attribute, the GM confirms attribute, DR
/// and meaning (W4).
pub fn resolve_skill(
    resolver: &mut Resolver,
    who: CombatantId,
    attribute: Attribute,
    text: &str,
) -> RuleResult {
    resolver.emit(Event::CostSpent(who, TurnCost::Action));
    resolver.emit(Event::SkillTried { who, attribute, text: text.into() });
    let proposal = RulingProposal { who, target: None, attribute, text: text.into() };
    let ask = prompts::ruling_prompt(resolver.fight(), proposal);
    let Some(Answer::Rule(ruling)) = resolver.ask_unless_obsolete(ask)? else { return Ok(()) };
    let test = Test { dr: ruling.dr, ..Test::new(who, ruling.attribute, TestPurpose::Skill) };
    if test_rolls::roll_test(resolver, test).passed {
        resolver.emit(Event::EffectDescribed { who, text: ruling.effect });
    }
    Ok(())
}

/// What one does with an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemHandling {
    /// From the pack: an Action (DR12-ACT-2).
    Retrieve,
    /// On oneself or a Close ally: an Action (DR12-ACT-4).
    Use(CombatantId),
    /// To a Close ally: an Action (DR12-ACT-4).
    Give(CombatantId),
    /// From one's zone: an Action (DR12-ACT-4).
    Take,
    /// From ready to a free hand: free (DR12-ACT-3).
    Draw,
    /// From hand to a free ready place: free (DR12-ACT-3).
    Stow,
    /// Free (DR12-ACT-3).
    Drop,
}

impl ItemHandling {
    pub fn is_free(self) -> bool {
        matches!(self, Self::Draw | Self::Stow | Self::Drop)
    }

    pub fn receiver(self) -> Option<CombatantId> {
        match self {
            Self::Use(other) | Self::Give(other) => Some(other),
            Self::Retrieve | Self::Take | Self::Draw | Self::Stow | Self::Drop => None,
        }
    }
}

/// DR12-ACT-2 (retrieving), DR12-ACT-3 (free handling), DR12-ACT-4 (using, handing over, picking
/// up): where the item must be, and whether there is a free place.
pub fn check_item_handling(
    fight: &Fight,
    who: CombatantId,
    handling: ItemHandling,
    item: ItemId,
) -> Result<(), RefusalReason> {
    let body = fight.body(who);
    let rule = match handling {
        ItemHandling::Retrieve => "DR12-ACT-2",
        ItemHandling::Draw | ItemHandling::Stow | ItemHandling::Drop => "DR12-ACT-3",
        ItemHandling::Use(_) | ItemHandling::Give(_) | ItemHandling::Take => "DR12-ACT-4",
    };
    let full = || RefusalReason::new("no-free-slot", rule);
    let not_there = || RefusalReason::new("not-in-hand", rule);
    if handling == ItemHandling::Take {
        let lying = find_lying_item(fight, who, item).ok_or_else(not_there)?;
        return body.free_slot_for(lying).map(|_| ()).ok_or_else(full);
    }
    let (spot, one) = body.find_carried_item(item).ok_or_else(not_there)?;
    let is_at_hand = spot != InventorySlot::Pack;
    match handling {
        ItemHandling::Retrieve if spot == InventorySlot::Pack => {
            body.free_slot_for(one).map(|_| ()).ok_or_else(full)
        }
        ItemHandling::Use(_) if is_at_hand && one.healing.is_some() => {
            if one.is_broken() {
                Err(RefusalReason::new("broken", "DR12-USE-1"))
            } else {
                Ok(())
            }
        }
        ItemHandling::Give(other) if is_at_hand => {
            let receiver = fight.combatant(other);
            let free = if receiver.is_npc() { None } else { receiver.body.free_slot_for(one) };
            free.map(|_| ()).ok_or_else(full)
        }
        ItemHandling::Draw if spot == InventorySlot::Ready => {
            if body.free_hands() >= one.hands_needed { Ok(()) } else { Err(full()) }
        }
        ItemHandling::Stow if spot == InventorySlot::Hands => {
            if body.has_room_in_ready() {
                Ok(())
            } else {
                Err(full())
            }
        }
        ItemHandling::Drop if is_at_hand => Ok(()),
        _ => Err(not_there()),
    }
}

/// DR12-ACT-4, DR12-ZONE-3: oneself or a Close ally; for using also one Out of Action.
pub fn check_receiver(
    fight: &Fight,
    who: CombatantId,
    other: CombatantId,
    handling: ItemHandling,
) -> Result<(), RefusalReason> {
    let bad = RefusalReason::new("bad-target", "DR12-ACT-4").with_combatant(other);
    let Some(receiver) = fight.get(other) else { return Err(bad) };
    let is_use = matches!(handling, ItemHandling::Use(_));
    let is_dead_npc = receiver.is_npc() && receiver.body.hp == 0;
    let is_friend = receiver.body.side == fight.body(who).side
        && !receiver.body.has_fled
        && !is_dead_npc
        && fight.viewer_knows(fight.viewer_of(Initiator::Combatant(who)), other)
        && if is_use { true } else { other != who && receiver.body.is_standing() };
    if !is_friend {
        return Err(bad);
    }
    if are_close(fight, who, other) {
        Ok(())
    } else {
        Err(RefusalReason::new("not-close", "DR12-ZONE-3").with_combatant(other))
    }
}

pub fn find_lying_item(fight: &Fight, who: CombatantId, item: ItemId) -> Option<&Item> {
    if fight.combatant(who).is_npc() {
        return None;
    }
    let zone = fight.zones.get(zone_of(fight, who))?;
    zone.terrain.items.iter().find(|one| one.id == item)
}

/// DR12-ACT-2 to DR12-ACT-4: the item changes its place, or is used up and restores HP.
pub fn resolve_item_handling(
    resolver: &mut Resolver,
    who: CombatantId,
    handling: ItemHandling,
    item: ItemId,
) -> RuleResult {
    if !handling.is_free() {
        resolver.emit(Event::CostSpent(who, TurnCost::Action));
    }
    let fight = resolver.fight();
    let body = fight.body(who);
    let floor = ItemLocation::InZone(zone_of(fight, who));
    let found = body
        .find_carried_item(item)
        .map(|(spot, one)| (ItemLocation::CarriedBy(who, spot), one.clone()));
    let lying = || find_lying_item(fight, who, item).map(|one| (floor, one.clone()));
    let Some((from, one)) = found.or_else(lying) else { return Ok(()) };
    let place = |who: CombatantId| {
        ItemLocation::CarriedBy(
            who,
            fight.body(who).free_slot_for(&one).unwrap_or(InventorySlot::Pack),
        )
    };
    let to = match handling {
        ItemHandling::Retrieve | ItemHandling::Take => place(who),
        ItemHandling::Give(other) => place(other),
        ItemHandling::Draw => ItemLocation::CarriedBy(who, InventorySlot::Hands),
        ItemHandling::Stow => ItemLocation::CarriedBy(who, InventorySlot::Ready),
        ItemHandling::Drop => floor,
        ItemHandling::Use(_) => ItemLocation::Gone,
    };
    resolver.emit(Event::ItemMoved { item, name: one.name.clone(), actor: who, from, to });
    if let (ItemHandling::Use(on), Some(pool)) = (handling, one.healing) {
        let amount = resolver.roll_total(pool);
        damage::restore_hp(resolver, on, amount, HealthChangeCause::Item);
    }
    Ok(())
}
