//! Whoever may act, as the controls of a turn need them: with what they may do, and who is around
//! them, the nearest first.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use engine::core::command::Offer;
use engine::core::ids::CombatantId;
use engine::game::{Game, Member};
use engine::visibility::view::{FightView, MemberView, TurnStatus};

use crate::api::outbox::{Actor, NearbyCombatant, Surroundings};
use crate::state::fight_state::FightState;

impl FightState {
    /// Somebody as the reader of this view knows them, who may do this.
    pub(crate) fn build_actor(
        &self,
        who: CombatantId,
        view: &FightView,
        offers: Vec<Offer>,
    ) -> Option<Actor> {
        build_actor(&self.game, &self.members, who, view, offers)
    }

    /// Whom and what somebody has around them.
    pub(crate) fn find_surroundings(&self, who: CombatantId, view: &FightView) -> Surroundings {
        find_surroundings(&self.game, &self.members, who, view)
    }
}

/// Somebody of a fight as the reader of a view of it knows them, who may do this.
pub fn build_actor(
    game: &Game,
    members: &[Member],
    who: CombatantId,
    view: &FightView,
    offers: Vec<Offer>,
) -> Option<Actor> {
    let acting_as = member_name(members, who)?;
    let own = view.members().find(|one| one.id == who);
    let name = own.map_or_else(|| acting_as.clone(), |one| one.name.clone());
    let around = find_surroundings(game, members, who, view);
    let system = game.system_key();
    Some(Actor {
        combatant: who,
        name,
        public_name: acting_as,
        system,
        offers,
        surroundings: around,
        gm_controls: None,
    })
}

fn find_surroundings(
    game: &Game,
    members: &[Member],
    who: CombatantId,
    view: &FightView,
) -> Surroundings {
    let Some(own) = view.members().find(|one| one.id == who) else {
        return Surroundings::default();
    };
    let side = game.side_of(who);
    let steps = zone_distances(view, own.zone);
    let zone = |at: Option<u8>| view.zones.get(usize::from(at?)).map(|zone| zone.name.clone());
    let near = |one: &MemberView| {
        let far = match (own.position_feet, one.position_feet) {
            (Some(own), Some(other)) => usize::from(own.abs_diff(other)),
            _ => one.zone.and_then(|at| steps.get(&at).copied()).unwrap_or(usize::MAX),
        };
        let near = NearbyCombatant {
            name: member_name(members, one.id)?,
            wounds: one.wounds.clone(),
            zone_name: zone(one.zone),
            is_enemy: game.side_of(one.id) != side && one.turn_status != TurnStatus::Out,
        };
        Some((far, near, one.position_feet))
    };
    let mut others: Vec<(usize, NearbyCombatant, _)> = view.members().filter_map(near).collect();
    others.sort_by_key(|(far, ..)| *far);
    let enemy = others.iter().filter(|(_, one, _)| one.is_enemy).find_map(|(.., feet)| *feet);
    let marks = own.position_feet.zip(enemy);
    let others: Vec<NearbyCombatant> = others.into_iter().map(|(_, near, _)| near).collect();
    Surroundings {
        zones_closer_to_enemy: zones_closer_to_enemy(view, own, &others),
        nearby: others,
        line_positions: marks,
    }
}

/// As acts name them.
fn member_name(members: &[Member], who: CombatantId) -> Option<String> {
    members.iter().find(|one| one.id == who).map(|one| one.name.clone())
}

/// How many zones it is from one to each that can be reached.
fn zone_distances(view: &FightView, start: Option<u8>) -> BTreeMap<u8, usize> {
    let mut steps: BTreeMap<u8, usize> = start.map(|at| (at, 0)).into_iter().collect();
    let mut open: Vec<u8> = start.into_iter().collect();
    let mut far = 0;
    while !open.is_empty() {
        far += 1;
        let zones = open.iter().filter_map(|at| view.zones.get(usize::from(*at)));
        let next: Vec<u8> = zones.flat_map(|zone| zone.neighbours.iter().copied()).collect();
        open = next
            .into_iter()
            .filter(|at| match steps.entry(*at) {
                Entry::Vacant(it) => {
                    it.insert(far);
                    true
                }
                Entry::Occupied(_) => false,
            })
            .collect();
    }
    steps
}

/// The zones beside somebody's own from which it is less far to the nearest enemy.
fn zones_closer_to_enemy(
    view: &FightView,
    own: &MemberView,
    nearby: &[NearbyCombatant],
) -> Vec<String> {
    let place = |name: &String| view.zones.iter().position(|zone| zone.name == *name);
    let enemies = nearby.iter().filter(|one| one.is_enemy).filter_map(|one| one.zone_name.as_ref());
    let enemies: Vec<u8> = enemies.filter_map(place).map(|at| at as u8).collect();
    let far = |from: u8| {
        let steps = zone_distances(view, Some(from));
        enemies.iter().filter_map(|at| steps.get(at).copied()).min()
    };
    let Some((own, now)) = own.zone.and_then(|at| Some((at, far(at)?))) else { return Vec::new() };
    let beside = view.zones.get(usize::from(own)).map(|zone| zone.neighbours.as_slice());
    let beside = beside.unwrap_or_default().iter();
    let mut all: Vec<(usize, String)> = beside
        .filter_map(|at| Some((far(*at)?, view.zones.get(usize::from(*at))?.name.clone())))
        .filter(|(then, _)| *then < now)
        .collect();
    all.sort();
    all.into_iter().map(|(_, name)| name).collect()
}
