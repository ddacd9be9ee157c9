//! Memos: what the program must remember about itself from one start to the next.

use super::Store;
use super::fault::Fault;
use super::sql::query;

impl Store {
    /// # Errors
    /// The file could not be read.
    pub async fn memo(&self, name: &str) -> Result<Option<String>, Fault> {
        if let Some(row_cache) = self.memos.get(name) {
            return Ok(row_cache);
        }
        let text: Option<String> = query("SELECT text FROM memo WHERE name = ?")
            .bind(name)
            .fetch_optional(&self.readers)
            .await?;
        self.memos.was_read(name.into(), text.clone());
        Ok(text)
    }

    /// # Errors
    /// The file could not be written.
    pub async fn set_memo(&self, name: &str, text: &str) -> Result<(), Fault> {
        query(
            "INSERT INTO memo (name, text) VALUES (?, ?)
             ON CONFLICT (name) DO UPDATE SET text = excluded.text",
        )
        .bind(name)
        .bind(text)
        .execute(&self.writer)
        .await?;
        self.memos.was_written(name.into(), text.into());
        Ok(())
    }
}
