//! The log: past events as one viewer may know them, filtered, a page at a time.
//!
//! Filters look only at what the viewer is shown anyway, and the renderer finds who is mentioned,
//! so an empty result reveals nothing.

use std::collections::BTreeSet;

use engine::core::command::{Command, Refusal};
use engine::core::ids::UserId;
use engine::visibility::view::Viewer;
use store::error::StoreError;
use store::rows::JournalRow;

use crate::api::RefusableResult;
use crate::api::fight_log::{LogAuthor, LogEntry, LogFilter, LogPage, LogQuery, LogSince};
use crate::api::input::{InputReply, QueryResult, RequestContext, query_reply, refusal_reply};
use crate::api::sealed_dice::IdCipher;
use crate::runtime::app::App;
use crate::state::fight_state::FightState;
use crate::state::perspective::Perspective;
use crate::transaction::journal_view::build_log_entry_if_visible;

/// How many rows are read at once.
const SCANNED_ROWS: u32 = 200;

/// The most entries that the viewers may see and that are looked at for one page.
const MAX_SCANNED_ENTRIES: usize = 200;

/// How many entries a page of a player holds for each that is shown: some of them tell nothing.
const SPARE_FACTOR: usize = 4;

impl LogQuery {
    /// Returns whether the query asks for an entry, by its author, its round, or because it is
    /// undone.
    fn matches(&self, state: &FightState, entry: &LogEntry) -> bool {
        let is_whose = match self.filter {
            None => true,
            Some(LogFilter::Undone) => entry.is_undone,
            Some(wanted) => match entry.author {
                LogAuthor::User(user) if !state.is_gm(user) => wanted == LogFilter::Players,
                LogAuthor::User(_) | LogAuthor::UnnamedGm => wanted == LogFilter::Gm,
                LogAuthor::Clock => wanted == LogFilter::Clock,
            },
        };
        is_whose && self.round.is_none_or(|round| round == entry.round)
    }

    /// Returns the query as a command without the position of its page, to read other pages.
    fn command_for_other_pages(&self) -> Command {
        let mut command = self.command.clone();
        command.slots.remove("before");
        // Repeated as it is, it would find nothing new.
        if self.since == LogSince::LastSeen {
            command.slots.remove("since");
        }
        command
    }
}

/// Returns the names, as the viewers know them, of the combatant whose entries are wanted; none for
/// an empty name.
///
/// # Errors
/// `bad-target` for somebody whom they do not know.
fn find_subject_names(
    state: &FightState,
    perspective: &Perspective,
    name: &str,
) -> Result<Vec<String>, Refusal> {
    if name.is_empty() {
        return Ok(Vec::new());
    }
    let member = state.find_member_or_refuse(perspective, name)?;
    let mut names = vec![member.name.clone()];
    names.extend(member.former_names.iter().cloned());
    if perspective.is_gm() {
        names.extend(member.true_name.clone());
    }
    Ok(names)
}

/// Names times from which a log can be read, if a text was refused that is none.
fn name_example_times(text: &str, refusal: Refusal) -> Refusal {
    match refusal.key.as_str() {
        "bad-time" => Refusal::bad_value("since", text)
            .with("names", "seen, 12h, 3d, 2 weeks, monday, yesterday 8pm"),
        _ => refusal,
    }
}

/// The numbers by which a reader sees journal rows: encrypted for all but GMs, since they count
/// rows that players cannot see.
struct RowNumbers {
    /// `None` where the true numbers are shown.
    cipher: Option<IdCipher>,
}

impl RowNumbers {
    /// Returns the numbers as these viewers see them.
    fn for_reader(state: &FightState, perspective: &Perspective) -> Self {
        let cipher = if perspective.is_gm() { None } else { state.secrets.id_cipher() };
        Self { cipher }
    }

    /// Returns the number that is shown for a revision.
    fn to_shown(&self, revision: i64) -> i64 {
        let encrypted = self.cipher.as_ref().and_then(|cipher| cipher.encrypt(revision));
        encrypted.unwrap_or(revision)
    }

    /// Returns the revision of a number that was shown.
    fn parse_shown(&self, shown: i64) -> i64 {
        let decrypted = self.cipher.as_ref().and_then(|cipher| cipher.decrypt(shown));
        decrypted.unwrap_or(shown)
    }
}

/// Where the rows begin that a reader wants to see.
struct LogStart {
    /// Rows of higher revisions than this.
    after_revision: i64,
    /// Rows that are not older than this, in milliseconds since 1970.
    earliest: i64,
}

/// Which journal rows are searched for the entries of a page.
struct SearchedRows {
    /// Rows of lower revisions than this.
    before: i64,
    /// Rows of higher revisions than this.
    after: i64,
    /// Rows that are not older than this, in milliseconds since 1970.
    earliest: i64,
    /// No more rows once so many entries are found; `None` for no such limit.
    max_entries: Option<usize>,
}

impl SearchedRows {
    /// Returns whether a row, and with it every older one, lies before the rows that are searched.
    fn ends_before(&self, row: &JournalRow) -> bool {
        row.revision <= self.after || row.at < self.earliest
    }
}

impl App {
    /// Loads the next journal rows before a revision that are searched for entries, the latest
    /// first.
    async fn load_scanned_rows(
        &self,
        state: &FightState,
        before: i64,
    ) -> Result<Vec<JournalRow>, StoreError> {
        self.inner.store.load_journal_rows_before(state.id, before, SCANNED_ROWS).await
    }

    /// Returns the entries that match the query, the latest first, and the revision before which
    /// the next page begins; `None` for the last page.
    async fn search_log_entries(
        &self,
        state: &FightState,
        query: &LogQuery,
        perspective: &Perspective,
        searched: &SearchedRows,
    ) -> Result<(Vec<LogEntry>, Option<i64>), StoreError> {
        let effective = self.load_effective_revisions(state).await?;
        let mut entries: Vec<LogEntry> = Vec::new();
        let mut scanned_entries = 0;
        let mut rows = self.load_scanned_rows(state, searched.before).await?;
        loop {
            for (index, row) in rows.iter().enumerate() {
                if searched.ends_before(row) {
                    return Ok((entries, None));
                }
                // Where a page ends must not depend on rows that the viewers cannot see.
                let is_page_full = searched.max_entries == Some(entries.len());
                if is_page_full || scanned_entries == MAX_SCANNED_ENTRIES {
                    return Ok((entries, Some(row.revision + 1)));
                }
                let older_row = rows.get(index + 1);
                let entry = self
                    .build_scanned_entry_if_visible(state, row, older_row, perspective, &effective)
                    .await?;
                let Some(entry) = entry else { continue };
                scanned_entries += 1;
                if query.matches(state, &entry) {
                    entries.push(entry);
                }
            }
            let Some(oldest) = rows.last().filter(|row| row.revision > 1) else {
                return Ok((entries, None));
            };
            rows = self.load_scanned_rows(state, oldest.revision).await?;
        }
    }

    /// Builds the log entry of a scanned row; `None` where the viewers know nothing of it.
    /// `older_row` is the row before it, or `None` for the last of the rows that were read at once.
    async fn build_scanned_entry_if_visible(
        &self,
        state: &FightState,
        row: &JournalRow,
        older_row: Option<&JournalRow>,
        perspective: &Perspective,
        effective_revisions: &BTreeSet<i64>,
    ) -> Result<Option<LogEntry>, StoreError> {
        if older_row.is_some() {
            return build_log_entry_if_visible(row, older_row, perspective, effective_revisions);
        }
        let older_row = self.inner.store.load_journal_row(state.id, row.revision - 1).await?;
        build_log_entry_if_visible(row, older_row.as_ref(), perspective, effective_revisions)
    }

    /// Returns from where on a reader wants to see the log. The inner error refuses a text that is
    /// no time until now.
    async fn load_log_start(
        &self,
        state: &FightState,
        reader: UserId,
        since: &LogSince,
    ) -> RefusableResult<LogStart> {
        let mut start = LogStart { after_revision: 0, earliest: i64::MIN };
        match since {
            LogSince::Beginning => {}
            LogSince::LastSeen => {
                let store = &self.inner.store;
                start.after_revision =
                    store.load_last_seen_or_input_revision_or_zero(reader.0, state.id).await?;
            }
            LogSince::SecsAgo(secs) => start.earliest = self.now_millis() - secs * 1_000,
            LogSince::Moment(text) => {
                let availability = self.load_availability(reader).await?;
                match availability.parse_past_start_time(text, self.inner.clock.now()) {
                    Ok(moment) => start.earliest = moment.as_millisecond(),
                    Err(refusal) => return Ok(Err(name_example_times(text, refusal))),
                }
            }
        }
        Ok(Ok(start))
    }

    /// Builds a page of the log, or refuses an unknown combatant. A reader with a part in the fight
    /// who reads the latest page has seen everything from then on.
    pub(crate) async fn build_log_page_and_mark_seen(
        &self,
        state: &FightState,
        context: &RequestContext,
        query: &LogQuery,
    ) -> Result<InputReply, StoreError> {
        let perspective = state.perspective_of_user(context.user);
        let subject_names = match find_subject_names(state, &perspective, query.command.get("who"))
        {
            Ok(names) => names,
            Err(refusal) => return Ok(refusal_reply(refusal)),
        };
        let start = match self.load_log_start(state, context.user, &query.since).await? {
            Ok(start) => start,
            Err(refusal) => return Ok(refusal_reply(refusal)),
        };
        let row_numbers = RowNumbers::for_reader(state, &perspective);
        let before = query.before.map(|shown| row_numbers.parse_shown(shown));
        let max_entries =
            if perspective.is_gm() { query.limit } else { SPARE_FACTOR * query.limit };
        let searched = SearchedRows {
            before: before.unwrap_or(i64::MAX),
            after: start.after_revision,
            earliest: start.earliest,
            // Who is mentioned in an entry is found out later.
            max_entries: if subject_names.is_empty() { Some(max_entries) } else { None },
        };
        let (mut entries, next_before) =
            self.search_log_entries(state, query, &perspective, &searched).await?;
        entries.reverse();
        for entry in &mut entries {
            entry.revision = row_numbers.to_shown(entry.revision);
        }
        let next_before = next_before.map(|revision| row_numbers.to_shown(revision));
        if query.before.is_none() && perspective.viewer != Viewer::Public {
            self.inner
                .store
                .store_last_seen_revision(context.user.0, state.id, state.revision)
                .await?;
        }
        Ok(query_reply(QueryResult::Log(LogPage {
            entries,
            subject_names,
            limit: query.limit,
            command: query.command_for_other_pages(),
            has_later_entries: query.before.is_some(),
            is_numbered: perspective.is_gm(),
            next_before,
        })))
    }
}
