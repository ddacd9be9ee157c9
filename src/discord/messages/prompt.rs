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
use crate::narration::{self, Question, Slot, say};

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
            Written::text(format!("{}\n{how}", cut(question.in_short(), CONTENT - 200)))
        }
    }
}

fn open(card: &PromptCard, question: &Question) -> Written {
    let ping = card.ping.map(|user| mention(user).0 + " · ").unwrap_or_default();
    let text = cut(&question.text, CONTENT - 300);
    let fallback = cut(&question.fallback, 100);
    let until = card.until.map(soon);
    let end = match card.is_optional && until.is_some() {
        true => say!(INK, "prompt-closes", until),
        false => say!(INK, "prompt-default", fallback, until),
    };
    let content = format!("{ping}{text}\n{end}");
    let mark = say!(TONGUE, "prompt-default-mark");
    let mut buttons: Vec<CreateButton> = question
        .choices
        .iter()
        .enumerate()
        .filter_map(|(place, choice)| {
            let id = if choice.form.is_empty() {
                CustomId::Answer { prompt: card.id, choice: place }
            } else {
                CustomId::Ask { prompt: card.id, choice: Some(place) }
            };
            let id = id.write()?;
            let (style, mark) = if choice.is_default && question.choices.len() > 1 {
                (ButtonStyle::Secondary, mark.as_str())
            } else {
                (ButtonStyle::Primary, "")
            };
            let label = cut(&choice.label, BUTTON - mark.chars().count()) + mark;
            Some(CreateButton::new(id).label(label).style(style))
        })
        .collect();
    if !question.form.is_empty()
        && let Some(id) = (CustomId::Ask { prompt: card.id, choice: None }).write()
    {
        let button = CreateButton::new(id).label(say!(TONGUE, "prompt-rule-otherwise"));
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
    let label = |words| cut(&narration::label(TONGUE, &card.asked, words), 150);
    match outcome {
        Outcome::Answered(words) => say!(INK, "prompt-answered", answer = label(words)),
        Outcome::Defaulted(words) => say!(INK, "prompt-defaulted", answer = label(words)),
        Outcome::Sealed => say!(INK, "prompt-sealed"),
        Outcome::Void => say!(INK, "prompt-void"),
    }
}

/// The form of a question that takes an answer spelled out, or of one of its choices. Everything
/// in it may be left out.
pub fn form(prompt: PromptId, question: &Question, choice: Option<usize>) -> Option<CreateModal> {
    let id = CustomId::Form { prompt, choice }.write()?;
    let (title, slots) = match choice {
        None => (say!(TONGUE, "prompt-form"), &question.form),
        Some(choice) => {
            let choice = question.choices.get(choice)?;
            (choice.label.clone(), &choice.form)
        }
    };
    let row = |slot: &Slot| {
        let input =
            CreateInputText::new(InputTextStyle::Short, cut(&slot.label, FORM_LABEL), slot.key);
        let input = input.placeholder(cut(&slot.example, FORM_EXAMPLE));
        CreateActionRow::InputText(input.required(false).max_length(FORM_VALUE))
    };
    let rows: Vec<_> = slots.iter().take(FORM_FIELDS).map(row).collect();
    let form = CreateModal::new(id, cut(&title, FORM_TITLE));
    (!rows.is_empty()).then(|| form.components(rows))
}

/// An answer with what was filled in; what was left empty goes without saying.
pub fn filled(answer: Words, fields: impl Iterator<Item = (String, String)>) -> Words {
    let given = fields.filter(|(_, value)| !value.trim().is_empty());
    given.fold(answer, |words, (key, value)| words.with(&key, value.trim()))
}
