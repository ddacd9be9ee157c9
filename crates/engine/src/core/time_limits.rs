//! Time limits under names that are the same in all systems, whatever settings store them.

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
const NO_LIMIT: [&str; 6] = ["none", "no", "off", "never", "forever", "no limit"];

/// The units of time by all their names, in seconds.
const UNIT_NAMES: [(&[&str], u32); 5] = [
    (&["w", "week", "weeks"], 7 * 86_400),
    (&["d", "day", "days"], 86_400),
    (&["h", "hr", "hrs", "hour", "hours"], 3_600),
    (&["m", "min", "mins", "minute", "minutes"], 60),
    (&["s", "sec", "secs", "second", "seconds"], 1),
];

/// Parses `24h`, `2 days`, `1h 30m` or `an hour` to seconds. A bare number is in hours; `none` and
/// the like give 0. Returns `None` for anything else and for more than a year.
pub fn parse_duration_secs(text: &str) -> Option<u32> {
    let text = text.trim().to_lowercase();
    if NO_LIMIT.contains(&text.as_str()) {
        return Some(0);
    }
    let (mut secs, mut count): (u32, Option<u32>) = (0, None);
    for word in split_numbers_and_words(&text)? {
        let number = if matches!(word, "a" | "an" | "one") { Some(1) } else { word.parse().ok() };
        match number {
            Some(_) if count.is_some() => return None,
            Some(number) => count = Some(number),
            None if word == "and" => {}
            None => {
                let (_, unit_secs) = UNIT_NAMES.iter().find(|(names, _)| names.contains(&word))?;
                secs = secs.checked_add(count.take()?.checked_mul(*unit_secs)?)?;
            }
        }
    }
    if let Some(hours) = count {
        secs = if secs == 0 { hours.checked_mul(3_600)? } else { return None };
    }
    (1..=MAX_LIMIT_SECS).contains(&secs).then_some(secs)
}

/// Splits `1h 30min` into its numbers and words. `None` for other marks than commas.
fn split_numbers_and_words(text: &str) -> Option<Vec<&str>> {
    let mut words = Vec::new();
    for part in text.split([' ', ',', '\t']).filter(|part| !part.is_empty()) {
        if !part.chars().all(char::is_alphanumeric) {
            return None;
        }
        let digits = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
        let (number, mut rest) = part.split_at(digits);
        words.extend((!number.is_empty()).then_some(number));
        // `1h30m` is written without a blank.
        while let Some(next) = rest.find(|letter: char| letter.is_ascii_digit()) {
            let (word, numbered) = rest.split_at(next);
            let end = numbered.find(|letter: char| !letter.is_ascii_digit());
            let (number, tail) = numbered.split_at(end.unwrap_or(numbered.len()));
            words.extend([word, number].into_iter().filter(|word| !word.is_empty()));
            rest = tail;
        }
        words.extend((!rest.is_empty()).then_some(rest));
    }
    Some(words)
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
        ] {
            assert_eq!(parse_duration_secs(text), Some(secs), "{text}");
        }
        for text in ["", "h", "0", "0h", "-1h", "1 2", "2h 3", "1.5h", "367d", "99999999999h", "é"]
        {
            assert_eq!(parse_duration_secs(text), None, "{text}");
        }
    }
}
