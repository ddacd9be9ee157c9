//! The library: sheets, templates and kits, which exist outside of fights.
//!
//! A sheet that is checked out into a fight cannot change: its row in `lent` refers to the sheet at
//! the revision at which the fight took its copy.

use super::Store;
use super::error::StoreError;
use super::ids::FightId;
use super::rows::{
    Checkout, NewSheet, OverwrittenSheetRow, SheetRow, SheetWriteOutcome, TemplateRow,
};
use super::sql::query;
use super::transaction::Batch;

const SELECT_SHEET: &str = "SELECT sheet.id, sheet.user, sheet.system, sheet.name, sheet.portrait,
                            sheet.body, sheet.revision, lent.fight
                     FROM sheet LEFT JOIN lent ON lent.sheet = sheet.id";

impl Store {
    /// Returns all sheets of a user, sorted by name.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_user_sheets(&self, user: u64) -> Result<Vec<SheetRow>, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!("{SELECT_SHEET} WHERE user = ? ORDER BY name_key"));
        Ok(query(sql).bind(user as i64).fetch_all(&self.readers).await?)
    }

    /// Returns a sheet; `None` if there is no such sheet.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_sheet(&self, id: i64) -> Result<Option<SheetRow>, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!("{SELECT_SHEET} WHERE sheet.id = ?"));
        Ok(query(sql).bind(id).fetch_optional(&self.readers).await?)
    }

    /// Returns the sheets that are checked out into a fight.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_checked_out_sheets(
        &self,
        fight: FightId,
    ) -> Result<Vec<SheetRow>, StoreError> {
        let sql =
            sqlx::AssertSqlSafe(format!("{SELECT_SHEET} WHERE lent.fight = ? ORDER BY sheet.id"));
        Ok(query(sql).bind(fight.0).fetch_all(&self.readers).await?)
    }

    /// Returns the sheets that the end of a fight has overwritten, as they were before.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_overwritten_sheets(
        &self,
        fight: FightId,
    ) -> Result<Vec<OverwrittenSheetRow>, StoreError> {
        Ok(query("SELECT sheet, before, after, body FROM returned WHERE fight = ? ORDER BY sheet")
            .bind(fight.0)
            .fetch_all(&self.readers)
            .await?)
    }

    /// Stores a new sheet, unless its owner has another one of that name.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn insert_sheet_if_name_free(
        &self,
        user: u64,
        sheet: &NewSheet,
    ) -> Result<SheetWriteOutcome, StoreError> {
        let mut batch = Batch::default();
        batch
            .add_sql(
                "INSERT INTO sheet (user, system, name, name_key, portrait, body, revision)
                 VALUES (?, ?, ?, ?, ?, ?, 1)",
            )
            .bind_value(user as i64)
            .bind_value(sheet.system.clone())
            .bind_value(sheet.name.clone())
            .bind_value(sheet.name.to_lowercase())
            .bind_value(sheet.portrait.clone())
            .bind_value(sheet.body.clone());
        self.write_sheet_batch(batch).await
    }

    /// Changes a sheet if it still has this revision. With another revision nothing changes, and
    /// the outcome is `Stored` all the same; while the sheet is checked out, or the name is taken,
    /// the outcome says so.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn update_sheet_unless_stale(
        &self,
        id: i64,
        revision: i64,
        sheet: &NewSheet,
    ) -> Result<SheetWriteOutcome, StoreError> {
        let mut batch = Batch::default();
        batch
            .add_sql(
                "UPDATE sheet SET name = ?, name_key = ?, portrait = ?, body = ?
                 WHERE id = ? AND revision = ?",
            )
            .bind_value(sheet.name.clone())
            .bind_value(sheet.name.to_lowercase())
            .bind_value(sheet.portrait.clone())
            .bind_value(sheet.body.clone())
            .bind_value(id)
            .bind_value(revision);
        advance_sheet_to_unused_revision(&mut batch, id, revision);
        self.write_sheet_batch(batch).await
    }

    /// Deletes a sheet. A fight that it was checked out into keeps its copy.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn delete_sheet(&self, id: i64) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        batch.add_sql("DELETE FROM lent WHERE sheet = ?").bind_value(id);
        batch.add_sql("DELETE FROM returned WHERE sheet = ?").bind_value(id);
        batch.add_sql("DELETE FROM sheet WHERE id = ?").bind_value(id);
        Ok(self.write_batch(batch).await?)
    }

    /// Writes a batch. A violated key tells that the user has another sheet of that name, or that
    /// the sheet is in a fight.
    async fn write_sheet_batch(&self, batch: Batch) -> Result<SheetWriteOutcome, StoreError> {
        match self.write_batch(batch).await {
            Ok(()) => Ok(SheetWriteOutcome::Stored),
            Err(error) if is_error_kind(&error, sqlx::error::ErrorKind::UniqueViolation) => {
                Ok(SheetWriteOutcome::NameTaken)
            }
            Err(error) if is_error_kind(&error, sqlx::error::ErrorKind::ForeignKeyViolation) => {
                Ok(SheetWriteOutcome::CheckedOut)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the templates of a user, sorted by name.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_user_templates(&self, user: u64) -> Result<Vec<TemplateRow>, StoreError> {
        Ok(query("SELECT name, system, state FROM template WHERE user = ? ORDER BY name_key")
            .bind(user as i64)
            .fetch_all(&self.readers)
            .await?)
    }

    /// Stores a template, and replaces the user's template of that name.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn upsert_template(
        &self,
        user: u64,
        template: &TemplateRow,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        batch
            .add_sql(
                "INSERT INTO template (user, name_key, name, system, state)
                 VALUES (?, ?, ?, ?, ?) ON CONFLICT (user, name_key) DO UPDATE SET
                 name = excluded.name, system = excluded.system, state = excluded.state",
            )
            .bind_value(user as i64)
            .bind_value(template.name.to_lowercase())
            .bind_value(template.name.clone())
            .bind_value(template.system.clone())
            .bind_value(template.state.clone());
        Ok(self.write_batch(batch).await?)
    }

    /// Deletes the template of a user that has this name in any case, if there is one.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn delete_template(&self, user: u64, name: &str) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        batch
            .add_sql("DELETE FROM template WHERE user = ? AND name_key = ?")
            .bind_value(user as i64)
            .bind_value(name.to_lowercase());
        Ok(self.write_batch(batch).await?)
    }

    /// Returns the text of a server's own kit for a system, as it was uploaded.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_kit(&self, guild: u64, system: &str) -> Result<Option<String>, StoreError> {
        Ok(query("SELECT text FROM kit WHERE guild = ? AND system = ?")
            .bind(guild as i64)
            .bind(system)
            .fetch_optional(&self.readers)
            .await?)
    }

    /// Replaces a server's own kit for a system, or deletes it if `text` is `None`.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn replace_or_delete_kit(
        &self,
        guild: u64,
        system: &str,
        text: Option<&str>,
    ) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        batch
            .add_sql("DELETE FROM kit WHERE guild = ? AND system = ?")
            .bind_value(guild as i64)
            .bind_value(system.to_string());
        if let Some(text) = text {
            batch
                .add_sql("INSERT INTO kit (guild, system, text) VALUES (?, ?, ?)")
                .bind_value(guild as i64)
                .bind_value(system.to_string())
                .bind_value(text.to_string());
        }
        Ok(self.write_batch(batch).await?)
    }
}

fn is_error_kind(error: &sqlx::Error, kind: sqlx::error::ErrorKind) -> bool {
    error.as_database_error().is_some_and(|error| error.kind() == kind)
}

/// Adds the statements for a sheet that is checked out into a fight, released or written back.
pub(super) fn add_checkout_statements(batch: &mut Batch, fight: FightId, checkout: Checkout) {
    match checkout {
        Checkout::CheckedOut { sheet, revision } => insert_checkout(batch, fight, sheet, revision),
        Checkout::Released { sheet } => delete_checkout(batch, sheet),
        Checkout::WrittenBack { sheet, revision, before, after } => {
            delete_checkout(batch, sheet);
            update_sheet_body_at_revision(batch, sheet, revision, after);
            advance_sheet_to_unused_revision(batch, sheet, revision);
            batch
                .add_sql(
                    "INSERT INTO returned (fight, sheet, before, after, body)
                     SELECT ?, id, ?, revision, ? FROM sheet WHERE id = ?
                     ON CONFLICT (fight, sheet) DO UPDATE SET
                     before = excluded.before, after = excluded.after, body = excluded.body",
                )
                .bind_value(fight.0)
                .bind_value(revision)
                .bind_value(before)
                .bind_value(sheet);
        }
        Checkout::WriteBackUndone { sheet, revision, before, body } => {
            update_sheet_body_at_revision(batch, sheet, revision, body);
            batch
                .add_sql("UPDATE sheet SET revision = ? WHERE id = ? AND revision = ?")
                .bind_value(before)
                .bind_value(sheet)
                .bind_value(revision);
            insert_checkout(batch, fight, sheet, before);
        }
    }
}

/// Adds the statement that lends a sheet, as it is at this revision, to a fight.
fn insert_checkout(batch: &mut Batch, fight: FightId, sheet: i64, revision: i64) {
    batch
        .add_sql("INSERT INTO lent (sheet, revision, fight) VALUES (?, ?, ?)")
        .bind_value(sheet)
        .bind_value(revision)
        .bind_value(fight.0);
}

/// Adds the statement that gives a lent sheet back.
fn delete_checkout(batch: &mut Batch, sheet: i64) {
    batch.add_sql("DELETE FROM lent WHERE sheet = ?").bind_value(sheet);
}

/// Adds the statement that replaces the body of a sheet that still has this revision, and leaves
/// the revision as it is.
fn update_sheet_body_at_revision(batch: &mut Batch, sheet: i64, revision: i64, body: String) {
    batch
        .add_sql("UPDATE sheet SET body = ? WHERE id = ? AND revision = ?")
        .bind_value(body)
        .bind_value(sheet)
        .bind_value(revision);
}

/// Gives a changed sheet a revision that it never had. After a write-back was undone, the sheet has
/// an earlier revision again; the number that the write-back used must not be used a second time.
fn advance_sheet_to_unused_revision(batch: &mut Batch, sheet: i64, revision: i64) {
    batch
        .add_sql(
            "UPDATE sheet SET revision = 1 + coalesce(
                 (SELECT max(after) FROM returned
                  WHERE returned.sheet = sheet.id AND after > sheet.revision), revision)
             WHERE id = ? AND revision = ?",
        )
        .bind_value(sheet)
        .bind_value(revision);
}
