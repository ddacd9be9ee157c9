//! Damage and Out of Action (DR12-DMG, DR12-OOA), and the shield that takes a hit (DR12-SHLD).

use super::prompts::{Answer, Question};
use super::sheet::{Item, Name};
use super::state::{Event, HealthChangeCause, Outcome, WoundLevel};
use super::{Dr12, Fight, Resolver, RuleResult, attacks, fight_end, morale, prompts};
use crate::Visibility as _;
use crate::core::dice::DiceRoll;
use crate::core::ids::{CombatantId, Initiator};
use crate::resolution::prompt::ThreatLevel;
use crate::resolution::resolver::Interrupt;

/// "Standing" in the words of the rule text: in the fight, HP above 0, not gone (DR12-OOA-1).
pub fn is_standing(fight: &Fight, who: CombatantId) -> bool {
    fight.get(who).is_some_and(|one| one.body.is_standing())
}

/// DR12-DMG-1: damage of an attack or spell, doubled first if critical, less the target's AP, not
/// below 0, comes off HP. Gives back the HP lost.
pub fn deal_damage(
    resolver: &mut Resolver,
    attacker: CombatantId,
    target: CombatantId,
    dice: DiceRoll,
    is_doubled: bool,
) -> RuleResult<u8> {
    let total = if is_doubled { dice.total() * 2 } else { dice.total() };
    let ap = armour_points(resolver.fight(), target);
    let (dice, armour) = (Some(dice), Some(ap));
    resolver.emit(Event::DamageRolled {
        attacker,
        target,
        total,
        is_doubled,
        dice,
        armour_reduction: armour,
    });
    if ap > 0 && total > 0 && !resolver.fight().combatant(target).is_npc() {
        resolver.emit(Event::ArmourReducedHit(target));
    }
    let loss = total.saturating_sub(u16::from(ap));
    if loss == 0 {
        resolver.emit(Event::NoHealthLost { who: target });
        return Ok(0);
    }
    lose_hp(resolver, target, loss, HealthChangeCause::Attack)
}

/// DR12-DMG-2: a Character's AP is what it wears and holds, an NPC's is its field.
fn armour_points(fight: &Fight, who: CombatantId) -> u8 {
    let one = fight.combatant(who);
    if one.is_npc() { one.body.ap.min(6) } else { one.body.worn_ap() }
}

/// The worst that an attack may do, doubled (DR12-CRIT-2) and less AP; none where whoever is asked
/// does not know the attacker's weapons.
pub fn worst_attack_threat(
    fight: &Fight,
    defender: CombatantId,
    attacker: CombatantId,
    weapon: &Name,
) -> Option<ThreatLevel> {
    let viewer = fight.viewer_of(Initiator::Combatant(defender));
    let mut attacker = Dr12::redact_body(fight, viewer, fight.get(attacker)?);
    let pool = attacker.items_mut().find(|item| item.name == *weapon)?.weapon.as_ref()?.damage;
    let worst = (pool.max_total() * 2).saturating_sub(armour_points(fight, defender).into());
    Some(ThreatLevel::from_damage(worst, fight.body(defender).hp.into()))
}

/// HP are lost, and stay between 0 and hp_max. Who comes to 0 falls; the fight may be decided by
/// it, and then what is running stops ([`Stop::Cut`]). Gives back the HP lost.
pub fn lose_hp(
    resolver: &mut Resolver,
    who: CombatantId,
    loss: u16,
    cause: HealthChangeCause,
) -> RuleResult<u8> {
    let body = resolver.fight().body(who);
    let (hp, hp_max) = (body.hp, body.hp_max);
    let amount = loss.min(u16::from(hp)) as u8;
    let left = hp - amount;
    let wound = WoundLevel::from_hp(left, hp_max);
    resolver.emit(Event::HealthLost {
        who,
        cause,
        amount: Some(amount),
        remaining: Some(left),
        wound,
    });
    if left == 0 && hp > 0 {
        take_out_of_action(resolver, who)?;
    }
    morale::suggest_morale_tests(resolver);
    Ok(amount)
}

/// DR12-OOA-1: at 0 HP a Character is Out of Action, an NPC is out for good; Ongoing Damage and
/// hindrances of either end.
pub fn take_out_of_action(resolver: &mut Resolver, who: CombatantId) -> RuleResult {
    resolver.emit(Event::Fell(who));
    fight_end::resolve_drop_out(resolver, who)
}

/// DR12-OOA-2: healing a Character Out of Action counts up from 0 and puts it back on its feet, in
/// its old place in the order. DR12-OOA-1: an NPC at 0 HP stays out.
pub fn restore_hp(
    resolver: &mut Resolver,
    who: CombatantId,
    amount: u16,
    cause: HealthChangeCause,
) {
    let one = resolver.fight().combatant(who);
    if one.is_npc() && one.body.hp == 0 {
        return;
    }
    let amount = amount.min(u16::from(one.body.hp_max.saturating_sub(one.body.hp))) as u8;
    let left = one.body.hp + amount;
    let wound = WoundLevel::from_hp(left, one.body.hp_max);
    resolver.emit(Event::Healed { who, cause, amount: Some(amount), remaining: Some(left), wound });
}

/// DR12-SHLD-1: a Character who failed to avoid an attack while holding an unbroken shield, and is
/// not Paralysed, may sacrifice it before damage is rolled: the shield is destroyed and the attack
/// has no effect at all. Gives back whether it has none. DR12-REF-2: whether it can be is looked at
/// again when it is answered; so is whether there still is an attack.
pub fn ask_shield_sacrifice(
    resolver: &mut Resolver,
    defender: CombatantId,
    attacker: CombatantId,
    weapon: &Name,
) -> RuleResult<bool> {
    let fight = resolver.fight();
    let Some(shield) = sacrificable_shield(fight, defender) else { return Ok(false) };
    let (item, name) = (shield.id, shield.name.clone());
    let question =
        Question::Shield { who: defender, attacker, weapon: weapon.clone(), shield: name.clone() };
    let ask = prompts::shield_prompt(fight, question, defender);
    let answer = resolver.ask(ask)?;
    if !attacks::is_attack_still_possible(resolver.fight(), attacker, defender, weapon) {
        return Ok(true);
    }
    let is_there =
        sacrificable_shield(resolver.fight(), defender).is_some_and(|shield| shield.id == item);
    let is_given = is_there && answer == Answer::SacrificeShield;
    if is_given {
        resolver.emit(Event::ShieldSacrificed { who: defender, item, name });
    }
    Ok(is_given)
}

/// DR12-SHLD-1: the unbroken shield that a Character holds and may sacrifice.
pub fn sacrificable_shield(fight: &Fight, defender: CombatantId) -> Option<&Item> {
    let body = fight.body(defender);
    let held = body.hands.iter().find(|item| item.is_shield() && !item.is_broken());
    held.filter(|_| fight.settings.shield_sacrifice && body.paralysed.is_none())
}

/// The fight is decided: what is running stops.
pub fn decide_and_interrupt(resolver: &mut Resolver, outcome: Outcome) -> RuleResult {
    resolver.emit(Event::OutcomeDecided(outcome));
    Err(Interrupt::EndAct)
}
