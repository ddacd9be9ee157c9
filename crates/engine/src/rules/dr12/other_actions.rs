//! Other actions (DR12-ACT): casting (DR12-CAST), negotiating, skills and items.

use super::attacks::{
    apply_rider_if_hurt_unless_resisted, apply_rider_unless_resisted,
    reveal_both_and_stop_target_parleying,
};
use super::damage::{self, decide_and_interrupt, subtract_armour_and_lose_hp};
use super::prompts::{self, Answer, RulingProposal};
use super::sheet::{Ailment, Attribute, Cure, InventorySlot, Item, ItemId, Mood, Spell};
use super::state::{Event, HealthChangeCause, ItemLocation, Outcome, TestPurpose, TurnCost};
use super::test_rolls::{LONG_RANGE, RollBias, Test};
use super::zones::{are_close, distance, zone_of};
use super::{Fight, Resolver, RuleResult, morale, test_rolls};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// Refuses a spell that cannot be cast at the target. DR12-CAST-1: the target must be within the
/// spell's range. DR12-CAST-2: three marks make a damaging spell unusable.
pub fn check_cast(
    fight: &Fight,
    caster: CombatantId,
    spell_index: u8,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    let Some(spell) = fight.body(caster).spells.get(usize::from(spell_index)) else {
        return Err(RefusalReason::new("not-in-hand", "DR12-CAST-1"));
    };
    if distance(fight, caster, target) > spell.max_range {
        return Err(RefusalReason::new("out-of-range", "DR12-CAST-1").with_combatant(target));
    }
    if spell.usage_marks >= 3 { Err(RefusalReason::new("broken", "DR12-CAST-2")) } else { Ok(()) }
}

/// Resolves a spell from its Action to its last effect.
///
/// DR12-CAST-1: the caster Tests the spell's attribute, DR 12, and a pass brings the effect.
/// DR12-CAST-2: a damaging spell counts as an attack for criticals (a natural 20 doubles, a natural
/// 1 marks the spell), but has no Disadvantage against Close targets.
pub fn roll_cast_and_apply_effect(
    resolver: &mut Resolver,
    caster: CombatantId,
    spell_index: u8,
    target: CombatantId,
) -> RuleResult {
    let spells = &resolver.fight().body(caster).spells;
    let Some(spell) = spells.get(usize::from(spell_index)).cloned() else { return Ok(()) };
    resolver.emit(Event::CostSpent(caster, TurnCost::Action));
    reveal_both_and_stop_target_parleying(resolver, caster, target);
    resolver.emit(Event::SpellCast { caster, target, spell: spell.name.clone() });
    let is_far = distance(resolver.fight(), caster, target) > spell.clean_range;
    let bias = RollBias::disadvantage_if(is_far, LONG_RANGE);
    let test = Test { bias, ..Test::new(caster, spell.cast_attribute, TestPurpose::Cast) };
    let result = test_rolls::roll_test(resolver, test);
    if spell.damage.is_some() && result.kept_face == 1 {
        let usage_marks = (spell.usage_marks + 1).min(3);
        let name = spell.name.clone();
        resolver.emit(Event::SpellMarked { who: caster, name, usage_marks });
    }
    if !result.passed {
        return Ok(());
    }
    let is_critical = result.kept_face == 20;
    apply_spell_effect(resolver, caster, target, &spell, is_critical)
}

/// Applies a spell that was cast: its damage, doubled if critical, and its rider. A damaging spell
/// must hurt for its rider to take effect (DR12-DMG-4).
fn apply_spell_effect(
    resolver: &mut Resolver,
    caster: CombatantId,
    target: CombatantId,
    spell: &Spell,
    is_critical: bool,
) -> RuleResult {
    match (spell.damage, &spell.rider) {
        (Some(pool), rider) => {
            let dice = resolver.roll_pool(&[caster, target], pool);
            let hp_lost = subtract_armour_and_lose_hp(resolver, caster, target, dice, is_critical)?;
            apply_rider_if_hurt_unless_resisted(resolver, target, rider.as_ref(), hp_lost)
        }
        (None, Some(rider)) => apply_rider_unless_resisted(resolver, target, rider),
        (None, None) => Ok(()),
    }
}

/// Refuses to negotiate with anyone but an NPC of the other side, even where friends may be
/// attacked (DR12-ACT-6).
pub fn check_parley_with_enemy_npc(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    let (speaker, listener) = (fight.combatant(who), fight.combatant(target));
    let are_opposed = speaker.body.side != listener.body.side;
    let reason = RefusalReason::new("bad-target", "DR12-ACT-6").with_combatant(target);
    reason.refuse_unless(!speaker.is_npc() && listener.is_npc() && are_opposed)
}

/// Resolves an attempt to negotiate, which is an Action.
///
/// DR12-ACT-6: the speaker Tests CHA, DR 12. On a pass the GM accepts (truce, DR12-END-1), calls a
/// morale Test, or refuses; without an answer it is refused. On a fail nothing happens.
/// DR12-MORALE-3: the GM chooses what the target tries if it fails the morale Test.
pub fn roll_parley_and_ask_gm(
    resolver: &mut Resolver,
    who: CombatantId,
    target: CombatantId,
) -> RuleResult {
    resolver.emit(Event::CostSpent(who, TurnCost::Action));
    resolver.emit(Event::ParleyTried { who, target });
    let test = Test::new(who, Attribute::Cha, TestPurpose::Parley);
    if !test_rolls::roll_test(resolver, test).passed {
        return Ok(());
    }
    let prompt = prompts::parley_prompt(resolver.fight(), who, target);
    let Some(answer) = resolver.ask_and_drop_if_obsolete(prompt)? else { return Ok(()) };
    match answer {
        Answer::Accept => {
            resolver.emit(Event::ParleyAccepted { who, target });
            decide_and_interrupt(resolver, Outcome::Truce)
        }
        Answer::MoraleOrFlee => {
            morale::roll_morale_tests_and_set_moods(resolver, &[target], Mood::Fleeing);
            Ok(())
        }
        Answer::MoraleOrParley => {
            morale::roll_morale_tests_and_set_moods(resolver, &[target], Mood::Parleying);
            Ok(())
        }
        _ => {
            resolver.emit(Event::ParleyRefused { who, target });
            Ok(())
        }
    }
}

/// Resolves any other Action (DR12-ACT-5): the player proposes an attribute, the GM rules on
/// attribute, DR and meaning, and the actor rolls.
pub fn ask_ruling_and_roll_skill(
    resolver: &mut Resolver,
    who: CombatantId,
    attribute: Attribute,
    text: &str,
) -> RuleResult {
    resolver.emit(Event::CostSpent(who, TurnCost::Action));
    resolver.emit(Event::SkillTried { who, attribute, text: text.into() });
    let proposal = RulingProposal { who, target: None, attribute, text: text.into() };
    ask_ruling_roll_test_and_record_effect(resolver, proposal, TestPurpose::Skill)?;
    Ok(())
}

/// Asks the GM to rule on a proposal, rolls the Test and, on a pass, records its effect in words.
/// Returns the ailment that a pass inflicts as well, if the GM rules one.
pub fn ask_ruling_roll_test_and_record_effect(
    resolver: &mut Resolver,
    proposal: RulingProposal,
    purpose: TestPurpose,
) -> RuleResult<Option<(Ailment, Cure)>> {
    let who = proposal.who;
    let prompt = prompts::ruling_prompt(resolver.fight(), proposal);
    let Some(Answer::Rule(ruling)) = resolver.ask_and_drop_if_obsolete(prompt)? else {
        return Ok(None);
    };
    let test = Test { dr: ruling.dr, ..Test::new(who, ruling.attribute, purpose) };
    if !test_rolls::roll_test(resolver, test).passed {
        return Ok(None);
    }
    resolver.emit(Event::EffectDescribed { who, text: ruling.effect });
    Ok(ruling.ailment)
}

/// Something that a combatant does with an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ItemHandling {
    /// Moves it from the pack to a hand or to ready: an Action (DR12-ACT-2).
    Retrieve,
    /// Uses it on oneself or a Close ally: an Action (DR12-ACT-4).
    Use(CombatantId),
    /// To a Close ally: an Action (DR12-ACT-4).
    Give(CombatantId),
    /// From one's zone: an Action (DR12-ACT-4).
    Take,
    /// Moves it from ready to a free hand: free (DR12-ACT-3).
    Draw,
    /// Moves it from a hand to a free ready place: free (DR12-ACT-3).
    Stow,
    /// Drops it in the zone: free (DR12-ACT-3).
    Drop,
}

impl ItemHandling {
    /// Returns whether the handling costs no action.
    pub fn is_free(self) -> bool {
        matches!(self, Self::Draw | Self::Stow | Self::Drop)
    }

    /// Returns on whom the item is used or to whom it is given; `None` for all other handling.
    pub fn recipient(self) -> Option<CombatantId> {
        match self {
            Self::Use(other) | Self::Give(other) => Some(other),
            Self::Retrieve | Self::Take | Self::Draw | Self::Stow | Self::Drop => None,
        }
    }
}

/// Refuses an item that is not where the handling needs it (`not-in-hand`), one for which the
/// receiver has no free place (`no-free-slot`), and the use of a broken one. DR12-ACT-2:
/// retrieving. DR12-ACT-3: free handling. DR12-ACT-4: using, handing over, picking up. Whether the
/// receiver is one is left to [`check_item_recipient`].
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
    let not_in_hand = || RefusalReason::new("not-in-hand", rule);
    let require_room =
        |has_room: bool| RefusalReason::new("no-free-slot", rule).refuse_unless(has_room);
    if handling == ItemHandling::Take {
        let lying = find_lying_item_for_character(fight, who, item).ok_or_else(not_in_hand)?;
        return require_room(body.free_hand_or_ready_slot_for(lying).is_some());
    }
    let (slot, carried) = body.find_carried_item(item).ok_or_else(not_in_hand)?;
    let is_at_hand = slot != InventorySlot::Pack;
    match handling {
        ItemHandling::Retrieve if slot == InventorySlot::Pack => {
            require_room(body.free_hand_or_ready_slot_for(carried).is_some())
        }
        ItemHandling::Use(_) if is_at_hand && carried.healing.is_some() => {
            RefusalReason::new("broken", "DR12-USE-1").refuse_unless(!carried.is_broken())
        }
        ItemHandling::Give(other) if is_at_hand => {
            let receiver = fight.combatant(other);
            let has_room = receiver.body.free_hand_or_ready_slot_for(carried).is_some();
            require_room(has_room && !receiver.is_npc())
        }
        ItemHandling::Draw if slot == InventorySlot::Ready => {
            require_room(body.free_hands() >= carried.hands_needed)
        }
        ItemHandling::Stow if slot == InventorySlot::Hands => {
            require_room(body.has_room_in_ready())
        }
        ItemHandling::Drop if is_at_hand => Ok(()),
        // The item is not where this handling needs it.
        _ => Err(not_in_hand()),
    }
}

/// Refuses anybody but a Close ally whom the actor knows (DR12-ACT-4, DR12-ZONE-3). An item can
/// also be used on oneself and on a Character who is Out of Action, but is not given to them. An
/// NPC at 0 HP and whoever has fled get nothing.
pub fn check_item_recipient(
    fight: &Fight,
    who: CombatantId,
    recipient: CombatantId,
    handling: ItemHandling,
) -> Result<(), RefusalReason> {
    let bad_target = RefusalReason::new("bad-target", "DR12-ACT-4").with_combatant(recipient);
    let Some(receiver) = fight.get_present(recipient) else { return Err(bad_target) };
    let is_use = matches!(handling, ItemHandling::Use(_));
    let is_dead_npc = receiver.is_npc() && receiver.body.hp == 0;
    let is_in_condition = is_use || (recipient != who && receiver.body.is_in_action());
    let is_friend = receiver.body.side == fight.body(who).side
        && !receiver.body.has_fled
        && !is_dead_npc
        && fight.controller_knows(who, recipient)
        && is_in_condition;
    if !is_friend {
        return Err(bad_target);
    }
    let reason = RefusalReason::new("not-close", "DR12-ZONE-3").with_combatant(recipient);
    reason.refuse_unless(are_close(fight, who, recipient))
}

/// Returns the item with this id that lies in a Character's zone. `None` for NPCs, who pick up
/// nothing.
pub fn find_lying_item_for_character(
    fight: &Fight,
    who: CombatantId,
    item: ItemId,
) -> Option<&Item> {
    if fight.combatant(who).is_npc() {
        return None;
    }
    let zone = fight.zones.get(zone_of(fight, who))?;
    zone.terrain.items.iter().find(|lying| lying.id == item)
}

/// Spends the Action, unless the handling is free, and moves the item to its new place, or uses it
/// up and restores HP (DR12-ACT-2 to DR12-ACT-4). The caller has checked it.
pub fn spend_action_and_resolve_item_handling(
    resolver: &mut Resolver,
    who: CombatantId,
    handling: ItemHandling,
    item: ItemId,
) -> RuleResult {
    if !handling.is_free() {
        resolver.emit(Event::CostSpent(who, TurnCost::Action));
    }
    let fight = resolver.fight();
    let Some((from, handled)) = find_carried_or_lying_item(fight, who, item) else {
        return Ok(());
    };
    let (name, healing) = (handled.name.clone(), handled.healing);
    let to = item_destination(fight, who, handling, handled);
    resolver.emit(Event::ItemMoved { item, name, actor: who, from, to });
    if let (ItemHandling::Use(receiver), Some(pool)) = (handling, healing) {
        let amount = resolver.roll_total(&[who, receiver], pool);
        damage::restore_hp_unless_downed_npc(resolver, receiver, amount, HealthChangeCause::Item);
    }
    Ok(())
}

/// Returns the item with this id that a combatant carries or that lies in its zone, and where it
/// is.
fn find_carried_or_lying_item(
    fight: &Fight,
    who: CombatantId,
    item: ItemId,
) -> Option<(ItemLocation, &Item)> {
    if let Some((slot, carried)) = fight.body(who).find_carried_item(item) {
        return Some((ItemLocation::CarriedBy(who, slot), carried));
    }
    let lying = find_lying_item_for_character(fight, who, item)?;
    Some((ItemLocation::InZone(zone_of(fight, who)), lying))
}

/// Returns where an item goes by being handled so (DR12-ACT-2 to DR12-ACT-4).
fn item_destination(
    fight: &Fight,
    who: CombatantId,
    handling: ItemHandling,
    item: &Item,
) -> ItemLocation {
    let free_place_of = |receiver: CombatantId| {
        let slot = fight.body(receiver).free_hand_or_ready_slot_for(item);
        ItemLocation::CarriedBy(receiver, slot.unwrap_or(InventorySlot::Pack))
    };
    match handling {
        ItemHandling::Retrieve | ItemHandling::Take => free_place_of(who),
        ItemHandling::Give(other) => free_place_of(other),
        ItemHandling::Draw => ItemLocation::CarriedBy(who, InventorySlot::Hands),
        ItemHandling::Stow => ItemLocation::CarriedBy(who, InventorySlot::Ready),
        ItemHandling::Drop => ItemLocation::InZone(zone_of(fight, who)),
        ItemHandling::Use(_) => ItemLocation::Gone,
    }
}
