//! Chases (FACT-CHASE): who goes after those who left the map, and who is caught up with.

use super::prompts::{self, Answer};
use super::sheet::{Ability, Body, Name};
use super::state::{Event, MovementKind, SavePurpose};
use super::zones::{Place, is_active_on_map};
use super::{Fight, PromptRequest, Resolver, RuleResult, initiative, movement, saves, visibility};
use crate::core::ids::{CombatantId, ZoneId};
use crate::resolution::resolver::DecoyDelay;

/// FACT-CHASE-2: at round end every enemy faction is asked whether and with whom it pursues those
/// who left; the answers are sealed until the last is in. No answer: they have fled.
pub fn resolve_departures(resolver: &mut Resolver) -> RuleResult {
    if leavers(resolver.fight()).next().is_none() {
        return Ok(());
    }
    let mut answers: Vec<(usize, Answer)> = Vec::new();
    let mut lull = DecoyDelay::NONE;
    loop {
        let is_open = |at: usize| answers.iter().all(|(answered, _)| *answered != at);
        let asks = |fight: &Fight| {
            let factions = fight.state.factions.iter().enumerate().filter(|(at, _)| is_open(*at));
            factions
                .filter_map(|(at, faction)| Some((at, pursuit_prompt_if_possible(fight, faction)?)))
                .collect()
        };
        let answered = prompts::ask_for_next_answer(resolver, &mut lull, asks)?;
        let Some(answer) = answered else { break };
        answers.push(answer);
    }
    answers.sort_by_key(|(at, _)| *at);
    let leavers: Vec<CombatantId> = leavers(resolver.fight()).collect();
    let mut pursuers: Vec<CombatantId> = Vec::new();
    for (at, answer) in answers {
        let Answer::Pursue(mut all) = answer else { continue };
        let faction = resolver.fight().state.factions[at].clone();
        // Who went down while others were asked goes after nobody.
        all.retain(|who| able_pursuers(resolver.fight(), &faction).any(|one| one == *who));
        if !all.is_empty() {
            pursuers.extend(&all);
            resolver.emit(Event::Pursued { faction, pursuers: all, leavers: leavers.clone() });
        }
    }
    resolve_chase(resolver, &leavers, &pursuers, None);
    Ok(())
}

/// FACT-CHASE-1: who has left the map, until pursuit is settled.
fn leavers(fight: &Fight) -> impl Iterator<Item = CombatantId> + '_ {
    fight.iter().filter(|(_, one)| one.body.left_through.is_some()).map(|(who, _)| who)
}

/// What a faction is asked; none where it sees nobody leave, or has nobody to go after them.
pub fn pursuit_prompt_if_possible(fight: &Fight, faction: &Name) -> Option<PromptRequest> {
    let seen: Vec<_> = leavers(fight).filter(|who| is_seen_leaving(fight, faction, *who)).collect();
    let able: Vec<_> = able_pursuers(fight, faction).collect();
    if seen.is_empty() || able.is_empty() {
        return None;
    }
    let to = initiative::decider_for(fight, faction);
    Some(prompts::pursuit_prompt(fight, to, faction.clone(), seen, &able))
}

/// Enemies of a faction go unseen where they are concealed (FACT-SNEAK-1).
fn is_seen_leaving(fight: &Fight, faction: &Name, who: CombatantId) -> bool {
    let body = fight.body(who);
    !initiative::are_factions_allied(fight, faction, &body.faction)
        && !body.concealed
        && !visibility::is_position_secret(fight, who)
}

/// Who of a faction could go after somebody.
fn able_pursuers<'a>(
    fight: &'a Fight,
    faction: &'a Name,
) -> impl Iterator<Item = CombatantId> + 'a {
    let can = |body: &Body| {
        let is_bound = body.grabbed_by.is_some() || body.grabbing.is_some();
        !body.broken && !body.concealed && !is_bound
    };
    let of_faction = fight.iter().filter(move |(_, one)| one.body.faction == *faction);
    let able = of_faction.filter(move |(who, one)| is_active_on_map(fight, *who) && can(&one.body));
    able.map(|(who, _)| who)
}

/// FACT-CHASE-3: each leaver's pace against the fastest pursuer's: faster escapes, slower is
/// reached, both without a roll; those of equal pace make one group AGI save. Escaped is fled;
/// reached ones stand in the exit zone, each pursuer in that of the first of them who is its enemy.
/// The GM may rule otherwise.
pub fn resolve_chase(
    resolver: &mut Resolver,
    leavers: &[CombatantId],
    pursuers: &[CombatantId],
    escapes: Option<bool>,
) {
    let fight = resolver.fight();
    let fastest = |who: CombatantId| {
        let after = pursuers.iter().filter(|one| initiative::are_enemies(fight, **one, who));
        after.map(|one| fight.body(*one).pace).max()
    };
    let mut level = Vec::new();
    let mut reached = Vec::new();
    let mut escaped = Vec::new();
    for who in leavers.iter().copied() {
        let pace = fight.body(who).pace;
        match (escapes, fastest(who)) {
            (Some(true), _) | (None, None) => escaped.push(who),
            (Some(false), _) => reached.push(who),
            (None, Some(after)) if pace > after => escaped.push(who),
            (None, Some(after)) if pace < after => reached.push(who),
            (None, Some(_)) => level.push(who),
        }
    }
    if !level.is_empty() {
        for saved in saves::roll_group_save(resolver, &level, Ability::Agi, SavePurpose::Chase) {
            if saved.passed { &mut escaped } else { &mut reached }.push(saved.who);
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
        let caught = exits.iter().find(|(one, _)| initiative::are_enemies(fight, who, *one));
        if let Some((_, exit)) = caught {
            movement::place_combatant(resolver, who, Place::in_zone(*exit), MovementKind::Reached);
        }
    }
}
