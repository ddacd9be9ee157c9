//! Parsing of the command line, and error messages that never quote a secret.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use clap::builder::{OsStringValueParser, TypedValueParser};
use riposte::store::database::{Database, DatabaseAddressError, is_quotation_mark};

use crate::log::print_error;

const HIDDEN_TEXT: &str = "[hidden]";

/// Parses the arguments of the program.
///
/// # Errors
/// Arguments that cannot be parsed, and requests for help or the version, are printed here; the
/// error is the exit code. An argument that may contain a secret is not quoted.
pub fn parse_arguments_hiding_secrets<C: Parser>() -> Result<C, ExitCode> {
    C::try_parse().map_err(|error| {
        let secrets = find_possible_secrets(std::env::args_os().skip(1));
        if secrets.is_empty() || !error.use_stderr() {
            let _ = error.print();
        } else {
            let text = error.render().to_string();
            let hide = |text: String, secret: &String| text.replace(secret, HIDDEN_TEXT);
            print_error(secrets.iter().fold(text, hide).trim_end());
        }
        ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(crate::EXIT_BAD_START))
    })
}

/// Shorter arguments are not hidden: they are no secrets, and could be part of any word.
const MIN_SECRET_LETTERS: usize = 6;

/// Returns the arguments that look like an address, a token or a setting, and for each also the
/// part behind its `=`; the longest first.
fn find_possible_secrets(arguments: impl Iterator<Item = OsString>) -> Vec<String> {
    let arguments = arguments.map(|argument| argument.to_string_lossy().into_owned());
    let mut secrets: Vec<String> = Vec::new();
    for argument in arguments.filter(|argument| may_have_secret(argument)) {
        let value = argument.split_once('=').map(|(_, value)| value.to_string());
        secrets.extend(value);
        secrets.push(argument);
    }
    secrets.retain(|secret| secret.chars().count() >= MIN_SECRET_LETTERS);
    secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
    secrets
}

fn may_have_secret(argument: &str) -> bool {
    argument.contains(['@', '=']) || argument.contains("://") || argument.matches('.').count() > 1
}

/// Returns a clap parser for names of files and folders, which refuses addresses and settings.
pub fn file_name_parser() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|name| {
        match is_address_or_setting(&name.to_string_lossy()) {
            true => Err("the name of a file, not an address or a setting"),
            false => Ok(PathBuf::from(name)),
        }
    })
}

fn is_address_or_setting(text: &str) -> bool {
    let parsed = Database::parse(text.trim_matches(is_quotation_mark));
    !matches!(parsed, Ok(Database::File(_)) | Err(DatabaseAddressError::InvisibleCharacter))
}
