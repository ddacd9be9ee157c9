//! Errors between the app and Discord, and what a failed request means.

use std::fmt;
use std::time::Duration;

use serenity::all::{Http, HttpError, StatusCode};

use super::http_client::DISCORD_URL;
use super::proxies::describe_proxy;
use app::{StoreError, describe_network_error};

#[derive(Debug, thiserror::Error)]
pub enum BotError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("Discord: {}.", describe_request_failure(.0))]
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

/// The code that serenity reports when a response contains no error code of Discord.
const NO_DISCORD_CODE: isize = -1;

/// How a request to Discord failed, as far as the next step depends on it.
#[derive(Clone, Debug, PartialEq)]
pub enum RequestFailure {
    /// A retry may succeed: no connection, 401, 429, 5xx, or a response that is not Discord's.
    Transient { retry_after: Option<Duration> },
    /// The message does not exist any more.
    MessageDeleted,
    /// The webhook does not exist any more.
    WebhookGone,
    /// The interaction was already answered, by this or another process.
    AlreadyAnswered,
    /// The interaction's 3 seconds for a response, or 15 minutes for an edit, are over.
    InteractionExpired,
    /// The message cannot be edited again for now.
    EditLimitReached,
    /// The daily limit is reached: a bot may create only so many commands a day in a server.
    DailyLimitReached,
    /// Discord rejects the content of the request.
    InvalidPayload,
    /// The server's AutoMod does not allow the text of the message.
    BlockedContent,
    /// The thread is archived: nothing in it can be changed until it is open again.
    ThreadArchived,
    /// Nothing can be posted in the channel for now.
    ChannelClosed(ClosedChannelReason),
    /// The user takes no direct messages of the bot for now.
    DmsClosed,
    /// The request is not allowed, or its target is deleted.
    Permanent,
}

/// Discord asks to wait so long before the next request like this one. Made only where serenity
/// does not wait by itself.
#[derive(Debug)]
pub struct RateLimited(pub Duration);

impl fmt::Display for RateLimited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Discord asks to wait for {:?}", self.0)
    }
}

impl std::error::Error for RateLimited {}

impl From<RateLimited> for serenity::Error {
    fn from(error: RateLimited) -> Self {
        Self::Io(std::io::Error::other(error))
    }
}

/// Why nothing can be posted in a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedChannelReason {
    /// The bot does not see the channel.
    MissingAccess,
    /// The bot may not send messages there, or not what this message holds.
    MissingPermission,
    ThreadLocked,
    Deleted,
    /// The server's AutoMod allows no text of the bot, not even one without names.
    AllBlocked,
    /// Discord refuses posts with a code that this program does not know, such as during an outage
    /// of a part of Discord.
    Refused,
}

impl ClosedChannelReason {
    /// Returns the word under which the reason is stored; its sentence is made for its reader.
    pub fn key(self) -> &'static str {
        match self {
            Self::MissingAccess => "missing-access",
            Self::MissingPermission => "missing-permission",
            Self::ThreadLocked => "thread-locked",
            Self::Deleted => "deleted",
            Self::AllBlocked => "blocked",
            Self::Refused => "refused",
        }
    }
}

/// The word under which it is stored that a user takes no direct messages of the bot.
pub const DMS_CLOSED: &str = "dm-closed";

/// The word for a thread that Discord does not open.
pub const THREAD_REFUSED: &str = "thread-refused";

/// Classifies an error by Discord's codes:
/// <https://discord.com/developers/docs/topics/opcodes-and-status-codes>.
pub fn classify_error(error: &serenity::Error) -> RequestFailure {
    match error {
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            classify_response(response.status_code, response.error.code)
        }
        // A successful response that cannot be parsed does not come from Discord.
        serenity::Error::Http(HttpError::Request(_)) | serenity::Error::Json(_) => {
            RequestFailure::Transient { retry_after: None }
        }
        serenity::Error::Io(error) => {
            let limit = error.get_ref().and_then(|inner| inner.downcast_ref::<RateLimited>());
            limit.map_or(RequestFailure::Permanent, |RateLimited(wait)| RequestFailure::Transient {
                retry_after: Some(*wait),
            })
        }
        _ => RequestFailure::Permanent,
    }
}

/// Classifies the status of a response and Discord's error code in it: whether the request can be
/// tried again, and otherwise why it failed.
fn classify_response(status: StatusCode, code: isize) -> RequestFailure {
    let transient = RequestFailure::Transient { retry_after: None };
    match (status, code) {
        // A page from a proxy between the bot and Discord.
        (_, NO_DISCORD_CODE) => transient,
        (_, 40060) => RequestFailure::AlreadyAnswered,
        (_, 10062 | 50027) => RequestFailure::InteractionExpired,
        (_, 30046) => RequestFailure::EditLimitReached,
        (_, 30034) => RequestFailure::DailyLimitReached,
        (StatusCode::NOT_FOUND, 10008) => RequestFailure::MessageDeleted,
        (StatusCode::NOT_FOUND, 10015) => RequestFailure::WebhookGone,
        // The token was reset. Once it is replaced, all waiting messages can be sent.
        (StatusCode::UNAUTHORIZED | StatusCode::TOO_MANY_REQUESTS, _) => transient,
        (status, _) if status.is_server_error() => transient,
        (_, 50035 | 50006 | 50109 | 40005) => RequestFailure::InvalidPayload,
        (_, 200_000) => RequestFailure::BlockedContent,
        (_, 50083) => RequestFailure::ThreadArchived,
        (_, 50007) => RequestFailure::DmsClosed,
        (_, 50001) => RequestFailure::ChannelClosed(ClosedChannelReason::MissingAccess),
        // 160002: a reply needs the permission to read the message history.
        (_, 50013 | 160_002) => {
            RequestFailure::ChannelClosed(ClosedChannelReason::MissingPermission)
        }
        (_, 160_005) => RequestFailure::ChannelClosed(ClosedChannelReason::ThreadLocked),
        (_, 10003) => RequestFailure::ChannelClosed(ClosedChannelReason::Deleted),
        _ => RequestFailure::Permanent,
    }
}

/// Returns whether Discord answered a request with an error of its own.
pub fn is_answer_of_discord(error: &serenity::Error) -> bool {
    matches!(error, serenity::Error::Http(HttpError::UnsuccessfulRequest(_)))
}

/// Returns whether a request failed because the bot lacks access or a permission.
pub fn is_missing_permission(error: &serenity::Error) -> bool {
    let serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) = error else {
        return false;
    };
    matches!(response.error.code, 50001 | 50013)
}

/// Turns a failed first request into a sentence for whoever starts the bot.
pub fn to_start_error(http: &Http, error: &serenity::Error) -> BotError {
    let target = http.proxy.as_deref().map_or("Discord", without_path);
    let proxy = describe_proxy(http.proxy.as_deref().unwrap_or(DISCORD_URL));
    let status = match error {
        serenity::Error::Http(error) => error.status_code(),
        _ => None,
    };
    BotError::Fatal(match status {
        Some(StatusCode::UNAUTHORIZED) => {
            format!("{target} refuses the token. Is DISCORD_TOKEN the bot's, and still good?")
        }
        Some(_) => {
            format!("{target} does not let the bot in{proxy}: {}.", describe_request_failure(error))
        }
        None => format!("{target} cannot be reached{proxy}: {}.", describe_network_error(error)),
    })
}

/// Returns an address without what follows its host and port: a path may be a secret.
pub fn without_path(address: &str) -> &str {
    let host = address.find("://").map_or(0, |index| index + "://".len());
    let end = address[host..].find(['/', '?', '#']).map_or(address.len(), |index| host + index);
    &address[..end]
}

/// Says in a clause why a request failed: the answer of Discord, or that there was none.
pub fn describe_request_failure(error: &serenity::Error) -> String {
    match error {
        // The message is serenity's own, and not Discord's.
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response))
            if response.error.code == NO_DISCORD_CODE =>
        {
            format!("the answer is {}, and not Discord's own", response.status_code)
        }
        serenity::Error::Http(HttpError::UnsuccessfulRequest(response)) => {
            format!("the answer is {}: {}", response.status_code, response.error.message)
        }
        error => describe_network_error(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_responses_of_discord_are_permanent() {
        let transient = RequestFailure::Transient { retry_after: None };
        let classify =
            |status, code| classify_response(StatusCode::from_u16(status).unwrap(), code);
        for status in [301, 400, 403, 404, 429, 502] {
            assert_eq!(classify(status, NO_DISCORD_CODE), transient, "{status}");
        }
        assert_eq!(classify(401, 0), transient);
        assert_eq!(classify(403, 50007), RequestFailure::DmsClosed);
        for (status, code, reason) in [
            (403, 50001, ClosedChannelReason::MissingAccess),
            (403, 50013, ClosedChannelReason::MissingPermission),
            (400, 160_005, ClosedChannelReason::ThreadLocked),
            (404, 10003, ClosedChannelReason::Deleted),
        ] {
            assert_eq!(classify(status, code), RequestFailure::ChannelClosed(reason));
        }
        assert_eq!(classify(400, 50083), RequestFailure::ThreadArchived);
        assert_eq!(classify(400, 200_000), RequestFailure::BlockedContent);
        assert_eq!(classify(404, 10008), RequestFailure::MessageDeleted);
        for status in [400, 429] {
            assert_eq!(classify(status, 30034), RequestFailure::DailyLimitReached);
        }
        assert_eq!(classify(400, 50035), RequestFailure::InvalidPayload);
        let wait = Duration::from_secs(2);
        let limited = classify_error(&RateLimited(wait).into());
        assert_eq!(limited, RequestFailure::Transient { retry_after: Some(wait) });
        let parse_error = serde_json::from_str::<u64>("<html>").unwrap_err();
        assert_eq!(classify_error(&serenity::Error::Json(parse_error)), transient);
    }
}
