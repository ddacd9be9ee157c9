//! Generates `docs/COMMANDS.md` from the command table and the catalogue, and checks that it is
//! current.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use riposte::app::permissions::{Permission, permission_for_verb};
use riposte::discord::commands::command_specs::{
    CommandOption, OptionKind, SlashCommand, VerbCommand, list_server_commands,
    system_independent_commands,
};
use riposte::discord::commands::context_menus::{ContextMenu, MenuSubject};
use riposte::engine::game::SYSTEM_KEYS;
use riposte::narration::catalogue::{Locale, sentence_or_first_key};

const HEAD: &str = "# Commands

Every slash command, written from the bot's own table. `*` marks the options that a command needs.
While you type, the bot completes what an option takes. Every command of a combatant also takes
`as:` (which of yours acts) and `quiet:` (for the GM: the channel shows nothing of it).

A server has the commands of every server, and those of the rules that it plays. If it plays by
several, a command has the options of all of them, and needs only what all of them need.

*Whose* says who may use a command:

| whose | means |
|---|---|
| GM | the GM of the fight, and co-GMs |
| GM, server | the GM (no co-GM), and whoever manages the server (*Manage Server*) |
| players | whoever has a character in the fight, stand-ins, and the GM |
| who plays it | the combatant's player or stand-in; the GM for NPCs and absent players |
| who is asked | whoever the bot asks; usually a button says the same |
| who did it | whoever did the act that is taken back |

";

#[test]
fn command_reference_is_current() {
    let mut text = HEAD.to_string();
    write_counts(&mut text);
    let common_commands = system_independent_commands();
    write_section(&mut text, "Commands of every server", &common_commands, &[], SYSTEM_KEYS);
    for system in SYSTEM_KEYS {
        write_section(
            &mut text,
            &format!("`{system}`"),
            &list_server_commands(&[system]),
            &common_commands,
            &[system],
        );
    }
    write_context_menus(&mut text);
    write_options(&mut text, &list_server_commands(SYSTEM_KEYS));
    super::check_document("docs/COMMANDS.md", &text);
}

/// Writes the table with the numbers of commands, and of options of the most used one.
fn write_counts(text: &mut String) {
    text.push_str("| played | commands | with those of groups | options of `/attack` |\n");
    text.push_str("|---|---|---|---|\n");
    let single_systems =
        SYSTEM_KEYS.iter().map(|system| (format!("`{system}`"), list_server_commands(&[system])));
    let no_system = ("nothing yet".to_string(), list_server_commands(&[]));
    for (name, table) in [no_system]
        .into_iter()
        .chain(single_systems)
        .chain([("all".into(), list_server_commands(SYSTEM_KEYS))])
    {
        let commands = SlashCommand::flatten(&table);
        let attack = commands.iter().find(|(name, _)| name == "attack");
        let options = attack.map(|(_, verb_command)| {
            verb_command.options.iter().filter(|option| !is_common(option))
        });
        let options = options.map_or(0, Iterator::count);
        writeln!(text, "| {name} | {} | {} | {options} |", table.len(), commands.len()).unwrap();
    }
}

/// Writes a section with the commands of a table that are not in the table `elsewhere`.
fn write_section(
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
    for (name, verb_command) in SlashCommand::flatten(table) {
        if elsewhere.iter().any(|(other, _)| *other == name) {
            continue;
        }
        let key = format!("command-{}", name.replace(' ', "-"));
        let about = sentence_or_first_key(Locale::ENGLISH, &[&format!("{key}.about")]);
        let options = verb_command.options.iter().filter(|option| !is_common(option));
        let options: Vec<String> = options.map(|option| format_option(&key, option)).collect();
        let row = [
            format!("`/{name}`"),
            about,
            options.join(", "),
            format_permissions(verb_command, systems),
        ];
        let row = row.map(|cell| cell.replace('|', "\\|"));
        writeln!(text, "| {} |", row.join(" | ")).unwrap();
    }
}

/// Whether every command of a combatant takes the option, so that it is not listed with each.
fn is_common(option: &CommandOption) -> bool {
    option.kind == OptionKind::Quiet || (option.kind == OptionKind::Actor && option.name == "as")
}

/// Formats an option like `zone`* (the exit): with a mark if it is required, and with its meaning
/// if this command has one of its own.
fn format_option(command: &str, option: &CommandOption) -> String {
    let mark = if option.is_required { "*" } else { "" };
    let key = format!("{command}.{}", option.name);
    let own_meaning = sentence_or_first_key(Locale::ENGLISH, &[&key, "no-such-key"]);
    let has_own_meaning = own_meaning != key.replace(['-', '_'], " ");
    let own_meaning = if has_own_meaning {
        format!(" ({})", lowercase_first(&own_meaning))
    } else {
        String::new()
    };
    format!("`{}`{mark}{own_meaning}", option.name)
}

/// Formats who may use a command in these systems.
fn format_permissions(verb_command: &VerbCommand, systems: &[&str]) -> String {
    let permissions =
        systems.iter().filter_map(|system| permission_for_verb(system, verb_command.verb));
    let mut labels: Vec<&str> = permissions
        .map(|permission| match permission {
            Permission::Anyone => "anybody",
            Permission::Player => "players",
            Permission::Author => "who did it",
            Permission::Controller => "who plays it",
            Permission::Gm => "GM",
            Permission::GmOrAdmin => "GM, server",
        })
        .collect();
    labels.sort_unstable();
    labels.dedup();
    // A verb without a permission of its own answers a prompt.
    if labels.is_empty() { "who is asked".into() } else { labels.join(", ") }
}

/// Writes the table of the context menus of people and messages.
fn write_context_menus(text: &mut String) {
    text.push_str(
        "\n## Menus on people and messages\n\nRight-click (on a phone: long press), then *Apps*.",
    );
    text.push_str("\n\n| menu | on | what it does |\n|---|---|---|\n");
    for menu in ContextMenu::ALL {
        let key = menu.catalogue_key();
        let name = sentence_or_first_key(Locale::ENGLISH, &[key]);
        let about = sentence_or_first_key(Locale::ENGLISH, &[&format!("{key}.about")]);
        let subject = match menu.subject() {
            MenuSubject::Person => "a person",
            MenuSubject::Message => "a message",
        };
        writeln!(text, "| *{name}* | {subject} | {about} |").unwrap();
    }
}

/// Writes the table of all options, with the meanings that they have unless a command says
/// otherwise.
fn write_options(text: &mut String, table: &[SlashCommand]) {
    let mut options: BTreeMap<&str, &CommandOption> = BTreeMap::new();
    for (_, verb_command) in SlashCommand::flatten(table) {
        options.extend(verb_command.options.iter().map(|option| (option.name, option)));
    }
    text.push_str("\n## Options\n\n| option | meaning | kind |\n|---|---|---|\n");
    for (name, option) in options {
        let about = sentence_or_first_key(Locale::ENGLISH, &[&format!("option-{name}.about")]);
        let kind = match option.kind {
            OptionKind::Word | OptionKind::Actor => "a word, completed",
            OptionKind::List => "words, with commas between",
            OptionKind::Prose | OptionKind::Speech => "your own words",
            OptionKind::Number => "a number",
            OptionKind::Amount => "a number or dice",
            OptionKind::Flag | OptionKind::Quiet => "yes or no",
            OptionKind::User => "a user",
            OptionKind::File => "a file",
            OptionKind::Fields => "fields, like `hp=5 str=2`",
        };
        writeln!(text, "| `{name}` | {} | {kind} |", about.replace('|', "\\|")).unwrap();
    }
}

/// Returns the text with its first letter in lower case.
fn lowercase_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
