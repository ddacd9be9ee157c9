//! What a user has set about their time, and how the dates and times that they type are parsed.

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use engine::core::command::Refusal;
use store::ids::Millis;
use store::rows::PersonRow;

use crate::state::quiet_hours::QuietHours;
use crate::state::time_zones::{
    find_time_zone_by_name, find_time_zones, format_local_time, parse_time_zone,
};
use crate::state::typed_times::{TimeDirection, TypedTime, split_time_zone};

#[derive(Clone, Debug, PartialEq)]
pub struct Availability {
    time_zone: TimeZone,
    pub quiet_hours: Option<QuietHours>,
    pub away_until: Option<Millis>,
}

impl Default for Availability {
    fn default() -> Self {
        Self { time_zone: TimeZone::UTC, quiet_hours: None, away_until: None }
    }
}

impl Availability {
    /// Reads stored settings; UTC where no zone is stored or the stored one is unknown.
    pub(crate) fn from_row(row: &PersonRow) -> Self {
        let zone = row.zone.as_deref().and_then(find_time_zone_by_name);
        let time_zone = zone.unwrap_or(TimeZone::UTC);
        let quiet_hours = match (row.quiet_from, row.quiet_to) {
            (Some(start), Some(end)) => QuietHours::new(time_zone.clone(), start, end),
            _ => None,
        };
        Self { time_zone, quiet_hours, away_until: row.away_until }
    }

    /// Parses a date, a day, a time of day or a span from now (see [`TimeDirection`]) in the user's
    /// time zone, or in the one that stands behind it.
    ///
    /// # Errors
    /// Refuses with `bad-time` a text that is none of these, and a time that is not in the future
    /// or more than [`MAX_DAYS_AHEAD`] days ahead; with `date-unclear` a date that can be read in
    /// two ways; with `other-weekday` a date that is not the weekday before it; with `no-such-zone`
    /// or `zone-unclear` what stands behind a time.
    pub(crate) fn parse_future_end_time(
        &self,
        text: &str,
        now: Timestamp,
    ) -> Result<Timestamp, Refusal> {
        let end = self.parse_time(text, now, TimeDirection::Ahead)?;
        let is_ahead = end > now;
        let is_near_enough = end.duration_since(now).as_hours() <= MAX_DAYS_AHEAD * 24;
        if is_ahead && is_near_enough { Ok(end) } else { Err(bad_time_refusal(text)) }
    }

    /// Parses a date, a day or a time of day until now in the user's time zone, or in the one that
    /// stands behind it.
    ///
    /// # Errors
    /// Like [`Self::parse_future_end_time`]; `bad-time` for a time that is not over.
    pub(crate) fn parse_past_start_time(
        &self,
        text: &str,
        now: Timestamp,
    ) -> Result<Timestamp, Refusal> {
        let start = self.parse_time(text, now, TimeDirection::Back)?;
        if start <= now { Ok(start) } else { Err(bad_time_refusal(text)) }
    }

    /// Parses a time in the user's time zone, or in the one that stands behind it.
    fn parse_time(
        &self,
        text: &str,
        now: Timestamp,
        direction: TimeDirection,
    ) -> Result<Timestamp, Refusal> {
        let local_now = now.to_zoned(self.time_zone.clone());
        match direction.parse(text, local_now.datetime()) {
            Some(time) => resolve_typed_time(text, &time, &local_now),
            None => parse_time_with_zone(text, &local_now, direction),
        }
    }

    /// Returns the time of day where the user is: `18:05`.
    pub(crate) fn local_time(&self, now: Timestamp) -> String {
        format_local_time(&self.time_zone, now)
    }
}

/// Refuses a text that is no time, or none that is taken.
fn bad_time_refusal(text: &str) -> Refusal {
    Refusal::new("bad-time", "").with("value", text)
}

/// Returns the moment that a typed time means for somebody for whom it is now `local_now`.
fn resolve_typed_time(
    text: &str,
    time: &TypedTime,
    local_now: &Zoned,
) -> Result<Timestamp, Refusal> {
    let end = match time {
        TypedTime::Exactly(moment) => return Ok(*moment),
        TypedTime::At(moment) => moment.to_zoned(local_now.time_zone().clone()),
        TypedTime::In(span) => local_now.checked_add(*span),
        TypedTime::Unclear(first, second) => {
            return Err(Refusal::new("date-unclear", "")
                .with("value", text)
                .with("first", first)
                .with("second", second));
        }
        TypedTime::OnOtherWeekday(date) => {
            return Err(Refusal::new("other-weekday", "")
                .with("value", text)
                .with("first", date)
                .with("weekday", date.weekday().to_monday_one_offset()));
        }
    };
    end.map(|end| end.timestamp()).map_err(|_| bad_time_refusal(text))
}

/// Parses a time with a time zone behind it: `8pm CET`. Several time zones in which it is the same
/// moment are as good as one.
fn parse_time_with_zone(
    text: &str,
    local_now: &Zoned,
    direction: TimeDirection,
) -> Result<Timestamp, Refusal> {
    let split = split_time_zone(text, local_now.datetime(), direction);
    let (time_text, zone_text) = split.ok_or_else(|| bad_time_refusal(text))?;
    let now = local_now.timestamp();
    let mut moments = Vec::new();
    for zone in find_time_zones(zone_text, now)? {
        let local_now = now.to_zoned(zone);
        let time = direction.parse(time_text, local_now.datetime());
        let time = time.ok_or_else(|| bad_time_refusal(text))?;
        moments.push(resolve_typed_time(text, &time, &local_now)?);
    }
    moments.dedup();
    match moments.as_slice() {
        [moment] => Ok(*moment),
        // Several zones are meant: the refusal names their places.
        _ => Err(parse_time_zone(zone_text, now).err().unwrap_or_else(|| bad_time_refusal(text))),
    }
}

/// The longest absence or representation by a stand-in, in days.
const MAX_DAYS_AHEAD: i64 = 366;

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_parsed_end(text: &str, expected: Option<&str>) {
        let now: Timestamp = "2030-01-01T12:00:00Z".parse().unwrap();
        let parsed = Availability::default().parse_future_end_time(text, now).ok();
        assert_eq!(parsed, expected.map(|text| text.parse().unwrap()), "{text}");
    }

    #[test]
    fn end_times_are_dates_or_spans() {
        assert_parsed_end("3d", Some("2030-01-04T12:00:00Z"));
        assert_parsed_end("12h", Some("2030-01-02T00:00:00Z"));
        assert_parsed_end("1w 2d", Some("2030-01-10T12:00:00Z"));
        assert_parsed_end("in 3 days", Some("2030-01-04T12:00:00Z"));
        assert_parsed_end("next monday", Some("2030-01-07T00:00:00Z"));
        assert_parsed_end("3/4", None);
        assert_parsed_end("2030-02-01", Some("2030-02-01T00:00:00Z"));
        assert_parsed_end("2030-02-01 18:30", Some("2030-02-01T18:30:00Z"));
        assert_parsed_end("2030-12-24T18:00:00+02:00", Some("2030-12-24T16:00:00Z"));
        assert_parsed_end("2030-12-24T18:00:00Z", Some("2030-12-24T18:00:00Z"));
        assert_parsed_end("18:00 UTC", Some("2030-01-01T18:00:00Z"));
        assert_parsed_end("8pm CET", Some("2030-01-01T19:00:00Z"));
        assert_parsed_end("8pm EST", Some("2030-01-02T01:00:00Z"));
        assert_parsed_end("8 pm UTC+2", Some("2030-01-01T18:00:00Z"));
        assert_parsed_end("8pm UTC+5:30", Some("2030-01-01T14:30:00Z"));
        assert_parsed_end("8pm UTC +530", Some("2030-01-01T14:30:00Z"));
        assert_parsed_end("18:00+5:30", Some("2030-01-01T12:30:00Z"));
        assert_parsed_end("tomorrow 8pm Berlin", Some("2030-01-02T19:00:00Z"));
        assert_parsed_end("<t:1893614400:f>", Some("2030-01-02T20:00:00Z"));
        for text in ["", "soon", "2029-12-31", "-3d", "0h", "9999y", "2030-13-01"] {
            assert_parsed_end(text, None);
        }
    }

    #[test]
    fn start_times_are_over() {
        let now: Timestamp = "2030-01-01T12:00:00Z".parse().unwrap();
        for (text, expected) in [
            ("yesterday 8pm", Some("2029-12-31T20:00:00Z")),
            ("yesterday 8pm CET", Some("2029-12-31T19:00:00Z")),
            ("monday", Some("2029-12-31T00:00:00Z")),
            ("<t:1893400200:R>", Some("2029-12-31T08:30:00Z")),
            ("<t:1893614400:f>", None),
            ("3d", None),
        ] {
            let parsed = Availability::default().parse_past_start_time(text, now).ok();
            assert_eq!(parsed, expected.map(|text| text.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn refusal_names_the_time_zone_that_is_the_trouble() {
        let now: Timestamp = "2030-07-01T12:00:00Z".parse().unwrap();
        for (text, key, zone) in [
            ("8pm CST", "zone-unclear", "CST"),
            ("8pm EST", "zone-unclear", "EST"),
            ("tomorrow 8pm Atlantis", "no-such-zone", "Atlantis"),
            ("3/7 hours", "bad-time", "3/7 hours"),
        ] {
            let refusal = Availability::default().parse_future_end_time(text, now).unwrap_err();
            assert_eq!((refusal.key.as_str(), &*refusal.details["value"]), (key, zone), "{text}");
        }
    }
}
