//! What people have said about their time.

use super::Store;
use super::error::StoreError;
use super::rows::PersonRow;
use super::sql::query;

impl Store {
    /// Those of these users of whom anything is known.
    ///
    /// # Errors
    /// The file could not be read.
    pub async fn load_persons(&self, users: &[u64]) -> Result<Vec<PersonRow>, StoreError> {
        let mut known = Vec::new();
        let mut unread = Vec::new();
        for user in users {
            match self.person_cache.get(user) {
                Some(row_cache) => known.extend(row_cache),
                None => unread.push(*user),
            }
        }
        if !unread.is_empty() {
            for person in self.query_persons(&unread).await? {
                known.push(person.clone());
                self.person_cache.insert_if_absent(person.user, Some(person));
            }
            unread.into_iter().for_each(|user| self.person_cache.insert_if_absent(user, None));
        }
        known.sort_unstable_by_key(|person| person.user);
        Ok(known)
    }

    async fn query_persons(&self, users: &[u64]) -> Result<Vec<PersonRow>, StoreError> {
        let places = vec!["?"; users.len()].join(", ");
        let sql = format!("SELECT * FROM person WHERE user IN ({places})");
        let each = query(sqlx::AssertSqlSafe(sql));
        let all = users.iter().fold(each, |query, user| query.bind(*user as i64));
        Ok(all.fetch_all(&self.readers).await?)
    }

    /// Keeps what is known of somebody now.
    ///
    /// # Errors
    /// The file could not be written.
    pub async fn upsert_person(&self, person: &PersonRow) -> Result<(), StoreError> {
        query(
            "INSERT INTO person (user, zone, quiet_from, quiet_to, away_until)
             VALUES (?, ?, ?, ?, ?) ON CONFLICT (user) DO UPDATE SET zone = excluded.zone,
             quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
             away_until = excluded.away_until",
        )
        .bind(person.user as i64)
        .bind(person.zone.clone())
        .bind(person.quiet_from)
        .bind(person.quiet_to)
        .bind(person.away_until)
        .execute(&self.writer)
        .await?;
        self.person_cache.insert_written(person.user, person.clone());
        Ok(())
    }
}
