//! The common form in which acts, answers, orders and offers cross the engine's edge: a verb and
//! its slots. App, chat, scripts and minds speak it and so need to know no rule system.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::iter::Peekable;
use std::str::CharIndices;

use serde::{Deserialize, Serialize};

/// A verb with named slots, all text: `attack target:Wolf weapon:"bow"`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Command {
    pub verb: String,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub slots: BTreeMap<String, String>,
}

impl Command {
    pub fn new(verb: &str) -> Self {
        Self { verb: verb.into(), slots: BTreeMap::new() }
    }

    pub fn with(mut self, slot: &str, value: impl fmt::Display) -> Self {
        self.slots.insert(slot.into(), value.to_string());
        self
    }

    /// The text of a slot, or "" where it was left out.
    pub fn get(&self, slot: &str) -> &str {
        self.slots.get(slot).map_or("", String::as_str)
    }

    pub fn has_slot(&self, slot: &str) -> bool {
        self.slots.contains_key(slot)
    }

    /// Whether a slot that says yes or no says yes.
    pub fn is_on(&self, slot: &str) -> bool {
        matches!(self.get(slot).trim(), "true" | "yes" | "on")
    }
}

impl Command {
    /// Reads what a [`Command`] is written as: `attack target:"Old Wolf"`. What has no slot of its
    /// own goes on with the one before: `attack target:Old Wolf`. None where a quote is not closed,
    /// a value has no slot, or there is no verb.
    pub fn parse(text: &str) -> Option<Self> {
        let tokens = split_words(text)?;
        let (verb, rest) = tokens.split_first()?;
        let mut words = Self::new(&verb.text);
        let mut last = None;
        for token in rest {
            let pair = token.split_at_separator(':').or_else(|| token.text.split_once(':'));
            let (slot, value) = match (pair.filter(|(slot, _)| !slot.is_empty()), last) {
                (Some((slot, value)), _) => (slot, value.to_string()),
                (None, Some(slot)) if words.get(slot).is_empty() => (slot, token.text.clone()),
                (None, Some(slot)) => (slot, format!("{} {}", words.get(slot), token.text)),
                (None, None) => return None,
            };
            words = words.with(slot, value);
            last = Some(slot);
        }
        Some(words)
    }
}

/// What hides in a text, or turns it around: two names with it could look the same.
pub fn is_invisible_char(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
                | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e007f}'
        )
}

/// How a letter of a text is read.
#[derive(Clone, Copy, PartialEq)]
enum CharKind {
    Bare(char),
    Quoted(char),
    /// It opens quotes, or closes them.
    QuoteMark,
}

/// The letters of a text, out of their quotes, and where they stand: `"…"` anywhere, `'…'` only
/// where a word or a value begins. In quotes `\n` is a new line, and `\` makes the next quote or
/// `\` a letter like any other; before all else it stands for itself.
struct QuoteAwareChars<'a> {
    chars: Peekable<CharIndices<'a>>,
    previous: char,
    /// The quotes that are open.
    open_quote: Option<char>,
}

impl<'a> QuoteAwareChars<'a> {
    fn new(text: &'a str) -> Self {
        Self { chars: text.char_indices().peekable(), previous: ' ', open_quote: None }
    }

    fn take_escaped_char(&mut self) -> char {
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

    fn next(&mut self) -> Option<Self::Item> {
        let (at, letter) = self.chars.next()?;
        let before = std::mem::replace(&mut self.previous, letter);
        let begins = before.is_whitespace() || matches!(before, '=' | ':');
        let read = match self.open_quote {
            Some(quote) if letter == quote => {
                self.open_quote = None;
                CharKind::QuoteMark
            }
            Some(_) if letter == '\\' => CharKind::Quoted(self.take_escaped_char()),
            Some(_) => CharKind::Quoted(letter),
            None if letter == '"' || letter == '\'' && begins => {
                self.open_quote = Some(letter);
                CharKind::QuoteMark
            }
            None => CharKind::Bare(letter),
        };
        Some((at, read))
    }
}

/// The letters of a text that stand in no quotes, and where.
pub fn unquoted_chars(text: &str) -> impl Iterator<Item = (usize, char)> {
    QuoteAwareChars::new(text).filter_map(|(at, read)| match read {
        CharKind::Bare(letter) => Some((at, letter)),
        CharKind::Quoted(_) | CharKind::QuoteMark => None,
    })
}

/// A word of a text, out of its quotes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextToken {
    pub text: String,
    /// Something of it stood in quotes, were it nothing.
    pub is_quoted: bool,
    /// Where it has a `:` or `=` that stood in none.
    separator_indices: Vec<usize>,
}

impl TextToken {
    /// A name and its value, with that mark (`:` or `=`) between them.
    pub fn split_at_separator(&self, separator: char) -> Option<(&str, &str)> {
        let parted = |at: &usize| {
            let (name, value) = self.text.split_at(*at);
            Some((name, value.strip_prefix(separator)?))
        };
        self.separator_indices.iter().find_map(parted)
    }

    fn push_char(&mut self, kind: CharKind) {
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

/// The words of a text, with blanks between them. None where a quote is not closed.
pub fn split_words(text: &str) -> Option<Vec<TextToken>> {
    split_tokens(text, char::is_whitespace)
}

/// The words of a text, with gaps between them. None where a quote is not closed.
pub fn split_tokens(text: &str, is_separator: fn(char) -> bool) -> Option<Vec<TextToken>> {
    let mut tokens = Vec::new();
    let mut token: Option<TextToken> = None;
    let mut letters = QuoteAwareChars::new(text);
    for (_, read) in letters.by_ref() {
        match read {
            CharKind::Bare(letter) if is_separator(letter) => tokens.extend(token.take()),
            read => token.get_or_insert_default().push_char(read),
        }
    }
    tokens.extend(token);
    letters.open_quote.is_none().then_some(tokens)
}

/// A text in quotes, on one line: what is read is the same text.
pub fn quote_text(text: &str, quote: char) -> String {
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

/// A text as one word: in quotes where it would else be read as another.
fn quote_if_needed(text: &str) -> Cow<'_, str> {
    let is_plain = |(_, read)| matches!(read, CharKind::Bare(letter) if !letter.is_whitespace());
    if !text.is_empty() && QuoteAwareChars::new(text).all(is_plain) {
        return text.into();
    }
    quote_text(text, '"').into()
}

/// ` slot:value slot:"two words"`, each with a blank before it.
pub fn format_slots<'a>(slots: impl IntoIterator<Item = (&'a String, &'a String)>) -> String {
    let pair = |(slot, value): (&String, &String)| {
        let slot = if slot.contains([':', '#']) {
            quote_text(slot, '"').into()
        } else {
            quote_if_needed(slot)
        };
        format!(" {slot}:{}", quote_if_needed(value))
    };
    slots.into_iter().map(pair).collect()
}

/// What [`Command::read`] reads as the same words. Slots have names.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", quote_if_needed(&self.verb), format_slots(&self.slots))
    }
}

/// Why something may not be done. It has cost nothing, rolled nothing and changed nothing.
///
/// The engine makes no sentences: `narration` turns the key and the details into one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    /// The stable kebab-case key of the rule text.
    pub key: String,
    /// The id of the rule that refuses ("DR12-MOVE-1").
    pub rule: String,
    /// The system whose verbs are named; "" where it is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub system: String,
    /// Facts for the sentence, each known to whoever is refused.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub details: BTreeMap<String, String>,
    /// What is possible instead, in the common form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "instead")]
    pub alternatives: Vec<Offer>,
}

impl Refusal {
    pub fn new(key: &str, rule: &str) -> Self {
        let (details, alternatives) = (BTreeMap::new(), Vec::new());
        Self { key: key.into(), rule: rule.into(), system: String::new(), details, alternatives }
    }

    /// What the set-up does not allow, or does not hold yet.
    pub fn bad_setup(rule: &str, reason: impl fmt::Display) -> Self {
        Self::new("bad-setup", rule).with("why", reason)
    }

    /// What is said in a slot does not fit it.
    pub fn bad_value(slot: &str, value: &str) -> Self {
        Self::bad_setup("", "value").with("slot", slot).with("value", value)
    }

    /// What does not fit, in the words of whatever reads it.
    pub fn parse_error(reason: impl fmt::Display) -> Self {
        Self::bad_setup("", "unread").with("reason", reason)
    }

    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.details.insert(name.into(), value.to_string());
        self
    }
}

/// A legal act, fully spelled out, and what it costs ("Action", "Move", or "" when free).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    #[serde(rename = "words")]
    pub command: Command,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[serde(rename = "cost")]
    pub cost_label: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub risks: Vec<Risk>,
    /// How likely it is to come off, in hundredths; none where that was not asked, or is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "odds")]
    pub odds_percent: Option<u8>,
}

impl Offer {
    /// An act that costs and risks nothing.
    pub fn free(command: Command) -> Self {
        Self { command, cost_label: String::new(), risks: Vec::new(), odds_percent: None }
    }
}

/// What an act may bring on at once, before anybody else has a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Risk {
    /// `strike`, `follow`: what may be done; `hazard`, `harm`: what may happen.
    pub key: String,
    /// The names of those who may do it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[serde(rename = "by")]
    pub actors: Vec<String>,
}

impl Risk {
    pub fn new(key: &str) -> Self {
        Self { key: key.into(), actors: Vec::new() }
    }
}
