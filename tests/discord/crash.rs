//! Killed at any instant (I8): the program itself, at a stand-in that lives on, is killed again and
//! again while people play a fight to its end. What is stored and what everybody reads are then
//! those of a play that nobody disturbed.
//!
//! People do as people do: whoever got no answer looks whether it happened, and if it did not,
//! says it again; a button that is still there is pressed again.
//!
//! The same is done to three processes on one database of a server, each with one shard, and to
//! their sessions there.
//!
//! `RIPOSTE_KILLS=1000 RIPOSTE_KILLS_SEED=2 cargo test --test discord kills_leave -- --nocapture`
//! kills more often and at other instants, and says in the midst of what.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use jiff::SignedDuration;
use riposte::app::clock::{Clock as _, ManualClock};
use riposte::engine::core::dice::SeededDice;
use riposte::fake_discord::{
    BotAnswer, ClientError, DiscordSetup, FakeClock, FakeDiscord, ResponseHold, User,
    VisibleMessage,
};
use riposte::store::Store;
use riposte::store::database::Database;
use riposte::store::database_copy;
use riposte::store::ids::FightId;
use riposte::store::rows::JournalRow;
use sqlx::{Connection as _, PgConnection};
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::databases;

/// What a machine with much else to do may need for one step.
const LONG: Duration = Duration::from_secs(30);
/// How long the killer waits for the instant it has chosen.
const RATHER: Duration = Duration::from_millis(400);
/// How often somebody looks whether a command is there.
const GLANCE: Duration = Duration::from_millis(5);
const KILLS: u64 = 200;
/// … where there are three to kill.
const KILLS_OF_THREE: u64 = 24;
/// What is not done by then is told again.
const PATIENCE: Duration = Duration::from_secs(2);

/// From when on Discord counts, in milliseconds since 1970.
const DISCORDS_EPOCH: i64 = 1_420_070_400_000;

/// What somebody does.
#[derive(Clone, Debug)]
enum Step {
    /// Who types what.
    Types(&'static str, String),
    /// Who presses the first button of that kind that is theirs, if there is one.
    Presses(&'static str, &'static str),
    /// Who takes the first choice with that word from a menu of their turn, if there is one, and
    /// the first with that word from what it opens.
    Chooses(&'static str, &'static str, &'static str),
    /// Hours go by.
    Waits(i64),
}

use Step::{Chooses, Presses, Types, Waits};

/// Some seventy inputs, with questions answered and left to the clock, turns that pass by
/// themselves, secrets, orders and an undo.
fn story() -> Vec<Step> {
    let types = |who, text: &str| Types(who, text.to_string());
    let mut story = vec![
        types("GM", "/init new system:dr12"),
        types("GM", "/gm settings key:avoid_rolls value:prompt"),
        types("GM", "/init zones layout:\"Gate - Yard - Hall\""),
        types("Ana", "/init join name:Ana from:adept at:Yard with:\"hp=60 hp_max=60\""),
        types("Ben", "/init join name:Ben from:warrior at:Yard with:\"hp=60 hp_max=60\""),
        types("GM", "/init add name:Wolf from:raider at:Yard count:2 with:\"hp=60 hp_max=60\""),
        types("GM", "/init add name:Lurker from:bowman at:Hall hidden:true"),
        types("GM", "/init start"),
    ];
    for round in 0..8 {
        if round % 2 == 0 {
            story.push(types("Ana", "/attack target:\"Wolf 1\""));
            story.push(types("Ana", "/pass"));
        } else {
            story.push(Chooses("Ana", "Wolf 2", "Attack Wolf 2"));
            story.push(Presses("Ana", "turn:"));
        }
        story.push(types("Ben", "/attack target:\"Wolf 1\""));
        story.push(types("Ben", "/pass"));
        story.push(types("GM", "/npc attack target:Ana npc:\"Wolf 1\""));
        match round {
            0..=2 => story.push(Presses("Ana", "answer:")),
            3 => story.push(types("Ana", "/dodge")),
            _ => story.push(Waits(13)),
        }
        if round == 2 {
            story.push(types("GM", "/gm undo"));
            story.push(types("GM", "/gm harm who:\"Wolf 2\" amount:1"));
        }
        story.push(types("GM", "/npc attack target:Ben npc:\"Wolf 2\""));
        story.push(if round % 2 == 0 { Presses("Ben", "answer:") } else { Waits(13) });
        story.push(types("GM", "/npc pass-all"));
        if round == 4 {
            story.push(Waits(25));
            story.push(Waits(25));
            story.push(types("GM", "/gm reveal who:Lurker"));
            story.push(types("GM", "/npc pass-all"));
        }
    }
    story.push(types("GM", "/init end outcome:truce"));
    story
}

/// A process of the program.
#[derive(Default)]
struct Bot {
    /// As long as it lives.
    life: Mutex<Option<Life>>,
    /// The last line it has said back.
    settled: watch::Sender<u64>,
}

struct Life {
    child: Child,
    orders: ChildStdin,
}

/// A stand-in that lives on, the database, and the program that comes and goes.
struct Stage {
    discord: FakeDiscord,
    people: BTreeMap<&'static str, (User, User)>,
    folder: TempDir,
    database: PathBuf,
    clock: Arc<ManualClock>,
    /// One for each shard.
    bots: Vec<Bot>,
    /// The dice of the present scene, and how many lines the program was told so far.
    scene: Mutex<(u64, u64)>,
    /// Somebody has said something and waits for the answer.
    is_asked: AtomicBool,
    is_over: AtomicBool,
    /// The row of the journal that was reached before what is said now.
    reached: AtomicU64,
}

impl Stage {
    /// For one process on a file.
    async fn set() -> Arc<Self> {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("fights.db");
        Self::set_in(DiscordSetup::new(), 1, folder, database).await
    }

    async fn set_in(
        world: DiscordSetup,
        shards: u64,
        folder: TempDir,
        database: PathBuf,
    ) -> Arc<Self> {
        let clock = Arc::<ManualClock>::default();
        // Then the server is of the second shard of three: direct messages come to another.
        while (clock.now().as_millisecond() - DISCORDS_EPOCH) % 3 != 1 {
            clock.advance(SignedDuration::from_millis(1));
        }
        let of_discord = Arc::clone(&clock);
        let world = world.with_user("GM").with_user("Ana").with_user("Ben").with_channel("arena");
        let world = world.with_clock(FakeClock::from_fn(move || of_discord.now().as_millisecond()));
        let discord = FakeDiscord::start(world.with_min_shards(shards)).await.unwrap();
        assert_eq!((discord.first_guild().0 >> 22) % 3, 1);
        // How often a summary is written anew because it is old depends on how often it is edited.
        discord.limit_hourly_old_edits(usize::MAX);
        let people = ["GM", "Ana", "Ben"].map(|name| {
            let user = discord.find_or_add_user(name);
            (name, (user.clone(), user.in_dm()))
        });
        Arc::new(Self {
            discord,
            people: people.into(),
            folder,
            database,
            clock,
            bots: (0..shards).map(|_| Bot::default()).collect(),
            scene: Mutex::default(),
            is_asked: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            reached: AtomicU64::new(0),
        })
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("fights.db")
    }

    fn is_served(&self) -> bool {
        self.bots.len() > 1
    }

    fn start_all(self: &Arc<Self>) {
        (0..self.bots.len()).for_each(|at| self.start(at));
    }

    /// Starts a process, in the time and with the dice of the scene.
    fn start(self: &Arc<Self>, at: usize) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_riposte"))
            .args(["run", "--rehearse", "--shards", &format!("{at}/{}", self.bots.len())])
            .env_clear()
            .envs(std::env::var("RUST_MIN_STACK").map(|size| ("RUST_MIN_STACK", size)))
            .current_dir(self.folder.path())
            .env("RIPOSTE_DISCORD_URL", self.discord.url())
            .env("DISCORD_TOKEN", self.discord.token())
            .env("RIPOSTE_DATABASE", &self.database)
            .env("RIPOSTE_LOG", std::env::var("RIPOSTE_LOG").unwrap_or("error".into()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let said = BufReader::new(child.stdout.take().unwrap());
        let (orders, id) = (child.stdin.take().unwrap(), child.id());
        *self.bots[at].life.lock().unwrap() = Some(Life { child, orders });
        self.tell();
        let stage = Arc::downgrade(self);
        std::thread::spawn(move || {
            for line in said.lines().map_while(Result::ok) {
                let Some(stage) = stage.upgrade() else { return };
                let number: u64 = line.rsplit(' ').next().unwrap().parse().unwrap();
                stage.bots[at].settled.send_if_modified(|last| {
                    let is_later = number > *last;
                    *last = number.max(*last);
                    is_later
                });
            }
            if let Some(stage) = stage.upgrade() {
                stage.has_ended(at, id);
            }
        });
    }

    /// A process that could not start, since the server did not answer, is started again, as by
    /// whoever watches over it.
    fn has_ended(self: &Arc<Self>, at: usize, id: u32) {
        let ended = self.bots[at].life.lock().unwrap().take_if(|it| it.child.id() == id);
        let Some(mut bot) = ended else { return };
        assert_eq!(bot.child.wait().unwrap().code(), Some(1));
        self.start(at);
    }

    /// Tells the scene to all that live; the number of the line.
    fn tell(&self) -> u64 {
        let mut scene = self.scene.lock().unwrap();
        scene.1 += 1;
        let (seed, number) = *scene;
        for bot in &self.bots {
            if let Some(life) = bot.life.lock().unwrap().as_mut() {
                let line = format!("{} {seed} {number}\n", self.clock.now().as_millisecond());
                // One that dies just now does not hear it, and the next is told at its start.
                let _ = life.orders.write_all(line.as_bytes());
            }
        }
        number
    }

    /// Waits until all that is due is done and told.
    async fn settle(&self) {
        let settle = async {
            loop {
                let number = self.tell();
                let all = async {
                    for bot in &self.bots {
                        let mut settled = bot.settled.subscribe();
                        settled.wait_for(|last| *last >= number).await.unwrap();
                    }
                };
                if timeout(PATIENCE, all).await.is_ok() {
                    return;
                }
            }
        };
        timeout(LONG, settle).await.expect("the program does not come to rest");
    }

    async fn is_up(&self) {
        let channel = self.people["GM"].0.channel;
        let has_commands = || !self.discord.visible_commands(channel).is_empty();
        let has_shard = |shard: usize| self.discord.is_shard_connected(shard as u64);
        let is_up = || (0..self.bots.len()).all(has_shard) && has_commands();
        let up = self.discord.wait_for(LONG, || is_up().then_some(()));
        up.await.expect("the program does not come up");
    }

    /// Ends a process at once (SIGKILL), or asks it to stop (SIGTERM); what was stored then.
    async fn end(&self, at: usize, is_asked_to: bool) -> Wreck {
        let is_there = || self.discord.is_shard_connected(at as u64);
        let was_up = is_there();
        let was_asked = self.is_asked.load(Ordering::SeqCst);
        let Some(mut bot) = self.bots[at].life.lock().unwrap().take() else {
            return Wreck::default();
        };
        if is_asked_to {
            terminate(&bot.child);
        } else {
            bot.child.kill().unwrap();
        }
        let ended = tokio::task::spawn_blocking(move || bot.child.wait().unwrap());
        let ended = timeout(LONG, ended).await.expect("it does not stop").unwrap();
        // Who is asked before it listens ends at once, too, and who cannot start by itself.
        let has_started = was_up || !self.is_served() || ended.code() != Some(1);
        let expected = if is_asked_to && ended.code().is_some() { Some(0) } else { None };
        assert!(!has_started || ended.code() == expected, "{ended}");
        let gone = self.discord.wait_for(LONG, || (!is_there()).then_some(()));
        gone.await.expect("the dead do not hang up");
        self.discord.remove_disconnected_sessions();
        let (rows, posts) = self.wreckage().await.unwrap_or_default();
        Wreck {
            was_starting: !was_up,
            was_asked,
            was_stored: was_asked && rows > self.reached.load(Ordering::SeqCst),
            had_posts: posts > 0,
        }
    }

    /// How many rows and waiting posts there are, looked up in a copy.
    async fn wreckage(&self) -> Option<(u64, u64)> {
        let counted = "SELECT (SELECT count(*) FROM journal),
                              (SELECT count(*) FROM post WHERE failure IS NULL)";
        if self.is_served() {
            let mut server = PgConnection::connect(self.database.to_str()?).await.ok()?;
            let (rows, posts): (i64, i64) =
                sqlx::query_as(counted).fetch_one(&mut server).await.ok()?;
            return Some((rows as u64, posts as u64));
        }
        let copy = tempfile::tempdir().unwrap();
        for name in ["fights.db", "fights.db-wal"] {
            std::fs::copy(self.folder.path().join(name), copy.path().join(name)).ok()?;
        }
        let mut file = open(&copy.path().join("fights.db")).await;
        let counts: Result<(i64, i64), _> = sqlx::query_as(counted).fetch_one(&mut file).await;
        counts.ok().map(|(rows, posts)| (rows as u64, posts as u64))
    }

    /// A good stop; nothing may be left over. What is on a server is moved into the file.
    async fn stop(&self) {
        for bot in &self.bots {
            let Some(mut bot) = bot.life.lock().unwrap().take() else { continue };
            terminate(&bot.child);
            let ended = tokio::task::spawn_blocking(move || bot.child.wait().unwrap());
            let ended = timeout(LONG, ended).await.expect("it does not stop").unwrap();
            assert_eq!(ended.code(), Some(0));
        }
        if self.is_served() {
            let (from, to) = (Database::from(&self.database), Database::from(&self.file()));
            database_copy::copy_database(&from, &to).await.unwrap();
        }
    }

    /// The whole story; which row of the journal was reached after each step.
    async fn play(&self, known: Option<&[u64]>) -> Vec<u64> {
        let mut reached = Vec::new();
        for (place, step) in story().into_iter().enumerate() {
            self.reached.store(reached.last().copied().unwrap_or(0), Ordering::SeqCst);
            let goal = known.map(|rows| rows[place]);
            match step {
                Types(who, text) => self.types(who, &text, goal).await,
                Presses(who, kind) => {
                    self.new_scene(place).await;
                    self.presses(who, kind).await;
                }
                Chooses(who, whom, word) => {
                    self.new_scene(place).await;
                    self.chooses(who, whom, word).await;
                }
                Waits(hours) => {
                    self.settle().await;
                    self.clock.advance(SignedDuration::from_hours(hours));
                    self.new_scene(place).await;
                }
            }
            reached.push(match goal {
                Some(row) => row,
                None => self.looks().await,
            });
        }
        self.settle().await;
        reached
    }

    async fn new_scene(&self, place: usize) {
        self.settle().await;
        self.scene.lock().unwrap().0 = place as u64;
        self.settle().await;
    }

    async fn asks<T>(&self, answer: impl Future<Output = T>) -> T {
        self.is_asked.store(true, Ordering::SeqCst);
        let answer = answer.await;
        self.is_asked.store(false, Ordering::SeqCst);
        answer
    }

    async fn types(&self, who: &str, text: &str, goal: Option<u64>) {
        loop {
            self.is_up().await;
            let answer = self.asks(self.people[who].0.run_command(text)).await;
            match answer {
                Ok(answer) => {
                    assert!(answer.is_ephemeral, "{text}: {}", answer.text());
                    if !is_put_off(&answer) || Some(self.looks().await) >= goal {
                        return;
                    }
                }
                Err(ClientError::NoAnswer) if Some(self.looks().await) >= goal => return,
                Err(ClientError::NoAnswer) => {}
                // The commands of the fight come with the next start.
                Err(ClientError::WrongContext(_) | ClientError::UnknownCommand(_)) => {
                    tokio::time::sleep(GLANCE).await;
                }
                Err(wrong) => panic!("{text}: {wrong}"),
            }
        }
    }

    /// The number of the last thing that happened, as the GM reads it.
    async fn looks(&self) -> u64 {
        loop {
            self.is_up().await;
            match self.people["GM"].0.run_command("/log last:1").await {
                Ok(answer) if is_put_off(&answer) => {}
                Ok(answer) => {
                    let text = answer.text();
                    // Above it may stand what the GM has missed.
                    let number = |line: &str| line.split('.').next()?.parse().ok();
                    return text.lines().find_map(number).unwrap_or_else(|| {
                        assert!(text.contains("no fight"), "{text}");
                        0
                    });
                }
                Err(ClientError::NoAnswer) => {}
                Err(wrong) => panic!("{wrong}"),
            }
        }
    }

    async fn presses(&self, who: &str, kind: &str) {
        let theirs = |message: &VisibleMessage| {
            let mut ids = message.buttons().into_iter().filter_map(|button| button.custom_id);
            ids.find(|id| id.starts_with(kind))
        };
        loop {
            self.is_up().await;
            let Some((user, message, id)) = self.finds(who, theirs) else { return };
            let answer = self.asks(user.press_button(message.id, &id)).await;
            match answer {
                Ok(answer) if is_put_off(&answer) => {}
                Ok(_) => return,
                // If it is still there it is pressed again.
                Err(ClientError::NoAnswer | ClientError::NoSuchComponent(..)) => {}
                Err(wrong) => panic!("{kind}: {wrong}"),
            }
        }
    }

    async fn chooses(&self, who: &str, whom: &str, word: &str) {
        let option = |message: &VisibleMessage, word: &str| {
            let menus = message.menus().into_iter();
            let mut choices = menus.flat_map(|menu| {
                let id = menu.custom_id.clone();
                menu.options.into_iter().map(move |(label, value)| (id.clone(), label, value))
            });
            choices.find(|(_, label, _)| label.contains(word))
        };
        loop {
            self.is_up().await;
            let Some((user, message, (menu, _, value))) = self.finds(who, |it| option(it, whom))
            else {
                return;
            };
            let opened = self.asks(user.choose_in_menu(message.id, &menu, &[&value])).await;
            let answer = match opened.map(|opened| (is_put_off(&opened), opened.message)) {
                Ok((true, _)) => continue,
                Ok((false, None)) => return,
                Ok((false, Some(ways))) => {
                    let Some((menu, _, value)) = option(&ways, word) else { return };
                    self.is_up().await;
                    self.asks(user.choose_in_menu(ways.id, &menu, &[&value])).await
                }
                Err(wrong) => Err(wrong),
            };
            match answer {
                Ok(answer) if is_put_off(&answer) => {}
                Ok(_) => return,
                Err(ClientError::NoAnswer) => {}
                Err(ClientError::NoSuchComponent(..) | ClientError::BadValue { .. }) => {}
                Err(wrong) => panic!("{word}: {wrong}"),
            }
        }
    }

    /// The newest message to somebody with that in it, whispers apart.
    fn finds<T>(
        &self,
        who: &str,
        has: impl Fn(&VisibleMessage) -> Option<T>,
    ) -> Option<(User, VisibleMessage, T)> {
        let (user, dm) = &self.people[who];
        let own = |message: &VisibleMessage| {
            message.channel == dm.channel || message.content.contains(&user.mention())
        };
        for place in [user, dm] {
            let messages = place.screen_messages().into_iter().rev();
            for message in messages.filter(|one| one.ephemeral_to.is_none() && own(one)) {
                if let Some(found) = has(&message) {
                    return Some((place.clone(), message, found));
                }
            }
        }
        None
    }

    /// What is read in the end, by all and by each alone: who wrote it, all of it, what is pinned.
    fn readings(&self) -> Vec<(String, String, bool)> {
        let mut readings = Vec::new();
        let dms = self.people.values().map(|(_, dm)| dm);
        for place in std::iter::once(&self.people["GM"].0).chain(dms) {
            let messages = place.screen_messages().into_iter();
            for message in messages.filter(|message| message.ephemeral_to.is_none()) {
                readings.push((
                    message.author_name.clone(),
                    message.full_text(),
                    message.is_pinned,
                ));
            }
            readings.push(("---".into(), place.name.clone(), false));
        }
        readings
    }

    /// Buttons and menus that are left in what everybody reads.
    fn left_over(&self) -> Vec<String> {
        let dms = self.people.values().map(|(_, dm)| dm);
        let places = std::iter::once(&self.people["GM"].0).chain(dms);
        let messages = places.flat_map(|place| place.screen_messages());
        let messages = messages.filter(|message| message.ephemeral_to.is_none());
        // What is over is still there to be taken away.
        let is_live = |id: &String| !id.starts_with("say:");
        let has_live = |one: &VisibleMessage| {
            let mut ids = one.buttons().into_iter().filter_map(|button| button.custom_id);
            ids.any(|id| is_live(&id))
        };
        let pressable = messages.filter(|one| has_live(one) || !one.menus().is_empty());
        pressable.map(|message| message.full_text()).collect()
    }

    /// All that is stored, but for what Discord counts: its messages and interactions.
    async fn stored(&self) -> BTreeMap<&'static str, Vec<String>> {
        let mut file = open(&self.file()).await;
        let mut stored = BTreeMap::new();
        for (table, columns) in [
            ("fight", "id, system, guild, channel, gm, is_open, is_paused, is_gm_told, people"),
            ("participant", "user, fight, is_chosen"),
            ("prompt", "fight, revision, place, asked, outcome, closed"),
            ("turn", "fight, revision, waited, is_over"),
            ("record", "fight, subject, audience, revision, told, is_undone"),
            ("timer", "fight, kind, revision, place, due, millis_left"),
            ("post", "fight, audience, subject, letter"),
            ("message", "fight, subject"),
        ] {
            let sql = format!("SELECT json_array({columns}) FROM {table} ORDER BY {columns}");
            let rows: Vec<String> =
                sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_all(&mut file).await.unwrap();
            stored.insert(table, rows);
        }
        file.close().await.unwrap();
        // When a state is packed hangs on when the bot was started.
        let store = Store::open(&self.file()).await.unwrap();
        let rows = store.load_journal_rows_before(FightId(1), i64::MAX, u32::MAX).await.unwrap();
        let unkeyed =
            |row| format!("{:?}", JournalRow { input_key: None, dice: String::new(), ..row });
        stored.insert("journal", rows.into_iter().map(unkeyed).collect());
        store.close().await;
        stored
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        for bot in &self.bots {
            if let Some(mut bot) = bot.life.lock().unwrap().take() {
                let _ = bot.child.kill();
                let _ = bot.child.wait();
            }
        }
    }
}

/// The database was away for a moment.
fn is_put_off(answer: &BotAnswer) -> bool {
    answer.text().to_lowercase().contains("try again")
}

async fn open(file: &Path) -> sqlx::SqliteConnection {
    let file = format!("sqlite:{}", file.display());
    sqlx::SqliteConnection::connect(&file).await.unwrap()
}

/// In the middle of what a kill came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Wreck {
    was_starting: bool,
    was_asked: bool,
    /// What was asked was stored, but not answered.
    was_stored: bool,
    had_posts: bool,
}

/// Kills and starts the program until the play is over or it was killed often enough. Between the
/// kills it is asked to stop now and then.
async fn haunt(stage: &Arc<Stage>, dice: &mut SeededDice, most: usize, wrecks: &mut Vec<Wreck>) {
    while wrecks.len() < most {
        let hold = lie_in_wait(stage, dice).await;
        let is_over = stage.is_over.load(Ordering::SeqCst);
        if is_over {
            hold.iter().for_each(ResponseHold::release);
            return;
        }
        if stage.is_served() && dice.number_below(3) == 0 {
            cut_sessions(stage, dice).await;
            hold.iter().for_each(ResponseHold::release);
            continue;
        }
        let is_asked_to = hold.is_none() && dice.number_below(8) == 0;
        let at = dice.number_below(stage.bots.len());
        let wreck = stage.end(at, is_asked_to).await;
        if !is_asked_to {
            wrecks.push(wreck);
        }
        hold.iter().for_each(ResponseHold::release);
        stage.start(at);
    }
}

/// The server of the database ends one session of a process, or all of all processes, as it does
/// when it crashes.
async fn cut_sessions(stage: &Stage, dice: &mut SeededDice) {
    let place = stage.database.to_str().unwrap();
    let mut server = PgConnection::connect(place).await.unwrap();
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE application_name = current_schema() AND pid <> pg_backend_pid()
               ORDER BY pid OFFSET $1 LIMIT $2";
    let (first, most) =
        if dice.number_below(3) == 0 { (0, 100) } else { (dice.number_below(15), 1) };
    sqlx::query(cut).bind(first as i64).bind(most).execute(&mut server).await.unwrap();
}

fn terminate(child: &Child) {
    let id = child.id().to_string();
    assert!(Command::new("kill").arg(id).status().unwrap().success());
}

/// Waits for an instant to kill at: what the program has sent is done, but it has not heard so; or
/// so much has happened that can be seen from outside; or any time at all.
async fn lie_in_wait(stage: &Stage, dice: &mut SeededDice) -> Option<ResponseHold> {
    let discord = &stage.discord;
    let what = ["POST /api/v10/channels", "PATCH /api/v10/channels", "/callback"];
    match dice.number_below(10) {
        0..=3 => {
            let hold = discord.hold_next_response(what[[0, 0, 1, 2][dice.number_below(4)]]);
            let before = seen(stage);
            let _ = discord.wait_for(RATHER, || (seen(stage) != before).then_some(())).await;
            Some(hold)
        }
        4..=7 => {
            let mut left = 1 + dice.number_below(90);
            let happened = discord.wait_for(RATHER, || {
                left -= 1;
                (left == 0).then_some(())
            });
            let _ = happened.await;
            tokio::time::sleep(Duration::from_micros(dice.number_below(3000) as u64)).await;
            None
        }
        _ => {
            tokio::time::sleep(Duration::from_micros(dice.number_below(60_000) as u64)).await;
            None
        }
    }
}

/// All that anybody reads.
fn seen(stage: &Stage) -> Vec<(u64, String)> {
    let places = stage.people.values().flat_map(|(user, dm)| [user, dm]);
    let messages = places.flat_map(|place| place.screen_messages());
    messages.map(|message| (message.id.0, message.full_text())).collect()
}

/// What is left of a play that nobody disturbed.
struct Calm {
    /// Which row of the journal was reached after each step.
    rows: Vec<u64>,
    stored: BTreeMap<&'static str, Vec<String>>,
    readings: Vec<(String, String, bool)>,
}

impl Calm {
    async fn play() -> Self {
        let calm = Stage::set().await;
        calm.start_all();
        let rows = calm.play(None).await;
        calm.stop().await;
        assert!(*rows.last().unwrap() > 55, "{rows:?}");
        let (stored, readings) = (calm.stored().await, calm.readings());
        assert_eq!(stored["post"], [""; 0]);
        assert_eq!(calm.left_over(), [""; 0]);
        calm.discord.assert_no_violations();
        Self { rows, stored, readings }
    }

    /// Plays the same while the program is killed, until it was killed often enough or the play is
    /// over; all is the same in the end.
    async fn is_left(
        &self,
        stage: &Arc<Stage>,
        dice: &mut SeededDice,
        most: usize,
        wrecks: &mut Vec<Wreck>,
    ) {
        stage.start_all();
        let play = async {
            stage.play(Some(&self.rows)).await;
            stage.is_over.store(true, Ordering::SeqCst);
        };
        tokio::join!(play, haunt(stage, dice, most, wrecks));
        stage.is_up().await;
        stage.settle().await;
        stage.stop().await;
        let (now, read) = (stage.stored().await, stage.readings());
        for (table, rows) in &self.stored {
            assert_same(table, rows, &now[table]);
        }
        assert_same("readings", &self.readings, &read);
        stage.discord.assert_no_violations();
    }
}

fn number(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |number| number.parse().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_leave_no_trace() {
    let calm = Calm::play().await;
    let most = number("RIPOSTE_KILLS", KILLS) as usize;
    let mut dice = SeededDice::new(number("RIPOSTE_KILLS_SEED", 1));
    let (mut wrecks, mut plays) = (Vec::new(), 0);
    while wrecks.len() < most {
        plays += 1;
        calm.is_left(&Stage::set().await, &mut dice, most, &mut wrecks).await;
    }
    report(&wrecks, plays, &calm);
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_of_three_leave_no_trace() {
    if databases::server_address().is_none() {
        return eprintln!("skipped: RIPOSTE_POSTGRES is not set");
    }
    let calm = Calm::play().await;
    let most = number("RIPOSTE_KILLS", KILLS_OF_THREE) as usize;
    let mut dice = SeededDice::new(number("RIPOSTE_KILLS_SEED", 1));
    let (mut wrecks, mut plays) = (Vec::new(), 0);
    while wrecks.len() < most {
        plays += 1;
        let (folder, database) =
            (tempfile::tempdir().unwrap(), databases::fresh_path().await.unwrap());
        let stage = Stage::set_in(DiscordSetup::new(), 3, folder, database).await;
        calm.is_left(&stage, &mut dice, most, &mut wrecks).await;
    }
    report(&wrecks, plays, &calm);
}

/// Processes that start at the same moment identify in turn: the stand-in sends away whoever comes
/// too early, and counts it as a fault.
#[tokio::test(flavor = "multi_thread")]
async fn processes_identify_in_turn() {
    if databases::server_address().is_none() {
        return eprintln!("skipped: RIPOSTE_POSTGRES is not set");
    }
    let (folder, database) = (tempfile::tempdir().unwrap(), databases::fresh_path().await.unwrap());
    let world = DiscordSetup::new().with_max_concurrency(2);
    let stage = Stage::set_in(world, 3, folder, database).await;
    stage.start_all();
    stage.is_up().await;
    stage.stop().await;
    stage.discord.assert_no_violations();
}

/// A second process for the same shard waits, does nothing meanwhile, and takes over when the first
/// one ends.
#[tokio::test(flavor = "multi_thread")]
async fn a_spare_process_takes_over() {
    if databases::server_address().is_none() {
        return eprintln!("skipped: RIPOSTE_POSTGRES is not set");
    }
    let (folder, database) = (tempfile::tempdir().unwrap(), databases::fresh_path().await.unwrap());
    let stage = Stage::set_in(DiscordSetup::new(), 3, folder, database).await;
    stage.start_all();
    stage.is_up().await;
    let first = stage.bots[1].life.lock().unwrap().take().unwrap();
    stage.start(1);
    stage.types("GM", "/init new system:dr12", None).await;
    let Life { mut child, orders } = first;
    terminate(&child);
    let ended = tokio::task::spawn_blocking(move || child.wait().unwrap());
    assert_eq!(timeout(LONG, ended).await.expect("it does not stop").unwrap().code(), Some(0));
    drop(orders);
    let begun = Instant::now();
    stage.is_up().await;
    eprintln!("taken over in {:?}", begun.elapsed());
    stage.types("GM", "/init zones layout:\"Gate - Yard\"", None).await;
    stage.settle().await;
    let posts = stage.people["GM"].0.screen_messages();
    let posts = posts.iter().filter(|post| post.ephemeral_to.is_none() && post.is_pinned);
    assert_eq!(posts.count(), 1, "the summary stands there once");
    stage.stop().await;
    stage.discord.assert_no_violations();
}

fn report(wrecks: &[Wreck], plays: usize, calm: &Calm) {
    let count = |is: fn(&Wreck) -> bool| wrecks.iter().filter(|wreck| is(wreck)).count();
    eprintln!(
        "{} kills in {plays} plays of {} rows: {} while starting, {} before an input was stored, \
         {} after that and before its answer, {} with posts waiting, {} with nothing to do",
        wrecks.len(),
        calm.rows.last().unwrap(),
        count(|it| it.was_starting),
        count(|it| it.was_asked && !it.was_stored),
        count(|it| it.was_stored),
        count(|it| it.had_posts),
        count(|it| !it.was_starting && !it.was_asked && !it.had_posts),
    );
}

/// Says the first difference, not all.
fn assert_same<T: PartialEq + std::fmt::Debug>(what: &str, calm: &[T], killed: &[T]) {
    let pairs = calm.iter().zip(killed).enumerate();
    for (place, (one, other)) in pairs {
        assert_eq!(one, other, "{what}, row {place}");
    }
    assert_eq!(calm.len(), killed.len(), "{what}");
}
