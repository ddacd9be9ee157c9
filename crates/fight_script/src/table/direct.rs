//! The table without a chat: inputs go straight to the app, and posts are read as they come out of
//! the outbox.

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
    /// Answers to whoever said something, among what was posted.
    shown_texts: Vec<ShownText>,
    /// What each message tells.
    lines_by_message: BTreeMap<MessageId, Vec<String>>,
}

impl DirectTable {
    /// With people who are known, or come as they are named.
    pub fn new(store: Store, mut users: ScriptUsers) -> Self {
        let shared = SharedTable::new(store, CHANNEL);
        users.id_or_new(GM);
        Self {
            shared,
            users,
            sender: Arc::default(),
            shown_texts: Vec::new(),
            lines_by_message: BTreeMap::new(),
        }
    }

    async fn deliver_and_read(&mut self) -> Result<(), String> {
        while self.shared.app.deliver_pending(&self.sender).await.map_err(store_error_text)? > 0 {}
        let parcels = std::mem::take(&mut *self.sender.lock_deliveries());
        for (parcel, at) in parcels {
            let to = match parcel.audience {
                Audience::Channel(_) => ShownTo::Everybody,
                Audience::Dm(user) => ShownTo::User(self.users.name_of(user)),
            };
            let is_news =
                !matches!(parcel.body, MessageBody::Summary { .. } | MessageBody::Turn(_));
            let name = |user: UserId| self.users.name_of(user);
            for text in plain_text::message_lines(&parcel.view, &parcel.body, &name) {
                self.shown_texts.push(ShownText { audience: to.clone(), text, is_news });
            }
            // Of what a message told before nothing is news.
            let told = plain_text::record_lines(&parcel.record);
            let known =
                parcel.edit_target.and_then(|(at, _)| self.lines_by_message.get(&at.message));
            let known: Vec<String> = known.cloned().unwrap_or_default();
            for text in added_lines(&known, &told) {
                self.shown_texts.push(ShownText { audience: to.clone(), text, is_news: true });
            }
            self.lines_by_message.insert(at.message, told);
        }
        Ok(())
    }
}

impl ScriptTable for DirectTable {
    async fn submit(&mut self, user: &str, input: UserInput) -> Result<TableReply, String> {
        let origin = RequestContext {
            user: self.user_id(user),
            place: RequestPlace::Channel { guild: 1, channel: CHANNEL },
            is_admin: false,
            idempotency_key: None,
        };
        let reply = self.shared.app.handle_input(&origin, input).await.map_err(store_error_text)?;
        let name = |user: UserId| self.users.name_of(user);
        let (answer, texts) = match reply {
            InputReply::Done(done) => {
                let told = done.narrative.iter().filter(|_| done.has_more_than_public);
                let told = told.flat_map(|told| narration::narrate(narration::PLAIN, told));
                (TableReply::Done, told.collect())
            }
            // Scripts are of fights: what is kept outside of them says nothing here.
            InputReply::Library(_) => (TableReply::Done, Vec::new()),
            InputReply::QueryResult(shown) => {
                (TableReply::Done, plain_text::query_result_lines(&shown, &name))
            }
            InputReply::Refused(refusal) => {
                let sentence = narration::explain_refusal(narration::PLAIN, &refusal);
                (TableReply::Refused(refusal), vec![sentence])
            }
            InputReply::NeedsConfirmation(unsure) => {
                let sentence = narration::refusal_with_rule(narration::PLAIN, &unsure.warning);
                (
                    TableReply::NeedsConfirmation(
                        Box::new(unsure.warning.clone()),
                        unsure.to_confirmed_input(),
                    ),
                    vec![sentence],
                )
            }
        };
        let to = ShownTo::User(user.into());
        let seen = |text| ShownText { audience: to.clone(), text, is_news: true };
        self.shown_texts.extend(texts.into_iter().map(seen));
        self.deliver_and_read().await?;
        Ok(answer)
    }

    async fn fire_due_deadlines(&mut self) -> Result<(), String> {
        self.shared.app.fire_due_deadlines().await.map_err(store_error_text)?;
        self.deliver_and_read().await
    }

    fn take_shown_texts(&mut self) -> Vec<ShownText> {
        std::mem::take(&mut self.shown_texts)
    }

    fn user_id(&mut self, name: &str) -> UserId {
        self.users.id_or_new(name)
    }

    fn user_name(&self, user: UserId) -> String {
        self.users.name_of(user)
    }

    fn shared(&self) -> &SharedTable {
        &self.shared
    }
}

/// Takes every parcel, and numbers the messages.
#[derive(Default)]
struct DeliveryRecorder {
    deliveries: Mutex<Vec<(Delivery, MessageRef)>>,
    message_count: AtomicU64,
}

impl DeliveryRecorder {
    fn lock_deliveries(&self) -> std::sync::MutexGuard<'_, Vec<(Delivery, MessageRef)>> {
        self.deliveries.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MessageSender for DeliveryRecorder {
    async fn deliver(&self, parcel: &Delivery) -> Result<DeliveredMessage, DeliveryError> {
        let number = self.message_count.fetch_add(1, Ordering::SeqCst) + 1;
        let new = MessageRef { channel: CHANNEL, message: MessageId(number) };
        let at = parcel.edit_target.map_or(new, |(at, _)| at);
        self.lock_deliveries().push((parcel.clone(), at));
        Ok(DeliveredMessage { message: at, content_mark: Some(0) })
    }
}
