//! Time limits under names that are the same in all systems, whatever settings store them.

use crate::core::names::fold_typed_text;

/// The time limit of a turn (or a slot), of an answer, or of a decision by the GM.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit {
    pub key: &'static str,
    /// The shortest of the settings behind this limit, in seconds. 0 means no limit.
    pub min_secs: u32,
    /// The longest of the settings behind this limit, in seconds.
    pub max_secs: u32,
}

/// The keys of a system's settings, in seconds, that each common limit sets.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimits {
    pub turn_settings: &'static [&'static str],
    pub answer_settings: &'static [&'static str],
    pub ruling_settings: &'static [&'static str],
    /// Settings of other time limits, with the shortest time allowed for each, in seconds.
    pub other_settings: &'static [(&'static str, u32)],
}

impl TimeLimits {
    /// Returns each common limit with the settings that it sets.
    pub fn settings_by_limit(self) -> [(&'static str, &'static [&'static str]); 3] {
        [
            ("limit_turn", self.turn_settings),
            ("limit_answer", self.answer_settings),
            ("limit_ruling", self.ruling_settings),
        ]
    }

    /// Returns all time settings with the shortest time allowed for each, in seconds. 0 (no limit)
    /// is allowed as well.
    pub fn min_secs_by_setting(self) -> impl Iterator<Item = (&'static str, u32)> {
        let common = self.settings_by_limit().into_iter().flat_map(|(_, settings)| settings);
        common.map(|setting| (*setting, MIN_LIMIT_SECS)).chain(self.other_settings.iter().copied())
    }

    /// Returns the settings that a limit sets, or `None` if there is no limit with this key.
    pub fn settings_for(self, limit_key: &str) -> Option<&'static [&'static str]> {
        self.settings_by_limit()
            .into_iter()
            .find(|(limit, _)| *limit == limit_key)
            .map(|(_, settings)| settings)
    }
}

const UNITS: [(char, u32); 4] = [('d', 86_400), ('h', 3_600), ('m', 60), ('s', 1)];

/// The shortest limit: nobody reads, thinks and answers in less time.
const MIN_LIMIT_SECS: u32 = 60;

/// The longest limit: a year.
const MAX_LIMIT_SECS: u32 = 366 * 86_400;

/// What people type for no limit.
const NO_LIMIT: [&str; 10] = [
    "none",
    "no",
    "off",
    "never",
    "forever",
    "no limit",
    "without limit",
    "unlimited",
    "infinite",
    "∞",
];

/// The units of time by all their names, in seconds.
const UNIT_NAMES: [(&[&str], u32); 7] = [
    (&["y", "yr", "yrs", "year", "years"], 365 * 86_400),
    (&["mo", "mos", "mth", "mths", "month", "months"], 30 * 86_400),
    (&["w", "wk", "wks", "week", "weeks"], 7 * 86_400),
    (&["d", "day", "days"], 86_400),
    (&["h", "hr", "hrs", "hour", "hours"], 3_600),
    (&["m", "min", "mins", "minute", "minutes"], 60),
    (&["s", "sec", "secs", "second", "seconds"], 1),
];

/// Numbers as words. `a` and `an` count one thing.
const NUMBER_NAMES: [(&str, u64); 25] = [
    ("a", 1),
    ("an", 1),
    ("one", 1),
    ("two", 2),
    ("couple", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
];

const HOUR_SECS: u64 = 3_600;
const MINUTE_SECS: u64 = 60;

/// Into how many parts one of a unit is divided, so that halves, thirds, quarters, fifths, eighths
/// and hundredths of it are whole numbers.
const PARTS: u64 = 600;

/// Letters for fractions, each as it is typed in words or digits.
const FRACTION_LETTERS: [(char, &str); 6] = [
    ('½', " half "),
    ('¼', " 1/4 "),
    ('¾', " 3/4 "),
    ('⅓', " 1/3 "),
    ('⅔', " 2/3 "),
    ('\u{2044}', "/"),
];

/// Writes letters for fractions in words or digits: `2½ days` becomes `2 half  days`. Folded as it
/// is, it would become `21⁄2 days`.
pub fn write_out_fraction_letters(text: &str) -> String {
    let mut written_out = text.to_owned();
    for (letter, words) in FRACTION_LETTERS {
        written_out = written_out.replace(letter, words);
    }
    written_out
}

/// Returns whether a word is the name of a unit of time.
pub fn is_unit_of_time(word: &str) -> bool {
    find_unit_secs(&word.to_lowercase()).is_some()
}

/// Returns the length in seconds of the unit of time with this name.
fn find_unit_secs(name: &str) -> Option<u64> {
    let (_, secs) = UNIT_NAMES.iter().find(|(names, _)| names.contains(&name))?;
    Some(u64::from(*secs))
}

/// Parses the name of a number from one to twenty, and of thirty and forty.
pub fn parse_number_name(name: &str) -> Option<i64> {
    let is_name = |(known, _): &&(&str, u64)| *known == name && !matches!(name, "a" | "an");
    let (_, number) = NUMBER_NAMES.iter().find(is_name)?;
    i64::try_from(*number).ok()
}

/// Parses `24h`, `2 days`, `1h 30m`, `2:30`, `an hour`, `1.5 hours`, `half a day`, `3/4 h` or `two
/// and a half hours` to seconds. A bare number is in hours, a month has 30 days; `none` and the
/// like give 0. Returns `None` for anything else and for more than a year.
pub fn parse_duration_secs(text: &str) -> Option<u32> {
    let text = fold_typed_text(&write_out_fraction_letters(text));
    let text = text.trim_matches(|letter: char| letter.is_whitespace() || "`*_".contains(letter));
    let text = write_units_of_clock_time(text);
    if NO_LIMIT.contains(&text.as_str()) {
        return Some(0);
    }
    let words = split_numbers_and_units_dropping_fillers(&text)?;
    let mut secs: u64 = 0;
    // The number that stands before the next unit, in parts of one.
    let mut number_parts: Option<u64> = None;
    let mut last_unit_secs = None;
    for word in &words {
        if let Some(word_parts) = parse_parts(word) {
            number_parts = Some(add_number_word(number_parts, word, word_parts)?);
        } else {
            let unit_secs = find_unit_secs(word)?;
            let parts = number_parts.take()?.checked_mul(unit_secs)?;
            secs = secs.checked_add(parts / PARTS)?;
            last_unit_secs = Some(unit_secs);
        }
    }
    if let Some(parts) = number_parts {
        let last_word = words.last().map_or("", String::as_str);
        let unit_secs = unit_secs_of_last_number(parts, last_word, last_unit_secs)?;
        secs = secs.checked_add(parts.checked_mul(unit_secs)? / PARTS)?;
    }
    u32::try_from(secs).ok().filter(|secs| (1..=MAX_LIMIT_SECS).contains(secs))
}

/// Writes the units into a time of hours and minutes: `2:30` and `2:30 hours` become `2h30m`. Any
/// other text stays as it is.
fn write_units_of_clock_time(text: &str) -> String {
    if let Some((hours, after_colon)) = text.split_once(':') {
        let minutes = strip_hour_unit(after_colon);
        if is_hours_and_minutes(hours, minutes) {
            return format!("{hours}h{minutes}m");
        }
    }
    text.into()
}

/// Returns a number with a further word of it, in parts of one: `three` and `quarters`, `two` and
/// `half`. `None` for words that make no number together, and for a number that is too large.
fn add_number_word(number_parts: Option<u64>, word: &str, word_parts: u64) -> Option<u64> {
    if word == "quarters" {
        let count = number_parts? / PARTS;
        return count.checked_mul(word_parts);
    }
    if is_fraction(word) {
        return number_parts.unwrap_or(0).checked_add(word_parts);
    }
    match number_parts {
        None => Some(word_parts),
        Some(_) => None,
    }
}

/// Returns the unit in seconds of a number at the end of a duration, behind which none stands:
/// hours for a number alone, the unit before it in `an hour and a half`, and minutes in `2h30`.
/// `None` where none can be meant. `number_parts` is the number in parts of one.
fn unit_secs_of_last_number(
    number_parts: u64,
    last_word: &str,
    last_unit_secs: Option<u64>,
) -> Option<u64> {
    let Some(unit_secs) = last_unit_secs else { return Some(HOUR_SECS) };
    let is_below_one = number_parts < PARTS;
    if is_below_one && is_fraction(last_word) {
        return Some(unit_secs);
    }
    let is_two_digits_of_minutes = number_parts < 60 * PARTS && last_word.len() == 2;
    if unit_secs == HOUR_SECS && is_two_digits_of_minutes {
        return Some(MINUTE_SECS);
    }
    None
}

/// Takes the name of hours off the end of a text: `30 hours` of `2:30 hours` becomes `30`.
fn strip_hour_unit(text: &str) -> &str {
    let number = text.trim_end_matches(char::is_alphabetic);
    let unit = &text[number.len()..];
    if find_unit_secs(unit) == Some(HOUR_SECS) { number.trim_end() } else { text }
}

/// Returns whether these are the numbers of `2:30`.
fn is_hours_and_minutes(hours: &str, minutes: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    is_number(hours) && minutes.len() == 2 && minutes.parse::<u8>().is_ok_and(|count| count < 60)
}

/// Returns whether a word stands for less than one: it may follow a whole number.
fn is_fraction(word: &str) -> bool {
    matches!(word, "half" | "quarter" | "quarters") || word.contains('/')
}

/// Parses `3`, `1.5`, `0,25`, `3/4`, `half` or `three` to parts of one (see [`PARTS`]). `None` for
/// fractions that are not less than one or come to no whole number of parts.
fn parse_parts(word: &str) -> Option<u64> {
    match word {
        "half" => return Some(PARTS / 2),
        "quarter" | "quarters" => return Some(PARTS / 4),
        _ => {}
    }
    if let Some((_, number)) = NUMBER_NAMES.iter().find(|(name, _)| *name == word) {
        return Some(number * PARTS);
    }
    if let Some((typed_numerator, typed_denominator)) = word.split_once('/') {
        let numerator: u64 = typed_numerator.parse().ok()?;
        let denominator: u64 = typed_denominator.parse().ok()?;
        let is_exact = denominator > 0 && PARTS.is_multiple_of(denominator);
        let is_below_one = (1..denominator).contains(&numerator);
        if !is_exact || !is_below_one {
            return None;
        }
        return Some(numerator * (PARTS / denominator));
    }
    let (whole, fraction) = word.split_once(['.', ',']).unwrap_or((word, "0"));
    let fraction_hundredths = match fraction.len() {
        1 => fraction.parse::<u64>().ok()? * 10,
        2 => fraction.parse::<u64>().ok()?,
        _ => return None,
    };
    let whole_hundredths = whole.parse::<u64>().ok()?.checked_mul(100)?;
    let hundredths = whole_hundredths.checked_add(fraction_hundredths)?;
    hundredths.checked_mul(PARTS / 100)
}

/// Splits `1h 30min` into its numbers and words, without those that do not count: `1`, `h`, `30`
/// and `min`. Returns `None` if there are marks that are not part of a duration.
fn split_numbers_and_units_dropping_fillers(text: &str) -> Option<Vec<String>> {
    if text.contains(|mark: char| !mark.is_alphanumeric() && !" \t.,/".contains(mark)) {
        return None;
    }
    let mut words: Vec<String> = Vec::new();
    for part in text.split_whitespace().map(|part| part.trim_end_matches(['.', ','])) {
        // A number and its unit may stand together: `30min`.
        let letters: Vec<char> = part.chars().collect();
        let runs = letters.chunk_by(|one, next| one.is_alphabetic() == next.is_alphabetic());
        words.extend(runs.map(|run| run.iter().collect::<String>()));
    }
    let mut counted_words = Vec::new();
    for (index, word) in words.iter().enumerate() {
        if !is_filler(&words, index) {
            counted_words.push(word.clone());
        }
    }
    Some(counted_words)
}

/// Returns whether a word does not count: `and`, `of`, and the article in `half a day`, `3/4 of an
/// hour`, `a half` and `a couple`.
fn is_filler(words: &[String], index: usize) -> bool {
    match words[index].as_str() {
        "and" | "of" => true,
        "a" | "an" => {
            let word_before = words[..index].iter().rev().find(|word| *word != "of");
            let word_behind = words.get(index + 1).map(String::as_str);
            word_before.is_some_and(|word| is_fraction(word))
                || matches!(word_behind, Some("half" | "quarter" | "couple"))
        }
        _ => false,
    }
}

/// Formats seconds in the form that [`parse_duration_secs`] reads.
pub fn format_duration(secs: u32) -> String {
    let unit =
        UNITS.iter().find(|(_, unit_secs)| secs.is_multiple_of(*unit_secs) && secs >= *unit_secs);
    match unit {
        // People say 24 hours rather than one day.
        Some(('d', _)) if secs == 86_400 => "24h".into(),
        Some((unit, unit_secs)) => format!("{}{unit}", secs / unit_secs),
        None => "none".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_parse_back_as_formatted() {
        for (text, secs) in
            [("24h", 86_400), ("2d", 172_800), ("90m", 5_400), ("15s", 15), ("none", 0)]
        {
            assert_eq!(
                (parse_duration_secs(text), format_duration(secs)),
                (Some(secs), text.to_string())
            );
        }
        assert_eq!(
            (parse_duration_secs("6"), parse_duration_secs(" 1 H ")),
            (Some(21_600), Some(3_600))
        );
        for (text, secs) in [
            ("2 days", 172_800),
            ("1 day", 86_400),
            ("an hour", 3_600),
            ("1h30m", 5_400),
            ("1 hour and 30 minutes", 5_400),
            ("1w", 604_800),
            ("forever", 0),
            ("No limit", 0),
            ("1.5 hours", 5_400),
            ("1,5h", 5_400),
            ("two days", 172_800),
            ("half an hour", 1_800),
            ("half a day", 43_200),
            ("an hour and a half", 5_400),
            ("one and a half hours", 5_400),
            ("2½ days", 216_000),
            ("½ h", 1_800),
            ("¾h", 2_700),
            ("1¼ hours", 4_500),
            ("⅔ hour", 2_400),
            ("3/4 hour", 2_700),
            ("3/4h", 2_700),
            ("3⁄4 h", 2_700),
            ("1 1/2 hours", 5_400),
            ("1 and 1/2 hours", 5_400),
            ("3/4 of an hour", 2_700),
            ("1/3 hour", 1_200),
            ("1/2", 1_800),
            ("a quarter of an hour", 900),
            ("quarter hour", 900),
            ("three quarters of an hour", 2_700),
            ("an hour and a quarter", 4_500),
            ("two and a quarter hours", 8_100),
            ("1 hour and 1/2", 5_400),
            ("a couple of hours", 7_200),
            ("1 hour, 30 mins.", 5_400),
            ("0.25", 900),
            ("2h30", 9_000),
            ("2:30", 9_000),
            ("1 month", 2_592_000),
            ("1 mo", 2_592_000),
            ("2 wks", 1_209_600),
            ("1 year", 31_536_000),
            ("2:30h", 9_000),
            ("2:30 hours", 9_000),
            ("２\u{a0}h", 7_200),
            ("2\u{200b}h", 7_200),
            ("**2h**", 7_200),
            ("∞", 0),
            ("without limit", 0),
        ] {
            assert_eq!(parse_duration_secs(text), Some(secs), "{text}");
        }
        for text in [
            "",
            "h",
            "0",
            "0h",
            "-1h",
            "1 2",
            "2h 3",
            "1.5.2h",
            "1.555h",
            ".5h",
            "1,000h",
            "2h half 3",
            "quarters",
            "4/4 hour",
            "5/4h",
            "0/4 hour",
            "1/0 hour",
            "1/7 hour",
            "1/2/3 hours",
            "/2 hours",
            "2:3",
            "2:60",
            ":30",
            "367d",
            "99999999999h",
            "99999999999999999999h",
            "é",
        ] {
            assert_eq!(parse_duration_secs(text), None, "{text}");
        }
    }
}
