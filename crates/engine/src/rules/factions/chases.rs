//! Chases (FACT-CHASE): who goes after those who left the map, and who is reached.

use super::prompts::{self, Answer};
use super::sheet::{Ability, Body, Name};
use super::state::{Event, MovementKind, SavePurpose};
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
    let mut answers: Vec<(usize, Answer)> = Vec::new();
    let mut decoy_delay = DecoyDelay::NONE;
    loop {
        let has_answered = |index: usize| answers.iter().any(|(answered, _)| *answered == index);
        let make_prompts = |fight: &Fight| {
            let mut prompts = Vec::new();
            for (index, faction) in fight.state.factions.iter().enumerate() {
                let prompt = pursuit_prompt_if_possible(fight, faction);
                if let Some(prompt) = prompt.filter(|_| !has_answered(index)) {
                    prompts.push((index, prompt));
                }
            }
            prompts
        };
        let next = prompts::ask_for_next_answer(resolver, &mut decoy_delay, make_prompts)?;
        let Some(answer) = next else { break };
        answers.push(answer);
    }
    answers.sort_by_key(|(index, _)| *index);
    let leavers: Vec<CombatantId> = leavers(resolver.fight()).collect();
    let mut pursuers: Vec<CombatantId> = Vec::new();
    for (index, answer) in answers {
        let Answer::Pursue(mut chosen) = answer else { continue };
        let faction = resolver.fight().state.factions[index].clone();
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
/// FACT-CHASE-3: each leaver's pace is compared with the fastest pursuer's: faster escapes, slower
/// is reached, both without a roll; those of equal pace make one group AGI save. Whoever escapes
/// has fled. Whoever is reached stands in the exit zone, and each pursuer in that of the first
/// reached enemy. The GM may rule otherwise.
pub fn resolve_chase_by_ruling_pace_or_save(
    resolver: &mut Resolver,
    leavers: &[CombatantId],
    pursuers: &[CombatantId],
    ruled_escape: Option<bool>,
) {
    let fight = resolver.fight();
    let fastest_pursuer_pace = |who: CombatantId| {
        let enemies =
            pursuers.iter().filter(|pursuer| initiative::are_enemies(fight, **pursuer, who));
        enemies.map(|pursuer| fight.body(*pursuer).pace).max()
    };
    let mut equal_paced = Vec::new();
    let mut reached = Vec::new();
    let mut escaped = Vec::new();
    for who in leavers.iter().copied() {
        let pace = fight.body(who).pace;
        match (ruled_escape, fastest_pursuer_pace(who)) {
            (Some(true), _) | (None, None) => escaped.push(who),
            (Some(false), _) => reached.push(who),
            (None, Some(fastest)) if pace > fastest => escaped.push(who),
            (None, Some(fastest)) if pace < fastest => reached.push(who),
            (None, Some(_)) => equal_paced.push(who),
        }
    }
    if !equal_paced.is_empty() {
        for result in saves::roll_one_d20_for_group_save(
            resolver,
            &equal_paced,
            Ability::Agi,
            SavePurpose::Chase,
        ) {
            let list = if result.passed { &mut escaped } else { &mut reached };
            list.push(result.who);
        }
    }
    escaped.sort_unstable();
    reached.sort_unstable();
    for who in escaped {
        resolver.emit(Event::Fled(who));
    }
    let mut exits: Vec<(CombatantId, ZoneId)> = Vec::new();
    for who in reached {
        exits.extend(resolver.fight().body(who).left_through.map(|exit| (who, exit)));
        resolver.emit(Event::CaughtUp(who));
    }
    for who in pursuers.iter().copied() {
        let fight = resolver.fight();
        let first_enemy =
            exits.iter().find(|(leaver, _)| initiative::are_enemies(fight, who, *leaver));
        if let Some((_, exit)) = first_enemy {
            movement::place_combatant(resolver, who, Place::in_zone(*exit), MovementKind::Reached);
        }
    }
}
