//! The environment, read once at the start: what the bot needs to know before it can run.
//!
//! A `.env` file in the working directory counts as environment. Only the binary uses this; the
//! rooms get what they need handed in.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::path::PathBuf;

use riposte::discord::connection::Address;
use riposte::store::database::Database;
use riposte::store::shards::{NoShards, Shards};

/// Where fights are kept if nobody says otherwise.
pub const DEFAULT_DATABASE: &str = "riposte.db";
/// For how many days servers that have removed the bot are kept if nobody says otherwise.
pub const DEFAULT_DAYS: u32 = 30;
/// What is logged if nobody says otherwise.
pub const DEFAULT_LOG: &str = "warn,riposte=info";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// None: there is only the sandbox to run.
    pub token: Option<String>,
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
    pub shards: Option<Shards>,
    /// For how many days servers are kept that have removed the bot; 0: for ever.
    pub forget_servers_after: u32,
}

/// What is wrong with the environment, as a sentence for whoever set it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadConfig {
    #[error("DISCORD_TOKEN does not look like a bot token: {0}")]
    Token(&'static str),
    #[error("{0} must begin with http:// or https://, not {1:?}")]
    Url(&'static str, String),
    #[error("RIPOSTE_TEST_GUILD must be the number of a server, not {0:?}")]
    Guild(String),
    #[error("RIPOSTE_METRICS must be an address and a port such as 127.0.0.1:9100, not {0:?}")]
    Metrics(String),
    #[error("RIPOSTE_BARRED must be numbers of users and servers with commas between, not {0:?}")]
    Barred(String),
    #[error("RIPOSTE_SHARDS must be {NoShards}, or `auto`, not {0:?}")]
    Shards(String),
    #[error("RIPOSTE_FORGET_SERVERS_AFTER must be a number of days, 0 for never, not {0:?}")]
    Days(String),
    #[error("RIPOSTE_LOG_FORMAT must be `text` or `json`, not {0:?}")]
    LogFormat(String),
    #[error("the .env file cannot be read: {0}")]
    DotEnv(String),
}

impl Config {
    /// The name that this process has on this machine, for files that belong to it.
    pub fn here(&self) -> PathBuf {
        let database = self.database.here();
        let Some(shards) = self.shards.filter(|shards| !shards.is_all()) else { return database };
        let (mut here, numbers) = (database.into_os_string(), shards.numbers());
        here.push(format!(".{}-{}", numbers.start(), numbers.end()));
        here.into()
    }

    /// How to reach Discord with this token.
    pub fn address(&self, token: String) -> Address {
        Address { token, url: self.discord_url.clone(), proxy: self.discord_proxy.clone() }
    }

    /// Reads the environment and the `.env` file; what the command line says of shards comes first.
    ///
    /// # Errors
    /// Which variable is wrong, and what it should be.
    pub fn from_env(shards: Option<String>) -> Result<Self, BadConfig> {
        let dot_env = match dotenvy::dotenv() {
            Ok(file) => Some(file),
            Err(wrong) if wrong.not_found() => None,
            Err(wrong) => return Err(BadConfig::DotEnv(wrong.to_string())),
        };
        let said = |name: &str| shards.clone().filter(|_| name == "RIPOSTE_SHARDS");
        let var = |name: &str| said(name).or_else(|| std::env::var(name).ok());
        Ok(Self { dot_env, ..Self::read(var)? })
    }

    /// Reads variables; an empty one counts as absent.
    ///
    /// # Errors
    /// Which variable is wrong, and what it should be.
    pub fn read(var: impl Fn(&str) -> Option<String>) -> Result<Self, BadConfig> {
        let var = |name: &str| {
            let value = var(name)?.trim().to_string();
            (!value.is_empty()).then_some(value)
        };
        let test_guild = match var("RIPOSTE_TEST_GUILD") {
            None => None,
            Some(text) => {
                let id = text.parse().ok().filter(|id| *id > 0);
                Some(id.ok_or(BadConfig::Guild(text))?)
            }
        };
        Ok(Self {
            token: var("DISCORD_TOKEN").map(checked_token).transpose()?,
            database: var("RIPOSTE_DATABASE").as_deref().unwrap_or(DEFAULT_DATABASE).into(),
            discord_url: url(var, "RIPOSTE_DISCORD_URL")?,
            discord_proxy: url(var, "RIPOSTE_DISCORD_PROXY")?,
            test_guild,
            log: var("RIPOSTE_LOG").unwrap_or_else(|| DEFAULT_LOG.into()),
            is_log_json: match var("RIPOSTE_LOG_FORMAT").as_deref() {
                None | Some("text") => false,
                Some("json") => true,
                Some(other) => return Err(BadConfig::LogFormat(other.into())),
            },
            metrics: match var("RIPOSTE_METRICS") {
                None => None,
                Some(text) => Some(text.parse().map_err(|_| BadConfig::Metrics(text))?),
            },
            dot_env: None,
            barred: numbers(&var("RIPOSTE_BARRED").unwrap_or_default())?,
            shards: match var("RIPOSTE_SHARDS").as_deref() {
                None | Some("auto") => None,
                Some(text) => {
                    Some(text.parse().map_err(|NoShards| BadConfig::Shards(text.into()))?)
                }
            },
            forget_servers_after: match var("RIPOSTE_FORGET_SERVERS_AFTER") {
                None => DEFAULT_DAYS,
                Some(text) => text.parse().map_err(|_| BadConfig::Days(text))?,
            },
        })
    }
}

/// The value itself is in no message: it is a secret.
fn checked_token(token: String) -> Result<String, BadConfig> {
    if token.split('.').count() != 3 {
        return Err(BadConfig::Token("it has three parts with dots between them"));
    }
    if token.chars().any(char::is_whitespace) {
        return Err(BadConfig::Token("it has no spaces; leave out the word `Bot`"));
    }
    Ok(token)
}

fn numbers(text: &str) -> Result<BTreeSet<u64>, BadConfig> {
    let read = |one: &str| one.parse().map_err(|_| BadConfig::Barred(one.into()));
    let all = text.split([',', ' ']).filter(|one| !one.is_empty());
    all.map(read).collect()
}

fn url(
    var: impl Fn(&str) -> Option<String>,
    name: &'static str,
) -> Result<Option<String>, BadConfig> {
    match var(name) {
        Some(url) if url.starts_with("http://") || url.starts_with("https://") => {
            Ok(Some(url.trim_end_matches('/').to_string()))
        }
        Some(url) => Err(BadConfig::Url(name, url)),
        None => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<Config, BadConfig> {
        Config::read(|name| {
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
        let wrong = read(&[("RIPOSTE_TEST_GUILD", "my server")]).unwrap_err();
        assert_eq!(wrong, BadConfig::Guild("my server".into()));
        assert!(read(&[("RIPOSTE_DISCORD_URL", "localhost:1")]).is_err());
        assert!(read(&[("RIPOSTE_LOG_FORMAT", "xml")]).is_err());
        assert!(read(&[("RIPOSTE_METRICS", "9100")]).is_err());
        assert!(read(&[("RIPOSTE_FORGET_SERVERS_AFTER", "a month")]).is_err());
        for wrong in ["0", "4097", "3-0/16", "-1"] {
            assert!(read(&[("RIPOSTE_SHARDS", wrong)]).is_err(), "{wrong}");
        }
        let shards = |text| read(&[("RIPOSTE_SHARDS", text)]).unwrap().shards;
        assert_eq!((shards("16"), shards("auto"), shards("")), (Some(Shards::all(16)), None, None));
        let part = Config { shards: shards("0-3/16"), ..read(&[]).unwrap() };
        assert_eq!(part.here(), PathBuf::from("riposte.db.0-3"));
        let wrong = read(&[("RIPOSTE_BARRED", "12, troll")]).unwrap_err();
        assert_eq!(wrong, BadConfig::Barred("troll".into()));
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
