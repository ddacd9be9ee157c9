//! The log: what happened, as one viewer may know it, filtered, a page at a time.
//!
//! Every filter looks only at what the viewer is shown anyway; who is spoken of is found out by
//! whoever puts it into words. So a filter that finds nothing tells nothing.

use engine::core::command::Refusal;
use engine::visibility::view::Viewer;
use store::error::StoreError;

use crate::api::fight_log::{LogEntry, LogFilter, LogPage, LogQuery, LogSince};
use crate::api::input::{InputReply, QueryResult, RequestContext};
use crate::runtime::app::App;
use crate::state::fight_state::FightState;
use crate::transaction::journal_view::build_log_entry;

/// The most rows that are looked through for one page.
const MAX_SCANNED_ROWS: u32 = 200;

impl LogQuery {
    fn matches(&self, state: &FightState, entry: &LogEntry) -> bool {
        let is_whose = match self.filter {
            None => true,
            Some(LogFilter::Players) => entry.user.is_some_and(|user| !state.is_gm(user)),
            Some(LogFilter::Gm) => entry.user.is_some_and(|user| state.is_gm(user)),
            Some(LogFilter::Clock) => entry.user.is_none(),
            Some(LogFilter::Undone) => entry.is_undone,
        };
        is_whose && self.round.is_none_or(|round| round == entry.round)
    }
}

impl App {
    /// A page of the log. Whoever looks at the latest has seen all there is.
    pub(crate) async fn build_log_page(
        &self,
        state: &FightState,
        context: &RequestContext,
        query: &LogQuery,
    ) -> Result<InputReply, StoreError> {
        let eyes = state.viewers_for(context.user);
        let who = match query.command.get("who") {
            "" => Vec::new(),
            name => {
                match eyes.find_combatant(&state.game, name).and_then(|who| state.member(who)) {
                    Some(member) => {
                        let true_name = member.true_name.iter().filter(|_| eyes.is_gm());
                        let names = std::iter::once(&member.name).chain(&member.former_names);
                        names.chain(true_name).cloned().collect()
                    }
                    None => {
                        let unknown = Refusal::new("bad-target", "").with("name", name);
                        return Ok(InputReply::Refused(Box::new(unknown)));
                    }
                }
            }
        };
        let after = match query.since {
            LogSince::LastSeen => {
                self.inner.store.load_last_seen_revision(context.user.0, state.id).await?
            }
            LogSince::Beginning | LogSince::Hours(_) => 0,
        };
        let earliest = match query.since {
            LogSince::Hours(hours) => self.now_millis() - hours * 3_600_000,
            LogSince::Beginning | LogSince::LastSeen => i64::MIN,
        };
        let standing = self.load_effective_revisions(state).await?;
        // Rows are numbered for the GM alone: the numbers count what players do not see.
        let cover = if eyes.is_gm() { None } else { state.secrets.id_cipher() };
        let covered = |row| cover.as_ref().and_then(|cover| cover.encrypt(row)).unwrap_or(row);
        let uncovered = |row| cover.as_ref().and_then(|cover| cover.decrypt(row)).unwrap_or(row);
        let before = query.before.map_or(i64::MAX, uncovered);
        let rows =
            self.inner.store.load_journal_rows_before(state.id, before, MAX_SCANNED_ROWS).await?;
        let first = rows.last().map(|row| row.revision);
        let mut goes_on_before = first.filter(|first| *first > 1);
        let mut entries = Vec::new();
        for (place, row) in rows.iter().enumerate() {
            if row.revision <= after || row.at < earliest {
                goes_on_before = None;
                break;
            }
            if who.is_empty() && entries.len() == query.limit {
                goes_on_before = Some(row.revision + 1);
                break;
            }
            let entry = match rows.get(place + 1) {
                Some(earlier) => build_log_entry(row, Some(earlier), &eyes, &standing)?,
                None => {
                    let earlier =
                        self.inner.store.load_journal_row(state.id, row.revision - 1).await?;
                    build_log_entry(row, earlier.as_ref(), &eyes, &standing)?
                }
            };
            entries.extend(entry.filter(|entry| query.matches(state, entry)));
        }
        entries.reverse();
        entries.iter_mut().for_each(|entry| entry.revision = covered(entry.revision));
        let goes_on_before = goes_on_before.map(covered);
        if query.before.is_none() && eyes.viewer != Viewer::Public {
            self.inner
                .store
                .store_last_seen_revision(context.user.0, state.id, state.revision)
                .await?;
        }
        let mut asked = query.command.clone();
        asked.slots.remove("before");
        // Asked again, there would be nothing new.
        if query.since == LogSince::LastSeen {
            asked.slots.remove("since");
        }
        let (most, is_earlier) = (query.limit, query.before.is_some());
        let is_numbered = eyes.is_gm();
        let page = LogPage {
            entries,
            subject_names: who,
            limit: most,
            command: asked,
            is_earlier,
            is_numbered,
            next_before: goes_on_before,
        };
        Ok(InputReply::QueryResult(Box::new(QueryResult::Log(page))))
    }
}
