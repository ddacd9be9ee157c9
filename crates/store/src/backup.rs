//! Maintenance of a database file: checking it, backing it up while it is in use, and restoring a
//! backup in its place. Also writes private files.
//!
//! A program that has the file open holds a shared lock on `….db-lock`. Only a program that gets
//! the exclusive lock may replace the file.

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

/// The reason why a database was not inspected, backed up or restored. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum MaintenanceError {
    #[error("{} is there already. Name a file that is not.", .0.display())]
    AlreadyExists(PathBuf),
    #[error("There is nothing at {0}. Look at RIPOSTE_DATABASE, or at the name that you gave.")]
    DatabaseMissing(Database),
    #[error("There is no file {}. Name a copy that `riposte backup` has made.", .0.display())]
    BackupMissing(PathBuf),
    #[error("{0} is not a file of fights. Look at its name.")]
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
    #[error("{} is the file of fights itself. Name a copy of it.", .0.display())]
    BackupIsDatabase(PathBuf),
    #[error("A bot runs on {0}. Stop it first.")]
    InUse(Database),
    #[error("{file} has form {version}, this version's is {newest}. Start the bot on it once.")]
    OutdatedVersion { file: Database, version: i64, newest: i64 },
    #[error("{}: {}", file.display(), describe_io_error(error))]
    Io { file: PathBuf, error: std::io::Error },
}

/// The result of inspecting a database of fights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabaseSummary {
    /// The version of the last migration that was run on the database.
    pub version: i64,
    /// The version of the last migration that this program knows.
    pub newest_version: i64,
    pub fight_count: i64,
}

/// Inspects a database without changing it; a file is checked from end to end. Returns `None` if
/// there is no such file, or the server's database is empty.
///
/// # Errors
/// Fails if the database cannot be read, is not a database of fights, is damaged, or was written
/// by a newer version.
pub async fn inspect_database(
    database: &Database,
) -> Result<Option<DatabaseSummary>, MaintenanceError> {
    match database {
        // An empty file is like none: the first start fills it.
        Database::File(file)
            if file.metadata().is_ok_and(|found| found.is_dir() || found.len() > 0) =>
        {
            inspect_file(file).await.map(Some)
        }
        Database::File(_) => Ok(None),
        Database::Server(address) => postgres::inspect_server_database(address).await,
    }
}

/// Checks, without changing anything, that the bot could write a database file if it started now:
/// the file itself if it is there, the files that SQLite and Riposte keep beside it, and new files
/// in its folder. Does nothing for a server.
///
/// For a process that does not have the database open: to close a file takes away the locks that
/// SQLite has on it in the same process.
///
/// # Errors
/// Fails for the first file that could not be written, and for a missing folder.
pub fn check_sqlite_files_are_writable(database: &Database) -> Result<(), MaintenanceError> {
    let Database::File(file) = database else { return Ok(()) };
    let is_device_or_pipe = file.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir());
    if is_device_or_pipe {
        return Err(MaintenanceError::NotFightDatabase(database.clone()));
    }
    for suffix in ["", "-wal", "-shm", "-lock"] {
        let existing = path_with_suffix(file, suffix);
        match File::options().append(true).open(&existing) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(MaintenanceError::Io { file: existing, error });
            }
            _ => {}
        }
    }
    let name = file.file_name().unwrap_or_default();
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    // The trial file is as long in its name as those beside the database, and deletes itself.
    tempfile::Builder::new()
        .prefix(name)
        .rand_bytes("-lock".len())
        .tempfile_in(folder.unwrap_or(Path::new(".")))
        .map(drop)
        .map_err(|error| MaintenanceError::Io { file: file.clone(), error })
}

/// Checks that a database exists and has this version's schema.
///
/// # Errors
/// Fails as [`inspect_database`] does, and if the database is missing or of an earlier version.
pub(super) async fn check_current_version(database: &Database) -> Result<(), MaintenanceError> {
    let summary = inspect_database(database).await?;
    let DatabaseSummary { version, newest_version: newest, .. } =
        summary.ok_or_else(|| MaintenanceError::DatabaseMissing(database.clone()))?;
    match version == newest {
        true => Ok(()),
        false => Err(MaintenanceError::OutdatedVersion { file: database.clone(), version, newest }),
    }
}

/// Checks a file from end to end without changing it, and returns its version and number of fights.
async fn inspect_file(file: &Path) -> Result<DatabaseSummary, MaintenanceError> {
    let to_store_error = |error| MaintenanceError::Store { file: file.into(), error };
    let mut connection = open_read_only_checking_migrations(file).await?;
    let inspection = async {
        let check_results: Vec<String> =
            sqlx::query_scalar("PRAGMA integrity_check").fetch_all(&mut connection).await?;
        if check_results != ["ok"] {
            return Err(StoreError::from_integrity_check(&check_results));
        }
        let dangling_rows =
            sqlx::query("PRAGMA foreign_key_check").fetch_all(&mut connection).await?;
        if !dangling_rows.is_empty() {
            return Err(StoreError::Corrupt(format!(
                "{} rows refer to what is not there",
                dangling_rows.len()
            )));
        }
        let version = sqlx::query_scalar("SELECT max(version) FROM _sqlx_migrations");
        let fight_count = sqlx::query_scalar("SELECT count(*) FROM fight");
        Ok(DatabaseSummary {
            version: version.fetch_one(&mut connection).await?,
            newest_version: newest_version(),
            fight_count: fight_count.fetch_one(&mut connection).await?,
        })
    };
    let summary = inspection.await.map_err(to_store_error)?;
    connection.close().await.map_err(|error| to_store_error(error.into()))?;
    Ok(summary)
}

/// Copies a file of fights as it stands at one instant, also while it is in use, and checks the
/// copy. Returns the summary of the copy.
///
/// # Errors
/// Fails if `copy` exists already, the database is on a server, or the file or its copy is
/// damaged. No incomplete copy is left behind.
pub async fn back_up_and_check_file(
    database: impl Into<Database>,
    copy: &Path,
) -> Result<DatabaseSummary, MaintenanceError> {
    let file = &file_path_or_refuse(database.into())?;
    let to_io_error = |error| MaintenanceError::Io { file: copy.into(), error };
    let mut connection = open_read_only_checking_migrations(file).await?;
    // Creates the file first, private to its owner; SQLite then fills the empty file.
    match write_options_with_owner_only_mode().create_new(true).open(copy) {
        Ok(_) => {}
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            return Err(MaintenanceError::AlreadyExists(copy.into()));
        }
        Err(error) => return Err(to_io_error(error)),
    }
    let copying = async {
        let name = copy.to_string_lossy().into_owned();
        let vacuum = sqlx::query("VACUUM INTO ?").bind(name).execute(&mut connection).await;
        vacuum
            .map_err(|error| MaintenanceError::Store { file: file.into(), error: error.into() })?;
        File::open(copy).and_then(|copy| copy.sync_all()).map_err(to_io_error)?;
        inspect_file(copy).await
    };
    let summary = copying.await;
    if summary.is_err() {
        // An incomplete file must not be mistaken for a backup.
        let _ = fs::remove_file(copy);
    }
    summary
}

/// Replaces the file of fights with a backup. Returns the path where the previous file was kept,
/// beside the new one, or `None` if there was none.
///
/// # Errors
/// Fails if a bot runs on the file, the database is on a server, or the backup is missing,
/// damaged, or has triggers or views in it.
pub async fn restore_file_keeping_previous(
    database: impl Into<Database>,
    backup: &Path,
    timestamp: &str,
) -> Result<Option<PathBuf>, MaintenanceError> {
    let file = &file_path_or_refuse(database.into())?;
    if !backup.exists() {
        return Err(MaintenanceError::BackupMissing(backup.into()));
    }
    if is_same_file(file, backup) {
        return Err(MaintenanceError::BackupIsDatabase(backup.into()));
    }
    let to_io_error = |error| MaintenanceError::Io { file: file.into(), error };
    let _lock = lock_exclusively(file)?;
    let restored = path_with_suffix(file, "-restored");
    // An interrupted restore may have left one.
    remove_file_if_exists(&restored).map_err(to_io_error)?;
    check_no_triggers_or_views(backup).await?;
    back_up_and_check_file(backup, &restored).await?;
    let previous = if file.exists() {
        Some(copy_previous_and_delete_log(file, timestamp).await?)
    } else {
        None
    };
    fs::rename(&restored, file).map_err(to_io_error)?;
    Ok(previous)
}

/// Returns whether two names are of the same file, which may be a link.
fn is_same_file(first: &Path, second: &Path) -> bool {
    match (fs::canonicalize(first), fs::canonicalize(second)) {
        (Ok(first), Ok(second)) => first == second,
        _ => false,
    }
}

/// Fails for a folder, of which SQLite would only say that it cannot be read.
fn refuse_folder(file: &Path) -> std::io::Result<()> {
    if file.is_dir() { Err(std::io::ErrorKind::IsADirectory.into()) } else { Ok(()) }
}

/// Returns the path of a database file; fails for a database on a server.
fn file_path_or_refuse(database: Database) -> Result<PathBuf, MaintenanceError> {
    match database {
        Database::File(file) => Ok(file),
        Database::Server(_) => Err(MaintenanceError::OnServer(database)),
    }
}

/// Takes the exclusive lock of a database file. The lock is held until the returned file is
/// dropped.
///
/// # Errors
/// Fails if another program uses the database, or the lock file cannot be opened.
pub(super) fn lock_exclusively(file: &Path) -> Result<File, MaintenanceError> {
    let to_io_error = |error| MaintenanceError::Io { file: file.into(), error };
    let lock_file = open_lock_file(file).map_err(to_io_error)?;
    match lock_file.try_lock() {
        Ok(()) => Ok(lock_file),
        Err(TryLockError::WouldBlock) => Err(MaintenanceError::InUse(file.into())),
        Err(TryLockError::Error(error)) => Err(to_io_error(error)),
    }
}

/// Refuses a backup with triggers or views in it. Riposte makes none: somebody else has added
/// them, and a trigger would go on changing the fights.
async fn check_no_triggers_or_views(backup: &Path) -> Result<(), MaintenanceError> {
    let to_store_error =
        |error: sqlx::Error| MaintenanceError::Store { file: backup.into(), error: error.into() };
    let mut connection = open_read_only_checking_migrations(backup).await?;
    let unknown_object: Option<String> = sqlx::query_scalar(
        "SELECT type || ' ' || name FROM sqlite_master WHERE type IN ('trigger', 'view') LIMIT 1",
    )
    .fetch_optional(&mut connection)
    .await
    .map_err(to_store_error)?;
    connection.close().await.map_err(to_store_error)?;
    match unknown_object {
        None => Ok(()),
        Some(what) => Err(MaintenanceError::UnknownObject { file: backup.into(), what }),
    }
}

/// Copies the database file that is about to be replaced, and its write-ahead log, under a name
/// with the timestamp; then deletes the log. Returns the path of the copy.
async fn copy_previous_and_delete_log(
    file: &Path,
    timestamp: &str,
) -> Result<PathBuf, MaintenanceError> {
    let to_io_error = |error| MaintenanceError::Io { file: file.into(), error };
    let previous = find_unused_path(&path_with_suffix(file, &format!("-before-{timestamp}")));
    // A damaged database cannot be opened here: it is kept as it is, together with its log.
    if let Ok(mut connection) = SqliteConnection::connect_with(&sqlite_options(file)).await {
        let _ = sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await;
        let _ = connection.close().await;
    }
    let (log, index) = (path_with_suffix(file, "-wal"), path_with_suffix(file, "-shm"));
    copy_private_file(file, &previous).map_err(to_io_error)?;
    if log.exists() {
        copy_private_file(&log, &path_with_suffix(&previous, "-wal")).map_err(to_io_error)?;
    }
    File::open(&previous).and_then(|copy| copy.sync_all()).map_err(to_io_error)?;
    // SQLite would take them for the log and the index of the restored file.
    remove_file_if_exists(&log).map_err(to_io_error)?;
    remove_file_if_exists(&index).map_err(to_io_error)?;
    Ok(previous)
}

/// Returns the path itself, or if that is taken the first of `…-2`, `…-3` and so on that is free.
fn find_unused_path(path: &Path) -> PathBuf {
    let mut candidate = path.to_path_buf();
    let mut number = 1;
    while candidate.exists() {
        number += 1;
        candidate = path_with_suffix(path, &format!("-{number}"));
    }
    candidate
}

/// Copies a file to a new one that only its owner may read, whoever may read the original.
fn copy_private_file(source: &Path, target: &Path) -> std::io::Result<()> {
    let mut copy = write_options_with_owner_only_mode().create_new(true).open(target)?;
    std::io::copy(&mut File::open(source)?, &mut copy).map(drop)
}

fn remove_file_if_exists(file: &Path) -> std::io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Returns the path with a text after its last letter.
pub(super) fn path_with_suffix(file: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(suffix);
    name.into()
}

/// Opens the lock file beside a database file, and creates it if need be.
fn open_lock_file(file: &Path) -> std::io::Result<File> {
    write_options_with_owner_only_mode()
        .create(true)
        .truncate(false)
        .open(path_with_suffix(file, "-lock"))
}

/// Creates an empty file if there is none. SQLite makes a database of it.
pub(super) fn create_file_if_missing(file: &Path) -> std::io::Result<()> {
    refuse_folder(file)?;
    match write_options_with_owner_only_mode().create_new(true).open(file) {
        Err(error) if error.kind() != std::io::ErrorKind::AlreadyExists => Err(error),
        _ => Ok(()),
    }
}

/// Returns options to open a file for writing. A file that they create can be read by its owner
/// only.
pub fn write_options_with_owner_only_mode() -> OpenOptions {
    let mut options = File::options();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Writes a text to a new file that only its owner may read, and syncs it to disk. A file that
/// exists already is accepted if it holds the same text.
///
/// # Errors
/// Fails if a file with another content is there, or the file cannot be written.
pub fn create_owner_only_file_or_accept_identical(
    file: &Path,
    text: &str,
) -> Result<(), MaintenanceError> {
    let to_io_error = |error| MaintenanceError::Io { file: file.into(), error };
    match write_options_with_owner_only_mode().create_new(true).open(file) {
        Ok(mut created) => {
            created.write_all(text.as_bytes()).map_err(to_io_error)?;
            created.sync_all().map_err(to_io_error)
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            let is_same = fs::read(file).is_ok_and(|existing| existing == text.as_bytes());
            if is_same { Ok(()) } else { Err(MaintenanceError::AlreadyExists(file.into())) }
        }
        Err(error) => Err(to_io_error(error)),
    }
}

/// Replaces the text of a file that only its owner may read, all at once: a reader finds the old
/// text or the new one.
///
/// # Errors
/// Fails if the folder takes no new file.
pub fn replace_owner_only_file(file: &Path, text: &str) -> std::io::Result<()> {
    let new_file = path_with_suffix(file, "-new");
    let mut options = write_options_with_owner_only_mode();
    options.create(true).truncate(true).open(&new_file)?.write_all(text.as_bytes())?;
    fs::rename(&new_file, file)
}

/// Returns whether other users of this machine have any access to a file. Always `false` where
/// there are no Unix permissions.
pub fn is_accessible_to_others(file: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(file).is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0)
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        false
    }
}

/// Identifies a file independently of its name: device and inode number.
pub(super) type FileId = (u64, u64);

/// Returns `None` if there is no such file, and on systems without inode numbers.
pub(super) fn read_file_id(file: &Path) -> Option<FileId> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        fs::metadata(file).ok().map(|metadata| (metadata.dev(), metadata.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        None
    }
}

/// Takes the shared lock of a database file, held until the returned file is dropped. Returns
/// `None` where the file system has no locks: the lock only protects a restore, so the database is
/// used all the same.
pub(super) fn lock_shared(file: &Path) -> Option<File> {
    let lock_file = open_lock_file(file).ok()?;
    lock_file.lock_shared().ok()?;
    Some(lock_file)
}

fn sqlite_options(file: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new().filename(file).busy_timeout(BUSY_TIMEOUT)
}

/// Opens a database file for reading, without running migrations.
///
/// # Errors
/// Fails if the file is missing, cannot be read, is not a database of fights, or was written by a
/// newer version.
async fn open_read_only_checking_migrations(
    file: &Path,
) -> Result<SqliteConnection, MaintenanceError> {
    if !file.exists() {
        return Err(MaintenanceError::DatabaseMissing(file.into()));
    }
    refuse_folder(file).map_err(|error| MaintenanceError::Io { file: file.into(), error })?;
    let to_store_error = |error| MaintenanceError::Store { file: file.into(), error };
    let options = sqlite_options(file).read_only(true);
    let mut connection = SqliteConnection::connect_with(&options)
        .await
        .map_err(|error| to_store_error(error.into()))?;
    let tables: Vec<String> = sqlx::query_scalar("SELECT name FROM sqlite_master")
        .fetch_all(&mut connection)
        .await
        .map_err(|error| to_store_error(error.into()))?;
    let has_table = |name: &str| tables.iter().any(|table| table == name);
    if !has_table("_sqlx_migrations") || !has_table("fight") || !has_table("journal") {
        return Err(MaintenanceError::NotFightDatabase(file.into()));
    }
    let applied_migrations: Vec<(i64, Vec<u8>)> =
        sqlx::query_as("SELECT version, checksum FROM _sqlx_migrations ORDER BY version")
            .fetch_all(&mut connection)
            .await
            .map_err(|error| to_store_error(error.into()))?;
    for (version, checksum) in applied_migrations {
        if version > newest_version() {
            return Err(to_store_error(StoreError::NewerVersion {
                found: version,
                known: newest_version(),
            }));
        }
        if !is_own_migration(version, &checksum) {
            return Err(MaintenanceError::NotFightDatabase(file.into()));
        }
    }
    Ok(connection)
}

/// Returns whether this program has a migration of that version with the same checksum.
fn is_own_migration(version: i64, checksum: &[u8]) -> bool {
    let same_version = SQLITE_MIGRATIONS.iter().find(|migration| migration.version == version);
    same_version.is_some_and(|migration| *migration.checksum == *checksum)
}
