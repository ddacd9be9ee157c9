//! Whose turn it is, as one viewer may know it.
//!
//! A list of those who are waited for may have hidden NPCs in it, and a turn may be a hidden one's
//! alone. Both read as they would if nobody hidden was there (I6): hidden ones are left out of the
//! list, and while only they may act, those are named who would be next without them.

use crate::core::fight::{Fight, FightPhase};
use crate::core::ids::{CombatantId, Initiator};
use crate::visibility::randomize;
use crate::visibility::view::{FightView, TurnStatus, Viewer};
use crate::{PendingTurn, Rules};

/// Returns the view of one viewer, in which nothing tells that somebody hidden acts.
pub fn visible_view<S: Rules>(fight: &Fight<S>, viewer: Viewer) -> FightView {
    let mut view = S::view_for(fight, viewer);
    view.is_gm_view = viewer == Viewer::Gm;
    if !view.is_gm_view && fight.phase == FightPhase::Running {
        reconcile_view_with_turn(fight, viewer, &mut view);
    }
    view
}

/// Returns who is waited for to act, as one viewer may know it, also while a question is open.
pub fn visible_pending_turn<S: Rules>(fight: &Fight<S>, viewer: Viewer) -> Option<PendingTurn> {
    if viewer == Viewer::Gm {
        return S::pending_turn(fight);
    }
    reconcile_view_with_turn(fight, viewer, &mut S::view_for(fight, viewer))
}

/// Whether only hidden NPCs may act now.
pub fn is_hidden_turn<S: Rules>(fight: &Fight<S>) -> bool {
    let Some(wait) = S::pending_turn(fight) else { return false };
    let known = known_actors(fight, Viewer::Public, &S::view_for(fight, Viewer::Public), &wait);
    known.is_empty() && wait.actors.iter().any(|by| is_hidden_initiator(fight, *by))
}

/// Returns who is waited for, and changes the view so that it says the same.
fn reconcile_view_with_turn<S: Rules>(
    fight: &Fight<S>,
    viewer: Viewer,
    view: &mut FightView,
) -> Option<PendingTurn> {
    let wait = S::pending_turn(fight)?;
    let known = known_actors(fight, viewer, view, &wait);
    if !known.is_empty() || !wait.actors.iter().any(|by| is_hidden_initiator(fight, *by)) {
        return Some(PendingTurn { actors: known, ..wait });
    }
    let mut without_hidden = fight.clone();
    randomize::remove_hidden_npcs(&mut without_hidden);
    let next = S::pending_turn(&without_hidden);
    let next = next.map_or_else(Vec::new, |next| known_actors(fight, viewer, view, &next));
    let on = if next.is_empty() { assign_turn_in_view(view) } else { next };
    mark_current_groups(view, &on);
    let is_skipped = on.iter().any(|by| match by {
        Initiator::Gm => wait.is_skipped_on_timeout,
        Initiator::Combatant(who) => S::is_turn_skipped_on_timeout(fight, *who),
    });
    Some(PendingTurn { actors: on, is_skipped_on_timeout: is_skipped, ..wait })
}

/// Returns those of a wait whom the viewer may know. The GM, who picks one of the NPCs, is known
/// where the viewer sees one who can still be picked.
fn known_actors<S: Rules>(
    fight: &Fight<S>,
    viewer: Viewer,
    view: &FightView,
    turn: &PendingTurn,
) -> Vec<Initiator> {
    let is_known = |by: &Initiator| match by {
        Initiator::Combatant(who) => fight.viewer_ever_knew(viewer, *who),
        Initiator::Gm => view.groups.iter().filter(|group| group.is_current).any(|group| {
            let may_act = |mark| matches!(mark, TurnStatus::Ready | TurnStatus::Acting);
            group.members.iter().any(|one| one.user.is_none() && may_act(one.turn_status))
        }),
    };
    turn.actors.iter().copied().filter(is_known).collect()
}

/// Whether this is a hidden NPC, or the GM who picks among hidden ones.
fn is_hidden_initiator<S: Rules>(fight: &Fight<S>, initiator: Initiator) -> bool {
    match initiator {
        Initiator::Gm => {
            fight.iter().any(|(who, _)| fight.is_hidden_npc(Initiator::Combatant(who)))
        }
        Initiator::Combatant(_) => fight.is_hidden_npc(initiator),
    }
}

/// Gives the turn to the first in the view who has yet to act, or, if all have acted, back to the
/// last: in the group whose time it is, if the viewer knows anybody in it. Returns who it is.
fn assign_turn_in_view(view: &mut FightView) -> Vec<Initiator> {
    let in_current: Vec<CombatantId> = view
        .groups
        .iter()
        .filter(|group| group.is_current)
        .flat_map(|group| &group.members)
        .filter(|one| one.turn_status != TurnStatus::Out)
        .map(|one| one.id)
        .collect();
    let in_order = view.members_in_turn_order();
    let may_act = |id: CombatantId| in_current.is_empty() || in_current.contains(&id);
    let mut candidates =
        in_order.iter().filter(|one| one.turn_status != TurnStatus::Out && may_act(one.id));
    let next = candidates.clone().find(|one| one.turn_status == TurnStatus::Ready);
    let Some(acting) = next.or_else(|| candidates.next_back()).map(|one| one.id) else {
        return Vec::new();
    };
    let members = view.groups.iter_mut().flat_map(|group| &mut group.members);
    for one in members.filter(|one| one.id == acting) {
        one.turn_status = TurnStatus::Acting;
    }
    vec![Initiator::Combatant(acting)]
}

/// Makes it the time of the groups of those who are waited for.
fn mark_current_groups(view: &mut FightView, actors: &[Initiator]) {
    let is_on = |id: CombatantId| actors.contains(&Initiator::Combatant(id));
    let has_one_on = |view: &FightView| {
        let current = view.groups.iter().filter(|group| group.is_current);
        current.flat_map(|group| &group.members).any(|one| is_on(one.id))
    };
    if actors.contains(&Initiator::Gm) || has_one_on(view) {
        return;
    }
    for group in &mut view.groups {
        group.is_current = group.members.iter().any(|one| is_on(one.id));
    }
}
