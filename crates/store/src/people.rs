//! People's settings: time zone, quiet hours and absence.

use super::Store;
use super::error::StoreError;
use super::rows::PersonRow;
use super::sql::query;

impl Store {
    /// Returns the settings of those of these users that have any, sorted by user.
    ///
    /// # Errors
    /// Fails if the database cannot be read.
    pub async fn load_persons(&self, users: &[u64]) -> Result<Vec<PersonRow>, StoreError> {
        let mut persons = Vec::new();
        let mut uncached_users = Vec::new();
        for user in users {
            match self.person_cache.get(user) {
                Some(cached) => persons.extend(cached),
                None => uncached_users.push(*user),
            }
        }
        if !uncached_users.is_empty() {
            let token = self.person_cache.begin_read();
            for person in self.query_persons(&uncached_users).await? {
                persons.push(person.clone());
                self.person_cache.insert_read_unless_stale(token, person.user, Some(person));
            }
            // Those of whom no row was found.
            for user in uncached_users {
                self.person_cache.insert_read_unless_stale(token, user, None);
            }
        }
        persons.sort_unstable_by_key(|person| person.user);
        Ok(persons)
    }

    /// Reads the rows of users from the database; users without one are left out.
    async fn query_persons(&self, users: &[u64]) -> Result<Vec<PersonRow>, StoreError> {
        let placeholders = vec!["?"; users.len()].join(", ");
        let sql = format!("SELECT * FROM person WHERE user IN ({placeholders})");
        let mut select = query(sqlx::AssertSqlSafe(sql));
        for user in users {
            select = select.bind(*user as i64);
        }
        Ok(select.fetch_all(&self.readers).await?)
    }

    /// Stores the settings of a user in place of the previous ones.
    ///
    /// # Errors
    /// Fails if the database cannot be written.
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
