//! Whether the bot could run: what `riposte check` asks Discord, a line a point. Changes nothing.

use jiff::Timestamp;
use jiff::fmt::rfc2822;
use serde::Deserialize;
use serenity::all::{Http, LightMethod, Request, Route};

use super::bot::{INTENTS, PERMISSIONS};
use super::bot_permissions;
use super::error::{root_cause, without_path};
use super::http_client::{DiscordAddress, REQUEST_TIMEOUT, connect};

/// Deadlines are shown by Discord's clock and kept by ours.
const MOST_SKEW_SECS: i64 = 10;

/// One point that was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckResult {
    pub name: &'static str,
    /// What is so, or what is wrong and what to do.
    pub outcome: Result<String, String>,
}

/// Logs in, and looks at what the bot may do and what time it is there.
pub async fn run_checks(address: &DiscordAddress) -> Vec<CheckResult> {
    let clock = CheckResult { name: "clock", outcome: check_clock(address).await };
    let http = match connect(address).await {
        Ok(http) => http,
        Err(trouble) => {
            return vec![CheckResult { name: "login", outcome: Err(trouble.to_string()) }, clock];
        }
    };
    let login = CheckResult { name: "login", outcome: check_login(&http).await };
    let rights = CheckResult { name: "permissions", outcome: check_permissions(&http).await };
    vec![login, CheckResult { name: "intents", outcome: check_intents() }, rights, clock]
}

async fn check_login(http: &Http) -> Result<String, String> {
    let me = http.get_current_user().await.map_err(|error| error.to_string())?;
    Ok(format!("logged in as {}", me.name))
}

/// None of those that must be asked for first.
fn check_intents() -> Result<String, String> {
    match INTENTS.is_privileged() {
        false => Ok("none is privileged: there is nothing to switch on".into()),
        true => Err("a privileged intent is asked for; no feature of the bot needs one".into()),
    }
}

/// A server that the bot is in. serenity's own would drop the permission to pin, which is newer.
#[derive(Deserialize)]
struct GuildPermissions {
    name: String,
    permissions: String,
}

/// What each server lets the bot do, its channels apart.
async fn check_permissions(http: &Http) -> Result<String, String> {
    let asked = Request::new(Route::UserMeGuilds, LightMethod::Get);
    let guilds: Vec<GuildPermissions> =
        http.fire(asked).await.map_err(|error| error.to_string())?;
    let mut lacking = Vec::new();
    for guild in &guilds {
        let bits = guild.permissions.parse().map_err(|_| "a server's permissions are no number")?;
        let missing = bot_permissions::list_missing_in_bits(bits);
        if !missing.is_empty() {
            lacking.push(format!("{} lacks {}", guild.name, missing.join(", ")));
        }
    }
    if !lacking.is_empty() {
        let (lacking, needed) = (lacking.join("; "), PERMISSIONS);
        return Err(format!("{lacking}: invite the bot anew with permissions={needed}"));
    }
    match guilds.len() {
        0 => Err("the bot is in no server yet: invite it (README.md)".into()),
        count => Ok(format!(
            "all that is needed, in {count} servers; what a channel takes away is told by \
             /init new there"
        )),
    }
}

/// How far our clock is from Discord's, by the date of an answer.
async fn check_clock(address: &DiscordAddress) -> Result<String, String> {
    let place = address.url.as_deref().unwrap_or("https://discord.com");
    let failed = |error: reqwest::Error| {
        format!("{} does not tell: {}", without_path(place), root_cause(&error))
    };
    let client = reqwest::Client::builder().timeout(REQUEST_TIMEOUT).build().map_err(failed)?;
    let answer = client.get(format!("{place}/api/v10/gateway")).send().await.map_err(failed)?;
    let date = answer.headers().get(reqwest::header::DATE).and_then(|date| date.to_str().ok());
    check_clock_skew(date.unwrap_or_default(), Timestamp::now())
}

fn check_clock_skew(date: &str, now: Timestamp) -> Result<String, String> {
    let there = rfc2822::parse(date).map_err(|_| "no date came with the answer".to_string())?;
    let skew = now.duration_since(there.timestamp()).as_secs();
    match skew.abs() <= MOST_SKEW_SECS {
        true => Ok(format!("within {MOST_SKEW_SECS} seconds of Discord's")),
        false => Err(format!("{skew:+} seconds from Discord's: deadlines would be off; set it")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_that_differ_are_told() {
        let now: Timestamp = "2030-01-01T12:00:00Z".parse().unwrap();
        assert!(check_clock_skew("Tue, 01 Jan 2030 12:00:03 GMT", now).is_ok());
        let wrong = check_clock_skew("Tue, 01 Jan 2030 11:58:00 GMT", now).unwrap_err();
        assert!(wrong.starts_with("+120 seconds"), "{wrong}");
        assert!(check_clock_skew("", now).is_err());
    }
}
