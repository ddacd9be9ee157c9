//! Renders prompts: the question, its choices as buttons, the default answer and the deadline. A
//! closed prompt shows its outcome instead of buttons.

use std::collections::BTreeSet;

use serenity::all::{ButtonStyle, CreateActionRow, CreateButton};

use super::super::custom_id::CustomId;
use super::forms::{Form, FormField};
use super::text::cut_to_length;
use super::{
    MAX_BUTTON_LABEL, MAX_CONTENT, MAX_OPTION, MAX_ROWS, RenderedMessage, arrange_in_rows,
    format_mention, format_relative_time, reader_locale, reader_style, set_up,
};
use app::ids::PromptId;
use app::outbox::{PromptCard, PromptOutcome};
use engine::core::command::Command;
use engine::core::ids::UserId;
use narration::{self, PromptChoice, PromptFormField, PromptText, say, terms};

/// Renders a prompt, open or closed. `has_narrative` says whether the same message tells what the
/// answer did; an answered prompt then renders as an empty message.
pub fn render_prompt(card: &PromptCard, has_narrative: bool) -> RenderedMessage {
    let question = to_prompt_text(card);
    match &card.outcome {
        None => render_open_prompt(card, &question),
        Some(PromptOutcome::Answered(_)) if has_narrative => RenderedMessage::default(),
        Some(outcome @ PromptOutcome::Defaulted(_)) if has_narrative => {
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

/// Renders prompts that share a message: a line each, and a row of buttons for each that is open.
/// Empty if all are answered and the message tells what the answers did. A single prompt is
/// rendered as usual.
pub fn render_shared_prompts_unless_all_told(
    cards: &[PromptCard],
    has_narrative: bool,
) -> RenderedMessage {
    if let [card] = cards {
        return render_prompt(card, has_narrative);
    }
    let are_all_answered =
        cards.iter().all(|card| matches!(card.outcome, Some(PromptOutcome::Answered(_))));
    if has_narrative && are_all_answered {
        return RenderedMessage::default();
    }
    let questions: Vec<(&PromptCard, PromptText)> =
        cards.iter().map(|card| (card, to_prompt_text(card))).collect();
    let open = questions.iter().filter(|(card, _)| card.outcome.is_none());
    let mut components = Vec::new();
    for (position, (card, question)) in open.take(MAX_ROWS).enumerate() {
        components.extend(build_shared_prompt_row(position, card, question));
    }
    RenderedMessage {
        components,
        pings: cards.iter().filter_map(user_to_ping).collect(),
        ..RenderedMessage::from_text(format_shared_prompt_lines(&questions).join("\n"))
    }
}

/// Formats a line for each prompt of a message. What several say is said once: leading sentences
/// that the first has, the mention of a user, and what happens without an answer.
fn format_shared_prompt_lines(questions: &[(&PromptCard, PromptText)]) -> Vec<String> {
    let Some((first_card, first_question)) = questions.first() else { return Vec::new() };
    let open = questions.iter().filter(|(card, _)| card.outcome.is_none());
    let expiries: Vec<String> =
        open.map(|(card, question)| format_default_and_deadline(card, question)).collect();
    let have_same_expiry = expiries.iter().all(|expiry| Some(expiry) == expiries.first());
    let mut later_expiries = expiries.iter().skip(1);
    let mut mentioned_users = BTreeSet::new();
    let mut lines = Vec::new();
    for (card, question) in questions {
        let text = match card.id == first_card.id {
            true => question.text.as_str(),
            false => skip_shared_leading_sentences(&first_question.text, &question.text),
        };
        let text = cut_to_length(text, MAX_CONTENT / questions.len() - 200);
        if let Some(outcome) = &card.outcome {
            lines.push(format!("{text} {}", format_outcome(card, outcome)));
            continue;
        }
        // A user who plays several combatants is mentioned once.
        let is_new_user = card.user.is_some_and(|user| mentioned_users.insert(user));
        let mut line = if is_new_user { prefix_mention(card, text) } else { text };
        line += &format_provisional_answer(card);
        // Equal deadlines in a row are shown once, at the last of them.
        let expiry = format_default_and_deadline(card, question);
        let is_told_later = have_same_expiry || later_expiries.next() == Some(&expiry);
        if !is_told_later {
            line += &format!(" {expiry}");
        }
        lines.push(line);
    }
    if have_same_expiry {
        lines.extend(expiries.first().cloned());
    }
    lines
}

/// Removes the leading sentences that `first_text` begins with as well, except for the last
/// sentence of `text`.
fn skip_shared_leading_sentences<'a>(first_text: &str, text: &'a str) -> &'a str {
    const END: &str = ". ";
    let mut common_length = 0;
    for (index, _) in text.match_indices(END) {
        let end = index + END.len();
        let head = &text[..end];
        if !first_text.starts_with(head) {
            break;
        }
        // A period within a bold name ends no sentence.
        if head.matches("**").count().is_multiple_of(2) {
            common_length = end;
        }
    }
    &text[common_length..]
}

/// Builds the buttons of a prompt. In a message with several prompts, `label_prefix` is the name
/// that their labels begin with.
pub fn build_button_rows(card: &PromptCard, label_prefix: Option<&str>) -> Vec<CreateActionRow> {
    arrange_in_rows(&build_buttons(card, &to_prompt_text(card), label_prefix))
}

fn asked_combatant_name(card: &PromptCard) -> Option<&str> {
    card.combatant.as_ref().map(|(_, name)| name.as_str())
}

/// Returns the texts of a prompt: the question and the label of each choice.
pub fn to_prompt_text(card: &PromptCard) -> PromptText {
    narration::render_prompt(
        reader_style(),
        &card.subject,
        &card.combatant_names,
        &card.choices,
        &card.default_answer,
    )
}

/// Returns the user whom the prompt pings, if it pings anybody.
fn user_to_ping(card: &PromptCard) -> Option<UserId> {
    card.user.filter(|_| card.is_pinged)
}

/// Puts a mention of the asked user before a text.
fn prefix_mention(card: &PromptCard, text: String) -> String {
    card.user.map(|user| format_mention(user).0 + " · ").unwrap_or_default() + &text
}

/// Formats the provisional answer, which stands until another is given.
pub fn format_provisional_answer(card: &PromptCard) -> String {
    let text = card.provisional_answer.as_ref().map(|command| {
        say!(reader_style(), "prompt-kept", answer = format_answer_label(card, command))
    });
    text.map(|text| format!(" {text}")).unwrap_or_default()
}

fn format_answer_label(card: &PromptCard, answer: &Command) -> String {
    cut_to_length(&narration::answer_label(reader_locale(), &card.subject, answer), 150)
}

/// Formats what happens without an answer, and when.
fn format_default_and_deadline(card: &PromptCard, question: &PromptText) -> String {
    let fallback = cut_to_length(&question.fallback, 100);
    let until = card.deadline.map(format_relative_time);
    if card.only_reminds_on_timeout {
        return say!(reader_style(), "prompt-patient");
    }
    match card.is_optional && until.is_some() {
        true => say!(reader_style(), "prompt-closes", until),
        false if card.is_hidden_from_public => {
            say!(reader_style(), "prompt-unseen", fallback, until)
        }
        false => say!(reader_style(), "prompt-default", fallback, until),
    }
}

/// What the button or menu option of a choice consists of.
struct ChoiceButton {
    /// A choice that needs text opens a form.
    id: CustomId,
    /// The choice, and what it risks.
    label: String,
    /// The mark that shows the default answer; empty for any other.
    mark: String,
}

/// Returns the id, the label and the mark of the button of each choice, in their order. The default
/// is marked only if there are other choices, and time takes it.
fn choice_button_parts(card: &PromptCard, question: &PromptText) -> Vec<ChoiceButton> {
    let shows_default = question.choices.len() > 1 && !card.only_reminds_on_timeout;
    let mut buttons = Vec::new();
    for (index, choice) in question.choices.iter().enumerate() {
        let id = if choice.form_fields.is_empty() {
            CustomId::Answer { prompt: card.id, choice: index }
        } else {
            CustomId::OpenPromptForm { prompt: card.id, choice: Some(index) }
        };
        let risks = card.risks.get(index);
        let label = match risks.and_then(|risks| terms::risks_text(reader_locale(), risks)) {
            Some(risks) => format!("{} · {risks}", choice.label),
            None => choice.label.clone(),
        };
        let is_marked = choice.is_default && shows_default;
        let mark =
            if is_marked { say!(reader_locale(), "prompt-default-mark") } else { String::new() };
        buttons.push(ChoiceButton { id, label, mark });
    }
    buttons
}

/// Builds a button per choice. In a message with several prompts, `label_prefix` is the name that
/// the labels begin with. The default answer does not stand out.
fn build_buttons(
    card: &PromptCard,
    question: &PromptText,
    label_prefix: Option<&str>,
) -> Vec<CreateButton> {
    let label_prefix = label_prefix.filter(|name| needs_prefix(&question.choices, name));
    // Of many answers only the first stands out.
    let max_primary = if question.choices.len() > 2 { 1 } else { question.choices.len() };
    let mut primary_count = 0;
    let mut buttons = Vec::new();
    for ChoiceButton { id, label, mark } in choice_button_parts(card, question) {
        let label = match label_prefix {
            Some(name) => say!(reader_locale(), "turn-option-of", name, label),
            None => label,
        };
        let is_default = !mark.is_empty();
        let style = if !is_default && primary_count < max_primary {
            primary_count += 1;
            ButtonStyle::Primary
        } else {
            ButtonStyle::Secondary
        };
        let label = cut_and_append_mark(&label, &mark, MAX_BUTTON_LABEL);
        buttons.extend(set_up::build_button(&label, style, id));
    }
    buttons
}

/// The most buttons of a prompt that shares its message. With more choices it gets a menu.
const MAX_SHARED_BUTTONS: usize = 3;

/// Builds the row of a prompt that shares its message: buttons, or a menu if there are many
/// choices. `None` if no id fits into Discord's limit.
fn build_shared_prompt_row(
    position: usize,
    card: &PromptCard,
    question: &PromptText,
) -> Option<CreateActionRow> {
    let name = asked_combatant_name(card);
    if question.choices.len() <= MAX_SHARED_BUTTONS {
        return arrange_in_rows(&build_buttons(card, question, name)).pop();
    }
    let mut options = Vec::new();
    for ChoiceButton { id, label, mark } in choice_button_parts(card, question) {
        let label = cut_and_append_mark(&label, &mark, MAX_OPTION);
        options.extend(set_up::build_pick_option(&label, "", id));
    }
    let placeholder = say!(reader_locale(), "prompt-menu", name);
    set_up::build_pick_menu(position, &placeholder, options)
}

/// Cuts a label to `max` characters including its mark, which is kept whole.
fn cut_and_append_mark(label: &str, mark: &str, max: usize) -> String {
    cut_to_length(label, max - mark.chars().count()) + mark
}

/// Renders an open prompt with a button for each choice, and one for a free ruling if the question
/// takes that. A copy has no buttons.
fn render_open_prompt(card: &PromptCard, question: &PromptText) -> RenderedMessage {
    let mut question = question.clone();
    let text = prefix_mention(card, cut_to_length(&question.text, MAX_CONTENT - 400));
    if card.is_copy {
        return render_read_only_copy_with_ping(
            card,
            &format!("{text}\n{}", format_default_and_deadline(card, &question)),
        );
    }
    let shared_cost = take_shared_cost_from_labels(&mut question.choices);
    let content = format!(
        "{text}\n{}{}{}",
        shared_cost.map(|line| line + "\n").unwrap_or_default(),
        format_default_and_deadline(card, &question),
        format_provisional_answer(card)
    );
    let mut buttons = build_buttons(card, &question, None);
    if !question.form_fields.is_empty()
        && let Some(id) = (CustomId::OpenPromptForm { prompt: card.id, choice: None }).encode()
    {
        let button = CreateButton::new(id).label(say!(reader_locale(), "prompt-rule-otherwise"));
        buttons.push(button.style(ButtonStyle::Secondary));
    }
    RenderedMessage {
        content,
        components: arrange_in_rows(&buttons),
        pings: user_to_ping(card).into_iter().collect(),
        ..RenderedMessage::default()
    }
}

/// Returns whether the labels of answers need the name of who is asked: all or none of them have
/// it. Next to the answers of others, `Ben goes first` reads like an answer of Ben.
fn needs_prefix(choices: &[PromptChoice], name: &str) -> bool {
    choices.iter().any(|choice| !choice.label.starts_with(name))
}

/// Takes out of the labels what all answers cost, or all but one, and returns it as a sentence.
/// `None` for answers of different costs and for fewer than three.
fn take_shared_cost_from_labels(choices: &mut [PromptChoice]) -> Option<String> {
    const COST_MARK: &str = " · ";
    if choices.len() < 3 {
        return None;
    }
    let cost_of = |choice: &PromptChoice| {
        choice.label.rsplit_once(COST_MARK).map(|(_, cost)| cost.to_string())
    };
    let cost = choices.iter().find_map(cost_of)?;
    let suffix = format!("{COST_MARK}{cost}");
    let mut exceptions: Vec<String> = Vec::new();
    for choice in choices.iter() {
        if !choice.label.ends_with(&suffix) {
            exceptions.push(choice.label.clone());
        }
    }
    if exceptions.len() > 1 {
        return None;
    }
    for choice in choices {
        if let Some(label) = choice.label.strip_suffix(&suffix) {
            choice.label = label.to_string();
        }
    }
    let except = exceptions.first();
    Some(say!(reader_style(), "prompt-shared-cost", cost, except))
}

/// Renders a copy of a prompt for somebody who may not answer it.
fn render_read_only_copy_with_ping(card: &PromptCard, question: &str) -> RenderedMessage {
    let pings = user_to_ping(card).into_iter().collect();
    RenderedMessage {
        pings,
        ..RenderedMessage::from_text(format!("{}\n{question}", say!(reader_style(), "prompt-copy")))
    }
}

/// Formats how a closed prompt ended; empty for a withdrawn one.
fn format_outcome(card: &PromptCard, outcome: &PromptOutcome) -> String {
    let label = |command| format_answer_label(card, command);
    match outcome {
        PromptOutcome::Answered(command) => {
            say!(reader_style(), "prompt-answered", answer = label(command))
        }
        PromptOutcome::Defaulted(command) => {
            say!(reader_style(), "prompt-defaulted", answer = label(command))
        }
        PromptOutcome::Sealed => say!(reader_style(), "prompt-sealed"),
        // The message of a withdrawn prompt is deleted.
        PromptOutcome::Withdrawn => String::new(),
        PromptOutcome::Undone(_) => say!(reader_style(), "prompt-taken-back"),
    }
}

/// Builds the form of a prompt for a free ruling, or for one of its choices. All fields are
/// optional. Returns `None` if there is no such choice, no field to fill, or the id is too long.
pub fn build_prompt_form(
    prompt: PromptId,
    question: &PromptText,
    choice: Option<usize>,
) -> Option<Form> {
    let id = CustomId::PromptForm { prompt, choice };
    let (title, slots) = match choice {
        None => (say!(reader_locale(), "prompt-form"), &question.form_fields),
        Some(choice) => {
            let choice = question.choices.get(choice)?;
            (choice.label.clone(), &choice.form_fields)
        }
    };
    let field = |slot: &PromptFormField| FormField {
        slot: slot.key.into(),
        label: slot.label.clone(),
        example: slot.example.clone(),
        ..FormField::default()
    };
    Form::new(id, &title, slots.iter().map(field).collect())
}

/// Fills the slots of an answer from the fields of a form. Empty fields set no slot.
pub fn fill_answer(answer: Command, fields: impl Iterator<Item = (String, String)>) -> Command {
    let filled_fields = fields.filter(|(_, value)| !value.trim().is_empty());
    filled_fields.fold(answer, |command, (key, value)| command.with(&key, value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn choices(labels: &[&str]) -> Vec<PromptChoice> {
        let choice = |label: &&str| PromptChoice {
            label: (*label).into(),
            is_default: false,
            form_fields: Vec::new(),
        };
        labels.iter().map(choice).collect()
    }

    #[test]
    fn name_of_respondent_is_in_all_labels_or_in_none() {
        assert!(needs_prefix(&choices(&["Ana goes first", "Ben goes first"]), "Ana"));
        assert!(!needs_prefix(&choices(&["Ana dodges", "Ana takes it"]), "Ana"));
    }

    #[test]
    fn cost_of_nearly_all_answers_is_said_once() {
        let labels = |choices: &[PromptChoice]| {
            choices.iter().map(|choice| choice.label.clone()).collect::<Vec<_>>()
        };
        let mut answers =
            choices(&["Dodge · spends your turn", "Guard · spends your turn", "Take it"]);
        let cost = take_shared_cost_from_labels(&mut answers);
        assert_eq!(cost.as_deref(), Some("Each answer except “Take it”: spends your turn."));
        assert_eq!(labels(&answers), ["Dodge", "Guard", "Take it"]);
        for own in [&["Dodge · spends your turn", "Take it"][..], &["Pin · 1 Harm", "Gag", "No"]]
        {
            let mut answers = choices(own);
            assert_eq!(take_shared_cost_from_labels(&mut answers), None);
            assert_eq!(labels(&answers), own);
        }
    }

    #[test]
    fn common_sentences_are_skipped() {
        let one = "**Mara** hits **Kit**. **Dr. A** may step in.";
        let other = |name: &str| format!("**Mara** hits **Kit**. **Dr. {name}** may step in.");
        assert_eq!(skip_shared_leading_sentences(one, &other("B")), "**Dr. B** may step in.");
        assert_eq!(skip_shared_leading_sentences(one, one), "**Dr. A** may step in.");
        assert_eq!(
            skip_shared_leading_sentences(one, "**Mara** misses. Who is next?"),
            "**Mara** misses. Who is next?"
        );
    }
}
