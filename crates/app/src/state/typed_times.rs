//! Parses the dates, times of day and hours that people type.

use engine::core::time_limits::parse_duration_secs;
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
/// monday`, `tonight`), each with or without a time of day (`6pm`, `noon`, `half past 6`), a time
/// of day, or a span (`3d`, `in 3 days`, `in a week`). A date without a year and a time without a
/// date are the next ones after now.
pub fn parse_typed_time(text: &str, now: DateTime) -> Option<TypedTime> {
    if let Ok(moment) = text.trim().parse() {
        return Some(TypedTime::At(moment));
    }
    let text = text.to_lowercase().replace(',', " ").replace('’', "'").replace(" o'clock", ":00");
    let words: Vec<&str> =
        text.split_whitespace().filter(|word| !FILLER_WORDS.contains(word)).collect();
    if let Some(span) = parse_span(&words) {
        return Some(TypedTime::In(span));
    }
    let (day_words, time) = split_time_of_day(&words);
    let default_time = default_time_of_day(day_words, now);
    let to_moment = |date: Date| match time {
        // Midnight ends the day that it is said of.
        Some(TimeOfDay::Midnight) => Some(date.tomorrow().ok()?.to_datetime(Time::midnight())),
        Some(TimeOfDay::At(time)) => Some(date.to_datetime(time)),
        None => Some(date.to_datetime(default_time)),
    };
    let at = |date: Date| to_moment(date).map(TypedTime::At);
    if day_words.is_empty() {
        time?;
        let today = to_moment(now.date())?;
        let next = if today > now { today } else { today.checked_add(1.day()).ok()? };
        return Some(TypedTime::At(next));
    }
    if let [date] = day_words
        && let Ok(date) = date.parse()
    {
        return at(date);
    }
    if let Some(day) = parse_day_name(day_words, now.date()) {
        return at(day);
    }
    match parse_date_and_swapped_reading(&day_words.join(" "), now.date())? {
        (date, None) => at(date),
        (first, Some(second)) => Some(TypedTime::Unclear(first, second)),
    }
}

const FILLER_WORDS: [&str; 8] = ["in", "for", "on", "at", "until", "till", "the", "of"];

/// The parts of a day, with the hour that is meant where no other is given.
const PARTS_OF_DAY: [(&str, i8); 4] =
    [("morning", 8), ("afternoon", 15), ("evening", 20), ("night", 22)];

fn is_part_of_day(word: &str) -> bool {
    PARTS_OF_DAY.iter().any(|(part, _)| *part == word)
}

/// A time of day, as it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TimeOfDay {
    At(Time),
    /// The end of the day.
    Midnight,
}

/// Parses a span: `3d`, `two days`, `a week`, `half an hour`, `a month`, `next week`.
fn parse_span(words: &[&str]) -> Option<Span> {
    match words {
        ["fortnight"] | ["a", "fortnight"] => return Some(2.weeks()),
        ["next", "week"] => return Some(1.week()),
        ["next", "month"] => return Some(1.month()),
        // What follows takes a bare number for hours.
        _ if !words.concat().contains(char::is_alphabetic) => return None,
        _ => {}
    }
    let counted: Vec<&str> = words
        .iter()
        .map(|word| if matches!(*word, "a" | "an" | "one") { "1" } else { *word })
        .collect();
    // A day of a calendar may have 23 hours, so days are not counted in seconds where possible.
    counted.join(" ").parse().ok().or_else(|| {
        let secs = parse_duration_secs(&words.join(" ")).filter(|secs| *secs > 0)?;
        Some(i64::from(secs).seconds())
    })
}

/// Splits a time of day from the end (`18:00`, `6pm`, `6 pm`, `noon`, `half past 6`, or a bare hour
/// behind the name of a day), or else from the start (`8pm tomorrow`, `noon on friday`). Returns
/// the other words with it.
fn split_time_of_day<'w>(words: &'w [&'w str]) -> (&'w [&'w str], Option<TimeOfDay>) {
    let longest_first = || (1..=words.len().min(4)).rev();
    let split_from_end = |count: usize| {
        let (day, time) = words.split_at(words.len() - count);
        Some((day, parse_marked_time(time, day)?))
    };
    let split_from_start = |count: usize| {
        let (time, day) = words.split_at(count);
        Some((day, parse_marked_time(time, &[])?))
    };
    let found = longest_first().find_map(split_from_end);
    match found.or_else(|| longest_first().find_map(split_from_start)) {
        Some((day, time)) => (day, Some(time)),
        None => (words, None),
    }
}

/// Parses words that can only be a time of day. A bare number is an hour only if `day`, the words
/// before it, ends with the name of a day.
fn parse_marked_time(words: &[&str], day: &[&str]) -> Option<TimeOfDay> {
    let at_minute = |hour: &[&str], minutes: i64| {
        let hour = parse_time_of_day(&hour.concat())?;
        Some(TimeOfDay::At(hour.wrapping_add(minutes.minutes())))
    };
    match words {
        ["noon" | "midday"] => return Some(TimeOfDay::At(Time::constant(12, 0, 0, 0))),
        ["midnight"] => return Some(TimeOfDay::Midnight),
        ["half", "past", hour @ ..] => return at_minute(hour, 30),
        ["quarter", "past", hour @ ..] => return at_minute(hour, 15),
        ["quarter", "to", hour @ ..] => return at_minute(hour, -15),
        _ => {}
    }
    let text = words.concat();
    let time = parse_time_of_day(&text)?;
    if text.contains(':') || text.ends_with('m') {
        return Some(TimeOfDay::At(time));
    }
    let is_tonight =
        ["tonight", "afternoon", "evening", "night"].iter().any(|word| day.ends_with(&[word]));
    let is_day = matches!(day.last(), Some(word) if is_day_word(word));
    let afternoon = if is_tonight && time.hour() < 12 { 12.hours() } else { 0.hours() };
    is_day.then(|| TimeOfDay::At(time.wrapping_add(afternoon)))
}

/// Returns whether a word names a day, so that a bare number behind it is an hour.
fn is_day_word(word: &str) -> bool {
    const DAYS: [&str; 7] =
        ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    matches!(word, "today" | "tonight" | "tomorrow")
        || is_part_of_day(word)
        || word.len() >= 3 && DAYS.iter().any(|day| day.starts_with(word))
}

/// Returns the time of a day that is named without one: its beginning, or that of its part.
fn default_time_of_day(day: &[&str], now: DateTime) -> Time {
    let evening = Time::constant(20, 0, 0, 0);
    match day {
        ["tonight"] | ["this", "evening"] if now.time() < evening => evening,
        ["tonight"] | ["this", "evening"] => Time::constant(23, 59, 0, 0),
        [.., word] => {
            let part = PARTS_OF_DAY.iter().find(|(part, _)| part == word);
            part.map_or(Time::midnight(), |(_, hour)| Time::constant(*hour, 0, 0, 0))
        }
        [] => Time::midnight(),
    }
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

const DAY_MINUTES: i64 = 24 * 60;

/// Parses `22:00-8:00`, `22:00–8:00`, `10pm-6am`, `22 to 8` or `from 10 pm until 6` into minutes
/// since midnight. If only one of both has `am` or `pm`, the other is the hour that makes the span
/// shorter. Returns `None` where it is no time span, or an empty one.
pub fn parse_quiet_hours(text: &str) -> Option<(i64, i64)> {
    let text = text.to_lowercase().replace(['–', '—', '−', '‒'], "-");
    let text = [" until ", " till ", " to "].iter().fold(text, |text, to| text.replace(to, "-"));
    let text = text.trim().trim_start_matches("from ").trim_start_matches("between ");
    let (from, to) = text
        .replace(" and ", "-")
        .split_once('-')
        .map(|(from, to)| (from.trim().to_string(), to.trim().to_string()))?;
    let readings = |text: &str| [text.into(), format!("{text}am"), format!("{text}pm")];
    match (from.ends_with('m'), to.ends_with('m')) {
        (true, false) => find_shortest_span(&[from], &readings(&to)),
        (false, true) => find_shortest_span(&readings(&from), &[to]),
        _ => find_shortest_span(&[from], &[to]),
    }
}

/// Returns the shortest span from one of these hours to one of those, in minutes since midnight.
/// Texts that are no hours are left out.
fn find_shortest_span(from_texts: &[String], to_texts: &[String]) -> Option<(i64, i64)> {
    let pairs = from_texts.iter().flat_map(|from| to_texts.iter().map(move |to| (from, to)));
    pairs
        .filter_map(|(from, to)| Some((parse_hour_in_minutes(from)?, parse_hour_in_minutes(to)?)))
        .filter(|(from, to)| from != to)
        .min_by_key(|(from, to)| (to - from).rem_euclid(DAY_MINUTES))
}

/// Parses `noon`, `midnight`, `22h`, `22h30`, `22.00` or what [`parse_time_of_day`] parses into
/// minutes since midnight.
fn parse_hour_in_minutes(text: &str) -> Option<i64> {
    let time = match text {
        "noon" | "midday" => Time::constant(12, 0, 0, 0),
        "midnight" => Time::midnight(),
        _ => parse_time_of_day(&text.trim_end_matches('h').replace(['.', 'h'], ":"))?,
    };
    Some(i64::from(time.hour()) * 60 + i64::from(time.minute()))
}

/// Parses `tomorrow`, `friday`, `fri` or `next friday` as the next day of that name.
fn parse_day_name(words: &[&str], today: Date) -> Option<Date> {
    let tomorrow = today.tomorrow().ok()?;
    let name = match words {
        ["this", "evening"] => return Some(today),
        ["day", "after", "tomorrow"] => return tomorrow.tomorrow().ok(),
        ["next" | "this" | "coming", name] | [name] => *name,
        [name, part] if is_part_of_day(part) => *name,
        _ => return None,
    };
    let is_called = |day: &Date| {
        let full_name = day.strftime("%A").to_string().to_lowercase();
        name.len() >= 3 && full_name.starts_with(name)
    };
    match name {
        "today" | "tonight" => Some(today),
        "tomorrow" => Some(tomorrow),
        _ => tomorrow.series(1.day()).take(7).find(is_called),
    }
}

/// Parses a date with or without a year. Returns a second reading where day and month can be
/// either way round.
fn parse_date_and_swapped_reading(text: &str, today: Date) -> Option<(Date, Option<Date>)> {
    let parts: Vec<&str> =
        text.split(['.', '/', ' ']).map(str::trim).filter(|part| !part.is_empty()).collect();
    // `24th` is a day only beside the name of a month.
    let has_month_name = parts.iter().any(|part| parse_month(part).is_some());
    let parse_number = |part: &&str| {
        let ending =
            ORDINAL_ENDINGS.iter().find(|ending| has_month_name && part.ends_with(**ending));
        part.trim_end_matches(ending.unwrap_or(&"")).parse().ok()
    };
    let numbers: Vec<Option<i16>> = parts.iter().map(parse_number).collect();
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

const ORDINAL_ENDINGS: [&str; 4] = ["st", "nd", "rd", "th"];

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
            ("next fri 8pm", "2030-01-04 20:00"),
            ("1 Dec 2026", "2026-12-01 00:00"),
            ("tonight", "2030-01-01 20:00"),
            ("tonight at 9", "2030-01-01 21:00"),
            ("this evening", "2030-01-01 20:00"),
            ("tomorrow evening", "2030-01-02 20:00"),
            ("tomorrow at 18", "2030-01-02 18:00"),
            ("day after tomorrow", "2030-01-03 00:00"),
            ("noon", "2030-01-02 12:00"),
            ("tomorrow noon", "2030-01-02 12:00"),
            ("midnight", "2030-01-02 00:00"),
            ("friday midnight", "2030-01-05 00:00"),
            ("half past 6", "2030-01-02 06:30"),
            ("tomorrow half past 6 pm", "2030-01-02 18:30"),
            ("quarter to 7pm", "2030-01-01 18:45"),
            ("in a week", "2030-01-08 12:00"),
            ("in an hour", "2030-01-01 13:00"),
            ("in half an hour", "2030-01-01 12:30"),
            ("two days", "2030-01-03 12:00"),
            ("in 1.5 hours", "2030-01-01 13:30"),
            ("an hour and a half", "2030-01-01 13:30"),
            ("in a couple of days", "2030-01-03 12:00"),
            ("a month", "2030-02-01 12:00"),
            ("1.5d", "2030-01-03 00:00"),
            ("2h30", "2030-01-01 14:30"),
            ("for 3 days", "2030-01-04 12:00"),
            ("half a day", "2030-01-02 00:00"),
            ("8pm tomorrow", "2030-01-02 20:00"),
            ("noon on friday", "2030-01-04 12:00"),
            ("half past 6 pm tomorrow", "2030-01-02 18:30"),
            ("monday morning", "2030-01-07 08:00"),
            ("tomorrow afternoon at 4", "2030-01-02 16:00"),
            ("2030-12-24 6pm", "2030-12-24 18:00"),
            ("tomorrow 6 o’clock", "2030-01-02 06:00"),
            ("next week", "2030-01-08 12:00"),
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
            "7.7st",
            "24th 12th",
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
        for text in [
            "from 10 pm until 6",
            "from 10pm to 6am",
            "10pm-6",
            "10-6am",
            "between 22:00 and 6:00",
            "22h-6h",
            "22.00-6.00",
            "22h00 till 6h",
        ] {
            assert_eq!(parse_quiet_hours(text), Some((1320, 360)), "{text}");
        }
        assert_eq!(parse_quiet_hours("midnight to 6"), Some((0, 360)));
        assert_eq!(parse_quiet_hours("10pm-10"), Some((1320, 600)));
        assert_eq!(parse_quiet_hours("22:00-6am"), Some((1320, 360)));
        assert_eq!(parse_quiet_hours("9 till 5pm"), Some((540, 1020)));
        for text in ["", "22", "22-22", "25-3", "22:60-3", "a-b", "13pm-6am", "-", "m-m", "6-m"] {
            assert_eq!(parse_quiet_hours(text), None, "{text}");
        }
    }
}
