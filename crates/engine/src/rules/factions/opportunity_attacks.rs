//! Opportunity attacks (FACT-OPP).

use super::acts::{Act, Attack};
use super::attacks::{self, AttackMeans, check_attack_means};
use super::damage::possible_attack_means;
use super::prompts::{self, Answer};
use super::reactions::can_make_opportunity_attack;
use super::sheet::OpportunityStance;
use super::state::{AttackOccasion, Event};
use super::zones::{Place, is_active_on_map, place_of};
use super::{Fight, PromptRequest, Resolver, RuleResult, initiative, visibility};
use crate::core::command::Risk;
use crate::core::ids::{CombatantId, Initiator};
use crate::resolution::resolver::DecoyDelay;
use crate::visibility::view::Viewer;

/// FACT-OPP-1: enemies who are nearby now and would not be after the step, and who may answer it
/// with an attack. FACT-GRAP-2: whoever is dragged along is not left.
/// FACT-CHASE-1: leaving the map is such a step (`to` is none).
fn enemies_left_behind(fight: &Fight, mover: CombatantId, to: Option<Place>) -> Vec<CombatantId> {
    let all = fight.iter().map(|(who, _)| who).filter(|who| is_left_behind(fight, *who, mover, to));
    all.filter(|who| opportunity_prompt_if_possible(fight, *who, mover).is_some()).collect()
}

fn is_left_behind(fight: &Fight, who: CombatantId, mover: CombatantId, to: Option<Place>) -> bool {
    let dragged = fight.body(mover).grabbing.filter(|_| to.is_some());
    let (place, from) = (place_of(fight, who), place_of(fight, mover));
    let is_behind = place.is_nearby(from) && to.is_none_or(|to| !place.is_nearby(to));
    is_behind && Some(who) != dragged
}

/// Who may strike at a step, as the mover knows: of enemies they see, whatever those have to strike
/// with. Who is concealed cannot tell who has noticed them.
pub fn movement_risks(fight: &Fight, who: CombatantId, act: &Act) -> Vec<Risk> {
    let to = match act {
        Act::Move { to, .. } => Some(*to),
        Act::Flee => None,
        _ => return Vec::new(),
    };
    if fight.body(who).concealed {
        return Vec::new();
    }
    let viewer = fight.viewer_of(Initiator::Combatant(who));
    let is_seen = |enemy: CombatantId| {
        fight.viewer_knows(viewer, enemy)
            && (viewer == Viewer::Gm || !visibility::is_position_secret(fight, enemy))
    };
    let may = |enemy: &CombatantId| {
        initiative::are_enemies(fight, *enemy, who)
            && is_seen(*enemy)
            && is_left_behind(fight, *enemy, who, to)
            && can_make_opportunity_attack(fight, *enemy, who)
    };
    let all = fight.iter().map(|(enemy, _)| enemy).filter(may);
    fight.build_risk("strike", all).into_iter().collect()
}

/// The question whether an enemy strikes; none where it cannot, or where the mover does not go on.
pub fn opportunity_prompt_if_possible(
    fight: &Fight,
    attacker: CombatantId,
    mover: CombatantId,
) -> Option<PromptRequest> {
    let may = can_go_on(fight, mover)
        && initiative::are_enemies(fight, attacker, mover)
        && can_make_opportunity_attack(fight, attacker, mover);
    let strikes = opportunity_means(fight, attacker, mover).filter(|_| may);
    let mut choices: Vec<Answer> =
        strikes.map(|means| Answer::Strike { means, hold_back: false, stunt: None }).collect();
    if choices.is_empty() {
        return None;
    }
    choices.push(Answer::LetGo);
    Some(prompts::opportunity_prompt(fight, attacker, mover, choices))
}

/// FACT-OPP-2: whether a mover can go on.
fn can_go_on(fight: &Fight, mover: CombatantId) -> bool {
    is_active_on_map(fight, mover) && fight.body(mover).grabbed_by.is_none()
}

/// FACT-OPP-1: any attack that could be made at the mover where the step begins.
fn opportunity_means<'a>(
    fight: &'a Fight,
    attacker: CombatantId,
    mover: CombatantId,
) -> impl Iterator<Item = AttackMeans> + 'a {
    let can = move |means: &AttackMeans| {
        check_attack_means(fight, attacker, mover, *means, false, AttackOccasion::Opportunity)
            .is_ok()
    };
    possible_attack_means(fight, attacker, mover).into_iter().filter(can)
}

/// FACT-OPP-2: the step is held while attacks are resolved from where it began; true when the mover
/// goes on: still active, not grabbed, and not put elsewhere by the GM. FACT-OPP-4: enemies answer
/// separately and are resolved in the order answered, those with the standing order `always` first;
/// one whose attack never starts because the mover is down keeps its turn. With decoys an NPC's
/// standing order is the default of its window, and every step waits as if somebody unseen was
/// asked.
pub fn resolve_opportunity_attacks(
    resolver: &mut Resolver,
    mover: CombatantId,
    to: Option<Place>,
) -> RuleResult<bool> {
    let from = place_of(resolver.fight(), mover);
    let mut open = enemies_left_behind(resolver.fight(), mover, to);
    let goes_on = |fight: &Fight| can_go_on(fight, mover) && place_of(fight, mover) == from;
    let stance = |scene: &Resolver, who: CombatantId| match scene.fight().hides_response_time(who) {
        true => OpportunityStance::Ask,
        false => scene.fight().body(who).stance,
    };
    let mut lull =
        DecoyDelay::new_if_hidden(!resolver.fight().is_hidden_npc(Initiator::Combatant(mover)));
    open.retain(|who| stance(resolver, *who) != OpportunityStance::Never);
    for who in open.clone() {
        if stance(resolver, who) != OpportunityStance::Always {
            continue;
        }
        open.retain(|one| *one != who);
        // What happened meanwhile may have left it nothing to strike with.
        let fight = resolver.fight();
        let first = opportunity_prompt_if_possible(fight, who, mover).filter(|_| goes_on(fight));
        if let Some(answer) = first.and_then(|ask| ask.choices.into_iter().next()) {
            resolve_opportunity_attack(resolver, who, mover, answer)?;
        }
    }
    while goes_on(resolver.fight()) {
        let ask_of = |fight: &Fight, who: CombatantId| {
            Some((who, opportunity_prompt_if_possible(fight, who, mover)?))
        };
        let asks = |fight: &Fight| open.iter().filter_map(|who| ask_of(fight, *who)).collect();
        let Some((who, answer)) = prompts::ask_for_next_answer(resolver, &mut lull, asks)? else {
            break;
        };
        open.retain(|one| *one != who);
        if answer != Answer::LetGo {
            resolve_opportunity_attack(resolver, who, mover, answer)?;
            lull = DecoyDelay::new_if_hidden(
                !resolver.fight().is_hidden_npc(Initiator::Combatant(mover)),
            );
        }
    }
    let goes_on = goes_on(resolver.fight());
    if !goes_on && resolver.fight().get(mover).is_some() {
        resolver.emit(Event::MovementCancelled(mover));
    }
    Ok(goes_on)
}

/// FACT-REACT-2: it costs the turn of this round. FACT-STUNT-1: a stunt may be offered with it.
fn resolve_opportunity_attack(
    resolver: &mut Resolver,
    attacker: CombatantId,
    mover: CombatantId,
    answer: Answer,
) -> RuleResult {
    let Answer::Strike { means, hold_back, stunt } = answer else { return Ok(()) };
    resolver.emit(Event::TurnSpent(attacker));
    let attack = Attack { target: mover, means, hold_back, indirect: false, offered_stunt: stunt };
    attacks::resolve_attack(resolver, attacker, &attack, AttackOccasion::Opportunity)
}
