//! Erasure of people, and of servers that have removed the bot: which rows are deleted, and which
//! are rewritten because they also belong to others. The test below classifies every column by
//! whether it can hold personal data.
//!
//! A person is erased in many transactions, fight by fight. A row in `leaver` stays until the last
//! of them, so that the erasure continues after a crash.

use std::collections::BTreeSet;

use super::Store;
use super::error::StoreError;
use super::ids::{FightId, Millis};
use super::rows::{FightRow, StoredInput, UserErasure};
use super::sql::{FromRow, SqlQuery, query};
use super::state_packing::add_whole_state_update;
use super::transaction::Batch;

/// The text columns of a fight's table that can name people.
struct TextColumns {
    table: &'static str,
    /// The columns that identify a row within its fight.
    key_columns: &'static [&'static str],
    text_columns: &'static [&'static str],
}

const fn table_texts(
    table: &'static str,
    key_columns: &'static [&'static str],
    text_columns: &'static [&'static str],
) -> TextColumns {
    TextColumns { table, key_columns, text_columns }
}

const TEXT_COLUMNS: &[TextColumns] = &[
    table_texts("journal", &["revision"], &["said", "tape", "notes"]),
    table_texts("prompt", &["revision", "place"], &["asked", "outcome"]),
    table_texts("post", &["id"], &["letter"]),
    table_texts("record", &["subject", "revision"], &["told"]),
    table_texts("standing_order", &["combatant", "place"], &["given"]),
    table_texts("plan", &["combatant"], &["planned"]),
    table_texts("kept_answer", &["revision", "place"], &["said"]),
];

/// How many fights one statement searches. A server might not finish a search of more in time.
const FIGHTS_PER_QUERY: usize = if cfg!(test) { 2 } else { 1000 };

/// Every table with rows of a fight, those first that refer to others.
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
    /// Returns the fights of which a user is the GM, or in which they have sent an input.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_fights_led_or_played_by(
        &self,
        user: u64,
    ) -> Result<Vec<FightId>, StoreError> {
        let ids: Vec<i64> = self
            .query_fights_in_chunks(|first, last| {
                let select = query(
                    "SELECT id FROM fight WHERE id BETWEEN ? AND ? AND (gm = ? OR
                     EXISTS (SELECT 1 FROM journal WHERE journal.fight = fight.id AND user = ?))
                     ORDER BY id",
                );
                select.bind(first).bind(last).bind(user as i64).bind(user as i64)
            })
            .await?;
        Ok(ids.into_iter().map(FightId).collect())
    }

    /// Returns all fights in which a user is named, also where they never sent an input. Searches
    /// the inputs of all fights.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_fights_mentioning(&self, user: u64) -> Result<Vec<FightRow>, StoreError> {
        let sql = format!(
            "SELECT * FROM fight WHERE id BETWEEN ? AND ? AND (gm = ? OR people LIKE '%{user}%'
             OR EXISTS (SELECT 1 FROM journal WHERE journal.fight = fight.id
                        AND (user = ? OR said LIKE '%{user}%')))
             ORDER BY id"
        );
        self.query_fights_in_chunks(|first, last| {
            let select = query_from_code(sql.clone()).bind(first).bind(last);
            select.bind(user as i64).bind(user as i64)
        })
        .await
    }

    /// Runs a query over all fights, a range of ids at a time, and returns all rows.
    /// `query_range` gets the first and the last id of a range.
    async fn query_fights_in_chunks<T: FromRow>(
        &self,
        query_range: impl Fn(i64, i64) -> SqlQuery,
    ) -> Result<Vec<T>, StoreError> {
        let end = self.next_unused_fight_id_unreserved().await?.0;
        let mut rows = Vec::new();
        for first in (1..end).step_by(FIGHTS_PER_QUERY) {
            let select = query_range(first, first + FIGHTS_PER_QUERY as i64 - 1);
            rows.extend(select.fetch_all::<T>(&self.readers).await?);
        }
        Ok(rows)
    }

    /// Returns all inputs of a fight, oldest first.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_inputs(&self, fight: FightId) -> Result<Vec<StoredInput>, StoreError> {
        let rows: Vec<(i64, Option<i64>, String)> =
            query("SELECT at, user, said FROM journal WHERE fight = ? ORDER BY revision")
                .bind(fight.0)
                .fetch_all(&self.readers)
                .await?;
        let to_input = |(at, user, input): (_, Option<i64>, _)| StoredInput {
            at,
            user: user.map(i64::cast_unsigned),
            input,
        };
        Ok(rows.into_iter().map(to_input).collect())
    }

    /// Returns how many inputs a user has sent, in all fights.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn count_inputs_by(&self, user: u64) -> Result<i64, StoreError> {
        let counts: Vec<i64> = self
            .query_fights_in_chunks(|first, last| {
                let select =
                    query("SELECT count(*) FROM journal WHERE fight BETWEEN ? AND ? AND user = ?");
                select.bind(first).bind(last).bind(user as i64)
            })
            .await?;
        Ok(counts.into_iter().sum())
    }

    /// Returns the names of the daily dice secrets from which this user alone has rolled.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_private_dice_names(&self, user: u64) -> Result<Vec<String>, StoreError> {
        let names = "SELECT name FROM day_of_dice WHERE name LIKE ? ORDER BY name";
        Ok(query(names).bind(private_dice_pattern(user)).fetch_all(&self.readers).await?)
    }

    /// Returns the users whose erasure has begun and is not finished.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_users_being_erased(&self) -> Result<Vec<u64>, StoreError> {
        let users: Vec<i64> =
            query("SELECT user FROM leaver ORDER BY user").fetch_all(&self.readers).await?;
        Ok(users.into_iter().map(i64::cast_unsigned).collect())
    }

    /// Begins the erasure of a user: deletes everything that is theirs alone, and remembers that
    /// their fights still have to be erased.
    ///
    /// # Errors
    /// Fails if the database cannot be written; then nothing is deleted.
    pub async fn erase_user_data_and_queue_fights(&self, user: u64) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        let mut add_for_user = |sql| {
            batch.add_sql(sql).bind_value(user as i64);
        };
        add_for_user("INSERT INTO leaver (user) VALUES (?) ON CONFLICT DO NOTHING");
        add_for_user("DELETE FROM lent WHERE sheet IN (SELECT id FROM sheet WHERE user = ?)");
        add_for_user("DELETE FROM returned WHERE sheet IN (SELECT id FROM sheet WHERE user = ?)");
        add_for_user("DELETE FROM sheet WHERE user = ?");
        add_for_user("DELETE FROM template WHERE user = ?");
        add_for_user("DELETE FROM person WHERE user = ?");
        add_for_user("DELETE FROM seen WHERE user = ?");
        add_for_user("DELETE FROM here WHERE user = ?");
        batch
            .add_sql("DELETE FROM day_of_dice WHERE name LIKE ?")
            .bind_value(private_dice_pattern(user));
        self.add_erasure_notification(&mut batch);
        self.write_batch_and_delete_key_values_of(batch, user).await?;
        self.person_cache.mark_cached_rows_deleted(|cached_user| *cached_user == user);
        Ok(())
    }

    /// Finishes the erasure of a user, after all their fights were erased.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
    pub async fn finish_user_erasure(&self, user: u64) -> Result<(), StoreError> {
        query("DELETE FROM leaver WHERE user = ?").bind(user as i64).execute(&self.writer).await?;
        // The write-ahead log may still hold the erased texts.
        self.checkpoint_log().await;
        Ok(())
    }

    /// Erases a user from a fight: deletes what was for them alone, and replaces them everywhere
    /// else.
    ///
    /// # Errors
    /// Fails if the database cannot be read or written; then the fight is unchanged.
    pub async fn delete_or_replace_user_in_fight(
        &self,
        fight: FightId,
        erasure: UserErasure<'_>,
    ) -> Result<(), StoreError> {
        let UserErasure { user, replacement, combatants, erase_user } = erasure;
        let mut batch = Batch::default();
        add_deletions_of_user(&mut batch, fight, user, combatants);
        self.add_text_rewrites(&mut batch, fight, erase_user).await?;
        self.add_state_rewrites(&mut batch, fight, erase_user).await?;
        if let Some(row) = self.load_fight_row(fight).await? {
            batch.add_sql("UPDATE fight SET people = ?, seals = ? WHERE id = ?");
            batch
                .bind_value(erase_user(&row.people))
                .bind_value(erase_user(&row.seals))
                .bind_value(fight.0);
        }
        batch.add_sql("UPDATE fight SET gm = ? WHERE id = ? AND gm = ?");
        batch.bind_value(replacement as i64).bind_value(fight.0).bind_value(user as i64);
        batch.add_sql("UPDATE journal SET user = ?, input_key = NULL WHERE fight = ? AND user = ?");
        batch.bind_value(replacement as i64).bind_value(fight.0).bind_value(user as i64);
        self.recent_rows.forget(fight);
        Ok(self.write_batch(batch).await?)
    }

    /// Adds statements that rewrite all texts of a fight, except its states.
    async fn add_text_rewrites(
        &self,
        batch: &mut Batch,
        fight: FightId,
        rewrite: &(dyn Fn(&str) -> String + Sync),
    ) -> Result<(), StoreError> {
        for columns in TEXT_COLUMNS {
            for text_column in columns.text_columns {
                self.add_column_rewrites(batch, fight, columns, text_column, rewrite).await?;
            }
        }
        Ok(())
    }

    /// Adds statements that rewrite the texts of a fight in one column of a table. Rows whose text
    /// stays the same are left out.
    async fn add_column_rewrites(
        &self,
        batch: &mut Batch,
        fight: FightId,
        columns: &TextColumns,
        text_column: &str,
        rewrite: &(dyn Fn(&str) -> String + Sync),
    ) -> Result<(), StoreError> {
        let TextColumns { table, key_columns, .. } = columns;
        let keys = key_columns.join(", ");
        let select = format!("SELECT {keys}, {text_column} FROM {table} WHERE fight = ?");
        let rows = query_from_code(select)
            .bind(fight.0)
            .fetch_rows_retrying_stale_connections(&self.readers)
            .await?;
        let key_condition = format!("{} = ?", key_columns.join(" = ? AND "));
        let update_sql =
            format!("UPDATE {table} SET {text_column} = ? WHERE fight = ? AND {key_condition}");
        for row in rows {
            let text: Option<String> = row.try_get(key_columns.len())?;
            let Some(text) = text else { continue };
            let rewritten = rewrite(&text);
            if rewritten == text {
                continue;
            }
            let mut update = query_from_code(update_sql.clone()).bind(rewritten).bind(fight.0);
            for (index, key) in key_columns.iter().enumerate() {
                let is_text = *key == "subject";
                update.push_value(row.get_text_or_number(index, is_text)?);
            }
            batch.add_query(update);
        }
        Ok(())
    }

    /// Adds statements that rewrite the states of a fight's journal, if one of them changes. Then
    /// all states are written whole, since a packed state depends on the one before it
    /// (`state_packing.rs`).
    async fn add_state_rewrites(
        &self,
        batch: &mut Batch,
        fight: FightId,
        rewrite: &(dyn Fn(&str) -> String + Sync),
    ) -> Result<(), StoreError> {
        let rows = self.load_journal_rows_before(fight, i64::MAX, u32::MAX).await?;
        let rewritten_states: Vec<String> = rows.iter().map(|row| rewrite(&row.state)).collect();
        if rows.iter().zip(&rewritten_states).all(|(row, state)| row.state == *state) {
            return Ok(());
        }
        for (row, state) in rows.iter().zip(rewritten_states) {
            add_whole_state_update(batch, fight, row.revision, state);
        }
        Ok(())
    }
}

impl Store {
    /// Records which servers the bot is in: those in `guilds`. All other servers of this process
    /// (`is_ours`) with stored data have removed the bot, at `now` if that was not known yet.
    ///
    /// # Errors
    /// Fails if the database cannot be read or written.
    pub async fn record_servers_left_and_rejoined(
        &self,
        guilds: &[u64],
        is_ours: impl Fn(u64) -> bool,
        now: Millis,
    ) -> Result<(), StoreError> {
        let known_guilds: Vec<i64> = query(
            "SELECT guild FROM fight UNION SELECT guild FROM kit UNION SELECT guild FROM played
             UNION SELECT guild FROM server",
        )
        .fetch_all(&self.readers)
        .await?;
        let current_guilds: BTreeSet<u64> = guilds.iter().copied().collect();
        for guild in known_guilds.into_iter().map(i64::cast_unsigned) {
            if is_ours(guild) && !current_guilds.contains(&guild) {
                self.record_server_left(guild, now).await?;
            }
        }
        for guild in self.load_servers_left_before(i64::MAX).await? {
            if current_guilds.contains(&guild) {
                self.record_server_rejoined(guild).await?;
            }
        }
        Ok(())
    }

    /// Records that a server removed the bot at `left_at`. Keeps an earlier record of that.
    ///
    /// # Errors
    /// Fails if the database cannot be read or written.
    pub async fn record_server_left(&self, guild: u64, left_at: Millis) -> Result<(), StoreError> {
        query("INSERT INTO left_server (guild, at) VALUES (?, ?) ON CONFLICT DO NOTHING")
            .bind(guild as i64)
            .bind(left_at)
            .execute(&self.writer)
            .await?;
        Ok(())
    }

    /// Records that the bot is in a server again.
    ///
    /// # Errors
    /// Fails if the database cannot be read or written.
    pub async fn record_server_rejoined(&self, guild: u64) -> Result<(), StoreError> {
        if self.load_servers_left_before(i64::MAX).await?.contains(&guild) {
            query("DELETE FROM left_server WHERE guild = ?")
                .bind(guild as i64)
                .execute(&self.writer)
                .await?;
        }
        Ok(())
    }

    /// Returns the servers that removed the bot at `latest` or before.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_servers_left_before(&self, latest: Millis) -> Result<Vec<u64>, StoreError> {
        let guilds: Vec<i64> = query("SELECT guild FROM left_server WHERE at <= ? ORDER BY guild")
            .bind(latest)
            .fetch_all(&self.readers)
            .await?;
        Ok(guilds.into_iter().map(i64::cast_unsigned).collect())
    }

    /// Returns all fights of a server, open and over.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_all_server_fights(&self, guild: u64) -> Result<Vec<FightId>, StoreError> {
        let ids: Vec<i64> = query("SELECT id FROM fight WHERE guild = ? ORDER BY id")
            .bind(guild as i64)
            .fetch_all(&self.readers)
            .await?;
        Ok(ids.into_iter().map(FightId).collect())
    }

    /// Deletes a fight with all its rows. Its id is never reused.
    ///
    /// # Errors
    /// Fails if the database cannot be written; then nothing is deleted.
    pub async fn delete_fight(&self, fight: FightId) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        store_last_fight_id_and_delete_fight_rows_if(&mut batch, fight, "1 = 1");
        Ok(self.write_batch(batch).await?)
    }

    /// Deletes all data of a server whose fights were deleted before.
    ///
    /// # Errors
    /// Fails if the database cannot be written; then nothing is deleted.
    pub async fn delete_rest_of_server_data(&self, guild: u64) -> Result<(), StoreError> {
        let mut batch = Batch::default();
        for table in ["kit", "played", "server", "left_server"] {
            let sql = format!("DELETE FROM {table} WHERE guild = ?");
            batch.add_query(query_from_code(sql).bind(guild as i64));
        }
        batch.add_sql("DELETE FROM day_of_dice WHERE name LIKE ?").bind_value(format!("{guild}/%"));
        self.write_batch_and_delete_key_values_of(batch, guild).await
    }

    /// Writes a batch, and deletes the memos about a user or a server: their names end with its
    /// id.
    async fn write_batch_and_delete_key_values_of(
        &self,
        mut batch: Batch,
        subject_id: u64,
    ) -> Result<(), StoreError> {
        let suffix = format!(" {subject_id}");
        batch.add_sql("DELETE FROM memo WHERE name LIKE ?").bind_value(format!("%{suffix}"));
        self.write_batch(batch).await?;
        self.key_value_cache.mark_cached_rows_deleted(|name| name.ends_with(&suffix));
        Ok(())
    }
}

/// Adds statements that delete all rows of a fight, if its row in the table `fight` meets an SQL
/// condition. They first store the highest fight id ever given, in the memo `last fight`, so that
/// no id is reused after the deletion.
pub(super) fn store_last_fight_id_and_delete_fight_rows_if(
    batch: &mut Batch,
    fight: FightId,
    fight_condition: &str,
) {
    // SQLite needs the WHERE to tell ON CONFLICT from a join's ON.
    batch.add_sql(
        "INSERT INTO memo (name, text) SELECT 'last fight', CAST(max(id) AS TEXT) FROM fight
         WHERE 1 = 1 ON CONFLICT (name) DO UPDATE SET text = excluded.text
         WHERE CAST(excluded.text AS BIGINT) > CAST(memo.text AS BIGINT)",
    );
    let tables = FIGHT_TABLES.iter().map(|table| (*table, "fight")).chain([("fight", "id")]);
    for (table, fight_column) in tables {
        let sql = format!(
            "DELETE FROM {table} WHERE {fight_column} = ? AND EXISTS
             (SELECT 1 FROM fight WHERE id = ? AND {fight_condition})"
        );
        batch.add_query(query_from_code(sql).bind(fight.0).bind(fight.0));
    }
}

/// Makes a statement of SQL that was put together from names in the code, with no text of users.
fn query_from_code(sql: String) -> SqlQuery {
    query(sqlx::AssertSqlSafe(sql))
}

/// Adds the statements that delete what a fight holds for a user alone: what was posted to them,
/// what their combatants have prepared, and their part in the fight.
fn add_deletions_of_user(batch: &mut Batch, fight: FightId, user: u64, combatants: &[u8]) {
    for table in ["post", "record"] {
        let sql = format!("DELETE FROM {table} WHERE fight = ? AND audience = ?");
        batch.add_query(query_from_code(sql).bind(fight.0).bind(format!("dm {user}")));
    }
    batch.add_sql("DELETE FROM message WHERE fight = ? AND subject LIKE ?");
    batch.bind_value(fight.0).bind_value(format!("% {user}"));
    // The bot never edits the private messages of a closed fight again.
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
}

/// Matches the names of dice secrets from which only this user has rolled: a place, a day, and the
/// user.
fn private_dice_pattern(user: u64) -> String {
    format!("%/%/{user}")
}

#[cfg(test)]
mod tests {
    use super::super::tests::{commit_at, fresh, new_fight_row, open_fight};
    use super::*;
    use crate::ids::{ChannelId, MessageId};
    use crate::rows::{CommitOutcome, SentMessage};

    /// Every table with its columns that can hold personal data, and those that cannot. This
    /// module deletes or rewrites the columns of the first kind.
    const CLASSIFIED_COLUMNS: &[(&str, &str, &str)] = &[
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

    fn column_names(columns: &str) -> impl Iterator<Item = &str> {
        columns.split_whitespace()
    }

    /// A new table or column must be classified, and its table must appear in the documents that
    /// say what is stored.
    #[tokio::test]
    async fn every_column_is_classified_and_documented() {
        let store = Store::in_memory().await.unwrap();
        let columns: Vec<(String, String)> = query(
            "SELECT sqlite_master.name, known.name
             FROM sqlite_master JOIN pragma_table_info(sqlite_master.name) AS known
             WHERE sqlite_master.type = 'table' AND sqlite_master.name <> '_sqlx_migrations'
             AND sqlite_master.name NOT LIKE 'sqlite!_%' ESCAPE '!'",
        )
        .fetch_rows_retrying_stale_connections(&store.readers)
        .await
        .unwrap()
        .iter()
        .map(|row| (row.try_get(0).unwrap(), row.try_get(1).unwrap()))
        .collect();
        let mut actual: Vec<_> =
            columns.iter().map(|(table, column)| format!("{table}.{column}")).collect();
        let mut classified = Vec::new();
        for (table, personal, other) in CLASSIFIED_COLUMNS {
            for column in column_names(personal).chain(column_names(other)) {
                classified.push(format!("{table}.{column}"));
            }
        }
        actual.sort();
        classified.sort();
        assert_eq!(actual, classified);
        let privacy = include_str!("../../../docs/PRIVACY.md");
        let schema = include_str!("../../../docs/SCHEMA.md");
        for (table, personal, _) in CLASSIFIED_COLUMNS {
            assert!(personal.is_empty() || privacy.contains(&format!("`{table}`")), "{table}");
            assert!(schema.contains(&format!("\n| `{table}` |")), "{table}");
        }
    }

    /// All personal texts of fights are rewritten, and all rows of a fight are deleted.
    #[test]
    fn fight_tables_and_text_columns_are_complete() {
        let has_fight_column = |(_, personal, other): &&(&str, &str, &str)| {
            column_names(personal).chain(column_names(other)).any(|column| column == "fight")
        };
        let mut fight_tables: Vec<_> =
            CLASSIFIED_COLUMNS.iter().filter(has_fight_column).map(|(table, ..)| *table).collect();
        let mut known_tables = FIGHT_TABLES.to_vec();
        fight_tables.sort_unstable();
        known_tables.sort_unstable();
        assert_eq!(fight_tables, known_tables);
        for TextColumns { table, text_columns, .. } in TEXT_COLUMNS {
            let (_, personal, _) =
                CLASSIFIED_COLUMNS.iter().find(|(name, ..)| name == table).unwrap();
            for text in *text_columns {
                assert!(column_names(personal).any(|column| column == *text), "{table}.{text}");
            }
        }
    }

    #[tokio::test]
    async fn server_is_deleted_with_its_fights_and_ids_are_not_reused() {
        let store = fresh().await;
        let fight = open_fight(&store).await;
        store.store_played_systems_and_days_if_given(4, &["dr12"], 1, Some(9)).await.unwrap();
        store.store_played_systems_and_days_if_given(40, &["dr12"], 1, None).await.unwrap();
        store.replace_or_delete_kit(4, "dr12", Some("text")).await.unwrap();
        store.store_key_value("plain server 4", "on").await.unwrap();
        store.store_key_value("plain server 40", "on").await.unwrap();
        store.load_or_insert_daily_secret("4/2030-01-01", "aa").await.unwrap();
        store.record_servers_left_and_rejoined(&[40], |_| true, 10).await.unwrap();
        // The first record of the time counts.
        store.record_server_left(4, 20).await.unwrap();
        assert_eq!(store.load_servers_left_before(9).await.unwrap(), Vec::<u64>::new());
        assert_eq!(store.load_servers_left_before(10).await.unwrap(), [4]);
        store.record_servers_left_and_rejoined(&[4, 40], |_| true, 30).await.unwrap();
        assert!(store.load_servers_left_before(i64::MAX).await.unwrap().is_empty());
        store.record_server_left(4, 40).await.unwrap();
        for fight in store.load_all_server_fights(4).await.unwrap() {
            store.delete_fight(fight).await.unwrap();
        }
        store.delete_rest_of_server_data(4).await.unwrap();
        assert!(store.load_fight(fight).await.unwrap().is_none());
        assert!(store.load_kit(4, "dr12").await.unwrap().is_none());
        assert!(store.load_daily_secret("4/2030-01-01").await.unwrap().is_none());
        assert!(store.load_played_systems(4).await.unwrap().is_empty());
        assert_eq!(store.load_played_systems(40).await.unwrap().len(), 1);
        assert_eq!(store.load_key_value("plain server 4").await.unwrap(), None);
        assert!(store.load_key_value("plain server 40").await.unwrap().is_some());
        assert!(store.load_servers_left_before(i64::MAX).await.unwrap().is_empty());
        // Buttons of the deleted fight must fit no other fight.
        let next = store.next_unused_fight_id_unreserved().await.unwrap();
        assert_ne!(next, fight);
        let next_row = FightRow { id: next.0, ..new_fight_row() };
        let outcome = store.create_fight_if_channel_free(&next_row, commit_at(1)).await.unwrap();
        assert_eq!(outcome, CommitOutcome::Stored(next));
    }

    /// There are more fights than one statement searches.
    #[tokio::test]
    async fn search_finds_users_in_all_fights() {
        let store = fresh().await;
        for id in 1..=3 {
            let fight = FightRow { id, channel: 5 + id as u64, ..new_fight_row() };
            let outcome = store.create_fight_if_channel_free(&fight, commit_at(1)).await.unwrap();
            assert_eq!(outcome, CommitOutcome::Stored(FightId(id)));
        }
        let mut commit = commit_at(2);
        commit.journal.user = Some(7);
        commit.journal.said = "{\"to\":77}".into();
        store.commit(FightId(3), commit).await.unwrap();
        let search = async |user| {
            let mentioning = store.load_fights_mentioning(user).await.unwrap();
            let mentioning: Vec<i64> = mentioning.into_iter().map(|fight| fight.id).collect();
            let played = store.load_fights_led_or_played_by(user).await.unwrap();
            let played: Vec<i64> = played.into_iter().map(|fight| fight.0).collect();
            (played, mentioning, store.count_inputs_by(user).await.unwrap())
        };
        let (gm, player, target) = (1, 7, 77);
        assert_eq!(search(gm).await, (vec![1, 2, 3], vec![1, 2, 3], 3));
        assert_eq!(search(player).await, (vec![3], vec![3], 1));
        assert_eq!(search(target).await, (vec![], vec![3], 0));
    }

    /// A user is erased while a message to them is being sent: its location is not stored.
    #[tokio::test]
    async fn delivery_after_erasure_stores_no_message() {
        let store = fresh().await;
        let fight = open_fight(&store).await;
        let plain = store.load_oldest_pending_row("channel 5").await.unwrap().unwrap();
        store.record_sent_message_and_delete_row_if_settled(&plain, None).await.unwrap();
        let summary = store.load_oldest_pending_row("channel 5").await.unwrap().unwrap();
        let sent =
            SentMessage { channel: ChannelId(5), message: MessageId(6), content_hash: Some(7) };
        query("DELETE FROM post").execute(&store.writer).await.unwrap();
        store.record_sent_message_and_delete_row_if_settled(&summary, Some(sent)).await.unwrap();
        assert_eq!(store.load_sent_message(fight, "summary").await.unwrap(), None);
    }
}
