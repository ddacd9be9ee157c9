//! What can be wrong with the file of state, each with a sentence for whoever meets it.

use sqlx::error::DatabaseError;
use sqlx::migrate::MigrateError;

/// Why an input could not be taken although nothing is wrong with it. Nothing of it is stored:
/// the fight stands as it did before.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error("The file of fights is in use by another program. Nothing was changed; try again.")]
    Locked,
    #[error(
        "The file of fights may only be read. Nothing was changed; its owner must allow writing."
    )]
    ReadOnly,
    #[error("The disk is full. Nothing was changed; try again when there is room.")]
    Full,
    #[error(
        "The file of fights was written by a newer version (it has change {found}, this version \
         knows up to {known}). Nothing was changed; start the newer version."
    )]
    Newer { found: i64, known: i64 },
    #[error("The file of fights cannot be opened: {0}")]
    Missing(String),
    #[error(
        "The file of fights is not at {0} any more: it was taken away or replaced while the bot \
         runs. Nothing was changed; put it back, or start the bot anew."
    )]
    Gone(String),
    #[error("The file of fights is damaged: {0}")]
    Damaged(String),
    #[error("The file of fights could not be used: {0}")]
    Other(String),
}

impl Fault {
    /// It may pass by itself: the same input can be tried again.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Locked | Self::Full)
    }
}

impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Self {
        let text = error.to_string();
        match &error {
            sqlx::Error::Database(error) => by_code(&**error, text),
            sqlx::Error::PoolTimedOut => Self::Locked,
            sqlx::Error::Migrate(_) => Self::Damaged(text),
            _ => Self::Other(text),
        }
    }
}

/// The low byte of SQLite's result code is the kind; see <https://sqlite.org/rescode.html>.
fn by_code(error: &dyn DatabaseError, text: String) -> Fault {
    let code = error.code().and_then(|code| code.parse::<i32>().ok()).unwrap_or(0);
    match code & 0xff {
        5 | 6 => Fault::Locked,
        8 => Fault::ReadOnly,
        11 | 26 => Fault::Damaged(text),
        13 => Fault::Full,
        14 => Fault::Missing(text),
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
