//! Replies about the library (sheets, kits and templates), which is stored outside of fights.

use serde_json::Value;

use content::{form_fields, layout};
use engine::core::command::{Command, Refusal};
use store::ids::FightId;

use crate::api::bestiary::{BestiaryPage, CreatureCard};

pub use content::newcomers::{AskedContent, AskedValue, NewcomerKind};

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
    /// The user makes a character or an NPC, and still has to fill in its form.
    NewcomerForm(Box<NewcomerForm>),
    /// A creature that was put into the server's kit.
    CreatureKept(Box<CreatureCard>),
    /// A creature as the entry of a kit.
    CreatureFile {
        name: String,
        text: String,
    },
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
        archetypes: Vec<ArchetypeSummary>,
    },
}

/// An archetype of a kit as one of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchetypeSummary {
    pub name: String,
    /// The names of what a character of it has.
    pub gear: Vec<String>,
}

/// The change that was made to a library entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LibraryUpdate {
    Shown,
    Created,
    /// Created as an NPC, which `/init add` brings in.
    CreatedNpc,
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

/// The form of a new character or NPC, filled in with what its template has.
#[derive(Clone, Debug, PartialEq)]
pub struct NewcomerForm {
    pub system: String,
    pub kind: NewcomerKind,
    /// The archetype or creature from which it begins.
    pub template: String,
    pub name: String,
    pub values: Vec<AskedValue>,
    /// Where the user may store an NPC, the likeliest first. Empty for a character.
    pub storages: Vec<NpcStorage>,
}

/// Where a new NPC is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NpcStorage {
    /// In the fight here.
    Fight,
    /// In the fight here, and hidden.
    Hidden,
    /// Among the user's own sheets.
    Mine,
    /// In the server's kit.
    Server,
}

impl NpcStorage {
    pub const ALL: [Self; 4] = [Self::Fight, Self::Hidden, Self::Mine, Self::Server];

    pub fn key(self) -> &'static str {
        match self {
            Self::Fight => "fight",
            Self::Hidden => "hidden",
            Self::Mine => "mine",
            Self::Server => "server",
        }
    }

    /// Parses the slot `keep`; `None` where the command has none.
    ///
    /// # Errors
    /// `bad-setup` for a word that is none of the keys.
    pub fn parse(command: &Command) -> Result<Option<Self>, Refusal> {
        let wanted = command.get("keep").trim();
        if wanted.is_empty() {
            return Ok(None);
        }
        let found = Self::ALL.into_iter().find(|storage| storage.key() == wanted);
        found.map(Some).ok_or_else(|| {
            let names = Self::ALL.map(Self::key).join(", ");
            let refusal = Refusal::bad_setup("", "value").with("slot", "keep");
            refusal.with("value", wanted).with("names", names)
        })
    }
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
