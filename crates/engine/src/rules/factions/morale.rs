//! Morale and surrender (FACT-MORALE, FACT-SURR).

use super::acts::Act;
use super::sheet::{Ability, Body, CombatantTrait, Name};
use super::state::{Event, ItemLocation, SavePurpose};
use super::turns::running_or_new_turn;
use super::zones::place_of;
use super::{Fight, Resolver, grapple, saves};
use crate::core::ids::CombatantId;
use crate::core::refusal_reason::RefusalReason;

/// FACT-ROUND-7: the checks of a round's end, group by group in join order. FACT-MORALE-3: one
/// group WIT save of the active members that are not steady, broken or `immune_to_fear`; a pass
/// makes steady. FACT-MORALE-4: a fail breaks.
pub fn roll_morale_checks(resolver: &mut Resolver) {
    for (faction, group) in morale_groups(resolver.fight()) {
        let due = members_due_for_check(resolver.fight(), &faction, &group);
        if due.is_empty() {
            continue;
        }
        for saved in saves::roll_group_save(resolver, &due, Ability::Wit, SavePurpose::Morale) {
            let who = saved.who;
            resolver.emit(if saved.passed {
                Event::Steadied(who)
            } else {
                Event::MoraleBroke(who)
            });
        }
    }
}

/// Groups in the order in which their first members joined.
fn morale_groups(fight: &Fight) -> Vec<(Name, Name)> {
    let mut all: Vec<(Name, Name)> = Vec::new();
    for (_, one) in fight.iter() {
        let key = (&one.body.faction, one.body.morale_group());
        if !all.iter().any(|(faction, group)| (faction, group) == key) {
            all.push((key.0.clone(), key.1.clone()));
        }
    }
    all
}

fn group_members<'a>(
    fight: &'a Fight,
    faction: &'a Name,
    group: &'a Name,
) -> impl Iterator<Item = CombatantId> + 'a {
    let is_member = move |body: &Body| body.faction == *faction && body.morale_group() == group;
    fight.iter().filter(move |(_, one)| is_member(&one.body)).map(|(who, _)| who)
}

/// Who checks in a group. FACT-MORALE-1: a group that began with two or more and has been reduced
/// to half or less (members × 2 ≤ original; reinforcements add to it) checks at the end of that
/// round. FACT-MORALE-2: who began alone in it, at the end of a round in which damage took it to
/// half or less.
fn members_due_for_check(fight: &Fight, faction: &Name, group: &Name) -> Vec<CombatantId> {
    let mut all: Vec<CombatantId> = group_members(fight, faction, group).collect();
    let has_begun = |who: &CombatantId| who.index() < usize::from(fight.state.initial_combatants);
    let has = |happened: fn(&Body) -> u16| {
        all.iter().any(|who| happened(fight.body(*who)) == fight.round)
    };
    let began = all.iter().filter(|who| has_begun(who)).count();
    if began == 1 || all.len() == 1 {
        all.retain(|who| {
            fight.body(*who).halved_in_round == fight.round && (began == 0 || has_begun(who))
        });
    } else {
        let active = all.iter().filter(|who| fight.body(**who).is_active()).count();
        if active * 2 > all.len() || !has(|body| body.lost_in_round) {
            return Vec::new();
        }
    }
    all.retain(|who| is_due_for_check(fight, *who));
    all
}

fn is_due_for_check(fight: &Fight, who: CombatantId) -> bool {
    let one = fight.combatant(who);
    let body = &one.body;
    let is_asked = one.is_npc() || fight.settings.player_morale;
    is_asked
        && body.is_active()
        && !body.steady
        && !body.broken
        && !body.has_trait(CombatantTrait::ImmuneToFear)
}

/// FACT-MORALE-4: a broken one that by the end of the next round has not moved, fled or surrendered
/// surrenders then.
pub fn surrender_overdue_broken(resolver: &mut Resolver) {
    let fight = resolver.fight();
    let is_overdue = |body: &Body| {
        body.broken && !body.retreated && body.broken_in_round < fight.round && body.is_active()
    };
    let overdue: Vec<CombatantId> =
        fight.iter().filter(|(_, one)| is_overdue(&one.body)).map(|(who, _)| who).collect();
    for who in overdue {
        surrender(resolver, who, true);
    }
}

/// FACT-MORALE-4: the broken may only surrender, move or dash (to where no more enemies are nearby
/// than before: [`movement`](super::movement)), flee, break free or end the turn.
pub fn check_act_while_broken(
    fight: &Fight,
    who: CombatantId,
    act: &Act,
) -> Result<(), RefusalReason> {
    let may = match act {
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
    if may { Ok(()) } else { Err(RefusalReason::new("morale-broken", "FACT-MORALE-4")) }
}

/// FACT-SURR-1: it costs the entire turn.
pub fn check_surrender(fight: &Fight, who: CombatantId) -> Result<(), RefusalReason> {
    if running_or_new_turn(fight, who).is_unused() {
        Ok(())
    } else {
        Err(RefusalReason::new("no-action", "FACT-SURR-1"))
    }
}

/// FACT-SURR-1: held weapons fall in the zone, and the character is out of the fight.
pub fn surrender(resolver: &mut Resolver, who: CombatantId, is_forced: bool) {
    grapple::end_holds(resolver, who);
    let fight = resolver.fight();
    let to = ItemLocation::InZone(place_of(fight, who).zone);
    let held = fight.body(who).gear.iter().filter(|item| super::stunts::can_be_dropped(item));
    let held: Vec<_> = held.map(|item| (item.id, item.name.clone())).collect();
    for (item, name) in held {
        resolver.emit(Event::ItemMoved {
            item,
            name,
            actor: who,
            from: ItemLocation::CarriedBy(who),
            to,
        });
    }
    resolver.emit(Event::Surrendered { who, is_forced });
}
