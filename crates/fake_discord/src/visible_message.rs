//! Messages as a user sees them, and as plain text.

use std::fmt::Write;

use serde_json::Value;

use super::messages::{PIN_NOTICE_TYPE, StoredMessage};
use super::payloads;
use super::snowflake::Snowflake;
use super::state::DiscordState;

/// Discord's types of components:
/// <https://discord.com/developers/docs/components/reference#component-object-component-types>.
pub(crate) mod component_type {
    pub const ACTION_ROW: u64 = 1;
    pub const BUTTON: u64 = 2;
    pub const STRING_SELECT: u64 = 3;
    pub const TEXT_INPUT: u64 = 4;
    pub const USER_SELECT: u64 = 5;
    pub const CHANNEL_SELECT: u64 = 8;
    pub const LABEL: u64 = 18;
    pub const CHECKBOX: u64 = 23;
}

/// A message on a user's screen.
#[derive(Clone, Debug)]
pub struct VisibleMessage {
    pub id: Snowflake,
    pub channel: Snowflake,
    pub author: Snowflake,
    pub author_name: String,
    /// The address of the picture that a webhook gave its author.
    pub avatar_url: Option<String>,
    pub content: String,
    /// The only user who sees an ephemeral message.
    pub ephemeral_to: Option<Snowflake>,
    pub is_edited: bool,
    pub is_pinned: bool,
    /// Whether it shows "thinking…" until its content comes.
    pub is_loading: bool,
    /// The users who were notified when it was posted.
    pub pings: Vec<Snowflake>,
    /// The message as the API sends it, with embeds, components and attachments.
    pub json: Value,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageButton {
    /// The label, or the emoji of a button without one.
    pub label: String,
    /// `None` for a link.
    pub custom_id: Option<String>,
    pub is_disabled: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectMenu {
    pub custom_id: String,
    /// Discord's component type: 3 for texts, 5 to 8 for users, roles, both, channels.
    pub kind: u64,
    pub placeholder: String,
    /// The label and the value of each option.
    pub options: Vec<(String, String)>,
    pub min_values: u64,
    pub max_values: u64,
    pub is_disabled: bool,
}

/// A modal that the bot opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Modal {
    /// The interaction to which the bot responded with the modal.
    pub interaction: Snowflake,
    pub custom_id: String,
    pub title: String,
    pub inputs: Vec<ModalField>,
}

/// What stands between the values of a menu in which several are chosen.
pub const SEVERAL_MARK: &str = ", ";

/// A field of a modal: a text input, a menu or a checkbox.
#[derive(Clone, Debug, PartialEq)]
pub struct ModalField {
    /// Discord's component type: 3 for a menu, 4 for a text input, 23 for a checkbox.
    pub kind: u64,
    /// Whether the field is in a label, rather than in an action row.
    pub is_in_label: bool,
    /// The label and the value of each option of a menu.
    pub options: Vec<(String, String)>,
    pub custom_id: String,
    pub label: String,
    /// Several chosen values of a menu have [`SEVERAL_MARK`] between.
    pub value: String,
    pub placeholder: String,
    pub is_required: bool,
    /// How many options of a menu may be chosen.
    pub max_values: usize,
    pub is_long: bool,
    pub min_chars: usize,
    pub max_chars: usize,
}

#[derive(Clone, Debug, PartialEq)]
pub struct AutocompleteChoice {
    pub name: String,
    pub value: Value,
}

pub(crate) fn text_field(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or("").to_owned()
}

fn array_field<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

impl VisibleMessage {
    /// Returns a message as the client shows it; for a pin notice, the client's own sentence.
    pub(crate) fn from_stored(state: &DiscordState, stored: &StoredMessage) -> VisibleMessage {
        let content = match stored.kind {
            PIN_NOTICE_TYPE => format!("{} pinned a message.", state.person_name(stored.author)),
            _ => spell_out_command_mentions(&stored.content),
        };
        VisibleMessage {
            id: stored.id,
            channel: stored.channel,
            author: stored.author,
            author_name: match &stored.webhook {
                Some(webhook) => webhook.name.clone(),
                None => state.person_name(stored.author).to_owned(),
            },
            avatar_url: stored.webhook.as_ref().and_then(|webhook| webhook.avatar_url.clone()),
            content,
            ephemeral_to: stored.visible_only_to,
            is_edited: stored.edited_ms.is_some(),
            is_pinned: stored.pinned_ms.is_some(),
            is_loading: stored.is_loading(),
            pings: stored.pings.clone(),
            json: payloads::message_json(state, stored),
        }
    }

    pub fn embeds(&self) -> &[Value] {
        array_field(&self.json, "embeds")
    }

    /// Returns its embeds as plain text, one right after the other.
    pub fn embed_text(&self) -> String {
        self.embeds().iter().map(render_embed).collect()
    }

    /// Returns the emoji of the bot's reactions.
    pub fn reactions(&self) -> Vec<&str> {
        let reactions = array_field(&self.json, "reactions").iter();
        reactions.filter_map(|reaction| reaction["emoji"]["name"].as_str()).collect()
    }

    pub fn attachments(&self) -> &[Value] {
        array_field(&self.json, "attachments")
    }

    fn component_list(&self) -> impl Iterator<Item = &Value> {
        array_field(&self.json, "components").iter().flat_map(|row| array_field(row, "components"))
    }

    pub fn buttons(&self) -> Vec<MessageButton> {
        let buttons =
            self.component_list().filter(|component| component["type"] == component_type::BUTTON);
        buttons.map(parse_button).collect()
    }

    /// Returns the button with this custom id or, if there is none, this label.
    pub fn find_button(&self, name: &str) -> Option<MessageButton> {
        let buttons = self.buttons();
        let by_id = buttons.iter().find(|button| button.custom_id.as_deref() == Some(name));
        by_id.or_else(|| buttons.iter().find(|button| button.label == name)).cloned()
    }

    pub fn menus(&self) -> Vec<SelectMenu> {
        let menus =
            self.component_list().filter(|component| component["type"] != component_type::BUTTON);
        menus.map(parse_menu).collect()
    }

    /// Returns the menu with this custom id or, if there is none, this placeholder.
    pub fn find_menu(&self, name: &str) -> Option<SelectMenu> {
        let menus = self.menus();
        let by_id = menus.iter().find(|menu| menu.custom_id == name);
        by_id.or_else(|| menus.iter().find(|menu| menu.placeholder == name)).cloned()
    }

    /// Returns its content and embeds as plain text, without attachments, buttons and menus.
    pub fn prose_text(&self) -> String {
        let embeds = self.embeds().iter().map(render_embed);
        let parts = std::iter::once(self.content.clone()).chain(embeds);
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// Returns the whole message as plain text: content, embeds, attachments, then buttons in
    /// `[brackets]` (`[~Parry~]` when disabled) and menus as `[Aim ▾ Head | Body]`.
    pub fn full_text(&self) -> String {
        let mut text = String::new();
        let mut push_line = |line: &str| {
            if !line.is_empty() {
                text.push_str(line);
                text.push('\n');
            }
        };
        if self.is_loading {
            push_line("(thinking…)");
        }
        push_line(&self.content);
        for embed in self.embeds() {
            push_line(&render_embed(embed));
        }
        for file in self.attachments() {
            let file_name = text_field(file, "filename");
            match text_field(file, "description") {
                description if description.is_empty() => push_line(&format!("<{file_name}>")),
                description => push_line(&format!("<{file_name} {description}>")),
            }
        }
        for row in array_field(&self.json, "components") {
            let components: Vec<String> =
                array_field(row, "components").iter().map(render_component).collect();
            push_line(&components.join(" "));
        }
        text.truncate(text.trim_end().len());
        text
    }
}

/// Replaces mentions of commands, such as `</init join:12>`, by what people type, in backticks.
/// Options that stand in backticks behind a mention become part of it.
pub fn spell_out_command_mentions(text: &str) -> String {
    let mut parts = text.split("</");
    let mut output = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let Some((name, text_behind)) = split_command_mention(part) else {
            output.push_str("</");
            output.push_str(part);
            continue;
        };
        let code_and_text = text_behind.strip_prefix(" `").and_then(|code| code.split_once('`'));
        match code_and_text {
            Some((options, text)) if options.contains(':') => {
                output.push_str(&format!("`/{name} {options}`{text}"));
            }
            _ => output.push_str(&format!("`/{name}`{text_behind}")),
        }
    }
    output
}

/// Splits what follows a `</` into the name of the command and the text behind the mention; `None`
/// if it is no mention of a command.
fn split_command_mention(text: &str) -> Option<(&str, &str)> {
    let (mention, text_behind) = text.split_once('>')?;
    let (name, id) = mention.rsplit_once(':')?;
    let is_id = !id.is_empty() && id.bytes().all(|digit| digit.is_ascii_digit());
    if is_id { Some((name, text_behind)) } else { None }
}

/// Renders an embed as lines of text, without its pictures.
fn render_embed(embed: &Value) -> String {
    let mut text = String::new();
    let mut push_line = |line: &str| {
        if !line.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{line}");
        }
    };
    push_line(&text_field(&embed["author"], "name"));
    push_line(&text_field(embed, "title"));
    push_line(&spell_out_command_mentions(&text_field(embed, "description")));
    for field in array_field(embed, "fields") {
        let value = spell_out_command_mentions(&text_field(field, "value"));
        push_line(&format!("{}: {value}", text_field(field, "name")));
    }
    push_line(&text_field(&embed["footer"], "text"));
    text.trim_end().to_owned()
}

/// Shows a button or a menu as text in brackets. Those that are disabled are struck through.
fn render_component(component: &Value) -> String {
    if component["type"] == component_type::BUTTON {
        let MessageButton { label, is_disabled, .. } = parse_button(component);
        return if is_disabled { format!("[~{label}~]") } else { format!("[{label}]") };
    }
    let menu = parse_menu(component);
    let labels: Vec<&str> = menu.options.iter().map(|(label, _)| label.as_str()).collect();
    let name = if menu.placeholder.is_empty() { "choose" } else { &menu.placeholder };
    let text = format!("{name} ▾ {}", labels.join(" | "));
    let text = text.trim_end();
    if menu.is_disabled { format!("[~{text}~]") } else { format!("[{text}]") }
}

/// Reads a button. One without a label is named by its emoji.
fn parse_button(component: &Value) -> MessageButton {
    let label = text_field(component, "label");
    let emoji = text_field(&component["emoji"], "name");
    MessageButton {
        label: if label.is_empty() { emoji } else { label },
        custom_id: component["custom_id"].as_str().map(str::to_owned),
        is_disabled: component["disabled"] == true,
    }
}

/// Reads a menu from its JSON. What is missing has Discord's default.
fn parse_menu(component: &Value) -> SelectMenu {
    let options = array_field(component, "options").iter();
    SelectMenu {
        custom_id: text_field(component, "custom_id"),
        kind: component["type"].as_u64().unwrap_or(0),
        placeholder: text_field(component, "placeholder"),
        options: options
            .map(|option| (text_field(option, "label"), text_field(option, "value")))
            .collect(),
        min_values: component["min_values"].as_u64().unwrap_or(1),
        max_values: component["max_values"].as_u64().unwrap_or(1),
        is_disabled: component["disabled"] == true,
    }
}

impl Modal {
    /// Reads a modal from its JSON. What is missing has Discord's default.
    pub(crate) fn from_json(interaction: Snowflake, modal: &Value) -> Modal {
        let parse_row = |row: &Value| match row["component"].is_object() {
            true => Some(ModalField::from_json(&row["component"], row["label"].as_str())),
            false => Some(ModalField::from_json(array_field(row, "components").first()?, None)),
        };
        let inputs = array_field(modal, "components").iter().filter_map(parse_row);
        Modal {
            interaction,
            custom_id: text_field(modal, "custom_id"),
            title: text_field(modal, "title"),
            inputs: inputs.collect(),
        }
    }
}

impl ModalField {
    /// Reads a field, with the label around it if it has one.
    fn from_json(field: &Value, label: Option<&str>) -> Self {
        let options = array_field(field, "options");
        let chosen = options.iter().filter(|option| option["default"] == true);
        let chosen: Vec<String> = chosen.map(|option| text_field(option, "value")).collect();
        let value = match field["type"].as_u64() {
            Some(component_type::STRING_SELECT) => chosen.join(SEVERAL_MARK),
            Some(component_type::CHECKBOX) => (field["default"] == true).to_string(),
            _ => text_field(field, "value"),
        };
        Self {
            kind: field["type"].as_u64().unwrap_or(component_type::TEXT_INPUT),
            is_in_label: label.is_some(),
            options: options
                .iter()
                .map(|option| (text_field(option, "label"), text_field(option, "value")))
                .collect(),
            custom_id: text_field(field, "custom_id"),
            label: label.map_or_else(|| text_field(field, "label"), String::from),
            value,
            placeholder: text_field(field, "placeholder"),
            is_required: field["required"] != false && field["type"] != component_type::CHECKBOX,
            max_values: payloads::parse_number(field.get("max_values")).unwrap_or(1) as usize,
            is_long: field["style"] == 2,
            min_chars: payloads::parse_number(field.get("min_length")).unwrap_or(0) as usize,
            max_chars: payloads::parse_number(field.get("max_length")).unwrap_or(4000) as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_mentions_are_spelled_out() {
        let text = "</init join:12>, </roll:3> `salt:`, </log:4> `yes` or </b>, </a:b>.";
        let spelled_out = "`/init join`, `/roll salt:`, `/log` `yes` or </b>, </a:b>.";
        assert_eq!(spell_out_command_mentions(text), spelled_out);
    }
}
