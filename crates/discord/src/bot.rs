//! The bot from start to stop.
//!
//! All that may fail is done before the gateway is opened, so the framework's set-up has nothing to
//! do. A stop is graceful: no new events, what is being answered is finished, what is being
//! delivered as well, each within a deadline; whatever is left then is in the outbox.

use std::future::Future;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use poise::{BoxFuture, Framework, FrameworkContext, FrameworkOptions};
use serenity::all::{
    Client, ClientBuilder, CreateAllowedMentions, FullEvent, GatewayIntents, Http, Interaction,
};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::{AbortOnDropHandle, TaskTracker};

use super::commands::commands;
use super::commands::registration::{self, Registrar};
use super::connection::{Address, connect_at_last, unlimited};
use super::delivery::DiscordCourier;
use super::download::Files;
use super::gateway::{Gateway, Tempo, Turns};
use super::pulse::{self, Pulse};
use super::signs::{Noting, Signs};
use super::trouble::Trouble;
use super::{Front, buttons, chatter, faults, threads};
use app::App;
use app::servers::{Scope, Shard, Shards};

/// How long a stop waits for each of its steps.
const DEADLINE: Duration = Duration::from_secs(5);

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
    /// The shards of this process. None: all of as many as Discord wants.
    pub shards: Option<Shards>,
}

/// Runs the bot until `stop` is done.
///
/// # Errors
/// A sentence that says why it cannot start, or why Discord threw it out.
pub async fn run(app: App, start: Start, stop: impl Future<Output = ()>) -> Result<(), Trouble> {
    let mut stop = pin!(stop);
    if let Some(pulse) = &start.pulse {
        pulse::stop(pulse);
    }
    let (http, greeted) = tokio::select! {
        connected = connect_at_last(&start.address) => connected?,
        () = &mut stop => return Ok(()),
    };
    let (commands, tasks) = (commands(), TaskTracker::new());
    let files = Files::from(start.address.url.as_deref());
    let files = files.map_err(|error| Trouble::Start(error.to_string()))?;
    let shards = start.shards.unwrap_or(Shards::all(greeted.shards));
    let at_hand = (app.clone(), tasks.clone(), files, shards.total());
    let pulse = start.pulse.clone().filter(|_| shards.numbers().count() == 1);
    let mut client = client(at_hand, commands, http, pulse).await?;
    let http = Arc::clone(&client.http);
    let patient = unlimited(&start.address)?;
    if let Some(application) = http.application_id() {
        patient.set_application_id(application);
    }
    let (only, is_anew) = (start.test_guild, start.is_registered_anew);
    let registrar = Registrar::new(app.clone(), patient, only, is_anew);
    let _registering = AbortOnDropHandle::new(tokio::spawn(registrar.run()));

    let signs = Arc::new(Signs::new(shards));
    let (of_gateway, noted) = (Arc::clone(&http), Arc::clone(&signs));
    let turns = Turns::new(greeted.at_once).with_others(app.clone());
    let tempo = Tempo::default();
    let gateway = Gateway::open(&greeted.url, shards, turns, of_gateway, tempo, noted).await?;
    *client.ws_url.lock().await = gateway.address();
    let (hung_up, stopping) = (CancellationToken::new(), CancellationToken::new());
    let mut gateway = tokio::spawn(gateway.run(hung_up.clone()));

    let courier = DiscordCourier::new(Arc::clone(&http), unlimited(&start.address)?, shards);
    let courier = Arc::new(Noting { courier, signs: Arc::clone(&signs) });
    let errands = tokio::spawn({
        let (app, stopping) = (app.clone(), stopping.clone());
        async move { app.run_errands(courier, stopping.cancelled_owned()).await }
    });
    let pulse = Pulse { app, http, signs, file: start.pulse.clone() };
    let mut pulse = AbortOnDropHandle::new(tokio::spawn(pulse.beat()));

    let inside = Arc::clone(&client.shard_manager);
    let mut running = pin!(client.start());
    let outcome = tokio::select! {
        outcome = &mut running => outcome.map_err(Trouble::from),
        over = &mut gateway => ended(over),
        over = &mut pulse => ended(over),
        () = stop => {
            tracing::info!("stopping");
            inside.shutdown_all().await;
            // Does not end by itself while no shard is up.
            let _ = timeout(DEADLINE, &mut running).await;
            Ok(())
        }
    };
    hung_up.cancel();
    if !gateway.is_finished() && timeout(DEADLINE, gateway).await.is_err() {
        tracing::warn!("Discord did not hear the goodbye");
    }
    tasks.close();
    if timeout(DEADLINE, tasks.wait()).await.is_err() {
        tracing::warn!(left = tasks.len(), "some answers were not finished");
    }
    stopping.cancel();
    if timeout(DEADLINE, errands).await.is_err() {
        tracing::warn!("some posts wait for the next start");
    }
    drop(pulse);
    if let Some(pulse) = &start.pulse {
        pulse::stop(pulse);
    }
    outcome
}

/// What a task that should go on for ever has ended with.
fn ended(over: Result<Result<(), Trouble>, tokio::task::JoinError>) -> Result<(), Trouble> {
    over.unwrap_or_else(|error| Err(Trouble::Start(format!("A part of the bot failed: {error}"))))
}

async fn client(
    (app, tasks, files, shards): (App, TaskTracker, Files, u32),
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
            pulse.iter().for_each(|file| pulse::write(file, ""));
            let front = Front {
                app,
                http: Arc::clone(&ctx.http),
                files,
                told_missing: Arc::default(),
                shards,
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
            // One that was there already costs nothing.
            FullEvent::GuildCreate { guild, .. } => {
                let app = &framework.user_data.app;
                app.look_at_commands(Scope::Server(guild.id.get()));
                return Ok(app.server_is_back(guild.id.get()).await?);
            }
            // Discord forgets the commands of a server that lets the bot go.
            FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
                let app = &framework.user_data.app;
                app.server_has_left(incomplete.id.get()).await?;
                return registration::forget(app, incomplete.id).await;
            }
            FullEvent::Ready { data_about_bot } => {
                let guilds = data_about_bot.guilds.iter().map(|guild| guild.id.get());
                let guilds: Vec<u64> = guilds.collect();
                let front = framework.user_data;
                guilds.iter().for_each(|guild| front.app.look_at_commands(Scope::Server(*guild)));
                let shard = match data_about_bot.shard {
                    Some(shard) if shard.total > 0 => {
                        Shard { number: shard.id.get(), total: shard.total }
                    }
                    _ if front.shards == 1 => Shard::SOLE,
                    // Whose servers these are is not known, so no other is missing.
                    _ => return Ok(()),
                };
                return Ok(front.app.servers_are(&guilds, shard).await?);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_invites_with_what_is_needed() {
        let readme = include_str!("../../../README.md");
        assert!(readme.contains(&format!("permissions={PERMISSIONS}\n")));
    }
}
