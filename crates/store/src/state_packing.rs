//! Packs the fight states in the journal, so that they take few bytes.
//!
//! A journal row is written with its whole state, and packed later, when nobody waits for it. A
//! packed state holds only the difference from the previous row's state:
//! `[3735928559,[[0,812],"\"hp\":9,"]]` is the hash of the previous state, then 812 bytes of it
//! from its start, then a new text. Every 32nd row stays whole, and so does a state that would not
//! get shorter. Unpacking gives back exactly the text that was written, and uses no rules, so a new
//! release reads old rows unchanged.
//!
//! All functions that read the journal return whole states ([`Store::load_journal_row`],
//! [`Store::load_journal_rows_before`], [`Store::load_fight`]). Only [`Store::commit`],
//! [`Store::erase_user_in_fight`] and [`Store::pack_some_rows`] write states, each while nobody
//! else uses the fight.
//!
//! Invariant: a packed row fits the state of the row before it, and holds the hash of that state.
//! Code that changes a stored state must first read all rows of the fight, and then write all of
//! them, whole and with `is_packed = 0`, in one transaction. They are packed again later.

use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::Store;
use super::error::StoreError;
use super::ids::FightId;
use super::rows::JournalRow;
use super::sql::query;
use super::transaction::Batch;

/// Every so many rows, one always stays whole.
const WHOLE_STATE_INTERVAL: i64 = 32;

/// How many rows of an open fight may stay whole, since the latest rows are read most.
const UNPACKED_OPEN_ROWS: i64 = 8;

/// A packed state: the hash of the previous state, and the pieces of this one.
#[derive(Serialize, Deserialize)]
struct PackedState(u32, Vec<StatePiece>);

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StatePiece {
    /// The start, in bytes, and the length of a piece of the previous state.
    Copied(usize, usize),
    New(String),
}

/// Returns the FNV-1a hash of a text. Hashes are stored, so the algorithm must never change.
fn hash_text(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Packs a state, given the state before it.
fn pack_state(before: &str, after: &str) -> Result<String, StoreError> {
    let old_parts: Vec<&str> = before.split_inclusive(',').collect();
    let new_parts: Vec<&str> = after.split_inclusive(',').collect();
    let mut pieces = Vec::new();
    let mut old_offset = 0;
    for op in capture_diff_slices(Algorithm::Myers, &old_parts, &new_parts) {
        let old_length = old_parts[op.old_range()].iter().map(|part| part.len()).sum();
        match op {
            DiffOp::Equal { .. } => pieces.push(StatePiece::Copied(old_offset, old_length)),
            DiffOp::Insert { .. } | DiffOp::Replace { .. } => {
                pieces.push(StatePiece::New(new_parts[op.new_range()].concat()));
            }
            DiffOp::Delete { .. } => {}
        }
        old_offset += old_length;
    }
    let packed = PackedState(hash_text(before), pieces);
    serde_json::to_string(&packed).map_err(|error| StoreError::from_unreadable_json(&error))
}

/// Returns whether a stored state is packed: a packed one is a JSON array, a whole one an object.
fn is_packed(state: &str) -> bool {
    state.starts_with('[')
}

/// Returns the whole state, given the stored one and the whole state before it.
///
/// # Errors
/// Fails if the packed state does not fit the state before it.
fn unpack_if_packed(before: &str, state: String) -> Result<String, StoreError> {
    if !is_packed(&state) {
        return Ok(state);
    }
    try_unpack(before, &state)
        .ok_or_else(|| StoreError::Corrupt("a state does not fit the one before it".into()))
}

/// Rebuilds a state from its pieces and the state before it. Returns `None` if the text is
/// malformed, or was packed over another state.
fn try_unpack(before: &str, packed: &str) -> Option<String> {
    let PackedState(hash, pieces) = serde_json::from_str(packed).ok()?;
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

impl Store {
    /// Unpacks the states of consecutive rows, oldest first.
    pub(super) async fn unpack_rows(
        &self,
        fight: FightId,
        rows: &mut [JournalRow],
    ) -> Result<(), StoreError> {
        let mut before = match rows.first() {
            Some(first) if is_packed(&first.state) => {
                self.load_whole_state(fight, first.revision - 1).await?
            }
            _ => String::new(),
        };
        for row in rows {
            row.state = unpack_if_packed(&before, std::mem::take(&mut row.state))?;
            before.clone_from(&row.state);
        }
        Ok(())
    }

    /// Returns the whole state of a fight after a row of its journal.
    async fn load_whole_state(&self, fight: FightId, revision: i64) -> Result<String, StoreError> {
        let states: Vec<String> = query(
            "SELECT state FROM journal WHERE fight = ? AND revision BETWEEN ? AND ?
             ORDER BY revision",
        )
        .bind(fight.0)
        .bind(revision - (revision - 1) % WHOLE_STATE_INTERVAL)
        .bind(revision)
        .fetch_all(&self.readers)
        .await?;
        states.into_iter().try_fold(String::new(), |before, state| unpack_if_packed(&before, state))
    }

    /// Returns the fights of this process with states to pack: closed ones with any whole state,
    /// and open ones with more than [`UNPACKED_OPEN_ROWS`].
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

    /// Packs some rows of a fight that nobody else may use meanwhile. Returns whether there may be
    /// more to pack.
    ///
    /// # Errors
    /// Fails if the database cannot be read or written; then nothing has changed.
    pub async fn pack_some_rows(&self, fight: FightId) -> Result<bool, StoreError> {
        // The last state of an open fight stays whole, since every input reads it.
        let rows: Vec<(i64, String)> = query(
            "SELECT journal.revision, journal.state FROM journal
             JOIN fight ON fight.id = journal.fight
             WHERE journal.fight = ?1 AND journal.is_packed = 0 AND (fight.is_open = 0 OR
                 journal.revision < (SELECT max(revision) FROM journal WHERE fight = ?1))
             ORDER BY journal.revision LIMIT ?2",
        )
        .bind(fight.0)
        .bind(WHOLE_STATE_INTERVAL)
        .fetch_all(&self.readers)
        .await?;
        let mut batch = Batch::default();
        let mut previous_row: Option<&(i64, String)> = None;
        for row in &rows {
            let (revision, state) = row;
            let before = match previous_row {
                _ if (revision - 1) % WHOLE_STATE_INTERVAL == 0 => None,
                Some((previous, before)) if previous + 1 == *revision => Some(before.clone()),
                _ => Some(self.load_whole_state(fight, revision - 1).await?),
            };
            let packed = before.and_then(|before| pack_if_shorter(&before, state));
            batch.add_sql(
                "UPDATE journal SET state = ?, is_packed = 1 WHERE fight = ? AND revision = ?",
            );
            batch
                .bind_value(packed.unwrap_or_else(|| state.clone()))
                .bind_value(fight.0)
                .bind_value(*revision);
            previous_row = Some(row);
        }
        if !rows.is_empty() {
            self.write_batch(batch).await?;
        }
        Ok(rows.len() as i64 == WHOLE_STATE_INTERVAL)
    }
}

/// Packs a state, given the state before it. Returns `None` if that does not make it shorter, or
/// if it would not unpack to the same text.
fn pack_if_shorter(before: &str, state: &str) -> Option<String> {
    let packed = pack_state(before, state).ok()?;
    let is_same = unpack_if_packed(before, packed.clone()).is_ok_and(|unpacked| unpacked == state);
    (is_same && packed.len() < state.len()).then_some(packed)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::super::rows::{FightRow, JournalKind};
    use super::super::tests::{fresh, input, open_fight, row};
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
    fn small_change_packs_to_a_short_text() {
        let before = "{\"a\":1,\"hp\":10,\"b\":2,\"c\":[]}";
        let packed = pack_state(before, &before.replace("10", "9")).unwrap();
        assert_eq!(packed, r#"[1382536029,[[0,7],"\"hp\":9,",[15,13]]]"#);
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
        let mut commit = input(revision);
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
    async fn journal_reads_the_same_states_after_packing() {
        let store = fresh().await;
        let fight = open_fight(&store).await;
        for revision in 2..100 {
            commit_state(&store, fight, revision).await;
        }
        let whole_bytes = count_state_bytes(&store).await;
        assert_eq!(store.load_fights_to_pack().await.unwrap(), [fight]);
        while store.pack_some_rows(fight).await.unwrap() {}
        let packed_bytes = count_state_bytes(&store).await;
        assert!(packed_bytes * 3 < whole_bytes, "{whole_bytes}, {packed_bytes}");
        assert!(store.load_fights_to_pack().await.unwrap().is_empty());
        check_states(&store, fight, 99).await;
        // Later rows are packed once there are enough of them, or the fight is over.
        for revision in 100..104 {
            commit_state(&store, fight, revision).await;
        }
        assert!(store.load_fights_to_pack().await.unwrap().is_empty());
        let mut end = input(104);
        end.journal.state = state(104);
        end.journal.kind = JournalKind::Administrative;
        end.fight = Some(FightRow { is_open: false, ..row() });
        store.commit(fight, end).await.unwrap();
        assert_eq!(store.load_fights_to_pack().await.unwrap(), [fight]);
        while store.pack_some_rows(fight).await.unwrap() {}
        assert!(store.load_fights_to_pack().await.unwrap().is_empty());
        check_states(&store, fight, 104).await;
    }
}
