//! Stunts and non-lethal attacks (FACT-STUNT, FACT-NL).

use super::attacks::{Means, Strike};
use super::prompts::{self, Answer, Question};
use super::sheet::{Ability, Item};
use super::state::{At, Note, Purpose};
use super::zones::{are_nearby, place_of};
use super::{Fight, Scene, Step, saves};
use crate::ids::CombatantId;
use crate::why::Why;

/// FACT-STUNT-1: the GM must approve of an offer; refused, the attack simply goes on. FACT-STUNT-2:
/// the target then accepts (no damage, no reaction by anybody, no turn spent) or declines. True
/// when it is accepted.
pub fn offer(scene: &mut Scene, who: CombatantId, target: CombatantId, text: &str) -> Step<bool> {
    let text = text.to_string();
    scene.note(Note::StuntOffered { who, target, text: text.clone() });
    let question = Question::StuntApproval { who, target, text: text.clone() };
    let ask = prompts::approval(scene.fight(), question);
    let Some(answer) = scene.ask_open(ask)? else { return Ok(false) };
    if answer != Answer::Approve {
        scene.note(Note::StuntRefused { who, target });
        return Ok(false);
    }
    let question = Question::Stunt { who: target, attacker: who, text: text.clone() };
    let choices = vec![Answer::Accept, Answer::Decline];
    let ask = prompts::window(scene.fight(), target, question, choices);
    let Some(answer) = scene.ask_open(ask)? else { return Ok(false) };
    if answer != Answer::Accept {
        scene.note(Note::StuntDeclined { who, target });
        return Ok(false);
    }
    scene.note(Note::StuntTaken { who, target, text });
    Ok(true)
}

/// A held weapon that a hand can lose.
pub fn can_be_dropped(item: &Item) -> bool {
    item.held && !item.natural && item.weapon.is_some()
}

/// FACT-NL-1: it hits like a melee attack. FACT-NL-3: a disarm names a held weapon; what the GM
/// added must be there. FACT-GRAP-1: who is grabbed already cannot be grabbed again.
pub fn check_non_lethal(
    fight: &Fight,
    who: CombatantId,
    target: CombatantId,
    means: Means,
) -> Result<(), Why> {
    let bad = |rule| Err(Why::new("bad-target", rule).about(target));
    let body = fight.body(target);
    if !body.is_active() {
        return bad("FACT-NL-1");
    }
    match means {
        Means::Disarm(item) if !body.item(item).is_some_and(can_be_dropped) => {
            return bad("FACT-NL-3");
        }
        Means::Grapple if body.grabbed_by.is_some() => return bad("FACT-GRAP-1"),
        Means::Manoeuvre(kind) if usize::from(kind) >= fight.state.manoeuvres.len() => {
            return bad("FACT-NL-3");
        }
        _ => {}
    }
    if are_nearby(fight, who, target) {
        Ok(())
    } else {
        Err(Why::new("not-nearby", "FACT-NL-1").about(target))
    }
}

/// FACT-NL-1: after reactions the target makes a save or suffers the effect; true when it passes.
/// FACT-NL-3: disarm: STR; what the GM added: as the GM said. FACT-GRAP-1: grapple: STR.
pub fn resist(scene: &mut Scene, strike: &Strike, target: CombatantId) -> bool {
    if !scene.fight().body(target).is_active() {
        return false;
    }
    let (ability, purpose) = match strike.means {
        Means::Disarm(_) => (Ability::Str, Purpose::Disarm),
        Means::Manoeuvre(kind) => {
            let known = scene.fight().state.manoeuvres.get(usize::from(kind));
            (known.map_or(Ability::Str, |one| one.save), Purpose::Manoeuvre)
        }
        Means::Grapple | Means::Weapon(_) => (Ability::Str, Purpose::Grapple),
    };
    saves::roll(scene, target, ability, purpose)
}

/// FACT-NL-3: a disarmed weapon drops in the target's zone. FACT-GRAP-1: grabbed. A guard who took
/// the place of the target loses the first weapon it holds.
pub fn take_effect(scene: &mut Scene, strike: &Strike, target: CombatantId) {
    let fight = scene.fight();
    let body = fight.body(target);
    match strike.means {
        Means::Disarm(item) => {
            let own = body.item(item).filter(|item| can_be_dropped(item));
            let any = || body.gear.iter().find(|item| can_be_dropped(item));
            let Some(dropped) = own.or_else(any) else { return };
            let (item, name) = (dropped.id, dropped.name.clone());
            let to = At::Floor(place_of(fight, target).zone);
            scene.note(Note::ItemMoved { item, name, by: target, from: At::With(target), to });
        }
        Means::Grapple => {
            let is_possible = body.grabbed_by.is_none()
                && body.is_active()
                && fight.body(strike.who).is_active()
                && are_nearby(fight, strike.who, target);
            if is_possible {
                scene.note(Note::Grabbed { who: target, by: strike.who });
            }
        }
        Means::Manoeuvre(kind) => {
            let known = fight.state.manoeuvres.get(usize::from(kind));
            let text = known.map_or_else(String::new, |one| one.effect.clone());
            scene.note(Note::Effect { who: target, text });
        }
        Means::Weapon(_) => {}
    }
}
