//! Views: what one viewer may know of a fight. Only views leave the engine.
//!
//! Invariant (I6): a view is built up from what its viewer may know, never cut down from the fight.
//! Only this module can make a [`VisibleEvent`].

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::core::fight::{Combatant, Event, Exit, Fight, FightPhase};
use crate::core::ids::{CombatantId, UserId, ZoneId};
use crate::core::zones::{Zone, ZoneMap};
use crate::visibility::disclosure::{self, DetailLevel};
use crate::visibility::facts::Fact;
use crate::visibility::knowledge::{Knowledge, Redact};
use crate::{System, Visibility};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// Everybody who can read the channel.
    Public,
    Player(UserId),
    Gm,
}

/// An event as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", transparent)]
pub struct VisibleEvent<S: System>(Event<S>);

impl<S: System> VisibleEvent<S> {
    /// Returns the event, redacted for the viewer.
    pub fn event(&self) -> &Event<S> {
        &self.0
    }
}

/// Events as one viewer may know them, with the names that the viewer knows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "")]
pub struct VisibleEvents<S: System> {
    pub names: BTreeMap<CombatantId, String>,
    #[serde(rename = "zones")]
    pub zone_names: Vec<String>,
    #[serde(rename = "notes")]
    pub events: Vec<VisibleEvent<S>>,
    /// Whether the actor did something else in the turn that these events end. The end of the turn
    /// then need not be told.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "is_after_more")]
    pub follows_other_acts: bool,
}

/// An attack of which a viewer may know who made it and against whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct VisibleAttack {
    pub attacker: CombatantId,
    pub target: CombatantId,
}

impl<S: Visibility> VisibleEvents<S> {
    /// Returns the attacks in the events, in their order, where the viewer knows both sides by
    /// name.
    pub fn attacks_between_known_combatants(&self) -> Vec<VisibleAttack> {
        let mut known_attacks = Vec::new();
        for event in &self.events {
            let Event::System(system_event) = event.event() else { continue };
            for attack in S::attacks_in_event(system_event) {
                let knows_attacker = self.names.contains_key(&attack.attacker);
                if knows_attacker && self.names.contains_key(&attack.target) {
                    known_attacks.push(attack);
                }
            }
        }
        known_attacks
    }
}

/// Returns the events that a viewer may know, or `None` if there are none. `fight` is the fight
/// after the events. Whoever was revealed by a later act of the same input counts as hidden in the
/// acts before ([`Event::ActsOverWhileHidden`]).
pub fn visible_events_for<S: Visibility>(
    fight: &Fight<S>,
    viewer: Viewer,
    events: &[Event<S>],
) -> Option<VisibleEvents<S>> {
    let mut visible_events = Vec::new();
    // The events are read from the last to the first, so that whoever was hidden up to a point can
    // be hidden again for all events before it.
    let mut fight_then = Cow::Borrowed(fight);
    for event in events.iter().rev() {
        if let Event::ActsOverWhileHidden { hidden } = event {
            let combatants = &mut fight_then.to_mut().combatants;
            for who in hidden {
                if let Some(combatant) = combatants.get_mut(who.index()) {
                    combatant.is_hidden = true;
                }
            }
        }
        visible_events.extend(redact_event(&fight_then, viewer, event));
    }
    visible_events.reverse();
    if visible_events.is_empty() {
        return None;
    }
    Some(VisibleEvents {
        names: names_known_to(fight, viewer),
        zone_names: fight.zones.iter().map(|(_, zone)| zone.name.clone()).collect(),
        events: visible_events,
        follows_other_acts: false,
    })
}

/// Returns the names of all combatants that a viewer may know, including removed ones.
pub fn names_known_to<S: System>(
    fight: &Fight<S>,
    viewer: Viewer,
) -> BTreeMap<CombatantId, String> {
    let mut names = BTreeMap::new();
    for (index, combatant) in fight.combatants.iter().enumerate() {
        if combatant.is_known_to(viewer) {
            names.insert(CombatantId(index as u8), combatant.name_for(viewer));
        }
    }
    names
}

/// Returns an event as one viewer may know it, or `None` if they may know nothing of it. Events of
/// a system's rules are left to [`Redact`].
fn redact_event<S: Visibility>(
    fight: &Fight<S>,
    viewer: Viewer,
    event: &Event<S>,
) -> Option<VisibleEvent<S>> {
    let is_gm = viewer == Viewer::Gm;
    let redacted_event = match event {
        // Everybody may know all of these.
        Event::Revealed(_)
        | Event::LegacySettingsSet(_)
        | Event::SettingsChanged { settings: _, changed: _ }
        | Event::DecoysToggled(_)
        | Event::AskSingleToggled(_)
        | Event::Started
        | Event::RoundStarted(_)
        | Event::Ended(_) => event.clone(),
        Event::Joined(who, combatant) => {
            if !fight.viewer_ever_knew(viewer, *who) {
                return None;
            }
            let body = combatant.redact_body_for(viewer);
            let redacted_combatant = Combatant::new(&combatant.name, combatant.user, body);
            Event::Joined(*who, Box::new(redacted_combatant))
        }
        Event::Removed(who) => {
            if !fight.viewer_ever_knew(viewer, *who) {
                return None;
            }
            Event::Removed(*who)
        }
        Event::FieldSet { who, field, .. } => {
            let combatant = fight.get_present(*who)?;
            if !combatant.may_know_set_field(field, viewer) {
                return None;
            }
            let body = Box::new(combatant.redact_body_for(viewer));
            Event::FieldSet { who: *who, field: field.clone(), body }
        }
        Event::ItemGiven { who, item, .. } => {
            let combatant = fight.get_present(*who)?;
            if combatant.detail_for(viewer) != DetailLevel::Numbers {
                return None;
            }
            let body = Box::new(combatant.redact_body_for(viewer));
            Event::ItemGiven { who: *who, item: item.clone(), body }
        }
        // The dice tell a combatant's numbers.
        Event::AmountRolled { who: Some(who), .. } => {
            let combatant = fight.get_present(*who)?;
            if combatant.detail_for(viewer) != DetailLevel::Numbers {
                return None;
            }
            event.clone()
        }
        Event::ItemPlaced { zone, item, terrain } => {
            let known_terrain = if is_gm { terrain.clone() } else { Box::default() };
            Event::ItemPlaced { zone: *zone, item: item.clone(), terrain: known_terrain }
        }
        // Only the names are told. The terrain may hold secrets, so it is shown by views.
        Event::ZonesSet(zones) => {
            let names = zones.iter().map(|(_, zone)| zone.name.as_str());
            Event::ZonesSet(ZoneMap::from_row(names))
        }
        Event::DisclosureChanged { who, before, after } => {
            disclosure::redact_disclosure_change(viewer, *who, before, after)?
        }
        // Terrain, the dice of an amount that is no combatant's, and a name that made way for a
        // newcomer's may each tell a secret.
        Event::TerrainSet(..)
        | Event::AmountRolled { who: None, .. }
        | Event::RenamedForNewcomer { .. } => {
            if !is_gm {
                return None;
            }
            event.clone()
        }
        // It only tells `visible_events_for` who was hidden then.
        Event::ActsOverWhileHidden { .. } => return None,
        Event::System(system_event) => {
            Event::System(system_event.redact(&Knowledge::new(fight, viewer))?)
        }
    };
    Some(VisibleEvent(redacted_event))
}

/// A fight as one viewer may know it, in a form that is the same for all systems.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FightView {
    pub system: String,
    pub round: u16,
    /// The key of the outcome if the fight is over.
    pub outcome: Option<String>,
    pub is_running: bool,
    /// Whether this is the GM's view, which has everything.
    #[serde(default)]
    #[serde(rename = "is_whole")]
    pub is_gm_view: bool,
    /// Sides, blocks or slots, in the order in which they act.
    pub groups: Vec<GroupView>,
    /// The order in which combatants act. Empty if the groups act one after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "order")]
    pub turn_order: Vec<CombatantId>,
    pub zones: Vec<ZoneView>,
    /// Facts about the fight as a whole.
    pub facts: Vec<Fact>,
    /// Who attacked whom last. Empty unless the view is made for a board.
    #[serde(skip)]
    pub last_attacks: Vec<VisibleAttack>,
    /// The addresses of members' portraits. Empty unless the view is made for a board.
    #[serde(skip)]
    pub portraits: BTreeMap<CombatantId, String>,
    /// How wounded members looked to the reader after their last input. Empty unless the view is
    /// made for a reader's own board.
    #[serde(skip)]
    pub earlier_wounds: BTreeMap<CombatantId, VisibleWounds>,
}

impl FightView {
    /// Gives the combatants the ids that `numbers` has for their present ones. Whoever has none
    /// there is left out of the turn order, attacks, portraits and earlier wounds, which must name
    /// members only; a member without one becomes nobody.
    pub fn renumber_combatants(&mut self, numbers: &BTreeMap<CombatantId, CombatantId>) {
        let number_of = |who: &CombatantId| numbers.get(who).copied();
        for member in self.groups.iter_mut().flat_map(|group| &mut group.members) {
            member.id = number_of(&member.id).unwrap_or(CombatantId::NOBODY);
        }
        self.turn_order = self.turn_order.iter().filter_map(number_of).collect();
        let mut attacks = Vec::new();
        for attack in &self.last_attacks {
            let new_ids = (number_of(&attack.attacker), number_of(&attack.target));
            if let (Some(attacker), Some(target)) = new_ids {
                attacks.push(VisibleAttack { attacker, target });
            }
        }
        self.last_attacks = attacks;
        renumber_keys(&mut self.portraits, numbers);
        renumber_keys(&mut self.earlier_wounds, numbers);
    }

    /// Creates the view of a fight without its groups, zones and facts.
    pub fn without_groups_and_zones<S: System>(fight: &Fight<S>) -> Self {
        let outcome = match &fight.phase {
            FightPhase::Over(outcome) => Some(outcome.clone()),
            FightPhase::Setup | FightPhase::Running => None,
        };
        Self {
            system: S::KEY.into(),
            round: fight.round,
            outcome,
            is_running: fight.phase == FightPhase::Running,
            ..Self::default()
        }
    }

    /// Returns the members of all groups, group by group.
    pub fn members(&self) -> impl Iterator<Item = &MemberView> {
        self.groups.iter().flat_map(|group| &group.members)
    }

    /// Returns all members in the order in which they act.
    pub fn members_in_turn_order(&self) -> Vec<&MemberView> {
        let turn_index =
            |member: &MemberView| self.turn_order.iter().position(|who| *who == member.id);
        let mut members: Vec<&MemberView> = self.members().collect();
        members.sort_by_key(|member| turn_index(member).unwrap_or(usize::MAX));
        members
    }

    /// Sets the camp of each member: with the players, against them or neither. `are_friends` says
    /// whether two sides, which may be the same, are on good terms. The camps depend only on
    /// members of this view, so they reveal nothing else.
    pub fn with_camps_seen_by_players(mut self, are_friends: impl Fn(&str, &str) -> bool) -> Self {
        let player_sides: Vec<String> = self
            .members()
            .filter(|member| member.user.is_some())
            .map(|member| member.side.clone())
            .filter(|side| !matches!(side.as_str(), "enemy" | "opposition"))
            .collect();
        for member in self.groups.iter_mut().flat_map(|group| &mut group.members) {
            let is_against = |side: &String| !are_friends(&member.side, side);
            member.camp = match member.side.as_str() {
                "party" => Camp::Players,
                "enemy" | "opposition" => Camp::Foes,
                _ if player_sides.contains(&member.side) => Camp::Players,
                _ if player_sides.iter().any(is_against) => Camp::Foes,
                _ => Camp::Others,
            };
        }
        self
    }

    /// Returns the members in the zone with this index in [`FightView::zones`], with the indices of
    /// their groups: in the order of the groups, or by position where zones are stretches of a
    /// line.
    ///
    /// Members out of action are included; those who left have no zone.
    pub fn members_in_zone_by_group_or_position(
        &self,
        zone_index: usize,
    ) -> Vec<(usize, &MemberView)> {
        let mut members_here = Vec::new();
        for (group_index, group) in self.groups.iter().enumerate() {
            for member in &group.members {
                if member.zone.map(usize::from) == Some(zone_index) {
                    members_here.push((group_index, member));
                }
            }
        }
        members_here.sort_by_key(|(_, member)| member.position_feet);
        members_here
    }
}

/// Gives the combatants by whom a map goes the ids that `numbers` has for them. Whoever has none
/// there is left out.
fn renumber_keys<T>(
    map: &mut BTreeMap<CombatantId, T>,
    numbers: &BTreeMap<CombatantId, CombatantId>,
) {
    for (who, value) in std::mem::take(map) {
        if let Some(number) = numbers.get(&who) {
            map.insert(*number, value);
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GroupView {
    pub key: String,
    /// Whether members of this group may act now.
    pub is_current: bool,
    pub members: Vec<MemberView>,
}

impl GroupView {
    /// Creates the only group of a fight without blocks: all whom the viewer knows, in the order in
    /// which they act.
    pub fn in_turn_order<S: System>(
        fight: &Fight<S>,
        viewer: Viewer,
        turn_order: &[CombatantId],
        to_member_view: impl Fn(CombatantId) -> MemberView,
    ) -> Self {
        let known = fight.present_in_turn_order(turn_order);
        let known = known.filter(|who| fight.viewer_ever_knew(viewer, *who));
        let members = known.map(to_member_view).collect();
        Self { key: "order".into(), is_current: false, members }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct MemberView {
    pub id: CombatantId,
    pub name: String,
    pub user: Option<UserId>,
    /// The key of the side, or the name that the GM gave it.
    #[serde(default)]
    pub side: String,
    #[serde(default)]
    pub camp: Camp,
    /// Whether only the GM (and its player) sees this member.
    pub is_hidden: bool,
    /// The index in [`FightView::zones`]. `None` if the member is off the map.
    pub zone: Option<u8>,
    /// The other zone if the member stands on a border of `zone`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "border")]
    pub border_zone: Option<u8>,
    /// The position in feet where zones are stretches of a line ([`ZoneView::span_feet`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "feet")]
    pub position_feet: Option<u16>,
    pub wounds: VisibleWounds,
    /// The keys of conditions ("stuck"), oldest first. If the end is known, its key follows after a
    /// colon ("stunned:next-turn"), and its round after another one ("hurt:round:3").
    pub conditions: Vec<String>,
    #[serde(rename = "mark")]
    pub turn_status: TurnStatus,
    /// How the member had dropped out when the fight was decided. `None` if it had not, and in
    /// an undecided fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<Exit>,
    /// The hit points or the like when the fight was decided, where the wounds are exact.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_health: Option<u16>,
    /// What the member can still spend this turn or round, and what is left of it. Empty if it does
    /// not matter now.
    #[serde(rename = "budget")]
    pub remaining_budget: Vec<Fact>,
    /// More facts that the viewer may know.
    pub facts: Vec<Fact>,
}

impl MemberView {
    /// Creates the view of a combatant of which nothing is shown but who it is, as the viewer knows
    /// it, who plays it, and its side.
    pub fn with_name_and_side_only<S: System>(
        fight: &Fight<S>,
        viewer: Viewer,
        who: CombatantId,
    ) -> Self {
        let combatant = fight.combatant(who);
        Self {
            name: combatant.name_for(viewer),
            user: combatant.user,
            side: S::side(&combatant.body).into(),
            is_hidden: combatant.is_hidden,
            ..Self::unknown(who)
        }
    }

    /// Creates the view of a combatant of which nothing is known.
    fn unknown(id: CombatantId) -> Self {
        Self {
            id,
            name: String::new(),
            user: None,
            side: String::new(),
            camp: Camp::default(),
            is_hidden: false,
            zone: None,
            border_zone: None,
            position_feet: None,
            wounds: VisibleWounds::Unknown,
            conditions: Vec::new(),
            turn_status: TurnStatus::Ready,
            exit: None,
            final_health: None,
            remaining_budget: Vec::new(),
            facts: Vec::new(),
        }
    }
}

/// A member's camp from the players' point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Camp {
    Players,
    /// Enemies of a side that players are on.
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
    /// The viewer may not know the wounds.
    Unknown,
}

impl VisibleWounds {
    /// Returns the current and maximal health for viewers who may know the numbers, `word` for
    /// those who see the wounds alone, and `Unknown` for others.
    pub fn from_health_and_detail(
        detail: DetailLevel,
        (current, max): (u8, u8),
        word: &str,
    ) -> Self {
        match detail {
            DetailLevel::Numbers => Self::Exact { current: current.into(), max: max.into() },
            DetailLevel::Wounds => Self::Word(word.into()),
            DetailLevel::Nothing => Self::Unknown,
        }
    }

    /// Returns `word` for viewers who may see the wounds, and `Unknown` for others.
    pub fn in_words(detail: DetailLevel, word: &str) -> Self {
        match detail {
            DetailLevel::Numbers | DetailLevel::Wounds => Self::Word(word.into()),
            DetailLevel::Nothing => Self::Unknown,
        }
    }

    /// Returns how many quarters of health are left: all four only at full health, none only at 0
    /// or out of the fight. `None` if that is not known.
    pub fn remaining_quarters(&self) -> Option<u8> {
        match self {
            VisibleWounds::Exact { current: 0, .. } => Some(0),
            VisibleWounds::Exact { current, max } if current >= max => Some(4),
            VisibleWounds::Exact { current, max } => {
                let (current, max) = (u32::from(*current), u32::from(*max));
                // This is current / max * 4, rounded to the nearest number.
                let rounded_quarters = (current * 8 + max) / (max * 2);
                Some(rounded_quarters.clamp(1, 3) as u8)
            }
            VisibleWounds::Word(key) => match key.as_str() {
                "unhurt" | "fresh" => Some(4),
                "hurt" | "harmed" | "shaken" => Some(3),
                "half-or-less" => Some(2),
                "badly-hurt" | "battered" => Some(1),
                "down" | "out" => Some(0),
                _ => None,
            },
            VisibleWounds::Unknown => None,
        }
    }

    /// Returns whether no wounds are known, also where nothing is known.
    pub fn has_no_known_wounds(&self) -> bool {
        match self {
            VisibleWounds::Exact { current, max } => current >= max,
            VisibleWounds::Word(key) => matches!(key.as_str(), "unhurt" | "fresh"),
            VisibleWounds::Unknown => true,
        }
    }
}

/// Whether a combatant has had its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TurnStatus {
    /// Has its turn now.
    Acting,
    /// Has its turn later this round.
    Ready,
    /// Has had its turn this round (or gets none).
    Spent,
    /// Is out of the fight.
    Out,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ZoneView {
    pub name: String,
    /// The indices of neighbours in [`FightView::zones`].
    pub neighbours: Vec<u8>,
    /// The first and last position in feet where zones are stretches of one line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "span")]
    pub span_feet: Option<(u16, u16)>,
    /// Facts about the terrain.
    pub facts: Vec<Fact>,
}

impl ZoneView {
    /// Creates the view of a zone without its facts.
    pub fn without_facts<S: System>(fight: &Fight<S>, id: ZoneId, zone: &Zone<S::Terrain>) -> Self {
        Self {
            name: zone.name.clone(),
            neighbours: fight.zones.neighbours(id).map(|neighbour| neighbour.0).collect(),
            span_feet: None,
            facts: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn member(id: u8, side: &str, user: Option<u64>) -> MemberView {
        MemberView {
            user: user.map(UserId),
            side: side.into(),
            ..MemberView::unknown(CombatantId(id))
        }
    }

    fn view(members: Vec<MemberView>) -> FightView {
        FightView {
            groups: vec![GroupView { members, ..GroupView::default() }],
            ..FightView::default()
        }
    }

    #[test]
    fn camps_follow_sides_and_the_users_who_play_on_them() {
        let members = vec![
            member(0, "party", None),
            member(1, "enemy", Some(1)),
            member(2, "Watch", Some(2)),
            member(3, "Watch", None),
            member(4, "Crows", None),
            member(5, "Monks", None),
        ];
        // The Monks are friends of all.
        let view = view(members)
            .with_camps_seen_by_players(|side, other| side == other || side == "Monks");
        let camps: Vec<Camp> = view.members().map(|member| member.camp).collect();
        let (players, foes) = (Camp::Players, Camp::Foes);
        assert_eq!(camps, [players, foes, players, players, foes, Camp::Others]);
    }

    #[test]
    fn camps_have_no_foes_without_players() {
        let members = vec![member(0, "Crows", None), member(1, "Monks", None)];
        let view = view(members).with_camps_seen_by_players(|_, _| false);
        assert!(view.members().all(|member| member.camp == Camp::Others));
    }

    #[test]
    fn members_in_turn_order_puts_unplaced_members_last() {
        let members = [0, 1, 2].map(|id| member(id, "party", None)).to_vec();
        let ids = |view: &FightView| {
            view.members_in_turn_order().iter().map(|member| member.id.0).collect::<Vec<_>>()
        };
        let mut view = view(members);
        assert_eq!(ids(&view), [0, 1, 2]);
        view.turn_order = vec![CombatantId(2), CombatantId(0)];
        assert_eq!(ids(&view), [2, 0, 1]);
    }
}
