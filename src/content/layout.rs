//! How a sheet is laid out: pages of a few fields each, a form to fill and a part of what is shown.
//!
//! A system may have its own layout (`data/<system>/sheet.toml`); one that has none is laid out by
//! what its fields are.

use serde::Deserialize;
use serde_json::Value;

use super::{Fields, kit};

/// The most fields of a page: a form has no room for more.
pub const MOST_FIELDS: usize = 5;

/// Some fields of a sheet that belong together.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Page {
    pub title: String,
    pub fields: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Layout {
    page: Vec<Page>,
}

/// The pages of a system's sheet.
pub fn pages(system: &str) -> Vec<Page> {
    let own = match system {
        "cards" => include_str!("../../data/cards/sheet.toml"),
        "dr12" => include_str!("../../data/dr12/sheet.toml"),
        "factions" => include_str!("../../data/factions/sheet.toml"),
        "fates" => include_str!("../../data/fates/sheet.toml"),
        "ranks" => include_str!("../../data/ranks/sheet.toml"),
        _ => return by_kind(system),
    };
    toml::from_str(own).map(|layout: Layout| layout.page).unwrap_or_default()
}

/// Numbers and words first, then what is carried.
fn by_kind(system: &str) -> Vec<Page> {
    let blank = kit(system).and_then(|kit| kit.make("", &Fields::new())).unwrap_or_default();
    let fields: Vec<(&String, &Value)> = blank.as_object().into_iter().flatten().collect();
    let page = |title: &str, has: fn(&Value) -> bool| {
        let names: Vec<String> = fields
            .iter()
            .filter(|(_, value)| has(value))
            .map(|(name, _)| (*name).clone())
            .collect();
        let pages = names.chunks(MOST_FIELDS).map(|some| some.to_vec());
        let title = title.to_string();
        pages.map(move |fields| Page { title: title.clone(), fields }).collect::<Vec<_>>()
    };
    let mut pages = page("Values", |value| value.is_number() || value.is_string());
    pages.extend(page("Things", Value::is_array));
    pages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::game::SYSTEMS;

    #[test]
    fn pages_hold_fields_of_the_sheet() {
        for system in SYSTEMS {
            let blank = kit(system).unwrap().make("", &Fields::new()).unwrap();
            let check = |pages: Vec<Page>| {
                assert!(!pages.is_empty(), "{system}");
                for page in pages {
                    assert!((1..=MOST_FIELDS).contains(&page.fields.len()), "{system} {page:?}");
                    page.fields.iter().for_each(|field| {
                        assert!(blank.get(field).is_some(), "{system} has no field {field}");
                    });
                }
            };
            check(pages(system));
            check(by_kind(system));
        }
    }
}
