//! Builds the actors of a turn as its controls need them: with their offers, and the combatants
//! around them, the nearest first.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use engine::core::command::Offer;
use engine::core::ids::CombatantId;
use engine::game::{Game, Member};
use engine::visibility::view::{FightView, MemberView, TurnStatus};

use crate::api::outbox::{Actor, NearbyCombatant, Surroundings};
use crate::state::fight_state::FightState;

impl FightState {
    /// Builds a combatant with these offers, as the reader of the view knows it; `None` for an
    /// unknown id.
    pub(crate) fn build_actor(
        &self,
        who: CombatantId,
        view: &FightView,
        offers: Vec<Offer>,
    ) -> Option<Actor> {
        build_actor(&self.game, &self.members, who, view, offers)
    }

    /// Finds the combatants and zones around a combatant, as the reader of the view knows them.
    pub(crate) fn find_surroundings(&self, who: CombatantId, view: &FightView) -> Surroundings {
        find_surroundings(&self.game, &self.members, who, view)
    }
}

/// Builds a combatant with these offers, as the reader of the view knows it; `None` for an unknown
/// id.
pub fn build_actor(
    game: &Game,
    members: &[Member],
    who: CombatantId,
    view: &FightView,
    offers: Vec<Offer>,
) -> Option<Actor> {
    let public_name = member_name(members, who)?;
    let own_view = view.members().find(|member| member.id == who);
    let name = own_view.map_or_else(|| public_name.clone(), |member| member.name.clone());
    Some(Actor {
        combatant: who,
        name,
        public_name,
        system: game.system_key(),
        offers,
        surroundings: find_surroundings(game, members, who, view),
        can_speak: false,
        gm_controls: None,
    })
}

/// A combatant with its distance from another one: in feet on a line, otherwise in zones.
struct MeasuredCombatant {
    distance: usize,
    position_feet: Option<u16>,
    nearby: NearbyCombatant,
}

/// Returns who is near a combatant, the nearest first, and which zones lead towards the nearest
/// enemy, as the reader of the view knows it. Empty for a combatant that the view lacks.
fn find_surroundings(
    game: &Game,
    members: &[Member],
    who: CombatantId,
    view: &FightView,
) -> Surroundings {
    let Some(own) = view.members().find(|member| member.id == who) else {
        return Surroundings::default();
    };
    let own_side = game.side_of(who);
    let distances = zone_distances(view, own.zone);
    let distance_to = |other: &MemberView| match (own.position_feet, other.position_feet) {
        (Some(own_feet), Some(other_feet)) => usize::from(own_feet.abs_diff(other_feet)),
        _ => other.zone.and_then(|zone| distances.get(&zone).copied()).unwrap_or(usize::MAX),
    };
    let zone_name = |index: u8| view.zones.get(usize::from(index)).map(|zone| zone.name.clone());
    let mut others: Vec<MeasuredCombatant> = Vec::new();
    for other in view.members() {
        let Some(name) = member_name(members, other.id) else { continue };
        let is_in_fight = other.turn_status != TurnStatus::Out;
        let nearby = NearbyCombatant {
            name,
            wounds: other.wounds.clone(),
            zone_name: other.zone.and_then(zone_name),
            is_enemy: game.side_of(other.id) != own_side && is_in_fight,
        };
        others.push(MeasuredCombatant {
            distance: distance_to(other),
            position_feet: other.position_feet,
            nearby,
        });
    }
    others.sort_by_key(|other| other.distance);
    let mut enemies = others.iter().filter(|other| other.nearby.is_enemy);
    let nearest_enemy_feet = enemies.find_map(|enemy| enemy.position_feet);
    let line_positions = own.position_feet.zip(nearest_enemy_feet);
    let nearby: Vec<NearbyCombatant> = others.into_iter().map(|other| other.nearby).collect();
    Surroundings {
        zones_closer_to_enemy: list_neighbour_zones_closer_to_enemy(view, own, &nearby),
        nearby,
        line_positions,
    }
}

/// Returns the name that commands use.
fn member_name(members: &[Member], who: CombatantId) -> Option<String> {
    members.iter().find(|member| member.id == who).map(|member| member.name.clone())
}

/// Returns the distance in zones from `start` to each zone that can be reached.
fn zone_distances(view: &FightView, start: Option<u8>) -> BTreeMap<u8, usize> {
    let mut distances: BTreeMap<u8, usize> = start.map(|zone| (zone, 0)).into_iter().collect();
    let mut frontier: Vec<u8> = start.into_iter().collect();
    let mut distance = 0;
    while !frontier.is_empty() {
        distance += 1;
        let mut next_frontier = Vec::new();
        for zone in frontier.iter().filter_map(|index| view.zones.get(usize::from(*index))) {
            for neighbour in &zone.neighbours {
                if let Entry::Vacant(entry) = distances.entry(*neighbour) {
                    entry.insert(distance);
                    next_frontier.push(*neighbour);
                }
            }
        }
        frontier = next_frontier;
    }
    distances
}

/// Returns the neighbouring zones that are closer to the nearest enemy than the combatant's own,
/// the closest first.
fn list_neighbour_zones_closer_to_enemy(
    view: &FightView,
    own: &MemberView,
    nearby: &[NearbyCombatant],
) -> Vec<String> {
    let zone_index = |name: &String| view.zones.iter().position(|zone| zone.name == *name);
    let enemies = nearby.iter().filter(|combatant| combatant.is_enemy);
    let enemy_zones: Vec<u8> = enemies
        .filter_map(|enemy| zone_index(enemy.zone_name.as_ref()?))
        .map(|index| index as u8)
        .collect();
    let enemy_distance_from = |zone: u8| {
        let distances = zone_distances(view, Some(zone));
        enemy_zones.iter().filter_map(|enemy_zone| distances.get(enemy_zone).copied()).min()
    };
    let Some(own_index) = own.zone else { return Vec::new() };
    let Some(own_distance) = enemy_distance_from(own_index) else { return Vec::new() };
    let Some(own_zone) = view.zones.get(usize::from(own_index)) else { return Vec::new() };
    let mut closer: Vec<(usize, String)> = Vec::new();
    for neighbour in &own_zone.neighbours {
        let zone = view.zones.get(usize::from(*neighbour));
        if let (Some(distance), Some(zone)) = (enemy_distance_from(*neighbour), zone)
            && distance < own_distance
        {
            closer.push((distance, zone.name.clone()));
        }
    }
    closer.sort();
    closer.into_iter().map(|(_, name)| name).collect()
}
