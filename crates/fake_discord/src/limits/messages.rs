//! Messages: content, embeds, components, attachments, allowed mentions.

use serde_json::Value;

use super::{FormValidator, JsonObject, child_path, count_chars};
use crate::api_error::ApiError;

/// A message that only one user sees.
pub(crate) const EPHEMERAL: i64 = 1 << 6;
/// The answer is awaited ("thinking…").
pub(crate) const LOADING: i64 = 1 << 7;
const SUPPRESS_EMBEDS: i64 = 1 << 2;
/// It pings nobody, whomever it mentions.
pub(crate) const SUPPRESS_NOTIFICATIONS: i64 = 1 << 12;
const VOICE_MESSAGE: i64 = 1 << 13;
const COMPONENTS_V2: i64 = 1 << 15;

/// Which request carries the message; they differ in fields and flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageRequestKind {
    Channel,
    ChannelEdit,
    FollowUp,
    WebhookEdit,
    Callback,
    Update,
}

impl MessageRequestKind {
    fn extra_fields(self) -> &'static [&'static str] {
        match self {
            MessageRequestKind::Channel => &[
                "sticker_ids",
                "poll",
                "message_reference",
                "nonce",
                "enforce_nonce",
                "tts",
                "shared_client_theme",
            ],
            MessageRequestKind::ChannelEdit => &["sticker_ids"],
            MessageRequestKind::FollowUp => {
                &["poll", "tts", "username", "avatar_url", "thread_name", "applied_tags"]
            }
            MessageRequestKind::WebhookEdit => &["poll"],
            MessageRequestKind::Callback => &["poll", "tts"],
            MessageRequestKind::Update => &[],
        }
    }

    fn settable_flags(self) -> i64 {
        let plain = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | VOICE_MESSAGE;
        match self {
            MessageRequestKind::Channel | MessageRequestKind::ChannelEdit => plain,
            _ => plain | EPHEMERAL,
        }
    }
}

/// Checks the body of a message; `files` are the numbers of the uploaded files. Returns the fields
/// that Discord does not know.
pub(crate) fn check_message_body(
    body: &Value,
    request_kind: MessageRequestKind,
    body_path: &str,
    file_numbers: &[u64],
) -> Result<Vec<String>, ApiError> {
    let mut form = FormValidator::default();
    if let Some(body) = form.check_object(body_path, body) {
        check_message(&mut form, body_path, body, request_kind, file_numbers);
    }
    form.into_unknown_fields_or_refuse()
}

fn check_message(
    form: &mut FormValidator,
    body_path: &str,
    body: &JsonObject,
    request_kind: MessageRequestKind,
    file_numbers: &[u64],
) {
    let mut known =
        vec!["content", "embeds", "allowed_mentions", "components", "flags", "attachments"];
    known.extend(request_kind.extra_fields());
    form.record_unknown_fields(body_path, body, &known);
    form.check_text(body_path, body, "content", 0, 2000);
    let flags = form.check_integer(body_path, body, "flags", 0, i64::from(i32::MAX)).unwrap_or(0);
    if flags & COMPONENTS_V2 != 0 {
        let message = "The stand-in does not know IS_COMPONENTS_V2";
        form.add_problem(child_path(body_path, "flags"), "BASE_TYPE_CHOICES", message);
    } else if flags & !request_kind.settable_flags() != 0 {
        let message =
            format!("Flags {} cannot be set here", flags & !request_kind.settable_flags());
        form.add_problem(child_path(body_path, "flags"), "BASE_TYPE_CHOICES", message);
    }
    let named = check_attachments(form, body_path, body, file_numbers);
    check_embeds(form, body_path, body, named.as_deref());
    check_components(form, body_path, body);
    check_allowed_mentions(form, body_path, body);
    form.check_flag(body_path, body, "tts");
    check_nonce(form, body_path, body);
    if let Some(Value::Object(reference)) = body.get("message_reference") {
        let at = child_path(body_path, "message_reference");
        form.record_unknown_fields(
            &at,
            reference,
            &["guild_id", "channel_id", "message_id", "fail_if_not_exists", "type"],
        );
        form.check_required(&at, reference, "message_id");
        form.check_snowflake_field(&at, reference, "message_id");
    }
}

fn check_nonce(form: &mut FormValidator, body_path: &str, body: &JsonObject) {
    let path = child_path(body_path, "nonce");
    match body.get("nonce") {
        None | Some(Value::Null) => {
            if form.check_flag(body_path, body, "enforce_nonce") {
                let message = "enforce_nonce needs a nonce";
                form.add_problem(
                    child_path(body_path, "enforce_nonce"),
                    "BASE_TYPE_REQUIRED",
                    message,
                );
            }
        }
        Some(Value::String(text)) if count_chars(text) <= 25 => {}
        Some(Value::Number(number)) if number.as_i64().is_some() => {}
        Some(Value::String(_)) => {
            form.add_problem(path, "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer in length.");
        }
        Some(_) => form.add_problem(path, "NONCE_TYPE", "Must be a string or an integer."),
    }
}

/// The file names that `attachment://` may name, or `None` if they cannot be known here.
fn check_attachments(
    form: &mut FormValidator,
    body_path: &str,
    body: &JsonObject,
    file_numbers: &[u64],
) -> Option<Vec<String>> {
    let list = form.check_list(body_path, body, "attachments", 10)?;
    let at = child_path(body_path, "attachments");
    let mut names = Vec::new();
    for (i, attachment) in list.iter().enumerate() {
        let at = child_path(&at, i);
        let Some(attachment) = form.check_object(&at, attachment) else { continue };
        form.record_unknown_fields(
            &at,
            attachment,
            &[
                "id",
                "filename",
                "description",
                "duration_secs",
                "waveform",
                "title",
                "is_spoiler",
                "is_remix",
            ],
        );
        form.check_required(&at, attachment, "id");
        form.check_snowflake_field(&at, attachment, "id");
        form.check_text(&at, attachment, "description", 0, 1024);
        if let Some(name) = form.check_text(&at, attachment, "filename", 1, 1024) {
            names.push(name.to_owned());
        }
        let number = super::super::payloads::parse_number(attachment.get("id"));
        // Small numbers name an uploaded file, snowflakes an attachment that stays.
        if let Some(number) = number.filter(|&n| n < 1 << 22)
            && !file_numbers.contains(&number)
        {
            let message = format!("No file files[{number}] was uploaded");
            form.add_problem(child_path(&at, "id"), "BASE_TYPE_INVALID", message);
        }
    }
    Some(names)
}

fn check_embeds(
    form: &mut FormValidator,
    body_path: &str,
    body: &JsonObject,
    file_names: Option<&[String]>,
) {
    let Some(list) = form.check_list(body_path, body, "embeds", 10) else { return };
    let at = child_path(body_path, "embeds");
    let mut total = 0;
    for (i, value) in list.iter().enumerate() {
        let at = child_path(&at, i);
        if let Some(embed) = form.check_object(&at, value) {
            total += check_embed_and_count_chars(form, &at, embed, file_names);
        }
    }
    if total > 6000 {
        let message = "Embed size exceeds maximum size of 6000";
        form.add_problem(at, "MAX_EMBED_SIZE_EXCEEDED", message);
    }
}

/// Checks one embed and counts its characters.
fn check_embed_and_count_chars(
    form: &mut FormValidator,
    embed_path: &str,
    embed: &JsonObject,
    file_names: Option<&[String]>,
) -> usize {
    let known = [
        "type",
        "url",
        "title",
        "color",
        "timestamp",
        "description",
        "author",
        "image",
        "thumbnail",
        "footer",
        "fields",
        "provider",
        "video",
    ];
    form.record_unknown_fields(embed_path, embed, &known);
    let size = |text: Option<&str>| text.map_or(0, |text| count_chars(text.trim()));
    let mut total = size(form.check_text(embed_path, embed, "title", 0, 256));
    total += size(form.check_text(embed_path, embed, "description", 0, 4096));
    form.check_url(embed_path, embed, "url", 2048, false);
    form.check_integer(embed_path, embed, "color", 0, 0xff_ffff);
    if let Some(moment) = form.check_text(embed_path, embed, "timestamp", 0, 64)
        && moment.parse::<jiff::Timestamp>().is_err()
    {
        let message = format!("Could not parse {moment}. Should be ISO8601.");
        form.add_problem(child_path(embed_path, "timestamp"), "DATE_TIME_TYPE_PARSE", message);
    }
    if let Some(Value::Object(footer)) = embed.get("footer") {
        let at = child_path(embed_path, "footer");
        form.record_unknown_fields(&at, footer, &["text", "icon_url"]);
        total += size(form.check_text(&at, footer, "text", 0, 2048));
        form.check_url(&at, footer, "icon_url", 2048, true);
    }
    if let Some(Value::Object(author)) = embed.get("author") {
        let at = child_path(embed_path, "author");
        form.record_unknown_fields(&at, author, &["name", "url", "icon_url"]);
        total += size(form.check_text(&at, author, "name", 0, 256));
        form.check_url(&at, author, "url", 2048, false);
        form.check_url(&at, author, "icon_url", 2048, true);
    }
    for key in ["image", "thumbnail"] {
        if let Some(Value::Object(image)) = embed.get(key) {
            check_image(form, &child_path(embed_path, key), image, file_names);
        }
    }
    let fields = form.check_list(embed_path, embed, "fields", 25).unwrap_or(&[]);
    for (i, field) in fields.iter().enumerate() {
        let at = child_path(&child_path(embed_path, "fields"), i);
        let Some(field) = form.check_object(&at, field) else { continue };
        form.record_unknown_fields(&at, field, &["name", "value", "inline"]);
        for (key, most) in [("name", 256), ("value", 1024)] {
            let text = form.check_text(&at, field, key, 0, most);
            total += size(text);
            if size(text) == 0 {
                form.add_problem(
                    child_path(&at, key),
                    "BASE_TYPE_REQUIRED",
                    "This field is required",
                );
            }
        }
        form.check_flag(&at, field, "inline");
    }
    let shown = ["image", "thumbnail", "fields", "url", "timestamp"];
    if total == 0 && !shown.iter().any(|key| embed.get(*key).is_some_and(|v| !v.is_null())) {
        form.add_problem(
            child_path(embed_path, "description"),
            "BASE_TYPE_REQUIRED",
            "This field is required",
        );
    }
    total
}

fn check_image(
    form: &mut FormValidator,
    image_path: &str,
    image: &JsonObject,
    file_names: Option<&[String]>,
) {
    form.record_unknown_fields(
        image_path,
        image,
        &["url", "width", "height", "description", "proxy_url"],
    );
    form.check_required(image_path, image, "url");
    form.check_url(image_path, image, "url", 2048, true);
    let file =
        image.get("url").and_then(Value::as_str).and_then(|u| u.strip_prefix("attachment://"));
    if let (Some(file), Some(names)) = (file, file_names)
        && !names.is_empty()
        && !names.iter().any(|name| name == file)
    {
        let message = format!("The message has no attachment named {file:?}");
        form.add_problem(child_path(image_path, "url"), "URL_TYPE_INVALID_URL", message);
    }
}

fn check_allowed_mentions(form: &mut FormValidator, body_path: &str, body: &JsonObject) {
    let Some(Value::Object(allowed)) = body.get("allowed_mentions") else { return };
    let at = child_path(body_path, "allowed_mentions");
    form.record_unknown_fields(&at, allowed, &["parse", "users", "roles", "replied_user"]);
    let parse = form.check_list(&at, allowed, "parse", 3).unwrap_or(&[]);
    for kind in parse {
        if !["users", "roles", "everyone"].iter().any(|known| kind == known) {
            let message = format!("Value {kind} must be one of users, roles, everyone.");
            form.add_problem(child_path(&at, "parse"), "BASE_TYPE_CHOICES", message);
        }
    }
    for key in ["users", "roles"] {
        let ids = form.check_list(&at, allowed, key, 100).unwrap_or(&[]);
        for (i, id) in ids.iter().enumerate() {
            form.check_snowflake(&child_path(&child_path(&at, key), i), id);
            if ids[..i].contains(id) {
                let message = "The set already contains this value";
                form.add_problem(
                    child_path(&child_path(&at, key), i),
                    "SET_TYPE_ALREADY_CONTAINS_VALUE",
                    message,
                );
            }
        }
        if !ids.is_empty() && parse.iter().any(|kind| kind == key) {
            let message = format!("parse:[\"{key}\"] and {key}: [ids...] are mutually exclusive.");
            form.add_problem(at.clone(), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
        }
    }
}

fn check_components(form: &mut FormValidator, body_path: &str, body: &JsonObject) {
    let Some(rows) = form.check_list(body_path, body, "components", 5) else { return };
    let at = child_path(body_path, "components");
    let mut ids = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let at = child_path(&at, i);
        let Some(row) = form.check_object(&at, row) else { continue };
        form.record_unknown_fields(&at, row, &["type", "id", "components"]);
        if row.get("type").and_then(Value::as_i64) != Some(1) {
            form.add_problem(
                child_path(&at, "type"),
                "UNION_TYPE_CHOICES",
                "Value of field \"type\" must be 1.",
            );
            continue;
        }
        let inner = form.check_list(&at, row, "components", 5).unwrap_or(&[]);
        let at = child_path(&at, "components");
        if inner.is_empty() {
            form.add_problem(
                at.clone(),
                "BASE_TYPE_BAD_LENGTH",
                "Must be between 1 and 5 in length.",
            );
        }
        let menus = inner.iter().filter(|c| c["type"] != 2).count();
        if menus > 0 && inner.len() > 1 {
            let message = "A row with a select menu holds nothing else";
            form.add_problem(at.clone(), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
        }
        for (i, component) in inner.iter().enumerate() {
            let at = child_path(&at, i);
            if let Some(component) = form.check_object(&at, component) {
                check_component(form, &at, component);
                ids.extend(component.get("custom_id").and_then(Value::as_str));
            }
        }
    }
    form.check_unique(
        &at,
        "COMPONENT_CUSTOM_ID_DUPLICATED",
        "Component custom id is used twice",
        ids,
    );
}

fn check_component(form: &mut FormValidator, component_path: &str, component: &JsonObject) {
    match component.get("type").and_then(Value::as_i64) {
        Some(2) => check_button(form, component_path, component),
        Some(3) => check_menu(form, component_path, component, true),
        Some(5..=8) => check_menu(form, component_path, component, false),
        _ => {
            let message = "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).";
            form.add_problem(child_path(component_path, "type"), "UNION_TYPE_CHOICES", message);
        }
    }
}

fn check_button(form: &mut FormValidator, button_path: &str, button: &JsonObject) {
    let known = ["type", "id", "custom_id", "style", "label", "disabled", "url", "sku_id", "emoji"];
    form.record_unknown_fields(button_path, button, &known);
    form.check_required(button_path, button, "style");
    form.check_choice(button_path, button, "style", &[1, 2, 3, 4, 5]);
    form.check_text(button_path, button, "custom_id", 1, 100);
    form.check_text(button_path, button, "label", 0, 80);
    form.check_url(button_path, button, "url", 512, false);
    form.check_flag(button_path, button, "disabled");
    let says = |key: &str| match button.get(key) {
        None | Some(Value::Null) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(_) => true,
    };
    if !says("label") && !says("emoji") {
        form.add_problem(
            child_path(button_path, "label"),
            "BASE_TYPE_REQUIRED",
            "A button needs a label or an emoji",
        );
    }
    let is_link = button.get("style").and_then(Value::as_i64) == Some(5);
    let (needed, barred) = if is_link { ("url", "custom_id") } else { ("custom_id", "url") };
    form.check_required(button_path, button, needed);
    if says(barred) {
        let message = "A custom id and url cannot both be specified";
        form.add_problem(
            child_path(button_path, barred),
            "BUTTON_COMPONENT_CUSTOM_ID_AND_URL",
            message,
        );
    }
    check_emoji(form, button_path, button);
}

fn check_emoji(form: &mut FormValidator, holder_path: &str, holder: &JsonObject) {
    if let Some(Value::Object(emoji)) = holder.get("emoji") {
        let at = child_path(holder_path, "emoji");
        form.record_unknown_fields(&at, emoji, &["id", "name", "animated"]);
        form.check_text(&at, emoji, "name", 0, 32);
        form.check_snowflake_field(&at, emoji, "id");
    }
}

fn check_menu(form: &mut FormValidator, menu_path: &str, menu: &JsonObject, has_options: bool) {
    let own: &[&str] =
        if has_options { &["options"] } else { &["default_values", "channel_types"] };
    let mut known =
        vec!["type", "id", "custom_id", "placeholder", "min_values", "max_values", "disabled"];
    known.extend(own);
    form.record_unknown_fields(menu_path, menu, &known);
    form.check_required(menu_path, menu, "custom_id");
    form.check_text(menu_path, menu, "custom_id", 1, 100);
    form.check_text(menu_path, menu, "placeholder", 0, 150);
    let least = form.check_integer(menu_path, menu, "min_values", 0, 25).unwrap_or(1);
    let most = form.check_integer(menu_path, menu, "max_values", 1, 25).unwrap_or(1);
    if least > most {
        let message = "min_values must not be above max_values";
        form.add_problem(child_path(menu_path, "min_values"), "BASE_TYPE_INVALID", message);
    }
    if has_options {
        check_menu_options(form, menu_path, menu, most);
    }
}

fn check_menu_options(
    form: &mut FormValidator,
    menu_path: &str,
    menu: &JsonObject,
    max_values: i64,
) {
    let options = form.check_list(menu_path, menu, "options", 25).unwrap_or(&[]);
    let path = child_path(menu_path, "options");
    if options.is_empty() {
        form.add_problem(
            path.clone(),
            "BASE_TYPE_BAD_LENGTH",
            "Must be between 1 and 25 in length.",
        );
    } else if max_values > options.len() as i64 {
        let message = format!("max_values {max_values} but {} options", options.len());
        form.add_problem(child_path(menu_path, "max_values"), "BASE_TYPE_INVALID", message);
    }
    let mut defaults = 0;
    for (i, option) in options.iter().enumerate() {
        let at = child_path(&path, i);
        let Some(option) = form.check_object(&at, option) else { continue };
        form.record_unknown_fields(
            &at,
            option,
            &["label", "value", "description", "emoji", "default"],
        );
        for key in ["label", "value"] {
            form.check_required(&at, option, key);
            form.check_text(&at, option, key, 1, 100);
        }
        form.check_text(&at, option, "description", 0, 100);
        defaults += i64::from(form.check_flag(&at, option, "default"));
        check_emoji(form, &at, option);
    }
    if defaults > max_values {
        form.add_problem(path.clone(), "BASE_TYPE_INVALID", "More default options than max_values");
    }
    let values = options.iter().filter_map(|option| option["value"].as_str());
    let message = "The specified option value is already used";
    form.check_unique(&path, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message, values);
}
