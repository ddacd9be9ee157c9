//! The log: what happened, as one viewer may know it, filtered, a page at a time.
//!
//! Every filter looks only at what the viewer is shown anyway; who is spoken of is found out by
//! whoever puts it into words. So a filter that finds nothing tells nothing.

use crate::engine::view::Viewer;
use crate::engine::words::Refusal;
use crate::store::fault::Fault;

use crate::app::change::told::entry;
use crate::app::fight::fight_now::FightNow;
use crate::app::held::app::App;
use crate::app::terms::input::{Reply, Seat, Shown};
use crate::app::terms::log::{Entry, LogPage, Since, Wanted, Whose};

/// So many rows are looked through for one page.
const MOST_ROWS: u32 = 200;

impl Wanted {
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
    pub(in crate::app) async fn log(
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
}
