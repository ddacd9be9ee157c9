//! Quiet hours: the part of each day in which somebody is not to be pinged, by the clocks of where
//! they live. Times are milliseconds since 1970.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;

use crate::api::clock::timestamp_from_millis;
use store::ids::Millis;

/// The most days that are looked ahead.
const MAX_LOOKAHEAD_DAYS: usize = 4000;

#[derive(Clone, Debug, PartialEq)]
pub struct QuietHours {
    time_zone: TimeZone,
    start_time: Time,
    /// The same day, or the next where it is not later.
    end_time: Time,
}

impl QuietHours {
    /// From and to, in minutes since midnight.
    pub fn new(time_zone: TimeZone, start_minutes: i64, end_minutes: i64) -> Option<Self> {
        let time = |minutes: i64| {
            Time::new((minutes / 60).try_into().ok()?, (minutes % 60).try_into().ok()?, 0, 0).ok()
        };
        Some(Self { time_zone, start_time: time(start_minutes)?, end_time: time(end_minutes)? })
    }

    /// The end of the quiet hours, where it is in them.
    pub fn current_end(&self, now: Millis) -> Option<Millis> {
        self.current_or_next(now).filter(|(begin, _)| *begin <= now).map(|(_, end)| end)
    }

    /// When so much time has gone by outside of quiet hours.
    pub fn add_awake_time(&self, mut start: Millis, mut awake_millis: Millis) -> Millis {
        for _ in 0..MAX_LOOKAHEAD_DAYS {
            let Some((begin, end)) = self.current_or_next(start) else { break };
            let awake = (begin - start).max(0);
            if awake_millis <= awake {
                break;
            }
            (start, awake_millis) = (end, awake_millis - awake);
        }
        start + awake_millis
    }

    /// How much time outside of quiet hours is left until then.
    pub fn awake_millis_between(&self, mut start: Millis, until: Millis) -> Millis {
        let mut sum = 0;
        for _ in 0..MAX_LOOKAHEAD_DAYS {
            let next = self.current_or_next(start).filter(|(begin, _)| *begin < until);
            let Some((begin, end)) = next else { break };
            sum += (begin - start).max(0);
            start = end;
        }
        sum + (until - start).max(0)
    }

    /// The quiet hours it is in, or the next.
    fn current_or_next(&self, now: Millis) -> Option<(Millis, Millis)> {
        let today = timestamp_from_millis(now).to_zoned(self.time_zone.clone()).date();
        let days = [today.yesterday().ok(), Some(today), today.tomorrow().ok()];
        days.into_iter()
            .flatten()
            .filter_map(|day| self.starting_on(day))
            .find(|(_, end)| *end > now)
    }

    /// The quiet hours that begin on a day.
    fn starting_on(&self, day: Date) -> Option<(Millis, Millis)> {
        let last = if self.end_time > self.start_time { day } else { day.tomorrow().ok()? };
        let at = |day: Date, time: Time| {
            let there = day.to_datetime(time).to_zoned(self.time_zone.clone()).ok()?;
            Some(there.timestamp().as_millisecond())
        };
        Some((at(day, self.start_time)?, at(last, self.end_time)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    fn nights() -> QuietHours {
        QuietHours::new(TimeZone::get("Europe/Berlin").unwrap(), 22 * 60, 8 * 60).unwrap()
    }

    fn at(text: &str) -> Millis {
        text.parse::<jiff::Timestamp>().unwrap().as_millisecond()
    }

    #[track_caller]
    fn ends(text: &str, expected: Option<&str>) {
        assert_eq!(nights().current_end(at(text)), expected.map(at), "{text}");
    }

    #[test]
    fn nights_end_in_the_morning() {
        // Berlin is an hour ahead in winter, two in summer.
        ends("2030-01-01T20:59:00Z", None);
        ends("2030-01-01T21:00:00Z", Some("2030-01-02T07:00:00Z"));
        ends("2030-01-02T06:59:00Z", Some("2030-01-02T07:00:00Z"));
        ends("2030-01-02T07:00:00Z", None);
        ends("2030-07-01T20:00:00Z", Some("2030-07-02T06:00:00Z"));
    }

    /// The clocks go forward in the night to the 31st of March, and back in that to the 27th of
    /// October.
    #[test]
    fn a_night_may_be_shorter_or_longer() {
        ends("2030-03-30T21:00:00Z", Some("2030-03-31T06:00:00Z"));
        ends("2030-10-26T20:00:00Z", Some("2030-10-27T07:00:00Z"));
    }

    #[test]
    fn time_stands_still_in_quiet_hours() {
        let (noon, hour) = (at("2030-01-01T11:00:00Z"), HOUR);
        assert_eq!(nights().add_awake_time(noon, 4 * hour), at("2030-01-01T15:00:00Z"));
        // Ten hours of the day are left, two come after the night.
        assert_eq!(nights().add_awake_time(noon, 12 * hour), at("2030-01-02T09:00:00Z"));
        assert_eq!(
            nights().add_awake_time(at("2030-01-01T23:00:00Z"), hour),
            at("2030-01-02T08:00:00Z")
        );
        for hours in [0, 4, 10, 12, 40] {
            let until = nights().add_awake_time(noon, hours * hour);
            assert_eq!(nights().awake_millis_between(noon, until), hours * hour, "{hours}");
        }
    }

    #[test]
    fn hours_of_the_same_day() {
        let noon = QuietHours::new(TimeZone::UTC, 12 * 60, 13 * 60 + 30).unwrap();
        assert_eq!(noon.current_end(at("2030-01-01T12:00:00Z")), Some(at("2030-01-01T13:30:00Z")));
        assert_eq!(noon.current_end(at("2030-01-01T14:00:00Z")), None);
    }
}
