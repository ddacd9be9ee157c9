//! Lists the tables and columns of the database, for operations on all of them. The list is read
//! from a new database in memory, so none can be forgotten.

use super::Store;
use super::error::StoreError;
use super::sql::{SqlRow, SqlValue, query};

/// The columns and the primary key of a table.
pub struct TableSchema {
    pub name: String,
    /// The name of each column, and whether it holds text.
    pub columns: Vec<(String, bool)>,
    /// The indexes in `columns` of the primary key's columns, in the order of the key.
    pub key_columns: Vec<usize>,
}

/// The values of a row, column by column.
pub type RowValues = Vec<SqlValue>;

/// Returns the schemas of all tables, those first that others refer to.
pub async fn load_table_schemas() -> Result<Vec<TableSchema>, StoreError> {
    let empty_store = Store::in_memory().await?;
    let names: Vec<String> = query(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> '_sqlx_migrations'
         AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY rowid",
    )
    .fetch_all(&empty_store.readers)
    .await?;
    let mut tables = Vec::new();
    for name in names {
        let sql = "SELECT name, type = 'TEXT', pk FROM pragma_table_info(?) ORDER BY cid";
        let rows: Vec<(String, bool, i64)> =
            query(sql).bind(name.as_str()).fetch_all(&empty_store.readers).await?;
        let mut columns = Vec::new();
        let mut key_places_and_columns = Vec::new();
        for (index, (column_name, is_text, key_place)) in rows.into_iter().enumerate() {
            columns.push((column_name, is_text));
            // The column's place in the primary key, from 1, or 0 for all other columns.
            if key_place > 0 {
                key_places_and_columns.push((key_place, index));
            }
        }
        key_places_and_columns.sort_unstable();
        let key_columns = key_places_and_columns.into_iter().map(|(_, index)| index).collect();
        tables.push(TableSchema { name, columns, key_columns });
    }
    Ok(tables)
}

impl TableSchema {
    /// Returns the names of all columns, separated by commas.
    pub fn column_list(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        names.join(", ")
    }

    /// Returns the names of the key columns, separated by commas.
    pub fn key_list(&self) -> String {
        let names: Vec<&str> =
            self.key_columns.iter().map(|index| self.columns[*index].0.as_str()).collect();
        names.join(", ")
    }

    /// Reads all columns of a row, in their order.
    pub fn read_values(&self, row: &SqlRow) -> sqlx::Result<RowValues> {
        let columns = self.columns.iter().enumerate();
        columns.map(|(index, (_, is_text))| row.get_text_or_number(index, *is_text)).collect()
    }

    /// Returns the column with the id of a row's fight, or `None` if the table has none.
    pub fn fight_column(&self) -> Option<&str> {
        if self.name == "fight" {
            return Some("id");
        }
        let has_fight_column = self.columns.iter().any(|(name, _)| name == "fight");
        if has_fight_column { Some("fight") } else { None }
    }
}
