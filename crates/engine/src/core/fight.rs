//! A fight: its combatants, zones and state, the orders common to all systems, and the events that
//! change it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::System;
use crate::core::cached_json::CachedJson;
use crate::core::command::{Command, Refusal, Risk};
use crate::core::dice_expression::ExpressionRoll;
use crate::core::ids::{CombatantId, Initiator, SheetRef, UserId, ZoneId};
use crate::core::keyed_enum::keyed_enum;
use crate::core::zones::ZoneMap;
use crate::visibility::disclosure::{DetailLevel, Disclosure, DisclosureLevel};
use crate::visibility::view::Viewer;

pub const MAX_COMBATANTS: usize = 60;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FightPhase {
    #[default]
    Setup,
    Running,
    /// The fight has ended; holds the key of its outcome ("won").
    Over(String),
}

keyed_enum! {
    /// How a combatant dropped out of a fight. The worse way is the greater one.
    Exit {
        /// It left alive: it fled, escaped, surrendered or conceded.
        Left = "left",
        /// It is out of action or dead.
        Down = "down",
    }
}

/// How a combatant stood when the outcome of the fight was decided. What the aftermath adds counts,
/// what it clears or heals does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinalStanding {
    /// `None` if it was still in the fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit: Option<Exit>,
    /// Its hit points or the like. `None` in systems that have no such number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub health: Option<u16>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Fight<S: System> {
    pub phase: FightPhase,
    /// The round (or Moment) being played, from 1. It is 0 before the start.
    pub round: u16,
    pub zones: ZoneMap<S::Terrain>,
    /// The combatants in join order. Invariant: the list never shrinks, so that ids stay valid.
    pub combatants: Vec<CachedJson<Combatant<S>>>,
    pub settings: S::Settings,
    /// Whether the fight waits for a decoy delay where an unseen combatant could be asked but is
    /// not ([`DecoyDelay`]).
    ///
    /// [`DecoyDelay`]: crate::resolution::resolver::DecoyDelay
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "decoys")]
    pub has_decoys: bool,
    /// Whether players are asked even where only one answer is possible
    /// ([`Prompts::needs_explicit_answer`]).
    ///
    /// [`Prompts::needs_explicit_answer`]: crate::Prompts::needs_explicit_answer
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[serde(rename = "ask_single")]
    pub asks_single_choices: bool,
    pub state: S::State,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Combatant<S: System> {
    /// The name that everybody uses.
    pub name: String,
    /// The true name, known only to the GM. `None` if `name` is the true name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub true_name: Option<String>,
    /// Earlier public names. A lookup by one of them still finds the combatant.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "known_as")]
    pub former_names: Vec<String>,
    /// How much of an NPC's state everybody may know.
    #[serde(default, skip_serializing_if = "DetailLevel::is_default")]
    #[serde(rename = "look")]
    pub public_detail: DetailLevel,
    /// The user who plays the combatant. `None` for an NPC, which the GM plays.
    pub user: Option<UserId>,
    /// Whether only the GM and its player know that the combatant is there.
    #[serde(default)]
    pub is_hidden: bool,
    /// Whether the GM took the combatant out of the fight. Rules ignore it from then on.
    #[serde(default)]
    pub is_removed: bool,
    /// The sheet that the body was copied from. `None` if it exists only in this fight.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<SheetRef>,
    /// How it stood when the outcome was decided. `None` before, and in fights that ended before
    /// this was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "at_end")]
    pub final_standing: Option<FinalStanding>,
    pub body: S::Body,
}

impl<S: System> Combatant<S> {
    /// Makes a combatant that is neither hidden nor renamed.
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
            final_standing: None,
            body,
        }
    }

    /// Returns whether no user plays the combatant. One whose user's data was erased is no NPC.
    pub fn is_npc(&self) -> bool {
        self.user.is_none()
    }

    /// Returns how the combatant dropped out of a decided fight, or `None` if it was in the fight
    /// to the end or no outcome is recorded.
    pub fn final_exit(&self) -> Option<Exit> {
        self.final_standing?.exit
    }

    /// Returns the side for a combatant that was given none: one for players' characters, one for
    /// NPCs ([`System::DEFAULT_SIDES`]).
    pub fn default_side(&self) -> &'static str {
        let [side_of_character, side_of_npc] = S::DEFAULT_SIDES;
        if self.is_npc() { side_of_npc } else { side_of_character }
    }

    /// Returns whether a viewer may know that the combatant is there at all.
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
    /// Returns the combatant with this id, also one who is down or has fled, or `None` if there is
    /// none or the GM removed it.
    #[inline]
    pub fn get_present(&self, who: CombatantId) -> Option<&Combatant<S>> {
        let combatant: &Combatant<S> = self.combatants.get(who.index())?;
        (!combatant.is_removed).then_some(combatant)
    }

    /// Returns the combatant with an id of this fight, removed or not. Panics for any other id.
    #[inline]
    pub fn combatant(&self, who: CombatantId) -> &Combatant<S> {
        &self.combatants[who.index()]
    }

    /// Returns the body of a combatant, removed or not. Panics for an id that is not of this fight,
    /// as [`Self::body_mut`] does.
    #[inline]
    pub fn body(&self, who: CombatantId) -> &S::Body {
        &self.combatants[who.index()].body
    }

    /// Returns the same body as [`Self::body`]. Panics in the same case.
    pub fn body_mut(&mut self, who: CombatantId) -> &mut S::Body {
        &mut self.combatants[who.index()].body
    }

    /// Iterates over all combatants that the GM has not removed, in join order. Those who are down
    /// or have fled are among them.
    #[inline]
    pub fn present_combatants(&self) -> impl Iterator<Item = (CombatantId, &Combatant<S>)> {
        self.combatants
            .iter()
            .enumerate()
            .filter(|(_, combatant)| !combatant.is_removed)
            .map(|(index, combatant)| (CombatantId(index as u8), &**combatant))
    }

    /// Iterates over the ids of all combatants that the GM has not removed, in join order.
    #[inline]
    pub fn present_ids(&self) -> impl Iterator<Item = CombatantId> {
        self.present_combatants().map(|(who, _)| who)
    }

    /// Returns a slice with the first of a group who is not hidden, or with the first of all if all
    /// are hidden; empty for an empty group. Whoever knows that one knows of what the group does
    /// together.
    pub fn one_known_of<'a>(&self, group: &'a [CombatantId]) -> &'a [CombatantId] {
        let first_known = group.iter().find(|who| !self.combatant(**who).is_hidden);
        match first_known.or(group.first()) {
            Some(one) => std::slice::from_ref(one),
            None => &[],
        }
    }

    /// Iterates over the combatants in `turn_order`, then over those that it does not contain, in
    /// join order. Those whom the GM removed are left out.
    pub fn present_in_turn_order(
        &self,
        turn_order: &[CombatantId],
    ) -> impl Iterator<Item = CombatantId> {
        let placed = turn_order.iter().copied().filter(|who| self.get_present(*who).is_some());
        let others = self.present_ids().filter(|who| !turn_order.contains(who));
        placed.chain(others)
    }

    /// Returns the public name of a combatant, removed or not; "nobody" for any other id.
    pub fn name(&self, who: CombatantId) -> &str {
        self.combatants.get(who.index()).map_or("nobody", |combatant| &combatant.name)
    }

    /// Builds the risk that these combatants do something at once, or `None` if there are none.
    /// The caller passes only actors whom the reader knows.
    pub fn build_risk(
        &self,
        key: &str,
        actors: impl IntoIterator<Item = CombatantId>,
    ) -> Option<Risk> {
        let names: Vec<String> = actors.into_iter().map(|who| self.name(who).to_string()).collect();
        if names.is_empty() {
            return None;
        }
        Some(Risk { actors: names, ..Risk::new(key) })
    }

    /// Returns whether the combatant is in the fight and the viewer may know of it.
    #[inline]
    pub fn viewer_knows(&self, viewer: Viewer, who: CombatantId) -> bool {
        self.get_present(who).is_some_and(|combatant| combatant.is_known_to(viewer))
    }

    /// Returns whether the other combatant is in the fight and whoever plays `who` knows of it.
    #[inline]
    pub fn controller_knows(&self, who: CombatantId, other: CombatantId) -> bool {
        self.viewer_knows(self.viewer_of(Initiator::Combatant(who)), other)
    }

    /// Returns whether this is an NPC in the fight that is hidden from the public: never the GM.
    pub fn is_hidden_npc(&self, initiator: Initiator) -> bool {
        match initiator {
            Initiator::Gm => false,
            Initiator::Combatant(who) => self
                .get_present(who)
                .is_some_and(|combatant| combatant.is_hidden && combatant.is_npc()),
        }
    }

    /// Returns whether the time that the GM takes to decide for this combatant must reveal nothing:
    /// it is an NPC in a fight with decoy delays.
    pub fn hides_response_time(&self, who: CombatantId) -> bool {
        self.has_decoys && self.get_present(who).is_some_and(Combatant::is_npc)
    }

    /// Returns whether a viewer may know of a combatant, removed or not.
    pub fn viewer_ever_knew(&self, viewer: Viewer, who: CombatantId) -> bool {
        self.combatants.get(who.index()).is_some_and(|combatant| combatant.is_known_to(viewer))
    }

    /// Returns whether a viewer may know that a side exists: the GM, and whoever has known one of
    /// its members.
    pub fn viewer_ever_knew_side(&self, viewer: Viewer, side: &str) -> bool {
        if viewer == Viewer::Gm {
            return true;
        }
        let mut members =
            self.combatants.iter().filter(|combatant| S::side(&combatant.body) == side);
        members.any(|member| member.is_known_to(viewer))
    }

    /// Returns whether a combatant may show in what everybody is told (an order of turns, a die
    /// that anybody can see, a name): not a hidden one, which that would betray. A removed one
    /// may. False for one that does not exist.
    pub fn may_show_in_public(&self, who: CombatantId) -> bool {
        self.viewer_ever_knew(Viewer::Public, who)
    }

    /// Returns the viewer who plays this combatant: the GM for NPCs, the public for one that is not
    /// in the fight.
    #[inline]
    pub fn viewer_of(&self, initiator: Initiator) -> Viewer {
        match initiator {
            Initiator::Gm => Viewer::Gm,
            Initiator::Combatant(who) => {
                let Some(combatant) = self.get_present(who) else { return Viewer::Public };
                combatant.user.map_or(Viewer::Gm, Viewer::Player)
            }
        }
    }

    /// Returns whether the fight runs and has no outcome yet.
    #[inline]
    pub fn is_undecided(&self) -> bool {
        self.phase == FightPhase::Running && S::decided_outcome(self).is_none()
    }

    /// Refuses (`bad-setup`, by this rule and for this reason) what can only be done in the set-up.
    pub fn check_in_setup(&self, rule: &str, reason: &str) -> Result<(), Refusal> {
        match self.phase {
            FightPhase::Setup => Ok(()),
            FightPhase::Running | FightPhase::Over(_) => Err(Refusal::bad_setup(rule, reason)),
        }
    }

    /// Checks that a newcomer may join the fight. A hidden one, which the GM names, must differ
    /// from all names, any other one from the public names; the true name of an NPC from all names.
    ///
    /// # Errors
    /// `bad-setup` if a name is taken, empty or too long, or the fight is full or over, in this
    /// order.
    pub fn check_can_join(&self, combatant: &Combatant<S>) -> Result<(), Refusal> {
        let is_public = combatant.is_known_to(Viewer::Public);
        let name_giver = if is_public { Viewer::Public } else { Viewer::Gm };
        self.check_name_is_usable(None, &combatant.name, name_giver)?;
        if let Some(name) = &combatant.true_name {
            self.check_name_is_usable(None, name, Viewer::Gm)?;
        }
        if self.combatants.len() >= MAX_COMBATANTS {
            return Err(Refusal::bad_setup("", "too-many"));
        }
        if matches!(self.phase, FightPhase::Over(_)) {
            return Err(Refusal::bad_setup("", "fight-over"));
        }
        Ok(())
    }

    /// Applies an event to the fight (I5); while it is decided but not over, also records how
    /// everybody stands. Rules do so only through
    /// [`Resolver::emit`](crate::resolution::resolver::Resolver::emit).
    pub fn apply(&mut self, event: &Event<S>) {
        match event {
            Event::Joined(_, combatant) => self.combatants.push((**combatant).clone().into()),
            Event::Removed(who) => self.combatants[who.index()].is_removed = true,
            Event::ZonesSet(zones) => self.zones = zones.clone(),
            Event::TerrainSet(zone, terrain) => {
                if let Some(zone) = self.zones.get_mut(*zone) {
                    zone.terrain = terrain.clone();
                }
            }
            Event::LegacySettingsSet(settings) | Event::SettingsChanged { settings, .. } => {
                self.settings = (**settings).clone();
            }
            Event::DecoysToggled(is_enabled) => self.has_decoys = *is_enabled,
            Event::AskSingleToggled(is_enabled) => self.asks_single_choices = *is_enabled,
            Event::ActsOverWhileHidden { .. } => {}
            Event::ItemPlaced { zone, terrain, .. } => {
                if let Some(zone) = self.zones.get_mut(*zone) {
                    zone.terrain = (**terrain).clone();
                }
            }
            Event::FieldSet { who, body, .. } | Event::ItemGiven { who, body, .. } => {
                *self.body_mut(*who) = (**body).clone()
            }
            Event::Revealed(who) => self.combatants[who.index()].is_hidden = false,
            Event::DisclosureChanged { who, before: previous, after: disclosure } => {
                self.set_disclosure_and_keep_or_drop_former_names(*who, previous, disclosure)
            }
            Event::RenamedForNewcomer { who, name, true_name, .. } => {
                let combatant = &mut self.combatants[who.index()];
                combatant.name = name.clone();
                combatant.true_name = true_name.clone();
            }
            Event::AmountRolled { .. } => {}
            Event::Started => self.phase = FightPhase::Running,
            Event::RoundStarted(round) => self.round = *round,
            Event::Ended(outcome) => self.phase = FightPhase::Over(outcome.clone()),
            Event::System(system_event) => {
                S::apply(self, system_event);
                if self.phase == FightPhase::Running && S::decided_outcome(self).is_some() {
                    self.record_worst_final_standings();
                }
            }
        }
    }
}

impl<S: System> Fight<S> {
    /// Records how everybody stands. Called from the decision on until the fight is over: of two
    /// ways to drop out the worse one stays, and of two healths the lower one.
    fn record_worst_final_standings(&mut self) {
        for combatant in &mut self.combatants {
            let (exit, health) = (S::exit(&combatant.body), S::health(&combatant.body));
            let standing = match combatant.final_standing {
                Some(recorded) => FinalStanding {
                    exit: recorded.exit.max(exit),
                    health: recorded.health.min(health),
                },
                None => FinalStanding { exit, health },
            };
            // Writing to a combatant drops its cached JSON, so only a change is written.
            if combatant.final_standing != Some(standing) {
                combatant.final_standing = Some(standing);
            }
        }
    }
}

/// A fact of what happened in a fight. Applying all events in order gives the fight's state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", rename_all = "snake_case")]
pub enum Event<S: System> {
    Joined(CombatantId, Box<Combatant<S>>),
    Removed(CombatantId),
    #[serde(rename = "laid")]
    ZonesSet(ZoneMap<S::Terrain>),
    #[serde(rename = "ground_laid")]
    TerrainSet(ZoneId, S::Terrain),
    /// Appears only in old journals; now [`Event::SettingsChanged`].
    #[serde(rename = "configured")]
    LegacySettingsSet(Box<S::Settings>),
    /// Holds all settings, and those that changed by key.
    #[serde(rename = "set")]
    SettingsChanged {
        settings: Box<S::Settings>,
        changed: BTreeMap<String, Value>,
    },
    /// Decoy delays were switched on or off.
    #[serde(rename = "decoys")]
    DecoysToggled(bool),
    /// Asking players questions with one possible answer was switched on or off.
    #[serde(rename = "ask_single")]
    AskSingleToggled(bool),
    /// The acts before this event were over while these combatants were still hidden. Acts that
    /// follow, played with the same input, reveal them.
    #[serde(rename = "over_while_hidden")]
    ActsOverWhileHidden {
        hidden: Vec<CombatantId>,
    },
    /// The GM set a field of a combatant; `body` is the combatant's new body.
    #[serde(rename = "adjusted")]
    FieldSet {
        who: CombatantId,
        field: String,
        body: Box<S::Body>,
    },
    /// The GM gave a combatant an item; `body` is the combatant's new body.
    #[serde(rename = "given")]
    ItemGiven {
        who: CombatantId,
        item: String,
        body: Box<S::Body>,
    },
    /// The GM placed an item in a zone; `terrain` is the zone's new terrain.
    #[serde(rename = "laid_down")]
    ItemPlaced {
        zone: ZoneId,
        item: String,
        #[serde(rename = "ground")]
        terrain: Box<S::Terrain>,
    },
    /// A hidden combatant came into the open.
    Revealed(CombatantId),
    /// The GM disclosed more or less of an NPC to players.
    #[serde(rename = "shown")]
    DisclosureChanged {
        who: CombatantId,
        #[serde(rename = "was")]
        before: Disclosure,
        #[serde(rename = "is")]
        after: Disclosure,
    },
    /// The combatant got another name because a newcomer took its name, which the public did not
    /// know.
    #[serde(rename = "gave_way")]
    RenamedForNewcomer {
        who: CombatantId,
        #[serde(rename = "was")]
        previous_name: String,
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        true_name: Option<String>,
    },
    /// The GM's order has dice in an amount, and this is what they came to.
    AmountRolled {
        /// Whose amount it is: those who know the combatant's numbers read the dice. `None` if they
        /// are for the GM alone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        who: Option<CombatantId>,
        /// The amount that counts: the total, or 0 where it is below and the order takes no such
        /// number.
        amount: i32,
        roll: ExpressionRoll,
    },
    Started,
    #[serde(rename = "round_began")]
    RoundStarted(u16),
    /// The fight ended with the outcome of this key.
    Ended(String),
    #[serde(rename = "rule")]
    System(S::Event),
}

/// An order that the GM gives, or a player during the set-up.
///
/// Like acts, orders are recorded in the journal and can be undone. Unlike acts, they are also
/// taken while an act is pending.
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
    #[serde(rename = "give")]
    GiveItem {
        who: CombatantId,
        item: Box<S::Item>,
    },
    #[serde(rename = "lay_down")]
    PlaceItem {
        zone: ZoneId,
        item: Box<S::Item>,
    },
    Reveal(CombatantId),
    /// Discloses an NPC up to a level, under an alias if one is given.
    #[serde(rename = "show")]
    SetDisclosure {
        who: CombatantId,
        #[serde(rename = "rung")]
        level: DisclosureLevel,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        alias: Option<String>,
    },
    Start,
    /// Passes the pending turn, or gives the default answers to the open prompts.
    Skip,
    /// Ends the fight with this outcome.
    End(String),
    /// An order of the system with dice in these slots, which are rolled first.
    RollAmounts {
        command: Command,
        slots: Vec<String>,
    },
    #[serde(rename = "rule")]
    System(S::Order),
}

/// The order of systems that have none of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NoOrder {}
