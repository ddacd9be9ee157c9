//! Views: what one viewer may know of a fight. Outside the engine only views exist.
//!
//! Invariant (I6): a view is built up from what its viewer may know, never cut down from the
//! fight. [`Seen`] can only be made here.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::core::fight::{Combatant, Event, Fight};
use crate::core::ids::{CombatantId, UserId};
use crate::visibility::disclosure::{self, DetailLevel};
use crate::{System, Visibility};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// Everybody who can read the channel.
    Public,
    Player(UserId),
    Gm,
}

/// A note as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", transparent)]
pub struct VisibleEvent<S: System>(Event<S>);

impl<S: System> VisibleEvent<S> {
    pub fn event(&self) -> &Event<S> {
        &self.0
    }
}

/// What happened, as one viewer may know it, with the names to tell it by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct VisibleEvents<S: System> {
    pub names: BTreeMap<CombatantId, String>,
    #[serde(rename = "zones")]
    pub zone_names: Vec<String>,
    #[serde(rename = "notes")]
    pub events: Vec<VisibleEvent<S>>,
    /// Whoever does this has done something else in the turn that this ends: the end goes without
    /// saying.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "is_after_more")]
    pub follows_other_acts: bool,
}

/// Tells notes to one viewer, with the fight as it stands after them. None when nothing of it is
/// for them.
pub fn filter_for<S: Visibility>(
    fight: &Fight<S>,
    viewer: Viewer,
    events: &[Event<S>],
) -> Option<VisibleEvents<S>> {
    let notes: Vec<_> =
        events.iter().filter_map(|note| redact_event(fight, viewer, note)).collect();
    if notes.is_empty() {
        return None;
    }
    let names = names_known_to(fight, viewer);
    let zones = fight.zones.iter().map(|(_, zone)| zone.name.clone()).collect();
    Some(VisibleEvents { names, zone_names: zones, events: notes, follows_other_acts: false })
}

/// The names of all whom a viewer may know, of those too who were removed since.
pub fn names_known_to<S: System>(
    fight: &Fight<S>,
    viewer: Viewer,
) -> BTreeMap<CombatantId, String> {
    let ids = (0..).map(CombatantId);
    ids.zip(&fight.combatants)
        .filter(|(_, one)| one.is_known_to(viewer))
        .map(|(who, one)| (who, one.name_for(viewer)))
        .collect()
}

fn redact_event<S: Visibility>(
    fight: &Fight<S>,
    viewer: Viewer,
    event: &Event<S>,
) -> Option<VisibleEvent<S>> {
    let knows = |who: &CombatantId| fight.viewer_ever_knew(viewer, *who);
    let seen = match event {
        Event::Joined(who, one) => {
            let body = S::redact_body(fight, viewer, one);
            let one = Combatant::new(&one.name, one.user, body);
            knows(who).then(|| Event::Joined(*who, Box::new(one)))
        }
        Event::Removed(who) => knows(who).then_some(Event::Removed(*who)),
        Event::Revealed(who) => Some(Event::Revealed(*who)),
        Event::FieldSet { who, field, .. } => {
            let (who, one) = (*who, fight.get(*who)?);
            let body = Box::new(S::redact_body(fight, viewer, one));
            // What the GM changed about an NPC is for those who know its numbers.
            let is_told = one.detail_for(viewer) == DetailLevel::Numbers;
            is_told.then(|| Event::FieldSet { who, field: field.clone(), body })
        }
        Event::ItemGiven { who, item, .. } => {
            let (who, one) = (*who, fight.get(*who)?);
            let body = Box::new(S::redact_body(fight, viewer, one));
            let is_told = one.detail_for(viewer) == DetailLevel::Numbers;
            is_told.then(|| Event::ItemGiven { who, item: item.clone(), body })
        }
        Event::ItemPlaced { zone, item, terrain: ground } => {
            let ground = if viewer == Viewer::Gm { ground.clone() } else { Box::default() };
            Some(Event::ItemPlaced { zone: *zone, item: item.clone(), terrain: ground })
        }
        // The zones are told by their names; their ground may hold secrets, so views show it.
        Event::ZonesSet(zones) => Some(Event::ZonesSet(crate::core::zones::ZoneMap::from_row(
            zones.iter().map(|(_, z)| &*z.name),
        ))),
        Event::TerrainSet(zone, ground) => {
            (viewer == Viewer::Gm).then(|| Event::TerrainSet(*zone, ground.clone()))
        }
        Event::LegacySettingsSet(settings) => Some(Event::LegacySettingsSet(settings.clone())),
        Event::SettingsChanged { settings, changed } => {
            Some(Event::SettingsChanged { settings: settings.clone(), changed: changed.clone() })
        }
        Event::DisclosureChanged { who, before: was, after: is } => {
            disclosure::redact_disclosure_change(viewer, *who, was, is)
        }
        Event::RenamedForNewcomer { .. } => (viewer == Viewer::Gm).then(|| event.clone()),
        Event::DecoysToggled(is_on) => Some(Event::DecoysToggled(*is_on)),
        Event::AskSingleToggled(is_on) => Some(Event::AskSingleToggled(*is_on)),
        Event::Started => Some(Event::Started),
        Event::RoundStarted(round) => Some(Event::RoundStarted(*round)),
        Event::Ended(outcome) => Some(Event::Ended(outcome.clone())),
        Event::System(note) => S::redact_event(fight, viewer, note).map(Event::System),
    };
    seen.map(VisibleEvent)
}

/// A fight as one viewer may know it, in a form common to all systems.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FightView {
    pub system: String,
    pub round: u16,
    /// The outcome's key once the fight is over.
    pub outcome: Option<String>,
    pub is_running: bool,
    /// It holds all that there is to know: the GM's.
    #[serde(default)]
    #[serde(rename = "is_whole")]
    pub is_gm_view: bool,
    /// Sides, blocks or slots, in the order in which they act.
    pub groups: Vec<GroupView>,
    /// In which order they act, where it is not the groups one after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "order")]
    pub turn_order: Vec<CombatantId>,
    pub zones: Vec<ZoneView>,
    /// Facts of the fight as a whole, key and value ("surprised", "enemy").
    pub facts: Vec<(String, String)>,
}

impl FightView {
    pub fn members(&self) -> impl Iterator<Item = &MemberView> {
        self.groups.iter().flat_map(|group| &group.members)
    }

    /// Everybody in the order in which they act.
    pub fn members_in_turn_order(&self) -> Vec<&MemberView> {
        let place = |one: &MemberView| self.turn_order.iter().position(|who| *who == one.id);
        let mut all: Vec<&MemberView> = self.members().collect();
        all.sort_by_key(|one| place(one).unwrap_or(usize::MAX));
        all
    }

    /// Says whose camp everybody is in. It goes by whom the viewer knows, so it tells nothing else.
    pub(crate) fn with_camps(mut self, are_friends: impl Fn(&str, &str) -> bool) -> Self {
        let played = self.members().filter(|one| one.user.is_some());
        let mut played: Vec<String> = played.map(|one| one.side.clone()).collect();
        played.retain(|side| !matches!(&**side, "enemy" | "opposition"));
        for one in self.groups.iter_mut().flat_map(|group| &mut group.members) {
            let is_against = |other: &String| !are_friends(&one.side, other);
            one.camp = match &*one.side {
                "party" => Camp::Players,
                "enemy" | "opposition" => Camp::Foes,
                _ if played.contains(&one.side) => Camp::Players,
                _ if played.iter().any(is_against) => Camp::Foes,
                _ => Camp::Others,
            };
        }
        self
    }

    /// Who is in the zone at that place of [`View::zones`], with the place of their group: in the
    /// order of the groups, along a line in its order. Whoever lies there out of action is still
    /// seen; who has left has no zone.
    pub fn members_in_zone(&self, zone_index: usize) -> Vec<(usize, &MemberView)> {
        let groups = self.groups.iter().enumerate();
        let all = groups.flat_map(|(group, of)| of.members.iter().map(move |one| (group, one)));
        let mut here: Vec<_> =
            all.filter(|(_, one)| one.zone.map(usize::from) == Some(zone_index)).collect();
        here.sort_by_key(|(_, one)| one.position_feet);
        here
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GroupView {
    pub key: String,
    /// It is this group's time to act.
    pub is_current: bool,
    pub members: Vec<MemberView>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MemberView {
    pub id: CombatantId,
    pub name: String,
    pub user: Option<UserId>,
    /// The key of its side, or the name that the GM gave it.
    #[serde(default)]
    pub side: String,
    #[serde(default)]
    pub camp: Camp,
    /// Only the GM sees members for which this holds.
    pub is_hidden: bool,
    /// The place in [`View::zones`]; none when off the map.
    pub zone: Option<u8>,
    /// It stands on the border between `zone` and this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "border")]
    pub border_zone: Option<u8>,
    /// The mark it stands on, where zones are stretches of a line ([`ZoneView::span`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "feet")]
    pub position_feet: Option<u16>,
    pub wounds: VisibleWounds,
    /// Keys of conditions ("stuck"), oldest first; where it is known when one ends, the key of that
    /// comes after a colon ("stunned:next-turn"), and after another its round ("hurt:round:3").
    pub conditions: Vec<String>,
    #[serde(rename = "mark")]
    pub turn_status: TurnStatus,
    /// What is left to spend this turn or round, key and value; only for whom it matters now.
    #[serde(rename = "budget")]
    pub remaining_budget: Vec<(String, String)>,
    /// More for who may know it, key and value ("skill", "+1").
    pub facts: Vec<(String, String)>,
}

/// On whose side somebody is, as the players see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Camp {
    Players,
    /// Against a side that players are on.
    Foes,
    #[default]
    Others,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VisibleWounds {
    Exact {
        #[serde(rename = "now")]
        current: u16,
        max: u16,
    },
    /// The key of a wound word ("hurt").
    Word(String),
    /// That is not for the viewer to know.
    Unknown,
}

impl VisibleWounds {
    /// Nothing is known to be wrong with them.
    pub fn is_unhurt(&self) -> bool {
        match self {
            VisibleWounds::Exact { current: now, max } => now >= max,
            VisibleWounds::Word(key) => matches!(key.as_str(), "unhurt" | "fresh"),
            VisibleWounds::Unknown => true,
        }
    }
}

/// Where a combatant stands in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnStatus {
    /// Its turn is running.
    Acting,
    /// Its turn of this round is still to come.
    Ready,
    /// It has had its turn this round (or has none).
    Spent,
    /// Out of the fight.
    Out,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ZoneView {
    pub name: String,
    /// Places of neighbours in [`View::zones`].
    pub neighbours: Vec<u8>,
    /// From its first mark to its last, in feet, where zones are stretches of one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "span")]
    pub span_feet: Option<(u16, u16)>,
    /// Facts of the ground, key and value ("limit", "2").
    pub facts: Vec<(String, String)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(id: u8, side: &str, user: Option<u64>) -> MemberView {
        MemberView {
            id: CombatantId(id),
            name: String::new(),
            user: user.map(UserId),
            side: side.into(),
            camp: Camp::default(),
            is_hidden: false,
            zone: None,
            border_zone: None,
            position_feet: None,
            wounds: VisibleWounds::Unknown,
            conditions: Vec::new(),
            turn_status: TurnStatus::Ready,
            remaining_budget: Vec::new(),
            facts: Vec::new(),
        }
    }

    fn view(members: Vec<MemberView>) -> FightView {
        FightView {
            groups: vec![GroupView { members, ..GroupView::default() }],
            ..FightView::default()
        }
    }

    #[test]
    fn camps_go_by_sides_and_by_who_plays_on_them() {
        let members = vec![
            one(0, "party", None),
            one(1, "enemy", Some(1)),
            one(2, "Watch", Some(2)),
            one(3, "Watch", None),
            one(4, "Crows", None),
            one(5, "Monks", None),
        ];
        // The Monks are friends of all.
        let view = view(members).with_camps(|one, other| one == other || one == "Monks");
        let camps: Vec<Camp> = view.members().map(|one| one.camp).collect();
        let (players, foes) = (Camp::Players, Camp::Foes);
        assert_eq!(camps, [players, foes, players, players, foes, Camp::Others]);
    }

    #[test]
    fn nobody_is_a_foe_where_nobody_plays() {
        let view =
            view(vec![one(0, "Crows", None), one(1, "Monks", None)]).with_camps(|_, _| false);
        assert!(view.members().all(|one| one.camp == Camp::Others));
    }

    #[test]
    fn who_has_no_place_in_the_order_comes_last() {
        let all = [0, 1, 2].map(|id| one(id, "party", None)).to_vec();
        let ids = |view: &FightView| {
            view.members_in_turn_order().iter().map(|one| one.id.0).collect::<Vec<_>>()
        };
        let mut view = view(all);
        assert_eq!(ids(&view), [0, 1, 2]);
        view.turn_order = vec![CombatantId(2), CombatantId(0)];
        assert_eq!(ids(&view), [2, 0, 1]);
    }
}
