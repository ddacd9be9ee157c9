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

use super::commands::build_all_commands;
use super::commands::registration::{self, CommandRegistrar};
use super::delivery::DiscordSender;
use super::download::AttachmentDownloader;
use super::error::BotError;
use super::gateway::{Gateway, GatewayTimings, IdentifyQueue};
use super::http_client::{DiscordAddress, build_unlimited_client, connect_with_retry};
use super::liveness::{Liveness, RecordingSender};
use super::watchdog::{self, Watchdog};
use super::{BotContext, buttons, chat_moderation, framework_errors, threads};
use app::App;
use app::servers::{CommandScope, Shard, ShardRange};

/// How long a stop waits for each of its steps.
const STOP_STEP_TIMEOUT: Duration = Duration::from_secs(5);

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
pub fn invitation_url(application: u64) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}\
         &scope=bot+applications.commands&permissions={PERMISSIONS}"
    )
}

/// What the bot runs with.
#[derive(Clone, Debug)]
pub struct BotOptions {
    pub address: DiscordAddress,
    /// Register commands in this guild only.
    pub test_guild: Option<u64>,
    /// Register commands even if they have not changed.
    pub must_reregister_commands: bool,
    /// A file that is touched while the bot is connected.
    pub status_file: Option<PathBuf>,
    /// The shards of this process. None: all of as many as Discord wants.
    pub shards: Option<ShardRange>,
}

/// Runs the bot until `stop` is done.
///
/// # Errors
/// A sentence that says why it cannot start, or why Discord threw it out.
pub async fn run(
    app: App,
    options: BotOptions,
    stop: impl Future<Output = ()>,
) -> Result<(), BotError> {
    let mut stop = pin!(stop);
    if let Some(pulse) = &options.status_file {
        watchdog::remove_status_file(pulse);
    }
    let (http, greeted) = tokio::select! {
        connected = connect_with_retry(&options.address) => connected?,
        () = &mut stop => return Ok(()),
    };
    let (commands, tasks) = (build_all_commands(), TaskTracker::new());
    let files = AttachmentDownloader::new(options.address.url.as_deref());
    let files = files.map_err(|error| BotError::Fatal(error.to_string()))?;
    let shards = options.shards.unwrap_or(ShardRange::all(greeted.shard_count));
    let at_hand = (app.clone(), tasks.clone(), files, shards.total());
    let pulse = options.status_file.clone().filter(|_| shards.shard_numbers().count() == 1);
    let mut client = build_client(at_hand, commands, http, pulse).await?;
    let http = Arc::clone(&client.http);
    let patient = build_unlimited_client(&options.address)?;
    if let Some(application) = http.application_id() {
        patient.set_application_id(application);
    }
    let (only, is_anew) = (options.test_guild, options.must_reregister_commands);
    let registrar = CommandRegistrar::new(app.clone(), patient, only, is_anew);
    let _registering = AbortOnDropHandle::new(tokio::spawn(registrar.run()));

    let signs = Arc::new(Liveness::new(shards));
    let (of_gateway, noted) = (Arc::clone(&http), Arc::clone(&signs));
    let turns = IdentifyQueue::new(greeted.max_concurrency).shared_with_processes(app.clone());
    let tempo = GatewayTimings::default();
    let gateway = Gateway::open(&greeted.url, shards, turns, of_gateway, tempo, noted).await?;
    *client.ws_url.lock().await = gateway.local_url();
    let (hung_up, stopping) = (CancellationToken::new(), CancellationToken::new());
    let mut gateway = tokio::spawn(gateway.run(hung_up.clone()));

    let courier =
        DiscordSender::new(Arc::clone(&http), build_unlimited_client(&options.address)?, shards);
    let courier = Arc::new(RecordingSender { sender: courier, liveness: Arc::clone(&signs) });
    let errands = tokio::spawn({
        let (app, stopping) = (app.clone(), stopping.clone());
        async move { app.run_background_tasks(courier, stopping.cancelled_owned()).await }
    });
    let pulse = Watchdog { app, http, liveness: signs, status_file: options.status_file.clone() };
    let mut pulse = AbortOnDropHandle::new(tokio::spawn(pulse.run()));

    let inside = Arc::clone(&client.shard_manager);
    let mut running = pin!(client.start());
    let outcome = tokio::select! {
        outcome = &mut running => outcome.map_err(BotError::from),
        over = &mut gateway => task_outcome(over),
        over = &mut pulse => task_outcome(over),
        () = stop => {
            tracing::info!("stopping");
            inside.shutdown_all().await;
            // Does not end by itself while no shard is up.
            let _ = timeout(STOP_STEP_TIMEOUT, &mut running).await;
            Ok(())
        }
    };
    hung_up.cancel();
    if !gateway.is_finished() && timeout(STOP_STEP_TIMEOUT, gateway).await.is_err() {
        tracing::warn!("Discord did not hear the goodbye");
    }
    tasks.close();
    if timeout(STOP_STEP_TIMEOUT, tasks.wait()).await.is_err() {
        tracing::warn!(left = tasks.len(), "some answers were not finished");
    }
    stopping.cancel();
    if timeout(STOP_STEP_TIMEOUT, errands).await.is_err() {
        tracing::warn!("some posts wait for the next start");
    }
    drop(pulse);
    if let Some(pulse) = &options.status_file {
        watchdog::remove_status_file(pulse);
    }
    outcome
}

/// What a task that should go on for ever has ended with.
fn task_outcome(
    joined: Result<Result<(), BotError>, tokio::task::JoinError>,
) -> Result<(), BotError> {
    joined
        .unwrap_or_else(|error| Err(BotError::Fatal(format!("A part of the bot failed: {error}"))))
}

async fn build_client(
    (app, tasks, files, shards): (App, TaskTracker, AttachmentDownloader, u32),
    commands: Vec<poise::Command<BotContext, BotError>>,
    http: Http,
    status_file: Option<PathBuf>,
) -> Result<Client, BotError> {
    let options = FrameworkOptions {
        commands,
        on_error: framework_errors::handle_framework_error,
        event_handler: handle_event,
        allowed_mentions: Some(CreateAllowedMentions::new()),
        initialize_owners: false,
        ..FrameworkOptions::default()
    };
    let framework = Framework::builder()
        .options(options)
        .setup(move |ctx, ready, _| {
            let invitation = invitation_url(ready.application.id.get());
            tracing::info!(bot = %ready.user.name, servers = ready.guilds.len(), "connected");
            tracing::info!(%invitation, "to let it into a server");
            status_file.iter().for_each(|file| watchdog::write_status_file(file, ""));
            let front = BotContext {
                app,
                http: Arc::clone(&ctx.http),
                attachments: files,
                reported_missing_permissions: Arc::default(),
                shard_total: shards,
                tasks,
            };
            Box::pin(async move { Ok(front) })
        })
        .build();
    let builder = ClientBuilder::new_with_http(http, INTENTS);
    Ok(builder.framework(framework).await?)
}

/// Whatever is no command. A panic is answered, too.
fn handle_event<'a>(
    framework: FrameworkContext<'a, BotContext, BotError>,
    event: &'a FullEvent,
) -> BoxFuture<'a, Result<(), BotError>> {
    Box::pin(async move {
        let interaction = match event {
            FullEvent::InteractionCreate { interaction } => interaction,
            FullEvent::Message { new_message } => {
                let heard =
                    chat_moderation::moderate_message(framework.user_data, new_message).await;
                return heard.inspect_err(|trouble| {
                    let channel = new_message.channel_id.get();
                    tracing::warn!(%trouble, channel, "chatter goes on");
                });
            }
            // One that was there already costs nothing.
            FullEvent::GuildCreate { guild, .. } => {
                let app = &framework.user_data.app;
                app.queue_command_sync(CommandScope::Server(guild.id.get()));
                return Ok(app.record_server_joined(guild.id.get()).await?);
            }
            // Discord forgets the commands of a server that lets the bot go.
            FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
                let app = &framework.user_data.app;
                app.record_server_left(incomplete.id.get()).await?;
                return registration::forget_registration(app, incomplete.id).await;
            }
            FullEvent::Ready { data_about_bot } => {
                let guilds = data_about_bot.guilds.iter().map(|guild| guild.id.get());
                let guilds: Vec<u64> = guilds.collect();
                let front = framework.user_data;
                guilds
                    .iter()
                    .for_each(|guild| front.app.queue_command_sync(CommandScope::Server(*guild)));
                let shard = match data_about_bot.shard {
                    Some(shard) if shard.total > 0 => {
                        Shard { number: shard.id.get(), total: shard.total }
                    }
                    _ if front.shard_total == 1 => Shard::UNSHARDED,
                    // Whose servers these are is not known, so no other is missing.
                    _ => return Ok(()),
                };
                return Ok(front.app.sync_servers_of_shard(&guilds, shard).await?);
            }
            FullEvent::ThreadUpdate { new, .. } => {
                let kept = threads::reopen_archived(framework.user_data, new).await;
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
            async move { buttons::handle_component_or_form(&front, &interaction).await }
        });
        if let Err(error) = taken.await {
            tracing::error!(%error, "a press failed");
            buttons::send_internal_error(front, interaction).await;
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
