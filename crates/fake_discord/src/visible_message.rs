//! Messages as a reader sees them, and as plain text.

use std::fmt::Write;

use serde_json::Value;

use super::messages::StoredMessage;
use super::payloads;
use super::snowflake::Snowflake;
use super::state::DiscordState;

/// A message on somebody's screen.
#[derive(Clone, Debug)]
pub struct VisibleMessage {
    pub id: Snowflake,
    pub channel: Snowflake,
    pub author: Snowflake,
    pub author_name: String,
    pub content: String,
    /// Only this user sees it.
    pub ephemeral_to: Option<Snowflake>,
    pub is_edited: bool,
    pub is_pinned: bool,
    /// "Thinking…": the answer is still to come.
    pub is_loading: bool,
    /// Whose screen lit up when it came.
    pub pings: Vec<Snowflake>,
    /// Embeds, components and attachments as they go over the wire.
    pub json: Value,
}

/// A button as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageButton {
    pub label: String,
    /// `None` for a link.
    pub custom_id: Option<String>,
    pub is_disabled: bool,
}

/// A select menu as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelectMenu {
    pub custom_id: String,
    /// 3 for texts, 5 to 8 for users, roles, both, channels.
    pub kind: u64,
    pub placeholder: String,
    /// Label and value.
    pub options: Vec<(String, String)>,
    pub min_values: u64,
    pub max_values: u64,
    pub is_disabled: bool,
}

/// A form that the bot opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Modal {
    /// The interaction that was answered with it.
    pub interaction: Snowflake,
    pub custom_id: String,
    pub title: String,
    pub inputs: Vec<TextInput>,
}

/// One text field of a form.
#[derive(Clone, Debug, PartialEq)]
pub struct TextInput {
    pub custom_id: String,
    pub label: String,
    pub value: String,
    pub placeholder: String,
    pub is_required: bool,
    pub is_long: bool,
    pub min_chars: usize,
    pub max_chars: usize,
}

/// What autocomplete offers.
#[derive(Clone, Debug, PartialEq)]
pub struct AutocompleteChoice {
    pub name: String,
    pub value: Value,
}

fn text_field(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or("").to_owned()
}

fn array_field<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

impl VisibleMessage {
    pub(crate) fn from_stored(state: &DiscordState, stored: &StoredMessage) -> VisibleMessage {
        let content = match stored.kind {
            6 => format!("{} pinned a message.", state.person_name(stored.author)),
            _ => stored.content.clone(),
        };
        VisibleMessage {
            id: stored.id,
            channel: stored.channel,
            author: stored.author,
            author_name: state.person_name(stored.author).to_owned(),
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

    /// What its embeds say.
    pub fn embed_text(&self) -> String {
        self.embeds().iter().map(render_embed).collect()
    }

    /// The emoji of the bot's reactions.
    pub fn reactions(&self) -> Vec<&str> {
        let all = array_field(&self.json, "reactions").iter();
        all.filter_map(|one| one["emoji"]["name"].as_str()).collect()
    }

    pub fn attachments(&self) -> &[Value] {
        array_field(&self.json, "attachments")
    }

    fn component_list(&self) -> impl Iterator<Item = &Value> {
        array_field(&self.json, "components").iter().flat_map(|row| array_field(row, "components"))
    }

    pub fn buttons(&self) -> Vec<MessageButton> {
        self.component_list().filter(|c| c["type"] == 2).map(parse_button).collect()
    }

    /// The button with this label or custom id.
    pub fn find_button(&self, name: &str) -> Option<MessageButton> {
        let buttons = self.buttons();
        let by_id = buttons.iter().find(|b| b.custom_id.as_deref() == Some(name));
        by_id.or_else(|| buttons.iter().find(|b| b.label == name)).cloned()
    }

    pub fn menus(&self) -> Vec<SelectMenu> {
        self.component_list().filter(|c| c["type"] != 2).map(parse_menu).collect()
    }

    /// The menu with this custom id or placeholder.
    pub fn find_menu(&self, name: &str) -> Option<SelectMenu> {
        let menus = self.menus();
        let by_id = menus.iter().find(|menu| menu.custom_id == name);
        by_id.or_else(|| menus.iter().find(|menu| menu.placeholder == name)).cloned()
    }

    /// What is said in it, as plain text: content and embeds, without files, buttons and menus.
    pub fn prose_text(&self) -> String {
        let embeds = self.embeds().iter().map(render_embed);
        let parts = std::iter::once(self.content.clone()).chain(embeds);
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// All that can be read, as plain text: content, embeds, attachments, then buttons in
    /// `[brackets]` (`[~Parry~]` when disabled) and menus as `[Aim ▾ Head | Body]`.
    pub fn full_text(&self) -> String {
        let mut text = String::new();
        let mut line = |part: &str| {
            if !part.is_empty() {
                text.push_str(part);
                text.push('\n');
            }
        };
        if self.is_loading {
            line("(thinking…)");
        }
        line(&self.content);
        for embed in self.embeds() {
            line(&render_embed(embed));
        }
        for file in self.attachments() {
            let described = text_field(file, "description");
            let about = if described.is_empty() { described } else { format!(" {described}") };
            line(&format!("<{}{about}>", text_field(file, "filename")));
        }
        for row in array_field(&self.json, "components") {
            let parts: Vec<String> =
                array_field(row, "components").iter().map(render_component).collect();
            line(&parts.join(" "));
        }
        text.truncate(text.trim_end().len());
        text
    }
}

/// A message as plain text; see [`Message::text`].
pub fn message_text(message: &VisibleMessage) -> String {
    message.full_text()
}

fn render_embed(embed: &Value) -> String {
    let mut text = String::new();
    let mut line = |part: &str| {
        if !part.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{part}");
        }
    };
    line(&text_field(&embed["author"], "name"));
    line(&text_field(embed, "title"));
    line(&text_field(embed, "description"));
    for field in array_field(embed, "fields") {
        line(&format!("{}: {}", text_field(field, "name"), text_field(field, "value")));
    }
    line(&text_field(&embed["footer"], "text"));
    text.trim_end().to_owned()
}

fn render_component(component: &Value) -> String {
    if component["type"] == 2 {
        let button = parse_button(component);
        let (label, disabled) = (button.label, button.is_disabled);
        return if disabled { format!("[~{label}~]") } else { format!("[{label}]") };
    }
    let menu = parse_menu(component);
    let labels: Vec<&str> = menu.options.iter().map(|(label, _)| label.as_str()).collect();
    let name = if menu.placeholder.is_empty() { "choose" } else { &menu.placeholder };
    let body = format!("{name} ▾ {}", labels.join(" | "));
    let body = body.trim_end();
    if menu.is_disabled { format!("[~{body}~]") } else { format!("[{body}]") }
}

fn parse_button(component: &Value) -> MessageButton {
    let label = text_field(component, "label");
    let emoji = text_field(&component["emoji"], "name");
    MessageButton {
        label: if label.is_empty() { emoji } else { label },
        custom_id: component["custom_id"].as_str().map(str::to_owned),
        is_disabled: component["disabled"] == true,
    }
}

fn parse_menu(component: &Value) -> SelectMenu {
    let options = array_field(component, "options").iter();
    SelectMenu {
        custom_id: text_field(component, "custom_id"),
        kind: component["type"].as_u64().unwrap_or(0),
        placeholder: text_field(component, "placeholder"),
        options: options.map(|o| (text_field(o, "label"), text_field(o, "value"))).collect(),
        min_values: component["min_values"].as_u64().unwrap_or(1),
        max_values: component["max_values"].as_u64().unwrap_or(1),
        is_disabled: component["disabled"] == true,
    }
}

impl Modal {
    pub(crate) fn from_json(interaction: Snowflake, modal: &Value) -> Modal {
        let inputs =
            array_field(modal, "components").iter().flat_map(|row| array_field(row, "components"));
        let input = |input: &Value| TextInput {
            custom_id: text_field(input, "custom_id"),
            label: text_field(input, "label"),
            value: text_field(input, "value"),
            placeholder: text_field(input, "placeholder"),
            is_required: input["required"] != false,
            is_long: input["style"] == 2,
            min_chars: payloads::parse_number(input.get("min_length")).map_or(0, |n| n as usize),
            max_chars: payloads::parse_number(input.get("max_length")).map_or(4000, |n| n as usize),
        };
        Modal {
            interaction,
            custom_id: text_field(modal, "custom_id"),
            title: text_field(modal, "title"),
            inputs: inputs.map(input).collect(),
        }
    }
}
