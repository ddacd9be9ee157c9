//! Whose turn it is, as one viewer may know it.
//!
//! A list of those who are waited for may have hidden NPCs in it, and a turn may be a hidden one's
//! alone. Both read as they would if nobody hidden was there (I6): hidden ones are left out of the
//! list, and while only they may act, those are named who would be next without them.

use super::fight::{Fight, Phase};
use super::ids::{By, CombatantId};
use super::scramble;
use super::view::{Mark, View, Viewer};
use super::{Rules, Wait};

/// Returns the view of one viewer, in which nothing tells that somebody hidden acts.
pub fn visible_view<S: Rules>(fight: &Fight<S>, viewer: Viewer) -> View {
    let mut view = S::view(fight, viewer);
    view.is_whole = viewer == Viewer::Gm;
    if !view.is_whole && fight.phase == Phase::Running {
        visible_wait_in(fight, viewer, &mut view);
    }
    view
}

/// Returns who is waited for to act, as one viewer may know it, also while a question is open.
pub fn visible_wait<S: Rules>(fight: &Fight<S>, viewer: Viewer) -> Option<Wait> {
    if viewer == Viewer::Gm {
        return S::waits(fight);
    }
    visible_wait_in(fight, viewer, &mut S::view(fight, viewer))
}

/// Whether only hidden NPCs may act now.
pub fn is_hidden_turn<S: Rules>(fight: &Fight<S>) -> bool {
    let Some(wait) = S::waits(fight) else { return false };
    let known = known_on(fight, Viewer::Public, &S::view(fight, Viewer::Public), &wait);
    known.is_empty() && wait.on.iter().any(|by| is_of_hidden(fight, *by))
}

/// Returns who is waited for, and changes the view so that it says the same.
fn visible_wait_in<S: Rules>(fight: &Fight<S>, viewer: Viewer, view: &mut View) -> Option<Wait> {
    let wait = S::waits(fight)?;
    let known = known_on(fight, viewer, view, &wait);
    if !known.is_empty() || !wait.on.iter().any(|by| is_of_hidden(fight, *by)) {
        return Some(Wait { on: known, ..wait });
    }
    let mut without_hidden = fight.clone();
    scramble::remove_hidden(&mut without_hidden);
    let next = S::waits(&without_hidden);
    let next = next.map_or_else(Vec::new, |next| known_on(fight, viewer, view, &next));
    let on = if next.is_empty() { place_turn(view) } else { next };
    show_current(view, &on);
    let is_skipped = on.iter().any(|by| match by {
        By::Gm => wait.is_skipped,
        By::Combatant(who) => S::is_turn_skipped(fight, *who),
    });
    Some(Wait { on, is_skipped, ..wait })
}

/// Returns those of a wait whom the viewer may know. The GM, who picks one of the NPCs, is known
/// where the viewer sees one who can still be picked.
fn known_on<S: Rules>(fight: &Fight<S>, viewer: Viewer, view: &View, wait: &Wait) -> Vec<By> {
    let is_known = |by: &By| match by {
        By::Combatant(who) => fight.has_known(viewer, *who),
        By::Gm => view.groups.iter().filter(|group| group.is_current).any(|group| {
            let may_act = |mark| matches!(mark, Mark::Ready | Mark::Acting);
            group.members.iter().any(|one| one.user.is_none() && may_act(one.mark))
        }),
    };
    wait.on.iter().copied().filter(is_known).collect()
}

/// Whether this is a hidden NPC, or the GM who picks among hidden ones.
fn is_of_hidden<S: Rules>(fight: &Fight<S>, by: By) -> bool {
    match by {
        By::Gm => fight.iter().any(|(who, _)| fight.is_hidden(By::Combatant(who))),
        By::Combatant(_) => fight.is_hidden(by),
    }
}

/// Gives the turn to the first in the view who has yet to act, or, if all have acted, back to the
/// last: in the group whose time it is, if the viewer knows anybody in it. Returns who it is.
fn place_turn(view: &mut View) -> Vec<By> {
    let in_current: Vec<CombatantId> = view
        .groups
        .iter()
        .filter(|group| group.is_current)
        .flat_map(|group| &group.members)
        .filter(|one| one.mark != Mark::Out)
        .map(|one| one.id)
        .collect();
    let in_order = view.in_order();
    let may_act = |id: CombatantId| in_current.is_empty() || in_current.contains(&id);
    let mut candidates = in_order.iter().filter(|one| one.mark != Mark::Out && may_act(one.id));
    let next = candidates.clone().find(|one| one.mark == Mark::Ready);
    let Some(acting) = next.or_else(|| candidates.next_back()).map(|one| one.id) else {
        return Vec::new();
    };
    let members = view.groups.iter_mut().flat_map(|group| &mut group.members);
    for one in members.filter(|one| one.id == acting) {
        one.mark = Mark::Acting;
    }
    vec![By::Combatant(acting)]
}

/// Makes it the time of the groups of those who are waited for.
fn show_current(view: &mut View, on: &[By]) {
    let is_on = |id: CombatantId| on.contains(&By::Combatant(id));
    let has_one_on = |view: &View| {
        let current = view.groups.iter().filter(|group| group.is_current);
        current.flat_map(|group| &group.members).any(|one| is_on(one.id))
    };
    if on.contains(&By::Gm) || has_one_on(view) {
        return;
    }
    for group in &mut view.groups {
        group.is_current = group.members.iter().any(|one| is_on(one.id));
    }
}
