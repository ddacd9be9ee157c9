//! What can be wrong with the database of state, each with a sentence for whoever meets it.

use std::io::ErrorKind;

use sqlx::error::DatabaseError;
use sqlx::migrate::MigrateError;
use sqlx::postgres::PgDatabaseError;

/// Why an input could not be taken although nothing is wrong with it. Nothing of it is stored:
/// the fight stands as it did before.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error("The fights are in use by another program. Nothing was changed; try again.")]
    Locked,
    #[error(
        "The fights may only be read. Nothing was changed; the owner of their file or database \
         must allow writing."
    )]
    ReadOnly,
    #[error("The disk is full. Nothing was changed; try again when there is room.")]
    Full,
    #[error("The server of the database does not answer: {0}. Try again when it does.")]
    Lost(String),
    #[error(
        "The fights were written by a newer version (it has change {found}, this version \
         knows up to {known}). Nothing was changed; start the newer version."
    )]
    Newer { found: i64, known: i64 },
    #[error("The fights cannot be opened: {0}")]
    Missing(String),
    #[error(
        "The file of fights is not at {0} any more: it was taken away or replaced while the bot \
         runs. Nothing was changed; put it back, or start the bot anew."
    )]
    Gone(String),
    #[error("The fights are damaged: {0}")]
    Damaged(String),
    #[error("The fights could not be used: {0}")]
    Other(String),
}

impl Fault {
    /// It may pass by itself: the same input can be tried again.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Locked | Self::Full | Self::Lost(_))
    }
}

impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Self {
        let text = error.to_string();
        match &error {
            sqlx::Error::Database(error) => match error.try_downcast_ref::<PgDatabaseError>() {
                Some(error) => by_state(error.code(), text),
                None => by_code(&**error, text),
            },
            sqlx::Error::Io(_) | sqlx::Error::Protocol(_) => Self::Lost(text),
            sqlx::Error::Configuration(why) => Self::Missing(why.to_string()),
            sqlx::Error::Tls(_) => Self::Missing(text),
            sqlx::Error::PoolTimedOut => Self::Locked,
            sqlx::Error::Migrate(_) => Self::Damaged(text),
            _ => Self::Other(text),
        }
    }
}

/// A server may have done it, or not, or not yet: it can be tried again by whoever finds out then
/// that it was done.
pub(super) fn is_doubtful(error: &sqlx::Error) -> bool {
    is_lost(error) || state(error).is_some_and(|code| code.starts_with("40"))
}

/// The connection is of no more use.
pub(super) fn is_lost(error: &sqlx::Error) -> bool {
    matches!(error, sqlx::Error::Io(_) | sqlx::Error::Protocol(_))
        || state(error).is_some_and(ends_session)
}

/// … and was so before: a silent server is silent to the next one as well.
pub(super) fn is_dead(error: &sqlx::Error) -> bool {
    let is_silent = |why: &std::io::Error| why.kind() == ErrorKind::TimedOut;
    is_lost(error) && !matches!(error, sqlx::Error::Io(why) if is_silent(why))
}

/// PostgreSQL's code.
pub(super) fn state(error: &sqlx::Error) -> Option<&str> {
    let error = error.as_database_error()?.try_downcast_ref::<PgDatabaseError>()?;
    Some(error.code())
}

/// The server goes down or comes up, or has no patience with a session.
fn ends_session(code: &str) -> bool {
    ["57P", "08", "25P03", "25P04"].iter().any(|it| code.starts_with(it))
}

/// The low byte of SQLite's result code is the kind; see <https://sqlite.org/rescode.html>.
fn by_code(error: &dyn DatabaseError, text: String) -> Fault {
    let code = error.code().and_then(|code| code.parse::<i32>().ok()).unwrap_or(0);
    match code & 0xff {
        5 | 6 => Fault::Locked,
        8 => Fault::ReadOnly,
        11 | 26 => Fault::Damaged(text),
        13 => Fault::Full,
        14 => Fault::Missing(
            "its file or folder is not there, or may not be used by the user that Riposte runs \
             as. Look at its name and permissions."
                .into(),
        ),
        _ => Fault::Other(text),
    }
}

/// The first two letters of PostgreSQL's code are the kind; see
/// <https://www.postgresql.org/docs/current/errcodes-appendix.html>.
fn by_state(code: &str, text: String) -> Fault {
    match (code, code.get(..2)) {
        // It waited too long for another one, or lost against it.
        ("55P03", _) | (_, Some("40")) => Fault::Locked,
        ("25006" | "42501", _) => Fault::ReadOnly,
        ("53100", _) => Fault::Full,
        ("3D000" | "3F000", _) | (_, Some("28")) => Fault::Missing(text),
        // It has too many connections, no memory, or no patience with a statement.
        ("53300" | "53200" | "57014", _) => Fault::Lost(text),
        (code, _) if ends_session(code) => Fault::Lost(text),
        ("42P01" | "42703", _) | (_, Some("XX")) => Fault::Damaged(text),
        _ => Fault::Other(text),
    }
}

impl Fault {
    /// Why the changes to the form of the file could not be made.
    pub(super) fn migrating(error: MigrateError, known: i64) -> Self {
        match error {
            MigrateError::VersionMissing(found) | MigrateError::VersionTooNew(found, _) => {
                Self::Newer { found, known }
            }
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            other => Self::Damaged(other.to_string()),
        }
    }
}
