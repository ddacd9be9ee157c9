//! What people have said about their time, as it is stored.

use std::collections::{BTreeMap, BTreeSet};

use engine::ids::UserId;
use store::fault::Fault;
use store::rows::PersonRow;

use crate::fight::fight_state::FightState;
use crate::fight::people::Present;
use crate::fight::person::Person;
use crate::held::app::App;

impl App {
    pub(crate) async fn person_row(&self, user: UserId) -> Result<PersonRow, Fault> {
        let row = self.inner.store.persons(&[user.0]).await?.pop();
        Ok(row.unwrap_or(PersonRow { user: user.0, ..PersonRow::default() }))
    }

    pub(crate) async fn person(&self, user: UserId) -> Result<Person, Fault> {
        Ok(Person::of(&self.person_row(user).await?))
    }

    /// The present of a fight: of all who are in it, or stand by.
    pub(crate) async fn present(&self, now: &FightState) -> Result<Present, Fault> {
        let stand_ins = now.people.stand_ins.values().map(|stand_in| stand_in.user);
        let users: BTreeSet<UserId> = now.participants().into_iter().chain(stand_ins).collect();
        let users: Vec<u64> = users.iter().map(|user| user.0).collect();
        let rows = self.inner.store.persons(&users).await?;
        let persons: BTreeMap<UserId, Person> =
            rows.iter().map(|row| (UserId(row.user), Person::of(row))).collect();
        Ok(Present { at: self.millis(), persons })
    }
}
