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
use crate::engine::ids::UserId;
use crate::engine::words::Words;
use crate::narration::{self, Choice, Question, Slot, say};

const BUTTONS_A_ROW: usize = 5;
const MOST_ROWS: usize = 5;
const FORM_TITLE: usize = 45;
const FORM_LABEL: usize = 45;
const FORM_EXAMPLE: usize = 100;
const FORM_FIELDS: usize = 5;
const FORM_VALUE: u16 = 300;

/// A question; where what came of it is told, that says how it was answered.
pub fn card(card: &PromptCard, is_told: bool) -> Written {
    let question = question(card);
    match &card.outcome {
        None => open(card, &question),
        Some(Outcome::Answered(_)) if is_told => Written::default(),
        Some(outcome @ Outcome::Defaulted(_)) if is_told => Written::text(closed(card, outcome)),
        Some(outcome) => {
            let how = closed(card, outcome);
            Written::text(format!("{}\n{how}", cut(question.in_short(), CONTENT - 200)))
        }
    }
}

/// Questions that share a message, a line and a row of buttons each.
pub fn shared(cards: &[PromptCard], is_told: bool) -> Written {
    let is_over = cards.iter().all(|card| matches!(card.outcome, Some(Outcome::Answered(_))));
    if is_told && is_over {
        return Written::default();
    }
    let asked: Vec<(&PromptCard, Question)> =
        cards.iter().map(|card| (card, question(card))).collect();
    let open = || asked.iter().filter(|(card, _)| card.outcome.is_none());
    let line = |(card, question): &(&PromptCard, Question)| {
        let text = cut(&question.text, CONTENT / cards.len() - 200);
        match &card.outcome {
            None => pinging(card, text) + &kept(card),
            Some(outcome) => format!("{text} {}", closed(card, outcome)),
        }
    };
    let mut lines: Vec<String> = asked.iter().map(line).collect();
    lines.extend(open().next().map(|(card, question)| end(card, question)));
    Written {
        components: open()
            .take(MOST_ROWS)
            .flat_map(|(card, _)| rows(card, asked_name(card), 1))
            .collect(),
        pings: cards.iter().filter_map(pinged).collect(),
        ..Written::text(lines.join("\n"))
    }
}

/// The buttons of a question, with the name by which they go in a message that asks more than it.
pub fn rows(card: &PromptCard, name: Option<&str>, most: usize) -> Vec<CreateActionRow> {
    in_rows(&buttons(card, &question(card), name), most)
}

fn asked_name(card: &PromptCard) -> Option<&str> {
    card.who.as_ref().map(|(_, name)| name.as_str())
}

fn in_rows(buttons: &[CreateButton], most: usize) -> Vec<CreateActionRow> {
    let rows = buttons.chunks(BUTTONS_A_ROW).take(most);
    rows.map(|row| CreateActionRow::Buttons(row.to_vec())).collect()
}

pub fn question(card: &PromptCard) -> Question {
    narration::ask(INK, &card.asked, &card.names, &card.choices, &card.default)
}

fn pinged(card: &PromptCard) -> Option<UserId> {
    card.user.filter(|_| card.is_pinged)
}

fn pinging(card: &PromptCard, text: String) -> String {
    card.user.map(|user| mention(user).0 + " · ").unwrap_or_default() + &text
}

/// What the answer is until another is given.
pub fn kept(card: &PromptCard) -> String {
    let kept =
        card.kept.as_ref().map(|words| say!(INK, "prompt-kept", answer = label(card, words)));
    kept.map(|kept| format!(" {kept}")).unwrap_or_default()
}

fn label(card: &PromptCard, answer: &Words) -> String {
    cut(&narration::label(TONGUE, &card.asked, answer), 150)
}

/// What happens without an answer, and when.
fn end(card: &PromptCard, question: &Question) -> String {
    let fallback = cut(&question.fallback, 100);
    let until = card.until.map(soon);
    if card.is_patient {
        return say!(INK, "prompt-patient");
    }
    match card.is_optional && until.is_some() {
        true => say!(INK, "prompt-closes", until),
        false if card.is_unseen => say!(INK, "prompt-unseen", fallback, until),
        false => say!(INK, "prompt-default", fallback, until),
    }
}

/// The choices, with the name of whoever is asked where others are asked beside them.
fn buttons(card: &PromptCard, question: &Question, name: Option<&str>) -> Vec<CreateButton> {
    let mark = say!(TONGUE, "prompt-default-mark");
    let button = |(place, choice): (usize, &Choice)| {
        let id = if choice.form.is_empty() {
            CustomId::Answer { prompt: card.id, choice: place }
        } else {
            CustomId::Ask { prompt: card.id, choice: Some(place) }
        };
        let id = id.write()?;
        let is_taken = choice.is_default && question.choices.len() > 1 && !card.is_patient;
        let (style, mark) = if is_taken {
            (ButtonStyle::Secondary, mark.as_str())
        } else {
            (ButtonStyle::Primary, "")
        };
        let label = &choice.label;
        let label = match name {
            // One that begins with the name says already who is asked.
            Some(name) if !label.starts_with(name) => say!(TONGUE, "turn-option-of", name, label),
            _ => label.clone(),
        };
        let label = cut(&label, BUTTON - mark.chars().count()) + mark;
        Some(CreateButton::new(id).label(label).style(style))
    };
    question.choices.iter().enumerate().filter_map(button).collect()
}

fn open(card: &PromptCard, question: &Question) -> Written {
    let text = pinging(card, cut(&question.text, CONTENT - 300));
    if card.is_copy {
        return copy(card, &format!("{text}\n{}", end(card, question)));
    }
    let content = format!("{text}\n{}{}", end(card, question), kept(card));
    let mut buttons = buttons(card, question, None);
    if !question.form.is_empty()
        && let Some(id) = (CustomId::Ask { prompt: card.id, choice: None }).write()
    {
        let button = CreateButton::new(id).label(say!(TONGUE, "prompt-rule-otherwise"));
        buttons.push(button.style(ButtonStyle::Secondary));
    }
    Written {
        content,
        components: in_rows(&buttons, MOST_ROWS),
        pings: pinged(card).into_iter().collect(),
        ..Written::default()
    }
}

/// For somebody who may not answer it.
fn copy(card: &PromptCard, question: &str) -> Written {
    let pings = pinged(card).into_iter().collect();
    Written { pings, ..Written::text(format!("{}\n{question}", say!(INK, "prompt-copy"))) }
}

fn closed(card: &PromptCard, outcome: &Outcome) -> String {
    let label = |words| label(card, words);
    match outcome {
        Outcome::Answered(words) => say!(INK, "prompt-answered", answer = label(words)),
        Outcome::Defaulted(words) => say!(INK, "prompt-defaulted", answer = label(words)),
        Outcome::Sealed => say!(INK, "prompt-sealed"),
        // The message of one that is asked no more goes.
        Outcome::Void => String::new(),
        Outcome::TakenBack(_) => say!(INK, "prompt-taken-back"),
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
