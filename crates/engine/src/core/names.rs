//! Names that people give to combatants, sides, groups, zones and items: how they are normalised,
//! which ones commands cannot say, and which ones look alike.
//!
//! This is the one gate for names. Saved fights may hold names that it would refuse today.

use icu_properties::props::{
    CanonicalCombiningClass, DefaultIgnorableCodePoint, Emoji, ExtendedPictographic,
    GeneralCategory, JoiningType, VariationSelector,
};
use icu_properties::{CodePointMapData, CodePointSetData};
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::skeleton;

use super::command::{Refusal, is_list_separator, split_comma_list_heeding_quotes};

/// The longest name of a combatant, in characters.
pub const MAX_NAME_CHARS: usize = 32;

/// Semicolons of any script. People separate the names of a list with them.
pub const LIST_SEMICOLONS: [char; 3] = [';', '；', '؛'];

/// What a name is given to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// A combatant, or the sheet of one.
    Combatant,
    Side,
    /// Combatants of one side whom the rules treat together.
    Group,
    Zone,
    Item,
}

impl NameKind {
    /// Returns the longest name of this kind, in characters.
    const fn max_chars(self) -> usize {
        match self {
            Self::Combatant => MAX_NAME_CHARS,
            Self::Side | Self::Group | Self::Zone => 40,
            Self::Item => 60,
        }
    }
}

/// The public name of an NPC whose name is not disclosed. A number may follow.
pub const UNNAMED: &str = "Something";

/// The public names of such NPCs by the language of the server: English, German, Spanish and
/// Portuguese, French. An NPC keeps the one that it got.
pub const UNNAMED_LABELS: [&str; 4] = [UNNAMED, "Etwas", "Algo", "Quelque chose"];

const ZERO_WIDTH_NON_JOINER: char = '\u{200c}';
const ZERO_WIDTH_JOINER: char = '\u{200d}';

/// The marks that quote names in lists.
pub(super) const QUOTATION_MARKS: [char; 4] = ['"', '“', '”', '„'];

/// The marks that quote words of a name, or stand for letters that are left out.
const SINGLE_QUOTATION_MARKS: [char; 4] = ['\'', '‘', '’', 'ʼ'];

/// The most accents on one letter besides those that Unicode has in one character with it.
const MAX_ACCENTS_ON_LETTER: usize = 2;

/// The most marks of any script on one letter. Burmese names have up to four.
const MAX_MARKS_ON_LETTER: usize = 4;

const ARTICLES: [&str; 3] = ["the", "a", "an"];

/// Words that commands take in the place of a name, or that people do.
const RESERVED_WORDS: &[&str] = &[
    "all",
    "any",
    "anybody",
    "anyone",
    "both",
    "everybody",
    "everyone",
    "me",
    "myself",
    "no one",
    "nobody",
    "noone",
    "none",
    "nothing",
    "other",
    "others",
    "self",
    "somebody",
    "someone",
    "us",
    "you",
    "yourself",
];

/// Words that commands take in the place of a combatant's name, or beside one.
const COMBATANT_KEYWORDS: &[&str] = &[
    "allies",
    "enemies",
    "everybody else",
    "everyone else",
    "false",
    "friends",
    "left",
    "no",
    "npc",
    "npcs",
    "off",
    "on",
    "pc",
    "pcs",
    "redo",
    "rest",
    "right",
    "true",
    "undo",
    "whoever",
    "yes",
];

/// Words for all, and words behind them for those whom a list leaves out.
const WORDS_FOR_ALL: [&str; 3] = ["all", "everybody", "everyone"];
const WORDS_FOR_EXCEPTIONS: [&str; 3] = ["but", "except", "without"];

/// Words that join the names of a list. A name of a combatant has none between its other words.
const LIST_WORDS: &[&str] = &["and", "et", "und"];

/// Names of roles.
const ROLES: &[&str] = &[
    "co-gm",
    "co gm",
    "dm",
    "dungeon master",
    "game master",
    "gamemaster",
    "gm",
    "player",
    "players",
    "public",
    "referee",
    "riposte",
    "spectator",
    "spectators",
];

/// Returns a name as it is stored: in Unicode's form NFC, with single blanks, and without variation
/// selectors that select nothing.
///
/// # Errors
/// `bad-name` for characters that nobody sees, for a mark without a letter, for more marks on one
/// letter than any language has, and for joiners where no script needs them (UAX #31, section 2.3).
pub fn normalize_name_refusing_invisible(text: &str) -> Result<String, Refusal> {
    let words: Vec<String> = text.split_whitespace().map(|word| word.nfc().collect()).collect();
    let letters: Vec<char> = words.join(" ").chars().collect();
    let mut name = String::new();
    for (index, letter) in letters.iter().copied().enumerate() {
        let (before, after) = (&letters[..index], &letters[index + 1..]);
        if is_mark_too_many(letter, before) {
            return Err(Refusal::new("bad-name", ""));
        }
        if has_visible_effect(letter, before, after) {
            name.push(letter);
        } else if !is_variation_selector(letter) {
            return Err(Refusal::new("bad-name", ""));
        }
    }
    Ok(name)
}

/// Returns whether a mark is one too many on its letter, given the text before it: a tower of
/// marks reaches into the lines above and below.
fn is_mark_too_many(letter: char, before: &[char]) -> bool {
    if !is_mark(letter) {
        return false;
    }
    let mut marks = vec![letter];
    marks.extend(before.iter().rev().copied().take_while(|mark| is_mark(*mark)));
    let accent_count = marks.iter().filter(|mark| is_accent(**mark)).count();
    marks.len() > MAX_MARKS_ON_LETTER || accent_count > MAX_ACCENTS_ON_LETTER
}

/// Returns whether one can see that a character of a name is there, given those around it.
fn has_visible_effect(letter: char, before: &[char], after: &[char]) -> bool {
    match letter {
        ZERO_WIDTH_NON_JOINER => is_non_joiner_needed(before, after),
        ZERO_WIDTH_JOINER => is_joiner_needed(before, after),
        _ if is_variation_selector(letter) => before.last().is_some_and(|base| is_emoji(*base)),
        _ if is_mark(letter) => !is_ignorable(letter) && has_base(before),
        _ => !is_invisible_char(letter),
    }
}

/// Parses the name of a combatant.
///
/// # Errors
/// As [`parse_given_name`].
pub fn parse_combatant_name(text: &str) -> Result<String, Refusal> {
    parse_given_name(NameKind::Combatant, text)
}

/// Parses a name that somebody gives to something of this kind. The name of a side, a group or an
/// item loses its leading article: the sentences that name it have their own.
///
/// # Errors
/// `bad-name` as in [`normalize_name_refusing_invisible`]; `bad-setup` for a name that is empty or
/// too long, that lists cannot say, or that means somebody or something else in commands.
pub fn parse_given_name(kind: NameKind, text: &str) -> Result<String, Refusal> {
    let name = normalize_name_refusing_invisible(trim_and_strip_enclosing_quotes(text))?;
    let name = match kind {
        NameKind::Combatant | NameKind::Zone => name,
        NameKind::Side | NameKind::Group | NameKind::Item => strip_article(&name).to_string(),
    };
    if !(1..=kind.max_chars()).contains(&name.chars().count()) {
        return Err(Refusal::bad_setup("", "name-length").with("most", kind.max_chars()));
    }
    match find_fault_in_name(kind, &name) {
        Some(reason) => Err(Refusal::bad_setup("", reason).with("name", &name)),
        None => Ok(name),
    }
}

/// Returns why nothing of this kind can have a name of allowed length. `None` if it can.
fn find_fault_in_name(kind: NameKind, name: &str) -> Option<&'static str> {
    let is_combatant = kind == NameKind::Combatant;
    // In commands, a `'` at the beginning of a value opens a quotation.
    let opens_quotation = name.starts_with('\'');
    let is_list_of_combatants = is_combatant && reads_as_list(name);
    if opens_quotation || is_list_of_combatants || !can_be_read_back_from_list(name) {
        return Some("name-marks");
    }
    let has_letter = name.chars().any(is_letter_number_or_symbol);
    let is_digit_or_mark =
        |letter: char| letter.is_numeric() || !is_letter_number_or_symbol(letter);
    let is_bare_number = name.chars().all(is_digit_or_mark);
    // Zones may be numbered. Elsewhere commands take a number for an amount or a place in a list.
    let may_be_number = kind == NameKind::Zone;
    if !has_letter || (is_bare_number && !may_be_number) {
        return Some("name-letters");
    }
    let shape = NameShape::new(name);
    let is_one_of =
        |words: &[&str]| words.iter().any(|word| NameShape::new(word).looks_like(&shape));
    if is_one_of(RESERVED_WORDS) {
        return Some("name-reserved");
    }
    if is_combatant {
        let is_keyword = is_one_of(COMBATANT_KEYWORDS) || is_unnamed_label(name);
        if is_keyword || reads_as_exception(name) {
            return Some("name-reserved");
        }
    }
    let names_people = matches!(kind, NameKind::Combatant | NameKind::Side | NameKind::Group);
    if names_people && is_one_of(ROLES) {
        return Some("name-role");
    }
    None
}

/// Returns whether a name reads as a list of several: `Rat and Wolf`.
fn reads_as_list(name: &str) -> bool {
    if name.contains(['&', '＆']) {
        return true;
    }
    let lowercase = name.to_lowercase();
    let words: Vec<&str> = lowercase.split(' ').collect();
    let [_, inner_words @ .., _] = words.as_slice() else { return false };
    inner_words.iter().any(|word| LIST_WORDS.contains(word))
}

/// Returns whether a name reads as a list of all but some: `all but Mira`.
fn reads_as_exception(name: &str) -> bool {
    let lowercase = name.to_lowercase();
    let words: Vec<&str> = lowercase.split(' ').collect();
    let [first, second, ..] = words.as_slice() else { return false };
    WORDS_FOR_ALL.contains(first) && WORDS_FOR_EXCEPTIONS.contains(second)
}

/// Takes the quotation marks off a text that stands in them as a whole: `"Ana"`, `“Ana”`.
fn trim_and_strip_enclosing_quotes(text: &str) -> &str {
    let text = text.trim();
    let Some(after_mark) = text.strip_prefix(QUOTATION_MARKS) else { return text };
    match after_mark.strip_suffix(QUOTATION_MARKS) {
        Some(inner) if !inner.contains(QUOTATION_MARKS) => inner,
        _ => text,
    }
}

/// Returns whether a list that has the name reads back as that name and the others: it has no
/// comma or semicolon, and its quotation marks are closed.
fn can_be_read_back_from_list(name: &str) -> bool {
    let (straight_marks, curly_marks) = QUOTATION_MARKS.split_at(1);
    let is_even = |marks: &[char]| name.matches(marks).count().is_multiple_of(2);
    let are_quotes_closed = is_even(straight_marks) && is_even(curly_marks);
    if !are_quotes_closed || name.contains(LIST_SEMICOLONS) {
        return false;
    }
    let listed_names = split_comma_list_heeding_quotes(name);
    matches!(listed_names.as_slice(), [only] if is_same_name(only, name))
}

/// Returns whether two texts are the same name: without regard to case, to the form of letters, to
/// quotation marks around words and to what nobody sees.
pub fn is_same_name(one: &str, other: &str) -> bool {
    let is_plain = |name: &str| name.is_ascii() && !name.contains(['"', '\'']);
    if is_plain(one) && is_plain(other) {
        return one.eq_ignore_ascii_case(other);
    }
    fold_name(one) == fold_name(other)
}

/// How a name looks: what its letters may be taken for, as they are, in lower case and in capitals.
pub struct NameShape([String; 3]);

impl NameShape {
    /// Returns how a name looks without what nobody sees, says or types in it: points, stars, small
    /// raised numbers, the article before it, blanks, and the zeros before a number.
    pub fn new(name: &str) -> Self {
        let spoken = strip_punctuation_and_articles(&strip_unseen(name));
        let without_blanks: String = spoken.split(' ').map(strip_leading_zeros).collect();
        let plain: String = without_blanks.nfkc().collect();
        // Letters may look alike only as capitals, or only in lower case.
        let cases = [plain.to_lowercase(), plain.to_uppercase(), plain];
        Self(cases.map(|text| skeleton(&text).collect()))
    }

    /// Returns whether people could take one name for the other (UTS #39, section 4).
    pub fn looks_like(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(own, others)| own == others)
    }
}

/// Returns the first of the known names that people could take for this one.
pub fn find_look_alike<'n>(
    name: &str,
    known_names: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    let shape = NameShape::new(name);
    known_names.into_iter().find(|known| NameShape::new(known).looks_like(&shape))
}

/// Returns whether a character is invisible or changes the text's direction.
pub fn is_invisible_char(character: char) -> bool {
    use GeneralCategory as Category;
    let category = CodePointMapData::<GeneralCategory>::new().get(character);
    matches!(
        category,
        Category::Control
            | Category::Format
            | Category::Surrogate
            | Category::LineSeparator
            | Category::ParagraphSeparator
    ) || is_ignorable(character)
        || character == '\u{2800}'
}

/// Returns whether a text has a character that one can see.
pub fn has_visible_char(text: &str) -> bool {
    text.chars().any(|letter| !letter.is_whitespace() && !is_invisible_char(letter))
}

/// Returns the form in which two texts that are the same name are equal; see [`is_same_name`].
fn fold_name(name: &str) -> String {
    let lowercase = strip_unseen(name).to_lowercase().replace(SINGLE_QUOTATION_MARKS, "'");
    lowercase.nfc().collect()
}

/// Removes what nobody sees or says: ignorable characters, further blanks, and quotation marks.
/// Apostrophes within words stay.
fn strip_unseen(name: &str) -> String {
    let is_said = |letter: &char| !is_ignorable(*letter) && !QUOTATION_MARKS.contains(letter);
    let visible: String = name.chars().filter(is_said).collect();
    let words = visible.split_whitespace().map(|word| word.trim_matches(SINGLE_QUOTATION_MARKS));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Removes what is not said of a name, as those who type it leave it out: punctuation, numbers that
/// no keyboard has, and leading articles. A name of nothing else stays.
fn strip_punctuation_and_articles(name: &str) -> String {
    let text: String = name
        .chars()
        .map(|letter| if is_part_of_spoken_name(letter) { letter } else { ' ' })
        .collect();
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() {
        return name.into();
    }
    let is_article = |word: &str| ARTICLES.iter().any(|known| word.eq_ignore_ascii_case(known));
    let articles = words.iter().take_while(|word| is_article(word)).count();
    // A name of articles alone keeps the last one.
    words[articles.min(words.len() - 1)..].join(" ")
}

/// Takes the zeros off the beginning of a number: `02` becomes `2`.
fn strip_leading_zeros(word: &str) -> &str {
    let digits = word.trim_start_matches('0');
    if digits.starts_with(|letter: char| letter.is_ascii_digit()) { digits } else { word }
}

/// Returns whether a character belongs to a name as it is said or read: a letter, a number, a mark
/// on one, an apostrophe, a sign such as `+`, or a picture.
fn is_part_of_spoken_name(letter: char) -> bool {
    use GeneralCategory as Category;
    let category = CodePointMapData::<GeneralCategory>::new().get(letter);
    match category {
        Category::OtherNumber => false,
        Category::OtherSymbol => true,
        _ => {
            letter.is_alphanumeric()
                || is_mark(letter)
                || is_skin_tone(letter)
                || matches!(letter, '+' | '−')
                || SINGLE_QUOTATION_MARKS.contains(&letter)
        }
    }
}

/// Returns a text with ASCII digits in the place of full-width ones: `３` becomes `3`.
pub fn fullwidth_to_ascii_digits(text: &str) -> String {
    let to_plain = |letter: char| match letter {
        '０'..='９' => char::from(b'0' + (u32::from(letter) - u32::from('０')) as u8),
        other => other,
    };
    text.chars().map(to_plain).collect()
}

/// Returns a typed text in the form in which it is compared: in lower case, with wide and other
/// compatible letters as plain ones, straight apostrophes, and without what nobody sees.
pub fn fold_typed_text(text: &str) -> String {
    let visible = text.chars().filter(|letter| !is_ignorable(*letter));
    let plain: String = visible.nfkc().collect();
    plain.to_lowercase().replace(SINGLE_QUOTATION_MARKS, "'")
}

/// Returns a text in lower case without its accents.
pub fn strip_accents(text: &str) -> String {
    text.to_lowercase().nfd().filter(|letter| !is_mark(*letter)).collect()
}

/// Takes a leading article off a name of several words.
pub fn strip_article(name: &str) -> &str {
    match name.split_once(' ') {
        Some((first, rest)) if ARTICLES.iter().any(|word| first.eq_ignore_ascii_case(word)) => rest,
        _ => name,
    }
}

/// Splits the name of a numbered combatant: `Raider 12` into `Raider` and 12. `None` if the name
/// has no number at its end.
pub fn split_number(name: &str) -> Option<(&str, u32)> {
    let (base, number) = name.rsplit_once(' ')?;
    Some((base, number.parse().ok()?))
}

/// Returns whether a letter separates the names of a list or stands around one.
pub fn is_list_mark(letter: char) -> bool {
    is_list_separator(letter) || QUOTATION_MARKS.contains(&letter)
}

/// Returns whether a text has no letter that people see.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|letter| letter.is_whitespace() || is_invisible_char(letter))
}

/// Returns whether a name is the label of an NPC whose name is not disclosed.
fn is_unnamed_label(name: &str) -> bool {
    let label = name.trim_end_matches(|letter: char| letter.is_numeric() || letter == ' ');
    find_look_alike(label, UNNAMED_LABELS).is_some()
}

/// Returns whether a zero width non-joiner is needed here: between letters that would join, or
/// after a virama.
fn is_non_joiner_needed(before: &[char], after: &[char]) -> bool {
    let joining_types = CodePointMapData::<JoiningType>::new();
    // Marks are transparent: the letters beside them join across them.
    let is_not_transparent =
        |letter: &&char| joining_types.get(**letter) != JoiningType::Transparent;
    let left_letter = before.iter().rev().find(is_not_transparent);
    let right_letter = after.iter().find(is_not_transparent);
    let left_type = left_letter.map(|letter| joining_types.get(*letter));
    let right_type = right_letter.map(|letter| joining_types.get(*letter));
    let joins_next = matches!(left_type, Some(JoiningType::LeftJoining | JoiningType::DualJoining));
    let joins_previous =
        matches!(right_type, Some(JoiningType::RightJoining | JoiningType::DualJoining));
    let would_join = joins_next && joins_previous;
    would_join || (follows_virama(before) && after.first().is_some_and(is_letter))
}

/// Returns whether a zero width joiner is needed here: after a virama, or between the pictures of
/// one emoji.
fn is_joiner_needed(before: &[char], after: &[char]) -> bool {
    let is_picture =
        |letter: &char| CodePointSetData::new::<ExtendedPictographic>().contains(*letter);
    let is_modifier = |letter: &&char| is_variation_selector(**letter) || is_skin_tone(**letter);
    let base = before.iter().rev().find(|letter| !is_modifier(letter));
    let joins_pictures = base.is_some_and(is_picture) && after.first().is_some_and(is_picture);
    follows_virama(before) || joins_pictures
}

/// Returns whether the last mark is a virama after a letter.
fn follows_virama(before: &[char]) -> bool {
    let combining_class = CodePointMapData::<CanonicalCombiningClass>::new();
    let is_virama = |letter: &char| combining_class.get(*letter) == CanonicalCombiningClass::Virama;
    before.last().is_some_and(is_virama) && has_base(before)
}

/// Returns whether the marks at the end of a text, and joiners among them, stand on something.
fn has_base(before: &[char]) -> bool {
    let is_attached = |letter: &&char| is_mark(**letter) || is_ignorable(**letter);
    before.iter().rev().find(|letter| !is_attached(letter)).is_some_and(|base| *base != ' ')
}

/// Returns whether a character is a mark on another one, as an accent is.
fn is_mark(letter: char) -> bool {
    use GeneralCategory as Category;
    let category = CodePointMapData::<GeneralCategory>::new().get(letter);
    matches!(category, Category::NonspacingMark | Category::SpacingMark | Category::EnclosingMark)
}

/// Returns whether a mark belongs to no script of its own, as the accents of Latin letters do.
fn is_accent(mark: char) -> bool {
    matches!(
        mark,
        '\u{300}'..='\u{36f}'
            | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}'
            | '\u{20d0}'..='\u{20ff}'
            | '\u{fe20}'..='\u{fe2f}'
    )
}

fn is_letter(letter: &char) -> bool {
    letter.is_alphabetic()
}

fn is_letter_number_or_symbol(letter: char) -> bool {
    let category = CodePointMapData::<GeneralCategory>::new().get(letter);
    letter.is_alphanumeric() && !is_mark(letter) || category == GeneralCategory::OtherSymbol
}

/// Returns whether a character is shown as nothing where it has no effect.
fn is_ignorable(letter: char) -> bool {
    CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(letter)
}

/// Returns whether a character chooses between the forms of the one before it.
fn is_variation_selector(letter: char) -> bool {
    CodePointSetData::new::<VariationSelector>().contains(letter)
}

/// Returns whether a character may be shown as an emoji. Digits and other ASCII characters are not.
pub(super) fn is_emoji(letter: char) -> bool {
    !letter.is_ascii() && CodePointSetData::new::<Emoji>().contains(letter)
}

fn is_skin_tone(letter: char) -> bool {
    matches!(letter, '\u{1f3fb}'..='\u{1f3ff}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::command::{format_comma_separated_list, split_comma_list_heeding_quotes};

    #[test]
    fn lists_take_quoted_names() {
        let lists: [(&str, &[&str]); 8] = [
            ("Rat，Wolf、Ana", &["Rat", "Wolf", "Ana"]),
            ("Rat, Wolf", &["Rat", "Wolf"]),
            (r#""Rat, Wolf", Ana"#, &["Rat, Wolf", "Ana"]),
            (r#"Ana , "Rat, Wolf""#, &["Ana", "Rat, Wolf"]),
            ("“Rat, Wolf”, Ana", &["Rat, Wolf", "Ana"]),
            ("D'Artagnan, O'Neil", &["D'Artagnan", "O'Neil"]),
            (r#"Rat, "Wolf"#, &["Rat", "\"Wolf"]),
            (" , ", &[]),
        ];
        for (text, names) in lists {
            assert_eq!(split_comma_list_heeding_quotes(text), names, "{text}");
        }
        for names in [["Rat, Wolf", "Ana"], ["Ana \"Knife\"", "“B”"], ["'Ana", "Ben"]] {
            assert_eq!(split_comma_list_heeding_quotes(&format_comma_separated_list(names)), names);
        }
    }

    /// However names with quotation marks are typed in a list, each is one of the fight's.
    #[test]
    fn quoted_nicknames_are_read_from_lists() {
        let names = ["Ana \"Knife\" Vorn", "Ben “The Rock” Ash", "Rock 'n' Roll", "D'Artagnan"];
        let typed_lists = [
            format_comma_separated_list(names),
            names.join(", "),
            names.join(", ").replace(['"', '“', '”'], ""),
        ];
        for typed in &typed_lists {
            let read = split_comma_list_heeding_quotes(typed);
            let pairs: Vec<_> = read.iter().zip(names).collect();
            assert_eq!(pairs.len(), names.len(), "{typed}");
            assert!(pairs.iter().all(|(read, name)| is_same_name(read, name)), "{typed}");
        }
        for name in names {
            assert_eq!(parse_combatant_name(name).as_deref(), Ok(name));
        }
    }

    #[test]
    fn name_is_the_same_with_another_apostrophe() {
        for (name, typed) in
            [("O'Neil", "O’Neil"), ("d’Arc", "D'arc"), ("Rock 'n' Roll", "rock ’n’ roll")]
        {
            assert!(is_same_name(name, typed), "{typed}");
        }
        assert!(!is_same_name("O'Neil", "ONeil"));
    }

    #[test]
    fn typed_text_is_compared_in_plain_letters() {
        for (typed, folded) in [
            ("Ｍｉｒａ", "mira"),
            ("O’Neil", "o'neil"),
            ("Old\u{200b} Wolf\u{fe0f}", "old wolf"),
            ("Rene\u{301}", "ren\u{e9}"),
        ] {
            assert_eq!(fold_typed_text(typed), folded, "{typed}");
        }
    }

    fn refusal_reason(name: &str) -> String {
        let refusal = parse_combatant_name(name).expect_err(name);
        refusal.details.get("why").cloned().unwrap_or(refusal.key)
    }

    #[test]
    fn names_that_commands_cannot_say_are_refused() {
        let reserved = [
            "none",
            "All",
            "me",
            "Myself",
            "SELF",
            "everybody",
            "Nobody",
            "no one",
            "The none",
            "any",
            "both",
            "аll",
            "ＮＯＮＥ",
            "Something",
            "something 3",
            "No\u{fe0f}ne",
            "none.",
            "*all*",
            "noone",
            "no-one",
            "whoever",
            "Allies",
            "friends",
            "NPCs",
            "PCs",
            "yes",
            "off",
            "left",
            "undo",
            "the rest",
            "Everyone Else",
            "all but Ana",
            "everyone except Ana",
        ];
        for name in reserved {
            assert_eq!(refusal_reason(name), "name-reserved", "{name}");
        }
        for name in ["GM", "the GM", "G\u{41c}", "G.M.", "Game Master", "co-GM", "Players"] {
            assert_eq!(refusal_reason(name), "name-role", "{name}");
        }
        let lists = [
            "Rat; Wolf",
            "Rat；Wolf",
            "Rat，Wolf",
            "Rat、Wolf",
            "Rat and Wolf",
            "Rat & Wolf",
            "Rat＆Wolf",
            "Rat und Wolf",
        ];
        let marks = ["Rat, Wolf", "Ana \"Knife Vorn", "Ana “Knife", "Ana “K\"", "\"R, W\"", "'Ana"];
        for name in lists.into_iter().chain(marks) {
            assert_eq!(refusal_reason(name), "name-marks", "{name}");
        }
        for name in ["-", "—", "...", "?", "_", "1", "12", "3.5", "²"] {
            assert_eq!(refusal_reason(name), "name-letters", "{name}");
        }
        for name in ["", " ", "\u{fe0f}", "\u{fe0e}\u{fe0f}", "x".repeat(33).as_str()] {
            assert_eq!(refusal_reason(name), "name-length", "{name:?}");
        }
    }

    #[test]
    fn names_of_each_kind_have_their_own_words() {
        let parse = |kind, name: &str| {
            let parsed = parse_given_name(kind, name);
            parsed.map_err(|refusal| refusal.details.get("why").cloned().unwrap_or_default())
        };
        for (kind, typed, stored) in [
            (NameKind::Side, "the wolves", "wolves"),
            (NameKind::Side, "Black and Tans", "Black and Tans"),
            (NameKind::Group, "The pack", "pack"),
            (NameKind::Item, "a rope", "rope"),
            (NameKind::Item, "rope and grapnel", "rope and grapnel"),
            (NameKind::Zone, "The Yard", "The Yard"),
            (NameKind::Zone, "2", "2"),
            (NameKind::Zone, "Left", "Left"),
            (NameKind::Combatant, "The Beast", "The Beast"),
            (NameKind::Combatant, "Andy", "Andy"),
        ] {
            assert_eq!(parse(kind, typed).as_deref(), Ok(stored), "{typed}");
        }
        let kinds = [NameKind::Side, NameKind::Group, NameKind::Zone, NameKind::Item];
        for kind in kinds {
            for (name, reason) in [
                ("none", "name-reserved"),
                ("everybody", "name-reserved"),
                ("pack, one", "name-marks"),
                ("one; two", "name-marks"),
                (".", "name-letters"),
                ("", "name-length"),
            ] {
                assert_eq!(parse(kind, name), Err(reason.to_string()), "{kind:?} {name}");
            }
            let too_long = "x".repeat(61);
            assert_eq!(parse(kind, &too_long), Err("name-length".to_string()), "{kind:?}");
        }
    }

    #[test]
    fn names_of_unseen_characters_are_refused() {
        let unseen = [
            "\u{34f}",
            "\u{17b4}",
            "\u{301}",
            "Ana \u{301}",
            "A\u{34f}na",
            "\u{3164}",
            "\u{2800}",
            "An\u{200b}a",
            "\u{202e}Ana",
            "An\u{200c}a",
            "An\u{200d}a",
            "Ana\u{200d}",
            "\u{200d}",
            "\u{200c}علی",
            "علی\u{200c}",
            "\u{1f468}\u{200d}",
            "\u{1f468}\u{200d}a",
            "A\u{ad}na",
        ];
        for name in unseen {
            assert_eq!(refusal_reason(name), "bad-name", "{name:?}");
        }
    }

    #[test]
    fn letters_have_as_many_marks_as_in_languages() {
        for name in ["Nguyễn Thị", "Z\u{300}\u{301}oe", "မြို့", "ที่รัก"]
        {
            assert!(parse_combatant_name(name).is_ok(), "{name:?}");
        }
        for name in [
            "Z\u{300}\u{301}\u{302}oe",
            "Ana\u{325}\u{32d}\u{331}\u{345}\u{363}",
            "ก\u{e47}\u{e47}\u{e47}\u{e47}\u{e47}",
            "A\u{20dd}\u{20de}\u{20df}",
        ] {
            assert_eq!(refusal_reason(name), "bad-name", "{name:?}");
        }
    }

    #[test]
    fn joiners_are_taken_where_a_script_needs_them() {
        let needed = [
            "علی\u{200c}رضا",
            "ශ\u{dca}\u{200d}රී",
            "क\u{94d}\u{200d}ष",
            "क\u{94d}\u{200c}ष",
            "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}",
            "\u{1f469}\u{1f3fd}\u{200d}\u{1f680}",
            "\u{1f3f4}\u{200d}\u{2620}\u{fe0f}",
            "\u{2764}\u{fe0f}\u{200d}\u{1f525}",
        ];
        for name in needed {
            assert_eq!(parse_combatant_name(name).as_deref(), Ok(name), "{name:?}");
        }
    }

    #[test]
    fn names_are_stored_normalised() {
        let pairs = [
            ("Rene\u{301}", "Ren\u{e9}"),
            ("Ana\u{fe0f}", "Ana"),
            ("  Old\u{a0} Wolf ", "Old Wolf"),
            ("D'Artagnan", "D'Artagnan"),
            ("Wolf 12", "Wolf 12"),
            ("Nguyễn Thị", "Nguyễn Thị"),
            ("Ana \"Knife\" Vorn", "Ana \"Knife\" Vorn"),
            ("Ana “Knife” Vorn", "Ana “Knife” Vorn"),
            ("\"Ana\"", "Ana"),
            ("“Old Wolf”", "Old Wolf"),
        ];
        for (typed, stored) in pairs {
            assert_eq!(parse_combatant_name(typed).as_deref(), Ok(stored), "{typed:?}");
        }
    }

    #[test]
    fn names_look_alike_by_their_shapes() {
        let alike = [
            ("Ana", "аna"),
            ("Ana", "Аna"),
            ("ANA", "Аna"),
            ("Ana", "ΑΝΑ"),
            ("Ana", "ANA"),
            ("Ana", "Ana\u{fe0f}"),
            ("René", "Rene\u{301}"),
            ("Wolf 1", "Wolf l"),
            ("Ana", "Ａｎａ"),
            ("Ana \"Knife\" Vorn", "Ana Knife Vorn"),
            ("Ana “Knife” Vorn", "Ana 'Knife' Vorn"),
            ("Ana", "Ana."),
            ("Ana", "*Ana*"),
            ("Ana", "The Ana"),
            ("Ana", "Ana²"),
            ("Old-Wolf", "Old Wolf"),
            ("OldWolf", "Old Wolf"),
            ("M i r a", "Mira"),
            ("Wolf2", "Wolf 2"),
            ("Wolf 02", "Wolf 2"),
        ];
        for (one, other) in alike {
            assert!(find_look_alike(one, [other]).is_some(), "{one} {other}");
        }
        let different = [
            ("Ana", "Anna"),
            ("Wolf 1", "Wolf 11"),
            ("Wolf 10", "Wolf 1"),
            ("Rene", "René"),
            ("Ian", "Lan"),
            ("D'Arc", "Darc"),
            ("Wolf +1", "Wolf 1"),
            ("Ana 🔥", "Ana"),
            ("The", "An"),
        ];
        for (one, other) in different {
            assert!(find_look_alike(one, [other]).is_none(), "{one} {other}");
        }
        assert!(is_same_name("René", "RENE\u{301}"));
        assert!(is_same_name("علی\u{200c}رضا", "علیرضا"));
        assert!(!is_same_name("Ana", "Аna"));
    }
}
