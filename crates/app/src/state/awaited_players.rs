//! Who is waited for, as somebody may know it.

use jiff::Timestamp;

use engine::core::command::Refusal;
use engine::core::ids::{Initiator, UserId};

use crate::api::input::AwaitedPlayer;
use crate::state::fight_state::FightState;
use crate::state::roles::{GM_NAME, ViewerSet};

impl FightState {
    /// A refusal because others are waited for says whom, as far as whoever is refused may know.
    pub(crate) fn with_awaited_names(&self, user: UserId, refusal: Refusal) -> Refusal {
        if !matches!(refusal.key.as_str(), "prompt-open" | "not-your-turn") {
            return refusal;
        }
        let eyes = self.viewers_for(user);
        let name = |one: AwaitedPlayer| match one.combatant.and_then(|who| self.member(who)) {
            Some(member) => member.name_for(eyes.viewer),
            None => GM_NAME.into(),
        };
        // While somebody hidden acts, those are said to be waited for who come next: none of them
        // is told to wait for themselves.
        let is_theirs = |one: &AwaitedPlayer| {
            one.combatant.is_some_and(|who| self.can_play(user, Initiator::Combatant(who)))
        };
        let waiting = self.visible_awaited(&eyes).into_iter();
        let names: Vec<String> = waiting.filter(|one| !is_theirs(one)).map(name).collect();
        refusal.with("names", names.join(", "))
    }

    /// Returns who is waited for, as somebody may know it.
    pub(crate) fn visible_awaited(&self, viewers: &ViewerSet) -> Vec<AwaitedPlayer> {
        let mut all = self.awaited_to_answer(viewers);
        // A question that must not be seen stops the turn, and nobody is told of it.
        let is_turn_shown = if viewers.is_gm() { self.prompts.is_empty() } else { all.is_empty() };
        if is_turn_shown {
            all.extend(self.awaited_to_act(viewers));
        }
        all.dedup();
        all
    }

    /// Returns whose answers are waited for, as somebody may know it. With decoys all questions
    /// that must not be seen read as one to the GM; without decoys none of them is shown.
    fn awaited_to_answer(&self, viewers: &ViewerSet) -> Vec<AwaitedPlayer> {
        let asked = self.prompts.iter().filter(|open| !open.prompt.is_optional);
        asked
            .filter_map(|open| {
                let is_secret = open.prompt.is_hidden_from_public && !viewers.is_gm();
                let to = if is_secret { Initiator::Gm } else { open.prompt.respondent };
                let is_shown = !is_secret || self.game.has_decoys();
                self.awaited_player_for(to, viewers, true, open.default_answer_time())
                    .filter(|_| is_shown)
            })
            .collect()
    }

    /// Returns whose turn is waited for, as somebody may know it.
    fn awaited_to_act(&self, viewers: &ViewerSet) -> Vec<AwaitedPlayer> {
        let Some(turn) = &self.turn else { return Vec::new() };
        let (on, is_skipped) = match viewers.visible_wait(&self.game) {
            _ if viewers.is_gm() => {
                (turn.awaited.actors.clone(), turn.awaited.is_skipped_at_deadline)
            }
            Some(wait) if !self.is_turn_hidden(&turn.awaited) => {
                (wait.actors, wait.is_skipped_on_timeout)
            }
            Some(_) | None => return Vec::new(),
        };
        let until = turn.deadline_time().filter(|_| is_skipped);
        on.into_iter().filter_map(|by| self.awaited_player_for(by, viewers, false, until)).collect()
    }

    /// Returns how it is told that somebody is waited for; `None` for somebody whom the reader does
    /// not know.
    fn awaited_player_for(
        &self,
        actor: Initiator,
        viewers: &ViewerSet,
        has_open_prompt: bool,
        deadline: Option<Timestamp>,
    ) -> Option<AwaitedPlayer> {
        let (who, user) = match actor {
            Initiator::Gm => (None, Some(self.gm)),
            Initiator::Combatant(who) => {
                let member = self.member(who).filter(|member| viewers.can_know_of(member))?;
                (Some(who), member.user.map(|_| self.controller_of(actor)))
            }
        };
        Some(AwaitedPlayer { combatant: who, user, has_open_prompt, deadline })
    }
}
