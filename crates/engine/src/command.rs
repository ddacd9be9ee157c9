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

    pub fn has(&self, slot: &str) -> bool {
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
    pub fn read(text: &str) -> Option<Self> {
        let tokens = tokens(text)?;
        let (verb, rest) = tokens.split_first()?;
        let mut words = Self::new(&verb.text);
        let mut last = None;
        for token in rest {
            let pair = token.pair(':').or_else(|| token.text.split_once(':'));
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
pub fn is_unseen(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
                | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e007f}'
        )
}

/// How a letter of a text is read.
#[derive(Clone, Copy, PartialEq)]
enum Read {
    Bare(char),
    Quoted(char),
    /// It opens quotes, or closes them.
    Quote,
}

/// The letters of a text, out of their quotes, and where they stand: `"…"` anywhere, `'…'` only
/// where a word or a value begins. In quotes `\n` is a new line, and `\` makes the next quote or
/// `\` a letter like any other; before all else it stands for itself.
struct Letters<'a> {
    rest: Peekable<CharIndices<'a>>,
    before: char,
    /// The quotes that are open.
    within: Option<char>,
}

impl<'a> Letters<'a> {
    fn of(text: &'a str) -> Self {
        Self { rest: text.char_indices().peekable(), before: ' ', within: None }
    }

    fn escaped(&mut self) -> char {
        let is_known = |(_, letter): &(usize, char)| matches!(letter, 'n' | '\\' | '"' | '\'');
        match self.rest.next_if(is_known) {
            Some((_, 'n')) => '\n',
            Some((_, letter)) => letter,
            None => '\\',
        }
    }
}

impl Iterator for Letters<'_> {
    type Item = (usize, Read);

    fn next(&mut self) -> Option<Self::Item> {
        let (at, letter) = self.rest.next()?;
        let before = std::mem::replace(&mut self.before, letter);
        let begins = before.is_whitespace() || matches!(before, '=' | ':');
        let read = match self.within {
            Some(quote) if letter == quote => {
                self.within = None;
                Read::Quote
            }
            Some(_) if letter == '\\' => Read::Quoted(self.escaped()),
            Some(_) => Read::Quoted(letter),
            None if letter == '"' || letter == '\'' && begins => {
                self.within = Some(letter);
                Read::Quote
            }
            None => Read::Bare(letter),
        };
        Some((at, read))
    }
}

/// The letters of a text that stand in no quotes, and where.
pub fn bare(text: &str) -> impl Iterator<Item = (usize, char)> {
    Letters::of(text).filter_map(|(at, read)| match read {
        Read::Bare(letter) => Some((at, letter)),
        Read::Quoted(_) | Read::Quote => None,
    })
}

/// A word of a text, out of its quotes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Token {
    pub text: String,
    /// Something of it stood in quotes, were it nothing.
    pub is_quoted: bool,
    /// Where it has a `:` or `=` that stood in none.
    marks: Vec<usize>,
}

impl Token {
    /// A name and its value, with that mark (`:` or `=`) between them.
    pub fn pair(&self, mark: char) -> Option<(&str, &str)> {
        let parted = |at: &usize| {
            let (name, value) = self.text.split_at(*at);
            Some((name, value.strip_prefix(mark)?))
        };
        self.marks.iter().find_map(parted)
    }

    fn read(&mut self, read: Read) {
        match read {
            Read::Quote => self.is_quoted = true,
            Read::Quoted(letter) => self.text.push(letter),
            Read::Bare(letter) => {
                if matches!(letter, ':' | '=') {
                    self.marks.push(self.text.len());
                }
                self.text.push(letter);
            }
        }
    }
}

/// The words of a text, with blanks between them. None where a quote is not closed.
pub fn tokens(text: &str) -> Option<Vec<Token>> {
    parted(text, char::is_whitespace)
}

/// The words of a text, with gaps between them. None where a quote is not closed.
pub fn parted(text: &str, is_gap: fn(char) -> bool) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut token: Option<Token> = None;
    let mut letters = Letters::of(text);
    for (_, read) in letters.by_ref() {
        match read {
            Read::Bare(letter) if is_gap(letter) => tokens.extend(token.take()),
            read => token.get_or_insert_default().read(read),
        }
    }
    tokens.extend(token);
    letters.within.is_none().then_some(tokens)
}

/// A text in quotes, on one line: what is read is the same text.
pub fn in_quotes(text: &str, quote: char) -> String {
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
fn as_word(text: &str) -> Cow<'_, str> {
    let is_plain = |(_, read)| matches!(read, Read::Bare(letter) if !letter.is_whitespace());
    if !text.is_empty() && Letters::of(text).all(is_plain) {
        return text.into();
    }
    in_quotes(text, '"').into()
}

/// ` slot:value slot:"two words"`, each with a blank before it.
pub fn pairs<'a>(slots: impl IntoIterator<Item = (&'a String, &'a String)>) -> String {
    let pair = |(slot, value): (&String, &String)| {
        let slot =
            if slot.contains([':', '#']) { in_quotes(slot, '"').into() } else { as_word(slot) };
        format!(" {slot}:{}", as_word(value))
    };
    slots.into_iter().map(pair).collect()
}

/// What [`Command::read`] reads as the same words. Slots have names.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", as_word(&self.verb), pairs(&self.slots))
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
    pub instead: Vec<Offer>,
}

impl Refusal {
    pub fn new(key: &str, rule: &str) -> Self {
        let (details, instead) = (BTreeMap::new(), Vec::new());
        Self { key: key.into(), rule: rule.into(), system: String::new(), details, instead }
    }

    /// What the set-up does not allow, or does not hold yet.
    pub fn setup(rule: &str, why: impl fmt::Display) -> Self {
        Self::new("bad-setup", rule).with("why", why)
    }

    /// What is said in a slot does not fit it.
    pub fn wrong(slot: &str, value: &str) -> Self {
        Self::setup("", "value").with("slot", slot).with("value", value)
    }

    /// What does not fit, in the words of whatever reads it.
    pub fn unread(reason: impl fmt::Display) -> Self {
        Self::setup("", "unread").with("reason", reason)
    }

    pub fn with(mut self, name: &str, value: impl fmt::Display) -> Self {
        self.details.insert(name.into(), value.to_string());
        self
    }
}

/// A legal act, fully spelled out, and what it costs ("Action", "Move", or "" when free).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    pub words: Command,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cost: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub risks: Vec<Risk>,
    /// How likely it is to come off, in hundredths; none where that was not asked, or is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<u8>,
}

impl Offer {
    /// An act that costs and risks nothing.
    pub fn free(words: Command) -> Self {
        Self { words, cost: String::new(), risks: Vec::new(), odds: None }
    }
}

/// What an act may bring on at once, before anybody else has a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Risk {
    /// `strike`, `follow`: what may be done; `hazard`, `harm`: what may happen.
    pub key: String,
    /// The names of those who may do it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by: Vec<String>,
}

impl Risk {
    pub fn of(key: &str) -> Self {
        Self { key: key.into(), by: Vec::new() }
    }
}
