//! What is told at a table, as plain text: for transcripts, and for finding out what can be read.

use app::export::Export;
use app::guide::Guide;
use app::input::{Shown, Waiting};
use app::outbox::{Actor, Letter, Notice, PromptCard, PromptResult, Record, Recorded};
use app::rolls::Roll;
use discord::map;
use discord::messages::orders;
use engine::command::Refusal;
use engine::ids::UserId;
use engine::view::{MemberView, View};
use narration::{self, PLAIN, words};

/// What a message tells of what happened, a line a paragraph.
pub fn record(record: &Record) -> Vec<String> {
    let told = |one: &Recorded| {
        let mark = if one.is_undone { " (taken back)" } else { "" };
        narration::tell(PLAIN, &one.telling).into_iter().map(move |line| line + mark)
    };
    record.told.iter().flat_map(told).collect()
}

/// A letter, a line a paragraph.
pub fn letter(view: &View, letter: &Letter, name: &dyn Fn(UserId) -> String) -> Vec<String> {
    match letter {
        Letter::Record | Letter::Gone => Vec::new(),
        Letter::Prompt(card) => vec![prompt(card)],
        Letter::Prompts(cards) => cards.iter().map(prompt).collect(),
        Letter::Turn(card) => {
            let actor = |actor: &Actor| {
                let offers = narration::offers(PLAIN, &actor.offers);
                format!("{}, it is your turn: {offers}", actor.name)
            };
            card.actors.iter().map(actor).collect()
        }
        Letter::Invitation(card) => {
            let offers = narration::offers(PLAIN, &card.actor.offers);
            vec![format!("{} may answer: {offers}", card.actor.name)]
        }
        Letter::Nudge(card) => {
            let who = if card.names.is_empty() { "the GM".into() } else { card.names.join(", ") };
            vec![format!("Still waiting for {who}.")]
        }
        Letter::Reminder(card) => {
            let names: Vec<&str> = card.actors.iter().map(|actor| actor.name.as_str()).collect();
            vec![format!("Everybody is waiting for you: {} can act.", names.join(", "))]
        }
        Letter::Summary { waiting } => status(view, waiting, name),
        Letter::Notice(news) => vec![notice(news, name)],
        Letter::Report(report) => vec![format!("{} rounds, {:?}", report.rounds, report.lost)],
    }
}

fn prompt(card: &PromptCard) -> String {
    let question = narration::ask(PLAIN, &card.asked, &card.names, &card.choices, &card.default);
    match &card.outcome {
        None => {
            let choice = |choice: &narration::Choice| {
                format!("[{}]{}", choice.label, if choice.is_default { "*" } else { "" })
            };
            let choices: Vec<_> = question.choices.iter().map(choice).collect();
            format!("{} {}", question.text, choices.join(" "))
        }
        Some(outcome) => {
            let label = |words| narration::label(PLAIN.locale, &card.asked, words);
            let how = match outcome {
                PromptResult::Answered(words) => format!("answer: {}", label(words)),
                PromptResult::Defaulted(words) => format!("no answer, so: {}", label(words)),
                PromptResult::Sealed => "answered".into(),
                PromptResult::Void => "not asked any more".into(),
                PromptResult::TakenBack(_) => "taken back".into(),
            };
            format!("{} ({how})", question.in_short())
        }
    }
}

fn notice(notice: &Notice, name: &dyn Fn(UserId) -> String) -> String {
    match notice {
        Notice::Opened { gm, .. } => format!("{} opens a fight.", name(*gm)),
        Notice::Undone { by, acts, .. } => {
            let told = acts.iter().flat_map(|act| &act.told);
            let told: Vec<_> = told.flat_map(|told| narration::tell(PLAIN, told)).collect();
            format!("{} undoes: {}", name(*by), told.join(" ")).trim().to_string()
        }
        Notice::Redone { by } => format!("{} takes the undo back.", name(*by)),
        Notice::Paused { by } => format!("{} pauses the fight.", name(*by)),
        Notice::Resumed { by } => format!("{} lets the fight go on.", name(*by)),
        Notice::Asleep => "The fight falls asleep.".into(),
        Notice::Awake => "The fight is awake.".into(),
        Notice::HandedOver { from, to } => {
            format!("{} hands the fight over to {}.", name(*from), name(*to))
        }
        Notice::CoGm { user, is_added: true } => format!("{} helps the GM.", name(*user)),
        Notice::CoGm { user, is_added: false } => {
            format!("{} helps the GM no longer.", name(*user))
        }
        Notice::StandsIn { name: who, user, .. } => match user {
            Some(user) => format!("{} plays {who} for now.", name(*user)),
            None => format!("{who} is played by their own player again."),
        },
        Notice::Absence { name: who, .. } => {
            format!("It is settled what {who} does while their player is absent.")
        }
        Notice::PlayerGone { names } => format!("The player of {names} is gone."),
        Notice::Nature { names, nature: Some(_), .. } => format!("{names}: played by the bot."),
        Notice::Nature { names, nature: None, .. } => format!("{names}: played by the GM."),
        Notice::Portrait { name: who, is_given: true } => format!("{who} has a picture."),
        Notice::Portrait { name: who, is_given: false } => format!("{who} has no picture."),
        Notice::Rolled { by, roll } => format!("{} rolls {}", name(*by), roll_line(roll)),
        Notice::Salted { by, line } => format!("{} mixes “{line}” into the dice.", name(*by)),
        Notice::Refitted => "The rules have changed: the rest is asked again.".into(),
        Notice::Undelivered { why, .. } => format!("Something was not delivered: {why}"),
        Notice::PlanGivenUp { who, words, why } => {
            format!("{who} could not do /{words}: {}", narration::refuse(PLAIN, why))
        }
        Notice::PlanDropped { who, words, .. } => {
            format!("{who} does no more of what was planned: /{words}")
        }
        Notice::Stuck(refusal) => {
            format!("A default was refused: {}", narration::refuse(PLAIN, refusal))
        }
    }
}

fn roll_line(roll: &Roll) -> String {
    let faces: Vec<i32> =
        roll.pools.iter().flat_map(|pool| &pool.faces).map(|(face, _)| *face).collect();
    format!("{}: {faces:?} = {}", roll.text, roll.total)
}

/// How a fight stands, as its viewer knows it.
pub fn status(view: &View, waiting: &[Waiting], name: &dyn Fn(UserId) -> String) -> Vec<String> {
    let mut lines = vec![match &view.outcome {
        Some(key) => words::outcome(PLAIN.locale, key),
        None => format!("Round {}.", view.round),
    }];
    lines.extend(view.facts.iter().map(|(key, value)| words::fight_fact(PLAIN.locale, key, value)));
    let acting = view.groups.iter().filter(|group| group.is_current);
    lines.extend(acting.map(|group| format!("Acting: {}", words::group(PLAIN.locale, &group.key))));
    lines.extend(view.in_order().into_iter().map(|one| member(view, one)));
    for (at, zone) in view.zones.iter().enumerate() {
        let here = view.in_zone(at).into_iter().filter(|(_, one)| one.feet.is_some());
        let here = here.map(|(_, one)| words::placed(PLAIN.locale, &one.name, one.feet));
        let facts = zone.facts.iter();
        let facts = facts.map(|(key, value)| words::zone_fact(PLAIN.locale, key, value));
        let parts: Vec<_> = here.chain(facts).collect();
        lines.push(format!("{}: {}", words::zone(PLAIN.locale, zone), parts.join(", ")));
    }
    for one in waiting {
        let known = one.who.and_then(|who| view.everybody().find(|member| member.id == who));
        let user = one.user.map(name).unwrap_or_default();
        let who = known.map_or(user, |member| member.name.clone());
        lines.push(format!("Waiting for {who}."));
    }
    lines
}

fn member(view: &View, one: &MemberView) -> String {
    let mut parts = Vec::from_iter(words::wounds(PLAIN.locale, &view.system, &one.wounds));
    parts.extend(one.conditions.iter().map(|key| words::condition_with_end(PLAIN.locale, key)));
    let zone = one.zone.and_then(|zone| view.zones.get(usize::from(zone)));
    parts.extend(zone.map(|zone| zone.name.clone()));
    parts.push(words::mark(PLAIN.locale, one.mark));
    parts.extend(words::budget(PLAIN.locale, &one.budget));
    parts.extend(one.facts.iter().map(|(key, value)| words::fact(PLAIN.locale, key, value)));
    format!("  {} {}", one.name, parts.join(", "))
}

/// The answer to a look.
pub fn shown(shown: &Shown, name: &dyn Fn(UserId) -> String) -> Vec<String> {
    match shown {
        Shown::Status { view, waiting, .. } => status(view, waiting, name),
        Shown::Forecast(card) => {
            vec![format!("A forecast of {} fights.", card.forecast.fights)]
        }
        Shown::Map(view) => map::strip(view),
        Shown::Guide(it) => guide(it),
        Shown::Mine { view, sheets } => {
            let mut lines = status(view, &[], name);
            for sheet in sheets {
                let offers = narration::offers(PLAIN, &sheet.offers);
                lines.push(format!("{}: {}. {offers}", sheet.name, sheet.body));
            }
            lines
        }
        Shown::Log(page) => page
            .entries
            .iter()
            .map(|entry| {
                let told = entry.told.iter().flat_map(|told| narration::tell(PLAIN, told));
                let words = entry.words.iter().map(|words| format!("/{words}"));
                let undone = entry.is_undone.then(|| "(undone)".to_string());
                words.chain(told).chain(undone).collect::<Vec<_>>().join(" ")
            })
            .collect(),
        Shown::Export(Export::Story(story)) => {
            let told = story.entries.iter().flat_map(|entry| &entry.told);
            told.flat_map(|told| narration::tell(PLAIN, told)).collect()
        }
        Shown::Export(Export::File(_, text)) => text.lines().map(String::from).collect(),
        Shown::Orders(lists) => orders::list_lines(PLAIN, lists),
        Shown::Plan { whose, plan } => orders::plan_lines(PLAIN, whose, plan.as_ref()),
        Shown::Trials { whose, trials } => orders::trial_lines(PLAIN, whose, trials),
        Shown::Kept { .. } => vec!["kept".into()],
        Shown::DaysOfDice(days) => days.iter().map(|day| format!("dice of {}", day.name)).collect(),
        Shown::WaitOver => vec!["the wait is over".into()],
        Shown::Rolled { roll, .. } => roll.iter().map(roll_line).collect(),
        Shown::Inbox(all) => vec![format!("{} decisions wait", all.len())],
        Shown::Person { away_until, .. } => {
            vec![away_until.map_or("not away".into(), |until| format!("away until {until}"))]
        }
        Shown::Fights(lines) => lines.iter().map(|line| format!("fight {}", line.fight)).collect(),
        Shown::Plain { is_on, .. } => vec![format!("plain {is_on}")],
        Shown::Privacy(it) => vec![format!("{it:?}")],
        Shown::Server(card) => card.systems.iter().map(|(system, _)| system.clone()).collect(),
        Shown::Chosen(line) => vec![format!("fight {}", line.fight)],
    }
}

fn guide(guide: &Guide) -> Vec<String> {
    let why = |(on, refusal): &(Vec<String>, Refusal)| {
        format!("{} {}", on.join(", "), narration::why(PLAIN, refusal)).trim().to_string()
    };
    match guide {
        Guide::Now { view, offers, .. } => narration::ways(PLAIN, &view.system, offers),
        Guide::Can { system, offers, .. } => narration::ways(PLAIN, system, offers),
        Guide::May { verb } => vec![format!("may say {verb}")],
        Guide::Orders { verbs } => vec![verbs.join(", ")],
        Guide::Cannot { why: all, .. } => all.iter().map(why).collect(),
        Guide::Rule(rule) => vec![rule.text.into()],
        Guide::Found(found) => found.iter().map(|rule| rule.id.to_string()).collect(),
        Guide::Book(book) => book.rules().map(|rule| rule.id.to_string()).collect(),
    }
}
