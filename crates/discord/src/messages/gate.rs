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
use super::text::cut;
use super::{BUTTON, CONTENT, DESCRIPTION, FIELD, MOST_OPTIONS, MOST_ROWS, OPTION, TITLE, Written};

/// Discord's limits beside those of the messages we write.
const MOST_EMBEDS: usize = 10;
const MOST_FIELDS: usize = 25;
const FOOTER: usize = 2048;
const PLACEHOLDER: usize = 150;
/// The characters of all embeds of a message.
const EMBEDS: usize = 6000;

const MENU: u64 = 3;

/// The same message, as Discord takes it.
pub fn fit(written: Written) -> Written {
    let mut gate = Gate { left: EMBEDS, ..Gate::default() };
    let Written { content, embeds, components, .. } = written;
    let content = match content.chars().count() > CONTENT {
        true => gate.cut_to(CONTENT, &content),
        false => content,
    };
    let has_picture = written.picture.is_some();
    let embeds = embeds.into_iter().enumerate();
    let embeds = embeds.filter_map(|(at, one)| gate.embed(one, at == 0 && has_picture)).collect();
    let embeds = gate.most(MOST_EMBEDS, embeds);
    let rows = components.into_iter().filter_map(|row| gate.row(row)).collect();
    let components = gate.most(MOST_ROWS, rows);
    gate.tell();
    Written { content, embeds, components, ..written }
}

#[derive(Default)]
struct Gate {
    /// The custom ids of the message so far.
    ids: BTreeSet<String>,
    /// How many characters the embeds may still have.
    left: usize,
    /// What had to be mended, and how often.
    mended: BTreeMap<&'static str, u64>,
}

impl Gate {
    fn tell(&self) {
        for what in self.mended.keys() {
            metrics::counter!("riposte_mended_total", "what" => *what).increment(1);
        }
        if !self.mended.is_empty() {
            tracing::warn!(mended = ?self.mended, "Discord would have refused a message");
        }
    }

    fn mend(&mut self, what: &'static str) {
        *self.mended.entry(what).or_default() += 1;
    }

    fn count(&self) -> u64 {
        self.mended.values().sum()
    }

    fn most<T>(&mut self, most: usize, mut all: Vec<T>) -> Vec<T> {
        if all.len() > most {
            self.mend("too-many");
            all.truncate(most);
        }
        all
    }

    fn cut_to(&mut self, most: usize, text: &str) -> String {
        self.mend("too-long");
        cut(text, most)
    }

    /// A text within its limit; none where there is none, or nothing in it.
    fn text(&mut self, holder: &mut Value, key: &str, most: usize) -> Option<usize> {
        let text = holder[key].as_str()?;
        if text.trim().is_empty() {
            self.leave_out(holder, key);
            return None;
        }
        let size = text.chars().count();
        if size <= most {
            return Some(size);
        }
        let short = self.cut_to(most, text);
        let size = short.chars().count();
        holder[key] = short.into();
        Some(size)
    }

    fn leave_out(&mut self, holder: &mut Value, key: &str) {
        if let Some(holder) = holder.as_object_mut() {
            holder.remove(key);
            self.mend("empty");
        }
    }

    fn embed(&mut self, embed: CreateEmbed, has_picture: bool) -> Option<CreateEmbed> {
        let before = self.count();
        let mut after = serde_json::to_value(&embed).ok()?;
        self.budgeted(&mut after, "title", TITLE);
        self.budgeted(&mut after, "description", DESCRIPTION);
        if let Some(fields) = after["fields"].as_array_mut() {
            let all = std::mem::take(fields);
            let all = self.most(MOST_FIELDS, all);
            *fields = all.into_iter().filter_map(|field| self.field(field)).collect();
        }
        if !after["footer"].is_null() {
            self.budgeted(&mut after["footer"], "text", FOOTER);
        }
        let is_shown =
            ["title", "description", "image", "thumbnail"].iter().any(|key| !after[key].is_null())
                || after["fields"].as_array().is_some_and(|fields| !fields.is_empty());
        if !is_shown && !has_picture {
            self.mend("empty");
            return None;
        }
        if self.count() == before {
            return Some(embed);
        }
        serde_json::from_value::<Embed>(after).ok().map(CreateEmbed::from)
    }

    /// A text of an embed, within its limit and that of all embeds.
    fn budgeted(&mut self, holder: &mut Value, key: &str, most: usize) {
        if self.left == 0 && holder[key].is_string() {
            self.mend("too-long");
            self.leave_out(holder, key);
        }
        let size = self.text(holder, key, most.min(self.left));
        self.left -= size.unwrap_or(0);
    }

    /// A field has a name and a value, or is left out.
    fn field(&mut self, mut field: Value) -> Option<Value> {
        let left = self.left;
        self.budgeted(&mut field, "name", TITLE);
        self.budgeted(&mut field, "value", FIELD);
        if field["name"].is_string() && field["value"].is_string() {
            return Some(field);
        }
        self.mend("empty");
        self.left = left;
        None
    }

    fn row(&mut self, row: CreateActionRow) -> Option<CreateActionRow> {
        let before = self.count();
        let mut after = serde_json::to_value(&row).ok()?;
        let parts = std::mem::take(after["components"].as_array_mut()?);
        let parts: Vec<Value> = parts.into_iter().filter_map(|part| self.part(part)).collect();
        let parts = self.most(MOST_ROWS, parts);
        if parts.is_empty() {
            self.mend("empty");
            return None;
        }
        if self.count() == before {
            return Some(row);
        }
        rebuilt(parts)
    }

    /// A button or a menu.
    fn part(&mut self, mut part: Value) -> Option<Value> {
        if let Some(id) = part["custom_id"].as_str() {
            if id.is_empty() || id.chars().count() > custom_id::LONGEST {
                self.mend("id");
                return None;
            }
            if !self.ids.insert(id.to_string()) {
                self.mend("twice");
                return None;
            }
        }
        if part["type"] == MENU {
            self.text(&mut part, "placeholder", PLACEHOLDER);
            return self.options(&mut part).then_some(part);
        }
        let label = self.text(&mut part, "label", BUTTON);
        if label.is_none() && part["emoji"].is_null() {
            self.mend("empty");
            return None;
        }
        Some(part)
    }

    /// Whether any is left.
    fn options(&mut self, menu: &mut Value) -> bool {
        // Menus of users or channels have none.
        let Some(options) = menu["options"].as_array_mut() else { return true };
        let mut values = BTreeSet::new();
        let all = std::mem::take(options).into_iter();
        let all = all.filter_map(|option| self.option(option, &mut values)).collect();
        let all = self.most(MOST_OPTIONS, all);
        if all.is_empty() {
            self.mend("empty");
            return false;
        }
        menu["options"] = all.into();
        true
    }

    fn option(&mut self, mut option: Value, values: &mut BTreeSet<String>) -> Option<Value> {
        let value = option["value"].as_str().unwrap_or_default();
        if value.is_empty() || value.chars().count() > OPTION {
            self.mend("id");
            return None;
        }
        if !values.insert(value.to_string()) {
            self.mend("twice");
            return None;
        }
        self.text(&mut option, "description", OPTION);
        self.text(&mut option, "label", OPTION).map(|_| option)
    }
}

/// A row of what is left of it.
fn rebuilt(mut parts: Vec<Value>) -> Option<CreateActionRow> {
    if parts.first()?["type"] != MENU {
        let buttons: Vec<Button> = serde_json::from_value(parts.into()).ok()?;
        let buttons = buttons.into_iter().map(CreateButton::from).collect();
        return Some(CreateActionRow::Buttons(buttons));
    }
    let menu: SelectMenu = serde_json::from_value(parts.swap_remove(0)).ok()?;
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

    fn fitted(written: Written) -> (Written, Value) {
        let written = fit(written);
        let json = json!({ "embeds": written.embeds, "components": written.components });
        (written, json)
    }

    fn of_rows(components: Vec<CreateActionRow>) -> Value {
        fitted(Written { components, ..Written::default() }).1["components"].take()
    }

    #[test]
    fn what_is_good_stays_as_it_is() {
        let components = vec![menu("a", &["x", "y"]), buttons(&[("b", "B"), ("c", "C")])];
        let embed = CreateEmbed::new().title("T").field("Zones", "Gate", true);
        let content = "Here".to_string();
        let embeds = vec![embed];
        let good = Written { content, embeds, components, ..Written::default() };
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
        assert_eq!(kept[0]["label"].as_str().unwrap().chars().count(), BUTTON);
        let values: Vec<String> = (0..30).map(|n| n.to_string()).collect();
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let many = (0..7).map(|n| menu(&n.to_string(), &values)).collect();
        let rows = of_rows(many);
        assert_eq!(rows.as_array().unwrap().len(), MOST_ROWS);
        let options = rows[0]["components"][0]["options"].as_array().unwrap();
        assert_eq!(options.len(), MOST_OPTIONS);
    }

    #[test]
    fn embeds_keep_within_their_limits() {
        let long = "w".repeat(5000);
        let embed = || CreateEmbed::new().title(&long).description(&long).field("A", " ", false);
        let embeds = vec![embed(), embed(), CreateEmbed::new()];
        let content = long.clone();
        let (written, json) = fitted(Written { content, embeds, ..Written::default() });
        assert_eq!(written.content.chars().count(), CONTENT);
        let size = |at: usize, key: &str| json["embeds"][at][key].as_str().unwrap().chars().count();
        assert_eq!((size(0, "title"), size(0, "description")), (TITLE, DESCRIPTION));
        let rest = EMBEDS - 2 * TITLE - DESCRIPTION;
        assert_eq!((size(1, "title"), size(1, "description")), (TITLE, rest));
        assert_eq!(json["embeds"].as_array().unwrap().len(), 2);
        assert!(json["embeds"][0]["fields"].as_array().is_none_or(Vec::is_empty));
    }
}
