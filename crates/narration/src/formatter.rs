//! The formatter of one narrative or prompt: a style that also knows how its reader names
//! combatants and zones.

use std::collections::BTreeMap;

use super::catalogue::{FluentArg, FormattedText, Locale, TextContext, ToFluentArg, say};
use super::kit_names::KitEntry;
use super::newcomers::MIN_COLLAPSED;
use super::{Style, join_list, join_with_commas};
use engine::System;
use engine::core::command::Command;
use engine::core::ids::{CombatantId, ZoneId};
use engine::core::names::split_number;
use engine::visibility::view::VisibleEvents;

/// A style with the names that the reader knows.
#[derive(Clone, Copy)]
pub struct NarrativeFormatter<'a> {
    style: Style,
    names: &'a BTreeMap<CombatantId, String>,
    zones: &'a [String],
}

impl<'a> NarrativeFormatter<'a> {
    pub fn for_events<S: System>(style: Style, events: &'a VisibleEvents<S>) -> Self {
        Self { style, names: &events.names, zones: &events.zone_names }
    }

    pub fn for_prompt(style: Style, names: &'a BTreeMap<CombatantId, String>) -> Self {
        Self { style, names, zones: &[] }
    }

    pub fn combatant_name(&self, who: CombatantId) -> String {
        let name = self.names.get(&who);
        name.map_or_else(|| say!(self.style, "somebody"), |name| (self.style.format_name)(name))
    }

    /// Returns the names in their order. Numbered ones that follow one another are told as one:
    /// `Wolf 1 to 12`.
    pub fn ordered_names_collapsing_numbered(&self, combatants: &[CombatantId]) -> Vec<String> {
        let names: Vec<String> = combatants.iter().map(|who| self.unformatted_name(*who)).collect();
        let mut listed = Vec::new();
        let mut start = 0;
        while start < names.len() {
            let end = end_of_consecutive_numbers(&names, start);
            let last_number = split_number(&names[end - 1]).map(|(_, number)| number);
            match last_number.filter(|_| end - start >= MIN_COLLAPSED) {
                Some(to) => {
                    let from = FormattedText(self.combatant_name(combatants[start]));
                    listed.push(say!(self.style, "joined-range", from, to));
                }
                None => {
                    let run = combatants[start..end].iter();
                    listed.extend(run.map(|who| self.combatant_name(*who)));
                }
            }
            start = end;
        }
        listed
    }

    /// Returns the sentence that lists combatants in the order of their turns.
    pub fn turn_order_sentence(&self, order: &[CombatantId]) -> String {
        let names = self.ordered_names_collapsing_numbered(order);
        let names = FormattedText(join_with_commas(self.locale(), &names));
        say!(self.style, "ordered", names)
    }

    /// Returns the name as it is, for comparisons.
    pub fn unformatted_name(&self, who: CombatantId) -> String {
        self.names.get(&who).cloned().unwrap_or_default()
    }

    pub fn zone_name(&self, zone_id: ZoneId) -> String {
        let name = self.zones.get(zone_id.index());
        name.map_or_else(|| say!(self.style, "nowhere"), |name| self.escape(name))
    }

    /// Returns the name of an item in the language of the reader.
    pub fn item_name(&self, name: &str) -> String {
        self.escape(&KitEntry::Item.name(self.style.locale, name))
    }

    /// Returns how a verb is typed.
    pub fn format_command(&self, verb: &str) -> FormattedText {
        self.style.typed_command(&Command::new(verb))
    }

    /// Escapes a user's text and ends it with a full stop, unless it has an end mark.
    pub fn end_sentence(&self, text: &str) -> FormattedText {
        let is_ended = text.ends_with(['.', '!', '?', '…']);
        FormattedText(format!("{}{}", self.escape(text), if is_ended { "" } else { "." }))
    }
}

/// Returns the index behind the names that continue the numbers of the name at `start`: behind
/// `Wolf 3` of `Wolf 2, Wolf 3, Raider 1`. A name without a number stands alone.
fn end_of_consecutive_numbers(names: &[String], start: usize) -> usize {
    let mut end = start + 1;
    let Some((base, first_number)) = split_number(&names[start]) else { return end };
    let mut next_number = first_number.saturating_add(1);
    while end < names.len() && split_number(&names[end]) == Some((base, next_number)) {
        end += 1;
        next_number = next_number.saturating_add(1);
    }
    end
}

impl NarrativeFormatter<'_> {
    pub fn style(&self) -> &Style {
        &self.style
    }
}

impl TextContext for NarrativeFormatter<'_> {
    fn locale(&self) -> Locale {
        self.style.locale
    }

    fn escape(&self, text: &str) -> String {
        (self.style.escape_text)(text)
    }
}

impl ToFluentArg<NarrativeFormatter<'_>> for CombatantId {
    fn to_fluent_arg(&self, formatter: &NarrativeFormatter<'_>) -> FluentArg {
        FormattedText(formatter.combatant_name(*self)).to_fluent_arg(formatter)
    }
}

/// Formats a list of names: `Ana, Ben and Cid`.
impl ToFluentArg<NarrativeFormatter<'_>> for [CombatantId] {
    fn to_fluent_arg(&self, formatter: &NarrativeFormatter<'_>) -> FluentArg {
        let names = formatter.ordered_names_collapsing_numbered(self);
        FormattedText(join_list(formatter.locale(), &names)).to_fluent_arg(formatter)
    }
}

impl ToFluentArg<NarrativeFormatter<'_>> for Vec<CombatantId> {
    fn to_fluent_arg(&self, formatter: &NarrativeFormatter<'_>) -> FluentArg {
        self.as_slice().to_fluent_arg(formatter)
    }
}

impl ToFluentArg<NarrativeFormatter<'_>> for ZoneId {
    fn to_fluent_arg(&self, formatter: &NarrativeFormatter<'_>) -> FluentArg {
        FormattedText(formatter.zone_name(*self)).to_fluent_arg(formatter)
    }
}
