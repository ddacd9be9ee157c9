//! `docs/COMMANDS.md`, made from the table of commands and the catalogue.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use riposte::app::permissions::{Right, right};
use riposte::discord::commands::table::{Kind, Opt, Saying, Slash, own, table};
use riposte::engine::game::SYSTEMS;
use riposte::narration::catalogue::{Locale, entry};

const HEAD: &str = "# Commands

Every slash command, made from the bot's own table: as they are registered. `*` marks what must be
given; what else an option takes is completed while it is typed. Every command of a combatant also
takes `as:` (which of yours acts) and `quiet:` (for the GM: nothing of it is shown in the channel).

A game has the commands of every server, and those of its rules. Where several games are played, a
command takes the options of all of them, and requires what all of them require.

";

#[test]
fn every_command_is_documented() {
    let mut text = HEAD.to_string();
    figures(&mut text);
    let own = own();
    section(&mut text, "Commands of every server", &own, &[], SYSTEMS);
    for system in SYSTEMS {
        section(&mut text, &format!("`{system}`"), &table(&[system]), &own, &[system]);
    }
    options(&mut text, &table(SYSTEMS));
    super::check("docs/COMMANDS.md", &text);
}

/// How many commands there are, and how much there is to say with the commonest.
fn figures(text: &mut String) {
    text.push_str("| played | commands | with those of groups | options of `/attack` |\n");
    text.push_str("|---|---|---|---|\n");
    let alone = SYSTEMS.iter().map(|system| (format!("`{system}`"), table(&[system])));
    let nothing = ("nothing yet".to_string(), table(&[]));
    for (name, table) in [nothing].into_iter().chain(alone).chain([("all".into(), table(SYSTEMS))])
    {
        let all = Slash::all(&table);
        let attack = all.iter().find(|(name, _)| name == "attack");
        let options = attack.map(|(_, saying)| saying.options.iter().filter(|one| !is_common(one)));
        let options = options.map_or(0, Iterator::count);
        writeln!(text, "| {name} | {} | {} | {options} |", table.len(), all.len()).unwrap();
    }
}

/// The commands of a table that are not elsewhere.
fn section(text: &mut String, title: &str, table: &[Slash], elsewhere: &[Slash], systems: &[&str]) {
    writeln!(text, "\n## {title}\n").unwrap();
    writeln!(text, "| command | what it does | options | whose |").unwrap();
    writeln!(text, "|---|---|---|---|").unwrap();
    let elsewhere = Slash::all(elsewhere);
    for (name, saying) in Slash::all(table) {
        if elsewhere.iter().any(|(other, _)| *other == name) {
            continue;
        }
        let key = format!("command-{}", name.replace(' ', "-"));
        let about = entry(Locale::ENGLISH, &[&format!("{key}.about")]);
        let options = saying.options.iter().filter(|one| !is_common(one));
        let options: Vec<String> = options.map(|one| option(&key, one)).collect();
        let row = [format!("`/{name}`"), about, options.join(", "), whose(saying, systems)];
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
    let own = entry(Locale::ENGLISH, &[&key, "no-such-key"]);
    let is_own = own != key.replace(['-', '_'], " ");
    let own = if is_own { format!(" ({})", small(&own)) } else { String::new() };
    format!("`{}`{mark}{own}", option.name)
}

fn whose(saying: &Saying, systems: &[&str]) -> String {
    let rights = systems.iter().filter_map(|system| right(system, saying.verb));
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

/// What an option means wherever it says nothing else.
fn options(text: &mut String, table: &[Slash]) {
    let mut all: BTreeMap<&str, &Opt> = BTreeMap::new();
    for (_, saying) in Slash::all(table) {
        all.extend(saying.options.iter().map(|option| (option.name, option)));
    }
    text.push_str("\n## Options\n\n| option | meaning | kind |\n|---|---|---|\n");
    for (name, option) in all {
        let about = entry(Locale::ENGLISH, &[&format!("option-{name}.about")]);
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
