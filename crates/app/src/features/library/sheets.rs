//! Sheets: a player's own characters, made, read, changed, copied, deleted, taken in and out.

use std::sync::Arc;

use serde_json::Value;

use content::{self, Fields, Kit, form_fields, no_such_system, sheet_file};
use engine::core::command::{Command, Refusal};
use engine::core::ids::UserId;
use engine::game::{Game, JoinRequest, SYSTEM_KEYS};
use engine::visibility::disclosure::Disclosure;
use store::error::StoreError;
use store::ids::FightId;
use store::rows::{NewSheet, SheetRow, SheetWriteOutcome};

use crate::api::input::{RequestContext, RequestPlace};
use crate::api::library::{LibraryReply, LibraryUpdate, SheetCard, SheetSummary, sheet_pages};
use crate::api::portrait_url::parse_portrait_url;
use crate::commands::command_resources::{damaged_content_error, sheet_in_fight_refusal};
use crate::commands::roster;
use crate::features::library::bad_file_refusal;
use crate::runtime::app::App;
use crate::state::fight_state::from_json;

/// The most sheets of one user.
pub const MAX_SHEETS: usize = 50;

/// Slots that name fields of the sheet in a form.
pub const FORM_FIELD_PREFIX: &str = "field.";

type RefusableResult<T> = Result<Result<T, Refusal>, StoreError>;

/// Gives a refusal back that is no fault.
macro_rules! need {
    ($said:expr) => {
        match $said {
            Ok(it) => it,
            Err(refusal) => return Ok(Err(refusal)),
        }
    };
}
pub(crate) use need;

impl App {
    /// `sheet-new from: name: [system: portrait:]`, and any field of the sheet.
    pub(crate) async fn create_sheet(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let system = need!(self.resolve_system(context, command).await?);
        let kit = self.load_kit_for_place(context.place, &system).await?;
        let own = ["name", "from", "system", "portrait"];
        let fields = command.slots.iter().filter(|(slot, _)| !own.contains(&slot.as_str()));
        let fields: Fields = fields.map(|(slot, text)| (slot.clone(), text.clone())).collect();
        let made = kit.make_body(command.get("from"), &fields).map_err(bad_file_refusal);
        let portrait = need!(parse_portrait_url(command.get("portrait")));
        let sheet =
            need!(self.build_valid_sheet(&system, command.get("name"), portrait, need!(made)));
        self.store_new_sheet(context.user, sheet, LibraryUpdate::Created).await
    }

    pub(crate) async fn show_sheet(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let card = need!(self.load_sheet_card(context.user, command).await?);
        Ok(Ok(LibraryReply::Sheet { card, update: LibraryUpdate::Shown }))
    }

    pub(crate) async fn list_sheets(
        &self,
        context: &RequestContext,
    ) -> Result<LibraryReply, StoreError> {
        let line = |row: SheetRow| SheetSummary {
            id: row.id,
            system: row.system,
            name: row.name,
            is_in_fight: row.fight.is_some(),
        };
        let rows = self.inner.store.load_user_sheets(context.user.0).await?;
        Ok(LibraryReply::Sheets(rows.into_iter().map(line).collect()))
    }

    /// `sheet-edit name: [to: portrait:]` and any field; a form says its fields as `field.hp`, and
    /// as which revision it showed them. Without any of that the sheet is shown.
    pub(crate) async fn edit_sheet(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let row = need!(self.load_own_sheet(context.user, command).await?);
        let own = ["name", "id", "revision", "to", "portrait"];
        let filled: Vec<(&str, &str)> = command
            .slots
            .iter()
            .map(|(slot, text)| (slot.as_str(), text.as_str()))
            .filter(|(slot, _)| !own.contains(slot))
            .collect();
        let is_change =
            !filled.is_empty() || command.has_slot("to") || command.has_slot("portrait");
        let shown = command.get("revision");
        if !shown.is_empty() && shown != row.revision.to_string() {
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
        let kit = self.load_kit_for_place(context.place, &row.system).await?;
        let body = need!(fill_sheet_fields(&kit, from_json(&row.body)?, &filled));
        let name = if command.has_slot("to") { command.get("to") } else { row.name.as_str() };
        let portrait = match command.slots.get("portrait") {
            Some(address) => need!(parse_portrait_url(address)),
            None => row.portrait.clone(),
        };
        let sheet = need!(self.build_valid_sheet(&row.system, name, portrait, body));
        match self.inner.store.update_sheet(row.id, row.revision, &sheet).await? {
            SheetWriteOutcome::Stored => {}
            SheetWriteOutcome::NameTaken => return Ok(Err(name_taken_refusal(&sheet.name))),
            SheetWriteOutcome::CheckedOut => return Ok(Err(sheet_in_fight_refusal(&row))),
        }
        let id = Command::new("sheet-show").with("id", row.id);
        let card = need!(self.load_sheet_card(context.user, &id).await?);
        Ok(Ok(LibraryReply::Sheet { card, update: LibraryUpdate::Changed }))
    }

    /// `sheet-copy name: to:`.
    pub(crate) async fn copy_sheet(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let row = need!(self.load_own_sheet(context.user, command).await?);
        let body = from_json(&row.body)?;
        let sheet =
            need!(self.build_valid_sheet(&row.system, command.get("to"), row.portrait, body));
        self.store_new_sheet(context.user, sheet, LibraryUpdate::Copied).await
    }

    /// `sheet-delete name:` asks; with the revision that was shown it is done.
    pub(crate) async fn delete_sheet(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let row = need!(self.load_own_sheet(context.user, command).await?);
        let sure = command.get("revision");
        if sure.is_empty() {
            return Ok(Ok(LibraryReply::Sheet {
                card: build_sheet_card(row)?,
                update: LibraryUpdate::ConfirmDelete,
            }));
        }
        if sure != row.revision.to_string() {
            return Ok(Err(Refusal::new("sheet-changed", "").with("name", &row.name)));
        }
        self.inner.store.delete_sheet(row.id).await?;
        Ok(Ok(LibraryReply::SheetDeleted { name: row.name }))
    }

    /// `sheet-import text: [file: name:]`: a sheet that somebody has written or taken away.
    pub(crate) async fn import_sheet(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let text = command.get("text");
        if text.len() > sheet_file::MAX_FILE_BYTES {
            return Ok(Err(
                Refusal::new("file-too-long", "").with("most", sheet_file::MAX_FILE_BYTES / 1024)
            ));
        }
        let format = sheet_file::SheetFormat::detect(command.get("file"), text);
        let head = need!(sheet_file::parse_header(format, text).map_err(bad_file_refusal));
        if !SYSTEM_KEYS.contains(&head.system.as_str()) {
            return Ok(Err(no_such_system(&head.system)));
        }
        let kit = self.load_kit_for_place(context.place, &head.system).await?;
        let body = sheet_file::parse_body(format, text, &head.template, &kit);
        let body = need!(body.map_err(bad_file_refusal));
        let name = if command.has_slot("name") { command.get("name") } else { head.name.as_str() };
        let portrait = need!(parse_portrait_url(head.portrait.as_deref().unwrap_or("")));
        let sheet = need!(self.build_valid_sheet(&head.system, name, portrait, body));
        self.store_new_sheet(context.user, sheet, LibraryUpdate::Imported).await
    }

    /// `sheet-export name: [format:]`.
    pub(crate) async fn export_sheet(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<LibraryReply> {
        let row = need!(self.load_own_sheet(context.user, command).await?);
        let is_json = command.get("format") == "json";
        let format =
            if is_json { sheet_file::SheetFormat::Json } else { sheet_file::SheetFormat::Toml };
        let kit = self.load_kit_for_place(context.place, &row.system).await?;
        let head = sheet_file::SheetHeader {
            system: row.system,
            name: row.name,
            template: String::new(),
            portrait: row.portrait,
        };
        let text = sheet_file::write_sheet(format, &head, &from_json(&row.body)?, &kit)
            .map_err(damaged_content_error)?;
        let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '-';
        let plain: String = head.name.replace(' ', "-").chars().filter(is_plain).collect();
        let plain = if plain.is_empty() { "sheet" } else { &plain };
        Ok(Ok(LibraryReply::SheetFile { name: format!("{plain}.{}", format.extension()), text }))
    }

    /// The sheet of that `id:`, to be changed by its owner in a form.
    ///
    /// # Errors
    /// The store could not be read. Within: there is no such sheet, or it may not change.
    pub async fn load_sheet_for_form(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<SheetCard> {
        let card = need!(self.load_sheet_card(context.user, command).await?);
        if card.fight.is_some() {
            return Ok(Err(Refusal::new("sheet-in-fight", "").with("name", &card.name)));
        }
        Ok(Ok(card))
    }

    /// The system of a sheet to be made: the one that is named, else that of the fight here.
    pub(crate) async fn resolve_system(
        &self,
        context: &RequestContext,
        command: &Command,
    ) -> RefusableResult<String> {
        let named = command.get("system");
        if SYSTEM_KEYS.contains(&named) {
            return Ok(Ok(named.into()));
        }
        if !named.is_empty() {
            return Ok(Err(no_such_system(named)));
        }
        let here = match context.place {
            RequestPlace::Channel { channel, .. } => self.find_latest_fight(channel).await?,
            RequestPlace::Dm { .. } => None,
        };
        let here = match here {
            Some(fight) => self.load_fight(fight).await?,
            None => None,
        };
        let which = || Refusal::new("which-system", "").with("systems", SYSTEM_KEYS.join(", "));
        Ok(here.map(|now| now.system().to_string()).ok_or_else(which))
    }

    async fn load_sheet_card(&self, user: UserId, command: &Command) -> RefusableResult<SheetCard> {
        let row = need!(self.load_own_sheet(user, command).await?);
        Ok(Ok(build_sheet_card(row)?))
    }

    async fn store_new_sheet(
        &self,
        user: UserId,
        sheet: NewSheet,
        update: LibraryUpdate,
    ) -> RefusableResult<LibraryReply> {
        if self.inner.store.load_user_sheets(user.0).await?.len() >= MAX_SHEETS {
            return Ok(Err(Refusal::new("too-many-sheets", "").with("most", MAX_SHEETS)));
        }
        match self.inner.store.insert_sheet(user.0, &sheet).await? {
            SheetWriteOutcome::Stored => {}
            SheetWriteOutcome::NameTaken | SheetWriteOutcome::CheckedOut => {
                return Ok(Err(name_taken_refusal(&sheet.name)));
            }
        }
        let words = Command::new("sheet-show").with("name", &sheet.name);
        let card = need!(self.load_sheet_card(user, &words).await?);
        Ok(Ok(LibraryReply::Sheet { card, update }))
    }

    /// A sheet that could join a fight of its system: the rules themselves look at it.
    fn build_valid_sheet(
        &self,
        system: &str,
        name: &str,
        portrait: Option<String>,
        body: Value,
    ) -> Result<NewSheet, Refusal> {
        let name = roster::parse_name(name)?;
        let body = normalise_sheet_body(self, system, &name, body)?;
        Ok(NewSheet { system: system.into(), name, portrait, body: body.to_string() })
    }
}

/// A body as it is on the sheet: it may join a fight of its system, and has nothing of one in it.
fn normalise_sheet_body(
    app: &App,
    system: &str,
    name: &str,
    body: Value,
) -> Result<Value, Refusal> {
    let game = Game::new(system).ok_or_else(|| no_such_system(system))?;
    let user = Some(UserId(1));
    let joining = JoinRequest { disclosure: Disclosure::new(name.into()), user, sheet: None, body };
    let game = game.add_combatant(joining, &mut *(app.inner.dice_factory)())?.game;
    let lasting = game.members().first().and_then(|one| game.body_json_after_fight(one.id));
    lasting.ok_or_else(|| Refusal::new("bad-setup", ""))
}

fn fill_sheet_fields(
    kit: &Arc<dyn Kit>,
    body: Value,
    fields: &[(&str, &str)],
) -> Result<Value, Refusal> {
    fields.iter().try_fold(body, |body, (slot, text)| {
        let field = slot.strip_prefix(FORM_FIELD_PREFIX).unwrap_or(slot);
        form_fields::fill_field(kit, &body, field, text)
            .map_err(|wrong| bad_file_refusal(content::with_place(wrong, field)))
    })
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

fn name_taken_refusal(name: &str) -> Refusal {
    Refusal::new("sheet-name-taken", "").with("name", name)
}
