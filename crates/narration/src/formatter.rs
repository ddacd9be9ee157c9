//! A voice: an ink that knows the table, so that combatants and zones are named in sentences.

use std::collections::BTreeMap;

use super::catalogue::{Locale, Sayable, Set, Speaks, Value, say};
use super::{Style, listed};
use engine::System;
use engine::command::Command;
use engine::ids::{CombatantId, ZoneId};
use engine::view::Told;

/// The names are those that the listener knows.
#[derive(Clone, Copy)]
pub struct Formatter<'a> {
    style: Style,
    names: &'a BTreeMap<CombatantId, String>,
    zones: &'a [String],
}

impl<'a> Formatter<'a> {
    pub fn telling<S: System>(style: Style, told: &'a Told<S>) -> Self {
        Self { style, names: &told.names, zones: &told.zones }
    }

    pub fn asking(style: Style, names: &'a BTreeMap<CombatantId, String>) -> Self {
        Self { style, names, zones: &[] }
    }

    pub fn name(&self, who: CombatantId) -> String {
        let name = self.names.get(&who);
        name.map_or_else(|| say!(self.style, "somebody"), |name| (self.style.name)(name))
    }

    pub fn zone(&self, zone: ZoneId) -> String {
        let name = self.zones.get(zone.index());
        name.map_or_else(|| say!(self.style, "nowhere"), |name| self.set(name))
    }

    /// How a verb is typed.
    pub fn command(&self, verb: &str) -> Set {
        self.style.typed(&Command::new(verb))
    }

    /// Text of a user, ended as a sentence.
    pub fn ended(&self, text: &str) -> Set {
        let is_ended = text.ends_with(['.', '!', '?', '…']);
        Set(format!("{}{}", self.set(text), if is_ended { "" } else { "." }))
    }
}

impl Speaks for Formatter<'_> {
    fn locale(&self) -> Locale {
        self.style.locale
    }

    fn set(&self, text: &str) -> String {
        (self.style.text)(text)
    }
}

impl Sayable<Formatter<'_>> for CombatantId {
    fn said(&self, formatter: &Formatter<'_>) -> Value {
        Set(formatter.name(*self)).said(formatter)
    }
}

/// `Ana, Ben and Cid`.
impl Sayable<Formatter<'_>> for [CombatantId] {
    fn said(&self, formatter: &Formatter<'_>) -> Value {
        let names: Vec<_> = self.iter().map(|who| formatter.name(*who)).collect();
        Set(listed(formatter.locale(), &names)).said(formatter)
    }
}

impl Sayable<Formatter<'_>> for Vec<CombatantId> {
    fn said(&self, formatter: &Formatter<'_>) -> Value {
        self.as_slice().said(formatter)
    }
}

impl Sayable<Formatter<'_>> for ZoneId {
    fn said(&self, formatter: &Formatter<'_>) -> Value {
        Set(formatter.zone(*self)).said(formatter)
    }
}
