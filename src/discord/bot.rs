//! The bot from start to stop.
//!
//! All that may fail is done before the gateway is opened, so the framework's set-up has nothing to
//! do. A stop is graceful: no new events, what is being answered is finished, what is being
//! delivered as well, each within a deadline; whatever is left then is in the outbox.

use std::future::Future;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use poise::{BoxFuture, Framework, FrameworkContext, FrameworkOptions};
use serenity::all::{
    Client, ClientBuilder, ConnectionStage, CreateAllowedMentions, FullEvent, GatewayError,
    GatewayIntents, Http, Interaction, ShardManager,
};
use tokio::time::{interval, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::commands::{commands, registration};
use super::connection::{Address, connect, forget_old_routes, unlimited};
use super::delivery::Post;
use super::download::Files;
use super::trouble::Trouble;
use super::{Front, buttons, chatter, faults, threads};
use crate::app::App;

/// How long a stop waits for each of its steps.
const DEADLINE: Duration = Duration::from_secs(5);
const PULSE: Duration = Duration::from_secs(20);
const SWEEP: Duration = Duration::from_secs(600);
/// A pulse older than this means that nothing beats any more.
const LONGEST_SILENCE: Duration = Duration::from_secs(60);

/// What the bot must be allowed in a server, and nothing more: Add Reactions, View Channels,
/// Send Messages, Embed Links, Attach Files, Read Message History, Send Messages in Threads, Pin
/// Messages.
pub const PERMISSIONS: u64 =
    1 << 6 | 1 << 10 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 16 | 1 << 38 | 1 << 51;

/// What the bot is told of: presses and commands come anyway. Of messages it learns who wrote
/// where, not what.
pub(super) const INTENTS: GatewayIntents =
    GatewayIntents::GUILDS.union(GatewayIntents::GUILD_MESSAGES);

/// The address at which a server's owner lets the bot in.
pub fn invitation(application: u64) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}\
         &scope=bot+applications.commands&permissions={PERMISSIONS}"
    )
}

/// What the bot runs with.
#[derive(Clone, Debug)]
pub struct Start {
    pub address: Address,
    /// Register commands in this guild only.
    pub test_guild: Option<u64>,
    /// Register commands even if they have not changed.
    pub is_registered_anew: bool,
    /// A file that is touched while the bot is connected.
    pub pulse: Option<PathBuf>,
}

/// Runs the bot until `stop` is done.
///
/// # Errors
/// A sentence that says why it cannot start, or why Discord threw it out.
pub async fn run(app: App, start: Start, stop: impl Future<Output = ()>) -> Result<(), Trouble> {
    let http = connect(&start.address).await?;
    let commands = commands();
    let (guild, anew) = (start.test_guild, start.is_registered_anew);
    match registration::register(&app, &http, &commands, guild, anew).await {
        Ok(true) => tracing::info!(commands = commands.len(), "commands registered"),
        Ok(false) => tracing::debug!("the commands have not changed"),
        // Those of the last time are still good for most.
        Err(trouble) => tracing::error!(%trouble, "the commands could not be registered"),
    }
    let tasks = TaskTracker::new();
    let files = Files::from(start.address.url.as_deref());
    let files = files.map_err(|error| Trouble::Start(error.to_string()))?;
    let at_hand = (app.clone(), tasks.clone(), files);
    let mut client = client(at_hand, commands, http, start.pulse.clone()).await?;
    let http = Arc::clone(&client.http);
    let shards = Arc::clone(&client.shard_manager);

    let stopping = CancellationToken::new();
    let courier = Arc::new(Post::new(Arc::clone(&http), unlimited(&start.address)?));
    let errands = tokio::spawn({
        let (app, stopping) = (app.clone(), stopping.clone());
        async move { app.run_errands(courier, stopping.cancelled_owned()).await }
    });
    let upkeep = tokio::spawn(upkeep(http, Arc::clone(&shards), start.pulse.clone()));

    let mut running = pin!(client.start());
    let outcome = tokio::select! {
        outcome = &mut running => outcome.map_err(thrown_out),
        () = stop => {
            tracing::info!("stopping");
            shards.shutdown_all().await;
            // Does not end by itself while no shard is up.
            let _ = timeout(DEADLINE, &mut running).await;
            Ok(())
        }
    };
    tasks.close();
    if timeout(DEADLINE, tasks.wait()).await.is_err() {
        tracing::warn!(left = tasks.len(), "some answers were not finished");
    }
    stopping.cancel();
    if timeout(DEADLINE, errands).await.is_err() {
        tracing::warn!("some posts wait for the next start");
    }
    upkeep.abort();
    if let Some(pulse) = &start.pulse {
        // No pulse after a good stop; one that cannot be taken away will grow old.
        let _ = std::fs::remove_file(pulse);
    }
    outcome
}

async fn client(
    (app, tasks, files): (App, TaskTracker, Files),
    commands: Vec<poise::Command<Front, Trouble>>,
    http: Http,
    pulse: Option<PathBuf>,
) -> Result<Client, Trouble> {
    let options = FrameworkOptions {
        commands,
        on_error: faults::on_error,
        event_handler: take,
        allowed_mentions: Some(CreateAllowedMentions::new()),
        initialize_owners: false,
        ..FrameworkOptions::default()
    };
    let framework = Framework::builder()
        .options(options)
        .setup(move |ctx, ready, _| {
            let invitation = invitation(ready.application.id.get());
            tracing::info!(bot = %ready.user.name, servers = ready.guilds.len(), "connected");
            tracing::info!(%invitation, "to let it into a server");
            pulse.iter().for_each(|pulse| touch(pulse));
            let front = Front {
                app,
                http: Arc::clone(&ctx.http),
                files,
                told_missing: Arc::default(),
                tasks,
            };
            Box::pin(async move { Ok(front) })
        })
        .build();
    let builder = ClientBuilder::new_with_http(http, INTENTS);
    Ok(builder.framework(framework).await?)
}

/// Whatever is no command. A panic is answered, too.
fn take<'a>(
    framework: FrameworkContext<'a, Front, Trouble>,
    event: &'a FullEvent,
) -> BoxFuture<'a, Result<(), Trouble>> {
    Box::pin(async move {
        let interaction = match event {
            FullEvent::InteractionCreate { interaction } => interaction,
            FullEvent::Message { new_message } => {
                let heard = chatter::overhear(framework.user_data, new_message).await;
                return heard.inspect_err(|trouble| {
                    let channel = new_message.channel_id.get();
                    tracing::warn!(%trouble, channel, "chatter goes on");
                });
            }
            FullEvent::ThreadUpdate { new, .. } => {
                let kept = threads::keep_open(framework.user_data, new).await;
                return kept.inspect_err(|trouble| {
                    tracing::warn!(%trouble, thread = new.id.get(), "a thread stays archived");
                });
            }
            _ => return Ok(()),
        };
        if !matches!(interaction, Interaction::Component(_) | Interaction::Modal(_)) {
            return Ok(());
        }
        let front = framework.user_data;
        let taken = front.tasks.spawn({
            let (front, interaction) = (front.clone(), interaction.clone());
            async move { buttons::take(&front, &interaction).await }
        });
        if let Err(error) = taken.await {
            tracing::error!(%error, "a press failed");
            buttons::apologise(front, interaction).await;
        }
        Ok(())
    })
}

/// What Discord's last word means for whoever runs the bot.
fn thrown_out(error: serenity::Error) -> Trouble {
    match error {
        serenity::Error::Gateway(GatewayError::InvalidAuthentication) => {
            Trouble::Start("Discord refuses the token. Is DISCORD_TOKEN still good?".into())
        }
        serenity::Error::Gateway(error) => {
            Trouble::Start(format!("Discord's gateway refuses the bot: {error}"))
        }
        other => other.into(),
    }
}

/// Touches the pulse while connected, and forgets what need not be kept.
async fn upkeep(http: Arc<Http>, shards: Arc<ShardManager>, pulse: Option<PathBuf>) {
    let (mut beat, mut sweep) = (interval(PULSE), interval(SWEEP));
    loop {
        tokio::select! {
            _ = beat.tick() => {
                if let Some(pulse) = &pulse
                    && is_connected(&shards).await
                {
                    touch(pulse);
                }
            }
            _ = sweep.tick() => {
                let forgotten = forget_old_routes(&http).await;
                tracing::debug!(forgotten, "old routes of the rate limiter");
            }
        }
    }
}

fn touch(pulse: &Path) {
    if let Err(error) = std::fs::write(pulse, "") {
        tracing::warn!(%error, "the pulse cannot be written");
    }
}

async fn is_connected(shards: &ShardManager) -> bool {
    let runners = shards.runners.lock().await;
    !runners.is_empty() && runners.values().all(|one| one.stage == ConnectionStage::Connected)
}

/// The file that is touched while a bot with this database is connected.
pub fn pulse_of(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".pulse");
    name.into()
}

/// Whether a bot with this pulse is connected.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn check_pulse(pulse: &Path) -> Result<(), String> {
    let touched = std::fs::metadata(pulse).and_then(|file| file.modified());
    let touched = touched.map_err(|_| "the bot is not connected".to_string())?;
    match touched.elapsed() {
        Ok(age) if age > LONGEST_SILENCE => {
            Err(format!("the bot has not been connected for {} seconds", age.as_secs()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_invites_with_what_is_needed() {
        let readme = include_str!("../../README.md");
        assert!(readme.contains(&format!("permissions={PERMISSIONS}\n")));
    }

    #[test]
    fn a_pulse_grows_old() {
        let folder = tempfile::tempdir().unwrap();
        let pulse = pulse_of(&folder.path().join("fights.db"));
        assert!(pulse.ends_with("fights.db.pulse"));
        assert!(check_pulse(&pulse).is_err());
        let file = std::fs::File::create(&pulse).unwrap();
        assert_eq!(check_pulse(&pulse), Ok(()));
        let old = std::time::SystemTime::now() - 2 * LONGEST_SILENCE;
        file.set_modified(old).unwrap();
        assert!(check_pulse(&pulse).unwrap_err().contains("120 seconds"));
    }
}
