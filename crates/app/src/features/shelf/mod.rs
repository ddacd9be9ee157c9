//! The shelf: what is kept outside of fights. Players' sheets, GMs' templates, servers' kits.
//!
//! - [`sheets`]: a player's own characters;
//! - [`kits`]: what a server lays over the built-in kits;
//! - [`templates`]: fights that are set up and kept to be played another time.
//!
//! How sheets come into a fight, and what of the fight comes back into them, is a part of what an
//! input changes: `change/lending.rs`.
//!
//! A sheet is only ever its owner's: of another's nobody learns that it is there.

mod kits;
pub mod sheets;
pub mod templates;

use content::Kind;
use engine::command::{Command, Refusal};
use store::fault::Fault;

use crate::held::app::App;
use crate::terms::input::{Input, Origin, Reply};
use crate::terms::shelf::Shelf;

impl App {
    /// What is said about the shelf. None where it is about something else.
    pub(crate) async fn on_shelf(
        &self,
        origin: &Origin,
        words: &Command,
    ) -> Result<Option<Reply>, Fault> {
        let done = match words.verb.as_str() {
            "sheet-new" => self.new_sheet(origin, words).await?,
            "sheet-show" => self.show_sheet(origin, words).await?,
            "sheet-list" => Ok(self.list_sheets(origin).await?),
            "sheet-edit" => self.edit_sheet(origin, words).await?,
            "sheet-copy" => self.copy_sheet(origin, words).await?,
            "sheet-delete" => self.delete_sheet(origin, words).await?,
            "sheet-import" => self.import_sheet(origin, words).await?,
            "sheet-export" => self.export_sheet(origin, words).await?,
            "kit" => self.change_kit(origin, words).await?,
            "load" if words.get("name").is_empty() => Ok(self.list_templates(origin).await?),
            "load" if words.get("drop") == "true" => self.drop_template(origin, words).await?,
            "new" if words.get("system").is_empty() => Ok(Shelf::Systems),
            "join" if words.get("sheet").is_empty() && words.get("from").is_empty() => {
                match self.ask_whom(origin, words).await? {
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
    async fn ask_whom(&self, origin: &Origin, words: &Command) -> Result<Option<Shelf>, Fault> {
        let Ok(fight) = self.find(origin, &Input::command(words.clone())).await? else {
            return Ok(None);
        };
        let now = self.now(fight).await?.filter(|now| now.is_open);
        let Some(now) = now else { return Ok(None) };
        let kit = self.kit_of(now.guild, now.system()).await?;
        let sheets = self.sheet_names(origin, Some(now.system())).await?;
        Ok(Some(Shelf::Joining { sheets, archetypes: kit.names(Kind::Archetype) }))
    }

    /// What on the shelf may be typed in a slot. None where it is about something else.
    pub(crate) async fn complete_on_shelf(
        &self,
        origin: &Origin,
        words: &Command,
        slot: &str,
    ) -> Result<Option<Vec<String>>, Fault> {
        Ok(Some(match (words.verb.as_str(), slot) {
            ("sheet-new", "from") => match self.system_meant(origin, words).await? {
                Ok(system) => self.kit_at(origin.place, &system).await?.names(Kind::Archetype),
                Err(_) => Vec::new(),
            },
            ("sheet-new" | "kit", "system") | ("systems", "add") => systems(),
            ("sheet-export", "format") => vec!["toml".into(), "json".into()],
            (verb, "name") if verb.starts_with("sheet-") && verb != "sheet-new" => {
                self.sheet_names(origin, None).await?
            }
            ("load" | "save", "name") => self.template_names(origin).await?,
            _ => return Ok(None),
        }))
    }
}

fn systems() -> Vec<String> {
    engine::game::SYSTEMS.iter().map(|system| (*system).to_string()).collect()
}

/// Why a file or a field is not taken.
fn bad_file(wrong: Refusal) -> Refusal {
    Refusal { key: "bad-file".into(), ..wrong }
}
