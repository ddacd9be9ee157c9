//! What is kept outside of fights: sheets, templates, kits.
//!
//! A sheet that a fight has a copy of does not change: the row that lends it out refers to it as
//! it stood then.

use super::Store;
use super::fault::Fault;
use super::ids::FightId;
use super::rows::{Lending, NewSheet, ReturnedRow, SheetKept, SheetRow, TemplateRow};
use super::sql::query;
use super::transaction::Batch;

const SHEET: &str = "SELECT sheet.id, sheet.user, sheet.system, sheet.name, sheet.portrait,
                            sheet.body, sheet.revision, lent.fight
                     FROM sheet LEFT JOIN lent ON lent.sheet = sheet.id";

impl Store {
    /// All sheets of a user, by name.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn sheets_of(&self, user: u64) -> Result<Vec<SheetRow>, Fault> {
        let sql = sqlx::AssertSqlSafe(format!("{SHEET} WHERE user = ? ORDER BY name_key"));
        Ok(query(sql).bind(user as i64).fetch_all(&self.readers).await?)
    }

    /// # Errors
    /// The file could not be read.
    pub async fn sheet(&self, id: i64) -> Result<Option<SheetRow>, Fault> {
        let sql = sqlx::AssertSqlSafe(format!("{SHEET} WHERE sheet.id = ?"));
        Ok(query(sql).bind(id).fetch_optional(&self.readers).await?)
    }

    /// The sheets that a fight has copies of.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn lent_to(&self, fight: FightId) -> Result<Vec<SheetRow>, Fault> {
        let sql = sqlx::AssertSqlSafe(format!("{SHEET} WHERE lent.fight = ? ORDER BY sheet.id"));
        Ok(query(sql).bind(fight.0).fetch_all(&self.readers).await?)
    }

    /// What the end of a fight has overwritten.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn returned_by(&self, fight: FightId) -> Result<Vec<ReturnedRow>, Fault> {
        Ok(query("SELECT sheet, before, after, body FROM returned WHERE fight = ? ORDER BY sheet")
            .bind(fight.0)
            .fetch_all(&self.readers)
            .await?)
    }

    /// Keeps a new sheet.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn add_sheet(&self, user: u64, sheet: &NewSheet) -> Result<SheetKept, Fault> {
        let mut batch = Batch::default();
        batch
            .add(
                "INSERT INTO sheet (user, system, name, name_key, portrait, body, revision)
                 VALUES (?, ?, ?, ?, ?, ?, 1)",
            )
            .bind(user as i64)
            .bind(sheet.system.clone())
            .bind(sheet.name.clone())
            .bind(sheet.name.to_lowercase())
            .bind(sheet.portrait.clone())
            .bind(sheet.body.clone());
        self.keep(batch).await
    }

    /// Changes a sheet that still stands as it did at this revision.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn change_sheet(
        &self,
        id: i64,
        revision: i64,
        sheet: &NewSheet,
    ) -> Result<SheetKept, Fault> {
        let mut batch = Batch::default();
        batch
            .add(
                "UPDATE sheet SET name = ?, name_key = ?, portrait = ?, body = ?
                 WHERE id = ? AND revision = ?",
            )
            .bind(sheet.name.clone())
            .bind(sheet.name.to_lowercase())
            .bind(sheet.portrait.clone())
            .bind(sheet.body.clone())
            .bind(id)
            .bind(revision);
        go_on(&mut batch, id, revision);
        self.keep(batch).await
    }

    /// Forgets a sheet for good. A fight that has a copy of it plays on with that.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn delete_sheet(&self, id: i64) -> Result<(), Fault> {
        let mut batch = Batch::default();
        batch.add("DELETE FROM lent WHERE sheet = ?").bind(id);
        batch.add("DELETE FROM returned WHERE sheet = ?").bind(id);
        batch.add("DELETE FROM sheet WHERE id = ?").bind(id);
        Ok(self.write(batch).await?)
    }

    async fn keep(&self, batch: Batch) -> Result<SheetKept, Fault> {
        match self.write(batch).await {
            Ok(()) => Ok(SheetKept::Stored),
            Err(wrong) if is(&wrong, sqlx::error::ErrorKind::UniqueViolation) => {
                Ok(SheetKept::NameTaken)
            }
            Err(wrong) if is(&wrong, sqlx::error::ErrorKind::ForeignKeyViolation) => {
                Ok(SheetKept::Lent)
            }
            Err(wrong) => Err(wrong.into()),
        }
    }

    /// The templates of a user, by name.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn templates_of(&self, user: u64) -> Result<Vec<TemplateRow>, Fault> {
        Ok(query("SELECT name, system, state FROM template WHERE user = ? ORDER BY name_key")
            .bind(user as i64)
            .fetch_all(&self.readers)
            .await?)
    }

    /// Keeps a template in the place of one that had its name.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn put_template(&self, user: u64, template: &TemplateRow) -> Result<(), Fault> {
        let mut batch = Batch::default();
        batch
            .add(
                "INSERT INTO template (user, name_key, name, system, state)
                 VALUES (?, ?, ?, ?, ?) ON CONFLICT (user, name_key) DO UPDATE SET
                 name = excluded.name, system = excluded.system, state = excluded.state",
            )
            .bind(user as i64)
            .bind(template.name.to_lowercase())
            .bind(template.name.clone())
            .bind(template.system.clone())
            .bind(template.state.clone());
        Ok(self.write(batch).await?)
    }

    /// # Errors
    /// The file could not be written.
    pub async fn delete_template(&self, user: u64, name: &str) -> Result<(), Fault> {
        let mut batch = Batch::default();
        batch
            .add("DELETE FROM template WHERE user = ? AND name_key = ?")
            .bind(user as i64)
            .bind(name.to_lowercase());
        Ok(self.write(batch).await?)
    }

    /// A server's own kit of a system, as it was uploaded.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn kit(&self, guild: u64, system: &str) -> Result<Option<String>, Fault> {
        Ok(query("SELECT text FROM kit WHERE guild = ? AND system = ?")
            .bind(guild as i64)
            .bind(system)
            .fetch_optional(&self.readers)
            .await?)
    }

    /// Keeps a server's own kit in the place of the one there was; none takes it away.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn put_kit(&self, guild: u64, system: &str, text: Option<&str>) -> Result<(), Fault> {
        let mut batch = Batch::default();
        batch
            .add("DELETE FROM kit WHERE guild = ? AND system = ?")
            .bind(guild as i64)
            .bind(system.to_string());
        if let Some(text) = text {
            batch
                .add("INSERT INTO kit (guild, system, text) VALUES (?, ?, ?)")
                .bind(guild as i64)
                .bind(system.to_string())
                .bind(text.to_string());
        }
        Ok(self.write(batch).await?)
    }
}

fn is(wrong: &sqlx::Error, kind: sqlx::error::ErrorKind) -> bool {
    wrong.as_database_error().is_some_and(|wrong| wrong.kind() == kind)
}

/// What a fight does to the sheets of its combatants.
pub(super) fn lend(batch: &mut Batch, fight: FightId, lending: Lending) {
    match lending {
        Lending::Out { sheet, revision } => lend_out(batch, fight, sheet, revision),
        Lending::Released { sheet } => take_in(batch, sheet),
        Lending::Returned { sheet, revision, before, after } => {
            take_in(batch, sheet);
            rewrite(batch, sheet, revision, after);
            go_on(batch, sheet, revision);
            batch
                .add(
                    "INSERT INTO returned (fight, sheet, before, after, body)
                     SELECT ?, id, ?, revision, ? FROM sheet WHERE id = ?
                     ON CONFLICT (fight, sheet) DO UPDATE SET
                     before = excluded.before, after = excluded.after, body = excluded.body",
                )
                .bind(fight.0)
                .bind(revision)
                .bind(before)
                .bind(sheet);
        }
        Lending::TakenBack { sheet, revision, before, body } => {
            rewrite(batch, sheet, revision, body);
            batch
                .add("UPDATE sheet SET revision = ? WHERE id = ? AND revision = ?")
                .bind(before)
                .bind(sheet)
                .bind(revision);
            lend_out(batch, fight, sheet, before);
        }
    }
}

fn lend_out(batch: &mut Batch, fight: FightId, sheet: i64, revision: i64) {
    batch
        .add("INSERT INTO lent (sheet, revision, fight) VALUES (?, ?, ?)")
        .bind(sheet)
        .bind(revision)
        .bind(fight.0);
}

fn take_in(batch: &mut Batch, sheet: i64) {
    batch.add("DELETE FROM lent WHERE sheet = ?").bind(sheet);
}

fn rewrite(batch: &mut Batch, sheet: i64, revision: i64, body: String) {
    batch
        .add("UPDATE sheet SET body = ? WHERE id = ? AND revision = ?")
        .bind(body)
        .bind(sheet)
        .bind(revision);
}

/// It has changed: it gets a revision that it never had. Where an end was taken back it has an
/// earlier one again, and what stood there since must not pass for what stands there next.
fn go_on(batch: &mut Batch, sheet: i64, revision: i64) {
    batch
        .add(
            "UPDATE sheet SET revision = 1 + coalesce(
                 (SELECT max(after) FROM returned
                  WHERE returned.sheet = sheet.id AND after > sheet.revision), revision)
             WHERE id = ? AND revision = ?",
        )
        .bind(sheet)
        .bind(revision);
}
