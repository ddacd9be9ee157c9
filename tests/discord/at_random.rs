//! Fights played at random through the client, by everybody: they press what they see, and type,
//! undo, lend and hand over, and time goes by. After every input
//!
//! - everybody who is waited for since then is pinged, once, by a message in which they can act;
//!   nobody else is pinged, and what can be done on a turn is on its message (T1, T3);
//! - everything that can be pressed on any message is taken by the app, or opens the way to what is
//!   (T2). That is tried at the app's door, by the ids that stand in the messages.
//!
//! `RIPOSTE_FIGHTS=100 cargo test --release --test discord at_random` plays more of them, from the
//! seed `RIPOSTE_FIRST` on.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use riposte::app::acting;
use riposte::app::clock::{Clock as _, ManualClock};
use riposte::app::fight_now::{FightNow, OpenPrompt};
use riposte::app::ids::{ChannelId, PromptId, TurnId};
use riposte::app::input::{Input, Place, Reply, Seat};
use riposte::app::{App, chance};
use riposte::discord::bot::{self, Start};
use riposte::discord::connection::Address;
use riposte::discord::custom_id::{Chosen, CustomId, Said, mark};
use riposte::discord::messages::controls;
use riposte::engine::dice::Seeded;
use riposte::engine::game::Asked;
use riposte::engine::ids::{By, CombatantId, UserId};
use riposte::engine::view::Viewer;
use riposte::engine::words::{Refusal, Words};
use riposte::standin::{Answer, Discord, Id, Message, User, World};
use riposte::store::Store;
use tokio::sync::oneshot;

use crate::table::SOON;

const MOST_INPUTS: usize = 45;

const EVERYBODY: [&str; 6] = ["GM", "Ana", "Ben", "Cleo", "Dora", "Eve"];

/// Acts that have their place on a turn's message whenever they can be done without more words.
const ON_THE_MESSAGE: [&str; 5] = ["attack", "move", "pass", "done", "init"];

fn seeds(fights: u64) -> Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|n| n.parse().ok());
    let first = number("RIPOSTE_FIRST").unwrap_or(0);
    first..first + number("RIPOSTE_FIGHTS").unwrap_or(fights)
}

/// What the bot does in one task needs more room than a test has.
const STACK: usize = 32 << 20;

fn fights(system: &'static str) {
    let play = move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        for seed in seeds(4) {
            runtime.block_on(async { Walk::set(system, seed).await.goes().await });
        }
    };
    let played = std::thread::Builder::new().stack_size(STACK).spawn(play).unwrap().join();
    assert!(played.is_ok(), "see above");
}

#[test]
fn cards() {
    fights("cards");
}

#[test]
fn dr12() {
    fights("dr12");
}

#[test]
fn factions() {
    fights("factions");
}

#[test]
fn fates() {
    fights("fates");
}

#[test]
fn ranks() {
    fights("ranks");
}

/// Something that somebody is waited for, and since when it is another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum What {
    Prompt(PromptId),
    Turn(TurnId),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Wait {
    what: What,
    by: By,
    user: UserId,
}

/// Everybody who is waited for.
fn waits(now: &FightNow) -> BTreeSet<Wait> {
    if !now.is_running() || now.is_paused {
        return BTreeSet::new();
    }
    let is_asked = |open: &&OpenPrompt| !matches!(open.prompt.asked, Asked::Lull(_));
    let prompts = now.prompts.iter().filter(is_asked).map(|open| Wait {
        what: What::Prompt(open.id),
        by: open.prompt.to,
        user: open.user,
    });
    let turn = now.turn.iter().filter(|_| now.prompts.is_empty()).flat_map(|turn| {
        let what = What::Turn(turn.id);
        turn.waited.on.iter().map(move |by| Wait { what, by: *by, user: now.controller(*by) })
    });
    prompts.chain(turn).collect()
}

/// Something to press, whom it is for, and where it is.
#[derive(Clone, Debug)]
struct Control {
    message: Id,
    channel: Id,
    /// Whose direct message it is in; none: in the channel.
    dm_of: Option<UserId>,
    id: String,
    /// What is chosen, where it is a menu.
    value: Option<String>,
}

/// What a press comes to.
#[derive(Clone, Debug)]
enum Press {
    Says(UserId, Input),
    /// A form of that question.
    Opens(UserId, PromptId),
    /// More to choose from, or a form, of what somebody may do in that turn.
    Shows(UserId, TurnId, CombatantId),
    /// Something that is for anybody.
    Free,
}

struct Walk {
    case: String,
    choice: Seeded,
    discord: Discord,
    app: App,
    clock: Arc<ManualClock>,
    users: BTreeMap<&'static str, User>,
    channel: ChannelId,
    /// The last message that was looked at.
    last: Id,
    /// Dropped with the walk: the bot stops.
    _stop: oneshot::Sender<()>,
}

impl Walk {
    async fn set(system: &str, seed: u64) -> Self {
        let mut world = World::new().channel("arena").unrecorded();
        for name in EVERYBODY {
            world = world.user(name);
        }
        let discord = Discord::start(world).await.unwrap();
        let users: BTreeMap<_, _> =
            EVERYBODY.into_iter().map(|name| (name, discord.add_user(name))).collect();
        let clock = Arc::new(ManualClock::default());
        let store = Store::in_memory().await.unwrap();
        let waits = chance::seeded_waits(seed);
        let app = App::waiting(store, clock.clone(), chance::seeded(seed ^ 0xD1CE), waits);
        let start = Start {
            address: Address { token: discord.token(), url: Some(discord.url().into()) },
            test_guild: None,
            is_registered_anew: true,
            pulse: None,
        };
        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn({
            let app = app.clone();
            async move { bot::run(app, start, async { drop(stopped.await) }).await }
        });
        assert!(discord.ready(SOON).await, "the bot does not come up");
        let channel = ChannelId(users["GM"].channel.0);
        let case = format!("{system}, seed {seed}");
        let choice = Seeded::new(seed ^ 0xC401CE);
        let last = Id(0);
        let mut walk =
            Self { case, choice, discord, app, clock, users, channel, last, _stop: stop };
        walk.sets_up(system, seed).await;
        walk
    }

    /// Two or three Characters of two players, two or three NPCs, sometimes one who is hidden and
    /// one who fights beside the players.
    async fn sets_up(&mut self, system: &str, seed: u64) {
        let (pcs, npcs): ([&str; 3], [&str; 3]) = match system {
            "cards" => (["hunter", "warden", "adept"], ["wolf", "brigand", "soldier"]),
            "dr12" => (["adept", "warrior", "rogue"], ["raider", "bowman", "brute"]),
            "factions" => (["hunter", "reaver", "shieldbearer"], ["wolf", "bandit", "stone ogre"]),
            "fates" => (["sharpshooter", "bruiser", "adept"], ["trooper", "thug", "warlord"]),
            "ranks" => (["blade", "warden", "duelist"], ["thug", "pikeman", "wolf"]),
            other => panic!("who fights by {other}?"),
        };
        self.types("GM", &format!("new system:{system}")).await;
        self.types("GM", "zones layout:\"Gate - Yard - Hall\"").await;
        for (at, (name, user)) in
            [("Mira", "Ana"), ("Bo", "Ben"), ("Tess", "Ana")].into_iter().enumerate()
        {
            if at < 2 || seed.is_multiple_of(2) {
                let from = pcs[(at + seed as usize) % 3];
                self.types(user, &format!("join name:{name} from:{from} at:Yard")).await;
            }
        }
        for at in 0..2 + self.choice.below(2) {
            let from = npcs[(at + seed as usize) % 3];
            let zone = ["Yard", "Hall"][at % 2];
            self.types("GM", &format!("add name:\"Foe {at}\" from:\"{from}\" at:{zone}")).await;
        }
        let pairs =
            [("dr12", "party"), ("factions", "party"), ("cards", "party"), ("fates", "party")];
        if seed % 4 == 1
            && let Some((_, side)) = pairs.iter().find(|(of, _)| *of == system)
        {
            let slot = if system == "factions" { "faction" } else { "side" };
            let from = npcs[0];
            let friend = format!("add name:Friend from:{from} at:Yard {slot}:{side}");
            self.types("GM", &friend).await;
        }
        if seed % 3 == 2 {
            let from = npcs[1];
            self.types("GM", &format!("add name:Lurker from:{from} at:Hall hidden:true")).await;
        }
        if system == "factions" {
            self.types("GM", "started faction:party").await;
        }
        self.types("GM", "start").await;
    }

    async fn goes(mut self) {
        for input in 0..MOST_INPUTS {
            if self.now().await.is_open {
                self.steps(input).await;
            }
        }
        self.discord.assert_no_faults();
    }

    async fn now(&self) -> Arc<FightNow> {
        let fight = self.app.fight_in(self.channel).await.unwrap().unwrap();
        self.app.now(fight).await.unwrap().unwrap()
    }

    fn user(&self, id: UserId) -> &User {
        self.users.values().find(|user| user.id.0 == id.0).unwrap()
    }

    fn id(&self, name: &str) -> UserId {
        UserId(self.users[name].id.0)
    }

    fn seat(&self, user: UserId, dm: Option<Id>) -> Seat {
        let place = match dm {
            Some(channel) => Place::Dm { channel: ChannelId(channel.0) },
            None => Place::Channel { guild: self.discord.guild().0, channel: self.channel },
        };
        Seat { user, place, is_admin: false, input_key: None }
    }

    // What is done.

    async fn steps(&mut self, input: usize) {
        match self.choice.below(100) {
            0..=64 => self.presses(input).await,
            65..=74 => self.acts().await,
            75..=82 => {
                let steps = 1 + self.choice.below(3);
                self.types_as_gm(&format!("undo steps:{steps}")).await;
            }
            83..=85 => self.types_as_gm("redo").await,
            86..=87 => self.lends().await,
            88..=89 => {
                let (dora, verb) = (self.id("Dora").0, ["add", "remove"][self.choice.below(2)]);
                self.types_as_gm(&format!("co-gm do:{verb} user:{dora}")).await;
            }
            90..=91 => {
                let to = ["GM", "Eve", "Dora"][self.choice.below(3)];
                let to = self.id(to).0;
                self.types_as_gm(&format!("hand-over user:{to}")).await;
            }
            92..=95 => {
                let hours = 1 + self.choice.below(14) as i64;
                self.waits(hours).await;
            }
            _ => self.types_as_gm("skip").await,
        }
    }

    /// Somebody presses something that they see.
    async fn presses(&mut self, input: usize) {
        let now = self.now().await;
        let mut pressed = Vec::new();
        for control in self.controls() {
            let dm = control.dm_of.map(|_| control.channel);
            if let Ok(press) = self.press(&now, &control).await
                && !matches!(press, Press::Free)
                && self.tries(&press, dm).await.is_ok()
            {
                pressed.push((control, press));
            }
        }
        if pressed.is_empty() {
            return self.types_as_gm("skip").await;
        }
        let (control, press) = pressed.swap_remove(self.choice.below(pressed.len()));
        let (Press::Says(user, _) | Press::Opens(user, _) | Press::Shows(user, ..)) = press.clone()
        else {
            return;
        };
        let who = self.user(user).clone();
        let press_it = async |control: &Control| match &control.value {
            Some(value) => who.choose_raw(control.message, &control.id, value).await.unwrap(),
            None => who.press_raw(control.message, &control.id).await.unwrap(),
        };
        let mut answer = press_it(&control).await;
        let is_shown = matches!(press, Press::Shows(..));
        // What is shown is pressed as well, and what cannot be taken back is confirmed.
        let mut way = vec![control.id.clone()];
        while let Some(message) = answer.message.clone().filter(|_| answer.is_ephemeral) {
            let sure = |one: &Control| one.id.starts_with("sure");
            let all = controls_of(&message, Some(user));
            let board = |one: &Control| one.id.starts_with("say:");
            let mut open: Vec<Control> = match all.iter().find(|one| sure(one)) {
                Some(sure) => vec![sure.clone()],
                None if is_shown && way.len() < 4 => all,
                None => break,
            };
            open.retain(|one| !board(one));
            if open.is_empty() {
                break;
            }
            self.reads(&now, user, &answer, &format!("{way:?}")).await;
            let next = open.swap_remove(self.choice.below(open.len()));
            let before = self.now().await.revision;
            answer = press_it(&next).await;
            way.push(next.id.clone());
            if self.now().await.revision > before {
                break;
            }
        }
        let mut text = answer.text();
        if let Some(form) = &answer.modal
            && let Ok(filled) = who.fill(form, &[]).await
        {
            text = filled.text();
        }
        let what = format!("{} presses {way:?} {:?}", who.name, control.value);
        self.looks(&now, Some(user), &format!("{input}: {what}"), false).await;
        let after = self.now().await;
        let is_kept = matches!(&press, Press::Says(_, Input::Press { prompt, .. })
            if open(&now, *prompt).is_some_and(|open| open.prompt.is_unseen));
        let is_done = after.revision > now.revision || is_kept;
        let opens = matches!(press, Press::Opens(..) | Press::Shows(..));
        assert!(is_done || opens, "{}: {what}: not taken: {text}", self.case);
        self.reads(&after, user, &answer, &what).await;
    }

    /// What a private answer offers can be pressed while it is new.
    async fn reads(&self, now: &FightNow, user: UserId, answer: &Answer, what: &str) {
        let Some(message) = answer.message.as_ref().filter(|_| answer.is_ephemeral) else {
            return;
        };
        for control in controls_of(message, Some(user)) {
            let press = self.press(now, &control).await;
            let taken = match press {
                Ok(press) => self.tries(&press, None).await,
                Err(why) => Err(why),
            };
            if let Err(why) = taken {
                let text = message.text();
                panic!("{}: {what}: T2, privately: {control:?}: {why}\n{text}", self.case);
            }
        }
    }

    /// Somebody who is waited for types something that they can do.
    async fn acts(&mut self) {
        let now = self.now().await;
        let Some(turn) = now.turn.as_ref().filter(|_| now.prompts.is_empty()) else {
            return self.types_as_gm("skip").await;
        };
        let mut offers = Vec::new();
        for one in &now.members {
            let by = By::Combatant(one.id);
            let is_picked = one.user.is_none() && turn.waited.on.contains(&By::Gm);
            if is_picked || turn.waited.on.contains(&by) {
                let all = now.game.offers(one.id).into_iter();
                offers.extend(all.map(|offer| (one.name.clone(), by, offer.words)));
            }
        }
        if offers.is_empty() {
            return self.types_as_gm("skip").await;
        }
        let (name, by, words) = offers.swap_remove(self.choice.below(offers.len()));
        let user = now.controller(by);
        self.says(user, Input::acting_as(&name, words)).await;
    }

    /// Ben lends Bo to Cleo, or takes Bo back.
    async fn lends(&mut self) {
        let is_lent = self.now().await.people.stand_ins.is_empty();
        let user = if is_lent { format!(" user:{}", self.id("Cleo").0) } else { String::new() };
        let words = Words::read(&format!("stand-in{user}")).unwrap();
        self.says(self.id("Ben"), Input::command(words)).await;
    }

    async fn types_as_gm(&mut self, text: &str) {
        let gm = self.now().await.gm;
        let words = Words::read(text).unwrap();
        self.says(gm, Input::command(words)).await;
    }

    /// Something of the set-up.
    async fn types(&mut self, name: &str, text: &str) {
        let user = self.id(name);
        let reply = self.says(user, Input::command(Words::read(text).unwrap())).await;
        assert!(!matches!(reply, Reply::Refused(_)), "{}: {text}: {reply:?}", self.case);
    }

    async fn says(&mut self, user: UserId, input: Input) -> Reply {
        let before = match self.app.fight_in(self.channel).await.unwrap() {
            Some(fight) => self.app.now(fight).await.unwrap(),
            None => None,
        };
        let seat = self.seat(user, None);
        let mut reply = self.app.handle(&seat, input.clone()).await.unwrap();
        // Whatever is lost by it.
        if let Reply::Unsure(unsure) = reply {
            reply = self.app.handle(&seat, unsure.sure()).await.unwrap();
        }
        self.app.look_again();
        let now = self.now().await;
        let before = before.unwrap_or(now);
        let what = format!("{} types {input:?}", self.user(user).name);
        self.looks(&before, Some(user), &what, false).await;
        reply
    }

    /// Time goes by, and each clock runs out at its time.
    async fn waits(&mut self, hours: i64) {
        let end = self.clock.now() + SignedDuration::from_hours(hours);
        let is_in_time = |due: &Timestamp| *due <= end;
        while let Some(due) = self.app.next_due().await.unwrap().filter(is_in_time) {
            let before = self.now().await;
            self.clock.set(due.max(self.clock.now()));
            self.app.fire_due().await.unwrap();
            self.looks(&before, None, &format!("a clock of {due}"), true).await;
        }
        self.clock.set(end);
    }

    // What is seen.

    /// All that is to be told has been told.
    async fn settles(&self) {
        let told = async {
            while let Some(due) = self.app.next_delivery().await.unwrap() {
                if due > self.clock.now() {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        tokio::time::timeout(SOON, told).await.expect("something is not delivered");
        assert!(self.discord.quiet(SOON).await, "the bot does not come to rest");
    }

    /// The messages of the bot, with those to whom they were sent alone. Private answers are left
    /// out: nobody can edit them later, and what is on them goes out of date.
    fn messages(&self, after: Id) -> Vec<(Option<UserId>, Message)> {
        let mut all = Vec::new();
        let gm = &self.users["GM"];
        let open = gm.sees_after(gm.channel, after).into_iter();
        all.extend(open.filter(|one| one.ephemeral_to.is_none()).map(|one| (None, one)));
        for user in self.users.values() {
            let dm = user.in_dm().channel;
            let own = user.sees_after(dm, after).into_iter();
            let own = own.filter(|one| one.ephemeral_to.is_none());
            all.extend(own.map(|one| (Some(UserId(user.id.0)), one)));
        }
        all.retain(|(_, message)| message.author == self.discord.bot());
        all
    }

    fn controls(&self) -> Vec<Control> {
        let all = self.messages(Id(0));
        all.iter().flat_map(|(of, message)| controls_of(message, *of)).collect()
    }

    async fn looks(&mut self, before: &FightNow, by: Option<UserId>, what: &str, is_clock: bool) {
        self.settles().await;
        let now = self.now().await;
        let all = self.messages(Id(0));
        let case = format!("{}: {what} (revision {})", self.case, now.revision);
        if std::env::var("RIPOSTE_TOLD").is_ok() {
            println!("{case}");
        }
        self.pings(&case, before, &now, &all, by, is_clock);
        self.last = all.iter().map(|(_, message)| message.id).max().unwrap_or(self.last);
        if now.is_paused {
            return;
        }
        for (of, message) in &all {
            for control in controls_of(message, *of) {
                let dm = of.map(|_| control.channel);
                let taken = match self.press(&now, &control).await {
                    Ok(press) => self.tries(&press, dm).await,
                    Err(why) => Err(why),
                };
                // A turn stands still while a question is open, and its message with it.
                let stands_still =
                    |why: &String| !now.prompts.is_empty() && why.contains("prompt-open");
                if let Some(why) = taken.err().filter(|why| !stands_still(why)) {
                    panic!("{case}: T2: {control:?}: {why}\n{}", message.text());
                }
            }
        }
        self.has_its_acts(&case, &now, &all);
    }

    /// T1, T3.
    fn pings(
        &self,
        case: &str,
        before: &FightNow,
        now: &FightNow,
        all: &[(Option<UserId>, Message)],
        by: Option<UserId>,
        is_clock: bool,
    ) {
        let (were, are) = (waits(before), waits(now));
        let new: Vec<&Message> =
            all.iter().map(|(_, message)| message).filter(|one| one.id > self.last).collect();
        let stood_still = !before.prompts.is_empty();
        let was_on = |user: UserId| {
            let turn = before.turn.as_ref();
            turn.is_some_and(|turn| turn.waited.on.iter().any(|by| before.controller(*by) == user))
        };
        // In one block the GM goes from one of theirs to the next, and chooses.
        let chooses = |wait: &Wait| {
            let is_choice = |on: &FightNow| {
                on.turn.as_ref().is_some_and(|turn| turn.waited.on.contains(&By::Gm))
            };
            let is_same = |was: &Wait| was.what == wait.what && was.user == wait.user;
            (is_choice(before) || is_choice(now)) && were.iter().any(is_same)
        };
        // Somebody was waited for all the time, with another of theirs or in what was the same
        // turn before it was told of anew.
        let time = |of: &FightNow| {
            let waited = of.turn.as_ref().map(|turn| turn.waited.clone());
            waited.map(|waited| (waited.round, waited.groups, waited.part))
        };
        let is_same_time = time(before) == time(now);
        let was_there = |wait: &Wait| {
            let is_turn = |what| matches!(what, What::Turn(_));
            let is_like = |was: &&Wait| {
                was.user == wait.user
                    && (was.what == wait.what || (is_same_time && is_turn(was.what)))
            };
            let goes_on = |was: &Wait| are.iter().any(|it| (it.by, it.user) == (was.by, was.user));
            is_turn(wait.what) && were.iter().filter(is_like).any(goes_on)
        };
        let is_begun = |wait: &&Wait| !were.contains(wait) && !chooses(wait) && !was_there(wait);
        let begun = are.iter().filter(is_begun);
        let begun: Vec<&Wait> = begun.collect();
        for wait in &begun {
            let has_pinged = new.iter().any(|message| {
                message.pings.contains(&Id(wait.user.0)) && is_about(message, all, wait.what)
            });
            let goes_on = stood_still
                && by == Some(wait.user)
                && was_on(wait.user)
                && before.turn.as_ref().map(|turn| What::Turn(turn.id)) == Some(wait.what);
            assert!(has_pinged || goes_on, "{case}: T1: {wait:?} is not pinged\n{}", told(&new));
        }
        for user in self.users.values() {
            let id = UserId(user.id.0);
            let pings = new.iter().filter(|message| message.pings.contains(&user.id)).count();
            let may: BTreeSet<What> = begun
                .iter()
                .filter(|wait| wait.user == id || (now.is_gm(id) && now.is_gm(wait.user)))
                .map(|wait| wait.what)
                .collect();
            let invited = now.game.invitations().len();
            let is_nudged = |wait: &&Wait| is_clock && (wait.user == id || now.is_gm(id));
            let nudged = are.iter().filter(is_nudged).count();
            let copied = if now.is_gm(id) && !before.is_gm(id) { are.len() } else { 0 };
            let most = may.len() + invited + nudged + copied;
            assert!(
                pings <= most,
                "{case}: T3: {} is pinged {pings} times\n{}",
                user.name,
                told(&new)
            );
        }
    }

    /// What can be done now is on the message of the turn.
    fn has_its_acts(&self, case: &str, now: &FightNow, all: &[(Option<UserId>, Message)]) {
        let Some(turn) = now.turn.as_ref().filter(|_| now.prompts.is_empty() && now.is_running())
        else {
            return;
        };
        let is_hidden =
            |name: &String| now.members.iter().any(|it| it.is_hidden && it.name == *name);
        for one in &now.members {
            let by = By::Combatant(one.id);
            let is_picked = one.user.is_none() && turn.waited.on.contains(&By::Gm);
            if !is_picked && !turn.waited.on.contains(&by) {
                continue;
            }
            let user = now.controller(by);
            let is_public = one.user.is_some() && !one.is_hidden;
            let mut shown = BTreeSet::new();
            let mut is_short = false;
            for (of, message) in all {
                if of.is_some_and(|of| of != user) {
                    continue;
                }
                for control in controls_of(message, *of) {
                    for (id, verb, name) in acts_of(now, &control) {
                        if id == turn.id && name == one.name {
                            shown.insert(verb);
                        }
                    }
                }
                let is_of_turn = |control: &Control| match CustomId::read(&control.id) {
                    Some(CustomId::Turn { turn: of, .. } | CustomId::Menu { turn: of, .. }) => {
                        of == turn.id
                    }
                    _ => false,
                };
                if controls_of(message, *of).iter().any(is_of_turn) {
                    is_short |= message.content.contains("More is possible");
                }
            }
            if is_short {
                continue;
            }
            for offer in now.game.offers(one.id) {
                let verb = offer.words.verb.as_str();
                let mut slots = offer.words.slots.iter();
                let is_plain = slots.all(|(slot, name)| {
                    let is_rider = matches!(slot.as_str(), "hold_back" | "fp" | "luck" | "action");
                    !(is_rider || is_public && is_hidden(name))
                });
                let is_end = matches!(verb, "pass" | "done") && offer.words.slots.is_empty();
                let is_there = shown.contains(verb)
                    || (is_end && (shown.contains("pass") || shown.contains("done")));
                if ON_THE_MESSAGE.contains(&verb) && is_plain && !is_there {
                    let texts: Vec<&Message> = all.iter().map(|(_, message)| message).collect();
                    let texts = &texts[texts.len().saturating_sub(6)..];
                    panic!(
                        "{case}: T1: {} can {} and has no control for it, only {shown:?}\n{}",
                        one.name,
                        offer.words,
                        told(texts)
                    );
                }
            }
        }
    }

    // What is pressed.

    /// What it says, by whom it is for.
    async fn press(&self, now: &FightNow, control: &Control) -> Result<Press, String> {
        let named = |said: &Said| {
            let name = said.acting_as.as_ref()?;
            let one = now.members.iter().find(|one| one.name == *name)?;
            Some(now.controller(By::Combatant(one.id)))
        };
        let user = |of: Option<UserId>| control.dm_of.or(of).ok_or("it is for nobody");
        let asked = |prompt: PromptId| {
            let open = open(now, prompt).ok_or("it is of a question that is closed")?;
            user(Some(open.user))
        };
        let read = CustomId::read(&control.id).ok_or("nobody can read it")?;
        Ok(match read {
            CustomId::Answer { prompt, choice } => {
                Press::Says(asked(prompt)?, Input::Press { prompt, choice })
            }
            CustomId::Ask { prompt, .. } => Press::Opens(asked(prompt)?, prompt),
            CustomId::Turn { turn, said } => turned(user(named(&said))?, turn, said),
            CustomId::Menu { turn, .. } => {
                let value = control.value.as_deref().unwrap_or_default();
                let chosen = Chosen::read(value).ok_or("nobody can read its value")?;
                self.chosen(now, control, turn, chosen).await?
            }
            CustomId::Choice { turn, chosen } => self.chosen(now, control, turn, chosen).await?,
            CustomId::Say { said } if said.words.verb == controls::BOARD => Press::Free,
            CustomId::Invited { fight, round, said } => {
                let user = user(named(&said))?;
                let Said { words, acting_as } = said;
                Press::Says(user, Input::Invited { fight, round, words, acting_as })
            }
            CustomId::Say { said } => match control.dm_of {
                Some(user) => {
                    let Said { words, acting_as } = said;
                    Press::Says(user, Input::Command { words, acting_as, is_quiet: false })
                }
                None => Press::Free,
            },
            CustomId::Open { .. } | CustomId::Pick { .. } => Press::Free,
            CustomId::Form { .. } | CustomId::Fill { .. } | CustomId::Told { .. } => {
                return Err("it is a form".into());
            }
            CustomId::Sure { .. } if control.dm_of.is_none() => {
                return Err("it is for whoever was asked alone".into());
            }
            CustomId::Sure { turn, act, is_quiet } => {
                match self.chosen(now, control, turn, act).await? {
                    Press::Says(user, Input::Turn { turn, words, acting_as }) => {
                        Press::Says(user, Input::Sure { turn, words, acting_as, is_quiet })
                    }
                    other => other,
                }
            }
        })
    }

    async fn chosen(
        &self,
        now: &FightNow,
        control: &Control,
        turn: TurnId,
        chosen: Chosen,
    ) -> Result<Press, String> {
        let said = match chosen {
            Chosen::Said(said) => said,
            Chosen::Marked { who, mark: wanted } => {
                let is_it = |words: &Words| mark(words) == wanted;
                let found = self.app.offered(turn, who, is_it).await.unwrap();
                let (words, name) = found.ok_or("it is not offered any more")?;
                Said { words, acting_as: Some(name) }
            }
            Chosen::Tells { who, .. } | Chosen::Opens { who, .. } => {
                let user = control.dm_of.unwrap_or(now.controller(By::Combatant(who)));
                return Ok(Press::Shows(user, turn, who));
            }
        };
        let named = now.members.iter().find(|one| Some(&one.name) == said.acting_as.as_ref());
        let own = named.map(|one| now.controller(By::Combatant(one.id)));
        let user = control.dm_of.or(own).ok_or("it is for nobody")?;
        Ok(turned(user, turn, said))
    }

    /// Whether the app would take it: a refusal is an error.
    async fn tries(&self, press: &Press, dm: Option<Id>) -> Result<(), String> {
        let refusal = match press {
            Press::Says(user, input) => {
                self.app.refusal(&self.seat(*user, dm), input).await.unwrap()
            }
            Press::Opens(user, prompt) => {
                self.app.open_prompt(&self.seat(*user, dm), *prompt, None).await.unwrap().err()
            }
            Press::Shows(user, turn, who) => {
                let seat = self.seat(*user, dm);
                match self.app.acting(&seat, *turn, *who).await.unwrap() {
                    Ok(actor) if actor.offers.is_empty() => Some(Refusal::new("prompt-open", "")),
                    acting => acting.err(),
                }
            }
            Press::Free => None,
        };
        match refusal {
            None => Ok(()),
            Some(refusal) => Err(format!("{press:?} is refused: {refusal:?}")),
        }
    }
}

fn turned(user: UserId, turn: TurnId, said: Said) -> Press {
    let Said { words, acting_as } = said;
    Press::Says(user, Input::Turn { turn, words, acting_as })
}

/// The acts that a control of a turn leads to: its turn, their verbs, and who does them.
fn acts_of(now: &FightNow, control: &Control) -> Vec<(TurnId, String, String)> {
    let (turn, chosen) = match CustomId::read(&control.id) {
        Some(CustomId::Turn { turn, said }) => (turn, Some(Chosen::Said(said))),
        Some(CustomId::Choice { turn, chosen }) => (turn, Some(chosen)),
        Some(CustomId::Menu { turn, .. }) => {
            (turn, control.value.as_deref().and_then(Chosen::read))
        }
        _ => return Vec::new(),
    };
    let Some(chosen) = chosen else { return Vec::new() };
    let of = |who: CombatantId, is_it: &dyn Fn(&Words) -> bool| {
        let offers = now.game.offers(who).into_iter().filter(|offer| is_it(&offer.words));
        offers.map(|offer| (turn, offer.words.verb, name(now, who))).collect()
    };
    match chosen {
        Chosen::Said(Said { words, acting_as }) => {
            acting_as.map(|name| (turn, words.verb, name)).into_iter().collect()
        }
        Chosen::Marked { who, mark: wanted } | Chosen::Tells { who, mark: wanted } => {
            of(who, &|words| mark(words) == wanted)
        }
        Chosen::Opens { who, group: None } => of(who, &|_| true),
        Chosen::Opens { who, group } => {
            let view = now.game.view(Viewer::Gm);
            let offers = now.game.offers(who);
            let actor = acting::actor(&now.game, &now.members, who, &view, offers);
            let opened = controls::chooser(turn, &actor.expect("somebody"), group);
            let rows = serde_json::to_value(opened.map(|it| it.components)).unwrap();
            let rows = rows.as_array().into_iter().flatten();
            let parts = rows.flat_map(|row| row["components"].as_array().cloned().unwrap());
            let inner = parts.flat_map(|part| {
                let id = part["custom_id"].as_str().unwrap_or_default().to_string();
                let options = part["options"].as_array().cloned().unwrap_or_default();
                let values = options.iter().map(|one| one["value"].as_str().map(String::from));
                let values: Vec<_> = if options.is_empty() { vec![None] } else { values.collect() };
                values.into_iter().map(move |value| (id.clone(), value)).collect::<Vec<_>>()
            });
            let inner = inner.map(|(id, value)| Control { id, value, ..control.clone() });
            inner.flat_map(|control| acts_of(now, &control)).collect()
        }
    }
}

fn open(now: &FightNow, id: PromptId) -> Option<&OpenPrompt> {
    now.prompts.iter().find(|open| open.id == id)
}

fn name(now: &FightNow, who: CombatantId) -> String {
    now.member(who).map(|one| one.name.clone()).unwrap_or_default()
}

/// All that can be pressed on a message.
fn controls_of(message: &Message, dm_of: Option<UserId>) -> Vec<Control> {
    let (id, channel) = (message.id, message.channel);
    let control =
        |custom: String, value| Control { message: id, channel, dm_of, id: custom, value };
    let buttons = message.buttons().into_iter().filter(|button| !button.is_disabled);
    let buttons = buttons.filter_map(|button| Some(control(button.custom_id?, None)));
    let menus = message.menus().into_iter().filter(|menu| !menu.is_disabled);
    let options = menus.flat_map(|menu| {
        let custom = menu.custom_id;
        menu.options.into_iter().map(move |(_, value)| (custom.clone(), value))
    });
    let options = options.map(|(custom, value)| control(custom, Some(value)));
    buttons.chain(options).collect()
}

/// Whether a message, or the one it replies to, has controls of what is waited for.
fn is_about(message: &Message, all: &[(Option<UserId>, Message)], what: What) -> bool {
    let has = |message: &Message| {
        let ids = controls_of(message, None).into_iter().filter_map(|one| CustomId::read(&one.id));
        let mut about = ids.filter_map(|id| match id {
            CustomId::Answer { prompt, .. } | CustomId::Ask { prompt, .. } => {
                Some(What::Prompt(prompt))
            }
            CustomId::Turn { turn, .. } | CustomId::Menu { turn, .. } => Some(What::Turn(turn)),
            _ => None,
        });
        about.any(|about| about == what)
    };
    let reference = message.wire["message_reference"]["message_id"].as_str();
    let reference = reference.and_then(Id::parse);
    let replied = all.iter().find(|(_, one)| Some(one.id) == reference);
    has(message) || replied.is_some_and(|(_, one)| has(one))
}

fn told(messages: &[&Message]) -> String {
    let text = |one: &&Message| format!("--- {} pings {:?}\n{}\n", one.id, one.pings, one.text());
    messages.iter().map(text).collect()
}
