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
    AskedContent, AskedValue, LibraryReply, NewcomerForm, NewcomerKind, NpcStorage, SheetCard,
    SheetCardField, SheetCardPage,
};
use app::outbox::Actor;
use app::speech::{MAX_SPEECH_CHARS, OwnSpeech};
use engine::core::command::Command;
use engine::core::names::MAX_NAME_CHARS;
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
    /// Returns the most characters that may be written in the field.
    fn max_length(&self) -> usize {
        let most = match self.kind {
            FieldKind::Paragraph => MAX_LONG_VALUE,
            _ => MAX_LINE_VALUE,
        };
        self.max_chars.map_or(most, |max_chars| max_chars.min(most))
    }

    /// Returns whether the value of the field is short enough to be edited in it.
    fn has_room_for_value(&self) -> bool {
        self.value.chars().count() <= self.max_length()
    }

    /// Returns Discord's form of the field with its label.
    fn to_label_json(&self) -> Value {
        json!({
            "type": LABEL_TYPE,
            "label": cut_to_length(&self.label, MAX_LABEL),
            "component": self.to_component_json(),
        })
    }

    /// Returns Discord's form of the text input, menu or checkbox.
    fn to_component_json(&self) -> Value {
        let example = cut_to_length(&self.example, MAX_EXAMPLE);
        match &self.kind {
            FieldKind::Line => self.to_text_input_json(ONE_LINE, &example),
            FieldKind::Paragraph => self.to_text_input_json(PARAGRAPH, &example),
            FieldKind::Choice(choices) => json!({
                "type": MENU_TYPE,
                "custom_id": self.slot,
                "required": self.is_required,
                "min_values": u8::from(self.is_required),
                "placeholder": example,
                "options": to_options_json(choices, &[self.value.as_str()]),
            }),
            FieldKind::Several(choices) => {
                let fitting = &choices[..choices.len().min(MAX_OPTIONS)];
                let chosen: Vec<&str> = self.value.split(SEVERAL_MARK).collect();
                json!({
                    "type": MENU_TYPE,
                    "custom_id": self.slot,
                    "required": false,
                    "min_values": 0,
                    "max_values": fitting.len(),
                    "placeholder": example,
                    "options": to_options_json(fitting, &chosen),
                })
            }
            FieldKind::Checkbox => json!({
                "type": CHECKBOX_TYPE,
                "custom_id": self.slot,
                "default": self.value == "true",
            }),
        }
    }

    /// Returns Discord's form of a text input in one of its styles.
    fn to_text_input_json(&self, style: u8, example: &str) -> Value {
        json!({
            "type": TEXT_TYPE,
            "custom_id": self.slot,
            "style": style,
            "required": self.is_required,
            "max_length": self.max_length(),
            "placeholder": example,
            "value": self.value,
        })
    }
}

/// Returns Discord's form of the options of a menu, each with a label and a value, of which these
/// values are chosen.
fn to_options_json(choices: &[(String, String)], chosen_values: &[&str]) -> Vec<Value> {
    let mut options = Vec::new();
    for (label, value) in choices {
        options.push(json!({
            "label": cut_to_length(label, MAX_OPTION),
            "value": value,
            "default": chosen_values.contains(&value.as_str()),
        }));
    }
    options
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
            vec![limit_to_name(required_field(slot!(reader_locale(), "name", "form-template")))],
        ),
        "add" => build_add_form(command.get("from"), choices),
        "join" => build_join_form(command.get("from"), choices),
        "queue-add" => Form::new(
            CustomId::CommandForm { payload: payload.clone() },
            &say!(reader_locale(), "form-plan"),
            vec![required_field(slot!(reader_locale(), "act", "form-planned-act"))],
        ),
        "describe" => build_describe_form(payload),
        "copy" => build_command_form(
            &say!(reader_locale(), "form-copy"),
            Command::new("sheet-copy").with("id", command.get("id")),
            vec![limit_to_name(required_field(slot!(reader_locale(), "to", "form-copy-name")))],
        ),
        _ => None,
    }
}

/// Builds the form that adds NPCs like a creature: how many, their name, side and zone, and whether
/// they are hidden.
fn build_add_form(creature: &str, choices: &FormChoices) -> Option<Form> {
    let name = KitEntry::Creature.name(reader_locale(), creature);
    let count = required_field(slot!(reader_locale(), "count", "form-count"));
    let hidden = optional_field(slot!(reader_locale(), "hidden", "form-hidden"));
    build_command_form(
        &say!(reader_locale(), "form-add", from = name),
        Command::new("add").with("from", creature),
        vec![
            FormField { value: "1".into(), ..count },
            limit_to_name(optional_field(slot!(reader_locale(), "name", "form-npc"))),
            build_side_field_naming_usual(choices, UsualSide::Npcs),
            build_zone_field(slot!(reader_locale(), "at", "form-npc-at"), choices),
            FormField { kind: FieldKind::Checkbox, ..hidden },
        ],
    )
}

/// Builds the form with which a player joins with an archetype: a name, a side and a zone.
fn build_join_form(archetype: &str, choices: &FormChoices) -> Option<Form> {
    let name = KitEntry::Archetype.name(reader_locale(), archetype);
    build_command_form(
        &say!(reader_locale(), "form-join", from = name),
        Command::new("join").with("from", archetype),
        vec![
            limit_to_name(required_field(slot!(reader_locale(), "name", "form-name"))),
            build_side_field_naming_usual(choices, UsualSide::Players),
            build_zone_field(slot!(reader_locale(), "at", "form-at"), choices),
        ],
    )
}

/// Whose side is taken if the field of the side is left empty.
#[derive(Clone, Copy)]
enum UsualSide {
    Players,
    Npcs,
}

/// Builds the field of the side. Its label names the usual side, and its example the other one.
fn build_side_field_naming_usual(choices: &FormChoices, usual: UsualSide) -> FormField {
    let side_names =
        choices.usual_sides.map(|sides| sides.map(|side| terms::group_name(reader_locale(), side)));
    let (usual_name, other_name) = match (side_names, usual) {
        (None, _) => (None, String::new()),
        (Some([players, npcs]), UsualSide::Players) => (Some(FormattedText(players)), npcs),
        (Some([players, npcs]), UsualSide::Npcs) => (Some(FormattedText(npcs)), players),
    };
    let field = FormField {
        slot: "side".into(),
        label: say!(reader_locale(), "form-side", usual = usual_name),
        example: other_name,
        ..FormField::default()
    };
    build_choice_or_text_field(field, &choices.sides, |side| {
        terms::group_name(reader_locale(), side)
    })
}

/// Builds a field in which a zone is chosen or typed.
fn build_zone_field(slot: PromptFormField, choices: &FormChoices) -> FormField {
    build_choice_or_text_field(optional_field(slot), &choices.zones, str::to_string)
}

/// Builds a field of one line for a slot, which may be left empty.
fn optional_field(slot: PromptFormField) -> FormField {
    FormField {
        slot: slot.key.into(),
        label: slot.label,
        example: slot.example,
        ..FormField::default()
    }
}

/// Builds a field of one line for a slot, which must be filled in.
fn required_field(slot: PromptFormField) -> FormField {
    FormField { is_required: true, ..optional_field(slot) }
}

/// Lets a field take no more characters than a name may have, or than the longer name that it
/// shows.
fn limit_to_name(field: FormField) -> FormField {
    let max_chars = MAX_NAME_CHARS.max(field.value.chars().count());
    FormField { max_chars: Some(max_chars), ..field }
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

/// Returns the form that a reply asks to fill in; `None` if it asks for none, or the form cannot be
/// built.
pub fn form_in_reply(reply: &Result<InputReply, StoreError>) -> Option<Form> {
    match reply {
        Ok(InputReply::Library(reply)) => match &**reply {
            LibraryReply::NewcomerForm(form) => build_newcomer_form(form),
            _ => None,
        },
        _ => None,
    }
}

/// Builds the form of a new character or NPC, filled in with what its template has: the name,
/// fields for numbers, gear and traits, and for an NPC where it is kept, for a character its
/// portrait. Returns `None` if it exceeds Discord's limits.
pub fn build_newcomer_form(form: &NewcomerForm) -> Option<Form> {
    let name_field = FormField {
        value: form.name.clone(),
        is_required: true,
        ..labelled_field("name", say!(reader_locale(), "form-sheet-name"))
    };
    let mut fields = vec![limit_to_name(name_field)];
    fields.extend(build_newcomer_value_fields(form));
    let title = match form.kind {
        NewcomerKind::Npc => {
            fields.push(build_npc_storage_field(&form.storages));
            let from = KitEntry::Creature.name(reader_locale(), &form.template);
            say!(reader_locale(), "form-new-npc", from)
        }
        NewcomerKind::Character => {
            fields.push(FormField {
                example: "https://example.org/ana.png".into(),
                ..labelled_field("portrait", say!(reader_locale(), "form-portrait"))
            });
            let from = KitEntry::Archetype.name(reader_locale(), &form.template);
            say!(reader_locale(), "form-new-character", from)
        }
    };
    build_command_form(&title, newcomer_command(form), fields)
}

/// Builds the fields for numbers, gear and traits of a new character or NPC, filled in. Without
/// traits to choose there is no field for them.
fn build_newcomer_value_fields(form: &NewcomerForm) -> Vec<FormField> {
    let NewcomerFieldTexts { number_lines, gear_lines, trait_choices, chosen_traits } =
        NewcomerFieldTexts::sort_into_numbers_gear_and_traits(&form.values);
    let paragraph = |slot: &str, label: String, lines: Vec<String>| FormField {
        value: lines.join("\n"),
        kind: FieldKind::Paragraph,
        ..labelled_field(slot, label)
    };
    let mut fields = vec![
        paragraph(NUMBERS_SLOT, say!(reader_locale(), "form-numbers"), number_lines),
        paragraph(GEAR_SLOT, say!(reader_locale(), "form-gear"), gear_lines),
    ];
    if !trait_choices.is_empty() {
        fields.push(FormField {
            value: chosen_traits.join(SEVERAL_MARK),
            kind: FieldKind::Several(trait_choices),
            ..labelled_field(TRAITS_SLOT, say!(reader_locale(), "form-traits"))
        });
    }
    fields
}

/// Builds an empty field of one line, which may be left empty.
fn labelled_field(slot: &str, label: String) -> FormField {
    FormField { slot: slot.into(), label, ..FormField::default() }
}

/// Builds the field that says where a new NPC is stored, with the first of the places chosen.
fn build_npc_storage_field(storages: &[NpcStorage]) -> FormField {
    let choices = storages.iter().map(|storage| {
        let label = say!(reader_locale(), "npc-keep", keep = VariantKey(storage.key()));
        (label, storage.key().to_string())
    });
    FormField {
        value: storages.first().map_or("", |storage| storage.key()).into(),
        is_required: true,
        kind: FieldKind::Choice(choices.collect()),
        ..labelled_field("keep", say!(reader_locale(), "form-keep"))
    }
}

/// What the fields of a newcomer's form are filled in with. Several fields of the sheet share a
/// field of the form, a line each, by their names.
#[derive(Default)]
struct NewcomerFieldTexts {
    number_lines: Vec<String>,
    gear_lines: Vec<String>,
    /// The label and the value of each trait that can be chosen.
    trait_choices: Vec<(String, String)>,
    /// The values of those that are chosen.
    chosen_traits: Vec<String>,
}

impl NewcomerFieldTexts {
    /// Sorts the values of a sheet into the fields of the form: lines of numbers, lines of gear,
    /// and traits to choose with those that are chosen.
    fn sort_into_numbers_gear_and_traits(values: &[AskedValue]) -> Self {
        let mut texts = Self::default();
        for value in values {
            let key = value.field.key;
            let name = terms::sheet_field_name(reader_locale(), key);
            match &value.content {
                AskedContent::Number(number) => {
                    texts.number_lines.push(format!("{name}: {number}"));
                }
                AskedContent::Counts(counts) => {
                    texts.number_lines.push(format!("{name}: {}", format_counts(counts)));
                }
                AskedContent::Gear(items) => {
                    texts.gear_lines.push(format!("{name}: {}", format_item_names(items)));
                }
                AskedContent::Flag(is_set) => {
                    texts.trait_choices.push((name, key.to_string()));
                    texts.chosen_traits.extend(is_set.then(|| key.to_string()));
                }
                AskedContent::Choice(chosen) => {
                    let option_value = |word: &str| format!("{key}={word}");
                    let choices = value.field.choices.iter();
                    texts.trait_choices.extend(choices.map(|word| {
                        (terms::trait_text(reader_locale(), word), option_value(word))
                    }));
                    texts.chosen_traits.extend(chosen.iter().map(|word| option_value(word)));
                }
            }
        }
        texts
    }
}

/// Formats the parts of a field with their numbers: `Strike 3, Endure 1`.
fn format_counts(counts: &[(String, String)]) -> String {
    let pairs = counts
        .iter()
        .map(|(part, count)| format!("{} {count}", terms::sheet_field_name(reader_locale(), part)));
    pairs.collect::<Vec<_>>().join(", ")
}

/// Formats the names of items in the reader's language.
fn format_item_names(names: &[String]) -> String {
    let names = names.iter().map(|name| KitEntry::Item.name(reader_locale(), name));
    names.collect::<Vec<_>>().join(", ")
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

/// Builds the field for words in character, filled in with these.
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
    let name = limit_to_name(FormField {
        slot: "to".into(),
        label: say!(reader_locale(), "form-sheet-name"),
        value: sheet.name.clone(),
        is_required: true,
        ..FormField::default()
    });
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
pub fn build_act_form_if_still_offered(turn: TurnId, actor: &Actor, act_hash: u64) -> Option<Form> {
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

/// Returns the command that changes a sheet, unless somebody else has changed it meanwhile.
fn sheet_edit_command(sheet: &SheetCard) -> Command {
    Command::new("sheet-edit").with("id", sheet.id).with("revision", sheet.revision)
}

/// Builds the form whose fields become slots of a command. Returns `None` if it exceeds Discord's
/// limits; the command can then be typed.
fn build_command_form(title: &str, command: Command, fields: Vec<FormField>) -> Option<Form> {
    Form::new(CustomId::CommandForm { payload: command.into() }, title, fields)
}

/// Fills the slots of a command from the fields of a form. Empty fields set no slot, except for a
/// sheet, where they empty its field. The words for yes and no in `hidden` count as `true` and
/// empty.
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
