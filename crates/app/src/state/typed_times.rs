//! Parses the dates, times of day and hours that people type.

use jiff::civil::{Date, DateTime, Time};
use jiff::{Span, ToSpan as _};

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// What a text says about a time.
#[derive(Clone, Debug)]
pub enum TypedTime {
    At(DateTime),
    In(Span),
    /// Day and month can be either way round: both readings.
    Unclear(Date, Date),
}

/// Parses a date (`2030-12-24 18:00`, `24.12.`, `24 Dec`, `12/24`), a day (`tomorrow`, `next
/// monday`), each with or without a time of day, a time of day, or a span (`3d`, `in 3 days`). A
/// date without a year and a time without a date are the next ones after now.
pub fn parse_typed_time(text: &str, now: DateTime) -> Option<TypedTime> {
    if let Ok(moment) = text.trim().parse() {
        return Some(TypedTime::At(moment));
    }
    let text = text.to_lowercase().replace(',', " ");
    let words: Vec<&str> =
        text.split_whitespace().filter(|word| !FILLER_WORDS.contains(word)).collect();
    let plain = words.join(" ");
    if let Ok(span) = plain.parse() {
        return Some(TypedTime::In(span));
    }
    let (day_words, time) = split_time_of_day(&words);
    let at = |date: Date| TypedTime::At(date.to_datetime(time.unwrap_or(Time::midnight())));
    if day_words.is_empty() {
        let today = now.date().to_datetime(time?);
        let next = if today > now { today } else { today.checked_add(1.day()).ok()? };
        return Some(TypedTime::At(next));
    }
    if let Some(day) = parse_day_name(day_words, now.date()) {
        return Some(at(day));
    }
    match parse_date(&day_words.join(" "), now.date())? {
        (date, None) => Some(at(date)),
        (first, Some(second)) => Some(TypedTime::Unclear(first, second)),
    }
}

const FILLER_WORDS: [&str; 7] = ["in", "on", "at", "until", "till", "the", "of"];

/// Splits a time of day from the end: `18:00`, `6pm`, `6 pm`.
fn split_time_of_day<'w>(words: &'w [&'w str]) -> (&'w [&'w str], Option<Time>) {
    for count in [2, 1] {
        let Some(first) = words.len().checked_sub(count) else { continue };
        let (day, time) = words.split_at(first);
        let time = time.concat();
        let is_marked = time.contains(':') || time.ends_with('m');
        if let Some(time) = parse_time_of_day(&time).filter(|_| is_marked) {
            return (day, Some(time));
        }
    }
    (words, None)
}

/// Parses `22`, `22:30`, `10pm` or `10:30 pm`.
pub fn parse_time_of_day(text: &str) -> Option<Time> {
    let text = text.trim().to_lowercase();
    let half = ["am", "pm"].into_iter().find(|half| text.ends_with(half));
    let clock = text.trim_end_matches(half.unwrap_or("")).trim_end();
    let (hour, minute) = clock.split_once(':').unwrap_or((clock, "0"));
    let (hour, minute): (i8, i8) = (hour.parse().ok()?, minute.parse().ok()?);
    let hour = match half {
        None => hour,
        Some(_) if !(1..=12).contains(&hour) => return None,
        Some("am") => hour % 12,
        Some(_) => hour % 12 + 12,
    };
    Time::new(hour, minute, 0, 0).ok()
}

/// Parses `22:00-8:00`, `22:00–8:00`, `10pm-6am` or `22 to 8` into minutes since midnight. `None`
/// where it is no time span, empty, or has only one of two hours with `am` or `pm`.
pub fn parse_quiet_hours(text: &str) -> Option<(i64, i64)> {
    let text = text.to_lowercase().replace(['–', '—', '−', '‒'], "-").replace(" to ", "-");
    let (from, to) = text.split_once('-')?;
    if from.trim_end().ends_with('m') != to.trim_end().ends_with('m') {
        return None;
    }
    let minutes = |text| {
        let time = parse_time_of_day(text)?;
        Some(i64::from(time.hour()) * 60 + i64::from(time.minute()))
    };
    let (from, to) = (minutes(from)?, minutes(to)?);
    (from != to).then_some((from, to))
}

/// Parses `tomorrow`, `friday`, `fri` or `next friday` as the next day of that name.
fn parse_day_name(words: &[&str], today: Date) -> Option<Date> {
    let name = match words {
        ["next" | "this" | "coming", name] | [name] => *name,
        _ => return None,
    };
    let tomorrow = today.tomorrow().ok()?;
    let is_called = |day: &Date| {
        let full_name = day.strftime("%A").to_string().to_lowercase();
        name.len() >= 3 && full_name.starts_with(name)
    };
    match name {
        "today" => Some(today),
        "tomorrow" => Some(tomorrow),
        _ => tomorrow.series(1.day()).take(7).find(is_called),
    }
}

/// Parses a date with or without a year. Returns a second reading where day and month can be
/// either way round.
fn parse_date(text: &str, today: Date) -> Option<(Date, Option<Date>)> {
    let parts: Vec<&str> =
        text.split(['.', '/', ' ']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let numbers: Vec<Option<i16>> =
        parts.iter().map(|part| part.trim_end_matches(ORDINALS).parse().ok()).collect();
    let (first, second, year) = match parts.as_slice() {
        [_, _] => (0, 1, None),
        [_, _, _] if numbers[0].is_some_and(|number| number > 31) => {
            return Some((new_date(numbers[0], numbers[1]?, numbers[2]?, today)?, None));
        }
        [_, _, _] => (0, 1, Some(numbers[2]?)),
        _ => return None,
    };
    match (numbers[first], numbers[second]) {
        (Some(day), None) => Some((new_date(year, parse_month(parts[second])?, day, today)?, None)),
        (None, Some(day)) => Some((new_date(year, parse_month(parts[first])?, day, today)?, None)),
        (Some(first), Some(second)) if text.contains('.') => {
            Some((new_date(year, second, first, today)?, None))
        }
        (Some(first), Some(second)) if text.contains('/') => {
            let day_first = new_date(year, second, first, today);
            let month_first = new_date(year, first, second, today);
            match (day_first, month_first) {
                (Some(one), Some(other)) if one != other => Some((one, Some(other))),
                (one, other) => Some((one.or(other)?, None)),
            }
        }
        _ => None,
    }
}

const ORDINALS: [char; 6] = ['s', 't', 'n', 'd', 'r', 'h'];

/// Returns the month of a name, whole or its first letters.
fn parse_month(name: &str) -> Option<i16> {
    let place = MONTHS.iter().position(|month| name.len() >= 3 && month.starts_with(name))?;
    i16::try_from(place + 1).ok()
}

/// Returns the date; without a year, the next one after today. A year of two digits is one of this
/// century.
fn new_date(year: Option<i16>, month: i16, day: i16, today: Date) -> Option<Date> {
    let (month, day) = (i8::try_from(month).ok()?, i8::try_from(day).ok()?);
    match year {
        Some(year) => Date::new(if year < 100 { 2000 + year } else { year }, month, day).ok(),
        None => [today.year(), today.year() + 1]
            .into_iter()
            .filter_map(|year| Date::new(year, month, day).ok())
            .find(|date| *date > today),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It is a Tuesday.
    fn now() -> DateTime {
        "2030-01-01 12:00".parse().unwrap()
    }

    /// Parses a text into the moment that it means, or both dates that it can mean.
    fn parse(text: &str) -> Option<String> {
        Some(match parse_typed_time(text, now())? {
            TypedTime::At(moment) => moment.strftime("%F %R").to_string(),
            TypedTime::In(span) => now().checked_add(span).unwrap().strftime("%F %R").to_string(),
            TypedTime::Unclear(first, second) => format!("{first} or {second}"),
        })
    }

    #[test]
    fn times_parse_as_people_write_them() {
        for (text, expected) in [
            ("2030-12-24", "2030-12-24 00:00"),
            ("2030-12-24 18:00", "2030-12-24 18:00"),
            ("2030/12/24", "2030-12-24 00:00"),
            ("24.12.", "2030-12-24 00:00"),
            ("24.12", "2030-12-24 00:00"),
            ("3. 4. 2030", "2030-04-03 00:00"),
            ("24.12.30 18:00", "2030-12-24 18:00"),
            ("24 Dec", "2030-12-24 00:00"),
            ("24th of December, 6pm", "2030-12-24 18:00"),
            ("Dec 24, 2030 at 6:30 pm", "2030-12-24 18:30"),
            ("1 jan", "2031-01-01 00:00"),
            ("12/24", "2030-12-24 00:00"),
            ("24/12/2030", "2030-12-24 00:00"),
            ("3/3", "2030-03-03 00:00"),
            ("tomorrow", "2030-01-02 00:00"),
            ("Tomorrow 8 am", "2030-01-02 08:00"),
            ("friday", "2030-01-04 00:00"),
            ("next monday", "2030-01-07 00:00"),
            ("until fri 18:00", "2030-01-04 18:00"),
            ("tuesday", "2030-01-08 00:00"),
            ("18:00", "2030-01-01 18:00"),
            ("9am", "2030-01-02 09:00"),
            ("3d", "2030-01-04 12:00"),
            ("in 3 days", "2030-01-04 12:00"),
            ("in 1 week", "2030-01-08 12:00"),
            ("2 hours", "2030-01-01 14:00"),
            ("3/4", "2030-04-03 or 2030-03-04"),
            ("3/4/2030 18:00", "2030-04-03 or 2030-03-04"),
        ] {
            assert_eq!(parse(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_times() {
        for text in [
            "",
            "soon",
            "someday",
            "24",
            "24 12",
            "31.2.",
            "13/13",
            "0/0",
            "24.12.2030.1",
            "25:00",
            "13pm",
            "0am",
            "next",
            "next year",
            "m",
            "at",
            "24 de",
            "é",
            "99999.1.1",
            "1.1.99999",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn quiet_hours_parse_as_people_write_them() {
        for text in ["22:00-8:00", "22:00–8:00", "22−8", "10pm-8am", "10 PM - 8:00 AM", "22 to 8"]
        {
            assert_eq!(parse_quiet_hours(text), Some((1320, 480)), "{text}");
        }
        assert_eq!(parse_quiet_hours("12am-12pm"), Some((0, 720)));
        for text in ["", "22", "22-22", "25-3", "22:60-3", "a-b", "10-6am", "13pm-6am", "-", "m-m"]
        {
            assert_eq!(parse_quiet_hours(text), None, "{text}");
        }
    }
}
