//! What is kept outside of fights: sheets, kits, templates, as their owners see them.

use serde_json::{Map, Value};
use serenity::all::{ButtonStyle, CreateActionRow, CreateEmbed, CreateSelectMenuOption};

use super::set_up::{button, choice, menu, open, say, systems};
use super::text::{cut, escaped, fitting};
use super::{CONTENT, FIELD, LOCALE, STYLE, TITLE, Written, long};
use app::shelf::{FieldCard, KitCard, News, PageCard, SheetCard, SheetLine, Shelf, TemplateLine};
use engine::command::Command;
use narration::catalogue::Set;
use narration::{say, words};

/// What all pages of a sheet may hold together: an embed has 6000 characters.
const ALL_PAGES: usize = 5000;

pub fn write(shelf: &Shelf) -> Written {
    match shelf {
        Shelf::Sheet { card, news } => sheet(card, *news),
        Shelf::Sheets(lines) => sheets(lines),
        Shelf::Deleted { name } => Written::text(say!(STYLE, "sheet-deleted", name)),
        Shelf::File { name, text } => Written {
            content: say!(STYLE, "sheet-exported"),
            paper: Some((name.clone(), text.clone())),
            ..Written::default()
        },
        Shelf::Kit { card, news } => kit(card, *news),
        Shelf::Template { name, news: News::Removed } => {
            Written::text(say!(STYLE, "template-dropped", name))
        }
        Shelf::Template { name, .. } => Written::text(say!(STYLE, "template-kept", name)),
        Shelf::Templates(lines) => templates(lines),
        Shelf::Systems => systems(),
        Shelf::Joining { sheets, archetypes } => joining(sheets, archetypes),
    }
}

fn sheet(card: &SheetCard, news: News) -> Written {
    let name = &card.name;
    let content = match news {
        News::Shown | News::Removed => String::new(),
        News::Made => say!(STYLE, "sheet-made", name),
        News::Changed => say!(STYLE, "sheet-changed", name),
        News::Copied => say!(STYLE, "sheet-copied", name),
        News::Imported => say!(STYLE, "sheet-imported", name),
        News::AskedToDelete => say!(STYLE, "sheet-delete-sure", name),
    };
    Written {
        content,
        embeds: vec![embed(card)],
        components: if news == News::AskedToDelete { sure(card) } else { changes(card) },
        ..Written::default()
    }
}

/// A sheet, page by page.
fn embed(card: &SheetCard) -> CreateEmbed {
    let system = words::system(LOCALE, &card.system);
    let about = say!(LOCALE, "sheet-about", system, is_in_fight = card.fight.is_some());
    let embed = CreateEmbed::new().title(cut(&escaped(&card.name), TITLE)).description(about);
    let embed = match &card.portrait {
        Some(address) => embed.thumbnail(address),
        None => embed,
    };
    let most = FIELD.min(ALL_PAGES / card.pages.len().max(1));
    card.pages.iter().fold(embed, |embed, page| {
        let lines = page.fields.iter().map(line);
        let text = cut(&lines.collect::<Vec<_>>().join("\n"), most);
        embed.field(cut(&escaped(&page.title), TITLE), text, true)
    })
}

/// A page of a sheet in one line.
pub fn in_a_line(page: &PageCard) -> String {
    page.fields.iter().map(line).collect::<Vec<_>>().join(" · ")
}

/// `STR: 2`, `Hands: longsword (2 usage marks), small shield`.
fn line(field: &FieldCard) -> String {
    let text = match &field.value {
        Value::Array(list) => list.iter().map(thing).collect::<Vec<_>>().join(", "),
        Value::Object(parts) if !parts.contains_key("name") => counts(parts),
        Value::Object(_) => thing(&field.value),
        Value::Bool(is) => say!(LOCALE, "yes-or-no", is),
        Value::Null | Value::Number(_) | Value::String(_) => escaped(&field.text),
    };
    let text = if text.is_empty() { "–".into() } else { text };
    format!("**{}** {text}", words::field(LOCALE, &field.key))
}

/// `Strike 3, Endure 1, Cover`: what there is any of.
pub fn counts(parts: &Map<String, Value>) -> String {
    let is_there = |count: &Value| {
        count.as_i64() != Some(0) && !matches!(count, Value::Null | Value::Bool(false))
    };
    let there = parts.iter().filter(|(_, count)| is_there(count));
    let count = |(key, count): (&String, &Value)| {
        let count = match count {
            Value::Bool(_) => String::new(),
            Value::String(text) => escaped(text),
            other => other.to_string(),
        };
        format!("{} {count}", words::field(LOCALE, key)).trim().to_string()
    };
    there.map(count).collect::<Vec<_>>().join(", ")
}

/// A thing by its name, and how worn it is; without a name by what it is made of.
fn thing(value: &Value) -> String {
    let name = value.as_str().or_else(|| value["name"].as_str());
    let mut text = match (name, value) {
        (Some(name), _) => escaped(name),
        (None, Value::Object(parts)) => return counts(parts),
        (None, _) => say!(LOCALE, "sheet-something"),
    };
    let mut marks = Vec::new();
    if let Some(marks_left) = value["marks"].as_u64().filter(|marks| *marks > 0) {
        marks.push(say!(LOCALE, "sheet-marks", count = marks_left));
    }
    let state = value["state"].as_str().filter(|state| *state != "intact");
    marks.extend(state.map(|state| words::condition(LOCALE, state)));
    if value["held"] == true && value["natural"] != true {
        marks.push(say!(LOCALE, "sheet-in-hand"));
    }
    if !marks.is_empty() {
        text += &format!(" ({})", marks.join(", "));
    }
    text
}

fn changes(card: &SheetCard) -> Vec<CreateActionRow> {
    let by_id = |verb: &str| Command::new(verb).with("id", card.id);
    let pages = card.pages.iter().enumerate().filter_map(|(place, page)| {
        choice(&page.title, "", open(by_id("page").with("page", place)))
    });
    let about = choice(&say!(LOCALE, "sheet-page-about"), "", open(by_id("about")));
    let mut rows = Vec::new();
    if card.fight.is_none() {
        rows.extend(menu(0, &say!(LOCALE, "sheet-change"), pages.chain(about).collect()));
    }
    let toml = say(by_id("sheet-export").with("format", "toml"));
    let json = say(by_id("sheet-export").with("format", "json"));
    let buttons = [
        button(&say!(LOCALE, "sheet-copy"), ButtonStyle::Secondary, open(by_id("copy"))),
        button(&say!(LOCALE, "sheet-take-toml"), ButtonStyle::Secondary, toml),
        button(&say!(LOCALE, "sheet-take-json"), ButtonStyle::Secondary, json),
        button(&say!(LOCALE, "sheet-delete"), ButtonStyle::Danger, say(by_id("sheet-delete"))),
    ];
    rows.push(CreateActionRow::Buttons(buttons.into_iter().flatten().collect()));
    rows
}

fn sure(card: &SheetCard) -> Vec<CreateActionRow> {
    let delete = Command::new("sheet-delete").with("id", card.id).with("revision", card.revision);
    let keep = Command::new("sheet-show").with("id", card.id);
    let buttons = [
        button(
            &say!(LOCALE, "sheet-delete-this", name = card.name),
            ButtonStyle::Danger,
            say(delete),
        ),
        button(&say!(LOCALE, "sheet-keep"), ButtonStyle::Secondary, say(keep)),
    ];
    vec![CreateActionRow::Buttons(buttons.into_iter().flatten().collect())]
}

fn sheets(lines: &[SheetLine]) -> Written {
    if lines.is_empty() {
        return Written::text(say!(STYLE, "sheets-none"));
    }
    let line = |one: &SheetLine| {
        let system = words::system(LOCALE, &one.system);
        say!(STYLE, "sheets-line", name = one.name, system, is_in_fight = one.is_in_fight)
    };
    let text: Vec<String> = lines.iter().map(line).collect();
    let options = lines.iter().filter_map(|one| {
        let show = Command::new("sheet-show").with("id", one.id);
        choice(&one.name, &words::system(LOCALE, &one.system), say(show))
    });
    let components = menu(0, &say!(LOCALE, "sheets-show"), options.collect()).into_iter().collect();
    Written { content: fitting(&text, CONTENT), components, ..Written::default() }
}

fn kit(card: &KitCard, news: News) -> Written {
    let system = words::system(LOCALE, &card.system);
    let first = match (news, card.is_own) {
        (News::Changed, _) => say!(STYLE, "kit-changed", system),
        (News::Removed, _) => say!(STYLE, "kit-removed", system),
        (_, is_own) => say!(STYLE, "kit-shown", system, is_own),
    };
    let listed = |names: &[String]| {
        let names: Vec<String> = names.iter().map(|name| escaped(name)).collect();
        cut(&names.join(", "), CONTENT / 3)
    };
    let (archetypes, creatures) = (Set(listed(&card.archetypes)), Set(listed(&card.creatures)));
    let names = say!(STYLE, "kit-names", archetypes, creatures);
    long(&format!("{first}\n{names}"))
}

fn templates(lines: &[TemplateLine]) -> Written {
    if lines.is_empty() {
        return Written::text(say!(STYLE, "templates-none"));
    }
    let options = lines.iter().filter_map(|one| {
        let load = Command::new("load").with("name", &one.name);
        choice(&one.name, &words::system(LOCALE, &one.system), say(load))
    });
    Written {
        content: say!(STYLE, "templates-which"),
        components: menu(0, &say!(LOCALE, "templates-menu"), options.collect())
            .into_iter()
            .collect(),
        ..Written::default()
    }
}

/// Whom somebody may play who joins.
fn joining(sheets: &[String], archetypes: &[String]) -> Written {
    let own = |name: &String| {
        let join = Command::new("join").with("sheet", name);
        choice(name, &say!(LOCALE, "joining-sheet"), say(join))
    };
    let new = |name: &String| {
        let join = Command::new("join").with("from", name);
        choice(name, &say!(LOCALE, "joining-new"), open(join))
    };
    let options: Vec<CreateSelectMenuOption> =
        sheets.iter().filter_map(own).chain(archetypes.iter().filter_map(new)).collect();
    Written {
        content: say!(STYLE, "joining-whom"),
        components: menu(0, &say!(LOCALE, "joining-menu"), options).into_iter().collect(),
        ..Written::default()
    }
}
