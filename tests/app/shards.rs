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
use crate::crash::{load_journal_rows, player_story};
use crate::databases;
use crate::own_postgres::{PostgresServer, ShutdownKind, free_disk};

const TIMEOUT: Duration = Duration::from_secs(30);

/// The id of a guild on shard 1, of two or three shards.
const SHARD_1_GUILD: u64 = 1 << 22;

/// Returns the path of a new database, or ends the test where there is no server.
macro_rules! new_database {
    () => {
        match databases::fresh_path().await {
            Some(place) => place,
            None => return eprintln!("skipped: RIPOSTE_POSTGRES is not set"),
        }
    };
}

async fn open_shards(place: &Path, shards: &str) -> Store {
    Store::open_server_when_shards_are_free(place, shards.parse().unwrap()).await.unwrap()
}

/// Returns whether a session of this application waits for a lock.
async fn waits_for_lock(server: &mut PgConnection, name: &str) -> bool {
    let query = "SELECT count(*) > 0 FROM pg_locks JOIN pg_stat_activity USING (pid)
                   WHERE locktype = 'advisory' AND NOT granted AND application_name = $1";
    sqlx::query_scalar(query).bind(name).fetch_one(server).await.unwrap()
}

/// The clock, the dice and the chat, which all processes share.
#[derive(Default)]
struct SharedWorld {
    clock: Arc<ManualClock>,
    chat: Arc<FakeChat>,
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

impl SharedWorld {
    fn start_process(&self, store: Store) -> Process {
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
    fn advance_to_step(&self, step: usize, text: &str) {
        self.step.store(step as u64, Ordering::SeqCst);
        if let Some(hours) = text.strip_prefix("wait ") {
            self.clock.advance(SignedDuration::from_hours(hours.parse().unwrap()));
        }
    }

    /// Fires the deadlines that are due and delivers.
    async fn run_due_tasks(&self, app: &App) -> Result<(), StoreError> {
        while app.next_deadline_time().await?.is_some_and(|at| at <= self.clock.now()) {
            app.fire_due_deadlines().await?;
        }
        app.deliver_due_outbox(&self.chat).await.map(drop)
    }

    /// Returns the messages of each audience.
    fn messages_by_audience(&self) -> BTreeMap<String, Vec<String>> {
        let mut messages: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (to, text) in self.chat.messages.lock().unwrap().iter() {
            messages.entry(format_audience(*to)).or_default().push(text.clone());
        }
        messages
    }
}

fn request_context(who: &str, guild: u64) -> RequestContext {
    let place = RequestPlace::Channel { guild, channel: CHANNEL };
    RequestContext {
        user: user_id(who),
        place,
        is_admin: false,
        manages_messages: false,
        idempotency_key: None,
        chosen_fight: None,
    }
}

async fn parse_story_input(app: &App, text: &str) -> Result<UserInput, StoreError> {
    if text != "press" {
        return Ok(parse_input(text));
    }
    let state = app.load_fight(FightId(1)).await?.unwrap();
    Ok(state
        .prompts
        .first()
        .map_or(parse_input(text), |open| UserInput::PromptButton { prompt: open.id, choice: 0 }))
}

/// Three processes and a way to disturb them.
struct Cluster {
    world: SharedWorld,
    place: PathBuf,
    processes: Vec<Process>,
    dice: SeededDice,
    disturbance: Disturbance,
    /// Counts the disturbances of each kind.
    disturbance_counts: BTreeMap<&'static str, usize>,
}

enum Disturbance {
    /// Processes are killed and their database sessions terminated.
    Processes(PgConnection),
    /// The database server is stopped; the task is its restart.
    Server(PostgresServer, Option<JoinHandle<()>>),
    /// The server's disk is full for as long as there is a connection here.
    Disk(PostgresServer, Option<PgConnection>),
}

const SHARD_RANGES: [&str; 3] = ["0/3", "1/3", "2/3"];

impl Cluster {
    async fn start(place: PathBuf, disturbance: Disturbance) -> Self {
        let world = SharedWorld::default();
        let mut processes = Vec::new();
        for shards in SHARD_RANGES {
            processes.push(world.start_process(open_shards(&place, shards).await));
        }
        let seed = std::env::var("RIPOSTE_KILLS_SEED").map_or(5, |seed| seed.parse().unwrap());
        let (dice, disturbance_counts) = (SeededDice::new(seed), BTreeMap::new());
        Self { world, place, processes, dice, disturbance, disturbance_counts }
    }

    /// Sends an input to a random process, again and again until one of them replies.
    async fn send_input(&mut self, step: usize, who: &str, text: &str) -> InputReply {
        let context = RequestContext {
            idempotency_key: Some(1 + step as u64),
            ..request_context(who, SHARD_1_GUILD)
        };
        loop {
            let at = self.dice.number_below(3);
            let choice = self.dice.number_below(12);
            match &mut self.disturbance {
                Disturbance::Processes(_) => {}
                Disturbance::Server(..) => self.stop_server(choice).await,
                Disturbance::Disk(server, full) if choice < 3 => {
                    *full = Some(server.fill_disk().await)
                }
                Disturbance::Disk(..) => {}
            }
            let (app, context) = (self.processes[at].app.clone(), context.clone());
            let input_text = text.to_string();
            let task = tokio::spawn(async move {
                let input = parse_story_input(&app, &input_text).await?;
                app.handle_input(&context, input).await
            });
            if let Disturbance::Processes(_) = self.disturbance {
                match choice {
                    0 | 1 => self.kill_process(at, &task).await,
                    2 | 3 => self.terminate_session().await,
                    _ => {}
                }
            }
            let result = timeout(TIMEOUT, task).await.expect("no answer");
            if let Disturbance::Disk(_, full) = &mut self.disturbance
                && let Some(full) = full.take()
            {
                free_disk(full).await;
                *self.disturbance_counts.entry("room").or_default() += 1;
            }
            match result {
                Ok(Ok(reply)) => return reply,
                Ok(Err(error)) => {
                    assert!(error.is_transient(), "{text}: {error:?}");
                    *self.disturbance_counts.entry("answers: try again").or_default() += 1;
                }
                Err(killed) => assert!(killed.is_cancelled(), "{killed}"),
            }
        }
    }

    /// Kills a process in the middle of its input and starts it again.
    async fn kill_process<T>(&mut self, at: usize, task: &JoinHandle<T>) {
        self.random_pause().await;
        task.abort();
        drop(self.processes.remove(at));
        let store = timeout(TIMEOUT, open_shards(&self.place, SHARD_RANGES[at]))
            .await
            .expect("it does not start");
        self.processes.insert(at, self.world.start_process(store));
        *self.disturbance_counts.entry("processes").or_default() += 1;
    }

    /// Terminates a random database session of the processes.
    async fn terminate_session(&mut self) {
        self.random_pause().await;
        let Disturbance::Processes(server) = &mut self.disturbance else { return };
        let name = self.place.to_str().unwrap().rsplit('=').next().unwrap().to_string();
        let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                   WHERE application_name = $1 ORDER BY pid OFFSET $2 LIMIT 1";
        let nth = self.dice.number_below(12) as i64;
        sqlx::query(end).bind(name).bind(nth).execute(server).await.unwrap();
        *self.disturbance_counts.entry("sessions").or_default() += 1;
    }

    /// Starts to stop the server, at a moment before or during the next input.
    async fn stop_server(&mut self, choice: usize) {
        let (kind, name) = match choice {
            0 => (ShutdownKind::Crash, "servers by kill -9"),
            1 => (ShutdownKind::KillBackend, "servers by kill -9 of a part"),
            2 => (ShutdownKind::Restart, "servers in good order"),
            _ => return,
        };
        self.await_server().await;
        if let Disturbance::Server(server, back) = &mut self.disturbance {
            *back = Some(tokio::task::spawn_blocking(server.stop_and_restart(kind)));
        }
        *self.disturbance_counts.entry(name).or_default() += 1;
        self.random_pause().await;
    }

    async fn await_server(&mut self) {
        if let Disturbance::Server(_, back) = &mut self.disturbance
            && let Some(back) = back.take()
        {
            timeout(TIMEOUT, back).await.expect("it stays away").unwrap();
        }
    }

    async fn random_pause(&mut self) {
        tokio::time::sleep(Duration::from_micros(self.dice.number_below(30_000) as u64)).await;
    }

    async fn run_due_tasks(&self) {
        for Process { app, .. } in &self.processes {
            let done = async {
                while let Err(error) = self.world.run_due_tasks(app).await {
                    assert!(error.is_transient(), "{error:?}");
                }
            };
            timeout(TIMEOUT, done).await.expect("what is due is not done");
        }
    }
}

/// Plays the story with inputs to any process and with disturbances, and asserts that the result
/// equals that of a single process without any. Returns the count of each disturbance.
async fn assert_like_one_process(mut cluster: Cluster) -> BTreeMap<&'static str, usize> {
    let (reference_world, store) = (SharedWorld::default(), Store::in_memory().await.unwrap());
    let reference = reference_world.start_process(store);
    for (step, (who, text)) in player_story().iter().enumerate() {
        reference_world.advance_to_step(step, text);
        cluster.world.advance_to_step(step, text);
        if *who != "clock" {
            let context = RequestContext {
                idempotency_key: Some(1 + step as u64),
                ..request_context(who, SHARD_1_GUILD)
            };
            let input = parse_story_input(&reference.app, text).await.unwrap();
            let expected = reference.app.handle_input(&context, input).await.unwrap();
            let reply = cluster.send_input(step, who, text).await;
            let kind = std::mem::discriminant(&expected);
            assert_eq!(std::mem::discriminant(&reply), kind, "{step} {text}: {reply:?}");
        }
        reference_world.run_due_tasks(&reference.app).await.unwrap();
        cluster.run_due_tasks().await;
    }
    cluster.await_server().await;
    assert_eq!(
        load_journal_rows(&reference.store).await,
        load_journal_rows(&cluster.processes[0].store).await
    );
    assert_eq!(reference_world.messages_by_audience(), cluster.world.messages_by_audience());
    for (table, expected) in [("post", 0), ("timer", 0)] {
        let query = format!("SELECT count(*) FROM {table}");
        let mut connection = PgConnection::connect(cluster.place.to_str().unwrap()).await.unwrap();
        let row_count: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(query))
            .fetch_one(&mut connection)
            .await
            .unwrap();
        assert_eq!(row_count, expected, "{table}");
    }
    eprintln!("ended: {:?}", cluster.disturbance_counts);
    cluster.disturbance_counts
}

#[tokio::test(flavor = "multi_thread")]
async fn three_processes_behave_like_one() {
    let place = new_database!();
    let server = PgConnection::connect(&databases::server_address().unwrap()).await.unwrap();
    let disturbance_counts =
        assert_like_one_process(Cluster::start(place, Disturbance::Processes(server)).await).await;
    assert!(
        disturbance_counts["processes"] > 3 && disturbance_counts["sessions"] > 3,
        "{disturbance_counts:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn stopped_server_loses_no_data() {
    let Some(server) = PostgresServer::start() else {
        return eprintln!("skipped: RIPOSTE_POSTGRES is not set, or .ci/postgres starts none here");
    };
    let disturbance_counts = assert_like_one_process(
        Cluster::start(server.path(), Disturbance::Server(server, None)).await,
    )
    .await;
    assert!(
        disturbance_counts.len() == 4 && disturbance_counts.values().all(|times| *times > 3),
        "{disturbance_counts:?}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn full_server_disk_loses_no_data() {
    let Some(server) = PostgresServer::start_on_small_disk().await else {
        return eprintln!("skipped: RIPOSTE_POSTGRES is not set, or nobody may mount a disk here");
    };
    let disturbance_counts = assert_like_one_process(
        Cluster::start(server.path(), Disturbance::Disk(server, None)).await,
    )
    .await;
    assert!(
        disturbance_counts["room"] > 3 && disturbance_counts["answers: try again"] > 3,
        "{disturbance_counts:?}"
    );
}

/// Only the process that owns the shard fires deadlines and delivers.
#[tokio::test]
async fn owner_alone_fires_and_delivers() {
    let place = new_database!();
    let world = SharedWorld::default();
    let (shard_0, shard_1) = (
        world.start_process(open_shards(&place, "0/2").await),
        world.start_process(open_shards(&place, "1/2").await),
    );
    shard_0
        .app
        .handle_input(&request_context("GM", SHARD_1_GUILD), parse_input("new system:dr12"))
        .await
        .unwrap();
    assert_eq!(shard_0.app.deliver_due_outbox(&world.chat).await.unwrap(), 0);
    assert_eq!(shard_0.app.outbox_depth().await.unwrap(), 0);
    assert!(shard_1.app.outbox_depth().await.unwrap() > 0);
    assert!(shard_1.app.deliver_due_outbox(&world.chat).await.unwrap() > 0);
}

/// A standing order leaves no journal row, so the owner must learn of it in another way.
#[tokio::test(flavor = "multi_thread")]
async fn owner_learns_of_orders_from_other_process() {
    let place = new_database!();
    let world = SharedWorld::default();
    let (shard_0, shard_1) = (
        world.start_process(open_shards(&place, "0/2").await),
        world.start_process(open_shards(&place, "1/2").await),
    );
    for (who, text) in [
        ("GM", "new system:dr12"),
        ("GM", "zones layout:\"Gate - Yard\""),
        ("Ana", "join name:Ana from:adept at:Yard"),
        ("GM", ADD_WOLF),
        ("GM", "start"),
    ] {
        expect_done(
            shard_1
                .app
                .handle_input(&request_context(who, SHARD_1_GUILD), parse_input(text))
                .await
                .unwrap(),
            text,
        );
    }
    let orders = async |app: &App, text: &str| match expect_query_result(
        app.handle_input(&request_context("Ana", SHARD_1_GUILD), parse_input(text)).await.unwrap(),
    ) {
        QueryResult::StandingOrders(lists) => lists[0].orders.len(),
        refusal_text => panic!("{refusal_text:?}"),
    };
    for count in 1..4 {
        orders(&shard_0.app, "orders-add answer:dodge when:at-once").await;
        let heard = async { while orders(&shard_1.app, "orders-list").await < count {} };
        timeout(TIMEOUT, heard).await.expect("the owner does not hear of it");
    }
}

/// Both processes try the same fight id, and one of them gets the next.
#[tokio::test(flavor = "multi_thread")]
async fn concurrent_openings_get_different_ids() {
    let place = new_database!();
    let world = SharedWorld::default();
    let (shard_0, shard_1) = (
        world.start_process(open_shards(&place, "0/2").await),
        world.start_process(open_shards(&place, "1/2").await),
    );
    let open_fight = async |app: &App, guild: u64, channel: u64| {
        let place = RequestPlace::Channel { guild, channel: ChannelId(channel) };
        let context = RequestContext { place, ..request_context("GM", guild) };
        expect_done(
            app.handle_input(&context, parse_input("new system:cards")).await.unwrap(),
            "new",
        )
        .fight
    };
    for nth in 0..5 {
        let (reference, refusal_text) = tokio::join!(
            open_fight(&shard_0.app, 0, 1000 + nth),
            open_fight(&shard_1.app, SHARD_1_GUILD, 2000 + nth)
        );
        assert_ne!(reference, refusal_text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn shard_is_opened_by_one_process() {
    let place = new_database!();
    let first = open_shards(&place, "0-1/3").await;
    let second = tokio::spawn({
        let place = place.clone();
        async move { open_shards(&place, "1-2/3").await }
    });
    // A process with other shards neither waits nor is waited for.
    let third = open_shards(&place, "2/3").await;
    third.close().await;
    let why = async |shards: &str| match Store::open_server_when_shards_are_free(
        &place,
        shards.parse().unwrap(),
    )
    .await
    {
        Ok(_) => panic!("{shards} was opened"),
        Err(error) => error.to_string(),
    };
    let refusal_text = why("0/2").await;
    assert!(refusal_text.contains("into 3 shards, and this one into 2"), "{refusal_text}");
    assert!(!second.is_finished());
    first.store_key_value("a", "b").await.unwrap();
    first.close().await;
    let second = timeout(TIMEOUT, second).await.expect("it waits for ever").unwrap();
    assert_eq!(second.load_key_value("a").await.unwrap().as_deref(), Some("b"));
    assert!(first.store_key_value("a", "c").await.is_err());
    let folder = tempfile::tempdir().unwrap();
    let file = Store::open_server_when_shards_are_free(
        &folder.path().join("fights.db"),
        "0/2".parse().unwrap(),
    )
    .await;
    assert!(matches!(file, Err(StoreError::CannotOpen(_))));
}

/// A process whose connection broke, and whose shards another process has taken over, can no longer
/// write.
#[tokio::test(flavor = "multi_thread")]
async fn replaced_process_cannot_write() {
    let place = new_database!();
    let (world, store) = (SharedWorld::default(), open_shards(&place, "0/2").await);
    let first = world.start_process(store);
    let send = async |text: &str| {
        first.app.handle_input(&request_context("GM", 0), parse_input(text)).await
    };
    expect_done(send("new system:dr12").await.unwrap(), "new");
    let name = place.to_str().unwrap().rsplit('=').next().unwrap();
    let elsewhere = place.to_str().unwrap().replace(&format!("name={name}"), "name=heir");
    let successor = tokio::spawn(async move { open_shards(Path::new(&elsewhere), "0/2").await });
    let mut server = PgConnection::connect(&databases::server_address().unwrap()).await.unwrap();
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1";
    // If the first process reconnects between two attempts of its successor, it keeps the shards
    // and is disconnected again.
    while !successor.is_finished() {
        if waits_for_lock(&mut server, "heir").await {
            sqlx::query(end).bind(name).execute(&mut server).await.unwrap();
        }
    }
    let successor = world.start_process(successor.await.unwrap());
    let error = send("zones layout:\"Gate - Yard\"").await.unwrap_err();
    assert!(error.is_transient(), "{error:?}");
    assert!(first.store.check_file_and_shards_still_owned().is_err());
    assert!(!first.app.has_lost_shards(), "its own dead session may have the lock for a while");
    let zones = parse_input("zones layout:\"Gate - Yard\"");
    expect_done(
        successor.app.handle_input(&request_context("GM", 0), zones).await.unwrap(),
        "zones",
    );
    assert!(successor.app.deliver_due_outbox(&world.chat).await.unwrap() > 0);
}

/// A process without shards locks the whole database.
#[tokio::test(flavor = "multi_thread")]
async fn whole_database_is_locked_by_any_shard() {
    let place = new_database!();
    let some = open_shards(&place, "0/2").await;
    assert!(matches!(Store::open(&place).await, Err(StoreError::Locked)));
    some.close().await;
    let alone = Store::open(&place).await.unwrap();
    alone.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_process_erases_users_in_its_fights() {
    let place = new_database!();
    let world = SharedWorld::default();
    let (shard_0, shard_1) = (
        world.start_process(open_shards(&place, "0/2").await),
        world.start_process(open_shards(&place, "1/2").await),
    );
    for (app, guild) in [(&shard_0.app, 0), (&shard_1.app, SHARD_1_GUILD)] {
        let at = |who| {
            let place = RequestPlace::Channel { guild, channel: ChannelId(600 + guild) };
            RequestContext { place, ..request_context(who, guild) }
        };
        for (who, text) in [("GM", "new system:dr12"), ("Zoe", "join name:Zara from:adept")] {
            expect_done(app.handle_input(&at(who), parse_input(text)).await.unwrap(), text);
        }
    }
    let zoe = user_id("Zoe").0;
    assert_eq!(shard_0.store.load_fights_mentioning(zoe).await.unwrap().len(), 2);
    let at_home = request_context("Zoe", 0);
    let deleted =
        shard_0.app.handle_input(&at_home, parse_input("privacy do:delete sure:true")).await;
    let deleted = expect_query_result(deleted.unwrap());
    assert!(matches!(deleted, QueryResult::Privacy(PrivacyReply::Deleted)), "{deleted:?}");
    let is_left = async || {
        !shard_0.store.load_fights_mentioning(zoe).await.unwrap().is_empty()
            || !shard_0.store.load_users_being_erased().await.unwrap().is_empty()
    };
    let gone = async { while is_left().await {} };
    timeout(TIMEOUT, gone).await.expect("they are not forgotten everywhere");
}

/// The process of direct messages has ended a fight of another process, which then erases a player
/// from it. What the first one stores next fits the rows as they are now.
#[tokio::test(flavor = "multi_thread")]
async fn fight_of_another_process_stays_whole_after_an_erasure() {
    let place = new_database!();
    let world = SharedWorld::default();
    let (shard_0, shard_1) = (
        world.start_process(open_shards(&place, "0/2").await),
        world.start_process(open_shards(&place, "1/2").await),
    );
    let play = async |app: &App, who: &str, text: &str| {
        let place = RequestPlace::Channel { guild: SHARD_1_GUILD, channel: ChannelId(600) };
        let context = RequestContext { place, ..request_context(who, SHARD_1_GUILD) };
        expect_done(app.handle_input(&context, parse_input(text)).await.unwrap(), text);
    };
    for (who, text) in [
        ("GM", "new system:dr12"),
        ("GM", "zones layout:\"Gate - Yard\""),
        ("Zoe", "join name:Zara from:adept at:Gate"),
        ("GM", "add from:raider at:Yard"),
        ("GM", "start"),
    ] {
        play(&shard_1.app, who, text).await;
    }
    play(&shard_0.app, "GM", "end outcome:truce").await;
    let zoe = user_id("Zoe").0;
    let at_home = request_context("Zoe", SHARD_1_GUILD);
    let deleted =
        shard_1.app.handle_input(&at_home, parse_input("privacy do:delete sure:true")).await;
    let deleted = expect_query_result(deleted.unwrap());
    assert!(matches!(deleted, QueryResult::Privacy(PrivacyReply::Deleted)), "{deleted:?}");
    let is_left = async || !shard_0.store.load_fights_mentioning(zoe).await.unwrap().is_empty();
    timeout(TIMEOUT, async { while is_left().await {} }).await.expect("she is not forgotten");
    play(&shard_0.app, "GM", "undo").await;
    let fight = shard_1.app.find_open_or_latest_fight(ChannelId(600)).await.unwrap().unwrap();
    let mut revision = 1;
    while let Some(row) = shard_0.store.load_journal_row(fight, revision).await.unwrap() {
        assert!(!row.state.contains(&zoe.to_string()), "row {revision}");
        revision += 1;
    }
    assert_eq!(revision, 8, "the undo is stored");
}

#[tokio::test(flavor = "multi_thread")]
async fn identify_slot_is_exclusive() {
    let place = new_database!();
    let (reference, refusal_text) =
        (open_shards(&place, "0/2").await, open_shards(&place, "1/2").await);
    let slot = reference.wait_for_identify_slot(0).await.unwrap();
    assert!(slot.is_some());
    assert!(refusal_text.wait_for_identify_slot(1).await.unwrap().is_some(), "another row");
    let waiting =
        tokio::spawn(async move { refusal_text.wait_for_identify_slot(0).await.unwrap() });
    let mut server = PgConnection::connect(&databases::server_address().unwrap()).await.unwrap();
    let name = place.to_str().unwrap().rsplit('=').next().unwrap();
    let queued = async { while !waits_for_lock(&mut server, name).await {} };
    timeout(TIMEOUT, queued).await.expect("it does not wait");
    assert!(!waiting.is_finished());
    drop(slot);
    assert!(timeout(TIMEOUT, waiting).await.expect("it waits for ever").unwrap().is_some());
}
