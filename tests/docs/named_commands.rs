//! The commands that documents and sentences name are in the table, with the options that they
//! give them. Fight scripts say verbs, so what is told of them may do so as well.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use riposte::app::permissions::COMMON_VERBS;
use riposte::discord::commands::command_specs::{SlashCommand, app_commands, list_commands};
use riposte::engine::game::{Game, SYSTEM_KEYS};

/// What begins like a command and is none.
const NO_COMMANDS: &[&str] = &["/metrics", "/healthz"];

/// What verbs alone are told of.
const OF_SCRIPTS: &str = "docs/SCRIPTS.md";

type Names = BTreeMap<String, BTreeSet<String>>;

/// Commands by their full names, with their options.
fn commands() -> Names {
    let mut all = Names::new();
    for (name, saying) in SlashCommand::flatten(&list_commands(SYSTEM_KEYS)) {
        let options = saying.options.iter().map(|option| option.name.to_string());
        let fixed = saying.fixed_slots.iter().map(|(slot, _)| (*slot).to_string());
        all.entry(name).or_default().extend(options.chain(fixed));
    }
    all
}

/// Verbs, with their slots.
fn verbs() -> Names {
    let mut all = Names::new();
    let common = COMMON_VERBS.iter().map(|(verb, _)| *verb);
    let of_rules = SYSTEM_KEYS.iter().flat_map(|system| {
        let (acts, orders) = Game::act_and_order_verbs(system).unwrap();
        acts.iter().chain(orders).chain(Game::answer_verbs(system).unwrap()).copied()
    });
    for verb in common.chain(of_rules) {
        let slots = verb.slots.iter().map(|slot| slot.name.to_string());
        all.entry(verb.name.into()).or_default().extend(slots);
    }
    all
}

/// What is wrong with a command as it is written: `/attack target: weapon:`, `/gm …`.
fn wrong(text: &str, known: &Names, with_fields: bool) -> Option<String> {
    let bare = |word: &str| word.trim_end_matches(['.', ',', ';', '…']).to_string();
    let words: Vec<&str> = text.trim_start_matches('/').split_whitespace().collect();
    let (first, second) = (bare(words.first()?), words.get(1).map(|word| bare(word)));
    let both = second.map(|second| format!("{first} {second}"));
    let (name, rest) = match both.filter(|both| known.contains_key(both)) {
        Some(both) => (both, &words[2..]),
        None if known.contains_key(&first) => (first, &words[1..]),
        None => {
            let is_group = known.keys().any(|name| name.starts_with(&format!("{first} ")));
            let is_whole = words.len() == 1 || words[1].starts_with('…');
            return (!is_group || !is_whole).then(|| "there is no such command".into());
        }
    };
    let options = &known[&name];
    let mut is_open = false;
    for word in rest {
        let quotes = word.matches('"').count();
        if !is_open && let Some((slot, _)) = word.trim_start_matches('[').split_once(':') {
            let is_known = options.contains(slot) || matches!(slot, "as" | "quiet");
            if !(is_known || with_fields && ["add", "join"].contains(&name.as_str())) {
                return Some(format!("/{name} takes no {slot}"));
            }
        } else if !is_open && std::ptr::eq(word, &rest[0]) && !word.starts_with('…') {
            return Some(format!("what is “{word}” of /{name}?"));
        }
        is_open ^= quotes % 2 == 1;
    }
    None
}

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let all = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    all.filter(|path| path.to_string_lossy().ends_with(ending)).collect()
}

#[test]
fn every_command_that_is_named_is_there() {
    let (commands, verbs) = (commands(), verbs());
    let documents = [PathBuf::from("README.md")].into_iter();
    let documents = documents.chain(files("docs", ".md")).chain(files("docs/rules", ".md"));
    let mut faults = Vec::new();
    for path in documents.chain(files("data/words/en", ".ftl")) {
        let text = fs::read_to_string(&path).unwrap();
        for (at, line) in text.lines().enumerate() {
            let quoted = line.split('`').skip(1).step_by(2);
            for named in quoted.filter(|text| text.starts_with('/') && text.len() > 1) {
                let is_command = named[1..].starts_with(|letter: char| letter.is_ascii_lowercase());
                if !is_command || NO_COMMANDS.contains(&named) {
                    continue;
                }
                let fault = wrong(named, &commands, false);
                let is_of_scripts = path == Path::new(OF_SCRIPTS);
                let fault =
                    fault.filter(|_| !is_of_scripts || wrong(named, &verbs, true).is_some());
                faults.extend(
                    fault.map(|why| format!("{}:{}: `{named}`: {why}", path.display(), at + 1)),
                );
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What is known of the verbs of the rules stands with the rules. These files are made from it, and
/// name only what is the app's own.
#[test]
fn no_verb_of_the_rules_is_listed_elsewhere() {
    let table = app_commands();
    let mut of_app: BTreeSet<&str> = table.iter().map(|slash| slash.name).collect();
    let all = SlashCommand::flatten(&table);
    for (name, saying) in &all {
        of_app.extend(name.split(' ').chain(saying.options.iter().map(|option| option.name)));
    }
    let of_rules: BTreeSet<&str> = SYSTEM_KEYS
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
        let named: Vec<&str> =
            quoted.filter(|word| of_rules.contains(word) && !of_app.contains(word)).collect();
        assert!(named.is_empty(), "{path}: {named:?}");
    }
}

#[test]
fn what_is_written_wrong_is_found() {
    let commands = commands();
    for (text, is_right) in [
        ("/attack target:Wolf", true),
        ("/queue add act:\"attack target:Wolf\"", true),
        ("/gm …", true),
        ("/gm set who: field:", true),
        ("/init begin", false),
        ("/zone", false),
        ("/attack target weapon", false),
        ("/attack colour:", false),
    ] {
        assert_eq!(wrong(text, &commands, false).is_none(), is_right, "{text}");
    }
}
