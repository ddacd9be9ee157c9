//! Renders the guide: what somebody may do, why something is not allowed, and what the rules say.

use serenity::all::CreateActionRow;

use super::set_up::{build_pick_menu, build_pick_option, run_command_id};
use super::status::format_awaited_lines;
use super::text::{cut_to_length, escape_markdown, fit_lines, join_names};
use super::{
    MAX_DESCRIPTION, MAX_FIELD, RenderedMessage, reader_locale, reader_style, render_long_text,
};
use app::guide::{GuideReply, Rule, Rulebook};
use app::outbox::AwaitedPlayer;
use engine::core::command::{Command, Offer, Refusal};
use engine::core::verbs::ActMenu;
use engine::game::{Game, Prompt};
use engine::visibility::view::FightView;
use narration::catalogue::{FormattedText, Locale, VariantKey};
use narration::kit_names::KitEntry;
use narration::{self, say, terms};

/// Renders the answer to `/guide`: what one can do now, whether something is allowed, or rules.
pub fn render_guide_reply(guide: &GuideReply) -> RenderedMessage {
    match guide {
        GuideReply::AvailableActs { view, name, offers, prompts, awaited, .. } => {
            render_prompts_and_acts(view, name, offers, prompts, awaited)
        }
        GuideReply::FirstSteps { has_open_fight } => {
            RenderedMessage::from_text(say!(reader_style(), "guide-first-steps", has_open_fight))
        }
        GuideReply::GmOrders { verbs } => {
            let orders: Vec<String> = verbs.iter().map(|verb| format_command(verb)).collect();
            render_long_text(&say!(
                reader_style(),
                "guide-orders",
                orders = FormattedText(join_names(&orders))
            ))
        }
        GuideReply::Allowed { verb, system, offers, .. } => {
            let mut lines = vec![say!(
                reader_style(),
                "guide-can",
                command = FormattedText(format_command(verb))
            )];
            lines.extend(narration::offer_lines_by_verb_and_cost(reader_style(), system, offers));
            render_long_text(&fit_lines(&lines, MAX_DESCRIPTION))
        }
        GuideReply::MaybeAllowed { verb } => render_long_text(&say!(
            reader_style(),
            "guide-may",
            command = FormattedText(format_command(verb))
        )),
        GuideReply::NotAllowed { verb, refusals, alternatives } => {
            render_refused_act(verb, refusals, alternatives)
        }
        GuideReply::Rule(rule) => render_rule(rule),
        GuideReply::MatchingRules(rules) => {
            let mut lines = vec![say!(reader_style(), "guide-found")];
            lines.extend(
                rules
                    .iter()
                    .map(|rule| escape_markdown(&rule.format_id_and_text_in_one_line(MAX_FIELD))),
            );
            let components = build_rule_menu(rules.iter().map(|rule| rule.id));
            RenderedMessage { components, ..render_long_text(&fit_lines(&lines, MAX_DESCRIPTION)) }
        }
        GuideReply::Rulebook(book) => render_rulebook(book),
    }
}

/// Formats a verb, which a user may have typed, as a command between backticks.
fn format_command(verb: &str) -> String {
    format!(
        "`{}`",
        (reader_style().format_command)(
            &Command::new(&escape_markdown(verb).replace('`', "'")),
            None
        )
    )
}

/// Lists the acts on offer by family with their costs, after the open prompts. If there are
/// neither, says who is waited for.
fn render_prompts_and_acts(
    view: &FightView,
    name: &str,
    offers: &[Offer],
    prompts: &[Prompt],
    awaited: &[AwaitedPlayer],
) -> RenderedMessage {
    let name = FormattedText((reader_style().format_name)(name));
    let mut lines: Vec<String> = prompts.iter().map(format_question).collect();
    if !offers.is_empty() {
        lines.push(say!(reader_style(), "guide-now", name));
    } else if prompts.is_empty() {
        lines.push(say!(reader_style(), "guide-nothing", name));
        let awaited = format_awaited_lines(view, awaited);
        if !awaited.is_empty() {
            lines.push(fit_lines(&awaited, MAX_FIELD));
        }
    }
    for family in ActMenu::ALL {
        lines.extend(format_acts_of_family(&view.system, offers, family));
    }
    let hint = say!(reader_style(), "guide-hint");
    let text = fit_lines(&lines, MAX_DESCRIPTION - hint.chars().count() - 1);
    render_long_text(&format!("{text}\n{hint}"))
}

/// Formats the acts of a family below its name; empty if none is on offer.
fn format_acts_of_family(system: &str, offers: &[Offer], family: ActMenu) -> Vec<String> {
    let is_of_family = |offer: &&Offer| {
        let verb = Game::find_act_verb(system, &offer.command.verb);
        verb.is_some_and(|verb| verb.menu == family)
    };
    let offers_of_family = offers.iter().filter(is_of_family);
    let acts = narration::offer_lines_by_verb_and_cost(reader_style(), system, offers_of_family);
    if acts.is_empty() {
        return acts;
    }
    let name = say!(reader_locale(), "turn-menu", family = VariantKey(family.key()));
    let mut lines = vec![format!("**{name}**")];
    lines.extend(acts);
    lines
}

/// Formats an open prompt as a question and its choices.
fn format_question(prompt: &Prompt) -> String {
    let Prompt { subject, known_names, choices, default_choice: default, .. } = prompt;
    let question = narration::render_prompt(reader_style(), subject, known_names, choices, default);
    let labels = question.choices.iter().map(|choice| escape_markdown(&choice.label));
    let choices = FormattedText(labels.collect::<Vec<_>>().join(" / "));
    let question = FormattedText(cut_to_length(question.first_line(), MAX_FIELD));
    say!(reader_style(), "guide-asked", question, choices)
}

/// Renders why a verb is refused, a menu of the rules behind it, and what is possible instead.
/// `refusals` has the names of the combatants to whom each refusal applies.
fn render_refused_act(
    verb: &str,
    refusals: &[(Vec<String>, Refusal)],
    alternatives: &[Offer],
) -> RenderedMessage {
    let mut lines =
        vec![say!(reader_style(), "guide-cannot", command = FormattedText(format_command(verb)))];
    for (combatants, refusal) in refusals {
        let names: Vec<String> = combatants.iter().map(|name| escape_markdown(name)).collect();
        let on = (!names.is_empty())
            .then(|| FormattedText(cut_to_length(&join_names(&names), MAX_FIELD)));
        let why = FormattedText(narration::refusal_with_rule(reader_style(), refusal));
        lines.push(say!(reader_style(), "guide-because", on, why));
    }
    let style = match refusals.first() {
        Some((_, refusal)) => reader_style().for_system(&refusal.system),
        None => reader_style(),
    };
    if let Some(offers) = narration::offers_summary(style, alternatives) {
        lines.push(say!(reader_style(), "guide-instead", offers = FormattedText(offers)));
    }
    let components = build_rule_menu(refusals.iter().map(|(_, refusal)| refusal.rule.as_str()));
    RenderedMessage { components, ..render_long_text(&fit_lines(&lines, MAX_DESCRIPTION)) }
}

/// Builds a menu to read rules.
pub fn build_rule_menu<'a>(ids: impl Iterator<Item = &'a str>) -> Vec<CreateActionRow> {
    let mut ids: Vec<&str> = ids.filter(|id| !id.is_empty()).collect();
    ids.sort_unstable();
    ids.dedup();
    let option_for_rule = |id: &&str| {
        build_pick_option(id, "", run_command_id(Command::new("guide").with("rule", id)))
    };
    let options = ids.iter().filter_map(option_for_rule).collect();
    build_pick_menu(0, &say!(reader_locale(), "guide-read-rule"), options).into_iter().collect()
}

/// Renders a rule. Readers of other languages are told that the rules are in English.
fn render_rule(rule: &Rule) -> RenderedMessage {
    let heading = translate_chapter_title(rule.chapter);
    let text = format!("**{}** · {heading}\n{}", rule.id, rule.text);
    if reader_locale() == Locale::ENGLISH {
        return render_long_text(&text);
    }
    render_long_text(&format!("{text}\n-# {}", say!(reader_style(), "guide-rules-are-english")))
}

/// Formats the title of a chapter: in another language the heading alone, without the prefixes of
/// its rules, which are in brackets.
fn translate_chapter_title(title: &str) -> String {
    let mut parts = title.split('(');
    let mut heading = parts.next().unwrap_or_default().trim_end().to_string();
    for part in parts {
        if let Some((_, behind_bracket)) = part.split_once(')') {
            heading += behind_bracket.trim_end();
        }
    }
    KitEntry::Heading.translate(reader_locale(), &heading).unwrap_or_else(|| title.into())
}

/// Renders the introduction of a rulebook, and the rule ids of its chapters.
fn render_rulebook(book: &Rulebook) -> RenderedMessage {
    let mut lines = vec![format!("**{}**", terms::system_name(reader_locale(), book.system))];
    lines.push(book.introduction.replace('\n', " "));
    lines.extend(book.chapters.iter().map(|chapter| {
        let ids: Vec<&str> = chapter.rules.iter().map(|rule| rule.id).collect();
        format!("**{}** {}", translate_chapter_title(chapter.title), join_names(&ids))
    }));
    lines.push(say!(reader_style(), "guide-book-hint"));
    render_long_text(&lines.join("\n"))
}
