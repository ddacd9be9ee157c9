//! The store: the only room that speaks to the database. Rows in, rows out; what they mean is the
//! app's affair.
//!
//! SQLite through sqlx: WAL, `synchronous=FULL`, foreign keys, strict tables, one writer. The SQL
//! is small and plain, so that a server database can take its place later.

pub mod fault;
pub mod ids;

use std::path::Path;

use fault::Fault;

/// The file of state. Cheap to clone.
#[derive(Clone)]
pub struct Store {}

impl Store {
    /// Opens the file, makes it where it is not there, and brings it to this version's form.
    ///
    /// # Errors
    /// Why the file cannot be used, as a sentence.
    pub async fn open(path: &Path) -> Result<Self, Fault> {
        let _ = path;
        todo!()
    }

    /// A store that lives as long as the program: for scripts and tests.
    ///
    /// # Errors
    /// There is no memory for it.
    pub async fn in_memory() -> Result<Self, Fault> {
        todo!()
    }
}
