//! Simulated players: a seeded fight through the client of the fake Discord and the whole bot,
//! played by users who press what they see. The bench of the table counts what they must read, and
//! the tests of message invariants check what they see.
//!
//! A fight goes on in [`Step`]s: a press, a typed input or a deadline, with the changes of messages
//! that it causes. Messages are identified by their ids, whatever their text says.

pub mod controls;
pub mod people;
pub mod waits;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use riposte::app::App;
use riposte::app::clock::{Clock as _, ManualClock};
use riposte::app::dice_source::{self, DecoyDelayFactory, DiceFactory};
use riposte::app::fight_state::FightState;
use riposte::app::ids::ChannelId;
use riposte::app::input::{InputReply, UserInput};
use riposte::app::sealed_dice::{SecretFactory, seeded_secrets};
use riposte::discord::bot::{self, BotOptions};
use riposte::discord::http_client::DiscordAddress;
use riposte::engine::core::command::Command;
use riposte::engine::core::dice::SeededDice;
use riposte::engine::core::ids::UserId;
use riposte::fake_discord::{
    DiscordSetup, FakeClock, FakeDiscord, InjectedFault, MessageChange, MessageChangeKind,
    Snowflake, User, VisibleMessage,
};
use riposte::store::Store;
use tempfile::TempDir;
use tokio::sync::oneshot;

use crate::killable::KillableThread;

use controls::{Control, list_controls};
use people::{StepAction, TurnProgress};
use waits::{Wait, list_waits};

/// How long anything may take, in real time.
const TIMEOUT: Duration = Duration::from_secs(20);
/// How often the outbox is polled until it is empty, in real time.
const POLL_INTERVAL: Duration = Duration::from_millis(1);
/// How long a kill waits for the bot to send something, in real time.
const KILL_WAIT: Duration = Duration::from_millis(300);
/// The stack of the thread, since the bot in one task needs more than a test thread has.
const STACK_BYTES: usize = 32 << 20;
/// The pause of a player who is still looking at Discord.
const QUICK_PAUSE: SignedDuration = SignedDuration::from_mins(2);
/// The longest pause until another player looks at Discord.
const MAX_PAUSE_HOURS: usize = 6;

/// Part of the paths of requests about messages.
const MESSAGE_REQUESTS: &str = "/channels/";

const GM: &str = "GM";

/// Players and their combatants, whose names have twelve letters, as `docs/TABLE.md` says.
const PLAYERS: [(&str, &str); 6] = [
    ("Ana", "Mira Ashdown"),
    ("Ben", "Bo Greystone"),
    ("Cleo", "Tess Harrows"),
    ("Dora", "Ilse Vandorn"),
    ("Eve", "Kit Ravenway"),
    ("Finn", "Old Tom Reed"),
];
const FOES: [&str; 6] = [
    "Brute Mordak",
    "Raider Velka",
    "Scarred Gunn",
    "Thorn Archer",
    "Black Sorrel",
    "Hollow Witch",
];

/// Runs a fight on a thread whose stack is large enough for the bot.
pub fn run_on_large_stack<T: Send + 'static>(
    play: impl AsyncFnOnce() -> T + Send + 'static,
) -> std::thread::Result<T> {
    let play = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("the runtime starts").block_on(play())
    };
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(play);
    thread.expect("the thread starts").join()
}

/// The combatants of a fight.
#[derive(Clone, Copy, Debug)]
pub struct Cast {
    pub players: usize,
    pub foes: usize,
    /// Whether there is a further foe that is hidden from the players.
    pub has_lurker: bool,
    /// Whether the first player plays the last player character as well.
    pub is_shared: bool,
}

impl Cast {
    /// Creates a cast of as many foes as players, each of whom has one character.
    pub fn even(each: usize) -> Self {
        Self { players: each, foes: each, has_lurker: false, is_shared: false }
    }

    /// Creates a cast of two to twelve combatants, as the seed decides.
    pub fn random(seed: u64) -> Self {
        let mut dice = SeededDice::new(seed ^ 0xCA57);
        Self {
            players: 1 + dice.number_below(PLAYERS.len()),
            foes: 1 + dice.number_below(FOES.len() - 1),
            has_lurker: dice.number_below(3) == 0,
            is_shared: dice.number_below(3) == 0,
        }
    }
}

/// A message of the bot in the channel or in direct messages, but not a private answer.
#[derive(Clone, Debug)]
pub struct ShownMessage {
    pub message: VisibleMessage,
    /// The user in whose direct messages it is, or `None` in the channel.
    pub dm_of: Option<UserId>,
}

impl ShownMessage {
    pub fn controls(&self) -> Vec<Control> {
        list_controls(&self.message, self.dm_of)
    }
}

/// One action, with the state before and after it and the changes of messages.
pub struct Step {
    pub action: StepAction,
    pub before: Arc<FightState>,
    pub after: Arc<FightState>,
    /// All changes of messages, in order.
    pub changes: Vec<MessageChange>,
    /// The messages that were changed or deleted, as they were before the step.
    pub previous: BTreeMap<Snowflake, ShownMessage>,
}

impl Step {
    /// The messages that were posted in it.
    pub fn posted(&self) -> impl Iterator<Item = Snowflake> {
        let posted = self.changes.iter().filter(|change| change.kind == MessageChangeKind::Posted);
        posted.map(|change| change.message)
    }
}

/// A fight with its simulated players, the bot and the fake Discord.
pub struct PlayedFight {
    /// System, size and seed, for the messages of failing tests.
    pub case: String,
    pub discord: FakeDiscord,
    pub app: App,
    pub channel: ChannelId,
    /// The messages that exist now.
    pub messages: BTreeMap<Snowflake, ShownMessage>,
    choice: SeededDice,
    clock: Arc<ManualClock>,
    users: BTreeMap<&'static str, User>,
    /// Users by the channels of their direct messages.
    dms: BTreeMap<Snowflake, UserId>,
    /// Injects faults and kills, if the fight has any.
    fault_plan: Option<FaultPlan>,
    bot: Option<RunningBot>,
    /// How many changes of messages the steps so far have recorded.
    seen_changes: usize,
    /// When a player looked at Discord last, and when one does next.
    last_look: Timestamp,
    next_look: Option<Timestamp>,
    progress: TurnProgress,
}

/// Where a fight is played.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Surroundings {
    Channel,
    Thread,
    /// Requests fail, and the bot is killed.
    FaultyChannel,
}

/// The bot, which ends when this is dropped.
enum RunningBot {
    /// A task of the same runtime.
    Task { _stop: oneshot::Sender<()> },
    /// A thread of its own, which can be killed at any await point.
    Thread { _thread: KillableThread },
}

/// Faults and kills at random moments, with what a restarted bot needs: the database file, and the
/// dice and secrets that go on.
struct FaultPlan {
    choice: SeededDice,
    folder: TempDir,
    dice: DiceFactory,
    delays: DecoyDelayFactory,
    secrets: SecretFactory,
}

impl PlayedFight {
    /// Sets a fight up and starts it. The first step is the start.
    pub async fn start(system: &str, cast: Cast, seed: u64) -> (Self, Step) {
        Self::start_with(system, cast, seed, Surroundings::Channel, None).await
    }

    /// Starts a fight in a thread of the channel.
    pub async fn start_in_thread(system: &str, cast: Cast, seed: u64) -> (Self, Step) {
        Self::start_with(system, cast, seed, Surroundings::Thread, None).await
    }

    /// Starts a fight in which requests fail and the bot is killed at random moments.
    pub async fn start_with_faults(system: &str, cast: Cast, seed: u64) -> (Self, Step) {
        Self::start_with(system, cast, seed, Surroundings::FaultyChannel, None).await
    }

    /// Starts a fight of people and in a server whose Discord has this language.
    pub async fn start_in_language(
        system: &str,
        cast: Cast,
        seed: u64,
        locale: &str,
    ) -> (Self, Step) {
        Self::start_with(system, cast, seed, Surroundings::Channel, Some(locale)).await
    }

    /// Starts the stand-in and the bot, sets up a fight, and starts it. Returns the step of the
    /// start.
    async fn start_with(
        system: &str,
        cast: Cast,
        seed: u64,
        surroundings: Surroundings,
        locale: Option<&str>,
    ) -> (Self, Step) {
        let clock = Arc::<ManualClock>::default();
        let discord_clock = Arc::clone(&clock);
        let setup = DiscordSetup::new().with_user(GM).with_channel("arena").without_traffic_log();
        let setup = PLAYERS.iter().fold(setup, |setup, (name, _)| setup.with_user(name));
        let setup =
            setup.with_clock(FakeClock::from_fn(move || discord_clock.now().as_millisecond()));
        let discord = FakeDiscord::start(setup).await.expect("a port is free");
        let names = std::iter::once(GM).chain(PLAYERS.iter().map(|(name, _)| *name));
        let users: BTreeMap<_, _> =
            names.map(|name| (name, discord.find_or_add_user(name))).collect();
        if let Some(locale) = locale {
            discord.set_guild_locale(discord.first_guild(), locale);
            users.values().for_each(|user| user.set_locale(locale));
        }
        let dms = users.values().map(|user| (user.in_dm().channel, UserId(user.id.0))).collect();
        let is_faulty = surroundings == Surroundings::FaultyChannel;
        let fault_plan = is_faulty.then(|| FaultPlan::new(seed));
        let (app, bot) = match &fault_plan {
            Some(fault_plan) => fault_plan.start_bot(&discord, &clock).await,
            None => start_bot(&discord, &clock, seed).await,
        };
        let mut fight = Self {
            case: format!("{system}, {} against {}, seed {seed}", cast.players, cast.foes),
            channel: match surroundings {
                Surroundings::Thread => {
                    let parent = users[GM].channel;
                    ChannelId(discord.add_thread(parent, &users[GM], "duel").0)
                }
                Surroundings::Channel | Surroundings::FaultyChannel => {
                    ChannelId(users[GM].channel.0)
                }
            },
            choice: SeededDice::new(seed ^ 0xC401CE),
            messages: BTreeMap::new(),
            seen_changes: 0,
            last_look: clock.now(),
            next_look: None,
            progress: TurnProgress::default(),
            bot: Some(bot),
            fault_plan,
            discord,
            app,
            clock,
            users,
            dms,
        };
        fight.set_up(system, cast, seed).await;
        let before = fight.load_state().await;
        fight.wait_for_deliveries().await;
        fight.record_step(StepAction::default(), before.clone()).await;
        fight.run_setup_command(GM, "start").await;
        let action = StepAction::from_typed(fight.user_id(GM), Command::new("start"));
        let step = fight.record_step(action, before).await;
        (fight, step)
    }

    /// Opens a fight in a line of three zones, and lets the cast join it.
    async fn set_up(&mut self, system: &str, cast: Cast, seed: u64) {
        let (pcs, npcs): ([&str; 3], [&str; 3]) = match system {
            "cards" => (["hunter", "warden", "adept"], ["wolf", "brigand", "soldier"]),
            "dr12" => (["adept", "warrior", "rogue"], ["raider", "bowman", "brute"]),
            "factions" => (["hunter", "reaver", "shieldbearer"], ["wolf", "bandit", "stone ogre"]),
            "fates" => (["sharpshooter", "bruiser", "adept"], ["trooper", "thug", "warlord"]),
            "ranks" => (["blade", "warden", "duelist"], ["thug", "pikeman", "wolf"]),
            other => panic!("no combatants are known for {other}"),
        };
        self.run_setup_command(GM, &format!("new system:{system}")).await;
        self.run_setup_command(GM, "zones layout:\"Gate - Yard - Hall\"").await;
        let pick_archetype = |kit: [&'static str; 3], at: usize| kit[(at + seed as usize) % 3];
        for (at, (user, name)) in PLAYERS.into_iter().take(cast.players).enumerate() {
            let is_last = at + 1 == cast.players;
            let user = if cast.is_shared && is_last { PLAYERS[0].0 } else { user };
            let from = pick_archetype(pcs, at);
            self.run_setup_command(user, &format!("join name:\"{name}\" from:{from} at:Yard"))
                .await;
        }
        for (at, name) in FOES.into_iter().take(cast.foes).enumerate() {
            let (from, zone) = (pick_archetype(npcs, at), ["Yard", "Hall"][at % 2]);
            self.run_setup_command(GM, &format!("add name:\"{name}\" from:\"{from}\" at:{zone}"))
                .await;
        }
        if cast.has_lurker {
            let from = npcs[1];
            self.run_setup_command(GM, &format!("add name:Lurker from:{from} at:Hall hidden:true"))
                .await;
        }
        if system == "dr12" {
            // By default nobody gets a prompt.
            self.run_setup_command(GM, "set key:avoid_rolls value:prompt").await;
        }
        if system == "factions" {
            self.run_setup_command(GM, "started faction:party").await;
        }
    }

    /// Runs a command of the set-up, which must not be refused.
    async fn run_setup_command(&mut self, name: &str, text: &str) {
        let input = UserInput::from_command(Command::parse(text).expect("the command parses"));
        let reply = self.send_input(self.user_id(name), input).await;
        assert!(!matches!(reply, InputReply::Refused(_)), "{}: {text}: {reply:?}", self.case);
    }

    /// Sends an input to the app directly, since the client has no command for everything that is
    /// legal. Confirms it if need be.
    async fn send_input(&self, user: UserId, input: UserInput) -> InputReply {
        let context = self.request_context(user, None);
        let mut reply = self.app.handle_input(&context, input).await.expect("the store works");
        if let InputReply::NeedsConfirmation(confirmation) = reply {
            reply = self
                .app
                .handle_input(&context, confirmation.to_confirmed_input())
                .await
                .expect("the store works");
        }
        self.app.wake_background_tasks();
        reply
    }

    /// Plays a step in which a user types an input, which may be refused.
    pub async fn step_by_input(&mut self, user: UserId, input: UserInput) -> Step {
        let before = self.load_state().await;
        let description = format!("{} says {input:?}", user.0);
        self.send_input(user, input).await;
        let action =
            StepAction { user: Some(user), is_typed: true, description, ..StepAction::default() };
        self.record_step(action, before).await
    }

    /// Moves the clock on, and plays a step for each deadline at its time.
    pub async fn advance_hours(&mut self, hours: i64) -> Vec<Step> {
        let end = self.clock.now() + SignedDuration::from_hours(hours);
        let mut steps = Vec::new();
        while let Some(due) = self.app.next_deadline_time().await.expect("the store works")
            && due <= end
        {
            let before = self.load_state().await;
            self.clock.set(due.max(self.clock.now()));
            self.app.fire_due_deadlines().await.expect("the store works");
            steps.push(self.record_step(StepAction::from_deadline(), before).await);
        }
        self.clock.set(end);
        steps
    }

    /// Waits until everything is delivered, and moves the clock on to what is due within `limit`.
    pub async fn deliver_all_within(&self, limit: SignedDuration) {
        let end = self.clock.now() + limit;
        let delivered = async {
            while let Some(due) = self.app.next_delivery_time().await.expect("the store works") {
                if due > self.clock.now() && due <= end {
                    self.clock.set(due);
                }
                self.app.wake_background_tasks();
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        let delivered = tokio::time::timeout(TIMEOUT, delivered).await;
        delivered.unwrap_or_else(|_| panic!("{}: something is still owed", self.case));
    }

    /// Plays a step: a press, a typed input or a deadline. Returns `None` once the fight is over.
    pub async fn play_step(&mut self) -> Option<Step> {
        let before = self.load_state().await;
        if !before.is_open || !before.is_running() {
            return None;
        }
        let look = match self.next_look {
            Some(time) => time,
            None => {
                let time = self.last_look + self.choose_pause(&before);
                (self.last_look, self.next_look) = (time, Some(time));
                time
            }
        };
        let due = self.app.next_deadline_time().await.expect("the store works");
        let action = match due.filter(|due| *due <= look) {
            Some(due) => {
                self.clock.set(due.max(self.clock.now()));
                self.app.fire_due_deadlines().await.expect("the store works");
                StepAction::from_deadline()
            }
            None => {
                self.clock.set(look.max(self.clock.now()));
                self.next_look = None;
                self.app.wake_background_tasks();
                self.wait_for_deliveries().await;
                let is_to_be_killed = self.inject_random_fault();
                let action = self.act_for_awaited_user(&before).await;
                if is_to_be_killed {
                    self.kill_and_restart_bot().await;
                }
                action
            }
        };
        Some(self.record_step(action, before).await)
    }

    /// The time until a user for whom the fight waits looks at Discord.
    fn choose_pause(&mut self, state: &FightState) -> SignedDuration {
        let is_still_looking = |wait: &Wait| Some(wait.user) == self.progress.last_user;
        if list_waits(state).iter().any(is_still_looking) {
            return QUICK_PAUSE;
        }
        SignedDuration::from_hours(1 + self.choice.number_below(MAX_PAUSE_HOURS) as i64)
    }

    /// Waits until all deliveries that are due have been sent and the bot is idle.
    async fn wait_for_deliveries(&self) {
        let delivered = async {
            while let Some(due) = self.app.next_delivery_time().await.expect("the store works") {
                if due > self.clock.now() {
                    // A delivery that has failed is retried after a pause.
                    if self.fault_plan.is_none() || due > self.clock.now() + QUICK_PAUSE / 2 {
                        break;
                    }
                    self.clock.set(due);
                    self.app.wake_background_tasks();
                }
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        let delivered = tokio::time::timeout(TIMEOUT, delivered).await;
        delivered.unwrap_or_else(|_| panic!("{}: something is not delivered", self.case));
        assert!(
            self.discord.wait_until_idle(TIMEOUT).await,
            "{}: the bot does not come to rest",
            self.case
        );
    }

    /// Waits for the deliveries and records the changes of messages as a step.
    pub async fn record_step(&mut self, action: StepAction, before: Arc<FightState>) -> Step {
        self.wait_for_deliveries().await;
        let changes = self.discord.message_changes(self.seen_changes);
        self.seen_changes += changes.len();
        let mut previous = BTreeMap::new();
        for change in &changes {
            let reader = &self.users[GM];
            let is_ours = |message: &VisibleMessage| message.author == self.discord.bot_id();
            let earlier = match reader.visible_message(change.message).filter(is_ours) {
                Some(message) => {
                    let dm_of = self.dms.get(&change.channel).copied();
                    self.messages.insert(change.message, ShownMessage { message, dm_of })
                }
                None => self.messages.remove(&change.message),
            };
            if let Some(earlier) = earlier {
                previous.entry(change.message).or_insert(earlier);
            }
        }
        let after = self.load_state().await;
        Step { action, before, after, changes, previous }
    }

    /// Injects a random fault for the next request, or none. Returns whether the bot must be
    /// killed.
    fn inject_random_fault(&mut self) -> bool {
        let Some(fault_plan) = &mut self.fault_plan else { return false };
        let fault = match fault_plan.choice.number_below(8) {
            // The request succeeds, but the bot is killed before it reads the response.
            0..=2 => {
                self.discord.hold_next_response(MESSAGE_REQUESTS);
                return true;
            }
            3 => InjectedFault::ServerError,
            4 => InjectedFault::ServerErrorWhenDone,
            5 => InjectedFault::ConnectionLost,
            6 => InjectedFault::ConnectionLostWhenDone,
            _ => return false,
        };
        self.discord.inject_fault(MESSAGE_REQUESTS, fault, 1);
        false
    }

    /// Kills the bot once it has sent its first message, and starts it again.
    async fn kill_and_restart_bot(&mut self) {
        let Some(fault_plan) = &self.fault_plan else { return };
        let has_sent =
            || (!self.discord.message_changes(self.seen_changes).is_empty()).then_some(());
        self.discord.wait_for(KILL_WAIT, has_sent).await;
        self.bot = None;
        let is_disconnected = || (!self.discord.is_bot_connected()).then_some(());
        self.discord.wait_for(TIMEOUT, is_disconnected).await.expect("the dead bot disconnects");
        self.discord.clear_injected_faults();
        self.discord.remove_disconnected_sessions();
        let (app, bot) = fault_plan.start_bot(&self.discord, &self.clock).await;
        (self.app, self.bot) = (app, Some(bot));
    }

    /// Loads the state of the latest fight in the channel.
    pub async fn load_state(&self) -> Arc<FightState> {
        let fight =
            self.app.find_open_or_latest_fight(self.channel).await.expect("the store works");
        let state =
            self.app.load_fight(fight.expect("a fight is open")).await.expect("the store works");
        state.expect("a fight is open")
    }

    pub fn user(&self, id: UserId) -> &User {
        let found = self.users.values().find(|user| user.id.0 == id.0);
        found.expect("everybody is at the table")
    }

    pub fn user_id(&self, name: &str) -> UserId {
        UserId(self.users[name].id.0)
    }

    /// Lists what a user can press outside private answers.
    pub fn list_controls_for(&self, user: UserId) -> Vec<Control> {
        let is_visible = |shown: &&ShownMessage| shown.dm_of.is_none_or(|owner| owner == user);
        // Which of two places gets its message first is a matter of chance, so those of the channel
        // come first.
        let mut visible: Vec<&ShownMessage> = self.messages.values().filter(is_visible).collect();
        visible.sort_by_key(|shown| shown.dm_of);
        visible.into_iter().flat_map(ShownMessage::controls).collect()
    }

    /// The texts of the messages in each place, without pin notices and with times replaced.
    pub fn texts_by_place(&self) -> BTreeMap<Option<UserId>, Vec<String>> {
        const PIN_NOTICE: u64 = 6;
        let mut places: BTreeMap<Option<UserId>, Vec<String>> = BTreeMap::new();
        let all = self.messages.values().filter(|one| one.message.json["type"] != PIN_NOTICE);
        for ShownMessage { message, dm_of } in all {
            let text =
                format!("pings {:?}\n{}", message.pings, self.normalize_text(&message.full_text()));
            places.entry(*dm_of).or_default().push(text);
        }
        places
    }

    /// The text of all messages, for people to read.
    pub fn transcript(&self) -> String {
        let one = |(id, shown): (&Snowflake, &ShownMessage)| {
            let to = shown.dm_of.map(|user| format!(" to {}", self.user(user).name));
            let pings = shown.message.pings.iter().map(|id| &self.user(UserId(id.0)).name);
            let pings = Vec::from_iter(pings.cloned()).join(", ");
            let text = self.normalize_text(&shown.message.full_text());
            format!("--- {id}{} pings [{pings}]\n{text}\n", to.unwrap_or_default())
        };
        self.messages.iter().map(one).collect()
    }

    /// Replaces mentions by names and times by a fixed span, and removes markup.
    pub fn normalize_text(&self, text: &str) -> String {
        let mut text = text.to_string();
        for user in self.users.values() {
            text = text.replace(&user.mention(), &format!("@{}", user.name));
        }
        while let Some((before, rest)) = text.split_once("<t:") {
            let after = rest.split_once('>').map_or("", |(_, after)| after);
            text = format!("{before}in 23 hours{after}");
        }
        text.replace("**", "").replace(['\u{200b}', '\\', '`'], "")
    }
}

/// Returns options by which the bot connects to the fake Discord and registers its commands anew.
fn bot_options(discord: &FakeDiscord) -> BotOptions {
    let address = DiscordAddress::of_fake_discord(discord.token(), discord.url());
    BotOptions { must_reregister_commands: true, ..BotOptions::new(address) }
}

/// Starts a bot in a task of this runtime, with its database in memory.
async fn start_bot(
    discord: &FakeDiscord,
    clock: &Arc<ManualClock>,
    seed: u64,
) -> (App, RunningBot) {
    let store = Store::in_memory().await.expect("the database opens");
    let (dice, delays) =
        (dice_source::seeded_dice(seed ^ 0xD1CE), dice_source::seeded_delays(seed));
    let app = App::new_with_decoy_delays(store, clock.clone(), dice, delays)
        .with_secrets(seeded_secrets(seed));
    let options = bot_options(discord);
    let (stop, stopped) = oneshot::channel::<()>();
    tokio::spawn({
        let app = app.clone();
        async move { bot::run(app, options, async { drop(stopped.await) }).await }
    });
    assert!(discord.wait_until_ready(TIMEOUT).await, "the bot does not come up");
    (app, RunningBot::Task { _stop: stop })
}

impl FaultPlan {
    /// Makes a plan with an empty folder and with dice, delays and secrets of this seed.
    fn new(seed: u64) -> Self {
        Self {
            choice: SeededDice::new(seed ^ 0x5019),
            folder: tempfile::tempdir().expect("the folder is created"),
            dice: dice_source::seeded_dice(seed ^ 0xD1CE),
            delays: dice_source::seeded_delays(seed),
            secrets: seeded_secrets(seed),
        }
    }

    /// Starts the bot on a killable thread, with the dice that are left.
    async fn start_bot(
        &self,
        discord: &FakeDiscord,
        clock: &Arc<ManualClock>,
    ) -> (App, RunningBot) {
        let (options, file) = (bot_options(discord), self.folder.path().join("fights.db"));
        let (clock, dice, delays) = (clock.clone(), self.dice.clone(), self.delays.clone());
        let secrets = self.secrets.clone();
        let (sender, receiver) = oneshot::channel();
        let thread = KillableThread::start(move || async move {
            let store = Store::open(&file).await.expect("the file is good");
            let app = App::new_with_decoy_delays(store, clock, dice, delays).with_secrets(secrets);
            let _ = sender.send(app.clone());
            // If this fails, everything that waits for the bot times out.
            let _ = bot::run(app, options, std::future::pending()).await;
        });
        let app = receiver.await.expect("the bot starts");
        assert!(discord.wait_until_ready(TIMEOUT).await, "the bot does not come up");
        (app, RunningBot::Thread { _thread: thread })
    }
}

/// The names of all combatants but the hidden one.
pub fn combatant_names() -> impl Iterator<Item = &'static str> {
    PLAYERS.into_iter().map(|(_, name)| name).chain(FOES)
}
