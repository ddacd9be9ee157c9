//! The library: what is kept outside of fights. Players' sheets, GMs' templates, servers' kits.
//!
//! - [`bestiary`]: the creatures of the kits;
//! - [`sheets`]: a player's own characters;
//! - [`newcomers`]: the forms of new characters and of a GM's own NPCs;
//! - [`kits`]: what a server adds to the built-in kits;
//! - [`templates`]: templates: fights that are set up and stored to be played another time.
//!
//! `transaction/checkouts.rs` brings sheets into a fight and writes changes back.
//!
//! A sheet belongs to its owner alone: nobody else learns that it exists.

mod bestiary;
mod kits;
pub mod newcomers;
pub mod sheets;
pub mod templates;

use content::newcomers::{AskedContent, NewcomerKind, list_form_fields_with_values};
use content::sheet_file::MAX_FILE_BYTES;
use content::{Fields, Kit, TemplateKind};
use engine::core::command::{Command, Refusal};
use store::error::StoreError;

use crate::api::input::{InputReply, RequestContext, UserInput};
use crate::api::library::{ArchetypeSummary, LibraryReply};
use crate::commands::game_command::is_leaving;
use crate::runtime::app::App;

impl App {
    /// Handles a command about the library; `None` for other commands.
    pub(crate) async fn handle_if_library_command(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<Option<InputReply>, StoreError> {
        let outcome = match command.verb.as_str() {
            "sheet-new" => self.create_sheet_or_show_form(context, command).await?,
            "sheet-show" => self.show_sheet(context, command).await?,
            "sheet-list" => Ok(self.list_user_sheets(context).await?),
            "sheet-edit" => self.show_or_edit_sheet(context, command).await?,
            "sheet-copy" => self.copy_sheet(context, command).await?,
            "sheet-delete" => self.delete_sheet_or_ask_confirmation(context, command).await?,
            "sheet-import" => self.import_sheet(context, command).await?,
            "sheet-export" => self.export_sheet(context, command).await?,
            "kit" => self.handle_kit_command(context, command).await?,
            "bestiary" => self.show_bestiary(context, command).await?,
            "npc-export" => self.export_creature_or_own_sheet(context, command).await?,
            "npc-import" => self.import_creature_or_extend_kit(context, command).await?,
            "load" if command.get("name").is_empty() => {
                Ok(self.list_user_templates(context).await?)
            }
            "load" if command.get("drop") == "true" => {
                self.delete_template(context, command).await?
            }
            "new" if command.get("system").is_empty() => Ok(LibraryReply::ChooseSystem),
            "join"
                if command.get("sheet").is_empty()
                    && command.get("from").is_empty()
                    && !is_leaving(command) =>
            {
                match self.list_playable_characters(context, command).await? {
                    Some(reply) => Ok(reply),
                    None => return Ok(None),
                }
            }
            _ => return Ok(None),
        };
        Ok(Some(match outcome {
            Ok(reply) => InputReply::Library(Box::new(reply)),
            Err(refusal) => InputReply::Refused(Box::new(refusal)),
        }))
    }

    /// Lists the user's sheets and the kit's archetypes that the user could play in the fight here;
    /// `None` where no fight is open. The command only says which fight.
    async fn list_playable_characters(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> Result<Option<LibraryReply>, StoreError> {
        let Ok(fight) = self.find_fight(context, &UserInput::from_command(command.clone())).await?
        else {
            return Ok(None);
        };
        let state = self.load_fight(fight).await?.filter(|state| state.is_open);
        let Some(state) = state else { return Ok(None) };
        let kit = self.load_kit_for_server(state.guild, state.system()).await?;
        let sheets = self.load_sheet_names(context, Some(state.system())).await?;
        let archetypes = kit.template_names(TemplateKind::Archetype).into_iter();
        let archetypes =
            archetypes.map(|name| summarize_archetype(&*kit, state.system(), name)).collect();
        Ok(Some(LibraryReply::ChooseCharacter { sheets, archetypes }))
    }

    /// Completes a slot with names from the library; `None` for other slots.
    pub(crate) async fn complete_slot_if_library(
        &self,
        context: &RequestContext,
        command: &Command,
        slot: &str,
    ) -> Result<Option<Vec<String>>, StoreError> {
        Ok(Some(match (command.verb.as_str(), slot) {
            ("sheet-new", "from") => match self.find_named_or_fight_system(context, command).await?
            {
                Ok(system) => self
                    .load_kit_for_request(context, &system)
                    .await?
                    .template_names(TemplateKind::Archetype),
                Err(_) => Vec::new(),
            },
            ("sheet-new" | "kit" | "npc-new" | "npc-export" | "npc-import", "system")
            | ("systems", "add") => system_names(),
            ("sheet-export", "format") => vec!["toml".into(), "json".into()],
            (verb, "name") if verb.starts_with("sheet-") && verb != "sheet-new" => {
                self.load_sheet_names(context, None).await?
            }
            ("load" | "save", "name") => self.load_template_names(context).await?,
            _ => return Ok(None),
        }))
    }
}

/// Returns an archetype with the names of what a character of it has.
fn summarize_archetype(kit: &dyn Kit, system: &str, name: String) -> ArchetypeSummary {
    let body = kit.make_body(&name, &Fields::new()).unwrap_or_default();
    let mut gear = Vec::new();
    for value in list_form_fields_with_values(system, NewcomerKind::Character, &body) {
        if let AskedContent::Gear(items) = value.content {
            gear.extend(items);
        }
    }
    ArchetypeSummary { name, gear }
}

fn system_names() -> Vec<String> {
    engine::game::SYSTEM_KEYS.iter().map(|system| (*system).to_string()).collect()
}

/// Checks that a file is not longer than one may be.
///
/// # Errors
/// `file-too-long`.
fn check_file_length(text: &str) -> Result<(), Refusal> {
    match text.len() {
        0..=MAX_FILE_BYTES => Ok(()),
        _ => Err(Refusal::new("file-too-long", "").with("most", MAX_FILE_BYTES / 1024)),
    }
}

/// Returns the name of a file for what has this name, without its extension. `fallback` is for
/// names of which a file can have no letter.
fn file_stem(name: &str, fallback: &str) -> String {
    let is_allowed = |character: &char| character.is_ascii_alphanumeric() || *character == '-';
    let stem: String = name.replace(' ', "-").chars().filter(is_allowed).collect();
    if stem.is_empty() { fallback.into() } else { stem }
}

/// Turns a refusal of the kit into the refusal of a file or field.
fn bad_file_refusal(refusal: Refusal) -> Refusal {
    Refusal { key: "bad-file".into(), ..refusal }
}
