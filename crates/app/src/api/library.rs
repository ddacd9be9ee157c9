//! Replies about the library (sheets, kits and templates), which is stored outside of fights.

use serde_json::Value;

use content::{form_fields, layout};
use store::ids::FightId;

use crate::api::bestiary::{BestiaryPage, CreatureCard};

#[derive(Clone, Debug, PartialEq)]
pub enum LibraryReply {
    Sheet {
        card: SheetCard,
        update: LibraryUpdate,
    },
    Sheets(Vec<SheetSummary>),
    SheetDeleted {
        name: String,
    },
    /// A sheet exported as a file.
    SheetFile {
        name: String,
        text: String,
    },
    Kit {
        card: KitCard,
        update: LibraryUpdate,
    },
    /// A creature of a kit.
    Creature(Box<CreatureCard>),
    /// Creatures of a kit to choose from.
    Bestiary(Box<BestiaryPage>),
    Template {
        name: String,
        update: LibraryUpdate,
    },
    Templates(Vec<TemplateSummary>),
    /// The user opens a fight, and still has to choose its rule system.
    ChooseSystem,
    /// The user joins a fight, and still has to choose a character.
    ChooseCharacter {
        sheets: Vec<String>,
        archetypes: Vec<String>,
    },
}

/// The change that was made to a library entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LibraryUpdate {
    Shown,
    Created,
    Changed,
    Copied,
    Imported,
    Removed,
    /// The owner still has to confirm the deletion.
    ConfirmDelete,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SheetCard {
    pub id: i64,
    pub revision: i64,
    pub system: String,
    pub name: String,
    pub portrait: Option<String>,
    pub pages: Vec<SheetCardPage>,
    /// The open fight that has a copy of the sheet.
    pub fight: Option<FightId>,
}

/// Fields of a sheet that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct SheetCardPage {
    pub title: String,
    pub fields: Vec<SheetCardField>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SheetCardField {
    pub key: String,
    pub value: Value,
    /// The value as a form shows it.
    pub form_text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetSummary {
    pub id: i64,
    pub system: String,
    pub name: String,
    pub is_in_fight: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KitCard {
    pub system: String,
    pub archetypes: Vec<String>,
    pub creatures: Vec<String>,
    /// The kit has more in it than the built-in one.
    pub is_customized: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateSummary {
    pub name: String,
    pub system: String,
}

/// Lays out the fields of a sheet in pages.
pub(crate) fn sheet_pages(system: &str, body: &Value) -> Vec<SheetCardPage> {
    let make_field = |key: String| {
        let value = body[&key].clone();
        SheetCardField { form_text: form_fields::format_field(&value), key, value }
    };
    let make_page = |page: layout::SheetPage| SheetCardPage {
        title: page.title,
        fields: page.fields.into_iter().map(make_field).collect(),
    };
    layout::pages_of_sheet(system, body).into_iter().map(make_page).collect()
}
