//! The check of a translation: what its files lack and where they cannot be right. It compares the
//! syntax trees of a language's files with those of English; translators run it without Rust, by
//! `riposte language check`.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{
    Entry, Expression, InlineExpression, Message, Pattern, PatternElement, Variant, VariantKey,
};
use fluent_syntax::parser;
use intl_pluralrules::{PluralRuleType, PluralRules};

use super::catalogue::Locale;

/// The file with names of kits, whose English is in the kits themselves.
pub const KITS_FILE: &str = "kits.ftl";

/// How many characters a name has that stands in the place of a variable.
const NAME_LENGTH: usize = 8;

/// From this many letters on, a sentence that reads like English is reported.
const MIN_REMNANT_LETTERS: usize = 12;

/// Stands in a text for what is inserted there.
const GAP: char = '\u{fffc}';

/// The CLDR's categories of numbers.
const PLURAL_CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// A file of a language: its name and its text.
pub type LanguageFile = (String, String);

/// What is wrong with a translation.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The key of the entry; for a file that cannot be read, its name.
    pub key: String,
    pub problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Problem {
    /// Something that cannot be parsed, with its beginning.
    Syntax(String),
    /// The key is there twice.
    Twice,
    /// English has the key, and the language does not.
    Missing,
    /// The language has the key, and English does not.
    Unknown,
    MissingVariable(String),
    UnknownVariable(String),
    /// A choice lacks a variant that the English one has.
    MissingVariant {
        variable: String,
        variant: String,
    },
    /// A choice by number lacks a category of the language.
    MissingPlural {
        variable: String,
        category: &'static str,
    },
    /// It has more characters than the chat service shows.
    TooLong {
        length: usize,
        limit: usize,
    },
    /// The name of a command or option that the chat service does not take.
    BadCommandName(String),
    /// A command or option has the same name as another beside it.
    SameCommandName(String),
    /// A command between backticks that the English sentence does not name.
    OtherCommand(String),
    /// A backtick or a pair of asterisks is not closed.
    OpenMarkup,
    /// It is the same as in English.
    SameAsEnglish,
}

impl Problem {
    /// Returns whether the finding is only a hint, because the text may be right: a translation can
    /// equal the English text on purpose.
    pub fn is_hint(&self) -> bool {
        matches!(self, Self::SameAsEnglish)
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: ", self.key)?;
        match &self.problem {
            Problem::Syntax(start) => write!(f, "cannot be read: {start}"),
            Problem::Twice => write!(f, "is there twice"),
            Problem::Missing => write!(f, "is missing"),
            Problem::Unknown => write!(f, "is not in English"),
            Problem::MissingVariable(name) => write!(f, "does not use {{ ${name} }}"),
            Problem::UnknownVariable(name) => write!(f, "uses {{ ${name} }}, which is never given"),
            Problem::MissingVariant { variable, variant } => {
                write!(f, "the choice by ${variable} lacks [{variant}]")
            }
            Problem::MissingPlural { variable, category } => {
                write!(f, "the choice by ${variable} lacks the number category [{category}]")
            }
            Problem::TooLong { length, limit } => {
                write!(f, "has {length} characters, and Discord shows {limit}")
            }
            Problem::BadCommandName(name) => write!(
                f,
                "{name:?} cannot be a command: 1 to 32 small letters, digits, - and _, no blanks"
            ),
            Problem::SameCommandName(other) => write!(f, "has the same name as {other}"),
            Problem::OtherCommand(code) => write!(f, "names `{code}`, which English does not"),
            Problem::OpenMarkup => write!(f, "a backtick or ** is not closed"),
            Problem::SameAsEnglish => write!(f, "is the same as in English: is that meant?"),
        }
    }
}

/// The patterns of a language by their keys (`key`, or `key.attribute`).
type Patterns = BTreeMap<String, Pattern<String>>;

/// Checks the files of a language against English. `kit_words` are the English names and lines of
/// the kits, by their keys; the language need not have all of them. Findings are sorted by key.
pub fn check_language(
    tag: &str,
    files: &[LanguageFile],
    kit_words: &BTreeMap<String, String>,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let english = english_patterns();
    let patterns = parse_files(files, &mut findings);
    let mut report = |key: &str, problem| findings.push(Finding { key: key.into(), problem });
    for key in english.keys().filter(|key| !patterns.contains_key(*key)) {
        report(key, Problem::Missing);
    }
    let categories = list_plural_categories(tag);
    for (key, pattern) in &patterns {
        if let Some(english_word) = kit_words.get(key) {
            check_kit_word(key, pattern, english_word, &mut report);
            continue;
        }
        let Some(original) = english.get(key) else {
            report(key, Problem::Unknown);
            continue;
        };
        let (theirs, ours) =
            (PatternUses::from_pattern(original), PatternUses::from_pattern(pattern));
        report_differences_from_english_pattern(key, &theirs, &ours, &categories, &mut report);
        check_length(key, pattern, &patterns, &mut report);
    }
    check_command_names(&patterns, &mut report);
    findings.sort();
    findings
}

/// Checks what a pattern contains against what the English one (`english`) does.
fn report_differences_from_english_pattern(
    key: &str,
    english: &PatternUses,
    ours: &PatternUses,
    categories: &[&'static str],
    report: &mut impl FnMut(&str, Problem),
) {
    for name in english.variables.difference(&ours.variables) {
        report(key, Problem::MissingVariable(name.clone()));
    }
    for name in ours.variables.difference(&english.variables) {
        report(key, Problem::UnknownVariable(name.clone()));
    }
    check_plural_categories(key, ours, categories, report);
    check_variants_of_choices(key, english, ours, report);
    for code in ours.commands.difference(&english.commands) {
        report(key, Problem::OtherCommand(code.clone()));
    }
    if ours.has_open_markup {
        report(key, Problem::OpenMarkup);
    }
    let is_name = ["command-", "option-", "language-", "also-"]
        .iter()
        .any(|prefix| key.starts_with(prefix) && !key.contains('.'));
    let letters = ours.literal.chars().filter(|letter| letter.is_alphabetic()).count();
    if !is_name && ours.literal == english.literal && letters >= MIN_REMNANT_LETTERS {
        report(key, Problem::SameAsEnglish);
    }
}

/// Returns how many entries a language has, and how many words are in them.
pub fn count_entries_and_words(files: &[LanguageFile]) -> (usize, usize) {
    let patterns = parse_files(files, &mut Vec::new());
    let words = |pattern| PatternUses::from_pattern(pattern).literal.split_whitespace().count();
    (patterns.len(), patterns.values().map(words).sum())
}

/// Returns the patterns of the English files of this program.
fn english_patterns() -> Patterns {
    let files = Locale::ENGLISH.files().iter().map(|file| (String::new(), (*file).to_string()));
    parse_files(&files.collect::<Vec<_>>(), &mut Vec::new())
}

/// Parses files, and reports what cannot be read and what is there twice.
fn parse_files(files: &[LanguageFile], findings: &mut Vec<Finding>) -> Patterns {
    let mut patterns = Patterns::new();
    for (name, text) in files {
        let resource = parser::parse(text.clone()).unwrap_or_else(|(resource, _)| resource);
        for entry in resource.body {
            let message = match entry {
                Entry::Message(message) => message,
                Entry::Junk { content } => {
                    let start = content.lines().next().unwrap_or_default().to_string();
                    let problem = Problem::Syntax(start);
                    findings.push(Finding { key: name.clone(), problem });
                    continue;
                }
                _ => continue,
            };
            for (key, pattern) in patterns_by_key(message) {
                if patterns.insert(key.clone(), pattern).is_some() {
                    findings.push(Finding { key, problem: Problem::Twice });
                }
            }
        }
    }
    patterns
}

/// Returns the pattern of a message and those of its attributes, each with its key.
fn patterns_by_key(message: Message<String>) -> Vec<(String, Pattern<String>)> {
    let message_key = message.id.name;
    let mut patterns = Vec::new();
    if let Some(pattern) = message.value {
        patterns.push((message_key.clone(), pattern));
    }
    for attribute in message.attributes {
        patterns.push((format!("{message_key}.{}", attribute.id.name), attribute.value));
    }
    patterns
}

/// What a Fluent pattern contains, collected over all of its variants.
#[derive(Default)]
struct PatternUses {
    variables: BTreeSet<String>,
    /// Variables by which it chooses, with the variants there are.
    choices: Vec<(String, BTreeSet<String>)>,
    /// What stands between backticks and begins with a slash, up to the first option.
    commands: BTreeSet<String>,
    /// The text of all variants, without what is typed.
    literal: String,
    has_open_markup: bool,
}

impl PatternUses {
    /// Collects what a pattern contains.
    fn from_pattern(pattern: &Pattern<String>) -> Self {
        let mut uses = Self::default();
        uses.add_pattern(pattern);
        // Only the whole pattern counts: a variant may open what the text around it closes.
        uses.has_open_markup = has_open_markup(&text_with_gaps(pattern));
        uses
    }

    /// Adds what a pattern contains, except whether it has open markup.
    fn add_pattern(&mut self, pattern: &Pattern<String>) {
        for element in &pattern.elements {
            if let PatternElement::Placeable { expression } = element {
                self.add_expression(expression);
            }
        }
        for (index, part) in text_with_gaps(pattern).split('`').enumerate() {
            // Every other part stands between backticks.
            let is_typed = index % 2 == 1;
            if !is_typed {
                self.literal.push_str(&part.replace(GAP, " "));
                self.literal.push(' ');
            } else if part.starts_with('/') {
                self.commands.insert(command_without_options(part).to_string());
            }
        }
    }

    /// Adds the variables of an expression, and if it chooses among variants the choice and what
    /// they contain.
    fn add_expression(&mut self, expression: &Expression<String>) {
        match expression {
            Expression::Inline(inline) => self.add_variables_of_inline(inline),
            Expression::Select { selector, variants } => {
                self.add_variables_of_inline(selector);
                if let InlineExpression::VariableReference { id } = selector {
                    let keys = variants.iter().map(variant_name).collect();
                    self.choices.push((id.name.clone(), keys));
                }
                for variant in variants {
                    self.add_pattern(&variant.value);
                }
            }
        }
    }

    /// Adds the variables of an inline expression, also those within it.
    fn add_variables_of_inline(&mut self, inline: &InlineExpression<String>) {
        match inline {
            InlineExpression::VariableReference { id } => {
                self.variables.insert(id.name.clone());
            }
            InlineExpression::Placeable { expression } => self.add_expression(expression),
            InlineExpression::FunctionReference { arguments, .. } => {
                arguments.positional.iter().for_each(|inline| self.add_variables_of_inline(inline));
            }
            InlineExpression::StringLiteral { .. }
            | InlineExpression::NumberLiteral { .. }
            | InlineExpression::MessageReference { .. }
            | InlineExpression::TermReference { .. } => {}
        }
    }
}

/// Returns the text of a pattern, without its variants, with a [`GAP`] for each placeable.
fn text_with_gaps(pattern: &Pattern<String>) -> String {
    let mut text = String::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => text.push_str(value),
            PatternElement::Placeable { .. } => text.push(GAP),
        }
    }
    text
}

/// Returns whether a backtick or a pair of asterisks is not closed.
fn has_open_markup(text: &str) -> bool {
    text.matches('`').count() % 2 == 1 || text.matches("**").count() % 2 == 1
}

/// Returns the command of a text between backticks, up to its first option: `/sheet new` for
/// `/sheet new name:Ana`.
fn command_without_options(typed: &str) -> &str {
    let start = typed.split([':', GAP]).next().unwrap_or_default();
    if !typed.contains(':') {
        return start.trim();
    }
    // The word before the colon is the option.
    start.rsplit_once(' ').map_or(start, |(command, _)| command).trim()
}

/// Returns the key of a variant, as a text if it is a number.
fn variant_name(variant: &Variant<String>) -> String {
    match &variant.key {
        VariantKey::Identifier { name } | VariantKey::NumberLiteral { value: name } => name.clone(),
    }
}

fn is_number(variant: &str) -> bool {
    variant.parse::<f64>().is_ok()
}

/// Returns whether variants are those of a choice by number: numbers and categories of numbers.
fn is_choice_by_number(variants: &BTreeSet<String>) -> bool {
    let is_category = |variant: &String| PLURAL_CATEGORIES.contains(&variant.as_str());
    variants.iter().all(|variant| is_category(variant) || is_number(variant))
        && variants.iter().any(|variant| is_category(variant) && variant != "other")
}

/// Checks that each choice by number has all categories of the language.
fn check_plural_categories(
    key: &str,
    ours: &PatternUses,
    categories: &[&'static str],
    report: &mut impl FnMut(&str, Problem),
) {
    for (variable, variants) in &ours.choices {
        if is_choice_by_number(variants) {
            for category in categories.iter().filter(|category| !variants.contains(**category)) {
                let variable = variable.clone();
                report(key, Problem::MissingPlural { variable, category });
            }
        }
    }
}

/// Checks that each choice has the variants of the English one, unless that is by number.
fn check_variants_of_choices(
    key: &str,
    english: &PatternUses,
    ours: &PatternUses,
    report: &mut impl FnMut(&str, Problem),
) {
    for (variable, variants) in &english.choices {
        if is_choice_by_number(variants) {
            continue;
        }
        let own_choices = ours.choices.iter().filter(|(name, _)| name == variable);
        let own_variants: Vec<&BTreeSet<String>> =
            own_choices.map(|(_, variants)| variants).collect();
        // Another order of the sentence may need no choice there.
        if own_variants.is_empty() {
            continue;
        }
        let has_choice_by_number =
            own_variants.iter().any(|variants| is_choice_by_number(variants));
        for variant in variants {
            // Categories of numbers serve as well as single numbers.
            let is_covered = variant == "other" || (has_choice_by_number && is_number(variant));
            if !is_covered && !own_variants.iter().any(|own| own.contains(variant)) {
                let (variable, variant) = (variable.clone(), variant.clone());
                report(key, Problem::MissingVariant { variable, variant });
            }
        }
    }
}

/// Returns the categories that numbers have in a language.
fn list_plural_categories(tag: &str) -> Vec<&'static str> {
    let known = PluralRules::get_locales(PluralRuleType::CARDINAL);
    let family = tag.split('-').next().unwrap_or_default();
    let find = |tag: &str| known.iter().find(|language| language.to_string() == tag).cloned();
    let Some(language) = find(tag).or_else(|| find(family)) else { return vec!["other"] };
    let Ok(rules) = PluralRules::create(language, PluralRuleType::CARDINAL) else {
        return vec!["other"];
    };
    // The rules can be asked only of single numbers; these have all categories there are.
    let mut found = BTreeSet::from(["other".to_string()]);
    for number in (0..=1000_u32).chain([1_000_000]) {
        if let Ok(category) = rules.select(number) {
            found.insert(format!("{category:?}").to_lowercase());
        }
    }
    PLURAL_CATEGORIES.into_iter().filter(|category| found.contains(*category)).collect()
}

/// Returns the most characters that the chat service shows of an entry, if it limits it.
pub fn length_limit(key: &str) -> Option<usize> {
    match key {
        // It is a message, not a field of a form.
        "form-too-long" => None,
        _ if key.starts_with("command-") || key.starts_with("option-") => Some(100),
        _ if key.ends_with(".example") => Some(100),
        _ if key.contains("-form-") || key.starts_with("form-") => Some(45),
        // Menus show the rest of a longer label on a second line.
        _ if key.contains("-act-") || key.starts_with("act-") => Some(100),
        _ if key.contains("-answer") && !key.contains("refusal") => Some(80),
        _ if key.starts_with("context-menu-") && !key.contains('.') => Some(32),
        _ if key.starts_with("context-menu-") => Some(100),
        _ => None,
    }
}

/// Reports a text that may be longer than the chat service shows.
fn check_length(
    key: &str,
    pattern: &Pattern<String>,
    patterns: &Patterns,
    report: &mut impl FnMut(&str, Problem),
) {
    let Some(limit) = length_limit(key) else { return };
    let length = longest_length(pattern, patterns);
    if length > limit {
        report(key, Problem::TooLong { length, limit });
    }
}

/// Returns the most characters that a sentence has, if each variable has as many as a usual name.
fn longest_length(pattern: &Pattern<String>, patterns: &Patterns) -> usize {
    let inline_length = |inline: &InlineExpression<String>| match inline {
        InlineExpression::StringLiteral { value } => value.chars().count(),
        InlineExpression::MessageReference { id, .. } => {
            patterns.get(&id.name).map_or(0, |referenced| longest_length(referenced, patterns))
        }
        _ => NAME_LENGTH,
    };
    let element_length = |element: &PatternElement<String>| match element {
        PatternElement::TextElement { value } => value.chars().count(),
        PatternElement::Placeable { expression: Expression::Inline(inline) } => {
            inline_length(inline)
        }
        PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
            let lengths = variants.iter().map(|variant| longest_length(&variant.value, patterns));
            lengths.max().unwrap_or(0)
        }
    };
    pattern.elements.iter().map(element_length).sum()
}

/// Returns whether Discord takes a text as the name of a command or option.
pub fn is_valid_discord_command_name(name: &str) -> bool {
    let is_letter = |letter: char| {
        (letter.is_alphanumeric() || "-_'".contains(letter))
            && letter.to_lowercase().eq(std::iter::once(letter))
    };
    (1..=32).contains(&name.chars().count()) && name.chars().all(is_letter)
}

/// Checks that names of commands and options are such, and that those beside each other differ.
fn check_command_names(patterns: &Patterns, report: &mut impl FnMut(&str, Problem)) {
    // The keys of commands, by the group in which they stand and their names.
    let mut commands: BTreeMap<(String, String), String> = BTreeMap::new();
    for (key, pattern) in patterns {
        let is_name = ["command-", "option-"].iter().any(|prefix| key.starts_with(prefix));
        if !is_name || key.contains('.') {
            continue;
        }
        let name = PatternUses::from_pattern(pattern).literal.trim().to_string();
        if !is_valid_discord_command_name(&name) {
            report(key, Problem::BadCommandName(name));
            continue;
        }
        // Options are compared where they stand together, in the commands.
        if key.starts_with("option-") {
            continue;
        }
        let place = (key_of_command_group(key, patterns).to_string(), name);
        if let Some(other) = commands.get(&place) {
            report(key, Problem::SameCommandName(other.clone()));
        } else {
            commands.insert(place, key.clone());
        }
    }
}

/// Returns the key of the command of which this one is a subcommand; empty if it is none. Names of
/// commands may have hyphens, too, so the longest part of the key that is a key itself counts.
fn key_of_command_group<'k>(key: &'k str, patterns: &Patterns) -> &'k str {
    let mut prefixes = key.rmatch_indices('-').map(|(hyphen, _)| &key[..hyphen]);
    prefixes.find(|prefix| patterns.contains_key(*prefix)).unwrap_or_default()
}

/// Checks a name or line of a kit: it has no variables, and menus show it whole.
fn check_kit_word(
    key: &str,
    pattern: &Pattern<String>,
    english: &str,
    report: &mut impl FnMut(&str, Problem),
) {
    let uses = PatternUses::from_pattern(pattern);
    for name in &uses.variables {
        report(key, Problem::UnknownVariable(name.clone()));
    }
    let is_line = key.contains('.');
    let limit = match (is_line, key.starts_with("kit-scene-")) {
        (true, true) => 100,
        (true, false) => 200,
        (false, _) => 60,
    };
    let length = uses.literal.trim().chars().count();
    if length > limit {
        report(key, Problem::TooLong { length, limit });
    }
    if is_line && uses.literal.trim() == english {
        report(key, Problem::SameAsEnglish);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what the check finds of these keys when they are written so in German.
    fn find(text: &str) -> Vec<Problem> {
        let keys: BTreeSet<&str> = text
            .lines()
            .filter_map(|line| line.split_once(" ="))
            .map(|(key, _)| key.trim())
            .collect();
        let findings = check_language("de", &[("a.ftl".into(), text.into())], &BTreeMap::new());
        let own = findings
            .into_iter()
            .filter(|finding| keys.contains(finding.key.as_str()) || finding.key.ends_with(".ftl"));
        own.map(|finding| finding.problem).collect()
    }

    #[test]
    fn faults_of_a_translation_are_found() {
        assert_eq!(find("list-end = { $most } und { $last }\n"), []);
        assert_eq!(
            find("list-end = { $most } und { $first }\n"),
            [Problem::MissingVariable("last".into()), Problem::UnknownVariable("first".into())]
        );
        assert_eq!(find("no-such-key = nichts\n"), [Problem::Unknown]);
        let syntax = Problem::Syntax("list-end = { $most".into());
        assert_eq!(find("list-end = { $most\n"), [syntax, Problem::Missing]);
        assert_eq!(
            find("sheet-marks = { $count ->\n    [one] eine\n}\n").len(),
            2,
            "a choice without a default cannot be read"
        );
        assert_eq!(
            find(
                "sheet-marks = { $count ->\n    [one] eine\n    [two] zwei\n   \
                 *[many] { $count }\n}\n"
            ),
            [Problem::MissingPlural { variable: "count".into(), category: "other" }]
        );
        let name = "Zu Große Namen".to_string();
        assert_eq!(find(&format!("command-clock = {name}\n")), [Problem::BadCommandName(name)]);
        let problems = find("sheets-none = Keine Bögen. `/sheet neu` macht einen.\n");
        assert_eq!(problems, [Problem::OtherCommand("/sheet neu".into())]);
        assert_eq!(find("sheet-keep = **Behalten\n"), [Problem::OpenMarkup]);
        assert_eq!(find("sheet-keep = Keep the sheet\n"), [Problem::SameAsEnglish]);
    }

    #[test]
    fn number_categories_are_those_of_the_language() {
        assert_eq!(list_plural_categories("de"), ["one", "other"]);
        assert_eq!(list_plural_categories("pl"), ["one", "few", "many", "other"]);
        assert_eq!(list_plural_categories("ja"), ["other"]);
    }
}
