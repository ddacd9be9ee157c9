//! Reads typed values: people type the names that they read, and the rules take keys. This is the
//! one place where names become keys.

use fluent_bundle::FluentArgs;

use super::catalogue::{Locale, ToFluentArg as _, VariantKey, find_sentence, say};
use super::kit_names::KitEntry;
use super::newcomers::{collapse_numbered_names, to_plural};
use super::number_words::read_number;
use super::time_words::{TimeUse, to_english_time};
use super::{offers, terms};
use engine::core::keyed_enum::matches_key;
use engine::core::names::{fold_typed_text, strip_accents};
use engine::core::similarity::{MIN_NEAR, similarity};
use engine::core::values::ValueKind;

/// The most names that a refusal lists.
const MAX_SUGGESTIONS: usize = 10;

/// The fewest letters that name a setting or a scene in part: shorter words stand in many names.
const MIN_LETTERS_OF_PART: usize = 4;

/// Returns the key that a typed text means. The key itself counts first, and then its names in the
/// language of whoever types and in English: whole names, and some parts and plurals of them. Times
/// and numbers need no keys: they are put into the form that the rules take.
///
/// # Errors
/// The names of at most ten keys, the one most like the text first; those of which the text is a
/// part alone, if there are several.
pub fn key_for_typed_name_or_nearest_names(
    locale: Locale,
    system: &str,
    kind: ValueKind<'_>,
    text: &str,
    keys: &[String],
) -> Result<String, Vec<String>> {
    match kind {
        ValueKind::Time => return Ok(to_english_time(locale, TimeUse::Moment, text)),
        ValueKind::DailyHours => return Ok(to_english_time(locale, TimeUse::DailyHours, text)),
        ValueKind::Number(slot) => {
            let number = read_number(locale, system, slot, text);
            return number.map(|number| number.to_string()).ok_or_else(Vec::new);
        }
        ValueKind::InAnyLanguage(kind) => {
            return key_in_any_language(system, *kind, text, keys).ok_or_else(Vec::new);
        }
        _ => {}
    }
    if let Some(key) = keys.iter().find(|key| is_typed_key(kind, key, text)) {
        return Ok(key.clone());
    }
    let search = NameSearch::new(locale, system, kind, text, keys);
    search.find_key().ok_or_else(|| search.nearest_names())
}

/// Returns the key that a text means in the first language in which it means one.
fn key_in_any_language(
    system: &str,
    kind: ValueKind<'_>,
    text: &str,
    keys: &[String],
) -> Option<String> {
    for language in Locale::all() {
        let key = key_for_typed_name_or_nearest_names(language, system, kind, text, keys);
        if let Ok(key) = key {
            return Some(key);
        }
    }
    None
}

/// Returns whether a text is the key itself.
fn is_typed_key(kind: ValueKind<'_>, key: &str, text: &str) -> bool {
    match kind {
        // People write `DR-12` as well as `DR 12`.
        ValueKind::System => keep_letters_and_digits(key) == keep_letters_and_digits(text),
        _ => matches_key(key, text),
    }
}

/// A key with the names that people may type for it, in their language and in English.
#[derive(Clone)]
struct NamedKey<'a> {
    key: &'a String,
    names: Vec<String>,
}

impl NamedKey<'_> {
    /// Returns the names, and last the key, which may be typed as well.
    fn names_and_key(&self) -> impl Iterator<Item = &String> {
        self.names.iter().chain([self.key])
    }
}

/// A typed text, and the keys that it may mean.
struct NameSearch<'a> {
    locale: Locale,
    system: &'a str,
    kind: ValueKind<'a>,
    text: &'a str,
    keys: &'a [String],
    named_keys: Vec<NamedKey<'a>>,
    /// Articles that may stand before a name.
    articles: Vec<String>,
    /// The words of the text without leading articles.
    typed_words: Vec<String>,
}

impl<'a> NameSearch<'a> {
    /// Prepares the search: looks up the names of all keys, and splits the text into words.
    fn new(
        locale: Locale,
        system: &'a str,
        kind: ValueKind<'a>,
        text: &'a str,
        keys: &'a [String],
    ) -> Self {
        let mut named_keys = Vec::new();
        for key in keys {
            let mut names = value_names(locale, system, kind, key);
            if locale != Locale::ENGLISH {
                names.extend(value_names(Locale::ENGLISH, system, kind, key));
            }
            named_keys.push(NamedKey { key, names });
        }
        let articles = list_articles(locale);
        let typed_words = split_into_words_without_articles(text, &articles);
        Self { locale, system, kind, text, keys, named_keys, articles, typed_words }
    }

    /// Returns the key that the text means. Case and a leading article do not count. Looks in this
    /// order for a whole name, for a genitive (`Brute's`), for a name with a note behind it, and
    /// for the only name that has the text as a part. `None` if it means none, or could mean
    /// several.
    fn find_key(&self) -> Option<String> {
        if let Some(key) = self.find_key_by_whole_name() {
            return Some(key.clone());
        }
        if let Some(key) = self.find_key_of_owner() {
            return Some(key);
        }
        if let Some(key) = self.find_key_before_note() {
            return Some(key);
        }
        match self.keys_with_typed_part().as_slice() {
            [only] => Some(only.key.clone()),
            _ => None,
        }
    }

    /// Returns the key one of whose names is the whole text, in the singular or plural. Where
    /// several keys have the same name, the first one counts. A name that is typed without its
    /// accents, apostrophes or blanks counts last, and only if a single key has it.
    fn find_key_by_whole_name(&self) -> Option<&'a String> {
        if self.typed_words.is_empty() {
            return None;
        }
        let by_exact_name = self.find_key_where(|name| name == self.typed_words);
        if by_exact_name.is_some() {
            return by_exact_name;
        }
        if self.may_be_plural() {
            let by_plural = self.find_key_by_plural();
            if by_plural.is_some() {
                return by_plural;
            }
        }
        if self.is_reserved_word() { None } else { self.find_only_key_by_bare_letters() }
    }

    /// Returns the first key for one of whose names, split into words, the condition is true.
    fn find_key_where(&self, is_meant: impl Fn(&[String]) -> bool) -> Option<&'a String> {
        for named_key in &self.named_keys {
            for name in named_key.names_and_key() {
                if is_meant(&split_into_words_without_articles(name, &self.articles)) {
                    return Some(named_key.key);
                }
            }
        }
        None
    }

    /// Returns the key whose name is in the plural in the text, or in the singular.
    fn find_key_by_plural(&self) -> Option<&'a String> {
        let typed_singular = strip_plural_endings(&self.typed_words);
        self.find_key_where(|name| strip_plural_endings(name) == typed_singular)
            .or_else(|| self.find_key_where(|name| self.is_typed_plural_of(name)))
            .or_else(|| self.find_key_by_plural_of_language())
    }

    /// Returns whether the text is the plural of a name as it is told of newcomers: `bowmen`.
    fn is_typed_plural_of(&self, name: &[String]) -> bool {
        if name.is_empty() {
            return false;
        }
        let plural = to_plural(&name.join(" "));
        split_into_words_without_articles(&plural, &self.articles) == self.typed_words
    }

    /// Returns the key whose name has in the text an ending of the plural in the language of
    /// whoever types. `None` also for a language without such endings.
    fn find_key_by_plural_of_language(&self) -> Option<&'a String> {
        let endings = list_plural_endings(self.locale)?;
        self.find_key_where(|name| is_same_or_plural_of(&endings, &self.typed_words, name))
    }

    /// Returns the only key one of whose names has the letters of the text, if accents, apostrophes
    /// and blanks do not count: `Rene` for `René`, `ONeil` for `O'Neil`, `Raider2` for `Raider 2`.
    fn find_only_key_by_bare_letters(&self) -> Option<&'a String> {
        let to_letters = |words: &[String]| strip_accents(&words.concat()).replace('\'', "");
        let typed_letters = to_letters(&self.typed_words);
        let mut found = None;
        for named_key in &self.named_keys {
            let has_letters = named_key.names_and_key().any(|name| {
                let words = split_into_words_without_articles(name, &self.articles);
                to_letters(&words) == typed_letters
            });
            if has_letters && found.is_some() {
                return None;
            }
            if has_letters {
                found = Some(named_key.key);
            }
        }
        found
    }

    /// Returns the key of the person or zone that the text names in the genitive: `Brute's`.
    fn find_key_of_owner(&self) -> Option<String> {
        if !self.is_given_name() {
            return None;
        }
        let text = self.text.trim();
        let owner = text.strip_suffix("'s").or(text.strip_suffix("’s"))?;
        self.find_key_for_shorter_text(owner)
    }

    /// Returns the key of a name behind which the text has a note: `Raider (5/5 HP)`.
    fn find_key_before_note(&self) -> Option<String> {
        // Somebody may be called like a side with a note.
        if self.is_reserved_word() || self.kind == ValueKind::Side {
            return None;
        }
        self.find_key_for_shorter_text(strip_note(self.text)?)
    }

    /// Returns the key that a part of the text means, searched for in the same way.
    fn find_key_for_shorter_text(&self, text: &str) -> Option<String> {
        key_for_typed_name_or_nearest_names(self.locale, self.system, self.kind, text, self.keys)
            .ok()
    }

    /// Returns the keys of whose names the text is a part: one word of it, those with which it
    /// begins, or any in a row of a scene's name. None where parts do not count.
    fn keys_with_typed_part(&self) -> Vec<&NamedKey<'a>> {
        let mut fitting = Vec::new();
        if !self.takes_part_of_name() {
            return fitting;
        }
        for named_key in &self.named_keys {
            let has_part = named_key.names.iter().any(|name| {
                let words = split_into_words_without_articles(name, &self.articles);
                self.is_typed_part_of(&words)
            });
            if has_part {
                fitting.push(named_key);
            }
        }
        fitting
    }

    /// Returns whether the text is a part of a name that is split into words.
    fn is_typed_part_of(&self, name: &[String]) -> bool {
        let typed = &self.typed_words;
        match self.kind {
            ValueKind::SceneName => {
                !typed.is_empty() && name.windows(typed.len()).any(|words| words == typed)
            }
            _ => is_part_of_name(typed, name),
        }
    }

    /// Returns the names for a refusal of the text: those of which it is a part, if there are
    /// several, else those that are most like it.
    fn nearest_names(self) -> Vec<String> {
        let fitting: Vec<NamedKey<'_>> = self.keys_with_typed_part().into_iter().cloned().collect();
        let listed = if fitting.len() > 1 { fitting } else { self.named_keys };
        nearest_distinct_names_or_first_with_count(self.locale, self.text, listed)
    }

    fn is_reserved_word(&self) -> bool {
        matches!(self.kind, ValueKind::SlotWord("reserved-name" | "reserved-role"))
    }

    /// Returns whether people gave the names, which are no words of the rules.
    fn is_given_name(&self) -> bool {
        matches!(self.kind, ValueKind::GivenName | ValueKind::CombatantName | ValueKind::ZoneName)
    }

    /// Returns whether the plural of a name counts: of words of the rules, not of names that people
    /// gave. Words that nobody may be called have only the plurals that the catalogue lists, since
    /// many first names end like a plural.
    fn may_be_plural(&self) -> bool {
        let is_name = self.is_given_name() || self.kind == ValueKind::Item;
        !is_name && !self.is_reserved_word()
    }

    /// Returns whether a part of a name is enough to mean its key.
    fn takes_part_of_name(&self) -> bool {
        match self.kind {
            ValueKind::CombatantName | ValueKind::ZoneName => true,
            ValueKind::Setting | ValueKind::SceneName => {
                self.text.trim().chars().count() >= MIN_LETTERS_OF_PART
            }
            _ => false,
        }
    }
}

/// Returns the key that an English text means: for scripts and tests.
///
/// # Errors
/// Like [`key_for_typed_name_or_nearest_names`].
pub fn read_english_name(
    system: &str,
    kind: ValueKind<'_>,
    text: &str,
    keys: &[String],
) -> Result<String, Vec<String>> {
    key_for_typed_name_or_nearest_names(Locale::ENGLISH, system, kind, text, keys)
}

/// Returns the names of a key: first the one that people read, then others that they may type.
pub fn value_names(locale: Locale, system: &str, kind: ValueKind<'_>, key: &str) -> Vec<String> {
    if let ValueKind::InAnyLanguage(kind) = kind {
        return value_names(locale, system, *kind, key);
    }
    if kind == ValueKind::Item {
        let translated = KitEntry::Item.translate(locale, key);
        return translated.into_iter().chain([key.to_string()]).collect();
    }
    let Some((name, alias_group)) = name_and_alias_group(locale, system, kind, key) else {
        return vec![key.to_string()];
    };
    let mut names = vec![name];
    names.extend(list_aliases(locale, alias_group, key));
    if kind == ValueKind::Side {
        names.push(terms::team_name(locale, key));
    }
    if let ValueKind::SheetValue(path) = kind {
        let field = path.rsplit('.').next().unwrap_or(path);
        names.extend(value_names(locale, system, ValueKind::SlotWord(field), key));
    }
    if kind == ValueKind::SlotWord("answer") {
        names.extend(answer_button_name(locale, system, key));
    }
    names
}

/// Returns the name that people read for a key, and the catalogue group (`also-<group>`) in which
/// its other names are listed. `None` for a kind whose keys are their only names, or that has no
/// keys.
fn name_and_alias_group<'a>(
    locale: Locale,
    system: &str,
    kind: ValueKind<'a>,
    key: &str,
) -> Option<(String, &'a str)> {
    Some(match kind {
        ValueKind::Side => (terms::group_name(locale, key), "side"),
        ValueKind::Outcome => {
            (terms::outcome_text(locale, key).trim_end_matches('.').to_string(), "outcome")
        }
        ValueKind::Setting => (terms::setting_name(locale, key), "setting"),
        ValueKind::SettingValue(setting) => {
            (terms::setting_value_text(locale, setting, key), "setting-value")
        }
        ValueKind::SheetField => (terms::sheet_path_name(locale, key), "field"),
        ValueKind::System => (terms::system_name(locale, key), "system"),
        ValueKind::SlotWord(slot) => slot_word_name_and_alias_group(locale, system, slot, key),
        ValueKind::SceneName => slot_word_name_and_alias_group(locale, system, "name", key),
        ValueKind::SheetValue(path) => {
            let field = path.rsplit('.').next().unwrap_or(path);
            (terms::sheet_value_text(locale, field, key), field)
        }
        ValueKind::GivenName
        | ValueKind::CombatantName
        | ValueKind::ZoneName
        | ValueKind::Number(_)
        | ValueKind::Time
        | ValueKind::DailyHours
        | ValueKind::InAnyLanguage(_)
        | ValueKind::Item => return None,
    })
}

/// Returns the other names that the catalogue lists for a key of a group.
fn list_aliases(locale: Locale, group: &str, key: &str) -> Vec<String> {
    let mut args = FluentArgs::new();
    args.set("key", VariantKey(key).to_fluent_arg(&locale));
    let listed = find_sentence(locale, &[&format!("also-{group}")], &args).unwrap_or_default();
    // Long lists are broken into lines.
    let listed = listed.replace('\n', " ");
    let aliases = listed.split(" / ").map(str::trim).filter(|alias| !alias.is_empty());
    aliases.map(String::from).collect()
}

/// Returns what the button of an answer says before its costs and details: `Take the hit`. `None`
/// for a system without such buttons.
fn answer_button_name(locale: Locale, system: &str, key: &str) -> Option<String> {
    let prefix = if system == "factions" { "fact" } else { system };
    let mut args = FluentArgs::new();
    args.set("verb", VariantKey(key).to_fluent_arg(&locale));
    args.set("named", terms::key_to_words(key).to_fluent_arg(&locale));
    args.set("is_slow", VariantKey("none").to_fluent_arg(&locale));
    args.set("count", 0);
    for detail in ["action", "zone", "item", "card"] {
        args.set(detail, "");
    }
    let label = find_sentence(locale, &[&format!("{prefix}-answer")], &args)?;
    let name = label.split(" · ").next().unwrap_or_default();
    Some(strip_note(name).unwrap_or(name).trim().to_string())
}

/// Returns the name of a word of the rules, and the catalogue group (`also-<group>`) in which its
/// alternative names are looked up.
fn slot_word_name_and_alias_group<'a>(
    locale: Locale,
    system: &str,
    slot: &'a str,
    key: &str,
) -> (String, &'a str) {
    let own_name = offers::word_name(locale, system, slot, key);
    let (common_name, group) = match slot {
        "attribute" | "ability" | "save" | "cure" => {
            (terms::attribute_abbreviation(locale, key), "attribute")
        }
        "skill" => (terms::skill_name(locale, key), "skill"),
        "ailment" | "hindrance" | "condition" => (terms::condition_name(locale, key), "condition"),
        "question" => (question_name(locale, key), "question"),
        "harm" => (say!(locale, "cards-harm-type", harm = VariantKey(key)), slot),
        "language" => (language_name(locale, key), slot),
        // Other words for a side may name a new one.
        "side" | "faction" => (terms::key_to_words(key), "word"),
        _ => {
            let kit_name = translated_kit_name(locale, slot, key);
            (kit_name.unwrap_or_else(|| terms::key_to_words(key)), slot)
        }
    };
    let has_only_words_of_key = own_name.is_none() && common_name == terms::key_to_words(key);
    let name = if has_only_words_of_key {
        first_non_english_alias(locale, group, key).unwrap_or(common_name)
    } else if key == "none" {
        key.into()
    } else {
        own_name.unwrap_or(common_name)
    };
    (name, group)
}

/// Returns the name in this language of the kit entry that a slot names; `None` if no kit has one.
fn translated_kit_name(locale: Locale, slot: &str, key: &str) -> Option<String> {
    kit_entry_kinds_of_slot(slot).iter().find_map(|kind| kind.translate(locale, key))
}

/// Returns the first of the other names that another language than English has for a word.
fn first_non_english_alias(locale: Locale, group: &str, key: &str) -> Option<String> {
    if locale == Locale::ENGLISH {
        return None;
    }
    let mut args = FluentArgs::new();
    args.set("key", VariantKey(key).to_fluent_arg(&locale));
    let aliases = locale.format_own_sentence_without_fallback(&format!("also-{group}"), &args)?;
    let first = aliases.split(['/', '\n']).next()?.trim();
    if first.is_empty() { None } else { Some(first.to_string()) }
}

/// Returns the kinds of kit entries that a slot can name; none for slots that take no name of a
/// kit.
fn kit_entry_kinds_of_slot(slot: &str) -> &'static [KitEntry] {
    match slot {
        "from" => &[KitEntry::Creature, KitEntry::Archetype],
        "item" | "weapon" | "spell" | "object" => &[KitEntry::Item],
        "name" => &[KitEntry::Scene, KitEntry::Creature],
        "family" => &[KitEntry::Family],
        "place" => &[KitEntry::Place],
        "rule" => &[KitEntry::Heading],
        "zone" => &[KitEntry::Zone],
        _ => &[],
    }
}

/// Returns what a language is called by those who speak it, or the word for a language that is not
/// chosen.
fn language_name(locale: Locale, tag: &str) -> String {
    match Locale::find_by_tag_or_family(tag) {
        Some(language) => language.own_name(),
        None => say!(locale, "language-automatic"),
    }
}

/// Returns what a kind of question is called in a standing order.
fn question_name(locale: Locale, key: &str) -> String {
    let mut args = FluentArgs::new();
    args.set("kind", VariantKey(key).to_fluent_arg(&locale));
    args.set("key", key.to_fluent_arg(&locale));
    find_sentence(locale, &["order-question"], &args).unwrap_or_else(|| terms::key_to_words(key))
}

/// Returns the articles of a language, and those of English.
fn list_articles(locale: Locale) -> Vec<String> {
    let languages = [locale, Locale::ENGLISH];
    let listed = languages.map(|language| say!(language, "language-articles"));
    listed.iter().flat_map(|articles| articles.split(' ')).map(String::from).collect()
}

/// Returns the letters and digits of a text in lower case.
fn keep_letters_and_digits(text: &str) -> String {
    text.to_lowercase().chars().filter(|letter| letter.is_alphanumeric()).collect()
}

/// Splits a text into its words in lower case, without marks and without leading articles.
fn split_into_words_without_articles(text: &str, articles: &[String]) -> Vec<String> {
    let text = fold_typed_text(text);
    let words = text.split(|letter: char| !letter.is_alphanumeric() && !"'+−".contains(letter));
    let words = words.map(|word| word.trim_matches('\''));
    let mut words: Vec<String> = words.filter(|word| !word.is_empty()).map(String::from).collect();
    while words.len() > 1 && articles.contains(&words[0]) {
        words.remove(0);
    }
    words
}

/// Returns whether typed words are one word of a name, or those with which it begins; the number at
/// the end of the name may follow (`familiar 4`). A number alone is no part of a name: it says
/// nothing of who is meant.
fn is_part_of_name(typed: &[String], name: &[String]) -> bool {
    if let ([typed_words @ .., typed_number], [name_words @ .., number]) = (typed, name)
        && typed_number == number
        && number.chars().all(char::is_numeric)
    {
        return is_part_of_name(typed_words, name_words);
    }
    let has_letter = typed.iter().any(|word| word.chars().any(char::is_alphabetic));
    has_letter && (name.starts_with(typed) || (typed.len() == 1 && name.contains(&typed[0])))
}

/// Takes the ending of the plural off each word: `enemies`, `heroes` and `wolves` become `enemy`,
/// `hero` and `wolf`. Words are compared by it, so it need not be right for all.
fn strip_plural_endings(words: &[String]) -> Vec<String> {
    words.iter().map(|word| strip_plural_ending(word)).collect()
}

/// Takes the ending of the English plural off a word, if at least two letters are before it.
fn strip_plural_ending(word: &str) -> String {
    // `boss` is no plural.
    if word.ends_with("ss") {
        return word.to_string();
    }
    for (plural, singular) in [("ies", "y"), ("ves", "f"), ("oes", "o"), ("ses", "s"), ("s", "")] {
        if let Some(stem) = word.strip_suffix(plural)
            && stem.chars().count() > 1
        {
            return format!("{stem}{singular}");
        }
    }
    word.to_string()
}

/// Takes off what messages and buttons say behind a name: `Raider (5/5 HP)`, `Wolf · badly hurt`.
/// `None` where nothing is behind it, or a number, which may belong to a name.
fn strip_note(text: &str) -> Option<&str> {
    let in_brackets = || text.trim().strip_suffix(')')?.split_once(" (");
    let (bare, note) = text.split_once(" · ").or_else(in_brackets)?;
    let is_number = note.chars().all(|letter| letter.is_ascii_digit());
    (!is_number && !bare.trim().is_empty()).then_some(bare)
}

/// Returns the endings of plurals in a language, each with that of the singular. `None` where there
/// are none, as in English, which has its own.
fn list_plural_endings(locale: Locale) -> Option<Vec<(String, String)>> {
    let listed = say!(locale, "language-plurals");
    let mut endings = Vec::new();
    for pair in listed.split(" / ") {
        if let Some((plural, singular)) = pair.split_once(':') {
            endings.push((plural.trim().to_string(), singular.trim().to_string()));
        }
    }
    if endings.is_empty() { None } else { Some(endings) }
}

/// Returns whether typed words are a name in the plural: each word is the same, or has an ending of
/// the plural. Accents need not be typed and may come with the plural: `Wölfe` is several `Wolf`.
fn is_same_or_plural_of(endings: &[(String, String)], typed: &[String], name: &[String]) -> bool {
    let mut word_pairs = typed.iter().zip(name);
    typed.len() == name.len()
        && word_pairs.all(|(typed, word)| is_same_or_plural_of_word(endings, typed, word))
}

/// Returns whether a typed word is this one, or its plural, whatever the accents. An ending of the
/// plural counts only behind at least two letters.
fn is_same_or_plural_of_word(endings: &[(String, String)], typed: &str, word: &str) -> bool {
    let bare_word = strip_accents(word);
    if strip_accents(typed) == bare_word {
        return true;
    }
    for (plural, singular) in endings {
        if let Some(stem) = typed.strip_suffix(plural.as_str())
            && stem.chars().count() > 1
            && strip_accents(&format!("{stem}{singular}")) == bare_word
        {
            return true;
        }
    }
    false
}

/// A name that a refusal may list, and how like the typed text its key's names are (1 if the same).
struct RankedName {
    similarity: f64,
    name: String,
}

/// Returns the names that a refusal of the text lists, each once, numbered ones in a row as one:
/// all if they are few; else those that are near, or if none is, the first, and how many more there
/// are.
fn nearest_distinct_names_or_first_with_count(
    locale: Locale,
    text: &str,
    named_keys: Vec<NamedKey<'_>>,
) -> Vec<String> {
    let mut ranked = rank_distinct_names(text, named_keys);
    let collapse_names = |ranked: &[RankedName]| {
        let names: Vec<String> = ranked.iter().map(|entry| entry.name.clone()).collect();
        collapse_numbered_names(locale, &names)
    };
    let in_own_order = collapse_names(&ranked);
    ranked.sort_by(|one, other| other.similarity.total_cmp(&one.similarity));
    let all_nearest_first = collapse_names(&ranked);
    if all_nearest_first.len() <= MAX_SUGGESTIONS {
        return all_nearest_first;
    }
    ranked.retain(|entry| entry.similarity >= MIN_NEAR);
    let near = collapse_names(&ranked);
    let mut listed = if near.is_empty() { in_own_order } else { near };
    listed.truncate(MAX_SUGGESTIONS - 1);
    listed.push(say!(locale, "and-more", count = all_nearest_first.len() - listed.len()));
    listed
}

/// Returns the name of each key that people read, each once, in the order of the keys. A name is as
/// like the text as the one among all names of its key that is most like it.
fn rank_distinct_names(text: &str, named_keys: Vec<NamedKey<'_>>) -> Vec<RankedName> {
    let mut ranked: Vec<RankedName> = Vec::new();
    for named_key in named_keys {
        let mut best_similarity = 0.0_f64;
        for name in named_key.names_and_key() {
            best_similarity = best_similarity.max(similarity(text, name));
        }
        let Some(name) = named_key.names.into_iter().next() else { continue };
        if ranked.iter().all(|known| known.name != name) {
            ranked.push(RankedName { similarity: best_similarity, name });
        }
    }
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::core::names::UNNAMED;
    use engine::game::{Game, SYSTEM_KEYS};
    use engine::visibility::disclosure::is_unnamed;

    fn to_strings(words: &[&str]) -> Vec<String> {
        words.iter().map(ToString::to_string).collect()
    }

    /// Asserts that each name of each key reads back as that key.
    #[track_caller]
    fn assert_names_read_back(system: &str, kind: ValueKind<'_>, keys: &[String]) {
        for key in keys {
            for name in value_names(Locale::ENGLISH, system, kind, key) {
                let has_article =
                    ["the ", "a "].iter().any(|article| name.to_lowercase().starts_with(article));
                let with_article = if has_article { name.clone() } else { format!("the {name}") };
                for typed in [name.to_uppercase(), with_article, name] {
                    let read = key_for_typed_name_or_nearest_names(
                        Locale::ENGLISH,
                        system,
                        kind,
                        &typed,
                        keys,
                    );
                    assert_eq!(read.as_ref(), Ok(key), "{system} {kind:?}: {typed}");
                }
            }
        }
    }

    #[test]
    fn names_of_slot_words_read_back() {
        for system in SYSTEM_KEYS {
            for verb in Game::all_verbs(system) {
                for slot in verb.slots {
                    let keys = to_strings(slot.allowed_values);
                    assert_names_read_back(system, ValueKind::SlotWord(slot.name), &keys);
                }
            }
        }
    }

    #[test]
    fn names_of_sides_outcomes_and_setting_values_read_back() {
        for system in SYSTEM_KEYS {
            let game = Game::new(system).unwrap();
            assert_names_read_back(
                system,
                ValueKind::Side,
                &game.default_sides().map(String::from),
            );
            let outcomes = match *system {
                "dr12" | "fates" => ["won", "lost", "truce"].map(String::from),
                _ => {
                    let [ours, theirs] = game.default_sides();
                    [ours, theirs, "truce"].map(String::from)
                }
            };
            assert_names_read_back(system, ValueKind::Outcome, &outcomes);
            let settings = game.full_state_json()["settings"].clone();
            for setting in settings.as_object().unwrap().keys() {
                let values = game.list_values_of_enum_or_bool_setting(setting);
                assert_names_read_back(system, ValueKind::SettingValue(setting), &values);
            }
            // Times have the names of the limits that set several of them.
            let settings = settings.as_object().unwrap().keys().cloned();
            let words: Vec<String> = settings
                .filter(|setting| !game.list_values_of_enum_or_bool_setting(setting).is_empty())
                .collect();
            assert!(!words.is_empty(), "{system}");
            assert_names_read_back(system, ValueKind::Setting, &words);
        }
        assert_names_read_back("", ValueKind::System, &to_strings(SYSTEM_KEYS));
    }

    #[test]
    fn sides_and_their_victories_have_the_usual_names_in_every_system() {
        for system in SYSTEM_KEYS {
            let sides = Game::new(system).unwrap().default_sides().map(String::from);
            let read_side = |text| read_english_name(system, ValueKind::Side, text, &sides);
            let outcomes = match *system {
                "dr12" | "fates" => ["won", "lost"].map(String::from),
                _ => sides.clone(),
            };
            let read_outcome =
                |text| read_english_name(system, ValueKind::Outcome, text, &outcomes);
            for (place, names) in
                [["party", "the heroes", "players"], ["Enemies", "the foes", "monsters"]]
                    .into_iter()
                    .enumerate()
            {
                for name in names {
                    assert_eq!(read_side(name), Ok(sides[place].clone()), "{system}: {name}");
                }
            }
            for (place, names) in
                [["the heroes win", "the players win"], ["the enemies win", "the foes win"]]
                    .into_iter()
                    .enumerate()
            {
                for name in names {
                    assert_eq!(read_outcome(name), Ok(outcomes[place].clone()), "{system}: {name}");
                }
            }
        }
    }

    #[test]
    fn creatures_are_read_in_the_plural_of_each_language() {
        let read = |tag: &str, text: &str| {
            let keys = to_strings(&["wolf", "giant spider", "skeleton", "goblin"]);
            let locale = Locale::find_by_tag_or_family(tag).unwrap();
            key_for_typed_name_or_nearest_names(
                locale,
                "dr12",
                ValueKind::SlotWord("from"),
                text,
                &keys,
            )
            .ok()
        };
        for (tag, wolves) in [
            ("en", "wolves"),
            ("de", "Wölfe"),
            ("es", "lobos"),
            ("fr", "loups"),
            ("pt-BR", "lobos"),
        ] {
            assert_eq!(read(tag, wolves).as_deref(), Some("wolf"), "{tag}");
        }
        assert_eq!(read("de", "Wald"), None);
    }

    #[test]
    fn names_of_sides_are_recognized_in_any_language() {
        let sides = to_strings(&["party", "enemy"]);
        let kind = ValueKind::InAnyLanguage(&ValueKind::Side);
        for text in ["enemies", "Gegner", "los enemigos", "Ennemis", "inimigos"] {
            let read =
                key_for_typed_name_or_nearest_names(Locale::ENGLISH, "dr12", kind, text, &sides);
            assert_eq!(read.as_deref(), Ok("enemy"), "{text}");
        }
        let reserved = ValueKind::SlotWord("reserved-name");
        let kind = ValueKind::InAnyLanguage(&reserved);
        let is_reserved = |text: &str| {
            key_for_typed_name_or_nearest_names(
                Locale::ENGLISH,
                "",
                kind,
                text,
                &to_strings(&["nobody"]),
            )
            .is_ok()
        };
        assert!(is_reserved("niemand") && is_reserved("Nadie") && is_reserved("tout le monde"));
        assert!(!is_reserved("Mira"));
    }

    /// The engine knows the names of those who have none, whichever language the server has.
    #[test]
    fn name_of_the_unnamed_is_known_to_the_engine() {
        for language in Locale::all() {
            let names = value_names(language, "", ValueKind::SlotWord("unnamed"), UNNAMED);
            assert!(is_unnamed(&names[0]), "{}: {}", language.tag(), names[0]);
        }
    }

    #[test]
    fn items_of_kits_are_translated_and_names_that_people_gave_are_not() {
        let german = Locale::find_by_tag_or_family("de").unwrap();
        let names = |kind| value_names(german, "dr12", kind, "longsword");
        assert_eq!(names(ValueKind::GivenName), ["longsword"]);
        assert_eq!(names(ValueKind::Item), ["Langschwert", "longsword"]);
    }

    #[test]
    fn value_is_read_by_name_without_case_article_and_plural() {
        let read = |kind, text: &str, keys: &[&str]| {
            key_for_typed_name_or_nearest_names(
                Locale::ENGLISH,
                "dr12",
                kind,
                text,
                &to_strings(keys),
            )
        };
        for text in ["enemies", "Enemies", "The enemies", "an enemy", "foe"] {
            assert_eq!(read(ValueKind::Side, text, &["party", "enemy"]).unwrap(), "enemy");
        }
        assert_eq!(read(ValueKind::GivenName, "the yard", &["Gate", "Yard"]).unwrap(), "Yard");
        assert_eq!(read(ValueKind::GivenName, "the wolf's", &["Wolf"]).unwrap(), "Wolf");
        assert_eq!(read(ValueKind::GivenName, "wolves", &["Wolf"]), Err(vec!["Wolf".into()]));
        for text in ["bowmen", "The Bowmen", "bowman"] {
            let read = read(ValueKind::SlotWord("from"), text, &["brute", "bowman"]);
            assert_eq!(read.as_deref(), Ok("bowman"), "{text}");
        }
        for (typed, name) in [
            ("Smith’s forge", "Smith's Forge"),
            ("'Yard'", "Yard"),
            ("Ｙａｒｄ", "Yard"),
            ("Ya\u{200b}rd", "Yard"),
            ("hohle", "Höhle"),
            ("Cafe\u{301}", "Café"),
            ("raider2", "Raider 2"),
        ] {
            let names = ["Gate", "Yard", "Smith's Forge", "Höhle", "Café", "Raider 2", "Raider 3"];
            assert_eq!(read(ValueKind::GivenName, typed, &names).unwrap(), name, "{typed}");
        }
        assert!(read(ValueKind::GivenName, "rene", &["René", "Renè"]).is_err());
        for typed in ["Raider (5/5 HP)", "the Raider · badly hurt", "Raider (out) · Yard"] {
            let names = ["Raider", "Raider 2"];
            assert_eq!(read(ValueKind::GivenName, typed, &names).unwrap(), "Raider", "{typed}");
        }
        let numbered = read(ValueKind::GivenName, "Raider (2)", &["Raider", "Raider 2"]);
        assert_eq!(numbered.unwrap(), "Raider 2");
        assert!(read(ValueKind::GivenName, "Raider (3)", &["Raider", "Raider 2"]).is_err());
        let outcomes = ["won", "lost", "truce"];
        assert_eq!(read(ValueKind::Outcome, "The heroes win", &outcomes).unwrap(), "won");
        let attributes = ["str", "dex", "con"];
        let attribute = ValueKind::SlotWord("attribute");
        assert_eq!(read(attribute, "Strength", &attributes).unwrap(), "str");
        let names = read(attribute, "Dexter", &attributes).unwrap_err();
        assert_eq!(names, ["DEX", "STR", "CON"]);
    }

    #[test]
    fn zone_or_setting_is_read_by_part_of_name_that_no_other_has() {
        let read = |kind, text: &str, keys: &[&str]| {
            key_for_typed_name_or_nearest_names(
                Locale::ENGLISH,
                "dr12",
                kind,
                text,
                &to_strings(keys),
            )
        };
        let zones = ["The Old Yard", "Old Mill", "Gate 1", "Gate 2", "Road"];
        for (text, zone) in [
            ("yard", Some("The Old Yard")),
            ("the yard", Some("The Old Yard")),
            ("Mill", Some("Old Mill")),
            ("the road's", Some("Road")),
            ("old", None),
            ("gate", None),
            ("2", None),
            ("mil", None),
            ("mill yard", None),
        ] {
            let read = read(ValueKind::ZoneName, text, &zones);
            assert_eq!(read.ok().as_deref(), zone, "{text}");
        }
        let mut several = read(ValueKind::ZoneName, "old", &zones).unwrap_err();
        several.sort();
        assert_eq!(several, ["Old Mill", "The Old Yard"]);
        assert!(read(ValueKind::GivenName, "yard", &zones).is_err());
        let settings = ["avoid_rolls", "answer_secs", "chaos_secs", "decoys"];
        for (text, setting) in [
            ("rolls to avoid", Some("avoid_rolls")),
            ("avoid", Some("avoid_rolls")),
            ("waits", Some("decoys")),
            ("time", None),
            ("to", None),
        ] {
            let read = read(ValueKind::Setting, text, &settings);
            assert_eq!(read.ok().as_deref(), setting, "{text}");
        }
        assert_eq!(read(ValueKind::Setting, "time", &settings).unwrap_err().len(), 2);
    }

    #[test]
    fn combatant_is_read_by_part_of_name_that_no_other_has() {
        let read = |kind, text: &str, keys: &[&str]| {
            key_for_typed_name_or_nearest_names(
                Locale::ENGLISH,
                "dr12",
                kind,
                text,
                &to_strings(keys),
            )
            .ok()
        };
        let names = [
            "Rat Swarm",
            "Old Tom",
            "Old Tom Reed",
            "Wolf 1",
            "Wolf 2",
            "The Red Duke",
            "Cat Familiar 4",
            "Cat Familiar 5",
            "Dock Cat 5",
        ];
        for (text, name) in [
            ("familiar 4", Some("Cat Familiar 4")),
            ("the cat 4", Some("Cat Familiar 4")),
            ("cat 5", None),
            ("familiar 3", None),
            ("4", None),
            ("rat", Some("Rat Swarm")),
            ("the swarm", Some("Rat Swarm")),
            ("Rat's", Some("Rat Swarm")),
            ("old tom", Some("Old Tom")),
            ("reed", Some("Old Tom Reed")),
            ("red", Some("The Red Duke")),
            ("tom", None),
            ("old", None),
            ("wolf", None),
            ("2", None),
            ("tom reed", None),
            ("swarm rat", None),
            ("ra", None),
            ("rats", None),
            ("the", None),
        ] {
            assert_eq!(read(ValueKind::CombatantName, text, &names).as_deref(), name, "{text}");
        }
        assert_eq!(read(ValueKind::GivenName, "rat", &names), None);
        assert_eq!(read(ValueKind::Side, "rat", &["Rat Swarm"]), None);
    }

    #[test]
    fn scene_is_read_by_words_in_a_row_and_without_apostrophe() {
        let scenes = ["the moon bear's larder", "short change on dock nine", "the moon at nine"];
        for (text, scene) in [
            ("dock nine", Some(scenes[1])),
            ("Short Change", Some(scenes[1])),
            ("LARDER", Some(scenes[0])),
            ("moon bears larder", Some(scenes[0])),
            ("The Moon Bear’s Larder", Some(scenes[0])),
            ("moon", None),
            ("nine", None),
            ("change dock", None),
            ("on", None),
            ("....", None),
        ] {
            let read = key_for_typed_name_or_nearest_names(
                Locale::ENGLISH,
                "fates",
                ValueKind::SceneName,
                text,
                &to_strings(&scenes),
            );
            assert_eq!(read.ok().as_deref(), scene, "{text}");
        }
    }

    #[test]
    fn words_of_descriptions_are_read() {
        let read = |system: &str, slot: &str, text: &str, keys: &[&str]| {
            let kind = ValueKind::SlotWord(slot);
            key_for_typed_name_or_nearest_names(
                Locale::ENGLISH,
                system,
                kind,
                text,
                &to_strings(keys),
            )
            .ok()
        };
        for (system, slot, text, key) in [
            ("cards", "harm", "Physical", "phys"),
            ("cards", "harm", "mental", "ment"),
            ("cards", "order", "use the fast Maneuver", "fast"),
            ("ranks", "action", "a full one", "full"),
            ("dr12", "kind", "adv", "advantage"),
            ("dr12", "kind", "dis", "disadvantage"),
            ("ranks", "how", "dis", "disadvantage"),
            ("fates", "attribute", "dex", "dexterity"),
            ("dr12", "if", "you are here", "here"),
            ("dr12", "temper", "with care for themselves", "cautious"),
            ("dr12", "policy", "ask the GM", "wait"),
            ("", "language", "german", "de"),
            ("", "language", "en-US", "en"),
        ] {
            let keys = [
                "phys",
                "ment",
                "fast",
                "full",
                "advantage",
                "disadvantage",
                "dexterity",
                "here",
                "cautious",
                "wait",
                "de",
                "en",
            ];
            assert_eq!(read(system, slot, text, &keys).as_deref(), Some(key), "{slot}: {text}");
        }
        let names = value_names(Locale::ENGLISH, "cards", ValueKind::SlotWord("harm"), "phys");
        assert_eq!(names[0], "Physical");
    }

    #[test]
    fn answers_are_read_by_their_buttons() {
        for (tag, system, text, key) in [
            ("en", "dr12", "Take the hit", "take-it"),
            ("en", "dr12", "Sacrifice shield · it is destroyed", "sacrifice-shield"),
            ("en", "cards", "Let them go", "no"),
            ("en", "factions", "Dodge (AGI save) · spends your turn", "dodge"),
            ("en", "ranks", "Keep the fixed value", "stand"),
        ] {
            let keys = to_strings(&["take-it", "sacrifice-shield", "no", "dodge", "stand"]);
            let (locale, kind) =
                (Locale::find_by_tag_or_family(tag).unwrap(), ValueKind::SlotWord("answer"));
            let read = key_for_typed_name_or_nearest_names(locale, system, kind, text, &keys);
            assert_eq!(read.as_deref(), Ok(key), "{system}: {text}");
        }
    }

    #[test]
    fn words_of_sheet_fields_are_read_as_they_are_shown() {
        for language in Locale::all() {
            for (field, keys) in [
                ("mood", ["fighting", "fleeing", "parleying"]),
                ("attitude", ["hostile", "wary", "curious"]),
                ("pace", ["slow", "normal", "fast"]),
                ("gear.shield.state", ["intact", "damaged", "destroyed"]),
                ("stance", ["ask", "always", "never"]),
                ("fate", ["helpless", "dying", "dead"]),
            ] {
                let (kind, keys) = (ValueKind::SheetValue(field), to_strings(&keys));
                for key in &keys {
                    let shown = value_names(language, "", kind, key).remove(0);
                    let read =
                        key_for_typed_name_or_nearest_names(language, "", kind, &shown, &keys);
                    assert_eq!(read.as_ref(), Ok(key), "{} {field}: {shown}", language.tag());
                }
            }
        }
    }

    #[test]
    fn words_for_full_are_read_in_each_language() {
        for (tag, text) in [
            ("en", "to full"),
            ("de", "voll"),
            ("es", "al máximo"),
            ("fr", "tout"),
            ("pt-BR", "tudo"),
        ] {
            let (locale, keys) =
                (Locale::find_by_tag_or_family(tag).unwrap(), to_strings(&["full"]));
            let read = key_for_typed_name_or_nearest_names(
                locale,
                "",
                ValueKind::SlotWord("full"),
                text,
                &keys,
            );
            assert_eq!(read.as_deref(), Ok("full"), "{tag}: {text}");
        }
    }

    /// Returns the names that the refusal of an unknown name lists.
    fn nearest_names(typed: &str, keys: &[String]) -> Vec<String> {
        let kind = ValueKind::GivenName;
        key_for_typed_name_or_nearest_names(Locale::ENGLISH, "dr12", kind, typed, keys).unwrap_err()
    }

    #[test]
    fn refusal_lists_at_most_ten_names() {
        let keys: Vec<String> =
            ('A'..='Z').map(|letter| format!("Hall {letter}{letter}")).collect();
        let names = nearest_names("hall qqq", &keys);
        assert_eq!((names.len(), names[0].as_str()), (10, "Hall QQ"));
        let mut keys: Vec<String> = (1..40).map(|number| format!("Wolf {number}")).collect();
        keys.extend(["Ana".into(), "Wolf 77".into()]);
        assert_eq!(nearest_names("wolf", &keys), ["Wolf 1 to 39", "Wolf 77", "Ana"]);
    }

    #[test]
    fn refusal_lists_nothing_far_fetched() {
        let mut keys: Vec<String> =
            ('A'..='Z').map(|letter| format!("Hall {letter}{letter}")).collect();
        keys.push("Gate".into());
        assert_eq!(nearest_names("gaet", &keys), ["Gate", "… and 26 more"]);
        let first = nearest_names("xylophone", &keys);
        assert_eq!((first[0].as_str(), first[9].as_str()), ("Hall AA", "… and 18 more"));
        assert_eq!(nearest_names("xylophone", &keys[20..]).len(), 7);
    }
}
