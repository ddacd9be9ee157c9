//! The table without a chat: inputs go straight to the app, and posts are read as they come out of
//! the outbox.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::{Answer, Common, GM, People, Seen, Table, To, fault, news};
use crate::show;
use app::input::{Input, Origin, Place, Reply};
use app::outbox::{Audience, Courier, Letter, MessageRef, Parcel, Sent, Undelivered};
use engine::ids::UserId;
use narration;
use store::Store;
use store::ids::{ChannelId, MessageId};

const CHANNEL: ChannelId = ChannelId(1);

pub struct Direct {
    common: Common,
    people: People,
    post: Arc<KeptParcels>,
    /// Answers to whoever said something, among what was posted.
    said: Vec<Seen>,
    /// What each message tells.
    told: BTreeMap<MessageId, Vec<String>>,
}

impl Direct {
    /// With people who are known, or come as they are named.
    pub fn new(store: Store, mut people: People) -> Self {
        let common = Common::new(store, CHANNEL);
        people.id(GM);
        Self { common, people, post: Arc::default(), said: Vec::new(), told: BTreeMap::new() }
    }

    async fn deliver(&mut self) -> Result<(), String> {
        while self.common.app.deliver_pending(&self.post).await.map_err(fault)? > 0 {}
        let parcels = std::mem::take(&mut *self.post.parcels());
        for (parcel, at) in parcels {
            let to = match parcel.to {
                Audience::Channel(_) => To::Everybody,
                Audience::Dm(user) => To::User(self.people.name(user)),
            };
            let is_news = !matches!(parcel.letter, Letter::Summary { .. } | Letter::Turn(_));
            let name = |user: UserId| self.people.name(user);
            for text in show::letter(&parcel.view, &parcel.letter, &name) {
                self.said.push(Seen { to: to.clone(), text, is_news });
            }
            // Of what a message told before nothing is news.
            let told = show::record(&parcel.record);
            let known = parcel.edit.and_then(|(at, _)| self.told.get(&at.message));
            let known: Vec<String> = known.cloned().unwrap_or_default();
            for text in news(&known, &told) {
                self.said.push(Seen { to: to.clone(), text, is_news: true });
            }
            self.told.insert(at.message, told);
        }
        Ok(())
    }
}

impl Table for Direct {
    async fn say(&mut self, user: &str, input: Input) -> Result<Answer, String> {
        let origin = Origin {
            user: self.user(user),
            place: Place::Channel { guild: 1, channel: CHANNEL },
            is_admin: false,
            input_key: None,
        };
        let reply = self.common.app.handle(&origin, input).await.map_err(fault)?;
        let name = |user: UserId| self.people.name(user);
        let (answer, texts) = match reply {
            Reply::Done(done) => {
                let told = done.told.iter().filter(|_| done.is_more);
                let told = told.flat_map(|told| narration::tell(narration::PLAIN, told));
                (Answer::Done, told.collect())
            }
            // Scripts are of fights: what is kept outside of them says nothing here.
            Reply::Shelf(_) => (Answer::Done, Vec::new()),
            Reply::Shown(shown) => (Answer::Done, show::shown(&shown, &name)),
            Reply::Refused(refusal) => {
                let sentence = narration::refuse(narration::PLAIN, &refusal);
                (Answer::Refused(refusal), vec![sentence])
            }
            Reply::Unsure(unsure) => {
                let sentence = narration::why(narration::PLAIN, &unsure.why);
                (Answer::Unsure(Box::new(unsure.why.clone()), unsure.sure()), vec![sentence])
            }
        };
        let to = To::User(user.into());
        let seen = |text| Seen { to: to.clone(), text, is_news: true };
        self.said.extend(texts.into_iter().map(seen));
        self.deliver().await?;
        Ok(answer)
    }

    async fn ring(&mut self) -> Result<(), String> {
        self.common.app.fire_due().await.map_err(fault)?;
        self.deliver().await
    }

    fn seen(&mut self) -> Vec<Seen> {
        std::mem::take(&mut self.said)
    }

    fn user(&mut self, name: &str) -> UserId {
        self.people.id(name)
    }

    fn name(&self, user: UserId) -> String {
        self.people.name(user)
    }

    fn common(&self) -> &Common {
        &self.common
    }
}

/// Takes every parcel, and numbers the messages.
#[derive(Default)]
struct KeptParcels {
    parcels: Mutex<Vec<(Parcel, MessageRef)>>,
    messages: AtomicU64,
}

impl KeptParcels {
    fn parcels(&self) -> std::sync::MutexGuard<'_, Vec<(Parcel, MessageRef)>> {
        self.parcels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Courier for KeptParcels {
    async fn deliver(&self, parcel: &Parcel) -> Result<Sent, Undelivered> {
        let number = self.messages.fetch_add(1, Ordering::SeqCst) + 1;
        let new = MessageRef { channel: CHANNEL, message: MessageId(number) };
        let at = parcel.edit.map_or(new, |(at, _)| at);
        self.parcels().push((parcel.clone(), at));
        Ok(Sent { at, mark: Some(0) })
    }
}
