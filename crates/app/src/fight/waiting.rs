//! Who is waited for, as somebody may know it.

use jiff::Timestamp;

use engine::command::Refusal;
use engine::ids::{By, UserId};

use crate::fight::fight_state::FightState;
use crate::fight::roles::{Eyes, GM};
use crate::terms::input::Waiting;

impl FightState {
    /// A refusal because others are waited for says whom, as far as whoever is refused may know.
    pub(crate) fn or_waited_for(&self, user: UserId, refusal: Refusal) -> Refusal {
        if !matches!(refusal.key.as_str(), "prompt-open" | "not-your-turn") {
            return refusal;
        }
        let eyes = self.eyes(user);
        let name = |one: Waiting| match one.who.and_then(|who| self.member(who)) {
            Some(member) => member.name_for(eyes.viewer),
            None => GM.into(),
        };
        // While somebody hidden acts, those are said to be waited for who come next: none of them
        // is told to wait for themselves.
        let is_theirs =
            |one: &Waiting| one.who.is_some_and(|who| self.may_play(user, By::Combatant(who)));
        let waiting = self.waiting(&eyes).into_iter();
        let names: Vec<String> = waiting.filter(|one| !is_theirs(one)).map(name).collect();
        refusal.with("names", names.join(", "))
    }

    /// Returns who is waited for, as somebody may know it.
    pub(crate) fn waiting(&self, eyes: &Eyes) -> Vec<Waiting> {
        let mut all = self.asked(eyes);
        // A question that must not be seen stops the turn, and nobody is told of it.
        let is_turn_shown = if eyes.is_gms() { self.prompts.is_empty() } else { all.is_empty() };
        if is_turn_shown {
            all.extend(self.acting(eyes));
        }
        all.dedup();
        all
    }

    /// Returns whose answers are waited for, as somebody may know it. With decoys all questions
    /// that must not be seen read as one to the GM; without decoys none of them is shown.
    fn asked(&self, eyes: &Eyes) -> Vec<Waiting> {
        let asked = self.prompts.iter().filter(|open| !open.prompt.is_optional);
        asked
            .filter_map(|open| {
                let is_secret = open.prompt.is_unseen && !eyes.is_gms();
                let to = if is_secret { By::Gm } else { open.prompt.to };
                let is_shown = !is_secret || self.game.has_decoys();
                self.waiting_for(to, eyes, true, open.until()).filter(|_| is_shown)
            })
            .collect()
    }

    /// Returns whose turn is waited for, as somebody may know it.
    fn acting(&self, eyes: &Eyes) -> Vec<Waiting> {
        let Some(turn) = &self.turn else { return Vec::new() };
        let (on, is_skipped) = match eyes.visible_wait(&self.game) {
            _ if eyes.is_gms() => (turn.waited.on.clone(), turn.waited.is_skipped),
            Some(wait) if !self.is_unseen(&turn.waited) => (wait.on, wait.is_skipped),
            Some(_) | None => return Vec::new(),
        };
        let until = turn.due().filter(|_| is_skipped);
        on.into_iter().filter_map(|by| self.waiting_for(by, eyes, false, until)).collect()
    }

    /// Returns how it is told that somebody is waited for; `None` for somebody whom the reader does
    /// not know.
    fn waiting_for(
        &self,
        by: By,
        eyes: &Eyes,
        is_prompt: bool,
        until: Option<Timestamp>,
    ) -> Option<Waiting> {
        let (who, user) = match by {
            By::Gm => (None, Some(self.gm)),
            By::Combatant(who) => {
                let member = self.member(who).filter(|member| eyes.know(member))?;
                (Some(who), member.user.map(|_| self.controller(by)))
            }
        };
        Some(Waiting { who, user, is_prompt, until })
    }
}
