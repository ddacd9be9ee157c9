//! What is kept outside of fights: sheets, kits, templates, as their owners see them.

use serde_json::Value;
use serenity::all::{ButtonStyle, CreateActionRow, CreateEmbed, CreateSelectMenuOption};

use super::set_up::{button, choice, menu, open, say, systems};
use super::text::{cut, escaped, fitting};
use super::{CONTENT, FIELD, TITLE, TONGUE, Written, long};
use crate::app::shelf::{FieldCard, KitCard, News, SheetCard, SheetLine, Shelf, TemplateLine};
use crate::engine::words::Words;
use crate::narration::words;

/// What all pages of a sheet may hold together: an embed has 6000 characters.
const ALL_PAGES: usize = 5000;

pub fn write(shelf: &Shelf) -> Written {
    match shelf {
        Shelf::Sheet { card, news } => sheet(card, *news),
        Shelf::Sheets(lines) => sheets(lines),
        Shelf::Deleted { name } => Written::text(format!("{} is deleted.", escaped(name))),
        Shelf::File { name, text } => Written {
            content: "Here it is. `/sheet import` takes it in again, here or elsewhere.".into(),
            paper: Some((name.clone(), text.clone())),
            ..Written::default()
        },
        Shelf::Kit { card, news } => kit(card, *news),
        Shelf::Template { name, news: News::Removed } => {
            Written::text(format!("The template {} is dropped.", escaped(name)))
        }
        Shelf::Template { name, .. } => Written::text(format!(
            "Kept as {}. `/init load` opens a fight from it, in any channel.",
            escaped(name)
        )),
        Shelf::Templates(lines) => templates(lines),
        Shelf::Systems => systems(),
        Shelf::Joining { sheets, archetypes } => joining(sheets, archetypes),
    }
}

fn sheet(card: &SheetCard, news: News) -> Written {
    let name = escaped(&card.name);
    let content = match news {
        News::Shown | News::Removed => String::new(),
        News::Made => format!("{name} is ready: `/init join` brings them into a fight."),
        News::Changed => format!("{name} is changed."),
        News::Copied => format!("{name} is a copy, and goes its own way from here."),
        News::Imported => format!("{name} is taken in."),
        News::AskedToDelete => format!("Delete {name}? Nothing brings the sheet back."),
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
    let mut about = words::system(TONGUE, &card.system);
    if card.fight.is_some() {
        about += " · in a fight: it changes again after that";
    }
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

/// `STR: 2`, `Hands: longsword (2 usage marks), small shield`.
fn line(field: &FieldCard) -> String {
    let text = match &field.value {
        Value::Array(list) => list.iter().map(thing).collect::<Vec<_>>().join(", "),
        Value::Object(_) => thing(&field.value),
        Value::Bool(is_so) => if *is_so { "yes" } else { "no" }.into(),
        Value::Null | Value::Number(_) | Value::String(_) => escaped(&field.text),
    };
    let text = if text.is_empty() { "–".into() } else { text };
    format!("**{}** {text}", words::field(TONGUE, &field.key))
}

/// A thing by its name, and how worn it is.
fn thing(value: &Value) -> String {
    let name = value.as_str().or_else(|| value["name"].as_str());
    let mut text = escaped(name.unwrap_or("something"));
    let mut marks = Vec::new();
    match value["marks"].as_u64() {
        Some(1) => marks.push("1 mark".to_string()),
        Some(many) if many > 1 => marks.push(format!("{many} marks")),
        _ => {}
    }
    marks.extend(value["state"].as_str().filter(|state| *state != "intact").map(String::from));
    if value["held"] == true && value["natural"] != true {
        marks.push("in hand".into());
    }
    if !marks.is_empty() {
        text += &format!(" ({})", marks.join(", "));
    }
    text
}

fn changes(card: &SheetCard) -> Vec<CreateActionRow> {
    let by_id = |verb: &str| Words::new(verb).with("id", card.id);
    let pages = card.pages.iter().enumerate().filter_map(|(place, page)| {
        choice(&page.title, "", open(by_id("page").with("page", place)))
    });
    let about = choice("Name and portrait", "", open(by_id("about")));
    let mut rows = Vec::new();
    if card.fight.is_none() {
        rows.extend(menu(0, "Change…", pages.chain(about).collect()));
    }
    let toml = say(by_id("sheet-export").with("format", "toml"));
    let json = say(by_id("sheet-export").with("format", "json"));
    let buttons = [
        button("Copy…", ButtonStyle::Secondary, open(by_id("copy"))),
        button("Take away (TOML)", ButtonStyle::Secondary, toml),
        button("Take away (JSON)", ButtonStyle::Secondary, json),
        button("Delete…", ButtonStyle::Danger, say(by_id("sheet-delete"))),
    ];
    rows.push(CreateActionRow::Buttons(buttons.into_iter().flatten().collect()));
    rows
}

fn sure(card: &SheetCard) -> Vec<CreateActionRow> {
    let delete = Words::new("sheet-delete").with("id", card.id).with("revision", card.revision);
    let keep = Words::new("sheet-show").with("id", card.id);
    let buttons = [
        button(&format!("Delete {}", card.name), ButtonStyle::Danger, say(delete)),
        button("Keep the sheet", ButtonStyle::Secondary, say(keep)),
    ];
    vec![CreateActionRow::Buttons(buttons.into_iter().flatten().collect())]
}

fn sheets(lines: &[SheetLine]) -> Written {
    if lines.is_empty() {
        return Written::text("You have no sheets yet. `/sheet new` makes one.");
    }
    let line = |one: &SheetLine| {
        let fight = if one.is_in_fight { ", in a fight" } else { "" };
        format!("- **{}** ({}{fight})", escaped(&one.name), words::system(TONGUE, &one.system))
    };
    let text: Vec<String> = lines.iter().map(line).collect();
    let options = lines.iter().filter_map(|one| {
        let show = Words::new("sheet-show").with("id", one.id);
        choice(&one.name, &words::system(TONGUE, &one.system), say(show))
    });
    let components = menu(0, "Show…", options.collect()).into_iter().collect();
    Written { content: fitting(&text, CONTENT), components, ..Written::default() }
}

fn kit(card: &KitCard, news: News) -> Written {
    let system = words::system(TONGUE, &card.system);
    let first = match (news, card.is_own) {
        (News::Changed, _) => format!("All fights of {system} here use this kit from now on."),
        (News::Removed, _) => format!("Fights of {system} here use the built-in kit again."),
        (_, true) => format!("This server has its own kit for {system}."),
        (_, false) => format!("This server uses the built-in kit of {system}."),
    };
    let listed = |names: &[String]| {
        let names: Vec<String> = names.iter().map(|name| escaped(name)).collect();
        cut(&names.join(", "), CONTENT / 3)
    };
    long(&format!(
        "{first}\n**Archetypes** {}\n**Creatures** {}",
        listed(&card.archetypes),
        listed(&card.creatures)
    ))
}

fn templates(lines: &[TemplateLine]) -> Written {
    if lines.is_empty() {
        return Written::text(
            "You keep no templates yet. `/init save` keeps the set-up of a fight as one.",
        );
    }
    let options = lines.iter().filter_map(|one| {
        let load = Words::new("load").with("name", &one.name);
        choice(&one.name, &words::system(TONGUE, &one.system), say(load))
    });
    Written {
        content: "From which template do you want to open a fight here?".into(),
        components: menu(0, "Templates", options.collect()).into_iter().collect(),
        ..Written::default()
    }
}

/// Whom somebody may play who joins.
fn joining(sheets: &[String], archetypes: &[String]) -> Written {
    let own = |name: &String| {
        let join = Words::new("join").with("sheet", name);
        choice(name, "Your sheet", say(join))
    };
    let new = |name: &String| {
        let join = Words::new("join").with("from", name);
        choice(name, "A new one, for this fight only", open(join))
    };
    let options: Vec<CreateSelectMenuOption> =
        sheets.iter().filter_map(own).chain(archetypes.iter().filter_map(new)).collect();
    Written {
        content: "Whom do you play? `/sheet new` makes a character that outlasts the fight.".into(),
        components: menu(0, "Join as…", options).into_iter().collect(),
        ..Written::default()
    }
}
