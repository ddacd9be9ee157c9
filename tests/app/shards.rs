//! Several processes share one PostgreSQL database, each with some of the shards. Without a server
//! (`RIPOSTE_POSTGRES`, see `.ci/postgres`) the tests are skipped.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use jiff::SignedDuration;
use riposte::app::clock::{Clock, ManualClock};
use riposte::app::input::{InputReply, QueryResult, RequestContext, RequestPlace, UserInput};
use riposte::app::privacy::PrivacyReply;
use riposte::app::sealed_dice::{SecretFactory, seeded_secrets};
use riposte::app::{App, StoreError, dice_source};
use riposte::engine::core::dice::SeededDice;
use riposte::store::Store;
use riposte::store::ids::{ChannelId, FightId};
use sqlx::{Connection as _, PgConnection};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::app_table::*;
use crate::crash::{players, rows};
use crate::databases;
use crate::own_postgres::{End, OwnServer, empty};

const LONG: Duration = Duration::from_secs(30);

/// The id of a guild on shard 1, of two or three shards.
const FAR: u64 = 1 << 22;

/// Returns the path of a new database, or ends the test where there is no server.
macro_rules! place {
    () => {
        match databases::fresh().await {
            Some(place) => place,
            None => return eprintln!("skipped: RIPOSTE_POSTGRES is not set"),
        }
    };
}

async fn part(place: &Path, shards: &str) -> Store {
    Store::open_for_shards(place, shards.parse().unwrap()).await.unwrap()
}

/// Returns whether a session of this application waits for a lock.
async fn is_awaited(server: &mut PgConnection, name: &str) -> bool {
    let waiting = "SELECT count(*) > 0 FROM pg_locks JOIN pg_stat_activity USING (pid)
                   WHERE locktype = 'advisory' AND NOT granted AND application_name = $1";
    sqlx::query_scalar(waiting).bind(name).fetch_one(server).await.unwrap()
}

/// What all processes share: the clock, the dice and the chat.
#[derive(Default)]
struct World {
    clock: Arc<ManualClock>,
    chat: Arc<Chat>,
    /// The story step by which dice and secrets are seeded.
    step: Arc<AtomicU64>,
}

struct Process {
    app: App,
    store: Store,
    listening: JoinHandle<()>,
}

impl Drop for Process {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

impl World {
    fn runs(&self, store: Store) -> Process {
        let step = Arc::clone(&self.step);
        let dice: dice_source::DiceFactory =
            Arc::new(move || Box::new(SeededDice::new(step.load(Ordering::SeqCst))));
        let step = Arc::clone(&self.step);
        let secrets: SecretFactory =
            Arc::new(move || seeded_secrets(step.load(Ordering::SeqCst))());
        let clock = Arc::clone(&self.clock) as Arc<dyn Clock>;
        let app = App::new(store.clone(), clock, dice).with_secrets(secrets);
        let listening = tokio::spawn(app.clone().listen_to_other_programs());
        Process { app, store, listening }
    }

    /// Sets the dice and the clock to those of the step.
    fn comes_to(&self, step: usize, text: &str) {
        self.step.store(step as u64, Ordering::SeqCst);
        if let Some(hours) = text.strip_prefix("wait ") {
            self.clock.advance(SignedDuration::from_hours(hours.parse().unwrap()));
        }
    }

    /// Fires the deadlines that are due and delivers.
    async fn errands(&self, app: &App) -> Result<(), StoreError> {
        while app.next_deadline_time().await?.is_some_and(|at| at <= self.clock.now()) {
            app.fire_due_deadlines().await?;
        }
        app.deliver_pending(&self.chat).await.map(drop)
    }

    /// Returns the messages of each audience.
    fn read(&self) -> BTreeMap<String, Vec<String>> {
        let mut read: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (to, text) in self.chat.messages.lock().unwrap().iter() {
            read.entry(place(*to)).or_default().push(text.clone());
        }
        read
    }
}

fn origin(who: &str, guild: u64) -> RequestContext {
    let place = RequestPlace::Channel { guild, channel: CHANNEL };
    RequestContext { user: user(who), place, is_admin: false, idempotency_key: None }
}

async fn input(app: &App, text: &str) -> Result<UserInput, StoreError> {
    if text != "press" {
        return Ok(command(text));
    }
    let now = app.load_fight(FightId(1)).await?.unwrap();
    Ok(now
        .prompts
        .first()
        .map_or(command(text), |open| UserInput::PromptButton { prompt: open.id, choice: 0 }))
}

/// Three processes and a way to disturb them.
struct Three {
    world: World,
    place: PathBuf,
    processes: Vec<Process>,
    dice: SeededDice,
    way: Way,
    /// Counts the disturbances of each kind.
    ended: BTreeMap<&'static str, usize>,
}

enum Way {
    /// Processes are killed and their database sessions terminated.
    Processes(PgConnection),
    /// The database server is stopped; the task is its restart.
    Server(OwnServer, Option<JoinHandle<()>>),
    /// The server's disk is full for as long as there is a connection here.
    Disk(OwnServer, Option<PgConnection>),
}

const PARTS: [&str; 3] = ["0/3", "1/3", "2/3"];

impl Three {
    async fn start(place: PathBuf, way: Way) -> Self {
        let world = World::default();
        let mut processes = Vec::new();
        for shards in PARTS {
            processes.push(world.runs(part(&place, shards).await));
        }
        let seed = std::env::var("RIPOSTE_KILLS_SEED").map_or(5, |seed| seed.parse().unwrap());
        let (dice, ended) = (SeededDice::new(seed), BTreeMap::new());
        Self { world, place, processes, dice, way, ended }
    }

    /// Sends an input to a random process, again and again until one of them replies.
    async fn say(&mut self, step: usize, who: &str, text: &str) -> InputReply {
        let origin = RequestContext { idempotency_key: Some(1 + step as u64), ..origin(who, FAR) };
        loop {
            let at = self.dice.number_below(3);
            let trouble = self.dice.number_below(12);
            match &mut self.way {
                Way::Processes(_) => {}
                Way::Server(..) => self.end_server(trouble).await,
                Way::Disk(server, full) if trouble < 3 => *full = Some(server.fill().await),
                Way::Disk(..) => {}
            }
            let (app, origin) = (self.processes[at].app.clone(), origin.clone());
            let said = text.to_string();
            let taken = tokio::spawn(async move {
                let input = input(&app, &said).await?;
                app.handle_input(&origin, input).await
            });
            if let Way::Processes(_) = self.way {
                match trouble {
                    0 | 1 => self.kill(at, &taken).await,
                    2 | 3 => self.cut().await,
                    _ => {}
                }
            }
            let taken = timeout(LONG, taken).await.expect("no answer");
            if let Way::Disk(_, full) = &mut self.way
                && let Some(full) = full.take()
            {
                empty(full).await;
                *self.ended.entry("room").or_default() += 1;
            }
            match taken {
                Ok(Ok(reply)) => return reply,
                Ok(Err(fault)) => {
                    assert!(fault.is_transient(), "{text}: {fault:?}");
                    *self.ended.entry("answers: try again").or_default() += 1;
                }
                Err(killed) => assert!(killed.is_cancelled(), "{killed}"),
            }
        }
    }

    /// Kills a process in the middle of its input and starts it again.
    async fn kill<T>(&mut self, at: usize, task: &JoinHandle<T>) {
        self.moment().await;
        task.abort();
        drop(self.processes.remove(at));
        let store = timeout(LONG, part(&self.place, PARTS[at])).await.expect("it does not start");
        self.processes.insert(at, self.world.runs(store));
        *self.ended.entry("processes").or_default() += 1;
    }

    /// Terminates a random database session of the processes.
    async fn cut(&mut self) {
        self.moment().await;
        let Way::Processes(server) = &mut self.way else { return };
        let name = self.place.to_str().unwrap().rsplit('=').next().unwrap().to_string();
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE application_name = $1 ORDER BY pid OFFSET $2 LIMIT 1";
        let nth = self.dice.number_below(12) as i64;
        sqlx::query(end).bind(name).bind(nth).execute(server).await.unwrap();
        *self.ended.entry("sessions").or_default() += 1;
    }

    /// Starts to stop the server, at a moment before or during the next input.
    async fn end_server(&mut self, trouble: usize) {
        let (how, name) = match trouble {
            0 => (End::Crash, "servers by kill -9"),
            1 => (End::Hurt, "servers by kill -9 of a part"),
            2 => (End::Restart, "servers in good order"),
            _ => return,
        };
        self.server_is_back().await;
        if let Way::Server(server, back) = &mut self.way {
            *back = Some(tokio::task::spawn_blocking(server.ends(how)));
        }
        *self.ended.entry(name).or_default() += 1;
        self.moment().await;
    }

    async fn server_is_back(&mut self) {
        if let Way::Server(_, back) = &mut self.way
            && let Some(back) = back.take()
        {
            timeout(LONG, back).await.expect("it stays away").unwrap();
        }
    }

    async fn moment(&mut self) {
        tokio::time::sleep(Duration::from_micros(self.dice.number_below(30_000) as u64)).await;
    }

    async fn errands(&self) {
        for Process { app, .. } in &self.processes {
            let done = async {
                while let Err(fault) = self.world.errands(app).await {
                    assert!(fault.is_transient(), "{fault:?}");
                }
            };
            timeout(LONG, done).await.expect("what is due is not done");
        }
    }
}

/// Plays the story with inputs to any process and with disturbances, and asserts that the result
/// equals that of a single process without any. Returns the count of each disturbance.
async fn check_as_one(mut three: Three) -> BTreeMap<&'static str, usize> {
    let (calm, one) = (World::default(), Store::in_memory().await.unwrap());
    let one = calm.runs(one);
    for (step, (who, text)) in players().iter().enumerate() {
        calm.comes_to(step, text);
        three.world.comes_to(step, text);
        if *who != "clock" {
            let origin =
                RequestContext { idempotency_key: Some(1 + step as u64), ..origin(who, FAR) };
            let input = input(&one.app, text).await.unwrap();
            let expected = one.app.handle_input(&origin, input).await.unwrap();
            let reply = three.say(step, who, text).await;
            let kind = std::mem::discriminant(&expected);
            assert_eq!(std::mem::discriminant(&reply), kind, "{step} {text}: {reply:?}");
        }
        calm.errands(&one.app).await.unwrap();
        three.errands().await;
    }
    three.server_is_back().await;
    assert_eq!(rows(&one.store).await, rows(&three.processes[0].store).await);
    assert_eq!(calm.read(), three.world.read());
    for (table, last) in [("post", 0), ("timer", 0)] {
        let left = format!("SELECT count(*) FROM {table}");
        let mut look = PgConnection::connect(three.place.to_str().unwrap()).await.unwrap();
        let left: i64 =
            sqlx::query_scalar(sqlx::AssertSqlSafe(left)).fetch_one(&mut look).await.unwrap();
        assert_eq!(left, last, "{table}");
    }
    eprintln!("ended: {:?}", three.ended);
    three.ended
}

#[tokio::test(flavor = "multi_thread")]
async fn three_are_as_one() {
    let place = place!();
    let server = PgConnection::connect(&databases::server().unwrap()).await.unwrap();
    let ended = check_as_one(Three::start(place, Way::Processes(server)).await).await;
    assert!(ended["processes"] > 3 && ended["sessions"] > 3, "{ended:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_ends_leaves_no_trace() {
    let Some(server) = OwnServer::start() else {
        return eprintln!("skipped: RIPOSTE_POSTGRES is not set, or .ci/postgres starts none here");
    };
    let ended = check_as_one(Three::start(server.place(), Way::Server(server, None)).await).await;
    assert!(ended.len() == 4 && ended.values().all(|times| *times > 3), "{ended:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_disk_leaves_no_trace() {
    let Some(server) = OwnServer::start_on_small_disk().await else {
        return eprintln!("skipped: RIPOSTE_POSTGRES is not set, or nobody may mount a disk here");
    };
    let ended = check_as_one(Three::start(server.place(), Way::Disk(server, None)).await).await;
    assert!(ended["room"] > 3 && ended["answers: try again"] > 3, "{ended:?}");
}

/// Only the process that owns the shard fires deadlines and delivers.
#[tokio::test]
async fn what_is_due_is_the_owners() {
    let place = place!();
    let world = World::default();
    let (near, far) =
        (world.runs(part(&place, "0/2").await), world.runs(part(&place, "1/2").await));
    near.app.handle_input(&origin("GM", FAR), command("new system:dr12")).await.unwrap();
    assert_eq!(near.app.deliver_pending(&world.chat).await.unwrap(), 0);
    assert_eq!(near.app.outbox_depth().await.unwrap(), 0);
    assert!(far.app.outbox_depth().await.unwrap() > 0);
    assert!(far.app.deliver_pending(&world.chat).await.unwrap() > 0);
}

/// A standing order leaves no journal row, so the owner must learn of it in another way.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_prepared_elsewhere_is_heard() {
    let place = place!();
    let world = World::default();
    let (near, far) =
        (world.runs(part(&place, "0/2").await), world.runs(part(&place, "1/2").await));
    for (who, text) in [
        ("GM", "new system:dr12"),
        ("GM", "zones layout:\"Gate - Yard\""),
        ("Ana", "join name:Ana from:adept at:Yard"),
        ("GM", WOLF),
        ("GM", "start"),
    ] {
        done(far.app.handle_input(&origin(who, FAR), command(text)).await.unwrap(), text);
    }
    let orders = async |app: &App, text: &str| match shown(
        app.handle_input(&origin("Ana", FAR), command(text)).await.unwrap(),
    ) {
        QueryResult::StandingOrders(lists) => lists[0].orders.len(),
        other => panic!("{other:?}"),
    };
    for count in 1..4 {
        orders(&near.app, "orders-add answer:dodge when:at-once").await;
        let heard = async { while orders(&far.app, "orders-list").await < count {} };
        timeout(LONG, heard).await.expect("the owner does not hear of it");
    }
}

/// Both processes try the same fight id, and one of them gets the next.
#[tokio::test(flavor = "multi_thread")]
async fn fights_are_opened_at_the_same_time() {
    let place = place!();
    let world = World::default();
    let (near, far) =
        (world.runs(part(&place, "0/2").await), world.runs(part(&place, "1/2").await));
    let opens = async |app: &App, guild: u64, channel: u64| {
        let place = RequestPlace::Channel { guild, channel: ChannelId(channel) };
        let origin = RequestContext { place, ..origin("GM", guild) };
        done(app.handle_input(&origin, command("new system:cards")).await.unwrap(), "new").fight
    };
    for nth in 0..5 {
        let (one, other) =
            tokio::join!(opens(&near.app, 0, 1000 + nth), opens(&far.app, FAR, 2000 + nth));
        assert_ne!(one, other);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shard_has_one_process() {
    let place = place!();
    let first = part(&place, "0-1/3").await;
    let second = tokio::spawn({
        let place = place.clone();
        async move { part(&place, "1-2/3").await }
    });
    // A process with other shards neither waits nor is waited for.
    let third = part(&place, "2/3").await;
    third.close().await;
    let why =
        async |shards: &str| match Store::open_for_shards(&place, shards.parse().unwrap()).await {
            Ok(_) => panic!("{shards} was opened"),
            Err(fault) => fault.to_string(),
        };
    let other = why("0/2").await;
    assert!(other.contains("into 3 shards, and this one into 2"), "{other}");
    assert!(!second.is_finished());
    first.store_memo("a", "b").await.unwrap();
    first.close().await;
    let second = timeout(LONG, second).await.expect("it waits for ever").unwrap();
    assert_eq!(second.load_memo("a").await.unwrap().as_deref(), Some("b"));
    assert!(first.store_memo("a", "c").await.is_err());
    let folder = tempfile::tempdir().unwrap();
    let file =
        Store::open_for_shards(&folder.path().join("fights.db"), "0/2".parse().unwrap()).await;
    assert!(matches!(file, Err(StoreError::CannotOpen(_))));
}

/// A process whose connection broke, and whose shards another process has taken over, can no longer
/// write.
#[tokio::test(flavor = "multi_thread")]
async fn a_process_that_is_taken_over_does_nothing() {
    let place = place!();
    let (world, first) = (World::default(), part(&place, "0/2").await);
    let first = world.runs(first);
    let said = async |text: &str| first.app.handle_input(&origin("GM", 0), command(text)).await;
    done(said("new system:dr12").await.unwrap(), "new");
    let name = place.to_str().unwrap().rsplit('=').next().unwrap();
    let elsewhere = place.to_str().unwrap().replace(&format!("name={name}"), "name=heir");
    let heir = tokio::spawn(async move { part(Path::new(&elsewhere), "0/2").await });
    let mut server = PgConnection::connect(&databases::server().unwrap()).await.unwrap();
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1";
    // If the first process reconnects between two attempts of its successor, it keeps the shards
    // and is disconnected again.
    while !heir.is_finished() {
        if is_awaited(&mut server, "heir").await {
            sqlx::query(end).bind(name).execute(&mut server).await.unwrap();
        }
    }
    let heir = world.runs(heir.await.unwrap());
    let fault = said("zones layout:\"Gate - Yard\"").await.unwrap_err();
    assert!(fault.is_transient(), "{fault:?}");
    assert!(first.store.check_still_owned().is_err());
    assert!(!first.app.has_lost_shards(), "its own dead session may have the lock for a while");
    let zones = command("zones layout:\"Gate - Yard\"");
    done(heir.app.handle_input(&origin("GM", 0), zones).await.unwrap(), "zones");
    assert!(heir.app.deliver_pending(&world.chat).await.unwrap() > 0);
}

/// A process without shards locks the whole database.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_alone_beside_others() {
    let place = place!();
    let some = part(&place, "0/2").await;
    assert!(matches!(Store::open(&place).await, Err(StoreError::Locked)));
    some.close().await;
    let alone = Store::open(&place).await.unwrap();
    alone.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_forgets_in_their_own_fights() {
    let place = place!();
    let world = World::default();
    let (near, far) =
        (world.runs(part(&place, "0/2").await), world.runs(part(&place, "1/2").await));
    for (app, guild) in [(&near.app, 0), (&far.app, FAR)] {
        let at = |who| {
            let place = RequestPlace::Channel { guild, channel: ChannelId(600 + guild) };
            RequestContext { place, ..origin(who, guild) }
        };
        for (who, text) in [("GM", "new system:dr12"), ("Zoe", "join name:Zara from:adept")] {
            done(app.handle_input(&at(who), command(text)).await.unwrap(), text);
        }
    }
    let zoe = user("Zoe").0;
    assert_eq!(near.store.load_fights_mentioning(zoe).await.unwrap().len(), 2);
    let at_home = origin("Zoe", 0);
    let deleted = near.app.handle_input(&at_home, command("privacy do:delete sure:true")).await;
    let deleted = shown(deleted.unwrap());
    assert!(matches!(deleted, QueryResult::Privacy(PrivacyReply::Deleted)), "{deleted:?}");
    let is_left = async || {
        !near.store.load_fights_mentioning(zoe).await.unwrap().is_empty()
            || !near.store.load_users_being_erased().await.unwrap().is_empty()
    };
    let gone = async { while is_left().await {} };
    timeout(LONG, gone).await.expect("they are not forgotten everywhere");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_process_at_a_time_identifies() {
    let place = place!();
    let (one, other) = (part(&place, "0/2").await, part(&place, "1/2").await);
    let turn = one.acquire_identify_slot(0).await.unwrap();
    assert!(turn.is_some());
    assert!(other.acquire_identify_slot(1).await.unwrap().is_some(), "another row");
    let waits = tokio::spawn(async move { other.acquire_identify_slot(0).await.unwrap() });
    let mut server = PgConnection::connect(&databases::server().unwrap()).await.unwrap();
    let name = place.to_str().unwrap().rsplit('=').next().unwrap();
    let queued = async { while !is_awaited(&mut server, name).await {} };
    timeout(LONG, queued).await.expect("it does not wait");
    assert!(!waits.is_finished());
    drop(turn);
    assert!(timeout(LONG, waits).await.expect("it waits for ever").unwrap().is_some());
}
