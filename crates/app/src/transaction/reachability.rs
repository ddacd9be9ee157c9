//! Records that nothing can be posted in the channel of a fight, and that something can again.
//!
//! Meanwhile the deadlines of what is asked there stand still: nobody runs out of time who was
//! never told. Everybody can see that the bot is silent, so this reveals nothing (I6).

use engine::core::command::Command;
use store::error::StoreError;
use store::rows::DeadlineKind;

use crate::api::outbox::{Audience, Notice};
use crate::runtime::app::App;
use crate::state::fight_state::FightState;
use crate::state::people::UnreachableChannel;
use crate::transaction::StateChange;

impl App {
    /// Returns the limits of what is asked in the channel of a fight, but was never posted there.
    pub(crate) async fn list_limits_never_posted(
        &self,
        state: &FightState,
    ) -> Result<Vec<DeadlineKind>, StoreError> {
        let audience = Audience::Channel(state.channel);
        let mut limits_and_slots = Vec::new();
        for open in &state.prompts {
            if open.audience == audience {
                let slot = state.prompt_slot_for(open, open.user);
                limits_and_slots.push((DeadlineKind::PromptLimit(open.id), slot));
            }
        }
        if let Some(turn) = &state.turn
            && state.turn_audience(turn) == audience
        {
            let slot = state.turn_slot_for(turn, audience);
            limits_and_slots.push((DeadlineKind::TurnLimit(turn.id), slot));
        }
        let mut never_posted = Vec::new();
        for (limit, slot) in limits_and_slots {
            let sent = self.inner.store.load_sent_message(state.id, &slot.to_subject()).await?;
            if sent.is_none() {
                never_posted.push(limit);
            }
        }
        Ok(never_posted)
    }

    /// Returns the change that stops the deadlines in the channel, if this deadline is due but its
    /// message could not be posted there so far.
    pub(crate) async fn build_unreachable_change_if_never_posted(
        &self,
        state: &FightState,
        due_deadline: DeadlineKind,
    ) -> Result<Option<StateChange>, StoreError> {
        let channel = Audience::Channel(state.channel).to_key();
        let next_row = self.inner.store.load_oldest_pending_row(&channel).await?;
        // A failed attempt has set the time of the next one.
        if next_row.is_none_or(|row| row.not_before == 0) {
            return Ok(None);
        }
        let untold = self.list_limits_never_posted(state).await?;
        let is_untold = untold.contains(&due_deadline);
        Ok(is_untold.then(|| state.build_deadline_stop_telling_gm_reason(untold, None)))
    }
}

impl FightState {
    /// Builds the change that stops the deadlines in the channel. The limits in `untold_limits`
    /// start again in full. With a reason the chat service refuses posts, and the GM is told why.
    pub(crate) fn build_deadline_stop_telling_gm_reason(
        &self,
        untold_limits: Vec<DeadlineKind>,
        reason: Option<&str>,
    ) -> StateChange {
        let command = Command::new("channel-unreachable");
        let mut change = StateChange::without_game_change(self, command);
        change.after.people.unreachable =
            Some(UnreachableChannel { channel: self.channel, is_refused: reason.is_some() });
        change.restarted_limits = untold_limits;
        // Without a reason the chat service may answer again soon, so the GM is not told yet.
        if let Some(reason) = reason {
            change.notices.push((Audience::Dm(self.gm), self.refused_posts_notice(reason)));
        }
        change
    }

    /// Returns the notice that the chat service refuses posts in the channel of the fight. If the
    /// thread of the fight is still to be opened, that is what failed.
    fn refused_posts_notice(&self, reason: &str) -> Notice {
        let reason = reason.to_string();
        match self.wanted_thread_parent() {
            Some(parent) => Notice::ThreadNotOpened { parent, reason },
            None => Notice::Undelivered { audience: Audience::Channel(self.channel), reason },
        }
    }

    /// Builds the change that lets the deadlines in the channel run again.
    pub(crate) fn build_reachable_change(&self) -> StateChange {
        let command = Command::new("channel-reachable");
        let mut change = StateChange::without_game_change(self, command);
        change.after.people.unreachable = None;
        change
    }
}
