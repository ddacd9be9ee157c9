//! A fight: its combatants, zones and state, the orders common to all systems, and the notes that
//! change it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::System;
use crate::core::cached_json::CachedJson;
use crate::core::command::{Refusal, Risk};
use crate::core::ids::{CombatantId, Initiator, SheetRef, UserId, ZoneId};
use crate::core::zones::ZoneMap;
use crate::visibility::disclosure::{DetailLevel, Disclosure, DisclosureLevel};
use crate::visibility::view::Viewer;

/// The most combatants a fight may have.
pub const MAX_COMBATANTS: usize = 60;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FightPhase {
    #[default]
    Setup,
    Running,
    /// Over, and how it ended (the outcome's key, "won").
    Over(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Fight<S: System> {
    pub phase: FightPhase,
    /// The round (or Moment) that is being played, from 1; 0 before the start.
    pub round: u16,
    pub zones: ZoneMap<S::Terrain>,
    /// In join order. Invariant: never shrinks, so that an id stays what it was.
    pub combatants: Vec<CachedJson<Combatant<S>>>,
    pub settings: S::Settings,
    /// Where nobody unseen is asked the fight waits as if somebody was ([`DecoyWait`]).
    ///
    /// [`DecoyWait`]: crate::scene::DecoyWait
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "decoys")]
    pub has_decoys: bool,
    /// Players press also what has one possible answer ([`Prompts::takes_more`]).
    ///
    /// [`Prompts::takes_more`]: crate::Prompts::takes_more
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "ask_single")]
    pub asks_single_choices: bool,
    pub state: S::State,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Combatant<S: System> {
    /// What everybody calls it.
    pub name: String,
    /// What it is called in truth, for the GM alone, while it goes by another name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub true_name: Option<String>,
    /// What players called it before they learned more: it still answers to that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "known_as")]
    pub former_names: Vec<String>,
    /// How much of an NPC is open to all.
    #[serde(default, skip_serializing_if = "DetailLevel::is_default")]
    #[serde(rename = "look")]
    pub public_detail: DetailLevel,
    /// Who plays it; none for an NPC, which the GM plays.
    pub user: Option<UserId>,
    /// Known to the GM only, until revealed.
    #[serde(default)]
    pub is_hidden: bool,
    /// Taken out of the fight by the GM: no rule sees it any more.
    #[serde(default)]
    pub is_removed: bool,
    /// The sheet it was copied from; none for one that lives in this fight only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<SheetRef>,
    pub body: S::Body,
}

impl<S: System> Combatant<S> {
    /// Somebody of that name, in the open.
    pub fn new(name: &str, user: Option<UserId>, body: S::Body) -> Self {
        Self {
            name: name.into(),
            true_name: None,
            former_names: Vec::new(),
            public_detail: DetailLevel::default(),
            user,
            is_hidden: false,
            is_removed: false,
            sheet: None,
            body,
        }
    }

    pub fn is_npc(&self) -> bool {
        self.user.is_none()
    }

    /// The side it is on where nobody says another.
    pub fn default_side(&self) -> &'static str {
        S::DEFAULT_SIDES[usize::from(self.is_npc())]
    }

    /// Whether a viewer may know that they are there at all.
    #[inline]
    pub fn is_known_to(&self, viewer: Viewer) -> bool {
        match viewer {
            Viewer::Gm => true,
            Viewer::Player(user) => !self.is_hidden || self.user == Some(user),
            Viewer::Public => !self.is_hidden,
        }
    }
}

impl<S: System> Default for Fight<S> {
    fn default() -> Self {
        Self {
            phase: FightPhase::Setup,
            round: 0,
            zones: ZoneMap::default(),
            combatants: Vec::new(),
            settings: S::Settings::default(),
            has_decoys: false,
            asks_single_choices: false,
            state: S::State::default(),
        }
    }
}

impl<S: System> Fight<S> {
    #[inline]
    pub fn get(&self, who: CombatantId) -> Option<&Combatant<S>> {
        self.combatants.get(who.index()).map(|one| &**one).filter(|one| !one.is_removed)
    }

    /// The combatant of an id that came from this fight.
    #[inline]
    pub fn combatant(&self, who: CombatantId) -> &Combatant<S> {
        &self.combatants[who.index()]
    }

    #[inline]
    pub fn body(&self, who: CombatantId) -> &S::Body {
        &self.combatants[who.index()].body
    }

    pub fn body_mut(&mut self, who: CombatantId) -> &mut S::Body {
        &mut self.combatants[who.index()].body
    }

    /// All who have not been removed, in join order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (CombatantId, &Combatant<S>)> {
        self.combatants
            .iter()
            .enumerate()
            .filter(|(_, one)| !one.is_removed)
            .map(|(at, one)| (CombatantId(at as u8), &**one))
    }

    /// Everybody in an order of turns, and then who has no place in it.
    pub fn iter_in_turn_order(
        &self,
        turn_order: &[CombatantId],
    ) -> impl Iterator<Item = CombatantId> {
        let placed = turn_order.iter().copied().filter(|who| self.get(*who).is_some());
        let others = self.iter().map(|(who, _)| who).filter(|who| !turn_order.contains(who));
        placed.chain(others)
    }

    pub fn name(&self, who: CombatantId) -> &str {
        self.combatants.get(who.index()).map_or("nobody", |one| &one.name)
    }

    /// What these may do at once, each of whom is known to whoever reads it.
    pub fn build_risk(
        &self,
        key: &str,
        actors: impl IntoIterator<Item = CombatantId>,
    ) -> Option<Risk> {
        let by: Vec<String> = actors.into_iter().map(|who| self.name(who).to_string()).collect();
        (!by.is_empty()).then(|| Risk { actors: by, ..Risk::new(key) })
    }

    /// Whether a viewer may know that this combatant is there at all.
    #[inline]
    pub fn viewer_knows(&self, viewer: Viewer, who: CombatantId) -> bool {
        self.get(who).is_some_and(|one| one.is_known_to(viewer))
    }

    /// Whether this is an NPC of whom the public does not know.
    pub fn is_hidden_npc(&self, initiator: Initiator) -> bool {
        match initiator {
            Initiator::Gm => false,
            Initiator::Combatant(who) => {
                self.get(who).is_some_and(|one| one.is_hidden && one.is_npc())
            }
        }
    }

    /// Whether what the GM decides for this one is not to be read from how long it takes.
    pub fn hides_response_time(&self, who: CombatantId) -> bool {
        self.has_decoys && self.get(who).is_some_and(Combatant::is_npc)
    }

    /// Whether they knew of somebody who may have been removed since.
    pub fn viewer_ever_knew(&self, viewer: Viewer, who: CombatantId) -> bool {
        self.combatants.get(who.index()).is_some_and(|one| one.is_known_to(viewer))
    }

    /// What the one who plays this combatant may know: the GM for NPCs.
    #[inline]
    pub fn viewer_of(&self, initiator: Initiator) -> Viewer {
        match initiator {
            Initiator::Gm => Viewer::Gm,
            Initiator::Combatant(who) => match self.get(who).map(|one| one.user) {
                Some(Some(user)) => Viewer::Player(user),
                Some(None) => Viewer::Gm,
                None => Viewer::Public,
            },
        }
    }

    /// Whether somebody may join: by a name of their own, as long as there is room and the fight is
    /// not over.
    ///
    /// # Errors
    /// `bad-setup`, and why.
    pub fn check_can_join(&self, combatant: &Combatant<S>) -> Result<(), Refusal> {
        let is_seen = combatant.is_known_to(Viewer::Public);
        self.check_name_is_free(
            None,
            &combatant.name,
            if is_seen { Viewer::Public } else { Viewer::Gm },
        )?;
        if let Some(name) = &combatant.true_name {
            self.check_name_is_free(None, name, Viewer::Gm)?;
        }
        if self.combatants.len() >= MAX_COMBATANTS {
            return Err(Refusal::bad_setup("", "too-many"));
        }
        if matches!(self.phase, FightPhase::Over(_)) {
            return Err(Refusal::bad_setup("", "fight-over"));
        }
        Ok(())
    }

    /// Makes a noted fact true (I5). Rules reach it through
    /// [`Scene::note`](crate::scene::Scene::note) only.
    pub fn apply(&mut self, event: &Event<S>) {
        match event {
            Event::Joined(_, one) => self.combatants.push((**one).clone().into()),
            Event::Removed(who) => self.combatants[who.index()].is_removed = true,
            Event::ZonesSet(zones) => self.zones = zones.clone(),
            Event::TerrainSet(zone, ground) => {
                if let Some(zone) = self.zones.get_mut(*zone) {
                    zone.terrain = ground.clone();
                }
            }
            Event::LegacySettingsSet(settings) | Event::SettingsChanged { settings, .. } => {
                self.settings = (**settings).clone();
            }
            Event::DecoysToggled(is_on) => self.has_decoys = *is_on,
            Event::AskSingleToggled(is_on) => self.asks_single_choices = *is_on,
            Event::ItemPlaced { zone, terrain: ground, .. } => {
                if let Some(zone) = self.zones.get_mut(*zone) {
                    zone.terrain = (**ground).clone();
                }
            }
            Event::FieldSet { who, body, .. } | Event::ItemGiven { who, body, .. } => {
                *self.body_mut(*who) = (**body).clone()
            }
            Event::Revealed(who) => self.combatants[who.index()].is_hidden = false,
            Event::DisclosureChanged { who, before: was, after: is } => {
                self.apply_disclosure(*who, was, is)
            }
            Event::RenamedForNewcomer { who, name, true_name, .. } => {
                let one = &mut self.combatants[who.index()];
                (one.name, one.true_name) = (name.clone(), true_name.clone());
            }
            Event::Started => self.phase = FightPhase::Running,
            Event::RoundStarted(round) => self.round = *round,
            Event::Ended(outcome) => self.phase = FightPhase::Over(outcome.clone()),
            Event::System(note) => S::apply(self, note),
        }
    }
}

/// One typed fact of what happened, before it becomes words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case")]
pub enum Event<S: System> {
    Joined(CombatantId, Box<Combatant<S>>),
    Removed(CombatantId),
    #[serde(rename = "laid")]
    ZonesSet(ZoneMap<S::Terrain>),
    #[serde(rename = "ground_laid")]
    TerrainSet(ZoneId, S::Terrain),
    /// As old journals have it; now [`Note::Set`].
    #[serde(rename = "configured")]
    LegacySettingsSet(Box<S::Settings>),
    /// The settings, and which of them are others than before.
    #[serde(rename = "set")]
    SettingsChanged {
        settings: Box<S::Settings>,
        changed: BTreeMap<String, Value>,
    },
    /// The fight waits for nobody as for somebody from now on, or does so no longer.
    #[serde(rename = "decoys")]
    DecoysToggled(bool),
    /// Players are asked also what has one possible answer, or are so no longer.
    #[serde(rename = "ask_single")]
    AskSingleToggled(bool),
    /// The GM set a field of a combatant.
    #[serde(rename = "adjusted")]
    FieldSet {
        who: CombatantId,
        field: String,
        body: Box<S::Body>,
    },
    /// The GM gave somebody a thing, by its name.
    #[serde(rename = "given")]
    ItemGiven {
        who: CombatantId,
        item: String,
        body: Box<S::Body>,
    },
    /// The GM laid a thing on the ground, by its name.
    #[serde(rename = "laid_down")]
    ItemPlaced {
        zone: ZoneId,
        item: String,
        #[serde(rename = "ground")]
        terrain: Box<S::Terrain>,
    },
    /// A hidden combatant is hidden no more.
    Revealed(CombatantId),
    /// The GM shows more of an NPC to players, or less.
    #[serde(rename = "shown")]
    DisclosureChanged {
        who: CombatantId,
        #[serde(rename = "was")]
        before: Disclosure,
        #[serde(rename = "is")]
        after: Disclosure,
    },
    /// Somebody joined by a name that this one bore, unknown to the public: it has another now.
    #[serde(rename = "gave_way")]
    RenamedForNewcomer {
        who: CombatantId,
        /// The name that is given up.
        #[serde(rename = "was")]
        previous_name: String,
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        true_name: Option<String>,
    },
    Started,
    #[serde(rename = "round_began")]
    RoundStarted(u16),
    /// The fight is over: the key of its outcome.
    Ended(String),
    #[serde(rename = "rule")]
    System(S::Event),
}

/// What the GM (or a player in the set-up) orders. Orders are acts too: journalled, undoable, and
/// taken while an act is paused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case")]
pub enum Order<S: System> {
    Join(Box<Combatant<S>>),
    Remove(CombatantId),
    #[serde(rename = "lay")]
    SetZones(ZoneMap<S::Terrain>),
    #[serde(rename = "configure")]
    ChangeSettings(Box<S::Settings>),
    #[serde(rename = "decoys")]
    SetDecoys(bool),
    #[serde(rename = "ask_single")]
    SetAskSingle(bool),
    #[serde(rename = "adjust")]
    SetField {
        who: CombatantId,
        field: String,
        body: Box<S::Body>,
    },
    /// Somebody gets a thing.
    #[serde(rename = "give")]
    GiveItem {
        who: CombatantId,
        item: Box<S::Item>,
    },
    /// A thing lies in a zone.
    #[serde(rename = "lay_down")]
    PlaceItem {
        zone: ZoneId,
        item: Box<S::Item>,
    },
    /// Whoever is hidden is hidden no more.
    Reveal(CombatantId),
    /// An NPC is shown so far, under that alias where one is given.
    #[serde(rename = "show")]
    SetDisclosure {
        who: CombatantId,
        #[serde(rename = "rung")]
        level: DisclosureLevel,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        alias: Option<String>,
    },
    Start,
    /// Take the default of whoever is waited for now (the turn passes).
    Skip,
    /// End the fight with this outcome.
    End(String),
    #[serde(rename = "rule")]
    System(S::Order),
}
