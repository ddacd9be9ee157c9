//! Messages as a reader sees them, and as plain text.

use std::fmt::Write;

use serde_json::Value;

use super::ids::Id;
use super::messages::Stored;
use super::state::State;
use super::wire;

/// A message on somebody's screen.
#[derive(Clone, Debug)]
pub struct Message {
    pub id: Id,
    pub channel: Id,
    pub author: Id,
    pub author_name: String,
    pub content: String,
    /// Only this user sees it.
    pub ephemeral_to: Option<Id>,
    pub is_edited: bool,
    pub is_pinned: bool,
    /// "Thinking…": the answer is still to come.
    pub is_loading: bool,
    /// Whose screen lit up when it came.
    pub pings: Vec<Id>,
    /// Embeds, components and attachments as they go over the wire.
    pub wire: Value,
}

/// A button as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Button {
    pub label: String,
    /// `None` for a link.
    pub custom_id: Option<String>,
    pub is_disabled: bool,
}

/// A select menu as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu {
    pub custom_id: String,
    /// 3 for texts, 5 to 8 for users, roles, both, channels.
    pub kind: u64,
    pub placeholder: String,
    /// Label and value.
    pub options: Vec<(String, String)>,
    pub least: u64,
    pub most: u64,
    pub is_disabled: bool,
}

/// A form that the bot opened.
#[derive(Clone, Debug, PartialEq)]
pub struct Modal {
    /// The interaction that was answered with it.
    pub opened_by: Id,
    pub custom_id: String,
    pub title: String,
    pub inputs: Vec<Input>,
}

/// One text field of a form.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    pub custom_id: String,
    pub label: String,
    pub value: String,
    pub placeholder: String,
    pub is_required: bool,
    pub is_long: bool,
    pub least: usize,
    pub most: usize,
}

/// What autocomplete offers.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    pub name: String,
    pub value: Value,
}

fn text_of(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or("").to_owned()
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

impl Message {
    pub(crate) fn of(state: &State, stored: &Stored) -> Message {
        let content = match stored.kind {
            6 => format!("{} pinned a message.", state.name_of(stored.author)),
            _ => stored.content.clone(),
        };
        Message {
            id: stored.id,
            channel: stored.channel,
            author: stored.author,
            author_name: state.name_of(stored.author).to_owned(),
            content,
            ephemeral_to: stored.only_for,
            is_edited: stored.edited_ms.is_some(),
            is_pinned: stored.pinned_ms.is_some(),
            is_loading: stored.is_loading(),
            pings: stored.pings.clone(),
            wire: wire::message(state, stored),
        }
    }

    pub fn embeds(&self) -> &[Value] {
        list(&self.wire, "embeds")
    }

    /// What its embeds say.
    pub fn embed_text(&self) -> String {
        self.embeds().iter().map(embed_text).collect()
    }

    /// The emoji of the bot's reactions.
    pub fn reactions(&self) -> Vec<&str> {
        let all = list(&self.wire, "reactions").iter();
        all.filter_map(|one| one["emoji"]["name"].as_str()).collect()
    }

    pub fn attachments(&self) -> &[Value] {
        list(&self.wire, "attachments")
    }

    fn components(&self) -> impl Iterator<Item = &Value> {
        list(&self.wire, "components").iter().flat_map(|row| list(row, "components"))
    }

    pub fn buttons(&self) -> Vec<Button> {
        self.components().filter(|c| c["type"] == 2).map(button).collect()
    }

    /// The button with this label or custom id.
    pub fn button(&self, name: &str) -> Option<Button> {
        let buttons = self.buttons();
        let by_id = buttons.iter().find(|b| b.custom_id.as_deref() == Some(name));
        by_id.or_else(|| buttons.iter().find(|b| b.label == name)).cloned()
    }

    pub fn menus(&self) -> Vec<Menu> {
        self.components().filter(|c| c["type"] != 2).map(menu).collect()
    }

    /// The menu with this custom id or placeholder.
    pub fn menu(&self, name: &str) -> Option<Menu> {
        let menus = self.menus();
        let by_id = menus.iter().find(|menu| menu.custom_id == name);
        by_id.or_else(|| menus.iter().find(|menu| menu.placeholder == name)).cloned()
    }

    /// What is said in it, as plain text: content and embeds, without files, buttons and menus.
    pub fn prose(&self) -> String {
        let embeds = self.embeds().iter().map(embed_text);
        let parts = std::iter::once(self.content.clone()).chain(embeds);
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// All that can be read, as plain text: content, embeds, attachments, then buttons in
    /// `[brackets]` (`[~Parry~]` when disabled) and menus as `[Aim ▾ Head | Body]`.
    pub fn text(&self) -> String {
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
            line(&embed_text(embed));
        }
        for file in self.attachments() {
            let described = text_of(file, "description");
            let about = if described.is_empty() { described } else { format!(" {described}") };
            line(&format!("<{}{about}>", text_of(file, "filename")));
        }
        for row in list(&self.wire, "components") {
            let parts: Vec<String> = list(row, "components").iter().map(component_text).collect();
            line(&parts.join(" "));
        }
        text.truncate(text.trim_end().len());
        text
    }
}

/// A message as plain text; see [`Message::text`].
pub fn text(message: &Message) -> String {
    message.text()
}

fn embed_text(embed: &Value) -> String {
    let mut text = String::new();
    let mut line = |part: &str| {
        if !part.is_empty() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{part}");
        }
    };
    line(&text_of(&embed["author"], "name"));
    line(&text_of(embed, "title"));
    line(&text_of(embed, "description"));
    for field in list(embed, "fields") {
        line(&format!("{}: {}", text_of(field, "name"), text_of(field, "value")));
    }
    line(&text_of(&embed["footer"], "text"));
    text.trim_end().to_owned()
}

fn component_text(component: &Value) -> String {
    if component["type"] == 2 {
        let button = button(component);
        let (label, disabled) = (button.label, button.is_disabled);
        return if disabled { format!("[~{label}~]") } else { format!("[{label}]") };
    }
    let menu = menu(component);
    let labels: Vec<&str> = menu.options.iter().map(|(label, _)| label.as_str()).collect();
    let name = if menu.placeholder.is_empty() { "choose" } else { &menu.placeholder };
    let body = format!("{name} ▾ {}", labels.join(" | "));
    let body = body.trim_end();
    if menu.is_disabled { format!("[~{body}~]") } else { format!("[{body}]") }
}

fn button(component: &Value) -> Button {
    let label = text_of(component, "label");
    let emoji = text_of(&component["emoji"], "name");
    Button {
        label: if label.is_empty() { emoji } else { label },
        custom_id: component["custom_id"].as_str().map(str::to_owned),
        is_disabled: component["disabled"] == true,
    }
}

fn menu(component: &Value) -> Menu {
    let options = list(component, "options").iter();
    Menu {
        custom_id: text_of(component, "custom_id"),
        kind: component["type"].as_u64().unwrap_or(0),
        placeholder: text_of(component, "placeholder"),
        options: options.map(|o| (text_of(o, "label"), text_of(o, "value"))).collect(),
        least: component["min_values"].as_u64().unwrap_or(1),
        most: component["max_values"].as_u64().unwrap_or(1),
        is_disabled: component["disabled"] == true,
    }
}

impl Modal {
    pub(crate) fn of(opened_by: Id, modal: &Value) -> Modal {
        let inputs = list(modal, "components").iter().flat_map(|row| list(row, "components"));
        let input = |input: &Value| Input {
            custom_id: text_of(input, "custom_id"),
            label: text_of(input, "label"),
            value: text_of(input, "value"),
            placeholder: text_of(input, "placeholder"),
            is_required: input["required"] != false,
            is_long: input["style"] == 2,
            least: wire::number(input.get("min_length")).map_or(0, |n| n as usize),
            most: wire::number(input.get("max_length")).map_or(4000, |n| n as usize),
        };
        Modal {
            opened_by,
            custom_id: text_of(modal, "custom_id"),
            title: text_of(modal, "title"),
            inputs: inputs.map(input).collect(),
        }
    }
}
