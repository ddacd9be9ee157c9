//! The end of the fight (RANKS-END).

use super::engagement::are_allied;
use super::sheet::Name;
use super::state::Note;
use super::{Fight, Scene, Step, turns};
use crate::fight::Note as CoreNote;
use crate::scene::Stop;

/// The sides of all who are active, in join order.
fn sides_left(fight: &Fight) -> impl Iterator<Item = &Name> {
    fight.iter().filter(|(_, one)| one.body.is_active()).map(|(_, one)| &one.body.side)
}

/// RANKS-END-1: no two sides that have active combatants are enemies.
pub fn is_one_sided(fight: &Fight) -> bool {
    let is_friend = |one: &Name, other: &Name| one == other || are_allied(fight, one, other);
    sides_left(fight).all(|one| sides_left(fight).all(|other| is_friend(one, other)))
}

/// RANKS-END-1: the fight ends by itself, checked after every resolution; what is left of it, and
/// every open window, does not take place any more.
pub fn check(scene: &mut Scene) -> Step {
    let fight = scene.fight();
    if !turns::is_open(fight) || !is_one_sided(fight) {
        return Ok(());
    }
    let outcome = sides_left(fight).next().map_or("nobody", |side| side).to_lowercase();
    scene.note(Note::Decided(outcome.into()));
    Err(Stop::Cut)
}

/// RANKS-END-2: what lasts no longer than the encounter ends. RANKS-END-3: what Out of Action means
/// is the GM's word.
pub fn conclude(scene: &mut Scene, outcome: &Name) {
    scene.note(Note::Settled);
    scene.note(CoreNote::Ended(outcome.to_string()));
}
