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

use super::BUSY_TIMEOUT;
use super::database::Database;
use super::error::StoreError;
use super::io_problem::describe_io_error;
use super::migrations::{SQLITE_MIGRATIONS, newest_version};
use super::postgres;

/// Why a file was not copied or put back. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum MaintenanceError {
    #[error("{} is there already. Name a file that is not.", .0.display())]
    AlreadyExists(PathBuf),
    #[error("There is nothing at {0}. Look at RIPOSTE_DATABASE, or at the name that you gave.")]
    DatabaseMissing(Database),
    #[error("There is no file {}. Name a copy that `riposte backup` has made.", .0.display())]
    BackupMissing(PathBuf),
    #[error("{0} is not a file of fights.")]
    NotFightDatabase(Database),
    #[error("{0} is on a server: pg_dump and pg_restore do that (docs/OPERATING.md).")]
    OnServer(Database),
    #[error(
        "{} has something in it that Riposte did not make ({what}). It is not put back.",
        file.display()
    )]
    UnknownObject { file: PathBuf, what: String },
    #[error("{file}: {error}")]
    Store { file: Database, error: StoreError },
    #[error("A bot runs on {0}. Stop it first.")]
    InUse(Database),
    #[error("{file} has form {version}, this version's is {newest}. Start the bot on it once.")]
    OutdatedVersion { file: Database, version: i64, newest: i64 },
    #[error("{}: {}", file.display(), describe_io_error(error))]
    Io { file: PathBuf, error: std::io::Error },
}

/// A database of fights that was looked through.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseSummary {
    /// The last change to its form, and the last that this version knows.
    pub version: i64,
    pub newest_version: i64,
    pub fight_count: i64,
}

/// Looks at a database, a file of it from end to end, and changes nothing; none where there is
/// nothing yet.
///
/// # Errors
/// It cannot be read, is not ours, is damaged, or was written by a newer version.
pub async fn inspect_database(
    database: &Database,
) -> Result<Option<DatabaseSummary>, MaintenanceError> {
    match database {
        Database::File(file) if file.exists() => inspect_file(file).await.map(Some),
        Database::File(_) => Ok(None),
        Database::Server(address) => postgres::inspect_server_database(address).await,
    }
}

/// Looks at a database that is to be used as it is.
///
/// # Errors
/// As [`look_through`]; or there is nothing, or it is of an earlier version.
pub(super) async fn check_current_version(database: &Database) -> Result<(), MaintenanceError> {
    let whole = inspect_database(database).await?;
    let DatabaseSummary { version, newest_version: newest, .. } =
        whole.ok_or_else(|| MaintenanceError::DatabaseMissing(database.clone()))?;
    match version == newest {
        true => Ok(()),
        false => Err(MaintenanceError::OutdatedVersion { file: database.clone(), version, newest }),
    }
}

async fn inspect_file(file: &Path) -> Result<DatabaseSummary, MaintenanceError> {
    let fault = |fault| MaintenanceError::Store { file: file.into(), error: fault };
    let mut open = open_read_only(file).await?;
    let whole = async {
        let wrong: Vec<String> =
            sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&mut open).await?;
        if wrong != ["ok"] {
            return Err(StoreError::Corrupt(wrong.join("; ")));
        }
        let loose = sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut open).await?;
        if !loose.is_empty() {
            return Err(StoreError::Corrupt(format!(
                "{} rows refer to what is not there",
                loose.len()
            )));
        }
        let version = sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations");
        let version = version.fetch_one(&mut open).await?;
        let fights = sqlx::query_scalar("SELECT count(*) FROM fight");
        Ok(DatabaseSummary {
            version,
            newest_version: newest_version(),
            fight_count: fights.fetch_one(&mut open).await?,
        })
    };
    let whole = whole.await.map_err(fault)?;
    open.close().await.map_err(|wrong| fault(wrong.into()))?;
    Ok(whole)
}

/// Copies a file of fights, whoever uses it meanwhile, as it stands at one instant.
///
/// # Errors
/// There is something of that name already, or the file is not whole.
pub async fn back_up_file(
    database: impl Into<Database>,
    copy: &Path,
) -> Result<DatabaseSummary, MaintenanceError> {
    let file = &file_path_or_refuse(database.into())?;
    let disk = |error| MaintenanceError::Io { file: copy.into(), error };
    let mut open = open_read_only(file).await?;
    // Made by us and by nobody else: SQLite fills an empty file.
    match private_file_options().create_new(true).open(copy) {
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            return Err(MaintenanceError::AlreadyExists(copy.into()));
        }
        Err(error) => return Err(disk(error)),
    }
    let copied = async {
        let name = copy.to_string_lossy().into_owned();
        let copying = sqlx::query("VACUUM INTO ?").bind(name).execute(&mut open).await;
        copying
            .map_err(|wrong| MaintenanceError::Store { file: file.into(), error: wrong.into() })?;
        File::open(copy).and_then(|copy| copy.sync_all()).map_err(disk)?;
        inspect_file(copy).await
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
pub async fn restore_file(
    database: impl Into<Database>,
    copy: &Path,
    timestamp: &str,
) -> Result<Option<PathBuf>, MaintenanceError> {
    let file = &file_path_or_refuse(database.into())?;
    if !copy.exists() {
        return Err(MaintenanceError::BackupMissing(copy.into()));
    }
    let disk = |error| MaintenanceError::Io { file: file.into(), error };
    let _mark = lock_exclusively(file)?;
    let fresh = path_with_suffix(file, "-restored");
    // Left over from one that was broken off.
    remove_file_if_exists(&fresh).map_err(disk)?;
    check_no_triggers(copy).await?;
    back_up_file(copy, &fresh).await?;
    let old = if file.exists() { Some(move_aside(file, timestamp).await?) } else { None };
    fs::rename(&fresh, file).map_err(disk)?;
    Ok(old)
}

fn file_path_or_refuse(database: Database) -> Result<PathBuf, MaintenanceError> {
    match database {
        Database::File(file) => Ok(file),
        Database::Server(_) => Err(MaintenanceError::OnServer(database)),
    }
}

/// The mark of whoever has a file alone: held as long as it is kept.
pub(super) fn lock_exclusively(file: &Path) -> Result<File, MaintenanceError> {
    let disk = |error| MaintenanceError::Io { file: file.into(), error };
    let mark = open_lock_file(file).map_err(disk)?;
    match mark.try_lock() {
        Ok(()) => Ok(mark),
        Err(TryLockError::WouldBlock) => Err(MaintenanceError::InUse(file.into())),
        Err(TryLockError::Error(error)) => Err(disk(error)),
    }
}

/// Nothing of ours does anything by itself: a trigger is somebody else's, and would go on writing
/// into the fights.
async fn check_no_triggers(copy: &Path) -> Result<(), MaintenanceError> {
    let fault =
        |wrong: sqlx::Error| MaintenanceError::Store { file: copy.into(), error: wrong.into() };
    let mut open = open_read_only(copy).await?;
    let foreign: Option<String> = sqlx::query_scalar(
        "SELECT type || ' ' || name FROM sqlite_master WHERE type IN ('trigger', 'view') LIMIT 1",
    )
    .fetch_optional(&mut open)
    .await
    .map_err(fault)?;
    open.close().await.map_err(fault)?;
    match foreign {
        None => Ok(()),
        Some(what) => Err(MaintenanceError::UnknownObject { file: copy.into(), what }),
    }
}

/// A copy of the file that is to go, with what its log holds.
async fn move_aside(file: &Path, timestamp: &str) -> Result<PathBuf, MaintenanceError> {
    let disk = |error| MaintenanceError::Io { file: file.into(), error };
    let name = |again: &str| path_with_suffix(file, &format!("-before-{timestamp}{again}"));
    let mut names = std::iter::once(name("")).chain((2..).map(|nth| name(&format!("-{nth}"))));
    let old =
        names.find(|old| !old.exists()).ok_or_else(|| MaintenanceError::AlreadyExists(name("")))?;
    // One that is damaged is kept as it is, its log with it.
    if let Ok(mut open) = SqliteConnection::connect_with(&sqlite_options(file)).await {
        let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut open).await;
        let _ = open.close().await;
    }
    let (log, index) = (path_with_suffix(file, "-wal"), path_with_suffix(file, "-shm"));
    copy_private_file(file, &old).map_err(disk)?;
    if log.exists() {
        copy_private_file(&log, &path_with_suffix(&old, "-wal")).map_err(disk)?;
    }
    File::open(&old).and_then(|old| old.sync_all()).map_err(disk)?;
    // They would be taken for those of the file that comes.
    remove_file_if_exists(&log).and_then(|()| remove_file_if_exists(&index)).map_err(disk)?;
    Ok(old)
}

/// A copy is its owner's alone, whoever may read what it was made of.
fn copy_private_file(from: &Path, to: &Path) -> std::io::Result<()> {
    let mut copy = private_file_options().create_new(true).open(to)?;
    std::io::copy(&mut File::open(from)?, &mut copy).map(drop)
}

fn remove_file_if_exists(file: &Path) -> std::io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

pub(super) fn path_with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(suffix);
    name.into()
}

fn open_lock_file(file: &Path) -> std::io::Result<File> {
    private_file_options().create(true).truncate(false).open(path_with_suffix(file, "-lock"))
}

/// Makes the file where it is not there: SQLite fills an empty one.
pub(super) fn create_file_if_missing(file: &Path) -> std::io::Result<()> {
    match private_file_options().create_new(true).open(file) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// To open a file for writing; where it is made, others on this machine cannot read it.
fn private_file_options() -> OpenOptions {
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
pub fn write_private_file(file: &Path, text: &str) -> Result<(), MaintenanceError> {
    let disk = |error| MaintenanceError::Io { file: file.into(), error };
    match private_file_options().create_new(true).open(file) {
        Ok(mut open) => {
            open.write_all(text.as_bytes()).and_then(|()| open.sync_all()).map_err(disk)
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            let is_same = fs::read(file).is_ok_and(|there| there == text.as_bytes());
            if is_same { Ok(()) } else { Err(MaintenanceError::AlreadyExists(file.into())) }
        }
        Err(error) => Err(disk(error)),
    }
}

/// Whether others on this machine may read a file.
pub fn is_readable_by_others(file: &Path) -> bool {
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
pub(super) fn read_file_id(file: &Path) -> Option<FileId> {
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
pub(super) fn lock_shared(file: &Path) -> Option<File> {
    let mark = open_lock_file(file).ok()?;
    mark.lock_shared().ok()?;
    Some(mark)
}

fn sqlite_options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(file).busy_timeout(BUSY_TIMEOUT)
}

/// A file of fights to read from, in the form it has.
async fn open_read_only(file: &Path) -> Result<SqliteConnection, MaintenanceError> {
    if !file.exists() {
        return Err(MaintenanceError::DatabaseMissing(file.into()));
    }
    let fault = |fault| MaintenanceError::Store { file: file.into(), error: fault };
    let options = sqlite_options(file).read_only(true);
    let open = SqliteConnection::connect_with(&options).await;
    let mut open = open.map_err(|wrong| fault(wrong.into()))?;
    let tables: Vec<String> = sqlx::query_scalar("SELECT name FROM sqlite_master")
        .fetch_all(&mut open)
        .await
        .map_err(|wrong| fault(wrong.into()))?;
    let has = |name: &str| tables.iter().any(|table| table == name);
    if !has("_sqlx_migrations") || !has("fight") || !has("journal") {
        return Err(MaintenanceError::NotFightDatabase(file.into()));
    }
    let made: Vec<(i64, Vec<u8>)> =
        sqlx::query_as("SELECT version, checksum FROM _sqlx_migrations ORDER BY version")
            .fetch_all(&mut open)
            .await
            .map_err(|wrong| fault(wrong.into()))?;
    for (version, checksum) in made {
        if version > newest_version() {
            return Err(fault(StoreError::NewerVersion {
                found: version,
                known: newest_version(),
            }));
        }
        let known = SQLITE_MIGRATIONS.iter().find(|one| one.version == version);
        if known.is_none_or(|one| *one.checksum != *checksum) {
            return Err(MaintenanceError::NotFightDatabase(file.into()));
        }
    }
    Ok(open)
}
