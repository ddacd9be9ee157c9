//! Stunts and non-lethal attacks (FACT-STUNT, FACT-NL).

use super::attacks::{AttackInProgress, AttackMeans};
use super::prompts::{self, Answer, Question};
use super::sheet::{Ability, Item};
use super::state::{Event, ItemLocation, SavePurpose};
use super::zones::{are_nearby, place_of};
use super::{Fight, Resolver, RuleResult, saves};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// Asks GM and target about an offered stunt. Returns whether the target accepts it. FACT-STUNT-1:
/// the GM must approve of an offer; if refused, the attack goes on. FACT-STUNT-2: the target then
/// accepts (no damage, no reaction by anybody, no turn spent) or declines.
pub fn ask_to_approve_and_accept_stunt(
    resolver: &mut Resolver,
    attacker: CombatantId,
    target: CombatantId,
    text: &str,
) -> RuleResult<bool> {
    let text = text.to_string();
    resolver.emit(Event::StuntOffered { who: attacker, target, text: text.clone() });
    let question = Question::StuntApproval { who: attacker, target, text: text.clone() };
    let prompt = prompts::gm_approval_prompt(resolver.fight(), question);
    let Some(answer) = resolver.ask_and_drop_if_obsolete(prompt)? else { return Ok(false) };
    if answer != Answer::Approve {
        resolver.emit(Event::StuntRefused { who: attacker, target });
        return Ok(false);
    }
    let question = Question::Stunt { who: target, attacker, text: text.clone() };
    let choices = vec![Answer::Accept, Answer::Decline];
    let prompt =
        prompts::combatant_prompt_with_last_as_default(resolver.fight(), target, question, choices);
    let Some(answer) = resolver.ask_and_drop_if_obsolete(prompt)? else { return Ok(false) };
    if answer != Answer::Accept {
        resolver.emit(Event::StuntDeclined { who: attacker, target });
        return Ok(false);
    }
    resolver.emit(Event::StuntAccepted { who: attacker, target, text });
    Ok(true)
}

/// Returns whether an item is a held weapon that a hand can lose.
pub fn can_be_dropped(item: &Item) -> bool {
    item.is_held && !item.is_natural && item.weapon.is_some()
}

/// Refuses a non-lethal attack that cannot be made. FACT-NL-1: it hits like a melee attack.
/// FACT-NL-3: a disarm names a held weapon; a manoeuvre must be one that the GM added. FACT-GRAP-1:
/// a grabbed combatant cannot be grabbed again.
pub fn check_non_lethal_attack(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
    means: AttackMeans,
) -> Result<(), RefusalReason> {
    let refuse_target = |rule| Err(RefusalReason::new("bad-target", rule).with_combatant(target));
    let body = fight.body(target);
    if !body.is_active() {
        return refuse_target("FACT-NL-1");
    }
    match means {
        AttackMeans::Disarm(item) if !body.find_item(item).is_some_and(can_be_dropped) => {
            return refuse_target("FACT-NL-3");
        }
        AttackMeans::Grapple if body.grabbed_by.is_some() => return refuse_target("FACT-GRAP-1"),
        AttackMeans::Manoeuvre(index) if usize::from(index) >= fight.state.manoeuvres.len() => {
            return refuse_target("FACT-NL-3");
        }
        _ => {}
    }
    let reason = RefusalReason::new("not-nearby", "FACT-NL-1").with_combatant(target);
    reason.refuse_unless(are_nearby(fight, attacker, target))
}

/// Rolls the target's save against a non-lethal attack and returns whether it passes; false without
/// a roll if the target is no longer active. FACT-NL-1: the save comes after reactions; on a fail
/// the target suffers the effect. FACT-NL-3: a disarm needs STR, a manoeuvre the ability that the
/// GM named. FACT-GRAP-1: a grapple needs STR.
pub fn roll_to_resist(
    resolver: &mut Resolver,
    attack: &AttackInProgress,
    target: CombatantId,
) -> bool {
    if !resolver.fight().body(target).is_active() {
        return false;
    }
    let (ability, purpose) = match attack.means {
        AttackMeans::Disarm(_) => (Ability::Str, SavePurpose::Disarm),
        AttackMeans::Manoeuvre(index) => {
            let manoeuvre = resolver.fight().state.manoeuvres.get(usize::from(index));
            (
                manoeuvre.map_or(Ability::Str, |manoeuvre| manoeuvre.save_ability),
                SavePurpose::Manoeuvre,
            )
        }
        AttackMeans::Grapple | AttackMeans::Weapon(_) => (Ability::Str, SavePurpose::Grapple),
    };
    saves::roll_d20_save(resolver, target, ability, purpose)
}

/// Applies the effect of a non-lethal attack. FACT-NL-3: a disarmed weapon drops in the target's
/// zone; a guard who took the target's place loses the first weapon it holds. FACT-GRAP-1: a
/// grappled target is grabbed.
pub fn apply_non_lethal_effect(
    resolver: &mut Resolver,
    attack: &AttackInProgress,
    target: CombatantId,
) {
    let fight = resolver.fight();
    let body = fight.body(target);
    match attack.means {
        AttackMeans::Disarm(item) => {
            let named_weapon = body.find_item(item).filter(|item| can_be_dropped(item));
            let first_weapon = || body.gear.iter().find(|item| can_be_dropped(item));
            let Some(dropped) = named_weapon.or_else(first_weapon) else { return };
            let (item, name) = (dropped.id, dropped.name.clone());
            let to = ItemLocation::InZone(place_of(fight, target).zone);
            let from = ItemLocation::CarriedBy(target);
            resolver.emit(Event::ItemMoved { item, name, actor: target, from, to });
        }
        AttackMeans::Grapple => {
            let is_possible = body.grabbed_by.is_none()
                && body.is_active()
                && fight.body(attack.attacker).is_active()
                && are_nearby(fight, attack.attacker, target);
            if is_possible {
                resolver.emit(Event::Grabbed { who: target, grabber: attack.attacker });
            }
        }
        AttackMeans::Manoeuvre(index) => {
            let manoeuvre = fight.state.manoeuvres.get(usize::from(index));
            let text = manoeuvre.map_or_else(String::new, |manoeuvre| manoeuvre.effect.clone());
            resolver.emit(Event::EffectDescribed { who: target, text });
        }
        AttackMeans::Weapon(_) => {}
    }
}
