//! Sets up the log on standard error. No token is ever written to it: neither the bot's own nor
//! those of interactions, which are part of addresses that errors quote.
//!
//! Tokens are found by searching the text of each line. Below `info`, the crates that speak to the
//! gateway log whole frames as bytes and in other forms, in which tokens cannot be found. Those
//! records are dropped, whatever `RIPOSTE_LOG` says.

use std::io::{self, Write};

use tracing::Metadata;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::{Targets, filter_fn};
use tracing_subscriber::fmt;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::prelude::*;

use riposte::discord::secret::Secret;
use riposte::engine::core::similarity::{MIN_NEAR, similarity};

use crate::config::Config;

const HIDDEN_TOKEN: &str = "[token]";
const HIDDEN_CREDENTIALS: &str = "[hidden]";

/// The crates that log whole gateway frames, and requests with everything in them.
const GATEWAY_CRATES: [&str; 4] = ["serenity", "tungstenite", "tokio_tungstenite", "poise"];

/// What precedes an interaction's token in addresses: one of these, a number, a slash.
const BEFORE_TOKENS: &[&str] = &["/webhooks/", "/interactions/"];
/// What precedes a token in gateway frames and in Rust's debug output.
const TOKEN_KEYS: &[&str] = &["token\":", "token\\\":", "token: "];

/// Writes the sentence with which the program ends, or a warning, to standard error. Every error
/// is printed here before the program ends, so an address with a password in it is caught here
/// too: whatever stands before its `@` is hidden.
pub fn print_error(sentence: &str) {
    eprintln!("{}", hide_credentials(sentence));
}

/// Replaces what stands between `://` and the last `@` of each line.
fn hide_credentials(text: &str) -> String {
    let hide = |line: &str| match (line.find("://"), line.rfind('@')) {
        (Some(start), Some(end)) if start < end => {
            format!("{}://{HIDDEN_CREDENTIALS}{}", &line[..start], &line[end..])
        }
        _ => line.to_string(),
    };
    text.split('\n').map(hide).collect::<Vec<_>>().join("\n")
}

/// The levels of a log filter. Each may stand alone.
const LEVELS: [&str; 6] = ["error", "warn", "info", "debug", "trace", "off"];

/// The name with which our crates begin.
const OWN_CRATE: &str = "riposte";

/// Other crates that people log.
const OTHER_CRATES: [&str; 10] = [
    "h2",
    "hyper",
    "poise",
    "reqwest",
    "rustls",
    "serenity",
    "sqlx",
    "tokio",
    "tokio_tungstenite",
    "tungstenite",
];

/// Returns a sentence for each part of a log filter that is probably mistyped: it is no level, and
/// no crate is called so. The part itself is not shown, as it may be a secret.
fn describe_doubtful_parts(filter: &str) -> Vec<String> {
    let describe = |(index, part): (usize, &str)| {
        let (target, names_level) =
            part.split_once('=').map_or((part, false), |(target, _)| (target.trim(), true));
        let crate_name = target.split("::").next().unwrap_or_default();
        let is_number = target.parse::<u8>().is_ok_and(|level| level <= 5);
        let is_level = LEVELS.iter().any(|level| level.eq_ignore_ascii_case(target)) || is_number;
        let is_crate = crate_name.starts_with(OWN_CRATE) || OTHER_CRATES.contains(&crate_name);
        if target.is_empty() || is_crate || (is_level && !names_level) {
            return None;
        }
        let levels = LEVELS.iter().filter(|_| !names_level);
        let nearest = levels
            .chain([&OWN_CRATE])
            .max_by(|one, other| similarity(target, one).total_cmp(&similarity(target, other)))
            .filter(|nearest| similarity(target, nearest) >= MIN_NEAR);
        let place = index + 1;
        match nearest {
            Some(nearest) => Some(format!(
                "RIPOSTE_LOG, part {place}: this is neither a level nor a part of Riposte, so it \
                 has no effect. Is {nearest} meant?"
            )),
            None if names_level => None,
            None => Some(format!(
                "RIPOSTE_LOG, part {place}: this is no level ({}), so it is taken for the name of \
                 a crate.",
                LEVELS.join(", ")
            )),
        }
    };
    filter.split(',').map(str::trim).enumerate().filter_map(describe).collect()
}

/// Installs the global log subscriber. An unreadable `RIPOSTE_LOG` is reported on standard error,
/// and warnings are logged instead. Parts of it that are probably mistyped are reported as well.
pub fn init_logging(config: &Config) {
    let filter = config.log.parse().unwrap_or_else(|_| {
        print_error(
            "RIPOSTE_LOG is not understood (docs/self-hosting/README.md has its form): warnings \
             are logged.",
        );
        Targets::new().with_default(LevelFilter::WARN)
    });
    for sentence in describe_doubtful_parts(&config.log) {
        print_error(&sentence);
    }
    let writer = TokenHidingWriter { token: config.token.clone() };
    let is_read_by_people = std::io::IsTerminal::is_terminal(&io::stderr());
    let log = fmt::layer().with_writer(writer).with_ansi(is_read_by_people);
    let log = if config.is_log_json { log.json().boxed() } else { log.boxed() };
    tracing_subscriber::registry()
        .with(filter)
        .with(log.with_filter(filter_fn(is_loggable)))
        .init();
}

/// The target under which sqlx logs lines of a `.pgpass` file.
const PASSWORD_LOG_TARGET: &str = "sqlx_postgres::options";

/// Returns whether a record may be logged: not if it could show gateway frames or passwords.
fn is_loggable(metadata: &Metadata) -> bool {
    if metadata.target().starts_with(PASSWORD_LOG_TARGET) {
        return false;
    }
    let name = metadata.target().split("::").next().unwrap_or_default();
    *metadata.level() <= LevelFilter::INFO || !GATEWAY_CRATES.contains(&name)
}

/// Writes to standard error with tokens replaced. Each call of `write` gets one whole log line.
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
    /// Writes one line to standard error, with tokens replaced. Returns the length of the line as
    /// it was.
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

/// Replaces in a line of the log the bot's token, and the tokens in URLs and after keys that hold
/// one.
fn hide_tokens(line: &str, bot_token: Option<&str>) -> String {
    let mut line = match bot_token {
        Some(token) => line.replace(token, HIDDEN_TOKEN),
        None => line.to_string(),
    };
    for before in BEFORE_TOKENS {
        // Between `before` and the token stand a number and a slash.
        line = hide_token_after_each(&line, before, |rest| {
            let number = rest.find(|c: char| !c.is_ascii_digit())?;
            rest[number..].starts_with('/').then_some(number + 1)
        });
    }
    for before in TOKEN_KEYS {
        line = hide_token_after_each(&line, before, |rest| {
            Some(rest.len() - trim_value_prefix(rest).len())
        });
    }
    line
}

/// Removes spaces, quotes and backslashes before a value, and the `String(` or `Some(` that Rust's
/// debug output puts around it.
fn trim_value_prefix(text: &str) -> &str {
    let marks = [' ', '"', '\\'];
    let text = text.trim_start_matches(marks);
    let inner = ["String(", "Some("].iter().find_map(|around| text.strip_prefix(around));
    inner.map_or(text, |inner| inner.trim_start_matches(marks))
}

/// Replaces one token after each occurrence of `before`. `token_offset` returns where the token
/// starts in the text after `before`, or `None` if there is no token there.
fn hide_token_after_each(
    line: &str,
    before: &str,
    token_offset: impl Fn(&str) -> Option<usize>,
) -> String {
    let is_token_letter = |letter: char| letter.is_ascii_alphanumeric() || "-_.=".contains(letter);
    let mut output = String::new();
    let mut rest = line;
    while let Some(index) = rest.find(before) {
        let (head, tail) = rest.split_at(index + before.len());
        output.push_str(head);
        rest = tail;
        if let Some(offset) = token_offset(tail) {
            let token = &tail[offset..];
            let end = token.find(|letter| !is_token_letter(letter)).unwrap_or(token.len());
            output.push_str(&tail[..offset]);
            output.push_str(if end > 0 { HIDDEN_TOKEN } else { "" });
            rest = &token[end..];
        }
    }
    output + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::DEFAULT_LOG;

    #[test]
    fn mistyped_parts_of_log_filter_are_described() {
        let describe = |filter: &str| describe_doubtful_parts(filter).join(" ");
        for filter in [
            DEFAULT_LOG,
            "debug",
            "WARN",
            "3",
            "off",
            "warn,riposte_app=debug",
            "warn, riposte::discord=trace",
            "sqlx=info",
            "some_crate=info",
            "",
        ] {
            assert_eq!(describe(filter), "", "{filter}");
        }
        assert!(describe("debgu").contains("part 1: "));
        assert!(describe("debgu").contains("Is debug meant?"));
        assert!(describe("warn,ripsote=debug").contains("part 2: "));
        assert!(describe("warn,ripsote=debug").contains("Is riposte meant?"));
        assert!(describe("xyzzy").contains("is no level (error, warn"));
        assert!(!describe("xyzzy").contains("xyzzy"));
    }

    #[test]
    fn credentials_are_hidden() {
        let text = "a.db: b@c\nx mysql://bot:p w@1@db/fights: no";
        assert_eq!(hide_credentials(text), "a.db: b@c\nx mysql://[hidden]@db/fights: no");
        assert_eq!(hide_credentials("http://127.0.0.1:1: no"), "http://127.0.0.1:1: no");
    }

    #[test]
    fn tokens_are_hidden_in_every_form() {
        let hide = |line: &str| hide_tokens(line, Some("MTIz.x-y.z"));
        assert_eq!(hide("Bot MTIz.x-y.z connects"), "Bot [token] connects");
        let hidden = hide("error for url (https://x.y/webhooks/12/aW50-Z_x=/messages/@original)");
        assert_eq!(hidden, "error for url (https://x.y/webhooks/12/[token]/messages/@original)");
        assert_eq!(hide("/interactions/9/abc/callback"), "/interactions/9/[token]/callback");
        assert_eq!(hide(r#"{"token":"abc","id":1}"#), r#"{"token":"[token]","id":1}"#);
        assert_eq!(hide(r#"{\"token\":\"abc\",\"id\":1}"#), r#"{\"token\":\"[token]\",\"id\":1}"#);
        assert_eq!(hide(r#"Ping { token: "abc" }"#), r#"Ping { token: "[token]" }"#);
        let debug_output = r#""token": String("abc")"#;
        assert_eq!(hide(debug_output), r#""token": String("[token]")"#);
        assert_eq!(hide(r#"\"token\": String(\"abc\")"#), r#"\"token\": String(\"[token]\")"#);
        assert_eq!(hide("failed: /channels/5/messages/6"), "failed: /channels/5/messages/6");
    }
}
