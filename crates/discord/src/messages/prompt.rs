//! A question: its choices as buttons, what happens without an answer, and until when. Once it is
//! closed it shows how, and has no buttons.

use std::collections::BTreeSet;

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateInputText, CreateModal, InputTextStyle,
};

use super::super::custom_id::CustomId;
use super::text::cut_to_length;
use super::{
    LOCALE, MAX_BUTTON_LABEL, MAX_CONTENT, MAX_OPTION, MAX_ROWS, RenderedMessage, STYLE,
    arrange_in_rows, format_mention, format_relative_time, set_up,
};
use app::ids::PromptId;
use app::outbox::{PromptCard, PromptOutcome};
use engine::core::command::Command;
use engine::core::ids::UserId;
use narration::{self, PromptChoice, PromptFormField, PromptText, say, terms};

const FORM_TITLE: usize = 45;
const FORM_LABEL: usize = 45;
const FORM_EXAMPLE: usize = 100;
const FORM_FIELDS: usize = 5;
const FORM_VALUE: u16 = 300;

/// A question; where what came of it is told, that says how it was answered.
pub fn render_prompt(card: &PromptCard, is_told: bool) -> RenderedMessage {
    let question = to_question(card);
    match &card.outcome {
        None => render_open_prompt(card, &question),
        Some(PromptOutcome::Answered(_)) if is_told => RenderedMessage::default(),
        Some(outcome @ PromptOutcome::Defaulted(_)) if is_told => {
            RenderedMessage::from_text(format_outcome(card, outcome))
        }
        Some(outcome) => {
            let how = format_outcome(card, outcome);
            RenderedMessage::from_text(format!(
                "{}\n{how}",
                cut_to_length(question.first_line(), MAX_CONTENT - 200)
            ))
        }
    }
}

/// Questions that share a message, a line and a row of buttons each.
pub fn render_shared_prompts(cards: &[PromptCard], is_told: bool) -> RenderedMessage {
    if let [one] = cards {
        return render_prompt(one, is_told);
    }
    let is_over = cards.iter().all(|card| matches!(card.outcome, Some(PromptOutcome::Answered(_))));
    if is_told && is_over {
        return RenderedMessage::default();
    }
    let asked: Vec<(&PromptCard, PromptText)> =
        cards.iter().map(|card| (card, to_question(card))).collect();
    let open = || asked.iter().filter(|(card, _)| card.outcome.is_none());
    let ends: Vec<String> = open().map(|(card, question)| format_expiry(card, question)).collect();
    let is_one = ends.iter().all(|end| Some(end) == ends.first());
    let mut later = ends.iter().skip(1);
    let mut called = BTreeSet::new();
    let first = asked.first().map_or("", |(_, first)| &first.text);
    let mut line = |(card, question): &(&PromptCard, PromptText)| {
        let is_first = cards.first().is_some_and(|first| first.id == card.id);
        let text = if is_first { first } else { skip_common_sentences(first, &question.text) };
        let text = cut_to_length(text, MAX_CONTENT / cards.len() - 200);
        let Some(outcome) = &card.outcome else {
            // Whoever plays several is called once.
            let is_new = card.user.is_some_and(|user| called.insert(user));
            let text = if is_new { prefix_mention(card, text) } else { text };
            // The same end is told once, of the last whose it is.
            let end = format_expiry(card, question);
            let is_told = is_one || later.next() == Some(&end);
            let end = if is_told { String::new() } else { format!(" {end}") };
            return text + &format_kept_answer(card) + &end;
        };
        format!("{text} {}", format_outcome(card, outcome))
    };
    let mut lines: Vec<String> = asked.iter().map(&mut line).collect();
    lines.extend(ends.first().filter(|_| is_one).cloned());
    RenderedMessage {
        components: open()
            .take(MAX_ROWS)
            .enumerate()
            .filter_map(|(at, (card, question))| build_row(at, card, question))
            .collect(),
        pings: cards.iter().filter_map(user_to_ping).collect(),
        ..RenderedMessage::from_text(lines.join("\n"))
    }
}

/// A text without the sentences with which another begins as well, but for its last.
fn skip_common_sentences<'a>(other: &str, text: &'a str) -> &'a str {
    const END: &str = ". ";
    let mut told = 0;
    for (at, _) in text.match_indices(END) {
        let end = at + END.len();
        let head = &text[..end];
        if !other.starts_with(head) {
            break;
        }
        // Not within a name.
        if head.matches("**").count().is_multiple_of(2) {
            told = end;
        }
    }
    &text[told..]
}

/// The buttons of a question, with the name by which they go in a message that asks more than it.
pub fn build_rows(card: &PromptCard, name: Option<&str>) -> Vec<CreateActionRow> {
    arrange_in_rows(&build_buttons(card, &to_question(card), name))
}

fn name_of_asked(card: &PromptCard) -> Option<&str> {
    card.combatant.as_ref().map(|(_, name)| name.as_str())
}

pub fn to_question(card: &PromptCard) -> PromptText {
    narration::render_prompt(
        STYLE,
        &card.subject,
        &card.combatant_names,
        &card.choices,
        &card.default_answer,
    )
}

fn user_to_ping(card: &PromptCard) -> Option<UserId> {
    card.user.filter(|_| card.is_pinged)
}

fn prefix_mention(card: &PromptCard, text: String) -> String {
    card.user.map(|user| format_mention(user).0 + " · ").unwrap_or_default() + &text
}

/// What the answer is until another is given.
pub fn format_kept_answer(card: &PromptCard) -> String {
    let kept = card
        .provisional_answer
        .as_ref()
        .map(|words| say!(STYLE, "prompt-kept", answer = format_answer(card, words)));
    kept.map(|kept| format!(" {kept}")).unwrap_or_default()
}

fn format_answer(card: &PromptCard, answer: &Command) -> String {
    cut_to_length(&narration::answer_label(LOCALE, &card.subject, answer), 150)
}

/// What happens without an answer, and when.
fn format_expiry(card: &PromptCard, question: &PromptText) -> String {
    let fallback = cut_to_length(&question.fallback, 100);
    let until = card.deadline.map(format_relative_time);
    if card.only_reminds_on_timeout {
        return say!(STYLE, "prompt-patient");
    }
    match card.is_optional && until.is_some() {
        true => say!(STYLE, "prompt-closes", until),
        false if card.is_hidden_from_public => say!(STYLE, "prompt-unseen", fallback, until),
        false => say!(STYLE, "prompt-default", fallback, until),
    }
}

/// What a choice carries, its label, and the mark of the one that is taken without an answer.
type ChoiceButton = (CustomId, String, String);

fn list_choice_buttons<'a>(
    card: &'a PromptCard,
    question: &'a PromptText,
) -> impl Iterator<Item = ChoiceButton> + 'a {
    let is_marked = question.choices.len() > 1 && !card.only_reminds_on_timeout;
    let choosable = move |(place, choice): (usize, &PromptChoice)| {
        let id = if choice.form_fields.is_empty() {
            CustomId::Answer { prompt: card.id, choice: place }
        } else {
            CustomId::OpenPromptForm { prompt: card.id, choice: Some(place) }
        };
        let risks = card.risks.get(place).map(|risks| terms::risks_text(LOCALE, risks));
        let label = match risks.filter(|risks| !risks.is_empty()) {
            Some(risks) => format!("{} · {risks}", choice.label),
            None => choice.label.clone(),
        };
        let is_taken = choice.is_default && is_marked;
        let mark = if is_taken { say!(LOCALE, "prompt-default-mark") } else { String::new() };
        (id, label, mark)
    };
    question.choices.iter().enumerate().map(choosable)
}

/// The choices, with the name of whoever is asked where others are asked beside them.
fn build_buttons(
    card: &PromptCard,
    question: &PromptText,
    name: Option<&str>,
) -> Vec<CreateButton> {
    let button = |(id, label, mark): ChoiceButton| {
        let label = match name {
            // One that begins with the name says already who is asked.
            Some(name) if !label.starts_with(name) => say!(LOCALE, "turn-option-of", name, label),
            _ => label,
        };
        let style = if mark.is_empty() { ButtonStyle::Primary } else { ButtonStyle::Secondary };
        set_up::build_button(&append_mark(&label, &mark, MAX_BUTTON_LABEL), style, id)
    };
    list_choice_buttons(card, question).filter_map(button).collect()
}

/// More buttons beside those of others are a wall.
const MAX_SHARED_BUTTONS: usize = 3;

/// The choices in one row, beside those of others: a menu where they are many.
fn build_row(position: usize, card: &PromptCard, question: &PromptText) -> Option<CreateActionRow> {
    let name = name_of_asked(card);
    if question.choices.len() <= MAX_SHARED_BUTTONS {
        return arrange_in_rows(&build_buttons(card, question, name)).pop();
    }
    let option = |(id, label, mark): ChoiceButton| {
        set_up::build_option(&append_mark(&label, &mark, MAX_OPTION), "", id)
    };
    let name = say!(LOCALE, "prompt-menu", name);
    set_up::build_menu(
        position,
        &name,
        list_choice_buttons(card, question).filter_map(option).collect(),
    )
}

/// Cut where it is too long, but for its mark.
fn append_mark(label: &str, mark: &str, max: usize) -> String {
    cut_to_length(label, max - mark.chars().count()) + mark
}

fn render_open_prompt(card: &PromptCard, question: &PromptText) -> RenderedMessage {
    let text = prefix_mention(card, cut_to_length(&question.text, MAX_CONTENT - 300));
    if card.is_copy {
        return render_copy(card, &format!("{text}\n{}", format_expiry(card, question)));
    }
    let content = format!("{text}\n{}{}", format_expiry(card, question), format_kept_answer(card));
    let mut buttons = build_buttons(card, question, None);
    if !question.form_fields.is_empty()
        && let Some(id) = (CustomId::OpenPromptForm { prompt: card.id, choice: None }).encode()
    {
        let button = CreateButton::new(id).label(say!(LOCALE, "prompt-rule-otherwise"));
        buttons.push(button.style(ButtonStyle::Secondary));
    }
    RenderedMessage {
        content,
        components: arrange_in_rows(&buttons),
        pings: user_to_ping(card).into_iter().collect(),
        ..RenderedMessage::default()
    }
}

/// For somebody who may not answer it.
fn render_copy(card: &PromptCard, question: &str) -> RenderedMessage {
    let pings = user_to_ping(card).into_iter().collect();
    RenderedMessage {
        pings,
        ..RenderedMessage::from_text(format!("{}\n{question}", say!(STYLE, "prompt-copy")))
    }
}

fn format_outcome(card: &PromptCard, outcome: &PromptOutcome) -> String {
    let label = |words| format_answer(card, words);
    match outcome {
        PromptOutcome::Answered(words) => say!(STYLE, "prompt-answered", answer = label(words)),
        PromptOutcome::Defaulted(words) => say!(STYLE, "prompt-defaulted", answer = label(words)),
        PromptOutcome::Sealed => say!(STYLE, "prompt-sealed"),
        // The message of one that is asked no more goes.
        PromptOutcome::Withdrawn => String::new(),
        PromptOutcome::Undone(_) => say!(STYLE, "prompt-taken-back"),
    }
}

/// The form of a question that takes an answer spelled out, or of one of its choices. Everything
/// in it may be left out.
pub fn build_form(
    prompt: PromptId,
    question: &PromptText,
    choice: Option<usize>,
) -> Option<CreateModal> {
    let id = CustomId::PromptForm { prompt, choice }.encode()?;
    let (title, slots) = match choice {
        None => (say!(LOCALE, "prompt-form"), &question.form_fields),
        Some(choice) => {
            let choice = question.choices.get(choice)?;
            (choice.label.clone(), &choice.form_fields)
        }
    };
    let row = |slot: &PromptFormField| {
        let input = CreateInputText::new(
            InputTextStyle::Short,
            cut_to_length(&slot.label, FORM_LABEL),
            slot.key,
        );
        let input = input.placeholder(cut_to_length(&slot.example, FORM_EXAMPLE));
        CreateActionRow::InputText(input.required(false).max_length(FORM_VALUE))
    };
    let rows: Vec<_> = slots.iter().take(FORM_FIELDS).map(row).collect();
    let form = CreateModal::new(id, cut_to_length(&title, FORM_TITLE));
    (!rows.is_empty()).then(|| form.components(rows))
}

/// An answer with what was filled in; what was left empty goes without saying.
pub fn fill_answer(answer: Command, fields: impl Iterator<Item = (String, String)>) -> Command {
    let given = fields.filter(|(_, value)| !value.trim().is_empty());
    given.fold(answer, |words, (key, value)| words.with(&key, value.trim()))
}

#[cfg(test)]
mod tests {
    use super::skip_common_sentences;

    #[test]
    fn what_all_are_told_is_said_once() {
        let one = "**Mara** hits **Kit**. **Dr. A** may step in.";
        let other = |name: &str| format!("**Mara** hits **Kit**. **Dr. {name}** may step in.");
        assert_eq!(skip_common_sentences(one, &other("B")), "**Dr. B** may step in.");
        assert_eq!(skip_common_sentences(one, one), "**Dr. A** may step in.");
        assert_eq!(
            skip_common_sentences(one, "**Mara** misses. Who is next?"),
            "**Mara** misses. Who is next?"
        );
    }
}
