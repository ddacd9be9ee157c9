//! Which tables and columns there are, for what is done with all of them. That is asked of an empty
//! database of today's form, so that none is forgotten.

use super::Store;
use super::error::StoreError;
use super::sql::{SqlRow, SqlValue, query};

/// A table of today's form.
pub struct TableSchema {
    pub name: String,
    /// Name, and whether it holds texts.
    pub columns: Vec<(String, bool)>,
    /// The places of the columns that a row is known by, in their order.
    pub key_columns: Vec<usize>,
}

/// A row, column by column.
pub type RowValues = Vec<SqlValue>;

/// Those that others refer to come first.
pub async fn load_table_schemas() -> Result<Vec<TableSchema>, StoreError> {
    let empty = Store::in_memory().await?;
    let names: Vec<String> = query(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> '_sqlx_migrations'
         AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY rowid",
    )
    .fetch_all(&empty.readers)
    .await?;
    let mut tables = Vec::new();
    for name in names {
        let columns = "SELECT name, type = 'TEXT', pk FROM pragma_table_info(?) ORDER BY cid";
        let columns: Vec<(String, bool, i64)> =
            query(columns).bind(name.as_str()).fetch_all(&empty.readers).await?;
        let mut key: Vec<usize> = (0..columns.len()).filter(|at| columns[*at].2 > 0).collect();
        key.sort_unstable_by_key(|at| columns[*at].2);
        let columns = columns.into_iter().map(|(name, is_text, _)| (name, is_text)).collect();
        tables.push(TableSchema { name, columns, key_columns: key });
    }
    Ok(tables)
}

impl TableSchema {
    /// Its columns, as a statement names them.
    pub fn column_list(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        names.join(", ")
    }

    /// Those of its key.
    pub fn key_list(&self) -> String {
        let names: Vec<&str> =
            self.key_columns.iter().map(|at| self.columns[*at].0.as_str()).collect();
        names.join(", ")
    }

    pub fn read_values(&self, row: &SqlRow) -> sqlx::Result<RowValues> {
        let columns = self.columns.iter().enumerate();
        columns.map(|(at, (_, is_text))| row.get_value(at, *is_text)).collect()
    }

    /// The column that says which fight a row is of; none where rows are of none.
    pub fn fight_column(&self) -> Option<&str> {
        let own = (self.name == "fight").then_some("id");
        let others = self.columns.iter().any(|(name, _)| name == "fight").then_some("fight");
        own.or(others)
    }
}
