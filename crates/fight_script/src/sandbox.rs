//! The sandbox: the bot and a local stand-in for Discord, opened on a scene that a fight script has
//! prepared. Without one of its own it opens on `scenes/demo.fight`.
//!
//! Its clock shows the time of day and is moved on from the page. The dice are those of the script,
//! and after it those of the seed, or fair ones.

use std::future::Future;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use jiff::SignedDuration;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::grammar::{Script, Statement};
use super::parse::parse_script;
use super::runner;
use super::table::chat::{ChatTable, ONLOOKER, onlooker_channel};
use super::table::{GM, SharedTable};
use app::clock::{Clock as _, ManualClock};
use app::{App, StoreError, dice_source, sealed_dice};
use engine::agents::evaluator::SearchBudget;
use engine::core::dice::ScriptedDice;
use fake_discord::{
    ClockAdvanceRequest, ClockStep, DiscordSetup, FakeClock, FakeDiscord, PageHint,
};
use store::Store;

const DEMO_SCRIPT: &str = include_str!("scenes/demo.fight");

/// The most clocks that may run out when the clock is moved once.
const MAX_DEADLINES: usize = 1000;

/// How a sandbox is opened.
#[derive(Clone, Debug, Default)]
pub struct SandboxOptions {
    /// The port of the page; 0 takes a free one.
    pub port: u16,
    /// The same dice every time.
    pub seed: Option<u64>,
    /// The scene, instead of the demonstration.
    pub scene_file: Option<PathBuf>,
    /// Where the fight is kept, a file that is not there yet; else in memory.
    pub database_file: Option<PathBuf>,
}

/// An open sandbox.
pub struct Sandbox {
    table: ChatTable,
    clock_task: JoinHandle<()>,
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.clock_task.abort();
    }
}

impl Sandbox {
    /// Opens a sandbox on its scene.
    ///
    /// # Errors
    /// A sentence that says why it does not open: the port, the file, or the first line of the
    /// script that does not hold.
    pub async fn open(options: &SandboxOptions) -> Result<Self, String> {
        let script = load_scene(options)?;
        let clock = Arc::new(ManualClock::new_running());
        let (winder, windings) = mpsc::channel(1);
        let discord = start_fake_discord(options, &script, &clock, winder).await?;
        let store = open_store(options).await?;
        let laid: Arc<Mutex<ScriptedDice>> = Arc::default();
        let others =
            options.seed.map_or_else(dice_source::os_random_dice, dice_source::seeded_dice);
        let dice = dice_source::scripted_dice_then(&laid, others);
        let waits =
            options.seed.map_or_else(dice_source::os_random_delays, dice_source::seeded_delays);
        let app = App::new_with_delays(store, Arc::clone(&clock) as _, dice, waits);
        // As on Discord.
        let app = app.with_advice(SearchBudget::QUICK).with_odds();
        let winder = tokio::spawn(serve_clock_requests(app.clone(), Arc::clone(&clock), windings));
        let channel = onlooker_channel(&discord);
        let common = SharedTable { app: app.clone(), clock, dice: laid, channel };
        let table = ChatTable::attach(discord, common).await?;
        let (played, table) = runner::run_script(&script, table, Vec::new()).await;
        let sandbox = Self { table, clock_task: winder };
        if let Some(failure) = played.failure {
            return Err(failure.to_string());
        }
        // From here on; the dice of the scene are its script's.
        let secrets =
            options.seed.map_or_else(sealed_dice::os_random_secrets, sealed_dice::seeded_secrets);
        drop(app.with_secrets(secrets));
        let (user, hints) = build_welcome(options, &script);
        sandbox.table.discord().set_page_welcome(&user, hints);
        Ok(sandbox)
    }

    /// The address of the page.
    pub fn url(&self) -> &str {
        self.table.discord().url()
    }

    /// Goes on until `stop` is done, or the bot stops by itself.
    ///
    /// # Errors
    /// The bot stopped by itself.
    pub async fn run(mut self, stop: impl Future<Output = ()>) -> Result<(), String> {
        tokio::select! {
            () = stop => {}
            () = self.table.wait_until_stopped() => return Err("The bot has stopped.".into()),
        }
        self.table.close().await;
        Ok(())
    }
}

fn load_scene(options: &SandboxOptions) -> Result<Script, String> {
    let script = match &options.scene_file {
        None => parse_script("demo.fight", DEMO_SCRIPT),
        Some(file) => super::read_script(file),
    };
    script.map_err(|failure| failure.to_string())
}

async fn start_fake_discord(
    options: &SandboxOptions,
    script: &Script,
    clock: &Arc<ManualClock>,
    clock_requests: mpsc::Sender<ClockAdvanceRequest>,
) -> Result<FakeDiscord, String> {
    let hands = Arc::clone(clock);
    let mut world = DiscordSetup::new()
        .with_guild("The Sandbox")
        .with_channel("arena")
        .with_channel("tavern")
        .with_port(options.port)
        .with_clock(FakeClock::from_fn(move || hands.now().as_millisecond()))
        .with_clock_requests(clock_requests)
        .without_traffic_log();
    for user in scene_users(script) {
        world = world.with_user(&user);
    }
    let port = options.port;
    let taken = |wrong| format!("Port {port} cannot be used ({wrong}). Try another with --port.");
    FakeDiscord::start(world).await.map_err(taken)
}

/// The GM, who owns the server, those who play, and somebody who only looks on.
fn scene_users(script: &Script) -> Vec<String> {
    let players = script.lines.iter().filter_map(|line| match &line.statement {
        Statement::Pc(one) => Some(one.user.as_ref().unwrap_or(&one.name).clone()),
        _ => None,
    });
    let mut users = vec![GM.to_string()];
    for user in players.chain([ONLOOKER.to_string()]) {
        if !users.contains(&user) {
            users.push(user);
        }
    }
    users
}

async fn open_store(options: &SandboxOptions) -> Result<Store, String> {
    let Some(file) = &options.database_file else {
        return Store::in_memory().await.map_err(|fault| fault.to_string());
    };
    let name = file.display();
    if file.exists() {
        return Err(format!("{name} is there already. A sandbox begins anew: name another file."));
    }
    Store::open(file).await.map_err(|fault| format!("{name}: {fault}"))
}

/// As whom the page opens, and the steps it shows.
fn build_welcome(options: &SandboxOptions, script: &Script) -> (String, Vec<PageHint>) {
    let users = scene_users(script);
    let first = users.iter().find(|user| *user != GM && *user != ONLOOKER);
    let first = first.map_or(GM, String::as_str).to_string();
    if options.scene_file.is_some() {
        return (first, Vec::new());
    }
    let step = |who: &str, says: &str| PageHint { text: says.into(), user_name: who.into() };
    let hints = vec![
        step(
            "Ana",
            "You are **Ana**, and it is your turn. In the message that mentions you, press \
             **Attack Ogre**.",
        ),
        step(
            GM,
            "Press **End turn** there. Then become the **GM** (at “You are”), and in the direct \
             messages with Riposte choose the Ogre at **Who acts**, and let it **attack Ana**.",
        ),
        step(
            "Ana",
            "Become **Ana** again, and press **Avoid** in #arena. From here on the fight is \
             yours: type **/** to see every command.",
        ),
    ];
    (first, hints)
}

/// Moves the clock on when the page asks. What falls due on the way happens when it is due.
async fn serve_clock_requests(
    app: App,
    clock: Arc<ManualClock>,
    mut requests: mpsc::Receiver<ClockAdvanceRequest>,
) {
    while let Some(ClockAdvanceRequest { step: how, done_sender: done }) = requests.recv().await {
        if let Err(fault) = advance_clock(&app, &clock, how).await {
            tracing::error!(%fault, "what fell due did not happen");
        }
        app.wake_background_tasks();
        // The page may be closed by now.
        let _ = done.send(());
    }
}

async fn advance_clock(
    app: &App,
    clock: &ManualClock,
    advance: ClockStep,
) -> Result<(), StoreError> {
    let goal = match advance {
        ClockStep::By(by) => {
            clock.now() + SignedDuration::try_from(by).unwrap_or(SignedDuration::MAX)
        }
        ClockStep::ToNextDeadline => app.next_deadline_time().await?.unwrap_or_else(|| clock.now()),
    };
    for _ in 0..MAX_DEADLINES {
        match app.next_deadline_time().await? {
            Some(due) if due <= goal => clock.set(due.max(clock.now())),
            _ => break,
        }
        app.fire_due_deadlines().await?;
    }
    clock.set(goal.max(clock.now()));
    app.fire_due_deadlines().await?;
    Ok(())
}
