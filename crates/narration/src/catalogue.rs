//! The catalogue: every sentence by its key, in every language there is (`data/words/<tag>/`, in
//! the syntax of Project Fluent). Plurals, word order and variants are handled there; the code
//! supplies a key and the arguments of the sentence, by [`say!`].
//!
//! Invariant: users' text is only shown. It is escaped where it is inserted, it is never parsed as
//! a pattern, and it never selects a variant of a sentence.

use std::borrow::Cow;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::types::FluentType;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use intl_memoizer::{IntlLangMemoizer, concurrent};
use serde::Serialize;
use serde_json::Value as Json;

use engine::core::ids::Name;
use engine::core::json;

use super::kit_names::KitEntry;
use super::pseudo_language;

/// A language's tag, and the text of its files.
type LanguageFiles = (&'static str, &'static [&'static str]);

/// The languages in the folders of `data/words/`, English first (see `build.rs`).
const LANGUAGES: &[LanguageFiles] = include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// The language codes of Discord's clients, in the order of its documentation.
const DISCORD_CODES: &[&str] = &[
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko",
];

/// A language for sentences. A key that it lacks falls back to English.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Locale(usize);

impl Locale {
    pub const ENGLISH: Self = Self(0);

    /// The [`pseudo_language`]: for tests.
    pub const PSEUDO: Self = Self(LANGUAGES.len());

    /// Returns all languages, English first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..LANGUAGES.len()).map(Self)
    }

    /// Returns the language for a tag such as `de`, `pt-BR` or `es-419`, ignoring case: the one
    /// with this tag, or else one of the same family (`es` for `es-419`, `pt-BR` for `pt`). `None`
    /// if there is none.
    pub fn find_by_tag_or_family(tag: &str) -> Option<Self> {
        fn family(tag: &str) -> &str {
            tag.split('-').next().unwrap_or_default()
        }
        if tag.eq_ignore_ascii_case(pseudo_language::TAG) {
            return Some(Self::PSEUDO);
        }
        let has_tag = |language: Self, tag: &str| language.tag().eq_ignore_ascii_case(tag);
        let is_of_family =
            |language: Self| family(language.tag()).eq_ignore_ascii_case(family(tag));
        Self::all()
            .find(|language| has_tag(*language, tag))
            .or_else(|| Self::all().find(|language| has_tag(*language, family(tag))))
            .or_else(|| Self::all().find(|language| is_of_family(*language)))
    }

    /// Returns the tag of the language, which is the name of its folder.
    pub fn tag(self) -> &'static str {
        LANGUAGES.get(self.0).map_or(pseudo_language::TAG, |(tag, _)| tag)
    }

    /// Returns the codes that Discord has for the language: `es-ES` and `es-419` for `es`.
    pub fn discord_codes(self) -> impl Iterator<Item = &'static str> {
        static LANGUAGE_OF_CODES: OnceLock<Vec<(&str, Option<Locale>)>> = OnceLock::new();
        let languages = LANGUAGE_OF_CODES.get_or_init(|| {
            DISCORD_CODES.iter().map(|code| (*code, Self::find_by_tag_or_family(code))).collect()
        });
        let of_this = languages.iter().filter(move |(_, language)| *language == Some(self));
        of_this.map(|(code, _)| *code)
    }

    /// Returns the texts of the language's files.
    pub fn files(self) -> &'static [&'static str] {
        LANGUAGES.get(self.0).map_or(&[], |(_, files)| files)
    }

    /// Returns the language's name in the language itself: `Deutsch`.
    pub fn own_name(self) -> String {
        let own_name =
            self.format_own_sentence_without_fallback("language-own-name", &FluentArgs::new());
        own_name.unwrap_or_else(|| self.tag().into())
    }

    /// Returns the language's sentences. Each language is parsed when it is first used.
    fn bundle(self) -> Option<&'static FluentBundle<FluentResource>> {
        static BUNDLES: [OnceLock<FluentBundle<FluentResource>>; LANGUAGES.len() + 1] =
            [const { OnceLock::new() }; LANGUAGES.len() + 1];
        let bundle = BUNDLES.get(self.0)?;
        Some(bundle.get_or_init(|| self.parse_own_files()))
    }

    /// Parses the files of the language. English has the sentences that were registered as well;
    /// the pseudo-language, which has no files, is made of the English ones.
    fn parse_own_files(self) -> FluentBundle<FluentResource> {
        if self == Self::PSEUDO {
            let english_files = Self::ENGLISH.files().iter();
            return parse_bundle_skipping_faults(
                "en",
                english_files.map(|file| pseudo_language::translate(file)),
            );
        }
        let mut files: Vec<String> = self.files().iter().map(|file| (*file).to_string()).collect();
        if self == Self::ENGLISH
            && let Some(added) = ADDED_SENTENCES.get()
        {
            files.push((*added).to_string());
        }
        parse_bundle_skipping_faults(self.tag(), files.into_iter())
    }

    /// Formats a sentence in this language alone; `None` if it lacks the key, or a sentence that
    /// the sentence refers to.
    pub fn format_own_sentence_without_fallback(
        self,
        key: &str,
        args: &FluentArgs<'_>,
    ) -> Option<String> {
        let bundle = self.bundle()?;
        let pattern = match key.split_once('.') {
            None => bundle.get_message(key)?.value()?,
            Some((key, part)) => bundle.get_message(key)?.get_attribute(part)?.value(),
        };
        let mut errors = Vec::new();
        let sentence = bundle.format_pattern(pattern, Some(args), &mut errors);
        // English has nothing to fall back to: it shows the name of what is missing, for which
        // tests/catalogue.rs looks.
        (errors.is_empty() || self == Self::ENGLISH).then(|| sentence.into_owned())
    }
}

/// Parses the sentences of a language. Entries that cannot be parsed are left out, and of two with
/// the same key the first counts.
fn parse_bundle_skipping_faults(
    tag: &str,
    files: impl Iterator<Item = String>,
) -> FluentBundle<FluentResource> {
    let mut bundle = FluentBundle::new_concurrent(vec![tag.parse().unwrap_or_default()]);
    // Chats would show the Unicode isolation marks around names.
    bundle.set_use_isolating(false);
    for file in files {
        // Files with either fault are found by tests/catalogue.rs.
        let resource = FluentResource::try_new(file);
        let _ = bundle.add_resource(resource.unwrap_or_else(|(resource, _)| resource));
    }
    bundle
}

/// English sentences besides those of [`LANGUAGES`].
static ADDED_SENTENCES: OnceLock<&str> = OnceLock::new();

/// Registers the English sentences of a rule system outside of this program, such as that of
/// `docs/TUTORIAL.md`. Must be called before any sentence is formatted; only the first call counts.
pub fn register_system_sentences(file: &'static str) {
    let _ = ADDED_SENTENCES.set(file);
}

/// Returns the sentence of the first key that the catalogue has, in the language or else in
/// English; `None` if it has none of them.
pub fn find_sentence(locale: Locale, keys: &[&str], args: &FluentArgs<'_>) -> Option<String> {
    let find_in = |locale: Locale| {
        keys.iter().find_map(|key| locale.format_own_sentence_without_fallback(key, args))
    };
    find_in(locale).or_else(|| find_in(Locale::ENGLISH))
}

/// Returns the sentence of a key, or the bare words of the key if it is missing.
pub fn sentence_or_key<const N: usize>(
    locale: Locale,
    key: &str,
    args: [(&str, FluentArg); N],
) -> String {
    let args = FluentArgs::from_iter(args);
    find_sentence(locale, &[key], &args).unwrap_or_else(|| super::terms::key_to_words(key))
}

/// Returns a sentence without arguments for the first key that the catalogue has, or the bare words
/// of the first key.
pub fn sentence_or_first_key(locale: Locale, keys: &[&str]) -> String {
    let bare_words =
        || keys.first().map_or_else(String::new, |key| super::terms::key_to_words(key));
    find_sentence(locale, keys, &FluentArgs::new()).unwrap_or_else(bare_words)
}

/// Returns the entry of the first key that a language has, for every language but English that has
/// one, under each of Discord's codes of that language.
pub fn non_english_translations_by_discord_code(keys: &[&str]) -> Vec<(&'static str, String)> {
    let entry_in = |language: Locale| {
        keys.iter()
            .find_map(|key| language.format_own_sentence_without_fallback(key, &FluentArgs::new()))
    };
    let mut translations = Vec::new();
    for language in Locale::all().filter(|language| *language != Locale::ENGLISH) {
        if let Some(entry) = entry_in(language) {
            for code in language.discord_codes() {
                translations.push((code, entry.clone()));
            }
        }
    }
    translations
}

/// Formats a sentence of the catalogue:
/// `say!(formatter, "dr12-attacked", who, target, weapon = named)`. The first argument is a
/// [`TextContext`]; the others are arguments of the sentence and implement [`ToFluentArg`] for it.
#[macro_export]
macro_rules! say {
    (@ $context:ident $name:ident) => {
        $crate::catalogue::ToFluentArg::to_fluent_arg(&$name, $context)
    };
    (@ $context:ident $name:ident $value:expr) => {
        $crate::catalogue::ToFluentArg::to_fluent_arg(&$value, $context)
    };
    ($context:expr, $key:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        let context = &$context;
        $crate::catalogue::sentence_or_key(
            $crate::catalogue::TextContext::locale(context),
            $key,
            [$((
                stringify!($name),
                $crate::say!(@ context $name $($value)?),
            )),*],
        )
    }};
}
pub use say;

/// Builds a form field for a slot; its label and example are in the catalogue.
#[macro_export]
macro_rules! slot {
    ($locale:expr, $slot:literal, $key:literal) => {
        $crate::PromptFormField {
            key: $slot,
            label: $crate::catalogue::sentence_or_key($locale, $key, []),
            example: $crate::catalogue::sentence_or_key($locale, concat!($key, ".example"), []),
        }
    };
}
pub use slot;

/// Formats types of the rules by the names of their keys in the reader's language.
macro_rules! impl_to_fluent_arg_by_name {
    ($($Type:ident: $name_of_key:path),+) => {
        $(impl<S: $crate::catalogue::TextContext> $crate::catalogue::ToFluentArg<S> for $Type {
            fn to_fluent_arg(&self, context: &S) -> $crate::catalogue::FluentArg {
                let name = $name_of_key(context.locale(), self.key());
                $crate::catalogue::ToFluentArg::to_fluent_arg(&name, context)
            }
        })+
    };
}
pub(crate) use impl_to_fluent_arg_by_name;

/// What a sentence is formatted for: its language, and how users' text is escaped in it.
pub trait TextContext {
    fn locale(&self) -> Locale;

    /// Escapes text that users typed.
    fn escape(&self, text: &str) -> String;
}

/// Without a style, text is not escaped: for labels, and for what is escaped later.
impl TextContext for Locale {
    fn locale(&self) -> Locale {
        *self
    }

    fn escape(&self, text: &str) -> String {
        text.into()
    }
}

/// An argument of a sentence.
pub type FluentArg = FluentValue<'static>;

/// A type that can be an argument: a number, text (which is escaped), or what selects a variant: a
/// [`VariantKey`], a flag (`yes` or `no`), an `Option` (`none`).
pub trait ToFluentArg<S: TextContext> {
    fn to_fluent_arg(&self, context: &S) -> FluentArg;
}

/// Returns `None` for empty text.
pub fn non_empty(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// A word of the code that selects a variant. Variants have hyphens for its spaces and underscores.
pub struct VariantKey<'a>(pub &'a str);

impl<S: TextContext> ToFluentArg<S> for VariantKey<'_> {
    fn to_fluent_arg(&self, _: &S) -> FluentArg {
        self.0.replace([' ', '_'], "-").into()
    }
}

/// A variant of an enum as a [`VariantKey`], by its serialized name.
pub struct SerdeVariantKey<'a, T>(pub &'a T);

impl<S: TextContext, T: Serialize> ToFluentArg<S> for SerdeVariantKey<'_, T> {
    fn to_fluent_arg(&self, context: &S) -> FluentArg {
        let name = match json::to_value(self.0) {
            Ok(Json::String(name)) => Some(name),
            // A variant with fields.
            Ok(Json::Object(fields)) => fields.into_iter().next().map(|(name, _)| name),
            _ => None,
        };
        name.as_deref().map(VariantKey).to_fluent_arg(context)
    }
}

/// Text that is already escaped and formatted.
#[derive(Clone, Debug, PartialEq)]
pub struct FormattedText(pub String);

/// A custom type, because a string argument would select among variants.
impl FluentType for FormattedText {
    fn duplicate(&self) -> Box<dyn FluentType + Send> {
        Box::new(self.clone())
    }

    fn as_string(&self, _: &IntlLangMemoizer) -> Cow<'static, str> {
        self.0.clone().into()
    }

    fn as_string_threadsafe(&self, _: &concurrent::IntlLangMemoizer) -> Cow<'static, str> {
        self.0.clone().into()
    }
}

impl<S: TextContext> ToFluentArg<S> for FormattedText {
    fn to_fluent_arg(&self, _: &S) -> FluentArg {
        FluentValue::Custom(self.duplicate())
    }
}

impl<S: TextContext> ToFluentArg<S> for str {
    fn to_fluent_arg(&self, context: &S) -> FluentArg {
        FormattedText(context.escape(self)).to_fluent_arg(context)
    }
}

impl<S: TextContext> ToFluentArg<S> for String {
    fn to_fluent_arg(&self, context: &S) -> FluentArg {
        self.as_str().to_fluent_arg(context)
    }
}

/// The name of an item is shown in the reader's language where its kit has one.
impl<S: TextContext> ToFluentArg<S> for Name {
    fn to_fluent_arg(&self, context: &S) -> FluentArg {
        match KitEntry::Item.translate(context.locale(), self) {
            Some(translated) => translated.to_fluent_arg(context),
            None => str::to_fluent_arg(self, context),
        }
    }
}

/// The name of a side or faction: one of the rules is shown in the reader's language, one that
/// people gave stays, even where it is called like an item.
#[derive(Clone, Copy)]
pub struct SideName<'a>(pub &'a str);

impl SideName<'_> {
    /// Returns the name in this language if it is one of the rules, else as people gave it.
    pub fn in_language(self, locale: Locale) -> String {
        const NAMES_OF_RULES: [&str; 8] =
            ["party", "enemy", "enemies", "opposition", "Heroes", "heroes", "Foes", "foes"];
        match locale {
            Locale::ENGLISH => self.0.into(),
            _ if !NAMES_OF_RULES.contains(&self.0) => self.0.into(),
            _ => super::terms::group_name(locale, self.0),
        }
    }
}

impl<S: TextContext> ToFluentArg<S> for SideName<'_> {
    fn to_fluent_arg(&self, context: &S) -> FluentArg {
        self.in_language(context.locale()).to_fluent_arg(context)
    }
}

impl<S: TextContext> ToFluentArg<S> for bool {
    fn to_fluent_arg(&self, context: &S) -> FluentArg {
        VariantKey(if *self { "yes" } else { "no" }).to_fluent_arg(context)
    }
}

impl<S: TextContext, T: ToFluentArg<S>> ToFluentArg<S> for Option<T> {
    fn to_fluent_arg(&self, context: &S) -> FluentArg {
        self.as_ref().map_or_else(
            || VariantKey("none").to_fluent_arg(context),
            |value| value.to_fluent_arg(context),
        )
    }
}

impl<S: TextContext, T: ToFluentArg<S> + ?Sized> ToFluentArg<S> for &T {
    fn to_fluent_arg(&self, context: &S) -> FluentArg {
        T::to_fluent_arg(self, context)
    }
}

macro_rules! impl_to_fluent_arg_for_numbers {
    ($($number:ty)*) => {
        $(impl<S: TextContext> ToFluentArg<S> for $number {
            fn to_fluent_arg(&self, _: &S) -> FluentArg {
                (*self).into()
            }
        })*
    };
}
impl_to_fluent_arg_for_numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_text_is_neither_parsed_nor_selects_a_variant() {
        let hide_sentence =
            |text: Option<&str>| say!(Locale::ENGLISH, "fact-hide-tried", who = "Ana", text);
        assert_eq!(hide_sentence(None), "Ana wants to hide.");
        assert_eq!(hide_sentence(Some("none")), "Ana wants to hide: “none”.");
        assert_eq!(hide_sentence(Some("{ $who }")), "Ana wants to hide: “{ $who }”.");
    }

    #[test]
    fn side_called_like_an_item_keeps_its_name() {
        let german = Locale::find_by_tag_or_family("de").unwrap();
        let joined =
            |faction: &str| say!(german, "fact-joined", who = "Mira", faction = SideName(faction));
        assert!(joined("longsword").contains("longsword"), "{}", joined("longsword"));
        assert!(joined("enemies").contains("Gegner"), "{}", joined("enemies"));
        let taken = say!(german, "given", who = "Mira", item = Name::new("longsword"));
        assert!(taken.contains("Langschwert"), "{taken}");
    }

    #[test]
    fn language_is_found_by_its_tag_or_its_family() {
        let found = |tag: &str| Locale::find_by_tag_or_family(tag).map(Locale::tag);
        assert_eq!(
            (found("en-US"), found("EN"), found("xx")),
            (Some("en"), Some("en"), Some("xx"))
        );
        assert_eq!((found("tlh"), found("")), (None, None));
        for language in Locale::all() {
            assert_eq!(found(language.tag()), Some(language.tag()));
            assert!(language.discord_codes().next().is_some(), "{}: no code", language.tag());
        }
        let english: Vec<_> = Locale::ENGLISH.discord_codes().collect();
        assert_eq!(english, ["en-GB", "en-US"]);
    }

    #[test]
    fn missing_key_falls_back_to_its_bare_words() {
        assert_eq!(sentence_or_key(Locale(99), "yes-or-no", [("is", "yes".into())]), "yes");
        assert_eq!(sentence_or_key(Locale::ENGLISH, "no-such-key", []), "no such key");
    }
}
