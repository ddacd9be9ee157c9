//! Chases (FACT-CHASE): who goes after those who left the map, and who is caught up with.

use super::prompts::{self, Answer};
use super::sheet::{Ability, Name};
use super::state::{Note, Purpose, Way};
use super::zones::Place;
use super::{Fight, Scene, Step, initiative, movement, saves, sight};
use crate::engine::ids::{CombatantId, ZoneId};

/// FACT-CHASE-2: at round end every enemy faction is asked whether and with whom it pursues those
/// who left; the answers are sealed until the last is in. No answer: they have fled.
pub fn settle_departures(scene: &mut Scene) -> Step {
    let fight = scene.fight();
    let has_left = |who: &CombatantId| fight.body(*who).left_by.is_some();
    let leavers: Vec<CombatantId> = fight.iter().map(|(who, _)| who).filter(has_left).collect();
    if leavers.is_empty() {
        return Ok(());
    }
    let mut asked: Vec<Name> = Vec::new();
    let mut asks = Vec::new();
    for faction in &fight.state.factions {
        let seen: Vec<CombatantId> =
            leavers.iter().copied().filter(|who| is_seen_leaving(fight, faction, *who)).collect();
        let able: Vec<CombatantId> = able(fight, faction).collect();
        if seen.is_empty() || able.is_empty() {
            continue;
        }
        let to = initiative::speaker(fight, faction);
        asks.push(prompts::pursuit(fight, to, faction.clone(), seen, &able));
        asked.push(faction.clone());
    }
    let answers = scene.ask_all(asks)?;
    let mut pursuers: Vec<CombatantId> = Vec::new();
    for (faction, answer) in asked.into_iter().zip(answers) {
        let Answer::Pursue(all) = answer else { continue };
        pursuers.extend(&all);
        let leavers = leavers.clone();
        scene.note(Note::Pursued { faction, pursuers: all, leavers });
    }
    settle(scene, &leavers, &pursuers, None);
    Ok(())
}

/// Enemies of a faction go unseen where they are concealed (FACT-SNEAK-1).
fn is_seen_leaving(fight: &Fight, faction: &Name, who: CombatantId) -> bool {
    let body = fight.body(who);
    !initiative::are_friends(fight, faction, &body.faction)
        && !body.concealed
        && !sight::is_secret(fight, who)
}

/// Who of a faction could go after somebody.
fn able<'a>(fight: &'a Fight, faction: &'a Name) -> impl Iterator<Item = CombatantId> + 'a {
    let can = |body: &super::sheet::Body| {
        body.is_active()
            && body.is_on_map()
            && !body.broken
            && !body.concealed
            && body.grabbed_by.is_none()
            && body.grabbing.is_none()
    };
    let of_faction = fight.iter().filter(move |(_, one)| one.body.faction == *faction);
    of_faction.filter(move |(_, one)| can(&one.body)).map(|(who, _)| who)
}

/// FACT-CHASE-3: each leaver's pace against the fastest pursuer's: faster escapes, slower is
/// reached, both without a roll; those of equal pace make one group AGI save. Escaped is fled;
/// reached ones and their pursuers stand in the exit zone. The GM may rule otherwise.
pub fn settle(
    scene: &mut Scene,
    leavers: &[CombatantId],
    pursuers: &[CombatantId],
    escapes: Option<bool>,
) {
    let fight = scene.fight();
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
        for saved in saves::roll_group(scene, &level, Ability::Agi, Purpose::Chase) {
            if saved.passed { &mut escaped } else { &mut reached }.push(saved.who);
        }
    }
    escaped.sort_unstable();
    reached.sort_unstable();
    for who in escaped {
        scene.note(Note::Fled(who));
    }
    let mut at: Option<ZoneId> = None;
    for who in reached {
        at = at.or(scene.fight().body(who).left_by);
        scene.note(Note::Reached(who));
    }
    let Some(exit) = at else { return };
    for who in pursuers.iter().copied() {
        movement::put(scene, who, Place::zone(exit), Way::Reached);
    }
}
