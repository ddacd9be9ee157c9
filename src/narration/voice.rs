//! A voice: an ink that knows the table, so that combatants and zones are named in sentences.

use std::collections::BTreeMap;

use super::catalogue::{Said, Set, Speaks, Tongue, Value, say};
use super::{Ink, listed};
use crate::engine::System;
use crate::engine::ids::{CombatantId, ZoneId};
use crate::engine::view::Told;
use crate::engine::words::Words;

/// The names are those that the listener knows.
#[derive(Clone, Copy)]
pub struct Voice<'a> {
    ink: Ink,
    names: &'a BTreeMap<CombatantId, String>,
    zones: &'a [String],
}

impl<'a> Voice<'a> {
    pub fn telling<S: System>(ink: Ink, told: &'a Told<S>) -> Self {
        Self { ink, names: &told.names, zones: &told.zones }
    }

    pub fn asking(ink: Ink, names: &'a BTreeMap<CombatantId, String>) -> Self {
        Self { ink, names, zones: &[] }
    }

    pub fn name(&self, who: CombatantId) -> String {
        let name = self.names.get(&who);
        name.map_or_else(|| say!(self.ink, "somebody"), |name| (self.ink.name)(name))
    }

    pub fn zone(&self, zone: ZoneId) -> String {
        let name = self.zones.get(zone.index());
        name.map_or_else(|| say!(self.ink, "nowhere"), |name| self.set(name))
    }

    /// How a verb is typed.
    pub fn command(&self, verb: &str) -> Set {
        self.ink.typed(&Words::new(verb))
    }

    /// Text of a user, ended as a sentence.
    pub fn ended(&self, text: &str) -> Set {
        let is_ended = text.ends_with(['.', '!', '?', '…']);
        Set(format!("{}{}", self.set(text), if is_ended { "" } else { "." }))
    }
}

impl Speaks for Voice<'_> {
    fn tongue(&self) -> Tongue {
        self.ink.tongue
    }

    fn set(&self, text: &str) -> String {
        (self.ink.text)(text)
    }
}

impl Said<Voice<'_>> for CombatantId {
    fn said(&self, voice: &Voice<'_>) -> Value {
        Set(voice.name(*self)).said(voice)
    }
}

/// `Ana, Ben and Cid`.
impl Said<Voice<'_>> for [CombatantId] {
    fn said(&self, voice: &Voice<'_>) -> Value {
        let names: Vec<_> = self.iter().map(|who| voice.name(*who)).collect();
        Set(listed(voice.tongue(), &names)).said(voice)
    }
}

impl Said<Voice<'_>> for Vec<CombatantId> {
    fn said(&self, voice: &Voice<'_>) -> Value {
        self.as_slice().said(voice)
    }
}

impl Said<Voice<'_>> for ZoneId {
    fn said(&self, voice: &Voice<'_>) -> Value {
        Set(voice.zone(*self)).said(voice)
    }
}
