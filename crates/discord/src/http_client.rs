//! The way to Discord: its address, its limits, and our own patience.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serenity::all::{CreateAllowedMentions, Http, HttpBuilder, StatusCode};
use tokio::time::sleep;

use super::error::{BotError, describe_start_failure};
use crate::secret::Secret;

/// serenity's own client waits for ever.
pub(super) const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);

/// How to reach Discord, or what stands in for it.
#[derive(Clone, Debug)]
pub struct DiscordAddress {
    pub token: Secret,
    /// Another place than the real one. The rate limiter is off against it, since with it on the
    /// address would be ignored.
    pub url: Option<String>,
    /// A proxy for requests that limits their rate itself, for all processes of the bot. Files and
    /// the gateway are not reached through it.
    pub proxy: Option<String>,
}

impl DiscordAddress {
    /// Where requests go; none: to Discord itself.
    fn base_url(&self) -> Option<&String> {
        self.url.as_ref().or(self.proxy.as_ref())
    }
}

/// The wait after the first answer that asks for patience; twice as long after each other.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// A connection that has answered once.
///
/// # Errors
/// A sentence that says what is wrong with the token or the address.
pub async fn connect(address: &DiscordAddress) -> Result<Http, BotError> {
    let http = build_http_client(address, true)?;
    fetch_gateway_and_application(&http)
        .await
        .map_err(|error| describe_start_failure(&http, &error))?;
    Ok(http)
}

/// Where Discord's gateway is, and how many shards it wants the bot to have there.
pub struct GatewayInfo {
    pub url: String,
    pub shard_count: u32,
    /// How many shards may identify at once (`max_concurrency`).
    pub max_concurrency: u64,
}

/// A connection that has answered once, and where the gateway is. While Discord answers that it
/// has too much to do, or a fault of its own, it is asked again.
///
/// # Errors
/// A sentence that says what is wrong with the token or the address.
pub async fn connect_with_retry(address: &DiscordAddress) -> Result<(Http, GatewayInfo), BotError> {
    let http = build_http_client(address, true)?;
    let mut wait = FIRST_WAIT;
    loop {
        match fetch_gateway_and_application(&http).await {
            Ok(gateway) => return Ok((http, gateway)),
            Err(error) if is_transient(&error) => {
                tracing::warn!(%error, ?wait, "Discord is not ready, so it is asked again");
                sleep(wait).await;
                wait = (2 * wait).min(LONGEST_WAIT);
            }
            Err(error) => return Err(describe_start_failure(&http, &error)),
        }
    }
}

/// Learns who the bot is there, and gives back where the gateway is.
async fn fetch_gateway_and_application(http: &Http) -> serenity::Result<GatewayInfo> {
    let gateway = http.get_bot_gateway().await?;
    http.set_application_id(http.get_current_application_info().await?.id);
    let at_once = gateway.session_start_limit.max_concurrency;
    Ok(GatewayInfo {
        url: gateway.url,
        shard_count: gateway.shards.max(1),
        max_concurrency: at_once,
    })
}

fn is_transient(error: &serenity::Error) -> bool {
    let serenity::Error::Http(error) = error else { return false };
    let status = error.status_code();
    status.is_some_and(|it| it == StatusCode::TOO_MANY_REQUESTS || it.is_server_error())
}

/// A way to Discord without a rate limiter, for what is tried again by whoever asks: the limiter
/// takes every refusal for one of its own, waits until it is over, and holds up all like it.
///
/// # Errors
/// A sentence that says what is wrong with this machine.
pub fn build_unlimited_client(address: &DiscordAddress) -> Result<Http, BotError> {
    build_http_client(address, false)
}

fn build_http_client(address: &DiscordAddress, is_limited: bool) -> Result<Http, BotError> {
    let client = reqwest::Client::builder().timeout(REQUEST_TIMEOUT).tcp_nodelay(true).build();
    let client = client.map_err(|error| BotError::Fatal(error.to_string()))?;
    let builder = HttpBuilder::new(address.token.expose())
        .client(client)
        .default_allowed_mentions(CreateAllowedMentions::new())
        .ratelimiter_disabled(!is_limited || address.base_url().is_some());
    Ok(match address.base_url() {
        Some(url) => builder.proxy(url).build(),
        None => builder.build(),
    })
}

/// Forgets what the rate limiter keeps about interactions that are long answered: it would keep
/// an entry for each for ever.
pub async fn evict_expired_rate_limits(http: &Http) -> usize {
    let Some(limiter) = &http.ratelimiter else { return 0 };
    let routes = limiter.routes();
    let mut routes = routes.write().await;
    let before = routes.len();
    let now = SystemTime::now();
    routes.retain(|_, limit| {
        // Whoever holds it is about to use it.
        let is_held = Arc::strong_count(limit) > 1;
        let is_over = |reset: Option<SystemTime>| reset.is_none_or(|at| at < now);
        is_held || !limit.try_lock().is_ok_and(|limit| is_over(limit.reset()))
    });
    before - routes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_usual_way_to_discord_is_limited() {
        let address = |url: Option<&str>| DiscordAddress {
            token: "x".into(),
            url: url.map(Into::into),
            proxy: None,
        };
        let is_limited = |http: Result<Http, BotError>| http.unwrap().ratelimiter.is_some();
        assert!(is_limited(build_http_client(&address(None), true)));
        assert!(!is_limited(build_unlimited_client(&address(None))));
        assert!(!is_limited(build_http_client(&address(Some("http://127.0.0.1:1")), true)));
        let proxied =
            DiscordAddress { proxy: Some("http://127.0.0.1:3000".into()), ..address(None) };
        assert!(!is_limited(build_http_client(&proxied, true)));
    }
}
