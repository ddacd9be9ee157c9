//! What people read of errors: every error type of the program has sentences of its own, without
//! texts of libraries and without secrets.

use std::collections::BTreeSet;
use std::fs;
use std::io::{Error as IoError, ErrorKind};
use std::path::{Path, PathBuf};

use poise::serenity_prelude as serenity;
use riposte::app::StoreError;
use riposte::app::outbox::DeliveryError;
use riposte::discord::error::{BotError, describe_request_failure, to_start_error};
use riposte::fake_discord::ClientError;
use riposte::fight_script::ScriptFailure;
use riposte::store::backup::MaintenanceError;
use riposte::store::database::{Database, DatabaseAddressError};
use riposte::store::database_copy::DatabaseCopyError;
use riposte::store::ids::IdParseError;
use riposte::store::io_problem::{describe_io_error, describe_network_error};
use riposte::store::shards::ShardRangeParseError;

/// Stands in texts of libraries, where it may be a part of an address or a file.
const SECRET: &str = "Zq7Xw9Kp2L";

/// Parts of the texts of serde, sqlx, SQLite, PostgreSQL, reqwest, hyper and the system.
const LIBRARY_TEXTS: &[&str] = &[
    "os error",
    "errno",
    "(code:",
    "error returned from",
    "expected ",
    "invalid type",
    "missing field",
    "unknown variant",
    "EOF while",
    "at line 1 column",
    "disk I/O error",
    "file is not a database",
    "relative URL",
    "builder error",
    "error sending request",
    "error for url",
    "tunnel error",
    "unsupported scheme",
    "tcp connect",
    "dns error",
    "Some(",
    "Err(",
    "Kind(",
    "[Serenity]",
    "panicked",
];

/// Checks that an error's text is not empty, and shows neither a secret nor a library's text.
#[track_caller]
fn check_sentence(text: &str) {
    assert!(!text.trim().is_empty());
    assert!(!text.contains(SECRET), "it shows a secret: {text}");
    for library_text in LIBRARY_TEXTS {
        assert!(!text.contains(library_text), "“{library_text}” in: {text}");
    }
}

/// Checks the sentence of each sample. A variant without a pattern does not compile, and the
/// samples stand beside the patterns.
macro_rules! check_every_variant {
    ($error:ty { $($pattern:pat => [$($sample:expr),+ $(,)?]),+ $(,)? }) => {{
        fn _has_sample(error: &$error) {
            match error {
                $($pattern => {})+
            }
        }
        let samples: Vec<$error> = vec![$($($sample),+),+];
        samples.iter().for_each(|sample| check_sentence(&sample.to_string()));
    }};
}

/// Every kind of error of the system, and one with a text of its own.
fn io_errors() -> Vec<IoError> {
    let system_errors = (1..134).map(IoError::from_raw_os_error);
    system_errors.chain([IoError::other(SECRET), ErrorKind::InvalidData.into()]).collect()
}

/// Returns a database address with the secret as its password.
fn database() -> Database {
    Database::parse(&format!("postgres://bot:{SECRET}@127.0.0.1:1/fights")).unwrap()
}

/// Returns an error that holds the secret in the URL of its request.
fn request_error() -> reqwest::Error {
    let client = reqwest::Client::new();
    client.get(format!("//bot:{SECRET}@example.org")).build().unwrap_err()
}

/// Returns errors of the Discord library of several kinds, some with the secret.
fn serenity_errors() -> Vec<serenity::Error> {
    let json_error = || serde_json::from_str::<u64>(&format!("\"{SECRET}\"")).unwrap_err();
    vec![
        serenity::Error::Json(json_error()),
        serenity::Error::Io(IoError::other(SECRET)),
        serenity::Error::Io(ErrorKind::ConnectionRefused.into()),
        serenity::Error::Format(std::fmt::Error),
        serenity::Error::Url(SECRET.into()),
        serenity::Error::Model(serenity::ModelError::MessageTooLong(1)),
        serenity::Error::Http(serenity::HttpError::Request(request_error())),
        serenity::Error::Http(serenity::HttpError::RateLimitI64F64),
    ]
}

#[test]
fn errors_of_the_database_are_sentences() {
    let text = || String::from("the disk does not answer");
    check_every_variant!(StoreError {
        StoreError::Locked => [StoreError::Locked],
        StoreError::ReadOnly => [StoreError::ReadOnly],
        StoreError::DiskFull => [StoreError::DiskFull],
        StoreError::Unreachable(_) => [StoreError::Unreachable(text())],
        StoreError::NewerVersion { .. } => [StoreError::NewerVersion { found: 2, known: 1 }],
        StoreError::CannotOpen(_) => [StoreError::CannotOpen(text())],
        StoreError::FileReplaced(_) => [StoreError::FileReplaced("a.db".into())],
        StoreError::Corrupt(_) => [
            StoreError::Corrupt(text()),
            StoreError::from_unreadable_json(
                &serde_json::from_str::<u64>(&format!("\"{SECRET}\"")).unwrap_err(),
            ),
        ],
        StoreError::Other(_) => [StoreError::Other(text())],
    });
    check_every_variant!(DatabaseAddressError {
        DatabaseAddressError::QuotationMarks => [DatabaseAddressError::QuotationMarks],
        DatabaseAddressError::InvisibleCharacter => [DatabaseAddressError::InvisibleCharacter],
        DatabaseAddressError::UnknownKind => [DatabaseAddressError::UnknownKind],
        DatabaseAddressError::FilePrefix => [DatabaseAddressError::FilePrefix],
        DatabaseAddressError::InMemory => [DatabaseAddressError::InMemory],
        DatabaseAddressError::Malformed => [DatabaseAddressError::Malformed],
        DatabaseAddressError::UnknownParameter => [DatabaseAddressError::UnknownParameter],
    });
    check_every_variant!(MaintenanceError {
        MaintenanceError::AlreadyExists(_) => [MaintenanceError::AlreadyExists("a.db".into())],
        MaintenanceError::DatabaseMissing(_) => [MaintenanceError::DatabaseMissing(database())],
        MaintenanceError::BackupMissing(_) => [MaintenanceError::BackupMissing("a.db".into())],
        MaintenanceError::NotFightDatabase(_) => [MaintenanceError::NotFightDatabase(database())],
        MaintenanceError::OnServer(_) => [MaintenanceError::OnServer(database())],
        MaintenanceError::UnknownObject { .. } => [
            MaintenanceError::UnknownObject { file: "a.db".into(), what: "view x".into() },
        ],
        MaintenanceError::Store { .. } => [
            MaintenanceError::Store { file: database(), error: StoreError::Locked },
        ],
        MaintenanceError::BackupIsDatabase(_) => [
            MaintenanceError::BackupIsDatabase("a.db".into()),
        ],
        MaintenanceError::InUse(_) => [MaintenanceError::InUse(database())],
        MaintenanceError::OutdatedVersion { .. } => [
            MaintenanceError::OutdatedVersion { file: database(), version: 1, newest: 2 },
        ],
        MaintenanceError::Io { .. } => [
            MaintenanceError::Io { file: "a.db".into(), error: IoError::other(SECRET) },
        ],
    });
    check_every_variant!(DatabaseCopyError {
        DatabaseCopyError::Maintenance(_) => [MaintenanceError::InUse(database()).into()],
        DatabaseCopyError::TargetNotEmpty(_) => [DatabaseCopyError::TargetNotEmpty(database())],
        DatabaseCopyError::SameDatabase(_) => [DatabaseCopyError::SameDatabase(database())],
        DatabaseCopyError::Row { .. } => [
            DatabaseCopyError::Row { table: "fight".into(), error: StoreError::Locked },
        ],
        DatabaseCopyError::Mismatch { .. } => [
            DatabaseCopyError::Mismatch { table: "fight".into(), after: Vec::new() },
        ],
    });
    check_sentence(&ShardRangeParseError.to_string());
    check_sentence(&IdParseError.to_string());
}

#[test]
fn errors_of_files_and_connections_are_sentences() {
    for error in io_errors() {
        check_sentence(&describe_io_error(&error));
        check_sentence(&describe_network_error(&error));
    }
    check_sentence(&describe_network_error(&request_error()));
    for error in serenity_errors() {
        check_sentence(&describe_network_error(&error));
    }
}

#[test]
fn errors_of_discord_are_sentences() {
    let http = serenity::HttpBuilder::new("a.b.c")
        .proxy(format!("http://127.0.0.1:1/{SECRET}"))
        .ratelimiter_disabled(true)
        .build();
    for error in serenity_errors() {
        check_sentence(&describe_request_failure(&error));
        check_sentence(&to_start_error(&http, &error).to_string());
        check_sentence(&BotError::from(error).to_string());
    }
    check_every_variant!(BotError {
        BotError::Store(_) => [StoreError::Locked.into()],
        BotError::Discord(_) => [serenity::Error::Io(IoError::other(SECRET)).into()],
        BotError::UnknownCommand => [BotError::UnknownCommand],
        BotError::Fatal(_) => [BotError::Fatal("Discord refuses the token.".into())],
    });
    check_every_variant!(DeliveryError {
        DeliveryError::Retryable { .. } => [
            DeliveryError::Retryable { reason: "no answer".into(), retry_after: None },
        ],
        DeliveryError::TargetGone => [DeliveryError::TargetGone],
        DeliveryError::EditLimitReached => [DeliveryError::EditLimitReached],
        DeliveryError::Empty => [DeliveryError::Empty],
        DeliveryError::Unreachable { .. } => [
            DeliveryError::Unreachable { reason: "the thread is locked".into() },
        ],
        DeliveryError::Blocked { .. } => [
            DeliveryError::Blocked { text: "Wolf".into(), replacement: None },
        ],
        DeliveryError::AccessLost => [DeliveryError::AccessLost],
        DeliveryError::Permanent { .. } => [DeliveryError::Permanent { reason: "gone".into() }],
    });
}

#[test]
fn errors_of_scripts_and_of_the_sandbox_are_sentences() {
    check_every_variant!(ClientError {
        ClientError::NotACommand => [ClientError::NotACommand],
        ClientError::UnknownCommand(_) => [ClientError::UnknownCommand("/a".into())],
        ClientError::CommandGroup(..) => [ClientError::CommandGroup("/a".into(), "/a b".into())],
        ClientError::WrongContext(_) => [ClientError::WrongContext("/a".into())],
        ClientError::NotAllowed(_) => [ClientError::NotAllowed("/a".into())],
        ClientError::UnreadableOptions(_) => [ClientError::UnreadableOptions("a".into())],
        ClientError::UnknownOption(_) => [ClientError::UnknownOption("a".into())],
        ClientError::MissingOption(_) => [ClientError::MissingOption("a".into())],
        ClientError::BadValue { .. } => [
            ClientError::BadValue { option: "a".into(), why: "it is empty".into() },
        ],
        ClientError::NoAutocomplete(_) => [ClientError::NoAutocomplete("a".into())],
        ClientError::NoSuchMessage => [ClientError::NoSuchMessage],
        ClientError::NoSuchComponent(..) => [
            ClientError::NoSuchComponent("a".into(), "b".into()),
        ],
        ClientError::Disabled(_) => [ClientError::Disabled("a".into())],
        ClientError::NoSuchModal => [ClientError::NoSuchModal],
        ClientError::NoAnswer => [ClientError::NoAnswer],
    });
    let failure = ScriptFailure { file: "a.fight".into(), line: 1, message: "refused".into() };
    check_sentence(&failure.to_string());
}

/// Error types that the tests of this file check, and those that are checked where they are
/// private.
const CHECKED_TYPES: &[&str] = &[
    "BotError",
    "ClientError",
    "DatabaseAddressError",
    "DatabaseCopyError",
    "DeliveryError",
    "IdParseError",
    "MaintenanceError",
    "ScriptFailure",
    "ShardRangeParseError",
    "StoreError",
    // tests/command_line.rs makes each of them, with a secret in it.
    "BadConfig",
    "DotEnvError",
    "PruneError",
    // A type of crates/store/src/error.rs, whose text is our own.
    "ShardsRefused",
    // A script's author reads it: a ClientError, or one of two sentences.
    "ChatInputError",
    // A type of the test of crates/store/src/io_problem.rs.
    "RequestError",
];

/// Adds the Rust files below a folder to `files`.
fn list_rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            list_rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

#[test]
fn every_error_type_is_checked() {
    let mut files = Vec::new();
    list_rust_files(Path::new("src"), &mut files);
    list_rust_files(Path::new("crates"), &mut files);
    let mut types = BTreeSet::new();
    for file in files {
        let text = fs::read_to_string(file).unwrap();
        for (place, _) in text.match_indices("thiserror::Error") {
            let is_keyword = |word: &&str| ["enum", "struct"].contains(word);
            let mut words = text[place..].split_whitespace().skip_while(|word| !is_keyword(word));
            let name = words.nth(1).unwrap_or_default();
            let name = name.split(|letter: char| !letter.is_alphanumeric()).next();
            types.insert(name.unwrap_or_default().to_string());
        }
    }
    let checked: BTreeSet<String> = CHECKED_TYPES.iter().map(|name| (*name).into()).collect();
    assert_eq!(types, checked, "found on the left, checked on the right");
}
