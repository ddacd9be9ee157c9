//! How a sheet is laid out: pages of a few fields each, a form to fill and a part of what is shown.
//!
//! The layout of each system is in `data/<system>/sheet.toml`.

use serde::Deserialize;

/// The most fields of a page: a form has no room for more.
pub const MAX_PAGE_FIELDS: usize = 5;

/// Some fields of a sheet that belong together.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetPage {
    pub title: String,
    pub fields: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SheetLayout {
    #[serde(rename = "page")]
    pages: Vec<SheetPage>,
}

/// The pages of a system's sheet.
pub fn sheet_pages(system: &str) -> Vec<SheetPage> {
    let own = super::find_system(system).map(|system| toml::from_str(system.layout));
    own.ok().and_then(Result::ok).map(|layout: SheetLayout| layout.pages).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fields, built_in_kit};
    use engine::game::SYSTEM_KEYS;

    #[test]
    fn pages_hold_fields_of_the_sheet() {
        for system in SYSTEM_KEYS {
            let blank = built_in_kit(system).unwrap().make_body("", &Fields::new()).unwrap();
            let pages = sheet_pages(system);
            assert!(!pages.is_empty(), "{system}");
            for page in pages {
                assert!((1..=MAX_PAGE_FIELDS).contains(&page.fields.len()), "{system} {page:?}");
                for field in &page.fields {
                    assert!(blank.get(field).is_some(), "{system} has no field {field}");
                }
            }
        }
    }
}
