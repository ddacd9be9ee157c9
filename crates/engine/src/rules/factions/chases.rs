//! Chases (FACT-CHASE): who goes after those who left the map, and who is reached.

use std::collections::BTreeMap;

use super::prompts::{self, Answer};
use super::sheet::{Ability, Body, Name};
use super::state::{Event, MovementKind, SavePurpose, SaveResult};
use super::zones::{Place, is_active_on_map};
use super::{Fight, PromptRequest, Resolver, RuleResult, initiative, movement, saves, visibility};
use crate::core::ids::{CombatantId, ZoneId};
use crate::resolution::resolver::DecoyDelay;

/// Asks at round end who pursues those who left the map, and resolves the chase. FACT-CHASE-2:
/// every enemy faction that saw somebody leave is asked whether and with whom it pursues; the
/// answers are sealed until the last is in. Without an answer the leavers have fled.
pub fn ask_and_resolve_pursuits(resolver: &mut Resolver) -> RuleResult {
    if leavers(resolver.fight()).next().is_none() {
        return Ok(());
    }
    let answers = ask_each_faction_whether_it_pursues(resolver)?;
    let leavers: Vec<CombatantId> = leavers(resolver.fight()).collect();
    let mut pursuers: Vec<CombatantId> = Vec::new();
    for (faction_index, answer) in answers {
        let Answer::Pursue(mut chosen) = answer else { continue };
        let faction = resolver.fight().state.factions[faction_index].clone();
        // Somebody who went down while others were asked pursues nobody.
        chosen.retain(|who| {
            members_able_to_pursue(resolver.fight(), &faction).any(|able| able == *who)
        });
        if !chosen.is_empty() {
            pursuers.extend(&chosen);
            resolver.emit(Event::Pursued { faction, pursuers: chosen, leavers: leavers.clone() });
        }
    }
    resolve_chase_by_ruling_pace_or_save(resolver, &leavers, &pursuers, None);
    Ok(())
}

/// Asks all factions that may pursue, side by side, and returns the answers by the index of the
/// faction.
fn ask_each_faction_whether_it_pursues(
    resolver: &mut Resolver,
) -> RuleResult<BTreeMap<usize, Answer>> {
    let mut answers: BTreeMap<usize, Answer> = BTreeMap::new();
    let mut decoy_delay = DecoyDelay::NONE;
    loop {
        let make_prompts = |fight: &Fight| {
            let mut prompts = Vec::new();
            for (index, faction) in fight.state.factions.iter().enumerate() {
                if answers.contains_key(&index) {
                    continue;
                }
                if let Some(prompt) = pursuit_prompt_if_possible(fight, faction) {
                    prompts.push((index, prompt));
                }
            }
            prompts
        };
        let next = prompts::ask_for_next_answer(resolver, &mut decoy_delay, make_prompts)?;
        let Some((index, answer)) = next else { return Ok(answers) };
        answers.insert(index, answer);
    }
}

/// Returns everybody who has left the map and whose pursuit is not settled (FACT-CHASE-1).
fn leavers(fight: &Fight) -> impl Iterator<Item = CombatantId> + '_ {
    fight
        .present_combatants()
        .filter(|(_, combatant)| combatant.body.left_through.is_some())
        .map(|(who, _)| who)
}

/// Builds the question to a faction whether it pursues; `None` if it saw nobody leave, or has
/// nobody who could pursue.
pub fn pursuit_prompt_if_possible(fight: &Fight, faction: &Name) -> Option<PromptRequest> {
    let seen_leavers: Vec<_> =
        leavers(fight).filter(|who| is_enemy_seen_leaving(fight, faction, *who)).collect();
    let able_pursuers: Vec<_> = members_able_to_pursue(fight, faction).collect();
    if seen_leavers.is_empty() || able_pursuers.is_empty() {
        return None;
    }
    let decider = initiative::decider_for(fight, faction);
    Some(prompts::pursuit_prompt(fight, decider, faction.clone(), seen_leavers, &able_pursuers))
}

/// Returns whether a faction saw an enemy leave, who goes unseen where concealed (FACT-SNEAK-1).
fn is_enemy_seen_leaving(fight: &Fight, faction: &Name, who: CombatantId) -> bool {
    let body = fight.body(who);
    !initiative::are_factions_allied(fight, faction, &body.faction)
        && !body.concealed
        && !visibility::is_position_secret(fight, who)
}

/// Returns the members of a faction who could pursue somebody.
fn members_able_to_pursue<'a>(
    fight: &'a Fight,
    faction: &'a Name,
) -> impl Iterator<Item = CombatantId> + 'a {
    let is_free_to_pursue = |body: &Body| {
        let is_bound = body.grabbed_by.is_some() || body.grabbing.is_some();
        !body.broken && !body.concealed && !is_bound
    };
    let members =
        fight.present_combatants().filter(move |(_, combatant)| combatant.body.faction == *faction);
    let pursuers = members.filter(move |(who, combatant)| {
        is_active_on_map(fight, *who) && is_free_to_pursue(&combatant.body)
    });
    pursuers.map(|(who, _)| who)
}

/// Resolves a chase. `ruled_escape` is the GM's ruling for all leavers, if there is one: true if
/// they escape, false if they are reached.
///
/// FACT-CHASE-3: those whose pace does not decide make one group AGI save, and whoever passes it
/// escapes. Whoever escapes has fled.
pub fn resolve_chase_by_ruling_pace_or_save(
    resolver: &mut Resolver,
    leavers: &[CombatantId],
    pursuers: &[CombatantId],
    ruled_escape: Option<bool>,
) {
    let ChaseResults { mut escaped, mut reached, equal_paced } =
        compare_paces_unless_ruled(resolver.fight(), leavers, pursuers, ruled_escape);
    if !equal_paced.is_empty() {
        let results = saves::roll_one_d20_for_group_save(
            resolver,
            &equal_paced,
            Ability::Agi,
            SavePurpose::Chase,
        );
        for SaveResult { who, passed, .. } in results {
            if passed {
                escaped.push(who);
            } else {
                reached.push(who);
            }
        }
    }
    escaped.sort_unstable();
    reached.sort_unstable();
    for who in escaped {
        resolver.emit(Event::Fled(who));
    }
    put_reached_and_pursuers_on_map(resolver, &reached, pursuers);
}

/// The leavers of a chase by what becomes of them.
#[derive(Default)]
struct ChaseResults {
    escaped: Vec<CombatantId>,
    reached: Vec<CombatantId>,
    /// Those as fast as their fastest pursuer, for whom a save decides.
    equal_paced: Vec<CombatantId>,
}

/// Returns what becomes of each leaver without a roll. FACT-CHASE-3: each leaver's pace is compared
/// with that of the fastest enemy among the pursuers: faster escapes, slower is reached. Without
/// such an enemy a leaver escapes. The GM may rule otherwise, for all leavers.
fn compare_paces_unless_ruled(
    fight: &Fight,
    leavers: &[CombatantId],
    pursuers: &[CombatantId],
    ruled_escape: Option<bool>,
) -> ChaseResults {
    let mut results = ChaseResults::default();
    for who in leavers.iter().copied() {
        let pace = fight.body(who).pace;
        let enemies =
            pursuers.iter().filter(|pursuer| initiative::are_enemies(fight, **pursuer, who));
        let fastest_enemy_pace = enemies.map(|pursuer| fight.body(*pursuer).pace).max();
        match (ruled_escape, fastest_enemy_pace) {
            (Some(true), _) | (None, None) => results.escaped.push(who),
            (Some(false), _) => results.reached.push(who),
            (None, Some(fastest)) if pace > fastest => results.escaped.push(who),
            (None, Some(fastest)) if pace < fastest => results.reached.push(who),
            (None, Some(_)) => results.equal_paced.push(who),
        }
    }
    results
}

/// Puts everybody who was reached back on the map, in the zone through which they left, and each
/// pursuer into the zone of the first enemy who was reached (FACT-CHASE-3).
fn put_reached_and_pursuers_on_map(
    resolver: &mut Resolver,
    reached: &[CombatantId],
    pursuers: &[CombatantId],
) {
    let mut exits: Vec<(CombatantId, ZoneId)> = Vec::new();
    for leaver in reached.iter().copied() {
        // The event clears the exit, so this reads it before.
        if let Some(exit) = resolver.fight().body(leaver).left_through {
            exits.push((leaver, exit));
        }
        resolver.emit(Event::CaughtUp(leaver));
    }
    for pursuer in pursuers.iter().copied() {
        let fight = resolver.fight();
        let first_enemy =
            exits.iter().find(|(leaver, _)| initiative::are_enemies(fight, pursuer, *leaver));
        if let Some((_, exit)) = first_enemy {
            let place = Place::in_zone(*exit);
            movement::place_combatant(resolver, pursuer, place, MovementKind::Reached);
        }
    }
}
