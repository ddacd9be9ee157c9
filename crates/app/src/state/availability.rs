//! What a user has set about their time, and how the dates and times that they type are parsed.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use engine::core::command::Refusal;
use store::ids::Millis;
use store::rows::PersonRow;

use crate::state::quiet_hours::QuietHours;
use crate::state::time_zones::format_local_time;
use crate::state::typed_times::{TypedTime, parse_typed_time};

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
        let zone = row.zone.as_deref().and_then(|name| TimeZone::get(name).ok());
        let time_zone = zone.unwrap_or(TimeZone::UTC);
        let quiet_minutes = row.quiet_from.zip(row.quiet_to);
        let quiet_hours =
            quiet_minutes.and_then(|(from, to)| QuietHours::new(time_zone.clone(), from, to));
        Self { time_zone, quiet_hours, away_until: row.away_until }
    }

    /// Parses a date, a day, a time of day or a span from now (see [`parse_typed_time`]) in the
    /// user's time zone.
    ///
    /// # Errors
    /// Refuses with `bad-time` a text that is none of these, and a time that is not in the future
    /// or more than [`MAX_DAYS_AHEAD`] days ahead; with `date-unclear` a date that can be read in
    /// two ways.
    pub(crate) fn parse_future_end_time(
        &self,
        text: &str,
        now: Timestamp,
    ) -> Result<Timestamp, Refusal> {
        let bad_time = || Refusal::new("bad-time", "").with("value", text);
        let local_now = now.to_zoned(self.time_zone.clone());
        let end = match parse_typed_time(text, local_now.datetime()).ok_or_else(bad_time)? {
            TypedTime::At(moment) => moment.to_zoned(self.time_zone.clone()),
            TypedTime::In(span) => local_now.checked_add(span),
            TypedTime::Unclear(first, second) => {
                return Err(Refusal::new("date-unclear", "")
                    .with("value", text)
                    .with("first", first)
                    .with("second", second));
            }
        };
        let end = end.map_err(|_| bad_time())?.timestamp();
        let is_ahead = end > now;
        let is_near_enough = end.duration_since(now).as_hours() <= MAX_DAYS_AHEAD * 24;
        if is_ahead && is_near_enough { Ok(end) } else { Err(bad_time()) }
    }

    /// Returns the time of day where the user is: `18:05`.
    pub(crate) fn local_time(&self, now: Timestamp) -> String {
        format_local_time(&self.time_zone, now)
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
        for text in ["", "soon", "2029-12-31", "-3d", "0h", "9999y", "2030-13-01"] {
            assert_parsed_end(text, None);
        }
    }
}
