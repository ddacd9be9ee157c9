//! Damage and Out of Action (DR12-DMG, DR12-OOA), and the shield that takes a hit (DR12-SHLD).

use super::prompts::{Answer, Question};
use super::sheet::{Item, Name};
use super::state::{Cause, Note, Outcome, Wound};
use super::{Dr12, Fight, Scene, Step, attacks, end, morale, prompts};
use crate::Visibility as _;
use crate::dice::Thrown;
use crate::ids::{By, CombatantId};
use crate::prompt::Threat;
use crate::scene::Stop;

/// "Standing" in the words of the rule text: in the fight, HP above 0, not gone (DR12-OOA-1).
pub fn stands(fight: &Fight, who: CombatantId) -> bool {
    fight.get(who).is_some_and(|one| one.body.is_standing())
}

/// DR12-DMG-1: damage of an attack or spell, doubled first if critical, less the target's AP, not
/// below 0, comes off HP. Gives back the HP lost.
pub fn blow(
    scene: &mut Scene,
    who: CombatantId,
    target: CombatantId,
    dice: Thrown,
    doubled: bool,
) -> Step<u8> {
    let total = if doubled { dice.total() * 2 } else { dice.total() };
    let ap = ap(scene.fight(), target);
    let (dice, armour) = (Some(dice), Some(ap));
    scene.note(Note::DamageRolled { who, target, total, doubled, dice, armour });
    if ap > 0 && total > 0 && !scene.fight().one(target).is_npc() {
        scene.note(Note::ArmourTook(target));
    }
    let loss = total.saturating_sub(u16::from(ap));
    if loss == 0 {
        scene.note(Note::NoLoss { who: target });
        return Ok(0);
    }
    lose(scene, target, loss, Cause::Blow)
}

/// DR12-DMG-2: a Character's AP is what it wears and holds, an NPC's is its field.
fn ap(fight: &Fight, who: CombatantId) -> u8 {
    let one = fight.one(who);
    if one.is_npc() { one.body.ap.min(6) } else { one.body.worn_ap() }
}

/// The worst that an attack may do, doubled (DR12-CRIT-2) and less AP; none where whoever is asked
/// does not know the attacker's weapons.
pub fn threat(
    fight: &Fight,
    who: CombatantId,
    attacker: CombatantId,
    weapon: &Name,
) -> Option<Threat> {
    let viewer = fight.viewer_of(By::Combatant(who));
    let mut attacker = Dr12::seen_body(fight, viewer, fight.get(attacker)?);
    let pool = attacker.items_mut().find(|item| item.name == *weapon)?.weapon.as_ref()?.damage;
    let worst = (pool.most() * 2).saturating_sub(ap(fight, who).into());
    Some(Threat::of(worst, fight.body(who).hp.into()))
}

/// HP are lost, and stay between 0 and hp_max. Who comes to 0 falls; the fight may be decided by
/// it, and then what is running stops ([`Stop::Cut`]). Gives back the HP lost.
pub fn lose(scene: &mut Scene, who: CombatantId, loss: u16, cause: Cause) -> Step<u8> {
    let body = scene.fight().body(who);
    let (hp, hp_max) = (body.hp, body.hp_max);
    let amount = loss.min(u16::from(hp)) as u8;
    let left = hp - amount;
    let wound = Wound::of(left, hp_max);
    scene.note(Note::Lost { who, cause, amount: Some(amount), left: Some(left), wound });
    if left == 0 && hp > 0 {
        fall(scene, who)?;
    }
    morale::suggest(scene);
    Ok(amount)
}

/// DR12-OOA-1: at 0 HP a Character is Out of Action, an NPC is out for good; Ongoing Damage and
/// hindrances of either end.
pub fn fall(scene: &mut Scene, who: CombatantId) -> Step {
    scene.note(Note::Fell(who));
    end::drop_out(scene, who)
}

/// DR12-OOA-2: healing a Character Out of Action counts up from 0 and puts it back on its feet, in
/// its old place in the order. DR12-OOA-1: an NPC at 0 HP stays out.
pub fn heal(scene: &mut Scene, who: CombatantId, amount: u16, cause: Cause) {
    let one = scene.fight().one(who);
    if one.is_npc() && one.body.hp == 0 {
        return;
    }
    let amount = amount.min(u16::from(one.body.hp_max.saturating_sub(one.body.hp))) as u8;
    let left = one.body.hp + amount;
    let wound = Wound::of(left, one.body.hp_max);
    scene.note(Note::Healed { who, cause, amount: Some(amount), left: Some(left), wound });
}

/// DR12-SHLD-1: a Character who failed to avoid an attack while holding an unbroken shield, and is
/// not Paralysed, may sacrifice it before damage is rolled: the shield is destroyed and the attack
/// has no effect at all. Gives back whether it has none. DR12-REF-2: whether it can be is looked at
/// again when it is answered; so is whether there still is an attack.
pub fn shield_takes_it(
    scene: &mut Scene,
    who: CombatantId,
    attacker: CombatantId,
    weapon: &Name,
) -> Step<bool> {
    let fight = scene.fight();
    let Some(shield) = shield_to_give(fight, who) else { return Ok(false) };
    let (item, name) = (shield.id, shield.name.clone());
    let question = Question::Shield { who, attacker, weapon: weapon.clone(), shield: name.clone() };
    let ask = prompts::shield(fight, question, who);
    let answer = scene.ask(ask)?;
    if !attacks::is_under_way(scene.fight(), attacker, who, weapon) {
        return Ok(true);
    }
    let is_there = shield_to_give(scene.fight(), who).is_some_and(|shield| shield.id == item);
    let is_given = is_there && answer == Answer::Sacrifice;
    if is_given {
        scene.note(Note::ShieldSacrificed { who, item, name });
    }
    Ok(is_given)
}

/// DR12-SHLD-1: the unbroken shield that a Character holds and may sacrifice.
pub fn shield_to_give(fight: &Fight, who: CombatantId) -> Option<&Item> {
    let body = fight.body(who);
    let held = body.hands.iter().find(|item| item.is_shield() && !item.is_broken());
    held.filter(|_| fight.settings.shield_sacrifice && body.paralysed.is_none())
}

/// The fight is decided: what is running stops.
pub fn decide(scene: &mut Scene, outcome: Outcome) -> Step {
    scene.note(Note::Decided(outcome));
    Err(Stop::Cut)
}
