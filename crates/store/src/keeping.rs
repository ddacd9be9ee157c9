//! Keeping a file of state: whether it is whole, a copy of it while it is in use, and a copy put
//! back in its place; and files of what leaves it.
//!
//! A program that has the file open holds its mark (`….db-lock`), shared with others like it; only
//! who gets the mark alone may put another file in its place.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use super::BUSY;
use super::database::Database;
use super::fault::Fault;
use super::io_problem::describe_io_error;
use super::migrations::{MIGRATIONS, newest};
use super::server;

/// Why a file was not copied or put back. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum Unkept {
    #[error("{} is there already. Name a file that is not.", .0.display())]
    There(PathBuf),
    #[error("There is nothing at {0}. Look at RIPOSTE_DATABASE, or at the name that you gave.")]
    Nothing(Database),
    #[error("There is no file {}. Name a copy that `riposte backup` has made.", .0.display())]
    NoCopy(PathBuf),
    #[error("{0} is not a file of fights.")]
    NotOurs(Database),
    #[error("{0} is on a server: pg_dump and pg_restore do that (docs/OPERATING.md).")]
    OnServer(Database),
    #[error(
        "{} has something in it that Riposte did not make ({what}). It is not put back.",
        file.display()
    )]
    Foreign { file: PathBuf, what: String },
    #[error("{file}: {fault}")]
    Fault { file: Database, fault: Fault },
    #[error("A bot runs on {0}. Stop it first.")]
    InUse(Database),
    #[error("{file} has form {version}, this version's is {newest}. Start the bot on it once.")]
    Form { file: Database, version: i64, newest: i64 },
    #[error("{}: {}", file.display(), describe_io_error(error))]
    Disk { file: PathBuf, error: std::io::Error },
}

/// A database of fights that was looked through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Whole {
    /// The last change to its form, and the last that this version knows.
    pub version: i64,
    pub newest: i64,
    pub fights: i64,
}

/// Looks at a database, a file of it from end to end, and changes nothing; none where there is
/// nothing yet.
///
/// # Errors
/// It cannot be read, is not ours, is damaged, or was written by a newer version.
pub async fn look_through(database: &Database) -> Result<Option<Whole>, Unkept> {
    match database {
        Database::File(file) if file.exists() => look_through_file(file).await.map(Some),
        Database::File(_) => Ok(None),
        Database::Server(address) => server::look_through(address).await,
    }
}

/// Looks at a database that is to be used as it is.
///
/// # Errors
/// As [`look_through`]; or there is nothing, or it is of an earlier version.
pub(super) async fn check_form(database: &Database) -> Result<(), Unkept> {
    let whole = look_through(database).await?;
    let Whole { version, newest, .. } = whole.ok_or_else(|| Unkept::Nothing(database.clone()))?;
    match version == newest {
        true => Ok(()),
        false => Err(Unkept::Form { file: database.clone(), version, newest }),
    }
}

async fn look_through_file(file: &Path) -> Result<Whole, Unkept> {
    let fault = |fault| Unkept::Fault { file: file.into(), fault };
    let mut open = open(file).await?;
    let whole = async {
        let wrong: Vec<String> =
            sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&mut open).await?;
        if wrong != ["ok"] {
            return Err(Fault::Damaged(wrong.join("; ")));
        }
        let loose = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut open).await?;
        if !loose.is_empty() {
            return Err(Fault::Damaged(format!("{} rows refer to what is not there", loose.len())));
        }
        let version = sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations");
        let version = version.fetch_one(&mut open).await?;
        let fights = sqlx::query_scalar("SELECT count(*) FROM fight");
        Ok(Whole { version, newest: newest(), fights: fights.fetch_one(&mut open).await? })
    };
    let whole = whole.await.map_err(fault)?;
    open.close().await.map_err(|wrong| fault(wrong.into()))?;
    Ok(whole)
}

/// Copies a file of fights, whoever uses it meanwhile, as it stands at one instant.
///
/// # Errors
/// There is something of that name already, or the file is not whole.
pub async fn back_up(database: impl Into<Database>, copy: &Path) -> Result<Whole, Unkept> {
    let file = &file_of(database.into())?;
    let disk = |error| Unkept::Disk { file: copy.into(), error };
    let mut open = open(file).await?;
    // Made by us and by nobody else: SQLite fills an empty file.
    match ours().create_new(true).open(copy) {
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            return Err(Unkept::There(copy.into()));
        }
        Err(error) => return Err(disk(error)),
    }
    let copied = async {
        let name = copy.to_string_lossy().into_owned();
        let copying = sqlx::query("VACUUM INTO ?").bind(name).execute(&mut open).await;
        copying.map_err(|wrong| Unkept::Fault { file: file.into(), fault: wrong.into() })?;
        File::open(copy).and_then(|copy| copy.sync_all()).map_err(disk)?;
        look_through_file(copy).await
    };
    let copied = copied.await;
    if copied.is_err() {
        // What is not whole is not to be taken for a copy.
        let _ = fs::remove_file(copy);
    }
    copied
}

/// Puts a copy in the place of the file of fights, and keeps what was there beside it: where.
///
/// # Errors
/// A bot runs on the file, or the copy is not whole.
pub async fn restore(
    database: impl Into<Database>,
    copy: &Path,
    now: &str,
) -> Result<Option<PathBuf>, Unkept> {
    let file = &file_of(database.into())?;
    if !copy.exists() {
        return Err(Unkept::NoCopy(copy.into()));
    }
    let disk = |error| Unkept::Disk { file: file.into(), error };
    let _mark = have_alone(file)?;
    let fresh = beside(file, "-restored");
    // Left over from one that was broken off.
    forget(&fresh).map_err(disk)?;
    check_foreign(copy).await?;
    back_up(copy, &fresh).await?;
    let old = if file.exists() { Some(set_aside(file, now).await?) } else { None };
    fs::rename(&fresh, file).map_err(disk)?;
    Ok(old)
}

fn file_of(database: Database) -> Result<PathBuf, Unkept> {
    match database {
        Database::File(file) => Ok(file),
        Database::Server(_) => Err(Unkept::OnServer(database)),
    }
}

/// The mark of whoever has a file alone: held as long as it is kept.
pub(super) fn have_alone(file: &Path) -> Result<File, Unkept> {
    let disk = |error| Unkept::Disk { file: file.into(), error };
    let mark = mark(file).map_err(disk)?;
    match mark.try_lock() {
        Ok(()) => Ok(mark),
        Err(TryLockError::WouldBlock) => Err(Unkept::InUse(file.into())),
        Err(TryLockError::Error(error)) => Err(disk(error)),
    }
}

/// Nothing of ours does anything by itself: a trigger is somebody else's, and would go on writing
/// into the fights.
async fn check_foreign(copy: &Path) -> Result<(), Unkept> {
    let fault = |wrong: sqlx::Error| Unkept::Fault { file: copy.into(), fault: wrong.into() };
    let mut open = open(copy).await?;
    let foreign: Option<String> = sqlx::query_scalar(
        "SELECT type || ' ' || name FROM sqlite_master WHERE type IN ('trigger', 'view') LIMIT 1",
    )
    .fetch_optional(&mut open)
    .await
    .map_err(fault)?;
    open.close().await.map_err(fault)?;
    match foreign {
        None => Ok(()),
        Some(what) => Err(Unkept::Foreign { file: copy.into(), what }),
    }
}

/// A copy of the file that is to go, with what its log holds.
async fn set_aside(file: &Path, now: &str) -> Result<PathBuf, Unkept> {
    let disk = |error| Unkept::Disk { file: file.into(), error };
    let name = |again: &str| beside(file, &format!("-before-{now}{again}"));
    let mut names = std::iter::once(name("")).chain((2..).map(|nth| name(&format!("-{nth}"))));
    let old = names.find(|old| !old.exists()).ok_or_else(|| Unkept::There(name("")))?;
    // One that is damaged is kept as it is, its log with it.
    if let Ok(mut open) = SqliteConnection::connect_with(&options(file)).await {
        let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut open).await;
        let _ = open.close().await;
    }
    let (log, index) = (beside(file, "-wal"), beside(file, "-shm"));
    copy(file, &old).map_err(disk)?;
    if log.exists() {
        copy(&log, &beside(&old, "-wal")).map_err(disk)?;
    }
    File::open(&old).and_then(|old| old.sync_all()).map_err(disk)?;
    // They would be taken for those of the file that comes.
    forget(&log).and_then(|()| forget(&index)).map_err(disk)?;
    Ok(old)
}

/// A copy is its owner's alone, whoever may read what it was made of.
fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    let mut copy = ours().create_new(true).open(to)?;
    std::io::copy(&mut File::open(from)?, &mut copy).map(drop)
}

fn forget(file: &Path) -> std::io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

pub(super) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(ending);
    name.into()
}

fn mark(file: &Path) -> std::io::Result<File> {
    ours().create(true).truncate(false).open(beside(file, "-lock"))
}

/// Makes the file where it is not there: SQLite fills an empty one.
pub(super) fn make(file: &Path) -> std::io::Result<()> {
    match ours().create_new(true).open(file) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// To open a file for writing; where it is made, others on this machine cannot read it.
fn ours() -> OpenOptions {
    let mut options = File::options();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Writes a file that only its owner may read, on the disk for good. One that is there already has
/// to say the same.
///
/// # Errors
/// Something else is there, or it could not be written.
pub fn put(file: &Path, text: &str) -> Result<(), Unkept> {
    let disk = |error| Unkept::Disk { file: file.into(), error };
    match ours().create_new(true).open(file) {
        Ok(mut open) => {
            open.write_all(text.as_bytes()).and_then(|()| open.sync_all()).map_err(disk)
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            let is_same = fs::read(file).is_ok_and(|there| there == text.as_bytes());
            if is_same { Ok(()) } else { Err(Unkept::There(file.into())) }
        }
        Err(error) => Err(disk(error)),
    }
}

/// Whether others on this machine may read a file.
pub fn is_open_to_others(file: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(file).is_ok_and(|found| found.permissions().mode() & 0o077 != 0)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        false
    }
}

/// Which file it is, whatever its name: its disk and its number there.
pub(super) type FileId = (u64, u64);

/// None where it is not there, and where files have no such number.
pub(super) fn id_of(file: &Path) -> Option<FileId> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        fs::metadata(file).ok().map(|found| (found.dev(), found.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        None
    }
}

/// The mark of whoever uses a file: held as long as it is kept. It is a courtesy to who restores;
/// where a disk knows no such marks the file is used all the same.
pub(super) fn hold(file: &Path) -> Option<File> {
    let mark = mark(file).ok()?;
    mark.lock_shared().ok()?;
    Some(mark)
}

fn options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(file).busy_timeout(BUSY)
}

/// A file of fights to read from, in the form it has.
async fn open(file: &Path) -> Result<SqliteConnection, Unkept> {
    if !file.exists() {
        return Err(Unkept::Nothing(file.into()));
    }
    let fault = |fault| Unkept::Fault { file: file.into(), fault };
    let options = options(file).read_only(true);
    let open = SqliteConnection::connect_with(&options).await;
    let mut open = open.map_err(|wrong| fault(wrong.into()))?;
    let tables: Vec<String> = sqlx::query_scalar("SELECT name FROM sqlite_master")
        .fetch_all(&mut open)
        .await
        .map_err(|wrong| fault(wrong.into()))?;
    let has = |name: &str| tables.iter().any(|table| table == name);
    if !has("_sqlx_migrations") || !has("fight") || !has("journal") {
        return Err(Unkept::NotOurs(file.into()));
    }
    let made: Vec<(i64, Vec<u8>)> =
        sqlx::query_as("SELECT version, checksum FROM _sqlx_migrations ORDER BY version")
            .fetch_all(&mut open)
            .await
            .map_err(|wrong| fault(wrong.into()))?;
    for (version, checksum) in made {
        if version > newest() {
            return Err(fault(Fault::Newer { found: version, known: newest() }));
        }
        let known = MIGRATIONS.iter().find(|one| one.version == version);
        if known.is_none_or(|one| *one.checksum != *checksum) {
            return Err(Unkept::NotOurs(file.into()));
        }
    }
    Ok(open)
}
