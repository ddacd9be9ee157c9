//! `docs/COMMANDS.md`, made from the table of commands and the catalogue.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use riposte::app::permissions::{Right, right};
use riposte::discord::commands::by_system::for_systems;
use riposte::discord::commands::table::{Does, Kind, Opt, Saying, Slash, table};
use riposte::engine::game::{Game, SYSTEMS};
use riposte::narration::catalogue::{Tongue, entry};

const HEAD: &str = "# Commands

Every slash command, made from the bot's own table: as they are registered. `*` marks what must be
given; what else an option takes is completed while it is typed. Every command of a combatant also
takes `as:` (which of yours acts) and `quiet:` (for the GM: nothing of it is shown in the channel).

Rules: the systems that know the command; none where it is of the table and not of the rules.
";

#[test]
fn every_command_is_documented() {
    let table = table();
    let mut text = HEAD.to_string();
    let singles: Vec<&Slash> =
        table.iter().filter(|slash| matches!(slash.does, Does::Say(_))).collect();
    section(&mut text, "Commands by themselves", "command", "/", singles);
    for slash in &table {
        if let Does::Offer(within) = &slash.does {
            let key = format!("command-{}", slash.name);
            let about = entry(Tongue::ENGLISH, &[&format!("{key}.about")]);
            let title = format!("/{}: {}", slash.name, small(&about));
            section(&mut text, &title, &key, &format!("/{} ", slash.name), within.iter().collect());
        }
    }
    options(&mut text, &table);
    servers(&mut text);
    super::check("docs/COMMANDS.md", &text);
}

fn section(text: &mut String, title: &str, key: &str, before: &str, all: Vec<&Slash>) {
    writeln!(text, "\n## {title}\n").unwrap();
    writeln!(text, "| command | what it does | options | whose | rules |").unwrap();
    writeln!(text, "|---|---|---|---|---|").unwrap();
    for slash in all {
        let Does::Say(saying) = &slash.does else { continue };
        let key = format!("{key}-{}", slash.name);
        let about = entry(Tongue::ENGLISH, &[&format!("{key}.about")]);
        let options = saying.options.iter().filter(|one| !is_common(one));
        let options: Vec<String> = options.map(|one| option(&key, one)).collect();
        let (whose, rules) = (whose(saying), rules(saying));
        let row = [format!("`{before}{}`", slash.name), about, options.join(", "), whose, rules];
        let row = row.map(|cell| cell.replace('|', "\\|"));
        writeln!(text, "| {} |", row.join(" | ")).unwrap();
    }
}

fn is_common(option: &Opt) -> bool {
    option.kind == Kind::Quiet || (option.kind == Kind::Actor && option.name == "as")
}

/// `zone`* (the exit): the name, and what this command means by it where that is its own.
fn option(command: &str, option: &Opt) -> String {
    let mark = if option.is_required { "*" } else { "" };
    let key = format!("{command}.{}", option.name);
    let own = entry(Tongue::ENGLISH, &[&key, "no-such-key"]);
    let is_own = own != key.replace(['-', '_'], " ");
    let own = if is_own { format!(" ({})", small(&own)) } else { String::new() };
    format!("`{}`{mark}{own}", option.name)
}

fn whose(saying: &Saying) -> String {
    let rights = SYSTEMS.iter().filter_map(|system| right(system, saying.verb));
    let mut words: Vec<&str> = rights
        .map(|right| match right {
            Right::Anyone => "anybody",
            Right::Player => "players",
            Right::Author => "who did it",
            Right::Controller => "who plays it",
            Right::Gm => "GM",
            Right::GmOrAdmin => "GM, server",
        })
        .collect();
    words.sort_unstable();
    words.dedup();
    // What has no right of its own answers a question.
    if words.is_empty() { "who is asked".into() } else { words.join(", ") }
}

fn rules(saying: &Saying) -> String {
    let knows = |system: &&&str| {
        let (acts, orders) = Game::verbs(system).unwrap();
        let own = acts.iter().chain(orders).any(|verb| verb.name == saying.verb);
        own || Game::answers(system).unwrap().iter().any(|verb| verb.name == saying.verb)
    };
    let known: Vec<&str> = SYSTEMS.iter().filter(knows).copied().collect();
    if known.len() == SYSTEMS.len() { "all".into() } else { known.join(", ") }
}

/// What an option means wherever it says nothing else.
fn options(text: &mut String, table: &[Slash]) {
    let mut all: BTreeMap<&str, &Opt> = BTreeMap::new();
    for (_, saying) in Slash::all(table) {
        all.extend(saying.options.iter().map(|option| (option.name, option)));
    }
    text.push_str("\n## Options\n\n| option | meaning | kind |\n|---|---|---|\n");
    for (name, option) in all {
        let about = entry(Tongue::ENGLISH, &[&format!("option-{name}.about")]);
        let kind = match option.kind {
            Kind::Word | Kind::Actor => "a word, completed",
            Kind::List => "words, with commas between",
            Kind::Prose => "your own words",
            Kind::Number => "a number",
            Kind::Flag | Kind::Quiet => "yes or no",
            Kind::Person => "a user",
            Kind::File => "a file",
            Kind::Fields => "fields, like `hp=5 str=2`",
        };
        writeln!(text, "| `{name}` | {} | {kind} |", about.replace('|', "\\|")).unwrap();
    }
}

fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// How much a server sees that plays this system, some, or all.
fn servers(text: &mut String) {
    text.push_str("\n## What a server sees\n\n");
    text.push_str("In direct messages all commands are there. ");
    text.push_str("A server has those of the systems that it plays.\n\n");
    text.push_str(
        "| the server plays | commands | with those of groups | options of `/attack` |\n",
    );
    text.push_str("|---|---|---|---|\n");
    let mut rows: Vec<(String, Vec<&str>)> = vec![("nothing yet".into(), Vec::new())];
    rows.extend(SYSTEMS.iter().map(|system| (system.to_string(), vec![*system])));
    rows.push(("all of them".into(), SYSTEMS.to_vec()));
    for (name, systems) in rows {
        let table = for_systems(&systems);
        let all = Slash::all(&table);
        let attack = all.iter().find(|(name, _)| name == "attack");
        let options = attack.map(|(_, saying)| saying.options.iter().filter(|one| !is_common(one)));
        let options = options.map_or(0, Iterator::count);
        writeln!(text, "| {name} | {} | {} | {options} |", table.len(), all.len()).unwrap();
    }
}
