//! HTTP clients for Discord: address, rate limits, timeouts and retries.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serenity::all::{CreateAllowedMentions, Http, HttpBuilder, StatusCode};
use tokio::time::sleep;

use super::error::{BotError, to_start_error};
use crate::proxies::is_on_this_machine;
use crate::secret::Secret;
use app::describe_network_error;

/// Where requests go if nothing else is configured.
pub(super) const DISCORD_URL: &str = "https://discord.com";

/// The limit for one request. serenity's own client would wait for ever.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// How to reach Discord, or a server that replaces it.
#[derive(Clone, Debug)]
pub struct DiscordAddress {
    pub token: Secret,
    /// Another server than the real Discord. serenity ignores the address while its rate limiter is
    /// on, so the limiter is switched off for it.
    pub url: Option<String>,
    /// A proxy that limits the rate of requests of all processes of the bot. Attachments and the
    /// gateway are not reached through it. Unlike a proxy of the environment (`proxies.rs`) it
    /// takes Discord's place.
    pub proxy: Option<String>,
}

impl DiscordAddress {
    /// Returns the address of a fake Discord, without a proxy.
    pub fn of_fake_discord(token: impl Into<Secret>, url: impl Into<String>) -> Self {
        Self { token: token.into(), url: Some(url.into()), proxy: None }
    }
}

impl DiscordAddress {
    /// Returns where requests go; `None` means Discord itself.
    pub(super) fn base_url(&self) -> Option<&String> {
        self.url.as_ref().or(self.proxy.as_ref())
    }
}

/// The wait after the first failed attempt; it doubles after each further one.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Builds a client, and checks the token with a first request.
///
/// # Errors
/// Discord cannot be reached or refuses the token; the error is a sentence.
pub async fn connect(address: &DiscordAddress) -> Result<Http, BotError> {
    let http = build_http_client(address, RateLimiting::On)?;
    fetch_gateway_and_application(&http).await.map_err(|error| to_start_error(&http, &error))?;
    Ok(http)
}

/// The address of Discord's gateway, and how many shards Discord recommends.
pub struct GatewayInfo {
    pub url: String,
    pub shard_count: u32,
    /// How many shards may identify at the same time.
    pub max_concurrency: u64,
}

/// Builds a client and looks up the gateway. Retries with growing waits while Discord is overloaded
/// or fails.
///
/// # Errors
/// Discord cannot be reached or refuses the token; the error is a sentence.
pub async fn connect_retrying_until_ready(
    address: &DiscordAddress,
) -> Result<(Http, GatewayInfo), BotError> {
    let http = build_http_client(address, RateLimiting::On)?;
    let mut wait = FIRST_WAIT;
    loop {
        match fetch_gateway_and_application(&http).await {
            Ok(gateway) => return Ok((http, gateway)),
            Err(error) if is_transient(&error) => {
                tracing::warn!(%error, ?wait, "Discord does not answer at the start; retrying");
                sleep(wait).await;
                wait = (2 * wait).min(LONGEST_WAIT);
            }
            Err(error) => return Err(to_start_error(&http, &error)),
        }
    }
}

/// Looks up the gateway, and stores the bot's application id in the client.
async fn fetch_gateway_and_application(http: &Http) -> serenity::Result<GatewayInfo> {
    let gateway = http.get_bot_gateway().await?;
    http.set_application_id(http.get_current_application_info().await?.id);
    let max_concurrency = gateway.session_start_limit.max_concurrency;
    Ok(GatewayInfo { url: gateway.url, shard_count: gateway.shards.max(1), max_concurrency })
}

/// Returns whether Discord refused a request because of too many requests or an error of its own.
fn is_transient(error: &serenity::Error) -> bool {
    let serenity::Error::Http(error) = error else { return false };
    let status = error.status_code();
    status.is_some_and(|code| code == StatusCode::TOO_MANY_REQUESTS || code.is_server_error())
}

/// Builds a client without a rate limiter, for callers that retry by themselves. The limiter
/// treats every 429 response as its own: it waits, and blocks all requests to the same route.
///
/// # Errors
/// The HTTP client cannot be built; the error is a sentence.
pub fn build_unlimited_client(address: &DiscordAddress) -> Result<Http, BotError> {
    build_http_client(address, RateLimiting::Off)
}

/// Returns a builder of clients for a server, with a time limit for each request. A server on this
/// machine is reached without a proxy.
pub(super) fn client_builder(base_url: &str) -> reqwest::ClientBuilder {
    let builder = reqwest::Client::builder().timeout(REQUEST_TIMEOUT);
    if is_on_this_machine(base_url) { builder.no_proxy() } else { builder }
}

/// Says why no HTTP client can be built.
pub(super) fn to_client_build_error(error: &reqwest::Error) -> BotError {
    let problem = describe_network_error(error);
    BotError::Fatal(format!("No connection to Discord can be prepared on this machine: {problem}."))
}

#[derive(Clone, Copy, PartialEq)]
enum RateLimiting {
    On,
    Off,
}

/// Builds a client that pings nobody by default. Requests to another server than Discord, or
/// through a proxy that stands for it, are never rate limited.
fn build_http_client(
    address: &DiscordAddress,
    rate_limiting: RateLimiting,
) -> Result<Http, BotError> {
    let base_url = address.base_url().map_or(DISCORD_URL, String::as_str);
    let client = client_builder(base_url).tcp_nodelay(true).build();
    let client = client.map_err(|error| to_client_build_error(&error))?;
    let builder = HttpBuilder::new(address.token.expose())
        .client(client)
        .default_allowed_mentions(CreateAllowedMentions::new())
        .ratelimiter_disabled(rate_limiting == RateLimiting::Off || address.base_url().is_some());
    Ok(match address.base_url() {
        Some(url) => builder.proxy(url).build(),
        None => builder.build(),
    })
}

/// Removes expired entries from the rate limiter and returns how many. It would otherwise keep an
/// entry for each interaction for ever.
pub async fn evict_expired_rate_limits(http: &Http) -> usize {
    let Some(limiter) = &http.ratelimiter else { return 0 };
    let routes = limiter.routes();
    let mut routes = routes.write().await;
    let count_before = routes.len();
    let now = SystemTime::now();
    let is_past = |reset: Option<SystemTime>| reset.is_none_or(|time| time < now);
    routes.retain(|_, limit| {
        // A request that holds the entry is about to use it.
        let is_in_use = Arc::strong_count(limit) > 1;
        let has_expired = limit.try_lock().is_ok_and(|limit| is_past(limit.reset()));
        is_in_use || !has_expired
    });
    count_before - routes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_direct_requests_to_discord_are_rate_limited() {
        let address = |url: Option<&str>| DiscordAddress {
            token: "x".into(),
            url: url.map(Into::into),
            proxy: None,
        };
        let is_limited = |http: Result<Http, BotError>| http.unwrap().ratelimiter.is_some();
        assert!(is_limited(build_http_client(&address(None), RateLimiting::On)));
        assert!(!is_limited(build_unlimited_client(&address(None))));
        assert!(!is_limited(build_http_client(
            &address(Some("http://127.0.0.1:1")),
            RateLimiting::On
        )));
        let proxied =
            DiscordAddress { proxy: Some("http://127.0.0.1:3000".into()), ..address(None) };
        assert!(!is_limited(build_http_client(&proxied, RateLimiting::On)));
    }
}
