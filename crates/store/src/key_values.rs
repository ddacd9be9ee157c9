//! Memos: named texts that the program needs from one start to the next.

use super::Store;
use super::error::StoreError;
use super::sql::query;

impl Store {
    /// Returns the text of a name, from memory if it was read before; `None` if it has none.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_key_value(&self, name: &str) -> Result<Option<String>, StoreError> {
        if let Some(cached) = self.key_value_cache.get(name) {
            return Ok(cached);
        }
        let token = self.key_value_cache.begin_read();
        let text: Option<String> = query("SELECT text FROM memo WHERE name = ?")
            .bind(name)
            .fetch_optional(&self.readers)
            .await?;
        self.key_value_cache.insert_read_unless_stale(token, name.into(), text.clone());
        Ok(text)
    }

    /// Stores a text under a name, in place of an earlier one.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn store_key_value(&self, name: &str, text: &str) -> Result<(), StoreError> {
        query(
            "INSERT INTO memo (name, text) VALUES (?, ?)
             ON CONFLICT (name) DO UPDATE SET text = excluded.text",
        )
        .bind(name)
        .bind(text)
        .execute(&self.writer)
        .await?;
        self.key_value_cache.insert_written(name.into(), text.into());
        Ok(())
    }
}
