//! The creatures of a kit, in the order in which a GM is likely to want them.

use content::creatures::CreatureProfile;

use crate::state::fight_state::FightState;

/// Sorts the families first of which an NPC is in the fight already. Apart from that the creatures
/// keep their order, which is that of the kit.
///
/// Only for the GM, since hidden NPCs count.
pub(crate) fn sort_families_in_fight_first(creatures: &mut [CreatureProfile], state: &FightState) {
    let npc_names =
        state.npcs().map(|npc| npc.true_name.as_ref().unwrap_or(&npc.name).to_lowercase());
    // `Wolf 2` is a wolf.
    let npc_kinds: Vec<String> = npc_names
        .map(|name| name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ').to_string())
        .collect();
    let families_in_fight: Vec<_> = creatures
        .iter()
        .filter(|creature| npc_kinds.contains(&creature.name))
        .filter_map(|creature| creature.tags.family.clone())
        .collect();
    creatures.sort_by_key(|creature| {
        let is_in_fight =
            creature.tags.family.as_ref().is_some_and(|family| families_in_fight.contains(family));
        !is_in_fight
    });
}

/// Returns the families of creatures with the number of their members, in the order of the kit.
pub(crate) fn count_families(creatures: &[CreatureProfile]) -> Vec<(String, usize)> {
    let mut families: Vec<(String, usize)> = Vec::new();
    for family in creatures.iter().filter_map(|creature| creature.tags.family.as_ref()) {
        match families.iter_mut().find(|(known, _)| known == family.as_str()) {
            Some((_, count)) => *count += 1,
            None => families.push((family.as_str().into(), 1)),
        }
    }
    families
}

/// Returns the families of creatures, each once, in the order of the kit.
pub(crate) fn list_families_in_kit_order(creatures: &[CreatureProfile]) -> Vec<String> {
    count_families(creatures).into_iter().map(|(family, _)| family).collect()
}

/// Returns the places of creatures, each once, in the order of the kit.
pub(crate) fn list_places_in_kit_order(creatures: &[CreatureProfile]) -> Vec<String> {
    let mut places: Vec<String> = Vec::new();
    for place in creatures.iter().flat_map(|creature| &creature.tags.places) {
        if !places.iter().any(|known| known == place.as_str()) {
            places.push(place.as_str().into());
        }
    }
    places
}
