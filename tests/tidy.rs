//! Tidiness as a test: the floors of the app, the rule ids, the size of lines. Which room may know
//! which stands in the `Cargo.toml` of each.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rule systems that are there, and how their rule ids begin.
const SYSTEMS: &[(&str, &str)] = &[
    ("cards", "CARDS"),
    ("dr12", "DR12"),
    ("factions", "FACT"),
    ("fates", "FATES"),
    ("ranks", "RANKS"),
];

fn files(under: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![PathBuf::from(under)];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The Rust files of the program: of the root package and of every room.
fn sources() -> impl Iterator<Item = PathBuf> {
    files("src", ".rs").into_iter().chain(files("crates", ".rs"))
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|wrong| panic!("{}: {wrong}", path.display()))
}

/// The code of a file without its comments.
fn code(path: &Path) -> String {
    let lines = text(path);
    let code = lines.lines().map(|line| line.split("//").next().unwrap_or_default());
    code.collect::<Vec<_>>().join("\n")
}

#[test]
fn systems_do_not_import_each_other() {
    let systems: Vec<String> = fs::read_dir("crates/engine/src/rules")
        .expect("the rules are here")
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().to_string())
        .collect();
    for system in &systems {
        for path in files(&format!("crates/engine/src/rules/{system}"), ".rs") {
            let code = code(&path);
            for other in systems.iter().filter(|other| *other != system) {
                assert!(
                    !code.contains(&format!("rules::{other}")),
                    "{}: {system} imports {other}",
                    path.display()
                );
            }
        }
    }
}

/// The floors of the app, the lowest first: a folder knows those before it and no other.
const FLOORS: &[&str] = &[
    "api",
    "state",
    "runtime",
    "transaction",
    "commands",
    "timers",
    "delivery",
    "features",
    "service",
];

/// What a file of the app imports of it, from its root on: `state::roles::Role`.
fn imported_of_app(module: &[&str], code: &str) -> Vec<String> {
    let of_app = code.match_indices("crate::").map(|(at, found)| &code[at + found.len()..]);
    let ups = code.match_indices("super::").filter(|(at, _)| !code[..*at].ends_with("super::"));
    let above = ups.map(|(at, _)| {
        let mut rest = &code[at..];
        let mut home = module;
        while let Some(further) = rest.strip_prefix("super::") {
            home = &home[..home.len().saturating_sub(1)];
            rest = further;
        }
        home.iter().map(|part| format!("{part}::")).collect::<String>() + rest
    });
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let all = of_app.map(String::from).chain(above);
    all.map(|path| path.split(|c| !is_path(c)).next().unwrap_or_default().to_string()).collect()
}

/// So no two folders of the app know each other, directly or in a circle. And of the features none
/// knows another.
#[test]
fn the_floors_of_the_app_know_only_those_below() {
    let mut wrong = Vec::new();
    for path in files("crates/app/src", ".rs") {
        let name = path.display().to_string();
        let place = name.trim_start_matches("crates/app/src/").trim_end_matches(".rs");
        let module: Vec<&str> = place.split('/').filter(|part| *part != "mod").collect();
        let [floor, ..] = module[..] else { continue };
        let Some(height) = FLOORS.iter().position(|one| *one == floor) else {
            let is_none = ["lib.rs", "tests.rs"].iter().any(|file| path.ends_with(file));
            assert!(is_none, "{name} is on no floor");
            continue;
        };
        let code = code(&path);
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        for used in imported_of_app(&module, code) {
            let parts: Vec<&str> = used.split("::").collect();
            let is_below = FLOORS[..height].contains(&parts[0]);
            let is_own = parts[0] == floor
                && (floor != "features" || parts.get(1) == module.get(1) || module.len() == 1);
            if !is_below && !is_own {
                wrong.push(format!("{name}: may not know app::{used}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Rule ids such as DR12-MOVE-1 in a text.
fn ids(text: &str, system: &str) -> BTreeSet<String> {
    let prefix = format!("{system}-");
    let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    text.match_indices(&prefix)
        .filter_map(|(at, _)| {
            let rest = &text[at..];
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            let id = rest[..end].trim_end_matches('-');
            let last = id.rsplit('-').next()?;
            let is_whole = id.matches('-').count() == 2 && last.parse::<u8>().is_ok();
            is_whole.then(|| id.to_string())
        })
        .collect()
}

/// A rule is done when its id stands in the doc comment of the code that plays it and in a script;
/// a cited id that does not exist is a mistake.
#[test]
fn every_rule_id_stands_in_its_code_and_in_a_script() {
    for (key, prefix) in SYSTEMS {
        let law = text(Path::new(&format!("docs/rules/{key}.md")));
        let defined: BTreeSet<String> = law
            .lines()
            .filter_map(|line| line.strip_prefix("- **"))
            .filter_map(|line| line.split("**").next())
            .map(String::from)
            .collect();
        let comments = |path: PathBuf| {
            let comments = text(&path);
            let lines = comments.lines().filter(|line| line.trim_start().starts_with("///"));
            lines.map(String::from).collect::<Vec<_>>().join("\n")
        };
        let in_code: BTreeSet<String> = files(&format!("crates/engine/src/rules/{key}"), ".rs")
            .into_iter()
            .flat_map(|path| ids(&comments(path), prefix))
            .collect();
        let shown = |path: PathBuf| {
            let script = text(&path);
            let lines = script.lines().filter(|line| line.trim_start().starts_with("rules "));
            lines.map(String::from).collect::<Vec<_>>().join("\n")
        };
        let in_scripts: BTreeSet<String> = files(&format!("tests/scripts/{key}"), ".fight")
            .into_iter()
            .flat_map(|path| ids(&shown(path), prefix))
            .collect();
        let missing = |found: &BTreeSet<String>| {
            defined.difference(found).cloned().collect::<Vec<_>>().join(" ")
        };
        let unknown = |found: &BTreeSet<String>| {
            found.difference(&defined).cloned().collect::<Vec<_>>().join(" ")
        };
        assert_eq!(unknown(&in_code), "", "ids cited in code that the rule text does not have");
        assert_eq!(unknown(&in_scripts), "", "ids cited in scripts that it does not have");
        assert_eq!(missing(&in_code), "", "rules of {key} without an id in a doc comment");
        assert_eq!(missing(&in_scripts), "", "rules of {key} without a script");
    }
}

#[test]
fn every_module_says_what_it_is() {
    let silent: Vec<_> = sources()
        .filter(|path| !text(path).trim_start().starts_with("//!"))
        .map(|path| path.display().to_string())
        .collect();
    assert!(silent.is_empty(), "files without a `//!` line: {silent:?}");
}

#[test]
fn lines_are_no_longer_than_a_hundred() {
    let mut long = BTreeMap::new();
    for path in sources().chain(files("tests", ".rs")) {
        let longest = text(&path).lines().map(|line| line.chars().count()).max().unwrap_or(0);
        if longest > 100 {
            long.insert(path.display().to_string(), longest);
        }
    }
    assert!(long.is_empty(), "{long:?}");
}

/// Words that other rooms have of their own, though a system has a verb of that name: kinds of ids,
/// slots, policies, groups of commands. By the name of the file.
const OWN_WORDS: &[(&str, &[&str])] = &[
    ("absence.rs", &["call"]),
    ("arrangements.rs", &["auto", "slot", "stretch"]),
    ("audit.rs", &["open"]),
    ("bot_permissions.rs", &["drop"]),
    ("buttons.rs", &["rule"]),
    ("command_specs.rs", &["confirm", "drop", "end", "give", "group", "init", "rule", "scene"]),
    ("completion.rs", &["end", "rule"]),
    ("counters.rs", &["done"]),
    ("custom_id.rs", &["open", "say", "turn"]),
    ("export/mod.rs", &["end"]),
    ("forms.rs", &["no"]),
    ("game_command.rs", &["slot", "stretch"]),
    ("guide.rs", &["rule"]),
    ("message_slots.rs", &["turn"]),
    ("mod.rs", &["drop"]),
    ("offers.rs", &["object", "skill"]),
    ("people.rs", &["defend", "pass"]),
    ("permissions.rs", &["drop", "end", "rule"]),
    ("planned_acts.rs", &["exit"]),
    ("refusals.rs", &["condition", "end", "slot"]),
    ("roster.rs", &["slot"]),
    ("status.rs", &["order"]),
    ("typed_values.rs", &["condition", "cure", "end", "skill", "slot"]),
    ("unread_input.rs", &["slot"]),
];

/// What a verb is, it says itself: no room but the engine names one, and narration only where it
/// tells of its system, or of words that systems share.
#[test]
fn no_room_names_a_verb_of_a_system() {
    use riposte::engine::game::Game;
    let said = SYSTEMS.iter().flat_map(|(key, _)| Game::all_verbs(key));
    let verbs: BTreeSet<&str> = said.map(|verb| verb.name).collect();
    let tells_facts = |path: &Path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().to_string();
        let is_system = SYSTEMS.iter().any(|(key, _)| *key == name);
        is_system || ["core_events", "terms", "catalogue"].contains(&name.as_str())
    };
    let narration =
        files("crates/narration/src", ".rs").into_iter().filter(|path| !tells_facts(path));
    let front =
        files("crates/app/src", ".rs").into_iter().chain(files("crates/discord/src", ".rs"));
    let mut wrong = Vec::new();
    for path in front.chain(narration).filter(|path| !path.ends_with("tests.rs")) {
        let code = code(&path);
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        let own =
            OWN_WORDS.iter().find(|(file, _)| path.ends_with(file)).map_or(&[][..], |it| it.1);
        let quoted: BTreeSet<&str> = code.split('"').collect();
        let named = verbs.iter().filter(|verb| quoted.contains(*verb) && !own.contains(verb));
        wrong.extend(named.map(|verb| format!("{} names {verb}", path.display())));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every refusal says why in words of its own.
#[test]
fn every_refusal_has_a_sentence() {
    let mut keys = BTreeSet::new();
    for path in sources() {
        let code = code(&path);
        for (at, start) in
            code.match_indices("Refusal::new(").chain(code.match_indices("RefusalReason::new("))
        {
            let key = code[at + start.len()..].trim_start().strip_prefix('"');
            keys.extend(key.and_then(|key| key.split_once('"')).map(|(key, _)| key.to_string()));
        }
    }
    assert!(keys.len() > 60, "{keys:?}");
    let told = |key: &str, rule: &str| {
        let refusal = riposte::engine::core::command::Refusal::new(key, rule);
        riposte::narration::explain_refusal(riposte::narration::PLAIN, &refusal)
    };
    let is_bare = |key: &String, rule: &str| {
        told(key, rule).to_lowercase().starts_with(&format!("{}.", key.replace('-', " ")))
    };
    // Some keys are those of one system, and only its rules give them.
    let rules: Vec<String> = SYSTEMS.iter().map(|(_, prefix)| format!("{prefix}-")).collect();
    let bare = |key: &String| is_bare(key, "") && rules.iter().all(|rule| is_bare(key, rule));
    let silent: Vec<_> = keys.into_iter().filter(bare).collect();
    assert!(silent.is_empty(), "refusals without a sentence: {silent:?}");
}

/// What `cargo deny check bans` looks at, for machines without it: an old version that deny.toml
/// bans hangs on the crates that are named there as its only users, and on no other. And each
/// advisory that is let pass is told of in docs/SECURITY.md.
#[test]
fn banned_versions_stand_only_where_deny_toml_says() {
    let read = |file: &str| -> toml::Table { text(Path::new(file)).parse().expect("it is TOML") };
    let (deny, lock) = (read("deny.toml"), read("Cargo.lock"));
    let list = |of: &toml::Value, key: &str| of.get(key).and_then(|it| it.as_array()).cloned();
    let word = |of: &toml::Value, key: &str| of[key].as_str().expect("a text").to_string();
    let number = |version: &str| -> Vec<u64> {
        version.split(['.', '-', '+']).map_while(|part| part.parse().ok()).collect()
    };
    let packages = lock["package"].as_array().expect("packages");
    let mut found = Vec::new();
    let bans = list(&deny["bans"], "deny").expect("bans");
    for ban in &bans {
        let banned = word(ban, "crate");
        let (name, below) = banned.split_once(":<").expect("a crate and its first good version");
        let wrappers = list(ban, "wrappers").unwrap_or_default();
        for old in packages.iter().filter(|package| word(package, "name") == name) {
            let version = word(old, "version");
            if number(&version) >= number(below) {
                continue;
            }
            // With the version where there are several.
            let is_old = |needs: &toml::Value| {
                let needs = needs.as_str().unwrap_or_default();
                needs == name || needs == format!("{name} {version}")
            };
            for user in packages {
                let needs = list(user, "dependencies").unwrap_or_default();
                let user = word(user, "name");
                if needs.iter().any(is_old) && !wrappers.contains(&user.clone().into()) {
                    found.push(format!("{user} needs {name} {version}"));
                }
            }
        }
    }
    assert!(!bans.is_empty() && found.is_empty(), "{found:?}");
    let security = text(Path::new("docs/SECURITY.md"));
    for advisory in list(&deny["advisories"], "ignore").expect("advisories") {
        let id = word(&advisory, "id");
        assert!(security.contains(&id), "docs/SECURITY.md does not tell of {id}");
    }
}
