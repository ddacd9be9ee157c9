//! Fleeing and chasing (CARDS-FLEE).

use super::prompts::{self, Answer, Question};
use super::reactions::{self, ChosenReaction, ReactionSlots};
use super::rolls::{self, ActionTest};
use super::sheet::{Action, Body, Reaction, StandingOrder};
use super::state::{Event, FleeAction, MovementKind, RollPurpose};
use super::zones::{are_enemies, is_border_open, is_exit, share_zone, steps_to_each_zone, zone_of};
use super::{
    Fight, PromptRequest, Resolver, RuleResult, grapple, hazards, initiative, movement, turns,
};
use crate::core::ids::{CombatantId, ZoneId};
use crate::core::refusal_reason::RefusalReason;
use crate::core::zones::MAX_ZONES;

/// The way of a flight to an exit, and the next zone on it; `None` if the runner is in the exit
/// zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FleeRoute {
    exit: ZoneId,
    next_zone: Option<ZoneId>,
}

/// A combatant who chases a runner, and how.
struct Chase {
    chaser: CombatantId,
    action: Action,
    /// Whether the slow slot pays for it.
    is_slow: bool,
}

/// The result of a flight's dice.
#[derive(Clone, Copy, Debug)]
struct FlightResult {
    /// The runner's successes.
    successes: u8,
    /// The successes of all chasers.
    cancelled: u8,
    required: u8,
}

/// Refuses an Action other than Finesse and Sneak, or than the one that the GM names
/// (CARDS-FLEE-1).
pub fn check_action_usable_to_flee(fight: &Fight, action: Action) -> Result<(), RefusalReason> {
    let is_usable = match fight.settings.flee_action {
        FleeAction::Any => matches!(action, Action::Finesse | Action::Sneak),
        FleeAction::Finesse => action == Action::Finesse,
        FleeAction::Sneak => action == Action::Sneak,
    };
    RefusalReason::new("bad-target", "CARDS-FLEE-1").with_cause("action").refuse_unless(is_usable)
}

/// Checks that there is an open route to the exit, or to any exit if none is named (CARDS-FLEE-2).
pub fn check_flee_route(
    fight: &Fight,
    who: CombatantId,
    exit: Option<ZoneId>,
) -> Result<(), RefusalReason> {
    let no_path = RefusalReason::new("no-path", "CARDS-FLEE-2");
    match (find_shortest_unblocked_flee_route(fight, who, exit), exit) {
        (Some(_), _) => Ok(()),
        (None, None) => Err(no_path),
        (None, Some(exit)) => Err(no_path.with_zone(exit)),
    }
}

/// Returns the exits that have an open route (CARDS-FLEE-2).
pub fn reachable_exits(fight: &Fight, who: CombatantId) -> Vec<ZoneId> {
    let exits = fight.zones.iter().map(|(zone, _)| zone);
    exits
        .filter(|exit| find_shortest_unblocked_flee_route(fight, who, Some(*exit)).is_some())
        .collect()
}

/// Returns the allowed Action with the bigger pool, Finesse if they are equal (CARDS-FLEE-1).
pub fn better_allowed_flee_action(fight: &Fight, who: CombatantId) -> Action {
    let dice = |action| rolls::pool_size(fight, who, ActionTest::new(action, RollPurpose::Flee));
    match fight.settings.flee_action {
        FleeAction::Finesse => Action::Finesse,
        FleeAction::Sneak => Action::Sneak,
        FleeAction::Any if dice(Action::Sneak) > dice(Action::Finesse) => Action::Sneak,
        FleeAction::Any => Action::Finesse,
    }
}

/// Finds the shortest route to the exit, or to the nearest exit if none is named (CARDS-FLEE-2). It
/// leads over borders without obstacles, and through no zone that enemies block. A tie goes to the
/// zone listed first.
fn find_shortest_unblocked_flee_route(
    fight: &Fight,
    who: CombatantId,
    exit: Option<ZoneId>,
) -> Option<FleeRoute> {
    let from = zone_of(fight, who);
    let blocked_zones = zones_blocked_by_visible_enemies(fight, who);
    if blocked_zones.contains(&from) {
        return None;
    }
    let lets_pass = |zone: ZoneId, near: ZoneId| {
        is_border_open(fight, zone, near) && !blocked_zones.contains(&near)
    };
    let steps_from_here = steps_to_each_zone(fight, from, lets_pass);
    let mut nearest_exit = None;
    let mut fewest_steps = u8::MAX;
    for (zone, _) in fight.zones.iter() {
        let is_wanted = is_exit(fight, zone) && exit.is_none_or(|exit| exit == zone);
        if let Some(steps) = steps_from_here.get(zone.index()).copied().flatten()
            && is_wanted
            && steps < fewest_steps
        {
            nearest_exit = Some(zone);
            fewest_steps = steps;
        }
    }
    let exit = nearest_exit?;
    // The way goes on through the first neighbour that is one step nearer to the exit.
    let steps_from_exit = steps_to_each_zone(fight, exit, lets_pass);
    let is_one_step_nearer = |near: &ZoneId| {
        lets_pass(from, *near)
            && steps_from_exit[near.index()].is_some_and(|steps| steps + 1 == fewest_steps)
    };
    let next_zone = fight.zones.neighbours(from).find(is_one_step_nearer);
    Some(FleeRoute { exit, next_zone })
}

/// Returns the zones that a runner cannot pass: those with an Active enemy, except the one where
/// its turn began (CARDS-FLEE-2). Hidden enemies do not block, because a refusal would betray them.
/// A zone may be listed more than once.
fn zones_blocked_by_visible_enemies(fight: &Fight, who: CombatantId) -> Vec<ZoneId> {
    let start_zone = turns::running_or_new_turn(fight, who).start_zone;
    let mut blocked_zones = Vec::new();
    for (other, combatant) in fight.present_combatants() {
        let can_block = combatant.body.is_active() && !combatant.is_hidden;
        let zone = zone_of(fight, other);
        if can_block && zone != start_zone && are_enemies(fight, who, other) {
            blocked_zones.push(zone);
        }
    }
    blocked_zones
}

/// Returns whether a combatant can flee, or go on fleeing: it is Active (CARDS-HARM-8), neither
/// frozen nor fainted (CARDS-FEAR-5), not Prone (CARDS-MOVE-5), and not Held (CARDS-GRAP-3).
fn can_flee(body: &Body) -> bool {
    body.is_active() && !body.is_stunned() && reactions::is_free_to_move(body)
}

/// Returns whether a combatant can chase the runner (CARDS-FLEE-3): an Active enemy in the same
/// zone with a slot left, and not Prone, Held, Burning, frozen or fainted.
///
/// A Hidden combatant would betray itself, and nobody chases a runner whom they do not know of.
pub fn can_chase_runner_with_slot_left(
    fight: &Fight,
    chaser: CombatantId,
    runner: CombatantId,
) -> bool {
    let combatant = fight.combatant(chaser);
    let slots = reactions::remaining_reaction_slots(fight, chaser);
    can_flee(fight.body(runner))
        && are_enemies(fight, chaser, runner)
        && share_zone(fight, chaser, runner)
        && reactions::can_react(&combatant.body)
        && reactions::is_free_to_move(&combatant.body)
        && !combatant.is_hidden
        && (slots.has_fast || slots.has_slow)
        && fight.controller_knows(chaser, runner)
}

/// Returns the combatants who can chase the runner, the lowest card first.
fn possible_chasers(fight: &Fight, runner: CombatantId) -> Vec<CombatantId> {
    let combatants = initiative::combatants_with_cards_lowest_first(fight).into_iter();
    combatants.filter(|who| can_chase_runner_with_slot_left(fight, *who, runner)).collect()
}

/// Asks all possible chasers at the same time, before the roll, and returns who chases, with which
/// Action, and with which slot (CARDS-FLEE-3). Whoever cannot chase any more when all have answered
/// is left out.
///
/// CARDS-REACT-5: standing orders answer in advance. With decoy prompts an NPC's standing order is
/// only the default.
fn ask_who_chases(resolver: &mut Resolver, runner: CombatantId) -> RuleResult<Vec<Chase>> {
    let fight = resolver.fight();
    let mut chasing = Vec::new();
    let mut asked = Vec::new();
    let mut open_prompts = Vec::new();
    for who in possible_chasers(fight, runner) {
        let order = fight.body(who).standing_orders.chase;
        if order == StandingOrder::Ask || fight.hides_response_time(who) {
            open_prompts.push(chase_prompt(fight, who, runner));
            asked.push(who);
        } else if is_ordered_to_chase(fight, who) {
            let action = best_chase_action(fight, who);
            chasing.push(Chase { chaser: who, action, is_slow: false });
        }
    }
    let answers = resolver.ask_all(open_prompts)?;
    for (who, answer) in asked.into_iter().zip(answers) {
        if let Answer::Chase { action, is_slow } = answer {
            chasing.push(Chase { chaser: who, action, is_slow });
        }
    }
    drop_unable_and_sort_by_card(resolver.fight(), runner, &mut chasing);
    Ok(chasing)
}

/// Removes those who cannot chase any more or cannot pay for it, and sorts the others by their
/// lowest cards, which is the order of their dice (CARDS-TEST-5).
fn drop_unable_and_sort_by_card(fight: &Fight, runner: CombatantId, chasing: &mut Vec<Chase>) {
    let able = possible_chasers(fight, runner);
    chasing.retain(|Chase { chaser, is_slow, .. }| {
        able.contains(chaser) && turns::can_pay_reaction(fight, *chaser, *is_slow)
    });
    chasing.sort_by_key(|chase| able.iter().position(|chaser| *chaser == chase.chaser));
}

/// Returns whether a standing order makes a combatant chase: it spends only the fast slot, and one
/// must be left (CARDS-REACT-5).
fn is_ordered_to_chase(fight: &Fight, who: CombatantId) -> bool {
    fight.body(who).standing_orders.chase == StandingOrder::Fast
        && reactions::remaining_reaction_slots(fight, who).has_fast
}

/// Builds the prompt for a chase (CARDS-FLEE-3). The default is what a standing order says, else
/// not to chase.
fn chase_prompt(fight: &Fight, who: CombatantId, runner: CombatantId) -> PromptRequest {
    let choices = chase_choices(fight, who, reactions::remaining_reaction_slots(fight, who));
    let default = if is_ordered_to_chase(fight, who) {
        Answer::Chase { action: best_chase_action(fight, who), is_slow: false }
    } else {
        Answer::Decline
    };
    prompts::combatant_prompt(fight, who, Question::Chase { who, runner }, choices, default)
}

/// Returns the chaser's Action with the bigger pool, Finesse if they are equal (CARDS-FLEE-3).
fn best_chase_action(fight: &Fight, who: CombatantId) -> Action {
    let test = |action| ActionTest::new(action, RollPurpose::React(Reaction::Chase));
    let dice = |action| rolls::pool_size(fight, who, test(action));
    if dice(Action::Track) > dice(Action::Finesse) { Action::Track } else { Action::Finesse }
}

/// Returns the answers of a chaser: Track and Finesse, the bigger pool first, with the fast slot if
/// it is left, then both with the slow one if that is left, and at last not to chase.
fn chase_choices(fight: &Fight, who: CombatantId, slots: ReactionSlots) -> Vec<Answer> {
    let actions = match best_chase_action(fight, who) {
        Action::Track => [Action::Track, Action::Finesse],
        _ => [Action::Finesse, Action::Track],
    };
    let mut choices = Vec::new();
    if slots.has_fast {
        choices.extend(actions.map(|action| Answer::Chase { action, is_slow: false }));
    }
    if slots.has_slow {
        choices.extend(actions.map(|action| Answer::Chase { action, is_slow: true }));
    }
    choices.push(Answer::Decline);
    choices
}

/// Resolves a flight (CARDS-FLEE-1): success means Fled, failure that the runner stays in the zone.
///
/// CARDS-FLEE-4: the chasers' successes are taken off. If that takes a successful flight below its
/// need, runner and chasers move one zone along the route. A runner who can no longer flee, or
/// whose route is blocked meanwhile, stays as well.
pub fn resolve_flee(
    resolver: &mut Resolver,
    who: CombatantId,
    action: Action,
    exit: Option<ZoneId>,
) -> RuleResult {
    let Some(route) = find_shortest_unblocked_flee_route(resolver.fight(), who, exit) else {
        return Ok(());
    };
    resolver.emit(Event::FleeAttempted { who, exit: route.exit });
    let chasing = ask_who_chases(resolver, who)?;
    // Reactions may have stopped the runner or closed the way meanwhile.
    let fight = resolver.fight();
    let open_route = if can_flee(fight.body(who)) {
        find_shortest_unblocked_flee_route(fight, who, Some(route.exit))
    } else {
        None
    };
    let Some(open_route) = open_route else {
        if fight.body(who).is_active() {
            resolver.emit(Event::FleeFailed { who, is_chased: false });
        }
        return Ok(());
    };
    for Chase { chaser, is_slow, .. } in &chasing {
        let chosen = ChosenReaction { reaction: Reaction::Chase, is_slow: *is_slow };
        reactions::pay_and_declare_reaction(resolver, *chaser, who, chosen);
    }
    let result = roll_flight_and_count_cancelled_successes(resolver, who, action, &chasing);
    apply_flight_result(resolver, who, open_route, &chasing, result);
    Ok(())
}

/// Rolls a flight and then the tests of its chasers, whose successes are taken off it
/// (CARDS-FLEE-4), and records the result.
fn roll_flight_and_count_cancelled_successes(
    resolver: &mut Resolver,
    who: CombatantId,
    action: Action,
    chasing: &[Chase],
) -> FlightResult {
    let required = rolls::required_successes_with_difficulty_raises(resolver.fight(), who, action);
    let successes = rolls::roll_test(resolver, who, ActionTest::new(action, RollPurpose::Flee));
    let mut cancelled = 0u8;
    for Chase { chaser, action, .. } in chasing {
        let test = ActionTest::new(*action, RollPurpose::React(Reaction::Chase));
        cancelled = cancelled.saturating_add(rolls::roll_test(resolver, *chaser, test));
    }
    resolver.emit(Event::TestResolved {
        who,
        action,
        purpose: RollPurpose::Flee,
        successes,
        required,
        text: String::new(),
        target: None,
    });
    FlightResult { successes, cancelled, required }
}

/// Lets a runner flee, or stay after a failed roll. If only the chasers made it fail, they and the
/// runner move one zone along the route (CARDS-FLEE-4).
fn apply_flight_result(
    resolver: &mut Resolver,
    who: CombatantId,
    route: FleeRoute,
    chasing: &[Chase],
    result: FlightResult,
) {
    let FlightResult { successes, cancelled, required } = result;
    if successes < required {
        resolver.emit(Event::FleeFailed { who, is_chased: false });
        hazards::deal_optional_harm_if_pc_failed_maneuver(resolver, who, successes, required);
    } else if successes.saturating_sub(cancelled) < required {
        resolver.emit(Event::FleeFailed { who, is_chased: true });
        let chasers: Vec<CombatantId> = chasing.iter().map(|chase| chase.chaser).collect();
        move_one_zone_adding_one_beyond_exit(resolver, route, who, &chasers);
    } else if movement::deal_pin_harm_and_check_active(resolver, who) {
        grapple::end_all_grapples(resolver, who);
        resolver.emit(Event::Fled(who));
    }
}

/// Moves runner and chasers one zone along the route, without cost (CARDS-FLEE-4). From the exit
/// zone they move into a new zone beyond it, which becomes the exit; on a full map they stay
/// (CARDS-FLEE-5). A runner whom a pin puts Out stays, and with it all who chased (CARDS-HARM-8).
fn move_one_zone_adding_one_beyond_exit(
    resolver: &mut Resolver,
    route: FleeRoute,
    runner: CombatantId,
    chasers: &[CombatantId],
) {
    let is_map_full = resolver.fight().zones.len() >= MAX_ZONES;
    let has_no_zone_to_enter = route.next_zone.is_none() && is_map_full;
    if has_no_zone_to_enter || !movement::deal_pin_harm_and_check_active(resolver, runner) {
        return;
    }
    let to = match route.next_zone {
        Some(next_zone) => next_zone,
        None => add_zone_beyond_exit(resolver, route.exit),
    };
    movement::move_to_zone_past_pin(resolver, runner, to, MovementKind::Chase);
    for chaser in chasers {
        movement::move_to_zone(resolver, *chaser, to, MovementKind::Chase);
    }
}

/// Adds a zone beyond an exit, which becomes the exit instead, and returns it (CARDS-FLEE-5).
fn add_zone_beyond_exit(resolver: &mut Resolver, exit: ZoneId) -> ZoneId {
    let beyond = ZoneId(resolver.fight().zones.len() as u8);
    let name = name_zone_beyond(resolver.fight(), exit).into();
    resolver.emit(Event::ZoneAdded { behind: exit, name });
    beyond
}

/// Returns "Beyond Gate" for the exit "Gate", with a number if that zone exists already
/// (CARDS-FLEE-5).
fn name_zone_beyond(fight: &Fight, exit: ZoneId) -> String {
    let name = format!("Beyond {}", fight.zones.name(exit));
    let numbered = (2..).map(|number| format!("{name} {number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    names.find(|name| fight.zones.find_by_name(name).is_none()).unwrap_or(name)
}
