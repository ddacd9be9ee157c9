//! Builds the forms that ask for what a command of a button or menu still needs.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::super::custom_id::{ActorRef, ButtonPayload, CustomId, MenuValue, hash_command};
use super::text::cut_to_length;
use super::{MAX_OPTION, MAX_OPTIONS, reader_locale};
use app::StoreError;
use app::ids::TurnId;
use app::input::InputReply;
use app::library::{
    AskedContent, AskedValue, LibraryReply, NewcomerForm, NewcomerKind, SheetCard, SheetCardField,
    SheetCardPage,
};
use app::outbox::Actor;
use app::speech::{MAX_SPEECH_CHARS, OwnSpeech};
use engine::core::command::Command;
use engine::core::verbs::{self, SlotNeed};
use engine::game::Game;
use narration::catalogue::{FormattedText, VariantKey, slot};
use narration::kit_names::KitEntry;
use narration::{self, PromptFormField, say, terms};

/// Discord's limits, in characters.
const MAX_TITLE: usize = 45;
const MAX_LABEL: usize = 45;
const MAX_EXAMPLE: usize = 100;
const MAX_FIELDS: usize = 5;
const MAX_LONG_VALUE: usize = 4000;
const MAX_LINE_VALUE: usize = 300;

/// Discord's types of components in forms, and styles of text inputs.
const LABEL_TYPE: u8 = 18;
const MENU_TYPE: u8 = 3;
const TEXT_TYPE: u8 = 4;
const CHECKBOX_TYPE: u8 = 23;
const ONE_LINE: u8 = 1;
const PARAGRAPH: u8 = 2;

/// A form that can be opened.
pub struct Form {
    id: String,
    title: String,
    fields: Vec<FormField>,
}

impl Form {
    /// Creates a form with the first fields that Discord has room for. Returns `None` without any,
    /// or if a value is too long to be edited in it.
    pub fn new(id: CustomId, title: &str, mut fields: Vec<FormField>) -> Option<Self> {
        fields.truncate(MAX_FIELDS);
        let title = cut_to_length(title, MAX_TITLE);
        let can_be_built = !fields.is_empty() && fields.iter().all(FormField::has_room_for_value);
        Some(Self { id: id.encode()?, title, fields }).filter(|_| can_be_built)
    }

    /// Fills in what somebody has written or chosen before.
    pub fn with_values(mut self, values: &BTreeMap<String, String>) -> Self {
        for field in &mut self.fields {
            if let Some(value) = values.get(&field.slot) {
                field.value.clone_from(value);
            }
        }
        self
    }

    /// Returns Discord's form of it. serenity knows no labels, and neither menus nor checkboxes in
    /// forms.
    pub fn to_modal_json(&self) -> Value {
        let labels: Vec<Value> = self.fields.iter().map(FormField::to_label_json).collect();
        json!({ "custom_id": self.id, "title": self.title, "components": labels })
    }
}

/// A field of a form, with the slot that it fills.
#[derive(Clone, Debug, Default)]
pub struct FormField {
    pub slot: String,
    pub label: String,
    pub example: String,
    pub value: String,
    pub is_required: bool,
    pub kind: FieldKind,
    /// The most characters that the app takes, if Discord would take more.
    pub max_chars: Option<usize>,
}

/// What stands between the values of a menu in which several are chosen.
const SEVERAL_MARK: &str = ", ";

/// How a field is filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FieldKind {
    #[default]
    Line,
    Paragraph,
    /// One of these is chosen: each a label and a value.
    Choice(Vec<(String, String)>),
    /// Any of these are chosen. The values in the field have [`SEVERAL_MARK`] between.
    Several(Vec<(String, String)>),
    Checkbox,
}

impl FormField {
    fn max_length(&self) -> usize {
        let most = match self.kind {
            FieldKind::Paragraph => MAX_LONG_VALUE,
            _ => MAX_LINE_VALUE,
        };
        self.max_chars.map_or(most, |max_chars| max_chars.min(most))
    }

    fn has_room_for_value(&self) -> bool {
        self.value.chars().count() <= self.max_length()
    }

    fn to_label_json(&self) -> Value {
        json!({
            "type": LABEL_TYPE,
            "label": cut_to_length(&self.label, MAX_LABEL),
            "component": self.to_component_json(),
        })
    }

    fn to_component_json(&self) -> Value {
        let example = cut_to_length(&self.example, MAX_EXAMPLE);
        match &self.kind {
            FieldKind::Line | FieldKind::Paragraph => json!({
                "type": TEXT_TYPE,
                "custom_id": self.slot,
                "style": if self.kind == FieldKind::Paragraph { PARAGRAPH } else { ONE_LINE },
                "required": self.is_required,
                "max_length": self.max_length(),
                "placeholder": example,
                "value": self.value,
            }),
            FieldKind::Choice(choices) => {
                let option = |(label, value): &(String, String)| {
                    json!({
                        "label": cut_to_length(label, MAX_OPTION),
                        "value": value,
                        "default": *value == self.value,
                    })
                };
                let options: Vec<Value> = choices.iter().map(option).collect();
                json!({
                    "type": MENU_TYPE,
                    "custom_id": self.slot,
                    "required": self.is_required,
                    "min_values": u8::from(self.is_required),
                    "placeholder": example,
                    "options": options,
                })
            }
            FieldKind::Several(choices) => {
                let chosen: Vec<&str> = self.value.split(SEVERAL_MARK).collect();
                let option = |(label, value): &(String, String)| {
                    json!({
                        "label": cut_to_length(label, MAX_OPTION),
                        "value": value,
                        "default": chosen.contains(&value.as_str()),
                    })
                };
                let options: Vec<Value> = choices.iter().take(MAX_OPTIONS).map(option).collect();
                json!({
                    "type": MENU_TYPE,
                    "custom_id": self.slot,
                    "required": false,
                    "min_values": 0,
                    "max_values": options.len(),
                    "placeholder": example,
                    "options": options,
                })
            }
            FieldKind::Checkbox => json!({
                "type": CHECKBOX_TYPE,
                "custom_id": self.slot,
                "default": self.value == "true",
            }),
        }
    }
}

/// What can be chosen in the forms of a fight.
#[derive(Clone, Debug, Default)]
pub struct FormChoices {
    /// The usual sides of players and of NPCs.
    pub usual_sides: Option<[&'static str; 2]>,
    pub sides: Vec<String>,
    pub zones: Vec<String>,
}

/// Returns a field in which one of some values is chosen, or typed if there are none or too many
/// for a menu.
fn build_choice_or_text_field(
    field: FormField,
    values: &[String],
    format_label: impl Fn(&str) -> String,
) -> FormField {
    let fits = |value: &String| (1..=MAX_OPTION).contains(&value.chars().count());
    let can_be_chosen = (1..=MAX_OPTIONS).contains(&values.len()) && values.iter().all(fits);
    let choices = values.iter().map(|value| (format_label(value), value.clone()));
    match can_be_chosen {
        // An example in a menu would look like something that is chosen.
        true => FormField {
            kind: FieldKind::Choice(choices.collect()),
            example: String::new(),
            ..field
        },
        false => FormField { kind: FieldKind::Line, ..field },
    }
}

/// Builds the form whose name is the payload's verb, or returns `None` if there is none.
pub fn build_form_by_verb(payload: &ButtonPayload, choices: &FormChoices) -> Option<Form> {
    let command = &payload.command;
    let from = command.get("from");
    let side_field = |usual: usize| {
        let side_names = choices
            .usual_sides
            .map(|sides| sides.map(|side| terms::group_name(reader_locale(), side)));
        let usual_name = side_names.as_ref().map(|names| FormattedText(names[usual].clone()));
        let field = FormField {
            slot: "side".into(),
            label: say!(reader_locale(), "form-side", usual = usual_name),
            example: side_names.map_or_else(String::new, |names| names[1 - usual].clone()),
            ..FormField::default()
        };
        build_choice_or_text_field(field, &choices.sides, |side| {
            terms::group_name(reader_locale(), side)
        })
    };
    let optional_field = |slot: PromptFormField| FormField {
        slot: slot.key.into(),
        label: slot.label,
        example: slot.example,
        ..FormField::default()
    };
    let zone_field = |slot: PromptFormField| {
        build_choice_or_text_field(optional_field(slot), &choices.zones, str::to_string)
    };
    let required_field =
        |slot: PromptFormField| FormField { is_required: true, ..optional_field(slot) };
    match command.verb.as_str() {
        "zones" => {
            let layout = required_field(slot!(reader_locale(), "layout", "form-layout"));
            let layout = FormField { kind: FieldKind::Paragraph, ..layout };
            build_command_form(
                &say!(reader_locale(), "form-zones"),
                Command::new("zones"),
                vec![layout],
            )
        }
        "save" => build_command_form(
            &say!(reader_locale(), "form-save"),
            Command::new("save"),
            vec![required_field(slot!(reader_locale(), "name", "form-template"))],
        ),
        "add" => build_command_form(
            &say!(
                reader_locale(),
                "form-add",
                from = KitEntry::Creature.name(reader_locale(), from)
            ),
            Command::new("add").with("from", from),
            vec![
                FormField {
                    value: "1".into(),
                    ..required_field(slot!(reader_locale(), "count", "form-count"))
                },
                optional_field(slot!(reader_locale(), "name", "form-npc")),
                side_field(1),
                zone_field(slot!(reader_locale(), "at", "form-npc-at")),
                FormField {
                    kind: FieldKind::Checkbox,
                    ..optional_field(slot!(reader_locale(), "hidden", "form-hidden"))
                },
            ],
        ),
        "join" => build_command_form(
            &say!(
                reader_locale(),
                "form-join",
                from = KitEntry::Archetype.name(reader_locale(), from)
            ),
            Command::new("join").with("from", from),
            vec![
                required_field(slot!(reader_locale(), "name", "form-name")),
                side_field(0),
                zone_field(slot!(reader_locale(), "at", "form-at")),
            ],
        ),
        "queue-add" => Form::new(
            CustomId::CommandForm { payload: payload.clone() },
            &say!(reader_locale(), "form-plan"),
            vec![required_field(slot!(reader_locale(), "act", "form-planned-act"))],
        ),
        "describe" => build_describe_form(payload),
        "copy" => build_command_form(
            &say!(reader_locale(), "form-copy"),
            Command::new("sheet-copy").with("id", command.get("id")),
            vec![required_field(slot!(reader_locale(), "to", "form-copy-name"))],
        ),
        _ => None,
    }
}

/// The slots of the form of a new character or NPC, as the app reads them.
const NUMBERS_SLOT: &str = "numbers";
const GEAR_SLOT: &str = "gear";
const TRAITS_SLOT: &str = "traits";

/// Returns the command that a form of a new character or NPC fills in.
pub fn newcomer_command(form: &NewcomerForm) -> Command {
    let verb = match form.kind {
        NewcomerKind::Npc => "npc-new",
        NewcomerKind::Character => "sheet-new",
    };
    Command::new(verb).with("from", &form.template).with("system", &form.system)
}

/// Returns the form that a reply asks to fill in, if any.
pub fn form_in_reply(reply: &Result<InputReply, StoreError>) -> Option<Form> {
    match reply {
        Ok(InputReply::Library(reply)) => match &**reply {
            LibraryReply::NewcomerForm(form) => build_newcomer_form(form),
            _ => None,
        },
        _ => None,
    }
}

/// Builds the form of a new character or NPC, filled in with what its template has. Several fields
/// of the sheet share a field of the form, a line each, by their names.
pub fn build_newcomer_form(form: &NewcomerForm) -> Option<Form> {
    let line = |value: &AskedValue, text: &str| {
        format!("{}: {text}", terms::sheet_field_name(reader_locale(), value.field.key))
    };
    let counts = |counts: &[(String, String)]| {
        let counts = counts.iter();
        let pairs = counts.map(|(part, count)| {
            format!("{} {count}", terms::sheet_field_name(reader_locale(), part))
        });
        pairs.collect::<Vec<_>>().join(", ")
    };
    let item_names = |names: &[String]| {
        let names = names.iter().map(|name| KitEntry::Item.name(reader_locale(), name));
        names.collect::<Vec<_>>().join(", ")
    };
    let (mut numbers, mut gear) = (Vec::new(), Vec::new());
    let (mut traits, mut chosen) = (Vec::new(), Vec::new());
    for value in &form.values {
        match &value.content {
            AskedContent::Number(number) => numbers.push(line(value, number)),
            AskedContent::Counts(parts) => numbers.push(line(value, &counts(parts))),
            AskedContent::Gear(names) => gear.push(line(value, &item_names(names))),
            AskedContent::Flag(is_set) => {
                let key = value.field.key;
                traits.push((terms::sheet_field_name(reader_locale(), key), key.to_string()));
                chosen.extend(is_set.then(|| key.to_string()));
            }
            AskedContent::Choice(keys) => {
                let field = value.field.key;
                let option_value = |key: &str| format!("{field}={key}");
                traits.extend(
                    value
                        .field
                        .choices
                        .iter()
                        .map(|key| (terms::trait_text(reader_locale(), key), option_value(key))),
                );
                chosen.extend(keys.iter().map(|key| option_value(key)));
            }
        }
    }
    let field =
        |slot: &str, label: String| FormField { slot: slot.into(), label, ..FormField::default() };
    let mut fields = vec![FormField {
        value: form.name.clone(),
        is_required: true,
        ..field("name", say!(reader_locale(), "form-sheet-name"))
    }];
    let numbers_label = say!(reader_locale(), "form-numbers");
    let lines = |slot: &str, label: String, lines: &[String]| FormField {
        value: lines.join("\n"),
        kind: FieldKind::Paragraph,
        ..field(slot, label)
    };
    fields.push(lines(NUMBERS_SLOT, numbers_label, &numbers));
    fields.push(lines(GEAR_SLOT, say!(reader_locale(), "form-gear"), &gear));
    if !traits.is_empty() {
        fields.push(FormField {
            value: chosen.join(SEVERAL_MARK),
            kind: FieldKind::Several(traits),
            ..field(TRAITS_SLOT, say!(reader_locale(), "form-traits"))
        });
    }
    let title = match form.kind {
        NewcomerKind::Npc => {
            let keeps = form.keeps.iter().map(|keep| {
                let label = say!(reader_locale(), "npc-keep", keep = VariantKey(keep.key()));
                (label, keep.key().to_string())
            });
            fields.push(FormField {
                value: form.keeps.first().map_or("", |keep| keep.key()).into(),
                is_required: true,
                kind: FieldKind::Choice(keeps.collect()),
                ..field("keep", say!(reader_locale(), "form-keep"))
            });
            let from = KitEntry::Creature.name(reader_locale(), &form.template);
            say!(reader_locale(), "form-new-npc", from)
        }
        NewcomerKind::Character => {
            fields.push(FormField {
                example: "https://example.org/ana.png".into(),
                ..field("portrait", say!(reader_locale(), "form-portrait"))
            });
            let from = KitEntry::Archetype.name(reader_locale(), &form.template);
            say!(reader_locale(), "form-new-character", from)
        }
    };
    build_command_form(&title, newcomer_command(form), fields)
}

/// Builds the form for a page of a sheet, filled with its current values.
pub fn build_sheet_page_form(sheet: &SheetCard, page: &SheetCardPage) -> Option<Form> {
    let field = |field: &SheetCardField| {
        let is_list = field.value.is_array();
        FormField {
            slot: format!("field.{}", field.key),
            label: terms::sheet_field_name(reader_locale(), &field.key),
            example: if is_list { say!(reader_locale(), "form-names") } else { String::new() },
            value: field.form_text.clone(),
            is_required: false,
            max_chars: None,
            kind: if is_list { FieldKind::Paragraph } else { FieldKind::Line },
        }
    };
    build_command_form(
        &format!("{}: {}", sheet.name, KitEntry::SheetPage.name(reader_locale(), &page.title)),
        sheet_edit_command(sheet),
        page.fields.iter().map(field).collect(),
    )
}

/// Builds the form in which a character's player describes what it says or does.
fn build_describe_form(payload: &ButtonPayload) -> Option<Form> {
    let name = payload.actor_name.as_deref();
    let title = say!(reader_locale(), "form-describe", name);
    let id = CustomId::CommandForm { payload: payload.clone() };
    Form::new(id, &title, vec![speech_field(String::new())])
}

/// Builds the form in which the author of the words in a message changes them.
pub fn build_speech_edit_form(message: u64, own: &OwnSpeech) -> Option<Form> {
    let command = Command::new("words-edit").with("message", message);
    let title = say!(reader_locale(), "form-describe", name = Some(own.name.as_str()));
    build_command_form(&title, command, vec![speech_field(own.text.clone())])
}

fn speech_field(value: String) -> FormField {
    FormField {
        slot: "text".into(),
        label: say!(reader_locale(), "form-words"),
        value,
        is_required: true,
        kind: FieldKind::Paragraph,
        max_chars: Some(MAX_SPEECH_CHARS),
        ..FormField::default()
    }
}

/// Builds the form for the name and portrait of a sheet.
pub fn build_sheet_about_form(sheet: &SheetCard) -> Option<Form> {
    let name = FormField {
        slot: "to".into(),
        label: say!(reader_locale(), "form-sheet-name"),
        value: sheet.name.clone(),
        is_required: true,
        ..FormField::default()
    };
    let portrait = FormField {
        slot: "portrait".into(),
        label: say!(reader_locale(), "form-portrait"),
        example: "https://example.org/ana.png".into(),
        value: sheet.portrait.clone().unwrap_or_default(),
        ..FormField::default()
    };
    build_command_form(&sheet.name, sheet_edit_command(sheet), vec![name, portrait])
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
        slot: slot.name.into(),
        label: say!(reader_locale(), "form-act"),
        is_required: slot.need == SlotNeed::Required,
        kind: FieldKind::Paragraph,
        ..FormField::default()
    };
    let fields: Vec<FormField> = slots.iter().map(field).collect();
    let value =
        MenuValue::HashedActForm { actor: ActorRef::from_name(&actor.public_name), hash: act_hash };
    Form::new(
        CustomId::ActForm { turn, value },
        &narration::act_phrase(reader_locale(), actor.system, act),
        fields,
    )
}

fn sheet_edit_command(sheet: &SheetCard) -> Command {
    Command::new("sheet-edit").with("id", sheet.id).with("revision", sheet.revision)
}

/// Returns `None` if the form exceeds Discord's limits; the command can then be typed.
fn build_command_form(title: &str, command: Command, fields: Vec<FormField>) -> Option<Form> {
    Form::new(CustomId::CommandForm { payload: command.into() }, title, fields)
}

/// Fills the slots of a command from the fields of a form. Empty fields set no slot, except for a
/// sheet, where they empty its field.
pub fn fill_command_from_form(
    mut command: Command,
    fields: impl Iterator<Item = (String, String)>,
) -> Command {
    let is_sheet = matches!(command.verb.as_str(), "sheet-edit" | "sheet-new" | "npc-new");
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
