//! The inbox: every decision that awaits a user, over all their fights, first what is due first.
//! For a GM these are NPCs' turns and answers, rulings, and absent players.

use engine::core::ids::{Initiator, UserId};
use store::error::StoreError;

use crate::api::inbox::{DecisionCard, PendingDecision};
use crate::api::outbox::{Audience, MessageRef, PromptCard, TurnCard};
use crate::runtime::app::App;
use crate::state::fight_state::FightState;

impl App {
    /// Loads all decisions that await the user.
    pub(crate) async fn load_inbox(
        &self,
        user: UserId,
    ) -> Result<Vec<PendingDecision>, StoreError> {
        let mut decisions = Vec::new();
        for row in self.inner.store.load_open_fights_of_user(user.0).await? {
            if let Some(state) = self.load_fight(row.fight_id()).await? {
                self.append_open_prompts_of(&state, user, &mut decisions).await?;
                self.append_turn_of(&state, user, &mut decisions).await?;
            }
        }
        // Decisions without a deadline come last.
        decisions.sort_by_key(|pending| pending.card.deadline().unwrap_or(jiff::Timestamp::MAX));
        Ok(decisions)
    }

    /// Appends the open prompts of one fight that the user may answer.
    async fn append_open_prompts_of(
        &self,
        state: &FightState,
        user: UserId,
        decisions: &mut Vec<PendingDecision>,
    ) -> Result<(), StoreError> {
        for open in &state.prompts {
            if !state.can_play_or_replace_absent_player(user, open.prompt.respondent) {
                continue;
            }
            let card = PromptCard {
                deadline: open.default_answer_time(),
                ..self.load_prompt_card(state, open.id).await?
            };
            let subject = state.prompt_slot_for(open, user).to_subject();
            let decision = DecisionCard::Prompt(Box::new(card));
            decisions
                .push(self.build_pending_decision(state, decision, subject, open.audience).await?);
        }
        Ok(())
    }

    /// Appends the turn of one fight if the user may play it now: not while a prompt is open.
    async fn append_turn_of(
        &self,
        state: &FightState,
        user: UserId,
        decisions: &mut Vec<PendingDecision>,
    ) -> Result<(), StoreError> {
        let Some(turn) = state.turn_playable_now(user) else { return Ok(()) };
        let card = self.build_turn_card_if_running(state, turn.id, Audience::Dm(user));
        let Some(card) = card else { return Ok(()) };
        let mut actors = card.actors;
        actors.retain(|actor| {
            state.can_play_or_replace_absent_player(user, Initiator::Combatant(actor.combatant))
        });
        let decision =
            DecisionCard::Turn(TurnCard { deadline: turn.deadline_time(), actors, ..card });
        let audience = state.turn_audience(turn);
        let subject = state.turn_slot_for(turn, Audience::Dm(user)).to_subject();
        decisions.push(self.build_pending_decision(state, decision, subject, audience).await?);
        Ok(())
    }

    /// Adds to a decision the message that asks for it, if one was sent, and whether that is a
    /// direct message.
    async fn build_pending_decision(
        &self,
        state: &FightState,
        card: DecisionCard,
        subject: String,
        audience: Audience,
    ) -> Result<PendingDecision, StoreError> {
        let message = self.inner.store.load_sent_message(state.id, &subject).await?;
        let is_dm = matches!(audience, Audience::Dm(_));
        let message = message.map(|sent| (MessageRef::from_sent_message(&sent), is_dm));
        Ok(PendingDecision { guild: state.guild, channel: state.channel, message, card })
    }
}
