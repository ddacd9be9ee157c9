//! Things that the GM brings into a fight: given to somebody, or lying about to be found.
//!
//! What a thing is by its name is content's affair: it comes here as the system's own item.

use super::command::Refusal;
use super::fight::{Fight, Note};
use super::ids::{CombatantId, ZoneId};
use super::scene::{Scene, Step};
use super::{Part, System};

/// The longest name of a thing, in characters.
pub const LONGEST_NAME: usize = 60;

/// A thing of a rule system.
pub trait Thing<S: System>: Part {
    /// One of a name that no kit knows: an improvised weapon, where the rules have such.
    fn of_name(name: &str) -> Self;
    fn name(&self) -> &str;
    /// Somebody has it from now on, where there is room for it.
    ///
    /// # Errors
    /// Why they cannot.
    fn carried(
        &self,
        fight: &Fight<S>,
        who: CombatantId,
        body: &mut S::Body,
    ) -> Result<(), Refusal>;
    /// It lies in a zone from now on.
    fn laid(&self, fight: &Fight<S>, zone: ZoneId, ground: &mut S::Ground);
}

/// Of several things, those of one name once: they go by their names.
pub fn kinds<'a, S: System, T: Thing<S> + 'a>(
    all: impl IntoIterator<Item = &'a T, IntoIter: Clone>,
) -> impl Iterator<Item = &'a T> {
    let all = all.into_iter();
    let before = all.clone();
    let is_new = move |at, one: &T| before.clone().take(at).all(|other| other.name() != one.name());
    all.enumerate().filter(move |(at, one)| is_new(*at, one)).map(|(_, one)| one)
}

/// Somebody has one thing more.
pub fn give<S: System>(scene: &mut Scene<'_, S>, who: CombatantId, item: &S::Item) -> Step<S> {
    let mut body = Box::new(scene.fight().body(who).clone());
    item.carried(scene.fight(), who, &mut body)?;
    scene.note(Note::Given { who, item: item.name().into(), body });
    Ok(())
}

/// One thing more lies in a zone.
pub fn lay<S: System>(scene: &mut Scene<'_, S>, zone: ZoneId, item: &S::Item) -> Step<S> {
    let found = scene.fight().zones.get(zone).map(|zone| zone.ground.clone());
    let mut ground = Box::new(found.ok_or_else(|| Refusal::setup("", "no-such-zone"))?);
    item.laid(scene.fight(), zone, &mut ground);
    scene.note(Note::LaidDown { zone, item: item.name().into(), ground });
    Ok(())
}
