//! How a fight stood after each row of its journal, in few bytes.
//!
//! A row is written with its whole state, and packed later, when nobody waits for it. Then only
//! what has changed since the row before is kept: in `[3735928559,[[0,812],"\"hp\":9,"]]` a mark of
//! the text before, 812 bytes of it from its start, and then something new. Every 32nd row is kept
//! whole, and so is what would not be shorter. What is read is the very text that was written: no
//! rule has a part in it, so a new release reads old rows as they were.
//!
//! Whoever reads the journal gets whole states ([`Store::journal_row`], [`Store::journal_before`],
//! [`Store::load`]). They are written by [`Store::commit`], written over by [`Store::forget_in`]
//! and packed by [`Store::pack`] alone, each while nobody else has the fight.
//!
//! Invariant: a packed row fits the text of the row before it, and has a mark of that. Whoever
//! changes a state that is stored reads all rows of the fight first, and writes all of them, whole
//! and with `is_packed = 0`, in one transaction; they are packed again by themselves.

use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use super::Store;
use super::error::StoreError;
use super::ids::FightId;
use super::rows::JournalRow;
use super::sql::query;
use super::transaction::Batch;

/// From one row that is whole for good to the next.
const WHOLE_STATE_INTERVAL: i64 = 32;

/// So many rows of an open fight may be whole: those that are looked at most.
const UNPACKED_OPEN_ROWS: i64 = 8;

/// What has changed: a mark of the text before, and the parts of the text.
#[derive(Serialize, Deserialize)]
struct PackedState(u32, Vec<StatePiece>);

/// A part of a text.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StatePiece {
    /// So many bytes of the text before, from there on.
    Copied(usize, usize),
    New(String),
}

/// FNV-1a: it finds out that a text is another one, and never changes.
fn hash_text(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |mark, byte| (mark ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// What has changed from one text to the next.
fn pack_state(before: &str, after: &str) -> Result<String, StoreError> {
    let words = |text| str::split_inclusive(text, ',').collect::<Vec<_>>();
    let (old, new) = (words(before), words(after));
    let (mut pieces, mut at) = (Vec::new(), 0);
    for op in capture_diff_slices(Algorithm::Myers, &old, &new) {
        let length = old[op.old_range()].iter().map(|word| word.len()).sum();
        match op {
            DiffOp::Equal { .. } => pieces.push(StatePiece::Copied(at, length)),
            DiffOp::Insert { .. } | DiffOp::Replace { .. } => {
                pieces.push(StatePiece::New(new[op.new_range()].concat()));
            }
            DiffOp::Delete { .. } => {}
        }
        at += length;
    }
    let packed = PackedState(hash_text(before), pieces);
    serde_json::to_string(&packed).map_err(|wrong| StoreError::Other(wrong.to_string()))
}

/// A fight is an object, what has changed is a list.
fn is_packed(state: &str) -> bool {
    state.starts_with('[')
}

/// The text again, from how it is stored and the text of the row before.
fn unpack_state(before: &str, state: String) -> Result<String, StoreError> {
    if !is_packed(&state) {
        return Ok(state);
    }
    let whole = || {
        let PackedState(of, pieces) = serde_json::from_str(&state).ok()?;
        let part = |piece: &StatePiece| match piece {
            StatePiece::Copied(at, length) => {
                before.get(*at..at.checked_add(*length)?).map(String::from)
            }
            StatePiece::New(text) => Some(text.clone()),
        };
        if of == hash_text(before) { pieces.iter().map(part).collect() } else { None }
    };
    whole().ok_or_else(|| StoreError::Corrupt("a state does not fit the one before it".into()))
}

impl Store {
    /// Makes the states of rows whole that follow each other, oldest first.
    pub(super) async fn unpack_rows(
        &self,
        fight: FightId,
        rows: &mut [JournalRow],
    ) -> Result<(), StoreError> {
        let mut before = match rows.first() {
            Some(first) if is_packed(&first.state) => {
                self.load_state(fight, first.revision - 1).await?
            }
            _ => String::new(),
        };
        for row in rows {
            row.state = unpack_state(&before, std::mem::take(&mut row.state))?;
            before.clone_from(&row.state);
        }
        Ok(())
    }

    /// How a fight stood after a row.
    async fn load_state(&self, fight: FightId, revision: i64) -> Result<String, StoreError> {
        let states: Vec<String> = query(
            "SELECT state FROM journal WHERE fight = ? AND revision BETWEEN ? AND ?
             ORDER BY revision",
        )
        .bind(fight.0)
        .bind(revision - (revision - 1) % WHOLE_STATE_INTERVAL)
        .bind(revision)
        .fetch_all(&self.readers)
        .await?;
        states.into_iter().try_fold(String::new(), |before, state| unpack_state(&before, state))
    }

    /// The fights of this program that have rows to pack: all of those that are over, and all but
    /// the last few of those that go on.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_fights_to_pack(&self) -> Result<Vec<FightId>, StoreError> {
        let ours = self.own_fights_condition("journal.fight");
        let unpacked = format!(
            "SELECT journal.fight FROM journal JOIN fight ON fight.id = journal.fight
             WHERE journal.is_packed = 0{ours} GROUP BY journal.fight, fight.is_open
             HAVING count(*) > ? * fight.is_open ORDER BY journal.fight"
        );
        let unpacked = query(sqlx::AssertSqlSafe(unpacked)).bind(UNPACKED_OPEN_ROWS);
        let ids: Vec<i64> = unpacked.fetch_all(&self.readers).await?;
        Ok(ids.into_iter().map(FightId).collect())
    }

    /// Packs some rows of a fight that nobody else has meanwhile; whether there may be more.
    ///
    /// # Errors
    /// The file could not be used; nothing has changed.
    pub async fn pack_some_rows(&self, fight: FightId) -> Result<bool, StoreError> {
        // How an open fight stands is read whole.
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
        let mut last: Option<&(i64, String)> = None;
        for row in &rows {
            let (revision, state) = row;
            let before = match last {
                _ if (revision - 1) % WHOLE_STATE_INTERVAL == 0 => None,
                Some((last, before)) if last + 1 == *revision => Some(before.clone()),
                _ => Some(self.load_state(fight, revision - 1).await?),
            };
            let shorter = before.and_then(|before| {
                let packed = pack_state(&before, state).ok()?;
                let is_same = unpack_state(&before, packed.clone()).is_ok_and(|it| it == *state);
                (is_same && packed.len() < state.len()).then_some(packed)
            });
            batch.add_sql(
                "UPDATE journal SET state = ?, is_packed = 1 WHERE fight = ? AND revision = ?",
            );
            batch
                .bind_value(shorter.unwrap_or_else(|| state.clone()))
                .bind_value(fight.0)
                .bind_value(*revision);
            last = Some(row);
        }
        if !rows.is_empty() {
            self.write_batch(batch).await?;
        }
        Ok(rows.len() as i64 == WHOLE_STATE_INTERVAL)
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::select;

    use super::super::Store;
    use super::super::rows::JournalKind;
    use super::super::tests::{fresh, input, open_fight};
    use super::*;

    /// Texts that have much in common, and letters of several bytes.
    fn any_state() -> impl Strategy<Value = String> {
        const WORDS: &[&str] =
            &["\"hp\":9,", "\"hp\":10,", "\"name\":\"Ása, née 龍\",", "[]", "\\", "\"", "x"];
        vec(select(WORDS), 0..30).prop_map(|words| format!("{{{}}}", words.concat()))
    }

    proptest! {
        #[test]
        fn what_is_packed_comes_out_as_it_was(before in any_state(), after in any_state()) {
            let packed = pack_state(&before, &after).unwrap();
            prop_assert!(is_packed(&packed));
            prop_assert!(unpack_state(&format!("{before} "), packed.clone()).is_err(), "another text");
            prop_assert_eq!(unpack_state(&before, packed).unwrap(), after);
        }

        #[test]
        fn what_does_not_fit_is_damaged(before in any_state(), at in 0usize..40, most: usize) {
            for length in [most, most % 40] {
                let state = format!("[{},[[{at},{length}]]]", hash_text(&before));
                let is_there = before.get(at..at.saturating_add(length)).is_some();
                prop_assert_eq!(unpack_state(&before, state).is_ok(), is_there);
            }
        }
    }

    #[test]
    fn little_is_kept_of_little_that_changes() {
        let before = "{\"a\":1,\"hp\":10,\"b\":2,\"c\":[]}";
        let packed = pack_state(before, &before.replace("10", "9")).unwrap();
        assert_eq!(packed, r#"[1382536029,[[0,7],"\"hp\":9,",[15,13]]]"#);
    }

    /// How a fight stands after a row: mostly as before, and now and then all is new.
    fn state(revision: i64) -> String {
        let new = revision / 40;
        let parts: Vec<String> =
            (0..60).map(|at| format!("\"{new} {at}\":{}", revision / (at + 1))).collect();
        format!("{{{}}}", parts.join(","))
    }

    async fn bytes(store: &Store) -> i64 {
        query("SELECT sum(length(state)) FROM journal").fetch_one(&store.readers).await.unwrap()
    }

    async fn plays(store: &Store, fight: FightId, revision: i64) {
        let mut commit = input(revision);
        commit.journal.state = state(revision);
        store.commit(fight, commit).await.unwrap();
    }

    async fn check(store: &Store, fight: FightId, last: i64) {
        assert_eq!(store.load_fight(fight).await.unwrap().unwrap().state, state(last));
        for revision in 2..=last {
            let row = store.load_journal_row(fight, revision).await.unwrap().unwrap();
            assert_eq!(row.state, state(revision), "{revision}");
        }
        let page = store.load_journal_rows_before(fight, last - 10, 20).await.unwrap();
        assert_eq!(page.len(), 20);
        for (place, row) in page.iter().enumerate() {
            assert_eq!(row.revision, last - 11 - place as i64);
            assert_eq!(row.state, state(row.revision));
        }
    }

    #[tokio::test]
    async fn rows_are_the_same_however_they_are_stored() {
        let store = fresh().await;
        let fight = open_fight(&store).await;
        for revision in 2..100 {
            plays(&store, fight, revision).await;
        }
        let written = bytes(&store).await;
        assert_eq!(store.load_fights_to_pack().await.unwrap(), [fight]);
        while store.pack_some_rows(fight).await.unwrap() {}
        assert!(bytes(&store).await * 3 < written, "{written}, {}", bytes(&store).await);
        assert!(store.load_fights_to_pack().await.unwrap().is_empty());
        check(&store, fight, 99).await;
        // What comes later is packed once there is enough of it, or the fight is over.
        for revision in 100..104 {
            plays(&store, fight, revision).await;
        }
        assert!(store.load_fights_to_pack().await.unwrap().is_empty());
        let mut end = input(104);
        end.journal.state = state(104);
        end.journal.kind = JournalKind::Administrative;
        end.fight =
            Some(super::super::rows::FightRow { is_open: false, ..super::super::tests::row() });
        store.commit(fight, end).await.unwrap();
        assert_eq!(store.load_fights_to_pack().await.unwrap(), [fight]);
        while store.pack_some_rows(fight).await.unwrap() {}
        assert!(store.load_fights_to_pack().await.unwrap().is_empty());
        check(&store, fight, 104).await;
    }
}
