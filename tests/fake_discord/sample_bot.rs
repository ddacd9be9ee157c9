//! A small bot on the real poise and serenity, which uses each kind of command, control and
//! request.

use std::sync::Arc;
use std::time::Duration;

use poise::serenity_prelude as serenity;
use poise::{CreateReply, Framework, FrameworkOptions, Modal as _};
use riposte::fake_discord::{DiscordSetup, FakeDiscord};
use serenity::{
    ButtonStyle, CreateActionRow, CreateAttachment, CreateButton, CreateEmbed,
    CreateInteractionResponse, CreateInteractionResponseMessage, CreateMessage, CreateSelectMenu,
    CreateSelectMenuKind, CreateSelectMenuOption, EditInteractionResponse, EditMessage, FullEvent,
    GatewayIntents, HttpBuilder, Interaction,
};

use crate::killable::KillableThread;

pub type Error = Box<dyn std::error::Error + Send + Sync>;
type Context<'a> = poise::Context<'a, (), Error>;

pub const TIMEOUT: Duration = Duration::from_secs(5);

/// Starts the fake Discord with GM, Ana and Ben in #arena, and the bot connected to it.
pub async fn start_sample_bot() -> (FakeDiscord, Bot) {
    let discord = FakeDiscord::start(discord_setup()).await.unwrap();
    let bot = Bot::start(&discord).await;
    (discord, bot)
}

/// Three users and two channels.
pub fn discord_setup() -> DiscordSetup {
    DiscordSetup::new()
        .with_user("GM")
        .with_user("Ana")
        .with_user("Ben")
        .with_channel("arena")
        .with_channel("tavern")
}

/// The running bot, with an HTTP client of its own for the tests.
pub struct Bot {
    pub http: Arc<serenity::Http>,
    _thread: KillableThread,
}

/// Builds an HTTP client of serenity for the fake Discord.
pub fn build_http(discord: &FakeDiscord, token: &str) -> serenity::Http {
    HttpBuilder::new(token)
        .proxy(discord.url())
        .ratelimiter_disabled(true)
        .application_id(serenity::ApplicationId::new(discord.bot_id().0))
        .default_allowed_mentions(serenity::CreateAllowedMentions::new())
        .build()
}

impl Bot {
    pub async fn start(discord: &FakeDiscord) -> Bot {
        let options = FrameworkOptions {
            commands: vec![strike(), slow(), ask(), letter(), post(), silent(), guard(), aim()],
            allowed_mentions: Some(serenity::CreateAllowedMentions::new()),
            event_handler: |framework, event| Box::pin(handle(framework.serenity_context, event)),
            ..Default::default()
        };
        let framework = Framework::builder()
            .options(options)
            .initialize_owners(false)
            .setup(|context, _, framework| {
                Box::pin(async move {
                    let commands = &framework.options().commands;
                    poise::builtins::register_globally(context, commands).await?;
                    Ok(())
                })
            })
            .build();
        let test_http = build_http(discord, &discord.token());
        test_http.get_gateway().await.unwrap();
        let own_http = build_http(discord, &discord.token());
        // The client spawns tasks when it is built, so it must be built on its own runtime.
        let thread = KillableThread::start(move || async move {
            let intents = GatewayIntents::GUILDS;
            let client = serenity::ClientBuilder::new_with_http(own_http, intents);
            client.framework(framework).await.unwrap().start().await.unwrap();
        });
        assert!(discord.wait_until_ready(TIMEOUT).await, "the bot did not come up");
        Bot { http: Arc::new(test_http), _thread: thread }
    }

    /// Kills the bot at whatever await points its tasks are.
    pub fn kill(self) {}
}

async fn weapons(_: Context<'_>, partial: &str) -> serenity::CreateAutocompleteResponse {
    let all = ["axe", "hand axe", "spear"];
    let fitting = all.into_iter().filter(|name| name.contains(partial));
    let choice = |name| serenity::AutocompleteChoice::new(name, name);
    serenity::CreateAutocompleteResponse::new().set_choices(fitting.map(choice).collect())
}

#[derive(poise::ChoiceParameter)]
enum Zone {
    Head,
    #[name = "Left leg"]
    Leg,
}

/// Strike somebody.
#[poise::command(slash_command)]
async fn strike(
    context: Context<'_>,
    #[description = "Whom"] target: serenity::User,
    #[description = "With what"]
    #[autocomplete = "weapons"]
    weapon: Option<String>,
    #[description = "Where"] zone: Option<Zone>,
    #[description = "How often"]
    #[min = 1]
    #[max = 3]
    times: Option<i64>,
    #[description = "Tell nobody"] quiet: Option<bool>,
) -> Result<(), Error> {
    let embed = CreateEmbed::new()
        .title("Strike")
        .description(format!("with {}", weapon.as_deref().unwrap_or("fists")))
        .field("Zone", zone.map_or("anywhere", |zone| poise::ChoiceParameter::name(&zone)), true)
        .field("Times", times.unwrap_or(1).to_string(), true);
    let target_only = serenity::CreateAllowedMentions::new().users([target.id]);
    let buttons = vec![
        CreateButton::new("parry:1").label("Parry"),
        CreateButton::new("tell:1").label("Tell").style(ButtonStyle::Secondary),
        CreateButton::new("slow:1").label("Slow").style(ButtonStyle::Danger),
        CreateButton::new("gone:1").label("Gone").disabled(true),
    ];
    let options = vec![
        CreateSelectMenuOption::new("Head", "head"),
        CreateSelectMenuOption::new("Body", "body"),
    ];
    let menu =
        CreateSelectMenu::new("aim:1", CreateSelectMenuKind::String { options }).placeholder("Aim");
    let rows = vec![CreateActionRow::Buttons(buttons), CreateActionRow::SelectMenu(menu)];
    let reply = CreateReply::default()
        .content(format!("<@{}>, {} strikes!", target.id, context.author().name))
        .embed(embed)
        .components(rows)
        .allowed_mentions(target_only)
        .ephemeral(quiet.unwrap_or(false));
    context.send(reply).await?;
    Ok(())
}

/// Think first.
#[poise::command(slash_command)]
async fn slow(context: poise::ApplicationContext<'_, (), Error>) -> Result<(), Error> {
    context.defer_ephemeral().await?;
    let edit = EditInteractionResponse::new().content("thought it over");
    context.interaction.edit_response(context.http(), edit).await?;
    let more = serenity::CreateInteractionResponseFollowup::new().content("and more");
    context.interaction.create_followup(context.http(), more).await?;
    let original = context.interaction.get_response(context.http()).await?;
    assert_eq!(original.content, "thought it over");
    Ok(())
}

#[derive(poise::Modal)]
#[name = "A sheet"]
struct Sheet {
    #[name = "Name"]
    #[min_length = 2]
    #[max_length = 20]
    name: String,
    #[paragraph]
    story: Option<String>,
}

/// Ask for a form.
#[poise::command(slash_command)]
async fn ask(context: poise::ApplicationContext<'_, (), Error>) -> Result<(), Error> {
    let form = Sheet::create(None, "sheet:1".to_owned());
    context.interaction.create_response(context.http(), form).await?;
    Ok(())
}

/// Write to somebody.
#[poise::command(slash_command)]
async fn letter(
    context: Context<'_>,
    #[description = "Whom"] to: serenity::User,
    #[description = "What"] text: String,
) -> Result<(), Error> {
    let sent = to.direct_message(context.http(), CreateMessage::new().content(text)).await;
    let outcome = match sent {
        Ok(_) => "sent".to_owned(),
        Err(serenity::Error::Http(error)) => format!("refused: {error}"),
        Err(error) => return Err(error.into()),
    };
    context.send(CreateReply::default().content(outcome).ephemeral(true)).await?;
    Ok(())
}

/// Post, pin, edit, upload, read, start a thread.
#[poise::command(slash_command)]
async fn post(
    context: Context<'_>,
    #[description = "A file"] file: serenity::Attachment,
) -> Result<(), Error> {
    let http = context.http();
    let channel = context.channel_id();
    let bytes = reqwest::get(&file.url).await?.bytes().await?;
    let upload = CreateAttachment::bytes(bytes.to_vec(), "map.png").description("the map");
    let embed = CreateEmbed::new().title("Map").image("attachment://map.png");
    let message = CreateMessage::new()
        .content("see")
        .add_embed(embed)
        .add_file(upload)
        .nonce(serenity::Nonce::String("once".into()))
        .enforce_nonce(true);
    let mut posted = channel.send_message(http, message).await?;
    let again = CreateMessage::new()
        .content("see")
        .nonce(serenity::Nonce::String("once".into()))
        .enforce_nonce(true);
    let again = channel.send_message(http, again).await?;
    assert_eq!(again.id, posted.id, "the nonce posts once");
    channel.pin(http, posted.id).await?;
    let pins = channel.pins(http).await?;
    assert_eq!(pins.iter().map(|pin| pin.id).collect::<Vec<_>>(), vec![posted.id]);
    posted.edit(http, EditMessage::new().content("seen")).await?;
    let read = channel.message(http, posted.id).await?;
    assert_eq!((read.content.as_str(), read.attachments.len()), ("seen", 1));
    assert!(read.pinned);
    let list = channel.messages(http, serenity::GetMessages::new().limit(5)).await?;
    assert!(list.iter().any(|message| message.id == posted.id));
    let thread = serenity::CreateThread::new("Duel").kind(serenity::ChannelType::PublicThread);
    let thread = channel.create_thread(http, thread).await?;
    thread.id.say(http, "in here").await?;
    assert!(thread.id.to_channel(http).await?.guild().is_some());
    let guild = context.guild_id().ok_or("no guild")?;
    assert_eq!(guild.to_partial_guild(http).await?.name, "The Table");
    assert_eq!(guild.member(http, context.author().id).await?.user.id, context.author().id);
    assert!(http.get_current_user().await?.bot);
    assert_eq!(http.get_user(context.author().id).await?.name, context.author().name);
    http.get_current_application_info().await?;
    http.get_bot_gateway().await?;
    http.get_global_commands().await?;
    posted.unpin(http).await?;
    let doomed = channel.say(http, "soon gone").await?;
    doomed.delete(http).await?;
    context.say("done").await?;
    Ok(())
}

/// Say nothing at all.
#[poise::command(slash_command)]
async fn silent(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// A group.
#[poise::command(slash_command, subcommands("up", "down"))]
#[expect(clippy::unused_async, reason = "commands are async")]
async fn guard(_: Context<'_>) -> Result<(), Error> {
    Ok(())
}

/// Raise it.
#[poise::command(slash_command)]
async fn up(context: Context<'_>, #[description = "How"] how: String) -> Result<(), Error> {
    context.say(format!("up, {how}")).await?;
    Ok(())
}

/// Lower it; for those who may moderate.
#[poise::command(slash_command)]
async fn down(context: Context<'_>) -> Result<(), Error> {
    context.say("down").await?;
    Ok(())
}

/// For those who may moderate, in a guild.
#[poise::command(slash_command, default_member_permissions = "MANAGE_MESSAGES", guild_only)]
async fn aim(context: Context<'_>) -> Result<(), Error> {
    context.say("aimed").await?;
    Ok(())
}

async fn handle(context: &serenity::Context, event: &FullEvent) -> Result<(), Error> {
    let FullEvent::InteractionCreate { interaction } = event else { return Ok(()) };
    match interaction {
        Interaction::Component(press) => component(context, press).await,
        Interaction::Modal(submit) => {
            let sheet = Sheet::parse(submit.data.clone())?;
            let story = sheet.story.unwrap_or_default();
            let text = format!("{}: {story}", sheet.name);
            submit.create_response(context, message(&text, false)).await?;
            Ok(())
        }
        _ => Ok(()),
    }
}

fn message(text: &str, ephemeral: bool) -> CreateInteractionResponse {
    let message = CreateInteractionResponseMessage::new().content(text).ephemeral(ephemeral);
    CreateInteractionResponse::Message(message)
}

async fn component(
    context: &serenity::Context,
    press: &serenity::ComponentInteraction,
) -> Result<(), Error> {
    match press.data.custom_id.as_str() {
        "parry:1" => {
            let update = CreateInteractionResponseMessage::new()
                .content(format!("{} parries", press.user.name))
                .components(vec![]);
            let update = CreateInteractionResponse::UpdateMessage(update);
            press.create_response(context, update).await?;
        }
        "tell:1" => press.create_response(context, message("psst", true)).await?,
        "slow:1" => {
            press.create_response(context, CreateInteractionResponse::Acknowledge).await?;
            let edit = EditInteractionResponse::new().content("slowly");
            press.edit_response(context, edit).await?;
        }
        "aim:1" => {
            let serenity::ComponentInteractionDataKind::StringSelect { values } = &press.data.kind
            else {
                return Err("no menu".into());
            };
            press.create_response(context, message(&format!("at the {}", values[0]), true)).await?;
        }
        other => press.create_response(context, message(&format!("no {other}"), true)).await?,
    }
    Ok(())
}
