//! Fight scripts: fights as text, played and checked. `docs/SCRIPTS.md` has the grammar.
//!
//! - [`parse`]: text → [`grammar`], with `file:line` for every parse error.
//! - [`runner`]: plays the statements one by one at a [`table`]: directly through the app, or
//!   through the real Discord client and a fake Discord (`table/chat.rs`).
//! - `state_checks`: the state that a script expects; `invariants`: what is checked after every
//!   step although no script states it (I1, I3, I5, I6, I7).
//! - `sandbox`: the bot on a local fake Discord, opened on a fight that a script has prepared.
//! - `plain_text`: what is shown at the table, as plain text.
//!
//! Whether a rule is right is not decided here: the engine plays, and the script states what it
//! expects.

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
use runner::RunOptions;
use table::ScriptUsers;
use table::direct::DirectTable;

use app::journal::JournalRecord;
use store::io_problem::describe_io_error;
use store::{BoxFuture, Store};

const SCRIPTS_HINT: &str =
    "What a fight script looks like is told in docs/SCRIPTS.md; tests/scripts has many.";

/// Why a script failed: where, and what was expected and found. Line 0 stands for the script as a
/// whole.
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
    /// Play through the fake Discord and the real client.
    pub uses_discord: bool,
    /// Store the fight in this file, which must not exist yet; `None` uses memory.
    pub database_file: Option<PathBuf>,
}

/// The result of a script: its transcript up to the end or the first failure.
#[derive(Default)]
pub struct ScriptResult {
    pub transcript: String,
    /// The channel at the end, in Markdown; empty without the fake Discord.
    pub channel: String,
    pub failure: Option<ScriptFailure>,
    /// The invariants that did not hold, if the run went on all the same.
    pub invariant_failures: Vec<ScriptFailure>,
    /// The rows of the journal; empty for a script that failed.
    pub records: Vec<JournalRecord>,
}

/// Parses and plays one script.
pub async fn play_file(file: &Path, options: &PlayOptions) -> ScriptResult {
    match read_script(file) {
        Ok(script) => play_script(&script, options).await,
        Err(failure) => failure.into(),
    }
}

/// Reads and parses a script. A file that cannot be read is a failure in line 0.
fn read_script(file: &Path) -> Result<Script, ScriptFailure> {
    let name = file.display().to_string();
    match std::fs::read_to_string(file) {
        Ok(text) => parse::parse_script(&name, &text),
        Err(error) => {
            let problem = describe_io_error(&error);
            Err(ScriptFailure { file: name, line: 0, message: format!("{problem} {SCRIPTS_HINT}") })
        }
    }
}

/// Parses one script and plays it in memory, first through the fake Discord and the real client,
/// then directly with the same users. Both must give the same records; invariants that were checked
/// for a record once are not checked again.
#[cfg(feature = "sandbox")]
pub async fn play_on_discord_and_directly_and_compare(file: &Path) -> [ScriptResult; 2] {
    let script = match read_script(file) {
        Ok(script) => script,
        Err(failure) => return [failure.into(), ScriptResult::default()],
    };
    match (Store::in_memory().await, Store::in_memory().await) {
        (Ok(first_store), Ok(second_store)) => {
            let (first, users) = play_on_discord(&script, first_store).await;
            let mut second =
                play_directly(&script, second_store, users, first.records.clone()).await;
            if let (None, None) = (&first.failure, &second.failure)
                && first.records != second.records
            {
                second = failed_result(&script, "through the client it is another fight".into());
            }
            [first, second]
        }
        (Err(error), _) | (_, Err(error)) => {
            [failed_result(&script, error.to_string()), ScriptResult::default()]
        }
    }
}

/// Plays a parsed script, in memory or in the file of the options, which must not exist yet. What
/// goes wrong stands in the result.
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
        Err(error) => return failed_result(script, error.to_string()),
    };
    let result = play_script_on_store(script, options, store.clone()).await;
    if options.database_file.is_some() {
        store.close().await;
    }
    result
}

/// Plays a parsed script on an empty store.
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
    failed_result(script, "this program is built without the fake Discord".into())
}

/// Plays a script directly, with these users. The invariants of `checked_records` are not checked
/// again.
fn play_directly(
    script: &Script,
    store: Store,
    users: ScriptUsers,
    checked_records: Vec<JournalRecord>,
) -> BoxFuture<'_, ScriptResult> {
    Box::pin(async move {
        let options = RunOptions { checked_records, ..RunOptions::default() };
        runner::run_script(script, DirectTable::new(store, users), options).await.0
    })
}

/// Plays a script through the fake Discord and the real client; also returns the users.
#[cfg(feature = "sandbox")]
fn play_on_discord(script: &Script, store: Store) -> BoxFuture<'_, (ScriptResult, ScriptUsers)> {
    Box::pin(async move {
        match table::chat::ChatTable::start(store).await {
            Ok(chat) => {
                let (mut result, mut chat) =
                    runner::run_script(script, chat, RunOptions::default()).await;
                result.channel = chat.transcript();
                let users = chat.script_users();
                // The bot must not outlive its fake Discord.
                chat.close().await;
                (result, users)
            }
            Err(error) => (failed_result(script, error), ScriptUsers::default()),
        }
    })
}

fn failed_result(script: &Script, message: String) -> ScriptResult {
    ScriptFailure { file: script.file.clone(), line: 0, message }.into()
}

/// The result of a script that failed before anything was played.
impl From<ScriptFailure> for ScriptResult {
    fn from(failure: ScriptFailure) -> Self {
        Self { failure: Some(failure), ..Self::default() }
    }
}
