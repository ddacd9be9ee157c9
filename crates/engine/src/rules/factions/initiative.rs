//! Factions and initiative (FACT-INIT).

use super::sheet::Name;
use super::state::Note;
use super::{Fight, Scene, Step, visibility};
use crate::ids::{By, CombatantId};
use crate::why::Why;

/// FACT-INIT-1: all factions are enemies of each other unless the GM allies them.
pub fn are_friends(fight: &Fight, one: &Name, other: &Name) -> bool {
    let is_pair = |(a, b): &(Name, Name)| (a == one && b == other) || (a == other && b == one);
    one == other || fight.state.allied.iter().any(is_pair)
}

pub fn are_enemies(fight: &Fight, one: CombatantId, other: CombatantId) -> bool {
    one != other && !are_friends(fight, &fight.body(one).faction, &fight.body(other).faction)
}

/// Whether a faction still has an active member (FACT-ROUND-5).
pub fn is_active(fight: &Fight, faction: &Name) -> bool {
    fight.iter().any(|(_, one)| one.body.faction == *faction && one.body.is_active())
}

/// FACT-END-1: all active combatants left are of one faction or of allied ones.
pub fn is_one_sided(fight: &Fight) -> bool {
    let active = || fight.iter().map(|(_, one)| &one.body).filter(|body| body.is_active());
    active().all(|one| active().all(|other| are_friends(fight, &one.faction, &other.faction)))
}

/// FACT-INIT-1: the cycle of factions is their join order. The next one with an active member after
/// this one; itself where there is no other.
pub fn next_after<'a>(fight: &'a Fight, faction: &Name) -> Option<&'a Name> {
    let cycle = &fight.state.factions;
    let at = cycle.iter().position(|one| one == faction).map_or(0, |at| at + 1);
    let turned = cycle.iter().cycle().skip(at).take(cycle.len());
    turned.into_iter().find(|one| is_active(fight, one))
}

/// FACT-ROUND-4: the one the GM named, else the first player to join; none in a faction of NPCs.
pub fn captain(fight: &Fight, faction: &Name) -> Option<CombatantId> {
    let is_of = |who: CombatantId| fight.get(who).is_some_and(|one| one.body.faction == *faction);
    let named = fight.state.captains.iter().copied().find(|who| is_of(*who));
    let player = || fight.iter().find(|(who, one)| !one.is_npc() && is_of(*who));
    named.or_else(|| player().map(|(who, _)| who))
}

/// Whether a combatant speaks for its faction: the captain, or, where there is none, any NPC of it
/// (through the GM).
pub fn leads(fight: &Fight, who: CombatantId) -> bool {
    match captain(fight, &fight.body(who).faction) {
        Some(captain) => captain == who,
        None => fight.one(who).is_npc(),
    }
}

/// Who decides for a faction.
pub fn speaker(fight: &Fight, faction: &Name) -> By {
    let captain = captain(fight, faction).filter(|who| !fight.one(*who).is_npc());
    captain.map_or(By::Gm, By::Combatant)
}

/// FACT-INIT-3: only the holder decides, and only before the round's first slot is used.
pub fn check(fight: &Fight, who: CombatantId, first: &Name) -> Result<(), Why> {
    let holds = fight.state.holder.as_ref() == Some(&fight.body(who).faction);
    if fight.state.stage.is_none() || !holds || !leads(fight, who) {
        return Err(Why::new("not-your-slot", "FACT-INIT-3").about(who));
    }
    if fight.state.is_slot_used {
        return Err(Why::new("too-late", "FACT-INIT-3"));
    }
    find(fight, who, first).map(|_| ()).ok_or(Why::new("bad-target", "FACT-INIT-3"))
}

/// The faction of that name, if a combatant can know of it.
fn find<'a>(fight: &'a Fight, who: CombatantId, name: &str) -> Option<&'a Name> {
    let viewer = fight.viewer_of(By::Combatant(who));
    let lower = name.to_lowercase();
    let is_meant = |one: &&Name| one.to_lowercase() == lower;
    let found = fight.state.factions.iter().find(is_meant);
    found.filter(|one| visibility::knows_faction(fight, viewer, one))
}

/// FACT-INIT-3: the holder decides which faction has the first slot; the choice stays for later
/// rounds.
pub fn choose(scene: &mut Scene, who: CombatantId, first: &Name) -> Step {
    if let Some(first) = find(scene.fight(), who, first).cloned() {
        scene.note(Note::FirstSet(first));
    }
    Ok(())
}

/// FACT-INIT-2: initiative is the faction's that started the fight; where the GM left it open,
/// d(number of factions) in join order.
pub fn roll(scene: &mut Scene) {
    let state = &scene.fight().state;
    if state.holder.is_some() {
        return;
    }
    let has_members =
        |faction: &&Name| scene.fight().iter().any(|(_, one)| one.body.faction == **faction);
    let factions: Vec<Name> = state.factions.iter().filter(has_members).cloned().collect();
    let face = scene.roll(factions.len() as u8);
    let faction = factions[usize::from(face) - 1].clone();
    scene.note(Note::InitiativeSet { faction, face: Some(face) });
}

/// FACT-INIT-2: kept all fight; if the holder has no active member left, it goes to the next
/// faction in the cycle.
pub fn hand_on(scene: &mut Scene) {
    let fight = scene.fight();
    let Some(holder) = &fight.state.holder else { return };
    if is_active(fight, holder) {
        return;
    }
    if let Some(faction) = next_after(fight, holder).cloned() {
        scene.note(Note::InitiativeSet { faction, face: None });
    }
}
