//! The log on standard error. Whatever is written into it, tokens are not: neither the bot's nor
//! those by which an interaction is answered, which stand in addresses that errors quote.
//!
//! Tokens are found in text. What the crates that speak to the gateway write below `info` are whole
//! frames, as bytes and in other forms, so that is not written at all, whatever `RIPOSTE_LOG` says.

use std::io::{self, Write};

use tracing::Metadata;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::{Targets, filter_fn};
use tracing_subscriber::fmt;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::prelude::*;

use riposte::discord::secret::Secret;

use crate::config::Config;

const HIDDEN_TOKEN: &str = "[token]";
const HIDDEN_CREDENTIALS: &str = "[hidden]";

/// The crates that see whole frames of the gateway, and requests with all that is in them.
const GATEWAY_CRATES: [&str; 4] = ["serenity", "tungstenite", "tokio_tungstenite", "poise"];

/// What stands before the token of an interaction: in addresses after a number, and in what comes
/// over the gateway.
const BEFORE_TOKENS: &[&str] = &["/webhooks/", "/interactions/"];
const TOKEN_KEYS: &[&str] = &["token\":", "token\\\":", "token: "];

/// Writes the sentence with which the program ends, or a warning, to standard error. Every error
/// leaves the program here: should there be an address with a password in it all the same, what
/// stands before its `@` is hidden.
pub fn print_error(sentence: &str) {
    eprintln!("{}", hide_credentials(sentence));
}

/// Hides what stands between `://` and the last `@` of a line.
fn hide_credentials(text: &str) -> String {
    let hide = |line: &str| match (line.find("://"), line.rfind('@')) {
        (Some(start), Some(end)) if start < end => {
            format!("{}://{HIDDEN_CREDENTIALS}{}", &line[..start], &line[end..])
        }
        _ => line.to_string(),
    };
    text.split('\n').map(hide).collect::<Vec<_>>().join("\n")
}

/// Begins the log, and warns in it of settings that are none.
pub fn init_logging(config: &Config) {
    let filter = config.log.parse().unwrap_or_else(|_| {
        print_error("RIPOSTE_LOG is not understood (README.md has its form): warnings are logged.");
        Targets::new().with_default(LevelFilter::WARN)
    });
    let writer = TokenHidingWriter { token: config.token.clone() };
    let is_read_by_people = std::io::IsTerminal::is_terminal(&io::stderr());
    let log = fmt::layer().with_writer(writer).with_ansi(is_read_by_people);
    let log = if config.is_log_json { log.json().boxed() } else { log.boxed() };
    tracing_subscriber::registry()
        .with(filter)
        .with(log.with_filter(filter_fn(is_loggable)))
        .init();
}

/// What reads the address of the server, and quotes lines of a file of passwords.
const PASSWORD_LOG_TARGET: &str = "sqlx_postgres::options";

/// Not what shows frames of the gateway, or passwords.
fn is_loggable(metadata: &Metadata) -> bool {
    if metadata.target().starts_with(PASSWORD_LOG_TARGET) {
        return false;
    }
    let name = metadata.target().split("::").next().unwrap_or_default();
    *metadata.level() <= LevelFilter::INFO || !GATEWAY_CRATES.contains(&name)
}

/// Standard error without tokens. Each line of the log comes in one piece.
#[derive(Clone)]
struct TokenHidingWriter {
    token: Option<Secret>,
}

impl<'a> MakeWriter<'a> for TokenHidingWriter {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

impl Write for TokenHidingWriter {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(line);
        io::stderr()
            .write_all(hide_tokens(&text, self.token.as_ref().map(Secret::expose)).as_bytes())?;
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

fn hide_tokens(line: &str, bot_token: Option<&str>) -> String {
    let mut line = match bot_token {
        Some(own) => line.replace(own, HIDDEN_TOKEN),
        None => line.to_string(),
    };
    for before in BEFORE_TOKENS {
        // The number, a slash, the token.
        line = hide_words_after(&line, before, |rest| {
            let number = rest.find(|c: char| !c.is_ascii_digit())?;
            rest[number..].starts_with('/').then_some(number + 1)
        });
    }
    for before in TOKEN_KEYS {
        line = hide_words_after(&line, before, |rest| {
            Some(rest.len() - trim_value_prefix(rest).len())
        });
    }
    line
}

/// Without the marks before a word, and what Rust writes around one.
fn trim_value_prefix(text: &str) -> &str {
    let marks = [' ', '"', '\\'];
    let text = text.trim_start_matches(marks);
    let inner = ["String(", "Some("].iter().find_map(|around| text.strip_prefix(around));
    inner.map_or(text, |inner| inner.trim_start_matches(marks))
}

/// The word that begins where `start` says, after each of these beginnings, hidden.
fn hide_words_after(line: &str, before: &str, start: impl Fn(&str) -> Option<usize>) -> String {
    let is_of_token = |letter: char| letter.is_ascii_alphanumeric() || "-_.=".contains(letter);
    let mut shown = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(before) {
        let (head, tail) = rest.split_at(at + before.len());
        shown.push_str(head);
        rest = tail;
        if let Some(from) = start(tail) {
            let word = &tail[from..];
            let end = word.find(|letter| !is_of_token(letter)).unwrap_or(word.len());
            shown.push_str(&tail[..from]);
            shown.push_str(if end > 0 { HIDDEN_TOKEN } else { "" });
            rest = &word[end..];
        }
    }
    shown + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_are_hidden() {
        let text = "a.db: b@c\nx mysql://bot:p w@1@db/fights: no";
        assert_eq!(hide_credentials(text), "a.db: b@c\nx mysql://[hidden]@db/fights: no");
        assert_eq!(hide_credentials("http://127.0.0.1:1: no"), "http://127.0.0.1:1: no");
    }

    #[test]
    fn tokens_are_not_told() {
        let told = |line: &str| hide_tokens(line, Some("MTIz.x-y.z"));
        assert_eq!(told("Bot MTIz.x-y.z connects"), "Bot [token] connects");
        let told_of = told("error for url (https://x.y/webhooks/12/aW50-Z_x=/messages/@original)");
        assert_eq!(told_of, "error for url (https://x.y/webhooks/12/[token]/messages/@original)");
        assert_eq!(told("/interactions/9/abc/callback"), "/interactions/9/[token]/callback");
        assert_eq!(told(r#"{"token":"abc","id":1}"#), r#"{"token":"[token]","id":1}"#);
        assert_eq!(told(r#"{\"token\":\"abc\",\"id\":1}"#), r#"{\"token\":\"[token]\",\"id\":1}"#);
        assert_eq!(told(r#"Ping { token: "abc" }"#), r#"Ping { token: "[token]" }"#);
        let unread = r#""token": String("abc")"#;
        assert_eq!(told(unread), r#""token": String("[token]")"#);
        assert_eq!(told(r#"\"token\": String(\"abc\")"#), r#"\"token\": String(\"[token]\")"#);
        assert_eq!(told("failed: /channels/5/messages/6"), "failed: /channels/5/messages/6");
    }
}
