//! What is kept outside of fights: sheets, templates, kits.
//!
//! A sheet that a fight has a copy of does not change: the row that lends it out refers to it as
//! it stood then.

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
    /// All sheets of a user, by name.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_user_sheets(&self, user: u64) -> Result<Vec<SheetRow>, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!("{SELECT_SHEET} WHERE user = ? ORDER BY name_key"));
        Ok(query(sql).bind(user as i64).fetch_all(&self.readers).await?)
    }

    /// # Errors
    /// The file could not be read.
    pub async fn load_sheet(&self, id: i64) -> Result<Option<SheetRow>, StoreError> {
        let sql = sqlx::AssertSqlSafe(format!("{SELECT_SHEET} WHERE sheet.id = ?"));
        Ok(query(sql).bind(id).fetch_optional(&self.readers).await?)
    }

    /// The sheets that a fight has copies of.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_checked_out_sheets(
        &self,
        fight: FightId,
    ) -> Result<Vec<SheetRow>, StoreError> {
        let sql =
            sqlx::AssertSqlSafe(format!("{SELECT_SHEET} WHERE lent.fight = ? ORDER BY sheet.id"));
        Ok(query(sql).bind(fight.0).fetch_all(&self.readers).await?)
    }

    /// What the end of a fight has overwritten.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_overwritten_sheets(
        &self,
        fight: FightId,
    ) -> Result<Vec<OverwrittenSheetRow>, StoreError> {
        Ok(query("SELECT sheet, before, after, body FROM returned WHERE fight = ? ORDER BY sheet")
            .bind(fight.0)
            .fetch_all(&self.readers)
            .await?)
    }

    /// Keeps a new sheet.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn insert_sheet(
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

    /// Changes a sheet that still stands as it did at this revision.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn update_sheet(
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
        advance_sheet_revision(&mut batch, id, revision);
        self.write_sheet_batch(batch).await
    }

    /// Forgets a sheet for good. A fight that has a copy of it plays on with that.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn delete_sheet(&self, id: i64) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        batch.add_sql("DELETE FROM lent WHERE sheet = ?").bind_value(id);
        batch.add_sql("DELETE FROM returned WHERE sheet = ?").bind_value(id);
        batch.add_sql("DELETE FROM sheet WHERE id = ?").bind_value(id);
        Ok(self.write_batch(batch).await?)
    }

    async fn write_sheet_batch(&self, batch: Batch) -> Result<SheetWriteOutcome, StoreError> {
        match self.write_batch(batch).await {
            Ok(()) => Ok(SheetWriteOutcome::Stored),
            Err(wrong) if is_error_kind(&wrong, sqlx::error::ErrorKind::UniqueViolation) => {
                Ok(SheetWriteOutcome::NameTaken)
            }
            Err(wrong) if is_error_kind(&wrong, sqlx::error::ErrorKind::ForeignKeyViolation) => {
                Ok(SheetWriteOutcome::CheckedOut)
            }
            Err(wrong) => Err(wrong.into()),
        }
    }

    /// The templates of a user, by name.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_user_templates(&self, user: u64) -> Result<Vec<TemplateRow>, StoreError> {
        Ok(query("SELECT name, system, state FROM template WHERE user = ? ORDER BY name_key")
            .bind(user as i64)
            .fetch_all(&self.readers)
            .await?)
    }

    /// Keeps a template in the place of one that had its name.
    ///
    /// # Errors
    /// The file could not be written.
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

    /// # Errors
    /// The file could not be written.
    pub async fn delete_template(&self, user: u64, name: &str) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        batch
            .add_sql("DELETE FROM template WHERE user = ? AND name_key = ?")
            .bind_value(user as i64)
            .bind_value(name.to_lowercase());
        Ok(self.write_batch(batch).await?)
    }

    /// A server's own kit of a system, as it was uploaded.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_kit(&self, guild: u64, system: &str) -> Result<Option<String>, StoreError> {
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
    error.as_database_error().is_some_and(|wrong| wrong.kind() == kind)
}

/// What a fight does to the sheets of its combatants.
pub(super) fn apply_checkout(batch: &mut Batch, fight: FightId, checkout: Checkout) {
    match checkout {
        Checkout::CheckedOut { sheet, revision } => insert_checkout(batch, fight, sheet, revision),
        Checkout::Released { sheet } => delete_checkout(batch, sheet),
        Checkout::WrittenBack { sheet, revision, before, after } => {
            delete_checkout(batch, sheet);
            update_sheet_body(batch, sheet, revision, after);
            advance_sheet_revision(batch, sheet, revision);
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
            update_sheet_body(batch, sheet, revision, body);
            batch
                .add_sql("UPDATE sheet SET revision = ? WHERE id = ? AND revision = ?")
                .bind_value(before)
                .bind_value(sheet)
                .bind_value(revision);
            insert_checkout(batch, fight, sheet, before);
        }
    }
}

fn insert_checkout(batch: &mut Batch, fight: FightId, sheet: i64, revision: i64) {
    batch
        .add_sql("INSERT INTO lent (sheet, revision, fight) VALUES (?, ?, ?)")
        .bind_value(sheet)
        .bind_value(revision)
        .bind_value(fight.0);
}

fn delete_checkout(batch: &mut Batch, sheet: i64) {
    batch.add_sql("DELETE FROM lent WHERE sheet = ?").bind_value(sheet);
}

fn update_sheet_body(batch: &mut Batch, sheet: i64, revision: i64, body: String) {
    batch
        .add_sql("UPDATE sheet SET body = ? WHERE id = ? AND revision = ?")
        .bind_value(body)
        .bind_value(sheet)
        .bind_value(revision);
}

/// It has changed: it gets a revision that it never had. Where an end was taken back it has an
/// earlier one again, and what stood there since must not pass for what stands there next.
fn advance_sheet_revision(batch: &mut Batch, sheet: i64, revision: i64) {
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
