//! The log: what happened, as one viewer may know it, filtered, a page at a time.
//!
//! Every filter looks only at what the viewer is shown anyway; who is spoken of is found out by
//! whoever puts it into words. So a filter that finds nothing tells nothing.

use std::collections::BTreeSet;

use jiff::Timestamp;
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::engine::game::{Game, Telling};
use crate::engine::ids::UserId;
use crate::engine::view::Viewer;
use crate::engine::words::{Refusal, Words};
use crate::store::fault::Fault;
use crate::store::rows::{JournalRow, Kind};

use super::App;
use super::change::Said;
use super::clock::moment;
use super::fight_now::{FightNow, read};
use super::input::{Reply, Seat, Shown};
use super::roles::Eyes;

/// So many rows are looked through for one page.
const MOST_ROWS: u32 = 200;

/// One row of the journal, as the viewer may know it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    pub revision: i64,
    #[serde(serialize_with = "as_text")]
    pub at: Timestamp,
    /// In which it was done: that of the fight before it.
    pub round: u16,
    /// None where the clock did it.
    pub user: Option<UserId>,
    pub told: Option<Telling>,
    /// For the GM: what was said, and the dice and answers of the act.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub words: Option<Words>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tape: Option<Value>,
    pub is_undone: bool,
}

fn as_text<S: Serializer>(at: &Timestamp, out: S) -> Result<S::Ok, S::Error> {
    out.collect_str(at)
}

/// A page of the log, oldest first: more than is shown, where only those are wanted in which
/// somebody is spoken of.
#[derive(Clone, Debug, PartialEq)]
pub struct LogPage {
    pub entries: Vec<Entry>,
    /// The one who must be spoken of, by the names they have had; nobody where there are none.
    pub who: Vec<String>,
    pub most: usize,
    /// What was asked for, without the place of the page.
    pub asked: Words,
    /// Not the latest page.
    pub is_earlier: bool,
    /// There are rows before these; the last that was looked at.
    pub goes_on_before: Option<i64>,
}

/// What is wanted of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    words: Words,
    most: usize,
    before: Option<i64>,
    round: Option<u16>,
    whose: Option<Whose>,
    since: Since,
}

/// Who did it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Whose {
    Players,
    Gm,
    Clock,
    /// Whoever did it, it was taken back.
    Undone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Since {
    Ever,
    /// What they have not seen yet.
    Seen,
    Hours(i64),
}

impl Wanted {
    /// # Errors
    /// `bad-setup`: which slot cannot be read.
    pub fn read(words: &Words) -> Result<Self, Refusal> {
        let wrong = |slot: &str| Refusal::new("bad-setup", "").with(slot, words.get(slot));
        fn number<T: std::str::FromStr>(text: &str) -> Option<Option<T>> {
            if text.is_empty() { Some(None) } else { text.parse().ok().map(Some) }
        }
        let most: usize = number(words.get("last")).ok_or_else(|| wrong("last"))?.unwrap_or(10);
        let whose = match words.get("kind") {
            "" => None,
            "players" => Some(Whose::Players),
            "gm" => Some(Whose::Gm),
            "clock" => Some(Whose::Clock),
            "undone" => Some(Whose::Undone),
            _ => return Err(wrong("kind")),
        };
        let hours = |text: &str| match text.split_at_checked(text.len().checked_sub(1)?)? {
            (count, "h") => count.parse().ok().map(|count: u16| i64::from(count)),
            (count, "d") => count.parse().ok().map(|count: u16| i64::from(count) * 24),
            _ => None,
        };
        let since = match words.get("since") {
            "" => Since::Ever,
            "seen" => Since::Seen,
            text => Since::Hours(hours(text).ok_or_else(|| wrong("since"))?),
        };
        Ok(Self {
            most: most.clamp(1, 50),
            before: number(words.get("before")).ok_or_else(|| wrong("before"))?,
            round: number(words.get("round")).ok_or_else(|| wrong("round"))?,
            whose,
            since,
            words: words.clone(),
        })
    }

    fn wants(&self, now: &FightNow, entry: &Entry) -> bool {
        let is_whose = match self.whose {
            None => true,
            Some(Whose::Players) => entry.user.is_some_and(|user| !now.is_gm(user)),
            Some(Whose::Gm) => entry.user.is_some_and(|user| now.is_gm(user)),
            Some(Whose::Clock) => entry.user.is_none(),
            Some(Whose::Undone) => entry.is_undone,
        };
        is_whose && self.round.is_none_or(|round| round == entry.round)
    }
}

impl App {
    /// A page of the log. Whoever looks at the latest has seen all there is.
    pub(super) async fn log(
        &self,
        now: &FightNow,
        seat: &Seat,
        wanted: &Wanted,
    ) -> Result<Reply, Fault> {
        let eyes = now.eyes(seat.user);
        let who = match wanted.words.get("who") {
            "" => Vec::new(),
            name => match eyes.find(&now.game, name).and_then(|who| now.member(who)) {
                Some(member) => {
                    let true_name = member.true_name.iter().filter(|_| eyes.is_gms());
                    let names = std::iter::once(&member.name).chain(&member.known_as);
                    names.chain(true_name).cloned().collect()
                }
                None => {
                    let unknown = Refusal::new("bad-target", "").with("name", name);
                    return Ok(Reply::Refused(Box::new(unknown)));
                }
            },
        };
        let after = match wanted.since {
            Since::Seen => self.inner.store.last_seen(seat.user.0, now.id).await?,
            Since::Ever | Since::Hours(_) => 0,
        };
        let earliest = match wanted.since {
            Since::Hours(hours) => self.millis() - hours * 3_600_000,
            Since::Ever | Since::Seen => i64::MIN,
        };
        let standing = self.standing(now).await?;
        let before = wanted.before.unwrap_or(i64::MAX);
        let rows = self.inner.store.journal_before(now.id, before, MOST_ROWS).await?;
        let first = rows.last().map(|row| row.revision);
        let mut goes_on_before = first.filter(|first| *first > 1);
        let mut entries = Vec::new();
        for (place, row) in rows.iter().enumerate() {
            if row.revision <= after || row.at < earliest {
                goes_on_before = None;
                break;
            }
            if who.is_empty() && entries.len() == wanted.most {
                goes_on_before = Some(row.revision + 1);
                break;
            }
            let entry = match rows.get(place + 1) {
                Some(earlier) => entry(row, Some(earlier), &eyes, &standing)?,
                None => {
                    let earlier = self.inner.store.journal_row(now.id, row.revision - 1).await?;
                    entry(row, earlier.as_ref(), &eyes, &standing)?
                }
            };
            entries.extend(entry.filter(|entry| wanted.wants(now, entry)));
        }
        entries.reverse();
        if wanted.before.is_none() && eyes.viewer != Viewer::Public {
            self.inner.store.saw(seat.user.0, now.id, now.revision).await?;
        }
        let mut asked = wanted.words.clone();
        asked.slots.remove("before");
        // Asked again, there would be nothing new.
        if wanted.since == Since::Seen {
            asked.slots.remove("since");
        }
        let (most, is_earlier) = (wanted.most, wanted.before.is_some());
        let page = LogPage { entries, who, most, asked, is_earlier, goes_on_before };
        Ok(Reply::Shown(Box::new(Shown::Log(page))))
    }

    /// All rows that have not been undone, oldest first.
    pub(super) async fn standing_rows(&self, now: &FightNow) -> Result<Vec<JournalRow>, Fault> {
        let mut rows = Vec::new();
        for revision in self.standing(now).await? {
            rows.extend(self.inner.store.journal_row(now.id, revision).await?);
        }
        Ok(rows)
    }

    /// The rows that have not been undone.
    async fn standing(&self, now: &FightNow) -> Result<BTreeSet<i64>, Fault> {
        let steps = self.inner.store.steps(now.id).await?;
        let mut standing = BTreeSet::new();
        let mut at = now.revision;
        while let Ok(found) = steps.binary_search_by_key(&at, |step| step.revision) {
            standing.insert(at);
            at = steps[found].back_to.unwrap_or(at - 1);
        }
        Ok(standing)
    }
}

/// A row as an entry, with the one before it; none where the viewer knows nothing of it: for them
/// it has not happened.
pub(super) fn entry(
    row: &JournalRow,
    earlier: Option<&JournalRow>,
    eyes: &Eyes,
    standing: &BTreeSet<i64>,
) -> Result<Option<Entry>, Fault> {
    let said: Said = read(&row.said)?;
    let is_gm = eyes.is_gms();
    let game: Game = read(&row.state)?;
    let told = told(row, &said, &game, eyes)?;
    if !is_gm && told.is_none() {
        return Ok(None);
    }
    let round_after = eyes.view(&game).round;
    let round_before = match earlier {
        Some(earlier) => eyes.view(&read::<Game>(&earlier.state)?).round,
        None => 0,
    };
    Ok(Some(Entry {
        revision: row.revision,
        at: moment(row.at),
        // What begins the first round is told in it.
        round: if round_before == 0 { round_after } else { round_before },
        user: row.user.map(|user| UserId(user as u64)),
        told,
        words: is_gm.then(|| said.as_typed()),
        tape: if is_gm { Some(read(&row.tape)?) } else { None },
        is_undone: row.kind == Kind::Played && !standing.contains(&row.revision),
    }))
}

/// What a journal row tells a viewer.
pub(super) fn retold(row: &JournalRow, eyes: &Eyes) -> Result<Option<Telling>, Fault> {
    told(row, &read(&row.said)?, &read(&row.state)?, eyes)
}

fn told(row: &JournalRow, said: &Said, game: &Game, eyes: &Eyes) -> Result<Option<Telling>, Fault> {
    // What the GM did quietly is for the GM alone.
    if said.is_quiet && !eyes.is_gms() {
        return Ok(None);
    }
    Ok(eyes.retell(game, &read(&row.notes)?))
}
