//! Quiet hours: the part of each day in which a user must not be pinged, in their time zone. Times
//! are milliseconds since 1970.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;

use crate::api::clock::timestamp_from_millis;
use store::ids::Millis;

/// The most quiet hours in a row that a computation passes over, one a day.
const MAX_LOOKAHEAD_DAYS: usize = 4000;

#[derive(Clone, Debug, PartialEq)]
pub struct QuietHours {
    time_zone: TimeZone,
    start_time: Time,
    /// On the same day, or on the next where it is not later than `start_time`.
    end_time: Time,
}

impl QuietHours {
    /// Creates quiet hours from start and end, in minutes since midnight; `None` for minutes that
    /// no day has.
    pub fn new(time_zone: TimeZone, start_minutes: i64, end_minutes: i64) -> Option<Self> {
        let time_of_day = |minutes: i64| {
            let (hour, minute) = (minutes / 60, minutes % 60);
            Time::new(hour.try_into().ok()?, minute.try_into().ok()?, 0, 0).ok()
        };
        let start_time = time_of_day(start_minutes)?;
        let end_time = time_of_day(end_minutes)?;
        Some(Self { time_zone, start_time, end_time })
    }

    /// Returns the end of the running quiet hours; `None` outside of them.
    pub fn current_end(&self, now: Millis) -> Option<Millis> {
        self.current_or_next_interval(now).filter(|(begin, _)| *begin <= now).map(|(_, end)| end)
    }

    /// Returns the time at which this much time outside of quiet hours has passed.
    pub fn add_awake_time(&self, mut start: Millis, mut awake_millis: Millis) -> Millis {
        for _ in 0..MAX_LOOKAHEAD_DAYS {
            let Some((begin, end)) = self.current_or_next_interval(start) else { break };
            let awake = (begin - start).max(0);
            if awake_millis <= awake {
                break;
            }
            awake_millis -= awake;
            start = end;
        }
        start + awake_millis
    }

    /// Returns how much time outside of quiet hours there is between both times.
    pub fn awake_millis_between(&self, mut start: Millis, until: Millis) -> Millis {
        let mut awake_millis = 0;
        for _ in 0..MAX_LOOKAHEAD_DAYS {
            let next = self.current_or_next_interval(start).filter(|(begin, _)| *begin < until);
            let Some((begin, end)) = next else { break };
            awake_millis += (begin - start).max(0);
            start = end;
        }
        awake_millis + (until - start).max(0)
    }

    /// Returns start and end of the running quiet hours, otherwise of the next ones.
    fn current_or_next_interval(&self, now: Millis) -> Option<(Millis, Millis)> {
        let today = timestamp_from_millis(now).to_zoned(self.time_zone.clone()).date();
        let days = [today.yesterday().ok(), Some(today), today.tomorrow().ok()];
        for day in days.into_iter().flatten() {
            if let Some((begin, end)) = self.daily_interval_starting_on(day)
                && end > now
            {
                return Some((begin, end));
            }
        }
        None
    }

    /// Returns start and end of the quiet hours that begin on a day.
    fn daily_interval_starting_on(&self, day: Date) -> Option<(Millis, Millis)> {
        let end_day = if self.end_time > self.start_time { day } else { day.tomorrow().ok()? };
        let to_millis = |day: Date, time: Time| {
            let local_time = day.to_datetime(time).to_zoned(self.time_zone.clone()).ok()?;
            Some(local_time.timestamp().as_millisecond())
        };
        Some((to_millis(day, self.start_time)?, to_millis(end_day, self.end_time)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    fn nights() -> QuietHours {
        QuietHours::new(TimeZone::get("Europe/Berlin").unwrap(), 22 * 60, 8 * 60).unwrap()
    }

    fn millis(text: &str) -> Millis {
        text.parse::<jiff::Timestamp>().unwrap().as_millisecond()
    }

    #[track_caller]
    fn check_current_end(text: &str, expected: Option<&str>) {
        assert_eq!(nights().current_end(millis(text)), expected.map(millis), "{text}");
    }

    #[test]
    fn quiet_hours_end_in_the_morning() {
        // Berlin is an hour ahead in winter, two in summer.
        check_current_end("2030-01-01T20:59:00Z", None);
        check_current_end("2030-01-01T21:00:00Z", Some("2030-01-02T07:00:00Z"));
        check_current_end("2030-01-02T06:59:00Z", Some("2030-01-02T07:00:00Z"));
        check_current_end("2030-01-02T07:00:00Z", None);
        check_current_end("2030-07-01T20:00:00Z", Some("2030-07-02T06:00:00Z"));
    }

    /// The clocks go forward in the night to 31 March, and back in the night to 27 October.
    #[test]
    fn quiet_hours_follow_daylight_saving_time() {
        check_current_end("2030-03-30T21:00:00Z", Some("2030-03-31T06:00:00Z"));
        check_current_end("2030-10-26T20:00:00Z", Some("2030-10-27T07:00:00Z"));
    }

    #[test]
    fn awake_time_skips_quiet_hours() {
        let (noon, hour) = (millis("2030-01-01T11:00:00Z"), HOUR);
        assert_eq!(nights().add_awake_time(noon, 4 * hour), millis("2030-01-01T15:00:00Z"));
        // Ten hours of the day are left, two come after the night.
        assert_eq!(nights().add_awake_time(noon, 12 * hour), millis("2030-01-02T09:00:00Z"));
        assert_eq!(
            nights().add_awake_time(millis("2030-01-01T23:00:00Z"), hour),
            millis("2030-01-02T08:00:00Z")
        );
        for hours in [0, 4, 10, 12, 40] {
            let until = nights().add_awake_time(noon, hours * hour);
            assert_eq!(nights().awake_millis_between(noon, until), hours * hour, "{hours}");
        }
    }

    #[test]
    fn quiet_hours_within_one_day() {
        let lunch = QuietHours::new(TimeZone::UTC, 12 * 60, 13 * 60 + 30).unwrap();
        assert_eq!(
            lunch.current_end(millis("2030-01-01T12:00:00Z")),
            Some(millis("2030-01-01T13:30:00Z"))
        );
        assert_eq!(lunch.current_end(millis("2030-01-01T14:00:00Z")), None);
    }
}
