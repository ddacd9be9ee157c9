//! Numbers as people type them, put into digits: `hard`, `three`, `3 HP`, `20 feet`, `３`.
//!
//! The catalogue has the words that a slot takes for numbers (`also-number-<system>-<slot>`), as
//! `word: number` with slashes between, and the units that may stand behind a number.

use fluent_bundle::FluentArgs;

use super::catalogue::{Locale, find_sentence, say};
use super::time_words::{TimeUse, to_english_time};
use engine::core::names::fullwidth_to_ascii_digits;
use engine::core::time_limits::parse_number_name;

/// Returns the number that a text means in a slot of a system. `None` for dice and for what is no
/// number. Words are read in the language of whoever types, and in English.
pub fn read_number(locale: Locale, system: &str, slot: &str, text: &str) -> Option<i64> {
    let text = text.trim_matches(|letter: char| letter.is_whitespace() || "`*_".contains(letter));
    let text = fullwidth_to_ascii_digits(text).to_lowercase().replace(['−', '–', '‑'], "-");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let languages = [locale, Locale::ENGLISH];
    let named = languages.iter().find_map(|locale| find_named_number(*locale, system, slot, &text));
    if named.is_some() {
        return named;
    }
    languages.iter().find_map(|locale| read_count_with_unit(*locale, &text))
}

/// Returns the number that a text in lower case means in one language, with or without a unit
/// behind it. Times have the words for numbers, so they are read as a time is: `drei` is `3`.
fn read_count_with_unit(locale: Locale, text: &str) -> Option<i64> {
    let count = strip_unit(locale, text);
    if let Ok(number) = count.parse::<i64>() {
        return Some(number);
    }
    match to_english_time(locale, TimeUse::Moment, count).parse::<i64>() {
        Ok(number) => Some(number),
        Err(_) => parse_number_name(count),
    }
}

/// Returns the number that a word stands for in this slot alone: a `hard` Difficulty Rating is 15.
fn find_named_number(locale: Locale, system: &str, slot: &str, text: &str) -> Option<i64> {
    let key = format!("also-number-{system}-{slot}");
    let listed = find_sentence(locale, &[&key], &FluentArgs::new())?.replace('\n', " ");
    for pair in listed.split(" / ") {
        if let Some((word, number)) = pair.split_once(':')
            && word.trim().to_lowercase() == text
            && let Ok(number) = number.trim().parse::<i64>()
        {
            return Some(number);
        }
    }
    None
}

/// Takes a unit off the end: `3 HP` and `20ft` become `3` and `20`.
fn strip_unit(locale: Locale, text: &str) -> &str {
    let units = say!(locale, "language-number-units").to_lowercase().replace('\n', " ");
    let counts = units.split(" / ").filter_map(|unit| text.strip_suffix(unit.trim()));
    // Of several units the longest counts: `hit points`, not `points`.
    match counts.map(str::trim_end).min_by_key(|count| count.len()) {
        Some(count) if !count.is_empty() => count,
        Some(_) | None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_read(tag: &str, system: &str, slot: &str, cases: &[(&str, Option<i64>)]) {
        let locale = Locale::find_by_tag_or_family(tag).unwrap();
        for (text, expected) in cases {
            assert_eq!(read_number(locale, system, slot, text), *expected, "{tag} {slot}: {text}");
        }
    }

    #[test]
    fn amounts_are_read_with_units_and_in_words() {
        let amounts = [
            ("3", Some(3)),
            ("３", Some(3)),
            ("-0", Some(0)),
            ("−2", Some(-2)),
            ("three", Some(3)),
            ("3 HP", Some(3)),
            ("3hp", Some(3)),
            ("1 point", Some(1)),
            ("one hit point", Some(1)),
            ("2 dmg", Some(2)),
            ("2 health", Some(2)),
            ("3 Resolve", Some(3)),
            ("2 Harm", Some(2)),
            ("2 Mental Harm", None),
            ("**3**", Some(3)),
            ("`3 HP`", Some(3)),
            ("twenty", Some(20)),
            ("20 feet", Some(20)),
            ("20ft", Some(20)),
            ("2d6", None),
            ("1d6+1", None),
            ("full", None),
            ("HP", None),
            ("", None),
        ];
        assert_read("en", "dr12", "amount", &amounts);
        assert_read(
            "de",
            "dr12",
            "amount",
            &[("drei", Some(3)), ("3 TP", Some(3)), ("2 Gesundheit", Some(2))],
        );
        assert_read("fr", "ranks", "to", &[("20 pieds", Some(20)), ("vingt pieds", Some(20))]);
    }

    #[test]
    fn words_of_a_slot_are_read_in_each_language() {
        let hard = [
            ("en", "hard"),
            ("de", "schwer"),
            ("es", "difícil"),
            ("fr", "dur"),
            ("pt-BR", "difícil"),
        ];
        for (tag, word) in hard {
            assert_read(tag, "dr12", "dr", &[(word, Some(15)), ("hard", Some(15))]);
            assert_read(tag, "fates", "difficulty", &[(word, Some(15))]);
        }
        assert_read("en", "dr12", "dr", &[("Very Hard", Some(19)), ("hardest", None)]);
        assert_read("en", "dr12", "count", &[("none", Some(0)), ("no limit", Some(0))]);
        assert_read("en", "cards", "toxicity", &[("weak", Some(3)), ("extreme", Some(9))]);
        assert_read("en", "cards", "amount", &[("weak", None)]);
    }
}
