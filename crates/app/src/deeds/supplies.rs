//! What a deed needs besides the fight and dice: kits and sheets.

use std::sync::Arc;

use content::{self, Kit};
use engine::command::{Command, Refusal};
use engine::ids::UserId;
use store::fault::Fault;
use store::rows::SheetRow;

use crate::deeds::resolve::Deed;
use crate::fight::fight_state::FightState;
use crate::fight::person::Person;
use crate::held::app::App;
use crate::terms::input::{Origin, Place};
use crate::terms::seals::Lane;

/// What is made of those who come: the kit that holds here, and the sheet that is brought.
#[derive(Default)]
pub(crate) struct Supplies {
    pub(crate) kit: Option<Arc<dyn Kit>>,
    pub(crate) sheet: Option<SheetRow>,
    /// Whoever says it.
    pub person: Person,
    /// Which numbers its dice are of: hidden ones where the channel is told nothing of it.
    pub lane: Lane,
}

impl App {
    /// What a deed needs besides the fight and dice.
    ///
    /// # Errors
    /// The store could not be read. Within: there is no such sheet, or it cannot come.
    pub(crate) async fn supplies(
        &self,
        now: &FightState,
        origin: &Origin,
        deed: &Deed,
    ) -> Result<Result<Supplies, Refusal>, Fault> {
        let words = match deed {
            Deed::Join(words) | Deed::Add(words) | Deed::Supply(words) => words,
            Deed::Arrange(_) => {
                let person = self.person(origin.user).await?;
                return Ok(Ok(Supplies { person, ..Supplies::default() }));
            }
            _ => return Ok(Ok(Supplies::default())),
        };
        let kit = Some(self.kit_of(now.guild, now.system()).await?);
        if !matches!(deed, Deed::Join(_)) || !words.has("sheet") {
            return Ok(Ok(Supplies { kit, ..Supplies::default() }));
        }
        let wanted = Command::new("sheet-show").with("name", words.get("sheet"));
        let row = match self.own_sheet(origin.user, &wanted).await? {
            Ok(row) => row,
            Err(refusal) => return Ok(Err(refusal)),
        };
        if row.system != now.system() {
            let refusal = Refusal::new("other-system", "").with("name", &row.name);
            return Ok(Err(refusal.with("system", &row.system)));
        }
        if row.fight.is_some() {
            return Ok(Err(in_fight(&row)));
        }
        Ok(Ok(Supplies { kit, sheet: Some(row), ..Supplies::default() }))
    }
}

impl App {
    /// The kit that holds somewhere: a server's own where it has one, else the built-in one.
    pub(crate) async fn kit_at(&self, place: Place, system: &str) -> Result<Arc<dyn Kit>, Fault> {
        match place {
            Place::Channel { guild, .. } => self.kit_of(guild, system).await,
            Place::Dm { .. } => content::kit(system).map_err(damaged),
        }
    }

    pub(crate) async fn kit_of(&self, guild: u64, system: &str) -> Result<Arc<dyn Kit>, Fault> {
        let built_in = || content::kit(system).map_err(damaged);
        let Some(own) = self.inner.store.kit(guild, system).await? else { return built_in() };
        content::own_kit(system, &own).or_else(|wrong| {
            // Taken by an earlier version: what is built in is better than nothing.
            tracing::warn!(guild, system, ?wrong, "a server's kit is not read any more");
            built_in()
        })
    }

    /// The sheet a user means by `name:` or `id:`, of their own.
    pub(crate) async fn own_sheet(
        &self,
        user: UserId,
        words: &Command,
    ) -> Result<Result<SheetRow, Refusal>, Fault> {
        let wanted = words.get("name").trim().to_lowercase();
        let id: Option<i64> = words.get("id").parse().ok();
        let is_meant = |row: &SheetRow| match id {
            Some(id) => row.id == id,
            None => row.name.to_lowercase() == wanted,
        };
        let rows = self.inner.store.sheets_of(user.0).await?;
        Ok(rows.into_iter().find(is_meant).ok_or_else(|| no_sheet(words)))
    }

    /// The names of a user's sheets, of one system or all.
    pub(crate) async fn sheet_names(
        &self,
        origin: &Origin,
        system: Option<&str>,
    ) -> Result<Vec<String>, Fault> {
        let rows = self.inner.store.sheets_of(origin.user.0).await?;
        let fits = |row: &SheetRow| system.is_none_or(|system| row.system == system);
        Ok(rows.into_iter().filter(fits).map(|row| row.name).collect())
    }
}

pub(crate) fn in_fight(row: &SheetRow) -> Refusal {
    Refusal::new("sheet-in-fight", "").with("name", &row.name)
}

fn no_sheet(words: &Command) -> Refusal {
    Refusal::new("no-sheet", "").with("name", words.get("name"))
}

pub(crate) fn damaged(wrong: Refusal) -> Fault {
    Fault::Damaged(format!("{wrong:?}"))
}
