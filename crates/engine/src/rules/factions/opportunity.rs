//! Opportunity attacks (FACT-OPP).

use super::acts::{Act, Attack};
use super::attacks::{self, Means, check_means};
use super::damage::means_of;
use super::prompts::{self, Answer};
use super::reactions::can_strike;
use super::sheet::Stance;
use super::state::{Note, Occasion};
use super::zones::{Place, place_of, stands};
use super::{Ask, Fight, Scene, Step, initiative, visibility};
use crate::command::Risk;
use crate::ids::{By, CombatantId};
use crate::scene::DecoyWait;
use crate::view::Viewer;

/// FACT-OPP-1: enemies who are nearby now and would not be after the step, and who may answer it
/// with an attack. FACT-GRAP-2: whoever is dragged along is not left.
/// FACT-CHASE-1: leaving the map is such a step (`to` is none).
fn left_behind(fight: &Fight, mover: CombatantId, to: Option<Place>) -> Vec<CombatantId> {
    let all = fight.iter().map(|(who, _)| who).filter(|who| is_left(fight, *who, mover, to));
    all.filter(|who| ask(fight, *who, mover).is_some()).collect()
}

fn is_left(fight: &Fight, who: CombatantId, mover: CombatantId, to: Option<Place>) -> bool {
    let dragged = fight.body(mover).grabbing.filter(|_| to.is_some());
    let (place, from) = (place_of(fight, who), place_of(fight, mover));
    let is_behind = place.is_nearby(from) && to.is_none_or(|to| !place.is_nearby(to));
    is_behind && Some(who) != dragged
}

/// Who may strike at a step, as the mover knows: of enemies they see, whatever those have to strike
/// with. Who is concealed cannot tell who has noticed them.
pub fn risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
    let to = match act {
        Act::Move { to, .. } => Some(*to),
        Act::Flee => None,
        _ => return Vec::new(),
    };
    if fight.body(who).concealed {
        return Vec::new();
    }
    let viewer = fight.viewer_of(By::Combatant(who));
    let is_seen = |enemy: CombatantId| {
        fight.knows(viewer, enemy) && (viewer == Viewer::Gm || !visibility::is_secret(fight, enemy))
    };
    let may = |enemy: &CombatantId| {
        initiative::are_enemies(fight, *enemy, who)
            && is_seen(*enemy)
            && is_left(fight, *enemy, who, to)
            && can_strike(fight, *enemy, who)
    };
    let all = fight.iter().map(|(enemy, _)| enemy).filter(may);
    fight.risk("strike", all).into_iter().collect()
}

/// The question whether an enemy strikes; none where it cannot, or where the mover does not go on.
pub fn ask(fight: &Fight, who: CombatantId, mover: CombatantId) -> Option<Ask> {
    let may = goes_on(fight, mover)
        && initiative::are_enemies(fight, who, mover)
        && can_strike(fight, who, mover);
    let strikes = means(fight, who, mover).filter(|_| may);
    let mut choices: Vec<Answer> =
        strikes.map(|means| Answer::Strike { means, hold_back: false, stunt: None }).collect();
    if choices.is_empty() {
        return None;
    }
    choices.push(Answer::LetGo);
    Some(prompts::opportunity(fight, who, mover, choices))
}

/// FACT-OPP-2: whether a mover can go on.
fn goes_on(fight: &Fight, mover: CombatantId) -> bool {
    stands(fight, mover) && fight.body(mover).grabbed_by.is_none()
}

/// FACT-OPP-1: any attack that could be made at the mover where the step begins.
fn means<'a>(
    fight: &'a Fight,
    who: CombatantId,
    mover: CombatantId,
) -> impl Iterator<Item = Means> + 'a {
    let can = move |means: &Means| {
        check_means(fight, who, mover, *means, false, Occasion::Opportunity).is_ok()
    };
    means_of(fight, who, mover).into_iter().filter(can)
}

/// FACT-OPP-2: the step is held while attacks are resolved from where it began; true when the mover
/// goes on: still active, not grabbed, and not put elsewhere by the GM. FACT-OPP-4: enemies answer
/// separately and are resolved in the order answered, those with the standing order `always` first;
/// one whose attack never starts because the mover is down keeps its turn. With decoys an NPC's
/// standing order is the default of its window, and every step waits as if somebody unseen was
/// asked.
pub fn provoke(scene: &mut Scene, mover: CombatantId, to: Option<Place>) -> Step<bool> {
    let from = place_of(scene.fight(), mover);
    let mut open = left_behind(scene.fight(), mover, to);
    let goes_on = |fight: &Fight| goes_on(fight, mover) && place_of(fight, mover) == from;
    let stance = |scene: &Scene, who: CombatantId| match scene.fight().is_veiled(who) {
        true => Stance::Ask,
        false => scene.fight().body(who).stance,
    };
    let mut lull = DecoyWait::if_hidden(!scene.fight().is_hidden(By::Combatant(mover)));
    open.retain(|who| stance(scene, *who) != Stance::Never);
    for who in open.clone() {
        if stance(scene, who) != Stance::Always {
            continue;
        }
        open.retain(|one| *one != who);
        // What happened meanwhile may have left it nothing to strike with.
        let fight = scene.fight();
        let first = ask(fight, who, mover).filter(|_| goes_on(fight));
        if let Some(answer) = first.and_then(|ask| ask.choices.into_iter().next()) {
            strike(scene, who, mover, answer)?;
        }
    }
    while goes_on(scene.fight()) {
        let ask_of = |fight: &Fight, who: CombatantId| Some((who, ask(fight, who, mover)?));
        let asks = |fight: &Fight| open.iter().filter_map(|who| ask_of(fight, *who)).collect();
        let Some((who, answer)) = prompts::next_answer(scene, &mut lull, asks)? else { break };
        open.retain(|one| *one != who);
        if answer != Answer::LetGo {
            strike(scene, who, mover, answer)?;
            lull = DecoyWait::if_hidden(!scene.fight().is_hidden(By::Combatant(mover)));
        }
    }
    let goes_on = goes_on(scene.fight());
    if !goes_on && scene.fight().get(mover).is_some() {
        scene.note(Note::StepCancelled(mover));
    }
    Ok(goes_on)
}

/// FACT-REACT-2: it costs the turn of this round. FACT-STUNT-1: a stunt may be offered with it.
fn strike(scene: &mut Scene, who: CombatantId, mover: CombatantId, answer: Answer) -> Step {
    let Answer::Strike { means, hold_back, stunt } = answer else { return Ok(()) };
    scene.note(Note::TurnSpent(who));
    let attack = Attack { target: mover, means, hold_back, indirect: false, stunt };
    attacks::attack(scene, who, &attack, Occasion::Opportunity)
}
