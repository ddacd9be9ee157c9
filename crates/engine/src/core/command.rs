//! Commands: the text form in which acts, answers, orders and offers enter and leave the engine.
//!
//! A command is a verb with named slots. The app, the chat client, scripts and agents use it, so
//! they need to know no rule system.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::iter::Peekable;
use std::ops::RangeInclusive;
use std::str::{CharIndices, FromStr};

use serde::{Deserialize, Serialize};

use crate::core::names::is_blank;

/// A verb with named slots, all text: `attack target:Wolf weapon:"bow"`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Command {
    pub verb: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub slots: BTreeMap<String, String>,
}

impl Command {
    /// Makes a command without slots.
    pub fn new(verb: &str) -> Self {
        Self { verb: verb.into(), slots: BTreeMap::new() }
    }

    /// Adds a slot, in place of one with the same name.
    pub fn with(mut self, slot: &str, value: impl fmt::Display) -> Self {
        self.slots.insert(slot.into(), value.to_string());
        self
    }

    /// Adds a flag slot if the flag is set.
    pub fn with_flag(self, slot: &str, is_set: bool) -> Self {
        if is_set { self.with(slot, true) } else { self }
    }

    /// Adds a slot unless its text is empty.
    pub fn with_text(self, slot: &str, text: &str) -> Self {
        self.with_optional(slot, Some(text).filter(|text| !text.is_empty()))
    }

    /// Adds a slot if there is a value for it.
    pub fn with_optional(self, slot: &str, value: Option<impl fmt::Display>) -> Self {
        match value {
            Some(value) => self.with(slot, value),
            None => self,
        }
    }

    /// Returns the text of a slot, or "" if the command has no such slot.
    pub fn get(&self, slot: &str) -> &str {
        self.slots.get(slot).map_or("", String::as_str)
    }

    /// Returns whether the command has this slot, even one with an empty text.
    pub fn has_slot(&self, slot: &str) -> bool {
        self.slots.contains_key(slot)
    }

    /// Refuses a slot that is there and has nothing but blanks, as if it were missing. An empty one
    /// is for whoever parses it.
    ///
    /// # Errors
    /// `bad-setup` for the missing value.
    pub fn check_not_blank(&self, slot: &str) -> Result<(), Refusal> {
        match self.get(slot) {
            text if !text.is_empty() && is_blank(text) => Err(Refusal::bad_value(slot, "")),
            _ => Ok(()),
        }
    }

    /// Returns whether a flag slot is set to `true`, `yes` or `on`.
    pub fn is_on(&self, slot: &str) -> bool {
        matches!(self.get(slot).trim(), "true" | "yes" | "on")
    }

    /// Returns whether a flag slot that counts as set where it is missing is set.
    ///
    /// # Errors
    /// Refuses any other word than those for on and off.
    pub fn is_on_or_missing(&self, slot: &str) -> Result<bool, Refusal> {
        match self.get(slot).trim() {
            "" | "true" | "yes" | "on" => Ok(true),
            "false" | "no" | "off" | "none" => Ok(false),
            other => Err(Refusal::bad_value(slot, other)),
        }
    }

    /// Returns what `parse` makes of a slot, and refuses the slot if that is `None`.
    pub fn parse_slot<T>(
        &self,
        slot: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, Refusal> {
        let text = self.get(slot);
        parse(text).ok_or_else(|| Refusal::bad_value(slot, text))
    }

    /// Parses a slot as [`Command::parse_slot`] does; `None` if it is missing or empty.
    pub fn parse_optional_slot<T>(
        &self,
        slot: &str,
        parse: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, Refusal> {
        if self.get(slot).trim().is_empty() {
            return Ok(None);
        }
        self.parse_slot(slot, parse).map(Some)
    }

    /// Parses a number, or another type with a text form, and refuses what is none.
    pub fn parse_number<T: FromStr>(&self, slot: &str) -> Result<T, Refusal> {
        self.parse_slot(slot, |text| text.trim().parse().ok())
    }

    /// Parses a number as [`Command::parse_number`] does; `default` if the slot is missing or
    /// empty.
    pub fn parse_number_or<T: FromStr>(&self, slot: &str, default: T) -> Result<T, Refusal> {
        let given = self.parse_optional_slot(slot, |text| text.trim().parse().ok())?;
        Ok(given.unwrap_or(default))
    }
}

impl Command {
    /// Parses `attack target:"Old Wolf"`, the form that [`Display`](fmt::Display) writes.
    ///
    /// A word without a slot continues the value before it: `attack target:Old Wolf`. Returns
    /// `None` if a quote is not closed, a value has no slot, or the verb is missing.
    pub fn parse(text: &str) -> Option<Self> {
        let tokens = split_words(text)?;
        let (verb, slot_tokens) = tokens.split_first()?;
        let mut command = Self::new(&verb.text);
        let mut previous_slot: Option<&str> = None;
        for token in slot_tokens {
            if let Some((slot, value)) = split_slot_and_value(token) {
                command = command.with(slot, value);
                previous_slot = Some(slot);
                continue;
            }
            let slot = previous_slot?;
            let value_before = command.get(slot);
            let value = if value_before.is_empty() {
                token.text.clone()
            } else {
                format!("{value_before} {}", token.text)
            };
            command = command.with(slot, value);
        }
        Some(command)
    }
}

/// Splits `slot:value` at the first colon outside of quotes, or else at the first one. Returns
/// `None` for a word without a slot.
fn split_slot_and_value(token: &TextToken) -> Option<(&str, &str)> {
    let (slot, value) =
        token.split_at_unquoted_separator(':').or_else(|| token.text.split_once(':'))?;
    if slot.is_empty() { None } else { Some((slot, value)) }
}

/// A character of a text and whether it stands inside quotes.
#[derive(Clone, Copy, PartialEq)]
enum CharKind {
    Bare(char),
    Quoted(char),
    /// A mark that opens or closes quotes.
    QuoteMark,
}

/// An iterator over the characters of a text and their byte positions, quotes and escapes resolved.
///
/// `"` opens quotes anywhere, `'` only where a word or a value begins. Inside quotes `\n` is a new
/// line, and `\` before a quote or another `\` yields that character. Before anything else `\`
/// stands for itself.
struct QuoteAwareChars<'a> {
    chars: Peekable<CharIndices<'a>>,
    previous: char,
    open_quote: Option<char>,
}

impl<'a> QuoteAwareChars<'a> {
    fn new(text: &'a str) -> Self {
        Self { chars: text.char_indices().peekable(), previous: ' ', open_quote: None }
    }

    /// Reads a character behind an opening `quote`. The same mark again closes the quotes.
    fn read_inside_quotes(&mut self, letter: char, quote: char) -> CharKind {
        if letter == quote {
            self.open_quote = None;
            return CharKind::QuoteMark;
        }
        match letter {
            '\\' => CharKind::Quoted(self.take_escaped_char_or_backslash()),
            _ => CharKind::Quoted(letter),
        }
    }

    /// Reads a character outside quotes. `starts_word` says whether a word or a value begins with
    /// it: elsewhere `'` is an apostrophe.
    fn read_outside_quotes(&mut self, letter: char, starts_word: bool) -> CharKind {
        let opens_quotes = letter == '"' || (letter == '\'' && starts_word);
        if opens_quotes {
            self.open_quote = Some(letter);
            return CharKind::QuoteMark;
        }
        CharKind::Bare(letter)
    }

    /// Returns what `\` inside quotes and the next character stand for together. The next one is
    /// left in place if `\` stands for itself.
    fn take_escaped_char_or_backslash(&mut self) -> char {
        let is_known = |(_, letter): &(usize, char)| matches!(letter, 'n' | '\\' | '"' | '\'');
        match self.chars.next_if(is_known) {
            Some((_, 'n')) => '\n',
            Some((_, letter)) => letter,
            None => '\\',
        }
    }
}

impl Iterator for QuoteAwareChars<'_> {
    type Item = (usize, CharKind);

    /// Returns the next character, or what the next `\` and the character behind it stand for, with
    /// its byte position and whether it stands inside quotes.
    fn next(&mut self) -> Option<Self::Item> {
        let (index, letter) = self.chars.next()?;
        let starts_word = self.previous.is_whitespace() || matches!(self.previous, '=' | ':');
        self.previous = letter;
        let kind = match self.open_quote {
            Some(quote) => self.read_inside_quotes(letter, quote),
            None => self.read_outside_quotes(letter, starts_word),
        };
        Some((index, kind))
    }
}

/// Returns the characters of a text that stand outside quotes, with their byte positions.
pub fn unquoted_chars(text: &str) -> impl Iterator<Item = (usize, char)> {
    QuoteAwareChars::new(text).filter_map(|(index, kind)| match kind {
        CharKind::Bare(letter) => Some((index, letter)),
        CharKind::Quoted(_) | CharKind::QuoteMark => None,
    })
}

/// A word of a text, without its quotes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextToken {
    pub text: String,
    /// Whether any part of the word stood in quotes, even an empty part.
    pub is_quoted: bool,
    /// The byte positions of each `:` and `=` that stood outside quotes.
    separator_indices: Vec<usize>,
}

impl TextToken {
    /// Splits the word at its first unquoted `separator` (`:` or `=`) into a name and a value.
    /// Returns `None` if it has no such separator.
    pub fn split_at_unquoted_separator(&self, separator: char) -> Option<(&str, &str)> {
        for index in &self.separator_indices {
            let (name, separator_and_value) = self.text.split_at(*index);
            if let Some(value) = separator_and_value.strip_prefix(separator) {
                return Some((name, value));
            }
        }
        None
    }

    /// Appends a character, or notes from a quote mark that the word is quoted.
    fn push_char_or_mark_quoted(&mut self, kind: CharKind) {
        match kind {
            CharKind::QuoteMark => self.is_quoted = true,
            CharKind::Quoted(letter) => self.text.push(letter),
            CharKind::Bare(letter) => {
                if matches!(letter, ':' | '=') {
                    self.separator_indices.push(self.text.len());
                }
                self.text.push(letter);
            }
        }
    }
}

/// Splits a text at white space outside quotes. Returns `None` if a quote is not closed.
pub fn split_words(text: &str) -> Option<Vec<TextToken>> {
    split_tokens(text, char::is_whitespace)
}

/// Splits a text at separators outside quotes. Returns `None` if a quote is not closed.
pub fn split_tokens(text: &str, is_separator: fn(char) -> bool) -> Option<Vec<TextToken>> {
    let mut tokens = Vec::new();
    // The token that is being read. `None` between tokens: separators in a row make no empty one.
    let mut token: Option<TextToken> = None;
    let mut chars = QuoteAwareChars::new(text);
    for (_, kind) in chars.by_ref() {
        match kind {
            CharKind::Bare(letter) if is_separator(letter) => tokens.extend(token.take()),
            kind => token.get_or_insert_default().push_char_or_mark_quoted(kind),
        }
    }
    tokens.extend(token);
    if chars.open_quote.is_some() { None } else { Some(tokens) }
}

/// Returns whether a letter separates the parts of a list: a comma of any script.
pub fn is_list_separator(letter: char) -> bool {
    matches!(letter, ',' | '，' | '、' | '،')
}

/// Splits a list at its commas. A name with commas stands in quotation marks, straight or curly.
/// Quotation marks that are not closed stand for themselves. Empty parts are left out.
pub fn split_comma_list_heeding_quotes(text: &str) -> Vec<String> {
    let straight = match text.contains('"') {
        true => text.into(),
        false => text.replace(['“', '”', '„'], "\""),
    };
    let parts: Vec<String> = match split_tokens(&straight, is_list_separator) {
        Some(tokens) => tokens.into_iter().map(|token| token.text).collect(),
        None => text.split(is_list_separator).map(String::from).collect(),
    };
    let trimmed = parts.iter().map(|part| part.trim().to_string());
    trimmed.filter(|part| !part.is_empty()).collect()
}

/// Formats a list as [`split_comma_list_heeding_quotes`] reads it.
pub fn format_comma_separated_list<T: AsRef<str>>(parts: impl IntoIterator<Item = T>) -> String {
    let format_part = |part: T| {
        let part = part.as_ref();
        let is_plain = split_comma_list_heeding_quotes(part) == [part];
        if is_plain { part.to_string() } else { quote_and_escape_text(part, '"') }
    };
    parts.into_iter().map(format_part).collect::<Vec<_>>().join(", ")
}

/// Quotes and escapes a text so that it stands on one line and parses back to the same text.
pub fn quote_and_escape_text(text: &str, quote: char) -> String {
    let mut quoted = String::from(quote);
    for letter in text.chars() {
        match letter {
            '\n' => quoted += "\\n",
            _ if letter == quote || letter == '\\' => quoted.extend(['\\', letter]),
            _ => quoted.push(letter),
        }
    }
    quoted.push(quote);
    quoted
}

/// Quotes a text only if it would not parse back as one word otherwise.
fn quote_if_needed(text: &str) -> Cow<'_, str> {
    let is_plain = |(_, kind)| matches!(kind, CharKind::Bare(letter) if !letter.is_whitespace());
    if !text.is_empty() && QuoteAwareChars::new(text).all(is_plain) {
        return text.into();
    }
    quote_and_escape_text(text, '"').into()
}

/// Formats slots as ` slot:value slot:"two words"`, with a blank before each.
pub fn format_slots<'a>(slots: impl IntoIterator<Item = (&'a String, &'a String)>) -> String {
    let mut formatted = String::new();
    for (slot, value) in slots {
        // A colon would end the name of the slot.
        let slot = if slot.contains([':', '#']) {
            quote_and_escape_text(slot, '"').into()
        } else {
            quote_if_needed(slot)
        };
        formatted += &format!(" {slot}:{}", quote_if_needed(value));
    }
    formatted
}

/// Writes the form that [`Command::parse`] reads. Invariant: no slot has an empty name.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", quote_if_needed(&self.verb), format_slots(&self.slots))
    }
}

/// The reason why an input is not taken. A refused input costs, rolls and changes nothing.
///
/// The engine writes no sentences: `narration` turns the key and the details into one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The stable kebab-case key that the rule text uses for this refusal.
    pub key: String,
    /// The id of the rule that refuses ("DR12-MOVE-1"), or "" if there is none.
    pub rule: String,
    /// The key of the system whose verbs are named, or "" if it is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub system: String,
    /// Facts for the sentence, each known to whoever is refused.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<String, String>,
    /// The acts that are possible instead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "instead")]
    pub alternatives: Vec<Offer>,
}

impl Refusal {
    /// Makes a refusal by a rule (an id, or ""), without facts and alternatives.
    pub fn new(key: &str, rule: &str) -> Self {
        let (details, alternatives) = (BTreeMap::new(), Vec::new());
        Self { key: key.into(), rule: rule.into(), system: String::new(), details, alternatives }
    }

    /// Refuses an input that the fight's set-up does not allow.
    pub fn bad_setup(rule: &str, reason: impl fmt::Display) -> Self {
        Self::new("bad-setup", rule).with("why", reason)
    }

    /// Refuses a value that the slot does not take.
    pub fn bad_value(slot: &str, value: &str) -> Self {
        Self::bad_setup("", "value").with("slot", slot).with("value", value)
    }

    /// Refuses a value that its field does not accept; `accepted` says what it does.
    pub fn out_of_bounds(field: &str, accepted: impl fmt::Display) -> Self {
        Self::bad_setup("", "out-of-bounds").with("field", format!("{field} ({accepted})"))
    }

    /// Refuses text that a parser could not read, with the parser's own message.
    pub fn parse_error(reason: impl fmt::Display) -> Self {
        Self::bad_setup("", "unread").with("reason", reason)
    }

    /// Adds the values that a slot takes, by their keys. The sentence lists them by their names.
    pub fn with_names_of(self, slot: &str, keys: &[String]) -> Self {
        self.with("names", keys.join(", ")).with("names_of", slot)
    }

    /// Removes a fact for the sentence.
    pub fn without(mut self, name: &str) -> Self {
        self.details.remove(name);
        self
    }

    /// Adds a fact for the sentence, in place of one with the same name.
    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.details.insert(name.into(), value.to_string());
        self
    }
}

/// A legal act or answer with all its slots, and what it costs and risks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    #[serde(rename = "words")]
    pub command: Command,
    /// The cost as a label ("Action", "Move"); `None` if the act is free.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "cost")]
    pub cost_label: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub risks: Vec<Risk>,
    /// The chance of success in percent. `None` if nobody asked for it or it is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "odds")]
    pub odds_percent: Option<u8>,
}

impl Offer {
    /// Makes an offer that costs and risks nothing.
    pub fn free(command: Command) -> Self {
        Self { command, cost_label: None, risks: Vec::new(), odds_percent: None }
    }
}

/// Something that an act may cause at once, before anybody else has a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Risk {
    /// `strike` and `follow` (what others may do) or `hazard` and `harm` (what may happen).
    pub key: String,
    /// The names of the combatants who may do it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "by")]
    pub actors: Vec<String>,
}

impl Risk {
    /// Makes a risk that comes from nobody in particular.
    pub fn new(key: &str) -> Self {
        Self { key: key.into(), actors: Vec::new() }
    }
}

/// Refuses a value that its field does not accept. `field` is the name of the field, and in
/// brackets what it accepts.
pub fn refuse_out_of_bounds(field: &str) -> Result<(), Refusal> {
    Err(Refusal::bad_setup("", "out-of-bounds").with("field", field))
}

/// Refuses a number outside the range that its field accepts.
pub fn check_range<T: PartialOrd + fmt::Display>(
    field: &str,
    number: &T,
    range: RangeInclusive<T>,
) -> Result<(), Refusal> {
    if range.contains(number) {
        return Ok(());
    }
    Err(Refusal::out_of_bounds(field, format_args!("{} to {}", range.start(), range.end())))
}
