//! I8: the program can be killed at any instant. It is killed again and again while users play a
//! fight to its end on a fake Discord that stays up. Afterwards the database and all messages equal
//! those of a play without kills.
//!
//! The users act as people would: one who gets no answer looks whether the command was done, and
//! types it again if not; a button that is still there is pressed again.
//!
//! The same is done to three processes, each with one shard, on one PostgreSQL database, whose
//! sessions are cut as well.
//!
//! `RIPOSTE_KILLS=1000 RIPOSTE_KILLS_SEED=2 cargo test --test discord kills_leave -- --nocapture`
//! kills more often and at other instants, and prints what the program was doing then.

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

/// How long one step may take on a busy machine.
const STEP_TIMEOUT: Duration = Duration::from_secs(120);
/// How long a kill waits for the moment that was chosen for it.
const KILL_WAIT: Duration = Duration::from_millis(400);
/// How often a user looks whether a command is registered.
const POLL_INTERVAL: Duration = Duration::from_millis(5);
const KILLS: u64 = 200;
/// The number of kills in the test with three processes.
const KILLS_OF_THREE_PROCESSES: u64 = 24;
/// After this time without a reply the line is sent again.
const RESEND_INTERVAL: Duration = Duration::from_secs(2);

/// The beginning of time in Discord's ids, in milliseconds since 1970.
const DISCORD_EPOCH_MILLIS: i64 = 1_420_070_400_000;

/// A step that the story consists of: an input of a user, or time.
#[derive(Clone, Debug)]
enum StoryStep {
    /// This user types a command.
    Type(&'static str, String),
    /// This user presses their first button whose custom id has this prefix, if there is one.
    Press(&'static str, &'static str),
    /// This user chooses the first option with this text from a menu of their turn, if there is
    /// one, and then the first option with the second text from the menu that it opens.
    Choose(&'static str, &'static str, &'static str),
    /// The clock moves on by so many hours.
    AdvanceHours(i64),
}

use StoryStep::{AdvanceHours, Choose, Press, Type};

/// A fight of some seventy inputs: prompts that are answered or reach their deadline, turns that
/// end at their deadline, a hidden NPC and an undo.
fn story_steps() -> Vec<StoryStep> {
    let type_command = |user_name, text: &str| Type(user_name, text.to_string());
    let mut steps = vec![
        type_command("GM", "/init new system:dr12"),
        type_command("GM", "/gm settings key:avoid_rolls value:prompt"),
        type_command("GM", "/init zones layout:\"Gate - Yard - Hall\""),
        type_command("Ana", "/init join name:Ana from:adept at:Yard with:\"hp=60 hp_max=60\""),
        type_command("Ben", "/init join name:Ben from:warrior at:Yard with:\"hp=60 hp_max=60\""),
        type_command(
            "GM",
            "/init add name:Wolf from:raider at:Yard count:2 with:\"hp=60 hp_max=60\"",
        ),
        type_command("GM", "/init add name:Lurker from:bowman at:Hall hidden:true"),
        type_command("GM", "/init start"),
    ];
    for round in 0..8 {
        if round % 2 == 0 {
            steps.push(type_command("Ana", "/attack target:\"Wolf 1\""));
            steps.push(type_command("Ana", "/pass"));
        } else {
            steps.push(Choose("Ana", "Wolf 2", "Attack Wolf 2"));
            steps.push(Press("Ana", "turn:"));
        }
        // Words in character go out by requests that Discord does not recognise when repeated.
        steps.push(type_command("Ben", &format!("/describe text:\"Blow {round}!\"")));
        if round % 4 == 3 {
            steps
                .push(type_command("Ben", &format!("/words edit text:\"Blow {round} and more!\"")));
        }
        steps.push(type_command("Ben", "/attack target:\"Wolf 1\""));
        steps.push(type_command("Ben", "/pass"));
        steps.push(type_command("GM", "/npc attack target:Ana npc:\"Wolf 1\""));
        match round {
            0..=2 => steps.push(Press("Ana", "answer:")),
            3 => steps.push(type_command("Ana", "/dodge")),
            _ => steps.push(AdvanceHours(13)),
        }
        if round == 2 {
            steps.push(type_command("GM", "/gm undo"));
            steps.push(type_command("GM", "/gm harm who:\"Wolf 2\" amount:1"));
        }
        steps.push(type_command("GM", "/npc attack target:Ben npc:\"Wolf 2\""));
        steps.push(if round % 2 == 0 { Press("Ben", "answer:") } else { AdvanceHours(13) });
        steps.push(type_command("GM", "/npc pass-all"));
        if round == 4 {
            steps.push(AdvanceHours(25));
            steps.push(AdvanceHours(25));
            steps.push(type_command("GM", "/gm reveal who:Lurker"));
            steps.push(type_command("GM", "/npc pass-all"));
        }
    }
    steps.push(type_command("GM", "/init end outcome:truce"));
    steps
}

/// A process of the program, which may be down.
#[derive(Default)]
struct BotProcess {
    /// The process while it runs.
    process: Mutex<Option<LiveProcess>>,
    /// The number of the last line for which it has done everything that was due.
    settled_line: watch::Sender<u64>,
}

struct LiveProcess {
    child: Child,
    stdin: ChildStdin,
}

/// The fake Discord, which stays up, the database, and the processes, which are killed and started.
struct Deployment {
    discord: FakeDiscord,
    users: BTreeMap<&'static str, (User, User)>,
    folder: TempDir,
    database: PathBuf,
    clock: Arc<ManualClock>,
    /// One process for each shard.
    bots: Vec<BotProcess>,
    /// The seed of the present dice, and the number of the last line that the processes were sent.
    seed_and_line: Mutex<(u64, u64)>,
    /// Whether a user has sent an input and waits for the answer.
    awaits_answer: AtomicBool,
    is_over: AtomicBool,
    /// The last row of the journal before the present step.
    journal_row: AtomicU64,
}

impl Deployment {
    /// Prepares a deployment of one process with an SQLite file.
    async fn prepare() -> Arc<Self> {
        let folder = tempfile::tempdir().unwrap();
        let database = folder.path().join("fights.db");
        Self::prepare_with(DiscordSetup::new(), 1, folder, database).await
    }

    /// Prepares a deployment of one process for each shard.
    async fn prepare_with(
        setup: DiscordSetup,
        shards: u64,
        folder: TempDir,
        database: PathBuf,
    ) -> Arc<Self> {
        let clock = Arc::<ManualClock>::default();
        // At this time Discord gives the server an id of the second of three shards. Direct
        // messages come to the first one.
        while (clock.now().as_millisecond() - DISCORD_EPOCH_MILLIS) % 3 != 1 {
            clock.advance(SignedDuration::from_millis(1));
        }
        let discord_clock = Arc::clone(&clock);
        let setup = setup.with_user("GM").with_user("Ana").with_user("Ben").with_channel("arena");
        let setup =
            setup.with_clock(FakeClock::from_fn(move || discord_clock.now().as_millisecond()));
        let discord = FakeDiscord::start(setup.with_min_shards(shards)).await.unwrap();
        assert_eq!((discord.first_guild().0 >> 22) % 3, 1);
        // A restarted bot edits more often and would reach the limit of edits, after which the
        // summary is posted again.
        discord.limit_hourly_old_edits(usize::MAX);
        let users = ["GM", "Ana", "Ben"].map(|name| {
            let user = discord.find_or_add_user(name);
            (name, (user.clone(), user.in_dm()))
        });
        Arc::new(Self {
            discord,
            users: users.into(),
            folder,
            database,
            clock,
            bots: (0..shards).map(|_| BotProcess::default()).collect(),
            seed_and_line: Mutex::default(),
            awaits_answer: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
            journal_row: AtomicU64::new(0),
        })
    }

    /// The file that holds the database in the end.
    fn final_database(&self) -> PathBuf {
        self.folder.path().join("fights.db")
    }

    /// Whether the database is on a PostgreSQL server.
    fn is_on_server(&self) -> bool {
        self.bots.len() > 1
    }

    fn start_all(self: &Arc<Self>) {
        (0..self.bots.len()).for_each(|shard| self.start_process(shard));
    }

    /// Starts the process of a shard, which gets the present time and dice.
    fn start_process(self: &Arc<Self>, shard: usize) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_riposte"))
            .args(["run", "--rehearse", "--shards", &format!("{shard}/{}", self.bots.len())])
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
        let output = BufReader::new(child.stdout.take().unwrap());
        let (stdin, id) = (child.stdin.take().unwrap(), child.id());
        *self.bots[shard].process.lock().unwrap() = Some(LiveProcess { child, stdin });
        self.send_time_and_dice();
        let deployment = Arc::downgrade(self);
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                let Some(deployment) = deployment.upgrade() else { return };
                let number: u64 = line.rsplit(' ').next().unwrap().parse().unwrap();
                deployment.bots[shard].settled_line.send_if_modified(|last| {
                    let is_later = number > *last;
                    *last = number.max(*last);
                    is_later
                });
            }
            if let Some(deployment) = deployment.upgrade() {
                deployment.restart_if_start_failed(shard, id);
            }
        });
    }

    /// Starts a process again that has ended because the database server did not answer at its
    /// start, as a service manager would.
    fn restart_if_start_failed(self: &Arc<Self>, shard: usize, id: u32) {
        let ended = self.bots[shard].process.lock().unwrap().take_if(|it| it.child.id() == id);
        let Some(mut bot) = ended else { return };
        assert_eq!(bot.child.wait().unwrap().code(), Some(1));
        self.start_process(shard);
    }

    /// Sends a line with the time and the seed of the dice to all running processes, and returns
    /// its number.
    fn send_time_and_dice(&self) -> u64 {
        let mut seed_and_line = self.seed_and_line.lock().unwrap();
        seed_and_line.1 += 1;
        let (seed, number) = *seed_and_line;
        for bot in &self.bots {
            if let Some(process) = bot.process.lock().unwrap().as_mut() {
                let line = format!("{} {seed} {number}\n", self.clock.now().as_millisecond());
                // A process that is dying may miss the line, but its successor gets it at its
                // start.
                let _ = process.stdin.write_all(line.as_bytes());
            }
        }
        number
    }

    /// Waits until all processes have done and delivered everything that is due.
    async fn wait_until_settled(&self) {
        let settle = async {
            loop {
                let number = self.send_time_and_dice();
                let all = async {
                    for bot in &self.bots {
                        let mut settled = bot.settled_line.subscribe();
                        settled.wait_for(|last| *last >= number).await.unwrap();
                    }
                };
                if timeout(RESEND_INTERVAL, all).await.is_ok() {
                    return;
                }
            }
        };
        timeout(STEP_TIMEOUT, settle).await.expect("the program does not settle");
    }

    /// Waits until all shards are connected and the server has its commands.
    async fn wait_until_up(&self) {
        let channel = self.users["GM"].0.channel;
        let has_commands = || !self.discord.visible_commands(channel).is_empty();
        let has_shard = |shard: usize| self.discord.is_shard_connected(shard as u64);
        let is_up = || (0..self.bots.len()).all(has_shard) && has_commands();
        let up = self.discord.wait_for(STEP_TIMEOUT, || is_up().then_some(()));
        up.await.expect("the program does not come up");
    }

    /// Ends a process by SIGKILL, or by SIGTERM if it is to shut down gracefully. Returns what it
    /// was doing.
    async fn end_process(&self, shard: usize, is_graceful: bool) -> KillMoment {
        let is_connected = || self.discord.is_shard_connected(shard as u64);
        let was_up = is_connected();
        let awaited_answer = self.awaits_answer.load(Ordering::SeqCst);
        let Some(mut bot) = self.bots[shard].process.lock().unwrap().take() else {
            return KillMoment::default();
        };
        if is_graceful {
            send_sigterm(&bot.child);
        } else {
            bot.child.kill().unwrap();
        }
        let ended = tokio::task::spawn_blocking(move || bot.child.wait().unwrap());
        let ended = timeout(STEP_TIMEOUT, ended).await.expect("it does not stop").unwrap();
        // A process that gets SIGTERM before it handles signals is killed by it, and one that
        // cannot reach the database at its start ends by itself.
        let has_started = was_up || !self.is_on_server() || ended.code() != Some(1);
        let expected = if is_graceful && ended.code().is_some() { Some(0) } else { None };
        assert!(!has_started || ended.code() == expected, "{ended}");
        let disconnected = self.discord.wait_for(STEP_TIMEOUT, || (!is_connected()).then_some(()));
        disconnected.await.expect("the dead process does not disconnect");
        self.discord.remove_disconnected_sessions();
        let (rows, posts) = self.count_rows_and_posts().await.unwrap_or_default();
        KillMoment {
            was_starting: !was_up,
            awaited_answer,
            was_stored: awaited_answer && rows > self.journal_row.load(Ordering::SeqCst),
            had_posts: posts > 0,
        }
    }

    /// Counts the rows of the journal and the waiting posts, in a copy of an SQLite file.
    async fn count_rows_and_posts(&self) -> Option<(u64, u64)> {
        let count_query = "SELECT (SELECT count(*) FROM journal),
                              (SELECT count(*) FROM post WHERE failure IS NULL)";
        if self.is_on_server() {
            let mut server = PgConnection::connect(self.database.to_str()?).await.ok()?;
            let (rows, posts): (i64, i64) =
                sqlx::query_as(count_query).fetch_one(&mut server).await.ok()?;
            return Some((rows as u64, posts as u64));
        }
        let copy = tempfile::tempdir().unwrap();
        for name in ["fights.db", "fights.db-wal"] {
            std::fs::copy(self.folder.path().join(name), copy.path().join(name)).ok()?;
        }
        let mut file = open_sqlite(&copy.path().join("fights.db")).await;
        let counts: Result<(i64, i64), _> = sqlx::query_as(count_query).fetch_one(&mut file).await;
        counts.ok().map(|(rows, posts)| (rows as u64, posts as u64))
    }

    /// Stops all processes gracefully, and copies a database on a server into the file.
    async fn stop_all(&self) {
        for bot in &self.bots {
            let Some(mut bot) = bot.process.lock().unwrap().take() else { continue };
            send_sigterm(&bot.child);
            let ended = tokio::task::spawn_blocking(move || bot.child.wait().unwrap());
            let ended = timeout(STEP_TIMEOUT, ended).await.expect("it does not stop").unwrap();
            assert_eq!(ended.code(), Some(0));
        }
        if self.is_on_server() {
            let (from, to) =
                (Database::from(&self.database), Database::from(&self.final_database()));
            database_copy::copy_database(&from, &to).await.unwrap();
        }
    }

    /// Plays the whole story and returns the last row of the journal after each step. `known` has
    /// these rows from an earlier play.
    async fn play(&self, known: Option<&[u64]>) -> Vec<u64> {
        let mut reached = Vec::new();
        for (index, step) in story_steps().into_iter().enumerate() {
            self.journal_row.store(reached.last().copied().unwrap_or(0), Ordering::SeqCst);
            let goal = known.map(|rows| rows[index]);
            match step {
                Type(user_name, text) => self.type_command(user_name, &text, goal).await,
                Press(user_name, prefix) => {
                    self.change_dice(index).await;
                    self.press_button(user_name, prefix).await;
                }
                Choose(user_name, target, act) => {
                    self.change_dice(index).await;
                    self.choose_in_menus(user_name, target, act).await;
                }
                AdvanceHours(hours) => {
                    self.wait_until_settled().await;
                    self.clock.advance(SignedDuration::from_hours(hours));
                    self.change_dice(index).await;
                }
            }
            reached.push(match goal {
                Some(row) => row,
                None => self.read_journal_row().await,
            });
        }
        self.wait_until_settled().await;
        reached
    }

    /// Gives the processes new dice once they have settled.
    async fn change_dice(&self, index: usize) {
        self.wait_until_settled().await;
        self.seed_and_line.lock().unwrap().0 = index as u64;
        self.wait_until_settled().await;
    }

    /// Waits for an answer, and marks that it is awaited.
    async fn wait_for_answer<T>(&self, answer: impl Future<Output = T>) -> T {
        self.awaits_answer.store(true, Ordering::SeqCst);
        let answer = answer.await;
        self.awaits_answer.store(false, Ordering::SeqCst);
        answer
    }

    /// Types a command until it is answered, or has led to the row `goal` of the journal.
    async fn type_command(&self, user_name: &str, text: &str, goal: Option<u64>) {
        loop {
            self.wait_until_up().await;
            let answer = self.wait_for_answer(self.users[user_name].0.run_command(text)).await;
            match answer {
                Ok(answer) => {
                    assert!(answer.is_ephemeral, "{text}: {}", answer.text());
                    if !says_try_again(&answer) || Some(self.read_journal_row().await) >= goal {
                        return;
                    }
                }
                Err(ClientError::NoAnswer) if Some(self.read_journal_row().await) >= goal => return,
                Err(ClientError::NoAnswer) => {}
                // A restarted bot must register the commands of the fight first.
                Err(
                    ClientError::WrongContext(_)
                    | ClientError::UnknownCommand(_)
                    | ClientError::CommandGroup(..),
                ) => {
                    tokio::time::sleep(POLL_INTERVAL).await;
                }
                Err(error) => panic!("{text}: {error}"),
            }
        }
    }

    /// Reads the number of the last event from the GM's log.
    async fn read_journal_row(&self) -> u64 {
        loop {
            self.wait_until_up().await;
            match self.users["GM"].0.run_command("/log last:1").await {
                Ok(answer) if says_try_again(&answer) => {}
                Ok(answer) => {
                    let text = answer.text();
                    // A digest of what the GM has missed may stand above it.
                    let number = |line: &str| line.split('.').next()?.parse().ok();
                    return text.lines().find_map(number).unwrap_or_else(|| {
                        assert!(text.contains("no fight"), "{text}");
                        0
                    });
                }
                Err(ClientError::NoAnswer) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Presses the first button of a user whose custom id has this prefix, until it is answered.
    async fn press_button(&self, user_name: &str, prefix: &str) {
        let find_button = |message: &VisibleMessage| {
            let mut ids = message.buttons().into_iter().filter_map(|button| button.custom_id);
            ids.find(|id| id.starts_with(prefix))
        };
        loop {
            self.wait_until_up().await;
            let Some((user, message, id)) = self.find_message(user_name, find_button) else {
                return;
            };
            let answer = self.wait_for_answer(user.press_button(message.id, &id)).await;
            match answer {
                Ok(answer) if says_try_again(&answer) => {}
                Ok(_) => return,
                // A button that is still there is pressed again.
                Err(ClientError::NoAnswer | ClientError::NoSuchComponent(..)) => {}
                Err(error) => panic!("{prefix}: {error}"),
            }
        }
    }

    /// Chooses an option by its text, and one by another text from the menu that this opens, until
    /// that is answered.
    async fn choose_in_menus(&self, user_name: &str, target: &str, act: &str) {
        let find_option = |message: &VisibleMessage, text: &str| {
            let menus = message.menus().into_iter();
            let mut choices = menus.flat_map(|menu| {
                let id = menu.custom_id.clone();
                menu.options.into_iter().map(move |(label, value)| (id.clone(), label, value))
            });
            choices.find(|(_, label, _)| label.contains(text))
        };
        loop {
            self.wait_until_up().await;
            let Some((user, message, (menu, _, value))) =
                self.find_message(user_name, |it| find_option(it, target))
            else {
                return;
            };
            let opened =
                self.wait_for_answer(user.choose_in_menu(message.id, &menu, &[&value])).await;
            let answer = match opened.map(|opened| (says_try_again(&opened), opened.message)) {
                Ok((true, _)) => continue,
                Ok((false, None)) => return,
                Ok((false, Some(submenu))) => {
                    let Some((menu, _, value)) = find_option(&submenu, act) else { return };
                    self.wait_until_up().await;
                    self.wait_for_answer(user.choose_in_menu(submenu.id, &menu, &[&value])).await
                }
                Err(error) => Err(error),
            };
            match answer {
                Ok(answer) if says_try_again(&answer) => {}
                Ok(_) => return,
                Err(ClientError::NoAnswer) => {}
                Err(ClientError::NoSuchComponent(..) | ClientError::BadValue { .. }) => {}
                Err(error) => panic!("{act}: {error}"),
            }
        }
    }

    /// Finds the newest message to a user for which `find` gives something, without private
    /// answers.
    fn find_message<T>(
        &self,
        user_name: &str,
        find: impl Fn(&VisibleMessage) -> Option<T>,
    ) -> Option<(User, VisibleMessage, T)> {
        let (user, dm) = &self.users[user_name];
        let is_own = |message: &VisibleMessage| {
            message.channel == dm.channel || message.content.contains(&user.mention())
        };
        for place in [user, dm] {
            let messages = place.screen_messages().into_iter().rev();
            for message in messages.filter(|one| one.ephemeral_to.is_none() && is_own(one)) {
                if let Some(found) = find(&message) {
                    return Some((place.clone(), message, found));
                }
            }
        }
        None
    }

    /// Reads all messages in the channel and in direct messages: author, text and whether it is
    /// pinned. Emoji are without their ids.
    fn read_all_messages(&self) -> Vec<(String, String, bool)> {
        let mut readings = Vec::new();
        let dms = self.users.values().map(|(_, dm)| dm);
        for place in std::iter::once(&self.users["GM"].0).chain(dms) {
            let messages = place.screen_messages().into_iter();
            for message in messages.filter(|message| message.ephemeral_to.is_none()) {
                readings.push((
                    message.author_name.clone(),
                    remove_emoji_ids(&message.full_text()),
                    message.is_pinned,
                ));
            }
            readings.push(("---".into(), place.name.clone(), false));
        }
        readings
    }

    /// Finds messages that still have buttons or menus for inputs.
    fn find_leftover_controls(&self) -> Vec<String> {
        let dms = self.users.values().map(|(_, dm)| dm);
        let places = std::iter::once(&self.users["GM"].0).chain(dms);
        let messages = places.flat_map(|place| place.screen_messages());
        let messages = messages.filter(|message| message.ephemeral_to.is_none());
        // The buttons below the report of a finished fight remain.
        let is_live = |id: &String| !id.starts_with("say:");
        let has_live = |one: &VisibleMessage| {
            let mut ids = one.buttons().into_iter().filter_map(|button| button.custom_id);
            ids.any(|id| is_live(&id))
        };
        let pressable = messages.filter(|one| has_live(one) || !one.menus().is_empty());
        pressable.map(|message| message.full_text()).collect()
    }

    /// Dumps the database without the ids that Discord has given to messages and interactions.
    async fn dump_database(&self) -> BTreeMap<&'static str, Vec<String>> {
        let mut file = open_sqlite(&self.final_database()).await;
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
        // The store reads packed and unpacked rows alike: when rows are packed depends on restarts.
        let store = Store::open(&self.final_database()).await.unwrap();
        let rows = store.load_journal_rows_before(FightId(1), i64::MAX, u32::MAX).await.unwrap();
        let format_row =
            |row| format!("{:?}", JournalRow { input_key: None, dice: String::new(), ..row });
        stored.insert("journal", rows.into_iter().map(format_row).collect());
        store.close().await;
        stored
    }
}

impl Drop for Deployment {
    fn drop(&mut self) {
        for bot in &self.bots {
            if let Some(mut bot) = bot.process.lock().unwrap().take() {
                let _ = bot.child.kill();
                let _ = bot.child.wait();
            }
        }
    }
}

/// Whether the answer says that the database was unavailable for a moment.
fn says_try_again(answer: &BotAnswer) -> bool {
    answer.text().to_lowercase().contains("try again")
}

async fn open_sqlite(file: &Path) -> sqlx::SqliteConnection {
    let file = format!("sqlite:{}", file.display());
    sqlx::SqliteConnection::connect(&file).await.unwrap()
}

/// The work of the program at the moment of a kill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct KillMoment {
    was_starting: bool,
    awaited_answer: bool,
    /// Whether the input was stored but not answered.
    was_stored: bool,
    had_posts: bool,
}

/// Kills and restarts processes until the play is over or there were enough kills. Sometimes it
/// stops one gracefully or cuts database sessions instead.
async fn kill_repeatedly(
    deployment: &Arc<Deployment>,
    dice: &mut SeededDice,
    max_kills: usize,
    kills: &mut Vec<KillMoment>,
) {
    while kills.len() < max_kills {
        let hold = wait_for_kill_moment(deployment, dice).await;
        let is_over = deployment.is_over.load(Ordering::SeqCst);
        if is_over {
            hold.iter().for_each(ResponseHold::release);
            return;
        }
        if deployment.is_on_server() && dice.number_below(3) == 0 {
            terminate_database_sessions(deployment, dice).await;
            hold.iter().for_each(ResponseHold::release);
            continue;
        }
        let is_graceful = hold.is_none() && dice.number_below(8) == 0;
        let shard = dice.number_below(deployment.bots.len());
        let kill = deployment.end_process(shard, is_graceful).await;
        if !is_graceful {
            kills.push(kill);
        }
        hold.iter().for_each(ResponseHold::release);
        deployment.start_process(shard);
    }
}

/// Lets the database server end one session of a process, or all sessions, as in a crash.
async fn terminate_database_sessions(deployment: &Deployment, dice: &mut SeededDice) {
    let url = deployment.database.to_str().unwrap();
    let mut server = PgConnection::connect(url).await.unwrap();
    let terminate_query = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE application_name = current_schema() AND pid <> pg_backend_pid()
               ORDER BY pid OFFSET $1 LIMIT $2";
    let (first, count) =
        if dice.number_below(3) == 0 { (0, 100) } else { (dice.number_below(15), 1) };
    sqlx::query(terminate_query).bind(first as i64).bind(count).execute(&mut server).await.unwrap();
}

fn send_sigterm(child: &Child) {
    let id = child.id().to_string();
    assert!(Command::new("kill").arg(id).status().unwrap().success());
}

/// Waits for a moment to kill: when Discord has done a request but its response is held back, after
/// a number of changes in the fake Discord, or after any short time.
async fn wait_for_kill_moment(
    deployment: &Deployment,
    dice: &mut SeededDice,
) -> Option<ResponseHold> {
    let discord = &deployment.discord;
    let requests = ["POST /api/v10/channels", "PATCH /api/v10/channels", "/callback"];
    match dice.number_below(10) {
        0..=3 => {
            let hold = discord.hold_next_response(requests[[0, 0, 1, 2][dice.number_below(4)]]);
            let before = visible_messages(deployment);
            let _ = discord
                .wait_for(KILL_WAIT, || (visible_messages(deployment) != before).then_some(()))
                .await;
            Some(hold)
        }
        4..=7 => {
            let mut remaining = 1 + dice.number_below(90);
            let happened = discord.wait_for(KILL_WAIT, || {
                remaining -= 1;
                (remaining == 0).then_some(())
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

/// Reads the messages on the screens of all users.
fn visible_messages(deployment: &Deployment) -> Vec<(u64, String)> {
    let places = deployment.users.values().flat_map(|(user, dm)| [user, dm]);
    let messages = places.flat_map(|place| place.screen_messages());
    messages.map(|message| (message.id.0, message.full_text())).collect()
}

/// The results of a play without kills.
struct UndisturbedPlay {
    /// The last row of the journal after each step.
    rows: Vec<u64>,
    stored: BTreeMap<&'static str, Vec<String>>,
    readings: Vec<(String, String, bool)>,
}

impl UndisturbedPlay {
    /// Plays the story without kills.
    async fn play() -> Self {
        let undisturbed = Deployment::prepare().await;
        undisturbed.start_all();
        let rows = undisturbed.play(None).await;
        undisturbed.stop_all().await;
        assert!(*rows.last().unwrap() > 55, "{rows:?}");
        let (stored, readings) =
            (undisturbed.dump_database().await, undisturbed.read_all_messages());
        assert_eq!(stored["post"], [""; 0]);
        assert_eq!(undisturbed.find_leftover_controls(), [""; 0]);
        undisturbed.discord.assert_no_violations();
        Self { rows, stored, readings }
    }

    /// Plays the story with kills, and panics if the database or the messages differ in the end.
    async fn assert_same_despite_kills(
        &self,
        deployment: &Arc<Deployment>,
        dice: &mut SeededDice,
        max_kills: usize,
        kills: &mut Vec<KillMoment>,
    ) {
        deployment.start_all();
        let play = async {
            deployment.play(Some(&self.rows)).await;
            deployment.is_over.store(true, Ordering::SeqCst);
        };
        tokio::join!(play, kill_repeatedly(deployment, dice, max_kills, kills));
        deployment.wait_until_up().await;
        deployment.wait_until_settled().await;
        deployment.stop_all().await;
        let (stored, readings) = (deployment.dump_database().await, deployment.read_all_messages());
        for (table, rows) in &self.stored {
            assert_same(table, rows, &stored[table]);
        }
        assert_same("readings", &self.readings, &readings);
        deployment.discord.assert_no_violations();
    }
}

/// Removes the ids of the bot's emoji, which depend on when they were uploaded.
fn remove_emoji_ids(text: &str) -> String {
    let mut parts = text.split("<:riposte_");
    let mut result = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (name, rest) = part.split_once(':').unwrap();
        let (_, rest) = rest.split_once('>').unwrap();
        result.push_str(&format!("<:riposte_{name}>{rest}"));
    }
    result
}

/// Reads a number from an environment variable.
fn env_number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |number| number.parse().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_leave_no_trace() {
    let undisturbed = UndisturbedPlay::play().await;
    let max_kills = env_number("RIPOSTE_KILLS", KILLS) as usize;
    let mut dice = SeededDice::new(env_number("RIPOSTE_KILLS_SEED", 1));
    let (mut kills, mut plays) = (Vec::new(), 0);
    while kills.len() < max_kills {
        plays += 1;
        undisturbed
            .assert_same_despite_kills(
                &Deployment::prepare().await,
                &mut dice,
                max_kills,
                &mut kills,
            )
            .await;
    }
    print_report(&kills, plays, &undisturbed);
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_of_three_processes_leave_no_trace() {
    if databases::server_address().is_none() {
        return eprintln!("skipped: RIPOSTE_POSTGRES is not set");
    }
    let undisturbed = UndisturbedPlay::play().await;
    let max_kills = env_number("RIPOSTE_KILLS", KILLS_OF_THREE_PROCESSES) as usize;
    let mut dice = SeededDice::new(env_number("RIPOSTE_KILLS_SEED", 1));
    let (mut kills, mut plays) = (Vec::new(), 0);
    while kills.len() < max_kills {
        plays += 1;
        let (folder, database) =
            (tempfile::tempdir().unwrap(), databases::fresh_path().await.unwrap());
        let deployment = Deployment::prepare_with(DiscordSetup::new(), 3, folder, database).await;
        undisturbed.assert_same_despite_kills(&deployment, &mut dice, max_kills, &mut kills).await;
    }
    print_report(&kills, plays, &undisturbed);
}

/// Processes that start at the same moment identify in turn: the fake Discord rejects one that is
/// too early, and counts that as a violation.
#[tokio::test(flavor = "multi_thread")]
async fn processes_identify_in_turn() {
    if databases::server_address().is_none() {
        return eprintln!("skipped: RIPOSTE_POSTGRES is not set");
    }
    let (folder, database) = (tempfile::tempdir().unwrap(), databases::fresh_path().await.unwrap());
    let setup = DiscordSetup::new().with_max_concurrency(2);
    let deployment = Deployment::prepare_with(setup, 3, folder, database).await;
    deployment.start_all();
    deployment.wait_until_up().await;
    deployment.stop_all().await;
    deployment.discord.assert_no_violations();
}

/// A second process for the same shard waits and does nothing until the first one ends, then takes
/// over.
#[tokio::test(flavor = "multi_thread")]
async fn a_spare_process_takes_over() {
    if databases::server_address().is_none() {
        return eprintln!("skipped: RIPOSTE_POSTGRES is not set");
    }
    let (folder, database) = (tempfile::tempdir().unwrap(), databases::fresh_path().await.unwrap());
    let deployment = Deployment::prepare_with(DiscordSetup::new(), 3, folder, database).await;
    deployment.start_all();
    deployment.wait_until_up().await;
    let first = deployment.bots[1].process.lock().unwrap().take().unwrap();
    deployment.start_process(1);
    deployment.type_command("GM", "/init new system:dr12", None).await;
    let LiveProcess { mut child, stdin } = first;
    send_sigterm(&child);
    let ended = tokio::task::spawn_blocking(move || child.wait().unwrap());
    assert_eq!(
        timeout(STEP_TIMEOUT, ended).await.expect("it does not stop").unwrap().code(),
        Some(0)
    );
    drop(stdin);
    let start = Instant::now();
    deployment.wait_until_up().await;
    eprintln!("taken over in {:?}", start.elapsed());
    deployment.type_command("GM", "/init zones layout:\"Gate - Yard\"", None).await;
    deployment.wait_until_settled().await;
    let posts = deployment.users["GM"].0.screen_messages();
    let posts = posts.iter().filter(|post| post.ephemeral_to.is_none() && post.is_pinned);
    assert_eq!(posts.count(), 1, "the summary stands there once");
    deployment.stop_all().await;
    deployment.discord.assert_no_violations();
}

fn print_report(kills: &[KillMoment], plays: usize, undisturbed: &UndisturbedPlay) {
    let count =
        |matches: fn(&KillMoment) -> bool| kills.iter().filter(|kill| matches(kill)).count();
    eprintln!(
        "{} kills in {plays} plays of {} rows: {} while starting, {} before an input was stored, \
         {} after that and before its answer, {} with posts waiting, {} with nothing to do",
        kills.len(),
        undisturbed.rows.last().unwrap(),
        count(|it| it.was_starting),
        count(|it| it.awaited_answer && !it.was_stored),
        count(|it| it.was_stored),
        count(|it| it.had_posts),
        count(|it| !it.was_starting && !it.awaited_answer && !it.had_posts),
    );
}

/// Panics with the first difference only.
fn assert_same<T: PartialEq + std::fmt::Debug>(what: &str, undisturbed: &[T], killed: &[T]) {
    let pairs = undisturbed.iter().zip(killed).enumerate();
    for (index, (expected, actual)) in pairs {
        assert_eq!(expected, actual, "{what}, row {index}");
    }
    assert_eq!(undisturbed.len(), killed.len(), "{what}");
}
