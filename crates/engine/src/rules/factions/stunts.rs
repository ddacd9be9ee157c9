//! Stunts and non-lethal attacks (FACT-STUNT, FACT-NL).

use super::attacks::{AttackInProgress, AttackMeans};
use super::prompts::{self, Answer, Question};
use super::sheet::{Ability, Item};
use super::state::{Event, ItemLocation, SavePurpose};
use super::zones::{are_nearby, place_of};
use super::{Fight, Resolver, RuleResult, saves};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// FACT-STUNT-1: the GM must approve of an offer; refused, the attack simply goes on. FACT-STUNT-2:
/// the target then accepts (no damage, no reaction by anybody, no turn spent) or declines. True
/// when it is accepted.
pub fn ask_to_approve_and_accept_stunt(
    resolver: &mut Resolver,
    attacker: CombatantId,
    target: CombatantId,
    text: &str,
) -> RuleResult<bool> {
    let text = text.to_string();
    resolver.emit(Event::StuntOffered { who: attacker, target, text: text.clone() });
    let question = Question::StuntApproval { who: attacker, target, text: text.clone() };
    let ask = prompts::gm_approval_prompt(resolver.fight(), question);
    let Some(answer) = resolver.ask_unless_obsolete(ask)? else { return Ok(false) };
    if answer != Answer::Approve {
        resolver.emit(Event::StuntRefused { who: attacker, target });
        return Ok(false);
    }
    let question = Question::Stunt { who: target, attacker, text: text.clone() };
    let choices = vec![Answer::Accept, Answer::Decline];
    let ask = prompts::combatant_prompt(resolver.fight(), target, question, choices);
    let Some(answer) = resolver.ask_unless_obsolete(ask)? else { return Ok(false) };
    if answer != Answer::Accept {
        resolver.emit(Event::StuntDeclined { who: attacker, target });
        return Ok(false);
    }
    resolver.emit(Event::StuntAccepted { who: attacker, target, text });
    Ok(true)
}

/// A held weapon that a hand can lose.
pub fn can_be_dropped(item: &Item) -> bool {
    item.is_held && !item.is_natural && item.weapon.is_some()
}

/// FACT-NL-1: it hits like a melee attack. FACT-NL-3: a disarm names a held weapon; what the GM
/// added must be there. FACT-GRAP-1: who is grabbed already cannot be grabbed again.
pub fn check_non_lethal_attack(
    fight: &Fight,
    attacker: CombatantId,
    target: CombatantId,
    means: AttackMeans,
) -> Result<(), RefusalReason> {
    let bad = |rule| Err(RefusalReason::new("bad-target", rule).with_combatant(target));
    let body = fight.body(target);
    if !body.is_active() {
        return bad("FACT-NL-1");
    }
    match means {
        AttackMeans::Disarm(item) if !body.find_item(item).is_some_and(can_be_dropped) => {
            return bad("FACT-NL-3");
        }
        AttackMeans::Grapple if body.grabbed_by.is_some() => return bad("FACT-GRAP-1"),
        AttackMeans::Manoeuvre(kind) if usize::from(kind) >= fight.state.manoeuvres.len() => {
            return bad("FACT-NL-3");
        }
        _ => {}
    }
    if are_nearby(fight, attacker, target) {
        Ok(())
    } else {
        Err(RefusalReason::new("not-nearby", "FACT-NL-1").with_combatant(target))
    }
}

/// FACT-NL-1: after reactions the target makes a save or suffers the effect; true when it passes.
/// FACT-NL-3: disarm: STR; what the GM added: as the GM said. FACT-GRAP-1: grapple: STR.
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
        AttackMeans::Manoeuvre(kind) => {
            let known = resolver.fight().state.manoeuvres.get(usize::from(kind));
            (known.map_or(Ability::Str, |one| one.save_ability), SavePurpose::Manoeuvre)
        }
        AttackMeans::Grapple | AttackMeans::Weapon(_) => (Ability::Str, SavePurpose::Grapple),
    };
    saves::roll_save(resolver, target, ability, purpose)
}

/// FACT-NL-3: a disarmed weapon drops in the target's zone. FACT-GRAP-1: grabbed. A guard who took
/// the place of the target loses the first weapon it holds.
pub fn apply_non_lethal_effect(
    resolver: &mut Resolver,
    attack: &AttackInProgress,
    target: CombatantId,
) {
    let fight = resolver.fight();
    let body = fight.body(target);
    match attack.means {
        AttackMeans::Disarm(item) => {
            let own = body.find_item(item).filter(|item| can_be_dropped(item));
            let any = || body.gear.iter().find(|item| can_be_dropped(item));
            let Some(dropped) = own.or_else(any) else { return };
            let (item, name) = (dropped.id, dropped.name.clone());
            let to = ItemLocation::InZone(place_of(fight, target).zone);
            resolver.emit(Event::ItemMoved {
                item,
                name,
                actor: target,
                from: ItemLocation::CarriedBy(target),
                to,
            });
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
        AttackMeans::Manoeuvre(kind) => {
            let known = fight.state.manoeuvres.get(usize::from(kind));
            let text = known.map_or_else(String::new, |one| one.effect.clone());
            resolver.emit(Event::EffectDescribed { who: target, text });
        }
        AttackMeans::Weapon(_) => {}
    }
}
