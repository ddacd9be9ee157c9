//! Checks the bodies of messages: content, embeds, components, attachments, allowed mentions.

use serde_json::Value;

use super::{FormValidator, JsonObject, UnknownFields, child_path, count_chars};
use crate::api_error::ApiError;
use crate::payloads;
use crate::visible_message::component_type;

/// Flag of a message that only one user sees.
pub(crate) const EPHEMERAL: i64 = 1 << 6;
/// Flag of a message that shows "thinking…" until its content comes.
pub(crate) const LOADING: i64 = 1 << 7;
const SUPPRESS_EMBEDS: i64 = 1 << 2;
/// Flag of a message that notifies nobody, whomever it mentions.
pub(crate) const SUPPRESS_NOTIFICATIONS: i64 = 1 << 12;
const VOICE_MESSAGE: i64 = 1 << 13;
const COMPONENTS_V2: i64 = 1 << 15;

/// The kind of request that carries a message. They differ in their fields and flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MessageRequestKind {
    Channel,
    ChannelEdit,
    FollowUp,
    WebhookEdit,
    Callback,
    Update,
    IncomingWebhook,
    IncomingWebhookEdit,
}

impl MessageRequestKind {
    /// Returns the fields that only this kind of request may have, besides those of every message.
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
            MessageRequestKind::IncomingWebhook => {
                &["poll", "tts", "username", "avatar_url", "thread_name", "applied_tags"]
            }
            MessageRequestKind::WebhookEdit | MessageRequestKind::IncomingWebhookEdit => &["poll"],
            MessageRequestKind::Callback => &["poll", "tts"],
            MessageRequestKind::Update => &[],
        }
    }

    /// Returns the flags that the bot may set in such a request.
    fn settable_flags(self) -> i64 {
        let plain = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | VOICE_MESSAGE;
        match self {
            MessageRequestKind::Channel
            | MessageRequestKind::ChannelEdit
            | MessageRequestKind::IncomingWebhook
            | MessageRequestKind::IncomingWebhookEdit => plain,
            _ => plain | EPHEMERAL,
        }
    }
}

/// Checks the body of a message. `file_numbers` are the numbers of the uploaded files. Returns the
/// fields that Discord does not know.
pub(crate) fn check_message_body(
    body: &Value,
    request_kind: MessageRequestKind,
    body_path: &str,
    file_numbers: &[u64],
) -> Result<UnknownFields, ApiError> {
    let mut form = FormValidator::default();
    if let Some(body) = form.check_and_read_object(body_path, body) {
        check_message(&mut form, body_path, body, request_kind, file_numbers);
    }
    form.into_unknown_fields_or_refuse()
}

/// Checks the body of a message against Discord's limits, and records each problem in the form.
fn check_message(
    form: &mut FormValidator,
    body_path: &str,
    body: &JsonObject,
    request_kind: MessageRequestKind,
    file_numbers: &[u64],
) {
    let mut known_fields =
        vec!["content", "embeds", "allowed_mentions", "components", "flags", "attachments"];
    known_fields.extend(request_kind.extra_fields());
    form.record_unknown_nonempty_fields(body_path, body, &known_fields);
    form.read_text_and_record_bad_length(body_path, body, "content", 0, 2000);
    let flags = form
        .read_integer_and_record_out_of_range(body_path, body, "flags", 0, i64::from(i32::MAX))
        .unwrap_or(0);
    let forbidden_flags = flags & !request_kind.settable_flags();
    if flags & COMPONENTS_V2 != 0 {
        let message = "The fake Discord does not know IS_COMPONENTS_V2";
        form.add_problem(child_path(body_path, "flags"), "BASE_TYPE_CHOICES", message);
    } else if forbidden_flags != 0 {
        let message = format!("Flags {forbidden_flags} cannot be set here");
        form.add_problem(child_path(body_path, "flags"), "BASE_TYPE_CHOICES", message);
    }
    let file_names = check_attachments_and_read_names(form, body_path, body, file_numbers);
    check_embeds(form, body_path, body, file_names.as_deref());
    check_components(form, body_path, body);
    check_allowed_mentions(form, body_path, body);
    form.check_and_read_flag(body_path, body, "tts");
    check_nonce(form, body_path, body);
    if let Some(Value::Object(reference)) = body.get("message_reference") {
        let path = child_path(body_path, "message_reference");
        let known_fields = ["guild_id", "channel_id", "message_id", "fail_if_not_exists", "type"];
        form.record_unknown_nonempty_fields(&path, reference, &known_fields);
        form.check_is_present(&path, reference, "message_id");
        form.check_snowflake_field(&path, reference, "message_id");
    }
}

/// Checks the nonce, which has at most 25 characters and is required by `enforce_nonce`.
fn check_nonce(form: &mut FormValidator, body_path: &str, body: &JsonObject) {
    let path = child_path(body_path, "nonce");
    match body.get("nonce") {
        None | Some(Value::Null) => {
            if form.check_and_read_flag(body_path, body, "enforce_nonce") {
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

/// Checks the listed attachments. Returns their file names, to which `attachment://` may refer, or
/// `None` if the body lists no attachments.
fn check_attachments_and_read_names(
    form: &mut FormValidator,
    body_path: &str,
    body: &JsonObject,
    file_numbers: &[u64],
) -> Option<Vec<String>> {
    let list = form.read_list_and_record_too_long(body_path, body, "attachments", 10)?;
    let list_path = child_path(body_path, "attachments");
    let known_fields = [
        "id",
        "filename",
        "description",
        "duration_secs",
        "waveform",
        "title",
        "is_spoiler",
        "is_remix",
    ];
    let mut file_names = Vec::new();
    for (i, attachment) in list.iter().enumerate() {
        let path = child_path(&list_path, i);
        let Some(attachment) = form.check_and_read_object(&path, attachment) else { continue };
        form.record_unknown_nonempty_fields(&path, attachment, &known_fields);
        form.check_is_present(&path, attachment, "id");
        form.check_snowflake_field(&path, attachment, "id");
        form.read_text_and_record_bad_length(&path, attachment, "description", 0, 1024);
        if let Some(name) =
            form.read_text_and_record_bad_length(&path, attachment, "filename", 1, 1024)
        {
            file_names.push(name.to_owned());
        }
        let id = payloads::parse_number(attachment.get("id"));
        // Small numbers refer to an uploaded file, snowflakes to an attachment that stays.
        if let Some(number) = id.filter(|&id| id < 1 << 22)
            && !file_numbers.contains(&number)
        {
            let message = format!("No file files[{number}] was uploaded");
            form.add_problem(child_path(&path, "id"), "BASE_TYPE_INVALID", message);
        }
    }
    Some(file_names)
}

/// Checks at most ten embeds, whose texts together have at most 6000 characters.
fn check_embeds(
    form: &mut FormValidator,
    body_path: &str,
    body: &JsonObject,
    file_names: Option<&[String]>,
) {
    let Some(list) = form.read_list_and_record_too_long(body_path, body, "embeds", 10) else {
        return;
    };
    let list_path = child_path(body_path, "embeds");
    let mut total_chars = 0;
    for (i, embed) in list.iter().enumerate() {
        let path = child_path(&list_path, i);
        if let Some(embed) = form.check_and_read_object(&path, embed) {
            total_chars += check_embed_and_count_chars(form, &path, embed, file_names);
        }
    }
    if total_chars > 6000 {
        let message = "Embed size exceeds maximum size of 6000";
        form.add_problem(list_path, "MAX_EMBED_SIZE_EXCEEDED", message);
    }
}

/// Checks an embed, and counts its characters.
fn check_embed_and_count_chars(
    form: &mut FormValidator,
    embed_path: &str,
    embed: &JsonObject,
    file_names: Option<&[String]>,
) -> usize {
    let known_fields = [
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
    form.record_unknown_nonempty_fields(embed_path, embed, &known_fields);
    let title = form.read_text_and_record_bad_length(embed_path, embed, "title", 0, 256);
    let description =
        form.read_text_and_record_bad_length(embed_path, embed, "description", 0, 4096);
    let mut total = count_trimmed_chars(title) + count_trimmed_chars(description);
    form.check_optional_url(embed_path, embed, "url", 2048, false);
    form.read_integer_and_record_out_of_range(embed_path, embed, "color", 0, 0xff_ffff);
    if let Some(timestamp) =
        form.read_text_and_record_bad_length(embed_path, embed, "timestamp", 0, 64)
        && timestamp.parse::<jiff::Timestamp>().is_err()
    {
        let message = format!("Could not parse {timestamp}. Should be ISO8601.");
        form.add_problem(child_path(embed_path, "timestamp"), "DATE_TIME_TYPE_PARSE", message);
    }
    total += check_footer_and_count_chars(form, embed_path, embed);
    total += check_author_and_count_chars(form, embed_path, embed);
    for key in ["image", "thumbnail"] {
        if let Some(Value::Object(image)) = embed.get(key) {
            check_image(form, &child_path(embed_path, key), image, file_names);
        }
    }
    total += check_fields_and_count_chars(form, embed_path, embed);
    let is_set = |key: &&str| embed.get(*key).is_some_and(|value| !value.is_null());
    let has_other_content = ["image", "thumbnail", "fields", "url", "timestamp"].iter().any(is_set);
    if total == 0 && !has_other_content {
        form.add_problem(
            child_path(embed_path, "description"),
            "BASE_TYPE_REQUIRED",
            "This field is required",
        );
    }
    total
}

/// Checks the footer of an embed, if it has one, and counts its characters.
fn check_footer_and_count_chars(
    form: &mut FormValidator,
    embed_path: &str,
    embed: &JsonObject,
) -> usize {
    let Some(Value::Object(footer)) = embed.get("footer") else { return 0 };
    let path = child_path(embed_path, "footer");
    form.record_unknown_nonempty_fields(&path, footer, &["text", "icon_url"]);
    let text = form.read_text_and_record_bad_length(&path, footer, "text", 0, 2048);
    form.check_optional_url(&path, footer, "icon_url", 2048, true);
    count_trimmed_chars(text)
}

/// Checks the author of an embed, if it has one, and counts the characters of the name.
fn check_author_and_count_chars(
    form: &mut FormValidator,
    embed_path: &str,
    embed: &JsonObject,
) -> usize {
    let Some(Value::Object(author)) = embed.get("author") else { return 0 };
    let path = child_path(embed_path, "author");
    form.record_unknown_nonempty_fields(&path, author, &["name", "url", "icon_url"]);
    let name = form.read_text_and_record_bad_length(&path, author, "name", 0, 256);
    form.check_optional_url(&path, author, "url", 2048, false);
    form.check_optional_url(&path, author, "icon_url", 2048, true);
    count_trimmed_chars(name)
}

/// Checks the at most 25 fields of an embed, which need a name and a value, and counts their
/// characters.
fn check_fields_and_count_chars(
    form: &mut FormValidator,
    embed_path: &str,
    embed: &JsonObject,
) -> usize {
    let fields = form.read_list_and_record_too_long(embed_path, embed, "fields", 25).unwrap_or(&[]);
    let mut total = 0;
    for (i, field) in fields.iter().enumerate() {
        let path = child_path(&child_path(embed_path, "fields"), i);
        let Some(field) = form.check_and_read_object(&path, field) else { continue };
        form.record_unknown_nonempty_fields(&path, field, &["name", "value", "inline"]);
        for (key, max_chars) in [("name", 256), ("value", 1024)] {
            let text = form.read_text_and_record_bad_length(&path, field, key, 0, max_chars);
            let chars = count_trimmed_chars(text);
            total += chars;
            if chars == 0 {
                let message = "This field is required";
                form.add_problem(child_path(&path, key), "BASE_TYPE_REQUIRED", message);
            }
        }
        form.check_and_read_flag(&path, field, "inline");
    }
    total
}

/// Counts the characters of a text without the space around it, as Discord counts those of embeds.
fn count_trimmed_chars(text: Option<&str>) -> usize {
    text.map_or(0, |text| count_chars(text.trim()))
}

/// Checks an image of an embed. An `attachment://` address must name a file of the message.
fn check_image(
    form: &mut FormValidator,
    image_path: &str,
    image: &JsonObject,
    file_names: Option<&[String]>,
) {
    form.record_unknown_nonempty_fields(
        image_path,
        image,
        &["url", "width", "height", "description", "proxy_url"],
    );
    form.check_is_present(image_path, image, "url");
    form.check_optional_url(image_path, image, "url", 2048, true);
    let url = image.get("url").and_then(Value::as_str);
    let referenced_file = url.and_then(|url| url.strip_prefix("attachment://"));
    if let (Some(referenced_file), Some(file_names)) = (referenced_file, file_names)
        && !file_names.is_empty()
        && !file_names.iter().any(|name| name == referenced_file)
    {
        let message = format!("The message has no attachment named {referenced_file:?}");
        form.add_problem(child_path(image_path, "url"), "URL_TYPE_INVALID_URL", message);
    }
}

/// Checks which mentions a message allows, and records each problem in the form.
fn check_allowed_mentions(form: &mut FormValidator, body_path: &str, body: &JsonObject) {
    let Some(Value::Object(allowed)) = body.get("allowed_mentions") else { return };
    let path = child_path(body_path, "allowed_mentions");
    form.record_unknown_nonempty_fields(
        &path,
        allowed,
        &["parse", "users", "roles", "replied_user"],
    );
    let parsed_kinds =
        form.read_list_and_record_too_long(&path, allowed, "parse", 3).unwrap_or(&[]);
    for kind in parsed_kinds {
        if !["users", "roles", "everyone"].iter().any(|known| kind == known) {
            let message = format!("Value {kind} must be one of users, roles, everyone.");
            form.add_problem(child_path(&path, "parse"), "BASE_TYPE_CHOICES", message);
        }
    }
    for key in ["users", "roles"] {
        let ids = form.read_list_and_record_too_long(&path, allowed, key, 100).unwrap_or(&[]);
        for (i, id) in ids.iter().enumerate() {
            let id_path = child_path(&child_path(&path, key), i);
            form.check_snowflake(&id_path, id);
            if ids[..i].contains(id) {
                let message = "The set already contains this value";
                form.add_problem(id_path, "SET_TYPE_ALREADY_CONTAINS_VALUE", message);
            }
        }
        if !ids.is_empty() && parsed_kinds.iter().any(|kind| kind == key) {
            let message = format!("parse:[\"{key}\"] and {key}: [ids...] are mutually exclusive.");
            form.add_problem(path.clone(), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
        }
    }
}

/// Checks the rows of a message: their number, their components, and that no two have the same id.
fn check_components(form: &mut FormValidator, body_path: &str, body: &JsonObject) {
    let Some(rows) = form.read_list_and_record_too_long(body_path, body, "components", 5) else {
        return;
    };
    let rows_path = child_path(body_path, "components");
    let mut custom_ids = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let row_path = child_path(&rows_path, i);
        let Some(row) = form.check_and_read_object(&row_path, row) else { continue };
        form.record_unknown_nonempty_fields(&row_path, row, &["type", "id", "components"]);
        if row.get("type").and_then(Value::as_u64) != Some(component_type::ACTION_ROW) {
            let message = "Value of field \"type\" must be 1.";
            form.add_problem(child_path(&row_path, "type"), "UNION_TYPE_CHOICES", message);
            continue;
        }
        let (components, components_path) =
            form.read_list_and_record_bad_length(&row_path, row, "components", 5);
        let has_menu =
            components.iter().any(|component| component["type"] != component_type::BUTTON);
        if has_menu && components.len() > 1 {
            let message = "A row with a select menu holds nothing else";
            form.add_problem(components_path.clone(), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
        }
        for (i, component) in components.iter().enumerate() {
            let path = child_path(&components_path, i);
            if let Some(component) = form.check_and_read_object(&path, component) {
                check_row_child(form, &path, component);
                custom_ids.extend(component.get("custom_id").and_then(Value::as_str));
            }
        }
    }
    let message = "Component custom id is used twice";
    form.check_unique(&rows_path, "COMPONENT_CUSTOM_ID_DUPLICATED", message, custom_ids);
}

/// What people choose from in a menu.
#[derive(Clone, Copy, PartialEq)]
enum MenuChoices {
    /// The menu lists texts as options of its own.
    OwnTexts,
    /// Users, roles or channels of the guild.
    OfGuild,
}

/// Checks a component of a row by its type.
fn check_row_child(form: &mut FormValidator, component_path: &str, component: &JsonObject) {
    match component.get("type").and_then(Value::as_u64) {
        Some(component_type::BUTTON) => check_button(form, component_path, component),
        Some(component_type::STRING_SELECT) => {
            check_menu(form, component_path, component, MenuChoices::OwnTexts)
        }
        Some(component_type::USER_SELECT..=component_type::CHANNEL_SELECT) => {
            check_menu(form, component_path, component, MenuChoices::OfGuild)
        }
        _ => {
            let message = "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).";
            form.add_problem(child_path(component_path, "type"), "UNION_TYPE_CHOICES", message);
        }
    }
}

/// Checks a button against Discord's limits, and records each problem in the form.
fn check_button(form: &mut FormValidator, button_path: &str, button: &JsonObject) {
    let known_fields =
        ["type", "id", "custom_id", "style", "label", "disabled", "url", "sku_id", "emoji"];
    form.record_unknown_nonempty_fields(button_path, button, &known_fields);
    form.check_is_present(button_path, button, "style");
    form.check_optional_choice(button_path, button, "style", &[1, 2, 3, 4, 5]);
    form.read_text_and_record_bad_length(button_path, button, "custom_id", 1, 100);
    form.read_text_and_record_bad_length(button_path, button, "label", 0, 80);
    form.check_optional_url(button_path, button, "url", 512, false);
    form.check_and_read_flag(button_path, button, "disabled");
    let is_set = |key: &str| match button.get(key) {
        None | Some(Value::Null) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(_) => true,
    };
    if !is_set("label") && !is_set("emoji") {
        form.add_problem(
            child_path(button_path, "label"),
            "BASE_TYPE_REQUIRED",
            "A button needs a label or an emoji",
        );
    }
    let is_link = button.get("style").and_then(Value::as_i64) == Some(5);
    let (required, forbidden) = if is_link { ("url", "custom_id") } else { ("custom_id", "url") };
    form.check_is_present(button_path, button, required);
    if is_set(forbidden) {
        let message = "A custom id and url cannot both be specified";
        form.add_problem(
            child_path(button_path, forbidden),
            "BUTTON_COMPONENT_CUSTOM_ID_AND_URL",
            message,
        );
    }
    check_emoji(form, button_path, button);
}

fn check_emoji(form: &mut FormValidator, holder_path: &str, holder: &JsonObject) {
    if let Some(Value::Object(emoji)) = holder.get("emoji") {
        let path = child_path(holder_path, "emoji");
        form.record_unknown_nonempty_fields(&path, emoji, &["id", "name", "animated"]);
        form.read_text_and_record_bad_length(&path, emoji, "name", 0, 32);
        form.check_snowflake_field(&path, emoji, "id");
    }
}

/// Checks a menu against Discord's limits, and records each problem in the form.
fn check_menu(form: &mut FormValidator, menu_path: &str, menu: &JsonObject, choices: MenuChoices) {
    let has_own_options = choices == MenuChoices::OwnTexts;
    let mut known_fields =
        vec!["type", "id", "custom_id", "placeholder", "min_values", "max_values", "disabled"];
    if has_own_options {
        known_fields.push("options");
    } else {
        known_fields.extend(["default_values", "channel_types"]);
    }
    form.record_unknown_nonempty_fields(menu_path, menu, &known_fields);
    form.check_is_present(menu_path, menu, "custom_id");
    form.read_text_and_record_bad_length(menu_path, menu, "custom_id", 1, 100);
    form.read_text_and_record_bad_length(menu_path, menu, "placeholder", 0, 150);
    let min_values = form
        .read_integer_and_record_out_of_range(menu_path, menu, "min_values", 0, 25)
        .unwrap_or(1);
    let max_values = form
        .read_integer_and_record_out_of_range(menu_path, menu, "max_values", 1, 25)
        .unwrap_or(1);
    if min_values > max_values {
        let message = "min_values must not be above max_values";
        form.add_problem(child_path(menu_path, "min_values"), "BASE_TYPE_INVALID", message);
    }
    if has_own_options {
        check_menu_options(form, menu_path, menu, max_values);
    }
}

/// Checks the options of a menu, and records each problem in the form.
fn check_menu_options(
    form: &mut FormValidator,
    menu_path: &str,
    menu: &JsonObject,
    max_values: i64,
) {
    let (options, list_path) = form.read_list_and_record_bad_length(menu_path, menu, "options", 25);
    if !options.is_empty() && max_values > options.len() as i64 {
        let message = format!("max_values {max_values} but {} options", options.len());
        form.add_problem(child_path(menu_path, "max_values"), "BASE_TYPE_INVALID", message);
    }
    let known_fields = ["label", "value", "description", "emoji", "default"];
    let mut default_count = 0;
    for (i, option) in options.iter().enumerate() {
        let path = child_path(&list_path, i);
        let Some(option) = form.check_and_read_object(&path, option) else { continue };
        form.record_unknown_nonempty_fields(&path, option, &known_fields);
        for key in ["label", "value"] {
            form.check_is_present(&path, option, key);
            form.read_text_and_record_bad_length(&path, option, key, 1, 100);
        }
        form.read_text_and_record_bad_length(&path, option, "description", 0, 100);
        default_count += i64::from(form.check_and_read_flag(&path, option, "default"));
        check_emoji(form, &path, option);
    }
    if default_count > max_values {
        let message = "More default options than max_values";
        form.add_problem(list_path.clone(), "BASE_TYPE_INVALID", message);
    }
    let values = options.iter().filter_map(|option| option["value"].as_str());
    let message = "The specified option value is already used";
    form.check_unique(&list_path, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message, values);
}
