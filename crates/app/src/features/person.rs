//! What somebody has said about their time, for all their fights: `/away` and `/clock`.

use jiff::tz::TimeZone;

use engine::command::{Command, Refusal};
use engine::ids::UserId;
use store::fault::Fault;
use store::ids::FightId;
use store::rows::{Committed, PersonRow};

use crate::change::commit::MOST_TRIES;
use crate::change::{Change, InputRecord};
use crate::fight::person::Person;
use crate::held::app::App;
use crate::terms::clock::moment;
use crate::terms::input::{Origin, Reply, Shown, refused, shown};

/// The names of all time zones.
pub(crate) fn zones() -> Vec<String> {
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

impl App {
    /// What is not about one fight but about whoever says it; none where it is something else.
    ///
    /// # Errors
    /// The store could not be used.
    pub(crate) async fn on_person(
        &self,
        origin: &Origin,
        words: &Command,
    ) -> Result<Option<Reply>, Fault> {
        let mut row = self.person_row(origin.user).await?;
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
                for (fight, _) in self.inner.store.fights_of(origin.user.0).await? {
                    self.notice_absence(fight.id(), origin.user).await?;
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
    fn said_of_absence(&self, row: &mut PersonRow, words: &Command) -> Result<bool, Refusal> {
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

    /// A fight takes notice that somebody is away, or back.
    async fn notice_absence(&self, fight: FightId, user: UserId) -> Result<(), Fault> {
        let mut exclusive = self.inner.fights.enter(fight).await;
        for _ in 0..MOST_TRIES {
            let Some(now) = self.stand(&mut exclusive, fight).await? else { return Ok(()) };
            if !now.is_open {
                return Ok(());
            }
            let change = Change::aside(&now, InputRecord::of(Command::new("away")));
            let change = Change { user: Some(user), ..change };
            if let Committed::Stored(_) = self.commit(&mut exclusive, &now, change).await? {
                return Ok(());
            }
        }
        Err(Fault::Locked)
    }
}

/// Whether anything is changed by it.
fn said_of_clock(row: &mut PersonRow, words: &Command) -> Result<bool, Refusal> {
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

    #[test]
    fn hours_are_from_and_to() {
        assert_eq!(hours("22:00-8:00"), Some((1320, 480)));
        assert_eq!(hours("22 - 07:30"), Some((1320, 450)));
        for text in ["", "22", "22-22", "25-3", "22:60-3", "a-b"] {
            assert_eq!(hours(text), None, "{text}");
        }
    }
}
