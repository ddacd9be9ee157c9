//! The log: what happened, as one viewer may know it, filtered, a page at a time.
//!
//! Every filter looks only at what the viewer is shown anyway; who is spoken of is found out by
//! whoever puts it into words. So a filter that finds nothing tells nothing.

use engine::command::Refusal;
use engine::view::Viewer;
use store::fault::Fault;

use crate::change::told::entry;
use crate::fight::fight_state::FightState;
use crate::held::app::App;
use crate::terms::input::{Origin, Reply, Shown};
use crate::terms::log::{Entry, LogPage, Since, Wanted, Whose};

/// The most rows that are looked through for one page.
const MOST_ROWS: u32 = 200;

impl Wanted {
    fn wants(&self, now: &FightState, entry: &Entry) -> bool {
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
    pub(crate) async fn log(
        &self,
        now: &FightState,
        origin: &Origin,
        wanted: &Wanted,
    ) -> Result<Reply, Fault> {
        let eyes = now.eyes(origin.user);
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
            Since::Seen => self.inner.store.last_seen(origin.user.0, now.id).await?,
            Since::Ever | Since::Hours(_) => 0,
        };
        let earliest = match wanted.since {
            Since::Hours(hours) => self.millis() - hours * 3_600_000,
            Since::Ever | Since::Seen => i64::MIN,
        };
        let standing = self.standing(now).await?;
        // Rows are numbered for the GM alone: the numbers count what players do not see.
        let cover = if eyes.is_gms() { None } else { now.seals.cover() };
        let covered = |row| cover.as_ref().and_then(|cover| cover.put_on(row)).unwrap_or(row);
        let uncovered = |row| cover.as_ref().and_then(|cover| cover.take_off(row)).unwrap_or(row);
        let before = wanted.before.map_or(i64::MAX, uncovered);
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
        entries.iter_mut().for_each(|entry| entry.revision = covered(entry.revision));
        let goes_on_before = goes_on_before.map(covered);
        if wanted.before.is_none() && eyes.viewer != Viewer::Public {
            self.inner.store.saw(origin.user.0, now.id, now.revision).await?;
        }
        let mut asked = wanted.words.clone();
        asked.slots.remove("before");
        // Asked again, there would be nothing new.
        if wanted.since == Since::Seen {
            asked.slots.remove("since");
        }
        let (most, is_earlier) = (wanted.most, wanted.before.is_some());
        let is_numbered = eyes.is_gms();
        let page = LogPage { entries, who, most, asked, is_earlier, is_numbered, goes_on_before };
        Ok(Reply::Shown(Box::new(Shown::Log(page))))
    }
}
