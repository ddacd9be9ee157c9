//! Sheets: a player's own characters; creates, shows, edits, copies, deletes, imports and exports
//! them.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::Value;

use content::{self, Kit, form_fields, no_such_system, sheet_file};
use engine::core::command::{Command, Refusal};
use engine::core::ids::UserId;
use engine::core::names::{find_look_alike, is_same_name};
use engine::core::values::ValueKind;
use engine::game::{Game, JoinRequest, SYSTEM_KEYS};
use engine::visibility::disclosure::Disclosure;
use engine::visibility::view::Viewer;
use store::error::StoreError;
use store::ids::FightId;
use store::rows::{NewSheet, SheetRow, SheetWriteOutcome};

use crate::api::input::RequestContext;
use crate::api::library::{
    LibraryReply, LibraryUpdate, NewcomerKind, SheetCard, SheetSummary, sheet_pages,
};
use crate::api::portrait_url::parse_https_portrait_url;
use crate::api::value_reader::ValueReader;
use crate::api::{RefusableResult, ok_or_return_refusal};
use crate::commands::combatant_names::NameValidator;
use crate::commands::command_resources::{damaged_content_error, sheet_in_fight_refusal};
use crate::commands::typed_slots::{replace_field_names, replace_kit_names_in_command};
use crate::features::library::newcomers::needs_form;
use crate::features::library::{bad_file_refusal, check_file_length, file_stem};
use crate::runtime::app::App;
use crate::state::fight_state::{FightState, from_json};

/// The most sheets that one user may have.
pub const MAX_SHEETS: usize = 50;

/// The prefix of slots that a form uses for sheet fields.
pub const FORM_FIELD_PREFIX: &str = "field.";

impl App {
    /// Handles `sheet-new from: [name: system: portrait: numbers: gear: traits:]`, with any field
    /// of the sheet. Without a name its form is to be filled in.
    pub(crate) async fn create_sheet_or_show_form(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let system =
            ok_or_return_refusal!(self.find_named_or_fight_system(context, command).await?);
        let kit = self.load_kit_for_request(context, &system).await?;
        let mut command = command.clone();
        replace_kit_names_in_command(self.value_reader(), &system, &*kit, &mut command);
        let checked = self
            .check_template_is_no_creature_unless_gm_or_admin(context, &*kit, command.get("from"))
            .await?;
        ok_or_return_refusal!(checked);
        let kind = NewcomerKind::Character;
        if needs_form(&command, kind) {
            let form =
                self.build_newcomer_form_from_template(&system, &*kit, &command, kind, Vec::new());
            let form = form.map_err(bad_file_refusal).map(Box::new);
            return Ok(form.map(LibraryReply::NewcomerForm));
        }
        let fields = self.read_newcomer_fields(&system, &*kit, &command, kind);
        let fields = ok_or_return_refusal!(fields.map_err(bad_file_refusal));
        let body = kit.make_body(command.get("from"), &fields).map_err(bad_file_refusal);
        let portrait = ok_or_return_refusal!(parse_https_portrait_url(command.get("portrait")));
        let sheet = ok_or_return_refusal!(self.build_valid_sheet(
            &system,
            command.get("name"),
            portrait,
            ok_or_return_refusal!(body)
        ));
        self.store_new_sheet(context.user, sheet, LibraryUpdate::Created).await
    }

    /// Loads the user's sheet that the command names.
    pub(crate) async fn show_sheet(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let card = ok_or_return_refusal!(self.load_sheet_card(context.user, command).await?);
        Ok(Ok(LibraryReply::Sheet { card, update: LibraryUpdate::Shown }))
    }

    /// Lists the user's sheets, of all systems.
    pub(crate) async fn list_user_sheets(
        &self,
        context: &RequestContext,
    ) -> Result<LibraryReply, StoreError> {
        let to_summary = |row: SheetRow| SheetSummary {
            id: row.id,
            system: row.system,
            name: row.name,
            is_in_fight: row.fight.is_some(),
        };
        let rows = self.inner.store.load_user_sheets(context.user.0).await?;
        Ok(LibraryReply::Sheets(rows.into_iter().map(to_summary).collect()))
    }

    /// Handles `sheet-edit name: [to: portrait:]` with any field. A form names its fields as
    /// `field.hp` and the revision it showed. Without any change the sheet is shown.
    pub(crate) async fn show_or_edit_sheet(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let row = ok_or_return_refusal!(self.load_own_sheet(context.user, command).await?);
        let kit = self.load_kit_for_request(context, &row.system).await?;
        let mut read = command.clone();
        replace_field_names(self.value_reader(), &row.system, &*kit, &mut read);
        let command = &read;
        let reserved = ["name", "id", "revision", "to", "portrait"];
        let fields: Vec<(&str, &str)> = command
            .slots
            .iter()
            .map(|(slot, text)| (slot.as_str(), text.as_str()))
            .filter(|(slot, _)| !reserved.contains(slot))
            .collect();
        let is_change =
            !fields.is_empty() || command.has_slot("to") || command.has_slot("portrait");
        let shown_revision = command.get("revision");
        if !shown_revision.is_empty() && shown_revision != row.revision.to_string() {
            return Ok(Err(Refusal::new("sheet-changed", "").with("name", &row.name)));
        }
        if !is_change {
            return Ok(Ok(LibraryReply::Sheet {
                card: build_sheet_card(row)?,
                update: LibraryUpdate::Shown,
            }));
        }
        if row.fight.is_some() {
            return Ok(Err(sheet_in_fight_refusal(&row)));
        }
        let body = from_json(&row.body)?;
        let body =
            ok_or_return_refusal!(fill_sheet_fields(&kit, body, &fields, self.value_reader()));
        let sheet = ok_or_return_refusal!(self.build_edited_sheet(&row, command, body));
        self.store_edited_sheet(context.user, &row, &sheet).await
    }

    /// Stores a sheet in the place of the row that was edited. Refuses with `sheet-changed` if
    /// another change came first.
    async fn store_edited_sheet(
        &self,
        user: UserId,
        row: &SheetRow,
        sheet: &NewSheet,
    ) -> RefusableResult<LibraryReply> {
        let taken = self.find_own_sheet_name_like(user, &sheet.name, Some(row.id)).await?;
        if let Some(taken) = taken
            && sheet.name != row.name
        {
            return Ok(Err(name_taken_refusal(&sheet.name, &taken)));
        }
        match self.inner.store.update_sheet_unless_stale(row.id, row.revision, sheet).await? {
            SheetWriteOutcome::Stored => {}
            SheetWriteOutcome::NameTaken => {
                return Ok(Err(name_taken_refusal(&sheet.name, &sheet.name)));
            }
            SheetWriteOutcome::CheckedOut => return Ok(Err(sheet_in_fight_refusal(row))),
        }
        let show_command = Command::new("sheet-show").with("id", row.id);
        let stored = ok_or_return_refusal!(self.load_own_sheet(user, &show_command).await?);
        let is_as_edited = stored.name == sheet.name
            && stored.portrait == sheet.portrait
            && stored.body == sheet.body;
        if !is_as_edited {
            return Ok(Err(Refusal::new("sheet-changed", "").with("name", &row.name)));
        }
        let card = build_sheet_card(stored)?;
        Ok(Ok(LibraryReply::Sheet { card, update: LibraryUpdate::Changed }))
    }

    /// Builds a sheet with a new body, the portrait of the command if it has one, and the name in
    /// its slot `to`. A name that stays is not checked: a sheet of an early version may have one
    /// that would be refused today.
    fn build_edited_sheet(
        &self,
        row: &SheetRow,
        command: &Command,
        body: Value,
    ) -> Result<NewSheet, Refusal> {
        let portrait = match command.slots.get("portrait") {
            Some(address) => parse_https_portrait_url(address)?,
            None => row.portrait.clone(),
        };
        let new_name = command.get("to");
        if new_name.is_empty() || new_name == row.name {
            self.build_sheet_with_name(&row.system, row.name.clone(), portrait, body)
        } else {
            self.build_valid_sheet(&row.system, new_name, portrait, body)
        }
    }

    /// Handles `sheet-copy name: to:`.
    pub(crate) async fn copy_sheet(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let row = ok_or_return_refusal!(self.load_own_sheet(context.user, command).await?);
        let body = from_json(&row.body)?;
        let sheet = ok_or_return_refusal!(self.build_valid_sheet(
            &row.system,
            command.get("to"),
            row.portrait,
            body
        ));
        self.store_new_sheet(context.user, sheet, LibraryUpdate::Copied).await
    }

    /// Handles `sheet-delete name:`, which asks for confirmation; with the shown revision it
    /// deletes.
    pub(crate) async fn delete_sheet_or_ask_confirmation(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let row = ok_or_return_refusal!(self.load_own_sheet(context.user, command).await?);
        let confirmed_revision = command.get("revision");
        if confirmed_revision.is_empty() {
            return Ok(Ok(LibraryReply::Sheet {
                card: build_sheet_card(row)?,
                update: LibraryUpdate::ConfirmDelete,
            }));
        }
        if confirmed_revision != row.revision.to_string() {
            return Ok(Err(Refusal::new("sheet-changed", "").with("name", &row.name)));
        }
        self.inner.store.delete_sheet(row.id).await?;
        Ok(Ok(LibraryReply::SheetDeleted { name: row.name }))
    }

    /// Handles `sheet-import text: [file: name:]`: stores a sheet from a file that somebody wrote
    /// or exported.
    pub(crate) async fn import_sheet(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let text = command.get("text");
        ok_or_return_refusal!(check_file_length(text));
        let format = sheet_file::SheetFormat::detect(command.get("file"), text);
        let header = ok_or_return_refusal!(
            sheet_file::parse_header_and_check_unique_keys(format, text).map_err(bad_file_refusal)
        );
        let system = ok_or_return_refusal!(self.read_system_name(&header.system));
        let kit = self.load_kit_for_request(context, &system).await?;
        let mut template = Command::new("sheet-new").with("from", &header.template);
        replace_kit_names_in_command(self.value_reader(), &system, &*kit, &mut template);
        let checked = self
            .check_template_is_no_creature_unless_gm_or_admin(context, &*kit, template.get("from"))
            .await?;
        ok_or_return_refusal!(checked);
        let reader = self.value_reader();
        let read_field =
            |name: &str, keys: &[String]| reader(&system, ValueKind::SheetField, name, keys).ok();
        let from = template.get("from");
        let body = sheet_file::parse_body_with_field_names(format, text, from, &kit, &read_field);
        let body = ok_or_return_refusal!(body.map_err(bad_file_refusal));
        let name =
            if command.has_slot("name") { command.get("name") } else { header.name.as_str() };
        let portrait = ok_or_return_refusal!(parse_https_portrait_url(
            header.portrait.as_deref().unwrap_or("")
        ));
        let sheet = ok_or_return_refusal!(self.build_valid_sheet(&system, name, portrait, body));
        self.store_new_sheet(context.user, sheet, LibraryUpdate::Imported).await
    }

    /// Returns the key of the system that a file names as people write it: `DR12`, `the dr12`.
    fn read_system_name(&self, name: &str) -> Result<String, Refusal> {
        let keys: Vec<String> = SYSTEM_KEYS.iter().map(ToString::to_string).collect();
        let read = (self.value_reader())("", ValueKind::System, name, &keys);
        read.map_err(|_| no_such_system(name))
    }

    /// Handles `sheet-export name: [format:]`.
    pub(crate) async fn export_sheet(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let row = ok_or_return_refusal!(self.load_own_sheet(context.user, command).await?);
        let is_json = command.get("format") == "json";
        let format =
            if is_json { sheet_file::SheetFormat::Json } else { sheet_file::SheetFormat::Toml };
        let kit = self.load_kit_for_request(context, &row.system).await?;
        let header = sheet_file::SheetHeader {
            system: row.system,
            name: row.name,
            template: String::new(),
            portrait: row.portrait,
        };
        let text = sheet_file::format_sheet_file(format, &header, &from_json(&row.body)?, &kit)
            .map_err(damaged_content_error)?;
        let name = format!("{}.{}", file_stem(&header.name, "sheet"), format.extension());
        Ok(Ok(LibraryReply::SheetFile { name, text }))
    }

    /// Loads the sheet with `id:` for its owner to edit in a form.
    ///
    /// # Errors
    /// Fails when the store cannot be read. The inner error refuses a sheet that is missing or in a
    /// fight.
    pub async fn load_own_free_sheet_for_form(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<SheetCard> {
        let card = ok_or_return_refusal!(self.load_sheet_card(context.user, command).await?);
        if card.fight.is_some() {
            return Ok(Err(Refusal::new("sheet-in-fight", "").with("name", &card.name)));
        }
        Ok(Ok(card))
    }

    /// Returns the system for a new sheet: the named one, else that of the fight here.
    pub(crate) async fn find_named_or_fight_system(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<String> {
        let named = command.get("system");
        if !named.is_empty() {
            return Ok(named_or_fight_system(named, None));
        }
        let fight_here = ok_or_return_refusal!(self.load_fight_if_any(context, command).await?);
        Ok(named_or_fight_system("", fight_here.as_deref()))
    }

    /// Loads the card of the user's sheet that the command names. Refuses with `no-sheet`.
    async fn load_sheet_card(&self, user: UserId, command: &Command) -> RefusableResult<SheetCard> {
        let row = ok_or_return_refusal!(self.load_own_sheet(user, command).await?);
        Ok(Ok(build_sheet_card(row)?))
    }

    /// Returns the name of a sheet of the user that people could take for this one, besides the
    /// sheet `except_sheet_id`.
    async fn find_own_sheet_name_like(
        &self,
        user: UserId,
        name: &str,
        except_sheet_id: Option<i64>,
    ) -> Result<Option<String>, StoreError> {
        let rows = self.inner.store.load_user_sheets(user.0).await?;
        let others = rows.iter().filter(|row| Some(row.id) != except_sheet_id);
        let taken = find_look_alike(name, others.map(|row| row.name.as_str()));
        Ok(taken.map(String::from))
    }

    /// Stores a new sheet of the user and returns its card. Refuses with `too-many-sheets` or
    /// `sheet-name-taken`.
    pub(super) async fn store_new_sheet(
        &self,
        user: UserId,
        sheet: NewSheet,
        update: LibraryUpdate,
    ) -> RefusableResult<LibraryReply> {
        if self.inner.store.load_user_sheets(user.0).await?.len() >= MAX_SHEETS {
            return Ok(Err(Refusal::new("too-many-sheets", "").with("most", MAX_SHEETS)));
        }
        if let Some(taken) = self.find_own_sheet_name_like(user, &sheet.name, None).await? {
            return Ok(Err(name_taken_refusal(&sheet.name, &taken)));
        }
        match self.inner.store.insert_sheet_if_name_free(user.0, &sheet).await? {
            SheetWriteOutcome::Stored => {}
            SheetWriteOutcome::NameTaken | SheetWriteOutcome::CheckedOut => {
                return Ok(Err(name_taken_refusal(&sheet.name, &sheet.name)));
            }
        }
        let show_command = Command::new("sheet-show").with("name", &sheet.name);
        let card = ok_or_return_refusal!(self.load_sheet_card(user, &show_command).await?);
        Ok(Ok(LibraryReply::Sheet { card, update }))
    }

    /// Builds a sheet that the rules of its system accept.
    pub(super) fn build_valid_sheet(
        &self,
        system: &str,
        name: &str,
        portrait: Option<String>,
        body: Value,
    ) -> Result<NewSheet, Refusal> {
        let game = Game::new(system).ok_or_else(|| no_such_system(system))?;
        let reader = self.value_reader();
        let name = NameValidator { game: &game, giver: Viewer::Gm, reader }.parse(name)?;
        self.build_sheet_with_name(system, name, portrait, body)
    }

    /// Builds a sheet as [`App::build_valid_sheet`], with a name that was accepted before.
    fn build_sheet_with_name(
        &self,
        system: &str,
        name: String,
        portrait: Option<String>,
        body: Value,
    ) -> Result<NewSheet, Refusal> {
        let body = check_and_reset_sheet_body(self, system, &name, body)?;
        Ok(NewSheet { system: system.into(), name, portrait, body: body.to_string() })
    }
}

/// Returns the system that is named, or else that of the fight.
///
/// # Errors
/// `which-system` without either; a refusal of an unknown system.
pub(super) fn named_or_fight_system(
    named: &str,
    fight: Option<&FightState>,
) -> Result<String, Refusal> {
    match (named, fight) {
        ("", Some(state)) => Ok(state.system().to_string()),
        ("", None) => Err(Refusal::new("which-system", "").with("systems", SYSTEM_KEYS.join(", "))),
        (named, _) if SYSTEM_KEYS.contains(&named) => Ok(named.to_string()),
        (named, _) => Err(no_such_system(named)),
    }
}

/// Returns a body as a sheet keeps it: it may join a fight of its system, and nothing of a fight is
/// left in it.
fn check_and_reset_sheet_body(
    app: &App,
    system: &str,
    name: &str,
    body: Value,
) -> Result<Value, Refusal> {
    let game = Game::new(system).ok_or_else(|| no_such_system(system))?;
    // Whose it is does not matter to the rules; only that a player has it.
    let user = Some(UserId(1));
    let joining = JoinRequest { disclosure: Disclosure::new(name.into()), user, sheet: None, body };
    let game = game.add_combatant(joining, &mut *(app.inner.dice_factory)())?.game;
    let lasting_body = game
        .list_present_members()
        .first()
        .and_then(|member| game.body_json_after_fight(member.id));
    lasting_body.ok_or_else(|| Refusal::new("bad-setup", ""))
}

/// Puts typed values into the fields of a sheet, one after the other. Refuses the first that does
/// not fit.
fn fill_sheet_fields(
    kit: &Arc<dyn Kit>,
    body: Value,
    fields: &[(&str, &str)],
    reader: ValueReader,
) -> Result<Value, Refusal> {
    let items = kit.item_names();
    let mut filled_body = body;
    for (slot, typed) in fields {
        let field = slot.strip_prefix(FORM_FIELD_PREFIX).unwrap_or(slot);
        let text = with_item_names_of_kit(reader, &items, typed);
        filled_body = form_fields::fill_field(kit, &filled_body, field, &text)
            .map_err(|refusal| bad_file_refusal(content::with_outer_place(refusal, field)))?;
    }
    Ok(filled_body)
}

/// Replaces items in a list with commas, which may be named in the reader's language, by their
/// names in the kit. A text that names none of them stays exactly as it was typed.
fn with_item_names_of_kit<'t>(
    reader: ValueReader,
    items: &[String],
    typed: &'t str,
) -> Cow<'t, str> {
    let parts: Vec<&str> = typed.split(',').map(str::trim).collect();
    let to_kit_name = |part: &&str| {
        let read = reader("", ValueKind::SlotWord("item"), part, items);
        read.unwrap_or_else(|_| (*part).to_owned())
    };
    let names: Vec<String> = parts.iter().map(to_kit_name).collect();
    if names == parts { Cow::Borrowed(typed) } else { Cow::Owned(names.join(", ")) }
}

pub(crate) fn build_sheet_card(row: SheetRow) -> Result<SheetCard, StoreError> {
    Ok(SheetCard {
        id: row.id,
        revision: row.revision,
        pages: sheet_pages(&row.system, &from_json(&row.body)?),
        system: row.system,
        name: row.name,
        portrait: row.portrait,
        fight: row.fight.map(FightId),
    })
}

/// Refuses a name that a sheet of the user has, or that people could take for its name.
fn name_taken_refusal(name: &str, taken: &str) -> Refusal {
    let refusal = Refusal::new("sheet-name-taken", "").with("name", name);
    // A name that only looks alike is quoted, since the user may not see the difference.
    if is_same_name(name, taken) { refusal } else { refusal.with("found", taken) }
}
