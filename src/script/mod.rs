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
use table::direct::Direct;

use crate::store::Store;

/// Why a script failed: where, and what was expected and found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Failure {
    pub file: String,
    pub line: usize,
    pub what: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.what)
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
pub struct Played {
    pub transcript: String,
    /// The channel as it stands at the end, in Markdown; "" without a stand-in.
    pub channel: String,
    pub failure: Option<Failure>,
}

/// Reads and plays one script.
pub async fn play(file: &Path, way: &Way) -> Played {
    let name = file.display().to_string();
    let failed = |line, what: String| Played {
        transcript: String::new(),
        channel: String::new(),
        failure: Some(Failure { file: name.clone(), line, what }),
    };
    let text = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(wrong) => return failed(0, wrong.to_string()),
    };
    let script = match parse::parse(&name, &text) {
        Ok(script) => script,
        Err(failure) => return failed(failure.line, failure.what),
    };
    play_script(&script, way).await
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
        return run::run(script, Direct::new(store)).await;
    }
    #[cfg(feature = "sandbox")]
    match table::chat::Chat::open(store).await {
        Ok(chat) => {
            let (mut played, mut chat) = run::play(script, chat).await;
            played.channel = chat.transcript();
            // A bot does not outlive its world.
            chat.close().await;
            played
        }
        Err(why) => failed(script, why),
    }
    #[cfg(not(feature = "sandbox"))]
    failed(script, "this program is built without the stand-in for Discord".into())
}

fn failed(script: &Script, what: String) -> Played {
    let failure = Some(Failure { file: script.file.clone(), line: 0, what });
    Played { transcript: String::new(), channel: String::new(), failure }
}
