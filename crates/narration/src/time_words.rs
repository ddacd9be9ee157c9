//! Times as people type them in their own language, put into English words, which the app parses:
//! `morgen 20 Uhr` is `tomorrow 20:00`.
//!
//! The catalogue has the words of a language (`language-time-words`), as `typed: English` with
//! slashes between. Beside English words there are marks: `@clock` makes a time of day of the
//! number before it, and `@hours` one of several hours, or, beside a day or "at", a time of day.
//! `@half`, `@quarter` and `@quarter-to` change the hour before them. `@behind-number` begins typed
//! words that mean so only behind a number.

use super::catalogue::{Locale, say};

const CLOCK: &str = "@clock";
const HOURS: &str = "@hours";
/// Begins words that mean so only behind a number: `24 dez`.
const BEHIND_NUMBER: &str = "@behind-number";
/// What is said behind an hour, with the English before it.
const MINUTES_BEHIND_HOUR: [(&str, &str); 3] =
    [("@half", "half past"), ("@quarter", "quarter past"), ("@quarter-to", "quarter to")];
/// The earliest hour that `20h30` means as a time of day where nothing else says so.
const FIRST_CLEAR_HOUR: u8 = 13;

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
    let mut text = normalize(text);
    if time_use == TimeUse::DailyHours {
        text = text.replace(['-', '–', '—'], " to ");
    }
    let phrases = list_time_phrases_with_english(locale, time_use);
    let tokens: Vec<String> = text.split_whitespace().flat_map(split_hour_mark_off_token).collect();
    let mut words: Vec<String> = Vec::new();
    let mut unread_tokens = tokens.as_slice();
    while let Some(first_token) = unread_tokens.first() {
        // A token that begins no phrase is kept as it is.
        let (token_count, english) = longest_phrase_at_start(&phrases, &words, unread_tokens)
            .unwrap_or((1, first_token.as_str()));
        for word in english.split(' ') {
            push_english_word_merging_clock_times(&mut words, time_use, word);
        }
        unread_tokens = &unread_tokens[token_count..];
    }
    make_clock_of_leading_hours(&mut words);
    words.join(" ")
}

/// Returns the longest phrase with which the words that are left begin: how many of them it takes,
/// and its English. `None` if there is none, or if the last word is the `am` or `pm` of an English
/// time. `english_words` are those before them.
fn longest_phrase_at_start<'p>(
    phrases: &'p [(Vec<String>, String)],
    english_words: &[String],
    rest: &[String],
) -> Option<(usize, &'p str)> {
    let previous_word = english_words.last().map_or("", String::as_str);
    // `8 am` is English, and `am` may be a word of the language as well.
    let is_rest_am_or_pm = matches!(rest, [half] if half == "am" || half == "pm");
    if is_rest_am_or_pm && previous_word.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let is_behind_number = is_number(previous_word.trim_end_matches('.'));
    let mut longest: Option<(usize, &str)> = None;
    let mut longest_length = 0;
    for (phrase, english) in phrases {
        let (needs_number, typed_words) = split_number_mark_off_phrase(phrase);
        let begins = rest.starts_with(typed_words) && (is_behind_number || !needs_number);
        // The mark counts as a word. Of two phrases of one length the last one counts.
        if begins && phrase.len() >= longest_length {
            longest = Some((typed_words.len(), english.as_str()));
            longest_length = phrase.len();
        }
    }
    longest
}

/// Returns whether a phrase means what it does only behind a number, and its words without the mark
/// that says so.
fn split_number_mark_off_phrase(phrase: &[String]) -> (bool, &[String]) {
    match phrase {
        [mark, words @ ..] if mark == BEHIND_NUMBER => (true, words),
        words => (false, words),
    }
}

/// Puts a text into lower case, without commas behind words and blanks within `p. m.`
fn normalize(text: &str) -> String {
    let mut text = text.to_lowercase();
    for (typed, plain) in [
        ("\u{a0}", " "),
        ("\u{202f}", " "),
        ("’", "'"),
        (", ", " "),
        ("a. m.", "a.m."),
        ("p. m.", "p.m."),
    ] {
        text = text.replace(typed, plain);
    }
    text
}

/// Returns whether a text is ASCII digits alone.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit())
}

/// Splits the hours off a number: `20h30` is `20`, `@hours` and `30`; `20h` is `20` and `@hours`.
/// Takes the point off a word that is cut short: `dez.`
fn split_hour_mark_off_token(token: &str) -> Vec<String> {
    // `24.Dez.`
    if let Some((day, month)) = token.split_once('.')
        && is_number(day)
        && month.starts_with(char::is_alphabetic)
    {
        return vec![format!("{day}."), month.trim_end_matches('.').into()];
    }
    if let Some((before_mark, behind_mark)) = token.split_once('h')
        && let Some(parts) = split_hours(before_mark, behind_mark)
    {
        return parts;
    }
    if token.starts_with(char::is_alphabetic) {
        return vec![token.trim_end_matches('.').into()];
    }
    vec![token.into()]
}

/// Returns the words for what stands before and behind the `h` of `20h`, `20:30h` or `20h30`.
/// `None` if that is no time.
fn split_hours(before_mark: &str, behind_mark: &str) -> Option<Vec<String>> {
    if behind_mark.is_empty() && is_number(before_mark) {
        return Some(vec![before_mark.into(), HOURS.into()]);
    }
    let is_clock = before_mark
        .split_once(':')
        .is_some_and(|(hour, minute)| is_number(hour) && is_number(minute));
    if behind_mark.is_empty() && is_clock {
        return Some(vec![before_mark.into()]);
    }
    if !is_number(before_mark) || !is_number(behind_mark) {
        return None;
    }
    match before_mark.parse::<u8>() {
        Ok(FIRST_CLEAR_HOUR..=23) => Some(vec![format!("{before_mark}:{behind_mark}")]),
        _ => Some(vec![before_mark.into(), HOURS.into(), behind_mark.into()]),
    }
}

/// Makes a time of day of hours at the start that are said of a day or a part of it: `20h demain`.
fn make_clock_of_leading_hours(words: &mut Vec<String>) {
    let is_of_day = |word: &String| {
        let is_time_word = is_unit(word) || is_number(word) || word == "and" || word == "half";
        !is_time_word && word.starts_with(char::is_alphabetic)
    };
    match words.as_slice() {
        [hour, unit, next, ..] if unit == "hours" && is_number(hour) && is_of_day(next) => {
            words[0].push_str(":00");
            words.remove(1);
        }
        [hour, unit, minute, next, ..]
            if unit == "hours" && is_number(hour) && is_number(minute) && is_of_day(next) =>
        {
            words[0] = format!("{hour}:{minute}");
            words.drain(1..3);
        }
        _ => {}
    }
}

/// Puts the English for minutes before the hour that they follow, or adds half or a quarter of the
/// unit before them.
fn put_minutes_before_hour_or_push_half(words: &mut Vec<String>, mark: &str, english: &str) {
    let hour = words.last().map(|last| last.trim_end_matches(":00").to_string());
    match hour.filter(|hour| is_number(hour)) {
        Some(hour) => {
            words.pop();
            words.extend(english.split(' ').map(String::from));
            words.push(hour);
        }
        None if mark == "@half" => words.extend(["and", "a", "half"].map(String::from)),
        None if mark == "@quarter" => words.extend(["and", "a", "quarter"].map(String::from)),
        None => words.push(mark.into()),
    }
}

/// Adds an English word. A mark of hours changes the number before it, and minutes that follow a
/// time of day belong to it.
fn push_english_word_merging_clock_times(words: &mut Vec<String>, time_use: TimeUse, word: &str) {
    if let Some((mark, english)) = MINUTES_BEHIND_HOUR.iter().find(|(mark, _)| *mark == word) {
        return put_minutes_before_hour_or_push_half(words, mark, english);
    }
    match word {
        "" => {}
        CLOCK | HOURS => make_clock_of_last_word_or_push_hours(words, time_use, word),
        minutes if is_number(minutes) && words.last().is_some_and(|last| last.ends_with(":00")) => {
            // `20:00` and `30` make `20:30`.
            if let Some(time) = words.last_mut() {
                time.truncate(time.len() - "00".len());
                time.push_str(minutes);
            }
        }
        word => words.push(word.into()),
    }
}

/// Makes a time of day of the number before a mark of hours, or adds the word "hours" if the mark
/// means a length of time.
fn make_clock_of_last_word_or_push_hours(words: &mut Vec<String>, time_use: TimeUse, mark: &str) {
    let is_clock = mark == CLOCK || time_use == TimeUse::DailyHours || is_last_word_of_a_day(words);
    match words.last_mut() {
        Some(hour) if is_clock && is_number(hour) => hour.push_str(":00"),
        Some(time) if is_clock && time.contains(':') => {}
        // `18.30 Uhr`
        Some(time) if mark == CLOCK && is_hour_and_minute_with_point(time) => {
            *time = time.replace('.', ":");
        }
        _ => words.push("hours".into()),
    }
}

/// Returns whether there are words before the last one, and none of them says that it is a length
/// of time: `tomorrow 20`, but not `in 20`.
fn is_last_word_of_a_day(words: &[String]) -> bool {
    match words.split_last() {
        None | Some((_, [])) => false,
        Some((_, others)) => {
            others.iter().all(|other| other != "in" && other != "last" && !is_unit(other))
        }
    }
}

/// Returns whether a text is an hour and two digits of minutes with a point between: `18.30`.
fn is_hour_and_minute_with_point(text: &str) -> bool {
    let parts = text.split_once('.');
    parts.is_some_and(|(hour, minute)| is_number(hour) && is_number(minute) && minute.len() == 2)
}

/// Returns whether a word is an English unit of time, in the singular or plural.
fn is_unit(word: &str) -> bool {
    let plural = format!("{}s", word.trim_end_matches('s'));
    ["weeks", "days", "hours", "minutes", "seconds"].contains(&plural.as_str())
}

/// Returns the words of a language as they are typed, each with its English.
fn list_time_phrases_with_english(locale: Locale, time_use: TimeUse) -> Vec<(Vec<String>, String)> {
    let mut listed = say!(locale, "language-time-words");
    if time_use == TimeUse::DailyHours {
        // Of two phrases of one length the last one counts.
        listed = format!("{listed} / {}", say!(locale, "language-hours-words"));
    }
    let mut phrases = Vec::new();
    // Long lists are broken into lines.
    for phrase in listed.replace('\n', " ").split(" / ") {
        let Some((typed, english)) = phrase.split_once(':') else { continue };
        let typed_words: Vec<String> =
            typed.to_lowercase().split_whitespace().map(String::from).collect();
        if !typed_words.is_empty() {
            phrases.push((typed_words, english.trim().to_string()));
        }
    }
    phrases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_read(tag: &str, time_use: TimeUse, cases: &[(&str, &str)]) {
        let locale = Locale::find_by_tag_or_family(tag).unwrap();
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
                    ("bis 18.30 Uhr", "until 18:30"),
                    ("1,5 Stunden", "1,5 hours"),
                    ("8 am", "8 am"),
                    ("20h30", "20:30"),
                    ("24.Dez.", "24. december"),
                    ("um acht", "at 8"),
                    ("3/4 Stunde", "3/4 hour"),
                    ("1 1/2 Stunden", "1 1/2 hours"),
                    ("eineinhalb Stunden", "1.5 hours"),
                    ("eine dreiviertel Stunde", "3/4 hour"),
                    ("einen halben Tag", "a half day"),
                    ("gestern 20 Uhr", "yesterday 20:00"),
                    ("seit vorgestern", "since day before yesterday"),
                    ("letzten Montag", "last monday"),
                    ("die letzten drei Stunden", "the last 3 hours"),
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
                    ("el viernes a las 8 de la tarde", "the friday at 8 afternoon"),
                    ("24 de diciembre", "24 of december"),
                    ("una semana", "a week"),
                    ("hora y media", "1.5 hours"),
                    ("dos horas y cuarto", "2 hours and a quarter"),
                    ("tres cuartos de hora", "3/4 hour"),
                    ("el lunes pasado", "the monday last"),
                    ("desde ayer a las 20 h", "since yesterday at 20:00"),
                    ("las últimas 3 horas", "last 3 hours"),
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
                    ("20h demain", "20:00 tomorrow"),
                    ("2h30", "2 hours 30"),
                    ("deux heures et demie", "2 hours and a half"),
                    ("3/4 h", "3/4 hours"),
                    ("trois quarts d’heure", "3/4 hour"),
                    ("depuis hier 20h", "since yesterday 20:00"),
                    ("lundi dernier", "monday last"),
                    ("les 3 dernières heures", "the 3 last hours"),
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
                    ("sexta-feira às 8 da noite", "friday at 8 night"),
                    ("24 dez", "24 december"),
                    ("dez horas", "10 hours"),
                    ("8 e meia", "half past 8"),
                    ("meia hora", "half an hour"),
                    ("uma hora e meia", "1.5 hours"),
                    ("três quartos de hora", "3/4 hour"),
                    ("segunda passada", "monday last"),
                    ("as últimas 3 horas", "last 3 hours"),
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
