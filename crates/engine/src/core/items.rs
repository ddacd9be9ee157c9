//! Items that the GM brings into a fight: given to a combatant, or placed in a zone.
//!
//! The `content` crate looks an item up by its name; here it arrives as the system's own item type.

use serde::{Deserialize, Serialize};

use crate::core::command::Refusal;
use crate::core::fight::{Event, Fight};
use crate::core::ids::{CombatantId, ItemId, ZoneId};
use crate::core::lists::remove_first;
use crate::resolution::resolver::{Resolver, RuleResult};
use crate::{StoredPart, System};

/// An item of a rule system.
pub trait ItemLike<S: System>: StoredPart {
    /// Makes an item with a name that no kit has: an improvised weapon, if the rules have those.
    fn new_improvised(name: &str) -> Self;
    /// Returns the name by which commands name the item.
    fn name(&self) -> &str;
    /// Adds the item to a combatant's body.
    ///
    /// # Errors
    /// A refusal of the system if the combatant has no room for the item.
    fn add_item_to_body(
        &self,
        fight: &Fight<S>,
        who: CombatantId,
        body: &mut S::Body,
    ) -> Result<(), Refusal>;
    /// Puts a copy of the item on the ground of a zone, not held and owned by nobody.
    fn drop_copy_in_zone(&self, fight: &Fight<S>, zone: ZoneId, terrain: &mut S::Terrain);
}

/// The item of systems that have none. No combatant has room for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NoItem;

impl<S: System> ItemLike<S> for NoItem {
    fn new_improvised(_: &str) -> Self {
        Self
    }

    fn name(&self) -> &str {
        ""
    }

    fn add_item_to_body(
        &self,
        _: &Fight<S>,
        _: CombatantId,
        _: &mut S::Body,
    ) -> Result<(), Refusal> {
        Err(Refusal::new("not-in-system", "").with("verb", "supply"))
    }

    fn drop_copy_in_zone(&self, _: &Fight<S>, _: ZoneId, _: &mut S::Terrain) {}
}

/// Returns the first item of each name, in their order, because a command names an item and so
/// means the first one.
pub fn unique_by_name<'a, S: System, T: ItemLike<S> + 'a>(
    items: impl IntoIterator<Item = &'a T, IntoIter: Clone>,
) -> impl Iterator<Item = &'a T> {
    let items = items.into_iter();
    let all = items.clone();
    let is_first_of_name = move |index, item: &T| {
        let mut earlier = all.clone().take(index);
        earlier.all(|other| other.name() != item.name())
    };
    items
        .enumerate()
        .filter(move |(index, item)| is_first_of_name(*index, item))
        .map(|(_, item)| item)
}

/// Returns each item with a name that no other of them has: of several of one name the later ones
/// are numbered, as in "knife 2".
pub fn name_uniquely<'a>(items: impl Iterator<Item = (ItemId, &'a str)>) -> Vec<(ItemId, String)> {
    let mut names_so_far: Vec<&str> = Vec::new();
    let mut uniquely_named = Vec::new();
    for (item, name) in items {
        names_so_far.push(name);
        let number = names_so_far.iter().filter(|other| **other == name).count();
        let unique_name = if number == 1 { name.to_string() } else { format!("{name} {number}") };
        uniquely_named.push((item, unique_name));
    }
    uniquely_named
}

/// Returns the item with this unique name, ignoring case; [`ItemId::NONE`] if there is none.
pub fn find_by_unique_name(named: &[(ItemId, String)], name: &str) -> ItemId {
    let name = name.trim().to_lowercase();
    let found = named.iter().find(|(_, unique_name)| unique_name.to_lowercase() == name);
    found.map_or(ItemId::NONE, |(item, _)| *item)
}

/// Gives items new ids, from `new_id` on. An item keeps its id if that is in `ids_to_keep`; each of
/// those ids stays with the first item that has it.
pub fn assign_ids<'a>(
    ids: impl Iterator<Item = &'a mut ItemId>,
    mut ids_to_keep: Vec<ItemId>,
    mut new_id: ItemId,
) {
    for id in ids {
        if remove_first(&mut ids_to_keep, |kept| *kept == *id).is_none() {
            *id = new_id;
            new_id = new_id.next();
        }
    }
}

/// Gives an item to a combatant. Refuses as [`ItemLike::add_item_to_body`] does.
pub fn give_item<S: System>(
    resolver: &mut Resolver<'_, S>,
    who: CombatantId,
    item: &S::Item,
) -> RuleResult<S> {
    let mut body = Box::new(resolver.fight().body(who).clone());
    item.add_item_to_body(resolver.fight(), who, &mut body)?;
    resolver.emit(Event::ItemGiven { who, item: item.name().into(), body });
    Ok(())
}

/// Places an item in a zone. Refuses with `bad-setup` if there is no such zone.
pub fn place_item<S: System>(
    resolver: &mut Resolver<'_, S>,
    zone: ZoneId,
    item: &S::Item,
) -> RuleResult<S> {
    let found = resolver.fight().zones.get(zone).map(|zone| zone.terrain.clone());
    let mut terrain = Box::new(found.ok_or_else(|| Refusal::bad_setup("", "no-such-zone"))?);
    item.drop_copy_in_zone(resolver.fight(), zone, &mut terrain);
    resolver.emit(Event::ItemPlaced { zone, item: item.name().into(), terrain });
    Ok(())
}
