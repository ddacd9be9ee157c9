//! Loads the `.env` file of the working directory or of the nearest folder above it.
//!
//! Errors name the line and the setting; they never quote the text of a line, since it may be a
//! token.

use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use riposte::store::io_problem::describe_io_error;

use crate::config::find_setting_in_line;

const FILE_NAME: &str = ".env";

/// Why the `.env` file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DotEnvError {
    #[error("{}: {problem} It would hold the settings of Riposte.", file.display())]
    File { file: PathBuf, problem: String },
    #[error(
        "{}, line {line}{}: {problem}. What stands there is not shown, as it may be a secret.",
        file.display(),
        InBrackets(*.setting)
    )]
    Line { file: PathBuf, line: usize, setting: Option<&'static str>, problem: &'static str },
}

struct InBrackets(Option<&'static str>);

impl fmt::Display for InBrackets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |name| write!(f, " ({name})"))
    }
}

/// What came of looking for a `.env` file and reading it.
#[derive(Debug, PartialEq, Eq)]
pub struct DotEnv {
    /// The file that was read; `None` if there is none.
    pub file: Option<PathBuf>,
    /// Sentences about values of which a part is lost, and about what is called like the file and
    /// is none.
    pub warnings: Vec<String>,
}

/// Puts the settings of the `.env` file into the environment; variables that are set already keep
/// their value.
///
/// # Errors
/// The file cannot be read, or a line does not have the form `NAME=value`. In that case nothing is
/// put into the environment.
pub fn set_environment_from_dot_env() -> Result<DotEnv, DotEnvError> {
    let found = std::env::current_dir().map(|folder| find_dot_env_file(&folder));
    let (file, mut warnings) = found.unwrap_or_default();
    let Some(file) = file else { return Ok(DotEnv { file: None, warnings }) };
    let bytes = fs::read(&file).map_err(|error| DotEnvError::File {
        file: file.clone(),
        problem: describe_io_error(&error),
    })?;
    let text = decode_text(&bytes).map_err(|problem| problem.in_file(&file))?;
    check_lines(&text).map_err(|problem| problem.in_file(&file))?;
    let is_in_environment = |name: &str| std::env::var_os(name).is_some();
    let lost_values = find_lost_values(&text, is_in_environment).into_iter();
    warnings.extend(lost_values.map(|problem| problem.in_file(&file).to_string()));
    dotenvy::from_read(text.as_bytes()).map_err(|_| DotEnvError::File {
        file: file.clone(),
        problem: "it cannot be read.".into(),
    })?;
    Ok(DotEnv { file: Some(file), warnings })
}

/// Returns the `.env` file of a folder or of the nearest folder above it, with a sentence for each
/// thing of that name that was passed over because it is no file or cannot be looked at.
fn find_dot_env_file(folder: &Path) -> (Option<PathBuf>, Vec<String>) {
    let mut warnings = Vec::new();
    for folder in folder.ancestors() {
        let path = folder.join(FILE_NAME);
        let problem = match fs::metadata(&path) {
            Ok(found) if found.is_file() => return (Some(path), warnings),
            Ok(found) if found.is_dir() => "it is a folder.".into(),
            Ok(_) => "it is no plain file.".into(),
            Err(error) if error.kind() == ErrorKind::NotFound && !path.is_symlink() => continue,
            Err(error) => describe_io_error(&error),
        };
        warnings.push(format!("{}: {problem} No settings are read from it.", path.display()));
    }
    (None, warnings)
}

/// The problem with one line. Lines are counted from 1.
#[derive(Debug, PartialEq, Eq)]
struct LineProblem {
    line: usize,
    setting: Option<&'static str>,
    problem: &'static str,
}

impl LineProblem {
    /// Adds the file to the problem.
    fn in_file(self, file: &Path) -> DotEnvError {
        let Self { line, setting, problem } = self;
        DotEnvError::Line { file: file.into(), line, setting, problem }
    }
}

/// Decodes the file as UTF-8, removes a byte order mark, and ends the last line.
///
/// # Errors
/// The file is not UTF-8, or contains a NUL.
fn decode_text(bytes: &[u8]) -> Result<String, LineProblem> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let readable_length = match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => return Ok(format!("{text}\n")),
        Ok(text) => text.find('\0').unwrap_or_default(),
        Err(error) => error.valid_up_to(),
    };
    let before = String::from_utf8_lossy(&bytes[..readable_length]);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    Err(LineProblem {
        line: before.matches('\n').count() + 1,
        setting: find_setting_in_line(&before[line_start..]),
        problem: "it has bytes that are no text; save the file as UTF-8",
    })
}

/// Checks that every line can be parsed.
///
/// # Errors
/// The first line that cannot. A value in quotation marks may span several lines; the error then
/// names the first of them.
fn check_lines(text: &str) -> Result<(), LineProblem> {
    let is_readable =
        |text: &str| dotenvy::from_read_iter(text.as_bytes()).all(|pair| pair.is_ok());
    if is_readable(text) {
        return Ok(());
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut start = 0;
    while start < lines.len() {
        let possible_ends = start + 1..=lines.len();
        let end = possible_ends.into_iter().find(|end| is_readable(&lines[start..*end].concat()));
        let Some(end) = end else { break };
        start = end;
    }
    let line = lines.get(start).copied().unwrap_or_default();
    Err(LineProblem {
        line: start + 1,
        setting: find_setting_in_line(line),
        problem: describe_line_problem(line),
    })
}

/// Returns the settings whose values lose a part: after `$`, unless in single quotes, the name of
/// another variable is read, and nobody sets one of that name.
fn find_lost_values(text: &str, is_in_environment: impl Fn(&str) -> bool) -> Vec<LineProblem> {
    let is_name_letter = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    let is_set_in_file = |name: &str| {
        text.lines().any(|line| {
            let line = line.trim_start();
            let line = line.strip_prefix("export ").unwrap_or(line).trim_start();
            line.split_once('=').is_some_and(|(set_name, _)| set_name.trim() == name)
        })
    };
    let is_lost = |(before, rest): (&str, &str)| {
        let rest = rest.strip_prefix('{').unwrap_or(rest);
        let name = rest.split(|letter| !is_name_letter(letter)).next().unwrap_or_default();
        !before.ends_with('\\') && !is_in_environment(name) && !is_set_in_file(name)
    };
    let find_in_line = |(index, line): (usize, &str)| {
        let setting = find_setting_in_line(line)?;
        let (_, value) = line.split_once('=')?;
        let value = value.trim();
        let mut signs = value.match_indices('$').map(|(at, _)| (&value[..at], &value[at + 1..]));
        let is_literal = value.starts_with('\'');
        (!is_literal && signs.any(is_lost)).then_some(LineProblem {
            line: index + 1,
            setting: Some(setting),
            problem: "a $ in it begins the name of another variable, which is not set, so a part \
                      of the value is lost; put the value into single quotes: 'value'",
        })
    };
    text.lines().enumerate().filter_map(find_in_line).collect()
}

/// Returns a sentence that says why a line cannot be parsed, and how to write it.
fn describe_line_problem(line: &str) -> &'static str {
    let line = line.trim();
    let Some((name, value)) = line.split_once('=') else {
        return "there is no = in it; a line has the form NAME=value";
    };
    let name = name.trim();
    let name = name.strip_prefix("export ").unwrap_or(name).trim();
    let is_name_letter = |letter: char| letter.is_ascii_alphanumeric() || "_.".contains(letter);
    if name.is_empty() || !name.chars().all(is_name_letter) {
        return "it does not begin with a name and =; a line has the form NAME=value";
    }
    let value = value.trim();
    let count = |mark: char| value.matches(mark).count();
    if !count('"').is_multiple_of(2) || !count('\'').is_multiple_of(2) {
        "a quotation mark is opened and not closed"
    } else if value.contains('\\') || value.contains('$') {
        "a \\ or a $ in it means something else there; put the value into single quotes: 'value'"
    } else if value.contains(char::is_whitespace) {
        "its value has a space in it; put it into double quotes, and leave out the word `Bot` \
         before a token"
    } else {
        "it cannot be read; a line has the form NAME=value"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that a file has a problem in this line and setting, with this in the problem.
    #[track_caller]
    fn check(text: &str, line: usize, setting: Option<&'static str>, part_of_problem: &str) {
        let found = decode_text(text.as_bytes()).and_then(|text| check_lines(&text)).unwrap_err();
        assert_eq!((found.line, found.setting), (line, setting), "{text:?}");
        assert!(found.problem.contains(part_of_problem), "{text:?}: {}", found.problem);
    }

    #[test]
    fn folder_called_like_the_file_is_passed_over_with_a_warning() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        fs::create_dir_all(inner.join(FILE_NAME)).unwrap();
        fs::write(folder.path().join(FILE_NAME), "A=1").unwrap();
        let (file, warnings) = find_dot_env_file(&inner);
        assert_eq!(file, Some(folder.path().join(FILE_NAME)));
        assert_eq!(warnings.len(), 1);
        assert!(warnings[0].contains("it is a folder. No settings are read"), "{warnings:?}");
        let (file, warnings) = find_dot_env_file(folder.path());
        assert_eq!((file, warnings), (Some(folder.path().join(FILE_NAME)), Vec::new()));
    }

    #[test]
    fn bad_line_is_named_by_number_and_setting() {
        let token = Some("DISCORD_TOKEN");
        check("DISCORD_TOKEN=Bot a.b.c", 1, token, "`Bot`");
        check("\n# it's\nA=1\nexport DISCORD_TOKEN = a b", 4, token, "space");
        check("A='1\n2'\nDISCORD_TOKEN='a\nB=2", 3, token, "not closed");
        check("DISCORD_TOKEN=\"a\nB=\"b\"\n", 1, token, "not closed");
        check("A=1\r\nDISCORD_TOKEN: a\r\n", 2, token, "no =");
        check("A=1\nMTIz.a.b\n", 2, None, "no =");
        check("A=1\nRIPOSTE_LOG=a\0b", 2, Some("RIPOSTE_LOG"), "UTF-8");
    }

    #[test]
    fn value_that_loses_a_part_to_a_variable_is_found() {
        let find = |text: &str| {
            let found = find_lost_values(text, |name| name == "HOME");
            found.iter().map(|problem| (problem.line, problem.setting)).collect::<Vec<_>>()
        };
        let token = Some("DISCORD_TOKEN");
        assert_eq!(find("A=1\nDISCORD_TOKEN=$abc.def"), [(2, token)]);
        assert_eq!(find("DISCORD_TOKEN=\"ab$c\""), [(1, token)]);
        assert_eq!(find("export DISCORD_TOKEN=a${b}c"), [(1, token)]);
        for text in [
            "DISCORD_TOKEN='$abc'",
            "DISCORD_TOKEN=a\\$bc",
            "RIPOSTE_DATABASE=$HOME/riposte.db",
            "PASSWORD=a\nRIPOSTE_DATABASE=postgres://b:$PASSWORD@c/d",
            "OTHER=$abc",
        ] {
            assert!(find(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn good_lines_are_accepted() {
        for text in ["", "A=1", "A=1 ", "export A=\"x\ny\" # it's\n\nB='$'", "\u{feff}A=1"] {
            let found = decode_text(text.as_bytes()).and_then(|text| check_lines(&text));
            assert_eq!(found, Ok(()), "{text:?}");
        }
    }
}
