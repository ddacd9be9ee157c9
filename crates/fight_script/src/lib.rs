//! Fight scripts: a fight as text, played and checked. `docs/SCRIPTS.md` has the grammar.
//!
//! - [`parse`]: text → [`grammar`], with `file:line` for whatever does not read.
//! - [`run`]: statement by statement at a [`table`]: straight through the app, or through the real
//!   client and the stand-in (`table/chat.rs`).
//! - [`facts`]: what a script says of the state; [`proofs`]: what is checked after every step
//!   although no script says so (I1, I5, I6, saving and loading).
//! - `sandbox`: the bot and a local stand-in, opened on a scene that a script has prepared.
//! - [`show`]: what is told at the table, as plain text.
//!
//! Not here: which rule is right. The engine plays, the script judges.

#![warn(clippy::unwrap_used, clippy::dbg_macro, clippy::todo)]

pub mod grammar;
mod invariants;
pub mod parse;
mod plain_text;
pub mod runner;
#[cfg(feature = "sandbox")]
pub mod sandbox;
mod state_checks;
pub mod table;

use std::fmt;
use std::path::{Path, PathBuf};

use grammar::Script;
use table::ScriptUsers;
use table::direct::DirectTable;

use app::journal::JournalRecord;
use store::io_problem::describe_io_error;
use store::{BoxFuture, Store};

const SCRIPTS_HINT: &str =
    "What a fight script looks like is told in docs/SCRIPTS.md; tests/scripts has many.";

/// Why a script failed: where, and what was expected and found. Line 0: the script as a whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct ScriptFailure {
    pub file: String,
    pub line: usize,
    pub message: String,
}

impl fmt::Display for ScriptFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.message),
            line => write!(f, "{}:{line}: {}", self.file, self.message),
        }
    }
}

/// How scripts are played.
#[derive(Clone, Debug, Default)]
pub struct PlayOptions {
    /// Through the stand-in and the real client.
    pub uses_discord: bool,
    /// On this file, which is not there yet; else in memory.
    pub database_file: Option<PathBuf>,
}

/// How a script went: its transcript up to where it came, and the first failure.
#[derive(Default)]
pub struct ScriptResult {
    pub transcript: String,
    /// The channel as it stands at the end, in Markdown; "" without a stand-in.
    pub channel: String,
    pub failure: Option<ScriptFailure>,
    /// The rows of its journal; none where it failed.
    pub records: Vec<JournalRecord>,
}

/// Reads and plays one script.
pub async fn play_file(file: &Path, options: &PlayOptions) -> ScriptResult {
    match read_script(file) {
        Ok(script) => play_script(&script, options).await,
        Err(failure) => failure.into(),
    }
}

fn read_script(file: &Path) -> Result<Script, ScriptFailure> {
    let name = file.display().to_string();
    match std::fs::read_to_string(file) {
        Ok(text) => parse::parse_script(&name, &text),
        Err(error) => {
            let what = describe_io_error(&error);
            Err(ScriptFailure { file: name, line: 0, message: format!("{what} {SCRIPTS_HINT}") })
        }
    }
}

/// Reads one script and plays it in memory, through the stand-in and the real client, and then
/// directly with the same people: both must come to the same, and what was proved of it once holds.
#[cfg(feature = "sandbox")]
pub async fn play_on_discord_and_directly(file: &Path) -> [ScriptResult; 2] {
    let script = match read_script(file) {
        Ok(script) => script,
        Err(failure) => return [failure.into(), ScriptResult::default()],
    };
    match (Store::in_memory().await, Store::in_memory().await) {
        (Ok(one), Ok(other)) => {
            let (first, people) = play_on_discord(&script, one).await;
            let mut second = play_directly(&script, other, people, first.records.clone()).await;
            if let (None, None) = (&first.failure, &second.failure)
                && first.records != second.records
            {
                second = failed_result(&script, "through the client it is another fight".into());
            }
            [first, second]
        }
        (Err(fault), _) | (_, Err(fault)) => {
            [failed_result(&script, fault.to_string()), ScriptResult::default()]
        }
    }
}

/// Plays a script that was read before.
pub async fn play_script(script: &Script, options: &PlayOptions) -> ScriptResult {
    if let Some(file) = options.database_file.as_deref().filter(|file| file.exists()) {
        return failed_result(script, format!("{} is there already", file.display()));
    }
    let store = match &options.database_file {
        Some(file) => Store::open(file).await,
        None => Store::in_memory().await,
    };
    let store = match store {
        Ok(store) => store,
        Err(fault) => return failed_result(script, fault.to_string()),
    };
    let played = play_script_on_store(script, options, store.clone()).await;
    if options.database_file.is_some() {
        store.close().await;
    }
    played
}

/// Plays a script on this store, which nothing is in yet.
pub async fn play_script_on_store(
    script: &Script,
    options: &PlayOptions,
    store: Store,
) -> ScriptResult {
    if !options.uses_discord {
        return play_directly(script, store, ScriptUsers::default(), Vec::new()).await;
    }
    #[cfg(feature = "sandbox")]
    return play_on_discord(script, store).await.0;
    #[cfg(not(feature = "sandbox"))]
    failed_result(script, "this program is built without the stand-in for Discord".into())
}

/// … directly, by these people; what was proved of these rows is not proved again.
fn play_directly(
    script: &Script,
    store: Store,
    users: ScriptUsers,
    checked_records: Vec<JournalRecord>,
) -> BoxFuture<'_, ScriptResult> {
    Box::pin(async move {
        runner::run_script(script, DirectTable::new(store, users), checked_records).await.0
    })
}

/// … through the stand-in and the real client; and who the people are there.
#[cfg(feature = "sandbox")]
fn play_on_discord(script: &Script, store: Store) -> BoxFuture<'_, (ScriptResult, ScriptUsers)> {
    Box::pin(async move {
        match table::chat::ChatTable::start(store).await {
            Ok(chat) => {
                let (mut played, mut chat) = runner::run_script(script, chat, Vec::new()).await;
                played.channel = chat.transcript();
                let people = chat.script_users();
                // A bot does not outlive its world.
                chat.close().await;
                (played, people)
            }
            Err(why) => (failed_result(script, why), ScriptUsers::default()),
        }
    })
}

fn failed_result(script: &Script, message: String) -> ScriptResult {
    ScriptFailure { file: script.file.clone(), line: 0, message }.into()
}

/// It failed before anything was played.
impl From<ScriptFailure> for ScriptResult {
    fn from(failure: ScriptFailure) -> Self {
        Self { failure: Some(failure), ..Self::default() }
    }
}
