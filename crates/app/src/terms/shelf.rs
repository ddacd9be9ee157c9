//! What is kept outside of fights, as its owner sees it.

use serde_json::Value;

use content::{form, layout};
use store::ids::FightId;

/// What is on the shelf, as its owner sees it.
#[derive(Clone, Debug, PartialEq)]
pub enum Shelf {
    Sheet {
        card: SheetCard,
        news: News,
    },
    Sheets(Vec<SheetLine>),
    Deleted {
        name: String,
    },
    /// A sheet to take away.
    File {
        name: String,
        text: String,
    },
    Kit {
        card: KitCard,
        news: News,
    },
    Template {
        name: String,
        news: News,
    },
    Templates(Vec<TemplateLine>),
    /// A fight is to be opened: by which rules?
    Systems,
    /// Somebody joins a fight: as whom?
    Joining {
        sheets: Vec<String>,
        archetypes: Vec<String>,
    },
}

/// What was done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    Shown,
    Made,
    Changed,
    Copied,
    Imported,
    Removed,
    /// It is to be deleted, if its owner is sure.
    AskedToDelete,
}

#[derive(Clone, Debug, PartialEq)]
pub struct SheetCard {
    pub id: i64,
    pub revision: i64,
    pub system: String,
    pub name: String,
    pub portrait: Option<String>,
    pub pages: Vec<PageCard>,
    /// The open fight that has a copy of it.
    pub fight: Option<FightId>,
}

/// Fields of a sheet that belong together.
#[derive(Clone, Debug, PartialEq)]
pub struct PageCard {
    pub title: String,
    pub fields: Vec<FieldCard>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct FieldCard {
    pub key: String,
    pub value: Value,
    /// As it stands in a form.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetLine {
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
    pub is_own: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateLine {
    pub name: String,
    pub system: String,
}

/// What stands on the pages of a sheet.
pub(crate) fn pages(system: &str, body: &Value) -> Vec<PageCard> {
    let field = |key: String| {
        let value = body[&key].clone();
        FieldCard { text: form::shown(&value), key, value }
    };
    let page = |page: layout::Page| PageCard {
        title: page.title,
        fields: page.fields.into_iter().map(field).collect(),
    };
    layout::pages(system).into_iter().map(page).collect()
}
