//! Packs the fight states in the journal, so that they take few bytes.
//!
//! A packed state is the zstd frame of the state, with the state of the row before as dictionary:
//! `zAAAA…` is base64 of the hash of the previous state (4 bytes, little-endian) and of the frame.
//! Every [`CHECKPOINT_INTERVAL`]th row stays whole, and so does a state that would not get shorter.
//! Unpacking gives back exactly the text that was written, and uses no rules, so a new release
//! reads old rows unchanged. Rows of versions before 0.3 hold their differences as JSON, and are
//! read as well ([`unpack_pieces`]).
//!
//! A commit packs its state at once if the store still has the state before it in memory.
//! Otherwise it writes the whole state, and [`Store::pack_some_rows_and_check_for_more`] packs it
//! later, when nobody waits for it.
//!
//! All functions that read the journal return whole states ([`Store::load_journal_row`],
//! [`Store::load_journal_rows_before`], [`Store::load_fight`]). Only [`Store::commit`],
//! [`Store::delete_or_replace_user_in_fight`], [`Store::write_all_states_whole`] and
//! [`Store::pack_some_rows_and_check_for_more`] write states, each while nobody else uses the
//! fight.
//!
//! Invariant: a packed row fits the state of the row before it, and holds the hash of that state.
//! Code that changes a stored state must first read all rows of the fight, then write all of
//! them, whole and with `is_packed = 0`, in one transaction, and call
//! [`RecentRows::forget`]. They are packed again later.

use std::cell::RefCell;
use std::mem;
use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD as BASE64;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use serde::Deserialize;
use zstd::bulk::Compressor;
use zstd::zstd_safe::{DCtx, get_frame_content_size};

use super::Store;
use super::error::StoreError;
use super::ids::FightId;
use super::rows::JournalRow;
use super::sql::query;
use super::transaction::Batch;

/// Every so many rows, one always stays whole. A multiple of 32, by which earlier versions wrote.
const CHECKPOINT_INTERVAL: i64 = 64;

/// How many rows of an open fight may stay whole, since the latest rows are read most.
const UNPACKED_OPEN_ROWS: i64 = 8;

/// The first letter of a packed state. A whole one is a JSON object.
const PACKED_PREFIX: char = 'z';

/// The fastest level at which a state of some kilobytes still takes about a hundred bytes.
const ZSTD_LEVEL: i32 = -3;

/// A state is never longer than this, in bytes; a frame that says so is damaged.
const MAX_STATE_BYTES: u64 = 64 << 20;

/// How many bytes of journal rows are kept in memory, and how many rows of a fight. The board and
/// private looks read the last few.
const RECENT_ROWS_BYTES: u64 = 32 << 20;
const RECENT_ROWS_PER_FIGHT: usize = 8;

/// Consecutive rows of a fight, oldest first.
type FightRows = Arc<[Arc<JournalRow>]>;

/// The journal rows that this process wrote last, with whole states, for as many fights as there is
/// room for.
#[derive(Clone)]
pub struct RecentRows(Arc<Cache<FightId, FightRows, RowWeighter>>);

#[derive(Clone)]
struct RowWeighter;

impl Weighter<FightId, FightRows> for RowWeighter {
    fn weight(&self, _: &FightId, rows: &FightRows) -> u64 {
        let text_bytes = |row: &Arc<JournalRow>| {
            [&row.said, &row.tape, &row.notes, &row.state, &row.dice]
                .map(|text| text.len() as u64)
                .iter()
                .sum::<u64>()
        };
        rows.iter().map(|row| text_bytes(row) + size_of::<JournalRow>() as u64).sum()
    }
}

impl Default for RecentRows {
    fn default() -> Self {
        const USUAL_FIGHT_BYTES: u64 = (16 << 10) * RECENT_ROWS_PER_FIGHT as u64;
        let usual_count = (RECENT_ROWS_BYTES / USUAL_FIGHT_BYTES) as usize;
        Self(Arc::new(Cache::with_weighter(usual_count, RECENT_ROWS_BYTES, RowWeighter)))
    }
}

impl RecentRows {
    /// Adds a row that was written, and drops the oldest one of the fight if there are many.
    pub(super) fn add_dropping_oldest(&self, fight: FightId, row: JournalRow) {
        let kept = self.0.get(&fight).unwrap_or_default();
        let surplus = (kept.len() + 1).saturating_sub(RECENT_ROWS_PER_FIGHT);
        let rows = kept[surplus..].iter().cloned().chain([Arc::new(row)]);
        self.0.insert(fight, rows.collect());
    }

    /// Forgets the rows of a fight, because the stored ones may differ from them.
    pub(super) fn forget(&self, fight: FightId) {
        self.0.remove(&fight);
    }

    /// Returns the row of a revision, if it is among the rows that are kept.
    pub(super) fn find(&self, fight: FightId, revision: i64) -> Option<Arc<JournalRow>> {
        let kept = self.0.get(&fight)?;
        kept.iter().find(|row| row.revision == revision).cloned()
    }

    /// Returns the revision of a user's last input, if it is among the rows that are kept.
    pub(super) fn find_last_input_revision(&self, fight: FightId, user: u64) -> Option<i64> {
        let kept = self.0.get(&fight)?;
        kept.iter().rev().find(|row| row.user == Some(user as i64)).map(|row| row.revision)
    }
}

/// A state as a journal row stores it.
pub(super) struct StoredState {
    pub text: String,
    /// Whether it stays as it is, so that it need not be packed later: also a whole state that is a
    /// checkpoint, or that packing would not shorten.
    pub is_packed: bool,
}

/// Returns the FNV-1a hash of a text. Hashes are stored, so the algorithm must never change.
fn hash_text(text: &str) -> u32 {
    const OFFSET_BASIS: u32 = 0x811c_9dc5;
    const PRIME: u32 = 0x0100_0193;
    let mut hash = OFFSET_BASIS;
    for byte in text.bytes() {
        hash = (hash ^ u32::from(byte)).wrapping_mul(PRIME);
    }
    hash
}

thread_local! {
    // A new context costs more than the packing of a state does: it takes memory from the system.
    static COMPRESSOR: RefCell<Compressor<'static>> = RefCell::default();
    static DECOMPRESSOR: RefCell<DCtx<'static>> = RefCell::default();
}

/// Packs a state, given the state before it.
///
/// # Errors
/// Fails if zstd cannot compress it, for want of memory.
pub fn pack_state(before: &str, after: &str) -> std::io::Result<String> {
    let frame = COMPRESSOR.with_borrow_mut(|compressor| {
        // A dictionary that is given to one call (`compress_using_dict`) is read in part only, and
        // then states take twice the bytes.
        compressor.set_dictionary(ZSTD_LEVEL, before.as_bytes())?;
        compressor.compress(after.as_bytes())
    })?;
    let mut packed = hash_text(before).to_le_bytes().to_vec();
    packed.extend(frame);
    Ok(format!("{PACKED_PREFIX}{}", BASE64.encode(packed)))
}

/// Returns the whole state, given the stored one and the whole state before it.
///
/// # Errors
/// Fails if the packed state does not fit the state before it.
fn unpack_if_packed(before: &str, state: String) -> Result<String, StoreError> {
    let unpacked = match state.chars().next() {
        Some(PACKED_PREFIX) => unpack_frame(before, &state[1..]),
        Some('[') => unpack_pieces(before, &state),
        _ => return Ok(state),
    };
    unpacked.ok_or_else(|| StoreError::Corrupt("a state does not fit the one before it".into()))
}

/// Returns whether a stored state is packed: whole states are JSON objects.
fn is_packed(state: &str) -> bool {
    state.starts_with([PACKED_PREFIX, '['])
}

/// Decompresses a state over the one before it. Returns `None` if the text is malformed, or was
/// packed over another state.
fn unpack_frame(before: &str, encoded: &str) -> Option<String> {
    let packed = BASE64.decode(encoded).ok()?;
    let (hash, frame) = packed.split_first_chunk()?;
    if u32::from_le_bytes(*hash) != hash_text(before) {
        return None;
    }
    // `None` within `Ok` means that the frame does not say how long the state is.
    let length = get_frame_content_size(frame).ok()??;
    if length > MAX_STATE_BYTES {
        return None;
    }
    let mut state = Vec::with_capacity(usize::try_from(length).ok()?);
    DECOMPRESSOR
        .with_borrow_mut(|decompressor| {
            decompressor.decompress_using_dict(&mut state, frame, before.as_bytes())
        })
        .ok()?;
    String::from_utf8(state).ok()
}

/// A state as versions before 0.3 packed it: the hash of the previous state, and the pieces of this
/// one, as in `[3735928559,[[0,812],"\"hp\":9,"]]`.
#[derive(Deserialize)]
struct StateInPieces(u32, Vec<StatePiece>);

#[derive(Deserialize)]
#[serde(untagged)]
enum StatePiece {
    /// The start, in bytes, and the length of a piece of the previous state.
    Copied(usize, usize),
    New(String),
}

/// Rebuilds a state from its pieces and the state before it. Returns `None` if the text is
/// malformed, or was packed over another state.
fn unpack_pieces(before: &str, packed: &str) -> Option<String> {
    let StateInPieces(hash, pieces) = serde_json::from_str(packed).ok()?;
    if hash != hash_text(before) {
        return None;
    }
    let mut state = String::new();
    for piece in &pieces {
        state.push_str(match piece {
            StatePiece::Copied(start, length) => before.get(*start..start.checked_add(*length)?)?,
            StatePiece::New(text) => text,
        });
    }
    Some(state)
}

/// Returns whether the row of this revision keeps its state whole, so that others can be unpacked
/// from it.
fn is_checkpoint(revision: i64) -> bool {
    (revision - 1) % CHECKPOINT_INTERVAL == 0
}

impl Store {
    /// Returns how the state of a commit is stored. A checkpoint stays whole. Another state is
    /// packed if this process has the state before it in memory; otherwise it is stored whole for
    /// now and packed later.
    pub(super) fn pack_state_if_previous_is_cached(
        &self,
        fight: FightId,
        revision: i64,
        state: &str,
    ) -> StoredState {
        if is_checkpoint(revision) {
            return StoredState { text: state.into(), is_packed: true };
        }
        let Some(previous_row) = self.recent_rows.find(fight, revision - 1) else {
            return StoredState { text: state.into(), is_packed: false };
        };
        let packed = pack_if_shorter(&previous_row.state, state);
        StoredState { text: packed.unwrap_or_else(|| state.into()), is_packed: true }
    }

    /// Writes all states of all fights whole, for programs that then change them. Nobody else may
    /// use the database meanwhile.
    ///
    /// # Errors
    /// Fails if the database cannot be read or written.
    pub async fn write_all_states_whole(&self) -> Result<(), StoreError> {
        let fights: Vec<i64> = query("SELECT id FROM fight").fetch_all(&self.readers).await?;
        for fight in fights.into_iter().map(FightId) {
            let mut batch = Batch::default();
            for row in self.load_journal_rows_before(fight, i64::MAX, u32::MAX).await? {
                add_whole_state_update(&mut batch, fight, row.revision, row.state);
            }
            self.recent_rows.forget(fight);
            self.write_batch(batch).await?;
        }
        Ok(())
    }

    /// Unpacks the states of consecutive rows, oldest first.
    pub(super) async fn unpack_rows(
        &self,
        fight: FightId,
        rows: &mut [JournalRow],
    ) -> Result<(), StoreError> {
        for index in 0..rows.len() {
            let (earlier, later) = rows.split_at_mut(index);
            let row = &mut later[0];
            if !is_packed(&row.state) {
                continue;
            }
            row.state = match (self.recent_rows.find(fight, row.revision), earlier.last()) {
                (Some(kept), _) => kept.state.clone(),
                (None, Some(before)) => unpack_if_packed(&before.state, mem::take(&mut row.state))?,
                (None, None) => self.load_whole_state(fight, row.revision).await?,
            };
        }
        Ok(())
    }

    /// Returns the whole state of a fight after a row of its journal.
    async fn load_whole_state(&self, fight: FightId, revision: i64) -> Result<String, StoreError> {
        if let Some(kept) = self.recent_rows.find(fight, revision) {
            return Ok(kept.state.clone());
        }
        let last_checkpoint = revision - (revision - 1) % CHECKPOINT_INTERVAL;
        let stored_states: Vec<String> = query(
            "SELECT state FROM journal WHERE fight = ? AND revision BETWEEN ? AND ?
             ORDER BY revision",
        )
        .bind(fight.0)
        .bind(last_checkpoint)
        .bind(revision)
        .fetch_all(&self.readers)
        .await?;
        let mut whole_state = String::new();
        for stored in stored_states {
            whole_state = unpack_if_packed(&whole_state, stored)?;
        }
        Ok(whole_state)
    }

    /// Returns the fights of this process with states to pack: those that are over with any whole
    /// state, and open ones with more than [`UNPACKED_OPEN_ROWS`].
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_fights_to_pack(&self) -> Result<Vec<FightId>, StoreError> {
        let and_own = self.sql_clause_for_own_fights("journal.fight");
        let sql = format!(
            "SELECT journal.fight FROM journal JOIN fight ON fight.id = journal.fight
             WHERE journal.is_packed = 0{and_own} GROUP BY journal.fight, fight.is_open
             HAVING count(*) > ? * fight.is_open ORDER BY journal.fight"
        );
        let select = query(sqlx::AssertSqlSafe(sql)).bind(UNPACKED_OPEN_ROWS);
        let ids: Vec<i64> = select.fetch_all(&self.readers).await?;
        Ok(ids.into_iter().map(FightId).collect())
    }

    /// Packs the states of the first [`CHECKPOINT_INTERVAL`] rows of a fight that are not packed,
    /// in one transaction. Nobody else may use the fight meanwhile. Returns whether there may be
    /// more to pack.
    ///
    /// # Errors
    /// Fails if the database cannot be read or written; then nothing has changed.
    pub async fn pack_some_rows_and_check_for_more(
        &self,
        fight: FightId,
    ) -> Result<bool, StoreError> {
        let rows = self.load_rows_to_pack(fight).await?;
        let mut batch = Batch::default();
        let mut previous_row: Option<&(i64, String)> = None;
        for row in &rows {
            let (revision, state) = row;
            let mut packed = None;
            if !is_checkpoint(*revision) {
                let state_before = match previous_row {
                    Some((previous, before)) if previous + 1 == *revision => before.clone(),
                    _ => self.load_whole_state(fight, revision - 1).await?,
                };
                packed = pack_if_shorter(&state_before, state);
            }
            let stored_state = packed.unwrap_or_else(|| state.clone());
            add_packed_state_update(&mut batch, fight, *revision, stored_state);
            previous_row = Some(row);
        }
        if !rows.is_empty() {
            self.write_batch(batch).await?;
        }
        Ok(rows.len() as i64 == CHECKPOINT_INTERVAL)
    }

    /// Loads revision and state of the first [`CHECKPOINT_INTERVAL`] rows of a fight that are not
    /// packed, in order. The last state of an open fight stays whole, since every input reads it.
    async fn load_rows_to_pack(&self, fight: FightId) -> Result<Vec<(i64, String)>, StoreError> {
        let rows = query(
            "SELECT journal.revision, journal.state FROM journal
             JOIN fight ON fight.id = journal.fight
             WHERE journal.fight = ?1 AND journal.is_packed = 0 AND (fight.is_open = 0 OR
                 journal.revision < (SELECT max(revision) FROM journal WHERE fight = ?1))
             ORDER BY journal.revision LIMIT ?2",
        )
        .bind(fight.0)
        .bind(CHECKPOINT_INTERVAL)
        .fetch_all(&self.readers)
        .await?;
        Ok(rows)
    }
}

/// Adds the statement that writes a state, packed or not shorter if packed, and marks its row as
/// packed.
fn add_packed_state_update(batch: &mut Batch, fight: FightId, revision: i64, state: String) {
    batch.add_sql("UPDATE journal SET state = ?, is_packed = 1 WHERE fight = ? AND revision = ?");
    batch.bind_value(state).bind_value(fight.0).bind_value(revision);
}

/// Adds the statement that writes the state of a row whole.
pub(super) fn add_whole_state_update(
    batch: &mut Batch,
    fight: FightId,
    revision: i64,
    state: String,
) {
    batch.add_sql("UPDATE journal SET state = ?, is_packed = 0 WHERE fight = ? AND revision = ?");
    batch.bind_value(state).bind_value(fight.0).bind_value(revision);
}

/// Packs a state, given the state before it. Returns `None` if that does not make it shorter, or
/// if it would not unpack to the same text.
fn pack_if_shorter(before: &str, state: &str) -> Option<String> {
    let packed = pack_state(before, state).ok()?;
    let is_same = unpack_if_packed(before, packed.clone()).is_ok_and(|unpacked| unpacked == state);
    let is_shorter = packed.len() < state.len();
    if is_same && is_shorter { Some(packed) } else { None }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::super::rows::{FightRow, JournalKind};
    use super::super::tests::{commit_at, fresh, new_fight_row, open_fight};
    use super::*;

    /// Generates texts that have much in common, with characters of several bytes.
    fn any_state() -> impl Strategy<Value = String> {
        const PARTS: &[&str] =
            &["\"hp\":9,", "\"hp\":10,", "\"name\":\"Ása, née 龍\",", "[]", "\\", "\"", "x"];
        vec(select(PARTS), 0..30).prop_map(|parts| format!("{{{}}}", parts.concat()))
    }

    proptest! {
        #[test]
        fn packed_state_unpacks_to_the_same_text(before in any_state(), after in any_state()) {
            let packed = pack_state(&before, &after).unwrap();
            prop_assert!(is_packed(&packed));
            let unpacked = unpack_if_packed(&format!("{before} "), packed.clone());
            prop_assert!(unpacked.is_err(), "another text");
            prop_assert_eq!(unpack_if_packed(&before, packed).unwrap(), after);
        }

        #[test]
        fn damaged_state_is_refused_or_unpacks_to_a_text(
            before in any_state(),
            after in any_state(),
            place in 1usize..40,
            letter in "[A-Za-z0-9+/=]",
        ) {
            let mut packed = pack_state(&before, &after).unwrap();
            if place < packed.len() {
                packed.replace_range(place..=place, &letter);
            }
            let _ = unpack_if_packed(&before, packed);
        }

        #[test]
        fn piece_outside_of_the_previous_state_is_refused(
            before in any_state(),
            start in 0usize..40,
            any_length: usize,
        ) {
            for length in [any_length, any_length % 40] {
                let state = format!("[{},[[{start},{length}]]]", hash_text(&before));
                let is_inside = before.get(start..start.saturating_add(length)).is_some();
                prop_assert_eq!(unpack_if_packed(&before, state).is_ok(), is_inside);
            }
        }
    }

    #[test]
    fn state_in_pieces_of_earlier_versions_is_read() {
        let before = "{\"a\":1,\"hp\":10,\"b\":2,\"c\":[]}";
        let stored = r#"[1382536029,[[0,7],"\"hp\":9,",[15,13]]]"#.to_string();
        assert_eq!(unpack_if_packed(before, stored).unwrap(), before.replace("10", "9"));
    }

    /// Returns a state that changes little from revision to revision, and wholly every 40.
    fn state(revision: i64) -> String {
        let generation = revision / 40;
        let parts: Vec<String> = (0..60)
            .map(|index| format!("\"{generation} {index}\":{}", revision / (index + 1)))
            .collect();
        format!("{{{}}}", parts.join(","))
    }

    async fn count_state_bytes(store: &Store) -> i64 {
        query("SELECT sum(length(state)) FROM journal").fetch_one(&store.readers).await.unwrap()
    }

    async fn commit_state(store: &Store, fight: FightId, revision: i64) {
        let mut commit = commit_at(revision);
        commit.journal.state = state(revision);
        store.commit(fight, commit).await.unwrap();
    }

    async fn check_states(store: &Store, fight: FightId, last: i64) {
        assert_eq!(store.load_fight(fight).await.unwrap().unwrap().state, state(last));
        for revision in 2..=last {
            let row = store.load_journal_row(fight, revision).await.unwrap().unwrap();
            assert_eq!(row.state, state(revision), "{revision}");
        }
        let page = store.load_journal_rows_before(fight, last - 10, 20).await.unwrap();
        assert_eq!(page.len(), 20);
        for (index, row) in page.iter().enumerate() {
            assert_eq!(row.revision, last - 11 - index as i64);
            assert_eq!(row.state, state(row.revision));
        }
    }

    #[tokio::test]
    async fn commits_pack_their_states_at_once() {
        let store = fresh().await;
        let fight = open_fight(&store).await;
        for revision in 2..140 {
            commit_state(&store, fight, revision).await;
        }
        assert!(store.load_fights_to_pack().await.unwrap().is_empty());
        let whole: Vec<i64> =
            query("SELECT revision FROM journal WHERE state NOT LIKE 'z%' ORDER BY revision")
                .fetch_all(&store.readers)
                .await
                .unwrap();
        assert_eq!(whole, [1, 65, 129]);
        check_states(&store, fight, 139).await;
    }

    #[tokio::test]
    async fn state_that_changed_in_the_database_is_not_used() {
        let store = fresh().await;
        let fight = open_fight(&store).await;
        commit_state(&store, fight, 2).await;
        store.write_all_states_whole().await.unwrap();
        commit_state(&store, fight, 3).await;
        let is_packed: i64 = query("SELECT is_packed FROM journal WHERE revision = 3")
            .fetch_one(&store.readers)
            .await
            .unwrap();
        assert_eq!(is_packed, 0);
    }

    #[tokio::test]
    async fn journal_reads_the_same_states_after_packing() {
        let store = fresh().await;
        let fight = open_fight(&store).await;
        for revision in 2..100 {
            commit_state(&store, fight, revision).await;
        }
        store.write_all_states_whole().await.unwrap();
        let whole_bytes = count_state_bytes(&store).await;
        assert_eq!(store.load_fights_to_pack().await.unwrap(), [fight]);
        while store.pack_some_rows_and_check_for_more(fight).await.unwrap() {}
        let packed_bytes = count_state_bytes(&store).await;
        assert!(packed_bytes * 6 < whole_bytes, "{whole_bytes}, {packed_bytes}");
        assert!(store.load_fights_to_pack().await.unwrap().is_empty());
        check_states(&store, fight, 99).await;
        // Later rows are packed once there are enough of them, or the fight is over.
        for revision in 100..104 {
            store.recent_rows.forget(fight);
            commit_state(&store, fight, revision).await;
        }
        assert!(store.load_fights_to_pack().await.unwrap().is_empty());
        let mut end = commit_at(104);
        end.journal.state = state(104);
        end.journal.kind = JournalKind::Administrative;
        end.fight = Some(FightRow { is_open: false, ..new_fight_row() });
        store.commit(fight, end).await.unwrap();
        assert_eq!(store.load_fights_to_pack().await.unwrap(), [fight]);
        while store.pack_some_rows_and_check_for_more(fight).await.unwrap() {}
        assert!(store.load_fights_to_pack().await.unwrap().is_empty());
        check_states(&store, fight, 104).await;
        store.recent_rows.forget(fight);
        check_states(&store, fight, 104).await;
    }
}
