//! How the app learns which key a typed value means. The names of keys are the front end's.

use engine::core::keyed_enum::matches_key;
use engine::core::values::ValueKind;

/// Returns which of the keys of a system's values a text means.
///
/// The error has the names of the keys for a refusal, the one most like the text first.
pub type ValueReader = fn(&str, ValueKind<'_>, &str, &[String]) -> Result<String, Vec<String>>;

/// Whose language a name is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameLanguage<'a> {
    /// That of whoever reads the reply to the input.
    Reader,
    /// That of a server's channels, by its tag.
    Server(Option<&'a str>),
}

/// Returns the name of a key of a system's values. `None` where the key itself is shown, as in
/// English.
pub type ValueNamer = fn(NameLanguage<'_>, &str, ValueKind<'_>, &str) -> Option<String>;

/// The names of what a kit brings into the fights of a server, in the language of the server.
#[derive(Clone, Debug, Default)]
pub struct ServerNames {
    /// `None`: everything is called as the kit calls it (an app without a front end).
    pub namer: Option<ValueNamer>,
    /// The tag of the language.
    pub language: Option<String>,
}

impl ServerNames {
    /// Returns what the server calls a creature or zone of the kit, which is known by the slot that
    /// takes it. `None` where it is called as the kit calls it.
    pub fn find(&self, system: &str, slot: &str, name: &str) -> Option<String> {
        let language = NameLanguage::Server(self.language.as_deref());
        (self.namer?)(language, system, ValueKind::SlotWord(slot), name)
    }
}

/// Returns whether a text is `word` itself or a translation of it. `names` is the slot under which
/// the front end has the translations.
pub fn matches_word_or_translation(
    reader: ValueReader,
    word: &str,
    names: &str,
    text: &str,
) -> bool {
    reader("", ValueKind::SlotWord(names), text, &[word.to_string()]).is_ok()
}

/// The [`ValueReader`] of an app without a front end: accepts the keys themselves and no
/// translations.
pub(crate) fn read_key(
    _: &str,
    _: ValueKind<'_>,
    text: &str,
    keys: &[String],
) -> Result<String, Vec<String>> {
    let key = keys.iter().find(|key| matches_key(key, text));
    key.cloned().ok_or_else(|| keys.to_vec())
}
