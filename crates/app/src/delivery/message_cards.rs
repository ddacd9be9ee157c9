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
        if state.prompts.is_empty() && matches!(audience, Audience::Dm(user) if state.is_gm(user)) {
            for actor in actors.iter_mut().filter(|candidate| {
                state.is_npc(candidate.combatant) && !candidate.offers.is_empty()
            }) {
                actor.gm_controls = Some(GmControls::default());
            }
        }
        let users = match audience {
            Audience::Dm(user) if state.turn_copy_recipients(turn).contains(&user) => [user].into(),
            _ => {
                state
                    .awaited_by_audience(turn)
                    .remove(&state.turn_audience(turn))
                    .unwrap_or_default()
                    .users
            }
        };
        let deadline = turn.deadline_time().filter(|_| turn.awaited.is_skipped_at_deadline);
        let perspective = state.perspective_of_audience(audience);
        let required_prompts = state.prompts.iter().filter(|open| !open.prompt.is_optional);
        let awaited_names = required_prompts
            .filter(|open| !open.prompt.is_hidden_from_public || perspective.is_gm());
        let known_name = |open: &OpenPrompt| match open.prompt.respondent {
            Initiator::Gm => Some(String::new()),
            Initiator::Combatant(who) => {
                let known = state.member(who).filter(|member| perspective.can_know_of(member))?;
                Some(known.name_for(perspective.viewer))
            }
        };
        let mut awaited_names: Vec<String> = awaited_names.filter_map(known_name).collect();
        awaited_names.sort();
        awaited_names.dedup();
        let (round, pinged_users) = (turn.awaited.round, BTreeSet::new());
        let id = state.encrypt_turn_id(id);
        let waits_for_gm = awaited_names.is_empty() && state.waits_for_gm_answer(&perspective);
        Some(TurnCard {
            id,
            round,
            users,
            pinged_users,
            actors,
            deadline,
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
        let controls = actors
            .iter_mut()
            .filter(|npc_actor| npc_actor.gm_controls.is_some())
            .take(MAX_ADVISED_NPCS);
        let (npcs, controls): (Vec<_>, Vec<_>) =
            controls.map(|npc_actor| (npc_actor.combatant, &mut npc_actor.gm_controls)).unzip();
        if !npcs.is_empty() {
            let advice_list = self
                .inner
                .gm_worker
                .run_if_cpu_budget_allows(state.advice_task(npcs, *budget))
                .await;
            for (control, advice) in controls.into_iter().zip(advice_list.unwrap_or_default()) {
                *control = Some(GmControls { advice });
            }
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
        let outcome = match &row.closed {
            None => None,
            Some(_) if self.sealed_answers.iter().any(|sealed| sealed.prompt == id) => {
                Some(PromptOutcome::Sealed)
            }
            Some((_, outcome)) => Some(match from_json(outcome)? {
                // The undone answer may have been sealed.
                PromptOutcome::Undone(_) => PromptOutcome::Undone(Box::new(PromptOutcome::Sealed)),
                outcome => outcome,
            }),
        };
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
            outcome,
            provisional_answer: self
                .find_open_prompt(id)
                .and_then(|open| open.provisional_answer.clone()),
            is_copy: false,
        })
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
        let is_shown = |member: &&Member| match audience {
            Audience::Channel(_) => !member.is_hidden,
            Audience::Dm(user) if is_turn_over => {
                self.perspective_of_user(user).can_know_of(member)
            }
            Audience::Dm(user) => {
                self.can_play_or_replace_absent_player(user, Initiator::Combatant(member.id))
            }
        };
        let is_offered = |who| {
            !is_turn_over
                && (!is_public
                    || self.channel_or_private_audience_for(Initiator::Combatant(who)) == audience)
        };
        let npcs = || self.members.iter().filter(|npc| npc.user.is_none() && !is_public);
        let initiators = if is_turn_over { awaited.initial_actors() } else { &awaited.actors };
        let members: Vec<_> = initiators
            .iter()
            .flat_map(|initiator| match initiator {
                Initiator::Gm => npcs().collect::<Vec<_>>(),
                Initiator::Combatant(who) => self.member(*who).into_iter().collect(),
            })
            .filter(is_shown)
            .collect();
        // The controller of an actor may know of combatants that the channel does not.
        let offers = |who| match is_offered(who) {
            true if is_public => self.game.list_offers_without_hidden_characters(who),
            true => self.game.list_legal_act_offers(who),
            false => Vec::new(),
        };
        let perspective = self.perspective_of_audience(audience);
        let view = perspective.view_of(&self.game);
        let actors = members.into_iter().filter_map(|actor_member| {
            let name = actor_member.name_for(perspective.viewer);
            Some(Actor {
                name,
                ..self.build_actor(actor_member.id, &view, offers(actor_member.id))?
            })
        });
        // Where the GM picks the actor, only those with offers.
        let is_gm_choice = awaited.actors.contains(&Initiator::Gm);
        actors.filter(|actor| !is_gm_choice || is_turn_over || !actor.offers.is_empty()).collect()
    }
}

/// Returns the viewer that plays a combatant: for NPCs the GM.
fn viewer_playing(member: &Member) -> Viewer {
    member.user.map_or(Viewer::Gm, Viewer::Player)
}
