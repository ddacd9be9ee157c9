//! Messages: content, embeds, components, attachments, allowed mentions.

use serde_json::Value;

use super::{Form, Object, chars, under};
use crate::refusal::Refusal;

/// A message that only one user sees.
pub(crate) const EPHEMERAL: i64 = 1 << 6;
/// The answer is awaited ("thinking…").
pub(crate) const LOADING: i64 = 1 << 7;
const SUPPRESS_EMBEDS: i64 = 1 << 2;
/// It pings nobody, whomever it mentions.
pub(crate) const SUPPRESS_NOTIFICATIONS: i64 = 1 << 12;
const VOICE: i64 = 1 << 13;
const COMPONENTS_V2: i64 = 1 << 15;

/// Which request carries the message; they differ in fields and flags.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Carrier {
    Channel,
    ChannelEdit,
    FollowUp,
    WebhookEdit,
    Callback,
    Update,
}

impl Carrier {
    fn fields(self) -> &'static [&'static str] {
        match self {
            Carrier::Channel => &[
                "sticker_ids",
                "poll",
                "message_reference",
                "nonce",
                "enforce_nonce",
                "tts",
                "shared_client_theme",
            ],
            Carrier::ChannelEdit => &["sticker_ids"],
            Carrier::FollowUp => {
                &["poll", "tts", "username", "avatar_url", "thread_name", "applied_tags"]
            }
            Carrier::WebhookEdit => &["poll"],
            Carrier::Callback => &["poll", "tts"],
            Carrier::Update => &[],
        }
    }

    fn flags(self) -> i64 {
        let plain = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | VOICE;
        match self {
            Carrier::Channel | Carrier::ChannelEdit => plain,
            _ => plain | EPHEMERAL,
        }
    }
}

/// Checks the body of a message; `files` are the numbers of the uploaded files. Returns the fields
/// that Discord does not know.
pub(crate) fn check(
    body: &Value,
    carrier: Carrier,
    at: &str,
    files: &[u64],
) -> Result<Vec<String>, Refusal> {
    let mut form = Form::default();
    if let Some(body) = form.object(at, body) {
        message(&mut form, at, body, carrier, files);
    }
    form.finish()
}

fn message(form: &mut Form, at: &str, body: &Object, carrier: Carrier, files: &[u64]) {
    let mut known =
        vec!["content", "embeds", "allowed_mentions", "components", "flags", "attachments"];
    known.extend(carrier.fields());
    form.known(at, body, &known);
    form.text(at, body, "content", 0, 2000);
    let flags = form.whole(at, body, "flags", 0, i64::from(i32::MAX)).unwrap_or(0);
    if flags & COMPONENTS_V2 != 0 {
        let message = "The stand-in does not know IS_COMPONENTS_V2";
        form.wrong(under(at, "flags"), "BASE_TYPE_CHOICES", message);
    } else if flags & !carrier.flags() != 0 {
        let message = format!("Flags {} cannot be set here", flags & !carrier.flags());
        form.wrong(under(at, "flags"), "BASE_TYPE_CHOICES", message);
    }
    let named = attachments(form, at, body, files);
    embeds(form, at, body, named.as_deref());
    components(form, at, body);
    allowed_mentions(form, at, body);
    form.flag(at, body, "tts");
    nonce(form, at, body);
    if let Some(Value::Object(reference)) = body.get("message_reference") {
        let at = under(at, "message_reference");
        form.known(
            &at,
            reference,
            &["guild_id", "channel_id", "message_id", "fail_if_not_exists", "type"],
        );
        form.required(&at, reference, "message_id");
        form.snowflake(&at, reference, "message_id");
    }
}

fn nonce(form: &mut Form, at: &str, body: &Object) {
    let path = under(at, "nonce");
    match body.get("nonce") {
        None | Some(Value::Null) => {
            if form.flag(at, body, "enforce_nonce") {
                let message = "enforce_nonce needs a nonce";
                form.wrong(under(at, "enforce_nonce"), "BASE_TYPE_REQUIRED", message);
            }
        }
        Some(Value::String(text)) if chars(text) <= 25 => {}
        Some(Value::Number(number)) if number.as_i64().is_some() => {}
        Some(Value::String(_)) => {
            form.wrong(path, "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer in length.");
        }
        Some(_) => form.wrong(path, "NONCE_TYPE", "Must be a string or an integer."),
    }
}

/// The file names that `attachment://` may name, or `None` if they cannot be known here.
fn attachments(form: &mut Form, at: &str, body: &Object, files: &[u64]) -> Option<Vec<String>> {
    let list = form.list(at, body, "attachments", 10)?;
    let at = under(at, "attachments");
    let mut names = Vec::new();
    for (i, attachment) in list.iter().enumerate() {
        let at = under(&at, i);
        let Some(attachment) = form.object(&at, attachment) else { continue };
        form.known(
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
        form.required(&at, attachment, "id");
        form.snowflake(&at, attachment, "id");
        form.text(&at, attachment, "description", 0, 1024);
        if let Some(name) = form.text(&at, attachment, "filename", 1, 1024) {
            names.push(name.to_owned());
        }
        let number = super::super::wire::number(attachment.get("id"));
        // Small numbers name an uploaded file, snowflakes an attachment that stays.
        if let Some(number) = number.filter(|&n| n < 1 << 22)
            && !files.contains(&number)
        {
            let message = format!("No file files[{number}] was uploaded");
            form.wrong(under(&at, "id"), "BASE_TYPE_INVALID", message);
        }
    }
    Some(names)
}

fn embeds(form: &mut Form, at: &str, body: &Object, names: Option<&[String]>) {
    let Some(list) = form.list(at, body, "embeds", 10) else { return };
    let at = under(at, "embeds");
    let mut total = 0;
    for (i, value) in list.iter().enumerate() {
        let at = under(&at, i);
        if let Some(embed) = form.object(&at, value) {
            total += embed_size(form, &at, embed, names);
        }
    }
    if total > 6000 {
        let message = "Embed size exceeds maximum size of 6000";
        form.wrong(at, "MAX_EMBED_SIZE_EXCEEDED", message);
    }
}

/// Checks one embed and counts its characters.
fn embed_size(form: &mut Form, at: &str, embed: &Object, names: Option<&[String]>) -> usize {
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
    form.known(at, embed, &known);
    let size = |text: Option<&str>| text.map_or(0, |text| chars(text.trim()));
    let mut total = size(form.text(at, embed, "title", 0, 256));
    total += size(form.text(at, embed, "description", 0, 4096));
    form.address(at, embed, "url", 2048, false);
    form.whole(at, embed, "color", 0, 0xff_ffff);
    if let Some(moment) = form.text(at, embed, "timestamp", 0, 64)
        && moment.parse::<jiff::Timestamp>().is_err()
    {
        let message = format!("Could not parse {moment}. Should be ISO8601.");
        form.wrong(under(at, "timestamp"), "DATE_TIME_TYPE_PARSE", message);
    }
    if let Some(Value::Object(footer)) = embed.get("footer") {
        let at = under(at, "footer");
        form.known(&at, footer, &["text", "icon_url"]);
        total += size(form.text(&at, footer, "text", 0, 2048));
        form.address(&at, footer, "icon_url", 2048, true);
    }
    if let Some(Value::Object(author)) = embed.get("author") {
        let at = under(at, "author");
        form.known(&at, author, &["name", "url", "icon_url"]);
        total += size(form.text(&at, author, "name", 0, 256));
        form.address(&at, author, "url", 2048, false);
        form.address(&at, author, "icon_url", 2048, true);
    }
    for key in ["image", "thumbnail"] {
        if let Some(Value::Object(image)) = embed.get(key) {
            picture(form, &under(at, key), image, names);
        }
    }
    let fields = form.list(at, embed, "fields", 25).unwrap_or(&[]);
    for (i, field) in fields.iter().enumerate() {
        let at = under(&under(at, "fields"), i);
        let Some(field) = form.object(&at, field) else { continue };
        form.known(&at, field, &["name", "value", "inline"]);
        for (key, most) in [("name", 256), ("value", 1024)] {
            let text = form.text(&at, field, key, 0, most);
            total += size(text);
            if size(text) == 0 {
                form.wrong(under(&at, key), "BASE_TYPE_REQUIRED", "This field is required");
            }
        }
        form.flag(&at, field, "inline");
    }
    let shown = ["image", "thumbnail", "fields", "url", "timestamp"];
    if total == 0 && !shown.iter().any(|key| embed.get(*key).is_some_and(|v| !v.is_null())) {
        form.wrong(under(at, "description"), "BASE_TYPE_REQUIRED", "This field is required");
    }
    total
}

fn picture(form: &mut Form, at: &str, image: &Object, names: Option<&[String]>) {
    form.known(at, image, &["url", "width", "height", "description", "proxy_url"]);
    form.required(at, image, "url");
    form.address(at, image, "url", 2048, true);
    let file =
        image.get("url").and_then(Value::as_str).and_then(|u| u.strip_prefix("attachment://"));
    if let (Some(file), Some(names)) = (file, names)
        && !names.is_empty()
        && !names.iter().any(|name| name == file)
    {
        let message = format!("The message has no attachment named {file:?}");
        form.wrong(under(at, "url"), "URL_TYPE_INVALID_URL", message);
    }
}

fn allowed_mentions(form: &mut Form, at: &str, body: &Object) {
    let Some(Value::Object(allowed)) = body.get("allowed_mentions") else { return };
    let at = under(at, "allowed_mentions");
    form.known(&at, allowed, &["parse", "users", "roles", "replied_user"]);
    let parse = form.list(&at, allowed, "parse", 3).unwrap_or(&[]);
    for kind in parse {
        if !["users", "roles", "everyone"].iter().any(|known| kind == known) {
            let message = format!("Value {kind} must be one of users, roles, everyone.");
            form.wrong(under(&at, "parse"), "BASE_TYPE_CHOICES", message);
        }
    }
    for key in ["users", "roles"] {
        let ids = form.list(&at, allowed, key, 100).unwrap_or(&[]);
        for (i, id) in ids.iter().enumerate() {
            form.is_snowflake(&under(&under(&at, key), i), id);
            if ids[..i].contains(id) {
                let message = "The set already contains this value";
                form.wrong(under(&under(&at, key), i), "SET_TYPE_ALREADY_CONTAINS_VALUE", message);
            }
        }
        if !ids.is_empty() && parse.iter().any(|kind| kind == key) {
            let message = format!("parse:[\"{key}\"] and {key}: [ids...] are mutually exclusive.");
            form.wrong(at.clone(), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message);
        }
    }
}

fn components(form: &mut Form, at: &str, body: &Object) {
    let Some(rows) = form.list(at, body, "components", 5) else { return };
    let at = under(at, "components");
    let mut ids = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        let at = under(&at, i);
        let Some(row) = form.object(&at, row) else { continue };
        form.known(&at, row, &["type", "id", "components"]);
        if row.get("type").and_then(Value::as_i64) != Some(1) {
            form.wrong(
                under(&at, "type"),
                "UNION_TYPE_CHOICES",
                "Value of field \"type\" must be 1.",
            );
            continue;
        }
        let inner = form.list(&at, row, "components", 5).unwrap_or(&[]);
        let at = under(&at, "components");
        if inner.is_empty() {
            form.wrong(at.clone(), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.");
        }
        let menus = inner.iter().filter(|c| c["type"] != 2).count();
        if menus > 0 && inner.len() > 1 {
            let message = "A row with a select menu holds nothing else";
            form.wrong(at.clone(), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
        }
        for (i, component) in inner.iter().enumerate() {
            let at = under(&at, i);
            if let Some(component) = form.object(&at, component) {
                one_component(form, &at, component);
                ids.extend(component.get("custom_id").and_then(Value::as_str));
            }
        }
    }
    form.unique(&at, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id is used twice", ids);
}

fn one_component(form: &mut Form, at: &str, component: &Object) {
    match component.get("type").and_then(Value::as_i64) {
        Some(2) => button(form, at, component),
        Some(3) => menu(form, at, component, true),
        Some(5..=8) => menu(form, at, component, false),
        _ => {
            let message = "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).";
            form.wrong(under(at, "type"), "UNION_TYPE_CHOICES", message);
        }
    }
}

fn button(form: &mut Form, at: &str, button: &Object) {
    let known = ["type", "id", "custom_id", "style", "label", "disabled", "url", "sku_id", "emoji"];
    form.known(at, button, &known);
    form.required(at, button, "style");
    form.choice(at, button, "style", &[1, 2, 3, 4, 5]);
    form.text(at, button, "custom_id", 1, 100);
    form.text(at, button, "label", 0, 80);
    form.address(at, button, "url", 512, false);
    form.flag(at, button, "disabled");
    let says = |key: &str| match button.get(key) {
        None | Some(Value::Null) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(_) => true,
    };
    if !says("label") && !says("emoji") {
        form.wrong(under(at, "label"), "BASE_TYPE_REQUIRED", "A button needs a label or an emoji");
    }
    let is_link = button.get("style").and_then(Value::as_i64) == Some(5);
    let (needed, barred) = if is_link { ("url", "custom_id") } else { ("custom_id", "url") };
    form.required(at, button, needed);
    if says(barred) {
        let message = "A custom id and url cannot both be specified";
        form.wrong(under(at, barred), "BUTTON_COMPONENT_CUSTOM_ID_AND_URL", message);
    }
    emoji(form, at, button);
}

fn emoji(form: &mut Form, at: &str, holder: &Object) {
    if let Some(Value::Object(emoji)) = holder.get("emoji") {
        let at = under(at, "emoji");
        form.known(&at, emoji, &["id", "name", "animated"]);
        form.text(&at, emoji, "name", 0, 32);
        form.snowflake(&at, emoji, "id");
    }
}

fn menu(form: &mut Form, at: &str, menu: &Object, of_texts: bool) {
    let own: &[&str] = if of_texts { &["options"] } else { &["default_values", "channel_types"] };
    let mut known =
        vec!["type", "id", "custom_id", "placeholder", "min_values", "max_values", "disabled"];
    known.extend(own);
    form.known(at, menu, &known);
    form.required(at, menu, "custom_id");
    form.text(at, menu, "custom_id", 1, 100);
    form.text(at, menu, "placeholder", 0, 150);
    let least = form.whole(at, menu, "min_values", 0, 25).unwrap_or(1);
    let most = form.whole(at, menu, "max_values", 1, 25).unwrap_or(1);
    if least > most {
        let message = "min_values must not be above max_values";
        form.wrong(under(at, "min_values"), "BASE_TYPE_INVALID", message);
    }
    if of_texts {
        options(form, at, menu, most);
    }
}

fn options(form: &mut Form, at: &str, menu: &Object, most: i64) {
    let options = form.list(at, menu, "options", 25).unwrap_or(&[]);
    let path = under(at, "options");
    if options.is_empty() {
        form.wrong(path.clone(), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 25 in length.");
    } else if most > options.len() as i64 {
        let message = format!("max_values {most} but {} options", options.len());
        form.wrong(under(at, "max_values"), "BASE_TYPE_INVALID", message);
    }
    let mut defaults = 0;
    for (i, option) in options.iter().enumerate() {
        let at = under(&path, i);
        let Some(option) = form.object(&at, option) else { continue };
        form.known(&at, option, &["label", "value", "description", "emoji", "default"]);
        for key in ["label", "value"] {
            form.required(&at, option, key);
            form.text(&at, option, key, 1, 100);
        }
        form.text(&at, option, "description", 0, 100);
        defaults += i64::from(form.flag(&at, option, "default"));
        emoji(form, &at, option);
    }
    if defaults > most {
        form.wrong(path.clone(), "BASE_TYPE_INVALID", "More default options than max_values");
    }
    let values = options.iter().filter_map(|option| option["value"].as_str());
    let message = "The specified option value is already used";
    form.unique(&path, "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message, values);
}
