//! Fleeing and chasing (CARDS-FLEE).

use super::pools::{self, Test};
use super::prompts::{self, Answer, Question};
use super::reactions::{self, Chosen};
use super::sheet::{Action, Body, Reaction, Standing};
use super::state::{FleeAction, Note, Purpose, Way};
use super::zones::{are_enemies, is_exit, is_open, share_zone, steps, zone_of};
use super::{Fight, Scene, Step, hazards, holding, initiative, movement, turns};
use crate::ids::{By, CombatantId, ZoneId};
use crate::why::Why;
use crate::zones::MOST_ZONES;

/// Where a flight leads: to an exit, over the next zone; none where the runner is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Route {
    exit: ZoneId,
    next: Option<ZoneId>,
}

/// CARDS-FLEE-1: Finesse or Sneak, as far as the GM leaves the choice.
pub fn check_action(fight: &Fight, action: Action) -> Result<(), Why> {
    let may = match fight.settings.flee_action {
        FleeAction::Any => matches!(action, Action::Finesse | Action::Sneak),
        FleeAction::Finesse => action == Action::Finesse,
        FleeAction::Sneak => action == Action::Sneak,
    };
    if may { Ok(()) } else { Err(Why::new("bad-target", "CARDS-FLEE-1").because("action")) }
}

/// CARDS-FLEE-2: a way to the exit, or to any.
pub fn check_way(fight: &Fight, who: CombatantId, exit: Option<ZoneId>) -> Result<(), Why> {
    let blocked = Why::new("no-path", "CARDS-FLEE-2");
    match (route(fight, who, exit), exit) {
        (Some(_), _) => Ok(()),
        (None, None) => Err(blocked),
        (None, Some(exit)) => Err(blocked.at(exit)),
    }
}

/// CARDS-FLEE-2: the exits to which a way is open, where one that was named is not.
pub fn open_exits(fight: &Fight, who: CombatantId) -> Vec<ZoneId> {
    let exits = fight.zones.iter().map(|(zone, _)| zone);
    exits.filter(|exit| route(fight, who, Some(*exit)).is_some()).collect()
}

/// CARDS-FLEE-1: the bigger pool of those that may be used, Finesse if equal.
pub fn default_action(fight: &Fight, who: CombatantId) -> Action {
    let dice = |action| pools::pool(fight, who, Test::new(action, Purpose::Flee));
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
fn route(fight: &Fight, who: CombatantId, exit: Option<ZoneId>) -> Option<Route> {
    let from = zone_of(fight, who);
    let start = turns::turn_of(fight, who).start;
    let blockers = fight.iter().filter(|(other, one)| {
        one.body.is_active() && !one.is_hidden && are_enemies(fight, who, *other)
    });
    let held: Vec<ZoneId> = blockers.map(|(other, _)| zone_of(fight, other)).collect();
    let is_held = |zone: ZoneId| zone != start && held.contains(&zone);
    if is_held(from) {
        return None;
    }
    let lets_pass = |zone, near| is_open(fight, zone, near) && !is_held(near);
    let there = steps(fight, from, lets_pass);
    let exits = fight.zones.iter().map(|(zone, _)| zone).filter(|zone| is_exit(fight, *zone));
    let exits = exits.filter(|zone| exit.is_none_or(|exit| exit == *zone));
    let reached = exits.filter_map(|zone| Some((there.get(zone.index()).copied()??, zone)));
    let (far, exit) = reached.min()?;
    let back = steps(fight, exit, |zone, near| is_open(fight, zone, near) && !is_held(near));
    let is_next =
        |near: &ZoneId| lets_pass(from, *near) && far > 0 && back[near.index()] == Some(far - 1);
    let next = fight.zones.neighbours(from).find(is_next);
    Some(Route { exit, next })
}

/// Whether somebody can run, or go on with it: CARDS-HARM-8: Active, CARDS-FEAR-5: neither frozen
/// nor fainted, CARDS-MOVE-5: not Prone, CARDS-GRAP-3: not Held.
fn can_run(body: &Body) -> bool {
    body.is_active() && !body.is_stunned() && reactions::can_dodge(body)
}

/// CARDS-FLEE-3: an Active enemy in the runner's zone who is able: with a slot left, and not
/// Prone, Held, Burning, frozen or fainted. A Hidden one would betray itself, and nobody chases
/// whom they do not know of.
pub fn may_chase(fight: &Fight, who: CombatantId, runner: CombatantId) -> bool {
    let one = fight.one(who);
    let (has_fast, has_slow) = reactions::slots_left(fight, who);
    can_run(fight.body(runner))
        && are_enemies(fight, who, runner)
        && share_zone(fight, who, runner)
        && reactions::is_able(&one.body)
        && reactions::can_dodge(&one.body)
        && !one.is_hidden
        && (has_fast || has_slow)
        && fight.knows(fight.viewer_of(By::Combatant(who)), runner)
}

fn chasers(fight: &Fight, runner: CombatantId) -> Vec<CombatantId> {
    let all = initiative::by_card(fight).into_iter();
    all.filter(|who| may_chase(fight, *who, runner)).collect()
}

/// CARDS-FLEE-3: the windows are open side by side, before the roll; all answers are collected
/// first, and who cannot chase any more does not. CARDS-REACT-5: standing orders answer in advance;
/// with decoys those of NPCs as defaults.
fn ask_chasers(scene: &mut Scene, runner: CombatantId) -> Step<Vec<(CombatantId, Action, bool)>> {
    let fight = scene.fight();
    let mut chasing = Vec::new();
    let (mut asked, mut asks) = (Vec::new(), Vec::new());
    for who in chasers(fight, runner) {
        let slots = reactions::slots_left(fight, who);
        let standing = fight.body(who).auto.chase;
        let ordered = standing == Standing::Fast && slots.0;
        match standing {
            _ if fight.is_veiled(who) || standing == Standing::Ask => {
                let action = chase_action(fight, who);
                let chase = ordered.then_some(Answer::Chase { action, is_slow: false });
                let (choices, default) = (choices(fight, who, slots), chase.unwrap_or(Answer::No));
                let question = Question::Chase { who, runner };
                asks.push(prompts::window(fight, who, question, choices, default));
                asked.push(who);
            }
            Standing::Fast if ordered => chasing.push((who, chase_action(fight, who), false)),
            Standing::Ask | Standing::Fast | Standing::Never => {}
        }
    }
    let answers = scene.ask_all(asks)?;
    for (who, answer) in asked.into_iter().zip(answers) {
        if let Answer::Chase { action, is_slow } = answer {
            chasing.push((who, action, is_slow));
        }
    }
    let fight = scene.fight();
    let able = chasers(fight, runner);
    chasing.retain(|(who, _, is_slow)| {
        able.contains(who) && turns::can_pay_reaction(fight, *who, *is_slow)
    });
    chasing.sort_by_key(|(who, ..)| able.iter().position(|one| one == who));
    Ok(chasing)
}

/// CARDS-FLEE-3: the bigger pool, Finesse if equal.
fn chase_action(fight: &Fight, who: CombatantId) -> Action {
    let test = |action| Test::new(action, Purpose::React(Reaction::Chase));
    let dice = |action| pools::pool(fight, who, test(action));
    if dice(Action::Track) > dice(Action::Finesse) { Action::Track } else { Action::Finesse }
}

/// The bigger pool first.
fn choices(fight: &Fight, who: CombatantId, (fast, slow): (bool, bool)) -> Vec<Answer> {
    let actions = match chase_action(fight, who) {
        Action::Track => [Action::Track, Action::Finesse],
        _ => [Action::Finesse, Action::Track],
    };
    let mut choices = Vec::new();
    for (is_slow, has_slot) in [(false, fast), (true, slow)] {
        if has_slot {
            choices.extend(actions.map(|action| Answer::Chase { action, is_slow }));
        }
    }
    choices.push(Answer::No);
    choices
}

/// CARDS-FLEE-1: success: Fled; failure: stays in the zone. CARDS-FLEE-4: the successes of chasers
/// are taken off; where that takes a successful flight below its need, runner and chasers move one
/// zone along the route. Who can no longer run, or has no way any more, stays as well.
pub fn flee(scene: &mut Scene, who: CombatantId, action: Action, exit: Option<ZoneId>) -> Step {
    let Some(route) = route(scene.fight(), who, exit) else { return Ok(()) };
    scene.note(Note::FleeTried { who, exit: route.exit });
    let chasing = ask_chasers(scene, who)?;
    let fight = scene.fight();
    let way = self::route(fight, who, Some(route.exit)).filter(|_| can_run(fight.body(who)));
    let Some(route) = way else {
        if fight.body(who).is_active() {
            scene.note(Note::FleeFailed { who, is_chased: false });
        }
        return Ok(());
    };
    for (chaser, _, is_slow) in &chasing {
        let chosen = Chosen { reaction: Reaction::Chase, is_slow: *is_slow };
        reactions::commit(scene, *chaser, who, chosen);
    }
    let need = pools::need(scene.fight(), who, action);
    let successes = pools::roll(scene, who, Test::new(action, Purpose::Flee));
    let mut taken_off = 0u8;
    for (chaser, action, _) in &chasing {
        let test = Test::new(*action, Purpose::React(Reaction::Chase));
        taken_off = taken_off.saturating_add(pools::roll(scene, *chaser, test));
    }
    let (purpose, text) = (Purpose::Flee, String::new());
    scene.note(Note::Tested { who, action, purpose, successes, need, text, target: None });
    if successes < need {
        scene.note(Note::FleeFailed { who, is_chased: false });
        hazards::slip(scene, who, successes, need);
    } else if successes.saturating_sub(taken_off) < need {
        scene.note(Note::FleeFailed { who, is_chased: true });
        let chasers = chasing.iter().map(|(chaser, ..)| *chaser);
        run_on(scene, route, [who].into_iter().chain(chasers).collect());
    } else if movement::leave(scene, who) {
        holding::end_holds(scene, who);
        scene.note(Note::Fled(who));
    }
    Ok(())
}

/// CARDS-FLEE-4: one zone along the route, without cost. CARDS-FLEE-5: from the exit zone that is a
/// new zone beyond it, which becomes the exit in its place; where the map is full they stay.
fn run_on(scene: &mut Scene, route: Route, runners: Vec<CombatantId>) {
    let to = match route.next {
        Some(next) => next,
        None if scene.fight().zones.len() >= MOST_ZONES => return,
        None => {
            let beyond = ZoneId(scene.fight().zones.len() as u8);
            let name = name_beyond(scene.fight(), route.exit).into();
            scene.note(Note::ZoneOpened { of: route.exit, name });
            beyond
        }
    };
    for who in runners {
        movement::enter(scene, who, to, Way::Chase);
    }
}

/// CARDS-FLEE-5: "Beyond Gate", with a number where there is one already.
fn name_beyond(fight: &Fight, exit: ZoneId) -> String {
    let name = format!("Beyond {}", fight.zones.name(exit));
    let numbered = (2..).map(|number| format!("{name} {number}"));
    let mut names = std::iter::once(name.clone()).chain(numbered);
    names.find(|name| fight.zones.find(name).is_none()).unwrap_or(name)
}
