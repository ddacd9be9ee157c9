//! Builds the cards that messages render: turns, prompts, reminders and invitations, as their
//! audience may know them.

use std::collections::{BTreeMap, BTreeSet};

use engine::core::command::Offer;
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::game::{Member, OptionalResponse, Prompt};
use engine::visibility::view::Viewer;
use store::error::StoreError;
use store::ids::{PromptId, TurnId};
use store::rows::PromptRow;

use crate::api::outbox::{
    Actor, Audience, GmControls, MessageRef, OutOfTurnInvitation, PromptCard, PromptOutcome,
    ReminderCard, ReminderSubject, Surroundings, TurnCard,
};
use crate::runtime::app::App;
use crate::state::fight_state::{AwaitedTurn, FightState, OpenPrompt, from_json};
use crate::state::message_slots::{MessageSlot, PromptGroup};
use crate::state::perspective::Perspective;
use crate::state::turn_audience::TurnProgress;

/// The most NPCs of a turn that get advice.
const MAX_ADVISED_NPCS: usize = 3;

impl App {
    /// Loads the portrait URL of the sheet from which a combatant was copied.
    pub(super) async fn load_portrait_of_own_sheet(
        &self,
        state: &FightState,
        who: CombatantId,
    ) -> Result<Option<String>, StoreError> {
        let sheet = match state.member(who).and_then(|member| member.sheet) {
            Some(sheet) => self.inner.store.load_sheet(sheet.id).await?,
            None => None,
        };
        Ok(sheet.and_then(|sheet| sheet.portrait))
    }

    /// Builds the card of a turn, without pings; `None` where the turn is over.
    pub(crate) fn build_turn_card_if_running(
        &self,
        state: &FightState,
        id: TurnId,
        audience: Audience,
    ) -> Option<TurnCard> {
        let turn = state.find_open_turn(id)?;
        let mut actors =
            state.visible_actors_with_offers(&turn.awaited, audience, TurnProgress::Running);
        let is_for_gm = matches!(audience, Audience::Dm(user) if state.is_gm(user));
        if is_for_gm && state.prompts.is_empty() {
            for actor in &mut actors {
                if state.is_npc(actor.combatant) && !actor.offers.is_empty() {
                    actor.gm_controls = Some(GmControls::default());
                }
            }
        }
        let users = match audience {
            Audience::Dm(user) if state.turn_copy_recipients(turn).contains(&user) => [user].into(),
            _ => {
                let turn_audience = state.turn_audience(turn);
                state.awaited_by_audience(turn).remove(&turn_audience).unwrap_or_default().users
            }
        };
        let perspective = state.perspective_of_audience(audience);
        let awaited_names = state.names_of_required_respondents(&perspective);
        let waits_for_gm = awaited_names.is_empty() && state.waits_for_gm_answer(&perspective);
        Some(TurnCard {
            id: state.encrypt_turn_id(id),
            round: turn.awaited.round,
            users,
            pinged_users: BTreeSet::new(),
            actors,
            deadline: turn.deadline_time().filter(|_| turn.awaited.is_skipped_at_deadline),
            awaited_names,
            waits_for_gm,
        })
    }

    /// Adds odds to what players may do and, on a GM's card, advice for the first few NPCs.
    pub(super) async fn add_player_odds_and_npc_advice(
        &self,
        state: &FightState,
        mut actors: Vec<Actor>,
    ) -> Vec<Actor> {
        for actor in &mut actors {
            self.add_player_odds_if_no_prompt_is_open(state, actor.combatant, &mut actor.offers)
                .await;
        }
        let Some(budget) = self.inner.advice_budget.get().filter(|_| state.prompts.is_empty())
        else {
            return actors;
        };
        let mut advised_actors: Vec<&mut Actor> =
            actors.iter_mut().filter(|actor| actor.gm_controls.is_some()).collect();
        advised_actors.truncate(MAX_ADVISED_NPCS);
        if advised_actors.is_empty() {
            return actors;
        }
        let npcs = advised_actors.iter().map(|actor| actor.combatant).collect();
        let advice_list =
            self.inner.gm_worker.run_if_cpu_budget_allows(state.advice_task(npcs, *budget)).await;
        for (actor, advice) in advised_actors.into_iter().zip(advice_list.unwrap_or_default()) {
            actor.gm_controls = Some(GmControls { advice });
        }
        actors
    }

    /// Builds the card of a reminder, without pings; `None` where its subject is over.
    pub(super) async fn build_reminder_card_if_pending(
        &self,
        state: &FightState,
        subject: ReminderSubject,
        audience: Audience,
    ) -> Result<Option<ReminderCard>, StoreError> {
        let (slot, deadline) = match subject {
            ReminderSubject::Prompt(id) => {
                let Some(open) = state.find_open_prompt(id) else { return Ok(None) };
                (MessageSlot::new(open.message_kind(), open.audience), open.default_answer_time())
            }
            ReminderSubject::Turn(id) => {
                let Some(turn) = state.find_open_turn(id) else { return Ok(None) };
                let deadline = turn.deadline_time().filter(|_| turn.awaited.is_skipped_at_deadline);
                (state.turn_slot_for(turn, audience), deadline)
            }
        };
        let reply_to = match slot.audience == audience {
            true => self.load_sent_slot(state.id, &slot).await?,
            false => None,
        };
        let reply_to = reply_to.map(|sent| MessageRef::from_sent_message(&sent));
        let (pinged_users, awaited_names) = (BTreeSet::new(), Vec::new());
        Ok(Some(ReminderCard { subject, reply_to, pinged_users, awaited_names, deadline }))
    }

    /// Loads the card of a prompt, open or closed, without its user and deadline.
    pub(crate) async fn load_prompt_card(
        &self,
        state: &FightState,
        id: PromptId,
    ) -> Result<PromptCard, StoreError> {
        let row = self.inner.store.load_prompt(id).await?;
        let row = row.ok_or_else(|| StoreError::Corrupt(format!("no prompt {id}")))?;
        state.build_prompt_card_without_deadline(&row)
    }

    /// Loads the cards of the prompts that share a message.
    pub(super) async fn load_prompt_cards_sharing_message(
        &self,
        state: &FightState,
        group: PromptGroup,
        audience: Audience,
    ) -> Result<Vec<PromptCard>, StoreError> {
        let mut cards = Vec::new();
        for row in self.inner.store.load_prompts_opened_by(state.id, group.revision).await? {
            let prompt: Prompt = from_json(&row.question)?;
            let is_in_message = prompt.shares_message
                && state.channel_or_private_audience_for(prompt.respondent) == audience;
            if is_in_message && PromptGroup::from_prompt(row.id) == group {
                cards.push(state.with_user_and_deadline_if_open(
                    state.build_prompt_card_without_deadline(&row)?,
                    None,
                ));
            }
        }
        Ok(cards)
    }
}

impl FightState {
    /// Returns the names of those who must answer an open prompt, as far as the viewers may know of
    /// it, in alphabetical order and each once. The GM's name is empty.
    pub(crate) fn names_of_required_respondents(&self, perspective: &Perspective) -> Vec<String> {
        let mut names = BTreeSet::new();
        for OpenPrompt { prompt, .. } in &self.prompts {
            if prompt.is_optional || (prompt.is_hidden_from_public && !perspective.is_gm()) {
                continue;
            }
            match prompt.respondent {
                Initiator::Gm => {
                    names.insert(String::new());
                }
                Initiator::Combatant(who) => {
                    let member = self.member(who).filter(|member| perspective.can_know_of(member));
                    names.extend(member.map(|member| member.name_for(perspective.viewer)));
                }
            }
        }
        names.into_iter().collect()
    }

    /// Returns the names of those combatants among the awaited of whom the viewers may know.
    pub(super) fn known_names_of(
        &self,
        awaited: &[Initiator],
        perspective: &Perspective,
    ) -> Vec<String> {
        let members = awaited.iter().filter_map(|initiator| match initiator {
            Initiator::Gm => None,
            Initiator::Combatant(who) => self.member(*who),
        });
        members
            .filter(|member| perspective.can_know_of(member))
            .map(|member| member.name_for(perspective.viewer))
            .collect()
    }

    /// Returns the portraits of NPCs by the names that the viewers know. The portrait of an NPC
    /// under an alias is for the GM alone.
    pub(super) fn npc_portraits_by_visible_name(
        &self,
        perspective: &Perspective,
    ) -> Vec<(String, String)> {
        let portraits = self.visible_npc_portraits_by_id(perspective).into_iter();
        let with_name =
            |(who, portrait)| Some((self.member(who)?.name_for(perspective.viewer), portrait));
        portraits.filter_map(with_name).collect()
    }

    /// Returns the portraits of NPCs that the viewers may see. The portrait of an NPC under an
    /// alias is for the GM alone.
    pub(super) fn visible_npc_portraits_by_id(
        &self,
        perspective: &Perspective,
    ) -> BTreeMap<CombatantId, String> {
        let is_visible = |who: &CombatantId| {
            let member = self.member(*who).filter(|member| perspective.can_know_of(member));
            member.is_some_and(|member| member.true_name.is_none() || perspective.is_gm())
        };
        let portraits = self.people.npc_portraits.iter().filter(|(who, _)| is_visible(who));
        portraits.map(|(who, portrait)| (*who, portrait.clone())).collect()
    }

    /// Builds the card of a prompt, without its ping.
    fn build_prompt_card_without_deadline(
        &self,
        row: &PromptRow,
    ) -> Result<PromptCard, StoreError> {
        let id = row.id;
        let prompt: Prompt = from_json(&row.question)?;
        let Prompt { respondent, subject, known_names, choices, default_choice, .. } = prompt;
        let Prompt {
            choice_risks,
            is_optional,
            only_reminds_on_timeout,
            is_hidden_from_public,
            ..
        } = prompt;
        let combatant = match respondent {
            Initiator::Gm => None,
            Initiator::Combatant(combatant) => self
                .member(combatant)
                .map(|member| (combatant, member.name_for(viewer_playing(member)))),
        };
        Ok(PromptCard {
            id: self.encrypt_prompt_id(id),
            user: None,
            is_pinged: false,
            combatant,
            subject,
            combatant_names: known_names,
            choices,
            risks: choice_risks,
            default_answer: default_choice,
            is_optional,
            only_reminds_on_timeout,
            is_hidden_from_public,
            deadline: None,
            outcome: self.visible_prompt_outcome(row)?,
            provisional_answer: self
                .find_open_prompt(id)
                .and_then(|open| open.provisional_answer.clone()),
            is_copy: false,
        })
    }

    /// Returns the outcome of a prompt as its messages show it; `None` while it is open. An answer
    /// that is still sealed is not shown, nor one that was undone, since it may have been sealed.
    fn visible_prompt_outcome(&self, row: &PromptRow) -> Result<Option<PromptOutcome>, StoreError> {
        let Some((_, outcome)) = &row.closed else { return Ok(None) };
        if self.sealed_answers.iter().any(|sealed| sealed.prompt == row.id) {
            return Ok(Some(PromptOutcome::Sealed));
        }
        Ok(Some(match from_json(outcome)? {
            PromptOutcome::Undone(_) => PromptOutcome::Undone(Box::new(PromptOutcome::Sealed)),
            outcome => outcome,
        }))
    }

    /// Adds the user and the deadline to the card of an open prompt or of its copy.
    pub(super) fn with_user_and_deadline_if_open(
        &self,
        card: PromptCard,
        copied_to: Option<UserId>,
    ) -> PromptCard {
        let Some(open) = self.find_open_prompt(self.decrypt_prompt_id(card.id)) else {
            return card;
        };
        let is_copy = copied_to.is_some_and(|user| {
            !self.can_play_or_replace_absent_player(user, open.prompt.respondent)
        });
        PromptCard {
            user: Some(copied_to.unwrap_or(open.user)),
            deadline: open.default_answer_time(),
            is_copy,
            ..card
        }
    }

    /// Returns whether the user is sent a copy of the message of an open prompt.
    pub(super) fn has_prompt_copy(&self, prompt: PromptId, user: UserId) -> bool {
        self.find_open_prompt(prompt)
            .is_some_and(|open| self.prompt_copy_recipients(open.audience).contains(&user))
    }

    /// Builds the card of an optional response; `None` where it is no longer possible.
    pub(super) fn build_invitation_card_if_possible(
        &self,
        invitation: &OptionalResponse,
    ) -> Option<OutOfTurnInvitation> {
        let responses = self.game.list_optional_responses();
        let response = responses.into_iter().find(|candidate| candidate == invitation)?;
        let OptionalResponse { who, round, mut choices } = response;
        choices.retain(|command| {
            self.prompts.is_empty() || self.game.is_act_allowed_during_prompt(who, command)
        });
        let member = self.member(who)?;
        let actor = Actor {
            combatant: who,
            name: member.name_for(viewer_playing(member)),
            public_name: member.name.clone(),
            system: self.system(),
            offers: choices.into_iter().map(Offer::free).collect(),
            surroundings: Surroundings::default(),
            can_speak: false,
            gm_controls: None,
        };
        let user = self.controller_of(Initiator::Combatant(who));
        Some(OutOfTurnInvitation { round, user, is_pinged: false, actor })
    }

    /// Returns the actors of a turn as the audience may know them, with their offers while the turn
    /// runs: in the channel those who are addressed there, in private those whom the reader may
    /// play.
    pub(crate) fn visible_actors_with_offers(
        &self,
        awaited: &AwaitedTurn,
        audience: Audience,
        progress: TurnProgress,
    ) -> Vec<Actor> {
        let is_turn_over = progress == TurnProgress::Over;
        let is_public = matches!(audience, Audience::Channel(_));
        let initiators = if is_turn_over { awaited.initial_actors() } else { &awaited.actors };
        let mut members: Vec<&Member> = Vec::new();
        for initiator in initiators {
            match initiator {
                Initiator::Gm if is_public => {}
                Initiator::Gm => members.extend(self.npcs()),
                Initiator::Combatant(who) => members.extend(self.member(*who)),
            }
        }
        members.retain(|member| self.is_turn_actor_shown(member, audience, progress));
        let perspective = self.perspective_of_audience(audience);
        let view = perspective.view_of(&self.game);
        let is_gm_choice = awaited.actors.contains(&Initiator::Gm);
        let mut actors = Vec::new();
        for member in members {
            let offers = match is_turn_over {
                true => Vec::new(),
                false => self.offers_shown_to_audience(member.id, audience),
            };
            let Some(actor) = self.build_actor(member.id, &view, offers) else { continue };
            // Where the GM picks the actor, only those with offers.
            if is_gm_choice && !is_turn_over && actor.offers.is_empty() {
                continue;
            }
            actors.push(Actor { name: member.name_for(perspective.viewer), ..actor });
        }
        actors
    }

    /// Returns whether an actor of a turn is shown: in the channel unless it is hidden, in private
    /// to whoever may play it, or once the turn is over to whoever may know of it.
    fn is_turn_actor_shown(
        &self,
        member: &Member,
        audience: Audience,
        progress: TurnProgress,
    ) -> bool {
        match audience {
            Audience::Channel(_) => !member.is_hidden,
            Audience::Dm(user) if progress == TurnProgress::Over => {
                self.perspective_of_user(user).can_know_of(member)
            }
            Audience::Dm(user) => {
                self.can_play_or_replace_absent_player(user, Initiator::Combatant(member.id))
            }
        }
    }

    /// Returns the offers of a combatant that a message shows. The channel gets those of a
    /// combatant that is addressed there, without those that name combatants of whom only the
    /// combatant's player may know.
    fn offers_shown_to_audience(&self, who: CombatantId, audience: Audience) -> Vec<Offer> {
        let own_audience = self.channel_or_private_audience_for(Initiator::Combatant(who));
        match audience {
            Audience::Dm(_) => self.game.list_legal_act_offers(who),
            Audience::Channel(_) if own_audience == audience => {
                self.game.list_offers_without_hidden_characters(who)
            }
            Audience::Channel(_) => Vec::new(),
        }
    }
}

/// Returns the viewer that plays a combatant: for NPCs the GM.
fn viewer_playing(member: &Member) -> Viewer {
    member.user.map_or(Viewer::Gm, Viewer::Player)
}
