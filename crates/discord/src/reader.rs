//! The language of whoever reads what is rendered.
//!
//! It is set once where an answer or a delivery begins, for the task that renders it, and every
//! sentence of this crate asks for it. So a sentence cannot be rendered in the language of somebody
//! else by a call that passes the wrong one on. Outside of a task that sets it, it is English.
//!
//! What only its user sees is in the user's language: the one that they chose, or else that of
//! their Discord client. What a channel sees is in that of its server ([`load_server_locale`]).

use std::future::Future;

use super::BotContext;
use super::interaction_replies::RepliableInteraction;
use super::messages::style_for;
use app::App;
use app::languages::SeenLanguages;
use app::value_reader::NameLanguage;
use engine::core::values::ValueKind;
use narration::Style;
use narration::catalogue::Locale;
use narration::typed_values::{key_for_typed_name_or_nearest_names, value_names};

tokio::task_local! {
    static READER: Locale;
}

/// Returns the language of the reader.
pub fn reader_locale() -> Locale {
    READER.try_get().unwrap_or(Locale::ENGLISH)
}

/// Returns how sentences are formatted for the reader.
pub fn reader_style() -> Style {
    style_for(reader_locale())
}

/// Renders something for a reader of this language.
pub fn render_in_locale<T>(locale: Locale, render: impl FnOnce() -> T) -> T {
    READER.sync_scope(locale, render)
}

/// Runs a task that renders for a reader of this language.
pub async fn run_in_locale<F: Future>(locale: Locale, task: F) -> F::Output {
    READER.scope(locale, task).await
}

/// Returns the language for a stored tag, or English if there is none for it.
pub fn locale_for_tag(tag: Option<&str>) -> Locale {
    tag.and_then(Locale::find_by_tag_or_family).unwrap_or(Locale::ENGLISH)
}

/// Returns the key that a reader's text means, for the app.
///
/// # Errors
/// Like [`key_for_typed_name_or_nearest_names`].
pub fn read_typed_name(
    system: &str,
    kind: ValueKind<'_>,
    text: &str,
    keys: &[String],
) -> Result<String, Vec<String>> {
    key_for_typed_name_or_nearest_names(reader_locale(), system, kind, text, keys)
}

/// Returns what a key of the rules is called, for the app. `None` where the key itself is shown.
pub fn localized_name_unless_english_or_same(
    language: NameLanguage<'_>,
    system: &str,
    kind: ValueKind<'_>,
    key: &str,
) -> Option<String> {
    let locale = match language {
        NameLanguage::Reader => reader_locale(),
        NameLanguage::Server(tag) => locale_for_tag(tag),
    };
    if locale == Locale::ENGLISH {
        return None;
    }
    let name = value_names(locale, system, kind, key).into_iter().next()?;
    (name != key).then_some(name)
}

/// Runs `answer` in the language of the user: the one that they chose, or else that of their
/// Discord client. Afterwards stores which languages Discord reports for user and server.
pub async fn answer_in_user_language_and_record_it<F: Future>(
    bot: &BotContext,
    interaction: &impl RepliableInteraction,
    answer: F,
) -> F::Output {
    let (user, locale) = (interaction.user(), interaction.locale());
    let server = interaction.guild_id().zip(interaction.guild_locale());
    let seen = SeenLanguages { user, locale, server: server.map(|(id, tag)| (id.get(), tag)) };
    let noted = bot.app.note_languages_and_list_new(seen);
    // An answer should not fail because of its language.
    let chosen = bot.app.load_chosen_reply_language(user).await.unwrap_or_else(|error| {
        tracing::warn!(%error, "could not read the language of a user");
        None
    });
    let output = run_in_locale(locale_for_tag(chosen.as_deref().or(Some(locale))), answer).await;
    bot.app.store_noted_languages(noted).await;
    output
}

/// Returns the language of the channels of a server, or English if it cannot be loaded.
pub async fn load_server_locale(app: &App, guild: u64) -> Locale {
    let stored = app.language_of_server(guild).await.unwrap_or_else(|error| {
        tracing::warn!(%error, guild, "could not read the language of a server");
        None
    });
    locale_for_tag(stored.as_deref())
}
