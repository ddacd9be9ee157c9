//! Errors of the database, each with a sentence for the people who see it.

use std::io::ErrorKind;

use sqlx::error::DatabaseError;
use sqlx::migrate::MigrateError;
use sqlx::postgres::PgDatabaseError;

use super::io_problem::describe_network_error;

/// The reason why the database could not be used. Nothing was stored: the fight stands as before.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("The fights are in use by another program. Nothing was changed; try again.")]
    Locked,
    #[error(
        "The fights may only be read. Nothing was changed; the owner of their file or database \
         must allow writing."
    )]
    ReadOnly,
    #[error("The disk is full. Nothing was changed; try again when there is room.")]
    DiskFull,
    #[error("The server of the database does not answer: {0}. Try again when it does.")]
    Unreachable(String),
    #[error(
        "The fights were written by a newer version (it has change {found}, this version \
         knows up to {known}). Nothing was changed; start the newer version."
    )]
    NewerVersion { found: i64, known: i64 },
    #[error("The fights cannot be opened: {0}")]
    CannotOpen(String),
    #[error(
        "The file of fights is not at {0} any more: it was taken away or replaced while the bot \
         runs. Nothing was changed; put it back, or start the bot anew."
    )]
    FileReplaced(String),
    #[error("The fights are damaged: {0}")]
    Corrupt(String),
    #[error("The fights could not be used: {0}")]
    Other(String),
}

impl StoreError {
    /// Returns whether the problem may pass by itself, so that the same input can be tried again.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Locked | Self::DiskFull | Self::Unreachable(_))
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let text = match &error {
            // The message of the database without the words that sqlx puts around it.
            sqlx::Error::Database(error) => error.message().to_string(),
            error => error.to_string(),
        };
        match &error {
            sqlx::Error::Io(error) => Self::Unreachable(describe_network_error(error)),
            sqlx::Error::Protocol(_) => Self::Unreachable(
                "what it sends is not understood; is it a PostgreSQL server?".into(),
            ),
            sqlx::Error::Database(error) => match error.try_downcast_ref::<PgDatabaseError>() {
                Some(error) => from_postgres_error(error.code(), text),
                None => from_sqlite_error(&**error, text),
            },
            sqlx::Error::Configuration(reason) => Self::CannotOpen(reason.to_string()),
            sqlx::Error::Tls(_) => Self::CannotOpen(text),
            sqlx::Error::PoolTimedOut => Self::Locked,
            sqlx::Error::Migrate(_) => Self::Corrupt(text),
            _ => Self::Other(text),
        }
    }
}

/// Returns whether a server may have executed the statement or not, or has given it up in favour
/// of another. A caller that notices an earlier success may try again.
pub(super) fn is_retryable_write_error(error: &sqlx::Error) -> bool {
    is_connection_lost(error)
        || postgres_error_code(error).is_some_and(|code| code.starts_with("40"))
}

/// Returns whether the connection is lost and cannot be used any more.
pub(super) fn is_connection_lost(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Io(_) | sqlx::Error::Protocol(_))
        || postgres_error_code(error).is_some_and(is_session_end_code)
}

/// Returns whether the connection was already lost before it was used, so that another one may
/// work. That does not hold after a timeout: a silent server will not answer another one either.
pub(super) fn is_stale_connection(error: &sqlx::Error) -> bool {
    let is_timeout = |error: &std::io::Error| error.kind() == ErrorKind::TimedOut;
    is_connection_lost(error) && !matches!(error, sqlx::Error::Io(error) if is_timeout(error))
}

/// Returns the PostgreSQL error code (SQLSTATE), or `None` for any other error.
pub(super) fn postgres_error_code(error: &sqlx::Error) -> Option<&str> {
    let error = error.as_database_error()?.try_downcast_ref::<PgDatabaseError>()?;
    Some(error.code())
}

/// Returns whether a PostgreSQL error code says that the server is shutting down or starting, or
/// has ended the session.
fn is_session_end_code(code: &str) -> bool {
    ["57P", "08", "25P03", "25P04"].iter().any(|prefix| code.starts_with(prefix))
}

/// Converts an SQLite error by the low byte of its result code; see
/// <https://sqlite.org/rescode.html>.
fn from_sqlite_error(error: &dyn DatabaseError, text: String) -> StoreError {
    let code = error.code().and_then(|code| code.parse::<i32>().ok()).unwrap_or(0);
    match code & 0xff {
        5 | 6 => StoreError::Locked,
        8 => StoreError::ReadOnly,
        11 | 26 => StoreError::Corrupt(text),
        13 => StoreError::DiskFull,
        14 => StoreError::CannotOpen(
            "its file or folder is not there, or may not be used by the user that Riposte runs \
             as. Look at its name and permissions."
                .into(),
        ),
        _ => StoreError::Other(text),
    }
}

/// Converts a PostgreSQL error by its code, whose first two characters are the class; see
/// <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
fn from_postgres_error(code: &str, text: String) -> StoreError {
    match (code, code.get(..2)) {
        // It waited too long for another transaction's lock, or was rolled back in favour of one.
        ("55P03", _) | (_, Some("40")) => StoreError::Locked,
        ("25006" | "42501", _) => StoreError::ReadOnly,
        ("53100", _) => StoreError::DiskFull,
        ("3D000" | "3F000", _) | (_, Some("28")) => StoreError::CannotOpen(text),
        // The server has too many connections or no memory, or has cancelled the statement.
        ("53300" | "53200" | "57014", _) => StoreError::Unreachable(text),
        (code, _) if is_session_end_code(code) => StoreError::Unreachable(text),
        ("42P01" | "42703", _) | (_, Some("XX")) => StoreError::Corrupt(text),
        _ => StoreError::Other(text),
    }
}

impl StoreError {
    /// Converts the error of a migration. `newest_known` is the newest version of this program.
    pub(super) fn from_migrate_error(error: MigrateError, newest_known: i64) -> Self {
        match error {
            MigrateError::VersionMissing(found) | MigrateError::VersionTooNew(found, _) => {
                Self::NewerVersion { found, known: newest_known }
            }
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            other => Self::Corrupt(other.to_string()),
        }
    }
}
