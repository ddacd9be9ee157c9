//! Moving everything from one database to another: from a file to a server, or back.
//!
//! All tables (`tables.rs`), row by row, in the order in which they refer to each other, and all of
//! it looked at again in the end.

use std::fs::{self, File};
use std::path::{self, PathBuf};

use sqlx::AssertSqlSafe;

use super::database::Database;
use super::fault::Fault;
use super::keeping::{self, Unkept};
use super::sql::{Connection, Pool, Query, query};
use super::tables::{Table, Values, tables};
use super::{file_alone, server};

/// How many rows are in memory at once.
const PAGE: usize = 200;

/// Why nothing was moved. The target is as it was.
#[derive(Debug, thiserror::Error)]
pub enum Unmoved {
    #[error("{0}")]
    Unkept(#[from] Unkept),
    #[error("{0} has fights or other rows in it. Name one that is empty.")]
    NotEmpty(Database),
    #[error("Both names are of {0}. Name two different ones: the old one, and an empty new one.")]
    Same(Database),
    #[error("{table}: {fault}")]
    Row { table: String, fault: Fault },
    #[error("{table}: what was read again is not what was written, after the row {after:?}.")]
    Different { table: String, after: Values },
}

/// What was moved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moved {
    pub tables: usize,
    pub rows: u64,
}

/// Copies all of one database into another, which has nothing in it. Nobody uses either.
///
/// # Errors
/// Why it cannot be done. Then the target has nothing in it.
pub async fn copy(from: &Database, to: &Database) -> Result<Moved, Unmoved> {
    if is_same(from, to) {
        return Err(Unmoved::Same(to.clone()));
    }
    keeping::check_form(from).await?;
    match to {
        // Under another name until all is in it. A log that lies there would be taken for its own.
        Database::File(file) => {
            let log = keeping::beside(file, "-wal");
            if let Some(there) = [file, &log].into_iter().find(|it| it.exists()) {
                return Err(Unkept::There(there.clone()).into());
            }
            let fresh = Fresh(keeping::beside(file, "-copying"));
            fresh.forget();
            let moved = fill(from, &Database::File(fresh.0.clone())).await?;
            let moving = fs::rename(&fresh.0, file);
            moving.map_err(|error| Unkept::Disk { file: file.clone(), error })?;
            Ok(moved)
        }
        Database::Server(_) => fill(from, to).await,
    }
}

/// Whether two names are of one file, or of one server's database.
fn is_same(one: &Database, other: &Database) -> bool {
    match (one, other) {
        (Database::File(one), Database::File(other)) => {
            let absolute =
                |file: &PathBuf| fs::canonicalize(file).or_else(|_| path::absolute(file));
            absolute(one).ok().zip(absolute(other).ok()).is_some_and(|(one, other)| one == other)
        }
        (one, other) => one == other,
    }
}

/// A file that is taken away again, with what belongs to it.
struct Fresh(PathBuf);

impl Fresh {
    fn forget(&self) {
        for ending in ["", "-wal", "-shm", "-lock"] {
            let _ = fs::remove_file(keeping::beside(&self.0, ending));
        }
    }
}

impl Drop for Fresh {
    fn drop(&mut self) {
        self.forget();
    }
}

/// An open database that nobody else has.
struct End {
    name: Database,
    pool: Pool,
    open: Connection,
    _mark: Option<File>,
}

impl End {
    async fn open(name: &Database) -> Result<Self, Unmoved> {
        let at = |fault| Unkept::Fault { file: name.clone(), fault };
        let (mark, pool) = match name {
            Database::File(file) => (Some(keeping::have_alone(file)?), file_alone(file).await),
            Database::Server(address) => {
                (None, server::open(address).await.map(|(writer, _)| writer))
            }
        };
        let pool = match pool {
            Err(Fault::Locked) => return Err(Unkept::InUse(name.clone()).into()),
            pool => pool.map_err(at)?,
        };
        let open = pool.acquire().await.map_err(|wrong| at(wrong.into()))?;
        Ok(Self { name: name.clone(), pool, open, _mark: mark })
    }

    fn wrong(&self, wrong: sqlx::Error) -> Unmoved {
        Unkept::Fault { file: self.name.clone(), fault: wrong.into() }.into()
    }

    async fn run(&mut self, sql: &'static str) -> Result<(), Unmoved> {
        query(sql).run(&mut self.open).await.map(drop).map_err(|wrong| self.wrong(wrong))
    }

    /// The one number that a statement gives.
    async fn number(&mut self, sql: &'static str) -> Result<i64, Unmoved> {
        let rows = query(sql).rows_of(&mut self.open).await;
        let number = rows.and_then(|rows| rows.first().map_or(Ok(0), |row| row.try_get(0)));
        number.map_err(|wrong| self.wrong(wrong))
    }

    async fn close(self) {
        drop(self.open);
        self.pool.close().await;
    }
}

async fn fill(from: &Database, to: &Database) -> Result<Moved, Unmoved> {
    let (mut from, mut to) = (End::open(from).await?, End::open(to).await?);
    to.run("BEGIN").await?;
    let mut filled = fill_open(&mut from, &mut to).await;
    if filled.is_ok()
        && let Err(wrong) = to.run("COMMIT").await
    {
        filled = Err(wrong);
    }
    if filled.is_err() {
        // It fails where there is nothing left to take back, which is as good.
        let _ = to.run("ROLLBACK").await;
    }
    from.close().await;
    to.close().await;
    filled
}

async fn fill_open(from: &mut End, to: &mut End) -> Result<Moved, Unmoved> {
    let tables = tables().await.map_err(|fault| Unmoved::Row { table: "tables".into(), fault })?;
    for table in &tables {
        if !table.page(&mut to.open, None).await?.is_empty() {
            return Err(Unmoved::NotEmpty(to.name.clone()));
        }
    }
    let mut moved = Moved { tables: tables.len(), rows: 0 };
    for table in &tables {
        moved.rows += table.copy(&mut from.open, &mut to.open).await?;
    }
    for table in &tables {
        table.compare(&mut from.open, &mut to.open).await?;
    }
    go_on_counting(from, to).await?;
    Ok(moved)
}

/// The number of a sheet is never given twice, also where its sheet is gone. A file counts posts by
/// itself.
async fn go_on_counting(from: &mut End, to: &mut End) -> Result<(), Unmoved> {
    let last = match &from.open {
        Connection::File(_) => {
            "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'sheet'"
        }
        Connection::Server(_) => {
            "SELECT last_value - CASE WHEN is_called THEN 0 ELSE 1 END FROM sheet_id_seq"
        }
    };
    let sheet = from.number(last).await?;
    let post = to.number("SELECT coalesce(max(id), 0) FROM post").await?;
    match &to.open {
        Connection::File(_) => {
            to.run("DELETE FROM sqlite_sequence WHERE name = 'sheet'").await?;
            let counted = "INSERT INTO sqlite_sequence (name, seq) VALUES ('sheet', ?)";
            query(counted).bind(sheet).run(&mut to.open).await
        }
        Connection::Server(_) => {
            let counted = "SELECT setval('sheet_id_seq', ? + 1, false),
                                  setval('post_id_seq', ? + 1, false)";
            query(counted).bind(sheet).bind(post).run(&mut to.open).await
        }
    }
    .map(drop)
    .map_err(|wrong| to.wrong(wrong))
}

impl Table {
    fn wrong(&self, wrong: sqlx::Error) -> Unmoved {
        Unmoved::Row { table: self.name.clone(), fault: wrong.into() }
    }

    /// The next rows after one, by their keys.
    async fn page(
        &self,
        open: &mut Connection,
        after: Option<&Values>,
    ) -> Result<Vec<Values>, Unmoved> {
        let (keys, places) = (self.keys(), vec!["?"; self.key.len()].join(", "));
        let beyond = after.map(|_| format!("WHERE ({keys}) > ({places})")).unwrap_or_default();
        let sql = format!(
            "SELECT {} FROM {} {beyond} ORDER BY {keys} LIMIT {PAGE}",
            self.names(),
            self.name
        );
        let key = after.iter().flat_map(|after| self.key.iter().map(|at| after[*at].clone()));
        let page = key.fold(query(AssertSqlSafe(sql)), Query::bind);
        let rows = page.rows_of(open).await;
        let rows = rows.and_then(|rows| rows.iter().map(|row| self.values(row)).collect());
        rows.map_err(|wrong| self.wrong(wrong))
    }

    /// How many rows there were.
    async fn copy(&self, from: &mut Connection, to: &mut Connection) -> Result<u64, Unmoved> {
        let places = vec!["?"; self.columns.len()].join(", ");
        let sql = format!("INSERT INTO {} ({}) VALUES ({places})", self.name, self.names());
        let insert = query(AssertSqlSafe(sql));
        let (mut rows, mut page) = (0, self.page(from, None).await?);
        while let Some(last) = page.last() {
            for values in &page {
                let insert = values.iter().cloned().fold(insert.clone(), Query::bind);
                insert.run(to).await.map_err(|wrong| self.wrong(wrong))?;
            }
            rows += page.len() as u64;
            page = self.page(from, Some(last)).await?;
        }
        Ok(rows)
    }

    async fn compare(&self, from: &mut Connection, to: &mut Connection) -> Result<(), Unmoved> {
        let mut last: Option<Values> = None;
        loop {
            let page = self.page(from, last.as_ref()).await?;
            if page != self.page(to, last.as_ref()).await? {
                let key = last.iter().flat_map(|last| self.key.iter().map(|at| last[*at].clone()));
                return Err(Unmoved::Different { table: self.name.clone(), after: key.collect() });
            }
            last = match page.into_iter().last() {
                None => return Ok(()),
                last => last,
            };
        }
    }
}
