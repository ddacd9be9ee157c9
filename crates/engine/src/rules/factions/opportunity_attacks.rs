//! Opportunity attacks (FACT-OPP).

use super::acts::{Act, Attack};
use super::attacks::{self, AttackMeans, Trajectory, check_attack_means};
use super::damage::unchecked_attack_means;
use super::prompts::{self, Answer};
use super::reactions::can_make_opportunity_attack;
use super::sheet::OpportunityStance;
use super::state::{AttackOccasion, Event};
use super::zones::{Place, is_active_on_map, place_of};
use super::{Fight, PromptRequest, Resolver, RuleResult, initiative, visibility};
use crate::core::command::Risk;
use crate::core::ids::{CombatantId, Initiator};
use crate::resolution::resolver::{ActProgress, DecoyDelay};
use crate::visibility::view::Viewer;

/// Returns the enemies who may answer a step with an attack. FACT-OPP-1: they are nearby now and
/// would not be after the step. FACT-GRAP-2: a combatant dragged along is not left behind.
/// FACT-CHASE-1: leaving the map is such a step (`to` is `None`).
fn enemies_able_to_attack_leaver(
    fight: &Fight,
    mover: CombatantId,
    to: Option<Place>,
) -> Vec<CombatantId> {
    let left_behind = fight.present_ids().filter(|who| is_left_behind(fight, *who, mover, to));
    left_behind.filter(|who| opportunity_prompt_if_possible(fight, *who, mover).is_some()).collect()
}

/// Returns whether `who` is nearby the mover now, but no longer after its step to `to` (`None`: off
/// the map). False for the grabbed combatant whom the mover drags along.
fn is_left_behind(fight: &Fight, who: CombatantId, mover: CombatantId, to: Option<Place>) -> bool {
    let dragged = fight.body(mover).grabbing.filter(|_| to.is_some());
    let (place, from) = (place_of(fight, who), place_of(fight, mover));
    let is_behind = place.is_nearby(from) && to.is_none_or(|to| !place.is_nearby(to));
    is_behind && Some(who) != dragged
}

/// Returns the risk of opportunity attacks that the mover knows of: by enemies it sees, whatever
/// they have to attack with. A concealed mover gets none, as it cannot tell who has noticed it.
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
    let may_attack = |enemy: &CombatantId| {
        initiative::are_enemies(fight, *enemy, who)
            && is_seen(*enemy)
            && is_left_behind(fight, *enemy, who, to)
            && can_make_opportunity_attack(fight, *enemy, who)
    };
    let attackers = fight.present_ids().filter(may_attack);
    fight.build_risk("strike", attackers).into_iter().collect()
}

/// Builds the question whether an enemy attacks; `None` if it cannot, or if the mover does not go
/// on.
pub fn opportunity_prompt_if_possible(
    fight: &Fight,
    attacker: CombatantId,
    mover: CombatantId,
) -> Option<PromptRequest> {
    let can_attack = can_go_on(fight, mover)
        && initiative::are_enemies(fight, attacker, mover)
        && can_make_opportunity_attack(fight, attacker, mover);
    let means = legal_means_for_opportunity_attack(fight, attacker, mover).filter(|_| can_attack);
    let mut choices: Vec<Answer> =
        means.map(|means| Answer::Strike { means, hold_back: false, stunt: None }).collect();
    if choices.is_empty() {
        return None;
    }
    choices.push(Answer::LetGo);
    Some(prompts::opportunity_prompt(fight, attacker, mover, choices))
}

/// Returns whether a mover can go on (FACT-OPP-2).
fn can_go_on(fight: &Fight, mover: CombatantId) -> bool {
    is_active_on_map(fight, mover) && fight.body(mover).grabbed_by.is_none()
}

/// Returns the attacks that could be made at the mover where the step begins (FACT-OPP-1).
fn legal_means_for_opportunity_attack<'a>(
    fight: &'a Fight,
    attacker: CombatantId,
    mover: CombatantId,
) -> impl Iterator<Item = AttackMeans> + 'a {
    let is_possible = move |means: &AttackMeans| {
        let occasion = AttackOccasion::Opportunity;
        check_attack_means(fight, attacker, mover, *means, Trajectory::Direct, occasion).is_ok()
    };
    unchecked_attack_means(fight, attacker, mover).into_iter().filter(is_possible)
}

/// Resolves the opportunity attacks on a step, from the place where it began, which may stop
/// the mover.
///
/// FACT-OPP-2: it goes on if it is still active, not grabbed, and not placed elsewhere by the GM.
/// FACT-OPP-4: enemies answer separately and are resolved in the order answered, those with the
/// standing order `always` first; an enemy whose attack never starts because the mover is down
/// keeps its turn. In fights with decoys an NPC's standing order is the default of its window, and
/// every step waits as if somebody unseen was asked.
pub fn ask_and_resolve_opportunity_attacks(
    resolver: &mut Resolver,
    mover: CombatantId,
    to: Option<Place>,
) -> RuleResult<ActProgress> {
    let from = place_of(resolver.fight(), mover);
    let mut attackers = enemies_able_to_attack_leaver(resolver.fight(), mover, to);
    let mut decoy_delay = decoy_delay_of_step(resolver.fight(), mover);
    attackers.retain(|who| effective_stance(resolver.fight(), *who) != OpportunityStance::Never);
    resolve_attacks_by_standing_order(resolver, mover, from, &mut attackers)?;
    while can_go_on_from(resolver.fight(), mover, from) {
        let make_prompts = |fight: &Fight| {
            let mut prompts = Vec::new();
            for who in attackers.iter().copied() {
                if let Some(prompt) = opportunity_prompt_if_possible(fight, who, mover) {
                    prompts.push((who, prompt));
                }
            }
            prompts
        };
        let next = prompts::ask_for_next_answer(resolver, &mut decoy_delay, make_prompts)?;
        let Some((who, answer)) = next else { break };
        attackers.retain(|other| *other != who);
        if answer != Answer::LetGo {
            resolve_opportunity_attack(resolver, who, mover, answer)?;
            decoy_delay = decoy_delay_of_step(resolver.fight(), mover);
        }
    }
    if can_go_on_from(resolver.fight(), mover, from) {
        return Ok(ActProgress::GoesOn);
    }
    if resolver.fight().get_present(mover).is_some() {
        resolver.emit(Event::MovementCancelled(mover));
    }
    Ok(ActProgress::Stopped)
}

/// Returns whether a mover can go on and is still at the place where its step began (FACT-OPP-2).
fn can_go_on_from(fight: &Fight, mover: CombatantId, from: Place) -> bool {
    can_go_on(fight, mover) && place_of(fight, mover) == from
}

/// Returns the standing order that decides for a combatant before anybody is asked. Where the
/// response time of an NPC is hidden, it is asked like a player (FACT-OPP-4).
fn effective_stance(fight: &Fight, who: CombatantId) -> OpportunityStance {
    if fight.hides_response_time(who) { OpportunityStance::Ask } else { fight.body(who).stance }
}

/// Returns the decoy delay of a step, which hides whether somebody unseen is asked; a hidden NPC's
/// step needs none (FACT-OPP-4).
fn decoy_delay_of_step(fight: &Fight, mover: CombatantId) -> DecoyDelay {
    DecoyDelay::new_if_hidden(!fight.is_hidden_npc(Initiator::Combatant(mover)))
}

/// Resolves the attacks of those with the standing order `always`, and takes them off the list of
/// attackers (FACT-OPP-4).
fn resolve_attacks_by_standing_order(
    resolver: &mut Resolver,
    mover: CombatantId,
    from: Place,
    attackers: &mut Vec<CombatantId>,
) -> RuleResult {
    for who in attackers.clone() {
        if effective_stance(resolver.fight(), who) != OpportunityStance::Always {
            continue;
        }
        attackers.retain(|other| *other != who);
        if !can_go_on_from(resolver.fight(), mover, from) {
            continue;
        }
        // An earlier attack may have left it nothing to attack with.
        let prompt = opportunity_prompt_if_possible(resolver.fight(), who, mover);
        let first_choice = prompt.and_then(|prompt| prompt.choices.into_iter().next());
        if let Some(answer) = first_choice {
            resolve_opportunity_attack(resolver, who, mover, answer)?;
        }
    }
    Ok(())
}

/// Resolves one opportunity attack. FACT-REACT-2: it costs the attacker's turn of this round.
/// FACT-STUNT-1: a stunt may be offered with it.
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
