//! Delivery: posts go out in order for each audience, different audiences side by side, each at
//! most once. What is not delivered stays in the outbox.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::Timestamp;
use tokio::task::JoinSet;

use engine::core::command::Offer;
use engine::core::ids::{CombatantId, Initiator, UserId};
use engine::game::{Member, OptionalResponse, Prompt};
use engine::visibility::view::Viewer;
use store::error::StoreError;
use store::ids::{Millis, PromptId, TurnId};
use store::rows::{MessageRecordRow, OutboxRow, PromptRow, SUMMARY_SUBJECT, SentMessage};

use crate::api::clock::timestamp_from_millis;
use crate::api::outbox::{
    Actor, Audience, DeliveredMessage, Delivery, DeliveryError, GmControls, InvitationCard,
    MessageBody, MessageRecord, MessageRef, MessageSender, Notice, PromptCard, PromptOutcome,
    RecordEntry, ReminderCard, ReminderSubject, Surroundings, TurnCard,
};
use crate::runtime::app::App;
use crate::runtime::counters::count_delivery;
use crate::state::fight_state::{AwaitedTurn, FightState, OpenPrompt, from_json};
use crate::state::message_slots::{MessageKind, MessageSlot, PromptGroup};
use crate::state::outbox_entry::OutboxEntry;
use crate::state::roles::ViewerSet;
use crate::transaction::InputRecord;

/// The first wait after a failure doubles up to the longest.
const FIRST_RETRY_MILLIS: i64 = 1_000;
const MAX_RETRY_MILLIS: i64 = 300_000;
/// … unless the chat service asks for a longer one.
const MAX_REQUESTED_RETRY_MILLIS: i64 = 900_000;

/// What became of the next post of an audience.
enum DeliveryProgress {
    Delivered,
    /// Nothing is left that may be tried now.
    NothingDue,
}

impl App {
    /// Delivers what is in the outbox, in order for each audience, until nothing is left that may
    /// be tried now; how many went out. May run several times at once.
    ///
    /// # Errors
    /// The store could not be used; nothing is lost, and nothing will be sent twice.
    pub async fn deliver_pending<C: MessageSender>(
        &self,
        sender: &Arc<C>,
    ) -> Result<usize, StoreError> {
        let mut lanes = JoinSet::new();
        for audience in self.inner.store.load_pending_audiences().await? {
            let (app, courier) = (self.clone(), Arc::clone(sender));
            lanes.spawn(async move { app.deliver_to_audience(&audience, &*courier).await });
        }
        let mut sum = 0;
        let mut fault = None;
        while let Some(lane) = lanes.join_next().await {
            match lane {
                Ok(Ok(delivered)) => sum += delivered,
                Ok(Err(wrong)) => fault = Some(wrong),
                Err(wrong) => fault = Some(StoreError::Other(wrong.to_string())),
            }
        }
        fault.map_or(Ok(sum), Err)
    }

    /// When the outbox should be looked at again; in the past where it should be now.
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn next_delivery_time(&self) -> Result<Option<Timestamp>, StoreError> {
        Ok(self.next_delivery_times().await?.into_iter().min())
    }

    /// When the next post for each audience may go out.
    pub(crate) async fn next_delivery_times(&self) -> Result<Vec<Timestamp>, StoreError> {
        let all = self.inner.store.load_next_delivery_times().await?;
        Ok(all
            .into_iter()
            .map(|not_before| timestamp_from_millis(self.delivery_due_at(not_before)))
            .collect())
    }

    async fn deliver_to_audience<C: MessageSender>(
        &self,
        audience: &str,
        sender: &C,
    ) -> Result<usize, StoreError> {
        let mut delivered = 0;
        // Once more after leaving the lane: a post may have come while nobody else could enter.
        while self
            .inner
            .store
            .load_next_outbox_row(audience)
            .await?
            .is_some_and(|post| self.is_delivery_due(&post))
        {
            let Some(_lane) = self.inner.delivery_lanes.try_enter(audience) else { break };
            while let DeliveryProgress::Delivered =
                self.deliver_next_message(audience, sender).await?
            {
                delivered += 1;
            }
        }
        Ok(delivered)
    }

    fn is_delivery_due(&self, post: &OutboxRow) -> bool {
        self.delivery_due_at(post.not_before) <= self.now_millis()
    }

    /// When a post may go out. No wait is so long as one that was set before the clock went back.
    fn delivery_due_at(&self, not_before: Millis) -> Millis {
        let now = self.now_millis();
        if not_before > now + MAX_REQUESTED_RETRY_MILLIS { now } else { not_before }
    }

    async fn deliver_next_message<C: MessageSender>(
        &self,
        audience: &str,
        sender: &C,
    ) -> Result<DeliveryProgress, StoreError> {
        let post = self.inner.store.load_next_outbox_row(audience).await?;
        let Some(post) = post.filter(|post| self.is_delivery_due(post)) else {
            return Ok(DeliveryProgress::NothingDue);
        };
        let parcel = match self.build_delivery(&post).await {
            // What cannot be read now never can, and must not hold up what comes after it.
            Err(StoreError::Corrupt(why)) => {
                self.give_up_message(&post, &why).await?;
                return Ok(DeliveryProgress::Delivered);
            }
            parcel => parcel?,
        };
        let Some(parcel) = parcel else {
            self.inner.store.record_delivery(&post, None).await?;
            return Ok(DeliveryProgress::Delivered);
        };
        let delivered = {
            let _place = self.inner.delivery_lanes.permits_for(parcel.audience).acquire().await;
            sender.deliver(&parcel).await
        };
        match delivered {
            Ok(_) if parcel.body == MessageBody::Deleted => {
                self.inner.store.record_message_removed(&post).await?
            }
            Ok(DeliveredMessage {
                message: MessageRef { channel, message },
                content_mark: mark,
            }) => {
                count_delivery("delivered");
                // A nudge is never edited, whatever it shows.
                let is_nudge = matches!(parcel.body, MessageBody::Reminder(_));
                let mark = mark.or(is_nudge.then_some(0));
                let sent = SentMessage { channel, message, fingerprint: mark };
                self.inner.store.record_delivery(&post, Some(sent)).await?;
            }
            Err(DeliveryError::EditLimitReached) => {
                let subject = post.subject.as_deref().unwrap_or_default();
                self.inner.store.delete_sent_message(parcel.fight, subject).await?;
            }
            // What happened is told all the same.
            Err(DeliveryError::TargetGone)
                if is_resent_if_lost(&parcel.body) || !parcel.record.entries.is_empty() =>
            {
                let subject = post.subject.as_deref().unwrap_or_default();
                self.inner.store.delete_sent_message(parcel.fight, subject).await?;
            }
            Err(DeliveryError::TargetGone | DeliveryError::Empty) => {
                self.inner.store.record_message_removed(&post).await?;
            }
            Err(DeliveryError::Retryable { reason: why, retry_after }) => {
                let wait = FIRST_RETRY_MILLIS << post.tries.clamp(0, 16);
                let asked = retry_after.map_or(0, |after| after.as_millis() as i64);
                let asked = asked.min(MAX_REQUESTED_RETRY_MILLIS);
                let wait = wait.min(MAX_RETRY_MILLIS).max(asked);
                count_delivery("later");
                tracing::warn!(post = post.id, %why, wait, "not delivered for now");
                self.inner.store.reschedule_outbox_row(&post, self.now_millis() + wait).await?;
                // Whoever sleeps until the next errand must know of this one.
                self.inner.wakeup.notify_one();
                return Ok(DeliveryProgress::NothingDue);
            }
            Err(DeliveryError::Permanent { reason: why }) => {
                self.give_up_message(&post, &why).await?
            }
        }
        Ok(DeliveryProgress::Delivered)
    }

    /// What will never arrive is marked, and the first time somebody else is told: the GM, or the
    /// channel where it is the GM who cannot be reached.
    async fn give_up_message(&self, post: &OutboxRow, reason: &str) -> Result<(), StoreError> {
        count_delivery("given-up");
        tracing::warn!(post = post.id, %reason, "never to be delivered");
        let is_first =
            !self.inner.store.has_undeliverable_row(post.fight_id(), &post.audience).await?;
        let now = match self.load_fight(post.fight_id()).await {
            Err(StoreError::Corrupt(_)) => None,
            now => now?.filter(|_| is_first),
        };
        let word = match (now, Audience::from_key(&post.audience)) {
            (Some(now), Some(missed)) => {
                let gm = Audience::Dm(now.gm);
                let to = if missed == gm { Audience::Channel(now.channel) } else { gm };
                let notice = Notice::Undelivered { audience: missed, reason: reason.into() };
                Some(OutboxEntry::Notice(notice).to_new_post(to)?)
            }
            (None, _) | (_, None) => None,
        };
        self.inner.store.mark_undeliverable(post, reason, word).await?;
        self.inner.wakeup.notify_one();
        Ok(())
    }

    /// All that is needed to render a post, as its audience may know it. None where nothing is to
    /// be sent: the message that would be edited was never there.
    async fn build_delivery(&self, post: &OutboxRow) -> Result<Option<Delivery>, StoreError> {
        let damaged = || StoreError::Corrupt(format!("post {} is for nobody", post.id));
        let to = Audience::from_key(&post.audience).ok_or_else(damaged)?;
        let fight = post.fight_id();
        let now = self.load_fight(fight).await?.ok_or_else(damaged)?;
        let edit = match &post.subject {
            None => None,
            Some(subject) => self.inner.store.load_sent_message(fight, subject).await?,
        };
        let eyes = now.viewers_in_audience(to);
        let edit = edit.map(|sent| (MessageRef::from_sent_message(&sent), sent.fingerprint));
        let (letter, record) = match from_json(&post.letter)? {
            OutboxEntry::Show { kind: what, copy_for: copy, pinged_users: pings } => {
                let slot = MessageSlot { kind: what, audience: to, copy_for: copy };
                let record = self.load_record(&now, &slot, &eyes).await?;
                let letter = self.build_message_body(&now, &slot, &pings, &eyes).await?;
                let letter =
                    letter.or_else(|| (!record.entries.is_empty()).then_some(MessageBody::Record));
                (letter, record)
            }
            OutboxEntry::Reminder {
                subject: of,
                awaited: on,
                pinged_users: pings,
                deadline: until,
            } => {
                let card = self.build_reminder_card(&now, of, to).await?;
                let members = on.iter().filter_map(|by| match by {
                    Initiator::Gm => None,
                    Initiator::Combatant(who) => {
                        now.member(*who).filter(|one| eyes.can_know_of(one))
                    }
                });
                let names: Vec<_> = members.map(|one| one.name_for(eyes.viewer)).collect();
                let letter = card.map(|card| {
                    let until = card.deadline.map(|_| timestamp_from_millis(until));
                    MessageBody::Reminder(ReminderCard {
                        pinged_users: pings,
                        awaited_names: names,
                        deadline: until,
                        ..card
                    })
                });
                (letter, MessageRecord::default())
            }
            OutboxEntry::RemoveReminder(_) => (None, MessageRecord::default()),
            OutboxEntry::GmReminder { turn } => {
                let card = self.build_turn_card(&now, turn, to);
                let letter = card.map(|card| {
                    let gm = BTreeSet::from([now.gm]);
                    MessageBody::GmReminder(TurnCard {
                        users: gm.clone(),
                        pinged_users: gm,
                        ..card
                    })
                });
                (letter, MessageRecord::default())
            }
            OutboxEntry::Notice(notice) => {
                (Some(MessageBody::Notice(notice)), MessageRecord::default())
            }
            // The end may have been taken back.
            OutboxEntry::Report if now.is_open => (None, MessageRecord::default()),
            OutboxEntry::Report => (
                Some(MessageBody::Report(self.load_report(&now, &eyes).await?)),
                MessageRecord::default(),
            ),
        };
        let letter = match (letter, edit) {
            (Some(letter), _) => letter,
            (None, Some(_)) => MessageBody::Deleted,
            (None, None) => return Ok(None),
        };
        let parcel = Delivery {
            edit_target: edit,
            ..self.assemble_delivery(&now, to, &eyes, letter, record).await?
        };
        Ok(Some(Delivery {
            nonce: delivery_nonce(&now, post),
            may_be_duplicate: post.tries > 0,
            ..parcel
        }))
    }

    async fn assemble_delivery(
        &self,
        state: &FightState,
        audience: Audience,
        viewers: &ViewerSet,
        body: MessageBody,
        record: MessageRecord,
    ) -> Result<Delivery, StoreError> {
        Ok(Delivery {
            audience,
            fight: state.id,
            fight_channel: state.channel,
            system: state.system().into(),
            nonce: String::new(),
            may_be_duplicate: false,
            edit_target: None,
            is_plain_text: self.is_plain_for_audience(state, audience).await?,
            view: viewers.view_of(&state.game),
            body,
            record,
        })
    }

    /// The messages that wait for somebody, and the summary, drawn anew from a fight and what is
    /// stored of it, with where each is. Proof by test that nothing else is shown (T6, T7).
    ///
    /// # Errors
    /// The store could not be read.
    pub async fn rebuild_all_deliveries(
        &self,
        state: &FightState,
    ) -> Result<Vec<Delivery>, StoreError> {
        let mut all = Vec::new();
        let summary = MessageSlot::new(MessageKind::Summary, Audience::Channel(state.channel));
        for slot in state.pending_messages().into_iter().map(|live| live.slot).chain([summary]) {
            let eyes = state.viewers_in_audience(slot.audience);
            let record = self.load_record(state, &slot, &eyes).await?;
            if let Some(letter) =
                self.build_message_body(state, &slot, &BTreeSet::new(), &eyes).await?
            {
                let sent = self.inner.store.load_sent_message(state.id, &slot.to_subject()).await?;
                let edit =
                    sent.map(|sent| (MessageRef::from_sent_message(&sent), sent.fingerprint));
                let parcel =
                    self.assemble_delivery(state, slot.audience, &eyes, letter, record).await?;
                all.push(Delivery { edit_target: edit, ..parcel });
            }
        }
        Ok(all)
    }

    /// What a message shows besides what it tells; none where nothing is left of it.
    async fn build_message_body(
        &self,
        state: &FightState,
        slot: &MessageSlot,
        pings: &BTreeSet<UserId>,
        viewers: &ViewerSet,
    ) -> Result<Option<MessageBody>, StoreError> {
        Ok(match &slot.kind {
            MessageKind::Turn(turn) => {
                let is_here = state.find_open_turn(*turn).is_some_and(|turn| match slot.copy_for {
                    Some(user) => state.turn_copy_recipients(turn).contains(&user),
                    None => state.turn_audience(turn) == slot.audience,
                });
                let card = self.build_turn_card(state, *turn, slot.audience).filter(|_| is_here);
                match card {
                    Some(card) => {
                        let actors = self.add_odds_and_advice(state, card.actors).await;
                        Some(MessageBody::Turn(TurnCard {
                            pinged_users: pings.clone(),
                            actors,
                            ..card
                        }))
                    }
                    None => None,
                }
            }
            MessageKind::Prompt(id) => {
                let card = state.with_open_prompt_details(
                    self.load_prompt_card(state, *id).await?,
                    slot.copy_for,
                );
                let is_pinged = card.user.is_some_and(|user| pings.contains(&user));
                let has_copy = slot
                    .copy_for
                    .is_none_or(|user| card.outcome.is_some() || state.has_prompt_copy(*id, user));
                let is_void = card.outcome == Some(PromptOutcome::Withdrawn);
                let card = Box::new(PromptCard { is_pinged, ..card });
                (has_copy && !is_void).then_some(MessageBody::Prompt(card))
            }
            MessageKind::Prompts(together) => {
                let mut cards = self.load_shared_cards(state, *together, slot.audience).await?;
                cards.retain(|card| card.outcome != Some(PromptOutcome::Withdrawn));
                for card in &mut cards {
                    card.is_pinged = card.user.is_some_and(|user| pings.contains(&user));
                }
                (!cards.is_empty()).then_some(MessageBody::Prompts(cards))
            }
            MessageKind::Invitation(invitation) => state
                .build_invitation_card(invitation)
                .map(|card| InvitationCard { is_pinged: pings.contains(&card.user), ..card })
                .map(MessageBody::Invitation),
            MessageKind::Record(_) => None,
            MessageKind::Summary => {
                Some(MessageBody::Summary { awaited: state.visible_awaited(viewers) })
            }
        })
    }

    /// What a message tells.
    async fn load_record(
        &self,
        state: &FightState,
        slot: &MessageSlot,
        viewers: &ViewerSet,
    ) -> Result<MessageRecord, StoreError> {
        let (mut told, mut acted) = (Vec::new(), Vec::new());
        // Who is told in private is told what is theirs alone to know.
        let is_told = slot.copy_for.is_none() || viewers.is_gm();
        let rows = match is_told {
            true => self.inner.store.load_message_records(state.id, &slot.record_subject()).await?,
            false => Vec::new(),
        };
        let is_theirs = |row: &MessageRecordRow| {
            slot.copy_for.is_some() || row.audience == slot.audience.to_key()
        };
        for row in rows.iter().filter(|row| is_theirs(row)) {
            let (revision, is_undone) = (row.revision, row.is_undone);
            let said =
                row.said.as_deref().map(from_json::<InputRecord>).transpose()?.unwrap_or_default();
            let is_late = row.user.is_none() && said.command.verb == "skip";
            acted.extend(said.actor.filter(|_| said.prompt.is_none()));
            told.push(RecordEntry {
                revision,
                narrative: from_json(&row.told)?,
                is_undone,
                is_timed_out: is_late,
            });
        }
        let turn = match &slot.kind {
            MessageKind::Turn(turn) => Some(turn.revision),
            MessageKind::Record(chapter) => Some(chapter.turn_revision),
            MessageKind::Prompt(prompt) => {
                self.inner.store.load_turn_revision_at(state.id, prompt.revision).await?
            }
            MessageKind::Prompts(some) => {
                self.inner.store.load_turn_revision_at(state.id, some.revision).await?
            }
            MessageKind::Invitation(_) | MessageKind::Summary => None,
        };
        let turn = turn.map(|revision| TurnId { fight: state.id, revision });
        let row = match turn.filter(|_| !told.is_empty()) {
            Some(turn) => self.inner.store.load_turn(turn).await?,
            None => None,
        };
        let Some(row) = row else {
            return Ok(MessageRecord { entries: told, ..MessageRecord::default() });
        };
        let waited: AwaitedTurn = from_json(&row.awaited)?;
        let actors = state.actors_for(&waited, slot.audience, true).into_iter();
        let mut actors: Vec<_> = actors.map(|one| (one.combatant, one.name)).collect();
        // Where several NPCs act in a block, the turn may be kept as that of the first.
        let is_npc = |who: CombatantId| state.member(who).is_some_and(|one| one.user.is_none());
        let is_told = |who: &CombatantId| actors.iter().any(|(actor, _)| actor == who);
        if actors.iter().all(|(who, _)| is_npc(*who))
            && acted.iter().any(|who| is_npc(*who) && !is_told(who))
        {
            actors.clear();
        }
        let portrait = match actors.as_slice() {
            [(only, _)] => self.load_portrait(state, *only).await?,
            _ => None,
        };
        let (round, groups, faces) =
            (Some(waited.round), waited.group_keys, state.npc_portraits_for(viewers));
        Ok(MessageRecord {
            round,
            actors,
            group_keys: groups,
            portrait_url: portrait,
            npc_portraits: faces,
            entries: told,
        })
    }

    /// The address of a combatant's picture, as the sheet has it that they were copied from.
    async fn load_portrait(
        &self,
        state: &FightState,
        who: CombatantId,
    ) -> Result<Option<String>, StoreError> {
        let sheet = match state.member(who).and_then(|one| one.sheet) {
            Some(sheet) => self.inner.store.load_sheet(sheet.id).await?,
            None => None,
        };
        Ok(sheet.and_then(|sheet| sheet.portrait))
    }

    /// The card of a turn, without whom it pings; none where it is over.
    pub(crate) fn build_turn_card(
        &self,
        state: &FightState,
        id: TurnId,
        audience: Audience,
    ) -> Option<TurnCard> {
        let turn = state.find_open_turn(id)?;
        let mut actors = state.actors_for(&turn.awaited, audience, false);
        if state.prompts.is_empty() && matches!(audience, Audience::Dm(user) if state.is_gm(user)) {
            let is_npc = |who| state.member(who).is_some_and(|one| one.user.is_none());
            for actor in
                actors.iter_mut().filter(|one| is_npc(one.combatant) && !one.offers.is_empty())
            {
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
                    .1
            }
        };
        let until = turn.deadline_time().filter(|_| turn.awaited.is_skipped_at_deadline);
        let eyes = state.viewers_in_audience(audience);
        let asked = state.prompts.iter().filter(|open| !open.prompt.is_optional);
        let waits_for = asked.filter(|open| !open.prompt.is_hidden_from_public || eyes.is_gm());
        let name = |open: &OpenPrompt| match open.prompt.respondent {
            Initiator::Gm => String::new(),
            Initiator::Combatant(who) => {
                let known = state.member(who).filter(|one| eyes.can_know_of(one));
                known.map_or_else(String::new, |one| one.name_for(eyes.viewer))
            }
        };
        let mut waits_for: Vec<String> = waits_for.map(name).collect();
        waits_for.sort();
        waits_for.dedup();
        let (round, pings) = (turn.awaited.round, BTreeSet::new());
        let id = state.encrypt_turn_id(id);
        Some(TurnCard {
            id,
            round,
            users,
            pinged_users: pings,
            actors,
            deadline: until,
            awaited_names: waits_for,
        })
    }

    /// The actors of a turn with the odds of what players may do, and where a GM reads of them,
    /// with what the first few NPCs had best do.
    async fn add_odds_and_advice(&self, state: &FightState, mut actors: Vec<Actor>) -> Vec<Actor> {
        for actor in &mut actors {
            self.add_odds_to_offers(state, actor.combatant, &mut actor.offers).await;
        }
        let Some(effort) = self.inner.advice_budget.get().filter(|_| state.prompts.is_empty())
        else {
            return actors;
        };
        let cockpits =
            actors.iter_mut().filter(|one| one.gm_controls.is_some()).take(MAX_ADVISED_NPCS);
        let (some, cockpits): (Vec<_>, Vec<_>) =
            cockpits.map(|one| (one.combatant, &mut one.gm_controls)).unzip();
        if !some.is_empty() {
            let all = self.inner.gm_worker.try_run(state.advice_task(some, *effort)).await;
            for (cockpit, advice) in cockpits.into_iter().zip(all.unwrap_or_default()) {
                *cockpit = Some(GmControls { advice });
            }
        }
        actors
    }

    /// A nudge without whom it pings; none where they are not waited for any more.
    async fn build_reminder_card(
        &self,
        state: &FightState,
        subject: ReminderSubject,
        audience: Audience,
    ) -> Result<Option<ReminderCard>, StoreError> {
        let (slot, until) = match subject {
            ReminderSubject::Prompt(id) => {
                let Some(open) = state.find_open_prompt(id) else { return Ok(None) };
                (MessageSlot::new(open.message_kind(), open.audience), open.default_answer_time())
            }
            ReminderSubject::Turn(id) => {
                let Some(turn) = state.find_open_turn(id) else { return Ok(None) };
                let until = turn.deadline_time().filter(|_| turn.awaited.is_skipped_at_deadline);
                (state.turn_slot_for(turn, audience), until)
            }
        };
        let about = match slot.audience == audience {
            true => self.inner.store.load_sent_message(state.id, &slot.to_subject()).await?,
            false => None,
        };
        let about = about.map(|sent| MessageRef::from_sent_message(&sent));
        let (pings, names) = (BTreeSet::new(), Vec::new());
        Ok(Some(ReminderCard {
            subject,
            reply_to: about,
            pinged_users: pings,
            awaited_names: names,
            deadline: until,
        }))
    }

    pub(crate) async fn load_prompt_card(
        &self,
        state: &FightState,
        id: PromptId,
    ) -> Result<PromptCard, StoreError> {
        let row = self.inner.store.load_prompt(id).await?;
        let row = row.ok_or_else(|| StoreError::Corrupt(format!("no prompt {id}")))?;
        state.build_prompt_card(&row)
    }

    /// The cards of the questions that share a message.
    async fn load_shared_cards(
        &self,
        state: &FightState,
        group: PromptGroup,
        audience: Audience,
    ) -> Result<Vec<PromptCard>, StoreError> {
        let mut cards = Vec::new();
        for row in self.inner.store.load_prompts_opened_by(state.id, group.revision).await? {
            let prompt: Prompt = from_json(&row.question)?;
            let is_one = prompt.shares_message && state.audience_for(prompt.respondent) == audience;
            if is_one && PromptGroup::containing(row.id) == group {
                cards.push(state.with_open_prompt_details(state.build_prompt_card(&row)?, None));
            }
        }
        Ok(cards)
    }
}

impl FightState {
    /// The pictures of NPCs with the names that their reader has for them. What one looks like that
    /// goes by another name is the GM's alone.
    fn npc_portraits_for(&self, viewers: &ViewerSet) -> Vec<(String, String)> {
        let face = |(who, portrait): (&CombatantId, &String)| {
            let one = self.member(*who).filter(|one| viewers.can_know_of(one))?;
            let is_open = one.true_name.is_none() || viewers.is_gm();
            is_open.then(|| (one.name_for(viewers.viewer), portrait.clone()))
        };
        self.people.npc_portraits.iter().filter_map(face).collect()
    }

    /// A prompt's card without its ping.
    fn build_prompt_card(&self, row: &PromptRow) -> Result<PromptCard, StoreError> {
        let id = row.id;
        let prompt: Prompt = from_json(&row.question)?;
        let Prompt {
            respondent: to,
            subject: asked,
            known_names: names,
            choices,
            default_choice: default,
            ..
        } = prompt;
        let Prompt {
            choice_risks: risks,
            is_optional,
            only_reminds_on_timeout: is_patient,
            is_hidden_from_public: is_unseen,
            ..
        } = prompt;
        let outcome = match &row.closed {
            None => None,
            Some(_) if self.sealed_answers.iter().any(|sealed| sealed.prompt == id) => {
                Some(PromptOutcome::Sealed)
            }
            Some((_, outcome)) => Some(match from_json(outcome)? {
                // What was answered may have been sealed.
                PromptOutcome::Undone(_) => PromptOutcome::Undone(Box::new(PromptOutcome::Sealed)),
                outcome => outcome,
            }),
        };
        let who = match to {
            Initiator::Gm => None,
            Initiator::Combatant(who) => {
                self.member(who).map(|one| (who, one.name_for(viewer_playing(one))))
            }
        };
        Ok(PromptCard {
            id: self.encrypt_prompt_id(id),
            user: None,
            is_pinged: false,
            combatant: who,
            subject: asked,
            combatant_names: names,
            choices,
            risks,
            default_answer: default,
            is_optional,
            only_reminds_on_timeout: is_patient,
            is_hidden_from_public: is_unseen,
            deadline: None,
            outcome,
            provisional_answer: self
                .find_open_prompt(id)
                .and_then(|open| open.provisional_answer.clone()),
            is_copy: false,
        })
    }

    /// The card of a question that is open, or of a copy of it, names whoever it is for.
    fn with_open_prompt_details(&self, card: PromptCard, copied_to: Option<UserId>) -> PromptCard {
        let Some(open) = self.find_open_prompt(self.decrypt_prompt_id(card.id)) else {
            return card;
        };
        let is_copy = copied_to.is_some_and(|to| !self.can_play(to, open.prompt.respondent));
        PromptCard {
            user: Some(copied_to.unwrap_or(open.user)),
            deadline: open.default_answer_time(),
            is_copy,
            ..card
        }
    }

    fn has_prompt_copy(&self, prompt: PromptId, user: UserId) -> bool {
        self.find_open_prompt(prompt)
            .is_some_and(|open| self.prompt_copy_recipients(open.audience).contains(&user))
    }

    /// An invitation; none where it stands no more.
    fn build_invitation_card(&self, invitation: &OptionalResponse) -> Option<InvitationCard> {
        let all = self.game.list_optional_responses();
        let found = all.into_iter().find(|one| one == invitation)?;
        let OptionalResponse { who, round, mut choices } = found;
        choices.retain(|words| {
            self.prompts.is_empty() || self.game.is_act_allowed_during_prompt(who, words)
        });
        let member = self.member(who)?;
        let actor = Actor {
            combatant: who,
            name: member.name_for(viewer_playing(member)),
            public_name: member.name.clone(),
            system: self.system(),
            offers: choices.into_iter().map(Offer::free).collect(),
            surroundings: Surroundings::default(),
            gm_controls: None,
        };
        let user = self.controller_of(Initiator::Combatant(who));
        Some(InvitationCard { round, user, is_pinged: false, actor })
    }

    /// Who may act in a turn, as its audience may know it, and what they may do while it runs: in
    /// the channel those who are spoken to there, in private those whom the reader may play.
    pub(crate) fn actors_for(
        &self,
        waited: &AwaitedTurn,
        audience: Audience,
        is_over: bool,
    ) -> Vec<Actor> {
        let is_public = matches!(audience, Audience::Channel(_));
        let is_shown = |member: &&Member| match audience {
            Audience::Channel(_) => !member.is_hidden,
            Audience::Dm(user) if is_over => self.viewers_for(user).can_know_of(member),
            Audience::Dm(user) => self.can_play(user, Initiator::Combatant(member.id)),
        };
        let is_offered = |who| {
            !is_over && (!is_public || self.audience_for(Initiator::Combatant(who)) == audience)
        };
        let npcs = || self.members.iter().filter(|one| one.user.is_none() && !is_public);
        let on = if is_over { waited.initial_actors() } else { &waited.actors };
        let picked: Vec<_> = on
            .iter()
            .flat_map(|by| match by {
                Initiator::Gm => npcs().collect::<Vec<_>>(),
                Initiator::Combatant(who) => self.member(*who).into_iter().collect(),
            })
            .filter(is_shown)
            .collect();
        // The controller of an actor may know of somebody the channel does not.
        let offers = |who| match is_offered(who) {
            true if is_public => self.game.list_public_offers(who),
            true => self.game.list_offers(who),
            false => Vec::new(),
        };
        let eyes = self.viewers_in_audience(audience);
        let view = eyes.view_of(&self.game);
        let actors = picked.into_iter().filter_map(|one| {
            let name = one.name_for(eyes.viewer);
            Some(Actor { name, ..self.build_actor(one.id, &view, offers(one.id))? })
        });
        // Where the GM picks, only who can be picked.
        let is_pick = waited.actors.contains(&Initiator::Gm);
        actors.filter(|actor| !is_pick || is_over || !actor.offers.is_empty()).collect()
    }
}

/// What whoever plays somebody knows: of NPCs, the GM.
fn viewer_playing(member: &Member) -> Viewer {
    member.user.map_or(Viewer::Gm, Viewer::Player)
}

/// A message that is sent anew where the one to edit is gone: somebody needs it.
fn is_resent_if_lost(body: &MessageBody) -> bool {
    match body {
        MessageBody::Turn(_) | MessageBody::Summary { .. } => true,
        MessageBody::Prompt(card) => card.outcome.is_none(),
        MessageBody::Prompts(cards) => cards.iter().any(|card| card.outcome.is_none()),
        _ => false,
    }
}

/// For so many NPCs of a turn it is thought of what they had best do.
const MAX_ADVISED_NPCS: usize = 3;

/// What the chat service allows.
const MAX_NONCE_CHARS: usize = 25;

/// The same on every try, and never the same for another post, nor for another file of fights. What
/// it is made of counts inputs, so where there are secrets it is covered: everybody can read it.
fn delivery_nonce(state: &FightState, post: &OutboxRow) -> String {
    // Of the summary, which may be sent anew, it goes by the post.
    let of = match &post.subject {
        Some(subject) if subject == SUMMARY_SUBJECT => format!("s{:x}", post.id),
        _ => format!("{:x}.{:x}", post.revision, post.place),
    };
    let nonce = format!("{:x}.{:x}.{of}", post.at, post.fight);
    let cover = state.secrets.id_cipher();
    let nonce = cover.map_or_else(|| nonce.clone(), |cover| cover.hash_text(&nonce));
    // What changes most is at the end.
    nonce[nonce.len().saturating_sub(MAX_NONCE_CHARS)..].to_string()
}
