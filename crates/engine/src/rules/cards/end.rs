//! The end of the fight and its aftermath (CARDS-END).

use super::pools::{self, Test};
use super::prompts::{self, Answer};
use super::sheet::{Action, Item, Name, Poison};
use super::state::{At, Note, Purpose};
use super::{Fight, Scene, Step, damage, hazards};
use crate::fight::{Note as CoreNote, Phase};
use crate::ids::CombatantId;
use crate::why::Why;

/// The sides of all who are Active, in joining order.
fn active_sides(fight: &Fight) -> impl Iterator<Item = &Name> {
    fight.iter().filter(|(_, one)| one.body.is_active()).map(|(_, one)| &one.body.side)
}

/// Whether two sides have an Active combatant.
pub fn is_contested(fight: &Fight) -> bool {
    let mut sides = active_sides(fight);
    sides.next().is_some_and(|first| sides.any(|side| side != first))
}

/// CARDS-END-1: when fewer than two sides have an Active combatant the end is proposed, and the GM
/// confirms or goes on; who goes on is asked again in the next round, or once it comes to that
/// again.
pub fn check(scene: &mut Scene) -> Step {
    let fight = scene.fight();
    if fight.phase != Phase::Running || fight.state.outcome.is_some() {
        return Ok(());
    }
    match (is_contested(fight), fight.state.is_going_on) {
        (true, true) => scene.note(Note::GoingOn(false)),
        (true, false) | (false, true) => {}
        (false, false) => {
            let left = active_sides(fight).next().map_or("nobody", |side| side).to_lowercase();
            let ask = prompts::end(fight, &left);
            match scene.ask(ask)? {
                Answer::GoOn => scene.note(Note::GoingOn(true)),
                _ => scene.note(Note::Decided(left.into())),
            }
        }
    }
    Ok(())
}

/// CARDS-END-2: poison that still runs is applied in full, what was dropped and thrown goes back if
/// the owner's side holds the field, and everything but Harm, criticals and poison is cleared.
pub fn aftermath(scene: &mut Scene, outcome: &Name) {
    let all: Vec<CombatantId> = scene.fight().iter().map(|(who, _)| who).collect();
    for who in all {
        run_out(scene, who);
    }
    damage::settle_fates(scene);
    for (from, item) in strayed(scene.fight(), outcome) {
        let Some(owner) = item.owner else { continue };
        let to = At::With(owner);
        let (name, by, item) = (item.name, owner, item.id);
        scene.note(Note::ItemMoved { item, name, by, from, to });
    }
    let dying = scene.fight().iter().filter(|(_, one)| one.body.dies_after.is_some());
    let dying: Vec<CombatantId> = dying.map(|(who, _)| who).collect();
    if !dying.is_empty() {
        scene.note(Note::Dying(dying));
    }
    scene.note(Note::Cleared);
    scene.note(CoreNote::Ended(outcome.to_string()));
}

/// CARDS-END-2: all that a poison would still have done, at once, unless the GM cancels it; also to
/// those who have Fled. For who is Out it has stopped (CARDS-HARM-8).
fn run_out(scene: &mut Scene, who: CombatantId) {
    let body = scene.fight().body(who);
    let poisons = body.poisons.clone();
    if poisons.is_empty() {
        return;
    }
    if scene.fight().settings.poison_at_end {
        let in_full = |poison: Poison| {
            let next = u16::from(poison.next);
            (poison.harm, (next * (next + 1) / 2).min(u8::MAX.into()) as u8)
        };
        hazards::suffer(scene, who, poisons.into_iter().map(in_full));
    }
    scene.note(Note::PoisonsEnded(who));
}

/// What is not with its owner, and whose owner is of the side that holds the field.
fn strayed(fight: &Fight, outcome: &Name) -> Vec<(At, Item)> {
    let lying = fight.zones.iter().flat_map(|(zone, found)| {
        found.ground.items.iter().map(move |item| (At::Floor(zone), item.clone()))
    });
    let carried = fight.iter().flat_map(|(who, one)| {
        let others = one.body.gear.iter().filter(move |item| item.owner != Some(who));
        others.map(move |item| (At::With(who), item.clone()))
    });
    let holds = |item: &Item| {
        let owner = item.owner.and_then(|owner| fight.get(owner));
        owner.is_some_and(|owner| owner.body.side.to_lowercase() == **outcome)
    };
    lying.chain(carried).filter(|(_, item)| holds(item)).collect()
}

/// CARDS-END-3: nothing restores Harm during a fight; after it once a day, for PCs.
pub fn check_recover(fight: &Fight, who: CombatantId, by: Option<CombatantId>) -> Result<(), Why> {
    let body = fight.body(who);
    if body.recovered {
        return Err(Why::new("too-late", "CARDS-END-3").about(who));
    }
    let is_player = !fight.one(who).is_npc() && !body.is_dead();
    let is_healer = |by| fight.get(by).is_some_and(|one| !one.body.is_dead());
    if is_player && by.is_none_or(is_healer) {
        Ok(())
    } else {
        Err(Why::new("bad-target", "CARDS-END-3").about(who))
    }
}

/// CARDS-END-3: lesser Harm clears after a rest, moderate and severe become lighter after treatment
/// (Study, need 1 and 2).
pub fn recover(scene: &mut Scene, who: CombatantId, by: Option<CombatantId>) {
    let successes = match by {
        Some(by) => pools::roll(scene, by, Test::new(Action::Study, Purpose::Treatment)),
        None => 0,
    };
    scene.note(Note::Recovered { who, by, successes });
}
