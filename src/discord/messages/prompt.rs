//! A question: its choices as buttons, what happens without an answer, and until when. Once it is
//! closed it shows how, and has no buttons.

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateInputText, CreateModal, InputTextStyle,
};

use super::super::custom_id::CustomId;
use super::text::cut;
use super::{BUTTON, CONTENT, INK, TONGUE, Written, mention, soon};
use crate::app::ids::PromptId;
use crate::app::outbox::{Outcome, PromptCard};
use crate::engine::words::Words;
use crate::narration::{self, Question, Slot};

const BUTTONS_A_ROW: usize = 5;
const MOST_ROWS: usize = 5;
const FORM_TITLE: usize = 45;
const FORM_LABEL: usize = 45;
const FORM_EXAMPLE: usize = 100;
const FORM_FIELDS: usize = 5;
const FORM_VALUE: u16 = 300;

pub fn card(card: &PromptCard) -> Written {
    let question = narration::ask(INK, &card.asked, &card.names, &card.choices, &card.default);
    match &card.outcome {
        None => open(card, &question),
        Some(outcome) => {
            let how = closed(card, outcome);
            Written::text(format!("{}\n{how}", cut(&question.text, CONTENT - 200)))
        }
    }
}

fn open(card: &PromptCard, question: &Question) -> Written {
    let mut content = card.ping.map(|user| mention(user) + " · ").unwrap_or_default();
    content += &cut(&question.text, CONTENT - 300);
    let fallback = INK.text;
    let fallback = fallback(&cut(&question.fallback, 100));
    content += &match (card.until, card.is_optional) {
        (Some(until), false) => format!("\nWithout an answer: {fallback}, {}.", soon(until)),
        (Some(until), true) => format!("\nIt need not be answered; it closes {}.", soon(until)),
        (None, _) => format!("\nWithout an answer: {fallback}."),
    };
    let mut buttons: Vec<CreateButton> = question
        .choices
        .iter()
        .enumerate()
        .filter_map(|(place, choice)| {
            let id = CustomId::Answer { prompt: card.id, choice: place }.write()?;
            let (style, mark) = if choice.is_default && question.choices.len() > 1 {
                (ButtonStyle::Secondary, " (default)")
            } else {
                (ButtonStyle::Primary, "")
            };
            let label = cut(&choice.label, BUTTON - mark.len()) + mark;
            Some(CreateButton::new(id).label(label).style(style))
        })
        .collect();
    if !question.form.is_empty()
        && let Some(id) = (CustomId::Ask { prompt: card.id }).write()
    {
        let button = CreateButton::new(id).label("Rule otherwise…");
        buttons.push(button.style(ButtonStyle::Secondary));
    }
    let rows = buttons.chunks(BUTTONS_A_ROW).take(MOST_ROWS);
    Written {
        content,
        components: rows.map(|row| CreateActionRow::Buttons(row.to_vec())).collect(),
        ping: card.ping,
        ..Written::default()
    }
}

fn closed(card: &PromptCard, outcome: &Outcome) -> String {
    let label = |words| {
        let text = INK.text;
        text(&cut(&narration::label(TONGUE, &card.asked, words), 150))
    };
    match outcome {
        Outcome::Answered(words) => format!("Answer: **{}**", label(words)),
        Outcome::Defaulted(words) => format!("Not waited for: **{}**", label(words)),
        Outcome::Sealed => "Answered; shown when all have.".into(),
        Outcome::Void => "Not asked any more.".into(),
    }
}

/// The form of a question that takes an answer spelled out. Everything in it may be left out.
pub fn form(prompt: PromptId, slots: &[Slot]) -> Option<CreateModal> {
    let id = CustomId::Form { prompt }.write()?;
    let row = |slot: &Slot| {
        let input =
            CreateInputText::new(InputTextStyle::Short, cut(&slot.label, FORM_LABEL), slot.key);
        let input = input.placeholder(cut(&slot.example, FORM_EXAMPLE));
        CreateActionRow::InputText(input.required(false).max_length(FORM_VALUE))
    };
    let rows = slots.iter().take(FORM_FIELDS).map(row).collect();
    Some(CreateModal::new(id, cut("Your ruling", FORM_TITLE)).components(rows))
}

/// What was filled in; what was left empty goes without saying.
pub fn filled(fields: impl Iterator<Item = (String, String)>) -> Words {
    let given = fields.filter(|(_, value)| !value.trim().is_empty());
    given.fold(Words::new("rule"), |words, (key, value)| words.with(&key, value.trim()))
}
