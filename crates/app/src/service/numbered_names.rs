//! Reads several combatants from one text: a range of numbers (`Raider 1 to 3`, `Raider 1–3`),
//! numbers that stand after it (`Raider 1–3, 7`), the plural of a name (`the raiders`), and those
//! whom a list leaves out (`all but Mira`). The bot itself writes most of these.

use engine::core::names::{fullwidth_to_ascii_digits, split_number};
use engine::core::values::ValueKind;

use crate::api::value_reader::{ValueReader, matches_word_or_translation};

/// The word between the first and the last number of a range, and the name under which the front
/// end has others.
const TO: &str = "to";
const TO_NAMES: &str = "up-to";

/// The word before those whom a list leaves out; the front end has others.
const BUT: &str = "but";

/// The slot under which the plural of a name is read: it has no names of its own.
const PLURAL_NAMES: &str = "combatant";

/// Returns the names that a range of numbers means, or a number that stands in a list after a
/// combatant of that name (`base_before`), in the order of the numbers. Empty for another text, and
/// where nobody has such a number.
pub(super) fn expand_numbers(
    reader: ValueReader,
    text: &str,
    base_before: Option<&str>,
    names: &[String],
) -> Vec<String> {
    let text = fullwidth_to_ascii_digits(text)
        .replace(['–', '—', '‒', '−', '‑', '…'], "-")
        .replace("..", "-");
    let Some(range) = split_range(reader, &text) else { return Vec::new() };
    let bases: Vec<String> = list_bases(names);
    let read_base = |typed: &str| reader("", ValueKind::GivenName, typed, &bases).ok();
    let base = match range.base_before_first.as_str() {
        "" => base_before.map(String::from),
        typed => read_base(typed),
    };
    let Some(base) = base else { return Vec::new() };
    let repeated_base = range.base_before_last.as_str();
    if !repeated_base.is_empty() && read_base(repeated_base).as_ref() != Some(&base) {
        return Vec::new();
    }
    let mut numbered = Vec::new();
    for name in names {
        if let Some((name_base, number)) = split_number(name)
            && name_base == base
            && (range.first..=range.last).contains(&number)
        {
            numbered.push((number, name.clone()));
        }
    }
    numbered.sort_by_key(|(number, _)| *number);
    numbered.into_iter().map(|(_, name)| name).collect()
}

/// A range of numbers with the names before them, as typed.
struct TypedRange {
    /// `Raider` in `Raider 1 to 3`; empty where the text begins with the number.
    base_before_first: String,
    first: u32,
    /// The second `Raider` in `Raider 1 to Raider 3`; mostly empty.
    base_before_last: String,
    last: u32,
}

/// Splits a range like `Raider 1 to Raider 3`. A number alone is the first and the last. `None` for
/// a text that is neither.
fn split_range(reader: ValueReader, text: &str) -> Option<TypedRange> {
    let (before_last, last) = split_number_from_end(text)?;
    let spaced = separate_hyphens_after_digits(before_last);
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let is_separator =
        |word: &&str| *word == "-" || matches_word_or_translation(reader, TO, TO_NAMES, word);
    let Some(separator) = words.iter().rposition(is_separator) else {
        let is_number_alone = words.is_empty();
        return is_number_alone.then(|| TypedRange {
            base_before_first: String::new(),
            first: last,
            base_before_last: String::new(),
            last,
        });
    };
    let before_separator = words[..separator].join(" ");
    let (base_before_first, first) = split_number_from_end(&before_separator)?;
    Some(TypedRange {
        base_before_first: base_before_first.into(),
        first,
        base_before_last: words[separator + 1..].join(" "),
        last,
    })
}

/// Splits the number from the end of a text: `Raider #12` into `Raider` and 12.
fn split_number_from_end(text: &str) -> Option<(&str, u32)> {
    let text = text.trim_end();
    let before = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let number = text[before.len()..].parse().ok()?;
    Some((before.trim_end_matches('#').trim_end(), number))
}

/// Puts blanks around each hyphen that stands behind a digit, where it belongs to no name.
fn separate_hyphens_after_digits(text: &str) -> String {
    let mut separated = String::new();
    for letter in text.chars() {
        let is_after_digit = separated.trim_end().ends_with(|c: char| c.is_ascii_digit());
        match letter {
            '-' if is_after_digit => separated += " - ",
            other => separated.push(other),
        }
    }
    separated
}

/// Returns the names of all who are called so in the plural: `Raider`, `Raider 2` and `Raider 3`
/// for `the raiders`, and with `takes_singular` for `raider`. Empty where there are not several.
pub(super) fn expand_plural(
    reader: ValueReader,
    text: &str,
    takes_singular: bool,
    names: &[String],
) -> Vec<String> {
    let bases = list_bases(names);
    let is_singular = reader("", ValueKind::GivenName, text, &bases).is_ok();
    let base = reader("", ValueKind::SlotWord(PLURAL_NAMES), text, &bases).ok();
    let Some(base) = base.filter(|_| takes_singular || !is_singular) else {
        return Vec::new();
    };
    let is_namesake =
        |name: &&String| **name == base || split_number(name).is_some_and(|(own, _)| own == base);
    let namesakes: Vec<String> = names.iter().filter(is_namesake).cloned().collect();
    if namesakes.len() > 1 { namesakes } else { Vec::new() }
}

/// Lists the names of the numbered combatants without their numbers, each once.
fn list_bases(names: &[String]) -> Vec<String> {
    let mut bases: Vec<String> = Vec::new();
    for (base, _) in names.iter().filter_map(|name| split_number(name)) {
        if !bases.iter().any(|known| known == base) {
            bases.push(base.into());
        }
    }
    bases
}

/// Splits a list into those who are meant and those who are left out: `all but Mira`. `None` where
/// nobody is left out.
pub(super) fn split_at_exception(reader: ValueReader, text: &str) -> Option<(String, String)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_but = |words: &[&str]| matches_word_or_translation(reader, BUT, BUT, &words.join(" "));
    // Phrases of two words come first: `except for`.
    for phrase_length in [2, 1] {
        for start in 1..words.len().saturating_sub(phrase_length) {
            let end = start + phrase_length;
            if is_but(&words[start..end]) {
                let meant = words[..start].join(" ");
                let left_out = words[end..].join(" ");
                return Some((meant.trim_end_matches(',').into(), left_out));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads names as they are, and the words that the tests type.
    fn read_exactly(
        _: &str,
        kind: ValueKind<'_>,
        text: &str,
        keys: &[String],
    ) -> Result<String, Vec<String>> {
        let singular = match kind {
            ValueKind::SlotWord(PLURAL_NAMES) => text.trim_end_matches('s'),
            _ => text,
        };
        let found = keys.iter().find(|key| key.eq_ignore_ascii_case(singular));
        found.cloned().ok_or_else(Vec::new)
    }

    fn names() -> Vec<String> {
        ["Mira", "Raider", "Raider 1", "Raider 2", "Raider 4", "Jean-Luc 2", "Jean-Luc 3", "Wolf 1"]
            .map(String::from)
            .to_vec()
    }

    #[test]
    fn range_of_numbers_means_each_who_is_there() {
        for (text, base, expected) in [
            ("Raider 1 to 4", None, "Raider 1, Raider 2, Raider 4"),
            ("raider 1–2", None, "Raider 1, Raider 2"),
            ("Raider #1 - #2", None, "Raider 1, Raider 2"),
            ("Raider 1 to Raider 3", None, "Raider 1, Raider 2"),
            ("Raider １..２", None, "Raider 1, Raider 2"),
            ("Jean-Luc 2-3", None, "Jean-Luc 2, Jean-Luc 3"),
            ("4", Some("Raider"), "Raider 4"),
            ("2–4", Some("Raider"), "Raider 2, Raider 4"),
            ("4", None, ""),
            ("Raider 7 to 9", None, ""),
            ("Ogre 1 to 3", None, ""),
            ("Raider 1 to Wolf 3", None, ""),
            ("Mira", Some("Raider"), ""),
            ("", Some("Raider"), ""),
            ("Raider 1 to 99999999999", None, ""),
        ] {
            let found = expand_numbers(read_exactly, text, base, &names());
            assert_eq!(found.join(", "), expected, "{text}");
        }
    }

    #[test]
    fn plural_means_all_of_a_name() {
        let expand = |text, takes_singular| {
            expand_plural(read_exactly, text, takes_singular, &names()).join(", ")
        };
        let raiders = "Raider, Raider 1, Raider 2, Raider 4";
        assert_eq!(expand("raiders", false), raiders);
        assert_eq!(
            (expand("raider", true).as_str(), expand("raider", false).as_str()),
            (raiders, "")
        );
        for text in ["Wolfs", "Miras", ""] {
            assert_eq!(expand(text, true), "", "{text}");
        }
    }

    #[test]
    fn exceptions_stand_behind_a_word_for_them() {
        let split = |text| split_at_exception(read_exactly, text);
        let split_texts = |meant: &str, left_out: &str| Some((meant.into(), left_out.into()));
        assert_eq!(split("all but Mira, Tom"), split_texts("all", "Mira, Tom"));
        assert_eq!(split("all, but Mira"), split_texts("all", "Mira"));
        for text in ["", "but", "but Mira", "all but", "Mira"] {
            assert_eq!(split(text), None, "{text}");
        }
    }
}
