//! Attacks (DR12-ATK), two weapons (DR12-DUAL), criticals (DR12-CRIT) and usage (DR12-USE).

use super::damage::is_in_action;
use super::prompts::Question;
use super::sheet::{
    AilmentRider, AttackKind, Attribute, Body, Cure, Distance, Item, ItemId, Mood, UNARMED,
};
use super::sheet::{InventorySlot, Name, NextTest};
use super::state::{AvoidRolls, Event, ItemLocation, TestPurpose, TurnCost};
use super::test_rolls::{
    CLOSE_SHOT, LONG_RANGE, RollBias, Test, TestResult, WEAKENED, next_test_bias,
};
use super::zones::{distance, zone_of};
use super::{Fight, Resolver, RuleResult, ailments, damage, prompts, test_rolls};
use crate::core::dice::DiceRoll;
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;
use crate::resolution::resolver::ActProgress;

/// Refuses anyone but an enemy in action whom the attacker knows of. DR12-ATK-1: friends may be
/// attacked only if the GM allows it.
pub fn check_known_enemy_in_action(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
) -> Result<(), RefusalReason> {
    let bad_target = RefusalReason::new("bad-target", "DR12-ATK-1").with_combatant(target);
    let Some(target_combatant) = fight.get_present(target) else { return Err(bad_target) };
    let is_foe =
        target_combatant.body.side != fight.body(attacker).side || fight.settings.friendly_targets;
    let is_known = fight.controller_knows(attacker, target);
    let is_in_action = target_combatant.body.is_in_action();
    bad_target.refuse_unless(target != attacker && is_foe && is_known && is_in_action)
}

/// Refuses an attack with a weapon that cannot make it. It must exist, reach the target
/// (DR12-ATK-2, DR12-ATK-4), be in hand or natural (DR12-ATK-9) and not broken (DR12-USE-1); a
/// Character's `ammo` weapon needs ammunition in ready. An NPC has no bare hands.
pub fn check_attack(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
    weapon: ItemId,
) -> Result<(), RefusalReason> {
    let body = fight.body(attacker);
    let is_npc = fight.combatant(attacker).is_npc();
    let cause = if is_npc { "no-such-attack" } else { "" };
    let not_in_hand = RefusalReason::new("not-in-hand", "DR12-ATK-9").with_cause(cause);
    if is_npc && weapon == ItemId::UNARMED {
        return Err(not_in_hand);
    }
    let Some(item) = find_item_or_unarmed(body, weapon) else { return Err(not_in_hand) };
    let Some(stats) = &item.weapon else { return Err(not_in_hand) };
    check_reach(fight, attacker, target, item)?;
    let is_natural =
        weapon == ItemId::UNARMED || body.attacks.iter().any(|attack| attack.id == weapon);
    if !is_natural && !body.is_holding(weapon) {
        return Err(not_in_hand);
    }
    if item.is_broken() {
        return Err(RefusalReason::new("broken", "DR12-USE-1"));
    }
    if stats.needs_ammunition && !is_npc && body.usable_ammunition().is_none() {
        return Err(RefusalReason::new("no-ammo", "DR12-ATK-9"));
    }
    Ok(())
}

/// Refuses a target that the weapon does not reach. DR12-ATK-2: melee needs a Close target.
/// DR12-ATK-4: a ranged attack beyond `max` is refused.
fn check_reach(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
    item: &Item,
) -> Result<(), RefusalReason> {
    let target_distance = distance(fight, attacker, target);
    let max_range = item.weapon.as_ref().map_or(Distance::Close, |weapon| weapon.max_range);
    match attack_kind(item, target_distance) {
        AttackKind::Melee if target_distance != Distance::Close => {
            Err(RefusalReason::new("not-close", "DR12-ATK-2").with_combatant(target))
        }
        AttackKind::Ranged if target_distance > max_range => {
            Err(RefusalReason::new("out-of-range", "DR12-ATK-4").with_combatant(target))
        }
        AttackKind::Melee | AttackKind::Ranged => Ok(()),
    }
}

/// Returns whether an announced attack can still take place: both combatants stand (DR12-OOA-1),
/// and the weapon reaches.
pub fn is_attack_still_possible(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
    weapon: &Name,
) -> bool {
    let reaches = |item: &Item| check_reach(fight, attacker, target, item).is_ok();
    let mut weapons = fight.body(attacker).items().filter(|item| item.name == *weapon);
    is_in_action(fight, attacker) && is_in_action(fight, target) && weapons.any(reaches)
}

/// Returns the natural attack or the carried item with this id, bare hands included. It need not
/// have a weapon.
pub fn find_item_or_unarmed(body: &Body, item: ItemId) -> Option<&Item> {
    if item == ItemId::UNARMED {
        return Some(&UNARMED);
    }
    let natural = body.attacks.iter().find(|attack| attack.id == item);
    natural.or_else(|| body.find_carried_item(item).map(|(_, item)| item))
}

/// Returns whether an attack counts as melee or ranged. DR12-ATK-9: a thrown-capable weapon is
/// melee against a Close target and ranged against any other.
fn attack_kind(item: &Item, target_distance: Distance) -> AttackKind {
    match &item.weapon {
        Some(weapon) if weapon.kind == AttackKind::Ranged => AttackKind::Ranged,
        Some(weapon) if weapon.can_be_thrown && target_distance != Distance::Close => {
            AttackKind::Ranged
        }
        _ => AttackKind::Melee,
    }
}

/// Returns the Disadvantage that the attacker has by distance, or none. DR12-ATK-3: a ranged attack
/// on a Close target has it. DR12-ATK-4: so has one beyond `clean`.
fn range_bias(item: &Item, kind: AttackKind, target_distance: Distance) -> RollBias {
    let clean_range = item.weapon.as_ref().map_or(Distance::Close, |weapon| weapon.clean_range);
    match kind {
        AttackKind::Ranged if target_distance == Distance::Close => {
            RollBias::disadvantage(CLOSE_SHOT)
        }
        AttackKind::Ranged if target_distance > clean_range => RollBias::disadvantage(LONG_RANGE),
        AttackKind::Ranged | AttackKind::Melee => RollBias::NONE,
    }
}

/// Spends the Action of the running Turn and resolves an attack
/// ([`announce_and_resolve_attack`]).
pub fn spend_action_and_attack(
    resolver: &mut Resolver,
    attacker: CombatantId,
    target: CombatantId,
    weapon: ItemId,
) -> RuleResult {
    resolver.emit(Event::CostSpent(attacker, TurnCost::Action));
    announce_and_resolve_attack(resolver, attacker, target, weapon, AttackOccasion::OwnTurn)
}

/// When an attack is made.
#[derive(Clone, Copy, PartialEq)]
pub enum AttackOccasion {
    OwnTurn,
    /// On somebody who sets out; it costs nothing (DR12-DIS-1).
    FreeAttack,
}

/// Resolves an attack that has been paid for, from its announcement, which reveals both, to its
/// last effect. Does nothing if the attacker no longer has the weapon.
///
/// DR12-ATK-6: an NPC's attack on a Character rolls no attack; DR12-ATK-8: in every other case only
/// the attacker Tests.
pub fn announce_and_resolve_attack(
    resolver: &mut Resolver,
    attacker: CombatantId,
    target: CombatantId,
    weapon: ItemId,
    occasion: AttackOccasion,
) -> RuleResult {
    let Some(item) = find_item_or_unarmed(resolver.fight().body(attacker), weapon).cloned() else {
        return Ok(());
    };
    let target_distance = distance(resolver.fight(), attacker, target);
    let kind = attack_kind(&item, target_distance);
    reveal_both_and_stop_target_parleying(resolver, attacker, target);
    resolver.emit(Event::Attacked {
        attacker,
        target,
        weapon: item.name.clone(),
        kind,
        is_free_attack: occasion == AttackOccasion::FreeAttack,
    });
    let bias = range_bias(&item, kind, target_distance);
    if resolver.fight().combatant(attacker).is_npc() && !resolver.fight().combatant(target).is_npc()
    {
        resolve_npc_attack_on_character(resolver, attacker, target, &item, bias, occasion)
    } else {
        roll_attack_test_and_damage(resolver, attacker, target, &item, kind, bias)
    }
}

/// Reveals attacker and target, and ends the target's parleying. DR12-ATK-1: an attack reveals
/// both. DR12-MORALE-4: whoever parleys fights again when a Character attacks.
pub fn reveal_both_and_stop_target_parleying(
    resolver: &mut Resolver,
    attacker: CombatantId,
    target: CombatantId,
) {
    resolver.reveal_if_hidden(attacker);
    resolver.reveal_if_hidden(target);
    let is_parleying = resolver.fight().body(target).mood == Mood::Parleying;
    if is_parleying && !resolver.fight().combatant(attacker).is_npc() {
        resolver.emit(Event::MoodSet { who: target, mood: Mood::Fighting });
    }
}

/// Rolls the attacker's Test, and on a pass the damage.
///
/// DR12-ATK-2: a Character's melee attack Tests STR. DR12-ATK-3: a ranged one Tests DEX.
/// DR12-ATK-5: a pass rolls the damage dice, a fail deals nothing. DR12-ATK-8: NPC against NPC
/// Tests Skill, without criticals. DR12-CRIT-1: a natural 20 doubles the damage dice. DR12-CRIT-3:
/// a natural 1 marks one usage on the weapon; bare hands are never marked.
fn roll_attack_test_and_damage(
    resolver: &mut Resolver,
    attacker: CombatantId,
    target: CombatantId,
    item: &Item,
    kind: AttackKind,
    bias: RollBias,
) -> RuleResult {
    let attribute = if kind == AttackKind::Melee { Attribute::Str } else { Attribute::Dex };
    let second_weapon = find_paired_weapon(resolver.fight(), attacker, target, item, kind).cloned();
    record_ammunition_use(resolver, attacker, item);
    if let Some(second_weapon) = &second_weapon {
        record_ammunition_use(resolver, attacker, second_weapon);
    }
    let test = Test { bias, ..Test::new(attacker, attribute, TestPurpose::Attack) };
    let result = test_rolls::roll_test(resolver, test);
    let is_character = !resolver.fight().combatant(attacker).is_npc();
    if is_character && result.kept_face == 1 {
        add_wear_mark_to_weapon(resolver, attacker, item.id);
    }
    drop_held_weapon_if_thrown(resolver, attacker, target, item, kind);
    if !result.passed {
        return Ok(());
    }
    let is_doubled = is_character && result.kept_face == 20;
    roll_and_deal_damage_with_rider_if_hurt(
        resolver,
        attacker,
        target,
        item,
        second_weapon.as_ref(),
        is_doubled,
    )
}

/// Rolls the damage of a hit, takes it from the target's HP, and applies the rider of `item` if
/// that hurt the target.
fn roll_and_deal_damage_with_rider_if_hurt(
    resolver: &mut Resolver,
    attacker: CombatantId,
    target: CombatantId,
    item: &Item,
    second_weapon: Option<&Item>,
    is_doubled: bool,
) -> RuleResult {
    let dice = roll_damage_and_keep_higher(resolver, &[attacker, target], item, second_weapon);
    let hp_lost =
        damage::subtract_armour_and_lose_hp(resolver, attacker, target, dice, is_doubled)?;
    let rider = item.weapon.as_ref().and_then(|weapon| weapon.rider.as_ref());
    apply_rider_if_hurt_unless_resisted(resolver, target, rider, hp_lost)
}

/// Resolves an attack that a Character may avoid: its Test, on a fail the offer to sacrifice its
/// shield, then the damage.
///
/// DR12-ATK-6: a pass avoids the attack, a fail takes its damage dice. DR12-CRIT-2: a natural 1
/// takes the dice doubled. DR12-CRIT-4: a natural 20 has no further effect here.
fn resolve_npc_attack_on_character(
    resolver: &mut Resolver,
    attacker: CombatantId,
    target: CombatantId,
    item: &Item,
    attack_bias: RollBias,
    occasion: AttackOccasion,
) -> RuleResult {
    let Some(weapon) = &item.weapon else { return Ok(()) };
    let attribute = weapon.avoid_attribute;
    let progress = ask_to_avoid_by_setting(resolver, attacker, target, item, attribute, occasion)?;
    if progress == ActProgress::Stopped {
        return Ok(());
    }
    let result = roll_avoidance_using_up_attacker_modifiers(
        resolver,
        attacker,
        target,
        attribute,
        attack_bias,
    );
    if result.passed {
        return Ok(());
    }
    let progress = damage::ask_to_sacrifice_shield(resolver, target, attacker, &item.name)?;
    if progress == ActProgress::Stopped {
        return Ok(());
    }
    let is_doubled = result.kept_face == 1;
    roll_and_deal_damage_with_rider_if_hurt(resolver, attacker, target, item, None, is_doubled)
}

/// Asks a Character to avoid an attack, if the setting wants that before the roll (DR12-OPT-2). The
/// attack stops if it can no longer take place when the answer comes.
fn ask_to_avoid_by_setting(
    resolver: &mut Resolver,
    attacker: CombatantId,
    target: CombatantId,
    item: &Item,
    attribute: Attribute,
    occasion: AttackOccasion,
) -> RuleResult<ActProgress> {
    if resolver.fight().settings.avoid_rolls != AvoidRolls::Prompt {
        return Ok(ActProgress::GoesOn);
    }
    let question = Question::Avoid {
        who: target,
        attacker,
        weapon: item.name.clone(),
        attribute,
        is_free_attack: occasion == AttackOccasion::FreeAttack,
    };
    let prompt = prompts::avoid_prompt(resolver.fight(), question, target);
    match resolver.ask_and_drop_if_obsolete(prompt)? {
        Some(_) => Ok(ActProgress::GoesOn),
        None => Ok(ActProgress::Stopped),
    }
}

/// Rolls the Test by which a Character avoids an attack. What the GM set for the attacker's next
/// Test counts for this one and is used up.
///
/// DR12-ATK-6: the Character Tests DEX (or the attack's own avoid attribute). DR12-ATK-7: what
/// gives the attacker Disadvantage gives the avoider Advantage, and the other way round.
fn roll_avoidance_using_up_attacker_modifiers(
    resolver: &mut Resolver,
    attacker: CombatantId,
    target: CombatantId,
    attribute: Attribute,
    attack_bias: RollBias,
) -> TestResult {
    let attacker_next_test = resolver.fight().body(attacker).next_test;
    let is_attacker_weakened = resolver.fight().body(attacker).weakened.is_some();
    let avoider_bias = attack_bias
        .merge(next_test_bias(resolver.fight(), attacker))
        .merge(RollBias::disadvantage_if(is_attacker_weakened, WEAKENED))
        .invert();
    if attacker_next_test != NextTest::default() {
        resolver.emit(Event::NextTestSet { who: attacker, next: NextTest::default() });
    }
    let test = Test::new(target, attribute, TestPurpose::Avoid);
    let dr = attacker_next_test.dr.unwrap_or(12);
    test_rolls::roll_test(resolver, Test { bias: avoider_bias, dr, ..test })
}

/// Returns the second weapon whose damage counts for this attack, if there is one.
///
/// DR12-DUAL-1: with an unbroken one-handed weapon in each hand that both can make this attack,
/// both weapons' damage is rolled, the named one first, and the higher counts. DR12-DUAL-2: this
/// happens automatically whenever two such weapons are held; not for thrown weapons, not for bare
/// hands.
fn find_paired_weapon<'a>(
    fight: &'a Fight,
    attacker: CombatantId,
    target: CombatantId,
    item: &Item,
    kind: AttackKind,
) -> Option<&'a Item> {
    let target_distance = distance(fight, attacker, target);
    let body = fight.body(attacker);
    let can_be_paired = |held: &Item| is_pairable_for_attack(body, held, kind, target_distance);
    if !can_be_paired(item) {
        return None;
    }
    let mut other_weapons = body.hands.iter().filter(|held| held.id != item.id);
    other_weapons
        .find(|held| can_be_paired(held) && check_attack(fight, attacker, target, held.id).is_ok())
}

/// Returns whether a weapon may be one of two that make an attack of this kind together: it is held
/// in one hand and is not thrown (DR12-DUAL-1, DR12-DUAL-2).
fn is_pairable_for_attack(
    body: &Body,
    item: &Item,
    kind: AttackKind,
    target_distance: Distance,
) -> bool {
    let is_held_in_one_hand = item.hands_needed == 1 && body.is_holding(item.id);
    let makes_attack = attack_kind(item, target_distance) == kind;
    // A melee weapon makes a ranged attack only if it is thrown.
    let is_thrown = item.weapon.as_ref().is_some_and(|weapon| weapon.kind != kind);
    is_held_in_one_hand && makes_attack && !is_thrown
}

/// Rolls the damage of one or two weapons and returns the higher roll; of equals the first
/// weapon's. Without a weapon it is a roll of no dice.
fn roll_damage_and_keep_higher(
    resolver: &mut Resolver,
    parties: &[CombatantId],
    item: &Item,
    second_weapon: Option<&Item>,
) -> DiceRoll {
    let first = roll_weapon_damage(resolver, parties, item);
    let second = second_weapon.and_then(|weapon| roll_weapon_damage(resolver, parties, weapon));
    match (first, second) {
        (Some(first), Some(second)) if second.total() > first.total() => second,
        (Some(roll), _) | (None, Some(roll)) => roll,
        (None, None) => DiceRoll { sides: 4, faces: Vec::new(), modifier: 0 },
    }
}

/// Rolls the damage dice of a weapon; `None` for an item that is no weapon.
fn roll_weapon_damage(
    resolver: &mut Resolver,
    parties: &[CombatantId],
    item: &Item,
) -> Option<DiceRoll> {
    let weapon = item.weapon.as_ref()?;
    Some(resolver.roll_pool(parties, weapon.damage))
}

/// Marks one usage on a weapon. DR12-CRIT-3, DR12-DUAL-2: only the weapon named in the command is
/// marked. DR12-USE-1: three marks break it.
fn add_wear_mark_to_weapon(resolver: &mut Resolver, who: CombatantId, item: ItemId) {
    let body = resolver.fight().body(who);
    if item == ItemId::UNARMED {
        return;
    }
    if let Some(weapon) = find_item_or_unarmed(body, item) {
        let name = weapon.name.clone();
        let usage_marks = (weapon.usage_marks + 1).min(3);
        resolver.emit(Event::ItemMarked { who, item, name, usage_marks });
    }
}

/// Records that the ammunition of a weapon that needs some was shot, which wears it after the fight
/// (DR12-END-3). DR12-ATK-9: single shots are not counted.
fn record_ammunition_use(resolver: &mut Resolver, who: CombatantId, item: &Item) {
    let needs_ammo = item.weapon.as_ref().is_some_and(|weapon| weapon.needs_ammunition);
    if needs_ammo && let Some(item) = resolver.fight().body(who).usable_ammunition() {
        resolver.emit(Event::AmmunitionUsed { who, item });
    }
}

/// Moves a held weapon to the target's zone if this attack has thrown it (DR12-ATK-9).
fn drop_held_weapon_if_thrown(
    resolver: &mut Resolver,
    attacker: CombatantId,
    target: CombatantId,
    item: &Item,
    kind: AttackKind,
) {
    let can_be_thrown = item.weapon.as_ref().is_some_and(|weapon| weapon.can_be_thrown);
    let is_held = resolver.fight().body(attacker).is_holding(item.id);
    let is_thrown = can_be_thrown && is_held && kind == AttackKind::Ranged;
    if !is_thrown {
        return;
    }
    let from = ItemLocation::CarriedBy(attacker, InventorySlot::Hands);
    let to = ItemLocation::InZone(zone_of(resolver.fight(), target));
    let name = item.name.clone();
    resolver.emit(Event::ItemMoved { item: item.id, name, actor: attacker, from, to });
}

/// Applies a rider if the attack hurt its target. DR12-DMG-4: the attack must have cost at least 1
/// HP and left the target in action; if the rider has a resist attribute, the target Tests it, DR
/// 12, and a pass prevents it.
pub fn apply_rider_if_hurt_unless_resisted(
    resolver: &mut Resolver,
    target: CombatantId,
    rider: Option<&AilmentRider>,
    hp_lost: u8,
) -> RuleResult {
    match rider {
        Some(rider) if hp_lost > 0 && resolver.fight().body(target).is_in_action() => {
            apply_rider_unless_resisted(resolver, target, rider)
        }
        _ => Ok(()),
    }
}

/// Inflicts the ailment of a rider, unless the target passes the Test to resist it (DR12-DMG-4).
pub fn apply_rider_unless_resisted(
    resolver: &mut Resolver,
    target: CombatantId,
    rider: &AilmentRider,
) -> RuleResult {
    if let Some(attribute) = rider.resist_attribute {
        let test = Test::new(target, attribute, TestPurpose::Resist(rider.ailment));
        if test_rolls::roll_test(resolver, test).passed {
            return Ok(());
        }
    }
    ailments::inflict_or_renew_ailment(resolver, target, rider.ailment, Cure::from(rider))
}
