//! A hidden NPC shows itself before its act changes what players see of others: they must not see
//! an act of nobody (I6).

use crate::core::fight::{Event, Fight};
use crate::core::ids::{CombatantId, Initiator};
use crate::resolution::resolver::Resolver;
use crate::visibility::view::{MemberView, TurnStatus, Viewer};
use crate::{Rules, System, Visibility};

/// The hidden NPC whose act is resolved, with what the rules know of it.
pub struct HiddenActor<S: System> {
    pub who: CombatantId,
    /// Returns whether an event would change what players see of others.
    pub shows_in: fn(&Fight<S>, &Event<S>, CombatantId) -> bool,
    pub reveal: fn(&mut Resolver<'_, S>, CombatantId),
}

impl<S: Rules> HiddenActor<S> {
    /// Returns the actor if it is an NPC that is hidden from players.
    pub fn new_if_hidden_npc(fight: &Fight<S>, who: CombatantId) -> Option<Self> {
        if !fight.is_hidden_npc(Initiator::Combatant(who)) {
            return None;
        }
        Some(Self { who, shows_in: changes_what_is_seen_of_others, reveal: S::reveal_combatant })
    }
}

/// Returns whether an event in the act of a hidden NPC changes what the public sees of other
/// combatants, and so would betray the NPC.
fn changes_what_is_seen_of_others<S: Rules>(
    fight: &Fight<S>,
    event: &Event<S>,
    who: CombatantId,
) -> bool {
    if !matches!(event, Event::System(_)) || !fight.is_hidden_npc(Initiator::Combatant(who)) {
        return false;
    }
    let mut fight_after = fight.clone();
    fight_after.apply(event);
    public_views_of_others_ignoring_turns(fight, who)
        != public_views_of_others_ignoring_turns(&fight_after, who)
}

/// Returns what the channel sees of each combatant but one, without what the course of turns
/// changes.
pub fn public_views_of_others_ignoring_turns<S: Visibility>(
    fight: &Fight<S>,
    who: CombatantId,
) -> Vec<MemberView> {
    let groups = S::view_for(fight, Viewer::Public).groups;
    let members = groups.into_iter().flat_map(|group| group.members);
    let mut others: Vec<MemberView> = members.filter(|member| member.id != who).collect();
    others.sort_by_key(|member| member.id);
    for member in &mut others {
        (member.turn_status, member.remaining_budget) = (TurnStatus::Ready, Vec::new());
    }
    others
}
