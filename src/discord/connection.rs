//! The way to Discord: its address, its limits, and our own patience.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serenity::all::{CreateAllowedMentions, Http, HttpBuilder};

use super::trouble::{Trouble, start_failure};

/// serenity's own client waits for ever.
pub(super) const PATIENCE: Duration = Duration::from_secs(10);

/// How to reach Discord, or what stands in for it.
#[derive(Clone, Debug)]
pub struct Address {
    pub token: String,
    /// Another place than the real one. The rate limiter is off against it, since with it on the
    /// address would be ignored.
    pub url: Option<String>,
}

/// A connection that has answered once.
///
/// # Errors
/// A sentence that says what is wrong with the token or the address.
pub async fn connect(address: &Address) -> Result<Http, Trouble> {
    let client = reqwest::Client::builder().timeout(PATIENCE).tcp_nodelay(true).build();
    let client = client.map_err(|error| Trouble::Start(error.to_string()))?;
    let mut builder = HttpBuilder::new(&address.token)
        .client(client)
        .default_allowed_mentions(CreateAllowedMentions::new());
    if let Some(url) = &address.url {
        builder = builder.proxy(url).ratelimiter_disabled(true);
    }
    let http = builder.build();
    // If this fails later, serenity silently goes to Discord's own gateway.
    http.get_gateway().await.map_err(|error| start_failure(&http, &error))?;
    let application = http.get_current_application_info().await;
    let application = application.map_err(|error| start_failure(&http, &error))?;
    http.set_application_id(application.id);
    Ok(http)
}

/// Forgets what the rate limiter keeps about interactions that are long answered: it would keep
/// an entry for each for ever.
pub async fn forget_old_routes(http: &Http) -> usize {
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
