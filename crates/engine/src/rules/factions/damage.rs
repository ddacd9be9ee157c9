//! Damage (FACT-DMG), and how an attack and its counter meet (FACT-REACT-6).

use super::attacks::{AttackInProgress, AttackManner, AttackMeans};
use super::sheet::{Ability, DicePool};
use super::state::{Event, HealthChangeCause, SavePurpose, WoundLevel};
use super::stunts;
use super::{Factions, Fight, Resolver, gear, grapple, initiative, protection, saves, sneaking};
use crate::Visibility as _;
use crate::core::ids::{CombatantId, Initiator};
use crate::resolution::prompt::ThreatLevel;

/// A damage die that has fallen, and what would be suffered of it.
struct RolledDamage<'a> {
    attack: &'a AttackInProgress,
    target: CombatantId,
    face: u8,
    damage_after_armour: u8,
}

/// FACT-CORE-3: what waits until all damage of an attack is done.
#[derive(Default)]
pub struct DeferredEffects<'a> {
    /// Non-lethal attacks that have hit.
    non_lethal_hits: Vec<(&'a AttackInProgress, CombatantId)>,
    /// Hits with a coated weapon that cost health.
    poison_hits: Vec<(&'a AttackInProgress, CombatantId)>,
}

impl DeferredEffects<'_> {
    /// FACT-NL-2: a non-lethal attack comes last, and only if its user is still active; the saves
    /// against two of them are rolled and applied at the same time. FACT-CORE-3: then poison.
    pub fn resolve_deferred(self, resolver: &mut Resolver) {
        let mut failed = self.non_lethal_hits;
        failed.retain(|(strike, target)| {
            is_active_or_record_attack_lost(resolver, strike)
                && !stunts::roll_to_resist(resolver, strike, *target)
        });
        for (strike, target) in failed {
            stunts::apply_non_lethal_effect(resolver, strike, target);
        }
        for (strike, target) in self.poison_hits {
            let is_alive = !resolver.fight().body(target).dead;
            if is_alive && !saves::roll_save(resolver, target, Ability::Str, SavePurpose::Poison) {
                let face = resolver.roll_die(4);
                resolver.emit(Event::PoisonRolled { who: target, face });
                lose_health(resolver, target, face.into(), HealthChangeCause::Poison, Some(strike));
            }
        }
    }
}

/// An attack lands that nobody has answered: damage, or the effect of a non-lethal one.
pub fn deal_damage_or_defer_effect<'a>(
    resolver: &mut Resolver,
    attack: &'a AttackInProgress,
    target: CombatantId,
    deferred: &mut DeferredEffects<'a>,
) {
    if attack.means.is_lethal() {
        let blow = roll_damage(resolver, attack, target);
        apply_rolled_damage(resolver, &blow, deferred);
    } else {
        deferred.non_lethal_hits.push((attack, target));
    }
}

/// FACT-ATK-4: damage is the weapon's die. FACT-DMG-1: less the armour value of the target, at
/// least 0. FACT-GEAR-1: the die having been rolled is enough for the weapon to break.
fn roll_damage<'a>(
    resolver: &mut Resolver,
    attack: &'a AttackInProgress,
    target: CombatantId,
) -> RolledDamage<'a> {
    let is_impaired = protection::is_damage_impaired(resolver.fight(), attack, target);
    let die = if is_impaired { 4 } else { attack.weapon().map_or(4, |weapon| weapon.damage_die) };
    let face = resolver.roll_die(die);
    let armour = protection::total_armour(resolver.fight(), attack, target);
    let (who, shown) = (attack.attacker, Some(armour));
    resolver.emit(Event::DamageRolled {
        attacker: who,
        target,
        die,
        face,
        is_impaired,
        armour_reduction: shown,
    });
    let suffered = face.saturating_sub(armour);
    gear::destroy_damaged_weapon_on_one(resolver, attack, face);
    RolledDamage { attack, target, face, damage_after_armour: suffered }
}

/// The worst that a weapon may do, less armour that is worn; none where whoever is asked does not
/// know the attacker's weapons, or where it is no weapon.
pub fn worst_attack_threat(
    fight: &Fight,
    defender: CombatantId,
    attacker: CombatantId,
    manner: &AttackManner,
) -> Option<ThreatLevel> {
    let AttackManner::Weapon(name) = manner else { return None };
    let viewer = fight.viewer_of(Initiator::Combatant(defender));
    let attacker = Factions::redact_body(fight, viewer, fight.get(attacker)?);
    let arm = attacker.gear.iter().find(|item| item.name == *name)?;
    let die = arm.weapon.as_ref()?.damage_die;
    let body = fight.body(defender);
    let worst = die.saturating_sub(body.worn_armour_value());
    Some(ThreatLevel::from_damage(worst.into(), body.health.into()))
}

/// A blow lands: FACT-GEAR-2 (what it destroys), FACT-DMG-1 (health drops). The poison on a weapon
/// is used up by the first hit that costs health.
fn apply_rolled_damage<'a>(
    resolver: &mut Resolver,
    damage: &RolledDamage<'a>,
    deferred: &mut DeferredEffects<'a>,
) {
    let RolledDamage { attack: strike, target, face, damage_after_armour: suffered } = *damage;
    gear::record_protection_use_and_breakage(resolver, target, face);
    let lost =
        lose_health(resolver, target, suffered.into(), HealthChangeCause::Attack, Some(strike));
    let arm = strike
        .weapon_item
        .as_ref()
        .and_then(|arm| resolver.fight().body(strike.attacker).find_item(arm.id));
    if let Some(arm) = arm.filter(|arm| arm.is_coated && lost > 0) {
        let (who, item, name) = (strike.attacker, arm.id, arm.name.clone());
        resolver.emit(Event::CoatingSet { who, item, name, is_on: false });
        deferred.poison_hits.push((strike, target));
    }
}

/// FACT-REACT-6: both roll damage together; whoever would suffer more is hit first, and if no
/// longer active by that, their own attack does not land; equal amounts hit both. FACT-BLAST-6: an
/// attacker who is down before the counter lands strikes all the same.
pub fn resolve_clash<'a>(
    resolver: &mut Resolver,
    attack: &'a AttackInProgress,
    counter: &'a AttackInProgress,
    target: CombatantId,
    deferred: &mut DeferredEffects<'a>,
) {
    let (attacker, defender) = (attack.attacker, target);
    if !attack.means.is_lethal() || !counter.means.is_lethal() {
        deal_damage_or_defer_effect(resolver, attack, defender, deferred);
        deal_damage_or_defer_effect(resolver, counter, attacker, deferred);
        return;
    }
    let first = roll_damage(resolver, attack, defender);
    let second = roll_damage(resolver, counter, attacker);
    let are_equal = first.damage_after_armour == second.damage_after_armour;
    let is_counter_first = second.damage_after_armour > first.damage_after_armour;
    let (first, second) = if is_counter_first { (second, first) } else { (first, second) };
    let was_active = resolver.fight().body(second.attack.attacker).is_active();
    apply_rolled_damage(resolver, &first, deferred);
    if are_equal || !was_active || is_active_or_record_attack_lost(resolver, second.attack) {
        apply_rolled_damage(resolver, &second, deferred);
    }
}

/// FACT-REACT-6: whether somebody who was hit first is still active; noted where not.
fn is_active_or_record_attack_lost(resolver: &mut Resolver, attack: &AttackInProgress) -> bool {
    let is_active = resolver.fight().body(attack.attacker).is_active();
    if !is_active {
        resolver.emit(Event::AttackLost(attack.attacker));
    }
    is_active
}

/// FACT-DMG-1: health drops, not below 0. FACT-DMG-2: at 0 a character is incapacitated and lets go
/// of what it grabs. FACT-DMG-3: if what is left over after reaching 0 is at least `health_max`, it
/// is dead instead; FACT-ATK-6: unless the attacker held back. FACT-SURR-2: who had surrendered and
/// is hurt by an enemy fights again. FACT-SNEAK-4: being hurt reveals. Gives back the health lost.
pub fn lose_health(
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
    let left_over = amount - u16::from(lost);
    let left = health - lost;
    let wound = WoundLevel::from_health(left, health_max);
    let (by, amount, left_now) = (attack.map(|strike| strike.attacker), Some(lost), Some(left));
    resolver.emit(Event::HealthLost {
        who,
        attacker: by,
        cause,
        amount,
        remaining: left_now,
        wound,
    });
    let is_spared = attack.is_some_and(|strike| strike.hold_back);
    if left == 0 && left_over >= u16::from(health_max) && !is_spared {
        kill_combatant(resolver, who);
    } else if left == 0 && health > 0 {
        resolver.emit(Event::Fell(who));
    }
    if was_active && left == 0 {
        grapple::end_holds(resolver, who);
    }
    let is_enemy = |by| initiative::are_enemies(resolver.fight(), by, who);
    if had_surrendered && lost > 0 && !resolver.fight().body(who).dead && by.is_some_and(is_enemy) {
        resolver.emit(Event::Rallied(who));
    }
    sneaking::reveal_if_concealed(resolver, who);
    lost
}

/// FACT-DMG-3, FACT-ATK-7: dead.
pub fn kill_combatant(resolver: &mut Resolver, who: CombatantId) {
    resolver.emit(Event::Died(who));
    grapple::end_holds(resolver, who);
}

/// FACT-DMG-2: healed to 1 or more, a character is active again.
pub fn restore_health(
    resolver: &mut Resolver,
    who: CombatantId,
    amount: u16,
    cause: HealthChangeCause,
) {
    let body = resolver.fight().body(who);
    if body.dead {
        return;
    }
    let amount = amount.min(u16::from(body.health_max.saturating_sub(body.health))) as u8;
    let left = body.health + amount;
    let wound = WoundLevel::from_health(left, body.health_max);
    resolver.emit(Event::Healed { who, cause, amount: Some(amount), remaining: Some(left), wound });
}

/// FACT-ZONE-4: a zone's hazard ignores armour.
pub fn deal_hazard_damage(resolver: &mut Resolver, who: CombatantId, pool: DicePool) {
    let amount = resolver.roll_total(pool);
    lose_health(resolver, who, amount, HealthChangeCause::Hazard, None);
}

/// The means with which one may counter or strike out of turn, in the order they are offered.
pub fn possible_attack_means(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
) -> Vec<AttackMeans> {
    let body = fight.body(attacker);
    let arms = body.gear.iter().filter(|item| item.is_in_hand() && item.weapon.is_some());
    let mut all: Vec<AttackMeans> = arms.map(|item| AttackMeans::Weapon(item.id)).collect();
    all.push(AttackMeans::Weapon(super::sheet::ItemId::UNARMED));
    let held = fight.body(target).gear.iter().filter(|item| stunts::can_be_dropped(item));
    all.extend(held.map(|item| AttackMeans::Disarm(item.id)));
    all.push(AttackMeans::Grapple);
    all.extend((0..fight.state.manoeuvres.len() as u8).map(AttackMeans::Manoeuvre));
    all
}
