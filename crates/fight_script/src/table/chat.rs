//! The table with a chat: inputs are typed and pressed in the stand-in, go through the real client
//! and the whole bot, and what everybody sees is read from their screens.
//!
//! A refusal is read from the screen as well; its key comes from asking the app the same, which
//! changes nothing.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::{Answer, Common, GM, People, Seen, Table, To, fault, news};
use app::App;
use app::clock::Clock;
use app::input::{Input, Origin, Place, Reply};
use discord;
use discord::bot::{self, Start};
use discord::commands::table::{Kind, Saying, Slash, table};
use discord::connection::Address;
use discord::custom_id::{ButtonPayload, Chosen, CustomId};
use engine::command::{Command, in_quotes};
use engine::game::{Prompt, SYSTEMS};
use engine::ids::{By, CombatantId, UserId};
use fake_discord::{self, ClientError, Discord, Id, Menu, Message, User, World};
use narration;
use store::Store;
use store::ids::{ChannelId, PromptId};

/// How long anything at the stand-in may take, in real time.
const SOON: Duration = Duration::from_secs(10);
/// How often the outbox is looked at until it is empty, in real time.
const GLANCE: Duration = Duration::from_millis(1);
/// The type of the message by which Discord tells that another one was pinned.
const PINNED: u64 = 6;
/// The name of somebody who only looks on.
pub const ONLOOKER: &str = "Onlooker";

/// Where `RIPOSTE_TRAFFIC` names a folder, the traffic of each script is recorded in it, a file
/// each, for a checker; elsewhere nothing is recorded.
fn recorded(world: World) -> World {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    match std::env::var("RIPOSTE_TRAFFIC") {
        Ok(folder) => {
            let (process, count) = (std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
            world.record_to(Path::new(&folder).join(format!("script-{process}-{count}.jsonl")))
        }
        Err(_) => world.unrecorded(),
    }
}

/// Where everybody is.
pub fn channel(discord: &Discord) -> ChannelId {
    ChannelId(discord.add_user(ONLOOKER).channel.0)
}

#[derive(Clone, PartialEq)]
struct Button {
    message: Id,
    id: String,
    /// The menu it is an option of.
    menu: Option<String>,
}

pub struct Chat {
    common: Common,
    discord: Discord,
    users: BTreeMap<String, User>,
    onlooker: User,
    /// The text of every message as each reader saw it last: how things stand, and what is told.
    texts: BTreeMap<(String, Id, bool), String>,
    /// Every button that was ever shown, and all in menus that is as good as one.
    buttons: Vec<Button>,
    said: Vec<Seen>,
    /// What was typed last is not shown in the server.
    is_stale: bool,
    bot: JoinHandle<()>,
    /// Dropped with the table: the bot stops, with all it has started.
    stop: oneshot::Sender<()>,
}

impl Chat {
    /// A stand-in with the bot on it.
    ///
    /// # Errors
    /// Why it does not come up.
    pub async fn open(store: Store) -> Result<Self, String> {
        let world = recorded(World::new().user(GM).user(ONLOOKER).channel("arena"));
        let discord = Discord::start(world).await.map_err(|wrong| wrong.to_string())?;
        let common = Common::new(store, channel(&discord));
        Self::at(discord, common).await
    }

    /// The bot on a stand-in that runs.
    ///
    /// # Errors
    /// Why it does not come up.
    pub async fn at(discord: Discord, common: Common) -> Result<Self, String> {
        let (gm, onlooker) = (discord.add_user(GM), discord.add_user(ONLOOKER));
        let start = Start {
            address: Address {
                token: discord.token().into(),
                url: Some(discord.url().into()),
                proxy: None,
            },
            test_guild: None,
            is_registered_anew: true,
            pulse: None,
            shards: None,
        };
        let (stop, stopped) = oneshot::channel();
        let bot = tokio::spawn({
            let app = common.app.clone();
            async move {
                let stop = async { drop(stopped.await) };
                if let Err(trouble) = bot::run(app, start, stop).await {
                    tracing::error!(%trouble, "the bot stopped");
                }
            }
        });
        if !discord.ready(SOON).await {
            return Err("the bot does not come up".into());
        }
        commands_settled(&common.app).await?;
        Ok(Self {
            common,
            discord,
            users: BTreeMap::from([(GM.to_string(), gm)]),
            onlooker,
            texts: BTreeMap::new(),
            buttons: Vec::new(),
            said: Vec::new(),
            is_stale: false,
            bot,
            stop,
        })
    }

    pub fn discord(&self) -> &Discord {
        &self.discord
    }

    /// Done when the bot stopped by itself.
    pub async fn stopped(&mut self) {
        // A task that panicked has stopped as well.
        let _ = (&mut self.bot).await;
    }

    /// Lets the bot finish what it is doing.
    pub async fn close(&mut self) {
        let (over, _) = oneshot::channel();
        drop(std::mem::replace(&mut self.stop, over));
        self.stopped().await;
        self.common.app.close().await;
    }

    /// Everybody who has said something, by name.
    pub fn people(&self) -> People {
        let named = |(name, user): (&String, &User)| (name.clone(), UserId(user.id.0));
        People(self.users.iter().map(named).collect())
    }

    fn person(&mut self, name: &str) -> User {
        let discord = &self.discord;
        let user = self.users.entry(name.into()).or_insert_with(|| discord.add_user(name));
        user.clone()
    }

    /// Waits until all that is to be told is told, and reads the screens.
    async fn settle(&mut self) -> Result<(), String> {
        let told = async {
            loop {
                let due = self.common.app.next_delivery().await.map_err(fault)?;
                if due.is_none_or(|due| due > self.common.clock.now()) {
                    return Ok::<_, String>(());
                }
                tokio::time::sleep(GLANCE).await;
            }
        };
        let told = tokio::time::timeout(SOON, told).await;
        told.map_err(|_| "something is not delivered".to_string())??;
        commands_settled(&self.common.app).await?;
        if !self.discord.quiet(SOON).await {
            return Err("the bot does not come to rest".into());
        }
        self.read(&To::Everybody, self.onlooker.screen());
        for (name, user) in self.users.clone() {
            let to = To::User(name);
            self.read(&to, user.whispers());
            self.read(&to, user.dms());
        }
        Ok(())
    }

    fn read(&mut self, to: &To, messages: Vec<Message>) {
        let reader = match to {
            To::Everybody => String::new(),
            To::User(name) => name.clone(),
        };
        for message in messages.into_iter().filter(|one| one.author == self.discord.bot()) {
            for button in buttons(&message) {
                if !self.buttons.contains(&button) {
                    self.buttons.push(button);
                }
            }
            let (standing, told) = parts(&message);
            for (text, is_news) in [(standing, false), (told, true)] {
                let text = self.plain(&text);
                let key = (reader.clone(), message.id, is_news);
                let before = self.texts.insert(key, text.clone()).unwrap_or_default();
                // Of what it told before nothing is news.
                let lines = |text: &str| text.lines().map(String::from).collect::<Vec<_>>();
                let text = match is_news {
                    true => news(&lines(&before), &lines(&text)).join("\n"),
                    false => text,
                };
                if !text.is_empty() && text != before {
                    self.said.push(Seen { to: to.clone(), text, is_news });
                }
            }
        }
    }

    /// The channel as somebody reads it who was away: a quotation for each message as it stands
    /// now, and last the pinned one.
    pub fn transcript(&self) -> String {
        let said = |one: &Message| one.author == self.discord.bot() && one.wire["type"] != PINNED;
        let (pinned, others): (Vec<_>, Vec<_>) =
            self.onlooker.screen().into_iter().filter(said).partition(|one| one.is_pinned);
        let quoted = |one: &Message| {
            let lines = self.readable(&one.prose());
            let lines: Vec<String> = lines
                .lines()
                .filter(|line| !line.is_empty())
                .map(|line| format!("> {line}\n"))
                .collect();
            lines.join(">\n")
        };
        let all: Vec<String> = others.iter().chain(&pinned).map(quoted).collect();
        all.join("\n")
    }

    /// With names for mentions, and the time of day (UTC) for points in time.
    fn readable(&self, text: &str) -> String {
        let mut text = text.replace('\u{200b}', "");
        for (name, user) in &self.users {
            text = text.replace(&user.mention(), &format!("@{name}"));
        }
        let mut parts = text.split("<t:");
        let mut read = parts.next().unwrap_or_default().to_string();
        for part in parts {
            let (point, rest) = part.split_once('>').unwrap_or((part, ""));
            let second = point.split(':').next().and_then(|second| second.parse().ok());
            let at = second.and_then(|second| Timestamp::from_second(second).ok());
            read += &at.map_or_else(String::new, |at| at.strftime("at %H:%M").to_string());
            read += rest;
        }
        read
    }

    /// Without the marks of Discord, with names for mentions.
    fn plain(&self, text: &str) -> String {
        let mut text = text.replace("**", "").replace(['\u{200b}', '\\'], "");
        for (name, user) in &self.users {
            text = text.replace(&user.mention(), name);
        }
        text
    }

    async fn revision(&self) -> Result<Option<i64>, String> {
        let Some(fight) = self.common.app.fight_in(self.common.channel).await.map_err(fault)?
        else {
            return Ok(None);
        };
        let now = self.common.app.now(fight).await.map_err(fault)?;
        Ok(now.map(|now| now.revision))
    }

    /// Says it in chat: what the user reads, or why the client does not let them.
    async fn chat(&mut self, user: &User, input: &Input) -> Result<String, Unsaid> {
        let answer = match input {
            Input::Command { words, acting_as, is_quiet } => {
                let text = self.slash(words, acting_as.as_deref(), *is_quiet).await;
                self.types(user, &text.ok_or(Unsaid::NoWords)?).await?
            }
            Input::Press { prompt, choice } => {
                let prompt = self.on_button(*prompt).await;
                let form = self.button(&format!("ask:1:{prompt}:{choice}"));
                let at_once = || self.button(&format!("answer:1:{prompt}:{choice}"));
                let pressed = form.or_else(|_| at_once())?.press(user).await?;
                match &pressed.modal {
                    // Nothing more is said than was pressed.
                    Some(form) => user.fill(form, &[]).await?,
                    None => pressed,
                }
            }
            Input::Form { prompt, words } => return self.fill(user, *prompt, words).await,
            // The button that was shown last: it was asked just now.
            Input::Sure { turn, .. } => {
                let turn_of = |id: &str| match CustomId::read(id)? {
                    CustomId::Sure { turn, .. } => Some(turn),
                    _ => None,
                };
                let mut shown = self.buttons.iter().rev();
                let found = shown.find(|button| turn_of(&button.id) == Some(*turn));
                found.ok_or_else(|| Unsaid::NoButton("sure".into()))?.press(user).await?
            }
            Input::Turn { .. } | Input::Invited { .. } => return Err(Unsaid::NoWords),
        };
        Ok(self.plain(&answer.text()))
    }

    /// Opens the form of a prompt, or of the choice that is meant, and fills it; what has no form,
    /// or no room in it, is typed.
    async fn fill(
        &mut self,
        user: &User,
        prompt: PromptId,
        words: &Command,
    ) -> Result<String, Unsaid> {
        let open = self.open_prompt(prompt).await.ok_or(Unsaid::NoWords)?;
        let asked = match open.to {
            By::Combatant(who) => self.name_of(prompt, who).await,
            By::Gm => None,
        };
        let typed = self.slash(words, asked.as_deref(), false).await;
        let repeats = |choice: &&Command| {
            let mut slots = choice.slots.iter();
            let same = |(slot, value): (&String, &String)| words.get(slot) == value;
            choice.verb == words.verb && slots.all(|one| one.1.is_empty() || same(one))
        };
        let meant = open.choices.iter().enumerate().find(|(_, choice)| repeats(choice));
        let prompt = self.on_button(prompt).await;
        let own = meant.and_then(|(place, choice)| {
            Some((self.button(&format!("ask:1:{prompt}:{place}")).ok()?, choice.clone()))
        });
        let whole = || Some((self.button(&format!("ask:1:{prompt}")).ok()?, Command::default()));
        let Some((button, said)) = own.or_else(whole) else {
            let answer = self.types(user, &typed.ok_or(Unsaid::NoWords)?).await?;
            return Ok(self.plain(&answer.text()));
        };
        let opened = button.press(user).await?;
        let Some(form) = opened.modal else { return Ok(self.plain(&opened.text())) };
        let left = words.slots.iter().filter(|(slot, _)| said.get(slot).is_empty());
        let fields: Vec<(&str, &str)> =
            left.map(|(slot, value)| (slot.as_str(), value.as_str())).collect();
        let has = |slot: &str| form.inputs.iter().any(|input| input.custom_id == slot);
        let answer = if fields.iter().all(|(slot, _)| has(slot)) {
            user.fill(&form, &fields).await?
        } else {
            self.types(user, &typed.ok_or(Unsaid::NoWords)?).await?
        };
        Ok(self.plain(&answer.text()))
    }

    /// A command that says these words: one that the server has, else one of any.
    async fn slash(
        &self,
        words: &Command,
        acting_as: Option<&str>,
        is_quiet: bool,
    ) -> Option<String> {
        let systems = self.common.app.systems_in(self.discord.guild().0).await.unwrap_or_default();
        let by = |systems: &[&str]| slash(systems, words, acting_as, is_quiet);
        let unknown = || {
            let table = table(SYSTEMS);
            Slash::all(&table).iter().all(|(_, saying)| saying.verb != words.verb)
        };
        by(&systems).or_else(|| by(SYSTEMS)).or_else(|| unknown().then(|| format!("/{words}")))
    }

    /// Types a command. What the server is not shown is typed all the same, as a client may that
    /// has an old list: it is refused in words.
    async fn types(
        &mut self,
        user: &User,
        text: &str,
    ) -> Result<fake_discord::Answer, ClientError> {
        let typed = user.slash(text).await;
        self.is_stale = matches!(
            &typed,
            Err(ClientError::NotHere(_)
                | ClientError::UnknownCommand(_)
                | ClientError::UnknownOption(_))
        );
        if self.is_stale { user.slash_stale(text).await } else { typed }
    }

    /// A question as its buttons name it.
    async fn on_button(&self, prompt: PromptId) -> PromptId {
        let now = self.common.app.now(prompt.fight).await.ok().flatten();
        now.map_or(prompt, |now| now.prompt_on_button(prompt))
    }

    async fn open_prompt(&self, prompt: PromptId) -> Option<Prompt> {
        let now = self.common.app.now(prompt.fight).await.ok()??;
        let open = now.prompts.iter().find(|open| open.id == prompt)?;
        Some(open.prompt.clone())
    }

    async fn name_of(&self, prompt: PromptId, who: CombatantId) -> Option<String> {
        let now = self.common.app.now(prompt.fight).await.ok()??;
        now.members.get(who.index()).map(|one| one.name.clone())
    }

    fn button(&self, id: &str) -> Result<Button, Unsaid> {
        let found = self.buttons.iter().rev().find(|button| button.id == id);
        found.cloned().ok_or_else(|| Unsaid::NoButton(id.into()))
    }

    /// Asks the app the same: to know the key of what was refused in chat, or to set up what no
    /// command can say.
    async fn ask_app(&mut self, user: &User, input: Input) -> Result<Reply, String> {
        let place = Place::Channel { guild: self.discord.guild().0, channel: self.common.channel };
        let origin = Origin { user: UserId(user.id.0), place, is_admin: false, input_key: None };
        let reply = self.common.app.handle(&origin, input).await.map_err(fault);
        self.common.app.look_again();
        reply
    }
}

impl Button {
    async fn press(&self, user: &User) -> Result<fake_discord::Answer, ClientError> {
        match &self.menu {
            None => user.press_raw(self.message, &self.id).await,
            Some(menu) => user.choose_raw(self.message, menu, &self.id).await,
        }
    }
}

fn buttons(message: &Message) -> impl Iterator<Item = Button> {
    let button = |id, menu| Button { message: message.id, id, menu };
    let ids = message.buttons().into_iter().filter_map(|button| button.custom_id);
    let is_pick =
        |menu: &Menu| matches!(CustomId::read(&menu.custom_id), Some(CustomId::Pick { .. }));
    let menus = message.menus().into_iter().filter(is_pick);
    let options = menus.flat_map(|menu| {
        let options = menu.options.into_iter();
        options.map(move |(_, value)| (value, Some(menu.custom_id.clone())))
    });
    ids.map(|id| (id, None)).chain(options).map(move |(id, menu)| button(id, menu))
}

impl Table for Chat {
    async fn say(&mut self, user: &str, input: Input) -> Result<Answer, String> {
        let user = self.person(user);
        let before = self.revision().await?;
        self.is_stale = false;
        let heard = self.chat(&user, &input).await;
        self.settle().await?;
        if self.revision().await? != before {
            if std::mem::take(&mut self.is_stale) {
                return Err("the server is not shown the command of what was done".into());
            }
            return Ok(Answer::Done);
        }
        let is_newcomer = matches!(&input, Input::Command { words, .. }
            if matches!(words.verb.as_str(), "join" | "add"));
        let is_past_chat = is_newcomer || is_too_long(&input);
        match (self.ask_app(&user, input).await?, heard) {
            (Reply::Shown(_) | Reply::Shelf(_), Ok(_)) => Ok(Answer::Done),
            (Reply::Refused(mut refusal), Ok(text)) => {
                // To be kept as a standing order: that stands on buttons.
                refusal.instead.retain(|offer| offer.words.verb != "orders-add");
                let said = self.plain(&narration::refuse(discord::STYLE, &refusal));
                if text.contains(&said) {
                    Ok(Answer::Refused(refusal))
                } else {
                    Err(format!("expected in chat: {said}\nfound: {text}"))
                }
            }
            (Reply::Unsure(unsure), Ok(text)) => {
                let said = self.plain(&narration::why(discord::STYLE, &unsure.why));
                match text.contains(&said) {
                    true => Ok(Answer::Unsure(Box::new(unsure.why.clone()), unsure.sure())),
                    false => Err(format!("expected in chat: {said}\nfound: {text}")),
                }
            }
            // The client sees itself that it cannot be done.
            (Reply::Refused(refusal), Err(_)) => Ok(Answer::Refused(refusal)),
            (Reply::Done(_), Err(_)) if is_past_chat => {
                self.settle().await?;
                Ok(Answer::Done)
            }
            (Reply::Done(_), Ok(text)) => Err(format!("the chat did not do it: {text}")),
            (
                Reply::Done(_) | Reply::Unsure(_) | Reply::Shown(_) | Reply::Shelf(_),
                Err(unsaid),
            ) => Err(format!("it cannot be said in chat: {unsaid}")),
        }
    }

    async fn ring(&mut self) -> Result<(), String> {
        self.common.app.fire_due().await.map_err(fault)?;
        // Nobody asked who is answered first: what the clocks did may be told.
        self.common.app.look_again();
        self.settle().await
    }

    fn seen(&mut self) -> Vec<Seen> {
        std::mem::take(&mut self.said)
    }

    fn user(&mut self, name: &str) -> UserId {
        UserId(self.person(name).id.0)
    }

    fn name(&self, user: UserId) -> String {
        let found = self.users.iter().find(|(_, one)| one.id.0 == user.0);
        found.map_or_else(|| "somebody".into(), |(name, _)| name.clone())
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn faults(&self) -> Vec<String> {
        self.discord.faults().iter().map(ToString::to_string).collect()
    }
}

/// What a message shows of how things stand, and what it tells: of a turn its embeds, of the pinned
/// message nothing.
fn parts(message: &Message) -> (String, String) {
    let is_turn = |id: &str| id.starts_with("turn:") || id.starts_with("menu:");
    let ids = message.buttons().into_iter().filter_map(|button| button.custom_id);
    let mut ids = ids.chain(message.menus().into_iter().map(|menu| menu.custom_id));
    let text = message.text();
    if message.is_pinned {
        return (text, String::new());
    }
    match ids.any(|id| is_turn(&id)) && message.ephemeral_to.is_none() {
        true => (text.clone(), message.embed_text()),
        false => (String::new(), text),
    }
}

/// No button confirms what is too long for one: people are to use fewer words.
fn is_too_long(input: &Input) -> bool {
    let Input::Sure { turn, words, acting_as, is_quiet } = input.clone() else { return false };
    let act = Chosen::ButtonPayload(ButtonPayload { words, acting_as });
    CustomId::Sure { turn, act, is_quiet }.write().is_none()
}

/// Waits until the server has the commands of what is played in it.
async fn commands_settled(app: &App) -> Result<(), String> {
    let settled = tokio::time::timeout(SOON, app.all_commands_settled()).await;
    settled.map_err(|_| "the commands of the server are not registered".to_string())
}

/// Why something was not said in chat.
#[derive(Debug, thiserror::Error)]
enum Unsaid {
    #[error("no command says that")]
    NoWords,
    #[error("there never was a button {0}")]
    NoButton(String),
    #[error("{0}")]
    Client(#[from] ClientError),
}

/// The command that says these words: all slots have an option, nothing that is required is
/// missing. What no option takes goes into the option for other fields.
fn slash(
    systems: &[&str],
    words: &Command,
    acting_as: Option<&str>,
    is_quiet: bool,
) -> Option<String> {
    let commands = table(systems);
    let all = Slash::all(&commands);
    let saying = all.iter().filter(|(_, saying)| saying.verb == words.verb);
    let said = saying.filter_map(|(name, saying)| {
        let text = typed(name, saying, words, acting_as, is_quiet)?;
        Some((saying.fixed.len(), name.contains(' '), text))
    });
    // The plainest: people do not say it as one of a group where it is a command of its own.
    said.min_by_key(|(fixed, is_of_group, _)| (*fixed, *is_of_group)).map(|(.., text)| text)
}

fn typed(
    name: &str,
    saying: &Saying,
    words: &Command,
    acting_as: Option<&str>,
    is_quiet: bool,
) -> Option<String> {
    let mut text = format!("/{name}");
    let mut say = |option: &str, value: &str| {
        text += &format!(" {option}:{}", in_quotes(value, '"'));
    };
    let mut left = words.slots.clone();
    for (slot, value) in saying.fixed {
        if left.remove(*slot)? != *value {
            return None;
        }
    }
    let mut fields = None;
    for option in &saying.options {
        match option.kind {
            Kind::Actor => {
                if let Some(name) = acting_as {
                    say(option.name, name);
                } else if option.is_required {
                    return None;
                }
            }
            Kind::Quiet if is_quiet => say(option.name, "true"),
            // Scripts are of fights, and those know no files.
            Kind::Quiet | Kind::File => {}
            Kind::Fields => fields = Some(option.name),
            Kind::Word | Kind::List | Kind::Prose | Kind::Number | Kind::Flag | Kind::Person => {
                match left.remove(option.name) {
                    Some(value) => say(option.name, &value),
                    None if option.is_required => return None,
                    None => {}
                }
            }
        }
    }
    if left.is_empty() {
        return Some(text);
    }
    let field = |(slot, value): (&String, &String)| format!("{slot}={}", in_quotes(value, '"'));
    let all: Vec<String> = left.iter().map(field).collect();
    say(fields?, &all.join(" "));
    Some(text)
}
