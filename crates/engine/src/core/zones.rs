//! The map of a fight: zones and which of them are neighbours. What else a zone is (its limit,
//! hazard, cover …) is the ground of the rule system.

use serde::{Deserialize, Serialize};

use crate::core::command::{Refusal, is_invisible_char};
use crate::core::ids::ZoneId;

/// The most zones a map may have: neighbours are bits of a word.
pub const MAX_ZONES: usize = 24;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound(deserialize = "G: Deserialize<'de> + Default"), deny_unknown_fields)]
pub struct Zone<G> {
    pub name: String,
    /// Bit n is set where zone n is a neighbour. Invariant: symmetric, never its own neighbour.
    #[serde(rename = "links")]
    neighbour_bits: u32,
    #[serde(default)]
    #[serde(rename = "ground")]
    pub terrain: G,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound(deserialize = "G: Deserialize<'de> + Default"), deny_unknown_fields)]
pub struct ZoneMap<G> {
    #[serde(rename = "list")]
    zones: Vec<Zone<G>>,
}

impl<G> Default for ZoneMap<G> {
    fn default() -> Self {
        Self { zones: Vec::new() }
    }
}

impl<G: Default + Clone> ZoneMap<G> {
    /// A row of zones, each the neighbour of the one before it.
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

    /// Reads `Gate - Yard - Hall` (a row) or `Gate-Yard, Yard-Hall, Gate-Hall` (rows that share
    /// names). A new line begins a row as well.
    ///
    /// # Errors
    /// `bad-setup`, and why; `bad-name`.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        let mut zones = Self::default();
        for row in text.split(',').flat_map(|rows| rows.trim().split('\n')) {
            let mut before = None;
            for name in row.split('-').map(str::trim) {
                if name.is_empty() {
                    return Err(Refusal::bad_setup("", "nameless-zone").with("value", row.trim()));
                }
                if name.chars().any(is_invisible_char) {
                    return Err(Refusal::new("bad-name", ""));
                }
                if name.chars().count() > 40 {
                    return Err(Refusal::bad_setup("", "long-zone").with("name", name));
                }
                let zone = zones.find_by_name(name).unwrap_or_else(|| zones.add_zone(name));
                if zones.zones.len() > MAX_ZONES {
                    return Err(Refusal::bad_setup("", "too-many-zones").with("most", MAX_ZONES));
                }
                if let Some(before) = before.filter(|&b| b != zone) {
                    zones.link_zones(before, zone);
                }
                before = Some(zone);
            }
        }
        Ok(zones)
    }

    pub fn add_zone(&mut self, name: &str) -> ZoneId {
        let zone = Zone { name: name.into(), neighbour_bits: 0, terrain: G::default() };
        self.zones.push(zone);
        ZoneId((self.zones.len() - 1) as u8)
    }

    /// Makes two zones neighbours. Zones that do not exist and a zone with itself change nothing.
    pub fn link_zones(&mut self, a: ZoneId, b: ZoneId) {
        if a != b && self.get(a).is_some() && self.get(b).is_some() {
            self.zones[a.index()].neighbour_bits |= 1 << b.0;
            self.zones[b.index()].neighbour_bits |= 1 << a.0;
        }
    }
}

impl<G> ZoneMap<G> {
    pub fn is_empty(&self) -> bool {
        self.zones.is_empty()
    }

    pub fn len(&self) -> usize {
        self.zones.len()
    }

    pub fn get(&self, zone: ZoneId) -> Option<&Zone<G>> {
        self.zones.get(zone.index())
    }

    pub fn get_mut(&mut self, zone: ZoneId) -> Option<&mut Zone<G>> {
        self.zones.get_mut(zone.index())
    }

    pub fn iter(&self) -> impl Iterator<Item = (ZoneId, &Zone<G>)> + Clone {
        self.zones.iter().enumerate().map(|(at, zone)| (ZoneId(at as u8), zone))
    }

    pub fn name(&self, zone: ZoneId) -> &str {
        self.get(zone).map_or("nowhere", |zone| &zone.name)
    }

    /// The zone of that name, letters of either case.
    pub fn find_by_name(&self, name: &str) -> Option<ZoneId> {
        let name = name.trim().to_lowercase();
        self.iter().find(|(_, zone)| zone.name.to_lowercase() == name).map(|(id, _)| id)
    }

    pub fn are_adjacent(&self, a: ZoneId, b: ZoneId) -> bool {
        self.get(a)
            .is_some_and(|zone| b.index() < MAX_ZONES && zone.neighbour_bits & (1 << b.0) != 0)
    }

    pub fn neighbours(&self, zone: ZoneId) -> impl Iterator<Item = ZoneId> + use<G> {
        zones_in_bits(self.get(zone).map_or(0, |zone| zone.neighbour_bits))
    }

    /// The fewest steps between two zones; none where no way leads.
    pub fn distance(&self, from: ZoneId, to: ZoneId) -> Option<u8> {
        let (mut reached, mut steps) = (1u32.checked_shl(from.0.into())?, 0);
        let goal = 1u32.checked_shl(to.0.into())?;
        self.get(from)?;
        while reached & goal == 0 {
            let next = self.expand_by_neighbours(reached);
            if next == reached {
                return None;
            }
            (reached, steps) = (next, steps + 1);
        }
        Some(steps)
    }

    /// The first neighbour (in map order) on a shortest way; none where no way leads.
    pub fn next_zone_towards(&self, from: ZoneId, to: ZoneId) -> Option<ZoneId> {
        let far = self.distance(from, to)?.checked_sub(1)?;
        self.neighbours(from).find(|&next| self.distance(next, to) == Some(far))
    }

    fn expand_by_neighbours(&self, zone_bits: u32) -> u32 {
        let links = |zone| self.get(zone).map_or(0, |zone| zone.neighbour_bits);
        zones_in_bits(zone_bits).fold(zone_bits, |all, zone| all | links(zone))
    }
}

/// The zones whose bits are set, in map order.
fn zones_in_bits(mut zone_bits: u32) -> impl Iterator<Item = ZoneId> {
    std::iter::from_fn(move || {
        let next = (zone_bits != 0).then(|| zone_bits.trailing_zeros())?;
        zone_bits &= zone_bits - 1;
        Some(ZoneId(next as u8))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<(String, Vec<u8>)>, String> {
        let zones = ZoneMap::<()>::parse(text).map_err(|refusal| refusal.key)?;
        let near = |id| zones.neighbours(id).map(|near| near.0).collect();
        Ok(zones.iter().map(|(id, zone)| (zone.name.clone(), near(id))).collect())
    }

    #[test]
    fn rows_are_parted_by_commas_or_lines() {
        let rows = read("Gate - Yard, Yard - Hall").unwrap();
        assert_eq!(rows[1], ("Yard".into(), vec![0, 2]));
        for text in ["Gate - Yard\nYard - Hall\n", "Gate - Yard,\r\nYard - Hall"] {
            assert_eq!(read(text).unwrap(), rows, "{text:?}");
        }
        assert_eq!(read("Gate,, Yard"), Err("bad-setup".into()));
    }

    #[test]
    fn names_can_be_seen() {
        for text in ["\u{200b} - Gate", "Tow\u{202e}er", "Ga\u{7}te", "\u{2800}"] {
            assert_eq!(read(text), Err("bad-name".into()), "{text:?}");
        }
    }
}
