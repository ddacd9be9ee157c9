//! Who helps in a fight and who is away: co-GMs and stand-ins.
//!
//! Kept in the fight's row and not in its game: the rules know nothing of it, and an undo leaves
//! it as it is. Who may do what because of it is in [`roles`](super::roles); how it is changed, in
//! [`arrangements`](super::arrangements).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::engine::ids::{CombatantId, UserId};

use super::person::Person;

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct People {
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    pub co_gms: BTreeSet<UserId>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub stand_ins: BTreeMap<CombatantId, StandIn>,
    /// Who is away, until when (milliseconds since 1970).
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub away: BTreeMap<UserId, i64>,
}

/// Who plays a combatant in its player's place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StandIn {
    pub user: UserId,
    /// None: until it is taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<i64>,
}

/// The time of an input, and what the people in the fight have said about theirs.
pub(super) struct Present {
    pub at: i64,
    pub persons: BTreeMap<UserId, Person>,
}

impl People {
    /// What has come to its end by now is over, and who is away by now is away.
    pub(super) fn go_on(&mut self, present: &Present) {
        let is_left = |until: Option<i64>| until.is_none_or(|until| until > present.at);
        self.stand_ins.retain(|_, stand_in| is_left(stand_in.until));
        let away = present.persons.iter();
        let away = away.filter_map(|(user, person)| Some((*user, person.away_until?)));
        self.away = away.filter(|(_, until)| is_left(Some(*until))).collect();
    }

    /// When the next of it comes to its end.
    pub(super) fn next_end(&self) -> Option<i64> {
        let stand_ins = self.stand_ins.values().filter_map(|stand_in| stand_in.until);
        stand_ins.chain(self.away.values().copied()).min()
    }
}
