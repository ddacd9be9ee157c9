//! The gate before sending: what Discord would refuse is mended, so that what is said arrives.
//!
//! Whoever writes a message keeps to Discord's limits; this is the net below them. What is mended
//! is counted and logged, since it is a fault of ours.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use serenity::all::{
    Button, CreateActionRow, CreateButton, CreateEmbed, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, Embed, SelectMenu,
};

use super::super::custom_id;
use super::text::cut_to_length;
use super::{
    MAX_BUTTON_LABEL, MAX_CONTENT, MAX_DESCRIPTION, MAX_FIELD, MAX_OPTION, MAX_OPTIONS, MAX_ROWS,
    MAX_TITLE, RenderedMessage,
};

/// Discord's limits beside those of the messages we write.
const MAX_EMBEDS: usize = 10;
const MAX_FIELDS: usize = 25;
const MAX_FOOTER: usize = 2048;
const MAX_PLACEHOLDER: usize = 150;
/// The characters of all embeds of a message.
const MAX_EMBED_CHARACTERS: usize = 6000;

const MENU_TYPE: u64 = 3;

/// The same message, as Discord takes it.
pub fn fit_to_limits(rendered: RenderedMessage) -> RenderedMessage {
    let mut gate = LimitFixer { embed_budget: MAX_EMBED_CHARACTERS, ..LimitFixer::default() };
    let RenderedMessage { content, embeds, components, .. } = rendered;
    let content = match content.chars().count() > MAX_CONTENT {
        true => gate.cut_text(MAX_CONTENT, &content),
        false => content,
    };
    let has_picture = rendered.picture.is_some();
    let embeds = embeds.into_iter().enumerate();
    let embeds =
        embeds.filter_map(|(at, one)| gate.fit_embed(one, at == 0 && has_picture)).collect();
    let embeds = gate.truncate_list(MAX_EMBEDS, embeds);
    let rows = components.into_iter().filter_map(|row| gate.fit_row(row)).collect();
    let components = gate.truncate_list(MAX_ROWS, rows);
    gate.report_fixes();
    RenderedMessage { content, embeds, components, ..rendered }
}

#[derive(Default)]
struct LimitFixer {
    /// The custom ids of the message so far.
    seen_ids: BTreeSet<String>,
    /// How many characters the embeds may still have.
    embed_budget: usize,
    /// What had to be mended, and how often.
    fixes: BTreeMap<&'static str, u64>,
}

impl LimitFixer {
    fn report_fixes(&self) {
        for what in self.fixes.keys() {
            metrics::counter!("riposte_mended_total", "what" => *what).increment(1);
        }
        if !self.fixes.is_empty() {
            tracing::warn!(mended = ?self.fixes, "Discord would have refused a message");
        }
    }

    fn count_fix(&mut self, what: &'static str) {
        *self.fixes.entry(what).or_default() += 1;
    }

    fn fix_count(&self) -> u64 {
        self.fixes.values().sum()
    }

    fn truncate_list<T>(&mut self, max: usize, mut items: Vec<T>) -> Vec<T> {
        if items.len() > max {
            self.count_fix("too-many");
            items.truncate(max);
        }
        items
    }

    fn cut_text(&mut self, max: usize, text: &str) -> String {
        self.count_fix("too-long");
        cut_to_length(text, max)
    }

    /// A text within its limit; none where there is none, or nothing in it.
    fn fit_text(&mut self, holder: &mut Value, key: &str, max: usize) -> Option<usize> {
        let text = holder[key].as_str()?;
        if text.trim().is_empty() {
            self.remove_empty(holder, key);
            return None;
        }
        let size = text.chars().count();
        if size <= max {
            return Some(size);
        }
        let short = self.cut_text(max, text);
        let size = short.chars().count();
        holder[key] = short.into();
        Some(size)
    }

    fn remove_empty(&mut self, holder: &mut Value, key: &str) {
        if let Some(holder) = holder.as_object_mut() {
            holder.remove(key);
            self.count_fix("empty");
        }
    }

    fn fit_embed(&mut self, embed: CreateEmbed, has_picture: bool) -> Option<CreateEmbed> {
        let before = self.fix_count();
        let mut after = serde_json::to_value(&embed).ok()?;
        self.fit_embed_text(&mut after, "title", MAX_TITLE);
        self.fit_embed_text(&mut after, "description", MAX_DESCRIPTION);
        if let Some(fields) = after["fields"].as_array_mut() {
            let all = std::mem::take(fields);
            let all = self.truncate_list(MAX_FIELDS, all);
            *fields = all.into_iter().filter_map(|field| self.fit_field(field)).collect();
        }
        if !after["footer"].is_null() {
            self.fit_embed_text(&mut after["footer"], "text", MAX_FOOTER);
        }
        let is_shown =
            ["title", "description", "image", "thumbnail"].iter().any(|key| !after[key].is_null())
                || after["fields"].as_array().is_some_and(|fields| !fields.is_empty());
        if !is_shown && !has_picture {
            self.count_fix("empty");
            return None;
        }
        if self.fix_count() == before {
            return Some(embed);
        }
        serde_json::from_value::<Embed>(after).ok().map(CreateEmbed::from)
    }

    /// A text of an embed, within its limit and that of all embeds.
    fn fit_embed_text(&mut self, holder: &mut Value, key: &str, max: usize) {
        if self.embed_budget == 0 && holder[key].is_string() {
            self.count_fix("too-long");
            self.remove_empty(holder, key);
        }
        let size = self.fit_text(holder, key, max.min(self.embed_budget));
        self.embed_budget -= size.unwrap_or(0);
    }

    /// A field has a name and a value, or is left out.
    fn fit_field(&mut self, mut field: Value) -> Option<Value> {
        let left = self.embed_budget;
        self.fit_embed_text(&mut field, "name", MAX_TITLE);
        self.fit_embed_text(&mut field, "value", MAX_FIELD);
        if field["name"].is_string() && field["value"].is_string() {
            return Some(field);
        }
        self.count_fix("empty");
        self.embed_budget = left;
        None
    }

    fn fit_row(&mut self, row: CreateActionRow) -> Option<CreateActionRow> {
        let before = self.fix_count();
        let mut after = serde_json::to_value(&row).ok()?;
        let parts = std::mem::take(after["components"].as_array_mut()?);
        let parts: Vec<Value> =
            parts.into_iter().filter_map(|part| self.fit_component(part)).collect();
        let parts = self.truncate_list(MAX_ROWS, parts);
        if parts.is_empty() {
            self.count_fix("empty");
            return None;
        }
        if self.fix_count() == before {
            return Some(row);
        }
        rebuild_row(parts)
    }

    /// A button or a menu.
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
            self.fit_text(&mut component, "placeholder", MAX_PLACEHOLDER);
            return self.fit_options(&mut component).then_some(component);
        }
        let label = self.fit_text(&mut component, "label", MAX_BUTTON_LABEL);
        if label.is_none() && component["emoji"].is_null() {
            self.count_fix("empty");
            return None;
        }
        Some(component)
    }

    /// Whether any is left.
    fn fit_options(&mut self, menu: &mut Value) -> bool {
        // Menus of users or channels have none.
        let Some(options) = menu["options"].as_array_mut() else { return true };
        let mut values = BTreeSet::new();
        let all = std::mem::take(options).into_iter();
        let all = all.filter_map(|option| self.fit_option(option, &mut values)).collect();
        let all = self.truncate_list(MAX_OPTIONS, all);
        if all.is_empty() {
            self.count_fix("empty");
            return false;
        }
        menu["options"] = all.into();
        true
    }

    fn fit_option(&mut self, mut option: Value, values: &mut BTreeSet<String>) -> Option<Value> {
        let value = option["value"].as_str().unwrap_or_default();
        if value.is_empty() || value.chars().count() > MAX_OPTION {
            self.count_fix("id");
            return None;
        }
        if !values.insert(value.to_string()) {
            self.count_fix("twice");
            return None;
        }
        self.fit_text(&mut option, "description", MAX_OPTION);
        self.fit_text(&mut option, "label", MAX_OPTION).map(|_| option)
    }
}

/// A row of what is left of it.
fn rebuild_row(mut components: Vec<Value>) -> Option<CreateActionRow> {
    if components.first()?["type"] != MENU_TYPE {
        let buttons: Vec<Button> = serde_json::from_value(components.into()).ok()?;
        let buttons = buttons.into_iter().map(CreateButton::from).collect();
        return Some(CreateActionRow::Buttons(buttons));
    }
    let menu: SelectMenu = serde_json::from_value(components.swap_remove(0)).ok()?;
    let option = |option: serenity::all::SelectMenuOption| {
        let mut kept = CreateSelectMenuOption::new(option.label, option.value);
        if let Some(about) = option.description {
            kept = kept.description(about);
        }
        if let Some(emoji) = option.emoji {
            kept = kept.emoji(emoji);
        }
        if option.default { kept.default_selection(true) } else { kept }
    };
    let options = menu.options.into_iter().map(option).collect();
    let kind = CreateSelectMenuKind::String { options };
    let mut kept = CreateSelectMenu::new(menu.custom_id?, kind);
    if let Some(name) = menu.placeholder {
        kept = kept.placeholder(name);
    }
    if let Some(least) = menu.min_values {
        kept = kept.min_values(least);
    }
    if let Some(most) = menu.max_values {
        kept = kept.max_values(most);
    }
    Some(CreateActionRow::SelectMenu(if menu.disabled { kept.disabled(true) } else { kept }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use serenity::all::ButtonStyle;

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

    fn fitted(written: RenderedMessage) -> (RenderedMessage, Value) {
        let written = fit_to_limits(written);
        let json = json!({ "embeds": written.embeds, "components": written.components });
        (written, json)
    }

    fn of_rows(components: Vec<CreateActionRow>) -> Value {
        fitted(RenderedMessage { components, ..RenderedMessage::default() }).1["components"].take()
    }

    #[test]
    fn what_is_good_stays_as_it_is() {
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
    fn a_value_twice_is_left_out_once() {
        let rows = of_rows(vec![menu("a", &["x", "y", "x"])]);
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
    fn an_id_twice_is_left_out_once() {
        let rows = of_rows(vec![buttons(&[("a", "A"), ("b", "B")]), buttons(&[("a", "A")])]);
        assert_eq!(rows.as_array().unwrap().len(), 1);
        let rows = of_rows(vec![buttons(&[("a", "A"), ("b", "B"), ("a", "C")])]);
        let kept = &rows[0]["components"];
        assert_eq!(kept.as_array().unwrap().len(), 2);
        assert_eq!((&kept[1]["label"], &kept[1]["style"]), (&json!("B"), &json!(3)));
    }

    #[test]
    fn what_is_too_long_or_empty_is_cut_or_left_out() {
        let rows = of_rows(vec![
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
        let rows = of_rows(many);
        assert_eq!(rows.as_array().unwrap().len(), MAX_ROWS);
        let options = rows[0]["components"][0]["options"].as_array().unwrap();
        assert_eq!(options.len(), MAX_OPTIONS);
    }

    #[test]
    fn embeds_keep_within_their_limits() {
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
