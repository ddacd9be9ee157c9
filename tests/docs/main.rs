//! Documents that are generated from the program, or that must agree with it.
//! `RIPOSTE_BLESS=1 cargo test --test docs` regenerates them.

mod commands;
mod dice_check;
mod homebrew;
mod kits;
mod named_commands;
mod release;
mod secrets;
#[cfg(feature = "sandbox")]
mod transcripts;
mod tutorial;

use std::fs;

/// Asserts that the document equals the generated text, after writing it if `RIPOSTE_BLESS` is set.
#[track_caller]
fn check_document(path: &str, generated: &str) {
    if std::env::var_os("RIPOSTE_BLESS").is_some() {
        fs::write(path, generated).unwrap();
    }
    let current = fs::read_to_string(path).unwrap_or_default();
    let first_difference = current.lines().zip(generated.lines()).position(|(old, new)| old != new);
    assert!(
        current == generated,
        "{path} is out of date (line {}): RIPOSTE_BLESS=1 cargo test --test docs regenerates it",
        first_difference.unwrap_or(current.lines().count()) + 1,
    );
}
