//! The environment, read once at the start: what the bot needs to know before it can run.
//!
//! A `.env` file in the working directory counts as environment. Only the binary uses this; the
//! rooms get what they need handed in.

use std::collections::BTreeSet;
use std::env::VarError;
use std::net::SocketAddr;
use std::path::PathBuf;

use riposte::discord::http_client::DiscordAddress;
use riposte::discord::secret::Secret;
use riposte::store::database::{
    Database, HAS_QUOTATION_MARKS, is_invisible_character, is_quotation_mark,
};
use riposte::store::shards::{ShardRange, ShardRangeParseError};

use crate::dot_env::{DotEnvError, load_dot_env};

/// Where fights are kept if nobody says otherwise.
pub const DEFAULT_DATABASE: &str = "riposte.db";
/// For how many days servers that have removed the bot are kept if nobody says otherwise.
pub const DEFAULT_FORGET_DAYS: u32 = 30;
/// What is logged if nobody says otherwise.
pub const DEFAULT_LOG: &str = "warn,riposte=info";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// None: there is only the sandbox to run.
    pub token: Option<Secret>,
    pub database: Database,
    /// Another Discord than the real one: no rate limiter runs against it.
    pub discord_url: Option<String>,
    /// A proxy that limits the rate of requests to Discord; no rate limiter runs against it.
    pub discord_proxy: Option<String>,
    /// The guild in which commands are registered, at once but only there; for trying things out.
    pub test_guild: Option<u64>,
    /// The filter of the log, in the form of `tracing`'s directives.
    pub log: String,
    pub is_log_json: bool,
    /// Where figures and health are served; none: nowhere.
    pub metrics: Option<SocketAddr>,
    /// The file that part of this was read from.
    pub dot_env: Option<PathBuf>,
    /// The users and servers that the bot does nothing for.
    pub barred: BTreeSet<u64>,
    /// The shards of this process; none: all of as many as Discord wants.
    pub shards: Option<ShardRange>,
    /// Names in the environment that are misspelt settings, a sentence each.
    pub warnings: Vec<String>,
    /// For how many days servers are kept that have removed the bot; 0: for ever.
    pub forget_servers_after: u32,
}

/// The settings that Riposte reads.
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

/// `compose.yml` reads it from the same `.env` file.
const COMPOSE_SETTING: &str = "RIPOSTE_PASSWORD";

/// How much alike two names are that one may be meant by the other (1: the same).
const MIN_SIMILARITY: f64 = 0.7;

/// What is wrong with the environment, as a sentence for whoever set it. No value stands in it: in
/// the wrong place it may be a secret.
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
    /// The name that this process has on this machine, for files that belong to it.
    pub fn instance_path(&self) -> PathBuf {
        let database = self.database.local_name();
        let Some(shards) = self.shards.filter(|shards| !shards.is_all()) else { return database };
        let (mut here, numbers) = (database.into_os_string(), shards.shard_numbers());
        here.push(format!(".{}-{}", numbers.start(), numbers.end()));
        here.into()
    }

    /// How to reach Discord with this token.
    pub fn discord_address(&self, token: Secret) -> DiscordAddress {
        DiscordAddress { token, url: self.discord_url.clone(), proxy: self.discord_proxy.clone() }
    }

    /// Reads the environment and the `.env` file; what the command line says of shards comes first.
    ///
    /// # Errors
    /// Which variable is wrong, and what it should be.
    pub fn from_env(shards: Option<String>) -> Result<Self, BadConfig> {
        let dot_env = load_dot_env()?;
        let no_text = |name: &&str| matches!(std::env::var(name), Err(VarError::NotUnicode(_)));
        if let Some(name) = SETTINGS.iter().find(|name| no_text(name)) {
            return Err(BadConfig::new(name, "it has bytes that are no text (UTF-8)"));
        }
        let said = |name: &str| shards.clone().filter(|_| name == "RIPOSTE_SHARDS");
        let var = |name: &str| said(name).or_else(|| std::env::var(name).ok());
        let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
        let warnings = warn_of_unknown_settings(names);
        Ok(Self { dot_env, warnings, ..Self::from_variables(var)? })
    }

    /// Reads variables; an empty one counts as absent.
    ///
    /// # Errors
    /// Which variable is wrong, and what it should be.
    pub fn from_variables(var: impl Fn(&str) -> Option<String>) -> Result<Self, BadConfig> {
        let var = |name: &'static str| check_setting(name, var(name));
        let test_guild = match var("RIPOSTE_TEST_GUILD")? {
            None => None,
            Some(text) => Some(text.parse().ok().filter(|id| *id > 0).ok_or_else(|| {
                BadConfig::new("RIPOSTE_TEST_GUILD", "it must be the number of a server")
            })?),
        };
        let database = var("RIPOSTE_DATABASE")?;
        let database = Database::parse(database.as_deref().unwrap_or(DEFAULT_DATABASE));
        Ok(Self {
            token: var("DISCORD_TOKEN")?.map(check_token).transpose()?,
            database: database
                .map_err(|problem| BadConfig::new("RIPOSTE_DATABASE", problem.to_string()))?,
            discord_url: check_url("RIPOSTE_DISCORD_URL", var("RIPOSTE_DISCORD_URL")?)?,
            discord_proxy: check_url("RIPOSTE_DISCORD_PROXY", var("RIPOSTE_DISCORD_PROXY")?)?,
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

/// Returns the setting that a line of `.env` begins with, whether or not the rest can be read.
pub fn find_setting(line: &str) -> Option<&'static str> {
    let line = line.trim_start();
    let line = line.strip_prefix("export ").unwrap_or(line).trim_start();
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let name = line.split(|letter| !is_of_name(letter)).next().unwrap_or_default();
    SETTINGS.iter().chain([&COMPOSE_SETTING]).find(|known| **known == name).copied()
}

/// Returns a warning for each name that looks like a setting of Riposte and is none.
fn warn_of_unknown_settings(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut unknown: Vec<String> = names.filter(|name| is_unknown_setting(name)).collect();
    unknown.sort();
    let warn = |name: String| {
        let upper = name.to_ascii_uppercase();
        let likeness = |known: &str| {
            strsim::normalized_damerau_levenshtein(without_prefix(known), without_prefix(&upper))
        };
        let nearest =
            SETTINGS.iter().max_by(|one, other| likeness(one).total_cmp(&likeness(other)));
        match nearest.filter(|nearest| likeness(nearest) >= MIN_SIMILARITY) {
            Some(nearest) => format!("{name} is no setting of Riposte. Is {nearest} meant?"),
            None => format!("{name} is no setting of Riposte (README.md has all)."),
        }
    };
    unknown.into_iter().map(warn).collect()
}

/// Returns what tells a setting from others. What all begin with makes nothing alike.
fn without_prefix(name: &str) -> &str {
    ["RIPOSTE_", "DISCORD_"].iter().find_map(|it| name.strip_prefix(it)).unwrap_or(name)
}

/// Whether a variable begins like a setting and is none. Kubernetes sets some for a service that is
/// called riposte: `RIPOSTE_SERVICE_HOST`, `RIPOSTE_PORT_9100_TCP`.
fn is_unknown_setting(name: &str) -> bool {
    let upper = name.to_ascii_uppercase();
    let Some(rest) = upper.strip_prefix("RIPOSTE_") else { return false };
    let is_of_kubernetes =
        rest.starts_with("SERVICE_") || rest == "PORT" || rest.starts_with("PORT_");
    !is_of_kubernetes && name != COMPOSE_SETTING && !SETTINGS.contains(&name)
}

/// Returns the value of a setting without spaces around it, or `None` if it is empty.
///
/// # Errors
/// It has quotation marks around it, or a character that nobody sees.
fn check_setting(name: &'static str, value: Option<String>) -> Result<Option<String>, BadConfig> {
    let Some(value) = value else { return Ok(None) };
    let value = value.trim();
    if value.starts_with(is_quotation_mark) || value.ends_with(is_quotation_mark) {
        return Err(BadConfig::new(name, HAS_QUOTATION_MARKS));
    }
    if let Some(at) = value.chars().position(is_invisible_character) {
        let problem = format!(
            "character {} of it cannot be seen; type it anew, or copy it from another place",
            at + 1
        );
        return Err(BadConfig::new(name, problem));
    }
    Ok((!value.is_empty()).then(|| value.to_string()))
}

/// Returns the token if it has the form of one.
fn check_token(token: String) -> Result<Secret, BadConfig> {
    let is_of_token = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
    let problem = if token.chars().any(char::is_whitespace) {
        "a token has no spaces in it; leave out the word `Bot`".into()
    } else if token.contains(is_quotation_mark) {
        HAS_QUOTATION_MARKS.into()
    } else if let Some(at) = token.chars().position(|letter| !is_of_token(letter)) {
        format!("character {} of it is none that a token has; copy the token anew", at + 1)
    } else if token.split('.').count() != 3 || token.split('.').any(str::is_empty) {
        "a token has three parts with dots between them; copy all of it".into()
    } else {
        return Ok(token.into());
    };
    Err(BadConfig::new("DISCORD_TOKEN", problem))
}

fn parse_barred_ids(text: &str) -> Result<BTreeSet<u64>, BadConfig> {
    let problem = "it must be numbers of users and servers with commas between";
    let parse = |one: &str| one.parse().map_err(|_| BadConfig::new("RIPOSTE_BARRED", problem));
    let all = text.split([',', ' ']).filter(|one| !one.is_empty());
    all.map(parse).collect()
}

/// Returns an address of Discord without the slash at its end.
fn check_url(name: &'static str, url: Option<String>) -> Result<Option<String>, BadConfig> {
    let Some(url) = url else { return Ok(None) };
    if !url.starts_with("http://") && !url.starts_with("https://") {
        return Err(BadConfig::new(name, "it must begin with http:// or https://"));
    }
    // The bot's token is sent where they would be.
    if url.contains('@') {
        let problem = "it has a name or a password before an @, which cannot be sent; leave it out";
        return Err(BadConfig::new(name, problem));
    }
    Ok(Some(url.trim_end_matches('/').to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<Config, BadConfig> {
        Config::from_variables(|name| {
            pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| value.to_string())
        })
    }

    #[test]
    fn an_empty_environment_has_defaults() {
        let config = read(&[("DISCORD_TOKEN", " ")]).unwrap();
        assert_eq!(config.token, None);
        assert_eq!(config.database, Database::from("riposte.db"));
        assert_eq!((config.discord_url, config.test_guild), (None, None));
        assert_eq!(config.forget_servers_after, 30);
    }

    #[test]
    fn wrong_values_are_named_without_secrets() {
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
    fn a_token_has_no_other_letters() {
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
    fn unknown_settings_are_warned_of() {
        let warn = |name: &str| warn_of_unknown_settings([name.to_string()].into_iter()).join(" ");
        assert!(warn("RIPOSTE_LOGG").contains("Is RIPOSTE_LOG meant?"));
        assert!(warn("riposte_database").contains("Is RIPOSTE_DATABASE meant?"));
        assert!(warn("RIPOSTE_TOKEN").contains("Is DISCORD_TOKEN meant?"));
        assert!(warn("RIPOSTE_SOUP").contains("README.md"));
        for known in SETTINGS.iter().chain(&["RIPOSTE_PASSWORD", "RIPOSTE_PORT", "PATH"]) {
            assert_eq!(warn(known), "");
        }
    }

    #[test]
    fn the_barred_are_numbers() {
        let barred = |text| read(&[("RIPOSTE_BARRED", text)]).unwrap().barred;
        assert_eq!(barred("12, 7,12 9"), BTreeSet::from([7, 9, 12]));
        assert_eq!(barred(""), BTreeSet::new());
    }

    #[test]
    fn the_address_loses_its_last_slash() {
        let config = read(&[("RIPOSTE_DISCORD_URL", "http://127.0.0.1:8080/")]).unwrap();
        assert_eq!(config.discord_url.as_deref(), Some("http://127.0.0.1:8080"));
    }
}
