//! People at a table: a seeded fight through the real client, the whole bot and the stand-in,
//! played by people who press what they see. For the bench that counts what they are asked to read,
//! and for the laws of what they see.
//!
//! A fight goes on in [`Step`]s: one press, one typed input or one clock, and all that is told of
//! it. Messages are known by their ids, whatever is written in them.

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

use crate::killable::Apart;

use controls::{Control, controls_of};
use people::{Did, Pace};
use waits::{Wait, waits};

/// How long anything may take, in real time.
const SOON: Duration = Duration::from_secs(20);
/// How often the outbox is looked at until it is empty, in real time.
const GLANCE: Duration = Duration::from_millis(1);
/// How long a killer waits for its moment, in real time.
const RATHER: Duration = Duration::from_millis(300);
/// What the bot does in one task needs more room than a test has.
const STACK: usize = 32 << 20;
/// Somebody who sits there already goes on after so long.
const AT_ONCE: SignedDuration = SignedDuration::from_mins(2);
/// The most hours until somebody else looks in.
const LONGEST: usize = 6;

/// Requests about messages.
const MESSAGES: &str = "/channels/";

const GM: &str = "GM";

/// Players with those whom they play. Names of twelve letters, as the page of figures says.
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

/// Runs it where there is room enough for the bot.
pub fn with_room<T: Send + 'static>(
    play: impl AsyncFnOnce() -> T + Send + 'static,
) -> std::thread::Result<T> {
    let play = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime can be had").block_on(play())
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(play);
    thread.expect("a thread can be had").join()
}

/// Who fights.
#[derive(Clone, Copy, Debug)]
pub struct Cast {
    pub players: usize,
    pub foes: usize,
    /// One more foe, of whom only the GM knows.
    pub has_lurker: bool,
    /// The last Character is the first player's as well.
    pub is_shared: bool,
}

impl Cast {
    /// As many players as foes, each player with one Character.
    pub fn even(each: usize) -> Self {
        Self { players: each, foes: each, has_lurker: false, is_shared: false }
    }

    /// Two to twelve combatants.
    pub fn drawn(seed: u64) -> Self {
        let mut dice = SeededDice::new(seed ^ 0xCA57);
        Self {
            players: 1 + dice.number_below(PLAYERS.len()),
            foes: 1 + dice.number_below(FOES.len() - 1),
            has_lurker: dice.number_below(3) == 0,
            is_shared: dice.number_below(3) == 0,
        }
    }
}

/// A message of the bot that is not one user's alone, or in their direct messages.
#[derive(Clone, Debug)]
pub struct Shown {
    pub message: VisibleMessage,
    /// Whose direct messages it is in; none: in the channel.
    pub dm_of: Option<UserId>,
}

impl Shown {
    pub fn controls(&self) -> Vec<Control> {
        controls_of(&self.message, self.dm_of)
    }
}

/// What was done, and what is told of it.
pub struct Step {
    pub did: Did,
    pub before: Arc<FightState>,
    pub after: Arc<FightState>,
    /// What became of messages, in order.
    pub touches: Vec<MessageChange>,
    /// Those that were changed or taken away, as they were.
    pub were: BTreeMap<Snowflake, Shown>,
}

impl Step {
    /// The messages that came with it.
    pub fn posted(&self) -> impl Iterator<Item = Snowflake> {
        let posted = self.touches.iter().filter(|touch| touch.kind == MessageChangeKind::Posted);
        posted.map(|touch| touch.message)
    }
}

/// A fight, and those who play it.
pub struct Seated {
    pub case: String,
    pub discord: FakeDiscord,
    pub app: App,
    pub channel: ChannelId,
    /// The messages that there are now.
    pub shown: BTreeMap<Snowflake, Shown>,
    choice: SeededDice,
    clock: Arc<ManualClock>,
    users: BTreeMap<&'static str, User>,
    /// By the channels of their direct messages.
    dms: BTreeMap<Snowflake, UserId>,
    /// What goes wrong on the way, if anything may.
    ruin: Option<Ruin>,
    bot: Option<Running>,
    /// How many touches were looked at.
    touched: usize,
    /// When somebody looked in last, and when somebody does next.
    looked: Timestamp,
    next: Option<Timestamp>,
    pace: Pace,
}

/// The bot, until this is dropped.
enum Running {
    Beside {
        _stop: oneshot::Sender<()>,
    },
    /// Dropped: killed in the midst of whatever it does.
    Apart {
        _life: Apart,
    },
}

/// Kills and refusals between messages: a file that outlives the bot, and how its lives begin.
struct Ruin {
    choice: SeededDice,
    folder: TempDir,
    dice: DiceFactory,
    waits: DecoyDelayFactory,
    secrets: SecretFactory,
}

impl Seated {
    /// Everybody has joined, and the fight has begun: it has its first step.
    pub async fn set(system: &str, cast: Cast, seed: u64) -> (Self, Step) {
        Self::set_by(system, cast, seed, false).await
    }

    /// A table whose bot is killed and refused between any two messages.
    pub async fn set_in_ruin(system: &str, cast: Cast, seed: u64) -> (Self, Step) {
        Self::set_by(system, cast, seed, true).await
    }

    async fn set_by(system: &str, cast: Cast, seed: u64, is_ruined: bool) -> (Self, Step) {
        let clock = Arc::<ManualClock>::default();
        let of_discord = Arc::clone(&clock);
        let world = DiscordSetup::new().with_user(GM).with_channel("arena").without_traffic_log();
        let world = PLAYERS.iter().fold(world, |world, (name, _)| world.with_user(name));
        let world = world.with_clock(FakeClock::from_fn(move || of_discord.now().as_millisecond()));
        let discord = FakeDiscord::start(world).await.expect("a port is free");
        let names = std::iter::once(GM).chain(PLAYERS.iter().map(|(name, _)| *name));
        let users: BTreeMap<_, _> =
            names.map(|name| (name, discord.find_or_add_user(name))).collect();
        let dms = users.values().map(|user| (user.in_dm().channel, UserId(user.id.0))).collect();
        let ruin = is_ruined.then(|| Ruin::new(seed));
        let (app, bot) = match &ruin {
            Some(ruin) => ruin.begins(&discord, &clock).await,
            None => begins(&discord, &clock, seed).await,
        };
        let mut seated = Self {
            case: format!("{system}, {} against {}, seed {seed}", cast.players, cast.foes),
            channel: ChannelId(users[GM].channel.0),
            choice: SeededDice::new(seed ^ 0xC401CE),
            shown: BTreeMap::new(),
            touched: 0,
            looked: clock.now(),
            next: None,
            pace: Pace::default(),
            bot: Some(bot),
            ruin,
            discord,
            app,
            clock,
            users,
            dms,
        };
        seated.sets_up(system, cast, seed).await;
        let before = seated.now().await;
        seated.settles().await;
        seated.looks(Did::default(), before.clone()).await;
        seated.types(GM, "start").await;
        let did = Did::typed(seated.id(GM), Command::new("start"));
        let step = seated.looks(did, before).await;
        (seated, step)
    }

    async fn sets_up(&mut self, system: &str, cast: Cast, seed: u64) {
        let (pcs, npcs): ([&str; 3], [&str; 3]) = match system {
            "cards" => (["hunter", "warden", "adept"], ["wolf", "brigand", "soldier"]),
            "dr12" => (["adept", "warrior", "rogue"], ["raider", "bowman", "brute"]),
            "factions" => (["hunter", "reaver", "shieldbearer"], ["wolf", "bandit", "stone ogre"]),
            "fates" => (["sharpshooter", "bruiser", "adept"], ["trooper", "thug", "warlord"]),
            "ranks" => (["blade", "warden", "duelist"], ["thug", "pikeman", "wolf"]),
            other => panic!("who fights by {other}?"),
        };
        self.types(GM, &format!("new system:{system}")).await;
        self.types(GM, "zones layout:\"Gate - Yard - Hall\"").await;
        let of_seed = |kit: [&'static str; 3], at: usize| kit[(at + seed as usize) % 3];
        for (at, (user, name)) in PLAYERS.into_iter().take(cast.players).enumerate() {
            let is_last = at + 1 == cast.players;
            let user = if cast.is_shared && is_last { PLAYERS[0].0 } else { user };
            let from = of_seed(pcs, at);
            self.types(user, &format!("join name:\"{name}\" from:{from} at:Yard")).await;
        }
        for (at, name) in FOES.into_iter().take(cast.foes).enumerate() {
            let (from, zone) = (of_seed(npcs, at), ["Yard", "Hall"][at % 2]);
            self.types(GM, &format!("add name:\"{name}\" from:\"{from}\" at:{zone}")).await;
        }
        if cast.has_lurker {
            let from = npcs[1];
            self.types(GM, &format!("add name:Lurker from:{from} at:Hall hidden:true")).await;
        }
        if system == "dr12" {
            // Else nobody is asked anything.
            self.types(GM, "set key:avoid_rolls value:prompt").await;
        }
        if system == "factions" {
            self.types(GM, "started faction:party").await;
        }
    }

    /// Something of the set-up.
    async fn types(&mut self, name: &str, text: &str) {
        let input = UserInput::from_command(Command::parse(text).expect("it reads"));
        let reply = self.says(self.id(name), input).await;
        assert!(!matches!(reply, InputReply::Refused(_)), "{}: {text}: {reply:?}", self.case);
    }

    /// Past the client, which has no command for all that can be done.
    async fn says(&self, user: UserId, input: UserInput) -> InputReply {
        let origin = self.origin(user, None);
        let mut reply = self.app.handle_input(&origin, input).await.expect("the store works");
        // Whatever is lost by it.
        if let InputReply::NeedsConfirmation(unsure) = reply {
            reply = self
                .app
                .handle_input(&origin, unsure.to_confirmed_input())
                .await
                .expect("the store works");
        }
        self.app.wake_background_tasks();
        reply
    }

    /// Somebody says something, which may be refused.
    pub async fn is_told(&mut self, by: UserId, input: UserInput) -> Step {
        let before = self.now().await;
        let told = format!("{} says {input:?}", by.0);
        self.says(by, input).await;
        let did = Did { by: Some(by), is_typed: true, told, ..Did::default() };
        self.looks(did, before).await
    }

    /// Time goes by, and each clock runs out at its time.
    pub async fn waits(&mut self, hours: i64) -> Vec<Step> {
        let end = self.clock.now() + SignedDuration::from_hours(hours);
        let mut steps = Vec::new();
        while let Some(due) = self.app.next_deadline_time().await.expect("the store works")
            && due <= end
        {
            let before = self.now().await;
            self.clock.set(due.max(self.clock.now()));
            self.app.fire_due_deadlines().await.expect("the store works");
            steps.push(self.looks(Did::clock(), before).await);
        }
        self.clock.set(end);
        steps
    }

    /// One press, one typed input or one clock; none once the fight is over.
    pub async fn goes_on(&mut self) -> Option<Step> {
        let before = self.now().await;
        if !before.is_open || !before.is_running() {
            return None;
        }
        let look = match self.next {
            Some(look) => look,
            None => {
                let look = self.looked + self.rests(&before);
                (self.looked, self.next) = (look, Some(look));
                look
            }
        };
        let due = self.app.next_deadline_time().await.expect("the store works");
        let did = match due.filter(|due| *due <= look) {
            Some(due) => {
                self.clock.set(due.max(self.clock.now()));
                self.app.fire_due_deadlines().await.expect("the store works");
                Did::clock()
            }
            None => {
                self.clock.set(look.max(self.clock.now()));
                self.next = None;
                self.app.wake_background_tasks();
                self.settles().await;
                let is_to_die = self.prepares_ruin();
                let did = self.acts(&before).await;
                if is_to_die {
                    self.is_killed().await;
                }
                did
            }
        };
        Some(self.looks(did, before).await)
    }

    /// How long it is until whoever is waited for looks in.
    fn rests(&mut self, now: &FightState) -> SignedDuration {
        let is_there = |wait: &Wait| Some(wait.user) == self.pace.last;
        if waits(now).iter().any(is_there) {
            return AT_ONCE;
        }
        SignedDuration::from_hours(1 + self.choice.number_below(LONGEST) as i64)
    }

    /// All that is to be told has been told.
    async fn settles(&self) {
        let told = async {
            while let Some(due) = self.app.next_delivery_time().await.expect("the store works") {
                if due > self.clock.now() {
                    // What was refused is tried again after a while.
                    if self.ruin.is_none() || due > self.clock.now() + AT_ONCE / 2 {
                        break;
                    }
                    self.clock.set(due);
                    self.app.wake_background_tasks();
                }
                tokio::time::sleep(GLANCE).await;
            }
        };
        let told = tokio::time::timeout(SOON, told).await;
        told.unwrap_or_else(|_| panic!("{}: something is not delivered", self.case));
        assert!(
            self.discord.wait_until_idle(SOON).await,
            "{}: the bot does not come to rest",
            self.case
        );
    }

    /// Reads what has become of messages.
    pub async fn looks(&mut self, did: Did, before: Arc<FightState>) -> Step {
        self.settles().await;
        let touches = self.discord.message_changes(self.touched);
        self.touched += touches.len();
        let mut were = BTreeMap::new();
        for touch in &touches {
            let reader = &self.users[GM];
            let is_ours = |message: &VisibleMessage| message.author == self.discord.bot_id();
            let was = match reader.visible_message(touch.message).filter(is_ours) {
                Some(message) => {
                    let dm_of = self.dms.get(&touch.channel).copied();
                    self.shown.insert(touch.message, Shown { message, dm_of })
                }
                None => self.shown.remove(&touch.message),
            };
            if let Some(was) = was {
                were.entry(touch.message).or_insert(was);
            }
        }
        let after = self.now().await;
        Step { did, before, after, touches, were }
    }

    /// What is to go wrong next, some times; whether the bot is to be killed.
    fn prepares_ruin(&mut self) -> bool {
        let Some(ruin) = &mut self.ruin else { return false };
        let trouble = match ruin.choice.number_below(8) {
            // It is sent, and the bot does not live to hear of it.
            0..=2 => {
                self.discord.hold_next_response(MESSAGES);
                return true;
            }
            3 => InjectedFault::ServerError,
            4 => InjectedFault::ServerErrorWhenDone,
            5 => InjectedFault::ConnectionLost,
            6 => InjectedFault::ConnectionLostWhenDone,
            _ => return false,
        };
        self.discord.inject_fault(MESSAGES, trouble, 1);
        false
    }

    /// Kills the bot once it has sent the first of what it has to tell, and lets it live again.
    async fn is_killed(&mut self) {
        let Some(ruin) = &self.ruin else { return };
        let has_told = || (!self.discord.message_changes(self.touched).is_empty()).then_some(());
        self.discord.wait_for(RATHER, has_told).await;
        self.bot = None;
        let is_gone = || (!self.discord.is_bot_connected()).then_some(());
        self.discord.wait_for(SOON, is_gone).await.expect("the dead hang up");
        self.discord.clear_injected_faults();
        self.discord.remove_disconnected_sessions();
        let (app, bot) = ruin.begins(&self.discord, &self.clock).await;
        (self.app, self.bot) = (app, Some(bot));
    }

    pub async fn now(&self) -> Arc<FightState> {
        let fight = self.app.find_latest_fight(self.channel).await.expect("the store works");
        let now =
            self.app.load_fight(fight.expect("a fight is open")).await.expect("the store works");
        now.expect("a fight is open")
    }

    pub fn user(&self, id: UserId) -> &User {
        let found = self.users.values().find(|user| user.id.0 == id.0);
        found.expect("everybody is at the table")
    }

    pub fn id(&self, name: &str) -> UserId {
        UserId(self.users[name].id.0)
    }

    /// What this user can press, private answers aside.
    pub fn controls_for(&self, user: UserId) -> Vec<Control> {
        let sees = |shown: &&Shown| shown.dm_of.is_none_or(|of| of == user);
        // What comes first in two places is a matter of chance.
        let mut seen: Vec<&Shown> = self.shown.values().filter(sees).collect();
        seen.sort_by_key(|shown| shown.dm_of);
        seen.into_iter().flat_map(Shown::controls).collect()
    }

    /// What each place shows now, message by message, as far as it does not tell when it was sent.
    pub fn places(&self) -> BTreeMap<Option<UserId>, Vec<String>> {
        const PIN_NOTICE: u64 = 6;
        let mut places: BTreeMap<Option<UserId>, Vec<String>> = BTreeMap::new();
        let all = self.shown.values().filter(|one| one.message.json["type"] != PIN_NOTICE);
        for Shown { message, dm_of } in all {
            let text = format!("pings {:?}\n{}", message.pings, self.read(&message.full_text()));
            places.entry(*dm_of).or_default().push(text);
        }
        places
    }

    /// All messages as they are read now.
    pub fn story(&self) -> String {
        let one = |(id, shown): (&Snowflake, &Shown)| {
            let to = shown.dm_of.map(|user| format!(" to {}", self.user(user).name));
            let pings = shown.message.pings.iter().map(|id| &self.user(UserId(id.0)).name);
            let pings = Vec::from_iter(pings.cloned()).join(", ");
            let text = self.read(&shown.message.full_text());
            format!("--- {id}{} pings [{pings}]\n{text}\n", to.unwrap_or_default())
        };
        self.shown.iter().map(one).collect()
    }

    /// A text as it is read: names for mentions, a span for a time.
    pub fn read(&self, text: &str) -> String {
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

fn start(discord: &FakeDiscord) -> BotOptions {
    BotOptions {
        address: DiscordAddress {
            token: discord.token().into(),
            url: Some(discord.url().into()),
            proxy: None,
        },
        test_guild: None,
        must_reregister_commands: true,
        status_file: None,
        shards: None,
    }
}

/// A bot in this very thread, with what it knows in memory.
async fn begins(discord: &FakeDiscord, clock: &Arc<ManualClock>, seed: u64) -> (App, Running) {
    let store = Store::in_memory().await.expect("there is memory");
    let (dice, waits) = (dice_source::seeded_dice(seed ^ 0xD1CE), dice_source::seeded_delays(seed));
    let app =
        App::new_with_delays(store, clock.clone(), dice, waits).with_secrets(seeded_secrets(seed));
    let start = start(discord);
    let (stop, stopped) = oneshot::channel::<()>();
    tokio::spawn({
        let app = app.clone();
        async move { bot::run(app, start, async { drop(stopped.await) }).await }
    });
    assert!(discord.wait_until_ready(SOON).await, "the bot does not come up");
    (app, Running::Beside { _stop: stop })
}

impl Ruin {
    fn new(seed: u64) -> Self {
        Self {
            choice: SeededDice::new(seed ^ 0x5019),
            folder: tempfile::tempdir().expect("there is room for a file"),
            dice: dice_source::seeded_dice(seed ^ 0xD1CE),
            waits: dice_source::seeded_delays(seed),
            secrets: seeded_secrets(seed),
        }
    }

    /// A life of the bot, with the dice that are left.
    async fn begins(&self, discord: &FakeDiscord, clock: &Arc<ManualClock>) -> (App, Running) {
        let (start, file) = (start(discord), self.folder.path().join("fights.db"));
        let (clock, dice, waits) = (clock.clone(), self.dice.clone(), self.waits.clone());
        let secrets = self.secrets.clone();
        let (sender, receiver) = oneshot::channel();
        let life = Apart::begin(move || async move {
            let store = Store::open(&file).await.expect("the file is good");
            let app = App::new_with_delays(store, clock, dice, waits).with_secrets(secrets);
            let _ = sender.send(app.clone());
            // An error would be seen by all that waits for the bot.
            let _ = bot::run(app, start, std::future::pending()).await;
        });
        let app = receiver.await.expect("the bot begins");
        assert!(discord.wait_until_ready(SOON).await, "the bot does not come up");
        (app, Running::Apart { _life: life })
    }
}

/// What everybody is called.
pub fn names() -> impl Iterator<Item = &'static str> {
    PLAYERS.into_iter().map(|(_, name)| name).chain(FOES)
}
