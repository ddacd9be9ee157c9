//! Whose language: what users and servers chose, and what the chat service says of them. The app
//! keeps tags such as `pt-BR`; which languages there are is known to the front end.
//!
//! Stored is one line for each user and each server, `chosen/seen`; either part may be empty.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::core::ids::UserId;
use store::error::StoreError;
use store::ids::Millis;

use crate::api::outbox::Audience;
use crate::runtime::app::App;
use crate::state::fight_state::FightState;

/// How many users and servers are remembered at most.
const MAX_REMEMBERED: usize = 20_000;

/// The word for no language of one's own: that of the chat service counts.
pub const AUTOMATIC: &str = "auto";

/// Parses a word of [`App::list_language_choices`] to the tag of a language; `None` follows the
/// chat service.
pub fn parse_language_choice(word: &str) -> Option<String> {
    (word != AUTOMATIC).then(|| word.to_string())
}

/// The languages that the chat service names with an input.
#[derive(Clone, Copy, Debug)]
pub struct SeenLanguages<'a> {
    pub user: UserId,
    pub locale: &'a str,
    /// The server, and the language of its channels.
    pub server: Option<(u64, &'a str)>,
}

/// The language that somebody chose, and the one that the chat service said last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LanguageChoice {
    pub chosen: Option<String>,
    pub seen: Option<String>,
}

impl LanguageChoice {
    /// Parses `chosen/seen`, either of which may be empty.
    fn from_stored(text: &str) -> Self {
        let (chosen, seen) = text.split_once('/').unwrap_or((text, ""));
        let part = |part: &str| Some(part.to_string()).filter(|part| !part.is_empty());
        Self { chosen: part(chosen), seen: part(seen) }
    }

    /// Returns `chosen/seen`, as it is stored.
    fn to_stored(&self) -> String {
        let part = |part: &Option<String>| part.clone().unwrap_or_default();
        format!("{}/{}", part(&self.chosen), part(&self.seen))
    }

    /// Returns the chosen language, else the one that was seen.
    fn into_effective(self) -> Option<String> {
        self.chosen.or(self.seen)
    }
}

/// A language that was noted and is to be stored.
#[derive(Debug)]
pub struct NotedLanguage {
    key: String,
    language: String,
}

/// What was noted of users and servers since the start, so that it is stored only when it changes.
#[derive(Default)]
pub struct NotedLanguages(Mutex<BTreeMap<String, String>>);

impl NotedLanguages {
    /// Remembers the language of a user or server, and returns whether it is new for them.
    fn remember_if_new(&self, key: &str, language: &str) -> bool {
        let mut noted = self.lock();
        if noted.get(key).is_some_and(|known| known == language) {
            return false;
        }
        if noted.len() >= MAX_REMEMBERED {
            noted.clear();
        }
        noted.insert(key.into(), language.into());
        true
    }

    /// Returns the language that was noted for a user or server.
    fn find(&self, key: &str) -> Option<String> {
        self.lock().get(key).cloned()
    }

    fn forget(&self, key: &str) {
        self.lock().remove(key);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How long a language that was read counts without another look at the database, in milliseconds.
/// Several processes may share the database, and each writes what its users choose.
const MAX_AGE_MILLIS: Millis = 60_000;

/// The languages that were read or written last, so that not every answer asks the database.
#[derive(Default)]
pub struct RecentLanguages(Mutex<RecentContent>);

#[derive(Default)]
struct RecentContent {
    choices: BTreeMap<String, (LanguageChoice, Millis)>,
    /// How often a language was written or forgotten.
    generation: u64,
}

impl RecentLanguages {
    /// Returns the languages of a user or server, if they were read not long ago.
    fn find(&self, key: &str, now: Millis) -> Option<LanguageChoice> {
        let content = self.lock();
        let (choice, read_at) = content.choices.get(key)?;
        let age = now - read_at;
        // A negative age means that the clock went back.
        let is_recent = (0..MAX_AGE_MILLIS).contains(&age);
        if is_recent { Some(choice.clone()) } else { None }
    }

    /// Call this before a language is read that is to be remembered.
    fn begin_read(&self) -> u64 {
        self.lock().generation
    }

    /// Remembers a language that was read, unless one was written meanwhile.
    fn insert_read_unless_written_since(
        &self,
        generation: u64,
        key: &str,
        choice: LanguageChoice,
        now: Millis,
    ) {
        let mut content = self.lock();
        if content.generation != generation {
            return;
        }
        if content.choices.len() >= MAX_REMEMBERED {
            content.choices.clear();
        }
        content.choices.insert(key.into(), (choice, now));
    }

    fn forget(&self, key: &str) {
        let mut content = self.lock();
        content.generation += 1;
        content.choices.remove(key);
    }

    fn lock(&self) -> MutexGuard<'_, RecentContent> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

// The names end with the id: so they are deleted with the data of the user or the server.
fn user_key(user: UserId) -> String {
    format!("language user {}", user.0)
}

fn server_key(guild: u64) -> String {
    format!("language server {guild}")
}

impl App {
    /// Returns the language that a user chose for private answers. `None` means the one of their
    /// client.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn load_chosen_reply_language(
        &self,
        user: UserId,
    ) -> Result<Option<String>, StoreError> {
        Ok(self.load_user_language(user).await?.chosen)
    }

    /// Notes the languages of an input in memory, and returns what [`App::store_noted_languages`]
    /// has to store once the input is answered: no answer waits for that.
    pub fn note_languages_and_list_new(&self, seen: SeenLanguages<'_>) -> Vec<NotedLanguage> {
        let mut seen_languages = vec![(user_key(seen.user), seen.locale)];
        if let Some((guild, language)) = seen.server {
            seen_languages.push((server_key(guild), language));
        }
        let mut new_languages = Vec::new();
        for (key, language) in seen_languages {
            if self.inner.noted_languages.remember_if_new(&key, language) {
                new_languages.push(NotedLanguage { key, language: language.into() });
            }
        }
        new_languages
    }

    /// Stores languages that were noted. What cannot be stored is noted after the next start.
    pub async fn store_noted_languages(&self, noted: Vec<NotedLanguage>) {
        for NotedLanguage { key, language } in noted {
            if let Err(error) = self.store_seen_language_if_changed(&key, &language).await {
                tracing::warn!(%error, "a noted language could not be stored");
            }
        }
    }

    /// Stores the language that the chat service says a server has, unless that is known already.
    ///
    /// # Errors
    /// Fails when the store cannot be used.
    pub async fn store_server_language_if_new(
        &self,
        guild: u64,
        language: &str,
    ) -> Result<(), StoreError> {
        let key = server_key(guild);
        match self.inner.noted_languages.remember_if_new(&key, language) {
            true => self.store_seen_language_if_changed(&key, language).await,
            false => Ok(()),
        }
    }

    /// Forgets that a server's language is stored, because its data was deleted.
    pub(crate) fn forget_server_language(&self, guild: u64) {
        self.inner.noted_languages.forget(&server_key(guild));
        self.inner.recent_languages.forget(&server_key(guild));
    }

    /// Stores the language that a client has shown. Writes nothing if that is stored already.
    async fn store_seen_language_if_changed(
        &self,
        key: &str,
        language: &str,
    ) -> Result<(), StoreError> {
        let stored = self.load_stored_language_through_cache(key).await?;
        if stored.seen.as_deref() == Some(language) {
            return Ok(());
        }
        let changed = LanguageChoice { seen: Some(language.into()), ..stored };
        self.store_language(key, &changed).await
    }

    /// Loads the languages that are stored for a user or server, from memory if they were read not
    /// long ago.
    async fn load_stored_language_through_cache(
        &self,
        key: &str,
    ) -> Result<LanguageChoice, StoreError> {
        let recent = &self.inner.recent_languages;
        let now = self.now_millis();
        if let Some(choice) = recent.find(key, now) {
            return Ok(choice);
        }
        let generation = recent.begin_read();
        let stored = self.load_key_value(key).await?.unwrap_or_default();
        let choice = LanguageChoice::from_stored(&stored);
        recent.insert_read_unless_written_since(generation, key, choice.clone(), now);
        Ok(choice)
    }

    /// Stores the languages of a user or server.
    async fn store_language(&self, key: &str, choice: &LanguageChoice) -> Result<(), StoreError> {
        let stored = self.store_key_value(key, &choice.to_stored()).await;
        self.inner.recent_languages.forget(key);
        stored
    }

    /// Loads the choice of a user or server, with the language that was noted last.
    async fn load_stored_language_with_noted(
        &self,
        key: &str,
    ) -> Result<LanguageChoice, StoreError> {
        let stored = self.load_stored_language_through_cache(key).await?;
        Ok(match self.inner.noted_languages.find(key) {
            Some(language) => LanguageChoice { seen: Some(language), ..stored },
            None => stored,
        })
    }

    pub(crate) async fn load_user_language(
        &self,
        user: UserId,
    ) -> Result<LanguageChoice, StoreError> {
        self.load_stored_language_with_noted(&user_key(user)).await
    }

    pub(crate) async fn load_server_language(
        &self,
        guild: u64,
    ) -> Result<LanguageChoice, StoreError> {
        self.load_stored_language_with_noted(&server_key(guild)).await
    }

    /// Returns the language of the channels of a server: the chosen one, or the one that the chat
    /// service says. `None` if neither is known.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn language_of_server(&self, guild: u64) -> Result<Option<String>, StoreError> {
        Ok(self.load_server_language(guild).await?.into_effective())
    }

    /// Returns the language of messages to a user that no input asked for: the chosen one, or the
    /// one that their client had last, or that of the server.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn language_of_user(
        &self,
        user: UserId,
        guild: u64,
    ) -> Result<Option<String>, StoreError> {
        match self.load_user_language(user).await?.into_effective() {
            Some(language) => Ok(Some(language)),
            None => self.language_of_server(guild).await,
        }
    }

    /// Returns the language in which an audience reads a fight.
    pub(crate) async fn language_of_audience(
        &self,
        state: &FightState,
        audience: Audience,
    ) -> Result<Option<String>, StoreError> {
        match audience {
            Audience::Dm(user) => self.language_of_user(user, state.guild).await,
            Audience::Channel(_) => self.language_of_server(state.guild).await,
        }
    }

    /// Stores the language that a user chose; `None` follows the chat service.
    pub(crate) async fn store_user_language(
        &self,
        user: UserId,
        chosen: Option<String>,
    ) -> Result<(), StoreError> {
        let stored = self.load_user_language(user).await?;
        let changed = LanguageChoice { chosen, ..stored };
        self.store_language(&user_key(user), &changed).await
    }

    /// Stores the language that was chosen for the channels of a server; `None` follows the chat
    /// service.
    pub(crate) async fn store_server_language(
        &self,
        guild: u64,
        chosen: Option<String>,
    ) -> Result<(), StoreError> {
        let stored = self.load_server_language(guild).await?;
        let changed = LanguageChoice { chosen, ..stored };
        self.store_language(&server_key(guild), &changed).await
    }

    /// Forgets which language a user's client had, when their data is deleted.
    pub(crate) fn forget_noted_language(&self, user: UserId) {
        self.inner.noted_languages.forget(&user_key(user));
        self.inner.recent_languages.forget(&user_key(user));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_choice_survives_the_store() {
        for (chosen, seen) in [(None, None), (Some("de"), None), (None, Some("pt-BR"))] {
            let choice =
                LanguageChoice { chosen: chosen.map(String::from), seen: seen.map(String::from) };
            assert_eq!(LanguageChoice::from_stored(&choice.to_stored()), choice);
        }
        let both = LanguageChoice::from_stored("de/fr");
        assert_eq!(both.into_effective().as_deref(), Some("de"));
        assert_eq!(LanguageChoice::from_stored("/fr").into_effective().as_deref(), Some("fr"));
    }

    #[test]
    fn language_is_remembered_for_a_minute_and_until_it_is_written() {
        let recent = RecentLanguages::default();
        let german = LanguageChoice { chosen: Some("de".into()), seen: None };
        let generation = recent.begin_read();
        recent.insert_read_unless_written_since(generation, "a", german.clone(), 1_000);
        assert_eq!(recent.find("a", 1_000 + MAX_AGE_MILLIS - 1), Some(german.clone()));
        // Another process may have written it since.
        assert_eq!(recent.find("a", 1_000 + MAX_AGE_MILLIS), None);
        assert_eq!(recent.find("a", 0), None);
        let generation = recent.begin_read();
        recent.forget("a");
        assert_eq!(recent.find("a", 1_001), None);
        // What was read before a language was written may be the old one.
        recent.insert_read_unless_written_since(generation, "a", german, 1_001);
        assert_eq!(recent.find("a", 1_001), None);
    }

    #[test]
    fn language_is_noted_only_when_it_changes() {
        let noted = NotedLanguages::default();
        assert!(noted.remember_if_new("a", "de"));
        assert!(!noted.remember_if_new("a", "de"));
        assert!(noted.remember_if_new("a", "fr"));
        noted.forget("a");
        assert!(noted.remember_if_new("a", "fr"));
    }
}
