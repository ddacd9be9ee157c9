//! Addresses of portraits, both of sheets and of NPCs.

use engine::core::command::Refusal;

/// The longest address of a portrait, in characters.
const MAX_URL_CHARS: usize = 300;

/// The longest host name, and the longest part of one between dots, that DNS allows.
const MAX_HOST_CHARS: usize = 253;
const MAX_LABEL_CHARS: usize = 63;

/// Parses the address of a picture; an empty text or `none` gives `None`.
///
/// # Errors
/// Refuses a text that is no `https` address, or too long, with `bad-portrait`.
pub(crate) fn parse_https_portrait_url(url: &str) -> Result<Option<String>, Refusal> {
    let address = url.trim();
    if matches!(address, "" | "none") {
        return Ok(None);
    }
    let without_scheme = address.strip_prefix("https://");
    let host = without_scheme.and_then(|text| text.split(['/', '?', '#']).next());
    let is_url_char = |letter: char| letter.is_ascii_graphic() && !"\"<>[]\\^`{|}".contains(letter);
    let is_well_formed =
        host.is_some_and(is_public_host_with_optional_port) && address.chars().all(is_url_char);
    if is_well_formed && address.len() <= MAX_URL_CHARS {
        Ok(Some(address.into()))
    } else {
        Err(Refusal::new("bad-portrait", "").with("most", MAX_URL_CHARS))
    }
}

/// Whether a text is a public host name (`example.org`), with or without a port.
fn is_public_host_with_optional_port(text: &str) -> bool {
    let (host, port) = text.split_once(':').unwrap_or((text, "443"));
    let top_level_label = host.rsplit_once('.').map_or("", |(_, label)| label);
    let has_top_level =
        top_level_label.len() > 1 && top_level_label.starts_with(|l: char| l.is_alphabetic());
    let is_host =
        host.len() <= MAX_HOST_CHARS && host.split('.').all(is_host_label) && has_top_level;
    is_host && port.parse::<u16>().is_ok_and(|port| port > 0)
}

/// Whether a text can stand between two dots of a host name.
fn is_host_label(label: &str) -> bool {
    let is_label_char = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
    (1..=MAX_LABEL_CHARS).contains(&label.len())
        && label.chars().all(is_label_char)
        && !label.starts_with('-')
        && !label.ends_with('-')
}
