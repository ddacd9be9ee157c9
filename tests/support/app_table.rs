//! An app to play at in tests: on a file, in memory or on a server, with a chat that remembers
//! messages and a clock that is set by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use jiff::SignedDuration;
use riposte::app::App;
use riposte::app::clock::{Clock, ManualClock};
use riposte::app::dice_source;
use riposte::app::fight_state::{FightState, OpenPrompt};
use riposte::app::input::{
    ActDone, InputReply, PartialCommand, QueryResult, RequestContext, RequestPlace, UserInput,
};
use riposte::app::outbox::{
    Actor, Audience, DeliveredMessage, Delivery, DeliveryError, MessageBody, MessageRef,
    MessageSender, Notice, PromptCard,
};
use riposte::app::sealed_dice;
use riposte::engine::core::command::Command;
use riposte::engine::core::ids::{Initiator, UserId};
use riposte::store::Store;
use riposte::store::ids::{ChannelId, MessageId};

use crate::databases;

pub const CHANNEL: ChannelId = ChannelId(500);
pub const GUILD: u64 = 400;

/// Returns the Discord id of a person in the tests; unknown names share one.
pub fn user_id(name: &str) -> UserId {
    UserId(match name {
        "GM" => 1,
        "Ana" => 11,
        "Ben" => 12,
        "Cleo" => 13,
        "Dora" => 14,
        "Admin" => 50,
        // As large as the ids of Discord.
        "Zoe" => 170_000_000_000_000_011,
        _ => 99,
    })
}

/// Opens an empty store: on the server where there is one, in memory otherwise.
async fn open_empty_store() -> Store {
    match databases::fresh_path().await {
        Some(place) => Store::open(&place).await.unwrap(),
        None => Store::in_memory().await.unwrap(),
    }
}

pub struct Table {
    pub app: App,
    pub clock: Arc<ManualClock>,
    pub chat: Arc<FakeChat>,
    pub channel: ChannelId,
}

/// Writes the states in a database whole, so that a test can change them.
pub async fn write_states_whole(path: &Path) {
    let store = Store::open(path).await.unwrap();
    store.write_all_states_whole().await.unwrap();
    store.close().await;
}

impl Table {
    /// Creates an empty table.
    pub async fn new() -> Self {
        Self::with_store(open_empty_store().await)
    }

    /// Opens a table on a file, or on the schema that stands for it on the server.
    pub async fn open_at(path: &Path) -> Self {
        Self::open_file(&databases::path_for(path).await).await
    }

    /// Opens a table on a SQLite file, for tests that look into the file.
    pub async fn open_file(path: &Path) -> Self {
        Self::with_store(Store::open(path).await.unwrap())
    }

    /// Restarts the program on the same database. The chat and the clock stay.
    pub async fn restart(self, path: &Path) -> Self {
        self.restart_from_file(&databases::path_for(path).await).await
    }

    /// Restarts the program on this SQLite file, with dice of another seed. The chat and the clock
    /// stay.
    pub async fn restart_from_file(self, path: &Path) -> Self {
        let Self { app, clock, chat, channel } = self;
        drop(app);
        let store = Store::open(path).await.unwrap();
        let app = App::new_with_decoy_delays(
            store,
            Arc::clone(&clock) as Arc<dyn Clock>,
            dice_source::seeded_dice(8),
            dice_source::seeded_delays(8),
        );
        Self { app, clock, chat, channel }
    }

    /// Creates an empty table whose dice are seeded by this number.
    pub async fn with_dice_seed(seed: u64) -> Self {
        Self::with_store_and_seed(open_empty_store().await, seed)
    }

    /// Creates an empty table with sealed dice, and returns their first secret with it.
    pub async fn with_sealed_dice(seed: u64) -> (Self, String) {
        let table = Self::with_dice_seed(seed).await;
        let secret = sealed_dice::seeded_secrets(seed)().to_hex();
        (Self { app: table.app.with_secrets(sealed_dice::seeded_secrets(seed)), ..table }, secret)
    }

    /// Returns the same app in the next channel of the server.
    pub fn with_next_channel(&self) -> Self {
        Self {
            app: self.app.clone(),
            clock: Arc::clone(&self.clock),
            chat: Arc::clone(&self.chat),
            channel: ChannelId(self.channel.0 + 1),
        }
    }

    /// Opens a table on a store, with the dice of seed 7.
    fn with_store(store: Store) -> Self {
        Self::with_store_and_seed(store, 7)
    }

    /// Creates a table whose dice have this seed. Decoy delays always have the same one.
    fn with_store_and_seed(store: Store, seed: u64) -> Self {
        let clock = Arc::new(ManualClock::default());
        let app = App::new_with_decoy_delays(
            store,
            Arc::clone(&clock) as Arc<dyn Clock>,
            dice_source::seeded_dice(seed),
            dice_source::seeded_delays(7),
        );
        Self { app, clock, chat: Arc::default(), channel: CHANNEL }
    }

    /// Returns the context of a request in the channel. Only `Admin` has the rights of an admin.
    pub fn request_context(&self, who: &str) -> RequestContext {
        RequestContext {
            user: user_id(who),
            place: RequestPlace::Channel { guild: GUILD, channel: self.channel },
            is_admin: who == "Admin",
            manages_messages: who == "Admin",
            idempotency_key: None,
            chosen_fight: None,
        }
    }

    /// Sends an input and returns the reply; panics if the app fails.
    pub async fn send_input(&self, context: &RequestContext, input: UserInput) -> InputReply {
        self.app.handle_input(context, input).await.unwrap()
    }

    /// Sends an input and confirms it if it needs a confirmation.
    pub async fn send_confirmed(&self, context: &RequestContext, input: UserInput) -> InputReply {
        match self.send_input(context, input).await {
            InputReply::NeedsConfirmation(confirmation) => {
                self.send_input(context, confirmation.to_confirmed_input()).await
            }
            reply => reply,
        }
    }

    /// Sends a command in the channel, for example `attack target:Wolf as:Ana quiet:true`.
    pub async fn send_command(&self, who: &str, text: &str) -> InputReply {
        self.send_input(&self.request_context(who), parse_input(text)).await
    }

    /// Returns what completes a slot after this command and these typed letters.
    pub async fn complete(
        &self,
        who: &str,
        text: &str,
        slot: &str,
        typed_text: &str,
    ) -> Vec<String> {
        let UserInput::Command { command, actor_name, .. } = parse_input(text) else { panic!() };
        let (slot, typed_text) = (slot.into(), typed_text.into());
        let typed_input = PartialCommand { command, actor_name, slot, typed_text };
        self.app.complete_slot(&self.request_context(who), &typed_input).await.unwrap()
    }

    /// Sends a command that must be done.
    pub async fn run_command(&self, who: &str, text: &str) -> Box<ActDone> {
        expect_done(self.send_command(who, text).await, text)
    }

    /// Sends a command that must be refused with this key and change nothing.
    pub async fn assert_refused(&self, who: &str, text: &str, key: &str) {
        let before = self.revision_and_state().await;
        assert_eq!(refusal_key(self.send_command(who, text).await), key, "{who}: {text}");
        assert_eq!(
            before,
            self.revision_and_state().await,
            "{who}: {text} was refused and changed something"
        );
    }

    /// Returns the revision of the latest fight and its whole state, or `None` if there is none.
    async fn revision_and_state(&self) -> Option<(i64, serde_json::Value)> {
        let state = self
            .app
            .load_fight(self.app.find_open_or_latest_fight(self.channel).await.unwrap()?)
            .await
            .unwrap()?;
        Some((state.revision, state.game.full_state_json()))
    }

    /// Sends a command in the user's direct messages.
    pub async fn send_dm_command(&self, who: &str, text: &str) -> InputReply {
        let place = RequestPlace::Dm { channel: ChannelId(9000 + user_id(who).0) };
        self.send_input(&RequestContext { place, ..self.request_context(who) }, parse_input(text))
            .await
    }

    /// Presses the button of the choice with this verb on a prompt.
    pub async fn press_choice(&self, who: &str, verb: &str, open: &OpenPrompt) -> InputReply {
        self.send_input(&self.request_context(who), choice_input(verb, open)).await
    }

    /// Returns the state of the fight in the channel. Panics if there is none.
    pub async fn load_state(&self) -> Arc<FightState> {
        let fight = self.app.find_open_or_latest_fight(self.channel).await.unwrap().unwrap();
        self.app.load_fight(fight).await.unwrap().unwrap()
    }

    /// Returns the state of the fight in the channel, or `None` where there is no fight yet.
    pub async fn load_state_if_any(&self) -> Option<Arc<FightState>> {
        let fight = self.app.find_open_or_latest_fight(self.channel).await.unwrap()?;
        self.app.load_fight(fight).await.unwrap()
    }

    /// Returns the only open prompt.
    pub async fn single_prompt(&self) -> OpenPrompt {
        let state = self.load_state().await;
        assert_eq!(state.prompts.len(), 1, "open prompts");
        state.prompts[0].clone()
    }

    /// Returns a field of a combatant's body, which is null if the body has none of that name.
    pub async fn combatant_field(&self, who: &str, field: &str) -> serde_json::Value {
        let state = self.load_state().await;
        let member = state.members.iter().find(|member| member.name == who).unwrap();
        state.game.body_json(member.id).unwrap()[field].clone()
    }

    /// Advances the clock from deadline to deadline, firing each.
    pub async fn advance_hours(&self, hours: i64) {
        let end = self.clock.now() + SignedDuration::from_hours(hours);
        while let Some(due) = self.app.next_deadline_time().await.unwrap().filter(|due| *due <= end)
        {
            self.clock.set(due);
            self.app.fire_due_deadlines().await.unwrap();
        }
        self.clock.set(end);
    }

    /// Delivers, and returns the new lines of the chat.
    pub async fn deliver_posts(&self) -> Vec<String> {
        self.app.deliver_due_outbox(&self.chat).await.unwrap();
        std::mem::take(&mut *self.chat.lines.lock().unwrap())
    }

    /// Sets up Ana and Ben against a Wolf in three zones, before the start.
    pub async fn set_up_fight(&self) {
        self.run_command("GM", "new system:dr12").await;
        self.set_up_combatants().await;
    }

    /// Adds settings, zones and combatants to a new fight. Attacks on players open prompts.
    pub async fn set_up_combatants(&self) {
        self.run_command("GM", "set key:avoid_rolls value:prompt").await;
        self.run_command("GM", "zones layout:\"Gate - Yard - Hall\"").await;
        self.run_command("Ana", "join name:Ana from:adept at:Yard hp:20 hp_max:20").await;
        self.run_command("Ben", "join name:Ben from:adept at:Yard hp:20 hp_max:20").await;
        self.run_command("GM", ADD_WOLF).await;
    }

    /// Starts a fight of Ana and Ben against a Wolf by the rules of any system.
    pub async fn start_fight(&self, system: &str) {
        if system == "dr12" {
            return self.set_up_ana_turn().await;
        }
        self.prepare_fight(system).await;
        if system == "factions" {
            self.run_command("GM", "started faction:party").await;
        }
        self.run_command("GM", "start").await;
    }

    /// Sets up a fight of Ana and Ben against a Wolf by the rules of any system, and does not start
    /// it.
    pub async fn prepare_fight(&self, system: &str) {
        if system == "dr12" {
            return self.set_up_fight().await;
        }
        let (ana, ben, wolf) = archetypes(system);
        self.run_command("GM", &format!("new system:{system}")).await;
        self.run_command("GM", "zones layout:\"Gate - Yard - Hall\"").await;
        self.run_command("Ana", &format!("join name:Ana from:{ana} at:Yard")).await;
        self.run_command("Ben", &format!("join name:Ben from:{ben} at:Yard")).await;
        self.run_command("GM", &format!("add name:Wolf from:{wolf} at:Yard")).await;
    }

    /// Makes Dora a co-GM, and Cleo a stand-in for Ben.
    pub async fn add_co_gm_and_stand_in(&self) {
        self.run_command("GM", "co-gm do:add user:14").await;
        self.run_command("Ben", "stand-in user:13").await;
    }

    /// Sets up a fight in which it is the Wolf's turn.
    pub async fn set_up_wolf_turn(&self) {
        self.set_up_fight().await;
        self.run_command("GM", "start").await;
        while self.load_state().await.turn.as_ref().unwrap().awaited.is_skipped_at_deadline {
            self.run_command("GM", "skip").await;
        }
    }

    /// Sets up a fight in which the Wolf has attacked Ana, and returns the prompt that she gets.
    pub async fn set_up_wolf_attack(&self) -> OpenPrompt {
        self.set_up_wolf_turn().await;
        self.run_command("GM", "attack target:Ana as:Wolf").await;
        self.single_prompt().await
    }

    /// Sets up a fight in which it is Ana's turn.
    pub async fn set_up_ana_turn(&self) {
        self.set_up_fight().await;
        self.start_and_advance_to_ana().await;
    }

    /// Starts the fight that is set up and ends turns until it is Ana's.
    pub async fn start_and_advance_to_ana(&self) {
        self.run_command("GM", "start").await;
        for _ in 0..9 {
            match self.awaited_name().await.as_str() {
                "Ana" => return,
                "Ben" => drop(self.run_command("GM", "skip").await),
                _ => drop(self.run_command("GM", "pass-all").await),
            }
        }
        panic!("Ana's turn does not come");
    }

    /// Returns the name of the combatant whose turn it is, `GM`, or `nobody`.
    pub async fn awaited_name(&self) -> String {
        let state = self.load_state().await;
        match state.turn.as_ref().map(|turn| turn.awaited.actors.as_slice()) {
            Some([Initiator::Combatant(who)]) => state.member(*who).unwrap().name.clone(),
            Some([Initiator::Gm]) => "GM".into(),
            _ => "nobody".into(),
        }
    }

    pub async fn revision(&self) -> i64 {
        self.load_state().await.revision
    }
}

pub const ADD_WOLF: &str = "add name:Wolf from:raider at:Yard hp:20 hp_max:20";

/// Returns the archetypes of Ana, Ben and an NPC in a system.
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

/// Parses a command line: `verb slot:value slot:"two words" as:Name quiet:true`.
pub fn parse_input(text: &str) -> UserInput {
    let (verb, rest) = text.split_once(' ').unwrap_or((text, ""));
    let mut command = Command::new(verb);
    let mut rest = rest.trim();
    while let Some((slot, tail)) = rest.split_once(':') {
        let (value, tail) = match tail.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap(),
            None => tail.split_once(' ').unwrap_or((tail, "")),
        };
        command = command.with(slot.trim(), value);
        rest = tail.trim();
    }
    let actor_name = command.slots.remove("as");
    let is_quiet = command.slots.remove("quiet").is_some();
    UserInput::Command { command, actor_name, is_private: is_quiet }
}

/// Returns the press of the first choice with this verb on a prompt. Panics if it has none.
pub fn choice_input(verb: &str, open: &OpenPrompt) -> UserInput {
    let choice = open.prompt.choices.iter().position(|choice| choice.verb == verb);
    UserInput::PromptButton { prompt: open.id, choice: choice.unwrap() }
}

/// Returns what an input has done; panics with `what` for any other reply.
#[track_caller]
pub fn expect_done(reply: InputReply, what: &str) -> Box<ActDone> {
    match reply {
        InputReply::Done(done) => done,
        other => panic!("{what}: {other:?}"),
    }
}

/// Returns the key of a refusal; panics for any other reply.
#[track_caller]
pub fn refusal_key(reply: InputReply) -> String {
    match reply {
        InputReply::Refused(refusal) => refusal.key,
        other => panic!("not refused: {other:?}"),
    }
}

/// Returns the result of a query; panics for any other reply.
#[track_caller]
pub fn expect_query_result(reply: InputReply) -> QueryResult {
    match reply {
        InputReply::QueryResult(result) => *result,
        other => panic!("not shown: {other:?}"),
    }
}

/// A chat that recognises nonces, keeps messages, and fails on request.
#[derive(Default)]
pub struct FakeChat {
    /// One line for each new message and each visible edit.
    pub lines: Mutex<Vec<String>>,
    /// Every message with its present text, in order.
    pub messages: Mutex<Vec<(Audience, String)>>,
    /// Every digest of a round that has arrived, in order.
    pub digests: Mutex<Vec<Delivery>>,
    nonces: Mutex<BTreeMap<String, MessageRef>>,
    /// The outcomes of the next deliveries; later ones arrive.
    pub outcomes: Mutex<Vec<DeliveryOutcome>>,
    /// The error of all deliveries to channels, while it is set.
    pub channel_error: Mutex<Option<DeliveryError>>,
    /// Those who do not see the channel of the fight.
    pub without_access: Mutex<BTreeSet<UserId>>,
    /// How many deliveries have failed with it.
    pub failed_in_channel: AtomicUsize,
}

#[derive(Clone, Debug)]
pub enum DeliveryOutcome {
    /// The message arrives.
    Delivered,
    /// The message does not arrive, with this error.
    Failed(DeliveryError),
    /// The message arrives, but the sender gets no answer.
    Unacknowledged,
}

impl FakeChat {
    /// Sets the outcomes of the next deliveries, after those that are set already.
    pub fn queue_outcomes(&self, outcomes: impl IntoIterator<Item = DeliveryOutcome>) {
        self.outcomes.lock().unwrap().extend(outcomes);
    }

    /// Lets somebody not see the channel of the fight any more.
    pub fn lose_access(&self, user: UserId) {
        self.without_access.lock().unwrap().insert(user);
    }

    /// Posts or edits a message. A repeated nonce posts nothing, and an edit that looks the same
    /// adds no line.
    fn post_or_edit(&self, delivery: &Delivery) -> DeliveredMessage {
        if matches!(delivery.body, MessageBody::RoundDigest(_)) {
            self.digests.lock().unwrap().push(delivery.clone());
        }
        let text = describe_delivery(delivery);
        let unmarked = text.replace(" quietly", "");
        let mark = Some(content_hash(unmarked.split(" pings").next().unwrap_or_default()));
        let mut messages = self.messages.lock().unwrap();
        // What an earlier try has posted without an answer is found again.
        let is_deletion = matches!(delivery.body, MessageBody::SpeechDeleted { .. });
        let earlier = self.nonces.lock().unwrap().get(&delivery.nonce).copied();
        let earlier = earlier.filter(|_| is_deletion).map(|message| (message, None));
        let edit = delivery
            .edit_target
            .or(earlier)
            .filter(|_| !matches!(delivery.body, MessageBody::Reminder(_)));
        if let Some((sent, previous_mark)) = edit {
            let message = &mut messages[sent.message.0 as usize - 1];
            assert_eq!(message.0, delivery.audience, "edited for another audience");
            message.1.clone_from(&text);
            if previous_mark != mark {
                self.lines
                    .lock()
                    .unwrap()
                    .push(format!("{}: edit {text}", format_audience(delivery.audience)));
            }
            return DeliveredMessage { message: sent, content_hash: mark };
        }
        assert!(delivery.nonce.len() <= 25, "{}", delivery.nonce);
        if let Some(known) = self.nonces.lock().unwrap().get(&delivery.nonce) {
            return DeliveredMessage { message: *known, content_hash: None };
        }
        messages.push((delivery.audience, text.clone()));
        let message = MessageId(messages.len() as u64);
        let channel = match delivery.audience {
            Audience::Channel(_) if matches!(delivery.body, MessageBody::OpenThread(_)) => {
                ChannelId(NEW_THREAD + message.0)
            }
            Audience::Channel(channel) => channel,
            Audience::Dm(_) => ChannelId(1),
        };
        let known = MessageRef { channel, message };
        self.nonces.lock().unwrap().insert(delivery.nonce.clone(), known);
        self.lines.lock().unwrap().push(format!("{}: {text}", format_audience(delivery.audience)));
        DeliveredMessage {
            message: known,
            content_hash: mark.filter(|_| !delivery.may_be_duplicate),
        }
    }
}

/// The threads that the chat opens have ids above this.
pub const NEW_THREAD: u64 = 5_000_000;

/// Returns a hash that is equal for equal texts.
pub fn content_hash(text: &str) -> i64 {
    let mut mark = DefaultHasher::new();
    text.hash(&mut mark);
    mark.finish().cast_signed()
}

/// Formats an audience: `channel`, or `dm` with the id of the user.
pub fn format_audience(to: Audience) -> String {
    match to {
        Audience::Channel(_) => "channel".into(),
        Audience::Dm(user) => format!("dm {}", user.0),
    }
}

/// Returns whether any of the posts begins with this text.
pub fn any_starts_with(posts: &[String], line: &str) -> bool {
    posts.iter().any(|post| post.starts_with(line))
}

/// Describes a delivery in one short line: what it shows, and how many entries it tells.
pub fn describe_delivery(delivery: &Delivery) -> String {
    let undone = delivery.record.entries.iter().filter(|entry| entry.is_undone).count();
    let undone = if undone > 0 { format!(" ({undone} undone)") } else { String::new() };
    match (&delivery.body, delivery.record.entries.len()) {
        (MessageBody::Record, told) => format!("told {told}{undone}"),
        (_, 0) => describe_body(delivery),
        (_, told) => format!("{}, told {told}{undone}", describe_body(delivery)),
    }
}

/// Describes a prompt: whose it is, whether it pings, and how it ended if it is closed.
fn describe_prompt(delivery: &Delivery, card: &PromptCard) -> String {
    let who = card.combatant.as_ref().map_or("GM", |(_, name)| name);
    match &card.outcome {
        None => {
            let provisional =
                card.provisional_answer.iter().map(|answer| format!(", kept {}", answer.verb));
            format!(
                "prompt {who}{}{}",
                quiet_suffix(!card.is_pinged && delivery.edit_target.is_none()),
                provisional.collect::<String>()
            )
        }
        Some(outcome) => format!("closed {who} {}", variant_key(outcome)),
    }
}

/// Describes what a message shows besides the entries that it tells.
fn describe_body(delivery: &Delivery) -> String {
    let name =
        |id| delivery.view.groups.iter().flat_map(|group| &group.members).find(|m| m.id == id);
    match &delivery.body {
        MessageBody::Record => "told".into(),
        MessageBody::Deleted | MessageBody::SpeechDeleted { .. } => "gone".into(),
        MessageBody::Speech(card) => format!("{}: {}", card.name, card.text),
        MessageBody::Turn(card) if !card.awaited_names.is_empty() => {
            format!("waits for {}", card.awaited_names.join("+"))
        }
        MessageBody::Turn(card) => {
            let actors: Vec<&str> = card.actors.iter().map(|actor| actor.name.as_str()).collect();
            let is_quiet = card.pinged_users.is_empty() && delivery.edit_target.is_none();
            let pings = card.pinged_users.iter().filter(|_| card.users.len() > 1);
            let pings = pings.map(|user| format!(" pings {}", user.0)).collect::<String>();
            let is_advised =
                |actor: &&Actor| actor.gm_controls.iter().any(|controls| controls.advice.is_some());
            let advised = card.actors.iter().filter(is_advised);
            let advised =
                advised.map(|actor| format!(", {} advised", actor.name)).collect::<String>();
            format!("turn {}{pings}{advised}{}", actors.join("+"), quiet_suffix(is_quiet))
        }
        MessageBody::Prompts(cards) => {
            let all: Vec<String> =
                cards.iter().map(|card| describe_prompt(delivery, card)).collect();
            all.join(" + ")
        }
        MessageBody::Prompt(card) => describe_prompt(delivery, card),
        MessageBody::Summary { awaited } => {
            let who = awaited.iter().map(|decider| match decider.combatant {
                None => "GM".to_string(),
                Some(who) => name(who).map_or("?".into(), |member| member.name.clone()),
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
        MessageBody::Notice(Notice::Undone { is_redone: true, .. }) => {
            "notice undone (redone)".into()
        }
        MessageBody::Notice(notice) => format!("notice {}", variant_key(notice)),
        MessageBody::Report(_) => "report".into(),
        MessageBody::RoundDigest(digest) => format!("round {}", digest.round),
        MessageBody::OpenThread(_) => "open thread".into(),
        MessageBody::ArchiveOrReopenThread { is_archived: true } => "archive".into(),
        MessageBody::ArchiveOrReopenThread { is_archived: false } => "reopen".into(),
    }
}

/// Returns ` quietly` for a message that pings nobody, else nothing.
fn quiet_suffix(is_silent: bool) -> &'static str {
    if is_silent { " quietly" } else { "" }
}

/// Returns the name of an enum's variant as it is written in JSON.
fn variant_key<T: serde::Serialize>(value: &T) -> String {
    match serde_json::to_value(value).unwrap() {
        serde_json::Value::String(key) => key,
        serde_json::Value::Object(map) => map.keys().next().unwrap().clone(),
        other => other.to_string(),
    }
}

impl MessageSender for FakeChat {
    async fn deliver(&self, delivery: &Delivery) -> Result<DeliveredMessage, DeliveryError> {
        let outcome = {
            let mut outcomes = self.outcomes.lock().unwrap();
            if outcomes.is_empty() { None } else { Some(outcomes.remove(0)) }
        };
        let channel_error = self.channel_error.lock().unwrap().clone();
        if let (Some(error), Audience::Channel(_)) = (channel_error, delivery.audience) {
            self.failed_in_channel.fetch_add(1, Ordering::SeqCst);
            return Err(error);
        }
        if let (Audience::Dm(user), true) = (delivery.audience, delivery.needs_access)
            && self.without_access.lock().unwrap().contains(&user)
        {
            return Err(DeliveryError::AccessLost);
        }
        match outcome {
            None | Some(DeliveryOutcome::Delivered) => Ok(self.post_or_edit(delivery)),
            Some(DeliveryOutcome::Failed(error)) => Err(error),
            Some(DeliveryOutcome::Unacknowledged) => {
                self.post_or_edit(delivery);
                Err(DeliveryError::Retryable { reason: "no answer".into(), retry_after: None })
            }
        }
    }
}
