//! Commands that documents and sentences mention exist in the command table, with the options that
//! they are mentioned with. Fight scripts use verbs, so the document about scripts may mention
//! verbs.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use riposte::app::permissions::COMMON_VERBS;
use riposte::discord::commands::command_specs::{
    SlashCommand, list_server_commands, system_independent_commands,
};
use riposte::engine::game::{Game, SYSTEM_KEYS};

/// Texts that look like commands but are paths of web addresses.
const PATHS_NOT_COMMANDS: &[&str] = &["/metrics", "/healthz"];

/// The document that may mention verbs.
const SCRIPTS_DOCUMENT: &str = "docs/SCRIPTS.md";

/// Commands or verbs by name, with the names of their options or slots.
type OptionsByName = BTreeMap<String, BTreeSet<String>>;

/// Returns all slash commands by their full names, with their options.
fn collect_commands() -> OptionsByName {
    let mut commands = OptionsByName::new();
    for (name, verb_command) in SlashCommand::flatten(&list_server_commands(SYSTEM_KEYS)) {
        let options = verb_command.options.iter().map(|option| option.name.to_string());
        let fixed_slots = verb_command.fixed_slots.iter().map(|(slot, _)| (*slot).to_string());
        commands.entry(name).or_default().extend(options.chain(fixed_slots));
    }
    commands
}

/// Returns all verbs with their slots.
fn collect_verbs() -> OptionsByName {
    let mut verbs = OptionsByName::new();
    let common = COMMON_VERBS.iter().map(|(verb, _)| *verb);
    let system_verbs = SYSTEM_KEYS.iter().flat_map(|system| {
        let (acts, orders) = Game::act_and_order_verbs(system).unwrap();
        acts.iter().chain(orders).chain(Game::answer_verbs(system).unwrap()).copied()
    });
    for verb in common.chain(system_verbs) {
        let slots = verb.slots.iter().map(|slot| slot.name.to_string());
        verbs.entry(verb.name.into()).or_default().extend(slots);
    }
    verbs
}

/// Returns the mistake in a mentioned command like `/attack target: weapon:` or `/gm …`, if it has
/// one.
fn find_mistake(text: &str, known: &OptionsByName, with_fields: bool) -> Option<String> {
    let bare = |word: &str| word.trim_end_matches(['.', ',', ';', '…']).to_string();
    let words: Vec<&str> = text.trim_start_matches('/').split_whitespace().collect();
    let (first, second) = (bare(words.first()?), words.get(1).map(|word| bare(word)));
    let two_words = second.map(|second| format!("{first} {second}"));
    let (name, options_text) = match two_words.filter(|two_words| known.contains_key(two_words)) {
        Some(two_words) => (two_words, &words[2..]),
        None if known.contains_key(&first) => (first, &words[1..]),
        None => {
            let is_group = known.keys().any(|name| name.starts_with(&format!("{first} ")));
            let is_whole = words.len() == 1 || words[1].starts_with('…');
            return (!is_group || !is_whole).then(|| "there is no such command".into());
        }
    };
    let options = &known[&name];
    let mut is_in_quotes = false;
    for word in options_text {
        let quotes = word.matches('"').count();
        if !is_in_quotes && let Some((slot, _)) = word.trim_start_matches('[').split_once(':') {
            let is_known = options.contains(slot) || matches!(slot, "as" | "quiet");
            if !(is_known || with_fields && ["add", "join"].contains(&name.as_str())) {
                return Some(format!("/{name} takes no {slot}"));
            }
        } else if !is_in_quotes && std::ptr::eq(word, &options_text[0]) && !word.starts_with('…')
        {
            return Some(format!("what is “{word}” of /{name}?"));
        }
        is_in_quotes ^= quotes % 2 == 1;
    }
    None
}

fn list_files(folder: &str, suffix: &str) -> Vec<PathBuf> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    paths.filter(|path| path.to_string_lossy().ends_with(suffix)).collect()
}

#[test]
fn every_mentioned_command_exists() {
    let (commands, verbs) = (collect_commands(), collect_verbs());
    let documents = [PathBuf::from("README.md")].into_iter();
    let documents = documents
        .chain(list_files("docs", ".md"))
        .chain(list_files("docs/rules", ".md"))
        .chain(list_files("docs/play", ".md"));
    let mut mistakes = Vec::new();
    for path in documents.chain(list_files("data/words/en", ".ftl")) {
        let text = fs::read_to_string(&path).unwrap();
        for (at, line) in text.lines().enumerate() {
            let quoted = line.split('`').skip(1).step_by(2);
            for mentioned in quoted.filter(|text| text.starts_with('/') && text.len() > 1) {
                let is_command =
                    mentioned[1..].starts_with(|letter: char| letter.is_ascii_lowercase());
                if !is_command || PATHS_NOT_COMMANDS.contains(&mentioned) {
                    continue;
                }
                let mistake = find_mistake(mentioned, &commands, false);
                let is_scripts_document = path == Path::new(SCRIPTS_DOCUMENT);
                let mistake = mistake.filter(|_| {
                    !is_scripts_document || find_mistake(mentioned, &verbs, true).is_some()
                });
                mistakes.extend(mistake.map(|mistake| {
                    format!("{}:{}: `{mentioned}`: {mistake}", path.display(), at + 1)
                }));
            }
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

/// The command table and the search for the nearest verb take the verbs of rule systems from the
/// systems, and name only verbs of the app themselves.
#[test]
fn command_table_lists_no_verbs_of_rule_systems() {
    let table = system_independent_commands();
    let mut app_words: BTreeSet<&str> = table.iter().map(|slash| slash.name).collect();
    let commands = SlashCommand::flatten(&table);
    for (name, verb_command) in &commands {
        app_words
            .extend(name.split(' ').chain(verb_command.options.iter().map(|option| option.name)));
    }
    let system_verbs: BTreeSet<&str> = SYSTEM_KEYS
        .iter()
        .flat_map(|system| Game::all_verbs(system))
        .map(|verb| verb.name)
        .collect();
    for path in
        ["crates/discord/src/commands/command_specs.rs", "crates/app/src/commands/nearest_verb.rs"]
    {
        let text = fs::read_to_string(path).unwrap();
        let (code, _) = text.split_once("#[cfg(test)]").unwrap();
        let quoted = code.split('"').skip(1).step_by(2);
        let listed: Vec<&str> = quoted
            .filter(|word| system_verbs.contains(word) && !app_words.contains(word))
            .collect();
        assert!(listed.is_empty(), "{path}: {listed:?}");
    }
}

#[test]
fn mistakes_in_mentioned_commands_are_found() {
    let commands = collect_commands();
    for (text, is_correct) in [
        ("/attack target:Wolf", true),
        ("/queue add act:\"attack target:Wolf\"", true),
        ("/gm …", true),
        ("/gm set who: field:", true),
        ("/init begin", false),
        ("/zone", false),
        ("/attack target weapon", false),
        ("/attack colour:", false),
    ] {
        assert_eq!(find_mistake(text, &commands, false).is_none(), is_correct, "{text}");
    }
}
