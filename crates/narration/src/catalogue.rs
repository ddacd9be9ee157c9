//! The catalogue: every sentence by its key, in every language there is (`data/words/<tag>/`,
//! in the syntax of Project Fluent). Plurals, word order and choices are made there; the code
//! gives a key and what stands in the sentence, by [`say!`].
//!
//! Invariant: text of users is shown and nothing else. It is set by the ink where it goes in, it
//! is never read as a pattern, and it never chooses among the variants of a sentence.

use std::borrow::Cow;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::types::FluentType;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use intl_memoizer::{IntlLangMemoizer, concurrent};
use serde::Serialize;
use serde_json::Value as Json;

use engine::core::ids::Name;
use engine::core::json;

/// A language (by its tag on Discord), and the files it has. A new one is a folder and a line here.
macro_rules! language {
    ($tag:literal: $($file:literal)*) => {
        ($tag, &[$(include_str!(concat!("../../../data/words/", $tag, "/", $file, ".ftl"))),*])
    };
}

const LANGUAGES: &[(&str, &[&str])] = &[language!("en":
        "commands" "common" "messages" "orders" "refusals" "shelf"
        "cards" "dr12" "factions" "fates" "ranks")];

/// A language that sentences are made in. What it lacks is said in English, key by key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Locale(usize);

impl Locale {
    pub const ENGLISH: Self = Self(0);

    /// A sentence in this language alone.
    fn format(self, key: &str, args: &FluentArgs<'_>) -> Option<String> {
        static BUNDLES: LazyLock<Vec<FluentBundle<FluentResource>>> = LazyLock::new(|| {
            LANGUAGES.iter().map(|(tag, files)| load_bundle(tag, files)).collect()
        });
        let bundle = BUNDLES.get(self.0)?;
        let pattern = match key.split_once('.') {
            None => bundle.get_message(key)?.value()?,
            Some((key, part)) => bundle.get_message(key)?.get_attribute(part)?.value(),
        };
        // An argument that is missing leaves its name in the sentence; tests/words.rs finds it.
        let mut wrong = Vec::new();
        Some(bundle.format_pattern(pattern, Some(args), &mut wrong).into_owned())
    }
}

fn load_bundle(tag: &str, files: &[&str]) -> FluentBundle<FluentResource> {
    let mut bundle = FluentBundle::new_concurrent(vec![tag.parse().unwrap_or_default()]);
    // Chats show the marks that would set names apart from the text around them.
    bundle.set_use_isolating(false);
    for file in files {
        // What cannot be read is left out, and the first of two equal keys holds; both are found
        // by tests/words.rs.
        let read = FluentResource::try_new((*file).to_string());
        let _ = bundle.add_resource(read.unwrap_or_else(|(read, _)| read));
    }
    bundle
}

/// The sentence of a key, or of the first of several keys that the catalogue has.
pub fn find_sentence(locale: Locale, keys: &[&str], args: &FluentArgs<'_>) -> Option<String> {
    let in_tongue = |locale: Locale| keys.iter().find_map(|key| locale.format(key, args));
    in_tongue(locale).or_else(|| in_tongue(Locale::ENGLISH))
}

/// The sentence of a key; the bare words of the key where there is none.
pub fn sentence_or_key<const N: usize>(
    locale: Locale,
    key: &str,
    args: [(&str, FluentArg); N],
) -> String {
    let args = FluentArgs::from_iter(args);
    find_sentence(locale, &[key], &args).unwrap_or_else(|| super::terms::key_to_words(key))
}

/// What needs no arguments, under the first of several keys that the catalogue has.
pub fn sentence_or_first_key(locale: Locale, keys: &[&str]) -> String {
    let bare = || keys.first().map_or_else(String::new, |key| super::terms::key_to_words(key));
    find_sentence(locale, keys, &FluentArgs::new()).unwrap_or_else(bare)
}

/// The entry in every other language that has it, by the language's tag.
pub fn translations(keys: &[&str]) -> Vec<(&'static str, String)> {
    let others = LANGUAGES.iter().enumerate().filter(|(at, _)| Locale(*at) != Locale::ENGLISH);
    let said = |at| keys.iter().find_map(|key| Locale(at).format(key, &FluentArgs::new()));
    others.filter_map(|(at, (tag, _))| Some((*tag, said(at)?))).collect()
}

/// A sentence of the catalogue: `say!(formatter, "dr12-attacked", who, target, weapon = named)`.
/// What speaks is a [`TextContext`], and each argument a [`ToFluentArg`] to it.
#[macro_export]
macro_rules! say {
    (@ $speaker:ident $name:ident) => {
        $crate::catalogue::ToFluentArg::to_fluent_arg(&$name, $speaker)
    };
    (@ $speaker:ident $name:ident $value:expr) => {
        $crate::catalogue::ToFluentArg::to_fluent_arg(&$value, $speaker)
    };
    ($speaker:expr, $key:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {{
        let speaker = &$speaker;
        $crate::catalogue::sentence_or_key(
            $crate::catalogue::TextContext::locale(speaker),
            $key,
            [$((
                stringify!($name),
                $crate::say!(@ speaker $name $($value)?),
            )),*],
        )
    }};
}
pub use say;

/// A field of a form: a slot, and a sentence with an example.
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

/// Who makes sentences: in which language, and how the words of users are set in them.
pub trait TextContext {
    fn locale(&self) -> Locale;

    /// Sets text that users typed.
    fn escape(&self, text: &str) -> String;
}

/// A tongue alone sets text as it is: for labels, and what is escaped later.
impl TextContext for Locale {
    fn locale(&self) -> Locale {
        *self
    }

    fn escape(&self, text: &str) -> String {
        text.into()
    }
}

/// What stands in a sentence.
pub type FluentArg = FluentValue<'static>;

/// What may be said: numbers, text (which is set on its way), and what chooses a variant: a
/// [`VariantKey`], a flag (`yes` or `no`), something or nothing (`none`).
pub trait ToFluentArg<S: TextContext> {
    fn to_fluent_arg(&self, context: &S) -> FluentArg;
}

/// Text, where there is any.
pub fn non_empty(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// A word of the code: a variant is chosen by it. Variants have hyphens for its spaces.
pub struct VariantKey<'a>(pub &'a str);

impl<S: TextContext> ToFluentArg<S> for VariantKey<'_> {
    fn to_fluent_arg(&self, _: &S) -> FluentArg {
        self.0.replace([' ', '_'], "-").into()
    }
}

/// A variant of an enum, by the name it is saved under.
pub struct SerdeVariantKey<'a, T>(pub &'a T);

impl<S: TextContext, T: Serialize> ToFluentArg<S> for SerdeVariantKey<'_, T> {
    fn to_fluent_arg(&self, speaker: &S) -> FluentArg {
        let name = match json::to_value(self.0) {
            Ok(Json::String(name)) => Some(name),
            // One that holds something.
            Ok(Json::Object(held)) => held.into_iter().next().map(|(name, _)| name),
            _ => None,
        };
        name.as_deref().map(VariantKey).to_fluent_arg(speaker)
    }
}

/// Text that is set already.
#[derive(Clone, Debug, PartialEq)]
pub struct FormattedText(pub String);

/// Of a type of its own, since a string would choose among variants.
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
    fn to_fluent_arg(&self, speaker: &S) -> FluentArg {
        FormattedText(speaker.escape(self)).to_fluent_arg(speaker)
    }
}

impl<S: TextContext> ToFluentArg<S> for String {
    fn to_fluent_arg(&self, speaker: &S) -> FluentArg {
        self.as_str().to_fluent_arg(speaker)
    }
}

impl<S: TextContext> ToFluentArg<S> for Name {
    fn to_fluent_arg(&self, speaker: &S) -> FluentArg {
        str::to_fluent_arg(self, speaker)
    }
}

impl<S: TextContext> ToFluentArg<S> for bool {
    fn to_fluent_arg(&self, speaker: &S) -> FluentArg {
        VariantKey(if *self { "yes" } else { "no" }).to_fluent_arg(speaker)
    }
}

impl<S: TextContext, T: ToFluentArg<S>> ToFluentArg<S> for Option<T> {
    fn to_fluent_arg(&self, speaker: &S) -> FluentArg {
        self.as_ref().map_or_else(
            || VariantKey("none").to_fluent_arg(speaker),
            |it| it.to_fluent_arg(speaker),
        )
    }
}

impl<S: TextContext, T: ToFluentArg<S> + ?Sized> ToFluentArg<S> for &T {
    fn to_fluent_arg(&self, speaker: &S) -> FluentArg {
        T::to_fluent_arg(self, speaker)
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {
        $(impl<S: TextContext> ToFluentArg<S> for $number {
            fn to_fluent_arg(&self, _: &S) -> FluentArg {
                (*self).into()
            }
        })*
    };
}
numbers!(u8 u16 u32 u64 usize i8 i16 i32 i64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_users_is_no_pattern_and_chooses_nothing() {
        let say = |text: Option<&str>| say!(Locale::ENGLISH, "fact-hide-tried", who = "Ana", text);
        assert_eq!(say(None), "Ana wants to hide.");
        assert_eq!(say(Some("none")), "Ana wants to hide: “none”.");
        assert_eq!(say(Some("{ $who }")), "Ana wants to hide: “{ $who }”.");
    }

    #[test]
    fn a_key_that_is_missing_is_said_in_bare_words() {
        assert_eq!(sentence_or_key(Locale(7), "yes-or-no", [("is", "yes".into())]), "yes");
        assert_eq!(sentence_or_key(Locale::ENGLISH, "no-such-key", []), "no such key");
    }
}
