//! Stores the session of each shard, so that the bot resumes it after a restart.
//!
//! Without that, Discord would forget what people press in the meantime, and each start would use
//! up one of the IDENTIFYs of the day.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::session::{ResumableSession, SESSION_LIFETIME};
use app::App;
use app::servers::Shard;

#[derive(Deserialize, Serialize)]
struct StoredSession<S> {
    session: S,
    /// In milliseconds since 1970.
    stored_at: i64,
}

/// Returns the key under which the session of a shard is stored.
fn storage_key(shard: Shard) -> String {
    format!("gateway session {} of {}", shard.number, shard.total)
}

/// Returns the session that was stored for a shard. It is empty if none was stored in the last
/// [`SESSION_LIFETIME`], since trying an older one would only delay the start, or if the store
/// cannot be read.
pub async fn load_session(app: &App, shard: Shard) -> ResumableSession {
    let stored = match app.load_key_value(&storage_key(shard)).await {
        Ok(stored) => stored,
        Err(error) => {
            tracing::warn!(%error, "could not load the gateway session");
            None
        }
    };
    let stored = stored.and_then(|text| serde_json::from_str(&text).ok());
    let fresh = stored.filter(|stored: &StoredSession<ResumableSession>| {
        let age = Timestamp::now().as_millisecond() - stored.stored_at;
        age <= SESSION_LIFETIME.as_millis() as i64
    });
    fresh.map(|stored| stored.session.with_single_attempt()).unwrap_or_default()
}

/// Stores a session. If that fails the bot identifies at its next start, as if it were new.
pub async fn store_session(app: &App, shard: Shard, session: &ResumableSession) {
    let stored = StoredSession { session, stored_at: Timestamp::now().as_millisecond() };
    let stored = match serde_json::to_string(&stored) {
        Ok(text) => app.store_key_value(&storage_key(shard), &text).await,
        Err(error) => return tracing::error!(%error, "could not serialize the gateway session"),
    };
    if let Err(error) = stored {
        tracing::warn!(%error, "could not store the gateway session");
    }
}
