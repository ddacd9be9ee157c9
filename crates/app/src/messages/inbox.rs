//! The inbox: every decision that waits for somebody, over all their fights, what is due first
//! first. For a GM that is NPCs' turns and answers, rulings, and players who are absent.

use engine::ids::{By, UserId};
use store::fault::Fault;

use crate::fight::fight_state::{FightState, OpenTurn};
use crate::held::app::App;
use crate::terms::inbox::{Decision, Waits};
use crate::terms::outbox::{Audience, MessageRef, PromptCard, TurnCard};

impl App {
    /// All that waits for somebody.
    pub(crate) async fn inbox(&self, user: UserId) -> Result<Vec<Waits>, Fault> {
        let mut all = Vec::new();
        for (row, _) in self.inner.store.fights_of(user.0).await? {
            if let Some(now) = self.now(row.id()).await? {
                self.collect(&now, user, &mut all).await?;
            }
        }
        // What waits for ever comes last.
        all.sort_by_key(|one| one.decision.until().unwrap_or(jiff::Timestamp::MAX));
        Ok(all)
    }

    async fn collect(
        &self,
        now: &FightState,
        user: UserId,
        all: &mut Vec<Waits>,
    ) -> Result<(), Fault> {
        for open in now.prompts.iter().filter(|open| now.may_play(user, open.prompt.to)) {
            let card = PromptCard { until: open.until(), ..self.prompt_card(now, open.id).await? };
            let subject = now.slot_of(open, user).subject();
            let decision = Decision::Prompt(Box::new(card));
            all.push(self.waits(now, decision, subject, open.shown).await?);
        }
        let turn = now.turn.as_ref().filter(|_| now.prompts.is_empty());
        let is_theirs = |turn: &&OpenTurn| turn.waited.on.iter().any(|by| now.may_play(user, *by));
        if let Some(turn) = turn.filter(is_theirs) {
            let card = self.turn_card(now, turn.id, Audience::Dm(user));
            let Some(card) = card else { return Ok(()) };
            let mut actors = card.actors;
            actors.retain(|one| now.may_play(user, By::Combatant(one.who)));
            let decision = Decision::Turn(TurnCard { until: turn.due(), actors, ..card });
            let shown = now.turn_audience(turn);
            let subject = now.slot_of_turn(turn, Audience::Dm(user)).subject();
            all.push(self.waits(now, decision, subject, shown).await?);
        }
        Ok(())
    }

    async fn waits(
        &self,
        now: &FightState,
        decision: Decision,
        subject: String,
        shown: Audience,
    ) -> Result<Waits, Fault> {
        let message = self.inner.store.message(now.id, &subject).await?;
        let is_dm = matches!(shown, Audience::Dm(_));
        let message = message.map(|sent| (MessageRef::of(&sent), is_dm));
        Ok(Waits { guild: now.guild, channel: now.channel, message, decision })
    }
}
