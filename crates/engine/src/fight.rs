//! A fight: its combatants, zones and state, the orders common to all systems, and the notes that
//! change it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::System;
use super::command::{Refusal, Risk};
use super::ids::{By, CombatantId, SheetRef, UserId, ZoneId};
use super::kept::Kept;
use super::ladder::{Detail, Disclosure, DisclosureLevel};
use super::view::Viewer;
use super::zones::Zones;

/// The most combatants a fight may have.
pub const MOST_COMBATANTS: usize = 60;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    #[default]
    Setup,
    Running,
    /// Over, and how it ended (the outcome's key, "won").
    Over(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Fight<S: System> {
    pub phase: Phase,
    /// The round (or Moment) that is being played, from 1; 0 before the start.
    pub round: u16,
    pub zones: Zones<S::Ground>,
    /// In join order. Invariant: never shrinks, so that an id stays what it was.
    pub combatants: Vec<Kept<Combatant<S>>>,
    pub settings: S::Settings,
    /// Where nobody unseen is asked the fight waits as if somebody was ([`DecoyWait`]).
    ///
    /// [`DecoyWait`]: super::scene::DecoyWait
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub decoys: bool,
    /// Players press also what has one possible answer ([`Prompts::takes_more`]).
    ///
    /// [`Prompts::takes_more`]: super::Prompts::takes_more
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ask_single: bool,
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
    pub known_as: Vec<String>,
    /// How much of an NPC is open to all.
    #[serde(default, skip_serializing_if = "Detail::is_usual")]
    pub look: Detail,
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
            known_as: Vec::new(),
            look: Detail::default(),
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
    pub fn usual_side(&self) -> &'static str {
        S::SIDES[usize::from(self.is_npc())]
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
            phase: Phase::Setup,
            round: 0,
            zones: Zones::default(),
            combatants: Vec::new(),
            settings: S::Settings::default(),
            decoys: false,
            ask_single: false,
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
    pub fn one(&self, who: CombatantId) -> &Combatant<S> {
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
    pub fn placed(&self, order: &[CombatantId]) -> impl Iterator<Item = CombatantId> {
        let placed = order.iter().copied().filter(|who| self.get(*who).is_some());
        let others = self.iter().map(|(who, _)| who).filter(|who| !order.contains(who));
        placed.chain(others)
    }

    pub fn name(&self, who: CombatantId) -> &str {
        self.combatants.get(who.index()).map_or("nobody", |one| &one.name)
    }

    /// What these may do at once, each of whom is known to whoever reads it.
    pub fn risk(&self, key: &str, by: impl IntoIterator<Item = CombatantId>) -> Option<Risk> {
        let by: Vec<String> = by.into_iter().map(|who| self.name(who).to_string()).collect();
        (!by.is_empty()).then(|| Risk { by, ..Risk::of(key) })
    }

    /// Whether a viewer may know that this combatant is there at all.
    #[inline]
    pub fn knows(&self, viewer: Viewer, who: CombatantId) -> bool {
        self.get(who).is_some_and(|one| one.is_known_to(viewer))
    }

    /// Whether this is an NPC of whom the public does not know.
    pub fn is_hidden(&self, by: By) -> bool {
        match by {
            By::Gm => false,
            By::Combatant(who) => self.get(who).is_some_and(|one| one.is_hidden && one.is_npc()),
        }
    }

    /// Whether what the GM decides for this one is not to be read from how long it takes.
    pub fn is_veiled(&self, who: CombatantId) -> bool {
        self.decoys && self.get(who).is_some_and(Combatant::is_npc)
    }

    /// Whether they knew of somebody who may have been removed since.
    pub fn has_known(&self, viewer: Viewer, who: CombatantId) -> bool {
        self.combatants.get(who.index()).is_some_and(|one| one.is_known_to(viewer))
    }

    /// What the one who plays this combatant may know: the GM for NPCs.
    #[inline]
    pub fn viewer_of(&self, by: By) -> Viewer {
        match by {
            By::Gm => Viewer::Gm,
            By::Combatant(who) => match self.get(who).map(|one| one.user) {
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
    pub fn check_joining(&self, one: &Combatant<S>) -> Result<(), Refusal> {
        let is_seen = one.is_known_to(Viewer::Public);
        self.check_name(None, &one.name, if is_seen { Viewer::Public } else { Viewer::Gm })?;
        if let Some(name) = &one.true_name {
            self.check_name(None, name, Viewer::Gm)?;
        }
        if self.combatants.len() >= MOST_COMBATANTS {
            return Err(Refusal::setup("", "too-many"));
        }
        if matches!(self.phase, Phase::Over(_)) {
            return Err(Refusal::setup("", "fight-over"));
        }
        Ok(())
    }

    /// Makes a noted fact true (I5). Rules reach it through
    /// [`Scene::note`](super::scene::Scene::note) only.
    pub fn apply(&mut self, note: &Note<S>) {
        match note {
            Note::Joined(_, one) => self.combatants.push((**one).clone().into()),
            Note::Removed(who) => self.combatants[who.index()].is_removed = true,
            Note::Laid(zones) => self.zones = zones.clone(),
            Note::GroundLaid(zone, ground) => {
                if let Some(zone) = self.zones.get_mut(*zone) {
                    zone.ground = ground.clone();
                }
            }
            Note::Configured(settings) | Note::Set { settings, .. } => {
                self.settings = (**settings).clone();
            }
            Note::Decoys(is_on) => self.decoys = *is_on,
            Note::AskSingle(is_on) => self.ask_single = *is_on,
            Note::LaidDown { zone, ground, .. } => {
                if let Some(zone) = self.zones.get_mut(*zone) {
                    zone.ground = (**ground).clone();
                }
            }
            Note::Adjusted { who, body, .. } | Note::Given { who, body, .. } => {
                *self.body_mut(*who) = (**body).clone()
            }
            Note::Revealed(who) => self.combatants[who.index()].is_hidden = false,
            Note::Shown { who, was, is } => self.disguise(*who, was, is),
            Note::GaveWay { who, name, true_name, .. } => {
                let one = &mut self.combatants[who.index()];
                (one.name, one.true_name) = (name.clone(), true_name.clone());
            }
            Note::Started => self.phase = Phase::Running,
            Note::RoundBegan(round) => self.round = *round,
            Note::Ended(outcome) => self.phase = Phase::Over(outcome.clone()),
            Note::Rule(note) => S::apply(self, note),
        }
    }
}

/// One typed fact of what happened, before it becomes words.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case")]
pub enum Note<S: System> {
    Joined(CombatantId, Box<Combatant<S>>),
    Removed(CombatantId),
    Laid(Zones<S::Ground>),
    GroundLaid(ZoneId, S::Ground),
    /// As old journals have it; now [`Note::Set`].
    Configured(Box<S::Settings>),
    /// The settings, and which of them are others than before.
    Set {
        settings: Box<S::Settings>,
        changed: BTreeMap<String, Value>,
    },
    /// The fight waits for nobody as for somebody from now on, or does so no longer.
    Decoys(bool),
    /// Players are asked also what has one possible answer, or are so no longer.
    AskSingle(bool),
    /// The GM set a field of a combatant.
    Adjusted {
        who: CombatantId,
        field: String,
        body: Box<S::Body>,
    },
    /// The GM gave somebody a thing, by its name.
    Given {
        who: CombatantId,
        item: String,
        body: Box<S::Body>,
    },
    /// The GM laid a thing on the ground, by its name.
    LaidDown {
        zone: ZoneId,
        item: String,
        ground: Box<S::Ground>,
    },
    /// A hidden combatant is hidden no more.
    Revealed(CombatantId),
    /// The GM shows more of an NPC to players, or less.
    Shown {
        who: CombatantId,
        was: Disclosure,
        is: Disclosure,
    },
    /// Somebody joined by a name that this one bore, unknown to the public: it has another now.
    GaveWay {
        who: CombatantId,
        /// The name that is given up.
        was: String,
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        true_name: Option<String>,
    },
    Started,
    RoundBegan(u16),
    /// The fight is over: the key of its outcome.
    Ended(String),
    Rule(S::Note),
}

/// What the GM (or a player in the set-up) orders. Orders are acts too: journalled, undoable, and
/// taken while an act is paused.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case")]
pub enum Order<S: System> {
    Join(Box<Combatant<S>>),
    Remove(CombatantId),
    Lay(Zones<S::Ground>),
    Configure(Box<S::Settings>),
    Decoys(bool),
    AskSingle(bool),
    Adjust {
        who: CombatantId,
        field: String,
        body: Box<S::Body>,
    },
    /// Somebody gets a thing.
    Give {
        who: CombatantId,
        item: Box<S::Item>,
    },
    /// A thing lies in a zone.
    LayDown {
        zone: ZoneId,
        item: Box<S::Item>,
    },
    /// Whoever is hidden is hidden no more.
    Reveal(CombatantId),
    /// An NPC is shown so far, under that alias where one is given.
    Show {
        who: CombatantId,
        rung: DisclosureLevel,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        alias: Option<String>,
    },
    Start,
    /// Take the default of whoever is waited for now (the turn passes).
    Skip,
    /// End the fight with this outcome.
    End(String),
    Rule(S::Order),
}
