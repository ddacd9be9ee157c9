//! The users that a turn waits for: where each is told, who gets a copy, and who is not awaited
//! because they are away.

use std::collections::{BTreeMap, BTreeSet};

use engine::core::ids::{Initiator, UserId};

use crate::api::outbox::Audience;
use crate::state::fight_state::{AwaitedTurn, FightState, OpenTurn};
use crate::state::people::AbsencePolicy;

/// Whom a turn waits for, of those who are told in one audience.
#[derive(Default)]
pub(crate) struct AwaitedInAudience {
    pub initiators: Vec<Initiator>,
    /// The users who play the initiators.
    pub users: BTreeSet<UserId>,
}

/// What a fight waits for from somebody.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum AwaitedInput {
    Turn,
    Answer,
}

/// Whether a turn is still being played.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum TurnProgress {
    Running,
    Over,
}

impl FightState {
    /// Returns the only user a turn waits for; `None` where it waits for several.
    pub(crate) fn sole_turn_user(&self, turn: &OpenTurn) -> Option<UserId> {
        match self.turn_users(turn).as_slice() {
            [user] => Some(*user),
            _ => None,
        }
    }

    /// Returns whom a turn waits for, by the audience in which they are told.
    pub(crate) fn awaited_by_audience(
        &self,
        turn: &OpenTurn,
    ) -> BTreeMap<Audience, AwaitedInAudience> {
        let mut by_audience: BTreeMap<Audience, AwaitedInAudience> = BTreeMap::new();
        for initiator in &turn.awaited.actors {
            let awaited =
                by_audience.entry(self.channel_or_private_audience_for(*initiator)).or_default();
            awaited.initiators.push(*initiator);
            awaited.users.insert(self.controller_of(*initiator));
        }
        by_audience
    }

    /// Returns who gets a private copy of the message that announces a turn: awaited users who are
    /// not told there, and the other GMs of what one of them is told.
    pub(crate) fn turn_copy_recipients(&self, turn: &OpenTurn) -> BTreeSet<UserId> {
        let announced_in = self.turn_audience(turn);
        let mut copies = self.other_gms_for_dm(announced_in);
        for audience in self.awaited_by_audience(turn).into_keys() {
            if audience == announced_in {
                continue;
            }
            copies.extend(self.other_gms_for_dm(audience));
            if let Audience::Dm(user) = audience {
                copies.insert(user);
            }
        }
        copies
    }

    /// Returns all users that a turn waits for, each once.
    pub(crate) fn turn_users(&self, turn: &OpenTurn) -> Vec<UserId> {
        let users = turn.awaited.actors.iter().map(|initiator| self.controller_of(*initiator));
        users.collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Returns the users whose quiet hours move the limit and the reminders of a turn: those who
    /// are told in the channel, and all where nobody is told there. Whoever plays a hidden
    /// combatant that acts beside players moves nothing that the players could notice.
    pub(crate) fn users_who_move_turn_times(&self, turn: &OpenTurn) -> Vec<UserId> {
        match self.awaited_by_audience(turn).remove(&Audience::Channel(self.channel)) {
            Some(awaited) => awaited.users.into_iter().collect(),
            None => self.turn_users(turn),
        }
    }

    /// Returns where a turn is announced: in the channel if it waits for anybody who is told there.
    pub(crate) fn turn_audience(&self, turn: &OpenTurn) -> Audience {
        let mut audiences = turn
            .awaited
            .actors
            .iter()
            .map(|initiator| self.channel_or_private_audience_for(*initiator));
        let public = Audience::Channel(self.channel);
        if audiences.any(|audience| audience == public) {
            public
        } else {
            self.channel_or_private_audience_for(
                turn.awaited.actors.first().copied().unwrap_or(Initiator::Gm),
            )
        }
    }

    /// Whether nobody waits for the initiator, because its player is away and has set what is done
    /// meanwhile. A prompt still waits where the policy is to wait or to ask the
    /// stand-in. Always false while the clocks are stopped: the player may be back in time.
    pub(crate) fn has_absence_policy_in_force(
        &self,
        actor: Initiator,
        awaited: AwaitedInput,
    ) -> bool {
        let Initiator::Combatant(who) = actor else { return false };
        if self.are_deadlines_stopped() {
            return false;
        }
        let applies = match self.people.absence_policies.get(&who) {
            // The GM or the stand-in may still answer in time.
            Some(AbsencePolicy::Wait | AbsencePolicy::StandIn) => awaited == AwaitedInput::Turn,
            Some(AbsencePolicy::Pass | AbsencePolicy::Defend) => true,
            None => false,
        };
        applies && self.people.away_until.contains_key(&self.controller_of(actor))
    }

    /// Whether all that a turn waits for are away and are not awaited, so that the turn can be
    /// played for them. Not while others are asked, since the turn is interrupted then.
    pub(crate) fn is_turn_left_to_absence_policies(&self, awaited_turn: &AwaitedTurn) -> bool {
        let actors = &awaited_turn.actors;
        if actors.is_empty() || !self.prompts.is_empty() {
            return false;
        }
        let are_all_away = actors
            .iter()
            .all(|initiator| self.has_absence_policy_in_force(*initiator, AwaitedInput::Turn));
        // A plan is played before an absence policy.
        are_all_away && self.find_confirmed_planner_to_act(awaited_turn).is_none()
    }
}
