//! The shelf: what is kept outside of fights. Players' sheets, GMs' templates, servers' kits.
//!
//! - [`sheets`]: a player's own characters;
//! - [`lending`]: how they come into a fight, and what of the fight comes back into them;
//! - [`kits`]: what a server lays over the built-in kits;
//! - [`templates`]: fights that are set up and kept to be played another time.
//!
//! A sheet is only ever its owner's: of another's nobody learns that it is there.

mod kits;
pub(super) mod lending;
pub mod sheets;
mod templates;

use serde_json::Value;

use crate::content::Kind;
use crate::engine::words::{Refusal, Words};
use crate::store::fault::Fault;
use crate::store::ids::FightId;

use super::App;
use super::input::{Input, Reply, Seat};

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

impl App {
    /// What is said about the shelf. None where it is about something else.
    pub(super) async fn on_shelf(
        &self,
        seat: &Seat,
        words: &Words,
    ) -> Result<Option<Reply>, Fault> {
        let done = match words.verb.as_str() {
            "sheet-new" => self.new_sheet(seat, words).await?,
            "sheet-show" => self.show_sheet(seat, words).await?,
            "sheet-list" => Ok(self.list_sheets(seat).await?),
            "sheet-edit" => self.edit_sheet(seat, words).await?,
            "sheet-copy" => self.copy_sheet(seat, words).await?,
            "sheet-delete" => self.delete_sheet(seat, words).await?,
            "sheet-import" => self.import_sheet(seat, words).await?,
            "sheet-export" => self.export_sheet(seat, words).await?,
            "kit" => self.change_kit(seat, words).await?,
            "load" if words.get("name").is_empty() => Ok(self.list_templates(seat).await?),
            "load" if words.get("drop") == "true" => self.drop_template(seat, words).await?,
            "new" if words.get("system").is_empty() => Ok(Shelf::Systems),
            "join" if words.get("sheet").is_empty() && words.get("from").is_empty() => {
                match self.ask_whom(seat, words).await? {
                    Some(shelf) => Ok(shelf),
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        Ok(Some(match done {
            Ok(shelf) => Reply::Shelf(Box::new(shelf)),
            Err(refusal) => Reply::Refused(Box::new(refusal)),
        }))
    }

    /// Whom somebody could play in the fight here; none where none is open.
    async fn ask_whom(&self, seat: &Seat, words: &Words) -> Result<Option<Shelf>, Fault> {
        let Ok(fight) = self.find(seat, &Input::command(words.clone())).await? else {
            return Ok(None);
        };
        let now = self.now(fight).await?.filter(|now| now.is_open);
        let Some(now) = now else { return Ok(None) };
        let kit = self.kit_of(now.guild, now.system()).await?;
        let sheets = self.sheet_names(seat, Some(now.system())).await?;
        Ok(Some(Shelf::Joining { sheets, archetypes: kit.names(Kind::Archetype) }))
    }

    /// What on the shelf may be typed in a slot. None where it is about something else.
    pub(super) async fn complete_on_shelf(
        &self,
        seat: &Seat,
        words: &Words,
        slot: &str,
    ) -> Result<Option<Vec<String>>, Fault> {
        Ok(Some(match (words.verb.as_str(), slot) {
            ("sheet-new", "from") => match self.system_meant(seat, words).await? {
                Ok(system) => self.kit_at(seat.place, &system).await?.names(Kind::Archetype),
                Err(_) => Vec::new(),
            },
            ("sheet-new" | "kit", "system") | ("systems", "add") => systems(),
            ("sheet-export", "format") => vec!["toml".into(), "json".into()],
            (verb, "name") if verb.starts_with("sheet-") && verb != "sheet-new" => {
                self.sheet_names(seat, None).await?
            }
            ("load" | "save", "name") => self.template_names(seat).await?,
            _ => return Ok(None),
        }))
    }
}

fn systems() -> Vec<String> {
    crate::engine::game::SYSTEMS.iter().map(|system| (*system).to_string()).collect()
}

/// Why a file or a field is not taken.
fn bad_file(wrong: Refusal) -> Refusal {
    Refusal { key: "bad-file".into(), ..wrong }
}
