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

mod facts;
pub mod grammar;
pub mod parse;
mod proofs;
pub mod run;
#[cfg(feature = "sandbox")]
pub mod sandbox;
mod show;
pub mod table;

use std::fmt;
use std::path::{Path, PathBuf};

use grammar::Script;
use table::People;
use table::direct::Direct;

use app::journal::Record;
use store::io_problem::describe_io_error;
use store::{Boxed, Store};

const WHERE_SCRIPTS_ARE: &str =
    "What a fight script looks like is told in docs/SCRIPTS.md; tests/scripts has many.";

/// Why a script failed: where, and what was expected and found. Line 0: the script as a whole.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Failure {
    pub file: String,
    pub line: usize,
    pub what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}", self.file, self.what),
            line => write!(f, "{}:{line}: {}", self.file, self.what),
        }
    }
}

/// How scripts are played.
#[derive(Clone, Debug, Default)]
pub struct Way {
    /// Through the stand-in and the real client.
    pub is_discord: bool,
    /// On this file, which is not there yet; else in memory.
    pub keep: Option<PathBuf>,
}

/// How a script went: its transcript up to where it came, and the first failure.
#[derive(Default)]
pub struct Played {
    pub transcript: String,
    /// The channel as it stands at the end, in Markdown; "" without a stand-in.
    pub channel: String,
    pub failure: Option<Failure>,
    /// The rows of its journal; none where it failed.
    pub rows: Vec<Record>,
}

/// Reads and plays one script.
pub async fn play(file: &Path, way: &Way) -> Played {
    match read(file) {
        Ok(script) => play_script(&script, way).await,
        Err(failure) => failure.into(),
    }
}

fn read(file: &Path) -> Result<Script, Failure> {
    let name = file.display().to_string();
    match std::fs::read_to_string(file) {
        Ok(text) => parse::parse(&name, &text),
        Err(error) => {
            let what = describe_io_error(&error);
            Err(Failure { file: name, line: 0, what: format!("{what} {WHERE_SCRIPTS_ARE}") })
        }
    }
}

/// Reads one script and plays it in memory, through the stand-in and the real client, and then
/// directly with the same people: both must come to the same, and what was proved of it once holds.
#[cfg(feature = "sandbox")]
pub async fn play_both_ways(file: &Path) -> [Played; 2] {
    let script = match read(file) {
        Ok(script) => script,
        Err(failure) => return [failure.into(), Played::default()],
    };
    match (Store::in_memory().await, Store::in_memory().await) {
        (Ok(one), Ok(other)) => {
            let (first, people) = on_discord(&script, one).await;
            let mut second = directly(&script, other, people, first.rows.clone()).await;
            if let (None, None) = (&first.failure, &second.failure)
                && first.rows != second.rows
            {
                second = failed(&script, "through the client it is another fight".into());
            }
            [first, second]
        }
        (Err(fault), _) | (_, Err(fault)) => {
            [failed(&script, fault.to_string()), Played::default()]
        }
    }
}

/// Plays a script that was read before.
pub async fn play_script(script: &Script, way: &Way) -> Played {
    if let Some(file) = way.keep.as_deref().filter(|file| file.exists()) {
        return failed(script, format!("{} is there already", file.display()));
    }
    let store = match &way.keep {
        Some(file) => Store::open(file).await,
        None => Store::in_memory().await,
    };
    let store = match store {
        Ok(store) => store,
        Err(fault) => return failed(script, fault.to_string()),
    };
    let played = play_on(script, way, store.clone()).await;
    if way.keep.is_some() {
        store.close().await;
    }
    played
}

/// Plays a script on this store, which nothing is in yet.
pub async fn play_on(script: &Script, way: &Way, store: Store) -> Played {
    if !way.is_discord {
        return directly(script, store, People::default(), Vec::new()).await;
    }
    #[cfg(feature = "sandbox")]
    return on_discord(script, store).await.0;
    #[cfg(not(feature = "sandbox"))]
    failed(script, "this program is built without the stand-in for Discord".into())
}

/// … directly, by these people; what was proved of these rows is not proved again.
fn directly(
    script: &Script,
    store: Store,
    people: People,
    proved: Vec<Record>,
) -> Boxed<'_, Played> {
    Box::pin(async move { run::play(script, Direct::new(store, people), proved).await.0 })
}

/// … through the stand-in and the real client; and who the people are there.
#[cfg(feature = "sandbox")]
fn on_discord(script: &Script, store: Store) -> Boxed<'_, (Played, People)> {
    Box::pin(async move {
        match table::chat::Chat::open(store).await {
            Ok(chat) => {
                let (mut played, mut chat) = run::play(script, chat, Vec::new()).await;
                played.channel = chat.transcript();
                let people = chat.people();
                // A bot does not outlive its world.
                chat.close().await;
                (played, people)
            }
            Err(why) => (failed(script, why), People::default()),
        }
    })
}

fn failed(script: &Script, what: String) -> Played {
    Failure { file: script.file.clone(), line: 0, what }.into()
}

/// It failed before anything was played.
impl From<Failure> for Played {
    fn from(failure: Failure) -> Self {
        Self { failure: Some(failure), ..Self::default() }
    }
}
