//! Limits of time by names that are the same in all systems, whatever settings they are kept in.

/// A limit as it is set: of a turn (or a slot), of an answer, of what the GM decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit {
    pub key: &'static str,
    /// In seconds; 0: none. They differ where the rules know several limits of that kind.
    pub min_secs: u32,
    pub max_secs: u32,
}

/// The settings of a system, in seconds, that each limit sets.
#[derive(Clone, Copy, Debug)]
pub struct TimeLimits {
    pub turn_settings: &'static [&'static str],
    pub answer_settings: &'static [&'static str],
    pub ruling_settings: &'static [&'static str],
    /// Settings of other clocks, and the least that each may be.
    pub other_settings: &'static [(&'static str, u32)],
}

impl TimeLimits {
    pub fn settings_by_limit(self) -> [(&'static str, &'static [&'static str]); 3] {
        [
            ("limit_turn", self.turn_settings),
            ("limit_answer", self.answer_settings),
            ("limit_ruling", self.ruling_settings),
        ]
    }

    /// All settings that are clocks, and the least that each may be where it is not 0.
    pub fn min_secs_by_setting(self) -> impl Iterator<Item = (&'static str, u32)> {
        let usual = self.settings_by_limit().into_iter().flat_map(|(_, settings)| settings);
        usual.map(|setting| (*setting, MIN_LIMIT_SECS)).chain(self.other_settings.iter().copied())
    }

    /// The settings behind a limit; none where it is none.
    pub fn settings_for(self, limit_key: &str) -> Option<&'static [&'static str]> {
        self.settings_by_limit()
            .into_iter()
            .find(|(limit, _)| *limit == limit_key)
            .map(|(_, settings)| settings)
    }
}

const UNITS: [(char, u32); 4] = [('d', 86_400), ('h', 3_600), ('m', 60), ('s', 1)];

/// The shortest limit: nobody reads, thinks and answers in less.
const MIN_LIMIT_SECS: u32 = 60;

/// The longest limit: a year.
const MAX_LIMIT_SECS: u32 = 366 * 86_400;

/// `24h`, `2d`, `90m`; a number alone is of hours. `none`: 0.
pub fn parse_duration(text: &str) -> Option<u32> {
    let text = text.trim().to_lowercase();
    if text == "none" {
        return Some(0);
    }
    let unit = UNITS.iter().find(|(unit, _)| text.ends_with(*unit));
    let (number, secs) = match unit {
        Some((_, secs)) => (&text[..text.len() - 1], *secs),
        None => (text.as_str(), 3_600),
    };
    let secs = number.trim().parse::<u32>().ok()?.checked_mul(secs)?;
    (1..=MAX_LIMIT_SECS).contains(&secs).then_some(secs)
}

/// As it is read.
pub fn format_duration(secs: u32) -> String {
    let unit = UNITS.iter().find(|(_, unit)| secs.is_multiple_of(*unit) && secs >= *unit);
    match unit {
        // A day is better known as its hours.
        Some(('d', _)) if secs == 86_400 => "24h".into(),
        Some((unit, of)) => format!("{}{unit}", secs / of),
        None => "none".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_read_as_they_are_written() {
        for (text, secs) in
            [("24h", 86_400), ("2d", 172_800), ("90m", 5_400), ("15s", 15), ("none", 0)]
        {
            assert_eq!(
                (parse_duration(text), format_duration(secs)),
                (Some(secs), text.to_string())
            );
        }
        assert_eq!((parse_duration("6"), parse_duration(" 1 H ")), (Some(21_600), Some(3_600)));
        for text in ["", "h", "0", "0h", "-1h", "1w", "1.5h", "367d", "99999999999h", "é"] {
            assert_eq!(parse_duration(text), None, "{text}");
        }
    }
}
