//! What is kept outside of fights: sheets, kits, templates, as their owners see them.

use serde_json::{Map, Value};
use serenity::all::{ButtonStyle, CreateActionRow, CreateEmbed, CreateSelectMenuOption};

use super::set_up::{
    build_button, build_menu, build_option, open_form_id, render_system_choice, run_command_id,
};
use super::text::{cut_to_length, escape_markdown, fit_lines};
use super::{LOCALE, MAX_CONTENT, MAX_FIELD, MAX_TITLE, RenderedMessage, STYLE, render_long_text};
use app::library::{
    KitCard, LibraryReply, LibraryUpdate, SheetCard, SheetCardField, SheetCardPage, SheetSummary,
    TemplateSummary,
};
use engine::core::command::Command;
use narration::catalogue::FormattedText;
use narration::{say, terms};

/// What all pages of a sheet may hold together: an embed has 6000 characters.
const MAX_ALL_PAGES: usize = 5000;

pub fn render_library_reply(shelf: &LibraryReply) -> RenderedMessage {
    match shelf {
        LibraryReply::Sheet { card, update: news } => render_sheet(card, *news),
        LibraryReply::Sheets(lines) => render_sheet_list(lines),
        LibraryReply::SheetDeleted { name } => {
            RenderedMessage::from_text(say!(STYLE, "sheet-deleted", name))
        }
        LibraryReply::SheetFile { name, text } => RenderedMessage {
            content: say!(STYLE, "sheet-exported"),
            attachment: Some((name.clone(), text.clone())),
            ..RenderedMessage::default()
        },
        LibraryReply::Kit { card, update: news } => render_kit(card, *news),
        LibraryReply::Template { name, update: LibraryUpdate::Removed } => {
            RenderedMessage::from_text(say!(STYLE, "template-dropped", name))
        }
        LibraryReply::Template { name, .. } => {
            RenderedMessage::from_text(say!(STYLE, "template-kept", name))
        }
        LibraryReply::Templates(lines) => render_template_list(lines),
        LibraryReply::ChooseSystem => render_system_choice(),
        LibraryReply::ChooseCharacter { sheets, archetypes } => {
            render_join_choices(sheets, archetypes)
        }
    }
}

fn render_sheet(card: &SheetCard, news: LibraryUpdate) -> RenderedMessage {
    let name = &card.name;
    let content = match news {
        LibraryUpdate::Shown | LibraryUpdate::Removed => String::new(),
        LibraryUpdate::Created => say!(STYLE, "sheet-made", name),
        LibraryUpdate::Changed => say!(STYLE, "sheet-changed", name),
        LibraryUpdate::Copied => say!(STYLE, "sheet-copied", name),
        LibraryUpdate::Imported => say!(STYLE, "sheet-imported", name),
        LibraryUpdate::ConfirmDelete => say!(STYLE, "sheet-delete-sure", name),
    };
    RenderedMessage {
        content,
        embeds: vec![render_sheet_embed(card)],
        components: if news == LibraryUpdate::ConfirmDelete {
            build_delete_confirmation(card)
        } else {
            build_sheet_controls(card)
        },
        ..RenderedMessage::default()
    }
}

/// A sheet, page by page.
fn render_sheet_embed(card: &SheetCard) -> CreateEmbed {
    let system = terms::system_name(LOCALE, &card.system);
    let about = say!(LOCALE, "sheet-about", system, is_in_fight = card.fight.is_some());
    let embed = CreateEmbed::new()
        .title(cut_to_length(&escape_markdown(&card.name), MAX_TITLE))
        .description(about);
    let embed = match &card.portrait {
        Some(address) => embed.thumbnail(address),
        None => embed,
    };
    let most = MAX_FIELD.min(MAX_ALL_PAGES / card.pages.len().max(1));
    card.pages.iter().fold(embed, |embed, page| {
        let lines = page.fields.iter().map(format_field);
        let text = cut_to_length(&lines.collect::<Vec<_>>().join("\n"), most);
        embed.field(cut_to_length(&escape_markdown(&page.title), MAX_TITLE), text, true)
    })
}

/// A page of a sheet in one line.
pub fn format_page_in_line(page: &SheetCardPage) -> String {
    page.fields.iter().map(format_field).collect::<Vec<_>>().join(" · ")
}

/// `STR: 2`, `Hands: longsword (2 usage marks), small shield`.
fn format_field(field: &SheetCardField) -> String {
    let text = match &field.value {
        Value::Array(list) => list.iter().map(format_item).collect::<Vec<_>>().join(", "),
        Value::Object(parts) if !parts.contains_key("name") => format_counts(parts),
        Value::Object(_) => format_item(&field.value),
        Value::Bool(is) => say!(LOCALE, "yes-or-no", is),
        Value::Null | Value::Number(_) | Value::String(_) => escape_markdown(&field.form_text),
    };
    let text = if text.is_empty() { "–".into() } else { text };
    format!("**{}** {text}", terms::sheet_field_name(LOCALE, &field.key))
}

/// `Strike 3, Endure 1, Cover`: what there is any of.
pub fn format_counts(parts: &Map<String, Value>) -> String {
    let is_there = |count: &Value| {
        count.as_i64() != Some(0) && !matches!(count, Value::Null | Value::Bool(false))
    };
    let there = parts.iter().filter(|(_, count)| is_there(count));
    let count = |(key, count): (&String, &Value)| {
        let count = match count {
            Value::Bool(_) => String::new(),
            Value::String(text) => escape_markdown(text),
            other => other.to_string(),
        };
        format!("{} {count}", terms::sheet_field_name(LOCALE, key)).trim().to_string()
    };
    there.map(count).collect::<Vec<_>>().join(", ")
}

/// A thing by its name, and how worn it is; without a name by what it is made of.
fn format_item(value: &Value) -> String {
    let name = value.as_str().or_else(|| value["name"].as_str());
    let mut text = match (name, value) {
        (Some(name), _) => escape_markdown(name),
        (None, Value::Object(parts)) => return format_counts(parts),
        (None, _) => say!(LOCALE, "sheet-something"),
    };
    let mut marks = Vec::new();
    if let Some(marks_left) = value["marks"].as_u64().filter(|marks| *marks > 0) {
        marks.push(say!(LOCALE, "sheet-marks", count = marks_left));
    }
    let state = value["state"].as_str().filter(|state| *state != "intact");
    marks.extend(state.map(|state| terms::condition_name(LOCALE, state)));
    if value["held"] == true && value["natural"] != true {
        marks.push(say!(LOCALE, "sheet-in-hand"));
    }
    if !marks.is_empty() {
        text += &format!(" ({})", marks.join(", "));
    }
    text
}

fn build_sheet_controls(card: &SheetCard) -> Vec<CreateActionRow> {
    let by_id = |verb: &str| Command::new(verb).with("id", card.id);
    let pages = card.pages.iter().enumerate().filter_map(|(place, page)| {
        build_option(&page.title, "", open_form_id(by_id("page").with("page", place)))
    });
    let about = build_option(&say!(LOCALE, "sheet-page-about"), "", open_form_id(by_id("about")));
    let mut rows = Vec::new();
    if card.fight.is_none() {
        rows.extend(build_menu(0, &say!(LOCALE, "sheet-change"), pages.chain(about).collect()));
    }
    let toml = run_command_id(by_id("sheet-export").with("format", "toml"));
    let json = run_command_id(by_id("sheet-export").with("format", "json"));
    let buttons = [
        build_button(
            &say!(LOCALE, "sheet-copy"),
            ButtonStyle::Secondary,
            open_form_id(by_id("copy")),
        ),
        build_button(&say!(LOCALE, "sheet-take-toml"), ButtonStyle::Secondary, toml),
        build_button(&say!(LOCALE, "sheet-take-json"), ButtonStyle::Secondary, json),
        build_button(
            &say!(LOCALE, "sheet-delete"),
            ButtonStyle::Danger,
            run_command_id(by_id("sheet-delete")),
        ),
    ];
    rows.push(CreateActionRow::Buttons(buttons.into_iter().flatten().collect()));
    rows
}

fn build_delete_confirmation(card: &SheetCard) -> Vec<CreateActionRow> {
    let delete = Command::new("sheet-delete").with("id", card.id).with("revision", card.revision);
    let keep = Command::new("sheet-show").with("id", card.id);
    let buttons = [
        build_button(
            &say!(LOCALE, "sheet-delete-this", name = card.name),
            ButtonStyle::Danger,
            run_command_id(delete),
        ),
        build_button(&say!(LOCALE, "sheet-keep"), ButtonStyle::Secondary, run_command_id(keep)),
    ];
    vec![CreateActionRow::Buttons(buttons.into_iter().flatten().collect())]
}

fn render_sheet_list(lines: &[SheetSummary]) -> RenderedMessage {
    if lines.is_empty() {
        return RenderedMessage::from_text(say!(STYLE, "sheets-none"));
    }
    let line = |one: &SheetSummary| {
        let system = terms::system_name(LOCALE, &one.system);
        say!(STYLE, "sheets-line", name = one.name, system, is_in_fight = one.is_in_fight)
    };
    let text: Vec<String> = lines.iter().map(line).collect();
    let options = lines.iter().filter_map(|one| {
        let show = Command::new("sheet-show").with("id", one.id);
        build_option(&one.name, &terms::system_name(LOCALE, &one.system), run_command_id(show))
    });
    let components =
        build_menu(0, &say!(LOCALE, "sheets-show"), options.collect()).into_iter().collect();
    RenderedMessage {
        content: fit_lines(&text, MAX_CONTENT),
        components,
        ..RenderedMessage::default()
    }
}

fn render_kit(card: &KitCard, news: LibraryUpdate) -> RenderedMessage {
    let system = terms::system_name(LOCALE, &card.system);
    let first = match (news, card.is_customized) {
        (LibraryUpdate::Changed, _) => say!(STYLE, "kit-changed", system),
        (LibraryUpdate::Removed, _) => say!(STYLE, "kit-removed", system),
        (_, is_own) => say!(STYLE, "kit-shown", system, is_own),
    };
    let listed = |names: &[String]| {
        let names: Vec<String> = names.iter().map(|name| escape_markdown(name)).collect();
        cut_to_length(&names.join(", "), MAX_CONTENT / 3)
    };
    let (archetypes, creatures) =
        (FormattedText(listed(&card.archetypes)), FormattedText(listed(&card.creatures)));
    let names = say!(STYLE, "kit-names", archetypes, creatures);
    render_long_text(&format!("{first}\n{names}"))
}

fn render_template_list(lines: &[TemplateSummary]) -> RenderedMessage {
    if lines.is_empty() {
        return RenderedMessage::from_text(say!(STYLE, "templates-none"));
    }
    let options = lines.iter().filter_map(|one| {
        let load = Command::new("load").with("name", &one.name);
        build_option(&one.name, &terms::system_name(LOCALE, &one.system), run_command_id(load))
    });
    RenderedMessage {
        content: say!(STYLE, "templates-which"),
        components: build_menu(0, &say!(LOCALE, "templates-menu"), options.collect())
            .into_iter()
            .collect(),
        ..RenderedMessage::default()
    }
}

/// Whom somebody may play who joins.
fn render_join_choices(sheets: &[String], archetypes: &[String]) -> RenderedMessage {
    let own = |name: &String| {
        let join = Command::new("join").with("sheet", name);
        build_option(name, &say!(LOCALE, "joining-sheet"), run_command_id(join))
    };
    let new = |name: &String| {
        let join = Command::new("join").with("from", name);
        build_option(name, &say!(LOCALE, "joining-new"), open_form_id(join))
    };
    let options: Vec<CreateSelectMenuOption> =
        sheets.iter().filter_map(own).chain(archetypes.iter().filter_map(new)).collect();
    RenderedMessage {
        content: say!(STYLE, "joining-whom"),
        components: build_menu(0, &say!(LOCALE, "joining-menu"), options).into_iter().collect(),
        ..RenderedMessage::default()
    }
}
