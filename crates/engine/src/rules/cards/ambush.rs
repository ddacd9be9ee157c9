//! Ambush (CARDS-AMB): the test before cards are dealt, and the cards it brings.

use std::cmp::Reverse;

use super::pools::{self, Test};
use super::sheet::{Action, Name};
use super::state::{Ambush, Note, Purpose};
use super::{Fight, Scene, initiative};
use crate::ids::CombatantId;

/// What came of it: who draws the extra card.
pub struct Drawing {
    side: Name,
    is_of_side: bool,
}

/// CARDS-AMB-1: one of the ambushing side rolls Sneak, one of the other side Track or Read; more
/// successes win, a tie is a failure. CARDS-AMB-3: what is beyond the first gives dice to all
/// ambushers. CARDS-AMB-4: in failure they are detected. CARDS-AMB-5: or no test is made. In place
/// of whom the GM has named and who cannot any more, the biggest pool rolls.
pub fn test(scene: &mut Scene) -> Option<Drawing> {
    let ambush = scene.fight().state.ambush.clone()?;
    let side = ambush.side.clone();
    let is_of_side = if ambush.auto {
        let (side, ambushers) = (side.clone(), Vec::new());
        scene.note(Note::AmbushSettled { side, succeeded: true, bonus: 0, ambushers });
        true
    } else {
        is_unnoticed(scene, &ambush)
    };
    if !is_of_side {
        for who in members(scene.fight(), &side, true) {
            scene.reveal(who);
        }
    }
    Some(Drawing { side, is_of_side })
}

fn is_unnoticed(scene: &mut Scene, ambush: &Ambush) -> bool {
    let fight = scene.fight();
    let side = &ambush.side;
    let biggest = |is_of_side, actions: &[Action]| {
        let all = members(fight, side, is_of_side);
        let tests = all.iter().flat_map(|who| actions.iter().map(|action| (*who, *action)));
        // Of equal pools the first counts.
        tests.min_by_key(|(who, action)| Reverse(pools::pool(fight, *who, test_of(*action))))
    };
    let still = |who: Option<CombatantId>, is_of_side| {
        who.filter(|who| members(fight, side, is_of_side).contains(who))
    };
    let sneaking = still(ambush.by, true);
    let sneaking = sneaking.or_else(|| biggest(true, &[Action::Sneak]).map(|it| it.0));
    let watching = match (still(ambush.against, false), ambush.action) {
        (Some(who), Some(action)) => Some((who, action)),
        (Some(who), None) => Some((who, watch_action(fight, who))),
        (None, Some(action)) => biggest(false, &[action]),
        (None, None) => biggest(false, &[Action::Track, Action::Read]),
    };
    let roll = |scene: &mut Scene, who, action, purpose| {
        pools::roll(scene, who, Test::new(action, purpose))
    };
    let hidden = sneaking.map_or(0, |who| roll(scene, who, Action::Sneak, Purpose::Ambush));
    let noticed = watching.map_or(0, |(who, action)| roll(scene, who, action, Purpose::Watch));
    let succeeded = hidden > noticed;
    let bonus = hidden.saturating_sub(noticed).saturating_sub(1);
    let ambushers = if succeeded { members(scene.fight(), side, true) } else { Vec::new() };
    let side = side.clone();
    scene.note(Note::AmbushSettled { side, succeeded, bonus, ambushers });
    succeeded
}

fn test_of(action: Action) -> Test {
    Test::new(action, Purpose::Watch)
}

/// The bigger of Track and Read.
fn watch_action(fight: &Fight, who: CombatantId) -> Action {
    let dice = |action| pools::pool(fight, who, test_of(action));
    if dice(Action::Read) > dice(Action::Track) { Action::Read } else { Action::Track }
}

fn members(fight: &Fight, side: &Name, is_of_side: bool) -> Vec<CombatantId> {
    let all = fight.iter().filter(|(_, one)| one.body.is_active());
    all.filter(|(_, one)| (one.body.side == *side) == is_of_side).map(|(who, _)| who).collect()
}

/// CARDS-AMB-2, CARDS-AMB-4: after the normal deal each of those who have the better of it (group:
/// one) draws one more card, in joining order.
pub fn draw(scene: &mut Scene, drawing: &Drawing) {
    let mut left = initiative::undealt(scene.fight());
    for unit in initiative::units(scene.fight()) {
        let is_theirs = unit.first().is_some_and(|who| {
            (scene.fight().body(*who).side == drawing.side) == drawing.is_of_side
        });
        if is_theirs {
            initiative::draw_extra(scene, unit, &mut left);
        }
    }
}
