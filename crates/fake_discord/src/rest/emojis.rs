//! The endpoints of the application's own emoji.

use serde_json::{Value, json};

use super::{ApiRequest, ApiResult, no_content_response, ok_response, parse_path_id};
use crate::api_error::ApiError;
use crate::interactions;
use crate::limits::FormValidator;
use crate::payloads;
use crate::snowflake::Snowflake;
use crate::state::{DiscordState, StoredFile};

const MAX_EMOJI: usize = 2000;
const MAX_BYTES: usize = 256 * 1024;

/// Handles a request below `/applications/{app}/emojis`.
pub(super) fn handle_emojis_request(
    state: &mut DiscordState,
    request: &ApiRequest,
    path: &[&str],
) -> ApiResult {
    match (request.method.as_str(), path) {
        ("GET", []) => {
            let emoji = state.application_emoji.iter();
            let items: Vec<Value> = emoji.map(|(id, name)| emoji_json(state, *id, name)).collect();
            ok_response(json!({ "items": items }))
        }
        ("POST", []) => create_emoji(state, request.body_or_refuse()?),
        ("DELETE", [emoji]) => {
            let id = parse_path_id(emoji)?;
            let removed = state.application_emoji.remove(&id);
            removed.ok_or_else(|| ApiError::new(404, 10014, "Unknown Emoji"))?;
            state.files.remove(&id);
            no_content_response()
        }
        _ => Err(ApiError::unknown_endpoint()),
    }
}

fn emoji_json(state: &DiscordState, id: Snowflake, name: &str) -> Value {
    json!({
        "id": id,
        "name": name,
        "roles": [],
        "user": payloads::user_json_by_id(state, state.bot_id),
        "require_colons": true,
        "managed": false,
        "animated": false,
        "available": true,
    })
}

/// Stores an emoji with its picture, which the web page shows.
fn create_emoji(state: &mut DiscordState, body: &Value) -> ApiResult {
    let mut form = FormValidator::default();
    if let Some(fields) = form.check_and_read_object("", body) {
        form.record_unknown_nonempty_fields("", fields, &["name", "image"]);
        form.check_is_present("", fields, "name");
        form.check_is_present("", fields, "image");
        form.read_text_and_record_bad_length("", fields, "name", 2, 32);
    }
    let unknown_fields = form.into_unknown_fields_or_refuse()?;
    interactions::report_unknown_fields(state, "emoji", &unknown_fields);
    let name = body["name"].as_str().unwrap_or_default();
    if !name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
        return Err(ApiError::invalid_field("name", "STRING_TYPE_REGEX", "Invalid emoji name"));
    }
    if state.application_emoji.values().any(|known| known == name) {
        let code = "APPLICATION_EMOJI_NAME_ALREADY_TAKEN";
        return Err(ApiError::invalid_field("name", code, "This emoji name is already taken."));
    }
    if state.application_emoji.len() >= MAX_EMOJI {
        return Err(ApiError::new(400, 30008, "Maximum number of emojis reached (2000)"));
    }
    let image =
        body["image"].as_str().and_then(|image| image.strip_prefix("data:image/png;base64,"));
    let invalid_image = || ApiError::invalid_field("image", "BASE_TYPE_BAD_IMAGE", "Invalid image");
    let bytes = image.and_then(decode_base64).ok_or_else(invalid_image)?;
    if !bytes.starts_with(b"\x89PNG") || bytes.len() > MAX_BYTES {
        return Err(invalid_image());
    }
    let id = state.next_snowflake();
    let (name, content_type) = (name.to_owned(), "image/png".to_owned());
    let file = StoredFile { name: name.clone(), content_type, bytes: bytes.into() };
    state.files.insert(id, file);
    let created = emoji_json(state, id, &name);
    state.application_emoji.insert(id, name);
    Ok(super::ApiResponse { status: 201, body: Some(created) })
}

/// Decodes standard base64. Returns `None` for other text.
fn decode_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    // Each letter stands for 6 bits. Those that do not yet make a byte wait in `buffer`.
    let (mut buffer, mut bit_count) = (0u32, 0);
    for letter in text.trim_end_matches('=').bytes() {
        let sextet = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        };
        buffer = (buffer << 6) | u32::from(sextet);
        bit_count += 6;
        if bit_count >= 8 {
            bit_count -= 8;
            bytes.push((buffer >> bit_count) as u8);
            buffer &= (1 << bit_count) - 1;
        }
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_decoded() {
        assert_eq!(decode_base64("").unwrap(), b"");
        assert_eq!(decode_base64("aGVsbG8=").unwrap(), b"hello");
        assert_eq!(decode_base64("aGVsbG8h").unwrap(), b"hello!");
        assert_eq!(decode_base64("+/8=").unwrap(), [0xfb, 0xff]);
        assert_eq!(decode_base64("a b"), None);
    }
}
