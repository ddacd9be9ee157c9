//! The address of a database: a file, or a PostgreSQL server.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use engine::core::names::is_invisible_char;
use sqlx::postgres::PgConnectOptions;

/// The address of a database. `Display` and `Debug` leave out the password.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    File(PathBuf),
    /// `postgres://user:password@host:port/name`.
    Server(String),
}

/// The reason why a text is no address of a database. It quotes nothing of the text, which may
/// contain a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DatabaseAddressError {
    #[error("{HAS_QUOTATION_MARKS}")]
    QuotationMarks,
    #[error("it has a character in it that cannot be seen; type it anew")]
    InvisibleCharacter,
    #[error(
        "it is neither the name of a file nor an address that begins with postgres://; other \
         databases are not known"
    )]
    UnknownKind,
    #[error(
        "a file of SQLite has nothing before its name and nothing after it; write the name alone, \
         such as /data/riposte.db"
    )]
    FilePrefix,
    #[error("what is in memory alone is lost at the end; name a file, such as riposte.db")]
    InMemory,
    /// The letters are named before `://`, as the log hides what stands between that and an `@`.
    #[error(
        "the letters / # ? @ and spaces in a password must be written as %2F %23 %3F %40 %20, a \
         host must be named and the port must be a number; docs/OPERATING.md shows an address \
         that begins with postgres://"
    )]
    Malformed,
    #[error("what follows ? in it is not known; sslmode=require would be (docs/OPERATING.md)")]
    UnknownParameter,
}

/// Explains quotation marks around a value. Some programs pass them on as a part of it.
pub const HAS_QUOTATION_MARKS: &str = "it has quotation marks around it, which are not part of it; \
    take them away (`docker --env-file` keeps them)";

/// Returns whether people or editors put this letter around a quoted text.
pub fn is_quotation_mark(letter: char) -> bool {
    "\"'`\u{ab}\u{bb}\u{2018}\u{2019}\u{201a}\u{201b}\u{201c}\u{201d}\u{201e}\u{201f}"
        .contains(letter)
}

/// The prefixes of a server's address, in lower case.
const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// Words before a colon with which other programs name a file.
const FILE_PREFIXES: [&str; 3] = ["sqlite", "sqlite3", "file"];

/// Words before a colon that mark the address of a database, and never the name of a file.
const FOREIGN_SCHEMES: [&str; 9] = [
    "postgres",
    "postgresql",
    "mysql",
    "mariadb",
    "jdbc",
    "mongodb",
    "redis",
    "mssql",
    "sqlserver",
];

/// The parameters that may follow `?` in a server's address.
const PARAMETERS: [&str; 18] = [
    "sslmode",
    "ssl-mode",
    "sslrootcert",
    "ssl-root-cert",
    "ssl-ca",
    "sslcert",
    "ssl-cert",
    "sslkey",
    "ssl-key",
    "statement-cache-capacity",
    "host",
    "hostaddr",
    "port",
    "dbname",
    "user",
    "password",
    "application_name",
    "options",
];

/// Checks the address of a server, whose scheme is in lower case already.
fn check_server_address(address: &str) -> Result<(), DatabaseAddressError> {
    let (_, after_scheme) = address.split_once("://").ok_or(DatabaseAddressError::Malformed)?;
    let host_end = after_scheme.find(['/', '?', '#']).unwrap_or(after_scheme.len());
    let (_, after_host) = after_scheme.split_at(host_end);
    // Otherwise a part of a password would be read as a port or a name, and be shown.
    if after_host.contains('@') || address.contains('#') || address.contains(char::is_whitespace) {
        return Err(DatabaseAddressError::Malformed);
    }
    let (base_address, parameters) = address.split_once('?').unwrap_or((address, ""));
    PgConnectOptions::from_str(base_address).map_err(|_| DatabaseAddressError::Malformed)?;
    let has_host = !after_scheme.is_empty() && !after_scheme.starts_with(['/', '?']);
    let has_host_parameter = parameters.starts_with("host") || parameters.contains("&host");
    if !has_host && !has_host_parameter {
        return Err(DatabaseAddressError::Malformed);
    }
    for parameter in parameters.split('&') {
        if !parameter.is_empty() && !is_known_parameter(parameter) {
            return Err(DatabaseAddressError::UnknownParameter);
        }
    }
    // Without its parameters the address is well-formed, so what fails now is a value of theirs.
    PgConnectOptions::from_str(address).map_err(|_| DatabaseAddressError::UnknownParameter)?;
    Ok(())
}

/// Returns whether PostgreSQL takes a parameter like `sslmode=require` or `options[key]=value`.
fn is_known_parameter(parameter: &str) -> bool {
    let name = parameter.split('=').next().unwrap_or_default();
    PARAMETERS.contains(&name) || name.starts_with("options[")
}

impl Database {
    /// Parses a setting that somebody has typed: the name of a file, or the address of a server.
    ///
    /// # Errors
    /// Fails for an empty text, quotation marks, invisible characters, a malformed address, and
    /// the address of another kind of database.
    pub fn parse(text: &str) -> Result<Self, DatabaseAddressError> {
        let text = text.trim();
        if text.starts_with(is_quotation_mark) || text.ends_with(is_quotation_mark) {
            return Err(DatabaseAddressError::QuotationMarks);
        }
        if text.contains(is_invisible_char) {
            return Err(DatabaseAddressError::InvisibleCharacter);
        }
        let lower = text.to_ascii_lowercase();
        if let Some(scheme) = SCHEMES.iter().find(|scheme| lower.starts_with(**scheme)) {
            let address = format!("{scheme}{}", &text[scheme.len()..]);
            check_server_address(&address)?;
            return Ok(Self::Server(address));
        }
        if lower.contains(":memory:") || lower.contains("mode=memory") {
            return Err(DatabaseAddressError::InMemory);
        }
        let scheme = lower.split_once(':').map_or("", |(scheme, _)| scheme);
        if FILE_PREFIXES.contains(&scheme) || lower.contains("?mode=") {
            return Err(DatabaseAddressError::FilePrefix);
        }
        let is_foreign = lower.contains("://")
            || lower.contains("password=")
            || lower.starts_with("discord_token=")
            || FOREIGN_SCHEMES.contains(&scheme)
            // `user:password@host` without a scheme.
            || text.split_once(':').is_some_and(|(_, rest)| rest.contains('@'));
        match is_foreign || text.is_empty() {
            true => Err(DatabaseAddressError::UnknownKind),
            false => Ok(Self::File(text.into())),
        }
    }

    /// Returns the path of a file, or `None` for a server.
    pub fn file_path(&self) -> Option<&Path> {
        match self {
            Self::File(file) => Some(file),
            Self::Server(_) => None,
        }
    }

    /// Returns a path from which the names of accompanying files are made: the file's own path, or
    /// for a server the name of its database, in the working directory.
    pub fn companion_base_path(&self) -> PathBuf {
        match self {
            Self::File(file) => file.clone(),
            Self::Server(address) => {
                let options = PgConnectOptions::from_str(address).ok();
                let name = options.as_ref().and_then(PgConnectOptions::get_database);
                let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
                name.filter(|name| name.chars().all(is_plain)).unwrap_or("riposte").into()
            }
        }
    }
}

/// Takes a name that begins with `postgres://` or `postgresql://` for a server, any other for a
/// file. For names made by programs; [`Database::parse`] checks those that people type.
impl<P: AsRef<Path> + ?Sized> From<&P> for Database {
    fn from(name: &P) -> Self {
        let name = name.as_ref();
        let is_server = |text: &&str| SCHEMES.iter().any(|scheme| text.starts_with(scheme));
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
        let Ok(options) = PgConnectOptions::from_str(address) else {
            return f.write_str("the address of the database");
        };
        let name = options.get_database().unwrap_or("riposte");
        match options.get_socket() {
            Some(socket) => write!(f, "the database {name} in {}", socket.display()),
            None => {
                write!(f, "the database {name} at {}:{}", options.get_host(), options.get_port())
            }
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
    fn database_from_name_is_a_file_or_a_server_shown_without_password() {
        let file = Database::from("fights.db");
        assert_eq!(file, Database::File("fights.db".into()));
        assert_eq!(file.companion_base_path(), Path::new("fights.db"));
        let server = Database::from("postgres://bot:hush@db.example:5433/fights");
        assert_eq!(server.companion_base_path(), Path::new("fights"));
        assert_eq!(server.to_string(), "the database fights at db.example:5433");
        assert!(!format!("{server:?}").contains("hush"));
        let malformed = Database::from("postgres://bot:hush@[db/fights");
        assert!(!malformed.to_string().contains("hush"));
    }

    #[test]
    fn parse_reads_or_refuses_an_address_without_showing_its_password() {
        for (file, name) in [("fights.db", "fights.db"), (" /data/a b.db ", "/data/a b.db")] {
            assert_eq!(Database::parse(file), Ok(Database::File(name.into())));
        }
        for address in [
            "postgres://bot:hush@db.example:5433/fights",
            "Postgres://bot:hush@db.example:5433/fights",
            "POSTGRESQL://bot:hush@db.example:5433/fights?sslmode=require&options[a]=b",
        ] {
            let server = Database::parse(address).unwrap();
            assert_eq!(server.to_string(), "the database fights at db.example:5433");
        }
        for (address, problem) in [
            ("\"postgres://bot:hush@db/fights\"", DatabaseAddressError::QuotationMarks),
            ("postgres://bot:hush@db/fights\u{200b}", DatabaseAddressError::InvisibleCharacter),
            ("mysql://bot:hush@db/fights", DatabaseAddressError::UnknownKind),
            ("postgres:/bot:hush@db/fights", DatabaseAddressError::UnknownKind),
            ("sqlite:", DatabaseAddressError::FilePrefix),
            ("sqlite://", DatabaseAddressError::FilePrefix),
            ("SQLite:fights.db", DatabaseAddressError::FilePrefix),
            ("file:///hush/fights.db", DatabaseAddressError::FilePrefix),
            ("fights.db?mode=rwc", DatabaseAddressError::FilePrefix),
            (":memory:", DatabaseAddressError::InMemory),
            ("sqlite::memory:", DatabaseAddressError::InMemory),
            ("bot:hush@db/fights", DatabaseAddressError::UnknownKind),
            ("host=db password=hush", DatabaseAddressError::UnknownKind),
            ("DISCORD_TOKEN=hush", DatabaseAddressError::UnknownKind),
            ("", DatabaseAddressError::UnknownKind),
            ("postgres://bot:hush", DatabaseAddressError::Malformed),
            ("postgres://bot:1/hush@db/fights", DatabaseAddressError::Malformed),
            ("postgres://bot:1#hush@db/fights", DatabaseAddressError::Malformed),
            ("postgres://bot:1?hush@db/fights", DatabaseAddressError::Malformed),
            ("postgres://db/fights?passwrd=hush", DatabaseAddressError::UnknownParameter),
            ("postgres://db/fights?sslmode=hush", DatabaseAddressError::UnknownParameter),
        ] {
            assert_eq!(Database::parse(address), Err(problem), "{address}");
            assert!(!problem.to_string().contains("hush"));
        }
    }
}
