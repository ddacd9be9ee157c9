//! The application's own emoji for dice and health bars. They are uploaded once, and their ids are
//! remembered in the store; without them messages have plain characters.
//!
//! `riposte emoji remove` deletes them and keeps the bot from uploading them again, until
//! `riposte emoji upload`.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::json;
use serenity::all::{CreateAttachment, EmojiId, Http, HttpError, LightMethod, Request, Route};
use tokio::time::sleep;

use super::error::{BotError, RequestFailure, classify_error};
use super::http_client::{DiscordAddress, connect};
use super::map::emoji::{BAR_SEGMENTS, render_bar_png, render_die_png};
use app::App;
use narration::dice_marks::{DieFate, DieMark};

/// The key under which the ids are stored.
const STORE_KEY: &str = "application emoji";

/// Grows when a picture changes: then all are uploaded again.
const VERSION: u32 = 1;

/// All names begin with this, so that nobody else's emoji are touched.
const PREFIX: &str = "riposte_";

/// The waits between attempts to reach Discord; after the last one the next start tries again.
const RETRY_WAITS: [Duration; 4] =
    [Duration::from_secs(2), Duration::from_secs(30), Duration::from_secs(300), Duration::ZERO];

/// The ids of the application's emoji by their names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EmojiSet {
    application: u64,
    version: u32,
    ids: BTreeMap<String, u64>,
    /// Whoever runs the bot has removed them.
    #[serde(default)]
    is_removed: bool,
}

impl EmojiSet {
    /// Returns the emoji of a die as it is written in a message; `None` for dice without one.
    pub fn die(&self, die: DieMark) -> Option<String> {
        if !die.is_six_sided {
            return None;
        }
        self.format_emoji(&die_emoji_name(die.face, die.fate))
    }

    /// Returns the emoji of a bar of which so many segments are full, as it is written in a
    /// message.
    pub fn bar(&self, full: u8) -> Option<String> {
        self.format_emoji(&bar_emoji_name(full))
    }

    /// Returns an emoji as it is written in a message; `None` if none has this name.
    fn format_emoji(&self, name: &str) -> Option<String> {
        self.ids.get(name).map(|id| format!("<:{name}:{id}>"))
    }
}

/// Returns the name of the emoji for a face of a d6, by what became of the die.
fn die_emoji_name(face: u8, fate: DieFate) -> String {
    let suffix = match fate {
        DieFate::Kept | DieFate::Miss => "",
        DieFate::Hit => "_hit",
        DieFate::Dropped => "_dropped",
    };
    format!("{PREFIX}d6_{face}{suffix}")
}

fn bar_emoji_name(full: u8) -> String {
    format!("{PREFIX}bar_{full}")
}

/// Draws all emoji: their names with their pictures as PNG.
fn draw_all() -> Vec<(String, Vec<u8>)> {
    let fates = [DieFate::Kept, DieFate::Hit, DieFate::Dropped];
    let dice = (1..=6).flat_map(|face| {
        fates.map(|fate| Some((die_emoji_name(face, fate), render_die_png(face, fate)?)))
    });
    let bars = (0..=BAR_SEGMENTS).map(|full| Some((bar_emoji_name(full), render_bar_png(full)?)));
    dice.chain(bars).flatten().collect()
}

/// The emoji with which this process renders messages.
static CURRENT: RwLock<Option<Arc<EmojiSet>>> = RwLock::new(None);

/// Returns the emoji to render messages with, if the application has them.
pub fn current_emoji() -> Option<Arc<EmojiSet>> {
    CURRENT.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// Makes this process render messages with these emoji from now on.
fn set_current(emoji: Option<EmojiSet>) {
    *CURRENT.write().unwrap_or_else(PoisonError::into_inner) = emoji.map(Arc::new);
}

/// An emoji of the application, as Discord lists it.
#[derive(Deserialize)]
struct ApplicationEmoji {
    id: EmojiId,
    name: String,
}

#[derive(Deserialize)]
struct EmojiList {
    items: Vec<ApplicationEmoji>,
}

/// Uploads the emoji unless that is done already, and uses them from then on. Tries again after
/// failures that may pass; all others leave messages with plain characters.
pub async fn upload_missing_with_retries_and_use(app: App, http: Arc<Http>) {
    for wait in RETRY_WAITS {
        match load_emoji_uploading_missing_unless_removed(&app, &http).await {
            Ok(emoji) => return set_current(emoji),
            Err(error) => {
                tracing::warn!(%error, "could not load or upload the emoji");
                let is_transient = match &error {
                    BotError::Discord(error) => {
                        matches!(classify_error(error), RequestFailure::Transient { .. })
                    }
                    _ => true,
                };
                if !is_transient || wait.is_zero() {
                    return;
                }
                sleep(wait).await;
            }
        }
    }
}

/// Returns the emoji of the application; `None` if whoever runs the bot has removed them. If no ids
/// of this version are stored, those that are missing are uploaded, and all ids are stored.
async fn load_emoji_uploading_missing_unless_removed(
    app: &App,
    http: &Http,
) -> Result<Option<EmojiSet>, BotError> {
    let application = application_id(http)?;
    let stored = load_stored(app).await?;
    if let Some(stored) = stored.filter(|stored| stored.application == application) {
        if stored.is_removed {
            return Ok(None);
        }
        if stored.version == VERSION {
            return Ok(Some(stored));
        }
        // Their pictures have changed.
        delete_all_with_prefix(http).await?;
    }
    let known = list_application_emoji_with_prefix(http).await?;
    let mut ids: BTreeMap<String, u64> =
        known.into_iter().map(|emoji| (emoji.name, emoji.id.get())).collect();
    for (name, png) in draw_all() {
        if let Entry::Vacant(missing) = ids.entry(name) {
            let id = upload(http, missing.key(), &png).await?;
            missing.insert(id.get());
        }
    }
    let emoji = EmojiSet { application, version: VERSION, ids, is_removed: false };
    store_ids(app, &emoji).await?;
    tracing::info!(count = emoji.ids.len(), "uploaded the emoji");
    Ok(Some(emoji))
}

/// Deletes the emoji, and remembers not to upload them again. Returns how many there were.
///
/// # Errors
/// Discord or the store does not answer.
pub async fn remove_emoji_and_stop_uploading(
    app: &App,
    address: &DiscordAddress,
) -> Result<usize, BotError> {
    let http = connect(address).await?;
    let application = application_id(&http)?;
    // First: a bot that runs meanwhile must not upload them again.
    let removed = EmojiSet { application, is_removed: true, ..EmojiSet::default() };
    store_ids(app, &removed).await?;
    Ok(delete_all_with_prefix(&http).await?)
}

/// Uploads the emoji, also after they were removed. Returns how many there are.
///
/// # Errors
/// Discord refuses one or does not answer, or the store does not.
pub async fn upload_emoji(app: &App, address: &DiscordAddress) -> Result<usize, BotError> {
    let http = connect(address).await?;
    app.store_key_value(STORE_KEY, "").await?;
    let emoji = load_emoji_uploading_missing_unless_removed(app, &http).await?;
    Ok(emoji.map_or(0, |emoji| emoji.ids.len()))
}

/// Returns the id of the bot's application, which the client knows once it has connected.
fn application_id(http: &Http) -> Result<u64, BotError> {
    Ok(http
        .application_id()
        .ok_or(HttpError::ApplicationIdMissing)
        .map_err(serenity::Error::from)?
        .get())
}

/// Loads the stored ids. `None` if there are none or this version cannot read them.
async fn load_stored(app: &App) -> Result<Option<EmojiSet>, BotError> {
    let text = app.load_key_value(STORE_KEY).await?.unwrap_or_default();
    Ok(serde_json::from_str(&text).ok())
}

/// Stores the ids in place of the earlier ones.
async fn store_ids(app: &App, emoji: &EmojiSet) -> Result<(), BotError> {
    let text = serde_json::to_string(emoji).map_err(serenity::Error::from)?;
    Ok(app.store_key_value(STORE_KEY, &text).await?)
}

/// Lists the emoji of this bot among those of the application.
async fn list_application_emoji_with_prefix(
    http: &Http,
) -> serenity::Result<Vec<ApplicationEmoji>> {
    let application_id = http.application_id().ok_or(HttpError::ApplicationIdMissing)?;
    let request = Request::new(Route::Emojis { application_id }, LightMethod::Get);
    let mut list = http.fire::<EmojiList>(request).await?.items;
    list.retain(|emoji| emoji.name.starts_with(PREFIX));
    Ok(list)
}

/// Uploads one emoji and returns its id.
async fn upload(http: &Http, name: &str, png: &[u8]) -> serenity::Result<EmojiId> {
    let application_id = http.application_id().ok_or(HttpError::ApplicationIdMissing)?;
    let image = CreateAttachment::bytes(png, "emoji.png").to_base64();
    let body = json!({ "name": name, "image": image }).to_string().into_bytes();
    let request = Request::new(Route::Emojis { application_id }, LightMethod::Post);
    Ok(http.fire::<ApplicationEmoji>(request.body(Some(body))).await?.id)
}

/// Deletes all emoji of this bot, and returns how many there were.
async fn delete_all_with_prefix(http: &Http) -> serenity::Result<usize> {
    let emoji = list_application_emoji_with_prefix(http).await?;
    for one in &emoji {
        http.delete_application_emoji(one.id).await?;
    }
    Ok(emoji.len())
}
