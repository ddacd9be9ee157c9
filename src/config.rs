//! The configuration, read once at the start from environment variables and the `.env` file.
//!
//! Only the binary uses it; the other crates are handed what they need.

use std::collections::BTreeSet;
use std::env::VarError;
use std::net::SocketAddr;
use std::path::PathBuf;

use riposte::discord::http_client::DiscordAddress;
use riposte::discord::secret::Secret;
use riposte::engine::core::names::is_invisible_char;
use riposte::engine::core::similarity::similarity;
use riposte::store::database::{Database, HAS_QUOTATION_MARKS, is_quotation_mark};
use riposte::store::shards::{ShardRange, ShardRangeParseError};

use crate::dot_env::{DotEnv, DotEnvError, set_environment_from_dot_env};

/// The database that is used if `RIPOSTE_DATABASE` is not set.
pub const DEFAULT_DATABASE: &str = "riposte.db";
/// After how many days a server that has removed the bot is forgotten, if
/// `RIPOSTE_FORGET_SERVERS_AFTER` is not set.
pub const DEFAULT_FORGET_DAYS: u32 = 30;
/// The log filter that is used if `RIPOSTE_LOG` is not set.
pub const DEFAULT_LOG: &str = "warn,riposte=info";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// `None` if the variable is not set; then only the sandbox can run.
    pub token: Option<Secret>,
    pub database: Database,
    /// The address of another server than the real Discord. No rate limiter runs against it.
    pub discord_url: Option<String>,
    /// A proxy that limits the rate of requests to Discord; no rate limiter of ours runs against
    /// it.
    pub discord_proxy: Option<String>,
    /// The only guild in which commands are registered. They appear there at once, for trials.
    pub test_guild: Option<u64>,
    /// The log filter, as `tracing` directives.
    pub log: String,
    pub is_log_json: bool,
    /// Where metrics and health are served; `None` serves them nowhere.
    pub metrics: Option<SocketAddr>,
    /// The `.env` file that was read, if there was one.
    pub dot_env: Option<PathBuf>,
    /// Ids of users and servers for whom the bot does nothing.
    pub barred: BTreeSet<u64>,
    /// The shards of this process; `None` runs all shards, as many as Discord recommends.
    pub shards: Option<ShardRange>,
    /// One sentence for each variable that looks like a misspelt setting, and for what is wrong
    /// with the `.env` file.
    pub warnings: Vec<String>,
    /// After how many days a server that has removed the bot is forgotten; 0 means never.
    pub forget_servers_after: u32,
}

/// The environment variables that Riposte reads.
const SETTINGS: &[&str] = &[
    "DISCORD_TOKEN",
    "RIPOSTE_DATABASE",
    "RIPOSTE_DISCORD_URL",
    "RIPOSTE_DISCORD_PROXY",
    "RIPOSTE_TEST_GUILD",
    "RIPOSTE_LOG",
    "RIPOSTE_LOG_FORMAT",
    "RIPOSTE_METRICS",
    "RIPOSTE_BARRED",
    "RIPOSTE_SHARDS",
    "RIPOSTE_FORGET_SERVERS_AFTER",
];

/// A variable that only `compose.yml` reads, from the same `.env` file.
const COMPOSE_SETTING: &str = "RIPOSTE_PASSWORD";

/// From which similarity on a known setting is suggested for an unknown one (1 means equal).
const MIN_SIMILARITY: f64 = 0.7;

/// What is wrong with the configuration, as a sentence for whoever set it. The value of a setting
/// is never part of it: text in the wrong variable may be a secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadConfig {
    #[error("{name}: {problem}. Its value is not shown, as it may be a secret.")]
    Setting { name: &'static str, problem: String },
    #[error(transparent)]
    DotEnv(#[from] DotEnvError),
}

impl BadConfig {
    fn new(name: &'static str, problem: impl Into<String>) -> Self {
        Self::Setting { name, problem: problem.into() }
    }
}

impl Config {
    /// Returns the base path for files that belong to this process alone: the local name of the
    /// database, followed by the shard numbers if the process does not run all shards.
    pub fn instance_path(&self) -> PathBuf {
        let database = self.database.companion_base_path();
        let Some(shards) = self.shards.filter(|shards| !shards.is_all()) else { return database };
        let mut path = database.into_os_string();
        let shard_numbers = shards.shard_numbers();
        path.push(format!(".{}-{}", shard_numbers.start(), shard_numbers.end()));
        path.into()
    }

    /// Returns how to reach Discord with `token`.
    pub fn discord_address(&self, token: Secret) -> DiscordAddress {
        DiscordAddress { token, url: self.discord_url.clone(), proxy: self.discord_proxy.clone() }
    }

    /// Reads the environment and the `.env` file. `shards` from the command line takes precedence
    /// over `RIPOSTE_SHARDS`.
    ///
    /// # Errors
    /// A variable has a wrong value, or the `.env` file cannot be used.
    pub fn from_env(shards: Option<String>) -> Result<Self, BadConfig> {
        let DotEnv { file: dot_env, warnings: file_warnings } = set_environment_from_dot_env()?;
        let is_not_unicode =
            |name: &&str| matches!(std::env::var(name), Err(VarError::NotUnicode(_)));
        if let Some(name) = SETTINGS.iter().find(|name| is_not_unicode(name)) {
            return Err(BadConfig::new(name, "it has bytes that are no text (UTF-8)"));
        }
        let from_command_line = |name: &str| shards.clone().filter(|_| name == "RIPOSTE_SHARDS");
        let var = |name: &str| from_command_line(name).or_else(|| std::env::var(name).ok());
        let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        let mut warnings = describe_unknown_settings(names);
        warnings.extend(file_warnings);
        Ok(Self { dot_env, warnings, ..Self::from_variables(var)? })
    }

    /// Reads the configuration from `var`, which returns the value of a variable by its name. An
    /// empty value counts as absent.
    ///
    /// # Errors
    /// A variable has a wrong value.
    pub fn from_variables(var: impl Fn(&str) -> Option<String>) -> Result<Self, BadConfig> {
        let var = |name: &'static str| trim_and_check_setting(name, var(name));
        let test_guild = match var("RIPOSTE_TEST_GUILD")? {
            None => None,
            Some(text) => Some(text.parse().ok().filter(|id| *id > 0).ok_or_else(|| {
                BadConfig::new("RIPOSTE_TEST_GUILD", "it must be the number of a server")
            })?),
        };
        let database = var("RIPOSTE_DATABASE")?;
        let database = Database::parse(database.as_deref().unwrap_or(DEFAULT_DATABASE));
        Ok(Self {
            token: var("DISCORD_TOKEN")?.map(parse_token).transpose()?,
            database: database
                .map_err(|problem| BadConfig::new("RIPOSTE_DATABASE", problem.to_string()))?,
            discord_url: parse_server_url("RIPOSTE_DISCORD_URL", var("RIPOSTE_DISCORD_URL")?)?,
            discord_proxy: parse_server_url(
                "RIPOSTE_DISCORD_PROXY",
                var("RIPOSTE_DISCORD_PROXY")?,
            )?,
            test_guild,
            log: var("RIPOSTE_LOG")?.unwrap_or_else(|| DEFAULT_LOG.into()),
            is_log_json: match var("RIPOSTE_LOG_FORMAT")?.as_deref() {
                None | Some("text") => false,
                Some("json") => true,
                Some(_) => {
                    let problem = "it must be `text` or `json`";
                    return Err(BadConfig::new("RIPOSTE_LOG_FORMAT", problem));
                }
            },
            metrics: match var("RIPOSTE_METRICS")? {
                None => None,
                Some(text) => Some(text.parse().map_err(|_| {
                    let problem = "it must be an address and a port such as 127.0.0.1:9100";
                    BadConfig::new("RIPOSTE_METRICS", problem)
                })?),
            },
            dot_env: None,
            warnings: Vec::new(),
            barred: parse_barred_ids(&var("RIPOSTE_BARRED")?.unwrap_or_default())?,
            shards: match var("RIPOSTE_SHARDS")?.as_deref() {
                None | Some("auto") => None,
                Some(text) => Some(text.parse().map_err(|ShardRangeParseError| {
                    BadConfig::new(
                        "RIPOSTE_SHARDS",
                        format!("it must be {ShardRangeParseError}, or `auto`"),
                    )
                })?),
            },
            forget_servers_after: match var("RIPOSTE_FORGET_SERVERS_AFTER")? {
                None => DEFAULT_FORGET_DAYS,
                Some(text) => text.parse().map_err(|_| {
                    let problem = "it must be a number of days, 0 for never";
                    BadConfig::new("RIPOSTE_FORGET_SERVERS_AFTER", problem)
                })?,
            },
        })
    }
}

/// Returns the setting whose name a line of `.env` begins with, even if the rest of the line
/// cannot be read.
pub fn find_setting_in_line(line: &str) -> Option<&'static str> {
    let line = line.trim_start();
    let line = line.strip_prefix("export ").unwrap_or(line).trim_start();
    let is_name_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let name = line.split(|letter| !is_name_letter(letter)).next().unwrap_or_default();
    SETTINGS.iter().chain([&COMPOSE_SETTING]).find(|known| **known == name).copied()
}

/// Returns a warning for each name that looks like a setting of Riposte but is not one.
fn describe_unknown_settings(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut unknown: Vec<String> = names.filter(|name| is_unknown_setting(name)).collect();
    unknown.sort();
    let warn = |name: String| {
        let upper = name.to_ascii_uppercase();
        let similarity = |known: &str| similarity(without_prefix(&upper), without_prefix(known));
        let nearest = SETTINGS
            .iter()
            .max_by(|first, second| similarity(first).total_cmp(&similarity(second)));
        match nearest.filter(|nearest| similarity(nearest) >= MIN_SIMILARITY) {
            Some(nearest) => format!("{name} is no setting of Riposte. Is {nearest} meant?"),
            None => {
                format!("{name} is no setting of Riposte (docs/self-hosting/README.md has all).")
            }
        }
    };
    unknown.into_iter().map(warn).collect()
}

/// Removes the prefix that many settings share, so that it does not make their names similar.
fn without_prefix(name: &str) -> &str {
    ["RIPOSTE_", "DISCORD_"].iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name)
}

/// Returns whether a variable begins like a setting but is not one. Variables that Kubernetes sets
/// for a service called riposte (`RIPOSTE_SERVICE_HOST`, `RIPOSTE_PORT_9100_TCP`) do not count.
fn is_unknown_setting(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    let Some(suffix) = upper.strip_prefix("RIPOSTE_") else { return false };
    let is_set_by_kubernetes =
        suffix.starts_with("SERVICE_") || suffix == "PORT" || suffix.starts_with("PORT_");
    !is_set_by_kubernetes && name != COMPOSE_SETTING && !SETTINGS.contains(&name)
}

/// Returns the trimmed value of a setting, or `None` if it is absent or empty.
///
/// # Errors
/// The value stands in quotation marks, or contains an invisible character.
fn trim_and_check_setting(
    name: &'static str,
    value: Option<String>,
) -> Result<Option<String>, BadConfig> {
    let Some(value) = value else { return Ok(None) };
    let value = value.trim();
    if value.starts_with(is_quotation_mark) || value.ends_with(is_quotation_mark) {
        return Err(BadConfig::new(name, HAS_QUOTATION_MARKS));
    }
    if let Some(index) = value.chars().position(is_invisible_char) {
        let problem = format!(
            "character {} of it cannot be seen; type it anew, or copy it from another place",
            index + 1
        );
        return Err(BadConfig::new(name, problem));
    }
    Ok((!value.is_empty()).then(|| value.to_string()))
}

/// Returns the token.
///
/// # Errors
/// The text does not have the form of a Discord bot token.
pub fn parse_token(token: String) -> Result<Secret, BadConfig> {
    let is_token_letter = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let problem = if token.chars().any(char::is_whitespace) {
        "a token has no spaces in it; leave out the word `Bot`".into()
    } else if token.contains(is_quotation_mark) {
        HAS_QUOTATION_MARKS.into()
    } else if let Some(index) = token.chars().position(|letter| !is_token_letter(letter)) {
        format!("character {} of it is none that a token has; copy the token anew", index + 1)
    } else if token.split('.').count() != 3 || token.split('.').any(str::is_empty) {
        "a token has three parts with dots between them; copy all of it".into()
    } else {
        return Ok(token.into());
    };
    Err(BadConfig::new("DISCORD_TOKEN", problem))
}

/// Parses ids of users and servers, with commas or spaces between.
fn parse_barred_ids(text: &str) -> Result<BTreeSet<u64>, BadConfig> {
    let problem = "it must be numbers of users and servers with commas between";
    let parse_id = |part: &str| part.parse().map_err(|_| BadConfig::new("RIPOSTE_BARRED", problem));
    let parts = text.split([',', ' ']).filter(|part| !part.is_empty());
    parts.map(parse_id).collect()
}

/// Returns the address of a server without a slash at its end, or `None` if it is not set.
///
/// # Errors
/// The address is not HTTP(S), or contains a user name or password.
fn parse_server_url(name: &'static str, url: Option<String>) -> Result<Option<String>, BadConfig> {
    let Some(url) = url else { return Ok(None) };
    let (scheme, rest) = url.split_once("://").unwrap_or_default();
    let scheme = scheme.to_ascii_lowercase();
    if !matches!(scheme.as_str(), "http" | "https") {
        return Err(BadConfig::new(name, "it must begin with http:// or https://"));
    }
    // The HTTP header that would carry them carries the bot's token.
    if url.contains('@') {
        let problem = "it has a name or a password before an @, which cannot be sent; leave it out";
        return Err(BadConfig::new(name, problem));
    }
    Ok(Some(format!("{scheme}://{}", rest.trim_end_matches('/'))))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a configuration from these variables.
    fn read(pairs: &[(&str, &str)]) -> Result<Config, BadConfig> {
        Config::from_variables(|name| {
            pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_string())
        })
    }

    #[test]
    fn empty_environment_gives_defaults() {
        let config = read(&[("DISCORD_TOKEN", " ")]).unwrap();
        assert_eq!(config.token, None);
        assert_eq!(config.database, Database::from("riposte.db"));
        assert_eq!((config.discord_url, config.test_guild), (None, None));
        assert_eq!(config.forget_servers_after, 30);
    }

    #[test]
    fn wrong_values_are_refused_without_being_quoted() {
        let wrong = read(&[("DISCORD_TOKEN", "hush")]).unwrap_err();
        assert!(!wrong.to_string().contains("hush"));
        assert!(read(&[("RIPOSTE_TEST_GUILD", "my server")]).is_err());
        assert!(read(&[("RIPOSTE_DISCORD_URL", "localhost:1")]).is_err());
        assert!(read(&[("RIPOSTE_LOG_FORMAT", "xml")]).is_err());
        assert!(read(&[("RIPOSTE_METRICS", "9100")]).is_err());
        assert!(read(&[("RIPOSTE_FORGET_SERVERS_AFTER", "a month")]).is_err());
        for wrong in ["0", "4097", "3-0/16", "-1"] {
            assert!(read(&[("RIPOSTE_SHARDS", wrong)]).is_err(), "{wrong}");
        }
        let shards = |text| read(&[("RIPOSTE_SHARDS", text)]).unwrap().shards;
        assert_eq!(
            (shards("16"), shards("auto"), shards("")),
            (Some(ShardRange::all(16)), None, None)
        );
        let part = Config { shards: shards("0-3/16"), ..read(&[]).unwrap() };
        assert_eq!(part.instance_path(), PathBuf::from("riposte.db.0-3"));
        assert!(read(&[("RIPOSTE_BARRED", "12, troll")]).is_err());
    }

    #[test]
    fn token_with_foreign_letters_is_refused() {
        let read_token = |token| read(&[("DISCORD_TOKEN", token)]);
        let token = read_token(" MTIz.x-y_.Z ").unwrap().token;
        assert_eq!(token, Some("MTIz.x-y_.Z".into()));
        for wrong in [
            "\"a.b.c\"",
            "'a.b.c'",
            "\u{201c}a.b.c\u{201d}",
            "a.\u{201e}b\u{201c}.c",
            "a.b.c\u{200b}",
            "\u{feff}a.b.c",
            "a.b\u{ad}.c",
            "а.b.c",
            "a..c",
            "a.b.c.d",
            "DISCORD_TOKEN=a.b.c",
        ] {
            let problem = read_token(wrong).unwrap_err().to_string();
            assert!(problem.starts_with("DISCORD_TOKEN: "), "{wrong:?}: {problem}");
            assert!(!problem.contains("b.c"), "{problem}");
        }
    }

    #[test]
    fn unknown_settings_cause_warnings() {
        let warn = |name: &str| describe_unknown_settings([name.to_string()].into_iter()).join(" ");
        assert!(warn("RIPOSTE_LOGG").contains("Is RIPOSTE_LOG meant?"));
        assert!(warn("riposte_database").contains("Is RIPOSTE_DATABASE meant?"));
        assert!(warn("RIPOSTE_TOKEN").contains("Is DISCORD_TOKEN meant?"));
        assert!(warn("RIPOSTE_SOUP").contains("self-hosting"));
        for known in SETTINGS.iter().chain(&["RIPOSTE_PASSWORD", "RIPOSTE_PORT", "PATH"]) {
            assert_eq!(warn(known), "");
        }
    }

    #[test]
    fn barred_ids_are_separated_by_commas_or_spaces() {
        let barred = |text| read(&[("RIPOSTE_BARRED", text)]).unwrap().barred;
        assert_eq!(barred("12, 7,12 9"), BTreeSet::from([7, 9, 12]));
        assert_eq!(barred(""), BTreeSet::new());
    }

    #[test]
    fn discord_url_loses_its_last_slash() {
        let config = read(&[("RIPOSTE_DISCORD_PROXY", "HTTP://127.0.0.1:8080/")]).unwrap();
        assert_eq!(config.discord_proxy.as_deref(), Some("http://127.0.0.1:8080"));
        let config = read(&[("RIPOSTE_DISCORD_URL", "http://127.0.0.1:8080/")]).unwrap();
        assert_eq!(config.discord_url.as_deref(), Some("http://127.0.0.1:8080"));
    }
}
