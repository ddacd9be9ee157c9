//! Plays every script of `tests/scripts/`. One script alone: `riposte play FILE`.

use std::path::{Path, PathBuf};

use riposte::script::{self, Way};

/// So many are played side by side.
const AT_ONCE: usize = 4;

fn scripts() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/scripts");
    let list = |folder: &Path| -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).unwrap();
        entries.map(|entry| entry.unwrap().path()).collect()
    };
    let systems = list(&root).into_iter().filter(|path| path.is_dir());
    let files = systems.flat_map(|system| list(&system));
    let mut files: Vec<_> =
        files.filter(|file| file.extension().is_some_and(|end| end == "fight")).collect();
    files.sort();
    files
}

async fn check(way: Way) {
    let mut playing = tokio::task::JoinSet::new();
    let mut files = scripts().into_iter();
    let mut failures = Vec::new();
    loop {
        while playing.len() < AT_ONCE
            && let Some(file) = files.next()
        {
            let way = way.clone();
            playing.spawn(async move { script::play(&file, &way).await });
        }
        let Some(played) = playing.join_next().await else { break };
        let played = played.unwrap();
        if let Some(failure) = played.failure {
            failures.push(format!("{failure}\n{}", played.transcript));
        }
    }
    failures.sort();
    assert!(failures.is_empty(), "{} scripts fail:\n\n{}", failures.len(), failures.join("\n\n"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_script_holds() {
    check(Way::default()).await;
}

/// The same through the stand-in and the real client.
#[cfg(feature = "sandbox")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_script_holds_on_discord() {
    check(Way { is_discord: true, ..Way::default() }).await;
}
