//! Conventions of the source code: which folders of the app may import which, rule ids in code and
//! scripts, module comments, line lengths, refusals and banned dependencies. Which crate may use
//! which other is stated in their `Cargo.toml`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rule systems, and the prefixes of their rule ids.
const SYSTEM_PREFIXES: &[(&str, &str)] = &[
    ("cards", "CARDS"),
    ("dr12", "DR12"),
    ("factions", "FACT"),
    ("fates", "FATES"),
    ("ranks", "RANKS"),
];

/// Returns the files below a folder whose path ends with this, sorted; none if there is no folder.
fn list_files(root: &str, suffix: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(root)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(suffix) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns the Rust files of the root package and of every crate.
fn list_sources() -> impl Iterator<Item = PathBuf> {
    list_files("src", ".rs").into_iter().chain(list_files("crates", ".rs"))
}

fn read_text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|wrong| panic!("{}: {wrong}", path.display()))
}

/// Returns the code of a file without its comments.
fn read_code(path: &Path) -> String {
    let lines = read_text(path);
    let code = lines.lines().map(|line| line.split("//").next().unwrap_or_default());
    code.collect::<Vec<_>>().join("\n")
}

#[test]
fn rule_systems_do_not_import_each_other() {
    let systems: Vec<String> = fs::read_dir("crates/engine/src/rules")
        .expect("the rules are here")
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().to_string())
        .collect();
    for system in &systems {
        for path in list_files(&format!("crates/engine/src/rules/{system}"), ".rs") {
            let code = read_code(&path);
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

/// The layers of the app, the lowest first. A folder may import only from folders before it.
const LAYERS: &[&str] = &[
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

/// Returns the paths that a file imports from the app itself, such as `state::roles::Role`.
fn list_app_imports(module: &[&str], code: &str) -> Vec<String> {
    let from_root = code.match_indices("crate::").map(|(at, found)| &code[at + found.len()..]);
    let super_paths =
        code.match_indices("super::").filter(|(at, _)| !code[..*at].ends_with("super::"));
    let from_parents = super_paths.map(|(at, _)| {
        let mut rest = &code[at..];
        let mut parent = module;
        while let Some(shorter) = rest.strip_prefix("super::") {
            parent = &parent[..parent.len().saturating_sub(1)];
            rest = shorter;
        }
        parent.iter().map(|part| format!("{part}::")).collect::<String>() + rest
    });
    let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let imports = from_root.map(String::from).chain(from_parents);
    imports.map(|path| path.split(|c| !is_path(c)).next().unwrap_or_default().to_string()).collect()
}

/// Because of this there are no import cycles between folders of the app. In addition, no feature
/// may import another.
#[test]
fn app_layers_import_only_lower_layers() {
    let mut mistakes = Vec::new();
    for path in list_files("crates/app/src", ".rs") {
        let name = path.display().to_string();
        let module_path = name.trim_start_matches("crates/app/src/").trim_end_matches(".rs");
        let module: Vec<&str> = module_path.split('/').filter(|part| *part != "mod").collect();
        let [layer, ..] = module[..] else { continue };
        let Some(layer_index) = LAYERS.iter().position(|layer_name| *layer_name == layer) else {
            let has_no_layer = ["lib.rs", "tests.rs"].iter().any(|file| path.ends_with(file));
            assert!(has_no_layer, "{name} is in no layer");
            continue;
        };
        let code = read_code(&path);
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        for import in list_app_imports(&module, code) {
            let parts: Vec<&str> = import.split("::").collect();
            let is_below = LAYERS[..layer_index].contains(&parts[0]);
            let is_own = parts[0] == layer
                && (layer != "features" || parts.get(1) == module.get(1) || module.len() == 1);
            if !is_below && !is_own {
                mistakes.push(format!("{name}: may not import app::{import}"));
            }
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

/// Returns the rule ids such as DR12-MOVE-1 in a text.
fn find_rule_ids(text: &str, system: &str) -> BTreeSet<String> {
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

/// Every rule id must appear in the doc comment of the code that implements the rule, and in a
/// script that tests it. Cited ids must exist.
#[test]
fn every_rule_id_is_cited_in_code_and_in_a_script() {
    for (key, prefix) in SYSTEM_PREFIXES {
        let rule_text = read_text(Path::new(&format!("docs/rules/{key}.md")));
        let defined: BTreeSet<String> = rule_text
            .lines()
            .filter_map(|line| line.strip_prefix("- **"))
            .filter_map(|line| line.split("**").next())
            .map(String::from)
            .collect();
        let read_doc_comments = |path: PathBuf| {
            let code = read_text(&path);
            let lines = code.lines().filter(|line| line.trim_start().starts_with("///"));
            lines.map(String::from).collect::<Vec<_>>().join("\n")
        };
        let in_code: BTreeSet<String> =
            list_files(&format!("crates/engine/src/rules/{key}"), ".rs")
                .into_iter()
                .flat_map(|path| find_rule_ids(&read_doc_comments(path), prefix))
                .collect();
        let read_rules_lines = |path: PathBuf| {
            let script = read_text(&path);
            let lines = script.lines().filter(|line| line.trim_start().starts_with("rules "));
            lines.map(String::from).collect::<Vec<_>>().join("\n")
        };
        let in_scripts: BTreeSet<String> = list_files(&format!("tests/scripts/{key}"), ".fight")
            .into_iter()
            .flat_map(|path| find_rule_ids(&read_rules_lines(path), prefix))
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
fn every_source_file_has_a_module_comment() {
    let without_comment: Vec<_> = list_sources()
        .filter(|path| !read_text(path).trim_start().starts_with("//!"))
        .map(|path| path.display().to_string())
        .collect();
    assert!(without_comment.is_empty(), "files without a `//!` line: {without_comment:?}");
}

#[test]
fn lines_have_at_most_100_characters() {
    let mut long = BTreeMap::new();
    for path in list_sources().chain(list_files("tests", ".rs")) {
        let longest = read_text(&path).lines().map(|line| line.chars().count()).max().unwrap_or(0);
        if longest > 100 {
            long.insert(path.display().to_string(), longest);
        }
    }
    assert!(long.is_empty(), "{long:?}");
}

/// Quoted words that files outside of the engine may have, though a system has a verb of that name:
/// kinds of ids, slots, policies and groups of commands.
const ALLOWED_WORDS: &[(&str, &[&str])] = &[
    ("absence.rs", &["call"]),
    ("people_changes.rs", &["auto", "slot", "stretch"]),
    ("audit.rs", &["open"]),
    ("availability.rs", &["first", "no"]),
    ("bestiary.rs", &["damage", "place"]),
    ("bot_permissions.rs", &["drop"]),
    ("buttons.rs", &["rule"]),
    (
        "command_specs.rs",
        &[
            "confirm", "drop", "end", "give", "group", "help", "init", "keep", "move", "place",
            "rule", "scene",
        ],
    ),
    ("map/chart.rs", &["end"]),
    ("completion.rs", &["end", "place", "rule"]),
    ("combatant_names.rs", &["group"]),
    ("counters.rs", &["done"]),
    ("custom_id.rs", &["open", "say", "turn"]),
    ("delivery/speech.rs", &["limit"]),
    ("drawing.rs", &["end"]),
    ("encounter.rs", &["hard", "place", "slot"]),
    ("export/mod.rs", &["end"]),
    ("expression.rs", &["adv", "advantage", "drop", "keep"]),
    ("fight_log.rs", &["day"]),
    ("forms.rs", &["keep", "no"]),
    ("game_command.rs", &["group", "slot"]),
    ("guide.rs", &["rule"]),
    ("kit_names.rs", &["place", "scene"]),
    ("languages.rs", &["auto"]),
    ("lib.rs", &["lower"]),
    ("api/library.rs", &["keep", "slot"]),
    ("message_slots.rs", &["turn"]),
    ("mod.rs", &["drop"]),
    ("newcomers.rs", &["keep", "place", "slot"]),
    ("offers.rs", &["object", "skill"]),
    ("people.rs", &["defend", "pass"]),
    ("permissions.rs", &["drop", "end", "hard", "keep", "place", "rule"]),
    ("planned_acts.rs", &["exit"]),
    ("report_chart.rs", &["end"]),
    ("refusals.rs", &["condition", "end", "first", "slot"]),
    ("roster.rs", &["slot"]),
    ("scene.rs", &["door", "obstacle", "order"]),
    (
        "slot_source.rs",
        &[
            "adv", "assign", "cover", "damage", "drop", "end", "exit", "first", "group", "hold",
            "keep", "object", "place", "rule",
        ],
    ),
    ("status.rs", &["order"]),
    ("typed_slots.rs", &["group", "keep", "place"]),
    ("typed_times.rs", &["day", "next"]),
    (
        "typed_values.rs",
        &[
            "condition",
            "cure",
            "end",
            "harm",
            "hold",
            "keep",
            "match",
            "object",
            "order",
            "place",
            "reaction",
            "resist",
            "rule",
            "skill",
            "slot",
            "trigger",
        ],
    ),
    ("unread_input.rs", &["slot"]),
];

/// Verbs describe themselves, so only the engine may name them. In narration, the files of the
/// systems and those of shared terms may name them as well.
#[test]
fn verbs_of_systems_are_named_only_by_engine_and_narration() {
    use riposte::engine::game::Game;
    let all_verbs = SYSTEM_PREFIXES.iter().flat_map(|(key, _)| Game::all_verbs(key));
    let verbs: BTreeSet<&str> = all_verbs.map(|verb| verb.name).collect();
    let may_name_verbs = |path: &Path| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().to_string();
        let is_system = SYSTEM_PREFIXES.iter().any(|(key, _)| *key == name);
        is_system || ["core_events", "terms", "catalogue"].contains(&name.as_str())
    };
    let narration =
        list_files("crates/narration/src", ".rs").into_iter().filter(|path| !may_name_verbs(path));
    let app_and_discord = list_files("crates/app/src", ".rs")
        .into_iter()
        .chain(list_files("crates/discord/src", ".rs"));
    let mut mistakes = Vec::new();
    for path in app_and_discord.chain(narration).filter(|path| !path.ends_with("tests.rs")) {
        let code = read_code(&path);
        let code = code.split("#[cfg(test)]").next().unwrap_or_default();
        let allowed = ALLOWED_WORDS
            .iter()
            .find(|(file, _)| path.ends_with(file))
            .map_or(&[][..], |entry| entry.1);
        let quoted: BTreeSet<&str> = code.split('"').collect();
        let named_verbs =
            verbs.iter().filter(|verb| quoted.contains(*verb) && !allowed.contains(verb));
        mistakes.extend(named_verbs.map(|verb| format!("{} names {verb}", path.display())));
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

/// Every key of a refusal in the code has a sentence of its own.
#[test]
fn every_refusal_has_a_sentence() {
    let mut keys = BTreeSet::new();
    for path in list_sources() {
        let code = read_code(&path);
        for (at, start) in
            code.match_indices("Refusal::new(").chain(code.match_indices("RefusalReason::new("))
        {
            let key = code[at + start.len()..].trim_start().strip_prefix('"');
            keys.extend(key.and_then(|key| key.split_once('"')).map(|(key, _)| key.to_string()));
        }
    }
    assert!(keys.len() > 60, "{keys:?}");
    let explain = |key: &str, rule: &str| {
        let refusal = riposte::engine::core::command::Refusal::new(key, rule);
        riposte::narration::explain_refusal(riposte::narration::PLAIN, &refusal)
    };
    let shows_only_key = |key: &String, rule: &str| {
        explain(key, rule).to_lowercase().starts_with(&format!("{}.", key.replace('-', " ")))
    };
    // Some keys have a sentence only together with rules of one system.
    let rule_prefixes: Vec<String> =
        SYSTEM_PREFIXES.iter().map(|(_, prefix)| format!("{prefix}-")).collect();
    let lacks_sentence = |key: &String| {
        shows_only_key(key, "") && rule_prefixes.iter().all(|rule| shows_only_key(key, rule))
    };
    let unexplained: Vec<_> = keys.into_iter().filter(lacks_sentence).collect();
    assert!(unexplained.is_empty(), "refusals without a sentence: {unexplained:?}");
}

/// Repeats `cargo deny check bans` for machines without cargo-deny: an old version that deny.toml
/// bans is used only by the crates that are listed there. In addition, docs/SECURITY.md names each
/// ignored advisory.
#[test]
fn banned_versions_have_only_the_users_in_deny_toml() {
    let parse_toml =
        |file: &str| -> toml::Table { read_text(Path::new(file)).parse().expect("it is TOML") };
    let (deny, lock) = (parse_toml("deny.toml"), parse_toml("Cargo.lock"));
    let get_list =
        |table: &toml::Value, key: &str| table.get(key).and_then(|value| value.as_array()).cloned();
    let get_text =
        |table: &toml::Value, key: &str| table[key].as_str().expect("a text").to_string();
    let parse_version = |version: &str| -> Vec<u64> {
        version.split(['.', '-', '+']).map_while(|part| part.parse().ok()).collect()
    };
    let packages = lock["package"].as_array().expect("packages");
    let mut mistakes = Vec::new();
    let bans = get_list(&deny["bans"], "deny").expect("bans");
    for ban in &bans {
        let banned = get_text(ban, "crate");
        let (name, below) = banned.split_once(":<").expect("a crate and its first good version");
        let wrappers = get_list(ban, "wrappers").unwrap_or_default();
        for package in packages.iter().filter(|package| get_text(package, "name") == name) {
            let version = get_text(package, "version");
            if parse_version(&version) >= parse_version(below) {
                continue;
            }
            // Cargo.lock adds the version where there are several of one crate.
            let is_old = |needs: &toml::Value| {
                let needs = needs.as_str().unwrap_or_default();
                needs == name || needs == format!("{name} {version}")
            };
            for user in packages {
                let needs = get_list(user, "dependencies").unwrap_or_default();
                let user = get_text(user, "name");
                if needs.iter().any(is_old) && !wrappers.contains(&user.clone().into()) {
                    mistakes.push(format!("{user} needs {name} {version}"));
                }
            }
        }
    }
    assert!(!bans.is_empty() && mistakes.is_empty(), "{mistakes:?}");
    let security = read_text(Path::new("docs/SECURITY.md"));
    for advisory in get_list(&deny["advisories"], "ignore").expect("advisories") {
        let id = get_text(&advisory, "id");
        assert!(security.contains(&id), "docs/SECURITY.md does not tell of {id}");
    }
}
