//! The catalogue: every sentence by its key, in every language there is (`data/words/<tag>/`, in
//! the syntax of Project Fluent). Plurals, word order and variants are handled there; the code
//! supplies a key and the arguments of the sentence, by [`say!`].
//!
//! Invariant: users' text is only shown. It is escaped where it is inserted, it is never parsed as
//! a pattern, and it never selects a variant of a sentence.

use std::borrow::Cow;
use std::sync::{LazyLock, OnceLock};

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::types::FluentType;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use intl_memoizer::{IntlLangMemoizer, concurrent};
use serde::Serialize;
use serde_json::Value as Json;

use engine::core::ids::Name;
use engine::core::json;
use engine::for_each_system;

/// Includes the files of a language, named by its Discord tag, and its file of each system. A new
/// language needs a folder and a line in [`LANGUAGES`].
macro_rules! language {
    ($tag:literal: $($file:literal)*) => {
        for_each_system!(language!, $tag: $($file)*)
    };
    ([$($System:ident $module:ident),*] $tag:literal: $($file:literal)*) => {
        ($tag, &[
            $(include_str!(concat!("../../../data/words/", $tag, "/", $file, ".ftl")),)*
            $(include_str!(concat!(
                "../../../data/words/", $tag, "/", stringify!($module), ".ftl"
            )),)*
        ])
    };
}

const LANGUAGES: &[(&str, &[&str])] =
    &[language!("en": "commands" "common" "messages" "orders" "refusals" "shelf")];

/// A language for sentences. A key that it lacks falls back to English.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Locale(usize);

impl Locale {
    pub const ENGLISH: Self = Self(0);

    /// Formats a sentence in this language alone; `None` if it lacks the key.
    fn format_without_fallback(self, key: &str, args: &FluentArgs<'_>) -> Option<String> {
        static BUNDLES: LazyLock<Vec<FluentBundle<FluentResource>>> = LazyLock::new(|| {
            let mut bundles: Vec<_> =
                LANGUAGES.iter().map(|(tag, files)| load_bundle(tag, files)).collect();
            add_file(&mut bundles[Locale::ENGLISH.0], ADDED_SENTENCES.get().unwrap_or(&""));
            bundles
        });
        let bundle = BUNDLES.get(self.0)?;
        let pattern = match key.split_once('.') {
            None => bundle.get_message(key)?.value()?,
            Some((key, part)) => bundle.get_message(key)?.get_attribute(part)?.value(),
        };
        // A missing argument leaves its name in the sentence; tests/catalogue.rs checks for it.
        let mut errors = Vec::new();
        Some(bundle.format_pattern(pattern, Some(args), &mut errors).into_owned())
    }
}

fn load_bundle(tag: &str, files: &[&str]) -> FluentBundle<FluentResource> {
    let mut bundle = FluentBundle::new_concurrent(vec![tag.parse().unwrap_or_default()]);
    // Chats would show the Unicode isolation marks around names.
    bundle.set_use_isolating(false);
    files.iter().for_each(|file| add_file(&mut bundle, file));
    bundle
}

fn add_file(bundle: &mut FluentBundle<FluentResource>, file: &str) {
    // Entries that cannot be parsed are skipped, and of two equal keys the first counts;
    // tests/catalogue.rs checks for both.
    let resource = FluentResource::try_new(file.to_string());
    let _ = bundle.add_resource(resource.unwrap_or_else(|(resource, _)| resource));
}

/// English sentences besides those of [`LANGUAGES`].
static ADDED_SENTENCES: OnceLock<&str> = OnceLock::new();

/// Adds the English sentences of a system that is no part of the program, such as that of
/// `docs/TUTORIAL.md`. They count only if they are added before any sentence is formatted.
pub fn add_sentences(file: &'static str) {
    let _ = ADDED_SENTENCES.set(file);
}

/// Returns the sentence of the first key that the catalogue has, in the language or else in
/// English; `None` if it has none of them.
pub fn find_sentence(locale: Locale, keys: &[&str], args: &FluentArgs<'_>) -> Option<String> {
    let find_in =
        |locale: Locale| keys.iter().find_map(|key| locale.format_without_fallback(key, args));
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

/// Returns the entry in every language but English that has it, by the language's tag.
pub fn non_english_translations(keys: &[&str]) -> Vec<(&'static str, String)> {
    let others =
        LANGUAGES.iter().enumerate().filter(|(index, _)| Locale(*index) != Locale::ENGLISH);
    let entry_in = |index| {
        keys.iter().find_map(|key| Locale(index).format_without_fallback(key, &FluentArgs::new()))
    };
    others.filter_map(|(index, (tag, _))| Some((*tag, entry_in(index)?))).collect()
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

impl<S: TextContext> ToFluentArg<S> for Name {
    fn to_fluent_arg(&self, context: &S) -> FluentArg {
        str::to_fluent_arg(self, context)
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
    fn missing_key_falls_back_to_its_bare_words() {
        assert_eq!(sentence_or_key(Locale(7), "yes-or-no", [("is", "yes".into())]), "yes");
        assert_eq!(sentence_or_key(Locale::ENGLISH, "no-such-key", []), "no such key");
    }
}
