//! Sheets: a player's own characters, made, read, changed, copied, deleted, taken in and out.

use std::sync::Arc;

use serde_json::Value;

use content::{self, Fields, Kit, form, no_such_system, sheet_file};
use engine::command::{Command, Refusal};
use engine::game::{Game, Joining, SYSTEMS};
use engine::ids::UserId;
use engine::ladder::Disclosure;
use store::fault::Fault;
use store::ids::FightId;
use store::rows::{NewSheet, SheetKept, SheetRow};

use crate::deeds::roster;
use crate::deeds::supplies::{damaged, in_fight};
use crate::features::shelf::bad_file;
use crate::fight::fight_state::read;
use crate::held::app::App;
use crate::terms::input::{Origin, Place};
use crate::terms::portrait::portrait;
use crate::terms::shelf::{News, SheetCard, SheetLine, Shelf, pages};

/// The most sheets of one user.
pub const MOST_SHEETS: usize = 50;

/// Slots that name fields of the sheet in a form.
pub const FIELD: &str = "field.";

type Tried<T> = Result<Result<T, Refusal>, Fault>;

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
    pub(crate) async fn new_sheet(&self, origin: &Origin, words: &Command) -> Tried<Shelf> {
        let system = need!(self.system_meant(origin, words).await?);
        let kit = self.kit_at(origin.place, &system).await?;
        let own = ["name", "from", "system", "portrait"];
        let fields = words.slots.iter().filter(|(slot, _)| !own.contains(&slot.as_str()));
        let fields: Fields = fields.map(|(slot, text)| (slot.clone(), text.clone())).collect();
        let made = kit.make(words.get("from"), &fields).map_err(bad_file);
        let portrait = need!(portrait(words.get("portrait")));
        let sheet = need!(self.whole(&system, words.get("name"), portrait, need!(made)));
        self.put(origin.user, sheet, News::Made).await
    }

    pub(crate) async fn show_sheet(&self, origin: &Origin, words: &Command) -> Tried<Shelf> {
        let card = need!(self.card(origin.user, words).await?);
        Ok(Ok(Shelf::Sheet { card, news: News::Shown }))
    }

    pub(crate) async fn list_sheets(&self, origin: &Origin) -> Result<Shelf, Fault> {
        let line = |row: SheetRow| SheetLine {
            id: row.id,
            system: row.system,
            name: row.name,
            is_in_fight: row.fight.is_some(),
        };
        let rows = self.inner.store.sheets_of(origin.user.0).await?;
        Ok(Shelf::Sheets(rows.into_iter().map(line).collect()))
    }

    /// `sheet-edit name: [to: portrait:]` and any field; a form says its fields as `field.hp`, and
    /// as which revision it showed them. Without any of that the sheet is shown.
    pub(crate) async fn edit_sheet(&self, origin: &Origin, words: &Command) -> Tried<Shelf> {
        let row = need!(self.own_sheet(origin.user, words).await?);
        let own = ["name", "id", "revision", "to", "portrait"];
        let filled: Vec<(&str, &str)> = words
            .slots
            .iter()
            .map(|(slot, text)| (slot.as_str(), text.as_str()))
            .filter(|(slot, _)| !own.contains(slot))
            .collect();
        let is_change = !filled.is_empty() || words.has("to") || words.has("portrait");
        let shown = words.get("revision");
        if !shown.is_empty() && shown != row.revision.to_string() {
            return Ok(Err(Refusal::new("sheet-changed", "").with("name", &row.name)));
        }
        if !is_change {
            return Ok(Ok(Shelf::Sheet { card: card(row)?, news: News::Shown }));
        }
        if row.fight.is_some() {
            return Ok(Err(in_fight(&row)));
        }
        let kit = self.kit_at(origin.place, &row.system).await?;
        let body = need!(fill(&kit, read(&row.body)?, &filled));
        let name = if words.has("to") { words.get("to") } else { row.name.as_str() };
        let portrait = match words.slots.get("portrait") {
            Some(address) => need!(portrait(address)),
            None => row.portrait.clone(),
        };
        let sheet = need!(self.whole(&row.system, name, portrait, body));
        match self.inner.store.change_sheet(row.id, row.revision, &sheet).await? {
            SheetKept::Stored => {}
            SheetKept::NameTaken => return Ok(Err(name_taken(&sheet.name))),
            SheetKept::Lent => return Ok(Err(in_fight(&row))),
        }
        let id = Command::new("sheet-show").with("id", row.id);
        let card = need!(self.card(origin.user, &id).await?);
        Ok(Ok(Shelf::Sheet { card, news: News::Changed }))
    }

    /// `sheet-copy name: to:`.
    pub(crate) async fn copy_sheet(&self, origin: &Origin, words: &Command) -> Tried<Shelf> {
        let row = need!(self.own_sheet(origin.user, words).await?);
        let body = read(&row.body)?;
        let sheet = need!(self.whole(&row.system, words.get("to"), row.portrait, body));
        self.put(origin.user, sheet, News::Copied).await
    }

    /// `sheet-delete name:` asks; with the revision that was shown it is done.
    pub(crate) async fn delete_sheet(&self, origin: &Origin, words: &Command) -> Tried<Shelf> {
        let row = need!(self.own_sheet(origin.user, words).await?);
        let sure = words.get("revision");
        if sure.is_empty() {
            return Ok(Ok(Shelf::Sheet { card: card(row)?, news: News::AskedToDelete }));
        }
        if sure != row.revision.to_string() {
            return Ok(Err(Refusal::new("sheet-changed", "").with("name", &row.name)));
        }
        self.inner.store.delete_sheet(row.id).await?;
        Ok(Ok(Shelf::Deleted { name: row.name }))
    }

    /// `sheet-import text: [file: name:]`: a sheet that somebody has written or taken away.
    pub(crate) async fn import_sheet(&self, origin: &Origin, words: &Command) -> Tried<Shelf> {
        let text = words.get("text");
        if text.len() > sheet_file::LONGEST {
            return Ok(Err(
                Refusal::new("file-too-long", "").with("most", sheet_file::LONGEST / 1024)
            ));
        }
        let format = sheet_file::Format::of(words.get("file"), text);
        let head = need!(sheet_file::head(format, text).map_err(bad_file));
        if !SYSTEMS.contains(&head.system.as_str()) {
            return Ok(Err(no_such_system(&head.system)));
        }
        let kit = self.kit_at(origin.place, &head.system).await?;
        let body = sheet_file::body(format, text, &head.from, &kit);
        let body = need!(body.map_err(bad_file));
        let name = if words.has("name") { words.get("name") } else { head.name.as_str() };
        let portrait = need!(portrait(head.portrait.as_deref().unwrap_or("")));
        let sheet = need!(self.whole(&head.system, name, portrait, body));
        self.put(origin.user, sheet, News::Imported).await
    }

    /// `sheet-export name: [format:]`.
    pub(crate) async fn export_sheet(&self, origin: &Origin, words: &Command) -> Tried<Shelf> {
        let row = need!(self.own_sheet(origin.user, words).await?);
        let is_json = words.get("format") == "json";
        let format = if is_json { sheet_file::Format::Json } else { sheet_file::Format::Toml };
        let kit = self.kit_at(origin.place, &row.system).await?;
        let head = sheet_file::Head {
            system: row.system,
            name: row.name,
            from: String::new(),
            portrait: row.portrait,
        };
        let text = sheet_file::write(format, &head, &read(&row.body)?, &kit).map_err(damaged)?;
        let is_plain = |letter: &char| letter.is_ascii_alphanumeric() || *letter == '-';
        let plain: String = head.name.replace(' ', "-").chars().filter(is_plain).collect();
        let plain = if plain.is_empty() { "sheet" } else { &plain };
        Ok(Ok(Shelf::File { name: format!("{plain}.{}", format.ending()), text }))
    }

    /// The sheet of that `id:`, to be changed by its owner in a form.
    ///
    /// # Errors
    /// The store could not be read. Within: there is no such sheet, or it may not change.
    pub async fn sheet_to_change(&self, origin: &Origin, words: &Command) -> Tried<SheetCard> {
        let card = need!(self.card(origin.user, words).await?);
        if card.fight.is_some() {
            return Ok(Err(Refusal::new("sheet-in-fight", "").with("name", &card.name)));
        }
        Ok(Ok(card))
    }

    /// The system of a sheet to be made: the one that is named, else that of the fight here.
    pub(crate) async fn system_meant(&self, origin: &Origin, words: &Command) -> Tried<String> {
        let named = words.get("system");
        if SYSTEMS.contains(&named) {
            return Ok(Ok(named.into()));
        }
        if !named.is_empty() {
            return Ok(Err(no_such_system(named)));
        }
        let here = match origin.place {
            Place::Channel { channel, .. } => self.fight_in(channel).await?,
            Place::Dm { .. } => None,
        };
        let here = match here {
            Some(fight) => self.now(fight).await?,
            None => None,
        };
        let which = || Refusal::new("which-system", "").with("systems", SYSTEMS.join(", "));
        Ok(here.map(|now| now.system().to_string()).ok_or_else(which))
    }

    async fn card(&self, user: UserId, words: &Command) -> Tried<SheetCard> {
        let row = need!(self.own_sheet(user, words).await?);
        Ok(Ok(card(row)?))
    }

    async fn put(&self, user: UserId, sheet: NewSheet, news: News) -> Tried<Shelf> {
        if self.inner.store.sheets_of(user.0).await?.len() >= MOST_SHEETS {
            return Ok(Err(Refusal::new("too-many-sheets", "").with("most", MOST_SHEETS)));
        }
        match self.inner.store.add_sheet(user.0, &sheet).await? {
            SheetKept::Stored => {}
            SheetKept::NameTaken | SheetKept::Lent => return Ok(Err(name_taken(&sheet.name))),
        }
        let words = Command::new("sheet-show").with("name", &sheet.name);
        let card = need!(self.card(user, &words).await?);
        Ok(Ok(Shelf::Sheet { card, news }))
    }

    /// A sheet that could join a fight of its system: the rules themselves look at it.
    fn whole(
        &self,
        system: &str,
        name: &str,
        portrait: Option<String>,
        body: Value,
    ) -> Result<NewSheet, Refusal> {
        let name = roster::name(name)?;
        let body = settled(self, system, &name, body)?;
        Ok(NewSheet { system: system.into(), name, portrait, body: body.to_string() })
    }
}

/// A body as it is on the sheet: it may join a fight of its system, and has nothing of one in it.
fn settled(app: &App, system: &str, name: &str, body: Value) -> Result<Value, Refusal> {
    let game = Game::new(system).ok_or_else(|| no_such_system(system))?;
    let user = Some(UserId(1));
    let joining = Joining { guise: Disclosure::open(name.into()), user, sheet: None, body };
    let game = game.join(joining, &mut *(app.inner.dice)())?.game;
    let lasting = game.members().first().and_then(|one| game.lasting(one.id));
    lasting.ok_or_else(|| Refusal::new("bad-setup", ""))
}

fn fill(kit: &Arc<dyn Kit>, body: Value, filled: &[(&str, &str)]) -> Result<Value, Refusal> {
    filled.iter().try_fold(body, |body, (slot, text)| {
        let field = slot.strip_prefix(FIELD).unwrap_or(slot);
        form::filled(kit, &body, field, text)
            .map_err(|wrong| bad_file(content::within(wrong, field)))
    })
}

pub(crate) fn card(row: SheetRow) -> Result<SheetCard, Fault> {
    Ok(SheetCard {
        id: row.id,
        revision: row.revision,
        pages: pages(&row.system, &read(&row.body)?),
        system: row.system,
        name: row.name,
        portrait: row.portrait,
        fight: row.fight.map(FightId),
    })
}

fn name_taken(name: &str) -> Refusal {
    Refusal::new("sheet-name-taken", "").with("name", name)
}
