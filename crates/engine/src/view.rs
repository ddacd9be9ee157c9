//! Views: what one viewer may know of a fight. Outside the engine only views exist.
//!
//! Invariant (I6): a view is built up from what its viewer may know, never cut down from the
//! fight. [`Seen`] can only be made here.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::fight::{Combatant, Fight, Note};
use super::ids::{CombatantId, UserId};
use super::ladder::{self, Detail};
use super::{System, Visibility};

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
pub struct Seen<S: System>(Note<S>);

impl<S: System> Seen<S> {
    pub fn note(&self) -> &Note<S> {
        &self.0
    }
}

/// What happened, as one viewer may know it, with the names to tell it by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct Told<S: System> {
    pub names: BTreeMap<CombatantId, String>,
    pub zones: Vec<String>,
    pub notes: Vec<Seen<S>>,
    /// Whoever does this has done something else in the turn that this ends: the end goes without
    /// saying.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_after_more: bool,
}

/// Tells notes to one viewer, with the fight as it stands after them. None when nothing of it is
/// for them.
pub fn tell<S: Visibility>(fight: &Fight<S>, viewer: Viewer, notes: &[Note<S>]) -> Option<Told<S>> {
    let notes: Vec<_> = notes.iter().filter_map(|note| see(fight, viewer, note)).collect();
    if notes.is_empty() {
        return None;
    }
    let names = names(fight, viewer);
    let zones = fight.zones.iter().map(|(_, zone)| zone.name.clone()).collect();
    Some(Told { names, zones, notes, is_after_more: false })
}

/// The names of all whom a viewer may know, of those too who were removed since.
pub fn names<S: System>(fight: &Fight<S>, viewer: Viewer) -> BTreeMap<CombatantId, String> {
    let ids = (0..).map(CombatantId);
    ids.zip(&fight.combatants)
        .filter(|(_, one)| one.is_known_to(viewer))
        .map(|(who, one)| (who, one.name_for(viewer)))
        .collect()
}

fn see<S: Visibility>(fight: &Fight<S>, viewer: Viewer, note: &Note<S>) -> Option<Seen<S>> {
    let knows = |who: &CombatantId| fight.has_known(viewer, *who);
    let seen = match note {
        Note::Joined(who, one) => {
            let body = S::seen_body(fight, viewer, one);
            let one = Combatant::new(&one.name, one.user, body);
            knows(who).then(|| Note::Joined(*who, Box::new(one)))
        }
        Note::Removed(who) => knows(who).then_some(Note::Removed(*who)),
        Note::Revealed(who) => Some(Note::Revealed(*who)),
        Note::Adjusted { who, field, .. } => {
            let (who, one) = (*who, fight.get(*who)?);
            let body = Box::new(S::seen_body(fight, viewer, one));
            // What the GM changed about an NPC is for those who know its numbers.
            let is_told = one.look_of(viewer) == Detail::Numbers;
            is_told.then(|| Note::Adjusted { who, field: field.clone(), body })
        }
        Note::Given { who, item, .. } => {
            let (who, one) = (*who, fight.get(*who)?);
            let body = Box::new(S::seen_body(fight, viewer, one));
            let is_told = one.look_of(viewer) == Detail::Numbers;
            is_told.then(|| Note::Given { who, item: item.clone(), body })
        }
        Note::LaidDown { zone, item, ground } => {
            let ground = if viewer == Viewer::Gm { ground.clone() } else { Box::default() };
            Some(Note::LaidDown { zone: *zone, item: item.clone(), ground })
        }
        // The zones are told by their names; their ground may hold secrets, so views show it.
        Note::Laid(zones) => {
            Some(Note::Laid(super::zones::Zones::row(zones.iter().map(|(_, z)| &*z.name))))
        }
        Note::GroundLaid(zone, ground) => {
            (viewer == Viewer::Gm).then(|| Note::GroundLaid(*zone, ground.clone()))
        }
        Note::Configured(settings) => Some(Note::Configured(settings.clone())),
        Note::Set { settings, changed } => {
            Some(Note::Set { settings: settings.clone(), changed: changed.clone() })
        }
        Note::Shown { who, was, is } => ladder::seen(viewer, *who, was, is),
        Note::GaveWay { .. } => (viewer == Viewer::Gm).then(|| note.clone()),
        Note::Decoys(is_on) => Some(Note::Decoys(*is_on)),
        Note::AskSingle(is_on) => Some(Note::AskSingle(*is_on)),
        Note::Started => Some(Note::Started),
        Note::RoundBegan(round) => Some(Note::RoundBegan(*round)),
        Note::Ended(outcome) => Some(Note::Ended(outcome.clone())),
        Note::Rule(note) => S::seen(fight, viewer, note).map(Note::Rule),
    };
    seen.map(Seen)
}

/// A fight as one viewer may know it, in a form common to all systems.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct View {
    pub system: String,
    pub round: u16,
    /// The outcome's key once the fight is over.
    pub outcome: Option<String>,
    pub is_running: bool,
    /// It holds all that there is to know: the GM's.
    #[serde(default)]
    pub is_whole: bool,
    /// Sides, blocks or slots, in the order in which they act.
    pub groups: Vec<GroupView>,
    /// In which order they act, where it is not the groups one after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<CombatantId>,
    pub zones: Vec<ZoneView>,
    /// Facts of the fight as a whole, key and value ("surprised", "enemy").
    pub facts: Vec<(String, String)>,
}

impl View {
    pub fn everybody(&self) -> impl Iterator<Item = &MemberView> {
        self.groups.iter().flat_map(|group| &group.members)
    }

    /// Everybody in the order in which they act.
    pub fn in_order(&self) -> Vec<&MemberView> {
        let place = |one: &MemberView| self.order.iter().position(|who| *who == one.id);
        let mut all: Vec<&MemberView> = self.everybody().collect();
        all.sort_by_key(|one| place(one).unwrap_or(usize::MAX));
        all
    }

    /// Says whose camp everybody is in. It goes by whom the viewer knows, so it tells nothing else.
    pub(super) fn encamped(mut self, are_friends: impl Fn(&str, &str) -> bool) -> Self {
        let played = self.everybody().filter(|one| one.user.is_some());
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
    pub fn in_zone(&self, at: usize) -> Vec<(usize, &MemberView)> {
        let groups = self.groups.iter().enumerate();
        let all = groups.flat_map(|(group, of)| of.members.iter().map(move |one| (group, one)));
        let mut here: Vec<_> =
            all.filter(|(_, one)| one.zone.map(usize::from) == Some(at)).collect();
        here.sort_by_key(|(_, one)| one.feet);
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
    pub border: Option<u8>,
    /// The mark it stands on, where zones are stretches of a line ([`ZoneView::span`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub feet: Option<u16>,
    pub wounds: Wounds,
    /// Keys of conditions ("stuck"), oldest first; where it is known when one ends, the key of that
    /// comes after a colon ("stunned:next-turn"), and after another its round ("hurt:round:3").
    pub conditions: Vec<String>,
    pub mark: Mark,
    /// What is left to spend this turn or round, key and value; only for whom it matters now.
    pub budget: Vec<(String, String)>,
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
pub enum Wounds {
    Exact {
        now: u16,
        max: u16,
    },
    /// The key of a wound word ("hurt").
    Word(String),
    /// That is not for the viewer to know.
    Unknown,
}

impl Wounds {
    /// Nothing is known to be wrong with them.
    pub fn is_unhurt(&self) -> bool {
        match self {
            Wounds::Exact { now, max } => now >= max,
            Wounds::Word(key) => matches!(key.as_str(), "unhurt" | "fresh"),
            Wounds::Unknown => true,
        }
    }
}

/// Where a combatant stands in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mark {
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
    pub span: Option<(u16, u16)>,
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
            border: None,
            feet: None,
            wounds: Wounds::Unknown,
            conditions: Vec::new(),
            mark: Mark::Ready,
            budget: Vec::new(),
            facts: Vec::new(),
        }
    }

    fn view(members: Vec<MemberView>) -> View {
        View { groups: vec![GroupView { members, ..GroupView::default() }], ..View::default() }
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
        let view = view(members).encamped(|one, other| one == other || one == "Monks");
        let camps: Vec<Camp> = view.everybody().map(|one| one.camp).collect();
        let (players, foes) = (Camp::Players, Camp::Foes);
        assert_eq!(camps, [players, foes, players, players, foes, Camp::Others]);
    }

    #[test]
    fn nobody_is_a_foe_where_nobody_plays() {
        let view = view(vec![one(0, "Crows", None), one(1, "Monks", None)]).encamped(|_, _| false);
        assert!(view.everybody().all(|one| one.camp == Camp::Others));
    }

    #[test]
    fn who_has_no_place_in_the_order_comes_last() {
        let all = [0, 1, 2].map(|id| one(id, "party", None)).to_vec();
        let ids = |view: &View| view.in_order().iter().map(|one| one.id.0).collect::<Vec<_>>();
        let mut view = view(all);
        assert_eq!(ids(&view), [0, 1, 2]);
        view.order = vec![CombatantId(2), CombatantId(0)];
        assert_eq!(ids(&view), [2, 0, 1]);
    }
}
