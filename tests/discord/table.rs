//! The fixture of the tests on Discord: the fake Discord, the whole bot connected to it with
//! scripted dice and a manual clock, and the users who type, press and read.

use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::SignedDuration;
use riposte::app::clock::{Clock as _, ManualClock};
use riposte::app::ids::ChannelId;
use riposte::app::{App, dice_source};
use riposte::discord::bot::{self, BotOptions};
use riposte::discord::http_client::DiscordAddress;
use riposte::engine::core::dice::ScriptedDice;
use riposte::fake_discord::{
    BotAnswer, BotAnswerKind, DiscordSetup, FakeClock, FakeDiscord, User, VisibleMessage,
};
use riposte::store::Store;
use tempfile::TempDir;
use tokio::sync::oneshot;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::prelude::*;

use crate::killable::KillableThread;

/// How long a test waits for anything to appear, in real time.
pub const TIMEOUT: Duration = Duration::from_secs(5);
const POLL_INTERVAL: Duration = Duration::from_millis(1);

/// A server with a GM and two players, and the bot that serves it.
pub struct Table {
    /// Dropped first, since the bot must not outlive the fake Discord.
    bot: Option<RunningBot>,
    pub discord: FakeDiscord,
    pub gm: User,
    pub ana: User,
    pub ben: User,
    pub app: App,
    dice: Arc<Mutex<ScriptedDice>>,
    clock: Arc<ManualClock>,
    folder: TempDir,
    emoji: OwnEmoji,
}

/// Whether the bot uploads emoji of its own.
#[derive(Clone, Copy, PartialEq)]
enum OwnEmoji {
    Uploaded,
    None,
}

struct RunningBot {
    stop: oneshot::Sender<()>,
    thread: KillableThread,
}

impl Table {
    /// Starts a table whose fake Discord runs on real time, so that answers can be late.
    pub async fn start() -> Table {
        Self::start_with_clocks(&Arc::default(), FakeClock::system()).await
    }

    /// Starts a table whose fake Discord shares the manual clock, so that messages grow old.
    pub async fn start_on_one_clock() -> Table {
        let clock = Arc::<ManualClock>::default();
        let discord_clock = Arc::clone(&clock);
        Self::start_with_clocks(
            &clock,
            FakeClock::from_fn(move || discord_clock.now().as_millisecond()),
        )
        .await
    }

    async fn start_with_clocks(clock: &Arc<ManualClock>, discord_clock: FakeClock) -> Table {
        let setup = DiscordSetup::new()
            .with_user("GM")
            .with_user("Ana")
            .with_user("Ben")
            .with_channel("arena");
        let discord = FakeDiscord::start(setup.with_clock(discord_clock)).await.unwrap();
        Self::start_on(discord, clock).await
    }

    /// Starts a table whose bot uploads emoji of its own.
    pub async fn start_with_emoji() -> Table {
        let names = ["GM", "Ana", "Ben"];
        let setup = names.into_iter().fold(DiscordSetup::new(), DiscordSetup::with_user);
        let discord = FakeDiscord::start(setup.with_channel("arena")).await.unwrap();
        Self::start_on_with(discord, &Arc::default(), OwnEmoji::Uploaded).await
    }

    /// Starts the bot on a fake Discord that has the GM, Ana, Ben and a channel.
    pub async fn start_on(discord: FakeDiscord, clock: &Arc<ManualClock>) -> Table {
        Self::start_on_with(discord, clock, OwnEmoji::None).await
    }

    async fn start_on_with(
        discord: FakeDiscord,
        clock: &Arc<ManualClock>,
        emoji: OwnEmoji,
    ) -> Table {
        // The log is shown for a failing test, or with `--nocapture`.
        let targets: Targets = "warn,riposte=debug".parse().unwrap();
        let log = tracing_subscriber::fmt::layer().with_test_writer();
        let _ = tracing_subscriber::registry().with(log).with(targets).try_init();
        let (gm, ana, ben) = (
            discord.find_or_add_user("GM"),
            discord.find_or_add_user("Ana"),
            discord.find_or_add_user("Ben"),
        );
        let (dice, clock) = (Arc::default(), Arc::clone(clock));
        let folder = tempfile::tempdir().unwrap();
        let (app, bot) = start_bot(&discord, folder.path(), &dice, &clock, emoji).await;
        Table { discord, gm, ana, ben, app, dice, clock, folder, emoji, bot: Some(bot) }
    }

    /// Kills the bot in the middle of whatever it does and starts it again.
    pub async fn kill_and_restart(&mut self) {
        if let Some(bot) = self.bot.take() {
            drop(bot.thread);
            // Until its connection is gone, Discord would still send interactions to the dead bot.
            self.wait_until_bot_is_gone().await;
        }
        self.discord.remove_disconnected_sessions();
        self.restart_bot().await;
    }

    async fn wait_until_bot_is_gone(&self) {
        let disconnected =
            self.discord.wait_for(TIMEOUT, || (!self.discord.is_bot_connected()).then_some(()));
        assert!(disconnected.await.is_some(), "the bot does not stop");
    }

    /// Shuts the bot down gracefully and starts it again.
    pub async fn stop_and_restart(&mut self) {
        self.stop().await;
        self.restart_bot().await;
    }

    /// Shuts the bot down gracefully. Discord forgets its session.
    pub async fn stop(&mut self) {
        self.stop_for_upgrade().await;
        self.discord.remove_disconnected_sessions();
    }

    /// Shuts the bot down gracefully, for so short a time that Discord keeps its session.
    pub async fn stop_for_upgrade(&mut self) {
        if let Some(bot) = self.bot.take() {
            let _ = bot.stop.send(());
            self.wait_until_bot_is_gone().await;
            drop(bot.thread);
        }
    }

    /// Opens a second connection to the bot's database.
    pub async fn open_store(&self) -> Store {
        Store::open(&self.folder.path().join("fights.db")).await.unwrap()
    }

    /// Starts the bot after [`stop`](Self::stop) with the same database, dice and clock.
    pub async fn restart_bot(&mut self) {
        let path = self.folder.path();
        let (discord, dice, clock) = (&self.discord, &self.dice, &self.clock);
        let (app, bot) = start_bot(discord, path, dice, clock, self.emoji).await;
        (self.app, self.bot) = (app, Some(bot));
    }

    /// Appends dice, as pairs of sides and face, to those that the bot will roll.
    pub fn script_dice(&self, dice: &[(u8, u8)]) {
        let mut script = self.dice.lock().unwrap();
        for (sides, face) in dice {
            script.push_die(*sides, *face);
        }
    }

    /// Panics if the bot has rolled a die that the script does not have.
    #[track_caller]
    pub fn assert_no_dice_errors(&self) {
        let errors = self.dice.lock().unwrap().take_errors();
        assert!(errors.is_empty(), "{errors:?}");
    }

    /// Moves the clock on, deletes the servers that have expired by then, and fires the deadlines
    /// that are due.
    pub async fn advance_hours(&self, hours: i64) {
        self.clock.advance(SignedDuration::from_hours(hours));
        self.app.delete_expired_servers_and_queue_due_scopes().await.unwrap();
        self.app.fire_due_deadlines().await.unwrap();
    }

    /// Moves the clock on while the bot is stopped. It fires what is due after its next start.
    pub fn advance_stopped_bot_hours(&self, hours: i64) {
        self.clock.advance(SignedDuration::from_hours(hours));
    }

    /// Moves the clock on by less than an hour.
    pub async fn advance_millis(&self, millis: i64) {
        self.clock.advance(SignedDuration::from_millis(millis));
        self.app.fire_due_deadlines().await.unwrap();
        self.app.wake_background_tasks();
    }

    /// Returns the round of the fight in the open channel.
    pub async fn app_round(&self) -> u16 {
        let channel = ChannelId(self.gm.channel.0);
        let fight = self.app.find_open_or_latest_fight(channel).await.unwrap().unwrap();
        self.app.load_fight(fight).await.unwrap().unwrap().game.round()
    }

    /// Runs a slash command and returns the text of its private answer.
    pub async fn run_command(&self, user: &User, text: &str) -> String {
        let answer = user.run_command(text).await.unwrap();
        // A command that opens a fight registers further commands.
        self.wait_for_registered_commands().await;
        assert!(answer.is_ephemeral, "{text} is answered in public: {}", answer.text());
        answer.text()
    }

    /// Runs a slash command and returns its private answer with the controls on it.
    pub async fn run_private_command(&self, user: &User, text: &str) -> VisibleMessage {
        let answer = user.run_command(text).await.unwrap();
        assert!(answer.is_ephemeral, "{text} is answered in public: {}", answer.text());
        answer.message.unwrap()
    }

    /// Waits until every server has its commands registered or has run into its daily limit.
    pub async fn wait_for_registered_commands(&self) {
        let registered = tokio::time::timeout(TIMEOUT, self.app.wait_for_all_commands());
        registered.await.expect("commands are not registered");
    }

    /// Presses the button with this label and returns the text of the answer.
    pub async fn press_button(&self, user: &User, message: &VisibleMessage, label: &str) -> String {
        user.press_button(message.id, label).await.unwrap().text()
    }

    /// Waits until every delivery that is due has been sent or postponed.
    async fn wait_for_due_deliveries(&self) {
        let delivered = async {
            while self
                .app
                .next_delivery_time()
                .await
                .unwrap()
                .is_some_and(|at| at <= self.clock.now())
            {
                tokio::time::sleep(POLL_INTERVAL).await;
            }
        };
        if self.bot.is_some() {
            // A test may make Discord hold a response back for longer.
            let _ = tokio::time::timeout(TIMEOUT, delivered).await;
        }
    }

    /// Waits until nothing is left to deliver, and moves the clock on by an hour while something
    /// is.
    pub async fn advance_until_delivered(&self) {
        for _ in 0..20 {
            self.wait_for_due_deliveries().await;
            if self.app.next_delivery_time().await.unwrap().is_none() {
                return;
            }
            self.advance_hours(1).await;
        }
        panic!("something is never delivered");
    }

    /// Waits for the newest message with that text in the user's open channel. It first waits for
    /// the due deliveries, since an older message may have the same text.
    pub async fn wait_for_message(&self, user: &User, text: &str) -> VisibleMessage {
        self.wait_for_due_deliveries().await;
        let found = user.wait_for_message(text, TIMEOUT).await;
        found.unwrap_or_else(|| {
            panic!("{} does not see {text:?}:\n{}", user.name, user.screen_text())
        })
    }

    /// Waits for a message with that text, and moves the clock on by an hour while there is none.
    pub async fn advance_until_message(&self, user: &User, text: &str) -> VisibleMessage {
        for _ in 0..20 {
            if let Some(message) = user.wait_for_message(text, TIMEOUT / 20).await {
                return message;
            }
            self.advance_hours(1).await;
        }
        self.wait_for_message(user, text).await
    }

    /// Waits until the message has been edited to have that text.
    pub async fn wait_for_edit(
        &self,
        user: &User,
        message: &VisibleMessage,
        text: &str,
    ) -> VisibleMessage {
        let found = self.discord.wait_for(TIMEOUT, || {
            user.visible_message(message.id).filter(|message| message.full_text().contains(text))
        });
        found.await.unwrap_or_else(|| {
            panic!("not {text:?}, but: {}", user.visible_message(message.id).unwrap().full_text())
        })
    }

    /// Waits until the message has been deleted.
    pub async fn wait_for_deletion(&self, user: &User, message: &VisibleMessage) {
        let deleted = || user.visible_message(message.id).is_none().then_some(());
        if self.discord.wait_for(TIMEOUT, deleted).await.is_none() {
            panic!("not deleted: {}", user.visible_message(message.id).unwrap().full_text());
        }
    }

    /// Waits until the message has been deleted, and moves the clock on by an hour while it is not.
    pub async fn advance_until_deletion(&self, user: &User, message: &VisibleMessage) {
        for _ in 0..20 {
            let deleted = || user.visible_message(message.id).is_none().then_some(());
            if self.discord.wait_for(TIMEOUT / 20, deleted).await.is_some() {
                return;
            }
            self.advance_hours(1).await;
        }
        self.wait_for_deletion(user, message).await;
    }

    /// Waits until the message has no controls any more, and returns what it has become.
    pub async fn wait_until_closed(&self, user: &User, message: &VisibleMessage) -> VisibleMessage {
        let has_no_controls =
            |it: &VisibleMessage| it.buttons().is_empty() && it.menus().is_empty();
        let found = self
            .discord
            .wait_for(TIMEOUT, || user.visible_message(message.id).filter(has_no_controls));
        found.await.unwrap_or_else(|| {
            panic!("still open: {:?}", user.visible_message(message.id).map(|it| it.full_text()))
        })
    }

    /// Panics unless a press on a public message was acknowledged without an answer of its own: the
    /// edited message is the answer.
    #[track_caller]
    pub fn assert_acknowledged(answer: &BotAnswer) {
        assert_eq!(answer.kind, BotAnswerKind::Nothing, "{}", answer.text());
    }

    /// Holds the write lock of the database, as another program would, until it is dropped.
    pub async fn lock_database(&self) -> sqlx::SqliteConnection {
        use sqlx::Connection as _;
        let file = self.folder.path().join("fights.db");
        let file = format!("sqlite:{}", file.display());
        let mut lock = sqlx::SqliteConnection::connect(&file).await.unwrap();
        sqlx::query("BEGIN IMMEDIATE").execute(&mut lock).await.unwrap();
        lock
    }

    /// Starts a DR12 fight of Ana and Ben against a wolf, in which Ana has the first turn.
    pub async fn begin_fight(&self) {
        self.run_command(&self.gm, "/init new system:dr12").await;
        self.run_command(&self.gm, "/gm settings key:avoid_rolls value:prompt").await;
        self.run_command(&self.gm, "/init zones layout:\"Gate - Yard - Tower\"").await;
        let joined = self.run_command(&self.ana, "/init join from:warrior name:Ana").await;
        assert!(joined.starts_with("**Ana** joins the party."), "{joined}");
        self.run_command(&self.ben, "/init join from:rogue name:Ben").await;
        self.run_command(&self.gm, "/init add from:raider name:Wolf at:Gate").await;
        self.script_dice(&[(6, 6), (6, 6), (6, 1)]);
        self.run_command(&self.gm, "/init start").await;
        self.wait_for_message(&self.ana, "it's your turn").await;
    }

    /// Panics if Discord's rules were violated or scripted dice are left, and validates the
    /// recorded traffic against Discord's own API description.
    pub async fn finish_cleanly(self) {
        assert!(self.discord.wait_until_idle(TIMEOUT).await);
        self.discord.assert_no_violations();
        let leftover = self.dice.lock().unwrap().take_errors_and_unused();
        assert!(leftover.is_empty(), "dice: {leftover:?}");
        validate_traffic(&self.discord);
    }
}

pub fn discord_address(discord: &FakeDiscord) -> DiscordAddress {
    DiscordAddress::of_fake_discord(discord.token(), discord.url())
}

async fn start_bot(
    discord: &FakeDiscord,
    folder: &Path,
    dice: &Arc<Mutex<ScriptedDice>>,
    clock: &Arc<ManualClock>,
    emoji: OwnEmoji,
) -> (App, RunningBot) {
    let (stop, stopped) = oneshot::channel();
    let (sender, receiver) = oneshot::channel();
    let options = BotOptions {
        has_own_emoji: emoji == OwnEmoji::Uploaded,
        ..BotOptions::new(discord_address(discord))
    };
    let (file, clock, dice) =
        (folder.join("fights.db"), Arc::clone(clock), dice_source::scripted_dice(dice));
    let thread = KillableThread::start(move || async move {
        let store = Store::open(&file).await.unwrap();
        let app = App::new(store, clock, dice);
        let _ = sender.send(app.clone());
        let stop = async { drop(stopped.await) };
        bot::run(app, options, stop).await.unwrap();
    });
    let app = receiver.await.unwrap();
    // Shards identify one after the other, which takes longer.
    assert!(discord.wait_until_ready(4 * TIMEOUT).await, "the bot did not come up");
    let registered = tokio::time::timeout(TIMEOUT, app.wait_for_all_commands());
    registered.await.expect("commands are not registered");
    (app, RunningBot { stop, thread })
}

/// Runs the validator of recorded traffic, if it is on this machine.
fn validate_traffic(discord: &FakeDiscord) {
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/discord/validate.py");
    if !checker.exists() {
        eprintln!("no {} here: the recording is not validated", checker.display());
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let recording = folder.path().join("recording.jsonl");
    discord.write_traffic_log(&recording).unwrap();
    let run = Command::new("python3").arg(checker).arg(&recording).output().unwrap();
    let output = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{output}{}", String::from_utf8_lossy(&run.stderr));
}
