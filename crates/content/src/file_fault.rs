//! What is wrong with a file that is no TOML or no JSON: the parsers name it in words for
//! programmers, or not at all.
//!
//! Each refusal has the reason of the parser and the line. Where people make the same mistake
//! often, it also has a `fault`, from which narration makes a sentence:
//!
//! | fault | details |
//! |---|---|
//! | `twice` | `value` is a key that is there twice; `first_line`, if it is another line |
//! | `too-big` | `value` is a number that no field can have |
//! | `curly` | `value` is a curly quotation mark |
//! | `unquoted` | `value` is text without quotation marks |
//! | `csv` | the file is a table of values with commas, semicolons or tabs between |
//! | `colon` | a colon is between a field and its value in TOML, as YAML has it |
//! | `json` | the file is JSON where only TOML is taken |
//! | `comma` | a comma is before a closing bracket of JSON |
//! | `single` | `'` is around a text of JSON |
//! | `cut-off` | JSON ends before its brackets are closed |

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use toml::de::{DeTable, DeValue};

use engine::core::command::Refusal;

/// The most characters of a file that a refusal quotes.
const MAX_QUOTED_CHARS: usize = 60;

/// Makes a refusal of a TOML error.
pub(super) fn toml_refusal(text: &str, error: &toml::de::Error) -> Refusal {
    let span = error.span().unwrap_or(0..0);
    let line = line_number_at(text, span.start);
    let wrong_text = text.get(span.clone()).unwrap_or_default();
    let reason = error.message();
    let refusal = Refusal::parse_error(reason).with("line", line);
    // `hp.most = 3` after `hp = 1` extends a value.
    if reason == "duplicate key" || reason.starts_with("cannot extend value of type") {
        let key = wrong_text.trim_matches(['"', '\'']);
        return with_duplicate_key(refusal, key, line_of_first_duplicate(text, span, key), line);
    }
    if is_number_overflow(reason) {
        return with_fault(refusal, "too-big", wrong_text);
    }
    let first_wrong_line = |text: &str| {
        let error = DeTable::parse(text).err()?;
        Some(line_number_at(text, error.span().map_or(0, |span| span.start)))
    };
    let is_toml = first_wrong_line(text).is_none();
    if is_toml {
        // A value in it does not fit.
        return refusal;
    }
    if let Some(mark) = find_curly_quote_that_breaks_line(text, line, first_wrong_line) {
        return with_fault(refusal, "curly", mark);
    }
    if looks_like_csv(text) {
        return with_fault(refusal, "csv", "");
    }
    if reason.starts_with("string values must be quoted") {
        return with_fault(refusal, "unquoted", wrong_text);
    }
    if text.trim_start().starts_with('{') {
        return with_fault(refusal, "json", "");
    }
    match text.lines().nth(line - 1) {
        Some(wrong_line) if has_colon_behind_field(wrong_line) => with_fault(refusal, "colon", ""),
        _ => refusal,
    }
}

/// Returns whether a line has a colon between a field and its value, in the place of `=`.
fn has_colon_behind_field(line: &str) -> bool {
    let is_of_field = |letter: char| letter.is_alphanumeric() || "_- '\"".contains(letter);
    let field = line.split_once(':').map(|(field, _)| field.trim());
    field.is_some_and(|field| !field.is_empty() && field.chars().all(is_of_field))
}

/// Makes a refusal of a JSON error.
pub(super) fn json_refusal(text: &str, error: &serde_json::Error) -> Refusal {
    let message = error.to_string();
    // The message ends in the position, which the refusal has apart.
    let reason = message.rsplit_once(" at line ").map_or(message.as_str(), |(reason, _)| reason);
    let line = json_error_line(error);
    let refusal = Refusal::parse_error(reason).with("line", line);
    if is_number_overflow(reason) {
        let number = find_number_before(text, line, error.column()).unwrap_or_default();
        return with_fault(refusal, "too-big", number);
    }
    if error.is_data() {
        // The file is JSON, and a value in it does not fit.
        return refusal;
    }
    let first_wrong_line =
        |text: &str| serde_json::from_str::<&RawValue>(text).err().map(|e| json_error_line(&e));
    if let Some(mark) = find_curly_quote_that_breaks_line(text, line, first_wrong_line) {
        return with_fault(refusal, "curly", mark);
    }
    let wrong_line = text.lines().nth(line - 1).unwrap_or_default();
    let wrong_text = wrong_line.get(error.column().saturating_sub(1)..).unwrap_or_default();
    if reason == "trailing comma" {
        with_fault(refusal, "comma", "")
    } else if error.is_eof() {
        with_fault(refusal, "cut-off", "")
    } else if wrong_text.starts_with('\'') {
        with_fault(refusal, "single", "")
    } else {
        refusal
    }
}

/// Returns the number of the line that is wrong, counted from 1.
fn json_error_line(error: &serde_json::Error) -> usize {
    // A string without an end is noticed behind the end of its line, in column 0 of the next.
    let lines_back = if error.column() == 0 { 1 } else { 0 };
    error.line().saturating_sub(lines_back).max(1)
}

/// Adds a fault and what was found to a refusal, cut to [`MAX_QUOTED_CHARS`].
fn with_fault(refusal: Refusal, fault: &str, found: impl fmt::Display) -> Refusal {
    let found = found.to_string();
    let mut quoted: String = found.chars().take(MAX_QUOTED_CHARS).collect();
    if quoted.len() < found.len() {
        quoted.push('…');
    }
    refusal.with("fault", fault).with("value", quoted)
}

/// Adds the fault of a doubled key, with the line of the first one if that is another line.
fn with_duplicate_key(
    refusal: Refusal,
    key: &str,
    first_line: Option<usize>,
    second_line: usize,
) -> Refusal {
    let refusal = with_fault(refusal, "twice", key);
    match first_line {
        Some(first_line) if first_line != second_line => refusal.with("first_line", first_line),
        _ => refusal,
    }
}

/// Returns the number of the line at a byte offset, counted from 1.
fn line_number_at(text: &str, offset: usize) -> usize {
    let before = &text.as_bytes()[..offset.min(text.len())];
    1 + before.iter().filter(|byte| **byte == b'\n').count()
}

/// Returns whether this is how a parser says that a number has too many digits.
fn is_number_overflow(reason: &str) -> bool {
    reason.ends_with("overflowed") || reason.ends_with("number out of range")
}

/// Returns the number that ends before a column of a line, or that the column is in, with all its
/// digits. `line` counts from 1, `column` in bytes from 0.
fn find_number_before(text: &str, line: usize, column: usize) -> Option<&str> {
    let ends_number = |letter: char| !letter.is_ascii_alphanumeric() && !"+-.".contains(letter);
    let line_text = text.lines().nth(line - 1)?;
    let up_to_number = line_text.get(..column)?.trim_end_matches(ends_number);
    // What may stand before a number is one byte long: a blank, a colon, a bracket.
    let start = up_to_number.rfind(ends_number).map_or(0, |index| index + 1);
    line_text[start..].split(ends_number).next()
}

/// Returns the line in which a doubled key of a TOML file stands first. `span` is where it stands
/// for the second time.
fn line_of_first_duplicate(text: &str, span: Range<usize>, key: &str) -> Option<usize> {
    // The parser says nothing of the first key. Under another name, the second one becomes a
    // neighbour of the first.
    const OTHER_NAME: &str = "riposte-second-key";
    let renamed = format!("{}{OTHER_NAME}{}", text.get(..span.start)?, text.get(span.end..)?);
    let (table, _) = DeTable::parse_recoverable(&renamed);
    let offset = find_sibling_key_offset(&DeValue::Table(table.into_inner()), OTHER_NAME, key)?;
    Some(line_number_at(text, offset))
}

/// Returns the offset of `key` in the table that also has the key `neighbour`, searched at any
/// depth.
fn find_sibling_key_offset(value: &DeValue<'_>, neighbour: &str, key: &str) -> Option<usize> {
    match value {
        DeValue::Table(table) => {
            let find_key = |name: &str| table.keys().find(|known| known.get_ref() == name);
            if find_key(neighbour).is_some() {
                return find_key(key).map(|found| found.span().start);
            }
            let mut values = table.values();
            values.find_map(|value| find_sibling_key_offset(value.get_ref(), neighbour, key))
        }
        DeValue::Array(list) => {
            list.iter().find_map(|value| find_sibling_key_offset(value.get_ref(), neighbour, key))
        }
        _ => None,
    }
}

/// The curly quotation marks, double ones first.
const CURLY_QUOTES: &[char] = &[
    '\u{201c}', '\u{201d}', '\u{201e}', '\u{201f}', '\u{ab}', '\u{bb}', '\u{2018}', '\u{2019}',
    '\u{201a}', '\u{201b}',
];

/// How many of them are double. These are tried alone first, since single ones are apostrophes too.
const DOUBLE_COUNT: usize = 6;

/// Returns the first curly quotation mark of a wrong line, if straight ones in the place of all
/// would mend that line. `first_wrong_line` parses a text.
fn find_curly_quote_that_breaks_line(
    text: &str,
    line: usize,
    first_wrong_line: impl Fn(&str) -> Option<usize>,
) -> Option<char> {
    let lines: Vec<&str> = text.lines().collect();
    let wrong_line = *lines.get(line - 1)?;
    for marks in [&CURLY_QUOTES[..DOUBLE_COUNT], CURLY_QUOTES] {
        let first_mark = wrong_line.chars().find(|letter| marks.contains(letter));
        let Some(mark) = first_mark else { continue };
        let straight_line = wrong_line.replace(marks, "\"");
        let mut straight_lines = lines.clone();
        straight_lines[line - 1] = &straight_line;
        let is_mended = first_wrong_line(&straight_lines.join("\n")) != Some(line);
        if is_mended {
            return Some(mark);
        }
    }
    None
}

/// Guesses whether a file is a table of values (CSV): its first line has separators and none of the
/// signs that TOML has there.
fn looks_like_csv(text: &str) -> bool {
    let first_line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default();
    first_line.contains([',', ';', '\t']) && !first_line.contains(['=', '[', '{', '#'])
}

/// Refuses a JSON text that has a key twice in an object: serde would take the last value.
///
/// # Errors
/// Returns the refusal of the second key, or of text that is no JSON.
pub(super) fn check_unique_json_keys(text: &str) -> Result<(), Refusal> {
    let mut duplicate_key = None;
    let seed = UniqueKeysSeed { text, duplicate_key: &mut duplicate_key };
    let parsed = seed.deserialize(&mut serde_json::Deserializer::from_str(text));
    let Err(error) = parsed else { return Ok(()) };
    Err(match duplicate_key {
        Some(DuplicateKey { name, first_line, second_line }) => {
            let refusal = Refusal::parse_error("duplicate key").with("line", second_line);
            with_duplicate_key(refusal, &name, Some(first_line), second_line)
        }
        None => json_refusal(text, &error),
    })
}

struct DuplicateKey {
    name: String,
    first_line: usize,
    second_line: usize,
}

/// Deserialises any JSON value and keeps nothing of it. Stops at the first doubled key.
struct UniqueKeysSeed<'a, 'de> {
    text: &'de str,
    duplicate_key: &'a mut Option<DuplicateKey>,
}

impl<'de> UniqueKeysSeed<'_, 'de> {
    fn reborrow(&mut self) -> UniqueKeysSeed<'_, 'de> {
        UniqueKeysSeed { text: self.text, duplicate_key: &mut *self.duplicate_key }
    }
}

impl<'de> DeserializeSeed<'de> for UniqueKeysSeed<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, value: D) -> Result<(), D::Error> {
        value.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for UniqueKeysSeed<'_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    /// Checks each element of a list.
    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        while list.next_element_seed(self.reborrow())?.is_some() {}
        Ok(())
    }

    /// Refuses an object that has a key twice, and notes in `duplicate_key` in which lines. Objects
    /// within it are checked in the same way.
    fn visit_map<A: MapAccess<'de>>(mut self, mut object: A) -> Result<(), A::Error> {
        let mut lines_by_key = BTreeMap::new();
        // The raw key is a part of the text, so its address says where it stands.
        while let Some(raw_key) = object.next_key::<&'de RawValue>()? {
            let key: String = serde_json::from_str(raw_key.get()).map_err(A::Error::custom)?;
            let offset = raw_key.get().as_ptr().addr() - self.text.as_ptr().addr();
            let line = line_number_at(self.text, offset);
            if let Some(first_line) = lines_by_key.insert(key.clone(), line) {
                *self.duplicate_key =
                    Some(DuplicateKey { name: key, first_line, second_line: line });
                return Err(A::Error::custom("duplicate key"));
            }
            object.next_value_seed(self.reborrow())?;
        }
        Ok(())
    }
}
