//! The catalogue of sentences fits the code: every key that is said is there with just the
//! arguments it is given, every key that is there is said, none is there twice, and no other
//! language has anything that English has not.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use fluent_syntax::ast::{
    CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement, VariantKey,
};

use riposte::discord::commands::command_specs::{SlashBody, SlashCommand, list_commands};
use riposte::engine::core::command::Command;
use riposte::engine::core::verbs::SlotNeed;
use riposte::engine::game::{Game, SYSTEM_KEYS};
use riposte::narration::catalogue::{Locale, sentence_or_first_key};
use riposte::narration::{act_phrase, terms};

/// Keys that are found by the key of a refusal, or the name of a command: not by `say!`.
const FOUND: &[&str] = &["refusal-", "command-", "option-", "also-"];

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

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|wrong| panic!("{}: {wrong}", path.display()))
}

/// What a sentence is made of: arguments, and other keys.
#[derive(Debug, Default)]
struct Parts {
    arguments: BTreeSet<String>,
    keys: BTreeSet<String>,
}

impl Parts {
    fn read(&mut self, pattern: &Pattern<String>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.expression(expression);
            }
        }
    }

    fn expression(&mut self, expression: &Expression<String>) {
        match expression {
            Expression::Inline(inline) => self.inline(inline),
            Expression::Select { selector, variants } => {
                self.inline(selector);
                for variant in variants {
                    if let VariantKey::Identifier { name } = &variant.key {
                        // `Key` says them with hyphens: another spelling is never taken.
                        assert!(!name.contains('_'), "[{name}] is spelled with hyphens");
                    }
                    self.read(&variant.value);
                }
            }
        }
    }

    fn inline(&mut self, inline: &InlineExpression<String>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.arguments.insert(id.name.clone());
            }
            InlineExpression::MessageReference { id, attribute } => {
                let attribute = attribute.iter().map(|part| format!(".{}", part.name));
                self.keys.insert(id.name.clone() + &attribute.collect::<String>());
            }
            InlineExpression::Placeable { expression } => self.expression(expression),
            InlineExpression::FunctionReference { arguments, .. } => self.call(arguments),
            InlineExpression::TermReference { id, .. } => panic!("-{}: say a message", id.name),
            InlineExpression::StringLiteral { .. } | InlineExpression::NumberLiteral { .. } => {}
        }
    }

    fn call(&mut self, arguments: &CallArguments<String>) {
        arguments.positional.iter().for_each(|inline| self.inline(inline));
        arguments.named.iter().for_each(|named| self.inline(&named.value));
    }
}

/// All keys of a language.
fn catalogue(tag: &str) -> BTreeMap<String, Parts> {
    let mut all = BTreeMap::new();
    for path in files(&format!("data/words/{tag}"), ".ftl") {
        let file = fluent_syntax::parser::parse(text(&path));
        let file = file.unwrap_or_else(|(_, wrong)| panic!("{}: {wrong:?}", path.display()));
        for entry in file.body {
            let Entry::Message(message) = entry else { continue };
            let key = message.id.name;
            let own = message.value.map(|pattern| (key.clone(), pattern));
            let parts = message.attributes.into_iter();
            let parts = parts.map(|part| (format!("{key}.{}", part.id.name), part.value));
            for (key, pattern) in own.into_iter().chain(parts) {
                let mut parts = Parts::default();
                parts.read(&pattern);
                assert!(all.insert(key.clone(), parts).is_none(), "{key} is there twice");
            }
        }
    }
    all
}

/// The arguments of a sentence and of all that it is made of.
fn arguments(all: &BTreeMap<String, Parts>, key: &str) -> BTreeSet<String> {
    let Some(parts) = all.get(key) else { panic!("no {key} to make a sentence of") };
    let inner = parts.keys.iter().flat_map(|key| arguments(all, key));
    inner.chain(parts.arguments.iter().cloned()).collect()
}

/// One `say!` of the code: where, which key, and the arguments it is given.
struct Saying {
    place: String,
    key: String,
    arguments: BTreeSet<String>,
}

fn sayings() -> Vec<Saying> {
    let mut all = Vec::new();
    for path in files("crates", ".rs").iter().filter(|path| !path.ends_with("catalogue.rs")) {
        let code = text(path);
        for (at, start) in code.match_indices("say!(").chain(code.match_indices("slot!(")) {
            let parts = split(&code[at + start.len()..]);
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
                all.push(Saying { place, key, arguments: BTreeSet::new() });
            }
            all.push(Saying { place, key: key.into(), arguments });
        }
    }
    all
}

/// What stands between the commas, up to the closing bracket.
fn split(code: &str) -> Vec<String> {
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
fn what_is_said_is_in_the_catalogue() {
    let english = catalogue("en");
    let mut wrong = Vec::new();
    for Saying { place, key, arguments: given } in sayings() {
        if !english.contains_key(&key) {
            wrong.push(format!("{place}: {key} is not in the catalogue"));
            continue;
        }
        let wanted = arguments(&english, &key);
        if wanted != given {
            wrong.push(format!("{place}: {key} takes {wanted:?} and is given {given:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_in_the_catalogue_is_said() {
    let english = catalogue("en");
    let said: BTreeSet<String> = sayings().into_iter().map(|saying| saying.key).collect();
    let inner: BTreeSet<&String> = english.values().flat_map(|parts| &parts.keys).collect();
    let of_verbs = of_verbs(&english);
    let is_found = |key: &str| {
        of_verbs.contains_key(key) || FOUND.iter().any(|prefix| key.starts_with(prefix))
    };
    let silent: Vec<&String> = english
        .keys()
        .filter(|key| !said.contains(*key) && !inner.contains(key) && !is_found(key))
        .collect();
    assert!(silent.is_empty(), "never said: {silent:?}");
}

/// Why a set-up is refused is a word in the code, and that has its sentence.
#[test]
fn every_reason_of_the_set_up_has_its_sentence() {
    let words = text(Path::new("data/words/en/refusals.ftl"));
    let sentence = words.split("\nrefusal-bad-setup =").nth(1).expect("it is there");
    let sentence = sentence.split("\n}").nth(1).expect("the choice of $why follows $within");
    let (mut checked, mut wrong) = (0, Vec::new());
    for path in files("crates", ".rs") {
        let code = text(&path);
        for (at, start) in code.match_indices("Refusal::bad_setup(") {
            checked += 1;
            let parts = split(&code[at + start.len()..]);
            let quoted = parts[1].strip_prefix('"').and_then(|why| why.strip_suffix('"'));
            if quoted.is_some_and(|why| !sentence.contains(&format!("\n    [{why}]"))) {
                let line = code[..at].matches('\n').count() + 1;
                wrong.push(format!("{}:{line}: {parts:?}", path.display()));
            }
        }
    }
    assert!(checked > 20, "the code was read: {checked}");
    assert!(wrong.is_empty(), "without a sentence:\n{}", wrong.join("\n"));
}

/// A refusal's sentence is found by the key that the code refuses with, and where it is for one
/// rule by that as well; it takes only what the code gives to all of them.
#[test]
fn every_sentence_of_a_refusal_has_its_refusal() {
    let quoted =
        |path: &PathBuf| -> BTreeSet<String> { text(path).split('"').map(String::from).collect() };
    let code: BTreeSet<String> = files("crates", ".rs").iter().flat_map(quoted).collect();
    let given = quoted(&PathBuf::from("crates/narration/src/refusals.rs"));
    let english = catalogue("en");
    let mut wrong = Vec::new();
    for (key, refusal) in
        english.keys().filter_map(|key| Some((key, key.strip_prefix("refusal-")?)))
    {
        // `no-move-DR12-FLEE-2`: a key, and a rule or the letters of a system.
        let rule = refusal.find(|c: char| c.is_ascii_uppercase()).unwrap_or(refusal.len() + 1);
        let (refused, rule) = (&refusal[..rule - 1], refusal.get(rule..).unwrap_or_default());
        if !code.contains(refused) || (rule.contains('-') && !code.contains(rule)) {
            wrong.push(format!("nothing is refused by {key}"));
        }
        for argument in arguments(&english, key) {
            let argument = argument.strip_prefix("command-").unwrap_or(&argument);
            if !given.contains(argument) {
                wrong.push(format!("{key} is never given {argument}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every command and option is named and described, and nothing else is. English names are those
/// of the table, since what is typed comes back by them.
#[test]
fn commands_and_options_are_named_and_described() {
    let mut names = BTreeMap::new();
    let mut own = BTreeSet::new();
    list_commands(SYSTEM_KEYS)
        .iter()
        .for_each(|slash| name("command", slash, &mut names, &mut own));
    let english = catalogue("en");
    for (key, name) in &names {
        assert_eq!(sentence_or_first_key(Locale::ENGLISH, &[key]), *name);
        assert!(english.contains_key(&format!("{key}.about")), "{key} is not described");
    }
    let is_known = |key: &str| {
        names.contains_key(key.strip_suffix(".about").unwrap_or(key)) || own.contains(key)
    };
    let words =
        english.keys().filter(|key| ["command-", "option-"].iter().any(|it| key.starts_with(it)));
    let idle: Vec<_> = words.filter(|key| !is_known(key)).collect();
    assert!(idle.is_empty(), "nothing is called so: {idle:?}");
}

/// The keys of a command, of what is within it, and of its options; what it may mean by an option.
fn name(
    above: &str,
    slash: &SlashCommand,
    names: &mut BTreeMap<String, &'static str>,
    own: &mut BTreeSet<String>,
) {
    let key = format!("{above}-{}", slash.name);
    names.insert(key.clone(), slash.name);
    match &slash.body {
        SlashBody::Verb(saying) => {
            for option in &saying.options {
                names.insert(format!("option-{}", option.name), option.name);
                own.insert(format!("{key}.{}", option.name));
            }
        }
        SlashBody::Group(within) => within.iter().for_each(|slash| name(&key, slash, names, own)),
    }
}

/// The sentences that are found by what verbs say of themselves: labels of acts, words that stand
/// in their slots, what is spent on them. With the arguments they may count on.
fn of_verbs(english: &BTreeMap<String, Parts>) -> BTreeMap<String, BTreeSet<String>> {
    let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut found = |keys: [String; 2], given: &BTreeSet<String>| {
        let key = keys.into_iter().find(|key| english.contains_key(key))?;
        let known = all.entry(key.clone()).or_insert_with(|| given.clone());
        // What several verbs share has only what all of them give.
        known.retain(|one| given.contains(one));
        Some(key)
    };
    for system in SYSTEM_KEYS {
        for verb in Game::act_and_order_verbs(system).expect("it is there").0 {
            let mut given = BTreeSet::new();
            for slot in verb.slots {
                given.insert(slot.name.to_string());
                let keys = ["-word-", "word-"].map(|key| format!("{key}{}", slot.name));
                let words = ["named", "said", slot.name].map(String::from).into();
                let [own, shared] = keys;
                if found([format!("{system}{own}"), shared], &words).is_some() {
                    given.insert(format!("{}-name", slot.name));
                }
                let rider = format!("{system}-rider-{}", slot.name);
                let is_said = found([rider.clone(), rider.clone()], &BTreeSet::new()).is_some();
                assert!(is_said || slot.need != SlotNeed::AddOn, "{rider} is not in the catalogue");
            }
            for part in ["", ".all", ".likely"] {
                let key = format!("act-{}{part}", verb.name);
                let is_said = found([format!("{system}-{key}"), key], &given).is_some();
                assert!(is_said || !part.is_empty(), "{system}: no label of the act {}", verb.name);
            }
        }
    }
    all
}

#[test]
fn labels_of_acts_take_what_their_verbs_have() {
    let english = catalogue("en");
    let of_verbs = of_verbs(&english);
    let mut wrong = Vec::new();
    for (key, given) in &of_verbs {
        let more: Vec<_> = arguments(&english, key).difference(given).cloned().collect();
        if !more.is_empty() {
            wrong.push(format!("{key} is never given {more:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// No act is labelled by the bare words of the code, whatever is said with it.
#[test]
fn every_word_of_an_act_has_its_label() {
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

/// Answers have labels of their own, not only the words of the code.
#[test]
fn every_answer_has_a_label() {
    let mut silent = Vec::new();
    for system in SYSTEM_KEYS {
        let code = text(&PathBuf::from(format!("crates/narration/src/{system}.rs")));
        let words = text(&PathBuf::from(format!("data/words/en/{system}.ftl")));
        let answers = Game::answer_verbs(system).expect("it is there").iter().map(|verb| verb.name);
        let has = |verb: &str| {
            code.contains(&format!("\"{verb}\"")) || words.contains(&format!("[{verb}]"))
        };
        silent.extend(answers.filter(|verb| !has(verb)).map(|verb| format!("{system}: {verb}")));
    }
    assert!(silent.is_empty(), "answers without a label: {silent:?}");
}

/// Words that make people who learned English later read a sentence twice.
const HARD: &[&str] = &[
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
fn sentences_are_plain() {
    let mut hard = Vec::new();
    for path in files("data/words/en", ".ftl") {
        for (at, line) in text(&path).lines().enumerate().filter(|(_, line)| !line.starts_with('#'))
        {
            let small = line.to_lowercase();
            let found = HARD.iter().filter(|words| small.contains(**words));
            hard.extend(found.map(|words| format!("{}:{}: {words}", path.display(), at + 1)));
        }
    }
    assert!(hard.is_empty(), "{}", hard.join("\n"));
}

/// What a sentence says by itself, in pieces: neither commands nor what stands in it.
fn own_words(line: &str) -> String {
    let (mut said, mut depth, mut is_typed) = (String::new(), 0, false);
    for letter in line.chars() {
        match letter {
            '{' => depth += 1,
            '}' => depth = (depth - 1).max(0),
            '`' => is_typed = !is_typed,
            _ if depth <= 0 && !is_typed => said.push(letter),
            _ => {}
        }
    }
    said
}

/// No name of the code stands in a sentence but where it is to be typed.
#[test]
fn sentences_show_no_keys() {
    let mut shown = Vec::new();
    for path in files("data/words/en", ".ftl") {
        // Commands and options are called so.
        let text = text(&path);
        let lines = text.lines().enumerate().filter(|(_, line)| {
            !line.starts_with("option-") && !line.starts_with('#') && !line.contains("/sheet")
        });
        for (at, line) in lines {
            // A key may have one; a variant is written with hyphens.
            let said = own_words(line.split_once('=').map_or(line, |(_, said)| said));
            let is_key = |word: &str| {
                let letters = word.trim_matches(|c: char| !c.is_alphanumeric());
                letters.contains('_') && !letters.contains('/')
            };
            let keys = said.split_whitespace().filter(|word| is_key(word));
            shown.extend(keys.map(|key| format!("{}:{}: {key}", path.display(), at + 1)));
        }
    }
    assert!(shown.is_empty(), "{}", shown.join("\n"));
}

/// The longest that a sentence can be, where each argument has as many characters as a name.
fn longest(pattern: &Pattern<String>, messages: &BTreeMap<String, Pattern<String>>) -> usize {
    const NAME: usize = 8;
    let inline = |inline: &InlineExpression<String>| match inline {
        InlineExpression::StringLiteral { value } => value.chars().count(),
        InlineExpression::MessageReference { id, .. } => {
            messages.get(&id.name).map_or(0, |it| longest(it, messages))
        }
        _ => NAME,
    };
    let element = |element: &PatternElement<String>| match element {
        PatternElement::TextElement { value } => value.chars().count(),
        PatternElement::Placeable { expression: Expression::Inline(it) } => inline(it),
        PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
            variants.iter().map(|one| longest(&one.value, messages)).max().unwrap_or(0)
        }
    };
    pattern.elements.iter().map(element).sum()
}

/// Labels of answers and acts, fields of forms, and what commands say of themselves fit into the
/// room that Discord has for them, or nearly all of each does.
#[test]
fn labels_fit() {
    let mut messages = BTreeMap::new();
    let mut parts = Vec::new();
    for path in files("data/words/en", ".ftl") {
        let file = fluent_syntax::parser::parse(text(&path)).expect("it is read elsewhere");
        for entry in file.body {
            let Entry::Message(message) = entry else { continue };
            let key = message.id.name;
            for part in message.attributes {
                parts.push((format!("{key}.{}", part.id.name), part.value));
            }
            if let Some(pattern) = message.value {
                parts.push((key.clone(), pattern.clone()));
                messages.insert(key, pattern);
            }
        }
    }
    let room = |key: &str| match key {
        _ if key.starts_with("command-") || key.starts_with("option-") => Some(100),
        _ if key.ends_with(".example") => Some(100),
        _ if key.contains("-form-") || key.starts_with("form-") => Some(45),
        // Of what is chosen in a menu a second line tells the rest.
        _ if key.contains("-act-") || key.starts_with("act-") => Some(100),
        _ if key.contains("-answer") && !key.contains("refusal") => Some(80),
        _ => None,
    };
    let long = parts.iter().filter_map(|(key, pattern)| {
        let (room, longest) = (room(key)?, longest(pattern, &messages));
        (longest > room).then(|| format!("{key}: {longest} of {room}"))
    });
    // A text that is told and no field.
    let long: Vec<_> = long.filter(|it| !it.starts_with("form-too-long")).collect();
    assert!(long.is_empty(), "{}", long.join("\n"));
}

/// What a setting can be is told in words, and not as it is typed.
#[test]
fn what_settings_can_be_has_words() {
    for system in SYSTEM_KEYS {
        let rules = text(&PathBuf::from(format!("docs/rules/{system}.md")));
        let told = rules.split("**Settings**:").nth(1);
        let Some(told) = told.and_then(|rest| rest.lines().next()) else { continue };
        for setting in told.split(", `").flat_map(|it| it.split(")")) {
            let named: Vec<&str> = setting.split('`').filter(|it| !it.contains(' ')).collect();
            let Some((key, values)) = named.split_first() else { continue };
            for value in values.iter().filter(|value| !value.is_empty()) {
                let said = terms::setting_text(Locale::ENGLISH, key, value);
                assert!(!said.contains('_'), "{system}: {said}");
            }
        }
    }
}

/// No key of the code reaches a player as the name of a setting.
#[test]
fn every_setting_has_a_name() {
    let words = text(Path::new("data/words/en/common.ftl"));
    let names = words.split("\nsetting-name =").nth(1).and_then(|rest| rest.split("\n}").next());
    let names = names.expect("it is there");
    let of_app = text(Path::new("crates/app/src/commands/arrangements.rs"));
    let of_app = of_app.split("COMMON_SETTINGS: &[&str] =").nth(1).expect("they are listed");
    let of_app = of_app.split(';').next().unwrap_or_default().split('"').skip(1).step_by(2);
    let of_app = of_app.map(|key| format!("[{}]", key.replace('_', "-")));
    let mut nameless: Vec<_> = of_app.filter(|key| !names.contains(key.as_str())).collect();
    for system in SYSTEM_KEYS {
        let state = Game::new(system).expect("it is there").full_state_json();
        let fields = state["settings"].as_object().expect("each has settings");
        let fields = fields.keys().map(|field| format!("[{}]", field.replace('_', "-")));
        nameless.extend(fields.filter(|field| !names.contains(field.as_str())));
    }
    assert!(nameless.is_empty(), "without a name: {nameless:?}");
}

/// A side is told with its article: "joins the enemies".
#[test]
fn sides_have_their_article() {
    let mut bare = Vec::new();
    for system in SYSTEM_KEYS {
        let path = PathBuf::from(format!("data/words/en/{system}.ftl"));
        for (at, line) in text(&path).lines().enumerate() {
            for side in ["{ $faction }", "{ $side }"] {
                let told = line.match_indices(side).map(|(at, _)| &line[..at]);
                let told = told.filter(|before| !before.to_lowercase().ends_with("the "));
                bare.extend(told.map(|_| format!("{}:{}: {line}", path.display(), at + 1)));
            }
        }
    }
    assert!(bare.is_empty(), "{}", bare.join("\n"));
}

/// A file that the binary does not know says nothing.
#[test]
fn every_file_is_in_the_binary() {
    let code = text(Path::new("crates/narration/src/catalogue.rs"));
    for path in files("data/words", ".ftl") {
        let part = |path: &Path| path.file_stem().map(|name| name.to_string_lossy().to_string());
        let tag = path.parent().and_then(part).expect("files are in the folder of a language");
        let file = part(&path).expect("files have names");
        let known = code.split_once(&format!("language!(\"{tag}\":")).map(|(_, rest)| rest);
        let known = known.and_then(|rest| rest.split_once(')')).map_or("", |(files, _)| files);
        assert!(known.contains(&format!("\"{file}\"")), "{} is not named", path.display());
    }
}

#[test]
fn other_languages_say_what_english_says() {
    let english = catalogue("en");
    let folders = fs::read_dir("data/words").expect("the words are here").flatten();
    for tag in folders.map(|folder| folder.file_name().to_string_lossy().to_string()) {
        let other = catalogue(&tag);
        for key in other.keys() {
            assert!(english.contains_key(key), "{tag}: {key} is not in English");
            let more: Vec<_> =
                arguments(&other, key).difference(&arguments(&english, key)).cloned().collect();
            assert!(more.is_empty(), "{tag}: {key} is never given {more:?}");
        }
    }
}
