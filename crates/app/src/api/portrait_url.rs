//! Addresses of portraits, both of sheets and of NPCs.

use engine::core::command::Refusal;

/// The longest address of a portrait, in characters.
const MAX_URL_CHARS: usize = 300;

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
    let is_label = |label: &str| {
        let is_label_char = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        (1..=63).contains(&label.len())
            && label.chars().all(is_label_char)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let is_top_level =
        |label: &str| label.len() > 1 && label.starts_with(|l: char| l.is_alphabetic());
    host.len() <= 253
        && host.split('.').all(is_label)
        && host.rsplit_once('.').is_some_and(|(_, last_label)| is_top_level(last_label))
        && port.parse::<u16>().is_ok_and(|port| port > 0)
}
