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
use super::parse::parse;
use super::run;
use super::table::chat::{Chat, ONLOOKER, channel};
use super::table::{Common, GM};
use app::clock::{Clock as _, ManualClock};
use app::{App, Fault, chance, seals};
use engine::dice::Scripted;
use engine::judgement::Effort;
use fake_discord::{Clock, Discord, Hint, Wind, Winding, World};
use store::Store;

const DEMO: &str = include_str!("scenes/demo.fight");

/// The most clocks that may run out when the clock is moved once.
const MOST_CLOCKS: usize = 1000;

/// How a sandbox is opened.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The port of the page; 0 takes a free one.
    pub port: u16,
    /// The same dice every time.
    pub seed: Option<u64>,
    /// The scene, instead of the demonstration.
    pub fight: Option<PathBuf>,
    /// Where the fight is kept, a file that is not there yet; else in memory.
    pub keep: Option<PathBuf>,
}

/// An open sandbox.
pub struct Sandbox {
    table: Chat,
    winder: JoinHandle<()>,
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        self.winder.abort();
    }
}

impl Sandbox {
    /// Opens a sandbox on its scene.
    ///
    /// # Errors
    /// A sentence that says why it does not open: the port, the file, or the first line of the
    /// script that does not hold.
    pub async fn open(options: &Options) -> Result<Self, String> {
        let script = scene(options)?;
        let clock = Arc::new(ManualClock::going());
        let (winder, windings) = mpsc::channel(1);
        let discord = start(options, &script, &clock, winder).await?;
        let store = open_store(options).await?;
        let laid: Arc<Mutex<Scripted>> = Arc::default();
        let others = options.seed.map_or_else(chance::fair, chance::seeded);
        let dice = chance::scripted_then(&laid, others);
        let waits = options.seed.map_or_else(chance::drawn_waits, chance::seeded_waits);
        let app = App::waiting(store, Arc::clone(&clock) as _, dice, waits);
        // As on Discord.
        let app = app.advising(Effort::QUICK).telling_odds();
        let winder = tokio::spawn(wind(app.clone(), Arc::clone(&clock), windings));
        let channel = channel(&discord);
        let common = Common { app: app.clone(), clock, dice: laid, channel };
        let table = Chat::at(discord, common).await?;
        let (played, table) = run::play(&script, table, Vec::new()).await;
        let sandbox = Self { table, winder };
        if let Some(failure) = played.failure {
            return Err(failure.to_string());
        }
        // From here on; the dice of the scene are its script's.
        let secrets = options.seed.map_or_else(seals::drawn_secrets, seals::seeded_secrets);
        drop(app.sealed(secrets));
        let (user, hints) = welcome(options, &script);
        sandbox.table.discord().welcome(&user, hints);
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
            () = self.table.stopped() => return Err("The bot has stopped.".into()),
        }
        self.table.close().await;
        Ok(())
    }
}

fn scene(options: &Options) -> Result<Script, String> {
    let script = match &options.fight {
        None => parse("demo.fight", DEMO),
        Some(file) => super::read(file),
    };
    script.map_err(|failure| failure.to_string())
}

async fn start(
    options: &Options,
    script: &Script,
    clock: &Arc<ManualClock>,
    winder: mpsc::Sender<Winding>,
) -> Result<Discord, String> {
    let hands = Arc::clone(clock);
    let mut world = World::new()
        .guild("The Sandbox")
        .channel("arena")
        .channel("tavern")
        .port(options.port)
        .clock(Clock::given(move || hands.now().as_millisecond()))
        .winder(winder)
        .unrecorded();
    for user in users(script) {
        world = world.user(&user);
    }
    let port = options.port;
    let taken = |wrong| format!("Port {port} cannot be used ({wrong}). Try another with --port.");
    Discord::start(world).await.map_err(taken)
}

/// The GM, who owns the server, those who play, and somebody who only looks on.
fn users(script: &Script) -> Vec<String> {
    let players = script.lines.iter().filter_map(|line| match &line.says {
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

async fn open_store(options: &Options) -> Result<Store, String> {
    let Some(file) = &options.keep else {
        return Store::in_memory().await.map_err(|fault| fault.to_string());
    };
    let name = file.display();
    if file.exists() {
        return Err(format!("{name} is there already. A sandbox begins anew: name another file."));
    }
    Store::open(file).await.map_err(|fault| format!("{name}: {fault}"))
}

/// As whom the page opens, and the steps it shows.
fn welcome(options: &Options, script: &Script) -> (String, Vec<Hint>) {
    let users = users(script);
    let first = users.iter().find(|user| *user != GM && *user != ONLOOKER);
    let first = first.map_or(GM, String::as_str).to_string();
    if options.fight.is_some() {
        return (first, Vec::new());
    }
    let step = |who: &str, says: &str| Hint { says: says.into(), who: who.into() };
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
async fn wind(app: App, clock: Arc<ManualClock>, mut windings: mpsc::Receiver<Winding>) {
    while let Some(Winding { how, done }) = windings.recv().await {
        if let Err(fault) = wind_once(&app, &clock, how).await {
            tracing::error!(%fault, "what fell due did not happen");
        }
        app.look_again();
        // The page may be closed by now.
        let _ = done.send(());
    }
}

async fn wind_once(app: &App, clock: &ManualClock, how: Wind) -> Result<(), Fault> {
    let goal = match how {
        Wind::By(by) => clock.now() + SignedDuration::try_from(by).unwrap_or(SignedDuration::MAX),
        Wind::ToNext => app.next_due().await?.unwrap_or_else(|| clock.now()),
    };
    for _ in 0..MOST_CLOCKS {
        match app.next_due().await? {
            Some(due) if due <= goal => clock.set(due.max(clock.now())),
            _ => break,
        }
        app.fire_due().await?;
    }
    clock.set(goal.max(clock.now()));
    app.fire_due().await?;
    Ok(())
}
