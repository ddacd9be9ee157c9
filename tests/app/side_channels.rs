//! I6: fights that differ only in hidden facts give the same public output, pings and deadlines,
//! byte for byte, whatever is prepared for the hidden combatants.

use std::sync::{Arc, Mutex};

use jiff::SignedDuration;
use riposte::app::App;
use riposte::app::clock::{Clock, ManualClock};
use riposte::app::dice_source::{self, DecoyDelayFactory, DiceFactory};
use riposte::app::fight_state::{FightState, OpenPrompt};
use riposte::app::input::{InputReply, QueryResult, RequestContext, UserInput};
use riposte::app::outbox::{
    Audience, DeliveredMessage, Delivery, DeliveryError, MessageRef, MessageSender,
};
use riposte::discord::messages;
use riposte::engine::core::dice::{Dice, SeededDice};
use riposte::engine::core::ids::{Initiator, UserId};
use riposte::engine::game::{Game, Narrative, SYSTEM_KEYS};
use riposte::engine::visibility::view::{TurnStatus, Viewer};
use riposte::narration::{self, PLAIN};
use riposte::store::Store;
use riposte::store::ids::{ChannelId, MessageId};

use crate::app_table::*;
use crate::full_message::rendered;
use crate::random_player::{Player, read};

/// Records everything that is delivered to anybody but the GM.
#[derive(Default)]
struct Wire {
    posts: Mutex<(u64, Vec<String>)>,
    /// Whether each message is also recorded as it is rendered, to the last byte of its picture.
    is_rendered: bool,
}

impl Wire {
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.posts.lock().unwrap().1)
    }
}

impl MessageSender for Wire {
    async fn deliver(&self, parcel: &Delivery) -> Result<DeliveredMessage, DeliveryError> {
        let mut wire = self.posts.lock().unwrap();
        let told: Vec<_> =
            parcel.record.entries.iter().map(|one| read_out(&one.narrative)).collect();
        let undone: Vec<bool> = parcel.record.entries.iter().map(|one| one.is_undone).collect();
        let record = (told, undone, parcel.record.round, &parcel.record.actors);
        let text = format!("{:?} {:?} {record:?}", (parcel.audience, &parcel.view), parcel.body);
        let mark = mark(&text);
        let is_new = parcel.edit_target.is_none_or(|(_, shown)| shown != Some(mark));
        if parcel.audience != Audience::Dm(user("GM")) && is_new {
            wire.0 += u64::from(parcel.edit_target.is_none());
            let looks = self.is_rendered.then(|| messages::render_delivery(parcel)).flatten();
            wire.1.push(text + &looks.map(rendered).unwrap_or_default());
        }
        let new = MessageRef { channel: ChannelId(1), message: MessageId(wire.0) };
        Ok(DeliveredMessage {
            message: parcel.edit_target.map_or(new, |(at, _)| at),
            content_mark: Some(mark),
        })
    }
}

fn read_out(told: &Narrative) -> Vec<String> {
    narration::narrate(PLAIN, told)
}

/// Starts a fight with a hidden combatant of this name, for whom the given orders are prepared.
async fn fight(system: &str, hidden: &str, prepared: impl Fn(&str) -> String) -> Table {
    let table = Table::new().await;
    let (ana, ben, wolf) = archetypes(system);
    table.does("GM", &format!("new system:{system}")).await;
    table.does("GM", "zones layout:\"Gate - Yard - Hall\"").await;
    table.does("Ana", &format!("join name:Ana from:{ana} at:Yard")).await;
    table.does("Ben", &format!("join name:Ben from:{ben} at:Yard")).await;
    let own = format!("{hidden}'s wolf");
    table
        .does("GM", &format!("add name:\"{own}\" alias:Wolf show:wounds from:{wolf} at:Yard"))
        .await;
    table.does("GM", &format!("add name:{hidden} from:{wolf} at:Gate hidden:true")).await;
    if system == "factions" {
        table.does("GM", "started faction:party").await;
    }
    for kind in Game::prompt_kinds(system) {
        // All visible combatants have the same order in both fights.
        for who in ["Ana", "Ben"] {
            let last = kind.answer_verbs.last().unwrap();
            let order = format!("orders-add question:{} answer:{last}", kind.key);
            shown(table.say(who, &order).await);
        }
        let how = prepared(kind.answer_verbs.last().unwrap());
        let order = format!("orders-add question:{} {how} as:{hidden}", kind.key);
        shown(table.say("GM", &order).await);
    }
    if hidden == "Shade" {
        shown(table.say("GM", &format!("queue-add act:pass as:{hidden}")).await);
    }
    table.does("GM", "start").await;
    table
}

/// Both fights have the same inputs, dice and times. They differ in the name of the hidden
/// combatant and in what is prepared for it.
#[tokio::test]
async fn hidden_facts_do_not_show() {
    for system in SYSTEM_KEYS {
        for seed in 0..4 {
            let one =
                fight(system, "Lurker", |answer| format!("answer:{answer} spend:nothing")).await;
            let other = fight(system, "Shade", |answer| format!("answer:{answer}")).await;
            let wire = || Arc::new(Wire { is_rendered: seed == 0, ..Wire::default() });
            let wires = [wire(), wire()];
            let mut players = [Player::new(seed), Player::new(seed)];
            for step in 0..60 {
                let case = format!("{system}, seed {seed}, step {step}");
                let mut seen = Vec::new();
                for ((table, wire), player) in
                    [&one, &other].into_iter().zip(&wires).zip(&mut players)
                {
                    let now = table.now().await;
                    let Some((user, input)) = player.input(&now) else {
                        seen.push((String::new(), Vec::new(), Vec::new()));
                        continue;
                    };
                    let reply =
                        table.insists(&RequestContext { user, ..table.origin("GM") }, input).await;
                    let reply = if user == now.gm { String::new() } else { read(&reply) };
                    // Standing orders answer during this hour.
                    table.wait(1).await;
                    table.app.deliver_pending(wire).await.unwrap();
                    let posts = wire.take();
                    let now = table.now().await;
                    let is_seen = |by: Initiator| match by {
                        Initiator::Gm => false,
                        Initiator::Combatant(who) => {
                            now.member(who).is_some_and(|one| !one.is_hidden)
                        }
                    };
                    let open = now.prompts.iter().filter(|open| is_seen(open.prompt.respondent));
                    let due = open.map(|open| (open.user, open.deadline_time()));
                    let turn = now.turn.iter().map(|turn| (now.gm, turn.deadline_time()));
                    seen.push((reply, posts, due.chain(turn).collect()));
                }
                // In the end nobody is hidden any more, and the fights may differ.
                if !one.now().await.members.iter().any(|member| member.is_hidden) {
                    break;
                }
                assert_eq!(seen[0], seen[1], "{case}");
                if seen[0].1.is_empty() && seen[0].2.is_empty() {
                    break;
                }
            }
        }
    }
}

/// The hidden facts of one world.
struct Secret {
    /// The name and the zone of each hidden combatant.
    hidden: &'static [(&'static str, &'static str)],
    /// The hit points of each, or what the system has instead.
    toughness: u8,
    /// The automatic reactions of the hidden combatants and of the Wolf.
    stances: [&'static str; 2],
    /// Whether the hidden combatants have standing orders, which never reveal them.
    is_ordered: bool,
    is_planned: bool,
    /// Whether the GM gives provisional answers for them, always the default one.
    is_answered: bool,
}

/// The worlds have nobody hidden, one far away, one nearby who is never asked, and two nearby who
/// are.
const SECRETS: [Secret; 4] = [
    Secret {
        hidden: &[],
        toughness: 0,
        stances: ["never", "never"],
        is_ordered: false,
        is_planned: false,
        is_answered: false,
    },
    Secret {
        hidden: &[("Lurker", "Hall")],
        toughness: 3,
        stances: ["ask", "ask"],
        is_ordered: true,
        is_planned: true,
        is_answered: false,
    },
    Secret {
        hidden: &[("Shade", "Yard")],
        toughness: 9,
        stances: ["never", "ask"],
        is_ordered: true,
        is_planned: false,
        is_answered: true,
    },
    Secret {
        hidden: &[("Ghost", "Yard"), ("Wraith", "Gate")],
        toughness: 6,
        stances: ["ask", "never"],
        is_ordered: false,
        is_planned: true,
        is_answered: true,
    },
];

/// Every die of an input shows the same face for its size, so that additional hidden rolls change
/// nothing.
struct Same(u64);

impl Dice for Same {
    fn roll_die(&mut self, sides: u8) -> u8 {
        SeededDice::new(self.0).roll_die(sides)
    }
}

/// One of the worlds with what it delivers.
struct World {
    table: Table,
    wire: Arc<Wire>,
    is_answered: bool,
    hidden: usize,
}

impl World {
    async fn new(system: &str, seed: u64, decoys: bool, secret: &Secret) -> Self {
        let clock = Arc::new(ManualClock::default());
        let at = |clock: &Arc<ManualClock>| {
            let clock = Arc::clone(clock);
            move || seed ^ clock.now().as_millisecond() as u64
        };
        let (thrown, waited) = (at(&clock), at(&clock));
        let dice: DiceFactory = Arc::new(move || Box::new(Same(thrown())));
        let waits: DecoyDelayFactory = Arc::new(move || dice_source::seeded_delays(waited())());
        let store = Store::in_memory().await.unwrap();
        let app = App::new_with_delays(store, Arc::clone(&clock) as Arc<dyn Clock>, dice, waits);
        let table = Table { app, clock, chat: Arc::default(), channel: CHANNEL };
        let world = Self {
            table,
            wire: Arc::default(),
            is_answered: secret.is_answered,
            hidden: secret.hidden.len(),
        };
        world.sets_up(system, decoys, secret).await;
        world.wire.take();
        world
    }

    async fn sets_up(&self, system: &str, decoys: bool, secret: &Secret) {
        let table = &self.table;
        let (ana, ben, wolf) = archetypes(system);
        let toughness = match system {
            "cards" => "toughness",
            "dr12" => "hp",
            "factions" => "health",
            "fates" => "resolve",
            "ranks" => "size",
            other => panic!("how tough is one by {other}?"),
        };
        table.does("GM", &format!("new system:{system}")).await;
        table.does("GM", "zones layout:\"Gate - Yard - Hall\"").await;
        table.does("GM", &format!("set key:decoys value:{decoys}")).await;
        table.does("Ana", &format!("join name:Ana from:{ana} at:Yard")).await;
        table.does("Ben", &format!("join name:Ben from:{ben} at:Yard")).await;
        for (name, at) in [("Wolf", "Yard"), ("Fang", "Yard"), ("Claw", "Gate")] {
            table.does("GM", &format!("add name:{name} from:{wolf} at:{at}")).await;
        }
        for (name, at) in secret.hidden {
            table.does("GM", &format!("add name:{name} from:{wolf} at:{at} hidden:true")).await;
            let value = secret.toughness;
            let order = format!("adjust who:{name} field:{toughness} value:{value}");
            table.say("GM", &order).await;
        }
        if system == "factions" {
            table.does("GM", "started faction:party").await;
        }
        table.say("Ben", "absence policy:defend").await;
        for kind in Game::prompt_kinds(system) {
            let last = kind.answer_verbs.last().unwrap();
            let order = format!("orders-add question:{} answer:{last}", kind.key);
            shown(table.say("Ana", &order).await);
            for (name, _) in secret.hidden.iter().filter(|_| secret.is_ordered) {
                shown(table.say("GM", &format!("{order} as:{name}")).await);
            }
        }
        table.does("GM", "start").await;
        self.takes_stances(system, secret).await;
        self.plans(secret).await;
        self.passes(SignedDuration::from_mins(1)).await;
    }

    /// Sets the automatic reactions of the NPCs.
    async fn takes_stances(&self, system: &str, secret: &Secret) {
        let [hidden, wolf] = secret.stances;
        let all = secret.hidden.iter().map(|(name, _)| (*name, hidden));
        for (name, stance) in all.chain([("Wolf", wolf)]) {
            for field in match system {
                "factions" => &["stance"][..],
                "cards" => &["auto.parry", "auto.dodge", "auto.chase"],
                "ranks" => &["match", "resist"],
                _ => &[],
            } {
                let order = format!("adjust who:{name} field:{field} value:{stance}");
                self.table.does("GM", &order).await;
            }
        }
    }

    /// Plans a pass for each hidden combatant, which nobody else may notice.
    async fn plans(&self, secret: &Secret) {
        for (name, _) in secret.hidden.iter().filter(|_| secret.is_planned) {
            self.table.say("GM", &format!("queue-add act:pass as:{name}")).await;
            self.table.say("GM", &format!("queue-confirm as:{name}")).await;
        }
    }

    /// Advances the clock from deadline to deadline and returns the posts of each instant.
    async fn passes(&self, time: SignedDuration) -> Vec<String> {
        let end = self.table.clock.now() + time;
        let mut told = self.told().await;
        while let Some(due) =
            self.table.app.next_deadline_time().await.unwrap().filter(|due| *due <= end)
        {
            self.table.clock.set(due);
            self.table.app.fire_due_deadlines().await.unwrap();
            told.extend(self.told().await);
        }
        self.table.clock.set(end);
        told
    }

    /// Delivers, and returns the posts without revision numbers, which also count hidden inputs.
    async fn told(&self) -> Vec<String> {
        self.table.app.deliver_pending(&self.wire).await.unwrap();
        let at = self.table.clock.now();
        self.wire.take().iter().map(|post| format!("{at} {}", unnumbered(post))).collect()
    }

    /// Returns the open prompts that are public.
    async fn seen(&self) -> Vec<OpenPrompt> {
        let now = self.table.now().await;
        now.prompts.iter().filter(|open| !open.prompt.is_hidden_from_public).cloned().collect()
    }

    /// Translates an input of the first world to this one. Returns `None` if the prompt does not
    /// exist here.
    async fn same(&self, input: &UserInput, seen: &[OpenPrompt]) -> Option<UserInput> {
        let UserInput::PromptButton { prompt, choice } = input else { return Some(input.clone()) };
        let place = seen.iter().position(|open| open.id == *prompt)?;
        let prompt = self.seen().await.get(place)?.id;
        Some(UserInput::PromptButton { prompt, choice: *choice })
    }

    /// Sends an input and returns what the user reads in reply.
    async fn hears(&self, user: UserId, input: UserInput) -> String {
        let origin = RequestContext { user, ..self.table.origin("GM") };
        let mut reply = self.table.input(&origin, input).await;
        let mut all = heard(&reply);
        if let InputReply::NeedsConfirmation(unsure) = reply {
            reply = self.table.input(&origin, unsure.to_confirmed_input()).await;
            all += &heard(&reply);
        }
        let is_gm = user == self.table.now().await.gm;
        if is_gm { String::new() } else { unnumbered(&all) }
    }

    /// Returns whether a hidden combatant has been revealed.
    async fn is_shown(&self) -> bool {
        let now = self.table.now().await;
        now.members.iter().filter(|member| member.is_hidden).count() < self.hidden
    }

    /// The GM gives the default answer for hidden combatants, which does not reveal them.
    async fn answers_unseen(&self) {
        let now = self.table.now().await;
        for open in
            now.prompts.iter().filter(|open| open.prompt.is_hidden_from_public && self.is_answered)
        {
            let default =
                open.prompt.choices.iter().position(|one| *one == open.prompt.default_choice);
            let choice = default.unwrap();
            let input = UserInput::PromptButton { prompt: open.id, choice };
            self.table.input(&self.table.origin("GM"), input).await;
        }
    }
}

/// Returns the text of a reply; of a log page its narrative.
fn heard(reply: &InputReply) -> String {
    let InputReply::QueryResult(shown) = reply else { return read(reply) };
    let QueryResult::Log(page) = &**shown else { return read(reply) };
    let entries = page.entries.iter().map(|entry| {
        let told = entry.narrative.as_ref().map(read_out);
        format!("{} {} {:?} {told:?} {}", entry.timestamp, entry.round, entry.user, entry.is_undone)
    });
    entries.collect::<Vec<_>>().join("\n")
}

/// Replaces revision numbers.
fn unnumbered(text: &str) -> String {
    let mut parts = text.split("revision: ");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| {
        text + "revision: _" + part.trim_start_matches(|digit: char| digit.is_ascii_digit())
    })
}

/// Returns whether a visible NPC is still in the fight.
fn goes_on(now: &FightState) -> bool {
    let view = now.game.view_for(Viewer::Public);
    let mut all = view.groups.iter().flat_map(|group| &group.members);
    now.is_running() && all.any(|one| one.user.is_none() && one.turn_status != TurnStatus::Out)
}

/// What players try in order to find out more.
const PROBES: &[(&str, &str)] = &[
    ("Ana", "status"),
    ("Ben", "status"),
    ("Cleo", "status"),
    ("Ana", "mine"),
    ("Ana", "map"),
    ("Ana", "log"),
    ("Ana", "guide"),
    ("Ben", "guide why:pass"),
    ("Ana", "inbox"),
    ("Ana", "undo"),
    ("Ana", "take-back"),
    ("Ben", "take-back"),
    ("Ana", "pass"),
    ("Ben", "pass"),
    ("Ana", "dodge"),
    ("Ben", "guard"),
    ("Ben", "strike"),
    ("Ben", "match"),
    ("Ana", "help"),
    ("Ana", "attack target:Wolf"),
    ("Ana", "attack target:Lurker"),
    ("Ana", "attack target:Shade"),
    ("Ana", "away until:2h"),
    ("Ben", "away until:30h"),
    ("Ana", "orders-test"),
    ("Ana", "skip"),
];

/// Plays the same inputs at the same times in worlds that differ in everything hidden: who is
/// there, where, how strong, with which reactions, and with what prepared. Returns how many prompts
/// were hidden, or how the worlds differ.
async fn played(system: &str, seed: u64, decoys: bool) -> Result<usize, String> {
    let mut worlds = Vec::new();
    for secret in &SECRETS {
        worlds.push(World::new(system, seed, decoys, secret).await);
    }
    let (mut player, mut chance, mut lulls) = (Player::new(seed), SeededDice::new(seed), 0);
    for step in 0..60 {
        let now = worlds[0].table.now().await;
        let seen = worlds[0].seen().await;
        lulls += usize::from(now.prompts.len() > seen.len());
        let is_lull = seen.is_empty() && !now.prompts.is_empty();
        let said = match chance.number_below(3) {
            0 => {
                let (who, text) = PROBES[chance.number_below(PROBES.len())];
                Some((user(who), command(text)))
            }
            // The GM may end the delay in all worlds alike.
            _ if is_lull => (chance.number_below(3) == 0).then(|| (user("GM"), command("skip"))),
            _ => player.input(&now),
        };
        let minutes = [1, 7, 20, 50, 50, 60 * 30][chance.number_below(6)];
        let mut heard = Vec::new();
        for world in &worlds {
            let mut all = Vec::new();
            if let Some((user, input)) = &said {
                match world.same(input, &seen).await {
                    Some(input) => all.push(world.hears(*user, input).await),
                    None => all.push("another question".into()),
                }
            }
            world.answers_unseen().await;
            all.extend(world.passes(SignedDuration::from_mins(minutes)).await);
            all.push(world.hears(user("Cleo"), command("status")).await);
            heard.push(all);
        }
        // Once all visible NPCs are down, the fight going on reveals that others are there.
        if !goes_on(&*worlds[0].table.now().await) {
            break;
        }
        // A public act of a hidden combatant (a free attack of `dr12`) is no secret.
        for world in &worlds {
            if world.is_shown().await {
                return Ok(lulls);
            }
        }
        for (place, other) in heard.iter().enumerate().skip(1) {
            if heard[0] != *other {
                let case = format!("{system}, seed {seed}, step {step}, world {place}, {said:?}");
                return Err(format!("{case}\n{:#?}\n{other:#?}", heard[0]));
            }
        }
    }
    Ok(lulls)
}

#[tokio::test]
async fn decoys_hide_who_is_there() {
    let (mut lulls, mut wrong) = (0, Vec::new());
    for system in SYSTEM_KEYS {
        for seed in 0..3 {
            match played(system, seed, true).await {
                Ok(some) => lulls += some,
                Err(difference) => wrong.push(difference),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(lulls > 25, "the fight hardly ever waited for nobody: {lulls}");
}

/// The same worlds can be told apart without decoys, which shows that the test can fail.
#[tokio::test]
async fn without_decoys_it_shows() {
    for system in SYSTEM_KEYS {
        assert!(played(system, 0, false).await.is_err(), "{system}");
    }
}
