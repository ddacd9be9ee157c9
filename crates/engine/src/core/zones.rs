//! The map of a fight: zones and which of them are neighbours. Everything else about a zone (its
//! limit, hazard, cover …) is the terrain of the rule system.

use serde::{Deserialize, Serialize};

use crate::core::command::{Refusal, is_list_separator};
use crate::core::ids::ZoneId;
use crate::core::names::{NameKind, find_look_alike, parse_given_name};

/// The most zones that a map may have. The neighbours of a zone are bits of a `u32`.
pub const MAX_ZONES: usize = 24;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound(deserialize = "T: Deserialize<'de> + Default"), deny_unknown_fields)]
pub struct Zone<T> {
    pub name: String,
    /// Bit n is set where zone n is a neighbour. Invariant: symmetric, never its own neighbour.
    #[serde(rename = "links")]
    neighbour_bits: u32,
    #[serde(default)]
    #[serde(rename = "ground")]
    pub terrain: T,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound(deserialize = "T: Deserialize<'de> + Default"), deny_unknown_fields)]
pub struct ZoneMap<T> {
    #[serde(rename = "list")]
    zones: Vec<Zone<T>>,
}

impl<T> Default for ZoneMap<T> {
    fn default() -> Self {
        Self { zones: Vec::new() }
    }
}

impl<T: Default + Clone> ZoneMap<T> {
    /// Makes a row of zones, each a neighbour of the one before it.
    pub fn from_row<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut zones = Self::default();
        for name in names {
            let zone = zones.add_zone(name);
            if zone.0 > 0 {
                zones.link_zones(ZoneId(zone.0 - 1), zone);
            }
        }
        zones
    }

    /// Parses `Gate - Yard - Hall` (a row) or `Gate-Yard, Yard-Hall, Gate-Hall` (rows that share
    /// zones). A new line begins a row as well. Longer dashes, arrows, and `|` or `>` alone are
    /// hyphens with blanks around them. Where a text has such hyphens, those without blanks belong
    /// to names.
    ///
    /// # Errors
    /// `bad-setup` if a name is empty, if it looks like another zone's, if a zone would be its own
    /// neighbour, or if there are too many zones; else as [`parse_given_name`].
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let mut zones = Self::default();
        for row in split_into_rows(text) {
            zones.add_row(&row)?;
        }
        Ok(zones)
    }

    /// Adds the zones of a row that the map lacks, and makes each zone of the row a neighbour of
    /// the one before it. `typed_names` are the names as they were typed. Refuses as
    /// [`Self::parse`].
    fn add_row(&mut self, typed_names: &[String]) -> Result<(), Refusal> {
        let mut previous_zone = None;
        for typed_name in typed_names {
            if typed_name.is_empty() {
                let row = typed_names.join(" - ");
                return Err(Refusal::bad_setup("", "nameless-zone").with("value", row.trim()));
            }
            let name = parse_given_name(NameKind::Zone, typed_name)?;
            let zone = match self.find_by_name(&name) {
                Some(known_zone) => known_zone,
                None => self.add_zone_with_distinct_name(&name)?,
            };
            if previous_zone == Some(zone) {
                return Err(Refusal::bad_setup("", "zone-twice").with("name", name));
            }
            if self.zones.len() > MAX_ZONES {
                return Err(Refusal::bad_setup("", "too-many-zones").with("most", MAX_ZONES));
            }
            if let Some(previous) = previous_zone {
                self.link_zones(previous, zone);
            }
            previous_zone = Some(zone);
        }
        Ok(())
    }

    /// Adds a zone as [`Self::add_zone`] does. Refuses with `bad-setup` a name that people may take
    /// for that of another zone.
    fn add_zone_with_distinct_name(&mut self, name: &str) -> Result<ZoneId, Refusal> {
        let zone_names = self.zones.iter().map(|zone| zone.name.as_str());
        if let Some(found) = find_look_alike(name, zone_names) {
            let refusal = Refusal::bad_setup("", "zone-looks-like").with("name", name);
            return Err(refusal.with("found", found));
        }
        Ok(self.add_zone(name))
    }

    /// Adds a zone without neighbours, with default terrain, and checks nothing.
    pub fn add_zone(&mut self, name: &str) -> ZoneId {
        let zone = Zone { name: name.into(), neighbour_bits: 0, terrain: T::default() };
        self.zones.push(zone);
        ZoneId((self.zones.len() - 1) as u8)
    }

    /// Makes two zones neighbours. Does nothing if they are the same or one does not exist.
    pub fn link_zones(&mut self, a: ZoneId, b: ZoneId) {
        if a != b && self.get(a).is_some() && self.get(b).is_some() {
            self.zones[a.index()].neighbour_bits |= 1 << b.0;
            self.zones[b.index()].neighbour_bits |= 1 << a.0;
        }
    }
}

/// Signs that people type between zones in place of a hyphen, longer ones first.
const CONNECTORS: [&str; 21] = [
    "<-->", "<->", "<=>", "-->", "<--", "->", "<-", "=>", "–", "—", "―", "‒", "→", "←", "↔", "⟶",
    "⇒", "⇔", "➔", "➜", "－",
];

/// Signs that stand for a hyphen where they have blanks around them.
const LONE_CONNECTORS: [&str; 4] = ["|", "｜", ">", "＞"];

/// Puts hyphens with blanks around them in place of longer dashes and arrows.
fn replace_connectors(text: &str) -> String {
    let mut with_hyphens = text.to_string();
    for sign in CONNECTORS {
        with_hyphens = with_hyphens.replace(sign, " - ");
    }
    with_hyphens
}

/// Splits a text into rows at commas and new lines, and each row into names of zones, which may be
/// empty.
fn split_into_rows(text: &str) -> Vec<Vec<String>> {
    let text_with_hyphens = replace_connectors(text);
    let mut rows: Vec<Vec<String>> = Vec::new();
    for part in text_with_hyphens.split(is_list_separator) {
        for line in part.trim().split('\n') {
            rows.push(split_at_hyphens(line));
        }
    }
    let has_hyphens_with_blanks = rows.iter().any(|row| row.len() > 1);
    if has_hyphens_with_blanks {
        return rows;
    }
    // Each row is a single name so far. Without blanks around any hyphen, all hyphens connect
    // zones: `Gate-Yard`.
    let mut rows_split_at_all_hyphens: Vec<Vec<String>> = Vec::new();
    for row in &rows {
        let names = row[0].split('-').map(|name| name.trim().to_string());
        rows_split_at_all_hyphens.push(names.collect());
    }
    rows_split_at_all_hyphens
}

/// Splits a row of zones into their names at the hyphens that have blanks around them.
fn split_at_hyphens(row: &str) -> Vec<String> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let is_connector =
        |word: &&str| word.chars().all(|letter| letter == '-') || LONE_CONNECTORS.contains(word);
    let names = words.split(is_connector);
    names.map(|name| name.join(" ")).collect()
}

impl<T> ZoneMap<T> {
    pub fn is_empty(&self) -> bool {
        self.zones.is_empty()
    }

    pub fn len(&self) -> usize {
        self.zones.len()
    }

    pub fn get(&self, zone: ZoneId) -> Option<&Zone<T>> {
        self.zones.get(zone.index())
    }

    pub fn get_mut(&mut self, zone: ZoneId) -> Option<&mut Zone<T>> {
        self.zones.get_mut(zone.index())
    }

    pub fn iter(&self) -> impl Iterator<Item = (ZoneId, &Zone<T>)> + Clone {
        self.zones.iter().enumerate().map(|(index, zone)| (ZoneId(index as u8), zone))
    }

    /// Returns the name of a zone, or `nowhere` if the map has no such zone.
    pub fn name(&self, zone: ZoneId) -> &str {
        self.get(zone).map_or("nowhere", |zone| &zone.name)
    }

    /// Finds the zone of this name, ignoring case and blanks around it.
    pub fn find_by_name(&self, name: &str) -> Option<ZoneId> {
        let name = name.trim().to_lowercase();
        self.iter().find(|(_, zone)| zone.name.to_lowercase() == name).map(|(id, _)| id)
    }

    /// Returns the zone with this name, or [`ZoneId::NOWHERE`].
    pub fn find_or_nowhere(&self, name: &str) -> ZoneId {
        self.find_by_name(name).unwrap_or(ZoneId::NOWHERE)
    }

    /// Returns whether two zones are neighbours. A zone is not its own neighbour.
    pub fn are_adjacent(&self, a: ZoneId, b: ZoneId) -> bool {
        self.get(a)
            .is_some_and(|zone| b.index() < MAX_ZONES && zone.neighbour_bits & (1 << b.0) != 0)
    }

    /// Returns the neighbours of a zone in map order. None if the map has no such zone.
    pub fn neighbours(&self, zone: ZoneId) -> impl Iterator<Item = ZoneId> + use<T> {
        zones_in_bits(self.get(zone).map_or(0, |zone| zone.neighbour_bits))
    }

    /// Returns the fewest steps between two zones, 0 if they are the same. `None` if no path exists
    /// or the map has no such zone.
    pub fn distance(&self, from: ZoneId, to: ZoneId) -> Option<u8> {
        let mut reached_bits = 1u32.checked_shl(from.0.into())?;
        let goal_bit = 1u32.checked_shl(to.0.into())?;
        self.get(from)?;
        let mut steps = 0;
        while reached_bits & goal_bit == 0 {
            let expanded_bits = self.expand_by_neighbours(reached_bits);
            let is_all_reached = expanded_bits == reached_bits;
            if is_all_reached {
                return None;
            }
            reached_bits = expanded_bits;
            steps += 1;
        }
        Some(steps)
    }

    /// Returns the same as [`Self::distance`], with `u16::MAX` for `None`.
    pub fn steps_between(&self, from: ZoneId, to: ZoneId) -> u16 {
        self.distance(from, to).map_or(u16::MAX, u16::from)
    }

    /// Returns a set of zones, one bit each, together with the neighbours of each.
    fn expand_by_neighbours(&self, zone_bits: u32) -> u32 {
        let mut expanded_bits = zone_bits;
        for id in zones_in_bits(zone_bits) {
            expanded_bits |= self.get(id).map_or(0, |zone| zone.neighbour_bits);
        }
        expanded_bits
    }
}

/// Iterates over the zones whose bits are set, in map order.
fn zones_in_bits(mut zone_bits: u32) -> impl Iterator<Item = ZoneId> {
    std::iter::from_fn(move || {
        if zone_bits == 0 {
            return None;
        }
        let lowest_index = zone_bits.trailing_zeros();
        zone_bits &= !(1 << lowest_index);
        Some(ZoneId(lowest_index as u8))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_names_and_neighbours(text: &str) -> Result<Vec<(String, Vec<u8>)>, String> {
        let zones = ZoneMap::<()>::parse(text).map_err(|refusal| refusal.key)?;
        let neighbours = |id| zones.neighbours(id).map(|neighbour| neighbour.0).collect();
        Ok(zones.iter().map(|(id, zone)| (zone.name.clone(), neighbours(id))).collect())
    }

    #[test]
    fn zone_map_parses_rows_separated_by_commas_or_lines() {
        let rows = parse_names_and_neighbours("Gate - Yard, Yard - Hall").unwrap();
        assert_eq!(rows[1], ("Yard".into(), vec![0, 2]));
        for text in ["Gate - Yard\nYard - Hall\n", "Gate - Yard,\r\nYard - Hall"] {
            assert_eq!(parse_names_and_neighbours(text).unwrap(), rows, "{text:?}");
        }
        assert_eq!(parse_names_and_neighbours("Gate,, Yard"), Err("bad-setup".into()));
    }

    #[test]
    fn zone_map_takes_hyphens_in_names_longer_dashes_and_arrows() {
        let row = parse_names_and_neighbours("Gate - Yard - Hall").unwrap();
        for text in [
            "Gate-Yard-Hall",
            "Gate – Yard – Hall",
            "Gate — Yard — Hall",
            "Gate–Yard—Hall",
            "Gate -- Yard --- Hall",
            "Gate -> Yard -> Hall",
            "Gate->Yard<->Hall",
            "Gate → Yard ↔ Hall",
            "Gate => Yard ⇒ Hall",
            "Gate- Yard -Hall",
            "Gate-Yard, Yard-Hall",
            "Gate | Yard | Hall",
            "Gate > Yard > Hall",
            "Gate－Yard－Hall",
            "Gate - Yard，Yard - Hall",
        ] {
            assert_eq!(parse_names_and_neighbours(text).unwrap(), row, "{text}");
        }
        let names = |text| {
            let zones = parse_names_and_neighbours(text).unwrap();
            zones.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        for (text, expected) in [
            ("Wind-swept hill - Gate", ["Wind-swept hill", "Gate"]),
            ("Grand-route – Pont", ["Grand-route", "Pont"]),
            ("Trop-plein → Cage du monte-charge", ["Trop-plein", "Cage du monte-charge"]),
        ] {
            assert_eq!(names(text), expected, "{text}");
        }
        assert_eq!(names("Gate - Yard, Gate - Capela-mor"), ["Gate", "Yard", "Capela-mor"]);
        for text in ["Gate -", "- Gate", "Gate - - Yard", "Gate-", "→", "Gate –, Yard"] {
            assert_eq!(parse_names_and_neighbours(text), Err("bad-setup".into()), "{text}");
        }
    }

    #[test]
    fn zone_map_refuses_names_that_mean_something_else_or_look_alike() {
        let reason = |text: &str| {
            let refusal = ZoneMap::<()>::parse(text).err();
            refusal.and_then(|refusal| refusal.details.get("why").cloned()).unwrap_or_default()
        };
        for text in ["None - Gate", "Gate - all", "Gate - everybody", "Gate, the others"] {
            assert_eq!(reason(text), "name-reserved", "{text}");
        }
        for text in ["Gate - Gаte", "Hall 1 - Hall l", "Gate - the Gate", "Gate - Gate."] {
            assert_eq!(reason(text), "zone-looks-like", "{text}");
        }
        for text in ["Gate - Gate", "Gate - gate - Yard", "Gate - Yard - Yard"] {
            assert_eq!(reason(text), "zone-twice", "{text}");
        }
        for (text, expected) in [(".", "name-letters"), ("Gate; Yard", "name-marks")] {
            assert_eq!(reason(text), expected, "{text}");
        }
        // A zone that is named again closes a ring.
        assert_eq!(parse_names_and_neighbours("Gate - Yard - gate").unwrap().len(), 2);
    }

    #[test]
    fn zone_map_refuses_names_with_invisible_characters() {
        for text in ["\u{200b} - Gate", "Tow\u{202e}er", "Ga\u{7}te", "\u{2800}"] {
            assert_eq!(parse_names_and_neighbours(text), Err("bad-name".into()), "{text:?}");
        }
    }
}
