//! Whom a turn waits for: where they are spoken to, and who is left alone.

use std::collections::{BTreeMap, BTreeSet};

use engine::core::ids::{Initiator, UserId};

use crate::api::outbox::Audience;
use crate::state::fight_state::{AwaitedTurn, FightState, OpenTurn};
use crate::state::people::AbsencePolicy;

impl FightState {
    /// The one user a turn waits for; none where it waits for several.
    pub(crate) fn sole_turn_user(&self, turn: &OpenTurn) -> Option<UserId> {
        match self.turn_users(turn).as_slice() {
            [user] => Some(*user),
            _ => None,
        }
    }

    /// Whom a turn waits for, by where they are spoken to.
    pub(crate) fn awaited_by_audience(
        &self,
        turn: &OpenTurn,
    ) -> BTreeMap<Audience, (Vec<Initiator>, BTreeSet<UserId>)> {
        let mut places: BTreeMap<Audience, (Vec<Initiator>, BTreeSet<UserId>)> = BTreeMap::new();
        for by in &turn.awaited.actors {
            let (on, users) = places.entry(self.audience_for(*by)).or_default();
            on.push(*by);
            users.insert(self.controller_of(*by));
        }
        places
    }

    /// Who gets a message of a turn in private, besides the one that announces it: whoever is not
    /// spoken to there, and the other GMs of what one of them is told.
    pub(crate) fn turn_copy_recipients(&self, turn: &OpenTurn) -> BTreeSet<UserId> {
        let told = self.turn_audience(turn);
        let places = self.awaited_by_audience(turn).into_keys().filter(|place| *place != told);
        let mut copies = self.other_gms_of(told);
        for place in places {
            copies.extend(self.other_gms_of(place));
            if let Audience::Dm(user) = place {
                copies.insert(user);
            }
        }
        copies
    }

    /// All whom a turn waits for, each once.
    pub(crate) fn turn_users(&self, turn: &OpenTurn) -> Vec<UserId> {
        let users = turn.awaited.actors.iter().map(|by| self.controller_of(*by));
        users.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Where a turn is announced: in the channel as soon as it waits for anybody who is seen there.
    pub(crate) fn turn_audience(&self, turn: &OpenTurn) -> Audience {
        let mut audiences = turn.awaited.actors.iter().map(|by| self.audience_for(*by));
        let public = Audience::Channel(self.channel);
        if audiences.any(|one| one == public) {
            public
        } else {
            self.audience_for(turn.awaited.actors.first().copied().unwrap_or(Initiator::Gm))
        }
    }

    /// Nobody waits for whoever is away and has said what is to be done meanwhile. Where the fight
    /// stands still they may be back in time.
    pub(crate) fn has_absence_policy_in_force(&self, actor: Initiator, is_prompt: bool) -> bool {
        let Initiator::Combatant(who) = actor else { return false };
        if self.are_clocks_stopped() {
            return false;
        }
        let is_said = match self.people.absence_policies.get(&who) {
            // The GM or the stand-in may still answer in time.
            Some(AbsencePolicy::Wait | AbsencePolicy::StandIn) => !is_prompt,
            Some(AbsencePolicy::Pass | AbsencePolicy::Defend) => true,
            None => false,
        };
        is_said && self.people.away_until.contains_key(&self.controller_of(actor))
    }

    /// Whether all whom a turn waits for are away: the turn waits for one who is there. While
    /// others are asked, the turn stands still.
    pub(crate) fn is_turn_unattended(&self, awaited_turn: &AwaitedTurn) -> bool {
        !awaited_turn.actors.is_empty()
            && self.prompts.is_empty()
            && awaited_turn.actors.iter().all(|by| self.has_absence_policy_in_force(*by, false))
            // What they have planned goes before.
            && self.find_planner(awaited_turn).is_none()
    }
}
