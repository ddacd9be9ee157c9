//! Things that the GM brings into a fight: given to somebody, or lying about to be found.
//!
//! What a thing is by its name is content's affair: it comes here as the system's own item.

use crate::core::command::Refusal;
use crate::core::fight::{Event, Fight};
use crate::core::ids::{CombatantId, ZoneId};
use crate::resolution::resolver::{Resolver, RuleResult};
use crate::{StoredPart, System};

/// The longest name of a thing, in characters.
pub const MAX_ITEM_NAME_CHARS: usize = 60;

/// A thing of a rule system.
pub trait ItemLike<S: System>: StoredPart {
    /// One of a name that no kit knows: an improvised weapon, where the rules have such.
    fn new_improvised(name: &str) -> Self;
    fn name(&self) -> &str;
    /// Somebody has it from now on, where there is room for it.
    ///
    /// # Errors
    /// Why they cannot.
    fn add_to_body(
        &self,
        fight: &Fight<S>,
        who: CombatantId,
        body: &mut S::Body,
    ) -> Result<(), Refusal>;
    /// It lies in a zone from now on.
    fn add_to_terrain(&self, fight: &Fight<S>, zone: ZoneId, terrain: &mut S::Terrain);
}

/// Of several things, those of one name once: they go by their names.
pub fn unique_by_name<'a, S: System, T: ItemLike<S> + 'a>(
    items: impl IntoIterator<Item = &'a T, IntoIter: Clone>,
) -> impl Iterator<Item = &'a T> {
    let all = items.into_iter();
    let before = all.clone();
    let is_new = move |at, one: &T| before.clone().take(at).all(|other| other.name() != one.name());
    all.enumerate().filter(move |(at, one)| is_new(*at, one)).map(|(_, one)| one)
}

/// Somebody has one thing more.
pub fn give_item<S: System>(
    resolver: &mut Resolver<'_, S>,
    who: CombatantId,
    item: &S::Item,
) -> RuleResult<S> {
    let mut body = Box::new(resolver.fight().body(who).clone());
    item.add_to_body(resolver.fight(), who, &mut body)?;
    resolver.emit(Event::ItemGiven { who, item: item.name().into(), body });
    Ok(())
}

/// One thing more lies in a zone.
pub fn place_item<S: System>(
    resolver: &mut Resolver<'_, S>,
    zone: ZoneId,
    item: &S::Item,
) -> RuleResult<S> {
    let found = resolver.fight().zones.get(zone).map(|zone| zone.terrain.clone());
    let mut ground = Box::new(found.ok_or_else(|| Refusal::bad_setup("", "no-such-zone"))?);
    item.add_to_terrain(resolver.fight(), zone, &mut ground);
    resolver.emit(Event::ItemPlaced { zone, item: item.name().into(), terrain: ground });
    Ok(())
}
