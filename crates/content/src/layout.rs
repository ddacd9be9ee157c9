//! How a sheet is laid out: pages of a few fields each, a form to fill and a part of what is shown.
//!
//! The layout of each system is in `data/<system>/sheet.toml`.

use serde::Deserialize;

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
pub fn pages(key: &str) -> Vec<Page> {
    let own = super::system(key).map(|system| toml::from_str(system.sheet));
    own.ok().and_then(Result::ok).map(|layout: Layout| layout.page).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fields, kit};
    use engine::game::SYSTEMS;

    #[test]
    fn pages_hold_fields_of_the_sheet() {
        for system in SYSTEMS {
            let blank = kit(system).unwrap().make("", &Fields::new()).unwrap();
            let pages = pages(system);
            assert!(!pages.is_empty(), "{system}");
            for page in pages {
                assert!((1..=MOST_FIELDS).contains(&page.fields.len()), "{system} {page:?}");
                for field in &page.fields {
                    assert!(blank.get(field).is_some(), "{system} has no field {field}");
                }
            }
        }
    }
}
