//! What can go wrong between the app and Discord.

use std::error::Error;
use std::time::Duration;

use serenity::all::{Http, HttpError, StatusCode};

use app::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum BotError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("Discord: {0}")]
    Discord(Box<serenity::Error>),
    #[error("this command is not in the table any more")]
    UnknownCommand,
    #[error("{0}")]
    Fatal(String),
}

impl From<serenity::Error> for BotError {
    fn from(error: serenity::Error) -> Self {
        Self::Discord(Box::new(error))
    }
}

/// serenity's code for an answer that has none of Discord's.
const NO_DISCORD_CODE: isize = -1;

/// How a request to Discord failed, as far as it matters for what to do next.
#[derive(Clone, Debug, PartialEq)]
pub enum RequestFailure {
    /// It is worth trying again: no connection, 401, 429, 5xx, or an answer that is not Discord's.
    Transient { retry_after: Option<Duration> },
    /// The message is not there any more.
    MessageDeleted,
    /// It was answered before: by this or another program.
    AlreadyAnswered,
    /// The interaction's 3 seconds, or its 15 minutes, are over.
    InteractionExpired,
    /// It may be edited again later, not now.
    EditLimitReached,
    /// No more of it today: a server takes only so many new commands.
    DailyLimitReached,
    /// What was to be sent is not as Discord takes it.
    InvalidPayload,
    /// The request is not allowed, or its place is gone.
    Permanent,
}

/// Discord's codes: <https://discord.com/developers/docs/topics/opcodes-and-status-codes>.
pub fn classify_error(error: &serenity::Error) -> RequestFailure {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            classify_response(response.status_code, response.error.code)
        }
        // An answer that says that all is well and cannot be read is not Discord's.
        serenity::Error::Http(HttpError::Request(_)) | serenity::Error::Json(_) => {
            RequestFailure::Transient { retry_after: None }
        }
        _ => RequestFailure::Permanent,
    }
}

fn classify_response(status: StatusCode, code: isize) -> RequestFailure {
    let passing = RequestFailure::Transient { retry_after: None };
    match (status, code) {
        // A page of whatever stands between us and Discord.
        (_, NO_DISCORD_CODE) => passing,
        (_, 40060) => RequestFailure::AlreadyAnswered,
        (_, 10062 | 50027) => RequestFailure::InteractionExpired,
        (_, 30046) => RequestFailure::EditLimitReached,
        (_, 30034) => RequestFailure::DailyLimitReached,
        (StatusCode::NOT_FOUND, 10008) => RequestFailure::MessageDeleted,
        // The token was taken back: with the next one all that waits can go out.
        (StatusCode::UNAUTHORIZED | StatusCode::TOO_MANY_REQUESTS, _) => passing,
        (status, _) if status.is_server_error() => passing,
        (_, 50035 | 50006 | 50109 | 40005) => RequestFailure::InvalidPayload,
        _ => RequestFailure::Permanent,
    }
}

/// Discord's codes for what the bot may not see, or not do.
pub fn is_missing_permission(error: &serenity::Error) -> bool {
    let serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) = error else {
        return false;
    };
    matches!(response.error.code, 50001 | 50013)
}

/// What a failed request at the start means for whoever starts the bot.
pub fn describe_start_failure(http: &Http, error: &serenity::Error) -> BotError {
    let place = http.proxy.as_deref().map_or("Discord", without_path);
    let status = match error {
        serenity::Error::Http(error) => error.status_code(),
        _ => None,
    };
    BotError::Fatal(match status {
        Some(StatusCode::UNAUTHORIZED) => {
            format!("{place} refuses the token. Is DISCORD_TOKEN the bot's, and still good?")
        }
        Some(status) => format!("{place} answers with {status}: {error}"),
        None => format!("{place} cannot be reached: {}.", root_cause(error)),
    })
}

/// Returns an address without what follows its host and port: a path may be a secret.
pub fn without_path(address: &str) -> &str {
    let host = address.find("://").map_or(0, |at| at + "://".len());
    let end = address[host..].find(['/', '?', '#']).map_or(address.len(), |at| host + at);
    &address[..end]
}

/// Returns the deepest cause of an error, which has no address in it.
pub fn root_cause<'a>(error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    let mut cause = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_discord_itself_says_never() {
        let passing = RequestFailure::Transient { retry_after: None };
        let failed = |status, code| classify_response(StatusCode::from_u16(status).unwrap(), code);
        for status in [301, 400, 403, 404, 429, 502] {
            assert_eq!(failed(status, NO_DISCORD_CODE), passing, "{status}");
        }
        assert_eq!(failed(401, 0), passing);
        assert_eq!(failed(403, 50013), RequestFailure::Permanent);
        assert_eq!(failed(404, 10003), RequestFailure::Permanent);
        assert_eq!(failed(404, 10008), RequestFailure::MessageDeleted);
        for status in [400, 429] {
            assert_eq!(failed(status, 30034), RequestFailure::DailyLimitReached);
        }
        assert_eq!(failed(400, 50035), RequestFailure::InvalidPayload);
        let unread = serde_json::from_str::<u64>("<html>").unwrap_err();
        assert_eq!(classify_error(&serenity::Error::Json(unread)), passing);
    }
}
