//! Whose turn it is, as one viewer may know it.
//!
//! The pending turn may be that of hidden NPCs, alone or with others. A viewer gets the turn as if
//! they were not there (I6): they are left out of the actors, and if nobody else may act, the turn
//! goes to those who would be next without them.

use crate::core::fight::{Fight, FightPhase};
use crate::core::ids::{CombatantId, Initiator};
use crate::visibility::randomize;
use crate::visibility::view::{
    FightView, GroupView, MemberView, TurnStatus, Viewer, VisibleWounds,
};
use crate::{PendingTurn, Rules};

/// Returns the fight as one viewer may know it, without any sign that a hidden NPC acts. Of a
/// decided fight it tells how everybody stood when the outcome was decided.
pub fn view_without_signs_of_hidden_turns<S: Rules>(fight: &Fight<S>, viewer: Viewer) -> FightView {
    let mut view = S::view_for(fight, viewer);
    view.is_gm_view = viewer == Viewer::Gm;
    let may_hide_turn = !view.is_gm_view && fight.phase == FightPhase::Running;
    if may_hide_turn && let Some(visible) = find_turn_passing_over_hidden(fight, viewer, &view) {
        show_turn_in_place_of_hidden(&mut view, &visible);
    }
    if S::decided_outcome(fight).is_some() {
        for group in &mut view.groups {
            set_exits_and_final_health(fight, &mut group.members);
        }
    }
    view
}

/// Sets how members had dropped out, and their health, when the outcome was decided; before that,
/// how they have dropped out now.
fn set_exits_and_final_health<S: Rules>(fight: &Fight<S>, members: &mut [MemberView]) {
    for member in members {
        let combatant = fight.combatant(member.id);
        let Some(standing) = combatant.final_standing else {
            member.exit = S::exit(&combatant.body);
            continue;
        };
        member.exit = standing.exit;
        if member.exit.is_some() {
            member.turn_status = TurnStatus::Out;
        }
        if let VisibleWounds::Exact { .. } = member.wounds {
            member.final_health = standing.health;
        }
    }
}

/// Returns who must act, as one viewer may know it. It is given even while a prompt is open.
pub fn visible_pending_turn<S: Rules>(fight: &Fight<S>, viewer: Viewer) -> Option<PendingTurn> {
    if viewer == Viewer::Gm {
        return S::pending_turn(fight);
    }
    let view = S::view_for(fight, viewer);
    find_turn_passing_over_hidden(fight, viewer, &view).map(|visible| visible.turn)
}

/// Returns whether only hidden NPCs may act now.
pub fn can_only_hidden_npcs_act<S: Rules>(fight: &Fight<S>) -> bool {
    let Some(turn) = S::pending_turn(fight) else { return false };
    let view = S::view_for(fight, Viewer::Public);
    let known_actors = known_actors(fight, Viewer::Public, &view, &turn);
    known_actors.is_empty()
        && turn.actors.iter().any(|actor| is_hidden_npc_or_gm_with_hidden_npcs(fight, *actor))
}

/// A pending turn as one viewer may know it.
struct VisibleTurn {
    turn: PendingTurn,
    source: ActorSource,
}

/// Who the actors of a visible turn are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ActorSource {
    /// Those who must act, without those whom the viewer may not know.
    PendingTurn,
    /// Those who would be next without the hidden NPCs, who alone may act.
    NextWithoutHidden,
    /// A member of the view, because nobody would be next without the hidden NPCs.
    MemberOfView,
}

/// Returns who must act, as the viewer may know it: if only hidden NPCs may act, the turn goes to
/// those who would be next without them. `None` if the fight waits for nobody.
fn find_turn_passing_over_hidden<S: Rules>(
    fight: &Fight<S>,
    viewer: Viewer,
    view: &FightView,
) -> Option<VisibleTurn> {
    let turn = S::pending_turn(fight)?;
    let known = known_actors(fight, viewer, view, &turn);
    let may_be_hidden = |actor: &Initiator| is_hidden_npc_or_gm_with_hidden_npcs(fight, *actor);
    if !known.is_empty() || !turn.actors.iter().any(may_be_hidden) {
        let turn = PendingTurn { actors: known, ..turn };
        return Some(VisibleTurn { turn, source: ActorSource::PendingTurn });
    }
    let mut fight_without_hidden = fight.clone();
    randomize::remove_hidden_npcs(&mut fight_without_hidden);
    let next_actors = match S::pending_turn(&fight_without_hidden) {
        Some(next_turn) => known_actors(fight, viewer, view, &next_turn),
        None => Vec::new(),
    };
    let (actors, source) = if next_actors.is_empty() {
        let actor = first_unacted_or_last_member(view).map(Initiator::Combatant);
        (Vec::from_iter(actor), ActorSource::MemberOfView)
    } else {
        (next_actors, ActorSource::NextWithoutHidden)
    };
    let is_skipped_on_timeout = actors.iter().any(|actor| match actor {
        Initiator::Gm => turn.is_skipped_on_timeout,
        Initiator::Combatant(who) => S::is_turn_skipped_on_timeout(fight, *who),
    });
    let turn = PendingTurn { actors, is_skipped_on_timeout, ..turn };
    Some(VisibleTurn { turn, source })
}

/// Changes a view to agree with its visible turn, if that stands in for the turn of hidden NPCs.
fn show_turn_in_place_of_hidden(view: &mut FightView, visible: &VisibleTurn) {
    let actors = &visible.turn.actors;
    match visible.source {
        ActorSource::PendingTurn => return,
        ActorSource::NextWithoutHidden => {}
        ActorSource::MemberOfView => {
            for member in view.groups.iter_mut().flat_map(|group| &mut group.members) {
                if actors.contains(&Initiator::Combatant(member.id)) {
                    member.turn_status = TurnStatus::Acting;
                }
            }
        }
    }
    mark_only_actor_groups_current(view, actors);
}

/// Returns the actors of a turn that the viewer may know. The GM, who picks one of the NPCs, counts
/// as known if the viewer sees an NPC that can still be picked.
fn known_actors<S: Rules>(
    fight: &Fight<S>,
    viewer: Viewer,
    view: &FightView,
    turn: &PendingTurn,
) -> Vec<Initiator> {
    let can_be_picked = |member: &MemberView| {
        member.user.is_none()
            && matches!(member.turn_status, TurnStatus::Ready | TurnStatus::Acting)
    };
    let is_known = |actor: &Initiator| match actor {
        Initiator::Combatant(who) => fight.viewer_ever_knew(viewer, *who),
        Initiator::Gm => {
            let mut current_groups = view.groups.iter().filter(|group| group.is_current);
            current_groups.any(|group| group.members.iter().any(can_be_picked))
        }
    };
    turn.actors.iter().copied().filter(is_known).collect()
}

/// Returns whether this is a hidden NPC, or the GM in a fight with hidden NPCs to pick.
fn is_hidden_npc_or_gm_with_hidden_npcs<S: Rules>(fight: &Fight<S>, initiator: Initiator) -> bool {
    match initiator {
        Initiator::Gm => fight
            .present_combatants()
            .any(|(who, _)| fight.is_hidden_npc(Initiator::Combatant(who))),
        Initiator::Combatant(_) => fight.is_hidden_npc(initiator),
    }
}

/// Returns the first member of the view who has yet to act or, if all have acted, the last member.
/// Members of the current groups come before all others. `None` if the view has no member in the
/// fight.
fn first_unacted_or_last_member(view: &FightView) -> Option<CombatantId> {
    let is_in_fight = |member: &&MemberView| member.turn_status != TurnStatus::Out;
    let current_members: Vec<CombatantId> = view
        .groups
        .iter()
        .filter(|group| group.is_current)
        .flat_map(|group| &group.members)
        .filter(is_in_fight)
        .map(|member| member.id)
        .collect();
    let mut candidates = view.members_in_turn_order();
    candidates.retain(is_in_fight);
    if !current_members.is_empty() {
        candidates.retain(|member| current_members.contains(&member.id));
    }
    let next_ready = candidates.iter().find(|member| member.turn_status == TurnStatus::Ready);
    next_ready.or(candidates.last()).map(|member| member.id)
}

/// Marks the groups of the actors, and no others, as current. Changes nothing if the GM acts or the
/// group of an actor is current already.
fn mark_only_actor_groups_current(view: &mut FightView, actors: &[Initiator]) {
    let is_actor = |member: &MemberView| actors.contains(&Initiator::Combatant(member.id));
    let has_actor = |group: &GroupView| group.members.iter().any(is_actor);
    let is_marked = view.groups.iter().any(|group| group.is_current && has_actor(group));
    if actors.contains(&Initiator::Gm) || is_marked {
        return;
    }
    for group in &mut view.groups {
        group.is_current = has_actor(group);
    }
}
