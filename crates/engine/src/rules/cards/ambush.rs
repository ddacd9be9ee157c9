//! Ambush (CARDS-AMB): the test before the cards are dealt, and the extra cards that it gives.

use std::cmp::Reverse;

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
    let side = &ambush.side;
    let biggest_pool = |is_of_side, actions: &[Action]| {
        let members = active_combatants(fight, side, is_of_side);
        let tests = members.iter().flat_map(|who| actions.iter().map(|action| (*who, *action)));
        // Of equal pools the first one rolls.
        tests
            .min_by_key(|(who, action)| Reverse(rolls::pool_size(fight, *who, watch_test(*action))))
    };
    let still_able = |who: Option<CombatantId>, is_of_side| {
        who.filter(|who| active_combatants(fight, side, is_of_side).contains(who))
    };
    let sneaking = still_able(ambush.ambusher, true)
        .or_else(|| biggest_pool(true, &[Action::Sneak]).map(|(who, _)| who));
    let watching = match (still_able(ambush.watcher, false), ambush.action) {
        (Some(who), Some(action)) => Some((who, action)),
        (Some(who), None) => Some((who, best_watch_action(fight, who))),
        (None, Some(action)) => biggest_pool(false, &[action]),
        (None, None) => biggest_pool(false, &[Action::Track, Action::Read]),
    };
    let roll = |resolver: &mut Resolver, who, action, purpose| {
        rolls::roll_test(resolver, who, ActionTest::new(action, purpose))
    };
    let sneak_successes =
        sneaking.map_or(0, |who| roll(resolver, who, Action::Sneak, RollPurpose::Ambush));
    let watch_successes =
        watching.map_or(0, |(who, action)| roll(resolver, who, action, RollPurpose::Watch));
    let succeeded = sneak_successes > watch_successes;
    let bonus = sneak_successes.saturating_sub(watch_successes).saturating_sub(1);
    let ambushers =
        if succeeded { active_combatants(resolver.fight(), side, true) } else { Vec::new() };
    let side = side.clone();
    resolver.emit(Event::AmbushResolved { side, succeeded, bonus, ambushers });
    succeeded
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
    let all = fight.present_combatants().filter(|(_, combatant)| combatant.body.is_active());
    all.filter(|(_, combatant)| (combatant.body.side == *side) == is_of_side)
        .map(|(who, _)| who)
        .collect()
}

/// Lets each combatant of the side that won the ambush test draw one more card, in joining order; a
/// group draws one together (CARDS-AMB-2, CARDS-AMB-4).
pub fn draw_extra_card_for_each_ambush_winner(resolver: &mut Resolver, extra_draw: &ExtraDraw) {
    let mut undealt = initiative::undealt_cards(resolver.fight());
    for unit in initiative::partition_combatants_by_shared_cards(resolver.fight()) {
        let draws = unit.first().is_some_and(|who| {
            (resolver.fight().body(*who).side == extra_draw.ambushing_side)
                == extra_draw.is_for_ambushers
        });
        if draws {
            initiative::draw_extra_card_and_drop_highest(resolver, unit, &mut undealt);
        }
    }
}
