//! What is kept outside of fights, as its owner sees it.

use serde_json::Value;

use content::{form_fields, layout};
use store::ids::FightId;

/// What is on the shelf, as its owner sees it.
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
    /// A sheet to take away.
    SheetFile {
        name: String,
        text: String,
    },
    Kit {
        card: KitCard,
        update: LibraryUpdate,
    },
    Template {
        name: String,
        update: LibraryUpdate,
    },
    Templates(Vec<TemplateSummary>),
    /// A fight is to be opened: by which rules?
    ChooseSystem,
    /// Somebody joins a fight: as whom?
    ChooseCharacter {
        sheets: Vec<String>,
        archetypes: Vec<String>,
    },
}

/// What was done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LibraryUpdate {
    Shown,
    Created,
    Changed,
    Copied,
    Imported,
    Removed,
    /// It is to be deleted, if its owner is sure.
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
    /// The open fight that has a copy of it.
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
    /// As it stands in a form.
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
    /// There is more in it than in the built-in one.
    pub is_customized: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateSummary {
    pub name: String,
    pub system: String,
}

/// What stands on the pages of a sheet.
pub(crate) fn sheet_pages(system: &str, body: &Value) -> Vec<SheetCardPage> {
    let field = |key: String| {
        let value = body[&key].clone();
        SheetCardField { form_text: form_fields::format_field(&value), key, value }
    };
    let page = |page: layout::SheetPage| SheetCardPage {
        title: page.title,
        fields: page.fields.into_iter().map(field).collect(),
    };
    layout::sheet_pages(system).into_iter().map(page).collect()
}
