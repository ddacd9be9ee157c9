//! Documents that are made from the program, and stay true to it. `RIPOSTE_BLESS=1 cargo test
//! --test docs` writes them anew.

mod commands;
mod dice_check;
mod homebrew;
mod named_commands;
#[cfg(feature = "sandbox")]
mod transcripts;

use std::fs;

/// The document is as the program has it.
#[track_caller]
fn check(path: &str, made: &str) {
    if std::env::var_os("RIPOSTE_BLESS").is_some() {
        fs::write(path, made).unwrap();
    }
    let written = fs::read_to_string(path).unwrap_or_default();
    let differs = written.lines().zip(made.lines()).position(|(old, new)| old != new);
    assert!(
        written == made,
        "{path} is out of date (line {}): RIPOSTE_BLESS=1 cargo test --test docs writes it anew",
        differs.unwrap_or(written.lines().count()) + 1,
    );
}
