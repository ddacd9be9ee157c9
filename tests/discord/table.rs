//! A table to play at: the stand-in, the whole bot on it with scripted dice and a clock that is
//! moved by hand, and what the people at it do and see.

use std::path::Path;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use jiff::SignedDuration;
use riposte::app::clock::{Clock as _, ManualClock};
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

use crate::killable::Apart;

pub const SOON: Duration = Duration::from_secs(5);
const GLANCE: Duration = Duration::from_millis(1);

pub struct Table {
    /// Dropped first: a bot does not outlive its world.
    bot: Option<Bot>,
    pub discord: FakeDiscord,
    pub gm: User,
    pub ana: User,
    pub ben: User,
    pub app: App,
    dice: Arc<Mutex<ScriptedDice>>,
    clock: Arc<ManualClock>,
    folder: TempDir,
}

/// The running bot.
struct Bot {
    stop: oneshot::Sender<()>,
    life: Apart,
}

impl Table {
    /// With Discord on the time of day, so that answers can be late.
    pub async fn set() -> Table {
        Self::set_by(&Arc::default(), FakeClock::system()).await
    }

    /// With Discord on the table's own clock, so that messages grow old.
    pub async fn set_in_one_time() -> Table {
        let clock = Arc::<ManualClock>::default();
        let of_discord = Arc::clone(&clock);
        Self::set_by(&clock, FakeClock::from_fn(move || of_discord.now().as_millisecond())).await
    }

    async fn set_by(clock: &Arc<ManualClock>, of_discord: FakeClock) -> Table {
        let world = DiscordSetup::new()
            .with_user("GM")
            .with_user("Ana")
            .with_user("Ben")
            .with_channel("arena");
        let discord = FakeDiscord::start(world.with_clock(of_discord)).await.unwrap();
        Self::set_on(discord, clock).await
    }

    /// On a Discord where these three and a channel are.
    pub async fn set_on(discord: FakeDiscord, clock: &Arc<ManualClock>) -> Table {
        // Shown where a test fails, or with `--nocapture`.
        let told: Targets = "warn,riposte=debug".parse().unwrap();
        let log = tracing_subscriber::fmt::layer().with_test_writer();
        let _ = tracing_subscriber::registry().with(log).with(told).try_init();
        let (gm, ana, ben) = (
            discord.find_or_add_user("GM"),
            discord.find_or_add_user("Ana"),
            discord.find_or_add_user("Ben"),
        );
        let (dice, clock) = (Arc::default(), Arc::clone(clock));
        let folder = tempfile::tempdir().unwrap();
        let (app, bot) = start(&discord, folder.path(), &dice, &clock).await;
        Table { discord, gm, ana, ben, app, dice, clock, folder, bot: Some(bot) }
    }

    /// Kills the bot in the middle of whatever it does, and starts it again.
    pub async fn kill_and_restart(&mut self) {
        if let Some(bot) = self.bot.take() {
            drop(bot.life);
            // Until its connection is seen to be gone, what is pressed goes to the dead.
            self.is_gone().await;
        }
        self.discord.remove_disconnected_sessions();
        self.start_again().await;
    }

    async fn is_gone(&self) {
        let gone = self.discord.wait_for(SOON, || (!self.discord.is_bot_connected()).then_some(()));
        assert!(gone.await.is_some(), "the bot does not stop");
    }

    /// Stops the bot in good order, and starts it again.
    pub async fn stop_and_restart(&mut self) {
        self.stop().await;
        self.start_again().await;
    }

    pub async fn stop(&mut self) {
        if let Some(bot) = self.bot.take() {
            let _ = bot.stop.send(());
            self.is_gone().await;
            drop(bot.life);
        }
        self.discord.remove_disconnected_sessions();
    }

    /// Another look into the file of fights.
    pub async fn store(&self) -> Store {
        Store::open(&self.folder.path().join("fights.db")).await.unwrap()
    }

    pub async fn start_again(&mut self) {
        let path = self.folder.path();
        let (app, bot) = start(&self.discord, path, &self.dice, &self.clock).await;
        (self.app, self.bot) = (app, Some(bot));
    }

    /// The next dice, in order.
    pub fn dice(&self, dice: &[(u8, u8)]) {
        let mut laid = self.dice.lock().unwrap();
        for (sides, face) in dice {
            laid.push_die(*sides, *face);
        }
    }

    /// Every die that was rolled was laid out.
    #[track_caller]
    pub fn rolled_well(&self) {
        let faults = self.dice.lock().unwrap().take_errors();
        assert!(faults.is_empty(), "{faults:?}");
    }

    /// Time goes by, and what is due happens.
    pub async fn later(&self, hours: i64) {
        self.clock.advance(SignedDuration::from_hours(hours));
        self.app.fire_due_deadlines().await.unwrap();
    }

    /// Types a command that is done.
    pub async fn slash(&self, user: &User, text: &str) -> String {
        let answer = user.run_command(text).await.unwrap();
        // It may have brought commands into the server.
        self.commands_settled().await;
        assert!(answer.is_ephemeral, "{text} is answered in public: {}", answer.text());
        answer.text()
    }

    /// Waits until every server has its commands, or knows that it does not get them today.
    pub async fn commands_settled(&self) {
        let settled = tokio::time::timeout(SOON, self.app.wait_for_all_commands());
        settled.await.expect("commands are not registered");
    }

    /// Presses a button of a message.
    pub async fn click(&self, user: &User, message: &VisibleMessage, label: &str) -> String {
        user.press_button(message.id, label).await.unwrap().text()
    }

    /// Waits until all that is due has gone out, or is put off.
    async fn has_told(&self) {
        let told = async {
            while self
                .app
                .next_delivery_time()
                .await
                .unwrap()
                .is_some_and(|at| at <= self.clock.now())
            {
                tokio::time::sleep(GLANCE).await;
            }
        };
        if self.bot.is_some() {
            // What Discord holds back is not waited for.
            let _ = tokio::time::timeout(SOON, told).await;
        }
    }

    /// Waits for a message with that text in the channel that is open: the newest one, after all
    /// that has been done by now, since one that stood there before may have the same text.
    pub async fn sees(&self, user: &User, text: &str) -> VisibleMessage {
        self.has_told().await;
        let found = user.wait_for_message(text, SOON).await;
        found.unwrap_or_else(|| {
            panic!("{} does not see {text:?}:\n{}", user.name, user.screen_text())
        })
    }

    /// Lets time go by until a message with that text is seen.
    pub async fn sees_later(&self, user: &User, text: &str) -> VisibleMessage {
        for _ in 0..20 {
            if let Some(message) = user.wait_for_message(text, SOON / 20).await {
                return message;
            }
            self.later(1).await;
        }
        self.sees(user, text).await
    }

    /// Waits until a message has become one with that text.
    pub async fn becomes(
        &self,
        user: &User,
        message: &VisibleMessage,
        text: &str,
    ) -> VisibleMessage {
        let found = self.discord.wait_for(SOON, || {
            user.visible_message(message.id).filter(|message| message.full_text().contains(text))
        });
        found.await.unwrap_or_else(|| {
            panic!("not {text:?}, but: {}", user.visible_message(message.id).unwrap().full_text())
        })
    }

    /// Waits until a message is no more.
    pub async fn goes(&self, user: &User, message: &VisibleMessage) {
        let gone = || user.visible_message(message.id).is_none().then_some(());
        if self.discord.wait_for(SOON, gone).await.is_none() {
            panic!("it does not go: {}", user.visible_message(message.id).unwrap().full_text());
        }
    }

    /// Waits until a message has no controls any more: what is left of it.
    pub async fn closes(&self, user: &User, message: &VisibleMessage) -> VisibleMessage {
        let bare = |it: &VisibleMessage| it.buttons().is_empty() && it.menus().is_empty();
        let found = self.discord.wait_for(SOON, || user.visible_message(message.id).filter(bare));
        found.await.unwrap_or_else(|| {
            panic!("still open: {:?}", user.visible_message(message.id).map(|it| it.full_text()))
        })
    }

    /// Presses a button of a message for all, or chooses there: the message itself is the answer.
    #[track_caller]
    pub fn is_taken(answer: &BotAnswer) {
        assert_eq!(answer.kind, BotAnswerKind::Nothing, "{}", answer.text());
    }

    /// Another program writes into the file of fights until this is dropped.
    pub async fn lock_file(&self) -> sqlx::SqliteConnection {
        use sqlx::Connection as _;
        let file = self.folder.path().join("fights.db");
        let file = format!("sqlite:{}", file.display());
        let mut lock = sqlx::SqliteConnection::connect(&file).await.unwrap();
        sqlx::query("BEGIN IMMEDIATE").execute(&mut lock).await.unwrap();
        lock
    }

    /// A fight of Ana, Ben and a wolf of a raider, begun by the party; Ana has the first turn.
    pub async fn begin(&self) {
        self.slash(&self.gm, "/init new system:dr12").await;
        self.slash(&self.gm, "/gm settings key:avoid_rolls value:prompt").await;
        self.slash(&self.gm, "/init zones layout:\"Gate - Yard - Tower\"").await;
        let joined = self.slash(&self.ana, "/init join from:warrior name:Ana").await;
        assert!(joined.starts_with("**Ana** joins the party."), "{joined}");
        self.slash(&self.ben, "/init join from:rogue name:Ben").await;
        self.slash(&self.gm, "/init add from:raider name:Wolf at:Gate").await;
        self.dice(&[(6, 6), (6, 6), (6, 1)]);
        self.slash(&self.gm, "/init start").await;
        self.sees(&self.ana, "it's your turn").await;
    }

    /// Nothing went wrong, all dice were rolled, and Discord's own description accepts the traffic.
    pub async fn clear(self) {
        assert!(self.discord.wait_until_idle(SOON).await);
        self.discord.assert_no_violations();
        let left = self.dice.lock().unwrap().take_errors_and_unused();
        assert!(left.is_empty(), "dice: {left:?}");
        validate(&self.discord);
    }
}

async fn start(
    discord: &FakeDiscord,
    folder: &Path,
    dice: &Arc<Mutex<ScriptedDice>>,
    clock: &Arc<ManualClock>,
) -> (App, Bot) {
    let (stop, stopped) = oneshot::channel();
    let (sender, receiver) = oneshot::channel();
    let start = BotOptions {
        address: DiscordAddress {
            token: discord.token().into(),
            url: Some(discord.url().into()),
            proxy: None,
        },
        test_guild: None,
        must_reregister_commands: false,
        status_file: None,
        shards: None,
    };
    let (file, clock, dice) =
        (folder.join("fights.db"), Arc::clone(clock), dice_source::scripted_dice(dice));
    let life = Apart::begin(move || async move {
        let store = Store::open(&file).await.unwrap();
        let app = App::new(store, clock, dice);
        let _ = sender.send(app.clone());
        let stop = async { drop(stopped.await) };
        bot::run(app, start, stop).await.unwrap();
    });
    let app = receiver.await.unwrap();
    // Shards take turns.
    assert!(discord.wait_until_ready(4 * SOON).await, "the bot did not come up");
    let settled = tokio::time::timeout(SOON, app.wait_for_all_commands());
    settled.await.expect("commands are not registered");
    (app, Bot { stop, life })
}

/// Runs the checker of recorded traffic, where it is at hand.
fn validate(discord: &FakeDiscord) {
    let checker = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/discord/validate.py");
    if !checker.exists() {
        eprintln!("no {} here: the recording is not validated", checker.display());
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let recording = folder.path().join("recording.jsonl");
    discord.write_traffic_log(&recording).unwrap();
    let run = Command::new("python3").arg(checker).arg(&recording).output().unwrap();
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{said}{}", String::from_utf8_lossy(&run.stderr));
}
