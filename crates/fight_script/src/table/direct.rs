//! A table without a chat: inputs go straight to the app, and deliveries are read as they leave the
//! outbox.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::{
    GM, ScriptTable, ScriptUsers, SharedTable, ShownText, ShownTo, TableReply, added_lines,
    store_error_text,
};
use crate::plain_text;
use app::input::{InputReply, RequestContext, RequestPlace, UserInput};
use app::outbox::{
    Audience, DeliveredMessage, Delivery, DeliveryError, MessageBody, MessageRef, MessageSender,
};
use engine::core::ids::UserId;
use narration;
use store::Store;
use store::ids::{ChannelId, MessageId};

const CHANNEL: ChannelId = ChannelId(1);

pub struct DirectTable {
    shared: SharedTable,
    users: ScriptUsers,
    sender: Arc<DeliveryRecorder>,
    /// Replies to users, among the delivered messages.
    shown_texts: Vec<ShownText>,
    /// The lines of each message's record.
    lines_by_message: BTreeMap<MessageId, Vec<String>>,
}

impl DirectTable {
    /// Creates a table with these users; others are added as they are named.
    pub fn new(store: Store, mut users: ScriptUsers) -> Self {
        let shared = SharedTable::new(store, CHANNEL);
        users.find_or_add_id(GM);
        Self {
            shared,
            users,
            sender: Arc::default(),
            shown_texts: Vec::new(),
            lines_by_message: BTreeMap::new(),
        }
    }

    /// Renders what the user who has given an input reads in reply, besides what the channel reads.
    fn lines_of_reply(&self, reply: &InputReply) -> Vec<String> {
        match reply {
            InputReply::Done(done) => match &done.narrative {
                Some(narrative) if done.has_more_than_public => {
                    narration::narrate(narration::PLAIN, narrative)
                }
                _ => Vec::new(),
            },
            // Scripts are about fights only, so replies of the library are not shown.
            InputReply::Library(_) => Vec::new(),
            InputReply::QueryResult(result) => {
                let name = |user: UserId| self.users.name_of(user);
                plain_text::query_result_lines(result, &name)
            }
            InputReply::Refused(refusal) => {
                vec![narration::explain_refusal(narration::PLAIN, refusal)]
            }
            InputReply::NeedsConfirmation(request) => {
                vec![narration::refusal_with_rule(narration::PLAIN, &request.warning)]
            }
        }
    }

    /// Delivers the outbox, and records which texts each audience was shown. Lines that an edited
    /// message showed before are no news.
    async fn deliver_outbox_and_record_shown_texts(&mut self) -> Result<(), String> {
        while self.shared.app.deliver_due_outbox(&self.sender).await.map_err(store_error_text)? > 0
        {
        }
        let deliveries = std::mem::take(&mut *self.sender.lock_deliveries());
        for (delivery, message_ref) in deliveries {
            let audience = match delivery.audience {
                Audience::Channel(_) => ShownTo::Everybody,
                Audience::Dm(user) => ShownTo::User(self.users.name_of(user)),
            };
            let is_news =
                !matches!(delivery.body, MessageBody::Summary { .. } | MessageBody::Turn(_));
            let name = |user: UserId| self.users.name_of(user);
            for text in plain_text::message_lines(&delivery.view, &delivery.body, &name) {
                self.shown_texts.push(ShownText { audience: audience.clone(), text, is_news });
            }
            // An edited message repeats lines that it told before: those are no news.
            let lines = plain_text::narrate_record(&delivery.record);
            let edited_message = delivery.edit_target.map(|(edited, _)| edited.message);
            let previous_lines: Vec<String> = edited_message
                .and_then(|message| self.lines_by_message.get(&message).cloned())
                .unwrap_or_default();
            for text in added_lines(&previous_lines, &lines) {
                self.shown_texts.push(ShownText {
                    audience: audience.clone(),
                    text,
                    is_news: true,
                });
            }
            self.lines_by_message.insert(message_ref.message, lines);
        }
        Ok(())
    }
}

impl ScriptTable for DirectTable {
    async fn submit(&mut self, user: &str, input: UserInput) -> Result<TableReply, String> {
        let context = RequestContext {
            user: self.find_or_add_user_id(user),
            place: RequestPlace::Channel { guild: 1, channel: CHANNEL },
            is_admin: false,
            manages_messages: false,
            idempotency_key: None,
            chosen_fight: None,
        };
        let reply =
            self.shared.app.handle_input(&context, input).await.map_err(store_error_text)?;
        for text in self.lines_of_reply(&reply) {
            let audience = ShownTo::User(user.into());
            self.shown_texts.push(ShownText { audience, text, is_news: true });
        }
        self.deliver_outbox_and_record_shown_texts().await?;
        Ok(match reply {
            InputReply::Done(_) | InputReply::Library(_) | InputReply::QueryResult(_) => {
                TableReply::Done
            }
            InputReply::Refused(refusal) => TableReply::Refused(refusal),
            InputReply::NeedsConfirmation(request) => {
                let warning = Box::new(request.warning.clone());
                TableReply::NeedsConfirmation(warning, request.to_confirmed_input())
            }
        })
    }

    async fn fire_due_deadlines(&mut self) -> Result<(), String> {
        self.shared.app.fire_due_deadlines().await.map_err(store_error_text)?;
        self.deliver_outbox_and_record_shown_texts().await
    }

    fn take_shown_texts(&mut self) -> Vec<ShownText> {
        std::mem::take(&mut self.shown_texts)
    }

    fn find_or_add_user_id(&mut self, name: &str) -> UserId {
        self.users.find_or_add_id(name)
    }

    fn user_name(&self, user: UserId) -> String {
        self.users.name_of(user)
    }

    fn shared(&self) -> &SharedTable {
        &self.shared
    }
}

/// A message sender that records every delivery and numbers the messages.
#[derive(Default)]
struct DeliveryRecorder {
    deliveries: Mutex<Vec<(Delivery, MessageRef)>>,
    message_count: AtomicU64,
}

impl DeliveryRecorder {
    /// Locks the list of recorded deliveries with the messages that they became.
    fn lock_deliveries(&self) -> std::sync::MutexGuard<'_, Vec<(Delivery, MessageRef)>> {
        self.deliveries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MessageSender for DeliveryRecorder {
    /// Records a delivery. An edit keeps its message; a new one gets the next number.
    async fn deliver(&self, delivery: &Delivery) -> Result<DeliveredMessage, DeliveryError> {
        let number = self.message_count.fetch_add(1, Ordering::SeqCst) + 1;
        let new_message = MessageRef { channel: CHANNEL, message: MessageId(number) };
        let message = delivery.edit_target.map_or(new_message, |(edited, _)| edited);
        self.lock_deliveries().push((delivery.clone(), message));
        Ok(DeliveredMessage { message, content_hash: Some(0) })
    }
}
