//! Limits of time by names that are the same in all systems, whatever settings they are kept in.

/// A limit as it is set: of a turn (or a slot), of an answer, of what the GM decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    pub key: &'static str,
    /// In seconds; 0: none. They differ where the rules know several limits of that kind.
    pub least: u32,
    pub most: u32,
}

/// The settings of a system, in seconds, that each limit sets.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub turn: &'static [&'static str],
    pub answer: &'static [&'static str],
    pub ruling: &'static [&'static str],
    /// Settings of other clocks, and the least that each may be.
    pub other: &'static [(&'static str, u32)],
}

impl Limits {
    pub fn all(self) -> [(&'static str, &'static [&'static str]); 3] {
        [("limit_turn", self.turn), ("limit_answer", self.answer), ("limit_ruling", self.ruling)]
    }

    /// All settings that are clocks, and the least that each may be where it is not 0.
    pub fn least(self) -> impl Iterator<Item = (&'static str, u32)> {
        let usual = self.all().into_iter().flat_map(|(_, settings)| settings);
        usual.map(|setting| (*setting, LEAST_SECS)).chain(self.other.iter().copied())
    }

    /// The settings behind a limit; none where it is none.
    pub fn settings(self, key: &str) -> Option<&'static [&'static str]> {
        self.all().into_iter().find(|(limit, _)| *limit == key).map(|(_, settings)| settings)
    }
}

const UNITS: [(char, u32); 4] = [('d', 86_400), ('h', 3_600), ('m', 60), ('s', 1)];

/// The shortest limit: nobody reads, thinks and answers in less.
const LEAST_SECS: u32 = 60;

/// The longest limit: a year.
const MOST_SECS: u32 = 366 * 86_400;

/// `24h`, `2d`, `90m`; a number alone is of hours. `none`: 0.
pub fn read_span(text: &str) -> Option<u32> {
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
    (1..=MOST_SECS).contains(&secs).then_some(secs)
}

/// As it is read.
pub fn write_span(secs: u32) -> String {
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
            assert_eq!((read_span(text), write_span(secs)), (Some(secs), text.to_string()));
        }
        assert_eq!((read_span("6"), read_span(" 1 H ")), (Some(21_600), Some(3_600)));
        for text in ["", "h", "0", "0h", "-1h", "1w", "1.5h", "367d", "99999999999h", "é"] {
            assert_eq!(read_span(text), None, "{text}");
        }
    }
}
