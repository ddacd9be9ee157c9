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
use crate::full_message::comparable_text;
use crate::random_player::{RandomPlayer, visible_reply_text};

/// Records everything that is delivered to anybody but the GM.
#[derive(Default)]
struct PostRecorder {
    posts: Mutex<(u64, Vec<String>)>,
    /// Whether each message is also recorded as it is rendered, to the last byte of its picture.
    is_rendered: bool,
}

impl PostRecorder {
    fn take_posts(&self) -> Vec<String> {
        std::mem::take(&mut self.posts.lock().unwrap().1)
    }
}

impl MessageSender for PostRecorder {
    async fn deliver(&self, delivery: &Delivery) -> Result<DeliveredMessage, DeliveryError> {
        let mut recorder = self.posts.lock().unwrap();
        let narratives: Vec<_> =
            delivery.record.entries.iter().map(|entry| narrate_plain(&entry.narrative)).collect();
        let undone: Vec<bool> =
            delivery.record.entries.iter().map(|entry| entry.is_undone).collect();
        let record = (narratives, undone, delivery.record.round, &delivery.record.actors);
        let text =
            format!("{:?} {:?} {record:?}", (delivery.audience, &delivery.view), delivery.body);
        let content_hash = content_hash(&text);
        let is_new = delivery.edit_target.is_none_or(|(_, shown)| shown != Some(content_hash));
        if delivery.audience != Audience::Dm(user_id("GM")) && is_new {
            recorder.0 += u64::from(delivery.edit_target.is_none());
            let looks = self.is_rendered.then(|| messages::render_delivery(delivery)).flatten();
            recorder.1.push(text + &looks.map(comparable_text).unwrap_or_default());
        }
        let new = MessageRef { channel: ChannelId(1), message: MessageId(recorder.0) };
        Ok(DeliveredMessage {
            message: delivery.edit_target.map_or(new, |(at, _)| at),
            content_hash: Some(content_hash),
        })
    }
}

fn narrate_plain(narrative: &Narrative) -> Vec<String> {
    narration::narrate(PLAIN, narrative)
}

/// Starts a fight with a hidden combatant of this name, for whom the given orders are prepared.
async fn start_fight_with_hidden(
    system: &str,
    hidden: &str,
    prepared: impl Fn(&str) -> String,
) -> Table {
    let table = Table::new().await;
    let (ana, ben, wolf) = archetypes(system);
    table.run_command("GM", &format!("new system:{system}")).await;
    table.run_command("GM", "zones layout:\"Gate - Yard - Hall\"").await;
    table.run_command("Ana", &format!("join name:Ana from:{ana} at:Yard")).await;
    table.run_command("Ben", &format!("join name:Ben from:{ben} at:Yard")).await;
    let own = format!("{hidden}'s wolf");
    table
        .run_command(
            "GM",
            &format!("add name:\"{own}\" alias:Wolf show:wounds from:{wolf} at:Yard"),
        )
        .await;
    table.run_command("GM", &format!("add name:{hidden} from:{wolf} at:Gate hidden:true")).await;
    if system == "factions" {
        table.run_command("GM", "started faction:party").await;
    }
    for kind in Game::prompt_kinds(system) {
        // All visible combatants have the same order in both fights.
        for who in ["Ana", "Ben"] {
            let last = kind.answer_verbs.last().unwrap();
            let order = format!("orders-add question:{} answer:{last}", kind.key);
            expect_query_result(table.send_command(who, &order).await);
        }
        let order_slots = prepared(kind.answer_verbs.last().unwrap());
        let order = format!("orders-add question:{} {order_slots} as:{hidden}", kind.key);
        expect_query_result(table.send_command("GM", &order).await);
    }
    if hidden == "Shade" {
        expect_query_result(
            table.send_command("GM", &format!("queue-add act:pass as:{hidden}")).await,
        );
    }
    table.run_command("GM", "start").await;
    table
}

/// Both fights have the same inputs, dice and times. They differ in the name of the hidden
/// combatant and in what is prepared for it.
#[tokio::test]
async fn hidden_facts_change_no_public_output() {
    for system in SYSTEM_KEYS {
        for seed in 0..4 {
            let first = start_fight_with_hidden(system, "Lurker", |answer| {
                format!("answer:{answer} spend:nothing")
            })
            .await;
            let second =
                start_fight_with_hidden(system, "Shade", |answer| format!("answer:{answer}")).await;
            let recorder =
                || Arc::new(PostRecorder { is_rendered: seed == 0, ..PostRecorder::default() });
            let recorders = [recorder(), recorder()];
            let mut players = [RandomPlayer::new(seed), RandomPlayer::new(seed)];
            for step in 0..60 {
                let case = format!("{system}, seed {seed}, step {step}");
                let mut seen = Vec::new();
                for ((table, recorder), player) in
                    [&first, &second].into_iter().zip(&recorders).zip(&mut players)
                {
                    let state = table.load_state().await;
                    let Some((user, input)) = player.next_input(&state) else {
                        seen.push((String::new(), Vec::new(), Vec::new()));
                        continue;
                    };
                    let reply = table
                        .send_confirmed(
                            &RequestContext { user, ..table.request_context("GM") },
                            input,
                        )
                        .await;
                    let reply =
                        if user == state.gm { String::new() } else { visible_reply_text(&reply) };
                    // Standing orders answer during this hour.
                    table.advance_hours(1).await;
                    table.app.deliver_due_outbox(recorder).await.unwrap();
                    let posts = recorder.take_posts();
                    let state = table.load_state().await;
                    let is_seen = |by: Initiator| match by {
                        Initiator::Gm => false,
                        Initiator::Combatant(who) => {
                            state.member(who).is_some_and(|member| !member.is_hidden)
                        }
                    };
                    let open = state.prompts.iter().filter(|open| is_seen(open.prompt.respondent));
                    let due = open.map(|open| (open.user, open.deadline_time()));
                    let turn = state.turn.iter().map(|turn| (state.gm, turn.deadline_time()));
                    seen.push((reply, posts, due.chain(turn).collect()));
                }
                // In the end nobody is hidden any more, and the fights may differ.
                if !first.load_state().await.members.iter().any(|member| member.is_hidden) {
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
struct HiddenFacts {
    /// The name and the zone of each hidden combatant.
    hidden: &'static [(&'static str, &'static str)],
    /// The hit points of each, or what the system has instead.
    toughness: u8,
    /// The automatic reactions of the hidden combatants and of the Wolf.
    reactions: [&'static str; 2],
    /// Whether the hidden combatants have standing orders, which never reveal them.
    is_ordered: bool,
    is_planned: bool,
    /// Whether the GM gives provisional answers for them, always the default one.
    is_answered: bool,
    /// Whether they have a stage of their own before the first round, where the rules know one, and
    /// whether the GM prepares what players learn of them first.
    has_hidden_stage: bool,
}

/// The worlds have nobody hidden, one far away, one nearby who is never asked, two nearby who are,
/// and one who lies in ambush.
const WORLDS: [HiddenFacts; 5] = [
    HiddenFacts {
        hidden: &[],
        toughness: 0,
        reactions: ["never", "never"],
        is_ordered: false,
        is_planned: false,
        is_answered: false,
        has_hidden_stage: false,
    },
    HiddenFacts {
        hidden: &[("Lurker", "Hall")],
        toughness: 3,
        reactions: ["ask", "ask"],
        is_ordered: true,
        is_planned: true,
        is_answered: false,
        has_hidden_stage: false,
    },
    HiddenFacts {
        hidden: &[("Shade", "Yard")],
        toughness: 9,
        reactions: ["never", "ask"],
        is_ordered: true,
        is_planned: false,
        is_answered: true,
        has_hidden_stage: false,
    },
    HiddenFacts {
        hidden: &[("Ghost", "Yard"), ("Wraith", "Gate")],
        toughness: 6,
        reactions: ["ask", "never"],
        is_ordered: false,
        is_planned: true,
        is_answered: true,
        has_hidden_stage: false,
    },
    HiddenFacts {
        hidden: &[("Sneak", "Yard")],
        toughness: 5,
        reactions: ["never", "never"],
        is_ordered: false,
        is_planned: true,
        is_answered: false,
        has_hidden_stage: true,
    },
];

/// Every die of an input shows the same face for its size, so that additional hidden rolls change
/// nothing.
struct SameDice(u64);

impl Dice for SameDice {
    fn roll_die(&mut self, sides: u8) -> u8 {
        SeededDice::new(self.0).roll_die(sides)
    }
}

/// One of the worlds with what it delivers.
struct World {
    table: Table,
    recorder: Arc<PostRecorder>,
    is_answered: bool,
    hidden: usize,
}

impl World {
    async fn new(system: &str, seed: u64, decoys: bool, hidden_facts: &HiddenFacts) -> Self {
        let clock = Arc::new(ManualClock::default());
        let at = |clock: &Arc<ManualClock>| {
            let clock = Arc::clone(clock);
            move || seed ^ clock.now().as_millisecond() as u64
        };
        let (dice_seed, delay_seed) = (at(&clock), at(&clock));
        let dice: DiceFactory = Arc::new(move || Box::new(SameDice(dice_seed())));
        let delays: DecoyDelayFactory =
            Arc::new(move || dice_source::seeded_delays(delay_seed())());
        let store = Store::in_memory().await.unwrap();
        let app =
            App::new_with_decoy_delays(store, Arc::clone(&clock) as Arc<dyn Clock>, dice, delays);
        let table = Table { app, clock, chat: Arc::default(), channel: CHANNEL };
        let world = Self {
            table,
            recorder: Arc::default(),
            is_answered: hidden_facts.is_answered,
            hidden: hidden_facts.hidden.len(),
        };
        world.set_up(system, decoys, hidden_facts).await;
        world.recorder.take_posts();
        world
    }

    async fn set_up(&self, system: &str, decoys: bool, hidden_facts: &HiddenFacts) {
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
        table.run_command("GM", &format!("new system:{system}")).await;
        table.run_command("GM", "zones layout:\"Gate - Yard - Hall\"").await;
        table.run_command("GM", &format!("set key:decoys value:{decoys}")).await;
        table.run_command("Ana", &format!("join name:Ana from:{ana} at:Yard")).await;
        table.run_command("Ben", &format!("join name:Ben from:{ben} at:Yard")).await;
        for (name, at) in [("Wolf", "Yard"), ("Fang", "Yard"), ("Claw", "Gate")] {
            table.run_command("GM", &format!("add name:{name} from:{wolf} at:{at}")).await;
        }
        for (name, at) in hidden_facts.hidden {
            table
                .run_command("GM", &format!("add name:{name} from:{wolf} at:{at} hidden:true"))
                .await;
            let value = hidden_facts.toughness;
            let order = format!("adjust who:{name} field:{toughness} value:{value}");
            table.send_command("GM", &order).await;
            if hidden_facts.has_hidden_stage {
                let order = format!("reveal who:{name} show:unseen alias:\"A shape\"");
                table.run_command("GM", &order).await;
                for order in hidden_stage_orders(system, name) {
                    table.run_command("GM", &order).await;
                }
            }
        }
        if system == "factions" {
            table.run_command("GM", "started faction:party").await;
        }
        table.send_command("Ben", "absence policy:defend").await;
        for kind in Game::prompt_kinds(system) {
            let last = kind.answer_verbs.last().unwrap();
            let order = format!("orders-add question:{} answer:{last}", kind.key);
            expect_query_result(table.send_command("Ana", &order).await);
            for (name, _) in hidden_facts.hidden.iter().filter(|_| hidden_facts.is_ordered) {
                expect_query_result(table.send_command("GM", &format!("{order} as:{name}")).await);
            }
        }
        table.run_command("GM", "start").await;
        self.set_reactions(system, hidden_facts).await;
        self.plan_hidden_passes(hidden_facts).await;
        self.advance(SignedDuration::from_mins(1)).await;
    }

    /// Sets the automatic reactions of the NPCs.
    async fn set_reactions(&self, system: &str, hidden_facts: &HiddenFacts) {
        let [hidden, wolf] = hidden_facts.reactions;
        let all = hidden_facts.hidden.iter().map(|(name, _)| (*name, hidden));
        for (name, stance) in all.chain([("Wolf", wolf)]) {
            for field in match system {
                "factions" => &["stance"][..],
                "cards" => &["auto.parry", "auto.dodge", "auto.chase"],
                "ranks" => &["match", "resist"],
                _ => &[],
            } {
                let order = format!("adjust who:{name} field:{field} value:{stance}");
                self.table.run_command("GM", &order).await;
            }
        }
    }

    /// Plans a pass for each hidden combatant, which nobody else may notice.
    async fn plan_hidden_passes(&self, hidden_facts: &HiddenFacts) {
        for (name, _) in hidden_facts.hidden.iter().filter(|_| hidden_facts.is_planned) {
            self.table.send_command("GM", &format!("queue-add act:pass as:{name}")).await;
            self.table.send_command("GM", &format!("queue-confirm as:{name}")).await;
        }
    }

    /// Advances the clock from deadline to deadline and returns the posts of each instant.
    async fn advance(&self, time: SignedDuration) -> Vec<String> {
        let end = self.table.clock.now() + time;
        let mut posts = self.deliver_and_collect().await;
        while let Some(due) =
            self.table.app.next_deadline_time().await.unwrap().filter(|due| *due <= end)
        {
            self.table.clock.set(due);
            self.table.app.fire_due_deadlines().await.unwrap();
            posts.extend(self.deliver_and_collect().await);
        }
        self.table.clock.set(end);
        posts
    }

    /// Delivers, and returns the posts without revision numbers, which also count hidden inputs.
    async fn deliver_and_collect(&self) -> Vec<String> {
        self.table.app.deliver_due_outbox(&self.recorder).await.unwrap();
        let at = self.table.clock.now();
        self.recorder
            .take_posts()
            .iter()
            .map(|post| format!("{at} {}", without_revisions(post)))
            .collect()
    }

    /// Returns the open prompts that are public.
    async fn public_prompts(&self) -> Vec<OpenPrompt> {
        let state = self.table.load_state().await;
        state.prompts.iter().filter(|open| !open.prompt.is_hidden_from_public).cloned().collect()
    }

    /// Translates an input of the first world to this one. Returns `None` if the prompt does not
    /// exist here.
    async fn translate_input(&self, input: &UserInput, seen: &[OpenPrompt]) -> Option<UserInput> {
        let UserInput::PromptButton { prompt, choice } = input else { return Some(input.clone()) };
        let place = seen.iter().position(|open| open.id == *prompt)?;
        let prompt = self.public_prompts().await.get(place)?.id;
        Some(UserInput::PromptButton { prompt, choice: *choice })
    }

    /// Sends an input and returns what the user reads in reply.
    async fn send_and_read(&self, user: UserId, input: UserInput) -> String {
        let context = RequestContext { user, ..self.table.request_context("GM") };
        let mut reply = self.table.send_input(&context, input).await;
        let mut text = reply_text(&reply);
        if let InputReply::NeedsConfirmation(confirmation) = reply {
            reply = self.table.send_input(&context, confirmation.to_confirmed_input()).await;
            text += &reply_text(&reply);
        }
        let is_gm = user == self.table.load_state().await.gm;
        if is_gm { String::new() } else { without_revisions(&text) }
    }

    /// Returns whether a hidden combatant has been revealed.
    async fn has_revealed_hidden(&self) -> bool {
        let state = self.table.load_state().await;
        state.members.iter().filter(|member| member.is_hidden).count() < self.hidden
    }

    /// The GM gives the default answer for hidden combatants, which does not reveal them.
    async fn answer_hidden_prompts(&self) {
        let state = self.table.load_state().await;
        for open in state
            .prompts
            .iter()
            .filter(|open| open.prompt.is_hidden_from_public && self.is_answered)
        {
            let default =
                open.prompt.choices.iter().position(|choice| *choice == open.prompt.default_choice);
            let choice = default.unwrap();
            let input = UserInput::PromptButton { prompt: open.id, choice };
            self.table.send_input(&self.table.request_context("GM"), input).await;
        }
    }
}

/// Returns the orders that give a hidden combatant a stage of its own before the first round: an
/// ambush. Systems without one have none.
fn hidden_stage_orders(system: &str, name: &str) -> Vec<String> {
    match system {
        "cards" => vec![
            format!("adjust who:{name} field:side value:raiders"),
            "ambush side:raiders auto:true".into(),
        ],
        "factions" => vec![format!("adjust who:{name} field:concealed value:true")],
        _ => Vec::new(),
    }
}

/// Returns the text of a reply; of a log page its narrative.
fn reply_text(reply: &InputReply) -> String {
    let InputReply::QueryResult(result) = reply else { return visible_reply_text(reply) };
    let QueryResult::Log(page) = &**result else { return visible_reply_text(reply) };
    let entries = page.entries.iter().map(|entry| {
        let narrative = entry.narrative.as_ref().map(narrate_plain);
        format!(
            "{} {} {:?} {narrative:?} {}",
            entry.timestamp, entry.round, entry.author, entry.is_undone
        )
    });
    entries.collect::<Vec<_>>().join("\n")
}

/// Replaces revision numbers.
fn without_revisions(text: &str) -> String {
    let mut parts = text.split("revision: ");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| {
        let number = part.strip_prefix("Some(").unwrap_or(part);
        text + "revision: _" + number.trim_start_matches(|digit: char| digit.is_ascii_digit())
    })
}

/// Returns whether a visible NPC is still in the fight.
fn has_visible_npc(state: &FightState) -> bool {
    let view = state.game.view_for(Viewer::Public);
    let mut members = view.groups.iter().flat_map(|group| &group.members);
    state.is_running()
        && members.any(|member| member.user.is_none() && member.turn_status != TurnStatus::Out)
}

/// Inputs by which players try to find out more.
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
async fn play_in_worlds(system: &str, seed: u64, decoys: bool) -> Result<usize, String> {
    let mut worlds = Vec::new();
    for hidden_facts in &WORLDS {
        worlds.push(World::new(system, seed, decoys, hidden_facts).await);
    }
    let (mut player, mut choices, mut hidden_prompt_count) =
        (RandomPlayer::new(seed), SeededDice::new(seed), 0);
    for step in 0..60 {
        let state = worlds[0].table.load_state().await;
        let seen = worlds[0].public_prompts().await;
        hidden_prompt_count += usize::from(state.prompts.len() > seen.len());
        let is_delayed = seen.is_empty() && !state.prompts.is_empty();
        let drawn_input = match choices.number_below(3) {
            0 => {
                let (who, text) = PROBES[choices.number_below(PROBES.len())];
                Some((user_id(who), parse_input(text)))
            }
            // The GM may end the delay in all worlds alike.
            _ if is_delayed => {
                (choices.number_below(3) == 0).then(|| (user_id("GM"), parse_input("skip")))
            }
            _ => player.next_input(&state),
        };
        let minutes = [1, 7, 20, 50, 50, 60 * 30][choices.number_below(6)];
        let mut readings = Vec::new();
        for world in &worlds {
            let mut all = Vec::new();
            if let Some((user, input)) = &drawn_input {
                match world.translate_input(input, &seen).await {
                    Some(input) => all.push(world.send_and_read(*user, input).await),
                    None => all.push("another question".into()),
                }
            }
            world.answer_hidden_prompts().await;
            all.extend(world.advance(SignedDuration::from_mins(minutes)).await);
            all.push(world.send_and_read(user_id("Cleo"), parse_input("status")).await);
            readings.push(all);
        }
        // Once all visible NPCs are down, the fight going on reveals that others are there.
        if !has_visible_npc(&*worlds[0].table.load_state().await) {
            break;
        }
        // A public act of a hidden combatant (a free attack of `dr12`) is no secret.
        for world in &worlds {
            if world.has_revealed_hidden().await {
                return Ok(hidden_prompt_count);
            }
        }
        for (place, other) in readings.iter().enumerate().skip(1) {
            if readings[0] != *other {
                let case =
                    format!("{system}, seed {seed}, step {step}, world {place}, {drawn_input:?}");
                return Err(format!("{case}\n{:#?}\n{other:#?}", readings[0]));
            }
        }
    }
    Ok(hidden_prompt_count)
}

#[tokio::test]
async fn decoys_hide_who_is_present() {
    let (mut hidden_prompt_count, mut differences) = (0, Vec::new());
    for system in SYSTEM_KEYS {
        for seed in 0..3 {
            match play_in_worlds(system, seed, true).await {
                Ok(some) => hidden_prompt_count += some,
                Err(difference) => differences.push(difference),
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
    assert!(
        hidden_prompt_count > 25,
        "the fight hardly ever waited for nobody: {hidden_prompt_count}"
    );
}

/// Without decoys the worlds can be told apart, which shows that the test above can fail.
#[tokio::test]
async fn worlds_differ_without_decoys() {
    for system in SYSTEM_KEYS {
        assert!(play_in_worlds(system, 0, false).await.is_err(), "{system}");
    }
}
