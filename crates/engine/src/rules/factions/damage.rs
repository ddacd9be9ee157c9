//! Damage (FACT-DMG), and how an attack and its counter meet (FACT-REACT-6).

use super::attacks::{AttackInProgress, AttackManner, AttackMeans};
use super::sheet::{Ability, DicePool};
use super::state::{Event, HealthChangeCause, SavePurpose, WoundLevel};
use super::stunts;
use super::{Fight, Resolver, gear, grapple, initiative, protection, saves, sneaking};
use crate::core::ids::{CombatantId, Initiator};
use crate::resolution::prompt::ThreatLevel;
use crate::resolution::resolver::ActProgress;

/// The number of sides of the damage die of an impaired attack (FACT-ATK-5).
const IMPAIRED_DIE: u8 = 4;

/// The number of sides of the die for poison damage.
const POISON_DIE: u8 = 4;

/// A rolled damage die and the damage that armour leaves of it.
struct RolledDamage<'a> {
    attack: &'a AttackInProgress,
    target: CombatantId,
    face: u8,
    damage_after_armour: u8,
}

/// The effects that wait until all damage of an attack is done (FACT-CORE-3).
#[derive(Default)]
pub struct DeferredEffects<'a> {
    /// Non-lethal attacks that hit.
    non_lethal_hits: Vec<(&'a AttackInProgress, CombatantId)>,
    /// Hits with a coated weapon that cost health.
    poison_hits: Vec<(&'a AttackInProgress, CombatantId)>,
}

impl DeferredEffects<'_> {
    /// Resolves the deferred effects. FACT-NL-2: a non-lethal attack comes last, and only if its
    /// user is still active; saves against two of them are rolled before either is applied.
    /// FACT-CORE-3: then poison.
    pub fn resolve_non_lethal_effects_then_poison(self, resolver: &mut Resolver) {
        let mut unresisted_hits = Vec::new();
        for (attack, target) in self.non_lethal_hits {
            let progress = record_attack_lost_if_attacker_inactive(resolver, attack);
            if progress == ActProgress::GoesOn && !stunts::roll_to_resist(resolver, attack, target)
            {
                unresisted_hits.push((attack, target));
            }
        }
        for (attack, target) in unresisted_hits {
            stunts::apply_non_lethal_effect(resolver, attack, target);
        }
        for (attack, target) in self.poison_hits {
            roll_save_and_poison_damage(resolver, attack, target);
        }
    }
}

/// Rolls a target's STR save against the poison of a weapon and, if it fails, the poison's damage.
/// Rolls nothing for the dead.
fn roll_save_and_poison_damage(
    resolver: &mut Resolver,
    attack: &AttackInProgress,
    target: CombatantId,
) {
    if resolver.fight().body(target).dead
        || saves::roll_d20_save(resolver, target, Ability::Str, SavePurpose::Poison)
    {
        return;
    }
    let face = resolver.roll_die(&[target], POISON_DIE);
    resolver.emit(Event::PoisonRolled { who: target, face });
    lose_health_and_fall_or_die(
        resolver,
        target,
        face.into(),
        HealthChangeCause::Poison,
        Some(attack),
    );
}

/// Applies an attack that hits: rolls and deals the damage of a lethal one; puts a non-lethal one
/// among the `deferred` hits, which are resolved after all damage.
pub fn deal_hit_or_defer_if_non_lethal<'a>(
    resolver: &mut Resolver,
    attack: &'a AttackInProgress,
    target: CombatantId,
    deferred: &mut DeferredEffects<'a>,
) {
    if attack.means.is_lethal() {
        let rolled = roll_damage_and_breakage(resolver, attack, target);
        apply_damage_break_gear_and_poison(resolver, &rolled, deferred);
    } else {
        deferred.non_lethal_hits.push((attack, target));
    }
}

/// Rolls and records the damage of an attack, which may break the attacker's own damaged weapon.
/// FACT-ATK-4: the die is the weapon's. FACT-DMG-1: the target's armour value is subtracted, down
/// to 0. FACT-GEAR-1: the rolled die alone is enough for the weapon to break.
fn roll_damage_and_breakage<'a>(
    resolver: &mut Resolver,
    attack: &'a AttackInProgress,
    target: CombatantId,
) -> RolledDamage<'a> {
    let is_impaired = protection::is_damage_impaired(resolver.fight(), attack, target);
    let die = match attack.weapon() {
        Some(weapon) if !is_impaired => weapon.damage_die,
        Some(_) | None => IMPAIRED_DIE,
    };
    let face = resolver.roll_die(&[attack.attacker, target], die);
    let armour = protection::total_armour(resolver.fight(), attack, target);
    resolver.emit(Event::DamageRolled {
        attacker: attack.attacker,
        target,
        die,
        face,
        is_impaired,
        armour_reduction: Some(armour),
    });
    gear::destroy_own_damaged_weapon_on_one(resolver, attack, face);
    RolledDamage { attack, target, face, damage_after_armour: face.saturating_sub(armour) }
}

/// Returns how dangerous the highest face of the weapon's die is to the defender, less worn armour.
/// `None` if the defender does not know the attacker's weapons, or if it is no weapon attack.
pub fn worst_attack_threat_if_known(
    fight: &Fight,
    defender: CombatantId,
    attacker: CombatantId,
    manner: &AttackManner,
) -> Option<ThreatLevel> {
    let AttackManner::Weapon(name) = manner else { return None };
    let viewer = fight.viewer_of(Initiator::Combatant(defender));
    let known_body = fight.get_present(attacker)?.redact_body_for(viewer);
    let weapon_item = known_body.gear.iter().find(|item| item.name == *name)?;
    let die = weapon_item.weapon.as_ref()?.damage_die;
    let body = fight.body(defender);
    let worst_damage = die.saturating_sub(body.worn_armour_value());
    Some(ThreatLevel::from_damage(worst_damage.into(), body.health.into()))
}

/// Applies rolled damage to its target. FACT-GEAR-2: it may destroy protection. FACT-DMG-1: health
/// drops. The first hit that costs health uses up the poison on the weapon.
fn apply_damage_break_gear_and_poison<'a>(
    resolver: &mut Resolver,
    damage: &RolledDamage<'a>,
    deferred: &mut DeferredEffects<'a>,
) {
    let RolledDamage { attack, target, face, damage_after_armour } = *damage;
    gear::record_protection_use_and_breakage(resolver, target, face);
    let health_lost = lose_health_and_fall_or_die(
        resolver,
        target,
        damage_after_armour.into(),
        HealthChangeCause::Attack,
        Some(attack),
    );
    let weapon = attack
        .weapon_item
        .as_ref()
        .and_then(|weapon| resolver.fight().body(attack.attacker).find_item(weapon.id));
    if let Some(coated) = weapon.filter(|weapon| weapon.is_coated && health_lost > 0) {
        let (who, item, name) = (attack.attacker, coated.id, coated.name.clone());
        resolver.emit(Event::CoatingSet { who, item, name, is_on: false });
        deferred.poison_hits.push((attack, target));
    }
}

/// Resolves an attack and its counter.
///
/// FACT-REACT-6: both roll damage together; whoever would suffer more is hit first and, if no
/// longer active then, its own attack does not land; equal amounts hit both. FACT-BLAST-6: an
/// attacker who was down before the counter landed still hits.
pub fn deal_attack_and_counter_damage<'a>(
    resolver: &mut Resolver,
    attack: &'a AttackInProgress,
    counter: &'a AttackInProgress,
    target: CombatantId,
    deferred: &mut DeferredEffects<'a>,
) {
    let (attacker, defender) = (attack.attacker, target);
    if !attack.means.is_lethal() || !counter.means.is_lethal() {
        deal_hit_or_defer_if_non_lethal(resolver, attack, defender, deferred);
        deal_hit_or_defer_if_non_lethal(resolver, counter, attacker, deferred);
        return;
    }
    let by_attack = roll_damage_and_breakage(resolver, attack, defender);
    let by_counter = roll_damage_and_breakage(resolver, counter, attacker);
    let are_equal = by_attack.damage_after_armour == by_counter.damage_after_armour;
    let is_counter_first = by_counter.damage_after_armour > by_attack.damage_after_armour;
    let (first, second) =
        if is_counter_first { (by_counter, by_attack) } else { (by_attack, by_counter) };
    let was_active = resolver.fight().body(second.attack.attacker).is_active();
    apply_damage_break_gear_and_poison(resolver, &first, deferred);
    let lands_anyway = are_equal || !was_active;
    if lands_anyway
        || record_attack_lost_if_attacker_inactive(resolver, second.attack) == ActProgress::GoesOn
    {
        apply_damage_break_gear_and_poison(resolver, &second, deferred);
    }
}

/// Stops an attack whose attacker is no longer active, and records that it is lost (FACT-REACT-6).
fn record_attack_lost_if_attacker_inactive(
    resolver: &mut Resolver,
    attack: &AttackInProgress,
) -> ActProgress {
    if resolver.fight().body(attack.attacker).is_active() {
        return ActProgress::GoesOn;
    }
    resolver.emit(Event::AttackLost(attack.attacker));
    ActProgress::Stopped
}

/// Takes health from a combatant and returns the health lost.
///
/// FACT-DMG-1: health drops, not below 0. FACT-DMG-2: at 0 a character is incapacitated and lets go
/// of whoever it grabs. FACT-DMG-3: it dies instead if the excess is at least `health_max`;
/// FACT-ATK-6: unless the attacker held back. FACT-SURR-2: a surrendered character whom an enemy
/// hurts fights again. FACT-SNEAK-4: being hurt reveals.
pub fn lose_health_and_fall_or_die(
    resolver: &mut Resolver,
    who: CombatantId,
    amount: u16,
    cause: HealthChangeCause,
    attack: Option<&AttackInProgress>,
) -> u8 {
    if amount == 0 {
        resolver.emit(Event::NoHealthLost(who));
        return 0;
    }
    let body = resolver.fight().body(who);
    let (health, health_max, was_active) = (body.health, body.health_max, body.is_active());
    let had_surrendered = body.surrendered;
    let lost = amount.min(health.into()) as u8;
    let excess = amount - u16::from(lost);
    let remaining = health - lost;
    let attacker = attack.map(|attack| attack.attacker);
    resolver.emit(Event::HealthLost {
        who,
        attacker,
        cause,
        amount: Some(lost),
        remaining: Some(remaining),
        wound: WoundLevel::from_health(remaining, health_max),
    });
    let is_spared = attack.is_some_and(|attack| attack.hold_back);
    let is_fatal = remaining == 0 && excess >= u16::from(health_max) && !is_spared;
    let had_health = health > 0;
    if is_fatal {
        kill_combatant(resolver, who);
    } else if remaining == 0 && had_health {
        resolver.emit(Event::Fell(who));
    }
    if was_active && remaining == 0 {
        grapple::end_holds(resolver, who);
    }
    let is_enemy = |attacker| initiative::are_enemies(resolver.fight(), attacker, who);
    let is_hurt_by_enemy = lost > 0 && attacker.is_some_and(is_enemy);
    if had_surrendered && is_hurt_by_enemy && !resolver.fight().body(who).dead {
        resolver.emit(Event::Rallied(who));
    }
    sneaking::reveal_if_concealed(resolver, who);
    lost
}

/// Records that a combatant dies, and ends its holds (FACT-DMG-3, FACT-ATK-7).
pub fn kill_combatant(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::Died(who));
    grapple::end_holds(resolver, who);
}

/// Restores health, up to the maximum; does nothing for the dead. FACT-DMG-2: healed to 1 or more,
/// a character is active again.
pub fn restore_health_unless_dead(
    resolver: &mut Resolver,
    who: CombatantId,
    amount: u16,
    cause: HealthChangeCause,
) {
    let body = resolver.fight().body(who);
    if body.dead {
        return;
    }
    let restored = amount.min(u16::from(body.health_max.saturating_sub(body.health))) as u8;
    let remaining = body.health + restored;
    let wound = WoundLevel::from_health(remaining, body.health_max);
    resolver.emit(Event::Healed {
        who,
        cause,
        amount: Some(restored),
        remaining: Some(remaining),
        wound,
    });
}

/// Deals the damage of a zone's hazard, which ignores armour (FACT-ZONE-4).
pub fn deal_hazard_damage(resolver: &mut Resolver, who: CombatantId, pool: DicePool) {
    let amount = resolver.roll_total(&[who], pool);
    lose_health_and_fall_or_die(resolver, who, amount, HealthChangeCause::Hazard, None);
}

/// Returns the means with which a combatant could attack this target, in the order in which they
/// are offered; whether each can be used now is not checked.
pub fn unchecked_attack_means(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
) -> Vec<AttackMeans> {
    let body = fight.body(attacker);
    let weapons = body.gear.iter().filter(|item| item.is_in_hand() && item.weapon.is_some());
    let mut means: Vec<AttackMeans> = weapons.map(|item| AttackMeans::Weapon(item.id)).collect();
    means.push(AttackMeans::Weapon(super::sheet::ItemId::UNARMED));
    let held = fight.body(target).gear.iter().filter(|item| stunts::can_be_dropped(item));
    means.extend(held.map(|item| AttackMeans::Disarm(item.id)));
    means.push(AttackMeans::Grapple);
    means.extend((0..fight.state.manoeuvres.len() as u8).map(AttackMeans::Manoeuvre));
    means
}
