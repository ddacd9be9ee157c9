//! Loads what people have set about their time.

use std::collections::{BTreeMap, BTreeSet};

use engine::core::ids::UserId;
use store::error::StoreError;
use store::rows::PersonRow;

use crate::runtime::app::App;
use crate::state::availability::Availability;
use crate::state::fight_state::FightState;
use crate::state::people::InputTime;

impl App {
    /// Loads the time settings of a user; empty ones where none are stored.
    pub(crate) async fn load_person_row(&self, user: UserId) -> Result<PersonRow, StoreError> {
        let row = self.inner.store.load_persons(&[user.0]).await?.pop();
        Ok(row.unwrap_or(PersonRow { user: user.0, ..PersonRow::default() }))
    }

    pub(crate) async fn load_availability(&self, user: UserId) -> Result<Availability, StoreError> {
        Ok(Availability::from_row(&self.load_person_row(user).await?))
    }

    /// Returns the current time, with the availability of everybody who is in the fight or stands
    /// in.
    pub(crate) async fn load_time_and_availability(
        &self,
        state: &FightState,
    ) -> Result<InputTime, StoreError> {
        let stand_ins = state.people.stand_ins.values().map(|stand_in| stand_in.user);
        let users: BTreeSet<UserId> =
            state.participants_if_open().into_iter().chain(stand_ins).collect();
        let users: Vec<u64> = users.iter().map(|user| user.0).collect();
        let rows = self.inner.store.load_persons(&users).await?;
        let persons: BTreeMap<UserId, Availability> =
            rows.iter().map(|row| (UserId(row.user), Availability::from_row(row))).collect();
        Ok(InputTime { now: self.now_millis(), availability: persons })
    }
}
