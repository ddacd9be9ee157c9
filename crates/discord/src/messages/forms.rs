//! Builds the forms that ask for what a command of a button or menu still needs.

use std::collections::BTreeMap;

use serenity::all::{CreateActionRow, CreateInputText, CreateModal, InputTextStyle};

use super::super::custom_id::{ActorRef, ButtonPayload, CustomId, MenuValue, hash_command};
use super::LOCALE;
use super::text::cut_to_length;
use app::ids::TurnId;
use app::library::{SheetCard, SheetCardPage};
use app::outbox::Actor;
use engine::core::command::Command;
use engine::core::verbs::{self, SlotNeed};
use engine::game::Game;
use narration::catalogue::slot;
use narration::{self, PromptFormField, say, terms};

/// Discord's limits, in characters.
const MAX_TITLE: usize = 45;
const MAX_LABEL: usize = 45;
const MAX_EXAMPLE: usize = 100;
const MAX_FIELDS: usize = 5;
const MAX_LONG_VALUE: usize = 4000;
const MAX_LINE_VALUE: u16 = 300;

/// A form that can be opened.
pub struct Form {
    id: String,
    title: String,
    /// The inputs, each with the slot that it fills.
    inputs: Vec<(String, CreateInputText)>,
}

impl Form {
    pub fn new(id: CustomId, title: &str, inputs: Vec<(String, CreateInputText)>) -> Option<Self> {
        let title = cut_to_length(title, MAX_TITLE);
        (!inputs.is_empty()).then_some(Self { id: id.encode()?, title, inputs })
    }

    /// Fills in what somebody has written before.
    pub fn with_values(mut self, values: &BTreeMap<String, String>) -> Self {
        for (slot, input) in &mut self.inputs {
            if let Some(value) = values.get(slot) {
                *input = input.clone().value(value);
            }
        }
        self
    }

    pub fn into_modal(self) -> CreateModal {
        let rows = self.inputs.into_iter().map(|(_, input)| CreateActionRow::InputText(input));
        CreateModal::new(self.id, self.title).components(rows.collect())
    }
}

/// A field of a form, with the slot that it fills.
struct FormField<'a> {
    slot: &'a str,
    label: String,
    example: String,
    value: &'a str,
    is_required: bool,
    is_long: bool,
}

const EMPTY_FIELD: FormField<'_> = FormField {
    slot: "",
    label: String::new(),
    example: String::new(),
    value: "",
    is_required: false,
    is_long: false,
};

/// Builds the form whose name is the payload's verb, or returns `None` if there is none. `sides`
/// are the usual sides of players and NPCs in the fight.
pub fn build_form_by_verb(payload: &ButtonPayload, sides: Option<[&str; 2]>) -> Option<Form> {
    let command = &payload.command;
    let from = command.get("from");
    let side_field = |usual: usize| FormField {
        slot: "side",
        label: say!(LOCALE, "form-side", usual = sides.map(|sides| sides[usual])),
        example: sides.map_or("", |sides| sides[1 - usual]).into(),
        ..EMPTY_FIELD
    };
    let optional_field = |slot: PromptFormField| FormField {
        slot: slot.key,
        label: slot.label,
        example: slot.example,
        ..EMPTY_FIELD
    };
    let required_field =
        |slot: PromptFormField| FormField { is_required: true, ..optional_field(slot) };
    match command.verb.as_str() {
        "zones" => {
            let layout = required_field(slot!(LOCALE, "layout", "form-layout"));
            let layout = FormField { is_long: true, ..layout };
            build_command_form(&say!(LOCALE, "form-zones"), Command::new("zones"), &[layout])
        }
        "save" => build_command_form(
            &say!(LOCALE, "form-save"),
            Command::new("save"),
            &[required_field(slot!(LOCALE, "name", "form-template"))],
        ),
        "add" => build_command_form(
            &say!(LOCALE, "form-add", from),
            Command::new("add").with("from", from),
            &[
                FormField { value: "1", ..required_field(slot!(LOCALE, "count", "form-count")) },
                optional_field(slot!(LOCALE, "name", "form-npc")),
                side_field(1),
                optional_field(slot!(LOCALE, "at", "form-npc-at")),
                optional_field(slot!(LOCALE, "hidden", "form-hidden")),
            ],
        ),
        "join" => build_command_form(
            &say!(LOCALE, "form-join", from),
            Command::new("join").with("from", from),
            &[
                required_field(slot!(LOCALE, "name", "form-name")),
                side_field(0),
                optional_field(slot!(LOCALE, "at", "form-at")),
            ],
        ),
        "queue-add" => build_form(
            CustomId::CommandForm { payload: payload.clone() },
            &say!(LOCALE, "form-plan"),
            &[required_field(slot!(LOCALE, "act", "form-planned-act"))],
        ),
        "copy" => build_command_form(
            &say!(LOCALE, "form-copy"),
            Command::new("sheet-copy").with("id", command.get("id")),
            &[required_field(slot!(LOCALE, "to", "form-copy-name"))],
        ),
        _ => None,
    }
}

/// Builds the form for a page of a sheet, filled with its current values.
pub fn build_sheet_page_form(sheet: &SheetCard, page: &SheetCardPage) -> Option<Form> {
    let slots_and_labels: Vec<(String, String)> = page
        .fields
        .iter()
        .map(|field| (format!("field.{}", field.key), terms::sheet_field_name(LOCALE, &field.key)))
        .collect();
    let fields: Vec<FormField<'_>> = page
        .fields
        .iter()
        .zip(&slots_and_labels)
        .map(|(field, (slot, label))| {
            let is_long = field.value.is_array();
            let example = if is_long { say!(LOCALE, "form-names") } else { String::new() };
            let label = label.clone();
            FormField { slot, label, example, value: &field.form_text, is_long, ..EMPTY_FIELD }
        })
        .collect();
    build_command_form(
        &format!("{}: {}", sheet.name, page.title),
        sheet_edit_command(sheet),
        &fields,
    )
}

/// Builds the form for the name and portrait of a sheet.
pub fn build_sheet_about_form(sheet: &SheetCard) -> Option<Form> {
    let label = say!(LOCALE, "form-sheet-name");
    let name =
        FormField { slot: "to", label, value: &sheet.name, is_required: true, ..EMPTY_FIELD };
    let portrait = FormField {
        slot: "portrait",
        label: say!(LOCALE, "form-portrait"),
        example: "https://example.org/ana.png".into(),
        value: sheet.portrait.as_deref().unwrap_or(""),
        ..EMPTY_FIELD
    };
    build_command_form(&sheet.name, sheet_edit_command(sheet), &[name, portrait])
}

/// Builds the form in which an actor describes the act with this hash. Returns `None` if the act is
/// not on offer any more.
pub fn build_act_form(turn: TurnId, actor: &Actor, act_hash: u64) -> Option<Form> {
    let act = actor
        .offers
        .iter()
        .map(|offer| &offer.command)
        .find(|act| hash_command(act) == act_hash)?;
    let slots = Game::find_act_verb(actor.system, &act.verb)?.missing_description_slots(act);
    let field = |slot: &&'static verbs::Slot| FormField {
        slot: slot.name,
        label: say!(LOCALE, "form-act"),
        is_required: slot.need == SlotNeed::Required,
        is_long: true,
        ..EMPTY_FIELD
    };
    let fields: Vec<FormField<'_>> = slots.iter().map(field).collect();
    let value =
        MenuValue::HashedActForm { actor: ActorRef::from_name(&actor.public_name), hash: act_hash };
    build_form(
        CustomId::ActForm { turn, value },
        &narration::act_phrase(LOCALE, actor.system, act),
        &fields,
    )
}

fn sheet_edit_command(sheet: &SheetCard) -> Command {
    Command::new("sheet-edit").with("id", sheet.id).with("revision", sheet.revision)
}

/// Returns `None` if the form exceeds Discord's limits; the command can then be typed.
fn build_command_form(title: &str, command: Command, fields: &[FormField<'_>]) -> Option<Form> {
    build_form(CustomId::CommandForm { payload: command.into() }, title, fields)
}

/// Builds a form with the first fields that Discord has room for. Returns `None` if a value is too
/// long to be edited in it.
fn build_form(id: CustomId, title: &str, fields: &[FormField<'_>]) -> Option<Form> {
    let build_input = |field: &FormField<'_>| {
        let style = if field.is_long { InputTextStyle::Paragraph } else { InputTextStyle::Short };
        let input = CreateInputText::new(style, cut_to_length(&field.label, MAX_LABEL), field.slot);
        let max_length = if field.is_long { MAX_LONG_VALUE as u16 } else { MAX_LINE_VALUE };
        let input = input.required(field.is_required).max_length(max_length);
        let input = input.placeholder(cut_to_length(&field.example, MAX_EXAMPLE));
        (field.slot.to_string(), input.value(field.value))
    };
    let fits = |field: &FormField<'_>| {
        let max_length = if field.is_long { MAX_LONG_VALUE } else { usize::from(MAX_LINE_VALUE) };
        field.value.chars().count() <= max_length
    };
    if !fields.iter().all(fits) {
        return None;
    }
    Form::new(id, title, fields.iter().take(MAX_FIELDS).map(build_input).collect())
}

/// Fills the slots of a command from the fields of a form. Empty fields set no slot, except for a
/// sheet, where they empty its field.
pub fn fill_command_from_form(
    mut command: Command,
    fields: impl Iterator<Item = (String, String)>,
) -> Command {
    let is_sheet = command.verb == "sheet-edit";
    for (slot, text) in fields {
        let text = text.trim();
        let text = match (slot.as_str(), text.to_lowercase().as_str()) {
            ("hidden", "yes" | "y" | "on" | "true") => "true",
            ("hidden", "no" | "n" | "off" | "false") => "",
            _ => text,
        };
        if is_sheet || !text.is_empty() {
            command = command.with(&slot, text);
        }
    }
    command
}
