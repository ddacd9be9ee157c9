//! A question: its choices as buttons, what happens without an answer, and until when. Once it is
//! closed it shows how, and has no buttons.

use std::collections::BTreeSet;

use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateInputText, CreateModal, InputTextStyle,
};

use super::super::custom_id::CustomId;
use super::text::cut;
use super::{
    BUTTON, CONTENT, LOCALE, MOST_ROWS, OPTION, STYLE, Written, in_rows, mention, set_up, soon,
};
use app::ids::PromptId;
use app::outbox::{PromptCard, PromptResult};
use engine::command::Command;
use engine::ids::UserId;
use narration::{self, Choice, Question, Slot, say, words};

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
        Some(PromptResult::Answered(_)) if is_told => Written::default(),
        Some(outcome @ PromptResult::Defaulted(_)) if is_told => {
            Written::text(closed(card, outcome))
        }
        Some(outcome) => {
            let how = closed(card, outcome);
            Written::text(format!("{}\n{how}", cut(question.in_short(), CONTENT - 200)))
        }
    }
}

/// Questions that share a message, a line and a row of buttons each.
pub fn shared(cards: &[PromptCard], is_told: bool) -> Written {
    if let [one] = cards {
        return card(one, is_told);
    }
    let is_over = cards.iter().all(|card| matches!(card.outcome, Some(PromptResult::Answered(_))));
    if is_told && is_over {
        return Written::default();
    }
    let asked: Vec<(&PromptCard, Question)> =
        cards.iter().map(|card| (card, question(card))).collect();
    let open = || asked.iter().filter(|(card, _)| card.outcome.is_none());
    let ends: Vec<String> = open().map(|(card, question)| end(card, question)).collect();
    let is_one = ends.iter().all(|end| Some(end) == ends.first());
    let mut later = ends.iter().skip(1);
    let mut called = BTreeSet::new();
    let first = asked.first().map_or("", |(_, first)| &first.text);
    let mut line = |(card, question): &(&PromptCard, Question)| {
        let is_first = cards.first().is_some_and(|first| first.id == card.id);
        let text = if is_first { first } else { what_is_new(first, &question.text) };
        let text = cut(text, CONTENT / cards.len() - 200);
        let Some(outcome) = &card.outcome else {
            // Whoever plays several is called once.
            let is_new = card.user.is_some_and(|user| called.insert(user));
            let text = if is_new { pinging(card, text) } else { text };
            // The same end is told once, of the last whose it is.
            let end = end(card, question);
            let is_told = is_one || later.next() == Some(&end);
            let end = if is_told { String::new() } else { format!(" {end}") };
            return text + &kept(card) + &end;
        };
        format!("{text} {}", closed(card, outcome))
    };
    let mut lines: Vec<String> = asked.iter().map(&mut line).collect();
    lines.extend(ends.first().filter(|_| is_one).cloned());
    Written {
        components: open()
            .take(MOST_ROWS)
            .enumerate()
            .filter_map(|(at, (card, question))| row(at, card, question))
            .collect(),
        pings: cards.iter().filter_map(pinged).collect(),
        ..Written::text(lines.join("\n"))
    }
}

/// A text without the sentences with which another begins as well, but for its last.
fn what_is_new<'a>(other: &str, text: &'a str) -> &'a str {
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
pub fn rows(card: &PromptCard, name: Option<&str>) -> Vec<CreateActionRow> {
    in_rows(&buttons(card, &question(card), name))
}

fn asked_name(card: &PromptCard) -> Option<&str> {
    card.who.as_ref().map(|(_, name)| name.as_str())
}

pub fn question(card: &PromptCard) -> Question {
    narration::ask(STYLE, &card.asked, &card.names, &card.choices, &card.default)
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
        card.kept.as_ref().map(|words| say!(STYLE, "prompt-kept", answer = label(card, words)));
    kept.map(|kept| format!(" {kept}")).unwrap_or_default()
}

fn label(card: &PromptCard, answer: &Command) -> String {
    cut(&narration::label(LOCALE, &card.asked, answer), 150)
}

/// What happens without an answer, and when.
fn end(card: &PromptCard, question: &Question) -> String {
    let fallback = cut(&question.fallback, 100);
    let until = card.until.map(soon);
    if card.is_patient {
        return say!(STYLE, "prompt-patient");
    }
    match card.is_optional && until.is_some() {
        true => say!(STYLE, "prompt-closes", until),
        false if card.is_unseen => say!(STYLE, "prompt-unseen", fallback, until),
        false => say!(STYLE, "prompt-default", fallback, until),
    }
}

/// What a choice carries, its label, and the mark of the one that is taken without an answer.
type Choosable = (CustomId, String, String);

fn choices<'a>(
    card: &'a PromptCard,
    question: &'a Question,
) -> impl Iterator<Item = Choosable> + 'a {
    let is_marked = question.choices.len() > 1 && !card.is_patient;
    let choosable = move |(place, choice): (usize, &Choice)| {
        let id = if choice.form.is_empty() {
            CustomId::Answer { prompt: card.id, choice: place }
        } else {
            CustomId::Ask { prompt: card.id, choice: Some(place) }
        };
        let risks = card.risks.get(place).map(|risks| words::risks(LOCALE, risks));
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
fn buttons(card: &PromptCard, question: &Question, name: Option<&str>) -> Vec<CreateButton> {
    let button = |(id, label, mark): Choosable| {
        let label = match name {
            // One that begins with the name says already who is asked.
            Some(name) if !label.starts_with(name) => say!(LOCALE, "turn-option-of", name, label),
            _ => label,
        };
        let style = if mark.is_empty() { ButtonStyle::Primary } else { ButtonStyle::Secondary };
        set_up::button(&marked(&label, &mark, BUTTON), style, id)
    };
    choices(card, question).filter_map(button).collect()
}

/// More buttons beside those of others are a wall.
const MOST_BUTTONS: usize = 3;

/// The choices in one row, beside those of others: a menu where they are many.
fn row(at: usize, card: &PromptCard, question: &Question) -> Option<CreateActionRow> {
    let name = asked_name(card);
    if question.choices.len() <= MOST_BUTTONS {
        return in_rows(&buttons(card, question, name)).pop();
    }
    let option =
        |(id, label, mark): Choosable| set_up::choice(&marked(&label, &mark, OPTION), "", id);
    let name = say!(LOCALE, "prompt-menu", name);
    set_up::menu(at, &name, choices(card, question).filter_map(option).collect())
}

/// Cut where it is too long, but for its mark.
fn marked(label: &str, mark: &str, most: usize) -> String {
    cut(label, most - mark.chars().count()) + mark
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
        let button = CreateButton::new(id).label(say!(LOCALE, "prompt-rule-otherwise"));
        buttons.push(button.style(ButtonStyle::Secondary));
    }
    Written {
        content,
        components: in_rows(&buttons),
        pings: pinged(card).into_iter().collect(),
        ..Written::default()
    }
}

/// For somebody who may not answer it.
fn copy(card: &PromptCard, question: &str) -> Written {
    let pings = pinged(card).into_iter().collect();
    Written { pings, ..Written::text(format!("{}\n{question}", say!(STYLE, "prompt-copy"))) }
}

fn closed(card: &PromptCard, outcome: &PromptResult) -> String {
    let label = |words| label(card, words);
    match outcome {
        PromptResult::Answered(words) => say!(STYLE, "prompt-answered", answer = label(words)),
        PromptResult::Defaulted(words) => say!(STYLE, "prompt-defaulted", answer = label(words)),
        PromptResult::Sealed => say!(STYLE, "prompt-sealed"),
        // The message of one that is asked no more goes.
        PromptResult::Void => String::new(),
        PromptResult::TakenBack(_) => say!(STYLE, "prompt-taken-back"),
    }
}

/// The form of a question that takes an answer spelled out, or of one of its choices. Everything
/// in it may be left out.
pub fn form(prompt: PromptId, question: &Question, choice: Option<usize>) -> Option<CreateModal> {
    let id = CustomId::Form { prompt, choice }.write()?;
    let (title, slots) = match choice {
        None => (say!(LOCALE, "prompt-form"), &question.form),
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
pub fn filled(answer: Command, fields: impl Iterator<Item = (String, String)>) -> Command {
    let given = fields.filter(|(_, value)| !value.trim().is_empty());
    given.fold(answer, |words, (key, value)| words.with(&key, value.trim()))
}

#[cfg(test)]
mod tests {
    use super::what_is_new;

    #[test]
    fn what_all_are_told_is_said_once() {
        let one = "**Mara** hits **Kit**. **Dr. A** may step in.";
        let other = |name: &str| format!("**Mara** hits **Kit**. **Dr. {name}** may step in.");
        assert_eq!(what_is_new(one, &other("B")), "**Dr. B** may step in.");
        assert_eq!(what_is_new(one, one), "**Dr. A** may step in.");
        assert_eq!(
            what_is_new(one, "**Mara** misses. Who is next?"),
            "**Mara** misses. Who is next?"
        );
    }
}
