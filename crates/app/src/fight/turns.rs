//! Whom a turn waits for: where they are spoken to, and who is left alone.

use std::collections::{BTreeMap, BTreeSet};

use engine::ids::{By, UserId};

use crate::fight::fight_state::{FightState, OpenTurn, Waited};
use crate::fight::people::Absence;
use crate::terms::outbox::Audience;

impl FightState {
    /// The one user a turn waits for; none where it waits for several.
    pub(crate) fn turn_user(&self, turn: &OpenTurn) -> Option<UserId> {
        match self.turn_users(turn).as_slice() {
            [user] => Some(*user),
            _ => None,
        }
    }

    /// Whom a turn waits for, by where they are spoken to.
    pub(crate) fn places(
        &self,
        turn: &OpenTurn,
    ) -> BTreeMap<Audience, (Vec<By>, BTreeSet<UserId>)> {
        let mut places: BTreeMap<Audience, (Vec<By>, BTreeSet<UserId>)> = BTreeMap::new();
        for by in &turn.waited.on {
            let (on, users) = places.entry(self.audience(*by)).or_default();
            on.push(*by);
            users.insert(self.controller(*by));
        }
        places
    }

    /// Who gets a message of a turn in private, besides the one that announces it: whoever is not
    /// spoken to there, and the other GMs of what one of them is told.
    pub(crate) fn turn_copies(&self, turn: &OpenTurn) -> BTreeSet<UserId> {
        let told = self.turn_audience(turn);
        let places = self.places(turn).into_keys().filter(|place| *place != told);
        let mut copies = self.other_gms(told);
        for place in places {
            copies.extend(self.other_gms(place));
            if let Audience::Dm(user) = place {
                copies.insert(user);
            }
        }
        copies
    }

    /// All whom a turn waits for, each once.
    pub(crate) fn turn_users(&self, turn: &OpenTurn) -> Vec<UserId> {
        let users = turn.waited.on.iter().map(|by| self.controller(*by));
        users.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Where a turn is announced: in the channel as soon as it waits for anybody who is seen there.
    pub(crate) fn turn_audience(&self, turn: &OpenTurn) -> Audience {
        let mut audiences = turn.waited.on.iter().map(|by| self.audience(*by));
        let public = Audience::Channel(self.channel);
        if audiences.any(|one| one == public) {
            public
        } else {
            self.audience(turn.waited.on.first().copied().unwrap_or(By::Gm))
        }
    }

    /// Nobody waits for whoever is away and has said what is to be done meanwhile. Where the fight
    /// stands still they may be back in time.
    pub(crate) fn is_left_alone(&self, by: By, is_prompt: bool) -> bool {
        let By::Combatant(who) = by else { return false };
        if self.stands_still() {
            return false;
        }
        let is_said = match self.people.absences.get(&who) {
            // The GM or the stand-in may still answer in time.
            Some(Absence::Wait | Absence::StandIn) => !is_prompt,
            Some(Absence::Pass | Absence::Defend) => true,
            None => false,
        };
        is_said && self.people.away.contains_key(&self.controller(by))
    }

    /// Whether all whom a turn waits for are away: the turn waits for one who is there. While
    /// others are asked, the turn stands still.
    pub(crate) fn is_turn_left_alone(&self, waited: &Waited) -> bool {
        !waited.on.is_empty()
            && self.prompts.is_empty()
            && waited.on.iter().all(|by| self.is_left_alone(*by, false))
            // What they have planned goes before.
            && self.planner(waited).is_none()
    }
}
