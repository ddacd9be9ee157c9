//! Forgetting people, and servers that have removed the bot: what is deleted, and what is written
//! over because it belongs to others as well. Which columns are about people is judged in the test
//! below, one by one.
//!
//! A person is forgotten in many transactions, fight by fight; until the last of them a row says
//! that it goes on, so that whoever starts after a crash takes it up again.

use std::collections::BTreeSet;

use super::Store;
use super::error::StoreError;
use super::ids::{FightId, Millis};
use super::rows::{FightRow, StoredInput, UserErasure};
use super::sql::{FromRow, SqlQuery, query};
use super::transaction::Batch;

/// A table of fights: by which columns its rows are known, and the texts in which people can stand.
struct TextColumns {
    table: &'static str,
    key_columns: &'static [&'static str],
    text_columns: &'static [&'static str],
}

const fn text_columns_of(
    table: &'static str,
    key_columns: &'static [&'static str],
    text_columns: &'static [&'static str],
) -> TextColumns {
    TextColumns { table, key_columns, text_columns }
}

const TEXT_COLUMNS: &[TextColumns] = &[
    text_columns_of("journal", &["revision"], &["said", "tape", "notes"]),
    text_columns_of("prompt", &["revision", "place"], &["asked", "outcome"]),
    text_columns_of("post", &["id"], &["letter"]),
    text_columns_of("record", &["subject", "revision"], &["told"]),
    text_columns_of("standing_order", &["combatant", "place"], &["given"]),
    text_columns_of("plan", &["combatant"], &["planned"]),
    text_columns_of("kept_answer", &["revision", "place"], &["said"]),
];

/// The fights of which all rows are looked through in one statement: of more, a server might not
/// be done in time.
const FIGHTS_PER_QUERY: usize = if cfg!(test) { 2 } else { 1000 };

/// Every table of a fight, those that refer to others first.
const FIGHT_TABLES: &[&str] = &[
    "participant",
    "prompt",
    "turn",
    "timer",
    "post",
    "message",
    "record",
    "standing_order",
    "plan",
    "kept_answer",
    "seen",
    "here",
    "lent",
    "returned",
    "journal",
];

impl Store {
    /// The fights of which somebody is the GM, or in which they have said something.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_fights_led_or_played_by(
        &self,
        user: u64,
    ) -> Result<Vec<FightId>, StoreError> {
        let ids: Vec<i64> = self
            .query_fights_in_chunks(|first, last| {
                let some = query(
                    "SELECT id FROM fight WHERE id BETWEEN ? AND ? AND (gm = ? OR
                     EXISTS (SELECT 1 FROM journal WHERE journal.fight = fight.id AND user = ?))
                     ORDER BY id",
                );
                some.bind(first).bind(last).bind(user as i64).bind(user as i64)
            })
            .await?;
        Ok(ids.into_iter().map(FightId).collect())
    }

    /// All fights in which somebody is named, though they may never have said anything there. All
    /// of the journal is looked through for that.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_fights_mentioning(&self, user: u64) -> Result<Vec<FightRow>, StoreError> {
        let named = format!(
            "SELECT * FROM fight WHERE id BETWEEN ? AND ? AND (gm = ? OR people LIKE '%{user}%'
             OR EXISTS (SELECT 1 FROM journal WHERE journal.fight = fight.id
                        AND (user = ? OR said LIKE '%{user}%')))
             ORDER BY id"
        );
        self.query_fights_in_chunks(|first, last| {
            let some = query_from_code(named.clone()).bind(first).bind(last);
            some.bind(user as i64).bind(user as i64)
        })
        .await
    }

    /// What is found in all fights, by ids from one to another, a stretch at a time.
    async fn query_fights_in_chunks<T: FromRow>(
        &self,
        query_range: impl Fn(i64, i64) -> SqlQuery,
    ) -> Result<Vec<T>, StoreError> {
        let end = self.next_free_fight_id().await?.0;
        let mut found = Vec::new();
        for first in (1..end).step_by(FIGHTS_PER_QUERY) {
            let some = query_range(first, first + FIGHTS_PER_QUERY as i64 - 1);
            found.extend(some.fetch_all::<T>(&self.readers).await?);
        }
        Ok(found)
    }

    /// What was said in a fight, oldest first.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_inputs(&self, fight: FightId) -> Result<Vec<StoredInput>, StoreError> {
        let rows: Vec<(i64, Option<i64>, String)> =
            query("SELECT at, user, said FROM journal WHERE fight = ? ORDER BY revision")
                .bind(fight.0)
                .fetch_all(&self.readers)
                .await?;
        let said = |(at, user, said): (_, Option<i64>, _)| StoredInput {
            at,
            user: user.map(i64::cast_unsigned),
            input: said,
        };
        Ok(rows.into_iter().map(said).collect())
    }

    /// How much somebody has said in fights.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn count_inputs_by(&self, user: u64) -> Result<i64, StoreError> {
        let counts: Vec<i64> = self
            .query_fights_in_chunks(|first, last| {
                let some =
                    query("SELECT count(*) FROM journal WHERE fight BETWEEN ? AND ? AND user = ?");
                some.bind(first).bind(last).bind(user as i64)
            })
            .await?;
        Ok(counts.into_iter().sum())
    }

    /// The names of the secrets that dice follow from which only one user has read.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_private_dice_names(&self, user: u64) -> Result<Vec<String>, StoreError> {
        let names = "SELECT name FROM day_of_dice WHERE name LIKE ? ORDER BY name";
        Ok(query(names).bind(private_dice_pattern(user)).fetch_all(&self.readers).await?)
    }

    /// Who is being forgotten.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_users_being_erased(&self) -> Result<Vec<u64>, StoreError> {
        let users: Vec<i64> =
            query("SELECT user FROM leaver ORDER BY user").fetch_all(&self.readers).await?;
        Ok(users.into_iter().map(i64::cast_unsigned).collect())
    }

    /// Somebody is to be forgotten: what is theirs alone goes at once.
    ///
    /// # Errors
    /// The file could not be written; nothing is deleted.
    pub async fn begin_user_erasure(&self, user: u64) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        let mut each = |sql| {
            batch.add_sql(sql).bind_value(user as i64);
        };
        each("INSERT INTO leaver (user) VALUES (?) ON CONFLICT DO NOTHING");
        each("DELETE FROM lent WHERE sheet IN (SELECT id FROM sheet WHERE user = ?)");
        each("DELETE FROM returned WHERE sheet IN (SELECT id FROM sheet WHERE user = ?)");
        each("DELETE FROM sheet WHERE user = ?");
        each("DELETE FROM template WHERE user = ?");
        each("DELETE FROM person WHERE user = ?");
        each("DELETE FROM seen WHERE user = ?");
        each("DELETE FROM here WHERE user = ?");
        batch
            .add_sql("DELETE FROM day_of_dice WHERE name LIKE ?")
            .bind_value(private_dice_pattern(user));
        self.notify_user_erasure(&mut batch);
        self.write_and_delete_memos(batch, user).await?;
        self.person_cache.mark_deleted(|one| *one == user);
        Ok(())
    }

    /// Nothing is left of somebody.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn finish_user_erasure(&self, user: u64) -> Result<(), StoreError> {
        query("DELETE FROM leaver WHERE user = ?").bind(user as i64).execute(&self.writer).await?;
        // The log has what stood there before.
        self.checkpoint_log().await;
        Ok(())
    }

    /// Forgets somebody in a fight: what was for them alone goes, and in all that stays another
    /// stands for them.
    ///
    /// # Errors
    /// The file could not be written; the fight is as it was.
    pub async fn erase_user_in_fight(
        &self,
        fight: FightId,
        erasure: UserErasure<'_>,
    ) -> Result<(), StoreError> {
        let UserErasure { user, replacement: gone, combatants, erase_user: without } = erasure;
        let mut batch = Batch::default();
        for table in ["post", "record"] {
            let sql = format!("DELETE FROM {table} WHERE fight = ? AND audience = ?");
            batch.add_query(query_from_code(sql).bind(fight.0).bind(format!("dm {user}")));
        }
        batch.add_sql("DELETE FROM message WHERE fight = ? AND subject LIKE ?");
        batch.bind_value(fight.0).bind_value(format!("% {user}"));
        // What was sent in private of a fight that is over is never edited.
        batch.add_sql(
            "DELETE FROM message WHERE fight = ? AND channel <>
             (SELECT channel FROM fight WHERE id = message.fight AND is_open = 0)",
        );
        batch.bind_value(fight.0);
        for combatant in combatants {
            for table in ["standing_order", "plan"] {
                let sql = format!("DELETE FROM {table} WHERE fight = ? AND combatant = ?");
                batch.add_query(query_from_code(sql).bind(fight.0).bind(*combatant));
            }
        }
        for table in ["participant", "seen", "here"] {
            let sql = format!("DELETE FROM {table} WHERE fight = ? AND user = ?");
            batch.add_query(query_from_code(sql).bind(fight.0).bind(user as i64));
        }
        self.add_text_rewrites(&mut batch, fight, without).await?;
        self.add_state_rewrites(&mut batch, fight, without).await?;
        if let Some(row) = self.load_fight_row(fight).await? {
            batch.add_sql("UPDATE fight SET people = ?, seals = ? WHERE id = ?");
            batch
                .bind_value(without(&row.people))
                .bind_value(without(&row.seals))
                .bind_value(fight.0);
        }
        batch.add_sql("UPDATE fight SET gm = ? WHERE id = ? AND gm = ?");
        batch.bind_value(gone as i64).bind_value(fight.0).bind_value(user as i64);
        batch.add_sql("UPDATE journal SET user = ?, input_key = NULL WHERE fight = ? AND user = ?");
        batch.bind_value(gone as i64).bind_value(fight.0).bind_value(user as i64);
        Ok(self.write_batch(batch).await?)
    }

    /// Changes the texts of a fight but for its states.
    async fn add_text_rewrites(
        &self,
        batch: &mut Batch,
        fight: FightId,
        rewrite: &(dyn Fn(&str) -> String + Sync),
    ) -> Result<(), StoreError> {
        for TextColumns { table, key_columns: keys, text_columns: texts } in TEXT_COLUMNS {
            let known = format!(" AND {} = ?", keys.join(" = ? AND "));
            for text in *texts {
                let sql =
                    format!("SELECT {}, {text} FROM {table} WHERE fight = ?", keys.join(", "));
                let rows = query_from_code(sql).bind(fight.0).fetch_rows(&self.readers).await?;
                let update = format!("UPDATE {table} SET {text} = ? WHERE fight = ?{known}");
                for row in rows {
                    let Some(was) = row.try_get::<Option<String>>(keys.len())? else { continue };
                    let is = rewrite(&was);
                    if is == was {
                        continue;
                    }
                    let mut update = query_from_code(update.clone()).bind(is).bind(fight.0);
                    for (at, key) in keys.iter().enumerate() {
                        update.push_value(row.get_value(at, *key == "subject")?);
                    }
                    batch.add_query(update);
                }
            }
        }
        Ok(())
    }

    /// Changes the states of a fight's journal: all of them are written over, since they fit each
    /// other where they are packed (`states.rs`).
    async fn add_state_rewrites(
        &self,
        batch: &mut Batch,
        fight: FightId,
        rewrite: &(dyn Fn(&str) -> String + Sync),
    ) -> Result<(), StoreError> {
        let rows = self.load_journal_rows_before(fight, i64::MAX, u32::MAX).await?;
        let changed: Vec<String> = rows.iter().map(|row| rewrite(&row.state)).collect();
        if rows.iter().zip(&changed).all(|(row, is)| row.state == *is) {
            return Ok(());
        }
        for (row, is) in rows.iter().zip(changed) {
            batch.add_sql(
                "UPDATE journal SET state = ?, is_packed = 0 WHERE fight = ? AND revision = ?",
            );
            batch.bind_value(is).bind_value(fight.0).bind_value(row.revision);
        }
        Ok(())
    }
}

impl Store {
    /// Of these servers the bot is in those that are named. The others of which anything is kept
    /// have removed it, since now where that is not known yet.
    ///
    /// # Errors
    /// The file could not be used.
    pub async fn record_current_servers(
        &self,
        guilds: &[u64],
        is_ours: impl Fn(u64) -> bool,
        at: Millis,
    ) -> Result<(), StoreError> {
        let known: Vec<i64> = query(
            "SELECT guild FROM fight UNION SELECT guild FROM kit UNION SELECT guild FROM played
             UNION SELECT guild FROM server",
        )
        .fetch_all(&self.readers)
        .await?;
        let guilds: BTreeSet<u64> = guilds.iter().copied().collect();
        for guild in known.into_iter().map(i64::cast_unsigned).filter(|guild| is_ours(*guild)) {
            if !guilds.contains(&guild) {
                self.record_server_left(guild, at).await?;
            }
        }
        for guild in self.load_servers_left_before(i64::MAX).await? {
            if guilds.contains(&guild) {
                self.record_server_rejoined(guild).await?;
            }
        }
        Ok(())
    }

    /// A server has removed the bot, unless that is known already.
    ///
    /// # Errors
    /// The file could not be used.
    pub async fn record_server_left(&self, guild: u64, at: Millis) -> Result<(), StoreError> {
        query("INSERT INTO left_server (guild, at) VALUES (?, ?) ON CONFLICT DO NOTHING")
            .bind(guild as i64)
            .bind(at)
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    /// A server has let the bot in again.
    ///
    /// # Errors
    /// The file could not be used.
    pub async fn record_server_rejoined(&self, guild: u64) -> Result<(), StoreError> {
        if self.load_servers_left_before(i64::MAX).await?.contains(&guild) {
            query("DELETE FROM left_server WHERE guild = ?")
                .bind(guild as i64)
                .execute(&self.writer)
                .await?;
        }
        Ok(())
    }

    /// The servers that have removed the bot, at that time at the latest.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_servers_left_before(&self, at: Millis) -> Result<Vec<u64>, StoreError> {
        let guilds: Vec<i64> = query("SELECT guild FROM left_server WHERE at <= ? ORDER BY guild")
            .bind(at)
            .fetch_all(&self.readers)
            .await?;
        Ok(guilds.into_iter().map(i64::cast_unsigned).collect())
    }

    /// The fights of a server.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_server_fights(&self, guild: u64) -> Result<Vec<FightId>, StoreError> {
        let ids: Vec<i64> = query("SELECT id FROM fight WHERE guild = ? ORDER BY id")
            .bind(guild as i64)
            .fetch_all(&self.readers)
            .await?;
        Ok(ids.into_iter().map(FightId).collect())
    }

    /// Deletes a fight with all that is kept of it. Its number is never given again.
    ///
    /// # Errors
    /// The file could not be written; nothing is deleted.
    pub async fn delete_fight(&self, fight: FightId) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        delete_fight_rows(&mut batch, fight, "1 = 1");
        Ok(self.write_batch(batch).await?)
    }

    /// Deletes what is kept of a server that has no fights any more.
    ///
    /// # Errors
    /// The file could not be written; nothing is deleted.
    pub async fn delete_server_data(&self, guild: u64) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        for table in ["kit", "played", "server", "left_server"] {
            let sql = format!("DELETE FROM {table} WHERE guild = ?");
            batch.add_query(query_from_code(sql).bind(guild as i64));
        }
        batch.add_sql("DELETE FROM day_of_dice WHERE name LIKE ?").bind_value(format!("{guild}/%"));
        self.write_and_delete_memos(batch, guild).await
    }

    /// Does all of a batch, and deletes the memos about somebody, or about a server: their names
    /// end with the number.
    async fn write_and_delete_memos(
        &self,
        mut batch: Batch,
        subject_id: u64,
    ) -> Result<(), StoreError> {
        let ending = format!(" {subject_id}");
        batch.add_sql("DELETE FROM memo WHERE name LIKE ?").bind_value(format!("%{ending}"));
        self.write_batch(batch).await?;
        self.memo_cache.mark_deleted(|name| name.ends_with(&ending));
        Ok(())
    }
}

/// Deletes all rows of a fight, if its own is such a one. Its number is never given again.
pub(super) fn delete_fight_rows(batch: &mut Batch, fight: FightId, condition: &str) {
    batch.add_sql(
        "INSERT INTO memo (name, text) SELECT 'last fight', CAST(max(id) AS TEXT) FROM fight
         WHERE 1 = 1 ON CONFLICT (name) DO UPDATE SET text = excluded.text
         WHERE CAST(excluded.text AS BIGINT) > CAST(memo.text AS BIGINT)",
    );
    let all = FIGHT_TABLES.iter().map(|table| (*table, "fight")).chain([("fight", "id")]);
    for (table, of) in all {
        let sql = format!(
            "DELETE FROM {table} WHERE {of} = ? AND EXISTS
             (SELECT 1 FROM fight WHERE id = ? AND {condition})"
        );
        batch.add_query(query_from_code(sql).bind(fight.0).bind(fight.0));
    }
}

/// A statement made of names that stand in the code.
fn query_from_code(sql: String) -> SqlQuery {
    query(sqlx::AssertSqlSafe(sql))
}

/// Dice that only one user has read are named after a place, a day, and the user.
fn private_dice_pattern(user: u64) -> String {
    format!("%/%/{user}")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{fresh, input, open_fight, row};
    use super::*;
    use crate::rows::CommitOutcome;

    /// Every table: the columns that can tell of a person, and those that cannot. What a column of
    /// the first kind tells is deleted or written over by this file.
    const JUDGED: &[(&str, &str, &str)] = &[
        ("fight", "gm people seals", "id system guild channel is_open is_paused is_gm_told"),
        ("participant", "user", "fight is_chosen"),
        (
            "journal",
            "user said tape notes state input_key",
            "fight revision at kind back_to dice is_packed",
        ),
        ("prompt", "asked outcome", "fight revision place closed millis_left"),
        ("turn", "", "fight revision waited is_over millis_left"),
        ("timer", "", "fight kind revision place due millis_left"),
        (
            "post",
            "audience subject letter",
            "id fight revision place at tries not_before failure reaches",
        ),
        ("message", "subject channel message", "fight mark"),
        ("record", "subject audience told", "fight revision is_undone"),
        ("standing_order", "given", "fight combatant place"),
        ("plan", "planned", "fight combatant"),
        ("kept_answer", "said", "fight revision place"),
        ("seen", "user revision", "fight"),
        ("here", "user revision at", "fight"),
        ("memo", "name text", ""),
        ("day_of_dice", "name secret drawn", ""),
        ("person", "user zone quiet_from quiet_to away_until", ""),
        ("sheet", "user name name_key portrait body", "id system revision"),
        ("lent", "", "sheet revision fight"),
        ("returned", "body", "fight sheet before after"),
        ("template", "user name_key name state", "system"),
        ("kit", "", "guild system text"),
        ("played", "", "guild system at"),
        ("server", "", "guild days"),
        ("left_server", "", "guild at"),
        ("leaver", "user", ""),
    ];

    /// A new table or column is judged before it is released, and stands in the document that says
    /// what is kept.
    #[tokio::test]
    async fn every_column_is_judged() {
        let store = Store::in_memory().await.unwrap();
        let columns: Vec<(String, String)> = query(
            "SELECT sqlite_master.name, known.name
             FROM sqlite_master JOIN pragma_table_info(sqlite_master.name) AS known
             WHERE sqlite_master.type = 'table' AND sqlite_master.name <> '_sqlx_migrations'
             AND sqlite_master.name NOT LIKE 'sqlite!_%' ESCAPE '!'",
        )
        .fetch_rows(&store.readers)
        .await
        .unwrap()
        .iter()
        .map(|row| (row.try_get(0).unwrap(), row.try_get(1).unwrap()))
        .collect();
        let mut found: Vec<_> =
            columns.iter().map(|(table, column)| format!("{table}.{column}")).collect();
        let of = |(table, about, not): &(&str, &str, &str)| {
            let both = about.split_whitespace().chain(not.split_whitespace());
            both.map(|column| format!("{table}.{column}")).collect::<Vec<_>>()
        };
        let mut judged: Vec<_> = JUDGED.iter().flat_map(of).collect();
        found.sort();
        judged.sort();
        assert_eq!(found, judged);
        let document = include_str!("../../../docs/PRIVACY.md");
        for (table, about, _) in JUDGED {
            assert!(about.is_empty() || document.contains(&format!("`{table}`")), "{table}");
        }
    }

    /// All texts of fights that are about people are written over, and all of a fight is deleted.
    #[test]
    fn every_table_of_fights_is_known() {
        let has_fight = |(_, about, not): &&(&str, &str, &str)| {
            about.split_whitespace().chain(not.split_whitespace()).any(|column| column == "fight")
        };
        let mut of_fights: Vec<_> = JUDGED.iter().filter(has_fight).map(|(it, ..)| *it).collect();
        let mut known = FIGHT_TABLES.to_vec();
        of_fights.sort_unstable();
        known.sort_unstable();
        assert_eq!(of_fights, known);
        for TextColumns { table, text_columns: texts, .. } in TEXT_COLUMNS {
            let (_, about, _) = JUDGED.iter().find(|(name, ..)| name == table).unwrap();
            assert!(texts.iter().all(|text| about.split_whitespace().any(|it| it == *text)));
        }
    }

    #[tokio::test]
    async fn a_server_goes_with_all_its_fights() {
        let store = fresh().await;
        let fight = open_fight(&store).await;
        store.store_played_systems(4, &["dr12"], 1, Some(9)).await.unwrap();
        store.store_played_systems(40, &["dr12"], 1, None).await.unwrap();
        store.replace_or_delete_kit(4, "dr12", Some("text")).await.unwrap();
        store.store_memo("plain server 4", "on").await.unwrap();
        store.store_memo("plain server 40", "on").await.unwrap();
        store.load_or_insert_daily_secret("4/2030-01-01", "aa").await.unwrap();
        store.record_current_servers(&[40], |_| true, 10).await.unwrap();
        // It is known since when.
        store.record_server_left(4, 20).await.unwrap();
        assert_eq!(store.load_servers_left_before(9).await.unwrap(), Vec::<u64>::new());
        assert_eq!(store.load_servers_left_before(10).await.unwrap(), [4]);
        store.record_current_servers(&[4, 40], |_| true, 30).await.unwrap();
        assert!(store.load_servers_left_before(i64::MAX).await.unwrap().is_empty());
        store.record_server_left(4, 40).await.unwrap();
        for fight in store.load_server_fights(4).await.unwrap() {
            store.delete_fight(fight).await.unwrap();
        }
        store.delete_server_data(4).await.unwrap();
        assert!(store.load_fight(fight).await.unwrap().is_none());
        assert!(store.load_kit(4, "dr12").await.unwrap().is_none());
        assert!(store.load_daily_secret("4/2030-01-01").await.unwrap().is_none());
        assert!(store.load_played_systems(4).await.unwrap().is_empty());
        assert_eq!(store.load_played_systems(40).await.unwrap().len(), 1);
        assert_eq!(store.load_memo("plain server 4").await.unwrap(), None);
        assert!(store.load_memo("plain server 40").await.unwrap().is_some());
        assert!(store.load_servers_left_before(i64::MAX).await.unwrap().is_empty());
        // Its buttons fit no other fight.
        let next = store.next_free_fight_id().await.unwrap();
        assert_ne!(next, fight);
        let again = FightRow { id: next.0, ..row() };
        let opened = store.create_fight(&again, input(1)).await.unwrap();
        assert_eq!(opened, CommitOutcome::Stored(next));
    }

    /// What somebody has said is found in all stretches, to the last fight.
    #[tokio::test]
    async fn who_has_said_something_is_found() {
        let store = fresh().await;
        for id in 1..=3 {
            let fight = FightRow { id, channel: 5 + id as u64, ..row() };
            let opened = store.create_fight(&fight, input(1)).await.unwrap();
            assert_eq!(opened, CommitOutcome::Stored(FightId(id)));
        }
        let mut said = input(2);
        said.journal.user = Some(7);
        said.journal.said = "{\"to\":77}".into();
        store.commit(FightId(3), said).await.unwrap();
        let found = [1, 7, 77].map(async |user| {
            let about = store.load_fights_mentioning(user).await.unwrap();
            let about: Vec<i64> = about.into_iter().map(|fight| fight.id).collect();
            let by = store.load_fights_led_or_played_by(user).await.unwrap();
            let by: Vec<i64> = by.into_iter().map(|fight| fight.0).collect();
            (by, about, store.count_inputs_by(user).await.unwrap())
        });
        let [gm, one, other] = found;
        assert_eq!(gm.await, (vec![1, 2, 3], vec![1, 2, 3], 3));
        assert_eq!(one.await, (vec![3], vec![3], 1));
        assert_eq!(other.await, (vec![], vec![3], 0));
    }

    /// A post is on its way to somebody, and they are forgotten: nobody remembers where it went.
    #[tokio::test]
    async fn what_arrives_late_leaves_nothing() {
        let store = fresh().await;
        let fight = open_fight(&store).await;
        let post = store.load_next_outbox_row("channel 5").await.unwrap().unwrap();
        store.record_delivery(&post, None).await.unwrap();
        let post = store.load_next_outbox_row("channel 5").await.unwrap().unwrap();
        let (channel, message) = (super::super::ids::ChannelId(5), super::super::ids::MessageId(6));
        let sent = super::super::rows::SentMessage { channel, message, fingerprint: Some(7) };
        query("DELETE FROM post").execute(&store.writer).await.unwrap();
        store.record_delivery(&post, Some(sent)).await.unwrap();
        assert_eq!(store.load_sent_message(fight, "summary").await.unwrap(), None);
    }
}
