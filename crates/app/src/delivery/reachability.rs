//! Handles channels in which nothing can be posted, and single messages that a server blocks.
//!
//! What is owed to an unreachable channel stays in the outbox. The oldest message is tried again
//! when the server changes, and once an hour; when it arrives, the others follow as they should be
//! by then.

use std::collections::BTreeSet;
use std::sync::PoisonError;

use engine::core::ids::UserId;
use engine::visibility::view::Viewer;
use store::error::StoreError;
use store::ids::{ChannelId, FightId};
use store::rows::{CommitOutcome, NewOutboxRow, OutboxRow, SentMessage};

use crate::api::outbox::{Audience, AwaitedPlayer, DeliveredMessage, Notice};
use crate::runtime::app::App;
use crate::runtime::counters::count_delivery;
use crate::state::fight_state::FightState;
use crate::state::outbox_entry::{OutboxEntry, closed_dms_subject, parse_speech_subject};
use crate::state::perspective::Perspective;
use crate::transaction::StateChange;
use crate::transaction::commit::MAX_COMMIT_ATTEMPTS;

/// Whether something can be posted in a channel.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reachability<'a> {
    Reachable,
    /// The chat service does not answer, or asks to wait.
    NoAnswer,
    /// The chat service refuses posts, for this reason. The GM is told, once for as long as that
    /// lasts.
    Refused(&'a str),
}

/// The most blocks that are remembered. Then GMs may be told a second time.
const MAX_REPORTED_BLOCKS: usize = 10_000;

impl App {
    /// Schedules another try to post in the unreachable channels of a server. The client calls it
    /// when the channels or roles of the server change, or when the server is available again.
    ///
    /// # Errors
    /// Fails when the store cannot be used.
    pub async fn schedule_retry_of_unreachable_channels(
        &self,
        guild: u64,
    ) -> Result<(), StoreError> {
        let now = self.now_millis();
        if self.inner.store.has_delayed_rows(guild, now).await? {
            let due = self.inner.channel_probes.schedule_next_probe(guild, now);
            self.inner.store.make_delayed_rows_due(guild, due).await?;
            self.wake_background_tasks();
        }
        Ok(())
    }

    /// Records whether something can be posted in the channel of an outbox row, in the fights whose
    /// messages wait for the row: its own, and the open one of the channel. Their deadlines there
    /// stand still or run again.
    pub(super) async fn record_channel_reachability_in_waiting_fights(
        &self,
        row: &OutboxRow,
        reachability: Reachability<'_>,
    ) -> Result<(), StoreError> {
        let Some(Audience::Channel(channel)) = Audience::from_key(&row.audience) else {
            return Ok(());
        };
        let current = self.find_open_or_latest_fight(channel).await?;
        let fights: BTreeSet<FightId> = current.into_iter().chain([row.fight_id()]).collect();
        for fight in fights {
            self.record_reachability_in_fight(fight, channel, reachability).await?;
        }
        Ok(())
    }

    /// Records in one fight whether its channel takes posts: stops the deadlines there, runs them
    /// again, or notes why Discord refuses. Does nothing if that is known already.
    async fn record_reachability_in_fight(
        &self,
        fight: FightId,
        channel: ChannelId,
        reachability: Reachability<'_>,
    ) -> Result<(), StoreError> {
        let mut fight_lock = self.inner.fight_cache.lock_fight(fight).await;
        for _ in 0..MAX_COMMIT_ATTEMPTS {
            let Some(state) = self.load_and_migrate_fight(&mut fight_lock, fight).await? else {
                return Ok(());
            };
            let change =
                self.build_reachability_change_if_new(&state, channel, reachability).await?;
            let Some(change) = change else { return Ok(()) };
            match self
                .commit_and_cache_change_or_clear_cache(&mut fight_lock, &state, change)
                .await?
            {
                CommitOutcome::Stored(_) => {
                    self.wake_background_tasks();
                    return Ok(());
                }
                // Another process was first.
                CommitOutcome::Conflict
                | CommitOutcome::ChannelOccupied
                | CommitOutcome::AlreadyStored { .. } => {}
            }
        }
        Err(StoreError::Locked)
    }

    /// Builds the change with which a fight learns whether a channel takes posts; `None` if it
    /// knows that already, or if the channel is not its own any more.
    async fn build_reachability_change_if_new(
        &self,
        state: &FightState,
        channel: ChannelId,
        reachability: Reachability<'_>,
    ) -> Result<Option<StateChange>, StoreError> {
        let known = state.unreachable_channel(Audience::Channel(channel));
        let change = match (reachability, known) {
            (Reachability::Reachable, None) => return Ok(None),
            (Reachability::Reachable, Some(_)) => state.build_reachable_change(),
            _ if state.channel != channel => return Ok(None),
            (Reachability::NoAnswer, Some(_)) => return Ok(None),
            (Reachability::Refused(_), Some(known)) if known.is_refused => return Ok(None),
            (Reachability::Refused(reason), Some(_)) => {
                state.build_deadline_stop_telling_gm_reason(Vec::new(), Some(reason))
            }
            (Reachability::Refused(reason), None) => {
                let untold = self.list_limits_never_posted(state).await?;
                state.build_deadline_stop_telling_gm_reason(untold, Some(reason))
            }
            (Reachability::NoAnswer, None) => {
                let untold = self.list_limits_never_posted(state).await?;
                state.build_deadline_stop_telling_gm_reason(untold, None)
            }
        };
        Ok(Some(change))
    }

    /// Returns whether the next message for an audience may not be tried again yet.
    pub(super) async fn is_delivery_held_back(
        &self,
        audience: Audience,
    ) -> Result<bool, StoreError> {
        let next_row = self.inner.store.load_oldest_pending_row(&audience.to_key()).await?;
        Ok(next_row.is_some_and(|row| row.not_before > self.now_millis()))
    }

    /// Tells the GM of each fight that owes messages to a user that they take no direct messages.
    /// If it is the GM, the channel is told, as soon as everybody may know that the GM is awaited:
    /// an earlier notice would reveal that something hidden happens (I6).
    pub(super) async fn notify_gms_of_closed_dms(
        &self,
        user: UserId,
        reason: &str,
    ) -> Result<(), StoreError> {
        let subject = closed_dms_subject(user);
        let audience = Audience::Dm(user).to_key();
        for row in self.inner.store.load_oldest_pending_row_per_fight(&audience).await? {
            let is_told =
                self.inner.store.load_sent_message(row.fight_id(), &subject).await?.is_some();
            let state = match self.load_fight(row.fight_id()).await {
                // A damaged fight does not keep the GMs of the others uninformed.
                Err(StoreError::Corrupt(_)) => None,
                state => state?,
            };
            if let Some(state) = state
                && !is_told
                && state.may_tell_of_closed_dms(user)
            {
                let entry = OutboxEntry::DmsClosed { user, reason: reason.into() };
                let notice = entry.to_new_outbox_row(state.audience_to_tell_of_dms(user))?;
                self.inner.store.insert_failure_notice(&row, notice).await?;
            }
        }
        self.wake_background_tasks();
        Ok(())
    }

    /// Deletes the notice that a user takes no direct messages, if there is one in the fight of a
    /// row that has reached them.
    pub(super) async fn take_back_closed_dms_notice(
        &self,
        row: &OutboxRow,
        user: UserId,
    ) -> Result<(), StoreError> {
        let subject = closed_dms_subject(user);
        if self.inner.store.load_sent_message(row.fight_id(), &subject).await?.is_none() {
            return Ok(());
        }
        if let Some(state) = self.load_fight(row.fight_id()).await? {
            let entry = OutboxEntry::DmsClosed { user, reason: String::new() };
            let deletion = entry.to_new_outbox_row(state.audience_to_tell_of_dms(user))?;
            self.inner.store.insert_failure_notice(row, deletion).await?;
            self.wake_background_tasks();
        }
        Ok(())
    }

    /// Tries again to write direct messages to a user who has just written to the bot there.
    pub(crate) async fn schedule_immediate_retry_of_closed_dms(
        &self,
        user: UserId,
    ) -> Result<(), StoreError> {
        let audience = Audience::Dm(user).to_key();
        let now = self.now_millis();
        let next_row = self.inner.store.load_oldest_pending_row(&audience).await?;
        if let Some(row) = next_row.filter(|row| row.tries == 0 && row.not_before > now) {
            self.inner.store.delay_row_without_counting_attempt(&row, now).await?;
            self.wake_background_tasks();
        }
        Ok(())
    }

    /// Settles an outbox row whose text the server blocks. The GM is told of the first one of each
    /// kind of message.
    pub(super) async fn settle_row_blocked_by_automod(
        &self,
        row: &OutboxRow,
        text: String,
        replacement: Option<DeliveredMessage>,
    ) -> Result<(), StoreError> {
        tracing::warn!(post = row.id, "the server's AutoMod blocked a message");
        let state = self.load_fight(row.fight_id()).await?;
        let is_speech = row.subject.as_deref().and_then(parse_speech_subject).is_some();
        if let Some(state) = &state
            && is_speech
        {
            return self.settle_blocked_speech(state, row, &text).await;
        }
        count_delivery("given-up");
        let notice_row = match &state {
            Some(state) => self.build_notice_of_block_if_new(state, row, text)?,
            None => None,
        };
        match replacement {
            Some(replacement) => {
                self.settle_row_with_replacement(row, replacement, notice_row).await?;
            }
            None => {
                self.inner
                    .store
                    .mark_undeliverable_and_insert_notice(row, "blocked", notice_row)
                    .await?;
            }
        }
        self.wake_background_tasks();
        Ok(())
    }

    /// Builds the notice that tells the GM of a blocked message, and records that they are told.
    /// `None` if they know already of a message of this kind.
    fn build_notice_of_block_if_new(
        &self,
        state: &FightState,
        row: &OutboxRow,
        text: String,
    ) -> Result<Option<NewOutboxRow>, StoreError> {
        if !self.record_automod_block_if_new(row) {
            return Ok(None);
        }
        let notice = OutboxEntry::Notice(Notice::Blocked { channel: state.channel, text });
        let notice_row = notice.to_new_outbox_row(Audience::Dm(state.gm))?;
        Ok(Some(notice_row))
    }

    /// Settles an outbox row in whose place another message was posted.
    async fn settle_row_with_replacement(
        &self,
        row: &OutboxRow,
        replacement: DeliveredMessage,
        notice_row: Option<NewOutboxRow>,
    ) -> Result<(), StoreError> {
        if let Some(notice_row) = notice_row {
            self.inner.store.insert_failure_notice(row, notice_row).await?;
        }
        let sent = SentMessage {
            channel: replacement.message.channel,
            message: replacement.message.message,
            content_hash: replacement.content_hash,
        };
        self.inner.store.record_sent_message_and_delete_row_if_settled(row, Some(sent)).await?;
        Ok(())
    }

    /// Records that the server blocks a message of this kind in the fight, and returns whether that
    /// is new.
    fn record_automod_block_if_new(&self, row: &OutboxRow) -> bool {
        let subject = row.subject.as_deref().unwrap_or_default();
        let kind = subject.split(' ').next().unwrap_or_default();
        let mut reported =
            self.inner.reported_blocks.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.len() >= MAX_REPORTED_BLOCKS {
            reported.clear();
        }
        reported.insert((row.fight_id(), kind.to_string()))
    }
}

impl FightState {
    /// Returns who is told that a user takes no direct messages: the GM, or the channel if the user
    /// is the GM.
    fn audience_to_tell_of_dms(&self, user: UserId) -> Audience {
        if user == self.gm { Audience::Channel(self.channel) } else { Audience::Dm(self.gm) }
    }

    /// Returns whether others may be told that a user takes no direct messages, because that tells
    /// nothing secret about the fight.
    fn may_tell_of_closed_dms(&self, user: UserId) -> bool {
        if user != self.gm {
            return true;
        }
        // Only where everybody sees that the GM is awaited (I6).
        let public = Perspective::from_viewer(Viewer::Public);
        let is_gm =
            |awaited: &AwaitedPlayer| awaited.user.is_none_or(|awaited_user| awaited_user == user);
        self.visible_awaited(&public).iter().any(is_gm)
    }
}
