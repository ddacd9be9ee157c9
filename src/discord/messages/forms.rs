//! Forms of commands: what a button or menu needs to be told before it can say its command.

use serenity::all::{CreateActionRow, CreateInputText, CreateModal, InputTextStyle};

use super::super::custom_id::CustomId;
use super::TONGUE;
use super::text::cut;
use crate::app::shelf::{PageCard, SheetCard};
use crate::engine::words::Words;
use crate::narration::words;

/// Discord's limits, in characters.
const TITLE: usize = 45;
const LABEL: usize = 45;
const EXAMPLE: usize = 100;
const MOST_FIELDS: usize = 5;
const LONGEST_VALUE: usize = 4000;
const LONGEST_LINE: u16 = 300;

/// A field of a form: the slot it fills, and what it says.
struct Field<'a> {
    slot: &'a str,
    label: &'a str,
    example: &'a str,
    value: &'a str,
    is_required: bool,
    is_long: bool,
}

const EMPTY: Field<'_> =
    Field { slot: "", label: "", example: "", value: "", is_required: false, is_long: false };

/// The form of that name, about what its words say. None for a name that no form has.
pub fn of(about: &Words) -> Option<CreateModal> {
    let from = about.get("from");
    let line = |slot, label, example| Field { slot, label, example, ..EMPTY };
    let must = |slot, label, example| Field { is_required: true, ..line(slot, label, example) };
    match about.verb.as_str() {
        "zones" => {
            let layout = must("layout", "Zones", "Gate - Yard - Hall, or: Gate-Yard, Yard-Tower");
            form("The map", Words::new("zones"), &[Field { is_long: true, ..layout }])
        }
        "save" => form(
            "Keep this set-up",
            Words::new("save"),
            &[must("name", "Name of the template", "The ambush at the bridge")],
        ),
        "add" => form(
            &format!("Add: {from}"),
            Words::new("add").with("from", from),
            &[
                Field { value: "1", ..must("count", "How many", "1") },
                line("name", "Name (that of the creature)", "Raider"),
                line("side", "Side or faction (the enemies)", "party"),
                line("at", "Zone where they begin", "Yard"),
                line("hidden", "Hidden until revealed: yes or no", "no"),
            ],
        ),
        "join" => form(
            &format!("Join as {from}"),
            Words::new("join").with("from", from),
            &[
                must("name", "Your combatant's name", "Ana"),
                line("side", "Side or faction (the party)", "party"),
                line("at", "Zone where you begin", "Gate"),
            ],
        ),
        "copy" => form(
            "Copy a sheet",
            Words::new("sheet-copy").with("id", about.get("id")),
            &[must("to", "Name of the copy", "Ana the Younger")],
        ),
        _ => None,
    }
}

/// A page of a sheet, as it stands.
pub fn page(card: &SheetCard, page: &PageCard) -> Option<CreateModal> {
    let fields: Vec<(String, String)> = page
        .fields
        .iter()
        .map(|field| (format!("field.{}", field.key), words::field(TONGUE, &field.key)))
        .collect();
    let fields: Vec<Field<'_>> = page
        .fields
        .iter()
        .zip(&fields)
        .map(|(field, (slot, label))| {
            let is_long = field.value.is_array();
            let example = if is_long { "Names, with commas between" } else { "" };
            Field { slot, label, example, value: &field.text, is_long, ..EMPTY }
        })
        .collect();
    form(&format!("{}: {}", card.name, page.title), edit(card), &fields)
}

/// The name of a sheet and its portrait.
pub fn about(card: &SheetCard) -> Option<CreateModal> {
    let name = Field { slot: "to", label: "Name", value: &card.name, is_required: true, ..EMPTY };
    let portrait = Field {
        slot: "portrait",
        label: "Address of a portrait",
        example: "https://example.org/ana.png",
        value: card.portrait.as_deref().unwrap_or(""),
        ..EMPTY
    };
    form(&card.name, edit(card), &[name, portrait])
}

fn edit(card: &SheetCard) -> Words {
    Words::new("sheet-edit").with("id", card.id).with("revision", card.revision)
}

/// None where there is no room for it in Discord: it can be typed.
fn form(title: &str, says: Words, fields: &[Field<'_>]) -> Option<CreateModal> {
    let id = CustomId::Fill { said: says.into() }.write()?;
    let row = |field: &Field<'_>| {
        let style = if field.is_long { InputTextStyle::Paragraph } else { InputTextStyle::Short };
        let input = CreateInputText::new(style, cut(field.label, LABEL), field.slot);
        let most = if field.is_long { LONGEST_VALUE as u16 } else { LONGEST_LINE };
        let input = input.required(field.is_required).max_length(most);
        let input = input.placeholder(cut(field.example, EXAMPLE));
        CreateActionRow::InputText(input.value(field.value))
    };
    let fits = |field: &Field<'_>| {
        let most = if field.is_long { LONGEST_VALUE } else { usize::from(LONGEST_LINE) };
        field.value.chars().count() <= most
    };
    if !fields.iter().all(fits) {
        return None;
    }
    let rows = fields.iter().take(MOST_FIELDS).map(row).collect();
    Some(CreateModal::new(id, cut(title, TITLE)).components(rows))
}

/// What is said with a filled form. What was left empty goes without saying, but a sheet's fields
/// are emptied by that.
pub fn filled(mut says: Words, fields: impl Iterator<Item = (String, String)>) -> Words {
    let is_sheet = says.verb == "sheet-edit";
    for (slot, text) in fields {
        let text = text.trim();
        let text = match (slot.as_str(), text.to_lowercase().as_str()) {
            ("hidden", "yes" | "y" | "on" | "true") => "true",
            ("hidden", "no" | "n" | "off" | "false") => "",
            _ => text,
        };
        if is_sheet || !text.is_empty() {
            says = says.with(&slot, text);
        }
    }
    says
}
