//! Fleeing and chasing (CARDS-FLEE).

use super::prompts::{self, Answer, Question};
use super::reactions::{self, ChosenReaction};
use super::rolls::{self, ActionTest};
use super::sheet::{Action, Body, Reaction, StandingOrder};
use super::state::{Event, FleeAction, MovementKind, RollPurpose};
use super::zones::{are_enemies, is_border_open, is_exit, share_zone, steps_from, zone_of};
use super::{Fight, Resolver, RuleResult, grapple, hazards, initiative, movement, turns};
use crate::core::ids::{CombatantId, Initiator, ZoneId};
use crate::core::refusal_reason::RefusalReason;
use crate::core::zones::MAX_ZONES;

/// Where a flight leads: to an exit, over the next zone; none where the runner is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FleeRoute {
    exit: ZoneId,
    next_zone: Option<ZoneId>,
}

/// CARDS-FLEE-1: Finesse or Sneak, as far as the GM leaves the choice.
pub fn check_flee_action(fight: &Fight, action: Action) -> Result<(), RefusalReason> {
    let may = match fight.settings.flee_action {
        FleeAction::Any => matches!(action, Action::Finesse | Action::Sneak),
        FleeAction::Finesse => action == Action::Finesse,
        FleeAction::Sneak => action == Action::Sneak,
    };
    if may {
        Ok(())
    } else {
        Err(RefusalReason::new("bad-target", "CARDS-FLEE-1").with_cause("action"))
    }
}

/// CARDS-FLEE-2: a way to the exit, or to any.
pub fn check_flee_route(
    fight: &Fight,
    who: CombatantId,
    exit: Option<ZoneId>,
) -> Result<(), RefusalReason> {
    let blocked = RefusalReason::new("no-path", "CARDS-FLEE-2");
    match (find_flee_route(fight, who, exit), exit) {
        (Some(_), _) => Ok(()),
        (None, None) => Err(blocked),
        (None, Some(exit)) => Err(blocked.with_zone(exit)),
    }
}

/// CARDS-FLEE-2: the exits to which a way is open, where one that was named is not.
pub fn reachable_exits(fight: &Fight, who: CombatantId) -> Vec<ZoneId> {
    let exits = fight.zones.iter().map(|(zone, _)| zone);
    exits.filter(|exit| find_flee_route(fight, who, Some(*exit)).is_some()).collect()
}

/// CARDS-FLEE-1: the bigger pool of those that may be used, Finesse if equal.
pub fn default_flee_action(fight: &Fight, who: CombatantId) -> Action {
    let dice = |action| rolls::pool_size(fight, who, ActionTest::new(action, RollPurpose::Flee));
    match fight.settings.flee_action {
        FleeAction::Finesse => Action::Finesse,
        FleeAction::Sneak => Action::Sneak,
        FleeAction::Any if dice(Action::Sneak) > dice(Action::Finesse) => Action::Sneak,
        FleeAction::Any => Action::Finesse,
    }
}

/// CARDS-FLEE-2: the shortest way over borders without obstacles to an exit, on which no zone holds
/// an Active enemy but the one where the turn began; ties to the zone listed first. Hidden enemies
/// do not block.
fn find_flee_route(fight: &Fight, who: CombatantId, exit: Option<ZoneId>) -> Option<FleeRoute> {
    let from = zone_of(fight, who);
    let start = turns::running_or_new_turn(fight, who).start_zone;
    let blockers = fight.iter().filter(|(other, one)| {
        one.body.is_active() && !one.is_hidden && are_enemies(fight, who, *other)
    });
    let held: Vec<ZoneId> = blockers.map(|(other, _)| zone_of(fight, other)).collect();
    let is_held = |zone: ZoneId| zone != start && held.contains(&zone);
    if is_held(from) {
        return None;
    }
    let lets_pass = |zone, near| is_border_open(fight, zone, near) && !is_held(near);
    let there = steps_from(fight, from, lets_pass);
    let exits = fight.zones.iter().map(|(zone, _)| zone).filter(|zone| is_exit(fight, *zone));
    let exits = exits.filter(|zone| exit.is_none_or(|exit| exit == *zone));
    let reached = exits.filter_map(|zone| Some((there.get(zone.index()).copied()??, zone)));
    let (far, exit) = reached.min()?;
    let back =
        steps_from(fight, exit, |zone, near| is_border_open(fight, zone, near) && !is_held(near));
    let is_next =
        |near: &ZoneId| lets_pass(from, *near) && far > 0 && back[near.index()] == Some(far - 1);
    let next = fight.zones.neighbours(from).find(is_next);
    Some(FleeRoute { exit, next_zone: next })
}

/// Whether somebody can run, or go on with it: CARDS-HARM-8: Active, CARDS-FEAR-5: neither frozen
/// nor fainted, CARDS-MOVE-5: not Prone, CARDS-GRAP-3: not Held.
fn can_flee(body: &Body) -> bool {
    body.is_active() && !body.is_stunned() && reactions::can_dodge(body)
}

/// CARDS-FLEE-3: an Active enemy in the runner's zone who is able: with a slot left, and not
/// Prone, Held, Burning, frozen or fainted. A Hidden one would betray itself, and nobody chases
/// whom they do not know of.
pub fn can_chase(fight: &Fight, who: CombatantId, runner: CombatantId) -> bool {
    let one = fight.combatant(who);
    let (has_fast, has_slow) = reactions::remaining_reaction_slots(fight, who);
    can_flee(fight.body(runner))
        && are_enemies(fight, who, runner)
        && share_zone(fight, who, runner)
        && reactions::can_react(&one.body)
        && reactions::can_dodge(&one.body)
        && !one.is_hidden
        && (has_fast || has_slow)
        && fight.viewer_knows(fight.viewer_of(Initiator::Combatant(who)), runner)
}

fn possible_chasers(fight: &Fight, runner: CombatantId) -> Vec<CombatantId> {
    let all = initiative::combatants_by_card(fight).into_iter();
    all.filter(|who| can_chase(fight, *who, runner)).collect()
}

/// CARDS-FLEE-3: the windows are open side by side, before the roll; all answers are collected
/// first, and who cannot chase any more does not. CARDS-REACT-5: standing orders answer in advance;
/// with decoys those of NPCs as defaults.
fn ask_chasers(
    resolver: &mut Resolver,
    runner: CombatantId,
) -> RuleResult<Vec<(CombatantId, Action, bool)>> {
    let fight = resolver.fight();
    let mut chasing = Vec::new();
    let (mut asked, mut asks) = (Vec::new(), Vec::new());
    for who in possible_chasers(fight, runner) {
        let slots = reactions::remaining_reaction_slots(fight, who);
        let standing = fight.body(who).standing_orders.chase;
        let ordered = standing == StandingOrder::Fast && slots.0;
        match standing {
            _ if fight.hides_response_time(who) || standing == StandingOrder::Ask => {
                let action = best_chase_action(fight, who);
                let chase = ordered.then_some(Answer::Chase { action, is_slow: false });
                let (choices, default) =
                    (chase_choices(fight, who, slots), chase.unwrap_or(Answer::Decline));
                let question = Question::Chase { who, runner };
                asks.push(prompts::combatant_prompt(fight, who, question, choices, default));
                asked.push(who);
            }
            StandingOrder::Fast if ordered => {
                chasing.push((who, best_chase_action(fight, who), false))
            }
            StandingOrder::Ask | StandingOrder::Fast | StandingOrder::Never => {}
        }
    }
    let answers = resolver.ask_all(asks)?;
    for (who, answer) in asked.into_iter().zip(answers) {
        if let Answer::Chase { action, is_slow } = answer {
            chasing.push((who, action, is_slow));
        }
    }
    let fight = resolver.fight();
    let able = possible_chasers(fight, runner);
    chasing.retain(|(who, _, is_slow)| {
        able.contains(who) && turns::can_pay_reaction(fight, *who, *is_slow)
    });
    chasing.sort_by_key(|(who, ..)| able.iter().position(|one| one == who));
    Ok(chasing)
}

/// CARDS-FLEE-3: the bigger pool, Finesse if equal.
fn best_chase_action(fight: &Fight, who: CombatantId) -> Action {
    let test = |action| ActionTest::new(action, RollPurpose::React(Reaction::Chase));
    let dice = |action| rolls::pool_size(fight, who, test(action));
    if dice(Action::Track) > dice(Action::Finesse) { Action::Track } else { Action::Finesse }
}

/// The bigger pool first.
fn chase_choices(fight: &Fight, who: CombatantId, (fast, slow): (bool, bool)) -> Vec<Answer> {
    let actions = match best_chase_action(fight, who) {
        Action::Track => [Action::Track, Action::Finesse],
        _ => [Action::Finesse, Action::Track],
    };
    let mut choices = Vec::new();
    for (is_slow, has_slot) in [(false, fast), (true, slow)] {
        if has_slot {
            choices.extend(actions.map(|action| Answer::Chase { action, is_slow }));
        }
    }
    choices.push(Answer::Decline);
    choices
}

/// CARDS-FLEE-1: success: Fled; failure: stays in the zone. CARDS-FLEE-4: the successes of chasers
/// are taken off; where that takes a successful flight below its need, runner and chasers move one
/// zone along the route. Who can no longer run, or has no way any more, stays as well.
pub fn resolve_flee(
    resolver: &mut Resolver,
    who: CombatantId,
    action: Action,
    exit: Option<ZoneId>,
) -> RuleResult {
    let Some(route) = find_flee_route(resolver.fight(), who, exit) else { return Ok(()) };
    resolver.emit(Event::FleeAttempted { who, exit: route.exit });
    let chasing = ask_chasers(resolver, who)?;
    let fight = resolver.fight();
    let way =
        self::find_flee_route(fight, who, Some(route.exit)).filter(|_| can_flee(fight.body(who)));
    let Some(route) = way else {
        if fight.body(who).is_active() {
            resolver.emit(Event::FleeFailed { who, is_chased: false });
        }
        return Ok(());
    };
    for (chaser, _, is_slow) in &chasing {
        let chosen = ChosenReaction { reaction: Reaction::Chase, is_slow: *is_slow };
        reactions::pay_and_declare_reaction(resolver, *chaser, who, chosen);
    }
    let need = rolls::required_successes(resolver.fight(), who, action);
    let successes = rolls::roll_test(resolver, who, ActionTest::new(action, RollPurpose::Flee));
    let mut taken_off = 0u8;
    for (chaser, action, _) in &chasing {
        let test = ActionTest::new(*action, RollPurpose::React(Reaction::Chase));
        taken_off = taken_off.saturating_add(rolls::roll_test(resolver, *chaser, test));
    }
    let (purpose, text) = (RollPurpose::Flee, String::new());
    resolver.emit(Event::TestResolved {
        who,
        action,
        purpose,
        successes,
        required: need,
        text,
        target: None,
    });
    if successes < need {
        resolver.emit(Event::FleeFailed { who, is_chased: false });
        hazards::apply_failed_maneuver_harm(resolver, who, successes, need);
    } else if successes.saturating_sub(taken_off) < need {
        resolver.emit(Event::FleeFailed { who, is_chased: true });
        let chasers = chasing.iter().map(|(chaser, ..)| *chaser);
        move_along_route(resolver, route, [who].into_iter().chain(chasers).collect());
    } else if movement::deal_pin_harm_and_can_leave(resolver, who) {
        grapple::end_all_grapples(resolver, who);
        resolver.emit(Event::Fled(who));
    }
    Ok(())
}

/// CARDS-FLEE-4: one zone along the route, without cost. CARDS-FLEE-5: from the exit zone that is a
/// new zone beyond it, which becomes the exit in its place; where the map is full they stay.
fn move_along_route(resolver: &mut Resolver, route: FleeRoute, runners: Vec<CombatantId>) {
    let to = match route.next_zone {
        Some(next) => next,
        None if resolver.fight().zones.len() >= MAX_ZONES => return,
        None => {
            let beyond = ZoneId(resolver.fight().zones.len() as u8);
            let name = name_zone_beyond(resolver.fight(), route.exit).into();
            resolver.emit(Event::ZoneAdded { behind: route.exit, name });
            beyond
        }
    };
    for who in runners {
        movement::move_to_zone(resolver, who, to, MovementKind::Chase);
    }
}

/// CARDS-FLEE-5: "Beyond Gate", with a number where there is one already.
fn name_zone_beyond(fight: &Fight, exit: ZoneId) -> String {
    let name = format!("Beyond {}", fight.zones.name(exit));
    let numbered = (2..).map(|number| format!("{name} {number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    names.find(|name| fight.zones.find_by_name(name).is_none()).unwrap_or(name)
}
