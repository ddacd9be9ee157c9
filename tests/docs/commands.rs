//! `docs/COMMANDS.md`, made from the table of commands and the catalogue.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use riposte::app::permissions::{Permission, permission_for_verb};
use riposte::discord::commands::command_specs::{
    CommandOption, OptionKind, SlashCommand, VerbCommand, app_commands, list_commands,
};
use riposte::engine::game::SYSTEM_KEYS;
use riposte::narration::catalogue::{Locale, sentence_or_first_key};

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
    let own = app_commands();
    section(&mut text, "Commands of every server", &own, &[], SYSTEM_KEYS);
    for system in SYSTEM_KEYS {
        section(&mut text, &format!("`{system}`"), &list_commands(&[system]), &own, &[system]);
    }
    options(&mut text, &list_commands(SYSTEM_KEYS));
    super::check("docs/COMMANDS.md", &text);
}

/// How many commands there are, and how much there is to say with the commonest.
fn figures(text: &mut String) {
    text.push_str("| played | commands | with those of groups | options of `/attack` |\n");
    text.push_str("|---|---|---|---|\n");
    let alone = SYSTEM_KEYS.iter().map(|system| (format!("`{system}`"), list_commands(&[system])));
    let nothing = ("nothing yet".to_string(), list_commands(&[]));
    for (name, table) in
        [nothing].into_iter().chain(alone).chain([("all".into(), list_commands(SYSTEM_KEYS))])
    {
        let all = SlashCommand::flatten(&table);
        let attack = all.iter().find(|(name, _)| name == "attack");
        let options = attack.map(|(_, saying)| saying.options.iter().filter(|one| !is_common(one)));
        let options = options.map_or(0, Iterator::count);
        writeln!(text, "| {name} | {} | {} | {options} |", table.len(), all.len()).unwrap();
    }
}

/// The commands of a table that are not elsewhere.
fn section(
    text: &mut String,
    title: &str,
    table: &[SlashCommand],
    elsewhere: &[SlashCommand],
    systems: &[&str],
) {
    writeln!(text, "\n## {title}\n").unwrap();
    writeln!(text, "| command | what it does | options | whose |").unwrap();
    writeln!(text, "|---|---|---|---|").unwrap();
    let elsewhere = SlashCommand::flatten(elsewhere);
    for (name, saying) in SlashCommand::flatten(table) {
        if elsewhere.iter().any(|(other, _)| *other == name) {
            continue;
        }
        let key = format!("command-{}", name.replace(' ', "-"));
        let about = sentence_or_first_key(Locale::ENGLISH, &[&format!("{key}.about")]);
        let options = saying.options.iter().filter(|one| !is_common(one));
        let options: Vec<String> = options.map(|one| option(&key, one)).collect();
        let row = [format!("`/{name}`"), about, options.join(", "), whose(saying, systems)];
        let row = row.map(|cell| cell.replace('|', "\\|"));
        writeln!(text, "| {} |", row.join(" | ")).unwrap();
    }
}

fn is_common(option: &CommandOption) -> bool {
    option.kind == OptionKind::Quiet || (option.kind == OptionKind::Actor && option.name == "as")
}

/// `zone`* (the exit): the name, and what this command means by it where that is its own.
fn option(command: &str, option: &CommandOption) -> String {
    let mark = if option.is_required { "*" } else { "" };
    let key = format!("{command}.{}", option.name);
    let own = sentence_or_first_key(Locale::ENGLISH, &[&key, "no-such-key"]);
    let is_own = own != key.replace(['-', '_'], " ");
    let own = if is_own { format!(" ({})", small(&own)) } else { String::new() };
    format!("`{}`{mark}{own}", option.name)
}

fn whose(saying: &VerbCommand, systems: &[&str]) -> String {
    let rights = systems.iter().filter_map(|system| permission_for_verb(system, saying.verb));
    let mut words: Vec<&str> = rights
        .map(|right| match right {
            Permission::Anyone => "anybody",
            Permission::Player => "players",
            Permission::Author => "who did it",
            Permission::Controller => "who plays it",
            Permission::Gm => "GM",
            Permission::GmOrAdmin => "GM, server",
        })
        .collect();
    words.sort_unstable();
    words.dedup();
    // What has no right of its own answers a question.
    if words.is_empty() { "who is asked".into() } else { words.join(", ") }
}

/// What an option means wherever it says nothing else.
fn options(text: &mut String, table: &[SlashCommand]) {
    let mut all: BTreeMap<&str, &CommandOption> = BTreeMap::new();
    for (_, saying) in SlashCommand::flatten(table) {
        all.extend(saying.options.iter().map(|option| (option.name, option)));
    }
    text.push_str("\n## Options\n\n| option | meaning | kind |\n|---|---|---|\n");
    for (name, option) in all {
        let about = sentence_or_first_key(Locale::ENGLISH, &[&format!("option-{name}.about")]);
        let kind = match option.kind {
            OptionKind::Word | OptionKind::Actor => "a word, completed",
            OptionKind::List => "words, with commas between",
            OptionKind::Prose => "your own words",
            OptionKind::Number => "a number",
            OptionKind::Flag | OptionKind::Quiet => "yes or no",
            OptionKind::User => "a user",
            OptionKind::File => "a file",
            OptionKind::Fields => "fields, like `hp=5 str=2`",
        };
        writeln!(text, "| `{name}` | {} | {kind} |", about.replace('|', "\\|")).unwrap();
    }
}

fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
