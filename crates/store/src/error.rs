//! Errors of the database, each with a sentence for the people who see it. The texts of SQLite,
//! PostgreSQL and sqlx are only logged.

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
    #[error("The fights cannot be opened: {}.", .0.trim_end_matches('.'))]
    CannotOpen(String),
    #[error(
        "The file of fights is not at {0} any more: it was taken away or replaced while the bot \
         runs. Nothing was changed; put it back, or start the bot anew."
    )]
    FileReplaced(String),
    #[error("The fights are damaged: {}.", .0.trim_end_matches('.'))]
    Corrupt(String),
    #[error("The fights could not be used: {}.", .0.trim_end_matches('.'))]
    Other(String),
}

/// Why a process may not use a server's database beside others. sqlx hands it through.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct ShardsRefused(pub String);

impl StoreError {
    /// Returns whether the problem may pass by itself, so that the same input can be tried again.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Locked | Self::DiskFull | Self::Unreachable(_))
    }
}

impl From<sqlx::Error> for StoreError {
    /// Sorts an error by its cause, and describes it to whoever runs the bot.
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Io(error) => Self::Unreachable(describe_network_error(error)),
            sqlx::Error::Protocol(_) => Self::Unreachable(
                "what it sends is not understood; perhaps it is no PostgreSQL server".into(),
            ),
            sqlx::Error::Database(database_error) => {
                match database_error.try_downcast_ref::<PgDatabaseError>() {
                    Some(postgres_error) => from_postgres_error(postgres_error.code(), &error),
                    None => from_sqlite_error(&**database_error, &error),
                }
            }
            sqlx::Error::Configuration(reason) => match reason.downcast_ref::<ShardsRefused>() {
                Some(ShardsRefused(reason)) => Self::CannotOpen(reason.clone()),
                None => Self::CannotOpen(
                    "a part of its address does not fit the server; look at what follows the ? \
                     (docs/OPERATING.md)"
                        .into(),
                ),
            },
            sqlx::Error::Tls(_) => Self::CannotOpen(
                "no encrypted connection with the server comes about; look at sslmode and the \
                 certificates in its address (docs/OPERATING.md)"
                    .into(),
            ),
            sqlx::Error::PoolTimedOut => Self::Locked,
            sqlx::Error::PoolClosed => Self::Other("the program is stopping".into()),
            _ => from_unknown_error(&error),
        }
    }
}

/// Logs an error of the database that has no variant of its own, and returns [`StoreError::Other`].
fn from_unknown_error(error: &dyn std::error::Error) -> StoreError {
    tracing::error!(%error, "unexpected error of the database");
    StoreError::Other("the database refuses what it is asked; the log says how".into())
}

/// Logs what is wrong with stored data, and returns [`StoreError::Corrupt`] without details.
fn from_damage(error: &dyn std::error::Error) -> StoreError {
    tracing::error!(%error, "stored data is damaged");
    StoreError::Corrupt("a part of them is missing or has another form; use a backup".into())
}

impl StoreError {
    /// Converts the problems that SQLite finds in a file, and logs them.
    pub(super) fn from_integrity_check(problems: &[String]) -> Self {
        tracing::error!(reason = problems.join("; "), "SQLite finds the file damaged");
        Self::Corrupt(format!("SQLite finds {} faults in their file; use a backup", problems.len()))
    }

    /// Converts the error of stored JSON that cannot be read, and logs it.
    pub fn from_unreadable_json(error: &serde_json::Error) -> Self {
        from_damage(error)
    }
}

/// Returns whether a write may be tried again: the connection was lost and its outcome is unknown,
/// or the server rolled it back in favour of another transaction. The caller must notice if the
/// first attempt has succeeded.
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

// SQLite's result codes: <https://sqlite.org/rescode.html>.
const SQLITE_BUSY: i32 = 5;
const SQLITE_LOCKED: i32 = 6;
const SQLITE_READONLY: i32 = 8;
const SQLITE_IOERR: i32 = 10;
const SQLITE_CORRUPT: i32 = 11;
const SQLITE_FULL: i32 = 13;
const SQLITE_CANTOPEN: i32 = 14;
const SQLITE_AUTH: i32 = 23;
const SQLITE_NOTADB: i32 = 26;

/// Converts an SQLite error by its result code. The bits above the lowest byte only say more about
/// the same problem.
fn from_sqlite_error(database_error: &dyn DatabaseError, error: &sqlx::Error) -> StoreError {
    let code = database_error.code().and_then(|code| code.parse::<i32>().ok()).unwrap_or(0);
    match code & 0xff {
        SQLITE_BUSY | SQLITE_LOCKED => StoreError::Locked,
        SQLITE_READONLY => StoreError::ReadOnly,
        SQLITE_IOERR => {
            StoreError::Other("the disk does not let their file be read or written".into())
        }
        SQLITE_CORRUPT => from_damage(error),
        SQLITE_FULL => StoreError::DiskFull,
        SQLITE_CANTOPEN => StoreError::CannotOpen(
            "the file or its folder is not there, or may not be used by the user that Riposte \
             runs as; look at its name and permissions"
                .into(),
        ),
        SQLITE_AUTH => StoreError::CannotOpen("the system does not let the file be used".into()),
        SQLITE_NOTADB => StoreError::Corrupt(
            "their file is none that Riposte has made, or was overwritten; look at its name, or \
             use a backup"
                .into(),
        ),
        _ => from_unknown_error(error),
    }
}

/// Converts a PostgreSQL error by its code, whose first two characters are the class; see
/// <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
fn from_postgres_error(code: &str, error: &sqlx::Error) -> StoreError {
    let cannot_open = |problem: &str| StoreError::CannotOpen(problem.into());
    let unreachable = |problem: &str| StoreError::Unreachable(problem.into());
    match (code, code.get(..2)) {
        // It waited too long for another transaction's lock, or was rolled back in favour of one.
        ("55P03", _) | (_, Some("40")) => StoreError::Locked,
        ("25006" | "42501", _) => StoreError::ReadOnly,
        ("53100", _) => StoreError::DiskFull,
        ("3D000", _) => cannot_open("the server has no database of that name; create it first"),
        ("3F000", _) => cannot_open("the database has no schema of that name; create it first"),
        (_, Some("28")) => {
            cannot_open("the server does not accept that user and password; look at both")
        }
        ("53300", _) => unreachable("it has as many connections as it takes"),
        ("53200", _) => unreachable("it has no memory left"),
        ("57014", _) => unreachable("it took too long and gave up"),
        (code, _) if is_session_end_code(code) => {
            unreachable("it is stopping, starting, or has ended the connection")
        }
        ("42P01" | "42703", _) | (_, Some("XX")) => from_damage(error),
        _ => from_unknown_error(error),
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
            other => from_damage(&other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts of libraries and of PostgreSQL that no sentence may have.
    const SECRET: &str = "hush";

    fn assert_sentence_is_plain(error: sqlx::Error) {
        let sentence = StoreError::from(error).to_string();
        assert!(sentence.ends_with('.') && !sentence.contains(SECRET), "{sentence}");
        for word in ["sqlx", "error", "pool", "(code", "os error"] {
            assert!(!sentence.to_lowercase().contains(word), "{sentence}");
        }
    }

    /// sqlx's errors cannot be enumerated, as its type is open to additions; the last arm of the
    /// conversion covers those.
    #[test]
    fn sentences_have_no_text_of_sqlx() {
        let io_error = || std::io::Error::other(SECRET);
        assert_sentence_is_plain(sqlx::Error::Configuration(SECRET.into()));
        assert_sentence_is_plain(sqlx::Error::InvalidArgument(SECRET.into()));
        assert_sentence_is_plain(sqlx::Error::Io(io_error()));
        assert_sentence_is_plain(sqlx::Error::Tls(SECRET.into()));
        assert_sentence_is_plain(sqlx::Error::Protocol(SECRET.into()));
        assert_sentence_is_plain(sqlx::Error::RowNotFound);
        assert_sentence_is_plain(sqlx::Error::TypeNotFound { type_name: SECRET.into() });
        assert_sentence_is_plain(sqlx::Error::ColumnIndexOutOfBounds { index: 1, len: 1 });
        assert_sentence_is_plain(sqlx::Error::ColumnNotFound(SECRET.into()));
        assert_sentence_is_plain(sqlx::Error::ColumnDecode {
            index: SECRET.into(),
            source: SECRET.into(),
        });
        assert_sentence_is_plain(sqlx::Error::Encode(SECRET.into()));
        assert_sentence_is_plain(sqlx::Error::Decode(SECRET.into()));
        assert_sentence_is_plain(sqlx::Error::AnyDriverError(SECRET.into()));
        assert_sentence_is_plain(sqlx::Error::PoolTimedOut);
        assert_sentence_is_plain(sqlx::Error::PoolClosed);
        assert_sentence_is_plain(sqlx::Error::WorkerCrashed);
        assert_sentence_is_plain(sqlx::Error::Migrate(Box::new(MigrateError::VersionMismatch(3))));
    }

    #[test]
    fn sentences_have_no_text_of_postgres() {
        let codes = [
            "55P03", "40001", "40P01", "25006", "42501", "53100", "3D000", "3F000", "28P01",
            "28000", "53300", "53200", "57014", "57P01", "57P03", "08006", "25P03", "42P01",
            "42703", "XX001", "22021", "23505", "00000", "",
        ];
        for code in codes {
            let error = sqlx::Error::Protocol(SECRET.into());
            let sentence = from_postgres_error(code, &error).to_string();
            assert!(sentence.ends_with('.') && !sentence.contains(SECRET), "{code}: {sentence}");
        }
    }
}
