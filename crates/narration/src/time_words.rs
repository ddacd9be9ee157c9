//! Times as people type them in their own language, put into English words, which the app parses:
//! `morgen 20 Uhr` is `tomorrow 20:00`.
//!
//! The catalogue has the words of a language (`language-time-words`), as `typed: English` with
//! slashes between. Beside English words there are two marks: `@clock` makes a time of day of the
//! number before it, and `@hours` one of several hours, or, behind a day or "at", a time of day.

use super::catalogue::{Locale, say};

const CLOCK: &str = "@clock";
const HOURS: &str = "@hours";

/// What a typed time is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeUse {
    /// A moment, or how long something lasts.
    Moment,
    /// The time of each day from an hour to another.
    DailyHours,
}

/// Returns a typed time in English words. What has no translation stays as it was typed.
pub fn to_english_time(locale: Locale, time_use: TimeUse, text: &str) -> String {
    if locale == Locale::ENGLISH {
        return text.into();
    }
    let mut text = text.to_lowercase().replace([',', '\u{a0}', '\u{202f}'], " ");
    if time_use == TimeUse::DailyHours {
        text = text.replace(['-', '–', '—'], " to ");
    }
    let phrases = list_phrases(locale, time_use);
    let tokens: Vec<String> = text.split_whitespace().flat_map(split_hours).collect();
    let mut words: Vec<String> = Vec::new();
    let mut rest = tokens.as_slice();
    while let Some(first) = rest.first() {
        let begins = |(typed, _): &&(Vec<String>, String)| rest.starts_with(typed);
        let longest = phrases.iter().filter(begins).max_by_key(|(typed, _)| typed.len());
        match longest {
            Some((typed, english)) => {
                english.split(' ').for_each(|word| push_word(&mut words, time_use, word));
                rest = &rest[typed.len()..];
            }
            None => {
                push_word(&mut words, time_use, first);
                rest = &rest[1..];
            }
        }
    }
    words.join(" ")
}

/// Splits the hours off a number: `20h30` is `20`, `@hours` and `30`; `20h` is `20` and `@hours`.
fn split_hours(token: &str) -> Vec<String> {
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    match token.split_once('h') {
        Some((hour, "")) if is_number(hour) => vec![hour.into(), HOURS.into()],
        Some((hour, minute)) if is_number(hour) && is_number(minute) => {
            vec![hour.into(), HOURS.into(), minute.into()]
        }
        _ => vec![token.into()],
    }
}

/// Adds an English word. A mark of hours changes the number before it, and minutes that follow a
/// time of day belong to it.
fn push_word(words: &mut Vec<String>, time_use: TimeUse, word: &str) {
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let is_time = |text: &str| text.ends_with(":00");
    match word {
        "" => {}
        CLOCK | HOURS => {
            let before = words.split_last();
            let is_clock = word == CLOCK
                || time_use == TimeUse::DailyHours
                || before.is_some_and(|(_, others)| {
                    !others.is_empty()
                        && others.iter().all(|other| other != "in" && !is_unit(other))
                });
            match words.last_mut() {
                Some(hour) if is_clock && is_number(hour) => hour.push_str(":00"),
                Some(hour) if is_clock && hour.contains(':') => {}
                _ => words.push("hours".into()),
            }
        }
        minutes if is_number(minutes) && words.last().is_some_and(|last| is_time(last)) => {
            if let Some(time) = words.last_mut() {
                time.truncate(time.len() - 2);
                time.push_str(minutes);
            }
        }
        word => words.push(word.into()),
    }
}

fn is_unit(word: &str) -> bool {
    let plural = format!("{}s", word.trim_end_matches('s'));
    ["weeks", "days", "hours", "minutes", "seconds"].contains(&plural.as_str())
}

/// Returns the words of a language as they are typed, each with its English.
fn list_phrases(locale: Locale, time_use: TimeUse) -> Vec<(Vec<String>, String)> {
    let mut listed = say!(locale, "language-time-words");
    if time_use == TimeUse::DailyHours {
        // Of two phrases of one length the last one counts.
        listed = format!("{listed} / {}", say!(locale, "language-hours-words"));
    }
    let split = |phrase: &str| {
        let (typed, english) = phrase.split_once(':')?;
        let typed: Vec<String> =
            typed.to_lowercase().split_whitespace().map(String::from).collect();
        (!typed.is_empty()).then(|| (typed, english.trim().to_string()))
    };
    // Long lists are broken into lines.
    listed.replace('\n', " ").split(" / ").filter_map(split).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_read(tag: &str, time_use: TimeUse, cases: &[(&str, &str)]) {
        let locale = Locale::find(tag).unwrap();
        for (typed, expected) in cases {
            assert_eq!(to_english_time(locale, time_use, typed), *expected, "{tag}: {typed}");
        }
    }

    #[test]
    fn moments_are_read_in_each_language() {
        let moments: [(&str, &[(&str, &str)]); 5] = [
            ("en", &[("Tomorrow 2h", "Tomorrow 2h")]),
            (
                "de",
                &[
                    ("in zwei Stunden", "in 2 hours"),
                    ("morgen 20 Uhr", "tomorrow 20:00"),
                    ("morgen um 20:30 Uhr", "tomorrow at 20:30"),
                    ("übermorgen", "day after tomorrow"),
                    ("heute Abend", "tonight"),
                    ("am Freitag", "on friday"),
                    ("nächsten Montag um 8 Uhr 30", "next monday at 8:30"),
                    ("in einer Woche", "in a week"),
                    ("24. Dezember", "24. december"),
                    ("eine halbe Stunde", "half an hour"),
                    ("morgen Mittag", "tomorrow noon"),
                    ("halb neun", "half past 8"),
                    ("3 Tage", "3 days"),
                ],
            ),
            (
                "es",
                &[
                    ("en dos horas", "in 2 hours"),
                    ("mañana 20:00", "tomorrow 20:00"),
                    ("mañana a las 20 h", "tomorrow at 20:00"),
                    ("pasado mañana", "day after tomorrow"),
                    ("esta noche", "tonight"),
                    ("el viernes a las 8 de la tarde", "the friday at 8 pm"),
                    ("24 de diciembre", "24 of december"),
                    ("una semana", "a week"),
                ],
            ),
            (
                "fr",
                &[
                    ("dans deux heures", "in 2 hours"),
                    ("demain 20h", "tomorrow 20:00"),
                    ("demain à 20h30", "tomorrow at 20:30"),
                    ("demain à 20 heures", "tomorrow at 20:00"),
                    ("2h", "2 hours"),
                    ("après-demain", "day after tomorrow"),
                    ("ce soir", "tonight"),
                    ("vendredi à midi", "friday at noon"),
                    ("le 1er janvier", "the 1 january"),
                ],
            ),
            (
                "pt-BR",
                &[
                    ("daqui a duas horas", "in 2 hours"),
                    ("amanhã", "tomorrow"),
                    ("amanhã às 20h", "tomorrow at 20:00"),
                    ("depois de amanhã", "day after tomorrow"),
                    ("hoje à noite", "tonight"),
                    ("sexta-feira às 8 da noite", "friday at 8 pm"),
                    ("meia hora", "half an hour"),
                ],
            ),
        ];
        for (tag, cases) in moments {
            assert_read(tag, TimeUse::Moment, cases);
        }
    }

    #[test]
    fn daily_hours_are_read_in_each_language() {
        assert_read("de", TimeUse::DailyHours, &[("von 22 Uhr bis 8 Uhr", "22:00 to 8:00")]);
        assert_read("es", TimeUse::DailyHours, &[("de 22 a 8", "22 to 8")]);
        assert_read("fr", TimeUse::DailyHours, &[("22h-8h", "22:00 to 8:00")]);
        assert_read("fr", TimeUse::DailyHours, &[("de 22h30 à 8h", "22:30 to 8:00")]);
        assert_read("pt-BR", TimeUse::DailyHours, &[("das 22h às 8h", "22:00 to 8:00")]);
    }
}
