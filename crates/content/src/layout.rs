//! The layout of a sheet: pages of a few fields each. A page is shown together and filled in as one
//! form.
//!
//! The layout of each system is in `data/<system>/sheet.toml`.

use serde::Deserialize;
use serde_json::Value;

use super::Fields;

/// The most fields of a page. A form has no room for more.
pub const MAX_PAGE_FIELDS: usize = 5;

/// Fields of a sheet that belong together.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetPage {
    pub title: String,
    pub fields: Vec<String>,
    /// The field that a sheet must have for the page to be shown: an NPC has other pages than a
    /// character.
    #[serde(default, rename = "where")]
    pub needs: Option<String>,
    /// The field that a sheet must not have.
    #[serde(default, rename = "unless")]
    pub excluded_by: Option<String>,
    /// Whether the page is left out of sheets on which its fields are those of an empty one.
    #[serde(default, rename = "if_changed")]
    pub needs_change: bool,
}

impl SheetPage {
    /// Returns whether the page belongs to a sheet with this body. A field counts as there if it is
    /// neither null nor empty.
    fn fits(&self, body: &Value, blank: &Value) -> bool {
        let has = |field: &String| match &body[field] {
            Value::Null => false,
            Value::Array(list) => !list.is_empty(),
            _ => true,
        };
        let is_changed = |field: &String| body[field] != blank[field];
        self.needs.as_ref().is_none_or(has)
            && !self.excluded_by.as_ref().is_some_and(has)
            && (!self.needs_change || self.fields.iter().any(is_changed))
    }
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

/// Returns the pages of a sheet with this body.
pub fn pages_of_sheet(system: &str, body: &Value) -> Vec<SheetPage> {
    let blank = super::make_body_from_built_in(system, "", &Fields::new()).unwrap_or_default();
    sheet_pages(system).into_iter().filter(|page| page.fits(body, &blank)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{TemplateKind, built_in_kit};
    use engine::game::{Game, SYSTEM_KEYS};

    /// A sheet shows all that makes a creature or a character, and none of the zeros of the other.
    #[test]
    fn pages_have_what_a_sheet_is_made_of() {
        for system in SYSTEM_KEYS {
            let kit = built_in_kit(system).unwrap();
            let blank = kit.make_body("", &Fields::new()).unwrap();
            for (kind, is_npc) in [(TemplateKind::Creature, true), (TemplateKind::Archetype, false)]
            {
                for template in kit.template_names(kind) {
                    let body = kit.make_body(&template, &Fields::new()).unwrap();
                    let pages = pages_of_sheet(system, &body);
                    let has = |key: &str| {
                        pages.iter().any(|page| page.fields.iter().any(|field| field == key))
                    };
                    for field in Game::asked_fields(system) {
                        let is_asked = match is_npc {
                            true => field.of_npc.is_some(),
                            false => field.of_character.is_some(),
                        };
                        if is_asked && body[field.key] != blank[field.key] {
                            assert!(has(field.key), "{system} {template} lacks {}", field.key);
                        }
                    }
                }
            }
        }
        let raider = built_in_kit("dr12").unwrap().make_body("raider", &Fields::new()).unwrap();
        let fields = pages_of_sheet("dr12", &raider).into_iter().flat_map(|page| page.fields);
        let fields: Vec<String> = fields.collect();
        assert!(
            fields.contains(&"attacks".into()) && !fields.contains(&"str".into()),
            "{fields:?}"
        );
    }

    #[test]
    fn sheet_pages_have_only_fields_of_the_sheet() {
        for system in SYSTEM_KEYS {
            let blank = built_in_kit(system).unwrap().make_body("", &Fields::new()).unwrap();
            let pages = sheet_pages(system);
            assert!(!pages.is_empty(), "{system}");
            for page in pages {
                assert!((1..=MAX_PAGE_FIELDS).contains(&page.fields.len()), "{system} {page:?}");
                for field in page.fields.iter().chain(&page.needs).chain(&page.excluded_by) {
                    assert!(blank.get(field).is_some(), "{system} has no field {field}");
                }
            }
        }
    }
}
