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

/// Parses `24h`, `2d`, `90m` or `15s` to seconds. A bare number is in hours; `none` gives 0.
/// Returns `None` for anything else and for more than a year.
pub fn parse_duration_secs(text: &str) -> Option<u32> {
    let text = text.trim().to_lowercase();
    if text == "none" {
        return Some(0);
    }
    let unit = UNITS.iter().find(|(unit, _)| text.ends_with(*unit));
    let (number, unit_secs) = match unit {
        Some((_, unit_secs)) => (&text[..text.len() - 1], *unit_secs),
        None => (text.as_str(), 3_600),
    };
    let secs = number.trim().parse::<u32>().ok()?.checked_mul(unit_secs)?;
    (1..=MAX_LIMIT_SECS).contains(&secs).then_some(secs)
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
        for text in ["", "h", "0", "0h", "-1h", "1w", "1.5h", "367d", "99999999999h", "é"] {
            assert_eq!(parse_duration_secs(text), None, "{text}");
        }
    }
}
