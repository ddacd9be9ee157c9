//! Dice expressions: `4d6kh3 + 2`, `(2d6 + 3) * 2`, `6d10>=7`, `3d6!`, `4dF`, `d20 adv # why`,
//! `d20+2 for the lock`.
//!
//! An expression is parsed whole before the first die is rolled, and everything in it has a bound,
//! so that no roll keeps the bot busy.

use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization as _;

use crate::core::command::Refusal;
use crate::core::dice::Dice;
use crate::core::names::{is_emoji, is_invisible_char};
use crate::core::similarity::similarity;

/// The longest expression and the longest comment, in characters.
const MAX_EXPRESSION_CHARS: usize = 100;
/// The most numbers and pools in one expression, dice, and dice added by explosions.
const MAX_TERMS: usize = 10;
const MAX_DICE: usize = 100;
const MAX_EXPLOSIONS: usize = 100;
const MAX_SIDES: u8 = 100;
const MAX_NUMBER: i32 = 9999;
/// No roll may be able to come to more than this.
const MAX_TOTAL: i64 = 9_999_999;

/// A parsed dice expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceExpression {
    root: DiceNode,
    /// What the roller wrote behind it.
    comment: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum DiceNode {
    Number(i32),
    Pool(PoolExpression),
    /// In parentheses.
    Group(Box<DiceNode>),
    Sum(Vec<SignedTerm>),
    Product(Vec<DiceNode>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct SignedTerm {
    is_subtracted: bool,
    node: DiceNode,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct PoolExpression {
    text: String,
    count: usize,
    die_kind: DieKind,
    /// A die is rolled again for every face from this one on.
    explodes_from: Option<u8>,
    kept: Option<KeptDice>,
    /// The pool counts dice with such a face instead of summing them.
    counted_faces: Option<(FaceComparison, u8)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DieKind {
    Sided(u8),
    /// −1, 0 and +1 with equal chances.
    Fate,
    /// `d66`: two dice with 6 sides, read as tens and ones.
    TensAndOnes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeptDice {
    Highest(usize),
    Lowest(usize),
    AllButHighest(usize),
    AllButLowest(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FaceComparison {
    AtLeast,
    AtMost,
    Exactly,
}

/// What a dice expression came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpressionRoll {
    /// The expression as it was parsed.
    pub expression: String,
    pub pools: Vec<RolledPool>,
    pub total: i32,
    /// Whether all pools count successes, so that the total is a number of successes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_success_count: bool,
    /// What the roller wrote behind the expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RolledPool {
    #[serde(rename = "text")]
    pub expression: String,
    /// The faces in order.
    pub faces: Vec<RolledFace>,
}

/// A face, stored as the pair of both fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(i32, bool)", into = "(i32, bool)")]
pub struct RolledFace {
    pub face: i32,
    /// Whether it counts: the others were dropped.
    pub is_kept: bool,
}

impl From<(i32, bool)> for RolledFace {
    fn from((face, is_kept): (i32, bool)) -> Self {
        Self { face, is_kept }
    }
}

impl From<RolledFace> for (i32, bool) {
    fn from(rolled: RolledFace) -> Self {
        (rolled.face, rolled.is_kept)
    }
}

/// Why a text is not a dice expression: a message key, and the part in question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceParseError {
    pub key: &'static str,
    pub context: String,
}

impl DiceParseError {
    /// Makes a refusal with the same key. The part in question is its fact `dice`.
    pub fn to_refusal(&self) -> Refusal {
        Refusal::new(self.key, "").with("dice", &self.context)
    }
}

/// Makes a [`DiceParseError`] of a borrowed or an owned context.
fn dice_parse_error(key: &'static str, context: impl Into<String>) -> DiceParseError {
    DiceParseError { key, context: context.into() }
}

/// Words after a die or after the whole expression, and what they stand for.
const ADVANTAGE_WORDS: [(&str, &str); 4] =
    [("disadvantage", "kl1"), ("advantage", "kh1"), ("dis", "kl1"), ("adv", "kh1")];

/// The same words as people type them in each language of the bot, and their short form.
const TYPED_ADVANTAGE_WORDS: [(&str, &str); 12] = [
    ("advantage", "adv"),
    ("disadvantage", "dis"),
    ("adv", "adv"),
    ("dis", "dis"),
    ("vorteil", "adv"),
    ("nachteil", "dis"),
    ("ventaja", "adv"),
    ("desventaja", "dis"),
    ("avantage", "adv"),
    ("désavantage", "dis"),
    ("vantagem", "adv"),
    ("desvantagem", "dis"),
];

/// Words that may stand before one for advantage.
const WITH_WORDS: [&str; 5] = ["with", "mit", "con", "avec", "com"];

/// Marks around words, which say nothing about a roll.
const MARKS_AROUND_WORDS: &str = "()[]{}\"'“”„‘’«».,;:!?*_";

/// Marks that stand on both sides of a roll, where it was copied from a message or another bot.
const MARKS_AROUND_ROLLS: [(&str, &str); 8] = [
    ("**", "**"),
    ("__", "__"),
    ("||", "||"),
    ("~~", "~~"),
    ("[[", "]]"),
    ("{", "}"),
    ("*", "*"),
    ("_", "_"),
];

/// Marks between a roll and its comment that are words of their own.
const COMMENT_SEPARATORS: [&str; 4] = ["!", ":", "//", "|"];

/// Words for which dice are kept, and their short form.
const KEPT_DICE_WORDS: [(&str, &str); 15] = [
    ("keepthehighest", "kh"),
    ("keepthelowest", "kl"),
    ("dropthehighest", "dh"),
    ("dropthelowest", "dl"),
    ("keephighest", "kh"),
    ("keeplowest", "kl"),
    ("drophighest", "dh"),
    ("droplowest", "dl"),
    ("keep", "kh"),
    ("drop", "dl"),
    ("kh", "kh"),
    ("kl", "kl"),
    ("dh", "dh"),
    ("dl", "dl"),
    ("k", "kh"),
];

/// Words of a roll in the languages of the bot, and others for what a roll cannot do. A comment
/// without `#` has none of them, nor one that is nearly typed like them, so that they are refused
/// and not ignored.
const ROLL_WORDS: &[&str] = &[
    // English
    "adv",
    "advantage",
    "dis",
    "disadv",
    "disadvantage",
    "keep",
    "drop",
    "highest",
    "lowest",
    "explode",
    "explodes",
    "exploding",
    "reroll",
    "rerolls",
    "rerolling",
    "doubled",
    "halved",
    "twice",
    "thrice",
    // German
    "zweimal",
    "dreimal",
    "vorteil",
    "nachteil",
    "explodiert",
    "explodieren",
    "explodierend",
    "explodierende",
    "höchste",
    "höchsten",
    "höchster",
    "niedrigste",
    "niedrigsten",
    "niedrigster",
    "behalten",
    "weglassen",
    "streichen",
    "wiederholen",
    "verdoppelt",
    "halbiert",
    // Spanish
    "ventaja",
    "desventaja",
    "explota",
    "explotan",
    "explotando",
    "explosivo",
    "explosivos",
    "mantener",
    "descartar",
    "más alto",
    "más altos",
    "más bajo",
    "más bajos",
    "repetir",
    // French
    "avantage",
    "désavantage",
    "explose",
    "explosent",
    "explosif",
    "explosifs",
    "garder",
    "retirer",
    "relancer",
    "plus haut",
    "plus hauts",
    "plus bas",
    "doublé",
    // Portuguese
    "vantagem",
    "desvantagem",
    "explodem",
    "explodindo",
    "manter",
    "mais alto",
    "mais altos",
    "mais baixo",
    "mais baixos",
    "rerrolar",
    "rolar de novo",
    "dobrado",
];

/// Words for signs. None begins a comment: something would be added or taken away.
const SIGN_WORDS: [(&str, &str); 7] = [
    ("plus", "+"),
    ("más", "+"),
    ("mais", "+"),
    ("minus", "-"),
    ("menos", "-"),
    ("moins", "-"),
    ("times", "*"),
];

/// Words for numbers, which count only where a roll takes a number.
const NUMBER_WORDS: [(&str, &str); 9] = [
    ("two", "2"),
    ("three", "3"),
    ("four", "4"),
    ("five", "5"),
    ("six", "6"),
    ("seven", "7"),
    ("eight", "8"),
    ("nine", "9"),
    ("ten", "10"),
];

/// Words of a roll that a number may follow.
const WORDS_BEFORE_NUMBERS: [&str; 7] =
    ["keep", "drop", "highest", "lowest", "plus", "minus", "times"];

/// Commands of dice bots that people type before a roll.
const ROLL_COMMANDS: [&str; 2] = ["r", "roll"];

/// The least similarity of a mistyped word for advantage to one that is spelled right.
const MIN_MISTYPED_ADVANTAGE: f64 = 0.8;

/// The fewest letters of a word of a roll that counts as mistyped with a letter more or less.
const MIN_LONG_WORD_LETTERS: usize = 6;

impl DiceExpression {
    /// Parses the text of a roll, with a comment after `#`, in brackets (`2d6 [fire]`) or, where no
    /// number and no word of a roll is in it, after a blank. A command of a dice bot before it
    /// (`/r 2d6`) and marks of code, of other formatting or of other bots around it (`**2d6**`,
    /// `[[2d6]]`) do not count.
    ///
    /// # Errors
    /// The text is no dice expression, is several, or exceeds a bound.
    pub fn parse(text: &str) -> Result<Self, DiceParseError> {
        let text = fullwidth_to_ascii(text);
        let text = strip_marks_around_roll(text.trim().trim_matches('`'));
        let (roll, marked_comment) = text.split_once('#').unwrap_or((text, ""));
        let (roll, notes) = take_bracketed_notes(roll);
        if roll.chars().count().max(marked_comment.chars().count()) > MAX_EXPRESSION_CHARS {
            return Err(dice_parse_error("dice-too-long", MAX_EXPRESSION_CHARS.to_string()));
        }
        let mut words: Vec<&str> = roll.split_whitespace().collect();
        if words.len() > 1 && is_roll_command(words[0]) {
            words.remove(0);
        }
        // The whole comment has the notes first.
        let mut comment: Vec<&str> = notes.split_whitespace().collect();
        let error = match parse_roll_within_limits(&words) {
            Ok(root) => {
                comment.extend(marked_comment.split_whitespace());
                return Ok(Self::new(root, &comment));
            }
            Err(error) => error,
        };
        let numbered_end = format!("#{}", marked_comment.trim_end());
        if let Some((root, unmarked_comment)) = parse_roll_before_unmarked_comment(&words) {
            comment.extend_from_slice(unmarked_comment);
            // `d20 for door #2`
            if numbered_end.len() > 1 {
                comment.push(&numbered_end);
            }
            return Ok(Self::new(root, &comment));
        }
        if let Some(first) = find_first_of_several_rolls(&words) {
            return Err(dice_parse_error("dice-one-at-a-time", first));
        }
        match error.key {
            // What is no dice may be any part of the text, so all of it is in question.
            "not-dice" => Err(dice_parse_error("not-dice", words.join(" "))),
            _ => Err(error),
        }
    }

    /// Makes an expression with the words of its comment, which may be none.
    fn new(root: DiceNode, comment_words: &[&str]) -> Self {
        let comment = if comment_words.is_empty() { None } else { Some(comment_words.join(" ")) };
        Self { root, comment }
    }

    /// Rolls the dice of the expression from left to right.
    pub fn roll(&self, dice: &mut dyn Dice) -> ExpressionRoll {
        let mut progress =
            RollProgress { dice, explosions: 0, pools: Vec::new(), text: String::new() };
        let total = self.root.roll(&mut progress);
        let RollProgress { pools, text, .. } = progress;
        ExpressionRoll {
            expression: text,
            pools,
            total: total as i32,
            is_success_count: self.root.all_terms_count_successes(),
            comment: self.comment.clone(),
        }
    }

    /// Returns the lowest and the highest total that may be rolled. Where dice explode, the highest
    /// is a bound that may never be reached.
    pub fn total_bounds(&self) -> (i64, i64) {
        self.root.total_bounds()
    }
}

/// Parses the longest roll at the beginning that is followed by a comment without `#`, and returns
/// it with the words of the comment. `None` if no comment follows a roll.
fn parse_roll_before_unmarked_comment<'a, 'w>(
    words: &'a [&'w str],
) -> Option<(DiceNode, &'a [&'w str])> {
    for roll_end in (1..words.len()).rev() {
        let has_separator = COMMENT_SEPARATORS.contains(&words[roll_end]);
        let comment_start = if has_separator { roll_end + 1 } else { roll_end };
        let comment = &words[comment_start..];
        if is_unmarked_comment(comment)
            && let Ok(root) = parse_roll_within_limits(&words[..roll_end])
        {
            return Some((root, comment));
        }
    }
    None
}

/// Returns whether these words after a roll are a comment, although nothing marks them as one: they
/// begin with a letter or a picture, and have no digit and no word of a roll.
fn is_unmarked_comment(words: &[&str]) -> bool {
    let mut bare_words: Vec<String> = Vec::new();
    for word in words {
        bare_words.push(word.to_lowercase().trim_matches(is_mark_around_word).to_string());
    }
    let Some(first) = bare_words.first() else { return false };
    let begins_with_letter =
        first.starts_with(|letter: char| letter.is_alphabetic() || is_picture(letter));
    if !begins_with_letter || find_sign_of_word(first).is_some() {
        return false;
    }
    let has_digit = |word: &String| word.contains(|letter: char| letter.is_ascii_digit());
    let has_term = |term: &&str| has_or_mistypes_term(&bare_words, term);
    !bare_words.iter().any(has_digit) && !ROLL_WORDS.iter().any(has_term)
}

/// Returns whether somewhere in a row of words, which are in lower case, the words of a term stand,
/// or mistyped forms of them.
fn has_or_mistypes_term(words: &[String], term: &str) -> bool {
    let term_words: Vec<&str> = term.split(' ').collect();
    let is_term = |typed_words: &[String]| {
        let mut pairs = typed_words.iter().zip(&term_words);
        pairs.all(|(typed, term_word)| is_or_mistypes(typed, term_word))
    };
    words.windows(term_words.len()).any(is_term)
}

/// Returns whether a letter is a picture that people put beside words. Those of signs are none.
fn is_picture(letter: char) -> bool {
    is_emoji(letter) && !"➕➖✖➗".contains(letter)
}

fn is_mark_around_word(letter: char) -> bool {
    MARKS_AROUND_WORDS.contains(letter)
}

/// Takes the marks off a roll that stands in them as a whole: `**2d6**`, `[[2d6]]`.
fn strip_marks_around_roll(text: &str) -> &str {
    let strip = |(opening, closing): (&str, &str)| {
        text.strip_prefix(opening).and_then(|rest| rest.strip_suffix(closing))
    };
    MARKS_AROUND_ROLLS.into_iter().find_map(strip).map_or(text, str::trim)
}

/// Returns whether a word in lower case is this word of a roll or a mistyped form of it.
///
/// Only few mistakes count, as others make words of comments: `explore` for `explode`. A mistyped
/// word begins with the right letter, and has the same letters in another order or, if the right
/// word is long, one letter more or less. For advantage any similar word counts, since no other
/// words are like it.
fn is_or_mistypes(word: &str, roll_word: &str) -> bool {
    let typed: String = word.nfc().collect();
    let meant: String = roll_word.nfc().collect();
    if typed == meant {
        return true;
    }
    if meant.ends_with("advantage") && similarity(&typed, &meant) >= MIN_MISTYPED_ADVANTAGE {
        return true;
    }
    if typed.chars().next() != meant.chars().next() {
        return false;
    }
    if sorted_letters(&typed) == sorted_letters(&meant) {
        return true;
    }
    let is_long = meant.chars().count() >= MIN_LONG_WORD_LETTERS;
    is_long && (lacks_one_letter_of(&typed, &meant) || lacks_one_letter_of(&meant, &typed))
}

fn sorted_letters(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

/// Returns whether one word is the other without one of its letters.
fn lacks_one_letter_of(shorter: &str, longer: &str) -> bool {
    if longer.chars().count() != shorter.chars().count() + 1 {
        return false;
    }
    let mut remaining = longer.chars();
    // `any` goes on behind the letter that it finds, so the letters must come in the same order.
    shorter.chars().all(|letter| remaining.any(|other| other == letter))
}

/// Replaces full-width letters, digits and signs, as people type them beside Chinese or Japanese,
/// by those of ASCII.
fn fullwidth_to_ascii(text: &str) -> String {
    let to_narrow = |letter: char| match letter {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        _ => letter,
    };
    text.chars().map(to_narrow).collect()
}

/// Takes the notes in square brackets out of a roll: `2d6 [fire] + 1d4 [cold]`. Returns the roll
/// without them, and the notes with commas between. A bracket that stands alone stays, and a word
/// for advantage in brackets belongs to the roll.
fn take_bracketed_notes(roll: &str) -> (String, String) {
    let mut plain = String::new();
    let mut notes = Vec::new();
    let mut remaining = roll;
    while let Some((before, behind_bracket)) = remaining.split_once('[') {
        let Some((note, after)) = behind_bracket.split_once(']') else { break };
        plain += before;
        plain.push(' ');
        match find_advantage_word(note) {
            Some(word) => plain += word,
            None => notes.push(note.trim()),
        }
        plain.push(' ');
        remaining = after;
    }
    (plain + remaining, notes.join(", "))
}

/// Returns whether a word is a command of a dice bot: `/roll`, `!r`, `roll`.
fn is_roll_command(word: &str) -> bool {
    let command = word.trim_start_matches(['/', '!', '.']).to_lowercase();
    ROLL_COMMANDS.contains(&command.as_str())
}

/// Returns the first of several rolls for which a text asks: `d6, d8`, `3x 2d6`. `None` if it does
/// not.
fn find_first_of_several_rolls(words: &[&str]) -> Option<String> {
    let text = words.join(" ");
    let is_roll = |part: &str| {
        let words: Vec<&str> = part.split_whitespace().collect();
        parse_roll_within_limits(&words).is_ok()
    };
    let parts: Vec<&str> = text.split([',', ';']).map(str::trim).collect();
    if parts.len() > 1 && parts.iter().all(|part| is_roll(part)) {
        return Some(parts[0].to_string());
    }
    let after_count = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let has_count = after_count.len() < text.len();
    let repeated_roll = after_count.trim_start().strip_prefix(['x', 'X'])?.trim_start();
    if has_count && is_roll(repeated_roll) { Some(repeated_roll.to_string()) } else { None }
}

/// Returns the sign that a word stands for.
fn find_sign_of_word(word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    SIGN_WORDS.iter().find(|(known, _)| *known == word).map(|(_, sign)| *sign)
}

/// Puts signs in place of words for them that stand before a number or dice: `d6 plus 2`.
fn replace_sign_words_between_terms<'w>(words: &[&'w str]) -> Vec<&'w str> {
    let begins_term = |word: &&str| {
        let after_die = word.strip_prefix(['d', 'D', 'w', 'W']).unwrap_or(word);
        after_die.starts_with(|letter: char| letter.is_ascii_digit()) || word.starts_with('(')
    };
    let mut replaced: Vec<&str> = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let is_between_terms = index > 0 && words.get(index + 1).is_some_and(begins_term);
        match find_sign_of_word(word) {
            Some(sign) if is_between_terms => replaced.push(sign),
            _ => replaced.push(word),
        }
    }
    replaced
}

/// Returns the short form of a word for advantage, in any language and with marks around it.
fn find_advantage_word(word: &str) -> Option<&'static str> {
    let bare: String = word.trim().trim_matches(is_mark_around_word).to_lowercase().nfc().collect();
    TYPED_ADVANTAGE_WORDS.iter().find(|(known, _)| *known == bare).map(|(_, short)| *short)
}

/// Puts numbers in digits where they stand before dice or behind a word that a number may follow:
/// `two d6`, `keep highest three`.
fn replace_number_words<'w>(words: &[&'w str]) -> Vec<&'w str> {
    let find_digits = |word: &str| {
        let word = word.to_lowercase();
        NUMBER_WORDS.iter().find(|(known, _)| *known == word).map(|(_, digits)| *digits)
    };
    let is_die = |word: &&str| {
        let sides = word.strip_prefix(['d', 'D', 'w', 'W']);
        sides.is_some_and(|sides| sides.starts_with(|letter: char| letter.is_ascii_digit()))
    };
    let mut replaced = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let is_before_dice = words.get(index + 1).is_some_and(is_die);
        let is_behind_word =
            index > 0 && WORDS_BEFORE_NUMBERS.contains(&words[index - 1].to_lowercase().as_str());
        match find_digits(word) {
            Some(digits) if is_before_dice || is_behind_word => replaced.push(digits),
            _ => replaced.push(*word),
        }
    }
    replaced
}

/// Puts the short form of advantage in the place of words for it: `d20, mit Vorteil`.
fn replace_advantage_words<'w>(words: &[&'w str]) -> Vec<&'w str> {
    let mut replaced: Vec<&str> = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let is_before_advantage =
            words.get(index + 1).is_some_and(|next| find_advantage_word(next).is_some());
        let is_with = WITH_WORDS.contains(&word.to_lowercase().as_str());
        match find_advantage_word(word) {
            Some(short) => {
                // `d20, adv`
                if let Some(before) = replaced.last_mut() {
                    *before = before.trim_end_matches([',', ';', ':']);
                }
                replaced.push(short);
            }
            None if is_before_advantage && is_with => {}
            None => replaced.push(word),
        }
    }
    replaced
}

/// Parses a roll without its comment, and checks that it has dice and exceeds no bound.
fn parse_roll_within_limits(words: &[&str]) -> Result<DiceNode, DiceParseError> {
    let mut words = replace_advantage_words(&replace_number_words(words));
    if let Some(last) = words.last_mut() {
        let without_marks = last.trim_end_matches(['.', ',', ';', ':', '?']);
        if !without_marks.is_empty() {
            *last = without_marks;
        }
    }
    let plain = join_and_normalize_roll_words(&replace_sign_words_between_terms(&words))?;
    let split = split_advantage(&plain).or_else(|| split_leading_advantage(&plain));
    let (unmodified, advantage) = match split {
        Some((unmodified, modifier)) => (unmodified, Some(modifier)),
        None => (plain.as_str(), None),
    };
    if advantage.is_some() && unmodified.is_empty() {
        return Err(dice_parse_error("dice-advantage", plain));
    }
    let mut parser = ExpressionParser { rest: unmodified, term_count: 0 };
    let mut root = parser.parse_sum()?;
    match parser.rest {
        "" => {}
        rest if rest.starts_with(')') => return Err(dice_parse_error("dice-bracket", plain)),
        rest => return Err(dice_parse_error("not-dice", rest)),
    }
    if let Some(modifier) = advantage {
        root.apply_advantage_to_only_die_or_d20(modifier, &plain)?;
    }
    check_limits_of_roll(&root, parser.term_count, &plain)?;
    Ok(root)
}

/// Checks that a roll has dice and exceeds no bound. `text` is what an error says is in question.
fn check_limits_of_roll(
    root: &DiceNode,
    term_count: usize,
    text: &str,
) -> Result<(), DiceParseError> {
    let pools = root.pools();
    let dice_count: usize =
        pools.iter().map(|pool| pool.count * pool.die_kind.dice_per_face()).sum();
    if term_count > MAX_TERMS || dice_count > MAX_DICE {
        return Err(dice_parse_error("dice-too-many", ""));
    }
    if pools.is_empty() {
        return Err(dice_parse_error("not-dice", text));
    }
    if root.total_magnitude_bound() > MAX_TOTAL {
        return Err(dice_parse_error("dice-too-big", text));
    }
    Ok(())
}

/// Joins the words in lower case, without what nobody sees in a message, with the signs of
/// typography as those of a keyboard, and German `2w6` as `2d6`.
fn join_and_normalize_roll_words(words: &[&str]) -> Result<String, DiceParseError> {
    if words.is_empty() {
        return Err(dice_parse_error("dice-missing", ""));
    }
    // Joined, `d20 15` would become `d2015`.
    let is_digit = |letter: char| letter.is_ascii_digit();
    for pair in words.windows(2) {
        if pair[0].ends_with(is_digit) && pair[1].starts_with(is_digit) {
            return Err(dice_parse_error("not-dice", pair.join(" ")));
        }
    }
    let visible: String = words
        .concat()
        .chars()
        .filter(|letter| !is_invisible_char(*letter) && *letter != '\\')
        .collect();
    let keyboard_signs = visible
        .to_lowercase()
        .replace(['−', '–', '—', '‒', '‐', '‑', '﹣', '➖'], "-")
        .replace('➕', "+")
        .replace(['×', '✕', '✖', '∗', '⋅', '·'], "*")
        .replace(")x", ")*")
        .replace('≥', ">=")
        .replace('≤', "<=")
        .replace("=>", ">=")
        .replace("=<", "<=");
    Ok(replace_german_dice(&keyboard_signs))
}

/// Writes German dice as English ones: `2w6` becomes `2d6`. A `w` in a word stays.
fn replace_german_dice(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        let is_before_sides =
            signs.peek().is_some_and(|next| next.is_ascii_digit() || *next == '%');
        let is_after_letter = plain.ends_with(char::is_alphabetic);
        let is_german_die = sign == 'w' && is_before_sides && !is_after_letter;
        plain.push(if is_german_die { 'd' } else { sign });
    }
    plain
}

/// Splits `adv` and the like, with or without `with`, from the end. Returns the rest and which of
/// two dice is kept, or `None` if the text ends otherwise.
fn split_advantage(text: &str) -> Option<(&str, &'static str)> {
    for (word, modifier) in ADVANTAGE_WORDS {
        if let Some(before_word) = text.strip_suffix(word) {
            let roll = before_word.strip_suffix("with").unwrap_or(before_word);
            return Some((roll, modifier));
        }
    }
    None
}

/// Splits `adv` and the like from the start of a roll: `adv d20+2`. Returns as
/// [`split_advantage`].
fn split_leading_advantage(text: &str) -> Option<(&str, &'static str)> {
    let begins_roll = |letter: char| letter.is_ascii_digit() || matches!(letter, 'd' | '(');
    for (word, modifier) in ADVANTAGE_WORDS {
        if let Some(roll) = text.strip_prefix(word)
            && roll.starts_with(begins_roll)
        {
            return Some((roll, modifier));
        }
    }
    None
}

/// A text of which the beginning has been parsed.
struct ExpressionParser<'t> {
    rest: &'t str,
    /// How many numbers and pools there are so far.
    term_count: usize,
}

impl ExpressionParser<'_> {
    /// Parses terms with signs between them; several signs in a row multiply. Fails if a term is
    /// missing.
    fn parse_sum(&mut self) -> Result<DiceNode, DiceParseError> {
        let mut terms = Vec::new();
        loop {
            let unsigned = self.rest.trim_start_matches(['+', '-']);
            let signs = &self.rest[..self.rest.len() - unsigned.len()];
            self.rest = unsigned;
            if unsigned.is_empty() {
                return Err(dice_parse_error("dice-unfinished", signs));
            }
            let is_subtracted = signs.matches('-').count() % 2 == 1;
            let node = self.parse_product()?;
            terms.push(SignedTerm { is_subtracted, node });
            if !self.rest.starts_with(['+', '-']) {
                break;
            }
        }
        // One term that is not subtracted needs no sum.
        if terms.len() == 1 && !terms[0].is_subtracted {
            return Ok(terms.remove(0).node);
        }
        Ok(DiceNode::Sum(terms))
    }

    /// Parses factors with `*` between them.
    fn parse_product(&mut self) -> Result<DiceNode, DiceParseError> {
        let first = self.parse_factor()?;
        let mut factors = vec![first];
        while let Some(rest) = self.rest.strip_prefix('*') {
            self.rest = rest;
            if rest.is_empty() {
                return Err(dice_parse_error("dice-unfinished", "*"));
            }
            factors.push(self.parse_factor()?);
        }
        Ok(if factors.len() == 1 { factors.remove(0) } else { DiceNode::Product(factors) })
    }

    /// Parses a number, a pool, or a sum in parentheses.
    fn parse_factor(&mut self) -> Result<DiceNode, DiceParseError> {
        if let Some(rest) = self.rest.strip_prefix('(') {
            self.rest = rest;
            if rest.is_empty() {
                return Err(dice_parse_error("dice-unfinished", "("));
            }
            let inner = self.parse_sum()?;
            let closed = self.rest.strip_prefix(')');
            self.rest = closed.ok_or_else(|| dice_parse_error("dice-bracket", "("))?;
            return Ok(DiceNode::Group(Box::new(inner)));
        }
        self.term_count += 1;
        let end = self.rest.find(['+', '-', '*', '(', ')']).unwrap_or(self.rest.len());
        let (term, rest) = self.rest.split_at(end);
        if term.is_empty() {
            return Err(dice_parse_error("not-dice", self.rest));
        }
        self.rest = rest;
        if term.contains('d') {
            return PoolExpression::parse(term).map(DiceNode::Pool);
        }
        match term.parse::<i32>() {
            Ok(number) if (0..=MAX_NUMBER).contains(&number) => Ok(DiceNode::Number(number)),
            _ if term.bytes().all(|digit| digit.is_ascii_digit()) => {
                Err(dice_parse_error("dice-number-too-big", term))
            }
            _ => Err(dice_parse_error("not-dice", term)),
        }
    }
}

/// A roll of which the beginning has been rolled and written.
struct RollProgress<'d> {
    dice: &'d mut dyn Dice,
    explosions: usize,
    pools: Vec<RolledPool>,
    text: String,
}

impl DiceNode {
    /// Rolls this part from left to right, and returns its total. Appends its text and its rolled
    /// pools to `progress`.
    fn roll(&self, progress: &mut RollProgress) -> i64 {
        match self {
            Self::Number(number) => {
                progress.text += &number.to_string();
                i64::from(*number)
            }
            Self::Pool(pool) => {
                progress.text += &pool.text;
                let faces = pool
                    .roll_explode_and_mark_dropped_faces(progress.dice, &mut progress.explosions);
                let total = pool.total(&faces);
                progress.pools.push(RolledPool { expression: pool.text.clone(), faces });
                i64::from(total)
            }
            Self::Group(inner) => {
                progress.text.push('(');
                let total = inner.roll(progress);
                progress.text.push(')');
                total
            }
            Self::Sum(terms) => {
                let mut total = 0;
                for (place, term) in terms.iter().enumerate() {
                    progress.text += match (term.is_subtracted, place) {
                        (true, 0) => "-",
                        (true, _) => " - ",
                        (false, 0) => "",
                        (false, _) => " + ",
                    };
                    let value = term.node.roll(progress);
                    total += if term.is_subtracted { -value } else { value };
                }
                total
            }
            Self::Product(factors) => {
                let mut total = 1;
                for (place, factor) in factors.iter().enumerate() {
                    if place > 0 {
                        progress.text += " × ";
                    }
                    total *= factor.roll(progress);
                }
                total
            }
        }
    }

    /// Returns the nodes directly below this one.
    fn children(&self) -> Vec<&Self> {
        match self {
            Self::Number(_) | Self::Pool(_) => Vec::new(),
            Self::Group(inner) => vec![inner],
            Self::Sum(terms) => terms.iter().map(|term| &term.node).collect(),
            Self::Product(factors) => factors.iter().collect(),
        }
    }

    /// Returns all pools of this node, from left to right.
    fn pools(&self) -> Vec<&PoolExpression> {
        match self {
            Self::Pool(pool) => vec![pool],
            _ => self.children().into_iter().flat_map(Self::pools).collect(),
        }
    }

    /// Returns the same pools as [`Self::pools`].
    fn pools_mut(&mut self) -> Vec<&mut PoolExpression> {
        match self {
            Self::Number(_) => Vec::new(),
            Self::Pool(pool) => vec![pool],
            Self::Group(inner) => inner.pools_mut(),
            Self::Sum(terms) => terms.iter_mut().flat_map(|term| term.node.pools_mut()).collect(),
            Self::Product(factors) => factors.iter_mut().flat_map(Self::pools_mut).collect(),
        }
    }

    /// Returns whether every term counts successes.
    fn all_terms_count_successes(&self) -> bool {
        match self {
            Self::Number(_) => false,
            Self::Pool(pool) => pool.counted_faces.is_some(),
            _ => self.children().into_iter().all(Self::all_terms_count_successes),
        }
    }

    /// Returns a bound of the total and of every total on the way to it, whatever falls and
    /// whatever sign it has.
    fn total_magnitude_bound(&self) -> i64 {
        match self {
            Self::Number(number) => i64::from(*number),
            Self::Pool(pool) => pool.max_face_count() as i64 * i64::from(MAX_SIDES),
            Self::Group(_) | Self::Sum(_) => {
                let mut sum: i64 = 0;
                for part in self.children() {
                    sum = sum.saturating_add(part.total_magnitude_bound());
                }
                sum
            }
            Self::Product(_) => {
                let mut product: i64 = 1;
                for factor in self.children() {
                    // A factor of 0 does not make the product of the others smaller.
                    let factor_bound = factor.total_magnitude_bound().max(1);
                    product = product.saturating_mul(factor_bound);
                }
                product
            }
        }
    }

    /// Returns the bounds as [`DiceExpression::total_bounds`] does.
    fn total_bounds(&self) -> (i64, i64) {
        match self {
            Self::Number(number) => (i64::from(*number), i64::from(*number)),
            Self::Pool(pool) => pool.total_bounds(),
            Self::Group(inner) => inner.total_bounds(),
            Self::Sum(terms) => {
                let (mut low, mut high): (i64, i64) = (0, 0);
                for term in terms {
                    let (term_low, term_high) = term.node.total_bounds();
                    if term.is_subtracted {
                        low -= term_high;
                        high -= term_low;
                    } else {
                        low += term_low;
                        high += term_high;
                    }
                }
                (low, high)
            }
            Self::Product(factors) => {
                let (mut low, mut high): (i64, i64) = (1, 1);
                for factor in factors {
                    let (factor_low, factor_high) = factor.total_bounds();
                    // With negative numbers, any of these may be the lowest or the highest.
                    let mut products = [
                        low * factor_low,
                        low * factor_high,
                        high * factor_low,
                        high * factor_high,
                    ];
                    products.sort_unstable();
                    [low, _, _, high] = products;
                }
                (low, high)
            }
        }
    }

    /// Rolls the one die of the expression twice, or where there are several its one d20.
    fn apply_advantage_to_only_die_or_d20(
        &mut self,
        modifier: &str,
        text: &str,
    ) -> Result<(), DiceParseError> {
        let is_d20 = |pool: &PoolExpression| pool.die_kind == DieKind::Sided(20);
        let mut single: Vec<_> = self.pools_mut();
        // `2d20 adv` has its second die already.
        single.retain(|pool| pool.count == 1 || pool.count == 2 && is_d20(pool));
        if single.len() > 1 {
            single.retain(|pool| is_d20(pool));
        }
        let [pool] = single.as_mut_slice() else {
            return Err(dice_parse_error("dice-advantage", text));
        };
        **pool = pool.with_advantage(modifier)?;
        Ok(())
    }
}

impl PoolExpression {
    /// Parses `4d6`, `d%`, `4df`, `d66`, then any of `!`, `!5`, `kh3`, `kl1`, `dh1`, `dl1`, `>=5`,
    /// `<=2`, `=6`, or `adv`.
    fn parse(term: &str) -> Result<Self, DiceParseError> {
        if let Some((unmodified, modifier)) = split_advantage(term) {
            return Self::parse(unmodified)?.with_advantage(modifier);
        }
        let wrong = || dice_parse_error("not-dice", term);
        let (count_text, after_d) = term.split_once('d').ok_or_else(wrong)?;
        // A number above 255 is out of bounds. What is no number at all is no dice.
        let begins_with_too_high_number = |text: &str| {
            let digits = text.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
            !digits.is_empty() && digits.parse::<u8>().is_err()
        };
        if begins_with_too_high_number(count_text) || begins_with_too_high_number(after_d) {
            return Err(dice_parse_error("dice-out-of-bounds", term));
        }
        let count: usize = match count_text {
            "" => 1,
            digits => digits.parse().map_err(|_| wrong())?,
        };
        let (die_kind, mut modifiers) = split_die_kind(after_d).ok_or_else(wrong)?;
        if !(1..=MAX_DICE).contains(&count) || !die_kind.is_valid() {
            return Err(dice_parse_error("dice-out-of-bounds", term));
        }
        let text = term[..term.len() - modifiers.len()].to_string();
        let mut pool =
            Self { text, count, die_kind, explodes_from: None, kept: None, counted_faces: None };
        while !modifiers.is_empty() {
            modifiers = pool.parse_and_apply_modifier(modifiers).ok_or_else(wrong)?;
        }
        // Dice that explode with every face would never end.
        if pool.explodes_from.is_some_and(|from| from < 2) {
            return Err(dice_parse_error("dice-out-of-bounds", term));
        }
        Ok(pool)
    }

    /// Returns the pool with its one die rolled twice, of which `modifier` keeps one. Refuses a
    /// pool of several dice, except a pair of d20, and one that keeps or drops dice already.
    fn with_advantage(&self, modifier: &str) -> Result<Self, DiceParseError> {
        let wrong = || dice_parse_error("dice-advantage", &self.text);
        let is_pair_of_d20 = self.count == 2 && self.die_kind == DieKind::Sided(20);
        if self.count != 1 && !is_pair_of_d20 {
            return Err(wrong());
        }
        let (_, die) = self.text.split_once('d').ok_or_else(wrong)?;
        Self::parse(&format!("2d{die}{modifier}")).map_err(|_| wrong())
    }

    /// Parses one modifier and returns the rest of the text. `None` where it is no modifier, or
    /// comes twice.
    fn parse_and_apply_modifier<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let parsed = if text.starts_with('!') {
            self.parse_and_set_explosion(text)
        } else {
            self.parse_and_set_counted_faces(text).or_else(|| self.parse_and_set_kept_dice(text))
        };
        let (rest, written) = parsed?;
        self.text += &written;
        Some(rest)
    }

    /// Parses `!` or `!5` at the start of a text. Returns the same as
    /// [`Self::parse_and_set_counted_faces`].
    fn parse_and_set_explosion<'t>(&mut self, text: &'t str) -> Option<(&'t str, String)> {
        let DieKind::Sided(sides) = self.die_kind else { return None };
        let after_mark = text.strip_prefix('!')?;
        // Without a number, dice explode with their highest face.
        let (from, rest) = split_leading_number(after_mark).unwrap_or((sides, after_mark));
        let is_first = self.explodes_from.replace(from).is_none();
        let written = text[..text.len() - rest.len()].to_string();
        if is_first { Some((rest, written)) } else { None }
    }

    /// Parses `>=5` and the like at the start of a text. Returns the rest and the modifier as it is
    /// shown. `>5` counts 6 and more, as everywhere but on Roll20. `None` where there is none, or a
    /// second one.
    fn parse_and_set_counted_faces<'t>(&mut self, text: &'t str) -> Option<(&'t str, String)> {
        for (sign, written, comparison) in [
            (">=", ">=", FaceComparison::AtLeast),
            ("<=", "<=", FaceComparison::AtMost),
            ("=", "=", FaceComparison::Exactly),
            (">", ">=", FaceComparison::AtLeast),
            ("<", "<=", FaceComparison::AtMost),
        ] {
            let Some(rest) = text.strip_prefix(sign) else { continue };
            let (number, rest) = split_leading_number(rest)?;
            let face = match sign {
                ">" => number.checked_add(1)?,
                "<" => number.checked_sub(1)?,
                _ => number,
            };
            let is_first = self.counted_faces.replace((comparison, face)).is_none();
            return if is_first { Some((rest, format!("{written}{face}"))) } else { None };
        }
        None
    }

    /// Parses `kh3`, `drop lowest` and the like, without spaces, at the start of a text. Returns
    /// the same as [`Self::parse_and_set_counted_faces`].
    fn parse_and_set_kept_dice<'t>(&mut self, text: &'t str) -> Option<(&'t str, String)> {
        let (word, written) = KEPT_DICE_WORDS.into_iter().find(|(w, _)| text.starts_with(w))?;
        let rest = &text[word.len()..];
        let (number, rest) = split_leading_number(rest).unwrap_or((1, rest));
        let count = usize::from(number);
        let kept = match written {
            "kh" => KeptDice::Highest(count),
            "kl" => KeptDice::Lowest(count),
            "dh" => KeptDice::AllButHighest(count),
            _ => KeptDice::AllButLowest(count),
        };
        let is_first = self.kept.replace(kept).is_none();
        if is_first { Some((rest, format!("{written}{number}"))) } else { None }
    }

    /// Rolls the dice of the pool and marks the dropped ones. An explosion adds a die, and counts
    /// among the `explosions` of the whole expression, which have a bound.
    fn roll_explode_and_mark_dropped_faces(
        &self,
        dice: &mut dyn Dice,
        explosions: &mut usize,
    ) -> Vec<RolledFace> {
        let mut faces = Vec::new();
        for _ in 0..self.count {
            loop {
                let face = self.die_kind.roll(dice);
                faces.push(RolledFace { face, is_kept: true });
                let explodes = self.explodes_from.is_some_and(|from| face >= i32::from(from));
                if !explodes || *explosions >= MAX_EXPLOSIONS {
                    break;
                }
                *explosions += 1;
            }
        }
        if let Some(kept) = self.kept {
            kept.mark_dropped_faces(&mut faces);
        }
        faces
    }

    /// Returns the lowest and the highest total; the highest counts every explosion that may
    /// happen.
    fn total_bounds(&self) -> (i64, i64) {
        let kept_of = |dice| self.kept.map_or(dice, |kept| kept.kept_count_of(dice)) as i64;
        let fewest_kept = kept_of(self.count);
        let most_kept = kept_of(self.max_face_count());
        if self.counted_faces.is_some() {
            return (0, most_kept);
        }
        let (lowest_face, highest_face) = self.die_kind.face_bounds();
        // More dice make the lowest total even lower if their faces may be negative.
        let count_for_lowest = if lowest_face < 0 { most_kept } else { fewest_kept };
        (count_for_lowest * lowest_face, most_kept * highest_face)
    }

    /// Returns how many faces may fall at most, with every explosion that may happen.
    fn max_face_count(&self) -> usize {
        let max_explosions = if self.explodes_from.is_some() { MAX_EXPLOSIONS } else { 0 };
        self.count + max_explosions
    }

    /// Returns the sum of the kept faces or, if faces are counted, how many of the kept ones count.
    fn total(&self, faces: &[RolledFace]) -> i32 {
        let kept = faces.iter().filter(|rolled| rolled.is_kept).map(|rolled| rolled.face);
        match self.counted_faces {
            None => kept.sum(),
            Some((comparison, wanted)) => {
                let wanted = i32::from(wanted);
                let counts = |face: &i32| match comparison {
                    FaceComparison::AtLeast => *face >= wanted,
                    FaceComparison::AtMost => *face <= wanted,
                    FaceComparison::Exactly => *face == wanted,
                };
                kept.filter(counts).count() as i32
            }
        }
    }
}

impl DieKind {
    /// Returns whether the number of sides is within its bounds.
    fn is_valid(self) -> bool {
        match self {
            Self::Sided(sides) => (2..=MAX_SIDES).contains(&sides),
            Self::Fate | Self::TensAndOnes => true,
        }
    }

    /// Returns the lowest and the highest face.
    fn face_bounds(self) -> (i64, i64) {
        match self {
            Self::Sided(sides) => (1, i64::from(sides)),
            Self::Fate => (-1, 1),
            Self::TensAndOnes => (11, 66),
        }
    }

    /// Returns how many dice are rolled for one face.
    fn dice_per_face(self) -> usize {
        if self == Self::TensAndOnes { 2 } else { 1 }
    }

    /// Rolls one face.
    fn roll(self, dice: &mut dyn Dice) -> i32 {
        match self {
            Self::Sided(sides) => i32::from(dice.roll_die(sides)),
            Self::Fate => i32::from(dice.roll_die(3)) - 2,
            Self::TensAndOnes => {
                let tens = i32::from(dice.roll_die(6));
                10 * tens + i32::from(dice.roll_die(6))
            }
        }
    }
}

impl KeptDice {
    /// Returns how many of these dice are kept.
    fn kept_count_of(self, dice: usize) -> usize {
        match self {
            Self::Highest(kept) | Self::Lowest(kept) => kept.min(dice),
            Self::AllButHighest(dropped) | Self::AllButLowest(dropped) => {
                dice.saturating_sub(dropped)
            }
        }
    }

    /// Marks dropped dice; among equal faces the later ones are dropped.
    fn mark_dropped_faces(self, faces: &mut [RolledFace]) {
        let mut places: Vec<usize> = (0..faces.len()).collect();
        match self {
            Self::Highest(_) | Self::AllButLowest(_) => {
                places.sort_by_key(|place| std::cmp::Reverse(faces[*place].face));
            }
            Self::Lowest(_) | Self::AllButHighest(_) => {
                places.sort_by_key(|place| faces[*place].face);
            }
        }
        for place in places.into_iter().skip(self.kept_count_of(faces.len())) {
            faces[place].is_kept = false;
        }
    }
}

/// Splits what follows the `d` of a pool into the kind of die (`f`, `%`, `66` or a number of sides)
/// and the modifiers. `None` if it is no kind of die.
fn split_die_kind(text: &str) -> Option<(DieKind, &str)> {
    if let Some(modifiers) = text.strip_prefix('f') {
        return Some((DieKind::Fate, modifiers));
    }
    if let Some(modifiers) = text.strip_prefix('%') {
        return Some((DieKind::Sided(100), modifiers));
    }
    let (number, modifiers) = split_leading_number(text)?;
    let die_kind = if number == 66 { DieKind::TensAndOnes } else { DieKind::Sided(number) };
    Some((die_kind, modifiers))
}

/// Splits a text into its leading number and the rest. `None` if it begins with no number, or with
/// one above 255.
fn split_leading_number(text: &str) -> Option<(u8, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    Some((digits.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::dice::{ScriptedDice, SeededDice};

    #[track_caller]
    fn assert_roll(text: &str, prepared: &[(u8, u8)], total: i32, expected_faces: &str) {
        let mut dice = ScriptedDice::default();
        prepared.iter().for_each(|(sides, face)| dice.push_die(*sides, *face));
        let roll = DiceExpression::parse(text).unwrap().roll(&mut dice);
        assert_eq!(dice.take_errors_and_unused(), Vec::<String>::new(), "{text}");
        let face = |RolledFace { face, is_kept }: &RolledFace| {
            if *is_kept { face.to_string() } else { format!("({face})") }
        };
        let faces =
            roll.pools.iter().map(|pool| pool.faces.iter().map(face).collect::<Vec<_>>().join(" "));
        let faces: Vec<String> = faces.collect();
        assert_eq!((roll.total, faces.join(" | ").as_str()), (total, expected_faces), "{text}");
    }

    #[test]
    fn dice_expression_rolls_every_modifier() {
        assert_roll("2d6+1", &[(6, 2), (6, 5)], 8, "2 5");
        assert_roll(" d20 - 2 ", &[(20, 9)], 7, "9");
        assert_roll("4d6kh3", &[(6, 2), (6, 5), (6, 1), (6, 1)], 8, "2 5 1 (1)");
        assert_roll("2D20kl", &[(20, 9), (20, 4)], 4, "(9) 4");
        assert_roll("4d6dl1", &[(6, 2), (6, 5), (6, 1), (6, 3)], 10, "2 5 (1) 3");
        assert_roll("3d6dh2", &[(6, 2), (6, 5), (6, 3)], 2, "2 (5) (3)");
        assert_roll("2d6!", &[(6, 6), (6, 6), (6, 1), (6, 2)], 15, "6 6 1 2");
        assert_roll("1d10!9>=9", &[(10, 9), (10, 10), (10, 3)], 2, "9 10 3");
        assert_roll("3d6<=2", &[(6, 1), (6, 2), (6, 3)], 2, "1 2 3");
        assert_roll("4df+1d4", &[(3, 1), (3, 2), (3, 3), (3, 3), (4, 4)], 5, "-1 0 1 1 | 4");
        assert_roll("d%", &[(100, 77)], 77, "77");
        assert!(
            DiceExpression::parse("3d6=6").unwrap().roll(&mut SeededDice::new(1)).is_success_count
        );
    }

    /// What Avrae, Roll20 and Dice Maiden take, and what the bot itself writes.
    #[test]
    fn dice_expression_takes_what_people_type() {
        assert_roll("d20 adv", &[(20, 9), (20, 4)], 9, "9 (4)");
        assert_roll("1d20 dis", &[(20, 9), (20, 4)], 4, "(9) 4");
        assert_roll("D20 + 5 with Advantage", &[(20, 9), (20, 14)], 19, "(9) 14");
        assert_roll("d20+d4 disadvantage", &[(20, 9), (20, 4), (4, 1)], 5, "(9) 4 | 1");
        assert_roll("2d20 advantage", &[(20, 9), (20, 4)], 9, "9 (4)");
        assert_roll("2d20dis+1", &[(20, 9), (20, 4)], 5, "(9) 4");
        assert_roll("4d6 keep highest 3", &[(6, 2), (6, 5), (6, 1), (6, 1)], 8, "2 5 1 (1)");
        assert_roll("d20 adv + 5", &[(20, 9), (20, 4)], 14, "9 (4)");
        assert_roll("2d6+1 # for the door", &[(6, 2), (6, 5)], 8, "2 5");
        assert_roll("3d10>7", &[(10, 7), (10, 8), (10, 10)], 2, "7 8 10");
        assert_roll("3d10<3", &[(10, 3), (10, 2), (10, 10)], 1, "3 2 10");
        assert_roll("2d10≥7", &[(10, 7), (10, 6)], 1, "7 6");
        assert_roll("(2d6+3)*2", &[(6, 2), (6, 5)], 20, "2 5");
        assert_roll("2 × (1d6 − (d4 – 1))", &[(6, 2), (4, 4)], -2, "2 | 4");
        assert_roll("d66", &[(6, 3), (6, 5)], 35, "35");
        assert_roll("2d20k1", &[(20, 9), (20, 4)], 9, "9 (4)");
        assert_roll("2d20k", &[(20, 9), (20, 4)], 9, "9 (4)");
        assert_roll("2d20 kh", &[(20, 9), (20, 4)], 9, "9 (4)");
        assert_roll("3d6 keep 2", &[(6, 1), (6, 4), (6, 4)], 8, "(1) 4 4");
        assert_roll("4d6 drop lowest", &[(6, 2), (6, 5), (6, 1), (6, 3)], 10, "2 5 (1) 3");
        assert_roll("3d6 drop highest 2", &[(6, 2), (6, 5), (6, 3)], 2, "2 (5) (3)");
        assert_roll("4d6 drop the lowest", &[(6, 2), (6, 5), (6, 1), (6, 3)], 10, "2 5 (1) 3");
        assert_roll("2W6 + w4", &[(6, 2), (6, 5), (4, 1)], 8, "2 5 | 1");
        assert_roll("1d20−1", &[(20, 9)], 8, "9");
        assert_roll("1d20+-1", &[(20, 9)], 8, "9");
        assert_roll("adv d20", &[(20, 9), (20, 4)], 9, "9 (4)");
        assert_roll("disadvantage d20 + 5", &[(20, 9), (20, 4)], 9, "(9) 4");
        assert_roll("dis d20 for the door", &[(20, 9), (20, 4)], 4, "(9) 4");
        for text in ["roll 2d6", "/r 2d6", "!roll 2d6", "R 2d6", "`2d6`", "２ｄ６", "2d6 [fire]"]
        {
            assert_roll(text, &[(6, 2), (6, 5)], 7, "2 5");
        }
        for text in [
            "w20 Vorteil",
            "d20 mit Vorteil",
            "d20 con ventaja",
            "d20 avec avantage",
            "d20 com vantagem",
            "d20, adv.",
            "d20 (adv)",
            "d20 [adv]",
            "d20 with advantage!",
            "Vorteil d20",
        ] {
            assert_roll(text, &[(20, 9), (20, 4)], 9, "9 (4)");
        }
        for text in ["W20 mit Nachteil", "d20 desventaja", "d20 désavantage", "d20 desvantagem"] {
            assert_roll(text, &[(20, 9), (20, 4)], 4, "(9) 4");
        }
        for text in [
            "**2d6**",
            "||2d6||",
            "[[2d6]]",
            "2d6.",
            "2d6,",
            "2d6?",
            "2\u{200b}d6",
            "\u{feff}2d6",
            "2d6 🔥",
            "2d6 (fire)",
            "2d6 \"fire\"",
            "2d6: fire",
            "2d6, for the fire",
            "2d6 // fire",
        ] {
            assert_roll(text, &[(6, 2), (6, 5)], 7, "2 5");
        }
        for text in ["1d20‑1", "1d20 ➖ 1", "1d20‐1"] {
            assert_roll(text, &[(20, 9)], 8, "9");
        }
        for text in ["(2d6+3)x2", "(2d6+3) x 2", "(2d6 + 3) ✕ 2", "2·(2d6+3)"] {
            assert_roll(text, &[(6, 2), (6, 5)], 20, "2 5");
        }
        for text in ["4d6 keep highest three", "4d6 keep three", "four d6 drop lowest"] {
            assert_roll(text, &[(6, 2), (6, 5), (6, 1), (6, 1)], 8, "2 5 1 (1)");
        }
        assert_roll("d6 times two", &[(6, 3)], 6, "3");
        assert_roll("2d10\\>=7", &[(10, 7), (10, 6)], 1, "7 6");
        assert_roll("2d10=>7", &[(10, 7), (10, 6)], 1, "7 6");
        assert_roll("d6 plus 2", &[(6, 3)], 5, "3");
        assert_roll("d6 minus d4", &[(6, 3), (4, 1)], 2, "3 | 1");
        assert_roll("2d6 [fire] + d4[cold]", &[(6, 2), (6, 5), (4, 1)], 8, "2 5 | 1");
    }

    #[test]
    fn comment_follows_the_roll() {
        let parse = |text| DiceExpression::parse(text).unwrap().roll(&mut SeededDice::new(1));
        assert_eq!(parse("d6 #  for\nthe door # 2").comment.as_deref(), Some("for the door # 2"));
        assert_eq!(parse("d6 #").comment, None);
        assert_eq!(parse("3d10>7 #x").expression, "3d10>=8");
        for text in ["d6 for the  door", "d6 ! for the door", "d6# for the door"] {
            assert_eq!(parse(text).comment.as_deref(), Some("for the door"), "{text}");
        }
        assert_eq!(parse("d20 adv with bless").expression, "2d20kh1");
        assert_eq!(parse("d6 for door #2").comment.as_deref(), Some("for door #2"));
        assert_eq!(parse("d6 (for the door)").comment.as_deref(), Some("(for the door)"));
        assert_eq!(parse("d6: for the door").comment.as_deref(), Some("for the door"));
        assert_eq!(parse("2d6[fire] + d4 [cold]").comment.as_deref(), Some("fire, cold"));
        assert_eq!(parse("2d6 [fire] # burn").comment.as_deref(), Some("fire burn"));
    }

    #[test]
    fn mistyped_word_of_a_roll_is_no_comment() {
        for text in ["d20 avd", "4d6 dorp lowest", "d20 plus", "d20 + d", "d6 / d6", "d6 twice"] {
            assert!(DiceExpression::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn option_in_any_language_is_no_comment() {
        for text in [
            "d20 disadvamtage",
            "d20 advantaje",
            "d20 vorteli",
            "3d6 exploding",
            "3d6 explodierend",
            "3d6 que explotan",
            "3d6 explosifs",
            "3d6 explodindo",
            "3d6 reroll ones",
            "2d6 doubled",
            "2d6 halved!",
            "d20 plus strength",
            "4W6 niedrigsten weglassen",
            "4W6 die höchsten 3",
            "4d6 los más altos",
            "4d6 garder les plus hauts",
            "4d6 os mais altos",
        ] {
            let error = DiceExpression::parse(text).expect_err(text);
            assert_eq!((error.key, error.context.as_str()), ("not-dice", text));
        }
    }

    #[test]
    fn comment_may_have_words_that_are_somewhat_like_an_option() {
        for comment in [
            "for his sword",
            "für die Tür",
            "für das Schloss",
            "is it locked",
            "deep breath",
            "exploring the cave",
            "for the garden of the slowest",
            "to crop the weeds",
            "un plus grand pont",
            "por mi honor",
        ] {
            let expression = DiceExpression::parse(&format!("d20 {comment}"));
            assert_eq!(expression.unwrap().comment.as_deref(), Some(comment));
        }
    }

    /// Dice that explode are dropped like all others, and no more of them than is said.
    #[test]
    fn as_many_dice_are_dropped_as_the_roll_says() {
        let dice = [(6, 6), (6, 2), (6, 5), (6, 1), (6, 3)];
        assert_roll("4d6! drop lowest", &dice, 16, "6 2 5 (1) 3");
        assert_roll("4d6! drop highest", &dice, 11, "(6) 2 5 1 3");
        assert_roll("2d6dl3", &[(6, 2), (6, 5)], 0, "(2) (5)");
        let bounds = DiceExpression::parse("4d6! drop lowest").unwrap().total_bounds();
        assert_eq!(bounds, (3, 618));
    }

    #[test]
    fn totals_beyond_every_number_are_too_big() {
        let products = "9999*9999*9999*9999*9999";
        for text in [
            format!("100d6*9999*9999*9999*9999+{products}"),
            format!("100d6*9999*9999*9999*9999-{products}"),
            format!("({products}*d6)*0"),
            format!("0*{products}*d6"),
            format!("d6*({products}+1)*(0-9999)"),
        ] {
            let error = DiceExpression::parse(&text).expect_err(&text);
            assert_eq!(error.key, "dice-too-big", "{text}");
        }
    }

    /// No number on the way to a total is too big for the program, which would panic here.
    #[test]
    fn arithmetic_of_dice_expressions_never_overflows() {
        use proptest::prelude::*;
        use proptest::test_runner::{Config, TestRunner};
        let factors = proptest::sample::select(&["9999", "99", "10d6!", "d100", "4df", "0"]);
        let signs = proptest::sample::select(&["*", "+", "-", "*(", ")*", ")+", ")-("]);
        let texts = proptest::collection::vec((factors, signs), 1..=MAX_TERMS);
        let config = Config { cases: 5_000, ..Config::default() };
        let result = TestRunner::new(config).run(&(texts, any::<u64>()), |(parts, seed)| {
            let parts: Vec<String> =
                parts.into_iter().map(|(factor, sign)| format!("{factor}{sign}")).collect();
            let Ok(expression) = DiceExpression::parse(&format!("{}1", parts.concat())) else {
                return Ok(());
            };
            let (low, high) = expression.total_bounds();
            let roll = expression.roll(&mut SeededDice::new(seed));
            prop_assert!((low..=high).contains(&roll.total.into()), "{parts:?}: {}", roll.total);
            prop_assert!(low >= -MAX_TOTAL && high <= MAX_TOTAL, "{parts:?}: {low} {high}");
            Ok(())
        });
        result.unwrap();
    }

    #[test]
    fn parse_error_says_what_is_wrong() {
        for (text, key, context) in [
            ("1d6+", "dice-unfinished", "+"),
            ("1d6 *", "dice-unfinished", "*"),
            ("", "dice-missing", ""),
            ("# door", "dice-missing", ""),
            ("(1d6", "dice-bracket", "("),
            ("1d6)", "dice-bracket", "1d6)"),
            ("adv", "dice-advantage", "adv"),
            ("2d6 adv", "dice-advantage", "2d6adv"),
            ("d20 15", "not-dice", "d20 15"),
            ("1d6 / 2", "not-dice", "1d6 / 2"),
            ("d20 avd", "not-dice", "d20 avd"),
            ("10000d6", "dice-out-of-bounds", "10000d6"),
            ("d1000", "dice-out-of-bounds", "d1000"),
            ("100d6*9999", "dice-too-big", "100d6*9999"),
            ("2d6+100000", "dice-number-too-big", "100000"),
            ("d6, d8", "dice-one-at-a-time", "d6"),
            ("3x 2d6", "dice-one-at-a-time", "2d6"),
            ("3x2d6+1", "dice-one-at-a-time", "2d6+1"),
        ] {
            assert_eq!(DiceExpression::parse(text), Err(dice_parse_error(key, context)), "{text}");
        }
    }

    #[test]
    fn dice_expression_rejects_invalid_or_unbounded_text() {
        let too_long = "1d6+".repeat(26);
        for text in [
            "",
            "x",
            "5",
            "d",
            "0d6",
            "d1",
            "d0",
            "d101",
            "101d6",
            "60d6+60d6",
            "2d6!1",
            "2d6kh1kl1",
            "2d6!!",
            "d6d6",
            "2d6>",
            "-",
            "1d6+-",
            "99999+d6",
            "(1d6)^99",
            "1d6*",
            "()",
            "2(d6)",
            "1d6**2",
            "51d66",
            "d66!",
            "3d6<0",
            "d6adv adv",
            &too_long,
            "d6+1+1+1+1+1+1+1+1+1+1",
            "4df!",
            "2d6é",
        ] {
            assert!(DiceExpression::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn totals_of_a_dice_expression_have_exact_bounds() {
        for (text, bounds) in [
            ("2d6+1", (3, 13)),
            ("1d6 - 1d4", (-3, 5)),
            ("(1d4 - 3) * (1d6 - 2)", (-8, 4)),
            ("4d6kh3", (3, 18)),
            ("4d6>4", (0, 4)),
            ("4df", (-4, 4)),
            ("d66", (11, 66)),
        ] {
            assert_eq!(DiceExpression::parse(text).unwrap().total_bounds(), bounds, "{text}");
        }
    }

    #[test]
    fn explosions_stop_at_their_bound() {
        struct Sixes;
        impl Dice for Sixes {
            fn roll_die(&mut self, sides: u8) -> u8 {
                sides
            }
        }
        let roll = DiceExpression::parse("100d6!").unwrap().roll(&mut Sixes);
        assert_eq!(roll.pools[0].faces.len(), MAX_DICE + MAX_EXPLOSIONS);
    }

    /// Any text parses or is refused; what parses rolls within bounds, and its shown form parses
    /// again.
    #[test]
    fn dice_expression_survives_any_text() {
        use proptest::prelude::*;
        use proptest::test_runner::{Config, TestRunner};
        let config = Config { cases: 2_000, ..Config::default() };
        let part = proptest::sample::select(PARTS);
        let texts = proptest::collection::vec(part, 0..8).prop_map(|parts| parts.concat());
        let result = TestRunner::new(config).run(&(texts, any::<u64>()), |(text, seed)| {
            let Ok(expression) = DiceExpression::parse(&text) else { return Ok(()) };
            let roll = expression.roll(&mut SeededDice::new(seed));
            prop_assert!(roll.total.abs() < 10_000_000, "{} is {}", text, roll.total);
            let (low, high) = expression.total_bounds();
            prop_assert!((low..=high).contains(&roll.total.into()), "{} is {}", text, roll.total);
            let uncommented = DiceExpression { comment: None, ..expression };
            prop_assert_eq!(DiceExpression::parse(&roll.expression), Ok(uncommented), "{}", text);
            Ok(())
        });
        result.unwrap();
    }

    const PARTS: &[&str] = &[
        "d",
        "D6",
        "2d6",
        "d%",
        "4df",
        "!",
        "!5",
        "kh3",
        "k",
        "keep",
        "drop lowest",
        "adv",
        "dis",
        ">7",
        "<",
        "(",
        ")",
        "*",
        "−",
        "d66",
        "9999",
        "kl1",
        "dh1",
        "dl",
        ">=5",
        "<=2",
        "=6",
        "+",
        "-",
        " ",
        "1",
        "0",
        "00",
        "20",
        "99999",
        "4294967296",
        "18446744073709551616",
        "x",
        "é",
        "\u{0}",
    ];
}
