//! Parses the dates, times of day and hours that people type.

use engine::core::names::fold_typed_text;
use engine::core::time_limits::{
    is_unit_of_time, parse_duration_secs, parse_number_name, write_out_fraction_letters,
};
use jiff::civil::{Date, DateTime, Time};
use jiff::{Span, Timestamp, ToSpan as _, Zoned};

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
    /// A moment that is the same wherever somebody is.
    Exactly(Timestamp),
    At(DateTime),
    In(Span),
    /// Day and month can be either way round: both readings.
    Unclear(Date, Date),
    /// The date stands behind the name of a weekday that it is not.
    OnOtherWeekday(Date),
}

/// Which way from now a typed time lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeDirection {
    Ahead,
    Back,
}

impl TimeDirection {
    /// Parses a time that lies this way: see [`parse_typed_time`] and [`parse_past_time`].
    pub fn parse(self, text: &str, now: DateTime) -> Option<TypedTime> {
        match self {
            Self::Ahead => parse_typed_time(text, now),
            Self::Back => parse_past_time(text, now),
        }
    }
}

/// How many days before today times are read from to find the latest one before now: today,
/// yesterday, a week for weekdays, two months for days of a month, and a year for dates.
const DAYS_LOOKED_BACK: [i64; 6] = [0, 1, 7, 31, 62, 366];

/// Words before a past time that do not change it.
const WORDS_BEFORE_PAST_TIMES: [&str; 5] = ["since", "from", "after", "the", "last"];

/// Parses a moment until now as [`parse_typed_time`] does one from now on: `monday` is the latest
/// Monday until today, `20:00` the latest one until now. Takes `today`, `yesterday` and `the day
/// before yesterday`, which begin at midnight, but no spans.
pub fn parse_past_time(text: &str, now: DateTime) -> Option<TypedTime> {
    let text = strip_marks_around_time(text);
    if let Some(moment) = parse_exact_moment(text.trim()) {
        return Some(TypedTime::Exactly(moment));
    }
    let normalized = normalize(text);
    let words = strip_words_around_past_time(&normalized);
    let is_ahead = |word: &&str| matches!(*word, "tomorrow" | "tmrw" | "tmr" | "next" | "coming");
    if words.iter().any(is_ahead) {
        return None;
    }
    let (typed, days_ago) = replace_past_day_by_today(words.join(" "));
    let words: Vec<&str> = typed.split(' ').collect();
    if names_today(&words) {
        return parse_past_time_of_day(&typed, midnight_days_before(now, days_ago)?, now);
    }
    find_latest_past_reading(&typed, now)
}

/// Returns the words of a text without those that only say that the time is past.
fn strip_words_around_past_time(text: &str) -> Vec<&str> {
    let is_before_time = |word: &&str| WORDS_BEFORE_PAST_TIMES.contains(word);
    let words = text.split_whitespace().skip_while(is_before_time);
    // Some languages say `monday last`.
    words.filter(|word| *word != "last").collect()
}

/// Replaces `yesterday` or `day before yesterday` by `today`, and returns how many days ago that
/// day was; 0 where the text names neither.
fn replace_past_day_by_today(text: String) -> (String, i64) {
    if text.contains("day before yesterday") {
        (text.replace("day before yesterday", "today"), 2)
    } else if text.contains("yesterday") {
        (text.replace("yesterday", "today"), 1)
    } else {
        (text, 0)
    }
}

/// Returns whether the words name today or a part of it: `today at 8`, `tonight`, `this morning`.
fn names_today(words: &[&str]) -> bool {
    let has_word_for_today = words.iter().any(|word| matches!(*word, "today" | "tonight"));
    let begins_with_part_of_today =
        matches!(words, ["this", part, ..] if PartOfDay::find(part, 1).is_some());
    has_word_for_today || begins_with_part_of_today
}

/// Returns the midnight with which the day so many days before now began.
fn midnight_days_before(now: DateTime, days: i64) -> Option<DateTime> {
    let day = now.date().checked_sub(days.days()).ok()?;
    Some(day.to_datetime(Time::midnight()))
}

/// Parses a time of the day that began at `midnight`, which the text calls `today`. The day alone
/// means its beginning. `None` for a time after now.
fn parse_past_time_of_day(text: &str, midnight: DateTime, now: DateTime) -> Option<TypedTime> {
    let moment = match parse_typed_time(text, midnight)? {
        TypedTime::At(_) if text == "today" => midnight,
        TypedTime::At(moment) => moment,
        _ => return None,
    };
    if moment <= now { Some(TypedTime::At(moment)) } else { None }
}

/// Reads a text as if it had been typed on earlier days, and returns the latest moment until now
/// that it means then. Where it means none, returns a reading that somebody has to decide.
fn find_latest_past_reading(text: &str, now: DateTime) -> Option<TypedTime> {
    let mut latest_moment: Option<DateTime> = None;
    let mut reading_to_ask_about = None;
    for days in DAYS_LOOKED_BACK {
        let reading =
            midnight_days_before(now, days).and_then(|midnight| parse_typed_time(text, midnight));
        match reading {
            Some(TypedTime::At(moment)) if moment <= now => {
                latest_moment = latest_moment.max(Some(moment));
            }
            Some(TypedTime::Unclear(..) | TypedTime::OnOtherWeekday(_)) => {
                reading_to_ask_about = reading;
            }
            _ => {}
        }
    }
    latest_moment.map(TypedTime::At).or(reading_to_ask_about)
}

/// Parses a date (`2030-12-24 18:00`, `24.12.`, `24 Dec`, `12/24`), a day (`tomorrow`, `next
/// monday`, `tonight`), each with or without a time of day (`6pm`, `noon`, `half past 6`, `8 in
/// the evening`), a time of day, a span (`3d`, `in 3 days`, `in a week`), or an exact moment (a
/// date with an offset, a timestamp of Discord). A date without a year and a time without a date
/// are the next ones after now.
pub fn parse_typed_time(text: &str, now: DateTime) -> Option<TypedTime> {
    let text = strip_marks_around_time(text);
    if let Some(moment) = parse_exact_moment(text.trim()) {
        return Some(TypedTime::Exactly(moment));
    }
    if let Ok(moment) = text.trim().parse() {
        return Some(TypedTime::At(moment));
    }
    let text = complete_numbers(&normalize(text));
    let words: Vec<&str> =
        text.split_whitespace().filter(|word| !FILLER_WORDS.contains(word)).collect();
    if let Some(span) = parse_span(&words) {
        return Some(TypedTime::In(span));
    }
    let words: Vec<String> = words.into_iter().map(with_colon_in_clock).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    parse_day_and_time_of_day(&words, now)
}

/// Parses the words of a day, of a time of day, or of both.
fn parse_day_and_time_of_day(words: &[&str], now: DateTime) -> Option<TypedTime> {
    let (part, other_words) = take_part_of_day(words);
    let split = split_time_of_day_from_end(&other_words, part)
        .or_else(|| split_time_of_day_from_start(&other_words, part));
    let (day_words, time) = match split {
        Some((day_words, time)) => (day_words, Some(time)),
        None => (other_words.as_slice(), None),
    };
    let to_moment = |date: Date| moment_of_day(date, time, part, now);
    let at = |date: Date| to_moment(date).map(TypedTime::At);
    let today = now.date();
    let has_time = time.is_some() || part.is_some();
    let is_tonight = day_words.is_empty() && part.is_some_and(|part| part.word == "tonight");
    let is_this_part_of_day = day_words == ["this"] && part.is_some();
    if is_tonight || is_this_part_of_day {
        return at(today);
    }
    if day_words.is_empty() {
        if !has_time {
            return None;
        }
        // In the small hours, the night of yesterday is not over.
        let days = [today.yesterday().ok()?, today, today.tomorrow().ok()?];
        let mut moments = days.into_iter().filter_map(to_moment);
        return moments.find(|moment| *moment > now).map(TypedTime::At);
    }
    let is_today_ahead = has_time && to_moment(today).is_some_and(|moment| moment > now);
    let first_day = if is_today_ahead { today } else { today.tomorrow().ok()? };
    if let Some(day) = parse_day_name(day_words, today, first_day) {
        // What lasts until today lasts until its end.
        return at(if day == today && !has_time { today.tomorrow().ok()? } else { day });
    }
    if let [day] = day_words
        && let Some(day) = parse_day_of_month(day)
    {
        let mut next_days = first_day.series(1.day()).take(MOST_DAYS_TO_A_DAY_OF_MONTH);
        return at(next_days.find(|date| date.day() == day)?);
    }
    let (weekday, date_words) = split_weekday(day_words);
    let readings = parse_date_readings(date_words, first_day)?;
    choose_date_reading(weekday, &readings, at)
}

/// Chooses the reading of a date that falls on the weekday before it, if there is a weekday, and
/// makes it a moment with `at`. Says so where two readings are left, or where the only one falls on
/// another weekday.
fn choose_date_reading(
    weekday: Option<&str>,
    readings: &[Date],
    at: impl Fn(Date) -> Option<TypedTime>,
) -> Option<TypedTime> {
    let is_meant = |date: &Date| weekday.is_none_or(|weekday| is_day_of_name(*date, weekday));
    let meant: Vec<Date> = readings.iter().copied().filter(is_meant).collect();
    match (meant.as_slice(), readings) {
        ([date], _) => at(*date),
        ([first, second], _) => Some(TypedTime::Unclear(*first, *second)),
        ([], [date]) => Some(TypedTime::OnOtherWeekday(*date)),
        _ => None,
    }
}

/// Parses a date and time with an offset from UTC or a time zone in brackets, as ISO 8601 and RFC
/// 9557 write them, or a timestamp of Discord: `<t:1893614400:f>`.
fn parse_exact_moment(text: &str) -> Option<Timestamp> {
    if let Some(moment) = parse_discord_timestamp(text) {
        return Some(moment);
    }
    if let Ok(moment_in_zone) = text.parse::<Zoned>() {
        return Some(moment_in_zone.timestamp());
    }
    text.parse().ok()
}

/// Parses a timestamp as Discord writes it, in seconds since 1970 and perhaps with the style in
/// which it is shown: `<t:1893614400:f>`.
fn parse_discord_timestamp(text: &str) -> Option<Timestamp> {
    let secs_and_style = text.strip_prefix("<t:")?.strip_suffix('>')?;
    let secs: i64 = secs_and_style.split(':').next()?.parse().ok()?;
    Timestamp::from_second(secs).ok()
}

/// Returns the moment on a date at a time of day, or else at the usual time of a part of the day,
/// or at the end of a part that has begun. With neither, returns the beginning of the day.
fn moment_of_day(
    date: Date,
    time: Option<TimeOfDay>,
    part: Option<PartOfDay>,
    now: DateTime,
) -> Option<DateTime> {
    match (time, part) {
        (Some(TimeOfDay::At(time)), _) => Some(date.to_datetime(time)),
        (Some(TimeOfDay::NextDay(time)), _) => Some(date.tomorrow().ok()?.to_datetime(time)),
        (None, Some(part)) => {
            let has_begun = date == now.date() && now.time() >= part.default_time;
            Some(date.to_datetime(if has_begun { part.end } else { part.default_time }))
        }
        (None, None) => Some(date.to_datetime(Time::midnight())),
    }
}

/// Splits what stands behind a date or a time of day, and can only be a time zone, from the end:
/// `8pm CET`, `18:00+02:00`, `tomorrow 8pm New York`. `None` where no part at the start is a time.
pub fn split_time_zone(
    text: &str,
    now: DateTime,
    direction: TimeDirection,
) -> Option<(&str, &str)> {
    let is_zone_start = |index: usize, letter: char| match letter {
        'Z' | 'z' | '+' => {
            text[..index].contains(':') && text[..index].ends_with(|c: char| c.is_ascii_digit())
        }
        letter => letter.is_whitespace(),
    };
    let is_time = |text: &str| {
        let time = direction.parse(text, now);
        time.is_some_and(|time| !matches!(time, TypedTime::Exactly(_) | TypedTime::In(_)))
    };
    for (index, letter) in text.char_indices().rev() {
        if !is_zone_start(index, letter) {
            continue;
        }
        let (time, zone) = text.split_at(index);
        let zone = zone.trim_matches(|c: char| c.is_whitespace() || "(),.".contains(c));
        // `+02:00` is one, `25:00` is none, and the `hours` of `3/7 hours` are none.
        let is_zone = (zone.starts_with(['+', '-']) || zone.contains(char::is_alphabetic))
            && !is_unit_of_time(zone);
        if is_zone && is_time(time) {
            return Some((time, zone));
        }
    }
    None
}

/// The most days until there is a day of some number again: from 31 January to the end of March.
const MOST_DAYS_TO_A_DAY_OF_MONTH: usize = 62;

/// Takes off the marks that stand around a time which was copied from a message, and what ends a
/// sentence.
fn strip_marks_around_time(text: &str) -> &str {
    let is_mark = |letter: char| letter.is_whitespace() || "`*_~\\\"“”„()!?".contains(letter);
    text.trim_matches(is_mark)
}

/// Parses a day of a month without the month: `24th` or `24.`
fn parse_day_of_month(word: &str) -> Option<i8> {
    let mut endings = ORDINAL_ENDINGS.iter().chain([&"."]);
    let number = endings.find_map(|ending| word.strip_suffix(*ending))?;
    number.parse().ok().filter(|day| (1..=31).contains(day))
}

/// Writes numbers so that it is plain what they count: the hour behind "at" as a time of day (`at
/// 8` is `at 8:00`), the day behind "the" as an ordinal (`the 24` is `the 24th`), a day and its
/// month as two words (`24dec`). Takes the points off words that are cut short: `mon.`
fn complete_numbers(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut completed_words = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let previous = index.checked_sub(1).map_or("", |previous_index| words[previous_index]);
        let next = words.get(index + 1).copied().unwrap_or_default();
        completed_words.push(complete_number(previous, word, next));
    }
    completed_words.join(" ")
}

/// Does for one word what [`complete_numbers`] does for a text. `previous` and `next` are the words
/// around it, empty at the ends of the text.
fn complete_number(previous: &str, word: &str, next: &str) -> String {
    let word = word.trim_start_matches(['@', '~']);
    let word = match word.strip_suffix('.') {
        Some(short) if short.ends_with(char::is_alphabetic) => short,
        _ => word,
    };
    let is_short_number = (1..=2).contains(&word.len()) && is_number(word);
    let is_before_month = next == "of" || parse_month(next.trim_end_matches('.')).is_some();
    match previous {
        "at" | "@" | "around" if is_short_number && !is_before_month => format!("{word}:00"),
        "at" | "@" | "around" => match parse_number_name(word) {
            Some(hour) => format!("{hour}:00"),
            None => word.into(),
        },
        "the" if is_short_number && matches!(next, "" | "at") => format!("{word}th"),
        _ => split_day_and_month(word),
    }
}

/// Returns whether a text consists of digits, and of at least one.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|letter| letter.is_ascii_digit())
}

/// Puts a blank between a day and the name of its month: `24dec`, `dec24`.
fn split_day_and_month(word: &str) -> String {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let boundary = match word.starts_with(is_digit) {
        true => word.find(|letter: char| !is_digit(letter)),
        false => word.find(is_digit),
    };
    let Some((start, end)) = boundary.map(|boundary| word.split_at(boundary)) else {
        return word.into();
    };
    let is_number = |text: &str| text.chars().all(is_digit);
    let is_date = (is_number(start) && parse_month(end).is_some())
        || (parse_month(start).is_some() && is_number(end));
    if is_date { format!("{start} {end}") } else { word.into() }
}

/// Writes a time of day with a point as one with a colon, where it can be no date: `20.00` and
/// `20.30`.
fn with_colon_in_clock(word: &str) -> String {
    let Some((hour, minute)) = word.split_once('.') else { return word.into() };
    let is_clock = is_number(hour) && is_number(minute) && minute.len() == 2;
    let can_be_month = minute.parse::<u8>().is_ok_and(|number| (1..=12).contains(&number));
    if is_clock && !can_be_month { format!("{hour}:{minute}") } else { word.into() }
}

/// Writes `8 o'clock` and `8 uhr` as `8:00`, and `8.30 uhr` as `8:30`.
fn join_hours_with_clock_word(text: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match (word, words.last_mut()) {
            ("o'clock" | "uhr", Some(hour)) if is_number(hour.as_str()) => hour.push_str(":00"),
            ("o'clock" | "uhr", Some(time)) => *time = time.replace('.', ":"),
            (word, _) => words.push(word.into()),
        }
    }
    words.join(" ")
}

/// Puts a text into lower case and plain letters, without the marks that say nothing.
fn normalize(text: &str) -> String {
    let text = fold_typed_text(&write_out_fraction_letters(text));
    let text = join_hours_with_clock_word(&text);
    let text = text.strip_suffix(" from now").unwrap_or(&text);
    let plain = replace_commas_and_complete_am_pm(text);
    plain.replace("a.m.", "am").replace("p.m.", "pm").replace("a.m", "am").replace("p.m", "pm")
}

/// Puts a point for a comma between digits (`1,5`), a blank for any other comma, and `10pm` for
/// `10p`. `10p.m.` stays.
fn replace_commas_and_complete_am_pm(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut previous = None;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied();
        let is_behind_digit = previous.is_some_and(|previous: char| previous.is_ascii_digit());
        let is_before_digit = next.is_some_and(|next| next.is_ascii_digit());
        let ends_word = next.is_none_or(|next| !next.is_alphanumeric() && next != '.');
        if letter == ',' {
            let is_decimal_comma = is_behind_digit && is_before_digit;
            plain.push(if is_decimal_comma { '.' } else { ' ' });
        } else {
            plain.push(letter);
        }
        let is_am_or_pm_without_m = matches!(letter, 'a' | 'p') && is_behind_digit && ends_word;
        if is_am_or_pm_without_m {
            plain.push('m');
        }
        previous = Some(letter);
    }
    plain
}

const FILLER_WORDS: [&str; 17] = [
    "in", "for", "on", "at", "until", "till", "til", "'til", "the", "of", "by", "around", "about",
    "through", "thru", "@", "~",
];

/// A part of a day, as it is typed with a day or a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PartOfDay {
    word: &'static str,
    /// The time that is meant where no other is given.
    default_time: Time,
    /// The time that is meant once the part has begun.
    end: Time,
    /// How many words stand before it.
    place: usize,
}

impl PartOfDay {
    /// Returns the part of a day that a word names. `place` is how many words stand before it.
    fn find(word: &str, place: usize) -> Option<Self> {
        let (word, hour, (end_hour, end_minute)) = match word {
            "morning" => ("morning", 8, (12, 0)),
            "afternoon" => ("afternoon", 15, (18, 0)),
            "evening" => ("evening", 20, (23, 59)),
            "tonight" => ("tonight", 20, (23, 59)),
            "night" => ("night", 22, (23, 59)),
            _ => return None,
        };
        let default_time = Time::constant(hour, 0, 0, 0);
        Some(Self { word, default_time, end: Time::constant(end_hour, end_minute, 0, 0), place })
    }

    /// Returns the time of day that an hour without am or pm means in this part of the day.
    /// `hour_word_index` is how many words stand before the hour.
    fn resolve_time(self, time: Time, hour_word_index: usize) -> TimeOfDay {
        let is_night = matches!(self.word, "night" | "tonight");
        // `Friday night at 2`, but not `Friday at 2 in the night`.
        let is_after_midnight = self.word == "tonight" || self.place <= hour_word_index;
        match (self.word, time.hour()) {
            ("morning", _) => TimeOfDay::At(time),
            ("afternoon", 12) => TimeOfDay::At(time),
            // `12 at night` is midnight, which ends the day.
            (_, 12) => TimeOfDay::NextDay(time.wrapping_sub(12.hours())),
            (_, 0..=4) if is_night && is_after_midnight => TimeOfDay::NextDay(time),
            (_, 0..=4) if is_night => TimeOfDay::At(time),
            (_, 1..=11) => TimeOfDay::At(time.wrapping_add(12.hours())),
            _ => TimeOfDay::At(time),
        }
    }
}

/// Takes the first word for a part of a day out of the words, and returns both.
fn take_part_of_day<'w>(words: &[&'w str]) -> (Option<PartOfDay>, Vec<&'w str>) {
    let mut words = words.to_vec();
    let part = words.iter().enumerate().find_map(|(place, word)| PartOfDay::find(word, place));
    if let Some(part) = part {
        words.remove(part.place);
    }
    (part, words)
}

/// A time of day, as it is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TimeOfDay {
    At(Time),
    /// A time of the day after the one that it is said of: midnight ends a day.
    NextDay(Time),
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
    if let Ok(span) = counted.join(" ").parse() {
        return Some(span);
    }
    let secs = parse_duration_secs(&words.join(" "))?;
    if secs > 0 { Some(i64::from(secs).seconds()) } else { None }
}

/// The most words of a time of day, as in `quarter to 6 pm`.
const MAX_TIME_OF_DAY_WORDS: usize = 4;

/// Splits a time of day from the end: `18:00`, `6pm`, `6 pm`, `noon`, `half past 6`, or a bare hour
/// behind the name of a day or beside a part of it.
fn split_time_of_day_from_end<'w>(
    words: &'w [&'w str],
    part: Option<PartOfDay>,
) -> Option<(&'w [&'w str], TimeOfDay)> {
    for count in (1..=words.len().min(MAX_TIME_OF_DAY_WORDS)).rev() {
        let (day, time) = words.split_at(words.len() - count);
        let is_behind_day = day.last().is_some_and(|word| is_day_word(word));
        if let Some(time) = parse_unambiguous_time_of_day(time, day.len(), part, is_behind_day) {
            return Some((day, time));
        }
    }
    None
}

/// Splits a time of day from the start: `8pm tomorrow`, `8 tomorrow`, `noon on friday`.
fn split_time_of_day_from_start<'w>(
    words: &'w [&'w str],
    part: Option<PartOfDay>,
) -> Option<(&'w [&'w str], TimeOfDay)> {
    // At least one word is left for the day.
    let max_count = words.len().saturating_sub(1).min(MAX_TIME_OF_DAY_WORDS);
    for count in (1..=max_count).rev() {
        let (time, day) = words.split_at(count);
        let is_before_day =
            day.first().is_some_and(|word| is_day_word(word) || matches!(*word, "next" | "this"));
        if let Some(time) = parse_unambiguous_time_of_day(time, 0, part, is_before_day) {
            return Some((day, time));
        }
    }
    None
}

/// Parses words that can only be a time of day. A bare number is an hour beside the name of a day
/// or beside the part of the day. `start` is how many words stand before these.
fn parse_unambiguous_time_of_day(
    words: &[&str],
    start: usize,
    part: Option<PartOfDay>,
    is_beside_day: bool,
) -> Option<TimeOfDay> {
    let (minutes_past, clock) = match words {
        ["noon" | "midday"] | ["12" | "12:00", "noon" | "midday"] => {
            return Some(TimeOfDay::At(Time::constant(12, 0, 0, 0)));
        }
        ["midnight" | "24:00"] | ["12" | "12:00", "midnight"] => {
            return Some(TimeOfDay::NextDay(Time::midnight()));
        }
        ["half", "past", clock @ ..] => (Some(30), clock),
        ["quarter", "past", clock @ ..] => (Some(15), clock),
        ["quarter", "to", clock @ ..] => (Some(-15), clock),
        clock => (None, clock),
    };
    let text = match clock {
        [clock] if start > 0 => with_colon_for_h(clock),
        [clock] => (*clock).to_string(),
        [clock, am_or_pm @ ("am" | "pm")] => format!("{clock}{am_or_pm}"),
        _ => return None,
    };
    let time = parse_time_of_day(&text)?.wrapping_add(minutes_past.unwrap_or(0).minutes());
    let has_am_or_pm = text.ends_with('m');
    let is_beside_part = part.is_some_and(|part| {
        part.word == "tonight" || part.place == start || part.place == start + words.len()
    });
    let is_written_as_time = has_am_or_pm || minutes_past.is_some() || text.contains(':');
    if !is_written_as_time && !is_beside_day && !is_beside_part {
        return None;
    }
    match part {
        Some(part) if !has_am_or_pm => Some(part.resolve_time(time, start)),
        _ => Some(TimeOfDay::At(time)),
    }
}

/// Writes hours behind a day as a time of day: `18h`, `18h30`.
fn with_colon_for_h(clock: &str) -> String {
    match clock.split_once('h') {
        Some((hour, "")) if is_number(hour) => format!("{hour}:00"),
        Some((hour, minute)) if is_number(hour) && is_number(minute) => format!("{hour}:{minute}"),
        _ => clock.into(),
    }
}

/// Returns whether a word names a day, so that a bare number beside it is an hour.
fn is_day_word(word: &str) -> bool {
    matches!(word, "today" | "tomorrow" | "tmrw" | "tmr") || is_weekday(word)
}

/// Returns whether a word is the name of a weekday, whole or its first letters.
fn is_weekday(word: &str) -> bool {
    const DAYS: [&str; 7] =
        ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    word.len() >= 3 && DAYS.iter().any(|day| day.starts_with(word))
}

/// Returns whether a day is the weekday of this name.
fn is_day_of_name(day: Date, name: &str) -> bool {
    is_weekday(name) && day.strftime("%A").to_string().to_lowercase().starts_with(name)
}

/// Parses `22`, `22:30`, `10pm`, `10:30 pm` or `10.30pm`.
pub fn parse_time_of_day(text: &str) -> Option<Time> {
    let text = text.trim().to_lowercase();
    let am_or_pm = ["am", "pm"].into_iter().find(|ending| text.ends_with(ending));
    let clock = text.trim_end_matches(am_or_pm.unwrap_or("")).trim_end();
    let clock = if am_or_pm.is_some() { clock.replace('.', ":") } else { clock.into() };
    let (hour, minute) = clock.split_once(':').unwrap_or((&clock, "0"));
    let (hour, minute): (i8, i8) = (hour.parse().ok()?, minute.parse().ok()?);
    let hour = match am_or_pm {
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
pub fn parse_quiet_hours_as_minutes(text: &str) -> Option<(i64, i64)> {
    let text = normalize_span_to_hyphen(&normalize(strip_marks_around_time(text)));
    let (from, to) = text.split_once('-')?;
    let (from, to) = (from.trim().to_string(), to.trim().to_string());
    let readings = |text: &str| [text.into(), format!("{text}am"), format!("{text}pm")];
    match (from.ends_with('m'), to.ends_with('m')) {
        (true, false) => find_shortest_span(&[from], &readings(&to)),
        (false, true) => find_shortest_span(&readings(&from), &[to]),
        _ => find_shortest_span(&[from], &[to]),
    }
}

/// Writes a hyphen for every sign and word that stands between the ends of a span, and takes off
/// what stands before them: `from 22 to 8` becomes `22-8`.
fn normalize_span_to_hyphen(text: &str) -> String {
    let mut text = text.replace(['–', '—', '−', '‒', '‐', '→', '~', '/'], "-");
    for sign in ["...", "..", "->", "=>"] {
        text = text.replace(sign, "-");
    }
    for word in [" until ", " till ", " til ", " through ", " thru ", " to "] {
        text = text.replace(word, "-");
    }
    let mut span = text.trim().trim_end_matches('.');
    for prefix in ["daily ", "every day ", "from ", "between "] {
        span = span.strip_prefix(prefix).unwrap_or(span);
    }
    span.replace(" and ", "-")
}

/// Returns the shortest span from one of these hours to one of those, in minutes since midnight.
/// Texts that are no hours are left out.
fn find_shortest_span(from_texts: &[String], to_texts: &[String]) -> Option<(i64, i64)> {
    let mut spans = Vec::new();
    for from in from_texts.iter().filter_map(|text| parse_hour_in_minutes(text)) {
        for to in to_texts.iter().filter_map(|text| parse_hour_in_minutes(text)) {
            if from != to {
                spans.push((from, to));
            }
        }
    }
    // A span whose end is not later than its start ends on the next day.
    spans.into_iter().min_by_key(|(from, to)| (to - from).rem_euclid(DAY_MINUTES))
}

/// Parses `noon`, `midnight`, `22h`, `22h30`, `22.00`, `10 in the evening` or what
/// [`parse_time_of_day`] parses into minutes since midnight.
fn parse_hour_in_minutes(text: &str) -> Option<i64> {
    let words: Vec<&str> =
        text.split_whitespace().filter(|word| !FILLER_WORDS.contains(word)).collect();
    let (part, words) = take_part_of_day(&words);
    // `half past 10`
    let time_in_words =
        if words.len() > 1 { parse_unambiguous_time_of_day(&words, 0, part, true) } else { None };
    let clock = write_clock_with_colon(words.concat());
    let (TimeOfDay::At(time) | TimeOfDay::NextDay(time)) = time_in_words
        .or_else(|| parse_unambiguous_time_of_day(&[clock.as_str()], 0, part, true))?;
    Some(i64::from(time.hour()) * 60 + i64::from(time.minute()))
}

/// Writes hours and minutes with a colon between them: `22.00`, `22h00` and `2200` become `22:00`.
fn write_clock_with_colon(text: String) -> String {
    let has_digit = text.contains(|letter: char| letter.is_ascii_digit());
    let clock = if has_digit { text.trim_end_matches('h').replace(['.', 'h'], ":") } else { text };
    if clock == "24" {
        return "24:00".into();
    }
    if clock.len() == 4 && is_number(&clock) {
        let (hour, minute) = clock.split_at(2);
        return format!("{hour}:{minute}");
    }
    clock
}

/// Parses `tomorrow`, `friday`, `fri` or `next friday` as the next day of that name. `first_day` is
/// the first one that a weekday can mean.
fn parse_day_name(words: &[&str], today: Date, first_day: Date) -> Option<Date> {
    let tomorrow = today.tomorrow().ok()?;
    let days_since_monday = i64::from(today.weekday().to_monday_zero_offset());
    let (name, first_day) = match words {
        ["day", "after", "tomorrow"] => return tomorrow.tomorrow().ok(),
        [name, "next", "week"] | ["next", "week", name] => {
            (*name, today.checked_add((7 - days_since_monday).days()).ok()?)
        }
        ["next" | "coming", name] => (*name, tomorrow),
        ["this", name] | [name] => (*name, first_day),
        _ => return None,
    };
    match name {
        "today" => Some(today),
        "tomorrow" | "tmrw" | "tmr" => Some(tomorrow),
        _ => {
            let name = if name == "weekend" { "saturday" } else { name };
            first_day.series(1.day()).take(7).find(|day| is_day_of_name(*day, name))
        }
    }
}

/// Splits the name of a weekday off the date that it stands before.
fn split_weekday<'w>(words: &'w [&'w str]) -> (Option<&'w str>, &'w [&'w str]) {
    match words {
        [weekday, date @ ..] if !date.is_empty() && is_weekday(weekday) => (Some(*weekday), date),
        date => (None, date),
    }
}

/// Parses a date. Returns two readings where day and month can be either way round.
fn parse_date_readings(words: &[&str], first_day: Date) -> Option<Vec<Date>> {
    if let [word] = words
        && let Ok(date) = word.parse()
    {
        return Some(vec![date]);
    }
    parse_date_of_parts(&words.join(" "), first_day)
}

/// Parses a date of two or three parts, with or without a year. Returns two readings where day and
/// month can be either way round, the day first in the first one. Without a year, `first_day` is
/// the first one that can be meant. `None` where the text is no date.
fn parse_date_of_parts(text: &str, first_day: Date) -> Option<Vec<Date>> {
    let parts: Vec<&str> =
        text.split(['.', '/', ' ', '-']).map(str::trim).filter(|part| !part.is_empty()).collect();
    let numbers = parse_date_numbers(&parts);
    let year = match numbers[..] {
        [_, _] => None,
        // `2030/12/24`
        [Some(year @ 32..), month, day] => {
            let date = build_date_guessing_missing_year(Some(year), month?, day?, first_day)?;
            return Some(vec![date]);
        }
        [_, _, year] => Some(year?),
        _ => return None,
    };
    let build_date =
        |month: i16, day: i16| build_date_guessing_missing_year(year, month, day, first_day);
    // `24.12.` and `24-12-2030`
    let is_day_first = text.contains('.') || (text.contains('-') && year >= Some(32));
    match (numbers[0], numbers[1]) {
        (Some(day), None) => Some(vec![build_date(parse_month(parts[1])?, day)?]),
        (None, Some(day)) => Some(vec![build_date(parse_month(parts[0])?, day)?]),
        (Some(day), Some(month)) if is_day_first => Some(vec![build_date(month, day)?]),
        (Some(first), Some(second)) if text.contains('/') => {
            let day_first = build_date(second, first);
            let month_first = build_date(first, second);
            let mut readings: Vec<Date> = day_first.into_iter().chain(month_first).collect();
            readings.dedup();
            if readings.is_empty() { None } else { Some(readings) }
        }
        _ => None,
    }
}

const ORDINAL_ENDINGS: [&str; 4] = ["st", "nd", "rd", "th"];

/// Parses each part of a date as a number; `None` for a part that is none. `24th` is a number only
/// beside the name of a month.
fn parse_date_numbers(parts: &[&str]) -> Vec<Option<i16>> {
    let has_month_name = parts.iter().any(|part| parse_month(part).is_some());
    let parse_number = |part: &&str| {
        let ending = ORDINAL_ENDINGS.into_iter().find(|ending| part.ends_with(*ending));
        match ending {
            Some(ending) if has_month_name => part.trim_end_matches(ending).parse().ok(),
            _ => part.parse().ok(),
        }
    };
    parts.iter().map(parse_number).collect()
}

/// Returns the month of a name, whole or its first letters.
fn parse_month(name: &str) -> Option<i16> {
    let place = MONTHS.iter().position(|month| name.len() >= 3 && month.starts_with(name))?;
    i16::try_from(place + 1).ok()
}

/// Returns the date; without a year, the next one from `first_day` on. A year of two digits is one
/// of this century. `None` where there is no such date.
fn build_date_guessing_missing_year(
    year: Option<i16>,
    month: i16,
    day: i16,
    first_day: Date,
) -> Option<Date> {
    let (month, day) = (i8::try_from(month).ok()?, i8::try_from(day).ok()?);
    match year {
        Some(year) => Date::new(if year < 100 { 2000 + year } else { year }, month, day).ok(),
        None => [first_day.year(), first_day.year() + 1]
            .into_iter()
            .filter_map(|year| Date::new(year, month, day).ok())
            .find(|date| *date >= first_day),
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
            TypedTime::Exactly(moment) => moment.strftime("%F %R").to_string(),
            TypedTime::At(moment) => moment.strftime("%F %R").to_string(),
            TypedTime::In(span) => now().checked_add(span).unwrap().strftime("%F %R").to_string(),
            TypedTime::Unclear(first, second) => format!("{first} or {second}"),
            TypedTime::OnOtherWeekday(date) => format!("{date} on another weekday"),
        })
    }

    #[test]
    fn past_times_are_the_latest_ones_until_now() {
        for (text, expected) in [
            ("monday", Some("2029-12-31 00:00")),
            ("tuesday", Some("2030-01-01 00:00")),
            ("last monday", Some("2029-12-31 00:00")),
            ("monday last", Some("2029-12-31 00:00")),
            ("since friday 18:00", Some("2029-12-28 18:00")),
            ("today", Some("2030-01-01 00:00")),
            ("this morning", Some("2030-01-01 08:00")),
            ("yesterday", Some("2029-12-31 00:00")),
            ("yesterday 8pm", Some("2029-12-31 20:00")),
            ("8pm yesterday", Some("2029-12-31 20:00")),
            ("yesterday evening", Some("2029-12-31 20:00")),
            ("the day before yesterday", Some("2029-12-30 00:00")),
            ("last night", Some("2029-12-31 22:00")),
            ("10:00", Some("2030-01-01 10:00")),
            ("20:00", Some("2029-12-31 20:00")),
            ("noon", Some("2030-01-01 12:00")),
            ("24 Dec", Some("2029-12-24 00:00")),
            ("24.12. 18:00", Some("2029-12-24 18:00")),
            ("the 30th", Some("2029-12-30 00:00")),
            ("2029-12-24 18:00", Some("2029-12-24 18:00")),
            ("<t:1893400200>", Some("2029-12-31 08:30")),
            ("tomorrow", None),
            ("next monday", None),
            ("tonight", None),
            ("2030-12-24", None),
            ("3 days", None),
            ("soon", None),
            ("", None),
        ] {
            let moment = parse_past_time(text, now()).map(|time| match time {
                TypedTime::Exactly(moment) => moment.strftime("%F %R").to_string(),
                TypedTime::At(moment) => moment.strftime("%F %R").to_string(),
                other => format!("{other:?}"),
            });
            assert_eq!(moment.as_deref(), expected, "{text}");
        }
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
            ("3/4 hour", "2030-01-01 12:45"),
            ("in ½ h", "2030-01-01 12:30"),
            ("1¾h", "2030-01-01 13:45"),
            ("1 1/2 hours", "2030-01-01 13:30"),
            ("2 1/2 days", "2030-01-04 00:00"),
            ("three quarters of an hour", "2030-01-01 12:45"),
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
            ("3 days from now", "2030-01-04 12:00"),
            ("20 Uhr", "2030-01-01 20:00"),
            ("20.30 Uhr", "2030-01-01 20:30"),
            ("20.00", "2030-01-01 20:00"),
            ("tomorrow 20.30", "2030-01-02 20:30"),
            ("1.50 hours", "2030-01-01 13:30"),
            ("1 month", "2030-02-01 12:00"),
            ("２０:00", "2030-01-01 20:00"),
            ("2030-12-24T18:00:00+02:00", "2030-12-24 16:00"),
            ("2030-12-24 18:00-05:00", "2030-12-24 23:00"),
            ("2030-12-24T18:00:00Z", "2030-12-24 18:00"),
            ("2030-12-24T18:00:00+01:00[Europe/Berlin]", "2030-12-24 17:00"),
            ("<t:1893614400:f>", "2030-01-02 20:00"),
            ("<t:1893614400>", "2030-01-02 20:00"),
            ("3/4", "2030-04-03 or 2030-03-04"),
            ("3/4/2030 18:00", "2030-04-03 or 2030-03-04"),
        ] {
            assert_eq!(parse(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn time_zone_is_split_from_behind_a_time() {
        for (text, expected) in [
            ("8pm CET", ("8pm", "CET")),
            ("8 pm UTC+2", ("8 pm", "UTC+2")),
            ("18:00 UTC", ("18:00", "UTC")),
            ("18:00+02:00", ("18:00", "+02:00")),
            ("18:00Z", ("18:00", "Z")),
            ("tomorrow 8pm Berlin", ("tomorrow 8pm", "Berlin")),
            ("tomorrow at 8pm in New York", ("tomorrow at 8pm in", "New York")),
            ("24 Dec 18:00 (Berlin time)", ("24 Dec 18:00", "Berlin time")),
        ] {
            let split = split_time_zone(text, now(), TimeDirection::Ahead)
                .map(|(time, zone)| (time.trim(), zone));
            assert_eq!(split, Some(expected), "{text}");
        }
        for text in ["", "soon", "3 days Berlin", "8pm", "Berlin", "22:00-8:00"] {
            assert_eq!(split_time_zone(text, now(), TimeDirection::Ahead), None, "{text}");
        }
    }

    #[test]
    fn everyday_english_times_parse() {
        for (text, expected) in [
            ("6 p.m.", "2030-01-01 18:00"),
            ("6:30 p.m.", "2030-01-01 18:30"),
            ("6.30pm", "2030-01-01 18:30"),
            ("24:00", "2030-01-02 00:00"),
            ("8 tonight", "2030-01-01 20:00"),
            ("8 tomorrow", "2030-01-02 08:00"),
            ("8 next friday", "2030-01-04 08:00"),
            ("8 o'clock tonight", "2030-01-01 20:00"),
            ("tonight at 8:30", "2030-01-01 20:30"),
            ("tonight at 12", "2030-01-02 00:00"),
            ("tonight at 1", "2030-01-02 01:00"),
            ("quarter to 1 tonight", "2030-01-02 00:45"),
            ("tomorrow evening at 7:30", "2030-01-02 19:30"),
            ("tomorrow evening 8", "2030-01-02 20:00"),
            ("tomorrow evening at 18:30", "2030-01-02 18:30"),
            ("friday night half past 9", "2030-01-04 21:30"),
            ("friday night at 2", "2030-01-05 02:00"),
            ("friday at 2 in the night", "2030-01-04 02:00"),
            ("8 in the evening", "2030-01-01 20:00"),
            ("8 in the morning", "2030-01-02 08:00"),
            ("12 noon", "2030-01-02 12:00"),
            ("this morning", "2030-01-01 12:00"),
            ("this afternoon", "2030-01-01 15:00"),
            ("this weekend", "2030-01-05 00:00"),
            ("tue 24 dec", "2030-12-24 00:00"),
            ("Tue 24.12.", "2030-12-24 00:00"),
            ("tue 24.12. evening 8", "2030-12-24 20:00"),
            ("mon 3/4", "2030-03-04 00:00"),
            ("Dec 1 2pm", "2030-12-01 14:00"),
            ("24-12-2030", "2030-12-24 00:00"),
            ("1,5 hours", "2030-01-01 13:30"),
            ("1,5h", "2030-01-01 13:30"),
            ("1.1. 18:00", "2030-01-01 18:00"),
            ("Jan 1 6pm", "2030-01-01 18:00"),
            ("1.1. 11:00", "2031-01-01 11:00"),
            ("tuesday 18:00", "2030-01-01 18:00"),
            ("tuesday evening", "2030-01-01 20:00"),
            ("**tomorrow**", "2030-01-02 00:00"),
            ("`<t:1893614400:R>`", "2030-01-02 20:00"),
            ("tomorrow!", "2030-01-02 00:00"),
            ("tomorrow.", "2030-01-02 00:00"),
            ("fri.", "2030-01-04 00:00"),
            ("tmrw 8pm", "2030-01-02 20:00"),
            ("today", "2030-01-02 00:00"),
            ("today 18:00", "2030-01-01 18:00"),
            ("at 8", "2030-01-02 08:00"),
            ("tomorrow at eight", "2030-01-02 08:00"),
            ("tomorrow @8pm", "2030-01-02 20:00"),
            ("tomorrow around 8", "2030-01-02 08:00"),
            ("friday 18h", "2030-01-04 18:00"),
            ("24.12. 18h30", "2030-12-24 18:30"),
            ("10p", "2030-01-01 22:00"),
            ("2:30h", "2030-01-01 14:30"),
            ("the 24th", "2030-01-24 00:00"),
            ("on the 1st", "2030-02-01 00:00"),
            ("on 24.", "2030-01-24 00:00"),
            ("the 24", "2030-01-24 00:00"),
            ("the 3 days", "2030-01-04 12:00"),
            ("24dec", "2030-12-24 00:00"),
            ("Dec24 6pm", "2030-12-24 18:00"),
            ("monday next week", "2030-01-07 00:00"),
            ("by friday", "2030-01-04 00:00"),
            ("'til friday", "2030-01-04 00:00"),
            ("２０：００", "2030-01-01 20:00"),
            ("2\u{200b} days", "2030-01-03 12:00"),
            ("next tuesday 18:00", "2030-01-08 18:00"),
        ] {
            assert_eq!(parse(text).as_deref(), Some(expected), "{text}");
        }
        let at_night = "2030-01-01 01:00".parse().unwrap();
        let read = parse_typed_time("2:00 in the night", at_night);
        assert!(matches!(read, Some(TypedTime::At(moment)) if moment.hour() == 2));
    }

    #[test]
    fn date_behind_another_weekday_is_told_apart() {
        for text in ["fri 24 dec", "Friday, 24.12.", "fri 24.12. 18:00", "fri 2030-12-24"] {
            let expected = "2030-12-24 on another weekday";
            assert_eq!(parse(text).as_deref(), Some(expected), "{text}");
        }
        assert_eq!(
            split_time_zone("fri 24.12. 18:00 CET", now(), TimeDirection::Ahead),
            Some(("fri 24.12. 18:00", "CET"))
        );
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
            "fri 3/4",
            "3-4",
            "1 5:00",
            "this",
            "8",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn quiet_hours_parse_as_people_write_them() {
        for text in ["22:00-8:00", "22:00–8:00", "22−8", "10pm-8am", "10 PM - 8:00 AM", "22 to 8"]
        {
            assert_eq!(parse_quiet_hours_as_minutes(text), Some((1320, 480)), "{text}");
        }
        assert_eq!(parse_quiet_hours_as_minutes("12am-12pm"), Some((0, 720)));
        for text in [
            "from 10 pm until 6",
            "from 10pm to 6am",
            "10pm-6",
            "10-6am",
            "between 22:00 and 6:00",
            "22h-6h",
            "2200-0600",
            "22:00 → 6:00",
            "22:00->6:00",
            "22.00-6.00",
            "22h00 till 6h",
            "10p-6a",
            "22:00 til 6:00",
            "22:00..6:00",
            "22:00…6:00",
            "22:00 / 6:00",
            "２２：００～６：００",
            "22:00‑6:00",
            "`22:00-6:00`",
            "(22:00-6:00)",
            "22:00-6:00.",
            "daily from 22:00 to 6:00",
        ] {
            assert_eq!(parse_quiet_hours_as_minutes(text), Some((1320, 360)), "{text}");
        }
        for text in ["midnight to 6", "24:00-6:00", "24-6", "12 in the night to 6 in the morning"] {
            assert_eq!(parse_quiet_hours_as_minutes(text), Some((0, 360)), "{text}");
        }
        assert_eq!(parse_quiet_hours_as_minutes("10 p.m. - 8 a.m."), Some((1320, 480)));
        assert_eq!(parse_quiet_hours_as_minutes("half past 10 to 6"), Some((630, 360)));
        assert_eq!(parse_quiet_hours_as_minutes("10 in the evening to 8"), Some((1320, 480)));
        assert_eq!(parse_quiet_hours_as_minutes("10pm-10"), Some((1320, 600)));
        assert_eq!(parse_quiet_hours_as_minutes("22:00-6am"), Some((1320, 360)));
        assert_eq!(parse_quiet_hours_as_minutes("9 till 5pm"), Some((540, 1020)));
        for text in ["", "22", "22-22", "25-3", "22:60-3", "a-b", "13pm-6am", "-", "m-m", "6-m"] {
            assert_eq!(parse_quiet_hours_as_minutes(text), None, "{text}");
        }
    }
}
