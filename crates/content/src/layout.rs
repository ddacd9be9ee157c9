//! The layout of a sheet: pages of a few fields each. A page is shown together and filled in as one
//! form.
//!
//! The layout of each system is in `data/<system>/sheet.toml`.

use serde::Deserialize;

/// The most fields of a page. A form has no room for more.
pub const MAX_PAGE_FIELDS: usize = 5;

/// Fields of a sheet that belong together.
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

/// Returns the pages of a system's sheet. The list is empty if there is no such system.
pub fn sheet_pages(system: &str) -> Vec<SheetPage> {
    let Ok(content) = super::find_system(system) else { return Vec::new() };
    toml::from_str(content.layout).map_or_else(|_| Vec::new(), |layout: SheetLayout| layout.pages)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Fields, built_in_kit};
    use engine::game::SYSTEM_KEYS;

    #[test]
    fn sheet_pages_have_only_fields_of_the_sheet() {
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
