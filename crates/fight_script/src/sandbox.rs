//! The sandbox: the bot on a local fake Discord, opened on a fight that a script has prepared.
//! Without a script of the caller it opens on `scenes/demo.fight`.
//!
//! Its clock shows the system time and is advanced from the page. The dice are those of the script
//! first, then those of the seed, or random ones.

use std::future::Future;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use jiff::SignedDuration;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

use super::ScriptFailure;
use super::grammar::{Script, Statement};
use super::parse::parse_script;
use super::runner::{self, InvariantPolicy, RunOptions};
use super::table::chat::{ChatTable, ONLOOKER, OwnEmoji, onlooker_channel};
use super::table::{GM, SharedTable};
use app::clock::{Clock as _, ManualClock};
use app::encounter::EncounterSearchLimits;
use app::{App, StoreError, dice_source, sealed_dice};
use engine::agents::evaluator::SearchBudget;
use engine::core::dice::ScriptedDice;
use fake_discord::{
    ClockAdvanceRequest, ClockStep, DiscordSetup, FakeClock, FakeDiscord, PageHint,
};
use store::Store;
use store::io_problem::describe_network_error;

const DEMO_SCRIPT: &str = include_str!("scenes/demo.fight");

/// The most deadlines that can pass when the clock is advanced once.
const MAX_DEADLINES: usize = 1000;

#[derive(Clone, Debug, Default)]
pub struct SandboxOptions {
    /// The port of the page; 0 takes a free one.
    pub port: u16,
    /// Roll the same dice every time.
    pub seed: Option<u64>,
    /// The script to open on, instead of the demo.
    pub scene_file: Option<PathBuf>,
    /// The file to store the fight in, which must not exist yet; `None` uses memory.
    pub database_file: Option<PathBuf>,
}

/// An open sandbox.
pub struct Sandbox {
    table: ChatTable,
    clock_task: JoinHandle<()>,
    invariant_failures: Vec<ScriptFailure>,
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.clock_task.abort();
    }
}

impl Sandbox {
    /// Starts the fake Discord and the bot, plays the script of the scene, and opens the page. An
    /// invariant that does not hold meanwhile is only noted.
    ///
    /// # Errors
    /// Returns a sentence that says why it does not open: the port, the file, or the first line of
    /// the script that fails.
    pub async fn open_and_run_script(options: &SandboxOptions) -> Result<Self, String> {
        let script = load_scene_or_demo_script(options)?;
        let clock = Arc::new(ManualClock::new_running());
        let (request_sender, requests) = mpsc::channel(1);
        let discord = start_fake_discord(options, &script, &clock, request_sender).await?;
        let store = open_new_store(options).await?;
        let scripted_dice: Arc<Mutex<ScriptedDice>> = Arc::default();
        let later_dice =
            options.seed.map_or_else(dice_source::os_random_dice, dice_source::seeded_dice);
        let dice = dice_source::scripted_dice_then(&scripted_dice, later_dice);
        let delays =
            options.seed.map_or_else(dice_source::os_random_delays, dice_source::seeded_delays);
        let app = App::new_with_decoy_delays(store, Arc::clone(&clock) as _, dice, delays);
        // As on Discord.
        let app = app.with_advice(SearchBudget::QUICK).with_odds();
        let app = app.with_encounter_search(EncounterSearchLimits::ANSWER);
        let clock_task =
            tokio::spawn(serve_clock_requests(app.clone(), Arc::clone(&clock), requests));
        let channel = onlooker_channel(&discord);
        let shared = SharedTable { app: app.clone(), clock, dice: scripted_dice, channel };
        let table = ChatTable::start_bot_and_attach(discord, shared, OwnEmoji::Uploaded).await?;
        // A fight whose proof fails can be played and looked at all the same.
        let run_options =
            RunOptions { invariant_policy: InvariantPolicy::Report, ..RunOptions::default() };
        let (result, table) = runner::run_script(&script, table, run_options).await;
        let sandbox = Self { table, clock_task, invariant_failures: result.invariant_failures };
        if let Some(failure) = result.failure {
            return Err(failure.to_string());
        }
        // Only for later fights: the script fixes the dice of its own.
        let secrets =
            options.seed.map_or_else(sealed_dice::os_random_secrets, sealed_dice::seeded_secrets);
        drop(app.with_secrets(secrets));
        let (user, hints) = choose_page_user_and_build_hints(options, &script);
        sandbox.table.discord().set_page_welcome(&user, hints);
        sandbox.table.discord().open_page();
        Ok(sandbox)
    }

    /// Returns the invariants that did not hold while the scene was set up.
    pub fn invariant_failures(&self) -> &[ScriptFailure] {
        &self.invariant_failures
    }

    /// Returns the address of the page.
    pub fn url(&self) -> &str {
        self.table.discord().url()
    }

    /// Runs until `stop` completes or the bot stops by itself.
    ///
    /// # Errors
    /// Fails when the bot stops by itself.
    pub async fn run(mut self, stop: impl Future<Output = ()>) -> Result<(), String> {
        tokio::select! {
            () = stop => {}
            () = self.table.wait_until_stopped() => return Err("The bot has stopped.".into()),
        }
        self.table.close().await;
        Ok(())
    }
}

/// Reads and parses the script of the scene, or the built-in demo. The error is a sentence.
fn load_scene_or_demo_script(options: &SandboxOptions) -> Result<Script, String> {
    let script = match &options.scene_file {
        None => parse_script("demo.fight", DEMO_SCRIPT),
        Some(file) => super::read_script(file),
    };
    script.map_err(|failure| failure.to_string())
}

/// Starts the fake Discord with its channels and the users of the script, on the sandbox's clock.
/// The error is a sentence about the port.
async fn start_fake_discord(
    options: &SandboxOptions,
    script: &Script,
    clock: &Arc<ManualClock>,
    clock_requests: mpsc::Sender<ClockAdvanceRequest>,
) -> Result<FakeDiscord, String> {
    let fake_clock = Arc::clone(clock);
    let mut setup = DiscordSetup::new()
        .with_guild("The Sandbox")
        .with_channel("arena")
        .with_channel("tavern")
        .with_port(options.port)
        .with_clock(FakeClock::from_fn(move || fake_clock.now().as_millisecond()))
        .with_clock_requests(clock_requests)
        .with_closed_page()
        .without_traffic_log();
    for user in scene_users_with_gm_and_onlooker(script) {
        setup = setup.with_user(&user);
    }
    let port = options.port;
    let port_error = |error: std::io::Error| {
        format!(
            "Port {port} cannot be used: {}. Try another with --port.",
            describe_network_error(&error)
        )
    };
    FakeDiscord::start(setup).await.map_err(port_error)
}

/// Returns the GM, who owns the server, the players, and an onlooker.
fn scene_users_with_gm_and_onlooker(script: &Script) -> Vec<String> {
    let players = script.lines.iter().filter_map(|line| match &line.statement {
        Statement::Pc(pc) => Some(pc.user.as_ref().unwrap_or(&pc.name).clone()),
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

/// Opens the store in a new file, or in memory. Fails with a sentence if the file exists already.
async fn open_new_store(options: &SandboxOptions) -> Result<Store, String> {
    let Some(file) = &options.database_file else {
        return Store::in_memory().await.map_err(|error| error.to_string());
    };
    let name = file.display();
    if file.exists() {
        return Err(format!("{name} is there already. A sandbox begins anew: name another file."));
    }
    Store::open(file).await.map_err(|error| format!("{name}: {error}"))
}

/// Returns the user that the page opens as, and the steps that it shows.
fn choose_page_user_and_build_hints(
    options: &SandboxOptions,
    script: &Script,
) -> (String, Vec<PageHint>) {
    let users = scene_users_with_gm_and_onlooker(script);
    let page_user = users.iter().find(|user| *user != GM && *user != ONLOOKER);
    let page_user = page_user.map_or(GM, String::as_str).to_string();
    if options.scene_file.is_some() {
        return (page_user, Vec::new());
    }
    let hint =
        |user_name: &str, text: &str| PageHint { text: text.into(), user_name: user_name.into() };
    let hints = vec![
        hint(
            "Ana",
            "You are **Ana**, and it is your turn. In the message that mentions you, press \
             **Attack Ogre**.",
        ),
        hint(
            GM,
            "Press **End turn** there. Then become the **GM** (at “You are”), and in the direct \
             messages with Riposte choose the Ogre at **Who acts**, and let it **attack Ana**.",
        ),
        hint(
            "Ana",
            "Become **Ana** again, and press **Avoid** in #arena. From here on the fight is \
             yours: type **/** to see every command.",
        ),
    ];
    (page_user, hints)
}

/// Advances the clock when the page asks for it, until the page's server ends. A failure is logged.
async fn serve_clock_requests(
    app: App,
    clock: Arc<ManualClock>,
    mut requests: mpsc::Receiver<ClockAdvanceRequest>,
) {
    while let Some(ClockAdvanceRequest { step, done_sender }) = requests.recv().await {
        if let Err(error) = advance_clock_firing_deadlines(&app, &clock, step).await {
            tracing::error!(%error, "could not fire due deadlines");
        }
        app.wake_background_tasks();
        // The page may be closed by now.
        let _ = done_sender.send(());
    }
}

/// Advances the clock by a time or to the next deadline, and fires each deadline at its time, at
/// most [`MAX_DEADLINES`].
async fn advance_clock_firing_deadlines(
    app: &App,
    clock: &ManualClock,
    advance: ClockStep,
) -> Result<(), StoreError> {
    let goal = match advance {
        ClockStep::By(duration) => {
            clock.now() + SignedDuration::try_from(duration).unwrap_or(SignedDuration::MAX)
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
