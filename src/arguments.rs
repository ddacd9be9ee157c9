//! Parsing of the command line, and error messages in sentences that never quote a secret.

use std::error::Error as _;
use std::ffi::OsString;
use std::num::ParseIntError;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use clap::builder::{OsStringValueParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
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
        if error.use_stderr() {
            let secrets = list_possible_secrets_longest_first(std::env::args_os().skip(1));
            let hide = |text: String, secret: &String| text.replace(secret, HIDDEN_TEXT);
            print_error(&secrets.iter().fold(describe_error(&error), hide));
        } else {
            // The help or the version, which somebody has asked for.
            let _ = error.print();
        }
        ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(crate::EXIT_BAD_START))
    })
}

/// Says in sentences what is wrong with the arguments, and where to read how they are written.
fn describe_error(error: &clap::Error) -> String {
    let context = |kind| error.get(kind).map(ContextValue::to_string);
    let argument = context(ContextKind::InvalidArg).unwrap_or_default();
    let value = context(ContextKind::InvalidValue).unwrap_or_default();
    let problem = match error.kind() {
        ErrorKind::MissingSubcommand | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            "A command is missing.".into()
        }
        ErrorKind::InvalidSubcommand => {
            let name = context(ContextKind::InvalidSubcommand).unwrap_or_default();
            format!("There is no command “{name}”.")
        }
        ErrorKind::UnknownArgument => format!("“{argument}” has no meaning here."),
        ErrorKind::MissingRequiredArgument => format!("{argument} is missing."),
        ErrorKind::ArgumentConflict => {
            let other = context(ContextKind::PriorArg).unwrap_or_default();
            format!("{argument} and {other} do not go together.")
        }
        ErrorKind::NoEquals | ErrorKind::TooManyValues | ErrorKind::WrongNumberOfValues => {
            format!("{argument} is written in another way.")
        }
        ErrorKind::InvalidUtf8 => "An argument has bytes that are no text (UTF-8).".into(),
        _ if value.is_empty() => format!("{argument} needs a value."),
        _ => format!(
            "{argument} cannot be “{value}”: {}.",
            describe_expected_value(error, &argument)
        ),
    };
    let suggestion = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand]
        .into_iter()
        .find_map(context)
        .map(|name| format!(" Is {name} meant?"));
    let usage = "`riposte --help` says what there is.";
    format!("{problem}{} {usage}", suggestion.unwrap_or_default())
}

/// Says what the value of an argument is: in the words of our own parsers, which give them as the
/// source of the error, and for numbers here.
fn describe_expected_value(error: &clap::Error, argument: &str) -> String {
    match error.source() {
        Some(source) if !source.is::<ParseIntError>() && !argument.contains("PORT") => {
            source.to_string()
        }
        _ if argument.contains("PORT") => "a port is a number from 0 to 65535".into(),
        _ => "it must be a whole number, 0 or more".into(),
    }
}

/// Shorter arguments are not hidden: they are no secrets, and could be part of any word.
const MIN_SECRET_LETTERS: usize = 6;

/// Returns the arguments that look like an address, a token or a setting, and for each also the
/// part behind its `=`; the longest first.
fn list_possible_secrets_longest_first(arguments: impl Iterator<Item = OsString>) -> Vec<String> {
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

/// Returns whether an argument looks like an address, a token or a setting.
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

/// Returns whether a text is the address of a database server, or a setting with its name. Anything
/// that the database takes for a file is neither.
fn is_address_or_setting(text: &str) -> bool {
    let parsed = Database::parse(text.trim_matches(is_quotation_mark));
    !matches!(parsed, Ok(Database::File(_)) | Err(DatabaseAddressError::InvisibleCharacter))
}
