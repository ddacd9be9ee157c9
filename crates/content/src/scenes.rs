//! Scenes of a kit: a map, what lies in it, and the NPCs that wait there.
//!
//! A scene holds the orders that a GM could give one by one. It is checked by giving them in an
//! empty fight.

use std::collections::BTreeSet;

use serde::Deserialize;

use engine::core::command::{Command, Refusal};
use engine::core::dice::ScriptedDice;
use engine::core::ids::ZoneId;
use engine::core::verbs::{Slot, SlotNeed, Verb};
use engine::core::zones::ZoneMap;
use engine::game::{Game, JoinRequest};
use engine::visibility::disclosure::Disclosure;

use super::{Fields, Kit, no_such_system, with_outer_place};

/// Orders of all systems with which a scene may be set up, besides those of its system.
const COMMON_SCENE_ORDERS: &[&str] = &["loose", "set"];

/// The most NPCs that a scene may have.
const MAX_SCENE_NPCS: usize = 30;

/// A set-up that a kit offers whole.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// One line for the GM.
    pub about: String,
    /// The map, as the order `zones` takes it.
    pub zones: String,
    /// What is said of the map once it is laid.
    #[serde(default)]
    orders: Vec<SceneOrder>,
    #[serde(default)]
    pub npcs: Vec<SceneNpc>,
}

/// NPCs of one kind in one zone.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SceneNpc {
    /// The creature of the kit.
    pub from: String,
    #[serde(default = "one")]
    pub count: usize,
    /// The zone. `None` where the system lets its NPCs start.
    pub at: Option<String>,
    /// What they are called, if not like the creature.
    pub name: Option<String>,
    #[serde(default)]
    pub hidden: bool,
}

fn one() -> usize {
    1
}

/// An order in the form of fight scripts: `cover zone:Yard dice:2`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
struct SceneOrder(Command);

impl TryFrom<String> for SceneOrder {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let example = "an order is a verb and its slots, like `exit zone:Yard`";
        Command::parse(&text).map(Self).ok_or_else(|| format!("`{text}` cannot be read: {example}"))
    }
}

impl Scene {
    /// Returns the orders that lay the map and say what is in it.
    pub fn map_orders(&self) -> impl Iterator<Item = Command> {
        let zones = Command::new("zones").with("layout", &self.zones);
        std::iter::once(zones).chain(self.orders.iter().map(|order| order.0.clone()))
    }

    /// Returns the scene with other names for its zones, in its map, orders and NPCs. It stays as
    /// it is if the map could not be parsed with them, or would be another one. `translate` returns
    /// `None` for a name that stays.
    pub fn with_translated_zone_names(&self, translate: &dyn Fn(&str) -> Option<String>) -> Self {
        let name_of = |zone: &str| translate(zone).unwrap_or_else(|| zone.to_string());
        // The map is written as chains of zones: `Gate - Yard, Yard - Tower`.
        let mut zones: BTreeSet<&str> = BTreeSet::new();
        let mut translated_chains: Vec<String> = Vec::new();
        for chain in self.zones.split(", ") {
            let chain_zones: Vec<&str> = chain.split(" - ").collect();
            let translated_names: Vec<String> =
                chain_zones.iter().map(|zone| name_of(zone)).collect();
            translated_chains.push(translated_names.join(" - "));
            zones.extend(chain_zones);
        }
        let translated_map = translated_chains.join(", ");
        let can_be_typed = |zone: &&str| !name_of(zone).contains([',', ':', '"']);
        if !zones.iter().all(can_be_typed)
            || !have_same_zone_connections(&self.zones, &translated_map)
        {
            return self.clone();
        }
        let rename_order = |SceneOrder(order): &SceneOrder| {
            let mut order = order.clone();
            for slot in ["zone", "to"] {
                if let Some(zone) = order.slots.get_mut(slot)
                    && zones.contains(zone.as_str())
                {
                    *zone = name_of(zone);
                }
            }
            SceneOrder(order)
        };
        let rename_npc =
            |npc: &SceneNpc| SceneNpc { at: npc.at.as_deref().map(name_of), ..npc.clone() };
        Self {
            about: self.about.clone(),
            zones: translated_map,
            orders: self.orders.iter().map(rename_order).collect(),
            npcs: self.npcs.iter().map(rename_npc).collect(),
        }
    }

    /// Checks that the scene can be set up in an empty fight of its system.
    ///
    /// # Errors
    /// Refuses an order that does not set up a map, a zone or creature that does not exist, too
    /// many NPCs, and whatever the rules refuse. The refusal has the order as its place.
    pub(super) fn check_can_be_set_up(&self, system: &str, kit: &dyn Kit) -> Result<(), Refusal> {
        let mut game = Game::new(system).ok_or_else(|| no_such_system(system))?;
        for order in self.map_orders() {
            let place = order.to_string();
            game = perform_map_order(&game, order, kit)
                .map_err(|refusal| with_outer_place(refusal, &place))?;
        }
        let npc_count: usize = self.npcs.iter().map(|npc| npc.count).sum();
        let has_valid_counts = self.npcs.iter().all(|npc| npc.count > 0);
        if !has_valid_counts || npc_count > MAX_SCENE_NPCS {
            let refusal = Refusal::bad_setup("", "count").with("slot", "count");
            return Err(refusal.with("value", npc_count).with("most", MAX_SCENE_NPCS));
        }
        // One NPC of each kind shows whether all can join.
        for (index, npc) in self.npcs.iter().enumerate() {
            game = npc
                .add_to_game(&game, &format!("Npc {index}"), kit)
                .map_err(|refusal| with_outer_place(refusal, &npc.from))?;
        }
        Ok(())
    }
}

impl SceneNpc {
    /// Returns the game with one such NPC in it.
    fn add_to_game(&self, game: &Game, name: &str, kit: &dyn Kit) -> Result<Game, Refusal> {
        let mut fields = Fields::new();
        if let Some(zone_name) = &self.at {
            let no_zone = || Refusal::bad_setup("", "no-such-zone").with("name", zone_name);
            let zone = game.find_zone(zone_name).ok_or_else(no_zone)?;
            fields.insert("zone".into(), zone.0.to_string());
        }
        let body = kit.make_body(&self.from, &fields)?;
        let disclosure = Disclosure { is_hidden: self.hidden, ..Disclosure::new(name.into()) };
        let request = JoinRequest { disclosure, user: None, sheet: None, body };
        Ok(game.add_combatant(request, &mut ScriptedDice::default())?.game)
    }
}

/// Returns whether both maps have as many zones with the same ways between them.
fn have_same_zone_connections(one: &str, other: &str) -> bool {
    let list_neighbours = |layout: &str| -> Option<Vec<Vec<ZoneId>>> {
        let map = ZoneMap::<()>::parse(layout).ok()?;
        let mut neighbours_by_zone = Vec::new();
        for (zone, _) in map.iter() {
            neighbours_by_zone.push(map.neighbours(zone).collect());
        }
        Some(neighbours_by_zone)
    };
    list_neighbours(one) == list_neighbours(other)
}

/// Performs an order in a fight that has not begun. Refuses orders that name combatants, start the
/// fight or ask somebody.
fn perform_map_order(game: &Game, order: Command, kit: &dyn Kit) -> Result<Game, Refusal> {
    let allowed_verbs = list_scene_setup_verbs(game.system_key());
    if order.verb != "zones" && !allowed_verbs.contains(&order.verb.as_str()) {
        let refusal = Refusal::bad_setup("", "scene-order").with("value", &order.verb);
        return Err(refusal.with("names", allowed_verbs.join(", ")));
    }
    let order = if order.verb == "loose" {
        let item = kit.item_value(order.get("item"))?;
        order.with("thing", item)
    } else {
        order
    };
    Ok(game.perform_order(&order, &mut ScriptedDice::default())?.game)
}

/// Returns the verbs of the orders with which a scene may be set up: those that need no combatant.
fn list_scene_setup_verbs(system: &str) -> Vec<&'static str> {
    let (_, orders) = Game::act_and_order_verbs(system).unwrap_or_default();
    // An amount is one of a combatant: harm, healing and the like.
    let is_about_combatant =
        |slot: &Slot| slot.names_combatant || matches!(slot.name, "who" | "npcs" | "amount");
    let needs_combatant = |verb: &Verb| {
        let mut required_slots = verb.slots.iter().filter(|slot| slot.need == SlotNeed::Required);
        required_slots.any(is_about_combatant)
    };
    let of_system = orders.iter().filter(|verb| !needs_combatant(verb)).map(|verb| verb.name);
    of_system.chain(COMMON_SCENE_ORDERS.iter().copied()).collect()
}

#[cfg(test)]
mod tests {
    use engine::game::SYSTEM_KEYS;

    use super::*;
    use crate::{built_in_kit, parse_and_check_custom_kit};

    /// The most characters that Discord shows below an option of a menu.
    const MAX_MENU_CHARS: usize = 100;

    #[test]
    fn every_built_in_scene_can_be_set_up() {
        for system in SYSTEM_KEYS {
            let kit = built_in_kit(system).unwrap();
            assert!(kit.scene_names().len() >= 10, "{system}");
            for name in kit.scene_names() {
                let scene = kit.find_scene(&name).unwrap();
                scene.check_can_be_set_up(system, &*kit).unwrap_or_else(|refusal| {
                    panic!("{system}: {name}: {refusal:?}");
                });
                assert!(!scene.npcs.is_empty() && scene.npcs.iter().all(|npc| npc.at.is_some()));
                assert!(scene.about.chars().count() <= MAX_MENU_CHARS, "{system}: {name}");
            }
        }
    }

    #[test]
    fn scene_with_translated_zones_can_be_set_up() {
        for system in SYSTEM_KEYS {
            let kit = built_in_kit(system).unwrap();
            for name in kit.scene_names() {
                let scene = kit.find_scene(&name).unwrap();
                let translated =
                    scene.with_translated_zone_names(&|zone| Some(format!("{zone} bis")));
                assert!(translated.zones.contains(" bis"), "{system}: {name}");
                translated.check_can_be_set_up(system, &*kit).unwrap_or_else(|refusal| {
                    panic!("{system}: {name}: {refusal:?}");
                });
                // Zones that could not be told apart keep their names.
                assert_eq!(scene.with_translated_zone_names(&|_| Some("Hof".into())), *scene);
                assert_eq!(scene.with_translated_zone_names(&|_| None), *scene);
            }
        }
    }

    #[test]
    fn scenes_are_found_in_any_case_and_others_are_listed() {
        let kit = built_in_kit("dr12").unwrap();
        let name = kit.scene_names().swap_remove(0);
        assert_eq!(kit.find_scene(&name), kit.find_scene(&name.to_uppercase()));
        let details = kit.find_scene("tannery").unwrap_err().details;
        assert_eq!((&*details["kind"], &*details["why"]), ("scene", "no-such-entry"));
        assert!(details["names"].contains(&name), "{details:?}");
    }

    fn parse_scene(fields: &str) -> Result<(), Refusal> {
        let text = format!("[scenes.yard]\nabout = \"A yard.\"\nzones = \"Gate - Yard\"\n{fields}");
        parse_and_check_custom_kit("dr12", &text).map(drop)
    }

    #[test]
    fn own_scene_is_checked_order_by_order() {
        let whole = "orders = [\"limit zone:Yard count:2\", \"loose zone:Gate item:dagger\"]\n\
                     npcs = [{ from = \"raider\", count = 2, at = \"yard\", hidden = true }]";
        assert_eq!(parse_scene(whole), Ok(()));
        for (fields, detail, value) in [
            ("orders = [\"limit Yard\"]", "line", "4"),
            ("orders = [\"limit zone:Moat count:2\"]", "within", "yard, limit count:2 zone:Moat"),
            ("orders = [\"start\"]", "why", "scene-order"),
            ("orders = [\"harm who:Ana amount:2\"]", "why", "scene-order"),
            ("orders = [\"loose zone:Yard item:spon\"]", "why", "no-such-entry"),
            ("npcs = [{ from = \"raidr\" }]", "why", "no-such-entry"),
            ("npcs = [{ from = \"raider\", at = \"Moat\" }]", "why", "no-such-zone"),
            ("npcs = [{ from = \"raider\", count = 31 }]", "why", "count"),
            ("npcs = [{ from = \"raider\", count = 0 }]", "why", "count"),
            ("npcs = [{ from = \"raider\", where = \"Yard\" }]", "line", "4"),
        ] {
            let details = parse_scene(fields).unwrap_err().details;
            assert_eq!(
                details.get(detail).map(String::as_str),
                Some(value),
                "{fields}: {details:?}"
            );
        }
    }
}
