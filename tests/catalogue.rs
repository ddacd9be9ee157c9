//! The catalogue of sentences fits the code. Every key that the code uses exists and takes exactly
//! the arguments that it gets, every key is used, none exists twice, and other languages have only
//! keys that English has. Texts are plain and fit Discord's limits.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{
    CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};

use fluent_bundle::{FluentArgs, FluentValue};
use riposte::discord::commands::command_specs::{SlashBody, SlashCommand, list_server_commands};
use riposte::engine::core::command::Command;
use riposte::engine::core::verbs::SlotNeed;
use riposte::engine::game::{Game, SYSTEM_KEYS};
use riposte::narration::catalogue::{Locale, sentence_or_first_key};
use riposte::narration::language_check::check_language;
use riposte::narration::{act_phrase, terms};

/// Prefixes of keys that the code composes from the key of a refusal or the name of a command,
/// without `say!`.
const COMPOSED_PREFIXES: &[&str] =
    &["refusal-", "command-", "option-", "also-", "context-menu-", "language-"];

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

fn read_text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|wrong| panic!("{}: {wrong}", path.display()))
}

/// The arguments and the other keys that a sentence refers to.
#[derive(Debug, Default)]
struct SentenceRefs {
    arguments: BTreeSet<String>,
    keys: BTreeSet<String>,
}

impl SentenceRefs {
    /// Adds what a pattern refers to.
    fn add_pattern(&mut self, pattern: &Pattern<String>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.add_expression(expression);
            }
        }
    }

    /// Adds what an expression and its variants refer to; panics for a variant with underscores.
    fn add_expression(&mut self, expression: &Expression<String>) {
        match expression {
            Expression::Inline(inline) => self.add_inline(inline),
            Expression::Select { selector, variants } => {
                self.add_inline(selector);
                for variant in variants {
                    if let VariantKey::Identifier { name } = &variant.key {
                        // `Key` writes variants with hyphens, so another spelling never matches.
                        assert!(!name.contains('_'), "[{name}] is spelled with hyphens");
                    }
                    self.add_pattern(&variant.value);
                }
            }
        }
    }

    fn add_inline(&mut self, inline: &InlineExpression<String>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.arguments.insert(id.name.clone());
            }
            InlineExpression::MessageReference { id, attribute } => {
                let attribute = attribute.iter().map(|part| format!(".{}", part.name));
                self.keys.insert(id.name.clone() + &attribute.collect::<String>());
            }
            InlineExpression::Placeable { expression } => self.add_expression(expression),
            InlineExpression::FunctionReference { arguments, .. } => self.add_call(arguments),
            InlineExpression::TermReference { id, .. } => panic!("-{}: say a message", id.name),
            InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        }
    }

    fn add_call(&mut self, arguments: &CallArguments<String>) {
        arguments.positional.iter().for_each(|inline| self.add_inline(inline));
        arguments.named.iter().for_each(|named| self.add_inline(&named.value));
    }
}

/// Parses the catalogue of a language: its keys, and what their sentences refer to.
fn parse_catalogue(tag: &str) -> BTreeMap<String, SentenceRefs> {
    let mut catalogue = BTreeMap::new();
    for path in list_files(&format!("data/words/{tag}"), ".ftl") {
        let file = fluent_syntax::parser::parse(read_text(&path));
        let file = file.unwrap_or_else(|(_, wrong)| panic!("{}: {wrong:?}", path.display()));
        for entry in file.body {
            let Entry::Message(message) = entry else { continue };
            let key = message.id.name;
            let sentence = message.value.map(|pattern| (key.clone(), pattern));
            let attributes = message.attributes.into_iter();
            let attributes = attributes
                .map(|attribute| (format!("{key}.{}", attribute.id.name), attribute.value));
            for (key, pattern) in sentence.into_iter().chain(attributes) {
                let mut refs = SentenceRefs::default();
                refs.add_pattern(&pattern);
                assert!(catalogue.insert(key.clone(), refs).is_none(), "{key} exists twice");
            }
        }
    }
    catalogue
}

/// Returns the arguments of a sentence, including those of the sentences that it refers to.
fn collect_arguments(catalogue: &BTreeMap<String, SentenceRefs>, key: &str) -> BTreeSet<String> {
    let Some(refs) = catalogue.get(key) else { panic!("the catalogue has no {key}") };
    let inner = refs.keys.iter().flat_map(|key| collect_arguments(catalogue, key));
    inner.chain(refs.arguments.iter().cloned()).collect()
}

/// A place in the code that uses a key by `say!` or `slot!`.
struct KeyUse {
    place: String,
    key: String,
    arguments: BTreeSet<String>,
}

/// Returns every use of a key by `say!` or `slot!` in the crates; panics where the key is no
/// literal.
fn find_key_uses() -> Vec<KeyUse> {
    let mut key_uses = Vec::new();
    for path in list_files("crates", ".rs").iter().filter(|path| !path.ends_with("catalogue.rs")) {
        let code = read_text(path);
        for (at, start) in code.match_indices("say!(").chain(code.match_indices("slot!(")) {
            let parts = split_arguments(&code[at + start.len()..]);
            let line = code[..at].matches('\n').count() + 1;
            let place = format!("{}:{line}", path.display());
            let is_slot = start == "slot!(";
            let key = parts.get(if is_slot { 2 } else { 1 }).and_then(|key| key.strip_prefix('"'));
            let Some(key) = key.and_then(|key| key.strip_suffix('"')) else {
                panic!("{place}: the key is not in the code");
            };
            let name = |part: &String| part.split('=').next().unwrap_or_default().trim().into();
            let arguments =
                if is_slot { BTreeSet::new() } else { parts[2..].iter().map(name).collect() };
            if is_slot {
                let (place, key) = (place.clone(), format!("{key}.example"));
                key_uses.push(KeyUse { place, key, arguments: BTreeSet::new() });
            }
            key_uses.push(KeyUse { place, key: key.into(), arguments });
        }
    }
    key_uses
}

/// Splits the arguments of a macro call at the commas, up to the closing bracket.
fn split_arguments(code: &str) -> Vec<String> {
    let (mut parts, mut depth, mut is_quoted) = (vec![String::new()], 0, false);
    for letter in code.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '(' | '[' | '{' if !is_quoted => depth += 1,
            ')' | ']' | '}' if !is_quoted && depth == 0 => break,
            ')' | ']' | '}' if !is_quoted => depth -= 1,
            ',' if !is_quoted && depth == 0 => {
                parts.push(String::new());
                continue;
            }
            _ => {}
        }
        parts.last_mut().expect("there is always one").push(letter);
    }
    let parts = parts.into_iter().map(|part| part.trim().to_string());
    parts.filter(|part| !part.is_empty()).collect()
}

#[test]
fn used_keys_exist_and_get_their_arguments() {
    let english = parse_catalogue("en");
    let mut mistakes = Vec::new();
    for KeyUse { place, key, arguments: given } in find_key_uses() {
        if !english.contains_key(&key) {
            mistakes.push(format!("{place}: {key} is not in the catalogue"));
            continue;
        }
        let wanted = collect_arguments(&english, &key);
        if wanted != given {
            mistakes.push(format!("{place}: {key} takes {wanted:?} and is given {given:?}"));
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

#[test]
fn every_key_of_the_catalogue_is_used() {
    let english = parse_catalogue("en");
    let used: BTreeSet<String> = find_key_uses().into_iter().map(|key_use| key_use.key).collect();
    let referenced: BTreeSet<&String> = english.values().flat_map(|parts| &parts.keys).collect();
    let verb_keys = collect_verb_keys(&english);
    let is_composed = |key: &str| {
        verb_keys.contains_key(key)
            || COMPOSED_PREFIXES.iter().any(|prefix| key.starts_with(prefix))
    };
    let unused: Vec<&String> = english
        .keys()
        .filter(|key| !used.contains(*key) && !referenced.contains(key) && !is_composed(key))
        .collect();
    assert!(unused.is_empty(), "never used: {unused:?}");
}

/// Every reason in the code for which a set-up is refused has a variant in the sentence.
#[test]
fn every_set_up_refusal_reason_has_a_sentence() {
    let refusals = read_text(Path::new("data/words/en/refusals.ftl"));
    let sentence = refusals.split("\nrefusal-bad-setup =").nth(1).expect("it is there");
    let sentence = sentence.split("\n}").nth(1).expect("the choice of $why follows $within");
    let (mut checked, mut mistakes) = (0, Vec::new());
    for path in list_files("crates", ".rs") {
        let code = read_text(&path);
        let calls = code.match_indices("Refusal::bad_setup(");
        for (at, start) in calls.chain(code.match_indices("check_in_setup(")) {
            checked += 1;
            let parts = split_arguments(&code[at + start.len()..]);
            let quoted = parts[1].strip_prefix('"').and_then(|why| why.strip_suffix('"'));
            if quoted.is_some_and(|why| !sentence.contains(&format!("\n    [{why}]"))) {
                let line = code[..at].matches('\n').count() + 1;
                mistakes.push(format!("{}:{line}: {parts:?}", path.display()));
            }
        }
    }
    assert!(checked > 20, "the code was read: {checked}");
    assert!(mistakes.is_empty(), "without a sentence:\n{}", mistakes.join("\n"));
}

/// Every refusal sentence belongs to a key, and to a rule if it has one, that the code refuses
/// with. It uses only arguments that the code gives to all refusals.
#[test]
fn every_refusal_sentence_belongs_to_a_refusal() {
    let read_quoted = |path: &PathBuf| -> BTreeSet<String> {
        read_text(path).split('"').map(String::from).collect()
    };
    let code: BTreeSet<String> = list_files("crates", ".rs").iter().flat_map(read_quoted).collect();
    let given_arguments = read_quoted(&PathBuf::from("crates/narration/src/refusals.rs"));
    let english = parse_catalogue("en");
    let mut mistakes = Vec::new();
    for (key, refusal) in
        english.keys().filter_map(|key| Some((key, key.strip_prefix("refusal-")?)))
    {
        // `no-move-DR12-FLEE-2` consists of a key and of a rule or the prefix of a system.
        let rule = refusal.find(|c: char| c.is_ascii_uppercase()).unwrap_or(refusal.len() + 1);
        let (refusal_key, rule) = (&refusal[..rule - 1], refusal.get(rule..).unwrap_or_default());
        if !code.contains(refusal_key) || (rule.contains('-') && !code.contains(rule)) {
            mistakes.push(format!("nothing is refused by {key}"));
        }
        for argument in collect_arguments(&english, key) {
            let argument = argument.strip_prefix("command-").unwrap_or(&argument);
            if !given_arguments.contains(argument) {
                mistakes.push(format!("{key} is never given {argument}"));
            }
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

/// Every command and option has a name and a description, and nothing else has. English names equal
/// those of the command table, because the app receives typed commands by these names.
#[test]
fn commands_and_options_have_names_and_descriptions() {
    let mut names = BTreeMap::new();
    let mut own_descriptions = BTreeSet::new();
    list_server_commands(SYSTEM_KEYS).iter().for_each(|slash| {
        collect_command_keys("command", slash, &mut names, &mut own_descriptions)
    });
    let english = parse_catalogue("en");
    for (key, name) in &names {
        assert_eq!(sentence_or_first_key(Locale::ENGLISH, &[key]), *name);
        assert!(english.contains_key(&format!("{key}.about")), "{key} is not described");
    }
    let is_known = |key: &str| {
        names.contains_key(key.strip_suffix(".about").unwrap_or(key))
            || own_descriptions.contains(key)
    };
    let command_keys =
        english.keys().filter(|key| ["command-", "option-"].iter().any(|it| key.starts_with(it)));
    let unknown: Vec<_> = command_keys.filter(|key| !is_known(key)).collect();
    assert!(unknown.is_empty(), "nothing is called so: {unknown:?}");
}

/// Collects the keys of a command, its subcommands and its options into `names`, and the keys of
/// its own descriptions of options into `own_descriptions`.
fn collect_command_keys(
    parent_key: &str,
    slash: &SlashCommand,
    names: &mut BTreeMap<String, &'static str>,
    own_descriptions: &mut BTreeSet<String>,
) {
    let key = format!("{parent_key}-{}", slash.name);
    names.insert(key.clone(), slash.name);
    match &slash.body {
        SlashBody::Verb(verb_command) => {
            for option in &verb_command.options {
                names.insert(format!("option-{}", option.name), option.name);
                own_descriptions.insert(format!("{key}.{}", option.name));
            }
        }
        SlashBody::Group(subcommands) => subcommands
            .iter()
            .for_each(|slash| collect_command_keys(&key, slash, names, own_descriptions)),
    }
}

/// Returns the keys that the code composes from verbs, for labels of acts, values of slots and
/// add-ons, with the arguments that their sentences always get.
fn collect_verb_keys(
    english: &BTreeMap<String, SentenceRefs>,
) -> BTreeMap<String, BTreeSet<String>> {
    let mut verb_keys: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut add_key = |keys: [String; 2], arguments: &BTreeSet<String>| {
        let key = keys.into_iter().find(|key| english.contains_key(key))?;
        let common = verb_keys.entry(key.clone()).or_insert_with(|| arguments.clone());
        // A key that several verbs share gets only the arguments that all of them have.
        common.retain(|argument| arguments.contains(argument));
        Some(key)
    };
    for system in SYSTEM_KEYS {
        for verb in Game::act_and_order_verbs(system).expect("it is there").0 {
            let mut arguments = BTreeSet::new();
            for slot in verb.slots {
                arguments.insert(slot.name.to_string());
                let keys = ["-word-", "word-"].map(|key| format!("{key}{}", slot.name));
                let word_arguments = ["named", "said", slot.name].map(String::from).into();
                let [own_prefix, shared_prefix] = keys;
                if add_key([format!("{system}{own_prefix}"), shared_prefix], &word_arguments)
                    .is_some()
                {
                    arguments.insert(format!("{}-name", slot.name));
                }
                let add_on = format!("{system}-rider-{}", slot.name);
                let has_sentence =
                    add_key([add_on.clone(), add_on.clone()], &BTreeSet::new()).is_some();
                assert!(
                    has_sentence || slot.need != SlotNeed::AddOn,
                    "{add_on} is not in the catalogue"
                );
            }
            for part in ["", ".all", ".likely"] {
                let key = format!("act-{}{part}", verb.name);
                let has_sentence = add_key([format!("{system}-{key}"), key], &arguments).is_some();
                assert!(
                    has_sentence || !part.is_empty(),
                    "{system}: no label of the act {}",
                    verb.name
                );
            }
        }
    }
    verb_keys
}

#[test]
fn act_labels_use_only_slots_of_their_verbs() {
    let english = parse_catalogue("en");
    let verb_keys = collect_verb_keys(&english);
    let mut mistakes = Vec::new();
    for (key, given) in &verb_keys {
        let extra: Vec<_> = collect_arguments(&english, key).difference(given).cloned().collect();
        if !extra.is_empty() {
            mistakes.push(format!("{key} is never given {extra:?}"));
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

/// No label of an act shows a name of the code, whatever values its slots have.
#[test]
fn every_slot_value_of_an_act_has_a_label() {
    for system in SYSTEM_KEYS {
        for verb in Game::act_and_order_verbs(system).expect("it is there").0 {
            for slot in verb.slots {
                for word in slot.allowed_values {
                    let act = Command::new(verb.name).with(slot.name, word);
                    let label = act_phrase(Locale::ENGLISH, system, &act);
                    assert!(!label.contains(['_', '{']), "{act}: {label}");
                }
            }
        }
    }
}

#[test]
fn every_answer_has_a_label() {
    let mut unlabelled = Vec::new();
    for system in SYSTEM_KEYS {
        let code = read_text(&PathBuf::from(format!("crates/narration/src/{system}.rs")));
        let catalogue = read_text(&PathBuf::from(format!("data/words/en/{system}.ftl")));
        let answers = Game::answer_verbs(system).expect("it is there").iter().map(|verb| verb.name);
        let has_label = |verb: &str| {
            code.contains(&format!("\"{verb}\"")) || catalogue.contains(&format!("[{verb}]"))
        };
        unlabelled.extend(
            answers.filter(|verb| !has_label(verb)).map(|verb| format!("{system}: {verb}")),
        );
    }
    assert!(unlabelled.is_empty(), "answers without a label: {unlabelled:?}");
}

/// Phrases that are hard to read for people whose first language is not English.
const HARD_PHRASES: &[&str] = &[
    "so many",
    "the same with",
    "comes to nothing",
    "nothing comes of",
    "not waited for",
    "cannot be chosen",
    "is waited for",
    "are waited for",
    "let it be",
    "does not do",
    "what now",
    "shall ",
];

#[test]
fn sentences_avoid_hard_phrases() {
    let mut findings = Vec::new();
    for path in list_files("data/words/en", ".ftl") {
        for (at, line) in
            read_text(&path).lines().enumerate().filter(|(_, line)| !line.starts_with('#'))
        {
            let small = line.to_lowercase();
            let phrases = HARD_PHRASES.iter().filter(|phrase| small.contains(**phrase));
            findings
                .extend(phrases.map(|phrase| format!("{}:{}: {phrase}", path.display(), at + 1)));
        }
    }
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

/// Returns the literal text of a sentence, without commands and arguments.
fn extract_literal_text(line: &str) -> String {
    let (mut literal, mut depth, mut is_typed) = (String::new(), 0, false);
    for letter in line.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth = (depth - 1).max(0),
            '`' => is_typed = !is_typed,
            _ if depth <= 0 && !is_typed => literal.push(letter),
            _ => {}
        }
    }
    literal
}

/// Sentences show names of the code only where they are to be typed.
#[test]
fn sentences_show_no_names_of_the_code() {
    let mut findings = Vec::new();
    for path in list_files("data/words/en", ".ftl") {
        // Lines about commands and options are skipped, because those have such names.
        let text = read_text(&path);
        let lines = text.lines().enumerate().filter(|(_, line)| {
            !line.starts_with("option-") && !line.starts_with('#') && !line.contains("/sheet")
        });
        for (at, line) in lines {
            // Keys before the `=` may contain an underscore.
            let literal =
                extract_literal_text(line.split_once('=').map_or(line, |(_, sentence)| sentence));
            let is_key = |word: &str| {
                let letters = word.trim_matches(|c: char| !c.is_alphanumeric());
                letters.contains('_') && !letters.contains('/')
            };
            let keys = literal.split_whitespace().filter(|word| is_key(word));
            findings.extend(keys.map(|key| format!("{}:{}: {key}", path.display(), at + 1)));
        }
    }
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

/// English passes the check that translations must pass, apart from being English.
#[test]
fn english_passes_the_check_of_languages() {
    let files = Locale::ENGLISH.files().iter().map(|file| (String::new(), (*file).to_string()));
    let files: Vec<_> = files.collect();
    let findings = check_language("en", &files, &BTreeMap::new());
    let wrong: Vec<String> =
        findings.iter().filter(|it| !it.problem.is_hint()).map(ToString::to_string).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The values of settings are shown in words, not as they are typed.
#[test]
fn setting_values_have_words() {
    for system in SYSTEM_KEYS {
        let rules = read_text(&PathBuf::from(format!("docs/rules/{system}.md")));
        let settings_line = rules.split("**Settings**:").nth(1);
        let Some(settings_line) = settings_line.and_then(|rest| rest.lines().next()) else {
            continue;
        };
        for setting in settings_line.split(", `").flat_map(|it| it.split(")")) {
            let quoted: Vec<&str> = setting.split('`').filter(|it| !it.contains(' ')).collect();
            let Some((key, values)) = quoted.split_first() else { continue };
            for value in values.iter().filter(|value| !value.is_empty()) {
                let setting_text = terms::setting_text(Locale::ENGLISH, key, value);
                assert!(!setting_text.contains('_'), "{system}: {setting_text}");
            }
        }
    }
}

/// Every setting of the app and of the systems has a name for players.
#[test]
fn every_setting_has_a_name() {
    let catalogue = read_text(Path::new("data/words/en/common.ftl"));
    let names =
        catalogue.split("\nsetting-name =").nth(1).and_then(|rest| rest.split("\n}").next());
    let names = names.expect("it is there");
    let app_settings = read_text(Path::new("crates/app/src/commands/people_changes.rs"));
    let app_settings =
        app_settings.split("COMMON_SETTINGS: &[&str] =").nth(1).expect("they are listed");
    let app_settings =
        app_settings.split(';').next().unwrap_or_default().split('"').skip(1).step_by(2);
    let app_settings = app_settings.map(|key| format!("[{}]", key.replace('_', "-")));
    let mut unnamed: Vec<_> = app_settings.filter(|key| !names.contains(key.as_str())).collect();
    for system in SYSTEM_KEYS {
        let state = Game::new(system).expect("it is there").full_state_json();
        let settings = state["settings"].as_object().expect("each has settings");
        let settings = settings.keys().map(|field| format!("[{}]", field.replace('_', "-")));
        unnamed.extend(settings.filter(|field| !names.contains(field.as_str())));
    }
    assert!(unnamed.is_empty(), "without a name: {unnamed:?}");
}

/// Sides are named with the article: "joins the enemies".
#[test]
fn sides_are_named_with_their_article() {
    let mut without_article = Vec::new();
    for system in SYSTEM_KEYS {
        let path = PathBuf::from(format!("data/words/en/{system}.ftl"));
        for (at, line) in read_text(&path).lines().enumerate() {
            for side in ["{ $faction }", "{ $side }"] {
                let prefixes = line.match_indices(side).map(|(at, _)| &line[..at]);
                let prefixes = prefixes.filter(|before| !before.to_lowercase().ends_with("the "));
                without_article
                    .extend(prefixes.map(|_| format!("{}:{}: {line}", path.display(), at + 1)));
            }
        }
    }
    assert!(without_article.is_empty(), "{}", without_article.join("\n"));
}

/// Every folder of the catalogue is a language of the program, with all its files.
#[test]
fn every_catalogue_file_is_in_the_binary() {
    for language in Locale::all() {
        let files = list_files(&format!("data/words/{}", language.tag()), ".ftl");
        let texts: Vec<String> = files.iter().map(|path| read_text(path)).collect();
        assert_eq!(language.files(), texts, "{}", language.tag());
    }
    let folders = fs::read_dir("data/words").expect("the words are here").flatten();
    let folders = folders.filter(|entry| entry.path().is_dir()).count();
    assert_eq!(folders, Locale::all().count());
}

/// Each sentence of each language is rendered with each variant. Nothing is missing in it, and
/// nothing falls back to English.
#[test]
fn every_variant_of_every_language_is_rendered() {
    for language in Locale::all().chain([Locale::PSEUDO]) {
        let source = if language == Locale::PSEUDO { Locale::ENGLISH } else { language };
        let mut rendered = 0;
        for file in source.files() {
            let file = fluent_syntax::parser::parse((*file).to_string());
            let file = file.unwrap_or_else(|(_, wrong)| panic!("{}: {wrong:?}", language.tag()));
            for entry in file.body {
                let Entry::Message(message) = entry else { continue };
                let key = message.id.name.clone();
                let value = message.value.iter().map(|pattern| (key.clone(), pattern));
                let parts = message.attributes.iter();
                let parts = parts.map(|part| (format!("{key}.{}", part.id.name), &part.value));
                for (key, pattern) in value.chain(parts) {
                    rendered += render_variants(language, &key, pattern);
                }
            }
        }
        assert!(rendered > 3000, "{}: {rendered}", language.tag());
    }
}

/// Renders a sentence once for each variant of each choice in it, and returns how often.
fn render_variants(language: Locale, key: &str, pattern: &Pattern<String>) -> usize {
    let english = parse_catalogue_cached();
    let mut choices: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    collect_choices(pattern, &mut choices);
    let variables: BTreeSet<String> =
        if english.contains_key(key) { collect_arguments(english, key) } else { BTreeSet::new() };
    let to_arg = |text: &str| match text {
        "zero" => FluentValue::from(0),
        "one" => FluentValue::from(1),
        "two" => FluentValue::from(2),
        "few" => FluentValue::from(3),
        "many" => FluentValue::from(1_000_000),
        "other" => FluentValue::from(7),
        _ => match text.parse::<i64>() {
            Ok(number) => FluentValue::from(number),
            Err(_) => FluentValue::from(text.to_string()),
        },
    };
    let mut times = 0;
    let all_choices = choices.iter().flat_map(|(variable, variants)| {
        variants.iter().map(move |variant| Some((variable, variant)))
    });
    for chosen in [None].into_iter().chain(all_choices) {
        let mut args = FluentArgs::new();
        for variable in &variables {
            args.set(variable.clone(), "Mira");
        }
        for (variable, variants) in &choices {
            let variant = match chosen {
                Some((chosen, variant)) if chosen == variable => Some(variant),
                _ => variants.first(),
            };
            args.set(variable.clone(), to_arg(variant.map_or("", String::as_str)));
        }
        let sentence = language.format_own_sentence_without_fallback(key, &args);
        let sentence = sentence
            .unwrap_or_else(|| panic!("{}: {key} is not rendered with {chosen:?}", language.tag()));
        assert!(!sentence.contains(['{', '}']), "{}: {key}: {sentence}", language.tag());
        times += 1;
    }
    times
}

/// Returns the English catalogue, which is parsed once.
fn parse_catalogue_cached() -> &'static BTreeMap<String, SentenceRefs> {
    static ENGLISH: std::sync::LazyLock<BTreeMap<String, SentenceRefs>> =
        std::sync::LazyLock::new(|| parse_catalogue("en"));
    &ENGLISH
}

/// Collects the variables by which a pattern chooses, with their variants.
fn collect_choices(pattern: &Pattern<String>, choices: &mut BTreeMap<String, BTreeSet<String>>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        let Expression::Select { selector, variants } = expression else { continue };
        if let InlineExpression::VariableReference { id } = selector {
            let names = variants.iter().map(|variant| match &variant.key {
                VariantKey::Identifier { name } => name.clone(),
                VariantKey::NumberLiteral { value } => value.clone(),
            });
            choices.entry(id.name.clone()).or_default().extend(names);
        }
        variants.iter().for_each(|variant| collect_choices(&variant.value, choices));
    }
}
