//! The checks of `riposte check` against Discord. They change nothing.

use jiff::Timestamp;
use jiff::fmt::rfc2822;
use serde::Deserialize;
use serenity::all::{Http, LightMethod, Request, Route};

use super::bot::{INTENTS, PERMISSIONS};
use super::bot_permissions;
use super::error::{describe_request_failure, without_path};
use super::http_client::{DISCORD_URL, DiscordAddress, client_builder, connect};
use super::proxies::{check_proxy_from_env, describe_proxy};
use app::describe_network_error;

/// The largest clock difference that is accepted: Discord displays deadlines by the readers'
/// clocks, but the bot keeps them by its own.
const MOST_SKEW_SECS: i64 = 10;

/// The result of one check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckResult {
    pub name: &'static str,
    /// What was found, or what is wrong and what to do about it.
    pub outcome: Result<String, String>,
}

/// Checks the proxy of the environment, if there is one, then logs in and checks intents,
/// permissions and clock. Returns the results in this order; if the login fails, only proxy, login
/// and clock.
pub async fn run_checks(address: &DiscordAddress) -> Vec<CheckResult> {
    let base_url = address.base_url().map_or(DISCORD_URL, String::as_str);
    let proxy =
        check_proxy_from_env(base_url).map(|outcome| CheckResult { name: "proxy", outcome });
    proxy.into_iter().chain(run_discord_checks(address).await).collect()
}

/// Runs all checks but that of the proxy.
async fn run_discord_checks(address: &DiscordAddress) -> Vec<CheckResult> {
    let clock = CheckResult { name: "clock", outcome: check_clock(address).await };
    let http = match connect(address).await {
        Ok(http) => http,
        Err(error) => {
            return vec![CheckResult { name: "login", outcome: Err(error.to_string()) }, clock];
        }
    };
    let login = CheckResult { name: "login", outcome: check_login(&http).await };
    let permissions =
        CheckResult { name: "permissions", outcome: check_guild_permissions(&http).await };
    vec![login, CheckResult { name: "intents", outcome: check_intents() }, permissions, clock]
}

/// Requests the bot's own user, and returns a sentence with its name.
async fn check_login(http: &Http) -> Result<String, String> {
    let me = http.get_current_user().await.map_err(|error| describe_request_failure(&error))?;
    Ok(format!("logged in as {}", me.name))
}

/// Checks that no intent is privileged, since Discord must grant those first.
fn check_intents() -> Result<String, String> {
    match INTENTS.is_privileged() {
        false => Ok("none is privileged: there is nothing to switch on".into()),
        true => Err("a privileged intent is asked for; no feature of the bot needs one".into()),
    }
}

/// A server of the bot. serenity's own type would drop the permission to pin, which is newer.
#[derive(Deserialize)]
struct GuildPermissions {
    name: String,
    permissions: String,
}

/// Checks the bot's permissions in each server. Channels may restrict them further.
async fn check_guild_permissions(http: &Http) -> Result<String, String> {
    let request = Request::new(Route::UserMeGuilds, LightMethod::Get);
    let guilds: Vec<GuildPermissions> =
        http.fire(request).await.map_err(|error| describe_request_failure(&error))?;
    let (mut problems, mut without_webhooks) = (Vec::new(), Vec::new());
    for guild in &guilds {
        let bits = guild.permissions.parse().map_err(|_| "a server's permissions are no number")?;
        let missing = bot_permissions::list_missing_permissions_with_pin(bits);
        if !missing.is_empty() {
            problems.push(format!("{} lacks {}", guild.name, missing.join(", ")));
        }
        if !bot_permissions::has_webhook_permission(bits) {
            without_webhooks.push(guild.name.as_str());
        }
    }
    if !problems.is_empty() {
        let (problems, needed) = (problems.join("; "), PERMISSIONS);
        return Err(format!("{problems}: invite the bot anew with permissions={needed}"));
    }
    if guilds.is_empty() {
        return Err("the bot is in no server yet: invite it (docs/self-hosting/README.md)".into());
    }
    let (count, embeds) = (guilds.len(), describe_servers_without_webhooks(&without_webhooks));
    Ok(format!(
        "all that is needed, in {count} servers; what a channel takes away is told by /init new \
         there{embeds}"
    ))
}

/// Says in which servers the bot posts words of characters as embeds; empty if in none.
fn describe_servers_without_webhooks(names: &[&str]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let names = names.join(", ");
    format!("; without Manage Webhooks words of characters are posted as embeds: {names}")
}

/// Compares this machine's clock with the date of a response from Discord.
async fn check_clock(address: &DiscordAddress) -> Result<String, String> {
    let base_url = address.url.as_deref().unwrap_or(DISCORD_URL);
    let describe_failure = |error: reqwest::Error| {
        let (server, proxy) = (without_path(base_url), describe_proxy(base_url));
        format!("{server} does not tell{proxy}: {}", describe_network_error(&error))
    };
    let client = client_builder(base_url).build().map_err(describe_failure)?;
    let response =
        client.get(format!("{base_url}/api/v10/gateway")).send().await.map_err(describe_failure)?;
    let date = response.headers().get(reqwest::header::DATE).and_then(|date| date.to_str().ok());
    check_clock_skew(date.unwrap_or_default(), Timestamp::now())
}

/// Compares the date of a response, as in the header `Date`, with the time of this machine. Fails
/// if it cannot be parsed or differs by more than [`MOST_SKEW_SECS`].
fn check_clock_skew(date: &str, now: Timestamp) -> Result<String, String> {
    let discord_time =
        rfc2822::parse(date).map_err(|_| "no date came with the answer".to_string())?;
    let skew = now.duration_since(discord_time.timestamp()).as_secs();
    match skew.abs() <= MOST_SKEW_SECS {
        true => Ok(format!("within {MOST_SKEW_SECS} seconds of Discord's")),
        false => Err(format!("{skew:+} seconds from Discord's: deadlines would be off; set it")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_difference_is_reported() {
        let now: Timestamp = "2030-01-01T12:00:00Z".parse().unwrap();
        assert!(check_clock_skew("Tue, 01 Jan 2030 12:00:03 GMT", now).is_ok());
        let problem = check_clock_skew("Tue, 01 Jan 2030 11:58:00 GMT", now).unwrap_err();
        assert!(problem.starts_with("+120 seconds"), "{problem}");
        assert!(check_clock_skew("", now).is_err());
    }
}
