//! Portraits: of a sheet, as its owner gave it, and of an NPC, as its GM did.

use engine::core::command::Refusal;

/// The longest address of a portrait, in characters.
const MAX_URL_CHARS: usize = 300;

/// The address of a picture, or none.
///
/// # Errors
/// `bad-portrait`: it is no such address, or too long.
pub(crate) fn parse_portrait_url(url: &str) -> Result<Option<String>, Refusal> {
    let address = url.trim();
    if matches!(address, "" | "none") {
        return Ok(None);
    }
    let rest = address.strip_prefix("https://");
    let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next());
    let is_plain = |letter: char| letter.is_ascii_graphic() && !"\"<>[]\\^`{|}".contains(letter);
    let is_good = host.is_some_and(is_host_with_optional_port) && address.chars().all(is_plain);
    if is_good && address.len() <= MAX_URL_CHARS {
        Ok(Some(address.into()))
    } else {
        Err(Refusal::new("bad-portrait", "").with("most", MAX_URL_CHARS))
    }
}

/// A name of the internet, such as pictures have (`example.org`), with a port or without.
fn is_host_with_optional_port(text: &str) -> bool {
    let (host, port) = text.split_once(':').unwrap_or((text, "443"));
    let is_label = |label: &str| {
        let is_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '-';
        (1..=63).contains(&label.len())
            && label.chars().all(is_letter)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let is_land = |label: &str| label.len() > 1 && label.starts_with(|l: char| l.is_alphabetic());
    host.len() <= 253
        && host.split('.').all(is_label)
        && host.rsplit_once('.').is_some_and(|(_, land)| is_land(land))
        && port.parse::<u16>().is_ok_and(|port| port > 0)
}
