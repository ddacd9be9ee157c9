//! Where fights are kept.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;

/// A file, or a database of a PostgreSQL server. Shown without its password.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    File(PathBuf),
    /// `postgres://user:password@host:port/name`.
    Server(String),
}

impl Database {
    /// None of a server.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(file) => Some(file),
            Self::Server(_) => None,
        }
    }

    /// The name that it has on this machine, for files that belong to it: for a server the name of
    /// the database, in the working directory.
    pub fn here(&self) -> PathBuf {
        match self {
            Self::File(file) => file.clone(),
            Self::Server(address) => {
                let known = PgConnectOptions::from_str(address).ok();
                let name = known.as_ref().and_then(PgConnectOptions::get_database);
                let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
                name.filter(|name| name.chars().all(is_plain)).unwrap_or("riposte").into()
            }
        }
    }
}

/// What begins with `postgres://` or `postgresql://` is a server, all else a file.
impl<P: AsRef<Path> + ?Sized> From<&P> for Database {
    fn from(name: &P) -> Self {
        let name = name.as_ref();
        let is_server = |text: &&str| {
            ["postgres://", "postgresql://"].iter().any(|start| text.starts_with(start))
        };
        match name.to_str().filter(is_server) {
            Some(address) => Self::Server(address.into()),
            None => Self::File(name.into()),
        }
    }
}

impl From<&Self> for Database {
    fn from(database: &Self) -> Self {
        database.clone()
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let address = match self {
            Self::File(file) => return write!(f, "{}", file.display()),
            Self::Server(address) => address,
        };
        let Ok(known) = PgConnectOptions::from_str(address) else {
            return f.write_str("the address of the database");
        };
        let name = known.get_database().unwrap_or("riposte");
        match known.get_socket() {
            Some(socket) => write!(f, "the database {name} in {}", socket.display()),
            None => write!(f, "the database {name} at {}:{}", known.get_host(), known.get_port()),
        }
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_a_file_or_a_server() {
        let file = Database::from("fights.db");
        assert_eq!(file, Database::File("fights.db".into()));
        assert_eq!(file.here(), Path::new("fights.db"));
        let server = Database::from("postgres://bot:hush@db.example:5433/fights");
        assert_eq!(server.here(), Path::new("fights"));
        assert_eq!(server.to_string(), "the database fights at db.example:5433");
        assert!(!format!("{server:?}").contains("hush"));
        let wrong = Database::from("postgres://bot:hush@[db/fights");
        assert!(!wrong.to_string().contains("hush"));
    }
}
