//! Fits messages into Discord's limits, so that they are delivered rather than rejected.
//!
//! The renderers keep to the limits by themselves; this is a safety net. Each fix is counted and
//! logged, since it shows a bug in a renderer.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use serenity::all::{
    Button, CreateActionRow, CreateButton, CreateEmbed, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, Embed, SelectMenu,
};

use super::super::commands::mentions::CommandIds;
use super::super::custom_id;
use super::text::cut_to_length;
use super::{
    MAX_BUTTON_LABEL, MAX_CONTENT, MAX_DESCRIPTION, MAX_FIELD, MAX_OPTION, MAX_OPTIONS, MAX_ROWS,
    MAX_TITLE, RenderedMessage,
};

/// Discord's limits that the renderers do not use.
const MAX_EMBEDS: usize = 10;
const MAX_FIELDS: usize = 25;
const MAX_FOOTER: usize = 2048;
const MAX_PLACEHOLDER: usize = 150;
/// The characters of all embeds of a message together.
pub const MAX_EMBED_CHARACTERS: usize = 6000;

const MENU_TYPE: u64 = 3;

/// Replaces the commands that an embed names by mentions, in its description and the values of its
/// fields. Discord does not render them elsewhere. `spare_chars` is how many characters the embeds
/// of the message may have in addition; what is added is subtracted. Returns `None` if the embed
/// names no command, or cannot be rebuilt.
fn replace_command_names_in_embed_if_any(
    embed: &CreateEmbed,
    ids: &CommandIds,
    spare_chars: &mut usize,
) -> Option<CreateEmbed> {
    let mut json = serde_json::to_value(embed).ok()?;
    let mut is_changed = false;
    if let Some(description) = json.get_mut("description") {
        is_changed |= replace_command_names_in_text(description, MAX_DESCRIPTION, ids, spare_chars);
    }
    for field in json["fields"].as_array_mut().into_iter().flatten() {
        if let Some(value) = field.get_mut("value") {
            is_changed |= replace_command_names_in_text(value, MAX_FIELD, ids, spare_chars);
        }
    }
    if !is_changed {
        return None;
    }
    serde_json::from_value::<Embed>(json).ok().map(CreateEmbed::from)
}

/// Replaces the commands that a text of an embed names by mentions, and subtracts what that adds
/// from `spare_chars`. Returns whether it has replaced any: not if the text would be too long.
fn replace_command_names_in_text(
    text: &mut Value,
    max_chars: usize,
    ids: &CommandIds,
    spare_chars: &mut usize,
) -> bool {
    let Some(plain_text) = text.as_str() else { return false };
    let length = plain_text.chars().count();
    let max_chars = max_chars.min(length + *spare_chars);
    let replaced = ids.replace_commands_with_mentions_if_fits(plain_text, max_chars);
    let Some(mentioning) = replaced else { return false };
    *spare_chars = (*spare_chars + length).saturating_sub(mentioning.chars().count());
    *text = mentioning.into();
    true
}

/// Replaces the commands that a message names by mentions, as far as its limits allow.
pub fn replace_command_names_within_limits(
    rendered: &RenderedMessage,
    ids: &CommandIds,
) -> RenderedMessage {
    let mut mentioning = rendered.clone();
    if let Some(content) =
        ids.replace_commands_with_mentions_if_fits(&rendered.content, MAX_CONTENT)
    {
        mentioning.content = content;
    }
    let length: usize = rendered.embeds.iter().map(embed_length).sum();
    let mut spare_chars = MAX_EMBED_CHARACTERS.saturating_sub(length);
    for embed in &mut mentioning.embeds {
        if let Some(replaced) = replace_command_names_in_embed_if_any(embed, ids, &mut spare_chars)
        {
            *embed = replaced;
        }
    }
    mentioning
}

/// Returns how many characters of an embed count towards the limit of all embeds together.
pub fn embed_length(embed: &CreateEmbed) -> usize {
    let json = serde_json::to_value(embed).unwrap_or_default();
    let length = |text: &Value| text.as_str().map_or(0, |text| text.chars().count());
    let mut total = length(&json["title"])
        + length(&json["description"])
        + length(&json["footer"]["text"])
        + length(&json["author"]["name"]);
    for field in json["fields"].as_array().into_iter().flatten() {
        total += length(&field["name"]) + length(&field["value"]);
    }
    total
}

/// Cuts or removes everything in a message that Discord would reject.
pub fn fit_to_limits(rendered: RenderedMessage) -> RenderedMessage {
    let mut fixer = LimitFixer { embed_budget: MAX_EMBED_CHARACTERS, ..LimitFixer::default() };
    let RenderedMessage { content, embeds, components, .. } = rendered;
    let content = match content.chars().count() > MAX_CONTENT {
        true => fixer.cut_text(MAX_CONTENT, &content),
        false => content,
    };
    let has_picture = rendered.picture.is_some();
    let embeds = embeds.into_iter().enumerate();
    let embeds = embeds
        .filter_map(|(index, embed)| fixer.fit_embed(embed, index == 0 && has_picture))
        .collect();
    let embeds = fixer.truncate_list(MAX_EMBEDS, embeds);
    let rows = components.into_iter().filter_map(|row| fixer.fit_row(row)).collect();
    let components = fixer.truncate_list(MAX_ROWS, rows);
    fixer.count_and_log_fixes();
    RenderedMessage { content, embeds, components, ..rendered }
}

#[derive(Default)]
struct LimitFixer {
    /// The custom ids in the message so far. They must be unique.
    seen_ids: BTreeSet<String>,
    /// How many characters the remaining embeds may have.
    embed_budget: usize,
    /// The kinds of fixes, and how often each was made.
    fixes: BTreeMap<&'static str, u64>,
}

impl LimitFixer {
    /// Counts the kinds of fixes in the metrics, and logs them if there are any.
    fn count_and_log_fixes(&self) {
        for kind in self.fixes.keys() {
            metrics::counter!("riposte_mended_total", "what" => *kind).increment(1);
        }
        if !self.fixes.is_empty() {
            tracing::warn!(
                fixes = ?self.fixes,
                "changed a message to keep within Discord's limits"
            );
        }
    }

    fn count_fix(&mut self, kind: &'static str) {
        *self.fixes.entry(kind).or_default() += 1;
    }

    fn fix_count(&self) -> u64 {
        self.fixes.values().sum()
    }

    fn truncate_list<T>(&mut self, max_items: usize, mut items: Vec<T>) -> Vec<T> {
        if items.len() > max_items {
            self.count_fix("too-many");
            items.truncate(max_items);
        }
        items
    }

    fn cut_text(&mut self, max_chars: usize, text: &str) -> String {
        self.count_fix("too-long");
        cut_to_length(text, max_chars)
    }

    /// Cuts a text to `max_chars` characters and returns its length. Removes it and returns `None`
    /// if it is empty; also returns `None` if it is absent.
    fn cut_or_remove_json_text_and_measure(
        &mut self,
        holder: &mut Value,
        key: &str,
        max_chars: usize,
    ) -> Option<usize> {
        let text = holder[key].as_str()?;
        if text.trim().is_empty() {
            self.remove_and_count(holder, key, "empty");
            return None;
        }
        let size = text.chars().count();
        if size <= max_chars {
            return Some(size);
        }
        let cut = self.cut_text(max_chars, text);
        let size = cut.chars().count();
        holder[key] = cut.into();
        Some(size)
    }

    /// Removes a field that cannot be shown, and counts it as a fix of this kind.
    fn remove_and_count(&mut self, holder: &mut Value, key: &str, kind: &'static str) {
        if let Some(holder) = holder.as_object_mut() {
            holder.remove(key);
            self.count_fix(kind);
        }
    }

    /// Cuts the texts and the list of fields of an embed. Returns `None` if nothing is left to
    /// show. `shows_picture`: the message's own picture is shown in it.
    fn fit_embed(&mut self, embed: CreateEmbed, shows_picture: bool) -> Option<CreateEmbed> {
        let fixes_before = self.fix_count();
        let mut json = serde_json::to_value(&embed).ok()?;
        self.fit_embed_text_to_limit_and_budget(&mut json, "title", MAX_TITLE);
        self.fit_embed_text_to_limit_and_budget(&mut json, "description", MAX_DESCRIPTION);
        if let Some(fields) = json["fields"].as_array_mut() {
            let all_fields = std::mem::take(fields);
            let all_fields = self.truncate_list(MAX_FIELDS, all_fields);
            *fields = all_fields.into_iter().filter_map(|field| self.fit_field(field)).collect();
        }
        if !json["footer"].is_null() {
            self.fit_embed_text_to_limit_and_budget(&mut json["footer"], "text", MAX_FOOTER);
        }
        let has_content =
            ["title", "description", "image", "thumbnail"].iter().any(|key| !json[key].is_null())
                || json["fields"].as_array().is_some_and(|fields| !fields.is_empty());
        if !has_content && !shows_picture {
            self.count_fix("empty");
            return None;
        }
        if self.fix_count() == fixes_before {
            return Some(embed);
        }
        serde_json::from_value::<Embed>(json).ok().map(CreateEmbed::from)
    }

    /// Cuts a text of an embed to its limit and to the rest of the budget of all embeds. Removes it
    /// once the budget is used up.
    fn fit_embed_text_to_limit_and_budget(
        &mut self,
        holder: &mut Value,
        key: &str,
        max_chars: usize,
    ) {
        if self.embed_budget == 0 && holder[key].is_string() {
            self.remove_and_count(holder, key, "too-long");
        }
        let size =
            self.cut_or_remove_json_text_and_measure(holder, key, max_chars.min(self.embed_budget));
        self.embed_budget -= size.unwrap_or(0);
    }

    /// Fits a field, or returns `None` if its name or value is empty.
    fn fit_field(&mut self, mut field: Value) -> Option<Value> {
        let budget_before = self.embed_budget;
        self.fit_embed_text_to_limit_and_budget(&mut field, "name", MAX_TITLE);
        self.fit_embed_text_to_limit_and_budget(&mut field, "value", MAX_FIELD);
        if field["name"].is_string() && field["value"].is_string() {
            return Some(field);
        }
        self.count_fix("empty");
        self.embed_budget = budget_before;
        None
    }

    /// Fits the components of a row, and leaves out those beyond Discord's limit. Returns `None` if
    /// none is left.
    fn fit_row(&mut self, row: CreateActionRow) -> Option<CreateActionRow> {
        let fixes_before = self.fix_count();
        let mut json = serde_json::to_value(&row).ok()?;
        let components = std::mem::take(json["components"].as_array_mut()?);
        let components: Vec<Value> =
            components.into_iter().filter_map(|component| self.fit_component(component)).collect();
        let components = self.truncate_list(MAX_ROWS, components);
        if components.is_empty() {
            self.count_fix("empty");
            return None;
        }
        if self.fix_count() == fixes_before {
            return Some(row);
        }
        rebuild_row(components)
    }

    /// Fits a button or a menu, or returns `None` if it must be removed.
    fn fit_component(&mut self, mut component: Value) -> Option<Value> {
        if let Some(id) = component["custom_id"].as_str() {
            if id.is_empty() || id.chars().count() > custom_id::MAX_LENGTH {
                self.count_fix("id");
                return None;
            }
            if !self.seen_ids.insert(id.to_string()) {
                self.count_fix("twice");
                return None;
            }
        }
        if component["type"] == MENU_TYPE {
            self.cut_or_remove_json_text_and_measure(
                &mut component,
                "placeholder",
                MAX_PLACEHOLDER,
            );
            return self.fit_options_and_check_any_left(&mut component).then_some(component);
        }
        let label =
            self.cut_or_remove_json_text_and_measure(&mut component, "label", MAX_BUTTON_LABEL);
        if label.is_none() && component["emoji"].is_null() {
            self.count_fix("empty");
            return None;
        }
        Some(component)
    }

    /// Fits the options of a menu, and returns whether any is left.
    fn fit_options_and_check_any_left(&mut self, menu: &mut Value) -> bool {
        // Menus of users or channels have no options.
        let Some(options) = menu["options"].as_array_mut() else { return true };
        let mut values = BTreeSet::new();
        let fitted = std::mem::take(options).into_iter();
        let fitted = fitted.filter_map(|option| self.fit_option(option, &mut values)).collect();
        let fitted = self.truncate_list(MAX_OPTIONS, fitted);
        if fitted.is_empty() {
            self.count_fix("empty");
            return false;
        }
        menu["options"] = fitted.into();
        true
    }

    /// Cuts the texts of an option. Returns `None` if its value is unusable or taken, or its label
    /// empty.
    fn fit_option(
        &mut self,
        mut option: Value,
        seen_values: &mut BTreeSet<String>,
    ) -> Option<Value> {
        let value = option["value"].as_str().unwrap_or_default();
        if value.is_empty() || value.chars().count() > MAX_OPTION {
            self.count_fix("id");
            return None;
        }
        if !seen_values.insert(value.to_string()) {
            self.count_fix("twice");
            return None;
        }
        self.cut_or_remove_json_text_and_measure(&mut option, "description", MAX_OPTION);
        self.cut_or_remove_json_text_and_measure(&mut option, "label", MAX_OPTION).map(|_| option)
    }
}

/// Builds a row from the remaining components.
fn rebuild_row(mut components: Vec<Value>) -> Option<CreateActionRow> {
    if components.first()?["type"] != MENU_TYPE {
        let buttons: Vec<Button> = serde_json::from_value(components.into()).ok()?;
        let buttons = buttons.into_iter().map(CreateButton::from).collect();
        return Some(CreateActionRow::Buttons(buttons));
    }
    let menu: SelectMenu = serde_json::from_value(components.swap_remove(0)).ok()?;
    let rebuild_option = |option: serenity::all::SelectMenuOption| {
        let mut rebuilt = CreateSelectMenuOption::new(option.label, option.value);
        if let Some(description) = option.description {
            rebuilt = rebuilt.description(description);
        }
        if let Some(emoji) = option.emoji {
            rebuilt = rebuilt.emoji(emoji);
        }
        if option.default { rebuilt.default_selection(true) } else { rebuilt }
    };
    let options = menu.options.into_iter().map(rebuild_option).collect();
    let kind = CreateSelectMenuKind::String { options };
    let mut rebuilt = CreateSelectMenu::new(menu.custom_id?, kind);
    if let Some(name) = menu.placeholder {
        rebuilt = rebuilt.placeholder(name);
    }
    if let Some(min_values) = menu.min_values {
        rebuilt = rebuilt.min_values(min_values);
    }
    if let Some(max_values) = menu.max_values {
        rebuilt = rebuilt.max_values(max_values);
    }
    Some(CreateActionRow::SelectMenu(if menu.disabled { rebuilt.disabled(true) } else { rebuilt }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use serenity::all::{ButtonStyle, CreateEmbedFooter};

    fn menu(id: &str, values: &[&str]) -> CreateActionRow {
        let options = values.iter().map(|value| {
            CreateSelectMenuOption::new(format!("Do {value}"), *value).description("now")
        });
        let kind = CreateSelectMenuKind::String { options: options.collect() };
        CreateActionRow::SelectMenu(CreateSelectMenu::new(id, kind).placeholder("What?"))
    }

    fn buttons(labels: &[(&str, &str)]) -> CreateActionRow {
        let button = |(id, label): &(&str, &str)| {
            CreateButton::new(*id).label(*label).style(ButtonStyle::Success)
        };
        CreateActionRow::Buttons(labels.iter().map(button).collect())
    }

    fn fitted(message: RenderedMessage) -> (RenderedMessage, Value) {
        let fixed = fit_to_limits(message);
        let json = json!({ "embeds": fixed.embeds, "components": fixed.components });
        (fixed, json)
    }

    fn fit_rows(components: Vec<CreateActionRow>) -> Value {
        fitted(RenderedMessage { components, ..RenderedMessage::default() }).1["components"].take()
    }

    #[test]
    fn valid_message_is_unchanged() {
        let components = vec![menu("a", &["x", "y"]), buttons(&[("b", "B"), ("c", "C")])];
        let embed = CreateEmbed::new().title("T").field("Zones", "Gate", true);
        let content = "Here".to_string();
        let embeds = vec![embed];
        let good = RenderedMessage { content, embeds, components, ..RenderedMessage::default() };
        let before = json!({ "embeds": good.embeds, "components": good.components });
        let (after, json) = fitted(good);
        assert_eq!((after.content.as_str(), json), ("Here", before));
    }

    #[test]
    fn duplicate_option_value_is_removed() {
        let rows = fit_rows(vec![menu("a", &["x", "y", "x"])]);
        let menu = &rows[0]["components"][0];
        assert_eq!((&menu["custom_id"], &menu["placeholder"]), (&json!("a"), &json!("What?")));
        let option = |at: usize| {
            let option = &menu["options"][at];
            (option["label"].clone(), option["value"].clone(), option["description"].clone())
        };
        assert_eq!(menu["options"].as_array().unwrap().len(), 2);
        assert_eq!(option(0), (json!("Do x"), json!("x"), json!("now")));
        assert_eq!(option(1), (json!("Do y"), json!("y"), json!("now")));
    }

    #[test]
    fn duplicate_custom_id_is_removed() {
        let rows = fit_rows(vec![buttons(&[("a", "A"), ("b", "B")]), buttons(&[("a", "A")])]);
        assert_eq!(rows.as_array().unwrap().len(), 1);
        let rows = fit_rows(vec![buttons(&[("a", "A"), ("b", "B"), ("a", "C")])]);
        let kept = &rows[0]["components"];
        assert_eq!(kept.as_array().unwrap().len(), 2);
        assert_eq!((&kept[1]["label"], &kept[1]["style"]), (&json!("B"), &json!(3)));
    }

    #[test]
    fn long_text_is_cut_and_empty_component_removed() {
        let rows = fit_rows(vec![
            buttons(&[("a", &"L".repeat(200)), ("b", " "), (&"i".repeat(101), "I")]),
            menu("m", &[]),
        ]);
        assert_eq!(rows.as_array().unwrap().len(), 1);
        let kept = rows[0]["components"].as_array().unwrap();
        assert_eq!(kept.len(), 1);
        assert_eq!(kept[0]["label"].as_str().unwrap().chars().count(), MAX_BUTTON_LABEL);
        let values: Vec<String> = (0..30).map(|n| n.to_string()).collect();
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let many = (0..7).map(|n| menu(&n.to_string(), &values)).collect();
        let rows = fit_rows(many);
        assert_eq!(rows.as_array().unwrap().len(), MAX_ROWS);
        let options = rows[0]["components"][0]["options"].as_array().unwrap();
        assert_eq!(options.len(), MAX_OPTIONS);
    }

    #[test]
    fn commands_are_mentioned_where_discord_renders_it_and_there_is_room() {
        let ids = CommandIds::from_registered(&json!([{ "id": "12345678", "name": "status" }]));
        let text = "`/status` shows it.";
        let embed = |description: &str| {
            CreateEmbed::new().title(text).description(description).field(text, text, true)
        };
        let mention = |embeds: Vec<CreateEmbed>| {
            let content = text.to_string();
            let message = RenderedMessage { content, embeds, ..RenderedMessage::default() };
            let mentioning = replace_command_names_within_limits(&message, &ids);
            (mentioning.content, json!(mentioning.embeds))
        };
        let (content, embeds) = mention(vec![embed(text).footer(CreateEmbedFooter::new(text))]);
        let mentioned = "</status:12345678> shows it.";
        assert_eq!(content, mentioned);
        let mut expected = json!([embed(mentioned).footer(CreateEmbedFooter::new(text))]);
        expected[0]["fields"][0]["value"] = mentioned.into();
        assert_eq!(embeds[0]["description"], expected[0]["description"]);
        assert_eq!(embeds[0]["fields"], expected[0]["fields"]);
        assert_eq!(embeds[0]["title"], text);
        assert_eq!(embeds[0]["footer"]["text"], text);
        // The embeds together have room for one mention.
        let room = mentioned.len() - text.len();
        let first = embed(text);
        let filler = MAX_EMBED_CHARACTERS - embed_length(&first) - MAX_TITLE - room;
        let filler = CreateEmbed::new()
            .title("w".repeat(MAX_TITLE))
            .description("w".repeat(filler.min(MAX_DESCRIPTION)));
        let rest = MAX_EMBED_CHARACTERS - room - embed_length(&first) - embed_length(&filler);
        let rest = CreateEmbed::new().description("w".repeat(rest));
        let (_, embeds) = mention(vec![first, filler, rest]);
        assert_eq!(embeds[0]["description"], mentioned);
        assert_eq!(embeds[0]["fields"][0]["value"], text);
    }

    #[test]
    fn text_beyond_the_budget_is_counted_once() {
        let mut fixer = LimitFixer::default();
        let mut embed = json!({ "title": "T" });
        fixer.fit_embed_text_to_limit_and_budget(&mut embed, "title", MAX_TITLE);
        assert_eq!((embed, fixer.fixes), (json!({}), BTreeMap::from([("too-long", 1)])));
    }

    #[test]
    fn embeds_are_cut_to_their_limits() {
        let long = "w".repeat(5000);
        let embed = || CreateEmbed::new().title(&long).description(&long).field("A", " ", false);
        let embeds = vec![embed(), embed(), CreateEmbed::new()];
        let content = long.clone();
        let (written, json) =
            fitted(RenderedMessage { content, embeds, ..RenderedMessage::default() });
        assert_eq!(written.content.chars().count(), MAX_CONTENT);
        let size = |at: usize, key: &str| json["embeds"][at][key].as_str().unwrap().chars().count();
        assert_eq!((size(0, "title"), size(0, "description")), (MAX_TITLE, MAX_DESCRIPTION));
        let rest = MAX_EMBED_CHARACTERS - 2 * MAX_TITLE - MAX_DESCRIPTION;
        assert_eq!((size(1, "title"), size(1, "description")), (MAX_TITLE, rest));
        assert_eq!(json["embeds"].as_array().unwrap().len(), 2);
        assert!(json["embeds"][0]["fields"].as_array().is_none_or(Vec::is_empty));
    }
}
