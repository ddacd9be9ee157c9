//! Things that the GM brings into a fight: given to somebody, or lying about to be found.
//!
//! What a thing is by its name is content's affair: it comes here as the system's own item.

use super::System;
use super::fight::Note;
use super::ids::{CombatantId, ZoneId};
use super::scene::{Scene, Step};
use super::words::Refusal;

/// The longest name of a thing, in characters.
pub const LONGEST_NAME: usize = 60;

/// Somebody has one thing more.
pub fn give<S: System>(scene: &mut Scene<'_, S>, who: CombatantId, item: &S::Item) -> Step<S> {
    let body = Box::new(S::with_item(scene.fight(), who, item)?);
    scene.note(Note::Given { who, item: S::item_name(item).into(), body });
    Ok(())
}

/// One thing more lies in a zone.
pub fn lay<S: System>(scene: &mut Scene<'_, S>, zone: ZoneId, item: &S::Item) -> Step<S> {
    if scene.fight().zones.get(zone).is_none() {
        return Err(Refusal::setup("", "no-such-zone").into());
    }
    let ground = Box::new(S::with_lying(scene.fight(), zone, item));
    scene.note(Note::LaidDown { zone, item: S::item_name(item).into(), ground });
    Ok(())
}
