//! Plays every script of `tests/scripts/`. One script alone: `riposte play FILE`.

use std::path::{Path, PathBuf};

use riposte::script::{self, Way};

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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_script_holds() {
    let mut playing = tokio::task::JoinSet::new();
    for file in scripts() {
        playing.spawn(async move { script::play(&file, &Way::default()).await });
    }
    let mut failures = Vec::new();
    while let Some(played) = playing.join_next().await {
        let played = played.unwrap();
        if let Some(failure) = played.failure {
            failures.push(format!("{failure}\n{}", played.transcript));
        }
    }
    failures.sort();
    assert!(failures.is_empty(), "{} scripts fail:\n\n{}", failures.len(), failures.join("\n\n"));
}
