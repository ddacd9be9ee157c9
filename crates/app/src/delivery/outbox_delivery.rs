//! Delivers the outbox: messages go out in order for each audience, different audiences side by
//! side, each at most once. What is not delivered stays in the outbox.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use tokio::task::JoinSet;

use engine::core::ids::{CombatantId, UserId};
use store::error::StoreError;
use store::ids::{FightId, Millis, PromptId, TurnId};
use store::rows::{NewOutboxRow, OutboxRow, SUMMARY_SUBJECT, SentMessage};

use super::reachability::Reachability;
use super::speech::SpeechPost;
use crate::api::clock::timestamp_from_millis;
use crate::api::outbox::{
    Audience, DeliveredMessage, Delivery, DeliveryError, MessageBody, MessageRecord, MessageRef,
    MessageSender, Notice, OutOfTurnInvitation, PromptCard, PromptOutcome, RecordEntry,
    ReminderCard, TurnCard, WantedThread,
};
use crate::runtime::app::App;
use crate::runtime::counters::count_delivery;
use crate::runtime::delivery_lanes::DeliveryAttempt;
use crate::state::fight_state::{AwaitedTurn, FightState, from_json};
use crate::state::message_slots::{MessageKind, MessageSlot, RECORD_GROWTH_MILLIS};
use crate::state::outbox_entry::OutboxEntry;
use crate::state::people::FightThread;
use crate::state::perspective::Perspective;
use crate::state::roles::Role;
use crate::state::turn_audience::TurnProgress;
use crate::transaction::InputRecord;

/// The first wait after a failure, which doubles up to the longest.
const FIRST_RETRY_MILLIS: i64 = 1_000;
const MAX_RETRY_MILLIS: i64 = 300_000;
/// The longest wait that the chat service may ask for.
const MAX_REQUESTED_RETRY_MILLIS: i64 = 900_000;
/// The wait before a channel is tried again that refuses posts, if nothing is heard of it.
const PROBE_INTERVAL_MILLIS: i64 = 3_600_000;
/// From this wait on, the deadlines in the channel of a fight stand still.
const MIN_UNREACHABLE_WAIT_MILLIS: i64 = 15_000;

/// The result of one delivery attempt for an audience.
enum DeliveryProgress {
    RowHandled,
    /// Nothing is left that may be sent now.
    NothingDue,
}

/// The delivery of an outbox row.
struct QueuedDelivery {
    delivery: Delivery,
    /// Nothing could be posted for the audience until now.
    was_unreachable: bool,
    /// It is a direct message to somebody who has no part in the fight.
    is_for_onlooker: bool,
}

impl App {
    /// Delivers the outbox, in order for each audience, until nothing is left that may be sent now.
    /// Returns how many rows are done. May run several times at once.
    ///
    /// # Errors
    /// Fails when the store cannot be used; nothing is lost, and nothing is sent twice.
    pub async fn deliver_due_outbox<C: MessageSender>(
        &self,
        sender: &Arc<C>,
    ) -> Result<usize, StoreError> {
        let mut lanes = JoinSet::new();
        for audience in self.inner.store.load_pending_audiences().await? {
            let (app, lane_sender) = (self.clone(), Arc::clone(sender));
            lanes.spawn(async move {
                app.deliver_due_rows_to_audience_unless_busy(&audience, &*lane_sender).await
            });
        }
        let mut total = 0;
        let mut error = None;
        while let Some(lane) = lanes.join_next().await {
            match lane {
                Ok(Ok(delivered)) => total += delivered,
                Ok(Err(lane_error)) => error = Some(lane_error),
                Err(lane_error) => {
                    tracing::error!(error = %lane_error, "a delivery lane panicked");
                    error = Some(StoreError::Other("a part of the bot failed".into()));
                }
            }
        }
        error.map_or(Ok(total), Err)
    }

    /// Returns when the outbox is due again, in the past where it is due already; `None` where it
    /// is empty.
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn next_delivery_time(&self) -> Result<Option<Timestamp>, StoreError> {
        Ok(self.next_delivery_time_per_audience().await?.into_iter().min())
    }

    /// Returns when the next message for each audience may go out.
    pub(crate) async fn next_delivery_time_per_audience(
        &self,
    ) -> Result<Vec<Timestamp>, StoreError> {
        let due_times = self.inner.store.load_next_delivery_time_per_audience().await?;
        Ok(due_times
            .into_iter()
            .map(|not_before| timestamp_from_millis(self.delivery_due_at(not_before)))
            .collect())
    }

    /// Delivers the due outbox rows of one audience in order. Returns how many rows are done.
    /// Leaves the rest to another task if one delivers to the audience.
    async fn deliver_due_rows_to_audience_unless_busy<C: MessageSender>(
        &self,
        audience: &str,
        sender: &C,
    ) -> Result<usize, StoreError> {
        let mut delivered = 0;
        // Checked once more after leaving the lane: a row may have come while nobody else could
        // enter.
        while self
            .inner
            .store
            .load_oldest_pending_row(audience)
            .await?
            .is_some_and(|row| self.is_delivery_due(&row))
        {
            let Some(_lane) = self.inner.delivery_lanes.try_enter(audience) else { break };
            while let DeliveryProgress::RowHandled =
                self.deliver_next_due_row(audience, sender).await?
            {
                delivered += 1;
            }
        }
        Ok(delivered)
    }

    fn is_delivery_due(&self, row: &OutboxRow) -> bool {
        self.delivery_due_at(row.not_before) <= self.now_millis()
    }

    /// Returns when a row may be sent. A time further ahead than any wait can be was set before the
    /// clock went back; such a row may be sent now.
    fn delivery_due_at(&self, not_before: Millis) -> Millis {
        let now = self.now_millis();
        if not_before > now + PROBE_INTERVAL_MILLIS { now } else { not_before }
    }

    /// Handles the next due row of an audience: sends, edits or deletes its message, or gives the
    /// row up. `NothingDue` also after a failure that is retried later. What was sent but could not
    /// be stored is stored by the next call, and not sent again.
    async fn deliver_next_due_row<C: MessageSender>(
        &self,
        audience: &str,
        sender: &C,
    ) -> Result<DeliveryProgress, StoreError> {
        let oldest_row = self.inner.store.load_oldest_pending_row(audience).await?;
        let Some(row) = oldest_row.filter(|row| self.is_delivery_due(row)) else {
            return Ok(DeliveryProgress::NothingDue);
        };
        let mut attempt = self.inner.delivery_lanes.take_unsettled_attempt(&row);
        if attempt.is_none() {
            attempt = self.attempt_delivery_or_settle_empty_row(row, sender).await?;
        }
        let Some(attempt) = attempt else {
            return Ok(DeliveryProgress::RowHandled);
        };
        let progress = self.settle_attempt(&attempt).await;
        if progress.is_err() {
            self.inner.delivery_lanes.remember_unsettled_attempt(attempt);
        }
        progress
    }

    /// Sends, edits or deletes the message of a row. Returns `None` if the row is settled without
    /// that, because it shows nothing or cannot be read.
    async fn attempt_delivery_or_settle_empty_row<C: MessageSender>(
        &self,
        row: OutboxRow,
        sender: &C,
    ) -> Result<Option<DeliveryAttempt>, StoreError> {
        let delivery = match self.build_delivery_unless_nothing_to_edit(&row).await {
            // What cannot be read now never can, and must not hold up later rows.
            Err(StoreError::Corrupt(reason)) => {
                self.mark_undeliverable_and_notify_once(&row, &reason).await?;
                return Ok(None);
            }
            delivery => delivery?,
        };
        let Some(QueuedDelivery { delivery, was_unreachable, is_for_onlooker }) = delivery else {
            self.inner.store.record_sent_message_and_delete_row_if_settled(&row, None).await?;
            return Ok(None);
        };
        let _permit = self.inner.delivery_lanes.permits_for(delivery.audience).acquire().await;
        let delivered = sender.deliver(&delivery).await;
        Ok(Some(DeliveryAttempt { row, delivery, was_unreachable, is_for_onlooker, delivered }))
    }

    /// Stores what became of an attempt: the row is done, or it is tried again later. Records first
    /// that the audience can be reached again, if it could not be before.
    async fn settle_attempt(
        &self,
        attempt: &DeliveryAttempt,
    ) -> Result<DeliveryProgress, StoreError> {
        let DeliveryAttempt { row, delivery, was_unreachable, delivered, .. } = attempt;
        let is_reached = matches!(
            delivered,
            Ok(_) | Err(DeliveryError::Blocked { .. } | DeliveryError::Permanent { .. })
        );
        // Before the row is settled: until then a crash leaves it to be tried again.
        if *was_unreachable && is_reached {
            self.record_channel_reachability_in_waiting_fights(row, Reachability::Reachable)
                .await?;
        }
        if let (Audience::Dm(user), true) = (delivery.audience, is_reached) {
            self.take_back_closed_dms_notice(row, user).await?;
        }
        match delivered {
            Ok(delivered) => {
                self.settle_delivered_row(row, delivery, *delivered).await?;
                Ok(DeliveryProgress::RowHandled)
            }
            Err(error) => self.settle_failed_attempt(attempt, error).await,
        }
    }

    /// Deletes the row of a delivered message, and stores where the message is, for later edits. Of
    /// a deleted message it stores that it is gone, and a fight whose thread was opened moves
    /// there.
    async fn settle_delivered_row(
        &self,
        row: &OutboxRow,
        delivery: &Delivery,
        delivered: DeliveredMessage,
    ) -> Result<(), StoreError> {
        let DeliveredMessage { message: MessageRef { channel, message }, content_hash } = delivered;
        match &delivery.body {
            MessageBody::Deleted | MessageBody::SpeechDeleted { .. } => {
                self.inner.store.record_message_gone_and_delete_row(row).await
            }
            MessageBody::OpenThread(_) => {
                self.move_fight_to_opened_thread_and_settle_row(row, channel).await
            }
            MessageBody::ArchiveOrReopenThread { .. } => {
                self.inner.store.record_sent_message_and_delete_row_if_settled(row, None).await
            }
            body => {
                count_delivery("delivered");
                // A reminder is never edited, whatever it shows.
                let is_reminder = matches!(body, MessageBody::Reminder(_));
                let content_hash = content_hash.or(is_reminder.then_some(0));
                let sent = SentMessage { channel, message, content_hash };
                self.inner
                    .store
                    .record_sent_message_and_delete_row_if_settled(row, Some(sent))
                    .await
            }
        }
    }

    /// Stores what a failed attempt means for its row: it is tried again, at once or later, or
    /// given up.
    async fn settle_failed_attempt(
        &self,
        attempt: &DeliveryAttempt,
        error: &DeliveryError,
    ) -> Result<DeliveryProgress, StoreError> {
        let DeliveryAttempt { row, delivery, .. } = attempt;
        match error {
            DeliveryError::EditLimitReached => {
                let subject = row.subject.as_deref().unwrap_or_default();
                self.inner.store.forget_sent_message(delivery.fight, subject).await?;
            }
            // The record must reach its audience even so.
            DeliveryError::TargetGone
                if is_resent_if_target_gone(&delivery.body)
                    || !delivery.record.entries.is_empty() =>
            {
                let subject = row.subject.as_deref().unwrap_or_default();
                self.inner.store.forget_sent_message(delivery.fight, subject).await?;
            }
            DeliveryError::TargetGone | DeliveryError::Empty => {
                self.inner.store.record_message_gone_and_delete_row(row).await?;
            }
            DeliveryError::Retryable { reason, retry_after } => {
                self.reschedule_delivery_with_backoff(attempt, reason, *retry_after).await?;
                return Ok(DeliveryProgress::NothingDue);
            }
            DeliveryError::Unreachable { reason } => {
                return self.postpone_or_give_up_unreachable_row(attempt, reason).await;
            }
            DeliveryError::Blocked { text, replacement } => {
                self.settle_row_blocked_by_automod(row, text.clone(), *replacement).await?;
            }
            DeliveryError::Permanent { .. } if delivery.edits_or_deletes_speech() => {
                self.give_up_speech_change_and_notify_author(row).await?;
            }
            DeliveryError::Permanent { reason } => {
                self.mark_undeliverable_and_notify_once(row, reason).await?
            }
            DeliveryError::AccessLost => self.end_following_and_finish_row(row).await?,
        }
        Ok(DeliveryProgress::RowHandled)
    }

    /// Schedules the next attempt, after a wait that doubles with each failure or that the chat
    /// service asked for. A long wait makes the deadlines in the channel stand still.
    async fn reschedule_delivery_with_backoff(
        &self,
        attempt: &DeliveryAttempt,
        reason: &str,
        retry_after: Option<Duration>,
    ) -> Result<(), StoreError> {
        let row = &attempt.row;
        let doubled_wait = FIRST_RETRY_MILLIS << row.tries.clamp(0, 16);
        let requested_wait = retry_after.map_or(0, |after| after.as_millis() as i64);
        let requested_wait = requested_wait.min(MAX_REQUESTED_RETRY_MILLIS);
        let wait = doubled_wait.min(MAX_RETRY_MILLIS).max(requested_wait);
        count_delivery("later");
        tracing::warn!(
            post = row.id, %reason, wait,
            "delivery failed; retrying after the wait (milliseconds)"
        );
        let next_attempt = self.now_millis() + wait;
        self.inner.store.count_attempt_and_reschedule_row(row, next_attempt).await?;
        if wait >= MIN_UNREACHABLE_WAIT_MILLIS && !attempt.was_unreachable {
            self.record_channel_reachability_in_waiting_fights(row, Reachability::NoAnswer).await?;
        }
        // The background loop may sleep past this retry.
        self.wake_background_tasks();
        Ok(())
    }

    /// Handles a row whose audience takes no messages. It is given up if the fight has left the
    /// channel or the reader has no part in the fight; else it is tried again after an hour, and
    /// whoever can do something about it is told.
    async fn postpone_or_give_up_unreachable_row(
        &self,
        attempt: &DeliveryAttempt,
        reason: &str,
    ) -> Result<DeliveryProgress, StoreError> {
        let DeliveryAttempt { row, delivery, is_for_onlooker, .. } = attempt;
        let is_abandoned_channel = matches!(
            delivery.audience,
            Audience::Channel(channel)
                if channel != delivery.fight_channel && !is_thread_opening(&delivery.body)
        );
        if is_abandoned_channel {
            self.inner.store.mark_undeliverable_and_insert_notice(row, reason, None).await?;
            return Ok(DeliveryProgress::RowHandled);
        }
        if *is_for_onlooker {
            self.mark_undeliverable_and_notify_once(row, reason).await?;
            return Ok(DeliveryProgress::RowHandled);
        }
        count_delivery("later");
        tracing::warn!(
            post = row.id, %reason,
            "channel or direct messages unreachable; retrying in an hour"
        );
        let next_probe = self.now_millis() + PROBE_INTERVAL_MILLIS;
        self.inner.store.delay_row_without_counting_attempt(row, next_probe).await?;
        match delivery.audience {
            Audience::Channel(_) => {
                let refused = Reachability::Refused(reason);
                self.record_channel_reachability_in_waiting_fights(row, refused).await?;
            }
            Audience::Dm(user) => self.notify_gms_of_closed_dms(user, reason).await?,
        }
        Ok(DeliveryProgress::NothingDue)
    }

    /// Marks a row as undeliverable. The first time per audience somebody else is told: the GM, or
    /// the channel if the GM cannot be reached.
    async fn mark_undeliverable_and_notify_once(
        &self,
        row: &OutboxRow,
        reason: &str,
    ) -> Result<(), StoreError> {
        count_delivery("given-up");
        tracing::warn!(post = row.id, %reason, "gave up a delivery");
        let was_told =
            self.inner.store.has_undeliverable_row(row.fight_id(), &row.audience).await?;
        let state = match self.load_fight(row.fight_id()).await {
            // Of a damaged fight it is not known whom to tell.
            Err(StoreError::Corrupt(_)) => None,
            state => state?,
        };
        let mut notice_row = None;
        if let (Some(state), Some(unreachable)) = (state, Audience::from_key(&row.audience))
            && !was_told
        {
            notice_row = build_undelivered_notice_unless_onlooker(&state, unreachable, reason)?;
        }
        self.inner.store.mark_undeliverable_and_insert_notice(row, reason, notice_row).await?;
        self.wake_background_tasks();
        Ok(())
    }

    /// Builds everything that renders an outbox row, as its audience may know it. `None` where
    /// nothing is to be sent, because the message to edit never existed.
    async fn build_delivery_unless_nothing_to_edit(
        &self,
        row: &OutboxRow,
    ) -> Result<Option<QueuedDelivery>, StoreError> {
        let damaged_row = || StoreError::Corrupt(format!("post {} is for nobody", row.id));
        let audience = Audience::from_key(&row.audience).ok_or_else(damaged_row)?;
        let fight = row.fight_id();
        let state = self.load_fight(fight).await?.ok_or_else(damaged_row)?;
        let sent = match &row.subject {
            None => None,
            Some(subject) => self.inner.store.load_sent_message(fight, subject).await?,
        };
        let edit_target =
            sent.map(|sent| (MessageRef::from_sent_message(&sent), sent.content_hash));
        let has_message = edit_target.is_some();
        let perspective = state.perspective_of_audience(audience);
        let entry: OutboxEntry = from_json(&row.letter)?;
        let record = match &entry {
            OutboxEntry::Show { kind, copy_for, .. } => {
                let slot = MessageSlot { kind: kind.clone(), audience, copy_for: *copy_for };
                self.load_message_record(&state, &slot, &perspective).await?
            }
            _ => MessageRecord::default(),
        };
        let own_body =
            self.build_entry_body(&state, row, audience, &perspective, entry, has_message).await?;
        let body = match own_body {
            Some(body) => body,
            None if !record.entries.is_empty() => MessageBody::Record,
            None if has_message => MessageBody::Deleted,
            None => return Ok(None),
        };
        let newest_known = match audience {
            Audience::Channel(channel) if is_speech(&body) && row.tries > 0 => {
                self.inner.store.load_newest_sent_message(channel).await?
            }
            Audience::Channel(_) | Audience::Dm(_) => None,
        };
        let is_for_onlooker = is_dm_to_onlooker(&state, audience);
        let is_digest_or_report =
            matches!(body, MessageBody::RoundDigest(_) | MessageBody::Report(_));
        let unreachable = state.unreachable_channel(audience);
        let delivery = self
            .assemble_delivery_without_edit_target(&state, audience, &perspective, body, record)
            .await?;
        let delivery = Delivery {
            edit_target,
            needs_access: is_for_onlooker && is_digest_or_report,
            nonce: stable_delivery_nonce(&state, row),
            may_be_duplicate: row.tries > 0,
            enqueued_at: timestamp_from_millis(row.at),
            newest_known,
            is_probe: unreachable.is_some_and(|channel| channel.is_refused),
            ..delivery
        };
        let was_unreachable = unreachable.is_some();
        Ok(Some(QueuedDelivery { delivery, was_unreachable, is_for_onlooker }))
    }

    /// Builds the body of an outbox entry, as its audience may know it and without its record.
    /// `None` where nothing is to be shown: the message is deleted, if there is one
    /// (`has_message`).
    async fn build_entry_body(
        &self,
        state: &FightState,
        row: &OutboxRow,
        audience: Audience,
        perspective: &Perspective,
        entry: OutboxEntry,
        has_message: bool,
    ) -> Result<Option<MessageBody>, StoreError> {
        Ok(match entry {
            OutboxEntry::Show { kind, copy_for, pinged_users } => {
                let slot = MessageSlot { kind, audience, copy_for };
                self.build_message_body(state, &slot, &pinged_users, perspective).await?
            }
            OutboxEntry::Reminder { subject, awaited, pinged_users, deadline } => {
                let card = self.build_reminder_card_if_pending(state, subject, audience).await?;
                card.map(|card| {
                    MessageBody::Reminder(ReminderCard {
                        pinged_users,
                        awaited_names: state.known_names_of(&awaited, perspective),
                        // The deadline of the entry, where the subject still has one.
                        deadline: card.deadline.map(|_| timestamp_from_millis(deadline)),
                        ..card
                    })
                })
            }
            OutboxEntry::RemoveReminder(_) => None,
            OutboxEntry::GmReminder { turn } => {
                let card = self.build_turn_card_if_running(state, turn, audience);
                card.map(|card| {
                    let gm = BTreeSet::from([state.gm]);
                    MessageBody::GmReminder(TurnCard {
                        users: gm.clone(),
                        pinged_users: gm,
                        ..card
                    })
                })
            }
            OutboxEntry::Notice(Notice::Undone { user, acts, revision: Some(undo), .. }) => {
                let is_redone = self.is_undo_redone(state, undo).await?;
                // A redo changes the notice that is there, and posts none where there is none.
                let is_shown = !is_redone || has_message || row.revision == undo;
                let notice = Notice::Undone { user, acts, revision: Some(undo), is_redone };
                is_shown.then_some(MessageBody::Notice(notice))
            }
            OutboxEntry::Notice(notice) => Some(MessageBody::Notice(notice)),
            OutboxEntry::DmsClosed { user, reason } => {
                let audience = Audience::Dm(user);
                let notice = Notice::Undelivered { audience, reason };
                let is_still_unreachable = self.is_delivery_held_back(audience).await?;
                is_still_unreachable.then_some(MessageBody::Notice(notice))
            }
            OutboxEntry::Speech { revision, is_first_post } => {
                let is_first_post = is_first_post || row.revision == revision;
                let post = SpeechPost { revision, is_first_post, has_message };
                self.build_speech_body_or_settle_unposted(state, row, post).await?
            }
            OutboxEntry::OpenThread => {
                let parent = state.wanted_thread_parent();
                parent.map(|parent| MessageBody::OpenThread(WantedThread { parent, gm: state.gm }))
            }
            OutboxEntry::ArchiveOrReopenThread => {
                let has_thread = state.people.thread == Some(FightThread::Open);
                let is_archived = !state.is_open;
                has_thread.then_some(MessageBody::ArchiveOrReopenThread { is_archived })
            }
            OutboxEntry::RoundDigest { round } => self
                .load_round_digest_for_follower(state, audience, round)
                .await?
                .map(MessageBody::RoundDigest),
            // The end of the fight may have been undone.
            OutboxEntry::Report if state.is_open => None,
            OutboxEntry::Report => {
                Some(MessageBody::Report(self.load_report(state, perspective).await?))
            }
        })
    }

    /// Builds a delivery from its parts, without an edit target, a nonce or a mark of earlier
    /// tries.
    async fn assemble_delivery_without_edit_target(
        &self,
        state: &FightState,
        audience: Audience,
        perspective: &Perspective,
        body: MessageBody,
        record: MessageRecord,
    ) -> Result<Delivery, StoreError> {
        let view = perspective.view_of(&state.game);
        let view = match &body {
            MessageBody::Summary { .. } | MessageBody::RoundDigest(_) => {
                self.with_portraits_and_last_attacks(state, perspective, view).await?
            }
            _ => view,
        };
        Ok(Delivery {
            audience,
            fight: state.id,
            guild: state.guild,
            fight_channel: state.wanted_thread_parent().unwrap_or(state.channel),
            system: state.system().into(),
            nonce: String::new(),
            may_be_duplicate: false,
            enqueued_at: self.inner.clock.now(),
            newest_known: None,
            needs_access: false,
            is_probe: false,
            edit_target: None,
            presentation: self.presentation_for_audience(state, audience).await?,
            language: self.language_of_audience(state, audience).await?,
            view,
            body,
            record,
        })
    }

    /// Rebuilds the messages that await somebody, and the summary, from a fight and its stored
    /// rows, with the place of each. Tests compare them with what was delivered (T6, T7).
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn rebuild_awaiting_messages_and_summary(
        &self,
        state: &FightState,
    ) -> Result<Vec<Delivery>, StoreError> {
        let mut deliveries = Vec::new();
        let summary = MessageSlot::new(MessageKind::Summary, Audience::Channel(state.channel));
        for slot in
            state.messages_awaiting_users().into_iter().map(|pending| pending.slot).chain([summary])
        {
            let perspective = state.perspective_of_audience(slot.audience);
            let record = self.load_message_record(state, &slot, &perspective).await?;
            if let Some(body) =
                self.build_message_body(state, &slot, &BTreeSet::new(), &perspective).await?
            {
                let sent = self.load_sent_slot(state.id, &slot).await?;
                let edit_target =
                    sent.map(|sent| (MessageRef::from_sent_message(&sent), sent.content_hash));
                let delivery = self
                    .assemble_delivery_without_edit_target(
                        state,
                        slot.audience,
                        &perspective,
                        body,
                        record,
                    )
                    .await?;
                deliveries.push(Delivery { edit_target, ..delivery });
            }
        }
        Ok(deliveries)
    }

    /// Rebuilds the report of a finished fight, as its channel reads it. Tests compare it between
    /// fights that differ in what is hidden (T7).
    ///
    /// # Errors
    /// Fails when the store cannot be read.
    pub async fn rebuild_report(&self, state: &FightState) -> Result<Delivery, StoreError> {
        let audience = Audience::Channel(state.channel);
        let perspective = state.perspective_of_audience(audience);
        let body = MessageBody::Report(self.load_report(state, &perspective).await?);
        let record = MessageRecord::default();
        self.assemble_delivery_without_edit_target(state, audience, &perspective, body, record)
            .await
    }

    /// Builds the body of a message without its record; `None` where nothing of it remains.
    async fn build_message_body(
        &self,
        state: &FightState,
        slot: &MessageSlot,
        pings: &BTreeSet<UserId>,
        perspective: &Perspective,
    ) -> Result<Option<MessageBody>, StoreError> {
        Ok(match &slot.kind {
            MessageKind::Turn(turn) => self
                .build_turn_card_if_shown_and_due(state, slot, *turn, pings)
                .await?
                .map(MessageBody::Turn),
            MessageKind::Prompt(id) => self
                .build_prompt_card_if_shown(state, *id, slot.copy_for, pings)
                .await?
                .map(|card| MessageBody::Prompt(Box::new(card))),
            MessageKind::Prompts(group) => {
                let mut cards =
                    self.load_prompt_cards_sharing_message(state, *group, slot.audience).await?;
                cards.retain(|card| card.outcome != Some(PromptOutcome::Withdrawn));
                for card in &mut cards {
                    card.is_pinged = card.user.is_some_and(|user| pings.contains(&user));
                }
                (!cards.is_empty()).then_some(MessageBody::Prompts(cards))
            }
            MessageKind::Invitation(invitation) => state
                .build_invitation_card_if_possible(invitation)
                .map(|card| OutOfTurnInvitation {
                    // While a prompt is open nothing can be pressed, so nobody is called for it.
                    is_pinged: pings.contains(&card.user) && !card.actor.offers.is_empty(),
                    ..card
                })
                .map(MessageBody::Invitation),
            MessageKind::Record(_) => None,
            MessageKind::Summary => {
                Some(MessageBody::Summary { awaited: state.visible_awaited(perspective) })
            }
        })
    }

    /// Builds the card of a prompt for its message, or for a user's copy of that. `None` where the
    /// prompt is withdrawn, and where the user gets no copy of the open prompt any more.
    async fn build_prompt_card_if_shown(
        &self,
        state: &FightState,
        id: PromptId,
        copy_for: Option<UserId>,
        pings: &BTreeSet<UserId>,
    ) -> Result<Option<PromptCard>, StoreError> {
        let card = self.load_prompt_card(state, id).await?;
        let card = state.with_user_and_deadline_if_open(card, copy_for);
        if card.outcome == Some(PromptOutcome::Withdrawn) {
            return Ok(None);
        }
        if let Some(user) = copy_for
            && card.outcome.is_none()
            && !state.has_prompt_copy(id, user)
        {
            return Ok(None);
        }
        let is_pinged = card.user.is_some_and(|user| pings.contains(&user));
        Ok(Some(PromptCard { is_pinged, ..card }))
    }

    /// Builds the card of a turn for one message, with odds and advice. `None` where the turn is
    /// over or told of elsewhere, and for a message in the channel that is not sent yet and would
    /// ping nobody while others are awaited: it is sent when they have answered.
    async fn build_turn_card_if_shown_and_due(
        &self,
        state: &FightState,
        slot: &MessageSlot,
        turn: TurnId,
        pings: &BTreeSet<UserId>,
    ) -> Result<Option<TurnCard>, StoreError> {
        let is_shown_here = state.find_open_turn(turn).is_some_and(|turn| match slot.copy_for {
            Some(user) => state.turn_copy_recipients(turn).contains(&user),
            None => state.turn_audience(turn) == slot.audience,
        });
        let card = self.build_turn_card_if_running(state, turn, slot.audience);
        let Some(card) = card.filter(|_| is_shown_here) else { return Ok(None) };
        let can_wait_for_answers = !card.awaited_names.is_empty()
            && matches!(slot.audience, Audience::Channel(_))
            && pings.is_empty();
        if can_wait_for_answers && self.load_sent_slot(state.id, slot).await?.is_none() {
            return Ok(None);
        }
        let mut actors = self.add_player_odds_and_npc_advice(state, card.actors).await;
        let is_speech_allowed = self.is_speech_allowed(state.guild).await?;
        for actor in &mut actors {
            actor.can_speak = is_speech_allowed && state.can_speak_in_character(actor.combatant);
        }
        Ok(Some(TurnCard { pinged_users: pings.clone(), actors, ..card }))
    }

    /// Loads the message that was sent for a slot; `None` where none was.
    pub(super) async fn load_sent_slot(
        &self,
        fight: FightId,
        slot: &MessageSlot,
    ) -> Result<Option<SentMessage>, StoreError> {
        self.inner.store.load_sent_message(fight, &slot.to_subject()).await
    }

    /// Loads the journal entries that a message shows, with the round and the actors of their turn,
    /// and whether the message before it has the same heading.
    async fn load_message_record(
        &self,
        state: &FightState,
        slot: &MessageSlot,
        perspective: &Perspective,
    ) -> Result<MessageRecord, StoreError> {
        let record = self.load_record_without_predecessor(state, slot, perspective).await?;
        let has_same_heading = |other: &MessageRecord| {
            (other.round, &other.actors, &other.group_keys)
                == (record.round, &record.actors, &record.group_keys)
        };
        let earlier =
            self.find_recent_message_before_entries(state.id, slot, &record.entries).await?;
        let continues_heading = match earlier {
            Some(earlier) => has_same_heading(
                &self.load_record_without_predecessor(state, &earlier, perspective).await?,
            ),
            None => false,
        };
        Ok(MessageRecord { continues_heading, ..record })
    }

    /// Loads the journal entries that a message shows, with the round and the actors of their turn,
    /// without looking at the message before it. The actors are left out where they cannot be told
    /// from the stored turn.
    async fn load_record_without_predecessor(
        &self,
        state: &FightState,
        slot: &MessageSlot,
        perspective: &Perspective,
    ) -> Result<MessageRecord, StoreError> {
        let (mut entries, actors_of_entries) =
            self.load_record_entries_with_actors(state, slot, perspective).await?;
        if entries.is_empty() {
            return Ok(MessageRecord::default());
        }
        let Some(turn) = self.load_turn_of_message(state, &slot.kind).await? else {
            return Ok(MessageRecord { entries, ..MessageRecord::default() });
        };
        let mut actors: Vec<(CombatantId, String)> = state
            .visible_actors_with_offers(&turn, slot.audience, TurnProgress::Over)
            .into_iter()
            .map(|actor| (actor.combatant, actor.name))
            .collect();
        if do_other_npcs_act_in_turn_of_npcs(state, &actors, &actors_of_entries) {
            // The heading names nobody.
            actors.clear();
        }
        for (entry, entry_actor) in entries.iter_mut().zip(&actors_of_entries) {
            let is_by_turn_actor = entry_actor.is_some_and(|who| is_turn_actor(&actors, who));
            if actors.is_empty() || is_by_turn_actor {
                entry.is_of_actors = true;
            }
        }
        let portrait_url = match actors.as_slice() {
            [(only, _)] => self.load_portrait_of_own_sheet(state, *only).await?,
            _ => None,
        };
        Ok(MessageRecord {
            round: Some(turn.round),
            actors,
            group_keys: turn.group_keys,
            portrait_url,
            npc_portraits: state.npc_portraits_by_visible_name(perspective),
            continues_heading: false,
            entries,
        })
    }

    /// Loads the journal entries that a message shows, and in a second list of the same length the
    /// combatant who acted in each: `None` for an answer to a prompt, and where nobody did. Copies
    /// show entries to GMs alone, since those may hold what only their recipient may know.
    async fn load_record_entries_with_actors(
        &self,
        state: &FightState,
        slot: &MessageSlot,
        perspective: &Perspective,
    ) -> Result<(Vec<RecordEntry>, Vec<Option<CombatantId>>), StoreError> {
        let (mut entries, mut actors) = (Vec::new(), Vec::new());
        let is_copy = slot.copy_for.is_some();
        if is_copy && !perspective.is_gm() {
            return Ok((entries, actors));
        }
        let subject = slot.record_subject();
        let rows = self.inner.store.load_records_shown_by_message(state.id, &subject).await?;
        let audience = slot.audience.to_key();
        for row in &rows {
            // A copy shows the records of every audience.
            if !is_copy && row.audience != audience {
                continue;
            }
            let input: InputRecord = match &row.said {
                Some(input) => from_json(input)?,
                None => InputRecord::default(),
            };
            let is_skipped_by_deadline = row.user.is_none() && input.command.verb == "skip";
            let is_answer = input.prompt.is_some();
            actors.push(if is_answer { None } else { input.actor });
            entries.push(RecordEntry {
                revision: row.revision,
                narrative: from_json(&row.told)?,
                is_undone: row.is_undone,
                is_timed_out: is_skipped_by_deadline,
                // Whether acts are too is found out with the turn of the message.
                is_of_actors: is_skipped_by_deadline || is_answer,
            });
        }
        Ok((entries, actors))
    }

    /// Loads the turn in which the entries of a message were played; `None` where no turn was open,
    /// and for messages that belong to no turn.
    async fn load_turn_of_message(
        &self,
        state: &FightState,
        kind: &MessageKind,
    ) -> Result<Option<AwaitedTurn>, StoreError> {
        let store = &self.inner.store;
        let revision = match kind {
            MessageKind::Turn(turn) => Some(turn.revision),
            MessageKind::Record(span) => Some(span.turn_revision),
            MessageKind::Prompt(prompt) => {
                store.load_turn_revision_at(state.id, prompt.revision).await?
            }
            MessageKind::Prompts(group) => {
                store.load_turn_revision_at(state.id, group.revision).await?
            }
            MessageKind::Invitation(_) | MessageKind::Summary => None,
        };
        let Some(revision) = revision else { return Ok(None) };
        let row = store.load_turn(TurnId { fight: state.id, revision }).await?;
        row.map(|row| from_json(&row.awaited)).transpose()
    }

    /// Returns the message that told the audience of what was before these entries, if that was not
    /// long ago. A copy stands by itself.
    async fn find_recent_message_before_entries(
        &self,
        fight: FightId,
        slot: &MessageSlot,
        entries: &[RecordEntry],
    ) -> Result<Option<MessageSlot>, StoreError> {
        let Some(first) = entries.first().filter(|_| slot.copy_for.is_none()) else {
            return Ok(None);
        };
        let audience = slot.audience.to_key();
        let subject = self
            .inner
            .store
            .load_previous_record_subject(fight, &audience, first.revision, RECORD_GROWTH_MILLIS)
            .await?;
        Ok(subject.and_then(|subject| {
            MessageSlot::parse_subject_of_message_with_events(fight, &subject, slot.audience)
        }))
    }
}

/// Returns whether a message is sent again if the one to edit is gone: somebody needs it.
fn is_resent_if_target_gone(body: &MessageBody) -> bool {
    match body {
        MessageBody::Turn(_) | MessageBody::Summary { .. } => true,
        MessageBody::Prompt(card) => card.outcome.is_none(),
        MessageBody::Prompts(cards) => cards.iter().any(|card| card.outcome.is_none()),
        _ => false,
    }
}

/// The longest nonce that the chat service takes.
const MAX_NONCE_CHARS: usize = 25;

/// Builds the notice that tells somebody else that a message could not be delivered: the GM, or the
/// channel if it was for the GM. `None` for a message to an onlooker: whether they take direct
/// messages is nobody else's business.
fn build_undelivered_notice_unless_onlooker(
    state: &FightState,
    unreachable: Audience,
    reason: &str,
) -> Result<Option<NewOutboxRow>, StoreError> {
    if is_dm_to_onlooker(state, unreachable) {
        return Ok(None);
    }
    let gm = Audience::Dm(state.gm);
    let recipient = if unreachable == gm { Audience::Channel(state.channel) } else { gm };
    let notice = Notice::Undelivered { audience: unreachable, reason: reason.into() };
    OutboxEntry::Notice(notice).to_new_outbox_row(recipient).map(Some)
}

/// Returns whether entries in a turn of NPCs are acts of other NPCs than the actors of the turn. If
/// several NPCs act as a block, the stored turn may be that of the first alone.
fn do_other_npcs_act_in_turn_of_npcs(
    state: &FightState,
    turn_actors: &[(CombatantId, String)],
    entry_actors: &[Option<CombatantId>],
) -> bool {
    let is_turn_of_npcs = turn_actors.iter().all(|(who, _)| state.is_npc(*who));
    let is_other_npc = |who: CombatantId| state.is_npc(who) && !is_turn_actor(turn_actors, who);
    is_turn_of_npcs && entry_actors.iter().flatten().any(|who| is_other_npc(*who))
}

fn is_turn_actor(turn_actors: &[(CombatantId, String)], who: CombatantId) -> bool {
    turn_actors.iter().any(|(actor, _)| *actor == who)
}

/// Returns whether an audience is a user in private who has no part in the fight.
fn is_dm_to_onlooker(state: &FightState, audience: Audience) -> bool {
    match audience {
        Audience::Dm(user) => state.highest_role_of(user) == Role::Stranger,
        Audience::Channel(_) => false,
    }
}

fn is_speech(body: &MessageBody) -> bool {
    matches!(body, MessageBody::Speech(_) | MessageBody::SpeechDeleted { .. })
}

fn is_thread_opening(body: &MessageBody) -> bool {
    matches!(body, MessageBody::OpenThread(_))
}

/// Returns the nonce of a row: the same on every try, different for every other row and database.
/// It counts inputs, so in fights with secrets it is hashed: everybody can read it.
fn stable_delivery_nonce(state: &FightState, row: &OutboxRow) -> String {
    // The summary may be sent again, so its nonce comes from the row.
    let suffix = match &row.subject {
        Some(subject) if subject == SUMMARY_SUBJECT => format!("s{:x}", row.id),
        _ => format!("{:x}.{:x}", row.revision, row.place),
    };
    let nonce = format!("{:x}.{:x}.{suffix}", row.at, row.fight);
    let nonce = match state.secrets.id_cipher() {
        Some(cipher) => cipher.hash_text(&nonce),
        None => nonce,
    };
    // The end changes most.
    let start = nonce.len().saturating_sub(MAX_NONCE_CHARS);
    nonce[start..].to_string()
}
