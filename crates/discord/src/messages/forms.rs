//! Forms of commands: what a button or menu needs to be told before it can say its command.

use serenity::all::{CreateActionRow, CreateInputText, CreateModal, InputTextStyle};

use super::super::custom_id::{ButtonPayload, Chosen, CustomId, Whose, mark};
use super::LOCALE;
use super::text::cut;
use app::ids::TurnId;
use app::outbox::Actor;
use app::shelf::{PageCard, SheetCard};
use engine::command::Command;
use engine::game::Game;
use engine::verbs::{self, Need};
use narration::catalogue::slot;
use narration::{self, Slot, say, words};

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
    label: String,
    example: String,
    value: &'a str,
    is_required: bool,
    is_long: bool,
}

const EMPTY: Field<'_> = Field {
    slot: "",
    label: String::new(),
    example: String::new(),
    value: "",
    is_required: false,
    is_long: false,
};

/// The form of that name, about what its words say; in a fight whose players and NPCs are of these
/// sides where nobody says another. None for a name that no form has.
pub fn of(said: &ButtonPayload, sides: Option<[&str; 2]>) -> Option<CreateModal> {
    let about = &said.words;
    let from = about.get("from");
    let side = |usual: usize| Field {
        slot: "side",
        label: say!(LOCALE, "form-side", usual = sides.map(|sides| sides[usual])),
        example: sides.map_or("", |sides| sides[1 - usual]).into(),
        ..EMPTY
    };
    let line =
        |slot: Slot| Field { slot: slot.key, label: slot.label, example: slot.example, ..EMPTY };
    let must = |slot: Slot| Field { is_required: true, ..line(slot) };
    match about.verb.as_str() {
        "zones" => {
            let layout = must(slot!(LOCALE, "layout", "form-layout"));
            let layout = Field { is_long: true, ..layout };
            form(&say!(LOCALE, "form-zones"), Command::new("zones"), &[layout])
        }
        "save" => form(
            &say!(LOCALE, "form-save"),
            Command::new("save"),
            &[must(slot!(LOCALE, "name", "form-template"))],
        ),
        "add" => form(
            &say!(LOCALE, "form-add", from),
            Command::new("add").with("from", from),
            &[
                Field { value: "1", ..must(slot!(LOCALE, "count", "form-count")) },
                line(slot!(LOCALE, "name", "form-npc")),
                side(1),
                line(slot!(LOCALE, "at", "form-npc-at")),
                line(slot!(LOCALE, "hidden", "form-hidden")),
            ],
        ),
        "join" => form(
            &say!(LOCALE, "form-join", from),
            Command::new("join").with("from", from),
            &[
                must(slot!(LOCALE, "name", "form-name")),
                side(0),
                line(slot!(LOCALE, "at", "form-at")),
            ],
        ),
        "queue-add" => form_of(
            CustomId::Fill { said: said.clone() },
            &say!(LOCALE, "form-plan"),
            &[must(slot!(LOCALE, "act", "form-planned-act"))],
        ),
        "copy" => form(
            &say!(LOCALE, "form-copy"),
            Command::new("sheet-copy").with("id", about.get("id")),
            &[must(slot!(LOCALE, "to", "form-copy-name"))],
        ),
        _ => None,
    }
}

/// A page of a sheet, as it stands.
pub fn page(card: &SheetCard, page: &PageCard) -> Option<CreateModal> {
    let fields: Vec<(String, String)> = page
        .fields
        .iter()
        .map(|field| (format!("field.{}", field.key), words::field(LOCALE, &field.key)))
        .collect();
    let fields: Vec<Field<'_>> = page
        .fields
        .iter()
        .zip(&fields)
        .map(|(field, (slot, label))| {
            let is_long = field.value.is_array();
            let example = if is_long { say!(LOCALE, "form-names") } else { String::new() };
            let label = label.clone();
            Field { slot, label, example, value: &field.text, is_long, ..EMPTY }
        })
        .collect();
    form(&format!("{}: {}", card.name, page.title), edit(card), &fields)
}

/// The name of a sheet and its portrait.
pub fn about(card: &SheetCard) -> Option<CreateModal> {
    let label = say!(LOCALE, "form-sheet-name");
    let name = Field { slot: "to", label, value: &card.name, is_required: true, ..EMPTY };
    let portrait = Field {
        slot: "portrait",
        label: say!(LOCALE, "form-portrait"),
        example: "https://example.org/ana.png".into(),
        value: card.portrait.as_deref().unwrap_or(""),
        ..EMPTY
    };
    form(&card.name, edit(card), &[name, portrait])
}

/// In which an actor says in own words what they do; of the act of that mark. None where they may
/// not do it any more.
pub fn act(turn: TurnId, actor: &Actor, wanted: u64) -> Option<CreateModal> {
    let act = actor.offers.iter().map(|offer| &offer.words).find(|act| mark(act) == wanted)?;
    let slots = Game::act_verb(actor.system, &act.verb)?.to_tell(act);
    let field = |slot: &&'static verbs::Slot| Field {
        slot: slot.name,
        label: say!(LOCALE, "form-act"),
        is_required: slot.need == Need::Required,
        is_long: true,
        ..EMPTY
    };
    let fields: Vec<Field<'_>> = slots.iter().map(field).collect();
    let chosen = Chosen::Tells { who: Whose::of(&actor.acting_as), mark: wanted };
    form_of(CustomId::Told { turn, chosen }, &narration::phrase(LOCALE, actor.system, act), &fields)
}

fn edit(card: &SheetCard) -> Command {
    Command::new("sheet-edit").with("id", card.id).with("revision", card.revision)
}

/// None where there is no room for it in Discord: it can be typed.
fn form(title: &str, says: Command, fields: &[Field<'_>]) -> Option<CreateModal> {
    form_of(CustomId::Fill { said: says.into() }, title, fields)
}

fn form_of(id: CustomId, title: &str, fields: &[Field<'_>]) -> Option<CreateModal> {
    let id = id.write()?;
    let row = |field: &Field<'_>| {
        let style = if field.is_long { InputTextStyle::Paragraph } else { InputTextStyle::Short };
        let input = CreateInputText::new(style, cut(&field.label, LABEL), field.slot);
        let most = if field.is_long { LONGEST_VALUE as u16 } else { LONGEST_LINE };
        let input = input.required(field.is_required).max_length(most);
        let input = input.placeholder(cut(&field.example, EXAMPLE));
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
pub fn filled(mut says: Command, fields: impl Iterator<Item = (String, String)>) -> Command {
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
