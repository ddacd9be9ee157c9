//! Morale and surrender (FACT-MORALE, FACT-SURR).

use super::acts::Act;
use super::sheet::{Ability, Body, CombatantTrait, Name};
use super::state::{Event, ItemLocation, SavePurpose, SaveResult};
use super::turns::running_or_new_turn;
use super::zones::place_of;
use super::{Factions, Fight, Resolver, grapple, saves};
use crate::core::fight::Combatant;
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// Rolls the morale checks of a round's end, group by group in join order (FACT-ROUND-7).
/// FACT-MORALE-3: one group WIT save of the active members that are not steady, broken or
/// `immune_to_fear`; a pass makes steady. FACT-MORALE-4: a fail breaks.
pub fn roll_morale_and_steady_or_break(resolver: &mut Resolver) {
    for group in morale_groups_in_join_order(resolver.fight()) {
        let members = members_due_for_morale_check(resolver.fight(), &group);
        if members.is_empty() {
            continue;
        }
        let results = saves::roll_one_d20_for_group_save(
            resolver,
            &members,
            Ability::Wit,
            SavePurpose::Morale,
        );
        for SaveResult { who, passed, .. } in results {
            resolver.emit(if passed { Event::Steadied(who) } else { Event::MoraleBroke(who) });
        }
    }
}

/// A group that makes its morale check together, within a faction.
///
/// FACT-MORALE-1: until they are revealed, the NPCs in it that players do not know of are a group
/// of their own, so that nobody can tell from a check how many there are.
#[derive(PartialEq)]
struct MoraleGroup {
    faction: Name,
    group: Name,
    is_hidden: bool,
}

impl MoraleGroup {
    /// Returns the group that a combatant is in now.
    fn of_combatant(combatant: &Combatant<Factions>) -> Self {
        let body = &combatant.body;
        Self {
            faction: body.faction.clone(),
            group: body.morale_group().clone(),
            is_hidden: combatant.is_hidden && combatant.is_npc(),
        }
    }
}

/// Returns the groups in the order in which their first members joined.
fn morale_groups_in_join_order(fight: &Fight) -> Vec<MoraleGroup> {
    let mut groups = Vec::new();
    for (_, combatant) in fight.present_combatants() {
        let group = MoraleGroup::of_combatant(combatant);
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    groups
}

/// Returns the members of a group who check morale at the end of this round.
///
/// FACT-MORALE-1: a group that began with two or more and has been reduced to half or less (members
/// × 2 ≤ original; reinforcements add to it) checks at the end of that round. FACT-MORALE-2: a
/// member who began alone in its group checks at the end of a round in which damage took it to half
/// or less.
fn members_due_for_morale_check(fight: &Fight, group: &MoraleGroup) -> Vec<CombatantId> {
    let in_group = fight
        .present_combatants()
        .filter(|(_, combatant)| MoraleGroup::of_combatant(combatant) == *group);
    let mut members: Vec<CombatantId> = in_group.map(|(who, _)| who).collect();
    let began_fight = |who: &CombatantId| who.index() < usize::from(fight.state.initial_combatants);
    let began_count = members.iter().filter(|who| began_fight(who)).count();
    if began_count == 1 || members.len() == 1 {
        // FACT-MORALE-2: only who began alone checks, not its reinforcements.
        members.retain(|who| {
            let was_halved = fight.body(*who).halved_in_round == fight.round;
            let is_loner = began_count == 0 || began_fight(who);
            was_halved && is_loner
        });
    } else if !is_group_halved_this_round(fight, &members) {
        return Vec::new();
    }
    members.retain(|who| is_active_and_subject_to_morale(fight, *who));
    members
}

/// Returns whether at most half of the members are active, and one was lost in this round
/// (FACT-MORALE-1).
fn is_group_halved_this_round(fight: &Fight, members: &[CombatantId]) -> bool {
    let has_lost_member = members.iter().any(|who| fight.body(*who).lost_in_round == fight.round);
    let active_count = members.iter().filter(|who| fight.body(**who).is_active()).count();
    has_lost_member && active_count * 2 <= members.len()
}

/// Returns whether morale applies to a combatant: it is active, neither steady nor broken, can feel
/// fear, and is an NPC unless the settings include players.
fn is_active_and_subject_to_morale(fight: &Fight, who: CombatantId) -> bool {
    let combatant = fight.combatant(who);
    let body = &combatant.body;
    let does_check_morale = combatant.is_npc() || fight.settings.player_morale;
    does_check_morale
        && body.is_active()
        && !body.steady
        && !body.broken
        && !body.has_trait(CombatantTrait::ImmuneToFear)
}

/// Makes everybody surrender who broke in an earlier round, is still active and has not retreated
/// since (FACT-MORALE-4, FACT-SURR-1).
pub fn disarm_and_surrender_all_broken_earlier(resolver: &mut Resolver) {
    let fight = resolver.fight();
    let is_overdue = |body: &Body| {
        body.broken && !body.retreated && body.broken_in_round < fight.round && body.is_active()
    };
    let overdue: Vec<CombatantId> = fight
        .present_combatants()
        .filter(|(_, combatant)| is_overdue(&combatant.body))
        .map(|(who, _)| who)
        .collect();
    for who in overdue {
        drop_weapons_and_surrender(resolver, who, SurrenderCause::BrokeEarlier);
    }
}

/// Refuses most acts to a broken combatant, and none to any other. FACT-MORALE-4: it may only
/// surrender, move or dash (to where no more enemies are nearby than before:
/// [`movement`](super::movement)), flee, break free or end the turn.
pub fn check_act_while_broken(
    fight: &Fight,
    who: CombatantId,
    act: &Act,
) -> Result<(), RefusalReason> {
    let is_allowed = match act {
        Act::Surrender
        | Act::Move { .. }
        | Act::Dash
        | Act::Flee
        | Act::BreakFree
        | Act::TakeSlot
        | Act::Pass { .. }
        | Act::EndTurn => true,
        Act::ThenEndTurn(act) => return check_act_while_broken(fight, who, act),
        _ => !fight.body(who).broken,
    };
    if is_allowed { Ok(()) } else { Err(RefusalReason::new("morale-broken", "FACT-MORALE-4")) }
}

/// Refuses to surrender once some of the turn is used, since it costs the entire turn
/// (FACT-SURR-1).
pub fn check_turn_unused_for_surrender(
    fight: &Fight,
    who: CombatantId,
) -> Result<(), RefusalReason> {
    let reason = RefusalReason::new("no-action", "FACT-SURR-1");
    reason.refuse_unless(running_or_new_turn(fight, who).is_unused())
}

/// Why a combatant surrenders.
#[derive(Clone, Copy, PartialEq)]
pub enum SurrenderCause {
    OwnAct,
    /// It broke in an earlier round and has not retreated since (FACT-MORALE-4).
    BrokeEarlier,
}

/// Ends a combatant's holds, drops its held weapons in the zone, and takes it out of the fight
/// (FACT-SURR-1).
pub fn drop_weapons_and_surrender(
    resolver: &mut Resolver,
    who: CombatantId,
    cause: SurrenderCause,
) {
    grapple::end_holds(resolver, who);
    let fight = resolver.fight();
    let to = ItemLocation::InZone(place_of(fight, who).zone);
    let dropped = fight.body(who).gear.iter().filter(|item| super::stunts::can_be_dropped(item));
    let dropped: Vec<_> = dropped.map(|item| (item.id, item.name.clone())).collect();
    for (item, name) in dropped {
        let from = ItemLocation::CarriedBy(who);
        resolver.emit(Event::ItemMoved { item, name, actor: who, from, to });
    }
    resolver.emit(Event::Surrendered { who, is_forced: cause == SurrenderCause::BrokeEarlier });
}
