//! Quiet hours: the part of each day in which somebody is not to be pinged, by the clocks of where
//! they live. Times are milliseconds since 1970.

use jiff::civil::{Date, Time};
use jiff::tz::TimeZone;

use crate::terms::clock::moment;
use store::ids::Millis;

/// The most days that are looked ahead.
const MOST_DAYS: usize = 4000;

#[derive(Clone, Debug, PartialEq)]
pub struct Quiet {
    zone: TimeZone,
    from: Time,
    /// The same day, or the next where it is not later.
    to: Time,
}

impl Quiet {
    /// From and to, in minutes since midnight.
    pub fn new(zone: TimeZone, from: i64, to: i64) -> Option<Self> {
        let time = |minutes: i64| {
            Time::new((minutes / 60).try_into().ok()?, (minutes % 60).try_into().ok()?, 0, 0).ok()
        };
        Some(Self { zone, from: time(from)?, to: time(to)? })
    }

    /// The end of the quiet hours, where it is in them.
    pub fn end(&self, at: Millis) -> Option<Millis> {
        self.next(at).filter(|(begin, _)| *begin <= at).map(|(_, end)| end)
    }

    /// When so much time has gone by outside of quiet hours.
    pub fn after(&self, mut at: Millis, mut millis: Millis) -> Millis {
        for _ in 0..MOST_DAYS {
            let Some((begin, end)) = self.next(at) else { break };
            let awake = (begin - at).max(0);
            if millis <= awake {
                break;
            }
            (at, millis) = (end, millis - awake);
        }
        at + millis
    }

    /// How much time outside of quiet hours is left until then.
    pub fn left(&self, mut at: Millis, until: Millis) -> Millis {
        let mut sum = 0;
        for _ in 0..MOST_DAYS {
            let next = self.next(at).filter(|(begin, _)| *begin < until);
            let Some((begin, end)) = next else { break };
            sum += (begin - at).max(0);
            at = end;
        }
        sum + (until - at).max(0)
    }

    /// The quiet hours it is in, or the next.
    fn next(&self, at: Millis) -> Option<(Millis, Millis)> {
        let today = moment(at).to_zoned(self.zone.clone()).date();
        let days = [today.yesterday().ok(), Some(today), today.tomorrow().ok()];
        days.into_iter().flatten().filter_map(|day| self.of(day)).find(|(_, end)| *end > at)
    }

    /// The quiet hours that begin on a day.
    fn of(&self, day: Date) -> Option<(Millis, Millis)> {
        let last = if self.to > self.from { day } else { day.tomorrow().ok()? };
        let at = |day: Date, time: Time| {
            let there = day.to_datetime(time).to_zoned(self.zone.clone()).ok()?;
            Some(there.timestamp().as_millisecond())
        };
        Some((at(day, self.from)?, at(last, self.to)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: i64 = 3_600_000;

    fn nights() -> Quiet {
        Quiet::new(TimeZone::get("Europe/Berlin").unwrap(), 22 * 60, 8 * 60).unwrap()
    }

    fn at(text: &str) -> Millis {
        text.parse::<jiff::Timestamp>().unwrap().as_millisecond()
    }

    #[track_caller]
    fn ends(text: &str, expected: Option<&str>) {
        assert_eq!(nights().end(at(text)), expected.map(at), "{text}");
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
        assert_eq!(nights().after(noon, 4 * hour), at("2030-01-01T15:00:00Z"));
        // Ten hours of the day are left, two come after the night.
        assert_eq!(nights().after(noon, 12 * hour), at("2030-01-02T09:00:00Z"));
        assert_eq!(nights().after(at("2030-01-01T23:00:00Z"), hour), at("2030-01-02T08:00:00Z"));
        for hours in [0, 4, 10, 12, 40] {
            let until = nights().after(noon, hours * hour);
            assert_eq!(nights().left(noon, until), hours * hour, "{hours}");
        }
    }

    #[test]
    fn hours_of_the_same_day() {
        let noon = Quiet::new(TimeZone::UTC, 12 * 60, 13 * 60 + 30).unwrap();
        assert_eq!(noon.end(at("2030-01-01T12:00:00Z")), Some(at("2030-01-01T13:30:00Z")));
        assert_eq!(noon.end(at("2030-01-01T14:00:00Z")), None);
    }
}
