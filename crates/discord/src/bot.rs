//! Runs the bot from start to stop.
//!
//! Everything that may fail is done before the gateway is opened, so the framework's setup has
//! nothing to do. A stop is graceful: the bot takes no new events, then finishes running replies,
//! then running deliveries, each within a time limit. Whatever is left stays in the outbox.

use std::future::Future;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use poise::{BoxFuture, Framework, FrameworkContext, FrameworkOptions};
use serenity::all::{
    ChannelId, Client, ClientBuilder, CreateAllowedMentions, FullEvent, GatewayIntents, Guild,
    GuildId, Http, Interaction, Ready, UserId,
};
use tokio::task::JoinHandle;
use tokio::time::error::Elapsed;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tokio_util::task::{AbortOnDropHandle, TaskTracker};

use super::commands::build_all_commands;
use super::commands::registration::{self, CommandRegistrar};
use super::delivery::DiscordSender;
use super::download::AttachmentDownloader;
use super::error::BotError;
use super::gateway::{Gateway, GatewayTimings, IdentifyQueue};
use super::http_client::{
    DISCORD_URL, DiscordAddress, GatewayInfo, build_unlimited_client, client_builder,
    connect_retrying_until_ready, to_client_build_error,
};
use super::liveness::{Liveness, RecordingSender};
use super::member_permissions::MemberAccess;
use super::portraits::{PortraitLoader, PortraitSource};
use super::watchdog::{self, Watchdog};
use super::{BotContext, buttons, chat_moderation, emoji, framework_errors, reader, threads};
use app::App;
use app::servers::{CommandScope, Shard, ShardRange};
use narration::catalogue::Locale;

/// The time limit for each step of a stop.
const STOP_STEP_TIMEOUT: Duration = Duration::from_secs(5);

/// The permissions that the invitation asks for, and no others: Add Reactions, View Channels, Send
/// Messages, Embed Links, Attach Files, Read Message History, Manage Webhooks, Create Public
/// Threads, Send Messages in Threads, Pin Messages.
pub const PERMISSIONS: u64 = 1 << 6
    | 1 << 10
    | 1 << 11
    | 1 << 14
    | 1 << 15
    | 1 << 16
    | 1 << 29
    | 1 << 35
    | 1 << 38
    | 1 << 51;

/// The gateway intents. Interactions arrive without one. Of messages, the bot learns who wrote
/// where but not the text.
pub(super) const INTENTS: GatewayIntents =
    GatewayIntents::GUILDS.union(GatewayIntents::GUILD_MESSAGES);

/// Returns the URL with which an administrator adds the bot to a server.
pub fn invitation_url(application: u64) -> String {
    format!(
        "https://discord.com/oauth2/authorize?client_id={application}\
         &scope=bot+applications.commands&permissions={PERMISSIONS}"
    )
}

#[derive(Clone, Debug)]
pub struct BotOptions {
    pub address: DiscordAddress,
    /// Registers commands in this guild only.
    pub test_guild: Option<u64>,
    /// Registers commands even if they have not changed.
    pub must_reregister_commands: bool,
    /// The file in which the watchdog reports whether the bot is well.
    pub status_file: Option<PathBuf>,
    /// Uploads the application's own emoji, and uses them. Not where several processes run.
    pub has_own_emoji: bool,
    /// The shards of this process; `None` runs all shards, as many as Discord recommends.
    pub shards: Option<ShardRange>,
}

impl BotOptions {
    /// Returns the options of a bot that runs all shards for all servers, registers only commands
    /// that have changed, reports to no file, and has no emoji of its own.
    pub fn new(address: DiscordAddress) -> Self {
        Self {
            address,
            test_guild: None,
            must_reregister_commands: false,
            status_file: None,
            has_own_emoji: false,
            shards: None,
        }
    }
}

/// Runs the bot until `stop` completes, then stops it gracefully.
///
/// # Errors
/// The bot cannot start, Discord refuses it later, or one of its tasks fails; the error is a
/// sentence.
pub async fn run(
    app: App,
    options: BotOptions,
    stop: impl Future<Output = ()>,
) -> Result<(), BotError> {
    let app = add_languages(app);
    let mut stop = pin!(stop);
    if let Some(file) = &options.status_file {
        watchdog::remove_status_file(file);
    }
    let (rest_client, gateway_info) = tokio::select! {
        connected = connect_retrying_until_ready(&options.address) => connected?,
        () = &mut stop => return Ok(()),
    };
    let attachments = AttachmentDownloader::new(options.address.url.as_deref())
        .map_err(|error| to_client_build_error(&error))?;
    let portraits = build_portrait_loader_disabled_for_fake_discord(&options.address)?;
    let shards = options.shards.unwrap_or(ShardRange::all(gateway_info.shard_count));
    let replies = TaskTracker::new();
    let handler_state = HandlerState {
        app: app.clone(),
        tasks: replies.clone(),
        attachments,
        portraits: portraits.clone(),
        shard_total: shards.total(),
    };
    let file_at_ready = status_file_at_ready_if_one_shard(&options, shards);
    let mut client = build_client(handler_state, rest_client, file_at_ready).await?;
    let http = Arc::clone(&client.http);
    let app = app.with_channel_access(Arc::new(MemberAccess { http: Arc::clone(&http) }));
    let _registrar_task = spawn_command_registrar(&app, &http, &options)?;
    let _emoji_task = spawn_emoji_upload_if_wanted_and_only_process(&app, &http, &options);

    let liveness = Arc::new(Liveness::new(shards));
    let gateway = open_gateway(&gateway_info, shards, &http, &liveness, &app).await?;
    *client.ws_url.lock().await = gateway.local_url();
    let mut gateway_task = StoppableTask::spawn(|stop| gateway.run(stop));

    let sender = build_message_sender(&app, &http, &options.address, portraits, shards)?;
    let background_tasks = spawn_background_tasks(&app, sender, &liveness);
    let watchdog = Watchdog { app, http, liveness, status_file: options.status_file.clone() };
    let mut watchdog_task = AbortOnDropHandle::new(tokio::spawn(watchdog.run()));

    let shard_manager = Arc::clone(&client.shard_manager);
    let mut running_client = pin!(client.start());
    let outcome = tokio::select! {
        outcome = &mut running_client => outcome.map_err(BotError::from),
        ended = &mut gateway_task.handle => flatten_outcome_logging_panic_as_fatal(ended),
        ended = &mut watchdog_task => flatten_outcome_logging_panic_as_fatal(ended),
        () = stop => {
            tracing::info!("stopping");
            shard_manager.shutdown_all().await;
            // The client does not end by itself while no shard is up.
            let _ = timeout(STOP_STEP_TIMEOUT, &mut running_client).await;
            Ok(())
        }
    };
    stop_all_in_time(gateway_task, &replies, background_tasks).await;
    drop(watchdog_task);
    if let Some(file) = &options.status_file {
        watchdog::remove_status_file(file);
    }
    outcome
}

/// Returns the file in which the bot reports that it is well as soon as a shard is ready. `None` in
/// a process with several shards, where the watchdog decides whether it is.
fn status_file_at_ready_if_one_shard(options: &BotOptions, shards: ShardRange) -> Option<PathBuf> {
    let has_one_shard = shards.shard_numbers().count() == 1;
    if has_one_shard { options.status_file.clone() } else { None }
}

/// Opens the gateway through which the events of Discord come.
async fn open_gateway(
    gateway_info: &GatewayInfo,
    shards: ShardRange,
    http: &Arc<Http>,
    liveness: &Arc<Liveness>,
    app: &App,
) -> Result<Gateway, BotError> {
    let identify_queue =
        IdentifyQueue::new(gateway_info.max_concurrency).shared_with_processes(app.clone());
    Gateway::open(
        &gateway_info.url,
        shards,
        identify_queue,
        Arc::clone(http),
        GatewayTimings::default(),
        Arc::clone(liveness),
        app.clone(),
    )
    .await
}

/// Starts the background tasks of the app, such as deadlines and deliveries. The liveness records
/// which deliveries are settled.
fn spawn_background_tasks(
    app: &App,
    sender: DiscordSender,
    liveness: &Arc<Liveness>,
) -> StoppableTask<()> {
    let sender = Arc::new(RecordingSender { sender, liveness: Arc::clone(liveness) });
    let app = app.clone();
    StoppableTask::spawn(|stop| async move {
        app.run_background_tasks(sender, stop.cancelled_owned()).await
    })
}

/// Gives the app the languages of the catalogue, and how names are read and written in them.
fn add_languages(app: App) -> App {
    app.with_value_reader(reader::read_typed_name)
        .with_value_namer(reader::localized_name_unless_english_or_same)
        .with_languages(Locale::all().map(Locale::tag))
}

/// Builds the loader of portraits. It loads from the internet, and with another Discord than the
/// real one from nowhere.
fn build_portrait_loader_disabled_for_fake_discord(
    address: &DiscordAddress,
) -> Result<PortraitLoader, BotError> {
    let source = match address.url {
        None => PortraitSource::Internet,
        Some(_) => PortraitSource::Nowhere,
    };
    PortraitLoader::new(source).map_err(|error| to_client_build_error(&error))
}

/// Starts the task that registers slash commands. The task ends when the handle is dropped.
fn spawn_command_registrar(
    app: &App,
    http: &Http,
    options: &BotOptions,
) -> Result<AbortOnDropHandle<()>, BotError> {
    let registrar_http = build_unlimited_client(&options.address)?;
    if let Some(application) = http.application_id() {
        registrar_http.set_application_id(application);
    }
    let registrar = CommandRegistrar::new_and_queue_first_scope(
        app.clone(),
        registrar_http,
        options.test_guild,
        options.must_reregister_commands,
    );
    Ok(AbortOnDropHandle::new(tokio::spawn(registrar.run())))
}

/// Starts the task that uploads the application's emoji, if the options ask for it and this is the
/// only process: of several, each would upload them.
fn spawn_emoji_upload_if_wanted_and_only_process(
    app: &App,
    http: &Arc<Http>,
    options: &BotOptions,
) -> Option<AbortOnDropHandle<()>> {
    let is_wanted = options.has_own_emoji && options.shards.is_none();
    is_wanted.then(|| {
        let upload = emoji::upload_missing_with_retries_and_use(app.clone(), Arc::clone(http));
        AbortOnDropHandle::new(tokio::spawn(upload))
    })
}

/// Builds the sender that posts messages to Discord.
fn build_message_sender(
    app: &App,
    http: &Arc<Http>,
    address: &DiscordAddress,
    portraits: PortraitLoader,
    shards: ShardRange,
) -> Result<DiscordSender, BotError> {
    let unlimited_http = build_unlimited_client(address)?;
    let base_url = http.proxy.as_deref().unwrap_or(DISCORD_URL);
    let webhook_client = client_builder(base_url).build();
    let webhook_client = webhook_client.map_err(|error| to_client_build_error(&error))?;
    let (app, http) = (app.clone(), Arc::clone(http));
    Ok(DiscordSender::new(app, http, unlimited_http, webhook_client, portraits, shards))
}

/// Stops the gateway, waits for the running replies, then stops the background tasks, such as
/// deliveries. Each step has its time limit; one that takes longer is logged and left.
async fn stop_all_in_time(
    gateway: StoppableTask<Result<(), BotError>>,
    replies: &TaskTracker,
    background_tasks: StoppableTask<()>,
) {
    if gateway.stop_in_time().await.is_err() {
        tracing::warn!("the gateway did not close in time");
    }
    replies.close();
    if timeout(STOP_STEP_TIMEOUT, replies.wait()).await.is_err() {
        tracing::warn!(left = replies.len(), "some replies were not finished in time");
    }
    if background_tasks.stop_in_time().await.is_err() {
        tracing::warn!("background tasks did not stop in time; the next start delivers the rest");
    }
}

/// A task that ends soon after it is told to.
struct StoppableTask<T> {
    stop: CancellationToken,
    handle: JoinHandle<T>,
}

impl<T: Send + 'static> StoppableTask<T> {
    /// Starts the task that `build_task` returns for the token that tells it to stop.
    fn spawn<F: Future<Output = T> + Send + 'static>(
        build_task: impl FnOnce(CancellationToken) -> F,
    ) -> Self {
        let stop = CancellationToken::new();
        Self { handle: tokio::spawn(build_task(stop.clone())), stop }
    }

    /// Stops the task, unless it has ended, and waits for its end.
    ///
    /// # Errors
    /// The task has not ended in time. It goes on.
    async fn stop_in_time(self) -> Result<(), Elapsed> {
        self.stop.cancel();
        if self.handle.is_finished() {
            return Ok(());
        }
        timeout(STOP_STEP_TIMEOUT, self.handle).await.map(drop)
    }
}

/// Returns the outcome of a task that should run for ever; a panic is logged and becomes an error.
fn flatten_outcome_logging_panic_as_fatal(
    outcome: Result<Result<(), BotError>, tokio::task::JoinError>,
) -> Result<(), BotError> {
    outcome.unwrap_or_else(|error| {
        tracing::error!(%error, "a task that runs for ever panicked");
        Err(BotError::Fatal(
            "A part of the bot failed, which is a fault of it; the log says how.".into(),
        ))
    })
}

/// What the handlers of events need that is known before Discord reports READY.
struct HandlerState {
    app: App,
    /// Interactions that are being answered.
    tasks: TaskTracker,
    attachments: AttachmentDownloader,
    portraits: PortraitLoader,
    /// The number of shards of the whole bot, all processes together.
    shard_total: u32,
}

/// Builds the serenity client with the poise framework and all commands. When Discord reports
/// READY, the client logs the invitation URL, and reports "well" in `status_file_at_ready` if one
/// is given.
async fn build_client(
    handler_state: HandlerState,
    http: Http,
    status_file_at_ready: Option<PathBuf>,
) -> Result<Client, BotError> {
    let HandlerState { app, tasks, attachments, portraits, shard_total } = handler_state;
    let options = FrameworkOptions {
        commands: build_all_commands(),
        on_error: framework_errors::handle_framework_error,
        event_handler: handle_event_except_commands,
        allowed_mentions: Some(CreateAllowedMentions::new()),
        initialize_owners: false,
        ..FrameworkOptions::default()
    };
    let framework = Framework::builder()
        .options(options)
        .setup(move |ctx, ready, _| {
            let invitation = invitation_url(ready.application.id.get());
            tracing::info!(bot = %ready.user.name, servers = ready.guilds.len(), "connected");
            tracing::info!(%invitation, "invitation link for servers");
            status_file_at_ready.iter().for_each(|file| watchdog::write_status_file(file, ""));
            let bot = BotContext {
                held_forms: Arc::default(),
                app,
                http: Arc::clone(&ctx.http),
                attachments,
                portraits,
                reported_missing_permissions: Arc::default(),
                shard_total,
                tasks,
            };
            Box::pin(async move { Ok(bot) })
        })
        .build();
    let builder = ClientBuilder::new_with_http(http, INTENTS);
    Ok(builder.framework(framework).await?)
}

/// Handles every gateway event except commands, which poise runs: buttons, menus and forms, chat
/// messages, and changes of servers and threads. An event that may have changed where the bot can
/// post first schedules a retry of the unreachable channels.
fn handle_event_except_commands<'a>(
    framework: FrameworkContext<'a, BotContext, BotError>,
    event: &'a FullEvent,
) -> BoxFuture<'a, Result<(), BotError>> {
    Box::pin(async move {
        let bot = framework.user_data;
        if let Some(guild) = find_server_with_changed_access(event, framework.bot_id) {
            bot.app.schedule_retry_of_unreachable_channels(guild.get()).await?;
        }
        match event {
            FullEvent::InteractionCreate { interaction } => {
                run_component_or_form_task_reporting_panic(bot, interaction).await;
                Ok(())
            }
            FullEvent::Message { new_message } => {
                let outcome = chat_moderation::moderate_message(bot, new_message).await;
                let problem = "could not mark or delete a forbidden message";
                log_error_in_channel(outcome, new_message.channel_id, problem)
            }
            FullEvent::GuildCreate { guild, .. } => record_server_joined(bot, guild).await,
            FullEvent::GuildUpdate { new_data, .. } => {
                let guild = new_data.id.get();
                Ok(bot.app.store_server_language_if_new(guild, &new_data.preferred_locale).await?)
            }
            // Discord deletes the commands of a server that removes the bot.
            FullEvent::GuildDelete { incomplete, .. } if !incomplete.unavailable => {
                bot.app.record_server_left(incomplete.id.get()).await?;
                registration::forget_registration(&bot.app, incomplete.id).await
            }
            FullEvent::Ready { data_about_bot } => {
                queue_command_syncs_and_store_shard_servers(bot, data_about_bot).await
            }
            FullEvent::ThreadUpdate { new, .. } => {
                let outcome = threads::unarchive_unless_locked_if_fight_open(bot, new).await;
                log_error_in_channel(outcome, new.id, "could not unarchive the thread of a fight")
            }
            _ => Ok(()),
        }
    })
}

/// Handles a button, menu choice or form in a task of its own, for which a stop waits; other
/// interactions are ignored. The user gets an answer even if the task panics.
async fn run_component_or_form_task_reporting_panic(bot: &BotContext, interaction: &Interaction) {
    if !matches!(interaction, Interaction::Component(_) | Interaction::Modal(_)) {
        return;
    }
    let outcome = bot.tasks.spawn({
        let (bot, interaction) = (bot.clone(), interaction.clone());
        async move { buttons::handle_component_or_form_logging_errors(&bot, &interaction).await }
    });
    if let Err(error) = outcome.await {
        tracing::error!(%error, "a press or form panicked");
        buttons::send_internal_error(bot, interaction).await;
    }
}

/// Returns the outcome of what was done in a channel or thread, and logs its error.
fn log_error_in_channel(
    outcome: Result<(), BotError>,
    channel: ChannelId,
    problem: &str,
) -> Result<(), BotError> {
    outcome.inspect_err(|error| tracing::warn!(%error, channel = channel.get(), "{problem}"))
}

/// Queues the commands of a server for registration, and stores its language and that the bot is in
/// it. A server that is known already costs nothing.
async fn record_server_joined(bot: &BotContext, guild: &Guild) -> Result<(), BotError> {
    let (app, id) = (&bot.app, guild.id.get());
    app.queue_command_sync(CommandScope::Server(id));
    app.store_server_language_if_new(id, &guild.preferred_locale).await?;
    Ok(app.record_server_joined(id).await?)
}

/// Queues the commands of all servers of a shard that is ready, and stores which servers the bot is
/// in. Without a shard number only the commands are queued, unless the bot has only one shard: it
/// is unknown which servers are missing from the list.
async fn queue_command_syncs_and_store_shard_servers(
    bot: &BotContext,
    ready: &Ready,
) -> Result<(), BotError> {
    let guilds: Vec<u64> = ready.guilds.iter().map(|guild| guild.id.get()).collect();
    for guild in &guilds {
        bot.app.queue_command_sync(CommandScope::Server(*guild));
    }
    let shard = match ready.shard {
        Some(shard) if shard.total > 0 => Shard { number: shard.id.get(), total: shard.total },
        _ if bot.shard_total == 1 => Shard::UNSHARDED,
        _ => return Ok(()),
    };
    Ok(bot.app.sync_current_servers_of_shard(&guilds, shard).await?)
}

/// Returns the server of an event that may have changed where the bot can post: a change of
/// channels, threads, roles or of the bot itself. The caller then retries the unreachable
/// channels of that server.
fn find_server_with_changed_access(event: &FullEvent, bot: UserId) -> Option<GuildId> {
    match event {
        FullEvent::ChannelUpdate { new, .. } | FullEvent::ThreadUpdate { new, .. } => {
            Some(new.guild_id)
        }
        FullEvent::GuildRoleUpdate { new, .. } => Some(new.guild_id),
        FullEvent::GuildRoleDelete { guild_id, .. } => Some(*guild_id),
        // Of the bot itself Discord tells this without the intent for members.
        FullEvent::GuildMemberUpdate { event, .. } if event.user.id == bot => Some(event.guild_id),
        FullEvent::ThreadListSync { thread_list_sync } => Some(thread_list_sync.guild_id),
        FullEvent::GuildCreate { guild, .. } => Some(guild.id),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readme_invitation_has_the_needed_permissions() {
        let readme = include_str!("../../../docs/self-hosting/README.md");
        assert!(readme.contains(&format!("permissions={PERMISSIONS}\n")));
    }
}
