//! Ambush (CARDS-AMB): the test before the cards are dealt, and the extra cards that it gives.

use super::rolls::{self, ActionTest};
use super::sheet::{Action, Name};
use super::state::{Ambush, Event, RollPurpose};
use super::{Fight, Resolver, initiative};
use crate::core::ids::CombatantId;

/// Who draws an extra card after the deal.
pub struct ExtraDraw {
    ambushing_side: Name,
    /// Whether the ambushing side draws; otherwise all others do.
    is_for_ambushers: bool,
}

/// Rolls the ambush that the GM has set up, and returns who draws an extra card: the ambushers if
/// it succeeds, else all others. `None` if there is no ambush.
///
/// CARDS-AMB-1: one combatant of the ambushing side rolls Sneak, one of the other side Track or
/// Read. More successes win, and a tie is a failure. If whoever the GM named is no longer able to,
/// the biggest pool rolls. CARDS-AMB-3: each success beyond the first of the margin gives all
/// ambushers a die. CARDS-AMB-4: after a failure the ambushers are revealed. CARDS-AMB-5: the GM
/// may grant success without a test.
pub fn resolve_ambush_and_find_who_draws_extra(resolver: &mut Resolver) -> Option<ExtraDraw> {
    let ambush = resolver.fight().state.ambush.clone()?;
    let side = ambush.side.clone();
    let succeeded = if ambush.is_automatic {
        let (side, ambushers) = (side.clone(), Vec::new());
        resolver.emit(Event::AmbushResolved { side, succeeded: true, bonus: 0, ambushers });
        true
    } else {
        roll_sneak_against_watch(resolver, &ambush)
    };
    if !succeeded {
        for who in active_combatants(resolver.fight(), &side, true) {
            resolver.reveal_if_hidden(who);
        }
    }
    Some(ExtraDraw { ambushing_side: side, is_for_ambushers: succeeded })
}

/// Rolls Sneak of the ambushers against Track or Read of the others, emits the result, and returns
/// whether the ambush succeeds; a tie fails (CARDS-AMB-1).
fn roll_sneak_against_watch(resolver: &mut Resolver, ambush: &Ambush) -> bool {
    let fight = resolver.fight();
    let able_ambushers = active_combatants(fight, &ambush.side, true);
    let able_others = active_combatants(fight, &ambush.side, false);
    let sneaker = ambusher_to_roll(fight, ambush, &able_ambushers);
    let watch = watcher_and_action_to_roll(fight, ambush, &able_others);
    let mut sneak_successes = 0;
    if let Some(who) = sneaker {
        let test = ActionTest::new(Action::Sneak, RollPurpose::Ambush);
        sneak_successes = rolls::roll_test(resolver, who, test);
    }
    let mut watch_successes = 0;
    if let Some((who, action)) = watch {
        let test = ActionTest::new(action, RollPurpose::Watch);
        watch_successes = rolls::roll_test(resolver, who, test);
    }
    let succeeded = sneak_successes > watch_successes;
    let bonus = sneak_successes.saturating_sub(watch_successes).saturating_sub(1);
    let ambushers = if succeeded {
        active_combatants(resolver.fight(), &ambush.side, true)
    } else {
        Vec::new()
    };
    let side = ambush.side.clone();
    resolver.emit(Event::AmbushResolved { side, succeeded, bonus, ambushers });
    succeeded
}

/// Returns who rolls Sneak: whom the GM has named, if that one still can, or else the one of the
/// `ambushers` with the biggest pool.
fn ambusher_to_roll(
    fight: &Fight,
    ambush: &Ambush,
    ambushers: &[CombatantId],
) -> Option<CombatantId> {
    match ambush.ambusher {
        Some(named) if ambushers.contains(&named) => Some(named),
        _ => find_biggest_pool(fight, ambushers, &[Action::Sneak]).map(|(who, _)| who),
    }
}

/// Returns who rolls against the ambush, and whether Track or Read: what the GM has named, if it
/// is still possible, or else what has the biggest pool.
fn watcher_and_action_to_roll(
    fight: &Fight,
    ambush: &Ambush,
    others: &[CombatantId],
) -> Option<(CombatantId, Action)> {
    let named_watcher = ambush.watcher.filter(|watcher| others.contains(watcher));
    match (named_watcher, ambush.action) {
        (Some(who), Some(action)) => Some((who, action)),
        (Some(who), None) => Some((who, best_watch_action(fight, who))),
        (None, Some(action)) => find_biggest_pool(fight, others, &[action]),
        (None, None) => find_biggest_pool(fight, others, &[Action::Track, Action::Read]),
    }
}

/// Returns the combatant and the Action with the biggest pool; of equal pools, the first one.
fn find_biggest_pool(
    fight: &Fight,
    combatants: &[CombatantId],
    actions: &[Action],
) -> Option<(CombatantId, Action)> {
    let mut biggest = None;
    let mut biggest_size = 0;
    for who in combatants {
        for action in actions {
            let size = rolls::pool_size(fight, *who, watch_test(*action));
            if biggest.is_none() || size > biggest_size {
                biggest = Some((*who, *action));
                biggest_size = size;
            }
        }
    }
    biggest
}

/// Returns the test against an ambush, in which Track and Read are used (CARDS-AMB-1).
fn watch_test(action: Action) -> ActionTest {
    ActionTest::new(action, RollPurpose::Watch)
}

/// Returns Track or Read, whichever has the bigger pool; Track if they are equal.
fn best_watch_action(fight: &Fight, who: CombatantId) -> Action {
    let dice = |action| rolls::pool_size(fight, who, watch_test(action));
    if dice(Action::Read) > dice(Action::Track) { Action::Read } else { Action::Track }
}

/// Returns the Active combatants who are of the side, in joining order; with `is_of_side` false,
/// those of all other sides.
fn active_combatants(fight: &Fight, side: &Name, is_of_side: bool) -> Vec<CombatantId> {
    let mut active = Vec::new();
    for (who, combatant) in fight.present_combatants() {
        let is_on_side = combatant.body.side == *side;
        if combatant.body.is_active() && is_on_side == is_of_side {
            active.push(who);
        }
    }
    active
}

/// Lets each combatant of the side that won the ambush test draw one more card, in joining order; a
/// group draws one together (CARDS-AMB-2, CARDS-AMB-4).
pub fn draw_extra_card_for_each_ambush_winner(resolver: &mut Resolver, extra_draw: &ExtraDraw) {
    let mut undealt = initiative::undealt_cards(resolver.fight());
    for unit in initiative::partition_combatants_by_shared_cards(resolver.fight()) {
        let Some(first) = unit.first() else { continue };
        let is_ambusher = resolver.fight().body(*first).side == extra_draw.ambushing_side;
        if is_ambusher == extra_draw.is_for_ambushers {
            initiative::draw_extra_card_and_drop_highest(resolver, unit, &mut undealt);
        }
    }
}
