//! The guide: what somebody may do, why not something, and what the rules say.

use serenity::all::CreateActionRow;

use super::set_up::{choice, menu, say};
use super::status::waited_for;
use super::text::{cut, escaped, fitting};
use super::{DESCRIPTION, FIELD, LOCALE, STYLE, Written, long};
use app::guide::{Book, Guide, Rule};
use app::input::Waiting;
use engine::command::{Command, Offer, Refusal};
use engine::game::{Game, Prompt};
use engine::verbs::Family;
use engine::view::View;
use narration::catalogue::{Key, Set};
use narration::{self, say, words};

pub fn write(guide: &Guide) -> Written {
    match guide {
        Guide::Now { view, name, offers, asked, waiting, .. } => {
            now(view, name, offers, asked, waiting)
        }
        Guide::Orders { verbs } => {
            let orders: Vec<String> = verbs.iter().map(|verb| command(verb)).collect();
            long(&say!(STYLE, "guide-orders", orders = Set(orders.join(", "))))
        }
        Guide::Can { verb, system, offers, .. } => {
            let mut lines = vec![say!(STYLE, "guide-can", command = Set(command(verb)))];
            lines.extend(narration::ways(STYLE, system, offers));
            long(&fitting(&lines, DESCRIPTION))
        }
        Guide::May { verb } => long(&say!(STYLE, "guide-may", command = Set(command(verb)))),
        Guide::Cannot { verb, why, instead } => cannot(verb, why, instead),
        Guide::Rule(rule) => written(rule),
        Guide::Found(found) => {
            let mut lines = vec![say!(STYLE, "guide-found")];
            lines.extend(found.iter().map(|rule| escaped(&rule.opening(FIELD))));
            let components = rules(found.iter().map(|rule| rule.id));
            Written { components, ..long(&fitting(&lines, DESCRIPTION)) }
        }
        Guide::Book(book) => outline(book),
    }
}

fn command(verb: &str) -> String {
    format!("`{}`", (STYLE.command)(&Command::new(&escaped(verb).replace('`', "'")), None))
}

/// Acts by kind with what they cost, and the questions that are open.
fn now(
    view: &View,
    name: &str,
    offers: &[Offer],
    asked: &[Prompt],
    waiting: &[Waiting],
) -> Written {
    let name = Set((STYLE.name)(name));
    let mut lines: Vec<String> = asked.iter().map(question).collect();
    if !offers.is_empty() {
        lines.push(say!(STYLE, "guide-now", name));
    } else if asked.is_empty() {
        lines.push(say!(STYLE, "guide-nothing", name));
        let waiting = waited_for(view, waiting);
        if !waiting.is_empty() {
            lines.push(fitting(&waiting, FIELD));
        }
    }
    for family in Family::ALL {
        let of =
            |offer: &Offer| Game::act_verb(&view.system, &offer.words.verb).map(|it| it.family);
        let ways = narration::ways(
            STYLE,
            &view.system,
            offers.iter().filter(|offer| of(offer) == Some(family)),
        );
        if !ways.is_empty() {
            lines.push(format!("**{}**", say!(LOCALE, "turn-menu", family = Key(family.key()))));
            lines.extend(ways);
        }
    }
    let hint = say!(STYLE, "guide-hint");
    let text = fitting(&lines, DESCRIPTION - hint.chars().count() - 1);
    long(&format!("{text}\n{hint}"))
}

fn question(prompt: &Prompt) -> String {
    let Prompt { asked, names, choices, default, .. } = prompt;
    let question = narration::ask(STYLE, asked, names, choices, default);
    let labels = question.choices.iter().map(|choice| escaped(&choice.label));
    let choices = Set(labels.collect::<Vec<_>>().join(" / "));
    let question = Set(cut(question.in_short(), FIELD));
    say!(STYLE, "guide-asked", question, choices)
}

/// Why not, the rules behind it in a menu, and what is possible instead.
fn cannot(verb: &str, why: &[(Vec<String>, Refusal)], instead: &[Offer]) -> Written {
    let mut lines = vec![say!(STYLE, "guide-cannot", command = Set(command(verb)))];
    for (on, refusal) in why {
        let names: Vec<String> = on.iter().map(|name| escaped(name)).collect();
        let on = (!on.is_empty()).then(|| Set(cut(&names.join(", "), FIELD)));
        lines.push(say!(STYLE, "guide-because", on, why = Set(narration::why(STYLE, refusal))));
    }
    let style = why.first().map_or(STYLE, |(_, why)| STYLE.of(&why.system));
    let offers = narration::offers(style, instead);
    if !offers.is_empty() {
        lines.push(say!(STYLE, "guide-instead", offers = Set(offers)));
    }
    let components = rules(why.iter().map(|(_, refusal)| refusal.rule.as_str()));
    Written { components, ..long(&fitting(&lines, DESCRIPTION)) }
}

fn rules<'a>(ids: impl Iterator<Item = &'a str>) -> Vec<CreateActionRow> {
    let mut ids: Vec<&str> = ids.filter(|id| !id.is_empty()).collect();
    ids.sort_unstable();
    ids.dedup();
    let read = |id: &&str| choice(id, "", say(Command::new("guide").with("rule", id)));
    let options = ids.iter().filter_map(read).collect();
    menu(0, &say!(LOCALE, "guide-read-rule"), options).into_iter().collect()
}

fn written(rule: &Rule) -> Written {
    long(&format!("**{}** · {}\n{}", rule.id, rule.chapter, rule.text))
}

/// What a rule text is about, and the rules of its chapters.
fn outline(book: &Book) -> Written {
    let mut lines = vec![format!("**{}**", words::system(LOCALE, book.system))];
    lines.push(book.about.replace('\n', " "));
    lines.extend(book.chapters.iter().map(|chapter| {
        let ids: Vec<&str> = chapter.rules.iter().map(|rule| rule.id).collect();
        format!("**{}** {}", chapter.title, ids.join(", "))
    }));
    lines.push(say!(STYLE, "guide-book-hint"));
    long(&lines.join("\n"))
}
