//! Damage and Out of Action (DR12-DMG, DR12-OOA), and the shield that takes a hit (DR12-SHLD).

use super::prompts::{Answer, Question};
use super::sheet::{Item, Name};
use super::state::{Event, HealthChangeCause, Outcome, WoundLevel};
use super::{Fight, Resolver, RuleResult, attacks, fight_end, morale, prompts};
use crate::core::dice::DiceRoll;
use crate::core::ids::{CombatantId, Initiator};
use crate::resolution::prompt::ThreatLevel;
use crate::resolution::resolver::ActProgress;
use crate::resolution::resolver::Interrupt;

/// Returns whether a combatant is in the fight, has HP above 0 and has not fled. The rule text says
/// "standing" for this (DR12-OOA-1).
pub fn is_in_action(fight: &Fight, who: CombatantId) -> bool {
    fight.get_present(who).is_some_and(|combatant| combatant.body.is_in_action())
}

/// Deals the damage of an attack or spell and returns the HP lost. DR12-DMG-1: the dice, doubled
/// first if critical, less the target's AP, not below 0, come off HP. At 0 HP the target falls as
/// in [`lose_hp_and_fall_at_zero`].
pub fn subtract_armour_and_lose_hp(
    resolver: &mut Resolver,
    attacker: CombatantId,
    target: CombatantId,
    dice: DiceRoll,
    is_doubled: bool,
) -> RuleResult<u8> {
    let total = if is_doubled { dice.total() * 2 } else { dice.total() };
    let ap = armour_points(resolver.fight(), target);
    resolver.emit(Event::DamageRolled {
        attacker,
        target,
        total,
        is_doubled,
        dice: Some(dice),
        armour_reduction: Some(ap),
    });
    if ap > 0 && total > 0 && !resolver.fight().combatant(target).is_npc() {
        resolver.emit(Event::ArmourReducedHit(target));
    }
    let loss = total.saturating_sub(u16::from(ap));
    if loss == 0 {
        resolver.emit(Event::NoHealthLost { who: target });
        return Ok(0);
    }
    lose_hp_and_fall_at_zero(resolver, target, loss, HealthChangeCause::Attack)
}

/// Returns a combatant's AP. DR12-DMG-2: a Character's AP is what it wears and holds, an NPC's is
/// its field.
fn armour_points(fight: &Fight, who: CombatantId) -> u8 {
    let combatant = fight.combatant(who);
    if combatant.is_npc() { combatant.body.ap.min(6) } else { combatant.body.worn_ap() }
}

/// Returns how dangerous the worst damage of an attack is to its target: doubled (DR12-CRIT-2) and
/// less AP. `None` if the defender does not know of this weapon of the attacker, or the attacker is
/// gone.
pub fn worst_attack_threat_if_known(
    fight: &Fight,
    defender: CombatantId,
    attacker: CombatantId,
    weapon: &Name,
) -> Option<ThreatLevel> {
    let viewer = fight.viewer_of(Initiator::Combatant(defender));
    let mut known_body = fight.get_present(attacker)?.redact_body_for(viewer);
    let pool = known_body.items_mut().find(|item| item.name == *weapon)?.weapon.as_ref()?.damage;
    let worst_damage = (pool.max_total() * 2).saturating_sub(armour_points(fight, defender).into());
    Some(ThreatLevel::from_damage(worst_damage, fight.body(defender).hp.into()))
}

/// Takes HP from a combatant, not below 0, and returns the HP lost. A combatant that comes to 0 HP
/// falls. If that decides the fight, the running act stops ([`Interrupt::EndAct`]); otherwise
/// morale Tests may be suggested to the GM.
pub fn lose_hp_and_fall_at_zero(
    resolver: &mut Resolver,
    who: CombatantId,
    loss: u16,
    cause: HealthChangeCause,
) -> RuleResult<u8> {
    let body = resolver.fight().body(who);
    let (hp, hp_max) = (body.hp, body.hp_max);
    let amount = loss.min(u16::from(hp)) as u8;
    let remaining = hp - amount;
    let wound = WoundLevel::from_hp(remaining, hp_max);
    resolver.emit(Event::HealthLost {
        who,
        cause,
        amount: Some(amount),
        remaining: Some(remaining),
        wound,
    });
    if remaining == 0 && hp > 0 {
        take_out_of_action(resolver, who)?;
    }
    morale::suggest_due_morale_tests_once(resolver);
    Ok(amount)
}

/// Takes a combatant out. DR12-OOA-1: at 0 HP a Character is Out of Action, an NPC is out for good;
/// Ongoing Damage and hindrances of either end.
pub fn take_out_of_action(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    resolver.emit(Event::Fell(who));
    fight_end::resolve_loss_of_combatant(resolver, who)
}

/// Restores HP, up to the maximum. DR12-OOA-2: a Character Out of Action counts up from 0, and is
/// back in action as soon as it has HP. DR12-OOA-1: does nothing for an NPC at 0 HP, which stays
/// out.
pub fn restore_hp_unless_downed_npc(
    resolver: &mut Resolver,
    who: CombatantId,
    amount: u16,
    cause: HealthChangeCause,
) {
    let combatant = resolver.fight().combatant(who);
    let (hp, hp_max) = (combatant.body.hp, combatant.body.hp_max);
    if combatant.is_npc() && hp == 0 {
        return;
    }
    let restored = amount.min(u16::from(hp_max.saturating_sub(hp))) as u8;
    let remaining = hp + restored;
    resolver.emit(Event::Healed {
        who,
        cause,
        amount: Some(restored),
        remaining: Some(remaining),
        wound: WoundLevel::from_hp(remaining, hp_max),
    });
}

/// Asks a Character whether to sacrifice its shield. The attack is stopped if the shield took it or
/// if it can no longer take place.
///
/// DR12-SHLD-1: a Character who failed to avoid an attack while holding an unbroken shield, and is
/// not Paralysed, may sacrifice it before damage is rolled: the shield is destroyed and the attack
/// has no effect. DR12-REF-2: shield and attack are checked again when the answer comes, since the
/// GM may have changed either meanwhile.
pub fn ask_to_sacrifice_shield(
    resolver: &mut Resolver,
    defender: CombatantId,
    attacker: CombatantId,
    weapon: &Name,
) -> RuleResult<ActProgress> {
    let fight = resolver.fight();
    let Some(shield) = sacrificable_shield(fight, defender) else {
        return Ok(ActProgress::GoesOn);
    };
    let (item, name) = (shield.id, shield.name.clone());
    let question =
        Question::Shield { who: defender, attacker, weapon: weapon.clone(), shield: name.clone() };
    let prompt = prompts::shield_prompt(fight, question, defender);
    let answer = resolver.ask(prompt)?;
    if !attacks::is_attack_still_possible(resolver.fight(), attacker, defender, weapon) {
        return Ok(ActProgress::Stopped);
    }
    let is_still_possible =
        sacrificable_shield(resolver.fight(), defender).is_some_and(|shield| shield.id == item);
    let is_sacrificed = is_still_possible && answer == Answer::SacrificeShield;
    if is_sacrificed {
        resolver.emit(Event::ShieldSacrificed { who: defender, item, name });
        return Ok(ActProgress::Stopped);
    }
    Ok(ActProgress::GoesOn)
}

/// Returns the unbroken shield that a Character holds and may sacrifice (DR12-SHLD-1).
pub fn sacrificable_shield(fight: &Fight, defender: CombatantId) -> Option<&Item> {
    let body = fight.body(defender);
    let held = body.hands.iter().find(|item| item.is_shield() && !item.is_broken());
    held.filter(|_| fight.settings.shield_sacrifice && body.paralysed.is_none())
}

/// Records the outcome of the fight and stops the running act.
///
/// # Errors
/// Always returns [`Interrupt::EndAct`].
pub fn decide_and_interrupt(resolver: &mut Resolver, outcome: Outcome) -> RuleResult {
    resolver.emit(Event::OutcomeDecided(outcome));
    Err(Interrupt::EndAct)
}
