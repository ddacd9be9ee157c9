//! What somebody has said about their time, for all their fights: `/away` and `/clock`.

use std::collections::{BTreeMap, BTreeSet};

use jiff::tz::TimeZone;
use jiff::{Span, Timestamp, ToSpan as _, civil};

use crate::engine::ids::UserId;
use crate::engine::words::{Refusal, Words};
use crate::store::fault::Fault;
use crate::store::ids::FightId;
use crate::store::rows::{Committed, PersonRow};

use super::App;
use super::change::{Change, Said};
use super::clock::moment;
use super::door::{MOST_TRIES, refused, shown};
use super::fight_now::FightNow;
use super::input::{Reply, Seat, Shown};
use super::people::Present;
use super::quiet::Quiet;

/// The longest time somebody can be away or represented.
const MOST_DAYS: i64 = 366;

#[derive(Clone, Debug, PartialEq)]
pub struct Person {
    zone: TimeZone,
    pub quiet: Option<Quiet>,
    pub away_until: Option<i64>,
}

impl Default for Person {
    fn default() -> Self {
        Self { zone: TimeZone::UTC, quiet: None, away_until: None }
    }
}

/// The names of all time zones.
pub(super) fn zones() -> Vec<String> {
    jiff::tz::db().available().map(|name| name.to_string()).collect()
}

/// `22:00-8:00` in minutes since midnight. None where it is no time, or all of the day.
fn hours(text: &str) -> Option<(i64, i64)> {
    let minutes = |text: &str| {
        let (hours, minutes) = text.trim().split_once(':').unwrap_or((text.trim(), "0"));
        let (hours, minutes): (i64, i64) = (hours.parse().ok()?, minutes.parse().ok()?);
        ((0..24).contains(&hours) && (0..60).contains(&minutes)).then_some(hours * 60 + minutes)
    };
    let (from, to) = text.split_once('-')?;
    let (from, to) = (minutes(from)?, minutes(to)?);
    (from != to).then_some((from, to))
}

impl Person {
    pub(super) fn of(row: &PersonRow) -> Self {
        let zone = row.zone.as_deref().and_then(|name| TimeZone::get(name).ok());
        let zone = zone.unwrap_or(TimeZone::UTC);
        let quiet = row.quiet_from.zip(row.quiet_to);
        let quiet = quiet.and_then(|(from, to)| Quiet::new(zone.clone(), from, to));
        Self { zone, quiet, away_until: row.away_until }
    }

    /// A time that is typed as a date (`2026-12-24`, `2026-12-24 18:00`), a day to come
    /// (`tomorrow`, `friday`) or a span from now (`3d`, `12h`, `1w 2d`).
    ///
    /// # Errors
    /// `bad-time`: it is neither, or not ahead of us, or too far.
    pub(super) fn until(&self, text: &str, now: Timestamp) -> Result<Timestamp, Refusal> {
        let bad = || Refusal::new("bad-time", "").with("value", text);
        let here = now.to_zoned(self.zone.clone());
        let date = text.parse().ok().or_else(|| day_ahead(text, here.date()));
        let until = match date {
            Some(date) => date.to_zoned(self.zone.clone()),
            None => {
                let span: Span = text.parse().map_err(|_| bad())?;
                here.checked_add(span)
            }
        };
        let until = until.map_err(|_| bad())?.timestamp();
        let is_ahead = until > now;
        let is_near = until.duration_since(now).as_hours() <= MOST_DAYS * 24;
        if is_ahead && is_near { Ok(until) } else { Err(bad()) }
    }
}

/// The beginning of the next day of that name.
fn day_ahead(text: &str, today: civil::Date) -> Option<civil::DateTime> {
    let name = text.trim().to_lowercase();
    let tomorrow = today.tomorrow().ok()?;
    let is_called = |day: &civil::Date| day.strftime("%A").to_string().to_lowercase() == name;
    let day = match name.as_str() {
        "tomorrow" => Some(tomorrow),
        _ => tomorrow.series(1.day()).take(7).find(is_called),
    };
    day.map(|day| day.at(0, 0, 0, 0))
}

impl App {
    /// What is not about one fight but about whoever says it; none where it is something else.
    ///
    /// # Errors
    /// The store could not be used.
    pub(super) async fn on_person(
        &self,
        seat: &Seat,
        words: &Words,
    ) -> Result<Option<Reply>, Fault> {
        let mut row = self.person_row(seat.user).await?;
        let said = match words.verb.as_str() {
            "away" => self.said_of_absence(&mut row, words),
            "clock" => said_of_clock(&mut row, words),
            _ => return Ok(None),
        };
        match said {
            Err(refusal) => return Ok(Some(refused(refusal))),
            Ok(false) => {}
            Ok(true) => {
                self.inner.store.put_person(&row).await?;
                for (fight, _) in self.inner.store.fights_of(seat.user.0).await? {
                    self.notice_absence(fight.id(), seat.user).await?;
                }
                self.look_again();
            }
        }
        let away = row.away_until.map(moment).filter(|until| *until > self.inner.clock.now());
        Ok(Some(shown(Shown::Person {
            away_until: away,
            zone: row.zone.unwrap_or_else(|| "UTC".into()),
            quiet: row.quiet_from.zip(row.quiet_to),
        })))
    }

    /// Whether anything is changed by it.
    fn said_of_absence(&self, row: &mut PersonRow, words: &Words) -> Result<bool, Refusal> {
        let person = Person::of(row);
        if words.get("back") == "true" {
            row.away_until = None;
            return Ok(true);
        }
        if words.get("until").is_empty() {
            return Ok(false);
        }
        let until = person.until(words.get("until"), self.inner.clock.now())?;
        row.away_until = Some(until.as_millisecond());
        Ok(true)
    }

    async fn person_row(&self, user: UserId) -> Result<PersonRow, Fault> {
        let row = self.inner.store.persons(&[user.0]).await?.pop();
        Ok(row.unwrap_or(PersonRow { user: user.0, ..PersonRow::default() }))
    }

    pub(super) async fn person(&self, user: UserId) -> Result<Person, Fault> {
        Ok(Person::of(&self.person_row(user).await?))
    }

    /// The present of a fight: of all who are in it, or stand by.
    pub(super) async fn present(&self, now: &FightNow) -> Result<Present, Fault> {
        let stand_ins = now.people.stand_ins.values().map(|stand_in| stand_in.user);
        let users: BTreeSet<UserId> = now.participants().into_iter().chain(stand_ins).collect();
        let users: Vec<u64> = users.iter().map(|user| user.0).collect();
        let rows = self.inner.store.persons(&users).await?;
        let persons: BTreeMap<UserId, Person> =
            rows.iter().map(|row| (UserId(row.user), Person::of(row))).collect();
        Ok(Present { at: self.millis(), persons })
    }

    /// A fight takes notice that somebody is away, or back.
    async fn notice_absence(&self, fight: FightId, user: UserId) -> Result<(), Fault> {
        let mut exclusive = self.inner.fights.enter(fight).await;
        for _ in 0..MOST_TRIES {
            let Some(now) = self.stand(&mut exclusive, fight).await? else { return Ok(()) };
            if !now.is_open {
                return Ok(());
            }
            let change = Change::aside(&now, Said::of(Words::new("away")));
            let change = Change { user: Some(user), ..change };
            if let Committed::Stored(_) = self.commit(&mut exclusive, &now, change).await? {
                return Ok(());
            }
        }
        Err(Fault::Locked)
    }
}

/// Whether anything is changed by it.
fn said_of_clock(row: &mut PersonRow, words: &Words) -> Result<bool, Refusal> {
    let (zone, quiet) = (words.get("zone"), words.get("quiet_hours"));
    if !zone.is_empty() {
        let known = TimeZone::get(zone);
        let known = known.map_err(|_| Refusal::new("no-such-zone", "").with("value", zone))?;
        row.zone = Some(known.iana_name().unwrap_or(zone).into());
    }
    if !quiet.is_empty() {
        let bad = || Refusal::new("bad-hours", "").with("value", quiet);
        let hours = if quiet == "none" { None } else { Some(hours(quiet).ok_or_else(bad)?) };
        (row.quiet_from, row.quiet_to) = hours.unzip();
    }
    Ok(!zone.is_empty() || !quiet.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<&str>) {
        let now: Timestamp = "2030-01-01T12:00:00Z".parse().unwrap();
        let found = Person::default().until(text, now).ok();
        assert_eq!(found, expected.map(|text| text.parse().unwrap()), "{text}");
    }

    #[test]
    fn times_are_dates_or_spans() {
        check("3d", Some("2030-01-04T12:00:00Z"));
        check("12h", Some("2030-01-02T00:00:00Z"));
        check("1w 2d", Some("2030-01-10T12:00:00Z"));
        check("2030-02-01", Some("2030-02-01T00:00:00Z"));
        check("2030-02-01 18:30", Some("2030-02-01T18:30:00Z"));
        for text in ["", "soon", "2029-12-31", "-3d", "0h", "9999y", "2030-13-01"] {
            check(text, None);
        }
    }

    #[test]
    fn hours_are_from_and_to() {
        assert_eq!(hours("22:00-8:00"), Some((1320, 480)));
        assert_eq!(hours("22 - 07:30"), Some((1320, 450)));
        for text in ["", "22", "22-22", "25-3", "22:60-3", "a-b"] {
            assert_eq!(hours(text), None, "{text}");
        }
    }
}
