//! Renders the library, that is, sheets, kits and templates, for their owners.

use serde_json::{Map, Value};
use serenity::all::{ButtonStyle, CreateActionRow, CreateEmbed, CreateSelectMenuOption};

use super::forms::newcomer_command;
use super::set_up::{
    build_button, build_pick_menu, build_pick_option, open_form_id, render_system_choice,
    run_command_id,
};
use super::text::{cut_to_length, escape_markdown, fit_lines, join_names};
use super::{
    MAX_CONTENT, MAX_FIELD, MAX_TITLE, RenderedMessage, bestiary, reader_locale, reader_style,
    render_long_text,
};
use app::library::{
    ArchetypeSummary, KitCard, LibraryReply, LibraryUpdate, NewcomerForm, SheetCard,
    SheetCardField, SheetSummary, TemplateSummary,
};
use engine::core::command::Command;
use narration::catalogue::FormattedText;
use narration::kit_names::KitEntry;
use narration::{say, terms};

/// The most characters of all pages of a sheet. An embed may have 6000 in all.
const MAX_ALL_PAGES: usize = 5000;

/// Fields that are empty for most characters, and that nobody misses there.
const FIELDS_SHOWN_ONCE_FILLED: [&str; 1] = ["scars"];

/// Renders the reply to a command about sheets, kits or templates.
pub fn render_library_reply(reply: &LibraryReply) -> RenderedMessage {
    match reply {
        LibraryReply::Sheet { card, update } => render_sheet(card, *update),
        LibraryReply::Sheets(summaries) => render_sheet_list_with_menu(summaries),
        LibraryReply::SheetDeleted { name } => {
            RenderedMessage::from_text(say!(reader_style(), "sheet-deleted", name))
        }
        LibraryReply::SheetFile { name, text } => RenderedMessage {
            content: say!(reader_style(), "sheet-exported"),
            attachment: Some((name.clone(), text.clone())),
            ..RenderedMessage::default()
        },
        LibraryReply::Kit { card, update } => render_kit(card, *update),
        LibraryReply::Creature(card) => bestiary::render_creature(card),
        LibraryReply::Bestiary(page) => bestiary::render_bestiary_page(page),
        // Discord shows the form itself. Whoever has waited too long for that opens it by a button.
        LibraryReply::NewcomerForm(form) => render_newcomer_form_button(form),
        LibraryReply::CreatureKept(card) => RenderedMessage {
            content: say!(
                reader_style(),
                "npc-kept",
                name = bestiary::creature_name(&card.profile.name)
            ),
            ..bestiary::render_creature(card)
        },
        LibraryReply::CreatureFile { name, text } => RenderedMessage {
            content: say!(reader_style(), "npc-exported"),
            attachment: Some((name.clone(), text.clone())),
            ..RenderedMessage::default()
        },
        LibraryReply::Template { name, update: LibraryUpdate::Removed } => {
            RenderedMessage::from_text(say!(reader_style(), "template-dropped", name))
        }
        LibraryReply::Template { name, .. } => {
            RenderedMessage::from_text(say!(reader_style(), "template-kept", name))
        }
        LibraryReply::Templates(summaries) => render_template_list_with_load_menu(summaries),
        LibraryReply::ChooseSystem => render_system_choice(),
        LibraryReply::ChooseCharacter { sheets, archetypes } => {
            render_join_choices(sheets, archetypes)
        }
    }
}

/// Renders a button that opens a form.
fn render_newcomer_form_button(form: &NewcomerForm) -> RenderedMessage {
    let button = build_button(
        &say!(reader_locale(), "newcomer-open"),
        ButtonStyle::Primary,
        open_form_id(newcomer_command(form)),
    );
    RenderedMessage {
        content: say!(reader_style(), "newcomer-ready"),
        components: vec![CreateActionRow::Buttons(button.into_iter().collect())],
        ..RenderedMessage::default()
    }
}

/// Renders a sheet with a sentence about what was done, and its buttons; before a deletion only
/// those that confirm it.
fn render_sheet(sheet: &SheetCard, update: LibraryUpdate) -> RenderedMessage {
    let name = &sheet.name;
    let content = match update {
        LibraryUpdate::Shown | LibraryUpdate::Removed => String::new(),
        LibraryUpdate::Created => say!(reader_style(), "sheet-made", name),
        LibraryUpdate::CreatedNpc => say!(reader_style(), "npc-made", name),
        LibraryUpdate::Changed => say!(reader_style(), "sheet-changed", name),
        LibraryUpdate::Copied => say!(reader_style(), "sheet-copied", name),
        LibraryUpdate::Imported => say!(reader_style(), "sheet-imported", name),
        LibraryUpdate::ConfirmDelete => say!(reader_style(), "sheet-delete-sure", name),
    };
    RenderedMessage {
        content,
        embeds: vec![render_sheet_embed(sheet)],
        components: if update == LibraryUpdate::ConfirmDelete {
            build_delete_confirmation(sheet)
        } else {
            build_sheet_controls(sheet)
        },
        ..RenderedMessage::default()
    }
}

/// Renders a sheet as an embed with a field per page.
fn render_sheet_embed(sheet: &SheetCard) -> CreateEmbed {
    let system = terms::system_name(reader_locale(), &sheet.system);
    let about = say!(reader_locale(), "sheet-about", system, is_in_fight = sheet.fight.is_some());
    let embed = CreateEmbed::new()
        .title(cut_to_length(&escape_markdown(&sheet.name), MAX_TITLE))
        .description(about);
    let embed = match &sheet.portrait {
        Some(url) => embed.thumbnail(url),
        None => embed,
    };
    let max_page_length = MAX_FIELD.min(MAX_ALL_PAGES / sheet.pages.len().max(1));
    sheet.pages.iter().fold(embed, |embed, page| {
        let lines = page.fields.iter().filter(|field| is_field_shown(field)).map(format_field);
        let text = cut_to_length(&lines.collect::<Vec<_>>().join("\n"), max_page_length);
        let title = KitEntry::SheetPage.name(reader_locale(), &page.title);
        embed.field(cut_to_length(&escape_markdown(&title), MAX_TITLE), text, true)
    })
}

/// Formats fields of a sheet in one line.
pub fn format_fields_in_line<'f>(fields: impl Iterator<Item = &'f SheetCardField>) -> String {
    let shown = fields.filter(|field| is_field_shown(field));
    shown.map(format_field).collect::<Vec<_>>().join(" · ")
}

/// Returns whether a sheet shows a field. What earlier fights have left is not shown while that is
/// nothing.
fn is_field_shown(field: &SheetCardField) -> bool {
    !(FIELDS_SHOWN_ONCE_FILLED.contains(&field.key.as_str()) && field.form_text.is_empty())
}

/// Formats a field of a sheet: `STR: 2`, `Hands: longsword (2 usage marks), small shield`.
fn format_field(field: &SheetCardField) -> String {
    let text = match &field.value {
        Value::Array(list) => join_names(&list.iter().map(format_item).collect::<Vec<_>>()),
        Value::Object(parts) if !parts.contains_key("name") => format_nonzero_counts(parts),
        Value::Object(_) => format_item(&field.value),
        Value::Bool(is_set) => say!(reader_locale(), "yes-or-no", is = is_set),
        Value::Number(number) => terms::with_real_minus(&number.to_string()),
        Value::Null | Value::String(_) => escape_markdown(&field.form_text),
    };
    let text = if text.is_empty() { "–".into() } else { text };
    format!("**{}** {text}", terms::sheet_field_name(reader_locale(), &field.key))
}

/// Formats the entries whose count is not zero: `Strike 3, Endure 1, Cover`.
pub fn format_nonzero_counts(parts: &Map<String, Value>) -> String {
    let is_present = |count: &Value| {
        count.as_i64() != Some(0) && !matches!(count, Value::Null | Value::Bool(false))
    };
    let present = parts.iter().filter(|(_, count)| is_present(count));
    let format_count = |(key, count): (&String, &Value)| {
        let count_text = match count {
            Value::Bool(_) => String::new(),
            Value::String(text) => escape_markdown(&terms::key_to_words(text)),
            other => terms::with_real_minus(&other.to_string()),
        };
        format!("{} {count_text}", terms::sheet_field_name(reader_locale(), key)).trim().to_string()
    };
    join_names(&present.map(format_count).collect::<Vec<_>>())
}

/// Formats an item: its name and how worn it is, or without a name the counts of its parts.
fn format_item(value: &Value) -> String {
    let name = value.as_str().or_else(|| value["name"].as_str());
    let mut text = match (name, value) {
        (Some(name), _) => escape_markdown(&KitEntry::Item.name(reader_locale(), name)),
        (None, Value::Object(parts)) => return format_nonzero_counts(parts),
        (None, _) => say!(reader_locale(), "sheet-something"),
    };
    let mut marks = Vec::new();
    if let Some(marks_left) = value["marks"].as_u64().filter(|marks| *marks > 0) {
        marks.push(say!(reader_locale(), "sheet-marks", count = marks_left));
    }
    let state = value["state"].as_str().filter(|state| *state != "intact");
    marks.extend(state.map(|state| terms::condition_name(reader_locale(), state)));
    if value["held"] == true && value["natural"] != true {
        marks.push(say!(reader_locale(), "sheet-in-hand"));
    }
    if !marks.is_empty() {
        text += &format!(" ({})", join_names(&marks));
    }
    text
}

/// Builds the menu of the pages that can be edited (none while the sheet is in a fight), and the
/// buttons to copy, export and delete.
fn build_sheet_controls(sheet: &SheetCard) -> Vec<CreateActionRow> {
    let command_for = |verb: &str| Command::new(verb).with("id", sheet.id);
    let pages = sheet.pages.iter().enumerate().filter_map(|(index, page)| {
        let title = KitEntry::SheetPage.name(reader_locale(), &page.title);
        build_pick_option(&title, "", open_form_id(command_for("page").with("page", index)))
    });
    let about = build_pick_option(
        &say!(reader_locale(), "sheet-page-about"),
        "",
        open_form_id(command_for("about")),
    );
    let mut rows = Vec::new();
    if sheet.fight.is_none() {
        rows.extend(build_pick_menu(
            0,
            &say!(reader_locale(), "sheet-change"),
            pages.chain(about).collect(),
        ));
    }
    let toml = run_command_id(command_for("sheet-export").with("format", "toml"));
    let json = run_command_id(command_for("sheet-export").with("format", "json"));
    let buttons = [
        build_button(
            &say!(reader_locale(), "sheet-copy"),
            ButtonStyle::Secondary,
            open_form_id(command_for("copy")),
        ),
        build_button(&say!(reader_locale(), "sheet-take-toml"), ButtonStyle::Secondary, toml),
        build_button(&say!(reader_locale(), "sheet-take-json"), ButtonStyle::Secondary, json),
        build_button(
            &say!(reader_locale(), "sheet-delete"),
            ButtonStyle::Danger,
            run_command_id(command_for("sheet-delete")),
        ),
    ];
    rows.push(CreateActionRow::Buttons(buttons.into_iter().flatten().collect()));
    rows
}

/// Builds the buttons that delete a sheet, in the revision that is shown, or keep it.
fn build_delete_confirmation(sheet: &SheetCard) -> Vec<CreateActionRow> {
    let delete = Command::new("sheet-delete").with("id", sheet.id).with("revision", sheet.revision);
    let keep = Command::new("sheet-show").with("id", sheet.id);
    let buttons = [
        build_button(
            &say!(reader_locale(), "sheet-delete-this", name = sheet.name),
            ButtonStyle::Danger,
            run_command_id(delete),
        ),
        build_button(
            &say!(reader_locale(), "sheet-keep"),
            ButtonStyle::Secondary,
            run_command_id(keep),
        ),
    ];
    vec![CreateActionRow::Buttons(buttons.into_iter().flatten().collect())]
}

/// Renders the user's sheets, with a menu to show one.
fn render_sheet_list_with_menu(sheets: &[SheetSummary]) -> RenderedMessage {
    if sheets.is_empty() {
        return RenderedMessage::from_text(say!(reader_style(), "sheets-none"));
    }
    let line = |sheet: &SheetSummary| {
        let system = terms::system_name(reader_locale(), &sheet.system);
        say!(
            reader_style(),
            "sheets-line",
            name = sheet.name,
            system,
            is_in_fight = sheet.is_in_fight
        )
    };
    let text: Vec<String> = sheets.iter().map(line).collect();
    let options = sheets.iter().filter_map(|sheet| {
        let show = Command::new("sheet-show").with("id", sheet.id);
        build_pick_option(
            &sheet.name,
            &terms::system_name(reader_locale(), &sheet.system),
            run_command_id(show),
        )
    });
    let components = build_pick_menu(0, &say!(reader_locale(), "sheets-show"), options.collect())
        .into_iter()
        .collect();
    RenderedMessage {
        content: fit_lines(&text, MAX_CONTENT),
        components,
        ..RenderedMessage::default()
    }
}

/// Renders the names in a server's kit, and whether it is the server's own.
fn render_kit(kit: &KitCard, update: LibraryUpdate) -> RenderedMessage {
    let system = terms::system_name(reader_locale(), &kit.system);
    let first_line = match update {
        LibraryUpdate::Changed => say!(reader_style(), "kit-changed", system),
        LibraryUpdate::Removed => say!(reader_style(), "kit-removed", system),
        _ => say!(reader_style(), "kit-shown", system, is_own = kit.is_customized),
    };
    let format_names = |names: &[String]| {
        let escaped_names: Vec<String> = names.iter().map(|name| escape_markdown(name)).collect();
        FormattedText(cut_to_length(&join_names(&escaped_names), MAX_CONTENT / 3))
    };
    let (archetypes, creatures) = (format_names(&kit.archetypes), format_names(&kit.creatures));
    let names = say!(reader_style(), "kit-names", archetypes, creatures);
    render_long_text(&format!("{first_line}\n{names}"))
}

/// Renders the saved fights as a menu that loads one.
fn render_template_list_with_load_menu(templates: &[TemplateSummary]) -> RenderedMessage {
    if templates.is_empty() {
        return RenderedMessage::from_text(say!(reader_style(), "templates-none"));
    }
    let options = templates.iter().filter_map(|template| {
        let load = Command::new("load").with("name", &template.name);
        build_pick_option(
            &template.name,
            &terms::system_name(reader_locale(), &template.system),
            run_command_id(load),
        )
    });
    RenderedMessage {
        content: say!(reader_style(), "templates-which"),
        components: build_pick_menu(0, &say!(reader_locale(), "templates-menu"), options.collect())
            .into_iter()
            .collect(),
        ..RenderedMessage::default()
    }
}

/// Renders the choice of the character with which somebody joins.
fn render_join_choices(sheets: &[String], archetypes: &[ArchetypeSummary]) -> RenderedMessage {
    let sheet_option = |name: &String| {
        let join = Command::new("join").with("sheet", name);
        build_pick_option(name, &say!(reader_locale(), "joining-sheet"), run_command_id(join))
    };
    let archetype_option = |archetype: &ArchetypeSummary| {
        let join = Command::new("join").with("from", &archetype.name);
        let name = KitEntry::Archetype.name(reader_locale(), &archetype.name);
        let gear = archetype.gear.iter().map(|item| KitEntry::Item.name(reader_locale(), item));
        let about = match gear.collect::<Vec<_>>().as_slice() {
            [] => say!(reader_locale(), "joining-new"),
            gear => join_names(gear),
        };
        build_pick_option(&name, &about, open_form_id(join))
    };
    let options: Vec<CreateSelectMenuOption> = sheets
        .iter()
        .filter_map(sheet_option)
        .chain(archetypes.iter().filter_map(archetype_option))
        .collect();
    RenderedMessage {
        content: say!(reader_style(), "joining-whom"),
        components: build_pick_menu(0, &say!(reader_locale(), "joining-menu"), options)
            .into_iter()
            .collect(),
        ..RenderedMessage::default()
    }
}
