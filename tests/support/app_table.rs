//! A table to play at: an app on a file, in memory or on a server, a chat that remembers, a clock
//! moved by hand.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::{Arc, Mutex};

use jiff::SignedDuration;
use riposte::app::App;
use riposte::app::clock::{Clock, ManualClock};
use riposte::app::dice_source;
use riposte::app::fight_state::{FightState, OpenPrompt};
use riposte::app::input::{
    ActDone, InputReply, QueryResult, RequestContext, RequestPlace, UserInput,
};
use riposte::app::outbox::{
    Actor, Audience, DeliveredMessage, Delivery, DeliveryError, MessageBody, MessageRef,
    MessageSender, PromptCard,
};
use riposte::app::sealed_dice;
use riposte::engine::core::command::Command;
use riposte::engine::core::ids::{Initiator, UserId};
use riposte::store::Store;
use riposte::store::ids::{ChannelId, MessageId};

use crate::databases;

pub const CHANNEL: ChannelId = ChannelId(500);
pub const GUILD: u64 = 400;

/// Who is who.
pub fn user(name: &str) -> UserId {
    UserId(match name {
        "GM" => 1,
        "Ana" => 11,
        "Ben" => 12,
        "Cleo" => 13,
        "Dora" => 14,
        "Admin" => 50,
        // As large as the numbers of the chat service.
        "Zoe" => 170_000_000_000_000_011,
        _ => 99,
    })
}

/// An empty store: in memory, or on the server where there is one.
async fn empty() -> Store {
    match databases::fresh().await {
        Some(place) => Store::open(&place).await.unwrap(),
        None => Store::in_memory().await.unwrap(),
    }
}

pub struct Table {
    pub app: App,
    pub clock: Arc<ManualClock>,
    pub chat: Arc<Chat>,
    pub channel: ChannelId,
}

impl Table {
    /// An empty table.
    pub async fn new() -> Self {
        Self::on(empty().await)
    }

    /// A table on a file, or on what stands for it on a server.
    pub async fn at(path: &Path) -> Self {
        Self::in_file(&databases::place(path).await).await
    }

    /// A table on a file that the test looks into.
    pub async fn in_file(path: &Path) -> Self {
        Self::on(Store::open(path).await.unwrap())
    }

    /// The program starts anew on the same file; chat and clock have gone on.
    pub async fn restart(self, path: &Path) -> Self {
        self.restart_in_file(&databases::place(path).await).await
    }

    pub async fn restart_in_file(self, path: &Path) -> Self {
        let Self { app, clock, chat, channel } = self;
        drop(app);
        let store = Store::open(path).await.unwrap();
        let app = App::new_with_delays(
            store,
            Arc::clone(&clock) as Arc<dyn Clock>,
            dice_source::seeded_dice(8),
            dice_source::seeded_delays(8),
        );
        Self { app, clock, chat, channel }
    }

    /// An empty table where other dice fall.
    pub async fn rolling(seed: u64) -> Self {
        Self::with(empty().await, seed)
    }

    /// An empty table whose dice follow from sealed secrets, the first of them known
    /// here.
    pub async fn sealed(seed: u64) -> (Self, String) {
        let table = Self::rolling(seed).await;
        let secret = sealed_dice::seeded_secrets(seed)().to_hex();
        (Self { app: table.app.with_secrets(sealed_dice::seeded_secrets(seed)), ..table }, secret)
    }

    /// Another channel of the same server.
    pub fn beside(&self) -> Self {
        Self {
            app: self.app.clone(),
            clock: Arc::clone(&self.clock),
            chat: Arc::clone(&self.chat),
            channel: ChannelId(self.channel.0 + 1),
        }
    }

    fn on(store: Store) -> Self {
        Self::with(store, 7)
    }

    fn with(store: Store, seed: u64) -> Self {
        let clock = Arc::new(ManualClock::default());
        let app = App::new_with_delays(
            store,
            Arc::clone(&clock) as Arc<dyn Clock>,
            dice_source::seeded_dice(seed),
            dice_source::seeded_delays(7),
        );
        Self { app, clock, chat: Arc::default(), channel: CHANNEL }
    }

    pub fn origin(&self, who: &str) -> RequestContext {
        RequestContext {
            user: user(who),
            place: RequestPlace::Channel { guild: GUILD, channel: self.channel },
            is_admin: who == "Admin",
            idempotency_key: None,
        }
    }

    pub async fn input(&self, origin: &RequestContext, input: UserInput) -> InputReply {
        self.app.handle_input(origin, input).await.unwrap()
    }

    /// An input of somebody who wants it, whatever is lost by it.
    pub async fn insists(&self, origin: &RequestContext, input: UserInput) -> InputReply {
        match self.input(origin, input).await {
            InputReply::NeedsConfirmation(unsure) => {
                self.input(origin, unsure.to_confirmed_input()).await
            }
            reply => reply,
        }
    }

    /// Somebody types a command in the channel: `attack target:Wolf as:Ana quiet:true`.
    pub async fn say(&self, who: &str, text: &str) -> InputReply {
        self.input(&self.origin(who), command(text)).await
    }

    /// … which is done.
    pub async fn does(&self, who: &str, text: &str) -> Box<ActDone> {
        done(self.say(who, text).await, text)
    }

    /// … which is refused, with the key, and nothing has changed.
    pub async fn may_not(&self, who: &str, text: &str, key: &str) {
        let before = self.rows().await;
        assert_eq!(refused(self.say(who, text).await), key, "{who}: {text}");
        assert_eq!(before, self.rows().await, "{who}: {text} was refused and changed something");
    }

    async fn rows(&self) -> Option<(i64, serde_json::Value)> {
        let now = self
            .app
            .load_fight(self.app.find_latest_fight(self.channel).await.unwrap()?)
            .await
            .unwrap()?;
        Some((now.revision, now.game.full_state_json()))
    }

    pub async fn whispers(&self, who: &str, text: &str) -> InputReply {
        let place = RequestPlace::Dm { channel: ChannelId(9000 + user(who).0) };
        self.input(&RequestContext { place, ..self.origin(who) }, command(text)).await
    }

    /// Somebody presses the choice of that verb on a prompt.
    pub async fn presses(&self, who: &str, verb: &str, open: &OpenPrompt) -> InputReply {
        self.input(&self.origin(who), press(verb, open)).await
    }

    pub async fn now(&self) -> Arc<FightState> {
        let fight = self.app.find_latest_fight(self.channel).await.unwrap().unwrap();
        self.app.load_fight(fight).await.unwrap().unwrap()
    }

    /// The fight as it stands, where there may be none yet.
    pub async fn now_or_never(&self) -> Option<Arc<FightState>> {
        let fight = self.app.find_latest_fight(self.channel).await.unwrap()?;
        self.app.load_fight(fight).await.unwrap()
    }

    /// The one prompt that is open.
    pub async fn prompt(&self) -> OpenPrompt {
        let now = self.now().await;
        assert_eq!(now.prompts.len(), 1, "open prompts");
        now.prompts[0].clone()
    }

    pub async fn field(&self, who: &str, field: &str) -> serde_json::Value {
        let now = self.now().await;
        let one = now.members.iter().find(|one| one.name == who).unwrap();
        now.game.body_json(one.id).unwrap()[field].clone()
    }

    /// Time passes, from one due time to the next.
    pub async fn wait(&self, hours: i64) {
        let end = self.clock.now() + SignedDuration::from_hours(hours);
        while let Some(due) = self.app.next_deadline_time().await.unwrap().filter(|due| *due <= end)
        {
            self.clock.set(due);
            self.app.fire_due_deadlines().await.unwrap();
        }
        self.clock.set(end);
    }

    /// Delivers, and gives back the new lines of the chat.
    pub async fn posts(&self) -> Vec<String> {
        self.app.deliver_pending(&self.chat).await.unwrap();
        std::mem::take(&mut *self.chat.lines.lock().unwrap())
    }

    /// Ana and Ben against a Wolf, three zones, before the start.
    pub async fn sets_up(&self) {
        self.does("GM", "new system:dr12").await;
        self.sets_up_the_rest().await;
    }

    /// Attacks on players ask, so that there are questions.
    pub async fn sets_up_the_rest(&self) {
        self.does("GM", "set key:avoid_rolls value:prompt").await;
        self.does("GM", "zones layout:\"Gate - Yard - Hall\"").await;
        self.does("Ana", "join name:Ana from:adept at:Yard hp:20 hp_max:20").await;
        self.does("Ben", "join name:Ben from:adept at:Yard hp:20 hp_max:20").await;
        self.does("GM", WOLF).await;
    }

    /// A fight by the rules of any system, with the same people in it, begun.
    pub async fn plays(&self, system: &str) {
        if system == "dr12" {
            return self.ana_to_act().await;
        }
        let (ana, ben, wolf) = archetypes(system);
        self.does("GM", &format!("new system:{system}")).await;
        self.does("GM", "zones layout:\"Gate - Yard - Hall\"").await;
        self.does("Ana", &format!("join name:Ana from:{ana} at:Yard")).await;
        self.does("Ben", &format!("join name:Ben from:{ben} at:Yard")).await;
        self.does("GM", &format!("add name:Wolf from:{wolf} at:Yard")).await;
        if system == "factions" {
            self.does("GM", "started faction:party").await;
        }
        self.does("GM", "start").await;
    }

    /// Dora helps the GM, and Cleo plays in Ben's place.
    pub async fn has_helpers(&self) {
        self.does("GM", "co-gm do:add user:14").await;
        self.does("Ben", "stand-in user:13").await;
    }

    /// A fight in which the Wolf's turn has come.
    pub async fn wolf_to_act(&self) {
        self.sets_up().await;
        self.does("GM", "start").await;
        while self.now().await.turn.as_ref().unwrap().awaited.is_skipped_at_deadline {
            self.does("GM", "skip").await;
        }
    }

    /// A fight in which the Wolf has attacked Ana, who is asked.
    pub async fn wolf_attacks_ana(&self) -> OpenPrompt {
        self.wolf_to_act().await;
        self.does("GM", "attack target:Ana as:Wolf").await;
        self.prompt().await
    }

    /// A fight in which Ana's turn has come.
    pub async fn ana_to_act(&self) {
        self.sets_up().await;
        self.comes_to_ana().await;
    }

    /// What is set up begins, and Ana's turn comes.
    pub async fn comes_to_ana(&self) {
        self.does("GM", "start").await;
        for _ in 0..9 {
            match self.waited_for().await.as_str() {
                "Ana" => return,
                "Ben" => drop(self.does("GM", "skip").await),
                _ => drop(self.does("GM", "pass-all").await),
            }
        }
        panic!("Ana's turn does not come");
    }

    /// Whose turn it is.
    pub async fn waited_for(&self) -> String {
        let now = self.now().await;
        match now.turn.as_ref().map(|turn| turn.awaited.actors.as_slice()) {
            Some([Initiator::Combatant(who)]) => now.member(*who).unwrap().name.clone(),
            Some([Initiator::Gm]) => "GM".into(),
            _ => "nobody".into(),
        }
    }

    pub async fn revision(&self) -> i64 {
        self.now().await.revision
    }
}

pub const WOLF: &str = "add name:Wolf from:raider at:Yard hp:20 hp_max:20";

/// Whom Ana, Ben and an NPC are made from in any system.
pub fn archetypes(system: &str) -> (&'static str, &'static str, &'static str) {
    match system {
        "cards" => ("hunter", "warden", "wolf"),
        "dr12" => ("adept", "warrior", "raider"),
        "factions" => ("hunter", "reaver", "wolf"),
        "fates" => ("sharpshooter", "bruiser", "thug"),
        "ranks" => ("blade", "warden", "thug"),
        other => panic!("who fights by {other}?"),
    }
}

/// `verb slot:value slot:"two words" as:Name quiet:true`.
pub fn command(text: &str) -> UserInput {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut words = Command::new(verb);
    let mut rest = rest.trim();
    while let Some((slot, tail)) = rest.split_once(':') {
        let (value, tail) = match tail.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap(),
            None => tail.split_once(' ').unwrap_or((tail, "")),
        };
        words = words.with(slot.trim(), value);
        rest = tail.trim();
    }
    let acting_as = words.slots.remove("as");
    let is_quiet = words.slots.remove("quiet").is_some();
    UserInput::Command { command: words, actor_name: acting_as, is_private: is_quiet }
}

pub fn press(verb: &str, open: &OpenPrompt) -> UserInput {
    let choice = open.prompt.choices.iter().position(|choice| choice.verb == verb);
    UserInput::PromptButton { prompt: open.id, choice: choice.unwrap() }
}

#[track_caller]
pub fn done(reply: InputReply, what: &str) -> Box<ActDone> {
    match reply {
        InputReply::Done(done) => done,
        other => panic!("{what}: {other:?}"),
    }
}

#[track_caller]
pub fn refused(reply: InputReply) -> String {
    match reply {
        InputReply::Refused(refusal) => refusal.key,
        other => panic!("not refused: {other:?}"),
    }
}

#[track_caller]
pub fn shown(reply: InputReply) -> QueryResult {
    match reply {
        InputReply::QueryResult(shown) => *shown,
        other => panic!("not shown: {other:?}"),
    }
}

/// The chat: it knows nonces, keeps messages, and fails when told to.
#[derive(Default)]
pub struct Chat {
    /// What came, one line a delivery that was new.
    pub lines: Mutex<Vec<String>>,
    /// Every message as it reads now, in order.
    pub messages: Mutex<Vec<(Audience, String)>>,
    nonces: Mutex<BTreeMap<String, MessageRef>>,
    /// How the next deliveries end.
    pub troubles: Mutex<Vec<Trouble>>,
}

#[derive(Clone, Debug)]
pub enum Trouble {
    /// None this time.
    Arrives,
    /// It does not arrive.
    Lost(DeliveryError),
    /// It arrives, but nobody hears of that.
    Unheard,
}

impl Chat {
    pub fn fails(&self, troubles: impl IntoIterator<Item = Trouble>) {
        self.troubles.lock().unwrap().extend(troubles);
    }

    /// What looks the same is not edited.
    fn put(&self, parcel: &Delivery) -> DeliveredMessage {
        let text = text(parcel);
        let shown = text.replace(" quietly", "");
        let mark = Some(mark(shown.split(" pings").next().unwrap_or_default()));
        let mut messages = self.messages.lock().unwrap();
        let edit = parcel.edit_target.filter(|_| !matches!(parcel.body, MessageBody::Reminder(_)));
        if let Some((at, shown)) = edit {
            let message = &mut messages[at.message.0 as usize - 1];
            assert_eq!(message.0, parcel.audience, "edited for another audience");
            message.1.clone_from(&text);
            if shown != mark {
                self.lines.lock().unwrap().push(format!("{}: edit {text}", place(parcel.audience)));
            }
            return DeliveredMessage { message: at, content_mark: mark };
        }
        assert!(parcel.nonce.len() <= 25, "{}", parcel.nonce);
        if let Some(known) = self.nonces.lock().unwrap().get(&parcel.nonce) {
            return DeliveredMessage { message: *known, content_mark: None };
        }
        messages.push((parcel.audience, text.clone()));
        let message = MessageId(messages.len() as u64);
        let known = MessageRef { channel: ChannelId(1), message };
        self.nonces.lock().unwrap().insert(parcel.nonce.clone(), known);
        self.lines.lock().unwrap().push(format!("{}: {text}", place(parcel.audience)));
        DeliveredMessage { message: known, content_mark: mark.filter(|_| !parcel.may_be_duplicate) }
    }
}

/// A number for a text, equal for equal texts.
pub fn mark(text: &str) -> i64 {
    let mut mark = DefaultHasher::new();
    text.hash(&mut mark);
    mark.finish().cast_signed()
}

pub fn place(to: Audience) -> String {
    match to {
        Audience::Channel(_) => "channel".into(),
        Audience::Dm(user) => format!("dm {}", user.0),
    }
}

/// Whether there is a post that begins like that.
pub fn has(posts: &[String], line: &str) -> bool {
    posts.iter().any(|post| post.starts_with(line))
}

/// One short line for a parcel: what it shows, and how much it tells.
pub fn text(parcel: &Delivery) -> String {
    let undone = parcel.record.entries.iter().filter(|one| one.is_undone).count();
    let undone = if undone > 0 { format!(" ({undone} undone)") } else { String::new() };
    match (&parcel.body, parcel.record.entries.len()) {
        (MessageBody::Record, told) => format!("told {told}{undone}"),
        (_, 0) => shows(parcel),
        (_, told) => format!("{}, told {told}{undone}", shows(parcel)),
    }
}

fn asks(parcel: &Delivery, card: &PromptCard) -> String {
    let who = card.combatant.as_ref().map_or("GM", |(_, name)| name);
    match &card.outcome {
        None => {
            let kept = card.provisional_answer.iter().map(|words| format!(", kept {}", words.verb));
            format!(
                "prompt {who}{}{}",
                quietly(!card.is_pinged && parcel.edit_target.is_none()),
                kept.collect::<String>()
            )
        }
        Some(outcome) => format!("closed {who} {}", key(outcome)),
    }
}

fn shows(parcel: &Delivery) -> String {
    let name = |id| parcel.view.groups.iter().flat_map(|group| &group.members).find(|m| m.id == id);
    match &parcel.body {
        MessageBody::Record => "told".into(),
        MessageBody::Deleted => "gone".into(),
        MessageBody::Turn(card) if !card.awaited_names.is_empty() => {
            format!("waits for {}", card.awaited_names.join("+"))
        }
        MessageBody::Turn(card) => {
            let actors: Vec<&str> = card.actors.iter().map(|actor| actor.name.as_str()).collect();
            let is_quiet = card.pinged_users.is_empty() && parcel.edit_target.is_none();
            let pings = card.pinged_users.iter().filter(|_| card.users.len() > 1);
            let pings = pings.map(|user| format!(" pings {}", user.0)).collect::<String>();
            let is_advised = |one: &&Actor| one.gm_controls.iter().any(|has| has.advice.is_some());
            let advised = card.actors.iter().filter(is_advised);
            let advised = advised.map(|one| format!(", {} advised", one.name)).collect::<String>();
            format!("turn {}{pings}{advised}{}", actors.join("+"), quietly(is_quiet))
        }
        MessageBody::Prompts(cards) => {
            let all: Vec<String> = cards.iter().map(|card| asks(parcel, card)).collect();
            all.join(" + ")
        }
        MessageBody::Prompt(card) => asks(parcel, card),
        MessageBody::Summary { awaited: waiting } => {
            let who = waiting.iter().map(|one| match one.combatant {
                None => "GM".to_string(),
                Some(who) => name(who).map_or("?".into(), |one| one.name.clone()),
            });
            format!("summary {}", who.collect::<Vec<_>>().join("+"))
        }
        MessageBody::Invitation(card) => format!("invitation {}", card.actor.name),
        MessageBody::Reminder(card) => {
            let pings: Vec<String> =
                card.pinged_users.iter().map(|user| user.0.to_string()).collect();
            let reply = if card.reply_to.is_some() { ", a reply" } else { "" };
            format!("nudge {} pings {}{reply}", card.awaited_names.join("+"), pings.join("+"))
        }
        MessageBody::GmReminder(_) => "reminder".into(),
        MessageBody::Notice(notice) => format!("notice {}", key(notice)),
        MessageBody::Report(_) => "report".into(),
    }
}

/// It pings nobody.
fn quietly(is_silent: bool) -> &'static str {
    if is_silent { " quietly" } else { "" }
}

fn key<T: serde::Serialize>(thing: &T) -> String {
    match serde_json::to_value(thing).unwrap() {
        serde_json::Value::String(key) => key,
        serde_json::Value::Object(map) => map.keys().next().unwrap().clone(),
        other => other.to_string(),
    }
}

impl MessageSender for Chat {
    async fn deliver(&self, parcel: &Delivery) -> Result<DeliveredMessage, DeliveryError> {
        let trouble = {
            let mut troubles = self.troubles.lock().unwrap();
            if troubles.is_empty() { None } else { Some(troubles.remove(0)) }
        };
        match trouble {
            None | Some(Trouble::Arrives) => Ok(self.put(parcel)),
            Some(Trouble::Lost(undelivered)) => Err(undelivered),
            Some(Trouble::Unheard) => {
                self.put(parcel);
                Err(DeliveryError::Retryable { reason: "no answer".into(), retry_after: None })
            }
        }
    }
}
